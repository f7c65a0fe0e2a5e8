//! From bytes to events: which section, header attribute or property stands where.
//!
//! The parser knows the shape of the text and nothing of its meaning; it allocates nothing and never
//! looks inside a value. Damage is told as [`Trouble`], and reading goes on at the next place that looks
//! like the start of something. Text that was read over in vain is read again line by line, so that the
//! work stays linear whatever the input.

use proscenio_source::Span;

use crate::lexer::{self, NestEnd, StringEnd, known_tag, line_end, skip_blank, skip_spaces, word_end};

/// What the parser tells, in the order of the file.
pub(crate) trait Events {
    /// A section starts: `[` at `start`, then its name.
    fn section(&mut self, start: u32, tag: Span);
    /// An attribute of the header of the last section.
    fn attribute(&mut self, key: Span, value: Span);
    /// The header of the last section ends at `end`.
    fn header_end(&mut self, end: u32);
    /// The header turned out to be damaged: attributes that end behind `to` were none.
    fn forget_attributes(&mut self, to: u32);
    /// A property of the last section (of none, when no section has started).
    fn property(&mut self, key: Span, value: Span);
    /// Something is not as it should be.
    fn trouble(&mut self, kind: Trouble, span: Span);
}

/// What can be wrong with the shape of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// A string lost its closing quote; the span is its opening quote.
    UnclosedString,
    /// A value in brackets lost its closing bracket; the span is the opening bracket.
    UnclosedBracket,
    /// A header lost its `]`; the span is the header as far as it was read.
    UnclosedHeader,
    /// The file ends inside a string, a bracket or a header; the span is where that started.
    Truncated,
    /// Text that belongs nowhere.
    UnexpectedText,
    /// A name and `=`, but no value; the span is the name.
    MissingValue,
    /// Text in the place of a value that starts none.
    NoValue,
    /// A property name with blanks inside, which the engine reads without them.
    BlankInName,
}

/// Reads a whole file.
pub(crate) fn parse(bytes: &[u8], events: &mut impl Events) {
    Parser { bytes, at: 0, by_line_until: 0, line: 0, header_line: 0, junk: None, events }.run();
}

/// The mark some editors put in front of UTF-8 text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

struct Parser<'p, E> {
    bytes: &'p [u8],
    at: usize,
    /// Text up to here was read over once in vain: strings and brackets may not leave their line.
    by_line_until: usize,
    /// End of a line that holds `at`, remembered so that a long line is searched once; 0 when unknown.
    line: usize,
    /// Start of a header, or a later place up to which it is known to stand on one line.
    header_line: usize,
    /// Unexpected text not told yet, so that neighbouring lines of it make one trouble.
    junk: Option<Span>,
    events: &'p mut E,
}

/// A value could not be read to its end; the file goes on at this offset.
struct Lost(usize);

fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}

impl<'p, E: Events> Parser<'p, E> {
    fn run(mut self) {
        if self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.at = BYTE_ORDER_MARK.len();
        }
        loop {
            self.at = skip_blank(self.bytes, self.at);
            match self.bytes.get(self.at) {
                None => break,
                Some(b'[') => self.section(),
                Some(_) => self.property(),
            }
        }
        self.tell_junk();
    }

    // ---- sections ----

    fn section(&mut self) {
        let start = self.at;
        let tag = skip_spaces(self.bytes, start + 1);
        let tag_end = word_end(self.bytes, tag);
        if tag == tag_end {
            return self.skip_junk_line();
        }
        self.tell_junk();
        self.header_line = start;
        self.events.section(start as u32, span(tag, tag_end));
        let mut at = tag_end;
        loop {
            at = self.skip_header_blank(at);
            match self.bytes.get(at) {
                Some(b']') => {
                    self.events.header_end(at as u32 + 1);
                    self.at = at + 1;
                    return;
                }
                Some(byte) if lexer::is_word(*byte) => match self.attribute(start, at) {
                    Some(next) => at = next,
                    None => return,
                },
                _ => match self.odd_text_in_header(start, at) {
                    Some(next) => at = next,
                    None => return,
                },
            }
        }
    }

    /// Steps over the blanks between attributes: any, but only those of the line when reading by line.
    #[inline(always)]
    fn skip_header_blank(&self, at: usize) -> usize {
        if at < self.by_line_until { skip_spaces(self.bytes, at) } else { skip_blank(self.bytes, at) }
    }

    /// Reads `key=value` at `key`; gives where the header goes on, or nothing when the header is over.
    #[inline(always)]
    fn attribute(&mut self, start: usize, key: usize) -> Option<usize> {
        let key_end = word_end(self.bytes, key);
        let equals = self.skip_header_blank(key_end);
        if self.bytes.get(equals) != Some(&b'=') {
            return self.odd_text_in_header(start, key);
        }
        let value = self.skip_header_blank(equals + 1);
        if matches!(self.bytes.get(value), Some(b']' | b'\n') | None) {
            self.events.attribute(span(key, key_end), span(equals + 1, equals + 1));
            self.events.trouble(Trouble::MissingValue, span(key, key_end));
            return Some(value);
        }
        match self.value(value) {
            Ok(end) => {
                let end = self.before_lost_quote(value, end);
                self.events.attribute(span(key, key_end), span(value, end));
                Some(end)
            }
            Err(Lost(next)) => {
                let end = next.min(self.line_end(value)).max(value);
                let end = trim_end(self.bytes, value, end);
                self.events.attribute(span(key, key_end), span(value, end));
                self.close_header(start, next, false);
                None
            }
        }
    }

    /// In `name="Root type="Node"` the first string lost its quote; this gives where it should have ended.
    #[inline(always)]
    fn before_lost_quote(&mut self, start: usize, end: usize) -> usize {
        let suspect = self.bytes[..end].ends_with(b"=\"") && self.bytes[start] == b'"';
        if suspect { self.find_lost_quote(start, end) } else { end }
    }

    #[cold]
    #[inline(never)]
    fn find_lost_quote(&mut self, start: usize, end: usize) -> usize {
        let inside = &self.bytes[start + 1..end - 2];
        let key = inside.iter().rposition(|byte| !lexer::is_word(*byte)).filter(|at| inside[*at] == b' ');
        let text_follows = self.bytes.get(end).is_some_and(|byte| !lexer::is_blank(*byte) && *byte != b']');
        match key {
            Some(blank) if text_follows && blank + 1 < inside.len() => {
                self.events.trouble(Trouble::UnclosedString, span(start, start + 1));
                start + 1 + blank
            }
            _ => end,
        }
    }

    /// Text in a header that is no attribute. On the header's own line it is stepped over; further down
    /// the header must have lost its `]`.
    #[cold]
    #[inline(never)]
    fn odd_text_in_header(&mut self, start: usize, at: usize) -> Option<usize> {
        let line_is_over = matches!(self.bytes.get(at), Some(b'\n') | None)
            || memchr::memchr(b'\n', &self.bytes[self.header_line..at]).is_some();
        if line_is_over {
            self.close_header(start, at, true);
            return None;
        }
        self.header_line = at;
        let mut end = at;
        while self.bytes.get(end).is_some_and(|byte| !lexer::is_blank(*byte) && *byte != b']') {
            end += 1;
        }
        // A blank in front of `]` was stepped over already, so something stands at `at`.
        self.events.trouble(Trouble::UnexpectedText, span(at, end));
        Some(end)
    }

    /// Ends a header without `]` at the end of its first line, and reads on behind it.
    fn close_header(&mut self, start: usize, reached: usize, tell: bool) {
        let line = line_end(self.bytes, start);
        let end = trim_end(self.bytes, start, line);
        self.events.forget_attributes(line as u32);
        self.events.header_end(end as u32);
        if tell {
            let cut = reached >= self.bytes.len() && line == self.bytes.len();
            let kind = if cut { Trouble::Truncated } else { Trouble::UnclosedHeader };
            self.events.trouble(kind, span(start, end));
        }
        self.by_line_until = self.by_line_until.max(reached);
        self.at = line;
        self.line = 0;
    }

    // ---- properties ----

    #[inline(always)]
    fn property(&mut self) {
        let key = self.at;
        let key_end = if self.bytes[key] == b'"' {
            match self.string_end(key) {
                StringEnd::Closed(end) => end,
                _ => return self.skip_junk_line(),
            }
        } else {
            lexer::key_end(self.bytes, key)
        };
        let equals = skip_spaces(self.bytes, key_end);
        if self.bytes.get(equals) == Some(&b'=') && key_end > key {
            self.property_value(key, key_end, equals);
        } else {
            self.odd_property(key, key_end);
        }
    }

    #[inline(always)]
    fn property_value(&mut self, key: usize, key_end: usize, equals: usize) {
        let value = skip_spaces(self.bytes, equals + 1);
        let value = match self.bytes.get(value) {
            Some(b'\n' | b';') | None => match self.value_on_later_line(value) {
                Some(value) => value,
                None => return self.missing_value(key, key_end, equals),
            },
            Some(_) => value,
        };
        self.tell_junk();
        let end = match self.value(value) {
            Ok(end) => {
                self.at = end;
                end
            }
            Err(Lost(next)) => {
                self.at = next.max(value);
                trim_end(self.bytes, value, self.at)
            }
        };
        self.events.property(span(key, key_end), span(value, end));
    }

    /// A value may stand on a line below its name, unless that line starts something else.
    #[cold]
    #[inline(never)]
    fn value_on_later_line(&self, at: usize) -> Option<usize> {
        let value = skip_blank(self.bytes, at);
        match self.bytes.get(value)? {
            b'[' if known_tag(self.bytes, value + 1) => None,
            b'"' => Some(value),
            _ => {
                let word = lexer::key_end(self.bytes, value);
                let next = skip_spaces(self.bytes, word);
                (self.bytes.get(next) != Some(&b'=')).then_some(value)
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn missing_value(&mut self, key: usize, key_end: usize, equals: usize) {
        self.tell_junk();
        self.events.property(span(key, key_end), span(equals + 1, equals + 1));
        self.events.trouble(Trouble::MissingValue, span(key, key_end));
        self.at = equals + 1;
    }

    /// A property whose name is not followed by `=` at once.
    #[cold]
    #[inline(never)]
    fn odd_property(&mut self, key: usize, key_end: usize) {
        let line = self.line_end(key);
        if key_end == key || key_end > line || marker(&self.bytes[key..line]) {
            return self.skip_junk_line();
        }
        // The engine lets blanks of every kind stand between the name and its `=`, ...
        let equals = skip_blank(self.bytes, key_end);
        if self.bytes.get(equals) == Some(&b'=') && !marker(&self.bytes[equals..]) {
            return self.property_value(key, key_end, equals);
        }
        // ... and even inside the name.
        let rest = &self.bytes[key_end..line];
        let stop = rest.iter().position(|byte| b"=\"[]{}();,:".contains(byte));
        match stop {
            Some(stop) if rest[stop] == b'=' => {
                let key_end = trim_end(self.bytes, key, key_end + stop);
                self.tell_junk();
                self.events.trouble(Trouble::BlankInName, span(key, key_end));
                self.property_value(key, key_end, line - rest.len() + stop);
            }
            _ => self.skip_junk_line(),
        }
    }

    // ---- values ----

    /// Offset behind the value that starts at `at`. Trouble is told here.
    #[inline(always)]
    fn value(&mut self, at: usize) -> Result<usize, Lost> {
        match self.bytes.get(at) {
            Some(b'"') => self.string(at),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => self.word_value(at),
            Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'#') => Ok(lexer::scalar_end(self.bytes, at)),
            Some(b'[' | b'{') => self.nest(at),
            Some(b'&' | b'@' | b'^') if self.bytes.get(at + 1) == Some(&b'"') => self.string(at + 1),
            _ => Err(self.no_value(at)),
        }
    }

    /// `true`, `Vector2(…)`, `Array[int]([…])`.
    #[inline(always)]
    fn word_value(&mut self, at: usize) -> Result<usize, Lost> {
        let end = word_end(self.bytes, at);
        if self.bytes.get(end) == Some(&b'(') {
            return self.nest(end);
        }
        self.word_value_apart(at, end)
    }

    #[inline(never)]
    fn word_value_apart(&mut self, at: usize, end: usize) -> Result<usize, Lost> {
        let word = &self.bytes[at..end];
        if matches!(word, b"true" | b"false" | b"null" | b"nil" | b"inf" | b"nan" | b"inf_neg") {
            return Ok(end);
        }
        let next = if at < self.by_line_until { end } else { skip_blank(self.bytes, end) };
        match self.bytes.get(next) {
            Some(b'(') => self.nest(next),
            Some(b'[') if matches!(word, b"Array" | b"Dictionary") => {
                let typed = self.nest(next)?;
                let open = if typed < self.by_line_until { typed } else { skip_blank(self.bytes, typed) };
                if self.bytes.get(open) == Some(&b'(') { self.nest(open) } else { Ok(typed) }
            }
            _ => Ok(end),
        }
    }

    #[inline(always)]
    fn string(&mut self, quote: usize) -> Result<usize, Lost> {
        match self.string_end(quote) {
            StringEnd::Closed(end) => Ok(end),
            StringEnd::Lost(next) => Err(self.lost(Trouble::UnclosedString, quote, next)),
            StringEnd::Cut => Err(self.cut(quote, Trouble::UnclosedString)),
        }
    }

    /// [`lexer::string_end`] within what may be read: the file, or the line when reading by line.
    #[inline(always)]
    fn string_end(&mut self, quote: usize) -> StringEnd {
        lexer::string_end(self.readable(quote), quote)
    }

    #[inline(always)]
    fn nest(&mut self, open: usize) -> Result<usize, Lost> {
        match lexer::nest_end(self.readable(open), open) {
            NestEnd::Closed(end) => Ok(end),
            NestEnd::Lost(next) => Err(self.lost(Trouble::UnclosedBracket, open, next)),
            NestEnd::LostString { quote, at } => Err(self.lost(Trouble::UnclosedString, quote, at)),
            NestEnd::Cut(Some(quote)) => Err(self.cut(quote, Trouble::UnclosedString)),
            NestEnd::Cut(None) => Err(self.cut(open, Trouble::UnclosedBracket)),
        }
    }

    #[inline(always)]
    fn readable(&mut self, at: usize) -> &'p [u8] {
        if at < self.by_line_until {
            let line = self.line_end(at);
            &self.bytes[..line]
        } else {
            self.bytes
        }
    }

    /// End of the line of `at`; `at` never goes back except through [`Self::close_header`].
    fn line_end(&mut self, at: usize) -> usize {
        if at >= self.line {
            self.line = line_end(self.bytes, at);
        }
        self.line
    }

    #[cold]
    fn lost(&mut self, kind: Trouble, opener: usize, next: usize) -> Lost {
        self.events.trouble(kind, span(opener, opener + 1));
        Lost(next)
    }

    /// A string or bracket runs to the end of what may be read.
    #[cold]
    fn cut(&mut self, opener: usize, kind: Trouble) -> Lost {
        let end = self.readable(opener).len();
        let kind = if end == self.bytes.len() { Trouble::Truncated } else { kind };
        self.events.trouble(kind, span(opener, opener + 1));
        Lost(end)
    }

    /// Something that starts no value: the rest of the line is kept as its text.
    #[cold]
    #[inline(never)]
    fn no_value(&mut self, at: usize) -> Lost {
        let line = self.line_end(at);
        let end = trim_end(self.bytes, at, line);
        self.events.trouble(Trouble::NoValue, span(at, end));
        Lost(line)
    }

    // ---- text that belongs nowhere ----

    /// Steps over the rest of the line, or up to a section that starts in it.
    #[cold]
    #[inline(never)]
    fn skip_junk_line(&mut self) {
        let start = self.at;
        let line = self.line_end(start);
        let text = &self.bytes[start..line];
        let stop = memchr::memchr_iter(b'[', text)
            .find(|at| *at > 0 && known_tag(self.bytes, start + at + 1))
            .map_or(line, |at| start + at);
        self.at = stop;
        // Lines left behind by a merge get a finding of their own from the pass over the whole file.
        if marker(text) {
            return self.tell_junk();
        }
        let here = span(start, trim_end(self.bytes, start, stop));
        self.junk = Some(self.junk.map_or(here, |junk| junk.cover(here)));
    }

    #[inline(always)]
    fn tell_junk(&mut self) {
        if self.junk.is_some() {
            self.flush_junk();
        }
    }

    #[cold]
    fn flush_junk(&mut self) {
        if let Some(junk) = self.junk.take() {
            self.events.trouble(Trouble::UnexpectedText, junk);
        }
    }
}

/// Whether a line is one that version control leaves in a file it could not merge.
fn marker(line: &[u8]) -> bool {
    [b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||"].iter().any(|mark| line.starts_with(*mark))
}

/// `end` moved back over the blanks in front of it, not beyond `start`.
fn trim_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let text = &bytes[start..end];
    start + text.iter().rposition(|byte| !lexer::is_blank(*byte)).map_or(0, |last| last + 1)
}
