//! Texts of controls: fonts, lines, and where they stand.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use glam::Vec2;
use proscenio_godot::{Document, Value};
use proscenio_run::OPEN_SANS;
use proscenio_run::layout::Rect;
use proscenio_run::set::{self, SetLetter, SetLine, Spacing, Span, Typeface, Typefaces};
use proscenio_scene::{Component, Flat, Font, FontId, FontKind, Rgba, TextBox, TextLetter};

use proscenio_source::Source;

pub(super) use proscenio_run::set::{Breaks, Way};

use super::super::Importer;
use super::super::files::{File, Place, Target};
use super::super::props::Props;
use super::super::settings::Config;
use super::style::Ink;
use super::theme::Asking;

/// Lines of one control.
pub(super) const MOST_LINES: usize = 2000;

/// A font of the scene with its file.
#[derive(Clone, Debug)]
pub(super) struct OwnFont {
    pub font: FontId,
    pub bytes: Arc<[u8]>,
    /// Drawn from a picture of distances that was made at a size: pixels per em, and the range of distances.
    pub distances: Option<[f32; 2]>,
}

/// A font with those that stand in for it, and how its letters are changed.
#[derive(Clone, Debug, Default)]
pub(super) struct Letters {
    pub chain: Vec<OwnFont>,
    /// Right per pixel up.
    pub slant: f32,
    /// As `FontVariation.variation_embolden`.
    pub embolden: f32,
    /// Whether the last of the chain stands in for fonts of the system.
    pub stands_in: bool,
    /// Room behind letters and behind blanks, pixels.
    pub room: [f32; 2],
    /// Room above and below lines, pixels.
    pub edges: [f32; 2],
    /// Features of OpenType and their values.
    pub features: Vec<([u8; 4], u32)>,
}

impl Letters {
    /// How many fonts the scene itself lists; what comes behind stands in for the system's.
    fn listed(&self) -> usize {
        self.chain.len() - usize::from(self.stands_in)
    }

    /// How far a font of the chain goes up and down from the line that letters stand on, pixels; whole ones, but for
    /// fonts that are scaled as they are. `number` is that of these letters among the fonts.
    pub fn heights(&self, fonts: &Typefaces<'_, '_>, number: usize, font: usize, size: f32) -> [f32; 2] {
        let Some(face) = fonts.get((number, font)).map(|font| font.face()) else { return [size, 0.0] };
        let [up, down] = match self.chain.get(font).and_then(|font| font.distances) {
            Some([made, _]) => {
                set::heights(face.measures(), face.units(), made).map(|height| height * size / made)
            }
            None => set::heights(face.measures(), face.units(), size),
        };
        [up + self.edges[0], down + self.edges[1]]
    }

    fn spacing(&self) -> Spacing {
        // Engine behaviour: letters that are thicker move on by a 64th of the size per unit.
        Spacing { em: self.embolden / 64.0, letter: self.room[0], blank: self.room[1] }
    }

    /// How much thicker letters are with an outline of a size, on each side, pixels.
    pub fn outline(&self, outline: f32, size: f32) -> f32 {
        match self.chain.first().and_then(|font| font.distances) {
            // Half a pixel of it is the soft edge.
            Some([made, range]) if outline > 0.0 => {
                (outline.min(range * 0.5 - 1.0) * size / made - 0.7).max(0.1)
            }
            // The engine's pen is a quarter of the size wide on each side.
            _ => outline * 0.25,
        }
    }

    /// How much thicker letters of a size are on each side, pixels.
    pub fn spread(&self, size: f32) -> f32 {
        // The engine gives an outline a sixteenth of the size per unit, half of it to each side.
        (self.embolden * size / 32.0).max(0.0)
    }
}

/// Opens the fonts of a list; each is used by several.
pub(super) struct Opened<'a> {
    faces: Vec<Vec<Typeface<'a>>>,
    spacing: Vec<Spacing>,
    features: Vec<Vec<([u8; 4], u32)>>,
}

impl<'a> Opened<'a> {
    pub fn new(all: impl IntoIterator<Item = &'a Letters>) -> Self {
        let open = |letters: &'a Letters| {
            letters.chain.iter().filter_map(|font| Typeface::open(&font.bytes)).collect()
        };
        let all: Vec<&Letters> = all.into_iter().collect();
        let spacing = all.iter().map(|letters| letters.spacing()).collect();
        let features = all.iter().map(|letters| letters.features.clone()).collect();
        Self { faces: all.into_iter().map(open).collect(), spacing, features }
    }

    pub fn fonts(&self) -> Typefaces<'_, 'a> {
        let chains = self.faces.iter().map(|chain| chain.iter().collect()).collect();
        Typefaces::new(chains).spaced(self.spacing.clone()).featured(&self.features)
    }
}

/// A second copy of a text under it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shadow {
    /// How far away, pixels.
    pub offset: Vec2,
    /// Stored.
    pub color: [f32; 4],
    /// As `outline_size`.
    pub outline: f32,
}

/// More shadows and outlines of one text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stacked {
    pub shadows: Vec<Shadow>,
    /// How much wider than the one inside of it, and the stored colour.
    pub outlines: Vec<(f32, [f32; 4])>,
}

/// What stands for what is cut off.
const MORE: &str = "…";

/// A text to be set.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub text: String,
    pub letters: Letters,
    /// Pixels per em.
    pub size: f32,
    /// Stored.
    pub color: [f32; 4],
    /// Between lines, pixels.
    pub spacing: f32,
    pub breaks: Breaks,
    pub way: Way,
    /// Where lines stand, 0 left, 1 right; top, bottom.
    pub align: Vec2,
    /// Whether all lines but the last are as wide as there is room.
    pub fills: bool,
    pub shadow: Option<Shadow>,
    /// `outline_size` and its stored colour.
    pub outline: Option<(f32, [f32; 4])>,
    /// Under the shadow, and around the outline; the uppermost first.
    pub stacked: Stacked,
    /// What becomes of a line that is too long: `TextServer.OverrunBehavior`.
    pub overrun: i64,
    /// Lines that are left out at the begin, and how many are shown then.
    pub window: [usize; 2],
    /// How many letters are shown; the rest keeps its room.
    pub shown: usize,
}

impl Words {
    pub(super) fn spans(&self) -> [Span; 1] {
        [Span { end: self.text.len(), font: 0, size: self.size }]
    }

    /// Up and down from the line that letters stand on, and the height of a line, pixels.
    pub(super) fn heights(&self, fonts: &Typefaces<'_, '_>) -> ([f32; 2], f32) {
        let own = self.letters.heights(fonts, 0, 0, self.size);
        let mut all = own;
        // Lines have room for all fonts that stand in for others.
        for font in 1..self.letters.listed() {
            let more = self.letters.heights(fonts, 0, font, self.size);
            all = [all[0].max(more[0]), all[1].max(more[1])];
        }
        (own, all[0] + all[1])
    }

    /// Height of one line.
    pub fn line_height(&self) -> f32 {
        self.heights(&Opened::new([&self.letters]).fonts()).1
    }

    /// Width of the longest line and height of all, when lines have at most a width.
    pub fn needs(&self, width: f32) -> Vec2 {
        let opened = Opened::new([&self.letters]);
        let (fonts, spans) = (opened.fonts(), self.spans());
        let lines = self.seen(fonts.lines(&self.text, &spans, width, self.breaks));
        let count = lines.len() as f32;
        let wide = |range| fonts.line(&self.text, &spans, range, self.way).width;
        let longest = lines.into_iter().map(wide).fold(0.0, f32::max);
        let (_, height) = self.heights(&fonts);
        Vec2::new(longest.ceil(), count * height + (count - 1.0).max(0.0) * self.spacing)
    }

    /// Width of a text of one line, pixels.
    pub fn width(&self) -> f32 {
        let opened = Opened::new([&self.letters]);
        opened.fonts().line(&self.text, &self.spans(), 0..self.text.len(), self.way).width
    }

    /// The lines that the text breaks into in a width.
    pub fn broken(&self, width: f32) -> Vec<String> {
        let opened = Opened::new([&self.letters]);
        let lines = opened.fonts().lines(&self.text, &self.spans(), width, self.breaks);
        lines.into_iter().take(MOST_LINES).map(|range| self.text[range].to_owned()).collect()
    }

    /// Sets it into a rectangle.
    pub fn draw(&self, rect: Rect, ink: Ink, leftwards: bool, out: &mut Vec<Component>) {
        let opened = Opened::new([&self.letters]);
        let (fonts, spans) = (opened.fonts(), self.spans());
        let broken = fonts.lines(&self.text, &spans, rect.size.x, self.breaks);
        let cut = broken.len() > self.window[0].saturating_add(self.window[1]);
        let lines = self.seen(broken);
        let (own, height) = self.heights(&fonts);
        // Lines that are higher than their letters have these in their middle.
        let up = own[0] + (height - own[0] - own[1]) * 0.5;
        let across = if leftwards { 1.0 - self.align.x } else { self.align.x };
        let all = lines.len() as f32 * (height + self.spacing) - self.spacing;
        let mut top = rect.at.y + ((rect.size.y - all) * self.align.y).max(0.0).floor();
        let last = self.text.char_indices().nth(self.shown).map_or(usize::MAX, |(byte, _)| byte);
        let count = lines.len();
        for (number, range) in lines.into_iter().enumerate() {
            let mut line = fonts.line(&self.text, &spans, range.clone(), self.way);
            let ends = cut && number + 1 == count && self.overrun > 2;
            if self.overrun > 0 && (line.width.floor() > rect.size.x || ends) {
                let short = self.shortened(&fonts, range, rect.size.x);
                let spans = [Span { end: short.len(), ..spans[0] }];
                let line = fonts.line(&short, &spans, 0..short.len(), self.way);
                let left = rect.at.x + ((rect.size.x - line.width) * across).max(0.0).floor();
                self.line(&short, &line, Vec2::new(left, (top + up).round()), ink, out);
                top += height + self.spacing;
                continue;
            }
            // A line that is the only one is no last one.
            if self.fills && (number + 1 < count || count == 1) {
                fonts.fill(&self.text, &mut line, rect.size.x);
            }
            let free = rect.size.x - line.width;
            let left = rect.at.x + (free * across).max(0.0).floor();
            line.letters.retain(|letter| letter.byte < last);
            // What is scaled as it is may stand between pixels.
            let scaled = self.letters.chain.first().is_some_and(|font| font.distances.is_some());
            let at = Vec2::new(left, if scaled { top + up } else { (top + up).round() });
            if !line.letters.is_empty() {
                self.line(&self.text[range], &line, at, ink, out);
            }
            top += height + self.spacing;
        }
    }

    /// The lines that are shown.
    fn seen(&self, mut lines: Vec<Range<usize>>) -> Vec<Range<usize>> {
        lines.drain(..self.window[0].min(lines.len()));
        lines.truncate(self.window[1].min(MOST_LINES));
        lines
    }

    /// As much of a line as there is room for, with a sign that there is more.
    fn shortened(&self, fonts: &Typefaces<'_, '_>, range: Range<usize>, room: f32) -> String {
        let text = self.text.get(range).unwrap_or_default();
        let (words, sign) = (matches!(self.overrun, 2 | 4 | 6), if self.overrun > 2 { MORE } else { "" });
        let wide = |text: &str| {
            let spans = [Span { end: text.len(), ..self.spans()[0] }];
            fonts.line(text, &spans, 0..text.len(), self.way).width
        };
        let mut ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        if words {
            // The blank behind a word stays.
            ends.retain(|at| text[..*at].ends_with(' '));
        }
        let fits = |end: &usize| wide(&format!("{}{sign}", &text[..*end])) <= room;
        // Longer pieces are wider, so the middle tells which half the end is in.
        let count = ends.partition_point(fits);
        let end = count.checked_sub(1).and_then(|at| ends.get(at)).copied().unwrap_or(0);
        format!("{}{sign}", &text[..end])
    }

    /// A line with what lies under it.
    fn line(&self, text: &str, line: &SetLine, at: Vec2, ink: Ink, out: &mut Vec<Component>) {
        let one = |at: Vec2, color: [f32; 4], outline: f32| {
            let spread = self.letters.spread(self.size);
            let pen = Pen { letters: &self.letters, size: self.size, color, spread, outline };
            pen.line(text, &line.letters, at, ink)
        };
        for shadow in self.stacked.shadows.iter().rev().chain(&self.shadow) {
            if shadow.outline > 0.0 {
                out.push(one(at + shadow.offset, shadow.color, shadow.outline));
            }
            out.push(one(at + shadow.offset, shadow.color, 0.0));
        }
        let own = self.outline.map_or(0.0, |(size, _)| size);
        let mut around = own + self.stacked.outlines.iter().map(|(size, _)| *size).sum::<f32>();
        for (size, color) in self.stacked.outlines.iter().rev() {
            out.push(one(at, *color, around));
            around -= size;
        }
        if let Some((size, color)) = self.outline.filter(|(size, color)| *size > 0.0 && color[3] > 0.0) {
            out.push(one(at, color, size));
        }
        out.push(one(at, self.color, 0.0));
    }
}

/// What letters are drawn with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen<'l> {
    pub letters: &'l Letters,
    /// Pixels per em.
    pub size: f32,
    /// Stored.
    pub color: [f32; 4],
    /// How much thicker they are on each side, pixels.
    pub spread: f32,
    /// As `outline_size`.
    pub outline: f32,
}

impl Pen<'_> {
    /// Letters from a place on the line they stand on.
    pub fn line(&self, text: &str, set: &[SetLetter], at: Vec2, ink: Ink) -> Component {
        let tint: [f32; 4] = std::array::from_fn(|channel| self.color[channel] * ink.tint[channel]);
        let first = self.letters.chain.first().map(|font| font.font);
        let letter = |letter: &SetLetter| {
            let font = self.letters.chain.get(letter.font.1).or(self.letters.chain.first())?;
            // Thicker letters grow to the right and up, as those of FreeType do.
            let at = Vec2::from_array(letter.at) + Vec2::new(self.spread, -self.spread);
            Some(TextLetter { font: font.font, glyph: letter.glyph, size: letter.size, at })
        };
        Component::Text(TextBox {
            local: Flat::Matrix(glam::Affine2::from_translation(at)),
            font_size: self.size,
            tint: Rgba::from_stored(tint),
            blend: ink.canvas.blend,
            z: ink.canvas.z as f32,
            snap: self.letters.chain.first().is_some_and(|font| font.distances.is_none()),
            letters: set.iter().filter_map(letter).collect(),
            spread: self.spread + self.letters.outline(self.outline, self.size),
            slant: self.letters.slant,
            ..TextBox::new(text, first)
        })
    }
}

impl Importer<'_> {
    /// The project's font, else the engine's own.
    pub(super) fn own_font(&mut self) -> Letters {
        if let Some(letters) = &self.controls.project_font {
            return letters.clone();
        }
        self.engines_font()
    }

    fn engines_font(&mut self) -> Letters {
        if let Some((_, letters)) = self.controls.fonts.iter().find(|(path, _)| path.is_empty()) {
            return letters.clone();
        }
        self.add_font(String::new(), "Open Sans", OPEN_SANS.into(), None)
    }

    fn add_font(&mut self, path: String, name: &str, bytes: Arc<[u8]>, found: Option<&str>) -> Letters {
        let kind = FontKind::Vector(Arc::clone(&bytes));
        let font = self.scene.fonts.add(Font { name: name.to_owned(), kind });
        let distances = found.and_then(|found| self.distances(found));
        let letters = Letters { chain: vec![OwnFont { font, bytes, distances }], ..Letters::default() };
        self.controls.fonts.push((path, letters.clone()));
        letters
    }

    /// Whether the engine was told to make a picture of distances of a font file, and how.
    fn distances(&mut self, found: &str) -> Option<[f32; 2]> {
        let bytes = self.files.read(&format!("{found}.import"))?;
        let document = Document::parse(Source::new("import", bytes));
        let config = Config { document: &document };
        let of = |name: &str| config.get("params", name);
        let made = of("multichannel_signed_distance_field").and_then(|value| value.as_bool())?;
        let number = |name: &str, otherwise: f32| {
            of(name)
                .and_then(|value| value.as_f64())
                .map_or(otherwise, |number| (number as f32).clamp(1.0, 512.0))
        };
        made.then(|| [number("msdf_size", 48.0), number("msdf_pixel_range", 8.0)])
    }

    /// The letters that a value names; a font that cannot be read is the engine's own.
    pub(super) fn letters(&mut self, value: &Value, place: &Place, depth: u8) -> Option<Letters> {
        if *value == Value::Null || depth > 8 {
            return None;
        }
        match self.follow(&place.file, value, None)? {
            Target::Path { path, .. } => {
                if let Some((_, known)) = self.controls.fonts.iter().find(|(known, _)| *known == path) {
                    return Some(known.clone());
                }
                let found = self.files.find(&place.file, &path)?;
                let bytes = self.files.read(&found)?;
                Typeface::open(&bytes)?;
                Some(self.add_font(path.clone(), &path, bytes.into(), Some(&found)))
            }
            Target::Resource(resource) => self.built_letters(&resource, depth),
        }
    }

    /// The letters of a resource: those it builds on, and those that stand in for missing ones.
    fn built_letters(&mut self, resource: &Place, depth: u8) -> Option<Letters> {
        let props = Props::of(resource);
        let varies = props.class() == "FontVariation";
        let inner = ["base_font", "font_data"].into_iter().find_map(|name| props.set(name));
        let mut letters = match inner {
            Some((value, _)) => self.letters(&value, resource, depth + 1),
            None => None,
        };
        if varies && letters.is_none() {
            letters = Some(self.own_font());
        }
        if let Some((value, _)) = props.set("fallbacks") {
            for item in value.as_array().unwrap_or_default() {
                let more = self.letters(item, resource, depth + 1);
                match (&mut letters, more) {
                    (Some(letters), Some(more)) => letters.chain.extend(more.chain),
                    (None, more) => letters = more,
                    _ => {}
                }
            }
        }
        let letters = letters.as_mut()?;
        if varies {
            letters.embolden += props.number("variation_embolden");
            let number = |name: &str| if props.has(name) { props.number(name) } else { 0.0 };
            let more = ["spacing_glyph", "spacing_space", "spacing_top", "spacing_bottom"].map(number);
            if let Some((Value::Dictionary(entries), _)) = props.set("opentype_features") {
                letters.features.extend(entries.iter().filter_map(|(tag, value)| {
                    let tag = u32::try_from(tag.as_i64()?).ok()?;
                    Some((tag.to_be_bytes(), u32::try_from(value.as_i64()?).ok()?))
                }));
            }
            letters.room = [letters.room[0] + more[0], letters.room[1] + more[1]];
            letters.edges = [letters.edges[0] + more[2], letters.edges[1] + more[3]];
            if let Some((Value::Transform2D(turned), _)) = props.set("variation_transform") {
                letters.slant += turned[1];
            }
        }
        Some(letters.clone())
    }

    /// The letters of a font file, or of what a resource builds on one.
    pub(super) fn letters_at(
        &mut self,
        file: &Rc<File>,
        path: &str,
        place: Option<Place>,
    ) -> Option<Letters> {
        match place {
            Some(place) => self.built_letters(&place, 1),
            None => {
                let found = self.files.find(file, path)?;
                let bytes = self.files.read(&found)?;
                Typeface::open(&bytes)?;
                Some(self.add_font(path.to_owned(), path, bytes.into(), Some(&found)))
            }
        }
    }

    /// The letters of a control's font of a name; the engine's own when no theme says one.
    pub(super) fn font_of(&mut self, asking: &Asking<'_>, name: &str) -> Letters {
        let own = asking.font(name).and_then(|(value, place)| self.letters(&value, &place, 0));
        let Some(mut own) = own else { return self.own_font() };
        // The engine asks the system for letters that a font has not; its own font stands in for that.
        for font in self.engines_font().chain {
            if own.chain.iter().all(|one| one.font != font.font) {
                own.chain.push(font);
                own.stands_in = true;
            }
        }
        own
    }

    /// A text of a control as it is shown.
    pub(super) fn said(&self, props: &Props, name: &str) -> String {
        self.shown_text(props, props.text(name))
    }

    /// As [`Importer::said`], of a text that is at hand.
    pub(super) fn shown_text(&self, props: &Props, text: String) -> String {
        const UNTRANSLATED: i64 = 2;
        match &self.settings.pseudo {
            Some(pseudo) if props.int("auto_translate_mode") != UNTRANSLATED => pseudo.of(&text),
            _ => text,
        }
    }

    /// A text of a control in a colour of its theme.
    pub(super) fn words(&mut self, asking: &Asking<'_>, text: &str, color: &str) -> Words {
        let letters = self.font_of(asking, "font");
        let outline = asking.constant("outline_size");
        let text = text.replace('\r', "");
        Words {
            text,
            letters,
            size: asking.font_size(),
            color: asking.color(color),
            spacing: 0.0,
            breaks: Breaks::Never,
            way: asking.way(),
            align: Vec2::ZERO,
            fills: false,
            shadow: None,
            outline: (outline > 0.0).then(|| (outline, asking.color("font_outline_color"))),
            shown: usize::MAX,
            stacked: Stacked::default(),
            overrun: 0,
            window: [0, usize::MAX],
        }
    }

    /// What a `LabelSettings` changes.
    pub(super) fn settle(&mut self, props: &Props, words: &mut Words) {
        let Some(resource) = self.named_resource(props, "label_settings") else { return };
        let own = Props::of(&resource);
        if let Some((value, _)) = own.set("font")
            && let Some(letters) = self.letters(&value, &resource, 0)
        {
            words.letters = letters;
        }
        words.size = own.number("font_size").clamp(1.0, 4096.0);
        words.color = own.stored_color("font_color");
        words.spacing = own.number("line_spacing");
        let color = own.stored_color("shadow_color");
        let offset = Vec2::from_array(own.vector2("shadow_offset"));
        let outline = own.number("shadow_size");
        words.shadow = (color[3] > 0.0).then_some(Shadow { offset, color, outline });
        let outline = own.number("outline_size");
        words.outline = (outline > 0.0).then(|| (outline, own.stored_color("outline_color")));
        words.stacked = stacked(&own);
        self.keep_aside(&own, &resource);
    }
}

/// Shadows and outlines of one label at most.
const MOST_STACKED: u32 = 64;

/// The further shadows and outlines of a `LabelSettings`.
fn stacked(props: &Props) -> Stacked {
    let count = |name: &str| if props.has(name) { props.count(name).min(MOST_STACKED) } else { 0 };
    let color = |name: String| {
        props.set(&name).and_then(|(value, _)| value.as_color()).unwrap_or([0.0, 0.0, 0.0, 1.0])
    };
    let number = |name: String| props.set(&name).and_then(|(value, _)| value.as_f64()).unwrap_or(0.0) as f32;
    let shadows = (0..count("stacked_shadow_count")).map(|at| {
        let of = |what: &str| format!("stacked_shadow_{at}/{what}");
        let offset = props.set(&of("offset")).and_then(|(value, _)| value.as_vector2()).unwrap_or([1.0, 1.0]);
        Shadow {
            offset: Vec2::from_array(offset),
            color: color(of("color")),
            outline: number(of("outline_size")).max(0.0),
        }
    });
    let outlines = (0..count("stacked_outline_count")).map(|at| {
        let of = |what: &str| format!("stacked_outline_{at}/{what}");
        (number(of("size")).max(0.0), color(of("color")))
    });
    Stacked { shadows: shadows.collect(), outlines: outlines.filter(|(size, _)| *size > 0.0).collect() }
}
