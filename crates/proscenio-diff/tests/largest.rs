//! The 200 largest Godot files of the corpus, merged after edits of both sides that have nothing to do with each
//! other.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests stand at the edge"
)]

use std::path::{Path, PathBuf};

use proscenio_diff::{How, Merged, Options, merge};
use proscenio_godot::edit::{self, NewNode, NewResource, Place, ResourceChoice, Target};
use proscenio_godot::{Document, Kind, Node};
use proscenio_source::{Edit, Severity, Source, apply};

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

/// The 200 largest scenes that read without an error.
fn scenes() -> Vec<Document> {
    let Some(corpus) = proscenio_corpus::corpus() else { return Vec::new() };
    let mut paths = Vec::new();
    walk(&corpus.join("godot"), &mut paths);
    let mut files: Vec<(PathBuf, Vec<u8>)> = paths
        .into_iter()
        .map(|path| {
            let bytes = std::fs::read(&path).unwrap();
            (path, bytes)
        })
        .collect();
    files.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.0.cmp(&b.0)));
    let documents =
        files.into_iter().map(|(path, bytes)| Document::parse(Source::new(path.to_string_lossy(), bytes)));
    let sound = documents.filter(|document| {
        document.kind() == Kind::Scene
            && document.findings().iter().all(|finding| finding.severity != Severity::Error)
    });
    sound.take(200).collect()
}

fn merged(base: &Document, ours: &[u8], theirs: &[u8]) -> Merged {
    let name = base.source().path();
    let source = |bytes: &[u8]| Source::new(std::sync::Arc::clone(name), bytes.to_vec());
    merge(base.source(), &source(ours), &source(theirs), &Options::default())
}

fn path_of(node: Node<'_>) -> String {
    let name = node.name().unwrap_or_default();
    match node.parent().as_deref() {
        None => ".".to_owned(),
        Some(".") => name.into_owned(),
        Some(parent) => format!("{parent}/{name}"),
    }
}

#[track_caller]
fn all(what: &str, count: usize, wrong: &[String]) {
    println!("{what}: {} of {count}", count - wrong.len());
    assert!(wrong.is_empty(), "{what}: {wrong:#?}");
}

#[test]
fn edits_of_two_lines_meet_and_change_two_lines() {
    let (mut count, mut wrong) = (0, Vec::new());
    for base in scenes() {
        let entries: Vec<_> = base.sections().flat_map(|section| section.properties()).collect();
        let one_line: Vec<_> = entries.iter().filter(|entry| !entry.raw().contains(&b'\n')).collect();
        let (Some(first), Some(last)) = (one_line.first(), one_line.last()) else { continue };
        if first.value_span() == last.value_span() {
            continue;
        }
        count += 1;
        let bytes = base.source().bytes();
        let edits =
            [Edit::replace(first.value_span(), "12345"), Edit::replace(last.value_span(), "\"changed\"")];
        let [ours, theirs] = [0, 1].map(|at: usize| apply(bytes, &edits[at..=at]).unwrap());
        let done = merged(&base, &ours, &theirs);
        if done.how != How::Structure
            || !done.conflicts.is_empty()
            || done.bytes != apply(bytes, &edits).unwrap()
        {
            wrong.push(base.source().path().to_string());
        }
    }
    all("two lines", count, &wrong);
}

#[test]
fn both_sides_add_a_resource_and_a_node() {
    let (mut count, mut wrong) = (0, Vec::new());
    for base in scenes() {
        let side = |number: u32| -> Option<Vec<u8>> {
            let options = edit::Options { seed: u64::from(number), keep_unused: true };
            let name = format!("Added{number}");
            let value = number.to_string();
            let properties = [("metadata/number", value.as_str())];
            let node = NewNode {
                parent: Some("."),
                name: &name,
                class: Some("Node"),
                instance: None,
                place: Place::Last,
                groups: &[],
                properties: &properties,
            };
            let with_node = edit::add_node(&base, &node, &options).ok()?.apply(&base);
            let path = format!("res://added_{number}.tres");
            let choice = ResourceChoice::New(NewResource::Ext { class: "Resource", path: &path, uid: None });
            let target = Target::property(name.as_str(), "metadata/resource");
            let done = edit::set_resource(&with_node, &target, &choice, &options).ok()?.apply(&with_node);
            Some(done.to_bytes())
        };
        let (Some(ours), Some(theirs)) = (side(1), side(2)) else { continue };
        count += 1;
        let done = merged(&base, &ours, &theirs);
        let result = Document::parse(Source::new("merged.tscn", done.bytes.clone()));
        let reference = |number: u32| {
            let node =
                result.nodes().find(|node| node.name().as_deref() == Some(&*format!("Added{number}")))?;
            let value = node.property("metadata/resource")?.value();
            let proscenio_godot::value::Reference::Ext(id) = value.as_reference()?.clone() else {
                return None;
            };
            Some(result.ext_resource(&id)?.path()?.into_owned())
        };
        let found = [1, 2].map(reference);
        let wanted = [1, 2].map(|number| Some(format!("res://added_{number}.tres")));
        let resources = base.ext_resources().count() + base.sub_resources().count();
        let counts_right = base.load_steps() == Some(resources as i64 + 1);
        let steps = if counts_right { Some(resources as i64 + 3) } else { result.load_steps() };
        if !done.conflicts.is_empty() || found != wanted || result.load_steps() != steps {
            wrong.push(format!("{} {found:?} {:?}", base.source().path(), done.conflicts.first()));
        }
    }
    all("both add a resource and a node", count, &wrong);
}

#[test]
fn a_rename_meets_an_edit_inside() {
    let (mut count, mut wrong) = (0, Vec::new());
    for base in scenes() {
        let nodes: Vec<Node<'_>> = base.nodes().collect();
        let options = edit::Options::default();
        let renamed = nodes.iter().skip(1).find_map(|node| {
            let has_one_line = node.0.properties().any(|entry| !entry.raw().contains(&b'\n'));
            let own = node.node_type().is_some() && has_one_line;
            let path = path_of(*node);
            let done = own.then(|| edit::rename_node(&base, &path, "RenamedInOurs", &options).ok())??;
            Some((*node, done.apply(&base)))
        });
        let Some((node, ours)) = renamed else { continue };
        count += 1;
        let entry = node.0.properties().find(|entry| !entry.raw().contains(&b'\n')).unwrap();
        let (key, edit) = (entry.key().into_owned(), Edit::replace(entry.value_span(), "\"edited\""));
        let theirs = apply(base.source().bytes(), &[edit]).unwrap();
        let done = merged(&base, &ours.to_bytes(), &theirs);
        let result = Document::parse(Source::new("merged.tscn", done.bytes.clone()));
        let found = result.nodes().find(|node| node.name().as_deref() == Some("RenamedInOurs"));
        let value = found.and_then(|node| node.property(&key)).map(|entry| entry.value());
        let edited = value == Some(proscenio_godot::Value::String("edited".to_owned()));
        if !done.conflicts.is_empty() || !edited || result.nodes().count() != nodes.len() {
            wrong.push(format!("{} {value:?} {:?}", base.source().path(), done.conflicts.first()));
        }
    }
    all("a rename and an edit inside", count, &wrong);
}
