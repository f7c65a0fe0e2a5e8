//! Binary scenes and resources (`.scn`, `.res`), read into the same documents as text.
//!
//! [`Document::read`] tells text and binary by their first bytes. A document of a binary file has the text
//! that the engine would save for it, so everything that works on text works on it; its bytes are kept,
//! and an untouched document writes them back.
//!
//! Formats 1 to 6 are read, plain (`RSRC`) and compressed (`RSCC`), of both byte orders and with reals of
//! 32 and 64 bits.
//!
//! # Differences from the engine's text
//!
//! Binary files do not keep the ids of external resources. The engine draws them at random when it saves
//! text; here they are made of what they name.

mod codes;
mod compressed;
mod cursor;
mod emit;
mod fastlz;
mod listed;
mod pack;
mod parts;
mod read;
mod rename;
mod scene;
mod tag;
mod text;
mod uid;
mod variant;
mod write;

use std::sync::Arc;

use proscenio_source::{Finding, Source};

use crate::document::Document;
use crate::findings;

pub use codes::{BINARY_DAMAGED, BINARY_LOSS, BINARY_NARROWED, BINARY_UNWRITABLE, CODES};
pub use compressed::Compression;
pub use read::{External, Header, Internal};
pub use rename::rename_externals;
pub use uid::{uid_number, uid_text};
pub use write::{WriteOptions, Written, write};

/// The start of a plain file.
const PLAIN: &[u8; 4] = b"RSRC";

/// Whether bytes are those of a binary scene or resource.
#[must_use]
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(PLAIN) || bytes.starts_with(compressed::COMPRESSED)
}

/// A binary scene or resource: its bytes, and what they say.
#[derive(Clone, Debug)]
pub struct Binary {
    source: Source,
    content: read::Content,
    unpacked: usize,
    findings: Vec<Finding>,
}

impl Binary {
    /// Reads a file. This never fails: what is damaged is told by [`Self::findings`], and what could be
    /// read is there. Places in findings are bytes of the unpacked file, told in words.
    #[must_use]
    pub fn parse(source: Source) -> Self {
        let bytes = source.bytes();
        let (unpacked, content, stops) = if bytes.starts_with(compressed::COMPRESSED) {
            let unpacked = compressed::unpack(bytes);
            let (content, mut stops) = read::read(&unpacked.bytes, 0, unpacked.compression);
            stops.splice(0..0, unpacked.trouble);
            (unpacked.bytes.len(), content, stops)
        } else {
            let start = if bytes.starts_with(PLAIN) { PLAIN.len() } else { 0 };
            let (content, stops) = read::read(bytes, start, None);
            (bytes.len(), content, stops)
        };
        let finding = |stop: &cursor::Stop| {
            let message = format!("at byte {}: {}", stop.at, stop.message);
            BINARY_DAMAGED.finding(source.path(), message)
        };
        let mut findings: Vec<Finding> = stops.iter().map(finding).collect();
        findings::limit(&mut findings, source.path());
        Self { source, content, unpacked, findings }
    }

    /// The file.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What the start of the file says.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.content.header
    }

    /// The resources in other files, in the order of the file.
    #[must_use]
    pub fn externals(&self) -> &[External] {
        &self.content.externals
    }

    /// The resources inside the file in its order; the last is the one that the file is about. Of a scene
    /// that is a `PackedScene` whose `_bundled` holds the nodes.
    #[must_use]
    pub fn internals(&self) -> &[Internal] {
        &self.content.internals
    }

    /// The table of strings: names of properties and the steps of node paths.
    #[must_use]
    pub fn strings(&self) -> Vec<String> {
        self.content.strings.clone()
    }
    /// Its size in bytes when it is not compressed.
    #[must_use]
    pub fn unpacked_len(&self) -> usize {
        self.unpacked
    }

    /// What reading found.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The file as the text that the engine would save, and what text cannot say of it.
    #[must_use]
    pub fn to_text(&self) -> (String, Vec<Finding>) {
        let text = text::spell(&self.content, read::budget(self.unpacked));
        let path = self.source.path();
        let mut losses: Vec<Finding> =
            text.troubles.into_iter().map(|trouble| BINARY_LOSS.finding(path, trouble)).collect();
        findings::limit(&mut losses, path);
        (text.text, losses)
    }
}

impl Document {
    /// Reads a file, text or binary, by its first bytes. Like [`Self::parse`] this never fails. Of a
    /// binary file the document has the text that the engine would save, under the same name: spans,
    /// lines and edits are those of that text, and [`Self::to_bytes`] gives the binary file back.
    #[must_use]
    pub fn read(source: Source) -> Self {
        if !is_binary(source.bytes()) {
            return Self::parse(source);
        }
        let binary = Binary::parse(source);
        let (text, losses) = binary.to_text();
        let document = Self::parse(Source::new(binary.source().path().clone(), text.into_bytes()));
        document.of_binary(Arc::new(binary), losses)
    }
}
