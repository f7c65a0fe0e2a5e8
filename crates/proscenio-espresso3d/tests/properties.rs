//! Promises that hold for every input: nothing is lost, nothing panics, places make sense.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

mod values;

use proptest::prelude::*;
use proscenio_espresso3d::{Document, FileKind, Kind, NodeIndex, Tree, check};
use proscenio_source::{Source, Span};
use values::word;

const KINDS: [FileKind; 3] = [FileKind::Map, FileKind::Actor, FileKind::TextureSet];

/// Reads, writes, checks, decodes everything, and looks whether the tree's places are in order.
fn keeps_every_promise(bytes: &[u8]) {
    for kind in KINDS {
        let document = Document::parse(Source::new("x", bytes.to_vec()), kind);
        assert_eq!(document.write(), bytes);
        let len = bytes.len() as u32;
        for finding in document.findings().iter().chain(&check(&document)) {
            let span = finding.span.unwrap_or_default();
            assert!(span.end() <= len, "{} at {span:?} of {len}", finding.code);
            assert!(!finding.message.is_empty() && finding.help.is_some(), "{}", finding.code);
        }
        let visited = nested_in_order(document.tree(), document.tree().root());
        assert_eq!(visited, document.tree().len());
        decode(&document);
    }
}

/// Children lie inside their parent, one behind the other. Returns the number of nodes.
fn nested_in_order(tree: &Tree, index: NodeIndex) -> u32 {
    let whole = tree.node(index).span();
    let (mut at, mut count) = (whole.start(), 1);
    for (child, node) in tree.children(index) {
        let span = node.span();
        assert!(whole.contains(span) && at <= span.start(), "{:?} {span:?} in {whole:?}", node.kind());
        at = span.end();
        count += nested_in_order(tree, child);
    }
    count
}

fn decode(document: &Document) {
    for sector in document.sectors() {
        for triangle in sector.triangles() {
            let _ = (triangle.vertices(), triangle.texture(), triangle.detail(0), triangle.bone_links());
        }
        for portal in sector.portals() {
            let _ = (portal.corners(), portal.link_sector(), portal.link_portal(), portal.portal_type());
        }
        for actor in sector.actors() {
            let _ = (actor.pose(), actor.name(), actor.id());
        }
    }
    for model in document.models() {
        for bone in model.bones() {
            let _ = (bone.pose(), bone.parent().map(|word| word.text().len()));
        }
        for animation in model.animations() {
            for command in animation.frames().flat_map(|f| f.bones()).flat_map(|b| b.commands()) {
                let _ = (command.frames(), command.amount(), animation.fps());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        keeps_every_promise(&bytes);
    }

    #[test]
    fn random_words(words in prop::collection::vec(word(), 0..120)) {
        keeps_every_promise(words.concat().as_bytes());
    }

    #[test]
    fn a_cut_file_keeps_what_stands_before_the_cut(cut in 0usize..400) {
        let whole = two_rooms();
        let cut = cut.min(whole.len());
        keeps_every_promise(&whole.as_bytes()[..cut]);
        let before = whole[..cut].matches("VERTICES\n  0 0 0, 1 0 0, 0 1 0;").count();
        let document = Document::parse(Source::new("x", whole.as_bytes()[..cut].to_vec()), FileKind::Map);
        let read = document.sectors().flat_map(|s| s.triangles()).filter(|t| t.vertices().is_some()).count();
        prop_assert!(read >= before, "{read} of {before}");
    }

    #[test]
    fn numbers_are_read_as_written(values in prop::collection::vec(-1e6f64..1e6, 9)) {
        let list: Vec<String> = values.iter().map(f64::to_string).collect();
        let text = format!("SECTOR s\n{{\nTRIANGLE\n{{\nVERTICES\n{}\n}}\n}}", list.join(" "));
        let document = Document::parse(Source::new("x", text.into_bytes()), FileKind::Map);
        let corners = document.sectors().next().unwrap().triangles().next().unwrap().vertices().unwrap();
        prop_assert_eq!(corners.concat(), values);
    }
}

fn two_rooms() -> String {
    let triangle = "TRIANGLE\n {\n VERTICES\n  0 0 0, 1 0 0, 0 1 0;\n TEXTURE\n  0 0, 1 0, 0 1, WALL;\n }\n";
    format!("SECTOR a\n{{\n{triangle}{triangle}}}\nSECTOR b\n{{\n{triangle}}}\n")
}

/// Damage that would nest without end must neither overflow the stack nor take quadratic time.
#[test]
fn deep_and_long_damage_is_linear() {
    let long = 200_000;
    for unit in [
        "{ ",
        "} ",
        "TRIANGLE { ",
        "SECTOR s { ",
        "LIGHT { ",
        "MODEL { ANIMATION a 1 { FRAME 1 { BONE b { ",
        "TRIANGLE { PORTAL FAST p { ",
        "BONE b { ANIMATION ",
        "x ",
        "# x\n",
        "#x ",
        "1 ",
        "TEXTURESET ",
        "PORTAL ",
        "ACTOR a b { TRIANGLE { BONE c { ",
        "BONEGROUP g { BONE b 1 2 3 c ",
        ", ",
        "\n",
        "x { ",
    ] {
        let text = unit.repeat(long / unit.len());
        for kind in KINDS {
            let document = Document::parse(Source::new("x", text.clone().into_bytes()), kind);
            let findings = check(&document).len() + document.findings().len();
            assert!(findings < 20_000, "{unit}: {findings}");
            assert_eq!(nested_in_order(document.tree(), document.tree().root()), document.tree().len());
        }
    }
}

/// The typed view and an edit: one number changes, every other byte stays.
#[test]
fn an_edit_changes_the_bytes_it_names_and_no_other() {
    let text = two_rooms();
    let document = Document::parse(Source::new("x", text.clone().into_bytes()), FileKind::Map);
    let triangle = document.sectors().nth(1).unwrap().triangles().next().unwrap();
    let field = triangle.item().children().find(|child| child.kind() == Kind::Vertices).unwrap();
    let (span, value) = field.numbers().nth(3).unwrap();
    assert_eq!(value, Some(1.0));
    let edited = document.edited(&[proscenio_source::Edit::replace(span, "2.50")]).unwrap();
    let again = edited.sectors().nth(1).unwrap().triangles().next().unwrap();
    assert_eq!(again.vertices().unwrap()[1], [2.5, 0.0, 0.0]);
    let expected = [&text[..span.start() as usize], "2.50", &text[span.end() as usize..]].concat();
    assert_eq!(edited.write(), expected.as_bytes());
    assert!(edited.edited(&[proscenio_source::Edit::delete(Span::new(9999, 10_000))]).is_err());
}
