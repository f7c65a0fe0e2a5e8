//! Who names whom, in projects of every family.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests end at a surprise")]

use proscenio_project::Project;
use proscenio_project::graph::{Confidence, Facts, Graph, How, Target, list};
use proscenio_vfs::MemoryTree;

fn graph(project: &Project<'_>) -> Graph {
    Graph::new(project, list(project).iter().map(|path| Facts::read(project, path)).collect())
}

/// Every reference as `file:line how text -> target`.
fn shown(graph: &Graph) -> Vec<String> {
    let mut lines = Vec::new();
    for (from, file) in graph.files().iter().enumerate() {
        for reference in &file.references {
            let to = match &reference.target {
                Target::File(to) => graph.name(*to).to_owned(),
                Target::Folder(folder) => format!("{}/", graph.from_root(folder)),
                Target::Missing => "?".to_owned(),
                Target::Elsewhere => "-".to_owned(),
            };
            let uid = if reference.by_uid { " by uid" } else { "" };
            let named = &reference.named;
            lines.push(format!(
                "{}:{} {} {} -> {to}{uid}",
                graph.name(from),
                named.line,
                named.how.word(),
                named.text
            ));
        }
    }
    lines
}

const GODOT: &[(&str, &str)] = &[
    (
        "project.godot",
        "config_version=5\n[application]\nrun/main_scene=\"uid://bmain\"\nconfig/icon=\"res://icon.svg\"\n[autoload]\nState=\"*res://state.gd\"\n[editor_plugins]\nenabled=PackedStringArray(\"res://addons/a/plugin.cfg\")\n[internationalization]\nlocale/translations=PackedStringArray(\"res://text.en.translation\")\n",
    ),
    ("export_presets.cfg", "[preset.0]\nexport_files=PackedStringArray(\"res://extra.tscn\")\n"),
    ("icon.svg", ""),
    (
        "icon.svg.import",
        "[remap]\nuid=\"uid://bicon\"\npath=\"res://.godot/imported/icon.ctex\"\n[deps]\nsource_file=\"res://icon.svg\"\ndest_files=[\"res://.godot/imported/icon.ctex\"]\n",
    ),
    ("text.csv", ""),
    ("text.csv.import", "[deps]\nfiles=[\"res://text.en.translation\"]\nsource_file=\"res://text.csv\"\n"),
    ("addons/a/plugin.cfg", "[plugin]\nscript=\"plugin.gd\"\n"),
    ("addons/a/plugin.gd", "extends EditorPlugin\n"),
    (
        "main.tscn",
        "[gd_scene format=3 uid=\"uid://bmain\"]\n\n[ext_resource type=\"Script\" uid=\"uid://bhero\" path=\"res://old/hero.gd\" id=\"1\"]\n[ext_resource type=\"PackedScene\" path=\"inner/coin.tscn\" id=\"2\"]\n\n[sub_resource type=\"GDScript\" id=\"3\"]\nscript/source = \"var x = load(\\\"res://inner/far.tres\\\")\"\n",
    ),
    (
        "hero.gd",
        "class_name Hero\nextends Being\nfunc f():\n\tState.x = 1\n\tvar level = load(\"res://levels/level_%d.tscn\" % 1)\n\tvar gone = preload(\"res://gone.tscn\")\n",
    ),
    ("hero.gd.uid", "uid://bhero\n"),
    ("being.gd", "class_name Being\n"),
    ("state.gd", ""),
    ("extra.tscn", "[gd_scene format=3]\n"),
    ("inner/coin.tscn", "[gd_scene format=3]\n"),
    ("inner/far.tres", "[gd_resource type=\"Resource\" script_class=\"Hero\" format=3]\n"),
    ("levels/level_1.tscn", "[gd_scene format=3]\n"),
    (
        "lost.tscn",
        "[gd_scene format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://lost.png\" id=\"1\"]\n",
    ),
    ("lost.png", ""),
    ("README.md", ""),
    ("quiet/.gdignore", ""),
    ("quiet/x.tscn", "[gd_scene]"),
];

#[test]
fn a_godot_project() {
    let files = MemoryTree::from_files(GODOT.iter().copied());
    let project = Project::around(&files, "main.tscn");
    let graph = graph(&project);
    insta::assert_snapshot!("graph_godot", shown(&graph).join("\n"));
    let unused: Vec<String> = graph
        .unused()
        .iter()
        .map(|unused| {
            format!("{} {} {}", graph.name(unused.file), unused.confidence.word(), unused.reasons.join("; "))
        })
        .collect();
    insta::assert_snapshot!("graph_godot_unused", unused.join("\n"));
    let why = |name: &str| {
        let chain = graph.why(graph.find(name).unwrap())?;
        Some(chain.iter().map(|step| graph.name(step.file)).collect::<Vec<_>>().join(" > "))
    };
    assert_eq!(why("being.gd").as_deref(), Some("project.godot > main.tscn > hero.gd > being.gd"));
    assert_eq!(why("text.csv").as_deref(), Some("project.godot > text.csv"));
    assert_eq!(why("hero.gd.uid").as_deref(), Some("project.godot > main.tscn > hero.gd > hero.gd.uid"));
    assert_eq!(why("extra.tscn").as_deref(), Some("export_presets.cfg > extra.tscn"));
    assert_eq!(why("lost.png"), None);
    assert!(graph.find("quiet/x.tscn").is_none());
}

#[test]
fn places_of_references_hold_their_text() {
    let files = MemoryTree::from_files(GODOT.iter().copied());
    let project = Project::around(&files, "main.tscn");
    let graph = graph(&project);
    for file in graph.files() {
        let text = GODOT.iter().find(|(name, _)| *name == file.path).unwrap().1;
        for named in file.references.iter().map(|reference| &reference.named) {
            let span = named.span.unwrap();
            assert_eq!(span.slice(text.as_bytes()), named.text.as_bytes(), "{}", file.path);
        }
    }
}

#[test]
fn a_project_of_nacatamalon() {
    let scene = r#"{"format":"nacatamalon-scene","version":1,"name":"A","assets":[{"type":"texture","key":"a","src":"art/a.png"},{"type":"tilemap","key":"m","src":"/maps/m.tilemap"},{"type":"audio","key":"w","src":"https://example.org/a.ogg"}],"root":{"id":"r","name":"R"}}"#;
    let files = MemoryTree::from_files([
        ("game/project.json", "{\"name\":\"G\"}"),
        ("game/public/art/a.png", ""),
        ("game/public/art/b.png", ""),
        (
            "game/public/maps/m.tilemap",
            r#"{"format":1,"kind":"tilemap","atlas":"../art/t.atlas","width":1,"height":1,"layers":[]}"#,
        ),
        (
            "game/public/art/t.atlas",
            r#"{"format":1,"kind":"atlas","texture":"b.png","grid":{"columns":1,"rows":1}}"#,
        ),
        ("game/a.scene", scene),
        ("game/public/unused.png", ""),
    ]);
    let project = Project::around(&files, "game/a.scene");
    let graph = graph(&project);
    insta::assert_snapshot!("graph_nacatamalon", shown(&graph).join("\n"));
    let unused = graph.unused();
    assert_eq!(unused.len(), 1);
    assert_eq!((graph.name(unused[0].file), unused[0].confidence), ("public/unused.png", Confidence::High));
}

#[test]
fn a_project_of_espresso3d() {
    let map = "TEXTURESET\n  media\\set.txt;\nSECTOR hall\n{\n  ACTOR ball\n  {\n    0 0 0;\n  }\n}\n";
    let files = MemoryTree::from_files([
        ("p/maps/a.e3m", map),
        ("p/media/set.txt", "WALL media\\wall.png\nGONE media\\gone.png\n"),
        ("p/media/wall.png", ""),
        ("p/models/ball.e3a", "ACTOR ball\n{\n}\n"),
        ("p/models/cube.e3a", "ACTOR cube\n{\n}\n"),
    ]);
    let project = Project::with_root(&files, "p");
    let graph = graph(&project);
    insta::assert_snapshot!("graph_espresso3d", shown(&graph).join("\n"));
    let unused: Vec<&str> = graph.unused().iter().map(|unused| graph.name(unused.file)).collect();
    assert_eq!(unused, ["models/cube.e3a"]);
}

#[test]
fn models_of_obj_and_classes_of_csharp() {
    let files = MemoryTree::from_files([
        ("project.godot", "[application]\nrun/main_scene=\"res://main.tscn\"\n"),
        (
            "main.tscn",
            "[gd_scene format=3]\n\n[ext_resource type=\"ArrayMesh\" path=\"res://art/car.obj\" id=\"1\"]\n[ext_resource type=\"Script\" path=\"res://Hero.cs\" id=\"2\"]\n",
        ),
        ("art/car.obj", "mtllib my car.mtl\nv 0 0 0\n"),
        ("art/my car.mtl", "newmtl a\nmap_Kd -s 1 1 1 skins\\red.png\n"),
        ("art/skins/red.png", ""),
        ("art/skins/blue.png", ""),
        ("Hero.cs", "public partial class Hero : Node { Foe foe; /* Ghost */ }\n"),
        ("Foe.cs", "[GlobalClass]\npublic partial class Foe : Node { }\n"),
        ("Ghost.cs", "public class Ghost { }\n"),
    ]);
    let project = Project::with_root(&files, "");
    let graph = graph(&project);
    let unused: Vec<&str> = graph.unused().iter().map(|unused| graph.name(unused.file)).collect();
    assert_eq!(unused, ["Ghost.cs", "art/skins/blue.png"]);
    let picture = graph.find("art/skins/red.png").unwrap();
    assert_eq!(graph.why(picture).unwrap().len(), 5);
    assert_eq!(graph.files()[graph.find("Foe.cs").unwrap()].class_name.as_deref(), Some("Foe"));
    assert!(proscenio_project::refactor::rename_class(&project, &graph, "Foe", "Enemy").is_err());
    let plan =
        proscenio_project::refactor::move_path(&project, &graph, "art/skins/red.png", "red.png").unwrap();
    let texts: Vec<_> = plan.changes.iter().map(|change| String::from_utf8_lossy(&change.after)).collect();
    assert_eq!(texts, ["newmtl a\nmap_Kd -s 1 1 1 ..\\red.png\n"]);
}

#[test]
fn drawings() {
    let files = MemoryTree::from_files([
        (
            "project.godot",
            "[application]\nrun/main_scene=\"res://a \\\"b\\\".tscn\"\nx=\"res://b.png\"\ny=\"res://b.png\"\n",
        ),
        ("b.png", ""),
    ]);
    let project = Project::around(&files, "b.png");
    let graph = graph(&project);
    assert_eq!(
        graph.to_dot(),
        "digraph project {\n  rankdir=LR;\n  node [shape=box];\n  \"project.godot\" -> \"b.png\";\n}\n"
    );
    assert_eq!(graph.to_mermaid(), "graph LR\n  f0[\"b.png\"]\n  f1[\"project.godot\"]\n  f1 --> f0\n");
    assert_eq!(graph.files()[1].references[1].named.how, How::Setting);
}
