//! Words that go into a file: whether they can stand there, and their bytes.

use super::{BAD_NAME, BAD_VALUE, EditRefusal};
use crate::document::Document;
use crate::syntax::{Keyword, Kind};
use crate::value;

/// What a single value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Is {
    /// A finite decimal number.
    Number,
    /// A whole number of frames.
    Whole,
    /// A name.
    Name,
    /// A path, which may hold braces.
    Path,
    /// `JAR` or `NOJAR`.
    Flag,
    /// `FAST` or `ACCURATE`.
    PortalType,
}

/// The words of a value; every separator of the format stands between two of them.
pub(super) fn split(text: &str) -> Vec<&str> {
    text.split([' ', '\t', ',', ';', '\n', '\r']).filter(|word| !word.is_empty()).collect()
}

/// The bytes of a word, when it can be what it should be.
pub(super) fn checked(document: &Document, word: &str, is: Is) -> Result<Vec<u8>, EditRefusal> {
    let refuse = |what: &str| Err(EditRefusal::new(BAD_VALUE, format!("`{word}` is {what}")));
    match is {
        Is::Number => {
            let suffixed = word.ends_with(['f', 'F', 'd', 'D']);
            if suffixed || value::number(word.as_bytes()).is_none() {
                return refuse("no finite decimal number");
            }
        }
        Is::Whole if word.parse::<i32>().is_err() => return refuse("no whole number"),
        Is::Flag if !matches!(word, "JAR" | "NOJAR") => return refuse("neither JAR nor NOJAR"),
        Is::PortalType if !matches!(word, "FAST" | "ACCURATE") => return refuse("neither FAST nor ACCURATE"),
        Is::Whole | Is::Flag | Is::PortalType => {}
        Is::Name => return name(document, word, Kind::Unknown),
        Is::Path => return path(document, word),
    }
    Ok(word.as_bytes().to_vec())
}

/// The bytes of a name for an item of a kind.
pub(super) fn name(document: &Document, name: &str, of: Kind) -> Result<Vec<u8>, EditRefusal> {
    if name.contains(['{', '}']) {
        return Err(bad(name, "a brace"));
    }
    let word = path(document, name)?;
    if Keyword::find(&word).is_some() {
        let message = format!("`{name}` is a word of the format");
        return Err(EditRefusal::new(BAD_NAME, message).help("choose another name"));
    }
    let is_type = |kind: &str| name.eq_ignore_ascii_case(kind);
    if of == Kind::Portal && (is_type("FAST") || is_type("ACCURATE")) {
        let message = format!("`{name}` is a type of portals");
        return Err(EditRefusal::new(BAD_NAME, message).help("choose another name"));
    }
    Ok(word)
}

/// The bytes of a path: no separators, and no `#` in front.
pub(super) fn path(document: &Document, path: &str) -> Result<Vec<u8>, EditRefusal> {
    if path.is_empty() {
        return Err(EditRefusal::new(BAD_NAME, "a name is empty").help(BAD_NAME.help));
    }
    if path.contains([' ', '\t', ',', ';', '\n', '\r']) {
        return Err(bad(path, "a separator"));
    }
    if path.starts_with('#') {
        let message = format!("`{path}` begins with `#`, which begins a comment");
        return Err(EditRefusal::new(BAD_NAME, message).help("choose another name"));
    }
    encoded(document, path)
}

fn bad(name: &str, what: &str) -> EditRefusal {
    let help = "blanks, tabs, commas, semicolons and braces end a word; there is no quoting";
    EditRefusal::new(BAD_NAME, format!("`{name}` holds {what}")).help(help)
}

/// A text in the encoding of the file: UTF-8, or Latin-1 where the file is no UTF-8.
fn encoded(document: &Document, text: &str) -> Result<Vec<u8>, EditRefusal> {
    if text.is_ascii() || std::str::from_utf8(document.source().bytes()).is_ok() {
        return Ok(text.as_bytes().to_vec());
    }
    let latin: Option<Vec<u8>> = text.chars().map(|character| u8::try_from(character).ok()).collect();
    latin.filter(|bytes| value::text(bytes) == text).ok_or_else(|| {
        EditRefusal::new(BAD_NAME, format!("`{text}` cannot be written in Latin-1, which the file is in"))
            .help("save the file as UTF-8 first")
    })
}
