//! What surrounds the models and where boxes are drawn: fog, painted pictures, masks, filters.

use crate::model::base::{Colour, RawMember, Uniforms, uniforms, words};
use crate::model::context::Context;
use crate::model::fields::Fields;
use crate::model::json::Json;
use crate::model::out::Out;
use crate::value::Value;

/// The fog models are seen through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fog {
    /// What models fade to; black by default.
    pub colour: Colour,
    /// Distance at which it begins, units; 10 by default.
    pub near: f64,
    /// Distance at which it is complete, units; 100 by default.
    pub far: f64,
    /// Whether there is fog by distance; there is by default.
    pub distance: bool,
    /// Fog by height.
    pub height: Option<FogHeight>,
    /// Whether it works; it does by default.
    pub enabled: bool,
}

/// Fog by height. The heights that are used when none are said are not documented.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FogHeight {
    /// Where it begins, units upwards.
    pub top: Option<f64>,
    /// Where it is complete, units upwards.
    pub bottom: Option<f64>,
    /// Whether it works; it does not when absent.
    pub enabled: Option<bool>,
}

impl Fog {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        Self {
            colour: fields.colour("color", Colour::BLACK),
            near: fields.num("near", 10.0),
            far: fields.num("far", 100.0),
            distance: fields.opt_bool("distance") != Some(false),
            height: fields.rec("height").map(|own| FogHeight {
                top: own.opt_num("top"),
                bottom: own.opt_num("bottom"),
                enabled: own.opt_bool("enabled"),
            }),
            enabled: fields.opt_bool("enabled") != Some(false),
        }
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.put("color", self.colour);
        out.put("near", self.near);
        out.put("far", self.far);
        out.opt("distance", (!self.distance).then_some(false));
        let off = FogHeight { enabled: Some(false), ..FogHeight::default() };
        let plain = |height: &FogHeight| *height == off || *height == FogHeight::default();
        if let Some(height) = self.height.filter(|height| !(out.saved() && plain(height))) {
            out.record("height", |out| {
                out.opt("top", height.top);
                out.opt("bottom", height.bottom);
                out.opt("enabled", height.enabled);
            });
        }
        out.opt("enabled", (!self.enabled).then_some(false));
    }
}

words! {
    /// What a painted picture looks at outside of itself.
    Sees {
        /// The models around it, by its own camera.
        Models = "3d",
        /// The whole world of its scene, by its own cameras.
        World = "world",
    }
}

/// Boxes of a view, by what they say they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Boxes with one of these tags.
    pub tags: Vec<String>,
    /// Components of one of these types.
    pub kinds: Vec<String>,
}

/// A picture the box, with all it holds, is painted into instead of the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteTexture {
    /// The key by which models show it; never empty.
    pub key: String,
    /// Pixels, at least 1; fractions are cut off when the picture is made.
    pub width: f64,
    /// Pixels, at least 1; fractions are cut off when the picture is made.
    pub height: f64,
    /// What it is painted over; black by default.
    pub background: Colour,
    /// What it looks at; only what is under its box when absent.
    pub sees: Option<Sees>,
    /// What a view of the world leaves out.
    pub hide: Option<Selection>,
    /// The only things a view of the world lets in.
    pub only: Option<Selection>,
}

impl SpriteTexture {
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Option<Self> {
        let side = |name: &str| fields.opt_num(name).filter(|side| *side >= 1.0);
        let sees = match fields.opt_str("sees").as_deref() {
            // The one earlier word that the engine itself still reads.
            Some("scene") => {
                let span = fields.get("sees").map(Value::span);
                context.old_word("scene", "3d", span);
                Some(Sees::Models)
            }
            word => word.and_then(Sees::from_word),
        };
        Some(Self {
            key: fields.some_str("key")?,
            width: side("width")?,
            height: side("height")?,
            background: fields.colour("background", Colour::BLACK),
            sees,
            hide: Selection::read(fields, "hide"),
            only: Selection::read(fields, "only"),
        })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.put("key", self.key.as_str());
        out.put("width", self.width);
        out.put("height", self.height);
        out.put("background", self.background);
        out.opt("sees", self.sees.map(Sees::as_str));
        for (name, selection) in [("hide", &self.hide), ("only", &self.only)] {
            if let Some(selection) = selection {
                out.record(name, |out| selection.write(out));
            }
        }
    }
}

impl Selection {
    fn read(fields: &Fields<'_>, name: &str) -> Option<Self> {
        let own = fields.rec(name)?;
        let list = |name: &str| own.strings(name).unwrap_or_default();
        Some(Self { tags: list("tags"), kinds: list("kinds") })
    }

    fn write(&self, out: &mut Out) {
        for (name, list) in [("tags", &self.tags), ("kinds", &self.kinds)] {
            if !list.is_empty() {
                out.strings(name, list);
            }
        }
    }
}

/// A rectangle in the box's own space, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Across.
    pub width: f64,
    /// Down.
    pub height: f64,
}

impl Rect {
    fn read(fields: &Fields<'_>) -> Option<Self> {
        let own = fields.rec("rect")?;
        let side = |name: &str| own.num(name, 0.0);
        Some(Self { x: side("x"), y: side("y"), width: side("width"), height: side("height") })
    }

    fn write(rect: Option<Self>, out: &mut Out) {
        let Some(rect) = rect else { return };
        out.record("rect", |out| {
            out.put("x", rect.x);
            out.put("y", rect.y);
            out.put("width", rect.width);
            out.put("height", rect.height);
        });
    }
}

/// The box, with all it holds, is drawn inside a rectangle or the shape of another box.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// Identity of the box whose shape cuts; wins over the rectangle.
    pub by: Option<String>,
    /// A rectangle.
    pub rect: Option<Rect>,
    /// Whether the brightness of the shape counts instead of its alpha.
    pub luminance: bool,
    /// Whether half-transparent parts let half through.
    pub soft: Option<bool>,
    /// Whether it is drawn outside instead.
    pub invert: Option<bool>,
    /// Whether the box that cuts is drawn itself.
    pub show_shape: Option<bool>,
    /// Works unless `false`.
    pub enabled: Option<bool>,
}

impl Mask {
    pub(crate) fn read(fields: &Fields<'_>) -> Option<Self> {
        let (by, rect) = (fields.some_str("by"), Rect::read(fields));
        (by.is_some() || rect.is_some()).then(|| Self {
            by,
            rect,
            luminance: fields.opt_str("channel").as_deref() == Some("luminance"),
            soft: fields.opt_bool("soft"),
            invert: fields.opt_bool("invert"),
            show_shape: fields.opt_bool("showShape"),
            enabled: fields.opt_bool("enabled"),
        })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.opt("by", self.by.as_deref());
        Rect::write(self.rect, out);
        out.opt("channel", self.luminance.then_some("luminance"));
        out.unless("soft", self.soft, false);
        out.unless("invert", self.invert, false);
        out.unless("showShape", self.show_shape, false);
        out.unless("enabled", self.enabled, true);
    }
}

/// Effects over what the box, with all it holds, draws.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// The effects in order; each names something to run, and there is at least one.
    pub effects: Vec<FilterEffect>,
    /// The part of the screen they work in; what the box draws, and a margin, when absent.
    pub rect: Option<Rect>,
    /// That margin, pixels; as the effects ask when absent.
    pub padding: Option<f64>,
    /// Works unless `false`.
    pub enabled: Option<bool>,
}

/// One effect of a filter, as an entry of a project's `post` list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilterEffect {
    /// Key of an effect of the engine; wins over a file.
    pub builtin: Option<String>,
    /// Path of a shader file.
    pub effect: Option<String>,
    /// Its knobs.
    pub uniforms: Option<Uniforms>,
    /// What it lets one choose besides numbers, as it stands in the file.
    pub options: Option<Vec<RawMember>>,
    /// Path of a palette; wins over a colour table.
    pub palette: Option<String>,
    /// Path of a colour table.
    pub lut: Option<String>,
    /// Works unless `false`.
    pub enabled: Option<bool>,
    /// A name for people.
    pub name: Option<String>,
}

impl Filter {
    pub(crate) fn read(fields: &Fields<'_>, context: &mut Context) -> Option<Self> {
        let entries = fields.list("effects")?.into_iter().filter_map(Fields::of);
        let effects: Vec<_> = entries.filter_map(|entry| FilterEffect::read(&entry, context)).collect();
        (!effects.is_empty()).then(|| Self {
            effects,
            rect: Rect::read(fields),
            padding: fields.opt_num("padding"),
            enabled: fields.opt_bool("enabled"),
        })
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.records("effects", &self.effects, |out, effect| effect.write(out));
        Rect::write(self.rect, out);
        out.opt("padding", self.padding);
        out.unless("enabled", self.enabled, true);
    }
}

impl FilterEffect {
    fn read(fields: &Fields<'_>, context: &mut Context) -> Option<Self> {
        let builtin = fields.filled_str("builtin");
        let file = context.current_name(fields, "effect", "shader");
        let effect = fields.filled_str(file);
        if builtin.is_none() && effect.is_none() {
            return None;
        }
        context.note_name(fields, file, "effect");
        let member =
            |(name, value): (&str, Value<'_>)| RawMember { name: name.to_owned(), value: value.into() };
        Some(Self {
            builtin,
            effect,
            uniforms: uniforms(fields, "uniforms"),
            options: fields.rec("options").map(|own| own.unique().into_iter().map(member).collect()),
            palette: fields.filled_str("palette"),
            lut: fields.filled_str("lut"),
            enabled: fields.opt_bool("enabled"),
            name: fields.opt_str("name"),
        })
    }

    fn write(&self, out: &mut Out) {
        out.opt("builtin", self.builtin.as_deref());
        out.opt("effect", self.effect.as_deref());
        out.uniforms(self.uniforms.as_ref());
        if let Some(options) = &self.options {
            let member = |option: &RawMember| (option.name.clone(), option.value.clone());
            out.put("options", Json::Object(options.iter().map(member).collect()));
        }
        out.opt("palette", self.palette.as_deref());
        out.opt("lut", self.lut.as_deref());
        out.unless("enabled", self.enabled, true);
        out.unless("name", self.name.as_deref(), "");
    }
}
