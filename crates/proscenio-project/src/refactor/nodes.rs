//! Another name for a node, in its scene and in all that instance or inherit that.

use std::collections::VecDeque;
use std::sync::Arc;

use proscenio_godot::gdscript::{NodeName, NodeUse, Script};
use proscenio_godot::{Document, Node, NodeTree, edit};
use proscenio_source::{Edit, EditRefusal, Source, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{NODE_IN_SCRIPT, Plan, change_of, refuse};
use crate::Project;
use crate::graph::{Graph, How, Target};

/// What has to be done so that a node of a scene is called something else wherever the project names it: in the scene,
/// in those that instance or inherit it (nodes, connections, node paths, animation tracks), and with `scripts` in the
/// scripts of their nodes (`$Path`, `%Name`, `get_node("…")`). Without, those are findings.
///
/// # Errors
/// No such scene or node; a name that no node can have or that a sibling has; a binary scene that names the node.
pub fn rename_node(
    project: &Project<'_>,
    graph: &Graph,
    scene: &str,
    node: &str,
    name: &str,
    scripts: bool,
) -> Result<Plan, EditRefusal> {
    let Some(file) = graph.find(scene) else {
        return refuse(&super::CANNOT_MOVE, format!("there is no scene {scene} in the project"));
    };
    let mut renamer = Renamer {
        project,
        graph,
        name,
        texts: FxHashMap::default(),
        edits: FxHashMap::default(),
        scripts: Vec::new(),
    };
    let document = renamer.open(file)?;
    // What the scene itself says of its node; a refusal here is one of the whole.
    let own = edit::rename_node(&document, node, name, &edit::Options::default())?;
    let mut findings = own.findings.clone();
    renamer.edits.entry(file).or_default().extend(own.edits);
    let mut seen: FxHashSet<(usize, String)> = FxHashSet::default();
    let mut waiting = VecDeque::from([(file, node.to_owned())]);
    while let Some((file, path)) = waiting.pop_front() {
        if !seen.insert((file, path.clone())) {
            continue;
        }
        renamer.note_scripts(file, &path)?;
        // The name of a root is not seen from other scenes.
        if path == "." {
            continue;
        }
        for (user, place) in renamer.instances(file, &path)? {
            findings.extend(renamer.rename_inside(user, &place)?);
            waiting.push_back((user, place));
        }
    }
    let mut plan = renamer.finish(scripts)?;
    findings.append(&mut plan.findings);
    plan.findings = findings;
    Ok(plan)
}

struct Renamer<'a> {
    project: &'a Project<'a>,
    graph: &'a Graph,
    name: &'a str,
    texts: FxHashMap<usize, Document>,
    edits: FxHashMap<usize, Vec<Edit>>,
    /// Scripts with the place of their node and of the renamed one in the same scene: names from the root.
    scripts: Vec<(usize, String, String)>,
}

impl Renamer<'_> {
    fn open(&mut self, file: usize) -> Result<Document, EditRefusal> {
        if let Some(document) = self.texts.get(&file) {
            return Ok(document.clone());
        }
        let path = &self.graph.files()[file].path;
        let bytes = self.project.files().read(path);
        let bytes = bytes.map_err(|error| EditRefusal::new(super::CANNOT_MOVE, error.to_string()))?;
        let document = Document::read(Source::new(path.as_str(), bytes));
        self.texts.insert(file, document.clone());
        Ok(document)
    }

    /// Where other scenes have the node of a scene: the scene, and the node's path in it.
    fn instances(&mut self, file: usize, path: &str) -> Result<Vec<(usize, String)>, EditRefusal> {
        let mut users: Vec<usize> = self.graph.users(file).iter().map(|(user, _)| *user).collect();
        users.dedup();
        let mut found = Vec::new();
        for user in users {
            let document = self.open(user)?;
            let spans: Vec<u32> = self.graph.files()[user]
                .references
                .iter()
                .filter(|reference| reference.target == Target::File(file))
                .filter_map(|reference| reference.named.span.map(Span::start))
                .collect();
            let tree = document.node_tree();
            for (at, node) in tree.nodes().iter().enumerate() {
                let Some(reference) = node.node.instance() else { continue };
                let proscenio_godot::value::Reference::Ext(id) = reference else { continue };
                let names = document.ext_resource(&id).and_then(|resource| resource.0.attribute("path"));
                if names.is_some_and(|path| spans.contains(&(path.value_span().start() + 1))) {
                    let above = path_of(&tree, at);
                    found
                        .push((user, if above == "." { path.to_owned() } else { format!("{above}/{path}") }));
                }
            }
        }
        Ok(found)
    }

    /// Renames a node that another scene brings along, as this file names it: the node is written into a copy of the
    /// file as if it were its own, and everything that follows there follows here.
    fn rename_inside(
        &mut self,
        file: usize,
        path: &str,
    ) -> Result<Vec<proscenio_source::Finding>, EditRefusal> {
        let document = self.open(file)?;
        let bytes = document.source().bytes();
        let tree = document.node_tree();
        let own = tree.find(path).and_then(|index| tree.get(index));
        let (at, added) = match own {
            // The scene changes the node: its section only lacks a type.
            Some(node) => (node.node.0.header_span().end().saturating_sub(1), " type=\"Node\"".to_owned()),
            None => {
                let (parent, name) = path.rsplit_once('/').unwrap_or((".", path));
                let quoted = |text: &str| edit::quoted_name(&document, text);
                let section =
                    format!("\n\n[node name={} type=\"Node\" parent={}]\n", quoted(name), quoted(parent));
                (bytes.len() as u32, section)
            }
        };
        let mut copy = bytes.to_vec();
        copy.splice(at as usize..at as usize, added.bytes());
        let copy = Document::parse(Source::new(Arc::clone(document.source().path()), copy));
        let renamed = edit::rename_node(&copy, path, self.name, &edit::Options::default())?;
        let length = added.len() as u32;
        let back = |span: Span| {
            if span.end() <= at {
                Some(span)
            } else if span.start() >= at + length {
                Some(Span::new(span.start() - length, span.end() - length))
            } else {
                None
            }
        };
        let edits = renamed
            .edits
            .into_iter()
            .filter_map(|edit| Some(Edit { span: back(edit.span)?, text: edit.text }));
        self.edits.entry(file).or_default().extend(edits);
        let mut findings = renamed.findings;
        findings.iter_mut().for_each(|finding| finding.span = finding.span.and_then(back));
        Ok(findings)
    }

    /// Remembers the scripts of a scene's nodes, and those that these extend.
    fn note_scripts(&mut self, file: usize, renamed: &str) -> Result<(), EditRefusal> {
        let document = self.open(file)?;
        let tree = document.node_tree();
        for (at, node) in tree.nodes().iter().enumerate() {
            let Some(id) = script_of(node.node) else { continue };
            let Some(path) = document.ext_resource(&id).and_then(|resource| resource.0.attribute("path"))
            else {
                continue;
            };
            let start = path.value_span().start() + 1;
            let references = &self.graph.files()[file].references;
            let reference = references
                .iter()
                .find(|reference| reference.named.span.is_some_and(|span| span.start() == start));
            let mut next = reference.and_then(|reference| match reference.target {
                Target::File(script) => Some(script),
                _ => None,
            });
            // What a script extends speaks of the same node; 64 deep is a circle.
            for _ in 0..64 {
                let Some(script) = next else { break };
                self.scripts.push((script, path_of(&tree, at), renamed.to_owned()));
                next = self.graph.files()[script].references.iter().find_map(|reference| {
                    match reference.target {
                        Target::File(base) if matches!(reference.named.how, How::Extends) => Some(base),
                        _ => None,
                    }
                });
            }
        }
        Ok(())
    }

    fn finish(mut self, change_scripts: bool) -> Result<Plan, EditRefusal> {
        let mut findings = Vec::new();
        let mut uses = std::mem::take(&mut self.scripts);
        uses.sort();
        uses.dedup();
        for (file, at, renamed) in uses {
            let path = &self.graph.files()[file].path;
            let Ok(bytes) = self.project.files().read(path) else { continue };
            let script = Script::parse(Source::new(path.as_str(), bytes));
            for node in script.nodes().iter().filter(|node| node.own) {
                let Some(edit) = self.script_edit(&script, node, &at, &renamed) else { continue };
                if change_scripts {
                    self.edits.entry(file).or_default().push(edit);
                    continue;
                }
                let message = format!(
                    "`{}` names the node; it would become `{}`",
                    node.path,
                    String::from_utf8_lossy(&edit.text)
                );
                findings.push(NODE_IN_SCRIPT.finding(script.source().path(), message).at(node.span));
            }
        }
        findings.dedup();
        let mut plan = Plan { findings, ..Plan::default() };
        let mut files: Vec<(usize, Vec<Edit>)> = self.edits.into_iter().collect();
        files.sort_by_key(|(file, _)| *file);
        for (file, edits) in files {
            plan.changes.extend(change_of(self.project, &self.graph.files()[file], edits)?);
        }
        Ok(plan)
    }

    /// The path of a script's text with the new name, where it leads to the renamed node or through it.
    fn script_edit(&self, script: &Script, node: &NodeName, at: &str, renamed: &str) -> Option<Edit> {
        let (path, property) = match node.path.split_once(':') {
            Some((path, property)) => (path, Some(property)),
            None => (node.path.as_str(), None),
        };
        let old = renamed.rsplit('/').next()?;
        let mut place: Vec<&str> = at.split('/').filter(|name| *name != ".").collect();
        let mut names: Vec<String> = Vec::new();
        let mut changed = false;
        for name in path.split('/') {
            let mut written = name.to_owned();
            match name {
                "." | "" => {}
                ".." => drop(place.pop()?),
                // A unique name is looked for in the whole scene.
                name if name.starts_with('%') => {
                    let wanted = &name[1..];
                    place = if wanted == old { renamed.split('/').collect() } else { vec![name] };
                    if wanted == old {
                        written = format!("%{}", self.name);
                        changed = true;
                    }
                }
                name => {
                    place.push(name);
                    if place.join("/") == renamed {
                        written = self.name.to_owned();
                        changed = true;
                    }
                }
            }
            names.push(written);
        }
        // What stands there differs from its meaning where it is quoted in parts or escaped: left to a person.
        let plain = script.slice(node.span) == node.path.as_bytes();
        let fits = !matches!(node.usage, NodeUse::Child | NodeUse::Unique)
            || names.iter().all(|name| {
                name.trim_start_matches('%').chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
            });
        let text = names.join("/") + &property.map_or(String::new(), |property| format!(":{property}"));
        (changed && plain && fits).then(|| Edit::replace(node.span, text))
    }
}

fn script_of(node: Node<'_>) -> Option<proscenio_godot::value::Id> {
    match node.property("script")?.value().as_reference()? {
        proscenio_godot::value::Reference::Ext(id) => Some(id.clone()),
        _ => None,
    }
}

fn path_of(tree: &NodeTree<'_>, at: usize) -> String {
    tree.path(proscenio_godot::NodeIndex(at as u32))
}
