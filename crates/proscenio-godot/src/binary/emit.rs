//! Writing numbers, texts and values.

use rustc_hash::FxHashMap;

use super::tag;
use crate::value::{Constructor, Id, Reference, Value};

/// The bytes of a file in the making, and the tables that its values point into.
#[derive(Default)]
pub(super) struct Emitter {
    pub out: Vec<u8>,
    pub big_endian: bool,
    pub godot_3: bool,
    /// Whether reals have 64 bits.
    pub real64: bool,
    pub strings: FxHashMap<String, u32>,
    pub externals: FxHashMap<Id, u32>,
    pub internals: FxHashMap<Id, u32>,
}

impl Emitter {
    pub fn u32(&mut self, number: u32) {
        let bytes = if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
        self.out.extend_from_slice(&bytes);
    }

    fn u16(&mut self, number: u16) {
        let bytes = if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
        self.out.extend_from_slice(&bytes);
    }

    pub fn u64(&mut self, number: u64) {
        let bytes = if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
        self.out.extend_from_slice(&bytes);
    }

    /// Sets a number that was left open.
    pub fn set_u64(&mut self, at: usize, number: u64) {
        let bytes = if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
        self.out[at..at + 8].copy_from_slice(&bytes);
    }

    pub fn text(&mut self, text: &str) {
        self.u32(text.len() as u32 + 1);
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(0);
    }

    /// Reals in the width of the file.
    fn reals(&mut self, reals: &[f32]) {
        if self.real64 {
            reals.iter().for_each(|real| self.u64(f64::from(*real).to_bits()));
        } else {
            self.singles(reals);
        }
    }

    fn singles(&mut self, singles: &[f32]) {
        singles.iter().for_each(|single| self.u32(single.to_bits()));
    }

    fn wholes(&mut self, wholes: &[i32]) {
        wholes.iter().for_each(|whole| self.u32(*whole as u32));
    }

    /// A name by its place in the table of strings.
    pub fn name(&mut self, name: &str) {
        let index = self.strings.get(name).copied().unwrap_or_default();
        self.u32(index);
    }

    pub fn value(&mut self, value: &Value) {
        match value {
            Value::Bool(yes) => self.tagged(tag::BOOL, u32::from(*yes)),
            Value::Int(number) => match i32::try_from(*number) {
                Ok(number) => self.tagged(tag::INT, number as u32),
                Err(_) => {
                    self.u32(tag::INT64);
                    self.u64(*number as u64);
                }
            },
            Value::Float(number) => self.float(*number),
            Value::String(text) => {
                self.u32(tag::STRING);
                self.text(text);
            }
            Value::StringName(text) => {
                self.u32(if self.godot_3 { tag::STRING } else { tag::STRING_NAME });
                self.text(text);
            }
            Value::NodePath(path) => {
                self.u32(tag::NODE_PATH);
                self.node_path(path);
            }
            Value::Rid(id) => self.tagged(tag::RID, *id as u32),
            Value::Callable => self.u32(tag::CALLABLE),
            Value::Signal => self.u32(tag::SIGNAL),
            Value::Reference(reference) => self.reference(reference),
            Value::Array(_) | Value::TypedArray(_) => self.array(value.as_array().unwrap_or_default()),
            Value::Dictionary(_) | Value::TypedDictionary(_) => {
                self.dictionary(value.as_dictionary().unwrap_or_default());
            }
            // Objects became resources, and other constructors were told, before anything is written.
            Value::Other(constructor) => self.wide(constructor),
            Value::Null | Value::Object(_) | Value::Word(_) => self.u32(tag::NIL),
            _ => self.numbers(value),
        }
    }

    fn tagged(&mut self, tag: u32, number: u32) {
        self.u32(tag);
        self.u32(number);
    }

    /// In 32 bits where these hold the number.
    fn float(&mut self, number: f64) {
        let single = number as f32;
        if f64::from(single) == number {
            self.u32(tag::FLOAT);
            self.reals(&[single]);
        } else {
            self.u32(tag::DOUBLE);
            self.u64(number.to_bits());
        }
    }

    fn array(&mut self, items: &[Value]) {
        self.tagged(tag::ARRAY, items.len() as u32);
        items.iter().for_each(|item| self.value(item));
    }

    fn dictionary(&mut self, entries: &[(Value, Value)]) {
        self.tagged(tag::DICTIONARY, entries.len() as u32);
        for (key, value) in entries {
            self.value(key);
            self.value(value);
        }
    }

    fn node_path(&mut self, path: &str) {
        let steps = Steps::of(path);
        let absolute = if steps.absolute { tag::ABSOLUTE } else { 0 };
        self.u16(steps.names.len() as u16);
        self.u16(steps.subnames.len() as u16 | absolute);
        for name in steps.names.iter().chain(&steps.subnames) {
            self.name(name);
        }
    }

    fn reference(&mut self, reference: &Reference) {
        self.u32(tag::OBJECT);
        let external = external_id(reference);
        let (kind, index) = match reference {
            Reference::Sub(id) => (tag::OBJECT_INTERNAL, self.internals.get(id)),
            _ => (tag::OBJECT_EXTERNAL, external.and_then(|id| self.externals.get(&id))),
        };
        match index.copied() {
            Some(index) => {
                self.u32(kind);
                self.u32(index);
            }
            None => self.u32(tag::OBJECT_EMPTY),
        }
    }

    fn numbers(&mut self, value: &Value) {
        match value {
            Value::Vector2(members) => self.real(tag::VECTOR2, members),
            Value::Rect2(members) => self.real(tag::RECT2, members),
            Value::Vector3(members) => self.real(tag::VECTOR3, members),
            Value::Plane(members) => self.real(tag::PLANE, members),
            Value::Quaternion(members) => self.real(tag::QUATERNION, members),
            Value::Aabb(members) => self.real(tag::AABB, members),
            Value::Basis(members) => self.real(tag::BASIS, &**members),
            Value::Transform3D(members) => self.real(tag::TRANSFORM3D, &**members),
            Value::Transform2D(members) => self.real(tag::TRANSFORM2D, members),
            Value::Color(members) => self.color(members),
            Value::Vector4(members) => self.real(tag::VECTOR4, members),
            Value::Projection(members) => self.real(tag::PROJECTION, &**members),
            Value::Vector2i(members) => self.whole(tag::VECTOR2I, members),
            Value::Rect2i(members) => self.whole(tag::RECT2I, members),
            Value::Vector3i(members) => self.whole(tag::VECTOR3I, members),
            Value::Vector4i(members) => self.whole(tag::VECTOR4I, members),
            _ => self.packed(value),
        }
    }

    fn real(&mut self, tag: u32, members: &[f32]) {
        self.u32(tag);
        self.reals(members);
    }

    /// Reals that 32 bits do not hold.
    fn wide(&mut self, constructor: &Constructor) {
        let (Some((reals, width)), Some(kind)) = (constructor.wide(), tag::of_reals(&constructor.name))
        else {
            return self.u32(tag::NIL);
        };
        self.u32(kind);
        if constructor.name.starts_with("Packed") {
            self.u32((reals.len() / width) as u32);
        }
        reals.iter().for_each(|real| self.u64(real.to_bits()));
    }

    /// Colours have 32 bits in every build.
    fn color(&mut self, members: &[f32]) {
        self.u32(tag::COLOR);
        self.singles(members);
    }

    fn whole(&mut self, tag: u32, members: &[i32]) {
        self.u32(tag);
        self.wholes(members);
    }

    fn packed(&mut self, value: &Value) {
        match value {
            Value::PackedByteArray(bytes) => {
                self.tagged(tag::BYTES, bytes.len() as u32);
                self.out.extend_from_slice(bytes);
                let padding = (4 - bytes.len() % 4) % 4;
                self.out.extend_from_slice(&[0; 3][..padding]);
            }
            Value::PackedInt32Array(numbers) => {
                self.tagged(tag::INT32S, numbers.len() as u32);
                self.wholes(numbers);
            }
            Value::PackedInt64Array(numbers) => {
                self.tagged(tag::INT64S, numbers.len() as u32);
                numbers.iter().for_each(|number| self.u64(*number as u64));
            }
            Value::PackedFloat32Array(numbers) => {
                self.tagged(tag::FLOAT32S, numbers.len() as u32);
                self.singles(numbers);
            }
            Value::PackedFloat64Array(numbers) => {
                self.tagged(tag::FLOAT64S, numbers.len() as u32);
                numbers.iter().for_each(|number| self.u64(number.to_bits()));
            }
            Value::PackedStringArray(texts) => {
                self.tagged(tag::STRINGS, texts.len() as u32);
                texts.iter().for_each(|text| self.text(text));
            }
            Value::PackedVector2Array(vectors) => {
                self.tagged(tag::VECTOR2S, vectors.len() as u32);
                self.reals(vectors.as_flattened());
            }
            Value::PackedVector3Array(vectors) => {
                self.tagged(tag::VECTOR3S, vectors.len() as u32);
                self.reals(vectors.as_flattened());
            }
            Value::PackedVector4Array(vectors) => {
                self.tagged(tag::VECTOR4S, vectors.len() as u32);
                self.reals(vectors.as_flattened());
            }
            Value::PackedColorArray(colors) => {
                self.tagged(tag::COLORS, colors.len() as u32);
                self.singles(colors.as_flattened());
            }
            // All others are written by the callers.
            _ => self.u32(tag::NIL),
        }
    }
}

/// The id under which a reference to another file is kept.
pub(super) fn external_id(reference: &Reference) -> Option<Id> {
    match reference {
        Reference::Ext(id) => Some(id.clone()),
        // A character that no id has tells them apart.
        Reference::Path { path, uid } => {
            Some(Id(format!("\0{path}\0{}", uid.as_deref().unwrap_or_default())))
        }
        Reference::Sub(_) => None,
    }
}

/// A node path in steps.
pub(super) struct Steps<'p> {
    pub absolute: bool,
    pub names: Vec<&'p str>,
    pub subnames: Vec<&'p str>,
}

impl<'p> Steps<'p> {
    pub fn of(path: &'p str) -> Self {
        let (names, subnames) = path.split_once(':').unwrap_or((path, ""));
        let filled = |step: &&str| !step.is_empty();
        Self {
            absolute: names.starts_with('/'),
            names: names.split('/').filter(filled).collect(),
            subnames: subnames.split(':').filter(filled).collect(),
        }
    }

    /// Whether the numbers of the format can count the steps.
    pub fn fits(&self) -> bool {
        self.names.len() <= usize::from(u16::MAX) && self.subnames.len() < usize::from(tag::ABSOLUTE)
    }
}

#[cfg(test)]
mod tests {
    use super::Steps;

    #[test]
    fn paths_are_names_and_subnames() {
        let cases: [(&str, bool, &[&str], &[&str]); 6] = [
            ("", false, &[], &[]),
            ("../A/B", false, &["..", "A", "B"], &[]),
            ("/root/A", true, &["root", "A"], &[]),
            ("A:mesh:size", false, &["A"], &["mesh", "size"]),
            (":size/x", false, &[], &["size/x"]),
            ("%Name", false, &["%Name"], &[]),
        ];
        for (path, absolute, names, subnames) in cases {
            let steps = Steps::of(path);
            assert_eq!(
                (steps.absolute, &*steps.names, &*steps.subnames),
                (absolute, names, subnames),
                "{path}"
            );
        }
    }
}
