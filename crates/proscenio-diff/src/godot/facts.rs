//! What identifies the sections of one file.

use std::borrow::Cow;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

use proscenio_godot::{Document, Section, SectionKind, value::Reference};
use rustc_hash::FxHashMap;

pub(super) use crate::hash::of as hash_of;

/// A hash of a node's path from the root, `.` for the root.
pub(super) fn path_hash(path: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(path.as_bytes());
    hasher.finish()
}

/// [`path_hash`] of the node of a section.
pub(super) fn node_hash(section: Section<'_>) -> u64 {
    let (parent, name) = (text(section, "parent"), text(section, "name"));
    let mut hasher = DefaultHasher::new();
    match parent.as_deref() {
        None => hasher.write(b"."),
        Some(".") => hasher.write(name.as_deref().unwrap_or_default().as_bytes()),
        Some(parent) => {
            hasher.write(parent.as_bytes());
            hasher.write(b"/");
            hasher.write(name.as_deref().unwrap_or_default().as_bytes());
        }
    }
    hasher.finish()
}

/// The path of the node of a section, for people.
pub(super) fn node_path(section: Section<'_>) -> String {
    let name = text(section, "name").unwrap_or_default();
    match text(section, "parent").as_deref() {
        None => name.into_owned(),
        Some(".") => name.into_owned(),
        Some(parent) => format!("{parent}/{name}"),
    }
}

/// An attribute as text: a string, or a number as it is written.
pub(super) fn text<'d>(section: Section<'d>, name: &str) -> Option<Cow<'d, str>> {
    let entry = section.attribute(name)?;
    entry.text().or_else(|| std::str::from_utf8(entry.raw()).ok().map(Cow::Borrowed))
}

/// One file, and who uses its sub-resources once somebody asks.
pub(super) struct Facts<'d> {
    pub document: &'d Document,
    users: Option<FxHashMap<u32, u64>>,
    chains: Option<FxHashMap<u32, u64>>,
    below: Option<FxHashMap<u32, Shape>>,
}

/// What a node may be known by when its path is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// Class, properties, and everything below it.
    Below,
    /// Class and properties; it has some.
    Own,
    /// Class, and names and classes of its children; it has two at least.
    Children,
}

/// Hashes of what hangs below a node.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    below: u64,
    children: u64,
    count: u32,
}

impl<'d> Facts<'d> {
    pub fn new(document: &'d Document) -> Self {
        Self { document, users: None, chains: None, below: None }
    }

    pub fn section(&self, index: u32) -> Option<Section<'d>> {
        self.document.section(index as usize)
    }

    /// A hash of what a section's properties say, as they are written.
    pub fn content(&self, index: u32) -> u64 {
        let Some(section) = self.section(index) else { return 0 };
        let mut hasher = DefaultHasher::new();
        for entry in section.properties() {
            hasher.write(entry.key().as_bytes());
            hasher.write_u8(0xFF);
            hasher.write(entry.raw());
            hasher.write_u8(0xFF);
        }
        hasher.finish()
    }

    /// A hash of what a node is without its name and its place; nothing for one that says too little.
    pub fn looks(&mut self, index: u32, looks: Looks) -> Option<u64> {
        let section = self.section(index)?;
        let class = text(section, "type").or_else(|| text(section, "instance"))?;
        let own = self.content(index);
        let below = self.below.get_or_insert_with(|| shapes(self.document));
        let shape = below.get(&index).copied().unwrap_or_default();
        let has_properties = section.properties().len() > 0;
        let (tells, hash) = match looks {
            Looks::Below => (has_properties || shape.count > 0, own ^ shape.below.rotate_left(1)),
            Looks::Own => (has_properties, own),
            Looks::Children => (shape.count > 1, shape.children),
        };
        tells.then(|| hash_of(&[class.as_bytes(), &hash.to_le_bytes()]))
    }

    /// A hash of the first node property that uses a sub-resource, by path and name.
    pub fn user(&mut self, index: u32) -> Option<u64> {
        let users = self.users.get_or_insert_with(|| users(self.document));
        users.get(&index).copied()
    }

    /// [`Self::user`], of what only other sub-resources use too.
    pub fn chain(&mut self, index: u32) -> Option<u64> {
        let chains = self.chains.get_or_insert_with(|| chains(self.document));
        chains.get(&index).copied()
    }
}

/// [`users`], and for a sub-resource that only others use the way to it from a property of a node.
fn chains(document: &Document) -> FxHashMap<u32, u64> {
    let ids = sub_ids(document);
    let mut chains = users(document);
    // What is used stands in front of what uses it.
    let resources: Vec<_> = document.sub_resources().collect();
    for resource in resources.into_iter().rev() {
        let Some(user) = chains.get(&(resource.0.index() as u32)).copied() else { continue };
        for entry in resource.0.properties() {
            for (at, (_, reference)) in document.references_in(entry).into_iter().enumerate() {
                let Reference::Sub(id) = reference else { continue };
                let Some(used) = ids.get(&*id.0) else { continue };
                let way = hash_of(&[&user.to_le_bytes(), entry.key().as_bytes(), &at.to_le_bytes()]);
                chains.entry(*used).or_insert(way);
            }
        }
    }
    chains
}

/// The sections of sub-resources by their ids.
fn sub_ids(document: &Document) -> FxHashMap<Cow<'_, str>, u32> {
    let mut ids: FxHashMap<Cow<'_, str>, u32> = FxHashMap::default();
    for resource in document.sub_resources() {
        if let Some(id) = text(resource.0, "id") {
            ids.entry(id).or_insert(resource.0.index() as u32);
        }
    }
    ids
}

/// For each sub-resource the first property of a node, or of the resource the file is about, that uses it.
fn users(document: &Document) -> FxHashMap<u32, u64> {
    let ids = sub_ids(document);
    let mut users = FxHashMap::default();
    let holders = document
        .sections()
        .filter(|section| matches!(section.kind(), SectionKind::Node | SectionKind::Resource));
    for section in holders {
        for entry in section.properties() {
            for (at, (_, reference)) in document.references_in(entry).into_iter().enumerate() {
                let Reference::Sub(id) = reference else { continue };
                let Some(resource) = ids.get(&*id.0) else { continue };
                let place = node_hash(section).to_le_bytes();
                let user = hash_of(&[&place, entry.key().as_bytes(), &at.to_le_bytes()]);
                users.entry(*resource).or_insert(user);
            }
        }
    }
    users
}

/// For the section of each node that of its parent, both by path.
pub(super) fn parents(document: &Document) -> FxHashMap<u32, u32> {
    let mut by_path: FxHashMap<u64, u32> = FxHashMap::default();
    let mut parents = FxHashMap::default();
    for node in document.nodes() {
        let index = node.0.index() as u32;
        if let Some(path) = text(node.0, "parent")
            && let Some(parent) = by_path.get(&path_hash(&path))
        {
            parents.insert(index, *parent);
        }
        by_path.entry(node_hash(node.0)).or_insert(index);
    }
    parents
}

/// What hangs below each node, by section.
fn shapes(document: &Document) -> FxHashMap<u32, Shape> {
    let facts = Facts::new(document);
    let parents = parents(document);
    let mut shapes: FxHashMap<u32, Shape> = FxHashMap::default();
    let nodes: Vec<Section<'_>> = document.nodes().map(|node| node.0).collect();
    for section in nodes.into_iter().rev() {
        let index = section.index() as u32;
        let Some(parent) = parents.get(&index) else { continue };
        let name = text(section, "name").unwrap_or_default();
        let class = text(section, "type").unwrap_or_default();
        let own = shapes.get(&index).copied().unwrap_or_default();
        let content = facts.content(index).to_le_bytes();
        let whole = hash_of(&[name.as_bytes(), class.as_bytes(), &content, &own.below.to_le_bytes()]);
        let above = shapes.entry(*parent).or_default();
        above.below = above.below.rotate_left(5) ^ whole;
        above.children = above.children.rotate_left(5) ^ hash_of(&[name.as_bytes(), class.as_bytes()]);
        above.count += 1;
    }
    shapes
}
