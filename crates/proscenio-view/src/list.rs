//! Findings as rows of a list.

use std::collections::BTreeMap;

use proscenio::{Document, Finding, NodeId, Scene, Severity, Source, Vfs};

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct FindingRow {
    /// How much it matters.
    pub severity: Severity,
    /// Its stable code.
    pub code: &'static str,
    /// What is the matter.
    pub message: String,
    /// What to do next.
    pub help: Option<String>,
    /// The file.
    pub file: String,
    /// Line and column, counted from 1.
    pub place: Option<(u32, u32)>,
    /// The node that stands there.
    pub node: Option<NodeId>,
}

/// Findings by severity, worst first, each once; their lines and nodes are looked for. `source` is the text of the file
/// that was opened, those of others are read from `files`.
pub(crate) fn findings(
    found: Vec<Finding>,
    source: &Source,
    scene: &Scene,
    files: &dyn Vfs,
) -> Vec<FindingRow> {
    let mut texts: BTreeMap<String, Option<Source>> = BTreeMap::new();
    texts.insert(source.path().to_string(), Some(source.clone()));
    let nodes = Places::new(scene);
    let mut rows: Vec<FindingRow> = Vec::with_capacity(found.len());
    for finding in found {
        let text = texts.entry(finding.path.to_string()).or_insert_with(|| text_of(files, &finding.path));
        let place = finding.span.zip(text.as_ref()).map(|(span, text)| {
            let at = text.line_col(span.start());
            (at.line, at.column)
        });
        let at = finding.span.and_then(|span| nodes.at(&finding.path, span.start()));
        let node = at.or_else(|| nodes.named(scene, finding.subject.as_deref()?));
        rows.push(FindingRow {
            severity: finding.severity,
            code: finding.code,
            message: finding.message,
            help: finding.help,
            file: finding.path.to_string(),
            place,
            node,
        });
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.severity));
    rows.dedup();
    rows
}

/// The text of a file as findings speak of it.
pub(crate) fn text_of(files: &dyn Vfs, path: &str) -> Option<Source> {
    let bytes = files.read(path).ok()?;
    // Of a binary file the text that it says.
    match Document::parse(path, bytes.clone()) {
        Some(document) => Some(document.source().clone()),
        None => Some(Source::new(path, bytes)),
    }
}

/// Nodes by where they stand in files.
struct Places<'s> {
    /// By file: first and behind last byte, in the order of the first.
    by_file: BTreeMap<&'s str, Vec<(u32, u32, NodeId)>>,
}

impl<'s> Places<'s> {
    fn new(scene: &'s Scene) -> Self {
        let mut by_file: BTreeMap<&str, Vec<(u32, u32, NodeId)>> = BTreeMap::new();
        for id in scene.depth_first() {
            let Some(origin) = &scene.nodes[id].origin else { continue };
            by_file.entry(&origin.path).or_default().push((origin.bytes.0, origin.bytes.1, id));
        }
        by_file
            .values_mut()
            .for_each(|places| places.sort_by_key(|(from, to, _)| (*from, std::cmp::Reverse(*to))));
        Self { by_file }
    }

    /// The innermost node around a byte: the last that begins before it and has not ended.
    fn at(&self, file: &str, byte: u32) -> Option<NodeId> {
        let places = self.by_file.get(file)?;
        let before = places.partition_point(|(from, ..)| *from <= byte);
        // Nodes are nested at most a few deep, so the one around is near.
        let mut near = places[..before].iter().rev().take(256);
        near.find(|(_, to, _)| byte < *to).map(|(.., id)| *id)
    }

    fn named(&self, scene: &Scene, subject: &str) -> Option<NodeId> {
        let path = subject.split(':').next().unwrap_or(subject);
        scene
            .nodes
            .iter()
            .find(|(_, node)| !node.identity.key.is_empty() && node.identity.key == path)
            .map(|(id, _)| id)
    }
}
