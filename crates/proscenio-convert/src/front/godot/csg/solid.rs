//! Single solids, as triangles that close.

use std::f32::consts::{PI, TAU};

use glam::{Vec2, Vec3};
use lyon_tessellation::geom::euclid::default::Point2D;
use lyon_tessellation::path::Path;
use lyon_tessellation::{BuffersBuilder, FillOptions, FillTessellator, FillVertex, VertexBuffers};
use proscenio_scene::{Mesh, Topology};

/// Triangles, each with its own corners, counter-clockwise from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Solid {
    pub triangles: Vec<[Corner; 3]>,
    /// Whether neighbours shade into each other.
    pub smooth: bool,
}

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub at: Vec3,
    pub uv: Vec2,
}

/// Whether a grid of so many pieces is worth making.
pub(super) fn affordable(columns: u32, rows: u32) -> bool {
    u64::from(columns) * u64::from(rows) * 2 <= super::MOST_TRIANGLES
}

fn corner(at: Vec3, u: f32, v: f32) -> Corner {
    Corner { at, uv: Vec2::new(u, v) }
}

impl Solid {
    /// Four corners, counter-clockwise from outside; sides without length are left out.
    pub fn square(&mut self, [a, b, c, d]: [Corner; 4]) {
        for triangle in [[a, b, c], [a, c, d]] {
            let [a, b, c] = triangle.map(|corner| corner.at);
            if a != b && b != c && c != a {
                self.triangles.push(triangle);
            }
        }
    }

    /// `CSGBox3D`.
    pub fn cuboid(size: [f32; 3]) -> Self {
        let half = Vec3::from_array(size) * 0.5;
        let mut solid = Self::default();
        for axis in 0..3 {
            let (side, up) = ((axis + 1) % 3, (axis + 2) % 3);
            for sign in [1.0, -1.0] {
                let at = |a: f32, b: f32| {
                    let mut point = Vec3::ZERO;
                    (point[axis], point[side], point[up]) = (sign * half[axis], a * half[side], b * half[up]);
                    corner(point, a * 0.5 + 0.5, b * 0.5 + 0.5)
                };
                let mut square = [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)];
                if sign < 0.0 {
                    square.reverse();
                }
                solid.square(square);
            }
        }
        solid
    }

    /// `CSGSphere3D`: rings between the poles.
    pub fn sphere(radius: f32, segments: u32, rings: u32, smooth: bool) -> Self {
        let level = |ring: u32| match ring {
            // The poles are exactly points.
            0 => (0.0, -1.0),
            ring if ring == rings => (0.0, 1.0),
            ring => {
                let (sine, cosine) = (PI * ring as f32 / rings as f32 - PI / 2.0).sin_cos();
                (cosine, sine)
            }
        };
        let point = |ring: u32, segment: u32| {
            let (out, up) = level(ring);
            let (sine, cosine) = around(segment, segments);
            let at = Vec3::new(cosine * out, up, sine * out) * radius;
            corner(at, segment as f32 / segments as f32, ring as f32 / rings as f32)
        };
        Self::wound(segments, rings, smooth, point)
    }

    /// A grid around the Y axis, upwards, closed at its ends by itself.
    fn wound(segments: u32, rings: u32, smooth: bool, point: impl Fn(u32, u32) -> Corner) -> Self {
        let mut solid = Self { smooth, ..Self::default() };
        for ring in 0..rings {
            for segment in 0..segments {
                solid.square([
                    point(ring, segment),
                    point(ring + 1, segment),
                    point(ring + 1, segment + 1),
                    point(ring, segment + 1),
                ]);
            }
        }
        solid
    }

    /// `CSGCylinder3D`, standing on Y.
    pub fn cylinder(radius: f32, height: f32, sides: u32, cone: bool, smooth: bool) -> Self {
        // The ends are fans: the rim drawn together into the middle.
        let point = |ring: u32, side: u32| {
            let (sine, cosine) = around(side, sides);
            let out = match ring {
                0 | 3 => 0.0,
                2 if cone => 0.0,
                _ => radius,
            };
            let up = if ring < 2 { -0.5 } else { 0.5 };
            let at = Vec3::new(cosine * out, height * up, sine * out);
            corner(at, side as f32 / sides as f32, if ring < 2 { 0.0 } else { 1.0 })
        };
        Self::wound(sides, 3, smooth, point)
    }

    /// `CSGTorus3D`, around Y.
    pub fn torus([inner, outer]: [f32; 2], sides: u32, ring_sides: u32, smooth: bool) -> Self {
        let (least, most) = (inner.min(outer), inner.max(outer));
        let tube = (most - least) * 0.5;
        let point = |ring: u32, side: u32| {
            let (sine, cosine) = around(side, sides);
            let (lift, out) = around(ring, ring_sides);
            let out = least + tube + out * tube;
            let at = Vec3::new(cosine * out, lift * tube, sine * out);
            corner(at, side as f32 / sides as f32, ring as f32 / ring_sides as f32)
        };
        Self::wound(sides, ring_sides, smooth, point)
    }

    /// `CSGMesh3D`: all triangles of a mesh.
    pub fn of_mesh(mesh: &Mesh) -> Self {
        let mut solid = Self::default();
        let surfaces = mesh.surfaces.iter().filter(|surface| surface.topology == Topology::Triangles);
        for surface in surfaces {
            // Without normals of its own a surface shades flat; those of a mesh are not kept through cutting.
            solid.smooth |= !surface.normals.is_empty();
            let corner = |index: u32| {
                let uv = surface.uvs.get(index as usize).copied().unwrap_or_default();
                Corner { at: Vec3::from_array(surface.positions[index as usize]), uv: Vec2::from_array(uv) }
            };
            let indices = surface.indices_or_implied();
            solid.triangles.extend(indices.as_chunks::<3>().0.iter().map(|triangle| triangle.map(corner)));
        }
        solid
    }

    /// Whether every number is one.
    pub fn is_finite(&self) -> bool {
        self.triangles.iter().flatten().all(|corner| corner.at.is_finite() && corner.uv.is_finite())
    }
}

/// Sine and cosine of a share of the full turn; the end is exactly the beginning.
fn around(at: u32, count: u32) -> (f32, f32) {
    if at == count { (0.0, 1.0) } else { (TAU * at as f32 / count as f32).sin_cos() }
}

/// Triangles of an outline, counter-clockwise.
pub(super) fn cut(outline: &[Vec2]) -> Option<Vec<[Vec2; 3]>> {
    let mut builder = Path::builder();
    let point = |point: &Vec2| Point2D::new(point.x, point.y);
    builder.begin(point(outline.first()?));
    outline.iter().skip(1).for_each(|next| {
        builder.line_to(point(next));
    });
    builder.end(true);
    let mut buffers: VertexBuffers<Vec2, u32> = VertexBuffers::new();
    let mut output = BuffersBuilder::new(&mut buffers, |vertex: FillVertex<'_>| {
        Vec2::new(vertex.position().x, vertex.position().y)
    });
    let options = FillOptions::non_zero().with_tolerance(1e-4);
    FillTessellator::new().tessellate_path(&builder.build(), &options, &mut output).ok()?;
    let triangles = buffers.indices.as_chunks::<3>().0.iter().map(|corners| {
        let [a, b, c] = corners.map(|corner| buffers.vertices[corner as usize]);
        if (b - a).perp_dot(c - a) < 0.0 { [a, c, b] } else { [a, b, c] }
    });
    Some(triangles.collect())
}
