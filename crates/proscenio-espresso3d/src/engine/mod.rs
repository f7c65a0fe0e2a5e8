//! What release 0.5 of the engine keeps of a file: its loader, followed word by word.
//!
//! The other readers of this crate ask what a file means; this one asks what that release made of it. It knows
//! lines where they do not, has no idea of the line dialect, and stops where the engine throws.
//!
//! What is not in the file is assumed to be well: every registered name is known and every image can be read.
//! Whether a texture set can be loaded is the caller's to say.

mod actor;
mod geometry;
mod map;
mod set;
mod skeleton;
mod text;

use proscenio_source::{Finding, Span};

use crate::code::Code;
use crate::document::{Document, FileKind};
use crate::model::{File, Name, TextureSet};
use crate::problem::{Problem, Problems};
use text::{Lines, Token};

/// What release 0.5 keeps of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineView {
    /// What it keeps.
    pub kept: Kept,
    /// Why it drops, ignores or changes something, in the order of the file.
    pub findings: Vec<Finding>,
    /// Whether it stops with an exception before the end of the file.
    pub stopped: bool,
    /// Lines that it writes to its log.
    pub log: Log,
}

/// What is kept, as values. Names that hold braces, and numbers that are not finite, are possible here.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// A map: sectors with what they keep. An actor: one model with the triangles, the skeleton (parents before
    /// children) and the animations. No comments, and no name of the model: the engine keeps neither.
    File(File),
    /// A texture set: the entries that count.
    TextureSet(TextureSet),
}

/// How many lines the engine writes to its log. What it prints on standard output is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// Words that it does not know.
    pub infos: u32,
    /// Items that it drops, and links to bones that are not there.
    pub warnings: u32,
    /// Models that do not end.
    pub errors: u32,
}

/// How many things the engine keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "every field counts what it is named after")]
pub struct EngineCounts {
    pub sectors: u32,
    pub triangles: u32,
    /// Triangles without corners or without texture coordinates: drawing one ends the program.
    pub broken_triangles: u32,
    pub portals: u32,
    pub actors: u32,
    pub particle_systems: u32,
    pub bones: u32,
    pub animations: u32,
    pub frames: u32,
    pub rotate: u32,
    pub translate: u32,
    /// Entries of a texture set.
    pub entries: u32,
}

/// What release 0.5 keeps of a document. `loads` says whether the texture set of a path can be loaded; where it
/// cannot, the engine stops reading the file that names it.
///
/// Takes time and memory linear in the file.
#[must_use]
pub fn engine_view(document: &Document, loads: &dyn Fn(&[u8]) -> bool) -> EngineView {
    let mut engine = Engine {
        lines: Lines::new(document.source().bytes()),
        problems: Problems::default(),
        log: Log::default(),
        loads,
    };
    let (kept, end) = match document.kind() {
        FileKind::TextureSet => {
            let mut set = TextureSet::default();
            let end = engine.texture_set(&mut set);
            (Kept::TextureSet(set), end)
        }
        FileKind::Map => {
            let mut map = File::new(FileKind::Map);
            let end = engine.map(&mut map);
            (Kept::File(map), end)
        }
        FileKind::Actor => {
            let (actor, end) = engine.actor();
            (Kept::File(actor), end)
        }
    };
    if let Err(Stop { at, why }) = end {
        engine.problems.push(Problem::new(Code::EngineStops, at, why));
    }
    let findings = engine.problems.into_findings(document.source());
    EngineView { kept, findings, stopped: end.is_err(), log: engine.log }
}

impl EngineView {
    /// How many things are kept.
    #[must_use]
    pub fn counts(&self) -> EngineCounts {
        match &self.kept {
            Kept::File(file) => geometry::count(file),
            Kept::TextureSet(set) => {
                EngineCounts { entries: set.entries().count() as u32, ..EngineCounts::default() }
            }
        }
    }
}

/// Where and why the engine throws an exception that nobody catches.
#[derive(Clone, Copy)]
struct Stop {
    at: Span,
    why: &'static str,
}

type Step<T> = Result<T, Stop>;

struct Engine<'a, 'f> {
    lines: Lines<'a>,
    problems: Problems,
    log: Log,
    loads: &'f dyn Fn(&[u8]) -> bool,
}

impl Engine<'_, '_> {
    fn note(&mut self, code: Code, at: Span, why: &'static str) {
        self.problems.push(Problem::new(code, at, why));
    }

    /// A word that is logged as unknown.
    fn unknown(&mut self, word: Token<'_>, place: &'static str) {
        self.log.infos += 1;
        self.note(Code::EngineIgnores, word.span, place);
    }

    fn load(&mut self, path: Token<'_>) -> Step<Name> {
        if (self.loads)(path.text) {
            Ok(Name::new(path.text))
        } else {
            Err(Stop { at: path.span, why: "the texture set is not there" })
        }
    }
}

/// The name that a word is.
fn name(word: Option<Token<'_>>) -> Option<Name> {
    word.map(|word| Name::new(word.text))
}

/// From a tag to the last of its words.
fn header(tag: Token<'_>, words: &[Option<Token<'_>>]) -> Span {
    words.iter().flatten().fold(tag.span, |span, word| span.cover(word.span))
}
