//! Reading an effect.

use crate::Document;
use crate::files::atlas::frame_ref;
use crate::files::codes;
use crate::files::json::Members;
use crate::files::particles::{
    Bounds, Child, Collision, ColourStop, DeepShape, Emission, FlatShape, KIND_2D, KIND_3D, Particles, Range,
    ScaleStop, Space, Trail, parse_colour,
};
use crate::files::reader::{Object, Read, Reader, found};
use crate::model::Colour;
use crate::model::fields::finite;
use crate::value::Value;

const FIELDS: &[&str] = &[
    "format",
    "kind",
    "atlas",
    "texture",
    "frame",
    "anim",
    "max",
    "blend",
    "worldSpace",
    "emission",
    "shape",
    "direction",
    "spread",
    "life",
    "speed",
    "size",
    "spin",
    "gravity",
    "damping",
    "colorOverLife",
    "sizeOverLife",
    "trail",
    "bounds",
    "children",
    "collision",
];

impl Particles {
    /// Reads an effect; never fails. What the engine would refuse is told and leaves
    /// [`Read::refused`](crate::files::Read::refused) set.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let Some(mut object) = reader.root(document) else { return reader.finish(Self::blank(false)) };
        let kind = object.get("kind").map(|value| value.as_str());
        let kind = kind.map(Option::unwrap_or_default);
        let deep = match kind.as_deref() {
            None | Some(KIND_2D) => false,
            Some(KIND_3D) => true,
            Some(_) => {
                let span = object.get("kind").map_or(object.start(), Value::span);
                let message = format!("expected the kind \"{KIND_2D}\" or \"{KIND_3D}\"");
                reader.refuse(&codes::FILE_WRONG_KIND, span, message);
                false
            }
        };
        reader.format(&object, true);
        let mut effect = Self::blank(deep);
        effect.read_head(&mut reader, &mut object);
        effect.read_motion(&mut reader, &mut object);
        effect.read_space(&mut reader, &mut object);
        effect.read_curves(&mut reader, &mut object);
        effect.read_parts(&mut reader, &mut object);
        effect.extra = reader.rest(&object, FIELDS);
        reader.finish(effect)
    }

    fn read_head(&mut self, reader: &mut Reader, object: &mut Object<'_>) {
        let blank = |text: String| Some(text).filter(|text| !text.trim().is_empty());
        self.texture = reader.text(object, "texture").and_then(blank);
        self.atlas = reader.text(object, "atlas").and_then(blank);
        self.frame = reader.checked(object, "frame", "a frame's number or name", frame_ref);
        self.anim = reader.text(object, "anim").and_then(blank);
        if let Some(value) = object.get("atlas").filter(|_| self.atlas.is_some()) {
            reader.warn(&codes::PARTICLES_ATLAS, value.span(), "the effect is drawn from an atlas");
        }
        self.max = reader.num_or(object, "max", self.max).round().max(1.0);
        let blend = |word: &str| ["alpha", "additive"].contains(&word).then(|| word == "additive");
        self.additive = reader.word(object, "blend", "alpha or additive", blend).unwrap_or(false);
        self.world_space = reader.bool(object, "worldSpace").unwrap_or(true);
        self.emission = emission(reader, object);
    }

    fn read_motion(&mut self, reader: &mut Reader, object: &mut Object<'_>) {
        self.spread = not_negative(reader, object, "spread", self.spread);
        self.life = range(reader, object, "life", self.life);
        if self.life.min <= 0.0 {
            reader.refuse_member(object, "life", "a time above 0");
        }
        self.speed = range(reader, object, "speed", self.speed);
        self.size = range(reader, object, "size", self.size);
        self.spin = range(reader, object, "spin", self.spin);
        self.damping = not_negative(reader, object, "damping", self.damping);
    }

    fn read_space(&mut self, reader: &mut Reader, object: &mut Object<'_>) {
        self.space = if self.is_deep() {
            let direction = direction(reader, object);
            let gravity = vector(reader, object, "gravity", [0.0; 3]);
            let (shape, extra) = deep_shape(reader, object);
            self.shape_extra = extra;
            Space::Deep { shape, direction, gravity }
        } else {
            let direction = reader.num_or(object, "direction", -std::f64::consts::FRAC_PI_2);
            let [x, y, _] = vector(reader, object, "gravity", [0.0; 3]);
            let (shape, extra) = flat_shape(reader, object);
            self.shape_extra = extra;
            Space::Flat { shape, direction, gravity: [x, y] }
        };
    }

    fn read_curves(&mut self, reader: &mut Reader, object: &mut Object<'_>) {
        let mut colours: Vec<ColourStop> = Vec::new();
        for value in reader.list(object, "colorOverLife").unwrap_or_default() {
            colours.extend(stop(reader, value).and_then(|stop| colour_stop(reader, stop)));
        }
        let mut scales: Vec<ScaleStop> = Vec::new();
        for value in reader.list(object, "sizeOverLife").unwrap_or_default() {
            let Some(mut stop) = stop(reader, value) else { continue };
            let (t, scale) = (time(reader, &mut stop), reader.num_or(&mut stop, "scale", 1.0));
            scales.push(ScaleStop { t, scale, extra: reader.rest(&stop, &["t", "scale"]) });
        }
        colours.sort_by(|a, b| a.t.total_cmp(&b.t));
        scales.sort_by(|a, b| a.t.total_cmp(&b.t));
        if !colours.is_empty() {
            self.colour_over_life = colours;
        }
        if !scales.is_empty() {
            self.size_over_life = scales;
        }
    }

    fn read_parts(&mut self, reader: &mut Reader, object: &mut Object<'_>) {
        self.trail = reader.object(object, "trail").map(|mut trail| Trail {
            length: reader.num_or(&mut trail, "length", 8.0).round().max(1.0),
            width: reader.num_or(&mut trail, "width", 1.0).max(0.0),
            fade: reader.bool(&mut trail, "fade").unwrap_or(true),
            extra: reader.rest(&trail, &["length", "width", "fade"]),
        });
        self.bounds = reader.object(object, "bounds").map(|mut bounds| Bounds {
            center: vector(reader, &mut bounds, "center", [0.0; 3]),
            size: vector(reader, &mut bounds, "size", [0.0; 3]).map(f64::abs),
            extra: reader.rest(&bounds, &["center", "size"]),
        });
        for value in reader.list(object, "children").unwrap_or_default() {
            self.children.extend(child(reader, value));
        }
        self.collision = reader.object(object, "collision").map(|own| collision(reader, own));
        if let Some(value) = object.get("collision").filter(|_| self.collision.is_some() && !self.world_space)
        {
            let message = "an effect that rides with its emitter does not collide";
            reader.warn(&codes::PARTICLES_NO_COLLISION, value.span(), message);
        }
    }
}

/// A number that must not be below 0; a bad one is the default, a negative one is 0.
fn not_negative(reader: &mut Reader, object: &mut Object<'_>, name: &'static str, default: f64) -> f64 {
    reader.num_or(object, name, default).max(0.0)
}

/// Two numbers, or one for both.
fn range(reader: &mut Reader, object: &mut Object<'_>, name: &'static str, default: Range) -> Range {
    let read = |value: Value<'_>| {
        if let Some(number) = finite(value) {
            return Some(Range::at(number));
        }
        let numbers: Vec<f64> = value.elements().map(finite).collect::<Option<_>>()?;
        match numbers[..] {
            [a, b] => Some(Range::new(a, b)),
            _ => None,
        }
    };
    reader.checked(object, name, "a number or two", read).unwrap_or(default)
}

/// `{ x, y, z }`, missing axes from the default.
fn vector(reader: &mut Reader, object: &mut Object<'_>, name: &'static str, default: [f64; 3]) -> [f64; 3] {
    let read = |value: Value<'_>| {
        let own = Object::of(value)?;
        let axis = |name: &str, default: f64| own.get(name).and_then(finite).unwrap_or(default);
        Some([axis("x", default[0]), axis("y", default[1]), axis("z", default[2])])
    };
    reader.checked(object, name, "an object { x, y, z }", read).unwrap_or(default)
}

fn direction(reader: &mut Reader, object: &mut Object<'_>) -> [f64; 3] {
    let up = [0.0, 1.0, 0.0];
    let [x, y, z] = vector(reader, object, "direction", up);
    let length = x.hypot(y).hypot(z);
    if length > 0.0 && length.is_finite() {
        // A heading of length 1 is left as it is, or writing and reading would wear it down.
        let unit = (length - 1.0).abs() < 1e-12;
        return if unit { [x, y, z] } else { [x / length, y / length, z / length] };
    }
    reader.refuse_member(object, "direction", "a heading that is not of length 0");
    up
}

fn emission(reader: &mut Reader, object: &mut Object<'_>) -> Emission {
    let Some(mut own) = reader.object(object, "emission") else {
        return Emission { rate: 0.0, burst: 0.0, duration: 0.0, looped: true, extra: Vec::new() };
    };
    let mut counted = |reader: &mut Reader, name: &'static str| {
        let number = reader.num_or(&mut own, name, 0.0);
        if number < 0.0 {
            reader.refuse_member(&own, name, "a number that is not below 0");
        }
        number.max(0.0)
    };
    let (rate, burst) = (counted(reader, "rate"), counted(reader, "burst"));
    Emission {
        rate,
        burst,
        duration: not_negative(reader, &mut own, "duration", 0.0),
        looped: reader.bool(&mut own, "loop").unwrap_or(true),
        extra: reader.rest(&own, &["rate", "burst", "duration", "loop"]),
    }
}

/// The shape's object and kind; a missing one is a point.
fn shape<'a>(reader: &mut Reader, object: &mut Object<'a>) -> Option<(Object<'a>, String)> {
    let own = reader.object(object, "shape")?;
    let kind = own.get("kind").map(|value| value.as_str().unwrap_or_default().into_owned());
    Some((own, kind.unwrap_or_else(|| "point".to_owned())))
}

fn flat_shape(reader: &mut Reader, object: &mut Object<'_>) -> (FlatShape, Members) {
    let Some((mut own, kind)) = shape(reader, object) else { return (FlatShape::Point, Vec::new()) };
    let read = match kind.as_str() {
        "point" => FlatShape::Point,
        "circle" => FlatShape::Circle {
            radius: not_negative(reader, &mut own, "radius", 0.0),
            edge: reader.bool(&mut own, "edge").unwrap_or(false),
        },
        "rect" => FlatShape::Rect {
            width: not_negative(reader, &mut own, "width", 0.0),
            height: not_negative(reader, &mut own, "height", 0.0),
        },
        "line" => FlatShape::Line {
            length: not_negative(reader, &mut own, "length", 0.0),
            angle: reader.num_or(&mut own, "angle", 0.0),
        },
        _ => {
            reader.refuse_member(&own, "kind", "point, circle, rect or line");
            FlatShape::Point
        }
    };
    let fields: &[&str] = match read {
        FlatShape::Point => &["kind"],
        FlatShape::Circle { .. } => &["kind", "radius", "edge"],
        FlatShape::Rect { .. } => &["kind", "width", "height"],
        FlatShape::Line { .. } => &["kind", "length", "angle"],
    };
    (read, reader.rest(&own, fields))
}

fn deep_shape(reader: &mut Reader, object: &mut Object<'_>) -> (DeepShape, Members) {
    let Some((mut own, kind)) = shape(reader, object) else { return (DeepShape::Point, Vec::new()) };
    let read = match kind.as_str() {
        "point" => DeepShape::Point,
        "sphere" => DeepShape::Sphere {
            radius: not_negative(reader, &mut own, "radius", 0.0),
            edge: reader.bool(&mut own, "edge").unwrap_or(false),
        },
        "box" => {
            let size = |value: Value<'_>| {
                let sides: Vec<f64> =
                    value.elements().map(|side| finite(side).unwrap_or(0.0).max(0.0)).collect();
                let side = |at: usize| sides.get(at).copied().unwrap_or(0.0);
                value.is_array().then(|| [side(0), side(1), side(2)])
            };
            let size = reader.checked(&mut own, "size", "an array [x, y, z]", size);
            DeepShape::Box { size: size.unwrap_or_default() }
        }
        "cone" => DeepShape::Cone {
            radius: not_negative(reader, &mut own, "radius", 0.0),
            angle: not_negative(reader, &mut own, "angle", 0.0),
        },
        _ => {
            reader.refuse_member(&own, "kind", "point, sphere, box or cone");
            DeepShape::Point
        }
    };
    let fields: &[&str] = match read {
        DeepShape::Point => &["kind"],
        DeepShape::Sphere { .. } => &["kind", "radius", "edge"],
        DeepShape::Box { .. } => &["kind", "size"],
        DeepShape::Cone { .. } => &["kind", "radius", "angle"],
    };
    (read, reader.rest(&own, fields))
}

/// A stop of a curve.
fn stop<'a>(reader: &mut Reader, value: Value<'a>) -> Option<Object<'a>> {
    let object = Object::of(value);
    if object.is_none() {
        let message = format!("expected a stop of a curve, an object, found {}", found(value));
        reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
    }
    object
}

fn time(reader: &mut Reader, stop: &mut Object<'_>) -> f64 {
    reader.num_or(stop, "t", 0.0).clamp(0.0, 1.0)
}

fn colour_stop(reader: &mut Reader, mut stop: Object<'_>) -> Option<ColourStop> {
    let t = time(reader, &mut stop);
    let colour = match stop.get("color") {
        None => Some(Colour::WHITE),
        Some(value) if value.is_object() => Some(reader.colour(&mut stop, "color", Colour::WHITE)),
        Some(value) => value.as_str().and_then(|text| parse_colour(&text)),
    };
    let Some(colour) = colour else {
        reader.refuse_member(&stop, "color", "a colour, such as \"#ffcc00\"");
        return None;
    };
    let a = reader.num(&mut stop, "alpha").map_or(colour.a, |alpha| alpha.clamp(0.0, 1.0));
    Some(ColourStop {
        t,
        colour: Colour { a, ..colour },
        extra: reader.rest(&stop, &["t", "color", "alpha"]),
    })
}

fn collision(reader: &mut Reader, mut own: Object<'_>) -> Collision {
    let die = match own.get("mode").map(|mode| mode.as_str()) {
        None => false,
        Some(mode) => {
            if !matches!(mode.as_deref(), Some("bounce" | "die")) {
                reader.refuse_member(&own, "mode", "bounce or die");
            }
            mode.as_deref() == Some("die")
        }
    };
    Collision {
        die,
        bounce: reader.num_or(&mut own, "bounce", 0.3).clamp(0.0, 1.0),
        friction: reader.num_or(&mut own, "friction", 0.2).clamp(0.0, 1.0),
        extra: reader.rest(&own, &["mode", "bounce", "friction"]),
    }
}

fn child(reader: &mut Reader, value: Value<'_>) -> Option<Child> {
    let Some(mut own) = Object::of(value) else {
        let message = format!("expected a child effect {{ on, src }}, found {}", found(value));
        reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
        return None;
    };
    let on = own.get("on").and_then(Value::as_str);
    if !matches!(on.as_deref(), Some("birth" | "death")) {
        reader.refuse_member(&own, "on", "birth or death");
    }
    let src = reader.required_text(&own, "src");
    let count = reader.num_or(&mut own, "count", 1.0).round().max(1.0);
    let on_death = on.as_deref() == Some("death");
    Some(Child { on_death, src, count, extra: reader.rest(&own, &["on", "src", "count"]) })
}
