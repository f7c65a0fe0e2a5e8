//! What was kept aside, summed up: one finding per class instead of one per property.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use proscenio_scene::{Component, Extra, Extras, Other};
use proscenio_source::{Finding, Span};

use super::codes::KEPT_ASIDE;
use super::files::{File, Place};
use super::props::Props;
use super::{Importer, Key};

/// Names that are listed of one class.
const LISTED: usize = 8;

/// What is kept of each class.
#[derive(Debug, Default)]
pub(super) struct Kept {
    classes: BTreeMap<String, OfClass>,
    /// Texts that belong to a node's extras although a property was understood.
    texts: Vec<(Key, String, String)>,
}

#[derive(Debug)]
struct OfClass {
    /// The file and the place where it was met first.
    path: Arc<str>,
    span: Option<Span>,
    count: usize,
    properties: BTreeSet<String>,
    /// Whether the class is not understood at all.
    whole: bool,
}

impl Kept {
    /// A property that is only partly understood.
    pub fn add(&mut self, props: &Props, name: &str) {
        if let Some(place) = props.first_layer() {
            self.note(props.class(), place, false, [name]);
        }
    }

    /// A property that was followed in vain; its text goes to the extras of its owner.
    pub fn add_text(&mut self, props: &Props, name: &str, text: String) {
        if let Some(place) = props.first_layer() {
            self.texts.push((place.key(), name.to_owned(), text));
        }
        self.add(props, name);
    }

    /// The texts of [`Self::add_text`] for an owner.
    pub fn texts_of(&self, props: &Props) -> Vec<(String, String)> {
        let Some(key) = props.first_layer().map(Place::key) else { return Vec::new() };
        let own = self.texts.iter().rev().take_while(|(owner, ..)| *owner == key);
        own.map(|(_, name, text)| (name.clone(), text.clone())).collect()
    }

    /// Counts an owner of kept properties; `whole` when the class itself is not understood.
    pub fn note<'n>(
        &mut self,
        class: &str,
        place: &Place,
        whole: bool,
        names: impl IntoIterator<Item = &'n str>,
    ) {
        let kept = self.classes.entry(class.to_owned()).or_insert_with(|| OfClass {
            path: Arc::clone(place.file.document.source().path()),
            span: place.section().map(|section| section.header_span()),
            count: 0,
            properties: BTreeSet::new(),
            whole,
        });
        kept.count += 1;
        kept.whole |= whole;
        for name in names {
            // `bones/17/position` stands for all bones.
            let name = name.split('/').next().unwrap_or(name);
            if kept.properties.len() <= LISTED {
                kept.properties.insert(name.to_owned());
            }
        }
    }

    /// One finding per class.
    pub fn tell(&self, findings: &mut Vec<Finding>) {
        for (class, kept) in &self.classes {
            let mut names: Vec<&str> = kept.properties.iter().map(String::as_str).take(LISTED).collect();
            if kept.properties.len() > LISTED {
                names.push("…");
            }
            let names = names.join(", ");
            let class = if class.is_empty() { "a node of unknown class" } else { class };
            let message = match (kept.whole, names.is_empty()) {
                (true, true) => format!("{class} is kept and not shown"),
                (true, false) => format!("{class} is kept and not shown, with {names}"),
                (false, _) => format!("{class}: kept without effect: {names}"),
            };
            let times = if kept.count > 1 { format!(" ({} times)", kept.count) } else { String::new() };
            findings.push(KEPT_ASIDE.finding(&kept.path, message + &times).at_maybe(kept.span));
        }
    }
}

/// The files outside that a file names.
fn outside(file: &File) -> Vec<Extra> {
    let one = |resource: proscenio_godot::ExtResource<'_>| {
        let mut one = Extras::new();
        one.set("file", file.path());
        for entry in resource.0.attributes() {
            let raw = || String::from_utf8_lossy(entry.raw()).into_owned();
            one.set(entry.key().into_owned(), entry.text().map_or_else(raw, |text| text.into_owned()));
        }
        Extra::Map(one)
    };
    file.document.ext_resources().map(one).collect()
}

impl Importer<'_> {
    /// Counts what is left in the extras of a resource.
    pub(super) fn note_kept(&mut self, props: &Props, place: &Place, rest: &Extras) {
        if !rest.is_empty() {
            self.kept.note(props.class(), place, false, rest.iter().map(|(name, _)| name));
        }
    }

    /// Keeps what nobody asked for of a resource that has no place of its own in the scene.
    pub(super) fn keep_aside(&mut self, props: &Props, place: &Place) {
        let rest = self.rest_of(props);
        if !rest.is_empty() {
            self.note_kept(props, place, &rest);
            self.add_kept_resource(place, rest);
        }
    }

    /// Keeps a resource whole.
    pub(super) fn keep_resource(&mut self, place: &Place) {
        let props = Props::of(place);
        let rest = props.rest();
        self.add_kept_resource(place, rest);
    }

    /// Keeps the resources that nothing in the scene was made of, and the names of the files outside.
    pub(super) fn keep_unvisited(&mut self) {
        for file in self.files.all() {
            let sections = file.document.sub_resources().map(|resource| resource.0.index());
            for place in sections.map(|section| Place { file: Rc::clone(&file), section }) {
                if !self.visited.contains(&place.key()) {
                    self.keep_resource(&place);
                }
            }
        }
        let outside: Vec<Extra> = self.files.all().iter().flat_map(|file| outside(file)).collect();
        let extras = &mut self.scene.extras;
        if !outside.is_empty() {
            extras.set("ext_resources", outside);
        }
        if !self.kept_resources.is_empty() {
            extras.set("resources", std::mem::take(&mut self.kept_resources));
        }
    }

    /// Resources without a place of their own stand in the scene's extras, by class and name.
    fn add_kept_resource(&mut self, place: &Place, rest: Extras) {
        if !self.told_kept.insert(place.key()) {
            return;
        }
        let mut one = Extras::new();
        one.set("type", place.class());
        one.set("file", place.file.path());
        one.set("name", place.name());
        one.set("properties", rest);
        self.kept_resources.push(Extra::Map(one));
    }

    /// A component that stands for a class nobody understands.
    pub(super) fn other(class: &str) -> Component {
        Component::Other(Other { kind: class.to_owned(), extras: Extras::new() })
    }
}
