//! Binary scenes and resources: merged as the text that they say, and written back in the way of ours.

use std::sync::Arc;

use proscenio_godot::binary::{WriteOptions, is_binary, write};
use proscenio_godot::{Document, binary::Binary};
use proscenio_source::{Finding, Severity, Source};

use crate::codes;
use crate::list::{Conflict, ConflictKind, Place, Side};
use crate::options::{How, Markers, Merged, Options};

/// Whether one of some files is binary.
pub(crate) fn any(sources: &[&Source]) -> bool {
    sources.iter().any(|source| is_binary(source.bytes()))
}

/// Merges three files of which at least one is binary. Where ours is, the result is, written as ours was; it cannot
/// hold marks, so its text with the marks is given too.
pub(crate) fn merge(sources: [&Source; 3], options: &Options) -> Merged {
    let documents = sources.map(|source| Document::read(source.clone()));
    let errors = |document: &Document| -> Option<Finding> {
        let own = document.binary().map(Binary::findings).unwrap_or_default();
        own.iter().chain(document.findings()).find(|finding| finding.severity == Severity::Error).cloned()
    };
    if let Some(damage) = documents.iter().find_map(errors) {
        return kept(sources, damage.message);
    }
    let texts = documents.each_ref().map(|document| document.source().clone());
    // The writer passes over comments; it could not read git's lines.
    let in_comments = Options { markers: Markers::Comments, ..options.clone() };
    let merged = crate::merge(&texts[0], &texts[1], &texts[2], &in_comments);
    if merged.how == How::Text {
        return kept(sources, "its text cannot be merged item by item".to_owned());
    }
    let Some(binary) = documents[1].binary() else { return merged };
    let own = binary.write_options();
    let path = sources[1].path();
    match written(Source::new(Arc::clone(path), merged.bytes.clone()), &own) {
        Err(damage) => kept(sources, damage),
        Ok(bytes) => Merged { bytes, text: Some(merged.bytes), ..merged },
    }
}

/// The binary file of a text; with an error nothing that could be put in its place.
fn written(text: Source, own: &WriteOptions) -> Result<Vec<u8>, String> {
    let written = write(&Document::parse(text), own);
    match written.findings.into_iter().find(|finding| finding.severity == Severity::Error) {
        Some(finding) => Err(finding.message),
        None => Ok(written.bytes),
    }
}

/// A text as a binary file that is written as another binary file was: compression, byte order, size of reals, path.
///
/// # Errors
/// Why a binary file cannot hold what the text says, or that `like` is none.
pub fn as_binary(text: &Source, like: &Source) -> Result<Vec<u8>, String> {
    if !is_binary(like.bytes()) {
        return Err(format!("{} is no binary file", like.path()));
    }
    written(text.clone(), &Binary::parse(like.clone()).write_options())
}

/// Ours, with a conflict about the whole file.
fn kept(sources: [&Source; 3], why: String) -> Merged {
    let [base, ours, theirs] = sources.map(|source| Some(source.bytes().to_vec()));
    let name = sources[Side::Ours.index()].path().to_string();
    let finding = codes::BINARY_KEPT.finding(sources[1].path(), format!("ours was kept whole: {why}"));
    Merged {
        bytes: sources[1].bytes().to_vec(),
        conflicts: vec![Conflict {
            place: Place { what: "file", name },
            kind: ConflictKind::BothChanged,
            base,
            ours,
            theirs,
        }],
        findings: vec![finding],
        how: How::Untouched(Side::Ours),
        text: None,
    }
}
