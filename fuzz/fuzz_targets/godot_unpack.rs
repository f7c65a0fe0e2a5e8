//! A compressed file of any bytes: unpacking ends, is bounded, and never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_godot::binary::Binary;
use proscenio_source::Source;

fuzz_target!(|data: &[u8]| {
    for method in 0..4_u32 {
        // A block of 4096 bytes, as the engine writes, of which `data` is the packed form.
        let mut file = b"RSCC".to_vec();
        for word in [method, 4096, 100, data.len() as u32] {
            file.extend_from_slice(&word.to_le_bytes());
        }
        file.extend_from_slice(data);
        let binary = Binary::parse(Source::new("fuzz.scn", file));
        assert!(binary.unpacked_len() <= 100);
    }
    let binary = Binary::parse(Source::new("fuzz.scn", [b"RSCC", data].concat()));
    assert!(binary.unpacked_len() <= (data.len() + 4) * 2048);
});
