//! A binary file of any bytes: no pass panics, the bytes come back, and what it says is text that stays.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_godot::Document;
use proscenio_godot::binary::{Binary, write};
use proscenio_source::Source;

fuzz_target!(|data: &[u8]| {
    // The header of a file of Godot 4, so that the tables are reached.
    let header = b"RSRC\0\0\0\0\0\0\0\0\x04\0\0\0\x06\0\0\0\x06\0\0\0\x0c\0\0\0PackedScene\0";
    let framed = [header.as_slice(), data].concat();
    for bytes in [[b"RSRC", data].concat(), framed] {
        let document = Document::read(Source::new("fuzz.scn", bytes.clone()));
        assert!(document.to_bytes() == bytes);
        let _ = document.check();
        let text = Document::parse(document.source().clone());
        let options = document.binary().map(Binary::write_options).unwrap_or_default();
        let again = Document::read(Source::new("fuzz.scn", write(&text, &options).bytes));
        assert!(again.binary().is_some_and(|binary| binary.findings().is_empty()));
    }
});
