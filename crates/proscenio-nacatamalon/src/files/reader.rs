//! How every reader of a sidecar file works: members asked by name, what is wrong said once, nothing lost.

use std::sync::Arc;

use proscenio_source::{CodeInfo, Finding, Span};

use crate::Document;
use crate::files::codes;
use crate::files::json::Members;
use crate::model::Colour;
use crate::model::Json;
use crate::model::fields::{Fields, finite};
use crate::value::{Kind, Value};

/// What reading a file gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Read<T> {
    /// The file, as far as it could be understood; defaults where it could not.
    pub file: T,
    /// What is wrong with it, in the order it was met. Damage to the JSON is told in
    /// [`Document::findings`] and not again here.
    pub findings: Vec<Finding>,
    /// Whether the engine would refuse the file: it is not loaded, and what uses it draws nothing.
    pub refused: bool,
}

/// More findings than this are counted, not kept.
const MAX_FINDINGS: usize = 100;
/// Names and places listed by the finding about unknown members.
const MAX_UNKNOWN: usize = 8;

/// One object of a file.
pub(crate) struct Object<'a> {
    value: Value<'a>,
    fields: Fields<'a>,
    /// Names of members whose values could not be used; they are kept like unknown ones.
    aside: Vec<&'static str>,
}

impl<'a> Object<'a> {
    pub(crate) fn of(value: Value<'a>) -> Option<Self> {
        Some(Self { value, fields: Fields::of(value)?, aside: Vec::new() })
    }

    /// The member of that name; `null` and damage count as absent.
    pub(crate) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.fields.get(name).filter(|value| !matches!(value.kind(), Kind::Null | Kind::Damaged))
    }

    /// Its members in file order, one of a name.
    pub(crate) fn members(&self) -> Vec<(&str, Value<'a>)> {
        self.fields.unique()
    }

    /// Keeps the member of that name as it stands, since its value is of no use.
    pub(crate) fn set_aside(&mut self, name: &'static str) {
        self.aside.push(name);
    }

    pub(crate) fn span(&self) -> Span {
        self.value.span()
    }

    /// Where to point when a member is missing: at the opening brace.
    pub(crate) fn start(&self) -> Span {
        start(self.value)
    }
}

pub(crate) fn start(value: Value<'_>) -> Span {
    let span = value.span();
    Span::new(span.start(), span.end().min(span.start() + 1))
}

/// Collects what is said about one file.
pub(crate) struct Reader {
    path: Arc<str>,
    findings: Vec<Finding>,
    more: usize,
    refused: bool,
    unknown: Vec<(String, Span)>,
    unknown_count: usize,
}

impl Reader {
    pub(crate) fn new(document: &Document) -> Self {
        // The engine's JSON reader refuses every damaged file; ours goes on.
        let refused = document.findings().iter().any(|f| f.severity == proscenio_source::Severity::Error);
        Self {
            path: Arc::clone(document.source().path()),
            findings: Vec::new(),
            more: 0,
            refused,
            unknown: Vec::new(),
            unknown_count: 0,
        }
    }

    /// A reader of a file that is no JSON.
    pub(crate) fn of_text(document: &Document) -> Self {
        Self { refused: false, ..Self::new(document) }
    }

    pub(crate) fn finish<T>(mut self, file: T) -> Read<T> {
        self.say_unknown();
        if self.more > 0 {
            let message = format!("{} more findings are not listed", self.more);
            self.findings.push(codes::FILE_MORE.finding(&self.path, message));
        }
        Read { file, findings: self.findings, refused: self.refused }
    }

    fn say_unknown(&mut self) {
        let Some((_, first)) = self.unknown.first() else { return };
        let first = *first;
        let names: Vec<&str> = self.unknown.iter().map(|(name, _)| name.as_str()).collect();
        let dots = if self.unknown_count > names.len() { ", …" } else { "" };
        let message = format!(
            "{} that the format does not know: {}{dots}",
            if self.unknown_count == 1 {
                "a member".to_owned()
            } else {
                format!("{} members", self.unknown_count)
            },
            names.join(", "),
        );
        let mut finding = codes::FILE_UNKNOWN_MEMBERS.finding(&self.path, message).at(first);
        for (name, span) in self.unknown.iter().skip(1) {
            finding = finding.related(*span, format!("`{name}`"));
        }
        self.push(finding);
    }

    fn push(&mut self, finding: Finding) {
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(finding);
        } else {
            self.more += 1;
        }
    }

    /// Says something that costs the engine the whole file.
    pub(crate) fn refuse(&mut self, code: &CodeInfo, span: Span, message: impl Into<String>) {
        self.refused = true;
        self.push(code.finding(&self.path, message).at(span));
    }

    /// Says something that costs the place alone.
    pub(crate) fn warn(&mut self, code: &CodeInfo, span: Span, message: impl Into<String>) {
        self.push(code.finding(&self.path, message).at(span));
    }

    /// Says that a member's value is not what it must be and that the default counts; keeps the value.
    pub(crate) fn default_taken(&mut self, object: &mut Object<'_>, name: &'static str, expected: &str) {
        if let Some(value) = object.get(name) {
            let message = format!("expected {expected} in `{name}`, found {}", found(value));
            self.warn(&codes::FILE_DEFAULT_TAKEN, value.span(), message);
            object.set_aside(name);
        }
    }

    /// Says that an entry of a list is passed over.
    pub(crate) fn dropped(&mut self, value: Value<'_>, why: &str) {
        self.warn(&codes::FILE_ENTRY_DROPPED, value.span(), format!("the entry is passed over: {why}"));
    }

    /// A finite number.
    pub(crate) fn num(&mut self, object: &mut Object<'_>, name: &'static str) -> Option<f64> {
        self.checked(object, name, "a number", finite)
    }

    pub(crate) fn num_or(&mut self, object: &mut Object<'_>, name: &'static str, default: f64) -> f64 {
        self.num(object, name).unwrap_or(default)
    }

    pub(crate) fn bool(&mut self, object: &mut Object<'_>, name: &'static str) -> Option<bool> {
        self.checked(object, name, "true or false", Value::as_bool)
    }

    pub(crate) fn text(&mut self, object: &mut Object<'_>, name: &'static str) -> Option<String> {
        self.checked(object, name, "a text", |value| value.as_str().map(Into::into))
    }

    pub(crate) fn object<'a>(&mut self, object: &mut Object<'a>, name: &'static str) -> Option<Object<'a>> {
        self.checked(object, name, "an object", Object::of)
    }

    pub(crate) fn list<'a>(&mut self, object: &mut Object<'a>, name: &'static str) -> Option<Vec<Value<'a>>> {
        let elements = |value: Value<'a>| value.is_array().then(|| value.elements().collect());
        self.checked(object, name, "an array", elements)
    }

    /// One of a few words; `expected` lists them for people.
    pub(crate) fn word<T>(
        &mut self,
        object: &mut Object<'_>,
        name: &'static str,
        expected: &str,
        from_word: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        self.checked(object, name, expected, |value| from_word(&value.as_str()?))
    }

    /// A value that passes a test; otherwise it is said, kept, and the default counts.
    pub(crate) fn checked<'a, T>(
        &mut self,
        object: &mut Object<'a>,
        name: &'static str,
        expected: &str,
        test: impl FnOnce(Value<'a>) -> Option<T>,
    ) -> Option<T> {
        let found = test(object.get(name)?);
        if found.is_none() {
            self.default_taken(object, name, expected);
        }
        found
    }

    /// A colour record; missing channels come from the default.
    pub(crate) fn colour(&mut self, object: &mut Object<'_>, name: &'static str, default: Colour) -> Colour {
        if object.get(name).is_some_and(|value| !value.is_object()) {
            self.default_taken(object, name, "a colour { r, g, b, a }");
        }
        object.fields.colour(name, default)
    }

    /// The members that are none of the format's, and those set aside. The former are told about at the end.
    pub(crate) fn rest(&mut self, object: &Object<'_>, known: &[&str]) -> Members {
        let mut rest = Members::new();
        for (name, value) in object.members() {
            if !known.contains(&name) {
                self.unknown_count += 1;
                if self.unknown.len() < MAX_UNKNOWN {
                    self.unknown.push((name.to_owned(), value.span()));
                }
            } else if !object.aside.contains(&name) {
                continue;
            }
            rest.push((name.to_owned(), Json::from(value)));
        }
        rest
    }

    /// The members of a content file, whose `kind` must be one of `kinds`; a format above 1 is refused.
    /// `None` when the file is no object at all.
    pub(crate) fn content<'a>(&mut self, document: &'a Document, kind: &str) -> Option<Object<'a>> {
        let object = self.root(document)?;
        let said = object.get("kind").and_then(Value::as_str);
        if said.as_deref() != Some(kind) {
            let (span, message) = match object.get("kind") {
                Some(value) => {
                    (value.span(), format!("expected the kind \"{kind}\", found {}", found(value)))
                }
                None => (object.start(), format!("the file does not say \"kind\": \"{kind}\"")),
            };
            self.refuse(&codes::FILE_WRONG_KIND, span, message);
        }
        Some(object)
    }

    /// The file's one object.
    pub(crate) fn root<'a>(&mut self, document: &'a Document) -> Option<Object<'a>> {
        // A file of nothing has been told about as JSON.
        let Some(root) = document.root() else {
            self.refused = true;
            return None;
        };
        let object = Object::of(root);
        if object.is_none() {
            let message = format!("expected an object, found {}", root.kind().describe());
            self.refuse(&codes::FILE_NOT_AN_OBJECT, root.span(), message);
        }
        object
    }

    /// Checks a content file's format number. `missing_is_fine` for the kinds that default it.
    pub(crate) fn format(&mut self, object: &Object<'_>, missing_is_fine: bool) {
        match object.get("format") {
            None if missing_is_fine => {}
            None => {
                self.refuse(
                    &codes::FILE_MISSING_MEMBER,
                    object.start(),
                    "the file does not say its \"format\"",
                );
            }
            Some(value) => match value.as_f64() {
                Some(number) if number <= 1.0 => {}
                Some(_) => {
                    let message = format!("format {} is newer than 1", found(value));
                    self.refuse(&codes::FILE_NEWER_FORMAT, value.span(), message);
                }
                None => {
                    let message = format!("expected a number in `format`, found {}", found(value));
                    self.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
                }
            },
        }
    }

    /// Refuses the file for a missing member, or for one that is not what it must be.
    pub(crate) fn refuse_member(&mut self, object: &Object<'_>, name: &str, expected: &str) {
        match object.get(name) {
            None => {
                let message = format!("expected {expected} in `{name}`, which is missing");
                self.refuse(&codes::FILE_MISSING_MEMBER, object.start(), message);
            }
            Some(value) => {
                let message = format!("expected {expected} in `{name}`, found {}", found(value));
                self.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
            }
        }
    }

    /// A text that must be there and not be empty.
    pub(crate) fn required_text(&mut self, object: &Object<'_>, name: &str) -> String {
        let text = object.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        if text.is_none() {
            self.refuse_member(object, name, "a text that is not empty");
        }
        text.unwrap_or_default().into_owned()
    }
}

/// A value as it goes into a message: short scalars as they stand, anything else by its kind.
pub(crate) fn found(value: Value<'_>) -> String {
    let text = std::str::from_utf8(value.bytes()).unwrap_or_default();
    let short = text.chars().count() <= 24 && !text.chars().any(char::is_control);
    if short && !value.is_array() && !value.is_object() && !text.is_empty() {
        text.to_owned()
    } else {
        value.kind().describe().to_owned()
    }
}
