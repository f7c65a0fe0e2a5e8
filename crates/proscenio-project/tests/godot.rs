//! Godot projects in memory: files found, scenes put together, paths followed.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proscenio_godot::edit::Options;
use proscenio_godot::node_path::NodePath;
use proscenio_godot::spell::Spelling;
use proscenio_project::Project;
use proscenio_project::godot::{
    GodotProject, How, Limits, NodeId, NotLoaded, Origin, Placed, SceneTree, State,
};
use proscenio_source::apply;
use proscenio_vfs::MemoryTree;

const ARM: &str = "[gd_scene format=3 uid=\"uid://arm\"]\n\n[node name=\"Arm\" type=\"Node2D\" groups=[\"limbs\"]]\nposition = Vector2(1, 0)\n\n[node name=\"Hand\" type=\"Sprite2D\" parent=\".\"]\nunique_name_in_owner = true\nposition = Vector2(2, 0)\nframe = 3\n\n[node name=\"Sleeve\" type=\"Node2D\" parent=\".\"]\n\n[connection signal=\"ready\" from=\"Hand\" to=\".\" method=\"grip\"]\n";
const BODY: &str = "[gd_scene format=3 uid=\"uid://body\"]\n\n[ext_resource type=\"PackedScene\" uid=\"uid://arm\" path=\"res://arm.tscn\" id=\"1\"]\n\n[node name=\"Body\" type=\"Node2D\"]\nposition = Vector2(100, 0)\n\n[node name=\"Left\" parent=\".\" instance=ExtResource(\"1\")]\nrotation = 1.5707964\n\n[node name=\"Hand\" parent=\"Left\" index=\"0\"]\nframe = 5\n\n[node name=\"Ring\" type=\"Node2D\" parent=\"Left/Hand\"]\n\n[node name=\"Cuff\" type=\"Node2D\" parent=\"Left\" index=\"1\"]\n\n[editable path=\"Left\"]\n";
const HERO: &str = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://body.tscn\" id=\"1\"]\n\n[sub_resource type=\"GradientTexture2D\" id=\"tex\"]\nwidth = 32\nfill_to = Vector2(0.5, 1)\n\n[node name=\"Hero\" instance=ExtResource(\"1\")]\nvisible = false\n\n[node name=\"Left\" parent=\".\" index=\"0\" groups=[\"strong\"]]\nscale = Vector2(2, 2)\n\n[node name=\"Hat\" type=\"Sprite2D\" parent=\".\" index=\"0\"]\ntexture = SubResource(\"tex\")\n";

fn files(extra: &[(&str, &str)]) -> MemoryTree {
    let mut all = vec![("project.godot", ""), ("arm.tscn", ARM), ("body.tscn", BODY), ("hero.tscn", HERO)];
    all.extend(extra);
    MemoryTree::from_files(all)
}

fn lines(tree: &SceneTree) -> Vec<String> {
    tree.walk().map(|node| format!("{} {}", tree.path(node), tree.class_name(node))).collect()
}

fn at(tree: &SceneTree, path: &str) -> NodeId {
    tree.find(tree.root().unwrap(), &NodePath::parse(path)).unwrap()
}

/// Puts one scene together and hands everything to a test.
fn with<T>(files: &MemoryTree, scene: &str, test: impl FnOnce(&GodotProject<'_>, &SceneTree) -> T) -> T {
    let project = Project::around(files, scene);
    let godot = GodotProject::new(&project);
    let tree = godot.instantiate(scene).unwrap();
    test(&godot, &tree)
}

#[test]
fn instances_and_inherited_scenes_are_laid_over_each_other() {
    with(&files(&[]), "hero.tscn", |_, tree| {
        assert_eq!(
            lines(tree),
            [
                ". Node2D",
                "Hat Sprite2D",
                "Left Node2D",
                "Left/Hand Sprite2D",
                "Left/Hand/Ring Node2D",
                "Left/Cuff Node2D",
                "Left/Sleeve Node2D"
            ]
        );
        assert!(tree.findings().is_empty(), "{:?}", tree.findings());
        let spelled = |path: &str, name: &str| {
            let effective = tree.effective(at(tree, path), name).unwrap();
            let origin = match effective.origin {
                Origin::File { path, line, .. } => format!("{path}:{}", line.unwrap()),
                Origin::Class(class) => class.to_owned(),
            };
            format!("{} {origin}", effective.value.spelled(Spelling::GODOT_4))
        };
        assert_eq!(spelled("Left/Hand", "frame"), "5 body.tscn:12");
        assert_eq!(spelled("Left/Hand", "position"), "Vector2(2, 0) arm.tscn:8");
        assert_eq!(spelled("Left", "scale"), "Vector2(2, 2) hero.tscn:13");
        assert_eq!(spelled(".", "visible"), "false hero.tscn:10");
        assert_eq!(spelled("Hat", "centered"), "true Sprite2D");
        assert_eq!(tree.groups(at(tree, "Left")), ["limbs", "strong"]);
        let scene = |path: &str| tree.scene(at(tree, path)).map(|file| file.resource_path().to_string());
        assert_eq!(scene("."), Some("res://hero.tscn".into()));
        assert_eq!(scene("Left"), Some("res://arm.tscn".into()));
        assert_eq!(scene("Hat"), None);
        let owner = |path: &str| tree.owner(at(tree, path)).map(|owner| tree.path(owner));
        assert_eq!(owner("Left/Hand"), Some("Left".into()));
        assert_eq!(owner("Left/Hand/Ring"), Some(".".into()));
        assert_eq!(owner("."), None);
    });
}

#[test]
fn places_are_composed_up_the_tree() {
    with(&files(&[]), "hero.tscn", |_, tree| {
        let places = tree.places();
        let Some(Placed::Plane(hand)) = places.of(at(tree, "Left/Hand")) else { panic!() };
        let expected = [0.0, 2.0, -2.0, 0.0, 101.0, 4.0];
        assert!(hand.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{hand:?}");
    });
    let scene = "[gd_scene format=3]\n[node name=\"A\" type=\"Node3D\"]\nposition = Vector3(1, 2, 3)\nrotation = Vector3(0, 1.5707964, 0)\n[node name=\"B\" type=\"Node3D\" parent=\".\"]\ntransform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0)\n[node name=\"C\" type=\"Node3D\" parent=\"B\"]\ntop_level = true\n[node name=\"N\" type=\"Node\" parent=\".\"]\n[node name=\"D\" type=\"Node3D\" parent=\"N\"]\nscale = Vector3(2, 2, 2)\n";
    with(&files(&[("s.tscn", scene)]), "s.tscn", |_, tree| {
        let places = tree.places();
        let origin = |path: &str| match places.of(at(tree, path)) {
            Some(Placed::Space(place)) => {
                place[9..].iter().map(|number| number.round() as i32).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(origin("B"), [1, 2, 2]);
        assert_eq!(origin("B/C"), [0, 0, 0]);
        assert_eq!(origin("N/D"), [0, 0, 0]);
        assert_eq!(places.of(at(tree, "N")), None);
    });
}

#[test]
fn listed_nodes_hold_what_differs_and_what_is_connected() {
    with(&files(&[]), "hero.tscn", |godot, tree| {
        let list = godot.list(tree);
        let hat = &list[1];
        assert_eq!(hat.properties, [("texture".to_owned(), "<GradientTexture2D sub>".to_owned())]);
        let hand = &list[3];
        assert_eq!(hand.owner.as_deref(), Some("Left"));
        assert_eq!(hand.signals, [("ready".into(), "Left".into(), "grip".into(), 34)]);
        let properties: Vec<&str> = hand.properties.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(properties, ["unique_name_in_owner", "position", "frame"]);
    });
}

#[test]
fn paths_lead_to_nodes_properties_and_into_resources() {
    with(&files(&[]), "hero.tscn", |godot, tree| {
        let from = at(tree, "Hat");
        let find = |path: &str| tree.find(from, &NodePath::parse(path)).map(|node| tree.path(node));
        assert_eq!(find("../Left/Hand/Ring"), Ok("Left/Hand/Ring".into()));
        assert_eq!(find("/root/Hero/Left"), Ok("Left".into()));
        assert!(find("/root/Other").is_err() && find("..").is_ok() && find("../..").is_err());
        // Unique names are those of the scene that owns the node.
        let hand =
            |path: &str| tree.find(at(tree, path), &NodePath::parse("%Hand")).map(|node| tree.path(node));
        assert_eq!(hand("Left/Sleeve"), Ok("Left/Hand".into()));
        assert_eq!(hand("Left"), Ok("Left/Hand".into()));
        assert!(hand("Hat").is_err());
        let value = |path: &str| {
            let reached = godot.reach(tree, from, &NodePath::parse(path));
            reached.map(|reached| reached.value.spelled(Spelling::GODOT_4)).map_err(|lost| lost.to_string())
        };
        assert_eq!(value(":texture:width").as_deref(), Ok("32"));
        assert_eq!(value(":texture:height").as_deref(), Ok("64"));
        assert_eq!(value(":texture:fill_to:x").as_deref(), Ok("0.5"));
        assert_eq!(value("../Left/Hand:position:x").as_deref(), Ok("2.0"));
        assert_eq!(value(":texture:nothing"), Err("there is no property `nothing`".into()));
        assert_eq!(value("../Left:position:z"), Err("the value has no `z`".into()));
        assert_eq!(value("../Leg:position"), Err("there is no node `Leg` below `.`".into()));
        assert_eq!(tree.path_between(at(tree, "Left/Hand"), from).to_string(), "../../Hat");
    });
}

/// Sets a property and gives the name of the file and its new text.
fn set(path: &str, value: &str) -> (String, How, String) {
    with(&files(&[]), "hero.tscn", |godot, tree| {
        let root = tree.root().unwrap();
        let change = godot.set(tree, root, &NodePath::parse(path), value, &Options::default()).unwrap();
        let name = godot.path_of(change.file);
        let bytes = apply(godot.file(change.file).unwrap().document().source().bytes(), &change.edits.edits);
        (name, change.how, String::from_utf8(bytes.unwrap()).unwrap())
    })
}

#[test]
fn a_property_is_set_where_it_belongs() {
    let (file, how, text) = set("Left:scale:x", "3.0");
    assert_eq!((file.as_str(), how), ("hero.tscn", How::OwnSection));
    assert_eq!(text, HERO.replace("scale = Vector2(2, 2)", "scale = Vector2(3, 2)"));
    let (file, how, text) = set("Hat:texture:width", "8");
    assert_eq!((file.as_str(), how), ("hero.tscn", How::Resource));
    assert_eq!(text, HERO.replace("width = 32", "width = 8"));
    let (file, how, text) = set("Left/Hand:frame", "7");
    assert_eq!((file.as_str(), how), ("hero.tscn", How::NewOverride));
    // Behind the node that stands in front of it in the tree.
    let own = "scale = Vector2(2, 2)\n";
    let section = "\n[node name=\"Hand\" parent=\"Left\" index=\"0\"]\nframe = 7\n";
    let added = HERO.replace(own, &format!("{own}{section}")) + "\n[editable path=\"Left\"]\n";
    assert_eq!(text, added);
    // What was written is what is read.
    let again = files(&[("hero.tscn", &text)]);
    with(&again, "hero.tscn", |_, tree| {
        let frame = tree.effective(at(tree, "Left/Hand"), "frame").unwrap();
        assert_eq!(frame.value.as_i64(), Some(7));
        assert_eq!(tree.editable().len(), 1);
    });
}

#[test]
fn members_and_types_of_inner_nodes_are_those_of_their_class() {
    // The value as it is in the other file, with the member changed, in a scene at the end of which no line ends.
    let (_, how, text) = set("Left/Hand:position:y", "8");
    assert!(how == How::NewOverride && text.contains("index=\"0\"]\nposition = Vector2(2, 8)\n"), "{text}");
    // A default of the class.
    let (_, _, text) = set("Left/Cuff:scale:x", "3");
    assert!(text.contains("name=\"Cuff\" parent=\"Left\" index=\"1\"]\nscale = Vector2(3, 1)\n"), "{text}");
    // A property of the class keeps its type though the section says no class.
    let (_, how, text) = set("Left:rotation", "1");
    assert!(how == How::OwnSection && text.contains("\nrotation = 1.0\nscale = Vector2(2, 2)\n"), "{text}");
    // A node inside two instances: both get a mark, from outside.
    let scene = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://body.tscn\" id=\"1\"]\n\n[node name=\"Room\" type=\"Node2D\" unique_id=1]\n\n[node name=\"One\" parent=\".\" unique_id=2 instance=ExtResource(\"1\")]\n\n[node name=\"Two\" parent=\".\" unique_id=3 instance=ExtResource(\"1\")]\n\n[connection signal=\"ready\" from=\".\" to=\".\" method=\"go\"]";
    with(&files(&[("room.tscn", scene)]), "room.tscn", |godot, tree| {
        let root = tree.root().unwrap();
        let path = NodePath::parse("One/Left/Hand:texture");
        let set = |value: &str| godot.set(tree, root, &path, value, &Options::default());
        assert!(set("ExtResource(\"9\")").is_err());
        assert!(set("nonsense").is_err());
        let change = set("null").unwrap();
        let source = tree.files()[0].document().source();
        let text = String::from_utf8(apply(source.bytes(), &change.edits.edits).unwrap()).unwrap();
        let before = "instance=ExtResource(\"1\")]\n\n[node name=\"Two\"";
        let after = "instance=ExtResource(\"1\")]\n\n[node name=\"Hand\" parent=\"One/Left\" index=\"0\"]\ntexture = null\n\n[node name=\"Two\"";
        let marks = "\n\n[editable path=\"One\"]\n[editable path=\"One/Left\"]";
        assert_eq!(text, scene.replacen(before, after, 1) + marks);
    });
}

#[test]
fn resources_local_to_the_scene_are_made_for_each_instance() {
    let lamp = "[gd_scene format=3]\n\n[sub_resource type=\"Gradient\" id=\"shared\"]\n\n[sub_resource type=\"GradientTexture1D\" id=\"own\"]\nresource_local_to_scene = true\ngradient = SubResource(\"shared\")\n\n[sub_resource type=\"Curve\" id=\"inner\"]\nresource_local_to_scene = true\n\n[sub_resource type=\"CurveTexture\" id=\"holder\"]\ncurve = SubResource(\"inner\")\n\n[node name=\"Lamp\" type=\"Sprite2D\"]\ntexture = SubResource(\"own\")\n\n[node name=\"Glow\" type=\"Sprite2D\" parent=\".\"]\ntexture = SubResource(\"own\")\n\n[node name=\"Curve\" type=\"Sprite2D\" parent=\".\"]\ntexture = SubResource(\"holder\")\n";
    let street = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://lamp.tscn\" id=\"1\"]\n\n[node name=\"Street\" type=\"Node2D\"]\n\n[node name=\"A\" parent=\".\" instance=ExtResource(\"1\")]\n\n[node name=\"B\" parent=\".\" instance=ExtResource(\"1\")]\n";
    with(&files(&[("lamp.tscn", lamp), ("street.tscn", street)]), "street.tscn", |godot, tree| {
        let flat = godot.flatten(tree);
        let texture = |node: &str| {
            let (_, behind) = flat.text.split_once(&format!("[node name={node}")).unwrap();
            behind.lines().nth(1).unwrap().to_owned()
        };
        // One for each instance, shared by the nodes of it; nothing local makes a shared resource two.
        assert_eq!(texture("\"A\""), texture("\"Glow\" type=\"Sprite2D\" parent=\"A\""));
        assert_eq!(texture("\"B\""), texture("\"Glow\" type=\"Sprite2D\" parent=\"B\""));
        assert_ne!(texture("\"A\""), texture("\"B\""));
        let curve = |parent: &str| texture(&format!("\"Curve\" type=\"Sprite2D\" parent=\"{parent}\""));
        assert_eq!(curve("A"), curve("B"));
        let count = |class: &str| flat.text.matches(&format!("[sub_resource type=\"{class}\"")).count();
        let counts = ["Gradient", "GradientTexture1D", "Curve", "CurveTexture"].map(count);
        assert_eq!(counts, [1, 2, 1, 1], "{}", flat.text);
    });
}

#[test]
fn files_are_found_by_uid_and_by_path() {
    let moved = BODY.replace("res://arm.tscn", "res://old/arm.tscn");
    let stale = BODY.replace("uid://arm", "uid://gone");
    let beside = BODY.replace("res://arm.tscn", "arm.tscn").replace(" uid=\"uid://arm\"", "");
    let only = BODY.replace(" path=\"res://arm.tscn\"", "");
    let tree = files(&[
        ("moved.tscn", &moved),
        ("stale.tscn", &stale),
        ("beside.tscn", &beside),
        ("only.tscn", &only),
        ("a.png", ""),
        (
            "a.png.import",
            "[remap]\n\nimporter=\"texture\"\ntype=\"CompressedTexture2D\"\nuid=\"uid://pic\"\n",
        ),
        ("a.gd", ""),
        ("a.gd.uid", "uid://code\n"),
        (".godot/imported/x.tscn", ""),
        ("skip/.gdignore", ""),
        ("skip/x.tscn", ""),
    ]);
    let mut told = Vec::new();
    for scene in ["moved.tscn", "stale.tscn", "beside.tscn", "only.tscn"] {
        with(&tree, scene, |_, tree| {
            assert_eq!(tree.len(), 6, "{scene}");
            told.extend(tree.findings().iter().map(|finding| format!("{scene} {}", finding.code)));
        });
    }
    assert_eq!(told, ["stale.tscn godot/stale-uid"]);
    let project = Project::around(&tree, "hero.tscn");
    let godot = GodotProject::new(&project);
    let found = |uid: &str| godot.locate("", uid).map(|found| found.path);
    assert_eq!(found("uid://pic").as_deref(), Some("a.png"));
    assert_eq!(found("uid://code").as_deref(), Some("a.gd"));
    assert_eq!(found("uid://nobody"), None);
    assert_eq!(godot.class_of_file("a.png").as_deref(), Some("CompressedTexture2D"));
    let scenes =
        ["arm.tscn", "beside.tscn", "body.tscn", "hero.tscn", "moved.tscn", "only.tscn", "stale.tscn"];
    assert_eq!(godot.scene_paths(), scenes);
}

#[test]
fn the_project_names_its_main_scene_and_autoloads() {
    let settings = "config_version=5\n\n[application]\n\nrun/main_scene=\"uid://body\"\n\n[autoload]\n\nMusic=\"*res://music.tscn\"\nData=\"res://data.gd\"\n";
    let tree = files(&[("project.godot", settings)]);
    let project = Project::around(&tree, "hero.tscn");
    let godot = GodotProject::new(&project);
    assert_eq!(godot.main_scene().as_deref(), Some("body.tscn"));
    let autoloads = godot.autoloads();
    let lines: Vec<String> =
        autoloads.iter().map(|one| format!("{} {} {}", one.name, one.path, one.singleton)).collect();
    assert_eq!(lines, ["Music res://music.tscn true", "Data res://data.gd false"]);
}

#[test]
fn circles_are_told_with_every_edge() {
    let scene = |other: &str| {
        format!(
            "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://{other}\" id=\"1\"]\n\n[node name=\"A\" type=\"Node\"]\n\n[node name=\"B\" parent=\".\" instance=ExtResource(\"1\")]\n"
        )
    };
    let (one, two, own) = (scene("two.tscn"), scene("one.tscn"), scene("own.tscn"));
    let tree = files(&[("one.tscn", &one), ("two.tscn", &two), ("own.tscn", &own)]);
    with(&tree, "one.tscn", |_, tree| {
        let [finding] = tree.findings() else { panic!("{:?}", tree.findings()) };
        assert_eq!(finding.code, "godot/scene-cycle");
        assert!(finding.message.ends_with("res://one.tscn → res://two.tscn → res://one.tscn"));
        assert_eq!(&*finding.path, "two.tscn");
        let edges: Vec<_> = finding.related.iter().map(|edge| edge.path.as_deref().unwrap()).collect();
        assert_eq!(edges, ["one.tscn"]);
        assert_eq!(lines(tree), [". Node", "B Node", "B/B "]);
        assert_eq!(tree.state(at(tree, "B/B")), State::Missing);
    });
    with(&tree, "own.tscn", |_, tree| assert_eq!(tree.findings()[0].code, "godot/scene-cycle"));
}

#[test]
fn what_is_missing_has_a_node_in_its_place_and_nothing_is_dropped() {
    let scene = "[gd_scene format=3]\n\n[ext_resource type=\"PackedScene\" path=\"res://gone.tscn\" id=\"1\"]\n[ext_resource type=\"PackedScene\" path=\"res://arm.tscn\" id=\"2\"]\n[ext_resource type=\"PackedScene\" path=\"res://x.fbx\" id=\"3\"]\n\n[node name=\"A\" type=\"Node2D\"]\n\n[node name=\"Gone\" parent=\".\" instance=ExtResource(\"1\")]\nspeed = 3\n\n[node name=\"In\" type=\"Node\" parent=\"Gone\"]\n\n[node name=\"Arm\" parent=\".\" instance=ExtResource(\"2\")]\n\n[node name=\"Finger\" parent=\"Arm\" index=\"0\"]\n\n[node name=\"Nail\" type=\"Node\" parent=\"Arm/Finger\"]\n\n[node name=\"Later\" parent=\".\" instance_placeholder=\"res://arm.tscn\"]\n\n[node name=\"Model\" parent=\".\" instance=ExtResource(\"3\")]\n";
    with(&files(&[("s.tscn", scene), ("x.fbx", "")]), "s.tscn", |_, tree| {
        assert_eq!(
            lines(tree),
            [
                ". Node2D",
                "Gone ",
                "Gone/In Node",
                "Arm Node2D",
                "Arm/Hand Sprite2D",
                "Arm/Sleeve Node2D",
                "Nail Node",
                "Later InstancePlaceholder",
                "Model Node3D"
            ]
        );
        let codes: Vec<&str> = tree.findings().iter().map(|finding| finding.code).collect();
        assert_eq!(
            codes,
            ["godot/missing-file", "godot/vanished-node", "godot/stray-node", "godot/not-expanded"]
        );
        assert_eq!(tree.setting(at(tree, "Gone"), "speed").unwrap().entry.raw(), b"3");
    });
}

#[test]
fn renamed_nodes_are_found_by_their_numbers() {
    let arm = ARM
        .replace("name=\"Hand\" type", "name=\"Fist\" unique_id=7 type")
        .replace("from=\"Hand\"", "from=\"Fist\"");
    let body = BODY
        .replace("parent=\"Left\" index=\"0\"]", "parent=\"Left\" index=\"0\" unique_id=7]")
        .replace("parent=\"Left/Hand\"]", "parent=\"Left/Hand\" parent_id_path=PackedInt32Array(9, 7)]")
        .replace("name=\"Left\" ", "name=\"Left\" unique_id=9 ");
    with(&files(&[("arm.tscn", &arm), ("body.tscn", &body)]), "body.tscn", |_, tree| {
        assert!(tree.findings().is_empty(), "{:?}", tree.findings());
        let hand = tree.walk().find(|node| tree.has_unique_name(*node)).unwrap();
        assert_eq!(tree.effective(hand, "frame").unwrap().value.as_i64(), Some(5));
        assert_eq!(tree.children(hand).count(), 1);
    });
}

#[test]
fn instances_that_multiply_come_to_an_end() {
    let level = |below: usize| {
        let mut text = format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://l{below}.tscn\" id=\"1\"]\n[node name=\"A\" type=\"Node\"]\n"
        );
        for at in 0..10 {
            text.push_str(&format!("[node name=\"N{at}\" parent=\".\" instance=ExtResource(\"1\")]\n"));
        }
        text
    };
    let mut all = vec![
        ("project.godot".to_owned(), String::new()),
        ("l0.tscn".to_owned(), "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n".to_owned()),
    ];
    all.extend((1..40).map(|at| (format!("l{at}.tscn"), level(at - 1))));
    let tree = MemoryTree::from_files(all.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let project = Project::around(&tree, "l39.tscn");
    let godot = GodotProject::new(&project);
    let limits = Limits { nodes: 5000, ..Limits::default() };
    let result = godot.instantiate_file(&godot.load("l39.tscn").unwrap(), limits);
    assert_eq!((result.len(), result.walk().count()), (5000, 5000));
    assert_eq!(result.findings().last().unwrap().code, "godot/too-many-nodes");
    let limits = Limits { depth: 3, ..Limits::default() };
    let result = godot.instantiate_file(&godot.load("l39.tscn").unwrap(), limits);
    assert_eq!(result.findings()[0].code, "godot/too-deep-instances");
    assert_eq!(result.len(), 1 + 10 + 100 + 1000);
    assert_eq!(godot.instantiate("l3.tscn").unwrap().len(), 1111);
}

#[test]
fn a_file_that_is_not_there_is_an_error_and_an_empty_one_an_empty_tree() {
    let tree = files(&[("empty.tscn", ""), ("a.glb", "glTF")]);
    let project = Project::around(&tree, "hero.tscn");
    let godot = GodotProject::new(&project);
    assert!(matches!(godot.instantiate("no.tscn"), Err(NotLoaded::Unreadable(_))));
    assert!(matches!(godot.instantiate("project.godot"), Err(NotLoaded::OtherKind(_))));
    assert!(matches!(godot.instantiate("a.glb"), Err(NotLoaded::Damaged(_))));
    assert!(godot.instantiate("empty.tscn").unwrap().is_empty());
}

#[test]
fn a_flat_scene_is_the_same_scene_in_one_file() {
    let extra = [
        (
            "red.tres",
            "[gd_resource type=\"StandardMaterial3D\" format=3]\n\n[resource]\nalbedo_color = Color(1, 0, 0, 1)\n",
        ),
        (
            "m.tscn",
            "[gd_scene format=3]\n\n[ext_resource type=\"Material\" path=\"res://red.tres\" id=\"1\"]\n[ext_resource type=\"PackedScene\" path=\"res://hero.tscn\" id=\"2\"]\n[ext_resource type=\"Script\" path=\"res://m.gd\" id=\"3\"]\n\n[sub_resource type=\"BoxMesh\" id=\"b\"]\nmaterial = ExtResource(\"1\")\n\n[node name=\"M\" type=\"Node3D\"]\nscript = ExtResource(\"3\")\nlist = [ExtResource(\"1\"), {\"a\": SubResource(\"b\")}]\n\n[node name=\"Box\" type=\"MeshInstance3D\" parent=\".\"]\nmesh = SubResource(\"b\")\n\n[node name=\"Hero\" parent=\".\" instance=ExtResource(\"2\")]\n\n[connection signal=\"ready\" from=\"Hero/Left\" to=\".\" method=\"go\" binds= [1]]\n",
        ),
        ("m.gd", ""),
    ];
    let all = files(&extra);
    let (text, before) = with(&all, "m.tscn", |godot, tree| {
        let flat = godot.flatten(tree);
        assert!(flat.findings.is_empty(), "{:?}", flat.findings);
        (flat.text, godot.list(tree))
    });
    insta::assert_snapshot!(text);
    let again = MemoryTree::from_files([("project.godot", ""), ("flat.tscn", text.as_str()), ("m.gd", "")]);
    let after = with(&again, "flat.tscn", |godot, tree| {
        assert!(tree.findings().is_empty() && tree.files().len() == 1);
        godot.list(tree)
    });
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((&before.path, &before.class, &before.groups), (&after.path, &after.class, &after.groups));
        assert_eq!((&before.place, &before.signals), (&after.place, &after.signals));
        assert_eq!(before.properties.len(), after.properties.len());
    }
    assert_eq!(before.len(), after.len());
}
