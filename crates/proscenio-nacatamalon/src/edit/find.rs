//! The boxes of a file as they stand in it, and what a target's owner leads to.

use proscenio_source::did_you_mean;
use std::borrow::Cow;

use super::target::{Owner, Step, spelled};
use super::{AMBIGUOUS, EditRefusal, NO_SUCH_ASSET, NO_SUCH_BOX, NOT_A_BOX, Target, value};
use crate::Document;
use crate::model::ComponentKind;
use crate::value::Value;

/// Meanings of an unclear name that a message lists.
const MAX_MEANINGS: usize = 4;

/// A box as it stands in the file.
#[derive(Clone, Copy, Debug)]
struct Entry<'d> {
    value: Value<'d>,
    parent: Option<usize>,
    /// Its place among its siblings.
    index: usize,
    /// Behind the last box in it.
    end: usize,
}

/// Every box of a file, parents before children.
pub(super) struct Boxes<'d> {
    document: &'d Document,
    list: Vec<Entry<'d>>,
}

/// What an owner leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A box, by its place in [`Boxes`].
    Box(usize),
    /// A component: its box, and its place among the components of that.
    Component(usize, usize),
}

impl<'d> Boxes<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        let mut list: Vec<Entry<'d>> = Vec::new();
        let root = document.root().and_then(|root| root.get("root"));
        // Boxes still to be read, and `None` where the last one opened ends.
        let mut pending: Vec<Option<(Value<'d>, Option<usize>, usize)>> =
            root.map(|root| Some((root, None, 0))).into_iter().collect();
        let mut open = Vec::new();
        while let Some(next) = pending.pop() {
            let Some((value, parent, index)) = next else {
                if let Some(done) = open.pop() {
                    let end = list.len();
                    if let Some(entry) = list.get_mut::<usize>(done) {
                        entry.end = end;
                    }
                }
                continue;
            };
            let own = list.len();
            list.push(Entry { value, parent, index, end: own + 1 });
            let Some(children) = value.get("children") else { continue };
            open.push(own);
            pending.push(None);
            let first = pending.len();
            pending.extend(children.elements().enumerate().map(|(at, child)| Some((child, Some(own), at))));
            pending[first..].reverse();
        }
        Self { document, list }
    }

    pub(super) fn value(&self, at: usize) -> Value<'d> {
        self.list[at].value
    }

    pub(super) fn parent(&self, at: usize) -> Option<usize> {
        self.list[at].parent
    }

    pub(super) fn index(&self, at: usize) -> usize {
        self.list[at].index
    }

    /// The box and all boxes in it.
    pub(super) fn below(&self, at: usize) -> std::ops::Range<usize> {
        at..self.list[at].end
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The boxes placed in a box, in order.
    pub(super) fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.list[at].end;
        std::iter::successors((at + 1 < end).then_some(at + 1), move |child| {
            let next = self.list[*child].end;
            (next < end).then_some(next)
        })
    }

    pub(super) fn name(&self, at: usize) -> Cow<'d, str> {
        // What the engine calls a box that does not say.
        self.value(at).get("name").and_then(Value::as_str).unwrap_or(Cow::Borrowed("Box"))
    }

    pub(super) fn components(&self, at: usize) -> impl Iterator<Item = Value<'d>> + 'd {
        self.value(at).get("components").into_iter().flat_map(Value::elements)
    }

    /// Every id of the file and what has it.
    pub(super) fn ids(&self) -> impl Iterator<Item = (Found, Cow<'d, str>)> + '_ {
        (0..self.len()).flat_map(move |at| {
            let own = id(self.value(at)).map(|id| (Found::Box(at), id));
            let parts = self.components(at).enumerate();
            own.into_iter()
                .chain(parts.filter_map(move |(part, value)| Some((Found::Component(at, part), id(value)?))))
        })
    }

    /// The value of what was found.
    pub(super) fn value_of(&self, found: Found) -> Option<Value<'d>> {
        match found {
            Found::Box(at) => Some(self.value(at)),
            Found::Component(at, part) => self.components(at).nth(part),
        }
    }

    /// The one box or component that a way leads to.
    pub(super) fn walk(&self, steps: &[Step]) -> Result<Found, EditRefusal> {
        let Some((first, rest)) = steps.split_first() else {
            return Err(EditRefusal::new(NO_SUCH_BOX, "nothing is named"));
        };
        let mut found = self.first(first);
        for step in rest {
            let boxes: Vec<usize> = found.iter().filter_map(|found| as_box(*found)).collect();
            found = boxes.into_iter().flat_map(|at| self.step(at, step)).collect();
        }
        found.dedup();
        match found[..] {
            [only] => Ok(only),
            [] => Err(self.nothing(steps)),
            _ => Err(self.unclear(steps, &found)),
        }
    }

    fn first(&self, step: &Step) -> Vec<Found> {
        let word = match step {
            Step::Root => return (!self.list.is_empty()).then_some(Found::Box(0)).into_iter().collect(),
            Step::Id(word) | Step::Plain(word) => word,
        };
        let mut found: Vec<Found> = self.ids().filter(|(_, id)| id == word).map(|(found, _)| found).collect();
        if matches!(step, Step::Plain(_)) && !self.list.is_empty() {
            if self.name(0) == *word {
                found.push(Found::Box(0));
            }
            found.extend(self.step(0, step));
        }
        found.sort_by_key(|found| match found {
            Found::Box(at) => (*at, 0),
            Found::Component(at, part) => (*at, part + 1),
        });
        found
    }

    /// What a step leads to from a box.
    fn step(&self, at: usize, step: &Step) -> Vec<Found> {
        let (word, by_id) = match step {
            Step::Root => return Vec::new(),
            Step::Id(word) => (word, true),
            Step::Plain(word) => (word, false),
        };
        let is_it = |value: Value<'_>| id(value).is_some_and(|id| id == *word);
        let boxes = self
            .children(at)
            .filter(|child| is_it(self.value(*child)) || !by_id && self.name(*child) == *word);
        let mut found: Vec<Found> = boxes.map(Found::Box).collect();
        let parts = self.components(at).enumerate();
        let parts = parts.filter(|(_, value)| is_it(*value) || !by_id && is_of_type(*value, word));
        found.extend(parts.map(|(part, _)| Found::Component(at, part)));
        found
    }

    /// The one box that a target's text leads to.
    pub(super) fn find_box(&self, text: &str) -> Result<usize, EditRefusal> {
        let target = Target::parse(text)?;
        let found = match &target.owner {
            Owner::Way(steps) if target.names.is_empty() => self.walk(steps)?,
            // The way through the file leads to boxes too, whatever their names.
            Owner::File if !target.names.is_empty() => {
                let value = value::locate(self.document, &target)?;
                let at = self.list.iter().position(|entry| entry.value.id() == value.id());
                Found::Box(at.ok_or_else(|| not_a_box(text))?)
            }
            _ => return Err(not_a_box(text)),
        };
        as_box(found).ok_or_else(|| not_a_box(text))
    }

    /// A target that leads to what was found and to nothing else.
    pub(super) fn address(&self, found: Found) -> String {
        let own = self.value_of(found).and_then(id).filter(|id| !id.is_empty());
        if let Some(own) = own
            && self.ids().filter(|(_, id)| *id == own).count() == 1
        {
            return format!("#{}", spelled(&own));
        }
        let (at, part) = match found {
            Found::Box(at) => (at, None),
            Found::Component(at, part) => (at, Some(part)),
        };
        let mut steps = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            next = self.parent(at);
            if next.is_some() {
                steps.push(format!(":children:{}", self.index(at)));
            }
        }
        steps.reverse();
        let part = part.map_or_else(String::new, |part| format!(":components:{part}"));
        format!(":root{}{part}", steps.concat())
    }

    #[cold]
    fn unclear(&self, steps: &[Step], found: &[Found]) -> EditRefusal {
        let meanings: Vec<String> =
            found.iter().take(MAX_MEANINGS).map(|found| format!("`{}`", self.address(*found))).collect();
        let more = if found.len() > MAX_MEANINGS { " or another" } else { "" };
        let message = format!("`{}` names {} boxes or components", shown(steps), found.len());
        let refusal = EditRefusal::new(AMBIGUOUS, message);
        let refusal = refusal.help(format!("write {}{more}", meanings.join(" or ")));
        match self.value_of(found[0]) {
            Some(value) => refusal.at(value.span()),
            None => refusal,
        }
    }

    #[cold]
    fn nothing(&self, steps: &[Step]) -> EditRefusal {
        let given = shown(steps);
        let refusal = EditRefusal::new(NO_SUCH_BOX, format!("there is no box or component `{given}`"));
        if self.list.is_empty() {
            return refusal.help("the file has no `root` box");
        }
        // The name alone is the usual slip.
        if let [Step::Plain(word)] = steps
            && let Some(at) = (0..self.len()).find(|at| self.name(*at) == *word)
        {
            return refusal.help(format!("did you mean `{}`?", self.address(Found::Box(at))));
        }
        let mark = if given.starts_with('#') { "#" } else { "" };
        let ids = self.ids().map(|(_, id)| format!("{mark}{}", spelled(&id)));
        let ways = (0..self.len()).map(|at| self.way(at));
        refusal.help("`proscenio tree` lists the boxes").maybe_help(did_you_mean(&given, ids.chain(ways)))
    }

    /// The names from below the root down to a box.
    fn way(&self, at: usize) -> String {
        let mut names = vec![spelled(&self.name(at))];
        let mut next = self.parent(at);
        while let Some(at) = next.filter(|at| *at != 0) {
            names.push(spelled(&self.name(at)));
            next = self.parent(at);
        }
        names.reverse();
        names.join("/")
    }
}

/// The id that a box or component says it has.
pub(super) fn id(value: Value<'_>) -> Option<Cow<'_, str>> {
    value.get("id")?.as_str()
}

/// Whether a component is of a type; spellings of earlier releases are the same type.
pub(super) fn is_of_type(component: Value<'_>, word: &str) -> bool {
    let kind = |word: &str| ComponentKind::read(word).map(|(kind, _)| kind);
    let own = component.get("type").and_then(Value::as_str);
    own.is_some_and(|own| own == word || kind(&own).is_some_and(|own| kind(word) == Some(own)))
}

fn as_box(found: Found) -> Option<usize> {
    match found {
        Found::Box(at) => Some(at),
        Found::Component(..) => None,
    }
}

fn not_a_box(text: &str) -> EditRefusal {
    EditRefusal::new(NOT_A_BOX, format!("`{text}` is no box")).help("name a box by its id or its way")
}

fn shown(steps: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Plain(word) => spelled(word),
        Step::Id(word) => format!("#{}", spelled(word)),
        Step::Root => ".".to_owned(),
    };
    steps.iter().map(step).collect::<Vec<_>>().join("/")
}

/// The one entry of the manifest that has a key, and its place.
pub(super) fn asset<'d>(document: &'d Document, key: &str) -> Result<(usize, Value<'d>), EditRefusal> {
    let entries =
        || document.root().and_then(|root| root.get("assets")).into_iter().flat_map(Value::elements);
    let key_of = |value: Value<'d>| value.get("key").and_then(Value::as_str);
    let found: Vec<(usize, Value<'d>)> =
        entries().enumerate().filter(|(_, entry)| key_of(*entry).is_some_and(|own| own == key)).collect();
    match found[..] {
        [only] => Ok(only),
        [] => {
            let refusal = EditRefusal::new(NO_SUCH_ASSET, format!("there is no asset `{key}`"));
            let help = did_you_mean(key, entries().filter_map(key_of));
            Err(refusal.help(NO_SUCH_ASSET.help).maybe_help(help))
        }
        _ => {
            let meanings: Vec<String> =
                found.iter().take(MAX_MEANINGS).map(|(at, _)| format!("`:assets:{at}`")).collect();
            let message = format!("{} assets have the key `{key}`", found.len());
            Err(EditRefusal::new(AMBIGUOUS, message)
                .help(format!("write {}", meanings.join(" or ")))
                .at(found[1].1.span()))
        }
    }
}
