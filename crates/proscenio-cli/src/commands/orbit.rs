//! An eye that circles what a scene shows.

use proscenio::scene::glam::{Affine3A, EulerRot, Mat3, Quat, Vec2, Vec3};
use proscenio::scene::{Camera, FovAxis, Placement, Projection};
use proscenio::{Component, Node, NodeId, Scene};

use crate::args::render::Orbit;

/// Opening angle of the picture's height, degrees, when nobody says one.
pub const FOV: f64 = 45.0;
/// From the front, the right and above, as scenes without a camera are framed.
pub const FRAMING: Orbit = Orbit { yaw: 33.0, pitch: 24.0, distance: None };
/// How much larger than what it shows the picture is.
const MARGIN: f32 = 1.06;

/// A camera and where it stands in the world.
#[derive(Clone, PartialEq)]
pub struct Placed {
    pub camera: Camera,
    pub place: Affine3A,
}

impl Orbit {
    /// The eye that looks at the middle of a box, for a picture of a width to height ratio.
    pub fn around(self, (low, high): (Vec3, Vec3), aspect: f32, fov: f64) -> Placed {
        let [yaw, pitch] = [self.yaw, self.pitch].map(|angle| angle.to_radians() as f32);
        let turn = Mat3::from_quat(Quat::from_euler(EulerRot::YXZ, yaw, -pitch, 0.0));
        let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
        let slope = (fov.to_radians() as f32 * 0.5).tan();
        let slope = Vec2::new(slope * aspect, slope) / MARGIN;
        // A corner is seen when the eye is so far that its slope is less than the window's.
        let corners = (0..8).map(|bits| {
            let side = |bit: i32| if bits >> bit & 1 == 0 { -1.0 } else { 1.0 };
            turn.transpose() * (half * Vec3::new(side(0), side(1), side(2)))
        });
        let enough = |corner: Vec3| corner.z + (corner.truncate().abs() / slope).max_element();
        let fitting = corners.map(enough).fold(0.0, f32::max);
        // A single point is looked at from a step away.
        let fitting = if fitting > 0.0 { fitting } else { 1.0 };
        let distance = self.distance.map_or(fitting, |distance| distance as f32);
        let deep = half.length().max(1e-3 * distance);
        let far = (distance + deep) * 1.01;
        let camera = Camera {
            projection: Projection::Perspective { fov: fov.to_radians() as f32, axis: FovAxis::Vertical },
            near: ((distance - deep) * 0.99).max(far * 1e-4),
            far,
            offset: Vec2::ZERO,
            zoom: 1.0,
            current: true,
            local: None,
            follows_node: true,
            follows_plane: false,
        };
        Placed { camera, place: Affine3A::from_mat3_translation(turn, middle + turn.z_axis * distance) }
    }
}

impl Placed {
    /// Puts the camera into a scene.
    pub fn add_to(self, scene: &mut Scene) -> NodeId {
        let node = Node {
            placement: Placement::space(self.place),
            top_level: true,
            components: vec![Component::Camera(self.camera)],
            ..Node::new("eye")
        };
        scene.add_child(scene.root, node)
    }
}

#[cfg(test)]
mod tests {
    use super::{Orbit, Vec3};

    #[test]
    fn the_whole_box_is_seen_from_where_one_asks() {
        let bounds = (Vec3::new(-1.0, 0.0, -1.0), Vec3::new(3.0, 2.0, 1.0));
        for (yaw, pitch, way) in [(0.0, 0.0, Vec3::Z), (90.0, 0.0, Vec3::X), (0.0, 90.0, Vec3::Y)] {
            let placed = Orbit { yaw, pitch, distance: None }.around(bounds, 1.5, 60.0);
            let back = placed.place.matrix3.z_axis;
            assert!(Vec3::from(back).abs_diff_eq(way, 1e-5), "{yaw} {pitch}: {back}");
            let slope = 30_f32.to_radians().tan();
            let seen = |x: f32, y: f32, z: f32| placed.place.inverse().transform_point3(Vec3::new(x, y, z));
            let mut most = 0.0_f32;
            for corner in
                [seen(-1.0, 0.0, -1.0), seen(3.0, 2.0, 1.0), seen(3.0, 0.0, 1.0), seen(-1.0, 2.0, 1.0)]
            {
                assert!((placed.camera.near..placed.camera.far).contains(&-corner.z), "{corner}");
                most = most
                    .max(corner.x.abs() / (-corner.z * slope * 1.5))
                    .max(corner.y.abs() / (-corner.z * slope));
            }
            assert!(most < 1.0 && most > 0.6, "{most}");
        }
        let near = Orbit { yaw: 0.0, pitch: 0.0, distance: Some(9.0) }.around(bounds, 1.0, 45.0);
        assert!(near.place.translation.abs_diff_eq(Vec3::new(1.0, 1.0, 9.0).into(), 1e-5));
        let point = Orbit { yaw: 0.0, pitch: 0.0, distance: None }.around((Vec3::ONE, Vec3::ONE), 1.0, 45.0);
        assert!(point.place.is_finite() && point.camera.near > 0.0 && point.camera.far > point.camera.near);
    }
}
