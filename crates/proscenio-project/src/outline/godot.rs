//! Outlines of Godot files.

use proscenio_godot::binary::Header;
use proscenio_godot::value::Reference;
use proscenio_godot::versions;
use proscenio_godot::{Document, Kind, Node, NodeIndex, NodeTree, Parent};

use super::{Facts, Item, tally};

pub(super) fn outline(document: &Document) -> Vec<Item> {
    match document.kind() {
        Kind::Scene => scene(document),
        Kind::Resource | Kind::Unknown => resources(document),
    }
}

fn scene(document: &Document) -> Vec<Item> {
    let tree = document.node_tree();
    let mut items = Vec::with_capacity(tree.nodes().len());
    // Nodes whose parent is missing are roots here, so that nothing is left out.
    let is_root = |parent: &Parent| matches!(parent, Parent::None | Parent::Missing);
    let roots = (0..tree.nodes().len()).filter(|index| is_root(&tree.nodes()[*index].parent));
    for root in roots {
        let mut waiting = vec![(NodeIndex(root as u32), 0)];
        while let Some((index, depth)) = waiting.pop() {
            let Some(node) = tree.get(index) else { continue };
            items.push(item(document, &tree, index, node.node, depth));
            waiting.extend(node.children.iter().rev().map(|child| (*child, depth + 1)));
        }
    }
    items
}

fn item(document: &Document, tree: &NodeTree<'_>, index: NodeIndex, node: Node<'_>, depth: u32) -> Item {
    let mut notes = Vec::new();
    if let Some(instance) = node.instance() {
        notes.push(format!("instance of {}", named(document, &instance)));
    }
    if let Some(placeholder) = node.instance_placeholder() {
        notes.push(format!("placeholder of {placeholder}"));
    }
    match tree.get(index).map(|node| &node.parent) {
        Some(Parent::Inside { path, .. }) => notes.push(format!("inside the instance at {path}")),
        Some(Parent::Missing) => {
            notes.push(format!("parent {} is missing", node.parent().unwrap_or_default()));
        }
        _ => {}
    }
    if node.has_unique_name() {
        notes.push("unique name".to_owned());
    }
    let groups = node.groups();
    if !groups.is_empty() {
        notes.push(format!("groups {}", groups.join(" ")));
    }
    Item {
        depth,
        name: node.name().unwrap_or_default().into_owned(),
        kind: node.node_type().unwrap_or_default().into_owned(),
        notes,
        span: Some(node.0.span()),
    }
}

fn resources(document: &Document) -> Vec<Item> {
    let root = Item {
        name: document.resource_type().unwrap_or_default().into_owned(),
        kind: "gd_resource".to_owned(),
        span: document.header().map(|header| header.span()),
        ..Item::default()
    };
    let externals = document.ext_resources().map(|resource| Item {
        depth: 1,
        name: resource.path().unwrap_or_default().into_owned(),
        kind: resource.resource_type().unwrap_or_default().into_owned(),
        notes: vec!["external".to_owned()],
        span: Some(resource.0.span()),
    });
    let internals = document.sub_resources().map(|resource| Item {
        depth: 1,
        name: resource.id().map(|id| id.0).unwrap_or_default(),
        kind: resource.resource_type().unwrap_or_default().into_owned(),
        notes: Vec::new(),
        span: Some(resource.0.span()),
    });
    std::iter::once(root).chain(externals).chain(internals).collect()
}

/// What a reference names: the path of an external resource, else its id.
fn named(document: &Document, reference: &Reference) -> String {
    match reference {
        Reference::Ext(id) => {
            let path = document.ext_resource(id).and_then(|resource| resource.path());
            path.map_or_else(|| id.0.clone(), |path| path.into_owned())
        }
        Reference::Sub(id) => id.0.clone(),
        Reference::Path { path, .. } => path.clone(),
    }
}

pub(super) fn facts(document: &Document, facts: &mut Facts) {
    facts.text(
        "kind",
        match (document.kind(), document.is_exported()) {
            (Kind::Scene, true) => "exported scene",
            (Kind::Scene, false) => "scene",
            (Kind::Resource, _) => "resource",
            (Kind::Unknown, _) => "unknown",
        },
    );
    if let Some(format) = document.format() {
        facts.text("format", format.to_string());
    }
    if let Some(binary) = document.binary() {
        facts.text("binary", described(binary.header()));
    }
    if document.kind() != Kind::Unknown {
        let oldest = versions::oldest(document);
        facts.text("oldest engine", format!("{} ({})", oldest.engine, oldest.because));
    }
    facts.text("uid", document.uid().unwrap_or_default());
    facts.text("resource type", document.resource_type().unwrap_or_default());
    facts.some("nodes", document.nodes().count());
    facts.names("node types", tally(document.nodes().filter_map(|node| node.node_type())));
    facts.some("instances", document.nodes().filter(|node| node.is_instance()).count());
    facts.some("connections", document.connections().count());
    facts.some("editable paths", document.editable_paths().count());
    facts.some("internal resources", document.sub_resources().count());
    facts.names("resource types", tally(document.sub_resources().filter_map(|one| one.resource_type())));
    facts.names("files named", document.ext_resources().filter_map(|one| one.path()).map(Into::into));
}

/// The header of a binary file in a line.
fn described(header: &Header) -> String {
    let mut words =
        vec![format!("format {} of Godot {}.{}", header.format, header.engine.0, header.engine.1)];
    words.extend(header.compression.map(|method| method.name().to_owned()));
    words.extend(header.big_endian.then(|| "big-endian".to_owned()));
    words.extend(header.real64.then(|| "64-bit reals".to_owned()));
    words.join(", ")
}
