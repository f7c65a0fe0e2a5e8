//! Edits and back again: the original bytes. On random nodes of the fixtures, and of real scenes where the
//! corpus is.
// Tests stand at the edge: they read fixtures and the corpus, print what they did, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod edit_support;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use edit_support::{check_after, corpus, read};
use proscenio_godot::classes::ClassTable;
use proscenio_godot::edit::{self, LeadsTo, Options, Place, Role, Target};
use proscenio_godot::spell::Spelling;
use proscenio_godot::value::decode;
use proscenio_godot::{Document, NodeIndex, Parent, SectionKind};

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, files);
        } else if [".tscn", ".escn"].iter().any(|extension| name.ends_with(extension)) {
            files.push(path);
        }
    }
}

/// The scenes of the fixtures, and of the corpus where it is.
fn scenes() -> Vec<Document> {
    let mut files = Vec::new();
    collect(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/edit")), &mut files);
    if let Some(corpus) = corpus() {
        collect(&corpus, &mut files);
        assert!(files.len() > 500, "only {} scenes", files.len());
    }
    files.iter().map(|file| read(file)).filter(|document| document.nodes().next().is_some()).collect()
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn of(document: &Document) -> Self {
        let bytes = document.source().bytes();
        Self(bytes.iter().fold(bytes.len() as u64, |hash, byte| hash.wrapping_mul(31) ^ u64::from(*byte)))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn node_paths(document: &Document) -> Vec<String> {
    let tree = document.node_tree();
    (0..tree.nodes().len() as u32).map(|index| tree.path(NodeIndex(index))).collect()
}

/// Where each path of a file starts and leads, whatever it reads like; by the nodes' positions in `order`.
fn meaning(document: &Document, order: &[usize]) -> Vec<String> {
    let references = edit::references(document);
    // Defaults that a move writes out, or leaves out again.
    let defaults: Vec<_> = ["root_node", "root_path", "enable_node_path"]
        .iter()
        .flat_map(|name| document.nodes().filter_map(|node| node.property(name)))
        .map(|entry| entry.value_span())
        .collect();
    let number = |index: NodeIndex| order[index.0 as usize];
    let mut all: Vec<String> = references
        .iter()
        .filter(|reference| reference.role != Role::Parent)
        .filter(|reference| !defaults.iter().any(|value| value.contains(reference.span)))
        .map(|reference| {
            let leads_to = match &reference.leads_to {
                LeadsTo::Node(index) => format!("node {}", number(*index)),
                LeadsTo::Inside { instance, path } => format!("{} in {}", path, number(*instance)),
                // Out of the scene: by which way, counted from the root.
                LeadsTo::Outside => {
                    format!("out {}", reference.path.rsplit("../").next().unwrap_or_default())
                }
                other => format!("{other:?}"),
            };
            let from = reference.from.map(number);
            let property = reference.path.split_once(':').map(|(_, property)| property.to_owned());
            format!("{:?} {from:?} {leads_to} {property:?}", reference.role)
        })
        .collect();
    all.sort();
    all
}

#[test]
fn renaming_and_renaming_back_gives_the_original_bytes() {
    let (mut done, mut changed, mut unclear) = (0, 0, 0);
    for document in scenes() {
        let mut random = Random::of(&document);
        let paths = node_paths(&document);
        let same: Vec<usize> = (0..paths.len()).collect();
        let before = meaning(&document, &same);
        for _ in 0..2 {
            let path = &paths[random.below(paths.len())];
            let what = format!("{} {path}", document.source().path());
            let name = path.rsplit('/').next().unwrap().to_owned();
            let new = "Renamed Ünd 7";
            // Files of old exporters have names that no editor would take.
            if name.contains(['.', ':', '@', '%', '"']) && path != "." {
                continue;
            }
            let Ok(edits) = edit::rename_node(&document, path, new, &Options::default()) else { continue };
            let after = edits.apply(&document);
            check_after(&document, &edits, &after, &what);
            if is_unclear(&edits) {
                unclear += 1;
                continue;
            }
            assert_eq!(meaning(&after, &same), before, "{what}");
            let made = edits.made.unwrap();
            let root = document.node_tree().nodes()[0].name.to_string();
            let name = if path == "." { root } else { name };
            let back = edit::rename_node(&after, &made, &name, &Options::default()).unwrap();
            let back = back.apply(&after);
            assert!(back.source().bytes() == document.source().bytes(), "{what} differs");
            done += 1;
            changed += edits.edits.len();
        }
    }
    println!("{done} nodes renamed and renamed back, {changed} pieces of text changed on the way");
    assert!(done > 10 && unclear <= 3, "{unclear} of {done} could not be followed");
}

/// Whether one path means two nodes, so that it cannot follow either.
fn is_unclear(edits: &edit::Edits) -> bool {
    edits.findings.iter().any(|finding| finding.code == edit::UNCLEAR_PATH.name)
}

/// Whether the sections of the nodes stand as the engine writes them: depth first.
fn is_depth_first(document: &Document) -> bool {
    let tree = document.node_tree();
    let mut stack: Vec<NodeIndex> = Vec::new();
    for (at, node) in tree.nodes().iter().enumerate() {
        let parent = match &node.parent {
            Parent::None => None,
            Parent::Node(parent) | Parent::Inside { instance: parent, .. } => Some(*parent),
            Parent::Missing => return false,
        };
        while stack.last().copied() != parent {
            if stack.pop().is_none() {
                return false;
            }
        }
        stack.push(NodeIndex(at as u32));
    }
    true
}

#[test]
fn moving_and_moving_back_gives_the_original_bytes() {
    let (mut moved, mut back_again, mut respelled) = (0, 0, 0);
    for document in scenes() {
        let mut random = Random::of(&document);
        let paths = node_paths(&document);
        let tree = document.node_tree();
        for _ in 0..3 {
            let at = random.below(paths.len());
            let (path, parent) = (&paths[at], &paths[random.below(paths.len())]);
            let what = format!("{}: {path} to {parent}", document.source().path());
            let moved_edits =
                edit::move_node(&document, path, Some(parent), Place::Last, &Options::default());
            let Ok(edits) = moved_edits else { continue };
            let after = edits.apply(&document);
            check_after(&document, &edits, &after, &what);
            if is_unclear(&edits) {
                continue;
            }
            compare_meaning(&document, &after, path, edits.made.as_deref().unwrap(), &what);
            moved += 1;
            let Parent::Node(old_parent) = &tree.nodes()[at].parent else { continue };
            if tree.nodes()[at].node.index().is_some() || !is_depth_first(&document) {
                continue;
            }
            let siblings = &tree.get(*old_parent).unwrap().children;
            let place = siblings.iter().position(|index| index.0 as usize == at).unwrap();
            let made = edits.made.unwrap();
            let old_parent = tree.path(*old_parent);
            let place = Place::At(place);
            let back = edit::move_node(&after, &made, Some(&old_parent), place, &Options::default()).unwrap();
            let back = back.apply(&after);
            let difference = edit_support::line_diff(document.source().bytes(), back.source().bytes());
            // A path that was not the shortest, or went by a unique name it no longer can, stays changed.
            let paths_only = difference
                .iter()
                .all(|line| line.starts_with('@') || line.contains("NodePath(") || line.contains("^\""));
            assert!(paths_only, "{what} differs:\n{}", difference.join("\n"));
            if !difference.is_empty() {
                println!("{what}: {difference:?}");
            }
            respelled += usize::from(!difference.is_empty());
            back_again += 1;
        }
    }
    println!("{moved} nodes moved, {back_again} of them moved back, {respelled} with a path spelled anew");
    assert!(respelled * 50 <= back_again, "{respelled} of {back_again}");
    assert!(moved > 10 && back_again > 5);
}

/// All paths lead where they led, counted by the nodes' paths in the original.
fn compare_meaning(before: &Document, after: &Document, path: &str, made: &str, what: &str) {
    let old: HashMap<String, usize> =
        node_paths(before).into_iter().enumerate().map(|(at, path)| (path, at)).collect();
    let order: Vec<usize> = node_paths(after)
        .iter()
        .map(|new| {
            let rest = new.strip_prefix(made).filter(|rest| rest.is_empty() || rest.starts_with('/'));
            let original = rest.map_or(new.clone(), |rest| format!("{path}{rest}"));
            *old.get(&original).unwrap_or_else(|| panic!("{what}: {original} is gone"))
        })
        .collect();
    let same: Vec<usize> = (0..old.len()).collect();
    assert_eq!(meaning(before, &same), meaning(after, &order), "{what}");
}

#[test]
fn what_is_set_is_what_is_read() {
    let values =
        ["1", "-2.5", "\"text\"", "Vector3(1, 2, 3)", "[1, \"a\", {\n\"b\": NodePath(\".\")\n}]", "null"];
    let (mut set, mut members) = (0, 0);
    for document in scenes() {
        let mut random = Random::of(&document);
        let paths = node_paths(&document);
        for value in values {
            let path = &paths[random.below(paths.len())];
            let what = format!("{}: {path}", document.source().path());
            let target = Target::property(path, "new_property");
            let Ok(edits) = edit::set(&document, &target, value, &Options::default()) else { continue };
            let after = edits.apply(&document);
            check_after(&document, &edits, &after, &what);
            let got = edit::get(&after, &target).unwrap().text.replace('\r', "");
            let spelling = Spelling::of(&document).unwrap();
            assert_eq!(got, decode(value.as_bytes()).value.spelled(spelling), "{what}");
            let back = edit::unset(&after, &target, &Options::default()).unwrap().apply(&after);
            assert!(back.source().bytes() == document.source().bytes(), "{what} differs");
            set += 1;
        }
        members += set_members(&document, &mut random);
    }
    println!("{set} properties set, read and unset; {members} members of values set and read");
    assert!(set > 20 && members > 5);
}

/// Sets components of vectors and colours in sub-resources and nodes.
fn set_members(document: &Document, random: &mut Random) -> usize {
    let mut done = 0;
    for section in document.sections().filter(|section| section.kind() == SectionKind::SubResource) {
        let entries: Vec<_> = section.properties().collect();
        let Some(id) = proscenio_godot::SubResource(section).id() else { continue };
        if entries.is_empty() {
            continue;
        }
        let entry = entries[random.below(entries.len())];
        for member in ["x", "y", "r", "size", "origin", "0", "times"] {
            let target = Target::resource_property(&id.0, entry.key()).member(member);
            let Ok(old) = edit::get(document, &target) else { continue };
            let value = if old.text.parse::<f64>().is_ok() { "7" } else { &old.text };
            let keep = Options { keep_unused: true, ..Options::default() };
            let Ok(edits) = edit::set(document, &target, value, &keep) else { continue };
            let after = edits.apply(document);
            let what = format!("{} {target:?}", document.source().path());
            // Exporters spell values in ways that the engine would not.
            let spelling = Spelling::of(document).unwrap();
            let is_plain = decode(old.text.as_bytes()).value.spelled(spelling) == old.text;
            let got = edit::get(&after, &target).unwrap().text;
            assert!(got == value || !is_plain, "{what}: {got} is not {value}");
            if document.is_exported() {
                continue;
            }
            let back = edit::set(&after, &target, &old.text, &keep).unwrap().apply(&after);
            assert!(back.source().bytes() == document.source().bytes(), "{what} differs");
            done += 1;
        }
    }
    done
}

#[test]
fn a_property_taken_out_and_set_again_stands_where_it_was() {
    let (mut same, mut all) = (0, 0);
    let mut others = Vec::new();
    let keep = Options { keep_unused: true, ..Options::default() };
    for document in scenes().iter().filter(|document| !document.is_exported()) {
        let mut random = Random::of(document);
        let paths = node_paths(document);
        for _ in 0..6 {
            let at = random.below(paths.len());
            let entries: Vec<_> = document.nodes().nth(at).unwrap().0.properties().collect();
            if entries.is_empty() {
                continue;
            }
            let entry = entries[random.below(entries.len())];
            // The order of a script's variables is in the script.
            let class = document.nodes().nth(at).unwrap().node_type();
            let class = class.and_then(|class| ClassTable::of_format(document.format()?)?.class(&class));
            if !class.is_some_and(|class| class.property(&entry.key()).is_some() || entry.key().contains('/'))
            {
                continue;
            }
            let target = Target::property(&paths[at], entry.key());
            let text = std::str::from_utf8(entry.raw()).unwrap();
            let Ok(without) = edit::unset(document, &target, &keep) else { continue };
            let without = without.apply(document);
            let back = edit::set(&without, &target, text, &keep).unwrap().apply(&without);
            all += 1;
            if back.source().bytes() == document.source().bytes() {
                same += 1;
            } else {
                let difference = edit_support::line_diff(document.source().bytes(), back.source().bytes());
                others.push(format!("{} {target:?}: {difference:?}", document.source().path()));
            }
        }
    }
    println!("{same} of {all} properties came back to their place and spelling");
    others.iter().take(40).for_each(|other| println!("{other}"));
    assert!(same * 100 >= all * 97, "only {same} of {all}");
}

#[test]
fn a_removed_connection_comes_back_where_it_was() {
    let (mut same, mut all) = (0, 0);
    for document in scenes() {
        for connection in document.connections().take(6) {
            let part = |text: Option<std::borrow::Cow<'_, str>>| text.unwrap_or_default().into_owned();
            let (from, to) = (part(connection.from()), part(connection.to()));
            let (signal, method) = (part(connection.signal()), part(connection.method()));
            let binds = connection
                .0
                .attribute("binds")
                .map(|entry| String::from_utf8_lossy(entry.raw()).into_owned());
            let again = edit::NewConnection {
                from: &from,
                signal: &signal,
                to: &to,
                method: &method,
                flags: connection.0.attribute("flags").map(|_| connection.flags()),
                unbinds: connection.unbinds(),
                binds: binds.as_deref(),
            };
            let without = edit::disconnect(&document, &again, &Options::default()).unwrap().apply(&document);
            assert_eq!(without.connections().count() + 1, document.connections().count());
            let back = edit::connect(&without, &again, &Options::default());
            let back = back.unwrap_or_else(|refusal| panic!("{}: {refusal}", document.source().path()));
            all += 1;
            same += usize::from(back.apply(&without).source().bytes() == document.source().bytes());
        }
    }
    println!("{same} of {all} connections came back to their place");
    assert!(same * 100 >= all * 95, "only {same} of {all}");
}

#[test]
fn copying_a_node_and_removing_the_copy_gives_the_original_bytes() {
    let mut done = 0;
    for document in scenes() {
        let mut random = Random::of(&document);
        let paths = node_paths(&document);
        for _ in 0..2 {
            let path = &paths[random.below(paths.len())];
            let what = format!("{} {path}", document.source().path());
            let Ok(edits) = edit::duplicate_node(&document, path, None, &Options::default()) else {
                continue;
            };
            let after = edits.apply(&document);
            check_after(&document, &edits, &after, &what);
            let copies = after.nodes().count() - document.nodes().count();
            assert_eq!(copies, document.node_tree_size(path), "{what}");
            let removed = edit::remove_node(&after, &edits.made.unwrap(), &Options::default()).unwrap();
            let back = removed.apply(&after);
            let difference = edit_support::line_diff(document.source().bytes(), back.source().bytes());
            assert!(difference.is_empty(), "{what} differs:\n{}", difference.join("\n"));
            done += 1;
        }
    }
    println!("{done} nodes copied and removed again");
    assert!(done > 10);
}

trait TreeSize {
    fn node_tree_size(&self, path: &str) -> usize;
}

impl TreeSize for Document {
    /// How many nodes of the file are at or below a path.
    fn node_tree_size(&self, path: &str) -> usize {
        let below = |other: &String| {
            other.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        node_paths(self).iter().filter(|other| below(other)).count()
    }
}
