//! Assets of one kind and one key.

use proscenio_nacatamalon::live::Wanted;
use proscenio_nacatamalon::model::{AssetSource, Json, Recipe};
use proscenio_source::{Finding, Safety};
use rustc_hash::FxHashMap;

use crate::walk::{manifest, remove_part, same};
use crate::{DUPLICATE_ASSET_KEY, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &DUPLICATE_ASSET_KEY, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    let manifest = manifest(scene);
    let mut first_of = FxHashMap::default();
    for asset in &scene.assets {
        let Some(kind) = Wanted::of(&asset.source) else { continue };
        let Some(first) = first_of.get(&(kind, asset.key.as_str())).copied() else {
            first_of.insert((kind, asset.key.as_str()), asset);
            continue;
        };
        let of_file = matches!(asset.source, AssetSource::Geometry(Recipe::Gltf { .. }));
        let wins = if of_file { "the last one of a model file is used" } else { "the first one is used" };
        let message =
            format!("two assets of the kind {} have the key `{}`; {wins}", kind.describe(), asset.key);
        let finding = DUPLICATE_ASSET_KEY.finding(subject.path(), message);
        let mut finding = finding.at(asset.site.span).related(first.site.span, "the first one");
        let json = |id: Option<_>| id.map(|id| Json::from(scene.document.value(id)));
        let equal = match (json(first.site.value), json(asset.site.value)) {
            (Some(first), Some(own)) => same(&first, &own),
            _ => false,
        };
        if equal && let Some(edit) = remove_part(&manifest, asset.site.span.start()) {
            finding = finding.fix("remove the second of two equal assets", vec![edit], Safety::Safe);
        }
        out.push(finding);
    }
}
