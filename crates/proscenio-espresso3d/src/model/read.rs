//! Documents into values. What has no place among values (words without meaning, damaged fields, reserved
//! items) stays as comments at the nearest place that may hold one, with a finding.

use std::collections::HashSet;

use proscenio_source::{Finding, Span};

use super::{
    Actor, Animation, Bone, Command, Comment, Entry, File, FileItem, Frame, FrameBone, Layer, Model,
    ModelItem, Name, ParticleSystem, Portal, PortalKind, Sector, SectorItem, TextureSet, TextureSetRef,
    Triangle,
};
use crate::code::Code;
use crate::document::Document;
use crate::problem::{Problem, Problems};
use crate::syntax::Kind;
use crate::value;
use crate::view::{CommandKind, Item, Pose, bone_group, pairs, triples};

/// Values taken from a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken<T> {
    /// The values.
    pub value: T,
    /// What became a comment, and what is spelled in another way now. The document's own findings say why.
    pub findings: Vec<Finding>,
}

impl File {
    /// The values of a map or an actor. Takes time and memory linear in the file.
    ///
    /// Comments stand where the formats allow them: those inside a triangle, a placement, a bone or an animation
    /// come in front of it. Nothing of the document is lost: what is no value becomes a comment. Of a texture
    /// set there are no values here; see [`TextureSet::of`].
    #[must_use]
    pub fn of(document: &Document) -> Taken<Self> {
        let mut build = Build { file: Self::new(document.kind()), open: None };
        let findings = take_into(document, &mut build);
        build.close();
        Taken { value: build.file, findings }
    }
}

impl TextureSet {
    /// The values of a texture set. A line without a path becomes a comment, and so do surplus words.
    #[must_use]
    pub fn of(document: &Document) -> Taken<Self> {
        let mut set = Self::default();
        let mut problems = Problems::default();
        let mut names = Names::default();
        for item in document.item(document.tree().root()).children() {
            let keep = |set: &mut Self, item: Item<'_>| {
                set.items.extend(Comment::lines(item.as_word().bytes()).map(Into::into));
            };
            let mut kept = |set: &mut Self, item: Item<'_>| {
                keep(set, item);
                problems.push(Problem::new(Code::KeptAsComment, item.span(), ""));
            };
            if item.kind() != Kind::Entry {
                keep(&mut set, item);
                continue;
            }
            for child in item.children() {
                match child.kind() {
                    Kind::Comment => keep(&mut set, child),
                    Kind::Unknown => kept(&mut set, child),
                    _ => {}
                }
            }
            match (item.word(Kind::Alias), item.word(Kind::Path)) {
                (Some(alias), Some(path)) => set
                    .items
                    .push(Entry { alias: names.of(alias.bytes()), path: names.of(path.bytes()) }.into()),
                _ => kept(&mut set, item),
            }
        }
        Taken { value: set, findings: problems.into_findings(document.source()) }
    }
}

/// A part of a file on its way from a document to values or to text.
pub(crate) enum Part {
    Comment(Comment),
    TextureSet(TextureSetRef),
    OpenSector(Option<Name>),
    OpenModel(Option<Name>),
    Close,
    Triangle(Triangle),
    Portal(Portal),
    Actor(Actor),
    ParticleSystem(ParticleSystem),
    Bone(Bone),
    Animation(Animation),
}

/// Takes the parts of a file, in order.
pub(crate) trait Put {
    /// A part, and where it stands.
    fn put(&mut self, part: Part, at: Span);
}

/// Hands the parts of a document over, so that a large map needs no second copy in memory. The findings say
/// what became a comment.
pub(crate) fn take_into(document: &Document, target: &mut impl Put) -> Vec<Finding> {
    let mut reader =
        Reader { target, names: Names::default(), problems: Problems::default(), groups: Vec::new() };
    for item in document.item(document.tree().root()).children() {
        reader.file_item(item);
    }
    reader.problems.into_findings(document.source())
}

/// Each name once in memory.
#[derive(Default)]
pub(crate) struct Names {
    known: HashSet<Name>,
    last: Option<Name>,
}

impl Names {
    /// The name of these bytes. Neighbours often share one, so the latest is tried first.
    pub fn of(&mut self, bytes: &[u8]) -> Name {
        if let Some(last) = &self.last
            && last.bytes() == bytes
        {
            return last.clone();
        }
        let name = match self.known.get(bytes) {
            Some(name) => name.clone(),
            None => {
                let name = Name::new(bytes);
                self.known.insert(name.clone());
                name
            }
        };
        self.last = Some(name.clone());
        name
    }
}

struct Reader<'p, P> {
    target: &'p mut P,
    names: Names,
    problems: Problems,
    /// The bone groups of the model at hand.
    groups: Vec<Name>,
}

impl<P: Put> Reader<'_, P> {
    fn comment(&mut self, item: Item<'_>) {
        self.target.put(Part::Comment(Comment::new(item.as_word().bytes())), item.span());
    }

    /// Keeps text that is no value.
    fn keep(&mut self, item: Item<'_>) {
        for comment in Comment::lines(item.as_word().bytes()) {
            self.target.put(Part::Comment(comment), item.span());
        }
        self.problems.push(Problem::new(Code::KeptAsComment, item.span(), ""));
    }

    fn aside(&mut self, item: Item<'_>) {
        match item.kind() {
            Kind::Comment => self.comment(item),
            _ => self.keep(item),
        }
    }

    fn name(&mut self, item: Option<Item<'_>>) -> Option<Name> {
        item.map(|item| self.names.of(item.as_word().bytes()))
    }

    /// The children of these kinds, the last of each: a repeated field overwrites. Everything else in the item
    /// is kept aside.
    fn fields<'a, const N: usize>(&mut self, item: Item<'a>, kinds: [Kind; N]) -> [Option<Item<'a>>; N] {
        let mut found = [None; N];
        for child in item.children() {
            let Some(at) = kinds.iter().position(|kind| *kind == child.kind()) else {
                self.aside(child);
                continue;
            };
            for inner in child.children() {
                if matches!(inner.kind(), Kind::Comment | Kind::Unknown) {
                    self.aside(inner);
                }
            }
            if let Some(earlier) = found[at].replace(child) {
                self.keep(earlier);
            }
        }
        found
    }

    /// The numbers of a field; a damaged field is kept aside.
    fn values<const N: usize>(&mut self, field: Option<Item<'_>>) -> Option<[f64; N]> {
        let field = field?;
        let values = field.values();
        if values.is_none() {
            self.keep(field);
        }
        values
    }

    fn file_item(&mut self, item: Item<'_>) {
        match item.kind() {
            Kind::TextureSet => self.texture_set(item),
            Kind::Sector => self.container(item, Kind::Id, Part::OpenSector, Self::sector_item),
            Kind::Model => {
                let groups = item.all(Kind::BoneGroup).filter_map(|group| group.word(Kind::Id));
                self.groups = groups.map(|id| Name::new(id.bytes())).collect();
                self.container(item, Kind::Name, Part::OpenModel, Self::model_item);
            }
            _ => self.aside(item),
        }
    }

    fn texture_set(&mut self, item: Item<'_>) {
        let [path, flag] = self.fields(item, [Kind::Path, Kind::Flag]);
        let Some(path) = self.name(path) else { return self.keep(item) };
        let is = |word: &str| {
            flag.is_some_and(|flag| flag.as_word().bytes().eq_ignore_ascii_case(word.as_bytes()))
        };
        let in_jar = is("JAR");
        if let Some(flag) = flag
            && !in_jar
            && !is("NOJAR")
        {
            self.keep(flag);
        }
        self.target.put(Part::TextureSet(TextureSetRef { path, in_jar }), item.span());
    }

    fn container(
        &mut self,
        item: Item<'_>,
        header: Kind,
        open: fn(Option<Name>) -> Part,
        inner: fn(&mut Self, Item<'_>),
    ) {
        let name = item.word(header).map(|word| self.names.of(word.bytes()));
        self.target.put(open(name), item.span());
        for child in item.children() {
            if child.kind() != header {
                inner(self, child);
            }
        }
        self.target.put(Part::Close, item.span());
    }

    fn sector_item(&mut self, item: Item<'_>) {
        match item.kind() {
            Kind::Triangle => self.triangle(item),
            Kind::Portal => self.portal(item),
            Kind::Actor => self.actor(item),
            Kind::ParticleSystem => self.particle_system(item),
            _ => self.aside(item),
        }
    }

    fn model_item(&mut self, item: Item<'_>) {
        match item.kind() {
            Kind::Triangle => self.triangle(item),
            Kind::Bone => self.bone(item),
            Kind::BoneGroup => self.bone_group(item),
            Kind::Animation => self.animation(item),
            _ => self.aside(item),
        }
    }

    fn triangle(&mut self, item: Item<'_>) {
        let kinds = [
            Kind::Vertices,
            Kind::Texture,
            Kind::Detail0,
            Kind::Detail1,
            Kind::BoneLink,
            Kind::BoneAttachment,
            Kind::List,
            Kind::Alias,
        ];
        let [vertices, texture, detail0, detail1, link, attachment, list, alias] = self.fields(item, kinds);
        let mut triangle = Triangle::default();
        if let Some(list) = list {
            let Some([a, b, c, d, e, f, g, h, i, uv @ ..]) = list.values::<15>() else {
                return self.keep(item);
            };
            triangle.vertices = Some(triples([a, b, c, d, e, f, g, h, i]));
            triangle.texture = Some(Layer { uv: pairs(uv), alias: self.name(alias) });
        } else {
            triangle.vertices = self.values::<9>(vertices).map(triples);
            triangle.texture = self.layer(texture);
            triangle.details = [self.layer(detail0).map(Box::new), self.layer(detail1).map(Box::new)];
            triangle.bones = self.bone_links(link, attachment);
        }
        self.target.put(Part::Triangle(triangle), item.span());
    }

    fn layer(&mut self, field: Option<Item<'_>>) -> Option<Layer> {
        let uv = pairs(self.values(field)?);
        let alias = field?.all(Kind::Alias).next();
        Some(Layer { uv, alias: self.name(alias) })
    }

    fn bone_links(
        &mut self,
        link: Option<Item<'_>>,
        attachment: Option<Item<'_>>,
    ) -> Option<Box<[Option<Name>; 3]>> {
        if let Some(attachment) = attachment {
            let mut groups = attachment.all(Kind::Group).map(Item::as_word);
            let one = |group: crate::view::Word<'_>| matches!(&self.groups[..], [only] if only.bytes() == group.bytes());
            if link.is_some() || !groups.all(one) {
                self.keep(attachment);
            }
        }
        let field = link.or(attachment)?;
        let mut ids = field.all(Kind::Id);
        let mut next = || ids.next();
        let items = [next(), next(), next()];
        Some(Box::new(items.map(|id| self.name(id))))
    }

    fn portal(&mut self, item: Item<'_>) {
        let kinds = [
            Kind::PortalType,
            Kind::Id,
            Kind::LinkSector,
            Kind::LinkPortal,
            Kind::List,
            Kind::Vertices,
            Kind::PortalLink,
        ];
        let [kind, id, sector, portal, list, vertices, links] = self.fields(item, kinds);
        let of = |field: Option<Item<'_>>, kind| {
            field.and_then(|field| field.all(kind).next().map(|item| item.index()))
        };
        let [sector, portal] = [(sector, Kind::LinkSector), (portal, Kind::LinkPortal)]
            .map(|(word, kind)| word.or_else(|| of(links, kind).map(|index| item.document.item(index))));
        let corners = self.values::<12>(list.or(vertices)).map(triples);
        if list.is_some() && corners.is_none() {
            return self.keep(item);
        }
        let kind = match kind.map(|kind| kind.as_word().bytes()) {
            None => PortalKind::Fast,
            Some(word) if word.eq_ignore_ascii_case(b"FAST") => PortalKind::Fast,
            Some(word) if word.eq_ignore_ascii_case(b"ACCURATE") => PortalKind::Accurate,
            Some(word) => PortalKind::Other(self.names.of(word)),
        };
        let portal = Portal {
            kind,
            id: self.name(id),
            corners,
            link_sector: self.name(sector),
            link_portal: self.name(portal),
        };
        self.target.put(Part::Portal(portal), item.span());
    }

    fn actor(&mut self, item: Item<'_>) {
        let [name, id] = [Kind::Name, Kind::Id].map(|kind| item.all(kind).next());
        let [name, id] = [self.name(name), self.name(id)];
        if let Some(pose) = self.placed(item) {
            self.target.put(Part::Actor(Actor { name, id, pose }), item.span());
        }
    }

    fn particle_system(&mut self, item: Item<'_>) {
        let name = self.name(item.all(Kind::Name).next());
        if let Some(pose) = self.placed(item) {
            self.target.put(Part::ParticleSystem(ParticleSystem { name, pose }), item.span());
        }
    }

    /// The pose of an item in either dialect; `None` when it is a damaged list, which is kept aside.
    fn placed(&mut self, item: Item<'_>) -> Option<Pose> {
        let kinds = [Kind::Position, Kind::Forward, Kind::Up, Kind::List, Kind::Name, Kind::Id, Kind::Parent];
        let [position, forward, up, list, ..] = self.fields(item, kinds);
        let [position, forward, up] = if list.is_some() {
            let Some(values) = list.and_then(Item::values::<9>) else {
                self.keep(item);
                return None;
            };
            triples::<9, 3>(values).map(Some)
        } else {
            [self.values(position), self.values(forward), self.values(up)]
        };
        Some(Pose { position, forward, up })
    }

    fn bone(&mut self, item: Item<'_>) {
        let [id, parent] = [Kind::Id, Kind::Parent].map(|kind| item.all(kind).next());
        let [id, parent] = [self.name(id), self.name(parent)];
        let pose = self.placed(item).unwrap_or_default();
        self.target.put(Part::Bone(Bone { id, parent, pose }), item.span());
    }

    /// Bones of the transitional spelling become bones that stand unturned; the name of the group, which
    /// release 0.5 has no place for, stays as a comment.
    fn bone_group(&mut self, item: Item<'_>) {
        self.problems.push(Problem::new(Code::BonesRespelled, item.span(), ""));
        let bones = bone_group(item);
        let listed: usize = item.all(Kind::GroupBone).map(|bone| bone.all(Kind::Child).count()).sum();
        if listed == bones.iter().filter(|bone| bone.parent().is_some()).count() {
            let id = item.word(Kind::Id).map_or(&b""[..], |id| id.bytes());
            self.target.put(Part::Comment(Comment::new([b" BONEGROUP ", id].concat())), item.span());
        } else {
            // A child that is no bone, or has two parents: nothing but the text itself says that.
            self.keep(item);
        }
        for inner in item.children().filter(|child| !matches!(child.kind(), Kind::Id | Kind::GroupBone)) {
            self.aside(inner);
        }
        for bone in bones {
            let _ = self.fields(bone.item(), [Kind::Id, Kind::Child]);
            let pose = bone.pose();
            if pose.position.is_none() {
                self.keep(bone.item());
            }
            let id = bone.id().map(|id| self.names.of(id.bytes()));
            let parent = bone.parent().map(|id| self.names.of(id.bytes()));
            self.target.put(Part::Bone(Bone { id, parent, pose }), bone.span());
        }
    }

    fn animation(&mut self, item: Item<'_>) {
        let mut animation = Animation::default();
        for child in item.children() {
            match child.kind() {
                Kind::Id => animation.id = self.name(Some(child)),
                Kind::Fps => {
                    animation.fps = value::number(child.as_word().bytes());
                    if animation.fps.is_none() {
                        self.keep(child);
                    }
                }
                Kind::Frame => animation.frames.push(self.frame(child)),
                _ => self.aside(child),
            }
        }
        self.target.put(Part::Animation(animation), item.span());
    }

    fn frame(&mut self, item: Item<'_>) -> Frame {
        let mut frame = Frame::default();
        for child in item.children() {
            match child.kind() {
                Kind::Id => frame.id = self.name(Some(child)),
                Kind::FrameBone => frame.bones.push(self.frame_bone(child)),
                _ => self.aside(child),
            }
        }
        frame
    }

    fn frame_bone(&mut self, item: Item<'_>) -> FrameBone {
        let mut bone = FrameBone::default();
        for child in item.children() {
            let kind = match child.kind() {
                Kind::Id => {
                    bone.id = self.name(Some(child));
                    continue;
                }
                Kind::Rotate => CommandKind::Rotate,
                Kind::Translate => CommandKind::Translate,
                _ => {
                    self.aside(child);
                    continue;
                }
            };
            for inner in child.children() {
                self.aside(inner);
            }
            if let Some([span, x, y, z]) = self.values(Some(child)) {
                bone.commands.push(Command { kind, span, amount: [x, y, z] });
            }
        }
        bone
    }
}

/// Puts parts together into a file.
pub(crate) struct Build {
    file: File,
    open: Option<FileItem>,
}

impl Build {
    fn close(&mut self) {
        self.file.items.extend(self.open.take());
    }
}

impl Put for Build {
    fn put(&mut self, part: Part, _: Span) {
        let item = match part {
            Part::OpenSector(id) => {
                self.close();
                self.open = Some(Sector { id, items: Vec::new() }.into());
                return;
            }
            Part::OpenModel(name) => {
                self.close();
                self.open = Some(Model { name, items: Vec::new() }.into());
                return;
            }
            Part::Close => return self.close(),
            other => other,
        };
        match &mut self.open {
            Some(FileItem::Sector(sector)) => sector.items.extend(sector_item(item)),
            Some(FileItem::Model(model)) => model.items.extend(model_item(item)),
            _ => self.file.items.extend(match item {
                Part::Comment(comment) => Some(comment.into()),
                Part::TextureSet(set) => Some(FileItem::TextureSet(set)),
                _ => None,
            }),
        }
    }
}

/// The item of a sector; the reader hands over no other.
fn sector_item(part: Part) -> Option<SectorItem> {
    Some(match part {
        Part::Comment(comment) => comment.into(),
        Part::Triangle(triangle) => triangle.into(),
        Part::Portal(portal) => portal.into(),
        Part::Actor(actor) => actor.into(),
        Part::ParticleSystem(system) => system.into(),
        _ => return None,
    })
}

/// The item of a model; the reader hands over no other.
fn model_item(part: Part) -> Option<ModelItem> {
    Some(match part {
        Part::Comment(comment) => comment.into(),
        Part::Triangle(triangle) => triangle.into(),
        Part::Bone(bone) => bone.into(),
        Part::Animation(animation) => animation.into(),
        _ => return None,
    })
}
