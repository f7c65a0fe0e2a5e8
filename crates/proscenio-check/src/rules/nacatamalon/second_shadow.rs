//! More lights that cast shadows than the one that does.

use proscenio_nacatamalon::live::SECOND_SHADOW_CASTER;
use proscenio_nacatamalon::model::{ComponentData, LightKind};
use proscenio_source::{Finding, Span};

use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &SECOND_SHADOW_CASTER, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    let mut first: Option<Span> = None;
    // Parents come before their children.
    let mut shown: Vec<bool> = Vec::with_capacity(scene.nodes.len());
    for node in &scene.nodes {
        let above = node.parent.is_none_or(|id| shown.get(id.index()).copied().unwrap_or(true));
        shown.push(above && node.visible != Some(false));
        if shown.last() == Some(&false) {
            continue;
        }
        for component in &node.components {
            let ComponentData::Light(light) = &component.data else { continue };
            if light.shadow.cast != Some(true) || light.kind == LightKind::Ambient {
                continue;
            }
            let Some(first) = first else {
                first = Some(component.site.span);
                continue;
            };
            let message = format!("the light of `{}` casts no shadows, another one does", node.name);
            let finding = SECOND_SHADOW_CASTER.finding(subject.path(), message).at(component.site.span);
            out.push(finding.about(node.name.as_str()).related(first, "the light that casts shadows"));
        }
    }
}
