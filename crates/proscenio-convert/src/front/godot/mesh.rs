//! Meshes: the primitive ones.

use proscenio_godot::Value;
use proscenio_scene::{Component, MaterialId, Mesh, MeshId, MeshInstance};

use super::Importer;
use super::codes::{NOT_DRAWN, TOO_LARGE_MESH};
use super::files::{Generation, Place, Target};
use super::primitives::{
    BoxMesh, CapsuleMesh, CylinderMesh, Facing, LyingCapsuleMesh, OldQuadMesh, PlaneMesh, PrismMesh, Raw,
    SphereMesh, TorusMesh,
};
use super::props::Props;

/// Vertices of one mesh.
const MAX_VERTICES: u64 = 4_000_000;

impl Importer<'_> {
    /// The component of a `MeshInstance3D` (`MeshInstance`).
    pub(super) fn mesh_instance(&mut self, props: &Props) -> Option<Component> {
        let (value, place) = props.set("mesh")?;
        let place = place.clone();
        let span =
            place.section().and_then(|section| section.property("mesh")).map(|entry| entry.value_span());
        let mesh = match self.follow(&place.file, &value, span)? {
            Target::Resource(resource) => self.mesh(&resource)?,
            Target::Path { path, .. } => {
                let message = format!("the mesh `{path}` is not read yet");
                self.findings
                    .push(NOT_DRAWN.finding(place.file.document.source().path(), message).at_maybe(span));
                self.kept.add_text(props, "mesh", path);
                return None;
            }
        };
        let whole = self.named_material(props, "material_override");
        let surfaces = self.scene.meshes[mesh].surfaces.len();
        let prefix = props.named("surface_material_override", "material");
        let materials = (0..surfaces)
            .map(|surface| {
                let own = self.named_material(props, &format!("{prefix}/{surface}"));
                whole.or(own)
            })
            .collect::<Vec<_>>();
        let materials = if materials.iter().all(Option::is_none) { Vec::new() } else { materials };
        // 0 off, 1 on, 2 both sides, 3 shadow alone.
        let cast_shadow = props.int("cast_shadow");
        if cast_shadow >= 2 {
            self.kept.add(props, "cast_shadow");
        }
        props.consume(&["skeleton", "skin"]);
        Some(Component::Mesh(MeshInstance {
            materials,
            cast_shadow: cast_shadow != 0,
            ..MeshInstance::new(mesh)
        }))
    }

    /// The material that a property names.
    pub(super) fn named_material(&mut self, props: &Props, name: &str) -> Option<MaterialId> {
        let (value, place) = props.set(name)?;
        if value == Value::Null {
            return None;
        }
        let place = place.clone();
        let span = place.section().and_then(|section| section.property(name)).map(|entry| entry.value_span());
        match self.follow(&place.file, &value, span)? {
            Target::Resource(resource) => Some(self.material(&resource)),
            Target::Path { path, class } => {
                let message = format!("the {class} `{path}` is not read yet; the surface is plain white");
                self.findings
                    .push(NOT_DRAWN.finding(place.file.document.source().path(), message).at_maybe(span));
                self.kept.add_text(props, name, path);
                None
            }
        }
    }

    /// The mesh of a resource; made once.
    pub(super) fn mesh(&mut self, place: &Place) -> Option<MeshId> {
        if let Some(known) = self.meshes.get(&place.key()) {
            return *known;
        }
        let props = Props::of(place);
        let made = self.primitive(&props, place);
        let id = made.map(|raw| {
            let mut surface = raw.into_surface();
            // Without one the surface shows the engine's built-in material.
            surface.material = self.named_material(&props, "material");
            let mut mesh = Mesh { name: place.name(), surfaces: vec![surface], ..Mesh::default() };
            props.consume(&["resource_name"]);
            mesh.extras = self.rest_of(&props);
            self.note_kept(&props, place, &mesh.extras.clone());
            self.scene.meshes.add(mesh)
        });
        if id.is_none() {
            self.keep_resource(place);
        }
        self.meshes.insert(place.key(), id);
        id
    }

    fn primitive(&mut self, props: &Props, place: &Place) -> Option<Raw> {
        let path = place.file.document.source().path();
        let span = place.section().map(|section| section.header_span());
        let Some(shape) = Shape::read(props) else {
            let message = format!("{} is not drawn yet", props.class());
            self.findings.push(NOT_DRAWN.finding(path, message).at_maybe(span).about(place.name()));
            return None;
        };
        if shape.vertices() > MAX_VERTICES {
            let message = format!("more than {MAX_VERTICES} vertices; the mesh is left out");
            self.findings.push(TOO_LARGE_MESH.finding(path, message).at_maybe(span).about(place.name()));
            return None;
        }
        let mut raw = shape.build();
        if props.flag("flip_faces") {
            raw.flip_faces();
        }
        if props.generation() == Generation::Four {
            raw.round_as_stored();
        }
        Some(raw)
    }
}

/// A primitive mesh with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Box(BoxMesh),
    Prism(PrismMesh),
    Sphere(SphereMesh),
    Cylinder(CylinderMesh),
    Capsule(CapsuleMesh),
    LyingCapsule(LyingCapsuleMesh),
    Plane(PlaneMesh),
    OldQuad(OldQuadMesh),
    Torus(TorusMesh),
}

impl Shape {
    /// The shape of a resource; nothing for classes that are no primitive mesh. Counts are kept within what
    /// the engine accepts.
    fn read(props: &Props) -> Option<Self> {
        let subdivide =
            || ["subdivide_width", "subdivide_height", "subdivide_depth"].map(|name| props.count(name));
        let at_least = |name: &str, least: u32| props.count(name).max(least);
        Some(match props.class() {
            "BoxMesh" | "CubeMesh" => {
                Self::Box(BoxMesh { size: props.vector3("size"), subdivide: subdivide() })
            }
            "PrismMesh" => Self::Prism(PrismMesh {
                left_to_right: props.number("left_to_right"),
                size: props.vector3("size"),
                subdivide: subdivide(),
            }),
            "SphereMesh" => Self::Sphere(SphereMesh {
                radius: props.number("radius"),
                height: props.number("height"),
                radial_segments: at_least("radial_segments", 4),
                rings: at_least("rings", 1),
                is_hemisphere: props.flag("is_hemisphere"),
            }),
            "CylinderMesh" => Self::Cylinder(CylinderMesh {
                top_radius: props.number("top_radius"),
                bottom_radius: props.number("bottom_radius"),
                height: props.number("height"),
                radial_segments: at_least("radial_segments", 4),
                rings: props.count("rings"),
                // Cylinders of Godot 3 are always closed.
                cap_top: props.generation() == Generation::Three || props.flag("cap_top"),
                cap_bottom: props.generation() == Generation::Three || props.flag("cap_bottom"),
            }),
            "CapsuleMesh" => Self::capsule(props),
            "PlaneMesh" | "QuadMesh" if props.generation() == Generation::Four => Self::plane(props),
            "PlaneMesh" => Self::Plane(PlaneMesh {
                size: props.vector2("size"),
                subdivide: [props.count("subdivide_width"), props.count("subdivide_depth")],
                ..PlaneMesh::PLANE
            }),
            "QuadMesh" => Self::OldQuad(OldQuadMesh { size: props.vector2("size") }),
            "TorusMesh" => Self::Torus(TorusMesh {
                inner_radius: props.number("inner_radius"),
                outer_radius: props.number("outer_radius"),
                rings: at_least("rings", 3),
                ring_segments: at_least("ring_segments", 3),
            }),
            _ => return None,
        })
    }

    fn plane(props: &Props) -> Self {
        Self::Plane(PlaneMesh {
            size: props.vector2("size"),
            subdivide: [props.count("subdivide_width"), props.count("subdivide_depth")],
            center_offset: props.vector3("center_offset"),
            facing: match props.int("orientation") {
                0 => Facing::X,
                2 => Facing::Z,
                _ => Facing::Y,
            },
        })
    }

    fn capsule(props: &Props) -> Self {
        let radial_segments = props.count("radial_segments").max(4);
        let rings = props.count("rings").max(1);
        if props.generation() == Generation::Three {
            let (radius, mid_height) = (props.number("radius"), props.number("mid_height"));
            return Self::LyingCapsule(LyingCapsuleMesh { radius, mid_height, radial_segments, rings });
        }
        let (mut radius, mut height) = (props.number("radius"), props.number("height"));
        // A capsule is at least a sphere; the engine bends the number that was set first.
        if radius > height * 0.5 {
            if props.has("height") {
                radius = height * 0.5;
            } else {
                height = radius * 2.0;
            }
        }
        Self::Capsule(CapsuleMesh { radius, height, radial_segments, rings })
    }

    /// About how many vertices it has.
    fn vertices(&self) -> u64 {
        let grid = |a: u32, b: u32| (u64::from(a) + 2).saturating_mul(u64::from(b) + 2);
        let sides = |[x, y, z]: [u32; 3]| {
            let all = grid(x, y).saturating_add(grid(y, z)).saturating_add(grid(x, z));
            all.saturating_mul(2)
        };
        match self {
            Self::Box(mesh) => sides(mesh.subdivide),
            Self::Prism(mesh) => sides(mesh.subdivide),
            Self::Sphere(mesh) => grid(mesh.radial_segments, mesh.rings),
            Self::Cylinder(mesh) => grid(mesh.radial_segments, mesh.rings),
            Self::Capsule(mesh) => grid(mesh.radial_segments, mesh.rings).saturating_mul(3),
            Self::LyingCapsule(mesh) => grid(mesh.radial_segments, mesh.rings).saturating_mul(3),
            Self::Plane(mesh) => grid(mesh.subdivide[0], mesh.subdivide[1]),
            Self::OldQuad(_) => 6,
            Self::Torus(mesh) => grid(mesh.rings, mesh.ring_segments),
        }
    }

    fn build(&self) -> Raw {
        match self {
            Self::Box(mesh) => mesh.build(),
            Self::Prism(mesh) => mesh.build(),
            Self::Sphere(mesh) => mesh.build(),
            Self::Cylinder(mesh) => mesh.build(),
            Self::Capsule(mesh) => mesh.build(),
            Self::LyingCapsule(mesh) => mesh.build(),
            Self::Plane(mesh) => mesh.build(),
            Self::OldQuad(mesh) => mesh.build(),
            Self::Torus(mesh) => mesh.build(),
        }
    }
}
