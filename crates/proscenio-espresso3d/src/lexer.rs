//! Bytes into words: separators, line ends, braces, comments, and what a word could be.
//!
//! The lexer keeps nothing: it hands out one token after the other, so that a list of numbers costs no
//! memory. Everything between two tokens is a run of separators and line ends.

use proscenio_source::Span;

use crate::scan;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A name, a keyword, or anything else that is no number.
    Word,
    /// A decimal number that every reader accepts.
    Number,
    /// A decimal number with an exponent; may be too large for a double.
    Exponent,
    /// A number with one of the suffixes `f F d D` that Java accepts.
    Suffixed,
    /// Begins like a number and is none.
    BadNumber,
    /// `{`
    Open,
    /// `}`
    Close,
    /// From `#` to the end of the line.
    Comment,
    /// The end of the file; an empty token.
    End,
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub start: u32,
    pub end: u32,
    pub shape: Shape,
    /// Line ends between the token before and this one, 255 at most.
    pub breaks: u8,
    /// Whether no separator stands between the token before and this one.
    pub glued: bool,
}

impl Token {
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }

    /// Whether a number could be meant.
    pub fn is_numeric(self) -> bool {
        matches!(self.shape, Shape::Number | Shape::Exponent | Shape::Suffixed | Shape::BadNumber)
    }

    /// Whether the token can be a name: names may look like numbers.
    pub fn is_name(self) -> bool {
        self.shape == Shape::Word || self.is_numeric()
    }
}

const SEPARATOR: u8 = 1;
const LINE_END: u8 = 2;
const BRACE: u8 = 4;
const DIGIT: u8 = 8;
const DOT: u8 = 16;
const OTHER: u8 = 32;
const ENDS_WORD: u8 = SEPARATOR | LINE_END | BRACE;

/// What each byte is. Only these four bytes separate: to the engine a form feed is part of a word.
static CLASS: [u8; 256] = {
    let mut table = [OTHER; 256];
    table[b' ' as usize] = SEPARATOR;
    table[b'\t' as usize] = SEPARATOR;
    table[b',' as usize] = SEPARATOR;
    table[b';' as usize] = SEPARATOR;
    table[b'\n' as usize] = LINE_END;
    table[b'\r' as usize] = LINE_END;
    table[b'{' as usize] = BRACE;
    table[b'}' as usize] = BRACE;
    table[b'.' as usize] = DOT;
    let mut digit = b'0';
    while digit <= b'9' {
        table[digit as usize] = DIGIT;
        digit += 1;
    }
    table
};

/// Reads tokens from a place in a file on.
#[derive(Clone, Copy)]
pub(crate) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer that starts at a byte of the file.
    pub fn new(bytes: &'a [u8], at: u32) -> Self {
        Self { bytes, at: at as usize }
    }

    /// The next token; at the end of the file always [`Shape::End`].
    #[inline]
    pub fn next(&mut self) -> Token {
        let before = self.at;
        let breaks = self.skip_separators();
        let start = self.at;
        let shape = match self.bytes.get(start) {
            None => Shape::End,
            Some(b'{') => self.brace(Shape::Open),
            Some(b'}') => self.brace(Shape::Close),
            Some(b'#') => self.comment(),
            Some(&first) => self.word(first),
        };
        Token { start: start as u32, end: self.at as u32, shape, breaks, glued: before == start && start > 0 }
    }

    /// The next token that is no comment.
    pub fn next_significant(&mut self) -> Token {
        loop {
            let token = self.next();
            if token.shape != Shape::Comment {
                return token;
            }
        }
    }

    /// Passes over up to `most` plain numbers that stand on the line, and says how many there were and where the last
    /// one ends. Each would have been a token of [`Shape::Number`] without line ends before it.
    #[inline]
    pub fn skip_plain_numbers(&mut self, most: u8) -> (u8, u32) {
        let mut count = 0;
        while count < most {
            let mut start = self.at;
            while self.bytes.get(start).is_some_and(|&byte| CLASS[byte as usize] == SEPARATOR) {
                start += 1;
            }
            let Some(end) = scan::plain_end(self.bytes, start).filter(|_| start > self.at) else { break };
            self.at = end;
            count += 1;
        }
        (count, self.at as u32)
    }

    /// The next token when a path is expected: braces are letters like any other.
    pub fn next_path(&mut self) -> Token {
        let mut token = self.next();
        if matches!(token.shape, Shape::Word | Shape::Open | Shape::Close) || token.is_numeric() {
            while self.bytes.get(self.at).is_some_and(|&byte| CLASS[byte as usize] & !BRACE & ENDS_WORD == 0)
            {
                self.at += 1;
            }
            token.end = self.at as u32;
            token.shape = Shape::Word;
        }
        token
    }

    #[inline]
    fn skip_separators(&mut self) -> u8 {
        let mut breaks = 0u8;
        while let Some(&byte) = self.bytes.get(self.at) {
            let class = CLASS[byte as usize];
            if class & (SEPARATOR | LINE_END) == 0 {
                break;
            }
            self.at += 1;
            if class == LINE_END {
                if !(byte == b'\r' && self.bytes.get(self.at) == Some(&b'\n')) {
                    breaks = breaks.saturating_add(1);
                }
                // Lines are indented.
                self.at += scan::blanks(self.bytes, self.at);
            }
        }
        breaks
    }

    fn brace(&mut self, shape: Shape) -> Shape {
        self.at += 1;
        shape
    }

    fn comment(&mut self) -> Shape {
        let rest = &self.bytes[self.at..];
        self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        Shape::Comment
    }

    /// One pass finds the end of the word and whether it is a plain number.
    #[inline]
    fn word(&mut self, first: u8) -> Shape {
        let start = self.at;
        if first.is_ascii_alphabetic() {
            // Keywords and names; every triangle has four.
            while self.bytes.get(self.at).is_some_and(|&byte| CLASS[byte as usize] & ENDS_WORD == 0) {
                self.at += 1;
            }
            return Shape::Word;
        }
        if let Some(end) = scan::plain_end(self.bytes, start) {
            self.at = end;
            return Shape::Number;
        }
        let mut at = start + usize::from(first == b'-' || first == b'+');
        let (mut seen, mut dots) = (0u8, 0u32);
        while let Some(&byte) = self.bytes.get(at) {
            let class = CLASS[byte as usize];
            if class & ENDS_WORD != 0 {
                break;
            }
            seen |= class;
            dots += u32::from(class & DOT);
            at += 1;
        }
        self.at = at;
        // 309 digits are the first that do not fit a double.
        if seen & OTHER == 0 && seen & DIGIT != 0 && dots <= u32::from(DOT) && at - start < 300 {
            return Shape::Number;
        }
        shape_of_odd_word(&self.bytes[start..at])
    }
}

/// What a word is that is no plain number.
#[cold]
fn shape_of_odd_word(word: &[u8]) -> Shape {
    let unsigned = word.strip_prefix(b"-").or_else(|| word.strip_prefix(b"+")).unwrap_or(word);
    let begins_like_a_number = match unsigned {
        [b'0'..=b'9', ..] => true,
        [b'.', second, ..] => second.is_ascii_digit(),
        _ => false,
    };
    if !begins_like_a_number {
        return Shape::Word;
    }
    let (digits, rest) = take_digits(unsigned);
    let (decimals, rest) = match rest {
        [b'.', rest @ ..] => take_digits(rest),
        _ => (0, rest),
    };
    if digits + decimals == 0 {
        return Shape::BadNumber;
    }
    let (rest, exponent) = match rest {
        [b'e' | b'E', rest @ ..] => {
            let rest = rest.strip_prefix(b"-").or_else(|| rest.strip_prefix(b"+")).unwrap_or(rest);
            match take_digits(rest) {
                (0, _) => return Shape::BadNumber,
                (_, rest) => (rest, true),
            }
        }
        _ => (rest, word.len() >= 300),
    };
    match rest {
        [] if exponent => Shape::Exponent,
        [] => Shape::Number,
        [b'f' | b'F' | b'd' | b'D'] => Shape::Suffixed,
        _ => Shape::BadNumber,
    }
}

fn take_digits(word: &[u8]) -> (usize, &[u8]) {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits, &word[digits..])
}

#[cfg(test)]
mod tests {
    use super::{Lexer, Shape, Token};

    fn tokens(text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(text.as_bytes(), 0);
        let mut out = Vec::new();
        loop {
            let token = lexer.next();
            if token.shape == Shape::End {
                return out;
            }
            out.push(token);
        }
    }

    fn shapes(text: &str) -> Vec<(&str, Shape)> {
        tokens(text).iter().map(|t| (&text[t.span().range()], t.shape)).collect()
    }

    #[test]
    fn any_run_of_separators_counts_as_one() {
        use Shape::{Number, Word};
        let expected = [("a", Word), ("1", Number), ("5", Number), ("b", Word)];
        assert_eq!(shapes(" ,a;;\t1,5 ,; b;"), expected);
    }

    #[test]
    fn line_ends_of_every_kind_are_counted() {
        let breaks: Vec<u8> = tokens("a\nb\r\nc\rd \n\n e f").iter().map(|t| t.breaks).collect();
        assert_eq!(breaks, [0, 1, 1, 1, 2, 0]);
        assert_eq!(tokens(&format!("{}a", "\n".repeat(900)))[0].breaks, 255);
    }

    #[test]
    fn braces_are_tokens_even_when_glued() {
        use Shape::{Close, Number, Open, Word};
        let expected = [("a", Word), ("{", Open), ("1", Number), ("}", Close), ("}", Close)];
        assert_eq!(shapes("a{1}}"), expected);
        let glued: Vec<bool> = tokens("a{ }").iter().map(|t| t.glued).collect();
        assert_eq!(glued, [false, true, false]);
    }

    #[test]
    fn a_path_may_hold_braces() {
        let mut lexer = Lexer::new(b" t{1}\\a.png JAR", 0);
        let path = lexer.next_path();
        assert_eq!((path.start, path.end), (1, 11));
        assert_eq!(lexer.next().shape, Shape::Word);
    }

    #[test]
    fn comments_run_to_the_end_of_the_line() {
        use Shape::{Comment, Word};
        assert_eq!(shapes("a #b {\r\nc#d"), [("a", Word), ("#b {", Comment), ("c#d", Word)]);
    }

    #[test]
    fn numbers_and_what_only_looks_like_one() {
        use Shape::{BadNumber, Exponent, Number, Suffixed, Word};
        for (text, shape) in [
            ("1", Number),
            ("-1.5", Number),
            ("+.5", Number),
            ("5.", Number),
            ("1e5", Exponent),
            ("1.5E-3", Exponent),
            ("1.5f", Suffixed),
            ("2d", Suffixed),
            ("1e5F", Suffixed),
            ("1.2.3", BadNumber),
            ("1-2", BadNumber),
            ("1e", BadNumber),
            ("0x1p3", BadNumber),
            ("12abc", BadNumber),
            ("-", Word),
            (".", Word),
            ("--1", Word),
            ("NaN", Word),
            ("-Infinity", Word),
            ("é", Word),
        ] {
            assert_eq!(shapes(text), [(text, shape)]);
        }
        for length in 1..40 {
            let digits = "7".repeat(length);
            for (text, shape) in [
                (digits.clone(), Number),
                (format!("-{digits}.{digits}"), Number),
                (format!("{digits}.{digits}.1"), BadNumber),
                (format!("{digits}x"), BadNumber),
                (format!("{digits}\u{b7}"), BadNumber),
                (format!("a{digits}"), Word),
            ] {
                assert_eq!(shapes(&text), [(text.as_str(), shape)]);
            }
        }
        let long = "1".repeat(400);
        assert_eq!(shapes(&long)[0].1, Exponent);
    }
}
