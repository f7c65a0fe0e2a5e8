//! A maze of rooms on a grid, and rays through it that know nothing of portals.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use proscenio_scene::glam::{Affine3A, DVec3, Vec3};
use proscenio_scene::{
    Component, Mesh, MeshInstance, Node, NodeId, Placement, Portal, PortalKind, Scene, Sector, Surface,
};

/// Width and depth of a room, its height, and width and height of its doors, metres.
pub const SIDE: f64 = 4.0;
pub const HEIGHT: f64 = 3.0;
pub const DOOR: [f64; 2] = [1.6, 2.2];

/// Chance that is the same on every machine.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    /// 0 to 1.
    pub fn share(&mut self) -> f64 {
        self.next() as f64 / (1_u64 << 53) as f64
    }
}

/// A maze: room `z * n + x` stands at `x`, `z` of the grid.
pub struct Maze {
    pub n: usize,
    pub scene: Scene,
    /// The walls of each room.
    pub walls: Vec<Vec<[DVec3; 3]>>,
}

/// Which wall of a room.
const EAST: usize = 0;
const SOUTH: usize = 1;

impl Maze {
    /// A maze of `n` times `n` rooms; every room can be reached, and some in more ways than one.
    pub fn new(n: usize, seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        // Doors to the east and to the south, as places along the wall; `None` is a wall.
        let mut doors = vec![[None::<f64>; 2]; n * n];
        let mut groups: Vec<usize> = (0..n * n).collect();
        let mut walls: Vec<(usize, usize)> = (0..n * n)
            .flat_map(|cell| [(cell, EAST), (cell, SOUTH)])
            .filter(|(cell, side)| if *side == EAST { cell % n + 1 < n } else { cell / n + 1 < n })
            .collect();
        for i in (1..walls.len()).rev() {
            walls.swap(i, chance.next() as usize % (i + 1));
        }
        for (cell, side) in walls {
            let other = if side == EAST { cell + 1 } else { cell + n };
            let (a, b) = (root(&mut groups, cell), root(&mut groups, other));
            if a != b || chance.share() < 0.4 {
                groups[a] = b;
                doors[cell][side] = Some(0.2 + chance.share() * (SIDE - DOOR[0] - 0.4));
            }
        }
        Self::build(n, &doors)
    }

    fn build(n: usize, doors: &[[Option<f64>; 2]]) -> Self {
        let mut scene = Scene::new("maze", Node::new("maze"));
        let mut all = Vec::new();
        for cell in 0..n * n {
            let (x, z) = ((cell % n) as f64 * SIDE, (cell / n) as f64 * SIDE);
            let sides = [
                // Start of the wall, direction along it, its door, the room behind.
                ([x + SIDE, z], [0.0, 1.0], doors[cell][EAST], cell + 1),
                ([x, z + SIDE], [1.0, 0.0], doors[cell][SOUTH], cell + n),
                (
                    [x, z],
                    [0.0, 1.0],
                    if cell % n > 0 { doors[cell - 1][EAST] } else { None },
                    cell.wrapping_sub(1),
                ),
                (
                    [x, z],
                    [1.0, 0.0],
                    if cell >= n { doors[cell - n][SOUTH] } else { None },
                    cell.wrapping_sub(n),
                ),
            ];
            let mut walls = Vec::new();
            for y in [0.0, HEIGHT] {
                quad(&mut walls, [[x, y, z], [x, y, z + SIDE], [x + SIDE, y, z + SIDE], [x + SIDE, y, z]]);
            }
            let mut node =
                Node { placement: Placement::space(Affine3A::IDENTITY), ..Node::new(format!("s{cell}")) };
            node.components.push(Component::Sector(Sector { name: format!("s{cell}") }));
            let mut portals = Vec::new();
            for ([sx, sz], [dx, dz], door, behind) in sides {
                let piece = |from: f64, to: f64, low: f64, high: f64| {
                    let at = |along: f64, y: f64| [sx + dx * along, y, sz + dz * along];
                    [at(from, low), at(from, high), at(to, high), at(to, low)]
                };
                match door {
                    None => quad(&mut walls, piece(0.0, SIDE, 0.0, HEIGHT)),
                    Some(at) => {
                        quad(&mut walls, piece(0.0, at, 0.0, HEIGHT));
                        quad(&mut walls, piece(at + DOOR[0], SIDE, 0.0, HEIGHT));
                        quad(&mut walls, piece(at, at + DOOR[0], DOOR[1], HEIGHT));
                        portals.push((piece(at, at + DOOR[0], 0.0, DOOR[1]), behind));
                    }
                }
            }
            let positions = walls.iter().flatten().map(|corner| corner.as_vec3().to_array()).collect();
            let surface = Surface { positions, ..Surface::default() };
            let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
            let instance = MeshInstance { cast_shadow: false, ..MeshInstance::new(mesh) };
            node.components.push(Component::Mesh(instance));
            let id = scene.add_child(scene.root, node);
            for (corners, behind) in portals {
                let corners = corners.map(|corner| DVec3::from_array(corner).as_vec3());
                portal(&mut scene, id, corners, format!("s{behind}"));
            }
            all.push(walls);
        }
        link(&mut scene);
        // Walls as the scene keeps them, in 32 bits.
        for triangle in all.iter_mut().flatten() {
            *triangle = triangle.map(|corner| corner.as_vec3().as_dvec3());
        }
        Self { n, scene, walls: all }
    }

    /// The room at a place.
    pub fn room(&self, point: DVec3) -> usize {
        let along = |v: f64| ((v / SIDE) as usize).min(self.n - 1);
        along(point.z) * self.n + along(point.x)
    }

    /// All rooms that a ray goes through before it hits a wall: from box to box of the grid, asking in each whether a
    /// triangle stands where the ray leaves it.
    pub fn ray(&self, from: DVec3, way: DVec3, mut met: impl FnMut(usize)) {
        let mut room = self.room(from);
        loop {
            met(room);
            let (x, z) = ((room % self.n) as f64 * SIDE, (room / self.n) as f64 * SIDE);
            let exit = |at: f64, way: f64, low: f64, high: f64| {
                if way > 0.0 {
                    (high - at) / way
                } else if way < 0.0 {
                    (low - at) / way
                } else {
                    f64::INFINITY
                }
            };
            let leaves = [
                exit(from.x, way.x, x, x + SIDE),
                exit(from.y, way.y, 0.0, HEIGHT),
                exit(from.z, way.z, z, z + SIDE),
            ];
            let t = leaves.into_iter().fold(f64::INFINITY, f64::min);
            // Floors and ceilings have no holes.
            if t == leaves[1] || self.walls[room].iter().any(|wall| stops(wall, from, way, t)) {
                return;
            }
            room = match (t == leaves[0], way.x > 0.0, way.z > 0.0) {
                (true, true, _) => room + 1,
                (true, false, _) => room - 1,
                (false, _, true) => room + self.n,
                (false, _, false) => room - self.n,
            };
        }
    }
}

fn root(groups: &mut [usize], mut of: usize) -> usize {
    while groups[of] != of {
        groups[of] = groups[groups[of]];
        of = groups[of];
    }
    of
}

fn quad(walls: &mut Vec<[DVec3; 3]>, corners: [[f64; 3]; 4]) {
    let [a, b, c, d] = corners.map(DVec3::from_array);
    walls.extend([[a, b, c], [a, c, d]]);
}

/// Whether a ray hits a triangle at about a distance (Möller and Trumbore).
fn stops([a, b, c]: &[DVec3; 3], from: DVec3, way: DVec3, at: f64) -> bool {
    let (e1, e2) = (*b - *a, *c - *a);
    let p = way.cross(e2);
    let det = e1.dot(p);
    if det.abs() < 1e-14 {
        return false;
    }
    let s = from - *a;
    let u = s.dot(p) / det;
    let q = s.cross(e1);
    let v = way.dot(q) / det;
    let t = e2.dot(q) / det;
    u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (t - at).abs() < 1e-6
}

/// A sector without walls.
pub fn sector(scene: &mut Scene, name: &str) -> NodeId {
    let mut node = Node { placement: Placement::space(Affine3A::IDENTITY), ..Node::new(name) };
    node.components.push(Component::Sector(Sector { name: name.into() }));
    scene.add_child(scene.root, node)
}

/// A doorway in a sector; `to` names the sector behind it.
pub fn portal(scene: &mut Scene, sector: NodeId, corners: [Vec3; 4], to: String) -> NodeId {
    let mut node = Node::new(format!("to {to}"));
    node.components.push(Component::Portal(Portal {
        name: node.name.clone(),
        kind: PortalKind::Fast,
        corners,
        sector: None,
        portal: None,
        link_names: (to, String::new()),
    }));
    scene.add_child(sector, node)
}

/// Makes every portal lead to the sector it names.
pub fn link(scene: &mut Scene) {
    let named: std::collections::HashMap<String, NodeId> =
        scene.nodes.iter().map(|(id, node)| (node.name.clone(), id)).collect();
    for index in 0..scene.nodes.len() {
        for component in &mut scene.nodes[NodeId::from_index(index)].components {
            if let Component::Portal(portal) = component {
                portal.sector = named.get(&portal.link_names.0).copied();
            }
        }
    }
}
