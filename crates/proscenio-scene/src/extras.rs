//! What a family says and the model has no field for.

use std::collections::HashMap;

/// A value kept for later: the shape of JSON with integers told from floats.
#[derive(Clone, Debug, PartialEq)]
pub enum Extra {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A text.
    Text(String),
    /// Values in order.
    List(Vec<Extra>),
    /// Named values in order.
    Map(Extras),
}

impl From<bool> for Extra {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}
impl From<i32> for Extra {
    fn from(value: i32) -> Self {
        Self::Int(value.into())
    }
}
impl From<i64> for Extra {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}
impl From<f64> for Extra {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}
impl From<&str> for Extra {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}
impl From<String> for Extra {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}
impl From<Extras> for Extra {
    fn from(value: Extras) -> Self {
        Self::Map(value)
    }
}
impl From<Vec<Extra>> for Extra {
    fn from(value: Vec<Extra>) -> Self {
        Self::List(value)
    }
}

/// Named [`Extra`]s in the order they were set.
#[derive(Clone, Default)]
pub struct Extras {
    entries: Vec<(Box<str>, Extra)>,
    /// Positions by name, once there are too many to look through.
    #[expect(clippy::box_collection, reason = "most extras have none, and there are very many extras")]
    index: Option<Box<HashMap<Box<str>, usize>>>,
}

/// From so many entries on, names are looked up in a table.
const MANY: usize = 24;

impl PartialEq for Extras {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl std::fmt::Debug for Extras {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Extras").field("entries", &self.entries).finish()
    }
}

impl Extras {
    /// No entry.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: Vec::new(), index: None }
    }

    /// Sets a name; one that is there already keeps its place and takes the new value.
    pub fn set(&mut self, name: impl Into<Box<str>>, value: impl Into<Extra>) {
        let (name, value) = (name.into(), value.into());
        match self.position(&name) {
            Some(at) => self.entries[at].1 = value,
            None => {
                if let Some(index) = &mut self.index {
                    index.insert(name.clone(), self.entries.len());
                } else if self.entries.is_empty() {
                    // Most hold a few: room for two is made first, not for four.
                    self.entries.reserve_exact(2);
                }
                self.entries.push((name, value));
                if self.index.is_none() && self.entries.len() == MANY {
                    let names = self.entries.iter().enumerate().map(|(at, (name, _))| (name.clone(), at));
                    self.index = Some(Box::new(names.collect()));
                }
            }
        }
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Extra> {
        self.position(name).map(|at| &self.entries[at].1)
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.entries.iter().position(|(known, _)| **known == *name),
        }
    }

    /// Gives back the room that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.entries.shrink_to_fit();
    }

    /// All names with their values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Extra)> {
        self.entries.iter().map(|(name, value)| (&**name, value))
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{Extra, Extras};

    #[test]
    fn setting_twice_keeps_the_place() {
        let mut extras = Extras::new();
        extras.set("a", 1);
        extras.set("b", true);
        extras.set("a", "x");
        let names: Vec<_> = extras.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(extras.get("a"), Some(&Extra::Text("x".into())));
    }

    #[test]
    fn many_names_are_as_few() {
        let mut extras = Extras::new();
        for round in 0..2 {
            for at in 0..100_000 {
                extras.set(format!("n{at}"), at + round);
            }
        }
        assert_eq!((extras.len(), extras.get("n7"), extras.get("x")), (100_000, Some(&Extra::Int(8)), None));
        assert_eq!(extras.iter().nth(99_999), Some(("n99999", &Extra::Int(100_000))));
        assert_eq!(extras.clone(), extras);
    }
}
