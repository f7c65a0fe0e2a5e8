//! Any operation on any document: no panic, and what comes out is written back as it is read.
#![no_main]

use libfuzzer_sys::{arbitrary, fuzz_target};
use proscenio_godot::Document;
use proscenio_godot::edit::{self, NewNode, NewResource, Options, Place, Target, Users};
use proscenio_source::Source;

#[derive(Debug, arbitrary::Arbitrary)]
struct Input<'a> {
    operation: u8,
    first: &'a str,
    second: &'a str,
    seed: u64,
    keep_unused: bool,
    file: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let document = Document::parse(Source::new("a.tscn", input.file.to_vec()));
    let options = Options { seed: input.seed, keep_unused: input.keep_unused };
    let (first, second) = (input.first, input.second);
    let target = Target::parse(first);
    let edits = match input.operation % 10 {
        0 => target.and_then(|target| edit::set(&document, &target, second, &options)),
        1 => target.and_then(|target| edit::unset(&document, &target, &options)),
        2 => edit::rename_node(&document, first, second, &options),
        3 => edit::move_node(&document, first, Some(second), Place::Last, &options),
        4 => edit::move_node(&document, first, None, Place::Before(second), &options),
        5 => edit::remove_node(&document, first, &options),
        6 => edit::duplicate_node(&document, first, Some(second).filter(|name| !name.is_empty()), &options),
        7 => {
            let new = NewNode { parent: Some(first), name: second, class: Some("Node"), ..NewNode::default() };
            edit::add_node(&document, &new, &options)
        }
        8 => edit::remove_resource(&document, first, Users::Unset, &options),
        _ => {
            let new = NewResource::Sub { class: first, properties: &[] };
            edit::add_resource(&document, &new, &options)
        }
    };
    let _ = edit::references(&document);
    let Ok(edits) = edits else { return };
    let after = proscenio_source::apply(document.source().bytes(), &edits.edits).expect("edits fit the file");
    let again = Document::parse(Source::new("a.tscn", after.clone()));
    assert_eq!(again.to_bytes(), after);
});
