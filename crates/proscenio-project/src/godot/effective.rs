//! What a property really is: the strongest line of any scene, else the default of the class.

use std::borrow::Cow;

use proscenio_godot::Section;
use proscenio_godot::classes::Class;
use proscenio_godot::value::{Reference, Value};
use proscenio_source::Span;
use proscenio_vfs::path;

use super::file::{Made, SceneFile};
use super::project::GodotProject;
use super::tree::{NodeId, SceneTree, Setting};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A line of a file.
    File {
        /// The file, as its source is named.
        path: String,
        /// The property and its value in the text; nothing where the file is no text.
        span: Option<Span>,
        /// The line, counted from 1; nothing where the file is no text.
        line: Option<u32>,
    },
    /// The default of a class.
    Class(&'static str),
}

/// A value with its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Effective {
    /// The value, in the type of the property.
    pub value: Value,
    /// Where it comes from.
    pub origin: Origin,
}

impl Setting<'_> {
    /// The file and the line.
    #[must_use]
    pub fn origin(&self) -> Origin {
        let source = self.file.document().source();
        let is_text = self.file.made() == Made::Text;
        Origin::File {
            path: source.path().to_string(),
            span: is_text.then(|| self.entry.span()),
            line: is_text.then(|| source.line_col(self.entry.span().start()).line),
        }
    }
}

impl SceneTree {
    /// The value of a property and where it comes from; nothing for names that no file sets and the
    /// class does not have.
    #[must_use]
    pub fn effective(&self, node: NodeId, property: &str) -> Option<Effective> {
        if let Some(setting) = self.setting(node, property) {
            let value = self.value_of(node, property, &setting);
            return Some(Effective { value, origin: setting.origin() });
        }
        let class = self.class(node)?;
        let value = class.default_value(property)?;
        Some(Effective { value, origin: Origin::Class(declaring(class, property)) })
    }

    /// The value of a line in the type that the class gives the property.
    #[must_use]
    pub fn value_of(&self, node: NodeId, property: &str, setting: &Setting<'_>) -> Value {
        let value = setting.entry.value();
        match self.class(node) {
            Some(class) => in_class(class, property, value),
            None => value,
        }
    }
}

/// A value as a property of a class keeps it.
pub(super) fn in_class(class: Class, property: &str, value: Value) -> Value {
    match class.fit(property, value) {
        // The engine's own properties have single precision, but for a few.
        Value::Float(number) if class.property(property).is_some() && !keeps_doubles(class) => {
            Value::Float(f64::from(number as f32))
        }
        value => value,
    }
}

/// Classes that keep the numbers of their properties in double precision.
fn keeps_doubles(class: Class) -> bool {
    class.is_a("Range") || class.is_a("Timer")
}

/// The class whose default counts: the nearest that declares the property or changes its default.
pub(super) fn declaring(class: Class, property: &str) -> &'static str {
    let says = |class: &Class| {
        class.own_properties().iter().any(|own| own.name == property)
            || class.changed_defaults().iter().any(|(name, _)| *name == property)
    };
    class.ancestry().find(says).unwrap_or(class).name()
}

/// Whether a resource says so itself, or its class does.
pub(super) fn is_local(file: &SceneFile, section: Section<'_>, class: &str) -> bool {
    const LOCAL: &str = "resource_local_to_scene";
    match section.property(LOCAL) {
        Some(entry) => entry.value().as_bool().unwrap_or(false),
        None => file.classes().class(class).is_some_and(|class| class.default(LOCAL) == Some("true")),
    }
}

/// A resource that a property holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The class, as exactly as the files at hand tell.
    pub class: String,
    /// `res://…`; nothing for a resource inside the scene.
    pub path: Option<String>,
    /// Whether each instance of the scene has its own copy, `resource_local_to_scene`.
    pub local: bool,
}

impl GodotProject<'_> {
    /// The resource that a reference of a file leads to; nothing for ids that do not exist.
    #[must_use]
    pub fn held(&self, from: &SceneFile, reference: &Reference) -> Option<Held> {
        if let Reference::Sub(_) = reference {
            let section = from.section_of(reference)?;
            let class = section.attribute("type").and_then(|entry| entry.text()).unwrap_or_default();
            let local = is_local(from, section, &class);
            return Some(Held { class: class.into_owned(), path: None, local });
        }
        let section = from.section_of(reference);
        let text = |name: &str| section.and_then(|section| section.attribute(name)?.text());
        let said = text("type").unwrap_or_default();
        let resolved = self.follow(from, reference);
        let named = || match reference {
            Reference::Path { path, .. } => Cow::Borrowed(path.as_str()),
            _ => text("path").unwrap_or_default(),
        };
        let Some(resolved) = resolved else {
            return Some(Held { class: said.into_owned(), path: Some(named().into_owned()), local: false });
        };
        let class = self.class_of_file(&resolved.path).unwrap_or_else(|| said.into_owned());
        let local = path::extension(&resolved.path) == "tres"
            && self.load(&resolved.path).is_ok_and(|file| {
                file.document().resource().is_some_and(|section| is_local(&file, section, &class))
            });
        Some(Held { class, path: Some(self.resource_path(&resolved.path)), local })
    }

    /// The class of the resource that a file holds, as the engine loads it.
    #[must_use]
    pub fn class_of_file(&self, place: &str) -> Option<String> {
        let known = match path::extension(place).as_str() {
            "tscn" | "escn" | "scn" => "PackedScene",
            "gd" => "GDScript",
            "cs" => "CSharpScript",
            "gdshader" => "Shader",
            "tres" | "res" => {
                let file = self.load(place).ok()?;
                return file.document().resource_type().map(Cow::into_owned);
            }
            _ => return self.import_of(place)?.text("remap", "type"),
        };
        Some(known.to_owned())
    }
}
