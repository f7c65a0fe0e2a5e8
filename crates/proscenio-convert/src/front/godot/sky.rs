//! Skies: `Sky` with a procedural, panoramic or physical material.

use glam::{EulerRot, Quat};
use proscenio_scene::{GradientSky, PanoramaSky, PhysicalSky, Rgba, Sky, SkyLook};

use super::Importer;
use super::codes::NOT_DRAWN;
use super::environment::times;
use super::files::Place;
use super::props::Props;

impl Importer<'_> {
    /// The sky of an environment, whose background has an energy.
    pub(super) fn sky(&mut self, environment: &Props, energy: f32) -> Option<Sky> {
        let [x, y, z] = environment.vector3("sky_rotation");
        let place = self.named_resource(environment, "sky")?;
        let props = Props::of(&place);
        props.consume(&["resource_name", "process_mode", "radiance_size"]);
        let material = self.named_resource(&props, "sky_material");
        self.keep_aside(&props, &place);
        let look = self.sky_look(&material?)?;
        Some(Sky { look, energy, turn: Quat::from_euler(EulerRot::YXZ, y, x, z) })
    }

    fn sky_look(&mut self, place: &Place) -> Option<SkyLook> {
        let props = Props::of(place);
        let look = match props.class() {
            "ProceduralSkyMaterial" => SkyLook::Gradient(self.gradient_sky(&props)),
            "PanoramaSkyMaterial" => SkyLook::Panorama(self.panorama(&props, "panorama")?),
            "PhysicalSkyMaterial" => SkyLook::Physical(physical(&props)),
            class => {
                let message =
                    format!("a sky of {class} is not drawn yet; the engine's own sky stands for it");
                let span = place.section().map(|section| section.header_span());
                let path = place.file.document.source().path();
                self.findings.push(NOT_DRAWN.finding(path, message).at_maybe(span).about(place.name()));
                self.keep_resource(place);
                return Some(SkyLook::Gradient(plain_sky()));
            }
        };
        // Hides steps between shades, which a picture of 8 bits has.
        props.consume(&["resource_name", "use_debanding"]);
        self.keep_aside(&props, place);
        Some(look)
    }

    fn panorama(&mut self, props: &Props, name: &str) -> Option<PanoramaSky> {
        let texture = self.texture(props, name, false)?;
        let own = name == "panorama";
        Some(PanoramaSky {
            image: texture.image,
            energy: if own { props.number("energy_multiplier") } else { 1.0 },
            smooth: !own || props.flag("filter"),
        })
    }

    fn gradient_sky(&mut self, props: &Props) -> GradientSky {
        let all = props.number("energy_multiplier");
        let sky = props.number("sky_energy_multiplier");
        let ground = props.number("ground_energy_multiplier");
        let cover = props.color("sky_cover_modulate");
        // Engine behaviour (4.6): energies of the halves count for stored colours, that of the whole for light.
        let color = |name: &str, energy: f32| {
            let [r, g, b, alpha] = props.stored_color(name);
            times(Rgba::from_stored([r * energy, g * energy, b * energy, alpha]), all)
        };
        GradientSky {
            top: color("sky_top_color", sky),
            horizon: color("sky_horizon_color", sky),
            curve: props.number("sky_curve"),
            bottom: color("ground_bottom_color", ground),
            ground_horizon: color("ground_horizon_color", ground),
            ground_curve: props.number("ground_curve"),
            sun_angle: props.number("sun_angle_max").to_radians(),
            sun_curve: props.number("sun_curve"),
            cover: self.panorama(props, "sky_cover").map(|picture| (picture, times(cover, all))),
        }
    }
}

/// A `ProceduralSkyMaterial` as it is made: light and mirrors need some sky.
fn plain_sky() -> GradientSky {
    let color = |r: f32, g: f32, b: f32| Rgba::from_stored([r, g, b, 1.0]);
    GradientSky {
        top: color(0.385, 0.454, 0.55),
        horizon: color(0.6463, 0.6558, 0.6708),
        curve: 0.15,
        bottom: color(0.2, 0.169, 0.133),
        ground_horizon: color(0.6463, 0.6558, 0.6708),
        ground_curve: 0.02,
        sun_angle: 30_f32.to_radians(),
        sun_curve: 0.15,
        cover: None,
    }
}

fn physical(props: &Props) -> PhysicalSky {
    PhysicalSky {
        rayleigh: props.number("rayleigh_coefficient"),
        rayleigh_color: props.color("rayleigh_color"),
        mie: props.number("mie_coefficient"),
        mie_eccentricity: props.number("mie_eccentricity"),
        mie_color: props.color("mie_color"),
        turbidity: props.number("turbidity"),
        sun_disk_scale: props.number("sun_disk_scale"),
        ground: props.color("ground_color"),
        energy: props.number("energy_multiplier"),
    }
}
