//! Reading numbers and texts off bytes: every access is checked, and no count is trusted.

use std::borrow::Cow;

/// Why reading stopped, and at which byte of the (unpacked) file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub at: usize,
    pub message: String,
}

/// A result inside the reader; to the outside it becomes a finding.
pub(super) type Read<T> = Result<T, Stop>;

/// A place in the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'b> {
    pub bytes: &'b [u8],
    pub at: usize,
    pub big_endian: bool,
    /// Whether reals have 64 bits.
    pub real64: bool,
}

impl<'b> Cursor<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, big_endian: false, real64: false }
    }

    pub fn stop<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Stop { at: self.at, message: message.into() })
    }

    /// The next `len` bytes.
    pub fn take(&mut self, len: usize) -> Read<&'b [u8]> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.bytes.len());
        let Some(end) = end else {
            let left = self.bytes.len() - self.at.min(self.bytes.len());
            return self.stop(format!("{len} bytes should follow here, but the file has {left} more"));
        };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Read<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub fn u16(&mut self) -> Read<u16> {
        let bytes = self.array()?;
        Ok(if self.big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    }

    pub fn u32(&mut self) -> Read<u32> {
        let bytes = self.array()?;
        Ok(if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    pub fn u64(&mut self) -> Read<u64> {
        let bytes = self.array()?;
        Ok(if self.big_endian { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) })
    }

    pub fn i32(&mut self) -> Read<i32> {
        Ok(self.u32()? as i32)
    }

    pub fn i64(&mut self) -> Read<i64> {
        Ok(self.u64()? as i64)
    }

    pub fn f32(&mut self) -> Read<f32> {
        Ok(f32::from_bits(self.u32()?))
    }

    pub fn f64(&mut self) -> Read<f64> {
        Ok(f64::from_bits(self.u64()?))
    }

    /// A real of the width that the file uses.
    pub fn real(&mut self) -> Read<f64> {
        if self.real64 { self.f64() } else { Ok(f64::from(self.f32()?)) }
    }

    /// A number of items, each of which takes at least `least` bytes: a count that the rest of the file
    /// cannot hold is damage, and nothing is reserved for it.
    pub fn count(&mut self, least: usize, what: &str) -> Read<usize> {
        let at = self.at;
        let count = self.u32()? as usize;
        self.check_count(at, count, least, what)?;
        Ok(count)
    }

    /// The check of [`Self::count`] for a number read at `at`.
    pub fn check_count(&self, at: usize, count: usize, least: usize, what: &str) -> Read<()> {
        let left = self.bytes.len() - self.at;
        if count.checked_mul(least).is_none_or(|needed| needed > left) {
            let message = format!("a count of {count} {what}, but only {left} bytes follow");
            return Err(Stop { at, message });
        }
        Ok(())
    }

    /// A text with its length in front and a NUL behind.
    pub fn text(&mut self) -> Read<Cow<'b, str>> {
        let len = self.count(1, "bytes of text")?;
        self.text_of(len)
    }

    /// A text of `len` bytes, its NUL counted.
    pub fn text_of(&mut self, len: usize) -> Read<Cow<'b, str>> {
        let bytes = self.take(len)?;
        // The engine stops at the first NUL.
        let end = memchr::memchr(0, bytes).unwrap_or(len);
        Ok(String::from_utf8_lossy(&bytes[..end]))
    }

    /// Steps over the bytes that fill up to a multiple of four.
    pub fn skip_padding(&mut self, len: usize) -> Read<()> {
        self.take((4 - len % 4) % 4).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn both_byte_orders() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8];
        let mut little = Cursor::new(&bytes);
        assert_eq!(little.u32().unwrap(), 0x0403_0201);
        assert_eq!(little.u16().unwrap(), 0x0605);
        let mut big = Cursor { big_endian: true, ..Cursor::new(&bytes) };
        assert_eq!(big.u64().unwrap(), 0x0102_0304_0506_0708);
        assert_eq!(big.u16().unwrap_err().at, 8);
    }

    #[test]
    fn counts_are_held_against_the_bytes_that_follow() {
        let bytes = [255, 255, 255, 255, 0, 0];
        let mut cursor = Cursor::new(&bytes);
        let stop = cursor.count(4, "items").unwrap_err();
        assert_eq!((stop.at, cursor.at), (0, 4));
        assert_eq!(Cursor::new(&[2, 0, 0, 0, 1, 1]).count(1, "items").unwrap(), 2);
    }

    #[test]
    fn texts_end_at_their_nul() {
        assert_eq!(Cursor::new(&[3, 0, 0, 0, b'a', 0, b'b']).text().unwrap(), "a");
        assert_eq!(Cursor::new(&[0, 0, 0, 0]).text().unwrap(), "");
        assert_eq!(Cursor::new(&[2, 0, 0, 0, 0xff, 0]).text().unwrap(), "\u{fffd}");
        assert!(Cursor::new(&[9, 0, 0, 0, b'a']).text().is_err());
    }
}
