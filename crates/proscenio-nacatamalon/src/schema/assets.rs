//! The manifest and the recipes of shapes.

use super::build::{field, integer, number, path};
use super::{Default, Field, Object, Shape};

const KEY: Field = field("key", Shape::Text, "The name the tree uses.").required();
const SRC: Field =
    field("src", Shape::Path, "Path from the project root.").default(Default::Same("key")).always();

const fn file(word: &'static str, about: &'static str) -> Object {
    Object::tagged("type", word, about, &[KEY, SRC])
}

static TEXTURE: Object = file("texture", "A picture.");
static ATLAS: Object = file("atlas", "A sheet cut into frames (`.atlas`).");
static SHADER: Object = file("shader", "A shader (`.wgsl` or `.shader`).");
static PARTICLES: Object = file("particles", "A particle effect (`.particles`).");
static TILEMAP: Object = file("tilemap", "A tile map (`.tilemap`).");
static AUDIO: Object = file("audio", "A sound file.");
static SONG: Object = file("song", "A song written as notes (`.song`).");
static MOTION: Object = file("motion", "Values moved in time (`.motion`).");
static BITMAP_FONT: Object = Object::tagged(
    "type",
    "bitmap-font",
    "A font drawn from a sheet; two files on purpose.",
    &[KEY, path("json", "Path of the measures."), path("atlas", "Path of the sheet.")],
);
static FONT: Object = Object::tagged(
    "type",
    "font",
    "A vector font (`.ttf` or `.woff`).",
    &[KEY, SRC, number("size", 48.0, "Size of its glyph atlas.").unit("px per em")],
);
static GEOMETRY: Object = Object::tagged(
    "type",
    "geometry",
    "A shape, by recipe.",
    &[KEY, field("source", Shape::Tagged(RECIPES), "How the shape is made.").required()],
);

/// Every asset of the format, in the order of its document.
pub static ASSETS: &[&Object] = &[
    &TEXTURE,
    &ATLAS,
    &SHADER,
    &PARTICLES,
    &TILEMAP,
    &AUDIO,
    &SONG,
    &MOTION,
    &BITMAP_FONT,
    &FONT,
    &GEOMETRY,
];

/// The table of an asset, by its type word.
#[must_use]
pub fn asset(word: &str) -> Option<&'static Object> {
    ASSETS.iter().find(|object| object.name == word).copied()
}

/// A length of a recipe; what the file says is kept, default or not.
const fn size(name: &'static str, default: f64, about: &'static str) -> Field {
    number(name, default, about).unit("units").said()
}

const fn slices(name: &'static str, default: f64, about: &'static str) -> Field {
    integer(name, default, about).range(0.0, 65_536.0).said()
}

const WIDTH: Field = size("width", 1.0, "Along X.");
const HEIGHT: Field = size("height", 1.0, "Along Y.");
const DEPTH: Field = size("depth", 1.0, "Along Z.");
const RADIUS: Field = size("radius", 0.5, "From the middle to the edge.");
const SEGMENTS: Field = slices("segments", 32.0, "Slices around.");

const fn recipe(kind: &'static str, about: &'static str, fields: &'static [Field]) -> Object {
    Object::tagged("kind", kind, about, fields)
}

static CUBE: Object = recipe("cube", "Six quads.", &[WIDTH, HEIGHT, DEPTH]);
static PLANE: Object = recipe(
    "plane",
    "A grid in the XZ plane, facing up.",
    &[
        WIDTH,
        DEPTH,
        slices("widthSegments", 1.0, "Cells along X."),
        slices("depthSegments", 1.0, "Cells along Z."),
    ],
);
static CIRCLE: Object = recipe("circle", "A disc in the XZ plane, facing up.", &[RADIUS, SEGMENTS]);
static UV_SPHERE: Object = recipe(
    "uvSphere",
    "A sphere of rings.",
    &[RADIUS, SEGMENTS, slices("rings", 16.0, "Rings from pole to pole.")],
);
static ICO_SPHERE: Object = recipe(
    "icoSphere",
    "A sphere of even triangles.",
    &[RADIUS, slices("subdivisions", 2.0, "How often each face is split in four.")],
);
static CYLINDER: Object = recipe("cylinder", "A tube with two lids.", &[RADIUS, HEIGHT, SEGMENTS]);
static CONE: Object = recipe("cone", "A cone, its tip above.", &[RADIUS, HEIGHT, SEGMENTS]);
static TORUS: Object = recipe(
    "torus",
    "A ring around Y.",
    &[
        size("radius", 0.5, "From the middle to the middle of the tube."),
        size("tube", 0.2, "Radius of the tube."),
        slices("radialSegments", 32.0, "Slices around the ring."),
        slices("tubularSegments", 16.0, "Slices around the tube."),
    ],
);
static PROFILE_POINT: Object = Object::plain(
    "profile point",
    "A point of a lathe's profile.",
    &[
        field("x", Shape::Within(0.0, f64::MAX), "From the axis outwards.").unit("units").required(),
        field("y", Shape::Number, "Upwards.").unit("units").required(),
    ],
);
static LATHE: Object = recipe(
    "lathe",
    "A profile turned around Y.",
    &[
        field(
            "profile",
            Shape::ListOf(2, &Shape::Object(&PROFILE_POINT)),
            "Its points from bottom to top, at least two.",
        )
        .required(),
        SEGMENTS,
    ],
);
static GLTF: Object = recipe(
    "gltf",
    "One piece of a model file.",
    &[
        field("src", Shape::Path, "Path from the project root.").required(),
        field("node", Shape::Text, "The name of the piece; empty for one without a name.")
            .absent("the file's first piece"),
        field(
            "occurrence",
            Shape::Within(0.0, f64::MAX),
            "Which of the pieces of that name, in the order of the file.",
        )
        .default(Default::Number(0.0)),
    ],
);

/// Every recipe of the format, in the order of its document.
pub static RECIPES: &[&Object] =
    &[&CUBE, &PLANE, &CIRCLE, &UV_SPHERE, &ICO_SPHERE, &CYLINDER, &CONE, &TORUS, &LATHE, &GLTF];
