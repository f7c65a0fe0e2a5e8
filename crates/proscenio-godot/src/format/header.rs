//! Section headers as the engines write them.

use proscenio_source::Span;

use super::{Printer, layout, sound_value};
use crate::document::Document;
use crate::section::{Entry, Section};
use crate::spell::{self, Spelling};
use crate::tree::SectionKind;
use crate::value::Value;

/// Whether a header has its bracket, sound values, and nothing between them but blanks.
pub(super) fn sound(document: &Document, section: Section<'_>) -> bool {
    let header = section.header_span();
    if document.slice(header).last() != Some(&b']') || section.kind() == SectionKind::Unknown {
        return false;
    }
    let mut done = section.tag_span().end();
    let blank = |start, end| document.slice(Span::new(start, end)).iter().all(|byte| *byte <= b' ');
    for entry in section.attributes() {
        let (key, value) = (entry.key_span(), entry.value_span());
        let equals = document.slice(Span::new(key.end(), value.start()));
        if sound_value(entry).is_err() || !blank(done, key.start()) || !layout::is_equals(equals) {
            return false;
        }
        done = value.end();
    }
    blank(done, header.end() - 1)
}

/// Appends a header: the attributes that the engine knows in its order, then the others in theirs.
pub(super) fn write<'d>(printer: &mut Printer<'d>, section: Section<'d>) {
    let kind = section.kind();
    let order = spell::attribute_order(kind, printer.spelling);
    let place = |entry: &Entry<'_>| order.iter().position(|name| entry.is(name)).unwrap_or(order.len());
    let mut entries: Vec<Entry<'d>> = section.attributes().collect();
    entries.sort_by_key(place);
    printer.out.push(b'[');
    printer.out.extend_from_slice(section.tag().as_bytes());
    let file = super::is_file_header(kind);
    let mut steps = file.then(|| printer.counts.load_steps(section, printer.spelling)).flatten();
    for entry in entries {
        if file && entry.is("load_steps") {
            continue;
        }
        if file && place(&entry) > 2 {
            write_steps(printer, &mut steps);
        }
        attribute(printer, kind, entry);
    }
    write_steps(printer, &mut steps);
    printer.out.push(b']');
}

fn write_steps(printer: &mut Printer<'_>, steps: &mut Option<usize>) {
    if let Some(steps) = steps.take() {
        printer.out.extend_from_slice(format!(" load_steps={steps}").as_bytes());
    }
}

fn attribute<'d>(printer: &mut Printer<'d>, kind: SectionKind, entry: Entry<'d>) {
    let key = entry.key();
    printer.out.push(b' ');
    printer.out.extend_from_slice(printer.document.slice(entry.key_span()));
    printer.out.push(b'=');
    match (kind, &*key) {
        (SectionKind::Scene | SectionKind::ResourceFile, "format") => {
            printer.out.extend_from_slice(printer.spelling.format().to_string().as_bytes());
        }
        // The engine writes this blank.
        (SectionKind::Connection, "binds") => {
            printer.out.push(b' ');
            printer.value(entry, |value, spelling| value.spelled(spelling));
        }
        (SectionKind::Node, "groups") => printer.value(entry, groups),
        (SectionKind::Node, "index") => printer.value(entry, |value, spelling| match value {
            Value::Int(number) => format!("\"{number}\""),
            other => name(other, spelling),
        }),
        (SectionKind::ExtResource | SectionKind::SubResource, "id") => printer.value(entry, id),
        (SectionKind::ExtResource | SectionKind::Scene | SectionKind::ResourceFile, _)
        | (SectionKind::Node, "instance_placeholder") => {
            printer.value(entry, |value, spelling| value.spelled(spelling));
        }
        _ => printer.value(entry, name),
    }
}

/// Names and paths in headers stay on one line.
fn name(value: &Value, spelling: Spelling) -> String {
    match value {
        Value::String(text) => {
            let mut out = String::with_capacity(text.len() + 2);
            spell::escaped(&mut out, text, spelling);
            out
        }
        other => other.spelled(spelling),
    }
}

/// Godot 3 counts its resources.
fn id(value: &Value, spelling: Spelling) -> String {
    match (value, spelling) {
        (Value::Int(number), Spelling::Godot4 { .. }) => format!("\"{number}\""),
        (Value::String(text), Spelling::Godot3)
            if text.parse::<u32>().is_ok_and(|id| id.to_string() == *text) =>
        {
            text.clone()
        }
        _ => name(value, spelling),
    }
}

/// Groups are sorted; Godot 3 gives each a line.
fn groups(value: &Value, spelling: Spelling) -> String {
    let Some(mut names) = value.to_strings() else { return value.spelled(spelling) };
    names.sort();
    let mut out = spelling.choose("[\n", "[").to_owned();
    for (index, name) in names.iter().enumerate() {
        if index > 0 && spelling != Spelling::Godot3 {
            out.push_str(", ");
        }
        spell::escaped(&mut out, name, spelling);
        out.push_str(spelling.choose(",\n", ""));
    }
    out.push(']');
    out
}
