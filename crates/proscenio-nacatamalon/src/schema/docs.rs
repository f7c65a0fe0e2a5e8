//! The tables of fields as pages for people.

use std::fmt::Write as _;

use super::{ASSETS, COMPONENTS, Default, Field, Group, NODE, Object, RECIPES, SCENE, Shape, Written};

/// The objects of a scene as they are documented.
pub static SCENE_GROUPS: &[Group] = &[
    Group { title: "The document", objects: &[&SCENE, &NODE] },
    Group { title: "Assets", objects: ASSETS },
    Group { title: "Recipes of shapes", objects: RECIPES },
    Group { title: "Components", objects: COMPONENTS },
];

/// Tables of all members of these objects and of the objects in them, in Markdown.
#[must_use]
pub fn field_tables(groups: &[Group]) -> String {
    let mut page = Page { text: String::new(), said: Vec::new(), waiting: Vec::new() };
    page.said.extend(groups.iter().flat_map(|group| group.objects).map(|object| std::ptr::from_ref(*object)));
    for group in groups {
        page.heading(2, group.title);
        for object in group.objects {
            page.object(object);
        }
    }
    let mut parts = std::mem::take(&mut page.waiting);
    if !parts.is_empty() {
        page.heading(2, "Parts");
    }
    while !parts.is_empty() {
        for object in parts {
            page.object(object);
        }
        parts = std::mem::take(&mut page.waiting);
    }
    page.text
}

struct Page {
    text: String,
    /// Objects that have a section of their own, now or later.
    said: Vec<*const Object>,
    /// Those of them that were met and are still to come.
    waiting: Vec<&'static Object>,
}

impl Page {
    fn heading(&mut self, level: usize, title: &str) {
        self.line(&format!("{} {title}\n", "#".repeat(level)));
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn object(&mut self, object: &'static Object) {
        let title = match object.tag {
            Some((tag, word)) if tag != "format" => format!("`{word}` (`{tag}`)"),
            _ => object.name.to_owned(),
        };
        self.heading(3, &title);
        self.line(&format!("{}\n", object.about));
        if !object.one_of.is_empty() {
            self.line(&format!("At least one of {} is needed.\n", list(object.one_of)));
        }
        if object.fields.is_empty() {
            return self.line("It has no members of its own.\n");
        }
        self.line("| member | value | unit | default | written | meaning |");
        self.line("|---|---|---|---|---|---|");
        for field in object.fields {
            let row = format!(
                "| `{}` | {} | {} | {} | {} | {}{} |",
                field.name,
                self.value(field),
                field.unit,
                default(field),
                written(field),
                field.about,
                needs(field),
            );
            self.line(&row);
        }
        self.line("");
    }

    fn value(&mut self, field: &'static Field) -> String {
        let mut text = self.shape(&field.shape);
        if let Some((from, to)) = field.range {
            // Writing to a string cannot fail.
            let _ =
                if to < f64::MAX { write!(text, ", {from} to {to}") } else { write!(text, ", from {from}") };
        }
        for old in field.old_names {
            let _ = write!(text, "; once `{old}`");
        }
        text
    }

    fn shape(&mut self, shape: &'static Shape) -> String {
        match shape {
            Shape::Number => "number".to_owned(),
            Shape::Integer => "whole number".to_owned(),
            Shape::Within(from, to) if *to < f64::MAX => format!("number from {from} to {to}"),
            Shape::Within(from, _) => format!("number from {from}"),
            Shape::Positive => "number above 0".to_owned(),
            Shape::Bool => "`true`, `false`".to_owned(),
            Shape::True => "`true`".to_owned(),
            Shape::Text => "text".to_owned(),
            Shape::Name | Shape::Filled => "text, not empty".to_owned(),
            Shape::Key([]) | Shape::NameKey([]) => "key".to_owned(),
            Shape::Key(kinds) | Shape::NameKey(kinds) => format!("key of {}", list(kinds)),
            Shape::Path => "path".to_owned(),
            Shape::Word(words) => list(words),
            Shape::OpenWord(words) => format!("{} or another word", list(words)),
            Shape::Colour => "colour".to_owned(),
            Shape::Point(_) => "point".to_owned(),
            Shape::Triple => "`[x, y, z]`".to_owned(),
            Shape::Pair => "`[x, y]`".to_owned(),
            Shape::Numbers(from, to) if from == to => format!("{from} numbers"),
            Shape::Numbers(from, to) => format!("{from} to {to} numbers"),
            Shape::List(shape) => format!("list of {}", self.shape(shape)),
            Shape::ListOf(_, shape) => format!("list of {}", self.shape(shape)),
            Shape::Entries(object) => format!("list of {}", self.link(object)),
            Shape::Map(shape) | Shape::Maps(shape) => format!("by name: {}", self.shape(shape)),
            Shape::Object(object) => self.link(object),
            Shape::Tagged(objects) => {
                let links: Vec<String> = objects.iter().map(|object| self.link(object)).collect();
                if links.len() > 8 { "one of those below".to_owned() } else { links.join(" or ") }
            }
            Shape::AnyOf(shapes) => {
                shapes.iter().map(|shape| self.shape(shape)).collect::<Vec<_>>().join(" or ")
            }
            Shape::Nullable(shape) => format!("{} or `null`", self.shape(shape)),
            Shape::Any => "anything".to_owned(),
            Shape::Foreign => "object".to_owned(),
        }
    }

    /// The name of an object, which gets a section of its own.
    fn link(&mut self, object: &'static Object) -> String {
        let address = std::ptr::from_ref(object);
        if !self.said.contains(&address) {
            self.said.push(address);
            self.waiting.push(object);
        }
        match object.tag {
            Some((_, word)) => format!("`{word}`"),
            None => object.name.to_owned(),
        }
    }
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn default(field: &Field) -> String {
    let value = match field.default {
        Default::Nothing => None,
        Default::Id => Some("made up".to_owned()),
        Default::Same(other) => Some(format!("as `{other}`")),
        Default::Colour(colour) if colour == crate::model::Colour::WHITE => Some("white".to_owned()),
        Default::Colour(colour) if colour == crate::model::Colour::BLACK => Some("black".to_owned()),
        Default::Whole => Some("its own defaults".to_owned()),
        _ => field.default_json().map(|value| format!("`{value}`")),
    };
    match (value, field.absent) {
        _ if field.required => "needed".to_owned(),
        (Some(value), "") => value,
        (Some(value), absent) => format!("{value}: {absent}"),
        (None, absent) => absent.to_owned(),
    }
}

const fn written(field: &Field) -> &'static str {
    match field.written {
        Written::Always => "always",
        Written::IfSaid => "when said",
        Written::IfOther => "when not the default",
    }
}

fn needs(field: &Field) -> String {
    let each = field.needs.iter().map(|(name, values)| match values {
        [""] => format!(" Not beside `{name}`."),
        _ => format!(" Needs `{name}` {}.", list(values)),
    });
    each.collect()
}
