//! Bodies made of solids: `CSGCombiner3D`, `CSGBox3D`, `CSGSphere3D`, `CSGCylinder3D`, `CSGTorus3D`, `CSGPolygon3D`,
//! `CSGMesh3D`, and their names in Godot 3.
//!
//! The topmost shape carries the mesh of all below it. Solids are joined, cut and met by the library that the engine
//! uses too, so corners agree. As in the engine no triangle shares its corners, and materials become surfaces.

mod body;
mod solid;
mod sweep;

use std::cell::OnceCell;

use glam::Affine3A;
use proscenio_godot::Value;
use proscenio_godot::node_path::NodePath;
use proscenio_scene::{Component, MaterialId, Mesh, MeshInstance, NodeId, WorldPlacements};

use super::Importer;
use super::codes::{NOT_DRAWN, TOO_LARGE_MESH};
use super::files::Generation;
use super::instance::BuiltTree;
use super::moving::Linked;
use super::place;
use super::props::Props;
use body::{Body, Operation};
use solid::Solid;
use sweep::{Along, Sweep, Turn};

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
    "spin_degrees",
    "spin_sides",
    "path_node",
    "path_interval_type",
    "path_interval",
    "path_simplify_angle",
    "path_rotation",
    "path_rotation_accurate",
    "path_local",
    "path_continuous_u",
    "path_u_distance",
    "path_joined",
    "mesh",
    "material",
    "invert_faces",
    "flip_faces",
];

/// What solids are looked up in.
struct Around<'t> {
    tree: &'t BuiltTree,
    linked: &'t Linked<'t>,
    world: OnceCell<WorldPlacements>,
}

/// A body in the making.
struct Making {
    body: Body,
    triangles: u64,
}

impl Importer<'_> {
    /// Puts the meshes of topmost shapes on their nodes, now that the paths they follow are there.
    pub(super) fn solid_bodies(
        &mut self,
        tree: &BuiltTree,
        linked: &Linked<'_>,
        topmost: &[(usize, NodeId)],
    ) {
        let around = Around { tree, linked, world: OnceCell::new() };
        for (index, id) in topmost {
            self.solid_body(&around, *index, *id);
        }
    }

    fn solid_body(&mut self, around: &Around<'_>, index: usize, id: NodeId) {
        let mut making = Making { body: Body::default(), triangles: 0 };
        let tree = around.tree;
        let Some(solid) = self.solid(around, index, Affine3A::IDENTITY, &mut making, 0) else { return };
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
        around: &Around<'_>,
        index: usize,
        at: Affine3A,
        making: &mut Making,
        depth: u32,
    ) -> Option<body::Volume> {
        let tree = around.tree;
        let built = &tree.nodes[index];
        let props = Props::new(built.class.clone(), built.layers.clone());
        let own = self.own_solid(around, index, &props);
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
            if let Some(other) = self.solid(around, *child, placed, making, depth + 1) {
                whole = whole.with(&other, operation);
            }
        }
        self.findings.extend(props.take_findings());
        Some(whole)
    }

    /// The solid that a shape is by itself; nothing for a group.
    fn own_solid(&mut self, around: &Around<'_>, index: usize, props: &Props) -> Option<Solid> {
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
            "CSGPolygon" => self.polygon_solid(around, index, props)?,
            "CSGMesh" => {
                let mesh = self.named_mesh(props, "mesh")?;
                Solid::of_mesh(&self.scene.meshes[mesh])
            }
            _ => return None,
        };
        solid.is_finite().then_some(solid)
    }

    fn polygon_solid(&mut self, around: &Around<'_>, index: usize, props: &Props) -> Option<Solid> {
        let points = match props.set("polygon") {
            Some((Value::PackedVector2Array(points), _)) => points,
            _ => vec![[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]],
        };
        let u_distance = props.number("path_u_distance");
        let mut sweep = match props.int("mode") {
            1 => Sweep::turned(props.count("spin_sides"), props.number("spin_degrees"), u_distance),
            2 => self.led_along(around, index, props)?,
            _ => Sweep::straight(props.number("depth"), u_distance),
        };
        sweep.smooth = props.flag("smooth_faces");
        sweep.solid(&points)
    }

    /// The way of an outline along a path; nothing without one, as in the engine.
    fn led_along(&mut self, around: &Around<'_>, index: usize, props: &Props) -> Option<Sweep> {
        let node = around.linked.of(around.tree.nodes[index].id)?;
        let path = around.linked.find(node, &NodePath::parse(&props.text("path_node")))?;
        let curve = self.paths.get(&path)?;
        let points = self.scene.nodes[path].components.iter().find_map(|component| match component {
            Component::Path(path) => Some(path.points.len()),
            _ => None,
        });
        let how = Along {
            interval: props.number("path_interval"),
            by_points: props.int("path_interval_type") == 1,
            points: points.unwrap_or_default(),
            simplify: props.number("path_simplify_angle"),
            turn: match props.int("path_rotation") {
                0 => Turn::None,
                1 => Turn::Direction,
                _ => Turn::All,
            },
            accurate: props.flag("path_rotation_accurate"),
            runs_on: props.flag("path_continuous_u"),
            u_distance: props.number("path_u_distance"),
            joined: props.flag("path_joined"),
            // The engine takes the path's place in the world for one in the shape.
            place: if props.flag("path_local") {
                Affine3A::IDENTITY
            } else {
                around.world.get_or_init(|| self.scene.world_placements()).space(path)
            },
        };
        let sweep = Sweep::along(curve, &how);
        if sweep.is_none() {
            self.tell_solid(props, "its path has no length, or more steps than are worth making");
        }
        sweep
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
