//! What of an object its table does not know, and which values count for a member.

use super::{Default, Field, Object, Shape};
use crate::model::Json;
use crate::model::fields::{Fields, finite};
use crate::value::Value;

/// A step into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The member of that name.
    Name(String),
    /// The element of that index, counted from 0.
    Index(usize),
}

/// A value the reader of an item does not take.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// Its place below the item.
    pub path: Vec<Step>,
    /// The value.
    pub value: Json,
    /// What is taken instead; `None` where nothing is.
    pub instead: Option<Json>,
    /// Whether the format knows a member of that name there, so that the value is at fault.
    pub known: bool,
}

/// Lists what is not taken of one item.
pub(crate) struct Walk {
    path: Vec<Step>,
    pub(crate) found: Vec<Unread>,
}

/// How many pictures a shader may read.
const MAX_MAPS: usize = 4;

impl Walk {
    /// Everything of an object that its table does not take, except what lies in the members of `skip`; its
    /// own members that the table does not know only with `unknown`.
    pub(crate) fn of(
        object: &'static Object,
        fields: &Fields<'_>,
        skip: &[&str],
        unknown: bool,
    ) -> Vec<Unread> {
        let mut walk = Self { path: Vec::new(), found: Vec::new() };
        walk.object(object, fields, skip, unknown);
        walk.found
    }

    fn object(&mut self, object: &'static Object, fields: &Fields<'_>, skip: &[&str], unknown: bool) {
        // Members mostly stand in the order of the table.
        let mut next = 0;
        for (name, value) in fields.unique() {
            if object.tag.is_some_and(|(tag, _)| tag == name) || skip.contains(&name) {
                continue;
            }
            let (before, behind) = object.fields.split_at(next);
            let found = behind
                .iter()
                .position(|field| field.name == name)
                .map(|at| at + next)
                .or_else(|| before.iter().position(|field| field.name == name));
            match found {
                Some(index) => {
                    next = index + 1;
                    self.member(object, &object.fields[index], fields, value);
                }
                None if !unknown || stands_for_another(object, fields, name) => {}
                None => self.add(Step::Name(name.to_owned()), value, None, false),
            }
        }
    }

    fn add(&mut self, step: Step, value: Value<'_>, instead: Option<Json>, known: bool) {
        let path = self.path.iter().cloned().chain([step]).collect();
        self.found.push(Unread { path, value: value.into(), instead, known });
    }

    fn member(&mut self, object: &Object, field: &'static Field, fields: &Fields<'_>, value: Value<'_>) {
        if accepts(&field.shape, value) && needs_are_met(object, field, fields) {
            if field.shape.has_inside() {
                self.below(Step::Name(field.name.to_owned()), |walk| walk.inside(&field.shape, value));
            }
            return;
        }
        let instead = match field.default {
            Default::Same(other) => fields.get(other).map(Json::from),
            _ => field.default_json(),
        };
        self.add(Step::Name(field.name.to_owned()), value, instead, true);
    }

    fn below(&mut self, step: Step, walk: impl FnOnce(&mut Self)) {
        self.path.push(step);
        walk(self);
        self.path.pop();
    }

    /// What is not taken inside of a value that counts.
    fn inside(&mut self, shape: &'static Shape, value: Value<'_>) {
        match shape {
            Shape::Object(object) => self.record(object, value),
            Shape::Tagged(objects) => {
                if let Some(object) = tagged(objects, value) {
                    self.record(object, value);
                }
            }
            Shape::Nullable(shape) if !value.is_null() => self.inside(shape, value),
            Shape::AnyOf(shapes) => {
                if let Some(shape) = shapes.iter().find(|shape| accepts(shape, value)) {
                    self.inside(shape, value);
                }
            }
            Shape::List(shape) | Shape::ListOf(_, shape) => {
                for (index, element) in value.elements().enumerate() {
                    if accepts(shape, element) {
                        self.below(Step::Index(index), |walk| walk.inside(shape, element));
                    } else {
                        self.add(Step::Index(index), element, None, true);
                    }
                }
            }
            Shape::Entries(object) => self.entries(object, value),
            Shape::Map(shape) => self.map(shape, value, usize::MAX, |_| true),
            Shape::Maps(shape) => self.map(shape, value, MAX_MAPS, crate::model::is_map_name),
            Shape::Colour => self.names(&["r", "g", "b", "a"], value),
            Shape::Point(_) => self.names(&["x", "y"], value),
            Shape::Pair => self.numbers(2, value),
            Shape::Triple => self.numbers(3, value),
            _ => {}
        }
    }

    fn record(&mut self, object: &'static Object, value: Value<'_>) {
        if let Some(fields) = Fields::of(value) {
            self.object(object, &fields, &[], true);
        }
    }

    /// A list whose position is identity: what is no object stands for one of defaults.
    fn entries(&mut self, object: &'static Object, value: Value<'_>) {
        for (index, element) in value.elements().enumerate() {
            if element.is_object() {
                self.below(Step::Index(index), |walk| walk.record(object, element));
            } else {
                self.add(Step::Index(index), element, Some(object.defaults()), true);
            }
        }
    }

    fn map(&mut self, shape: &'static Shape, value: Value<'_>, limit: usize, named: impl Fn(&str) -> bool) {
        let Some(fields) = Fields::of(value) else { return };
        let mut taken = 0;
        for (name, value) in fields.unique() {
            if taken < limit && named(name) && accepts(shape, value) {
                taken += 1;
                self.below(Step::Name(name.to_owned()), |walk| walk.inside(shape, value));
            } else {
                self.add(Step::Name(name.to_owned()), value, None, false);
            }
        }
    }

    fn names(&mut self, known: &[&str], value: Value<'_>) {
        let members = value.members();
        if members.clone().all(|member| known.iter().any(|name| member.is(name))) {
            return;
        }
        let Some(fields) = Fields::of(value) else { return };
        for (name, value) in fields.unique() {
            if !known.contains(&name) {
                self.add(Step::Name(name.to_owned()), value, None, false);
            }
        }
    }

    fn numbers(&mut self, count: usize, value: Value<'_>) {
        for (index, element) in value.elements().enumerate() {
            if index >= count {
                self.add(Step::Index(index), element, None, true);
            } else if finite(element).is_none() {
                self.add(Step::Index(index), element, Some(Json::Number(0.0)), true);
            }
        }
    }
}

/// Whether a member is read as one of today's name.
fn stands_for_another(object: &Object, fields: &Fields<'_>, name: &str) -> bool {
    let current = object.fields.iter().find(|field| field.old_names.contains(&name));
    current.is_some_and(|field| {
        !fields.has(field.name) && fields.get(name).is_some_and(|value| accepts(&field.shape, value))
    })
}

/// Whether the other members without which this one does not count say what they have to.
fn needs_are_met(object: &Object, field: &Field, fields: &Fields<'_>) -> bool {
    field.needs.iter().all(|(name, wanted)| {
        let other = object.fields.iter().find(|other| other.name == *name);
        let said = fields.get(name).filter(|value| other.is_none_or(|other| accepts(&other.shape, *value)));
        let said = said.map(Json::from).or_else(|| other.and_then(Field::default_json));
        let said = said.map(|value| value.to_string()).unwrap_or_default();
        wanted.contains(&said.as_str())
    })
}

fn tagged(objects: &[&'static Object], value: Value<'_>) -> Option<&'static Object> {
    let (tag, _) = objects.first()?.tag?;
    let word = value.get(tag)?.as_str()?;
    objects.iter().find(|object| object.tag.is_some_and(|(_, own)| own == word)).copied()
}

/// Whether a value counts for a member of that shape.
pub(crate) fn accepts(shape: &Shape, value: Value<'_>) -> bool {
    let number = |test: &dyn Fn(f64) -> bool| finite(value).is_some_and(test);
    let text = |test: &dyn Fn(&str) -> bool| value.as_str().is_some_and(|text| test(&text));
    match shape {
        Shape::Number | Shape::Integer => number(&|_| true),
        Shape::Within(from, to) => number(&|number| (*from..=*to).contains(&number)),
        Shape::Positive => number(&|number| number > 0.0),
        Shape::Bool => value.as_bool().is_some(),
        Shape::True => value.as_bool() == Some(true),
        Shape::Text | Shape::Key(_) | Shape::Path | Shape::OpenWord(_) => text(&|_| true),
        Shape::Name | Shape::NameKey(_) => text(&|text| !text.is_empty()),
        Shape::Filled => text(&|text| !text.trim().is_empty()),
        Shape::Word(words) => text(&|text| words.contains(&text)),
        Shape::Colour | Shape::Point(_) | Shape::Map(_) | Shape::Maps(_) | Shape::Foreign => {
            value.is_object()
        }
        Shape::Triple | Shape::List(_) | Shape::Entries(_) => value.is_array(),
        Shape::Pair => value.elements().nth(1).is_some(),
        Shape::Numbers(from, to) => {
            let mut elements = value.elements();
            elements.clone().all(|element| finite(element).is_some())
                && elements.clone().nth(*from - 1).is_some()
                && elements.nth(*to).is_none()
        }
        Shape::ListOf(least, shape) => {
            value.elements().filter(|element| accepts(shape, *element)).take(*least).count() == *least
        }
        Shape::Object(object) => is_whole(object, value),
        Shape::Tagged(objects) => tagged(objects, value).is_some_and(|object| is_whole(object, value)),
        Shape::AnyOf(shapes) => shapes.iter().any(|shape| accepts(shape, value)),
        Shape::Nullable(shape) => value.is_null() || accepts(shape, value),
        Shape::Any => true,
    }
}

/// Whether a value is an object with all its table cannot do without.
pub(crate) fn is_whole(object: &Object, value: Value<'_>) -> bool {
    let has = |field: &Field| {
        let names = [field.name].into_iter().chain(field.old_names.iter().copied());
        names.filter_map(|name| value.get(name)).next().is_some_and(|value| accepts(&field.shape, value))
    };
    value.is_object()
        && object.fields.iter().filter(|field| field.required).all(has)
        && (object.one_of.is_empty()
            || object.fields.iter().filter(|field| object.one_of.contains(&field.name)).any(has))
}

impl Shape {
    /// Whether a value that counts can hold members that are not known.
    const fn has_inside(&self) -> bool {
        matches!(
            self,
            Self::Object(_)
                | Self::Tagged(_)
                | Self::Nullable(_)
                | Self::AnyOf(_)
                | Self::List(_)
                | Self::ListOf(..)
                | Self::Entries(_)
                | Self::Map(_)
                | Self::Maps(_)
                | Self::Colour
                | Self::Point(_)
                | Self::Pair
                | Self::Triple
        )
    }
}

impl Field {
    /// The value an absent member reads as, where that is one value.
    #[must_use]
    pub fn default_json(&self) -> Option<Json> {
        Some(match self.default {
            Default::Nothing | Default::Id | Default::Same(_) => return None,
            Default::Null => Json::Null,
            Default::Bool(truth) => truth.into(),
            Default::Number(number) => number.into(),
            Default::Text(text) => text.into(),
            Default::Colour(colour) => colour.into(),
            Default::Point(x, y) => crate::model::Point { x, y }.into(),
            Default::Triple(numbers) => numbers.map(Json::Number).to_vec().into(),
            Default::EmptyList => Json::Array(Vec::new()),
            Default::EmptyObject => Json::Object(Vec::new()),
            Default::Whole => self.shape.object()?.defaults(),
        })
    }
}

impl Object {
    /// The object that says nothing but what is always written.
    #[must_use]
    pub fn defaults(&self) -> Json {
        let written = self.fields.iter().filter(|field| field.written == super::Written::Always);
        let member = |field: &Field| Some((field.name.to_owned(), field.default_json()?));
        Json::Object(written.filter_map(member).collect())
    }
}

impl Shape {
    /// The one object a value of the shape can be.
    #[must_use]
    pub fn object(&self) -> Option<&'static Object> {
        match self {
            Self::Object(object) => Some(object),
            Self::Nullable(shape) => shape.object(),
            Self::AnyOf(shapes) => shapes.iter().find_map(Self::object),
            _ => None,
        }
    }
}
