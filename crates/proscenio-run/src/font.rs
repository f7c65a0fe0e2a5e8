//! TrueType fonts: letters, measures, outlines, and where lines break.

use proscenio_scene::glam::{Affine2, Vec2};
use ttf_parser::OutlineBuilder;
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};

pub use ttf_parser::GlyphId;

/// Chords of a curve.
const CHORDS: u32 = 8;

/// An opened font.
pub struct Face<'s> {
    face: ttf_parser::Face<'s>,
}

/// Heights of a font, its own units; the descender is below 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// From the line letters stand on up to the top of a line.
    pub ascender: f32,
    /// Down to its bottom.
    pub descender: f32,
    /// Between two lines.
    pub gap: f32,
}

impl<'s> Face<'s> {
    /// Opens a file; `None` when it is no font with outlines.
    #[must_use]
    pub fn open(bytes: &'s [u8]) -> Option<Self> {
        let face = ttf_parser::Face::parse(bytes, 0).ok()?;
        let tables = face.tables();
        let drawn = tables.glyf.is_some() || tables.cff.is_some();
        (drawn && face.units_per_em() > 0).then_some(Self { face })
    }

    /// Units to an em; above 0.
    #[must_use]
    pub fn units(&self) -> f32 {
        f32::from(self.face.units_per_em())
    }

    /// Heights of a line.
    #[must_use]
    pub fn measures(&self) -> Measures {
        Measures {
            ascender: self.face.ascender().into(),
            descender: self.face.descender().into(),
            gap: self.face.line_gap().into(),
        }
    }

    /// Whether it has a letter for a character.
    #[must_use]
    pub fn has(&self, character: char) -> bool {
        self.face.glyph_index(character).is_some()
    }

    /// The letter of a character; the font's own sign for missing ones when it has none.
    #[must_use]
    pub fn glyph(&self, character: char) -> GlyphId {
        self.face.glyph_index(character).unwrap_or_default()
    }

    /// How far a letter moves on, the font's own units.
    #[must_use]
    pub fn advance(&self, glyph: GlyphId) -> f32 {
        self.face.glyph_hor_advance(glyph).unwrap_or_default().into()
    }

    /// How far a letter moves on, the font's own units.
    #[must_use]
    pub fn advance_of(&self, character: char) -> f32 {
        self.advance(self.glyph(character))
    }

    /// Heights of small letters and of capitals, the font's own units.
    #[must_use]
    pub fn heights(&self) -> [f32; 2] {
        let known = [self.face.x_height(), self.face.capital_height()];
        known.map(|height| height.map_or(0.0, f32::from))
    }

    /// How wide a line is at a size in pixels per em, pixels.
    #[must_use]
    pub fn width(&self, line: &str, size: f32) -> f32 {
        let scale = size / self.units();
        let mut before = None;
        let mut width = 0.0;
        for character in line.chars() {
            let kerning = before.map_or(0.0, |before| self.kerning(before, character));
            width += (kerning + self.advance_of(character)) * scale;
            before = Some(character);
        }
        width
    }

    /// A text broken into lines of at most a width, pixels; at blanks, and where `anywhere` says so inside words.
    /// Words that are too long for a line are broken anyway. Blanks at a break are left out.
    #[must_use]
    pub fn broken(&self, text: &str, size: f32, width: f32, anywhere: bool) -> Vec<String> {
        let mut lines = Vec::new();
        for own in text.split('\n') {
            let mut line = String::new();
            let mut words = own.split_inclusive(' ').peekable();
            if words.peek().is_none() {
                lines.push(String::new());
                continue;
            }
            for word in words {
                let longer = format!("{line}{word}");
                if self.width(longer.trim_end(), size) <= width && !anywhere {
                    line = longer;
                    continue;
                }
                if !line.is_empty() && !anywhere {
                    lines.push(std::mem::take(&mut line).trim_end().to_owned());
                }
                for character in word.chars() {
                    line.push(character);
                    if character != ' ' && line.chars().count() > 1 && self.width(&line, size) > width {
                        line.pop();
                        lines.push(std::mem::take(&mut line).trim_end().to_owned());
                        line.push(character);
                    }
                }
            }
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    /// How much closer or farther a pair stands than each by itself.
    #[must_use]
    pub fn kerning(&self, first: char, second: char) -> f32 {
        let (first, second) = (self.glyph(first), self.glyph(second));
        if let Some(gpos) = self.face.tables().gpos {
            let features = gpos
                .features
                .into_iter()
                .filter(|feature| feature.tag == ttf_parser::Tag::from_bytes(b"kern"));
            for lookup in features.flat_map(|feature| feature.lookup_indices) {
                let Some(lookup) = gpos.lookups.get(lookup) else { continue };
                let found = lookup
                    .subtables
                    .into_iter::<PositioningSubtable<'_>>()
                    .find_map(|subtable| pair(&subtable, first, second));
                if let Some(advance) = found {
                    return advance.into();
                }
            }
            return 0.0;
        }
        let tables = self.face.tables().kern.into_iter().flat_map(|kern| kern.subtables);
        let known = tables.filter(|table| table.horizontal && !table.variable);
        known.into_iter().find_map(|table| table.glyphs_kerning(first, second)).unwrap_or_default().into()
    }

    /// The edges of a letter, placed.
    #[must_use]
    pub fn edges(&self, glyph: GlyphId, place: Affine2, fit: Option<HeightFit>) -> Vec<[Vec2; 2]> {
        let mut outline = Outline { place, fit, edges: Vec::new(), start: Vec2::ZERO, at: Vec2::ZERO };
        self.face.outline_glyph(glyph, &mut outline);
        outline.edges
    }
}

fn pair(subtable: &PositioningSubtable<'_>, first: GlyphId, second: GlyphId) -> Option<i16> {
    let PositioningSubtable::Pair(pairs) = subtable else { return None };
    let covered = pairs.coverage().get(first)?;
    match pairs {
        PairAdjustment::Format1 { sets, .. } => Some(sets.get(covered)?.get(second)?.0.x_advance),
        PairAdjustment::Format2 { classes, matrix, .. } => {
            let classes = (classes.0.get(first), classes.1.get(second));
            Some(matrix.get(classes)?.0.x_advance)
        }
    }
}

/// Heights of letters moved so that small letters and capitals end at whole pixels.
///
/// Engine behaviour (Godot): its letters are hinted lightly, which comes close to this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightFit {
    /// Heights of small letters and capitals, and where they go, the font's own units.
    from: [f32; 2],
    to: [f32; 2],
}

impl HeightFit {
    /// For a size in pixels per em; `None` when the font does not tell its heights.
    #[must_use]
    pub fn new(face: &Face<'_>, size: f32) -> Option<Self> {
        let from = face.heights();
        let unit = face.units() / size;
        let sound = from[0] > 0.0 && from[1] > from[0] && unit.is_finite() && unit > 0.0;
        sound.then(|| Self { from, to: from.map(|height| (height / unit).round().max(1.0) * unit) })
    }

    fn at(self, y: f32) -> f32 {
        let ([x, capital], [x_to, capital_to]) = (self.from, self.to);
        if y <= 0.0 {
            y
        } else if y <= x {
            y * x_to / x
        } else if y <= capital {
            x_to + (y - x) * (capital_to - x_to) / (capital - x)
        } else {
            y + capital_to - capital
        }
    }
}

struct Outline {
    place: Affine2,
    fit: Option<HeightFit>,
    edges: Vec<[Vec2; 2]>,
    start: Vec2,
    at: Vec2,
}

impl Outline {
    fn to(&mut self, point: Vec2) {
        self.edges.push([self.at, point]);
        self.at = point;
    }

    fn placed(&self, x: f32, y: f32) -> Vec2 {
        self.place.transform_point2(Vec2::new(x, self.fit.map_or(y, |fit| fit.at(y))))
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.placed(x, y);
        self.start = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let point = self.placed(x, y);
        self.to(point);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (from, control, end) = (self.at, self.placed(x1, y1), self.placed(x, y));
        for chord in 1..=CHORDS {
            let t = chord as f32 / CHORDS as f32;
            self.to(from.lerp(control, t).lerp(control.lerp(end, t), t));
        }
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let from = self.at;
        let (a, b, end) = (self.placed(x1, y1), self.placed(x2, y2), self.placed(x, y));
        for chord in 1..=CHORDS {
            let t = chord as f32 / CHORDS as f32;
            let (p, q, r) = (from.lerp(a, t), a.lerp(b, t), b.lerp(end, t));
            self.to(p.lerp(q, t).lerp(q.lerp(r, t), t));
        }
    }

    fn close(&mut self) {
        let start = self.start;
        self.to(start);
    }
}

#[cfg(test)]
mod tests {
    use super::Face;

    const FONT: &[u8] = crate::OPEN_SANS;

    #[test]
    fn widths_and_heights_are_those_the_engine_gives() {
        let face = Face::open(FONT).unwrap();
        // Godot 4.6.3: `get_string_size` is 158 at 16 and 629 at 64, rounded.
        let width = |size| face.width("Hello, World! AVA To", size);
        assert!((width(16.0) - 157.3).abs() < 0.1 && (width(64.0) - 629.2).abs() < 0.3);
        let measures = face.measures();
        let at = |units: f32| (units * 16.0 / face.units()).ceil();
        assert_eq!([at(measures.ascender), at(-measures.descender)], [18.0, 5.0]);
    }

    #[test]
    fn lines_break_at_blanks_and_long_words_anyway() {
        let face = Face::open(FONT).unwrap();
        let lines = |text: &str, width, anywhere| face.broken(text, 16.0, width, anywhere);
        assert_eq!(lines("one two three", 70.0, false), ["one two", "three"]);
        assert_eq!(lines("one\n\ntwo", 70.0, false), ["one", "", "two"]);
        let long = lines("a mmmmmmmmmm", 60.0, false);
        assert!(long.len() > 2 && long.concat().replace(' ', "") == "ammmmmmmmmm", "{long:?}");
        assert!(lines("one two three", 40.0, true).iter().all(|line| face.width(line, 16.0) <= 40.0));
    }

    #[test]
    fn what_is_no_font_is_none() {
        assert!(Face::open(b"no font").is_none());
    }
}
