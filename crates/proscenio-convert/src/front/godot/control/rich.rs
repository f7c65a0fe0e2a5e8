//! `RichTextLabel`: marked-up text in paragraphs.
//!
//! # Limitations
//!
//! Effects stand still, tables have as many columns as they say and rows as high as their highest cell; what else a
//! mark says that is not known is left out.

use std::ops::Range;
use std::rc::Rc;

use glam::Vec2;
use proscenio_run::layout::Rect;
use proscenio_run::set::{OBJECT, SetLetter, Span, Typefaces};
use proscenio_scene::Component;

use super::super::Importer;
use super::super::files::Place;
use super::super::props::Props;
use super::looks::{Area, Fit, Look, Part, Shown};
use super::marks::{self, Brush, Mark, Paragraph};
use super::style::{Ink, StyleBox};
use super::text::{Breaks, Letters, Opened, Pen, Way};
use super::theme::Asking;

/// Lines of one label.
const MOST_LINES: usize = 2000;
/// Names of the fonts, in the order that marks number them.
const FONTS: [&str; 5] = ["normal", "bold", "italics", "bold_italics", "mono"];

/// A text of paragraphs with marks.
#[derive(Clone, Debug)]
pub(super) struct Rich {
    fonts: Vec<Letters>,
    paragraphs: Vec<Paragraph>,
    pictures: Vec<(Shown, Vec2)>,
    breaks: Breaks,
    way: Way,
    /// Between lines, and more of it between paragraphs, pixels.
    gaps: [f32; 2],
    /// Between cells of a table, pixels.
    table_gap: Vec2,
    /// Where paragraphs that do not say stand, 0 left, 1 right.
    align: f32,
    /// Where all stands, 0 at the top.
    down: f32,
}

/// A line of a paragraph, set.
struct Line {
    letters: Vec<SetLetter>,
    range: Range<usize>,
    at: Vec2,
    up: f32,
    width: f32,
}

impl Rich {
    /// How high all is in a width, pixels.
    pub fn height(&self, width: f32) -> f32 {
        let opened = Opened::new(&self.fonts);
        let fonts = opened.fonts();
        self.set(&fonts, width, |_, _| {})
    }

    /// Sets it into a rectangle.
    pub fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let opened = Opened::new(&self.fonts);
        let fonts = opened.fonts();
        let free = if self.down > 0.0 { rect.size.y - self.set(&fonts, rect.size.x, |_, _| {}) } else { 0.0 };
        let from = rect.at + Vec2::new(0.0, (free * self.down).max(0.0).floor());
        self.set(&fonts, rect.size.x, |paragraph, line| self.put(paragraph, &line, from, ink, out));
    }

    /// Sets all paragraphs; gives their height.
    fn set(&self, fonts: &Typefaces<'_, '_>, width: f32, mut put: impl FnMut(&Paragraph, Line)) -> f32 {
        let (mut top, mut left) = (0.0_f32, MOST_LINES);
        let mut at = 0;
        while let Some(paragraph) = self.paragraphs.get(at) {
            let next = match &paragraph.cell {
                None => {
                    top += self.paragraph(fonts, paragraph, Vec2::new(0.0, top), width, &mut left, &mut put);
                    at + 1
                }
                Some(first) => {
                    let rest = &self.paragraphs[at..];
                    let same = |one: &&Paragraph| one.cell.is_some_and(|cell| cell.table == first.table);
                    let count = rest.iter().take_while(same).count();
                    top += self.table(fonts, &rest[..count], top, width, &mut left, &mut put);
                    at + count
                }
            };
            at = next;
            top += self.gaps[1];
        }
        top
    }

    /// Sets the cells of a table, each a run of paragraphs.
    fn table(
        &self,
        fonts: &Typefaces<'_, '_>,
        all: &[Paragraph],
        top: f32,
        width: f32,
        left: &mut usize,
        put: &mut impl FnMut(&Paragraph, Line),
    ) -> f32 {
        let columns = all.first().and_then(|one| one.cell).map_or(1, |cell| cell.columns.max(1));
        let cells: Vec<&[Paragraph]> = all.chunk_by(|one, other| one.cell == other.cell).collect();
        let mut widths = vec![0.0_f32; columns];
        for (number, cell) in cells.iter().enumerate() {
            for paragraph in *cell {
                let wide = self.widest(fonts, paragraph);
                let column = &mut widths[number % columns];
                *column = column.max((wide + self.table_gap.x).min(width));
            }
        }
        let (mut x, mut y, mut row) = (0.0, top, 0.0_f32);
        for (number, cell) in cells.iter().enumerate() {
            let column = number % columns;
            if column == 0 {
                (x, y, row) = (0.0, y + row, 0.0);
            }
            let inner = widths[column] - self.table_gap.x;
            let mut inside = y + self.table_gap.y * 0.5;
            let start = inside;
            for paragraph in *cell {
                let at = Vec2::new(x + self.table_gap.x * 0.5, inside);
                inside += self.paragraph(fonts, paragraph, at, inner, left, put);
            }
            row = row.max(inside - start);
            x += widths[column];
        }
        y + row + self.table_gap.y - top
    }

    fn widest(&self, fonts: &Typefaces<'_, '_>, paragraph: &Paragraph) -> f32 {
        let spans = paragraph.spans(&self.pictures);
        let line = fonts.line(&paragraph.text, &spans, 0..paragraph.text.len(), self.way);
        line.width + paragraph.indent
    }

    /// Sets one paragraph from its top-left corner on; gives its height.
    fn paragraph(
        &self,
        fonts: &Typefaces<'_, '_>,
        paragraph: &Paragraph,
        at: Vec2,
        width: f32,
        left: &mut usize,
        put: &mut impl FnMut(&Paragraph, Line),
    ) -> f32 {
        if let Some([_, high]) = paragraph.rule {
            // It stands in the middle of a line.
            let [up, down] = self.heights(fonts, 0, paragraph.size);
            let at = at + Vec2::new(0.0, ((up + down - high) * 0.5).floor());
            put(paragraph, Line { letters: Vec::new(), range: 0..0, at, up: 0.0, width });
            return (up + down).max(high) + self.gaps[0];
        }
        let spans = paragraph.spans(&self.pictures);
        let cap = paragraph.cap(fonts, &self.fonts);
        let mut y = at.y;
        let mut start = 0;
        let mut lines = Vec::new();
        // Lines beside a large first letter are shorter, so these are broken one by one.
        while *left > 0 {
            let beside = cap.filter(|cap| y - at.y < cap.y).map_or(0.0, |cap| cap.x);
            let room = width - paragraph.indent - beside;
            let rest = &paragraph.text[start..];
            let moved: Vec<Span> = spans
                .iter()
                .filter(|span| span.end >= start)
                .map(|span| Span { end: span.end - start, ..*span })
                .collect();
            let mut broken = fonts.lines(rest, &moved, room, self.breaks);
            let more = broken.len() > 1;
            let next = broken.get(1).map_or(rest.len(), |line| line.start);
            let Some(range) = (!broken.is_empty()).then(|| broken.swap_remove(0)) else { break };
            let range = start + range.start..start + range.end;
            lines.push((range, beside, room, !more));
            *left -= 1;
            let (up, down) = self.line_heights(fonts, paragraph, &lines[lines.len() - 1].0);
            y += up + down + self.gaps[0];
            if !more {
                break;
            }
            start += next;
        }
        let mut y = at.y;
        for (range, beside, room, last) in lines {
            let mut line = fonts.line(&paragraph.text, &spans, range.clone(), self.way);
            let (up, down) = self.line_heights(fonts, paragraph, &range);
            let mut x = at.x + paragraph.indent + beside;
            match paragraph.align {
                marks::Align::Fill if !last => spread(&paragraph.text, &mut line.letters, room - line.width),
                marks::Align::Place(share) => x += ((room - line.width) * share).max(0.0).floor(),
                marks::Align::Own => x += ((room - line.width) * self.align).max(0.0).floor(),
                marks::Align::Fill => {}
            }
            let (letters, width) = (line.letters, line.width);
            put(paragraph, Line { letters, range, at: Vec2::new(x, y), up, width });
            y += up + down + self.gaps[0];
        }
        y - at.y
    }

    /// How far a line goes up and down from where its letters stand.
    fn line_heights(
        &self,
        fonts: &Typefaces<'_, '_>,
        paragraph: &Paragraph,
        range: &Range<usize>,
    ) -> (f32, f32) {
        let (mut up, mut down) = (0.0_f32, 0.0_f32);
        let mut start = 0;
        for (end, brush) in &paragraph.brushes {
            let within =
                (start < range.end && *end > range.start) || (range.is_empty() && *end >= range.start);
            start = *end;
            if !within {
                continue;
            }
            if let Some((_, size)) = brush.picture.and_then(|at| self.pictures.get(at)) {
                // A picture stands in the middle of its line.
                let [own_up, own_down] = self.heights(fonts, 0, paragraph.size);
                let more = ((size.y - own_up - own_down) * 0.5).ceil();
                (up, down) = (up.max(own_up + more), down.max(own_down + more));
                continue;
            }
            let [own_up, own_down] = self.heights(fonts, brush.font, brush.size);
            (up, down) = (up.max(own_up), down.max(own_down));
        }
        if up + down == 0.0 {
            let [own_up, own_down] = self.heights(fonts, 0, paragraph.size);
            (up, down) = (own_up, own_down);
        }
        (up, down)
    }

    fn heights(&self, fonts: &Typefaces<'_, '_>, font: usize, size: f32) -> [f32; 2] {
        self.fonts.get(font).map_or([size, 0.0], |letters| letters.heights(fonts, font, 0, size))
    }

    /// Draws a line of a paragraph.
    fn put(&self, paragraph: &Paragraph, line: &Line, from: Vec2, ink: Ink, out: &mut Vec<Component>) {
        let at = from + line.at;
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
                if !letters.is_empty() {
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
        if let Some((shown, size)) = brush.picture.and_then(|at| self.pictures.get(at)) {
            if layer == 2 {
                let [own_up, own_down] = [brush.size * 1.069, brush.size * 0.293];
                let middle = base.y - (own_up.ceil() - own_down.ceil()) * 0.5;
                let rect = Rect::new(base.x + low, (middle - size.y * 0.5).round(), size.x, size.y);
                out.extend(shown.draw(rect, ink));
            }
            return;
        }
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

/// Around what is highlighted, pixels.
const HIGHLIGHT: f32 = 3.0;

/// Gives the blanks of a line what is left of it.
fn spread(text: &str, letters: &mut [SetLetter], free: f32) {
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

impl Paragraph {
    /// The parts of the text by font; pictures have their width for a size.
    fn spans(&self, pictures: &[(Shown, Vec2)]) -> Vec<Span> {
        let one = |(end, brush): &(usize, Brush)| match brush.picture.and_then(|at| pictures.get(at)) {
            Some((_, size)) => Span { end: *end, font: OBJECT, size: size.x },
            None => Span { end: *end, font: brush.font, size: brush.size },
        };
        self.brushes.iter().map(one).collect()
    }

    /// The room of its large first letter.
    fn cap(&self, fonts: &Typefaces<'_, '_>, all: &[Letters]) -> Option<Vec2> {
        let (letter, brush, [left, top, right, bottom]) = self.cap.as_ref()?;
        let spans = [Span { end: letter.len(), font: brush.font, size: brush.size }];
        let width = fonts.line(letter, &spans, 0..letter.len(), Way::Right).width;
        let [up, down] = all.get(brush.font)?.heights(fonts, brush.font, 0, brush.size);
        Some(Vec2::new(width + left + right, up + down + top + bottom))
    }
}

impl Importer<'_> {
    /// `RichTextLabel`.
    pub(super) fn rich_label(&mut self, asking: &Asking<'_>, props: &Props, look: &mut Look) -> Vec2 {
        let style = self.style(asking, "normal").unwrap_or_else(|| Rc::new(StyleBox::EMPTY));
        let text = if props.has("text") { self.said(props, "text") } else { props.text("bbcode_text") };
        let fonts: Vec<Letters> = FONTS.iter().map(|name| self.rich_font(asking, name)).collect();
        let sizes = FONTS.map(|name| asking.size_of(&format!("{name}_font_size")));
        let outline = asking.constant("outline_size");
        let plain = Brush {
            color: asking.color("default_color"),
            size: sizes[0],
            outline: (outline > 0.0).then(|| (outline, asking.color("font_outline_color"))),
            ..Brush::default()
        };
        let marked = props.flag("bbcode_enabled");
        let (paragraphs, wanted) = marks::read(&text.replace('\r', ""), plain, sizes, marked);
        let place = props.first_layer().cloned();
        let mut pictures = Vec::new();
        for picture in wanted {
            let shown = place.as_ref().and_then(|place| self.marked_picture(&picture, place));
            pictures.extend(shown.or_else(|| self.stand_in()));
        }
        let gap = |name: &str| asking.constant(name);
        let line = plain.size;
        let rich = Rich {
            fonts,
            paragraphs,
            pictures,
            breaks: if props.has("autowrap_mode") && props.int("autowrap_mode") == 0 {
                Breaks::Never
            } else {
                Breaks::Words
            },
            way: asking.way(),
            gaps: [gap("line_separation"), gap("paragraph_separation")],
            table_gap: Vec2::new(gap("table_h_separation"), gap("table_v_separation")),
            align: [0.0, 0.5, 1.0, 0.0]
                [usize::try_from(props.int("horizontal_alignment")).unwrap_or(0).min(3)],
            down: [0.0, 0.5, 1.0, 0.0][usize::try_from(props.int("vertical_alignment")).unwrap_or(0).min(3)],
        };
        look.style(Some(&style), Area::WHOLE);
        look.add(Part::Rich(Rc::new(rich)), Area::within(style.margins));
        if props.flag("fit_content") {
            look.wraps = Some((look.parts.len() - 1, style.least().x + 1.0));
            return style.least() + Vec2::new(1.0, line);
        }
        style.least()
    }

    /// One of the five fonts; those that no theme says are the normal one, thicker or leaning.
    fn rich_font(&mut self, asking: &Asking<'_>, name: &str) -> Letters {
        let own = format!("{name}_font");
        if name == "normal" || asking.font(&own).is_some() {
            return self.font_of(asking, &own);
        }
        let mut letters = self.font_of(asking, "font");
        // As the engine's own theme makes them.
        if name.starts_with("bold") {
            letters.embolden += 1.2;
        }
        if name.ends_with("italics") {
            letters.slant += 0.2;
        }
        letters
    }

    /// What stands for a picture that is not there: nothing, where the number of pictures counts.
    fn stand_in(&mut self) -> Option<(Shown, Vec2)> {
        let image = self.scene.images.add(proscenio_scene::Image::missing("picture", None));
        let import =
            super::super::texture::Import { mipmaps: false, smooth: true, repeat: false, fills_edges: false };
        let texture = super::super::texture::Texture::whole(image, import);
        let picture = Vec2::ONE;
        Some((Shown { texture, picture, fit: Fit::Scale, flip: [false; 2], color: [1.0; 4] }, Vec2::ZERO))
    }

    /// The picture of a mark and how large it is shown.
    fn marked_picture(&mut self, mark: &Mark, place: &Place) -> Option<(Shown, Vec2)> {
        let path = mark.text.trim();
        let texture = self.picture_at(&place.file, path);
        let picture = self.picture_size(texture.image);
        let shown = Shown { texture, picture, fit: Fit::Scale, flip: [false; 2], color: [1.0; 4] };
        let own = shown.size();
        let [wide, high] = mark.size;
        let size = match (wide > 0.0, high > 0.0) {
            (true, true) => Vec2::new(wide, high),
            (true, false) => Vec2::new(wide, own.y * wide / own.x.max(1.0)),
            (false, true) => Vec2::new(own.x * high / own.y.max(1.0), high),
            (false, false) => own,
        };
        Some((shown, size))
    }
}
