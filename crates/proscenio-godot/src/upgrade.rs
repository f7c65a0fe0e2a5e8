//! Files of Godot 3 for Godot 4: classes, properties and values by what they mean.
//!
//! ```
//! use proscenio_godot::Document;
//! use proscenio_godot::upgrade::upgrade;
//! use proscenio_source::Source;
//!
//! let text = "[gd_scene format=2]\n\n[node name=\"Spatial\" type=\"Spatial\"]\n\n\
//!             [node name=\"Text\" type=\"Label\" parent=\".\"]\nmargin_left = 4.0\ntext = \"margin_left\"\n";
//! let upgraded = upgrade(&Document::parse(Source::new("a.tscn", text.into())));
//! let expected = "[gd_scene format=3]\n\n[node name=\"Spatial\" type=\"Node3D\"]\n\n\
//!                 [node name=\"Text\" type=\"Label\" parent=\".\"]\noffset_left = 4.0\ntext = \"margin_left\"\n";
//! assert_eq!(String::from_utf8_lossy(&upgraded.text), expected);
//! ```
//!
//! A word is changed where it is the name of a class or of a property of that class, and nowhere else:
//! texts, names of nodes, paths, groups and methods stay. Every change is an informative finding; what
//! Godot 4 has no place for stays in the file and is a warning.
//!
//! # Limitations
//!
//! A default that changed is written where it changes how a scene looks, moves or plays; others are those of
//! Godot 4 afterwards. Scripts, shaders, tile sets and fonts are built differently in Godot 4; their
//! properties are told, not converted. Nodes of instances have no class in their file: their properties stay,
//! with a warning where the name is an old one of some node. Animations follow properties and bones where
//! their player and what it moves are in the same file.

mod classes;
mod defaults;
mod items;
mod merged;
mod properties;
mod scene;
mod signals;
mod tracks;
mod turned;
mod values;

use proscenio_source::{Edit, Finding, Source, Span, apply};

use crate::classes::{Class, ClassTable};
use crate::document::Document;
use crate::findings;
use crate::format::{Options, format};
use crate::section::{Entry, Section};
use crate::spell::{self, Spelling};
use crate::tree::SectionKind;
use crate::value::{Value, decode};
use merged::Merged;
use properties::Fate;
use scene::Scene;
use values::stepped;

proscenio_source::codes! {
    "godot";
    UPGRADED = "upgraded", Info,
        "A class, property or value that has another name in Godot 4.",
        "see that the scene does what it did";
    UPGRADE_UNKNOWN = "upgrade-unknown", Warning,
        "Something of Godot 3 that Godot 4 has no place for.",
        "it is kept, and the engine drops it: build what it did with the means of Godot 4";
    UPGRADE_CHECK = "upgrade-check", Warning,
        "A value that is only near to what it was.",
        "look at the scene in the editor";
}

/// A file for Godot 4.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upgraded {
    /// The text.
    pub text: Vec<u8>,
    /// Whether it differs from what it was.
    pub changed: bool,
    /// Every change, and what needs a person. Places are those of the file before.
    pub findings: Vec<Finding>,
}

/// Brings a text file of Godot 3 (`format=2`) to Godot 4. Other files come back as they are, and so do
/// damaged ones, with their findings: what is not understood must not be renamed.
#[must_use]
pub fn upgrade(document: &Document) -> Upgraded {
    let unchanged =
        |findings| Upgraded { text: document.source().bytes().to_vec(), changed: false, findings };
    if document.format() != Some(2) {
        return unchanged(Vec::new());
    }
    if let Err(findings) = document.clone().strict() {
        return unchanged(findings);
    }
    let mut upgrader = Upgrader { document, edits: Vec::new(), findings: Vec::new() };
    let scene = Scene::of(document);
    for section in document.sections() {
        upgrader.section(section, &scene);
    }
    upgrader.turned(&scene);
    let Upgrader { edits, mut findings, .. } = upgrader;
    findings::limit(&mut findings, document.source().path());
    // The edits name different entries, so they do not overlap.
    let Ok(text) = apply(document.source().bytes(), &edits) else { return unchanged(findings) };
    let renamed = Document::parse(Source::new(document.source().path().clone(), text));
    let options = Options { fit_types: true, ..Options::default() };
    let text = format(&renamed, &options).text;
    Upgraded { changed: text != document.source().bytes(), text, findings }
}

struct Upgrader<'d> {
    document: &'d Document,
    edits: Vec<Edit>,
    findings: Vec<Finding>,
}

impl<'d> Upgrader<'d> {
    fn tell(&mut self, code: proscenio_source::CodeInfo, span: Span, message: String) {
        self.findings.push(code.finding(self.document.source().path(), message).at(span));
    }

    fn section(&mut self, section: Section<'d>, scene: &Scene<'d>) {
        if let Some(format) = self.document.header().and_then(|header| header.attribute("format"))
            && section.index() == 0
        {
            self.edits.push(Edit::replace(format.value_span(), "3"));
        }
        if section.kind() == SectionKind::Connection {
            self.connection(section, scene);
        }
        let class = self.class(section);
        let Some(class) = class.as_deref().and_then(|name| ClassTable::godot_3().class(name)) else {
            section.properties().for_each(|entry| self.foreign(section, entry));
            return;
        };
        let done = if class.is_a("Animation") { self.tracks(section, scene) } else { Default::default() };
        let merged = merged::merged(class, section);
        let is_merged = |entry: &Entry<'_>| merged.iter().any(|it| it.old.iter().any(|name| entry.is(name)));
        for entry in section.properties().filter(|entry| !done.contains(&entry.span()) && !is_merged(entry)) {
            self.property(section, class, entry);
        }
        merged.iter().for_each(|it| self.merge(section, it));
        // The types of resources are attributes of other sections too, which have no properties.
        if matches!(section.kind(), SectionKind::Node | SectionKind::SubResource | SectionKind::Resource) {
            self.defaults(section, class, scene);
            self.sky(section, class);
        }
    }

    /// A signal that has another name.
    fn connection(&mut self, section: Section<'_>, scene: &Scene<'_>) {
        let (Some(signal), Some(from)) = (section.attribute("signal"), section.attribute("from")) else {
            return;
        };
        let class = from.text().and_then(|from| scene.class_of(&from));
        let (Some(class), Some(name)) = (class, signal.text()) else { return };
        match signals::fate(class, &name) {
            Some(Some(new)) => {
                self.edits.push(Edit::replace(signal.value_span(), format!("\"{new}\"")));
                self.tell(UPGRADED, signal.span(), format!("the signal `{name}` is `{new}`"));
            }
            Some(None) => {
                let message = format!("`{}` of Godot 4 has no signal `{name}`", class.name());
                self.tell(UPGRADE_UNKNOWN, signal.span(), message);
            }
            None => {}
        }
    }

    /// Old properties go, and the new ones stand where the first of them stood.
    fn merge(&mut self, section: Section<'_>, merged: &Merged) {
        let lines: Vec<String> = merged
            .new
            .iter()
            .map(|(name, value)| format!("{name} = {}", value.spelled(Spelling::GODOT_4)))
            .collect();
        let mut old = section.properties().filter(|entry| merged.old.iter().any(|name| entry.is(name)));
        match old.next() {
            None if lines.is_empty() => return,
            None => {
                self.edits.push(Edit::insert(section.header_span().end(), format!("\n{}", lines.join("\n"))))
            }
            Some(first) if lines.is_empty() => self.drop(first),
            Some(first) => self.edits.push(Edit::replace(first.span(), lines.join("\n"))),
        }
        old.for_each(|entry| self.drop(entry));
        let names: Vec<String> = merged.old.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("{}: {}", names.join(", "), merged.because);
        self.tell(UPGRADED, section.header_span(), message);
    }

    /// Writes what the class did unasked in Godot 3 and does otherwise now.
    fn defaults(&mut self, section: Section<'_>, class: Class, scene: &Scene<'_>) {
        let written = |name: &str| {
            section.properties().any(|entry| match properties::fate(class, &entry.key()) {
                Some(Fate::Becomes(new, _)) => new == name,
                _ => entry.is(name),
            })
        };
        let mut lines: Vec<(&str, &str)> = defaults::missing(class, written).collect();
        if class.is_a("Environment") {
            lines.extend(defaults::glow(section));
        }
        let under_bones = class.is_a("MeshInstance") && scene.hangs_from(section, "Skeleton");
        if under_bones && section.property("skeleton").is_none() {
            lines.push(("skeleton", "NodePath(\"..\")"));
        }
        if lines.is_empty() {
            return;
        }
        let text: String = lines.iter().map(|(name, value)| format!("\n{name} = {value}")).collect();
        self.edits.push(Edit::insert(section.header_span().end(), text));
        for (name, value) in lines {
            let message = format!("`{name}` is {value} without being said in Godot 3, and another value now");
            self.tell(UPGRADED, section.header_span(), message);
        }
    }

    /// A sky is a resource that holds a material, and was one thing.
    fn sky(&mut self, section: Section<'_>, class: Class) {
        let Some(material) = classes::holder(class.name()) else { return };
        let id =
            section.attribute("id").map(|id| String::from_utf8_lossy(id.raw()).trim_matches('"').to_owned());
        let of_file = section.kind() == SectionKind::Resource;
        let id = id.unwrap_or_else(|| "sky".to_owned());
        let held = format!("{id}_material");
        let header = format!("[sub_resource type=\"{material}\" id=\"{held}\"]");
        // The edits of the header's attributes are inside of this one.
        self.edits.retain(|edit| !section.header_span().contains(edit.span) || edit.span.is_empty());
        self.edits.push(Edit::replace(section.header_span(), header));
        let outer = if of_file {
            "[resource]".to_owned()
        } else {
            format!("[sub_resource type=\"Sky\" id=\"{id}\"]")
        };
        let text = format!("\n\n{outer}\nsky_material = SubResource(\"{held}\")");
        self.edits.push(Edit::insert(section.span().end(), text));
    }

    /// Renames the class of a section; its old name.
    fn class(&mut self, section: Section<'_>) -> Option<String> {
        if section.kind() == SectionKind::Resource {
            return self.document.resource_type().map(|class| class.into_owned());
        }
        let entry = section.attribute("type")?;
        let class = entry.text()?.into_owned();
        if let Some(new) = classes::renamed(&class) {
            let span = entry.value_span();
            self.edits.push(Edit::replace(span, format!("\"{new}\"")));
            self.tell(UPGRADED, span, format!("the class `{class}` is `{new}`"));
        } else if ClassTable::godot_3().class(&class).is_some()
            && ClassTable::godot_4().class(&class).is_none()
        {
            let message = format!("Godot 4 has no class `{class}`");
            self.tell(UPGRADE_UNKNOWN, entry.value_span(), message);
        } else if section.kind() == SectionKind::Node
            && ClassTable::godot_4().class(&class).is_some_and(|class| !class.is_a("Node"))
        {
            let message = format!("`{class}` is no class of nodes in Godot 4");
            self.tell(UPGRADE_UNKNOWN, entry.value_span(), message);
        }
        Some(class)
    }

    fn property(&mut self, section: Section<'_>, class: Class, entry: Entry<'_>) {
        let key = entry.key();
        match properties::fate(class, &key) {
            Some(Fate::Becomes(new, step)) => self.becomes(section, class, entry, &new, step),
            Some(Fate::Range(base)) => self.range(section, entry, &base),
            Some(Fate::Part) => {
                let base = key.trim_end_matches("_random");
                if section.property(base).is_some() {
                    self.drop(entry);
                } else {
                    self.tell(UPGRADE_UNKNOWN, entry.span(), format!("`{key}` without `{base}`"));
                }
            }
            Some(Fate::Gone(why)) => {
                self.drop(entry);
                self.tell(UPGRADED, entry.span(), format!("`{key}` is left out: {why}"));
            }
            None => {
                self.respell(entry);
                let new = now(class);
                // Members of lists have names with numbers, which tables do not hold all.
                let gone = new.is_some_and(|new| new.property(&key).is_none())
                    && class.property(&key).is_some()
                    && !key.starts_with("input_");
                if gone {
                    let message = format!("`{}` of Godot 4 has no `{key}`", new.map_or("", Class::name));
                    self.tell(UPGRADE_UNKNOWN, entry.span(), message);
                }
            }
        }
    }

    fn becomes(
        &mut self,
        section: Section<'_>,
        class: Class,
        entry: Entry<'_>,
        new: &str,
        step: values::Step,
    ) {
        let key = entry.key();
        // Two old properties may have become one; the one that says more stays.
        let taken = section.properties().any(|other| other.is(new) && new != key);
        let known = now(class).is_none_or(|class| class.property(new).is_some()) || new.contains('/');
        let done = stepped(step, entry.value()).filter(|_| !taken && known);
        let Some((value, near)) = done else {
            let message =
                format!("`{key}` would be `{new}`, which the file has already, or which cannot hold this");
            self.respell(entry);
            return self.tell(UPGRADE_UNKNOWN, entry.span(), message);
        };
        self.edits.push(Edit::replace(entry.key_span(), spell::key(new, Spelling::GODOT_4).into_owned()));
        self.edits.push(Edit::replace(entry.value_span(), value.spelled(Spelling::GODOT_4)));
        if near {
            let message = format!("`{key}` is `{new}`, and this value only near to what it was");
            self.tell(UPGRADE_CHECK, entry.span(), message);
        } else if new != key {
            self.tell(UPGRADED, entry.span(), format!("`{key}` is `{new}`"));
        } else {
            self.tell(UPGRADED, entry.span(), format!("the value of `{key}` is another"));
        }
    }

    /// A value and the share of it that is random, as smallest and largest value.
    fn range(&mut self, section: Section<'_>, entry: Entry<'_>, base: &str) {
        let key = entry.key();
        let Some(largest) = entry.value().as_f64() else { return self.respell(entry) };
        let random = section.property(&format!("{key}_random")).and_then(|random| random.value().as_f64());
        let smallest = largest * (1.0 - random.unwrap_or(0.0));
        let text = |number| Value::Float(number).spelled(Spelling::GODOT_4);
        let lines = format!("{base}_min = {}\n{base}_max = {}", text(smallest), text(largest));
        self.edits.push(Edit::replace(entry.span(), lines));
        self.tell(UPGRADED, entry.span(), format!("`{key}` is `{base}_min` and `{base}_max`"));
    }

    /// Deletes a property with the line end in front of it.
    fn drop(&mut self, entry: Entry<'_>) {
        let bytes = self.document.source().bytes();
        let mut start = entry.span().start();
        while start > 0 && matches!(bytes[start as usize - 1], b' ' | b'\t' | b'\r' | b'\n') {
            start -= 1;
        }
        self.edits.push(Edit::delete(Span::new(start, entry.span().end())));
    }

    /// Values keep their meaning and get the names of types that Godot 4 writes.
    fn respell(&mut self, entry: Entry<'_>) {
        let decoded = decode(entry.raw());
        if decoded.problems.is_empty() {
            let text = decoded.value.spelled(Spelling::GODOT_4);
            if text.as_bytes() != entry.raw() {
                self.edits.push(Edit::replace(entry.value_span(), text));
            }
        }
    }

    /// A property of something whose class is not in the file.
    fn foreign(&mut self, section: Section<'_>, entry: Entry<'_>) {
        self.respell(entry);
        let key = entry.key();
        let node = section.kind() == SectionKind::Node;
        // Names that these classes alone have.
        let old = ["Control", "Spatial"].iter().find(|owner| {
            let class = ClassTable::godot_3().class(owner);
            class.is_some_and(|class| properties::fate(class, &key).is_some())
        });
        if let Some(owner) = old.filter(|_| node) {
            let message =
                format!("`{key}` is a property that `{owner}` had; the class of this node is not known");
            self.tell(UPGRADE_UNKNOWN, entry.span(), message);
        }
    }
}

/// The class of Godot 4 that has the properties of one of Godot 3.
fn now(class: Class) -> Option<Class> {
    let name = class.name();
    ClassTable::godot_4().class(classes::holder(name).or(classes::renamed(name)).unwrap_or(name))
}

#[cfg(test)]
mod tests;
