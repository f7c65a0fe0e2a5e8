//! What boxes, components and assets share: places, colours, points, and where they stand in the file.

use proscenio_source::Span;

use crate::model::fields::Fields;
use crate::model::json::Json;
use crate::tree::ValueId;
use crate::value::Value;

/// Where an item stands in the file it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The item's value; `None` when the file holds none and the item is made up.
    pub value: Option<ValueId>,
    /// The item's bytes; the whole file when it is made up.
    pub span: Span,
}

impl Site {
    /// Of an item that stands in no file.
    pub const NOWHERE: Self = Self { value: None, span: Span::empty(0) };

    pub(crate) fn of(value: Value<'_>) -> Self {
        Self { value: Some(value.id()), span: value.span() }
    }
}

/// A member kept as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct RawMember {
    /// Its name, escapes undone.
    pub name: String,
    /// Its value.
    pub value: Json,
}

/// A colour in stored (screen) values, each channel 0 to 1, alpha straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour {
    /// Red.
    pub r: f64,
    /// Green.
    pub g: f64,
    /// Blue.
    pub b: f64,
    /// Opacity.
    pub a: f64,
}

impl Colour {
    /// Opaque white.
    pub const WHITE: Self = Self { r: 1.0, g: 1.0, b: 1.0, a: 1.0 };
    /// Opaque black.
    pub const BLACK: Self = Self { r: 0.0, g: 0.0, b: 0.0, a: 1.0 };
}

/// A point or a pair of numbers; its unit is told where it is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Rightwards.
    pub x: f64,
    /// Downwards in the plane, upwards in a profile.
    pub y: f64,
}

/// The placement of a box, or of something placed in 3D: nine numbers and perhaps a pivot.
///
/// In the plane `x` and `y` are pixels, +y down, and `rotation` turns clockwise. In 3D +y is up, the system is
/// right-handed, and a point is scaled first, then rolled by `rotation` about Z, pitched by `rotation_x` about
/// X, yawed by `rotation_y` about Y, then moved. Angles are radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Rightwards.
    pub x: f64,
    /// Down in the plane, up in 3D.
    pub y: f64,
    /// Towards the viewer; 3D only.
    pub z: f64,
    /// About Z, radians.
    pub rotation: f64,
    /// About X, radians; 3D only.
    pub rotation_x: f64,
    /// About Y, radians; 3D only.
    pub rotation_y: f64,
    /// Along X.
    pub scale_x: f64,
    /// Along Y.
    pub scale_y: f64,
    /// Along Z; 3D only.
    pub scale_z: f64,
    /// The point, in the box's own units, that turning and growing leave where it is; 3D only.
    pub pivot: Option<[f64; 3]>,
}

impl Transform {
    /// Nowhere moved, turned or grown.
    pub const IDENTITY: Self = Self {
        x: 0.0,
        y: 0.0,
        z: 0.0,
        rotation: 0.0,
        rotation_x: 0.0,
        rotation_y: 0.0,
        scale_x: 1.0,
        scale_y: 1.0,
        scale_z: 1.0,
        pivot: None,
    };

    /// `None` where no object stands; a partial object is filled up with the identity.
    pub(crate) fn read(fields: &Fields<'_>, name: &str) -> Option<Self> {
        let own = fields.rec(name)?;
        Some(Self {
            x: own.num("x", 0.0),
            y: own.num("y", 0.0),
            z: own.num("z", 0.0),
            rotation: own.num("rotation", 0.0),
            rotation_x: own.num("rotationX", 0.0),
            rotation_y: own.num("rotationY", 0.0),
            scale_x: own.num("scaleX", 1.0),
            scale_y: own.num("scaleY", 1.0),
            scale_z: own.num("scaleZ", 1.0),
            pivot: own.rec("pivot").map(|p| [p.num("x", 0.0), p.num("y", 0.0), p.num("z", 0.0)]),
        })
    }
}

/// The placement of something flat inside its box: pixels, +y down, angles clockwise in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatPlace {
    /// Rightwards, pixels.
    pub x: f64,
    /// Downwards, pixels.
    pub y: f64,
    /// Clockwise, radians.
    pub rotation: f64,
    /// Along its own X.
    pub scale_x: f64,
    /// Along its own Y.
    pub scale_y: f64,
}

impl FlatPlace {
    /// The corner of the box.
    pub const IDENTITY: Self = Self { x: 0.0, y: 0.0, rotation: 0.0, scale_x: 1.0, scale_y: 1.0 };

    pub(crate) fn read(fields: &Fields<'_>, name: &str) -> Option<Self> {
        let own = fields.rec(name)?;
        Some(Self {
            x: own.num("x", 0.0),
            y: own.num("y", 0.0),
            rotation: own.num("rotation", 0.0),
            scale_x: own.num("scaleX", 1.0),
            scale_y: own.num("scaleY", 1.0),
        })
    }
}

/// A knob of a shader.
#[derive(Clone, Debug, PartialEq)]
pub enum Uniform {
    /// One number.
    Number(f64),
    /// Two, three or four numbers.
    Vector(Vec<f64>),
}

/// Knobs by name, in file order.
pub type Uniforms = Vec<(String, Uniform)>;

/// `None` where no object stands; members that are no knobs are passed over.
pub(crate) fn uniforms(fields: &Fields<'_>, name: &str) -> Option<Uniforms> {
    use crate::model::fields::finite;
    let knob = |value: Value<'_>| {
        if let Some(number) = finite(value) {
            return Some(Uniform::Number(number));
        }
        let numbers: Option<Vec<f64>> = value.is_array().then(|| value.elements().map(finite).collect())?;
        numbers.filter(|list| (2..=4).contains(&list.len())).map(Uniform::Vector)
    };
    let own = fields.rec(name)?;
    Some(own.unique().into_iter().filter_map(|(name, value)| Some((name.to_owned(), knob(value)?))).collect())
}

/// Declares an enumeration of words of the format, with their spelling.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$item_doc])* $item),+ }

        impl $name {
            /// Every word, in the order of the specification.
            pub const ALL: &'static [Self] = &[$(Self::$item),+];

            /// The word as the format spells it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$item => $word),+ }
            }

            /// The meaning of a word; words are case-sensitive.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$item),)+ _ => None }
            }
        }
    };
}
pub(crate) use words;
