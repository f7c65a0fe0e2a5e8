//! Which engine reads a file, and files spelled for an older one.
//!
//! ```
//! use proscenio_godot::Document;
//! use proscenio_godot::versions::{Engine, oldest, retarget};
//! use proscenio_source::Source;
//!
//! let text = "[gd_resource type=\"Image\" format=4]\n\n[resource]\ndata = PackedByteArray(\"AQID\")\n";
//! let document = Document::parse(Source::new("a.tres", text.into()));
//! assert_eq!(oldest(&document).engine, Engine::Godot4(3));
//! let older = retarget(&document, Engine::Godot4(2));
//! let expected = "[gd_resource type=\"Image\" format=3]\n\n[resource]\ndata = PackedByteArray(1, 2, 3)\n";
//! assert_eq!(older.text, expected.as_bytes());
//! ```
//!
//! # Limitations
//!
//! The notation is looked at, not the classes: a class or property that an older engine does not have is
//! only told of where the target is Godot 3.

mod old;

use std::fmt;

use memchr::memmem;
use proscenio_source::{Edit, Finding, Source, Span, apply};

use crate::document::Document;
use crate::findings;
use crate::format::value_needs_format_4;
use crate::section::{Entry, Section};
use crate::spell::Spelling;
use crate::tree::SectionKind;
use crate::value::{Value, decode};

proscenio_source::codes! {
    "godot";
    VERSION_LOSS = "version-loss", Warning,
        "Something in a file that the older engine has no words for.",
        "keep a copy of the file, or leave out what the older engine lacks";
    VERSION_DROPPED = "version-dropped", Info,
        "Something that the older engine does not read and does without.",
        "nothing is lost but what newer engines keep for themselves";
}

/// A version of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// Godot 1 and 2.
    Godot2,
    /// Godot 3.
    Godot3,
    /// Godot 4, by the number behind the point.
    Godot4(u8),
}

impl Engine {
    /// Reads `3.x`, `3.2`, `4.1` and such; nothing for other texts.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
        let minor_number = || minor.split('.').next()?.parse::<u8>().ok();
        match (major, minor) {
            ("3", "x") => Some(Self::Godot3),
            ("3", _) => minor_number().map(|_| Self::Godot3),
            ("4", "x") => Some(Self::Godot4(0)),
            ("4", _) => minor_number().filter(|minor| *minor <= 6).map(Self::Godot4),
            _ => None,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Godot2 => f.write_str("2.x"),
            Self::Godot3 => f.write_str("3.x"),
            Self::Godot4(minor) => write!(f, "4.{minor}"),
        }
    }
}

/// The oldest engine that reads a file, and why no older one does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oldest {
    /// The version.
    pub engine: Engine,
    /// What of the file asks for it.
    pub because: String,
}

/// The oldest engine whose notation a file is written in.
#[must_use]
pub fn oldest(document: &Document) -> Oldest {
    if let Some(binary) = document.binary() {
        let header = binary.header();
        let engine = match header.format {
            0 | 1 => Engine::Godot2,
            2 | 3 if header.is_godot_3() => Engine::Godot3,
            0..=4 => Engine::Godot4(0),
            5 => Engine::Godot4(1),
            _ => Engine::Godot4(3),
        };
        return Oldest { engine, because: format!("binary format {}", header.format) };
    }
    let by_format = match document.format() {
        Some(1) => Engine::Godot2,
        Some(2) => Engine::Godot3,
        Some(4) => Engine::Godot4(3),
        _ => Engine::Godot4(0),
    };
    let number = document.format().map_or_else(|| "no format number".to_owned(), |it| format!("format {it}"));
    let mut oldest = Oldest { engine: by_format, because: number };
    if by_format < Engine::Godot4(0) {
        return oldest;
    }
    for section in document.sections() {
        for entry in section.properties() {
            for (word, engine) in NEEDS {
                let may = oldest.engine < *engine && memmem::find(entry.raw(), word).is_some();
                if may && entry_needs(entry, *engine) {
                    let because = String::from_utf8_lossy(word).trim_end_matches(['(', '[', '"']).to_owned();
                    oldest = Oldest { engine: *engine, because: format!("{because} in `{}`", entry.key()) };
                }
            }
        }
    }
    oldest
}

/// Words of the notation, and the first release of Godot 4 that reads them.
const NEEDS: &[(&[u8], Engine)] = &[
    (b"PackedByteArray(\"", Engine::Godot4(3)),
    (b"PackedVector4Array", Engine::Godot4(3)),
    (b"Dictionary[", Engine::Godot4(4)),
];

/// Whether the value itself needs the release, and not only a text inside.
fn entry_needs(entry: Entry<'_>, engine: Engine) -> bool {
    needs(&entry.value(), engine) || (engine == Engine::Godot4(3) && has_bytes(&entry.value()))
}

fn needs(value: &Value, engine: Engine) -> bool {
    match value {
        Value::TypedDictionary(_) => engine == Engine::Godot4(4),
        Value::PackedVector4Array(_) => engine == Engine::Godot4(3),
        _ => parts(value).any(|part| needs(part, engine)),
    }
}

fn has_bytes(value: &Value) -> bool {
    matches!(value, Value::PackedByteArray(bytes) if !bytes.is_empty()) || parts(value).any(has_bytes)
}

/// The items and entries of a value.
fn parts(value: &Value) -> impl Iterator<Item = &Value> {
    let items = value.as_array().unwrap_or_default().iter();
    let entries = value.as_dictionary().unwrap_or_default().iter();
    items.chain(entries.flat_map(|(key, value)| [key, value]))
}

/// A file spelled for another engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retargeted {
    /// The text.
    pub text: Vec<u8>,
    /// What was left out, and what the engine will not read.
    pub findings: Vec<Finding>,
}

/// Spells a file for an engine, which may be older than what it was written for. Bytes that mean the same
/// to both stay. A file that asks for nothing newer comes back as it is, apart from what 4.6 brought.
///
/// A file of Godot 3 for Godot 4 comes back as it is, with a finding: that is [`crate::upgrade`].
#[must_use]
pub fn retarget(document: &Document, target: Engine) -> Retargeted {
    let format = document.format().unwrap_or(3);
    let path = document.source().path();
    let unchanged =
        |finding: Finding| Retargeted { text: document.source().bytes().to_vec(), findings: vec![finding] };
    match (format, target) {
        (..=2, Engine::Godot4(_)) => {
            let message = "a file of Godot 3 is not spelled but upgraded for Godot 4";
            unchanged(VERSION_LOSS.finding(path, message).help("see `proscenio upgrade`"))
        }
        (2, Engine::Godot3) | (1, Engine::Godot2) => {
            Retargeted { text: document.source().bytes().to_vec(), findings: Vec::new() }
        }
        (_, Engine::Godot2) => unchanged(VERSION_LOSS.finding(path, "files of Godot 2 are not written")),
        (_, Engine::Godot3) => old::retarget(document),
        (_, Engine::Godot4(minor)) => within_4(document, minor),
    }
}

/// Collects edits and findings.
struct Changes<'d> {
    document: &'d Document,
    edits: Vec<Edit>,
    findings: Vec<Finding>,
}

impl<'d> Changes<'d> {
    fn of(document: &'d Document) -> Self {
        Self { document, edits: Vec::new(), findings: Vec::new() }
    }

    fn loss(&mut self, span: Span, message: impl Into<String>) {
        self.findings.push(VERSION_LOSS.finding(self.document.source().path(), message).at(span));
    }

    /// Deletes an attribute with the blank in front of it.
    fn drop_attribute(&mut self, section: Section<'_>, entry: Entry<'_>) {
        let ends = section.attributes().map(|other| other.value_span().end());
        let start = entry.key_span().start();
        let before = ends.rev().find(|end| *end <= start).unwrap_or(section.tag_span().end());
        self.edits.push(Edit::delete(Span::new(before, entry.value_span().end())));
    }

    fn done(mut self) -> Retargeted {
        findings::limit(&mut self.findings, self.document.source().path());
        let bytes = self.document.source().bytes();
        // The edits name different entries, so they do not overlap.
        let text = apply(bytes, &self.edits).unwrap_or_else(|_| bytes.to_vec());
        Retargeted { text, findings: self.findings }
    }
}

fn within_4(document: &Document, minor: u8) -> Retargeted {
    let mut changes = Changes::of(document);
    if minor < 6 {
        before_6(&mut changes);
    }
    if minor < 4 {
        for section in document.sections() {
            section.properties().for_each(|entry| respell(&mut changes, entry, minor));
        }
    }
    let format = document.header().and_then(|header| header.attribute("format"));
    if let Some(entry) = format.filter(|entry| minor < 3 && entry.integer() == Some(4)) {
        changes.edits.push(Edit::replace(entry.value_span(), "3"));
    }
    changes.done()
}

/// What only Godot 4.6 writes: the ids of nodes; and what it no longer writes: the count of steps.
fn before_6(changes: &mut Changes<'_>) {
    const NEW: [&str; 5] = ["unique_id", "parent_id_path", "owner_uid_path", "from_uid_path", "to_uid_path"];
    let document = changes.document;
    let mut dropped = 0;
    let mut first = None;
    for section in document.sections() {
        if matches!(section.kind(), SectionKind::Node | SectionKind::Connection) {
            for entry in section.attributes().filter(|entry| NEW.iter().any(|name| entry.is(name))) {
                changes.drop_attribute(section, entry);
                dropped += 1;
                first = first.or(Some(entry.span()));
            }
        }
    }
    if let Some(first) = first {
        let message = format!("{dropped} ids of nodes are left out, which only Godot 4.6 keeps");
        let finding = VERSION_DROPPED.finding(document.source().path(), message).at(first);
        changes.findings.push(finding);
    }
    let resource = |kind| matches!(kind, SectionKind::ExtResource | SectionKind::SubResource);
    let steps = document.sections().filter(|section| resource(section.kind())).count() + 1;
    let header = document.header().filter(|header| header.attribute("load_steps").is_none() && steps > 1);
    if let Some(format) = header.and_then(|header| header.attribute("format")) {
        changes.edits.push(Edit::insert(format.key_span().start(), format!("load_steps={steps} ")));
    }
}

fn respell(changes: &mut Changes<'_>, entry: Entry<'_>, minor: u8) {
    let words: &[&[u8]] = &[b"ByteArray(\"", b"Vector4Array", b"Dictionary[", b"inf"];
    if !words.iter().any(|word| memmem::find(entry.raw(), word).is_some()) {
        return;
    }
    let decoded = decode(entry.raw());
    if !decoded.problems.is_empty() {
        return changes.loss(entry.span(), "this value is damaged and keeps its spelling");
    }
    let mut lost = Vec::new();
    let value = older(decoded.value, minor, &mut lost);
    for what in lost {
        changes.loss(entry.span(), format!("Godot 4.{minor} has no {what}"));
    }
    // From 4.3 on the notation of format 4 is read.
    let base64 = minor >= 3 && value_needs_format_4(&value);
    let text = value.spelled(Spelling::Godot4 { base64 });
    if text.as_bytes() != entry.raw() {
        changes.edits.push(Edit::replace(entry.value_span(), text));
    }
}

/// The value in the types of the release; what it loses by that goes to `lost`.
fn older(value: Value, minor: u8, lost: &mut Vec<&'static str>) -> Value {
    match value {
        Value::PackedVector4Array(vectors) if minor < 3 => {
            lost.push("PackedVector4Array; it is written as an array of Vector4");
            Value::Array(vectors.into_iter().map(Value::Vector4).collect())
        }
        Value::TypedDictionary(dictionary) if minor < 4 => {
            lost.push("typed dictionaries; the types are left out");
            older(Value::Dictionary(dictionary.entries), minor, lost)
        }
        Value::Array(items) => Value::Array(items.into_iter().map(|item| older(item, minor, lost)).collect()),
        Value::TypedArray(mut array) => {
            array.items = array.items.into_iter().map(|item| older(item, minor, lost)).collect();
            Value::TypedArray(array)
        }
        Value::Dictionary(entries) => {
            let entry = |(key, value)| (older(key, minor, lost), older(value, minor, lost));
            Value::Dictionary(entries.into_iter().map(entry).collect())
        }
        value => value,
    }
}

/// A text read again under the same name.
fn again(document: &Document, text: Vec<u8>) -> Document {
    Document::parse(Source::new(document.source().path().clone(), text))
}

#[cfg(test)]
mod tests {
    use super::{Engine, oldest, retarget};
    use crate::document::Document;
    use proscenio_source::Source;

    fn document(text: &str) -> Document {
        Document::parse(Source::new("a.tscn", text.into()))
    }

    fn older(text: &str, target: &str) -> (String, Vec<String>) {
        let done = retarget(&document(text), Engine::parse(target).unwrap());
        let findings = done.findings.iter().map(|finding| finding.message.clone()).collect();
        (String::from_utf8(done.text).unwrap(), findings)
    }

    #[test]
    fn versions_are_read_and_ordered() {
        assert_eq!(Engine::parse("3.x"), Some(Engine::Godot3));
        assert_eq!(Engine::parse("4.2.1"), Some(Engine::Godot4(2)));
        for odd in ["", "5.0", "4.7", "4.x.y", "four"] {
            assert!(Engine::parse(odd).is_none_or(|engine| engine == Engine::Godot4(0)), "{odd}");
        }
        assert!(Engine::Godot3 < Engine::Godot4(0) && Engine::Godot4(2) < Engine::Godot4(3));
    }

    #[test]
    fn the_notation_tells_the_oldest_engine() {
        let of = |value: &str| {
            let text = format!("[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\nx = {value}\n");
            oldest(&document(&text)).engine.to_string()
        };
        assert_eq!(of("1"), "4.0");
        assert_eq!(of("PackedByteArray(1, 2)"), "4.0");
        assert_eq!(of("PackedByteArray(\"AQI=\")"), "4.3");
        assert_eq!(of("[PackedVector4Array()]"), "4.3");
        assert_eq!(of("Dictionary[int, int]({})"), "4.4");
        assert_eq!(of("\"Dictionary[int, int]({})\""), "4.0");
        assert_eq!(oldest(&document("[gd_scene format=2]\n")).engine, Engine::Godot3);
    }

    #[test]
    fn what_4_6_brought_is_left_out_for_older_releases() {
        let text = "[gd_scene format=3]\n\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n\n\
                    [node name=\"A\" type=\"Node\" unique_id=5]\nscript = ExtResource(\"1\") ; keep\n";
        let (older, findings) = older(text, "4.5");
        let expected = text.replace(" unique_id=5", "").replace("format=3", "load_steps=2 format=3");
        assert_eq!(older, expected);
        assert_eq!(findings, ["1 ids of nodes are left out, which only Godot 4.6 keeps"]);
        assert_eq!(super::tests::older(text, "4.6"), (text.to_owned(), vec![]));
    }

    #[test]
    fn what_is_lost_is_told() {
        let text = "[gd_scene format=4]\n\n[node name=\"A\" type=\"Node\"]\na = PackedVector4Array(1, 2, 3, 4)\n\
                    b = Dictionary[int, int]({\n1: 2\n})\nc = [PackedByteArray(\"AQID\"), -inf]\n";
        let (older, findings) = older(text, "4.2");
        let expected = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\na = [Vector4(1, 2, 3, 4)]\n\
                        b = {\n1: 2\n}\nc = [PackedByteArray(1, 2, 3), inf_neg]\n";
        assert_eq!(older, expected);
        assert_eq!(findings.len(), 2);
    }

    #[test]
    fn godot_3_has_numbers_for_ids_and_its_own_names_of_types() {
        let text = "[gd_scene format=3 uid=\"uid://abc\"]\n\n[ext_resource type=\"Script\" uid=\"uid://b\" path=\"res://a.gd\" id=\"1_x\"]\n\n\
                    [sub_resource type=\"BoxShape3D\" id=\"Box_y\"]\n\n[node name=\"A\" type=\"Node\"]\nscript = ExtResource(\"1_x\")\n\
                    a = SubResource(\"Box_y\")\nb = &\"name\"\nc = PackedFloat32Array(1)\nd = Vector2i(1, 2)\n";
        let (older, findings) = older(text, "3.x");
        let expected = "[gd_scene load_steps=3 format=2]\n\n[ext_resource path=\"res://a.gd\" type=\"Script\" id=1]\n\n\
                        [sub_resource type=\"BoxShape3D\" id=2]\n\n[node name=\"A\" type=\"Node\"]\nscript = ExtResource( 1 )\n\
                        a = SubResource( 2 )\nb = \"name\"\nc = PoolRealArray( 1 )\nd = Vector2( 1, 2 )\n";
        assert_eq!(older, expected);
        assert_eq!(findings.len(), 2, "{findings:?}");
    }
}
