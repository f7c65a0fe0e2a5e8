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

    /// Where a letter ends above or below, the font's own units.
    fn end(&self, letter: char, above: bool) -> Option<i16> {
        let bounds = self.face.glyph_bounding_box(self.face.glyph_index(letter)?)?;
        Some(if above { bounds.y_max } else { bounds.y_min })
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

/// Heights of letters moved so that they end at whole pixels.
///
/// Engine behaviour (Godot): its letters are hinted lightly by FreeType. All heights are scaled so that round small
/// letters end at a whole pixel; the lines that letters stand on and end at then go to whole pixels, and round letters
/// go beyond them by half pixels or not at all. The numbers are those that FreeType's letters measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightFit {
    /// Heights from below to above, and where they go, the font's own units.
    knots: [(f32, f32); KNOTS],
    /// Factor above and below them.
    scale: f32,
}

/// Two for each line that letters end at.
const KNOTS: usize = 10;

/// Letters that tell the lines letters end at, the flat one and the round one: below the line that others stand on, on
/// it, small ones, capitals, and those that go up.
const ENDS: [(char, char, bool); 5] =
    [('p', 'g', false), ('x', 'o', false), ('x', 'o', true), ('H', 'O', true), ('d', 'f', true)];

impl HeightFit {
    /// For a size in pixels per em; `None` when the font has no letters to measure.
    #[must_use]
    pub fn new(face: &Face<'_>, size: f32) -> Option<Self> {
        let unit = size / face.units();
        if !(unit.is_finite() && unit > 0.0) {
            return None;
        }
        let mut ends = [[0.0; 2]; 5];
        for (end, (flat, round, above)) in ends.iter_mut().zip(ENDS) {
            let number = |letter| face.end(letter, above).map(f32::from);
            *end = [number(flat)?, number(round)?];
        }
        let small = ends[2][1] * unit;
        if small <= 0.0 {
            return None;
        }
        // Small sizes rather grow.
        let up = if (6.0..=14.0).contains(&size) { 52.0 / 64.0 } else { 40.0 / 64.0 };
        let scale = (small + up).floor().max(1.0) / small;
        let mut knots = [(0.0, 0.0); KNOTS];
        for (pair, end) in knots.chunks_exact_mut(2).zip(ends) {
            let fitted = fitted(end.map(|height| height * unit * scale)).map(|height| height / unit);
            pair.copy_from_slice(&[(end[0], fitted[0]), (end[1], fitted[1])]);
            pair.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        // Fonts whose lines cross one another are left alone.
        let sound = knots.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1);
        sound.then_some(Self { knots, scale })
    }

    fn at(self, y: f32) -> f32 {
        let [first, .., last] = self.knots;
        if y <= first.0 {
            return first.1 + (y - first.0) * self.scale;
        }
        for pair in self.knots.windows(2) {
            let [(from, to), (next, next_to)] = [pair[0], pair[1]];
            if y <= next {
                let share = if next > from { (y - from) / (next - from) } else { 1.0 };
                return to + share * (next_to - to);
            }
        }
        last.1 + (y - last.0) * self.scale
    }
}

/// Where a line that flat and round letters end at goes, pixels. One whose two ends are far from one another stays.
fn fitted([flat, round]: [f32; 2]) -> [f32; 2] {
    // Counted in parts of 64.
    let [flat, round] = [flat, round].map(|height| (height * 64.0).round());
    let beyond = (round - flat).abs();
    if beyond > 48.0 {
        return [flat / 64.0, round / 64.0];
    }
    let whole = (flat / 64.0 + 0.5).floor();
    let beyond = if beyond < 32.0 { 0.0 } else { 0.5 };
    [whole, whole + beyond * (round - flat).signum()]
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
    use super::{Face, HeightFit};

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
    fn heights_are_those_of_lightly_hinted_letters() {
        let face = Face::open(FONT).unwrap();
        // What FreeType's lightly hinted letters measure: tops of x, o, H and O, and the bottom of o, pixels.
        for (size, want) in [
            (12.0, [7.0, 7.0, 9.0, 9.0, 0.0]),
            (16.0, [9.0, 9.0, 12.0, 12.0, 0.0]),
            (28.0, [16.0, 16.0, 21.0, 21.0, 0.0]),
            (33.0, [18.0, 18.0, 23.0, 23.0, 0.0]),
            (48.0, [27.0, 27.5, 35.0, 35.5, 0.0]),
            (64.0, [34.0, 34.5, 45.0, 45.5, -0.5]),
        ] {
            let fit = HeightFit::new(&face, size).unwrap();
            let end = |letter, above| {
                let end = fit.at(face.end(letter, above).unwrap().into());
                end * size / face.units()
            };
            let got = [end('x', true), end('o', true), end('H', true), end('O', true), end('o', false)];
            assert!(got.iter().zip(want).all(|(got, want)| (got - want).abs() < 1e-3), "{size}: {got:?}");
        }
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
