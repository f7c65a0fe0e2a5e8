//! What is drawn in the plane, and emitters.

use super::build::{field, flag, integer, key, number, opt_number, text};
use super::material::{FLAT, FLAT_MATERIAL};
use super::scene::{DEEP_TRANSFORM, FLAT_TRANSFORM, ID, SMOOTH, TINT, UNIFORMS, VISIBLE, Z_INDEX};
use super::{Default, Field, Object, Shape};
use crate::model::Colour;

const NO_ATLAS: &[(&str, &[&str])] = &[("atlas", &[""])];
const TEXTURE: Field =
    field("texture", Shape::Nullable(&Shape::Key(&["texture"])), "Key of the picture; not beside an atlas.")
        .default(Default::Null)
        .always()
        .needs(NO_ATLAS);
const ATLAS: Field = field("atlas", Shape::Key(&["atlas"]), "Key of a sheet cut into frames.").absent("none");
const FRAME: Field = integer("frame", 0.0, "Frame of the sheet.").said();
const ANCHOR: Field =
    field("anchor", Shape::Point(0.0), "The point of it that stands on its place, 0 to 1 of its size.");
const MIDDLE: Field = ANCHOR.default(Default::Point(0.5, 0.5));
const TOP_LEFT: Field = ANCHOR.default(Default::Point(0.0, 0.0));
const PIVOT: Field =
    field("pivot", Shape::Point(0.0), "The point it turns and grows about, 0 to 1 of its size.")
        .absent("the anchor");
const UV_OFFSET: Field = field(
    "uvOffset",
    Shape::Point(0.0),
    "Top-left corner of the shown part, 0 to 1 of the picture; not beside an atlas.",
)
.default(Default::Point(0.0, 0.0))
.needs(NO_ATLAS);
const UV_SCALE: Field = field(
    "uvScale",
    Shape::Point(0.0),
    "Size of the shown part, 0 to 1 of the picture; not beside an atlas.",
)
.default(Default::Point(1.0, 1.0))
.needs(NO_ATLAS);
const BLEND: Field =
    field("blend", Shape::Word(&["additive"]), "`additive` adds its light to what lies behind.")
        .absent("it covers what lies behind");
/// `parallax` of flat drawings.
pub const PARALLAX: Field = field(
    "parallax",
    Shape::Point(1.0),
    "How much it moves with the camera: 1 with the world, 0 not at all.",
)
.default(Default::Point(1.0, 1.0))
.if_other();

static ANIMATION: Object = Object::plain(
    "sprite.animation",
    "The run of the sheet a sprite starts with.",
    &[
        field("autoplay", Shape::Nullable(&Shape::Name), "The run; `null` stays on the frame.")
            .default(Default::Null)
            .always(),
        number("speed", 1.0, "1 is the run's own frames per second.").always(),
    ],
);

/// `sprite`.
pub static SPRITE: Object = Object::tagged(
    "type",
    "sprite",
    "A picture, or a plain rectangle of its tint.",
    &[
        ID,
        FLAT_TRANSFORM,
        TEXTURE,
        ATLAS,
        FRAME,
        field("animation", Shape::Object(&ANIMATION), "The run of the sheet it starts with.").absent("none"),
        opt_number("width", "the shown part's", "Across.").unit("px"),
        opt_number("height", "the shown part's", "Down.").unit("px"),
        TINT,
        MIDDLE,
        PIVOT,
        UV_OFFSET,
        UV_SCALE,
        field(
            "tile",
            Shape::AnyOf(&[Shape::Bool, Shape::Point(0.0)]),
            "Whether the picture is repeated instead of stretched.",
        )
        .absent("stretched"),
        field("tileOffset", Shape::Point(0.0), "Where the pattern starts.")
            .unit("px")
            .absent("at the corner"),
        flag("flipX", false, "Mirrored left to right."),
        flag("flipY", false, "Mirrored top to bottom."),
        SMOOTH,
        BLEND,
        PARALLAX,
        VISIBLE,
        Z_INDEX,
        FLAT_MATERIAL,
        UNIFORMS,
    ],
);

static SLICE: Object = Object::plain(
    "nine-slice.slice",
    "The four borders of a panel.",
    &[
        number("left", 0.0, "Left border.").unit("px of the picture").always(),
        number("top", 0.0, "Top border.").unit("px of the picture").always(),
        number("right", 0.0, "Right border.").unit("px of the picture").always(),
        number("bottom", 0.0, "Bottom border.").unit("px of the picture").always(),
    ],
);
const FILL: Shape = Shape::Word(&["stretch", "tile", "tile-fit"]);
static SLICE_MODE: Object = Object::plain(
    "nine-slice.mode",
    "How a panel is filled, each way its own.",
    &[
        field("x", FILL, "Across.").default(Default::Text("stretch")).always(),
        field("y", FILL, "Down.").default(Default::Text("stretch")).always(),
    ],
);

/// `nine-slice`.
pub static NINE_SLICE: Object = Object::tagged(
    "type",
    "nine-slice",
    "A panel: its corners stay, its borders and middle are stretched to its size.",
    &[
        ID,
        FLAT_TRANSFORM,
        TEXTURE,
        ATLAS,
        FRAME,
        UV_OFFSET,
        UV_SCALE,
        number("width", 0.0, "Across.").unit("px").always(),
        number("height", 0.0, "Down.").unit("px").always(),
        field(
            "slice",
            Shape::AnyOf(&[Shape::Object(&SLICE), Shape::Number]),
            "The four borders; a number for all.",
        )
        .default(Default::Whole)
        .always(),
        field(
            "mode",
            Shape::AnyOf(&[FILL, Shape::Object(&SLICE_MODE)]),
            "How borders and middle are filled.",
        )
        .default(Default::Text("stretch"))
        .if_other(),
        TINT,
        MIDDLE,
        PIVOT,
        SMOOTH,
        BLEND,
        PARALLAX,
        VISIBLE,
        Z_INDEX,
        FLAT_MATERIAL,
        UNIFORMS,
    ],
);

static STYLE: Object = Object::plain(
    "text.style",
    "How a text is laid out.",
    &[
        opt_number("fontSize", "a bitmap font's own, or 16", "Height of a line, or pixels per em.")
            .unit("px"),
        field("align", Shape::Word(&["left", "center", "right"]), "Where the lines stand.")
            .default(Default::Text("left")),
        number("letterSpacing", 0.0, "Between characters.").unit("px").said(),
        number("lineSpacing", 0.0, "Between lines.").unit("px").said(),
        opt_number("maxWidth", "never broken", "Where lines are broken.").unit("px"),
    ],
);

/// `text`.
pub static TEXT: Object = Object::tagged(
    "type",
    "text",
    "A piece of text.",
    &[
        ID,
        FLAT_TRANSFORM,
        text("text", "", "The text.").always(),
        key("font", &["font", "bitmap-font"], "Key of a font; vector fonts are looked up first."),
        field("style", Shape::Object(&STYLE), "How it is laid out.").default(Default::Whole).always(),
        TINT,
        TOP_LEFT,
        PIVOT,
        SMOOTH,
        BLEND,
        PARALLAX,
        VISIBLE,
        Z_INDEX,
        FLAT_MATERIAL,
        UNIFORMS,
    ],
);

const MAP_TINT: Field = field("tint", Shape::Colour, "Multiplies its colours.")
    .default(Default::Colour(Colour::WHITE))
    .if_other();

static LAYER: Object = Object::plain(
    "tilemap.layer",
    "What this scene changed of one layer of a map.",
    &[
        field("name", Shape::Text, "The layer, by the name its file gives it.").required(),
        MAP_TINT,
        VISIBLE,
        field("zIndex", Shape::Integer, "Drawing order in the whole scene.").absent("the layer's own"),
        field("material", Shape::Object(&FLAT), "A shader of its own.").absent("none"),
        UNIFORMS,
    ],
);

/// `tilemap`.
pub static TILEMAP: Object = Object::tagged(
    "type",
    "tilemap",
    "A tile map with all its layers.",
    &[
        ID,
        key("map", &["tilemap"], "Key of the map."),
        FLAT_TRANSFORM.said(),
        MAP_TINT,
        SMOOTH,
        field("layers", Shape::List(&Shape::Object(&LAYER)), "What this scene changed of the layers.")
            .default(Default::EmptyList)
            .if_other(),
    ],
);

static OVERRIDES: Object = Object::plain(
    "particles.overrides",
    "How an emitter differs from its effect.",
    &[
        number("rateScale", 1.0, "Of how many are born.").said(),
        number("sizeScale", 1.0, "Of their size.").said(),
        number("speedScale", 1.0, "Of their speed.").said(),
        number("lifeScale", 1.0, "Of their life.").said(),
    ],
);

const EMITTER_NAME: Field = text("name", "", "Its name for people.").always();
const EFFECT: Field = key("effect", &["particles"], "Key of the effect.");
const ALPHA: Field = number("alpha", 1.0, "Opacity of the whole.").range(0.0, 1.0).always();
const AUTOPLAY: Field = flag("autoplay", true, "Whether it starts with the scene.").always();
const SEED: Field =
    field("seed", Shape::Nullable(&Shape::Number), "Always the same cloud; `null` takes the clock.")
        .default(Default::Null)
        .always();
const OVERRIDES_FIELD: Field =
    field("overrides", Shape::Object(&OVERRIDES), "How it differs from its effect.")
        .default(Default::EmptyObject)
        .if_other();

/// `particles`.
pub static PARTICLES: Object = Object::tagged(
    "type",
    "particles",
    "An emitter of flat particles.",
    &[
        ID,
        FLAT_TRANSFORM,
        EMITTER_NAME,
        EFFECT,
        TINT,
        ALPHA,
        AUTOPLAY,
        SEED,
        OVERRIDES_FIELD,
        SMOOTH,
        VISIBLE,
        Z_INDEX,
    ],
);

/// `particles-3d`.
pub static PARTICLES_3D: Object = Object::tagged(
    "type",
    "particles-3d",
    "An emitter of particles in 3D.",
    &[
        ID,
        DEEP_TRANSFORM,
        EMITTER_NAME,
        EFFECT,
        TINT,
        ALPHA,
        AUTOPLAY,
        SEED,
        OVERRIDES_FIELD,
        SMOOTH,
        VISIBLE,
        Z_INDEX,
    ],
);
