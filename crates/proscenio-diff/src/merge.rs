//! The merge of three files of any family.

use proscenio_project::Family as FileFamily;
use proscenio_source::{Finding, Source};

use crate::codes;
use crate::list::{Conflict, Side};
use crate::options::{How, Merged, Options};
use crate::{godot, text};

/// Merges what `ours` and `theirs` made of `base`. The family is told by the name of ours, else by its bytes.
///
/// This never fails: what cannot be merged by structure is merged by lines, and a finding says why. An input
/// that one side did not touch is given back byte for byte. Takes time in proportion to the files.
#[must_use]
pub fn merge(base: &Source, ours: &Source, theirs: &Source, options: &Options) -> Merged {
    let untouched = |side: Side, source: &Source| Merged {
        bytes: source.bytes().to_vec(),
        conflicts: Vec::new(),
        findings: Vec::new(),
        how: How::Untouched(side),
    };
    if ours.bytes() == theirs.bytes() || base.bytes() == theirs.bytes() {
        return untouched(Side::Ours, ours);
    }
    if base.bytes() == ours.bytes() {
        return untouched(Side::Theirs, theirs);
    }
    let sources = [base, ours, theirs];
    let family = FileFamily::of_path(ours.path()).or_else(|| FileFamily::of_bytes(ours.bytes()));
    let merged = match family {
        Some(FileFamily::Godot) => of_godot(sources, options),
        _ => Err(not_known(ours)),
    };
    match merged {
        Ok((bytes, conflicts)) => Merged { bytes, conflicts, findings: Vec::new(), how: How::Structure },
        Err(finding) => {
            let (bytes, conflicts) = text::merge(sources.map(Source::bytes), options);
            Merged { bytes, conflicts, findings: vec![finding], how: How::Text }
        }
    }
}

type Structured = Result<(Vec<u8>, Vec<Conflict>), Finding>;

fn of_godot(sources: [&Source; 3], options: &Options) -> Structured {
    let documents = sources.map(|source| proscenio_godot::Document::parse(source.clone()));
    if let Some(damaged) = documents.iter().find(|document| !godot::is_sound(document)) {
        return Err(damaged_file(damaged.source(), damaged.findings()));
    }
    let kinds = documents.each_ref().map(|document| document.kind());
    if kinds[1] != kinds[2] {
        let message = "one side is a scene and the other a resource; their lines were merged";
        return Err(codes::MERGED_AS_TEXT.finding(sources[1].path(), message));
    }
    Ok(godot::merge(documents.each_ref(), options))
}

fn damaged_file(source: &Source, findings: &[Finding]) -> Finding {
    let worst = findings.iter().max_by_key(|finding| finding.severity);
    let what = worst.map_or("it is damaged", |finding| finding.message.as_str());
    let message = format!("the lines were merged and not the scenes: {what}");
    let finding = codes::MERGED_AS_TEXT.finding(source.path(), message);
    match worst.and_then(|finding| finding.span) {
        Some(span) => finding.at(span),
        None => finding,
    }
}

fn not_known(source: &Source) -> Finding {
    let message = "this is no scene file of a known family; its lines were merged";
    codes::MERGED_AS_TEXT.finding(source.path(), message)
}
