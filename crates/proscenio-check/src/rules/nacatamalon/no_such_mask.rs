//! Masks that take the shape of a box which is not there.

use proscenio_nacatamalon::live::NO_SUCH_MASK;
use proscenio_nacatamalon::model::ComponentData;
use proscenio_source::Finding;
use rustc_hash::FxHashSet;

use crate::nearest::{WORTH, did_you_mean};
use crate::subject::{components, value_of};
use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &NO_SUCH_MASK, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    let ids: FxHashSet<&str> = scene.nodes.iter().map(|node| node.id.as_str()).collect();
    let mut told = 0;
    for (node, component) in components(scene) {
        let ComponentData::Mask(mask) = &component.data else { continue };
        let Some(by) = mask.by.as_deref().filter(|by| !ids.contains(by)) else { continue };
        let message =
            format!("the mask of `{}` has the shape of the box `{by}`, which is not there", node.name);
        let span = value_of(scene, component).and_then(|value| value.get("by")).map(|by| by.span());
        let finding = NO_SUCH_MASK.finding(subject.path(), message);
        let mut finding = finding.at(span.unwrap_or(component.site.span)).about(node.name.as_str());
        let boxes = scene.nodes.iter().map(|node| node.id.as_str());
        if told < WORTH
            && let Some(help) = did_you_mean(by, boxes)
        {
            finding = finding.help(help);
        }
        told += 1;
        out.push(finding);
    }
}
