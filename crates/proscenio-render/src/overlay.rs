//! What is put over a finished picture to show how portals hide.

use proscenio_scene::PortalKind;
use proscenio_scene::glam::Vec2;

use crate::prepare::Rooms;

const FAST: [u8; 3] = [255, 210, 0];
const ACCURATE: [u8; 3] = [0, 220, 255];
const TEXT: [u8; 3] = [255, 255, 255];
/// Digits and `/`, three by five dots each, rows from the top, the highest bit left.
const GLYPHS: [[u8; 5]; 11] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b011, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
    [0b001, 0b001, 0b010, 0b100, 0b100],
];

/// Draws the doorways that let sight through, and how many sectors of all are drawn, top left.
pub(crate) fn draw(rgba: &mut [u8], size: [u32; 2], rooms: &Rooms) {
    let mut paper = Paper { rgba, size: size.map(i64::from) };
    for (kind, corners) in &rooms.doorways {
        let color = match kind {
            PortalKind::Fast => FAST,
            PortalKind::Accurate => ACCURATE,
        };
        for (i, a) in corners.iter().enumerate() {
            paper.line(*a, corners[(i + 1) % corners.len()], color);
        }
    }
    paper.text(&format!("{}/{}", rooms.drawn, rooms.total));
}

struct Paper<'a> {
    rgba: &'a mut [u8],
    size: [i64; 2],
}

impl Paper<'_> {
    fn dot(&mut self, x: i64, y: i64, color: [u8; 3]) {
        let [width, height] = self.size;
        if (0..width).contains(&x) && (0..height).contains(&y) {
            let at = (y * width + x) as usize * 4;
            if let Some(pixel) = self.rgba.get_mut(at..at + 4) {
                pixel[..3].copy_from_slice(&color);
                pixel[3] = 255;
            }
        }
    }

    /// Ends outside the picture are pulled to its rim first.
    fn line(&mut self, from: Vec2, to: Vec2, color: [u8; 3]) {
        let limit = Vec2::new(self.size[0] as f32, self.size[1] as f32);
        let Some((from, to)) = inside(from, to, limit - 1.0) else { return };
        let steps = (to - from).abs().max_element().ceil().max(1.0);
        for step in 0..=steps as u32 {
            let at = from.lerp(to, step as f32 / steps).round();
            self.dot(at.x as i64, at.y as i64, color);
        }
    }

    /// On black, each dot two pixels wide in pictures that have the room.
    fn text(&mut self, text: &str) {
        let dot = if self.size[1] >= 200 { 2 } else { 1 };
        let width = text.len() as i64 * 4 + 1;
        for y in 0..7 * dot {
            for x in 0..width * dot {
                let (column, row) = (x / dot - 1, y / dot - 1);
                let glyph = text.as_bytes().get(usize::try_from(column / 4).unwrap_or(usize::MAX));
                let lit = (0..5).contains(&row)
                    && (0..3).contains(&(column % 4))
                    && column >= 0
                    && glyph.is_some_and(|byte| {
                        let number = if *byte == b'/' { 10 } else { usize::from(byte.wrapping_sub(b'0')) };
                        GLYPHS.get(number).is_some_and(|rows| rows[row as usize] >> (2 - column % 4) & 1 == 1)
                    });
                self.dot(x + dot, y + dot, if lit { TEXT } else { [0; 3] });
            }
        }
    }
}

/// The part of a line within 0 and a limit.
fn inside(from: Vec2, to: Vec2, limit: Vec2) -> Option<(Vec2, Vec2)> {
    let way = to - from;
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        for (gap, speed) in [(from[axis], way[axis]), (limit[axis] - from[axis], -way[axis])] {
            // Inside while gap + speed · t >= 0.
            if speed == 0.0 {
                if gap < 0.0 {
                    return None;
                }
            } else if speed > 0.0 {
                first = first.max(-gap / speed);
            } else {
                last = last.min(-gap / speed);
            }
        }
    }
    (first <= last).then(|| (from + way * first, from + way * last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_the_rim() {
        let limit = Vec2::new(10.0, 5.0);
        let cut = |from: [f32; 2], to: [f32; 2]| {
            inside(from.into(), to.into(), limit).map(|(from, to)| (from.round(), to.round()))
        };
        assert_eq!(cut([-5.0, 2.0], [20.0, 2.0]), Some((Vec2::new(0.0, 2.0), Vec2::new(10.0, 2.0))));
        assert_eq!(cut([1.0, 1.0], [2.0, 3.0]), Some((Vec2::new(1.0, 1.0), Vec2::new(2.0, 3.0))));
        assert_eq!(cut([-5.0, -1.0], [20.0, -1.0]), None);
        assert_eq!(cut([1e30, 1e30], [2e30, 0.0]), None);
    }

    #[test]
    fn counts_are_written_top_left() {
        let mut rgba = vec![9; 4 * 30 * 12];
        let mut rooms = Rooms::default();
        (rooms.drawn, rooms.total) = (1, 4);
        draw(&mut rgba, [30, 12], &rooms);
        let lit = |x: usize, y: usize| rgba[(y * 30 + x) * 4] == 255;
        let row = |y: usize| (0..16).map(|x| if lit(x, y) { '#' } else { '.' }).collect::<String>();
        assert_eq!([row(1), row(2), row(6)], ["................", "...#....#.#.#...", "..###.#.....#..."]);
    }
}
