//! Rectangles with round corners, as triangles.

use glam::Vec2;
use proscenio_run::layout::Rect;
use proscenio_scene::FlatMesh;

/// A rectangle with round corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rounded {
    rect: Rect,
    /// Top-left, top-right, bottom-right, bottom-left; across and down.
    radii: [Vec2; 4],
    /// Pieces of each corner.
    detail: u32,
}

impl Rounded {
    /// Radii that do not fit are made smaller together.
    pub fn new(rect: Rect, radii: [f32; 4], detail: u32) -> Self {
        let [tl, tr, br, bl] = radii;
        let fits = |room: f32, sum: f32| if sum > room { room / sum } else { 1.0 };
        let share = [
            fits(rect.size.x, tl + tr),
            fits(rect.size.x, bl + br),
            fits(rect.size.y, tl + bl),
            fits(rect.size.y, tr + br),
        ];
        let share = share.into_iter().fold(1.0, f32::min);
        Self { rect, radii: radii.map(|radius| Vec2::splat(radius * share)), detail }
    }

    pub fn moved(self, by: Vec2) -> Self {
        Self { rect: Rect { at: self.rect.at + by, ..self.rect }, ..self }
    }

    /// Larger on each side, or smaller; round corners keep their centres where they can, sharp ones stay sharp.
    pub fn grown(self, [left, top, right, bottom]: [f32; 4]) -> Self {
        let rect = Rect {
            at: self.rect.at - Vec2::new(left, top),
            size: self.rect.size + Vec2::new(left + right, top + bottom),
        };
        let by = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let mut radii = self.radii;
        for (radius, (x, y)) in radii.iter_mut().zip(by) {
            if *radius != Vec2::ZERO {
                *radius = (*radius + Vec2::new(x, y)).max(Vec2::ZERO);
            }
        }
        // Less than nothing is nothing, in the middle.
        let size = rect.size.max(Vec2::ZERO);
        let at = rect.at + (rect.size - size) * 0.5;
        Self { rect: Rect { at, size }, radii, ..self }
    }

    /// The outline, clockwise from the left end of the top-left corner; always as many points.
    fn points(self) -> Vec<Vec2> {
        let (low, high) = (self.rect.at, self.rect.at + self.rect.size);
        let corners = [
            (Vec2::new(low.x, low.y), Vec2::new(1.0, 1.0), 180.0_f32),
            (Vec2::new(high.x, low.y), Vec2::new(-1.0, 1.0), 270.0),
            (Vec2::new(high.x, high.y), Vec2::new(-1.0, -1.0), 0.0),
            (Vec2::new(low.x, high.y), Vec2::new(1.0, -1.0), 90.0),
        ];
        let mut points = Vec::with_capacity(4 * (self.detail as usize + 1));
        for ((corner, inwards, start), radius) in corners.into_iter().zip(self.radii) {
            let middle = corner + inwards * radius;
            for piece in 0..=self.detail {
                let angle = start + 90.0 * piece as f32 / self.detail as f32;
                points.push(middle + Vec2::from_angle(angle.to_radians()) * radius);
            }
        }
        points
    }

    /// Adds its inside.
    pub fn fill(self, mesh: &mut FlatMesh, color: [f32; 4]) {
        if self.rect.size.min_element() <= 0.0 {
            return;
        }
        let first = mesh.points.len() as u32;
        let points = self.points();
        let count = points.len() as u32;
        mesh.indices.extend((2..count).flat_map(|at| [first, first + at - 1, first + at]));
        mesh.colors.extend(std::iter::repeat_n(color, points.len()));
        mesh.points.extend(points);
    }
}

/// Adds what lies between two rectangles, from one colour to the other.
pub(super) fn ring(mesh: &mut FlatMesh, outer: &Rounded, inner: &Rounded, colors: [[f32; 4]; 2]) {
    let first = mesh.points.len() as u32;
    let (outside, inside) = (outer.points(), inner.points());
    let count = outside.len() as u32;
    mesh.colors.extend(std::iter::repeat_n(colors[0], outside.len()));
    mesh.colors.extend(std::iter::repeat_n(colors[1], inside.len()));
    mesh.points.extend(outside);
    mesh.points.extend(inside);
    for at in 0..count {
        let next = (at + 1) % count;
        let [a, b, c, d] = [at, next, count + next, count + at].map(|point| first + point);
        mesh.indices.extend([a, b, c, a, c, d]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Rounded, ring};
    use proscenio_run::layout::Rect;
    use proscenio_scene::FlatMesh;

    fn area(mesh: &FlatMesh) -> f32 {
        let at = |index: u32| mesh.points[index as usize];
        let triangles = mesh.indices.chunks(3);
        triangles.map(|t| (at(t[1]) - at(t[0])).perp_dot(at(t[2]) - at(t[0])).abs() * 0.5).sum()
    }

    #[test]
    fn corners_are_round_and_borders_lie_between() {
        let outer = Rounded::new(Rect::new(0.0, 0.0, 40.0, 20.0), [10.0, 0.0, 0.0, 10.0], 16);
        let mut mesh = FlatMesh::default();
        outer.fill(&mut mesh, [1.0; 4]);
        // Half of a circle instead of half of its square.
        let round = 30.0 * 20.0 + std::f32::consts::PI * 50.0;
        assert!((area(&mesh) - round).abs() < 0.5 && mesh.is_sound());
        let mut border = FlatMesh::default();
        ring(&mut border, &outer, &outer.grown([-2.0; 4]), [[1.0; 4]; 2]);
        let inner = 28.0 * 16.0 + std::f32::consts::PI * 32.0;
        assert!((area(&border) - (round - inner)).abs() < 0.5 && border.is_sound());
    }

    #[test]
    fn radii_that_do_not_fit_shrink_together() {
        let pill = Rounded::new(Rect::new(0.0, 0.0, 40.0, 10.0), [100.0; 4], 8);
        let mut mesh = FlatMesh::default();
        pill.fill(&mut mesh, [1.0; 4]);
        assert!(area(&mesh) < 400.0 && area(&mesh) > 370.0);
    }
}
