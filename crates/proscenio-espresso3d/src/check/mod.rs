//! What a document means, and where it does not make sense. One document at a time: whether a texture alias or
//! an actor's name exists is a question to the whole project.

mod actor;
mod fix;
mod map;
mod paths;
mod rig;
mod shape;

use std::borrow::Cow;

use proscenio_source::{Finding, Safety, Source, Span, did_you_mean};

use crate::code::Code;
use crate::document::{Document, FileKind};
use crate::problem::{LISTED_PER_CODE, sum};
use crate::view::{Pose, Triangle};

/// Findings about the meaning of a document, in the order of the file. Reading's own findings are not repeated.
///
/// Takes time linear in the length of the file.
#[must_use]
pub fn check(document: &Document) -> Vec<Finding> {
    let mut report = Report::new(document.source());
    match document.kind() {
        FileKind::TextureSet => {
            texture_set(document, &mut report);
            paths::entries(document, &mut report);
        }
        FileKind::Map | FileKind::Actor => {
            paths::texture_sets(document, &mut report);
            map::check(document, &mut report);
            for model in document.models() {
                actor::check(model, &mut report);
            }
        }
    }
    report.finish()
}

/// What stands at the first of two.
const FIRST: &str = "the first is here";

/// Names that mean nothing, of one code, which are compared with those that do.
const GUESSED_PER_CODE: u32 = 20;

/// Collects findings; a flood of one code becomes a sum.
struct Report<'a> {
    source: &'a Source,
    findings: Vec<Finding>,
    counts: Vec<u32>,
}

impl<'a> Report<'a> {
    fn new(source: &'a Source) -> Self {
        Self { source, findings: Vec::new(), counts: vec![0; Code::ALL.len()] }
    }

    fn push(&mut self, code: Code, span: Span, message: impl FnOnce() -> String) -> Option<&mut Finding> {
        let count = &mut self.counts[code as usize];
        *count += 1;
        if *count > LISTED_PER_CODE {
            return None;
        }
        let info = code.info();
        let finding =
            Finding::new(info.name, info.severity, self.source.path(), message()).at(span).help(info.help);
        self.findings.push(finding);
        self.findings.last_mut()
    }

    /// A finding that also names another place.
    fn push_with(
        &mut self,
        code: Code,
        span: Span,
        (other, label): (Span, &'static str),
        message: impl FnOnce() -> String,
    ) {
        if let Some(finding) = self.push(code, span, message) {
            *finding = finding.clone().related(other, label);
        }
    }

    /// A finding about a name that means nothing, with the name that was probably meant.
    fn unknown<'n>(
        &mut self,
        code: Code,
        span: Span,
        given: &str,
        names: impl Iterator<Item = Cow<'n, str>>,
        message: String,
    ) {
        let near = (self.counts[code as usize] < GUESSED_PER_CODE).then(|| {
            // In an order of their own, so that of two that are equally near always the same is meant.
            let mut names: Vec<Cow<'n, str>> = names.collect();
            names.sort_unstable();
            did_you_mean(given, names)
        });
        let near = near.flatten();
        if let (Some(finding), Some(near)) = (self.push(code, span, || message), near) {
            finding.help = Some(near);
        }
    }

    fn finish(mut self) -> Vec<Finding> {
        self.findings.sort_by_key(|finding| finding.span.map(Span::start));
        for (code, count) in Code::ALL.iter().zip(&self.counts) {
            if *count > LISTED_PER_CODE {
                self.findings.push(sum(*code, *count - LISTED_PER_CODE, self.source));
            }
        }
        self.findings
    }
}

fn texture_set(document: &Document, report: &mut Report<'_>) {
    let mut seen = std::collections::HashMap::new();
    for entry in document.entries().filter(|entry| entry.path().is_some()) {
        let alias = entry.alias();
        if let Some(first) = seen.get(alias.bytes()) {
            let finding = report.push(Code::DuplicateAlias, alias.span(), || {
                format!("the alias `{}` is already defined", alias.text())
            });
            let Some(finding) = finding else { continue };
            *finding = finding.clone().related(*first, FIRST);
            // The engine passes over it, unless it stops at a word too many.
            if entry.item().children().count() == 2 {
                let edits = vec![fix::without(document, entry.item().span())];
                *finding = finding.clone().fix("remove the line", edits, Safety::Safe);
            }
        } else {
            seen.insert(alias.bytes(), alias.span());
        }
    }
}

/// Reports an id that is already taken.
fn unique<'a>(
    seen: &mut std::collections::HashMap<&'a [u8], Span>,
    id: Option<crate::view::Word<'a>>,
    what: &'static str,
    report: &mut Report<'_>,
) {
    let Some(id) = id else { return };
    if let Some(first) = seen.get(id.bytes()) {
        report.push_with(Code::DuplicateId, id.span(), (*first, FIRST), || {
            format!("a second {what} with the id `{}`", id.text())
        });
    } else {
        seen.insert(id.bytes(), id.span());
    }
}

/// A triangle of a map or an actor.
fn triangle(triangle: Triangle<'_>, report: &mut Report<'_>) {
    // Damaged numbers were reported while reading; here only what is not there at all.
    let has = |kind| triangle.item().field(kind).is_some();
    if !has(crate::Kind::List) {
        for (kind, name) in [(crate::Kind::Vertices, "VERTICES"), (crate::Kind::Texture, "TEXTURE")] {
            if !has(kind) {
                report.push(Code::MissingField, triangle.span(), || format!("a TRIANGLE without {name}"));
            }
        }
    }
    if has(crate::Kind::Detail1) && !has(crate::Kind::Detail0) {
        let finding = report.push(Code::DetailWithoutBase, triangle.span(), || {
            "TEXTUREDETAIL1 is written without TEXTUREDETAIL0".to_owned()
        });
        if let (Some(finding), Some(detail)) = (finding, triangle.item().field(crate::Kind::Detail1)) {
            let edits = vec![fix::respelled(detail, "TEXTUREDETAIL0")];
            *finding = finding.clone().fix("write TEXTUREDETAIL0", edits, Safety::Unsafe);
        }
    }
    if triangle.vertices().is_some_and(is_degenerate) {
        let finding =
            report.push(Code::DegenerateTriangle, triangle.span(), || "the triangle has no area".to_owned());
        if let Some(finding) = finding {
            let edits = vec![fix::without(triangle.item().document, triangle.span())];
            *finding = finding.clone().fix("remove the triangle", edits, Safety::Unsafe);
        }
    }
}

fn is_degenerate([a, b, c]: [[f64; 3]; 3]) -> bool {
    let (p, q) = (difference(b, a), difference(c, a));
    let scale = length(p) * length(q);
    length(cross(p, q)) <= scale * 1e-12
}

/// The three vectors of a pose; `missing` says whether the fields must all be there.
fn pose(pose: Pose, item: crate::Item<'_>, name: &'static str, report: &mut Report<'_>) {
    let in_block = item.field(crate::Kind::List).is_none();
    let fields =
        [(crate::Kind::Position, "POSITION"), (crate::Kind::Forward, "FORWARD"), (crate::Kind::Up, "UP")];
    for (kind, field) in fields {
        if in_block && item.field(kind).is_none() {
            report.push(Code::MissingField, item.span(), || format!("{name} without {field}"));
        }
    }
    let mut units = [None; 2];
    for ((vector, field), unit) in [(pose.forward, "FORWARD"), (pose.up, "UP")].into_iter().zip(&mut units) {
        let Some(vector) = vector else { continue };
        let length = length(vector);
        if length <= 1e-8 {
            report.push(Code::ZeroVector, item.span(), || format!("{field} of {name} has length zero"));
            continue;
        }
        if (length - 1.0).abs() > 1e-3 {
            let message = || format!("{field} of {name} has length {length}");
            if let Some(finding) = report.push(Code::NotNormalised, item.span(), message) {
                let unit = vector.map(|part| part / length);
                *finding = fix::vectors(finding.clone(), item, &[(field, unit)], "write it with length one");
            }
        }
        *unit = Some(vector.map(|part| part / length));
    }
    if let [Some(forward), Some(up)] = units
        && dot(forward, up).abs() > 1e-3
    {
        let finding = report.push(Code::NotPerpendicular, item.span(), || {
            format!("FORWARD and UP of {name} are not at right angles")
        });
        if let Some(finding) = finding {
            // What the engine makes of them is what they mean.
            let [forward, up] = if item.kind() == crate::Kind::Bone {
                fix::bone_axes(forward, up)
            } else {
                fix::axes(forward, up)
            };
            let fields = [("FORWARD", forward), ("UP", up)];
            *finding = fix::vectors(finding.clone(), item, &fields, "write what the engine makes of them");
        }
    }
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}
