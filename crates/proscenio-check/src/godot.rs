//! What the rules of Godot files look at: the file, the scene put together, and who is what in it.

use std::borrow::Cow;
use std::sync::Arc;

use proscenio_godot::classes::{Class, ClassTable};
use proscenio_godot::gdscript::Script;
use proscenio_godot::value::Reference;
use proscenio_godot::versions::Engine;
use proscenio_godot::{Document, Entry, Kind, Node, Section, SectionKind, Value};
use proscenio_project::godot::{Declared, Limits, Made, NodeId, SceneFile, SceneTree, State};
use proscenio_source::{Finding, Source};
use rustc_hash::FxHashMap;

use crate::around::Around;

/// Findings of one scene that are kept.
const LIMITS: Limits = Limits { nodes: 300_000, depth: 64, findings: 500 };

/// A Godot file, and its scene put together where its project is known.
pub struct GodotView<'a> {
    around: Option<&'a Around<'a>>,
    file: Arc<SceneFile>,
    tree: Option<SceneTree>,
    /// Nodes by their sections in this file.
    nodes: FxHashMap<usize, NodeId>,
    declared: std::cell::RefCell<FxHashMap<NodeId, Option<Arc<Declared>>>>,
}

impl<'a> GodotView<'a> {
    pub(crate) fn of(document: &Document, around: Option<&'a Around<'a>>) -> Option<Self> {
        let around = around?;
        let file = around.godot().opened(document.clone());
        let tree = (document.kind() == Kind::Scene && document.nodes().next().is_some())
            .then(|| around.godot().instantiate_file(&file, LIMITS));
        let mut nodes = FxHashMap::default();
        if let Some(tree) = &tree {
            for node in tree.walk() {
                let own = tree.layers(node).find(|(layer, _)| Arc::ptr_eq(layer, &file));
                nodes.extend(own.map(|(_, section)| (section.0.index(), node)));
            }
        }
        Some(Self { around: Some(around), file, tree, nodes, declared: Default::default() })
    }

    /// The document, as the project sees it.
    pub(crate) fn document(&self) -> &Document {
        self.file.document()
    }

    pub(crate) fn file(&self) -> &Arc<SceneFile> {
        &self.file
    }

    /// The project, where it has a root; rules about other files need one.
    pub(crate) fn around(&self) -> Option<&'a Around<'a>> {
        self.around.filter(|around| around.godot().root().is_some())
    }

    pub(crate) fn tree(&self) -> Option<&SceneTree> {
        self.tree.as_ref()
    }

    /// The node that a section of the file is about.
    pub(crate) fn node(&self, section: Section<'_>) -> Option<NodeId> {
        self.nodes.get(&section.index()).copied()
    }

    pub(crate) fn classes(&self) -> &'static ClassTable {
        self.file.classes()
    }

    /// The class that a section's properties are of.
    pub(crate) fn class(&self, section: Section<'_>) -> Option<Class> {
        let named = |name: Option<Cow<'_, str>>| self.classes().class(&name?);
        match section.kind() {
            SectionKind::Node => match Node(section).node_type() {
                Some(name) => self.classes().class(&name),
                None => self.tree()?.class(self.node(section)?),
            },
            SectionKind::SubResource => named(section.attribute("type").and_then(Entry::text)),
            SectionKind::Resource => named(self.document().resource_type()),
            _ => None,
        }
    }

    /// Whether all of a node's children are known: those of models and of what cannot be read are not.
    pub(crate) fn is_closed(&self, node: NodeId) -> bool {
        let Some(tree) = self.tree() else { return false };
        let known = |(file, section): (&Arc<SceneFile>, Node<'_>)| {
            file.made() != Made::Model && (!section.is_instance() || tree.scene(node).is_some())
        };
        // The engine puts a placeholder for a class that it does not know.
        let class = self.classes().class(&tree.class_name(node));
        class.is_some() && tree.state(node) == State::Whole && tree.layers(node).all(known)
    }

    /// What the script of a node declares; nothing for a node without one. `open` where it cannot be read.
    pub(crate) fn declared(&self, node: NodeId) -> Option<Arc<Declared>> {
        if let Some(known) = self.declared.borrow().get(&node) {
            return known.clone();
        }
        let declared = self.read_declared(node).map(Arc::new);
        self.declared.borrow_mut().insert(node, declared.clone());
        declared
    }

    fn read_declared(&self, node: NodeId) -> Option<Declared> {
        let setting = self.tree()?.setting(node, "script")?;
        self.declared_of(setting.file, &setting.entry.value())
    }

    /// What the script that a value names declares.
    pub(crate) fn declared_of(&self, file: &Arc<SceneFile>, value: &Value) -> Option<Declared> {
        let open = || Some(Declared::unknown());
        let reference = match value {
            Value::Null => return None,
            Value::Reference(reference) => reference,
            _ => return open(),
        };
        let Some(around) = self.around() else { return open() };
        if let Reference::Sub(_) = **reference {
            let source =
                file.section_of(reference).and_then(|section| section.property("script/source")?.text());
            let Some(source) = source else { return open() };
            let place = file.document().source().path();
            let script = Arc::new(Script::parse(Source::new(&**place, source.into_owned().into_bytes())));
            return Some(around.godot().declared(place, script, self.classes()));
        }
        let place = around.godot().follow(file, reference).map(|found| found.path);
        let place = place.filter(|place| place.ends_with(".gd"));
        match place.and_then(|place| Some((around.godot().script(&place)?, place))) {
            Some((script, place)) => Some(around.godot().declared(&place, script, self.classes())),
            None => open(),
        }
    }

    /// The engine that the project is for: `config/features`, else the number of its settings file.
    pub(crate) fn engine(&self) -> Option<Engine> {
        let settings = self.around()?.godot().settings();
        let features = settings.get("application", "config/features").and_then(|value| value.to_strings());
        let named = features.unwrap_or_default().iter().find_map(|feature| {
            let (major, minor) = feature.split_once('.')?;
            let minor = minor.parse::<u8>().ok()?;
            (major == "4").then_some(Engine::Godot4(minor))
        });
        named.or_else(|| match settings.get("", "config_version")?.as_i64()? {
            5.. => Some(Engine::Godot4(0)),
            3 | 4 => Some(Engine::Godot3),
            _ => None,
        })
    }

    /// Whether the project is for an engine newer than those whose classes are known.
    pub(crate) fn is_newer(&self) -> bool {
        self.engine().is_some_and(|engine| engine > Engine::Godot4(6))
    }

    /// Whether classes of the project come from where no table and no script tells.
    pub(crate) fn has_foreign_classes(&self) -> bool {
        self.around().is_none_or(|around| around.godot().names().foreign)
    }

    /// Every section that has properties, with what they are of.
    pub(crate) fn holders(&self) -> impl Iterator<Item = (Section<'_>, Class)> {
        self.document().sections().filter_map(|section| Some((section, self.class(section)?)))
    }
}

/// Adds a suggestion to a finding, where there is one.
pub(crate) fn suggest(finding: Finding, near: Option<String>) -> Finding {
    match near {
        Some(near) => finding.help(near),
        None => finding,
    }
}
