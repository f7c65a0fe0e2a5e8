//! The items of an actor.

use std::collections::HashMap;

use super::{Item, Pose, Triangle, Word, view};
use crate::syntax::Kind;
use crate::value;

/// Frames per second of an animation that does not say.
const DEFAULT_FPS: f64 = 20.0;

view! {
    /// The geometry, bones and animations of an actor.
    Model
}

impl<'a> Model<'a> {
    /// The name; it means nothing to the engine.
    #[must_use]
    pub fn name(self) -> Option<Word<'a>> {
        self.item.word(Kind::Name)
    }

    /// The triangles, in the order of the file.
    pub fn triangles(self) -> impl Iterator<Item = Triangle<'a>> {
        self.item.all(Kind::Triangle).map(Triangle::new)
    }

    /// The bones in the order of the file, those of groups (the transitional spelling) included.
    #[must_use]
    pub fn bones(self) -> Vec<Bone<'a>> {
        let mut bones = Vec::new();
        for child in self.item.children() {
            match child.kind() {
                Kind::Bone => {
                    bones.push(Bone { item: child, parent: child.word(Kind::Parent), grouped: false })
                }
                Kind::BoneGroup => bones.extend(group(child)),
                _ => {}
            }
        }
        bones
    }

    /// The animations, in the order of the file.
    pub fn animations(self) -> impl Iterator<Item = Animation<'a>> {
        self.item.all(Kind::Animation).map(Animation::new)
    }
}

/// The bones of a group; the parent of a bone is the one that lists it.
pub(crate) fn group<'a>(group: Item<'a>) -> Vec<Bone<'a>> {
    let mut parents = HashMap::new();
    for bone in group.all(Kind::GroupBone) {
        let Some(id) = bone.word(Kind::Id) else { continue };
        for child in bone.all(Kind::Child) {
            parents.entry(child.as_word().bytes()).or_insert(id);
        }
    }
    let parent = |item: Item<'a>| item.word(Kind::Id).and_then(|id| parents.get(id.bytes()).copied());
    group.all(Kind::GroupBone).map(|item| Bone { item, parent: parent(item), grouped: true }).collect()
}

/// A bone in its rest pose.
#[derive(Clone, Copy, Debug)]
pub struct Bone<'a> {
    item: Item<'a>,
    parent: Option<Word<'a>>,
    grouped: bool,
}

impl<'a> Bone<'a> {
    /// Where it stands in the file.
    #[must_use]
    pub fn span(self) -> proscenio_source::Span {
        self.item.span()
    }

    /// The node under the view.
    #[must_use]
    pub fn item(self) -> Item<'a> {
        self.item
    }

    /// The id.
    #[must_use]
    pub fn id(self) -> Option<Word<'a>> {
        self.item.word(Kind::Id)
    }

    /// The id of the parent; `None` for a root. In a bone group the parent is the bone that lists this one.
    #[must_use]
    pub fn parent(self) -> Option<Word<'a>> {
        self.parent
    }

    /// Whether the bone is written in the transitional spelling, which has no orientation.
    #[must_use]
    pub fn is_transitional(self) -> bool {
        self.grouped
    }

    /// The rest pose in model space. A bone of a group stands unturned.
    #[must_use]
    pub fn pose(self) -> Pose {
        if !self.grouped {
            return Pose::of(self.item);
        }
        Pose { position: self.item.values(), forward: Some([0.0, 0.0, 1.0]), up: Some([0.0, 1.0, 0.0]) }
    }
}

view! {
    /// A sequence of frames.
    Animation
}

impl<'a> Animation<'a> {
    /// The id by which a program starts it.
    #[must_use]
    pub fn id(self) -> Option<Word<'a>> {
        self.item.word(Kind::Id)
    }

    /// Frames per second: 20 when it is missing, no number, or zero, as in the engine.
    #[must_use]
    pub fn fps(self) -> f64 {
        let written = self.item.word(Kind::Fps).and_then(|word| value::number(word.bytes()));
        written.filter(|fps| *fps != 0.0).unwrap_or(DEFAULT_FPS)
    }

    /// The frames in playing order, which is that of the file; their ids are labels.
    pub fn frames(self) -> impl Iterator<Item = Frame<'a>> {
        self.item.all(Kind::Frame).map(Frame::new)
    }
}

view! {
    /// What starts at one moment of an animation; an empty frame is a pause.
    Frame
}

impl<'a> Frame<'a> {
    /// The label.
    #[must_use]
    pub fn id(self) -> Option<Word<'a>> {
        self.item.word(Kind::Id)
    }

    /// The bones that move from here on.
    pub fn bones(self) -> impl Iterator<Item = FrameBone<'a>> {
        self.item.all(Kind::FrameBone).map(FrameBone::new)
    }
}

view! {
    /// The commands that one bone gets in one frame.
    FrameBone
}

impl<'a> FrameBone<'a> {
    /// The bone's id.
    #[must_use]
    pub fn id(self) -> Option<Word<'a>> {
        self.item.word(Kind::Id)
    }

    /// The commands, in the order of the file.
    pub fn commands(self) -> impl Iterator<Item = Command<'a>> {
        self.item.children().filter_map(|item| {
            let kind = match item.kind() {
                Kind::Rotate => CommandKind::Rotate,
                Kind::Translate => CommandKind::Translate,
                _ => return None,
            };
            Some(Command { item, kind })
        })
    }
}

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandKind {
    /// Turns by Euler increments in radians.
    Rotate,
    /// Moves along the bone's own axes.
    Translate,
}

/// One movement of a bone.
#[derive(Clone, Copy, Debug)]
pub struct Command<'a> {
    item: Item<'a>,
    kind: CommandKind,
}

impl Command<'_> {
    /// Where it stands in the file.
    #[must_use]
    pub fn span(self) -> proscenio_source::Span {
        self.item.span()
    }

    /// What it does.
    #[must_use]
    pub fn kind(self) -> CommandKind {
        self.kind
    }

    /// How long it lasts, in frames. (The 0.5 engine takes the span of a translation for seconds; every
    /// exporter wrote frames.) `None` when it is missing or damaged.
    #[must_use]
    pub fn frames(self) -> Option<f64> {
        self.item.values::<4>().map(|[frames, ..]| frames)
    }

    /// Radians about x, y, z, or the displacement along x, y, z. `None` when one is missing or damaged.
    #[must_use]
    pub fn amount(self) -> Option<[f64; 3]> {
        self.item.values::<4>().map(|[_, x, y, z]| [x, y, z])
    }
}
