//! What a scene comes to in numbers: where nodes are, what meshes have, what cameras see.
//!
//! The layout is that of recordings of the Godot engine, so that an importer can be held against it:
//!
//! * triangles are clockwise from the front, as Godot keeps them;
//! * `global_transform` has 12 numbers: the basis row by row, then the origin; `global_transform_2d` has the x
//!   axis, the y axis and the origin;
//! * `global_rect` of a part of a user interface is its top-left corner and its size;
//! * `aabb` is the lower corner and the size;
//! * `projection` has four columns for a picture of 640 by 360, depth from 1 (near) to −1, as the engine's.
//!
//! Other families are told in the same words.

mod camera;
mod cells;
mod mesh;
mod path;

use proscenio_scene::glam::{Affine2, Affine3A, Mat3};
use proscenio_scene::{Component, Node, NodeId, Scene, Skeleton, WorldPlacements};
use serde_json::{Map, Value, json};

/// What is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// Whether every vertex is told, not only how many there are.
    pub vertices: bool,
}

/// The facts of a scene: `{"scene": NAME, "nodes": [...]}`, nodes in tree order.
#[must_use]
pub fn facts(scene: &Scene, detail: Detail) -> Value {
    let world = scene.world_placements();
    let teller = Teller { scene, world: &world, detail };
    let nodes: Vec<Value> = scene.depth_first().map(|id| teller.node(id)).collect();
    json!({ "scene": scene.name, "nodes": nodes })
}

struct Teller<'s> {
    scene: &'s Scene,
    world: &'s WorldPlacements,
    detail: Detail,
}

impl Teller<'_> {
    fn node(&self, id: NodeId) -> Value {
        let node = &self.scene.nodes[id];
        let mut out = Map::new();
        out.insert("path".to_owned(), json!(self.path(id)));
        out.insert("class".to_owned(), json!(node.identity.kind));
        if node.placement.space.is_some() {
            out.insert("global_transform".to_owned(), transform(self.world.space(id)));
            out.insert("visible_in_tree".to_owned(), json!(self.world.visible(id)));
        }
        if node.placement.flat.is_some() {
            let place = self.world.flat(id).matrix();
            match node.size {
                // Recordings tell the rectangle alone of what has one.
                Some(size) => {
                    let at = place.translation;
                    out.insert("global_rect".to_owned(), json!([at.x, at.y, size.x, size.y]));
                }
                None => {
                    out.insert("global_transform_2d".to_owned(), flat(place));
                }
            }
        }
        self.meshes(node, &mut out);
        if let Some(skeleton) = node.skeleton.and_then(|skeleton| self.scene.skeletons.get(skeleton)) {
            out.insert("bones".to_owned(), bones(skeleton));
        }
        for component in &node.components {
            match component {
                Component::Camera(camera) => camera::tell(camera, &mut out),
                Component::Cells(cells) => cells::tell(cells, &mut out),
                Component::Path(curve) => path::tell(curve, &mut out),
                _ => {}
            }
        }
        Value::Object(out)
    }

    /// The path from the root, `.` for the root itself.
    fn path(&self, id: NodeId) -> String {
        let key = &self.scene.nodes[id].identity.key;
        if !key.is_empty() {
            return key.clone();
        }
        let mut names = Vec::new();
        let mut next = Some(id);
        while let Some(at) = next {
            let node = &self.scene.nodes[at];
            if node.parent.is_some() {
                names.push(node.name.as_str());
            }
            next = node.parent;
        }
        names.reverse();
        if names.is_empty() { ".".to_owned() } else { names.join("/") }
    }

    fn meshes(&self, node: &Node, out: &mut Map<String, Value>) {
        let shown = node.components.iter().filter_map(|component| match component {
            Component::Mesh(instance) => Some((instance, self.scene.meshes.get(instance.mesh)?)),
            _ => None,
        });
        let shown: Vec<_> = shown.collect();
        let Some((first, mesh)) = shown.first() else { return };
        if shown.iter().any(|(instance, _)| instance.place.is_some()) {
            let places = shown.iter().map(|(instance, _)| transform(instance.place.unwrap_or_default()));
            out.insert("instances".to_owned(), places.collect());
            return;
        }
        let surfaces: Vec<Value> = shown
            .iter()
            .flat_map(|(_, mesh)| &mesh.surfaces)
            .map(|one| mesh::surface(one, self.detail))
            .collect();
        out.insert("surfaces".to_owned(), json!(surfaces));
        let boxes = shown.iter().filter_map(|(_, mesh)| mesh.box_of_all());
        let whole = boxes.reduce(|(low, size), (other, length)| {
            let corner = low.min(other);
            (corner, (low + size).max(other + length) - corner)
        });
        if let Some((low, size)) = whole {
            out.insert("aabb".to_owned(), json!([low.x, low.y, low.z, size.x, size.y, size.z]));
        }
        mesh::shapes(first, mesh, self.detail, out);
    }
}

/// Every bone: where it rests in its parent, and where it is in the skeleton's node.
fn bones(skeleton: &Skeleton) -> Value {
    let globals = skeleton.global_poses();
    let told = skeleton.bones.iter().zip(globals).map(|(bone, global)| {
        json!({
            "name": bone.name,
            "parent": bone.parent.map_or(-1, i64::from),
            "rest": transform(bone.rest),
            "global_pose": transform(global),
        })
    });
    told.collect()
}

/// Twelve numbers: the basis row by row, then the origin.
fn transform(placed: Affine3A) -> Value {
    let origin = placed.translation;
    let mut numbers = rows(Mat3::from(placed.matrix3)).to_vec();
    numbers.extend([origin.x, origin.y, origin.z]);
    json!(numbers)
}

/// A matrix row by row.
fn rows(matrix: Mat3) -> [f32; 9] {
    matrix.transpose().to_cols_array()
}

/// Six numbers: x axis, y axis, origin.
fn flat(placed: Affine2) -> Value {
    json!(placed.to_cols_array())
}

#[cfg(test)]
mod tests {
    use super::{Detail, facts};
    use proscenio_scene::glam::{Affine3A, Vec3};
    use proscenio_scene::{Component, Mesh, MeshInstance, Node, Placement, Scene, Surface};
    use serde_json::json;

    #[test]
    fn a_triangle_is_told_clockwise() {
        let mut scene = Scene::new("s", Node::new("root"));
        let surface = Surface {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]],
            indices: vec![0, 1, 2],
            ..Surface::default()
        };
        let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
        let mut node = Node::new("tri");
        node.placement = Placement::space(Affine3A::from_translation(Vec3::X));
        node.components.push(Component::Mesh(MeshInstance::new(mesh)));
        scene.add_child(scene.root, node);
        let told = facts(&scene, Detail { vertices: true });
        let node = &told["nodes"][1];
        assert_eq!((&node["path"], &told["nodes"][0]["path"]), (&json!("tri"), &json!(".")));
        assert_eq!(node["global_transform"][9], 1.0);
        assert_eq!(node["surfaces"][0]["indices"], json!([0, 2, 1]));
        assert_eq!(node["aabb"], json!([0.0, 0.0, 0.0, 1.0, 2.0, 0.0]));
        let short = facts(&scene, Detail::default());
        assert_eq!(short["nodes"][1]["surfaces"], json!([{ "vertex_count": 3, "index_count": 3 }]));
    }
}
