//! Paths of nodes as edits take them.

use proscenio_godot::Node;

/// The path of a node from the root, `.` for the root.
pub fn path_of(node: Node<'_>) -> String {
    let name = node.name().unwrap_or_default();
    match node.parent().as_deref() {
        None => ".".to_owned(),
        Some(".") => name.into_owned(),
        Some(parent) => format!("{parent}/{name}"),
    }
}
