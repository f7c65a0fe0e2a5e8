//! What a text file consists of, in the order in which the engine's binary writer takes it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::emit::{Steps, external_id};
use super::listed::{self, is_unlisted};
use crate::classes::{Class, ClassTable};
use crate::value::{Id, Reference, Value};

/// A resource in the making.
pub(super) struct Part {
    pub id: Id,
    pub path: String,
    pub class: String,
    /// In the order of the engine.
    pub properties: Vec<(String, Value)>,
    /// All names that its class stores, which go into the table of strings even where the value is the
    /// default.
    pub names: Vec<String>,
}

/// What comes in which place: resources of other files, resources of this file, strings.
#[derive(Default)]
pub(super) struct Order {
    pub externals: Vec<Id>,
    pub internals: Vec<usize>,
    pub strings: Vec<String>,
    known_externals: FxHashSet<Id>,
    known_strings: FxHashSet<String>,
}

/// Arranges the properties that a text gives as the engine lists those of the class: those of the class
/// in its order, and those that the class makes up where the text has them.
pub(super) fn arrange(
    class: Option<Class>,
    given: Vec<(String, Value)>,
    godot_3: bool,
) -> (Vec<(String, Value)>, Vec<String>) {
    let Some(class) = class else {
        let names = given.iter().map(|(name, _)| name.clone()).collect();
        return (given, names);
    };
    let given = if godot_3 { given } else { completed(class, given) };
    let stored = stored(class, &given, godot_3);
    let places = places(&stored, &given);
    let mut rows: Vec<Row> = Vec::new();
    let mut set = FxHashSet::default();
    for (place, (name, value)) in places.into_iter().zip(given) {
        set.insert(name.clone());
        rows.push(Row { place, name, value: Some(value) });
    }
    for (at, name) in stored.iter().enumerate().filter(|(_, name)| !set.contains(**name)) {
        // The engine of today writes even that there is no script.
        let value = (*name == "script" && !godot_3).then_some(Value::Null);
        rows.push(Row { place: at * 2 + 1, name: (*name).to_owned(), value });
    }
    rows.sort_by_key(|row| row.place);
    if !godot_3 {
        let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        for (name, before, value) in listed::implied(class.name(), &names) {
            let at = rows.iter().position(|row| row.name == before).unwrap_or(rows.len());
            rows.insert(at, Row { place: 0, name, value });
        }
    }
    if let Some((made_up, before)) = listed::listed(class.name()).filter(|_| !godot_3) {
        let found = |row: &Row| row.name.starts_with(before) || row.name == "script";
        let at = rows.iter().position(found).unwrap_or(rows.len());
        let missing = made_up.iter().filter(|name| !set.contains(**name));
        let missing: Vec<Row> =
            missing.map(|name| Row { place: 0, name: (*name).to_owned(), value: None }).collect();
        rows.splice(at..at, missing);
    }
    let names = rows.iter().map(|row| row.name.clone()).collect();
    (rows.into_iter().filter_map(|row| row.value.map(|value| (row.name, value))).collect(), names)
}

/// A property on its way to its place.
struct Row {
    place: usize,
    name: String,
    value: Option<Value>,
}

/// The names that the class stores, `script` last.
fn stored(class: Class, given: &[(String, Value)], godot_3: bool) -> Vec<&'static str> {
    let told: FxHashSet<&str> = given.iter().map(|(name, _)| name.as_str()).collect();
    let hidden = listed::hidden(class.name(), |name| {
        given.iter().find(|(other, _)| other == name).and_then(|(_, value)| value.as_i64())
    });
    let is_hidden = |name: &str| hidden.iter().any(|names| listed::holds(names, name));
    let listed =
        |name: &str| godot_3 || told.contains(name) || !(is_unlisted(class.name(), name) || is_hidden(name));
    let properties = class.properties().filter(|property| property.stored && property.name != "script");
    let mut names: Vec<&str> = properties.map(|property| property.name).filter(|name| listed(name)).collect();
    if !class.is_a("Script") {
        names.push("script");
    }
    names
}

/// Where each property goes: those of the class at odd numbers in its order, others between them. What
/// the class does not list stands in front of the next that it does, as in the text; what a script
/// declares, and metadata, at the end.
fn places(stored: &[&str], given: &[(String, Value)]) -> Vec<usize> {
    let rank: FxHashMap<&str, usize> = stored.iter().enumerate().map(|(at, name)| (*name, at)).collect();
    let end = stored.len() * 2;
    let script = given.iter().position(|(name, _)| name == "script").unwrap_or(given.len());
    let mut places = vec![end; given.len()];
    // Of scripts themselves nothing stands behind what they make up.
    let mut next = stored.len() - usize::from(stored.last() == Some(&"script"));
    for (at, (name, _)) in given.iter().enumerate().rev() {
        let known = rank.get(name.as_str());
        next = known.copied().unwrap_or(next);
        if known.is_some() || (at < script && !name.starts_with("metadata/")) {
            places[at] = next * 2 + usize::from(known.is_some());
        }
    }
    places
}

/// The properties with those that the engine writes though text has no words for them: each tile says
/// that it has no script.
fn completed(class: Class, given: Vec<(String, Value)>) -> Vec<(String, Value)> {
    if class.name() != "TileSetAtlasSource" {
        return given;
    }
    /// `x:y/alternative` of a property of a tile.
    fn tile(name: &str) -> Option<&str> {
        let (place, rest) = name.split_once('/').filter(|(place, _)| place.contains(':'))?;
        let number = rest.split('/').next().filter(|number| number.parse::<u32>().is_ok())?;
        Some(&name[..place.len() + 1 + number.len()])
    }
    let mut all: Vec<(String, Value)> = Vec::new();
    let mut given = given.into_iter().peekable();
    let mut scripted = false;
    while let Some((name, value)) = given.next() {
        scripted |= name.ends_with("/script");
        let of = tile(&name).map(str::to_owned);
        all.push((name, value));
        let next = given.peek().and_then(|(next, _)| tile(next));
        if let Some(of) = of.filter(|of| next != Some(of)) {
            if !scripted {
                all.push((format!("{of}/script"), Value::Null));
            }
            scripted = false;
        }
    }
    all
}

/// What a value leads to.
enum Lead {
    External(Id),
    Internal(usize),
    Path(String),
}

fn leads(value: &Value, places: &FxHashMap<Id, usize>, found: &mut Vec<Lead>) {
    match value {
        Value::Reference(reference) => match &**reference {
            Reference::Sub(id) => found.extend(places.get(id).map(|place| Lead::Internal(*place))),
            other => found.extend(external_id(other).map(Lead::External)),
        },
        Value::NodePath(path) => found.push(Lead::Path(path.clone())),
        other => {
            other.as_array().unwrap_or_default().iter().for_each(|item| leads(item, places, found));
            for (key, value) in other.as_dictionary().unwrap_or_default() {
                leads(key, places, found);
                leads(value, places, found);
            }
        }
    }
}

impl Order {
    /// The order for some parts, the last of which is what the file is about. Parts and external
    /// resources that nothing leads to come last: the engine would lose them.
    pub fn of(
        parts: &[Part],
        externals: impl Iterator<Item = Id>,
        table: Option<&'static ClassTable>,
    ) -> Self {
        let mut order = Self::default();
        let places: FxHashMap<Id, usize> =
            parts.iter().enumerate().map(|(place, part)| (part.id.clone(), place)).collect();
        let mut done = vec![false; parts.len()];
        let main = parts.len().saturating_sub(1);
        order.visit(main, parts, &places, &mut done, table);
        let last = order.internals.pop();
        for place in 0..main {
            order.visit(place, parts, &places, &mut done, table);
        }
        order.internals.extend(last);
        externals.for_each(|id| order.external(id));
        for place in order.internals.clone() {
            parts[place].names.iter().for_each(|name| order.string(name));
        }
        order
    }

    /// Adds a part behind all that it leads to, without recursion: chains of resources may be long.
    fn visit(
        &mut self,
        start: usize,
        parts: &[Part],
        places: &FxHashMap<Id, usize>,
        done: &mut [bool],
        table: Option<&'static ClassTable>,
    ) {
        let leads_of = |place: usize| {
            let mut found = Vec::new();
            let part: &Part = &parts[place];
            let class = table.and_then(|table| table.class(&part.class));
            // The properties are some of the names, in the same order.
            let mut properties = part.properties.iter().peekable();
            part.names.iter().for_each(|name| match properties.next_if(|(other, _)| other == name) {
                Some((_, value)) => leads(value, places, &mut found),
                None => {
                    let default = class.and_then(|class| class.default(name));
                    let path = default.and_then(|default| default.strip_prefix("NodePath(\""));
                    let path = path.and_then(|path| path.strip_suffix("\")"));
                    found.extend(path.map(|path| Lead::Path(path.to_owned())));
                }
            });
            found.into_iter()
        };
        if std::mem::replace(&mut done[start], true) {
            return;
        }
        let mut stack = vec![(start, leads_of(start))];
        while let Some((place, rest)) = stack.last_mut() {
            match rest.next() {
                None => {
                    self.internals.push(*place);
                    stack.pop();
                }
                Some(Lead::External(id)) => self.external(id),
                Some(Lead::Path(path)) => {
                    let steps = Steps::of(&path);
                    steps.names.iter().chain(&steps.subnames).for_each(|name| self.string(name));
                }
                Some(Lead::Internal(next)) => {
                    if !std::mem::replace(&mut done[next], true) {
                        stack.push((next, leads_of(next)));
                    }
                }
            }
        }
    }

    fn external(&mut self, id: Id) {
        if self.known_externals.insert(id.clone()) {
            self.externals.push(id);
        }
    }

    fn string(&mut self, text: &str) {
        if !self.known_strings.contains(text) {
            self.known_strings.insert(text.to_owned());
            self.strings.push(text.to_owned());
        }
    }
}
