//! Bodies, gravity, and what stops particles.

use super::build::{field, flag, integer, number, text, word};
use super::scene::{ENABLED, ID};
use super::{Default, Field, Object, Shape};

const fn side(name: &'static str, unit: &'static str) -> Field {
    number(name, 0.0, "Its size.").unit(unit).always()
}

const SIZE: Field = field("size", Shape::Triple, "Along X, Y and Z.")
    .default(Default::Triple([0.0; 3]))
    .unit("units")
    .always();
const GEOMETRY: Field = field("geometry", Shape::NameKey(&["geometry"]), "Key of the shape.").required();

static RECT: Object = Object::tagged(
    "shape",
    "rect",
    "A rectangle around the box's place.",
    &[side("width", "px"), side("height", "px")],
);
static CIRCLE: Object =
    Object::tagged("shape", "circle", "A circle around the box's place.", &[side("radius", "px")]);
static POLYGON: Object = Object::tagged(
    "shape",
    "polygon",
    "A figure of straight edges.",
    &[field("vertices", Shape::ListOf(3, &Shape::Pair), "Its corners as pairs of numbers, at least three.")
        .unit("px")
        .required()],
);
static BOX: Object = Object::tagged("shape", "box", "A box around the box's place.", &[SIZE]);
static SPHERE: Object = Object::tagged("shape", "sphere", "A ball.", &[side("radius", "units")]);
static CAPSULE: Object = Object::tagged(
    "shape",
    "capsule",
    "A tube with round ends, standing on Y.",
    &[side("radius", "units"), number("height", 0.0, "In all, round ends included.").unit("units").always()],
);
static HULL: Object = Object::tagged("shape", "hull", "The convex hull of a shape.", &[GEOMETRY]);
static MESH: Object = Object::tagged("shape", "mesh", "The triangles of a shape.", &[GEOMETRY]);

const NAME: Field = text("name", "Body", "Its name for people.").always();
const BODY: Field = word(
    "body",
    &["static", "dynamic", "kinematic"],
    "static",
    "Whether it stands, is pushed, or is moved by the game.",
);
const BOUNCE: Field =
    number("bounce", 0.0, "How much it springs back.").range(0.0, 1.0).always().old(&["restitution"]);
const FRICTION: Field = number("friction", 0.5, "How much it grips.").always();
const DENSITY: Field = number("density", 1.0, "Mass for its size.").always();
const SENSOR: Field = flag("sensor", false, "Whether it tells of overlaps and stops nothing.").always();
const LAYER: Field = integer("layer", 0.0, "The layer it is on.").range(0.0, 15.0).always();
const COLLIDES_WITH: Field =
    integer("collidesWith", 65_535.0, "The layers it meets, a bit for each.").range(0.0, 65_535.0).always();

/// `physics-body-2d`.
pub static BODY_2D: Object = Object::tagged(
    "type",
    "physics-body-2d",
    "A body of the plane. Every member is written.",
    &[
        ID,
        NAME,
        BODY,
        field("collider", Shape::Tagged(&[&RECT, &CIRCLE, &POLYGON]), "Its shape.").required(),
        BOUNCE,
        FRICTION,
        DENSITY,
        SENSOR,
        LAYER,
        COLLIDES_WITH,
    ],
);

/// `physics-body-3d`.
pub static BODY_3D: Object = Object::tagged(
    "type",
    "physics-body-3d",
    "A body in 3D. Every member is written.",
    &[
        ID,
        NAME,
        BODY,
        field("collider", Shape::Tagged(&[&BOX, &SPHERE, &CAPSULE, &HULL, &MESH]), "Its shape.").required(),
        field("offset", Shape::Triple, "Where it stands in its box.")
            .default(Default::Triple([0.0; 3]))
            .unit("units")
            .always(),
        BOUNCE,
        FRICTION,
        DENSITY,
        SENSOR,
        LAYER,
        COLLIDES_WITH,
    ],
);

static GRAVITY_2D: Object = Object::plain(
    "gravity (flat)",
    "Gravity of the plane.",
    &[
        number("x", 0.0, "Rightwards.").unit("px/s²").always(),
        number("y", 900.0, "Downwards.").unit("px/s²").always(),
    ],
);
static GRAVITY_3D: Object = Object::plain(
    "gravity",
    "Gravity in 3D.",
    &[
        number("x", 0.0, "Rightwards.").unit("m/s²").always(),
        number("y", -9.81, "Upwards.").unit("m/s²").always(),
        number("z", 0.0, "Towards the viewer.").unit("m/s²").always(),
    ],
);

const fn gravity(object: &'static Object) -> Field {
    field("gravity", Shape::Object(object), "What pulls bodies.").default(Default::Whole).always()
}

/// `physics-world-2d`.
pub static WORLD_2D: Object = Object::tagged(
    "type",
    "physics-world-2d",
    "Gravity of the plane. Only the root's is read.",
    &[ID, gravity(&GRAVITY_2D)],
);

/// `physics-world-3d`.
pub static WORLD_3D: Object = Object::tagged(
    "type",
    "physics-world-3d",
    "Gravity in 3D. Only the root's is read.",
    &[ID, gravity(&GRAVITY_3D)],
);

const fn span(name: &'static str, unit: &'static str) -> Field {
    side(name, unit).range(0.0, f64::MAX)
}

static FLAT_RECT: Object = Object::tagged(
    "kind",
    "rect",
    "A rectangle around the box's place.",
    &[span("width", "px"), span("height", "px")],
);
static FLAT_CIRCLE: Object =
    Object::tagged("kind", "circle", "A circle around the box's place.", &[span("radius", "px")]);
static PLANE: Object = Object::tagged("kind", "plane", "Everything below the box's place.", &[]);
static DEEP_BOX: Object =
    Object::tagged("kind", "box", "A box around the box's place.", &[SIZE.range(0.0, f64::MAX)]);
static DEEP_SPHERE: Object =
    Object::tagged("kind", "sphere", "A ball around the box's place.", &[span("radius", "units")]);

/// What stops flat particles.
pub const SHAPES_2D: &[&Object] = &[&FLAT_RECT, &FLAT_CIRCLE, &PLANE];
/// What stops particles in 3D.
pub const SHAPES_3D: &[&Object] = &[&DEEP_BOX, &DEEP_SPHERE, &PLANE];

/// `particle-collider-2d`.
pub static PARTICLE_COLLIDER_2D: Object = Object::tagged(
    "type",
    "particle-collider-2d",
    "Something solid for flat particles.",
    &[ID, field("shape", Shape::Tagged(SHAPES_2D), "Its shape.").required(), ENABLED],
);

/// `particle-collider-3d`.
pub static PARTICLE_COLLIDER_3D: Object = Object::tagged(
    "type",
    "particle-collider-3d",
    "Something solid for particles in 3D.",
    &[ID, field("shape", Shape::Tagged(SHAPES_3D), "Its shape.").required(), ENABLED],
);
