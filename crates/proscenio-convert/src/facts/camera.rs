//! What cameras see.

use proscenio_scene::glam::{Mat4, Vec2, Vec4};
use proscenio_scene::{Camera, FovAxis, Projection};
use serde_json::{Map, Value, json};

/// Width and height of the picture that projections are told for, pixels.
const PICTURE: Vec2 = Vec2::new(640.0, 360.0);

/// Opening angle (degrees), and the projection.
pub(super) fn tell(camera: &Camera, out: &mut Map<String, Value>) {
    if let Projection::Perspective { fov, .. } = camera.projection {
        out.insert("fov".to_owned(), json!(fov.to_degrees()));
    }
    let columns = projection(camera, PICTURE.x / PICTURE.y).to_cols_array();
    out.insert("projection".to_owned(), json!(columns));
}

/// The engine's projection: −1 to 1 on both sides of the picture, depth −1 (near) to 1.
fn projection(camera: &Camera, aspect: f32) -> Mat4 {
    let (near, far) = (camera.near, camera.far);
    // Half the window on the near plane.
    let half = |size: f32, axis: FovAxis| match axis {
        FovAxis::Vertical => Vec2::new(size * aspect, size) * 0.5,
        FovAxis::Horizontal => Vec2::new(size, size / aspect) * 0.5,
    };
    match camera.projection {
        Projection::Perspective { fov, axis } => {
            let window = half(2.0 * near * (fov * 0.5).tan(), axis);
            frustum(window, Vec2::ZERO, near, far)
        }
        Projection::Frustum { size, axis, offset } => frustum(half(size, axis), offset, near, far),
        Projection::Orthographic { size, axis } => {
            let window = half(size, axis);
            Mat4::from_cols(
                Vec4::new(1.0 / window.x, 0.0, 0.0, 0.0),
                Vec4::new(0.0, 1.0 / window.y, 0.0, 0.0),
                Vec4::new(0.0, 0.0, -2.0 / (far - near), 0.0),
                Vec4::new(0.0, 0.0, -(far + near) / (far - near), 1.0),
            )
        }
    }
}

fn frustum(half: Vec2, offset: Vec2, near: f32, far: f32) -> Mat4 {
    let (low, high) = (offset - half, offset + half);
    let size = high - low;
    Mat4::from_cols(
        Vec4::new(2.0 * near / size.x, 0.0, 0.0, 0.0),
        Vec4::new(0.0, 2.0 * near / size.y, 0.0, 0.0),
        Vec4::new((high.x + low.x) / size.x, (high.y + low.y) / size.y, -(far + near) / (far - near), -1.0),
        Vec4::new(0.0, 0.0, -2.0 * far * near / (far - near), 0.0),
    )
}
