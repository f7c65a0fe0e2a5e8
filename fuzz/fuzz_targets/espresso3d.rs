//! Espresso3D: any bytes are read, written back as they were, checked and decoded, as each kind of file; taken as
//! values, written in both dialects and read again with the same values; and seen as release 0.5 saw them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proscenio_espresso3d::format::{Options, format};
use proscenio_espresso3d::model::{File, FileItem, TextureSet};
use proscenio_espresso3d::{
    Document, FileKind, Kept, Spelling, WriteOptions, check, engine_view, write_file, write_texture_set,
};
use proscenio_source::Source;

fuzz_target!(|data: &[u8]| {
    for kind in [FileKind::Map, FileKind::Actor, FileKind::TextureSet] {
        let document = read(data, kind);
        assert_eq!(document.write(), data);
        for finding in document.findings().iter().chain(&check(&document)) {
            assert!(finding.span.is_none_or(|span| span.end() as usize <= data.len()), "{finding:?}");
        }
        let sectors = document.sectors().flat_map(|sector| sector.triangles());
        let models = document.models().flat_map(|model| model.triangles());
        for triangle in sectors.chain(models) {
            let _ = (triangle.vertices(), triangle.texture(), triangle.detail(0), triangle.bone_links());
        }
        match kind {
            FileKind::TextureSet => texture_set(&document),
            _ => values(&document),
        }
        laid_out(&document);
        seen(&document);
    }
});

fn read(bytes: &[u8], kind: FileKind) -> Document {
    Document::parse(Source::new("fuzz", bytes.to_vec()), kind)
}

/// Values are the same after writing and reading, in each dialect that holds them.
fn values(document: &Document) {
    let file = File::of(document).value;
    for spelling in [Spelling::Block, Spelling::Line] {
        let options = WriteOptions { spelling, ..WriteOptions::default() };
        let written = write_file(&file, &options);
        let again = File::of(&read(&written.text, document.kind())).value;
        if written.losses.is_empty() {
            assert_eq!(slashes(file.clone()), again, "{}", String::from_utf8_lossy(&written.text));
        }
    }
}

/// Backslashes are written as slashes.
fn slashes(mut file: File) -> File {
    for item in &mut file.items {
        if let FileItem::TextureSet(set) = item {
            let path: Vec<u8> =
                set.path.bytes().iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect();
            set.path = proscenio_espresso3d::model::Name::new(&path);
        }
    }
    file
}

fn texture_set(document: &Document) {
    let set = TextureSet::of(document).value;
    let written = write_texture_set(&set, &WriteOptions::default());
    let again = write_texture_set(
        &TextureSet::of(&read(&written.text, FileKind::TextureSet)).value,
        &WriteOptions::default(),
    );
    if written.losses.is_empty() {
        assert_eq!(written.text, again.text);
    }
}

/// A file that is laid out stays so.
fn laid_out(document: &Document) {
    let once = format(document, &Options::default());
    if !once.refused {
        let twice = format(&read(&once.text, document.kind()), &Options::default());
        assert!(!twice.refused && !twice.changed, "{}", String::from_utf8_lossy(&once.text));
    }
}

/// What release 0.5 keeps can be written and read again.
fn seen(document: &Document) {
    for loads in [true, false] {
        let view = engine_view(document, &|_| loads);
        let _ = view.counts();
        let written = match &view.kept {
            Kept::File(file) => write_file(file, &WriteOptions::default()),
            Kept::TextureSet(set) => write_texture_set(set, &WriteOptions::default()),
        };
        let second = read(&written.text, document.kind());
        let again = engine_view(&second, &|_| true);
        if written.losses.is_empty() && document.kind() != FileKind::TextureSet {
            assert!(!again.stopped, "{:?}\n{}", again.findings, String::from_utf8_lossy(&written.text));
        }
    }
}
