//! The sectors and portals of a scene, in the world.

use proscenio_scene::glam::{Affine3A, DVec3, Vec3};
use proscenio_scene::{Component, NodeId, PortalKind, Scene, WorldPlacements};

/// The sectors and portals of a scene, placed in the world and ready to be asked. Sectors have numbers, from 0 in the
/// order of the tree.
#[derive(Clone, Debug)]
pub struct PortalMap {
    pub(super) sectors: Vec<SectorEntry>,
    pub(super) portals: Vec<PortalEntry>,
    /// By node: the sector it stands in.
    sector_of: Vec<Option<u32>>,
}

/// A sector.
#[derive(Clone, Debug)]
pub(super) struct SectorEntry {
    pub node: NodeId,
    pub name: String,
    /// Into [`PortalMap::portals`].
    pub portals: std::ops::Range<usize>,
    /// Lower and upper corner of its own meshes and portals; `None` for one without a corner.
    pub bounds: Option<(DVec3, DVec3)>,
}

/// One side of a doorway.
#[derive(Clone, Debug)]
pub(super) struct PortalEntry {
    pub node: NodeId,
    pub kind: PortalKind,
    /// Corners in the world.
    pub corners: [DVec3; 4],
    /// The number of the sector behind it.
    pub target: Option<usize>,
    /// Whether its corners are those of one flat convex polygon.
    pub flat: bool,
}

impl PortalMap {
    /// The sectors of a scene; `None` when there are none.
    ///
    /// A portal belongs to the nearest sector above it; one that has none, or whose corners are no numbers, is left
    /// out. Portals that lead nowhere are kept and let nothing through.
    #[must_use]
    pub fn new(scene: &Scene, world: &WorldPlacements) -> Option<Self> {
        let mut map =
            Self { sectors: Vec::new(), portals: Vec::new(), sector_of: vec![None; scene.nodes.len()] };
        let mut found: Vec<Vec<PortalEntry>> = Vec::new();
        // Links name nodes; their numbers are known when all sectors are.
        let mut links: Vec<Vec<Option<NodeId>>> = Vec::new();
        for id in scene.depth_first() {
            let node = &scene.nodes[id];
            let above = node.parent.and_then(|parent| map.sector_of[parent.index()]);
            let own = node.components.iter().find_map(|component| match component {
                Component::Sector(sector) => Some(&sector.name),
                _ => None,
            });
            let here = match own {
                Some(name) => {
                    let entry = SectorEntry { node: id, name: name.clone(), portals: 0..0, bounds: None };
                    map.sectors.push(entry);
                    found.push(Vec::new());
                    links.push(Vec::new());
                    Some(map.sectors.len() as u32 - 1)
                }
                None => above,
            };
            map.sector_of[id.index()] = here;
            let Some(here) = here.map(|here| here as usize) else { continue };
            for component in &node.components {
                match component {
                    Component::Portal(portal) => {
                        let corners = portal.corners.map(|corner| placed(world.space(id), corner));
                        if corners.iter().all(|corner| corner.is_finite()) {
                            corners.iter().for_each(|corner| map.sectors[here].grow(*corner));
                            let flat = is_flat_and_convex(&corners);
                            found[here].push(PortalEntry {
                                node: id,
                                kind: portal.kind,
                                corners,
                                target: None,
                                flat,
                            });
                            links[here].push(portal.sector);
                        }
                    }
                    // Walls are what stands on the sector's own node; what is placed in it may stick out.
                    Component::Mesh(instance) if own.is_some() => {
                        let surfaces = scene.meshes.get(instance.mesh).map(|mesh| mesh.surfaces.as_slice());
                        for (low, high) in surfaces.unwrap_or_default().iter().filter_map(|s| s.bounds()) {
                            for bits in 0..8_u8 {
                                let pick = |bit: u8, a: f32, b: f32| if bits >> bit & 1 == 0 { a } else { b };
                                let corner = Vec3::new(
                                    pick(0, low.x, high.x),
                                    pick(1, low.y, high.y),
                                    pick(2, low.z, high.z),
                                );
                                map.sectors[here].grow(placed(world.space(id), corner));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        map.join(found, links);
        (!map.sectors.is_empty()).then_some(map)
    }

    fn join(&mut self, found: Vec<Vec<PortalEntry>>, links: Vec<Vec<Option<NodeId>>>) {
        let mut numbers = vec![None; self.sector_of.len()];
        for (number, sector) in self.sectors.iter().enumerate() {
            numbers[sector.node.index()] = Some(number);
        }
        for (sector, (portals, links)) in self.sectors.iter_mut().zip(found.into_iter().zip(links)) {
            let first = self.portals.len();
            self.portals.extend(portals.into_iter().zip(links).map(|(portal, link)| PortalEntry {
                target: link.and_then(|node| numbers.get(node.index()).copied().flatten()),
                ..portal
            }));
            sector.portals = first..self.portals.len();
        }
    }

    /// Number of sectors; at least one.
    #[must_use]
    pub fn sector_count(&self) -> usize {
        self.sectors.len()
    }

    /// Number of portals.
    #[must_use]
    pub fn portal_count(&self) -> usize {
        self.portals.len()
    }

    /// The node of a sector.
    ///
    /// # Panics
    /// When there is no sector of that number.
    #[must_use]
    pub fn node(&self, sector: usize) -> NodeId {
        self.sectors[sector].node
    }

    /// The name of a sector.
    ///
    /// # Panics
    /// When there is no sector of that number.
    #[must_use]
    pub fn name(&self, sector: usize) -> &str {
        &self.sectors[sector].name
    }

    /// The first sector of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.sectors.iter().position(|sector| sector.name == name)
    }

    /// The sector that a node is or stands in, by the tree; `None` for what stands beside all sectors.
    #[must_use]
    pub fn sector_of_node(&self, node: NodeId) -> Option<usize> {
        self.sector_of.get(node.index()).copied().flatten().map(|sector| sector as usize)
    }

    /// Lower and upper corner of a sector's meshes and portals in the world; `None` when it has neither.
    ///
    /// # Panics
    /// When there is no sector of that number.
    #[must_use]
    pub fn bounds(&self, sector: usize) -> Option<(DVec3, DVec3)> {
        self.sectors[sector].bounds
    }

    pub(super) fn portals_of(&self, sector: usize) -> impl Iterator<Item = (usize, &PortalEntry)> {
        let range = self.sectors[sector].portals.clone();
        range.clone().zip(&self.portals[range])
    }
}

impl SectorEntry {
    fn grow(&mut self, corner: DVec3) {
        if corner.is_finite() {
            let (low, high) = self.bounds.unwrap_or((corner, corner));
            self.bounds = Some((low.min(corner), high.max(corner)));
        }
    }
}

impl PortalEntry {
    /// The flat pieces of the doorway: itself, or the two triangles A B C and A C D of the engine.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Vec<DVec3>> {
        let whole = self.flat.then(|| self.corners.to_vec());
        let halves = (!self.flat).then(|| self.triangles().map(|triangle| triangle.to_vec()));
        whole.into_iter().chain(halves.into_iter().flatten())
    }

    /// The triangles A B C and A C D.
    pub(super) fn triangles(&self) -> [[DVec3; 3]; 2] {
        let [a, b, c, d] = self.corners;
        [[a, b, c], [a, c, d]]
    }
}

pub(crate) fn placed(at: Affine3A, point: Vec3) -> DVec3 {
    // A sum of doubles, so that large maps keep the precision of their files.
    let [x, y, z] = [at.matrix3.x_axis, at.matrix3.y_axis, at.matrix3.z_axis].map(|axis| axis.as_dvec3());
    let point = point.as_dvec3();
    x * point.x + y * point.y + z * point.z + at.translation.as_dvec3()
}

fn is_flat_and_convex(corners: &[DVec3; 4]) -> bool {
    let normals: [DVec3; 4] = std::array::from_fn(|i| {
        let [a, b, c] = [0, 1, 2].map(|step| corners[(i + step) % 4]);
        (b - a).cross(c - b)
    });
    let size = (corners[2] - corners[0]).length().max((corners[3] - corners[1]).length());
    let whole = (corners[2] - corners[0]).cross(corners[3] - corners[1]);
    let Some(normal) = whole.try_normalize() else { return false };
    let off = corners.iter().map(|corner| normal.dot(*corner - corners[0]).abs()).fold(0.0, f64::max);
    off <= size * 1e-6 && normals.iter().all(|corner| corner.dot(normal) >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::is_flat_and_convex;
    use proscenio_scene::glam::DVec3;

    #[test]
    fn bent_and_dented_doorways_are_told_from_flat_ones() {
        let corners = |points: [[f64; 3]; 4]| points.map(DVec3::from_array);
        let door = [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [1.0, 2.0, 0.0], [1.0, 0.0, 0.0]];
        assert!(is_flat_and_convex(&corners(door)));
        let mut bent = door;
        bent[2][2] = 0.5;
        let mut dented = door;
        dented[2] = [0.2, 0.5, 0.0];
        let crossed = [door[0], door[2], door[1], door[3]];
        for wrong in [bent, dented, crossed, [door[0]; 4]] {
            assert!(!is_flat_and_convex(&corners(wrong)), "{wrong:?}");
        }
    }
}
