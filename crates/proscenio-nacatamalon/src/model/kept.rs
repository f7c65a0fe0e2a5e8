//! What a reader does not take of an item, kept to be written back.

use rustc_hash::FxHashMap;
use thin_vec::ThinVec;

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
    values: ThinVec<Unread>,
}

impl Kept {
    /// What a table does not take of an object.
    pub(crate) fn of(table: Option<&'static Object>, fields: &Fields<'_>) -> Self {
        let values = table.map(|table| Walk::of(table, fields, &[], true)).unwrap_or_default();
        Self { values: values.into() }
    }

    /// As [`Self::of`], without the members of `skip` and those the table does not know, which have places of
    /// their own.
    pub(crate) fn of_known(table: &'static Object, fields: &Fields<'_>, skip: &[&str]) -> Self {
        Self { values: Walk::of(table, fields, skip, false).into() }
    }

    /// The values, in file order.
    #[must_use]
    pub fn values(&self) -> &[Unread] {
        &self.values
    }

    /// Forgets them all.
    pub fn clear(&mut self) {
        self.values = ThinVec::new();
    }

    /// Whether any of them lies in that member.
    pub(crate) fn lies_in(&self, member: &str) -> bool {
        self.values.iter().any(|value| {
            value.path.len() > 1 && matches!(value.path.first(), Some(Step::Name(name)) if name == member)
        })
    }

    /// Puts the values back into what is written of the item. With `all`, also those whose name is known but
    /// whose value is of no use; else only members that are not known. Takes time linear in what is there.
    pub(crate) fn put_back(&self, item: &mut Json, all: bool) {
        let mut values: Vec<&Unread> = self.values.iter().filter(|value| all || !value.known).collect();
        // Lists are whole before anything is put into their elements.
        values.sort_by(|one, other| (one.path.len(), parent(one)).cmp(&(other.path.len(), parent(other))));
        for group in values.chunk_by(|one, other| parent(one) == parent(other)) {
            let at = group.first().map_or(&[][..], |first| parent(first));
            let list = matches!(group.first().and_then(|one| one.path.last()), Some(Step::Index(_)));
            match find(item, at, list) {
                Some(Json::Object(members)) => put_members(members, group),
                Some(Json::Array(elements)) => put_elements(elements, group),
                _ => {}
            }
        }
    }
}

fn parent(value: &Unread) -> &[Step] {
    value.path.split_last().map_or(&[], |(_, parent)| parent)
}

/// The list or object at a place, made when it was left out because all it held was a default.
fn find<'j>(item: &'j mut Json, path: &[Step], list: bool) -> Option<&'j mut Json> {
    let mut at = item;
    for (index, step) in path.iter().enumerate() {
        let list_follows = path.get(index + 1).map_or(list, |next| matches!(next, Step::Index(_)));
        at = match (at, step) {
            (Json::Object(members), Step::Name(name)) => {
                let known = members.iter().position(|(own, _)| own == name);
                let place = known.unwrap_or_else(|| {
                    members.push((name.clone(), Json::Null));
                    members.len() - 1
                });
                members.get_mut(place).map(|(_, value)| value)?
            }
            (Json::Array(elements), Step::Index(index)) => elements.get_mut(*index)?,
            _ => return None,
        };
        // `null` also stands for an object of defaults, as in `uniforms`.
        if at.is_null() {
            *at = if list_follows { Json::Array(Vec::new()) } else { Json::Object(Vec::new()) };
        }
    }
    Some(at)
}

/// Puts members in. What was put into a member since it was read counts more than what was kept of it.
fn put_members(members: &mut Vec<(String, Json)>, kept: &[&Unread]) {
    let places: FxHashMap<String, usize> = if kept.len() > 8 {
        members.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect()
    } else {
        FxHashMap::default()
    };
    let written = members.len();
    for value in kept {
        let Some(Step::Name(name)) = value.path.last() else { continue };
        let known = match places.get(name) {
            None if kept.len() <= 8 => members.iter().take(written).position(|(own, _)| own == name),
            known => known.copied(),
        };
        match known.and_then(|at| members.get_mut(at)) {
            Some((_, own)) if value.instead.as_ref() == Some(own) => *own = value.value.clone(),
            Some(_) => {}
            None => members.push((name.clone(), value.value.clone())),
        }
    }
}

/// Puts elements in at the places they had.
fn put_elements(elements: &mut Vec<Json>, kept: &[&Unread]) {
    let mut whole = Vec::with_capacity(elements.len() + kept.len());
    let mut rest = std::mem::take(elements).into_iter();
    for value in kept {
        let Some(Step::Index(index)) = value.path.last() else { continue };
        whole.extend(rest.by_ref().take(index.saturating_sub(whole.len())));
        match &value.instead {
            None => whole.push(value.value.clone()),
            Some(instead) => {
                whole.extend(rest.next().map(|own| if own == *instead { value.value.clone() } else { own }))
            }
        }
    }
    whole.extend(rest);
    *elements = whole;
}

#[cfg(test)]
mod tests {
    use super::Kept;
    use crate::model::Json;
    use crate::schema::{Step, Unread};

    #[test]
    fn values_find_their_places_again() {
        let unread = |path: &[Step], value: f64, instead: Option<f64>| Unread {
            path: path.to_vec(),
            value: value.into(),
            instead: instead.map(Json::Number),
            known: true,
        };
        let name = |name: &str| Step::Name(name.to_owned());
        let list = || name("list");
        let kept = Kept {
            values: vec![
                unread(&[list(), Step::Index(0)], 10.0, None),
                unread(&[list(), Step::Index(1), name("more")], 11.0, None),
                unread(&[list(), Step::Index(2)], 12.0, None),
                unread(&[list(), Step::Index(3)], 13.0, Some(3.0)),
                unread(&[name("gone"), name("more")], 14.0, None),
                unread(&[name("set")], 15.0, Some(0.0)),
            ]
            .into(),
        };
        let object = |members: Vec<(&str, Json)>| {
            Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        };
        let elements = vec![object(Vec::new()), 3.0.into()];
        let mut item = object(vec![("list", elements.into()), ("set", 7.0.into())]);
        kept.put_back(&mut item, true);
        let wanted = r#"{"list":[10,{"more":11},12,13],"set":7,"gone":{"more":14}}"#;
        assert_eq!(item.to_string(), wanted);
    }
}
