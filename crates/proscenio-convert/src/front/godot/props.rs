//! The properties of a node or resource: as files set them, else as the class has them.

use std::cell::RefCell;
use std::collections::HashSet;

use proscenio_godot::Value;
use proscenio_godot::classes::ClassTable;
use proscenio_scene::{Extra, Extras, Rgba};
use proscenio_source::Finding;

use super::codes::BAD_PROPERTY;
use super::defaults;
use super::files::{Generation, Place};

/// Properties that are kept one by one; more are kept as one text.
const MANY: usize = 1000;

/// Properties in layers: an instance's own come before those of the scene it is an instance of.
#[derive(Debug)]
pub(super) struct Props {
    layers: Vec<Place>,
    class: String,
    generation: Generation,
    used: RefCell<HashSet<String>>,
    wrong: RefCell<Vec<Finding>>,
}

impl Props {
    /// `layers` from the strongest to the weakest.
    pub fn new(class: impl Into<String>, layers: Vec<Place>) -> Self {
        // The class is that of the weakest layer, whose file knows its generation.
        let generation = layers.last().map_or(Generation::Four, |layer| layer.file.generation);
        let (used, wrong) = (RefCell::default(), RefCell::default());
        Self { layers, class: class.into(), generation, used, wrong }
    }

    /// The properties of a resource.
    pub fn of(place: &Place) -> Self {
        Self::new(place.class(), vec![place.clone()])
    }

    pub fn class(&self) -> &str {
        &self.class
    }

    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// One of two names, by the generation of the class.
    pub fn named<'n>(&self, four: &'n str, three: &'n str) -> &'n str {
        self.generation.pick(four, three)
    }

    /// The value a file sets, and the layer that sets it.
    pub fn set(&self, name: &str) -> Option<(Value, &Place)> {
        for layer in &self.layers {
            if let Some(entry) = layer.section().and_then(|section| section.property(name)) {
                self.used.borrow_mut().insert(name.to_owned());
                return Some((entry.value(), layer));
            }
        }
        None
    }

    /// Whether a file sets a property.
    pub fn has(&self, name: &str) -> bool {
        self.layers
            .iter()
            .any(|layer| layer.section().is_some_and(|section| section.property(name).is_some()))
    }

    /// The value as `read` understands it, else the default of the class, else the type's own.
    fn get<T: Default>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> T {
        if let Some((value, layer)) = self.set(name) {
            if let Some(known) = read(&value) {
                return known;
            }
            // `null` resets a property, and is no mistake.
            if value != Value::Null {
                self.tell_wrong(name, layer);
            }
        }
        let default = defaults::default(self.generation, &self.class, name).or_else(|| {
            let table = self.generation.pick(ClassTable::godot_4(), ClassTable::godot_3());
            table.class(&self.class)?.default(name)
        });
        default
            .and_then(|text| read(&proscenio_godot::value::decode(text.as_bytes()).value))
            .unwrap_or_default()
    }

    fn tell_wrong(&self, name: &str, layer: &Place) {
        let Some(entry) = layer.section().and_then(|section| section.property(name)) else { return };
        let path = layer.file.document.source().path();
        let message = format!("`{name}` of a {} cannot have this value", self.class);
        self.wrong.borrow_mut().push(BAD_PROPERTY.finding(path, message).at(entry.value_span()).about(name));
    }

    /// Findings about values of the wrong type, once.
    pub fn take_findings(&self) -> Vec<Finding> {
        self.wrong.take()
    }

    pub fn number(&self, name: &str) -> f32 {
        self.get(name, Value::as_f64) as f32
    }

    pub fn int(&self, name: &str) -> i64 {
        self.get(name, Value::as_i64)
    }

    /// A count: negative numbers are zero, and none is larger than 32 bits.
    pub fn count(&self, name: &str) -> u32 {
        self.int(name).clamp(0, i64::from(u32::MAX)) as u32
    }

    pub fn flag(&self, name: &str) -> bool {
        self.get(name, Value::as_bool)
    }

    pub fn vector2(&self, name: &str) -> [f32; 2] {
        self.get(name, Value::as_vector2)
    }

    pub fn vector3(&self, name: &str) -> [f32; 3] {
        self.get(name, Value::as_vector3)
    }

    /// The text of a string, string name or node path.
    pub fn text(&self, name: &str) -> String {
        self.get(name, |value| value.as_str().map(str::to_owned))
    }

    /// The names behind a prefix with their values, from the strongest layer that sets each, in file order.
    /// They count as asked for.
    pub fn starting_with(&self, prefix: &str) -> Vec<(String, Value, Place)> {
        let mut seen: HashSet<String> = HashSet::new();
        let mut found = Vec::new();
        for layer in &self.layers {
            let start = found.len();
            for entry in layer.section().into_iter().flat_map(|section| section.properties().rev()) {
                let key = entry.key();
                let Some(name) = key.strip_prefix(prefix) else { continue };
                if seen.insert(name.to_owned()) {
                    self.used.borrow_mut().insert(key.clone().into_owned());
                    found.push((name.to_owned(), entry.value(), layer.clone()));
                }
            }
            found[start..].reverse();
        }
        found
    }

    /// Properties `prefix/NUMBER/name` by number and name, as [`Props::starting_with`].
    pub fn numbered(&self, prefix: &str) -> Vec<((u32, String), Value)> {
        let of = |(name, value, _): (String, Value, Place)| {
            let (number, name) = name.split_once('/')?;
            Some(((number.parse().ok()?, name.to_owned()), value))
        };
        self.starting_with(&format!("{prefix}/")).into_iter().filter_map(of).collect()
    }

    pub fn rect(&self, name: &str) -> [f32; 4] {
        self.get(name, |value| match value {
            Value::Rect2(rect) => Some(*rect),
            Value::Rect2i(rect) => Some(rect.map(|side| side as f32)),
            _ => None,
        })
    }

    /// Channels as stored.
    pub fn stored_color(&self, name: &str) -> [f32; 4] {
        self.get(name, Value::as_color)
    }

    /// A colour in linear light.
    pub fn color(&self, name: &str) -> Rgba {
        Rgba::from_stored(self.stored_color(name))
    }

    /// Marks properties as understood.
    pub fn consume(&self, names: &[&str]) {
        let mut used = self.used.borrow_mut();
        used.extend(names.iter().map(|name| (*name).to_owned()));
    }

    /// The strongest layer.
    pub fn first_layer(&self) -> Option<&Place> {
        self.layers.first()
    }

    /// Every property that was not asked for, as text, from the strongest layer that sets it.
    pub fn rest(&self) -> Extras {
        let used = self.used.borrow();
        let mut seen: HashSet<String> = HashSet::new();
        let mut lines = Vec::new();
        for section in self.layers.iter().filter_map(Place::section) {
            let start = lines.len();
            // Within a section the last of two equal names counts.
            for entry in section.properties().rev() {
                let key = entry.key().into_owned();
                if !used.contains(&key) && seen.insert(key.clone()) {
                    lines.push((key, String::from_utf8_lossy(entry.raw()).into_owned()));
                }
            }
            lines[start..].reverse();
        }
        let mut rest = Extras::new();
        if lines.len() > MANY {
            // A list of so many names would be slow to look through; its text is as good.
            let text: Vec<String> =
                lines.into_iter().map(|(key, value)| format!("{key} = {value}")).collect();
            rest.set("text", text.join("\n"));
            return rest;
        }
        for (key, value) in lines {
            rest.set(key, Extra::Text(value));
        }
        rest
    }
}
