//! Actors: one mesh, the bones that bend it, and the animations that move them.

use std::sync::Arc;

use proscenio_espresso3d::Document;
use proscenio_scene::glam::Affine3A;
use proscenio_scene::{
    AnimationId, Component, Joint, MeshId, NodeId, Origin, SkeletonId, Skin, SkinSpace, Target,
};

use super::animation::{Commands, TranslateSpan};
use super::bones::Rig;
use super::geometry::Gathered;
use super::{Importer, Meaning, codes, engine, instance, text_of};

/// What an actor's file holds for the scene. All copies share it, bones included, so they move alike.
#[derive(Clone, Debug)]
pub(super) struct LoadedActor {
    /// `None` when it has no triangle that can be drawn.
    mesh: Option<MeshId>,
    /// `None` without bones.
    skeleton: Option<SkeletonId>,
    joints: Vec<Joint>,
    /// Those that wait for the first copy.
    waiting: Vec<AnimationId>,
}

impl Importer<'_> {
    /// Adds the geometry, bones and animations of an actor to the scene's tables. All models of the file are one.
    pub(super) fn actor(&mut self, document: &Document, name: &str) -> LoadedActor {
        let from = Arc::clone(document.source().path());
        let rig = Rig::read(document, self.options.bones);
        if rig.repaired {
            let first = document.models().flat_map(|model| model.bones()).next().map(|bone| bone.span());
            self.report(
                &codes::REPAIRED_BONES,
                &from,
                first,
                format!("the bones of `{name}` stand where their offsets add up, not where the file says"),
            );
        }
        let mut gathered = Gathered::default();
        let triangles = document.models().flat_map(|model| model.triangles());
        let mesh = self.mesh(name, triangles, &from, &rig.by_id, &mut gathered);
        self.report_gathered(&gathered, &from);
        if rig.bones.is_empty() {
            let mesh = mesh.map(|mesh| self.scene.meshes.add(mesh));
            return LoadedActor { mesh, skeleton: None, joints: Vec::new(), waiting: Vec::new() };
        }
        let engine = self.options.meaning == Meaning::Engine;
        let skeleton = if engine { rig.flat_skeleton(name) } else { rig.skeleton(name) };
        let skeleton = Some(self.scene.skeletons.add(skeleton));
        let waiting = self.animations(document, &rig, &from);
        let mesh = mesh.map(|mesh| self.scene.meshes.add(mesh));
        LoadedActor { mesh, skeleton, joints: rig.joints(), waiting }
    }

    /// The animations of a file, whose bones stand at the root until the first copy is placed.
    fn animations(&mut self, document: &Document, rig: &Rig, from: &Arc<str>) -> Vec<AnimationId> {
        let root = self.scene.root;
        let mut added = Vec::new();
        for animation in document.models().flat_map(|model| model.animations()) {
            let name = text_of(animation.id());
            let (commands, tracks) = match self.options.meaning {
                Meaning::Authored => {
                    let commands = Commands::read(animation, rig, TranslateSpan::Frames);
                    let tracks = commands.tracks(root);
                    (commands, tracks)
                }
                Meaning::Engine => {
                    let commands = Commands::read(animation, rig, TranslateSpan::Seconds);
                    let (tracks, whole) = engine::tracks(&commands, rig, root);
                    if !whole {
                        let message = format!("animation `{name}` is too long and cut off");
                        self.report(&codes::LEFT_OUT, from, Some(animation.span()), message);
                    }
                    (commands, tracks)
                }
            };
            let span = animation.span();
            let mut made = commands.animation(name, tracks);
            made.origin = Some(Origin { path: Arc::clone(from), bytes: (span.start(), span.end()) });
            added.push(self.scene.animations.add(made));
        }
        added
    }

    /// The mesh as light falls on it at a node: a copy, when there is light.
    fn lit(&mut self, mesh: MeshId, at: NodeId) -> MeshId {
        if self.options.lights.is_empty() {
            return mesh;
        }
        // Sectors stand where the world does.
        let place = self.scene.nodes[at].placement.space.unwrap_or(Affine3A::IDENTITY);
        let mut copy = self.scene.meshes[mesh].clone();
        self.light(&mut copy, place);
        self.scene.meshes.add(copy)
    }

    /// Makes a node a copy of an actor. The animations of the file play on the first one, whose bones all share.
    pub(super) fn place_actor(&mut self, actor: &mut LoadedActor, at: NodeId) {
        let mesh = actor.mesh.map(|mesh| self.lit(mesh, at));
        let node = &mut self.scene.nodes[at];
        node.components.extend(mesh.map(|mesh| Component::Mesh(instance(mesh))));
        node.skeleton = actor.skeleton;
        if actor.skeleton.is_some() {
            node.skin = Some(Skin { skeleton: at, joints: actor.joints.clone(), space: SkinSpace::Mesh });
        }
        for animation in std::mem::take(&mut actor.waiting) {
            for track in &mut self.scene.animations[animation].tracks {
                if let Target::Bone { node, .. } = &mut track.target {
                    *node = at;
                }
            }
        }
    }
}
