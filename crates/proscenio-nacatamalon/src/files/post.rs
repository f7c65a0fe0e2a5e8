//! Chains of full-screen effects, in `project.json` and in a scene's filters.

use crate::files::json::{Members, Out};
use crate::files::reader::{Object, Reader};
use crate::model::Json;
use crate::model::fields::finite;
use crate::value::Value;

/// One effect of a chain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PostEntry {
    /// The key of an effect the engine brings along; wins over a file. A key the engine does not know keeps
    /// the entry and runs nothing.
    pub builtin: Option<String>,
    /// The path of a `.wgsl` or `.shader`; written as `effect`, also read as `shader`.
    pub effect: Option<String>,
    /// Whether the file says `shader`, as projects up to 0.1.8 do; the writer repeats the word.
    pub says_shader: bool,
    /// The numbers of the effect, by name: one number or two to four.
    pub uniforms: Vec<(String, Vec<f64>)>,
    /// What the effect is made with; laid over `uniforms` by name.
    pub options: Members,
    /// The path of a `.palette`; wins over `lut`.
    pub palette: Option<String>,
    /// The path of a `.cube` or strip picture.
    pub lut: Option<String>,
    /// Whether it runs; `true` unless the file says `false`.
    pub enabled: bool,
    /// For people.
    pub name: Option<String>,
    /// Members the format does not know.
    pub extra: Members,
}

const FIELDS: &[&str] =
    &["builtin", "effect", "shader", "uniforms", "options", "palette", "lut", "enabled", "name"];

/// The effects the engine brings along. `outline` and `glow` are younger than the others.
pub const BUILT_IN: &[&str] = &[
    "lut",
    "adjust",
    "wave",
    "shockwave",
    "distort",
    "mosaic",
    "blur",
    "zoomBlur",
    "motionBlur",
    "tiltShift",
    "bloom",
    "godrays",
    "halftone",
    "glitch",
    "rgbSplit",
    "grain",
    "oldFilm",
    "palette",
    "dither",
    "posterize",
    "phosphor",
    "ntsc",
    "lcd",
    "crt",
    "outline",
    "glow",
];

impl PostEntry {
    /// Whether the engine knows the entry's built-in effect, where it names one.
    #[must_use]
    pub fn is_runnable(&self) -> bool {
        self.builtin.as_deref().map_or(self.effect.is_some(), |key| BUILT_IN.contains(&key))
    }

    /// `None` for an entry that names neither an effect of the engine nor a file.
    pub(crate) fn read(reader: &mut Reader, value: Value<'_>) -> Option<Self> {
        let mut own = Object::of(value)?;
        let mut path = |reader: &mut Reader, name: &'static str| {
            let text = reader.text(&mut own, name)?;
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let builtin = path(reader, "builtin");
        let (effect, shader) = (path(reader, "effect"), path(reader, "shader"));
        let (palette, lut) = (path(reader, "palette"), path(reader, "lut"));
        if builtin.is_none() && effect.is_none() && shader.is_none() {
            return None;
        }
        let says_shader = effect.is_none() && shader.is_some();
        if effect.is_some() && shader.is_some() {
            own.set_aside("shader");
        }
        let options = reader.checked(&mut own, "options", "an object", |value| match Json::from(value) {
            Json::Object(members) => Some(members),
            _ => None,
        });
        Some(Self {
            builtin,
            effect: effect.or(shader),
            says_shader,
            uniforms: uniforms(reader, &mut own),
            options: options.unwrap_or_default(),
            palette,
            lut,
            enabled: reader.bool(&mut own, "enabled").unwrap_or(true),
            name: reader.text(&mut own, "name").filter(|name| !name.is_empty()),
            extra: reader.rest(&own, FIELDS),
        })
    }

    pub(crate) fn json(&self) -> Json {
        let (effect, shader) =
            if self.says_shader { (None, self.effect.as_ref()) } else { (self.effect.as_ref(), None) };
        let some = |members: Members| (!members.is_empty()).then_some(Json::Object(members));
        let uniforms = self.uniforms.iter().map(|(name, numbers)| {
            let value = match numbers[..] {
                [number] => Json::from(number),
                _ => numbers.iter().map(|number| Json::from(*number)).collect::<Vec<_>>().into(),
            };
            (name.clone(), value)
        });
        Out::new()
            .opt("builtin", self.builtin.as_ref())
            .opt("effect", effect)
            .opt("shader", shader)
            .opt("uniforms", some(uniforms.collect()))
            .opt("options", some(self.options.clone()))
            .opt("palette", self.palette.as_ref())
            .opt("lut", self.lut.as_ref())
            .unless("enabled", self.enabled, true)
            .opt("name", self.name.as_ref())
            .with(&self.extra)
    }
}

/// Knobs by name: finite numbers and lists of two to four of them; anything else is passed over, as the
/// engine does.
fn uniforms(reader: &mut Reader, own: &mut Object<'_>) -> Vec<(String, Vec<f64>)> {
    let Some(object) = reader.object(own, "uniforms") else { return Vec::new() };
    let mut list = Vec::new();
    for (name, value) in object.members() {
        let numbers: Option<Vec<f64>> = match finite(value) {
            Some(number) => Some(vec![number]),
            None => value.elements().map(finite).collect::<Option<Vec<f64>>>(),
        };
        match numbers.filter(|numbers| finite(value).is_some() || (2..=4).contains(&numbers.len())) {
            Some(numbers) => list.push((name.to_owned(), numbers)),
            None => reader.dropped(value, &format!("`{name}` is no number and no list of two to four")),
        }
    }
    list
}
