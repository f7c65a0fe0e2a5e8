//! What themes say: a control's own overrides, `Theme` resources up the tree, the project's, the engine's.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::OnceLock;

use proscenio_godot::Value;
use proscenio_godot::classes::ClassTable;
use proscenio_godot::value::decode;

use super::super::Importer;
use super::super::files::{File, Place, Target};
use super::super::props::Props;
use super::style::StyleBox;
use super::text::Way;

/// The themes over a control, the nearest first.
pub(in super::super) type Themes = Vec<Place>;

/// What the engine's own theme has, by type, kind and name.
struct EnginesOwn {
    items: HashMap<(&'static str, &'static str, &'static str), &'static str>,
}

fn default_theme() -> &'static EnginesOwn {
    static THEME: OnceLock<EnginesOwn> = OnceLock::new();
    THEME.get_or_init(|| {
        let mut items = HashMap::new();
        for line in include_str!("default_theme.txt").lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.splitn(4, ' ');
            if let (Some(class), Some(kind), Some(name)) = (words.next(), words.next(), words.next()) {
                items.insert((class, kind, name), words.next().unwrap_or_default());
            }
        }
        EnginesOwn { items }
    })
}

/// What a theme is asked as by one control.
pub(super) struct Asking<'a> {
    pub props: &'a Props,
    pub themes: &'a Themes,
    /// Its variation, its class and the classes above.
    pub types: Vec<String>,
    /// Factor on the numbers of the engine's own theme.
    scale: f32,
}

/// Where an item was found.
enum Found {
    Set(Value, Place),
    Default(&'static str),
}

impl<'a> Asking<'a> {
    pub fn new(props: &'a Props, themes: &'a Themes, scale: f32) -> Self {
        let mut types = Vec::new();
        let mut variation = props.text("theme_type_variation");
        for _ in 0..8 {
            if variation.is_empty() {
                break;
            }
            let base = themes.iter().find_map(|place| {
                let entry = place.section()?.property(&format!("{variation}/base_type"))?;
                Some(entry.value().as_str()?.to_owned())
            });
            types.push(std::mem::replace(&mut variation, base.unwrap_or_default()));
        }
        let known = types.last().is_some_and(|last| last == props.class());
        if known {
            types.pop();
        }
        match ClassTable::godot_4().class(props.class()) {
            Some(class) => types.extend(class.ancestry().map(|class| class.name().to_owned())),
            None => types.push(props.class().to_owned()),
        }
        Self { props, themes, types, scale }
    }

    /// As if it were of another class: for the parts that a control is made of.
    pub fn of(&self, class: &str) -> Asking<'a> {
        Asking { props: self.props, themes: self.themes, types: vec![class.to_owned()], scale: self.scale }
    }

    /// Factor on the sizes of the engine's own theme.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    fn find(&self, kind: &'static str, name: &str) -> Option<Found> {
        let (folder, own) = match kind {
            "constant" => ("constants", "theme_override_constants"),
            "color" => ("colors", "theme_override_colors"),
            "font_size" => ("font_sizes", "theme_override_font_sizes"),
            "font" => ("fonts", "theme_override_fonts"),
            "icon" => ("icons", "theme_override_icons"),
            _ => ("styles", "theme_override_styles"),
        };
        let old = match kind {
            "constant" => "custom_constants",
            "color" => "custom_colors",
            "font" => "custom_fonts",
            "style" => "custom_styles",
            _ => "",
        };
        for prefix in [own, old] {
            if let Some((value, place)) = self.props.set(&format!("{prefix}/{name}")) {
                return Some(Found::Set(value, place.clone()));
            }
        }
        for theme in self.themes {
            let Some(section) = theme.section() else { continue };
            for class in &self.types {
                if let Some(entry) = section.property(&format!("{class}/{folder}/{name}")) {
                    return Some(Found::Set(entry.value(), theme.clone()));
                }
            }
            let general = match kind {
                "font" => section.property("default_font"),
                "font_size" => section.property("default_font_size"),
                _ => None,
            };
            if let Some(entry) = general {
                return Some(Found::Set(entry.value(), theme.clone()));
            }
        }
        let items: &HashMap<(&str, &str, &str), &'static str> = &default_theme().items;
        self.types.iter().find_map(|class| Some(Found::Default(items.get(&(class, kind, name))?)))
    }

    fn numbers(&self, kind: &'static str, name: &str) -> Option<f32> {
        match self.find(kind, name)? {
            Found::Set(value, _) => value.as_f64().map(|number| number as f32),
            Found::Default(text) => text.parse().ok().map(|number: f32| scaled(number, self.scale)),
        }
    }

    /// The direction of the control's text.
    pub fn way(&self) -> Way {
        match self.props.int("text_direction") {
            1 => Way::Right,
            2 => Way::Left,
            _ => Way::Auto,
        }
    }

    /// A constant; 0 when no theme has it.
    pub fn constant(&self, name: &str) -> f32 {
        self.numbers("constant", name).unwrap_or_default()
    }

    /// Pixels per em.
    pub fn font_size(&self) -> f32 {
        self.size_of("font_size")
    }

    /// As [`Asking::font_size`], of a name.
    pub fn size_of(&self, name: &str) -> f32 {
        let size = self.numbers("font_size", name).filter(|size| *size > 0.0);
        size.unwrap_or(16.0).clamp(1.0, 4096.0)
    }

    /// A stored colour; white when no theme has it.
    pub fn color(&self, name: &str) -> [f32; 4] {
        self.known_color(name).unwrap_or([1.0; 4])
    }

    /// A stored colour that a theme has.
    pub fn known_color(&self, name: &str) -> Option<[f32; 4]> {
        match self.find("color", name) {
            Some(Found::Set(value, _)) => value.as_color(),
            Some(Found::Default(text)) => {
                let mut channels = text.split(' ').map(|channel| channel.parse().unwrap_or(1.0));
                Some(std::array::from_fn(|_| channels.next().unwrap_or(1.0)))
            }
            None => None,
        }
    }

    /// Width and height of one of the engine's own icons.
    pub fn icon_size(&self, name: &str) -> [f32; 2] {
        match self.find("icon", name) {
            Some(Found::Default(text)) => {
                let mut sides = text.split(' ').map(|side| side.parse().unwrap_or(0.0));
                std::array::from_fn(|_| scaled(sides.next().unwrap_or(0.0), self.scale))
            }
            _ => [scaled(16.0, self.scale); 2],
        }
    }

    /// The value of an icon that a theme of the scene sets.
    pub fn icon(&self, name: &str) -> Option<(Value, Place)> {
        match self.find("icon", name) {
            Some(Found::Set(value, place)) => Some((value, place)),
            _ => None,
        }
    }

    /// The value of a font that a theme of the scene sets.
    pub fn font(&self, name: &str) -> Option<(Value, Place)> {
        match self.find("font", name) {
            Some(Found::Set(value, place)) => Some((value, place)),
            _ => None,
        }
    }
}

/// Lengths of styles, which grow with the theme.
const LENGTHS: &[&str] = &["content_margin", "corner_radius", "border_width", "expand_margin", "thickness"];

/// As the engine scales its own theme: to whole pixels.
fn scaled(number: f32, scale: f32) -> f32 {
    if scale == 1.0 { number } else { (number * scale).round() }
}

impl Importer<'_> {
    /// The theme and the font that the project says for all controls.
    pub(in super::super) fn project_themes(&mut self, file: &Rc<File>) -> Rc<Themes> {
        let [theme, font] = self.settings.theme.clone();
        let font = font.and_then(|path| self.project_resource(file, &path).map(|found| (path, found)));
        if let Some((path, place)) = font {
            self.controls.project_font = self.letters_at(file, &path, place);
        }
        let theme = theme.and_then(|path| self.project_resource(file, &path).flatten());
        Rc::new(theme.into_iter().collect())
    }

    /// What stands at a path: the resource of a text or binary file, nothing in it for others.
    fn project_resource(&mut self, file: &Rc<File>, path: &str) -> Option<Option<Place>> {
        match self.files.open(file, path) {
            Ok(opened) => Some(opened.and_then(|file| {
                let section = file.document.resource()?.index();
                Some(Place { file, section })
            })),
            Err(problem) => {
                self.tell_not_opened(file, None, &problem);
                None
            }
        }
    }

    /// A style; nothing when no theme has it.
    pub(super) fn style(&mut self, asking: &Asking<'_>, name: &str) -> Option<Rc<StyleBox>> {
        match asking.find("style", name)? {
            Found::Set(value, place) => self.style_of(&value, &place),
            Found::Default(text) => {
                let (class, rest) = text.split_once(' ').unwrap_or((text, ""));
                let of = |key: &str| {
                    let line = rest.split('|').find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
                    let value = line.map(|text| decode(text.as_bytes()).value)?;
                    let length = LENGTHS.iter().any(|prefix| key.starts_with(prefix));
                    let number = value.as_f64().filter(|number| length && *number > 0.0);
                    Some(
                        number
                            .map_or(value, |number| Value::Float(scaled(number as f32, asking.scale).into())),
                    )
                };
                Some(Rc::new(StyleBox::read(class, of, None)))
            }
        }
    }

    fn style_of(&mut self, value: &Value, place: &Place) -> Option<Rc<StyleBox>> {
        let Some(Target::Resource(resource)) = self.follow(&place.file, value, None) else { return None };
        let props = Props::of(&resource);
        let texture = self.texture(&props, "texture", true);
        let shown = texture.map(|texture| (texture, self.picture_size(texture.image)));
        let style = StyleBox::read(
            &resource.class(),
            |key| {
                let (value, _) = props.set(key)?;
                Some(value)
            },
            shown,
        );
        self.keep_aside(&props, &resource);
        Some(Rc::new(style))
    }

    /// The theme that a control names.
    pub(in super::super) fn named_theme(&mut self, props: &Props) -> Option<Place> {
        self.named_resource(props, "theme")
    }
}
