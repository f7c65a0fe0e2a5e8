//! Packed arrays, straight into their vectors.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Value;
use super::decode::Reader;
use super::number::{self, Whole};
use crate::findings;

impl Reader<'_> {
    /// The numbers of a constructor, from its `(` on.
    #[inline]
    pub fn floats<T>(&mut self, convert: impl Fn(f64) -> T) -> Vec<T> {
        let mut numbers = Vec::new();
        self.list(b')', |reader| {
            if let Some(number) = reader.float() {
                numbers.push(convert(number));
            }
        });
        numbers
    }

    /// Whole numbers, from `(` on; a fraction is cut off as in the engine.
    pub fn wholes<T: Whole64>(&mut self) -> Vec<T> {
        let mut numbers = Vec::new();
        self.list(b')', |reader| {
            let start = reader.at;
            if let Some(number) = reader.whole() {
                numbers.push(fitting(reader, start, number));
            }
        });
        numbers
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
        let mut count = 0;
        self.list(b')', |reader| {
            if let Some(number) = reader.float() {
                vector[count % N] = number as f32;
                count += 1;
                if count % N == 0 {
                    vectors.push(vector);
                }
            }
        });
        if count % N != 0 {
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
        let text = self.string();
        if !self.take(b')') {
            self.problem(findings::BAD_VALUE, self.at, self.at, "expected `)` behind the base64 text");
        }
        STANDARD.decode(text.as_bytes()).unwrap_or_else(|error| {
            let message = format!("no base64 text: {error}");
            self.problem(findings::BAD_BASE64, quote, self.at, message);
            Vec::new()
        })
    }
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
