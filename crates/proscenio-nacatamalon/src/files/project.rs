//! `project.json`: what is true of a whole game.

use crate::Document;
use crate::files::codes;
use crate::files::json::{Members, Out};
use crate::files::post::PostEntry;
use crate::files::reader::{Object, Read, Reader, found};
use crate::model::Colour;
use crate::model::Json;
use crate::model::base::words;
use crate::model::fields::finite;
use crate::value::Value;

mod actions;

pub use actions::{Action, Binding};

/// What a project says in `format`.
pub const FORMAT: &str = "nacatamalon-project";
/// What projects of earlier releases say.
pub const OLD_FORMAT: &str = "nacatamal-project";

/// What is true of a whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectFile {
    /// For people; `Untitled` when blank.
    pub name: String,
    /// The game's width in its own pixels, whole, 1 to 16384; 320 by default.
    pub width: f64,
    /// The game's height, 224 by default.
    pub height: f64,
    /// What the screen is cleared with; #0f1119 by default.
    pub background: Colour,
    /// Whether pictures are smoothed where nothing else is said; `false` by default.
    pub smooth: bool,
    /// Samples per pixel, 1 or 4; 1 by default.
    pub msaa: f64,
    /// What draws.
    pub renderer: Renderer,
    /// How the game fills its window.
    pub scaling: Scaling,
    /// Which sides keep their size.
    pub keep: Keep,
    /// Real pixels per game pixel.
    pub pixel_ratio: PixelRatio,
    /// Whether the game pauses when it loses the focus; `true` by default.
    pub pause_on_blur: bool,
    /// Seed of the game's random numbers; a new one each time when absent.
    pub seed: Option<f64>,
    /// The scene the game starts with, by the name it carries inside; may be empty.
    pub main_scene: String,
    /// What the player can do.
    pub actions: Vec<Action>,
    /// Entries of `actions` that are passed over; written back behind the others.
    pub unread_actions: Vec<Json>,
    /// Where changed bindings are kept.
    pub actions_persist: ActionsPersist,
    /// Effects over the whole screen, in order.
    pub post: Vec<PostEntry>,
    /// Entries of `post` that are passed over; written back behind the others.
    pub unread_post: Vec<Json>,
    /// Members the format does not know.
    pub extra: Members,
}

words! {
    /// What draws a game.
    Renderer {
        /// The best there is.
        Auto = "AUTO",
        /// WebGPU.
        WebGpu = "WEBGPU",
        /// WebGL 2.
        WebGl2 = "WEBGL2",
    }
}

words! {
    /// How a game fills its window.
    Scaling {
        /// Not at all.
        None = "none",
        /// By a whole number.
        Integer = "integer",
        /// As large as fits.
        Contain = "contain",
        /// Stretched over all of it.
        Fill = "fill",
    }
}

words! {
    /// Which sides of the game keep their size.
    Keep {
        /// Both.
        Both = "both",
        /// The height.
        Height = "height",
        /// The width.
        Width = "width",
        /// Neither.
        None = "none",
    }
}

words! {
    /// Where changed bindings are kept.
    ActionsPersist {
        /// Nowhere.
        None = "none",
        /// In the browser's local storage.
        LocalStorage = "localStorage",
        /// In the browser's database.
        IndexedDb = "indexedDb",
    }
}

/// Real pixels per game pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PixelRatio {
    /// A number above 0; 1 by default.
    Number(f64),
    /// The screen's own.
    Device,
}

/// What a window shows of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Width and height of what is drawn, game pixels.
    pub buffer: [f64; 2],
    /// Width and height of the same in the window, window pixels.
    pub shown: [f64; 2],
}

const FIELDS: &[&str] = &[
    "format",
    "version",
    "name",
    "width",
    "height",
    "background",
    "smooth",
    "msaa",
    "renderer",
    "scaling",
    "keep",
    "pixelRatio",
    "pauseOnBlur",
    "seed",
    "mainScene",
    "actions",
    "actionsPersist",
    "post",
];
const NAME: &str = "Untitled";
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 224.0;
const BACKGROUND: Colour = Colour { r: 15.0 / 255.0, g: 17.0 / 255.0, b: 25.0 / 255.0, a: 1.0 };

impl Default for ProjectFile {
    fn default() -> Self {
        Self {
            name: NAME.to_owned(),
            width: WIDTH,
            height: HEIGHT,
            background: BACKGROUND,
            smooth: false,
            msaa: 1.0,
            renderer: Renderer::Auto,
            scaling: Scaling::Contain,
            keep: Keep::Both,
            pixel_ratio: PixelRatio::Number(1.0),
            pause_on_blur: true,
            seed: None,
            main_scene: String::new(),
            actions: Vec::new(),
            unread_actions: Vec::new(),
            actions_persist: ActionsPersist::None,
            post: Vec::new(),
            unread_post: Vec::new(),
            extra: Vec::new(),
        }
    }
}

impl ProjectFile {
    /// Reads a project; never fails. Settings are read as far as they go: a bad value has its default, a bad
    /// entry is passed over. A file of another format is all defaults.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let mut project = Self::default();
        let Some(mut object) = reader.root(document) else { return reader.finish(project) };
        if let Some(format) = object.get("format")
            && !matches!(format.as_str().as_deref(), Some(FORMAT | OLD_FORMAT))
        {
            let message = format!("expected the format \"{FORMAT}\", found {}", found(format));
            reader.refuse(&codes::FILE_WRONG_KIND, format.span(), message);
            return reader.finish(project);
        }
        if let Some(version) = object.get("version").filter(|version| version.as_f64() > Some(1.0)) {
            let message = format!("version {} is newer than 1", found(version));
            reader.warn(&codes::FILE_NEWER_VERSION, version.span(), message);
        }
        project.read_screen(&mut reader, &mut object);
        project.read_game(&mut reader, &mut object);
        for value in reader.list(&mut object, "post").unwrap_or_default() {
            match PostEntry::read(&mut reader, value) {
                Some(entry) => project.post.push(entry),
                None => {
                    reader.dropped(value, "it names neither a built-in effect nor a file");
                    project.unread_post.push(Json::from(value));
                }
            }
        }
        project.extra = reader.rest(&object, FIELDS);
        reader.finish(project)
    }

    fn read_screen(&mut self, reader: &mut Reader, object: &mut Object<'_>) {
        let side = |value| finite(value).map(f64::round).filter(|side| (1.0..=16384.0).contains(side));
        let expected = "a whole number from 1 to 16384";
        self.width = reader.checked(object, "width", expected, side).unwrap_or(WIDTH);
        self.height = reader.checked(object, "height", expected, side).unwrap_or(HEIGHT);
        self.background = reader.colour(object, "background", BACKGROUND);
        self.smooth = reader.bool(object, "smooth").unwrap_or(false);
        let samples = |value| finite(value).filter(|samples| [1.0, 4.0].contains(samples));
        self.msaa = reader.checked(object, "msaa", "1 or 4", samples).unwrap_or(1.0);
        self.renderer = reader
            .word(object, "renderer", "AUTO, WEBGPU or WEBGL2", Renderer::from_word)
            .unwrap_or(Renderer::Auto);
        self.scaling = reader
            .word(object, "scaling", "none, integer, contain or fill", Scaling::from_word)
            .unwrap_or(Scaling::Contain);
        self.keep =
            reader.word(object, "keep", "both, height, width or none", Keep::from_word).unwrap_or(Keep::Both);
        let ratio = |value: Value<'_>| match value.as_str() {
            Some(word) => (word == "device").then_some(PixelRatio::Device),
            None => finite(value).filter(|ratio| *ratio > 0.0).map(PixelRatio::Number),
        };
        self.pixel_ratio = reader
            .checked(object, "pixelRatio", "a number above 0 or \"device\"", ratio)
            .unwrap_or(PixelRatio::Number(1.0));
    }

    fn read_game(&mut self, reader: &mut Reader, object: &mut Object<'_>) {
        let name =
            |value: Value<'_>| Some(value.as_str()?.into_owned()).filter(|name| !name.trim().is_empty());
        if let Some(name) = reader.checked(object, "name", "a name that is not blank", name) {
            self.name = name;
        }
        self.pause_on_blur = reader.bool(object, "pauseOnBlur").unwrap_or(true);
        self.seed = reader.num(object, "seed");
        self.main_scene = reader.text(object, "mainScene").unwrap_or_default();
        self.actions_persist = reader
            .word(object, "actionsPersist", "none, localStorage or indexedDb", ActionsPersist::from_word)
            .unwrap_or(ActionsPersist::None);
        let list = reader.list(object, "actions").unwrap_or_default();
        (self.actions, self.unread_actions) = actions::read(reader, list);
    }

    /// The file as text, four blanks per level, defaults left out but for the game's name and size.
    #[must_use]
    pub fn serialize(&self) -> String {
        let mut actions: Vec<Json> = self.actions.iter().map(Action::json).collect();
        actions.extend(self.unread_actions.iter().cloned());
        let mut post: Vec<Json> = self.post.iter().map(PostEntry::json).collect();
        post.extend(self.unread_post.iter().cloned());
        let ratio = match self.pixel_ratio {
            PixelRatio::Device => Some(Json::from("device")),
            PixelRatio::Number(ratio) => (ratio != 1.0).then_some(Json::from(ratio)),
        };
        let c = self.background;
        let background = Out::new().put("r", c.r).put("g", c.g).put("b", c.b).put("a", c.a).with(&Vec::new());
        Out::new()
            .put("format", FORMAT)
            .put("version", 1.0)
            .put("name", &self.name)
            .put("width", self.width)
            .put("height", self.height)
            .opt("background", (c != BACKGROUND).then_some(background))
            .unless("smooth", self.smooth, false)
            .unless("msaa", self.msaa, 1.0)
            .unless("renderer", self.renderer.as_str(), "AUTO")
            .unless("scaling", self.scaling.as_str(), "contain")
            .unless("keep", self.keep.as_str(), "both")
            .opt("pixelRatio", ratio)
            .unless("pauseOnBlur", self.pause_on_blur, true)
            .opt("seed", self.seed)
            .unless("mainScene", self.main_scene.as_str(), "")
            .opt("actions", (!actions.is_empty()).then_some(actions))
            .unless("actionsPersist", self.actions_persist.as_str(), "none")
            .opt("post", (!post.is_empty()).then_some(post))
            .with(&self.extra)
            .pretty()
    }

    /// What a window of `width` by `height` pixels shows of the game.
    #[must_use]
    pub fn fit(&self, width: f64, height: f64) -> Fit {
        let (base, available) = ([self.width, self.height], [width, height]);
        if self.scaling == Scaling::Fill {
            return Fit { buffer: base, shown: available };
        }
        let ratio = [width / self.width, height / self.height];
        let scale = match (self.scaling, self.keep) {
            (Scaling::None, _) | (_, Keep::None) => 1.0,
            (_, Keep::Both) => ratio[0].min(ratio[1]),
            (_, Keep::Height) => ratio[1],
            (_, Keep::Width) => ratio[0],
        };
        let scale = if self.scaling == Scaling::Integer && scale >= 1.0 { scale.floor() } else { scale };
        let kept = match self.keep {
            Keep::Both => [true, true],
            Keep::Height => [false, true],
            Keep::Width => [true, false],
            Keep::None => [false, false],
        };
        let buffer = [0, 1].map(|k| if kept[k] { base[k] } else { (available[k] / scale).floor().max(1.0) });
        Fit { buffer, shown: buffer.map(|side| (side * scale).round()) }
    }
}
