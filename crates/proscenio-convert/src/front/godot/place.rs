//! Where nodes are: `Node3D` and `Node2D` properties into placements.

use glam::{Affine2, Affine3A, Mat2, Mat3, Quat, Vec2, Vec3};
use proscenio_godot::Value;

use super::props::Props;

/// The placement of a `Node3D` (`Spatial`). Files of the editor hold `transform`; written by hand, a scene may
/// hold position, rotation and scale apart. As in the engine, what comes later works on what came before.
pub(super) fn space(props: &Props) -> Affine3A {
    let order = if props.has("rotation_order") { props.int("rotation_order") } else { YXZ };
    props.consume(&["rotation_edit_mode", "rotation_order"]);
    let mut basis = Mat3::IDENTITY;
    let mut origin = Vec3::ZERO;
    if let Some((Value::Transform3D(numbers), _)) = props.set("transform") {
        (basis, origin) = transform3d(&numbers);
    }
    if let Some((Value::Basis(rows), _)) = props.set("basis") {
        basis = rows_to_matrix(&rows);
    }
    if let Some((Value::Quaternion(parts), _)) = props.set("quaternion") {
        basis = Mat3::from_quat(Quat::from_array(parts).normalize()) * Mat3::from_diagonal(scale_of(basis));
    }
    if let Some(angles) = angles(props) {
        basis = euler(angles, order) * Mat3::from_diagonal(scale_of(basis));
    }
    if props.has("scale") {
        let scale = Vec3::from_array(props.vector3("scale"));
        basis = rotation_of(basis) * Mat3::from_diagonal(scale);
    }
    for name in ["position", "translation"] {
        if props.has(name) {
            origin = Vec3::from_array(props.vector3(name));
        }
    }
    Affine3A::from_mat3_translation(basis, origin)
}

/// The engine's default order of rotations.
const YXZ: i64 = 2;

fn angles(props: &Props) -> Option<Vec3> {
    if props.has("rotation") {
        return Some(Vec3::from_array(props.vector3("rotation")));
    }
    props
        .has("rotation_degrees")
        .then(|| Vec3::from_array(props.vector3("rotation_degrees").map(f32::to_radians)))
}

/// Numbers of a `Transform3D`: the basis row by row, then the origin.
pub(super) fn transform3d(numbers: &[f32; 12]) -> (Mat3, Vec3) {
    let rows: [f32; 9] = std::array::from_fn(|at| numbers[at]);
    (rows_to_matrix(&rows), Vec3::new(numbers[9], numbers[10], numbers[11]))
}

fn rows_to_matrix(rows: &[f32; 9]) -> Mat3 {
    Mat3::from_cols_array(rows).transpose()
}

/// Lengths of the axes; negative when the basis is a mirror image, as in the engine.
fn scale_of(basis: Mat3) -> Vec3 {
    let lengths = Vec3::new(basis.x_axis.length(), basis.y_axis.length(), basis.z_axis.length());
    lengths * if basis.determinant() < 0.0 { -1.0 } else { 1.0 }
}

fn rotation_of(basis: Mat3) -> Mat3 {
    let scale = scale_of(basis);
    if scale.to_array().contains(&0.0) {
        return Mat3::IDENTITY;
    }
    basis * Mat3::from_diagonal(scale.recip())
}

/// Rotations about the axes of the node, in one of the engine's orders (XYZ, XZY, YXZ, YZX, ZXY, ZYX).
fn euler(angles: Vec3, order: i64) -> Mat3 {
    let (x, y, z) =
        (Mat3::from_rotation_x(angles.x), Mat3::from_rotation_y(angles.y), Mat3::from_rotation_z(angles.z));
    match order {
        0 => x * y * z,
        1 => x * z * y,
        3 => y * z * x,
        4 => z * x * y,
        5 => z * y * x,
        _ => y * x * z,
    }
}

/// The placement of a `Node2D`.
pub(super) fn flat(props: &Props) -> Affine2 {
    if let Some((Value::Transform2D(numbers), _)) = props.set("transform") {
        return transform2d(&numbers);
    }
    let rotation = if props.has("rotation_degrees") && !props.has("rotation") {
        props.number("rotation_degrees").to_radians()
    } else {
        props.number("rotation")
    };
    let scale = Vec2::from_array(props.vector2("scale"));
    let skew = props.number("skew");
    let x_axis = Vec2::from_angle(rotation) * scale.x;
    let y_axis = Vec2::from_angle(rotation + skew).perp() * scale.y;
    Affine2::from_mat2_translation(
        Mat2::from_cols(x_axis, y_axis),
        Vec2::from_array(props.vector2("position")),
    )
}

/// The placement of a `CanvasLayer`.
pub(super) fn layer(props: &Props) -> Affine2 {
    if let Some((Value::Transform2D(numbers), _)) = props.set("transform") {
        return transform2d(&numbers);
    }
    Affine2::from_scale_angle_translation(
        Vec2::from_array(props.vector2("scale")),
        props.number("rotation"),
        Vec2::from_array(props.vector2("offset")),
    )
}

/// Numbers of a `Transform2D`: x axis, y axis, origin.
fn transform2d(numbers: &[f32; 6]) -> Affine2 {
    Affine2::from_cols_array(numbers)
}

#[cfg(test)]
mod tests {
    use super::{flat, space};
    use crate::front::godot::files::{File, Place};
    use crate::front::godot::props::Props;
    use glam::{Mat3, Vec2, Vec3};
    use proscenio_godot::Document;
    use proscenio_source::Source;
    use std::f32::consts::FRAC_PI_2;
    use std::rc::Rc;

    fn props(class: &str, properties: &str) -> Props {
        let text = format!("[gd_scene format=3]\n[node name=\"A\" type=\"{class}\"]\n{properties}\n");
        let file = Rc::new(File::new(Document::parse(Source::new("a.tscn", text.into_bytes()))));
        Props::new(class, vec![Place { file, section: 1 }])
    }

    #[test]
    fn a_transform_is_read_row_by_row() {
        let placed = space(&props("Node3D", "transform = Transform3D(0, 0, 1, 0, 1, 0, -1, 0, 0, 7, 8, 9)"));
        // A quarter turn about +Y takes −Z to −X.
        assert!(placed.transform_vector3(Vec3::NEG_Z).abs_diff_eq(Vec3::NEG_X, 1e-6));
        assert_eq!(Vec3::from(placed.translation), Vec3::new(7.0, 8.0, 9.0));
    }

    #[test]
    fn parts_add_up_to_the_same() {
        let placed = space(&props(
            "Node3D",
            "position = Vector3(7, 8, 9)\nrotation = Vector3(0, 1.5707964, 0)\nscale = Vector3(2, 2, 2)",
        ));
        assert!(placed.transform_vector3(Vec3::NEG_Z).abs_diff_eq(Vec3::NEG_X * 2.0, 1e-5));
        let degrees = space(&props("Node3D", "rotation_degrees = Vector3(0, 90, 0)"));
        assert!(degrees.transform_vector3(Vec3::NEG_Z).abs_diff_eq(Vec3::NEG_X, 1e-5));
        let quaternion = space(&props("Node3D", "quaternion = Quaternion(0, 0.70710677, 0, 0.70710677)"));
        assert!(quaternion.transform_vector3(Vec3::NEG_Z).abs_diff_eq(Vec3::NEG_X, 1e-5));
    }

    #[test]
    fn the_order_of_rotations_matters() {
        let turned = |order: &str| {
            let text = format!("rotation = Vector3(1.5707964, 1.5707964, 0)\nrotation_order = {order}");
            Mat3::from(space(&props("Node3D", &text)).matrix3)
        };
        // About Y last: −Z goes up by the turn about X, and stays there.
        assert!((turned("2") * Vec3::NEG_Z).abs_diff_eq(Vec3::Y, 1e-6));
        // About X last: −Z goes to −X by the turn about Y, and stays there.
        assert!((turned("0") * Vec3::NEG_Z).abs_diff_eq(Vec3::NEG_X, 1e-6));
    }

    #[test]
    fn flat_placements_turn_clockwise_and_skew() {
        let placed =
            flat(&props("Node2D", "position = Vector2(10, 20)\nrotation = 1.5707964\nscale = Vector2(2, 3)"));
        assert!(placed.transform_point2(Vec2::X).abs_diff_eq(Vec2::new(10.0, 22.0), 1e-5));
        assert!(placed.transform_point2(Vec2::Y).abs_diff_eq(Vec2::new(7.0, 20.0), 1e-5));
        let skewed = flat(&props("Node2D", &format!("skew = {}", FRAC_PI_2 / 2.0)));
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert!(skewed.transform_vector2(Vec2::Y).abs_diff_eq(Vec2::new(-half, half), 1e-5));
    }
}
