//! What the format consists of, as tables: every object with its members, their shapes, units and defaults.
//!
//! One [`Object`] per object of the format, one [`Field`] per member. The readers of [`crate::model`] are plain
//! code; tests go through these tables and hold the readers against them. The field tables of the book and the
//! JSON Schemas are made from them, and in [`Mode::Keep`](crate::Mode) they tell which members of a file the
//! format does not know.

mod assets;
mod audio;
mod behaviour;
mod build;
mod cut;
mod example;
mod figures;
mod flat;
mod material;
mod physics;
mod scene;
mod unread;
mod view;

pub use assets::{ASSETS, RECIPES, asset};
pub use build::{
    field, flag, integer, key, number, opt_flag, opt_integer, opt_number, opt_text, path, text, word,
};
pub use scene::{COMPONENTS, NODE, SCENE, component};
pub(crate) use unread::Walk;
pub use unread::{Step, Unread};

use crate::model::Colour;

/// An object of the format.
#[derive(Debug)]
pub struct Object {
    /// Its name, unique in one [`Group`]: `sprite`, `sprite.animation`.
    pub name: &'static str,
    /// What it is, one sentence.
    pub about: &'static str,
    /// The member and word that tell it from its alternatives, written first: `("type", "sprite")`.
    pub tag: Option<(&'static str, &'static str)>,
    /// Its members in the order they are written, without the tag.
    pub fields: &'static [Field],
    /// Members of which it needs at least one; empty when it needs none.
    pub one_of: &'static [&'static str],
}

/// Objects that belong together in the documentation.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The heading: `Components`.
    pub title: &'static str,
    /// The objects in order.
    pub objects: &'static [&'static Object],
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in the file.
    pub name: &'static str,
    /// Which values count. Any other value reads as the default.
    pub shape: Shape,
    /// What an absent member reads as.
    pub default: Default,
    /// What absence means where no value of the member says the same; empty where [`Self::default`] tells.
    pub absent: &'static str,
    /// Unit of the numbers; empty for those without.
    pub unit: &'static str,
    /// What it means, one sentence.
    pub about: &'static str,
    /// When it is written.
    pub written: Written,
    /// Whether the object is not understood without it.
    pub required: bool,
    /// The numbers that make sense, both ends included. Readers take others too.
    pub range: Option<(f64, f64)>,
    /// Other members of the same object, each with the values as JSON, one of which it has to have for this
    /// one to count. The empty text stands for an absent member.
    pub needs: &'static [(&'static str, &'static [&'static str])],
    /// Names of earlier releases, read as this one in [`Mode::Keep`](crate::Mode).
    pub old_names: &'static [&'static str],
}

/// Which values count for a member.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A finite number.
    Number,
    /// A finite number that is meant to be whole; fractions are read.
    Integer,
    /// A number from the first to the second, both included. Others do not count.
    Within(f64, f64),
    /// A number above zero. Others do not count.
    Positive,
    /// `true` or `false`.
    Bool,
    /// `true`; `false` is the same as nothing.
    True,
    /// A string, perhaps empty.
    Text,
    /// A string of at least one character.
    Name,
    /// A string with something in it besides blanks.
    Filled,
    /// Key of an asset, perhaps empty; the kinds of asset that are looked at.
    Key(&'static [&'static str]),
    /// As [`Self::Key`], not empty.
    NameKey(&'static [&'static str]),
    /// Path of a file from the project root.
    Path,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any string; these are the words known.
    OpenWord(&'static [&'static str]),
    /// `{r, g, b, a}`, 0 to 1.
    Colour,
    /// `{x, y}`; a coordinate that is missing is the number.
    Point(f64),
    /// `[x, y, z]`; what is missing is 0.
    Triple,
    /// `[x, y]`.
    Pair,
    /// An array of as many numbers as told, both ends included.
    Numbers(usize, usize),
    /// An array of values of that shape; others are passed over.
    List(&'static Shape),
    /// An array of at least so many values of that shape.
    ListOf(usize, &'static Shape),
    /// An array whose positions are identities: an element that is no object stands for one of defaults.
    Entries(&'static Object),
    /// An object of free names with values of that shape; others are passed over.
    Map(&'static Shape),
    /// An object of at most four names that a shader can use, with values of that shape.
    Maps(&'static Shape),
    /// That object.
    Object(&'static Object),
    /// One of these objects, told apart by their tags.
    Tagged(&'static [&'static Object]),
    /// The first of these shapes that takes the value.
    AnyOf(&'static [Shape]),
    /// `null`, or that shape.
    Nullable(&'static Shape),
    /// Any value at all.
    Any,
    /// An object of members that belong to somebody else.
    Foreign,
}

/// What an absent member reads as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Default {
    /// Nothing; what that means is told by [`Field::absent`].
    Nothing,
    /// `null`.
    Null,
    /// That truth value.
    Bool(bool),
    /// That number.
    Number(f64),
    /// That text.
    Text(&'static str),
    /// That colour.
    Colour(Colour),
    /// That point.
    Point(f64, f64),
    /// Three numbers in an array.
    Triple([f64; 3]),
    /// `[]`.
    EmptyList,
    /// `{}`.
    EmptyObject,
    /// The object with the defaults of all its members.
    Whole,
    /// A made-up identity.
    Id,
    /// What that other member says.
    Same(&'static str),
}

/// When a member is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Always, default or not.
    Always,
    /// When the file says it, default or not.
    IfSaid,
    /// When it differs from its default.
    IfOther,
}

impl Object {
    /// An object told from its alternatives by a member, as components by their `type`.
    #[must_use]
    pub const fn tagged(
        tag: &'static str,
        word: &'static str,
        about: &'static str,
        fields: &'static [Field],
    ) -> Self {
        Self { name: word, about, tag: Some((tag, word)), fields, one_of: &[] }
    }

    /// An object whose place tells what it is.
    #[must_use]
    pub const fn plain(name: &'static str, about: &'static str, fields: &'static [Field]) -> Self {
        Self { name, about, tag: None, fields, one_of: &[] }
    }

    /// The same object under another name.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same object, not understood without one of these members.
    #[must_use]
    pub const fn needing_one_of(self, one_of: &'static [&'static str]) -> Self {
        Self { one_of, ..self }
    }

    /// The member of that name; the tag is none.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}
