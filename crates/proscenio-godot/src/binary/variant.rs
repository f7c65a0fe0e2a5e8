//! Values of a binary file.

use std::borrow::Cow;

use super::cursor::{Cursor, Read, Stop};
use super::read::Reader;
use super::tag;
use crate::value::wide::{constructor, is_told_by_single};
use crate::value::{Id, MAX_DEPTH, Reference, Value};

impl<'b> Reader<'b> {
    /// A value of any type, its number in front.
    pub(super) fn value(&mut self) -> Read<Value> {
        let at = self.cursor.at;
        let kind = self.cursor.u32()?;
        Ok(match kind {
            tag::NIL => Value::Null,
            tag::BOOL => Value::Bool(self.cursor.u32()? != 0),
            tag::INT => Value::Int(i64::from(self.cursor.i32()?)),
            tag::INT64 => Value::Int(self.cursor.i64()?),
            tag::FLOAT => Value::Float(self.cursor.real()?),
            tag::DOUBLE => Value::Float(self.cursor.f64()?),
            tag::STRING => Value::String(self.cursor.text()?.into_owned()),
            tag::STRING_NAME => Value::StringName(self.cursor.text()?.into_owned()),
            tag::NODE_PATH => Value::NodePath(self.node_path()?),
            tag::RID => Value::Rid(u64::from(self.cursor.u32()?)),
            tag::CALLABLE => Value::Callable,
            tag::SIGNAL => Value::Signal,
            tag::OBJECT => self.object()?,
            tag::DICTIONARY => self.nested(Self::dictionary)?,
            tag::ARRAY => self.nested(Self::array)?,
            _ => match self.numbers(kind)? {
                Some(value) => value,
                None => return Err(Stop { at, message: format!("no type of value has the number {kind}") }),
            },
        })
    }

    /// Vectors, matrices, colours.
    fn numbers(&mut self, kind: u32) -> Read<Option<Value>> {
        let cursor = &mut self.cursor;
        Ok(Some(match kind {
            tag::VECTOR2 => reals(cursor, "Vector2", Value::Vector2)?,
            tag::RECT2 => reals(cursor, "Rect2", Value::Rect2)?,
            tag::VECTOR3 => reals(cursor, "Vector3", Value::Vector3)?,
            tag::PLANE => reals(cursor, "Plane", Value::Plane)?,
            tag::QUATERNION => reals(cursor, "Quaternion", Value::Quaternion)?,
            tag::AABB => reals(cursor, "AABB", Value::Aabb)?,
            tag::BASIS => reals(cursor, "Basis", |reals| Value::Basis(Box::new(reals)))?,
            tag::TRANSFORM3D => reals(cursor, "Transform3D", |reals| Value::Transform3D(Box::new(reals)))?,
            tag::TRANSFORM2D => reals(cursor, "Transform2D", Value::Transform2D)?,
            tag::VECTOR4 => reals(cursor, "Vector4", Value::Vector4)?,
            tag::PROJECTION => reals(cursor, "Projection", |reals| Value::Projection(Box::new(reals)))?,
            tag::COLOR => Value::Color(members(cursor, Cursor::f32)?),
            tag::VECTOR2I => Value::Vector2i(members(cursor, Cursor::i32)?),
            tag::RECT2I => Value::Rect2i(members(cursor, Cursor::i32)?),
            tag::VECTOR3I => Value::Vector3i(members(cursor, Cursor::i32)?),
            tag::VECTOR4I => Value::Vector4i(members(cursor, Cursor::i32)?),
            _ => return self.packed(kind),
        }))
    }

    fn packed(&mut self, kind: u32) -> Read<Option<Value>> {
        let cursor = &mut self.cursor;
        Ok(Some(match kind {
            tag::BYTES => {
                let len = cursor.count(1, "bytes")?;
                let bytes = cursor.take(len)?.to_vec();
                cursor.skip_padding(len)?;
                Value::PackedByteArray(bytes)
            }
            tag::INT32S => Value::PackedInt32Array(list(cursor, 4, Cursor::i32)?),
            tag::INT64S => Value::PackedInt64Array(list(cursor, 8, Cursor::i64)?),
            tag::FLOAT32S => Value::PackedFloat32Array(list(cursor, 4, Cursor::f32)?),
            tag::FLOAT64S => Value::PackedFloat64Array(list(cursor, 8, Cursor::f64)?),
            tag::STRINGS => {
                Value::PackedStringArray(list(cursor, 4, |cursor| cursor.text().map(Cow::into_owned))?)
            }
            tag::VECTOR2S => vectors(cursor, "PackedVector2Array", Value::PackedVector2Array)?,
            tag::VECTOR3S => vectors(cursor, "PackedVector3Array", Value::PackedVector3Array)?,
            tag::VECTOR4S => vectors(cursor, "PackedVector4Array", Value::PackedVector4Array)?,
            tag::COLORS => Value::PackedColorArray(list(cursor, 16, |cursor| members(cursor, Cursor::f32))?),
            _ => return Ok(None),
        }))
    }

    fn nested(&mut self, read: fn(&mut Self) -> Read<Value>) -> Read<Value> {
        if self.depth == MAX_DEPTH {
            return self.cursor.stop(format!("values are nested deeper than {MAX_DEPTH} levels"));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// A count whose highest bit means nothing any more.
    fn items(&mut self, least: usize, what: &str) -> Read<usize> {
        let at = self.cursor.at;
        let count = (self.cursor.u32()? & !tag::SHARED) as usize;
        self.cursor.check_count(at, count, least, what)?;
        Ok(count)
    }

    fn dictionary(&mut self) -> Read<Value> {
        let count = self.items(8, "entries")?;
        let mut entries = Vec::new();
        for _ in 0..count {
            let key = self.value()?;
            entries.push((key, self.value()?));
        }
        Ok(Value::Dictionary(entries))
    }

    fn array(&mut self) -> Read<Value> {
        let count = self.items(4, "items")?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(self.value()?);
        }
        Ok(Value::Array(items))
    }

    /// Names and subnames by their places in the table of strings, as one text.
    fn node_path(&mut self) -> Read<String> {
        let names = self.cursor.u16()?;
        let subnames = self.cursor.u16()?;
        let absolute = subnames & tag::ABSOLUTE != 0;
        let mut subnames = subnames & !tag::ABSOLUTE;
        if self.format < super::read::FORMAT_WITHOUT_PATH_PROPERTY {
            // The property stood apart from the subnames.
            subnames += 1;
        }
        let mut path = String::new();
        if absolute {
            path.push('/');
        }
        for index in 0..names {
            if index > 0 {
                path.push('/');
            }
            let name = self.name()?;
            path.push_str(&name);
        }
        for index in 0..subnames {
            let name = self.name()?;
            // In old files an empty property says that there is none.
            if !name.is_empty() || index + 1 < subnames {
                path.push(':');
                path.push_str(&name);
            }
        }
        self.spend(path.len())?;
        Ok(path)
    }

    /// A text of the table of strings, or one that stands in place.
    pub(super) fn name(&mut self) -> Read<Cow<'b, str>> {
        let at = self.cursor.at;
        let index = self.cursor.u32()?;
        if index & tag::IN_PLACE != 0 {
            return self.cursor.text_of((index & !tag::IN_PLACE) as usize);
        }
        match self.strings.get(index as usize) {
            Some(name) => {
                let name = name.clone();
                self.spend(name.len())?;
                Ok(name)
            }
            None => {
                let message = format!("string {index} is named, but the table has {}", self.strings.len());
                Err(Stop { at, message })
            }
        }
    }

    /// A reference to a resource.
    fn object(&mut self) -> Read<Value> {
        let at = self.cursor.at;
        let reference = match self.cursor.u32()? {
            tag::OBJECT_EMPTY => return Ok(Value::Null),
            tag::OBJECT_EXTERNAL_PATH => {
                let class = self.cursor.text()?.into_owned();
                let path = self.cursor.text()?.into_owned();
                Reference::Ext(self.external_of(class, path))
            }
            tag::OBJECT_INTERNAL => {
                let index = self.cursor.u32()?;
                match self.internal_id(index) {
                    Some(id) => Reference::Sub(id),
                    None => {
                        let message = format!("there is no resource {index} in this file");
                        self.trouble(Stop { at, message });
                        return Ok(Value::Null);
                    }
                }
            }
            tag::OBJECT_EXTERNAL => {
                let index = self.cursor.u32()? as usize;
                match self.external_id(index) {
                    Some(id) => Reference::Ext(id),
                    None => {
                        let message = format!("the file names no external resource {index}");
                        self.trouble(Stop { at, message });
                        return Ok(Value::Null);
                    }
                }
            }
            other => {
                return Err(Stop { at, message: format!("no kind of reference has the number {other}") });
            }
        };
        Ok(Value::Reference(Box::new(reference)))
    }
}

fn members<'b, T: Copy + Default, const N: usize>(
    cursor: &mut Cursor<'b>,
    read: impl Fn(&mut Cursor<'b>) -> Read<T>,
) -> Read<[T; N]> {
    let mut members = [T::default(); N];
    for member in &mut members {
        *member = read(cursor)?;
    }
    Ok(members)
}

/// Members in the width of the file. Where the digits of 32 bits do not tell them, the constructor is kept
/// with all digits, which is how text says it too.
fn reals<const N: usize>(
    cursor: &mut Cursor<'_>,
    name: &str,
    narrow: impl FnOnce([f32; N]) -> Value,
) -> Read<Value> {
    let wide: [f64; N] = members(cursor, Cursor::real)?;
    let single = wide.map(|real| real as f32);
    if cursor.real64 && !wide.iter().all(|real| is_told_by_single(*real)) {
        return Ok(constructor(name, &wide));
    }
    Ok(narrow(single))
}

fn list<'b, T>(
    cursor: &mut Cursor<'b>,
    size: usize,
    read: impl Fn(&mut Cursor<'b>) -> Read<T>,
) -> Read<Vec<T>> {
    let count = cursor.count(size, "items")?;
    let mut items = Vec::new();
    for _ in 0..count {
        items.push(read(cursor)?);
    }
    Ok(items)
}

fn vectors<const N: usize>(
    cursor: &mut Cursor<'_>,
    name: &str,
    narrow: impl FnOnce(Vec<[f32; N]>) -> Value,
) -> Read<Value> {
    let size = N * if cursor.real64 { 8 } else { 4 };
    if !cursor.real64 {
        return Ok(narrow(list(cursor, size, |cursor| members(cursor, Cursor::f32))?));
    }
    let wide: Vec<[f64; N]> = list(cursor, size, |cursor| members(cursor, Cursor::f64))?;
    if !wide.as_flattened().iter().all(|real| is_told_by_single(*real)) {
        return Ok(constructor(name, wide.as_flattened()));
    }
    Ok(narrow(wide.into_iter().map(|vector| vector.map(|real| real as f32)).collect()))
}

/// The id of a resource by its number.
pub(super) fn numbered(number: usize) -> Id {
    Id(number.to_string())
}
