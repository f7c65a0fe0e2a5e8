//! `.atlas`: one picture cut into frames, with named runs of them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Document;
use crate::files::codes;
use crate::files::json::{Members, Out, js_order};
use crate::files::reader::{Object, Read, Reader, found};
use crate::model::Json;
use crate::model::fields::finite;
use crate::value::Value;

/// What an atlas says in `kind`.
pub const KIND: &str = "atlas";
/// Frames per second of a run that says nothing.
pub const FPS: f64 = 12.0;

/// One picture cut into frames, with named runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Atlas {
    /// The picture, relative to the atlas file.
    pub texture: String,
    /// How it is cut.
    pub cut: Cut,
    /// Runs by name, in file order.
    pub sequences: Vec<(String, Sequence)>,
    /// Members the format does not know.
    pub extra: Members,
}

/// How a picture is cut.
#[derive(Clone, Debug, PartialEq)]
pub enum Cut {
    /// Into equal cells, row by row.
    Grid(Grid),
    /// By a list of rectangles; the order is the frame number. Names that are array indices come first,
    /// ascending, as in a JavaScript object.
    Packed(Vec<(String, Packed)>),
}

/// Equal cells. On each axis either the cell's size or their number must be given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// Width of a cell, pixels.
    pub frame_width: Option<f64>,
    /// Height of a cell, pixels.
    pub frame_height: Option<f64>,
    /// Cells per row.
    pub columns: Option<f64>,
    /// Rows.
    pub rows: Option<f64>,
    /// Empty pixels around the whole sheet, 0 by default.
    pub margin: f64,
    /// Empty pixels between cells, 0 by default.
    pub spacing: f64,
    /// How many cells are frames, row by row; all of them when absent.
    pub count: Option<f64>,
    /// Members the format does not know.
    pub extra: Members,
}

/// A named rectangle of the picture, in pixels from its top left. Numbers are taken as they stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packed {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
    /// Members the format does not know.
    pub extra: Members,
}

/// A frame as a run, a tile or an effect names it.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameRef {
    /// By number, from 0.
    Index(f64),
    /// By the name of a packed frame.
    Name(String),
}

/// A run of frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// The frames in order; repeats are allowed. Never empty in a file that the engine takes.
    pub frames: Vec<FrameRef>,
    /// Frames per second, 12 by default; above 0.
    pub fps: f64,
    /// Whether it starts again at its end; `true` by default.
    pub looped: bool,
    /// The run that starts when this one ends; only for runs that do not loop.
    pub next: Option<String>,
    /// Members the format does not know.
    pub extra: Members,
}

const FIELDS: &[&str] = &["format", "kind", "texture", "grid", "packed", "sequences"];
const GRID_FIELDS: &[&str] = &["frameWidth", "frameHeight", "columns", "rows", "margin", "spacing", "count"];
const RUN_FIELDS: &[&str] = &["frames", "fps", "loop", "next"];

impl Atlas {
    /// A new atlas of a picture: cells of 16 by 16 pixels, no runs.
    #[must_use]
    pub fn new(texture: impl Into<String>) -> Self {
        let grid = Grid { frame_width: Some(16.0), frame_height: Some(16.0), ..Grid::default() };
        Self { texture: texture.into(), cut: Cut::Grid(grid), sequences: Vec::new(), extra: Vec::new() }
    }

    /// Reads an atlas; never fails. What the engine would refuse is told and leaves
    /// [`Read::refused`] set.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let Some(mut object) = reader.content(document, KIND) else {
            return reader.finish(Self::new(""));
        };
        reader.format(&object, false);
        let texture = reader.required_text(&object, "texture");
        let cut = read_cut(&mut reader, &mut object);
        let sequences = read_sequences(&mut reader, &object);
        let atlas = Self { texture, cut, sequences, extra: reader.rest(&object, FIELDS) };
        atlas.check_runs(&mut reader, &object);
        reader.finish(atlas)
    }

    /// The file as text: four blanks per level, defaults left out, unknown members at the end.
    #[must_use]
    pub fn serialize(&self) -> String {
        let out = Out::new().put("format", 1.0).put("kind", KIND).put("texture", &self.texture);
        let out = match &self.cut {
            Cut::Grid(grid) => out.put("grid", grid.json()),
            Cut::Packed(frames) => {
                let members = frames.iter().map(|(name, frame)| (name.clone(), frame.json())).collect();
                out.put("packed", Json::Object(members))
            }
        };
        let runs: Members = self.sequences.iter().map(|(name, run)| (name.clone(), run.json())).collect();
        let out = if runs.is_empty() { out } else { out.put("sequences", Json::Object(runs)) };
        out.with(&self.extra).pretty()
    }

    /// The run of that name.
    #[must_use]
    pub fn sequence(&self, name: &str) -> Option<&Sequence> {
        self.sequences.iter().find(|(own, _)| own == name).map(|(_, run)| run)
    }

    /// The number of a frame among those a cut of `len` frames has; `None` when there is no such frame.
    #[must_use]
    pub fn frame_index(&self, frame: &FrameRef, len: u64) -> Option<u64> {
        match (frame, &self.cut) {
            (FrameRef::Index(index), _) => {
                (*index >= 0.0 && index.fract() == 0.0 && *index < len as f64).then_some(*index as u64)
            }
            (FrameRef::Name(name), Cut::Packed(frames)) => {
                frames.iter().position(|(own, _)| own == name).map(|at| at as u64)
            }
            (FrameRef::Name(_), Cut::Grid(_)) => None,
        }
    }

    /// Says which runs name frames or runs that do not exist. Sets, because a file may hold any number.
    fn check_runs(&self, reader: &mut Reader, object: &Object<'_>) {
        let Some(runs) = object.get("sequences").and_then(Object::of) else { return };
        let frames: FxHashSet<&str> = match &self.cut {
            Cut::Packed(frames) => frames.iter().map(|(name, _)| name.as_str()).collect(),
            Cut::Grid(_) => FxHashSet::default(),
        };
        let places: FxHashMap<&str, Value<'_>> = runs.members().into_iter().collect();
        let names: FxHashSet<&str> = self.sequences.iter().map(|(name, _)| name.as_str()).collect();
        for (name, run) in &self.sequences {
            let Some(value) = places.get(name.as_str()) else { continue };
            for frame in &run.frames {
                let FrameRef::Name(frame) = frame else { continue };
                if !frames.contains(frame.as_str()) {
                    let message = format!("the run `{name}` names the frame `{frame}`, which does not exist");
                    reader.warn(&codes::ATLAS_UNKNOWN_FRAME, value.span(), message);
                }
            }
            if let Some(next) = run.next.as_deref().filter(|next| !names.contains(next)) {
                let message = format!("the run `{name}` is followed by `{next}`, which does not exist");
                reader.warn(&codes::ATLAS_UNKNOWN_RUN, value.span(), message);
            }
        }
    }
}

fn read_cut(reader: &mut Reader, object: &mut Object<'_>) -> Cut {
    let (grid, packed) = (object.get("grid"), object.get("packed"));
    if grid.is_some() == packed.is_some() {
        let message = if grid.is_some() {
            "the file says both `grid` and `packed`"
        } else {
            "the file says neither `grid` nor `packed`"
        };
        let code = if grid.is_some() { &codes::FILE_BAD_MEMBER } else { &codes::FILE_MISSING_MEMBER };
        reader.refuse(code, packed.map_or(object.start(), Value::span), message);
    }
    if let Some(frames) = packed.filter(|_| grid.is_none()) {
        return Cut::Packed(read_packed(reader, object, frames));
    }
    if grid.is_some() && packed.is_some() {
        object.set_aside("packed");
    }
    match grid.map(Object::of) {
        Some(Some(grid)) => Cut::Grid(read_grid(reader, grid)),
        Some(None) => {
            reader.refuse_member(object, "grid", "an object");
            Cut::Grid(Grid::default())
        }
        None => Cut::Grid(Grid::default()),
    }
}

fn read_packed(reader: &mut Reader, object: &Object<'_>, value: Value<'_>) -> Vec<(String, Packed)> {
    let Some(frames) = Object::of(value) else {
        reader.refuse_member(object, "packed", "an object");
        return Vec::new();
    };
    let mut list = Vec::new();
    for (name, value) in frames.members() {
        let Some(mut rect) = Object::of(value) else {
            reader.warn(
                &codes::FILE_DEFAULT_TAKEN,
                value.span(),
                format!(
                    "expected a rectangle {{ x, y, w, h }} for the frame `{name}`, found {}",
                    found(value)
                ),
            );
            list.push((name.to_owned(), Packed::default()));
            continue;
        };
        let mut side = |name| reader.num_or(&mut rect, name, 0.0);
        let (x, y, w, h) = (side("x"), side("y"), side("w"), side("h"));
        let extra = reader.rest(&rect, &["x", "y", "w", "h"]);
        list.push((name.to_owned(), Packed { x, y, w, h, extra }));
    }
    js_order(&mut list);
    list
}

fn read_grid(reader: &mut Reader, mut grid: Object<'_>) -> Grid {
    Grid {
        frame_width: reader.num(&mut grid, "frameWidth"),
        frame_height: reader.num(&mut grid, "frameHeight"),
        columns: reader.num(&mut grid, "columns"),
        rows: reader.num(&mut grid, "rows"),
        margin: reader.num_or(&mut grid, "margin", 0.0),
        spacing: reader.num_or(&mut grid, "spacing", 0.0),
        count: reader.num(&mut grid, "count"),
        extra: reader.rest(&grid, GRID_FIELDS),
    }
}

fn read_sequences(reader: &mut Reader, object: &Object<'_>) -> Vec<(String, Sequence)> {
    let Some(value) = object.get("sequences") else { return Vec::new() };
    let Some(runs) = Object::of(value) else {
        reader.refuse_member(object, "sequences", "an object");
        return Vec::new();
    };
    let mut list: Vec<(String, Sequence)> = Vec::new();
    for (name, value) in runs.members() {
        match Object::of(value) {
            Some(run) => list.push((name.to_owned(), read_sequence(reader, run))),
            None => {
                let message = format!("expected a run {{ frames, … }} in `{name}`, found {}", found(value));
                reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
            }
        }
    }
    js_order(&mut list);
    list
}

fn read_sequence(reader: &mut Reader, run: Object<'_>) -> Sequence {
    let mut frames = Vec::new();
    match run.get("frames").filter(|value| value.is_array() && value.elements().next().is_some()) {
        Some(list) => {
            for value in list.elements() {
                match frame_ref(value) {
                    Some(frame) => frames.push(frame),
                    None => {
                        let message = format!("expected a frame's number or name, found {}", found(value));
                        reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
                    }
                }
            }
        }
        None => reader.refuse_member(&run, "frames", "an array of frames"),
    }
    let fps = match run.get("fps") {
        None => FPS,
        Some(value) => finite(value).filter(|fps| *fps > 0.0).unwrap_or_else(|| {
            reader.refuse_member(&run, "fps", "a number above 0");
            FPS
        }),
    };
    let next = run.get("next").and_then(|value| value.as_str().map(Into::into));
    if next.is_none() && run.get("next").is_some() {
        reader.refuse_member(&run, "next", "the name of a run");
    }
    let looped = run.get("loop").is_none_or(truthy);
    Sequence { frames, fps, looped, next, extra: reader.rest(&run, RUN_FIELDS) }
}

/// A frame's number or name; `None` for anything else.
pub(crate) fn frame_ref(value: Value<'_>) -> Option<FrameRef> {
    finite(value)
        .map(FrameRef::Index)
        .or_else(|| value.as_str().map(|name| FrameRef::Name(name.into_owned())))
}

/// What JavaScript takes for true.
fn truthy(value: Value<'_>) -> bool {
    if let Some(text) = value.as_str() {
        return !text.is_empty();
    }
    match value.as_f64() {
        Some(number) => number != 0.0,
        None => value.as_bool() != Some(false),
    }
}

impl Grid {
    fn json(&self) -> Json {
        Out::new()
            .opt("frameWidth", self.frame_width)
            .opt("frameHeight", self.frame_height)
            .opt("columns", self.columns)
            .opt("rows", self.rows)
            .unless("margin", self.margin, 0.0)
            .unless("spacing", self.spacing, 0.0)
            .opt("count", self.count)
            .with(&self.extra)
    }
}

impl Packed {
    fn json(&self) -> Json {
        Out::new().put("x", self.x).put("y", self.y).put("w", self.w).put("h", self.h).with(&self.extra)
    }
}

impl Sequence {
    fn json(&self) -> Json {
        let frames: Vec<Json> = self.frames.iter().map(FrameRef::json).collect();
        Out::new()
            .put("frames", frames)
            .unless("fps", self.fps, FPS)
            .unless("loop", self.looped, true)
            .opt("next", self.next.as_ref())
            .with(&self.extra)
    }
}

impl FrameRef {
    pub(crate) fn json(&self) -> Json {
        match self {
            Self::Index(index) => Json::Number(*index),
            Self::Name(name) => name.into(),
        }
    }
}
