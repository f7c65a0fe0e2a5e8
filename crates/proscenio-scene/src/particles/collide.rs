//! Particles at solid things. A particle is a point.

use glam::{DVec2, DVec3};

use super::birth::{doubled, mean_stretch, unit_columns};
use super::simulate::Particle;
use super::{ColliderShape, ParticleCollision, ParticlePlace, ParticleSolid};

/// Moves a particle out of something solid; `true` when that ends it.
pub(super) fn collide(particle: &mut Particle, solid: &ParticleSolid, rule: &ParticleCollision) -> bool {
    let at = particle.position.as_dvec3();
    let Some((out, normal)) = way_out(solid, at) else { return false };
    particle.position = out.as_vec3();
    if rule.dies {
        return true;
    }
    let v = particle.velocity.as_dvec3();
    let against = v.dot(normal);
    if against < 0.0 {
        let along = v - normal * against;
        particle.velocity = (along * (1.0 - rule.friction) - normal * (against * rule.bounce)).as_vec3();
    }
    false
}

/// The nearest point outside and the direction away; `None` outside.
fn way_out(solid: &ParticleSolid, at: DVec3) -> Option<(DVec3, DVec3)> {
    match solid.place {
        ParticlePlace::Flat(place) => {
            let middle = place.position.as_dvec2();
            let (sin, cos) = f64::from(place.rotation).sin_cos();
            let (x, y) = (DVec2::new(cos, sin), DVec2::new(-sin, cos));
            let way = at.truncate() - middle;
            let local = DVec2::new(way.dot(x), way.dot(y));
            let scale = place.scale.abs().as_dvec2();
            let (out, normal) = flat_way_out(&solid.shape, local, scale)?;
            let world = |v: DVec2| x * v.x + y * v.y;
            Some(((middle + world(out)).extend(0.0), world(normal).extend(0.0)))
        }
        ParticlePlace::Space(place) => {
            let place = doubled(place);
            let turn = unit_columns(place);
            let local = turn.transpose() * (at - place.translation);
            let stretch = DVec3::new(
                place.matrix3.x_axis.length(),
                place.matrix3.y_axis.length(),
                place.matrix3.z_axis.length(),
            );
            let (out, normal) = space_way_out(&solid.shape, local, stretch, mean_stretch(place))?;
            Some((place.translation + turn * out, turn * normal))
        }
    }
}

fn flat_way_out(shape: &ColliderShape, local: DVec2, scale: DVec2) -> Option<(DVec2, DVec2)> {
    match shape {
        ColliderShape::Rect { size } => {
            let half = size.as_dvec2() * scale / 2.0;
            let deep = half - local.abs();
            if deep.min_element() <= 0.0 {
                return None;
            }
            let axis = usize::from(deep.y < deep.x);
            let mut normal = DVec2::ZERO;
            normal[axis] = 1.0_f64.copysign(local[axis]);
            let mut out = local;
            out[axis] = half[axis] * normal[axis];
            Some((out, normal))
        }
        ColliderShape::Circle { radius } => {
            let radius = f64::from(*radius) * (scale.x + scale.y) / 2.0;
            let away = local.try_normalize().unwrap_or(DVec2::NEG_Y);
            (local.length() < radius).then(|| (away * radius, away))
        }
        ColliderShape::FlatGround => (local.y > 0.0).then(|| (DVec2::new(local.x, 0.0), DVec2::NEG_Y)),
        _ => None,
    }
}

fn space_way_out(shape: &ColliderShape, local: DVec3, stretch: DVec3, mean: f64) -> Option<(DVec3, DVec3)> {
    match shape {
        ColliderShape::Box { size } => {
            let half = size.as_dvec3() * stretch / 2.0;
            let deep = half - local.abs();
            if deep.min_element() <= 0.0 {
                return None;
            }
            let axis = (0..3).min_by(|a, b| deep[*a].total_cmp(&deep[*b]))?;
            let mut normal = DVec3::ZERO;
            normal[axis] = 1.0_f64.copysign(local[axis]);
            let mut out = local;
            out[axis] = half[axis] * normal[axis];
            Some((out, normal))
        }
        ColliderShape::Sphere { radius } => {
            let radius = f64::from(*radius) * mean;
            let away = local.try_normalize().unwrap_or(DVec3::Y);
            (local.length() < radius).then(|| (away * radius, away))
        }
        ColliderShape::Ground => (local.y < 0.0).then(|| (DVec3::new(local.x, 0.0, local.z), DVec3::Y)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FlatFields;
    use glam::{Affine3A, Vec2, Vec3};

    const RULE: ParticleCollision = ParticleCollision { dies: false, bounce: 0.5, friction: 0.25 };

    fn at(x: f32, y: f32, velocity: Vec3) -> Particle {
        Particle { position: Vec3::new(x, y, 0.0), velocity, ..Particle::default() }
    }

    fn flat(shape: ColliderShape, scale: f32) -> ParticleSolid {
        let place = FlatFields { scale: Vec2::splat(scale), ..FlatFields::IDENTITY };
        ParticleSolid { shape, place: ParticlePlace::Flat(place) }
    }

    #[test]
    fn the_ground_is_below_and_bounces() {
        let mut falling = at(3.0, 2.0, Vec3::new(8.0, 10.0, 0.0));
        assert!(!collide(&mut falling, &flat(ColliderShape::FlatGround, 1.0), &RULE));
        assert_eq!((falling.position, falling.velocity), (Vec3::X * 3.0, Vec3::new(6.0, -5.0, 0.0)));
        let mut above = at(3.0, -2.0, Vec3::Y);
        collide(&mut above, &flat(ColliderShape::FlatGround, 1.0), &RULE);
        assert_eq!(above.position.y, -2.0);
    }

    #[test]
    fn rectangles_let_out_by_the_nearest_side() {
        let solid = flat(ColliderShape::Rect { size: Vec2::new(4.0, 2.0) }, 2.0);
        let mut inside = at(-3.5, 0.5, Vec3::X);
        collide(&mut inside, &solid, &RULE);
        assert_eq!((inside.position, inside.velocity), (Vec3::new(-4.0, 0.5, 0.0), Vec3::X * -0.5));
        assert!(collide(&mut at(0.0, 0.0, Vec3::X), &solid, &ParticleCollision { dies: true, ..RULE }));
    }

    #[test]
    fn middles_of_round_things_are_left_upwards() {
        let mut inside = at(0.0, 0.0, Vec3::ZERO);
        collide(&mut inside, &flat(ColliderShape::Circle { radius: 3.0 }, 1.0), &RULE);
        assert_eq!(inside.position, Vec3::Y * -3.0);
        let sphere = ParticleSolid {
            shape: ColliderShape::Sphere { radius: 1.0 },
            place: ParticlePlace::Space(Affine3A::from_scale(Vec3::splat(2.0))),
        };
        let mut inside = at(0.0, 0.0, Vec3::ZERO);
        collide(&mut inside, &sphere, &RULE);
        assert_eq!(inside.position, Vec3::Y * 2.0);
    }

    #[test]
    fn ground_and_boxes_in_space_turn_with_their_node() {
        let turned = Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let ground = ParticleSolid { shape: ColliderShape::Ground, place: ParticlePlace::Space(turned) };
        let mut inside = at(1.0, 5.0, Vec3::ZERO);
        collide(&mut inside, &ground, &RULE);
        assert!(inside.position.abs_diff_eq(Vec3::Y * 5.0, 1e-6), "{}", inside.position);
        let size = Vec3::new(2.0, 4.0, 6.0);
        let solid = ParticleSolid {
            shape: ColliderShape::Box { size },
            place: ParticlePlace::Space(Affine3A::IDENTITY),
        };
        let mut inside = at(0.9, 0.0, Vec3::ZERO);
        collide(&mut inside, &solid, &RULE);
        assert_eq!(inside.position, Vec3::X);
    }
}
