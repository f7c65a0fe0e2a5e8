//! `.particles`.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::{FRAME, OPTIONAL_FORMAT, required};
use crate::schema::{Default, Field, Object, Shape, field, flag, integer, number, word};

/// Two numbers, or one for both.
const RANGE: Shape = Shape::AnyOf(&[Shape::Number, Shape::Pair]);

const fn range(name: &'static str, absent: &'static str, about: &'static str) -> Field {
    field(name, RANGE, about).absent(absent).always()
}

const ATLAS: Field =
    field("atlas", Shape::Filled, "The atlas, relative to this file; kept, and not drawn up to 0.1.8.");
const TEXTURE: Field =
    field("texture", Shape::Filled, "The picture, relative to this file.").absent("white squares");
const ANIM: Field =
    field("anim", Shape::Filled, "Run of the atlas, played once over a life; ignored beside `frame`.");
const MAX: Field =
    integer("max", 100.0, "How many live at once; more births are dropped.").range(1.0, f64::MAX).always();
const BLEND: Field = word("blend", &["alpha", "additive"], "alpha", "Whether light adds up.");
const WORLD_SPACE: Field = flag("worldSpace", true, "Whether particles stay where they were born.").always();
const EMISSION: Field = field("emission", Shape::Object(&EMISSION_OBJECT), "How many are born when.")
    .default(Default::Whole)
    .always();
const SPREAD: Field = number("spread", TAU, "Full width of the fan or cone of headings.")
    .unit("radians")
    .range(0.0, TAU)
    .always();
const LIFE: Field = range("life", "0.6 to 1.2", "How long a particle lives; above 0.").unit("seconds");
const SPIN: Field = range("spin", "0", "Turning.").unit("radians per second");
const DAMPING: Field =
    number("damping", 0.0, "Share of the speed lost per second.").range(0.0, f64::MAX).always();
const COLOURS: Field =
    field("colorOverLife", Shape::List(&COLOUR_STOP_SHAPE), "Colour over a life.").absent("white").always();
const SIZES: Field =
    field("sizeOverLife", Shape::List(&SCALE_STOP_SHAPE), "Size over a life.").absent("1").always();
const TRAIL: Field = field("trail", Shape::Object(&TRAIL_OBJECT), "Copies left behind.");
const BOUNDS: Field = field("bounds", Shape::Object(&BOUNDS_OBJECT), "Where the effect stays, for people.");
const CHILDREN: Field =
    field("children", Shape::List(&CHILD_SHAPE), "Effects fired by particles; three deep at most.")
        .default(Default::EmptyList)
        .if_other();
const COLLISION: Field = field("collision", Shape::Object(&COLLISION_OBJECT), "What happens at a collider.")
    .needs(&[("worldSpace", &["true", ""])]);
const FRAME_FIELD: Field = field("frame", FRAME, "Frame of the atlas, by number or name.");

/// `.particles` of the plane.
pub static PARTICLES_2D: Object = Object::tagged(
    "kind",
    "particles2d",
    "A flat effect: pixels, +y down.",
    &[
        OPTIONAL_FORMAT,
        ATLAS,
        TEXTURE,
        FRAME_FIELD,
        ANIM,
        MAX,
        BLEND,
        WORLD_SPACE,
        EMISSION,
        field("shape", Shape::Tagged(&[&POINT, &CIRCLE, &RECT, &LINE]), "Where particles are born.")
            .absent("a point")
            .always(),
        number("direction", -FRAC_PI_2, "Heading; up by default.").unit("radians").always(),
        SPREAD,
        LIFE,
        range("speed", "40 to 90", "Speed at birth.").unit("px per second"),
        range("size", "4 to 8", "Side of the square.").unit("px"),
        SPIN,
        field("gravity", Shape::Object(&VEC2), "Pull.")
            .default(Default::Whole)
            .unit("px per second²")
            .always(),
        DAMPING,
        COLOURS,
        SIZES,
        TRAIL,
        BOUNDS,
        CHILDREN,
        COLLISION,
    ],
);

/// `.particles` of the world.
pub static PARTICLES_3D: Object = Object::tagged(
    "kind",
    "particles3d",
    "An effect in depth: units, +y up.",
    &[
        OPTIONAL_FORMAT,
        ATLAS,
        TEXTURE,
        FRAME_FIELD,
        ANIM,
        MAX,
        BLEND,
        WORLD_SPACE,
        EMISSION,
        field("shape", Shape::Tagged(&[&POINT, &SPHERE, &BOX, &CONE]), "Where particles are born.")
            .absent("a point")
            .always(),
        field("direction", Shape::Object(&VEC3), "Heading; not of length 0.").absent("up").always(),
        SPREAD,
        LIFE,
        range("speed", "1 to 2", "Speed at birth.").unit("units per second"),
        range("size", "0.1 to 0.25", "Side of the square.").unit("units"),
        SPIN,
        field("gravity", Shape::Object(&VEC3), "Pull.")
            .default(Default::Whole)
            .unit("units per second²")
            .always(),
        DAMPING,
        COLOURS,
        SIZES,
        TRAIL,
        BOUNDS,
        CHILDREN,
        COLLISION,
    ],
);

const fn length(name: &'static str, about: &'static str) -> Field {
    number(name, 0.0, about).range(0.0, f64::MAX).always()
}

static VEC2: Object = Object::plain(
    "particles.vec2",
    "Two numbers.",
    &[number("x", 0.0, "Rightwards.").always(), number("y", 0.0, "Downwards.").always()],
);

static VEC3: Object = Object::plain(
    "particles.vec3",
    "Three numbers.",
    &[
        number("x", 0.0, "Rightwards.").always(),
        number("y", 0.0, "Upwards.").always(),
        number("z", 0.0, "Towards the viewer.").always(),
    ],
);

static POINT: Object = Object::tagged("kind", "point", "At the emitter.", &[]);
static CIRCLE: Object = Object::tagged(
    "kind",
    "circle",
    "In a circle.",
    &[length("radius", "Its radius."), flag("edge", false, "On the rim alone.").always()],
);
static RECT: Object = Object::tagged(
    "kind",
    "rect",
    "In a rectangle around the emitter.",
    &[length("width", "Its width."), length("height", "Its height.")],
);
static LINE: Object = Object::tagged(
    "kind",
    "line",
    "On a line through the emitter.",
    &[length("length", "Its length."), number("angle", 0.0, "Its heading.").unit("radians").always()],
);
static SPHERE: Object = Object::tagged(
    "kind",
    "sphere",
    "In a sphere.",
    &[length("radius", "Its radius."), flag("edge", false, "On the skin alone.").always()],
);
static BOX: Object = Object::tagged(
    "kind",
    "box",
    "In a box around the emitter.",
    &[field("size", Shape::Triple, "Its full size.").default(Default::Triple([0.0; 3])).always()],
);
static CONE: Object = Object::tagged(
    "kind",
    "cone",
    "At the foot of a cone, which aims the particles.",
    &[
        length("radius", "Radius of the foot."),
        number("angle", 0.0, "From the axis to the wall.").unit("radians").range(0.0, FRAC_PI_2).always(),
    ],
);

static EMISSION_OBJECT: Object = Object::plain(
    "particles.emission",
    "How many are born when.",
    &[
        length("rate", "Births per second."),
        length("burst", "Births at the start of each cycle."),
        length("duration", "Length of a cycle; 0 lasts for ever.").unit("seconds"),
        flag("loop", true, "Whether the cycle starts again.").always(),
    ],
);

static COLOUR_STOP_SHAPE: Shape = Shape::Object(&COLOUR_STOP);
static COLOUR_STOP: Object = Object::plain(
    "particles.color-stop",
    "A colour at a share of a life.",
    &[
        number("t", 0.0, "Share of the life.").range(0.0, 1.0).always(),
        field("color", Shape::Text, "`#rgb`, `#rrggbb`, `#rrggbbaa`, a CSS name or a CSS colour function.")
            .default(Default::Text("#ffffff"))
            .always(),
        field("alpha", Shape::Number, "Opacity.").absent("the colour's own").range(0.0, 1.0).always(),
    ],
);

static SCALE_STOP_SHAPE: Shape = Shape::Object(&SCALE_STOP);
static SCALE_STOP: Object = Object::plain(
    "particles.scale-stop",
    "A size at a share of a life.",
    &[
        number("t", 0.0, "Share of the life.").range(0.0, 1.0).always(),
        number("scale", 1.0, "Times the size at birth.").always(),
    ],
);

static TRAIL_OBJECT: Object = Object::plain(
    "particles.trail",
    "Copies left behind, one each sixtieth of a second.",
    &[
        integer("length", 8.0, "How many.").range(1.0, f64::MAX).always(),
        number("width", 1.0, "Their size, as a share of the particle's.").range(0.0, f64::MAX).always(),
        flag("fade", true, "Whether they fade.").always(),
    ],
);

static BOUNDS_OBJECT: Object = Object::plain(
    "particles.bounds",
    "A box around the effect.",
    &[
        field("center", Shape::Object(&VEC3), "Its centre.").default(Default::Whole).always(),
        field("size", Shape::Object(&VEC3), "Its full size.").default(Default::Whole).always(),
    ],
);

static CHILD_SHAPE: Shape = Shape::Object(&CHILD);
static CHILD: Object = Object::plain(
    "particles.child",
    "An effect fired by particles.",
    &[
        required("on", Shape::Word(&["birth", "death"]), "What fires it."),
        required("src", Shape::Name, "Its file, relative to this one; of the same dimension."),
        integer("count", 1.0, "How many particles are born.").range(1.0, f64::MAX).always(),
    ],
);

static COLLISION_OBJECT: Object = Object::plain(
    "particles.collision",
    "What happens at a collider of the scene.",
    &[
        word("mode", &["bounce", "die"], "bounce", "What a particle does."),
        number("bounce", 0.3, "Share of the speed kept across the surface.").range(0.0, 1.0).always(),
        number("friction", 0.2, "Share of the speed lost along the surface.").range(0.0, 1.0).always(),
    ],
);
