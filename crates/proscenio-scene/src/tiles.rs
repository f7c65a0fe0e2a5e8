//! Sheets of frames in time, and maps of tiles.

use std::sync::Arc;

use glam::Vec2;

use crate::{Flat, Rgba, TextureRef};

/// A part of a picture, 0 to 1 of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UvRect {
    /// Its top-left corner.
    pub min: Vec2,
    /// Its bottom-right corner.
    pub max: Vec2,
}

/// Frames that follow each other.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameRun {
    /// In order; never empty.
    pub frames: Vec<UvRect>,
    /// Frames per second; above 0.
    pub fps: f64,
    /// Whether it begins again at its end; else its last frame stays.
    pub looped: bool,
    /// The run that follows one that is not looped, by position in its list.
    pub next: Option<usize>,
}

/// The runs a sprite goes through.
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteRun {
    /// The run it starts with first; [`FrameRun::next`] points into the same list.
    pub runs: Arc<[FrameRun]>,
    /// Factor on the time.
    pub speed: f64,
}

/// Runs that lead to each other without end are followed this far.
const MOST_RUNS: usize = 100_000;

impl SpriteRun {
    /// The frame shown some seconds after the start; `None` without frames.
    #[must_use]
    pub fn frame(&self, time: f64) -> Option<UvRect> {
        let elapsed = time * self.speed;
        let mut left = if elapsed.is_finite() { elapsed.max(0.0) } else { 0.0 };
        let mut run = self.runs.first()?;
        for _ in 0..MOST_RUNS {
            // The sums of steps of a running clock are a little less than their product.
            let step = (left * run.fps + 1e-9).floor();
            let count = run.frames.len() as f64;
            if run.looped {
                return run.frames.get((step % count.max(1.0)) as usize).copied();
            }
            if step < count {
                return run.frames.get(step as usize).copied();
            }
            let Some(next) = run.next.and_then(|next| self.runs.get(next)) else { break };
            left -= count / run.fps;
            run = next;
        }
        run.frames.last().copied()
    }
}

/// What a number of a [`TileLayer`] shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The family's number of it.
    pub id: u32,
    /// What it shows, one after the other without end; empty shows nothing.
    pub frames: Vec<UvRect>,
    /// Frames per second; above 0.
    pub fps: f64,
    /// Whether things bump into it.
    pub solid: bool,
}

impl Tile {
    /// The frame shown at a time of the scene, seconds.
    #[must_use]
    pub fn frame(&self, time: f64) -> Option<UvRect> {
        let step = (time.max(0.0) * self.fps + 1e-9).floor();
        let count = self.frames.len().max(1) as f64;
        self.frames.get((step % count) as usize).copied()
    }
}

/// One layer of a map of square tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct TileLayer {
    /// For people.
    pub name: String,
    /// Placement inside the node; the map's top-left corner.
    pub local: Flat,
    /// The sheet.
    pub texture: Option<TextureRef>,
    /// Width and height of the sheet, texels: shown parts stay half a texel inside their frame.
    pub sheet: Vec2,
    /// Side of a cell, pixels.
    pub cell: f32,
    /// Cells in a row; above 0.
    pub columns: u32,
    /// Row by row from the top-left: 0 is empty, n is the n-th of [`TileLayer::tiles`], counted from 1.
    pub cells: Arc<[u32]>,
    /// What the numbers show; layers of one map share it.
    pub tiles: Arc<[Tile]>,
    /// Multiplies the stored colours.
    pub tint: Rgba,
    /// Higher is painted later.
    pub z: f32,
    /// A hidden one is kept.
    pub visible: bool,
}

#[cfg(test)]
mod tests {
    use super::{FrameRun, SpriteRun, Tile, UvRect};
    use glam::Vec2;

    fn frames(numbers: &[f32]) -> Vec<UvRect> {
        numbers.iter().map(|n| UvRect { min: Vec2::splat(*n), max: Vec2::splat(n + 1.0) }).collect()
    }

    fn run(numbers: &[f32], looped: bool, next: Option<usize>) -> FrameRun {
        FrameRun { frames: frames(numbers), fps: 10.0, looped, next }
    }

    fn shown(run: &SpriteRun, time: f64) -> f32 {
        run.frame(time).unwrap().min.x
    }

    #[test]
    fn loops_begin_again_and_others_stay() {
        let looped = SpriteRun { runs: [run(&[0.0, 1.0, 2.0], true, None)].into(), speed: 2.0 };
        let at = [0.0, 0.049, 0.05, 0.15, 0.3].map(|time| shown(&looped, time));
        assert_eq!(at, [0.0, 0.0, 1.0, 0.0, 0.0]);
        let once = SpriteRun { runs: [run(&[0.0, 1.0], false, None)].into(), speed: 1.0 };
        assert_eq!([0.1, 5.0].map(|time| shown(&once, time)), [1.0, 1.0]);
    }

    #[test]
    fn a_run_hands_over_to_the_next_even_around_in_circles() {
        let runs = [run(&[0.0, 1.0], false, Some(1)), run(&[5.0], false, Some(0))];
        let circle = SpriteRun { runs: runs.into(), speed: 1.0 };
        let at = [0.15, 0.25, 0.35, 0.45].map(|time| shown(&circle, time));
        assert_eq!(at, [1.0, 5.0, 0.0, 1.0]);
        assert!(circle.frame(1e12).is_some());
        assert!(circle.frame(f64::NAN).is_some());
    }

    #[test]
    fn tiles_always_loop() {
        let tile = Tile { id: 1, frames: frames(&[3.0, 4.0]), fps: 12.0, solid: false };
        let at = [0.0, 0.1, 0.2].map(|time| tile.frame(time).unwrap().min.x);
        assert_eq!(at, [3.0, 4.0, 3.0]);
        assert_eq!(Tile { frames: Vec::new(), ..tile }.frame(1.0), None);
    }
}
