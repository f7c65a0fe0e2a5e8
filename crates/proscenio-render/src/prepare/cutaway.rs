//! Rooms opened like a doll's house: a map that is looked at from outside shows what is in its rooms.

use proscenio_scene::glam::Vec3;
use proscenio_scene::{Component, Mesh, Node};

use super::meshes::{Form, Shape};

/// Whether a node is a room.
pub(crate) fn is_room(node: &Node) -> bool {
    node.components.iter().any(|component| matches!(component, Component::Sector(_)))
}

/// The middle of a room's box; the origin when it has no corner.
pub(crate) fn middle(room: &Mesh) -> Vec3 {
    let boxes = room.surfaces.iter().filter_map(|surface| surface.bounds());
    let whole = boxes.reduce(|(low, high), (l, h)| (low.min(l), high.max(h)));
    whole.map_or(Vec3::ZERO, |(low, high)| (low + high) * 0.5)
}

/// Takes away the triangles that stand between the eye and the room's middle, all in the shape's own
/// space. Which way the triangles face does not matter: files of such maps do not agree on it.
pub(crate) fn open(shape: &mut Shape, middle: Vec3, eye: Vec3) {
    if shape.form != Form::Triangles {
        return;
    }
    let corner = |index: u32| Vec3::from_array(shape.vertices[index as usize].position);
    let hides = |triangle: &[u32]| {
        let [a, b, c] = [corner(triangle[0]), corner(triangle[1]), corner(triangle[2])];
        let across = (b - a).cross(c - a);
        across.dot(eye - a) * across.dot(middle - a) < 0.0
    };
    let kept = shape.indices.chunks_exact(3).filter(|triangle| !hides(triangle)).flatten().copied();
    shape.indices = kept.collect();
}

#[cfg(test)]
mod tests {
    use super::{middle, open};
    use crate::prepare::meshes::shape;
    use proscenio_scene::glam::Vec3;
    use proscenio_scene::{Mesh, Surface};

    #[test]
    fn the_near_wall_goes_and_the_far_one_stays() {
        let wall = |z: f32| [[-1.0, -1.0, z], [1.0, -1.0, z], [0.0, 1.0, z]];
        let surface = Surface { positions: [wall(-2.0), wall(2.0)].concat(), ..Surface::default() };
        let room = Mesh { surfaces: vec![surface.clone()], ..Mesh::default() };
        let mut made = shape(&surface, false).unwrap();
        open(&mut made, middle(&room), Vec3::new(0.0, 0.0, 9.0));
        assert_eq!(made.indices, [0, 1, 2]);
    }

    #[test]
    fn a_flat_room_is_kept() {
        let positions = vec![[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let surface = Surface { positions, ..Surface::default() };
        let room = Mesh { surfaces: vec![surface.clone()], ..Mesh::default() };
        let mut made = shape(&surface, false).unwrap();
        open(&mut made, middle(&room), Vec3::new(3.0, 2.0, 9.0));
        assert_eq!(made.indices.len(), 3);
    }
}
