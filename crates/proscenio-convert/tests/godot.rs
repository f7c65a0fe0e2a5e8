//! Godot documents into the neutral scene: own fixtures, and the engine's answers where they are at hand.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking and say what they skip"
)]

mod support;

use std::path::Path;

use proscenio_convert::Imported;
use proscenio_convert::front::godot::import;
use proscenio_corpus::corpus;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::glam::{Vec2, Vec3};
use proscenio_scene::{
    AlphaMode, Background, BlendMode, Camera, Camera2d, Component, Cull, Extra, Filter, FovAxis, Light,
    LightFalloff, LightKind, Material, Mesh, MeshInstance, Node, NodeId, Pixels, Projection, Rgba, Scene,
    ShadingRule, Sprite, Surface, TonemapKind, Wrap,
};
use proscenio_source::Source;
use proscenio_vfs::{MemoryTree, Vfs};
use support::tree;

fn load(files: &MemoryTree, path: &str) -> Imported {
    let document = Document::parse(Source::new(path, files.read(path).unwrap()));
    let imported = import(&document, &Project::around(files, path));
    for (_, mesh) in imported.scene.meshes.iter() {
        assert!(mesh.surfaces.iter().all(Surface::is_sound), "{path}: {}", mesh.name);
    }
    for finding in &imported.findings {
        assert!(finding.help.is_some(), "{finding:?}");
    }
    imported
}

/// What the engine said about a probe.
fn facts(corpus: &Path, name: &str) -> Vec<serde_json::Value> {
    let bytes = std::fs::read(corpus.join(format!("probes/facts/{name}.json"))).unwrap();
    let mut facts: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    match facts["nodes"].take() {
        serde_json::Value::Array(nodes) => nodes,
        other => panic!("{other}"),
    }
}

fn find(scene: &Scene, path: &str) -> NodeId {
    let found = scene.nodes.iter().find(|(_, node)| node.identity.key == path);
    found.unwrap_or_else(|| panic!("no node {path}")).0
}

fn node<'s>(scene: &'s Scene, path: &str) -> &'s Node {
    &scene.nodes[find(scene, path)]
}

fn fixture(path: &str) -> Imported {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/godot");
    load(&tree(Path::new(folder)), path)
}

/// The one component of a kind that a node has.
macro_rules! part {
    ($scene:expr, $path:expr, $kind:ident) => {
        match node($scene, $path).components.as_slice() {
            [Component::$kind(part)] => part,
            other => panic!("{}: {other:?}", $path),
        }
    };
}

fn mesh_of<'s>(scene: &'s Scene, path: &str) -> (&'s MeshInstance, &'s Mesh) {
    let instance: &MeshInstance = part!(scene, path, Mesh);
    (instance, &scene.meshes[instance.mesh])
}

/// The material that the first surface of a node shows.
fn material_of<'s>(scene: &'s Scene, path: &str) -> &'s Material {
    let (instance, mesh) = mesh_of(scene, path);
    let own = instance.materials.first().copied().flatten();
    &scene.materials[own.or(mesh.surfaces[0].material).unwrap()]
}

fn text(extra: Option<&Extra>) -> &str {
    match extra {
        Some(Extra::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

/// A property that was kept in a node's extras.
fn kept<'s>(node: &'s Node, name: &str) -> Option<&'s Extra> {
    match node.extras.get("properties")? {
        Extra::Map(properties) => properties.get(name),
        other => panic!("{other:?}"),
    }
}

fn codes(imported: &Imported) -> Vec<&'static str> {
    imported.findings.iter().map(|finding| finding.code).collect()
}

fn same(ours: Rgba, stored: [f32; 4]) {
    let ours = ours.to_stored();
    assert!(ours.iter().zip(stored).all(|(a, b)| (a - b).abs() < 1e-4), "{ours:?} {stored:?}");
}

/// All numbers of a list, however deep.
fn numbers(value: &serde_json::Value) -> Vec<f64> {
    match value {
        serde_json::Value::Array(items) => items.iter().flat_map(numbers).collect(),
        serde_json::Value::Null => Vec::new(),
        number => vec![number.as_f64().unwrap()],
    }
}

fn close(what: &str, ours: &[f32], theirs: &serde_json::Value) {
    let theirs = numbers(theirs);
    assert_eq!(ours.len(), theirs.len(), "{what}");
    for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        assert!((f64::from(*ours) - theirs).abs() < 1e-5, "{what} number {at}: {ours} is not {theirs}");
    }
}

/// Compares every primitive mesh of a probe with what the engine made of it.
fn meshes_equal_the_engines(name: &str, skipped: &[&str]) {
    let Some(corpus) = corpus() else { return };
    let imported = load(&tree(&corpus.join("probes")), &format!("{name}.tscn"));
    let mut compared = 0;
    for fact in facts(&corpus, name) {
        let path = fact["path"].as_str().unwrap();
        let Some(engine) = fact["surfaces"].get(0) else { continue };
        if skipped.contains(&path) {
            continue;
        }
        let mesh = node(&imported.scene, path).components.iter().find_map(|component| match component {
            Component::Mesh(instance) => Some(&imported.scene.meshes[instance.mesh]),
            _ => None,
        });
        let surface = &mesh.unwrap_or_else(|| panic!("{path} has no mesh")).surfaces[0];
        close(&format!("{path} vertices"), surface.positions.as_flattened(), &engine["vertices"]);
        close(&format!("{path} normals"), surface.normals.as_flattened(), &engine["normals"]);
        close(&format!("{path} uv"), surface.uvs.as_flattened(), &engine["uv"]);
        close(&format!("{path} tangents"), surface.tangents.as_flattened(), &engine["tangents"]);
        // The engine's front is clockwise, the scene's is not.
        let mut indices: Vec<f64> = numbers(&engine["indices"]);
        for triangle in indices.chunks_exact_mut(3) {
            triangle.swap(1, 2);
        }
        let ours: Vec<f64> = surface.indices.iter().map(|index| f64::from(*index)).collect();
        assert_eq!(ours, indices, "{path} indices");
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

#[test]
fn primitive_meshes_equal_the_engines() {
    meshes_equal_the_engines("p01_primitives", &[]);
}

#[test]
fn primitive_meshes_with_options_equal_the_engines() {
    meshes_equal_the_engines("p12_primitive_options", &[]);
}

/// Compares world placements with what the engine said about a probe.
#[test]
fn world_placements_equal_the_engines() {
    let Some(corpus) = corpus() else { return };
    let files = tree(&corpus.join("probes"));
    let mut compared = 0;
    for name in ["p01_primitives", "p04_omni_spot", "p07_camera_ortho", "p08_transforms", "q01_sprites"] {
        let imported = load(&files, &format!("{name}.tscn"));
        let world = imported.scene.world_placements();
        for fact in facts(&corpus, name) {
            let path = fact["path"].as_str().unwrap();
            let id = find(&imported.scene, path);
            if let Some(flat) = fact.get("global_transform_2d") {
                close(&format!("{name} {path}"), &world.flat(id).matrix().to_cols_array(), flat);
                compared += 1;
            }
            if let Some(space) = fact.get("global_transform") {
                let placed = world.space(id);
                let (rows, origin) = (placed.matrix3.transpose(), placed.translation);
                let mut ours = rows.to_cols_array().to_vec();
                ours.extend(origin.to_array());
                close(&format!("{name} {path}"), &ours, space);
                compared += 1;
            }
            if let Some(visible) = fact.get("visible_in_tree") {
                assert_eq!(world.visible(id), visible.as_bool().unwrap(), "{name} {path}");
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

/// Every scene and resource of the corpus becomes a scene, and no text of it is lost on the way.
#[test]
fn every_file_of_the_corpus_is_imported() {
    let Some(corpus) = corpus() else { return };
    let mut imported = 0;
    for folder in ["probes", "godot/demos-4", "godot/demos-3.2", "godot/escn"] {
        let files = tree(&corpus.join(folder));
        let mut waiting = vec![String::new()];
        while let Some(path) = waiting.pop() {
            for entry in files.list(&path).unwrap() {
                let path = if path.is_empty() { entry.name } else { format!("{path}/{}", entry.name) };
                if entry.kind == proscenio_vfs::EntryKind::Folder {
                    waiting.push(path);
                } else if [".tscn", ".tres", ".escn"].iter().any(|extension| path.ends_with(extension)) {
                    let scene = load(&files, &path).scene;
                    assert!(!scene.nodes.is_empty());
                    imported += 1;
                }
            }
        }
    }
    assert!(imported > 600, "{imported}");
}

#[test]
fn nodes_keep_name_identity_place_and_groups() {
    let scene = fixture("room.tscn").scene;
    let root = &scene.nodes[scene.root];
    assert_eq!((root.name.as_str(), root.identity.key.as_str()), ("Room", "."));
    assert_eq!((root.identity.kind.as_str(), root.identity.unique_id), ("Node3D", Some(7)));
    assert_eq!(text(kept(root, "metadata/note")), "\"kept\"");
    let boxed = node(&scene, "Box");
    assert_eq!(boxed.placement.space.unwrap().translation, Vec3::new(1.0, 2.0, 3.0).into());
    assert_eq!(boxed.extras.get("groups"), Some(&Extra::List(vec!["solid".into(), "old".into()])));
    assert_eq!(&*boxed.origin.as_ref().unwrap().path, "room.tscn");
    assert!(!node(&scene, "Hidden").visible);
    assert_eq!(scene.view_size, Some([320, 200]));
    let Some(Extra::List(connections)) = scene.extras.get("connections") else { panic!() };
    let Extra::Map(connection) = &connections[0] else { panic!() };
    assert_eq!(text(connection.get("to")), "Lamp");
}

#[test]
fn a_plain_node_breaks_the_chain_of_placements() {
    let scene = fixture("room.tscn").scene;
    let world = scene.world_placements();
    let loose = world.space(find(&scene, "Box/Group/Loose"));
    assert_eq!(Vec3::from(loose.translation), Vec3::new(5.0, 0.0, 0.0));
}

#[test]
fn materials_are_read_in_full() {
    let scene = fixture("room.tscn").scene;
    let painted = material_of(&scene, "Box");
    assert_eq!(painted.name, "Painted");
    same(painted.base_color, [0.5, 1.0, 0.5, 0.75]);
    assert_eq!((painted.metallic, painted.roughness, painted.specular), (0.25, 0.5, 0.75));
    assert_eq!((painted.alpha, painted.cull), (AlphaMode::Cutoff(0.25), Cull::None));
    assert_eq!((painted.shading, painted.vertex_colors), (ShadingRule::LinearPbr, true));
    let texture = painted.base_texture.unwrap();
    assert_eq!(scene.images[texture.image].size, Some([8, 4]));
    assert_eq!((texture.transform.scale, texture.transform.offset), ([2.0, 3.0], [0.5, 0.25]));
    assert_eq!((texture.filter, texture.wrap_u), (Filter::Nearest, Wrap::Clamp));
    assert_eq!(painted.normal_map.unwrap().scale, 0.5);
    let orange = Rgba::from_stored([1.0, 0.5, 0.0, 1.0]).rgb.map(|channel| channel * 2.0);
    assert_eq!(painted.emission.rgb, orange);
    assert_eq!(text(painted.extras.get("anisotropy_enabled")), "true");
}

#[test]
fn overrides_of_surfaces_and_of_the_whole_come_first() {
    let imported = fixture("room.tscn");
    let scene = &imported.scene;
    let gold = material_of(scene, "Box/Gold");
    assert_eq!((gold.name.as_str(), gold.metallic), ("Gold", 1.0));
    let glass = material_of(scene, "Box/Glass");
    assert_eq!((glass.shading, glass.alpha), (ShadingRule::LinearUnlit, AlphaMode::Blend));
    assert_eq!(glass.blend, BlendMode::Add);
    let gone = &scene.images[glass.base_texture.unwrap().image];
    assert_eq!((&gone.pixels, gone.size), (&Pixels::Missing, None));
    assert!(codes(&imported).contains(&"godot/missing-image"));
    // Both use one mesh, made once.
    assert_eq!(mesh_of(scene, "Box").0.mesh, mesh_of(scene, "Box/Glass").0.mesh);
    assert!(!mesh_of(scene, "Box").0.cast_shadow);
    assert_eq!(mesh_of(scene, "Box").1.surfaces[0].bounds().unwrap().1, Vec3::new(0.5, 1.0, 1.5));
    assert_eq!(text(mesh_of(scene, "Box").1.extras.get("lightmap_size_hint")), "Vector2i(4, 4)");
}

#[test]
fn a_glowing_picture_is_multiplied_with_the_energy() {
    let scene = fixture("room.tscn").scene;
    let glow = material_of(&scene, "Glow");
    assert_eq!((glow.emission, glow.emission_adds), (Rgba::linear(3.0, 3.0, 3.0, 1.0), false));
    // Its import settings say that there are smaller sizes of it.
    assert_eq!(glow.emission_texture.unwrap().filter, Filter::LinearMipmap);
}

#[test]
fn surfaces_without_a_material_show_the_built_in_one() {
    let files = MemoryTree::from_files([(
        "a.tscn",
        "[gd_scene format=3]\n[sub_resource type=\"BoxMesh\" id=\"1\"]\n\
         [node name=\"A\" type=\"MeshInstance3D\"]\nmesh = SubResource(\"1\")\n",
    )]);
    let scene = load(&files, "a.tscn").scene;
    let (instance, mesh) = mesh_of(&scene, ".");
    assert_eq!((instance.materials.len(), mesh.surfaces[0].material), (0, None));
}

#[test]
fn lights_have_the_engines_defaults() {
    let scene = fixture("room.tscn").scene;
    let sun: &Light = part!(&scene, "Sun", Light);
    assert_eq!((sun.kind, sun.energy, sun.specular), (LightKind::Directional, 2.0, 1.0));
    assert!(sun.cast_shadow);
    same(sun.color, [1.0, 0.5, 0.0, 1.0]);
    assert!(node(&scene, "SkyOnly").components.is_empty());
    let bulb: &Light = part!(&scene, "Bulb", Light);
    let falloff = LightFalloff::Power { exponent: 2.0 };
    assert_eq!((bulb.kind, bulb.energy), (LightKind::Point { range: 7.0, falloff }, -1.0));
    let torch: &Light = part!(&scene, "Torch", Light);
    let falloff = LightFalloff::Power { exponent: 1.0 };
    let kind = LightKind::Spot { range: 5.0, falloff, angle: 30.0_f32.to_radians(), rim: 1.0 };
    // Half by default, and lights that stand somewhere count twice.
    assert_eq!((torch.kind, torch.specular), (kind, 1.0));
}

#[test]
fn the_camera_that_asks_is_seen_through() {
    let scene = fixture("room.tscn").scene;
    let first: &Camera = part!(&scene, "First", Camera);
    let second: &Camera = part!(&scene, "Second", Camera);
    assert_eq!((first.current, second.current), (false, true));
    let projection = Projection::Perspective { fov: 60.0_f32.to_radians(), axis: FovAxis::Horizontal };
    assert_eq!((first.projection, first.offset), (projection, Vec2::new(0.5, 0.0)));
    assert_eq!((first.near, first.far), (0.05, 4000.0));
    let projection = Projection::Orthographic { size: 4.0, axis: FovAxis::Vertical };
    assert_eq!((second.projection, second.near, second.far), (projection, 0.1, 50.0));
}

#[test]
fn the_environment_is_that_of_the_world() {
    let scene = fixture("room.tscn").scene;
    let Background::Color(background) = scene.environment.background else { panic!() };
    assert_eq!(background.rgb, [0.5, 0.0, 0.0]);
    assert_eq!(scene.environment.ambient.color.rgb, [0.0, 0.25, 0.0]);
    assert_eq!(scene.environment.ambient.reflection, Rgba::BLACK);
    let tonemap = scene.environment.tonemap;
    assert_eq!((tonemap.kind, tonemap.exposure, tonemap.white), (TonemapKind::Aces, 1.5, 6.0));
    let Some(Extra::Map(kept)) = scene.extras.get("environment") else { panic!() };
    assert_eq!(text(kept.get("ssao_enabled")), "true");
}

#[test]
fn without_an_environment_the_clear_colour_lights_the_scene() {
    let scene = fixture("bright_lamp.tscn").scene;
    let Background::Color(background) = scene.environment.background else { panic!() };
    same(background, [0.5, 0.5, 0.5, 1.0]);
    assert_eq!(scene.environment.ambient.color, background);
}

#[test]
fn instances_bring_their_nodes_and_take_overrides() {
    let scene = fixture("room.tscn").scene;
    let lamp = node(&scene, "Lamp");
    assert_eq!((lamp.name.as_str(), lamp.identity.kind.as_str()), ("Lamp", "Node3D"));
    assert_eq!(lamp.placement.space.unwrap().translation.z, -4.0);
    assert_eq!(text(lamp.extras.get("instance")), "res://parts/lamp.tscn");
    let names: Vec<&str> = lamp.children.iter().map(|child| scene.nodes[*child].name.as_str()).collect();
    assert_eq!(names, ["Dimmer", "Light", "Ball"]);
    let light: &Light = part!(&scene, "Lamp/Light", Light);
    assert_eq!(light.energy, 5.0);
    assert!(matches!(light.kind, LightKind::Point { range: 3.0, .. }));
    assert_eq!(mesh_of(&scene, "Lamp/Ball").1.surfaces[0].bounds().unwrap().1.y, 0.25);
}

#[test]
fn an_inheriting_scene_is_the_other_with_changes() {
    let scene = fixture("bright_lamp.tscn").scene;
    let root = &scene.nodes[scene.root];
    assert_eq!((root.name.as_str(), root.visible), ("BrightLamp", false));
    assert_eq!(root.placement.space.unwrap().translation.x, 100.0);
    let light: &Light = part!(&scene, "Light", Light);
    assert_eq!(light.energy, 9.0);
    assert_eq!(node(&scene, "Ball/Extra").identity.kind, "Node3D");
}

#[test]
fn scenes_that_contain_themselves_or_are_missing_are_told() {
    let imported = fixture("cycle_a.tscn");
    assert_eq!(codes(&imported), ["godot/scene-cycle", "godot/missing-file", "godot/kept-aside"]);
    let paths: Vec<&str> = imported.scene.nodes.iter().map(|(_, node)| node.identity.key.as_str()).collect();
    assert_eq!(paths, [".", "B", "B/A", "Gone", "GoneAgain"]);
}

#[test]
fn multiplying_instances_stop_at_a_limit() {
    let mut files =
        vec![("s0.tscn".to_owned(), "[gd_scene format=3]\n[node name=\"L\" type=\"Node3D\"]\n".to_owned())];
    for level in 1..40 {
        let mut text = format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"s{}.tscn\" id=\"1\"]\n\
             [node name=\"R\" type=\"Node3D\"]\n",
            level - 1
        );
        for copy in 0..4 {
            text += &format!("[node name=\"c{copy}\" parent=\".\" instance=ExtResource(\"1\")]\n");
        }
        files.push((format!("s{level}.tscn"), text));
    }
    let imported = load(&MemoryTree::from_files(files), "s39.tscn");
    assert_eq!(codes(&imported), ["godot/too-many-nodes"]);
    assert!(imported.scene.nodes.len() <= 100_000);
}

#[test]
fn what_is_not_drawn_is_kept_and_told() {
    let imported = fixture("room.tscn");
    let scene = &imported.scene;
    assert!(node(scene, "Array").components.is_empty());
    let body = node(scene, "Body");
    assert!(matches!(&body.components[0], Component::Other(other) if other.kind == "StaticBody3D"));
    assert_eq!(text(kept(body, "collision_layer")), "3");
    let chair = node(scene, "Chair");
    assert_eq!(text(chair.extras.get("instance")), "res://parts/chair.glb");
    assert_eq!(chair.placement.space.unwrap().translation.x, 9.0);
    // Resources that nothing shows stand in the scene's extras.
    let Some(Extra::List(resources)) = scene.extras.get("resources") else { panic!() };
    let types: Vec<&str> = resources
        .iter()
        .map(|resource| match resource {
            Extra::Map(resource) => text(resource.get("type")),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(types, ["TextMesh", "SphereShape3D"]);
    let told: Vec<String> = imported.findings.iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn sprites_show_the_right_part_at_the_right_place() {
    let scene = fixture("sprites.tscn").scene;
    let plain: &Sprite = part!(&scene, "Plain", Sprite);
    assert_eq!((plain.position, plain.size), (Vec2::new(-4.0, -2.0), Vec2::new(8.0, 4.0)));
    assert_eq!((plain.uv_min, plain.uv_max), (Vec2::ZERO, Vec2::ONE));
    let texture = plain.texture.unwrap();
    assert_eq!((texture.filter, texture.wrap_u), (Filter::Nearest, Wrap::Clamp));
    let corner: &Sprite = part!(&scene, "Corner", Sprite);
    assert_eq!(corner.position, Vec2::new(1.0, 2.0));
    assert_eq!((corner.uv_min, corner.uv_max), (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)));
    let child: &Sprite = part!(&scene, "Corner/Child", Sprite);
    assert_eq!(child.size, Vec2::splat(2.0));
    assert_eq!((child.uv_min, child.uv_max), (Vec2::new(0.5, 0.5), Vec2::new(0.75, 1.0)));
    // No smaller sizes were made of it.
    assert_eq!(child.texture.unwrap().filter, Filter::Linear);
    assert!(child.behind_parent);
    same(child.tint, [1.0, 0.0, 0.0, 1.0]);
    let absolute: &Sprite = part!(&scene, "Corner/Absolute", Sprite);
    assert_eq!((corner.z, child.z, absolute.z), (2.0, 5.0, 1.0));
    assert_eq!((absolute.uv_min, absolute.uv_max), (Vec2::new(0.25, 0.0), Vec2::new(0.75, 1.0)));
    assert!(absolute.uv_guard && !child.uv_guard);
    same(node(&scene, ".").tint, [0.5, 1.0, 1.0, 0.5]);
    assert!(node(&scene, "Empty").components.is_empty());
}

#[test]
fn sprites_take_parts_of_pictures_and_materials_of_their_parents() {
    let imported = fixture("sprites.tscn");
    let scene = &imported.scene;
    let atlas: &Sprite = part!(scene, "Atlas", Sprite);
    assert_eq!((atlas.size, atlas.blend), (Vec2::new(4.0, 2.0), BlendMode::Add));
    assert_eq!((atlas.uv_min, atlas.uv_max), (Vec2::new(0.25, 0.25), Vec2::new(0.75, 0.75)));
    assert_eq!(
        (atlas.texture.unwrap().filter, atlas.texture.unwrap().wrap_u),
        (Filter::Linear, Wrap::Repeat)
    );
    let inherits: &Sprite = part!(scene, "Atlas/Inherits", Sprite);
    assert_eq!((inherits.blend, inherits.texture.unwrap().filter), (BlendMode::Add, Filter::Linear));
    let made: &Sprite = part!(scene, "Made", Sprite);
    assert_eq!(scene.images[made.texture.unwrap().image].pixels, Pixels::Missing);
    assert_eq!(codes(&imported), ["godot/not-drawn"]);
}

#[test]
fn layers_stand_apart_and_are_fixed_to_the_screen() {
    let scene = fixture("sprites.tscn").scene;
    let layer = node(&scene, "Corner/Layer");
    assert!(layer.screen_space && layer.top_level);
    let on_layer: &Sprite = part!(&scene, "Corner/Layer/OnLayer", Sprite);
    let corner: &Sprite = part!(&scene, "Corner", Sprite);
    assert!(on_layer.z > corner.z);
    let world = scene.world_placements();
    let at = |path: &str| world.flat(find(&scene, path)).matrix().translation;
    assert_eq!(at("Corner/Layer/OnLayer"), Vec2::new(100.0, 0.0));
    assert_eq!(at("Corner/Free"), Vec2::new(3.0, 4.0));
}

#[test]
fn the_first_flat_camera_is_seen_through_and_stays_upright() {
    let scene = fixture("sprites.tscn").scene;
    let eye: &Camera2d = part!(&scene, "Eye", Camera2d);
    let other: &Camera2d = part!(&scene, "Other", Camera2d);
    assert_eq!((eye.current, other.current), (true, false));
    let view = eye.view(scene.world_placements().flat(find(&scene, "Eye")).matrix(), Vec2::new(320.0, 200.0));
    // The camera's own point is in the middle, a pixel to its right two pixels further on.
    assert!(view.transform_point2(Vec2::new(41.0, 51.0)).abs_diff_eq(Vec2::new(160.0, 100.0), 1e-4));
    assert!(view.transform_point2(Vec2::new(42.0, 51.0)).abs_diff_eq(Vec2::new(162.0, 100.0), 1e-4));
}

#[test]
fn scenes_of_godot_3_have_its_names_and_defaults() {
    let scene = fixture("old_room.tscn").scene;
    let material = material_of(&scene, "Cube");
    assert_eq!((material.shading, material.alpha), (ShadingRule::LinearUnlit, AlphaMode::Blend));
    assert_eq!((material.cull, material.emission), (Cull::None, Rgba::linear(0.5, 0.5, 0.5, 1.0)));
    let (_, cube) = mesh_of(&scene, "Cube");
    assert_eq!(cube.surfaces[0].bounds().unwrap().1, Vec3::ONE);
    // Capsules lie along Z, and their middle is a metre long.
    let (_, capsule) = mesh_of(&scene, "Cube/Capsule");
    let (low, high) = capsule.surfaces[0].bounds().unwrap();
    assert!(
        low.abs_diff_eq(Vec3::new(-0.5, -0.5, -1.0), 1e-6) && high.abs_diff_eq(-low, 1e-6),
        "{low} {high}"
    );
    let (_, quad) = mesh_of(&scene, "Cube/Quad");
    assert_eq!((quad.surfaces[0].positions.len(), quad.surfaces[0].indices.len()), (6, 6));
    let sun: &Light = part!(&scene, "Sun", Light);
    assert_eq!(sun.specular, 0.5);
    let bulb: &Light = part!(&scene, "Bulb", Light);
    assert_eq!(bulb.extras.get("omni_attenuation"), Some(&Extra::Float(0.5)));
    let camera: &Camera = part!(&scene, "Camera", Camera);
    let projection = Projection::Perspective { fov: 70.0_f32.to_radians(), axis: FovAxis::Vertical };
    assert_eq!((camera.projection, camera.far, camera.current), (projection, 100.0, true));
    assert_eq!(scene.environment.ambient.color.rgb, [0.5; 3]);
    let picture: &Sprite = part!(&scene, "Picture", Sprite);
    assert_eq!((picture.texture.unwrap().filter, picture.z), (Filter::Linear, 1.0));
}

#[test]
fn a_resource_alone_is_shown() {
    let scene = fixture("parts/gold.tres").scene;
    assert_eq!(material_of(&scene, ".").name, "Gold");
    assert_eq!(scene.nodes[scene.root].identity.kind, "StandardMaterial3D");
}

#[test]
fn values_of_the_wrong_type_are_told() {
    let text = "[gd_scene format=3]\n[sub_resource type=\"SphereMesh\" id=\"1\"]\nrings = 999999999\n\
                [node name=\"A\" type=\"OmniLight3D\"]\nomni_range = \"far\"\nlight_energy = null\n\
                [node name=\"B\" type=\"MeshInstance3D\" parent=\".\"]\nmesh = SubResource(\"1\")\n";
    let imported = load(&MemoryTree::from_files([("a.tscn", text)]), "a.tscn");
    assert_eq!(codes(&imported), ["godot/bad-property", "godot/too-large-mesh"]);
    let light: &Light = part!(&imported.scene, ".", Light);
    assert!(matches!(light.kind, LightKind::Point { range: 5.0, .. }));
    assert_eq!(light.energy, 1.0);
}

#[test]
fn a_file_without_nodes_is_a_scene_with_a_root() {
    for text in ["", "[gd_scene format=3]\n", "[gd_resource type=\"Curve\" format=3]\n\n[resource]\n"] {
        let scene = load(&MemoryTree::from_files([("a.tscn", text)]), "a.tscn").scene;
        assert_eq!(scene.nodes.len(), 1);
    }
}
