//! Godot files from the command line: older engines, and edits that reach into instances.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests end at a surprise")]

use std::process::Command;

use tempfile::TempDir;

/// A folder of its own, with files in it.
struct Folder(TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            std::fs::write(folder.0.path().join(name), text).unwrap();
        }
        folder
    }

    fn read(&self, name: &str) -> String {
        String::from_utf8(std::fs::read(self.0.path().join(name)).unwrap()).unwrap()
    }

    /// Exit code and what is said, without the name of the folder.
    fn run(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_proscenio"))
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| {
            let real = std::fs::canonicalize(self.0.path()).unwrap();
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            let text = text.replace(&*real.to_string_lossy(), "DIR");
            text.replace(&*self.0.path().to_string_lossy(), "DIR")
        };
        format!("exit {}\n{}{}", output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }
}

const NEW: &str = r#"[gd_scene format=4 uid="uid://b2x1cpz0mxgjd"]

[ext_resource type="Script" uid="uid://c8x1cpz0mxgje" path="res://new.gd" id="1_a"]

[sub_resource type="Gradient" id="Gradient_b"]
offsets = PackedFloat32Array(0, 1)

[node name="New" type="Node2D" unique_id=1001 node_paths=PackedStringArray("goal")]
script = ExtResource("1_a")
goal = NodePath("Goal")
bytes = PackedByteArray("AQIDBA==")
planes = PackedVector4Array(1, 2, 3, 4)
scores = Dictionary[StringName, int]({
&"a": 1
})
names = Array[StringName]([&"x"])
far = -inf
cell = Vector2i(3, 4)
gradient = SubResource("Gradient_b")

[node name="Goal" type="Node2D" parent="." unique_id=1002]

[connection signal="ready" from="Goal" to="." method="_on_ready" unbinds=1]
"#;

#[test]
fn files_are_spelled_for_older_engines_and_losses_are_told() {
    let folder = Folder::with(&[("new.tscn", NEW)]);
    for target in ["4.6", "4.5", "4.4", "4.3", "4.2", "3.x"] {
        let out = format!("new-{target}.tscn");
        let said = folder.run(&["convert", "new.tscn", &out, "--target", target, "--report", "losses.txt"]);
        assert_eq!(said, "exit 0\n", "{target}");
        let text = folder.read(&out);
        insta::assert_snapshot!(
            format!("target_{target}"),
            format!("{text}--- report\n{}", folder.read("losses.txt"))
        );
        // The engine reads it, so do we; and what it was spelled for reads it.
        let info = folder.run(&["info", &out]);
        assert!(info.starts_with("exit 0\n"), "{info}");
    }
    assert_eq!(folder.read("new-4.6.tscn"), NEW);
    // Without a report file the losses are warnings with their places.
    let said = folder.run(&["convert", "new.tscn", "said.tscn", "--target", "4.2"]);
    assert!(said.starts_with("exit 0\n") && said.contains("godot/version-loss"), "{said}");
    let refused = folder.run(&["convert", "new.tscn", "x.tscn", "--target", "5.0"]);
    assert!(refused.starts_with("exit 2\n") && refused.contains("4.0 to 4.6"), "{refused}");
}

#[test]
fn binary_files_are_spelled_for_older_engines_too() {
    let folder = Folder::with(&[("new.tscn", NEW)]);
    assert_eq!(folder.run(&["convert", "new.tscn", "new.scn"]).lines().next(), Some("exit 0"));
    let said = folder.run(&["convert", "new.scn", "old.tscn", "--target", "4.2"]);
    assert!(said.starts_with("exit 0\n"), "{said}");
    let old = folder.read("old.tscn");
    assert!(old.contains("format=3") && old.contains("PackedByteArray(1, 2, 3, 4)"), "{old}");
}

const ARM: &str = r#"[gd_scene format=3 uid="uid://arm"]

[node name="Arm" type="Node2D" unique_id=11]

[node name="Hand" type="Sprite2D" parent="." unique_id=12]
hframes = 4

[node name="Nail" type="Sprite2D" parent="Hand" unique_id=13]
"#;

const MAN: &str = r#"[gd_scene format=3 uid="uid://man"]

[ext_resource type="PackedScene" uid="uid://arm" path="res://arm.tscn" id="1_arm"]
[ext_resource type="Texture2D" path="res://skin.png" id="2_skin"]

[node name="Man" type="Node2D" unique_id=21]

[node name="Left" parent="." unique_id=22 instance=ExtResource("1_arm")]

[node name="Hat" type="Sprite2D" parent="." unique_id=23]
texture = ExtResource("2_skin")
"#;

fn man() -> Folder {
    Folder::with(&[
        ("project.godot", "config_version=5\n"),
        ("arm.tscn", ARM),
        ("man.tscn", MAN),
        ("skin.png", ""),
    ])
}

#[test]
fn set_reaches_into_instances_and_unset_takes_it_back() {
    let folder = man();
    assert_eq!(folder.run(&["set", "man.tscn", "Left/Hand:frame", "2"]), "exit 0\n");
    assert_eq!(folder.run(&["set", "man.tscn", "Left/Hand/Nail:position:x", "7"]), "exit 0\n");
    insta::assert_snapshot!("set_in_instance", folder.read("man.tscn"));
    assert_eq!(folder.read("arm.tscn"), ARM);
    assert_eq!(folder.run(&["get", "man.tscn", "Left/Hand:frame", "--effective"]), "exit 0\n2\n");
    assert_eq!(folder.run(&["get", "man.tscn", "Left/Hand/Nail:position:x", "--effective"]), "exit 0\n7.0\n");
    // The override goes, the mark that children may be changed stays as the editor leaves it.
    assert_eq!(folder.run(&["unset", "man.tscn", "Left/Hand:frame"]), "exit 0\n");
    assert_eq!(folder.run(&["get", "man.tscn", "Left/Hand:frame", "--effective"]), "exit 0\n0\n");
    // An override that says nothing more is gone; what another scene says cannot be unset here.
    assert!(!folder.read("man.tscn").contains("name=\"Hand\""));
    let refused = folder.run(&["unset", "man.tscn", "Left/Hand:hframes"]);
    assert!(refused.starts_with("exit 2\n") && refused.contains("godot/edit-inside-instance"), "{refused}");
    let refused = folder.run(&["set", "man.tscn", "Left/Foot:frame", "2"]);
    assert!(refused.starts_with("exit 2\n") && refused.contains("no node `Foot`"), "{refused}");
}

#[test]
fn resources_are_given_to_nodes_of_instances() {
    let folder = man();
    let skin = ["set-resource", "man.tscn", "Left/Hand:texture", "--id", "2_skin"];
    assert_eq!(folder.run(&skin), "exit 0\n");
    let text = folder.read("man.tscn");
    assert!(
        text.contains("[node name=\"Hand\" parent=\"Left\"")
            && text.contains("\ntexture = ExtResource(\"2_skin\")\n"),
        "{text}"
    );
    let refused =
        folder.run(&["set-resource", "man.tscn", "Left/Hand/Nail:texture", "--type", "GradientTexture2D"]);
    assert!(refused.starts_with("exit 2\n") && refused.contains("add-resource"), "{refused}");
}

#[test]
fn nodes_of_instances_belong_to_their_own_scene() {
    let folder = man();
    for command in [
        vec!["rename-node", "man.tscn", "Left/Hand/Nail", "Claw"],
        vec!["remove-node", "man.tscn", "Left/Hand/Nail"],
        vec!["move-node", "man.tscn", "Left/Hand/Nail", "--parent", "."],
        vec!["duplicate-node", "man.tscn", "Left/Hand/Nail"],
    ] {
        let refused = folder.run(&command);
        assert!(refused.starts_with("exit 2\n"), "{refused}");
        assert!(refused.contains("[godot/edit-inside-instance]"), "{refused}");
        assert!(refused.contains("it is `Hand/Nail` of DIR/arm.tscn: change it there"), "{refused}");
    }
    assert_eq!(folder.read("man.tscn"), MAN);
    // What a scene may do with the nodes of its instances: hang nodes from them, and connect them.
    let said =
        folder.run(&["add-node", "man.tscn", "Left/Hand", "Ring", "--type", "Sprite2D", "--seed", "1"]);
    assert!(said.starts_with("exit 0\n") && said.contains("Left/Hand/Ring"), "{said}");
    let said = folder.run(&["connect", "man.tscn", "Left/Hand", "frame_changed", ".", "_on_frame"]);
    assert!(said.starts_with("exit 0\n"), "{said}");
    let tree = folder.run(&["tree", "man.tscn", "--expand"]);
    assert!(tree.contains("Ring"), "{tree}");
}

#[test]
fn files_of_godot_3_are_upgraded_and_not_spelled_anew() {
    let folder = Folder::with(&[("old.tscn", "[gd_scene format=2]\n\n[node name=\"A\" type=\"Spatial\"]\n")]);
    let said = folder.run(&["convert", "old.tscn", "new.tscn", "--target", "4.4"]);
    assert!(said.contains("godot/version-loss") && said.contains("proscenio upgrade"), "{said}");
}

/// Binary files do not keep the types of collections; the scripts do, those of scripts included.
#[test]
fn collections_typed_by_scripts_keep_their_types_through_binary_files() {
    let text = r#"[gd_scene format=3]

[ext_resource type="Script" path="res://bag.gd" id="1_bag"]
[ext_resource type="Script" path="res://item.gd" id="2_item"]

[sub_resource type="Resource" id="Resource_a"]
script = ExtResource("2_item")

[node name="Bag" type="Node"]
script = ExtResource("1_bag")
items = Array[ExtResource("2_item")]([SubResource("Resource_a")])
sizes = Array[int]([1, 2])
plain = [1, 2]
prices = Dictionary[StringName, ExtResource("2_item")]({
&"a": SubResource("Resource_a")
})
kinds = Array[int]([1])
"#;
    let folder = Folder::with(&[
        ("project.godot", "config_version=5\n"),
        ("item.gd", "class_name Item extends Resource\n"),
        ("base.gd", "extends Node\n@export var sizes: Array[int]\n@export var plain: Array\n"),
        (
            "bag.gd",
            "extends \"res://base.gd\"\nenum Kind { A, B }\n@export var items: Array[Item]\n\
             @export var prices: Dictionary[StringName, Item]\n@export var kinds: Array[Kind] = []\n",
        ),
        ("bag.tscn", text),
    ]);
    let said = folder.run(&["convert", "bag.tscn", "bag.scn"]);
    assert!(said.starts_with("exit 0\n"), "{said}");
    let said = folder.run(&["convert", "bag.scn", "back.tscn"]);
    assert!(said.starts_with("exit 0\n"), "{said}");
    let back = folder.read("back.tscn");
    let lines = |text: &str| text.lines().filter(|line| line.contains(" = ")).map(values).collect::<Vec<_>>();
    assert_eq!(lines(&back), lines(text), "{back}");
}

/// A line without ids, which a binary file draws anew.
fn values(line: &str) -> String {
    let mut parts = line.split('"');
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let (Some(_), Some(rest)) = (parts.next(), parts.next()) {
        out.push_str(rest);
    }
    out
}
