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
//! A value that a file leaves to its class has the new default afterwards. Scripts, shaders, tile sets,
//! fonts and skies are built differently in Godot 4; their properties are told, not converted. Nodes of
//! instances have no class in their file: their properties stay, with a warning where the name is an old
//! one of some node.

mod classes;
mod properties;
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
use properties::Fate;
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
    for section in document.sections() {
        upgrader.section(section);
    }
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

impl Upgrader<'_> {
    fn tell(&mut self, code: proscenio_source::CodeInfo, span: Span, message: String) {
        self.findings.push(code.finding(self.document.source().path(), message).at(span));
    }

    fn section(&mut self, section: Section<'_>) {
        if let Some(format) = self.document.header().and_then(|header| header.attribute("format"))
            && section.index() == 0
        {
            self.edits.push(Edit::replace(format.value_span(), "3"));
        }
        let class = self.class(section);
        let known = class.as_deref().and_then(|name| ClassTable::godot_3().class(name));
        // The engine writes no count of steps any more.
        for entry in section.properties() {
            match known {
                Some(class) => self.property(section, class, entry),
                None => self.foreign(section, entry),
            }
        }
        if class.as_deref() == Some("YSort") && section.property("sort_enabled").is_none() {
            let end = section.header_span().end();
            self.edits.push(Edit::insert(end, "\ny_sort_enabled = true"));
        }
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
        }
        Some(class)
    }

    fn property(&mut self, section: Section<'_>, class: Class, entry: Entry<'_>) {
        let key = entry.key();
        match properties::fate(class, &key) {
            Some(Fate::Becomes(new, step)) => self.becomes(section, entry, &new, step),
            Some(Fate::Range(base)) => self.range(section, entry, &base),
            Some(Fate::Part) => {
                let base = key.trim_end_matches("_random");
                if section.property(base).is_some() {
                    self.drop(entry);
                } else {
                    self.tell(UPGRADE_UNKNOWN, entry.span(), format!("`{key}` without `{base}`"));
                }
            }
            None => {
                self.respell(entry);
                let new = classes::renamed(class.name()).unwrap_or(class.name());
                let new = ClassTable::godot_4().class(new);
                let gone =
                    new.is_some_and(|new| new.property(&key).is_none()) && class.property(&key).is_some();
                if gone {
                    let message = format!("`{}` of Godot 4 has no `{key}`", new.map_or("", Class::name));
                    self.tell(UPGRADE_UNKNOWN, entry.span(), message);
                }
            }
        }
    }

    fn becomes(&mut self, section: Section<'_>, entry: Entry<'_>, new: &str, step: values::Step) {
        let key = entry.key();
        // Two old properties may have become one; the one that says more stays.
        let taken = section.properties().any(|other| other.is(new) && new != key);
        let done = stepped(step, entry.value()).filter(|_| !taken);
        let Some((value, near)) = done else {
            let message = format!("`{key}` would be `{new}`, which the file has already or cannot hold this");
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

#[cfg(test)]
mod tests {
    use super::upgrade;
    use crate::document::Document;
    use proscenio_source::{Severity, Source};

    fn upgraded(text: &str) -> (String, Vec<String>) {
        let done = upgrade(&Document::parse(Source::new("a.tscn", text.into())));
        let warnings = done.findings.iter().filter(|finding| finding.severity > Severity::Info);
        let warnings = warnings.map(|finding| finding.message.clone()).collect();
        (String::from_utf8(done.text).unwrap(), warnings)
    }

    #[test]
    fn texts_names_and_paths_stay() {
        let text = "[gd_scene load_steps=3 format=2]\n\n[ext_resource path=\"res://Spatial/rect_size.gd\" type=\"Script\" id=1]\n\n\
                    [sub_resource type=\"BoxShape\" id=1]\nextents = Vector3( 1, 2, 3 )\n\n\
                    [node name=\"Spatial\" type=\"Spatial\" groups=[\"Spatial\"]]\nscript = ExtResource( 1 )\nrect_size = PoolRealArray( 1 )\n\n\
                    [node name=\"KinematicBody\" type=\"KinematicBody\" parent=\".\"]\n\
                    collision/safe_margin = 0.5\neditor_description = \"Spatial rect_size\"\n";
        let (new, warnings) = upgraded(text);
        let expected = "[gd_scene load_steps=3 format=3]\n\n[ext_resource type=\"Script\" path=\"res://Spatial/rect_size.gd\" id=\"1\"]\n\n\
                        [sub_resource type=\"BoxShape3D\" id=\"1\"]\nsize = Vector3(2, 4, 6)\n\n\
                        [node name=\"Spatial\" type=\"Node3D\" groups=[\"Spatial\"]]\nscript = ExtResource(\"1\")\nrect_size = PackedFloat32Array(1)\n\n\
                        [node name=\"KinematicBody\" type=\"CharacterBody3D\" parent=\".\"]\n\
                        safe_margin = 0.5\neditor_description = \"Spatial rect_size\"\n";
        assert_eq!(new, expected);
        assert_eq!(warnings, Vec::<String>::new());
    }

    #[test]
    fn particles_have_ranges() {
        let text = "[gd_scene format=2]\n\n[node name=\"A\" type=\"CPUParticles2D\"]\namount = 4\ninitial_velocity = 10.0\n\
                    initial_velocity_random = 0.25\n";
        let (new, warnings) = upgraded(text);
        let expected = "[gd_scene format=3]\n\n[node name=\"A\" type=\"CPUParticles2D\"]\namount = 4\ninitial_velocity_min = 7.5\n\
                        initial_velocity_max = 10.0\n";
        assert_eq!((new.as_str(), warnings.len()), (expected, 0));
    }

    #[test]
    fn what_has_no_place_is_kept_and_told() {
        let text = "[gd_scene format=2]\n\n[node name=\"A\" type=\"AnimatedSprite\"]\nplaying = true\n\n\
                    [node name=\"B\" type=\"ProximityGroup\" parent=\".\"]\n\n[node name=\"C\" type=\"YSort\" parent=\".\"]\n\n\
                    [node name=\"D\" parent=\"A/B\"]\nmargin_left = 1.0\n";
        let (new, warnings) = upgraded(text);
        assert!(new.contains("type=\"AnimatedSprite2D\"]\nplaying = true\n"), "{new}");
        assert!(new.contains("type=\"Node2D\" parent=\".\"]\ny_sort_enabled = true\n"), "{new}");
        assert_eq!(warnings.len(), 3, "{warnings:#?}");
    }

    #[test]
    fn other_files_stay() {
        for text in [
            "[gd_scene format=3]\n[node name=\"A\" type=\"Spatial\"]",
            "[gd_scene format=2]\n[node name=\"A",
            "",
        ] {
            assert_eq!(upgraded(text).0, text);
        }
    }
}
