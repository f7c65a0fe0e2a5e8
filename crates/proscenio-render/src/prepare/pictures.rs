//! Rectangles that show parts of pictures: sprites, panels and tile maps.

use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{BlendMode, FlatMesh, NineSlice, Span, Sprite, TileLayer, UvRect, slice_axis};

use super::flat::{FlatEye, MOST_COPIES, Painter, WHOLE, guard, slot_of, times};

impl Painter<'_, '_, '_, '_> {
    pub(super) fn sprite(&mut self, sprite: &Sprite, matrix: Affine2) {
        let color = times(sprite.tint.to_stored(), self.within.tint);
        let now = sprite.run.as_ref().and_then(|run| run.frame(self.from.time));
        let mut uv = now.unwrap_or(UvRect { min: sprite.uv_min, max: sprite.uv_max });
        let mut texels = None;
        if let Some(texture) = &sprite.texture {
            let scale = Vec2::from_array(texture.transform.scale);
            let offset = Vec2::from_array(texture.transform.offset);
            uv = UvRect { min: uv.min * scale + offset, max: uv.max * scale + offset };
            texels = sprite.uv_guard.then(|| self.size_of(texture.image));
        }
        let (low, high) = (sprite.position, sprite.position + sprite.size);
        let mut indices = Vec::new();
        match &sprite.tile {
            Some(tiling) if tiling.copy.min_element() > 0.0 => {
                let across = copies(sprite.size.x, tiling.copy.x, tiling.offset.x);
                let down = copies(sprite.size.y, tiling.copy.y, tiling.offset.y);
                for y in &down {
                    for x in &across {
                        let from = Vec2::new(x.0, y.0);
                        let to = Vec2::new(x.1, y.1);
                        let share = |at: Vec2, of: Vec2| (at - of) / tiling.copy;
                        let start = Vec2::new(x.2, y.2);
                        let part = |at: Vec2| uv.min + share(at, start) * (uv.max - uv.min);
                        let shown = UvRect { min: part(from), max: part(to) };
                        // The guard is that of a whole copy.
                        let window = texels.map_or(WHOLE, |texels| guard(uv.min, uv.max, texels));
                        let quad = self.quad(matrix, [low + from, low + to], shown, color, None);
                        for vertex in &mut self.vertices[quad[0] as usize..] {
                            vertex.window = window;
                        }
                        indices.extend(quad);
                    }
                }
            }
            _ => indices.extend(self.quad(matrix, [low, high], uv, color, texels)),
        }
        let slot = sprite.texture.as_ref().map(slot_of);
        self.item(sprite.z, slot, sprite.blend, indices);
    }

    /// Triangles as they are; what does not fit together is left out.
    pub(super) fn flat_mesh(&mut self, mesh: &FlatMesh, matrix: Affine2) {
        if !mesh.is_sound() {
            return;
        }
        let tint = times(mesh.tint.to_stored(), self.within.tint);
        let first = self.vertices.len() as u32;
        for (at, point) in mesh.points.iter().enumerate() {
            let mut uv = mesh.uvs.get(at).copied().unwrap_or_default();
            if let Some(texture) = &mesh.texture {
                uv = uv * Vec2::from_array(texture.transform.scale)
                    + Vec2::from_array(texture.transform.offset);
            }
            let color = mesh.colors.get(at).map_or(tint, |color| times(*color, tint));
            self.push(matrix.transform_point2(*point), uv, color, WHOLE);
        }
        let indices = mesh.indices.iter().map(|index| first + index).collect();
        self.item(mesh.z, mesh.texture.as_ref().map(slot_of), mesh.blend, indices);
    }

    pub(super) fn nine_slice(&mut self, slice: &NineSlice, matrix: Affine2) {
        let Some(texture) = &slice.texture else { return };
        let texels = self.size_of(texture.image);
        let color = times(slice.tint.to_stored(), self.within.tint);
        let [left, top, right, bottom] = slice.borders;
        let columns = slice_axis(slice.size.x, slice.source.x, [left, right], slice.fill[0]);
        let rows = slice_axis(slice.size.y, slice.source.y, [top, bottom], slice.fill[1]);
        if columns.len() as f32 * rows.len() as f32 > MOST_COPIES {
            return;
        }
        let guard = slice.guard.then_some(texels);
        let corner = slice.anchor * slice.size;
        let uv = |at: Vec2| slice.uv_min + at / slice.source * (slice.uv_max - slice.uv_min);
        let mut indices = Vec::new();
        let pair = |column: &Span, row: &Span, end: usize| Vec2::new(column.shows[end], row.shows[end]);
        for row in &rows {
            for column in &columns {
                let low = Vec2::new(column.at, row.at) - corner;
                let high = low + Vec2::new(column.length, row.length);
                let part = UvRect { min: uv(pair(column, row, 0)), max: uv(pair(column, row, 1)) };
                indices.extend(self.quad(matrix, [low, high], part, color, guard));
            }
        }
        self.item(slice.z, Some(slot_of(texture)), slice.blend, indices);
    }

    pub(super) fn tiles(&mut self, layer: &TileLayer, matrix: Affine2) {
        let Some(texture) = &layer.texture else { return };
        let color = times(layer.tint.to_stored(), self.within.tint);
        let shown: Vec<Option<UvRect>> = layer.tiles.iter().map(|tile| tile.frame(self.from.time)).collect();
        let half = Vec2::splat(0.5) / layer.sheet.max(Vec2::ONE);
        let columns = layer.columns.max(1) as usize;
        let seen = self.seen_cells(layer, matrix);
        let mut indices = Vec::new();
        for (at, cell) in layer.cells.iter().enumerate().filter(|(_, cell)| **cell > 0) {
            let place = Vec2::new((at % columns) as f32, (at / columns) as f32);
            let inside = place.cmpge(seen[0]).all() && place.cmple(seen[1]).all();
            let Some(frame) = shown.get(*cell as usize - 1).copied().flatten().filter(|_| inside) else {
                continue;
            };
            let low = place * layer.cell;
            let part = UvRect { min: frame.min + half, max: frame.max - half };
            indices.extend(self.quad(matrix, [low, low + layer.cell], part, color, None));
        }
        self.item(layer.z, Some(slot_of(texture)), BlendMode::Mix, indices);
    }

    /// The first and last column and row that may be on the picture.
    fn seen_cells(&self, layer: &TileLayer, matrix: Affine2) -> [Vec2; 2] {
        let all = [Vec2::ZERO, Vec2::splat(f32::MAX)];
        let repeats = self.within.repeat.is_some();
        if repeats
            || matches!(self.from.flat_eye, FlatEye::Framing)
            || matrix.matrix2.determinant().abs() < 1e-12
        {
            return all;
        }
        let back = matrix.inverse();
        let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]
            .map(|corner| back.transform_point2(corner * self.from.picture) / layer.cell);
        let low = corners.iter().fold(Vec2::INFINITY, |low, at| low.min(*at));
        let high = corners.iter().fold(Vec2::NEG_INFINITY, |high, at| high.max(*at));
        [low.floor() - 1.0, high.ceil() + 1.0]
    }
}

/// The pieces of a row of copies: from, to, and where the piece's copy begins, pixels.
fn copies(length: f32, copy: f32, offset: f32) -> Vec<(f32, f32, f32)> {
    if !(length > 0.0 && length / copy < MOST_COPIES.sqrt()) {
        return Vec::new();
    }
    let mut start = (offset / copy).fract() * copy;
    if start > 0.0 {
        start -= copy;
    }
    let mut pieces = Vec::new();
    while start < length {
        pieces.push((start.max(0.0), (start + copy).min(length), start));
        start += copy;
    }
    pieces.retain(|(from, to, _)| to > from);
    pieces
}

#[cfg(test)]
mod tests {
    use super::copies;

    #[test]
    fn copies_are_cut_at_both_ends() {
        assert_eq!(copies(10.0, 4.0, 0.0), [(0.0, 4.0, 0.0), (4.0, 8.0, 4.0), (8.0, 10.0, 8.0)]);
        assert_eq!(copies(5.0, 4.0, 1.0), [(0.0, 1.0, -3.0), (1.0, 5.0, 1.0)]);
        assert_eq!(copies(5.0, 4.0, -1.0), [(0.0, 3.0, -1.0), (3.0, 5.0, 3.0)]);
        assert!(copies(1e9, 1.0, 0.0).is_empty() && copies(f32::NAN, 1.0, 0.0).is_empty());
    }
}
