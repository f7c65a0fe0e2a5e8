//! Writing an effect.

use crate::files::json::{Members, Out};
use crate::files::particles::{
    Bounds, Child, Collision, ColourStop, DeepShape, Emission, FlatShape, KIND_2D, KIND_3D, Particles, Range,
    ScaleStop, Space, Trail,
};
use crate::model::Colour;
use crate::model::Json;

impl Particles {
    /// The file as text, four blanks per level. As the engine writes it: every number of the effect is there,
    /// what is absent is left out, unknown members stand at the end.
    #[must_use]
    pub fn serialize(&self) -> String {
        let frame = self.frame.as_ref().map(crate::files::atlas::FrameRef::json);
        let out = Out::new()
            .put("format", 1.0)
            .put("kind", if self.is_deep() { KIND_3D } else { KIND_2D })
            .opt("atlas", self.atlas.as_ref())
            .opt("texture", self.texture.as_ref())
            .opt("frame", frame)
            .opt("anim", self.anim.as_ref())
            .put("max", self.max)
            .put("blend", if self.additive { "additive" } else { "alpha" })
            .put("worldSpace", self.world_space)
            .put("emission", self.emission.json());
        let (shape, direction, gravity) = self.space.json(&self.shape_extra);
        let colours: Vec<Json> = self.colour_over_life.iter().map(ColourStop::json).collect();
        let scales: Vec<Json> = self.size_over_life.iter().map(ScaleStop::json).collect();
        let children: Vec<Json> = self.children.iter().map(Child::json).collect();
        out.put("shape", shape)
            .put("direction", direction)
            .put("spread", self.spread)
            .put("life", self.life.json())
            .put("speed", self.speed.json())
            .put("size", self.size.json())
            .put("spin", self.spin.json())
            .put("gravity", gravity)
            .put("damping", self.damping)
            .put("colorOverLife", colours)
            .put("sizeOverLife", scales)
            .opt("trail", self.trail.as_ref().map(Trail::json))
            .opt("bounds", self.bounds.as_ref().map(Bounds::json))
            .opt("children", (!children.is_empty()).then_some(children))
            .opt("collision", self.collision.as_ref().map(Collision::json))
            .with(&self.extra)
            .pretty()
    }
}

fn vector(axes: &[f64]) -> Json {
    let members = ["x", "y", "z"].into_iter().zip(axes);
    Json::Object(members.map(|(name, axis)| (name.to_owned(), Json::from(*axis))).collect())
}

impl Range {
    fn json(self) -> Json {
        vec![Json::from(self.min), Json::from(self.max)].into()
    }
}

impl Space {
    fn json(&self, extra: &Members) -> (Json, Json, Json) {
        match self {
            Self::Flat { shape, direction, gravity } => {
                (shape.json(extra), Json::from(*direction), vector(gravity))
            }
            Self::Deep { shape, direction, gravity } => {
                (shape.json(extra), vector(direction), vector(gravity))
            }
        }
    }
}

impl FlatShape {
    fn json(&self, extra: &Members) -> Json {
        let out = Out::new();
        let out = match self {
            Self::Point => out.put("kind", "point"),
            Self::Circle { radius, edge } => {
                out.put("kind", "circle").put("radius", *radius).put("edge", *edge)
            }
            Self::Rect { width, height } => {
                out.put("kind", "rect").put("width", *width).put("height", *height)
            }
            Self::Line { length, angle } => {
                out.put("kind", "line").put("length", *length).put("angle", *angle)
            }
        };
        out.with(extra)
    }
}

impl DeepShape {
    fn json(&self, extra: &Members) -> Json {
        let out = Out::new();
        let out = match self {
            Self::Point => out.put("kind", "point"),
            Self::Sphere { radius, edge } => {
                out.put("kind", "sphere").put("radius", *radius).put("edge", *edge)
            }
            Self::Box { size } => {
                let size: Vec<Json> = size.iter().map(|side| Json::from(*side)).collect();
                out.put("kind", "box").put("size", size)
            }
            Self::Cone { radius, angle } => {
                out.put("kind", "cone").put("radius", *radius).put("angle", *angle)
            }
        };
        out.with(extra)
    }
}

impl Emission {
    fn json(&self) -> Json {
        Out::new()
            .put("rate", self.rate)
            .put("burst", self.burst)
            .put("duration", self.duration)
            .put("loop", self.looped)
            .with(&self.extra)
    }
}

impl ColourStop {
    fn json(&self) -> Json {
        Out::new()
            .put("t", self.t)
            .put("color", hex(self.colour).as_str())
            .put("alpha", self.colour.a)
            .with(&self.extra)
    }
}

impl ScaleStop {
    fn json(&self) -> Json {
        Out::new().put("t", self.t).put("scale", self.scale).with(&self.extra)
    }
}

impl Trail {
    fn json(&self) -> Json {
        Out::new()
            .put("length", self.length)
            .put("width", self.width)
            .put("fade", self.fade)
            .with(&self.extra)
    }
}

impl Bounds {
    fn json(&self) -> Json {
        Out::new().put("center", vector(&self.center)).put("size", vector(&self.size)).with(&self.extra)
    }
}

impl Child {
    fn json(&self) -> Json {
        Out::new()
            .put("on", if self.on_death { "death" } else { "birth" })
            .put("src", &self.src)
            .put("count", self.count)
            .with(&self.extra)
    }
}

impl Collision {
    fn json(&self) -> Json {
        Out::new()
            .put("mode", if self.die { "die" } else { "bounce" })
            .put("bounce", self.bounce)
            .put("friction", self.friction)
            .with(&self.extra)
    }
}

/// `#rrggbb`; the opacity is written beside it.
fn hex(colour: Colour) -> String {
    let [r, g, b] =
        [colour.r, colour.g, colour.b].map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}
