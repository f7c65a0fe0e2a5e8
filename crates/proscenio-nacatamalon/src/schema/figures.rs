//! `shapes`: figures drawn from numbers.

use super::build::{field, flag, number, opt_integer, opt_number};
use super::flat::PARALLAX;
use super::scene::{FLAT_TRANSFORM, ID, TINT, VISIBLE, Z_INDEX};
use super::{Default, Field, Object, Shape};

const fn place(name: &'static str, about: &'static str) -> Field {
    number(name, 0.0, about).unit("px").always()
}

const fn needed(name: &'static str, about: &'static str) -> Field {
    field(name, Shape::Number, about).unit("px").required()
}

static STROKE: Object = Object::plain(
    "shape.stroke",
    "An outline.",
    &[
        number("width", 1.0, "How wide it is.").unit("px").said(),
        field("color", Shape::Colour, "Its colour.").absent("white"),
        field("join", Shape::OpenWord(&["miter", "round", "bevel"]), "How corners are joined.")
            .absent("`miter`"),
        field("cap", Shape::OpenWord(&["butt", "round", "square"]), "How open ends look.").absent("`butt`"),
        field(
            "align",
            Shape::OpenWord(&["center", "inside", "outside"]),
            "On which side of the edge it lies.",
        )
        .absent("`center`"),
    ],
);

const FILL: Field = field("fill", Shape::Colour, "Colour of the inside.").absent("not filled");
const OUTLINE: Field = field("stroke", Shape::Object(&STROKE), "The outline.").absent("none");
const SHOWN: Field = flag("visible", true, "Whether it is drawn.");
const CENTRE_X: Field = place("x", "Middle.");
const CENTRE_Y: Field = place("y", "Middle.");
const ROTATION: Field = number("rotation", 0.0, "About its middle, clockwise.").unit("radians").said();
const START: Field = number("start", 0.0, "Where a slice starts, from +x clockwise.").unit("radians").said();
const END: Field =
    opt_number("end", "a whole turn", "Where a slice ends, from +x clockwise.").unit("radians");
const SEGMENTS: Field = opt_integer("segments", "a smooth curve", "Straight pieces of the edge.");
static CORNER: Object =
    Object::plain("point", "A point.", &[place("x", "Rightwards."), place("y", "Downwards.")]);
static CORNER_SHAPE: Shape = Shape::Object(&CORNER);
const POINTS: Field = field("points", Shape::ListOf(1, &CORNER_SHAPE), "Its corners.").unit("px").required();

static RECT: Object = Object::tagged(
    "type",
    "rect",
    "A rectangle.",
    &[
        place("x", "Left edge."),
        place("y", "Top edge."),
        needed("width", "Across."),
        needed("height", "Down."),
        field(
            "radius",
            Shape::AnyOf(&[Shape::Number, Shape::Numbers(4, 4)]),
            "Round corners, or top-left, top-right, bottom-right, bottom-left.",
        )
        .unit("px")
        .absent("sharp"),
        ROTATION,
        FILL,
        OUTLINE,
        SHOWN,
    ],
);
static CIRCLE: Object = Object::tagged(
    "type",
    "circle",
    "A circle or a slice of one.",
    &[
        CENTRE_X,
        CENTRE_Y,
        needed("radius", "From the middle to the edge."),
        START,
        END,
        SEGMENTS,
        FILL,
        OUTLINE,
        SHOWN,
    ],
);
static ELLIPSE: Object = Object::tagged(
    "type",
    "ellipse",
    "An ellipse or a slice of one.",
    &[
        CENTRE_X,
        CENTRE_Y,
        needed("radiusX", "Half its width."),
        needed("radiusY", "Half its height."),
        ROTATION,
        START,
        END,
        SEGMENTS,
        FILL,
        OUTLINE,
        SHOWN,
    ],
);
static POLYGON: Object =
    Object::tagged("type", "polygon", "A closed figure of straight edges.", &[POINTS, FILL, OUTLINE, SHOWN]);
static LINE: Object = Object::tagged(
    "type",
    "line",
    "A line of straight pieces.",
    &[
        POINTS,
        field("closed", Shape::Bool, "Whether its end joins its start.").default(Default::Bool(false)),
        FILL,
        field("stroke", Shape::Object(&STROKE), "The line itself.").required(),
        SHOWN,
    ],
);

/// `shapes`.
pub static SHAPES: Object = Object::tagged(
    "type",
    "shapes",
    "Figures drawn from numbers, in order, each filled first and then outlined.",
    &[
        ID,
        FLAT_TRANSFORM,
        field(
            "shapes",
            Shape::List(&Shape::Tagged(&[&RECT, &CIRCLE, &ELLIPSE, &POLYGON, &LINE])),
            "The figures.",
        )
        .default(Default::EmptyList)
        .always(),
        TINT,
        PARALLAX,
        VISIBLE,
        Z_INDEX,
    ],
);
