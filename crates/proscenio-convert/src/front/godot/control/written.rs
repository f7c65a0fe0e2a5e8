//! Marked-up text as it is drawn: letters, lines through and below them, backgrounds, cells of tables.

use glam::Vec2;
use proscenio_run::layout::Rect;
use proscenio_run::set::{SetLetter, Span};
use proscenio_scene::Component;

use super::marks::{Brush, Cell, Effect, Paragraph};
use super::rich::{Line, Rich};
use super::style::Ink;
use super::text::{Opened, Pen, Way};

impl Rich {
    /// Draws a line of a paragraph.
    pub(super) fn put(
        &self,
        paragraph: &Paragraph,
        line: &Line,
        from: Vec2,
        ink: Ink,
        out: &mut Vec<Component>,
    ) {
        let at = from + line.at;
        if let (Some((high, row)), Some(cell)) = (line.cell, &paragraph.cell) {
            frame(Rect::new(at.x, at.y, line.width, high), row, cell, ink, out);
            return;
        }
        if let Some([share, high]) = paragraph.rule {
            let wide = line.width * share;
            let x = at.x + ((line.width - wide) * 0.5).floor();
            let color = paragraph.brushes.first().map_or([1.0; 4], |(_, brush)| brush.color);
            ink.fill(Rect::new(x, at.y, wide, high), color, out);
            return;
        }
        let base = Vec2::new(at.x, (at.y + line.up).round());
        if line.range.start == 0 {
            self.lead(paragraph, base, at.y, ink, out);
        }
        let runs = |layer: u8, out: &mut Vec<Component>| {
            let mut start = 0;
            for (end, brush) in &paragraph.brushes {
                let own = start..*end;
                start = *end;
                let letters: Vec<SetLetter> =
                    line.letters.iter().filter(|letter| own.contains(&letter.byte)).copied().collect();
                if let Some((shown, size)) = brush.picture.and_then(|at| self.pictures.get(at)) {
                    for letter in letters.iter().filter(|_| layer == 2) {
                        let corner = base + Vec2::new(letter.at[0], -line.middle - size.y * 0.5);
                        let at = Vec2::new(corner.x, corner.y.round());
                        out.extend(shown.draw(Rect { at, size: *size }, ink));
                    }
                } else if let Some(effect) = brush.effect.filter(|_| !letters.is_empty()) {
                    for mut letter in letters {
                        let mut own = *brush;
                        affect(effect, base.x + letter.at[0] - from.x, &mut letter, &mut own);
                        let said = line.range.end.min(paragraph.text.len());
                        let said = paragraph.text.get(letter.byte..said).unwrap_or_default();
                        let said = said.chars().next().map(String::from).unwrap_or_default();
                        self.run(&said, &own, &[letter], base, layer, ink, out);
                    }
                } else if !letters.is_empty() {
                    let said = own.start.max(line.range.start)..own.end.min(line.range.end);
                    let said = paragraph.text.get(said).unwrap_or_default();
                    self.run(said, brush, &letters, base, layer, ink, out);
                }
            }
        };
        Self::highlight(paragraph, line, base, |brush| brush.back, ink, out);
        (0..3).for_each(|layer| runs(layer, out));
        Self::highlight(paragraph, line, base, |brush| brush.front, ink, out);
    }

    /// Fills what lies behind or over letters, pieces of one colour at once.
    fn highlight(
        paragraph: &Paragraph,
        line: &Line,
        base: Vec2,
        color: impl Fn(&Brush) -> Option<[f32; 4]>,
        ink: Ink,
        out: &mut Vec<Component>,
    ) {
        let mut start = 0;
        for same in paragraph.brushes.chunk_by(|one, other| color(&one.1) == color(&other.1)) {
            let Some((end, brush)) = same.last() else { continue };
            let own = start..*end;
            start = *end;
            let letters = line.letters.iter().filter(|letter| own.contains(&letter.byte));
            let (low, high) = letters.fold((f32::INFINITY, 0.0_f32), |(low, high), letter| {
                (low.min(letter.at[0]), high.max(letter.at[0] + letter.advance))
            });
            if let Some(color) = color(brush).filter(|_| high > low) {
                let (up, down) = (brush.size * 1.1 + HIGHLIGHT, brush.size * 0.33 + HIGHLIGHT);
                let corner = Vec2::new(base.x + low - HIGHLIGHT, base.y - up);
                let size = Vec2::new(high - low + 2.0 * HIGHLIGHT, up + down);
                ink.fill(Rect { at: corner, size }, color, out);
            }
        }
    }

    /// What stands before the first line: the sign of an item, or a large letter.
    fn lead(&self, paragraph: &Paragraph, base: Vec2, top: f32, ink: Ink, out: &mut Vec<Component>) {
        let opened = Opened::new(&self.fonts);
        let fonts = opened.fonts();
        let mut one = |text: &str, brush: &Brush, at: Vec2, ends: bool| {
            let spans = [Span { end: text.len(), font: brush.font, size: brush.size }];
            let line = fonts.line(text, &spans, 0..text.len(), Way::Right);
            let at = if ends { at - Vec2::new(line.width, 0.0) } else { at };
            self.run(text, brush, &line.letters, at, 2, ink, out);
        };
        if let (Some(sign), Some((_, brush))) = (&paragraph.sign, paragraph.brushes.first()) {
            one(sign, brush, base, true);
        }
        if let Some((letter, brush, [margin, above, ..])) = &paragraph.cap {
            let [up, _] = self.heights(&fonts, brush.font, brush.size);
            let wide = paragraph.cap(&fonts, &self.fonts).map_or(0.0, |cap| cap.x);
            let at = Vec2::new(base.x - wide + margin, (top + above + up).round());
            one(letter, brush, at, false);
        }
    }

    /// Draws the letters of one look: outlines, lines below, letters with lines through them.
    #[allow(clippy::too_many_arguments, reason = "the ways a piece of text is drawn")]
    fn run(
        &self,
        text: &str,
        brush: &Brush,
        letters: &[SetLetter],
        base: Vec2,
        layer: u8,
        ink: Ink,
        out: &mut Vec<Component>,
    ) {
        let Some(own) = self.fonts.get(brush.font) else { return };
        let low = letters.iter().map(|letter| letter.at[0]).fold(f32::INFINITY, f32::min);
        let high = letters.iter().map(|letter| letter.at[0] + letter.advance).fold(0.0, f32::max);
        let bar = |y: f32, color: [f32; 4], out: &mut Vec<Component>| {
            let thick = (brush.size * 0.05).round().max(1.0);
            ink.fill(Rect::new(base.x + low, (base.y + y).floor(), high - low, thick), color, out);
        };
        let pen = |color: [f32; 4], outline: f32| Pen {
            letters: own,
            size: brush.size,
            color,
            spread: own.spread(brush.size),
            outline,
        };
        match layer {
            0 => {
                if let Some((size, color)) = brush.outline.filter(|(size, _)| *size > 0.0) {
                    out.push(pen(color, size).line(text, letters, base, ink));
                }
            }
            1 => {
                if let Some(color) = brush.under {
                    bar(brush.size * 0.12, color, out);
                }
            }
            _ => {
                out.push(pen(brush.color, 0.0).line(text, letters, base, ink));
                if let Some(color) = brush.through {
                    bar(-brush.size * 0.3, color, out);
                }
            }
        }
    }
}

/// Draws the background and the border of a cell.
fn frame(rect: Rect, row: usize, cell: &Cell, ink: Ink, out: &mut Vec<Component>) {
    if let Some(color) = cell.backs[row % 2] {
        ink.fill(rect, color, out);
    }
    if let Some(color) = cell.border {
        // Thin lines lie left of and above their places.
        let Rect { at, size } = Rect { at: rect.at - 1.0, size: rect.size };
        for (x, y, wide, high) in [
            (at.x, at.y, size.x + 1.0, 1.0),
            (at.x, at.y + size.y, size.x + 1.0, 1.0),
            (at.x, at.y + 1.0, 1.0, size.y - 1.0),
            (at.x + size.x, at.y + 1.0, 1.0, size.y - 1.0),
        ] {
            ink.fill(Rect::new(x, y, wide, high), color, out);
        }
    }
}

/// Moves or colours a letter that is so far right in its label, pixels.
fn affect(effect: Effect, x: f32, letter: &mut SetLetter, brush: &mut Brush) {
    let turn = x / 50.0;
    match effect {
        Effect::Wave(high) => letter.at[1] += turn.sin() * high,
        Effect::Tornado(radius) => {
            letter.at[0] += turn.sin() * radius;
            letter.at[1] += turn.cos() * radius;
        }
        Effect::Rainbow([fast, strong, bright]) => {
            let hue = (fast * turn).rem_euclid(1.0) * 6.0;
            let channel = |shift: f32| {
                let at = (hue + shift).rem_euclid(6.0);
                bright - bright * strong * at.min(4.0 - at).clamp(0.0, 1.0)
            };
            brush.color = [channel(5.0), channel(3.0), channel(1.0), brush.color[3]];
        }
    }
}

/// Around what is highlighted, pixels.
const HIGHLIGHT: f32 = 3.0;

/// Gives the blanks of a line what is left of it.
pub(super) fn spread(text: &str, letters: &mut [SetLetter], free: f32) {
    let blank = |letter: &SetLetter| text.as_bytes().get(letter.byte) == Some(&b' ');
    let count = letters.iter().filter(|letter| blank(letter)).count() as f32;
    if !(free > 0.0 && count > 0.0) {
        return;
    }
    let mut moved = 0.0;
    for letter in letters {
        letter.at[0] += moved;
        if blank(letter) {
            moved += free / count;
        }
    }
}
