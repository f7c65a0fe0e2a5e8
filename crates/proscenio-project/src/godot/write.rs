//! Setting a property through a path: which file changes, and how.

use std::fmt::Write as _;

use proscenio_godot::edit::{self, EditRefusal, Edits, Options, Target};
use proscenio_godot::node_path::NodePath;
use proscenio_godot::spell;
use proscenio_godot::value::Value;
use proscenio_godot::{Document, SectionKind};
use proscenio_source::Edit;

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
        if scene.made() != Made::Text {
            return Err(NotSet::NoText(scene.document().source().path().to_string()));
        }
        let is_own = tree.layers(node).next().is_some_and(|(file, _)| file.id() == scene.id());
        if is_own {
            let target = Target { owner: tree.path(node), names: path.subnames.clone() };
            let edits = edit::set(scene.document(), &target, value, options)?;
            return Ok(Change { file: scene.id(), how: How::OwnSection, edits });
        }
        let edits = self.override_of(tree, node, path, value)?;
        Ok(Change { file: scene.id(), how: How::NewOverride, edits })
    }

    /// A new section for a node of an instance, and the mark that the instance's children are changed.
    fn override_of(
        &self,
        tree: &SceneTree,
        node: NodeId,
        path: &NodePath,
        value: &str,
    ) -> Result<Edits, NotSet> {
        let document = tree.files()[0].document();
        let [property] = path.subnames.as_slice() else {
            // A member alone cannot be changed where the whole value stands in another file.
            let message = path.property();
            return Err(Lost::Member(message).into());
        };
        let value = proscenio_godot::value::decode(value.as_bytes());
        if !value.problems.is_empty() || matches!(value.value, Value::Word(_)) {
            return Err(Lost::Member(format!("value `{property}`: not a value")).into());
        }
        let spelling = spell::Spelling::of(document).unwrap_or(spell::Spelling::GODOT_4);
        let value = tree.class(node).map_or_else(
            || value.value.clone(),
            |class| super::effective::in_class(class, property, value.value.clone()),
        );
        let quoted = |text: &str| Value::String(text.to_owned()).spelled(spelling);
        let parent = tree.parent(node).map_or_else(|| ".".to_owned(), |parent| tree.path(parent));
        let place =
            tree.parent(node).and_then(|parent| tree.children(parent).position(|child| child == node));
        let mut text = format!("[node name={} parent={}", quoted(&tree.name(node)), quoted(&parent));
        let _ = write!(text, " index=\"{}\"]\n{} = ", place.unwrap_or(0), spell::key(property, spelling));
        value.spell(spelling, &mut text);
        text.push('\n');
        let mut edits = vec![insert_section(document, SectionKind::Node, &text)];
        let mut owner = tree.owner(node);
        // Every instance on the way must be marked, as the editor does.
        while let Some(instance) = owner.filter(|owner| Some(*owner) != tree.root()) {
            if !tree.editable().contains(&instance) {
                let mark = format!("[editable path={}]\n", quoted(&tree.path(instance)));
                edits.push(insert_section(document, SectionKind::Editable, &mark));
            }
            owner = tree.owner(instance);
        }
        Ok(Edits { edits: joined(edits), findings: Vec::new(), made: Some(tree.path(node)) })
    }
}

/// Puts a section behind the last of its kind, with an empty line between.
fn insert_section(document: &Document, kind: SectionKind, text: &str) -> Edit {
    let order = [SectionKind::Node, SectionKind::Connection, SectionKind::Editable];
    let upto = order.iter().position(|one| *one == kind).unwrap_or(0);
    let last = document.sections().filter(|section| match section.kind() {
        SectionKind::Unknown => false,
        other => order.iter().position(|one| *one == other).is_none_or(|place| place <= upto),
    });
    let last = last.last();
    let beside = kind == SectionKind::Editable && last.is_some_and(|section| section.kind() == kind);
    let at = last.map_or(document.source().len(), |section| section.span().end());
    let bytes = document.source().bytes();
    // Behind the line that the last section ends in.
    let rest = &bytes[at as usize..];
    let line = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
    let ends = rest[..line].ends_with(b"\n");
    let before = match (ends, beside) {
        (true, true) => "",
        (true, false) => "\n",
        (false, true) => "\n",
        (false, false) => "\n\n",
    };
    Edit::insert(at + line as u32, format!("{before}{text}"))
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
