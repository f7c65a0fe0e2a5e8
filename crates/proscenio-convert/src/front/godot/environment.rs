//! What surrounds the scene: background, light from everywhere, tone mapping.

use proscenio_scene::{Ambient, Background, Environment, Extra, Rgba, Tonemap, TonemapKind};

use super::Importer;
use super::codes::NOT_DRAWN;
use super::files::{File, Generation, Place, Target};
use super::props::Props;

/// Where the background comes from: `Environment.BGMode`.
mod background {
    pub const CLEAR_COLOR: i64 = 0;
    pub const COLOR: i64 = 1;
    pub const SKY: i64 = 2;
    /// Godot 3 only: a sky for light alone, behind one colour.
    pub const COLOR_SKY: i64 = 3;
}

/// Where light from everywhere comes from: `Environment.AmbientSource`.
mod ambient {
    pub const BACKGROUND: i64 = 0;
    pub const COLOR: i64 = 2;
    pub const SKY: i64 = 3;
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
        let mode = props.int("background_mode");
        let energy = props.number(props.named("background_energy_multiplier", "background_energy"));
        let own = props.color("background_color");
        let color = match mode {
            background::COLOR => own,
            background::COLOR_SKY if props.generation() == Generation::Three => own,
            _ => clear,
        };
        let color = times(color, energy);
        if !matches!(mode, background::CLEAR_COLOR | background::COLOR) {
            let message =
                "a background other than one colour is not drawn yet; the clear colour stands for it";
            let entry = place.section().and_then(|section| section.property("background_mode"));
            let span = entry.map(|entry| entry.span());
            self.findings
                .push(NOT_DRAWN.finding(place.file.document.source().path(), message).at_maybe(span));
        }
        let light = times(props.color("ambient_light_color"), props.number("ambient_light_energy"));
        let ambient = match props.generation() {
            Generation::Four => match props.int("ambient_light_source") {
                ambient::BACKGROUND if mode == background::SKY => light,
                ambient::BACKGROUND => color,
                ambient::COLOR | ambient::SKY => light,
                _ => Rgba::BLACK,
            },
            Generation::Three => light,
        };
        let environment = Environment {
            background: Background::Color(color),
            // Without a sky the engine has nothing to mirror.
            ambient: Ambient { color: ambient, reflection: Rgba::BLACK },
            tonemap: Tonemap {
                kind: tonemap(props.int("tonemap_mode")),
                exposure: props.number("tonemap_exposure"),
                white: props.number("tonemap_white"),
            },
        };
        props.consume(&["resource_name"]);
        let rest = self.rest_of(&props);
        self.note_kept(&props, place, &rest);
        if !rest.is_empty() {
            self.scene.extras.set("environment", Extra::Map(rest));
        }
        environment
    }
}

/// Without an environment Godot 4 lights everything with the clear colour; Godot 3 does not.
fn without(clear: Rgba, generation: Generation) -> Environment {
    let ambient = generation.pick(clear, Rgba::BLACK);
    Environment {
        background: Background::Color(clear),
        ambient: Ambient { color: ambient, reflection: Rgba::BLACK },
        tonemap: Tonemap { kind: TonemapKind::Linear, exposure: 1.0, white: 1.0 },
    }
}

fn times(color: Rgba, energy: f32) -> Rgba {
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
