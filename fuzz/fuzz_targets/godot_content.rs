//! Packed surfaces, instances, grids, tiles and curves of any bytes: decoding ends, trusts no count, and what comes
//! out is sound.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_godot::Value;
use proscenio_godot::content::mesh::{Encoding, Surface, decode_3, decode_4, decode_4_into, decode_arrays, encode_4};
use proscenio_godot::content::{curve, grid, instances, tiles};

/// A surface without any data may claim a million vertices, whose encoding takes long and says nothing new.
const MOST_ENCODED: usize = 4096;

/// Numbers off the front of the input.
struct Input<'d>(&'d [u8]);

impl<'d> Input<'d> {
    fn number(&mut self) -> u64 {
        let Some((first, rest)) = self.0.split_first_chunk::<8>() else { return 0 };
        self.0 = rest;
        u64::from_le_bytes(*first)
    }

    fn bytes(&mut self) -> Vec<u8> {
        let count = (self.number() as usize % 600).min(self.0.len());
        let (first, rest) = self.0.split_at(count);
        self.0 = rest;
        first.to_vec()
    }

    fn floats(&mut self) -> Vec<f32> {
        self.bytes().as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
    }

    fn wholes(&mut self) -> Vec<i32> {
        self.bytes().as_chunks::<4>().0.iter().map(|four| i32::from_le_bytes(*four)).collect()
    }
}

fn entry(name: &str, value: Value) -> (Value, Value) {
    (Value::String(name.to_owned()), value)
}

fn check(surface: &Surface) {
    let count = surface.positions.len();
    let fits = |len: usize| len == 0 || len == count;
    assert!(fits(surface.normals.len()) && fits(surface.tangents.len()) && fits(surface.colors.len()));
    assert!(fits(surface.uvs.len()) && fits(surface.uvs2.len()));
    assert_eq!(surface.bones.len(), count * usize::from(surface.bones_per_vertex));
    assert_eq!(surface.weights.len(), surface.bones.len());
    for custom in surface.custom.iter().flatten() {
        assert!(custom.values.is_empty() || custom.values.len() == count * custom.format.components());
    }
    assert!(surface.indices.iter().all(|index| (*index as usize) < count));
    let _ = surface.triangles();
    if count > MOST_ENCODED {
        return;
    }
    let mut kept = surface.clone();
    for encoding in [Encoding::Plain, Encoding::Compressed, Encoding::Old] {
        let packed = encode_4(surface, encoding);
        let (again, _) = decode_4(packed.clone());
        assert_eq!(again.positions.len(), count);
        decode_4_into(packed, &mut kept);
        // NaN is not equal to itself.
        assert_eq!(format!("{again:?}"), format!("{kept:?}"));
    }
}

fn packed(input: &mut Input<'_>) -> Value {
    let lods = vec![Value::Float(0.5), Value::PackedByteArray(input.bytes())];
    Value::Dictionary(vec![
        entry("format", Value::Int(input.number() as i64)),
        entry("vertex_count", Value::Int(input.number() as i64 >> (input.number() % 64))),
        entry("index_count", Value::Int(input.number() as i64 >> (input.number() % 64))),
        entry("primitive", Value::Int(input.number() as i64 % 8)),
        entry("vertex_data", Value::PackedByteArray(input.bytes())),
        entry("attribute_data", Value::PackedByteArray(input.bytes())),
        entry("skin_data", Value::PackedByteArray(input.bytes())),
        entry("index_data", Value::PackedByteArray(input.bytes())),
        entry("blend_shapes", Value::PackedByteArray(input.bytes())),
        entry("lods", Value::Array(lods)),
    ])
}

fn packed_old(input: &mut Input<'_>) -> Value {
    Value::Dictionary(vec![
        entry("format", Value::Int(input.number() as i64)),
        entry("vertex_count", Value::Int(input.number() as i64 >> (input.number() % 64))),
        entry("index_count", Value::Int(input.number() as i64 >> (input.number() % 64))),
        entry("primitive", Value::Int(input.number() as i64 % 8)),
        entry("array_data", Value::PackedByteArray(input.bytes())),
        entry("array_index_data", Value::PackedByteArray(input.bytes())),
        entry("blend_shape_data", Value::Array(vec![Value::PackedByteArray(input.bytes())])),
    ])
}

fn lists(input: &mut Input<'_>) -> Value {
    let vectors = |input: &mut Input<'_>| {
        Value::PackedVector3Array(input.floats().as_chunks::<3>().0.to_vec())
    };
    let pairs = |input: &mut Input<'_>| {
        Value::PackedVector2Array(input.floats().as_chunks::<2>().0.to_vec())
    };
    let mut arrays = vec![vectors(input), vectors(input), Value::PackedFloat32Array(input.floats())];
    arrays.extend([Value::Null, pairs(input), pairs(input)]);
    arrays.extend((0..4).map(|_| Value::PackedFloat32Array(input.floats())));
    arrays.extend([Value::PackedInt32Array(input.wholes()), Value::PackedFloat32Array(input.floats())]);
    arrays.push(Value::PackedInt32Array(input.wholes()));
    Value::Dictionary(vec![
        entry("arrays", Value::Array(arrays)),
        entry("flags", Value::Int(input.number() as i64)),
    ])
}

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    match input.number() % 6 {
        0 => check(&decode_4(packed(&mut input)).0),
        1 => check(&decode_3(packed_old(&mut input)).0),
        2 => check(&decode_arrays(lists(&mut input)).0),
        3 => {
            let (cells, _) = tiles::layer(input.0);
            let kind = input.number() as i64;
            let lattice = tiles::Lattice::new(kind & 3, kind >> 2 & 7, kind >> 5 & 1, [16.0, 9.0]);
            assert!(cells.iter().all(|tile| lattice.middle(tile.at).iter().all(|part| part.is_finite())));
            assert_eq!(tiles::layer(&tiles::pack_layer(&cells)).0, cells);
            let numbers = input.wholes();
            let _ = tiles::list(&numbers);
            let _ = (tiles::old(&numbers, 0), tiles::old(&numbers, 1));
        }
        4 => {
            let numbers = input.wholes();
            let (cells, _) = grid::cells(&numbers);
            assert_eq!(grid::cells(&grid::pack(&cells)).0, cells);
            let bits = input.number();
            let layout =
                instances::Layout { flat: bits & 1 != 0, colors: bits & 2 != 0, custom: bits & 4 != 0 };
            let buffer = input.floats();
            let (all, _) = instances::decode(&buffer, layout, bits as usize);
            assert!(all.len() <= buffer.len());
        }
        _ => {
            let text = String::from_utf8_lossy(input.0);
            let value = proscenio_godot::value::decode(text.as_bytes()).value;
            let _ = (curve::points(&value), curve::path_points(&value));
            let _ = (decode_4(value.clone()), decode_3(value.clone()), decode_arrays(value));
        }
    }
});
