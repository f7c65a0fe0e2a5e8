//! Which members the format knows at a place of the file, in the order the engine writes them.

use crate::model::ComponentKind;
use crate::schema::{ASSETS, NODE, Object, SCENE, Shape, component};
use crate::value::Value;

/// The members of one object of the format.
#[derive(Clone, Debug)]
pub(super) struct Known {
    names: Vec<&'static str>,
}

/// Where the way to a member starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    File,
    Box,
    Component,
    Asset,
}

impl Known {
    /// The members of boxes.
    pub(super) fn of_boxes() -> Self {
        Self::of(&NODE)
    }

    /// The members of the object that `names` lead to from `value`; `None` where any may stand.
    pub(super) fn at(start: Start, mut value: Value<'_>, names: &[String]) -> Option<Self> {
        let mut object = match start {
            Start::File => &SCENE,
            Start::Box => &NODE,
            Start::Component => component(ComponentKind::read(&value.get("type")?.as_str()?)?.0.as_str())?,
            Start::Asset => tagged(ASSETS, value)?,
        };
        let mut shape: Option<&'static Shape> = None;
        for name in names {
            let inner = match shape {
                None => &object.field(name)?.shape,
                Some(
                    Shape::List(inner) | Shape::ListOf(_, inner) | Shape::Map(inner) | Shape::Maps(inner),
                ) => inner,
                Some(_) => return None,
            };
            value = match value.is_array() {
                true => value.elements().nth(name.parse().ok()?)?,
                false => value.get(name)?,
            };
            shape = Some(plain(inner, value)?);
            if let Some(Shape::Object(next)) = shape {
                (object, shape) = (next, None);
            } else if let Some(Shape::Tagged(list)) = shape {
                (object, shape) = (tagged(list, value)?, None);
            }
        }
        shape.is_none().then(|| Self::of(object))
    }

    fn of(object: &'static Object) -> Self {
        // Identity and type stand first wherever there are any.
        let mut names: Vec<&'static str> = object.tag.map(|(tag, _)| tag).into_iter().collect();
        let own = object.fields.iter().flat_map(|field| std::iter::once(&field.name).chain(field.old_names));
        names.extend(own);
        if object.tag.is_some_and(|(tag, _)| tag == "type")
            && !names.contains(&"id")
            && !names.contains(&"key")
        {
            names.insert(1, "id");
        }
        Self { names }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.names.iter().copied()
    }

    /// Where a new member goes: behind those that the engine writes before it, else behind all.
    pub(super) fn place(&self, object: Value<'_>, name: &str) -> usize {
        let count = object.members().count();
        let Some(rank) = self.names.iter().position(|own| *own == name) else { return count };
        let before = &self.names[..rank];
        let known = |member: crate::Member<'_>, names: &[&str]| names.iter().any(|name| member.is(name));
        let last = object.members().enumerate().filter(|(_, member)| known(*member, before)).last();
        match last {
            Some((at, _)) => at + 1,
            None => object.members().position(|member| known(member, &self.names)).unwrap_or(count),
        }
    }
}

/// The shape that takes a value: behind `null`, and out of several.
fn plain(shape: &'static Shape, value: Value<'_>) -> Option<&'static Shape> {
    match shape {
        Shape::Nullable(inner) => plain(inner, value),
        Shape::AnyOf(list) => {
            list.iter().find_map(|shape| plain(shape, value).filter(|shape| takes(shape, value)))
        }
        Shape::Object(_)
        | Shape::Tagged(_)
        | Shape::List(_)
        | Shape::ListOf(..)
        | Shape::Map(_)
        | Shape::Maps(_) => Some(shape),
        _ => None,
    }
}

fn takes(shape: &Shape, value: Value<'_>) -> bool {
    match shape {
        Shape::List(_) | Shape::ListOf(..) => value.is_array(),
        _ => value.is_object(),
    }
}

/// The one of several objects that a value says it is.
fn tagged(list: &[&'static Object], value: Value<'_>) -> Option<&'static Object> {
    let says = |object: &&&'static Object| {
        object.tag.is_some_and(|(tag, word)| {
            value.get(tag).and_then(Value::as_str).is_some_and(|own| {
                own == word
                    || tag == "type"
                        && ComponentKind::read(&own).is_some_and(|(kind, _)| kind.as_str() == word)
            })
        })
    };
    list.iter().find(says).copied()
}
