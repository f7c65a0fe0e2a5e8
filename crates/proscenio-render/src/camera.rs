//! Eyes: where they are, how they see, and an eye that sees a whole scene.
//!
//! Depth is reversed: 1 at the near plane, 0 at the far one, which keeps far surfaces apart.

use proscenio_run::ViewVolume;
use proscenio_scene::glam::{Affine2, Affine3A, Mat3, Mat3A, Mat4, Vec2, Vec3, Vec3A, Vec4};
use proscenio_scene::{Camera, Camera2d, FovAxis, NodeId, Projection};

/// Direction from a framed scene to the eye: from the front, the right and above.
const FRAMING_FROM: Vec3 = Vec3::new(0.55, 0.45, 0.85);
/// Opening angle of the framing eye along the shorter side of the picture, radians.
const FRAMING_FOV: f32 = std::f32::consts::FRAC_PI_4;
/// How much larger than the scene the framed window is.
const FRAMING_MARGIN: f32 = 1.06;
/// Points farther out than this, metres, are not framed.
const FARTHEST: f32 = 1e12;

/// Which camera is looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraChoice {
    /// The first camera that is [`current`](Camera::current), else the first in space; a
    /// scene without one is framed when it has meshes. The plane is seen through its current camera, else as
    /// it is.
    #[default]
    Auto,
    /// The camera of this node, in space or on the plane; the other one as in [`CameraChoice::Auto`].
    Node(NodeId),
    /// All meshes, from the front, right and above, 45° wide; rooms are opened towards the eye. A scene
    /// without meshes: all of the plane that is not fixed to the screen.
    Frame,
}

/// An eye of the viewer's own.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnEye {
    /// In space: how it sees, and where it is in the world. [`Camera::follows_node`] is true. `None` sees as
    /// [`CameraChoice`](crate::CameraChoice) says.
    pub space: Option<(Camera, Affine3A)>,
    /// Whether the scene is looked at from outside, as one that is framed: rooms are opened towards the eye instead of
    /// being hidden by portals, and what has no light is lit from behind the viewer.
    pub outside: bool,
    /// On the plane: width and height, pixels, of the picture that the scene's flat cameras fill, and where that picture
    /// is put on the one that is drawn, what is fixed to the screen included. `None` fills the one that is drawn.
    pub plane: Option<(Vec2, Affine2)>,
}

impl OwnEye {
    /// How many pixels of a view's picture are as wide as one that the scene measures in: 1 unless [`OwnEye::plane`]
    /// says otherwise.
    pub(crate) fn pixel_ratio(view: &crate::View) -> f32 {
        let own = view.own_eye.as_ref().and_then(|own| own.plane);
        own.map_or(1.0, |(_, put)| crate::prepare::scale_of(put)).max(1e-3)
    }
}

/// An eye in space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eye {
    /// Eye to world; unit axes, looks along −Z.
    pub(crate) world: Affine3A,
    /// Eye space to clip space.
    pub(crate) clip_from_eye: Mat4,
    /// Whether far things are as large as near ones.
    pub(crate) flat: bool,
}

impl Eye {
    /// The eye of a camera whose node is at `node`, for a picture of a width to height ratio.
    pub(crate) fn of(camera: &Camera, node: Affine3A, aspect: f32) -> Self {
        let base = if camera.follows_node { node } else { Affine3A::IDENTITY };
        let placed = camera.local.map_or(base, |local| base * local);
        let mut world = upright(placed);
        // Engine behaviour (Godot): the offset moves the eye itself, so near things move more.
        let offset = finite2(camera.offset, Vec2::ZERO);
        world.translation += world.matrix3 * Vec3A::new(offset.x, offset.y, 0.0);
        let flat = matches!(camera.projection, Projection::Orthographic { .. });
        Self { world, clip_from_eye: projection(camera, aspect), flat }
    }

    /// As a flat camera sees the plane: x, and the picture's height less y. Depth is the eye's own.
    pub(crate) fn along_plane(mut self, plane: Affine2, picture: Vec2) -> Self {
        let flip = Affine2::from_translation(Vec2::Y * picture.y) * Affine2::from_scale(Vec2::new(1.0, -1.0));
        let pixels = Affine2::from_scale(Vec2::new(2.0, -2.0) / picture);
        let clip = Affine2::from_translation(Vec2::new(-1.0, 1.0)) * pixels * plane * flip;
        let (x, y, at) = (clip.matrix2.x_axis, clip.matrix2.y_axis, clip.translation);
        let depth = self.clip_from_world().row(2);
        let rows =
            Mat4::from_cols(Vec4::new(x.x, y.x, 0.0, at.x), Vec4::new(x.y, y.y, 0.0, at.y), depth, Vec4::W);
        self.clip_from_eye = rows.transpose() * Mat4::from(self.world);
        self.flat = true;
        self
    }

    /// The nearest eye that sees all points, from the front, right and above. Points that are no numbers do
    /// not count.
    pub(crate) fn framing(points: impl Iterator<Item = Vec3>, aspect: f32) -> Self {
        let back = FRAMING_FROM.normalize();
        let right = Vec3::Y.cross(back).normalize();
        let turn = Mat3::from_cols(right, back.cross(right), back);
        let half = (FRAMING_FOV * 0.5).tan();
        let window =
            if aspect >= 1.0 { Vec2::new(half * aspect, half) } else { Vec2::new(half, half / aspect) };
        let slope = window / FRAMING_MARGIN;

        // A point is inside when it is on the right side of the window's four planes. Each plane is pushed out
        // until all points are; where opposite ones meet is the eye.
        let (mut least, mut most) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let (mut near, mut far) = (f32::NEG_INFINITY, f32::INFINITY);
        for point in points.filter(|point| point.abs().max_element() < FARTHEST) {
            let seen = turn.transpose() * point;
            most = most.max(seen.truncate() + slope * seen.z);
            least = least.min(seen.truncate() - slope * seen.z);
            (near, far) = (near.max(seen.z), far.min(seen.z));
        }
        if near < far {
            (least, most, near, far) = (-Vec2::ONE, Vec2::ONE, 0.5, -0.5);
        }
        let distance = ((most - least) / (2.0 * slope)).max_element();
        // A single point is looked at from a step away.
        let distance = distance.max(near + 1e-3 * (1.0 + near.abs() + (near - far)));
        let at = ((most + least) * 0.5).extend(distance);

        let deep = (distance - far) * 1.01;
        let near = ((distance - near) * 0.99).max(deep * 1e-4);
        let window = window * near;
        Self {
            world: Affine3A { matrix3: turn.into(), translation: (turn * at).into() },
            clip_from_eye: perspective(-window, window, near, deep),
            flat: false,
        }
    }

    /// An eye that sees pixels of a picture, the origin at its lower left corner, +Y up.
    pub(crate) fn pixels(picture: Vec2) -> Self {
        let mut world = Affine3A::IDENTITY;
        world.translation = (picture * 0.5).extend(0.0).into();
        Self { world, clip_from_eye: orthographic(picture * 0.5, 0.1, 1000.0), flat: true }
    }

    /// World to clip space.
    pub(crate) fn clip_from_world(&self) -> Mat4 {
        self.clip_from_eye * Mat4::from(self.world.inverse())
    }

    /// All that it sees.
    pub(crate) fn volume(&self) -> ViewVolume {
        let [x, y, z, w] = [0, 1, 2, 3].map(|column| self.clip_from_eye.col(column));
        let scale = Vec2::new(x.x, y.y);
        let far = w.z / z.z;
        if self.flat {
            let half = scale.recip();
            return ViewVolume::orthographic(self.world, -half, half, far - z.z.recip(), far);
        }
        let shift = Vec2::new(z.x, z.y);
        let (low, high) = ((shift - 1.0) / scale, (shift + 1.0) / scale);
        ViewVolume::perspective(self.world, low, high, w.z / (1.0 + z.z), far)
    }

    /// Where it looks, unit length.
    pub(crate) fn ahead(&self) -> Vec3 {
        (-self.world.matrix3.z_axis).into()
    }

    /// The nearest distance it sees, metres.
    pub(crate) fn nearest(&self) -> f32 {
        let [z, w] = [2, 3].map(|column| self.clip_from_eye.col(column));
        if self.flat { (w.z - 1.0) / z.z } else { w.z / (1.0 + z.z) }
    }

    /// The corners of what it sees between two distances, in the world.
    pub(crate) fn slice(&self, begin: f32, end: f32) -> [Vec3; 8] {
        let [x, y, z] = [0, 1, 2].map(|column| self.clip_from_eye.col(column));
        std::array::from_fn(|bits| {
            let side = |bit: usize| if bits >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let deep = if bits >> 2 & 1 == 0 { begin } else { end };
            let wide = if self.flat { 1.0 } else { deep };
            let shift = if self.flat { Vec2::ZERO } else { Vec2::new(z.x, z.y) };
            let seen = Vec3::new((side(0) + shift.x) / x.x * wide, (side(1) + shift.y) / y.y * wide, -deep);
            self.world.transform_point3(seen)
        })
    }

    /// The farthest distance it sees, metres.
    pub(crate) fn farthest(&self) -> f32 {
        let [z, w] = [2, 3].map(|column| self.clip_from_eye.col(column));
        w.z / z.z
    }

    /// Where it is.
    pub(crate) fn position(&self) -> Vec3 {
        self.world.translation.into()
    }

    /// How far a point is before the eye, along the view axis.
    pub(crate) fn depth(&self, point: Vec3) -> f32 {
        (self.position() - point).dot(self.world.matrix3.z_axis.into())
    }
}

/// A placement with unit axes at right angles; what cannot be made so is not turned.
fn upright(placed: Affine3A) -> Affine3A {
    let x = placed.matrix3.x_axis.normalize_or_zero();
    let y = (placed.matrix3.y_axis - x * x.dot(placed.matrix3.y_axis)).normalize_or_zero();
    let z = placed.matrix3.z_axis;
    let z = (z - x * x.dot(z) - y * y.dot(z)).normalize_or_zero();
    let matrix3 = Mat3A::from_cols(x, y, z);
    let sound = placed.is_finite() && matrix3.determinant().abs() > 0.5;
    let translation = if placed.translation.is_finite() { placed.translation } else { Vec3A::ZERO };
    Affine3A { matrix3: if sound { matrix3 } else { Mat3A::IDENTITY }, translation }
}

/// Half width and half height of a window from the half length of one side.
fn window(half: f32, axis: FovAxis, aspect: f32) -> Vec2 {
    match axis {
        FovAxis::Vertical => Vec2::new(half * aspect, half),
        FovAxis::Horizontal => Vec2::new(half, half / aspect),
    }
}

/// Eye space to clip space for a camera; numbers that make no picture are replaced by usual ones.
fn projection(camera: &Camera, aspect: f32) -> Mat4 {
    let aspect = finite(aspect, 1.0).max(1e-4);
    let zoom = finite(camera.zoom, 1.0);
    let zoom = if zoom > 0.0 { zoom } else { 1.0 };
    match camera.projection {
        Projection::Perspective { fov, axis } => {
            let (near, far) = depths(camera, 1e-4);
            let half = (finite(fov, 1.0).clamp(1e-3, 3.13) * 0.5).tan() * near / zoom;
            let window = window(half, axis, aspect);
            perspective(-window, window, near, far)
        }
        Projection::Orthographic { size, axis } => {
            let (near, far) = depths(camera, f32::NEG_INFINITY);
            let half = finite(size, 1.0).abs().max(1e-6) * 0.5 / zoom;
            orthographic(window(half, axis, aspect), near, far)
        }
        Projection::Frustum { size, axis, offset } => {
            let (near, far) = depths(camera, 1e-4);
            let window = window(finite(size, 1.0).abs().max(1e-6) * 0.5 / zoom, axis, aspect);
            let offset = finite2(offset, Vec2::ZERO);
            perspective(offset - window, offset + window, near, far)
        }
    }
}

/// Near and far distance, the far one behind the near one.
fn depths(camera: &Camera, least: f32) -> (f32, f32) {
    let near = finite(camera.near, 0.05).max(least);
    let far = finite(camera.far, 4000.0);
    (near, if far > near { far } else { near + near.abs().max(1.0) })
}

/// A perspective through a window on the near plane, depth reversed.
pub(crate) fn perspective(low: Vec2, high: Vec2, near: f32, far: f32) -> Mat4 {
    let size = high - low;
    let shift = (high + low) / size;
    let depth = near / (far - near);
    Mat4::from_cols(
        Vec4::new(2.0 * near / size.x, 0.0, 0.0, 0.0),
        Vec4::new(0.0, 2.0 * near / size.y, 0.0, 0.0),
        Vec4::new(shift.x, shift.y, depth, -1.0),
        Vec4::new(0.0, 0.0, depth * far, 0.0),
    )
}

/// A parallel projection of a window of half width and height, depth reversed.
fn orthographic(half: Vec2, near: f32, far: f32) -> Mat4 {
    let depth = 1.0 / (far - near);
    Mat4::from_cols(
        Vec4::new(1.0 / half.x, 0.0, 0.0, 0.0),
        Vec4::new(0.0, 1.0 / half.y, 0.0, 0.0),
        Vec4::new(0.0, 0.0, depth, 0.0),
        Vec4::new(0.0, 0.0, depth * far, 1.0),
    )
}

fn finite(value: f32, otherwise: f32) -> f32 {
    if value.is_finite() { value } else { otherwise }
}

fn finite2(value: Vec2, otherwise: Vec2) -> Vec2 {
    if value.is_finite() { value } else { otherwise }
}

/// World to screen in the plane, for drawings that move by a share of a 2D camera's way.
pub(crate) fn flat_view(camera: &Camera2d, node: Affine2, picture: Vec2, parallax: Vec2) -> Affine2 {
    if parallax == Vec2::ONE {
        return camera.view(node, picture);
    }
    let mut eye = camera.eye(node, picture);
    eye.translation *= parallax;
    let still = Camera2d {
        limits: None,
        ahead: Vec2::ZERO,
        follows_node: true,
        position: Vec2::ZERO,
        rotation: 0.0,
        ..camera.clone()
    };
    still.view(eye, picture)
}

/// World to screen that shows a whole rectangle with a small margin.
pub(crate) fn flat_framing(low: Vec2, high: Vec2, picture: Vec2) -> Affine2 {
    let size = (high - low).max(Vec2::splat(1.0)) * FRAMING_MARGIN;
    let zoom = (picture / size).min_element();
    Affine2::from_translation(picture * 0.5)
        * Affine2::from_scale(Vec2::splat(zoom))
        * Affine2::from_translation((low + high) * -0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(projection: Projection) -> Camera {
        Camera {
            projection,
            near: 0.5,
            far: 100.0,
            offset: Vec2::ZERO,
            zoom: 1.0,
            current: true,
            local: None,
            follows_node: true,
            follows_plane: false,
        }
    }

    fn seen(eye: &Eye, point: Vec3) -> Vec3 {
        eye.clip_from_world().project_point3(point)
    }

    #[test]
    fn near_is_one_and_far_is_zero() {
        let square = Projection::Perspective { fov: 1.0, axis: FovAxis::Vertical };
        let parallel = Projection::Orthographic { size: 4.0, axis: FovAxis::Vertical };
        let slanted = Projection::Frustum { size: 1.0, axis: FovAxis::Vertical, offset: Vec2::new(0.1, 0.0) };
        for kind in [square, parallel, slanted] {
            let eye = Eye::of(&camera(kind), Affine3A::IDENTITY, 2.0);
            assert!((seen(&eye, Vec3::NEG_Z * 0.5).z - 1.0).abs() < 1e-5, "{kind:?}");
            assert!(seen(&eye, Vec3::NEG_Z * 100.0).z.abs() < 1e-5, "{kind:?}");
        }
    }

    #[test]
    fn the_angle_belongs_to_its_side() {
        let quarter = std::f32::consts::FRAC_PI_2;
        let up = Projection::Perspective { fov: quarter, axis: FovAxis::Vertical };
        let eye = Eye::of(&camera(up), Affine3A::IDENTITY, 2.0);
        assert!(seen(&eye, Vec3::new(2.0, 1.0, -1.0)).truncate().abs_diff_eq(Vec2::ONE, 1e-5));
        let wide = Projection::Perspective { fov: quarter, axis: FovAxis::Horizontal };
        let eye = Eye::of(&camera(wide), Affine3A::IDENTITY, 2.0);
        assert!(seen(&eye, Vec3::new(1.0, 0.5, -1.0)).truncate().abs_diff_eq(Vec2::ONE, 1e-5));
    }

    #[test]
    fn scale_of_the_node_does_not_matter_and_the_offset_moves_the_eye() {
        let kind = Projection::Orthographic { size: 2.0, axis: FovAxis::Vertical };
        let moved = Camera { offset: Vec2::new(3.0, 1.0), zoom: 2.0, ..camera(kind) };
        let node = Affine3A::from_scale(Vec3::splat(7.0)) * Affine3A::from_rotation_y(0.3);
        let eye = Eye::of(&moved, node, 1.0);
        let ahead = eye.world.transform_point3(Vec3::new(0.0, 0.25, -1.0));
        assert!((seen(&eye, ahead).y - 0.5).abs() < 1e-5);
        assert!((eye.position().length() - 10.0_f32.sqrt()).abs() < 1e-4);
    }

    #[test]
    fn numbers_that_are_none_still_make_an_eye() {
        let kind = Projection::Perspective { fov: f32::NAN, axis: FovAxis::Vertical };
        let odd = Camera { near: f32::NAN, far: -1.0, zoom: 0.0, ..camera(kind) };
        let eye = Eye::of(&odd, Affine3A::from_scale(Vec3::ZERO), f32::INFINITY);
        assert!(eye.clip_from_world().is_finite());
        let nowhere = Affine3A::from_translation(Vec3::splat(f32::NAN));
        assert!(Eye::of(&odd, nowhere, 1.0).clip_from_world().is_finite());
    }

    #[test]
    fn framed_points_are_inside_the_picture_and_touch_its_margin() {
        for aspect in [0.5, 1.0, 1.8] {
            let points = [Vec3::new(-3.0, 1.0, 2.0), Vec3::new(5.0, 2.0, 9.0), Vec3::new(0.0, 4.0, 3.0)];
            let nowhere = [Vec3::splat(f32::NAN), Vec3::splat(f32::INFINITY)];
            let eye = Eye::framing(points.into_iter().chain(nowhere), aspect);
            let seen = points.map(|point| seen(&eye, point));
            assert!(seen.iter().all(|at| (0.0..=1.0).contains(&at.z)), "{seen:?}");
            let most = seen.iter().fold(Vec2::NEG_INFINITY, |most, at| most.max(at.truncate()));
            let least = seen.iter().fold(Vec2::INFINITY, |least, at| least.min(at.truncate()));
            // Filled along one side at least, and in the middle along it.
            let wide = (most - least) * 0.5;
            assert!((wide.max_element() - 1.0 / FRAMING_MARGIN).abs() < 0.02, "{wide} at {aspect}");
            let middle = if wide.x > wide.y { most.x + least.x } else { most.y + least.y };
            assert!(middle.abs() < 0.02, "{most} {least} at {aspect}");
        }
    }

    #[test]
    fn one_point_or_none_can_be_framed() {
        let at = Vec3::new(7.0, 8.0, 9.0);
        let one = Eye::framing([at].into_iter(), 1.0);
        assert!(seen(&one, at).truncate().abs_diff_eq(Vec2::ZERO, 1e-2) && one.position().distance(at) < 1.0);
        let none = Eye::framing([].into_iter(), 1.0);
        assert!(none.clip_from_world().is_finite());
    }

    #[test]
    fn parallax_moves_with_a_share_of_the_camera() {
        let camera = Camera2d {
            position: Vec2::new(100.0, 40.0),
            rotation: 0.0,
            zoom: Vec2::splat(2.0),
            origin: Vec2::ZERO,
            current: true,
            follows_node: false,
            limits: None,
            ahead: Vec2::ZERO,
            apart: None,
            waits: false,
        };
        let at = |parallax| {
            flat_view(&camera, Affine2::IDENTITY, Vec2::splat(50.0), parallax)
                .transform_point2(Vec2::new(110.0, 40.0))
        };
        assert_eq!(at(Vec2::ONE), Vec2::new(20.0, 0.0));
        assert_eq!(at(Vec2::new(0.5, 0.0)), Vec2::new(120.0, 80.0));
    }

    #[test]
    fn a_framed_rectangle_is_in_the_middle() {
        let view = flat_framing(Vec2::new(10.0, 10.0), Vec2::new(30.0, 20.0), Vec2::new(106.0, 200.0));
        assert!(view.transform_point2(Vec2::new(20.0, 15.0)).abs_diff_eq(Vec2::new(53.0, 100.0), 1e-3));
        assert!((view.transform_point2(Vec2::new(10.0, 15.0)).x - 3.0).abs() < 1e-3);
    }
}
