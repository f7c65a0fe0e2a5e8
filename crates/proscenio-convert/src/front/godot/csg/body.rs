//! Solids joined, cut and met.

use std::collections::HashMap;

use glam::{Affine3A, Vec3};
use manifold_rust::manifold::Manifold;
use manifold_rust::types::{Error, MeshGL64, OpType};
use proscenio_scene::{MaterialId, Surface};

use super::Paint;
use super::solid::Solid;

/// How a solid is put to what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Join,
    Meet,
    Cut,
}

/// What the triangles of each solid look like, by the number the solid goes by.
#[derive(Default)]
pub(super) struct Body {
    paints: HashMap<u32, Paint>,
}

/// A closed volume.
#[derive(Clone)]
pub(super) struct Volume(Manifold);

/// Numbers of a corner: a place and texture coordinates.
const NUMBERS: usize = 5;

impl Volume {
    /// Whether it came from something that does not close.
    pub fn is_broken(&self) -> bool {
        self.0.status() != Error::NoError
    }

    /// With another one put to it. One that is broken changes nothing.
    pub fn with(&self, other: &Self, operation: Operation) -> Self {
        let operation = match operation {
            Operation::Join => OpType::Add,
            Operation::Meet => OpType::Intersect,
            Operation::Cut => OpType::Subtract,
        };
        match (self.is_broken(), other.is_broken()) {
            (_, true) => self.clone(),
            (true, _) => Self(Manifold::empty().boolean(&other.0, operation)),
            _ => Self(self.0.boolean(&other.0, operation)),
        }
    }
}

impl Body {
    /// The volume of a solid at a place; an empty one for none.
    pub fn volume(&mut self, solid: Option<&Solid>, at: Affine3A, material: Option<MaterialId>) -> Volume {
        let Some(solid) = solid.filter(|solid| !solid.triangles.is_empty()) else {
            return Volume(Manifold::empty());
        };
        let mirrored = at.matrix3.determinant() < 0.0;
        let id = Manifold::reserve_ids(1);
        self.paints.insert(id, Paint { material, smooth: solid.smooth });
        let mut mesh =
            MeshGL64 { num_prop: NUMBERS as u64, run_original_id: vec![id], ..MeshGL64::default() };
        for triangle in &solid.triangles {
            for corner in triangle {
                mesh.tri_verts.push(mesh.tri_verts.len() as u64);
                let place = at.transform_point3(corner.at);
                let numbers = [place.x, place.y, place.z, corner.uv.x, corner.uv.y];
                mesh.vert_properties.extend(numbers.map(f64::from));
            }
            if mirrored {
                let last = mesh.tri_verts.len() - 1;
                mesh.tri_verts.swap(last, last - 1);
            }
        }
        mesh.run_index = vec![0, mesh.tri_verts.len() as u64];
        // Corners closer than this are one, as in the engine.
        mesh.tolerance = 2.0 * f64::from(f32::EPSILON);
        mesh.merge();
        Volume(Manifold::from_mesh_gl64(&mesh))
    }

    /// The surfaces of a volume, one for each material in the order they are met.
    pub fn surfaces(&self, volume: &Volume) -> Vec<Surface> {
        let mesh = volume.0.get_mesh_gl64(-1);
        let normals = Normals::of(&mesh, self);
        let mut surfaces: Vec<Surface> = Vec::new();
        for (triangle, paint) in self.triangles(&mesh) {
            let at = surfaces.iter().position(|surface| surface.material == paint.material);
            let at = at.unwrap_or_else(|| {
                surfaces.push(Surface { material: paint.material, ..Surface::default() });
                surfaces.len() - 1
            });
            let surface = &mut surfaces[at];
            let flat = normal(&triangle);
            for corner in triangle {
                surface.indices.push(surface.positions.len() as u32);
                surface.positions.push(corner.at.to_array());
                surface.uvs.push(corner.uv);
                let out = if paint.smooth { normals.at(corner.at).unwrap_or(flat) } else { flat };
                surface.normals.push(out.to_array());
            }
        }
        surfaces
    }

    /// Every triangle with how it looks.
    fn triangles<'m>(&'m self, mesh: &'m MeshGL64) -> impl Iterator<Item = ([Point; 3], Paint)> + 'm {
        let width = mesh.num_prop as usize;
        let point = move |vertex: u64| {
            let from = vertex as usize * width;
            let number = |at: usize| mesh.vert_properties.get(from + at).copied().unwrap_or_default() as f32;
            let uv = if width >= NUMBERS { [number(3), number(4)] } else { [0.0; 2] };
            Point { at: Vec3::new(number(0), number(1), number(2)), uv }
        };
        let runs = mesh.run_index.windows(2).zip(&mesh.run_original_id);
        runs.flat_map(move |(range, id)| {
            let plain = Paint { material: None, smooth: false };
            let paint = self.paints.get(id).copied().unwrap_or(plain);
            let corners = mesh.tri_verts.get(range[0] as usize..range[1] as usize).unwrap_or_default();
            corners.as_chunks::<3>().0.iter().map(move |triangle| (triangle.map(point), paint))
        })
    }
}

/// A corner of a finished triangle.
#[derive(Clone, Copy, Debug)]
struct Point {
    at: Vec3,
    uv: [f32; 2],
}

/// The normals of smooth triangles that meet in a place.
struct Normals {
    sums: HashMap<[u32; 3], Vec3>,
}

impl Normals {
    fn of(mesh: &MeshGL64, body: &Body) -> Self {
        let mut sums: HashMap<[u32; 3], Vec3> = HashMap::new();
        for (triangle, _) in body.triangles(mesh).filter(|(_, paint)| paint.smooth) {
            let out = normal(&triangle);
            for corner in triangle {
                *sums.entry(key(corner.at)).or_default() += out;
            }
        }
        Self { sums }
    }

    fn at(&self, place: Vec3) -> Option<Vec3> {
        self.sums.get(&key(place))?.try_normalize()
    }
}

fn key(place: Vec3) -> [u32; 3] {
    // Both zeros are one place.
    (place + Vec3::ZERO).to_array().map(f32::to_bits)
}

fn normal(triangle: &[Point; 3]) -> Vec3 {
    let [a, b, c] = triangle.map(|corner| corner.at);
    (b - a).cross(c - a).try_normalize().unwrap_or(Vec3::Y)
}

#[cfg(test)]
mod tests {
    use super::{Body, Operation};
    use crate::front::godot::csg::solid::Solid;
    use crate::front::godot::csg::sweep::Sweep;
    use glam::{Affine3A, Vec3};

    const SQUARE: [[f32; 2]; 4] = [[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0]];

    fn size(volume: &super::Volume) -> f64 {
        volume.0.volume()
    }

    #[test]
    fn every_solid_closes_and_has_its_size() {
        let mut body = Body::default();
        let solids = [
            (Solid::cuboid([2.0, 3.0, 4.0]), 24.0, 1e-6),
            (Solid::sphere(1.0, 64, 32, true), 4.0 / 3.0 * std::f64::consts::PI, 0.05),
            (Solid::cylinder(1.0, 2.0, 64, false, true), 2.0 * std::f64::consts::PI, 0.05),
            (Solid::cylinder(1.0, 3.0, 64, true, true), std::f64::consts::PI, 0.05),
            (Solid::torus([1.0, 2.0], 64, 32, true), 2.0 * 9.8696 * 1.5 * 0.25, 0.1),
            (Sweep::straight(0.5, 1.0).solid(&SQUARE).unwrap(), 2.0, 1e-6),
            (Sweep::turned(64, 360.0, 1.0).solid(&SQUARE).unwrap(), 8.0 * std::f64::consts::PI, 0.05),
            (Sweep::turned(64, 90.0, 1.0).solid(&SQUARE).unwrap(), 2.0 * std::f64::consts::PI, 0.05),
        ];
        for (at, (solid, wanted, most)) in solids.iter().enumerate() {
            for mirror in [1.0, -1.0] {
                let place = Affine3A::from_scale(Vec3::new(mirror, 1.0, 1.0));
                let volume = body.volume(Some(solid), place, None);
                assert!(!volume.is_broken(), "{at}");
                assert!((size(&volume) - wanted).abs() < *most, "{at} {mirror}: {}", size(&volume));
            }
        }
    }

    #[test]
    fn volumes_are_joined_cut_and_met() {
        let mut body = Body::default();
        let cube = Solid::cuboid([2.0; 3]);
        let one = body.volume(Some(&cube), Affine3A::IDENTITY, None);
        let other = body.volume(Some(&cube), Affine3A::from_translation(Vec3::X), None);
        let sizes =
            [Operation::Join, Operation::Meet, Operation::Cut].map(|how| size(&one.with(&other, how)));
        assert!(sizes.iter().zip([12.0, 4.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{sizes:?}");
        let surfaces = body.surfaces(&one.with(&other, Operation::Cut));
        assert_eq!(surfaces.len(), 1);
        assert!(surfaces[0].is_sound() && surfaces[0].positions.len() >= 36);
    }

    #[test]
    fn an_open_surface_is_told_and_changes_nothing() {
        let mut body = Body::default();
        let mut open = Solid::cuboid([1.0; 3]);
        open.triangles.pop();
        let broken = body.volume(Some(&open), Affine3A::IDENTITY, None);
        assert!(broken.is_broken());
        let cube = body.volume(Some(&Solid::cuboid([2.0; 3])), Affine3A::IDENTITY, None);
        assert!((size(&cube.with(&broken, Operation::Cut)) - 8.0).abs() < 1e-9);
        assert!((size(&broken.with(&cube, Operation::Join)) - 8.0).abs() < 1e-9);
    }
}
