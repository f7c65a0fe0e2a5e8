//! Knobs with names that the engine fills in itself.

use proscenio_nacatamalon::live::{RESERVED_UNIFORM, knobs};
use proscenio_source::Finding;

use crate::subject::{components, value_of};
use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &RESERVED_UNIFORM, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    for (node, component) in components(scene) {
        for name in ["time", "resolution"] {
            let set = knobs(&component.data).into_iter().flatten().any(|(own, _)| own == name);
            if !set {
                continue;
            }
            let value = value_of(scene, component);
            let places = ["/uniforms/", "/material/uniforms/"];
            let mut found = places.iter().filter_map(|place| value?.pointer(&format!("{place}{name}")));
            let span = found.next().map_or(component.site.span, |knob| knob.span());
            let message = format!("the engine itself fills in the knob `{name}`");
            let finding = RESERVED_UNIFORM.finding(subject.path(), message);
            out.push(finding.at(span).about(node.name.as_str()));
        }
    }
}
