//! Dictionaries, arrays and objects as the engines write them.

use super::order::sorted;
use super::{Writer, number, text};
use crate::value::{Constructor, ElementType, Object, Value};

impl Writer<'_> {
    pub(super) fn collection(&mut self, value: &Value) {
        match value {
            Value::Dictionary(entries) => self.entries(entries),
            Value::Array(items) => self.array(items),
            Value::TypedDictionary(dictionary) => {
                self.out.push_str("Dictionary[");
                self.element_type(&dictionary.key);
                self.out.push_str(", ");
                self.element_type(&dictionary.value);
                self.out.push_str("](");
                self.entries(&dictionary.entries);
                self.out.push(')');
            }
            Value::TypedArray(array) => {
                self.out.push_str("Array[");
                self.element_type(&array.element);
                self.out.push_str("](");
                self.array(&array.items);
                self.out.push(')');
            }
            Value::Object(object) => self.object(object),
            Value::Other(constructor) => self.constructor(constructor),
            // All others are written by the callers.
            _ => {}
        }
    }

    /// One entry on each line, sorted by their keys.
    fn entries(&mut self, entries: &[(Value, Value)]) {
        if entries.is_empty() {
            self.out.push_str(self.spelling.choose("{\n\n}", "{}"));
            return;
        }
        self.out.push('{');
        for (index, (key, value)) in sorted(entries).into_iter().enumerate() {
            self.out.push_str(if index == 0 { "\n" } else { ",\n" });
            self.value(key);
            self.out.push_str(": ");
            self.value(value);
        }
        self.out.push_str("\n}");
    }

    fn array(&mut self, items: &[Value]) {
        self.out.push_str(self.spelling.choose("[ ", "["));
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.value(item);
        }
        self.out.push_str(self.spelling.choose(" ]", "]"));
    }

    fn element_type(&mut self, element: &ElementType) {
        match element {
            ElementType::Named(name) => self.out.push_str(name),
            ElementType::Script(script) => self.reference(script),
        }
    }

    /// The engine ends an object with a line end behind its bracket.
    fn object(&mut self, object: &Object) {
        self.out.push_str("Object(");
        self.out.push_str(&object.class);
        self.out.push(',');
        for (index, (name, value)) in object.properties.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            text::string(self.out, name);
            self.out.push(':');
            self.value(value);
        }
        self.out.push_str(")\n");
    }

    /// No engine of today writes these, but for reals of 64 bits.
    fn constructor(&mut self, constructor: &Constructor) {
        if let Some((reals, _)) = constructor.wide() {
            let spelling = self.spelling;
            let name = match &*constructor.name {
                "Quaternion" => spelling.choose("Quat", "Quaternion"),
                "Transform3D" => spelling.choose("Transform", "Transform3D"),
                "PackedVector2Array" => spelling.choose("PoolVector2Array", "PackedVector2Array"),
                "PackedVector3Array" => spelling.choose("PoolVector3Array", "PackedVector3Array"),
                name => name,
            };
            return self.items(name, reals.iter(), |writer, real| number::wide(writer.out, *real, spelling));
        }
        self.items(&constructor.name, constructor.arguments.iter(), Self::value);
    }
}
