//! A pass over a model's text that makes of any file one the reader takes.
//!
//! The reader (`tobj`) stops at the first line it cannot read and names none, joins no lines, takes groups for
//! objects, forgets the names of materials without a library, and where a corner has no texture coordinate it
//! takes that of the corner before. So every statement is looked at here: joined lines become one, damaged
//! statements are reported with their place and replaced, indices are resolved and checked, and faces are cut
//! into runs of one object, group, material and kind of corner. The reader then sees one named object per run.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use proscenio_source::{Source, Span};

use super::codes;
use super::lines::{Line, Lines};
use super::report::Report;

/// What all faces of a run share. Names are numbers into [`Names`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    pub object: Option<u32>,
    pub group: Option<u32>,
    pub material: Option<u32>,
    pub uvs: bool,
    pub normals: bool,
}

/// Names in the order they were met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    pub list: Vec<String>,
    known: HashMap<String, u32>,
}

impl Names {
    fn number(&mut self, name: String) -> u32 {
        if let Some(number) = self.known.get(&name) {
            return *number;
        }
        let number = self.list.len() as u32;
        self.known.insert(name.clone(), number);
        self.list.push(name);
        number
    }
}

/// What the pass makes.
pub(super) struct Cleaned {
    /// The text for the reader: `v`, `vt`, `vn`, `o` and `f` alone.
    pub text: String,
    /// One per `o` of the text, with the place of its first face.
    pub runs: Vec<(Key, Span)>,
    pub objects: Names,
    pub groups: Names,
    pub materials: Names,
    /// Material libraries as named, in order.
    pub libraries: Vec<(String, Span)>,
    /// Statements that were passed over, by word.
    pub skipped: BTreeMap<String, u32>,
    pub report: Report,
}

/// The pass.
pub(super) fn clean(source: &Source) -> Cleaned {
    let mut pass = Pass {
        out: Cleaned {
            text: String::with_capacity(source.bytes().len()),
            runs: Vec::new(),
            objects: Names::default(),
            groups: Names::default(),
            materials: Names::default(),
            libraries: Vec::new(),
            skipped: BTreeMap::new(),
            report: Report::new(source.path()),
        },
        counts: [0; 3],
        key: Key::default(),
        corners: Vec::new(),
        without_uvs: (0, None),
        skipped_at: None,
        coloured: None,
    };
    for line in Lines::new(source.bytes()) {
        pass.statement(&line);
    }
    pass.finish()
}

/// A corner of a face: numbers from 1 of vertex, texture coordinate and normal; 0 for none.
type Corner = [u32; 3];

struct Pass {
    out: Cleaned,
    /// Vertices, texture coordinates and normals so far.
    counts: [u32; 3],
    key: Key,
    corners: Vec<Corner>,
    without_uvs: (u32, Option<Span>),
    skipped_at: Option<Span>,
    coloured: Option<Span>,
}

impl Pass {
    fn statement(&mut self, line: &Line<'_>) {
        let Some(word) = line.words().next() else { return };
        match word {
            b"v" => self.numbers(0, line, "v", 3, 3),
            b"vt" => self.numbers(1, line, "vt", 2, 1),
            b"vn" => self.numbers(2, line, "vn", 3, 3),
            b"f" => self.face(line),
            b"o" => {
                self.key.object = Some(self.out.objects.number(name(line, "object")));
                self.key.group = None;
            }
            b"g" => self.key.group = Some(self.out.groups.number(name(line, "default"))),
            b"usemtl" => {
                self.key.material =
                    (!line.rest().is_empty()).then(|| self.out.materials.number(name(line, "")));
            }
            b"mtllib" => self.out.libraries.push((name(line, ""), line.span)),
            // Smoothing: normals say the same, and without them faces are flat.
            b"s" => {}
            _ => {
                let word = proscenio_espresso3d::text(&word[..word.len().min(40)]).into_owned();
                *self.out.skipped.entry(word).or_insert(0) += 1;
                self.skipped_at.get_or_insert(line.span);
            }
        }
    }

    /// Copies a list of numbers. Of `want`, `least` must be there; the rest is 0.
    fn numbers(&mut self, of: usize, line: &Line<'_>, word: &'static str, want: usize, least: usize) {
        self.counts[of] = self.counts[of].saturating_add(1);
        let before = self.out.text.len();
        self.out.text.push_str(word);
        let mut words = line.words().skip(1);
        for at in 0..want {
            self.out.text.push(' ');
            match words.next().map(finite) {
                Some(Some(number)) => self.out.text.push_str(number),
                None if at >= least => self.out.text.push('0'),
                found => {
                    self.out.text.truncate(before);
                    self.out.text.push_str(if of == 1 { "vt 0 0\n" } else { word });
                    if of != 1 {
                        self.out.text.push_str(" 0 0 0\n");
                    }
                    let what = if found.is_some() { "one that is no finite number" } else { "too few" };
                    return self.out.report.push(codes::BAD_NUMBER, Some(line.span), || {
                        format!("`{word}` needs {want} numbers and has {what}; zeros are taken")
                    });
                }
            }
        }
        self.out.text.push('\n');
        // Three more than the place: red, green, blue. One more alone is a weight of rational curves.
        if of == 0 && self.coloured.is_none() && words.count() >= 3 {
            self.coloured = Some(line.span);
        }
    }

    fn face(&mut self, line: &Line<'_>) {
        let mut corners = std::mem::take(&mut self.corners);
        corners.clear();
        let sound = line.words().skip(1).all(|word| match self.corner(word, line.span) {
            Some(corner) => {
                corners.push(corner);
                true
            }
            None => false,
        });
        if sound && corners.len() < 3 {
            let count = corners.len();
            self.out
                .report
                .push(codes::BAD_FACE, Some(line.span), || format!("a face of {count} corners is left out"));
        } else if sound {
            self.write_face(&corners, line.span);
        }
        self.corners = corners;
    }

    fn write_face(&mut self, corners: &[Corner], span: Span) {
        let all = |part: usize| corners.iter().all(|corner| corner[part] > 0);
        let key = Key { uvs: all(1), normals: all(2), ..self.key };
        if !key.uvs {
            self.without_uvs.0 += 1;
            self.without_uvs.1.get_or_insert(span);
        }
        if self.out.runs.last().is_none_or(|(last, _)| *last != key) {
            // Writing to a String cannot fail, here and below.
            let _ = writeln!(self.out.text, "o {}", self.out.runs.len());
            self.out.runs.push((key, span));
        }
        self.out.text.push('f');
        for [vertex, uv, normal] in corners {
            let _ = match (key.uvs, key.normals) {
                (true, true) => write!(self.out.text, " {vertex}/{uv}/{normal}"),
                (true, false) => write!(self.out.text, " {vertex}/{uv}"),
                (false, true) => write!(self.out.text, " {vertex}//{normal}"),
                (false, false) => write!(self.out.text, " {vertex}"),
            };
        }
        self.out.text.push('\n');
    }

    /// A corner with its indices resolved; `None`, and a finding, when the face cannot be kept.
    fn corner(&mut self, word: &[u8], span: Span) -> Option<Corner> {
        let mut corner = [0; 3];
        let mut parts = 0;
        for (part, written) in word.split(|byte| *byte == b'/').enumerate() {
            parts += 1;
            if part > 2 || (part == 0 && written.is_empty()) {
                break;
            }
            if written.is_empty() {
                continue;
            }
            let Some(index) = std::str::from_utf8(written).ok().and_then(|text| text.parse::<i64>().ok())
            else {
                parts = 9;
                break;
            };
            let count = i64::from(self.counts[part]);
            let resolved = if index < 0 { count.saturating_add(index).saturating_add(1) } else { index };
            if (1..=count).contains(&resolved) {
                corner[part] = resolved as u32;
                continue;
            }
            let what = ["vertex", "texture coordinate", "normal"][part];
            let code = if part == 0 { codes::UNKNOWN_INDEX } else { codes::UNKNOWN_DETAIL };
            self.out
                .report
                .push(code, Some(span), || format!("there is no {what} {index}: {count} are above the face"));
            if part == 0 {
                return None;
            }
        }
        if parts > 3 || corner[0] == 0 {
            self.out.report.push(codes::BAD_FACE, Some(span), || {
                let word = proscenio_espresso3d::text(&word[..word.len().min(40)]).into_owned();
                format!("`{word}` is no corner; the face is left out")
            });
            return None;
        }
        Some(corner)
    }

    fn finish(mut self) -> Cleaned {
        let report = &mut self.out.report;
        if let (count, Some(first)) = self.without_uvs {
            report.push(codes::MISSING_UV, Some(first), || {
                let are = if count == 1 { "face has" } else { "faces have" };
                format!("{count} {are} no texture coordinates; 0 0 is taken")
            });
        }
        if !self.out.skipped.is_empty() {
            let words: Vec<String> =
                self.out.skipped.iter().take(8).map(|(word, count)| format!("{count} `{word}`")).collect();
            let more = self.out.skipped.len().saturating_sub(8);
            let more = if more > 0 { format!(" and {more} other words") } else { String::new() };
            report.push(codes::SKIPPED, self.skipped_at, || format!("skipped: {}{more}", words.join(", ")));
        }
        if let Some(first) = self.coloured {
            report.push(codes::COLOURS, Some(first), || "the colours of vertices are not read".to_owned());
        }
        self.out
    }
}

/// The word as text when it is a finite decimal number.
fn finite(word: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(word).ok()?;
    text.parse::<f64>().is_ok_and(f64::is_finite).then_some(text)
}

/// The name of a statement, or `otherwise`.
fn name(line: &Line<'_>, otherwise: &str) -> String {
    match line.rest() {
        [] => otherwise.to_owned(),
        name => proscenio_espresso3d::text(name).into_owned(),
    }
}
