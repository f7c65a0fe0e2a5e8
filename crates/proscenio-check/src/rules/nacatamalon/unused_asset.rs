//! Assets that no component names.

use proscenio_nacatamalon::live::Wanted;
use proscenio_nacatamalon::model::ComponentKind;
use proscenio_source::{Finding, Safety, Severity};
use rustc_hash::FxHashSet;

use super::missing_asset::wanted;
use crate::subject::components;
use crate::walk::{manifest, remove_part};
use crate::{Rule, Subject, UNUSED_ASSET};

pub(super) const RULE: Rule = Rule { code: &UNUSED_ASSET, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    let used: FxHashSet<(Wanted, &str)> =
        components(scene).flat_map(|(_, component)| wanted(&component.data)).collect();
    // Code can ask for an asset by its key, so with scripts it is only worth a look.
    let has_code = components(scene).any(|(_, component)| component.kind == ComponentKind::Script)
        || scene.nodes.iter().any(|node| !node.unsupported.is_empty());
    let manifest = manifest(scene);
    for asset in &scene.assets {
        let Some(kind) = Wanted::of(&asset.source) else { continue };
        if used.contains(&(kind, asset.key.as_str())) {
            continue;
        }
        let message = format!("no component names the {} `{}`", kind.describe(), asset.key);
        let mut finding = UNUSED_ASSET.finding(subject.path(), message).at(asset.site.span);
        if has_code {
            finding.severity = Severity::Info;
        }
        if let Some(edit) = remove_part(&manifest, asset.site.span.start()) {
            finding = finding.fix("remove the asset", vec![edit], Safety::Unsafe);
        }
        out.push(finding);
    }
}
