//! Portals in pictures: what they hide is never missed, and what they cut is cut where the doorway is.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests fail by panicking and say what they measured"
)]

#[path = "../../proscenio-run/tests/support/mod.rs"]
mod maze;
mod support;

use maze::{Chance, HEIGHT, Maze, SIDE, link, portal, sector};
use proscenio_render::{CameraChoice, Note, Picture, View};
use proscenio_run::PortalMap;
use proscenio_scene::glam::{Affine3A, Quat, Vec3};
use proscenio_scene::{
    Bone, Component, Cull, Joint, JointTarget, Material, Mesh, MeshInstance, Node, NodeId, Placement,
    PortalKind, Rgba, Scene, ShadingRule, Skeleton, Skin, SkinSpace, Surface, Weights,
};

/// Opening angle of the camera, radians.
const FOV: f32 = 1.308_997;

/// A flat colour for each triangle by its place, so that both sides of a wall, which stand at the same place in the two
/// rooms, look alike.
fn color(triangle: &[[f32; 3]]) -> [f32; 4] {
    let sum = |axis: usize| (triangle.iter().map(|corner| corner[axis]).sum::<f32>() * 100.0).round() as u64;
    let hash = [0, 1, 2]
        .into_iter()
        .fold(37_u64, |hash, axis| (hash ^ sum(axis)).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let part = |shift: u32| ((hash >> shift) % 8) as f32 / 8.0 + 0.1;
    Rgba::from_stored([part(40), part(44), part(48), 1.0]).to_linear()
}

fn paint(scene: &mut Scene, color: Rgba) -> proscenio_scene::MaterialId {
    let shading = ShadingRule::StoredUnlit;
    scene.materials.add(Material { shading, base_color: color, cull: Cull::None, ..Material::default() })
}

fn eye(scene: &mut Scene, place: Affine3A) -> NodeId {
    let node = support::node(Placement::space(place), Component::Camera(support::camera()));
    scene.add_child(scene.root, node)
}

/// The maze with a colour for each triangle.
fn painted(maze: Maze) -> Scene {
    let mut scene = maze.scene;
    let material = paint(&mut scene, Rgba::WHITE);
    scene.materials[material].vertex_colors = true;
    for number in 0..scene.meshes.len() {
        let surface = &mut scene.meshes[proscenio_scene::MeshId::from_index(number)].surfaces[0];
        surface.material = Some(material);
        surface.colors =
            surface.positions.chunks_exact(3).flat_map(|triangle| [color(triangle); 3]).collect();
    }
    scene
}

fn set_kind(scene: &mut Scene, kind: PortalKind) {
    for index in 0..scene.nodes.len() {
        for component in &mut scene.nodes[NodeId::from_index(index)].components {
            if let Component::Portal(portal) = component {
                portal.kind = kind;
            }
        }
    }
}

fn differing(a: &Picture, b: &Picture) -> usize {
    a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)).filter(|(a, b)| a != b).count()
}

fn drawn(picture: &Picture) -> (usize, usize) {
    let counts = picture.notes.iter().find_map(|note| match note {
        Note::Sectors { drawn, total, .. } => Some((*drawn, *total)),
        _ => None,
    });
    counts.unwrap()
}

/// Rooms that are closed but for their doors look the same whether or not rooms out of sight are drawn: not one pixel
/// of what rays would meet is culled. (Single pixels may fall into cracks between triangles of a wall whose corners do not
/// meet.) Cutting at the doors changes nothing either but for rounding at their frames.
#[test]
fn hiding_rooms_changes_no_picture() {
    let Some(renderer) = support::renderer() else { return };
    let (mut most, mut culled_apart, mut cut_apart, mut total) = (0, 0, 0, 0);
    for seed in 0..4 {
        let maze = Maze::new(8, seed);
        let n = maze.n;
        let mut scene = painted(maze);
        let camera = eye(&mut scene, Affine3A::IDENTITY);
        let map = PortalMap::new(&scene, &scene.world_placements()).unwrap();
        let mut cutting = scene.clone();
        set_kind(&mut cutting, PortalKind::Accurate);
        let cutting_map = PortalMap::new(&cutting, &cutting.world_placements()).unwrap();
        let mut chance = Chance::new(seed + 50);
        for _ in 0..12 {
            let mut along =
                || ((chance.share() * n as f64).floor() * SIDE + 0.3 + chance.share() * (SIDE - 0.6)) as f32;
            let (x, z) = (along(), along());
            let at = Vec3::new(x, (0.4 + chance.share() * (HEIGHT - 0.8)) as f32, z);
            let turn = Quat::from_rotation_y((chance.share() * std::f64::consts::TAU) as f32)
                * Quat::from_rotation_x(((chance.share() - 0.5) * 0.8) as f32);
            let place = Placement::space(Affine3A::from_rotation_translation(turn, at));
            (scene.nodes[camera].placement, cutting.nodes[camera].placement) = (place, place);
            let view = View { camera: CameraChoice::Node(camera), ..View::new([96, 64]) };
            let whole = renderer.draw(&scene, &View { portals: false, ..view.clone() }).unwrap();
            let culled = renderer.draw_in(&scene, &view, &map).unwrap();
            let apart = differing(&whole, &culled);
            assert!(apart <= 2, "{apart} pixels: seed {seed}, eye {at}, turn {turn}");
            culled_apart += apart;
            let cut = renderer.draw_in(&cutting, &view, &cutting_map).unwrap();
            cut_apart += differing(&whole, &cut);
            total += 96 * 64;
            most = most.max(drawn(&culled).0);
            assert_eq!(drawn(&culled), drawn(&cut));
        }
    }
    println!(
        "{most} rooms at most in a picture; of {total} pixels {culled_apart} differ when rooms are hidden, {cut_apart} when \
         they are cut at doors"
    );
    assert!(
        most > 4 && culled_apart * 10_000 < total && cut_apart * 2000 < total,
        "{most} {culled_apart} {cut_apart}"
    );
}

/// A wall of a colour across z, from -40 to 40.
fn wall(scene: &mut Scene, at: NodeId, z: f32, color: Rgba) {
    let material = paint(scene, color);
    let corner = |x: f32, y: f32| [x * 40.0, y * 40.0, z];
    let positions = vec![
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    let surface = Surface { positions, material: Some(material), ..Surface::default() };
    let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
    scene.nodes[at].components.push(Component::Mesh(MeshInstance::new(mesh)));
}

const NEAR: [f32; 3] = [0.0, 0.0, 1.0];
const FAR: [f32; 3] = [1.0, 0.0, 0.0];

/// A blue room with a doorway of side 2, five away; behind it a red room that has a wall before the doorway too.
fn two_rooms(kind: PortalKind) -> Scene {
    let mut scene = Scene::new("two", Node::new("root"));
    let (a, b) = (sector(&mut scene, "a"), sector(&mut scene, "b"));
    let [r, g, blue] = NEAR;
    wall(&mut scene, a, -20.0, support::rgb(r, g, blue));
    let [r, g, blue] = FAR;
    wall(&mut scene, b, -8.0, support::rgb(r, g, blue));
    wall(&mut scene, b, -3.0, support::rgb(0.0, 1.0, 0.0));
    let corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]].map(|[x, y]| Vec3::new(x, y, -5.0));
    portal(&mut scene, a, corners, "b".into());
    link(&mut scene);
    set_kind(&mut scene, kind);
    eye(&mut scene, Affine3A::IDENTITY);
    scene
}

#[test]
fn an_accurate_doorway_shows_what_is_behind_it_and_nothing_beside() {
    let Some(renderer) = support::renderer() else { return };
    let view = View { sector: Some(NodeId::from_index(1)), ..View::new([100, 100]) };
    let accurate = renderer.draw(&two_rooms(PortalKind::Accurate), &view).unwrap();
    support::keep("accurate-doorway", &accurate);
    let at = |picture: &Picture, x: u32, y: u32| {
        let [r, g, b, _] = picture.pixel(x, y).unwrap();
        [r, g, b]
    };
    assert_eq!(drawn(&accurate), (2, 2));
    // The red wall behind the doorway, not the green one before it; beside the doorway the room's own wall.
    assert_eq!(at(&accurate, 50, 50), [255, 0, 0]);
    assert_eq!([at(&accurate, 5, 50), at(&accurate, 50, 5)], [[0, 0, 255]; 2]);
    let red = accurate.rgba.chunks_exact(4).filter(|pixel| pixel[..3] == [255, 0, 0]).count();
    let side = 100.0 / 5.0 / (FOV * 0.5).tan();
    assert!((red as f32 - side * side).abs() <= 4.0 * side, "{red} pixels for a side of {side}");
    // A fast one shows all of the other room.
    let fast = renderer.draw(&two_rooms(PortalKind::Fast), &view).unwrap();
    assert_eq!([at(&fast, 50, 50), at(&fast, 5, 50)], [[0, 255, 0]; 2]);
}

#[test]
fn an_eye_outside_all_rooms_sees_them_all_and_that_is_said() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = two_rooms(PortalKind::Fast);
    let far = Placement::space(Affine3A::from_translation(Vec3::Z * 90.0));
    let camera = scene.nodes.iter().last().unwrap().0;
    scene.nodes[camera].placement = far;
    let picture = renderer.draw(&scene, &View::new([32, 32])).unwrap();
    assert!(picture.notes.contains(&Note::OutsideSectors { total: 2 }), "{:?}", picture.notes);
    let without = renderer.draw(&scene, &View { portals: false, ..View::new([32, 32]) }).unwrap();
    assert_eq!(differing(&picture, &without), 0);
}

#[test]
fn the_overlay_outlines_doorways_and_counts() {
    let Some(renderer) = support::renderer() else { return };
    let view = View { sector: Some(NodeId::from_index(1)), ..View::new([100, 100]) };
    let scene = two_rooms(PortalKind::Accurate);
    let plain = renderer.draw(&scene, &view).unwrap();
    let shown = renderer.draw(&scene, &View { overlay: true, ..view }).unwrap();
    support::keep("overlay", &shown);
    let cyan = shown.rgba.chunks_exact(4).filter(|pixel| pixel[..3] == [0, 220, 255]).count();
    let side = 100.0 / 5.0 / (FOV * 0.5).tan();
    assert!((cyan as f32 - 4.0 * side).abs() < 8.0, "{cyan} pixels of outline for a side of {side}");
    assert!(differing(&plain, &shown) > cyan);
}

/// Bones move what hangs on them; two nodes with one mesh and bones of their own stand in poses of their own.
#[test]
fn meshes_are_bent_by_their_bones() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = Scene::new("bent", Node::new("root"));
    let material = paint(&mut scene, support::rgb(1.0, 1.0, 1.0));
    let surface = Surface {
        positions: vec![[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.0, 0.5, 0.0]],
        weights: Weights { per_vertex: 1, joints: vec![0; 3], weights: vec![1.0; 3] },
        material: Some(material),
        ..Surface::default()
    };
    let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
    for x in [-2.0_f32, 2.0] {
        let mut bone = Bone::new("bone", None, Affine3A::IDENTITY);
        bone.pose = Affine3A::from_translation(Vec3::X * x);
        let skeleton = scene.skeletons.add(Skeleton { bones: vec![bone], ..Skeleton::default() });
        let place = Placement::space(Affine3A::from_translation(Vec3::Z * -8.0));
        let node = support::node(place, Component::Mesh(MeshInstance::new(mesh)));
        let id = scene.add_child(scene.root, Node { skeleton: Some(skeleton), ..node });
        let joints = vec![Joint { target: JointTarget::Bone(0), inverse_bind: Affine3A::IDENTITY }];
        scene.nodes[id].skin = Some(Skin { skeleton: id, joints, space: SkinSpace::Mesh });
    }
    eye(&mut scene, Affine3A::IDENTITY);
    let picture = renderer.draw(&scene, &View::new([100, 100])).unwrap();
    let lit = |x: u32| picture.pixel(x, 50).unwrap()[0] > 200;
    let place = |x: f32| (50.0 + 50.0 * x / 8.0 / (FOV * 0.5).tan()) as u32;
    assert_eq!([lit(place(-2.0)), lit(50), lit(place(2.0))], [true, false, true]);
}
