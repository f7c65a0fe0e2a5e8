//! GDScript as tokens. Blanks and comments are what lies between them.

use proscenio_source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// `"…"`, `'…'`, either three times, and with `r` in front.
    String,
    /// `&"…"`, a `StringName`; `@"…"` of Godot 3 is a [`Self::NodePath`].
    StringName,
    /// `^"…"` of Godot 4 and `@"…"` of Godot 3.
    NodePath,
    /// `$Name/Name`, `$"…"`, `$%Name`: the child of that path. The whole of it is one token.
    Child,
    /// `%Name` or `%"…"` where no value stands in front: the node of that unique name.
    Unique,
    /// `@name` of Godot 4.
    Annotation,
    /// One character of punctuation.
    Symbol,
    /// The end of a line that ends a statement: not one in brackets or behind a backslash.
    LineEnd,
}

/// A token of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// All tokens of a script in file order. Damaged text gives the tokens that are there: a string without an end
/// reaches to the end of its line, one of three quotes to the end of the file.
#[must_use]
pub fn tokens(bytes: &[u8]) -> Vec<Token> {
    let mut lexer =
        Lexer { bytes, at: 0, depth: 0, lost: false, out: Vec::with_capacity(bytes.len() / 6 + 4) };
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        lexer.at = 3;
    }
    while lexer.step() {}
    lexer.out
}

struct Lexer<'b> {
    bytes: &'b [u8],
    at: usize,
    /// Brackets that are open.
    depth: u32,
    /// Whether a string has no end: from there on strings end with their line.
    lost: bool,
    out: Vec<Token>,
}

/// Bytes of names; those of other scripts than Latin are part of names too.
pub(super) const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Words behind which a value begins and none ends.
const OPERATORS: &[&[u8]] = &[
    b"return", b"in", b"and", b"or", b"not", b"if", b"elif", b"else", b"while", b"await", b"is", b"as",
    b"match", b"yield", b"assert", b"when", b"for",
];

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.out.push(Token { kind, span: Span::new(start as u32, self.at as u32) });
    }

    /// One token or a stretch of blanks; false at the end.
    fn step(&mut self) -> bool {
        let Some(&byte) = self.bytes.get(self.at) else { return false };
        let start = self.at;
        match byte {
            b' ' | b'\t' | b'\r' => self.at += 1,
            b'\n' => {
                self.at += 1;
                if self.depth == 0 {
                    self.push(TokenKind::LineEnd, start);
                }
            }
            b'\\' if matches!(self.bytes.get(self.at + 1..), Some([b'\n', ..])) => self.at += 2,
            b'\\' if matches!(self.bytes.get(self.at + 1..), Some([b'\r', b'\n', ..])) => self.at += 3,
            b'#' => {
                self.at = memchr::memchr(b'\n', &self.bytes[start..]).map_or(self.bytes.len(), |n| start + n)
            }
            b'"' | b'\'' => {
                self.string();
                self.push(TokenKind::String, start);
            }
            b'r' if matches!(self.peek(1), b'"' | b'\'') => {
                self.at += 1;
                self.string();
                self.push(TokenKind::String, start);
            }
            b'&' | b'^' | b'@' if matches!(self.peek(1), b'"' | b'\'') => {
                self.at += 1;
                self.string();
                self.push(if byte == b'&' { TokenKind::StringName } else { TokenKind::NodePath }, start);
            }
            b'@' if is_name(self.peek(1)) => {
                self.at += 1;
                self.name();
                self.push(TokenKind::Annotation, start);
            }
            b'$' => {
                self.at += 1;
                self.node_path();
                self.push(TokenKind::Child, start);
            }
            b'%' if self.begins_unique() => {
                self.node_path();
                self.push(TokenKind::Unique, start);
            }
            b'.' if self.peek(1).is_ascii_digit() && !self.follows_value() => self.number(),
            byte if byte.is_ascii_digit() => self.number(),
            byte if is_name(byte) => {
                self.name();
                self.push(TokenKind::Word, start);
            }
            _ => self.symbol(byte),
        }
        true
    }

    fn symbol(&mut self, byte: u8) {
        match byte {
            b'(' | b'[' | b'{' => self.depth += 1,
            b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.at += 1;
        self.push(TokenKind::Symbol, self.at - 1);
    }

    fn name(&mut self) {
        while is_name(self.peek(0)) {
            self.at += 1;
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let radix = self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X' | b'b' | b'B');
        while self.at < self.bytes.len() {
            let exponent =
                !radix && matches!(self.peek(0), b'e' | b'E') && matches!(self.peek(1), b'+' | b'-');
            match self.peek(0) {
                _ if exponent => self.at += 2,
                b'.' if !radix && self.peek(1) != b'.' => self.at += 1,
                byte if is_name(byte) => self.at += 1,
                _ => break,
            }
        }
        self.push(TokenKind::Number, start);
    }

    /// Steps over a string whose first quote stands here.
    fn string(&mut self) {
        let quote = self.peek(0);
        let long = self.peek(1) == quote && self.peek(2) == quote;
        let start = self.at;
        self.at += if long { 3 } else { 1 };
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                // Even a raw string does not end at a quote behind a backslash.
                b'\\' => self.at += 2,
                // Godot 4 lets a string go on in the next line; one without an end does not take the file along.
                b'\n' if !long && self.lost => return,
                _ if byte == quote && !long => {
                    self.at += 1;
                    return;
                }
                _ if byte == quote && self.peek(1) == quote && self.peek(2) == quote => {
                    self.at += 3;
                    return;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.bytes.len();
        if !long && !self.lost {
            self.lost = true;
            self.at = memchr::memchr(b'\n', &self.bytes[start..]).map_or(self.at, |line| start + line);
        }
    }

    /// Steps over what may stand behind `$`, or over `%` and its name.
    fn node_path(&mut self) {
        loop {
            if self.peek(0) == b'%' {
                self.at += 1;
            }
            match self.peek(0) {
                b'"' | b'\'' => self.string(),
                b'/' if is_name(self.peek(1)) => {}
                byte if is_name(byte) => self.name(),
                _ => return,
            }
            let more = self.peek(0) == b'/'
                && (is_name(self.peek(1)) || matches!(self.peek(1), b'%' | b'"' | b'\''));
            if !more {
                return;
            }
            self.at += 1;
        }
    }

    /// Whether the `%` here is no operator between two values.
    fn begins_unique(&self) -> bool {
        let next = self.peek(1);
        (matches!(next, b'"' | b'\'') || is_name(next) && !next.is_ascii_digit()) && !self.ends_value()
    }

    /// Whether a point here is no start of a number: a value stands in front, or another point.
    fn follows_value(&self) -> bool {
        self.ends_value() || self.at.checked_sub(1).is_some_and(|at| self.bytes[at] == b'.')
    }

    /// Whether the last token ends a value, so that an operator may follow.
    fn ends_value(&self) -> bool {
        let Some(last) = self.out.last() else { return false };
        let text = last.span.slice(self.bytes);
        match last.kind {
            TokenKind::Word => !OPERATORS.contains(&text),
            TokenKind::Symbol => matches!(text, b")" | b"]" | b"}"),
            TokenKind::Annotation | TokenKind::LineEnd => false,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, tokens};

    fn shown(text: &str) -> String {
        let short = |kind: TokenKind| match kind {
            TokenKind::Word => "w",
            TokenKind::Number => "n",
            TokenKind::String => "s",
            TokenKind::StringName => "&",
            TokenKind::NodePath => "^",
            TokenKind::Child => "$",
            TokenKind::Unique => "%",
            TokenKind::Annotation => "@",
            TokenKind::Symbol => "",
            TokenKind::LineEnd => ";",
        };
        let show = |token: super::Token| {
            let text = String::from_utf8_lossy(token.span.slice(text.as_bytes())).trim().to_owned();
            format!("{}{text}", short(token.kind))
        };
        tokens(text.as_bytes()).into_iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn paths_of_nodes_are_one_token() {
        assert_eq!(shown("$A/B.x"), "$$A/B . wx");
        assert_eq!(shown("$\"A b/C\".x"), "$$\"A b/C\" . wx");
        assert_eq!(shown("$%A/B"), "$$%A/B");
        assert_eq!(shown("$A/%B"), "$$A/%B");
        assert_eq!(shown("$/root/A"), "$$/root/A");
        assert_eq!(shown("$A / 2"), "$$A / n2");
        assert_eq!(shown("$Ä/_b1"), "$$Ä/_b1");
    }

    #[test]
    fn a_remainder_is_no_unique_name() {
        assert_eq!(shown("a %b"), "wa % wb");
        assert_eq!(shown("f() %b"), "wf ( ) % wb");
        assert_eq!(shown("x = %b"), "wx = %%b");
        assert_eq!(shown("return %b.c"), "wreturn %%b . wc");
        assert_eq!(shown("\"%d\" % x"), "s\"%d\" % wx");
        assert_eq!(shown("(%\"a b\")"), "( %%\"a b\" )");
        assert_eq!(shown("x %= 2"), "wx % = n2");
    }

    #[test]
    fn strings_of_every_kind() {
        let text = r#"'a"b' "c\"d" r"\." &"n" ^"p" @"q""#;
        assert_eq!(shown(text), r#"s'a"b' s"c\"d" sr"\." &&"n" ^^"p" ^@"q""#);
        assert_eq!(shown("\"a\nb\" x"), "s\"a\nb\" wx");
        assert_eq!(shown("\"\"\"a\n\"b\"\n\"\"\" x"), "s\"\"\"a\n\"b\"\n\"\"\" wx");
        assert_eq!(shown("\"open\nx"), "s\"open ; wx");
        assert_eq!(shown("\"\"\"open\nx"), "s\"\"\"open\nx");
        assert_eq!(shown("\"\" x"), "s\"\" wx");
        assert_eq!(shown("\"a\\"), "s\"a\\");
    }

    #[test]
    fn lines_end_where_statements_do() {
        assert_eq!(shown("f(1,\n2)\nx \\\n+ y # no\nz"), "wf ( n1 , n2 ) ; wx + wy ; wz");
        assert_eq!(shown("@export var a := 1.5e-3"), "@@export wvar wa : = n1.5e-3");
        assert_eq!(shown("1..2 0x1F.a"), "n1 . . n2 n0x1F . wa");
    }
}
