//! The scene as a whole.

use glam::{Affine3A, Vec3};

use crate::{
    Animation, Component, Environment, Extras, Flat, Font, Image, Material, Mesh, Node, NodeId,
    ParticleEffect, ScreenEffect, Skeleton, Table,
};

/// A scene: one tree and the tables its components name.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// For people.
    pub name: String,
    /// Every node; the root is [`Scene::root`].
    pub nodes: Table<Node>,
    /// The one node without a parent.
    pub root: NodeId,
    /// Geometry.
    pub meshes: Table<Mesh>,
    /// Surfaces.
    pub materials: Table<Material>,
    /// Pictures.
    pub images: Table<Image>,
    /// Pictures whose see-through texels take the colour of the nearest one that is not, so that their edges do not
    /// darken when texels are mixed.
    pub filled_edges: std::collections::BTreeSet<crate::ImageId>,
    /// Bumps and highlights in the plane.
    pub reliefs: Table<crate::FlatRelief>,
    /// Letters.
    pub fonts: Table<Font>,
    /// Code that takes the place of a rule.
    pub shaders: Table<crate::Shader>,
    /// Which of it flat drawings run, by node and place among its components.
    pub flat_shaders: std::collections::BTreeMap<(NodeId, usize), crate::ShaderId>,
    /// What particles do.
    pub effects: Table<ParticleEffect>,
    /// Effects over the finished picture, in order.
    pub post: Vec<ScreenEffect>,
    /// Bones; nodes say where they stand.
    pub skeletons: Table<Skeleton>,
    /// Movements.
    pub animations: Table<Animation>,
    /// What surrounds the scene.
    pub environment: Environment,
    /// How its picture is drawn.
    pub rendering: crate::Rendering,
    /// Whether the screen shows only what is fixed to it; the rest is seen in the pictures the scene paints.
    pub world_off_screen: bool,
    /// Width and height the family draws it at, pixels, when the project says so.
    pub view_size: Option<[u32; 2]>,
    /// What the family says beyond this.
    pub extras: Extras,
}

/// The world placement of every node of a scene, by handle.
#[derive(Clone, Debug)]
pub struct WorldPlacements {
    flat: Vec<Flat>,
    space: Vec<Affine3A>,
    visible: Vec<bool>,
}

impl WorldPlacements {
    /// Where the node is in the plane.
    #[must_use]
    pub fn flat(&self, node: NodeId) -> Flat {
        self.flat[node.index()]
    }

    /// Where the node is in space.
    #[must_use]
    pub fn space(&self, node: NodeId) -> Affine3A {
        self.space[node.index()]
    }

    /// Places a node of a scene anew in the plane, relative to what is above it, and with it all below it.
    pub fn place_flat(&mut self, scene: &Scene, node: NodeId, local: Flat) {
        for id in scene.depth_first_from(node) {
            let one = &scene.nodes[id];
            let above = one.parent.filter(|_| !one.top_level);
            let above = above.map_or(Flat::IDENTITY, |parent| self.flat[parent.index()]);
            let local = if id == node { Some(local) } else { one.placement.flat };
            self.flat[id.index()] = local.map_or(above, |local| above.then(local));
        }
    }

    /// Whether the node and all above it are visible.
    #[must_use]
    pub fn visible(&self, node: NodeId) -> bool {
        self.visible[node.index()]
    }
}

impl Scene {
    /// A scene with a root node and nothing else.
    #[must_use]
    pub fn new(name: impl Into<String>, root: Node) -> Self {
        let mut nodes = Table::default();
        let root = nodes.add(root);
        Self {
            name: name.into(),
            nodes,
            root,
            meshes: Table::default(),
            materials: Table::default(),
            images: Table::default(),
            filled_edges: std::collections::BTreeSet::new(),
            reliefs: Table::default(),
            fonts: Table::default(),
            shaders: Table::default(),
            flat_shaders: std::collections::BTreeMap::new(),
            effects: Table::default(),
            post: Vec::new(),
            skeletons: Table::default(),
            animations: Table::default(),
            environment: Environment::default(),
            rendering: crate::Rendering::default(),
            world_off_screen: false,
            view_size: None,
            extras: Extras::new(),
        }
    }

    /// Adds a node as the last child of `parent`.
    pub fn add_child(&mut self, parent: NodeId, mut node: Node) -> NodeId {
        node.parent = Some(parent);
        let id = self.nodes.add(node);
        self.nodes[parent].children.push(id);
        id
    }

    /// All nodes depth first, a node before its children. Without recursion, so depth costs no stack.
    pub fn depth_first(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.depth_first_from(self.root)
    }

    /// A node and all below it, as [`Scene::depth_first`].
    pub fn depth_first_from(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut waiting = vec![root];
        std::iter::from_fn(move || {
            let node = waiting.pop()?;
            waiting.extend(self.nodes[node].children.iter().rev());
            Some(node)
        })
    }

    /// World placements and visibility of all nodes.
    #[must_use]
    pub fn world_placements(&self) -> WorldPlacements {
        let mut world = WorldPlacements {
            flat: vec![Flat::IDENTITY; self.nodes.len()],
            space: vec![Affine3A::IDENTITY; self.nodes.len()],
            visible: vec![true; self.nodes.len()],
        };
        for id in self.depth_first() {
            let node = &self.nodes[id];
            let above = node.parent.filter(|_| !node.top_level);
            let flat = above.map_or(Flat::IDENTITY, |parent| world.flat[parent.index()]);
            let space = above.map_or(Affine3A::IDENTITY, |parent| world.space[parent.index()]);
            world.flat[id.index()] = node.placement.flat.map_or(flat, |local| flat.then(local));
            world.space[id.index()] = node.placement.space.map_or(space, |local| space * local);
            let shown = node.unhidden || node.parent.is_none_or(|parent| world.visible[parent.index()]);
            world.visible[id.index()] = shown && node.visible;
        }
        world
    }

    /// The box around all visible meshes in world space; `None` when there are none.
    #[must_use]
    pub fn bounds(&self, world: &WorldPlacements) -> Option<(Vec3, Vec3)> {
        let mut all: Option<(Vec3, Vec3)> = None;
        for (id, node) in self.nodes.iter().filter(|(id, _)| world.visible(*id)) {
            for component in &node.components {
                let Component::Mesh(instance) = component else { continue };
                if !instance.visible {
                    continue;
                }
                let Some(mesh) = self.meshes.get(instance.mesh) else { continue };
                for (low, high) in mesh.surfaces.iter().filter_map(|surface| surface.bounds()) {
                    for corner in corners(low, high) {
                        let point = instance.placed(world.space(id)).transform_point3(corner);
                        let (least, most) = all.unwrap_or((point, point));
                        all = Some((least.min(point), most.max(point)));
                    }
                }
            }
        }
        all
    }
}

/// The corners of a box.
pub(crate) fn corners(low: Vec3, high: Vec3) -> [Vec3; 8] {
    std::array::from_fn(|bits| {
        let pick = |bit: usize, a: f32, b: f32| if bits >> bit & 1 == 0 { a } else { b };
        Vec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
    })
}

#[cfg(test)]
mod tests {
    use super::Scene;
    use crate::{Component, Mesh, MeshInstance, Node, Placement, Surface};
    use glam::{Affine3A, Vec3};

    fn at(name: &str, x: f32) -> Node {
        Node { placement: Placement::space(Affine3A::from_translation(Vec3::X * x)), ..Node::new(name) }
    }

    #[test]
    fn placements_add_up_and_stop_at_top_level() {
        let mut scene = Scene::new("s", at("root", 1.0));
        let child = scene.add_child(scene.root, at("child", 2.0));
        let group = scene.add_child(child, Node::new("group"));
        let leaf = scene.add_child(group, at("leaf", 4.0));
        let free = scene.add_child(child, Node { top_level: true, ..at("free", 8.0) });
        let world = scene.world_placements();
        let x = |id| world.space(id).translation.x;
        assert_eq!([x(child), x(group), x(leaf), x(free)], [3.0, 3.0, 7.0, 8.0]);
    }

    #[test]
    fn hidden_nodes_hide_what_is_below_them_even_top_level_ones() {
        let mut scene = Scene::new("s", Node::new("root"));
        let hidden = scene.add_child(scene.root, Node { visible: false, ..Node::new("hidden") });
        let below = scene.add_child(hidden, Node { top_level: true, ..Node::new("below") });
        let world = scene.world_placements();
        assert!(world.visible(scene.root) && !world.visible(hidden) && !world.visible(below));
    }

    #[test]
    fn what_stands_apart_is_shown_below_hidden_nodes() {
        let mut scene = Scene::new("s", Node::new("root"));
        let hidden = scene.add_child(scene.root, Node { visible: false, ..Node::new("hidden") });
        let layer = scene.add_child(hidden, Node { unhidden: true, ..Node::new("layer") });
        let below = scene.add_child(layer, Node::new("below"));
        let world = scene.world_placements();
        assert!(!world.visible(hidden) && world.visible(layer) && world.visible(below));
    }

    #[test]
    fn bounds_are_those_of_visible_meshes_in_the_world() {
        let mut scene = Scene::new("s", Node::new("root"));
        let surface = Surface { positions: vec![[-1.0, 0.0, 0.0], [1.0, 2.0, 0.5]], ..Surface::default() };
        let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
        let instance = MeshInstance::new(mesh);
        for (x, visible) in [(10.0, true), (100.0, false)] {
            let mut node = at("mesh", x);
            node.visible = visible;
            node.components.push(Component::Mesh(instance.clone()));
            scene.add_child(scene.root, node);
        }
        let world = scene.world_placements();
        assert_eq!(scene.bounds(&world), Some((Vec3::new(9.0, 0.0, 0.0), Vec3::new(11.0, 2.0, 0.5))));
    }

    #[test]
    fn depth_first_order_is_that_of_the_tree() {
        let mut scene = Scene::new("s", Node::new("root"));
        let a = scene.add_child(scene.root, Node::new("a"));
        scene.add_child(scene.root, Node::new("b"));
        scene.add_child(a, Node::new("a1"));
        let names: Vec<_> = scene.depth_first().map(|id| scene.nodes[id].name.clone()).collect();
        assert_eq!(names, ["root", "a", "a1", "b"]);
    }
}
