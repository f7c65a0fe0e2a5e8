//! A Godot text file of any bytes: every byte comes back, and no pass panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_godot::Document;
use proscenio_source::Source;

fuzz_target!(|data: &[u8]| {
    let document = Document::parse(Source::new("fuzz.tscn", data.to_vec()));
    assert!(document.to_bytes() == data);
    for section in document.sections() {
        for entry in section.attributes().chain(section.properties()) {
            let _ = entry.decode();
        }
    }
    for entry in document.loose_properties() {
        let _ = entry.decode();
    }
    let _ = document.check();
    // The same bytes as one value, which the parser would have cut into pieces.
    let _ = proscenio_godot::value::decode(data);
});
