//! Merges to try on real scenes, ours or another tool's: three inputs and what must come of them.

#[path = "paths.rs"]
mod paths;

use std::path::{Path, PathBuf};

use proscenio_godot::edit::{self, NewNode, NewResource, Place, ResourceChoice, Target};
use proscenio_godot::value::Reference;
use proscenio_godot::{Document, Kind, Value};
use proscenio_source::{Edit, Severity, Source, apply};

use paths::path_of;

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// Each side changes one line.
    TwoLines,
    /// Each side adds a resource in another file, and a node that uses it.
    Additions,
    /// Ours renames a node, theirs changes a property of it.
    Rename,
}

/// Three files to merge.
pub struct Case {
    pub trial: Trial,
    /// Where the scene is.
    pub path: String,
    pub base: Vec<u8>,
    pub ours: Vec<u8>,
    pub theirs: Vec<u8>,
    /// What must come of it, for [`Trial::TwoLines`].
    both: Vec<u8>,
    /// What theirs set, for [`Trial::Rename`].
    key: String,
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, paths);
        } else if path.extension().is_some_and(|ending| ["tscn", "escn"].iter().any(|other| ending == *other))
        {
            paths.push(path);
        }
    }
}

/// The largest scenes of the corpus that read without an error, so many; none without the corpus.
pub fn scenes(count: usize) -> Vec<Document> {
    let Some(corpus) = proscenio_corpus::corpus() else { return Vec::new() };
    let mut paths = Vec::new();
    walk(&corpus.join("godot"), &mut paths);
    let read = paths.into_iter().map(|path| {
        let bytes = std::fs::read(&path).unwrap();
        (path, bytes)
    });
    let mut files: Vec<(PathBuf, Vec<u8>)> = read.collect();
    files.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.0.cmp(&b.0)));
    let documents =
        files.into_iter().map(|(path, bytes)| Document::parse(Source::new(path.to_string_lossy(), bytes)));
    let sound = documents.filter(|document| {
        document.kind() == Kind::Scene
            && document.findings().iter().all(|finding| finding.severity != Severity::Error)
    });
    sound.take(count).collect()
}

/// The case of a trial on a scene; nothing when the scene has not what the trial needs.
pub fn case(trial: Trial, base: &Document) -> Option<Case> {
    let bytes = base.source().bytes();
    let mut case = Case {
        trial,
        path: base.source().path().to_string(),
        base: bytes.to_vec(),
        ours: Vec::new(),
        theirs: Vec::new(),
        both: Vec::new(),
        key: String::new(),
    };
    match trial {
        Trial::TwoLines => {
            let entries: Vec<_> = base.sections().flat_map(|section| section.properties()).collect();
            let mut one_line = entries.iter().filter(|entry| !entry.raw().contains(&b'\n'));
            let (first, last) = (one_line.next()?, one_line.next_back()?);
            let edits =
                [Edit::replace(first.value_span(), "12345"), Edit::replace(last.value_span(), "\"changed\"")];
            case.ours = apply(bytes, &edits[..1]).ok()?;
            case.theirs = apply(bytes, &edits[1..]).ok()?;
            case.both = apply(bytes, &edits).ok()?;
        }
        Trial::Additions => {
            case.ours = with_addition(base, 1)?;
            case.theirs = with_addition(base, 2)?;
        }
        Trial::Rename => {
            let options = edit::Options::default();
            let (node, renamed) = base.nodes().skip(1).find_map(|node| {
                let has_one_line = node.0.properties().any(|entry| !entry.raw().contains(&b'\n'));
                let own = node.node_type().is_some() && has_one_line;
                let done =
                    own.then(|| edit::rename_node(base, &path_of(node), "RenamedInOurs", &options).ok())??;
                Some((node, done.apply(base)))
            })?;
            let entry = node.0.properties().find(|entry| !entry.raw().contains(&b'\n'))?;
            case.key = entry.key().into_owned();
            case.ours = renamed.to_bytes();
            case.theirs = apply(bytes, &[Edit::replace(entry.value_span(), "\"edited\"")]).ok()?;
        }
    }
    Some(case)
}

/// The scene with a resource and a node that uses it, both named by a number.
fn with_addition(base: &Document, number: u32) -> Option<Vec<u8>> {
    let options = edit::Options { seed: u64::from(number), keep_unused: true };
    let name = format!("Added{number}");
    let value = number.to_string();
    let node = NewNode {
        parent: Some("."),
        name: &name,
        class: Some("Node"),
        instance: None,
        place: Place::Last,
        groups: &[],
        properties: &[("metadata/number", value.as_str())],
    };
    let with_node = edit::add_node(base, &node, &options).ok()?.apply(base);
    let path = format!("res://added_{number}.tres");
    let choice = ResourceChoice::New(NewResource::Ext { class: "Resource", path: &path, uid: None });
    let target = Target::property(name.as_str(), "metadata/resource");
    Some(edit::set_resource(&with_node, &target, &choice, &options).ok()?.apply(&with_node).to_bytes())
}

impl Case {
    /// Whether a merged file says what both sides did, and nothing else; of two lines byte for byte.
    pub fn is_right(&self, merged: &[u8]) -> bool {
        let parse = |bytes: &[u8]| Document::parse(Source::new("merged.tscn", bytes.to_vec()));
        match self.trial {
            Trial::TwoLines => merged == self.both,
            Trial::Additions => {
                let (base, result) = (parse(&self.base), parse(merged));
                let added = |number: u32| {
                    let name = format!("Added{number}");
                    let node = result.nodes().find(|node| node.name().as_deref() == Some(&*name))?;
                    let value = node.property("metadata/resource")?.value();
                    let Reference::Ext(id) = value.as_reference()?.clone() else { return None };
                    Some(result.ext_resource(&id)?.path()? == format!("res://added_{number}.tres"))
                };
                let resources = base.ext_resources().count() + base.sub_resources().count();
                let counted = base.load_steps() != Some(resources as i64 + 1)
                    || result.load_steps() == Some(resources as i64 + 3);
                counted && added(1) == Some(true) && added(2) == Some(true)
            }
            Trial::Rename => {
                let result = parse(merged);
                let found = result.nodes().find(|node| node.name().as_deref() == Some("RenamedInOurs"));
                let value = found.and_then(|node| node.property(&self.key)).map(|entry| entry.value());
                value == Some(Value::String("edited".to_owned()))
                    && result.nodes().count() == parse(&self.base).nodes().count()
            }
        }
    }

    /// Lines of a merged file that none of the three inputs has.
    pub fn lines_of_nobody(&self, merged: &[u8]) -> usize {
        let lines = |bytes| <[u8]>::split(bytes, |byte| *byte == b'\n');
        let known: std::collections::HashSet<&[u8]> =
            [&self.base, &self.ours, &self.theirs].into_iter().flat_map(|bytes| lines(bytes)).collect();
        lines(merged).filter(|line| !known.contains(line)).count()
    }
}
