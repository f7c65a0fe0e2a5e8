//! Compressed files: `RSCC`, blocks of one size, each packed on its own.
//!
//! Behind the magic word stand the method, the size of a block unpacked, the size of everything unpacked,
//! and the packed size of each block; then the blocks, and the word again.

use std::io::{Read as _, Write as _};

use super::cursor::{Cursor, Read, Stop};
use super::fastlz;

/// The start of a compressed file.
pub(super) const COMPRESSED: &[u8; 4] = b"RSCC";
/// The size of a block as the engine writes it.
const BLOCK: usize = 4096;
/// FastLZ packs no fewer bytes; the engine fills up.
const FASTLZ_LEAST: usize = 16;
/// How many times its packed size a file may have unpacked. The best that a block of the engine's size
/// can do is less than 400.
const MOST_GROWTH: usize = 2048;
/// The most memory a block of zstd may ask for its window.
const MOST_WINDOW: u64 = 64 << 20;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// FastLZ.
    FastLz,
    /// Deflate with the header of zlib.
    Deflate,
    /// Zstandard, which the engine writes today.
    Zstd,
    /// Deflate with the header of gzip.
    Gzip,
}

impl Compression {
    fn of(number: u32) -> Option<Self> {
        [Self::FastLz, Self::Deflate, Self::Zstd, Self::Gzip].get(number as usize).copied()
    }

    /// The word for it: `fastlz`, `deflate`, `zstd`, `gzip`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FastLz => "fastlz",
            Self::Deflate => "deflate",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        }
    }
}

/// An unpacked file, as far as it could be unpacked.
pub(super) struct Unpacked {
    pub compression: Option<Compression>,
    pub bytes: Vec<u8>,
    pub trouble: Option<Stop>,
}

/// Unpacks a file that starts with [`COMPRESSED`]. Nothing is reserved by what the header says, and the
/// result is never larger than the header says nor than [`MOST_GROWTH`] times the file.
pub(super) fn unpack(file: &[u8]) -> Unpacked {
    let mut unpacked = Unpacked { compression: None, bytes: Vec::new(), trouble: None };
    if let Err(stop) = unpack_into(file, &mut unpacked) {
        unpacked.trouble = Some(stop);
    }
    unpacked
}

fn unpack_into(file: &[u8], unpacked: &mut Unpacked) -> Read<()> {
    let mut cursor = Cursor { at: COMPRESSED.len(), ..Cursor::new(file) };
    let at = cursor.at;
    let number = cursor.u32()?;
    let Some(method) = Compression::of(number) else {
        return Err(Stop { at, message: format!("no way of compression has the number {number}") });
    };
    unpacked.compression = Some(method);
    let at = cursor.at;
    let block = cursor.u32()? as usize;
    let total = cursor.u32()? as usize;
    if block == 0 || total > file.len().saturating_mul(MOST_GROWTH) {
        let message = format!("blocks of {block} bytes that unpack to {total} are not believed");
        return Err(Stop { at, message });
    }
    let at = cursor.at;
    let count = total / block + 1;
    cursor.check_count(at, count, 4, "blocks")?;
    let mut sizes = Vec::new();
    for _ in 0..count {
        sizes.push(cursor.u32()? as usize);
    }
    for (index, size) in sizes.into_iter().enumerate() {
        let at = cursor.at;
        let len = if index + 1 == count { total % block } else { block };
        let packed = cursor.take(size)?;
        if len > 0 {
            let whole = unpack_block(method, packed, len, &mut unpacked.bytes);
            if !whole {
                let message = format!("block {index} of {count} does not unpack to {len} bytes");
                return Err(Stop { at, message });
            }
        }
    }
    Ok(())
}

/// Appends an unpacked block; whether it has the size it should have.
fn unpack_block(method: Compression, packed: &[u8], len: usize, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    let limit = len as u64;
    let read = match method {
        Compression::FastLz => {
            let Some(bytes) = fastlz::unpack(packed, len.max(FASTLZ_LEAST)) else { return false };
            out.extend_from_slice(&bytes[..bytes.len().min(len)]);
            Ok(0)
        }
        Compression::Deflate => flate2::read::ZlibDecoder::new(packed).take(limit).read_to_end(out),
        Compression::Gzip => flate2::read::GzDecoder::new(packed).take(limit).read_to_end(out),
        Compression::Zstd => {
            let mut packed = packed;
            match zstd(&mut packed) {
                Some(decoder) => decoder.take(limit).read_to_end(out),
                None => return false,
            }
        }
    };
    read.is_ok() && out.len() - start == len
}

type Zstd<'p, 'b> = ruzstd::decoding::StreamingDecoder<&'p mut &'b [u8], ruzstd::decoding::FrameDecoder>;

fn zstd<'p, 'b>(packed: &'p mut &'b [u8]) -> Option<Zstd<'p, 'b>> {
    if zstd_window(packed)? > MOST_WINDOW {
        return None;
    }
    ruzstd::decoding::StreamingDecoder::new(packed).ok()
}

/// The window that the header of a frame asks for (RFC 8878, section 3.1.1.1): it is reserved at once, so
/// it is looked at before.
fn zstd_window(frame: &[u8]) -> Option<u64> {
    let descriptor = *frame.get(4)?;
    if descriptor & 0x20 == 0 {
        let window = *frame.get(5)?;
        let base = 1_u64 << (10 + (window >> 3));
        return Some(base + base / 8 * u64::from(window & 7));
    }
    // One segment: the window is the content, whose size stands behind the number of the dictionary.
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let size = frame.get(5 + dictionary..)?;
    let field = |len: usize| {
        let mut number = [0; 8];
        number[..len].copy_from_slice(size.get(..len)?);
        Some(u64::from_le_bytes(number))
    };
    match descriptor >> 6 {
        0 => field(1),
        1 => field(2).map(|size| size + 256),
        2 => field(4),
        _ => field(8),
    }
}

/// Packs a file: everything of it behind its magic word.
pub(super) fn pack(method: Compression, bytes: &[u8]) -> Vec<u8> {
    let mut blocks: Vec<Vec<u8>> = bytes.chunks(BLOCK).map(|block| pack_block(method, block)).collect();
    if bytes.len().is_multiple_of(BLOCK) {
        // The last block is the rest, even when there is none.
        blocks.push(pack_block(method, &[]));
    }
    let mut out = COMPRESSED.to_vec();
    let number = match method {
        Compression::FastLz => 0,
        Compression::Deflate => 1,
        Compression::Zstd => 2,
        Compression::Gzip => 3_u32,
    };
    for word in [number, BLOCK as u32, bytes.len() as u32] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    for block in &blocks {
        out.extend_from_slice(&(block.len() as u32).to_le_bytes());
    }
    for block in &blocks {
        out.extend_from_slice(block);
    }
    out.extend_from_slice(COMPRESSED);
    out
}

fn pack_block(method: Compression, block: &[u8]) -> Vec<u8> {
    let level = flate2::Compression::default();
    // Writing into memory cannot fail.
    match method {
        Compression::FastLz => {
            let mut filled = block.to_vec();
            filled.resize(block.len().max(FASTLZ_LEAST), 0);
            fastlz::pack(&filled)
        }
        Compression::Deflate => {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
            let _ = encoder.write_all(block);
            encoder.finish().unwrap_or_default()
        }
        Compression::Gzip => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
            let _ = encoder.write_all(block);
            encoder.finish().unwrap_or_default()
        }
        Compression::Zstd => {
            ruzstd::encoding::compress_to_vec(block, ruzstd::encoding::CompressionLevel::Fastest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Compression, pack, unpack};

    const ALL: [Compression; 4] =
        [Compression::FastLz, Compression::Deflate, Compression::Zstd, Compression::Gzip];

    fn sample(len: usize) -> Vec<u8> {
        (0..len).map(|at| (at * at / 77 % 251) as u8).collect()
    }

    #[test]
    fn every_way_and_size_comes_back() {
        for method in ALL {
            for len in [0, 1, 15, 16, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 50_000] {
                let bytes = sample(len);
                let unpacked = unpack(&pack(method, &bytes));
                assert_eq!(unpacked.trouble, None, "{method:?} {len}");
                assert_eq!((unpacked.compression, unpacked.bytes), (Some(method), bytes), "{len}");
            }
        }
    }

    #[test]
    fn what_comes_in_front_of_damage_is_there() {
        for method in ALL {
            let bytes = sample(3 * BLOCK);
            let mut file = pack(method, &bytes);
            file.truncate(file.len() - file.len() / 4);
            let unpacked = unpack(&file);
            assert!(unpacked.trouble.is_some());
            assert!(unpacked.bytes.len() >= BLOCK && bytes.starts_with(&unpacked.bytes), "{method:?}");
        }
    }

    #[test]
    fn sizes_are_not_believed() {
        let mut file = pack(Compression::Zstd, &sample(100));
        for (at, word) in [(4, 9_u32), (8, 0), (8, u32::MAX), (12, u32::MAX), (16, u32::MAX)] {
            let kept = file[at..at + 4].to_vec();
            file[at..at + 4].copy_from_slice(&word.to_le_bytes());
            let unpacked = unpack(&file);
            // A larger block changes nothing: all there is stands in the last.
            assert_eq!(unpacked.trouble.is_some(), word != u32::MAX || at != 8, "{at} {word}");
            file[at..at + 4].copy_from_slice(&kept);
        }
    }
}
