//! Behaviours: code that scenes name.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{BoxId, LiveScene, PartId};
use crate::model::Setting;

/// Settings of a behaviour by name.
pub type Settings = Vec<(String, Setting)>;

/// A behaviour on one box.
pub trait Behaviour {
    /// The settings it has, with their defaults.
    fn declared(&self) -> Settings {
        Settings::new()
    }

    /// Whether it also runs where scenes are only looked at and edited: see [`Run::Attach`].
    fn is_tool(&self) -> bool {
        false
    }

    /// Called once when its box stands, with all else on it, and before the boxes in it are built.
    fn start(&mut self, _scene: &mut LiveScene, _host: BoxId, _settings: &Settings) {}

    /// Called by [`Scripts::update`] with the seconds since the last time.
    fn update(&mut self, _scene: &mut LiveScene, _host: BoxId, _seconds: f64) {}
}

/// Which behaviours run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Run {
    /// All of them.
    #[default]
    All,
    /// Tools alone: what an editor does. The others are recorded all the same.
    Attach,
}

type Make = Box<dyn Fn() -> Box<dyn Behaviour>>;

struct Running {
    host: BoxId,
    part: PartId,
    behaviour: Box<dyn Behaviour>,
}

/// Behaviours by name, and those that run.
#[derive(Default)]
pub struct Scripts {
    makers: FxHashMap<String, Make>,
    running: Vec<Running>,
    /// Names that were missed, each told once.
    told: FxHashSet<String>,
}

impl std::fmt::Debug for Scripts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut names: Vec<&String> = self.makers.keys().collect();
        names.sort();
        f.debug_struct("Scripts").field("registered", &names).field("running", &self.running.len()).finish()
    }
}

impl Scripts {
    /// No behaviour.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a behaviour under the name that scenes use; the later of two of one name counts.
    pub fn register<B: Behaviour + 'static>(
        &mut self,
        name: impl Into<String>,
        make: impl Fn() -> B + 'static,
    ) {
        self.makers.insert(name.into(), Box::new(move || Box::new(make())));
    }

    /// Forgets all behaviours, those that run, and which names were missed.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Lets every behaviour that runs do its work. One whose box or component is gone stops.
    pub fn update(&mut self, scene: &mut LiveScene, seconds: f64) {
        self.running.retain(|running| scene.part(running.part).is_some());
        for running in &mut self.running {
            // An earlier one may have removed the box.
            if scene.get(running.host).is_some() {
                running.behaviour.update(scene, running.host, seconds);
            }
        }
    }

    /// How many behaviours run.
    #[must_use]
    pub fn running(&self) -> usize {
        self.running.len()
    }

    pub(super) fn make(&self, name: &str) -> Option<Box<dyn Behaviour>> {
        self.makers.get(name).map(|make| make())
    }

    /// Whether a missed name is to be told: the first time.
    pub(super) fn tells(&mut self, name: &str) -> bool {
        self.told.insert(name.to_owned())
    }

    pub(super) fn start(
        &mut self,
        scene: &mut LiveScene,
        part: PartId,
        mut behaviour: Box<dyn Behaviour>,
        settings: &Settings,
    ) {
        let host = part.owner;
        behaviour.start(scene, host, settings);
        self.running.push(Running { host, part, behaviour });
    }
}

/// What a behaviour declares, overlaid with what a document says.
pub(super) fn resolved(declared: Settings, said: &[(String, Setting)]) -> Settings {
    let mut settings = declared;
    for (name, value) in said {
        match settings.iter_mut().find(|(own, _)| own == name) {
            Some((_, own)) => *own = value.clone(),
            None => settings.push((name.clone(), value.clone())),
        }
    }
    settings
}
