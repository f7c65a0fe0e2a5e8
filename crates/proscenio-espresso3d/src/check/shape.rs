//! The shape of portals: flat, convex, and rectangular as they are meant to be.

use super::{Report, cross, difference, dot, length};
use crate::code::Code;
use crate::view::Portal;

/// Says what is wrong with the corners of a portal; the worst alone.
pub(super) fn check(portal: Portal<'_>, report: &mut Report<'_>) {
    let Some(corners) = portal.corners() else { return };
    let (code, message) = match shape(corners) {
        Shape::Rectangle => return,
        Shape::Quad => (Code::PortalNotRectangular, "not every corner of the portal is a right angle"),
        Shape::Bent => (Code::PortalNotPlanar, "the corners of the portal do not lie in one plane"),
        Shape::Crossed => {
            (Code::PortalNotConvex, "the edges of the portal cross, turn inwards or enclose no area")
        }
    };
    report.push(code, portal.span(), || message.to_owned());
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Rectangle,
    /// Flat and convex, without right angles.
    Quad,
    /// Not flat.
    Bent,
    /// Not convex, or without area.
    Crossed,
}

/// Deviations up to a ten-thousandth of the size are those of rounded numbers.
const TOLERANCE: f64 = 1e-4;

fn shape(corners: [[f64; 3]; 4]) -> Shape {
    let edges = [0, 1, 2, 3].map(|at: usize| difference(corners[(at + 1) % 4], corners[at]));
    let (ac, bd) = (difference(corners[2], corners[0]), difference(corners[3], corners[1]));
    let size = edges.iter().chain([&ac, &bd]).map(|edge| length(*edge)).fold(0.0, f64::max);
    let across = cross(ac, bd);
    if length(across) <= size * size * TOLERANCE {
        return Shape::Crossed;
    }
    let normal = across.map(|part| part / length(across));
    // The diagonals of a flat quad meet.
    if dot(difference(corners[1], corners[0]), normal).abs() > size * TOLERANCE {
        return Shape::Bent;
    }
    let turns = [0, 1, 2, 3].map(|at: usize| dot(cross(edges[at], edges[(at + 1) % 4]), normal));
    if turns.iter().any(|turn| *turn <= size * size * TOLERANCE * TOLERANCE) {
        return Shape::Crossed;
    }
    let is_right = |at: usize| {
        let (a, b) = (edges[at], edges[(at + 1) % 4]);
        dot(a, b).abs() <= length(a) * length(b) * 1e-3
    };
    if (0..4).all(is_right) { Shape::Rectangle } else { Shape::Quad }
}

#[cfg(test)]
mod tests {
    use super::{Shape, shape};

    fn flat(corners: [[f64; 2]; 4]) -> Shape {
        shape(corners.map(|[x, y]| [x, y, x * 0.5]))
    }

    #[test]
    fn quads_are_told_apart() {
        assert_eq!(flat([[0.0, 0.0], [0.0, 2.0], [1.0, 2.0], [1.0, 0.0]]), Shape::Rectangle);
        // The other way round, and as printed with three decimals.
        assert_eq!(flat([[1.0, 0.0], [1.0, 2.0], [0.0, 2.0], [0.0, 0.0004]]), Shape::Rectangle);
        assert_eq!(flat([[0.0, 0.0], [0.5, 2.0], [1.5, 2.0], [1.0, 0.0]]), Shape::Quad);
        assert_eq!(flat([[0.0, 0.0], [1.0, 2.0], [0.0, 2.0], [1.0, 0.0]]), Shape::Crossed);
        assert_eq!(flat([[0.0, 0.0], [0.0, 2.0], [0.2, 0.2], [2.0, 0.0]]), Shape::Crossed);
        assert_eq!(flat([[0.0, 0.0], [0.0, 2.0], [0.0, 2.0], [0.0, 0.0]]), Shape::Crossed);
        assert_eq!(flat([[1.0, 1.0]; 4]), Shape::Crossed);
        let bent = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.3], [1.0, 0.0, 0.0]];
        assert_eq!(shape(bent), Shape::Bent);
    }
}
