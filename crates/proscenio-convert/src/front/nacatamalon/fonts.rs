//! Fonts: files of two kinds, and the one the engine brings along.

use std::sync::Arc;

use glam::Vec2;
use proscenio_scene::{BitmapFont, Font, FontId, FontKind, Glyph, Image, ImageId, Pixels};
use proscenio_source::Span;

use super::assets::BUILT_IN_FONT;
use super::raw::Raw;
use super::{Importer, arcade, single};

impl Importer<'_> {
    /// The font of a text; `None` for a key that names none.
    pub(super) fn font(&mut self, key: &str, user: Span) -> Option<FontId> {
        if let Some(known) = self.assets.fonts.get(key) {
            return *known;
        }
        let kind = if key == BUILT_IN_FONT {
            Some(self.built_in())
        } else if let Some((src, span)) = self.assets.vector_fonts.get(key).cloned() {
            Some(self.vector_font(&src, span))
        } else if let Some((json, atlas, span)) = self.assets.bitmap_fonts.get(key).cloned() {
            Some(self.bitmap_font(&json, &atlas, span).map_or(FontKind::Missing, FontKind::Bitmap))
        } else {
            if key.is_empty() {
                self.keep("texts without a font", user);
            } else {
                self.missing_asset("font", key, user);
            }
            None
        };
        let id = kind.map(|kind| self.scene.fonts.add(Font { name: key.to_owned(), kind }));
        self.assets.fonts.insert(key.to_owned(), id);
        id
    }

    fn vector_font(&mut self, src: &str, span: Span) -> FontKind {
        match self.read_file(src, span) {
            Some((_, bytes)) => FontKind::Vector(Arc::from(bytes)),
            None => FontKind::Missing,
        }
    }

    fn bitmap_font(&mut self, json: &str, atlas: &str, span: Span) -> Option<BitmapFont> {
        let (_, document) = self.json(json, span)?;
        let raw = Raw(document.root()?);
        let height = raw.number("glyphHeight").filter(|height| *height > 0.0);
        let (Some(height), true) = (height, raw.get("chars").is_some_and(|chars| chars.is_array())) else {
            self.unread(json, "it has no \"chars\" or no \"glyphHeight\" above 0", span);
            return None;
        };
        let image = self.picture_file(atlas, self.path().to_string().as_str(), span);
        let own = self.size_of(image);
        let glyph = |own: Raw<'_>| {
            let character = own.text("char")?.chars().next()?;
            let position = Vec2::new(own.single("x", 0.0), own.single("y", 0.0));
            Some((character, Glyph { position, width: own.single("w", 0.0) }))
        };
        let mut glyphs: Vec<(char, Glyph)> = raw.list("chars").map(Raw).filter_map(glyph).collect();
        glyphs.sort_by_key(|(character, _)| *character);
        glyphs.dedup_by_key(|(character, _)| *character);
        Some(BitmapFont {
            image,
            size: Vec2::new(
                raw.single("atlasWidth", f64::from(own.x)),
                raw.single("atlasHeight", f64::from(own.y)),
            ),
            glyph_height: single(height),
            tracking: raw.single("tracking", 0.0),
            baseline: raw.single("baseline", height),
            glyphs,
        })
    }

    fn built_in(&mut self) -> FontKind {
        let (size, rgba) = arcade::picture();
        let image: ImageId = self.scene.images.add(Image {
            name: BUILT_IN_FONT.to_owned(),
            path: None,
            size: Some(size),
            pixels: Pixels::Rgba8(rgba.into()),
        });
        let mut glyphs: Vec<(char, Glyph)> = arcade::CHARACTERS
            .chars()
            .enumerate()
            .map(|(at, character)| {
                let cell = Vec2::new((at % arcade::COLUMNS) as f32, (at / arcade::COLUMNS) as f32);
                (character, Glyph { position: cell * 8.0, width: 8.0 })
            })
            .collect();
        glyphs.sort_by_key(|(character, _)| *character);
        FontKind::Bitmap(BitmapFont {
            image,
            size: Vec2::new(size[0] as f32, size[1] as f32),
            glyph_height: 8.0,
            tracking: 1.0,
            baseline: 7.0,
            glyphs,
        })
    }
}
