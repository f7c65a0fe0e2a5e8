//! Reading an export again with the `gltf` crate.

use glam::{Affine3A, Mat4};
use proscenio_convert::back::gltf::{Container, Exported, Options, export};
use proscenio_scene::{Node, NodeId, Scene};
use serde_json::Value;

/// An export read again.
pub struct Read {
    pub exported: Exported,
    pub document: gltf::Document,
    pub bin: Vec<u8>,
    pub json: Value,
}

pub fn options(container: Container) -> Options {
    Options { container, name: "test".to_owned() }
}

/// Exports as `.glb` and reads it.
pub fn read(scene: &Scene) -> Read {
    let exported = export(scene, &options(Container::Glb));
    let glb = gltf::Glb::from_slice(&exported.files[0].bytes).unwrap();
    let json: Value = serde_json::from_slice(&glb.json).unwrap();
    let bin = glb.bin.map(std::borrow::Cow::into_owned).unwrap_or_default();
    let document = gltf::Gltf::from_slice(&exported.files[0].bytes).unwrap().document;
    Read { exported, document, bin, json }
}

impl Read {
    /// World placements by glTF node; nodes outside the scene have none.
    pub fn worlds(&self) -> Vec<Option<Mat4>> {
        let mut worlds = vec![None; self.document.nodes().len()];
        let mut waiting: Vec<_> =
            self.document.default_scene().unwrap().nodes().map(|node| (node, Mat4::IDENTITY)).collect();
        while let Some((node, above)) = waiting.pop() {
            let world = above * Mat4::from_cols_array_2d(&node.transform().matrix());
            assert!(worlds[node.index()].replace(world).is_none(), "a node hangs twice");
            waiting.extend(node.children().map(|child| (child, world)));
        }
        worlds
    }

    /// By glTF node: how much larger the numbers on the way to it are than those of its own place, less 1.
    /// Where large numbers cancel each other, single numbers lose digits, whoever wrote them.
    fn roundings(&self) -> Vec<f32> {
        let mut roundings = vec![0.0; self.document.nodes().len()];
        let mut waiting: Vec<_> = self
            .document
            .default_scene()
            .unwrap()
            .nodes()
            .map(|node| (node, Mat4::IDENTITY, Mat4::IDENTITY))
            .collect();
        let most =
            |matrix: Mat4| matrix.to_cols_array().iter().fold(1.0_f32, |most, value| most.max(value.abs()));
        while let Some((node, above, sizes)) = waiting.pop() {
            let local = Mat4::from_cols_array_2d(&node.transform().matrix());
            let (world, sizes) = (above * local, sizes * local.abs());
            roundings[node.index()] = most(sizes) / most(world) - 1.0;
            waiting.extend(node.children().map(|child| (child, world, sizes)));
        }
        roundings
    }

    /// The node of a name.
    pub fn node(&self, name: &str) -> gltf::Node<'_> {
        self.document
            .nodes()
            .find(|node| node.name() == Some(name))
            .unwrap_or_else(|| panic!("no node {name}"))
    }

    /// Where the node of a name stands.
    pub fn world(&self, name: &str) -> Mat4 {
        self.worlds()[self.node(name).index()].unwrap()
    }

    /// `extras.proscenio` of the node of a name.
    pub fn extras(&self, name: &str) -> &Value {
        &self.json["nodes"][self.node(name).index()]["extras"]["proscenio"]
    }

    /// The material of a name, as JSON.
    pub fn material(&self, name: &str) -> &Value {
        let materials = self.json["materials"].as_array().unwrap();
        materials
            .iter()
            .find(|material| material["name"] == name)
            .unwrap_or_else(|| panic!("no material {name}"))
    }

    pub fn codes(&self) -> Vec<&'static str> {
        self.exported.losses.iter().map(|loss| loss.code).collect()
    }

    pub fn positions(&self, primitive: &gltf::Primitive<'_>) -> Vec<[f32; 3]> {
        primitive.reader(|_| Some(&self.bin)).read_positions().unwrap().collect()
    }

    pub fn indices(&self, primitive: &gltf::Primitive<'_>) -> Option<Vec<u32>> {
        primitive.reader(|_| Some(&self.bin)).read_indices().map(|indices| indices.into_u32().collect())
    }
}

/// How far two placements are apart: each number as a share of the largest of `expected`, at least of 1.
pub fn apart(found: Mat4, expected: impl Into<Mat4>) -> f32 {
    let (found, expected) = (found.to_cols_array(), expected.into().to_cols_array());
    let size = expected.iter().fold(1.0_f32, |most, value| most.max(value.abs()));
    found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) / size
}

/// All scene nodes are there in order with their names, and those in space stand where the scene says.
pub fn assert_same_tree(scene: &Scene, read: &Read) {
    let worlds = read.worlds();
    let roundings = read.roundings();
    let placements = scene.world_placements();
    for (index, id) in scene.depth_first().enumerate() {
        let node = read.document.nodes().nth(index).unwrap();
        let name = &scene.nodes[id].name;
        assert_eq!(node.name().unwrap_or_default(), name);
        if scene.nodes[id].placement.space.is_some() {
            let found = worlds[index].unwrap();
            let expected = placements.space(id);
            let apart = apart(found, expected);
            let rounding = 2e-6 * roundings[index];
            assert!(apart < 1e-5 + rounding, "{name}: {apart} {rounding}\n{found}\n{expected}");
        }
    }
}

/// A node in space.
pub fn at(name: &str, space: Affine3A) -> Node {
    Node { placement: proscenio_scene::Placement::space(space), ..Node::new(name) }
}

/// A scene whose root is called `root`.
pub fn scene() -> Scene {
    Scene::new("scene", Node::new("root"))
}

/// Adds a child of the root with one component.
pub fn add(scene: &mut Scene, name: &str, component: proscenio_scene::Component) -> NodeId {
    let node = Node { components: vec![component], ..Node::new(name) };
    scene.add_child(scene.root, node)
}
