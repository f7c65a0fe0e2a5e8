//! Texts: lines, letters and where they stand.

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{BitmapFont, Filter, FontId, FontKind, TextAlign, TextBox, TextureRef, UvRect, Wrap};
use rustc_hash::FxHashMap;

use super::flat::{FlatEye, Painter, scale_of, slot_of, times};
use super::images::Texels;
use super::outline::Triangles;
use crate::Note;
use proscenio_run::font::{Face, GlyphId, HeightFit};

/// Width of a letter without a font as a share of the height of a line: about what most fonts have.
const LETTER: f32 = 0.5;
/// Height of a letter without a size, pixels.
const PLAIN: f32 = 16.0;
/// More letters than this are not drawn.
const MOST_LETTERS: usize = 100_000;

/// Fonts that were opened.
#[derive(Default)]
pub(super) struct Fonts<'s> {
    pub(super) faces: FxHashMap<FontId, Option<Face<'s>>>,
}

/// A laid-out letter: what it is, its line's number, and how far along it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Placed<G> {
    glyph: G,
    line: usize,
    x: f32,
}

/// A block of letters.
#[derive(Clone, Debug, PartialEq)]
struct Block<G> {
    letters: Vec<Placed<G>>,
    size: Vec2,
}

/// How a font measures.
trait Measure {
    type Glyph: Copy;
    /// The letter and how far it moves on before the spacing; `None` draws nothing.
    fn letter(&self, before: Option<char>, character: char) -> (Option<Self::Glyph>, f32, f32);
}

/// Lays out lines of a height: `spacing` follows every letter but the last.
fn lay_out<M: Measure>(text: &TextBox, font: &M, spacing: f32, height: f32) -> Block<M::Glyph> {
    let lines = wrapped(text, font, spacing);
    let mut letters = Vec::new();
    let mut widths = Vec::with_capacity(lines.len());
    for (row, line) in lines.iter().enumerate() {
        let (mut pen, mut before) = (0.0, None);
        for character in line.chars() {
            let (glyph, kerning, advance) = font.letter(before, character);
            pen += kerning;
            if let Some(glyph) = glyph.filter(|_| letters.len() < MOST_LETTERS) {
                letters.push(Placed { glyph, line: row, x: pen });
            }
            pen += advance + spacing;
            before = Some(character);
        }
        widths.push(if before.is_some() { pen - spacing } else { 0.0 });
    }
    let width = widths.iter().copied().fold(0.0, f32::max);
    for letter in &mut letters {
        letter.x += match text.align {
            TextAlign::Left => 0.0,
            TextAlign::Center => (width - widths[letter.line]) / 2.0,
            TextAlign::Right => width - widths[letter.line],
        };
    }
    let rows = lines.len() as f32;
    let size = Vec2::new(width, rows * height + (rows - 1.0) * text.line_spacing);
    Block { letters, size: size.max(Vec2::ZERO) }
}

fn width_of<M: Measure>(font: &M, spacing: f32, line: &str) -> f32 {
    let (mut pen, mut before) = (0.0, None);
    for character in line.chars() {
        let (_, kerning, advance) = font.letter(before, character);
        pen += kerning + advance + spacing;
        before = Some(character);
    }
    if before.is_some() { pen - spacing } else { 0.0 }
}

/// Lines broken at blanks where they would be too long; the blank at a break is dropped.
fn wrapped<M: Measure>(text: &TextBox, font: &M, spacing: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for own in text.text.split('\n') {
        if text.max_width <= 0.0 {
            lines.push(own.to_owned());
            continue;
        }
        let mut words = own.split(' ');
        let mut line = words.next().unwrap_or_default().to_owned();
        for word in words {
            let longer = format!("{line} {word}");
            if width_of(font, spacing, &longer) > text.max_width {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            } else {
                line = longer;
            }
        }
        lines.push(line);
    }
    lines
}

/// A bitmap font at a size.
struct Bitmap<'f> {
    font: &'f BitmapFont,
    /// Pixels per texel.
    scale: f32,
}

impl Measure for Bitmap<'_> {
    type Glyph = proscenio_scene::Glyph;

    fn letter(&self, _: Option<char>, character: char) -> (Option<Self::Glyph>, f32, f32) {
        let glyph = self.font.glyph(character);
        let width = glyph.map_or_else(|| self.font.blank(), |glyph| glyph.width);
        (glyph, 0.0, width * self.scale)
    }
}

/// A vector font at a size.
struct Outlines<'f, 's> {
    face: &'f Face<'s>,
    /// Pixels per unit of the font.
    scale: f32,
}

impl Measure for Outlines<'_, '_> {
    type Glyph = GlyphId;

    fn letter(&self, before: Option<char>, character: char) -> (Option<Self::Glyph>, f32, f32) {
        let kerning = before.map_or(0.0, |before| self.face.kerning(before, character));
        let glyph = self.face.glyph(character);
        (Some(glyph), kerning * self.scale, self.face.advance(glyph) * self.scale)
    }
}

impl<'s> Painter<'_, '_, 's, '_> {
    pub(super) fn text(&mut self, text: &TextBox, matrix: Affine2) {
        if !text.letters.is_empty() {
            let outlines = self.set_letters(text, matrix);
            let spread = text.spread * scale_of(matrix);
            self.put_letters(text, &outlines, spread);
            return;
        }
        let scene = self.from.scene;
        match text.font.and_then(|font| Some((font, scene.fonts.get(font)?))) {
            None => self.text_box(text, matrix),
            Some((id, font)) => match &font.kind {
                FontKind::Missing => {}
                FontKind::Bitmap(font) => self.bitmap_text(text, font, matrix),
                FontKind::Vector(bytes) => self.vector_text(text, id, &font.name, bytes, matrix),
            },
        }
    }

    fn bitmap_text(&mut self, text: &TextBox, font: &BitmapFont, matrix: Affine2) {
        let height = if text.font_size > 0.0 { text.font_size } else { font.glyph_height };
        let scale = height / font.glyph_height;
        let spacing = font.tracking * scale + text.letter_spacing;
        let block = lay_out(text, &Bitmap { font, scale }, spacing, height);
        let color = times(text.tint.to_stored(), self.within.tint);
        let corner = text.anchor * block.size;
        let texels = self.size_of(font.image);
        let texture = TextureRef {
            filter: text.filter,
            wrap_u: Wrap::Clamp,
            wrap_v: Wrap::Clamp,
            ..TextureRef::new(font.image)
        };
        let mut indices = Vec::with_capacity(6 * block.letters.len());
        for letter in &block.letters {
            let low = Vec2::new(letter.x, letter.line as f32 * (height + text.line_spacing)) - corner;
            let high = low + Vec2::new(letter.glyph.width * scale, height);
            let from = letter.glyph.position;
            let to = from + Vec2::new(letter.glyph.width, font.glyph_height);
            let uv = UvRect { min: from / font.size, max: to / font.size };
            indices.extend(self.quad(matrix, [low, high], uv, color, Some(texels)));
        }
        self.item(text.z, Some(slot_of(&texture)), text.blend, indices);
    }

    fn vector_text(&mut self, text: &TextBox, id: FontId, name: &str, bytes: &'s [u8], matrix: Affine2) {
        if !self.fonts.faces.contains_key(&id) {
            let face = Face::open(bytes);
            if face.is_none() {
                self.notes.push(Note::UnreadableFont { name: name.to_owned() });
            }
            self.fonts.faces.insert(id, face);
        }
        let Some(Some(face)) = self.fonts.faces.get(&id) else { return };
        let size = if text.font_size > 0.0 { text.font_size } else { PLAIN };
        let scale = size / face.units();
        let measures = face.measures();
        let height = (measures.ascender - measures.descender + measures.gap) * scale;
        let block = lay_out(text, &Outlines { face, scale }, text.letter_spacing, height);
        let corner = text.anchor * block.size;
        let baseline = (measures.ascender + measures.gap / 2.0) * scale;
        let place = |letter: &Placed<GlyphId>| {
            let row = letter.line as f32 * (height + text.line_spacing);
            let at = Vec2::new(letter.x, row + baseline) - corner;
            matrix * Affine2::from_scale_angle_translation(Vec2::new(scale, -scale), 0.0, at)
        };
        let fit = if text.snap { HeightFit::new(face, size) } else { None };
        let outlines: Vec<Vec<[Vec2; 2]>> =
            block.letters.iter().map(|letter| face.edges(letter.glyph, place(letter), fit)).collect();
        self.put_letters(text, &outlines, 0.0);
    }

    /// Draws outlines in the colour of a text, thicker by some pixels on each side.
    fn put_letters(&mut self, text: &TextBox, outlines: &[Vec<[Vec2; 2]>], spread: f32) {
        let Some((low, texels)) = self.cover(outlines, spread) else { return };
        let color = times(text.tint.to_stored(), self.within.tint);
        let high = low + Vec2::new(texels.size[0] as f32, texels.size[1] as f32);
        let image = self.images.add(texels);
        let whole = UvRect { min: Vec2::ZERO, max: Vec2::ONE };
        let framing = matches!(self.from.flat_eye, FlatEye::Framing);
        let texture = TextureRef {
            filter: if framing { Filter::Linear } else { Filter::Nearest },
            wrap_u: Wrap::Clamp,
            wrap_v: Wrap::Clamp,
            ..TextureRef::new(image)
        };
        let indices = self.quad(Affine2::IDENTITY, [low, high], whole, color, None).to_vec();
        self.item(text.z, Some(slot_of(&texture)), text.blend, indices);
    }

    /// How much of each pixel the outlines cover, as alpha, and the pixel of the top-left corner.
    fn cover(&self, outlines: &[Vec<[Vec2; 2]>], spread: f32) -> Option<(Vec2, Texels)> {
        let points = outlines.iter().flatten().flatten().copied().filter(|point| point.is_finite());
        let (low, high) = super::flat::around(points)?;
        // What is beyond the picture is not worked out, unless all is moved later.
        let room = if matches!(self.from.flat_eye, FlatEye::Framing) {
            [Vec2::splat(-2048.0), Vec2::splat(2048.0)]
        } else {
            [Vec2::ZERO, self.from.picture]
        };
        let low = (low - spread).floor().max(room[0]);
        let high = (high + spread).ceil().min(room[1]);
        let size = high - low;
        if size.min_element() < 1.0 {
            return None;
        }
        let (width, height) = (size.x as usize, size.y as usize);
        let mut total = vec![0.0_f32; width * height];
        for outline in outlines.iter().filter(|outline| !outline.is_empty()) {
            let mut rasterizer = Rasterizer::new(width, height);
            let at = |p: Vec2| -> Point { point(p.x - low.x, p.y - low.y) };
            for [a, b] in outline.iter().filter(|[a, b]| a.is_finite() && b.is_finite()) {
                draw_clipped(&mut rasterizer, at(*a), at(*b), width as f32, height as f32);
            }
            rasterizer.for_each_pixel(|at, share| total[at] = total[at].max(share.min(1.0)));
            if spread > 0.0 {
                super::letters::draw_along(outline, spread, low, width, &mut total);
            }
        }
        let rgba = total.iter().flat_map(|share| [255, 255, 255, (share * 255.0).round() as u8]).collect();
        Some((low, Texels { size: [width as u32, height as u32], rgba, checker: false }))
    }

    /// A box of about the size of the text, its edge one pixel wide.
    fn text_box(&mut self, text: &TextBox, matrix: Affine2) {
        self.count.texts += 1;
        let height = if text.font_size > 0.0 { text.font_size } else { PLAIN };
        let lines = text.text.split('\n').count() as f32;
        let letters = text.text.split('\n').map(|line| line.chars().count()).max().unwrap_or_default();
        let size = Vec2::new((letters as f32 * LETTER).max(LETTER), lines) * height.max(1.0);
        let edge = Vec2::splat(1.0 / scale_of(matrix));
        let low = -text.anchor * size;
        let high = low + size;
        let color = times(text.tint.to_stored(), self.within.tint);
        let faint = [color[0], color[1], color[2], color[3] * 0.15];
        let bars = [
            (low, high, faint),
            (low, Vec2::new(high.x, low.y + edge.y), color),
            (Vec2::new(low.x, high.y - edge.y), high, color),
            (low, Vec2::new(low.x + edge.x, high.y), color),
            (Vec2::new(high.x - edge.x, low.y), high, color),
        ];
        let mut indices = Vec::new();
        for (low, high, color) in bars {
            let points = vec![low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
            let bar = Triangles { points, indices: vec![0, 1, 2, 0, 2, 3] };
            indices.extend(self.triangles(&bar, matrix, color));
        }
        self.item(text.z, None, text.blend, indices);
    }
}

/// Draws an edge, what is beyond the left and right side laid onto it: there it still counts for its rows.
fn draw_clipped(rasterizer: &mut Rasterizer, a: Point, b: Point, width: f32, height: f32) {
    let (mut a, mut b) = (a, b);
    // Above and below nothing is covered.
    for limit in [0.0, height] {
        let beyond = |p: Point| if limit == 0.0 { p.y < 0.0 } else { p.y > height };
        if beyond(a) && beyond(b) {
            return;
        }
        let cut = |from: Point, to: Point| {
            let share = (limit - from.y) / (to.y - from.y);
            point(from.x + (to.x - from.x) * share, limit)
        };
        if beyond(a) {
            a = cut(a, b);
        } else if beyond(b) {
            b = cut(b, a);
        }
    }
    let inside = |p: Point| point(p.x.clamp(0.0, width - 0.001), p.y);
    // An edge through a side is drawn in pieces, each laid onto it by itself.
    let mut cuts = vec![0.0, 1.0];
    for limit in [0.0, width] {
        let share = (limit - a.x) / (b.x - a.x);
        if share.is_finite() && share > 0.0 && share < 1.0 {
            cuts.push(share);
        }
    }
    cuts.sort_by(f32::total_cmp);
    let at = |share: f32| point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
    for pair in cuts.windows(2) {
        rasterizer.draw_line(inside(at(pair[0])), inside(at(pair[1])));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::{Glyph, ImageId};

    fn font() -> BitmapFont {
        let glyph = |x: f32| Glyph { position: Vec2::new(x, 0.0), width: 5.0 };
        BitmapFont {
            image: ImageId::from_index(0),
            size: Vec2::new(32.0, 6.0),
            glyph_height: 6.0,
            tracking: 1.0,
            baseline: 5.0,
            glyphs: vec![(' ', glyph(10.0)), ('A', glyph(0.0)), ('B', glyph(5.0))],
        }
    }

    fn block(text: &TextBox) -> Block<Glyph> {
        let font = font();
        let scale = text.font_size / font.glyph_height;
        let spacing = font.tracking * scale + text.letter_spacing;
        lay_out(text, &Bitmap { font: &font, scale }, spacing, text.font_size)
    }

    fn text(said: &str) -> TextBox {
        TextBox { font_size: 12.0, letter_spacing: 1.0, ..TextBox::new(said, None) }
    }

    #[test]
    fn letters_advance_by_width_tracking_and_spacing() {
        let laid = block(&text("AB"));
        assert_eq!((laid.letters[1].x, laid.size), (13.0, Vec2::new(23.0, 12.0)));
    }

    #[test]
    fn lines_are_aligned_in_the_longest() {
        let two = TextBox { line_spacing: 4.0, align: TextAlign::Right, ..text("AB\nA") };
        let laid = block(&two);
        assert_eq!((laid.letters[2].x, laid.letters[2].line), (13.0, 1));
        assert_eq!(laid.size, Vec2::new(23.0, 28.0));
        assert_eq!(block(&TextBox { align: TextAlign::Center, ..two }).letters[2].x, 6.5);
        assert_eq!(block(&text("")).size, Vec2::new(0.0, 12.0));
    }

    #[test]
    fn long_lines_break_at_blanks() {
        let narrow = |width| {
            let text = TextBox { max_width: width, ..text("A BB AAAAAA A") };
            let font = font();
            wrapped(&text, &Bitmap { font: &font, scale: 2.0 }, 3.0)
        };
        assert_eq!(narrow(0.0), ["A BB AAAAAA A"]);
        assert_eq!(narrow(50.0), ["A BB", "AAAAAA", "A"]);
        assert_eq!(narrow(1.0), ["A", "BB", "AAAAAA", "A"]);
    }

    /// 1000 units to the em, 800 up, 200 down and 100 between lines; A, V and what is missing are 600, 600 and 500 wide,
    /// A and V 150 nearer to each other.
    const SIGNS: &[u8] = include_bytes!("../../../../examples/nacatamalon/parts/public/assets/signs.ttf");

    #[test]
    fn vector_letters_advance_with_kerning_and_lines_with_the_gap() {
        let face = Face::open(SIGNS).unwrap();
        let scale = 20.0 / face.units();
        let text = TextBox {
            font_size: 20.0,
            letter_spacing: 3.0,
            line_spacing: 4.0,
            align: TextAlign::Right,
            ..TextBox::new("AV?\nA", None)
        };
        let measures = face.measures();
        let height = (measures.ascender - measures.descender + measures.gap) * scale;
        assert_eq!((face.units(), height), (1000.0, 22.0));
        let block = lay_out(&text, &Outlines { face: &face, scale }, text.letter_spacing, height);
        let places: Vec<(usize, f32)> = block.letters.iter().map(|letter| (letter.line, letter.x)).collect();
        // 12 + 3 − 3; 12 + 3 further; the second line ends where the first does: 27 + 10 − 12.
        assert_eq!(places, [(0, 0.0), (0, 12.0), (0, 27.0), (1, 25.0)]);
        assert_eq!(block.size, Vec2::new(37.0, 48.0));
        assert_eq!(block.letters[2].glyph, GlyphId(0), "missing letters draw the sign for that");
    }

    #[test]
    fn what_a_bitmap_font_lacks_is_its_upper_case_or_a_gap() {
        let laid = block(&text("a~B"));
        // `a` is drawn as `A`; `~` is as wide as a blank: 5 texels and 1 of tracking, twice, and 1 of spacing.
        assert_eq!(laid.letters.len(), 2);
        assert_eq!([laid.letters[0].x, laid.letters[1].x], [0.0, 26.0]);
        let plain = BitmapFont { glyphs: vec![('A', font().glyphs[1].1)], glyph_height: 5.0, ..font() };
        assert_eq!(plain.blank(), 3.0, "without a blank half the height, rounded up");
    }
}
