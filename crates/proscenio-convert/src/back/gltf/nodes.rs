//! The tree: nodes, placements, and which node carries what.

use glam::{Affine3A, DAffine3};
use proscenio_scene::{Component, Extra, Extras, NodeId, Rgba};

use super::extra::object;
use super::json;
use super::transform::{self, Placed, Trs};
use super::writer::{Writer, node_path};

/// What a glTF node can carry one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Mesh,
    Camera,
    Light,
}

impl Writer<'_> {
    /// Writes all nodes with what they carry. The first glTF nodes are those of the scene, depth first.
    pub fn write_tree(&mut self) {
        let scene = self.scene;
        let order: Vec<NodeId> = scene.depth_first().collect();
        self.root.scenes.push(json::Scene { name: scene.name.clone(), ..json::Scene::default() });
        for (index, id) in order.iter().enumerate() {
            self.node_of[id.index()] = Some(index);
            let name = scene.nodes[*id].name.clone();
            self.root.nodes.push(json::Node { name, ..json::Node::default() });
        }
        for (index, id) in order.into_iter().enumerate() {
            self.frames[id.index()] = self.frame_of(id);
            let above = scene.nodes[id].parent.map_or(Rgba::WHITE, |parent| self.tints[parent.index()]);
            self.tints[id.index()] = tinted(above, scene.nodes[id].tint);
            let hoisted = self.place_node(index, id);
            self.describe_node(index, id, hoisted);
            if scene.nodes[id].skeleton.is_some() {
                self.write_own_bones(id);
            }
            for (number, component) in scene.nodes[id].components.iter().enumerate() {
                self.write_component(id, number, component);
            }
        }
    }

    /// Where the glTF node of a scene node stands: in space if it is placed there, else in the plane, else
    /// with its parent.
    fn frame_of(&self, id: NodeId) -> DAffine3 {
        let node = &self.scene.nodes[id];
        if node.placement.space.is_some() {
            transform::wide(self.world.space(id))
        } else if node.placement.flat.is_some() {
            transform::flat_to_space(self.world.flat(id).matrix())
        } else {
            let parent = node.parent.filter(|_| !node.top_level);
            parent.map_or(DAffine3::IDENTITY, |parent| self.frames[parent.index()])
        }
    }

    /// Gives a node its placement and hangs it into the tree; whether it could not stay under its parent.
    fn place_node(&mut self, index: usize, id: NodeId) -> bool {
        let node = &self.scene.nodes[id];
        let world = self.frames[id.index()];
        let Some((parent, above)) = node.parent.and_then(|id| Some((id, self.node_of[id.index()]?))) else {
            self.standing[id.index()] = self.hoist(index, id, world);
            self.note_movable(index, id, None);
            return false;
        };
        if let Some(bone) = self.followed_bone(id)
            && let Some(back) = self.hang_on_bone(index, bone, world)
        {
            self.standing[id.index()] = back;
            return true;
        }
        // Among nodes in space the placement is already what glTF wants; nothing need be computed.
        let in_space = self.frames[parent.index()] == transform::wide(self.world.space(parent));
        let direct = node.placement.space.filter(|_| !node.top_level && in_space).map(transform::wide);
        if let Some(back) = self.hang(index, parent, above, world, direct) {
            self.standing[id.index()] = back;
            self.note_movable(index, id, Some((parent, above)));
            return false;
        }
        self.standing[id.index()] = self.hoist(index, id, world);
        self.lose_on(
            "gltf/parent",
            id,
            "its parent is flattened or too far away to place anything under it; it stands beside the root, \
             and extras.proscenio.parent names the parent",
        );
        true
    }

    /// Notes that animations may move a glTF node by its own parts, unless it took two nodes to place it.
    fn note_movable(&mut self, index: usize, id: NodeId, parent: Option<(NodeId, usize)>) {
        let beside = match parent {
            Some((_, above)) => &self.root.nodes[above].children,
            None => &self.root.scenes[0].nodes,
        };
        if beside.last() != Some(&index) {
            return;
        }
        let node = &self.scene.nodes[id];
        let measured_in = parent.filter(|_| !node.top_level).map(|(parent, _)| match node.placement.space {
            Some(_) => transform::wide(self.world.space(parent)),
            None => transform::flat_to_space(self.world.flat(parent).matrix()),
        });
        let stands = parent.map_or(DAffine3::IDENTITY, |(parent, _)| self.standing[parent.index()]);
        let way = stands.inverse() * measured_in.unwrap_or(DAffine3::IDENTITY);
        let same = transform::difference(way, DAffine3::IDENTITY) < 1e-5;
        if way.is_finite() {
            self.movable.insert(id, (!same).then_some(way));
        }
    }

    /// Hangs a glTF node under that of a scene node, `above`, so that it stands at `world`; where it is read
    /// back, or `None` when it cannot stand there.
    fn hang(
        &mut self,
        index: usize,
        parent: NodeId,
        above: usize,
        world: DAffine3,
        direct: Option<DAffine3>,
    ) -> Option<DAffine3> {
        let same = (self.frames[parent.index()] == world).then_some(DAffine3::IDENTITY);
        let stands = self.standing[parent.index()];
        let (placed, back) = transform::place_under(stands, world, direct.or(same))?;
        let top = self.set_placement(index, placed);
        self.root.nodes[above].children.push(top);
        Some(back)
    }

    /// Hangs a node beside the root, where its world placement is its own; where it is read back.
    fn hoist(&mut self, index: usize, id: NodeId, world: DAffine3) -> DAffine3 {
        let placed = transform::place_under(DAffine3::IDENTITY, world, Some(world));
        let (placed, back) = placed.unwrap_or_else(|| {
            self.lose_on("gltf/placement", id, "placed beyond what numbers can say; stands at the origin");
            (Placed::One(Trs::default()), DAffine3::IDENTITY)
        });
        let top = self.set_placement(index, placed);
        self.root.scenes[0].nodes.push(top);
        if !self.world.visible(id) {
            self.hide(index);
        }
        back
    }

    fn hide(&mut self, index: usize) {
        self.root.extensions_used.insert("KHR_node_visibility");
        self.root.nodes[index].extensions.visibility = Some(json::Visibility { visible: false });
    }

    /// Gives a glTF node its placement and returns the node to hang under the parent: the node itself, or
    /// a new one around it when the placement shears.
    pub(super) fn set_placement(&mut self, index: usize, placed: Placed) -> usize {
        match placed {
            Placed::One(trs) => {
                self.set_parts(index, trs);
                index
            }
            Placed::Two { outer, inner } => {
                self.set_parts(index, inner);
                let name = format!("{}.shear", self.root.nodes[index].name);
                let around = self.new_node(name, "shear");
                self.set_parts(around, outer);
                self.root.nodes[around].children.push(index);
                around
            }
        }
    }

    pub(super) fn set_parts(&mut self, index: usize, trs: Trs) {
        let node = &mut self.root.nodes[index];
        (node.translation, node.rotation, node.scale) = (trs.translation, trs.rotation, trs.scale);
    }

    pub(super) fn new_node(&mut self, name: String, part: &str) -> usize {
        let extras = self.extras(object([("part", Extra::from(part))]), |_| String::new());
        self.root.nodes.push(json::Node { name, extras, ..json::Node::default() });
        self.root.nodes.len() - 1
    }

    /// The glTF node that carries a part of a scene node and stands at `world`: the node's own when it
    /// stands there and has nothing of that kind yet, else a helper below it.
    pub fn host(&mut self, id: NodeId, world: DAffine3, slot: Slot, part: &str) -> Option<usize> {
        let own = self.node_of[id.index()]?;
        let frame = self.frames[id.index()];
        if frame == world && self.is_free(own, slot) {
            return Some(own);
        }
        let name = format!("{}.{part}", self.scene.nodes[id].name);
        let helper = self.new_node(name, part);
        if self.hang(helper, id, own, world, None).is_none() {
            self.hoist(helper, id, world);
        }
        Some(helper)
    }

    fn is_free(&self, index: usize, slot: Slot) -> bool {
        let node = &self.root.nodes[index];
        match slot {
            Slot::Mesh => node.mesh.is_none(),
            Slot::Camera => node.camera.is_none(),
            Slot::Light => node.extensions.light.is_none(),
        }
    }

    /// A placement inside a node, in the world.
    pub fn space_of(&self, id: NodeId, local: Option<Affine3A>) -> DAffine3 {
        let node = transform::wide(self.world.space(id));
        local.map_or(node, |local| node * transform::wide(local))
    }

    /// Writes what a node is besides its name and placement.
    fn describe_node(&mut self, index: usize, id: NodeId, hoisted: bool) {
        let node = &self.scene.nodes[id];
        // What is painted into a picture is not on the screen.
        let painted = node.components.iter().any(|component| matches!(component, Component::Picture(_)));
        if !node.visible || painted {
            self.hide(index);
        }
        if node.screen_space {
            self.lose_on(
                "gltf/screen-space",
                id,
                "glTF has no nodes fixed to the screen; it stands in the world",
            );
        }
        let mut entries = self.node_extras(id);
        if let Some(parent) = node.parent.and_then(|parent| self.node_of[parent.index()]).filter(|_| hoisted)
        {
            entries.set("parent", Extra::Int(parent as i64));
        }
        self.root.nodes[index].extras = self.extras(entries, |scene| node_path(scene, id));
    }

    fn write_component(&mut self, id: NodeId, number: usize, component: &Component) {
        let visible = match component {
            Component::Mesh(mesh) => mesh.visible,
            Component::Sprite(sprite) => sprite.visible,
            Component::Shapes(shapes) => shapes.visible,
            _ => true,
        };
        if !visible {
            self.lose_on("gltf/hidden", id, "a hidden drawing is not written; kept in extras");
            return;
        }
        match component {
            Component::Mesh(instance) => self.write_mesh_instance(id, instance),
            Component::Sprite(sprite) => self.write_sprite(id, number, sprite),
            Component::AnimatedSprite(frames) => {
                if let Some(sprite) = frames.sprite_at(0.0) {
                    self.write_sprite(id, number, &sprite);
                }
                if let Some(instance) = frames.mesh_at(0.0) {
                    self.write_mesh_instance(id, instance);
                }
                self.lose_on(
                    "gltf/component",
                    id,
                    "glTF has no frames; the first one is written, all are kept in extras",
                );
            }
            Component::Shapes(shapes) => self.write_shapes(id, number, shapes),
            Component::Camera(camera) => self.write_camera(id, camera),
            Component::Camera2d(camera) => self.write_camera_2d(id, camera),
            Component::Light(light) => self.write_light(id, light),
            Component::Text(_) => {
                self.lose_on("gltf/text", id, "glTF has no text; kept in extras.proscenio.components");
            }
            Component::Sector(_) => {
                self.lose_on(
                    "gltf/sector",
                    id,
                    "glTF has no sectors; the node is a group, the rest in extras",
                );
            }
            Component::Portal(_) => {
                self.lose_on("gltf/portal", id, "glTF has no portals; kept in extras.proscenio.components");
            }
            // Its animations are animations; the rest is only for the engine, and in the extras.
            Component::AnimationPlayer(_) => {}
            // It hangs on the bone.
            Component::BoneAttachment(_) if self.followed_bone(id).is_some() => {}
            Component::Other(other) => self.lose_on(
                "gltf/component",
                id,
                format!("no place for a {}; kept in extras.proscenio.components", other.kind),
            ),
            other => self.lose_on(
                "gltf/component",
                id,
                format!("no place for {}; kept in extras.proscenio.components", super::kept::what(other)),
            ),
        }
    }

    /// Writes what belongs to the scene as a whole.
    pub fn write_surroundings(&mut self) {
        let scene = self.scene;
        if scene.environment != proscenio_scene::Environment::default() {
            self.lose(
                "gltf/environment",
                &scene.name,
                "glTF has no background, ambient light nor tone mapping; kept in extras.proscenio.environment",
            );
        }
        let mut entries = self.scene_extras();
        if !self.still_animations.is_empty() {
            entries.set("animations", std::mem::take(&mut self.still_animations));
        }
        self.root.scenes[0].extras = self.extras(entries, |scene| scene.name.clone());
    }
}

/// The product of two tints, exact when one of them is white.
pub(super) fn tinted(color: Rgba, tint: Rgba) -> Rgba {
    match (color == Rgba::WHITE, tint == Rgba::WHITE) {
        (true, _) => tint,
        (_, true) => color,
        _ => color.tinted(tint),
    }
}

/// Entries without the ones that are nothing.
pub(super) fn present<'a>(entries: impl IntoIterator<Item = (&'a str, Option<Extra>)>) -> Extras {
    object(entries.into_iter().filter_map(|(name, value)| Some((name, value?))))
}
