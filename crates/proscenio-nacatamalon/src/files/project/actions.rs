//! What the player can do, and by which keys.

use crate::files::json::{Members, Out};
use crate::files::reader::{Object, Reader};
use crate::model::Json;
use crate::model::fields::finite;
use crate::value::Value;

/// Something the player can do.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// What triggers it, without repeats, each with the members that the format does not know.
    pub bindings: Vec<(Binding, Members)>,
    /// Entries of `bindings` that are passed over; written back behind the others.
    pub unread: Vec<Json>,
    /// How far an axis must be moved to count at all, 0 to below 1; 0.2 when absent.
    pub deadzone: Option<f64>,
    /// From where on an axis counts as pressed, above 0 to 1; 0.5 when absent.
    pub press: Option<f64>,
    /// Members the format does not know.
    pub extra: Members,
}

/// What triggers an action.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// A key, by the browser's name for it; letters in lower case, the space bar `Space`.
    Key(String),
    /// A button of a pad.
    Button(String),
    /// An axis of a pad, in one direction.
    Axis {
        /// Its name.
        axis: String,
        /// Towards the negative end.
        negative: bool,
    },
}

/// The actions of a list, and the entries that are none.
pub(super) fn read(reader: &mut Reader, list: Vec<Value<'_>>) -> (Vec<Action>, Vec<Json>) {
    let (mut actions, mut unread): (Vec<Action>, Vec<Json>) = (Vec::new(), Vec::new());
    let mut names = rustc_hash::FxHashSet::default();
    for value in list {
        let own = Object::of(value);
        let name = own.as_ref().and_then(|own| own.get("name")?.as_str()).filter(|name| !name.is_empty());
        match (own, name) {
            (Some(own), Some(name)) if names.insert(name.clone()) => {
                actions.push(read_action(reader, own, name.into_owned()));
            }
            (_, name) => {
                let why = if name.is_some() { "its name stands there twice" } else { "it has no name" };
                reader.dropped(value, why);
                unread.push(Json::from(value));
            }
        }
    }
    (actions, unread)
}

fn read_action(reader: &mut Reader, mut own: Object<'_>, name: String) -> Action {
    let (mut bindings, mut unread): (Vec<(Binding, Members)>, Vec<Json>) = (Vec::new(), Vec::new());
    let mut known = rustc_hash::FxHashSet::default();
    for value in reader.list(&mut own, "bindings").unwrap_or_default() {
        let binding = Object::of(value).and_then(|own| Some((Binding::read(value)?, own)));
        match binding {
            Some((binding, own)) if known.insert(binding.clone()) => {
                let extra = reader.rest(&own, binding.fields());
                bindings.push((binding, extra));
            }
            found => {
                let why = if found.is_some() { "it stands there twice" } else { "it is no binding" };
                reader.dropped(value, why);
                unread.push(Json::from(value));
            }
        }
    }
    let deadzone = |value| finite(value).filter(|zone| (0.0..1.0).contains(zone));
    let press = |value| finite(value).filter(|press| *press > 0.0 && *press <= 1.0);
    Action {
        name,
        bindings,
        unread,
        deadzone: reader.checked(&mut own, "deadzone", "a number from 0 to below 1", deadzone),
        press: reader.checked(&mut own, "press", "a number above 0 to 1", press),
        extra: reader.rest(&own, &["name", "bindings", "deadzone", "press"]),
    }
}

impl Binding {
    fn read(value: Value<'_>) -> Option<Self> {
        let text =
            |name: &str| value.get(name)?.as_str().map(Into::into).filter(|text: &String| !text.is_empty());
        match value.get("type")?.as_str()?.as_ref() {
            "key" => Some(Self::Key(key_name(&text("key")?))),
            "button" => Some(Self::Button(text("button")?)),
            "axis" => {
                let dir = value.get("dir")?.as_f64().filter(|dir| dir.abs() == 1.0)?;
                Some(Self::Axis { axis: text("axis")?, negative: dir < 0.0 })
            }
            _ => None,
        }
    }

    /// The members of the binding's kind.
    const fn fields(&self) -> &'static [&'static str] {
        match self {
            Self::Key(_) => &["type", "key"],
            Self::Button(_) => &["type", "button"],
            Self::Axis { .. } => &["type", "axis", "dir"],
        }
    }

    fn json(&self, extra: &Members) -> Json {
        let out = match self {
            Self::Key(key) => Out::new().put("type", "key").put("key", key),
            Self::Button(button) => Out::new().put("type", "button").put("button", button),
            Self::Axis { axis, negative } => {
                let dir = if *negative { -1.0 } else { 1.0 };
                Out::new().put("type", "axis").put("axis", axis).put("dir", dir)
            }
        };
        out.with(extra)
    }
}

/// A key's name as the engine keeps it.
fn key_name(key: &str) -> String {
    let mut chars = key.chars();
    match (chars.next(), chars.next()) {
        (Some(' '), None) => "Space".to_owned(),
        (Some(_), None) => key.to_lowercase(),
        _ => key.to_owned(),
    }
}

impl Action {
    pub(super) fn json(&self) -> Json {
        let mut bindings: Vec<Json> =
            self.bindings.iter().map(|(binding, extra)| binding.json(extra)).collect();
        bindings.extend(self.unread.iter().cloned());
        Out::new()
            .put("name", &self.name)
            .put("bindings", bindings)
            .opt("deadzone", self.deadzone)
            .opt("press", self.press)
            .with(&self.extra)
    }
}
