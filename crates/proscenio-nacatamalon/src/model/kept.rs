//! What a reader does not take of an item, kept to be written back.

use crate::model::fields::Fields;
use crate::model::json::Json;
use crate::schema::{Object, Step, Unread, Walk};

/// Values that the format does not know or cannot use, with their places below an item.
///
/// Writing in [`Mode::Keep`](crate::Mode) puts them back: what is unknown behind the members that are known,
/// what has the wrong type in its own place, as long as the member still holds its default. Items made in
/// memory have none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    values: Box<[Unread]>,
}

impl Kept {
    /// What a table does not know of an object, except what lies in the members of `skip`.
    pub(crate) fn of(table: Option<&'static Object>, fields: &Fields<'_>, skip: &[&str]) -> Self {
        let values = table.map(|table| Walk::of(table, fields, skip)).unwrap_or_default();
        Self { values: values.into() }
    }

    /// The values, in file order.
    #[must_use]
    pub fn values(&self) -> &[Unread] {
        &self.values
    }

    /// Forgets them all.
    pub fn clear(&mut self) {
        self.values = Box::default();
    }

    /// Whether any of them lies in that member.
    pub(crate) fn lies_in(&self, member: &str) -> bool {
        self.values.iter().any(|value| {
            value.path.len() > 1 && matches!(value.path.first(), Some(Step::Name(name)) if name == member)
        })
    }

    /// Puts the values back into what is written of the item. With `all`, also those whose name is known but
    /// whose value is of no use; else only members that are not known.
    pub(crate) fn put_back(&self, item: &mut Json, all: bool) {
        for value in self.values.iter().filter(|value| all || !value.known) {
            put(item, &value.path, value);
        }
    }
}

fn put(at: &mut Json, path: &[Step], value: &Unread) {
    match path {
        [] => {}
        [last] => put_last(at, last, value),
        [step, rest @ ..] => {
            if let Some(inner) = child(at, step, rest) {
                put(inner, rest, value);
            }
        }
    }
}

/// The value one step down, made when it was left out because all it held was a default.
fn child<'j>(at: &'j mut Json, step: &Step, rest: &[Step]) -> Option<&'j mut Json> {
    match (at, step) {
        (Json::Object(members), Step::Name(name)) => {
            let known = members.iter().position(|(own, _)| own == name);
            let index = known.unwrap_or_else(|| {
                let list = matches!(rest.first(), Some(Step::Index(_)));
                let empty = if list { Json::Array(Vec::new()) } else { Json::Object(Vec::new()) };
                members.push((name.clone(), empty));
                members.len() - 1
            });
            let inner = members.get_mut(index).map(|(_, value)| value)?;
            // `null` stands for an object of defaults, as in `uniforms`.
            if inner.is_null() && matches!(rest.first(), Some(Step::Name(_))) {
                *inner = Json::Object(Vec::new());
            }
            Some(inner)
        }
        (Json::Array(elements), Step::Index(index)) => elements.get_mut(*index),
        _ => None,
    }
}

fn put_last(at: &mut Json, step: &Step, value: &Unread) {
    match (at, step) {
        (Json::Object(members), Step::Name(name)) => {
            match members.iter_mut().find(|(own, _)| own == name) {
                // Another value than the one taken instead was put there since: that one counts.
                Some((_, own)) if value.instead.as_ref() == Some(own) => *own = value.value.clone(),
                Some(_) => {}
                None => members.push((name.clone(), value.value.clone())),
            }
        }
        (Json::Array(elements), Step::Index(index)) => match elements.get_mut(*index) {
            Some(own) if value.instead.as_ref() == Some(own) => *own = value.value.clone(),
            _ if value.instead.is_none() => {
                elements.insert((*index).min(elements.len()), value.value.clone());
            }
            _ => {}
        },
        _ => {}
    }
}
