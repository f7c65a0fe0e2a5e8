//! Where a box is drawn: masks and filters.

use super::build::{field, flag, opt_number, text};
use super::scene::{ENABLED, ID, RECT, UNIFORMS};
use super::{Object, Shape};

/// `mask`.
pub static MASK: Object = Object::tagged(
    "type",
    "mask",
    "The box, with all it holds, is drawn inside a rectangle or the shape of another box. One per box.",
    &[
        ID,
        field("by", Shape::Name, "Identity of the box whose shape cuts; wins over the rectangle.")
            .absent("none"),
        field("rect", Shape::Object(&RECT), "A rectangle in the box's own space.").absent("none"),
        field("channel", Shape::Word(&["luminance"]), "What of the shape counts.").absent("its alpha"),
        flag("soft", false, "Whether half-transparent parts let half through."),
        flag("invert", false, "Whether it is drawn outside instead."),
        flag("showShape", false, "Whether the box that cuts is drawn itself."),
        ENABLED,
    ],
)
.needing_one_of(&["by", "rect"]);

static EFFECT: Object = Object::plain(
    "filter.effect",
    "An effect, as an entry of a project's `post` list.",
    &[
        field("builtin", Shape::Filled, "Key of an effect of the engine; wins over a file.").absent("none"),
        field("effect", Shape::Filled, "Path of a shader file.").absent("none").old(&["shader"]),
        UNIFORMS,
        field("options", Shape::Foreign, "What the effect lets one choose besides numbers.").absent("none"),
        field("palette", Shape::Filled, "Path of a palette; wins over a colour table.").absent("none"),
        field("lut", Shape::Filled, "Path of a colour table.").absent("none"),
        ENABLED,
        text("name", "", "A name for people."),
    ],
)
.needing_one_of(&["builtin", "effect"]);

/// `filter`.
pub static FILTER: Object = Object::tagged(
    "type",
    "filter",
    "Effects over what the box, with all it holds, draws. One per box, inside its mask.",
    &[
        ID,
        field(
            "effects",
            Shape::ListOf(1, &Shape::Object(&EFFECT)),
            "The effects in order; at least one names something to run.",
        )
        .required(),
        field("rect", Shape::Object(&RECT), "The part of the screen they work in, in the box's own space.")
            .absent("what the box draws, and a margin"),
        opt_number("padding", "as the effects ask", "That margin.").unit("px"),
        ENABLED,
    ],
);
