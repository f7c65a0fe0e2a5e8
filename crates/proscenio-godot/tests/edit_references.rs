//! The reference tracker: every node path of the fixtures, and what it leads to.
// Tests stand at the edge: they read fixtures and the corpus, print what they did, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod edit_support;

use std::path::Path;

use edit_support::{corpus, read};
use proscenio_godot::edit::{LeadsTo, Role, references};
use proscenio_godot::{Document, NodeIndex};

fn fixture(name: &str) -> Document {
    read(&Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/edit")).join(name))
}

/// A line for each path that is no `parent=`: what for, from which node, the path, what it leads to.
fn listed(document: &Document) -> String {
    let tree = document.node_tree();
    let path = |index: NodeIndex| tree.path(index);
    let mut out = String::new();
    for reference in references(document) {
        if reference.role == Role::Parent {
            continue;
        }
        let from = reference.from.map_or("-".to_owned(), path);
        let leads_to = match &reference.leads_to {
            LeadsTo::Node(index) => path(*index),
            LeadsTo::Inside { instance, path: rest } => format!("{} + {rest}", path(*instance)),
            other => format!("{other:?}"),
        };
        let (role, text) = (reference.role, &reference.path);
        out.push_str(&format!("{role:?} from {from}: {text:?} leads to {leads_to}\n"));
    }
    out
}

#[test]
fn paths_start_at_the_node_that_has_them_and_at_the_root_of_players() {
    insta::assert_snapshot!(listed(&fixture("theatre.tscn")));
}

#[test]
fn paths_lead_into_instances_and_by_unique_names() {
    insta::assert_snapshot!(listed(&fixture("town.tscn")));
}

#[test]
fn paths_of_inheriting_scenes_may_lead_into_the_inherited_one() {
    insta::assert_snapshot!(listed(&fixture("castle.tscn")));
}

#[test]
fn one_animation_is_followed_from_each_of_its_players() {
    insta::assert_snapshot!(listed(&fixture("twins.tscn")));
}

#[test]
fn spans_are_those_of_the_texts() {
    let document = fixture("theatre.tscn");
    for reference in references(&document) {
        let raw = std::str::from_utf8(document.slice(reference.span)).unwrap();
        assert_eq!(raw, format!("{:?}", reference.path));
    }
}

#[test]
fn hardly_a_path_of_real_scenes_leads_nowhere() {
    let Some(corpus) = corpus() else { return };
    let mut files = Vec::new();
    collect(&corpus.join("godot/demos-4"), &mut files);
    let (mut all, mut missing, mut inside) = (0, Vec::new(), 0);
    for file in &files {
        for reference in references(&read(file)) {
            all += 1;
            inside += usize::from(matches!(reference.leads_to, LeadsTo::Inside { .. }));
            // One demo has bone weights left over from an older skeleton.
            if reference.leads_to == LeadsTo::Missing && reference.role != Role::Text {
                missing.push(format!("{}: {:?} {}", file.display(), reference.role, reference.path));
            }
        }
    }
    println!("{all} paths, {inside} of them into instances, {} to nothing", missing.len());
    missing.iter().for_each(|line| println!("{line}"));
    assert!(all > 8_000 && missing.len() * 1000 <= all, "{} of {all}", missing.len());
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "tscn") {
            files.push(path);
        }
    }
}
