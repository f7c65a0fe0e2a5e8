//! `.atlas` files: one picture cut into frames.

use proscenio_nacatamalon::Value;

/// A sheet as its file describes it; cutting waits for the picture's size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Atlas {
    /// The picture, relative to the atlas file.
    pub texture: String,
    cut: Cut,
    /// First frame of each run, by name.
    runs: Vec<(String, FrameName)>,
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
        let runs = value.get("sequences").map(runs).unwrap_or_default();
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

    /// The frame a run starts with; `None` when there is no such run or it names no frame of the sheet.
    pub(super) fn first_of_run(&self, run: &str) -> Option<f64> {
        let (_, first) = self.runs.iter().find(|(name, _)| name == run)?;
        match (first, &self.cut) {
            (FrameName::Number(frame), _) => Some(*frame),
            (FrameName::Name(name), Cut::Packed(frames)) => {
                frames.iter().position(|(known, _)| known == name).map(|at| at as f64)
            }
            (FrameName::Name(_), Cut::Grid(_)) => None,
        }
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

fn runs(value: Value<'_>) -> Vec<(String, FrameName)> {
    let first = |run: Value<'_>| {
        let frame = run.get("frames")?.elements().next()?;
        let name = || frame.as_str().map(|name| FrameName::Name(name.into_owned()));
        frame.as_f64().map(FrameName::Number).or_else(name)
    };
    value.members().filter_map(|member| Some((member.name().into_owned(), first(member.value)?))).collect()
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
        assert_eq!((sheet.first_of_run("run"), sheet.first_of_run("hop")), (Some(1.0), None));
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
        assert_eq!((sheet.first_of_run("go"), sheet.first_of_run("no")), (Some(1.0), None));
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
