//! Animation tracks of nodes and properties that are not there.

use std::borrow::Cow;

use proscenio_godot::node_path::NodePath;
use proscenio_godot::value::Reference;
use proscenio_godot::{Entry, Section, Value};
use proscenio_project::godot::{NodeId, SceneTree};
use proscenio_source::Finding;
use rustc_hash::FxHashSet;

use super::lost;
use crate::around::makes_up;
use crate::godot::{GodotView, suggest};
use crate::nearest::did_you_mean;
use crate::{BROKEN_PATH, Rule, Subject, UNKNOWN_TRACK_PROPERTY};

pub(super) const PATH: Rule = Rule { code: &BROKEN_PATH, check };
pub(super) const PROPERTY: Rule = Rule { code: &UNKNOWN_TRACK_PROPERTY, check: properties };

/// A track of an animation in the file: where its path is counted from, the path, and what it sets.
struct Track<'d> {
    base: NodeId,
    entry: Entry<'d>,
    path: NodePath,
    kind: Cow<'d, str>,
}

/// The tracks of the animations that players of this file play from this file, each once.
fn tracks<'v>(view: &'v GodotView<'_>, tree: &SceneTree) -> Vec<Track<'v>> {
    let mut all = Vec::new();
    let mut seen = FxHashSet::default();
    for section in view.document().nodes().map(|node| node.0) {
        let Some(player) = view.node(section) else { continue };
        let mixes = tree
            .class(player)
            .is_some_and(|class| class.is_a("AnimationMixer") || class.is_a("AnimationPlayer"));
        if !mixes {
            continue;
        }
        let root = match tree.effective(player, "root_node").map(|effective| effective.value) {
            Some(Value::NodePath(path)) => path,
            _ => "..".to_owned(),
        };
        let Ok(base) = tree.find(player, &NodePath::parse(&root)) else { continue };
        for animation in animations(view, section) {
            if seen.insert(animation.index()) {
                all.extend(of_animation(animation, base));
            }
        }
    }
    all
}

fn of_animation(animation: Section<'_>, base: NodeId) -> impl Iterator<Item = Track<'_>> {
    animation.properties().filter_map(move |entry| {
        let key = entry.key();
        let track = key.strip_prefix("tracks/")?.strip_suffix("/path")?;
        let kind = animation.property(&format!("tracks/{track}/type"))?.text()?;
        let Value::NodePath(path) = entry.value() else { return None };
        Some(Track { base, entry, path: NodePath::parse(&path), kind })
    })
}

/// The animations of a player that stand in the file.
fn animations<'v>(view: &'v GodotView<'_>, player: Section<'_>) -> Vec<Section<'v>> {
    let mut found = Vec::new();
    for entry in player.properties() {
        let key = entry.key();
        if !(key.starts_with("anims/") || key.starts_with("libraries")) {
            continue;
        }
        for section in held(view, entry) {
            match section.attribute("type").and_then(Entry::text).as_deref() {
                Some("Animation") => found.push(section),
                Some("AnimationLibrary") => {
                    let data = section.properties().filter(|entry| entry.key().starts_with("_data"));
                    found.extend(data.flat_map(|entry| held(view, entry)));
                }
                _ => {}
            }
        }
    }
    found
}

/// The resources of the file that a value names.
fn held<'v>(view: &'v GodotView<'_>, entry: Entry<'_>) -> Vec<Section<'v>> {
    let references = view.document().references_in(entry).into_iter();
    let subs = references.filter(|(_, reference)| matches!(reference, Reference::Sub(_)));
    subs.filter_map(|(_, reference)| view.file().section_of(&reference)).collect()
}

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(tree) = view.tree() else { return };
    for track in tracks(view, tree) {
        if let Some((message, near)) = lost(view, tree, track.base, &track.path) {
            let message = format!("the track of `{}` moves nothing: {message}", track.path);
            let finding = BROKEN_PATH.finding(subject.path(), message).at(track.entry.value_span());
            out.push(suggest(finding, near));
        }
    }
}

fn properties(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let Some(tree) = view.tree() else { return };
    for track in tracks(view, tree) {
        if !matches!(&*track.kind, "value" | "bezier") {
            continue;
        }
        let (Some(name), Ok(node)) = (track.path.subnames.first(), tree.find(track.base, &track.path)) else {
            continue;
        };
        let Some(class) = tree.class(node).filter(|_| view.is_closed(node)) else { continue };
        let known = class.property(name).is_some()
            || makes_up(class, name)
            || view.declared(node).is_some_and(|declared| declared.has_variable(name));
        if known {
            continue;
        }
        let message = format!("`{}` of the class `{}` has no `{name}`", tree.name(node), class.name());
        let near = did_you_mean(name, class.properties().map(|property| property.name));
        let finding = UNKNOWN_TRACK_PROPERTY.finding(subject.path(), message).at(track.entry.value_span());
        out.push(suggest(finding, near));
    }
}
