//! Maps, as the engine's map loader reads them.

use std::collections::HashMap;

use proscenio_source::Span;

use super::geometry::numbers;
use super::text::{Token, Words};
use super::{Engine, Step, Stop, header, name};
use crate::code::Code;
use crate::model::{
    Actor, File, FileItem, Name, ParticleSystem, Portal, PortalKind, Sector, SectorItem, TextureSetRef,
};
use crate::view::triples;

/// Where a kept thing of an id is, so that a later one can take its place.
type Places = HashMap<Option<Name>, (usize, Span)>;

const REPLACED: &str = "a later one has the same id";

impl<'a> Engine<'a, '_> {
    /// Reads a map; what was read before the engine stops stays.
    pub(super) fn map(&mut self, map: &mut File) -> Step<()> {
        let mut places = Places::new();
        // A sector that a later one replaces leaves a gap until the end.
        let mut kept: Vec<Option<FileItem>> = Vec::new();
        let end = self.map_lines(&mut kept, &mut places);
        map.items.extend(kept.into_iter().flatten());
        end
    }

    fn map_lines(&mut self, kept: &mut Vec<Option<FileItem>>, places: &mut Places) -> Step<()> {
        while let Some(mut words) = self.lines.next() {
            while let Some(word) = words.next() {
                if word.is_any_case("TEXTURESET") {
                    let end = words.end();
                    let path = words.next().ok_or(Stop { at: end, why: "the path is missing" })?;
                    let flag = words.next();
                    let path = self.load(path)?;
                    let in_jar = flag.is_some_and(|flag| flag.is_any_case("JAR"));
                    kept.push(Some(FileItem::TextureSet(TextureSetRef { path, in_jar })));
                } else if word.is_any_case("SECTOR") {
                    let id = words.next();
                    let at = header(word, &[id]);
                    if let Some(sector) = self.sector(name(id), at)? {
                        if let Some((earlier, span)) = places.insert(sector.id.clone(), (kept.len(), at)) {
                            kept[earlier] = None;
                            self.note(Code::EngineDrops, span, REPLACED);
                        }
                        kept.push(Some(sector.into()));
                    }
                } else if word.is("#") {
                    break;
                } else if !word.is_any_case("TERRAIN") {
                    self.unknown(word, "a map");
                }
            }
        }
        Ok(())
    }

    /// Reads a sector; `None` when it is dropped.
    fn sector(&mut self, id: Option<Name>, at: Span) -> Step<Option<Sector>> {
        let mut open = false;
        let mut items: Vec<Option<SectorItem>> = Vec::new();
        let (mut portals, mut actors) = (Places::new(), Places::new());
        while let Some(mut words) = self.lines.next() {
            while let Some(word) = words.next() {
                let item = ["TRIANGLE", "ACTOR", "PORTAL", "PARTICLESYSTEM"];
                if let Some(item) = item.into_iter().find(|item| word.is_any_case(item)) {
                    if !open {
                        self.note(Code::EngineDrops, at, "an item stands in front of its `{`");
                        return Ok(None);
                    }
                    let (place, span) = (items.len(), word.span);
                    let earlier = match self.sector_item(item, word, &mut words)? {
                        Some(kept) => {
                            let earlier = match &kept {
                                SectorItem::Portal(portal) => {
                                    portals.insert(portal.id.clone(), (place, span))
                                }
                                SectorItem::Actor(actor) => actors.insert(actor.id.clone(), (place, span)),
                                _ => None,
                            };
                            items.push(Some(kept));
                            earlier
                        }
                        None => None,
                    };
                    if let Some((earlier, span)) = earlier {
                        items[earlier] = None;
                        self.note(Code::EngineDrops, span, REPLACED);
                    }
                } else if word.is("{") {
                    open = true;
                } else if word.is("#") {
                    break;
                } else if word.is("}") {
                    return Ok(Some(Sector { id, items: items.into_iter().flatten().collect() }));
                } else if !word.is_any_case("LIGHT") {
                    self.unknown(word, "a sector");
                }
            }
        }
        self.note(Code::EngineDrops, at, "the file ends in the sector");
        Ok(None)
    }

    fn sector_item(&mut self, item: &str, tag: Token<'a>, words: &mut Words<'a>) -> Step<Option<SectorItem>> {
        match item {
            "TRIANGLE" => {
                let triangle = self.triangle()?;
                if let Some(triangle) = &triangle {
                    self.keep(triangle, tag.span);
                }
                Ok(triangle.map(SectorItem::from))
            }
            "PORTAL" => {
                let (kind, id) = (words.next(), words.next());
                Ok(self.portal(kind, id, header(tag, &[kind, id]))?.map(SectorItem::from))
            }
            "ACTOR" => {
                let (registered, id) = (words.next(), words.next());
                Ok(self.placed_actor(registered, id, header(tag, &[registered, id]))?.map(SectorItem::from))
            }
            _ => {
                let registered = words.next();
                Ok(self.placed_system(registered, header(tag, &[registered]))?.map(SectorItem::from))
            }
        }
    }

    fn portal(&mut self, kind: Option<Token<'a>>, id: Option<Token<'a>>, at: Span) -> Step<Option<Portal>> {
        let mut open = false;
        let mut portal = Portal { id: name(id), ..Portal::default() };
        while let Some(mut words) = self.lines.next() {
            while let Some(word) = words.next() {
                match word.text {
                    b"{" => open = true,
                    b"VERTICES" if open => {
                        portal.corners = Some(triples(numbers::<12>(&mut self.data()?)?));
                    }
                    b"PORTALLINK" if open => {
                        let mut words = self.data()?;
                        (portal.link_sector, portal.link_portal) = (name(words.next()), name(words.next()));
                    }
                    b"VERTICES" | b"PORTALLINK" => {}
                    b"}" => return Ok(self.finished_portal(portal, kind, at)),
                    b"#" => break,
                    _ => self.unknown(word, "a portal"),
                }
            }
        }
        self.note(Code::EngineDrops, at, "the file ends in the portal");
        Ok(None)
    }

    fn finished_portal(&mut self, mut portal: Portal, kind: Option<Token<'a>>, at: Span) -> Option<Portal> {
        let dropped = if portal.id.is_none() {
            "it has no id"
        } else if portal.link_sector.is_none() || portal.link_portal.is_none() {
            "its link lacks a sector or a portal"
        } else if !kind.is_some_and(|kind| kind.is("FAST")) {
            self.log.warnings += 1;
            "FAST is the only type that is known"
        } else {
            if portal.corners.is_none() {
                self.note(Code::EngineKeepsBroken, at, "VERTICES");
            }
            portal.kind = PortalKind::Fast;
            return Some(portal);
        };
        self.note(Code::EngineDrops, at, dropped);
        None
    }

    fn placed_actor(
        &mut self,
        registered: Option<Token<'a>>,
        id: Option<Token<'a>>,
        at: Span,
    ) -> Step<Option<Actor>> {
        // The log calls both kinds of placement a particle system.
        let (pose, ended) = self.pose(true, "a placement")?;
        let dropped = if !ended {
            "the file ends in the block"
        } else if id.is_none() {
            "it has no id"
        } else if pose.forward.is_none() || pose.up.is_none() {
            "FORWARD or UP is missing"
        } else {
            return Ok(Some(Actor { name: name(registered), id: name(id), pose }));
        };
        self.note(Code::EngineDrops, at, dropped);
        Ok(None)
    }

    fn placed_system(&mut self, registered: Option<Token<'a>>, at: Span) -> Step<Option<ParticleSystem>> {
        let (pose, ended) = self.pose(true, "a placement")?;
        let dropped = if !ended {
            "the file ends in the block"
        } else if registered.is_none() {
            self.log.warnings += 1;
            "it has no name"
        } else if pose.position.is_none() || pose.forward.is_none() || pose.up.is_none() {
            "POSITION, FORWARD or UP is missing"
        } else {
            return Ok(Some(ParticleSystem { name: name(registered), pose }));
        };
        self.note(Code::EngineDrops, at, dropped);
        Ok(None)
    }
}
