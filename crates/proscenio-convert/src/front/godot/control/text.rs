//! Texts of controls: fonts, lines, and where they stand.

use std::sync::Arc;

use glam::Vec2;
use proscenio_godot::Value;
use proscenio_run::OPEN_SANS;
use proscenio_run::font::Face;
use proscenio_run::layout::Rect;
use proscenio_scene::{Component, Flat, Font, FontId, FontKind, Rgba, TextBox};

use super::super::Importer;
use super::super::files::{Place, Target};
use super::super::props::Props;
use super::style::Ink;
use super::theme::Asking;

/// Lines of one control.
const MOST_LINES: usize = 2000;

/// A font of the scene with its file.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    pub font: FontId,
    pub bytes: Arc<[u8]>,
}

/// Where lines break.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Breaks {
    #[default]
    Never,
    Anywhere,
    Words,
}

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
    /// Where lines stand, 0 left, 1 right; top, bottom.
    pub align: Vec2,
    /// A second copy under it: how far away, and its stored colour.
    pub shadow: Option<(Vec2, [f32; 4])>,
}

impl Words {
    fn face(&self) -> Option<Face<'_>> {
        Face::open(&self.letters.bytes)
    }

    /// Up and down from the line that letters stand on; whole pixels, as the engine has them.
    fn heights(&self, face: &Face<'_>) -> [f32; 2] {
        let scale = self.size / face.units();
        let measures = face.measures();
        [(measures.ascender * scale).ceil(), (-measures.descender * scale).ceil()]
    }

    fn lines(&self, face: &Face<'_>, width: f32) -> Vec<String> {
        let mut lines = match self.breaks {
            Breaks::Never => self.text.split('\n').map(str::to_owned).collect(),
            Breaks::Words => face.broken(&self.text, self.size, width, false),
            Breaks::Anywhere => face.broken(&self.text, self.size, width, true),
        };
        lines.truncate(MOST_LINES);
        lines
    }

    /// Height of one line.
    pub fn line_height(&self) -> f32 {
        self.face().map_or(self.size, |face| self.heights(&face).iter().sum())
    }

    /// Width of the longest line and height of all, when lines have at most a width.
    pub fn needs(&self, width: f32) -> Vec2 {
        let Some(face) = self.face() else { return Vec2::ZERO };
        let lines = self.lines(&face, width);
        let longest = lines.iter().map(|line| face.width(line, self.size)).fold(0.0, f32::max);
        let height: f32 = self.heights(&face).iter().sum();
        let count = lines.len() as f32;
        Vec2::new(longest.ceil(), count * height + (count - 1.0).max(0.0) * self.spacing)
    }

    /// Sets it into a rectangle.
    pub fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let Some(face) = self.face() else { return };
        let lines = self.lines(&face, rect.size.x);
        let heights = self.heights(&face);
        let height: f32 = heights.iter().sum();
        let all = lines.len() as f32 * (height + self.spacing) - self.spacing;
        let mut top = rect.at.y + ((rect.size.y - all) * self.align.y).max(0.0).floor();
        let scale = self.size / face.units();
        let measures = face.measures();
        // The renderer puts the line letters stand on here.
        let own = (measures.ascender + measures.gap / 2.0) * scale;
        for line in lines {
            let free = rect.size.x - face.width(&line, self.size);
            let left = rect.at.x + (free * self.align.x).max(0.0).floor();
            let at = Vec2::new(left, (top + heights[0]).round() - own);
            if !line.trim().is_empty() {
                if let Some((offset, color)) = self.shadow {
                    out.push(self.line(&line, at + offset, color, ink));
                }
                out.push(self.line(&line, at, self.color, ink));
            }
            top += height + self.spacing;
        }
    }

    fn line(&self, line: &str, at: Vec2, color: [f32; 4], ink: Ink) -> Component {
        let tint: [f32; 4] = std::array::from_fn(|channel| color[channel] * ink.tint[channel]);
        Component::Text(TextBox {
            local: Flat::Matrix(glam::Affine2::from_translation(at)),
            font_size: self.size,
            tint: Rgba::from_stored(tint),
            blend: ink.canvas.blend,
            z: ink.canvas.z as f32,
            snap: true,
            ..TextBox::new(line, Some(self.letters.font))
        })
    }
}

impl Importer<'_> {
    /// The engine's own font.
    fn own_font(&mut self) -> Letters {
        if let Some((_, letters)) = self.controls.fonts.iter().find(|(path, _)| path.is_empty()) {
            return letters.clone();
        }
        self.add_font(String::new(), "Open Sans", OPEN_SANS.into())
    }

    fn add_font(&mut self, path: String, name: &str, bytes: Arc<[u8]>) -> Letters {
        let kind = FontKind::Vector(Arc::clone(&bytes));
        let font = self.scene.fonts.add(Font { name: name.to_owned(), kind });
        let letters = Letters { font, bytes };
        self.controls.fonts.push((path, letters.clone()));
        letters
    }

    /// The letters that a value names; a font that cannot be read is the engine's own.
    fn letters(&mut self, value: &Value, place: &Place, depth: u8) -> Option<Letters> {
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
                Face::open(&bytes)?;
                Some(self.add_font(path.clone(), &path, bytes.into()))
            }
            Target::Resource(resource) => {
                let props = Props::of(&resource);
                let inner = ["base_font", "font_data"].into_iter().find_map(|name| props.set(name));
                let (value, _) = inner?;
                self.letters(&value, &resource, depth + 1)
            }
        }
    }

    /// A text of a control in a colour of its theme.
    pub(super) fn words(&mut self, asking: &Asking<'_>, text: &str, color: &str) -> Words {
        let own = asking.font().and_then(|(value, place)| self.letters(&value, &place, 0));
        let letters = own.unwrap_or_else(|| self.own_font());
        Words {
            text: text.replace('\r', ""),
            letters,
            size: asking.font_size(),
            color: asking.color(color),
            spacing: 0.0,
            breaks: Breaks::Never,
            align: Vec2::ZERO,
            shadow: None,
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
        let shadow = own.stored_color("shadow_color");
        let offset = Vec2::from_array(own.vector2("shadow_offset"));
        words.shadow = (shadow[3] > 0.0).then_some((offset, shadow));
        self.keep_aside(&own, &resource);
    }
}
