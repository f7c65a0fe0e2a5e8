//! What a family says and the model has no field for.

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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    entries: Vec<(String, Extra)>,
}

impl Extras {
    /// No entry.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Sets a name; one that is there already keeps its place and takes the new value.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Extra>) {
        let (name, value) = (name.into(), value.into());
        match self.entries.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.entries.push((name, value)),
        }
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Extra> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// All names with their values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Extra)> {
        self.entries.iter().map(|(name, value)| (name.as_str(), value))
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
}
