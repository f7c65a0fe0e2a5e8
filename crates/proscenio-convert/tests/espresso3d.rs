//! Espresso3D documents into the neutral scene: own fixtures, and the corpus where it is at hand.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking and say what they skip"
)]

use std::path::{Path, PathBuf};

use proscenio_convert::Imported;
use proscenio_convert::front::espresso3d::{CODES, Light, Options, StandIns, import, import_with};
use proscenio_espresso3d::{Document, FileKind};
use proscenio_project::Project;
use proscenio_project::espresso3d::CODES as FILE_CODES;
use proscenio_scene::glam::Vec3;
use proscenio_scene::{
    Component, Cull, Extra, MeshInstance, Node, NodeId, Pixels, Scene, ShadingRule, Topology,
};
use proscenio_source::{Severity, Source};
use proscenio_vfs::{Entry, EntryKind, MemoryTree, Vfs, VfsError};

/// All files below a folder, with `/` before their names so that folders above can be climbed.
fn tree(folder: &Path, prefix: &str) -> MemoryTree {
    let mut files = Vec::new();
    let mut waiting = vec![(folder.to_path_buf(), prefix.to_owned())];
    while let Some((folder, prefix)) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{prefix}/{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() {
                waiting.push((path, name));
            } else {
                files.push((name, std::fs::read(path).unwrap()));
            }
        }
    }
    MemoryTree::from_files(files)
}

fn load(files: &MemoryTree, path: &str) -> Imported {
    let bytes = files.read(path).unwrap();
    let kind = FileKind::from_path(path).unwrap();
    let imported = import(&Document::parse(Source::new(path, bytes), kind), &Project::around(files, path));
    for mesh in imported.scene.meshes.iter().map(|(_, mesh)| mesh) {
        assert!(mesh.surfaces.iter().all(proscenio_scene::Surface::is_sound), "{path}: {}", mesh.name);
    }
    for finding in &imported.findings {
        assert!(finding.help.is_some(), "{finding:?}");
    }
    imported
}

fn fixture(path: &str) -> Imported {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/espresso3d");
    load(&tree(Path::new(folder), "/game/media"), &format!("/game/media/{path}"))
}

fn find(scene: &Scene, kind: &str, key: &str) -> NodeId {
    let found = scene.nodes.iter().find(|(_, node)| node.identity.kind == kind && node.identity.key == key);
    found.unwrap_or_else(|| panic!("no {kind} {key}")).0
}

fn node<'a>(scene: &'a Scene, kind: &str, key: &str) -> &'a Node {
    &scene.nodes[find(scene, kind, key)]
}

fn mesh(node: &Node) -> Option<&MeshInstance> {
    node.components.iter().find_map(|component| match component {
        Component::Mesh(instance) => Some(instance),
        _ => None,
    })
}

fn triangles(scene: &Scene) -> usize {
    let surfaces = scene.meshes.iter().flat_map(|(_, mesh)| &mesh.surfaces);
    let triangles = surfaces.filter(|surface| surface.topology == Topology::Triangles);
    triangles.map(|surface| surface.positions.len() / 3).sum()
}

fn codes(imported: &Imported) -> Vec<String> {
    let line = |f: &proscenio_source::Finding| {
        let file = f.path.rsplit('/').next().unwrap_or_default();
        format!("{} {} {file}: {}", f.severity, f.code, f.message)
    };
    imported.findings.iter().map(line).collect()
}

#[test]
fn a_map_becomes_sectors_with_their_content() {
    let Imported { scene, .. } = fixture("maps/rooms.e3m");
    let root = &scene.nodes[scene.root];
    assert_eq!((root.name.as_str(), root.children.len()), ("rooms", 2));
    let hall = node(&scene, "SECTOR", "hall");
    let kinds: Vec<&str> = hall.children.iter().map(|id| scene.nodes[*id].identity.kind.as_str()).collect();
    assert_eq!(kinds, ["PORTAL", "ACTOR", "ACTOR", "ACTOR", "PARTICLESYSTEM"]);
    assert!(matches!(&hall.components[0], Component::Sector(sector) if sector.name == "hall"));
    // Triangles with damaged corners are left out; one surface per texture and detail.
    let room = &scene.meshes[mesh(hall).unwrap().mesh];
    let counts: Vec<usize> = room.surfaces.iter().map(|surface| surface.positions.len() / 3).collect();
    assert_eq!(counts, [2, 1]);
}

#[test]
fn corners_stay_and_v_is_counted_from_the_top() {
    let Imported { scene, .. } = fixture("maps/rooms.e3m");
    let room = &scene.meshes[mesh(node(&scene, "SECTOR", "hall")).unwrap().mesh];
    let wall = &room.surfaces[1];
    assert_eq!(wall.positions, [[-4.0, 0.0, -4.0], [4.0, 0.0, -4.0], [4.0, 3.0, -4.0]]);
    assert_eq!(wall.uvs, [[0.0, 0.75], [1.0, 0.75], [1.0, 0.0]]);
    assert_eq!(wall.uvs2, [[0.0, 1.0], [4.0, 1.0], [4.0, -3.0]]);
    let material = &scene.materials[wall.material.unwrap()];
    assert_eq!(
        (material.name.as_str(), material.shading, material.cull),
        ("WALL", ShadingRule::StoredUnlit, Cull::None)
    );
    assert_eq!(material.extras.get("detail0"), Some(&Extra::Text("FLOOR".into())));
    let sets = material.look.details.map(|detail| detail.map(|texture| texture.uv_set));
    assert_eq!(sets, [Some(1), None]);
}

#[test]
fn portals_know_each_other() {
    let Imported { scene, .. } = fixture("maps/rooms.e3m");
    let portal = |key: &str| match &node(&scene, "PORTAL", key).components[0] {
        Component::Portal(portal) => portal.clone(),
        other => panic!("{other:?}"),
    };
    let (door, gate, hole) = (portal("door"), portal("gate"), portal("hole"));
    assert_eq!(door.sector, Some(find(&scene, "SECTOR", "yard")));
    assert_eq!(door.portal, Some(find(&scene, "PORTAL", "gate")));
    assert_eq!(
        (gate.sector, gate.portal),
        (Some(find(&scene, "SECTOR", "hall")), Some(find(&scene, "PORTAL", "door")))
    );
    assert_eq!(door.corners[1], Vec3::new(-1.0, 2.0, 4.0));
    assert_eq!((hole.sector, hole.portal), (None, None));
    assert_eq!(hole.link_names, ("cellar".to_owned(), "hole".to_owned()));
}

#[test]
fn actors_are_loaded_once_and_placed() {
    let Imported { scene, .. } = fixture("maps/rooms.e3m");
    let (first, second) = (node(&scene, "ACTOR", "first"), node(&scene, "ACTOR", "second"));
    let shared = mesh(first).unwrap().mesh;
    assert_eq!(mesh(second).unwrap().mesh, shared);
    assert_eq!(scene.meshes[shared].surfaces.len(), 2);
    let world = scene.world_placements();
    // Forward is +X: local +X goes to −Z, local +Z to +X.
    let placed = world.space(find(&scene, "ACTOR", "first"));
    assert!(placed.transform_point3(Vec3::X).abs_diff_eq(Vec3::new(1.0, 0.0, 1.0), 1e-6));
    assert!(placed.transform_point3(Vec3::Z).abs_diff_eq(Vec3::new(2.0, 0.0, 2.0), 1e-6));
    let ghost = node(&scene, "ACTOR", "third");
    assert!(
        mesh(ghost).is_none()
            && matches!(&ghost.components[0], Component::Other(other) if other.kind == "ACTOR")
    );
    assert_eq!(ghost.extras.get("registered_name"), Some(&Extra::Text("ghost".into())));
}

#[test]
fn textures_are_found_by_the_rules_of_old_paths() {
    let Imported { scene, .. } = fixture("maps/rooms.e3m");
    let image = |name: &str| scene.images.iter().find(|(_, image)| image.name == name).unwrap().1;
    assert_eq!(image("Wall.bmp").size, Some([2, 2]));
    assert_eq!(image("floor.PNG").size, Some([4, 4]));
    assert_eq!(image("lost.png").pixels, Pixels::Missing);
    // Half transparent texels are laid over black, as the engine does.
    let Pixels::Rgba8(stone) = &image("STONE.png").pixels else { panic!("alpha was kept") };
    assert_eq!(stone[..8], [128, 64, 32, 255, 10, 20, 30, 255]);
}

#[test]
fn what_importing_has_to_say() {
    insta::assert_snapshot!(codes(&fixture("maps/rooms.e3m")).join("\n"));
}

/// A tree in which one file can be seen and not read.
struct Locked(MemoryTree);

impl Vfs for Locked {
    fn read(&self, path: &str) -> Result<Vec<u8>, VfsError> {
        match path {
            "/m/locked.txt" => {
                Err(VfsError::Failed { path: path.to_owned(), why: "no permission".to_owned() })
            }
            _ => self.0.read(path),
        }
    }

    fn kind(&self, path: &str) -> Option<EntryKind> {
        self.0.kind(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, VfsError> {
        self.0.list(folder)
    }

    fn write(&self, _: &str, _: &[u8]) -> Result<(), VfsError> {
        Err(VfsError::ReadOnly)
    }
}

/// An arm of four bones, one unit each, whose last one carries a triangle. The exporter's defect puts the sum of a bone's
/// own offset and its parent's own where the whole sum should be.
fn chain_import(sound: bool) -> Imported {
    let mut text = String::from("MODEL arm\n{\nTRIANGLE\n{\nVERTICES\n8 0 0, 9 0 0, 8 1 0;\n");
    text += "TEXTURE\n0 0, 1 0, 0 1, A;\nBONELINK\nb3 b3 b3;\n}\n";
    for bone in 0..4 {
        let parent = if bone == 0 { String::new() } else { format!("b{}", bone - 1) };
        let place = if sound { bone * 2 + 2 } else { (bone + 1).min(2) * 2 };
        text +=
            &format!("BONE b{bone} {parent}\n{{\nPOSITION\n{place} 0 0;\nFORWARD\n0 0 1;\nUP\n0 1 0;\n}}\n");
    }
    let files = MemoryTree::from_files([("/m/arm.e3a", text + "}\n")]);
    load(&files, "/m/arm.e3a")
}

#[test]
fn bones_of_the_exporters_defect_are_repaired_and_others_are_not() {
    for sound in [true, false] {
        let Imported { scene, findings } = chain_import(sound);
        let (_, skeleton) = scene.skeletons.iter().next().unwrap();
        let along: Vec<f32> = skeleton.global_rests().iter().map(|bone| bone.translation.x).collect();
        assert_eq!(along, [2.0, 4.0, 6.0, 8.0], "{sound}");
        let told = findings.iter().any(|finding| finding.code == "espresso3d/repaired-bones");
        assert_eq!(told, !sound);
    }
}

#[test]
fn one_table_of_aliases_serves_maps_and_actors() {
    let triangle = |alias: &str| {
        format!("TRIANGLE\n{{\nVERTICES\n0 0 0, 1 0 0, 0 1 0;\nTEXTURE\n0 0, 1 0, 0 1, {alias};\n}}\n")
    };
    let pose = "{\nPOSITION\n0 0 0;\nFORWARD\n0 0 1;\nUP\n0 1 0;\n}\n";
    let map =
        format!("TEXTURESET map.txt NOJAR\nSECTOR s\n{{\n{}ACTOR lamp a\n{pose}}}\n", triangle("ACTORS"));
    let actor =
        format!("TEXTURESET actor.txt NOJAR\nMODEL\n{{\n{}{}}}\n", triangle("MAPS"), triangle("BOTH"));
    let files = MemoryTree::from_files([
        ("/m/a.e3m", map.as_str()),
        ("/m/lamp.e3a", actor.as_str()),
        ("/m/map.txt", "MAPS one.png\nBOTH two.png\n"),
        ("/m/actor.txt", "ACTORS three.png\nBOTH four.png\n"),
    ]);
    let imported = load(&files, "/m/a.e3m");
    assert!(!imported.findings.iter().any(|finding| finding.code == "espresso3d/unknown-alias"));
    let images: Vec<&str> = imported.scene.images.iter().map(|(_, image)| image.name.as_str()).collect();
    assert_eq!(images, ["three.png", "one.png", "two.png"], "the first definition counts");
}

#[test]
fn every_code_of_importing_is_shown_with_its_severity() {
    let triangle = "TRIANGLE\n{\nVERTICES\n0 0 0, 1 0 0, 0 1 0;\nTEXTURE\n0 0, 1 0, 0 1, BROKEN;\n}\n";
    let sets = "TEXTURESET none.txt NOJAR\nTEXTURESET locked.txt NOJAR\nTEXTURESET set.txt NOJAR\n";
    let map = format!("{sets}SECTOR s\n{{\n{triangle}}}\n");
    let files = MemoryTree::from_files([
        ("/m/a.e3m", map.as_str()),
        ("/m/set.txt", "BROKEN broken.png"),
        ("/m/broken.png", "no picture"),
        ("/m/locked.txt", ""),
    ]);
    let document = Document::parse(Source::new("/m/a.e3m", map.as_bytes().to_vec()), FileKind::Map);
    let files = Locked(files);
    let mut findings = import(&document, &Project::around(&files, "/m/a.e3m")).findings;
    findings.extend(fixture("maps/rooms.e3m").findings);
    findings.extend(chain_import(false).findings);
    for finding in &findings {
        let info = CODES.iter().chain(FILE_CODES).find(|code| code.name == finding.code).unwrap();
        assert_eq!(info.severity, finding.severity, "{}", finding.code);
    }
    let shown = |name: &str| findings.iter().any(|finding| finding.code == name);
    let missing: Vec<&str> =
        CODES.iter().chain(FILE_CODES).map(|code| code.name).filter(|name| !shown(name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The page of the family names every code.
#[test]
fn every_code_is_on_the_page_of_the_family() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/families/espresso3d.md");
    let page = std::fs::read_to_string(page).unwrap();
    for code in CODES.iter().chain(FILE_CODES) {
        let row = format!("| `{}` | {} | {} |", code.name, code.severity, code.summary);
        assert!(page.contains(&row), "not on the page: {row}");
    }
}

#[test]
fn an_actor_alone_is_one_node_with_its_bones() {
    let Imported { scene, findings } = fixture("models/Statue.e3a");
    assert_eq!((scene.nodes.len(), scene.skeletons.len(), scene.animations.len()), (1, 1, 1));
    let root = &scene.nodes[scene.root];
    let bones = &scene.skeletons[root.skeleton.unwrap()].bones;
    assert_eq!(bones.iter().map(|bone| bone.name.as_str()).collect::<Vec<_>>(), ["hip", "head"]);
    assert_eq!((bones[0].parent, bones[1].parent), (None, Some(0)));
    assert_eq!(bones[1].rest.translation.to_array(), [0.0, 1.0, 0.0], "measured in its parent");
    assert_eq!(root.skin.as_ref().unwrap().joints.len(), 2);
    let model = &scene.meshes[mesh(root).unwrap().mesh];
    assert_eq!(model.surfaces[0].weights.joints, [0, 0, 1]);
    assert!(model.surfaces[1].weights.is_empty(), "the second triangle has no link");
    // Alone, the actor does not see the map's textures.
    assert!(findings.iter().any(|finding| finding.code == "espresso3d/unknown-alias"));
}

#[test]
fn a_texture_set_alone_is_its_images() {
    let Imported { scene, findings } = fixture("textures/set.txt");
    assert_eq!((scene.nodes.len(), scene.images.len()), (1, 3));
    assert_eq!(findings.iter().filter(|finding| finding.severity == Severity::Error).count(), 1);
}

#[test]
fn a_flood_of_findings_becomes_a_sum() {
    let triangle = "TRIANGLE\n{\nVERTICES\n0 0 0, 1 0 0, 0 1 0;\nTEXTURE\n0 0, 1 0, 0 1, A$;\n}\n";
    let mut text = String::from("SECTOR s\n{\n");
    for number in 0..300 {
        text.push_str(&triangle.replace('$', &number.to_string()));
    }
    let files = MemoryTree::from_files([("/m/a.e3m", format!("{text}}}\n"))]);
    let imported = load(&files, "/m/a.e3m");
    assert_eq!(triangles(&imported.scene), 300);
    assert_eq!(imported.findings.len(), 101);
    assert!(imported.findings[100].message.starts_with("200 further places"));
}

/// The corpus, or `None` after saying that it is not there.
fn corpus() -> Option<MemoryTree> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let root = PathBuf::from(std::env::var("PROSCENIO_CORPUS").unwrap_or_else(|_| default.to_owned()));
    if root.join("e3d").is_dir() {
        return Some(tree(&root.join("e3d"), "/corpus/e3d"));
    }
    let required = std::env::var("PROSCENIO_REQUIRE").is_ok_and(|list| list.contains("corpus"));
    assert!(!required, "no corpus at {}", root.display());
    println!("skipped: no corpus at {}", root.display());
    None
}

/// Every map and actor of the corpus: as many triangles as the file, and no texture that exists is missed.
#[test]
fn files_of_the_corpus_are_imported_whole() {
    let Some(files) = corpus() else { return };
    let media = "/corpus/e3d/espresso3d/testbed/media";
    let mut lines = Vec::new();
    for folder in [
        format!("{media}/maps"),
        format!("{media}/models"),
        "/corpus/e3d/espresso3d/engine/logo/models".to_owned(),
    ] {
        for entry in files.list(&folder).unwrap() {
            let path = format!("{folder}/{}", entry.name);
            if FileKind::from_path(&path).is_none_or(|kind| kind == FileKind::TextureSet) {
                continue;
            }
            let bytes = files.read(&path).unwrap();
            let kind = FileKind::from_path(&path).unwrap();
            let counts = Document::parse(Source::new(path.as_str(), bytes), kind).counts();
            let imported = load(&files, &path);
            assert_eq!(triangles(&imported.scene), counts.triangles as usize, "{path}");
            let of_kind = |kind: &str| {
                imported.scene.nodes.iter().filter(|(_, node)| node.identity.kind == kind).count()
            };
            assert_eq!(of_kind("SECTOR"), counts.sectors as usize, "{path}");
            assert_eq!(of_kind("PORTAL"), counts.portals as usize, "{path}");
            assert_eq!(of_kind("PARTICLESYSTEM"), counts.particle_systems as usize, "{path}");
            let images: Vec<String> = imported
                .scene
                .images
                .iter()
                .map(|(_, image)| format!("{} {:?}", image.name, image.size.unwrap_or_default()))
                .collect();
            lines.push(format!(
                "{}: {} triangles, {} [{}]",
                entry.name,
                counts.triangles,
                images.join(", "),
                codes(&imported).join("; ")
            ));
        }
    }
    assert_eq!(lines.len(), 28);
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_portal_test_map_is_linked_and_textured() {
    let Some(files) = corpus() else { return };
    let Imported { scene, .. } = load(&files, "/corpus/e3d/espresso3d/testbed/media/maps/portaltest.e3m");
    let portals: Vec<_> = scene
        .nodes
        .iter()
        .flat_map(|(_, node)| &node.components)
        .filter_map(|component| match component {
            Component::Portal(portal) => Some(portal),
            _ => None,
        })
        .collect();
    assert_eq!(portals.len(), 4);
    assert!(portals.iter().all(|portal| portal.sector.is_some() && portal.portal.is_some()));
    assert!(scene.images.iter().all(|(_, image)| image.size.is_some()));
}

/// A lamp placed twice in two rooms, one without a way to the other, beside something that no file stands for.
fn lit(options: &Options) -> Imported {
    let triangle = "TRIANGLE\n{\nVERTICES\n0 0 0, 1 0 0, 0 1 0;\nTEXTURE\n0 0, 1 0, 0 1, A;\n}\n";
    let pose = |x: u32| format!("{{\nPOSITION\n{x} 0 0;\nFORWARD\n0 0 1;\nUP\n0 1 0;\n}}\n");
    let room = |name: &str, x: u32| {
        let fire = format!("PARTICLESYSTEM FIRE\n{0}PARTICLESYSTEM SNOW\n{0}", pose(x));
        format!("SECTOR {name}\n{{\n{triangle}ACTOR lamp {name}lamp\n{}{fire}}}\n", pose(x))
    };
    let files = MemoryTree::from_files([
        ("/m/a.e3m", "TEXTURESET set.txt NOJAR\n".to_owned() + &room("one", 0) + &room("two", 4)),
        ("/m/set.txt", "A a.png\n".to_owned()),
        ("/far/off/lamp.e3a", format!("MODEL\n{{\n{triangle}}}\n")),
    ]);
    let bytes = files.read("/m/a.e3m").unwrap();
    let document = Document::parse(Source::new("/m/a.e3m", bytes), FileKind::Map);
    import_with(&document, &Project::with_root(&files, "/"), options)
}

#[test]
fn lights_are_baked_into_corners_of_rooms_and_actors() {
    let actors = vec!["/far/off".to_owned()];
    let light = Light { sector: Some("one".to_owned()), ..Light::white([0.0, 0.0, 2.0], 1.0) };
    let Imported { scene, .. } =
        lit(&Options { actors: actors.clone(), lights: vec![light], ..Options::default() });
    let colors = |kind: &str, key: &str| {
        let surface = &scene.meshes[mesh(node(&scene, kind, key)).unwrap().mesh].surfaces[0];
        surface
            .colors
            .iter()
            .map(|color| proscenio_scene::Rgba::linear(color[0], 0.0, 0.0, 1.0).to_stored()[0])
            .collect::<Vec<_>>()
    };
    let near = |found: Vec<f32>, wanted: [f32; 3]| {
        assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-5), "{found:?}");
    };
    near(colors("SECTOR", "one"), [0.25, 0.2, 0.2]);
    near(colors("ACTOR", "onelamp"), [0.25, 0.2, 0.2]);
    // No portal leads there.
    near(colors("SECTOR", "two"), [0.0; 3]);
    near(colors("ACTOR", "twolamp"), [0.0; 3]);
    assert!(scene.materials.iter().any(|(_, material)| material.vertex_colors));
    let Imported { scene, .. } = lit(&Options { actors, ..Options::default() });
    assert!(scene.meshes.iter().all(|(_, mesh)| mesh.surfaces[0].colors.is_empty()));
}

#[test]
fn particle_systems_without_a_picture_and_actors_without_a_file_are_marked_when_asked() {
    let count = |scene: &Scene, what: fn(&Component) -> bool| {
        scene.nodes.iter().flat_map(|(_, node)| &node.components).filter(|component| what(component)).count()
    };
    let none = lit(&Options::default());
    assert_eq!(
        (none.scene.effects.len(), count(&none.scene, |component| matches!(component, Component::Mesh(_)))),
        (0, 2)
    );
    assert!(
        codes(&none).iter().any(|line| line.ends_with("4 particle systems kept as nodes without a picture"))
    );
    let plain = lit(&Options { stand_ins: StandIns::Known, ..Options::default() });
    assert_eq!(count(&plain.scene, |component| matches!(component, Component::Particles(_))), 2);
    assert_eq!(count(&plain.scene, |component| matches!(component, Component::Mesh(_))), 2);
    assert_eq!(plain.scene.effects.len(), 1, "all systems of a name share what they do");
    assert!(
        codes(&plain).iter().any(|line| line.ends_with("2 particle systems kept as nodes without a picture"))
    );
    let marked = lit(&Options { stand_ins: StandIns::Marked, ..Options::default() });
    assert_eq!(count(&marked.scene, |component| matches!(component, Component::Mesh(_))), 6);
}
