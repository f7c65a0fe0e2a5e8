//! Bodies made of solids: `CSGCombiner3D`, `CSGBox3D`, `CSGSphere3D`, `CSGCylinder3D`, `CSGTorus3D`, `CSGPolygon3D`
//! (pulled straight), `CSGMesh3D`, and their names in Godot 3.
//!
//! The topmost shape carries the mesh of all below it. Solids are joined, cut and met by the library that the engine
//! uses too, so corners agree. As in the engine no triangle shares its corners, and materials become surfaces.

mod body;
mod solid;

use glam::Affine3A;
use proscenio_godot::Value;
use proscenio_scene::{Component, MaterialId, Mesh, MeshInstance, NodeId};

use super::Importer;
use super::codes::{NOT_DRAWN, TOO_LARGE_MESH};
use super::files::Generation;
use super::instance::BuiltTree;
use super::place;
use super::props::Props;
use body::{Body, Operation};
use solid::Solid;

/// Shapes inside shapes that are looked at.
const MOST_DEEP: u32 = 200;
/// Triangles of all solids of a body.
const MOST_TRIANGLES: u64 = 400_000;

/// Whether a class is a solid or a group of them.
pub(super) fn is_shape(class: &str) -> bool {
    matches!(
        class.strip_suffix("3D").unwrap_or(class),
        "CSGCombiner" | "CSGBox" | "CSGSphere" | "CSGCylinder" | "CSGTorus" | "CSGPolygon" | "CSGMesh"
    )
}

/// Properties of solids that the mesh is made of, or that only physics looks at.
pub(super) const PROPERTIES: &[&str] = &[
    "operation",
    "snap",
    "calculate_tangents",
    "use_collision",
    "collision_layer",
    "collision_mask",
    "collision_priority",
    "size",
    "width",
    "height",
    "depth",
    "radius",
    "radial_segments",
    "rings",
    "sides",
    "cone",
    "inner_radius",
    "outer_radius",
    "ring_sides",
    "smooth_faces",
    "polygon",
    "mode",
    "mesh",
    "material",
    "invert_faces",
    "flip_faces",
];

/// A body in the making.
struct Making {
    body: Body,
    triangles: u64,
}

impl Importer<'_> {
    /// Puts the mesh of a topmost shape on its node.
    pub(super) fn solid_body(&mut self, tree: &BuiltTree, index: usize, id: NodeId) {
        let mut making = Making { body: Body::default(), triangles: 0 };
        let Some(solid) = self.solid(tree, index, Affine3A::IDENTITY, &mut making, 0) else { return };
        let surfaces = making.body.surfaces(&solid);
        if surfaces.is_empty() {
            return;
        }
        let props = Props::new(tree.nodes[index].class.clone(), tree.nodes[index].layers.clone());
        let name = tree.nodes[index].name.clone();
        let mesh = self.scene.meshes.add(Mesh { name, surfaces, ..Mesh::default() });
        let materials = self.instance_materials(&props, mesh);
        let cast_shadow = self.casts_shadow(&props);
        let shown = MeshInstance { materials, cast_shadow, ..MeshInstance::new(mesh) };
        self.scene.nodes[id].components.push(Component::Mesh(shown));
    }

    /// The solid of a shape with all below it, measured in the topmost one.
    fn solid(
        &mut self,
        tree: &BuiltTree,
        index: usize,
        at: Affine3A,
        making: &mut Making,
        depth: u32,
    ) -> Option<body::Volume> {
        let built = &tree.nodes[index];
        let props = Props::new(built.class.clone(), built.layers.clone());
        let own = self.own_solid(&props);
        if let Some(own) = &own {
            making.triangles += own.triangles.len() as u64;
        }
        if depth > MOST_DEEP || making.triangles > MOST_TRIANGLES {
            self.tell_solid(&props, &format!("more than {MOST_TRIANGLES} triangles or {MOST_DEEP} levels"));
            return None;
        }
        let material = self.named_material(&props, "material");
        let mut whole = making.body.volume(own.as_ref(), at, material);
        if own.is_some() && whole.is_broken() {
            self.tell_solid(&props, "its surface is not closed");
        }
        for child in &built.children {
            let class = &tree.nodes[*child].class;
            if !is_shape(class) {
                continue;
            }
            let below = Props::new(class.clone(), tree.nodes[*child].layers.clone());
            if !below.flag("visible") {
                continue;
            }
            let operation = match below.int("operation") {
                1 => Operation::Meet,
                2 => Operation::Cut,
                _ => Operation::Join,
            };
            let placed = at * place::space(&below);
            if let Some(other) = self.solid(tree, *child, placed, making, depth + 1) {
                whole = whole.with(&other, operation);
            }
        }
        self.findings.extend(props.take_findings());
        Some(whole)
    }

    /// The solid that a shape is by itself; nothing for a group.
    fn own_solid(&mut self, props: &Props) -> Option<Solid> {
        let at_least = |name: &str, least: u32| props.count(name).max(least);
        let smooth = || props.flag("smooth_faces");
        let class = props.class().to_owned();
        let solid = match class.strip_suffix("3D").unwrap_or(&class) {
            "CSGBox" if props.generation() == Generation::Three => {
                Solid::cuboid(["width", "height", "depth"].map(|name| props.number(name)))
            }
            "CSGBox" => Solid::cuboid(props.vector3("size")),
            "CSGSphere" => {
                let (segments, rings) = (at_least("radial_segments", 4), at_least("rings", 2));
                solid::affordable(segments, rings)
                    .then(|| Solid::sphere(props.number("radius"), segments, rings, smooth()))?
            }
            "CSGCylinder" => {
                let sides = at_least("sides", 3);
                solid::affordable(sides, 2).then(|| {
                    let (radius, height) = (props.number("radius"), props.number("height"));
                    Solid::cylinder(radius, height, sides, props.flag("cone"), smooth())
                })?
            }
            "CSGTorus" => {
                let (sides, ring_sides) = (at_least("sides", 3), at_least("ring_sides", 3));
                solid::affordable(sides, ring_sides).then(|| {
                    let radii = [props.number("inner_radius"), props.number("outer_radius")];
                    Solid::torus(radii, sides, ring_sides, smooth())
                })?
            }
            "CSGPolygon" => self.polygon_solid(props)?,
            "CSGMesh" => {
                let mesh = self.named_mesh(props, "mesh")?;
                Solid::of_mesh(&self.scene.meshes[mesh])
            }
            _ => return None,
        };
        solid.is_finite().then_some(solid)
    }

    fn polygon_solid(&mut self, props: &Props) -> Option<Solid> {
        if props.int("mode") != 0 {
            self.tell_solid(props, "a polygon that is turned or follows a path");
            return None;
        }
        let points = match props.set("polygon") {
            Some((Value::PackedVector2Array(points), _)) => points,
            _ => vec![[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]],
        };
        Solid::pulled(&points, props.number("depth"))
    }

    fn tell_solid(&mut self, props: &Props, why: &str) {
        let Some(place) = props.first_layer() else { return };
        let span = place.section().map(|section| section.header_span());
        let path = place.file.document.source().path();
        let code = if why.starts_with("more") { TOO_LARGE_MESH } else { NOT_DRAWN };
        let message = format!("a {} is left out of its body: {why}", props.class());
        self.findings.push(code.finding(path, message).at_maybe(span));
    }
}

/// What the triangles of a solid look like.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Paint {
    material: Option<MaterialId>,
    smooth: bool,
}
