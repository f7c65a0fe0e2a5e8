//! Bodies, gravity, and what stops particles.

use crate::model::base::{Point, words};
use crate::model::context::Context;
use crate::model::fields::{Fields, finite};
use crate::model::json::Json;
use crate::model::out::{Out, numbers, point_3d};
use crate::value::Value;

words! {
    /// What moves a body.
    BodyKind {
        /// Nothing.
        Static = "static",
        /// What pushes it.
        Dynamic = "dynamic",
        /// The game; it pushes and is never pushed.
        Kinematic = "kinematic",
    }
}

/// What bodies of both dimensions have.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Its name for people; `Body` by default.
    pub name: String,
    /// Static by default.
    pub kind: BodyKind,
    /// How much it springs back, 0 to 1; 0 by default.
    pub bounce: f64,
    /// How much it grips; 0.5 by default.
    pub friction: f64,
    /// Mass for its size; 1 by default.
    pub density: f64,
    /// Whether it tells of overlaps and stops nothing; not by default.
    pub sensor: bool,
    /// The layer it is on, 0 to 15; 0 by default.
    pub layer: f64,
    /// The layers it meets, a bit for each; 65535, that is all, by default.
    pub collides_with: f64,
}

/// A shape of a body of the plane, pixels, around the box's place.
#[derive(Clone, Debug, PartialEq)]
pub enum Collider2d {
    /// A rectangle.
    Rect {
        /// Across.
        width: f64,
        /// Down.
        height: f64,
    },
    /// A circle.
    Circle {
        /// From the middle to the edge.
        radius: f64,
    },
    /// A figure of straight edges.
    Polygon {
        /// Its corners, at least three.
        vertices: Vec<Point>,
    },
}

/// A shape of a body in 3D, units, around the box's place.
#[derive(Clone, Debug, PartialEq)]
pub enum Collider3d {
    /// A box.
    Box {
        /// Along X, Y and Z.
        size: [f64; 3],
    },
    /// A ball.
    Sphere {
        /// From the middle to the edge.
        radius: f64,
    },
    /// A tube with round ends, standing on Y.
    Capsule {
        /// Of the tube.
        radius: f64,
        /// In all, round ends included.
        height: f64,
    },
    /// The convex hull of a shape.
    Hull {
        /// Key of a geometry asset; never empty.
        geometry: String,
    },
    /// The triangles of a shape.
    Mesh {
        /// Key of a geometry asset; never empty.
        geometry: String,
    },
}

/// A body of the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct PhysicsBody2d {
    /// What it is made of.
    pub body: Body,
    /// Its shape.
    pub collider: Collider2d,
}

/// A body in 3D.
#[derive(Clone, Debug, PartialEq)]
pub struct PhysicsBody3d {
    /// What it is made of.
    pub body: Body,
    /// Its shape.
    pub collider: Collider3d,
    /// Where it stands in its box, units.
    pub offset: [f64; 3],
}

impl Body {
    fn read(fields: &Fields<'_>, context: &mut Context) -> Self {
        let bounce = context.current_name(fields, "bounce", "restitution");
        context.note_name(fields, bounce, "bounce");
        let kind = fields.opt_str("body").and_then(|word| BodyKind::from_word(&word));
        Self {
            name: fields.str_or("name", "Body"),
            kind: kind.unwrap_or(BodyKind::Static),
            bounce: fields.num(bounce, 0.0),
            friction: fields.num("friction", 0.5),
            density: fields.num("density", 1.0),
            sensor: fields.is_true("sensor"),
            layer: fields.num("layer", 0.0),
            collides_with: fields.num("collidesWith", 65_535.0),
        }
    }

    fn write_head(&self, out: &mut Out) {
        out.put("name", self.name.as_str());
        out.put("body", self.kind.as_str());
    }

    fn write_tail(&self, out: &mut Out) {
        out.put("bounce", self.bounce);
        out.put("friction", self.friction);
        out.put("density", self.density);
        out.put("sensor", self.sensor);
        out.put("layer", self.layer);
        out.put("collidesWith", self.collides_with);
    }
}

impl PhysicsBody2d {
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Option<Self> {
        let collider = fields.rec("collider").and_then(|own| Collider2d::read(&own))?;
        Some(Self { body: Body::read(fields, context), collider })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        self.body.write_head(out);
        out.record("collider", |out| self.collider.write(out));
        self.body.write_tail(out);
    }
}

impl PhysicsBody3d {
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Option<Self> {
        let collider = fields.rec("collider").and_then(|own| Collider3d::read(&own))?;
        Some(Self { body: Body::read(fields, context), collider, offset: fields.triple("offset") })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        self.body.write_head(out);
        out.record("collider", |out| self.collider.write(out));
        out.put("offset", numbers(&self.offset));
        self.body.write_tail(out);
    }
}

impl Collider2d {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        match fields.opt_str("shape")?.as_str() {
            "rect" => Some(Self::Rect { width: fields.num("width", 0.0), height: fields.num("height", 0.0) }),
            "circle" => Some(Self::Circle { radius: fields.num("radius", 0.0) }),
            "polygon" => {
                let list = fields.list("vertices")?;
                let vertices: Vec<_> = list.into_iter().filter_map(pair).collect();
                (vertices.len() >= 3).then_some(Self::Polygon { vertices })
            }
            _ => None,
        }
    }

    fn write(&self, out: &mut Out) {
        match self {
            Self::Rect { width, height } => {
                out.put("shape", "rect");
                out.put("width", *width);
                out.put("height", *height);
            }
            Self::Circle { radius } => {
                out.put("shape", "circle");
                out.put("radius", *radius);
            }
            Self::Polygon { vertices } => {
                out.put("shape", "polygon");
                let pairs: Vec<Json> = vertices.iter().map(|corner| numbers(&[corner.x, corner.y])).collect();
                out.put("vertices", pairs);
            }
        }
    }
}

/// Two numbers of an array; `None` when it holds fewer than two values.
fn pair(value: Value<'_>) -> Option<Point> {
    let mut list = value.elements();
    let (x, y) = (list.next()?, list.next()?);
    Some(Point { x: finite(x).unwrap_or(0.0), y: finite(y).unwrap_or(0.0) })
}

impl Collider3d {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        let number = |name: &str| fields.num(name, 0.0);
        match fields.opt_str("shape")?.as_str() {
            "box" => Some(Self::Box { size: fields.triple("size") }),
            "sphere" => Some(Self::Sphere { radius: number("radius") }),
            "capsule" => Some(Self::Capsule { radius: number("radius"), height: number("height") }),
            "hull" => Some(Self::Hull { geometry: fields.some_str("geometry")? }),
            "mesh" => Some(Self::Mesh { geometry: fields.some_str("geometry")? }),
            _ => None,
        }
    }

    fn write(&self, out: &mut Out) {
        match self {
            Self::Box { size } => {
                out.put("shape", "box");
                out.put("size", numbers(size));
            }
            Self::Sphere { radius } => {
                out.put("shape", "sphere");
                out.put("radius", *radius);
            }
            Self::Capsule { radius, height } => {
                out.put("shape", "capsule");
                out.put("radius", *radius);
                out.put("height", *height);
            }
            Self::Hull { geometry } => {
                out.put("shape", "hull");
                out.put("geometry", geometry.as_str());
            }
            Self::Mesh { geometry } => {
                out.put("shape", "mesh");
                out.put("geometry", geometry.as_str());
            }
        }
    }
}

/// Gravity of the plane, pixels per second squared, +y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhysicsWorld2d {
    /// (0, 900) by default.
    pub gravity: Point,
}

/// Gravity in 3D, metres per second squared, +y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhysicsWorld3d {
    /// (0, −9.81, 0) by default.
    pub gravity: [f64; 3],
}

impl PhysicsWorld2d {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        let own = fields.rec("gravity").unwrap_or(Fields::none());
        Self { gravity: Point { x: own.num("x", 0.0), y: own.num("y", 900.0) } }
    }

    pub(crate) fn write(self, out: &mut Out) {
        out.put("gravity", self.gravity);
    }
}

impl PhysicsWorld3d {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        let own = fields.rec("gravity").unwrap_or(Fields::none());
        Self { gravity: [own.num("x", 0.0), own.num("y", -9.81), own.num("z", 0.0)] }
    }

    pub(crate) fn write(self, out: &mut Out) {
        out.put("gravity", point_3d(self.gravity));
    }
}

/// A shape around the box's place that stops particles or holds a sound. Sizes are not negative; pixels for
/// flat shapes, units for deep ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParticleShape {
    /// A rectangle, flat.
    Rect {
        /// Across.
        width: f64,
        /// Down.
        height: f64,
    },
    /// A circle, flat.
    Circle {
        /// From the middle to the edge.
        radius: f64,
    },
    /// A box, deep.
    Box {
        /// Along X, Y and Z.
        size: [f64; 3],
    },
    /// A ball, deep.
    Sphere {
        /// From the middle to the edge.
        radius: f64,
    },
    /// Everything below the box's place, in both dimensions.
    Plane,
}

impl ParticleShape {
    /// `shape` of an object, flat or deep.
    pub(crate) fn read_any(fields: &Fields<'_>) -> Option<Self> {
        Self::read(fields, true).or_else(|| Self::read(fields, false))
    }

    fn read(fields: &Fields<'_>, flat: bool) -> Option<Self> {
        let own = fields.rec("shape")?;
        let size = |name: &str| own.num(name, 0.0).max(0.0);
        match own.opt_str("kind")?.as_str() {
            "rect" if flat => Some(Self::Rect { width: size("width"), height: size("height") }),
            "circle" if flat => Some(Self::Circle { radius: size("radius") }),
            "box" if !flat => Some(Self::Box { size: own.triple("size").map(|side| side.max(0.0)) }),
            "sphere" if !flat => Some(Self::Sphere { radius: size("radius") }),
            "plane" => Some(Self::Plane),
            _ => None,
        }
    }

    pub(crate) fn write(self, out: &mut Out) {
        out.record("shape", |out| match self {
            Self::Rect { width, height } => {
                out.put("kind", "rect");
                out.put("width", width);
                out.put("height", height);
            }
            Self::Circle { radius } => {
                out.put("kind", "circle");
                out.put("radius", radius);
            }
            Self::Box { size } => {
                out.put("kind", "box");
                out.put("size", numbers(&size));
            }
            Self::Sphere { radius } => {
                out.put("kind", "sphere");
                out.put("radius", radius);
            }
            Self::Plane => out.put("kind", "plane"),
        });
    }
}

/// Something solid for particles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleCollider {
    /// Its shape, of the dimension of its component.
    pub shape: ParticleShape,
    /// Works unless `false`.
    pub enabled: Option<bool>,
}

impl ParticleCollider {
    pub(crate) fn read(fields: &Fields<'_>, flat: bool) -> Option<Self> {
        Some(Self { shape: ParticleShape::read(fields, flat)?, enabled: fields.opt_bool("enabled") })
    }

    pub(crate) fn write(self, out: &mut Out) {
        self.shape.write(out);
        out.unless("enabled", self.enabled, true);
    }
}
