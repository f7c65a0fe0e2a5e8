//! `proscenio render`: a scene as a picture, or as many.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use proscenio::run::{PortalMap, animations_begun, pose, pose_begun_alone};
use proscenio::scene::glam::{Affine2, Vec2, Vec3};
use proscenio::scene::{AnimationId, Background, MeshLines, Rgba};
use proscenio::{
    CameraChoice, Component, DiskTree, ImportOptions, Imported, Node, NodeId, OwnEye, Picture, RenderError,
    Renderer, Scene, Severity, Source, Vfs, View, animated_gif, animated_png,
};
use proscenio_view::opened::{has_light, light_model};

use super::eye::Walk;
use super::orbit;
use super::report::Report;
use super::timings::{Clock, Cost};
use crate::args::render::RenderArgs;
use crate::{Outcome, input, output};

/// The size of a picture when neither the project nor the person says one.
const DEFAULT_SIZE: [u32; 2] = [1280, 720];

/// Draws one scene into a file, or many on one sheet.
pub fn run(args: &RenderArgs) -> Result<Outcome> {
    if let Some(folder) = &args.sheet {
        return super::sheet::run(folder, args);
    }
    let file = args.file.as_deref().unwrap_or_default();
    let mut clock = Clock::start(args.timings);
    let mut scene = load(file, args.seen.import.root.as_deref(), &args.seen.import_options())?;
    clock.say("reading the scene");
    let animations = match args.seen.animation.as_deref() {
        Some(name) => {
            let found = super::moving::find_animations(&scene, name)?;
            found.into_iter().map(|id| (id, 1.0)).collect()
        }
        // At time 0 nothing has run yet: the scene is as its file says.
        None => animations_begun(&scene),
    };
    let begins = args.seen.animation.is_none();
    let bounds = scene.bounds(&scene.world_placements());
    let lines = args.seen.lines.lines();
    if lines != MeshLines::default() {
        scene.show_lines(lines);
    }
    let map = PortalMap::new(&scene, &scene.world_placements());
    let (size, own_eye) = enlarged(args, args.size.or(scene.view_size).unwrap_or(DEFAULT_SIZE));
    let (walk, camera) = eye(&mut scene, args, map.as_ref(), bounds, size)?;
    let clear = args.transparent.then(|| {
        // A sky would fill the picture; its light stays.
        scene.environment.background = Background::Color(CLEAR);
        CLEAR
    });
    let view = View {
        camera,
        background: clear,
        time: args.seen.time,
        seed: args.seen.seed,
        portals: !args.seen.all_sectors,
        overlay: args.seen.overlay,
        as_engine: args.seen.as_engine,
        own_eye,
        ..View::new(size)
    };
    clock.say("preparing");
    let renderer = Renderer::headless_on(args.backend.driver())?;
    clock.say("opening the graphics driver");
    let mut film = Film {
        args,
        renderer,
        scene,
        map,
        walk,
        view,
        animations,
        begins,
        notes: Vec::new(),
        cost: Cost::default(),
        report: Report::new(args, size, bounds),
    };
    let bytes = film.bytes(&mut clock)?;
    if args.timings {
        output::note(&film.cost.to_string());
    }
    let output = args.output.to_string_lossy();
    DiskTree.write(&output, &bytes).with_context(|| format!("writing {output}"))?;
    clock.say(if args.frames.is_some() { "drawing, encoding and writing" } else { "encoding and writing" });
    film.tell()?;
    Ok(Outcome::Fine)
}

/// The size of the picture, and what makes the plane larger with it.
fn enlarged(args: &RenderArgs, size: [u32; 2]) -> ([u32; 2], Option<OwnEye>) {
    let larger = size.map(|side| (f64::from(side) * args.scale).round().max(1.0) as u32);
    // What is framed fills the picture anyway.
    let wanted = args.scale != 1.0 && !args.seen.frame;
    let plane = wanted.then(|| {
        let put = Affine2::from_scale(Vec2::splat(args.scale as f32));
        (Vec2::from(size.map(|side| side as f32)), put)
    });
    (larger, plane.map(|plane| OwnEye { space: None, outside: false, plane: Some(plane) }))
}

/// Nothing at all.
const CLEAR: Rgba = Rgba::linear(0.0, 0.0, 0.0, 0.0);

/// Whose eye is looked through: the person's own, one that circles the scene, or a camera of the scene.
fn eye(
    scene: &mut Scene,
    args: &RenderArgs,
    map: Option<&PortalMap>,
    bounds: Option<(Vec3, Vec3)>,
    size: [u32; 2],
) -> Result<(Option<Walk>, CameraChoice)> {
    let file = args.file.as_deref().unwrap_or_default();
    let is_gltf = proscenio::gltf_model::is_model(file);
    if proscenio::obj::is_model(file) || (is_gltf && !has_light(scene) && !args.seen.as_engine) {
        light_model(scene);
    }
    if let Some(orbit) = args.orbit {
        let Some(bounds) = bounds.filter(|(low, high)| low.is_finite() && high.is_finite()) else {
            bail!("there is nothing to look at with --orbit: {file} has no mesh in space that is visible");
        };
        if !has_light(scene) && !args.seen.as_engine {
            light_model(scene);
        }
        let fov = args.eye.fov.unwrap_or(orbit::FOV);
        let placed = orbit.around(bounds, size[0] as f32 / size[1] as f32, fov);
        return Ok((None, CameraChoice::Node(placed.add_to(scene))));
    }
    let walk = args.eye.wanted(false).then(|| Walk::new(scene, map, &args.eye)).transpose()?;
    let camera = match (&args.seen.camera, &walk) {
        (Some(name), _) => CameraChoice::Node(find_camera(scene, name)?),
        (None, Some(walk)) => CameraChoice::Node(walk.camera()),
        (None, None) if args.seen.frame => CameraChoice::Frame,
        (None, None) => CameraChoice::Auto,
    };
    Ok((walk, camera))
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
    /// What is played, each at a speed.
    animations: Vec<(AnimationId, f64)>,
    /// Whether they begin with the scene by themselves.
    begins: bool,
    /// What there is to say, each once.
    notes: Vec<String>,
    cost: Cost,
    report: Report,
}

impl Film<'_> {
    /// The file: one picture, or as many as are asked for.
    fn bytes(&mut self, clock: &mut Clock) -> Result<Vec<u8>> {
        let is_gif = self.args.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gif"));
        let fps = self.args.fps;
        Ok(match self.args.frames {
            Some(frames) if is_gif => animated_gif(frames, fps, |number| self.frame(number, frames))?,
            Some(frames) => animated_png(frames, fps, |number| self.frame(number, frames))?,
            None => {
                let picture = self.picture(1.0, self.args.seen.time)?;
                clock.say("drawing");
                if is_gif { animated_gif(1, fps, |_| Ok(picture.clone()))? } else { picture.to_png()? }
            }
        })
    }

    /// Says what there is to say, for people or for machines.
    fn tell(self) -> Result<()> {
        let Self { notes, mut report, renderer, args, .. } = self;
        if !args.json {
            notes.iter().for_each(|note| output::note(note));
            return Ok(());
        }
        report.driver = renderer.adapter().to_owned();
        report.notes = notes;
        output::json(&report)
    }

    fn frame(&mut self, number: u32, frames: u32) -> Result<Picture, RenderError> {
        let share = f64::from(number) / f64::from(frames.saturating_sub(1).max(1));
        self.picture(share, self.args.seen.time + f64::from(number) / self.args.fps)
    }

    /// The picture at a share of the walk and a time.
    fn picture(&mut self, share: f64, time: f64) -> Result<Picture, RenderError> {
        self.view.time = time;
        if let Some(walk) = &mut self.walk {
            let crossed = walk.go(&mut self.scene, self.map.as_ref(), share);
            self.view.sector = walk.sector(self.map.as_ref());
            crossed.into_iter().for_each(|note| self.say(note));
        }
        let still = self.animations.is_empty() || (self.begins && time <= 0.0);
        let posed = (!still).then(|| {
            // Movements are measured from where the scene was read.
            let mut posed = self.scene.clone();
            for (animation, speed) in &self.animations {
                // What an animation sets besides placements has no place in the picture.
                let _ = pose(&mut posed, &self.scene.animations[*animation], time * speed);
            }
            posed
        });
        // An engine's players play what begins with the scene.
        let posed = posed.or_else(|| {
            let mut posed = self.args.seen.as_engine.then(|| self.scene.clone())?;
            pose_begun_alone(&mut posed, time).then_some(posed)
        });
        let scene = posed.as_ref().unwrap_or(&self.scene);
        let picture = self.cost.count(|| match &self.map {
            Some(map) => self.renderer.draw_in(scene, &self.view, map),
            None => self.renderer.draw(scene, &self.view),
        })?;
        picture.notes.iter().for_each(|note| self.say(note.to_string()));
        self.report.drawn(&picture);
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
    if proscenio::gltf_model::is_model(file) {
        // One that cannot be read at all is no empty scene.
        input::bytes(file)?;
        let imported = proscenio::gltf_model::import(&input::slashes(file), &input::project(file, root));
        return Ok(told(imported, None));
    }
    let document = input::open(file)?;
    let imported = proscenio::import_with(&document, &input::project(file, root), options);
    Ok(told(imported, Some(document.source())))
}

/// The scene of what was read, after saying what there is to say.
fn told(imported: Imported, source: Option<&Source>) -> Scene {
    let mut others: HashMap<Arc<str>, Option<Source>> = HashMap::new();
    for finding in imported.findings.iter().filter(|finding| finding.severity >= Severity::Warning) {
        let own = source.filter(|source| *source.path() == finding.path);
        // What is about another file stands with its line too.
        let other = own.is_none() && finding.span.is_some();
        let read = || DiskTree.read(&finding.path).ok().map(|bytes| Source::new(finding.path.clone(), bytes));
        let other = other.then(|| others.entry(finding.path.clone()).or_insert_with(read).as_ref()).flatten();
        output::warn(finding, own.or(other));
    }
    imported.scene
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
