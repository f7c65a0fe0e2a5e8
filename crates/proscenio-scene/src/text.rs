//! Texts and the fonts they are set in.

use std::sync::Arc;

use glam::Vec2;

use crate::{BlendMode, Extras, Filter, Flat, FontId, ImageId, Rgba};

/// A text in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBox {
    /// What it says; lines end at `\n`.
    pub text: String,
    /// Placement inside the node.
    pub local: Flat,
    /// Its letters; a text without a font is drawn as a box of about its size.
    pub font: Option<FontId>,
    /// Height of a line of a bitmap font, or pixels per em of a vector font. Not above 0: the font's own height,
    /// 16 for a vector font.
    pub font_size: f32,
    /// Where shorter lines stand.
    pub align: TextAlign,
    /// Added after every letter but the last of a line, pixels.
    pub letter_spacing: f32,
    /// Added between lines, pixels.
    pub line_spacing: f32,
    /// Lines longer than this are broken at blanks, pixels; not above 0: never.
    pub max_width: f32,
    /// Which point of the block lands on the placement, 0 to 1 of its size.
    pub anchor: Vec2,
    /// Multiplies the stored colours.
    pub tint: Rgba,
    /// Whether the heights of letters of a vector font are fitted to whole pixels.
    pub snap: bool,
    /// Letters in their places, measured from the placement, on the line they stand on. Where there are any, these are
    /// drawn, and neither [`TextBox::text`] nor what says how lines are made counts.
    pub letters: Vec<TextLetter>,
    /// How much thicker these letters are on each side, pixels.
    pub spread: f32,
    /// How far these letters lean right per pixel up.
    pub slant: f32,
    /// How texels of a bitmap font are mixed.
    pub filter: Filter,
    /// How it joins what is behind it.
    pub blend: BlendMode,
    /// Higher is painted later.
    pub z: f32,
    /// How much it moves with a 2D camera, per axis.
    pub parallax: Vec2,
    /// A hidden one is kept.
    pub visible: bool,
    /// What the family says beyond this.
    pub extras: Extras,
}

impl TextBox {
    /// A white text with its top-left corner at the node.
    #[must_use]
    pub fn new(text: impl Into<String>, font: Option<FontId>) -> Self {
        Self {
            text: text.into(),
            local: Flat::IDENTITY,
            font,
            font_size: 0.0,
            align: TextAlign::Left,
            letter_spacing: 0.0,
            line_spacing: 0.0,
            max_width: 0.0,
            anchor: Vec2::ZERO,
            tint: Rgba::WHITE,
            snap: false,
            letters: Vec::new(),
            spread: 0.0,
            slant: 0.0,
            filter: Filter::Nearest,
            blend: BlendMode::Mix,
            z: 0.0,
            parallax: Vec2::ONE,
            visible: true,
            extras: Extras::new(),
        }
    }
}

/// A letter of a vector font in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextLetter {
    /// Its font.
    pub font: FontId,
    /// Its number in the font.
    pub glyph: u16,
    /// Pixels per em.
    pub size: f32,
    /// Where it begins, on the line it stands on, pixels.
    pub at: Vec2,
}

/// Where the shorter lines of a text stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextAlign {
    /// At the left edge of the longest.
    #[default]
    Left,
    /// In its middle.
    Center,
    /// At its right edge.
    Right,
}

/// Letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Font {
    /// For people.
    pub name: String,
    /// The letters themselves.
    pub kind: FontKind,
}

/// The letters of a [`Font`].
#[derive(Clone, Debug, PartialEq)]
pub enum FontKind {
    /// Parts of a picture, all of one height.
    Bitmap(BitmapFont),
    /// A TrueType file as it was read.
    Vector(Arc<[u8]>),
    /// Not to be had; its texts are not drawn.
    Missing,
}

/// Letters as parts of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct BitmapFont {
    /// The picture.
    pub image: ImageId,
    /// Width and height the parts are measured in, texels.
    pub size: Vec2,
    /// Height of every letter, texels; above 0.
    pub glyph_height: f32,
    /// Added after each letter, texels.
    pub tracking: f32,
    /// Texels from a letter's top to the line it stands on; the layout does not use it.
    pub baseline: f32,
    /// By character, ascending.
    pub glyphs: Vec<(char, Glyph)>,
}

/// One letter of a [`BitmapFont`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Top-left corner in the picture, texels.
    pub position: Vec2,
    /// Texels.
    pub width: f32,
}

impl BitmapFont {
    /// The letter for a character: its own, else its capital's.
    #[must_use]
    pub fn glyph(&self, character: char) -> Option<Glyph> {
        let find = |wanted: char| {
            let at = self.glyphs.binary_search_by_key(&wanted, |(known, _)| *known).ok()?;
            Some(self.glyphs[at].1)
        };
        let mut upper = character.to_uppercase();
        find(character).or_else(|| match (upper.next(), upper.next()) {
            (Some(only), None) => find(only),
            _ => None,
        })
    }

    /// How far a character that has no letter moves on, texels.
    #[must_use]
    pub fn blank(&self) -> f32 {
        self.glyph(' ').map_or((self.glyph_height / 2.0).ceil(), |glyph| glyph.width)
    }
}

#[cfg(test)]
mod tests {
    use super::{BitmapFont, Glyph};
    use crate::ImageId;
    use glam::Vec2;

    #[test]
    fn letters_fall_back_to_capitals_and_blanks() {
        let glyph = Glyph { position: Vec2::ZERO, width: 5.0 };
        let font = BitmapFont {
            image: ImageId::from_index(0),
            size: Vec2::splat(8.0),
            glyph_height: 7.0,
            tracking: 1.0,
            baseline: 6.0,
            glyphs: vec![('A', glyph)],
        };
        assert_eq!(font.glyph('a'), Some(glyph));
        assert_eq!((font.glyph('ß'), font.glyph('b')), (None, None));
        assert_eq!(font.blank(), 4.0);
    }
}
