//! What sheets are for: tile maps and panels.

use std::sync::Arc;

use glam::Vec2;
use proscenio_nacatamalon::model::{Component as DocComponent, ComponentData, FileKind};
use proscenio_nacatamalon::{Document, Value};
use proscenio_scene::{
    BlendMode, Component, Flat, NineSlice, Rgba, ShaderId, SliceFill, TextureRef, Tile, TileLayer, UvRect,
    Wrap,
};
use proscenio_source::{Severity, Source, Span};

use super::assets::Sheet;
use super::raw::Raw;
use super::{Importer, single};

/// Members of a panel that the model's panel says.
pub(super) const PANEL_FIELDS: &[&str] = &[
    "type",
    "id",
    "transform",
    "uvOffset",
    "uvScale",
    "width",
    "height",
    "slice",
    "mode",
    "tint",
    "anchor",
    "pivot",
    "smooth",
    "blend",
    "parallax",
    "visible",
    "zIndex",
];
/// Members of a map that the model's layers say.
pub(super) const MAP_FIELDS: &[&str] = &["type", "id", "transform", "tint", "smooth"];

/// A map that was read.
pub(super) struct Map {
    sheet: Option<Sheet>,
    cell: f32,
    columns: u32,
    tiles: Arc<[Tile]>,
    layers: Vec<Layer>,
}

struct Layer {
    name: String,
    z: f64,
    cells: Arc<[u32]>,
}

impl Importer<'_> {
    /// The layers of a map, in the file's order.
    pub(super) fn tilemap(
        &mut self,
        raw: Raw<'_>,
        component: &DocComponent,
    ) -> Option<Vec<(Component, Option<ShaderId>)>> {
        let span = component.site.span;
        let map = self.map(&raw.text("map").unwrap_or_default(), span)?;
        let filter = self.filter(raw.flag("smooth"));
        let tint = raw.colour("tint", [1.0; 4]);
        let texture = map.sheet.as_ref().map(|sheet| TextureRef {
            filter,
            wrap_u: Wrap::Clamp,
            wrap_v: Wrap::Clamp,
            ..TextureRef::new(sheet.image)
        });
        let sheet = map.sheet.as_ref().map_or(Vec2::ONE, |sheet| self.size_of(sheet.image));
        let said = match &component.data {
            ComponentData::Tilemap(data) => data.layers.as_slice(),
            _ => &[],
        };
        let layers = map.layers.iter().map(|layer| {
            let shader = said.iter().rev().find(|own| own.name == layer.name).and_then(|own| {
                let (material, uniforms) = (own.material.as_deref(), own.uniforms.as_ref());
                self.shader_of(material, uniforms, raw.flag("smooth"), span)
            });
            let own = raw
                .list("layers")
                .map(Raw)
                .filter(|own| own.text("name").as_deref() == Some(&*layer.name))
                .last();
            let over = own.map_or(Rgba::WHITE, |own| own.colour("tint", [1.0; 4]));
            let layer = Component::Tiles(TileLayer {
                name: layer.name.clone(),
                local: Flat::Fields(raw.flat_place()),
                texture,
                sheet,
                cell: map.cell,
                columns: map.columns,
                cells: layer.cells.clone(),
                tiles: map.tiles.clone(),
                tint: multiplied(tint, over),
                z: single(own.and_then(|own| own.number("zIndex")).unwrap_or(layer.z)),
                visible: own.and_then(|own| own.flag("visible")) != Some(false),
            });
            (layer, shader)
        });
        Some(layers.collect())
    }

    /// Width and height of a picture, texels.
    pub(super) fn size_of(&self, image: proscenio_scene::ImageId) -> Vec2 {
        let [width, height] = self.scene.images[image].size.unwrap_or([1, 1]);
        Vec2::new(width as f32, height as f32)
    }

    fn map(&mut self, key: &str, user: Span) -> Option<Arc<Map>> {
        if key.is_empty() {
            return None;
        }
        if let Some(known) = self.assets.maps.get(key) {
            return known.clone();
        }
        let map = self.read_map(key, user).map(Arc::new);
        self.assets.maps.insert(key.to_owned(), map.clone());
        map
    }

    fn read_map(&mut self, key: &str, user: Span) -> Option<Map> {
        // A map may be named by its path: early releases had no entry for it.
        let (src, span) = match self.listed(FileKind::Tilemap, key) {
            Some(listed) => listed,
            None if self.project.resolve(self.path(), key).is_some() => (key.to_owned(), user),
            None => self.file(FileKind::Tilemap, key, user)?,
        };
        let (found, document) = self.json(&src, span)?;
        let read = document.root().ok_or("it is empty").and_then(|root| Tiles::read(Raw(root)));
        let tiles = read.map_err(|why| self.unread(&src, why, span)).ok()?;
        let sheet = self.sheet_file(&tiles.atlas, &found, span);
        let size = sheet.as_ref().map(|sheet| self.scene.images[sheet.image].size.unwrap_or([1, 1]));
        let numbered = tiles.numbered(sheet.as_ref(), size.unwrap_or([1, 1]));
        let place = |id: &u32| {
            numbered.binary_search_by_key(id, |tile| tile.id).map_or(0, |position| position as u32 + 1)
        };
        let layers = tiles.layers.iter().map(|(name, z, data)| Layer {
            name: name.clone(),
            z: *z,
            cells: data.iter().map(place).collect(),
        });
        Some(Map {
            cell: tiles.cell,
            columns: tiles.columns,
            layers: layers.collect(),
            tiles: numbered.into(),
            sheet,
        })
    }

    /// A JSON file that the scene names.
    pub(super) fn json(&mut self, src: &str, span: Span) -> Option<(String, Document)> {
        self.json_from(self.path().to_string().as_str(), src, span)
    }

    /// A JSON file that the file `from` names, with its path.
    pub(super) fn json_from(&mut self, from: &str, src: &str, span: Span) -> Option<(String, Document)> {
        let (found, bytes) = self.read_from(from, src, span)?;
        let document = Document::parse(Source::new(found.as_str(), bytes));
        let broken = document.findings().iter().any(|finding| finding.severity == Severity::Error);
        self.findings.extend_from_slice(document.findings());
        if broken || document.root().is_none_or(|root| !root.is_object()) {
            self.unread(src, "it is no JSON object", span);
            return None;
        }
        Some((found, document))
    }

    /// A panel; `None` without a picture.
    pub(super) fn nine_slice(&mut self, raw: Raw<'_>, span: Span) -> Option<NineSlice> {
        let sheet = raw.word("atlas").and_then(|key| self.sheet(&key, span));
        let image = match &sheet {
            Some(sheet) => Some(sheet.image),
            None => self.picture(&raw.text("texture").unwrap_or_default(), span),
        }?;
        let size = self.size_of(image);
        let (mut at, mut part) = (Vec2::ZERO, Vec2::ONE);
        if let Some(sheet) = &sheet {
            let frame = raw.number_or("frame", 0.0);
            match sheet.atlas.window(frame, self.scene.images[image].size.unwrap_or([1, 1])) {
                Some((offset, scale)) => (at, part) = (offset.into(), scale.into()),
                None => self.no_frame(frame, &raw.text("atlas").unwrap_or_default(), span),
            }
        }
        at = raw.point("uvOffset").unwrap_or(at);
        part = raw.point("uvScale").unwrap_or(part);
        let slice = raw.rec("slice");
        let all = raw.number("slice");
        let border = |name: &str| all.or_else(|| slice?.number(name)).map_or(0.0, single);
        let filter = self.filter(raw.flag("smooth"));
        let whole = Vec2::new(raw.single("width", 0.0), raw.single("height", 0.0));
        let anchor = raw.point("anchor").unwrap_or(Vec2::splat(0.5));
        let place = super::flat::pivoted(raw.flat_place(), raw.point("pivot"), anchor, whole);
        Some(NineSlice {
            guard: true,
            texture: Some(TextureRef {
                filter,
                wrap_u: Wrap::Clamp,
                wrap_v: Wrap::Clamp,
                ..TextureRef::new(image)
            }),
            local: Flat::Fields(place),
            size: whole,
            anchor,
            source: size * part,
            uv_min: at,
            uv_max: at + part,
            borders: ["left", "top", "right", "bottom"].map(border),
            fill: fills(raw),
            tint: raw.colour("tint", [1.0; 4]),
            blend: blend(raw),
            z: raw.single("zIndex", 0.0),
            parallax: raw
                .rec("parallax")
                .map_or(Vec2::ONE, |p| Vec2::new(p.single("x", 1.0), p.single("y", 1.0))),
            visible: raw.flag("visible") != Some(false),
        })
    }
}

/// Whether light is added to what is behind.
pub(super) fn blend(raw: Raw<'_>) -> BlendMode {
    if raw.text("blend").as_deref() == Some("additive") { BlendMode::Add } else { BlendMode::Mix }
}

fn fills(raw: Raw<'_>) -> [SliceFill; 2] {
    let word = |word: Option<String>| match word.as_deref() {
        Some("tile") => SliceFill::Tile,
        Some("tile-fit") => SliceFill::TileFit,
        _ => SliceFill::Stretch,
    };
    match raw.rec("mode") {
        Some(each) => ["x", "y"].map(|axis| word(each.text(axis))),
        None => [word(raw.text("mode")); 2],
    }
}

/// The product of two stored colours.
fn multiplied(a: Rgba, b: Rgba) -> Rgba {
    let (a, b) = (a.to_stored(), b.to_stored());
    Rgba::from_stored(std::array::from_fn(|i| a[i] * b[i]))
}

/// A `.tilemap` file as it is written.
struct Tiles {
    atlas: String,
    cell: f32,
    columns: u32,
    tiles: Vec<(u32, Shows, bool)>,
    layers: Vec<(String, f64, Vec<u32>)>,
}

enum Shows {
    Frame(f64),
    Named(String),
    Run(String),
}

impl Tiles {
    fn read(raw: Raw<'_>) -> Result<Self, &'static str> {
        if raw.text("kind").as_deref() != Some("tilemap") {
            return Err("its \"kind\" is not \"tilemap\"");
        }
        match raw.number("format") {
            Some(format) if format <= 1.0 => {}
            Some(_) => return Err("its format is newer than 1"),
            None => return Err("it has no format number"),
        }
        let atlas = raw.text("atlas").filter(|atlas| !atlas.is_empty()).ok_or("it names no atlas")?;
        let side = |name: &str| raw.number(name).map(f64::floor).filter(|side| *side > 0.0);
        let (Some(cell), Some(width), Some(height)) = (side("cell"), side("width"), side("height")) else {
            return Err("its cell, width or height is not above 0");
        };
        let mut tiles = Vec::new();
        for member in raw.rec("tiles").iter().flat_map(|tiles| tiles.0.members()) {
            tiles.push(tile(&member.name(), Raw(member.value))?);
        }
        tiles.sort_by_key(|(id, ..)| *id);
        tiles.dedup_by_key(|(id, ..)| *id);
        let layers: Result<Vec<_>, _> =
            raw.list("layers").enumerate().map(|(at, own)| layer(at, own, width * height, &tiles)).collect();
        let layers = layers?;
        if layers.is_empty() {
            return Err("it has no layers");
        }
        Ok(Self { atlas, cell: single(cell), columns: width.min(f64::from(u32::MAX)) as u32, tiles, layers })
    }

    /// What each number shows, by ascending number.
    fn numbered(&self, sheet: Option<&Sheet>, size: [u32; 2]) -> Vec<Tile> {
        let rect = |([x, y], [w, h]): ([f32; 2], [f32; 2])| UvRect {
            min: Vec2::new(x, y),
            max: Vec2::new(x + w, y + h),
        };
        let one = |(id, shows, solid): &(u32, Shows, bool)| {
            let mut tile = Tile { id: *id, frames: Vec::new(), fps: 12.0, solid: *solid };
            let Some(sheet) = sheet else { return tile };
            match shows {
                Shows::Frame(frame) => {
                    tile.frames.extend(sheet.atlas.window(*frame, size).map(rect));
                }
                Shows::Named(name) => tile.frames.extend(sheet.atlas.named(name, size).map(rect)),
                Shows::Run(name) => {
                    if let Some((frames, fps)) = sheet.atlas.run(name, size) {
                        tile.frames = frames.into_iter().map(rect).collect();
                        tile.fps = fps;
                    }
                }
            }
            tile
        };
        self.tiles.iter().map(one).collect()
    }
}

fn tile(id: &str, raw: Raw<'_>) -> Result<(u32, Shows, bool), &'static str> {
    let id: u32 = id.parse().ok().filter(|id| *id > 0).ok_or("a tile's number is not a whole one above 0")?;
    let frame = raw.get("frame").and_then(|frame| {
        let name = || frame.as_str().map(|name| Shows::Named(name.into_owned()));
        frame.as_f64().map(Shows::Frame).or_else(name)
    });
    let shows = match (frame, raw.text("anim")) {
        (Some(shows), None) => shows,
        (None, Some(run)) => Shows::Run(run),
        _ => return Err("a tile needs a \"frame\" or an \"anim\", not both"),
    };
    Ok((id, shows, raw.flag("solid") == Some(true)))
}

fn layer(
    at: usize,
    own: Value<'_>,
    cells: f64,
    tiles: &[(u32, Shows, bool)],
) -> Result<(String, f64, Vec<u32>), &'static str> {
    let raw = Raw(own);
    let z = match raw.text("order").as_deref() {
        Some("under") => -100.0,
        Some("over") => 100.0,
        _ => raw.number_or("order", 0.0),
    };
    let number = |cell: Value<'_>| {
        let id = cell.as_f64().filter(|id| id.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(id))?;
        let id = id as u32;
        (id == 0 || tiles.binary_search_by_key(&id, |(id, ..)| *id).is_ok()).then_some(id)
    };
    let data: Option<Vec<u32>> = raw.list("data").map(number).collect();
    let data = data.ok_or("a layer uses a number that no tile has")?;
    if data.len() as f64 != cells {
        return Err("a layer's count of cells is not the width times the height");
    }
    Ok((raw.text("name").unwrap_or_else(|| format!("layer {at}")), z, data))
}
