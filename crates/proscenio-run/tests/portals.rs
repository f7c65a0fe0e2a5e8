//! Portals on maps made by hand.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

mod support;

use proscenio_run::{PortalMap, ViewVolume, Walker, hidden_nodes};
use proscenio_scene::glam::{Affine3A, DVec3, Quat, Vec2, Vec3};
use proscenio_scene::{Component, Node, PortalKind, Scene};
use support::{link, portal, sector};

/// A square doorway of side 2 across Z.
fn door(x: f32, z: f32) -> [Vec3; 4] {
    [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]].map(|[dx, y]| Vec3::new(x + dx, y, z))
}

/// Rooms `0` to `n` one behind the other along −Z, 4 deep, with doorways at these x.
fn corridor(doors: &[f32]) -> Scene {
    let mut scene = Scene::new("corridor", Node::new("root"));
    let rooms: Vec<_> = (0..=doors.len()).map(|i| sector(&mut scene, &i.to_string())).collect();
    for (i, x) in doors.iter().enumerate() {
        let z = -4.0 * (i + 1) as f32;
        portal(&mut scene, rooms[i], door(*x, z), (i + 1).to_string());
        portal(&mut scene, rooms[i + 1], door(*x, z), i.to_string());
    }
    link(&mut scene);
    scene
}

fn map(scene: &Scene) -> PortalMap {
    PortalMap::new(scene, &scene.world_placements()).unwrap()
}

fn eye(z: f32, yaw: f32) -> ViewVolume {
    let world = Affine3A::from_rotation_translation(Quat::from_rotation_y(yaw), Vec3::Z * z);
    ViewVolume::perspective(world, -Vec2::ONE, Vec2::ONE, 0.1, 1000.0)
}

fn seen(map: &PortalMap, view: &ViewVolume, start: usize) -> Vec<usize> {
    let mut sectors: Vec<usize> = map.seen(view, start).sectors.iter().map(|s| s.sector).collect();
    sectors.sort_unstable();
    sectors
}

#[test]
fn doorways_in_line_show_all_and_shifted_ones_hide() {
    let view = eye(0.0, 0.0);
    assert_eq!(seen(&map(&corridor(&[0.0, 0.0, 0.0])), &view, 0), [0, 1, 2, 3]);
    // From the eye the first doorway shows x between -2 and 2 at the second, and -3 and 3 at the third.
    assert_eq!(seen(&map(&corridor(&[0.0, 2.9, 0.0])), &view, 0), [0, 1, 2]);
    assert_eq!(seen(&map(&corridor(&[0.0, 3.1, 0.0])), &view, 0), [0, 1]);
    assert_eq!(seen(&map(&corridor(&[0.0, 0.0, 0.0])), &eye(0.0, std::f32::consts::PI), 0), [0]);
}

#[test]
fn a_sector_that_two_doorways_show_is_there_once() {
    let mut scene = Scene::new("two doors", Node::new("root"));
    let (a, b) = (sector(&mut scene, "a"), sector(&mut scene, "b"));
    for x in [-1.5, 1.5] {
        portal(&mut scene, a, door(x, -4.0), "b".into());
        portal(&mut scene, b, door(x, -4.0), "a".into());
    }
    link(&mut scene);
    let found = map(&scene).seen(&eye(0.0, 0.0), 0);
    assert_eq!((found.sectors.len(), found.windows.len()), (2, 2));
}

#[test]
fn the_far_plane_hides_too() {
    let map = map(&corridor(&[0.0, 0.0, 0.0]));
    let view = ViewVolume::perspective(Affine3A::IDENTITY, -Vec2::ONE, Vec2::ONE, 0.1, 9.0);
    assert_eq!(seen(&map, &view, 0), [0, 1, 2]);
    let wide = ViewVolume::orthographic(Affine3A::IDENTITY, -Vec2::ONE, Vec2::ONE, 0.0, 9.0);
    assert_eq!(seen(&map, &wide, 0), [0, 1, 2]);
    // Parallel sight does not widen behind a doorway.
    let shifted = self::map(&corridor(&[0.0, 1.9, -1.5]));
    let far = ViewVolume::orthographic(Affine3A::IDENTITY, Vec2::splat(-9.0), Vec2::splat(9.0), 0.0, 99.0);
    assert_eq!(seen(&shifted, &far, 0), [0, 1, 2]);
}

#[test]
fn an_eye_in_a_doorway_sees_past_its_frame() {
    // At the doorway's rim, looking along the wall: the doorway itself is out of the picture's middle.
    let map = map(&corridor(&[0.0]));
    let side = Affine3A::from_rotation_translation(Quat::from_rotation_y(-1.6), Vec3::new(0.0, 0.0, -3.95));
    let view = ViewVolume::perspective(side, -Vec2::ONE * 0.5, Vec2::ONE * 0.5, 0.1, 100.0);
    assert_eq!(seen(&map, &view, 0), [0, 1]);
}

#[test]
fn bent_doorways_let_sight_through_both_halves() {
    let mut scene = Scene::new("bent", Node::new("root"));
    let a = sector(&mut scene, "a");
    sector(&mut scene, "b");
    let mut corners = door(0.0, -4.0);
    corners[2].z = -6.0;
    portal(&mut scene, a, corners, "b".into());
    link(&mut scene);
    let map = map(&scene);
    assert_eq!(seen(&map, &eye(0.0, 0.0), 0), [0, 1]);
    // Only the half A C D is in this picture.
    let low = Affine3A::from_translation(Vec3::new(0.9, -0.9, 0.0));
    let narrow = ViewVolume::perspective(low, -Vec2::ONE * 0.01, Vec2::ONE * 0.01, 0.1, 100.0);
    assert_eq!(seen(&map, &narrow, 0), [0, 1]);
}

#[test]
fn links_that_lead_nowhere_and_round_in_circles_end() {
    let mut scene = Scene::new("circle", Node::new("root"));
    let (a, b) = (sector(&mut scene, "a"), sector(&mut scene, "b"));
    portal(&mut scene, a, door(0.0, -4.0), "b".into());
    portal(&mut scene, a, door(0.0, -4.0), "nowhere".into());
    portal(&mut scene, a, door(0.0, -4.0), "a".into());
    portal(&mut scene, b, door(0.0, -8.0), "a".into());
    portal(&mut scene, b, [Vec3::NAN; 4], "a".into());
    link(&mut scene);
    let map = map(&scene);
    assert_eq!((map.portal_count(), seen(&map, &eye(0.0, 0.0), 0)), (4, vec![0, 1]));
}

/// Layers of sectors each of which sees all of the next through the same doorway: the ways through them double with
/// every layer.
#[test]
fn a_search_that_explodes_is_cut_short_and_hides_nothing() {
    let mut scene = Scene::new("explosion", Node::new("root"));
    let layers = 24;
    let rooms: Vec<[_; 2]> =
        (0..layers).map(|layer| [0, 1].map(|side| sector(&mut scene, &format!("{layer}.{side}")))).collect();
    for (layer, pair) in rooms.iter().enumerate().take(layers - 1) {
        for (room, side) in pair.iter().flat_map(|room| [(room, 0), (room, 1)]) {
            let z = -4.0 - layer as f32 * 0.5;
            portal(&mut scene, *room, door(0.0, z), format!("{}.{side}", layer + 1));
        }
    }
    link(&mut scene);
    let map = map(&scene);
    let found = map.seen(&eye(0.0, 0.0), 0);
    assert!(!found.complete && found.windows.len() < 2000);
    assert_eq!(found.sectors.len(), 2 * layers - 1);
    let hidden = hidden_nodes(&scene, &map, &found);
    assert_eq!(
        hidden.iter().filter(|hidden| **hidden).count(),
        3,
        "the other room of the first layer, with its doors"
    );
}

#[test]
fn a_long_corridor_costs_no_stack() {
    let map = map(&corridor(&vec![0.0; 5000]));
    let view = ViewVolume::perspective(Affine3A::IDENTITY, -Vec2::ONE, Vec2::ONE, 0.1, f32::INFINITY);
    assert_eq!(map.seen(&view, 0).sectors.len(), 5001);
}

#[test]
fn moving_through_doorways_changes_the_sector() {
    let scene = corridor(&[0.0, 0.0, 0.0]);
    let map = map(&scene);
    let to = |z: f64| DVec3::new(0.2, 0.1, z);
    let mut walker = Walker { sector: 0, position: to(-1.0) };
    assert_eq!(walker.step(&map, to(-2.0)).crossings, []);
    let walked = walker.step(&map, to(-9.0));
    assert_eq!((walker.sector, walker.position), (2, to(-9.0)));
    let sectors: Vec<usize> = walked.crossings.iter().map(|crossing| crossing.sector).collect();
    assert_eq!((sectors, walked.crossings[0].point.z), (vec![1, 2], -4.0));
    walker.step(&map, to(-1.0));
    assert_eq!(walker.sector, 0);
    // Beside the doorway there is none.
    walker.step(&map, DVec3::new(5.0, 0.0, -1.0));
    walker.step(&map, DVec3::new(5.0, 0.0, -20.0));
    assert_eq!(walker.sector, 0);
    walker.step(&map, DVec3::splat(f64::NAN));
    assert!(walker.position.is_finite());
}

/// The engine's own answers for the doorway of its test map.
#[test]
fn a_doorway_is_crossed_as_the_engine_says() {
    let mut scene = Scene::new("test", Node::new("root"));
    let (a, b) = (sector(&mut scene, "0"), sector(&mut scene, "1"));
    portal(&mut scene, a, door(0.0, 0.0), "1".into());
    portal(&mut scene, b, door(0.0, 0.0), "0".into());
    link(&mut scene);
    let map = map(&scene);
    let ends = |from: [f64; 3], to: [f64; 3]| {
        let mut walker = Walker { sector: 0, position: DVec3::from_array(from) };
        walker.step(&map, DVec3::from_array(to));
        walker.sector
    };
    assert_eq!(ends([0.2, 0.1, -1.0], [0.2, 0.1, 1.0]), 1);
    assert_eq!(ends([0.2, 0.1, 1.0], [0.2, 0.1, -1.0]), 1);
    assert_eq!(ends([0.2, 0.1, -1.0], [0.2, 0.1, 0.0]), 0);
    assert_eq!(ends([5.0, 0.1, -1.0], [5.0, 0.1, 1.0]), 0);
}

#[test]
fn a_walk_that_rests_in_a_doorway_goes_on_through_it() {
    let scene = corridor(&[0.0, 0.0]);
    let map = map(&scene);
    // The first room has only its doorway, so it has no middle beside it: the second, between its two, has.
    let mut first = Walker { sector: 0, position: DVec3::new(0.0, 0.0, -1.0) };
    first.step(&map, DVec3::new(0.0, 0.0, -4.0));
    first.step(&map, DVec3::new(0.0, 0.0, -1.0));
    assert_eq!(first.sector, 0);
    first.step(&map, DVec3::new(0.0, 0.0, -4.0));
    first.step(&map, DVec3::new(0.0, 0.0, -5.0));
    assert_eq!(first.sector, 1);
    let mut walker = Walker { sector: 1, position: DVec3::new(0.0, 0.0, -6.0) };
    walker.step(&map, DVec3::new(0.0, 0.0, -8.0));
    assert_eq!(walker.sector, 1);
    walker.step(&map, DVec3::new(0.0, 0.0, -9.0));
    assert_eq!(walker.sector, 2);
}

/// Makes the doorways with these numbers, in the order of the tree, cut what is seen through them.
fn make_accurate(scene: &mut Scene, which: &[usize]) {
    let nodes: Vec<_> = scene.depth_first().collect();
    let mut number = 0;
    for id in nodes {
        for component in &mut scene.nodes[id].components {
            if let Component::Portal(portal) = component {
                if which.contains(&number) {
                    portal.kind = PortalKind::Accurate;
                }
                number += 1;
            }
        }
    }
}

#[test]
fn what_is_behind_an_accurate_doorway_is_cut_to_it() {
    // Doorways of the tree: 0 → 1, 1 → 0, 1 → 2, 2 → 1, 2 → 3, 3 → 2.
    let mut scene = corridor(&[0.0, 0.0, 0.0]);
    make_accurate(&mut scene, &[2]);
    let found = map(&scene).seen(&eye(0.0, 0.0), 0);
    // The sector before it is drawn whole; that behind it, and what a further doorway shows, is cut to it.
    assert_eq!(found.cuts(), [vec![], vec![], vec![1], vec![1]]);
    assert_eq!(found.windows.iter().map(|window| window.from).collect::<Vec<_>>(), [None, Some(0), Some(1)]);
    let (sides, behind) = eye(0.0, 0.0).through(&found.windows[1].corners).unwrap();
    let holds = |plane: &proscenio_scene::glam::DVec4, x: f64, z: f64| {
        plane.dot(DVec3::new(x, 0.0, z).extend(1.0)) >= 0.0
    };
    assert_eq!(sides.len(), 4);
    assert!(
        sides.iter().all(|side| holds(side, 1.4, -12.0)) && !sides.iter().all(|side| holds(side, 1.6, -12.0))
    );
    assert!(holds(&behind, 0.0, -9.0) && !holds(&behind, 0.0, -7.0));
}

#[test]
fn a_sector_that_a_fast_doorway_shows_too_is_drawn_whole() {
    for (accurate, cuts) in [(&[0][..], vec![]), (&[0, 1][..], vec![0, 1])] {
        let mut scene = Scene::new("two doors", Node::new("root"));
        let (a, _) = (sector(&mut scene, "a"), sector(&mut scene, "b"));
        for x in [-1.5, 1.5] {
            portal(&mut scene, a, door(x, -4.0), "b".into());
        }
        link(&mut scene);
        make_accurate(&mut scene, accurate);
        assert_eq!(map(&scene).seen(&eye(0.0, 0.0), 0).cuts(), [vec![], cuts]);
    }
}

#[test]
fn a_doorway_one_stands_in_and_a_bent_one_cut_nothing() {
    let mut scene = corridor(&[0.0]);
    make_accurate(&mut scene, &[0, 1]);
    assert_eq!(map(&scene).seen(&eye(-3.95, 0.0), 0).cuts(), [vec![], vec![]]);
    assert_eq!(map(&scene).seen(&eye(-2.0, 0.0), 0).cuts(), [vec![], vec![0]]);
    let mut bent = Scene::new("bent", Node::new("root"));
    let a = sector(&mut bent, "a");
    sector(&mut bent, "b");
    let mut corners = door(0.0, -4.0);
    corners[2].z = -6.0;
    portal(&mut bent, a, corners, "b".into());
    link(&mut bent);
    make_accurate(&mut bent, &[0]);
    assert_eq!(map(&bent).seen(&eye(0.0, 0.0), 0).cuts(), [vec![], vec![]]);
}

#[test]
fn all_around_a_point_every_doorway_is_looked_through() {
    let map = map(&corridor(&[0.0, 0.0, 9.0]));
    // From the middle room: forward, and back; the last room lies round a corner.
    let view = ViewVolume::around(DVec3::new(0.0, 0.0, -6.0), 0.1);
    assert_eq!(seen(&map, &view, 1), [0, 1, 2]);
}
