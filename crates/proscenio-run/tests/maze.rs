//! What is seen in a maze, beside rays that know nothing of portals.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests fail by panicking and say what they measured"
)]

mod support;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proscenio_run::{PortalMap, ViewVolume};
use proscenio_scene::glam::{Affine3A, DVec3, Quat, Vec2, Vec3};
use support::{Chance, HEIGHT, Maze, SIDE};

/// An eye in the maze.
#[derive(Clone, Copy, Debug)]
struct Eye {
    at: DVec3,
    yaw: f32,
    pitch: f32,
    window: Vec2,
}

impl Eye {
    fn random(maze: &Maze, chance: &mut Chance) -> Self {
        let mut inside = |cells: usize| {
            let cell = (chance.share() * cells as f64).floor();
            cell * SIDE + 0.3 + chance.share() * (SIDE - 0.6)
        };
        let (x, z) = (inside(maze.n), inside(maze.n));
        let at = DVec3::new(x, 0.3 + chance.share() * (HEIGHT - 0.6), z);
        let at = at.as_vec3().as_dvec3();
        let yaw = (chance.share() * std::f64::consts::TAU) as f32;
        let pitch = ((chance.share() - 0.5) * 1.2) as f32;
        let window = Vec2::new(0.2 + chance.share() as f32, 0.2 + chance.share() as f32 * 0.5);
        Self { at, yaw, pitch, window }
    }

    fn world(&self) -> Affine3A {
        let turn = Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(self.pitch);
        Affine3A::from_rotation_translation(turn, self.at.as_vec3())
    }

    fn view(&self) -> ViewVolume {
        ViewVolume::perspective(self.world(), -self.window, self.window, 0.01, f32::INFINITY)
    }

    /// The way through a point of the picture, −1 to 1.
    fn way(&self, x: f64, y: f64) -> DVec3 {
        let window = self.window.as_dvec2();
        let axes = self.world().matrix3;
        let [right, up, back] = [axes.x_axis, axes.y_axis, axes.z_axis].map(|axis| axis.as_dvec3());
        right * (x * window.x) + up * (y * window.y) - back
    }
}

/// Compares what is seen with what rays meet: a grid of them over the picture, and one through the middle of each seen
/// doorway, which must get as far as the sector that is said to be seen through it.
fn compare(maze: &Maze, map: &PortalMap, eye: Eye) -> usize {
    let seen = map.seen(&eye.view(), maze.room(eye.at));
    assert!(seen.complete);
    let ours: BTreeSet<usize> = seen.sectors.iter().map(|sector| sector.sector).collect();
    assert_eq!(ours.len(), seen.sectors.len(), "a sector is there twice");
    let mut rays = BTreeSet::new();
    for row in 0..20 {
        for column in 0..30 {
            let place = |i: i32, count: i32| (f64::from(i) + 0.5) / f64::from(count) * 2.0 - 1.0;
            maze.ray(eye.at, eye.way(place(column, 30), place(row, 20)), |room| {
                rays.insert(room);
            });
        }
    }
    let culled: Vec<&usize> = rays.difference(&ours).collect();
    assert!(culled.is_empty(), "culled though a ray gets there: {culled:?}, {eye:?}");
    for window in &seen.windows {
        let middle = window.corners.iter().sum::<DVec3>() / window.corners.len() as f64;
        maze.ray(eye.at, middle - eye.at, |room| {
            rays.insert(room);
        });
    }
    assert_eq!(ours, rays, "{eye:?}");
    ours.len()
}

#[test]
fn a_thousand_views_of_a_hundred_sectors_are_those_of_rays() {
    let (mut views, mut total, mut most) = (0, 0, 0);
    for seed in 0..5 {
        let maze = Maze::new(10, seed);
        let map = PortalMap::new(&maze.scene, &maze.scene.world_placements()).unwrap();
        assert_eq!(map.sector_count(), 100);
        let mut chance = Chance::new(1000 + seed);
        for _ in 0..200 {
            let seen = compare(&maze, &map, Eye::random(&maze, &mut chance));
            (views, total, most) = (views + 1, total + seen, most.max(seen));
        }
    }
    println!(
        "{views} views equal; {:.2} of 100 sectors seen on average, {most} at most",
        f64::from(total as u32) / 1000.0
    );
    assert!(most > 5, "the views see too little to show anything");
}

#[test]
fn the_room_of_a_point_is_found_by_its_walls() {
    let maze = Maze::new(10, 7);
    let world = maze.scene.world_placements();
    let map = PortalMap::new(&maze.scene, &world).unwrap();
    let mut chance = Chance::new(3);
    for _ in 0..100 {
        let eye = Eye::random(&maze, &mut chance);
        let found = map.locate(&maze.scene, &world, eye.at).unwrap();
        assert_eq!((found.sector, found.enclosed), (maze.room(eye.at), true), "{eye:?}");
    }
    assert_eq!(map.locate(&maze.scene, &world, DVec3::splat(-1.0)), None);
}

/// A walk of straight moves through doors ends in the room it stands in.
#[test]
fn walkers_know_their_room() {
    let maze = Maze::new(10, 11);
    let map = PortalMap::new(&maze.scene, &maze.scene.world_placements()).unwrap();
    let mut chance = Chance::new(5);
    let mut crossed = 0;
    for _ in 0..300 {
        let eye = Eye::random(&maze, &mut chance);
        let mut walker = proscenio_run::Walker { sector: maze.room(eye.at), position: eye.at };
        // As far as a ray gets, then a step short of the wall.
        let way = DVec3::new(eye.way(0.0, 0.0).x, 0.0, eye.way(0.0, 0.0).z).normalize();
        let mut rooms = Vec::new();
        maze.ray(eye.at, way, |room| rooms.push(room));
        let far = (1..400).map(|step| f64::from(step) * 0.1).take_while(|far| {
            let place = eye.at + way * *far;
            rooms.contains(&maze.room(place)) && place.min_element() > 0.0 && place.max_element() < 40.0
        });
        let to = eye.at + way * far.last().unwrap_or(0.0);
        crossed += walker.step(&map, to).crossings.len();
        assert_eq!(walker.sector, maze.room(to), "{eye:?}");
    }
    assert!(crossed > 50, "only {crossed} doors crossed");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the maze and the eye: no sector that a ray gets to is culled, and no other is drawn.
    #[test]
    fn what_rays_see_is_never_culled(seed in 0_u64..1_000_000, views in 0_u64..1_000_000) {
        let maze = Maze::new(10, seed);
        let map = PortalMap::new(&maze.scene, &maze.scene.world_placements()).unwrap();
        let mut chance = Chance::new(views);
        for _ in 0..4 {
            compare(&maze, &map, Eye::random(&maze, &mut chance));
        }
    }

    /// An eye in a doorway misses nothing of either side.
    #[test]
    fn eyes_in_doorways_miss_nothing(seed in 0_u64..1000, pick in 0_usize..200, yaw in -3.0_f32..3.0) {
        let maze = Maze::new(6, seed);
        let world = maze.scene.world_placements();
        let map = PortalMap::new(&maze.scene, &world).unwrap();
        let portals: Vec<_> = maze.scene.nodes.iter().filter_map(|(id, node)| {
            let corners = node.components.iter().find_map(|component| match component {
                proscenio_scene::Component::Portal(portal) => Some(portal.corners),
                _ => None,
            })?;
            Some((id, corners))
        }).collect();
        let (node, corners) = portals[pick % portals.len()];
        let at = (corners[0] + corners[2]) * 0.5 + Vec3::new(0.001, 0.0, 0.001);
        let eye = Eye { at: at.as_dvec3(), yaw, pitch: 0.0, window: Vec2::ONE };
        let view = ViewVolume::perspective(eye.world(), -eye.window, eye.window, 0.05, f32::INFINITY);
        let seen = map.seen(&view, map.sector_of_node(node).unwrap());
        let ours: BTreeSet<usize> = seen.sectors.iter().map(|sector| sector.sector).collect();
        for column in 0..60 {
            let way = eye.way((f64::from(column) + 0.5) / 30.0 - 1.0, 0.013);
            maze.ray(eye.at, way, |room| assert!(ours.contains(&room), "room {room} is culled"));
        }
    }
}
