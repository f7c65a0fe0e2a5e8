//! Setting text: letters shaped by their fonts, both directions of writing, and where lines break.
//!
//! ```
//! use proscenio_run::set::{Breaks, Span, Typeface, Typefaces, Way};
//!
//! let face = Typeface::open(proscenio_run::OPEN_SANS).unwrap();
//! let fonts = Typefaces::new(vec![vec![&face]]);
//! let text = "one two three";
//! let spans = [Span { end: text.len(), font: 0, size: 16.0 }];
//! let lines = fonts.lines(text, &spans, 70.0, Breaks::Words);
//! assert_eq!(lines, [0..7, 8..13]);
//! let line = fonts.line(text, &spans, lines[0].clone(), Way::Auto);
//! assert_eq!(line.letters.len(), 7);
//! ```
//!
//! # Limitations
//!
//! Lines break at blanks, behind hyphens, and between words that [`crate::words`] finds.

use std::ops::Range;

use harfrust::{Direction, Feature, FontRef, ShapeOptions, ShaperData, Tag, UnicodeBuffer};
use unicode_bidi::{BidiInfo, Level};

use crate::font::{Face, Measures};
use crate::words;

/// A font that can be set.
pub struct Typeface<'a> {
    face: Face<'a>,
    font: FontRef<'a>,
    shaper: ShaperData,
}

impl<'a> Typeface<'a> {
    /// Opens a file; `None` when it is no font with outlines.
    #[must_use]
    pub fn open(bytes: &'a [u8]) -> Option<Self> {
        let face = Face::open(bytes)?;
        let font = FontRef::new(bytes).ok()?;
        let shaper = ShaperData::new(&font);
        Some(Self { face, font, shaper })
    }

    /// Its letters and measures.
    #[must_use]
    pub const fn face(&self) -> &Face<'a> {
        &self.face
    }
}

/// Fonts, each with those that stand in for letters it has not.
pub struct Typefaces<'t, 'a> {
    chains: Vec<Vec<&'t Typeface<'a>>>,
    spacing: Vec<Spacing>,
    features: Vec<Vec<Feature>>,
}

/// What is added to how far letters move on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spacing {
    /// Behind every letter, sizes of the text.
    pub em: f32,
    /// Behind every letter but the last of a text, pixels.
    pub letter: f32,
    /// Behind every blank but the last letter of a text, pixels; 0 is as behind letters.
    pub blank: f32,
}

/// A part of a text in one font; parts follow each other without gaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Byte behind its last.
    pub end: usize,
    /// Which of the [`Typefaces`].
    pub font: usize,
    /// Pixels per em.
    pub size: f32,
}

/// The font of a [`Span`] that is a thing between letters: one letter of the text, its size is its width in pixels.
pub const OBJECT: usize = usize::MAX;

/// Where lines break.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breaks {
    /// Only where the text says so.
    #[default]
    Never,
    /// Between any two letters.
    Anywhere,
    /// At blanks; words that are too long for a line are cut.
    Words,
    /// At blanks alone.
    WordsWhole,
}

/// The direction of a paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// That of its first letter that has one.
    #[default]
    Auto,
    /// Left to right.
    Right,
    /// Right to left.
    Left,
}

/// A letter in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SetLetter {
    /// Which of the [`Typefaces`], and which font of its chain.
    pub font: (usize, usize),
    /// The letter's number in the font.
    pub glyph: u16,
    /// Pixels per em.
    pub size: f32,
    /// Right of the line's begin and below the line that letters stand on, pixels.
    pub at: [f32; 2],
    /// How far it moves on, pixels.
    pub advance: f32,
    /// Byte of the text that it belongs to.
    pub byte: usize,
}

/// A line of letters, from left to right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SetLine {
    /// In the order they are seen.
    pub letters: Vec<SetLetter>,
    /// How far all move on, pixels.
    pub width: f32,
    /// Whether its paragraph runs from right to left.
    pub leftwards: bool,
}

/// What follows the line letters stand on up and down, whole pixels as Godot has them.
#[must_use]
pub fn heights(measures: Measures, units: f32, size: f32) -> [f32; 2] {
    let scale = size / units;
    [(measures.ascender * scale).ceil(), (-measures.descender * scale).ceil()]
}

impl<'t, 'a> Typefaces<'t, 'a> {
    /// Each list is a font and what stands in for it; none is empty.
    #[must_use]
    pub const fn new(chains: Vec<Vec<&'t Typeface<'a>>>) -> Self {
        Self { chains, spacing: Vec::new(), features: Vec::new() }
    }

    /// With room between letters, by chain; chains without one have none.
    #[must_use]
    pub fn spaced(mut self, spacing: Vec<Spacing>) -> Self {
        self.spacing = spacing;
        self
    }

    /// With features of OpenType switched on or off, by chain: their four letters and a value.
    #[must_use]
    pub fn featured(mut self, features: &[Vec<([u8; 4], u32)>]) -> Self {
        let one = |(tag, value): &([u8; 4], u32)| Feature::new(Tag::new(tag), *value, ..);
        self.features = features.iter().map(|list| list.iter().map(one).collect()).collect();
        self
    }

    /// A font of a chain.
    #[must_use]
    pub fn get(&self, (chain, font): (usize, usize)) -> Option<&'t Typeface<'a>> {
        self.chains.get(chain)?.get(font).copied()
    }

    /// Which font of a chain has a letter; the first when none has.
    fn having(&self, chain: usize, letter: char) -> usize {
        let fonts = self.chains.get(chain).map(Vec::as_slice).unwrap_or_default();
        fonts.iter().position(|font| font.face.has(letter)).unwrap_or_default()
    }

    /// The parts of a range in one font each.
    fn parts(&self, text: &str, spans: &[Span], range: Range<usize>) -> Vec<(Range<usize>, Span, usize)> {
        let mut parts: Vec<(Range<usize>, Span, usize)> = Vec::new();
        let mut spans = spans.iter().copied().peekable();
        let piece = text.get(range.clone()).unwrap_or_default();
        for (at, letter) in piece.char_indices() {
            let at = range.start + at;
            while spans.next_if(|span| span.end <= at).is_some() {}
            let Some(span) = spans.peek().copied() else { break };
            let end = at + letter.len_utf8();
            match parts.last_mut() {
                // Marks and blanks stay with what is before them where that can be.
                Some((whole, own, font))
                    if own.end == span.end
                        && (*font == self.having(span.font, letter)
                            || (letter.is_whitespace() || joins(letter))
                                && self.has(span.font, *font, letter)) =>
                {
                    whole.end = end;
                }
                _ => parts.push((at..end, span, self.having(span.font, letter))),
            }
        }
        parts
    }

    fn has(&self, chain: usize, font: usize, letter: char) -> bool {
        self.get((chain, font)).is_some_and(|font| font.face.has(letter))
    }

    /// Letters of a range that runs one way, in the order they are seen.
    fn shape(&self, text: &str, spans: &[Span], range: Range<usize>, leftwards: bool, line: &mut SetLine) {
        let mut parts = self.parts(text, spans, range);
        if leftwards {
            parts.reverse();
        }
        for (range, span, font) in parts {
            if span.font == OBJECT {
                let font = (OBJECT, 0);
                let at = [line.width, 0.0];
                let (size, byte) = (span.size, range.start);
                line.letters.push(SetLetter { font, glyph: 0, size, at, advance: size, byte });
                line.width += size;
                continue;
            }
            let (Some(face), Some(piece)) = (self.get((span.font, font)), text.get(range.clone())) else {
                continue;
            };
            let mut buffer = UnicodeBuffer::new();
            buffer.push_str(piece);
            buffer.guess_segment_properties();
            buffer.set_direction(if leftwards { Direction::RightToLeft } else { Direction::LeftToRight });
            let shaper = face.shaper.shaper(&face.font).build();
            let features = self.features.get(span.font).map(Vec::as_slice).unwrap_or_default();
            let set = shaper.shape(buffer, ShapeOptions::new().features(features));
            let scale = span.size / face.face.units();
            for (info, place) in set.glyph_infos().iter().zip(set.glyph_positions()) {
                let byte = range.start + info.cluster as usize;
                // What says how to write, and is not written itself.
                if info.glyph_id == 0
                    && text.get(byte..).and_then(|rest| rest.chars().next()).is_some_and(unwritten)
                {
                    continue;
                }
                let advance = place.x_advance as f32 * scale + self.room(text, byte, span);
                line.letters.push(SetLetter {
                    font: (span.font, font),
                    glyph: u16::try_from(info.glyph_id).unwrap_or_default(),
                    size: span.size,
                    at: [line.width + place.x_offset as f32 * scale, -(place.y_offset as f32) * scale],
                    advance,
                    byte,
                });
                line.width += advance;
            }
        }
    }

    /// What is added behind the letter that begins at a byte, pixels.
    fn room(&self, text: &str, byte: usize, span: Span) -> f32 {
        let Some(spacing) = self.spacing.get(span.font) else { return 0.0 };
        let letter = text.get(byte..).and_then(|rest| rest.chars().next());
        let own = spacing.em * span.size;
        match letter {
            Some(letter) if byte + letter.len_utf8() < text.len() => {
                let blank = letter.is_whitespace() && spacing.blank != 0.0;
                own + if blank { spacing.blank } else { spacing.letter }
            }
            _ => own,
        }
    }

    /// How far each byte of a text moves on, where a letter begins; pixels.
    #[must_use]
    pub fn advances(&self, text: &str, spans: &[Span]) -> Vec<f32> {
        let mut advances = vec![0.0; text.len()];
        let mut line = SetLine::default();
        let bidi = BidiInfo::new(text, None);
        let mut start = 0;
        for at in 1..=text.len() {
            if at == text.len() || bidi.levels[at] != bidi.levels[start] || text.as_bytes()[start] == b'\n' {
                self.shape(text, spans, start..at, bidi.levels[start].is_rtl(), &mut line);
                start = at;
            }
        }
        for letter in &line.letters {
            if text.as_bytes().get(letter.byte).is_some_and(|byte| *byte != b'\n') {
                advances[letter.byte] += letter.advance;
            }
        }
        advances
    }

    /// The lines of a text of at most a width, pixels, without the blanks at breaks.
    #[must_use]
    pub fn lines(&self, text: &str, spans: &[Span], width: f32, breaks: Breaks) -> Vec<Range<usize>> {
        let advances = if breaks == Breaks::Never { Vec::new() } else { self.advances(text, spans) };
        let borders = if breaks == Breaks::Never { Vec::new() } else { words::borders(text) };
        let mut lines = Vec::new();
        let mut start = 0;
        for own in text.split('\n') {
            let range = start..start + own.len();
            start = range.end + 1;
            if breaks == Breaks::Never {
                lines.push(range);
            } else {
                break_line(
                    text,
                    range,
                    &Measured { advances: &advances, borders: &borders },
                    width,
                    breaks,
                    &mut lines,
                );
            }
        }
        lines
    }

    /// Sets a line.
    #[must_use]
    pub fn line(&self, text: &str, spans: &[Span], range: Range<usize>, way: Way) -> SetLine {
        let level = match way {
            Way::Auto => None,
            Way::Right => Some(Level::ltr()),
            Way::Left => Some(Level::rtl()),
        };
        let mut line = SetLine { leftwards: way == Way::Left, ..SetLine::default() };
        let Some(piece) = text.get(range.clone()) else { return line };
        let bidi = BidiInfo::new(piece, level);
        let Some(paragraph) = bidi.paragraphs.first() else { return line };
        line.leftwards = paragraph.level.is_rtl();
        let (levels, runs) = bidi.visual_runs(paragraph, 0..piece.len());
        for run in runs {
            let leftwards = levels.get(run.start).is_some_and(|level| level.is_rtl());
            self.shape(text, spans, range.start + run.start..range.start + run.end, leftwards, &mut line);
        }
        line
    }
}

/// Whether a character is a sign for whoever sets the text.
fn unwritten(letter: char) -> bool {
    letter.is_control()
        || matches!(letter as u32, 0x00AD | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0xFEFF)
}

/// Whether a letter is a mark on the one before it.
fn joins(letter: char) -> bool {
    matches!(letter as u32,
        0x0300..=0x036F | 0x0591..=0x05C7 | 0x0610..=0x061A | 0x064B..=0x065F | 0x0670 | 0x06D6..=0x06ED
        | 0x0E31 | 0x0E34..=0x0E3A | 0x0E47..=0x0E4E | 0x200C..=0x200F | 0x20D0..=0x20F0 | 0xFE00..=0xFE0F)
}

/// A text as it is broken: how far each byte moves on, and where words begin without a blank before them.
struct Measured<'m> {
    advances: &'m [f32],
    borders: &'m [usize],
}

/// Breaks one line of a text.
fn break_line(
    text: &str,
    range: Range<usize>,
    Measured { advances, borders }: &Measured<'_>,
    width: f32,
    breaks: Breaks,
    lines: &mut Vec<Range<usize>>,
) {
    let piece = text.get(range.clone()).unwrap_or_default();
    let trimmed = |from: usize, to: usize| from..from + text[from..to].trim_end().len();
    let (mut from, mut at, mut last) = (range.start, 0.0, None);
    let mut before = ' ';
    for (offset, letter) in piece.char_indices() {
        let place = range.start + offset;
        let advance = advances.get(place).copied().unwrap_or_default();
        // Behind a blank or a hyphen a new word begins.
        let begins = before == ' ' || before == '-' && letter.is_alphanumeric();
        if place > from && letter != ' ' && (begins || borders.binary_search(&place).is_ok()) {
            last = Some(place);
        }
        before = letter;
        // A part of a pixel too many still fits, as in the engine.
        if at + advance > width + 0.01 && letter != ' ' && place > from && advance > 0.0 {
            let to = match (breaks, last) {
                (Breaks::Words | Breaks::WordsWhole, Some(word)) => word,
                (Breaks::WordsWhole, None) => {
                    at += advance;
                    continue;
                }
                _ => place,
            };
            lines.push(trimmed(from, to));
            at = advances.get(to..place).unwrap_or_default().iter().sum();
            (from, last) = (to, None);
        }
        at += advance;
    }
    lines.push(trimmed(from, range.end));
}

#[cfg(test)]
mod tests {
    use super::{Breaks, SetLine, Spacing, Span, Typeface, Typefaces, Way};

    fn with<T>(text: &str, ask: impl Fn(&Typefaces<'_, '_>, &[Span]) -> T) -> T {
        let face = Typeface::open(crate::OPEN_SANS).unwrap();
        let spans = [Span { end: text.len(), font: 0, size: 16.0 }];
        ask(&Typefaces::new(vec![vec![&face]]), &spans)
    }

    fn broken(text: &str, width: f32, breaks: Breaks) -> Vec<&str> {
        let lines = with(text, |fonts, spans| fonts.lines(text, spans, width, breaks));
        lines.into_iter().map(|range| &text[range]).collect()
    }

    fn line(text: &str, way: Way) -> SetLine {
        with(text, |fonts, spans| fonts.line(text, spans, 0..text.len(), way))
    }

    #[test]
    fn lines_break_at_blanks_and_long_words_anyway() {
        assert_eq!(broken("one two three", 70.0, Breaks::Words), ["one two", "three"]);
        assert_eq!(broken("one\n\ntwo", 70.0, Breaks::Words), ["one", "", "two"]);
        assert_eq!(broken("a half-hearted", 70.0, Breaks::Words), ["a half-", "hearted"]);
        let long = broken("a mmmmmmmmmm", 60.0, Breaks::Words);
        assert!(long.len() > 2 && long.concat() == "ammmmmmmmmm", "{long:?}");
        assert_eq!(broken("a mmmmmmmmmm b", 60.0, Breaks::WordsWhole), ["a", "mmmmmmmmmm", "b"]);
        assert!(broken("one two three", 40.0, Breaks::Anywhere).len() > 2);
    }

    #[test]
    fn widths_are_those_the_engine_gives() {
        // Godot 4.6.3: `get_string_size` is 158, rounded up.
        assert!((line("Hello, World! AVA To", Way::Auto).width - 157.3).abs() < 0.1);
    }

    #[test]
    fn room_between_letters_is_the_engines() {
        // Godot 4.6.3: with `spacing_glyph` 10 "ab c" is 30 wider, with `spacing_space` 7 it is 7 wider, and
        // `variation_embolden` 4 makes each of four letters 1 pixel wider at 16 pixels per em.
        let face = Typeface::open(crate::OPEN_SANS).unwrap();
        let spans = [Span { end: 4, font: 0, size: 16.0 }];
        let wide = |spacing: Spacing| {
            let fonts = Typefaces::new(vec![vec![&face]]).spaced(vec![spacing]);
            fonts.line("ab c", &spans, 0..4, Way::Auto).width
        };
        let plain = wide(Spacing::default());
        assert!((wide(Spacing { letter: 10.0, ..Spacing::default() }) - plain - 30.0).abs() < 1e-3);
        assert!((wide(Spacing { blank: 7.0, ..Spacing::default() }) - plain - 7.0).abs() < 1e-3);
        // Both: 10 behind `a`, 7 behind the blank, 10 behind `b`.
        let both = wide(Spacing { letter: 10.0, blank: 7.0, ..Spacing::default() });
        assert!((both - plain - 27.0).abs() < 1e-3);
        assert!((wide(Spacing { em: 4.0 / 64.0, ..Spacing::default() }) - plain - 4.0).abs() < 1e-3);
    }

    #[test]
    fn features_can_be_switched_off() {
        let face = Typeface::open(crate::OPEN_SANS).unwrap();
        let spans = [Span { end: 3, font: 0, size: 16.0 }];
        let count = |features: Vec<([u8; 4], u32)>| {
            let fonts = Typefaces::new(vec![vec![&face]]).featured(&[features]);
            fonts.line("ffi", &spans, 0..3, Way::Auto).letters.len()
        };
        assert_eq!(count(vec![(*b"liga", 0)]), 3);
        assert!(count(Vec::new()) < 3, "one letter for three");
    }

    #[test]
    fn what_runs_leftwards_is_turned_round() {
        let set = line("ab \u{5d0}\u{5d1}", Way::Auto);
        assert_eq!(set.letters.iter().map(|letter| letter.byte).collect::<Vec<_>>(), [0, 1, 2, 5, 3]);
        assert!(!set.leftwards && line("\u{5d0}\u{5d1} ab", Way::Auto).leftwards);
        let set = line("a b", Way::Left);
        assert!(set.leftwards && set.letters[0].byte == 0);
    }

    #[test]
    fn nothing_is_broken_into_nothing() {
        assert_eq!(broken("", 10.0, Breaks::Words), [""]);
        assert_eq!(line("", Way::Auto).letters.len(), 0);
        assert!(Typeface::open(b"no font").is_none());
    }
}
