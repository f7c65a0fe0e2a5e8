//! Values into text and back: nothing is lost between documents, values and both dialects.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

mod values;

use proptest::prelude::*;
use proscenio_espresso3d::format::{Options, format};
use proscenio_espresso3d::model::{
    Command, Comment, Entry, File, Frame, FrameBone, Layer, Model, Name, Sector, TextureSet, TextureSetRef,
    Triangle,
};
use proscenio_espresso3d::{
    CommandKind, Document, FileKind, LineEnd, Spelling, WriteOptions, write_file, write_texture_set,
};
use proscenio_source::Source;

fn block() -> WriteOptions {
    WriteOptions::default()
}

fn line() -> WriteOptions {
    WriteOptions { spelling: Spelling::Line, ..WriteOptions::default() }
}

fn read(text: &[u8], kind: FileKind) -> Document {
    Document::parse(Source::new("made", text.to_vec()), kind)
}

/// The text of values; nothing may be lost.
fn text(file: &File, options: &WriteOptions) -> Vec<u8> {
    let written = write_file(file, options);
    assert_eq!(written.losses, []);
    written.text
}

fn taken(text: &[u8], kind: FileKind) -> File {
    let document = read(text, kind);
    let taken = File::of(&document);
    assert_eq!(taken.findings, [], "{}", String::from_utf8_lossy(text));
    taken.value
}

fn findings(document: &Document) -> Vec<&'static str> {
    document.findings().iter().map(|finding| finding.code).collect()
}

#[test]
fn a_map_in_both_dialects() {
    let map = values::map();
    let block_text = text(&map, &block());
    insta::assert_snapshot!("map_block", String::from_utf8_lossy(&block_text));
    assert_eq!(findings(&read(&block_text, FileKind::Map)), ["espresso3d/accurate-portal"]);
    let line_text = text(&map, &line());
    insta::assert_snapshot!("map_line", String::from_utf8_lossy(&line_text));
    assert_eq!(taken(&line_text, FileKind::Map), map);
    assert_eq!(taken(&block_text, FileKind::Map), map);
}

#[test]
fn an_actor_in_both_dialects() {
    let actor = values::actor();
    let block_text = text(&actor, &block());
    insta::assert_snapshot!("actor_block", String::from_utf8_lossy(&block_text));
    assert_eq!(findings(&read(&block_text, FileKind::Actor)), [""; 0]);
    assert_eq!(taken(&block_text, FileKind::Actor), actor);
    let written = write_file(&actor, &line());
    insta::assert_snapshot!("actor_line", String::from_utf8_lossy(&written.text));
    let told: Vec<&str> = written.losses.iter().map(|loss| loss.message.as_str()).collect();
    insta::assert_snapshot!("actor_line_losses", told.join("\n"));
}

#[test]
fn a_texture_set() {
    let set = TextureSet {
        items: vec![
            Entry { alias: "WALL".into(), path: "textures\\wall{1}.png".into() }.into(),
            Comment::new("the floor").into(),
            Entry { alias: "FLOOR".into(), path: "/a/floor.png".into() }.into(),
        ],
    };
    let written = write_texture_set(&set, &WriteOptions { line_end: LineEnd::CrLf, ..block() });
    assert_eq!(written.losses, []);
    assert_eq!(
        String::from_utf8(written.text.clone()).unwrap(),
        "WALL textures/wall{1}.png;\r\n# the floor\r\nFLOOR /a/floor.png;\r\n"
    );
    let again = TextureSet::of(&read(&written.text, FileKind::TextureSet));
    assert_eq!(
        write_texture_set(&again.value, &WriteOptions { line_end: LineEnd::CrLf, ..block() }),
        written
    );
}

#[test]
fn what_no_file_can_hold_is_told_and_replaced() {
    let mut sector = Sector::new("two words");
    let mut triangle = Triangle { vertices: Some([[f64::NAN, 0.0, 0.0]; 3]), ..Triangle::default() };
    triangle.texture = Some(Layer::new([[0.0; 2]; 3], "#A"));
    sector.items.push(triangle.into());
    let mut map = File::new(FileKind::Map);
    map.items.push(TextureSetRef::new("my set.txt").into());
    map.items.push(sector.into());
    let written = write_file(&map, &block());
    let codes: Vec<&str> = written.losses.iter().map(|loss| loss.code).collect();
    assert_eq!(
        codes[..3],
        ["espresso3d/unwritable-name", "espresso3d/unwritable-name", "espresso3d/unwritable-number"]
    );
    let text = String::from_utf8(written.text).unwrap();
    assert!(text.starts_with("TEXTURESET my_set.txt NOJAR\nSECTOR two_words\n"), "{text}");
    assert!(text.contains("0 0 0, 0 0 0, 0 0 0;") && text.contains(", _A;"), "{text}");
}

#[test]
fn a_flood_of_losses_becomes_a_sum() {
    let mut model = Model::default();
    for _ in 0..300 {
        model.items.push(proscenio_espresso3d::model::Bone::default().into());
    }
    let mut actor = File::new(FileKind::Actor);
    actor.items.push(model.into());
    let written = write_file(&actor, &line());
    assert_eq!(written.losses.len(), 101);
    assert!(written.losses[100].message.starts_with("200 further places"));
}

/// A writer that is emptied on the way gives the same text as one that is not.
#[test]
fn a_writer_can_be_emptied_on_the_way() {
    let map = values::map();
    let mut writer = proscenio_espresso3d::Writer::new(FileKind::Map, &block());
    let mut streamed = Vec::new();
    for set in map.texture_sets() {
        writer.texture_set(set);
    }
    for sector in map.sectors() {
        writer.open_sector(sector.id.as_ref());
        for triangle in sector.triangles() {
            writer.triangle(triangle);
            streamed.extend(writer.take());
        }
        writer.close();
    }
    streamed.extend(writer.finish().text);
    let mut bare = map.clone();
    bare.items.retain(|item| !matches!(item, proscenio_espresso3d::model::FileItem::Comment(_)));
    for item in &mut bare.items {
        if let proscenio_espresso3d::model::FileItem::Sector(sector) = item {
            sector.items.retain(|item| matches!(item, proscenio_espresso3d::model::SectorItem::Triangle(_)));
        }
    }
    assert_eq!(streamed, text(&bare, &block()));
}

/// What reads a file without its help finds the same values again: text that means nothing is a comment.
#[test]
fn text_without_meaning_becomes_comments() {
    let source = "\u{feff}old words\nSECTOR hall # the hall\n{\n  LIGHT lamp\n  {\n    BRIGHT 3\n  }\n  TRIANGLE\n  {\n    \
        nonsense\n    VERTICES\n      0 0 0, 1 0 0, 0 1 0, 7 # tail\n    TEXTURE\n      9 9, 9 9, 9 9, OLD;\n    \
        TEXTURE\n      0 0, 1 0, 0 1, WALL;\n  }\n}\n}\nTERRAIN t\n";
    let document = read(source.as_bytes(), FileKind::Map);
    assert_eq!(format(&document, &Options::default()).findings.len(), 7);
    let done = format(&document, &Options::default());
    assert!(!done.refused);
    insta::assert_snapshot!("text_without_meaning", String::from_utf8_lossy(&done.text));
}

#[test]
fn a_damaged_file_is_left_as_it_is_unless_losses_are_allowed() {
    let source = b"SECTOR a\n{\n TRIANGLE\n {\n VERTICES\n 0 0 x 1\n }\n}\n";
    let document = read(source, FileKind::Map);
    let kept = format(&document, &Options::default());
    assert!(kept.refused && !kept.changed && kept.text == source);
    assert_eq!(kept.findings[0].code, "espresso3d/not-formatted");
    let lossy = format(&document, &Options { lossy: true, ..Options::default() });
    let text = String::from_utf8(lossy.text).unwrap();
    assert_eq!(text, "SECTOR a\n{\n  # VERTICES\n  # 0 0 x 1\n  TRIANGLE\n  {\n  }\n}\n");
}

#[test]
fn what_the_line_dialect_cannot_hold_is_refused() {
    let document = read(&text(&values::actor(), &block()), FileKind::Actor);
    let to_line = Options { spelling: Some(Spelling::Line), ..Options::default() };
    let refused = format(&document, &to_line);
    assert!(refused.refused && refused.findings.iter().all(|finding| finding.span.is_some()));
    let done = format(&document, &Options { lossy: true, ..to_line });
    assert!(!done.refused && done.changed);
    assert_eq!(read(&done.text, FileKind::Actor).dialect(), proscenio_espresso3d::Dialect::Line);
}

#[test]
fn bones_of_the_transitional_spelling_become_bones() {
    let source = b"MODEL\n{\n  BONEGROUP g\n  {\n    ROOTBONE a\n      0 0 0, b;\n    BONE b\n      1 0 0;\n  }\n  \
        TRIANGLE\n  {\n    VERTICES\n      0 0 0, 1 0 0, 0 1 0;\n    BONEATTACHMENT\n      g a, g b, g b;\n    TEXTURE\n      \
        0 0, 1 0, 0 1, W;\n  }\n}\n";
    let done = format(&read(source, FileKind::Actor), &Options::default());
    assert_eq!(done.findings[0].code, "espresso3d/bones-respelled");
    insta::assert_snapshot!("transitional", String::from_utf8_lossy(&done.text));
}

/// Two byte order marks: the second is part of the first alias, and would be the mark of a file written anew.
#[test]
fn a_name_does_not_become_the_mark_of_a_file() {
    let document = read("\u{feff}\u{feff}WALL wall.png;\n".as_bytes(), FileKind::TextureSet);
    let refused = format(&document, &Options::default());
    assert!(refused.refused && refused.findings[0].code == "espresso3d/unwritable-name");
    let lossy = format(&document, &Options { lossy: true, ..Options::default() });
    assert_eq!(lossy.text, b"_WALL wall.png;\n");
}

/// A word of the format may be a name wherever it stands behind a tag.
#[test]
fn names_that_are_words_of_the_format() {
    let mut actor = File::new(FileKind::Actor);
    let mut model = Model { name: Some("BONE".into()), items: Vec::new() };
    let bone = proscenio_espresso3d::model::Bone {
        id: Some("UP".into()),
        parent: Some("POSITION".into()),
        ..Default::default()
    };
    model.items.push(bone.into());
    let names: [Option<Name>; 3] = ["UP", "TEXTURE", "21"].map(|name| Some(name.into()));
    model.items.push(Triangle { bones: Some(Box::new(names)), ..Triangle::default() }.into());
    let command = Command { kind: CommandKind::Rotate, span: 1.0, amount: [0.0; 3] };
    let frame_bone = FrameBone { id: Some("ROTATE".into()), commands: vec![command] };
    let frame = Frame { id: Some("FRAME".into()), bones: vec![frame_bone] };
    let animation = proscenio_espresso3d::model::Animation {
        id: Some("ANIMATION".into()),
        fps: Some(12.5),
        frames: vec![frame],
    };
    model.items.push(animation.into());
    actor.items.push(model.into());
    assert_eq!(taken(&text(&actor, &block()), FileKind::Actor), actor);
    let mut map = File::new(FileKind::Map);
    map.items.push(Sector::new("SECTOR").into());
    assert_eq!(taken(&text(&map, &block()), FileKind::Map), map);
    assert_eq!(write_file(&map, &line()).losses[0].code, "espresso3d/cannot-hold");
}

/// Words of a text that a writer does not spell anew: no numbers, no words of the format.
fn plain_words(text: &[u8]) -> std::collections::BTreeMap<&[u8], usize> {
    let mut words = std::collections::BTreeMap::new();
    let ends = |byte: &u8| b" \t,;\r\n{}#".contains(byte);
    for word in text.split(ends).filter(|word| !word.is_empty()) {
        let spelled = proscenio_espresso3d::number(word).is_some()
            || proscenio_espresso3d::Keyword::find(word).is_some()
            || [&b"FAST"[..], b"ACCURATE", b"JAR", b"NOJAR"]
                .iter()
                .any(|known| known.eq_ignore_ascii_case(word));
        if !spelled {
            *words.entry(word).or_insert(0) += 1;
        }
    }
    words
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn values_survive_the_block_dialect(file in values::file(false)) {
        let written = text(&file, &block());
        prop_assert_eq!(taken(&written, file.kind), file);
    }

    #[test]
    fn values_survive_block_line_block(file in values::file(true)) {
        let first = text(&file, &block());
        let line_text = text(&taken(&first, file.kind), &line());
        let second = text(&taken(&line_text, file.kind), &block());
        prop_assert_eq!(taken(&line_text, file.kind), file);
        prop_assert_eq!(String::from_utf8(first).unwrap(), String::from_utf8(second).unwrap());
    }

    /// Whatever a file holds: laid out, it stays as it is, and no word is gone.
    #[test]
    fn laying_out_twice_is_laying_out_once(words in prop::collection::vec(values::word(), 0..120)) {
        let source = words.concat();
        for kind in [FileKind::Map, FileKind::Actor, FileKind::TextureSet] {
            let options = Options { lossy: true, spelling: Some(Spelling::Block), ..Options::default() };
            let once = format(&read(source.as_bytes(), kind), &options);
            let twice = format(&read(&once.text, kind), &options);
            prop_assert_eq!(String::from_utf8_lossy(&once.text), String::from_utf8_lossy(&twice.text), "{}", source);
            if once.findings.iter().any(|finding| finding.code == "espresso3d/cannot-hold") {
                continue;
            }
            let after = plain_words(&once.text);
            for (word, count) in plain_words(source.as_bytes()) {
                let found = after.get(word).copied().unwrap_or(0);
                prop_assert!(found >= count, "{:?} x{} of\n{}\nin\n{}", String::from_utf8_lossy(word), count, source,
                    String::from_utf8_lossy(&once.text));
            }
        }
    }
}
