//! Moving through doorways.

use proscenio_scene::NodeId;
use proscenio_scene::glam::DVec3;

use super::map::{PortalEntry, PortalMap};
use super::view::normal_of;
use crate::collide::meets;

/// Something that moves through a map and knows which sector it is in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// Its sector's number.
    pub sector: usize,
    /// Where it is in the world, metres.
    pub position: DVec3,
}

/// What a move did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walked {
    /// The doorways crossed, in order.
    pub crossings: Vec<Crossing>,
}

/// A doorway crossed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The portal's node.
    pub portal: NodeId,
    /// The number of the sector entered.
    pub sector: usize,
    /// Where it was crossed.
    pub point: DVec3,
}

impl Walker {
    /// Moves in a straight line and follows the doorways on the way: the nearest one of the sector first, then those of
    /// the sector behind it, until none is left.
    ///
    /// A doorway is crossed when the line goes from one side of its plane to the other inside its triangles A B C and
    /// A C D, in either direction. A move that ends exactly on the plane has not crossed; one that starts there crosses
    /// when it leaves to the side away from the middle of its sector, or, when that lies in the plane too, to that of the
    /// sector behind. Doorways that lead nowhere are not crossed. A
    /// place that is no number is not gone to.
    ///
    /// # Panics
    /// When the map has no sector of the walker's number.
    pub fn step(&mut self, map: &PortalMap, to: DVec3) -> Walked {
        let mut walked = Walked::default();
        if !to.is_finite() {
            return walked;
        }
        let from = self.position;
        let mut passed = f64::NEG_INFINITY;
        while let Some((at, portal, target)) = nearest(map, self.sector, from, to, passed) {
            passed = at;
            self.sector = target;
            let point = from.lerp(to, at);
            walked.crossings.push(Crossing { portal: map.portals[portal].node, sector: target, point });
        }
        self.position = to;
        walked
    }
}

/// The first doorway of a sector behind a part of the line: how far along it is, which it is, and where it leads.
///
/// Each crossing lies farther along than the one before, so a walk ends. The other side of the doorway just crossed
/// lies at the same place and does not lead back.
fn nearest(
    map: &PortalMap,
    sector: usize,
    from: DVec3,
    to: DVec3,
    passed: f64,
) -> Option<(f64, usize, usize)> {
    let crossed = map.portals_of(sector).filter_map(|(number, portal)| {
        let target = portal.target?;
        let at = crossing(map, sector, portal, from, to)?;
        (at > passed + 1e-9).then_some((at, number, target))
    });
    crossed.min_by(|a, b| a.0.total_cmp(&b.0))
}

fn crossing(map: &PortalMap, sector: usize, portal: &PortalEntry, from: DVec3, to: DVec3) -> Option<f64> {
    let hit = portal.triangles().iter().find_map(|triangle| meets(triangle, from, to));
    hit.or_else(|| leaves_from(map, sector, portal, from, to).then_some(0.0))
}

/// Whether a line starts in the doorway and leaves the sector.
fn leaves_from(map: &PortalMap, sector: usize, portal: &PortalEntry, from: DVec3, to: DVec3) -> bool {
    let middle = |sector: usize| map.bounds(sector).map(|(low, high)| (low + high) * 0.5);
    let Some(own) = middle(sector) else { return false };
    let other = portal.target.and_then(middle);
    portal.triangles().iter().any(|triangle| {
        let Some(normal) = normal_of(triangle) else { return false };
        let side = |point: DVec3| normal.dot(point - triangle[0]);
        let inside = (0..3).all(|i| {
            let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
            normal.dot((b - a).cross(from - a)) >= 0.0
        });
        // A sector that lies in the doorway's own plane has no side; then that of the sector behind decides.
        let leaves = match side(own) {
            0.0 => other.is_some_and(|other| side(to) * side(other) > 0.0),
            own => side(to) * own < 0.0,
        };
        inside && side(from) == 0.0 && leaves
    })
}
