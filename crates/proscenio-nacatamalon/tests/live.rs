//! Scenes that stand: what building tells, behaviours, changes, and writing back.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::cell::RefCell;
use std::rc::Rc;

use proptest::prelude::*;
use proscenio_nacatamalon::live::{
    Assets, Behaviour, BoxId, BuildOptions, LiveScene, Piece, Place, Run, Scripts, Settings, State,
    scene_from_doc, serialize_scene,
};
use proscenio_nacatamalon::model::{Component, ComponentData, Node, Setting, Transform};
use proscenio_nacatamalon::{Document, Mode, SceneDoc, parse_scene_doc, serialize};
use proscenio_source::{Finding, Source};
use serde_json::{Value as Json, json};

fn doc(scene: &Json) -> SceneDoc {
    parse_scene_doc(&Document::parse(Source::new("grove.scene", scene.to_string().into_bytes()))).0
}

fn scene(assets: &Json, components: &Json, children: &Json) -> Json {
    json!({"format": "nacatamalon-scene", "version": 1, "name": "grove", "assets": assets,
        "root": {"id": "r", "name": "Grove", "transform": null, "components": components, "children": children}})
}

fn build(scene: &Json) -> (LiveScene, Vec<Finding>) {
    scene_from_doc(&doc(scene), "grove.scene", &mut BuildOptions::default())
}

/// What building and saving tell, and what is on the scene afterwards.
fn told(scene: &Json) -> String {
    let (live, findings) = build(scene);
    let mut lines: Vec<String> =
        findings.iter().map(|told| format!("[{}] {}", told.code, told.message)).collect();
    for (_, part) in live.parts() {
        lines.push(format!("{} {} {:?}", part.id, part.component.kind.as_str(), part.state));
    }
    let lights = live.lights(live.root());
    lines.extend(lights.findings.iter().map(|told| format!("[{}] {}", told.code, told.message)));
    lines.join("\n")
}

fn saved(live: &LiveScene, mode: Mode) -> Json {
    serde_json::from_str(&serialize(&serialize_scene(live, mode).0, mode)).unwrap()
}

fn light(id: &str) -> Json {
    json!({"type": "light", "id": id})
}

#[test]
fn what_is_missing_is_told_and_left_out() {
    let components = json!([
        {"type": "sprite", "id": "sprite", "texture": "no", "atlas": "no", "material": {"effect": "no", "maps": {"a": {"texture": "no"}}, "uniforms": {"time": 1}}},
        {"type": "nine-slice", "id": "bare", "texture": null, "width": 4, "height": 4, "slice": {}},
        {"type": "nine-slice", "id": "lost", "texture": "no", "width": 4, "height": 4, "slice": {}},
        {"type": "nine-slice", "id": "good", "texture": "t", "width": 4, "height": 4, "slice": {}},
        {"type": "text", "id": "text", "font": "no"},
        {"type": "mesh", "id": "mesh", "geometry": "no"},
        {"type": "mesh", "id": "painted", "geometry": "g", "material": {"texture": "no"}},
        {"type": "particles", "id": "sparks", "effect": "no"},
        {"type": "particles", "id": "silent", "effect": ""},
        {"type": "tilemap", "id": "map", "map": "levels/a.tilemap"},
        {"type": "sound", "id": "sound", "audio": "no"},
        {"type": "music", "id": "music", "layers": [{"name": "a", "audio": "no"}]},
        {"type": "song", "id": "song", "song": "no"},
        {"type": "motion", "id": "motion", "motion": "no"},
        {"type": "mask", "id": "mask", "by": "no"},
        {"type": "sprite-texture", "id": "tv", "key": "t", "width": 1, "height": 1},
        {"type": "script", "id": "s1", "ref": "walk"},
        {"type": "script", "id": "s2", "ref": "walk"}
    ]);
    let assets = json!([{"type": "texture", "key": "t"}, {"type": "geometry", "key": "g", "source": {"kind": "cube"}}]);
    insta::assert_snapshot!(told(&scene(&assets, &components, &json!([]))));
}

#[test]
fn where_one_can_be_two_are_told() {
    let pair = |kind: &str, more: &Json| -> Vec<Json> {
        ["1", "2"]
            .map(|number| {
                let mut own = more.clone();
                own["type"] = kind.into();
                own["id"] = format!("{kind}-{number}").into();
                own
            })
            .to_vec()
    };
    let body = json!({"collider": {"shape": "circle", "radius": 1}});
    let solid = json!({"collider": {"shape": "sphere", "radius": 1}});
    let components: Vec<Json> = [
        pair("camera-2d", &json!({})),
        pair("camera-3d", &json!({})),
        pair("fog", &json!({})),
        pair("light", &json!({})),
        pair("physics-body-2d", &body),
        pair("physics-body-3d", &solid),
        pair("physics-world-2d", &json!({})),
        pair("audio-listener", &json!({})),
        pair("store", &json!({"ref": "save"})),
        pair("sprite", &json!({})),
    ]
    .concat();
    let inner =
        json!([{"id": "box", "name": "Inner", "transform": null, "components": components, "children": []}]);
    insta::assert_snapshot!(told(&scene(&json!([]), &json!([]), &inner)));
}

#[test]
fn a_body_stands_where_its_box_or_its_first_drawing_does() {
    let one = |transform: &Json, drawing: &Json, body: &str| {
        let shape = if body.ends_with("3d") { "sphere" } else { "circle" };
        let components =
            json!([{"type": body, "id": "b", "collider": {"shape": shape, "radius": 1}}, drawing]);
        let inner = json!([{"id": "box", "transform": transform, "components": components, "children": []}]);
        build(&scene(
            &json!([{"type": "geometry", "key": "g", "source": {"kind": "cube"}}]),
            &json!([]),
            &inner,
        ))
        .1
        .is_empty()
    };
    let (nowhere, sprite) = (json!(null), json!({"type": "sprite", "id": "s", "transform": {"x": 1}}));
    let mesh = json!({"type": "mesh", "id": "s", "geometry": "g", "transform": {"x": 1}});
    assert!(one(&json!({}), &light("l"), "physics-body-2d"));
    assert!(one(&nowhere, &sprite, "physics-body-2d"));
    assert!(one(&nowhere, &mesh, "physics-body-3d"));
    assert!(!one(&nowhere, &sprite, "physics-body-3d"));
    assert!(!one(&nowhere, &light("l"), "physics-body-2d"));
}

#[test]
fn lights_beyond_the_eighth_and_second_shadows_are_told() {
    let boxes: Vec<Json> = (0..10)
        .map(|at| json!({"id": format!("b{at}"), "components": [{"type": "light", "id": format!("l{at}"), "castShadow": true}]}))
        .collect();
    let (live, _) =
        build(&scene(&json!([]), &json!([{"type": "light", "id": "a", "kind": "ambient"}]), &json!(boxes)));
    let lights = live.lights(live.root());
    assert_eq!(lights.shining.len(), 9);
    assert_eq!(lights.shadow, live.find_part("l0"));
    let codes: Vec<&str> = lights.findings.iter().map(|told| told.code).collect();
    assert_eq!(codes, ["nacatamalon/too-many-lights", "nacatamalon/second-shadow-caster"]);
}

/// What happened, in order.
type Log = Rc<RefCell<Vec<String>>>;

struct Walker {
    log: Log,
    tool: bool,
}

impl Behaviour for Walker {
    fn declared(&self) -> Settings {
        vec![("speed".into(), Setting::Number(40.0)), ("loud".into(), Setting::Bool(false))]
    }

    fn is_tool(&self) -> bool {
        self.tool
    }

    fn start(&mut self, scene: &mut LiveScene, host: BoxId, settings: &Settings) {
        let own = scene.get(host).unwrap();
        self.log.borrow_mut().push(format!(
            "start {} with {} below, {settings:?}",
            own.node.name,
            own.children().len()
        ));
        let spark = scene.fresh_id();
        scene.spawn_box(host, Place::Last, Node::new(spark, "Spark")).unwrap();
    }

    fn update(&mut self, scene: &mut LiveScene, host: BoxId, seconds: f64) {
        let own = scene.get_mut(host).unwrap();
        let place = own.node.transform.get_or_insert(Transform::IDENTITY);
        place.x += seconds;
        self.log.borrow_mut().push(format!("update {} to {}", own.node.name, place.x));
    }
}

/// Removes the boxes around it.
struct Eraser;

impl Behaviour for Eraser {
    fn start(&mut self, scene: &mut LiveScene, host: BoxId, _: &Settings) {
        assert!(scene.remove_box(host));
        assert!(!scene.remove_box(scene.root()));
    }
}

fn walking() -> Json {
    let script = json!({"type": "script", "id": "s", "ref": "walk", "props": {"speed": 9, "name": "x"}});
    let erased = json!({"id": "gone", "name": "Gone", "components": [{"type": "script", "id": "e", "ref": "erase"}, {"type": "script", "id": "e2", "ref": "walk"}],
        "children": [{"id": "lost", "name": "Lost", "components": [{"type": "script", "id": "e3", "ref": "walk"}]}]});
    scene(
        &json!([]),
        &json!([script]),
        &json!([{"id": "kid", "name": "Kid", "components": [{"type": "script", "id": "s2", "ref": "walk"}]}, erased]),
    )
}

fn scripts(log: &Log, tool: bool) -> Scripts {
    let mut scripts = Scripts::new();
    let log = Rc::clone(log);
    scripts.register("walk", move || Walker { log: Rc::clone(&log), tool });
    scripts.register("erase", || Eraser);
    scripts
}

#[test]
fn behaviours_run_before_the_boxes_below_are_built() {
    let log = Log::default();
    let mut scripts = scripts(&log, false);
    let mut options = BuildOptions { scripts: Some(&mut scripts), seed: 5, ..BuildOptions::default() };
    let (mut live, findings) = scene_from_doc(&doc(&walking()), "grove.scene", &mut options);
    assert!(findings.is_empty(), "{findings:?}");
    scripts.update(&mut live, 0.5);
    assert_eq!(scripts.running(), 2);
    let kid = live.find("kid").unwrap();
    assert!(live.remove_box(kid));
    scripts.update(&mut live, 0.5);
    assert_eq!(scripts.running(), 1);
    insta::assert_snapshot!(log.borrow().join("\n"));
    // Sparks are not written; the removed box is gone; settings are resolved for the engine alone.
    let kept = saved(&live, Mode::Keep);
    assert_eq!(kept["root"]["children"], json!([]));
    assert_eq!(kept["root"]["components"][0]["props"], json!({"speed": 9, "name": "x"}));
    let engine = saved(&live, Mode::Engine);
    assert_eq!(engine["root"]["components"][0]["props"], json!({"speed": 9, "loud": false, "name": "x"}));
}

#[test]
fn attached_scenes_run_tools_alone() {
    for tool in [false, true] {
        let log = Log::default();
        let mut scripts = scripts(&log, tool);
        let mut options =
            BuildOptions { scripts: Some(&mut scripts), run: Run::Attach, ..BuildOptions::default() };
        let (live, _) = scene_from_doc(&doc(&walking()), "grove.scene", &mut options);
        assert_eq!(scripts.running(), if tool { 4 } else { 0 });
        // Nothing was erased, and everything is recorded.
        assert!(live.find("lost").is_some());
        assert_eq!(live.built().count(), 5);
    }
}

#[test]
fn a_missed_behaviour_is_told_once_until_the_registry_is_cleared() {
    let mut scripts = Scripts::new();
    let build = |scripts: &mut Scripts| {
        let mut options = BuildOptions { scripts: Some(scripts), ..BuildOptions::default() };
        scene_from_doc(&doc(&walking()), "grove.scene", &mut options).1.len()
    };
    assert_eq!((build(&mut scripts), build(&mut scripts)), (2, 0));
    scripts.clear();
    assert_eq!(build(&mut scripts), 2);
}

#[test]
fn boxes_are_added_moved_and_removed_before_writing_back() {
    let children = json!([{"id": "a", "name": "A", "children": [{"id": "b", "name": "B"}]}, {"id": "c", "name": "C", "note": 1}]);
    let (mut live, _) = build(&scene(&json!([]), &json!([]), &children));
    let (root, a, b, c) =
        (live.root(), live.find("a").unwrap(), live.find("b").unwrap(), live.find("c").unwrap());
    assert!(
        !live.move_box(a, b, Place::Last)
            && !live.move_box(root, a, Place::Last)
            && !live.move_box(a, a, Place::Last)
    );
    assert!(live.move_box(c, a, Place::At(0)) && live.move_box(b, root, Place::At(0)));
    let mut node = Node::new("n", "New");
    node.components =
        doc(&scene(&json!([]), &json!([light("glow")]), &json!([]))).nodes[0].components.clone();
    let new = live.add_box(a, Place::Last, node).unwrap();
    let glow = live.find_part("glow").unwrap();
    assert_eq!((glow.owner, live.lights(root).shining.len()), (new, 1));
    let spark = live.spawn_box(new, Place::Last, Node::new("s", "Spark")).unwrap();
    live.add_box(spark, Place::Last, Node::new("t", "Below a spark")).unwrap();
    let names = |value: &Json| {
        let mut out = Vec::new();
        let mut pending = vec![(value.clone(), 0)];
        while let Some((own, depth)) = pending.pop() {
            out.push(format!("{}{}", "-".repeat(depth), own["id"].as_str().unwrap()));
            pending
                .extend(own["children"].as_array().unwrap().iter().rev().map(|own| (own.clone(), depth + 1)));
        }
        out.join(" ")
    };
    assert_eq!(names(&saved(&live, Mode::Keep)["root"]), "r -b -a --c --n");
    assert_eq!(saved(&live, Mode::Keep)["root"]["children"][1]["children"][0]["extra"], json!({"note": 1}));
    assert!(live.remove_part(glow).is_some() && live.part(glow).is_none() && live.remove_box(a));
    assert!(live.get(new).is_none() && live.add_box(new, Place::Last, Node::new("x", "X")).is_none());
    assert_eq!(names(&saved(&live, Mode::Keep)["root"]), "r -b");
}

#[test]
fn what_code_made_is_left_out_with_a_finding() {
    let components = json!([{"type": "mesh", "id": "m", "geometry": "g"}, {"type": "sound", "id": "s", "audio": "a"}, {"type": "sprite", "id": "p"}]);
    let assets =
        json!([{"type": "geometry", "key": "g", "source": {"kind": "plane"}}, {"type": "audio", "key": "a"}]);
    let (mut live, _) = build(&scene(&assets, &components, &json!([])));
    for (id, name) in [("m", "blob"), ("s", "beep")] {
        let part = live.find_part(id).unwrap();
        live.part_mut(part).unwrap().made_by_code = Some(name.to_owned());
    }
    let (saved, findings) = serialize_scene(&live, Mode::Keep);
    let told: Vec<String> = findings.iter().map(|told| format!("{} {}", told.code, told.message)).collect();
    assert_eq!(
        told,
        [
            "nacatamalon/raw-geometry `blob`, a mesh made by code, is left out",
            "nacatamalon/code-effect `beep`, a sound made by code, is left out"
        ]
    );
    let left: Vec<&str> = saved.root().components.iter().map(|own| own.id.as_str()).collect();
    assert_eq!(left, ["p"]);
}

#[test]
fn the_engine_saves_what_stands_and_is_used() {
    let assets = json!([
        {"type": "audio", "key": "unused"}, {"type": "texture", "key": "both", "src": "a.png"}, {"type": "geometry", "key": "torus", "source": {"kind": "torus", "tube": 0.5}},
        {"type": "atlas", "key": "both", "src": "a.atlas"}, {"type": "strange", "key": "x"}, {"type": "shader", "key": "glow"}
    ]);
    let components = json!([
        {"type": "script", "id": "s", "ref": "walk"},
        {"type": "tilemap", "id": "m1", "map": "one"}, {"type": "tilemap", "id": "m2", "map": "two"},
        {"type": "sprite", "id": "p", "texture": "both", "mine": 1}, {"type": "sprite", "id": "q", "texture": null, "atlas": "both"},
        {"type": "mesh", "id": "lost", "geometry": "nowhere"},
        {"type": "mesh", "id": "ring", "geometry": "torus", "material": {"effect": "glow"}},
        {"type": "odd", "id": "o"}, light("l")
    ]);
    let (live, _) = build(&scene(&assets, &components, &json!([])));
    insta::assert_snapshot!(serialize(&serialize_scene(&live, Mode::Engine).0, Mode::Engine));
}

#[test]
fn pictures_see_what_is_below_them() {
    let tv = json!({"id": "tv", "components": [{"type": "camera-2d", "id": "tvcam", "transform": {"x": 9}}, {"type": "sprite-texture", "id": "pic", "key": "tv", "width": 8, "height": 8}],
        "children": [{"id": "in", "components": [{"type": "sprite", "id": "inner", "texture": "tv"}]}]});
    let (live, findings) =
        build(&scene(&json!([]), &json!([{"type": "sprite", "id": "outer", "texture": "tv"}]), &json!([tv])));
    assert!(findings.is_empty(), "{findings:?}");
    let view = live.find("tv").unwrap();
    let ids = |view| {
        live.draw_order(view).iter().map(|part| live.part(*part).unwrap().id.clone()).collect::<Vec<_>>()
    };
    assert_eq!((ids(live.root()), ids(view)), (vec!["outer".to_owned()], vec!["inner".to_owned()]));
    assert_eq!(live.camera_2d(view).unwrap().x, 9.0);
    assert!(live.camera_2d(live.root()).is_none());
    let order: Vec<String> = live.order().iter().map(|part| live.part(*part).unwrap().id.clone()).collect();
    assert_eq!(order, ["outer", "pic", "tvcam", "inner"]);
}

#[test]
fn pinned_things_alone_are_seen_when_the_world_is_off_screen() {
    let mut whole = scene(
        &json!([]),
        &json!([{"type": "sprite", "id": "world"}]),
        &json!([{"id": "hud", "screenSpace": true, "components": [{"type": "sprite", "id": "score"}]}]),
    );
    whole["root"]["worldOffScreen"] = true.into();
    let (live, _) = build(&whole);
    assert_eq!(live.draw_order(live.root()), [live.find_part("score").unwrap()]);
}

#[test]
fn masks_find_shapes_that_come_later() {
    let children = json!([{"id": "a", "components": [{"type": "mask", "id": "m", "by": "z"}]}, {"id": "z"}]);
    let (mut live, findings) = build(&scene(&json!([]), &json!([]), &children));
    assert!(findings.is_empty());
    let (mask, shape) = (live.find_part("m").unwrap(), live.find("z").unwrap());
    assert_eq!(live.part(mask).unwrap().shape, Some(shape));
    live.remove_box(shape);
    assert_eq!(live.part(mask).unwrap().shape, None);
}

struct Models;

impl Assets for Models {
    fn pieces(&self, path: &str) -> Option<Vec<Piece>> {
        let piece = |name: &str| Piece { name: name.to_owned(), base_colour: [1.0; 4] };
        (path == "m.glb").then(|| vec![piece(""), piece("Leg"), piece("Leg")])
    }

    fn has(&self, _: &'static str, path: &str) -> bool {
        path != "gone.png"
    }
}

#[test]
fn pieces_are_chosen_by_name_and_number() {
    let source = |more: &Json| {
        let mut own = json!({"kind": "gltf", "src": "m.glb"});
        own.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        own
    };
    let recipes = [
        json!({}),
        json!({"node": "Leg"}),
        json!({"node": "Leg", "occurrence": 1}),
        json!({"node": "Leg", "occurrence": 2}),
        json!({"node": ""}),
        json!({"src": "other.glb"}),
    ];
    let mut assets: Vec<Json> = recipes
        .iter()
        .enumerate()
        .map(|(at, more)| json!({"type": "geometry", "key": at.to_string(), "source": source(more)}))
        .collect();
    assets.push(json!({"type": "texture", "key": "t", "src": "gone.png"}));
    let mut components: Vec<Json> = (0..6).map(|at| json!({"type": "mesh", "id": format!("m{at}"), "geometry": at.to_string(), "material": {"texture": "of no matter"}})).collect();
    components.push(json!({"type": "sprite", "id": "s", "texture": "t"}));
    let mut options = BuildOptions { assets: Some(&Models), ..BuildOptions::default() };
    let (live, findings) = scene_from_doc(
        &doc(&scene(&json!(assets), &json!(components), &json!([]))),
        "grove.scene",
        &mut options,
    );
    let shown: Vec<Option<usize>> = (0..6)
        .map(|at| {
            live.part(live.find_part(&format!("m{at}")).unwrap()).unwrap().piece.as_ref().map(|own| own.index)
        })
        .collect();
    assert_eq!(shown, [Some(0), Some(1), Some(2), None, Some(0), None]);
    let told: Vec<String> = findings.iter().map(|told| told.message.clone()).collect();
    assert_eq!(
        told,
        [
            "the model `m.glb` lacks the piece \"Leg\" number 2; it has \"\", \"Leg\", \"Leg\"",
            "a sprite on `Grove` wants the texture `t`, which is not listed"
        ]
    );
}

/// Components of every kind, with members that fit or do not.
fn any_component() -> impl Strategy<Value = Json> {
    let kinds: Vec<&str> =
        proscenio_nacatamalon::model::ComponentKind::ALL.iter().map(|kind| kind.as_str()).collect();
    (prop::sample::select(kinds), 0..4_u8, 0..4_u8, any::<bool>()).prop_map(|(kind, id, key, visible)| {
        let key = ["", "a", "b", "c"][usize::from(key)];
        let collider = if id % 2 == 0 { "circle" } else { "sphere" };
        json!({"type": kind, "id": format!("c{id}"), "texture": key, "geometry": key, "font": key, "effect": key, "audio": key, "song": key,
            "motion": key, "map": key, "ref": key, "key": key, "width": 2, "height": 2, "by": "i1", "visible": visible, "unknown": id,
            "collider": {"shape": collider, "radius": 1}, "shape": {"kind": "plane"},
            "layers": [{"name": "n", "audio": key}], "effects": [{"builtin": "blur"}], "zIndex": id})
    })
}

fn any_scene() -> impl Strategy<Value = Json> {
    let leaf = (0..4_u8, prop::collection::vec(any_component(), 0..5), any::<bool>())
        .prop_map(|(id, components, visible)| json!({"id": format!("i{id}"), "components": components, "visible": visible, "children": []}));
    let tree = leaf.prop_recursive(3, 12, 3, |inner| {
        (inner.clone(), prop::collection::vec(inner, 0..3)).prop_map(|(mut own, children)| {
            own["children"] = children.into();
            own
        })
    });
    tree.prop_map(|root| {
        let assets = json!([{"type": "texture", "key": "a"}, {"type": "geometry", "key": "b", "source": {"kind": "cube"}}, {"type": "audio", "key": "c"}, {"type": "odd"}]);
        json!({"format": "nacatamalon-scene", "version": 1, "name": "S", "assets": assets, "root": root})
    })
}

proptest! {
    #[test]
    fn what_was_built_is_written_back_the_same(scene in any_scene()) {
        let doc = doc(&scene);
        let (live, _) = scene_from_doc(&doc, "s.scene", &mut BuildOptions::default());
        let (saved, findings) = serialize_scene(&live, Mode::Keep);
        prop_assert!(findings.is_empty());
        prop_assert_eq!(serialize(&saved, Mode::Keep), serialize(&doc, Mode::Keep));
        // What the engine saves, it saves the same again, as long as no key is of two kinds.
        let engine = serialize(&serialize_scene(&live, Mode::Engine).0, Mode::Engine);
        let again = self::doc(&serde_json::from_str(&engine).unwrap());
        let (live, _) = scene_from_doc(&again, "s.scene", &mut BuildOptions::default());
        prop_assert_eq!(serialize(&serialize_scene(&live, Mode::Engine).0, Mode::Engine), engine);
        for view in live.boxes() {
            let drawn = live.draw_order(view);
            prop_assert!(drawn.iter().all(|part| matches!(live.part(*part).unwrap().state, State::Built(_))));
            let _ = live.lights(view);
        }
    }
}

#[test]
fn parts_can_be_put_on_a_box() {
    let (mut live, _) = build(&scene(&json!([]), &json!([]), &json!([])));
    let store = ComponentData::Store(proscenio_nacatamalon::model::Store { store: "save".into() });
    let part = live.add_part(live.root(), Component::new("x", store)).unwrap();
    assert_eq!(live.part(part).unwrap().state, State::Waiting);
    live.mark_built(part);
    assert_eq!(live.order(), [part]);
    assert_eq!(saved(&live, Mode::Keep)["root"]["components"][0]["ref"], "save");
}
