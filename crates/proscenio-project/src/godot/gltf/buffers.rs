//! The numbers of a file. Nothing it says about sizes is trusted.

use serde_json::Value as Json;

/// Values that a file may claim without bytes behind them.
const MOST_ZEROS: usize = 1 << 20;

/// The buffers of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    /// Nothing for one that is not there.
    parts: Vec<Option<Vec<u8>>>,
    /// Numbers that may still be read: files may name the same ones again and again.
    left: usize,
}

/// The list of an accessor.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Numbers {
    /// Numbers of each value.
    pub width: usize,
    pub values: Vec<f32>,
}

impl Numbers {
    /// Values of a known width; nothing when they have another one.
    pub fn of<const N: usize>(&self) -> Option<Vec<[f32; N]>> {
        (self.width == N).then(|| self.values.as_chunks::<N>().0.to_vec())
    }
}

impl Buffers {
    /// The buffers of a file: the chunk of a `.glb`, data in the file itself, and what `read` finds.
    pub fn new(json: &Json, binary: Option<&[u8]>, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Self {
        let mut binary = binary.map(<[u8]>::to_vec);
        let one = |buffer: &Json| match buffer["uri"].as_str() {
            Some(uri) => super::uri::data(uri).or_else(|| read(&super::uri::decoded(uri))),
            None => binary.take(),
        };
        let parts: Vec<Option<Vec<u8>>> = super::json::list(&json["buffers"]).iter().map(one).collect();
        let bytes: usize = parts.iter().flatten().map(Vec::len).sum();
        Self { parts, left: bytes.saturating_mul(8).saturating_add(MOST_ZEROS) }
    }

    /// Whether so many numbers may still be made; they count as read.
    pub fn spend(&mut self, count: usize) -> bool {
        let enough = count <= self.left;
        self.left -= if enough { count } else { 0 };
        enough
    }

    fn view(&self, json: &Json, index: &Json) -> Option<(&[u8], Option<usize>)> {
        let view = json["bufferViews"].get(super::json::index(index)?)?;
        let number = |name: &str| super::json::index(&view[name]);
        let part = self.parts.get(number("buffer")?)?.as_deref()?;
        let start = number("byteOffset").unwrap_or(0);
        let bytes = part.get(start..start.checked_add(number("byteLength")?)?)?;
        Some((bytes, number("byteStride").filter(|stride| *stride > 0)))
    }

    /// The file of a picture as it is, out of a view or the reference itself; nothing when it is not there. What
    /// is in a view counts as read.
    pub fn picture(&mut self, json: &Json, image: &Json) -> Option<Vec<u8>> {
        if let Some(uri) = image["uri"].as_str() {
            return super::uri::data(uri);
        }
        let (bytes, _) = self.view(json, &image["bufferView"])?;
        // Many pictures may name the same bytes.
        let left = self.left.checked_sub(bytes.len())?;
        let bytes = bytes.to_vec();
        self.left = left;
        Some(bytes)
    }

    /// The values of an accessor as floats, whole numbers too (a share where the file says so); nothing when they are
    /// not where the file says.
    pub fn numbers(&mut self, json: &Json, accessor: &Json) -> Option<Numbers> {
        let accessor = json["accessors"].get(super::json::index(accessor)?)?;
        let width = match accessor["type"].as_str()? {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            _ => return None,
        };
        let count = super::json::index(&accessor["count"])?;
        let wanted = count.checked_mul(width).filter(|wanted| *wanted <= self.left)?;
        let kind = Kind::of(accessor)?;
        let mut values = match accessor.get("bufferView") {
            Some(view) => {
                let (bytes, stride) = self.view(json, view)?;
                let start = super::json::index(&accessor["byteOffset"]).unwrap_or(0);
                elements(bytes.get(start..)?, stride, count, width, kind)?
            }
            None if wanted <= MOST_ZEROS => vec![0.0; wanted],
            None => return None,
        };
        if let Some(sparse) = accessor.get("sparse") {
            self.replace(json, sparse, width, kind, &mut values)?;
        }
        self.left -= wanted;
        Some(Numbers { width, values })
    }

    fn replace(
        &self,
        json: &Json,
        sparse: &Json,
        width: usize,
        kind: Kind,
        values: &mut [f32],
    ) -> Option<()> {
        let count = super::json::index(&sparse["count"])?;
        let part = |of: &Json, width: usize, kind: Kind| {
            let start = super::json::index(&of["byteOffset"]).unwrap_or(0);
            elements(self.view(json, &of["bufferView"])?.0.get(start..)?, None, count, width, kind)
        };
        let places = part(&sparse["indices"], 1, Kind::of(&sparse["indices"])?)?;
        let new = part(&sparse["values"], width, kind)?;
        for (place, new) in places.iter().zip(new.chunks_exact(width)) {
            let start = (*place as usize).saturating_mul(width);
            values.get_mut(start..start.saturating_add(width))?.copy_from_slice(new);
        }
        Some(())
    }

    /// Whole numbers, such as indices, exactly.
    pub fn wholes(&mut self, json: &Json, accessor: &Json) -> Option<Vec<u32>> {
        let accessor = json["accessors"].get(super::json::index(accessor)?)?;
        let count = super::json::index(&accessor["count"]).filter(|count| *count <= self.left)?;
        let (bytes, stride) = self.view(json, &accessor["bufferView"])?;
        let bytes = bytes.get(super::json::index(&accessor["byteOffset"]).unwrap_or(0)..)?;
        let size = Kind::of(accessor)?.size();
        let stride = stride.unwrap_or(size);
        let rows = bytes.chunks(stride).take(count);
        let list: Vec<u32> = rows
            .map_while(|row| match (size, row) {
                (1, [a, ..]) => Some(u32::from(*a)),
                (2, [a, b, ..]) => Some(u32::from(u16::from_le_bytes([*a, *b]))),
                (4, [a, b, c, d, ..]) => Some(u32::from_le_bytes([*a, *b, *c, *d])),
                _ => None,
            })
            .collect();
        self.left -= count;
        (list.len() == count).then_some(list)
    }
}

/// How a number is stored.
#[derive(Clone, Copy, Debug)]
struct Kind {
    code: u64,
    /// Whether whole numbers are shares of their largest.
    share: bool,
}

impl Kind {
    fn of(accessor: &Json) -> Option<Self> {
        let code = accessor["componentType"].as_u64()?;
        let share = accessor["normalized"].as_bool().unwrap_or(false);
        matches!(code, 5120..=5123 | 5125 | 5126).then_some(Self { code, share })
    }

    fn size(self) -> usize {
        match self.code {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            _ => 4,
        }
    }

    fn read(self, bytes: &[u8]) -> f32 {
        let share = |number: f32, most: f32| if self.share { (number / most).max(-1.0) } else { number };
        match (self.code, bytes) {
            (5120, [a]) => share(f32::from(*a as i8), 127.0),
            (5121, [a]) => share(f32::from(*a), 255.0),
            (5122, [a, b]) => share(f32::from(i16::from_le_bytes([*a, *b])), 32767.0),
            (5123, [a, b]) => share(f32::from(u16::from_le_bytes([*a, *b])), 65535.0),
            (5125, [a, b, c, d]) => u32::from_le_bytes([*a, *b, *c, *d]) as f32,
            (_, [a, b, c, d]) => f32::from_le_bytes([*a, *b, *c, *d]),
            _ => 0.0,
        }
    }
}

/// `count` values of `width` numbers; nothing when one is not wholly there.
fn elements(bytes: &[u8], stride: Option<usize>, count: usize, width: usize, kind: Kind) -> Option<Vec<f32>> {
    let size = kind.size() * width;
    let stride = stride.unwrap_or(size);
    let last = count.checked_sub(1)?.checked_mul(stride)?;
    bytes.get(..last.checked_add(size)?)?;
    let mut values = Vec::with_capacity(count * width);
    for row in bytes.chunks(stride).take(count) {
        values.extend(row.get(..size)?.chunks_exact(kind.size()).map(|number| kind.read(number)));
    }
    Some(values)
}
