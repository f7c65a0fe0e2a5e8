//! Godot scenes and resources of all text formats.

#[path = "../support/paths.rs"]
mod paths;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use proptest::prelude::*;
use proscenio_diff::{How, Merged, Options, merge};
use proscenio_godot::edit::{self, NewConnection, NewNode, NewResource, Place, ResourceChoice, Target};
use proscenio_godot::value::{Reference, Value};
use proscenio_godot::{Document, Entry, Node};
use proscenio_source::{Edit, Severity, Source};

use crate::{Facts, Family, Roll, laws};
use paths::path_of;

struct Scene;

/// What must be true of the merged file when it is true of the side that did it.
#[derive(Clone, Debug)]
enum Wish {
    /// Some property has this value.
    Value(i64),
    /// A node has this name.
    Name(String),
    /// No node has this path.
    NoNode(String),
    /// The node with this name, the only one, hangs from one with that name.
    Below(String, String),
    /// A connection calls this method.
    Method(String),
    /// A property of some node leads to the resource with this path.
    Resource(String),
    /// No property of this node has this name.
    NoProperty(String, String),
}

fn source(bytes: &[u8]) -> Source {
    Source::new(Scene::NAME, bytes.to_vec())
}

fn parse(bytes: &[u8]) -> Document {
    Document::parse(source(bytes))
}

/// Real scenes and resources of all formats, small ones, so that edits of both sides meet often.
fn files() -> &'static [Vec<u8>] {
    static FILES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut files = vec![include_bytes!("../fixtures/yard.tscn").to_vec()];
        let Some(corpus) = proscenio_corpus::corpus() else { return files };
        let folders = ["godot/demos-4", "godot/demos-3.2", "godot/escn", "probes"];
        let read =
            folders.iter().flat_map(|folder| crate::files(&corpus.join(folder), &["tscn", "tres", "escn"]));
        let small = read.filter(|bytes| (200..5000).contains(&bytes.len()));
        let sound = small.filter(|bytes| {
            let document = parse(bytes);
            document.findings().iter().all(|finding| finding.severity != Severity::Error)
                && document.check().is_empty()
        });
        files.extend(sound);
        files
    })
}

/// One edit and what it wishes for. `number` is the edit's own.
fn make(document: &Document, (kind, first, second): Roll, number: i64) -> Option<(Vec<Edit>, Wish)> {
    let options = edit::Options { seed: u64::from(second % 3), keep_unused: first % 2 == 0 };
    let nodes: Vec<Node<'_>> = document.nodes().collect();
    let node = |pick: u32| nodes.get(pick as usize % nodes.len().max(1)).copied();
    let at = |pick: u32| node(pick).map(path_of);
    let value = number.to_string();
    let (edits, wish) = match kind % 10 {
        0 | 1 => {
            // A property that something has: of a node, a sub-resource or the resource of the file.
            let all: Vec<_> = document.sections().flat_map(|section| section.properties()).collect();
            let entry = all.get(first as usize % all.len().max(1))?;
            return Some((vec![Edit::replace(entry.value_span(), value)], Wish::Value(number)));
        }
        2 => {
            let target = Target::property(at(first)?, format!("metadata/m{}", second % 4));
            (edit::set(document, &target, &value, &options), Wish::Value(number))
        }
        3 => {
            let name = format!("New{number}");
            let (parent, properties) = (at(first)?, [("metadata/n", value.as_str())]);
            let new = NewNode {
                parent: Some(&parent),
                name: &name,
                class: Some("Node"),
                instance: None,
                place: if second % 2 == 0 { Place::Last } else { Place::At(0) },
                groups: &[],
                properties: &properties,
            };
            (edit::add_node(document, &new, &options), Wish::Name(name))
        }
        4 => {
            let path = at(first)?;
            (edit::remove_node(document, &path, &options), Wish::NoNode(path))
        }
        5 => {
            let name = format!("Named{number}");
            (edit::rename_node(document, &at(first)?, &name, &options), Wish::Name(name))
        }
        6 => {
            let (path, parent) = (at(first)?, at(second)?);
            let name = node(first)?.name()?.into_owned();
            let above = node(second)?.name()?.into_owned();
            let done = edit::move_node(document, &path, Some(&parent), Place::Last, &options);
            (done, Wish::Below(name, above))
        }
        7 => {
            let (from, to, method) = (at(first)?, at(second)?, format!("_on_{number}"));
            let connection = NewConnection {
                from: &from,
                signal: "ready",
                to: &to,
                method: &method,
                flags: None,
                unbinds: 0,
                binds: None,
            };
            (edit::connect(document, &connection, &options), Wish::Method(method))
        }
        8 => {
            let path = format!("res://r{number}.tres");
            let target = Target::property(at(first)?, "metadata/r");
            let choice = ResourceChoice::New(NewResource::Ext { class: "Resource", path: &path, uid: None });
            (edit::set_resource(document, &target, &choice, &options), Wish::Resource(path))
        }
        _ => {
            let (node, path) = (node(first)?, at(first)?);
            let all: Vec<_> = node.0.properties().map(|entry| entry.key().into_owned()).collect();
            let key = all.get(second as usize % all.len().max(1))?.clone();
            let target = Target::property(path.clone(), key.clone());
            (edit::unset(document, &target, &options), Wish::NoProperty(path, key))
        }
    };
    Some((edits.ok()?.edits, wish))
}

/// A side: the base with its edits, what these wish for, and whether they gave nodes other paths.
fn side(base: &[u8], rolls: &[Roll], first_number: i64) -> Made {
    let mut document = parse(base);
    let mut wishes = Vec::new();
    for (at, roll) in rolls.iter().enumerate() {
        let Some((edits, wish)) = make(&document, *roll, first_number + at as i64) else { continue };
        if let Ok(after) = proscenio_source::apply(document.source().bytes(), &edits) {
            document = parse(&after);
            wishes.push(wish);
        }
    }
    let moves = moves_names(&wishes);
    // What an edit took away that an earlier one of the same side brought was never there.
    let before = parse(base);
    let vacuous =
        |wish: &Wish| matches!(wish, Wish::NoNode(_) | Wish::NoProperty(..)) && holds(&before, wish);
    wishes.retain(|wish| holds(&document, wish) && !vacuous(wish));
    (document.to_bytes(), wishes, moves)
}

fn holds(document: &Document, wish: &Wish) -> bool {
    let mut nodes = document.nodes();
    match wish {
        Wish::Value(number) => {
            let mut all = document.sections().flat_map(|section| section.properties());
            all.any(|entry| entry.value() == Value::Int(*number))
        }
        Wish::Name(name) => nodes.any(|node| node.name().as_deref() == Some(name)),
        Wish::NoNode(path) => !nodes.any(|node| path_of(node) == *path),
        Wish::Below(name, above) => {
            let named: Vec<_> = nodes.filter(|node| node.name().as_deref() == Some(name)).collect();
            let [node] = named[..] else { return false };
            let root = document.nodes().next().and_then(|root| root.name().map(|name| name.into_owned()));
            let parent = node.parent().map(|path| path.into_owned()).unwrap_or_default();
            let parent = if parent == "." { root.unwrap_or_default() } else { parent };
            parent.rsplit('/').next() == Some(above)
        }
        Wish::Method(method) => {
            document.connections().any(|connection| connection.method().as_deref() == Some(method))
        }
        Wish::Resource(path) => nodes.any(|node| {
            let Some(entry) = node.property("metadata/r") else { return false };
            let Value::Reference(reference) = entry.value() else { return false };
            let proscenio_godot::value::Reference::Ext(id) = *reference else { return false };
            document
                .ext_resource(&id)
                .and_then(|resource| resource.path().map(|p| p == *path))
                .unwrap_or(false)
        }),
        Wish::NoProperty(path, key) => {
            !nodes.any(|node| path_of(node) == *path && node.property(key).is_some())
        }
    }
}

/// Whether a conflict tells of a wish.
fn told(merged: &Merged, wish: &Wish) -> bool {
    let needle = match wish {
        Wish::Value(number) => number.to_string(),
        Wish::Name(name) | Wish::Below(name, _) => name.clone(),
        Wish::Resource(_) => "metadata/r".to_owned(),
        Wish::Method(method) => method.clone(),
        Wish::NoProperty(_, key) => key.clone(),
        Wish::NoNode(path) => path.rsplit('/').next().unwrap_or_default().to_owned(),
    };
    let below = |name: &str| match wish {
        Wish::NoNode(path) | Wish::NoProperty(path, _) => path.starts_with(&format!("{name}/")),
        _ => false,
    };
    merged.conflicts.iter().any(|conflict| {
        // Who deletes a node deletes what is below it.
        if below(&conflict.place.name) {
            return true;
        }
        let texts = [&conflict.base, &conflict.ours, &conflict.theirs];
        conflict.place.name.contains(&needle)
            || texts.into_iter().flatten().any(|text| String::from_utf8_lossy(text).contains(&needle))
    })
}

fn moves_names(wishes: &[Wish]) -> bool {
    wishes.iter().any(|wish| {
        matches!(wish, Wish::Name(name) if name.starts_with("Named")) || matches!(wish, Wish::Below(..))
    })
}

/// What a file says, without the order of its sections and the ids of its resources.
fn facts(document: &Document) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    for node in document.nodes() {
        facts.insert(format!("node {} {:?} {:?}", path_of(node), node.node_type(), node.groups()));
        for entry in
            node.0.properties().filter(|entry| !String::from_utf8_lossy(entry.raw()).contains("Resource"))
        {
            facts.insert(format!("{}:{} = {:?}", path_of(node), entry.key(), entry.value()));
        }
    }
    for connection in document.connections() {
        let (from, to) = (connection.from(), connection.to());
        facts.insert(format!("{from:?} {:?} {to:?} {:?}", connection.signal(), connection.method()));
    }
    for resource in document.ext_resources() {
        facts.insert(format!("ext {:?} {:?}", resource.path(), resource.uid()));
    }
    for resource in document.sub_resources() {
        for entry in resource.0.properties() {
            let value = meaning(document, entry);
            facts.insert(format!("sub {:?} {} {value}", resource.resource_type(), entry.key()));
        }
    }
    facts
}

/// Codes of what a file means wrongly.
fn wrong(document: &Document) -> BTreeSet<&'static str> {
    document.check().iter().map(|finding| finding.code).collect()
}

type Made = (Vec<u8>, Vec<Wish>, bool);

fn check_laws(base: &[u8], ours: &Made, theirs: &Made) -> Result<(), TestCaseError> {
    let run = |a: &[u8], b: &[u8], c: &[u8]| merge(&source(a), &source(b), &source(c), &Options::default());
    prop_assert_eq!(&run(base, &ours.0, &ours.0).bytes, &ours.0);
    prop_assert_eq!(&run(base, base, &ours.0).bytes, &ours.0);
    prop_assert_eq!(&run(base, &ours.0, base).bytes, &ours.0);
    let merged = run(base, &ours.0, &theirs.0);
    prop_assert_ne!(merged.how, How::Text, "{:?}", merged.findings);
    let text = String::from_utf8_lossy(&merged.bytes).into_owned();
    let result = parse(&merged.bytes);
    let errors: Vec<_> =
        result.findings().iter().filter(|finding| finding.severity == Severity::Error).collect();
    prop_assert!(errors.is_empty(), "{:?}\n{}", errors, text);
    let renames = ours.2 || theirs.2;
    for wish in ours.1.iter().chain(&theirs.1) {
        let by_path = matches!(wish, Wish::NoNode(_) | Wish::NoProperty(..) | Wish::Below(..));
        if by_path && renames {
            continue;
        }
        prop_assert!(holds(&result, wish) || told(&merged, wish), "{:?} is lost\n{}", wish, text);
    }
    if merged.conflicts.is_empty() {
        let mut allowed = wrong(&parse(&ours.0));
        allowed.extend(wrong(&parse(&theirs.0)));
        let found = wrong(&result);
        prop_assert!(found.is_subset(&allowed), "{:?}\n{}", result.check(), text);
        let other = run(base, &theirs.0, &ours.0);
        if other.conflicts.is_empty() && merged.findings.is_empty() {
            let (one, two) = (facts(&result), facts(&parse(&other.bytes)));
            let difference: Vec<_> = one.symmetric_difference(&two).collect();
            prop_assert!(difference.is_empty(), "does not commute: {:?}\n{}", difference, text);
        }
    }
    if !renames {
        let inputs = [base, &ours.0, &theirs.0];
        let lines: BTreeSet<&[u8]> =
            inputs.into_iter().flat_map(|file| file.split(|byte| *byte == b'\n')).collect();
        for line in merged.bytes.split(|byte| *byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            let is_new = text.starts_with("; ") || text.starts_with("[gd_") || text.contains("Resource(");
            let has_id = text.contains("_resource ");
            prop_assert!(is_new || has_id || lines.contains(line), "a line of nobody: {}", text);
        }
    }
    Ok(())
}

/// A value's text with what its references lead to instead of their ids.
fn meaning(document: &Document, entry: Entry<'_>) -> String {
    let mut out = String::new();
    let mut done = entry.value_span().start();
    let text = |from: u32, to: u32| {
        String::from_utf8_lossy(document.slice(proscenio_source::Span::new(from, to))).into_owned()
    };
    for (span, reference) in document.references_in(entry) {
        let target = match reference {
            Reference::Ext(id) => {
                document.ext_resource(&id).and_then(|resource| resource.path().map(|path| path.into_owned()))
            }
            Reference::Sub(id) => document
                .sub_resource(&id)
                .and_then(|resource| resource.resource_type().map(|class| class.into_owned())),
            Reference::Path { .. } => continue,
        };
        out += &text(done, span.start());
        out += &target.unwrap_or_else(|| "nothing".to_owned());
        done = span.end();
    }
    if done == entry.value_span().start() {
        return format!("{:?}", entry.value());
    }
    out + &text(done, entry.value_span().end())
}

impl Family for Scene {
    const NAME: &'static str = "case.tscn";

    fn edit(base: &[u8], roll: Roll, number: i64) -> Option<Vec<Edit>> {
        // Paths that follow a rename are edits in many places; these have a test of their own.
        if matches!(roll.0 % 10, 5 | 6) {
            return None;
        }
        make(&parse(base), roll, number).map(|(edits, _)| edits)
    }

    fn facts(file: &[u8]) -> Facts {
        let (document, mut facts) = (parse(file), Facts::new());
        let mut say = |place: String, what: String| *facts.entry((place, what)).or_default() += 1;
        for node in document.nodes() {
            let path = match path_of(node) {
                path if path == "." => node.name().unwrap_or_default().into_owned(),
                path => path,
            };
            say(path.clone(), format!("{:?} {:?}", node.node_type(), node.groups()));
            for entry in node.0.properties() {
                say(format!("{path}:{}", entry.key()), meaning(&document, entry));
            }
        }
        for entry in
            document.sections().filter(|section| section.tag() == "resource").flat_map(|s| s.properties())
        {
            say(format!("resource:{}", entry.key()), meaning(&document, entry));
        }
        for one in document.connections() {
            let what = format!("{:?} {:?}", one.signal(), one.method());
            say(format!("{:?} to {:?}", one.from(), one.to()), what);
        }
        for resource in document.ext_resources() {
            say("ext".to_owned(), format!("{:?} {:?}", resource.path(), resource.uid()));
        }
        for resource in document.sub_resources() {
            let class = resource.resource_type().unwrap_or_default().into_owned();
            for entry in resource.0.properties() {
                say(format!("sub {class}:{}", entry.key()), meaning(&document, entry));
            }
        }
        facts
    }

    fn is_sound(file: &[u8]) -> bool {
        parse(file).findings().iter().all(|finding| finding.severity != Severity::Error)
    }

    fn covers(conflict: &str, place: &str) -> bool {
        let node = conflict.split(':').next().unwrap_or_default();
        let below = |place: &str, node: &str| {
            place.strip_prefix(node).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ':']))
        };
        let connected = place.split('"').any(|part| below(part, node));
        place == conflict || (node == conflict && (below(place, node) || connected))
    }

    fn may_stay(place: &str) -> bool {
        // The other side may have come to use it.
        place == "ext" || place.starts_with("sub ")
    }
}

laws!(of_scenes_edited_apart, Scene, files(), 2500);

proptest! {
    #![proptest_config(crate::config(2500))]

    #[test]
    fn of_scenes_edited_step_by_step(
        file in any::<prop::sample::Index>(),
        ours in prop::collection::vec(any::<Roll>(), 1..4),
        theirs in prop::collection::vec(any::<Roll>(), 1..4),
    ) {
        let base = file.get(files());
        let ours = side(base, &ours, 7_100_000);
        let theirs = side(base, &theirs, 7_200_000);
        check_laws(base, &ours, &theirs)?;
    }
}
