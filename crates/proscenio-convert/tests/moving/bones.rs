//! Bones, and nodes that follow them.

use proscenio_corpus::corpus;

use crate::support::{Tally, close, facts, find, load, numbers, rows};

const EXACT: f64 = 1e-5;

#[test]
fn bones_rest_and_stand_where_the_engine_has_them() {
    let Some(corpus) = corpus() else { return };
    let mut bones = Tally::default();
    let mut nodes = Tally::default();
    for probe in ["p10_skeleton", "r02_animation_kinds"] {
        let imported = load(&corpus.join(format!("probes/{probe}.tscn")));
        let scene = &imported.scene;
        let world = scene.world_placements();
        for node in facts(&corpus, probe) {
            let path = node["path"].as_str().unwrap();
            let (id, own) = find(scene, path).unwrap();
            if let Some(fact) = node["global_transform"].as_array() {
                let known = numbers(&fact.clone().into());
                let found = rows(world.space(id));
                nodes.count(close(&found, &known, EXACT), || format!("{probe} {path}: {found:?}"));
            }
            let Some(known) = node["bones"].as_array() else { continue };
            let skeleton = &scene.skeletons[own.skeleton.unwrap()];
            assert_eq!(skeleton.bones.len(), known.len(), "{probe} {path}");
            let poses = skeleton.global_poses();
            for ((bone, pose), known) in skeleton.bones.iter().zip(poses).zip(known) {
                let parent = bone.parent.map_or(-1, i64::from);
                let same = bone.name == known["name"].as_str().unwrap()
                    && Some(parent) == known["parent"].as_i64()
                    && close(&rows(bone.rest), &numbers(&known["rest"]), EXACT)
                    && close(&rows(pose), &numbers(&known["global_pose"]), EXACT);
                bones.count(same, || format!("{probe} {path} {}: {pose:?}", bone.name));
            }
        }
    }
    bones.finish("bones of Skeleton3D: rest and global pose", 5);
    nodes.finish("nodes of p10 and r02, attachments too: global transform", 8);
}
