//! Values that the caller gives as text: read, checked, and spelled as the engine would.

use proscenio_source::{Severity, Source};

use super::text::with_newlines;
use super::{BAD_VALUE, EditRefusal};
use crate::classes::Class;
use crate::document::Document;
use crate::section::Section;
use crate::spell::Spelling;
use crate::value::{self, Reference, Value};

/// A value to put into a file.
#[derive(Clone, Debug)]
pub(super) struct Incoming {
    pub value: Value,
    /// Its text, with the file's line ends.
    pub text: String,
    /// The resources it uses.
    pub references: Vec<Reference>,
}

/// Reads a value's text, and spells it as the file's engine would: in the type of the property `key` of
/// `class`, where that is known. Text of values that no version spells any more stays.
pub(super) fn read(
    document: &Document,
    text: &str,
    newline: &str,
    property: Option<(Class, &str)>,
) -> Result<Incoming, EditRefusal> {
    let (mut value, mut text) = check(text)?;
    let references = references_in(&text);
    if let Some((class, key)) = property {
        value = class.fit(key, value);
    }
    if let Some(spelling) = Spelling::of(document)
        && is_spelled(&value)
    {
        text = value.spelled(spelling);
    }
    Ok(Incoming { value, text: with_newlines(&text, newline), references })
}

/// Whether the value has a spelling of its own.
fn is_spelled(value: &Value) -> bool {
    match value {
        Value::Other(_) | Value::Word(_) => false,
        Value::Object(object) => object.properties.iter().all(|(_, value)| is_spelled(value)),
        other => {
            let items = other.as_array().unwrap_or_default();
            let entries = other.as_dictionary().unwrap_or_default();
            items.iter().all(is_spelled)
                && entries.iter().all(|(key, value)| is_spelled(key) && is_spelled(value))
        }
    }
}

/// A number as it stands in a vector or packed array of real numbers: `4.0` is `4` there.
pub(super) fn spelled_member(document: &Document, class: &str, value: &Value) -> Option<String> {
    let number = value.as_f64()?;
    let list = match class {
        "PackedFloat64Array" => Value::PackedFloat64Array(vec![number]),
        _ => Value::PackedFloat32Array(vec![number as f32]),
    };
    let text = list.spelled(Spelling::of(document)?);
    let inside = text.split_once('(')?.1.strip_suffix(')')?;
    Some(inside.trim().to_owned())
}

/// Refuses text that is not one sound value; gives the value, and its text without blanks around it.
fn check(text: &str) -> Result<(Value, String), EditRefusal> {
    let refuse = |message: String| EditRefusal::new(BAD_VALUE, message);
    let text = text.trim_matches(|character: char| character.is_ascii() && character <= ' ');
    let decoded = value::decode(text.as_bytes());
    if let Some(problem) = decoded.problems.first() {
        let refusal = refuse(format!("`{}` cannot be read: {}", shortened(text), problem.message));
        let is_word = matches!(decoded.value, Value::Word(_));
        return Err(if is_word { refusal.help(format!("as text, write \"{text}\"")) } else { refusal });
    }
    // The file must read the text as this one value, and nothing else.
    let bytes =
        format!("[gd_resource type=\"R\" format=3]\n[resource]\nkey = {text}\nnext = 1\n").into_bytes();
    let probe = Document::parse(Source::new("value", bytes));
    let mut properties = probe.sections().flat_map(Section::properties);
    let first = properties.next().is_some_and(|entry| entry.is("key") && entry.raw() == text.as_bytes());
    let second = properties.next().is_some_and(|entry| entry.is("next") && entry.raw() == b"1");
    let sound = probe.findings().iter().all(|finding| finding.severity < Severity::Warning);
    if !(first && second && sound && properties.next().is_none() && probe.sections().len() == 2) {
        return Err(refuse(format!("`{}` is not one value on its own", shortened(text))));
    }
    Ok((decoded.value, text.to_owned()))
}

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let short: String = line.chars().take(60).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

/// The references in a value's text.
fn references_in(text: &str) -> Vec<Reference> {
    let bytes = format!("[gd_resource type=\"R\" format=3]\n[resource]\nkey = {text}\n").into_bytes();
    let probe = Document::parse(Source::new("value", bytes));
    let entries = probe.sections().flat_map(Section::properties);
    entries.flat_map(|entry| probe.references_in(entry)).map(|(_, reference)| reference).collect()
}
