//! Espresso3D: any bytes are read, written back as they were, checked and decoded, as each kind of file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_espresso3d::{Document, FileKind, check};
use proscenio_source::Source;

fuzz_target!(|data: &[u8]| {
    for kind in [FileKind::Map, FileKind::Actor, FileKind::TextureSet] {
        let document = Document::parse(Source::new("fuzz", data.to_vec()), kind);
        assert_eq!(document.write(), data);
        for finding in document.findings().iter().chain(&check(&document)) {
            assert!(finding.span.is_none_or(|span| span.end() as usize <= data.len()), "{finding:?}");
        }
        let sectors = document.sectors().flat_map(|sector| sector.triangles());
        let models = document.models().flat_map(|model| model.triangles());
        for triangle in sectors.chain(models) {
            let _ = (triangle.vertices(), triangle.texture(), triangle.detail(0), triangle.bone_links());
        }
    }
});
