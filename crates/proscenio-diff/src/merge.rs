//! The merge of three files of any family.

use proscenio_espresso3d::FileKind;
use proscenio_project::Family as FileFamily;
use proscenio_source::{Finding, Source};

use crate::codes;
use crate::difference::Difference;
use crate::list::{Conflict, Side};
use crate::options::{How, Merged, Options};
use crate::{espresso3d, godot, nacatamalon, text};

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
        text: None,
    };
    if ours.bytes() == theirs.bytes() || base.bytes() == theirs.bytes() {
        return untouched(Side::Ours, ours);
    }
    if base.bytes() == ours.bytes() {
        return untouched(Side::Theirs, theirs);
    }
    let sources = [base, ours, theirs];
    if godot::binary::any(&sources) {
        return godot::binary::merge(sources, options);
    }
    let family = FileFamily::of_path(ours.path()).or_else(|| FileFamily::of_bytes(ours.bytes()));
    let merged = match family {
        Some(FileFamily::Godot) => of_godot(sources, options),
        Some(FileFamily::Nacatamalon) => of_nacatamalon(sources, options),
        Some(FileFamily::Espresso3d) => of_espresso3d(sources, options),
        // No first word tells a texture set; its name does, and that it reads without an error.
        None if FileKind::from_path(ours.path()).is_some() => of_espresso3d(sources, options),
        None => Err(not_known(ours)),
    };
    match merged {
        Ok((bytes, conflicts, findings)) => {
            Merged { bytes, conflicts, findings, how: How::Structure, text: None }
        }
        Err(finding) => {
            let (bytes, conflicts) = text::merge(sources.map(Source::bytes), options);
            Merged { bytes, conflicts, findings: vec![*finding], how: How::Text, text: None }
        }
    }
}

type Structured = Result<(Vec<u8>, Vec<Conflict>, Vec<Finding>), Box<Finding>>;

fn of_godot(sources: [&Source; 3], options: &Options) -> Structured {
    let documents = sources.map(|source| proscenio_godot::Document::parse(source.clone()));
    if let Some(damaged) = documents.iter().find(|document| !godot::is_sound(document)) {
        return Err(damaged_file(damaged.source(), damaged.findings()));
    }
    let kinds = documents.each_ref().map(|document| document.kind());
    if kinds[1] != kinds[2] {
        let message = "one side is a scene and the other a resource; their lines were merged";
        return Err(Box::new(codes::MERGED_AS_TEXT.finding(sources[1].path(), message)));
    }
    Ok(godot::merge(documents.each_ref(), options))
}

fn of_nacatamalon(sources: [&Source; 3], options: &Options) -> Structured {
    let documents = sources.map(|source| proscenio_nacatamalon::Document::parse(source.clone()));
    if let Some(damaged) = documents.iter().find(|document| !nacatamalon::is_sound(document)) {
        return Err(damaged_file(damaged.source(), damaged.findings()));
    }
    let (bytes, conflicts) = nacatamalon::merge(documents.each_ref(), options);
    Ok((bytes, conflicts, Vec::new()))
}

fn of_espresso3d(sources: [&Source; 3], options: &Options) -> Structured {
    let kind = espresso3d_kind(sources[1]).ok_or_else(|| not_known(sources[1]))?;
    let documents = sources.map(|source| proscenio_espresso3d::Document::parse(source.clone(), kind));
    if let Some(damaged) = documents.iter().find(|document| !espresso3d::is_sound(document)) {
        return Err(damaged_file(damaged.source(), damaged.findings()));
    }
    let (bytes, conflicts) = espresso3d::merge(documents.each_ref(), options);
    Ok((bytes, conflicts, Vec::new()))
}

fn damaged_file(source: &Source, findings: &[Finding]) -> Box<Finding> {
    let worst = findings.iter().max_by_key(|finding| finding.severity);
    let what = worst.map_or("it is damaged", |finding| finding.message.as_str());
    let message = format!("the lines were merged and not the scenes: {what}");
    let finding = codes::MERGED_AS_TEXT.finding(source.path(), message);
    Box::new(match worst.and_then(|finding| finding.span) {
        Some(span) => finding.at(span),
        None => finding,
    })
}

/// The finding for a file that is too damaged to be compared.
pub(crate) fn not_compared(source: &Source, findings: &[Finding]) -> Box<Finding> {
    let mut finding = damaged_file(source, findings);
    finding.message = finding.message.replace("merged", "compared");
    finding
}

pub(crate) fn not_known(source: &Source) -> Box<Finding> {
    let message = "this is no scene file of a known family; its lines were merged";
    Box::new(codes::MERGED_AS_TEXT.finding(source.path(), message))
}

/// What differs between two files of one family, decoded; the family is told by the name of the new one, else by its
/// bytes. With `tolerant`, numbers that are one number to 32 bits are the same.
///
/// # Errors
/// A finding that says why the files cannot be compared by what they say: damage, or no known family.
pub fn diff(old: &Source, new: &Source, tolerant: bool) -> Result<Difference, Box<Finding>> {
    if old.bytes() == new.bytes() {
        return Ok(Difference::default());
    }
    let family = FileFamily::of_path(new.path()).or_else(|| FileFamily::of_bytes(new.bytes()));
    let sources = [old, new];
    let changes = match family {
        Some(FileFamily::Godot) => {
            let documents = sources.map(|source| proscenio_godot::Document::read(source.clone()));
            if let Some(bad) = documents.iter().find(|document| !godot::is_sound(document)) {
                return Err(not_compared(bad.source(), bad.findings()));
            }
            godot::diff(&documents[0], &documents[1], tolerant)
        }
        Some(FileFamily::Nacatamalon) => {
            let documents = sources.map(|source| proscenio_nacatamalon::Document::parse(source.clone()));
            if let Some(bad) = documents.iter().find(|document| !nacatamalon::is_sound(document)) {
                return Err(not_compared(bad.source(), bad.findings()));
            }
            nacatamalon::diff(&documents[0], &documents[1], tolerant)
        }
        Some(FileFamily::Espresso3d) => {
            let kind = espresso3d_kind(new).ok_or_else(|| not_known(new))?;
            let documents = sources.map(|source| proscenio_espresso3d::Document::parse(source.clone(), kind));
            if let Some(bad) = documents.iter().find(|document| !espresso3d::is_sound(document)) {
                return Err(not_compared(bad.source(), bad.findings()));
            }
            espresso3d::diff(&documents[0], &documents[1], tolerant)
        }
        None => return Err(not_known(new)),
    };
    Ok(Difference { changes, hidden: 0 })
}

pub(crate) fn espresso3d_kind(source: &Source) -> Option<FileKind> {
    let (path, bytes) = (source.path(), source.bytes());
    FileKind::detect(path, bytes).or_else(|| FileKind::detect(".txt", bytes))
}
