//! The binary part of a glTF file: one buffer, a view for each list in it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::json::{Accessor, BufferView};

const ARRAY_BUFFER: u16 = 34962;
const ELEMENT_ARRAY_BUFFER: u16 = 34963;
const U16: u16 = 5123;
const U32: u16 = 5125;
const F32: u16 = 5126;

/// Collects the buffer with its views and accessors. Equal lists are stored once.
#[derive(Default)]
pub(super) struct Binary {
    pub bytes: Vec<u8>,
    pub views: Vec<BufferView>,
    pub accessors: Vec<Accessor>,
    known: HashMap<u64, Vec<usize>>,
}

impl Binary {
    /// A vertex attribute; all numbers must be finite.
    pub fn attribute<const N: usize>(&mut self, values: &[[f32; N]]) -> usize {
        let bytes = values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let kind = match N {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            _ => "VEC4",
        };
        self.accessor(bytes, F32, kind, values.len(), Some(ARRAY_BUFFER))
    }

    /// As [`attribute`](Self::attribute), `width` numbers for each vertex: 1 to 4.
    pub fn wide_attribute(&mut self, values: &[f32], width: u8) -> Option<usize> {
        Some(match width {
            1 => self.attribute(values.as_chunks::<1>().0),
            2 => self.attribute(values.as_chunks::<2>().0),
            3 => self.attribute(values.as_chunks::<3>().0),
            4 => self.attribute(values.as_chunks::<4>().0),
            _ => return None,
        })
    }

    /// Which joints bend each vertex.
    pub fn joints(&mut self, values: &[[u16; 4]]) -> usize {
        let bytes = values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        self.accessor(bytes, U16, "VEC4", values.len(), Some(ARRAY_BUFFER))
    }

    /// Matrices of four columns.
    pub fn matrices(&mut self, values: &[[f32; 16]]) -> usize {
        self.floats(values.as_flattened(), "MAT4", values.len())
    }

    /// Times of keys, which must rise.
    pub fn times(&mut self, values: &[f32]) -> usize {
        let index = self.floats(values, "SCALAR", values.len());
        let accessor = &mut self.accessors[index];
        accessor.min = values.first().copied().into_iter().collect();
        accessor.max = values.last().copied().into_iter().collect();
        index
    }

    /// Values of keys: `VEC3`, `VEC4`, or `SCALAR` for weights.
    pub fn curve(&mut self, values: &[f32], kind: &'static str) -> usize {
        let width = match kind {
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 1,
        };
        self.floats(values, kind, values.len() / width)
    }

    fn floats(&mut self, values: &[f32], kind: &'static str, count: usize) -> usize {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.accessor(bytes, F32, kind, count, None)
    }

    /// Positions: an attribute with its bounds.
    pub fn positions(&mut self, values: &[[f32; 3]]) -> usize {
        let index = self.attribute(values);
        let first = values.first().copied().unwrap_or_default();
        let bound = |pick: fn(f32, f32) -> f32| {
            let all = values
                .iter()
                .fold(first, |all, value| std::array::from_fn(|axis| pick(all[axis], value[axis])));
            // Which zero of two signs is the larger differs from machine to machine.
            all.map(|number: f32| number + 0.0).to_vec()
        };
        let accessor = &mut self.accessors[index];
        accessor.min = bound(f32::min);
        accessor.max = bound(f32::max);
        index
    }

    /// Vertex indices, in 16 bits where `vertices` allow it. The highest number of each width is left
    /// out: it would restart the primitive.
    pub fn indices(&mut self, values: &[u32], vertices: usize) -> usize {
        if vertices <= usize::from(u16::MAX) {
            let bytes = values.iter().flat_map(|value| (*value as u16).to_le_bytes()).collect();
            self.accessor(bytes, U16, "SCALAR", values.len(), Some(ELEMENT_ARRAY_BUFFER))
        } else {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            self.accessor(bytes, U32, "SCALAR", values.len(), Some(ELEMENT_ARRAY_BUFFER))
        }
    }

    /// A view of any bytes, such as a picture file.
    pub fn blob(&mut self, bytes: &[u8]) -> usize {
        self.view(bytes, None)
    }

    fn accessor(
        &mut self,
        bytes: Vec<u8>,
        component_type: u16,
        kind: &'static str,
        count: usize,
        target: Option<u16>,
    ) -> usize {
        let mut hasher = DefaultHasher::new();
        (component_type, kind, target, &bytes).hash(&mut hasher);
        let hash = hasher.finish();
        for &index in self.known.get(&hash).into_iter().flatten() {
            let accessor = &self.accessors[index];
            let view = &self.views[accessor.buffer_view];
            let same_kind = accessor.component_type == component_type && accessor.kind == kind;
            let stored = &self.bytes[view.byte_offset..view.byte_offset + view.byte_length];
            if same_kind && view.target == target && stored == bytes {
                return index;
            }
        }
        let buffer_view = self.view(&bytes, target);
        let (min, max) = (Vec::new(), Vec::new());
        self.accessors.push(Accessor { buffer_view, component_type, count, kind, min, max });
        let index = self.accessors.len() - 1;
        self.known.entry(hash).or_default().push(index);
        index
    }

    fn view(&mut self, bytes: &[u8], target: Option<u16>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let byte_offset = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.views.push(BufferView { buffer: 0, byte_offset, byte_length: bytes.len(), target });
        self.views.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::{Binary, U16, U32};

    #[test]
    fn equal_lists_are_stored_once_and_all_start_aligned() {
        let mut binary = Binary::default();
        let first = binary.indices(&[0, 1, 2], 3);
        let positions = binary.positions(&[[0.0, -1.0, 2.0], [1.0, 5.0, -2.0]]);
        assert_eq!(binary.indices(&[0, 1, 2], 3), first);
        assert_eq!(binary.views.len(), 2);
        assert!(binary.views.iter().all(|view| view.byte_offset % 4 == 0));
        let accessor = &binary.accessors[positions];
        assert_eq!(accessor.min, [0.0, -1.0, -2.0]);
        assert_eq!(accessor.max, [1.0, 5.0, 2.0]);
    }

    #[test]
    fn the_restart_index_is_never_written() {
        let mut binary = Binary::default();
        let narrow = binary.indices(&[0, 65_534], 65_535);
        let wide = binary.indices(&[0, 65_535], 65_536);
        assert_eq!(binary.accessors[narrow].component_type, U16);
        assert_eq!(binary.accessors[wide].component_type, U32);
    }
}
