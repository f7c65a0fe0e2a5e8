//! What the format says, sentence by sentence, over small scenes of our own.
// Tests stand at the edge: they read fixtures, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

use proscenio_godot::value::{Id, Reference, Value};
use proscenio_godot::{Document, Kind, Parent, SectionKind};
use proscenio_source::Source;

fn fixture(name: &str) -> Document {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/");
    let document = Document::parse(Source::new(name, std::fs::read(folder.to_owned() + name).unwrap()));
    sound(document)
}

fn read(text: &str) -> Document {
    sound(Document::parse(Source::new("text.tscn", text.as_bytes().to_vec())))
}

/// No pass finds anything, and every byte comes back.
fn sound(document: Document) -> Document {
    assert_eq!(document.to_bytes(), document.source().bytes());
    assert_eq!(document.findings(), []);
    assert_eq!(document.check(), []);
    assert_eq!(document.check_values(), []);
    document
}

#[test]
fn the_descriptor_says_format_and_uid() {
    let lamp = fixture("lamp.tscn");
    assert_eq!(lamp.kind(), Kind::Scene);
    assert_eq!(lamp.format(), Some(3));
    assert_eq!(lamp.uid().unwrap(), "uid://b0lampinthehall");
    assert_eq!(lamp.load_steps(), Some(6));
    assert_eq!(fixture("old_style.tscn").format(), Some(2));
    assert_eq!(fixture("first_generation.tscn").format(), Some(1));
}

#[test]
fn a_resource_file_has_one_resource() {
    let palette = fixture("palette.tres");
    assert_eq!(palette.kind(), Kind::Resource);
    assert_eq!(palette.resource_type().unwrap(), "Gradient");
    assert_eq!(palette.format(), Some(4));
    let resource = palette.resource().unwrap();
    assert_eq!(resource.property("metadata/raw").unwrap().value(), Value::PackedByteArray(vec![0, 1, 2, 3]));
    let points = Value::PackedVector4Array(vec![[1.0, 2.0, 3.0, 4.0]]);
    assert_eq!(resource.property("metadata/points").unwrap().value(), points);
}

#[test]
fn an_exported_scene_is_a_scene_with_a_mark() {
    let leaf = fixture("exported.escn");
    assert!(leaf.is_exported());
    assert_eq!(leaf.kind(), Kind::Scene);
    assert_eq!(leaf.nodes().count(), 2);
    let surface = leaf.sub_resources().next().unwrap().0.property("surfaces/0").unwrap().value();
    let arrays = &surface.as_dictionary().unwrap()[1].1.as_array().unwrap().to_vec();
    assert_eq!(arrays[2], Value::PackedInt32Array(vec![0, 2, 1]));
    assert!(!fixture("lamp.tscn").is_exported());
}

#[test]
fn comments_stand_wherever_a_blank_may() {
    let lamp = fixture("lamp.tscn");
    let swing = lamp.sub_resource(&Id("swing".into())).unwrap().0;
    let keys = swing.property("tracks/0/keys").unwrap().value();
    let entries = keys.as_dictionary().unwrap();
    assert_eq!(entries.len(), 4);
    assert_eq!(entries[3].1.as_array().unwrap().len(), 3);
    let note = lamp.nodes().next().unwrap().property("metadata/note").unwrap();
    let text = "two\nlines with \"quotes\" and a ; that is no comment";
    assert_eq!(note.text().unwrap(), text);
}

#[test]
fn blanks_do_not_matter() {
    let tight = read("[gd_scene format=3][node name=\"A\" type=\"Node\"]a=1 b=[1,2]c=Vector2(1,2)");
    let loose = read(
        "\n\n  [ gd_scene\n\tformat = 3\n]\n\n[node\n\tname = \"A\"\n\ttype = \"Node\"\n]\n\n  a\n =\n 1\n\tb = [\n1\n,\n2 ]\n\
         c\t=\tVector2 (\n1\n,\n2\n)\n\n",
    );
    for document in [tight, loose] {
        let node = document.nodes().next().unwrap();
        assert_eq!(node.name().unwrap(), "A");
        assert_eq!(node.property("a").unwrap().value(), Value::Int(1));
        assert_eq!(node.property("b").unwrap().value(), Value::Array(vec![Value::Int(1), Value::Int(2)]));
        assert_eq!(node.property("c").unwrap().value(), Value::Vector2([1.0, 2.0]));
    }
}

#[test]
fn external_resources_have_path_type_uid_and_id() {
    let lamp = fixture("lamp.tscn");
    let all: Vec<_> = lamp.ext_resources().collect();
    assert_eq!(all.len(), 3);
    assert_eq!(all[0].path().unwrap(), "res://parts/bulb.tscn");
    assert_eq!(all[0].resource_type().unwrap(), "PackedScene");
    assert_eq!(all[0].uid().unwrap(), "uid://c1bulbscene0001");
    assert_eq!(all[0].id().unwrap(), Id("1_bulb".into()));
    assert_eq!(all[1].path().unwrap(), "shade.png");
    assert!(all[1].uid().is_none());
    assert_eq!(fixture("old_style.tscn").ext_resources().next().unwrap().id().unwrap(), Id("1".into()));
}

#[test]
fn an_id_may_be_used_for_both_kinds_of_resource() {
    let lamp = fixture("lamp.tscn");
    let id = Id("2_shade".into());
    assert_eq!(lamp.ext_resource(&id).unwrap().path().unwrap(), "shade.png");
    assert_eq!(lamp.sub_resource(&id).unwrap().resource_type().unwrap(), "CylinderMesh");
    let arm = lamp.nodes().nth(1).unwrap();
    let mesh = arm.property("mesh").unwrap().value();
    assert_eq!(mesh.as_reference(), Some(&Reference::Sub(id)));
}

#[test]
fn headers_of_nodes_hold_every_attribute() {
    let lamp = fixture("lamp.tscn");
    let nodes: Vec<_> = lamp.nodes().collect();
    assert_eq!(nodes[0].node_paths(), ["bulb"]);
    assert_eq!(nodes[0].unique_id(), Some(101));
    assert!(nodes[0].parent().is_none());
    assert_eq!(nodes[1].groups(), ["metal", "hall"]);
    assert_eq!(nodes[1].node_type().unwrap(), "MeshInstance3D");
    assert_eq!(nodes[2].index(), Some(0));
    assert!(nodes[2].has_unique_name() && !nodes[1].has_unique_name());
    assert_eq!(nodes[3].instance(), Some(Reference::Ext(Id("1_bulb".into()))));
    assert!(nodes[3].node_type().is_none());
    assert_eq!(nodes[4].parent_id_path(), Some(vec![102, 104]));
    assert_eq!(nodes[5].owner().unwrap(), "Arm");
    assert_eq!(nodes[6].instance_placeholder().unwrap(), "res://parts/later.tscn");
}

#[test]
fn the_tree_follows_the_parent_paths() {
    let lamp = fixture("lamp.tscn");
    let tree = lamp.node_tree();
    let arm = tree.find("Arm").unwrap();
    let names: Vec<&str> =
        tree.get(arm).unwrap().children.iter().map(|child| &*tree.get(*child).unwrap().name).collect();
    assert_eq!(names, ["Shade", "Bulb"]);
    assert_eq!(tree.find("."), tree.root());
    assert_eq!(tree.path(tree.find("Arm/Bulb/Glass").unwrap()), "Arm/Bulb/Glass");
    assert_eq!(tree.find("Arm/Gone"), None);
    // The socket is a node that the bulb's own scene brings along.
    assert!(tree.is_inside_instance("Arm/Bulb/Socket"));
    let filament = &tree.nodes()[5];
    let bulb = tree.find("Arm/Bulb").unwrap();
    assert_eq!(filament.parent, Parent::Inside { instance: bulb, path: "Socket".into() });
    assert_eq!(tree.path(proscenio_godot::NodeIndex(5)), "Arm/Bulb/Socket/Filament");
}

#[test]
fn an_inheriting_scene_may_hang_nodes_anywhere() {
    let text = "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"a.tscn\" id=\"1\"]\n\
                [node name=\"A\" instance=ExtResource(\"1\")]\n[node name=\"B\" type=\"Node\" parent=\"Deep/In\"]\n";
    let document = read(text);
    let tree = document.node_tree();
    let root = tree.root().unwrap();
    assert_eq!(tree.nodes()[1].parent, Parent::Inside { instance: root, path: "Deep/In".into() });
}

#[test]
fn connections_and_editable_paths() {
    let lamp = fixture("lamp.tscn");
    let all: Vec<_> = lamp.connections().collect();
    assert_eq!(all[0].signal().unwrap(), "toggled");
    assert_eq!((all[0].from().unwrap(), all[0].to().unwrap()), ("Arm/Bulb".into(), ".".into()));
    assert_eq!(all[0].method().unwrap(), "_on_toggled");
    assert_eq!((all[0].flags(), all[0].unbinds()), (3, 1));
    assert_eq!(all[0].binds(), [Value::String("hall".into()), Value::Int(2)]);
    assert_eq!((all[1].flags(), all[1].unbinds(), all[1].binds()), (2, 0, vec![]));
    assert_eq!(lamp.editable_paths().next().unwrap().path().unwrap(), "Arm/Bulb");
    assert_eq!(fixture("old_style.tscn").connections().next().unwrap().binds(), [Value::Int(7)]);
}

#[test]
fn keys_may_be_quoted() {
    let lamp = fixture("lamp.tscn");
    let brass = lamp.sub_resource(&Id("brass".into())).unwrap().0;
    assert_eq!(brass.property("detail/quoted key").unwrap().value(), Value::Bool(true));
    let root = lamp.nodes().next().unwrap();
    assert!(root.property("prices").unwrap().value().as_dictionary().is_some());
    let odd =
        read("[gd_scene format=3]\n[node name=\"A\"]\n\"a\\\"b=\" = 1\nñandú/größe = 2\nbones/0/pose = 3\n");
    let node = odd.nodes().next().unwrap();
    assert_eq!(node.property("a\"b=").unwrap().value(), Value::Int(1));
    assert_eq!(node.property("ñandú/größe").unwrap().value(), Value::Int(2));
    assert_eq!(node.property("bones/0/pose").unwrap().value(), Value::Int(3));
}

#[test]
fn node_paths_keep_subnames() {
    let text = "[gd_scene format=3]\n[node name=\"A\"]\na = NodePath(\"Mesh:scale.x\")\nb = NodePath(\"\")\n";
    let document = read(text);
    let node = document.nodes().next().unwrap();
    assert_eq!(node.property("a").unwrap().value(), Value::NodePath("Mesh:scale.x".into()));
    assert_eq!(node.property("b").unwrap().value(), Value::NodePath(String::new()));
}

#[test]
fn skeletons_and_tracks_are_properties_with_slashes() {
    let text = "[gd_scene format=3]\n[node name=\"S\" type=\"Skeleton3D\"]\n\
                bones/1/position = Vector3(0.11, 2.19, -0.19)\nbones/1/rotation = Quaternion(0, 0, 0, 1)\n";
    let document = read(text);
    let keys: Vec<_> = document.nodes().next().unwrap().0.properties().map(|entry| entry.key()).collect();
    assert_eq!(keys, ["bones/1/position", "bones/1/rotation"]);
}

#[test]
fn every_item_says_where_it_stands() {
    let text = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node\"]\nvisible = false ; hidden\n";
    let document = read(text);
    let node = document.nodes().next().unwrap();
    let at = |span: proscenio_source::Span| std::str::from_utf8(document.slice(span)).unwrap().to_owned();
    assert_eq!(at(node.0.header_span()), "[node name=\"A\" type=\"Node\"]");
    assert_eq!(at(node.0.tag_span()), "node");
    assert_eq!(at(node.name_span()), "\"A\"");
    assert_eq!(at(node.0.span()), "[node name=\"A\" type=\"Node\"]\nvisible = false");
    let visible = node.property("visible").unwrap();
    assert_eq!((at(visible.key_span()), at(visible.value_span())), ("visible".into(), "false".into()));
    assert_eq!(at(visible.span()), "visible = false");
}

#[test]
fn unknown_sections_are_kept() {
    let text = "[gd_scene format=3]\n\n[wheel size=3]\nspokes = 12\n";
    let document = Document::parse(Source::new("a.tscn", text.as_bytes().to_vec()));
    assert_eq!(document.to_bytes(), text.as_bytes());
    let wheel = document.section(1).unwrap();
    assert_eq!((wheel.kind(), &*wheel.tag()), (SectionKind::Unknown, "wheel"));
    assert_eq!(wheel.attribute("size").unwrap().integer(), Some(3));
    assert_eq!(wheel.property("spokes").unwrap().value(), Value::Int(12));
}

#[test]
fn the_last_of_two_equal_properties_counts() {
    let text = "[gd_scene format=3]\n[node name=\"A\"]\nx = 1\nx = 2\n";
    let document = Document::parse(Source::new("a.tscn", text.as_bytes().to_vec()));
    assert_eq!(document.nodes().next().unwrap().property("x").unwrap().value(), Value::Int(2));
}

#[test]
fn a_tree_of_fifty_thousand_nodes_is_built_at_once() {
    let mut text = String::from("[gd_scene format=3]\n[node name=\"R\" type=\"Node\"]\n");
    let mut parent = ".".to_owned();
    for at in 0..50_000 {
        text += &format!("[node name=\"n{at}\" type=\"Node\" parent=\"{parent}\"]\n");
        if at % 5000 == 0 {
            parent = if parent == "." { format!("n{at}") } else { format!("{parent}/n{at}") };
        }
    }
    let document = read(&text);
    let tree = document.node_tree();
    assert_eq!(tree.nodes().len(), 50_001);
    assert_eq!(tree.path(proscenio_godot::NodeIndex(50_000)), format!("{parent}/n49999"));
}
