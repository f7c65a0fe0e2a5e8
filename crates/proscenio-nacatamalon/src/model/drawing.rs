//! Flat drawings: sprites and texts.

use compact_str::CompactString;

use crate::model::base::{Colour, FlatPlace, Point, Uniforms, uniforms, words};
use crate::model::fields::Fields;
use crate::model::json::Json;
use crate::model::material::FlatMaterial;
use crate::model::out::Out;

/// What every flat drawing has.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat {
    /// Its place in its box; the box's corner when absent.
    pub place: Option<Box<FlatPlace>>,
    /// Multiplies its colour; white by default.
    pub tint: Colour,
    /// The point of its own size (0 to 1) that stands on its place. Absent: the middle of a sprite, the
    /// top-left corner of a text.
    pub anchor: Option<Box<Point>>,
    /// The point of its own size (0 to 1) it turns and grows about; the anchor when absent.
    pub pivot: Option<Box<Point>>,
    /// Whether it is filtered; the project's setting when absent.
    pub smooth: Option<bool>,
    /// Whether its light is added to what lies behind, instead of covering it.
    pub additive: bool,
    /// How much of the camera's movement it follows, 1 with the world and 0 not at all; 1 when absent.
    pub parallax: Option<Box<Point>>,
    /// Drawn unless `false`.
    pub visible: Option<bool>,
    /// Drawing order in the whole scene, higher later; 0 when absent.
    pub z_index: Option<f64>,
    /// A shader of its own.
    pub material: Option<Box<FlatMaterial>>,
    /// Knobs of the shader, set for this drawing.
    pub uniforms: Option<Box<Uniforms>>,
}

impl Flat {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        Self {
            place: FlatPlace::read(fields, "transform").map(Box::new),
            tint: fields.colour("tint", Colour::WHITE),
            anchor: fields.point("anchor", 0.0).map(Box::new),
            pivot: fields.point("pivot", 0.0).map(Box::new),
            smooth: fields.opt_bool("smooth"),
            additive: fields.opt_str("blend").as_deref() == Some("additive"),
            parallax: fields.point("parallax", 1.0).map(Box::new),
            visible: fields.opt_bool("visible"),
            z_index: fields.opt_num("zIndex"),
            material: FlatMaterial::read(fields).map(Box::new),
            uniforms: uniforms(fields, "uniforms").map(Box::new),
        }
    }
}

/// Which run of a sheet a sprite starts with.
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteAnimation {
    /// The run; stays on its frame when absent.
    pub autoplay: Option<String>,
    /// 1 is the run's own frames per second.
    pub speed: f64,
}

/// Whether a picture is repeated over the sprite. The format does not document the type, so both are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tile {
    /// Repeated, or not.
    Flag(bool),
    /// Two numbers, kept as they were.
    Pair(Point),
}

/// The picture of a sheet that a sprite shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpriteSheet {
    /// Key of an atlas asset.
    pub atlas: Option<String>,
    /// Frame of the atlas, from 0; 0 when absent.
    pub frame: Option<f64>,
    /// A run of the atlas.
    pub animation: Option<SpriteAnimation>,
}

/// The part of its picture that a sprite shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpriteCut {
    /// Top-left corner of the shown part, 0 to 1 of the picture; (0, 0) when absent.
    pub uv_offset: Option<Point>,
    /// Size of the shown part, 0 to 1 of the picture; (1, 1) when absent.
    pub uv_scale: Option<Point>,
    /// Whether the picture is repeated instead of stretched.
    pub tile: Option<Tile>,
    /// Where the pattern starts, pixels.
    pub tile_offset: Option<Point>,
}

/// A picture, or a plain rectangle of its tint. What few sprites have stands apart, to keep the many small.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// What every flat drawing has.
    pub flat: Flat,
    /// Key of a texture asset.
    pub texture: Option<CompactString>,
    /// Which picture of a sheet it shows.
    pub sheet: Option<Box<SpriteSheet>>,
    /// Pixels; the shown part of the picture when absent, 0 without one.
    pub width: Option<f64>,
    /// Pixels; the shown part of the picture when absent, 0 without one.
    pub height: Option<f64>,
    /// Which part of the picture it shows, and whether it is repeated.
    pub cut: Option<Box<SpriteCut>>,
    /// Mirrored left to right.
    pub flip_x: Option<bool>,
    /// Mirrored top to bottom.
    pub flip_y: Option<bool>,
}

impl Sprite {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        let sheet = SpriteSheet {
            atlas: fields.opt_str("atlas"),
            frame: fields.opt_num("frame"),
            animation: fields.rec("animation").map(|run| SpriteAnimation {
                autoplay: run.some_str("autoplay"),
                speed: run.num("speed", 1.0),
            }),
        };
        let tile = fields.opt_bool("tile").map(Tile::Flag);
        let cut = SpriteCut {
            uv_offset: fields.point("uvOffset", 0.0),
            uv_scale: fields.point("uvScale", 0.0),
            tile: tile.or_else(|| fields.point("tile", 0.0).map(Tile::Pair)),
            tile_offset: fields.point("tileOffset", 0.0),
        };
        Self {
            flat: Flat::read(fields),
            texture: fields.opt_short("texture"),
            sheet: (sheet != SpriteSheet::default()).then(|| Box::new(sheet)),
            width: fields.opt_num("width"),
            height: fields.opt_num("height"),
            cut: (cut != SpriteCut::default()).then(|| Box::new(cut)),
            flip_x: fields.opt_bool("flipX"),
            flip_y: fields.opt_bool("flipY"),
        }
    }

    /// Key of an atlas asset.
    #[must_use]
    pub fn atlas(&self) -> Option<&str> {
        self.sheet.as_ref()?.atlas.as_deref()
    }

    /// Frame of the atlas, from 0; 0 when absent.
    #[must_use]
    pub fn frame(&self) -> Option<f64> {
        self.sheet.as_ref()?.frame
    }

    /// A run of the atlas.
    #[must_use]
    pub fn animation(&self) -> Option<&SpriteAnimation> {
        self.sheet.as_ref()?.animation.as_ref()
    }

    /// Which part of the picture it shows, and whether it is repeated; all absent where the file says nothing.
    #[must_use]
    pub fn cut(&self) -> SpriteCut {
        self.cut.as_deref().copied().unwrap_or_default()
    }
}

words! {
    /// Where the lines of a text stand.
    Align {
        /// At the left.
        Left = "left",
        /// In the middle of the longest line.
        Center = "center",
        /// At the right end of the longest line.
        Right = "right",
    }
}

/// How a text is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TextStyle {
    /// Bitmap fonts: height of a line, pixels, the font's own when absent. Vector fonts: pixels per em, 16.
    pub font_size: Option<f64>,
    /// Left when absent.
    pub align: Option<Align>,
    /// Pixels between characters; 0 when absent.
    pub letter_spacing: Option<f64>,
    /// Pixels between lines; 0 when absent.
    pub line_spacing: Option<f64>,
    /// Pixels at which lines are broken; never when absent.
    pub max_width: Option<f64>,
}

/// A piece of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What every flat drawing has.
    pub flat: Flat,
    /// The text; lines end at `\n`.
    pub text: CompactString,
    /// Key of a font; vector fonts are looked up first.
    pub font: CompactString,
    /// Its layout.
    pub style: TextStyle,
}

impl Text {
    pub(crate) fn read(fields: &Fields<'_>) -> Self {
        let style = fields.rec("style").unwrap_or(Fields::none());
        let align =
            |word: Option<String>| word.and_then(|word| Align::from_word(&word)).unwrap_or(Align::Left);
        Self {
            flat: Flat::read(fields),
            text: fields.opt_short("text").unwrap_or_default(),
            font: fields.opt_short("font").unwrap_or_default(),
            style: TextStyle {
                font_size: style.opt_num("fontSize"),
                align: style.has("align").then(|| align(style.opt_str("align"))),
                letter_spacing: style.opt_num("letterSpacing"),
                line_spacing: style.opt_num("lineSpacing"),
                max_width: style.opt_num("maxWidth"),
            },
        }
    }
}

impl Default for Flat {
    /// White, at the corner of its box.
    fn default() -> Self {
        Self::read(&Fields::none())
    }
}

impl Flat {
    /// Tint, anchor and pivot.
    pub(crate) fn write_head(&self, out: &mut Out) {
        out.put("tint", self.tint);
        out.opt("anchor", self.anchor.as_deref().copied());
        out.opt("pivot", self.pivot.as_deref().copied());
    }

    /// Everything from `smooth` on.
    pub(crate) fn write_tail(&self, out: &mut Out) {
        out.opt("smooth", self.smooth);
        out.opt("blend", self.additive.then_some("additive"));
        out.unless("parallax", self.parallax.as_deref().copied(), Point { x: 1.0, y: 1.0 });
        out.unless("visible", self.visible, true);
        out.opt("zIndex", self.z_index);
        if let Some(material) = &self.material {
            out.record("material", |out| material.write(out));
        }
        out.uniforms(self.uniforms.as_deref());
    }
}

impl Sprite {
    pub(crate) fn write(&self, out: &mut Out) {
        let sheet = out.saved() && self.atlas().is_some();
        let cut = self.cut();
        out.flat_place(self.flat.place.as_deref().copied());
        out.or_null("texture", self.texture.as_deref().filter(|_| !sheet));
        out.opt("atlas", self.atlas());
        out.opt("frame", self.frame());
        if let Some(run) = self.animation() {
            out.record("animation", |out| {
                out.or_null("autoplay", run.autoplay.as_deref());
                out.put("speed", run.speed);
            });
        }
        out.opt("width", self.width);
        out.opt("height", self.height);
        self.flat.write_head(out);
        out.opt("uvOffset", cut.uv_offset.filter(|_| !sheet));
        out.opt("uvScale", cut.uv_scale.filter(|_| !sheet));
        out.opt(
            "tile",
            cut.tile.map(|tile| match tile {
                Tile::Flag(truth) => Json::Bool(truth),
                Tile::Pair(point) => point.into(),
            }),
        );
        out.opt("tileOffset", cut.tile_offset);
        out.unless("flipX", self.flip_x, false);
        out.unless("flipY", self.flip_y, false);
        self.flat.write_tail(out);
    }
}

impl Text {
    pub(crate) fn write(&self, out: &mut Out) {
        out.flat_place(self.flat.place.as_deref().copied());
        out.put("text", self.text.as_str());
        out.put("font", self.font.as_str());
        out.record("style", |out| {
            out.opt("fontSize", self.style.font_size);
            out.opt("align", self.style.align.map(Align::as_str));
            out.opt("letterSpacing", self.style.letter_spacing);
            out.opt("lineSpacing", self.style.line_spacing);
            out.opt("maxWidth", self.style.max_width);
        });
        self.flat.write_head(out);
        self.flat.write_tail(out);
    }
}
