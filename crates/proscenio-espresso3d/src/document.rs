//! One file as a person thinks of it: its kind, its dialect, its items, and what is wrong with it.

use std::fmt;

use proscenio_source::{Edit, EditError, Finding, Source, Span};

use crate::code::Code;
use crate::parser::{self, Evidence};
use crate::problem::Problem;
use crate::syntax::{Keyword, Kind};
use crate::tree::{Builder, NodeIndex, Tree};
use crate::view::{Entry, Item, Model, Sector, TextureSetRef};
use crate::{value, write};

/// What a file is. Nothing in a file says so; its name does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// `.e3m`: texture sets and sectors.
    Map,
    /// `.e3a`: texture sets, a model, bones, animations.
    Actor,
    /// `.txt`: aliases and image paths.
    TextureSet,
}

impl FileKind {
    /// The kind that a file name's ending says, letter case aside. `.txt` may be anything: see [`FileKind::detect`].
    #[must_use]
    pub fn from_path(path: &str) -> Option<Self> {
        let (_, ending) = path.rsplit_once('.')?;
        let is = |kind: &str| ending.eq_ignore_ascii_case(kind);
        if is("e3m") {
            Some(Self::Map)
        } else if is("e3a") {
            Some(Self::Actor)
        } else if is("txt") {
            Some(Self::TextureSet)
        } else {
            None
        }
    }

    /// Like [`FileKind::from_path`], but a `.txt` that begins like a map or an actor is one: the engine's authors
    /// kept older versions under that name.
    #[must_use]
    pub fn detect(path: &str, bytes: &[u8]) -> Option<Self> {
        let by_name = Self::from_path(path)?;
        if by_name != Self::TextureSet {
            return Some(by_name);
        }
        let first_words =
            bytes.split(|byte| b" \t,;\r\n{".contains(byte)).filter(|word| !word.is_empty()).take(64);
        let mut kind = None;
        for (index, word) in first_words.enumerate() {
            match Keyword::find(word) {
                Some(Keyword::TextureSet) if index == 0 => {}
                Some(Keyword::Model) => kind = kind.or(Some(Self::Actor)),
                Some(Keyword::Sector) => kind = kind.or(Some(Self::Map)),
                // Any other first word is an alias.
                _ if index == 0 => return Some(by_name),
                _ => {}
            }
        }
        Some(kind.unwrap_or(by_name))
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Map => "map",
            Self::Actor => "actor",
            Self::TextureSet => "texture set",
        })
    }
}

/// How a map or an actor is spelled. No file says so; it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Releases 0.1 to 0.3: the values of an item are one list behind its tag.
    Line,
    /// Release 0.5: every item has a block in braces.
    Block,
    /// The block dialect with the bones of a version before 0.5.
    Transitional,
    /// Items of both dialects in one file, which no release of the engine reads.
    Mixed,
    /// The file holds nothing that would tell.
    Unknown,
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "line",
            Self::Block => "block",
            Self::Transitional => "transitional",
            Self::Mixed => "mixed",
            Self::Unknown => "unknown",
        })
    }
}

impl Evidence {
    fn dialect(self) -> Dialect {
        match (self.line_item.is_some(), self.block_item, self.transitional) {
            (true, true, _) | (true, _, true) => Dialect::Mixed,
            (_, _, true) => Dialect::Transitional,
            (true, false, _) => Dialect::Line,
            (false, true, _) => Dialect::Block,
            // Where a sector's id stands tells only when nothing else does.
            (false, false, false) if self.id_on_next_line && !self.id_on_tag_line => Dialect::Line,
            (false, false, false) if self.id_on_tag_line => Dialect::Block,
            (false, false, false) => Dialect::Unknown,
        }
    }
}

/// How many things of each kind a file holds, in sectors, in models or outside of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "every field counts the item it is named after")]
pub struct Counts {
    pub texture_sets: u32,
    pub sectors: u32,
    pub triangles: u32,
    pub portals: u32,
    pub actors: u32,
    pub particle_systems: u32,
    pub models: u32,
    /// Bones of the block and of the transitional spelling.
    pub bones: u32,
    /// `BONELINK` fields; the transitional `BONEATTACHMENT` is not counted.
    pub bone_links: u32,
    pub animations: u32,
    pub frames: u32,
    /// `ROTATE` commands.
    pub rotate: u32,
    /// `TRANSLATE` commands.
    pub translate: u32,
    /// Lines of a texture set.
    pub entries: u32,
    pub comments: u32,
}

/// One file, with every byte of it and what was found while reading.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    kind: FileKind,
    dialect: Dialect,
    tree: Tree,
    findings: Vec<Finding>,
}

impl Document {
    /// Reads a file. Never fails: what cannot be understood becomes a finding, and the rest is still there.
    ///
    /// Takes time and memory linear in the length of the file; numbers are not decoded.
    #[must_use]
    pub fn parse(source: Source, kind: FileKind) -> Self {
        let bytes = source.bytes();
        let mut builder = Builder::new(bytes.len());
        let mark = bytes.starts_with(b"\xEF\xBB\xBF");
        let start = if mark { 3 } else { 0 };
        if mark {
            builder.problems.push(Problem::new(Code::ByteOrderMark, Span::new(0, 3), ""));
        }
        if !bytes.is_ascii() && std::str::from_utf8(bytes).is_err() {
            builder.problems.push(Problem::new(Code::NotUtf8, first_bad_utf8(bytes), ""));
        }
        let dialect = match kind {
            FileKind::TextureSet => {
                parser::parse_texture_set(bytes, start, &mut builder);
                Dialect::Unknown
            }
            FileKind::Map | FileKind::Actor => {
                let evidence = parser::parse(bytes, start, kind, &mut builder);
                report_dialect(evidence, &mut builder);
                evidence.dialect()
            }
        };
        let (tree, problems) = builder.finish();
        let findings = problems.into_findings(&source);
        Self { source, kind, dialect, tree, findings }
    }

    /// The file's name and bytes.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What the file was read as.
    #[must_use]
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// How the file is spelled; [`Dialect::Unknown`] for a texture set.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What was found while reading, in the order of the file. Meaning is checked by [`crate::check`].
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The raw tree under the typed view.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The document, or its findings when one of them is an error.
    ///
    /// # Errors
    /// With every finding of reading, errors and others.
    pub fn strict(self) -> Result<Self, Vec<Finding>> {
        let damaged =
            self.findings.iter().any(|finding| finding.severity == proscenio_source::Severity::Error);
        if damaged { Err(self.findings) } else { Ok(self) }
    }

    /// The bytes of the file, exactly as they were read.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        write::write(self)
    }

    /// The document after some edits; every byte they do not name stays.
    ///
    /// # Errors
    /// When two edits overlap or one lies outside the file.
    pub fn edited(&self, edits: &[Edit]) -> Result<Self, EditError> {
        write::edited(self, edits)
    }

    /// The texture sets that the file names, in the order of the file.
    pub fn texture_sets(&self) -> impl Iterator<Item = TextureSetRef<'_>> {
        self.items(Kind::TextureSet).map(TextureSetRef::new)
    }

    /// The sectors of a map, in the order of the file.
    pub fn sectors(&self) -> impl Iterator<Item = Sector<'_>> {
        self.items(Kind::Sector).map(Sector::new)
    }

    /// The models of an actor, in the order of the file.
    pub fn models(&self) -> impl Iterator<Item = Model<'_>> {
        self.items(Kind::Model).map(Model::new)
    }

    /// The lines of a texture set, in the order of the file. The first definition of an alias counts.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.items(Kind::Entry).map(Entry::new)
    }

    /// The path of an alias in a texture set: that of its first complete line.
    #[must_use]
    pub fn lookup(&self, alias: &[u8]) -> Option<Entry<'_>> {
        self.entries().find(|entry| entry.path().is_some() && entry.alias().bytes() == alias)
    }

    /// How many things of each kind the file holds.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for node in self.tree.iter() {
            let counter = match node.kind() {
                Kind::TextureSet => &mut counts.texture_sets,
                Kind::Sector => &mut counts.sectors,
                Kind::Triangle => &mut counts.triangles,
                Kind::Portal => &mut counts.portals,
                Kind::Actor => &mut counts.actors,
                Kind::ParticleSystem => &mut counts.particle_systems,
                Kind::Model => &mut counts.models,
                Kind::Bone | Kind::GroupBone => &mut counts.bones,
                Kind::BoneLink => &mut counts.bone_links,
                Kind::Animation => &mut counts.animations,
                Kind::Frame => &mut counts.frames,
                Kind::Rotate => &mut counts.rotate,
                Kind::Translate => &mut counts.translate,
                Kind::Entry => &mut counts.entries,
                Kind::Comment => &mut counts.comments,
                _ => continue,
            };
            *counter += 1;
        }
        counts
    }

    /// The top-level items of one kind.
    fn items(&self, kind: Kind) -> impl Iterator<Item = Item<'_>> {
        let root = self.tree.root();
        self.tree
            .children(root)
            .filter(move |(_, node)| node.kind() == kind)
            .map(|(index, _)| self.item(index))
    }

    /// Any node with its document.
    #[must_use]
    pub fn item(&self, index: NodeIndex) -> Item<'_> {
        Item { document: self, index, node: self.tree.node(index) }
    }

    /// The text of a place of the file: UTF-8, or Latin-1 where it is no UTF-8.
    #[must_use]
    pub fn text(&self, span: Span) -> std::borrow::Cow<'_, str> {
        value::text(self.source.slice(span))
    }
}

/// Says what the dialect means for the engine, and drops what only matters in the block dialect.
fn report_dialect(evidence: Evidence, builder: &mut Builder) {
    let dialect = evidence.dialect();
    let place = evidence.line_item.unwrap_or_default();
    match dialect {
        Dialect::Line => {
            builder.problems.retain(|code| !code.is_layout());
            builder.problems.push(Problem::new(Code::LineDialect, place, ""));
        }
        Dialect::Mixed => builder.problems.push(Problem::new(Code::MixedDialect, place, "")),
        Dialect::Block | Dialect::Transitional | Dialect::Unknown => {}
    }
}

fn first_bad_utf8(bytes: &[u8]) -> Span {
    let at = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len) as u32;
    Span::new(at, at + 1)
}

#[cfg(test)]
mod tests {
    use super::FileKind;

    #[test]
    fn kinds_by_name_and_by_content() {
        assert_eq!(FileKind::from_path("a/b.E3M"), Some(FileKind::Map));
        assert_eq!(FileKind::from_path("b.e3a"), Some(FileKind::Actor));
        assert_eq!(FileKind::from_path("e3a"), None);
        assert_eq!(FileKind::detect("a.txt", b"MODEL\n{"), Some(FileKind::Actor));
        assert_eq!(FileKind::detect("a.txt", b"TEXTURESET x NOJAR\nSECTOR\n s"), Some(FileKind::Map));
        assert_eq!(FileKind::detect("a.txt", b"MODELS a.png\nMODEL b.png"), Some(FileKind::TextureSet));
        assert_eq!(FileKind::detect("a.txt", b"WALL a.png\n"), Some(FileKind::TextureSet));
        assert_eq!(FileKind::detect("a.png", b"MODEL"), None);
    }
}
