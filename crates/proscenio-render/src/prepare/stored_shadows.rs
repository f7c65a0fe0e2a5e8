//! The shadow of what is shaded on stored values: of one light, a picture of depth with hard edges.
//!
//! Engine behaviour (nacatamalon): the first directional or spot light that throws shadows is the only one that does.

use proscenio_scene::LightKind;
use proscenio_scene::glam::{Affine3A, Mat4, Vec2, Vec3, Vec4};

use super::lights::LightData;
use super::meshes::Meshes;
use super::shadows::{Caster, Shadows, Sheet, Tile, throwing};
use crate::camera::{Eye, perspective};

/// Side of the picture of depth, texels.
const SIDE: u32 = 2048;
/// How far a spot light without a range sees.
const FAR: f32 = 20.0;

/// Plans the picture; gives also which light it belongs to.
pub(super) fn plan(
    casters: &[Caster],
    lights: &mut [LightData],
    meshes: &Meshes,
    eye: &Eye,
    max_size: u32,
) -> (Shadows, Option<usize>) {
    let first =
        casters.iter().find(|caster| matches!(caster.kind, LightKind::Directional | LightKind::Spot { .. }));
    let Some(caster) = first.filter(|_| meshes.draws.iter().any(|draw| draw.casts)) else {
        return (Shadows::default(), None);
    };
    let side = SIDE.min(max_size);
    let clip = match caster.kind {
        LightKind::Spot { range, angle, .. } => spot(caster.placed, range, angle),
        _ => sun(caster, eye),
    };
    if !clip.is_finite() {
        return (Shadows::default(), None);
    }
    lights[caster.light].cast(&caster.shadow, 0, 1, [0.0; 2]);
    let tile = Tile { clip, at: [0, 0, side], draws: throwing(meshes, &clip), pushed: true };
    let sheets = [Sheet { side, tiles: vec![tile] }, Sheet::default()];
    (Shadows { sheets }, Some(caster.light))
}

/// World to the picture of a directional light: a square before the eye, that moves by whole texels.
fn sun(caster: &Caster, eye: &Eye) -> Mat4 {
    let area = positive(caster.shadow.area, 12.0);
    let far = positive(caster.shadow.distance, 20.0);
    let ahead = axis(-caster.placed.matrix3.z_axis, Vec3::NEG_Z);
    let upright = if ahead.y.abs() > 0.99 { Vec3::Z } else { Vec3::Y };
    let right = ahead.cross(upright).normalize();
    let up = right.cross(ahead);
    let focus = eye.position() + eye.ahead() * (area * 0.5);
    let texel = area / SIDE as f32;
    let whole = |along: Vec3| (focus.dot(along) / texel).round() * texel;
    let (x, y, z) = (whole(right), whole(up), whole(ahead) - far);
    // Depth is reversed: 1 where the light stands, 0 at twice its distance.
    let half = area * 0.5;
    let row = |along: Vec3, scale: f32, at: f32| (along * scale).extend(at);
    Mat4::from_cols(
        row(right, half.recip(), -x / half),
        row(up, half.recip(), -y / half),
        row(ahead, -0.5 / far, 1.0 + z * 0.5 / far),
        Vec4::W,
    )
    .transpose()
}

/// World to the picture of a spot light.
fn spot(placed: Affine3A, range: f32, angle: f32) -> Mat4 {
    let ahead = axis(-placed.matrix3.z_axis, Vec3::NEG_Z);
    let up = axis(placed.matrix3.y_axis, Vec3::Y);
    let right = ahead.cross(up).try_normalize().unwrap_or_else(|| ahead.any_orthonormal_vector());
    let turn =
        proscenio_scene::glam::Mat3A::from_cols(right.into(), right.cross(ahead).into(), (-ahead).into());
    let world = Affine3A { matrix3: turn, translation: placed.translation };
    let near = 0.1;
    let half = ((2.0 * angle).clamp(0.05, std::f32::consts::PI - 0.01) * 0.5).tan() * near;
    let far = positive(range, FAR).max(near * 2.0);
    perspective(Vec2::splat(-half), Vec2::splat(half), near, far) * Mat4::from(world.inverse())
}

fn axis(of: proscenio_scene::glam::Vec3A, otherwise: Vec3) -> Vec3 {
    Vec3::from(of).try_normalize().unwrap_or(otherwise)
}

fn positive(number: f32, otherwise: f32) -> f32 {
    if number.is_finite() && number > 0.0 { number } else { otherwise }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::Shadow;
    use proscenio_scene::glam::Quat;

    fn caster(kind: LightKind, placed: Affine3A) -> Caster {
        Caster { light: 0, kind, shadow: Shadow::STORED, placed }
    }

    fn place(clip: Mat4, at: Vec3) -> Vec3 {
        clip.project_point3(at)
    }

    #[test]
    fn a_sun_sees_a_square_before_the_eye() {
        let down = Affine3A::from_quat(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
        let eye = Eye { world: Affine3A::IDENTITY, ..Eye::pixels(Vec2::ONE) };
        let clip = sun(&caster(LightKind::Directional, down), &eye);
        // The square's middle is 6 before the eye; the light is 20 above it and sees 40 deep.
        let near = |a: Vec3, b: Vec3| assert!((a - b).length() < 1e-3, "{a} {b}");
        near(place(clip, Vec3::new(0.0, 0.0, -6.0)), Vec3::new(0.0, 0.0, 0.5));
        near(place(clip, Vec3::new(0.0, 20.0, -6.0)), Vec3::new(0.0, 0.0, 1.0));
        near(place(clip, Vec3::new(0.0, -20.0, -6.0)), Vec3::ZERO);
        let edge = place(clip, Vec3::new(6.0, 0.0, -6.0));
        assert!((edge.truncate().length() - 1.0).abs() < 1e-3, "{edge}");
        // Depth is reversed, so a turn that mirrors nothing keeps its sign.
        assert!(clip.determinant() > 0.0);
    }

    #[test]
    fn a_spot_sees_its_cone() {
        let kind = LightKind::Spot {
            range: 10.0,
            falloff: proscenio_scene::LightFalloff::Linear,
            angle: std::f32::consts::FRAC_PI_4,
            rim: 0.1,
        };
        let LightKind::Spot { range, angle, .. } = kind else { return };
        let clip = spot(Affine3A::IDENTITY, range, angle);
        let at = place(clip, Vec3::new(5.0, 5.0, -5.0));
        assert!((at.truncate() - Vec2::ONE).length() < 1e-4, "{at}");
        assert!(place(clip, Vec3::Z * -10.0).z.abs() < 1e-5);
        assert!((place(clip, Vec3::Z * -0.1).z - 1.0).abs() < 1e-5);
    }
}
