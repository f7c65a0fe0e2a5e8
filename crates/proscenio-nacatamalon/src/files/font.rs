//! Bitmap fonts: one height for all glyphs, and a list of where each stands in the picture.

use std::sync::LazyLock;

use crate::Document;
use crate::files::json::{Members, Out};
use crate::files::reader::{Object, Read, Reader};
use crate::model::Json;
use crate::model::fields::finite;
use crate::value::Value;

/// A bitmap font. Lengths are pixels of its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct BitmapFont {
    /// For people; may be empty.
    pub name: String,
    /// Height of every glyph; above 0 in a file that the engine takes.
    pub glyph_height: f64,
    /// Added after each glyph, 0 when absent.
    pub tracking: Option<f64>,
    /// From the top of a glyph; the layout does not use it. The glyph's height when absent.
    pub baseline: Option<f64>,
    /// Width of the picture; its own when absent.
    pub atlas_width: Option<f64>,
    /// Height of the picture; its own when absent.
    pub atlas_height: Option<f64>,
    /// The glyphs in file order. Of two for one character the last one counts.
    pub glyphs: Vec<Glyph>,
    /// Entries of `chars` that are no glyphs; written back behind the others.
    pub unread: Vec<Json>,
    /// Members the format does not know.
    pub extra: Members,
}

/// One glyph.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// The character, one code point as a rule.
    pub char: String,
    /// Its left edge in the picture.
    pub x: f64,
    /// Its top edge in the picture.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Members the format does not know.
    pub extra: Members,
}

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Height of a line; the glyph's height when absent.
    pub font_size: Option<f64>,
    /// Added after each glyph.
    pub letter_spacing: f64,
    /// Added between lines.
    pub line_spacing: f64,
    /// Where lines shorter than the longest stand: 0 left, 0.5 in the middle, 1 right.
    pub align: f64,
    /// Lines are broken at blanks so that none is longer, where a word fits; 0 breaks none.
    pub max_width: f64,
}

/// A text set in a font.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The longest line's width.
    pub width: f64,
    /// From the top of the first line to the bottom of the last.
    pub height: f64,
    /// What is drawn, in reading order.
    pub glyphs: Vec<Placed>,
}

/// A glyph of a set text, measured from the block's top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which of [`BitmapFont::glyphs`].
    pub glyph: usize,
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Default for Setting {
    fn default() -> Self {
        Self { font_size: None, letter_spacing: 0.0, line_spacing: 0.0, align: 0.0, max_width: 0.0 }
    }
}

/// The key under which a scene names the font the engine brings along.
pub const BUILT_IN: &str = "nacatamalon:arcade";

const FIELDS: &[&str] =
    &["name", "glyphHeight", "tracking", "baseline", "atlasWidth", "atlasHeight", "chars"];

impl BitmapFont {
    /// The measures of the font the engine brings along: cells of 8 by 8 pixels, 16 in a row, printable ASCII
    /// and the letters of Spanish and Catalan. The picture is not part of this crate.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static FONT: LazyLock<BitmapFont> = LazyLock::new(|| {
            let chars = (' '..='~').chain("¡¿ÁÉÍÓÚÜÑáéíóúüñÀÈÒàèòÇç·€©".chars());
            let glyph = |(at, c): (usize, char)| Glyph {
                char: c.to_string(),
                x: (at % 16 * 8) as f64,
                y: (at / 16 * 8) as f64,
                w: 8.0,
                extra: Vec::new(),
            };
            BitmapFont {
                name: BUILT_IN.to_owned(),
                tracking: Some(1.0),
                baseline: Some(7.0),
                glyphs: chars.enumerate().map(glyph).collect(),
                ..BitmapFont::empty(8.0)
            }
        });
        &FONT
    }

    /// A font without glyphs.
    #[must_use]
    pub const fn empty(glyph_height: f64) -> Self {
        Self {
            name: String::new(),
            glyph_height,
            tracking: None,
            baseline: None,
            atlas_width: None,
            atlas_height: None,
            glyphs: Vec::new(),
            unread: Vec::new(),
            extra: Vec::new(),
        }
    }

    /// Reads a font; never fails. What the engine would refuse is told and leaves [`Read::refused`] set.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let mut font = Self::empty(1.0);
        let Some(mut object) = reader.root(document) else { return reader.finish(font) };
        font.name = reader.text(&mut object, "name").unwrap_or_default();
        match object.get("glyphHeight").and_then(finite).filter(|height| *height > 0.0) {
            Some(height) => font.glyph_height = height,
            None => reader.refuse_member(&object, "glyphHeight", "a number above 0"),
        }
        font.tracking = reader.num(&mut object, "tracking");
        font.baseline = reader.num(&mut object, "baseline");
        let size = |value| finite(value).filter(|size| *size > 0.0);
        font.atlas_width = reader.checked(&mut object, "atlasWidth", "a number above 0", size);
        font.atlas_height = reader.checked(&mut object, "atlasHeight", "a number above 0", size);
        match object.get("chars").filter(|value| value.is_array()) {
            Some(list) => list.elements().for_each(|value| font.read_glyph(&mut reader, value)),
            None => reader.refuse_member(&object, "chars", "an array of glyphs"),
        }
        font.extra = reader.rest(&object, FIELDS);
        reader.finish(font)
    }

    fn read_glyph(&mut self, reader: &mut Reader, value: Value<'_>) {
        let own = Object::of(value);
        let char = own.as_ref().and_then(|own| own.get("char")?.as_str()).filter(|text| !text.is_empty());
        let (Some(mut own), Some(char)) = (own, char) else {
            reader.dropped(value, "a glyph is { char, x, y, w }");
            self.unread.push(Json::from(value));
            return;
        };
        let mut side = |name| reader.num_or(&mut own, name, 0.0);
        let (x, y, w) = (side("x"), side("y"), side("w"));
        let extra = reader.rest(&own, &["char", "x", "y", "w"]);
        self.glyphs.push(Glyph { char: char.into_owned(), x, y, w, extra });
    }

    /// The file as text, four blanks per level.
    #[must_use]
    pub fn serialize(&self) -> String {
        let mut chars: Vec<Json> = self.glyphs.iter().map(Glyph::json).collect();
        chars.extend(self.unread.iter().cloned());
        let name = Some(&self.name).filter(|name| !name.is_empty());
        Out::new()
            .opt("name", name)
            .put("glyphHeight", self.glyph_height)
            .opt("tracking", self.tracking)
            .opt("baseline", self.baseline)
            .opt("atlasWidth", self.atlas_width)
            .opt("atlasHeight", self.atlas_height)
            .put("chars", chars)
            .with(&self.extra)
            .pretty()
    }

    /// The glyph of a character: itself, else its upper case; `None` draws nothing.
    #[must_use]
    pub fn glyph(&self, c: char) -> Option<usize> {
        self.exact(c).or_else(|| {
            let mut upper = c.to_uppercase();
            let first = upper.next().filter(|upper| *upper != c)?;
            upper.next().is_none().then(|| self.exact(first)).flatten()
        })
    }

    fn exact(&self, c: char) -> Option<usize> {
        let mut buffer = [0; 4];
        let text: &str = c.encode_utf8(&mut buffer);
        self.glyphs.iter().rposition(|glyph| glyph.char == text)
    }

    /// The width of a character before scaling: its glyph's, else the blank's, else half a glyph's height
    /// rounded up.
    #[must_use]
    pub fn width(&self, c: char) -> f64 {
        let glyph = self.glyph(c).or_else(|| self.exact(' '));
        glyph.and_then(|at| self.glyphs.get(at)).map_or((self.glyph_height / 2.0).ceil(), |glyph| glyph.w)
    }

    /// How far the pen moves for a character.
    #[must_use]
    pub fn advance(&self, c: char, setting: &Setting) -> f64 {
        let k = self.scale(setting);
        self.width(c) * k + self.gap(setting)
    }

    /// The part of the picture a glyph shows, as offset and scale, for a picture of `width` by `height` pixels
    /// where the file does not say its size.
    #[must_use]
    pub fn window(&self, glyph: &Glyph, width: f64, height: f64) -> ([f64; 2], [f64; 2]) {
        let (width, height) = (self.atlas_width.unwrap_or(width), self.atlas_height.unwrap_or(height));
        ([glyph.x / width, glyph.y / height], [glyph.w / width, self.glyph_height / height])
    }

    /// Sets a text: lines end at `\n`.
    #[must_use]
    pub fn set(&self, text: &str, setting: &Setting) -> Block {
        // Looked up once: a text may be long, and so may a font.
        let table: rustc_hash::FxHashMap<char, (Option<usize>, f64)> = text
            .chars()
            .map(|c| (c, ()))
            .collect::<rustc_hash::FxHashMap<_, _>>()
            .into_keys()
            .map(|c| (c, (self.glyph(c), self.width(c))))
            .collect();
        let (k, gap, line_height) = (self.scale(setting), self.gap(setting), self.line_height(setting));
        let advance = |c: char| table.get(&c).map_or(0.0, |(_, width)| width * k + gap);
        let lines: Vec<String> =
            text.split('\n').flat_map(|line| wrap(line, setting.max_width, gap, &advance)).collect();
        let widths: Vec<f64> = lines.iter().map(|line| line_width(line, gap, &advance)).collect();
        let width = widths.iter().copied().fold(0.0, f64::max);
        let rows = lines.len() as f64;
        let mut block = Block {
            width,
            height: rows * line_height + (rows - 1.0) * setting.line_spacing,
            glyphs: Vec::new(),
        };
        for (row, (line, own)) in lines.iter().zip(widths).enumerate() {
            let mut pen = (width - own) * setting.align;
            let y = row as f64 * (line_height + setting.line_spacing);
            for c in line.chars() {
                if let Some((Some(glyph), w)) = table.get(&c) {
                    block.glyphs.push(Placed { glyph: *glyph, x: pen, y, w: w * k, h: line_height });
                }
                pen += advance(c);
            }
        }
        block
    }

    fn line_height(&self, setting: &Setting) -> f64 {
        setting.font_size.unwrap_or(self.glyph_height)
    }

    fn scale(&self, setting: &Setting) -> f64 {
        self.line_height(setting) / self.glyph_height
    }

    fn gap(&self, setting: &Setting) -> f64 {
        self.tracking.unwrap_or(0.0) * self.scale(setting) + setting.letter_spacing
    }
}

/// A line's width without the gap behind its last glyph.
fn line_width(line: &str, gap: f64, advance: &impl Fn(char) -> f64) -> f64 {
    if line.is_empty() { 0.0 } else { line.chars().map(advance).sum::<f64>() - gap }
}

/// Breaks a line at blanks, each as late as it fits.
fn wrap(line: &str, max_width: f64, gap: f64, advance: &impl Fn(char) -> f64) -> Vec<String> {
    if max_width.is_nan() || max_width <= 0.0 {
        return vec![line.to_owned()];
    }
    let blank = advance(' ');
    let mut lines = Vec::new();
    let (mut current, mut pen) = (String::new(), 0.0);
    for (at, word) in line.split(' ').enumerate() {
        let width: f64 = word.chars().map(advance).sum();
        if at > 0 && pen + blank + width - gap > max_width {
            lines.push(std::mem::take(&mut current));
            pen = 0.0;
        } else if at > 0 {
            current.push(' ');
            pen += blank;
        }
        current.push_str(word);
        pen += width;
    }
    lines.push(current);
    lines
}

impl Glyph {
    fn json(&self) -> Json {
        Out::new()
            .put("char", &self.char)
            .put("x", self.x)
            .put("y", self.y)
            .put("w", self.w)
            .with(&self.extra)
    }
}

/// Whether a JSON file looks like a bitmap font: it has a list of characters and their height.
pub(crate) fn looks_like(document: &Document) -> bool {
    let root = document.root();
    root.is_some_and(|root| root.get("chars").is_some() && root.get("glyphHeight").is_some())
}
