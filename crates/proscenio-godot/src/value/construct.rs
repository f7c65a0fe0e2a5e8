//! Constructors: `Name(argument, …)`, and the typed collections.

use super::decode::Reader;
use super::packed::fitting;
use super::{Constructor, ElementType, Id, Object, Reference, TypedArray, TypedDictionary, Value};
use crate::findings;

/// Constructors whose arguments follow rules of their own; they are kept as they stand.
const KEPT: [&str; 2] = ["InputEvent", "Image"];

impl Reader<'_> {
    /// The constructor whose name stands from `start` to `end`; its `(` comes next.
    pub fn construct(&mut self, start: usize, end: usize) -> Value {
        let text = self.text;
        match &text[start..end] {
            b"Vector2" => Value::Vector2(self.exactly(start)),
            b"Vector2i" => Value::Vector2i(self.exactly_whole(start)),
            b"Rect2" => Value::Rect2(self.exactly(start)),
            b"Rect2i" => Value::Rect2i(self.exactly_whole(start)),
            b"Vector3" => Value::Vector3(self.exactly(start)),
            b"Vector3i" => Value::Vector3i(self.exactly_whole(start)),
            b"Vector4" => Value::Vector4(self.exactly(start)),
            b"Vector4i" => Value::Vector4i(self.exactly_whole(start)),
            b"Transform2D" | b"Matrix32" => Value::Transform2D(self.exactly(start)),
            b"Plane" => Value::Plane(self.exactly(start)),
            b"Quaternion" | b"Quat" => Value::Quaternion(self.exactly(start)),
            b"AABB" | b"Rect3" | b"_AABB" => Value::Aabb(self.exactly(start)),
            b"Basis" | b"Matrix3" => Value::Basis(Box::new(self.exactly(start))),
            b"Transform3D" | b"Transform" => Value::Transform3D(Box::new(self.exactly(start))),
            b"Projection" => Value::Projection(Box::new(self.exactly(start))),
            b"Color" => Value::Color(self.exactly(start)),
            b"SubResource" | b"ExtResource" | b"Resource" => self.reference(start, end),
            b"NodePath" => Value::NodePath(self.only_string(start)),
            b"StringName" => Value::StringName(self.only_string(start)),
            b"RID" => self.rid(start),
            b"Callable" => self.nothing_inside(start, Value::Callable),
            b"Signal" => self.nothing_inside(start, Value::Signal),
            b"Object" => self.object(start),
            name => self.packed_or_other(name, start, end),
        }
    }

    fn packed_or_other(&mut self, name: &[u8], start: usize, end: usize) -> Value {
        match name {
            b"PackedByteArray" | b"PoolByteArray" | b"ByteArray" | b"RawArray" => {
                Value::PackedByteArray(self.bytes())
            }
            b"PackedInt32Array" | b"PackedIntArray" | b"PoolIntArray" | b"IntArray" => {
                Value::PackedInt32Array(self.wholes())
            }
            b"PackedInt64Array" => Value::PackedInt64Array(self.wholes()),
            b"PackedFloat32Array" | b"PackedRealArray" | b"PoolRealArray" | b"FloatArray" | b"RealArray" => {
                Value::PackedFloat32Array(self.floats(|number| number as f32))
            }
            b"PackedFloat64Array" => Value::PackedFloat64Array(self.floats(|number| number)),
            b"PackedStringArray" | b"PoolStringArray" | b"StringArray" => {
                Value::PackedStringArray(self.strings())
            }
            b"PackedVector2Array" | b"PoolVector2Array" | b"Vector2Array" => {
                Value::PackedVector2Array(self.vectors(start))
            }
            b"PackedVector3Array" | b"PoolVector3Array" | b"Vector3Array" => {
                Value::PackedVector3Array(self.vectors(start))
            }
            b"PackedColorArray" | b"PoolColorArray" | b"ColorArray" => {
                Value::PackedColorArray(self.vectors(start))
            }
            b"PackedVector4Array" => Value::PackedVector4Array(self.vectors(start)),
            name => {
                let name = String::from_utf8_lossy(name).into_owned();
                self.other(name, start, end)
            }
        }
    }

    /// A constructor this crate does not know: name and arguments are kept.
    fn other(&mut self, name: String, start: usize, end: usize) -> Value {
        let kept = KEPT.contains(&name.as_str());
        if !kept {
            let message = format!("no engine version has a constructor `{name}`; it is kept as it stands");
            self.problem(findings::UNKNOWN_CONSTRUCTOR, start, end, message);
        }
        let mut arguments = Vec::new();
        self.list(b')', |reader| {
            let word = if kept { reader.bare_word() } else { None };
            arguments.push(word.map_or_else(|| reader.value(), Value::Word));
        });
        Value::Other(Box::new(Constructor { name, arguments }))
    }

    /// A bare word that is followed by a comma or a closing bracket.
    fn bare_word(&mut self) -> Option<String> {
        let start = self.at;
        let end = crate::lexer::word_end(self.text, start);
        self.at = end;
        let starts_as_word = self.text.get(start).is_some_and(|byte| !byte.is_ascii_digit());
        if end > start && starts_as_word && matches!(self.peek(), Some(b',' | b')')) {
            return Some(String::from_utf8_lossy(&self.text[start..end]).into_owned());
        }
        self.at = start;
        None
    }

    /// Exactly `N` numbers; missing ones are zero, further ones are left out.
    fn exactly<const N: usize>(&mut self, start: usize) -> [f32; N] {
        let mut numbers = [0.0; N];
        let mut count = 0;
        self.list(b')', |reader| {
            let number = reader.float();
            if let (Some(slot), Some(number)) = (numbers.get_mut(count), number) {
                // The text is read in double precision and then rounded, as in the engine.
                *slot = number as f32;
            }
            count += 1;
        });
        self.check_arity(start, count, N);
        numbers
    }

    fn exactly_whole<const N: usize>(&mut self, start: usize) -> [i32; N] {
        let mut numbers = [0; N];
        let mut count = 0;
        self.list(b')', |reader| {
            let at = reader.at;
            let number = reader.whole();
            if let (Some(slot), Some(number)) = (numbers.get_mut(count), number) {
                *slot = fitting(reader, at, number);
            }
            count += 1;
        });
        self.check_arity(start, count, N);
        numbers
    }

    fn check_arity(&mut self, start: usize, count: usize, expected: usize) {
        if count != expected {
            let message = format!("expected {expected} arguments, found {count}");
            self.problem(findings::WRONG_ARITY, start, self.at, message);
        }
    }

    /// One string; a missing one is empty.
    fn only_string(&mut self, start: usize) -> String {
        let mut texts = self.strings();
        if texts.len() > 1 {
            self.check_arity(start, texts.len(), 1);
        }
        texts.drain(..).next().unwrap_or_default()
    }

    fn nothing_inside(&mut self, start: usize, value: Value) -> Value {
        let mut count = 0;
        self.list(b')', |reader| {
            reader.value();
            count += 1;
        });
        self.check_arity(start, count, 0);
        value
    }

    fn rid(&mut self, start: usize) -> Value {
        let ids: Vec<i64> = self.wholes();
        if ids.len() > 1 {
            self.check_arity(start, ids.len(), 1);
        }
        Value::Rid(ids.first().map_or(0, |id| *id as u64))
    }

    /// `SubResource(1)`, `ExtResource("1_abc")`, `Resource("res://…")`, `Resource("uid://…", "res://…")`.
    fn reference(&mut self, start: usize, end: usize) -> Value {
        let mut ids = Vec::new();
        self.list(b')', |reader| {
            let at = reader.at;
            match reader.value() {
                Value::Int(number) => ids.push(number.to_string()),
                Value::String(text) | Value::StringName(text) => ids.push(text),
                _ => reader.problem(findings::WRONG_ARGUMENT, at, reader.at, "expected an id here"),
            }
        });
        let by_path = &self.text[start..end] == b"Resource";
        if ids.is_empty() || ids.len() > 1 + usize::from(by_path) {
            self.check_arity(start, ids.len(), 1);
        }
        let mut ids = ids.into_iter();
        let first = ids.next().unwrap_or_default();
        Value::Reference(Box::new(match (&self.text[start..end], ids.next()) {
            (b"SubResource", _) => Reference::Sub(Id(first)),
            (b"ExtResource", _) => Reference::Ext(Id(first)),
            (_, Some(path)) => Reference::Path { path, uid: Some(first) },
            (_, None) if first.starts_with("uid://") => {
                Reference::Path { path: String::new(), uid: Some(first) }
            }
            (_, None) => Reference::Path { path: first, uid: None },
        }))
    }

    /// `Object(Class, "property": value, …)`
    fn object(&mut self, start: usize) -> Value {
        let mut class = None;
        let mut properties = Vec::new();
        self.list(b')', |reader| {
            if class.is_none() {
                let word = reader.bare_word();
                if word.is_none() {
                    let at = reader.at;
                    reader.value();
                    reader.problem(findings::WRONG_ARGUMENT, at, reader.at, "expected a class name here");
                }
                class = Some(word.unwrap_or_default());
                return;
            }
            let at = reader.at;
            let name = match reader.value() {
                Value::String(name) | Value::StringName(name) => name,
                _ => {
                    reader.problem(findings::WRONG_ARGUMENT, at, reader.at, "expected a property name here");
                    String::new()
                }
            };
            if !reader.take(b':') {
                reader.problem(findings::BAD_VALUE, reader.at, reader.at, "expected `:` behind the name");
            }
            properties.push((name, reader.value()));
        });
        let Some(class) = class else {
            self.check_arity(start, 0, 1);
            return Value::Null;
        };
        Value::Object(Box::new(Object { class, properties }))
    }

    /// `Array[Type]([…])`, from `[` on.
    pub fn typed_array(&mut self) -> Value {
        let open = self.at;
        let mut types = self.element_types();
        if types.len() != 1 {
            self.check_arity(open, types.len(), 1);
        }
        let element = types.pop().unwrap_or_else(any_type);
        let items = self.typed_inside(b'[', |reader| reader.items()).unwrap_or_default();
        Value::TypedArray(Box::new(TypedArray { element, items }))
    }

    /// `Dictionary[Key, Value]({…})`, from `[` on.
    pub fn typed_dictionary(&mut self) -> Value {
        let open = self.at;
        let types = self.element_types();
        if types.len() != 2 {
            self.check_arity(open, types.len(), 2);
        }
        let mut types = types.into_iter();
        let key = types.next().unwrap_or_else(any_type);
        let value = types.next().unwrap_or_else(any_type);
        let entries = self.typed_inside(b'{', |reader| reader.entries()).unwrap_or_default();
        Value::TypedDictionary(Box::new(TypedDictionary { key, value, entries }))
    }

    fn element_types(&mut self) -> Vec<ElementType> {
        let mut types = Vec::new();
        self.list(b']', |reader| {
            if let Some(name) = reader.type_name() {
                types.push(ElementType::Named(name));
                return;
            }
            let at = reader.at;
            match reader.value() {
                Value::Reference(script) => types.push(ElementType::Script(*script)),
                _ => reader.problem(findings::WRONG_ARGUMENT, at, reader.at, "expected a type here"),
            }
        });
        types
    }

    fn type_name(&mut self) -> Option<String> {
        let start = self.at;
        let end = crate::lexer::word_end(self.text, start);
        self.at = end;
        if end > start && matches!(self.peek(), Some(b',' | b']')) {
            return Some(String::from_utf8_lossy(&self.text[start..end]).into_owned());
        }
        self.at = start;
        None
    }

    /// `(` collection `)` behind the types.
    fn typed_inside<T>(&mut self, open: u8, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if !self.take(b'(') {
            self.problem(findings::BAD_VALUE, self.at, self.at, "expected `(` behind the type");
            return None;
        }
        if self.peek() != Some(open) {
            let message = format!("expected `{}` here", char::from(open));
            self.problem(findings::BAD_VALUE, self.at, self.at, message);
            if self.peek() != Some(b')') {
                self.value();
            }
            self.take(b')');
            return None;
        }
        let inside = read(self);
        if !self.take(b')') {
            self.problem(findings::BAD_VALUE, self.at, self.at, "expected `)` here");
        }
        Some(inside)
    }
}

fn any_type() -> ElementType {
    ElementType::Named("Variant".to_owned())
}
