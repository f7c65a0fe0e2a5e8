//! `.atlas` files: one picture cut into frames.

use glam::Vec2;
use proscenio_nacatamalon::Value;
use proscenio_scene::{FrameRun, UvRect};

use super::raw::Raw;

/// A sheet as its file describes it; cutting waits for the picture's size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Atlas {
    /// The picture, relative to the atlas file.
    pub texture: String,
    cut: Cut,
    runs: Vec<Run>,
}

#[derive(Clone, Debug, PartialEq)]
enum Cut {
    Grid(Grid),
    /// Name, and left, top, width, height in pixels of the picture.
    Packed(Vec<(String, [f64; 4])>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    cell: [Option<f64>; 2],
    count: [Option<f64>; 2],
    margin: f64,
    spacing: f64,
    frames: Option<f64>,
}

/// Frames one after the other.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    name: String,
    frames: Vec<FrameName>,
    fps: f64,
    looped: bool,
    next: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum FrameName {
    Number(f64),
    Name(String),
}

/// The part of a picture that is shown, 0 to 1 of it: top-left corner, then size.
pub(super) type Window = ([f32; 2], [f32; 2]);

impl Atlas {
    /// Reads the file's value.
    ///
    /// # Errors
    /// What is wrong with it, when the engine would refuse it.
    pub(super) fn read(value: Option<Value<'_>>) -> Result<Self, &'static str> {
        let value = value.filter(|value| value.is_object()).ok_or("it is no object")?;
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        if text("kind").as_deref() != Some("atlas") {
            return Err("its \"kind\" is not \"atlas\"");
        }
        match value.get("format").and_then(Value::as_f64) {
            Some(format) if format <= 1.0 => {}
            Some(_) => return Err("its format is newer than 1"),
            None => return Err("it has no format number"),
        }
        let texture = text("texture").filter(|name| !name.is_empty()).ok_or("it names no texture")?;
        let cut = match (value.get("grid"), value.get("packed")) {
            (Some(grid), None) if grid.is_object() => Cut::Grid(Grid::read(grid)),
            (None, Some(packed)) if packed.is_object() => Cut::Packed(packed_frames(packed)),
            _ => return Err("it needs a \"grid\" or \"packed\" frames, not both"),
        };
        let runs = value.get("sequences").map_or_else(|| Ok(Vec::new()), runs)?;
        Ok(Self { texture: texture.into_owned(), cut, runs })
    }

    /// The window of a frame of a picture of that size; `None` when there is no such frame.
    pub(super) fn window(&self, frame: f64, size: [u32; 2]) -> Option<Window> {
        let size = size.map(f64::from);
        let [x, y, w, h] = match &self.cut {
            Cut::Grid(grid) => grid.frame(frame, size)?,
            Cut::Packed(frames) => frames.get(whole(frame)?)?.1,
        };
        let part = |pixels: f64, axis: usize| (pixels / size[axis]) as f32;
        Some(([part(x, 0), part(y, 1)], [part(w, 0), part(h, 1)]))
    }

    /// The window of a packed frame by name.
    pub(super) fn named(&self, name: &str, size: [u32; 2]) -> Option<Window> {
        let Cut::Packed(frames) = &self.cut else { return None };
        let at = frames.iter().position(|(known, _)| known == name)?;
        self.window(at as f64, size)
    }

    fn windows(&self, run: &Run, size: [u32; 2]) -> Vec<Window> {
        let frames = run.frames.iter();
        frames
            .filter_map(|frame| match frame {
                FrameName::Number(number) => self.window(*number, size),
                FrameName::Name(name) => self.named(name, size),
            })
            .collect()
    }

    /// The frames of a run and how many of them pass in a second; `None` when there is no such run.
    pub(super) fn run(&self, name: &str, size: [u32; 2]) -> Option<(Vec<Window>, f64)> {
        let run = self.runs.iter().find(|run| run.name == name)?;
        Some((self.windows(run, size), run.fps))
    }

    /// A run and all that follow it; `None` when there is no such run or it has no frame of the sheet.
    pub(super) fn runs_from(&self, name: &str, size: [u32; 2]) -> Option<Vec<FrameRun>> {
        let mut order = vec![self.runs.iter().position(|run| run.name == name)?];
        let mut runs: Vec<FrameRun> = Vec::new();
        while let Some(at) = order.get(runs.len()) {
            let run = &self.runs[*at];
            let rect =
                |([x, y], [w, h]): Window| UvRect { min: Vec2::new(x, y), max: Vec2::new(x + w, y + h) };
            let next = run.next.as_deref().and_then(|next| self.runs.iter().position(|run| run.name == next));
            let next = next.map(|next| {
                order.iter().position(|known| *known == next).unwrap_or_else(|| {
                    order.push(next);
                    order.len() - 1
                })
            });
            runs.push(FrameRun {
                frames: self.windows(run, size).into_iter().map(rect).collect(),
                fps: run.fps,
                looped: run.looped,
                next,
            });
        }
        (!runs[0].frames.is_empty()).then_some(runs)
    }
}

impl Grid {
    fn read(value: Value<'_>) -> Self {
        let number = |name: &str| value.get(name).and_then(Value::as_f64).filter(|number| number.is_finite());
        Self {
            cell: [number("frameWidth"), number("frameHeight")],
            count: [number("columns"), number("rows")],
            margin: number("margin").unwrap_or(0.0),
            spacing: number("spacing").unwrap_or(0.0),
            frames: number("count"),
        }
    }

    fn frame(&self, frame: f64, size: [f64; 2]) -> Option<[f64; 4]> {
        let mut cells = [0.0; 2];
        let mut counts = [0.0; 2];
        for axis in 0..2 {
            let room = size[axis] - 2.0 * self.margin;
            cells[axis] = match (self.cell[axis], self.count[axis]) {
                (Some(cell), _) => cell,
                (None, Some(count)) => (room - self.spacing * (count - 1.0)) / count,
                (None, None) => return None,
            };
            let fit = ((room + self.spacing) / (cells[axis] + self.spacing)).floor().max(1.0);
            counts[axis] = self.count[axis].unwrap_or(fit);
        }
        let frame = whole(frame)? as f64;
        let [columns, rows] = counts;
        // Infinite and negative counts of odd files hold no frame.
        let fits = columns.is_finite() && columns >= 1.0 && frame < self.frames.unwrap_or(columns * rows);
        let (column, row) = (frame % columns, (frame / columns).floor());
        let place = |at: f64, axis: usize| self.margin + at * (cells[axis] + self.spacing);
        fits.then(|| [place(column, 0), place(row, 1), cells[0], cells[1]])
    }
}

fn whole(frame: f64) -> Option<usize> {
    (frame >= 0.0 && frame.fract() == 0.0 && frame < 1e9).then_some(frame as usize)
}

fn packed_frames(value: Value<'_>) -> Vec<(String, [f64; 4])> {
    let frame = |value: Value<'_>| {
        ["x", "y", "w", "h"].map(|name| value.get(name).and_then(Value::as_f64).unwrap_or(0.0))
    };
    value.members().map(|member| (member.name().into_owned(), frame(member.value))).collect()
}

fn runs(value: Value<'_>) -> Result<Vec<Run>, &'static str> {
    let frame = |frame: Value<'_>| {
        let name = || frame.as_str().map(|name| FrameName::Name(name.into_owned()));
        frame.as_f64().map(FrameName::Number).or_else(name)
    };
    let mut all = Vec::new();
    for member in value.members() {
        let own = Raw(member.value);
        let frames: Option<Vec<FrameName>> = own.list("frames").map(frame).collect();
        let frames = frames.filter(|frames| !frames.is_empty()).ok_or("a run has no frames, or odd ones")?;
        let fps = own.number_or("fps", 12.0);
        if fps <= 0.0 {
            return Err("a run's fps is not above 0");
        }
        let looped = own.flag("loop") != Some(false);
        all.push(Run { name: member.name().into_owned(), frames, fps, looped, next: own.text("next") });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use proscenio_nacatamalon::Document;
    use proscenio_source::Source;

    use super::Atlas;

    fn atlas(text: &str) -> Result<Atlas, &'static str> {
        let document = Document::parse(Source::new("a.atlas", text.as_bytes().to_vec()));
        Atlas::read(document.root())
    }

    #[test]
    fn grids_are_cut_row_by_row_and_leave_strips_out() {
        let sheet = atlas(
            r#"{"format": 1, "kind": "atlas", "texture": "a.png", "grid": {"frameWidth": 16, "frameHeight": 16},
                "sequences": {"run": {"frames": [1, 0]}}}"#,
        )
        .unwrap();
        assert_eq!(sheet.window(1.0, [40, 16]), Some(([0.4, 0.0], [0.4, 1.0])));
        assert_eq!(sheet.window(2.0, [40, 16]), None);
        assert_eq!(sheet.window(2.0, [40, 32]), Some(([0.0, 0.5], [0.4, 0.5])));
        assert_eq!((sheet.window(0.5, [40, 16]), sheet.window(-1.0, [40, 16])), (None, None));
        let runs = sheet.runs_from("run", [40, 16]).unwrap();
        assert_eq!((runs[0].frames.len(), runs[0].frames[0].min.x, runs[0].fps), (2, 0.4, 12.0));
        assert_eq!(sheet.runs_from("hop", [40, 16]), None);
    }

    #[test]
    fn margins_spacings_and_counts_are_minded() {
        let sheet = atlas(
            r#"{"format": 1, "kind": "atlas", "texture": "a.png",
                "grid": {"columns": 2, "rows": 2, "margin": 1, "spacing": 2, "count": 3}}"#,
        )
        .unwrap();
        // (20 − 2 − 2) / 2 = 8 pixels a cell.
        assert_eq!(sheet.window(3.0 - 1.0, [20, 20]), Some(([0.05, 0.55], [0.4, 0.4])));
        assert_eq!(sheet.window(3.0, [20, 20]), None);
    }

    #[test]
    fn packed_frames_are_numbered_in_file_order() {
        let sheet = atlas(
            r#"{"format": 1, "kind": "atlas", "texture": "a.png",
                "packed": {"b": {"x": 5, "y": 0, "w": 5, "h": 10}, "a": {"x": 0, "y": 0, "w": 5, "h": 5}},
                "sequences": {"go": {"frames": ["a"]}, "no": {"frames": ["zz"]}}}"#,
        )
        .unwrap();
        assert_eq!(sheet.window(0.0, [10, 10]), Some(([0.5, 0.0], [0.5, 1.0])));
        assert_eq!(sheet.runs_from("go", [10, 10]).unwrap()[0].frames[0].max.y, 0.5);
        assert_eq!(sheet.runs_from("no", [10, 10]), None);
    }

    #[test]
    fn refused_files_say_why() {
        for (text, why) in [
            ("5", "it is no object"),
            (r#"{"kind": "tilemap"}"#, "its \"kind\" is not \"atlas\""),
            (r#"{"kind": "atlas"}"#, "it has no format number"),
            (r#"{"kind": "atlas", "format": 2}"#, "its format is newer than 1"),
            (r#"{"kind": "atlas", "format": 1}"#, "it names no texture"),
            (
                r#"{"kind": "atlas", "format": 1, "texture": "a"}"#,
                "it needs a \"grid\" or \"packed\" frames, not both",
            ),
        ] {
            assert_eq!(atlas(text), Err(why));
        }
    }
}
