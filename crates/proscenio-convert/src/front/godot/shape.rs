//! Primitive meshes: from properties to vertices.

use proscenio_godot::Value;
use proscenio_scene::Curve;

use super::files::Generation;
use super::primitives::{
    BoxMesh, CapsuleMesh, CylinderMesh, Facing, LyingCapsuleMesh, OldQuadMesh, PlaneMesh, PointMesh,
    PrismMesh, Raw, RibbonTrailMesh, SphereMesh, TorusMesh, TubeTrailMesh,
};
use super::props::Props;

/// Sections of a trail that the engine accepts.
const MOST_SECTIONS: u32 = 128;

/// A primitive mesh with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Box(BoxMesh),
    Prism(PrismMesh),
    Sphere(SphereMesh),
    Cylinder(CylinderMesh),
    Capsule(CapsuleMesh),
    LyingCapsule(LyingCapsuleMesh),
    Plane(PlaneMesh),
    OldQuad(OldQuadMesh),
    Torus(TorusMesh),
    Tube(TubeTrailMesh),
    Ribbon(RibbonTrailMesh),
    Point,
}

/// The picture of baked light that second texture coordinates are made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LightSheet {
    /// Pixels between parts.
    pub padding: f32,
    /// Edge of a pixel, metres.
    pub texel: f32,
    /// Width and height that the file gives, pixels; 0 where it gives none.
    pub hint: [f32; 2],
}

impl LightSheet {
    /// What the engine takes for a picture whose size is not known, pixels.
    const PIXELS: f32 = 1024.0;

    /// What a mesh of Godot 4 asks for; `texel` is the setting of the project.
    pub fn read(props: &Props, texel: f32) -> Option<Self> {
        if props.generation() != Generation::Four || !props.flag("add_uv2") {
            return None;
        }
        let hint = match props.set("lightmap_size_hint") {
            Some((Value::Vector2i(pixels), _)) => pixels.map(|side| side as f32),
            _ => [0.0; 2],
        };
        Some(Self { padding: props.number("uv2_padding"), texel, hint })
    }

    fn shrunk(&self, raw: &Raw, pixels: [f32; 2]) -> Vec<[f32; 2]> {
        let scale = pixels.map(|side| 1.0 - self.padding / if side == 0.0 { Self::PIXELS } else { side });
        raw.uvs.iter().map(|[u, v]| [u * scale[0], v * scale[1]]).collect()
    }
}

impl Shape {
    /// The shape of a resource; nothing for classes that are no primitive mesh. Counts are kept within what
    /// the engine accepts. `curve` is that of a trail.
    pub fn read(props: &Props, curve: Option<Curve>) -> Option<Self> {
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
            "TubeTrailMesh" | "RibbonTrailMesh" => Self::trail(props, curve),
            "PointMesh" => Self::Point,
            _ => return None,
        })
    }

    fn trail(props: &Props, curve: Option<Curve>) -> Self {
        let at_least = |name: &str, least: u32| props.count(name).max(least);
        if props.class() == "TubeTrailMesh" {
            return Self::Tube(TubeTrailMesh {
                radius: props.number("radius"),
                radial_steps: at_least("radial_steps", 3),
                sections: at_least("sections", 2).min(MOST_SECTIONS),
                section_length: props.number("section_length"),
                section_rings: at_least("section_rings", 1),
                cap_top: props.flag("cap_top"),
                cap_bottom: props.flag("cap_bottom"),
                curve,
            });
        }
        Self::Ribbon(RibbonTrailMesh {
            size: props.number("size"),
            sections: at_least("sections", 2).min(MOST_SECTIONS),
            section_length: props.number("section_length"),
            section_segments: at_least("section_segments", 1),
            cross: props.int("shape") != 0,
            curve,
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
    pub fn vertices(&self) -> u64 {
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
            Self::Tube(mesh) => {
                grid(mesh.sections.saturating_mul(mesh.section_rings).saturating_add(4), mesh.radial_steps)
            }
            Self::Ribbon(mesh) => grid(mesh.sections.saturating_mul(mesh.section_segments), 2),
            Self::Point => 1,
        }
    }

    /// The second texture coordinates of what [`build`](Self::build) gives: parts side by side with a seam between.
    /// Shapes without a layout of their own shrink the first ones by the seam.
    pub fn second_uvs(&self, raw: &Raw, light: &LightSheet) -> Vec<[f32; 2]> {
        let seam = light.padding * light.texel;
        match self {
            Self::Box(mesh) => mesh.second_uvs(seam),
            Self::Prism(mesh) => mesh.second_uvs(seam),
            Self::Sphere(mesh) => mesh.second_uvs(seam),
            Self::Cylinder(mesh) => mesh.second_uvs(seam),
            Self::Capsule(mesh) => mesh.second_uvs(seam),
            Self::Torus(mesh) => mesh.second_uvs(seam),
            Self::Plane(mesh) => {
                // Whole pixels, cut.
                let pixels = mesh.size.map(|side| (side / light.texel + light.padding).max(1.0).trunc());
                light.shrunk(raw, pixels)
            }
            _ => light.shrunk(raw, light.hint),
        }
    }

    pub fn build(&self) -> Raw {
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
            Self::Tube(mesh) => mesh.build(),
            Self::Ribbon(mesh) => mesh.build(),
            Self::Point => PointMesh.build(),
        }
    }
}
