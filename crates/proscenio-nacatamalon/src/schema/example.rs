//! Values to try the tables with: the least an object needs, values that count, values that do not.

use super::{Default, Field, Object, Shape};
use crate::model::Json;

impl Object {
    /// The least object that is understood: its tag and what it cannot do without.
    #[must_use]
    pub fn example(&self) -> Json {
        self.example_without("")
    }

    /// As [`Self::example`], with another member in place of that one where any of several will do.
    #[must_use]
    pub fn example_without(&self, name: &str) -> Json {
        let mut members: Vec<(String, Json)> = Vec::new();
        members.extend(self.tag.map(|(tag, word)| (tag.to_owned(), word.into())));
        let one = self.one_of.iter().copied().find(|one| *one != name);
        for field in self.fields.iter().filter(|field| field.required || Some(field.name) == one) {
            members.extend(field.examples().into_iter().next().map(|value| (field.name.to_owned(), value)));
        }
        Json::Object(members)
    }

    /// An object that says something besides the least.
    fn telling(&self) -> Json {
        let Json::Object(mut members) = self.example() else { return Json::Null };
        let more = self.fields.iter().find(|field| !field.required && field.default != Default::Id);
        if let Some((name, value)) =
            more.and_then(|field| Some((field.name.to_owned(), field.examples().into_iter().next()?)))
            && !members.iter().any(|(own, _)| *own == name)
        {
            members.push((name, value));
        }
        Json::Object(members)
    }
}

impl Field {
    /// Values that count and are not the default, at least one of each shape the member can have.
    #[must_use]
    pub fn examples(&self) -> Vec<Json> {
        let default = self.default_json();
        let mut examples = self.shape.examples();
        let makes_sense = |value: &Json| match (value.as_f64(), self.range) {
            (Some(number), Some((from, to))) => (from..=to).contains(&number),
            _ => true,
        };
        examples.retain(|value| Some(value) != default.as_ref() && makes_sense(value));
        examples
    }
}

impl Shape {
    /// Values that count.
    #[must_use]
    pub fn examples(&self) -> Vec<Json> {
        let object = |members: &[(&str, Json)]| {
            Json::Object(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
        };
        let numbers =
            |count: usize| Json::Array((1..=count).map(|at| Json::Number(at as f64 / 4.0)).collect());
        match self {
            Self::Number => vec![Json::Number(0.75), Json::Number(-2.5)],
            Self::Integer => vec![Json::Number(3.0), Json::Number(7.0)],
            Self::Within(from, to) if *to <= 1.0 => vec![Json::Number(from + (to - from) / 4.0)],
            Self::Within(from, _) => vec![Json::Number(from + 7.0)],
            Self::Positive => vec![Json::Number(120.0)],
            Self::Bool => vec![Json::Bool(true), Json::Bool(false)],
            Self::True => vec![Json::Bool(true)],
            Self::Text | Self::Name | Self::Filled => vec!["some text".into()],
            Self::Key(_) | Self::NameKey(_) => vec!["some-key".into()],
            Self::Path => vec!["some/file".into()],
            Self::Word(words) | Self::OpenWord(words) => words.iter().map(|word| Json::from(*word)).collect(),
            Self::Colour => {
                let channels = [("r", 0.25), ("g", 0.5), ("b", 0.75), ("a", 1.0)];
                vec![object(&channels.map(|(name, number)| (name, Json::Number(number))))]
            }
            Self::Point(_) => vec![object(&[("x", Json::Number(0.25)), ("y", Json::Number(-4.0))])],
            Self::Pair => vec![numbers(2)],
            Self::Triple => vec![numbers(3)],
            Self::Numbers(from, to) => (*from..=*to).map(numbers).collect(),
            Self::List(shape) => shape.examples().into_iter().map(|value| Json::Array(vec![value])).collect(),
            Self::ListOf(least, shape) => {
                let list = |value: Json| Json::Array(vec![value; (*least).max(1)]);
                shape.examples().into_iter().map(list).collect()
            }
            Self::Entries(entry) => vec![Json::Array(vec![entry.telling()])],
            Self::Map(shape) | Self::Maps(shape) => {
                shape.examples().into_iter().map(|value| object(&[("some", value)])).collect()
            }
            Self::Object(own) => vec![own.telling()],
            Self::Tagged(objects) => objects.iter().map(|own| own.telling()).collect(),
            Self::AnyOf(shapes) => shapes.iter().flat_map(Self::examples).collect(),
            Self::Nullable(shape) => shape.examples(),
            Self::Any | Self::Foreign => vec![object(&[("some", Json::Array(vec![Json::Number(1.0)]))])],
        }
    }

    /// Values that do not count.
    #[must_use]
    pub fn wrong(&self) -> Vec<Json> {
        let all = [
            Json::Null,
            Json::Bool(false),
            Json::Bool(true),
            Json::Number(-1.5),
            Json::Exact("1e999".into()),
            "".into(),
            "no such word".into(),
            Json::Array(Vec::new()),
            Json::Array(vec![Json::Null]),
            Json::Object(Vec::new()),
        ];
        all.into_iter().filter(|value| !self.takes(value)).collect()
    }

    /// Whether a value counts for a member of the shape.
    #[must_use]
    pub fn takes(&self, value: &Json) -> bool {
        let text = value.to_string().into_bytes();
        let document = crate::Document::parse(proscenio_source::Source::new("", text));
        document.root().is_some_and(|value| super::unread::accepts(self, value))
    }
}
