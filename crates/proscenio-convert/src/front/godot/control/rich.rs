//! `RichTextLabel`: marked-up text in paragraphs.
//!
//! # Limitations
//!
//! Effects are as at their first moment; what a mark says that is not known is left out.

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
use super::text::{Breaks, Letters, Opened, Way};
use super::theme::Asking;
use super::written::spread;

/// Lines of one label.
const MOST_LINES: usize = 2000;
/// Blanks in a step of a list or an indent.
const BLANKS: f32 = 4.0;
/// Names of the fonts, in the order that marks number them.
const FONTS: [&str; 5] = ["normal", "bold", "italics", "bold_italics", "mono"];

/// A text of paragraphs with marks.
#[derive(Clone, Debug)]
pub(super) struct Rich {
    pub fonts: Vec<Letters>,
    pub paragraphs: Vec<Paragraph>,
    pub pictures: Vec<(Shown, Vec2)>,
    pub breaks: Breaks,
    pub way: Way,
    /// Between lines, and more of it between paragraphs, pixels.
    pub gaps: [f32; 2],
    /// Between cells of a table, pixels.
    pub table_gap: Vec2,
    /// Where paragraphs that do not say stand, 0 left, 1 right.
    pub align: f32,
    /// Where all stands, 0 at the top.
    pub down: f32,
}

/// A line of a paragraph, set.
#[derive(Default)]
pub(super) struct Line {
    pub letters: Vec<SetLetter>,
    pub range: Range<usize>,
    pub at: Vec2,
    /// From its top to what its letters stand on.
    pub up: f32,
    /// From what its letters stand on up to their middle, where pictures have theirs.
    pub middle: f32,
    pub width: f32,
    /// It is a cell of a table instead, of a height, in a row.
    pub cell: Option<(f32, usize)>,
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

    pub(super) fn widest(&self, fonts: &Typefaces<'_, '_>, paragraph: &Paragraph) -> f32 {
        let spans = paragraph.spans(&self.pictures);
        let line = fonts.line(&paragraph.text, &spans, 0..paragraph.text.len(), self.way);
        line.width + self.left(fonts, paragraph)
    }

    /// How far the lines of a paragraph are from the left: its steps, and the sign of an item.
    fn left(&self, fonts: &Typefaces<'_, '_>, paragraph: &Paragraph) -> f32 {
        let wide = |text: &str, font: usize, size: f32| {
            let spans = [Span { end: text.len(), font, size }];
            fonts.line(text, &spans, 0..text.len(), Way::Right).width
        };
        let steps = if paragraph.indent > 0.0 {
            paragraph.indent * BLANKS * wide(" ", 0, paragraph.size)
        } else {
            0.0
        };
        let sign = match (&paragraph.sign, paragraph.brushes.first()) {
            (Some(sign), Some((_, brush))) => wide(sign, brush.font, brush.size),
            _ => 0.0,
        };
        steps + sign
    }

    /// Sets one paragraph from its top-left corner on; gives its height.
    pub(super) fn paragraph(
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
            put(paragraph, Line { at, width, ..Line::default() });
            return (up + down).max(high) + self.gaps[0];
        }
        let spans = paragraph.spans(&self.pictures);
        let indent = self.left(fonts, paragraph);
        let cap = paragraph.cap(fonts, &self.fonts);
        let mut y = at.y;
        let mut start = 0;
        let mut lines = Vec::new();
        // Lines beside a large first letter are shorter, so these are broken one by one.
        while *left > 0 {
            let beside = cap.filter(|cap| y - at.y < cap.y).map_or(0.0, |cap| cap.x);
            let room = width - indent - beside;
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
            let mut x = at.x + indent + beside;
            match paragraph.align {
                marks::Align::Fill if !last => spread(&paragraph.text, &mut line.letters, room - line.width),
                marks::Align::Place(share) => x += ((room - line.width) * share).max(0.0).floor(),
                marks::Align::Own => x += ((room - line.width) * self.align).max(0.0).floor(),
                marks::Align::Fill => {}
            }
            let (letters, width) = (line.letters, line.width);
            let own = self.letter_heights(fonts, paragraph, &range);
            let middle = (own.0 - own.1) * 0.5;
            put(paragraph, Line { letters, range, at: Vec2::new(x, y), up, middle, width, cell: None });
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
        let (mut up, mut down) = self.letter_heights(fonts, paragraph, range);
        let middle = (up - down) * 0.5;
        for (_, brush) in within(paragraph, range) {
            if let Some((_, size)) = brush.picture.and_then(|at| self.pictures.get(at)) {
                // A picture stands in the middle of what is written.
                up = up.max((middle + size.y * 0.5).ceil());
                down = down.max((size.y * 0.5 - middle).ceil());
            }
        }
        (up, down)
    }

    /// As [`Rich::line_heights`], of the letters alone.
    fn letter_heights(
        &self,
        fonts: &Typefaces<'_, '_>,
        paragraph: &Paragraph,
        range: &Range<usize>,
    ) -> (f32, f32) {
        let (mut up, mut down) = (0.0_f32, 0.0_f32);
        for (_, brush) in within(paragraph, range).filter(|(_, brush)| brush.picture.is_none()) {
            let [own_up, own_down] = self.heights(fonts, brush.font, brush.size);
            (up, down) = (up.max(own_up), down.max(own_down));
        }
        if up + down == 0.0 {
            let [own_up, own_down] = self.heights(fonts, 0, paragraph.size);
            (up, down) = (own_up, own_down);
        }
        (up, down)
    }

    pub(super) fn heights(&self, fonts: &Typefaces<'_, '_>, font: usize, size: f32) -> [f32; 2] {
        self.fonts.get(font).map_or([size, 0.0], |letters| letters.heights(fonts, font, 0, size))
    }
}

/// The looks of a paragraph that a part of its text has.
fn within<'p>(paragraph: &'p Paragraph, range: &Range<usize>) -> impl Iterator<Item = &'p (usize, Brush)> {
    let (from, to) = (range.start, range.end);
    let starts = std::iter::once(0).chain(paragraph.brushes.iter().map(|(end, _)| *end));
    let all = starts.zip(&paragraph.brushes);
    let meets = move |start: usize, end: usize| (start < to && end > from) || (from == to && end >= from);
    all.filter(move |(start, (end, _))| meets(*start, *end)).map(|(_, brush)| brush)
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
    pub(super) fn cap(&self, fonts: &Typefaces<'_, '_>, all: &[Letters]) -> Option<Vec2> {
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
