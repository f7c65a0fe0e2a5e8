//! Cameras.

use std::f32::consts::{FRAC_PI_3, PI};

use glam::{Affine2, DAffine3, DVec3, Vec2};
use proscenio_scene::{Camera, Camera2d, FovAxis, NodeId, Projection};

use super::json::{self, Lens, Orthographic, Perspective};
use super::nodes::Slot;
use super::transform::{self, PIXEL};
use super::writer::Writer;

/// The widest opening angle written, radians: a little less than half a turn.
const FOV_MAX: f32 = PI - 1e-3;
/// Metres between a 2D camera and the foremost drawing, and behind the rearmost.
const ROOM: f32 = 1.0;

/// The half width and half height (or their tangents) seen, from the one the family names.
fn halves(half: f32, axis: FovAxis, aspect: f32) -> Vec2 {
    match axis {
        FovAxis::Vertical => Vec2::new(half * aspect, half),
        FovAxis::Horizontal => Vec2::new(half, half / aspect),
    }
}

impl Writer<'_> {
    /// A camera in space. Zoom and offset are folded into its numbers and its place, which says the same.
    pub fn write_camera(&mut self, id: NodeId, camera: &Camera) {
        let at = if camera.follows_node {
            self.space_of(id, camera.local)
        } else {
            camera.local.map_or(DAffine3::IDENTITY, transform::wide)
        };
        // Cameras are never scaled, but not every reader knows.
        let at = transform::upright(at);
        // A window moved by metres sees what a camera moved by as much sees.
        let offset = if camera.offset.is_finite() { camera.offset } else { Vec2::ZERO };
        let (lens, back) = self.lens(id, camera);
        let shift = DVec3::new(f64::from(offset.x), f64::from(offset.y), f64::from(back));
        let at = if shift == DVec3::ZERO { at } else { at * DAffine3::from_translation(shift) };
        self.add_camera(id, at, lens);
    }

    fn add_camera(&mut self, id: NodeId, at: DAffine3, lens: Lens) {
        let Some(host) = self.host(id, at, Slot::Camera, "camera") else { return };
        let name = self.scene.nodes[id].name.clone();
        self.root.cameras.push(json::Camera { name, lens });
        self.root.nodes[host].camera = Some(self.root.cameras.len() - 1);
    }

    /// The camera's numbers, and how far it must step back to see what lies behind it.
    fn lens(&mut self, id: NodeId, camera: &Camera) -> (Lens, f32) {
        let aspect = self.aspect();
        let zoom = self.zoom(id, camera.zoom);
        match camera.projection {
            Projection::Perspective { fov, axis } => {
                (self.perspective(id, camera, (fov.clamp(0.0, FOV_MAX) / 2.0).tan() / zoom, axis), 0.0)
            }
            Projection::Frustum { size, axis, offset } => {
                if offset != Vec2::ZERO {
                    self.lose_on(
                        "gltf/camera",
                        id,
                        "glTF has no slanted cameras; written as one that looks straight",
                    );
                }
                (self.perspective(id, camera, size / 2.0 / camera.near / zoom, axis), 0.0)
            }
            Projection::Orthographic { size, axis } => {
                let half = halves(size.abs() / 2.0 / zoom, axis, aspect);
                // Nearest distances below zero lie behind the camera; glTF allows none, so it steps back.
                let back = if camera.near.is_finite() { (-camera.near).max(0.0) } else { 0.0 };
                let (near, far) = (camera.near + back, camera.far + back);
                (self.orthographic(id, half, near, far), back)
            }
        }
    }

    fn zoom(&mut self, id: NodeId, zoom: f32) -> f32 {
        if zoom > 0.0 && zoom.is_finite() {
            return zoom;
        }
        self.lose_on("gltf/camera", id, "a magnification that is not above 0 counts as 1");
        1.0
    }

    fn perspective(&mut self, id: NodeId, camera: &Camera, tangent: f32, axis: FovAxis) -> Lens {
        let aspect = self.aspect();
        let mut yfov = halves(tangent, axis, aspect).y.atan() * 2.0;
        let mut znear = camera.near;
        if !(yfov > 0.0 && yfov < PI && znear > 0.0 && znear.is_finite()) {
            self.lose_on(
                "gltf/camera",
                id,
                "its angle or nearest distance is impossible; usual ones are written",
            );
            yfov = if yfov > 0.0 && yfov < PI { yfov } else { FRAC_PI_3 };
            znear = if znear > 0.0 && znear.is_finite() { znear } else { 0.05 };
        }
        // Without a farthest distance glTF sees to infinity.
        let zfar = Some(camera.far).filter(|far| *far > znear && far.is_finite());
        // The height belongs to the width only in a picture of this shape, so the file says which.
        let aspect_ratio = (axis == FovAxis::Horizontal).then_some(aspect);
        Lens::Perspective { perspective: Perspective { aspect_ratio, yfov, znear, zfar } }
    }

    fn orthographic(&mut self, id: NodeId, half: Vec2, near: f32, far: f32) -> Lens {
        let good =
            half.is_finite() && half.min_element() > 0.0 && near >= 0.0 && far > near && far.is_finite();
        if !good {
            self.lose_on("gltf/camera", id, "its size or depth is impossible; usual ones are written");
        }
        let [xmag, ymag, znear, zfar] =
            if good { [half.x, half.y, near, far] } else { [self.aspect(), 1.0, 0.0, 100.0] };
        Lens::Orthographic { orthographic: Orthographic { xmag, ymag, znear, zfar } }
    }

    /// A camera on the plane: an orthographic one in front of all drawings that sees the same rectangle.
    pub fn write_camera_2d(&mut self, id: NodeId, camera: &Camera2d) {
        let Some([width, height]) = self.scene.view_size.filter(|size| !size.contains(&0)) else {
            self.lose_on(
                "gltf/camera-2d",
                id,
                "what it sees depends on the picture's size, which is not known; kept in extras.proscenio.components",
            );
            return;
        };
        let picture = Vec2::new(width as f32, height as f32);
        let screen = camera.view(self.world.flat(id).matrix(), picture);
        let world = screen.inverse();
        let (right, down) = (world.matrix2.x_axis, world.matrix2.y_axis);
        let straight = right.dot(down).abs() <= 1e-4 * right.length() * down.length();
        let size = Vec2::new(right.length(), down.length());
        if !world.is_finite() || size.min_element() <= 0.0 || !straight || right.perp_dot(down) < 0.0 {
            self.lose_on(
                "gltf/camera-2d",
                id,
                "it slants, mirrors or sees nothing, which no glTF camera does",
            );
            return;
        }
        let middle = world.transform_point2(picture / 2.0);
        let flat = Affine2::from_angle_translation(right.to_angle(), middle);
        let mut at = transform::flat_to_space(flat);
        let front = self.paint.front();
        at.translation.z = f64::from(front + ROOM);
        let half = size * picture / 2.0 * PIXEL as f32;
        let lens = self.orthographic(id, half, 0.0, front + 2.0 * ROOM);
        self.add_camera(id, at, lens);
    }
}

#[cfg(test)]
mod tests {
    use super::halves;
    use glam::Vec2;
    use proscenio_scene::FovAxis;

    #[test]
    fn the_other_side_follows_the_shape_of_the_picture() {
        assert_eq!(halves(2.0, FovAxis::Vertical, 1.5), Vec2::new(3.0, 2.0));
        assert_eq!(halves(3.0, FovAxis::Horizontal, 1.5), Vec2::new(3.0, 2.0));
    }
}
