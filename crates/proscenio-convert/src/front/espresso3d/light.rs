//! Light as the engine bakes it into the colours of corners.

use proscenio_espresso3d as e3d;
use proscenio_scene::glam::{Affine3A, DVec3, Vec3};
use proscenio_scene::{Mesh, Rgba};

use super::{Importer, text_of};

/// A light that a program would have made; no file holds one.
///
/// Each corner gets colour × min(1, brightness / distance²) of every light of its own sector and of those that a portal
/// of it leads to; a sum above 1 is 1. Neither angles nor walls count.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// Where it is in the world.
    pub position: [f64; 3],
    /// Stored red, green, blue and alpha, 0 to 1.
    pub color: [f64; 4],
    /// The square of the distance at which it shines in full.
    pub brightness: f64,
    /// Distance beyond which it does not shine; 0 for a light without an end.
    pub falloff: f64,
    /// The sector it is in; `None` for one that shines in all.
    pub sector: Option<String>,
}

impl Light {
    /// A white light without an end that shines in all sectors.
    #[must_use]
    pub const fn white(position: [f64; 3], brightness: f64) -> Self {
        Self { position, color: [1.0; 4], brightness, falloff: 0.0, sector: None }
    }

    /// Adds what arrives at a point.
    fn shine(&self, at: DVec3, sum: &mut [f64; 4]) {
        let squared = at.distance_squared(DVec3::from_array(self.position));
        if self.falloff > 0.0 && squared > self.falloff * self.falloff {
            return;
        }
        let strength = (self.brightness.max(0.0) / squared).min(1.0);
        for (sum, color) in sum.iter_mut().zip(self.color) {
            *sum = (*sum + color * strength).clamp(0.0, 1.0);
        }
    }
}

impl Importer<'_> {
    /// Chooses the lights for what is placed in a sector; all of them for what stands in none.
    pub(super) fn enter(&mut self, sector: Option<e3d::Sector<'_>>) {
        let shines = |light: &&Light| match (&light.sector, sector) {
            (Some(name), Some(sector)) => {
                let links = sector.portals().filter_map(|portal| portal.link_sector());
                text_of(sector.id()) == *name || links.into_iter().any(|link| link.text() == name.as_str())
            }
            _ => true,
        };
        self.shining = self.options.lights.iter().filter(shines).cloned().collect();
    }

    /// Gives the corners of a mesh at a place in the world their colours.
    pub(super) fn light(&self, mesh: &mut Mesh, place: Affine3A) {
        if self.options.lights.is_empty() {
            return;
        }
        for surface in &mut mesh.surfaces {
            let color = |corner: &[f32; 3]| {
                let mut sum = [0.0; 4];
                let at = place.transform_point3(Vec3::from_array(*corner)).as_dvec3();
                self.shining.iter().for_each(|light| light.shine(at, &mut sum));
                Rgba::from_stored(sum.map(|channel| channel as f32)).to_linear()
            };
            surface.colors = surface.positions.iter().map(color).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Light;
    use proscenio_scene::glam::DVec3;

    fn arriving(light: &Light, at: [f64; 3]) -> [f64; 4] {
        let mut sum = [0.0; 4];
        light.shine(DVec3::from_array(at), &mut sum);
        sum
    }

    /// The engine's own numbers for a triangle of its test map.
    #[test]
    fn light_is_the_engines() {
        let light = Light::white([-2.0, -2.0, 3.0], 3.0);
        for (at, wanted) in
            [([-2.0, -2.0, 0.0], 0.333_333), ([-2.0, 2.0, 0.0], 0.12), ([-1.0, 2.0, 0.0], 0.115_385)]
        {
            assert!(arriving(&light, at).iter().all(|channel| (channel - wanted).abs() < 1e-6), "{at:?}");
        }
    }

    #[test]
    fn light_is_full_near_by_and_ends_at_its_falloff() {
        let light = Light { color: [1.0, 0.5, 0.0, 1.0], falloff: 4.0, ..Light::white([0.0; 3], 9.0) };
        assert_eq!(arriving(&light, [0.0; 3]), [1.0, 0.5, 0.0, 1.0]);
        assert_eq!(arriving(&light, [2.0, 0.0, 0.0]), [1.0, 0.5, 0.0, 1.0]);
        assert_eq!(arriving(&light, [4.0, 0.0, 0.0])[1], 0.5 * 9.0 / 16.0);
        assert_eq!(arriving(&light, [4.1, 0.0, 0.0]), [0.0; 4]);
        let mut two = arriving(&light, [0.0; 3]);
        light.shine(DVec3::ZERO, &mut two);
        assert_eq!(two, [1.0, 1.0, 0.0, 1.0]);
    }
}
