//! Maps, actors and texture sets as values: owned, made from a document or from nothing, and written by
//! [`crate::write_file`] and [`crate::write_texture_set`].
//!
//! ```
//! use proscenio_espresso3d::model::{File, Layer, Sector, TextureSetRef, Triangle};
//! use proscenio_espresso3d::{FileKind, WriteOptions, write_file};
//!
//! let mut room = Sector::new("hall");
//! room.items.push(
//!     Triangle {
//!         vertices: Some([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
//!         texture: Some(Layer::new([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], "WALL")),
//!         ..Triangle::default()
//!     }
//!     .into(),
//! );
//! let mut map = File::new(FileKind::Map);
//! map.items.push(TextureSetRef::new("textures/set.txt").into());
//! map.items.push(room.into());
//! let written = write_file(&map, &WriteOptions::default());
//! assert!(written.losses.is_empty());
//! assert!(written.text.starts_with(b"TEXTURESET textures/set.txt NOJAR\nSECTOR hall\n{\n  TRIANGLE\n"));
//! ```
//!
//! Units are those of the file: world coordinates in sectors, local ones in models, angles in radians; the axes
//! are right-handed with +Y up and +Z forward. Nothing is normalised. `None` is a value that the file lacks; a
//! file that lacks one is damaged in the eyes of [`crate::check`].

mod name;
mod read;

pub use name::{Comment, Name};
pub use read::Taken;

pub(crate) use name::{Letters, fits, fitted};
pub(crate) use read::{Part, Put, take_into};

use crate::document::FileKind;
use crate::view::{CommandKind, Pose};

/// A map or an actor. The kind is that of the file; either may hold what belongs into the other.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// [`FileKind::Map`] or [`FileKind::Actor`].
    pub kind: FileKind,
    /// What stands in it, in order.
    pub items: Vec<FileItem>,
}

impl File {
    /// An empty file.
    #[must_use]
    pub fn new(kind: FileKind) -> Self {
        Self { kind, items: Vec::new() }
    }

    /// The texture sets that it names.
    pub fn texture_sets(&self) -> impl Iterator<Item = &TextureSetRef> {
        self.items.iter().filter_map(|item| match item {
            FileItem::TextureSet(set) => Some(set),
            _ => None,
        })
    }

    /// Its sectors.
    pub fn sectors(&self) -> impl Iterator<Item = &Sector> {
        self.items.iter().filter_map(|item| match item {
            FileItem::Sector(sector) => Some(sector),
            _ => None,
        })
    }

    /// Its models.
    pub fn models(&self) -> impl Iterator<Item = &Model> {
        self.items.iter().filter_map(|item| match item {
            FileItem::Model(model) => Some(model),
            _ => None,
        })
    }
}

/// What stands in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum FileItem {
    /// A line that means nothing.
    Comment(Comment),
    /// A texture set that is loaded.
    TextureSet(TextureSetRef),
    /// A room of a map.
    Sector(Sector),
    /// The geometry of an actor.
    Model(Model),
}

/// A `TEXTURESET` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureSetRef {
    /// The path as written; backslashes are written as slashes.
    pub path: Name,
    /// `JAR` and not `NOJAR`. The 0.5 engine ignores it.
    pub in_jar: bool,
}

impl TextureSetRef {
    /// A set that is no part of a JAR.
    #[must_use]
    pub fn new(path: impl Into<Name>) -> Self {
        Self { path: path.into(), in_jar: false }
    }
}

/// A room: geometry, portals, placed actors and particle systems.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sector {
    /// The id, unique in its map.
    pub id: Option<Name>,
    /// What stands in it, in order.
    pub items: Vec<SectorItem>,
}

impl Sector {
    /// An empty sector.
    #[must_use]
    pub fn new(id: impl Into<Name>) -> Self {
        Self { id: Some(id.into()), items: Vec::new() }
    }

    /// Its triangles.
    pub fn triangles(&self) -> impl Iterator<Item = &Triangle> {
        self.items.iter().filter_map(|item| match item {
            SectorItem::Triangle(triangle) => Some(triangle),
            _ => None,
        })
    }

    /// Its portals.
    pub fn portals(&self) -> impl Iterator<Item = &Portal> {
        self.items.iter().filter_map(|item| match item {
            SectorItem::Portal(portal) => Some(&**portal),
            _ => None,
        })
    }
}

/// What stands in a sector.
#[derive(Clone, Debug, PartialEq)]
pub enum SectorItem {
    /// A line that means nothing.
    Comment(Comment),
    /// A triangle.
    Triangle(Triangle),
    /// One side of a doorway.
    Portal(Box<Portal>),
    /// A placed actor.
    Actor(Box<Actor>),
    /// A placed particle system.
    ParticleSystem(Box<ParticleSystem>),
}

/// A triangle; its front is the side from which its corners run counter-clockwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangle {
    /// Corners A, B, C as x, y, z.
    pub vertices: Option<[[f64; 3]; 3]>,
    /// The texture.
    pub texture: Option<Layer>,
    /// The second and the third texture layer (block dialect only).
    pub details: [Option<Box<Layer>>; 2],
    /// The bone of each corner (block dialect only).
    pub bones: Option<Box<[Option<Name>; 3]>>,
}

/// Texture coordinates of the three corners, and the alias of the image.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// U (0 left, 1 right) and V (0 bottom, 1 top) of corners A, B, C.
    pub uv: [[f64; 2]; 3],
    /// The alias.
    pub alias: Option<Name>,
}

impl Layer {
    /// A layer with an image.
    #[must_use]
    pub fn new(uv: [[f64; 2]; 3], alias: impl Into<Name>) -> Self {
        Self { uv, alias: Some(alias.into()) }
    }
}

/// How a portal is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum PortalKind {
    /// `FAST`: the whole sector behind it.
    #[default]
    Fast,
    /// `ACCURATE`: announced in 0.2 and never built; release 0.5 drops such a portal.
    Accurate,
    /// A word that no release knows.
    Other(Name),
}

/// One side of a doorway to another sector.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Portal {
    /// The type.
    pub kind: PortalKind,
    /// The id, unique in its sector.
    pub id: Option<Name>,
    /// Four corners as x, y, z: lower left, upper left, upper right, lower right, seen from one side.
    pub corners: Option<[[f64; 3]; 4]>,
    /// The sector it leads to.
    pub link_sector: Option<Name>,
    /// The portal it leads to, in that sector.
    pub link_portal: Option<Name>,
}

/// A placed actor: a copy of what the program registered under its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Actor {
    /// The name under which the program registered the actor.
    pub name: Option<Name>,
    /// The id of this copy, unique in its sector.
    pub id: Option<Name>,
    /// Where it stands and how it is turned.
    pub pose: Pose,
}

/// A placed particle system: a copy of what the program registered under its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParticleSystem {
    /// The name under which the program registered the particle system.
    pub name: Option<Name>,
    /// Where it stands and how it is turned.
    pub pose: Pose,
}

/// The geometry, bones and animations of an actor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The name; it means nothing to the engine.
    pub name: Option<Name>,
    /// What stands in it, in order.
    pub items: Vec<ModelItem>,
}

impl Model {
    /// Its triangles.
    pub fn triangles(&self) -> impl Iterator<Item = &Triangle> {
        self.items.iter().filter_map(|item| match item {
            ModelItem::Triangle(triangle) => Some(triangle),
            _ => None,
        })
    }

    /// Its bones.
    pub fn bones(&self) -> impl Iterator<Item = &Bone> {
        self.items.iter().filter_map(|item| match item {
            ModelItem::Bone(bone) => Some(&**bone),
            _ => None,
        })
    }

    /// Its animations.
    pub fn animations(&self) -> impl Iterator<Item = &Animation> {
        self.items.iter().filter_map(|item| match item {
            ModelItem::Animation(animation) => Some(animation),
            _ => None,
        })
    }
}

/// What stands in a model.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelItem {
    /// A line that means nothing.
    Comment(Comment),
    /// A triangle.
    Triangle(Triangle),
    /// A bone in its rest pose.
    Bone(Box<Bone>),
    /// A sequence of frames.
    Animation(Animation),
}

/// A bone in its rest pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// The id.
    pub id: Option<Name>,
    /// The id of the parent; `None` for a root.
    pub parent: Option<Name>,
    /// The rest pose in model space.
    pub pose: Pose,
}

/// A sequence of frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation {
    /// The id by which a program starts it.
    pub id: Option<Name>,
    /// Frames per second as written; the engine takes 20 for 0.
    pub fps: Option<f64>,
    /// The frames in playing order.
    pub frames: Vec<Frame>,
}

/// What starts at one moment of an animation; an empty frame is a pause.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The label.
    pub id: Option<Name>,
    /// The bones that move from here on.
    pub bones: Vec<FrameBone>,
}

/// The commands that one bone gets in one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameBone {
    /// The bone's id.
    pub id: Option<Name>,
    /// The commands, in order.
    pub commands: Vec<Command>,
}

/// One movement of a bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Command {
    /// What it does.
    pub kind: CommandKind,
    /// How long it lasts, as written: frames; release 0.5 takes that of a translation for seconds.
    pub span: f64,
    /// Radians about x, y, z, or the displacement along the bone's own x, y, z.
    pub amount: [f64; 3],
}

/// A texture set: aliases and image paths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextureSet {
    /// The lines, in order; the first definition of an alias counts.
    pub items: Vec<TextureSetItem>,
}

/// A line of a texture set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextureSetItem {
    /// A comment, which no release of the engine understands.
    Comment(Comment),
    /// An alias and the path of its image.
    Entry(Entry),
}

/// An alias and the path of its image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The alias.
    pub alias: Name,
    /// The path as written; backslashes are written as slashes.
    pub path: Name,
}

impl TextureSet {
    /// The entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.items.iter().filter_map(|item| match item {
            TextureSetItem::Entry(entry) => Some(entry),
            TextureSetItem::Comment(_) => None,
        })
    }
}

/// Lets an item be pushed where its container's items are wanted.
macro_rules! into_item {
    ($($item:ident => $target:ident;)*) => {
        $(impl From<$item> for $target {
            fn from(item: $item) -> Self {
                Self::$item(item.into())
            }
        })*
    };
}

into_item! {
    Comment => FileItem;
    Sector => FileItem;
    Model => FileItem;
    Comment => SectorItem;
    Triangle => SectorItem;
    Portal => SectorItem;
    Actor => SectorItem;
    ParticleSystem => SectorItem;
    Comment => ModelItem;
    Triangle => ModelItem;
    Bone => ModelItem;
    Animation => ModelItem;
    Comment => TextureSetItem;
    Entry => TextureSetItem;
}

impl From<TextureSetRef> for FileItem {
    fn from(set: TextureSetRef) -> Self {
        Self::TextureSet(set)
    }
}
