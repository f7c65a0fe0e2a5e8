//! Tables in marked-up text: widths of columns, heights of rows.

use glam::Vec2;
use proscenio_run::set::Typefaces;

use super::marks::Paragraph;
use super::rich::{Line, Rich};

impl Rich {
    /// Sets the cells of a table, each a run of paragraphs.
    pub(super) fn table(
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
        let widths = self.columns(fonts, &cells, columns, width);
        let mut y = top;
        for (number, row) in cells.chunks(columns).enumerate() {
            let mut measured = *left;
            let high = row.iter().zip(&widths).map(|(cell, wide)| {
                let [_, above, _, below] = padding(cell);
                let inside = self.cell(fonts, cell, Vec2::ZERO, *wide, &mut measured, &mut |_, _| {});
                inside + above + below
            });
            let high = high.fold(0.0, f32::max);
            let mut x = 0.0;
            for (cell, wide) in row.iter().zip(&widths) {
                let [before, above, after, _] = padding(cell);
                let whole = wide + self.table_gap.x + before + after;
                if let Some(first) = cell.first() {
                    let at = Vec2::new(x, y);
                    put(first, Line { at, width: whole, cell: Some((high, number)), ..Line::default() });
                }
                let at = Vec2::new(x + before, y + above) + (self.table_gap * 0.5).floor();
                self.cell(fonts, cell, at, *wide, left, put);
                x += whole;
            }
            y += high + self.table_gap.y;
        }
        y + self.gaps[0] - top
    }

    /// The widths of the columns of a table, without what is between them.
    fn columns(
        &self,
        fonts: &Typefaces<'_, '_>,
        cells: &[&[Paragraph]],
        columns: usize,
        width: f32,
    ) -> Vec<f32> {
        let mut widths = vec![0.0_f32; columns];
        let mut shares = vec![0.0_f32; columns];
        for (number, cell) in cells.iter().enumerate() {
            let column = number % columns;
            for paragraph in *cell {
                widths[column] = widths[column].max(self.widest(fonts, paragraph).ceil().min(width));
            }
            let asked = cell.first().and_then(|one| one.cell).and_then(|cell| cell.expand);
            shares[column] = asked.map_or(shares[column], |share| shares[column].max(share));
        }
        let used: f32 = widths.iter().map(|wide| wide + self.table_gap.x).sum();
        let all: f32 = shares.iter().sum();
        if all > 0.0 && width > used {
            // Engine behaviour: those that ask share what is left over.
            widths.iter_mut().zip(&shares).for_each(|(wide, share)| {
                *wide += ((width - used) * share / all).floor();
            });
        }
        widths
    }

    /// Sets the paragraphs of a cell; gives their height.
    fn cell(
        &self,
        fonts: &Typefaces<'_, '_>,
        cell: &[Paragraph],
        at: Vec2,
        width: f32,
        left: &mut usize,
        put: &mut impl FnMut(&Paragraph, Line),
    ) -> f32 {
        let mut y = at.y;
        for paragraph in cell {
            y += self.paragraph(fonts, paragraph, Vec2::new(at.x, y), width, left, put);
        }
        let listed = cell.last().is_some_and(|last| last.sign.is_some());
        // Engine behaviour: behind a list there is one more line without height.
        (y - at.y - if listed { 0.0 } else { self.gaps[0] }).max(0.0)
    }
}

/// What a cell of a table leaves free inside of it.
fn padding(cell: &[Paragraph]) -> [f32; 4] {
    cell.first().and_then(|one| one.cell).map_or([0.0; 4], |cell| cell.padding)
}
