//! `proscenio render`: a scene as a picture, or as many.

use anyhow::{Context, Result, bail};
use proscenio::espresso3d_import::StandIns;
use proscenio::run::{PortalMap, pose};
use proscenio::scene::glam::{Affine3A, EulerRot, Quat};
use proscenio::scene::{AnimationId, Extras, Light, LightKind, Rgba};
use proscenio::{
    CameraChoice, Component, DiskTree, ImportOptions, Node, NodeId, Picture, RenderError, Renderer, Scene,
    Severity, Vfs, View, animated_png,
};

use super::eye::Walk;
use crate::args::render::RenderArgs;
use crate::{Outcome, input, output};

/// The size of a picture when neither the project nor the person says one.
const DEFAULT_SIZE: [u32; 2] = [1280, 720];

/// Draws one scene into a PNG file.
pub fn run(args: &RenderArgs) -> Result<Outcome> {
    let mut clock = Clock::start(args.timings);
    let mut options = args.import.options();
    options.espresso3d.stand_ins = if args.overlay { StandIns::Marked } else { StandIns::Known };
    let mut scene = load(&args.file, args.import.root.as_deref(), &options)?;
    clock.say("reading the scene");
    if proscenio::obj::is_model(&args.file) {
        light(&mut scene);
    }
    let animations =
        args.animation.as_deref().map(|name| super::moving::find_animations(&scene, name)).transpose()?;
    let map = PortalMap::new(&scene, &scene.world_placements());
    let walk = args.eye.wanted().then(|| Walk::new(&mut scene, map.as_ref(), &args.eye)).transpose()?;
    let camera = match (&args.camera, &walk) {
        (Some(name), _) => CameraChoice::Node(find_camera(&scene, name)?),
        (None, Some(walk)) => CameraChoice::Node(walk.camera()),
        (None, None) if args.frame => CameraChoice::Frame,
        (None, None) => CameraChoice::Auto,
    };
    let size = args.size.or(scene.view_size).unwrap_or(DEFAULT_SIZE);
    let view = View {
        camera,
        time: args.time,
        seed: args.seed,
        portals: !args.all_sectors,
        overlay: args.overlay,
        as_engine: args.as_engine,
        ..View::new(size)
    };
    clock.say("preparing");
    let renderer = Renderer::headless()?;
    clock.say("opening the graphics driver");
    let mut film = Film {
        args,
        renderer,
        scene,
        map,
        walk,
        view,
        animations: animations.unwrap_or_default(),
        notes: Vec::new(),
    };
    let bytes = match args.frames {
        None => {
            let picture = film.picture(1.0, args.time)?;
            clock.say("drawing");
            picture.to_png()?
        }
        Some(frames) => animated_png(frames, args.fps, |number| film.frame(number, frames))?,
    };
    film.notes.iter().for_each(|note| output::note(note));
    let output = args.output.to_string_lossy();
    DiskTree.write(&output, &bytes).with_context(|| format!("writing {output}"))?;
    clock.say(if args.frames.is_some() { "drawing, encoding and writing" } else { "encoding and writing" });
    Ok(Outcome::Fine)
}

/// Says how long each step took.
struct Clock {
    last: std::time::Instant,
    says: bool,
}

#[allow(clippy::disallowed_methods, reason = "the command line may look at the clock")]
impl Clock {
    fn start(says: bool) -> Self {
        Self { last: std::time::Instant::now(), says }
    }

    fn say(&mut self, step: &str) {
        let now = std::time::Instant::now();
        if self.says {
            output::note(&format!("{step}: {:.0} ms", (now - self.last).as_secs_f64() * 1e3));
        }
        self.last = now;
    }
}

/// A scene that is drawn again and again.
struct Film<'a> {
    args: &'a RenderArgs,
    renderer: Renderer,
    /// As it was read, with the person's own eye.
    scene: Scene,
    map: Option<PortalMap>,
    walk: Option<Walk>,
    view: View,
    animations: Vec<AnimationId>,
    /// What there is to say, each once.
    notes: Vec<String>,
}

impl Film<'_> {
    fn frame(&mut self, number: u32, frames: u32) -> Result<Picture, RenderError> {
        let share = f64::from(number) / f64::from(frames.saturating_sub(1).max(1));
        self.picture(share, self.args.time + f64::from(number) / self.args.fps)
    }

    /// The picture at a share of the walk and a time.
    fn picture(&mut self, share: f64, time: f64) -> Result<Picture, RenderError> {
        self.view.time = time;
        if let Some(walk) = &mut self.walk {
            let crossed = walk.go(&mut self.scene, self.map.as_ref(), share);
            self.view.sector = walk.sector(self.map.as_ref());
            crossed.into_iter().for_each(|note| self.say(note));
        }
        let posed = (!self.animations.is_empty()).then(|| {
            // Movements are measured from where the scene was read.
            let mut posed = self.scene.clone();
            for animation in &self.animations {
                // What an animation sets besides placements has no place in the picture.
                let _ = pose(&mut posed, &self.scene.animations[*animation], time);
            }
            posed
        });
        let scene = posed.as_ref().unwrap_or(&self.scene);
        let picture = match &self.map {
            Some(map) => self.renderer.draw_in(scene, &self.view, map),
            None => self.renderer.draw(scene, &self.view),
        }?;
        picture.notes.iter().for_each(|note| self.say(note.to_string()));
        Ok(picture)
    }

    fn say(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// The neutral scene of a file; what the import has to say goes to standard error.
pub fn load(file: &str, root: Option<&str>, options: &ImportOptions) -> Result<Scene> {
    if proscenio::obj::is_model(file) {
        return super::convert_model::scene(file, root);
    }
    let document = input::open(file)?;
    let imported = proscenio::import_with(&document, &input::project(file, root), options);
    for finding in imported.findings.iter().filter(|finding| finding.severity >= Severity::Warning) {
        output::warn(finding, Some(document.source()).filter(|source| *source.path() == finding.path));
    }
    Ok(imported.scene)
}

/// Models have no lights: one from above the viewer's left shoulder, and some from everywhere.
fn light(scene: &mut Scene) {
    let turn = Quat::from_euler(EulerRot::YXZ, -0.6, -0.7, 0.0);
    let light = Light {
        kind: LightKind::Directional,
        color: Rgba::WHITE,
        energy: 0.75,
        ambient: 0.0,
        specular: 0.5,
        cast_shadow: false,
        shadow: proscenio::scene::Shadow::default(),
        sky_disc: None,
        local: Some(Affine3A::from_quat(turn)),
        extras: Extras::new(),
    };
    scene.nodes[scene.root].components.push(Component::Light(light));
    scene.environment.ambient.color = Rgba::linear(0.3, 0.3, 0.3, 1.0);
}

fn find_camera(scene: &Scene, name: &str) -> Result<NodeId> {
    let cameras: Vec<(NodeId, &Node)> =
        scene.nodes.iter().filter(|(_, node)| node.components.iter().any(is_camera)).collect();
    let exact = cameras.iter().find(|(_, node)| node.identity.key == name);
    if let Some((id, _)) = exact.or_else(|| cameras.iter().find(|(_, node)| node.name == name)) {
        return Ok(*id);
    }
    let known: Vec<&str> = cameras.iter().map(|(_, node)| node.identity.key.as_str()).collect();
    if known.is_empty() {
        bail!(
            "there is no camera {name}: the scene has none; leave --camera out to frame the whole scene, or look from a point with --eye"
        );
    }
    bail!("there is no camera {name}; the scene has: {}", known.join(", "));
}

fn is_camera(component: &Component) -> bool {
    matches!(component, Component::Camera(_) | Component::Camera2d(_))
}
