//! Which meshes are gathered, and how they stand together.

use super::*;
use proscenio_scene::{Mesh, Placement};

fn triangle() -> Surface {
    Surface { positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], ..Surface::default() }
}

fn instance(mesh: MeshId) -> MeshInstance {
    MeshInstance::new(mesh)
}

fn all(surface: Surface, placements: &[Affine3A]) -> (Meshes, Vec<Note>) {
    let mut scene = Scene::new("meshes", Node::new("root"));
    let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
    for placed in placements {
        let mut node = Node { placement: Placement::space(*placed), ..Node::new("mesh") };
        node.components.push(Component::Mesh(instance(mesh)));
        scene.add_child(scene.root, node);
    }
    let mut notes = Vec::new();
    let mut images = Images::new(&scene, 2048);
    let world = scene.world_placements();
    let regions = Regions::new(&scene, &world, scene.root, (None, false), &mut notes);
    let known = KnownShapes::default();
    let mut meshes = gather(&scene, &world, &regions, (None, None, 0.0), &known, &mut images, &mut notes);
    meshes.line_up();
    (meshes, notes)
}

#[test]
fn shared_meshes_are_there_once_and_mirrored_ones_are_known() {
    let mirror = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let (meshes, notes) = all(triangle(), &[Affine3A::IDENTITY, mirror]);
    assert_eq!((meshes.shapes.len(), meshes.instances.len(), meshes.draws.len()), (1, 2, 2));
    assert_eq!(meshes.draws.iter().map(|draw| draw.mirrored).collect::<Vec<_>>(), [false, true]);
    assert!(notes.is_empty());
}

#[test]
fn what_differs_in_its_place_alone_is_drawn_at_once() {
    let at = |x: f32| Affine3A::from_translation(Vec3::X * x);
    let mirror = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let (meshes, _) = all(triangle(), &[at(0.0), mirror, at(1.0), at(2.0)]);
    let run = |draw, count| Run { draw, count };
    assert_eq!(meshes.lined, [0, 2, 3, 1]);
    assert_eq!(meshes.runs(meshes.lined.iter().copied()), [run(0, 3), run(1, 1)]);
    // One that is left out, or out of its turn, divides them.
    assert_eq!(meshes.runs([0, 3, 1].into_iter()), [run(0, 1), run(3, 1), run(1, 1)]);
    assert_eq!(meshes.runs([2, 0].into_iter()), [run(2, 1), run(0, 1)]);
    assert_eq!(meshes.instances[2].world[0], [1.0, 0.0, 0.0, 2.0]);
}

#[test]
fn known_shapes_are_taken_without_their_lists() {
    let mut known = KnownShapes::default();
    let whole = shape(&triangle(), false).unwrap();
    known.insert((MeshId::from_index(0), 0), whole.without_lists());
    let mut scene = Scene::new("known", Node::new("root"));
    let mesh = scene.meshes.add(Mesh { surfaces: vec![triangle()], ..Mesh::default() });
    scene.nodes[scene.root].components.push(Component::Mesh(instance(mesh)));
    let (mut notes, mut images) = (Vec::new(), Images::new(&scene, 2048));
    let world = scene.world_placements();
    let regions = Regions::new(&scene, &world, scene.root, (None, false), &mut notes);
    let meshes = gather(&scene, &world, &regions, (None, None, 0.0), &known, &mut images, &mut notes);
    assert!(meshes.shapes[0].vertices.is_empty() && meshes.shapes[0].corners == 3);
    assert_eq!(meshes.shapes[0].middle(), whole.middle());
}

#[test]
fn damaged_data_is_left_out_and_named() {
    let nowhere = Affine3A::from_translation(Vec3::splat(f32::NAN));
    assert!(matches!(all(triangle(), &[nowhere]).1[..], [Note::NotFinite { .. }]));
    let lost = Surface { indices: vec![0, 1, 9], ..triangle() };
    let (meshes, notes) = all(lost, &[Affine3A::IDENTITY, Affine3A::IDENTITY]);
    assert!(meshes.draws.is_empty() && matches!(notes[..], [Note::BrokenSurface { .. }]));
}

#[test]
fn triangles_with_corners_that_are_no_numbers_are_dropped() {
    let mut holed = triangle();
    holed.positions.push([f32::NAN; 3]);
    holed.indices = vec![0, 1, 2, 1, 3, 2, 0];
    let (meshes, _) = all(holed, &[Affine3A::IDENTITY]);
    assert_eq!(meshes.shapes[0].indices, [0, 1, 2]);
    let strip = Surface { topology: Topology::LineStrip, ..triangle() };
    assert_eq!(indices(&strip), (Form::Lines, vec![0, 1, 1, 2]));
}

#[test]
fn dangling_handles_are_noted() {
    let mut scene = Scene::new("dangling", Node::new("root"));
    let lost = instance(MeshId::from_index(4));
    scene.nodes[scene.root].components.push(Component::Mesh(lost));
    let mut notes = Vec::new();
    let mut images = Images::new(&scene, 2048);
    let world = scene.world_placements();
    let regions = Regions::new(&scene, &world, scene.root, (None, false), &mut notes);
    let known = KnownShapes::default();
    gather(&scene, &world, &regions, (None, None, 0.0), &known, &mut images, &mut notes);
    assert!(matches!(notes[..], [Note::Dangling { .. }]));
}
