//! Edits of any file: none panics, what they give fits the file, and the file reads as it is written.
//!
//! The first bytes choose the operation and what it is done to; the rest is the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_godot::edit::{
    self, EditRefusal, Edits, ExtChange, NewConnection, NewNode, NewResource, Options, Place, ResourceChoice,
    Target, Users,
};
use proscenio_godot::{Document, NodeIndex};
use proscenio_source::{Source, apply};

/// Names and values that mean something somewhere.
const TEXTS: [&str; 16] = [
    "a",
    "B b",
    "x",
    "0",
    "%a",
    "..",
    "1",
    "-2.5",
    "\"text\"",
    "NodePath(\"../a\")",
    "Vector3(1, 2, 3)",
    "[1, 2]",
    "{\n\"a\": 1\n}",
    "SubResource(\"1\")",
    "ExtResource(\"1\")",
    "; no",
];

/// The choices that the first bytes make.
struct Choices<'b> {
    bytes: &'b [u8],
}

impl Choices<'_> {
    fn byte(&mut self) -> usize {
        let (first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        usize::from(*first)
    }

    fn text(&mut self) -> &'static str {
        TEXTS[self.byte() % TEXTS.len()]
    }

    /// A thing of the file by chance, or a text that may be none.
    fn one_of(&mut self, all: &[String]) -> String {
        let byte = self.byte();
        if all.is_empty() || byte > 240 { self.text().to_owned() } else { all[byte % all.len()].clone() }
    }

    fn place(&mut self) -> Place<'static> {
        match self.byte() % 4 {
            0 => Place::Last,
            1 => Place::At(self.byte() % 4),
            2 => Place::Before(self.text()),
            _ => Place::Behind(self.text()),
        }
    }
}

/// What a file has that operations name.
struct Names {
    nodes: Vec<String>,
    resources: Vec<String>,
    keys: Vec<String>,
}

impl Names {
    fn of(document: &Document) -> Self {
        let tree = document.node_tree();
        let count = tree.nodes().len().min(64) as u32;
        let ext = document.ext_resources().filter_map(|resource| resource.id());
        let sub = document.sub_resources().filter_map(|resource| resource.id());
        let properties = document.sections().flat_map(|section| section.properties());
        Self {
            nodes: (0..count).map(|index| tree.path(NodeIndex(index))).collect(),
            resources: ext.chain(sub).take(64).map(|id| id.0).collect(),
            keys: properties.take(64).map(|entry| entry.key().into_owned()).collect(),
        }
    }

    fn target(&self, choices: &mut Choices<'_>) -> Target {
        let owner = if choices.byte() % 3 == 0 {
            format!("@{}", choices.one_of(&self.resources))
        } else {
            choices.one_of(&self.nodes)
        };
        let mut target = Target { owner, names: vec![choices.one_of(&self.keys)] };
        for _ in 0..choices.byte() % 3 {
            target.names.push(choices.text().to_owned());
        }
        target
    }
}

fn run(document: &Document, names: &Names, choices: &mut Choices<'_>) -> Result<Edits, EditRefusal> {
    let options = Options { seed: choices.byte() as u64, keep_unused: choices.byte() % 2 == 0 };
    let operation = choices.byte() % 13;
    let node = choices.one_of(&names.nodes);
    let other = choices.one_of(&names.nodes);
    let id = choices.one_of(&names.resources);
    let text = choices.text();
    let value = choices.text();
    match operation {
        0 => edit::set(document, &names.target(choices), value, &options),
        1 => edit::unset(document, &names.target(choices), &options),
        2 => edit::rename_node(document, &node, text, &options),
        3 => edit::move_node(document, &node, Some(&other), choices.place(), &options),
        4 => edit::move_node(document, &node, None, choices.place(), &options),
        5 => edit::duplicate_node(document, &node, (choices.byte() % 2 == 0).then_some(text), &options),
        6 => edit::remove_node(document, &node, &options),
        7 => {
            let properties = [(text, value)];
            let instance = (choices.byte() % 2 == 0).then_some(&*id);
            let new = NewNode {
                parent: (choices.byte() % 8 != 0).then_some(&node),
                name: text,
                class: if instance.is_some() { None } else { Some("Node2D") },
                instance,
                place: choices.place(),
                groups: &["g"],
                properties: &properties,
            };
            edit::add_node(document, &new, &options)
        }
        8 | 9 => {
            let new = NewConnection {
                from: &node,
                signal: text,
                to: &other,
                method: "m",
                flags: Some(choices.byte() as i64),
                unbinds: (choices.byte() % 3) as i64,
                binds: (choices.byte() % 2 == 0).then_some(value),
            };
            let edit = if operation == 8 { edit::connect } else { edit::disconnect };
            edit(document, &new, &options)
        }
        10 => {
            let properties = [(text, value)];
            let new = match choices.byte() % 2 {
                0 => NewResource::Ext { class: "Texture2D", path: text, uid: None },
                _ => NewResource::Sub { class: "BoxMesh", properties: &properties },
            };
            let choice =
                if choices.byte() % 2 == 0 { ResourceChoice::Id(&id) } else { ResourceChoice::New(new) };
            edit::set_resource(document, &names.target(choices), &choice, &options)
        }
        11 => {
            let users = if choices.byte() % 2 == 0 { Users::Unset } else { Users::Refuse };
            edit::remove_resource(document, &id, users, &options)
        }
        _ => {
            let change = ExtChange { class: None, path: Some(text), uid: None };
            edit::change_ext_resource(document, &id, &change, &options)
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let (first, file) = data.split_at(data.len().min(20));
    let mut choices = Choices { bytes: first };
    let mut document = Document::parse(Source::new("fuzz.tscn", file.to_vec()));
    let _ = edit::references(&document);
    // A second edit works on what the first one made.
    for _ in 0..2 {
        let names = Names::of(&document);
        if let Ok(got) = edit::get(&document, &names.target(&mut choices)) {
            assert!(got.span.end() <= document.source().len());
        }
        match run(&document, &names, &mut choices) {
            Ok(edits) => {
                let bytes = apply(document.source().bytes(), &edits.edits).expect("edits fit the file");
                let after = edits.apply(&document);
                assert!(after.source().bytes() == bytes && after.to_bytes() == bytes);
                let end = document.source().len();
                assert!(
                    edits.findings.iter().all(|finding| finding.span.is_none_or(|span| span.end() <= end))
                );
                document = after;
            }
            Err(refusal) => assert!(!refusal.message.is_empty()),
        }
    }
});
