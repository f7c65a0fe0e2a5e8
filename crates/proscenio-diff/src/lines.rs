//! A file as lines that each say where they stand, for programs that compare lines.

use std::fmt::Write;

use proscenio_godot::value::Reference;
use proscenio_godot::{Section, SectionKind};
use proscenio_project::Document;
use rustc_hash::FxHashMap;

use crate::godot::section_name;

/// A line for each thing that a file says: `Player:position = Vector2(1, 2)`. Resources are named by what they are
/// and not by their ids, so that ids given anew make no difference. Espresso3D files are lines already.
#[must_use]
pub fn lines(document: &Document) -> String {
    match document {
        Document::Godot(document) => of_godot(document),
        Document::Nacatamalon(document) => {
            let mut out = String::new();
            match document.root() {
                Some(root) => of_json(root, "", &mut out),
                None => out.push_str(&String::from_utf8_lossy(document.source().bytes())),
            }
            out
        }
        Document::Espresso3d(document) => String::from_utf8_lossy(document.source().bytes()).into_owned(),
    }
}

fn of_godot(document: &proscenio_godot::Document) -> String {
    let mut names: FxHashMap<(bool, String), String> = FxHashMap::default();
    let mut counts: FxHashMap<String, u32> = FxHashMap::default();
    for section in document.sections() {
        let is_sub = section.kind() == SectionKind::SubResource;
        if !is_sub && section.kind() != SectionKind::ExtResource {
            continue;
        }
        let id = section.attribute("id").and_then(|entry| {
            entry.text().map(|text| text.into_owned()).or_else(|| Some(entry.integer()?.to_string()))
        });
        let name = if is_sub {
            let class = section.attribute("type").and_then(|entry| entry.text()).unwrap_or_default();
            let count = counts.entry(class.clone().into_owned()).or_default();
            *count += 1;
            format!("{class} #{count}")
        } else {
            section_name(section)
        };
        names.entry((is_sub, id.unwrap_or_default())).or_insert(name);
    }
    let mut out = String::new();
    for section in document.sections() {
        godot_section(section, &names, &mut out);
    }
    out
}

type Names = FxHashMap<(bool, String), String>;

/// A section: its head with what its header says, and its properties.
fn godot_section(section: Section<'_>, names: &Names, out: &mut String) {
    let name = match section.kind() {
        SectionKind::SubResource => {
            let id = section.attribute("id").map(|entry| entry.text().unwrap_or_default().into_owned());
            let number = section.attribute("id").and_then(|entry| entry.integer()).map(|id| id.to_string());
            let id = number.or(id).unwrap_or_default();
            names.get(&(true, id)).cloned().unwrap_or_default()
        }
        _ => section_name(section),
    };
    let _ = write!(out, "[{}] {name}", section.tag());
    let quiet = ["id", "load_steps", "unique_id", "name", "parent"];
    let mut attributes: Vec<_> =
        section.attributes().filter(|entry| !quiet.contains(&&*entry.key())).collect();
    attributes.sort_by_key(|entry| entry.key());
    for entry in attributes {
        let _ = write!(out, " {}={}", entry.key(), named(section, entry, names));
    }
    out.push('\n');
    for entry in section.properties() {
        let _ = writeln!(out, "{name}:{} = {}", entry.key(), named(section, entry, names));
    }
}

/// A value's text with resources by their names.
fn named(section: Section<'_>, entry: proscenio_godot::Entry<'_>, names: &Names) -> String {
    let document = section.document();
    let (mut out, mut done) = (String::new(), entry.value_span().start());
    let text = |from: u32, to: u32| {
        String::from_utf8_lossy(document.slice(proscenio_source::Span::new(from, to))).into_owned()
    };
    for (span, reference) in document.references_in(entry) {
        let key = match reference {
            Reference::Ext(id) => (false, id.0),
            Reference::Sub(id) => (true, id.0),
            Reference::Path { .. } => continue,
        };
        let Some(name) = names.get(&key) else { continue };
        let _ = write!(out, "{}<{name}>", text(done, span.start()));
        done = span.end();
    }
    out + &text(done, entry.value_span().end())
}

/// A line for each member and element that holds no other.
fn of_json(value: proscenio_nacatamalon::Value<'_>, path: &str, out: &mut String) {
    let (mut members, mut elements) = (value.members().peekable(), value.elements().peekable());
    if members.peek().is_none() && elements.peek().is_none() {
        let _ = writeln!(out, "{path} = {}", String::from_utf8_lossy(value.bytes()));
        return;
    }
    for member in members {
        of_json(member.value, &format!("{path}/{}", member.name()), out);
    }
    for (index, element) in elements.enumerate() {
        let id = element.get("id").and_then(|id| id.as_str().map(|id| format!("@{id}")));
        of_json(element, &format!("{path}/{}", id.unwrap_or_else(|| index.to_string())), out);
    }
}
