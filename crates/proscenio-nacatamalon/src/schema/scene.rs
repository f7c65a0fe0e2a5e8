//! The scene document, its boxes, and the parts that several objects share.

use super::build::{field, flag, integer, number, text};
use super::{Default, Field, Object, Shape, audio, behaviour, cut, figures, flat, physics, view};
use crate::model::Colour;

const X: Field = number("x", 0.0, "Rightwards.").always();
const Y: Field = number("y", 0.0, "Down in the plane, up in 3D.").always();
const ROTATION: Field = number("rotation", 0.0, "About Z: clockwise in the plane.").unit("radians").always();
const SCALE_X: Field = number("scaleX", 1.0, "Growth along X.").always();
const SCALE_Y: Field = number("scaleY", 1.0, "Growth along Y.").always();

/// The point a deep placement turns about.
pub static PIVOT: Object = Object::plain(
    "transform.pivot",
    "The point, in the box's own units, that turning and growing leave where it is.",
    &[X, number("y", 0.0, "Upwards.").always(), number("z", 0.0, "Towards the viewer.").always()],
);

const Z: Field = number("z", 0.0, "Towards the viewer.").unit("units").always();
const ROTATION_X: Field = number("rotationX", 0.0, "About X.").unit("radians").always();
const ROTATION_Y: Field = number("rotationY", 0.0, "About Y.").unit("radians").always();
const SCALE_Z: Field = number("scaleZ", 1.0, "Growth along Z.").always();

/// Nine numbers and a pivot.
pub static DEEP_PLACE: Object = Object::plain(
    "transform",
    "A place in 3D or in the plane. What is missing is taken from the identity.",
    &[
        X.unit("px or units"),
        Y.unit("px or units"),
        Z,
        ROTATION,
        ROTATION_X,
        ROTATION_Y,
        SCALE_X,
        SCALE_Y,
        SCALE_Z,
        field("pivot", Shape::Object(&PIVOT), "The point it turns and grows about in 3D.")
            .absent("the origin"),
    ],
);

/// Nine numbers.
pub static CAMERA_3D_PLACE: Object = Object::plain(
    "camera-3d.transform",
    "Where the camera of the models stands; scales mean nothing.",
    &[X.unit("units"), Y.unit("units"), Z, ROTATION, ROTATION_X, ROTATION_Y, SCALE_X, SCALE_Y, SCALE_Z],
);

/// Five numbers.
pub static FLAT_PLACE: Object = Object::plain(
    "transform (flat)",
    "A place in the plane, measured in the box.",
    &[X.unit("px"), number("y", 0.0, "Downwards.").unit("px").always(), ROTATION, SCALE_X, SCALE_Y],
);

/// Where a flat drawing stands in its box.
pub const FLAT_TRANSFORM: Field = field("transform", Shape::Object(&FLAT_PLACE), "Its place in its box.")
    .default(Default::Whole)
    .if_other();

/// Where something in 3D stands in its box.
pub const DEEP_TRANSFORM: Field = field("transform", Shape::Object(&DEEP_PLACE), "Its place in its box.")
    .default(Default::Whole)
    .if_other();

/// A rectangle of four numbers.
pub static RECT: Object = Object::plain(
    "rect",
    "A rectangle in the box's own space.",
    &[
        number("x", 0.0, "Left edge.").unit("px").always(),
        number("y", 0.0, "Top edge.").unit("px").always(),
        number("width", 0.0, "Across.").unit("px").always(),
        number("height", 0.0, "Down.").unit("px").always(),
    ],
);

/// `visible` of what is drawn.
pub const VISIBLE: Field = flag("visible", true, "Whether it is drawn.");
/// `smooth` of what shows a picture.
pub const SMOOTH: Field =
    field("smooth", Shape::Bool, "Whether the picture is filtered.").absent("the project's setting");
/// `zIndex` of what is drawn.
pub const Z_INDEX: Field =
    integer("zIndex", 0.0, "Drawing order in the whole scene; higher is drawn later.").said();
/// `tint` of what is drawn.
pub const TINT: Field =
    field("tint", Shape::Colour, "Multiplies its colour.").default(Default::Colour(Colour::WHITE)).always();
/// `enabled` of what can be switched off.
pub const ENABLED: Field = flag("enabled", true, "Whether it works.");
/// `id` of boxes and components.
pub const ID: Field = field("id", Shape::Text, "Its identity. It is never made anew once it has one.")
    .default(Default::Id)
    .always();

/// Numbers and vectors by name.
pub const UNIFORMS: Field = field(
    "uniforms",
    Shape::Map(&KNOB),
    "Knobs of the shader by name, each a number or two to four of them.",
)
.absent("none");
/// One knob.
pub const KNOB: Shape = Shape::AnyOf(&[Shape::Number, Shape::Numbers(2, 4)]);

/// One value of a box's code.
pub static DATA: Object = Object::plain(
    "data entry",
    "A value the code of a box declares; its position is its identity.",
    &[field("value", Shape::Any, "The value.").default(Default::Null).always()],
);

/// A box.
pub static NODE: Object = Object::plain(
    "box",
    "A box of the tree: where it is, what it is, and the boxes in it.",
    &[
        ID,
        text("name", "Box", "Its name for people.").always(),
        field("transform", Shape::Nullable(&Shape::Object(&DEEP_PLACE)), "Its place in its parent.")
            .default(Default::Null)
            .absent("nowhere in particular: the parent's place is passed on")
            .always(),
        field("components", Shape::List(&Shape::Tagged(COMPONENTS)), "What it is.")
            .default(Default::EmptyList)
            .always(),
        field("children", Shape::List(&Shape::Object(&NODE)), "The boxes placed in it.")
            .default(Default::EmptyList)
            .always(),
        field("data", Shape::Entries(&DATA), "The values of its code, by position.")
            .default(Default::EmptyList)
            .if_other(),
        field("tags", Shape::List(&Shape::Text), "What it says it is.")
            .default(Default::EmptyList)
            .if_other(),
        flag("visible", true, "Whether it is drawn, with all it holds."),
        flag("screenSpace", false, "Whether it is pinned to the screen, out of reach of the 2D camera."),
        flag("worldOffScreen", false, "Root only: whether the world is seen through views alone."),
        field("extra", Shape::Foreign, "What is not of this version of the format, kept as it is.")
            .default(Default::EmptyObject)
            .if_other(),
    ],
);

/// The document.
pub static SCENE: Object = Object {
    name: "scene",
    about: "A scene: what to load, and a tree of boxes.",
    tag: Some(("format", "nacatamalon-scene")),
    fields: &[
        integer("version", 1.0, "The version of the format; a higher one is read all the same.").always(),
        text("name", "", "How the scene is called and started.").always(),
        field("assets", Shape::List(&Shape::Tagged(super::ASSETS)), "What has to be loaded, by key.")
            .default(Default::EmptyList)
            .always(),
        field("root", Shape::Object(&NODE), "The box of the scene itself.").default(Default::Whole).always(),
    ],
    one_of: &[],
};

/// Every component of the format, in the order of its document.
pub static COMPONENTS: &[&Object] = &[
    &flat::SPRITE,
    &flat::NINE_SLICE,
    &flat::TEXT,
    &figures::SHAPES,
    &view::MESH,
    &flat::TILEMAP,
    &flat::PARTICLES,
    &flat::PARTICLES_3D,
    &view::CAMERA_2D,
    &view::CAMERA_3D,
    &view::FOG,
    &view::LIGHT,
    &view::SPRITE_TEXTURE,
    &cut::MASK,
    &cut::FILTER,
    &behaviour::SCRIPT,
    &behaviour::STORE,
    &behaviour::MOTION,
    &audio::SOUND,
    &audio::MUSIC,
    &audio::SONG,
    &audio::LISTENER,
    &physics::BODY_2D,
    &physics::BODY_3D,
    &physics::WORLD_2D,
    &physics::WORLD_3D,
    &physics::PARTICLE_COLLIDER_2D,
    &physics::PARTICLE_COLLIDER_3D,
];

/// The table of a component, by its type word.
#[must_use]
pub fn component(word: &str) -> Option<&'static Object> {
    COMPONENTS.iter().find(|object| object.name == word).copied()
}
