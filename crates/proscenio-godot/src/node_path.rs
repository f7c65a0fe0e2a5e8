//! Node paths: `../Arm/Hand:position:x`, `%Lamp`, `/root/Main`.
//!
//! ```
//! use proscenio_godot::node_path::NodePath;
//!
//! let path = NodePath::parse("../Mesh:surface_material_override/0:albedo_color");
//! assert_eq!(path.names, ["..", "Mesh"]);
//! assert_eq!(path.subnames, ["surface_material_override/0", "albedo_color"]);
//! assert_eq!(path.to_string(), "../Mesh:surface_material_override/0:albedo_color");
//! ```

use std::fmt;

/// A node path taken apart: names of nodes, and behind the first colon names of properties.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodePath {
    /// Whether it starts with `/`, at the root of the running game: `/root/Main/Player`.
    pub absolute: bool,
    /// The names between the slashes: `..`, `.`, names of nodes, and `%Name` for unique names. Empty
    /// for `:property`, which is about the node itself, and for the empty path, which leads nowhere.
    pub names: Vec<String>,
    /// The names behind the colons: a property, then its members or the properties of the resource that
    /// it holds.
    pub subnames: Vec<String>,
}

impl NodePath {
    /// Takes the text of a path apart. Empty names between slashes or colons are passed over, as the
    /// engine does; no text is an error.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let (nodes, properties) = text.split_once(':').unwrap_or((text, ""));
        let parts = |text: &str, between: char| {
            text.split(between).filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        Self { absolute: nodes.starts_with('/'), names: parts(nodes, '/'), subnames: parts(properties, ':') }
    }

    /// Whether it leads nowhere.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.absolute && self.names.is_empty() && self.subnames.is_empty()
    }

    /// The property and its members as one text, `surface_material_override/0:albedo_color`; empty for
    /// a path to a node.
    #[must_use]
    pub fn property(&self) -> String {
        self.subnames.join(":")
    }

    /// The way from one node to another of the same tree, both given by their names from its root.
    ///
    /// ```
    /// use proscenio_godot::node_path::NodePath;
    ///
    /// assert_eq!(NodePath::between(&["A", "B"], &["A", "C"]).to_string(), "../C");
    /// assert_eq!(NodePath::between(&["A"], &["A"]).to_string(), ".");
    /// ```
    #[must_use]
    pub fn between(from: &[&str], to: &[&str]) -> Self {
        let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        let up = std::iter::repeat_n("..", from.len() - common);
        let mut names: Vec<String> = up.chain(to[common..].iter().copied()).map(str::to_owned).collect();
        if names.is_empty() {
            names.push(".".to_owned());
        }
        Self { absolute: false, names, subnames: Vec::new() }
    }
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.absolute {
            f.write_str("/")?;
        }
        f.write_str(&self.names.join("/"))?;
        self.subnames.iter().try_for_each(|name| write!(f, ":{name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::NodePath;

    #[test]
    fn every_kind_of_path_is_written_as_it_was_read() {
        for text in ["", ".", "..", "../A", "A/B:c", ":modulate", "%Lamp:visible", "/root/Main/A:b:c", "/"] {
            assert_eq!(NodePath::parse(text).to_string(), text);
        }
        assert_eq!(NodePath::parse("A//B/").to_string(), "A/B");
        assert!(NodePath::parse("").is_empty());
        assert!(!NodePath::parse(":a").is_empty());
        assert!(NodePath::parse("/root").absolute);
        assert_eq!(NodePath::parse("A:b:c").property(), "b:c");
    }

    #[test]
    fn the_way_between_two_nodes() {
        let way = |from: &[&str], to: &[&str]| NodePath::between(from, to).to_string();
        assert_eq!(way(&["A", "B"], &[]), "../..");
        assert_eq!(way(&[], &["A"]), "A");
        assert_eq!(way(&["A", "B"], &["A", "C", "D"]), "../C/D");
    }
}
