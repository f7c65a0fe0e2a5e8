//! Panels, tile maps and emitters: flat things besides sprites and texts.

use crate::model::base::{Colour, FlatPlace, Point, Transform, Uniforms, uniforms, words};
use crate::model::drawing::Flat;
use crate::model::fields::Fields;
use crate::model::material::FlatMaterial;
use crate::model::out::Out;

words! {
    /// How the borders and the middle of a panel are filled.
    Fill {
        /// One copy, stretched.
        Stretch = "stretch",
        /// Whole copies, the last one cut.
        Tile = "tile",
        /// Whole copies, stretched to fit.
        TileFit = "tile-fit",
    }
}

/// [`Fill`] for both directions or for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillMode {
    /// The same both ways.
    Both(Fill),
    /// Each way its own.
    Each {
        /// Across.
        x: Fill,
        /// Down.
        y: Fill,
    },
}

/// The four borders of a panel, pixels of its picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slice {
    /// Left border.
    pub left: f64,
    /// Top border.
    pub top: f64,
    /// Right border.
    pub right: f64,
    /// Bottom border.
    pub bottom: f64,
}

/// A panel: its corners stay, its borders and middle are stretched to its size.
#[derive(Clone, Debug, PartialEq)]
pub struct NineSlice {
    /// What every flat drawing has.
    pub flat: Flat,
    /// Key of a texture asset; a panel without a picture is not built.
    pub texture: Option<String>,
    /// Key of an atlas asset.
    pub atlas: Option<String>,
    /// Frame of the atlas, from 0; 0 when absent.
    pub frame: Option<f64>,
    /// Top-left corner of the shown part, 0 to 1 of the picture; (0, 0) when absent.
    pub uv_offset: Option<Point>,
    /// Size of the shown part, 0 to 1 of the picture; (1, 1) when absent.
    pub uv_scale: Option<Point>,
    /// Pixels; 0 by default.
    pub width: f64,
    /// Pixels; 0 by default.
    pub height: f64,
    /// Its borders; none by default.
    pub slice: Slice,
    /// How it is filled; stretched when absent.
    pub mode: Option<FillMode>,
}

impl NineSlice {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        Self {
            flat: Flat::read(fields),
            texture: fields.opt_str("texture"),
            atlas: fields.opt_str("atlas"),
            frame: fields.opt_num("frame"),
            uv_offset: fields.point("uvOffset", 0.0),
            uv_scale: fields.point("uvScale", 0.0),
            width: fields.num("width", 0.0),
            height: fields.num("height", 0.0),
            slice: slice(fields),
            mode: mode(fields),
        }
    }

    pub(crate) fn write(&self, out: &mut Out) {
        let sheet = out.saved() && self.atlas.is_some();
        out.flat_place(self.flat.place.as_deref().copied());
        out.or_null("texture", self.texture.as_deref().filter(|_| !sheet));
        out.opt("atlas", self.atlas.as_deref());
        out.opt("frame", self.frame);
        out.opt("uvOffset", self.uv_offset.filter(|_| !sheet));
        out.opt("uvScale", self.uv_scale.filter(|_| !sheet));
        out.put("width", self.width);
        out.put("height", self.height);
        out.record("slice", |out| {
            out.put("left", self.slice.left);
            out.put("top", self.slice.top);
            out.put("right", self.slice.right);
            out.put("bottom", self.slice.bottom);
        });
        match self.mode {
            Some(FillMode::Both(fill)) => out.put("mode", fill.as_str()),
            Some(FillMode::Each { x, y }) => out.record("mode", |out| {
                out.put("x", x.as_str());
                out.put("y", y.as_str());
            }),
            None => {}
        }
        self.flat.write_head(out);
        self.flat.write_tail(out);
    }
}

fn slice(fields: &Fields<'_>) -> Slice {
    if let Some(all) = fields.opt_num("slice") {
        return Slice { left: all, top: all, right: all, bottom: all };
    }
    let own = fields.rec("slice").unwrap_or(Fields::none());
    let side = |name: &str| own.num(name, 0.0);
    Slice { left: side("left"), top: side("top"), right: side("right"), bottom: side("bottom") }
}

/// Stretching both ways is the same as saying nothing.
fn mode(fields: &Fields<'_>) -> Option<FillMode> {
    let fill = |fields: &Fields<'_>, name: &str| fields.opt_str(name).and_then(|word| Fill::from_word(&word));
    let mode = match fields.rec("mode") {
        Some(own) => FillMode::Each {
            x: fill(&own, "x").unwrap_or(Fill::Stretch),
            y: fill(&own, "y").unwrap_or(Fill::Stretch),
        },
        None => FillMode::Both(fill(fields, "mode")?),
    };
    let stretched = FillMode::Each { x: Fill::Stretch, y: Fill::Stretch };
    (mode != stretched && mode != FillMode::Both(Fill::Stretch)).then_some(mode)
}

/// A tile map with all its layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tilemap {
    /// Key of a tilemap asset; may be empty.
    pub map: String,
    /// The map's own place, shared by every scene that shows it.
    pub place: Option<FlatPlace>,
    /// Multiplies the colours of all layers; white when absent.
    pub tint: Option<Colour>,
    /// Whether it is filtered; the project's setting when absent.
    pub smooth: Option<bool>,
    /// What this scene changed of the layers.
    pub layers: Vec<TilemapLayer>,
}

/// What a scene changed of one layer of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TilemapLayer {
    /// The layer, by the name its file gives it.
    pub name: String,
    /// Multiplies its colours; white when absent.
    pub tint: Option<Colour>,
    /// Drawn unless `false`.
    pub visible: Option<bool>,
    /// Drawing order in the whole scene; the layer's own when absent.
    pub z_index: Option<f64>,
    /// A shader of its own.
    pub material: Option<Box<FlatMaterial>>,
    /// Knobs of the shader, set for this layer.
    pub uniforms: Option<Uniforms>,
}

/// A tint where the member stands at all, white where it is no colour.
fn map_tint(fields: &Fields<'_>) -> Option<Colour> {
    fields.has("tint").then(|| fields.colour("tint", Colour::WHITE))
}

impl Tilemap {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        let layers = fields.list("layers").unwrap_or_default().into_iter().filter_map(Fields::of);
        Self {
            map: fields.str_or("map", ""),
            place: FlatPlace::read(fields, "transform"),
            tint: map_tint(fields),
            smooth: fields.opt_bool("smooth"),
            layers: layers.filter_map(|layer| TilemapLayer::read(&layer)).collect(),
        }
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.put("map", self.map.as_str());
        out.opt("transform", self.place);
        out.unless("tint", self.tint, Colour::WHITE);
        out.opt("smooth", self.smooth);
        let saved = out.saved() && !out.whole_lists;
        let mut layers = self.layers.iter().filter(|layer| !saved || layer.changes()).peekable();
        if layers.peek().is_some() {
            out.records("layers", layers, |out, layer| layer.write(out));
        }
    }
}

impl TilemapLayer {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        Some(Self {
            name: fields.opt_str("name")?,
            tint: map_tint(fields),
            visible: fields.opt_bool("visible"),
            z_index: fields.opt_num("zIndex"),
            material: FlatMaterial::read(fields).map(Box::new),
            uniforms: uniforms(fields, "uniforms"),
        })
    }

    /// Whether anything differs from what the map's file says.
    fn changes(&self) -> bool {
        self.tint.is_some_and(|tint| tint != Colour::WHITE)
            || self.visible == Some(false)
            || self.z_index.is_some()
            || self.material.is_some()
            || self.uniforms.is_some()
    }

    fn write(&self, out: &mut Out) {
        out.put("name", self.name.as_str());
        out.unless("tint", self.tint, Colour::WHITE);
        out.unless("visible", self.visible, true);
        out.opt("zIndex", self.z_index);
        if let Some(material) = &self.material {
            out.record("material", |out| material.write(out));
        }
        out.uniforms(self.uniforms.as_ref());
    }
}

/// How an emitter differs from its effect; 1 each when absent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Of how many are born.
    pub rate_scale: Option<f64>,
    /// Of their size.
    pub size_scale: Option<f64>,
    /// Of their speed.
    pub speed_scale: Option<f64>,
    /// Of their life.
    pub life_scale: Option<f64>,
}

/// What flat emitters and those in 3D have.
#[derive(Clone, Debug, PartialEq)]
pub struct Emitter {
    /// Its name for people; may be empty.
    pub name: String,
    /// Key of a particles asset; may be empty.
    pub effect: String,
    /// Multiplies its colours; white by default.
    pub tint: Colour,
    /// Opacity of the whole; 1 by default.
    pub alpha: f64,
    /// Whether it starts with the scene; it does by default.
    pub autoplay: bool,
    /// Always the same cloud; the clock's when absent.
    pub seed: Option<f64>,
    /// How it differs from its effect.
    pub overrides: Overrides,
    /// Whether its picture is filtered; the project's setting when absent.
    pub smooth: Option<bool>,
    /// Drawn unless `false`.
    pub visible: Option<bool>,
    /// Drawing order in the whole scene; 0 when absent.
    pub z_index: Option<f64>,
}

/// An emitter of flat particles.
#[derive(Clone, Debug, PartialEq)]
pub struct Particles {
    /// Its place in its box; the box's corner when absent.
    pub place: Option<FlatPlace>,
    /// What it emits.
    pub emitter: Emitter,
}

/// An emitter of particles in 3D.
#[derive(Clone, Debug, PartialEq)]
pub struct Particles3d {
    /// Its place in its box; the box's origin when absent.
    pub place: Option<Transform>,
    /// What it emits.
    pub emitter: Emitter,
}

impl Particles {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        Self { place: FlatPlace::read(fields, "transform"), emitter: Emitter::read(fields) }
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.flat_place(self.place);
        self.emitter.write(out);
    }
}

impl Particles3d {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        Self { place: Transform::read(fields, "transform"), emitter: Emitter::read(fields) }
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.deep_place(self.place.as_ref());
        self.emitter.write(out);
    }
}

impl Emitter {
    fn read(fields: &Fields<'_>) -> Self {
        let own = fields.rec("overrides").unwrap_or(Fields::none());
        Self {
            name: fields.str_or("name", ""),
            effect: fields.str_or("effect", ""),
            tint: fields.colour("tint", Colour::WHITE),
            alpha: fields.num("alpha", 1.0),
            autoplay: fields.opt_bool("autoplay").unwrap_or(true),
            seed: fields.opt_num("seed"),
            overrides: Overrides {
                rate_scale: own.opt_num("rateScale"),
                size_scale: own.opt_num("sizeScale"),
                speed_scale: own.opt_num("speedScale"),
                life_scale: own.opt_num("lifeScale"),
            },
            smooth: fields.opt_bool("smooth"),
            visible: fields.opt_bool("visible"),
            z_index: fields.opt_num("zIndex"),
        }
    }

    fn write(&self, out: &mut Out) {
        out.put("name", self.name.as_str());
        out.put("effect", self.effect.as_str());
        out.put("tint", self.tint);
        out.put("alpha", self.alpha);
        out.put("autoplay", self.autoplay);
        out.or_null("seed", self.seed);
        if self.overrides != Overrides::default() {
            out.record("overrides", |out| {
                out.opt("rateScale", self.overrides.rate_scale);
                out.opt("sizeScale", self.overrides.size_scale);
                out.opt("speedScale", self.overrides.speed_scale);
                out.opt("lifeScale", self.overrides.life_scale);
            });
        }
        out.opt("smooth", self.smooth);
        out.unless("visible", self.visible, true);
        out.opt("zIndex", self.z_index);
    }
}
