//! What the tests of edits share: running an edit written as a line of text, and showing what it changed.
// Tests stand at the edge: they read fixtures and the corpus. Each test file uses a part of this one.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

#[path = "../support/mod.rs"]
mod support;

use std::collections::HashMap;
use std::path::Path;

use proscenio_godot::Document;
use proscenio_godot::edit::{
    self, EditRefusal, Edits, ExtChange, LeadsTo, NewConnection, NewNode, NewResource, Options, Place,
    ResourceChoice, Role, Target, Users,
};
use proscenio_source::Source;

pub use support::corpus;

pub fn read(path: &Path) -> Document {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Document::parse(Source::new(path.to_string_lossy(), bytes))
}

pub fn parse(text: &str) -> Document {
    Document::parse(Source::new("test.tscn", text.into()))
}

/// Words of a line; one in `'…'` or `"…"` may hold blanks, and `\n` in it is a line end.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, next) = match rest.as_bytes()[0] {
            quote @ (b'\'' | b'"') => rest[1..].split_once(char::from(quote)).unwrap(),
            _ => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.replace("\\n", "\n"));
        rest = next.trim_start();
    }
    words
}

fn place(word: &str) -> Place<'_> {
    match word.split_once(':') {
        Some(("at", number)) => Place::At(number.parse().unwrap()),
        Some(("before", name)) => Place::Before(name),
        Some(("behind", name)) => Place::Behind(name),
        _ => Place::Last,
    }
}

fn pairs<'w>(words: &[&'w str]) -> Vec<(&'w str, &'w str)> {
    words.iter().map(|word| word.split_once('=').unwrap_or_else(|| panic!("{word}"))).collect()
}

/// Runs an edit written as a line of text.
pub fn run(document: &Document, line: &str) -> Result<Edits, EditRefusal> {
    let words = words(line);
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut options = Options { seed: 1, keep_unused: false };
    if words[0] == "keep-unused" {
        options.keep_unused = true;
        words.remove(0);
    }
    let rest = &words[1..];
    match (words[0], rest) {
        ("set", [target, value]) => edit::set(document, &Target::parse(target)?, value, &options),
        ("unset", [target]) => edit::unset(document, &Target::parse(target)?, &options),
        ("rename-node", [path, name]) => edit::rename_node(document, path, name, &options),
        ("move-node", [path, parent, at @ ..]) => {
            let parent = (*parent != "-").then_some(*parent);
            edit::move_node(document, path, parent, place(at.first().unwrap_or(&"last")), &options)
        }
        ("duplicate-node", [path, name @ ..]) => {
            edit::duplicate_node(document, path, name.first().copied(), &options)
        }
        ("remove-node", [path]) => edit::remove_node(document, path, &options),
        ("add-node", _) => add_node(document, rest, &options),
        ("connect" | "disconnect", [from, signal, to, method, more @ ..]) => {
            let more: HashMap<_, _> = pairs(more).into_iter().collect();
            let connection = NewConnection {
                from,
                signal,
                to,
                method,
                flags: more.get("flags").map(|flags| flags.parse().unwrap()),
                unbinds: more.get("unbinds").map_or(0, |count| count.parse().unwrap()),
                binds: more.get("binds").copied(),
            };
            match words[0] {
                "connect" => edit::connect(document, &connection, &options),
                _ => edit::disconnect(document, &connection, &options),
            }
        }
        ("add-resource", [kind, more @ ..]) => {
            let properties = properties_of(kind, more);
            edit::add_resource(document, &resource(kind, more, &properties), &options)
        }
        ("set-resource", [target, "id", id]) => {
            edit::set_resource(document, &Target::parse(target)?, &ResourceChoice::Id(id), &options)
        }
        ("set-resource", [target, kind, more @ ..]) => {
            let properties = properties_of(kind, more);
            let choice = ResourceChoice::New(resource(kind, more, &properties));
            edit::set_resource(document, &Target::parse(target)?, &choice, &options)
        }
        ("remove-resource", [id]) => edit::remove_resource(document, id, Users::Refuse, &options),
        ("remove-resource", [id, "unset"]) => edit::remove_resource(document, id, Users::Unset, &options),
        ("change-ext", [id, more @ ..]) => {
            let more: HashMap<_, _> = pairs(more).into_iter().collect();
            let change = ExtChange {
                class: more.get("class").copied(),
                path: more.get("path").copied(),
                uid: more.get("uid").copied(),
            };
            edit::change_ext_resource(document, id, &change, &options)
        }
        _ => panic!("no such edit: {line}"),
    }
}

fn properties_of<'w>(kind: &str, more: &[&'w str]) -> Vec<(&'w str, &'w str)> {
    if kind == "sub" { pairs(&more[1..]) } else { Vec::new() }
}

fn resource<'w>(kind: &str, more: &[&'w str], properties: &'w [(&'w str, &'w str)]) -> NewResource<'w> {
    match kind {
        "ext" => NewResource::Ext { class: more[0], path: more[1], uid: more.get(2).copied() },
        _ => NewResource::Sub { class: more[0], properties },
    }
}

/// `add-node PARENT NAME CLASS|id:ID [place=…] [groups=a,b] [property=value …]`
fn add_node(document: &Document, words: &[&str], options: &Options) -> Result<Edits, EditRefusal> {
    let [parent, name, class, more @ ..] = words else { panic!("{words:?}") };
    let instance = class.strip_prefix("id:");
    let mut node = NewNode {
        parent: (*parent != "-").then_some(*parent),
        name,
        class: if instance.is_some() { None } else { Some(*class) },
        instance,
        ..NewNode::default()
    };
    let mut groups = Vec::new();
    let mut properties = pairs(more);
    properties.retain(|(key, value)| {
        match *key {
            "place" => node.place = place(value),
            "groups" => groups = value.split(',').collect(),
            _ => return true,
        }
        false
    });
    edit::add_node(document, &NewNode { groups: &groups, properties: &properties, ..node }, options)
}

/// The lines that are only in one of two texts: `-` only in the first, `+` only in the second, in order; and
/// behind `@` the unchanged line in front of each group of them.
pub fn line_diff(before: &[u8], after: &[u8]) -> Vec<String> {
    let lines = |bytes: &[u8]| -> Vec<String> {
        bytes
            .split_inclusive(|byte| *byte == b'\n')
            .map(|line| String::from_utf8_lossy(line).into())
            .collect()
    };
    let (before, after) = (lines(before), lines(after));
    let start = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let end =
        before[start..].iter().rev().zip(after[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let a = &before[start..before.len() - end];
    let b = &after[start..after.len() - end];
    // Longest common subsequence, by the table of lengths from each place to the end.
    let width = b.len() + 1;
    let mut longest = vec![0_u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if a[i] == b[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let show = |mark: char, line: &str| {
        let line = line.strip_suffix('\n').map_or(format!("{line}<no line end>"), str::to_owned);
        format!("{mark}{}", line.replace('\r', "<CR>"))
    };
    let (mut i, mut j) = (0, 0);
    let mut out = Vec::new();
    let mut unchanged = start.checked_sub(1).map(|last| &before[last]);
    while i < a.len() || j < b.len() {
        let same = i < a.len() && j < b.len() && a[i] == b[j];
        if let Some(line) = unchanged.take_if(|_| !same) {
            let line: String = line.trim_end().chars().take(60).collect();
            out.push(format!("@ {line}").trim_end().to_owned());
        }
        if same {
            unchanged = Some(&a[i]);
            i += 1;
            j += 1;
        } else if i < a.len() && (j == b.len() || longest[(i + 1) * width + j] >= longest[i * width + j + 1])
        {
            out.push(show('-', &a[i]));
            i += 1;
        } else {
            out.push(show('+', &b[j]));
            j += 1;
        }
    }
    out
}

/// What an edit line does to a document, as lines: the changed lines, `? code message` for findings, `= made`
/// for what was made, `! code message` for a refusal.
pub fn outcome(document: &Document, line: &str) -> Vec<String> {
    if let Some(target) = line.strip_prefix("get ") {
        let target = &words(target)[0];
        return match Target::parse(target).and_then(|target| edit::get(document, &target)) {
            Ok(got) => {
                let raw = String::from_utf8_lossy(document.slice(got.span)).into_owned();
                assert!(!got.exact || raw == got.text);
                got.text.lines().map(|line| format!("= {line}")).collect()
            }
            Err(refusal) => vec![format!("! {} {refusal}", refusal.code.name)],
        };
    }
    match run(document, line) {
        Ok(edits) => {
            let after = edits.apply(document);
            let mut out = line_diff(document.source().bytes(), after.source().bytes());
            out.extend(
                edits.findings.iter().map(|finding| format!("? {} {}", finding.code, finding.message)),
            );
            out.extend(edits.made.iter().map(|made| format!("= {made}")));
            check_after(document, &edits, &after, line);
            out
        }
        Err(refusal) => vec![format!("! {} {refusal}", refusal.code.name)],
    }
}

/// What must hold after every edit: the edits fit, the file is as sound as before, and no node path is broken
/// that was not, but those that the findings name.
pub fn check_after(before: &Document, edits: &Edits, after: &Document, line: &str) {
    let bytes = proscenio_source::apply(before.source().bytes(), &edits.edits).unwrap();
    assert_eq!(bytes, after.source().bytes(), "{line}");
    assert_eq!(after.to_bytes(), after.source().bytes(), "{line}");
    let codes = |document: &Document| -> Vec<&'static str> {
        let found = document.findings().iter().chain(&document.check()).map(|finding| finding.code).collect();
        let mut codes: Vec<&str> = found;
        codes.sort_unstable();
        codes
    };
    let (old, new) = (codes(before), codes(after));
    for code in &new {
        let count = |codes: &[&str]| codes.iter().filter(|other| *other == code).count();
        assert!(count(&new) <= count(&old), "{line}: new finding {code}\n{:?}", after.check());
    }
    let mut allowed = broken(before);
    for finding in &edits.findings {
        if [edit::DANGLING_PATH.name, edit::UNCLEAR_PATH.name].contains(&finding.code) {
            let path = finding.message.split('`').nth(1).unwrap_or_default();
            *allowed.entry(last_name(path)).or_default() += 1;
        }
    }
    // A copy of a node with a broken path has one too.
    let copies = after.nodes().count() > before.nodes().count();
    for (path, count) in broken(after) {
        let known = allowed.get(&path).copied().unwrap_or(0) * if copies { 2 } else { 1 };
        assert!(count <= known, "{line}: the path {path} is broken now");
    }
}

/// What a path leads to: its way there may change, even when it leads nowhere.
fn last_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

fn broken(document: &Document) -> HashMap<String, usize> {
    let mut broken = HashMap::new();
    for reference in edit::references(document) {
        if reference.leads_to == LeadsTo::Missing && reference.role != Role::Parent {
            *broken.entry(last_name(&reference.path)).or_default() += 1;
        }
    }
    broken
}
