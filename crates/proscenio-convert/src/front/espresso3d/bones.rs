//! Bones: where they stand at rest, and the repair of files whose exporter added an offset twice.

use std::collections::HashMap;

use proscenio_espresso3d::{Bone, Document};
use proscenio_scene::glam::{Affine3A, DAffine3, DMat3, DVec3};
use proscenio_scene::{self as scene, Joint, JointTarget};

use super::placement::bone_turn;
use super::{Bones, text_of};

/// The bones of an actor at rest, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Rig {
    pub bones: Vec<RestBone>,
    /// The first bone of each id.
    pub by_id: HashMap<Vec<u8>, u16>,
    /// Whether positions are not those of the file.
    pub repaired: bool,
    /// Parents before their children, each with its parent unless that would close a circle.
    pub order: Vec<(usize, Option<usize>)>,
}

/// A bone at rest in model space.
#[derive(Clone, Debug)]
pub(super) struct RestBone {
    pub name: String,
    pub parent: Option<usize>,
    pub position: DVec3,
    /// Columns left, up, forward.
    pub turn: DMat3,
}

impl Rig {
    /// The bones of all models of a file. Bones beyond the 65,535th are left out.
    pub fn read(document: &Document, choice: Bones) -> Self {
        let written: Vec<Bone<'_>> =
            document.models().flat_map(|model| model.bones()).take(usize::from(u16::MAX)).collect();
        let mut rig = Self::default();
        for (number, bone) in written.iter().enumerate() {
            if let Some(id) = bone.id() {
                rig.by_id.entry(id.bytes().to_vec()).or_insert(number as u16);
            }
        }
        rig.bones = written.iter().map(|bone| rest(*bone, &rig.by_id)).collect();
        rig.order = rig.skeleton("").parents_first().into_iter().map(wide).collect();
        let repaired = rig.chained();
        rig.repaired = match choice {
            Bones::AsWritten => false,
            Bones::Repaired => true,
            Bones::Judged => rig.is_better(document, &repaired),
        };
        if rig.repaired {
            rig.bones.iter_mut().zip(repaired).for_each(|(bone, position)| bone.position = position);
        }
        rig
    }

    /// Absolute positions when every written one is the sum of the bone's own offset and its parent's own, which is
    /// right for roots and their children and wrong below.
    fn chained(&self) -> Vec<DVec3> {
        let mut own = vec![DVec3::ZERO; self.bones.len()];
        let mut absolute = own.clone();
        for (bone, parent) in &self.order {
            let above = |list: &[DVec3]| parent.map_or(DVec3::ZERO, |parent| list[parent]);
            own[*bone] = self.bones[*bone].position - above(&own);
            absolute[*bone] = above(&absolute) + own[*bone];
        }
        absolute
    }

    /// Whether bones stand less than half as far from the corners that hang on them.
    fn is_better(&self, document: &Document, repaired: &[DVec3]) -> bool {
        let (mut written_far, mut repaired_far) = (0.0, 0.0);
        let triangles = document.models().flat_map(|model| model.triangles());
        for triangle in triangles {
            let (Some(corners), Some(links)) = (triangle.vertices(), triangle.bone_links()) else { continue };
            for (corner, link) in corners.map(DVec3::from_array).into_iter().zip(links) {
                let Some(bone) = self.by_id.get(link.bytes()).map(|bone| usize::from(*bone)) else {
                    continue;
                };
                written_far += corner.distance(self.bones[bone].position);
                repaired_far += corner.distance(repaired[bone]);
            }
        }
        repaired_far < written_far * 0.5
    }

    /// As the scene's bones, each measured in its parent.
    pub fn skeleton(&self, name: &str) -> scene::Skeleton {
        let bones = self.bones.iter().map(|bone| {
            let above = bone.parent.map_or(DAffine3::IDENTITY, |parent| self.bones[parent].place());
            let rest = single(above.inverse() * bone.place());
            scene::Bone::new(bone.name.clone(), bone.parent.map(|parent| parent as u32), rest)
        });
        scene::Skeleton { name: name.to_owned(), bones: bones.collect(), ..scene::Skeleton::default() }
    }

    /// As bones that all stand in the model, for movements that know no parents.
    pub fn flat_skeleton(&self, name: &str) -> scene::Skeleton {
        let bones =
            self.bones.iter().map(|bone| scene::Bone::new(bone.name.clone(), None, single(bone.place())));
        scene::Skeleton { name: name.to_owned(), bones: bones.collect(), ..scene::Skeleton::default() }
    }

    /// One joint for each bone.
    pub fn joints(&self) -> Vec<Joint> {
        let joint = |(number, bone): (usize, &RestBone)| Joint {
            target: JointTarget::Bone(number as u32),
            inverse_bind: single(bone.place().inverse()),
        };
        self.bones.iter().enumerate().map(joint).collect()
    }
}

impl RestBone {
    pub fn place(&self) -> DAffine3 {
        DAffine3::from_mat3_translation(self.turn, self.position)
    }
}

fn wide((bone, parent): (u32, Option<u32>)) -> (usize, Option<usize>) {
    (bone as usize, parent.map(|parent| parent as usize))
}

fn rest(bone: Bone<'_>, by_id: &HashMap<Vec<u8>, u16>) -> RestBone {
    let pose = bone.pose();
    let unit = |vector: Option<[f64; 3]>| vector.and_then(|v| DVec3::from_array(v).try_normalize());
    let turn = match (unit(pose.forward), unit(pose.up)) {
        (Some(forward), Some(up)) => bone_turn(forward, up),
        _ => DMat3::IDENTITY,
    };
    let position = pose.position.map(DVec3::from_array).filter(|position| position.as_vec3().is_finite());
    RestBone {
        name: text_of(bone.id()),
        parent: bone.parent().and_then(|id| by_id.get(id.bytes())).map(|parent| usize::from(*parent)),
        position: position.unwrap_or_default(),
        turn,
    }
}

pub(super) fn single(place: DAffine3) -> Affine3A {
    Affine3A::from_mat3_translation(place.matrix3.as_mat3(), place.translation.as_vec3())
}
