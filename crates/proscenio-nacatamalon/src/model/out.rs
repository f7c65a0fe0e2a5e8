//! The members of an object, as they are put together for writing.

use crate::model::base::{Colour, FlatPlace, Point, Transform, Uniform, Uniforms};
use crate::model::json::Json;

/// What the members are put together for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// The document as it is held after reading: what the file said stays, defaults or not.
    Held,
    /// The document as it is saved: defaults are left out.
    Saved,
}

/// An object under construction, its members in order.
#[derive(Debug)]
pub(crate) struct Out {
    pub(crate) members: Vec<(String, Json)>,
    pub(crate) style: Style,
    /// Whether entries that say nothing but defaults stay, because something is put back beside them.
    pub(crate) whole_lists: bool,
}

impl Out {
    pub(crate) const fn new(style: Style) -> Self {
        Self { members: Vec::new(), style, whole_lists: false }
    }

    pub(crate) fn saved(&self) -> bool {
        self.style == Style::Saved
    }

    /// An object of the members that `write` puts.
    pub(crate) fn object(style: Style, write: impl FnOnce(&mut Self)) -> Json {
        let mut out = Self::new(style);
        write(&mut out);
        Json::Object(out.members)
    }

    pub(crate) fn put(&mut self, name: &str, value: impl Into<Json>) {
        self.members.push((name.to_owned(), value.into()));
    }

    pub(crate) fn opt<T: Into<Json>>(&mut self, name: &str, value: Option<T>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    /// A member whose default is not saved.
    pub(crate) fn unless<T: Into<Json> + PartialEq>(&mut self, name: &str, value: Option<T>, default: T) {
        if let Some(value) = value.filter(|value| !self.saved() || *value != default) {
            self.put(name, value);
        }
    }

    pub(crate) fn or_null<T: Into<Json>>(&mut self, name: &str, value: Option<T>) {
        self.put(name, value.map_or(Json::Null, Into::into));
    }

    pub(crate) fn record(&mut self, name: &str, write: impl FnOnce(&mut Self)) {
        let value = Self::object(self.style, write);
        self.put(name, value);
    }

    /// A list of objects.
    pub(crate) fn records<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T),
    ) {
        let style = self.style;
        let list = items.into_iter().map(|item| Self::object(style, |out| write(out, item))).collect();
        self.put(name, Json::Array(list));
    }

    pub(crate) fn strings(&mut self, name: &str, items: &[impl AsRef<str>]) {
        self.put(name, items.iter().map(|item| Json::from(item.as_ref())).collect::<Vec<_>>());
    }

    pub(crate) fn transform(&mut self, name: &str, place: &Transform) {
        self.record(name, |out| {
            out.put("x", place.x);
            out.put("y", place.y);
            out.put("z", place.z);
            out.put("rotation", place.rotation);
            out.put("rotationX", place.rotation_x);
            out.put("rotationY", place.rotation_y);
            out.put("scaleX", place.scale_x);
            out.put("scaleY", place.scale_y);
            out.put("scaleZ", place.scale_z);
            out.opt("pivot", place.pivot.map(point_3d));
        });
    }

    /// The place of something in 3D; the identity is not saved.
    pub(crate) fn deep_place(&mut self, place: Option<&Transform>) {
        if let Some(place) = place.filter(|place| !self.saved() || **place != Transform::IDENTITY) {
            self.transform("transform", place);
        }
    }

    /// The place of something flat; the identity is not saved.
    pub(crate) fn flat_place(&mut self, place: Option<FlatPlace>) {
        self.unless("transform", place, FlatPlace::IDENTITY);
    }

    pub(crate) fn uniforms(&mut self, uniforms: Option<&Uniforms>) {
        self.opt("uniforms", uniforms.map(knobs));
    }
}

pub(crate) fn knobs(uniforms: &Uniforms) -> Json {
    let knob = |(name, knob): &(String, Uniform)| {
        let value = match knob {
            Uniform::Number(number) => Json::Number(*number),
            Uniform::Vector(list) => numbers(list),
        };
        (name.clone(), value)
    };
    Json::Object(uniforms.iter().map(knob).collect())
}

pub(crate) fn numbers(list: &[f64]) -> Json {
    Json::Array(list.iter().map(|number| Json::Number(*number)).collect())
}

fn named<const N: usize>(members: [(&str, f64); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, number)| (name.to_owned(), Json::Number(number))).collect())
}

/// Three numbers by name.
pub(crate) fn point_3d([x, y, z]: [f64; 3]) -> Json {
    named([("x", x), ("y", y), ("z", z)])
}

impl From<Colour> for Json {
    fn from(Colour { r, g, b, a }: Colour) -> Self {
        named([("r", r), ("g", g), ("b", b), ("a", a)])
    }
}

impl From<Point> for Json {
    fn from(Point { x, y }: Point) -> Self {
        named([("x", x), ("y", y)])
    }
}

impl From<FlatPlace> for Json {
    fn from(place: FlatPlace) -> Self {
        named([
            ("x", place.x),
            ("y", place.y),
            ("rotation", place.rotation),
            ("scaleX", place.scale_x),
            ("scaleY", place.scale_y),
        ])
    }
}
