//! Sections as what they mean: resources, nodes, connections, editable paths.
//!
//! Each view is its [`Section`] with names for the attributes; the section has the spans. An attribute of
//! the wrong type reads as if it were missing.

use std::borrow::Cow;

use proscenio_source::Span;

use crate::document::Document;
use crate::section::{Entry, Section};
use crate::tree::SectionKind;
use crate::value::{Id, Reference, Value};

/// `[ext_resource …]`: a resource in another file.
#[derive(Clone, Copy, Debug)]
pub struct ExtResource<'d>(pub Section<'d>);

/// `[sub_resource …]`: a resource inside this file.
#[derive(Clone, Copy, Debug)]
pub struct SubResource<'d>(pub Section<'d>);

/// `[node …]`.
#[derive(Clone, Copy, Debug)]
pub struct Node<'d>(pub Section<'d>);

/// `[connection …]`: a signal connected to a method.
#[derive(Clone, Copy, Debug)]
pub struct Connection<'d>(pub Section<'d>);

/// `[editable …]`: an instance whose children the scene changes.
#[derive(Clone, Copy, Debug)]
pub struct Editable<'d>(pub Section<'d>);

impl Document {
    fn of_kind(&self, kind: SectionKind) -> impl Iterator<Item = Section<'_>> + Clone {
        self.sections().filter(move |section| section.kind() == kind)
    }

    /// The resources in other files, in file order.
    pub fn ext_resources(&self) -> impl Iterator<Item = ExtResource<'_>> + Clone {
        self.of_kind(SectionKind::ExtResource).map(ExtResource)
    }

    /// The resources inside this file, in file order.
    pub fn sub_resources(&self) -> impl Iterator<Item = SubResource<'_>> + Clone {
        self.of_kind(SectionKind::SubResource).map(SubResource)
    }

    /// The resource that a resource file is about.
    #[must_use]
    pub fn resource(&self) -> Option<Section<'_>> {
        self.of_kind(SectionKind::Resource).next()
    }

    /// The nodes, in file order. [`Self::node_tree`] puts them into a tree.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> + Clone {
        self.of_kind(SectionKind::Node).map(Node)
    }

    /// The connections, in file order.
    pub fn connections(&self) -> impl Iterator<Item = Connection<'_>> + Clone {
        self.of_kind(SectionKind::Connection).map(Connection)
    }

    /// The instances whose children the scene changes, in file order.
    pub fn editable_paths(&self) -> impl Iterator<Item = Editable<'_>> + Clone {
        self.of_kind(SectionKind::Editable).map(Editable)
    }

    /// The `[ext_resource]` with an id. Searches the file; keep a map for many searches.
    #[must_use]
    pub fn ext_resource(&self, id: &Id) -> Option<ExtResource<'_>> {
        self.ext_resources().find(|resource| resource.id().as_ref() == Some(id))
    }

    /// The `[sub_resource]` with an id. Searches the file; keep a map for many searches.
    #[must_use]
    pub fn sub_resource(&self, id: &Id) -> Option<SubResource<'_>> {
        self.sub_resources().find(|resource| resource.id().as_ref() == Some(id))
    }
}

/// An id: text in Godot 4, a number before.
fn id(entry: Entry<'_>) -> Option<Id> {
    match entry.text() {
        Some(text) => Some(Id(text.into_owned())),
        None => entry.integer().map(|number| Id(number.to_string())),
    }
}

fn text<'d>(section: Section<'d>, name: &str) -> Option<Cow<'d, str>> {
    section.attribute(name)?.text()
}

fn strings(section: Section<'_>, name: &str) -> Vec<String> {
    section.attribute(name).and_then(|entry| entry.value().to_strings()).unwrap_or_default()
}

impl<'d> ExtResource<'d> {
    /// The id that `ExtResource(…)` names.
    #[must_use]
    pub fn id(self) -> Option<Id> {
        id(self.0.attribute("id")?)
    }

    /// The class of the resource, as it was known when the file was written.
    #[must_use]
    pub fn resource_type(self) -> Option<Cow<'d, str>> {
        text(self.0, "type")
    }

    /// The other file: `res://…`, or relative to this file.
    #[must_use]
    pub fn path(self) -> Option<Cow<'d, str>> {
        text(self.0, "path")
    }

    /// The unique id of the other file, `uid://…`, since Godot 4.
    #[must_use]
    pub fn uid(self) -> Option<Cow<'d, str>> {
        text(self.0, "uid")
    }
}

impl<'d> SubResource<'d> {
    /// The id that `SubResource(…)` names.
    #[must_use]
    pub fn id(self) -> Option<Id> {
        id(self.0.attribute("id")?)
    }

    /// Its class.
    #[must_use]
    pub fn resource_type(self) -> Option<Cow<'d, str>> {
        text(self.0, "type")
    }
}

impl<'d> Node<'d> {
    /// The node's name.
    #[must_use]
    pub fn name(self) -> Option<Cow<'d, str>> {
        text(self.0, "name")
    }

    /// Where the name stands, else the header.
    #[must_use]
    pub fn name_span(self) -> Span {
        self.0.attribute("name").map_or(self.0.header_span(), Entry::value_span)
    }

    /// Its class; missing where the node is an instance or overrides a node of one.
    #[must_use]
    pub fn node_type(self) -> Option<Cow<'d, str>> {
        text(self.0, "type")
    }

    /// The path of its parent from the scene's root: `.` for the root itself, missing on the root.
    #[must_use]
    pub fn parent(self) -> Option<Cow<'d, str>> {
        text(self.0, "parent")
    }

    /// The scene it is an instance of. On the root: the scene it inherits.
    #[must_use]
    pub fn instance(self) -> Option<Reference> {
        self.0.attribute("instance")?.value().as_reference().cloned()
    }

    /// The path of a scene that is only loaded when the game asks for it.
    #[must_use]
    pub fn instance_placeholder(self) -> Option<Cow<'d, str>> {
        text(self.0, "instance_placeholder")
    }

    /// The groups it is in.
    #[must_use]
    pub fn groups(self) -> Vec<String> {
        strings(self.0, "groups")
    }

    /// Its place among its siblings, counted from 0, where the file says so.
    #[must_use]
    pub fn index(self) -> Option<i64> {
        let entry = self.0.attribute("index")?;
        // Written as a number in quotes since Godot 3, bare before.
        entry.integer().or_else(|| entry.text()?.parse().ok())
    }

    /// The path of the node that owns it, where that is not the root.
    #[must_use]
    pub fn owner(self) -> Option<Cow<'d, str>> {
        text(self.0, "owner")
    }

    /// Names of the properties that hold nodes, written as paths.
    #[must_use]
    pub fn node_paths(self) -> Vec<String> {
        strings(self.0, "node_paths")
    }

    /// Its number within the scene, since Godot 4.6.
    #[must_use]
    pub fn unique_id(self) -> Option<i64> {
        self.0.attribute("unique_id")?.integer()
    }

    /// `unique_id`s on the way to its parent, since Godot 4.6, where names could have changed.
    #[must_use]
    pub fn parent_id_path(self) -> Option<Vec<i64>> {
        match self.0.attribute("parent_id_path")?.value() {
            Value::PackedInt32Array(ids) => Some(ids.into_iter().map(i64::from).collect()),
            Value::PackedInt64Array(ids) => Some(ids),
            _ => None,
        }
    }

    /// Whether scripts may call it `%Name`.
    #[must_use]
    pub fn has_unique_name(self) -> bool {
        self.property("unique_name_in_owner").and_then(|entry| entry.value().as_bool()).unwrap_or(false)
    }

    /// A property that the file sets.
    #[must_use]
    pub fn property(self, name: &str) -> Option<Entry<'d>> {
        self.0.property(name)
    }

    /// Whether its children may come from another file.
    #[must_use]
    pub fn is_instance(self) -> bool {
        self.0.attribute("instance").is_some() || self.0.attribute("instance_placeholder").is_some()
    }
}

/// Where a signal's connection has further bits: kept when saved.
const CONNECT_PERSIST: i64 = 2;

impl<'d> Connection<'d> {
    /// The signal.
    #[must_use]
    pub fn signal(self) -> Option<Cow<'d, str>> {
        text(self.0, "signal")
    }

    /// The path of the node that emits it, from the root.
    #[must_use]
    pub fn from(self) -> Option<Cow<'d, str>> {
        text(self.0, "from")
    }

    /// The path of the node that is called, from the root.
    #[must_use]
    pub fn to(self) -> Option<Cow<'d, str>> {
        text(self.0, "to")
    }

    /// The method that is called.
    #[must_use]
    pub fn method(self) -> Option<Cow<'d, str>> {
        text(self.0, "method")
    }

    /// Bits: 1 deferred, 2 persistent (the default), 4 one-shot, 8 counted.
    #[must_use]
    pub fn flags(self) -> i64 {
        self.0.attribute("flags").and_then(Entry::integer).unwrap_or(CONNECT_PERSIST)
    }

    /// Arguments added to those of the signal.
    #[must_use]
    pub fn binds(self) -> Vec<Value> {
        let value = self.0.attribute("binds").map(Entry::value);
        value.and_then(|value| value.as_array().map(<[Value]>::to_vec)).unwrap_or_default()
    }

    /// How many of the signal's last arguments are left out.
    #[must_use]
    pub fn unbinds(self) -> i64 {
        self.0.attribute("unbinds").and_then(Entry::integer).unwrap_or(0)
    }
}

impl<'d> Editable<'d> {
    /// The path of the instance, from the root.
    #[must_use]
    pub fn path(self) -> Option<Cow<'d, str>> {
        text(self.0, "path")
    }
}
