//! What the engine keeps packed inside resources: mesh surfaces, instances, tiles, grid cells, curves.
//!
//! These are layouts of bytes and lists, decoded from [`Value`]s without looking at any file.
//! Numbers stay the engine's own: triangles are clockwise from the front, tiles count from the map's origin.
//!
//! No count in a file is trusted: lists are as long as the data behind them, and what is missing, wrong or
//! left over is said in [`Problems`], one sentence each.

pub mod curve;
pub mod grid;
pub mod instances;
pub mod mesh;
pub mod tiles;

use crate::Value;

/// What could not be used, one sentence each, in the order it was met.
pub type Problems = Vec<String>;

/// The entries of a dictionary, taken out by name; what nobody takes is left over.
#[derive(Debug)]
pub(crate) struct Fields {
    entries: Vec<(Value, Value)>,
}

impl Fields {
    /// Nothing for what is no dictionary.
    pub fn of(value: Value) -> Option<Self> {
        match value {
            Value::Dictionary(entries) => Some(Self { entries }),
            Value::TypedDictionary(typed) => Some(Self { entries: typed.entries }),
            _ => None,
        }
    }

    /// The value of a name; the last of several counts.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        let at = self.entries.iter().rposition(|(key, _)| key.as_str() == Some(name))?;
        Some(self.entries.remove(at).1)
    }

    /// A whole number that is not negative.
    pub fn count(&mut self, name: &str) -> Option<usize> {
        self.take(name)?.as_i64().and_then(|count| usize::try_from(count).ok())
    }

    /// Bytes; an empty list of any kind counts as none.
    pub fn bytes(&mut self, name: &str, problems: &mut Problems) -> Vec<u8> {
        match self.take(name) {
            Some(Value::PackedByteArray(bytes)) => bytes,
            None | Some(Value::Null) => Vec::new(),
            Some(other) => {
                if other.as_array().is_none_or(|items| !items.is_empty()) {
                    problems.push(format!("`{name}` holds no bytes"));
                }
                Vec::new()
            }
        }
    }

    /// What nobody took.
    pub fn rest(self) -> Vec<(Value, Value)> {
        self.entries
    }
}

/// Items of `S` bytes that stand `stride` bytes apart, from `start` on; as many as are wholly there, and no
/// more than `count`.
pub(crate) fn rows<const S: usize, T>(
    bytes: &[u8],
    start: usize,
    stride: usize,
    count: usize,
    read: impl Fn(&[u8; S]) -> T,
) -> Vec<T> {
    let mut list = Vec::new();
    fill_rows(&mut list, bytes, start, stride, count, read);
    list
}

/// As [`rows`], into a list whose memory is kept.
pub(crate) fn fill_rows<const S: usize, T>(
    list: &mut Vec<T>,
    bytes: &[u8],
    start: usize,
    stride: usize,
    count: usize,
    read: impl Fn(&[u8; S]) -> T,
) {
    list.clear();
    let there = bytes.get(start..).unwrap_or_default();
    if stride == S {
        list.extend(there.as_chunks::<S>().0.iter().take(count).map(read));
        return;
    }
    list.reserve(count.min(there.len() / stride.max(1) + 1));
    list.extend(there.chunks(stride.max(1)).take(count).filter_map(|row| row.first_chunk::<S>()).map(read));
}
