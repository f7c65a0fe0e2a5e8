//! JSON Schemas (2020-12) made from the tables, for editors that complete and check.

use std::collections::BTreeSet;

use super::{Field, Object, Shape};
use crate::model::Json;

/// The files a schema is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// `.scene`.
    Scene,
}

impl Which {
    /// Every one of them.
    pub const ALL: &'static [Self] = &[Self::Scene];

    /// Its name on the command line and in the book.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scene => "scene",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|which| which.name() == name)
    }

    /// The table of the whole file.
    #[must_use]
    pub const fn table(self) -> &'static Object {
        match self {
            Self::Scene => &super::SCENE,
        }
    }
}

/// The JSON Schema of a kind of file, as text in the layout of scene files.
///
/// It is stricter than the readers, which take anything: a value that reads as nothing is reported. Members
/// and kinds the format does not know are allowed, because files may hold them.
#[must_use]
pub fn json_schema(which: Which) -> String {
    object_schema(which.table())
}

/// The JSON Schema of a file that is one object of a table.
#[must_use]
pub fn object_schema(table: &'static Object) -> String {
    let mut maker = Maker { order: vec![table], known: BTreeSet::from([address(table)]) };
    let mut defs = Vec::new();
    let mut next = 0;
    // Objects are found while those before them are described.
    while let Some(object) = maker.order.get(next).copied() {
        defs.push((maker.name(object), maker.object(object)));
        next += 1;
    }
    let top = vec![
        ("$schema", text("https://json-schema.org/draft/2020-12/schema")),
        ("title", text(&format!("nacatamalon {}", table.name))),
        ("description", text(table.about)),
        ("$ref", text(&format!("#/$defs/{}", maker.name(table)))),
        ("$defs", Json::Object(defs)),
    ];
    object(top).pretty()
}

/// Tables may share a name; each has its own address.
fn address(table: &'static Object) -> usize {
    std::ptr::from_ref(table).addr()
}

fn text(text: &str) -> Json {
    text.into()
}

fn object(members: Vec<(&str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn kind(name: &str) -> Vec<(&'static str, Json)> {
    vec![("type", text(name))]
}

fn words(words: &[&str]) -> Json {
    words.iter().map(|word| text(word)).collect::<Vec<_>>().into()
}

struct Maker {
    /// Every object that is referred to, in the order it was met.
    order: Vec<&'static Object>,
    known: BTreeSet<usize>,
}

impl Maker {
    /// The name of a definition: unique, and plain enough for a pointer.
    fn name(&self, table: &'static Object) -> String {
        let name = plain_name(table);
        let before = self.order.iter().take_while(|other| address(other) != address(table));
        let earlier = before.filter(|other| plain_name(other) == name).count();
        if earlier == 0 { name } else { format!("{name}.{}", earlier + 1) }
    }

    fn reference(&mut self, table: &'static Object) -> Json {
        if self.known.insert(address(table)) {
            self.order.push(table);
        }
        object(vec![("$ref", text(&format!("#/$defs/{}", self.name(table))))])
    }

    fn object(&mut self, table: &'static Object) -> Json {
        let mut properties: Vec<(String, Json)> = Vec::new();
        properties.extend(table.tag.map(|(tag, word)| (tag.to_owned(), object(vec![("const", text(word))]))));
        for field in table.fields {
            properties.push((field.name.to_owned(), self.field(field)));
        }
        let required: Vec<&str> = table
            .tag
            .iter()
            .map(|(tag, _)| *tag)
            .chain(table.fields.iter().filter(|field| field.required).map(|field| field.name))
            .collect();
        let mut members = vec![
            ("type", text("object")),
            ("description", text(table.about)),
            ("properties", Json::Object(properties)),
        ];
        if !required.is_empty() {
            members.push(("required", words(&required)));
        }
        if !table.one_of.is_empty() {
            let one = |name: &&str| object(vec![("required", words(&[name]))]);
            members.push(("anyOf", table.one_of.iter().map(one).collect::<Vec<_>>().into()));
        }
        object(members)
    }

    fn field(&mut self, field: &'static Field) -> Json {
        let Json::Object(mut members) = self.shape(&field.shape) else { return Json::Bool(true) };
        let mut put = |name: &str, value: Json| members.push((name.to_owned(), value));
        if let Some((from, to)) = field.range {
            put("minimum", from.into());
            if to < f64::MAX {
                put("maximum", to.into());
            }
        }
        put("description", text(&described(field)));
        if let Some(default) = field.default_json().filter(|default| field.shape.takes(default)) {
            put("default", default);
        }
        Json::Object(members)
    }

    fn shape(&mut self, shape: &'static Shape) -> Json {
        let number = |name: &str| object(vec![("type", text("number")), (name, Json::Number(0.0))]);
        object(match shape {
            Shape::Number => kind("number"),
            Shape::Integer => kind("integer"),
            Shape::Within(from, to) => {
                let mut members = kind("number");
                members.push(("minimum", (*from).into()));
                if *to < f64::MAX {
                    members.push(("maximum", (*to).into()));
                }
                members
            }
            Shape::Positive => return number("exclusiveMinimum"),
            Shape::Bool => kind("boolean"),
            Shape::True => vec![("const", true.into())],
            Shape::Text | Shape::Key(_) | Shape::Path => kind("string"),
            Shape::Name | Shape::NameKey(_) => vec![("type", text("string")), ("minLength", 1.0.into())],
            Shape::Filled => vec![("type", text("string")), ("pattern", text("\\S"))],
            Shape::Word(list) => vec![("enum", words(list))],
            Shape::OpenWord(list) => vec![("type", text("string")), ("examples", words(list))],
            Shape::Colour => return self.numbers(&["r", "g", "b", "a"], true),
            Shape::Point(_) => return self.numbers(&["x", "y"], false),
            Shape::Triple => array(object(kind("number")), 3, Some(3)),
            Shape::Pair => array(object(kind("number")), 2, Some(2)),
            Shape::Numbers(from, to) => array(object(kind("number")), *from, Some(*to)),
            Shape::List(shape) => array(self.shape(shape), 0, None),
            Shape::ListOf(least, shape) => array(self.shape(shape), *least, None),
            Shape::Entries(table) => array(self.reference(table), 0, None),
            Shape::Map(shape) => {
                vec![("type", text("object")), ("additionalProperties", self.shape(shape))]
            }
            Shape::Maps(shape) => vec![
                ("type", text("object")),
                ("additionalProperties", self.shape(shape)),
                ("propertyNames", object(vec![("pattern", text("^[a-z][A-Za-z0-9]*$"))])),
                ("maxProperties", 4.0.into()),
            ],
            Shape::Object(table) => return self.reference(table),
            Shape::Tagged(tables) => return self.tagged(tables),
            Shape::AnyOf(shapes) => {
                vec![("anyOf", shapes.iter().map(|shape| self.shape(shape)).collect::<Vec<_>>().into())]
            }
            Shape::Nullable(shape) => {
                vec![("anyOf", vec![object(kind("null")), self.shape(shape)].into())]
            }
            Shape::Any => Vec::new(),
            Shape::Foreign => kind("object"),
        })
    }

    /// Numbers by name; a colour's lie between 0 and 1.
    #[allow(clippy::unused_self, reason = "one of the ways a shape is described")]
    fn numbers(&self, names: &[&str], unit: bool) -> Json {
        let mut number = kind("number");
        if unit {
            number.extend([("minimum", Json::Number(0.0)), ("maximum", Json::Number(1.0))]);
        }
        let number = object(number);
        let properties = names.iter().map(|name| ((*name).to_owned(), number.clone())).collect();
        object(vec![("type", text("object")), ("properties", Json::Object(properties))])
    }

    /// Alternatives told apart by their tag. Words the format does not know are allowed, since files of newer
    /// versions hold them; they are not offered.
    fn tagged(&mut self, tables: &'static [&'static Object]) -> Json {
        let Some((tag, _)) = tables.first().and_then(|table| table.tag) else { return Json::Bool(true) };
        let list: Vec<&str> = tables.iter().filter_map(|table| Some(table.tag?.1)).collect();
        let mut branches = Vec::new();
        for table in tables {
            let word = table.tag.map_or("", |(_, word)| word);
            let is_it = object(vec![
                ("properties", object(vec![(tag, object(vec![("const", text(word))]))])),
                ("required", words(&[tag])),
            ]);
            branches.push(object(vec![("if", is_it), ("then", self.reference(table))]));
        }
        let word = vec![object(vec![("enum", words(&list))]), object(kind("string"))];
        object(vec![
            ("type", text("object")),
            ("properties", object(vec![(tag, object(vec![("anyOf", word.into())]))])),
            ("required", words(&[tag])),
            ("allOf", branches.into()),
        ])
    }
}

fn plain_name(table: &Object) -> String {
    let name: String =
        table.name.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '-' }).collect();
    let name = name.trim_end_matches('-');
    match table.tag {
        Some((tag, _)) if tag != "type" => format!("{tag}.{name}"),
        _ => name.to_owned(),
    }
}

fn array(items: Json, least: usize, most: Option<usize>) -> Vec<(&'static str, Json)> {
    let mut members = vec![("type", text("array")), ("items", items)];
    if least > 0 {
        members.push(("minItems", Json::Number(least as f64)));
    }
    if let Some(most) = most {
        members.push(("maxItems", Json::Number(most as f64)));
    }
    members
}

/// The meaning of a member with its unit and what its absence means.
fn described(field: &Field) -> String {
    let mut said = field.about.to_owned();
    if !field.unit.is_empty() {
        said.push_str(&format!(" In {}.", field.unit));
    }
    if !field.absent.is_empty() {
        said.push_str(&format!(" When absent: {}.", field.absent));
    }
    if let super::Default::Same(other) = field.default {
        said.push_str(&format!(" When absent: as `{other}`."));
    }
    said
}
