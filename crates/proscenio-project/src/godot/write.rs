//! Setting a property through a path: which file changes, and how.

use std::fmt::Write as _;

use proscenio_godot::edit::{self, EditRefusal, Edits, Options, Target};
use proscenio_godot::node_path::NodePath;
use proscenio_godot::spell::Spelling;
use proscenio_godot::value::{Reference, Value, decode};
use proscenio_godot::{Document, Section, SectionKind};
use proscenio_source::{Edit, Source, Span, apply};

use super::file::Made;
use super::paths::{Holder, Lost};
use super::project::{FileId, GodotProject};
use super::tree::{NodeId, SceneTree};

/// How a property is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The scene has a section for the node, and the property is in it.
    OwnSection,
    /// The node comes from an instance; the scene gets a section that changes it.
    NewOverride,
    /// A resource changes, for all that use it.
    Resource,
}

/// A change of one file.
#[derive(Clone, Debug)]
pub struct Change {
    /// The file that changes.
    pub file: FileId,
    /// How.
    pub how: How,
    /// What to do to the file.
    pub edits: Edits,
}

/// Why a property was not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSet {
    /// The path leads nowhere.
    Lost(Lost),
    /// The change of the file was refused.
    Refused(EditRefusal),
    /// The property is in a file that is no text, named by its path.
    NoText(String),
}

impl std::fmt::Display for NotSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lost(lost) => lost.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::NoText(path) => write!(f, "`{path}` is no text file"),
        }
    }
}

impl std::error::Error for NotSet {}

impl From<EditRefusal> for NotSet {
    fn from(refusal: EditRefusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Lost> for NotSet {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

impl GodotProject<'_> {
    /// The edit that gives a property another value, the path counted from `from`. A node of an instance
    /// is changed in the scene itself, never in the file that it comes from; a resource is changed where it
    /// stands.
    ///
    /// # Errors
    /// A path that leads nowhere, a value that cannot stand there, a file that is no text.
    pub fn set(
        &self,
        tree: &SceneTree,
        from: NodeId,
        path: &NodePath,
        value: &str,
        options: &Options,
    ) -> Result<Change, NotSet> {
        let node = tree.find(from, path)?;
        // A variable of a script may not be set yet, so that only longer ways must lead somewhere.
        let holder = match self.reach(tree, from, path) {
            Ok(reached) => Some((reached.holder, reached.property, reached.members)),
            Err(Lost::Property(_)) if path.subnames.len() == 1 => None,
            Err(lost) => return Err(lost.into()),
        };
        if let Some((Holder::Resource { file, section }, property, members)) = holder {
            if file.made() != Made::Text {
                return Err(NotSet::NoText(file.document().source().path().to_string()));
            }
            let section = file.document().section(section);
            let id = section.and_then(|section| section.attribute("id"));
            let owner = id.map_or_else(
                || ".".to_owned(),
                |id| format!("@{}", id.text().unwrap_or_else(|| String::from_utf8_lossy(id.raw()))),
            );
            let names = std::iter::once(property).chain(members).collect();
            let edits = edit::set(file.document(), &Target { owner, names }, value, options)?;
            return Ok(Change { file: file.id(), how: How::Resource, edits });
        }
        let Some(scene) = tree.files().first() else { return Err(Lost::Property(path.property()).into()) };
        if scene.made() != Made::Text && scene.document().binary().is_none() {
            return Err(NotSet::NoText(scene.document().source().path().to_string()));
        }
        let own = tree.layers(node).find(|(file, _)| file.id() == scene.id()).map(|(_, section)| section);
        let set = Setting { tree, node, names: &path.subnames, value, options };
        match own {
            Some(section) => {
                let edits = set.in_section(scene.document(), section.0)?;
                Ok(Change { file: scene.id(), how: How::OwnSection, edits })
            }
            None => {
                let edits = set.in_override(scene.document())?;
                Ok(Change { file: scene.id(), how: How::NewOverride, edits })
            }
        }
    }
}

/// One property on its way into the scene.
struct Setting<'s> {
    tree: &'s SceneTree,
    node: NodeId,
    names: &'s [String],
    value: &'s str,
    options: &'s Options,
}

impl Setting<'_> {
    /// Sets the property in the section that the scene has for the node.
    fn in_section(&self, document: &Document, section: Section<'_>) -> Result<Edits, NotSet> {
        let (names, value) = match self.names {
            [property] => (self.names, Some(self.fitted(property, self.value))),
            // A member of a value that another file gives: the whole value, with the member changed.
            [property, members @ ..] if section.property(property).is_none() => {
                (&self.names[..1], self.with_member(property, members)?)
            }
            _ => (self.names, None),
        };
        let target = Target { owner: self.tree.path(self.node), names: names.to_vec() };
        Ok(edit::set(document, &target, value.as_deref().unwrap_or(self.value), self.options)?)
    }

    /// A value in the type that the class of the node gives the property; its text stays where that is no
    /// value, which the edit then refuses.
    fn fitted(&self, property: &str, text: &str) -> String {
        let decoded = decode(text.as_bytes());
        let class = self.tree.class(self.node).filter(|_| decoded.problems.is_empty());
        let fits = class.map(|class| class.fit(property, decoded.value.clone()));
        match fits {
            Some(value) if value != decoded.value => value.spelled(self.spelling()),
            _ => text.to_owned(),
        }
    }

    fn spelling(&self) -> Spelling {
        let scene = self.tree.files().first();
        scene.and_then(|file| Spelling::of(file.document())).unwrap_or(Spelling::GODOT_4)
    }

    /// The value that the node has, with one member of it changed.
    fn with_member(&self, property: &str, members: &[String]) -> Result<Option<String>, NotSet> {
        let Some(effective) = self.tree.effective(self.node, property) else { return Ok(None) };
        if holds_ids(&effective.value) {
            // Ids of another file mean nothing in this one.
            return Err(Lost::Member(members.join(":")).into());
        }
        let value = effective.value.spelled(self.spelling());
        let format = self.spelling().format();
        let text =
            format!("[gd_resource type=\"Resource\" format={format}]\n\n[resource]\nvalue = {value}\n");
        let probe = Document::parse(Source::new("value", text.into_bytes()));
        let names = std::iter::once("value".to_owned()).chain(members.iter().cloned()).collect();
        let edits = edit::set(&probe, &Target { owner: ".".to_owned(), names }, self.value, self.options)?;
        let after = edits.apply(&probe);
        let entry = after.resource().and_then(|resource| resource.property("value"));
        Ok(entry.map(|entry| String::from_utf8_lossy(entry.raw()).into_owned()))
    }

    /// Gives the scene a section that changes the node, and the marks that the children of the instances on
    /// the way are changed, as the engine's editor does.
    fn in_override(&self, document: &Document) -> Result<Edits, NotSet> {
        let tree = self.tree;
        let section = insert_node(document, self.before(), &self.header());
        let marks: Vec<String> = self.marks().collect();
        // The empty section first, so that setting finds it and sees to everything else.
        let bytes = apply(document.source().bytes(), std::slice::from_ref(&section))
            .unwrap_or_else(|_| document.source().bytes().to_vec());
        let between = Document::parse(Source::new(document.source().path().clone(), bytes));
        let path = tree.path(self.node);
        let found = between.nodes().find(|node| {
            node.0.header_span().start() >= section.span.start() && node.name() == Some(tree.name(self.node))
        });
        let Some(found) = found else { return Err(Lost::Property(path).into()) };
        let edits = self.in_section(&between, found.0)?;
        let mut all = composed(section, edits.edits);
        if !marks.is_empty() {
            all.push(insert_marks(document, &marks));
        }
        Ok(Edits { edits: joined(all), findings: edits.findings, made: Some(path) })
    }

    /// The header of the section.
    fn header(&self) -> String {
        let tree = self.tree;
        let spelling = self.spelling();
        let quoted = |text: &str| Value::String(text.to_owned()).spelled(spelling);
        let mut text = format!("[node name={}", quoted(&tree.name(self.node)));
        if let Some(parent) = tree.parent(self.node) {
            let _ = write!(text, " parent={}", quoted(&tree.path(parent)));
            if let Some(ids) = self.ids_of(parent) {
                let _ = write!(text, " parent_id_path={}", Value::PackedInt32Array(ids).spelled(spelling));
            }
            let place = tree.children(parent).position(|child| child == self.node);
            let _ = write!(text, " index=\"{}\"", place.unwrap_or(0));
        }
        if let Some(id) = self.id_of(self.node).filter(|_| self.has_ids()) {
            let _ = write!(text, " unique_id={id}");
        }
        text + "]"
    }

    /// Whether the scene is of an engine that numbers nodes.
    fn has_ids(&self) -> bool {
        let scene = self.tree.files().first();
        scene.is_some_and(|file| file.document().nodes().any(|node| node.unique_id().is_some()))
    }

    fn id_of(&self, node: NodeId) -> Option<i64> {
        self.tree.layers(node).find_map(|(_, section)| section.unique_id())
    }

    /// The numbers that lead to a node which the scene has no section for: those of the instances that it
    /// is inside of, from outside, then its own.
    fn ids_of(&self, node: NodeId) -> Option<Vec<i32>> {
        let tree = self.tree;
        let scene = tree.files().first()?;
        let is_own = tree.layers(node).any(|(file, _)| file.id() == scene.id());
        if is_own || !self.has_ids() {
            return None;
        }
        let owners = std::iter::successors(tree.owner(node), |owner| tree.owner(*owner));
        let mut way: Vec<NodeId> = owners.filter(|owner| Some(*owner) != tree.root()).collect();
        way.reverse();
        way.push(node);
        way.into_iter().map(|node| i32::try_from(self.id_of(node)?).ok()).collect()
    }

    /// The section of the scene that the new one stands behind, as the engine writes nodes: depth first.
    fn before(&self) -> Option<usize> {
        let scene = self.tree.files().first()?;
        let of_scene = |node: NodeId| {
            let own = self.tree.layers(node).find(|(file, _)| file.id() == scene.id());
            own.map(|(_, section)| section.0.index())
        };
        self.tree.walk().take_while(|node| *node != self.node).filter_map(of_scene).last()
    }

    /// `[editable]` for the instances on the way that have none yet, from outside.
    fn marks(&self) -> impl Iterator<Item = String> {
        let tree = self.tree;
        let root = tree.root();
        let owners = std::iter::successors(tree.owner(self.node), |owner| tree.owner(*owner));
        let mut instances: Vec<NodeId> = owners
            .take_while(|owner| Some(*owner) != root)
            .filter(|owner| !tree.editable().contains(owner))
            .collect();
        instances.reverse();
        let spelling = self.spelling();
        let mark = move |instance| {
            let path = Value::String(tree.path(instance)).spelled(spelling);
            format!("[editable path={path}]")
        };
        instances.into_iter().map(mark)
    }
}

/// Whether a value names resources by ids, which other files do not know.
fn holds_ids(value: &Value) -> bool {
    match value {
        Value::Reference(reference) => !matches!(**reference, Reference::Path { .. }),
        Value::Object(_) => true,
        other => {
            other.as_array().unwrap_or_default().iter().any(holds_ids)
                || other
                    .as_dictionary()
                    .unwrap_or_default()
                    .iter()
                    .any(|(key, value)| holds_ids(key) || holds_ids(value))
        }
    }
}

/// An empty section behind another, or behind the last node.
fn insert_node(document: &Document, behind: Option<usize>, header: &str) -> Edit {
    let behind = behind.and_then(|index| document.section(index));
    let last = behind.or_else(|| document.nodes().last().map(|node| node.0));
    let at = last.map_or(document.source().len(), |section| line_end(document, section.span().end()));
    let newline = newline(document);
    Edit::insert(at, format!("{newline}{newline}{header}"))
}

/// Edits of a file that an insertion has made already, as edits of the file in front of it.
fn composed(first: Edit, second: Vec<Edit>) -> Vec<Edit> {
    let (start, len) = (first.span.start(), first.text.len() as u32);
    let mut inside: Vec<Edit> = Vec::new();
    let mut all = Vec::new();
    for edit in second {
        let span = edit.span;
        if span.start() >= start + len && span.start() > start {
            let text = edit.text;
            let span = Span::new(span.start() - len, span.end() - len);
            // What is put right behind the new section belongs to it.
            if span.is_empty() && span.start() == start {
                inside.push(Edit { span: Span::empty(len), text });
            } else {
                all.push(Edit { span, text });
            }
        } else if span.end() <= start {
            all.push(edit);
        } else {
            inside.push(Edit { span: Span::new(span.start() - start, span.end() - start), text: edit.text });
        }
    }
    let text = apply(&first.text, &inside).unwrap_or(first.text);
    all.push(Edit { span: first.span, text });
    all
}

/// Marks stand one below the other at the end of the file.
fn insert_marks(document: &Document, marks: &[String]) -> Edit {
    let last = document.sections().filter(|section| section.kind() != SectionKind::Unknown).last();
    let newline = newline(document);
    let beside = last.is_some_and(|section| section.kind() == SectionKind::Editable);
    let at = last.map_or(document.source().len(), |section| line_end(document, section.span().end()));
    let gap = if beside { newline.to_owned() } else { newline.repeat(2) };
    Edit::insert(at, gap + &marks.join(newline))
}

fn newline(document: &Document) -> &'static str {
    let bytes = document.source().bytes();
    let first = bytes.iter().position(|byte| *byte == b'\n');
    if first.is_some_and(|at| at > 0 && bytes[at - 1] == b'\r') { "\r\n" } else { "\n" }
}

/// The end of the line that a place is in, in front of its line end.
fn line_end(document: &Document, at: u32) -> u32 {
    let rest = &document.source().bytes()[at as usize..];
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let end = if rest[..end].ends_with(b"\r") { end - 1 } else { end };
    at + end as u32
}

/// Insertions at one place become one, in order.
fn joined(edits: Vec<Edit>) -> Vec<Edit> {
    let mut all: Vec<Edit> = Vec::new();
    for edit in edits {
        match all.iter_mut().find(|other| other.span == edit.span) {
            Some(other) => other.text.extend_from_slice(&edit.text),
            None => all.push(edit),
        }
    }
    all
}
