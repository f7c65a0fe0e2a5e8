//! TrueType fonts: letters, measures and outlines.

use proscenio_scene::glam::{Affine2, Vec2};
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{GlyphId, OutlineBuilder};

/// Chords of a curve.
const CHORDS: u32 = 8;

/// An opened font.
pub(super) struct Face<'s> {
    face: ttf_parser::Face<'s>,
}

/// Heights of a font, its own units; the descender is below 0.
pub(super) struct Measures {
    pub(super) ascender: f32,
    pub(super) descender: f32,
    pub(super) gap: f32,
}

impl<'s> Face<'s> {
    /// Opens a file; `None` when it is no font with outlines.
    pub(super) fn open(bytes: &'s [u8]) -> Option<Self> {
        let face = ttf_parser::Face::parse(bytes, 0).ok()?;
        (face.tables().glyf.is_some() && face.units_per_em() > 0).then_some(Self { face })
    }

    /// Units to an em.
    pub(super) fn units(&self) -> f32 {
        f32::from(self.face.units_per_em())
    }

    pub(super) fn measures(&self) -> Measures {
        Measures {
            ascender: self.face.ascender().into(),
            descender: self.face.descender().into(),
            gap: self.face.line_gap().into(),
        }
    }

    /// The letter of a character; the font's own sign for missing ones when it has none.
    pub(super) fn glyph(&self, character: char) -> GlyphId {
        self.face.glyph_index(character).unwrap_or_default()
    }

    pub(super) fn advance(&self, glyph: GlyphId) -> f32 {
        self.face.glyph_hor_advance(glyph).unwrap_or_default().into()
    }

    /// How much closer or farther a pair stands than each by itself.
    pub(super) fn kerning(&self, first: char, second: char) -> f32 {
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
    pub(super) fn edges(&self, glyph: GlyphId, place: Affine2) -> Vec<[Vec2; 2]> {
        let mut outline = Outline { place, edges: Vec::new(), start: Vec2::ZERO, at: Vec2::ZERO };
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

struct Outline {
    place: Affine2,
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
        self.place.transform_point2(Vec2::new(x, y))
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
