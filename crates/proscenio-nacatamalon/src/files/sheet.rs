//! An atlas laid over its picture: where each frame is, and which frame a run shows when.

use std::fmt;

use crate::files::atlas::{Atlas, Cut, FrameRef, Grid, Sequence};

/// A frame of a picture of known size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Left edge, pixels.
    pub x: f64,
    /// Top edge, pixels.
    pub y: f64,
    /// Width, pixels; also the width of a sprite that says none.
    pub w: f64,
    /// Height, pixels.
    pub h: f64,
    /// Its top left as a share of the picture.
    pub uv_offset: [f64; 2],
    /// Its size as a share of the picture.
    pub uv_scale: [f64; 2],
}

/// Why a picture cannot be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutError {
    /// The grid says neither the width of a cell nor the number of columns.
    NoWidth,
    /// The grid says neither the height of a cell nor the number of rows.
    NoHeight,
    /// The cells come out without a size.
    EmptyCell,
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoWidth => "the grid says neither frameWidth nor columns",
            Self::NoHeight => "the grid says neither frameHeight nor rows",
            Self::EmptyCell => "the grid's cells have no size",
        })
    }
}

impl std::error::Error for CutError {}

/// The frames of an atlas over a picture of known size. Nothing is listed: a file may claim any number.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    atlas: &'a Atlas,
    width: f64,
    height: f64,
    cells: Option<Cells>,
    len: u64,
}

#[derive(Clone, Copy, Debug)]
struct Cells {
    width: f64,
    height: f64,
    columns: f64,
    margin: f64,
    spacing: f64,
}

impl Atlas {
    /// Lays the atlas over a picture of `width` by `height` pixels.
    ///
    /// # Errors
    /// When the grid does not say enough; see [`CutError`].
    pub fn sheet(&self, width: f64, height: f64) -> Result<Sheet<'_>, CutError> {
        let (cells, len) = match &self.cut {
            Cut::Packed(frames) => (None, frames.len() as u64),
            Cut::Grid(grid) => {
                let (cells, len) = cells(grid, width, height)?;
                (Some(cells), len)
            }
        };
        Ok(Sheet { atlas: self, width, height, cells, len })
    }

    /// The frame that a run shows `seconds` after it was started, its followers included. `None` when there
    /// is no such run or it has no frame.
    ///
    /// A run that does not loop stays on its last frame, or goes on with its `next`.
    #[must_use]
    pub fn frame_at(&self, run: &str, seconds: f64) -> Option<&FrameRef> {
        let mut left = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        let mut run = self.playable(run)?;
        // Runs may follow each other in a circle: the way to the first repeated one is walked once more,
        // with what is left of the time after whole circles.
        let mut seen: Vec<(&Sequence, f64)> = Vec::new();
        loop {
            let count = run.frames.len() as f64;
            let step = (left * run.fps).floor();
            if run.looped {
                return run.frames.get((step % count) as usize);
            }
            let next = run.next.as_deref().and_then(|name| self.playable(name));
            let Some(next) = next.filter(|_| step >= count) else {
                return run.frames.get(step.min(count - 1.0) as usize);
            };
            if let Some(at) = seen.iter().position(|(own, _)| std::ptr::eq(*own, run)) {
                let circle = seen[at].1 - left;
                left %= circle;
                seen.clear();
                if left * run.fps < count {
                    continue;
                }
            }
            seen.push((run, left));
            left -= count / run.fps;
            run = next;
        }
    }

    fn playable(&self, run: &str) -> Option<&Sequence> {
        self.sequence(run).filter(|run| !run.frames.is_empty() && run.fps > 0.0)
    }
}

fn cells(grid: &Grid, width: f64, height: f64) -> Result<(Cells, u64), CutError> {
    let (margin, spacing) = (grid.margin, grid.spacing);
    let axis = |size: f64, cell: Option<f64>, count: Option<f64>, missing: CutError| {
        let cell = match (cell, count) {
            (Some(cell), _) => cell,
            (None, Some(count)) => (size - 2.0 * margin - spacing * (count - 1.0)) / count,
            (None, None) => return Err(missing),
        };
        let fits = || ((size - 2.0 * margin + spacing) / (cell + spacing)).floor().max(1.0);
        let count = count.unwrap_or_else(fits);
        if cell.is_finite() && cell > 0.0 && count >= 1.0 {
            Ok((cell, count))
        } else {
            Err(CutError::EmptyCell)
        }
    };
    let (cell_width, columns) = axis(width, grid.frame_width, grid.columns, CutError::NoWidth)?;
    let (cell_height, rows) = axis(height, grid.frame_height, grid.rows, CutError::NoHeight)?;
    let count = grid.count.unwrap_or(columns * rows).max(0.0);
    // Conversion saturates, whatever the file claims.
    Ok((Cells { width: cell_width, height: cell_height, columns, margin, spacing }, count as u64))
}

impl Sheet<'_> {
    /// How many frames there are, as far as the file says.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is no frame at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The frame of a number, from 0; `None` beyond the last.
    #[must_use]
    pub fn frame(&self, index: u64) -> Option<Frame> {
        if index >= self.len {
            return None;
        }
        let (x, y, w, h) = match (&self.atlas.cut, self.cells) {
            (Cut::Packed(frames), _) => {
                let (_, frame) = frames.get(usize::try_from(index).ok()?)?;
                (frame.x, frame.y, frame.w, frame.h)
            }
            (Cut::Grid(_), Some(cells)) => {
                let (column, row) = (index as f64 % cells.columns, (index as f64 / cells.columns).floor());
                let x = cells.margin + column * (cells.width + cells.spacing);
                let y = cells.margin + row * (cells.height + cells.spacing);
                (x, y, cells.width, cells.height)
            }
            (Cut::Grid(_), None) => return None,
        };
        let uv_offset = [x / self.width, y / self.height];
        Some(Frame { x, y, w, h, uv_offset, uv_scale: [w / self.width, h / self.height] })
    }

    /// The frame that a run, a tile or a sprite names.
    #[must_use]
    pub fn resolve(&self, frame: &FrameRef) -> Option<Frame> {
        self.frame(self.atlas.frame_index(frame, self.len)?)
    }

    /// The numbers of a run's frames; those that do not exist are left out, as the engine plays it.
    #[must_use]
    pub fn run(&self, name: &str) -> Option<Vec<u64>> {
        let run = self.atlas.sequence(name)?;
        Some(run.frames.iter().filter_map(|frame| self.atlas.frame_index(frame, self.len)).collect())
    }
}
