//! Which sector a point is in.

use proscenio_scene::glam::DVec3;
use proscenio_scene::{Scene, WorldPlacements};

use super::map::PortalMap;
use crate::collide::{Walls, meets};

/// A sector found by position. No file says where a sector ends, so this is a reading of its walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located {
    /// Its number.
    pub sector: usize,
    /// Whether walls and doorways close around the point; else it is only in the sector's box.
    pub enclosed: bool,
}

/// Directions that no wall of a map built on a grid runs along.
const RAYS: [DVec3; 3] = [
    DVec3::new(0.837_411, 0.301_273, 0.456_129),
    DVec3::new(-0.288_317, 0.901_173, -0.323_719),
    DVec3::new(0.119_713, -0.431_911, -0.893_939),
];

impl PortalMap {
    /// The sector that a point of the world is in; `None` when it is outside the boxes of all.
    ///
    /// A sector whose walls and doorways enclose the point comes before one whose box alone holds it; among equals the
    /// smaller box wins, then the first.
    #[must_use]
    pub fn locate(&self, scene: &Scene, world: &WorldPlacements, point: DVec3) -> Option<Located> {
        let holds = |(low, high): (DVec3, DVec3)| point.cmpge(low).all() && point.cmple(high).all();
        let mut best: Option<(bool, f64, usize)> = None;
        for (sector, entry) in self.sectors.iter().enumerate() {
            let Some((low, high)) = entry.bounds.filter(|bounds| holds(*bounds)) else { continue };
            let enclosed = self.encloses(scene, world, sector, point);
            let volume = (high - low).element_product();
            let better = best
                .is_none_or(|(known, size, _)| (enclosed && !known) || (enclosed == known && volume < size));
            if better {
                best = Some((enclosed, volume, sector));
            }
        }
        best.map(|(enclosed, _, sector)| Located { sector, enclosed })
    }

    /// Whether most of three rays leave the sector's walls and doorways an odd number of times.
    fn encloses(&self, scene: &Scene, world: &WorldPlacements, sector: usize, point: DVec3) -> bool {
        let walls = Walls::of_sector(scene, world, self, sector);
        let far = self.sectors[sector].bounds.map_or(1.0, |(low, high)| (high - low).length() * 2.0 + 1.0);
        let doors: Vec<[DVec3; 3]> =
            self.portals_of(sector).flat_map(|(_, portal)| portal.triangles()).collect();
        let odd = RAYS.iter().filter(|ray| {
            let end = point + **ray * far;
            let crossed =
                walls.triangles().iter().chain(&doors).filter(|t| meets(t, point, end).is_some()).count();
            crossed % 2 == 1
        });
        odd.count() >= 2
    }
}
