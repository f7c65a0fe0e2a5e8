//! Models, cameras, fog, lights and pictures painted by the scene.

use super::build::{field, flag, key, number, opt_number, word};
use super::material::MODEL;
use super::scene::{CAMERA_3D_PLACE, DEEP_TRANSFORM, ENABLED, ID, UNIFORMS, VISIBLE, Z_INDEX};
use super::{Default, Field, Object, Shape};
use crate::model::Colour;

/// `mesh`.
pub static MESH: Object = Object::tagged(
    "type",
    "mesh",
    "A model.",
    &[
        ID,
        DEEP_TRANSFORM,
        key("geometry", &["geometry"], "Key of its shape."),
        field("material", Shape::Object(&MODEL), "Its material.").default(Default::Whole).always(),
        UNIFORMS,
        VISIBLE,
        Z_INDEX,
        flag("castShadow", true, "Whether it casts shadows."),
        flag("alwaysDrawn", false, "Whether it is drawn with nothing of it on the screen."),
        number("boundsMargin", 0.0, "How far it reaches beyond its shape.").unit("units"),
    ],
);

static CAMERA_2D_PLACE: Object = Object::plain(
    "camera-2d.transform",
    "Where the camera of the plane stands.",
    &[
        number("x", 0.0, "The world point at the left edge of the screen.").unit("px").always(),
        number("y", 0.0, "The world point at the top edge of the screen.").unit("px").always(),
        number("rotation", 0.0, "About that corner, clockwise.").unit("radians").always(),
    ],
);

/// `camera-2d`.
pub static CAMERA_2D: Object = Object::tagged(
    "type",
    "camera-2d",
    "The camera of the plane. The tree does not move it.",
    &[
        ID,
        field("transform", Shape::Object(&CAMERA_2D_PLACE), "Its place.").default(Default::Whole).always(),
        number("zoom", 1.0, "2 is twice as big.").always(),
    ],
);

/// `camera-3d`.
pub static CAMERA_3D: Object = Object::tagged(
    "type",
    "camera-3d",
    "The camera of the models. The tree does not move it.",
    &[
        ID,
        word("projection", &["perspective", "orthographic"], "perspective", "How it sees."),
        field("transform", Shape::Object(&CAMERA_3D_PLACE), "Its place; scales mean nothing.")
            .default(Default::Whole)
            .always(),
        number("fov", 60.0, "Height of the view, perspective only.").unit("degrees").always(),
        number("near", 0.1, "Nearest distance seen.").unit("units").always(),
        number("far", 1000.0, "Farthest distance seen.").unit("units").always(),
        number("zoom", 1.0, "Orthographic only: 2 shows twice as much.").always(),
        field("follow2d", Shape::True, "Models in the 2D world, seen by the 2D camera.")
            .default(Default::Bool(false))
            .if_other()
            .needs(&[("projection", &["\"orthographic\""])]),
    ],
);

static FOG_HEIGHT: Object = Object::plain(
    "fog.height",
    "Fog by height.",
    &[
        opt_number("top", "not documented", "Where it begins.").unit("units"),
        opt_number("bottom", "not documented", "Where it is complete.").unit("units"),
        field("enabled", Shape::Bool, "Whether it works.").default(Default::Bool(false)),
    ],
);

/// `fog`.
pub static FOG: Object = Object::tagged(
    "type",
    "fog",
    "The fog models are seen through. It stands on the root or on a box that is painted into a picture.",
    &[
        ID,
        field("color", Shape::Colour, "What models fade to.")
            .default(Default::Colour(Colour::BLACK))
            .always(),
        number("near", 10.0, "Distance at which it begins.").unit("units").always(),
        number("far", 100.0, "Distance at which it is complete.").unit("units").always(),
        flag("distance", true, "Whether there is fog by distance."),
        field("height", Shape::Object(&FOG_HEIGHT), "Fog by height.").absent("none"),
        ENABLED,
    ],
);

static LIGHT_PLACE: Object = Object::plain(
    "light.transform",
    "The place of a light: moved by the tree, never turned by it.",
    &[
        number("x", 0.0, "Rightwards.").unit("units").always(),
        number("y", 0.0, "Upwards.").unit("units").always(),
        number("z", 0.0, "Towards the viewer.").unit("units").always(),
        number("rotationX", 0.0, "Pitch.").unit("radians").always(),
        number("rotationY", 0.0, "Yaw.").unit("radians").always(),
    ],
);
type Needs = &'static [(&'static str, &'static [&'static str])];
const LAMP: Needs = &[("kind", &["\"point\"", "\"spot\"", "\"rect\""])];
const SPOT: Needs = &[("kind", &["\"spot\""])];
const PANEL: Needs = &[("kind", &["\"rect\""])];
const SUN: Needs = &[("kind", &["\"directional\""])];
const NOT_AMBIENT: Needs = &[("kind", &["\"directional\"", "\"point\"", "\"spot\"", "\"rect\""])];

/// `light`.
pub static LIGHT: Object = Object::tagged(
    "type",
    "light",
    "A light.",
    &[
        ID,
        word(
            "kind",
            &["directional", "point", "spot", "rect", "ambient"],
            "directional",
            "What kind of light.",
        ),
        field("color", Shape::Colour, "Its colour.").default(Default::Colour(Colour::WHITE)).always(),
        number("intensity", 1.0, "How bright it is.").always(),
        field("transform", Shape::Object(&LIGHT_PLACE), "Its place; not on an ambient light.")
            .absent("a sun at pitch −0.9 and yaw 0.6, a spot pointing down")
            .needs(NOT_AMBIENT),
        number("ambient", 0.0, "How much of it comes from everywhere; not on an ambient light.")
            .always()
            .needs(NOT_AMBIENT),
        number("range", 10.0, "Where it ends; point, spot and rect.").unit("units").always().needs(LAMP),
        number("angle", std::f64::consts::PI / 6.0, "Half its width; spot.")
            .unit("radians")
            .always()
            .needs(SPOT),
        number("penumbra", 0.1, "The part of the angle over which it fades; spot.")
            .range(0.0, 1.0)
            .always()
            .needs(SPOT),
        number("width", 1.0, "Of the panel; rect.").unit("units").always().needs(PANEL),
        number("height", 1.0, "Of the panel; rect.").unit("units").always().needs(PANEL),
        flag("castShadow", false, "Whether it casts shadows; one light of a scene does.").needs(NOT_AMBIENT),
        number("shadowBias", 0.002, "How far the test is pushed towards the light.")
            .unit("units")
            .said()
            .needs(NOT_AMBIENT),
        number("shadowStrength", 1.0, "How dark shadows are.").range(0.0, 1.0).said().needs(NOT_AMBIENT),
        number("shadowArea", 12.0, "How far shadows reach before the camera; directional.")
            .unit("units")
            .said()
            .needs(SUN),
        number("shadowDistance", 20.0, "How far back the light stands; directional.")
            .unit("units")
            .said()
            .needs(SUN),
    ],
);

static SELECTION: Object = Object::plain(
    "sprite-texture.selection",
    "Boxes of a view, by what they say they are.",
    &[list("tags", "Boxes with one of these tags."), list("kinds", "Components of one of these types.")],
);

const fn list(name: &'static str, about: &'static str) -> Field {
    field(name, Shape::List(&Shape::Text), about).default(Default::EmptyList).if_other()
}

/// `sprite-texture`.
pub static SPRITE_TEXTURE: Object = Object::tagged(
    "type",
    "sprite-texture",
    "A picture the box, with all it holds, is painted into instead of the screen.",
    &[
        ID,
        field("key", Shape::NameKey(&[]), "The key by which models show it.").required(),
        field("width", Shape::Within(1.0, f64::MAX), "Across; fractions are cut off.").unit("px").required(),
        field("height", Shape::Within(1.0, f64::MAX), "Down; fractions are cut off.").unit("px").required(),
        field("background", Shape::Colour, "What it is painted over.")
            .default(Default::Colour(Colour::BLACK))
            .always(),
        field("sees", Shape::Word(&["3d", "world"]), "What it looks at outside of itself.").absent("nothing"),
        field("hide", Shape::Object(&SELECTION), "What a view of the world leaves out.").absent("nothing"),
        field("only", Shape::Object(&SELECTION), "The only things a view of the world lets in.")
            .absent("everything"),
    ],
);
