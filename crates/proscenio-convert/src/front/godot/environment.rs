//! What surrounds the scene: background, light from everywhere, tone mapping.

use proscenio_scene::{
    Adjustment, Ambient, Background, Environment, Extra, Glow, GlowBlend, Haze, HazeRun, Rgba, Tonemap,
    TonemapKind,
};

use super::Importer;
use super::codes::NOT_DRAWN;
use super::files::{File, Generation, Place, Target};
use super::fog_volume::volumetric_fog;
use super::props::Props;
use super::sprite::LAYER;

/// Where the background comes from: `Environment.BGMode`.
mod background {
    pub const CLEAR_COLOR: i64 = 0;
    pub const COLOR: i64 = 1;
    pub const SKY: i64 = 2;
    /// Godot 4.
    pub const CANVAS: i64 = 3;
    /// Godot 3 only: a sky for light alone, behind one colour.
    pub const COLOR_SKY: i64 = 3;
}

/// Where light from everywhere comes from: `Environment.AmbientSource`.
mod ambient {
    pub const BACKGROUND: i64 = 0;
    pub const COLOR: i64 = 2;
    pub const SKY: i64 = 3;
}

/// What mirrors show: `Environment.ReflectionSource`.
mod reflected {
    pub const BACKGROUND: i64 = 0;
    pub const SKY: i64 = 2;
}

impl Importer<'_> {
    /// Sets the scene's environment: that of the camera seen through, else of the first `WorldEnvironment`,
    /// else of the project, else what the engine does without one.
    pub(super) fn surroundings(&mut self, file: &std::rc::Rc<File>) {
        let found = std::mem::take(&mut self.environments);
        let of = |owner| found.iter().position(|(known, _)| *known == owner);
        let chosen = self.current_camera.and_then(|node| of(Some(node))).or_else(|| of(None));
        for (at, (_, place)) in found.iter().enumerate() {
            if Some(at) != chosen {
                self.keep_resource(place);
            }
        }
        let place = match chosen {
            Some(at) => Some(found[at].1.clone()),
            None => self.project_environment(file),
        };
        let clear = Rgba::from_stored(self.settings.clear_color);
        self.scene.environment = match place {
            Some(place) => self.environment(&place, clear),
            None => without(clear, file.generation),
        };
        self.scene.view_size = self.settings.window;
        self.scene.rendering = self.settings.rendering;
    }

    fn project_environment(&mut self, file: &File) -> Option<Place> {
        let path = self.settings.default_environment.clone()?;
        match self.files.open(file, &path) {
            Ok(opened) => {
                let file = opened?;
                let section = file.document.resource()?.index();
                Some(Place { file, section })
            }
            Err(problem) => {
                self.tell_not_opened(file, None, &problem);
                None
            }
        }
    }

    /// The environment that a property names.
    pub(super) fn named_environment(&mut self, props: &Props) -> Option<Place> {
        let (value, place) = props.set("environment")?;
        let place = place.clone();
        let entry = place.section().and_then(|section| section.property("environment"));
        match self.follow(&place.file, &value, entry.map(|entry| entry.value_span()))? {
            Target::Resource(resource) => Some(resource),
            Target::Path { .. } => None,
        }
    }

    fn environment(&mut self, place: &Place, clear: Rgba) -> Environment {
        let props = Props::of(place);
        let four = props.generation() == Generation::Four;
        let mode = props.int("background_mode");
        let energy = props.number(props.named("background_energy_multiplier", "background_energy"));
        let own = props.color("background_color");
        let color = match mode {
            background::COLOR => own,
            background::COLOR_SKY if !four => own,
            _ => clear,
        };
        let color = times(color, energy);
        let sky = if four { self.sky(&props, energy) } else { None };
        let shows_sky = four && mode == background::SKY;
        let plane = four && mode == background::CANVAS;
        if !shows_sky && !plane && !matches!(mode, background::CLEAR_COLOR | background::COLOR) {
            self.tell_background(place);
        }
        let environment = Environment {
            background: if shows_sky { Background::Sky } else { Background::Color(color) },
            ambient: ambient(&props, mode, color),
            sky,
            haze: haze(&props),
            volumetric_fog: volumetric_fog(&props),
            tonemap: curve(&props),
            glow: if four { glow(&props) } else { None },
            adjustment: adjustment(&props),
            plane_up_to: plane
                .then(|| props.int("background_canvas_max_layer") as f32 * LAYER as f32 + LAYER as f32 * 0.5),
        };
        props.consume(&["resource_name"]);
        let rest = self.rest_of(&props);
        self.note_kept(&props, place, &rest);
        if !rest.is_empty() {
            self.scene.extras.set("environment", Extra::Map(rest));
        }
        environment
    }

    fn tell_background(&mut self, place: &Place) {
        let message = "a background other than one colour is not drawn yet; the clear colour stands for it";
        let entry = place.section().and_then(|section| section.property("background_mode"));
        let span = entry.map(|entry| entry.span());
        self.findings.push(NOT_DRAWN.finding(place.file.document.source().path(), message).at_maybe(span));
    }
}

/// Light from everywhere, and what mirrors show.
fn ambient(props: &Props, mode: i64, background: Rgba) -> Ambient {
    let light = times(props.color("ambient_light_color"), props.number("ambient_light_energy"));
    if props.generation() == Generation::Three {
        return Ambient::plain(light);
    }
    let share = props.number("ambient_light_sky_contribution").clamp(0.0, 1.0);
    let behind_sky = mode == background::SKY;
    let (color, sky_share) = match props.int("ambient_light_source") {
        ambient::BACKGROUND if behind_sky => (light, share),
        // Engine behaviour (Godot 4.6): only one colour lights.
        ambient::BACKGROUND if mode >= background::CANVAS => (Rgba::BLACK, 0.0),
        ambient::BACKGROUND => (background, 0.0),
        ambient::SKY => (light, share),
        ambient::COLOR => (light, 0.0),
        _ => (Rgba::BLACK, 0.0),
    };
    let mirrors_sky = match props.int("reflected_light_source") {
        reflected::BACKGROUND => behind_sky,
        source => source == reflected::SKY,
    };
    Ambient { sky_share, mirrors_sky, ..Ambient::plain(color) }
}

fn curve(props: &Props) -> Tonemap {
    let kind = tonemap(props.int("tonemap_mode"));
    let agx = kind == TonemapKind::Agx && props.generation() == Generation::Four;
    Tonemap {
        kind,
        exposure: props.number("tonemap_exposure"),
        white: props.number(if agx { "tonemap_agx_white" } else { "tonemap_white" }),
        contrast: if agx { props.number("tonemap_agx_contrast") } else { Tonemap::NONE.contrast },
    }
}

/// Godot 3 has another fog, which is kept.
fn haze(props: &Props) -> Option<Haze> {
    if props.generation() == Generation::Three || !props.flag("fog_enabled") {
        return None;
    }
    let density = props.number("fog_density");
    Some(Haze {
        color: times(props.color("fog_light_color"), props.number("fog_light_energy")),
        run: match props.int("fog_mode") {
            1 => HazeRun::Range {
                begin: props.number("fog_depth_begin"),
                end: props.number("fog_depth_end"),
                curve: props.number("fog_depth_curve"),
                density,
            },
            _ => HazeRun::Exponential { density },
        },
        sun_scatter: props.number("fog_sun_scatter"),
        sky_color: props.number("fog_aerial_perspective"),
        over_sky: props.number("fog_sky_affect"),
        height: props.number("fog_height"),
        height_density: props.number("fog_height_density"),
    })
}

fn glow(props: &Props) -> Option<Glow> {
    if !props.flag("glow_enabled") {
        return None;
    }
    let mut levels: [f32; 7] = std::array::from_fn(|at| props.number(&format!("glow_levels/{}", at + 1)));
    let sum: f32 = levels.iter().sum();
    if props.flag("glow_normalized") && sum > 0.0 {
        levels = levels.map(|level| level / sum);
    }
    Some(Glow {
        levels,
        intensity: props.number("glow_intensity"),
        strength: props.number("glow_strength"),
        mix: props.number("glow_mix"),
        bloom: props.number("glow_bloom"),
        blend: match props.int("glow_blend_mode") {
            0 => GlowBlend::Add,
            1 => GlowBlend::Screen,
            2 => GlowBlend::Soft,
            3 => GlowBlend::Replace,
            _ => GlowBlend::Mix,
        },
        threshold: props.number("glow_hdr_threshold"),
        scale: props.number("glow_hdr_scale"),
        cap: props.number("glow_hdr_luminance_cap"),
    })
}

fn adjustment(props: &Props) -> Option<Adjustment> {
    let enabled = props.generation() == Generation::Four && props.flag("adjustment_enabled");
    enabled.then(|| Adjustment {
        brightness: props.number("adjustment_brightness"),
        contrast: props.number("adjustment_contrast"),
        saturation: props.number("adjustment_saturation"),
    })
}

/// Without an environment Godot 4 lights everything with the clear colour; Godot 3 does not.
fn without(clear: Rgba, generation: Generation) -> Environment {
    let ambient = generation.pick(clear, Rgba::BLACK);
    Environment {
        background: Background::Color(clear),
        ambient: Ambient::plain(ambient),
        ..Environment::default()
    }
}

pub(super) fn times(color: Rgba, energy: f32) -> Rgba {
    let [r, g, b] = color.rgb.map(|channel| channel * energy);
    Rgba::linear(r, g, b, color.alpha)
}

/// `Environment.ToneMapper`.
fn tonemap(number: i64) -> TonemapKind {
    match number {
        1 => TonemapKind::Reinhard,
        2 => TonemapKind::Filmic,
        3 => TonemapKind::Aces,
        4 => TonemapKind::Agx,
        _ => TonemapKind::Linear,
    }
}
