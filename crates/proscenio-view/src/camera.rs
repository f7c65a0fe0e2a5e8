//! The viewer's own eyes: one in space that turns about a point or flies, one over the plane.

use proscenio::scene::glam::{Affine2, Affine3A, Mat3, Vec2, Vec3};
use proscenio::scene::{Camera, FovAxis, Projection};
use proscenio::{Sight, scene::glam::Mat4};

use crate::bounds;

/// Radians of a turn for a drag over the whole height of the picture.
const TURN: f32 = std::f32::consts::PI;
/// How near the eye comes to looking straight up or down, radians.
const STEEPEST: f32 = 1.553;
/// Opening angle of the height without a camera of the scene, radians.
const FOV: f32 = std::f32::consts::FRAC_PI_4;
/// Seconds in which a flight covers the distance to the point that is looked at.
const FLIGHT: f32 = 1.5;
/// How much larger than its content a framed window is.
const MARGIN: f32 = 1.15;
/// The least and the greatest distance and magnification, so that numbers stay sound.
const DISTANCES: [f32; 2] = [1e-4, 1e9];
const ZOOMS: [f32; 2] = [1e-4, 1e4];

/// An eye in space. It looks at a point from a distance, +Y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceEye {
    /// What it looks at, and turns about.
    pub target: Vec3,
    /// The turn about +Y, radians; 0 looks along −Z, positive to the left.
    pub yaw: f32,
    /// Radians; positive looks up.
    pub pitch: f32,
    /// Metres to the target.
    pub distance: f32,
    /// Full opening angle of the picture's height, radians.
    pub fov: f32,
    /// Whether far things are as large as near ones.
    pub parallel: bool,
    /// How far the scene reaches from the target, metres; decides what is cut away far off.
    pub reach: f32,
}

impl SpaceEye {
    /// The eye that a picture was seen through, taken over. `middle` is what it shall turn about, at the depth it has
    /// before the eye; a middle behind it is passed over.
    #[must_use]
    pub fn taken_over(sight: &Sight, middle: Vec3, reach: f32) -> Self {
        let eye = sight.eye;
        let at = Vec3::from(eye.translation);
        let ahead = Vec3::from(-eye.matrix3.z_axis).normalize_or(Vec3::NEG_Z);
        let depth = (middle - at).dot(ahead);
        let distance = if depth > 1e-3 { depth } else { reach.max(1.0) };
        let distance = sound(distance, 1.0).clamp(DISTANCES[0], DISTANCES[1]);
        let lens = sight.clip_from_world * Mat4::from(eye);
        let slope = sound(lens.y_axis.y.abs(), 1.0).max(1e-3);
        // Of a parallel picture the height is kept at the target's depth.
        let fov = if sight.parallel { FOV } else { (1.0 / slope).atan() * 2.0 };
        let distance = if sight.parallel { 1.0 / slope / (FOV * 0.5).tan() } else { distance };
        Self {
            target: at + ahead * distance,
            yaw: (-ahead.x).atan2(-ahead.z),
            pitch: ahead.y.clamp(-1.0, 1.0).asin().clamp(-STEEPEST, STEEPEST),
            distance,
            fov: fov.clamp(0.02, 3.0),
            parallel: sight.parallel,
            reach,
        }
    }

    /// Where it looks, unit length.
    #[must_use]
    pub fn ahead(&self) -> Vec3 {
        let (sin, cos) = self.pitch.sin_cos();
        Vec3::new(-self.yaw.sin() * cos, sin, -self.yaw.cos() * cos)
    }

    /// Where it stands.
    #[must_use]
    pub fn position(&self) -> Vec3 {
        self.target - self.ahead() * self.distance
    }

    fn axes(&self) -> Mat3 {
        let back = -self.ahead();
        let right = Vec3::Y.cross(back).normalize_or(Vec3::X);
        Mat3::from_cols(right, back.cross(right), back)
    }

    /// Turns about the target by a drag of some share of the picture's height.
    pub fn orbit(&mut self, drag: Vec2) {
        self.yaw = turned(self.yaw - drag.x * TURN);
        self.pitch = (self.pitch - drag.y * TURN).clamp(-STEEPEST, STEEPEST);
    }

    /// Turns about itself by a drag of some share of the picture's height.
    pub fn look(&mut self, drag: Vec2) {
        let at = self.position();
        self.yaw = turned(self.yaw - drag.x * self.fov);
        self.pitch = (self.pitch - drag.y * self.fov).clamp(-STEEPEST, STEEPEST);
        self.target = at + self.ahead() * self.distance;
    }

    /// Moves beside the picture, so that what is at the target's depth follows a drag of some share of its height.
    pub fn pan(&mut self, drag: Vec2) {
        let height = 2.0 * self.distance * (self.fov * 0.5).tan();
        let axes = self.axes();
        self.target += (axes.y_axis * drag.y - axes.x_axis * drag.x) * height;
    }

    /// Comes nearer: by a factor below 1, towards a point of the picture (`x`, `y` from −1 to 1, +Y up).
    pub fn zoom(&mut self, factor: f32, towards: Vec2, aspect: f32) {
        let old = self.distance;
        self.distance = (old * sound(factor, 1.0)).clamp(DISTANCES[0], DISTANCES[1]);
        // The point of the target's plane under the pointer stays where it is.
        let half = (self.fov * 0.5).tan() * (old - self.distance);
        let axes = self.axes();
        self.target += axes.x_axis * (towards.x * half * aspect) + axes.y_axis * (towards.y * half);
    }

    /// Flies for some seconds: right, up and ahead from −1 to 1 each.
    pub fn fly(&mut self, way: Vec3, seconds: f32, fast: bool) {
        let speed = self.distance.max(self.reach * 0.1) / FLIGHT * if fast { 4.0 } else { 1.0 };
        let axes = self.axes();
        let moved = axes.x_axis * way.x + axes.y_axis * way.y - axes.z_axis * way.z;
        self.target += moved * speed * seconds;
    }

    /// Looks at a box from where it is turned to, so that all of it is seen.
    pub fn frame(&mut self, low: Vec3, high: Vec3, aspect: f32) {
        let half = ((high - low) * 0.5).max(Vec3::splat(5e-4));
        self.target = (low + high) * 0.5;
        self.reach = self.reach.max(half.length());
        let slope = (self.fov * 0.5).tan();
        let window = Vec2::new(slope * aspect, slope) / MARGIN;
        let turned = self.axes().transpose();
        let corners = bounds::corners((-half, half)).map(|corner| turned * corner);
        // The farthest corner touches the picture's rim.
        let needed = corners.map(|corner| {
            let wide = (corner.truncate().abs() / window).max_element();
            if self.parallel { wide } else { wide + corner.z }
        });
        self.distance = needed.into_iter().fold(0.0, f32::max);
    }

    /// As the renderer takes it: how it sees, and where it is.
    #[must_use]
    pub fn camera(&self) -> (Camera, Affine3A) {
        let far = (self.distance + self.reach) * 4.0;
        let projection = if self.parallel {
            let size = 2.0 * self.distance * (self.fov * 0.5).tan();
            Projection::Orthographic { size, axis: FovAxis::Vertical }
        } else {
            Projection::Perspective { fov: self.fov, axis: FovAxis::Vertical }
        };
        let camera = Camera {
            projection,
            near: if self.parallel { -far } else { (self.distance * 0.01).min(0.05) },
            far: far.max(1000.0),
            offset: Vec2::ZERO,
            zoom: 1.0,
            current: true,
            local: None,
            follows_node: true,
            follows_plane: false,
        };
        (camera, Affine3A::from_mat3_translation(self.axes(), self.position()))
    }
}

/// An eye over the plane: where the engine's picture is put on the one that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneEye {
    /// Pixels of the picture that is drawn, where the engine's picture has its top-left corner.
    pub corner: Vec2,
    /// Pixels for one pixel of the engine's.
    pub zoom: f32,
}

impl PlaneEye {
    /// The engine's picture, whole and as large as it fits.
    #[must_use]
    pub fn fitting(engine: Vec2, picture: Vec2) -> Self {
        let zoom = sound((picture / engine.max(Vec2::ONE)).min_element(), 1.0).clamp(ZOOMS[0], ZOOMS[1]);
        Self { corner: ((picture - engine * zoom) * 0.5).round(), zoom }
    }

    /// Moves with a drag, pixels.
    pub fn pan(&mut self, drag: Vec2) {
        self.corner += drag;
    }

    /// Magnifies by a factor; the point under the pointer, pixels, stays where it is.
    pub fn zoom(&mut self, factor: f32, at: Vec2) {
        let zoom = (self.zoom * sound(factor, 1.0)).clamp(ZOOMS[0], ZOOMS[1]);
        self.corner = at + (self.corner - at) * (zoom / self.zoom);
        self.zoom = zoom;
    }

    /// Shows a box of the engine's picture, pixels, in a picture of a size.
    pub fn frame(&mut self, low: Vec2, high: Vec2, picture: Vec2) {
        let size = (high - low).max(Vec2::splat(8.0)) * MARGIN;
        self.zoom = sound((picture / size).min_element(), 1.0).clamp(ZOOMS[0], ZOOMS[1]);
        self.corner = picture * 0.5 - (low + high) * 0.5 * self.zoom;
    }

    /// The engine's pixels to those that are drawn.
    #[must_use]
    pub fn matrix(&self) -> Affine2 {
        Affine2::from_scale_angle_translation(Vec2::splat(self.zoom), 0.0, self.corner)
    }
}

fn sound(value: f32, otherwise: f32) -> f32 {
    if value.is_finite() { value } else { otherwise }
}

/// An angle within one turn.
fn turned(angle: f32) -> f32 {
    let full = std::f32::consts::TAU;
    (sound(angle, 0.0) + full * 0.5).rem_euclid(full) - full * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio::scene::glam::camera::rh::proj::directx as proj;

    fn eye() -> SpaceEye {
        SpaceEye {
            target: Vec3::new(1.0, 2.0, 3.0),
            yaw: 0.4,
            pitch: -0.3,
            distance: 5.0,
            fov: 0.8,
            parallel: false,
            reach: 10.0,
        }
    }

    /// Where a point is on a square picture, −1 to 1, +Y up.
    fn seen(eye: &SpaceEye, point: Vec3) -> Vec2 {
        let at = eye.camera().1.inverse().transform_point3(point);
        let half = (eye.fov * 0.5).tan();
        Vec2::new(at.x, at.y) / (-at.z * half)
    }

    #[test]
    fn turning_about_the_target_keeps_it_in_the_middle() {
        let mut eye = eye();
        eye.orbit(Vec2::new(0.3, -0.2));
        assert!(seen(&eye, eye.target).length() < 1e-5);
        assert!((eye.position().distance(eye.target) - 5.0).abs() < 1e-4);
        eye.orbit(Vec2::new(0.0, 9.0));
        assert!(eye.camera().1.is_finite() && eye.ahead().y > -1.0);
    }

    #[test]
    fn looking_around_keeps_the_place() {
        let mut eye = eye();
        let at = eye.position();
        eye.look(Vec2::new(-0.2, 0.1));
        assert!(eye.position().distance(at) < 1e-4);
    }

    #[test]
    fn a_panned_point_follows_the_pointer() {
        let mut eye = eye();
        let point = eye.target;
        eye.pan(Vec2::new(0.25, 0.1));
        let at = seen(&eye, point);
        assert!(at.abs_diff_eq(Vec2::new(0.5, -0.2), 1e-4), "{at}");
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut eye = eye();
        let at = Vec2::new(0.5, -0.4);
        let half = (eye.fov * 0.5).tan() * eye.distance;
        let axes = eye.axes();
        let point = eye.target + axes.x_axis * at.x * half + axes.y_axis * at.y * half;
        eye.zoom(0.5, at, 1.0);
        assert!(seen(&eye, point).abs_diff_eq(at, 1e-3), "{}", seen(&eye, point));
        assert!((eye.distance - 2.5).abs() < 1e-5);
    }

    #[test]
    fn flying_ahead_is_the_way_it_looks() {
        let mut eye = eye();
        let (at, ahead) = (eye.position(), eye.ahead());
        eye.fly(Vec3::Z, 0.5, false);
        assert!((eye.position() - at).normalize().abs_diff_eq(ahead, 1e-4));
        let slow = eye.position().distance(at);
        eye.fly(Vec3::Z, 0.5, true);
        assert!(eye.position().distance(at) > 4.0 * slow);
    }

    #[test]
    fn a_framed_box_is_seen_whole() {
        for aspect in [0.5, 1.0, 2.0] {
            let mut eye = eye();
            let (low, high) = (Vec3::new(-3.0, 0.0, 2.0), Vec3::new(5.0, 1.0, 4.0));
            eye.frame(low, high, aspect);
            let mut most = 0.0_f32;
            for bits in 0..8 {
                let pick = |bit: usize| if bits >> bit & 1 == 0 { low } else { high };
                let at = seen(&eye, Vec3::new(pick(0).x, pick(1).y, pick(2).z));
                assert!(at.x.abs() <= aspect && at.y.abs() <= 1.0, "{at} at {aspect}");
                most = most.max(at.x.abs() / aspect).max(at.y.abs());
            }
            assert!(most > 0.85, "a little room is left, not more: {most} at {aspect}");
        }
    }

    #[test]
    fn a_picture_is_taken_over_as_it_is() {
        let own = eye();
        let (_, world) = own.camera();
        let half = (own.fov * 0.5).tan();
        let lens = proj::perspective(own.fov, 1.0, 0.1, 100.0);
        let sight = Sight {
            clip_from_world: lens * Mat4::from(world.inverse()),
            eye: world,
            parallel: false,
            ..Sight::default()
        };
        let taken = SpaceEye::taken_over(&sight, own.target, 10.0);
        assert!(taken.position().distance(own.position()) < 1e-3);
        assert!((taken.fov - own.fov).abs() < 1e-4 && (taken.yaw - own.yaw).abs() < 1e-4, "{half}");
        let behind = own.position() - own.ahead() * 3.0;
        assert!(SpaceEye::taken_over(&sight, behind, 10.0).distance > 0.0);
    }

    #[test]
    fn the_plane_zooms_about_the_pointer() {
        let mut eye = PlaneEye::fitting(Vec2::new(320.0, 180.0), Vec2::new(640.0, 400.0));
        assert_eq!((eye.zoom, eye.corner), (2.0, Vec2::new(0.0, 20.0)));
        let at = Vec2::new(100.0, 50.0);
        let under = eye.matrix().inverse().transform_point2(at);
        eye.zoom(3.0, at);
        assert!(eye.matrix().transform_point2(under).abs_diff_eq(at, 1e-3));
        eye.zoom(f32::NAN, at);
        eye.zoom(0.0, at);
        assert!(eye.matrix().is_finite() && eye.zoom > 0.0);
        eye.frame(Vec2::ZERO, Vec2::new(10.0, 20.0), Vec2::new(100.0, 100.0));
        let middle = eye.matrix().transform_point2(Vec2::new(5.0, 10.0));
        assert!(middle.abs_diff_eq(Vec2::splat(50.0), 1e-3));
    }
}
