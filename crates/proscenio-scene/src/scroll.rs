//! Parts of the plane that go with a camera more slowly or faster than the rest.

use glam::{Affine2, Vec2};

/// A node, and all below it, that is moved by where a camera in the plane looks, and drawn several times.
///
/// The numbers and rules are those of Godot's `ParallaxLayer` and `Parallax2D`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scroll {
    /// How the camera moves it.
    pub rule: ScrollRule,
    /// Width and height after which its movement begins again, pixels of the node; 0 does not repeat along an axis.
    pub repeat: Vec2,
    /// How far its copies stand apart, pixels of the node.
    pub step: Vec2,
    /// How many more copies there are along each repeated axis; half of them, rounded down, come before it.
    pub times: u32,
}

/// How a camera moves a [`Scroll`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScrollRule {
    /// A layer of a background that is fixed to the screen.
    Layer {
        /// What the whole background adds to the camera's movement, pixels.
        base: Vec2,
        /// Factor of the whole background on the camera's movement.
        base_scale: Vec2,
        /// What the background is kept within, pixels: upper left and lower right corner; an axis without room is free.
        limits: [Vec2; 2],
        /// Whether the camera's zoom leaves it alone.
        ignores_zoom: bool,
        /// Factor of this layer.
        scale: Vec2,
        /// What this layer adds, pixels.
        offset: Vec2,
    },
    /// A node that stands in the plane.
    Free {
        /// How much it moves with the camera: 1 stands still in the plane, 0 on the screen.
        scale: Vec2,
        /// What is added, pixels.
        offset: Vec2,
        /// Moves by itself, pixels per second.
        speed: Vec2,
        /// What the camera's corner is kept within: upper left and lower right corner, pixels.
        limits: [Vec2; 2],
        /// Whether the camera moves it.
        follows: bool,
        /// Whether it stands in the plane; else it is fixed to the screen.
        in_plane: bool,
    },
}

/// What a camera in the plane shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatSight {
    /// World to screen.
    pub view: Affine2,
    /// Where on the picture the camera's place is shown, pixels.
    pub origin: Vec2,
    /// Width and height of the picture, pixels.
    pub picture: Vec2,
}

impl Scroll {
    /// The node's placement `time` seconds after the scene began, where it is `own` without a camera.
    #[must_use]
    pub fn placed(&self, own: Affine2, sight: &FlatSight, time: f64) -> Affine2 {
        match self.rule {
            ScrollRule::Layer { .. } => self.layer(own, sight),
            ScrollRule::Free { .. } => self.free(own, sight, time),
        }
    }

    fn layer(&self, own: Affine2, sight: &FlatSight) -> Affine2 {
        let ScrollRule::Layer { base, base_scale, limits, ignores_zoom, scale, offset } = self.rule else {
            return own;
        };
        let zoom = scale_of(sight.view).dot(Vec2::splat(0.5));
        let mut gone = -(base + sight.view.translation * base_scale);
        for axis in 0..2 {
            let [low, high] = limits.map(|limit| limit[axis]);
            if low < high {
                gone[axis] = gone[axis].min(high - sight.picture[axis]).max(low);
            }
        }
        let gone = -gone;
        let (gone, zoom) = match ignores_zoom {
            true => ((gone + sight.origin * (zoom - 1.0)) / zoom.max(1e-6), 1.0),
            false => (gone, zoom),
        };
        let mut at = gone * scale + (offset + own.translation) * zoom;
        for axis in 0..2 {
            let length = self.repeat[axis] * zoom;
            if length > 0.0 {
                at[axis] -= length * (at[axis] / length).ceil();
            }
        }
        Affine2 { matrix2: own.matrix2 * zoom, translation: at }
    }

    fn free(&self, own: Affine2, sight: &FlatSight, time: f64) -> Affine2 {
        let ScrollRule::Free { scale, offset, speed, limits, follows, in_plane } = self.rule else {
            return own;
        };
        let middle = sight.view.inverse().transform_point2(sight.picture * 0.5);
        let corner = if follows { middle - sight.picture * 0.5 } else { Vec2::ZERO };
        let mut seen = corner;
        let lengths = self.repeat * scale_of(own);
        let mut at = Vec2::ZERO;
        for axis in 0..2 {
            let [low, high] = [limits[0][axis], limits[1][axis] - sight.picture[axis]];
            if low <= high {
                seen[axis] = seen[axis].clamp(low, high);
            }
            let moved = (f64::from(offset[axis]) + f64::from(speed[axis]) * time) as f32;
            let gone = seen[axis] * scale[axis] - moved;
            let gone = if lengths[axis] > 0.0 { gone.rem_euclid(lengths[axis]) } else { gone };
            at[axis] = if in_plane { corner[axis] - gone } else { -gone };
        }
        Affine2 { translation: at, ..own }
    }

    /// Where the copies stand, pixels of the node; the node itself is one of them.
    #[must_use]
    pub fn copies(&self) -> Vec<Vec2> {
        let times = self.times.min(MOST_TIMES) as i32;
        let along = |axis: usize| {
            let (length, step) = (self.repeat[axis], self.step[axis]);
            let (first, count) = if length > 0.0 { (-(times / 2), times + 1) } else { (0, 1) };
            (first..first + count).map(move |at| at as f32 * step)
        };
        along(0).flat_map(|x| along(1).map(move |y| Vec2::new(x, y))).collect()
    }
}

/// More copies along an axis are not drawn.
const MOST_TIMES: u32 = 64;

fn scale_of(matrix: Affine2) -> Vec2 {
    Vec2::new(matrix.matrix2.x_axis.length(), matrix.matrix2.y_axis.length())
}

#[cfg(test)]
mod tests {
    use super::{FlatSight, Scroll, ScrollRule};
    use glam::{Affine2, Vec2};

    fn sight(corner: Vec2) -> FlatSight {
        let picture = Vec2::new(200.0, 100.0);
        FlatSight { view: Affine2::from_translation(-corner), origin: picture * 0.5, picture }
    }

    const LAYER: ScrollRule = ScrollRule::Layer {
        base: Vec2::ZERO,
        base_scale: Vec2::ONE,
        limits: [Vec2::ZERO; 2],
        ignores_zoom: false,
        scale: Vec2::new(0.5, 1.0),
        offset: Vec2::new(3.0, 0.0),
    };

    #[test]
    fn a_layer_moves_by_its_share_and_begins_again() {
        let own = Affine2::from_translation(Vec2::new(10.0, 20.0));
        let mut scroll = Scroll { rule: LAYER, repeat: Vec2::ZERO, step: Vec2::ZERO, times: 1 };
        let at = |scroll: &Scroll| scroll.placed(own, &sight(Vec2::new(100.0, 40.0)), 0.0).translation;
        assert_eq!(at(&scroll), Vec2::new(-37.0, -20.0));
        (scroll.repeat.x, scroll.step.x) = (16.0, 24.0);
        assert_eq!(at(&scroll), Vec2::new(-5.0, -20.0));
        assert_eq!(scroll.copies(), [Vec2::ZERO, Vec2::new(24.0, 0.0)]);
    }

    #[test]
    fn a_free_one_keeps_to_the_cameras_corner() {
        let rule = ScrollRule::Free {
            scale: Vec2::splat(0.25),
            offset: Vec2::new(4.0, 0.0),
            speed: Vec2::new(10.0, 0.0),
            limits: [Vec2::splat(-1e7), Vec2::splat(1e7)],
            follows: true,
            in_plane: true,
        };
        let mut scroll = Scroll { rule, repeat: Vec2::ZERO, step: Vec2::ZERO, times: 2 };
        let seen = sight(Vec2::new(100.0, 40.0));
        let at = |scroll: &Scroll, time| scroll.placed(Affine2::IDENTITY, &seen, time).translation;
        // 100 + 4 − 25, and 20 more after two seconds.
        assert_eq!(at(&scroll, 0.0), Vec2::new(79.0, 30.0));
        assert_eq!(at(&scroll, 2.0), Vec2::new(99.0, 30.0));
        scroll.repeat = Vec2::new(8.0, 0.0);
        scroll.step = scroll.repeat;
        // 25 − 4 is 5 after two repeats.
        assert_eq!(at(&scroll, 0.0), Vec2::new(95.0, 30.0));
        assert_eq!(scroll.copies(), [-8.0, 0.0, 8.0].map(|x| Vec2::new(x, 0.0)));
    }
}
