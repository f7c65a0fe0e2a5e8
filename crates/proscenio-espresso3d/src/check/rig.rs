//! Where bones stand: in the file, and in space.

use std::collections::HashMap;

use proscenio_source::{Edit, Safety};

use super::fix::decimal;
use super::{Report, difference, length};
use crate::code::Code;
use crate::edit;
use crate::view::{Bone, Model};

/// How far bones may stand from their corners in the mean, in sizes of the model. Limbs of sound models reach 0.3;
/// where an exporter passed over the turns of parents, it is 0.9.
const FAR: f64 = 0.5;

/// How far they may stand where the repair halves the distance, which is no accident.
const FAR_AND_REPAIRABLE: f64 = 0.1;

/// Bones before their parents, and bones far from what hangs on them. `parents` has the place of each bone's parent
/// in the list; it goes round in no circle.
pub(super) fn check(
    model: Model<'_>,
    bones: &[Bone<'_>],
    known: &HashMap<&[u8], usize>,
    parents: &[Option<usize>],
    report: &mut Report<'_>,
) {
    order(bones, parents, report);
    distance(model, bones, known, parents, report);
}

/// Bones that stand before their parents. The repair puts the texts of all bones into the places that bones have
/// now, parents first; what stands between stays.
fn order(bones: &[Bone<'_>], parents: &[Option<usize>], report: &mut Report<'_>) {
    let early: Vec<usize> =
        (0..bones.len()).filter(|bone| parents[*bone].is_some_and(|parent| parent > *bone)).collect();
    if early.is_empty() {
        return;
    }
    let movable = bones.iter().all(|bone| !bone.is_transitional());
    let sorted = parents_first(parents);
    let edits: Vec<Edit> = sorted
        .iter()
        .enumerate()
        .filter(|(place, bone)| place != *bone)
        .map(|(place, bone)| {
            let item = bones[*bone].item();
            Edit::replace(bones[place].span(), item.document.source().slice(item.span()))
        })
        .collect();
    // One repair for all, on the first.
    let mut edits = Some(edits).filter(|_| movable);
    for bone in early {
        let name = bones[bone].id().map(|id| id.text().into_owned()).unwrap_or_default();
        let parent = parents[bone].map_or(bones[bone].span(), |parent| bones[parent].span());
        let finding = report.push(Code::BoneOrder, bones[bone].span(), || {
            format!("the bone `{name}` stands before its parent")
        });
        let Some(finding) = finding else { return };
        *finding = finding.clone().related(parent, "the parent is here");
        if let Some(edits) = edits.take() {
            *finding = finding.clone().fix("write parents first", edits, Safety::Safe);
        }
    }
}

/// The bones so that none stands before its parent, otherwise in their order. Each bone is visited once.
fn parents_first(parents: &[Option<usize>]) -> Vec<usize> {
    let mut sorted = Vec::with_capacity(parents.len());
    let mut done = vec![false; parents.len()];
    let mut chain = Vec::new();
    for bone in 0..parents.len() {
        let mut next = Some(bone);
        while let Some(at) = next.filter(|at| !done[*at]) {
            done[at] = true;
            chain.push(at);
            next = parents[at];
        }
        sorted.extend(chain.drain(..).rev());
    }
    sorted
}

/// Bones far from their corners, measured over the whole model.
fn distance(
    model: Model<'_>,
    bones: &[Bone<'_>],
    known: &HashMap<&[u8], usize>,
    parents: &[Option<usize>],
    report: &mut Report<'_>,
) {
    let positions: Option<Vec<[f64; 3]>> = bones.iter().map(|bone| bone.pose().position).collect();
    let Some(written) = positions.filter(|_| !bones.iter().any(|bone| bone.is_transitional())) else {
        return;
    };
    let repaired = chained(&written, parents);
    let (mut far, mut repaired_far, mut count) = (0.0, 0.0, 0.0);
    let mut size = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for triangle in model.triangles() {
        let Some(corners) = triangle.vertices() else { continue };
        for corner in corners {
            for axis in 0..3 {
                size[0][axis] = size[0][axis].min(corner[axis]);
                size[1][axis] = size[1][axis].max(corner[axis]);
            }
        }
        let Some(links) = triangle.bone_links() else { continue };
        for (corner, link) in corners.into_iter().zip(links) {
            let Some(bone) = known.get(link.bytes()) else { continue };
            far += length(difference(corner, written[*bone]));
            repaired_far += length(difference(corner, repaired[*bone]));
            count += 1.0;
        }
    }
    let diagonal = length(difference(size[1], size[0]));
    let repairable = repaired_far < far * 0.5;
    if count == 0.0 || far <= count * diagonal * if repairable { FAR_AND_REPAIRABLE } else { FAR } {
        return;
    }
    let share = (far / count / diagonal * 100.0).round();
    let finding = report.push(Code::BoneFar, bones[0].span(), || {
        format!("bones stand {share} % of the model's size away from their corners, in the mean")
    });
    let Some(finding) = finding else { return };
    if repairable {
        let edits = moved(bones, &written, &repaired);
        *finding =
            finding.clone().fix("take the parent's own offset off every position", edits, Safety::Unsafe);
    } else {
        *finding = finding.clone().help("check the exporter: no repair is known that brings them near");
    }
}

/// Absolute positions when every written one is the sum of the bone's own offset and its parent's own.
fn chained(written: &[[f64; 3]], parents: &[Option<usize>]) -> Vec<[f64; 3]> {
    let mut own = vec![[0.0; 3]; written.len()];
    let mut absolute = own.clone();
    for bone in parents_first(parents) {
        let above = |list: &[[f64; 3]]| parents[bone].map_or([0.0; 3], |parent| list[parent]);
        own[bone] = difference(written[bone], above(&own));
        let base = above(&absolute);
        absolute[bone] = [0, 1, 2].map(|axis| base[axis] + own[bone][axis]);
    }
    absolute
}

/// Writes positions where they differ from those of the file.
fn moved(bones: &[Bone<'_>], written: &[[f64; 3]], positions: &[[f64; 3]]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, bone) in bones.iter().enumerate() {
        let Some(spans) = edit::values(bone.item(), "POSITION") else { continue };
        for (axis, span) in spans.into_iter().enumerate() {
            if (written[at][axis] - positions[at][axis]).abs() > 1e-9 {
                edits.push(Edit::replace(span, decimal(positions[at][axis])));
            }
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::{chained, parents_first};

    #[test]
    fn parents_come_first_and_the_rest_stays() {
        assert_eq!(parents_first(&[None, Some(0), Some(1)]), [0, 1, 2]);
        assert_eq!(parents_first(&[Some(2), Some(0), None, Some(2)]), [2, 0, 1, 3]);
    }

    #[test]
    fn offsets_that_were_added_twice_are_taken_off() {
        // Own offsets of one along x each.
        let written = [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
        let parents = [None, Some(0), Some(1), Some(2)];
        assert_eq!(
            chained(&written, &parents).iter().map(|[x, ..]| *x).collect::<Vec<_>>(),
            [1.0, 2.0, 3.0, 4.0]
        );
    }
}
