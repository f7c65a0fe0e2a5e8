//! From bytes to events: which brackets open and close, which scalars and keys stand between them.
//!
//! The parser holds no tree and does not recurse. Whatever the bytes are, the events it gives are well
//! formed: every [`Events::open`] has its [`Events::close`], and inside an object keys and values take turns.
//! Each repair is told as a [`Problem`].

use proscenio_source::Span;

use crate::lexer;

/// How deep brackets may nest. What lies deeper is passed over as one opaque value.
///
/// A box inside a box costs two levels, so this allows 512 generations of boxes.
pub const MAX_DEPTH: usize = 1024;

/// What the parser tells, in file order.
pub(crate) trait Events {
    /// An object or array starts with the bracket at this offset.
    fn open(&mut self, at: u32);
    /// The innermost open object or array ends before this offset.
    fn close(&mut self, end: u32);
    /// A string, number or word; an empty span where a value is missing; or a bracketed value that
    /// lies too deep to be looked into.
    fn scalar(&mut self, span: Span);
    /// The key of the next value; an empty span where it is missing.
    fn key(&mut self, span: Span);
    /// Something is not as JSON wants it.
    fn problem(&mut self, problem: Problem);
}

/// One thing that is not as JSON wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub kind: ProblemKind,
    pub span: Span,
    /// The bracket that was left open.
    pub opened: Option<Span>,
}

/// The ways in which a file can fail to be JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProblemKind {
    Empty,
    ByteOrderMark,
    AfterEnd,
    Unexpected,
    UnclosedBracket,
    UnclosedString,
    UnclosedComment,
    MissingComma,
    ExtraComma,
    MissingColon,
    MissingValue,
    MissingKey,
    BareKey,
    SingleQuotes,
    UnknownWord,
    BadNumber,
    BadEscape,
    ControlCharacter,
    Comment,
    TooDeep,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The file's one value.
    Root,
    /// A value of an array, or its end.
    Element {
        after_comma: bool,
    },
    /// A key of an object, or its end.
    Key {
        after_comma: bool,
    },
    Colon,
    /// The value behind a colon.
    Member,
    /// A comma, or the end of what is open.
    Comma,
    Done,
}

#[derive(Clone, Copy)]
struct Open {
    at: u32,
    object: bool,
}

/// Reads a whole file; never fails and never looks at a byte more than a few times.
pub(crate) fn parse<E: Events>(bytes: &[u8], events: &mut E) {
    let mut parser = Parser { bytes, at: 0, open: Vec::new(), objects: 0, events, forgive_comma: false };
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        parser.at = 3;
        parser.report(ProblemKind::ByteOrderMark, 0, 3);
    }
    let mut state = State::Root;
    while state != State::Done {
        parser.blank();
        state = parser.step(state);
    }
    parser.blank();
    if parser.at < bytes.len() {
        let end = lexer::word_end(bytes, parser.at).max(parser.at + 1);
        parser.report(ProblemKind::AfterEnd, parser.at, end);
    }
}

struct Parser<'a, E> {
    bytes: &'a [u8],
    at: usize,
    open: Vec<Open>,
    /// How many of `open` are objects, so that a stray bracket is known without a search.
    objects: usize,
    events: &'a mut E,
    /// An unclosed string has swallowed the comma behind it: one report is enough.
    forgive_comma: bool,
}

impl<E: Events> Parser<'_, E> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[cold]
    fn report(&mut self, kind: ProblemKind, start: usize, end: usize) {
        let span = Span::new(start as u32, end as u32);
        self.events.problem(Problem { kind, span, opened: None });
    }

    /// Reports the sign at hand and passes over it.
    #[cold]
    fn skip(&mut self, kind: ProblemKind) {
        self.report(kind, self.at, self.at + 1);
        self.at += 1;
    }

    /// Passes over blanks, and over comments with a report.
    #[inline]
    fn blank(&mut self) {
        self.at = lexer::blank_end(self.bytes, self.at);
        while self.peek() == Some(b'/') && self.comment() {
            self.at = lexer::blank_end(self.bytes, self.at);
        }
    }

    #[cold]
    fn comment(&mut self) -> bool {
        let Some(end) = lexer::comment_end(self.bytes, self.at) else { return false };
        let text = &self.bytes[self.at..end];
        let unclosed = text.starts_with(b"/*") && (text.len() < 4 || !text.ends_with(b"*/"));
        let kind = if unclosed { ProblemKind::UnclosedComment } else { ProblemKind::Comment };
        self.report(kind, self.at, end);
        self.at = end;
        true
    }

    #[inline]
    fn step(&mut self, state: State) -> State {
        let Some(byte) = self.peek() else { return self.end_of_file(state) };
        match (state, byte) {
            (State::Key { .. }, b'"') => self.string_key(),
            (State::Element { .. }, b'"') => self.string_element(),
            (State::Colon, b':') => {
                self.at += 1;
                State::Member
            }
            (State::Comma, b',') => {
                self.at += 1;
                self.next_item(true)
            }
            (State::Comma | State::Element { .. } | State::Key { .. }, b'}' | b']') => {
                self.close_bracket(byte, state)
            }
            (State::Element { .. } | State::Member | State::Root, b'"' | b'{' | b'[') => self.value(byte),
            _ => self.uncommon_step(state, byte),
        }
    }

    fn uncommon_step(&mut self, state: State, byte: u8) -> State {
        match (state, byte) {
            (State::Colon | State::Member, b',' | b'}' | b']') => self.missing_value(),
            (State::Element { .. } | State::Key { .. }, b',') => {
                self.skip(ProblemKind::ExtraComma);
                state
            }
            (State::Key { .. }, b':' | b'{' | b'[') => {
                self.report(ProblemKind::MissingKey, self.at, self.at + 1);
                self.events.key(Span::empty(self.at as u32));
                self.at += usize::from(byte == b':');
                State::Member
            }
            (State::Key { .. }, _) => self.uncommon_key(byte),
            (State::Colon, _) => {
                self.report(ProblemKind::MissingColon, self.at, self.at + 1);
                State::Member
            }
            (State::Comma, b':') => {
                self.skip(ProblemKind::Unexpected);
                state
            }
            (State::Comma, _) => {
                if !std::mem::take(&mut self.forgive_comma) {
                    self.report(ProblemKind::MissingComma, self.at, self.at + 1);
                }
                self.next_item(false)
            }
            (State::Root | State::Element { .. } | State::Member, b',' | b':' | b'}' | b']') => {
                self.skip(ProblemKind::Unexpected);
                state
            }
            _ => self.value(byte),
        }
    }

    /// What may follow a comma, inside whatever is open.
    fn next_item(&self, after_comma: bool) -> State {
        match self.open.last() {
            Some(open) if open.object => State::Key { after_comma },
            Some(_) => State::Element { after_comma },
            None => State::Done,
        }
    }

    fn after_value(&self) -> State {
        if self.open.is_empty() { State::Done } else { State::Comma }
    }

    #[inline]
    fn value(&mut self, byte: u8) -> State {
        let start = self.at;
        match byte {
            b'"' | b'\'' => {
                let span = self.string();
                self.events.scalar(span);
            }
            b'{' | b'[' => return self.open_bracket(byte),
            b'-' | b'0'..=b'9' => {
                let (end, good) = lexer::number(self.bytes, start);
                self.at = end;
                if !good {
                    self.report(ProblemKind::BadNumber, start, end);
                }
                self.events.scalar(Span::new(start as u32, end as u32));
            }
            _ => {
                // A lone slash or a byte that ends words must still be passed over.
                let end = lexer::word_end(self.bytes, start).max(start + 1);
                self.at = end;
                let text = &self.bytes[start..end];
                if !matches!(text, b"true" | b"false" | b"null") {
                    let number = matches!(byte, b'+' | b'.') && text.iter().any(u8::is_ascii_digit);
                    let kind = if number { ProblemKind::BadNumber } else { ProblemKind::UnknownWord };
                    self.report(kind, start, end);
                }
                self.events.scalar(Span::new(start as u32, end as u32));
            }
        }
        self.after_value()
    }

    #[inline]
    fn string(&mut self) -> Span {
        let start = self.at;
        let token = lexer::string(self.bytes, start);
        self.at = token.end;
        if !token.closed
            || token.bad_escape.is_some()
            || token.control.is_some()
            || self.bytes[start] == b'\''
        {
            self.string_problems(start, token);
        }
        Span::new(start as u32, token.end as u32)
    }

    #[cold]
    fn string_problems(&mut self, start: usize, token: lexer::StringToken) {
        if self.bytes[start] == b'\'' {
            self.report(ProblemKind::SingleQuotes, start, token.end);
        }
        if let Some(at) = token.bad_escape {
            self.report(ProblemKind::BadEscape, at, (at + 2).min(token.end));
        }
        if let Some(at) = token.control {
            self.report(ProblemKind::ControlCharacter, at, at + 1);
        }
        if !token.closed {
            self.report(ProblemKind::UnclosedString, start, token.end);
            self.forgive_comma = true;
        }
    }

    #[inline]
    fn string_key(&mut self) -> State {
        let span = self.string();
        self.events.key(span);
        State::Colon
    }

    /// A string of an array; or, when a colon follows, the key behind an array that was never closed.
    #[inline]
    fn string_element(&mut self) -> State {
        let span = self.string();
        let next = lexer::blank_end(self.bytes, self.at);
        if self.bytes.get(next) == Some(&b':') && self.objects > 0 {
            while let Some(open) = self.open.last().copied().filter(|open| !open.object) {
                self.unclosed(open, span.start() as usize, span.end() as usize);
                self.close_top(span.start() as usize);
            }
            self.events.key(span);
            return State::Colon;
        }
        self.events.scalar(span);
        self.after_value()
    }

    #[cold]
    fn uncommon_key(&mut self, byte: u8) -> State {
        if byte == b'\'' {
            return self.string_key();
        }
        let start = self.at;
        self.at = lexer::word_end(self.bytes, start).max(start + 1);
        self.report(ProblemKind::BareKey, start, self.at);
        self.events.key(Span::new(start as u32, self.at as u32));
        State::Colon
    }

    #[cold]
    fn missing_value(&mut self) -> State {
        self.report(ProblemKind::MissingValue, self.at, self.at);
        self.events.scalar(Span::empty(self.at as u32));
        State::Comma
    }

    /// The comma in front of a closing bracket is the last sign that is neither blank nor comment.
    #[cold]
    fn extra_comma(&mut self) {
        let before = self.bytes[..self.at].iter().rposition(|byte| !byte.is_ascii_whitespace());
        let comma = before.filter(|&at| self.bytes[at] == b',').unwrap_or(self.at);
        self.report(ProblemKind::ExtraComma, comma, comma + 1);
    }

    #[inline]
    fn open_bracket(&mut self, byte: u8) -> State {
        if self.open.len() >= MAX_DEPTH {
            return self.too_deep();
        }
        let object = byte == b'{';
        self.events.open(self.at as u32);
        self.open.push(Open { at: self.at as u32, object });
        self.objects += usize::from(object);
        self.at += 1;
        if object { State::Key { after_comma: false } } else { State::Element { after_comma: false } }
    }

    fn close_top(&mut self, end: usize) {
        if let Some(open) = self.open.pop() {
            self.objects -= usize::from(open.object);
            self.events.close(end as u32);
        }
    }

    #[inline]
    fn close_bracket(&mut self, byte: u8, state: State) -> State {
        let object = byte == b'}';
        match self.open.last() {
            Some(open) if open.object == object => {
                if let State::Element { after_comma: true } | State::Key { after_comma: true } = state {
                    self.extra_comma();
                }
                self.at += 1;
                self.close_top(self.at);
                self.after_value()
            }
            _ => self.wrong_bracket(object, state),
        }
    }

    /// A closing bracket of the other kind: closes what was forgotten, or is passed over.
    #[cold]
    fn wrong_bracket(&mut self, object: bool, state: State) -> State {
        let same = if object { self.objects } else { self.open.len() - self.objects };
        if same == 0 {
            self.skip(ProblemKind::Unexpected);
            return state;
        }
        while let Some(open) = self.open.last().copied().filter(|open| open.object != object) {
            self.unclosed(open, self.at, self.at + 1);
            self.close_top(self.at);
        }
        self.at += 1;
        self.close_top(self.at);
        self.after_value()
    }

    #[cold]
    fn unclosed(&mut self, open: Open, start: usize, end: usize) {
        let span = Span::new(start as u32, end as u32);
        let opened = Some(Span::new(open.at, open.at + 1));
        self.events.problem(Problem { kind: ProblemKind::UnclosedBracket, span, opened });
    }

    /// Passes over a bracketed value without looking into it.
    #[cold]
    fn too_deep(&mut self) -> State {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                b'"' => self.at = lexer::string(self.bytes, self.at).end - 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
        self.report(ProblemKind::TooDeep, start, start + 1);
        self.events.scalar(Span::new(start as u32, self.at as u32));
        self.after_value()
    }

    #[cold]
    fn end_of_file(&mut self, state: State) -> State {
        let end = self.bytes.len();
        match state {
            State::Root => self.report(ProblemKind::Empty, end, end),
            State::Colon | State::Member => {
                self.missing_value();
            }
            _ => {}
        }
        // One report for all that is open; the innermost bracket is the likeliest culprit.
        if let Some(open) = self.open.last().copied() {
            self.unclosed(open, end, end);
        }
        while !self.open.is_empty() {
            self.close_top(end);
        }
        State::Done
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proscenio_source::Span;

    use super::{Events, MAX_DEPTH, Problem, ProblemKind, parse};

    /// Writes the events as text: `{ k v }`, with `!Kind` where a problem was told.
    struct Log<'a> {
        bytes: &'a [u8],
        text: String,
        depth: i64,
    }

    impl Log<'_> {
        fn say(&mut self, what: &str, span: Span) {
            let text = String::from_utf8_lossy(span.slice(self.bytes)).into_owned();
            write!(self.text, "{what}{} ", if span.is_empty() { "∅" } else { &text }).unwrap();
        }
    }

    impl Events for Log<'_> {
        fn open(&mut self, at: u32) {
            self.depth += 1;
            self.say("", Span::new(at, at + 1));
        }
        fn close(&mut self, _end: u32) {
            self.depth -= 1;
            self.text.push_str("/ ");
        }
        fn scalar(&mut self, span: Span) {
            self.say("", span);
        }
        fn key(&mut self, span: Span) {
            self.say("k=", span);
        }
        fn problem(&mut self, problem: Problem) {
            write!(self.text, "!{:?} ", problem.kind).unwrap();
        }
    }

    fn events(text: &str) -> String {
        let mut log = Log { bytes: text.as_bytes(), text: String::new(), depth: 0 };
        parse(text.as_bytes(), &mut log);
        assert_eq!(log.depth, 0, "{text}");
        log.text.trim_end().to_owned()
    }

    #[test]
    fn good_files_tell_no_problem() {
        assert_eq!(
            events(r#" {"a": [1, -2.5e3], "b": {}, "c": null} "#),
            r#"{ k="a" [ 1 -2.5e3 / k="b" { / k="c" null /"#
        );
        assert_eq!(events("42"), "42");
    }

    #[test]
    fn commas_and_colons_are_made_up_for() {
        assert_eq!(events("[1,]"), "[ 1 !ExtraComma /");
        assert_eq!(events("[1,,2]"), "[ 1 !ExtraComma 2 /");
        assert_eq!(events("[1 2]"), "[ 1 !MissingComma 2 /");
        assert_eq!(events(r#"{"a" 1}"#), r#"{ k="a" !MissingColon 1 /"#);
        assert_eq!(events(r#"{"a": 1,}"#), r#"{ k="a" 1 !ExtraComma /"#);
    }

    #[test]
    fn keys_and_values_always_take_turns() {
        assert_eq!(events(r#"{"a"}"#), r#"{ k="a" !MissingValue ∅ /"#);
        assert_eq!(events(r#"{"a":,"b":1}"#), r#"{ k="a" !MissingValue ∅ k="b" 1 /"#);
        assert_eq!(events("{:1}"), "{ !MissingKey k=∅ 1 /");
        assert_eq!(events("{[1]}"), "{ !MissingKey k=∅ [ 1 / /");
        assert_eq!(events("{a: 'x'}"), "{ !BareKey k=a !SingleQuotes 'x' /");
        assert_eq!(events(r#"{"a":"#), r#"{ k="a" !MissingValue ∅ !UnclosedBracket /"#);
    }

    #[test]
    fn brackets_of_the_wrong_kind_close_what_was_forgotten() {
        assert_eq!(events(r#"{"a": [1, 2}, "b"]"#), r#"{ k="a" [ 1 2 !UnclosedBracket / / !AfterEnd"#);
        assert_eq!(events(r#"{"a": [1, "b": 2}"#), r#"{ k="a" [ 1 !UnclosedBracket / k="b" 2 /"#);
        assert_eq!(events(r#"["a": 1]"#), r#"[ "a" !Unexpected !MissingComma 1 /"#);
        assert_eq!(events("[1}]"), "[ 1 !Unexpected /");
        assert_eq!(events("[} 1]"), "[ !Unexpected 1 /");
        assert_eq!(events("[[1, [2"), "[ [ 1 [ 2 !UnclosedBracket / / /");
    }

    #[test]
    fn words_numbers_comments_and_strings() {
        assert_eq!(events("[NaN, +1, 01]"), "[ !UnknownWord NaN !BadNumber +1 !BadNumber 01 /");
        assert_eq!(events("[1 // one\n, /* two */ 2]"), "[ 1 !Comment !Comment 2 /");
        assert_eq!(events("[/x]"), "[ !UnknownWord /x /");
        assert_eq!(events("[\"a\n\"b\"]"), "[ !UnclosedString \"a \"b\" /");
        assert_eq!(events("\u{feff}1"), "!ByteOrderMark 1");
        assert_eq!(events(""), "!Empty");
        assert_eq!(events("}:1"), "!Unexpected !Unexpected 1");
    }

    #[test]
    fn what_lies_too_deep_is_passed_over_whole() {
        let deep = "[".repeat(MAX_DEPTH);
        assert!(!events(&format!("{deep}1{}", "]".repeat(MAX_DEPTH))).contains('!'));
        let deeper = format!("{deep}[[\"]\"],2], 3{}", "]".repeat(MAX_DEPTH));
        assert!(events(&deeper).contains("[ !TooDeep [[\"]\"],2] 3 /"), "{}", events(&deeper));
        let unclosed = format!("{deep}{deep}");
        assert!(events(&unclosed).contains("!TooDeep"));
    }

    #[test]
    fn problems_name_the_bracket_left_open() {
        struct Last(Option<Problem>);
        impl Events for Last {
            fn open(&mut self, _: u32) {}
            fn close(&mut self, _: u32) {}
            fn scalar(&mut self, _: Span) {}
            fn key(&mut self, _: Span) {}
            fn problem(&mut self, problem: Problem) {
                self.0 = Some(problem);
            }
        }
        let mut last = Last(None);
        parse(b"{\"a\": [1}", &mut last);
        assert_eq!(
            last.0,
            Some(Problem {
                kind: ProblemKind::UnclosedBracket,
                span: Span::new(8, 9),
                opened: Some(Span::new(6, 7))
            })
        );
    }
}
