//! Letters of vector fonts in places that are known already, and letters made thicker.

use proscenio_run::font::{Face, GlyphId, HeightFit};
use proscenio_scene::glam::{Affine2, Mat2, Vec2};
use proscenio_scene::{FontKind, TextBox, TextLetter};

use super::flat::Painter;
use crate::Note;

/// Edges of one letter.
pub(super) type Edges = Vec<[Vec2; 2]>;

impl<'s> Painter<'_, '_, 's, '_> {
    /// The outlines of letters in their places.
    pub(super) fn set_letters(&mut self, text: &TextBox, matrix: Affine2) -> Vec<Edges> {
        let mut outlines = Vec::new();
        for letter in &text.letters {
            if let Some(edges) = self.set_letter(text, letter, matrix) {
                outlines.push(edges);
            }
        }
        outlines
    }

    fn set_letter(&mut self, text: &TextBox, letter: &TextLetter, matrix: Affine2) -> Option<Edges> {
        let scene = self.from.scene;
        let font = scene.fonts.get(letter.font)?;
        let FontKind::Vector(bytes) = &font.kind else { return None };
        let notes = &mut *self.notes;
        let face = self.fonts.faces.entry(letter.font).or_insert_with(|| {
            let face = Face::open(bytes);
            if face.is_none() {
                notes.push(Note::UnreadableFont { name: font.name.clone() });
            }
            face
        });
        let face = face.as_ref()?;
        let scale = letter.size / face.units();
        let lean = Mat2::from_cols(Vec2::X, Vec2::new(-text.slant, 1.0));
        let own = Affine2::from_scale_angle_translation(Vec2::new(scale, -scale), 0.0, Vec2::ZERO);
        let place = matrix * Affine2::from_translation(letter.at) * Affine2::from_mat2(lean) * own;
        let fit = if text.snap { HeightFit::new(face, letter.size) } else { None };
        Some(face.edges(GlyphId(letter.glyph), place, fit))
    }
}

/// What a round pen covers of each pixel along edges, rows of `width` pixels; the most of all counts.
pub(super) fn draw_along(edges: &Edges, radius: f32, low: Vec2, width: usize, total: &mut [f32]) {
    let height = total.len() / width.max(1);
    let reach = Vec2::splat(radius + 1.0);
    for [a, b] in edges.iter().filter(|[a, b]| a.is_finite() && b.is_finite()) {
        let (a, b) = (*a - low, *b - low);
        let from = (a.min(b) - reach).max(Vec2::ZERO);
        let to = (a.max(b) + reach).min(Vec2::new(width as f32, height as f32));
        let along = b - a;
        let length = along.length_squared().max(1e-9);
        for y in from.y as usize..to.y.max(0.0).ceil() as usize {
            for x in from.x as usize..to.x.max(0.0).ceil() as usize {
                let pixel = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let share = ((pixel - a).dot(along) / length).clamp(0.0, 1.0);
                let covered = (radius + 0.5 - pixel.distance(a + along * share)).clamp(0.0, 1.0);
                if let Some(most) = total.get_mut(y * width + x) {
                    *most = most.max(covered);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pen_covers_the_line_and_its_width() {
        let mut total = vec![0.0; 12 * 8];
        let line = vec![[Vec2::new(3.0, 4.0), Vec2::new(9.0, 4.0)]];
        draw_along(&line, 1.0, Vec2::ZERO, 12, &mut total);
        let at = |x: usize, y: usize| total[y * 12 + x];
        assert_eq!([at(5, 2), at(5, 3), at(5, 4), at(5, 5)], [0.0, 1.0, 1.0, 0.0]);
        let all: f32 = total.iter().sum();
        // A rectangle and a circle.
        assert!((all - (12.0 + std::f32::consts::PI)).abs() < 0.6, "{all}");
        let mut none: Vec<f32> = Vec::new();
        draw_along(&line, 1.0, Vec2::ZERO, 0, &mut none);
    }
}
