//! Bitmap fonts.

use proscenio_nacatamalon::files::font::{BitmapFont, Setting};

use crate::{codes, document, good};

const MINI: &str = r#"{ "name": "Mini", "glyphHeight": 6, "tracking": 1, "baseline": 5, "atlasWidth": 32, "atlasHeight": 6,
  "chars": [ { "char": "A", "x": 0, "y": 0, "w": 5 }, { "char": "B", "x": 5, "y": 0, "w": 5 } ] }"#;

#[test]
fn checked_a_text_of_two_glyphs() {
    let font = good(BitmapFont::read(&document("mini.json", MINI)));
    let setting = Setting { font_size: Some(12.0), letter_spacing: 1.0, ..Setting::default() };
    let block = font.set("AB", &setting);
    assert_eq!(block.glyphs[1].x, 13.0);
    assert_eq!((block.width, block.height), (23.0, 12.0));
    assert_eq!((block.glyphs[0].w, block.glyphs[0].h), (10.0, 12.0));
    assert_eq!(font.advance('A', &setting), 13.0);
    assert_eq!(font.window(&font.glyphs[1], 99.0, 99.0), ([5.0 / 32.0, 0.0], [5.0 / 32.0, 1.0]));
}

#[test]
fn texts_are_set_line_by_line() {
    let font = good(BitmapFont::read(&document("mini.json", MINI)));
    let setting = Setting { line_spacing: 2.0, align: 1.0, ..Setting::default() };
    let block = font.set("aB\n\nA?", &setting);
    // Small letters take the shape of large ones; an unknown one takes half the height, and draws nothing.
    assert_eq!((block.width, block.height, block.glyphs.len()), (11.0, 22.0, 3));
    assert_eq!((block.glyphs[2].x, block.glyphs[2].y), (2.0, 16.0));
    let wrapped = font.set("AB AB AB", &Setting { max_width: 27.0, ..Setting::default() });
    assert_eq!((wrapped.height, wrapped.width), (12.0, 27.0));
    let narrow = font.set("ABAB A", &Setting { max_width: 3.0, ..Setting::default() });
    assert_eq!(narrow.height, 12.0);
    assert_eq!(font.set("", &Setting::default()).height, 6.0);
}

#[test]
fn the_engines_own_font_has_all_its_letters() {
    let font = BitmapFont::built_in();
    assert_eq!(font.glyphs.len(), 95 + 27);
    let glyph = &font.glyphs[font.glyph('A').unwrap()];
    assert_eq!((glyph.x, glyph.y), (8.0, 16.0));
    assert_eq!(font.advance('x', &Setting::default()), 9.0);
    assert!(font.glyph('€').is_some() && font.glyph('ß').is_none());
}

#[test]
fn a_font_that_the_engine_refuses_says_why() {
    for text in [r#"{"chars":[]}"#, r#"{"glyphHeight":0,"chars":[]}"#, r#"{"glyphHeight":8}"#] {
        assert!(BitmapFont::read(&document("a.json", text)).refused, "{text}");
    }
    let odd =
        BitmapFont::read(&document("a.json", r#"{"glyphHeight":8,"chars":[{"x":1},{"char":"a","w":"5"}]}"#));
    assert_eq!(codes(&odd.findings), ["file-entry-dropped", "file-default-taken"]);
    assert!(odd.file.serialize().contains("\"w\": 0"));
}
