//! What holds for every file, good or not.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use proptest::prelude::*;
use proscenio_nacatamalon::{Document, Mode, Value, parse_scene_doc, parse_scene_doc_as, serialize};
use proscenio_source::{Severity, Source};
use serde_json::Value as Json;
use support::any_json;

fn document(bytes: &[u8]) -> Document {
    Document::parse(Source::new("x.scene", bytes.to_vec()))
}

/// Visits every value; its bytes lie inside its parent's and behind its elder siblings'.
fn visit(value: Value<'_>) -> usize {
    let mut count = 1;
    let mut at = value.span().start();
    let children = value.elements().chain(value.members().map(|member| member.value));
    for child in children {
        assert!(value.span().contains(child.span()), "{value:?} {child:?}");
        assert!(child.span().start() >= at);
        at = child.span().end();
        count += visit(child);
    }
    // Decoding never panics.
    let _ = (value.as_str(), value.as_f64(), value.as_bool(), value.kind());
    count
}

fn check_promises(bytes: &[u8]) {
    let document = document(bytes);
    assert_eq!(document.write(), bytes);
    if let Some(root) = document.root() {
        assert!(visit(root) <= document.len());
    }
    for finding in document.findings() {
        assert!(finding.span.is_none_or(|span| span.end() as usize <= bytes.len()), "{finding:?}");
    }
    let (scene, findings) = parse_scene_doc(&document);
    assert!(!scene.nodes.is_empty());
    for finding in findings {
        assert!(finding.span.is_none_or(|span| span.end() as usize <= bytes.len().max(1)), "{finding:?}");
    }
    assert!(scene.normalized(Mode::Engine).starts_with("{\n    \"format\": \"nacatamalon-scene\","));
}

/// The value as our table holds it, and as it was before it was printed. Duplicate keys are not generated.
fn assert_same(ours: Value<'_>, theirs: &Json) {
    match theirs {
        Json::Null => assert!(ours.is_null()),
        Json::Bool(truth) => assert_eq!(ours.as_bool(), Some(*truth)),
        Json::Number(number) => assert_eq!(ours.as_f64(), number.as_f64()),
        Json::String(text) => assert_eq!(ours.as_str().unwrap(), text.as_str()),
        Json::Array(list) => {
            assert_eq!(ours.elements().count(), list.len());
            ours.elements().zip(list).for_each(|(ours, theirs)| assert_same(ours, theirs));
        }
        Json::Object(members) => {
            assert_eq!(ours.members().count(), members.len());
            for (name, theirs) in members {
                assert_same(ours.get(name).unwrap(), theirs);
            }
        }
    }
}

const WORDS: &str = "sprite mesh light shapes text camera-3d camera2d script filter hologram rect line polygon \
    point spot geometry texture font cube lathe gltf clamp";
const NAMES: &str = "type id name key src source kind profile transform pivot components children data value tags \
    extra unsupportedComponents material maps wrap uniforms tint shapes points stroke fill radius width height x y r \
    texture style align occlusion lighting look steps ref effects builtin collider shape layers visible other";

/// Values under the names the format gives meaning to, so that readers meet wrong types at every field.
fn any_scene() -> impl Strategy<Value = Json> {
    let scalar = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        (-3.0..3.0).prop_map(Json::from),
        Just(Json::from("")),
        prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>()).prop_map(Json::from),
    ];
    let name = prop::sample::select(NAMES.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let value = scalar.prop_recursive(7, 128, 10, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            prop::collection::vec((name.clone(), inner), 0..10)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    });
    (value.clone(), value).prop_map(|(assets, root)| {
        serde_json::json!({"format": "nacatamalon-scene", "name": "N", "assets": assets, "root": root})
    })
}

proptest! {
    // What proptest finds is kept as a test with a name instead.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_written_back(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_promises(&bytes);
    }

    #[test]
    fn anything_made_of_the_signs_of_json_is_written_back(text in "[\\[\\]{}:,\"'\\\\/* \n\tantruefls0-9.eE+-]{0,200}") {
        check_promises(text.as_bytes());
    }

    #[test]
    fn json_is_read_as_another_reader_reads_it(value in any_json(), indented in any::<bool>()) {
        let text = if indented { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        let document = document(text.as_bytes());
        prop_assert!(document.findings().is_empty(), "{:?}", document.findings());
        assert_same(document.root().unwrap(), &value);
        check_promises(text.as_bytes());
    }

    #[test]
    fn a_file_is_found_damaged_when_a_strict_reader_refuses_it(
        value in any_json(), at in any::<prop::sample::Index>(), sign in "[\\[\\]{}:,\"x0 ]",
    ) {
        let mut text = value.to_string();
        let at = (0..=at.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap();
        text.insert_str(at, &sign);
        let refused = match serde_json::from_str::<serde::de::IgnoredAny>(&text) {
            Ok(_) => false,
            // Numbers beyond the doubles are numbers to JavaScript, and to us.
            Err(error) if error.to_string().contains("out of range") => return Ok(()),
            Err(_) => true,
        };
        let document = document(text.as_bytes());
        let found = document.findings().iter().any(|finding| finding.severity == Severity::Error);
        prop_assert_eq!(found, refused, "{}: {:?}", text, document.findings());
    }

    #[test]
    fn members_of_any_type_are_taken_or_passed_over(scene in any_scene()) {
        let text = scene.to_string();
        check_promises(text.as_bytes());
        let (scene, _) = parse_scene_doc(&document(text.as_bytes()));
        let normalized = scene.normalized(Mode::Engine);
        prop_assert!(serde_json::from_str::<Json>(&normalized).is_ok(), "{}", normalized);
        // Reading what was normalised changes nothing more, except that what was not understood is already set aside.
        let (again, _) = parse_scene_doc(&document(normalized.as_bytes()));
        prop_assert_eq!(again.normalized(Mode::Engine), normalized);
        // What is written is read as it was written.
        for mode in [Mode::Keep, Mode::Engine] {
            let written = serialize(&parse_scene_doc_as(&document(text.as_bytes()), mode).0, mode);
            let (again, _) = parse_scene_doc_as(&document(written.as_bytes()), mode);
            prop_assert_eq!(serialize(&again, mode), written);
        }
    }
}

#[test]
fn deep_files_are_read_without_recursing_too_deep() {
    for depth in [100, 511, 512, 5000, 200_000] {
        let open = "{\"children\":[";
        let head = "{\"format\":\"nacatamalon-scene\",\"name\":\"N\",\"root\":";
        let closed = [head, &open.repeat(depth), &"]}".repeat(depth), "}"].concat();
        check_promises(closed.as_bytes());
        check_promises(&closed.as_bytes()[..head.len() + open.len() * depth]);
    }
}

#[test]
fn long_files_take_linear_time() {
    // Each of these would take minutes if reading were quadratic.
    for unit in [
        "[", "]", "{", "}", ",", ":", "\"", "'", "\\", "/*", "//", "{\"a\":", "[}", "{]", "1 ", "\"\\u\"",
        "a",
    ] {
        check_promises(unit.repeat(1_000_000 / unit.len()).as_bytes());
    }
    let member = (0..100_000).map(|at| format!("\"n{at}\":1")).collect::<Vec<_>>().join(",");
    let wide = format!("{{\"format\":\"nacatamalon-scene\",\"name\":\"N\",{member},\"root\":{{{member}}}}}");
    let (scene, _) = parse_scene_doc(&document(wide.as_bytes()));
    assert_eq!((scene.unknown.len(), scene.root().extra.len()), (100_000, 100_000));
    let camera = format!("{{\"type\":\"camera-2d\",\"id\":\"c\",{member}}}");
    let mixed = "5,{\"type\":\"audio-listener\"},".repeat(50_000) + &camera;
    let tags = "5,\"a\",".repeat(50_000) + "5";
    let kept = format!(
        "{{\"format\":\"nacatamalon-scene\",\"name\":\"N\",\"root\":{{\"components\":[{mixed}],\"tags\":[{tags}]}}}}"
    );
    let written = serialize(&parse_scene_doc(&document(kept.as_bytes())).0, Mode::Keep);
    assert!(written.contains("\"n99999\": 1") && written.matches("        5").count() == 100_001);
    let kinds = (0..100_000).map(|at| format!("{{\"type\":\"t{at}\"}}")).collect::<Vec<_>>().join(",");
    let odd = format!(
        "{{\"format\":\"nacatamalon-scene\",\"name\":\"N\",\"assets\":[{kinds}],\"root\":{{\"components\":[{kinds}]}}}}"
    );
    let (_, findings) = parse_scene_doc(&document(odd.as_bytes()));
    assert_eq!(findings.len(), 2);
    assert!(findings.iter().all(|finding| finding.message.len() < 1000));
}
