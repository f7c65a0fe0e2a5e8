//! Pictures whose borders keep their size.

use glam::Vec2;

use crate::{BlendMode, Flat, Rgba, TextureRef};

/// A picture cut into three columns and three rows; the corners keep their size.
#[derive(Clone, Debug, PartialEq)]
pub struct NineSlice {
    /// The picture; without one nothing is drawn.
    pub texture: Option<TextureRef>,
    /// Placement inside the node.
    pub local: Flat,
    /// Width and height of the whole, pixels.
    pub size: Vec2,
    /// Which point of the whole lands on the placement, 0 to 1 of its size.
    pub anchor: Vec2,
    /// Width and height of the shown part of the picture, texels.
    pub source: Vec2,
    /// Texture coordinates of the shown part's top-left corner.
    pub uv_min: Vec2,
    /// Texture coordinates of its bottom-right corner.
    pub uv_max: Vec2,
    /// Borders, texels of the picture: left, top, right, bottom.
    pub borders: [f32; 4],
    /// Whether texels beside a part are kept out of it when texels are mixed.
    pub guard: bool,
    /// What fills the middle across and down.
    pub fill: [SliceFill; 2],
    /// Multiplies the stored colours.
    pub tint: Rgba,
    /// How it joins what is behind it.
    pub blend: BlendMode,
    /// Higher is painted later.
    pub z: f32,
    /// How much it moves with a 2D camera, per axis.
    pub parallax: Vec2,
    /// A hidden one is kept.
    pub visible: bool,
}

/// How the middle of a [`NineSlice`] is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SliceFill {
    /// One stretched copy.
    #[default]
    Stretch,
    /// Whole copies, the last one cut.
    Tile,
    /// As many copies as fit about, stretched a little so that they fit.
    TileFit,
}

/// A piece of one axis of a [`NineSlice`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// From the whole's edge, pixels.
    pub at: f32,
    /// Pixels.
    pub length: f32,
    /// First and last texel it shows.
    pub shows: [f32; 2],
}

/// More copies than this are drawn as one stretched piece.
const MOST_COPIES: f32 = 4096.0;

/// The pieces of one axis: `length` pixels filled from `source` texels with two borders.
#[must_use]
pub fn slice_axis(length: f32, source: f32, borders: [f32; 2], fill: SliceFill) -> Vec<Span> {
    let [mut a, mut b] = borders.map(|border| if border.is_finite() { border.max(0.0) } else { 0.0 });
    if !(length.is_finite() && length > 0.0 && source.is_finite() && source > 0.0) {
        return Vec::new();
    }
    if a + b > source {
        let share = source / (a + b);
        (a, b) = (a * share, b * share);
    }
    let inner = source - a - b;
    let (mut first, mut last) = (a, b);
    if a + b > length {
        let share = length / (a + b);
        (first, last) = (first * share, last * share);
    }
    let between = length - first - last;
    let mut spans = vec![Span { at: 0.0, length: first, shows: [0.0, a] }];
    if between > 0.0 {
        middle(&mut spans, first, between, [a, inner], fill);
    }
    spans.push(Span { at: length - last, length: last, shows: [source - b, source] });
    spans.retain(|span| span.length > 0.0);
    spans
}

fn middle(spans: &mut Vec<Span>, start: f32, between: f32, [from, inner]: [f32; 2], fill: SliceFill) {
    let whole = [from, from + inner];
    let copies = between / inner;
    // A count beyond all sense, or no texels at all, is one stretched piece.
    let fill = if inner > 0.0 && copies < MOST_COPIES { fill } else { SliceFill::Stretch };
    match fill {
        SliceFill::Stretch => spans.push(Span { at: start, length: between, shows: whole }),
        SliceFill::Tile => {
            let full = copies.floor();
            for copy in 0..full as u32 {
                spans.push(Span { at: start + copy as f32 * inner, length: inner, shows: whole });
            }
            let rest = between - full * inner;
            if rest > 0.0 {
                spans.push(Span { at: start + full * inner, length: rest, shows: [from, from + rest] });
            }
        }
        SliceFill::TileFit => {
            let count = copies.round().max(1.0);
            let length = between / count;
            for copy in 0..count as u32 {
                spans.push(Span { at: start + copy as f32 * length, length, shows: whole });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SliceFill, slice_axis};

    fn ats(length: f32, fill: SliceFill) -> Vec<(f32, f32, f32, f32)> {
        let spans = slice_axis(length, 24.0, [8.0, 8.0], fill);
        spans.iter().map(|span| (span.at, span.length, span.shows[0], span.shows[1])).collect()
    }

    #[test]
    fn tiles_are_whole_until_the_last() {
        let want = [
            (0.0, 8.0, 0.0, 8.0),
            (8.0, 8.0, 8.0, 16.0),
            (16.0, 8.0, 8.0, 16.0),
            (24.0, 8.0, 8.0, 16.0),
            (32.0, 4.0, 8.0, 12.0),
            (36.0, 8.0, 16.0, 24.0),
        ];
        assert_eq!(ats(44.0, SliceFill::Tile), want);
    }

    #[test]
    fn fitted_tiles_share_the_room() {
        let middle: Vec<_> = ats(44.0, SliceFill::TileFit)[1..5].iter().map(|s| (s.0, s.1)).collect();
        assert_eq!(middle, [(8.0, 7.0), (15.0, 7.0), (22.0, 7.0), (29.0, 7.0)]);
    }

    #[test]
    fn borders_shrink_when_there_is_no_room_between() {
        assert_eq!(ats(10.0, SliceFill::Stretch), [(0.0, 5.0, 0.0, 8.0), (5.0, 5.0, 16.0, 24.0)]);
    }

    #[test]
    fn borders_wider_than_the_picture_shrink_to_it() {
        let spans = slice_axis(100.0, 10.0, [10.0, 30.0], SliceFill::Tile);
        assert_eq!(spans[0].shows, [0.0, 2.5]);
        assert_eq!(spans.last().unwrap().shows, [2.5, 10.0]);
        assert_eq!(spans.len(), 3, "no texels between the borders: one stretched piece");
    }

    #[test]
    fn numbers_that_make_no_sense_make_no_pieces_or_few() {
        assert!(slice_axis(f32::NAN, 8.0, [1.0, 1.0], SliceFill::Tile).is_empty());
        assert!(slice_axis(8.0, 0.0, [1.0, 1.0], SliceFill::Tile).is_empty());
        assert_eq!(slice_axis(1e9, 3.0, [1.0, 1.0], SliceFill::Tile).len(), 3);
    }
}
