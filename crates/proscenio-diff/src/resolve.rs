//! Conflicts that a merge left in a file: listing them, and putting one side's text in their place.

use std::sync::Arc;

use proscenio_godot::edit::{rename_node, section_spans};
use proscenio_project::Family as FileFamily;
use proscenio_source::conflict::{Found, find_blocks};
use proscenio_source::{Edit, Source, Span, apply};

use crate::marks::OURS_DELETED;
use crate::nacatamalon;

/// A conflict that stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenConflict {
    /// What kind of thing it is about, such as `property`.
    pub what: String,
    /// Its name, such as `Player:position`.
    pub name: String,
    /// What both sides started from.
    pub base: Option<Vec<u8>>,
    /// What stands in the file; nothing when ours deleted it.
    pub ours: Option<Vec<u8>>,
    /// What theirs would be; nothing when theirs deleted it.
    pub theirs: Option<Vec<u8>>,
}

/// What a conflict becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Take {
    /// What stands in the file stays.
    Ours,
    /// Theirs takes its place.
    Theirs,
    /// This text takes its place.
    Text(Vec<u8>),
}

/// The conflicts in a file, in file order.
#[must_use]
pub fn open_conflicts(source: &Source) -> Vec<OpenConflict> {
    let Some(comment) = comment(source) else { return nacatamalon::open_conflicts(source) };
    let blocks = find_blocks(source.bytes(), comment);
    let ours = blocks.iter().map(|block| ours_span(source, block)).collect::<Vec<_>>();
    let conflict = |(block, ours): (Found, Option<Span>)| OpenConflict {
        what: block.what,
        name: block.name,
        base: block.base,
        ours: ours.map(|span| without_block(source, span, block.span)),
        theirs: block.theirs,
    };
    blocks.into_iter().zip(ours).map(conflict).collect()
}

/// The file with one of its conflicts settled; nothing when it has no conflict of that number, counted from 0. All
/// other bytes stay.
#[must_use]
pub fn resolve(source: &Source, number: usize, take: &Take) -> Option<Vec<u8>> {
    let Some(comment) = comment(source) else { return nacatamalon::resolve(source, number, take) };
    let renamed = renamed(source, comment, number, take);
    let source = renamed.as_ref().unwrap_or(source);
    let block = find_blocks(source.bytes(), comment).into_iter().nth(number)?;
    let text = match take {
        Take::Ours => None,
        Take::Theirs => block.theirs.clone(),
        Take::Text(text) => Some(text.clone()),
    };
    let lines = block_lines(source.bytes(), &block);
    let mut edits = Vec::new();
    match (take, ours_span(source, &block), text) {
        (Take::Ours, ..) => edits.push(Edit::delete(lines)),
        (_, None, None) => edits.push(Edit::delete(lines)),
        (_, None, Some(text)) => edits.push(Edit::replace(block.span, text)),
        (_, Some(ours), None) => {
            // What stands between it and the one in front goes with it.
            let start = if is_part(&block) {
                line_end_before(source.bytes(), ours.start())
            } else {
                source.bytes()[..ours.start() as usize].trim_ascii_end().len() as u32
            };
            edits.push(Edit::delete(Span::new(start, ours.end().max(lines.end()))));
        }
        // Both names of an order stand in the file already; their order is set by hand.
        (_, Some(_), Some(_)) if block.what == "order" => edits.push(Edit::delete(lines)),
        (_, Some(ours), Some(text)) => {
            edits.push(Edit::replace(Span::new(ours.start(), ours.end().min(lines.start())), text));
            edits.push(Edit::delete(lines));
        }
    }
    let settled = apply(source.bytes(), &edits).ok()?;
    if !matches!(block.what.as_str(), "track" | "bone") {
        return Some(settled);
    }
    // One that comes again or goes moves the numbers of those behind it.
    let document = proscenio_godot::Document::parse(Source::new(Arc::clone(source.path()), settled));
    Some(crate::godot::numbered::in_order(&document).unwrap_or_else(|| document.source().bytes().to_vec()))
}

/// How a family marks comments; nothing for one without comments.
fn comment(source: &Source) -> Option<&'static str> {
    match FileFamily::of_path(source.path()).or_else(|| FileFamily::of_bytes(source.bytes())) {
        Some(FileFamily::Nacatamalon) => None,
        Some(FileFamily::Espresso3d) => Some("#"),
        Some(FileFamily::Godot) | None => Some(";"),
    }
}

/// The file with a node renamed and everything that names it, where that is what theirs is about.
fn renamed(source: &Source, comment: &str, number: usize, take: &Take) -> Option<Source> {
    let block = find_blocks(source.bytes(), comment).into_iter().nth(number)?;
    let theirs =
        block.theirs.filter(|_| *take == Take::Theirs && block.what == "header" && comment == ";")?;
    let header = proscenio_godot::Document::parse(Source::new("header", theirs));
    let name = header.nodes().next()?.name()?.into_owned();
    let document = proscenio_godot::Document::parse(source.clone());
    if document
        .nodes()
        .all(|node| node.parent().is_none() || crate::godot::section_name(node.0) != block.name)
    {
        return None;
    }
    let edits =
        rename_node(&document, &block.name, &name, &proscenio_godot::edit::Options::default()).ok()?;
    let bytes = apply(source.bytes(), &edits.edits).ok()?;
    Some(Source::new(Arc::clone(source.path()), bytes))
}

/// Where ours of a conflict stands: right in front of its block.
fn ours_span(source: &Source, block: &Found) -> Option<Span> {
    if block.about.starts_with(OURS_DELETED) {
        return None;
    }
    let start = block.span.start();
    if FileFamily::of_path(source.path()) == Some(FileFamily::Espresso3d) {
        let kind = proscenio_espresso3d::FileKind::detect(source.path(), source.bytes())?;
        let document = proscenio_espresso3d::Document::parse(source.clone(), kind);
        let ends = source.bytes()[..start as usize].trim_ascii_end().len() as u32;
        // Of the items that end here, the outermost.
        return document.tree().iter().map(|node| node.span()).find(|span| span.end() == ends);
    }
    let document = proscenio_godot::Document::parse(source.clone());
    let sections = || document.sections();
    match block.what.as_str() {
        "property" => {
            let entries = sections().flat_map(|section| section.properties());
            entries.map(|entry| entry.span()).take_while(|span| span.end() <= start).last()
        }
        "track" | "bone" => crate::godot::numbered::run_before(&document, start),
        "header" => {
            sections().map(|section| section.header_span()).take_while(|span| span.end() <= start).last()
        }
        _ => {
            let spans = section_spans(&document);
            spans.into_iter().find(|span| span.contains(block.span))
        }
    }
}

fn without_block(source: &Source, ours: Span, block: Span) -> Vec<u8> {
    let end = if ours.contains(block) { block.start() } else { ours.end() };
    source.slice(Span::new(ours.start(), end)).trim_ascii_end().to_vec()
}

/// The lines of a block with the line ends in front of it that were written with it.
fn block_lines(bytes: &[u8], block: &Found) -> Span {
    let start = line_end_before(bytes, block.span.start());
    let start = if !is_part(block) && block.about.starts_with(OURS_DELETED) {
        line_end_before(bytes, start)
    } else {
        start
    };
    Span::new(start, block.span.end())
}

/// Whether a conflict is about a line or more of a section, and not about a section.
fn is_part(block: &Found) -> bool {
    matches!(block.what.as_str(), "property" | "header" | "track" | "bone")
}

/// Where the line end that stops at `at` starts; `at` itself when none does.
fn line_end_before(bytes: &[u8], at: u32) -> u32 {
    let before = &bytes[..at as usize];
    at - if before.ends_with(b"\r\n") { 2 } else { u32::from(before.ends_with(b"\n")) }
}
