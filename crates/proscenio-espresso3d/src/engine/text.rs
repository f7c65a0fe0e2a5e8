//! Bytes as release 0.5 takes them apart: lines, words on a line, and numbers as Java reads them.

use proscenio_source::Span;

/// Reads line after line; every reader of an item takes its lines from the same place.
pub(super) struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lines<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The words of the next line; `None` at the end of the file.
    pub fn next(&mut self) -> Option<Words<'a>> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let start = self.at;
        let rest = &self.bytes[start..];
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let end = start + length;
        self.at = end + if rest[length..].starts_with(b"\r\n") { 2 } else { 1 };
        Some(Words { bytes: self.bytes, at: start, end, separators: b" ;,\t" })
    }

    /// The end of the file, as a place.
    pub fn end(&self) -> Span {
        Span::empty(self.bytes.len() as u32)
    }
}

/// The words of one line, taken one by one.
pub(super) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    separators: &'static [u8],
}

impl<'a> Words<'a> {
    /// The same line with the separators of a texture set, where a tab is a letter.
    pub fn of_set(self) -> Self {
        Self { separators: b" ,;", ..self }
    }

    /// The next word.
    pub fn next(&mut self) -> Option<Token<'a>> {
        let line = &self.bytes[..self.end];
        let separates = |byte: &u8| self.separators.contains(byte);
        let start = self.at + line[self.at..].iter().position(|byte| !separates(byte))?;
        let length = line[start..].iter().position(separates).unwrap_or(self.end - start);
        self.at = start + length;
        Some(Token { text: &line[start..self.at], span: Span::new(start as u32, self.at as u32) })
    }

    /// The end of the line, as a place.
    pub fn end(&self) -> Span {
        Span::empty(self.end as u32)
    }
}

/// A word and its place.
#[derive(Clone, Copy)]
pub(super) struct Token<'a> {
    pub text: &'a [u8],
    pub span: Span,
}

impl Token<'_> {
    /// Whether it is this word in any letter case.
    pub fn is_any_case(self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word.as_bytes())
    }

    /// Whether it is this very word.
    pub fn is(self, word: &str) -> bool {
        self.text == word.as_bytes()
    }
}

/// A double as Java reads it: decimal or hexadecimal, with or without suffix, `NaN` and `Infinity`. `None` where
/// Java throws.
pub(super) fn java_double(word: &[u8]) -> Option<f64> {
    let word = trim(word);
    let (negative, unsigned) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    let value = match unsigned {
        b"NaN" => f64::NAN,
        b"Infinity" => f64::INFINITY,
        [b'0', b'x' | b'X', hex @ ..] => hexadecimal(hex)?,
        _ => decimal(unsigned)?,
    };
    Some(if negative { -value } else { value })
}

/// A whole number as Java reads it.
pub(super) fn java_integer(word: &[u8]) -> Option<i32> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// Java takes control characters around a number for blanks.
fn trim(word: &[u8]) -> &[u8] {
    let Some(start) = word.iter().position(|&byte| byte > b' ') else { return &[] };
    let end = word.iter().rposition(|&byte| byte > b' ').map_or(start, |at| at + 1);
    &word[start..end]
}

fn decimal(word: &[u8]) -> Option<f64> {
    let digits = match word {
        [rest @ .., b'f' | b'F' | b'd' | b'D'] => rest,
        _ => word,
    };
    // Rust also reads `inf` and `nan`, which begin with a letter, and a second sign.
    if !digits.first().is_some_and(|first| first.is_ascii_digit() || *first == b'.') {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// What follows `0x`: digits with or without a point, and an exponent of two, which Java wants.
fn hexadecimal(word: &[u8]) -> Option<f64> {
    let word = match word {
        [rest @ .., b'f' | b'F' | b'd' | b'D'] => rest,
        _ => word,
    };
    let at = word.iter().position(|byte| byte.eq_ignore_ascii_case(&b'p'))?;
    let exponent = std::str::from_utf8(&word[at + 1..]).ok()?;
    let mut exponent: i64 = exponent.parse().ok()?;
    let (mut mantissa, mut digits, mut point) = (0u64, 0u32, false);
    for &byte in &word[..at] {
        if byte == b'.' && !point {
            point = true;
            continue;
        }
        let digit = u64::from(char::from(byte).to_digit(16)?);
        digits += 1;
        if mantissa >> 59 == 0 {
            mantissa = mantissa << 4 | digit;
            exponent = exponent.saturating_sub(4 * i64::from(point));
        } else {
            // Further digits only decide how to round.
            mantissa |= u64::from(digit != 0);
            exponent = exponent.saturating_add(4 * i64::from(!point));
        }
    }
    if digits == 0 {
        return None;
    }
    // In two steps, because a single power may be too large or too small for a double.
    let half = (exponent / 2).clamp(-2000, 2000) as i32;
    let rest = (exponent - exponent / 2).clamp(-2000, 2000) as i32;
    Some(mantissa as f64 * 2f64.powi(half) * 2f64.powi(rest))
}

#[cfg(test)]
mod tests {
    use super::{Lines, java_double, java_integer};

    #[test]
    fn numbers_as_java_reads_them() {
        for (word, value) in [
            ("1", Some(1.0)),
            ("+1.5", Some(1.5)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("1e3f", Some(1000.0)),
            ("2D", Some(2.0)),
            ("\u{1}3\u{c}", Some(3.0)),
            ("Infinity", Some(f64::INFINITY)),
            ("1e999", Some(f64::INFINITY)),
            ("0x1p3", Some(8.0)),
            ("-0x1.8p1d", Some(-3.0)),
            ("0x.8p0", Some(0.5)),
            ("0xfffffffffffffffffp0", Some(295_147_905_179_352_825_855.0)),
            ("0x1p-9999", Some(0.0)),
            ("0x10", None),
            ("0xp1", None),
            ("inf", None),
            ("nan", None),
            ("--1", None),
            ("", None),
            (".", None),
            ("1,5", None),
            ("1e", None),
        ] {
            assert_eq!(java_double(word.as_bytes()), value, "{word}");
        }
        assert!(java_double(b"NaN").is_some_and(f64::is_nan));
        assert_eq!(
            [java_integer(b"12"), java_integer(b"1.5"), java_integer(b"9999999999")],
            [Some(12), None, None]
        );
    }

    #[test]
    fn lines_end_as_in_java() {
        let mut lines = Lines::new(b"a b\r\n\rc;,d\ne");
        let mut read = Vec::new();
        while let Some(mut words) = lines.next() {
            let mut line = Vec::new();
            while let Some(word) = words.next() {
                line.push(String::from_utf8(word.text.to_vec()).unwrap());
            }
            read.push(line.join("|"));
        }
        assert_eq!(read, ["a|b", "", "c|d", "e"]);
    }
}
