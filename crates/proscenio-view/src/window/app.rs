//! The window's state, and what happens each frame.

use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui;
use proscenio::{CameraChoice, Scene, Vfs, did_you_mean};

use super::loader::{Loader, Told};
use super::picture::Picture;
use super::shot::{self, Shot, Slot};
use super::{panels, theme};
use crate::opened::{Opened, Request};
use crate::session::{Options, Session};
use crate::timeline::{Choice, Timeline};
use crate::tree;
use crate::watch::Stamps;

/// What a window begins with.
#[derive(Clone, Debug)]
pub struct Start {
    /// How files are read; an empty [`Request::file`] waits for one to be dropped.
    pub request: Request,
    /// What is asked for; its camera comes from [`Start::camera`].
    pub options: Options,
    /// The camera that is looked through: its path or name.
    pub camera: Option<String>,
    /// The node that is selected: its path or name.
    pub select: Option<String>,
    /// The clock; an animation of a name must be there.
    pub timeline: Timeline,
    /// Width and height of the picture, points.
    pub picture: [u32; 2],
    /// A picture of the window, after which it closes.
    pub shot: Option<Shot>,
}

/// Why a window that was to make a screenshot made none.
#[derive(Debug, Default)]
pub struct Ending(Option<String>);

impl Ending {
    fn say(ending: &Mutex<Self>, reason: String) {
        ending.lock().unwrap_or_else(PoisonError::into_inner).0 = Some(reason);
    }

    pub(super) fn take(ending: &Mutex<Self>) -> Option<String> {
        ending.lock().unwrap_or_else(PoisonError::into_inner).0.take()
    }
}

/// The window.
pub struct App {
    pub(super) files: &'static dyn Vfs,
    pub(super) start: Start,
    pub(super) loader: Loader,
    pub(super) picture: Picture,
    /// The file that is shown.
    pub(super) session: Option<Session>,
    /// Whether a file is being read.
    pub(super) reading: bool,
    /// Why the file that was asked for last is not shown.
    pub(super) failed: Option<String>,
    /// The last thing done, for a while: until when, and what.
    pub(super) said: Option<(f64, String)>,
    pub(super) panels: panels::Shown,
    slot: Slot,
    shot_asked: bool,
    ending: Arc<Mutex<Ending>>,
    title: String,
}

/// Seconds that a message stays.
const SAID: f64 = 4.0;

impl App {
    pub(super) fn new(
        context: &eframe::CreationContext<'_>,
        start: Start,
        files: &'static dyn Vfs,
        stamps: Arc<dyn Stamps>,
        ending: Arc<Mutex<Ending>>,
    ) -> Result<Self, String> {
        theme::put(&context.egui_ctx);
        let state = context.wgpu_render_state.clone().ok_or("the window has no graphics device")?;
        let mut app = Self {
            files,
            loader: Loader::new(files, stamps, context.egui_ctx.clone()),
            picture: Picture::new(state)?,
            session: None,
            reading: false,
            failed: None,
            said: None,
            panels: panels::Shown::default(),
            slot: Slot::default(),
            shot_asked: false,
            ending,
            title: String::new(),
            start,
        };
        if !app.start.request.file.is_empty() {
            app.open(app.start.request.clone());
        }
        Ok(app)
    }

    /// Begins to read a file.
    pub(super) fn open(&mut self, request: Request) {
        (self.reading, self.failed) = (true, None);
        self.loader.read(request);
    }

    /// Reads the shown file again.
    pub(super) fn reload(&mut self) {
        let request = self.session.as_ref().map_or(&self.start.request, |session| &session.opened.request);
        if !request.file.is_empty() {
            self.open(request.clone());
        }
    }

    /// Says something for a while.
    pub(super) fn say(&mut self, context: &egui::Context, what: String) {
        self.said = Some((context.input(|input| input.time) + SAID, what));
        context.request_repaint_after(std::time::Duration::from_secs_f64(SAID));
    }

    fn listen(&mut self, context: &egui::Context) {
        while let Some(told) = self.loader.next() {
            match told {
                Told::Changed => self.reload(),
                Told::Read(done, _) => {
                    self.reading = false;
                    match *done {
                        Ok(opened) => self.show(context, opened),
                        Err(why) => self.fail(why),
                    }
                }
            }
        }
        let dropped = context.input(|input| {
            let last = input.raw.dropped_files.last();
            last.map(|file| file.path().to_string_lossy().replace('\\', "/"))
        });
        if let Some(file) = dropped {
            // What was asked of the first file does not concern another one.
            let request = Request { root: None, file, ..self.start.request.clone() };
            self.open(request);
        }
    }

    fn fail(&mut self, why: String) {
        // A file that comes back is read again.
        if let Some(session) = &self.session {
            self.loader.watch(session.opened.files.clone());
        } else {
            self.loader.watch(vec![self.start.request.file.clone()]);
        }
        if self.start.shot.is_some() {
            Ending::say(&self.ending, why.clone());
        }
        self.failed = Some(why);
    }

    fn show(&mut self, context: &egui::Context, opened: Opened) {
        self.loader.watch(opened.files.clone());
        self.failed = None;
        match &mut self.session {
            Some(session) if session.opened.request.file == opened.request.file => {
                session.reload(opened);
                self.say(context, "read again".to_owned());
            }
            _ => {
                let first = self.session.is_none();
                let (mut options, mut timeline) = (self.start.options, self.start.timeline.clone());
                if !first {
                    (options.camera, timeline) = (CameraChoice::Auto, Timeline::default());
                } else if let Err(why) = self.choose(&opened, &mut options) {
                    (timeline.choice, options.camera) = (Choice::default(), CameraChoice::Auto);
                    self.fail(why);
                }
                let mut session = Session::new(opened, options, timeline);
                if let Some(before) = &self.session {
                    session.follow(before);
                }
                if let Some(name) = self.start.select.as_deref().filter(|_| first) {
                    let scene = &session.opened.scene;
                    let named = |by: fn(&proscenio::Node) -> &str| {
                        scene.depth_first().find(|id| by(&scene.nodes[*id]) == name)
                    };
                    let found = named(tree::key).or_else(|| named(|node| &node.name));
                    session.select(found);
                }
                self.session = Some(session);
            }
        }
    }

    /// Finds the camera and the animation that were asked for.
    fn choose(&self, opened: &Opened, options: &mut Options) -> Result<(), String> {
        if let Some(name) = &self.start.camera {
            let camera = find_camera(&opened.scene, &opened.cameras, name)?;
            options.camera = CameraChoice::Node(camera);
        }
        let Choice::Named(name) = &self.start.timeline.choice else { return Ok(()) };
        if self.start.timeline.played(&opened.scene).is_empty() {
            let meant =
                did_you_mean(name, opened.animations.iter()).map(|meant| meant + " ").unwrap_or_default();
            return Err(match opened.animations.as_slice() {
                [] => format!("there is no animation {name}: the scene has none"),
                names => format!("there is no animation {name}; {meant}the scene has: {}", names.join(", ")),
            });
        }
        Ok(())
    }

    fn name_window(&mut self, context: &egui::Context) {
        let title = match &self.session {
            Some(session) => {
                let file = &session.opened.request.file;
                let name = file.rsplit('/').next().unwrap_or(file);
                format!("{name} – Proscenio")
            }
            None => "Proscenio".to_owned(),
        };
        if title != self.title {
            context.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    /// Makes the screenshot that was asked for, and closes the window.
    fn shoot(&mut self, context: &egui::Context) {
        let Some(shot) = &self.start.shot else { return };
        let done = self.failed.is_some() || self.picture.failed.is_some();
        if let Some(why) = self.picture.failed.clone().filter(|_| self.failed.is_none()) {
            Ending::say(&self.ending, why);
        }
        if let Some(image) = self.slot.take() {
            if let Err(why) = shot::write(&image, &shot.file, self.files) {
                Ending::say(&self.ending, why);
            }
            context.send_viewport_cmd(egui::ViewportCommand::Close);
        } else if done {
            context.send_viewport_cmd(egui::ViewportCommand::Close);
        } else if self.session.is_some() && !self.reading {
            if self.panels.frames >= shot.after && !self.shot_asked {
                self.shot_asked = true;
                self.slot.ask(context);
            }
            context.request_repaint();
        }
    }

    /// Writes the picture beside the file it shows, under a name that is free.
    pub(super) fn save_picture(&mut self, context: &egui::Context) {
        let Some(session) = &self.session else { return };
        let (Some(wanted), file) = (self.panels.wanted.clone(), &session.opened.request.file) else { return };
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        let free = (1..1000)
            .map(|number| format!("{stem}-{number}.png"))
            .find(|name| self.files.kind(name).is_none());
        let name = free.unwrap_or_else(|| format!("{stem}.png"));
        let written = self
            .picture
            .png(session, &wanted)
            .and_then(|bytes| self.files.write(&name, &bytes).map_err(|error| error.to_string()));
        self.say(context, written.map_or_else(|why| why, |()| format!("wrote {name}")));
    }
}

/// The camera of a path or a name.
fn find_camera(
    scene: &Scene,
    cameras: &[proscenio::NodeId],
    name: &str,
) -> Result<proscenio::NodeId, String> {
    let exact = cameras.iter().find(|id| scene.nodes[**id].identity.key == name);
    if let Some(id) = exact.or_else(|| cameras.iter().find(|id| scene.nodes[**id].name == name)) {
        return Ok(*id);
    }
    let known: Vec<&str> = cameras.iter().map(|id| tree::key(&scene.nodes[*id])).collect();
    Err(if known.is_empty() {
        format!("there is no camera {name}: the scene has none")
    } else {
        format!("there is no camera {name}; the scene has: {}", known.join(", "))
    })
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let context = ui.ctx().clone();
        self.listen(&context);
        self.name_window(&context);
        let step = f64::from(context.input(|input| input.stable_dt));
        if let Some(session) = &mut self.session
            && session.timeline.playing
        {
            let (timeline, scene) = (&mut session.timeline, &session.opened.scene);
            if timeline.advance(step, scene) {
                session.pose();
            }
            context.request_repaint();
        }
        panels::all(self, ui);
        self.shoot(&context);
    }
}
