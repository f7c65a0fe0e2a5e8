//! Packed arrays, straight into their vectors.

use memchr::memchr;

use super::Value;
use super::base64;
use super::decode::Reader;
use super::number::{self, Whole};
use super::plain;
use crate::findings;

impl Reader<'_> {
    /// The numbers of a constructor, from its `(` on.
    #[inline]
    pub fn floats<T>(&mut self, convert: impl Fn(f64) -> T) -> Vec<T> {
        let mut numbers = Vec::new();
        self.numbers(plain::float, Self::float, |number| numbers.push(convert(number)));
        numbers
    }

    /// Whole numbers, from `(` on; a fraction is cut off as in the engine.
    pub fn wholes<T: Whole64>(&mut self) -> Vec<T> {
        let mut numbers = Vec::new();
        let slow = |reader: &mut Self| {
            let start = reader.at;
            reader.whole().map(|number| fitting(reader, start, number))
        };
        self.numbers(plain::whole, slow, |number| numbers.push(number));
        numbers
    }

    /// Hands the numbers of a list in round brackets to `push`, from `(` on.
    ///
    /// As long as they stand as the engine writes them, set apart by a comma and a blank, `plain` reads
    /// one at an offset and gives the offset behind it. What is not plain is read by `slow`, with all that
    /// may stand around it.
    #[inline(always)]
    fn numbers<T>(
        &mut self,
        plain: impl Fn(&[u8], usize) -> Option<(T, usize)>,
        slow: impl Fn(&mut Self) -> Option<T>,
        mut push: impl FnMut(T),
    ) {
        let open = self.at;
        let first = open + 1;
        self.at = plain_numbers(self.text, first, &plain, &mut push);
        match self.text.get(self.at) {
            Some(b')') => {
                self.at += 1;
                return;
            }
            _ if self.at > first && !self.ends_item() => self.missing_comma(),
            _ => {}
        }
        self.rest_of_list(open, b')', |reader| {
            if let Some(number) = slow(reader) {
                push(number);
            }
            // Behind one odd number there may be plain ones again.
            if reader.text.get(reader.at) == Some(&b',') {
                let first = reader.at + 1;
                let behind = plain_numbers(reader.text, first, &plain, &mut push);
                if behind > first {
                    reader.at = behind;
                }
            }
        });
    }

    /// A number where a whole number belongs.
    #[inline]
    pub fn whole(&mut self) -> Option<i64> {
        let start = self.at;
        match number::whole(self.text, start) {
            Some((Whole::Fits(number), end)) => {
                self.at = end;
                Some(number)
            }
            Some((Whole::Beyond(nearest), end)) => {
                self.at = end;
                let message = format!("too large for 64 bits; read as {nearest}");
                self.problem(findings::NUMBER_OUT_OF_RANGE, start, end, message);
                Some(nearest)
            }
            None => self.float().map(|number| number as i64),
        }
    }

    /// Vectors of `N` numbers written one after the other, from `(` on.
    pub fn vectors<const N: usize>(&mut self, name_start: usize) -> Vec<[f32; N]> {
        let mut vectors = Vec::new();
        let mut vector = [0.0; N];
        let mut filled = 0;
        self.numbers(plain::float, Self::float, |number| {
            vector[filled] = number as f32;
            filled += 1;
            if filled == N {
                vectors.push(vector);
                filled = 0;
            }
        });
        if filled != 0 {
            let count = vectors.len() * N + filled;
            let message = format!("{count} numbers do not make whole vectors of {N}; the rest is left out");
            self.problem(findings::WRONG_ARITY, name_start, self.at, message);
        }
        vectors
    }

    /// Strings, from `(` on.
    pub fn strings(&mut self) -> Vec<String> {
        let mut strings = Vec::new();
        self.list(b')', |reader| {
            let start = reader.at;
            match reader.value() {
                Value::String(text) | Value::StringName(text) | Value::NodePath(text) => strings.push(text),
                _ => reader.problem(findings::WRONG_ARGUMENT, start, reader.at, "expected a string here"),
            }
        });
        strings
    }

    /// Bytes as numbers or as base64 text, from `(` on.
    pub fn bytes(&mut self) -> Vec<u8> {
        let open = self.at;
        self.at += 1;
        if self.peek() != Some(b'"') {
            self.at = open;
            return self.wholes();
        }
        let quote = self.at;
        // No base64 text has an escape, so it is decoded where it stands.
        let plain = memchr(b'"', &self.text[quote + 1..]).map(|len| &self.text[quote + 1..quote + 1 + len]);
        let decoded = plain.and_then(|text| base64::decode(text).map(|bytes| (bytes, text.len())).ok());
        let bytes = match decoded {
            Some((bytes, len)) => {
                self.at = quote + len + 2;
                bytes
            }
            None => self.odd_base64(quote),
        };
        if !self.take(b')') {
            self.problem(findings::BAD_VALUE, self.at, self.at, "expected `)` behind the base64 text");
        }
        bytes
    }

    #[cold]
    fn odd_base64(&mut self, quote: usize) -> Vec<u8> {
        let text = self.string();
        base64::decode(text.as_bytes()).unwrap_or_else(|error| {
            let message = format!("no base64 text: {error}");
            self.problem(findings::BAD_BASE64, quote, self.at, message);
            Vec::new()
        })
    }
}

/// Reads plain numbers from the first at `at` on; gives the offset behind the last, or `at` when there is
/// none.
#[inline(always)]
fn plain_numbers<T>(
    text: &[u8],
    mut at: usize,
    plain: &impl Fn(&[u8], usize) -> Option<(T, usize)>,
    push: &mut impl FnMut(T),
) -> usize {
    let mut behind = at;
    // Godot 3 writes a blank behind the bracket.
    at += usize::from(text.get(at) == Some(&b' '));
    while let Some((number, end)) = plain(text, at) {
        match text.get(end..).and_then(<[u8]>::first_chunk) {
            Some(b", ") => at = end + 2,
            _ if text.get(end) == Some(&b')') => {
                push(number);
                return end;
            }
            _ => break,
        }
        push(number);
        behind = end;
    }
    behind
}

/// Whole numbers of the sizes that packed arrays hold.
pub(super) trait Whole64 {
    const BITS: u32;
    /// The low bits of a number, and whether it fits in them.
    fn narrowed(number: i64) -> (Self, bool)
    where
        Self: Sized;
}

impl Whole64 for u8 {
    const BITS: u32 = 8;
    fn narrowed(number: i64) -> (Self, bool) {
        (number as Self, i64::from(number as Self) == number)
    }
}

impl Whole64 for i32 {
    const BITS: u32 = 32;
    fn narrowed(number: i64) -> (Self, bool) {
        (number as Self, i64::from(number as Self) == number)
    }
}

impl Whole64 for i64 {
    const BITS: u32 = 64;
    fn narrowed(number: i64) -> (Self, bool) {
        (number, true)
    }
}

/// The number as the engine would store it: the low bits, when it does not fit.
#[inline]
pub(super) fn fitting<T: Whole64>(reader: &mut Reader<'_>, start: usize, number: i64) -> T {
    let (narrow, fits) = T::narrowed(number);
    if !fits {
        let message = format!("{number} does not fit in {} bits; the engine keeps the low ones", T::BITS);
        reader.problem(findings::NUMBER_OUT_OF_RANGE, start, reader.at, message);
    }
    narrow
}
