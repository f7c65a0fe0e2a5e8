//! `.wgsl`: a shader as text, with directives in its comments.

use proscenio_source::Span;
use rustc_hash::FxHashSet;

use crate::Document;
use crate::files::codes;
use crate::files::reader::{Read, Reader};
use crate::files::shader::functions::{self, Function};
use crate::files::shader::{MAX_POST_BYTES, Parameter, ParameterType, ShaderFamily};

/// A shader as text.
#[derive(Clone, Debug, PartialEq)]
pub struct ShaderText {
    /// The file as it stands.
    pub source: String,
    /// What it is for; sprites when the file does not say.
    pub family: ShaderFamily,
    /// Its parameters in file order, which is their order in memory.
    pub parameters: Vec<Parameter>,
    /// The WGSL half.
    pub wgsl: Half,
    /// The GLSL half; empty when there is none.
    pub glsl: Half,
}

/// What one language of a shader defines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Half {
    /// The function of each pixel: every helper in front of it.
    pub effect: Option<String>,
    /// The function of each corner, for models: every helper in front of it.
    pub vertex: Option<String>,
}

/// A function that the engine calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    /// `effect`, for each pixel.
    Effect,
    /// `vertex`, for each corner.
    Vertex,
}

impl Half {
    /// The source of a hook.
    #[must_use]
    pub fn hook(&self, hook: Hook) -> Option<&str> {
        match hook {
            Hook::Effect => self.effect.as_deref(),
            Hook::Vertex => self.vertex.as_deref(),
        }
    }

    fn of(functions: &[Function<'_>]) -> Self {
        let helpers: Vec<&str> =
            functions.iter().filter(|f| !["effect", "vertex"].contains(&f.name)).map(|f| f.text).collect();
        let hook = |name: &str| {
            let own = functions.iter().rfind(|f| f.name == name)?;
            Some(helpers.iter().copied().chain([own.text]).collect::<Vec<_>>().join("\n\n"))
        };
        Self { effect: hook("effect"), vertex: hook("vertex") }
    }

    const fn is_empty(&self) -> bool {
        self.effect.is_none() && self.vertex.is_none()
    }
}

/// Where text goes.
#[derive(Clone, Copy, PartialEq)]
enum Language {
    Wgsl,
    Glsl,
}

impl ShaderText {
    /// Reads a shader; never fails. What the engine would refuse is told and leaves [`Read::refused`] set.
    /// The language itself is not checked.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::of_text(document);
        let source = String::from_utf8_lossy(document.source().bytes()).into_owned();
        let mut shader = Self {
            source: String::new(),
            family: ShaderFamily::Sprite2d,
            parameters: Vec::new(),
            wgsl: Half::default(),
            glsl: Half::default(),
        };
        let (mut wgsl, mut glsl) = (String::new(), String::new());
        let (mut language, mut says_glsl) = (Language::Wgsl, false);
        let mut names = FxHashSet::default();
        let mut uniforms = Vec::new();
        let mut at = 0;
        for line in source.split_inclusive('\n') {
            let span = Span::new(at as u32, (at + line.trim_end().len()) as u32);
            at += line.len();
            let directive = directive(line);
            match directive {
                Some(("wgsl", "")) => language = Language::Wgsl,
                Some(("glsl", "")) => {
                    language = Language::Glsl;
                    says_glsl = true;
                }
                Some(("shader", word)) => shader.read_family(&mut reader, span, word),
                Some(("uniform", rest)) => uniforms.push((span, rest)),
                _ => {}
            }
            // Directives are comments: they do no harm where they stand.
            if language == Language::Wgsl { wgsl.push_str(line) } else { glsl.push_str(line) }
        }
        for (span, rest) in uniforms {
            shader.read_uniform(&mut reader, &mut names, span, rest);
        }
        shader.wgsl = Half::of(&functions::wgsl(&wgsl));
        shader.glsl = Half::of(&functions::glsl(&glsl));
        shader.check(&mut reader, says_glsl);
        shader.source = source;
        reader.finish(shader)
    }

    /// The file as text: as it was typed.
    #[must_use]
    pub fn serialize(&self) -> String {
        self.source.clone()
    }

    fn read_family(&mut self, reader: &mut Reader, span: Span, word: &str) {
        match ShaderFamily::from_word(word) {
            Some(family) => self.family = family,
            None => {
                let message =
                    format!("expected sprite2d, mesh3d or post behind @shader, found `{}`", short(word));
                reader.refuse(&codes::WGSL_BAD_DIRECTIVE, span, message);
            }
        }
    }

    fn read_uniform(&mut self, reader: &mut Reader, names: &mut FxHashSet<String>, span: Span, rest: &str) {
        let Some(parameter) = parameter(rest) else {
            let message = format!("expected NAME: TYPE = VALUES behind @uniform, found `{}`", short(rest));
            reader.refuse(&codes::WGSL_BAD_DIRECTIVE, span, message);
            return;
        };
        let reserved = self.family.own_slots().iter().any(|(name, _)| *name == parameter.name);
        if reserved {
            let message = format!("`{}` is the engine's own", parameter.name);
            reader.refuse(&codes::WGSL_RESERVED_NAME, span, message);
        } else if !names.insert(parameter.name.clone()) {
            let message = format!("the parameter `{}` stands there twice", parameter.name);
            reader.refuse(&codes::WGSL_BAD_DIRECTIVE, span, message);
        } else {
            self.parameters.push(parameter);
        }
    }

    fn check(&self, reader: &mut Reader, says_glsl: bool) {
        let start = Span::empty(0);
        if self.wgsl.is_empty() && says_glsl && !self.glsl.is_empty() {
            reader.refuse(&codes::WGSL_HALVES, start, "there is a GLSL half and no WGSL half");
        } else if self.wgsl.is_empty() || (says_glsl && self.glsl.is_empty()) {
            let half = if self.wgsl.is_empty() { "WGSL" } else { "GLSL" };
            let message = format!("the {half} text has neither a function effect nor a function vertex");
            reader.refuse(&codes::WGSL_NO_HOOK, start, message);
        }
        for hook in [Hook::Effect, Hook::Vertex] {
            let both = !self.wgsl.is_empty() && !self.glsl.is_empty();
            if both && self.wgsl.hook(hook).is_some() != self.glsl.hook(hook).is_some() {
                reader.refuse(
                    &codes::WGSL_HALVES,
                    start,
                    format!("only one of the halves defines {hook:?}").to_lowercase(),
                );
            }
        }
        if self.family != ShaderFamily::Mesh3d && self.wgsl.vertex.is_some() {
            let message = format!("a {} shader has no function vertex", self.family.as_str());
            reader.refuse(&codes::WGSL_NO_HOOK, start, message);
        }
        if self.family == ShaderFamily::Post && self.wgsl.effect.is_none() && self.wgsl.vertex.is_some() {
            reader.refuse(&codes::WGSL_NO_HOOK, start, "a post shader needs a function effect");
        }
        let size = self.family.layout(&self.parameters).size;
        if self.family == ShaderFamily::Post && size > MAX_POST_BYTES {
            let message = format!("the parameters take {size} bytes, and a post shader has {MAX_POST_BYTES}");
            reader.refuse(&codes::WGSL_BAD_DIRECTIVE, start, message);
        }
    }
}

/// The word behind `// @` and what follows it.
fn directive(line: &str) -> Option<(&str, &str)> {
    let (_, comment) = line.split_once("//")?;
    let text = comment.trim_start().strip_prefix('@')?.trim_end();
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    // The marks of the halves count only alone on their line.
    let alone = line.trim_start().starts_with("//");
    (alone || !["wgsl", "glsl"].contains(&word)).then(|| (word, rest.trim()))
}

/// `name: type = 1, 2`.
fn parameter(text: &str) -> Option<Parameter> {
    let (name, rest) = text.split_once(':')?;
    let (kind, values) = rest.split_once('=')?;
    let name = name.trim();
    let is_name = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let kind = kind.trim();
    let short = match kind {
        "vec2f" => Some(ParameterType::Vec2),
        "vec3f" => Some(ParameterType::Vec3),
        "vec4f" => Some(ParameterType::Vec4),
        _ => None,
    };
    let kind = ParameterType::from_word(kind).or(short)?;
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let value: Vec<f64> = values.split(',').map(number).collect::<Option<_>>()?;
    (is_name && value.len() == kind.lanes()).then(|| Parameter { name: name.to_owned(), kind, value })
}

fn short(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}
