//! Documents and values back into text: documents as they were read, values in the canonical layout of either
//! dialect.

mod document;
mod number;
mod writer;

pub(crate) use document::{edited, write};
pub use writer::Writer;

use std::sync::Arc;

use proscenio_source::{Finding, Span};

use crate::code::Code;
use crate::document::FileKind;
use crate::model::{File, FileItem, ModelItem, SectorItem, TextureSet, TextureSetItem};
use crate::problem::{LISTED_PER_CODE, sum_at};

/// How a map or an actor is spelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// As release 0.5 reads it: every item has a block in braces.
    #[default]
    Block,
    /// As releases 0.1 to 0.3 read it: the values of an item are one list behind its tag. It holds no detail
    /// layers, bones and animations, and comments only in maps.
    Line,
}

/// What ends a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// A line feed.
    #[default]
    Lf,
    /// Carriage return and line feed, as in all files of the engine's authors.
    CrLf,
}

impl LineEnd {
    /// The line end of a file: that of its first line; a line feed when there is none.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        match memchr::memchr2(b'\n', b'\r', text) {
            Some(at) if text[at] == b'\r' && text.get(at + 1) == Some(&b'\n') => Self::CrLf,
            _ => Self::Lf,
        }
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
        }
    }
}

/// How values are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The dialect.
    pub spelling: Spelling,
    /// What ends a line.
    pub line_end: LineEnd,
    /// The file's name in findings; may be empty.
    pub path: Arc<str>,
}

/// A file as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The whole file, every line ended.
    pub text: Vec<u8>,
    /// Every value that the text does not hold as it was given. Empty when nothing is lost.
    pub losses: Vec<Finding>,
}

/// A map or an actor as text.
///
/// The layout is that of the formats' specifications: one item per line, braces alone on theirs, data on one
/// line that ends in `;` (in a map of the line dialect: in nothing), two blanks a level, words in upper case,
/// numbers with the fewest digits that read back as the same double, without an exponent unless it is huge or
/// tiny. `/` separates the steps of paths. What cannot be written so is in [`Written::losses`].
#[must_use]
pub fn write_file(file: &File, options: &WriteOptions) -> Written {
    let mut writer = Writer::new(file.kind, options);
    for item in &file.items {
        match item {
            FileItem::Comment(comment) => writer.comment(comment),
            FileItem::TextureSet(set) => writer.texture_set(set),
            FileItem::Sector(sector) => {
                writer.open_sector(sector.id.as_ref());
                sector.items.iter().for_each(|item| sector_item(&mut writer, item));
                writer.close();
            }
            FileItem::Model(model) => {
                writer.open_model(model.name.as_ref());
                model.items.iter().for_each(|item| model_item(&mut writer, item));
                writer.close();
            }
        }
    }
    writer.finish()
}

fn sector_item(writer: &mut Writer, item: &SectorItem) {
    match item {
        SectorItem::Comment(comment) => writer.comment(comment),
        SectorItem::Triangle(triangle) => writer.triangle(triangle),
        SectorItem::Portal(portal) => writer.portal(portal),
        SectorItem::Actor(actor) => writer.actor(actor),
        SectorItem::ParticleSystem(system) => writer.particle_system(system),
    }
}

fn model_item(writer: &mut Writer, item: &ModelItem) {
    match item {
        ModelItem::Comment(comment) => writer.comment(comment),
        ModelItem::Triangle(triangle) => writer.triangle(triangle),
        ModelItem::Bone(bone) => writer.bone(bone),
        ModelItem::Animation(animation) => writer.animation(animation),
    }
}

/// A texture set as text: `ALIAS path;` on each line. The dialect has no say; comments stay, though no release
/// of the engine reads a set with one.
#[must_use]
pub fn write_texture_set(set: &TextureSet, options: &WriteOptions) -> Written {
    let mut writer = Writer::new(FileKind::TextureSet, options);
    for item in &set.items {
        match item {
            TextureSetItem::Comment(comment) => writer.comment(comment),
            TextureSetItem::Entry(entry) => writer.entry(entry),
        }
    }
    writer.finish()
}

/// Collects what is lost; a flood of one code becomes a sum.
struct Losses {
    path: Arc<str>,
    findings: Vec<Finding>,
    counts: [u32; 3],
}

/// What a writer may say.
const LOSS_CODES: [Code; 3] = [Code::CannotHold, Code::UnwritableName, Code::UnwritableNumber];

impl Losses {
    fn new(path: Arc<str>) -> Self {
        Self { path, findings: Vec::new(), counts: [0; 3] }
    }

    #[cold]
    fn push(&mut self, code: Code, at: Option<Span>, message: String) {
        let Some(index) = LOSS_CODES.iter().position(|known| *known == code) else { return };
        self.counts[index] += 1;
        if self.counts[index] <= LISTED_PER_CODE {
            let info = code.info();
            let finding = Finding::new(info.name, info.severity, &self.path, message).at_maybe(at);
            self.findings.push(finding.help(info.help));
        }
    }

    fn finish(mut self) -> Vec<Finding> {
        for (code, count) in LOSS_CODES.into_iter().zip(self.counts) {
            if count > LISTED_PER_CODE {
                self.findings.push(sum_at(code, count - LISTED_PER_CODE, &self.path));
            }
        }
        self.findings
    }
}
