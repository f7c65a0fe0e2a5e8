//! What a file holds, in the same shape for every family: a tree of names and a list of facts.

mod espresso3d;
mod godot;
mod nacatamalon;
mod sidecar;

use proscenio_source::Span;

use crate::Document;

/// The tree of a file, flat: depth first, each item with its depth. Flat, because files may nest deeper
/// than a stack allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Depth first.
    pub items: Vec<Item>,
}

/// One line of an [`Outline`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// 0 for roots.
    pub depth: u32,
    /// The name the family gives it; may be empty.
    pub name: String,
    /// The family's word for what it is.
    pub kind: String,
    /// Further words: what it is an instance of, its components, its links.
    pub notes: Vec<String>,
    /// Where it stands in the file.
    pub span: Option<Span>,
}

/// One thing to know about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Lower-case words.
    pub label: &'static str,
    /// What is so.
    pub value: FactValue,
}

/// The value of a [`Fact`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactValue {
    /// How many.
    Count(u64),
    /// A word or a name.
    Text(String),
    /// Names in order.
    List(Vec<String>),
}

impl Document {
    /// The tree of the file.
    #[must_use]
    pub fn outline(&self) -> Outline {
        let items = match self {
            Self::Godot(document) => godot::outline(document),
            Self::Nacatamalon(document) => nacatamalon::outline(document),
            Self::Espresso3d(document) => espresso3d::outline(document),
        };
        Outline { items }
    }

    /// What the file holds, the family and the size first.
    #[must_use]
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = Facts::default();
        facts.text("family", self.family().to_string());
        facts.count("bytes", self.source().len() as usize);
        facts.count("lines", self.source().lines().len() as usize);
        match self {
            Self::Godot(document) => godot::facts(document, &mut facts),
            Self::Nacatamalon(document) => nacatamalon::facts(document, &mut facts),
            Self::Espresso3d(document) => espresso3d::facts(document, &mut facts),
        }
        facts.count("findings", self.findings().len());
        facts.list
    }
}

/// Collects facts in order; empty lists and texts are left out.
#[derive(Default)]
struct Facts {
    list: Vec<Fact>,
}

impl Facts {
    fn count(&mut self, label: &'static str, count: usize) {
        self.list.push(Fact { label, value: FactValue::Count(count as u64) });
    }

    /// A count that is only worth a line when there is something.
    fn some(&mut self, label: &'static str, count: usize) {
        if count > 0 {
            self.count(label, count);
        }
    }

    fn text(&mut self, label: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.list.push(Fact { label, value: FactValue::Text(text) });
        }
    }

    fn names(&mut self, label: &'static str, names: impl IntoIterator<Item = String>) {
        let names: Vec<String> = names.into_iter().collect();
        if !names.is_empty() {
            self.list.push(Fact { label, value: FactValue::List(names) });
        }
    }
}

/// `3 Sprite2D`, the most frequent first, equal ones by name.
fn tally<S: Into<String>>(kinds: impl IntoIterator<Item = S>) -> Vec<String> {
    let mut counts: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for kind in kinds {
        *counts.entry(kind.into()).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().map(|(kind, count)| format!("{count} {kind}")).collect()
}
