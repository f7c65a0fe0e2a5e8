//! Components that name an asset which the manifest does not list.

use proscenio_nacatamalon::SceneDoc;
use proscenio_nacatamalon::live::{BUILT_IN_FONT, MISSING_ASSET, Wanted, uses};
use proscenio_nacatamalon::model::{Collider3d, ComponentData, Recipe};
use proscenio_source::Finding;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::nearest::{WORTH, did_you_mean};
use crate::subject::{components, span_of_text};
use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &MISSING_ASSET, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    let listed = listed(scene);
    let mut told = 0;
    for (node, component) in components(scene) {
        for (kind, key) in wanted(&component.data) {
            let keys = listed.get(&kind);
            if keys.is_some_and(|keys| keys.contains(key)) || is_given(scene, &component.data, kind, key) {
                continue;
            }
            let (what, own) = (kind.describe(), component.kind.as_str());
            let message = format!("a {own} on `{}` wants the {what} `{key}`, which is not listed", node.name);
            let finding = MISSING_ASSET.finding(subject.path(), message);
            let mut finding = finding.at(span_of_text(scene, component, key)).about(node.name.as_str());
            let near = || did_you_mean(key, keys.into_iter().flatten().copied());
            if told < WORTH
                && let Some(help) = near()
            {
                finding = finding.help(help);
            }
            told += 1;
            out.push(finding);
        }
    }
}

/// The keys that the manifest lists and those of the pictures that the scene itself paints, by kind.
fn listed(scene: &SceneDoc) -> FxHashMap<Wanted, FxHashSet<&str>> {
    let mut listed: FxHashMap<Wanted, FxHashSet<&str>> = FxHashMap::default();
    for asset in &scene.assets {
        if let Some(kind) = Wanted::of(&asset.source) {
            listed.entry(kind).or_default().insert(&asset.key);
        }
    }
    for (_, component) in components(scene) {
        if let ComponentData::SpriteTexture(picture) = &component.data {
            listed.entry(Wanted::Texture).or_default().insert(&picture.key);
        }
    }
    listed
}

/// The keys that a component names, the shapes of bodies included.
pub(super) fn wanted(data: &ComponentData) -> Vec<(Wanted, &str)> {
    let mut wanted: Vec<(Wanted, &str)> = uses(data).into_iter().map(|own| (own.kind, own.key)).collect();
    if let ComponentData::PhysicsBody3d(body) = data
        && let Collider3d::Hull { geometry } | Collider3d::Mesh { geometry } = &body.collider
    {
        wanted.push((Wanted::Geometry, geometry));
    }
    wanted
}

/// Whether a key need not be listed: the engine's own font, a map named by its path as in earlier releases,
/// and the pictures that a model's file brings along.
fn is_given(scene: &SceneDoc, data: &ComponentData, kind: Wanted, key: &str) -> bool {
    match (kind, data) {
        (Wanted::Font, _) => key == BUILT_IN_FONT,
        (Wanted::Tilemap, _) => key.contains(['/', '.']),
        (Wanted::Texture, ComponentData::Mesh(mesh)) => {
            let of_file = matches!(scene.geometry(&mesh.geometry), Some((_, Recipe::Gltf { .. })));
            of_file && mesh.material.maps.iter().all(|map| map.texture != key)
        }
        _ => false,
    }
}
