//! The decoder: from the text of a value to the value.
//!
//! Like the parser it never fails: what cannot be read becomes `null` and a [`Problem`], and the rest of
//! the value is there.

use proscenio_source::Span;

use super::number;
use super::text::{self, BadEscape};
use super::{Problem, Value, wide};
use crate::findings::{self, Code};
use crate::lexer::{self, NestEnd, StringEnd, is_word, skip_blank, word_end};

/// How deep values may be nested. The engine stops at the same depth.
pub const MAX_DEPTH: usize = 100;

/// Problems told for one value; beyond this it is no value at all.
const MAX_PROBLEMS: usize = 100;

/// A value and what is wrong with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The value; [`Value::Null`] where the text is none.
    pub value: Value,
    /// What is wrong, in order, with places counted from the start of the text. At most 100.
    pub problems: Vec<Problem>,
}

/// Decodes a value. Blanks and comments around it are allowed; other text is a problem.
#[must_use]
pub fn decode(text: &[u8]) -> Decoded {
    whole_text(Reader { text, at: 0, depth: 0, wide: false, problems: Vec::new() })
}

/// Decodes a value as builds of the engine with reals of 64 bits do: vectors, matrices and packed arrays
/// of vectors that 32 bits do not hold become a [`super::Constructor`] with all digits.
#[must_use]
pub fn decode_wide(text: &[u8]) -> Decoded {
    whole_text(Reader { text, at: 0, depth: 0, wide: true, problems: Vec::new() })
}

fn whole_text(mut reader: Reader<'_>) -> Decoded {
    let value = reader.value();
    reader.skip_blank();
    let end = reader.text.len();
    if reader.at < end {
        reader.problem(findings::BAD_VALUE, reader.at, end, "text behind the end of the value");
    }
    Decoded { value, problems: reader.problems }
}

/// A place in a value's text.
pub(super) struct Reader<'t> {
    pub text: &'t [u8],
    pub at: usize,
    depth: usize,
    /// Whether reals are wanted with all their digits.
    wide: bool,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    #[cold]
    pub fn problem(&mut self, code: Code, start: usize, end: usize, message: impl Into<String>) {
        if self.problems.len() < MAX_PROBLEMS {
            let span = Span::new(start as u32, end as u32);
            self.problems.push(Problem { code, span, message: message.into() });
        }
    }

    #[inline]
    pub fn skip_blank(&mut self) {
        self.at = skip_blank(self.text, self.at);
    }

    /// The next byte that is no blank, which is not consumed.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        self.skip_blank();
        self.text.get(self.at).copied()
    }

    /// Consumes `byte` when it comes next.
    #[inline]
    pub fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// A value of any kind. Consumes at least one byte, except in front of a comma, a colon, a closing
    /// bracket or the end, where a value is missing.
    pub fn value(&mut self) -> Value {
        let Some(byte) = self.peek() else {
            self.problem(findings::BAD_VALUE, self.at, self.at, "a value is missing here");
            return Value::Null;
        };
        match byte {
            b'"' => Value::String(self.string()),
            b'&' | b'@' | b'^' => self.marked_string(byte),
            b'#' => self.html_color(),
            b'[' => self.nested(|reader| Value::Array(reader.items())),
            b'{' => self.nested(|reader| Value::Dictionary(reader.entries())),
            b'-' | b'+' | b'.' | b'0'..=b'9' => self.number(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word_value(),
            b',' | b':' | b')' | b']' | b'}' => {
                self.problem(findings::BAD_VALUE, self.at, self.at + 1, "a value is missing here");
                Value::Null
            }
            _ => {
                self.skip_odd_text();
                Value::Null
            }
        }
    }

    #[cold]
    fn skip_odd_text(&mut self) {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|byte| !lexer::is_blank(*byte) && !b",:)]}\"".contains(byte))
        {
            self.at += 1;
        }
        self.at = self.at.max(start + 1);
        self.problem(findings::BAD_VALUE, start, self.at, "this text starts no value");
    }

    /// Goes one level down, unless that is too deep.
    pub fn nested(&mut self, read: impl FnOnce(&mut Self) -> Value) -> Value {
        if self.depth == MAX_DEPTH {
            let start = self.at;
            self.at = match lexer::nest_end(self.text, start) {
                NestEnd::Closed(end) => end,
                _ => self.text.len(),
            };
            let message = format!("values are nested deeper than {MAX_DEPTH} levels; this one is left out");
            self.problem(findings::TOO_DEEP, start, start + 1, message);
            return Value::Null;
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// `[item, …]`, from the bracket on.
    pub fn items(&mut self) -> Vec<Value> {
        let mut items = Vec::new();
        self.list(b']', |reader| items.push(reader.value()));
        items
    }

    /// `{key: value, …}`, from the bracket on.
    pub fn entries(&mut self) -> Vec<(Value, Value)> {
        let mut entries = Vec::new();
        self.list(b'}', |reader| {
            let key = reader.value();
            if !reader.take(b':') {
                reader.problem(findings::BAD_VALUE, reader.at, reader.at, "expected `:` behind the key");
            }
            entries.push((key, reader.value()));
        });
        entries
    }

    /// A list in brackets, items set apart by commas, from the opening bracket on.
    pub fn list(&mut self, close: u8, item: impl FnMut(&mut Self)) {
        let open = self.at;
        self.at += 1;
        self.rest_of_list(open, close, item);
    }

    /// What is left of a list whose bracket stands at `open`.
    pub fn rest_of_list(&mut self, open: usize, close: u8, mut item: impl FnMut(&mut Self)) {
        loop {
            match self.peek() {
                None => return self.problem(findings::UNCLOSED_BRACKET, open, open + 1, "never closed"),
                Some(byte) if byte == close => break,
                Some(b')' | b']' | b'}') => {
                    let message = format!("expected `{}` here", char::from(close));
                    self.problem(findings::MISMATCHED_BRACKET, self.at, self.at + 1, message);
                    break;
                }
                Some(_) => {}
            }
            let before = self.at;
            item(self);
            if !self.ends_item() {
                self.at += usize::from(self.at == before);
                self.missing_comma();
            }
        }
        self.at += 1;
    }

    /// Whether an item ends here, at a comma, which is consumed, or in front of a bracket.
    #[inline]
    pub fn ends_item(&mut self) -> bool {
        self.take(b',') || matches!(self.peek(), None | Some(b')' | b']' | b'}'))
    }

    #[cold]
    pub fn missing_comma(&mut self) {
        self.problem(findings::BAD_VALUE, self.at, self.at + 1, "expected a comma in front of this");
    }

    /// A string, from its quote on.
    pub fn string(&mut self) -> String {
        let quote = self.at;
        let (inside_end, end) = match lexer::string_end(self.text, quote) {
            StringEnd::Closed(end) => (end - 1, end),
            StringEnd::Lost(_) | StringEnd::Cut => {
                self.problem(findings::UNCLOSED_STRING, quote, quote + 1, "this string has no closing quote");
                (self.text.len(), self.text.len())
            }
        };
        let inside = &self.text[quote + 1..inside_end];
        let mut bad = Vec::new();
        let text = text::unescape(inside, &mut |at, kind| {
            if bad.len() < MAX_PROBLEMS {
                bad.push((quote + 1 + at, kind));
            }
        });
        let text = text.into_owned();
        for (at, kind) in bad {
            let message = match kind {
                BadEscape::Unknown => "no escape starts like this; the engine keeps only the character",
                BadEscape::Digits => {
                    "expected the hexadecimal digits of a character: 4 behind \\u, 6 behind \\U"
                }
            };
            self.problem(findings::BAD_ESCAPE, at, at + 2, message);
        }
        self.at = end;
        text
    }

    fn marked_string(&mut self, mark: u8) -> Value {
        if self.text.get(self.at + 1) != Some(&b'"') {
            self.skip_odd_text();
            return Value::Null;
        }
        self.at += 1;
        let text = self.string();
        if mark == b'^' { Value::NodePath(text) } else { Value::StringName(text) }
    }

    /// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`
    fn html_color(&mut self) -> Value {
        let start = self.at;
        let end = start + 1 + self.text[start + 1..].iter().take_while(|byte| is_word(**byte)).count();
        self.at = end;
        let digits: Option<Vec<u32>> =
            self.text[start + 1..end].iter().map(|byte| char::from(*byte).to_digit(16)).collect();
        let channels: Option<Vec<u32>> = digits.and_then(|digits| match digits.len() {
            3 | 4 => Some(digits.iter().map(|digit| digit * 17).collect()),
            6 | 8 => Some(digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect()),
            _ => None,
        });
        let Some(channels) = channels else {
            self.problem(findings::BAD_VALUE, start, end, "expected 3, 4, 6 or 8 hexadecimal digits");
            return Value::Null;
        };
        let mut color = [1.0; 4];
        for (channel, byte) in color.iter_mut().zip(channels) {
            *channel = byte as f32 / 255.0;
        }
        Value::Color(color)
    }

    /// A constructor, with all digits where these are wanted.
    fn constructed(&mut self, start: usize, end: usize) -> Value {
        let open = self.at;
        let value = self.construct(start, end);
        if !self.wide || !wide::is_real(&value) {
            return value;
        }
        // Read once more for the digits; what is wrong was told.
        let (behind, told) = (self.at, self.problems.len());
        self.at = open;
        let reals = self.floats(|real| real);
        self.at = behind;
        self.problems.truncate(told);
        wide::widened(value, reals)
    }

    /// A number on its own.
    fn number(&mut self) -> Value {
        if number::whole(self.text, self.at).is_some() {
            return self.whole().map_or(Value::Null, Value::Int);
        }
        self.float().map_or(Value::Null, Value::Float)
    }

    /// A number where any kind of number may stand.
    #[inline]
    pub fn float(&mut self) -> Option<f64> {
        if let Some((number, end)) = number::float(self.text, self.at) {
            self.at = end;
            return Some(number);
        }
        self.no_number();
        None
    }

    #[cold]
    #[inline(never)]
    fn no_number(&mut self) {
        let start = self.at;
        match self.text.get(start) {
            Some(b'"') => {
                self.string();
            }
            Some(b'(' | b'[' | b'{') | Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                self.value();
            }
            Some(b',' | b':' | b')' | b']' | b'}') | None => {}
            Some(_) => self.at = lexer::scalar_end(self.text, start).max(start + 1),
        }
        self.problem(findings::BAD_NUMBER, start, self.at.max(start), "expected a number here");
    }

    /// A bare word and what belongs to it.
    fn word_value(&mut self) -> Value {
        let start = self.at;
        let end = word_end(self.text, start);
        let word = &self.text[start..end];
        self.at = end;
        match word {
            b"true" => return Value::Bool(true),
            b"false" => return Value::Bool(false),
            b"null" | b"nil" => return Value::Null,
            b"inf" => return Value::Float(f64::INFINITY),
            b"inf_neg" => return Value::Float(f64::NEG_INFINITY),
            b"nan" => return Value::Float(f64::NAN),
            _ => {}
        }
        match self.peek() {
            Some(b'(') => self.nested(|reader| reader.constructed(start, end)),
            Some(b'[') if word == b"Array" => self.nested(|reader| reader.typed_array()),
            Some(b'[') if word == b"Dictionary" => self.nested(|reader| reader.typed_dictionary()),
            _ => {
                self.at = end;
                let word = String::from_utf8_lossy(word).into_owned();
                let message = format!("`{word}` is no value; text stands in quotes");
                self.problem(findings::BAD_VALUE, start, end, message);
                Value::Word(word)
            }
        }
    }
}

#[cfg(test)]
#[path = "decode_tests.rs"]
mod tests;
