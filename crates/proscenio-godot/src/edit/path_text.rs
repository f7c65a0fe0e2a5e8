//! The text of a node path, taken apart.

/// A node path: names, and behind the first colon the names of properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PathText<'t> {
    /// Whether it starts at the root of the running game; such paths are not about this file.
    pub absolute: bool,
    /// The names between the slashes.
    pub segments: Vec<&'t str>,
    /// From the first colon on; empty when there is none.
    pub subnames: &'t str,
}

impl<'t> PathText<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let names = text.find(':').map_or(text, |at| &text[..at]);
        let absolute = names.starts_with('/');
        let segments = if names.is_empty() { Vec::new() } else { names.split('/').collect() };
        Self { absolute, segments, subnames: &text[names.len()..] }
    }

    /// The text with other names in front of the same property.
    pub(super) fn with_names(&self, names: &str) -> String {
        format!("{names}{}", self.subnames)
    }
}

/// The way from one node to another, both given by their names from the root: `../Arm/Hand`, `.`.
pub(super) fn relative(from: &[&str], to: &[&str]) -> String {
    let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len() - common);
    let names: Vec<&str> = up.chain(to[common..].iter().copied()).collect();
    if names.is_empty() { ".".to_owned() } else { names.join("/") }
}

#[cfg(test)]
mod tests {
    use super::{PathText, relative};

    #[test]
    fn paths_fall_into_names_and_properties() {
        let path = PathText::new("../Arm/Hand:position:x");
        assert_eq!(path.segments, ["..", "Arm", "Hand"]);
        assert_eq!(path.subnames, ":position:x");
        assert_eq!(path.with_names("Leg"), "Leg:position:x");
        assert_eq!(PathText::new(":modulate").segments.len(), 0);
        assert_eq!(PathText::new(".:modulate").segments, ["."]);
        assert!(PathText::new("/root/Main").absolute);
    }

    #[test]
    fn the_way_between_two_nodes() {
        assert_eq!(relative(&["A", "B"], &["A", "C", "D"]), "../C/D");
        assert_eq!(relative(&["A", "B"], &["A"]), "..");
        assert_eq!(relative(&[], &["A"]), "A");
        assert_eq!(relative(&["A"], &["A"]), ".");
        assert_eq!(relative(&["A", "B"], &[]), "../..");
    }
}
