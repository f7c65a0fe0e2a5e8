//! Actors: the skeleton's shape, and the bones that triangles and animations name.

use std::collections::HashMap;

use proscenio_source::Safety;

use super::{FIRST, Report, fix, pose, rig, triangle, unique};
use crate::code::Code;
use crate::view::{Bone, CommandKind, Model, Word};

pub(super) fn check(model: Model<'_>, report: &mut Report<'_>) {
    let bones = model.bones();
    let known = bone_table(&bones, report);
    skeleton(model, &bones, &known, report);
    for each in model.triangles() {
        triangle(each, report);
        for link in each.bone_links().into_iter().flatten() {
            unknown_bone(link, &known, report);
        }
    }
    let mut ids = HashMap::new();
    for animation in model.animations() {
        unique(&mut ids, animation.id(), "animation", report);
        let mut commands =
            animation.frames().flat_map(|frame| frame.bones()).flat_map(|bone| bone.commands());
        if let Some(command) = commands.find(|command| command.kind() == CommandKind::Translate) {
            report.push(Code::TranslateSeconds, command.span(), || {
                "the span of TRANSLATE is read as frames; the 0.5 engine takes it for seconds".to_owned()
            });
        }
        for bone in animation.frames().flat_map(|frame| frame.bones()) {
            if let Some(id) = bone.id() {
                unknown_bone(id, &known, report);
            }
            for command in bone.commands() {
                if command.frames().is_some_and(|frames| frames <= 0.0) {
                    let finding = report.push(Code::NoDuration, command.span(), || {
                        "the command's span is not positive, so it has no effect".to_owned()
                    });
                    if let Some(finding) = finding {
                        let edits = vec![fix::without(model.item().document, command.span())];
                        *finding = finding.clone().fix("remove the command", edits, Safety::Safe);
                    }
                }
            }
        }
    }
}

fn unknown_bone(id: Word<'_>, known: &HashMap<&[u8], usize>, report: &mut Report<'_>) {
    if !known.contains_key(id.bytes()) {
        let message = format!("there is no bone `{}`", id.text());
        let names = known.keys().map(|name| crate::value::text(name));
        report.unknown(Code::UnknownBone, id.span(), &id.text(), names, message);
    }
}

/// Ids to places in the list; the first of two equal ids counts.
fn bone_table<'a>(bones: &[Bone<'a>], report: &mut Report<'_>) -> HashMap<&'a [u8], usize> {
    let mut known = HashMap::new();
    for (index, bone) in bones.iter().enumerate() {
        let Some(id) = bone.id() else { continue };
        if let Some(first) = known.get(id.bytes()) {
            let first: &Bone<'_> = &bones[*first];
            report.push_with(Code::DuplicateId, id.span(), (first.span(), FIRST), || {
                format!("a second bone with the id `{}`", id.text())
            });
        } else {
            known.insert(id.bytes(), index);
        }
    }
    known
}

/// Parents exist, there is one root, and no bone is its own ancestor.
fn skeleton(model: Model<'_>, bones: &[Bone<'_>], known: &HashMap<&[u8], usize>, report: &mut Report<'_>) {
    let mut parents = vec![None; bones.len()];
    let mut root: Option<Bone<'_>> = None;
    for (index, bone) in bones.iter().enumerate() {
        if !bone.is_transitional() {
            pose(bone.pose(), bone.item(), "BONE", report);
        }
        match bone.parent() {
            Some(parent) => match known.get(parent.bytes()) {
                Some(place) => parents[index] = Some(*place),
                None => {
                    let message = format!("there is no bone `{}`", parent.text());
                    let names = known.keys().map(|name| crate::value::text(name));
                    report.unknown(Code::UnknownParent, parent.span(), &parent.text(), names, message);
                }
            },
            None => match root {
                None => root = Some(*bone),
                Some(first) => report.push_with(Code::TwoRoots, bone.span(), (first.span(), FIRST), || {
                    "a second bone without a parent".to_owned()
                }),
            },
        }
    }
    let cycles = in_cycles(&parents);
    for index in &cycles {
        report.push(Code::BoneCycle, bones[*index].span(), || "the bone is its own ancestor".to_owned());
    }
    // With two bones of one id nobody can say which is meant.
    if cycles.is_empty() && known.len() == bones.len() {
        rig::check(model, bones, known, &parents, report);
    }
}

/// One bone of every cycle. Each bone is visited once.
fn in_cycles(parents: &[Option<usize>]) -> Vec<usize> {
    let mut cycles = Vec::new();
    // 0: not seen; otherwise the number of the walk that saw it.
    let mut seen = vec![0usize; parents.len()];
    for start in 0..parents.len() {
        let mut at = start;
        while seen[at] == 0 {
            seen[at] = start + 1;
            match parents[at] {
                Some(parent) => at = parent,
                None => break,
            }
        }
        if seen[at] == start + 1 && parents[at].is_some() {
            cycles.push(at);
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::in_cycles;

    #[test]
    fn every_cycle_is_found_once() {
        assert_eq!(in_cycles(&[None, Some(0), Some(1)]), Vec::<usize>::new());
        assert_eq!(in_cycles(&[Some(0)]), [0]);
        assert_eq!(in_cycles(&[Some(1), Some(2), Some(1), None, Some(2)]), [1]);
    }
}
