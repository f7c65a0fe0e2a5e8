//! Materials: a shader's hook and knobs, and on models a surface.

use crate::model::base::{Colour, RawMember, Uniforms, uniforms, words};
use crate::model::fields::Fields;
use crate::model::json::Json;
use crate::model::out::{Out, knobs};
use crate::value::Value;

/// The shader half every material has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shader {
    /// A name for people.
    pub name: Option<String>,
    /// Key of a `shader` asset; wins over the code below.
    pub effect: Option<String>,
    /// WGSL of the fragment hook, for a material made in code.
    pub fragment: Option<String>,
    /// GLSL of the fragment hook.
    pub fragment_glsl: Option<String>,
    /// WGSL of the vertex hook.
    pub vertex: Option<String>,
    /// GLSL of the vertex hook.
    pub vertex_glsl: Option<String>,
    /// The knobs as they are set.
    pub uniforms: Option<Uniforms>,
}

/// A picture a shader reads by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The name in the shader: a small letter, then letters and digits.
    pub name: String,
    /// Key of a texture asset.
    pub texture: String,
    /// What the picture does beyond its edge; repeats when absent.
    pub wrap: Option<Wrap>,
    /// Whether it is filtered; the project's setting when absent.
    pub smooth: Option<bool>,
}

/// The material of something flat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlatMaterial {
    /// Hook and knobs.
    pub shader: Shader,
    /// At most four pictures for the shader.
    pub maps: Vec<Map>,
}

words! {
    /// What a picture does beyond its edge.
    WrapMode {
        /// It starts over.
        Repeat = "repeat",
        /// Its last pixels go on.
        Clamp = "clamp",
        /// It comes back mirrored.
        Mirror = "mirror",
    }
}

/// [`WrapMode`] for both directions or for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// The same both ways.
    Both(WrapMode),
    /// Each way its own.
    Each {
        /// Across.
        u: WrapMode,
        /// Down.
        v: WrapMode,
    },
}

impl Wrap {
    /// Across and down.
    #[must_use]
    pub const fn axes(self) -> (WrapMode, WrapMode) {
        match self {
            Self::Both(mode) => (mode, mode),
            Self::Each { u, v } => (u, v),
        }
    }
}

words! {
    /// Which faces of its triangles a model does not draw.
    Cull {
        /// Those seen from behind.
        Back = "back",
        /// Those seen from the front: a shape seen from inside.
        Front = "front",
        /// None: both faces are drawn, each lit as the face it is.
        None = "none",
    }
}

/// Whether and how corners snap to a coarse grid on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexSnap {
    /// The game's own rows.
    On,
    /// That many rows.
    Rows(f64),
}

/// Where the light that comes from everywhere is kept out of the folds.
#[derive(Clone, Debug, PartialEq)]
pub struct Occlusion {
    /// Key of a texture asset.
    pub texture: String,
    /// 0 to below 1; everything when absent.
    pub strength: Option<f64>,
    /// Whether the second picture coordinates place it.
    pub second_uv: bool,
    /// Its own edges; those of the colour picture when absent.
    pub wrap: Option<Wrap>,
}

/// How a model is lit, when not plainly.
#[derive(Clone, Debug, PartialEq)]
pub struct Lighting {
    /// `toon`, `unlit`, or a look this version does not know.
    pub look: String,
    /// What else is said of it: for `toon` the numbers `bands`, `shadow` and `spot`.
    pub settings: Vec<RawMember>,
}

impl Lighting {
    /// A setting that is a number, such as `bands`.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        self.settings.iter().find(|setting| setting.name == name)?.value.as_f64()
    }
}

/// The material of a model: hook, knobs and surface.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelMaterial {
    /// Hook and knobs.
    pub shader: Shader,
    /// Key of a texture asset; may be empty.
    pub texture: Option<String>,
    /// Multiplies the picture; white by default.
    pub tint: Colour,
    /// Added to the lit colour; black by default.
    pub emissive: Colour,
    /// Colour of the shine; black, that is none, by default.
    pub specular: Colour,
    /// Exponent of the shine, 32 by default.
    pub shininess: f64,
    /// Opacity, multiplied with the tint's; 1 by default.
    pub alpha: f64,
    /// Whether the picture is filtered; the project's setting when absent.
    pub smooth: Option<bool>,
    /// Beyond the picture's edge; repeats when absent.
    pub wrap: Option<Wrap>,
    /// At most four pictures for the shader.
    pub maps: Vec<Map>,
    /// Corners on a coarse grid; off when absent.
    pub vertex_snap: Option<VertexSnap>,
    /// Whether the picture is stretched without perspective.
    pub affine: bool,
    /// Key of the picture the glow comes through.
    pub emissive_texture: Option<String>,
    /// Light kept out of folds.
    pub occlusion: Option<Occlusion>,
    /// A look; plainly lit when absent.
    pub lighting: Option<Lighting>,
    /// What is done once it is lit, as it stands in the file.
    pub steps: Vec<Json>,
    /// Faces left out; back faces when absent.
    pub cull: Option<Cull>,
    /// Alpha below which a pixel is not drawn and above which it is solid, 0 to 1; blends when absent.
    pub alpha_cutoff: Option<f64>,
    /// Whether it is seen through whatever its alpha; when absent, only below full alpha.
    pub transparent: Option<bool>,
}

impl Shader {
    fn read(fields: &Fields<'_>) -> Self {
        Self {
            name: fields.some_str("name"),
            effect: fields.some_str("effect"),
            fragment: fields.some_str("fragment"),
            fragment_glsl: fields.some_str("fragmentGlsl"),
            vertex: fields.some_str("vertex"),
            vertex_glsl: fields.some_str("vertexGlsl"),
            uniforms: uniforms(fields, "uniforms"),
        }
    }
}

impl FlatMaterial {
    /// `None` where no object stands.
    pub(crate) fn read(fields: &Fields<'_>) -> Option<Self> {
        let own = fields.rec("material")?;
        Some(Self { shader: Shader::read(&own), maps: maps(&own) })
    }
}

impl ModelMaterial {
    /// Always a whole material, even where the file says none.
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        let own = fields.rec("material").unwrap_or(Fields::none());
        Self {
            shader: Shader::read(&own),
            texture: own.opt_str("texture"),
            tint: own.colour("tint", Colour::WHITE),
            emissive: own.colour("emissive", Colour::BLACK),
            specular: own.colour("specular", Colour::BLACK),
            shininess: own.num("shininess", 32.0),
            alpha: own.num("alpha", 1.0),
            smooth: own.opt_bool("smooth"),
            wrap: wrap(&own),
            maps: maps(&own),
            vertex_snap: vertex_snap(&own),
            affine: own.is_true("affine"),
            emissive_texture: own.opt_str("emissiveTexture"),
            occlusion: occlusion(&own),
            lighting: lighting(&own),
            steps: steps(&own),
            cull: own.opt_str("cull").and_then(|word| Cull::from_word(&word)),
            alpha_cutoff: own.opt_num("alphaCutoff").filter(|alpha| (0.0..=1.0).contains(alpha)),
            transparent: own.opt_bool("transparent"),
        }
    }
}

fn wrap(fields: &Fields<'_>) -> Option<Wrap> {
    let mode =
        |fields: &Fields<'_>, name: &str| fields.opt_str(name).and_then(|word| WrapMode::from_word(&word));
    match fields.rec("wrap") {
        Some(each) => Some(Wrap::Each { u: mode(&each, "u")?, v: mode(&each, "v")? }),
        None => mode(fields, "wrap").map(Wrap::Both),
    }
}

/// How many extra pictures a shader may read.
const MAX_MAPS: usize = 4;

fn maps(fields: &Fields<'_>) -> Vec<Map> {
    let Some(own) = fields.rec("maps") else { return Vec::new() };
    let map = |name: &str, value: Value<'_>| {
        let fields = Fields::of(value).filter(|_| is_map_name(name))?;
        Some(Map {
            name: name.to_owned(),
            texture: fields.opt_str("texture")?,
            wrap: wrap(&fields),
            smooth: fields.opt_bool("smooth"),
        })
    };
    own.unique().into_iter().filter_map(|(name, value)| map(name, value)).take(MAX_MAPS).collect()
}

pub(crate) fn is_map_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn vertex_snap(fields: &Fields<'_>) -> Option<VertexSnap> {
    match fields.opt_num("vertexSnap") {
        Some(rows) => (rows > 0.0).then_some(VertexSnap::Rows(rows)),
        None => fields.is_true("vertexSnap").then_some(VertexSnap::On),
    }
}

fn occlusion(fields: &Fields<'_>) -> Option<Occlusion> {
    let own = fields.rec("occlusion")?;
    Some(Occlusion {
        texture: own.opt_str("texture")?,
        strength: own.opt_num("strength").filter(|strength| (0.0..1.0).contains(strength)),
        second_uv: own.opt_str("uv").as_deref() == Some("uv2"),
        wrap: wrap(&own),
    })
}

fn lighting(fields: &Fields<'_>) -> Option<Lighting> {
    let own = fields.rec("lighting")?;
    let setting = |(name, value): (&str, Value<'_>)| RawMember { name: name.to_owned(), value: value.into() };
    Some(Lighting {
        look: own.opt_str("look")?,
        settings: own.unique().into_iter().filter(|(name, _)| *name != "look").map(setting).collect(),
    })
}

/// The list of steps.
fn steps(fields: &Fields<'_>) -> Vec<Json> {
    fields.list("steps").unwrap_or_default().into_iter().map(Json::from).collect()
}

impl Shader {
    fn write(&self, out: &mut Out) {
        out.or_null("name", self.name.as_deref());
        out.or_null("effect", self.effect.as_deref());
        // A file that is named wins over code, and a copy of its code would grow old.
        let hook = |code: &Option<String>| {
            code.clone().filter(|_| !(out.saved() && self.effect.is_some())).map_or(Json::Null, Json::from)
        };
        let hooks = [
            ("fragment", hook(&self.fragment)),
            ("fragmentGlsl", hook(&self.fragment_glsl)),
            ("vertex", hook(&self.vertex)),
            ("vertexGlsl", hook(&self.vertex_glsl)),
        ];
        for (name, code) in hooks {
            out.put(name, code);
        }
        let said = self.uniforms.as_ref().filter(|knobs| !(out.saved() && knobs.is_empty()));
        out.or_null("uniforms", said.map(knobs));
    }
}

impl FlatMaterial {
    pub(crate) fn write(&self, out: &mut Out) {
        self.shader.write(out);
        write_maps(&self.maps, out);
    }
}

fn write_maps(maps: &[Map], out: &mut Out) {
    if maps.is_empty() {
        return;
    }
    out.record("maps", |out| {
        for map in maps {
            out.record(&map.name, |out| {
                out.put("texture", map.texture.as_str());
                write_wrap(map.wrap, true, out);
                out.opt("smooth", map.smooth);
            });
        }
    });
}

/// Repeating is not saved where it is the default.
fn write_wrap(wrap: Option<Wrap>, repeats: bool, out: &mut Out) {
    let Some(wrap) = wrap else { return };
    if out.saved() && repeats && wrap.axes() == (WrapMode::Repeat, WrapMode::Repeat) {
        return;
    }
    match wrap {
        Wrap::Both(mode) => out.put("wrap", mode.as_str()),
        Wrap::Each { u, v } => out.record("wrap", |out| {
            out.put("u", u.as_str());
            out.put("v", v.as_str());
        }),
    }
}

impl Default for ModelMaterial {
    /// Plain white.
    fn default() -> Self {
        Self::read(&Fields::none())
    }
}

impl ModelMaterial {
    pub(crate) fn write(&self, out: &mut Out) {
        self.shader.write(out);
        out.or_null("texture", self.texture.as_deref());
        out.put("tint", self.tint);
        out.put("emissive", self.emissive);
        out.put("specular", self.specular);
        out.put("shininess", self.shininess);
        out.put("alpha", self.alpha);
        out.opt("smooth", self.smooth);
        write_wrap(self.wrap, true, out);
        write_maps(&self.maps, out);
        match self.vertex_snap {
            Some(VertexSnap::On) => out.put("vertexSnap", true),
            Some(VertexSnap::Rows(rows)) => out.put("vertexSnap", rows),
            None => {}
        }
        out.opt("affine", self.affine.then_some(true));
        out.opt("emissiveTexture", self.emissive_texture.as_deref());
        if let Some(occlusion) = &self.occlusion {
            out.record("occlusion", |out| occlusion.write(out));
        }
        if let Some(lighting) = &self.lighting {
            out.record("lighting", |out| {
                out.put("look", lighting.look.as_str());
                for setting in &lighting.settings {
                    out.put(&setting.name, setting.value.clone());
                }
            });
        }
        if !self.steps.is_empty() {
            out.put("steps", self.steps.clone());
        }
        out.opt("cull", self.cull.map(Cull::as_str));
        out.opt("alphaCutoff", self.alpha_cutoff);
        out.opt("transparent", self.transparent);
    }
}

impl Occlusion {
    fn write(&self, out: &mut Out) {
        out.put("texture", self.texture.as_str());
        out.opt("strength", self.strength);
        out.opt("uv", self.second_uv.then_some("uv2"));
        write_wrap(self.wrap, false, out);
    }
}
