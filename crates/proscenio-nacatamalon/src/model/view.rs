//! What a scene is seen and lit by: cameras and lights. Both carry a place of their own.

use crate::model::base::{Colour, Transform, words};
use crate::model::fields::Fields;
use crate::model::out::Out;

/// The camera of the plane. The tree does not move it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera2d {
    /// The world point at the top-left corner of the screen, pixels.
    pub x: f64,
    /// The world point at the top-left corner of the screen, pixels, +y down.
    pub y: f64,
    /// Radians, clockwise, about that corner.
    pub rotation: f64,
    /// 2 shows things twice as big.
    pub zoom: f64,
}

words! {
    /// How a 3D camera sees.
    Projection {
        /// Far things are smaller.
        Perspective = "perspective",
        /// Far things are as big as near ones; measured in pixels.
        Orthographic = "orthographic",
    }
}

/// The camera of the models. The tree does not move it; at the identity it looks along −Z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera3d {
    /// Perspective by default.
    pub projection: Projection,
    /// Its place; the scales are read but mean nothing.
    pub transform: Transform,
    /// Height of the view, degrees; perspective only.
    pub fov: f64,
    /// Nearest distance seen.
    pub near: f64,
    /// Farthest distance seen.
    pub far: f64,
    /// Orthographic only: 2 shows twice as much.
    pub zoom: f64,
    /// Orthographic only: models in the 2D world, seen by the 2D camera.
    pub follow2d: bool,
}

words! {
    /// The kinds of light.
    LightKind {
        /// From one direction, everywhere.
        Directional = "directional",
        /// From a point.
        Point = "point",
        /// A cone.
        Spot = "spot",
        /// A panel.
        Rect = "rect",
        /// The whole room at once.
        Ambient = "ambient",
    }
}

/// The place of a light: moved by the tree, never turned by it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LightPlace {
    /// Rightwards, in the box's frame.
    pub x: f64,
    /// In the box's frame.
    pub y: f64,
    /// Towards the viewer.
    pub z: f64,
    /// Pitch, radians.
    pub rotation_x: f64,
    /// Yaw, radians.
    pub rotation_y: f64,
}

/// How a light casts shadows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shadow {
    /// Whether it casts any; not when absent.
    pub cast: Option<bool>,
    /// How far the test is pushed towards the light, world units; 0.002 when absent.
    pub bias: Option<f64>,
    /// 0 to 1; 1 when absent.
    pub strength: Option<f64>,
    /// Directional only: how far in front of the camera shadows reach; 12 when absent.
    pub area: Option<f64>,
    /// Directional only: how far back the light stands; 20 when absent.
    pub distance: Option<f64>,
}

/// A light. Members its kind does not have hold their defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Directional by default.
    pub kind: LightKind,
    /// White by default.
    pub colour: Colour,
    /// 1 by default.
    pub intensity: f64,
    /// Absent is not zero: a directional light then has pitch −0.9 and yaw 0.6, a spot points down. Never on
    /// an ambient light.
    pub place: Option<LightPlace>,
    /// How much of it comes from everywhere; 0 by default. Not on an ambient light.
    pub ambient: f64,
    /// Point, spot, rect: where it ends, world units; 10 by default.
    pub range: f64,
    /// Spot: half its width, radians; π/6 by default.
    pub angle: f64,
    /// Spot: the part of the angle over which it fades, 0 to 1; 0.1 by default.
    pub penumbra: f64,
    /// Rect: of the panel, world units; 1 by default.
    pub width: f64,
    /// Rect: of the panel, world units; 1 by default.
    pub height: f64,
    /// Its shadows.
    pub shadow: Shadow,
}

impl Camera2d {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        let place = fields.rec("transform").unwrap_or(Fields::none());
        Self {
            x: place.num("x", 0.0),
            y: place.num("y", 0.0),
            rotation: place.num("rotation", 0.0),
            zoom: fields.num("zoom", 1.0),
        }
    }
}

impl Camera3d {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        let word = fields.opt_str("projection").and_then(|word| Projection::from_word(&word));
        let projection = word.unwrap_or(Projection::Perspective);
        let transform = Transform::read(fields, "transform").unwrap_or(Transform::IDENTITY);
        Self {
            projection,
            transform: Transform { pivot: None, ..transform },
            fov: fields.num("fov", 60.0),
            near: fields.num("near", 0.1),
            far: fields.num("far", 1000.0),
            zoom: fields.num("zoom", 1.0),
            follow2d: projection == Projection::Orthographic && fields.is_true("follow2d"),
        }
    }
}

impl Light {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        use LightKind::{Ambient, Directional, Point, Rect, Spot};
        let word = fields.opt_str("kind").and_then(|word| LightKind::from_word(&word));
        let kind = word.unwrap_or(Directional);
        let of = |kinds: &[LightKind], name: &str, default: f64| {
            if kinds.contains(&kind) { fields.num(name, default) } else { default }
        };
        let directional = |name: &str| fields.opt_num(name).filter(|_| kind == Directional);
        Self {
            kind,
            colour: fields.colour("color", Colour::WHITE),
            intensity: fields.num("intensity", 1.0),
            place: fields.rec("transform").filter(|_| kind != Ambient).map(|place| LightPlace {
                x: place.num("x", 0.0),
                y: place.num("y", 0.0),
                z: place.num("z", 0.0),
                rotation_x: place.num("rotationX", 0.0),
                rotation_y: place.num("rotationY", 0.0),
            }),
            ambient: of(&[Directional, Point, Spot, Rect], "ambient", 0.0),
            range: of(&[Point, Spot, Rect], "range", 10.0),
            // Divided as the engine does: `FRAC_PI_6` differs in the last bit.
            angle: of(&[Spot], "angle", std::f64::consts::PI / 6.0),
            penumbra: of(&[Spot], "penumbra", 0.1),
            width: of(&[Rect], "width", 1.0),
            height: of(&[Rect], "height", 1.0),
            shadow: Shadow {
                cast: fields.opt_bool("castShadow"),
                bias: fields.opt_num("shadowBias"),
                strength: fields.opt_num("shadowStrength"),
                area: directional("shadowArea"),
                distance: directional("shadowDistance"),
            },
        }
    }
}

impl Camera2d {
    pub(crate) fn write(&self, out: &mut Out) {
        out.record("transform", |out| {
            out.put("x", self.x);
            out.put("y", self.y);
            out.put("rotation", self.rotation);
        });
        out.put("zoom", self.zoom);
    }
}

impl Camera3d {
    pub(crate) fn write(&self, out: &mut Out) {
        out.put("projection", self.projection.as_str());
        out.transform("transform", &self.transform);
        out.put("fov", self.fov);
        out.put("near", self.near);
        out.put("far", self.far);
        out.put("zoom", self.zoom);
        out.opt("follow2d", self.follow2d.then_some(true));
    }
}

impl Light {
    pub(crate) fn write(&self, out: &mut Out) {
        use LightKind::{Ambient, Point, Rect, Spot};
        let ranged = matches!(self.kind, Point | Spot | Rect);
        let of = |kind: LightKind, number: f64| (self.kind == kind).then_some(number);
        out.put("kind", self.kind.as_str());
        out.put("color", self.colour);
        out.put("intensity", self.intensity);
        if let Some(place) = self.place.filter(|_| self.kind != Ambient) {
            out.record("transform", |out| {
                out.put("x", place.x);
                out.put("y", place.y);
                out.put("z", place.z);
                out.put("rotationX", place.rotation_x);
                out.put("rotationY", place.rotation_y);
            });
        }
        out.opt("ambient", (self.kind != Ambient).then_some(self.ambient));
        out.opt("range", ranged.then_some(self.range));
        out.opt("angle", of(Spot, self.angle));
        out.opt("penumbra", of(Spot, self.penumbra));
        out.opt("width", of(Rect, self.width));
        out.opt("height", of(Rect, self.height));
        if out.saved() && self.kind == Ambient {
            return;
        }
        out.unless("castShadow", self.shadow.cast, false);
        out.opt("shadowBias", self.shadow.bias);
        out.opt("shadowStrength", self.shadow.strength);
        out.opt("shadowArea", self.shadow.area);
        out.opt("shadowDistance", self.shadow.distance);
    }
}
