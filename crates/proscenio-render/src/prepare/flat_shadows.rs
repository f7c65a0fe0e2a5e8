//! Shadows of lights in the plane: from each light, how far it is to what stands in its way.

use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{Component, FlatCull, FlatOccluder, NodeId, Scene};

use super::regions::Regions;

/// Directions that are looked into from one light, as many as the engine's.
pub(crate) const DIRECTIONS: usize = 2048;
/// Edges of one view; more throw no shadows.
const MOST_EDGES: usize = 100_000;
/// How far nothing is.
const FAR: f32 = 1e30;

/// An edge of something that throws shadows, on the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    ends: [Vec2; 2],
    mask: u32,
    cull: FlatCull,
}

/// All edges of a view that throw shadows; `place` is from a node to the picture.
pub(crate) fn edges(scene: &Scene, regions: &Regions<'_>, place: impl Fn(NodeId) -> Affine2) -> Vec<Edge> {
    let mut edges = Vec::new();
    for id in regions.nodes.iter().copied() {
        for component in &scene.nodes[id].components {
            if let Component::FlatOccluder(occluder) = component {
                add(&mut edges, occluder, place(id));
            }
        }
    }
    edges.truncate(MOST_EDGES);
    edges
}

fn add(edges: &mut Vec<Edge>, occluder: &FlatOccluder, place: Affine2) {
    let points: Vec<Vec2> = occluder.points.iter().map(|point| place.transform_point2(*point)).collect();
    let closing = [points.last(), points.first()];
    let closing = match closing {
        [Some(last), Some(first)] if occluder.closed => Some([*last, *first]),
        _ => None,
    };
    let all = points.windows(2).filter_map(|pair| <[Vec2; 2]>::try_from(pair).ok()).chain(closing);
    let sound = all.filter(|[a, b]| a.is_finite() && b.is_finite() && a != b);
    edges.extend(sound.map(|ends| Edge { ends, mask: occluder.mask, cull: occluder.cull }));
}

/// From where a light looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum From {
    /// From the origin to all sides.
    Point,
    /// Along +Y, from −1 to 1 of X.
    Side,
}

/// How far it is in each direction, for a light that sees the picture through `into`, from pixels to its own place.
pub(crate) fn depths(edges: &[Edge], mask: u32, into: Affine2, from: From) -> Vec<f32> {
    let mut depths = vec![FAR; DIRECTIONS];
    for edge in edges.iter().filter(|edge| edge.mask & mask != 0) {
        let ends = edge.ends.map(|end| into.transform_point2(end));
        let turns = match from {
            From::Point => ends[0].perp_dot(ends[1]),
            From::Side => -(ends[1].x - ends[0].x),
        };
        let hidden = match edge.cull {
            FlatCull::None => false,
            FlatCull::Clockwise => turns > 0.0,
            FlatCull::CounterClockwise => turns < 0.0,
        };
        if hidden {
            continue;
        }
        match from {
            From::Point => (0..4).for_each(|quarter| look(&mut depths, ends, quarter)),
            From::Side => {
                let at = |end: Vec2| ((end.x * 0.5 + 0.5) * DIRECTIONS as f32, 1.0 / end.y.max(1e-6));
                draw(&mut depths, at(ends[0]), at(ends[1]), [0, DIRECTIONS], false);
            }
        }
    }
    depths
}

/// Along and across of a quarter of all directions: right, down, left, up.
fn turned(point: Vec2, quarter: usize) -> Vec2 {
    match quarter {
        0 => point,
        1 => Vec2::new(point.y, -point.x),
        2 => -point,
        _ => Vec2::new(-point.y, point.x),
    }
}

/// Notes an edge in a quarter of all directions.
fn look(depths: &mut [f32], ends: [Vec2; 2], quarter: usize) {
    let [mut a, mut b] = ends.map(|end| turned(end, quarter));
    // What lies within the quarter: across not more than along.
    for side in [1.0, -1.0] {
        let inside = |p: Vec2| p.x - side * p.y;
        let (from, to) = (inside(a), inside(b));
        if from < 0.0 && to < 0.0 {
            return;
        }
        if from < 0.0 || to < 0.0 {
            let cut = a + (b - a) * (from / (from - to));
            if from < 0.0 { a = cut } else { b = cut }
        }
    }
    if a.x < 1e-4 || b.x < 1e-4 {
        return;
    }
    let quarter_long = DIRECTIONS / 4;
    let start = quarter * quarter_long;
    let at = |p: Vec2| (start as f32 + (p.y / p.x * 0.5 + 0.5) * quarter_long as f32, 1.0 / p.x);
    draw(depths, at(a), at(b), [start, start + quarter_long], true);
}

/// Notes a line between two places with one over their depths, which runs evenly for what is seen from a point.
fn draw(depths: &mut [f32], a: (f32, f32), b: (f32, f32), bounds: [usize; 2], even: bool) {
    let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    let first = (a.0 - 0.5).ceil().max(bounds[0] as f32) as usize;
    let end = ((b.0 - 0.5).floor() + 1.0).clamp(0.0, bounds[1] as f32) as usize;
    for (at, depth) in depths.iter_mut().enumerate().take(end).skip(first) {
        let share = ((at as f32 + 0.5 - a.0) / (b.0 - a.0).max(1e-9)).clamp(0.0, 1.0);
        let found = if even {
            1.0 / (a.1 + (b.1 - a.1) * share)
        } else {
            1.0 / a.1 + (1.0 / b.1 - 1.0 / a.1) * share
        };
        *depth = depth.min(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(a: [f32; 2], b: [f32; 2], cull: FlatCull) -> Edge {
        Edge { ends: [Vec2::from(a), Vec2::from(b)], mask: 1, cull }
    }

    #[test]
    fn a_wall_to_the_right_hides_what_is_behind_it() {
        let wall = [edge([4.0, -4.0], [4.0, 4.0], FlatCull::None)];
        let seen = depths(&wall, 1, Affine2::IDENTITY, From::Point);
        // The first quarter looks right, and the wall fills it.
        assert!(seen[..512].iter().all(|depth| (depth - 4.0).abs() < 1e-3));
        assert!(seen[520..2040].iter().all(|depth| *depth == FAR));
        assert!(depths(&wall, 2, Affine2::IDENTITY, From::Point).iter().all(|depth| *depth == FAR));
    }

    #[test]
    fn one_side_of_an_edge_may_throw_none() {
        let wall = |cull| [edge([4.0, -4.0], [4.0, 4.0], cull)];
        let seen = |cull| depths(&wall(cull), 1, Affine2::IDENTITY, From::Point)[256] < FAR;
        assert_eq!([seen(FlatCull::Clockwise), seen(FlatCull::CounterClockwise)], [false, true]);
    }

    #[test]
    fn a_light_from_afar_looks_along_lines() {
        let bar = [edge([-0.5, 2.0], [0.5, 2.0], FlatCull::None)];
        let seen = depths(&bar, 1, Affine2::IDENTITY, From::Side);
        assert!((seen[1024] - 2.0).abs() < 1e-3 && seen[256] == FAR && seen[1800] == FAR);
    }
}
