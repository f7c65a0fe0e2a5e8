//! Outlines of flat shapes as points, and their insides and edges as triangles.

use lyon_tessellation::geometry_builder::{BuffersBuilder, Positions};
use lyon_tessellation::math::{Point, point};
use lyon_tessellation::path::{Path, Polygon};
use lyon_tessellation::{
    FillOptions, FillTessellator, LineCap, LineJoin, StrokeOptions, StrokeTessellator, VertexBuffers,
};
use proscenio_scene::glam::Vec2;
use proscenio_scene::{Extra, Extras, ShapeKind, Stroke};

/// Points farther out than this are no drawing; single precision would not hold them apart.
const FARTHEST: f32 = 1e7;
/// Most chords of a curve.
const MOST_CHORDS: u32 = 4096;
/// Miters longer than this many widths are cut off.
const MITER_LIMIT: f32 = 4.0;

/// Triangles: points and three indices each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Triangles {
    pub(crate) points: Vec<Vec2>,
    pub(crate) indices: Vec<u32>,
}

/// The outline of a shape.
#[derive(Clone, Debug, PartialEq)]
struct Outline {
    points: Vec<Vec2>,
    closed: bool,
    /// Whether every point of the inside is seen from the first point.
    fan: bool,
}

/// The inside of a shape; empty for lines and shapes that are no numbers. `scale` is how many pixels of the
/// picture a pixel of the shape is, for the roundness of curves.
pub(crate) fn fill(kind: &ShapeKind, scale: f32) -> Triangles {
    if matches!(kind, ShapeKind::Line { .. }) {
        return Triangles::default();
    }
    let Some(outline) = outline(kind, 0.0, scale) else { return Triangles::default() };
    if outline.fan {
        let last = outline.points.len() as u32;
        let indices = (2..last).flat_map(|i| [0, i - 1, i]).collect();
        return Triangles { points: outline.points, indices };
    }
    let mut buffers = VertexBuffers::new();
    let options = FillOptions::non_zero().with_tolerance(0.05);
    let points: Vec<Point> = outline.points.iter().map(|p| point(p.x, p.y)).collect();
    let polygon = Polygon { points: &points, closed: true };
    let done = FillTessellator::new().tessellate_polygon(
        polygon,
        &options,
        &mut BuffersBuilder::new(&mut buffers, Positions),
    );
    if done.is_ok() { triangles(buffers) } else { Triangles::default() }
}

/// The edge of a shape.
pub(crate) fn stroke(kind: &ShapeKind, stroke: &Stroke, scale: f32) -> Triangles {
    let width = if stroke.width.is_finite() && stroke.width > 0.0 { stroke.width } else { 1.0 / scale };
    let shift = match word(&stroke.extras, "align") {
        Some("inside") => -width * 0.5,
        Some("outside") => width * 0.5,
        _ => 0.0,
    };
    let Some(outline) = outline(kind, shift, scale) else { return Triangles::default() };
    let mut builder = Path::builder();
    let mut points = outline.points.iter().map(|p| point(p.x, p.y));
    let Some(first) = points.next() else { return Triangles::default() };
    builder.begin(first);
    points.for_each(|p| {
        builder.line_to(p);
    });
    builder.end(outline.closed);
    let mut buffers = VertexBuffers::new();
    let done = StrokeTessellator::new().tessellate_path(
        &builder.build(),
        &options(stroke, width, scale),
        &mut BuffersBuilder::new(&mut buffers, Positions),
    );
    if done.is_ok() { triangles(buffers) } else { Triangles::default() }
}

fn options(stroke: &Stroke, width: f32, scale: f32) -> StrokeOptions {
    let join = match word(&stroke.extras, "join") {
        Some("round") => LineJoin::Round,
        Some("bevel") => LineJoin::Bevel,
        _ => LineJoin::Miter,
    };
    let cap = match word(&stroke.extras, "cap") {
        Some("round") => LineCap::Round,
        Some("square") => LineCap::Square,
        _ => LineCap::Butt,
    };
    StrokeOptions::default()
        .with_line_width(width)
        .with_line_join(join)
        .with_line_cap(cap)
        .with_miter_limit(MITER_LIMIT)
        .with_tolerance(0.1 / scale)
}

fn word<'e>(extras: &'e Extras, name: &str) -> Option<&'e str> {
    match extras.get(name) {
        Some(Extra::Text(text)) => Some(text),
        _ => None,
    }
}

fn triangles(buffers: VertexBuffers<Point, u32>) -> Triangles {
    Triangles {
        points: buffers.vertices.iter().map(|p| Vec2::new(p.x, p.y)).collect(),
        indices: buffers.indices,
    }
}

/// The outline of a shape, moved outwards by `shift` where it is closed; `None` for numbers that make no
/// drawing.
fn outline(kind: &ShapeKind, shift: f32, scale: f32) -> Option<Outline> {
    let outline = match kind {
        ShapeKind::Rect { position, size, radii, rotation } => {
            let low = position.min(*position + *size) - Vec2::splat(shift);
            let size = (size.abs() + Vec2::splat(2.0 * shift)).max(Vec2::ZERO);
            Outline { points: rect(low, size, *radii, shift, *rotation, scale), closed: true, fan: true }
        }
        ShapeKind::Ellipse { center, radii, rotation, arc, segments } => {
            let radii = (radii.abs() + Vec2::splat(shift)).max(Vec2::ZERO);
            ellipse(*center, radii, *rotation, *arc, *segments, scale)
        }
        ShapeKind::Polygon { points } => {
            Outline { points: moved_out(points, shift), closed: true, fan: false }
        }
        ShapeKind::Line { points, closed } => {
            let points = if *closed { moved_out(points, shift) } else { points.clone() };
            Outline { points, closed: *closed, fan: false }
        }
    };
    let sound = |p: &Vec2| p.is_finite() && p.abs().max_element() < FARTHEST;
    (outline.points.len() >= 2 && outline.points.iter().all(sound)).then_some(outline)
}

/// Chords of an arc so that the corners do not show: at least 16 for a full turn.
fn chords(radius: f32, angle: f32, segments: Option<u32>) -> u32 {
    if let Some(segments) = segments {
        return segments.clamp(1, MOST_CHORDS);
    }
    let full = (4.0 * radius.abs().max(1.0).sqrt()).ceil() * 4.0;
    let share = (angle.abs() / std::f32::consts::TAU).min(1.0);
    ((full.max(16.0) * share).ceil() as u32).clamp(1, MOST_CHORDS)
}

fn rect(low: Vec2, size: Vec2, radii: [f32; 4], shift: f32, rotation: f32, scale: f32) -> Vec<Vec2> {
    let middle = low + size * 0.5;
    let most = size.min_element() * 0.5;
    let corners = [low, Vec2::new(low.x + size.x, low.y), low + size, Vec2::new(low.x, low.y + size.y)];
    let inward = [Vec2::ONE, Vec2::new(-1.0, 1.0), Vec2::NEG_ONE, Vec2::new(1.0, -1.0)];
    let turn = Vec2::from_angle(rotation);
    let mut points = Vec::new();
    for i in 0..4 {
        let round = radii[i] > 0.0;
        let radius = if round { (radii[i] + shift).clamp(0.0, most) } else { 0.0 };
        let steps = if radius > 0.0 { chords(radius * scale, std::f32::consts::FRAC_PI_2, None) } else { 0 };
        let around = corners[i] + inward[i] * radius;
        for step in 0..=steps {
            let share = step as f32 / steps.max(1) as f32;
            let angle = (i as f32 + share) * std::f32::consts::FRAC_PI_2 + std::f32::consts::PI;
            points.push(around + Vec2::from_angle(angle) * radius);
        }
    }
    points.iter().map(|point| middle + turn.rotate(*point - middle)).collect()
}

fn ellipse(
    center: Vec2,
    radii: Vec2,
    rotation: f32,
    (start, end): (f32, f32),
    segments: Option<u32>,
    scale: f32,
) -> Outline {
    let sweep = end - start;
    let whole = sweep.abs() >= std::f32::consts::TAU - 1e-4;
    let steps = chords(radii.max_element() * scale, sweep, segments);
    let turn = Vec2::from_angle(rotation);
    // A part of an ellipse is a slice: it includes the centre.
    let mut points = if whole { Vec::new() } else { vec![center] };
    for step in 0..steps + u32::from(!whole) {
        let angle = start + sweep * step as f32 / steps as f32;
        points.push(center + turn.rotate(Vec2::from_angle(angle) * radii));
    }
    Outline { points, closed: true, fan: true }
}

/// The corners of a closed outline moved outwards, so that every side moves by `shift`.
fn moved_out(points: &[Vec2], shift: f32) -> Vec<Vec2> {
    if shift == 0.0 || points.len() < 3 {
        return points.to_vec();
    }
    let next = |i: usize| points[(i + 1) % points.len()];
    let twice_area: f32 = (0..points.len()).map(|i| points[i].perp_dot(next(i))).sum();
    let side = |from: Vec2, to: Vec2| {
        let along = (to - from).try_normalize().unwrap_or(Vec2::X);
        if twice_area > 0.0 { Vec2::new(along.y, -along.x) } else { Vec2::new(-along.y, along.x) }
    };
    let corner = |i: usize| {
        let before = side(points[(i + points.len() - 1) % points.len()], points[i]);
        let after = side(points[i], next(i));
        // Sharp corners are moved no farther than a miter may reach.
        let stretch = (1.0 + before.dot(after)).max(2.0 / (MITER_LIMIT * MITER_LIMIT));
        points[i] + (before + after) * (shift / stretch)
    };
    (0..points.len()).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::Rgba;
    use std::f32::consts::{FRAC_PI_2, PI, TAU};

    fn area(triangles: &Triangles) -> f32 {
        let corner = |i: &u32| triangles.points[*i as usize];
        let one = |c: &[u32]| (corner(&c[1]) - corner(&c[0])).perp_dot(corner(&c[2]) - corner(&c[0]));
        triangles.indices.chunks_exact(3).map(|c| one(c).abs() * 0.5).sum()
    }

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 0.01 * b.abs().max(1.0)
    }

    fn line(width: f32, words: &[(&str, &str)]) -> Stroke {
        let mut extras = Extras::new();
        words.iter().for_each(|(name, word)| extras.set(*name, *word));
        Stroke { width, color: Rgba::WHITE, extras }
    }

    fn square(radii: [f32; 4]) -> ShapeKind {
        ShapeKind::Rect { position: Vec2::ZERO, size: Vec2::new(20.0, 10.0), radii, rotation: 0.3 }
    }

    #[test]
    fn rectangles_have_their_area() {
        assert!(near(area(&fill(&square([0.0; 4]), 1.0)), 200.0));
        let rounded = 200.0 - (4.0 - PI) * 9.0;
        assert!(near(area(&fill(&square([3.0; 4]), 4.0)), rounded));
        let one = 200.0 - (1.0 - PI / 4.0) * 25.0;
        assert!(near(area(&fill(&square([99.0, 0.0, 0.0, 0.0]), 4.0)), one), "at most half the side");
    }

    #[test]
    fn ellipses_are_round_unless_they_have_segments() {
        let whole = |segments| ShapeKind::Ellipse {
            center: Vec2::ZERO,
            radii: Vec2::new(30.0, 20.0),
            rotation: 0.5,
            arc: (0.0, TAU),
            segments,
        };
        assert!(near(area(&fill(&whole(None), 1.0)), PI * 600.0));
        assert!(near(area(&fill(&whole(Some(4)), 1.0)), 2.0 * 600.0));
        let slice = ShapeKind::Ellipse {
            center: Vec2::ZERO,
            radii: Vec2::splat(10.0),
            rotation: 0.0,
            arc: (0.0, FRAC_PI_2),
            segments: None,
        };
        let quarter = fill(&slice, 4.0);
        assert!(near(area(&quarter), PI * 25.0));
        assert!(quarter.points.iter().all(|p| p.x > -1e-4 && p.y > -1e-4), "clockwise from +X is down");
    }

    #[test]
    fn polygons_that_cross_themselves_are_filled_by_winding() {
        let star: Vec<_> = (0..5).map(|i| Vec2::from_angle(i as f32 * 4.0 * PI / 5.0) * 10.0).collect();
        let filled = area(&fill(&ShapeKind::Polygon { points: star }, 1.0));
        assert!(near(filled, 112.257), "{filled}");
    }

    #[test]
    fn outlines_lie_on_inside_or_outside() {
        let edge = |align| area(&stroke(&square([0.0; 4]), &line(2.0, &[("align", align)]), 1.0));
        assert!(near(edge("center"), 22.0 * 12.0 - 18.0 * 8.0));
        assert!(near(edge("inside"), 200.0 - 16.0 * 6.0));
        assert!(near(edge("outside"), 24.0 * 14.0 - 200.0));
        let points = vec![Vec2::ZERO, Vec2::new(0.0, 10.0), Vec2::splat(10.0), Vec2::new(10.0, 0.0)];
        let inside = stroke(&ShapeKind::Polygon { points }, &line(2.0, &[("align", "inside")]), 1.0);
        assert!(near(area(&inside), 100.0 - 36.0));
    }

    #[test]
    fn lines_are_open_and_have_ends() {
        let open = ShapeKind::Line { points: vec![Vec2::ZERO, Vec2::new(10.0, 0.0)], closed: false };
        assert!(fill(&open, 1.0).indices.is_empty());
        assert!(near(area(&stroke(&open, &line(2.0, &[]), 1.0)), 20.0));
        assert!(near(area(&stroke(&open, &line(2.0, &[("cap", "square")]), 1.0)), 24.0));
        assert!(near(area(&stroke(&open, &line(0.0, &[]), 2.0)), 5.0), "thinnest: one pixel");
    }

    #[test]
    fn numbers_that_are_none_draw_nothing() {
        let points = vec![Vec2::ZERO, Vec2::new(f32::NAN, 1.0), Vec2::ONE];
        for kind in [ShapeKind::Polygon { points: points.clone() }, ShapeKind::Line { points, closed: true }]
        {
            assert_eq!(fill(&kind, 1.0), Triangles::default());
            assert_eq!(stroke(&kind, &line(1.0, &[]), 1.0), Triangles::default());
        }
        let endless = ShapeKind::Ellipse {
            center: Vec2::ZERO,
            radii: Vec2::splat(f32::INFINITY),
            rotation: 0.0,
            arc: (0.0, TAU),
            segments: Some(u32::MAX),
        };
        assert_eq!(fill(&endless, 1.0), Triangles::default());
        assert_eq!(fill(&ShapeKind::Polygon { points: Vec::new() }, 1.0), Triangles::default());
    }
}
