//! Flat things where depth is meant, bodies of both dimensions on one box, effects of the other dimension.

use proscenio_nacatamalon::files::{Sidecar, SidecarKind};
use proscenio_nacatamalon::model::{Component, ComponentData, ComponentKind, Node};
use proscenio_nacatamalon::{Document, SceneDoc};
use proscenio_project::nacatamalon::FileRole;
use proscenio_source::{Finding, Source};
use rustc_hash::FxHashMap;

use crate::subject::{components, span_of_text};
use crate::{Rule, Subject, WRONG_DIMENSION};

pub(super) const RULE: Rule = Rule { code: &WRONG_DIMENSION, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    turned_flat(subject, scene, out);
    for node in &scene.nodes {
        let body = |kind| node.components.iter().find(|component| component.kind == kind);
        let (flat, deep) = (body(ComponentKind::PhysicsBody2d), body(ComponentKind::PhysicsBody3d));
        if let (Some(flat), Some(deep)) = (flat, deep) {
            let message = format!("`{}` has a flat body and one in 3D", node.name);
            let finding = WRONG_DIMENSION.finding(subject.path(), message).at(deep.site.span);
            out.push(finding.about(node.name.as_str()).related(flat.site.span, "the flat body"));
        }
    }
    effects(subject, scene, out);
}

/// Flat components on a box that is turned out of the plane, when nothing in the box has depth.
fn turned_flat(subject: &Subject<'_>, scene: &SceneDoc, out: &mut Vec<Finding>) {
    let mut deep: Vec<bool> = scene.nodes.iter().map(|node| node.components.iter().any(is_deep)).collect();
    // Children come behind their parents, so that going backwards every box has heard of all it holds.
    for (index, node) in scene.nodes.iter().enumerate().rev() {
        let own = deep.get(index) == Some(&true);
        if let Some(above) = node.parent.and_then(|id| deep.get_mut(id.index())) {
            *above |= own;
        }
    }
    for (node, deep) in scene.nodes.iter().zip(deep) {
        let turned = node.transform.is_some_and(|place| place.rotation_x != 0.0 || place.rotation_y != 0.0);
        // What a script builds in the box may have depth.
        if !turned || deep || has_script(node) {
            continue;
        }
        if let Some(flat) = node.components.iter().find(|component| is_flat(component)) {
            let own = flat.kind.as_str();
            let message =
                format!("a {own} is flat: the turn of `{}` about X or Y does nothing to it", node.name);
            let finding = WRONG_DIMENSION.finding(subject.path(), message).at(flat.site.span);
            out.push(finding.about(node.name.as_str()));
        }
    }
}

fn has_script(node: &Node) -> bool {
    node.components.iter().any(|component| component.kind == ComponentKind::Script)
}

const fn is_flat(component: &Component) -> bool {
    use ComponentKind as Kind;
    matches!(
        component.kind,
        Kind::Sprite
            | Kind::NineSlice
            | Kind::Text
            | Kind::Shapes
            | Kind::Tilemap
            | Kind::Particles
            | Kind::PhysicsBody2d
            | Kind::ParticleCollider2d
    )
}

const fn is_deep(component: &Component) -> bool {
    use ComponentKind as Kind;
    matches!(
        component.kind,
        Kind::Mesh
            | Kind::Particles3d
            | Kind::Light
            | Kind::Camera3d
            | Kind::PhysicsBody3d
            | Kind::ParticleCollider3d
            | Kind::Sound
            | Kind::AudioListener
    )
}

/// Emitters whose effect is of the other dimension, where the effect's file is there.
fn effects(subject: &Subject<'_>, scene: &SceneDoc, out: &mut Vec<Finding>) {
    let emitter =
        |data: &ComponentData| matches!(data, ComponentData::Particles(_) | ComponentData::Particles3d(_));
    if !components(scene).any(|(_, component)| emitter(&component.data)) {
        return;
    }
    let (Some(files), Some(project)) = (subject.files(), subject.project()) else { return };
    let mut dimension: FxHashMap<&str, bool> = FxHashMap::default();
    for file in &files.files {
        let (FileRole::Particles, Some(key), Some(path)) = (file.role, file.key.as_deref(), file.path())
        else {
            continue;
        };
        // Of several of one key the first is used.
        if dimension.contains_key(key) || file.refused {
            continue;
        }
        let Ok(bytes) = project.files().read(path) else { continue };
        let document = Document::parse(Source::new(path, bytes));
        if let Sidecar::Particles(effect) = Sidecar::read(&document, SidecarKind::Particles).file {
            dimension.insert(key, effect.is_deep());
        }
    }
    for (node, component) in components(scene) {
        let (effect, deep) = match &component.data {
            ComponentData::Particles(own) => (&own.emitter.effect, false),
            ComponentData::Particles3d(own) => (&own.emitter.effect, true),
            _ => continue,
        };
        if dimension.get(effect.as_str()).is_none_or(|own| *own == deep) {
            continue;
        }
        let is = if deep { "flat" } else { "of 3D" };
        let message = format!(
            "a {} on `{}` has the effect `{effect}`, which is {is}",
            component.kind.as_str(),
            node.name
        );
        let finding = WRONG_DIMENSION.finding(subject.path(), message);
        out.push(finding.at(span_of_text(scene, component, effect)).about(node.name.as_str()));
    }
}
