//! What holds for every sidecar file, good or not.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use proptest::prelude::*;
use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::particles::parse_colour;
use proscenio_nacatamalon::files::{Sidecar, SidecarKind};
use proscenio_source::Source;
use serde_json::{Value as Json, json};
use support::any_json;

fn document(kind: SidecarKind, bytes: &[u8]) -> Document {
    let source = Source::new("x", bytes.to_vec());
    if kind.is_text() { Document::of_text(source) } else { Document::parse(source) }
}

/// Reads, asks everything that is derived, writes, and reads again.
fn check(kind: SidecarKind, bytes: &[u8]) {
    let own = document(kind, bytes);
    assert_eq!(own.write(), bytes);
    let read = Sidecar::read(&own, kind);
    for finding in &read.findings {
        assert!(finding.span.is_none_or(|span| span.end() as usize <= bytes.len()), "{finding:?}");
        assert!(finding.help.is_some());
    }
    ask(&read.file);
    let first = read.file.serialize();
    if read.refused {
        return;
    }
    let again = Sidecar::read(&document(kind, first.as_bytes()), kind);
    assert!(!again.refused, "{first}\n{:?}", again.findings);
    let second = again.file.serialize();
    assert_eq!(first, second);
    if !kind.is_text() {
        let before: Json = serde_json::from_slice(bytes).unwrap_or(Json::Null);
        let after: Json = serde_json::from_str(&first).unwrap();
        let names = |value: &Json| value.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>());
        for name in names(&before).unwrap_or_default() {
            // What a file of the kind does not know is never lost.
            assert!(!name.starts_with("mine") || after.get(&name) == before.get(&name), "{name} {first}");
        }
    }
}

/// Everything that is computed from a file, with numbers of no good will.
fn ask(file: &Sidecar) {
    match file {
        Sidecar::Atlas(atlas) => {
            for (w, h) in [(40.0, 16.0), (0.0, 0.0), (f64::NAN, 1e300)] {
                if let Ok(sheet) = atlas.sheet(w, h) {
                    let _ =
                        (sheet.frame(0), sheet.frame(sheet.len().saturating_sub(1)), sheet.frame(u64::MAX));
                    atlas.sequences.iter().for_each(|(name, _)| drop(sheet.run(name)));
                }
            }
            for (name, _) in &atlas.sequences {
                for seconds in [0.0, 0.4, 1e9, 1e300, f64::INFINITY, -1.0] {
                    let _ = atlas.frame_at(name, seconds);
                }
            }
        }
        Sidecar::Tilemap(map) => {
            for layer in map.layers_in_order() {
                let _ = (map.id_at(layer, 0.0, 0.0), map.id_at(layer, 1e300, f64::NAN));
            }
            let (column, row) = map.cell_at(-3.0, 1e300);
            let _ = (map.is_solid(column, row), map.stops_bullets(0.0, 0.0));
        }
        Sidecar::Particles(effect) => {
            let _ = (effect.colour_table(), effect.scale_table(), effect.colour_at(f64::NAN));
        }
        Sidecar::Motion(proscenio_nacatamalon::files::motion::Motion::Known(motion)) => {
            for seconds in [-1.0, 0.0, 0.5, 1e300, f64::NAN] {
                let _ = motion.position(seconds, Some(true));
                motion.tracks.iter().for_each(|track| drop(track.sample(seconds)));
            }
        }
        Sidecar::Song(song) => song.voices().into_iter().for_each(|voice| drop(song.notes(voice))),
        Sidecar::Graph(graph) => drop((graph.compile(), graph.parameters())),
        Sidecar::Wgsl(shader) => drop(shader.family.layout(&shader.parameters)),
        Sidecar::Font(font) => {
            let setting =
                proscenio_nacatamalon::files::font::Setting { max_width: 9.0, ..Default::default() };
            let _ = font.set("a b\nc", &setting);
        }
        Sidecar::Cube(cube) => drop(cube.map([0.5, f64::NAN, 7.0])),
        Sidecar::Project(project) => drop(project.fit(0.0, 1e300)),
        Sidecar::Pack(pack) => drop(pack.find("a", ".box")),
        Sidecar::Box(file) => drop(file.top()),
        _ => {}
    }
}

const NAMES: &str = "texture atlas grid packed sequences frameWidth frameHeight columns rows margin spacing count x y w h z \
    frames fps loop next cell width height tiles layers frame anim solid blocksBullets becomes name order data 1 2 0 \
    max blend worldSpace emission shape direction spread life speed size spin gravity damping colorOverLife sizeOverLife \
    trail bounds children collision rate burst duration kind radius edge angle length t color alpha scale mode bounce \
    friction fade center on src target property keys value ease tracks voices notes pitch at tempo nodes edges comments id \
    type pos params from out to in text mask glyphHeight tracking baseline atlasWidth atlasHeight chars char key fields \
    persist adapter throttle dbName background msaa renderer scaling keep pixelRatio pauseOnBlur seed mainScene actions \
    actionsPersist post bindings deadzone press button axis dir builtin effect shader uniforms options palette lut enabled \
    colors packVersion files exports requires boxes scenes version box scene mine mine2";
const WORDS: &str = "a under over alpha additive point circle rect line sphere box cone bounce die birth death linear hold \
    easeInQuad wobble uv add split swizzle normalize output.color output.position uniform const.vec3 value number string \
    boolean vec2 vec3 color localStorage indexedDb auto manual AUTO integer contain both height device key button axis \
    crt #ff8800 red mesh3d sprite2d worldNormal fbm xy";

/// Values under the names of the formats, so that readers meet good and bad ones at every member.
fn any_file() -> impl Strategy<Value = Json> {
    let scalar = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        (-3.0..9.0).prop_map(Json::from),
        (0..4_i32).prop_map(Json::from),
        Just(Json::from("")),
        prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>()).prop_map(Json::from),
    ];
    let name = prop::sample::select(NAMES.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let value = scalar.prop_recursive(5, 96, 10, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::from),
            prop::collection::vec((name.clone(), inner), 0..12)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    });
    let names = prop::sample::select(NAMES.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    prop::collection::vec((names, value), 0..20)
        .prop_map(|members| Json::Object(members.into_iter().collect()))
}

/// The least that a kind must have, so that generated members are laid over a file that is taken.
fn least(kind: SidecarKind) -> Json {
    match kind {
        SidecarKind::Atlas => {
            json!({"format": 1, "kind": "atlas", "texture": "a", "grid": {"columns": 2, "rows": 2}})
        }
        SidecarKind::Tilemap => {
            json!({"format": 1, "kind": "tilemap", "atlas": "a", "cell": 8, "width": 1, "height": 1,
            "tiles": {"1": {"frame": 0}}, "layers": [{"data": [1]}]})
        }
        SidecarKind::Motion => json!({"kind": "motion", "tracks": []}),
        SidecarKind::Graph => json!({"kind": "shadergraph", "target": "mesh3d", "nodes": [], "edges": []}),
        SidecarKind::Font => json!({"glyphHeight": 8, "chars": []}),
        SidecarKind::Pack => json!({"format": "nacatamalon-pack"}),
        SidecarKind::Particles => json!({"kind": "particles3d"}),
        _ => json!({}),
    }
}

fn laid_over(kind: SidecarKind, over: &Json) -> Json {
    let mut base = least(kind);
    for (name, value) in over.as_object().into_iter().flatten() {
        if !["kind", "format", "target"].contains(&name.as_str()) {
            base[name] = value.clone();
        }
    }
    base
}

proptest! {
    // What proptest finds is kept as a test with a name instead.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_as_every_kind(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        SidecarKind::ALL.iter().for_each(|kind| check(*kind, &bytes));
    }

    #[test]
    fn any_json_is_read_as_every_kind(value in any_json()) {
        let text = value.to_string();
        SidecarKind::ALL.iter().for_each(|kind| check(*kind, text.as_bytes()));
    }

    #[test]
    fn writing_what_was_read_is_a_fixpoint(value in any_file()) {
        for kind in SidecarKind::ALL {
            check(*kind, laid_over(*kind, &value).to_string().as_bytes());
        }
    }

    #[test]
    fn one_bad_member_at_a_time(name in prop::sample::select(NAMES.split_whitespace().collect::<Vec<_>>()), value in any_file()) {
        for kind in SidecarKind::ALL {
            let mut over = json!({});
            over[name] = value.clone();
            check(*kind, laid_over(*kind, &over).to_string().as_bytes());
        }
    }

    #[test]
    fn any_text_is_read_as_a_shader(text in "(// @(shader|uniform|wgsl|glsl) ?[a-z0-9:=, ]{0,12}\n|fn [a-z]{1,6}\\(|vec4 effect\\(|[{}()/*é;]|\n){0,20}") {
        check(SidecarKind::Wgsl, text.as_bytes());
        check(SidecarKind::Cube, text.as_bytes());
    }

    #[test]
    fn any_text_is_read_as_a_colour(text in "(#[0-9a-fA-F]{0,9}|[a-z]{0,6}\\([0-9a-z%, /.-]{0,20}\\)|.{0,12})") {
        let channels = parse_colour(&text).map(|c| [c.r, c.g, c.b, c.a]).unwrap_or_default();
        prop_assert!(channels.iter().all(|channel| (0.0..=1.0).contains(channel)), "{text} {channels:?}");
    }
}
