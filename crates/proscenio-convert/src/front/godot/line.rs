//! `Line2D`: a line through points, as wide as its curve says, into triangles.
//!
//! Widths and colours are those at the points; between them they are mixed.

use glam::Vec2;
use proscenio_scene::{Baked, Component, FlatMesh};

use super::Importer;
use super::gradient::Gradient;
use super::polygon::points;
use super::props::Props;
use super::sprite::Canvas;

/// Points of one line.
const MOST_POINTS: usize = 200_000;

/// How corners are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    Sharp,
    Bevel,
    Round,
}

/// How ends look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cap {
    None,
    Box,
    Round,
}

/// How a picture lies on the line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lies {
    /// Its corner alone.
    Edge,
    /// One copy after the other; the number is a copy's length over the line's width.
    Tiled(f32),
    /// Once over the whole length.
    Stretched,
}

/// What a line is made from.
struct Line<'l> {
    width: f32,
    curve: Option<&'l Baked>,
    color: [f32; 4],
    gradient: Option<&'l Gradient>,
    joint: Joint,
    caps: [Cap; 2],
    closed: bool,
    /// A sharp corner longer than this many half widths is cut off.
    sharp_limit: f32,
    /// Pieces of a quarter of a round corner or cap.
    precision: u32,
    lies: Lies,
}

impl Importer<'_> {
    /// The component of a `Line2D`.
    pub(super) fn line_2d(&mut self, props: &Props, canvas: Canvas) -> Option<Component> {
        let corners = points(props, "points");
        let curve = self.named_curve(props, "width_curve").map(|curve| curve.bake());
        let gradient = self.named_gradient(props, "gradient");
        let texture = self.texture(props, "texture", true);
        let size = texture.as_ref().map(|texture| self.picture_size(texture.image));
        let shown = texture.map(|texture| self.shown(&texture, props.generation(), canvas));
        let cap = |name: &str| match props.int(name) {
            1 => Cap::Box,
            2 => Cap::Round,
            _ => Cap::None,
        };
        let line = Line {
            width: props.number("width"),
            curve: curve.as_ref(),
            color: props.stored_color("default_color"),
            gradient: gradient.as_ref(),
            joint: match props.int("joint_mode") {
                1 => Joint::Bevel,
                2 => Joint::Round,
                _ => Joint::Sharp,
            },
            caps: [cap("begin_cap_mode"), cap("end_cap_mode")],
            closed: props.has("closed") && props.flag("closed"),
            sharp_limit: props.number("sharp_limit"),
            precision: props.count("round_precision").clamp(1, 32),
            lies: match (props.int("texture_mode"), size) {
                (1, Some(size)) => Lies::Tiled(size.x / size.y.max(1.0)),
                (2, Some(_)) => Lies::Stretched,
                _ => Lies::Edge,
            },
        };
        let made = line.build(&corners)?;
        Some(Component::FlatMesh(FlatMesh {
            texture: shown,
            tint: props.color("self_modulate"),
            blend: canvas.blend,
            z: canvas.z as f32,
            // Engine behaviour: without a mode the corner of the picture colours all of it.
            uvs: match (shown.is_some(), line.lies) {
                (false, _) => Vec::new(),
                (true, Lies::Edge) => vec![Vec2::ZERO; made.uvs.len()],
                _ => made.uvs.clone(),
            },
            ..made
        }))
    }
}

/// A point of the line with everything there.
#[derive(Clone, Copy, Debug)]
struct Knot {
    at: Vec2,
    half: f32,
    color: [f32; 4],
    along: f32,
}

/// Corners and triangles in the making.
#[derive(Default)]
struct Maker {
    mesh: FlatMesh,
}

impl Maker {
    fn push(&mut self, at: Vec2, knot: &Knot, across: f32) -> u32 {
        self.mesh.points.push(at);
        self.mesh.colors.push(knot.color);
        self.mesh.uvs.push(Vec2::new(knot.along, across));
        self.mesh.points.len() as u32 - 1
    }

    fn triangle(&mut self, a: u32, b: u32, c: u32) {
        self.mesh.indices.extend([a, b, c]);
    }

    /// A fan around a point from one direction to another.
    fn fan(&mut self, knot: &Knot, from: Vec2, angle: f32, pieces: u32, across: [f32; 2]) {
        let middle = self.push(knot.at, knot, 0.5);
        let mut last = self.push(knot.at + from * knot.half, knot, across[0]);
        for piece in 1..=pieces {
            let share = piece as f32 / pieces as f32;
            let side = Vec2::from_angle(angle * share).rotate(from);
            let v = across[0] + (across[1] - across[0]) * share;
            let next = self.push(knot.at + side * knot.half, knot, v);
            self.triangle(middle, last, next);
            last = next;
        }
    }
}

impl Line<'_> {
    fn build(&self, corners: &[Vec2]) -> Option<FlatMesh> {
        let mut places: Vec<Vec2> = Vec::with_capacity(corners.len());
        // Points at the same place have no direction.
        for corner in corners.iter().filter(|corner| corner.is_finite()).take(MOST_POINTS) {
            if places.last().is_none_or(|last| last.distance_squared(*corner) > 1e-8) {
                places.push(*corner);
            }
        }
        let closed = self.closed && places.len() > 2;
        if closed {
            let first = places[0];
            if places.last().is_some_and(|last| last.distance_squared(first) > 1e-8) {
                places.push(first);
            }
        }
        if places.len() < 2 {
            return None;
        }
        let knots = self.knots(&places);
        let mut maker = Maker::default();
        let count = knots.len();
        // Where the sides of the line are at each point, for the piece that ends and the one that begins there.
        let ends: Vec<Ends> = (0..count).map(|at| self.corner(&mut maker, &knots, at, closed)).collect();
        for at in 0..count - 1 {
            let corners = [
                (ends[at].begins[0], &knots[at], 0.0),
                (ends[at + 1].stops[0], &knots[at + 1], 0.0),
                (ends[at + 1].stops[1], &knots[at + 1], 1.0),
                (ends[at].begins[1], &knots[at], 1.0),
            ];
            let [a, b, c, d] = corners.map(|(place, knot, across)| maker.push(place, knot, across));
            maker.triangle(a, b, c);
            maker.triangle(a, c, d);
        }
        if !closed {
            let whole = self.whole(&places);
            self.cap(&mut maker, &knots[0], direction(&knots, 0), (self.caps[0], true), whole);
            self.cap(
                &mut maker,
                &knots[count - 1],
                direction(&knots, count - 2),
                (self.caps[1], false),
                whole,
            );
        }
        Some(maker.mesh)
    }

    /// How much a cap adds to the length that pictures lie on.
    fn cap_length(&self, end: usize) -> f32 {
        if self.closed || self.caps[end] == Cap::None { 0.0 } else { self.width * 0.5 }
    }

    /// The length that pictures lie on.
    fn whole(&self, places: &[Vec2]) -> f32 {
        let plain: f32 = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        plain + self.cap_length(0) + self.cap_length(1)
    }

    fn knots(&self, places: &[Vec2]) -> Vec<Knot> {
        let begin = self.cap_length(0);
        let whole = self.whole(places);
        let plain = whole - begin - self.cap_length(1);
        // Pictures begin with the cap.
        let mut gone = begin;
        let mut knots = Vec::with_capacity(places.len());
        for (number, at) in places.iter().enumerate() {
            if number > 0 {
                gone += places[number - 1].distance(*at);
            }
            let share = if plain > 0.0 { (gone - begin) / plain } else { 0.0 };
            let width = self.width * self.curve.map_or(1.0, |curve| curve.sample(share));
            let along = match self.lies {
                Lies::Edge => 0.0,
                Lies::Stretched => gone / whole.max(1e-6),
                Lies::Tiled(aspect) => gone / (self.width * aspect).max(1e-6),
            };
            let color = self.gradient.map_or(self.color, |run| run.at(share));
            knots.push(Knot { at: *at, half: width * 0.5, color, along });
        }
        knots
    }

    /// Fills the corner at a point and gives the sides of the pieces that meet there.
    fn corner(&self, maker: &mut Maker, knots: &[Knot], at: usize, closed: bool) -> Ends {
        let count = knots.len();
        let knot = knots[at];
        let plain = |way: Vec2| {
            let side = up(way) * knot.half;
            [knot.at + side, knot.at - side]
        };
        let last = at + 1 == count;
        let (before, after) = match (at == 0, last) {
            (true, _) if closed => (count - 2, 0),
            (_, true) if closed => (count - 2, 0),
            (true, _) => {
                return Ends { stops: plain(direction(knots, 0)), begins: plain(direction(knots, 0)) };
            }
            (_, true) => {
                let sides = plain(direction(knots, count - 2));
                return Ends { stops: sides, begins: sides };
            }
            _ => (at - 1, at),
        };
        let ways = [direction(knots, before), direction(knots, after)];
        let mut ends = Ends { stops: plain(ways[0]), begins: plain(ways[1]) };
        let turn = ways[0].perp_dot(ways[1]);
        if turn.abs() < 1e-6 && ways[0].dot(ways[1]) > 0.0 {
            return ends;
        }
        // A clockwise turn has its outer side above: side 0.
        let outer = if turn > 0.0 { 0 } else { 1 };
        let sign = if outer == 0 { 1.0 } else { -1.0 };
        let miter = up(ways[0]) + up(ways[1]);
        let stretch = 2.0 / miter.length_squared().max(1e-9);
        let lengths = [before, after].map(|piece| knots[piece].at.distance(knots[piece + 1].at));
        let reach = miter * stretch * knot.half;
        let inner = knot.at - reach * sign;
        // The inner sides meet, unless a piece is too short for it.
        let shortest = lengths[0].min(lengths[1]);
        if reach.length_squared() <= shortest * shortest + knot.half * knot.half {
            ends.stops[1 - outer] = inner;
            ends.begins[1 - outer] = inner;
        }
        // A closed line fills its first and last point once.
        if closed && last {
            if self.joint == Joint::Sharp && reach.length() <= self.sharp_limit * knot.half.abs() {
                ends.stops[outer] = knot.at + reach * sign;
                ends.begins[outer] = ends.stops[outer];
            }
            return ends;
        }
        let across = [outer as f32, outer as f32];
        match self.joint {
            Joint::Sharp if reach.length() <= self.sharp_limit * knot.half.abs() => {
                let tip = knot.at + reach * sign;
                ends.stops[outer] = tip;
                ends.begins[outer] = tip;
                return ends;
            }
            Joint::Round => {
                let from = up(ways[0]) * sign;
                let angle = ways[0].angle_to(ways[1]);
                let quarter = angle.abs() / std::f32::consts::FRAC_PI_2;
                let pieces = ((quarter * self.precision as f32).ceil() as u32).max(1);
                maker.fan(&knot, from, angle, pieces, across);
            }
            _ => {
                let middle = maker.push(knot.at, &knot, 0.5);
                let a = maker.push(ends.stops[outer], &knot, across[0]);
                let b = maker.push(ends.begins[outer], &knot, across[1]);
                maker.triangle(middle, a, b);
            }
        }
        self.close_gap(maker, &knot, &ends, outer);
        ends
    }

    /// Between the middle of a corner and its inner side.
    fn close_gap(&self, maker: &mut Maker, knot: &Knot, ends: &Ends, outer: usize) {
        let inner = 1.0 - outer as f32;
        let middle = maker.push(knot.at, knot, 0.5);
        let inside = maker.push(ends.stops[1 - outer], knot, inner);
        for side in [ends.stops[outer], ends.begins[outer]] {
            let corner = maker.push(side, knot, outer as f32);
            maker.triangle(middle, inside, corner);
        }
    }

    /// An end of a line that goes `way` there; `first` says that it is the one at the begin.
    fn cap(&self, maker: &mut Maker, knot: &Knot, way: Vec2, (cap, first): (Cap, bool), whole: f32) {
        let far = match self.lies {
            Lies::Edge => 0.0,
            Lies::Stretched => knot.half / whole.max(1e-6),
            Lies::Tiled(aspect) => knot.half / (self.width * aspect).max(1e-6),
        };
        let (sign, top) = (if first { -1.0 } else { 1.0 }, up(way) * knot.half);
        let (out, far) = (way * (sign * knot.half), far * sign);
        let mut corner = |side: f32, ahead: f32| {
            let own = Knot { along: knot.along + far * ahead, ..*knot };
            maker.push(knot.at + top * side + out * ahead, &own, 0.5 - side * 0.5)
        };
        match cap {
            Cap::None => {}
            Cap::Box => {
                let [a, b, c, d] = [(1.0, 0.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, 0.0)]
                    .map(|(side, ahead)| corner(side, ahead));
                maker.triangle(a, b, c);
                maker.triangle(a, c, d);
            }
            Cap::Round => {
                let middle = corner(0.0, 0.0);
                let pieces = 2 * self.precision;
                let around: Vec<u32> = (0..=pieces)
                    .map(|piece| {
                        let (ahead, side) = (std::f32::consts::PI * piece as f32 / pieces as f32).sin_cos();
                        corner(side, ahead)
                    })
                    .collect();
                for pair in around.windows(2) {
                    maker.triangle(middle, pair[0], pair[1]);
                }
            }
        }
    }
}

/// The sides of a line at a point, above and below.
#[derive(Clone, Copy, Debug)]
struct Ends {
    /// For the piece that stops there.
    stops: [Vec2; 2],
    /// For the piece that begins there.
    begins: [Vec2; 2],
}

/// The way of a piece.
fn direction(knots: &[Knot], piece: usize) -> Vec2 {
    let (Some(from), Some(to)) = (knots.get(piece), knots.get(piece + 1)) else { return Vec2::X };
    (to.at - from.at).normalize_or(Vec2::X)
}

/// What is on the left of a way, which is above one to the right.
fn up(way: Vec2) -> Vec2 {
    Vec2::new(way.y, -way.x)
}

#[cfg(test)]
mod tests {
    use super::{Cap, Joint, Lies, Line};
    use glam::Vec2;

    fn line(joint: Joint, caps: Cap) -> Line<'static> {
        Line {
            width: 2.0,
            curve: None,
            color: [1.0; 4],
            gradient: None,
            joint,
            caps: [caps; 2],
            closed: false,
            sharp_limit: 2.0,
            precision: 8,
            lies: Lies::Stretched,
        }
    }

    fn area(line: &Line<'_>, corners: &[Vec2]) -> f32 {
        let mesh = line.build(corners).unwrap();
        assert!(mesh.is_sound());
        let at = |index: u32| mesh.points[index as usize];
        let triangles = mesh.indices.chunks(3);
        triangles.map(|t| ((at(t[1]) - at(t[0])).perp_dot(at(t[2]) - at(t[0]))).abs() * 0.5).sum()
    }

    const STRAIGHT: [Vec2; 2] = [Vec2::ZERO, Vec2::new(10.0, 0.0)];
    const ANGLE: [Vec2; 3] = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(10.0, 10.0)];

    #[test]
    fn a_piece_is_as_wide_as_it_says_and_caps_add_to_it() {
        assert_eq!(area(&line(Joint::Sharp, Cap::None), &STRAIGHT), 20.0);
        assert_eq!(area(&line(Joint::Sharp, Cap::Box), &STRAIGHT), 24.0);
        let round = area(&line(Joint::Sharp, Cap::Round), &STRAIGHT);
        assert!((round - 20.0 - std::f32::consts::PI).abs() < 0.05, "{round}");
    }

    #[test]
    fn corners_are_filled_once() {
        // Two pieces of 10 by 2, less what they share, and the corner outside.
        assert_eq!(area(&line(Joint::Sharp, Cap::None), &ANGLE), 40.0);
        assert_eq!(area(&line(Joint::Bevel, Cap::None), &ANGLE), 39.5);
        let round = area(&line(Joint::Round, Cap::None), &ANGLE);
        assert!((round - 39.0 - std::f32::consts::FRAC_PI_4).abs() < 0.01, "{round}");
    }

    #[test]
    fn too_sharp_a_corner_is_cut_off() {
        let hairpin = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(0.0, 3.0)];
        let tip = |joint| {
            let mesh = line(joint, Cap::None).build(&hairpin).unwrap();
            mesh.points.iter().map(|point| point.x).fold(0.0, f32::max)
        };
        assert!(tip(Joint::Sharp) == tip(Joint::Bevel) && tip(Joint::Sharp) < 11.0);
    }

    #[test]
    fn a_closed_line_has_no_ends_and_its_corners_all_meet() {
        let square = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::splat(10.0), Vec2::new(0.0, 10.0)];
        let closed = Line { closed: true, ..line(Joint::Sharp, Cap::Box) };
        assert_eq!(area(&closed, &square), 144.0 - 64.0);
    }

    #[test]
    fn a_line_without_length_is_none() {
        let line = line(Joint::Sharp, Cap::Round);
        assert!(line.build(&[Vec2::ONE, Vec2::ONE]).is_none());
        assert!(line.build(&[Vec2::splat(f32::NAN), Vec2::ONE]).is_none());
    }
}
