//! The outlines of flat shapes as points, pixels, +Y down.

use std::f32::consts::{FRAC_PI_2, TAU};

use glam::Vec2;
use proscenio_scene::ShapeKind;

/// More chords than this nobody sees.
const CHORDS_MAX: u32 = 4096;

/// Points in order around or along a shape.
#[derive(Debug, PartialEq)]
pub(super) struct Outline {
    pub points: Vec<Vec2>,
    /// Whether the last point joins the first.
    pub closed: bool,
    /// Whether the shape has an inside.
    pub filled: bool,
}

/// The outline of a shape; round ones as chords.
pub(super) fn outline(kind: &ShapeKind) -> Outline {
    let ring = |points| Outline { points, closed: true, filled: true };
    match kind {
        ShapeKind::Rect { position, size, radii, rotation } => {
            ring(rect(*position, *size, *radii, *rotation))
        }
        ShapeKind::Ellipse { center, radii, rotation, arc, segments } => {
            ring(ellipse(*center, *radii, *rotation, *arc, *segments))
        }
        ShapeKind::Polygon { points } => ring(points.clone()),
        ShapeKind::Line { points, closed } => {
            Outline { points: points.clone(), closed: *closed, filled: false }
        }
    }
}

fn rect(position: Vec2, size: Vec2, radii: [f32; 4], rotation: f32) -> Vec<Vec2> {
    let (low, high) = (position.min(position + size), position.max(position + size));
    let [a, b, c, d] = fitting(radii, high - low);
    let corners = [
        (low, Vec2::new(1.0, 1.0), a),
        (Vec2::new(high.x, low.y), Vec2::new(-1.0, 1.0), b),
        (high, Vec2::new(-1.0, -1.0), c),
        (Vec2::new(low.x, high.y), Vec2::new(1.0, -1.0), d),
    ];
    let (middle, turn) = ((low + high) / 2.0, Vec2::from_angle(rotation));
    let mut points = Vec::new();
    for (quarter, (corner, inward, radius)) in corners.into_iter().enumerate() {
        if radius <= 0.0 {
            points.push(corner);
            continue;
        }
        let (center, chords) = (corner + inward * radius, chords(radius, 0.25));
        // The first corner's arc runs from left (half a turn) to up, and so on clockwise.
        let start = FRAC_PI_2 * (quarter as f32 + 2.0);
        let step = FRAC_PI_2 / chords as f32;
        points.extend((0..=chords).map(|i| center + Vec2::from_angle(start + step * i as f32) * radius));
    }
    points.iter().map(|point| middle + turn.rotate(*point - middle)).collect()
}

/// Corner radii made smaller together until neighbours fit on their side.
fn fitting(radii: [f32; 4], size: Vec2) -> [f32; 4] {
    let radii = radii.map(|radius| if radius > 0.0 { radius } else { 0.0 });
    let [a, b, c, d] = radii;
    let sides = [(a + b, size.x), (b + c, size.y), (c + d, size.x), (d + a, size.y)];
    let share =
        sides.iter().filter(|(sum, _)| *sum > 0.0).fold(1.0_f32, |all, (sum, side)| all.min(side / sum));
    radii.map(|radius| radius * share)
}

fn ellipse(center: Vec2, radii: Vec2, rotation: f32, arc: (f32, f32), segments: Option<u32>) -> Vec<Vec2> {
    let (start, span) = (arc.0, arc.1 - arc.0);
    let whole = span.abs() >= TAU - 1e-4;
    let span = if whole { TAU.copysign(span) } else { span };
    let round = chords(radii.abs().max_element(), span.abs() / TAU);
    let count = segments.map_or(round, |count| count.clamp(if whole { 3 } else { 1 }, CHORDS_MAX));
    let turn = Vec2::from_angle(rotation);
    let at = |i: u32| {
        let angle = start + span * i as f32 / count as f32;
        center + turn.rotate(Vec2::from_angle(angle) * radii)
    };
    if whole {
        (0..count).map(at).collect()
    } else {
        // A part of an ellipse is a slice with its tip at the centre.
        std::iter::once(center).chain((0..=count).map(at)).collect()
    }
}

/// Chords that look round over a share of a turn.
fn chords(radius: f32, share: f32) -> u32 {
    let turn = ((4.0 * radius.sqrt()).ceil() * 4.0).clamp(16.0, 512.0);
    ((turn * share).ceil() as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::{ellipse, fitting, rect};
    use glam::Vec2;
    use std::f32::consts::{FRAC_PI_2, TAU};

    #[test]
    fn a_plain_rectangle_has_four_corners() {
        let points = rect(Vec2::new(10.0, 20.0), Vec2::new(-4.0, 2.0), [0.0; 4], 0.0);
        let expected = [[6.0, 20.0], [10.0, 20.0], [10.0, 22.0], [6.0, 22.0]];
        assert_eq!(points, expected.map(Vec2::from_array));
    }

    #[test]
    fn round_corners_stay_inside_and_touch_the_sides() {
        let points = rect(Vec2::ZERO, Vec2::new(20.0, 10.0), [3.0, 0.0, 5.0, 1.0], 0.0);
        let (low, high) = points.iter().fold((points[0], points[0]), |(l, h), p| (l.min(*p), h.max(*p)));
        assert!(low.abs_diff_eq(Vec2::ZERO, 1e-4) && high.abs_diff_eq(Vec2::new(20.0, 10.0), 1e-4));
        assert!(!points.iter().any(|p| p.length() < 1.2), "the first corner is cut");
        assert!(points.contains(&Vec2::new(20.0, 0.0)), "the second is not");
    }

    #[test]
    fn radii_that_do_not_fit_shrink_together() {
        assert_eq!(fitting([10.0, 10.0, 0.0, -1.0], Vec2::new(10.0, 100.0)), [5.0, 5.0, 0.0, 0.0]);
    }

    #[test]
    fn circles_and_slices() {
        let circle = ellipse(Vec2::ONE, Vec2::splat(2.0), 0.0, (0.0, TAU), Some(6));
        assert_eq!(circle.len(), 6);
        assert!(circle.iter().all(|p| ((*p - Vec2::ONE).length() - 2.0).abs() < 1e-5));
        let slice = ellipse(Vec2::ONE, Vec2::new(2.0, 1.0), 0.0, (0.0, FRAC_PI_2), Some(2));
        assert_eq!((slice.len(), slice[0]), (4, Vec2::ONE));
        assert!(
            slice[1].abs_diff_eq(Vec2::new(3.0, 1.0), 1e-5)
                && slice[3].abs_diff_eq(Vec2::new(1.0, 2.0), 1e-5)
        );
    }
}
