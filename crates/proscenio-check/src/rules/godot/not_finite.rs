//! Places, sizes and rotations that are no finite numbers.

use proscenio_godot::{SectionKind, Value};
use proscenio_source::Finding;

use crate::{NOT_FINITE, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &NOT_FINITE, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let nodes = view.document().sections().filter(|section| section.kind() == SectionKind::Node);
    for entry in nodes.flat_map(|section| section.properties()) {
        let raw = entry.raw();
        let odd = |word: &[u8]| raw.windows(word.len()).any(|at| at == word);
        // Long values are no places.
        if raw.len() > 400 || !(odd(b"nan") || odd(b"inf")) || is_finite(&entry.value()) {
            continue;
        }
        let message = format!("`{}` has members that are no finite numbers", entry.key());
        out.push(NOT_FINITE.finding(subject.path(), message).at(entry.value_span()));
    }
}

fn is_finite(value: &Value) -> bool {
    let all = |members: &[f32]| members.iter().all(|member| member.is_finite());
    match value {
        Value::Vector2(members) => all(members),
        Value::Vector3(members) => all(members),
        Value::Vector4(members)
        | Value::Rect2(members)
        | Value::Quaternion(members)
        | Value::Plane(members) => all(members),
        Value::Transform2D(members) | Value::Aabb(members) => all(members),
        Value::Basis(members) => all(&members[..]),
        Value::Transform3D(members) => all(&members[..]),
        _ => true,
    }
}
