//! Espresso3D pictures as they were looked at once: the project's own examples, and the engine's files where they are at
//! hand. `PROSCENIO_UPDATE=1` writes them again; look at them before committing.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge"
)]

mod support;

use proscenio::compare::compare;
use proscenio::espresso3d_import::{Light, StandIns};
use proscenio::run::{PortalMap, Walker, pose};
use proscenio::scene::glam::{Affine3A, DVec3, Mat3, Vec2, Vec3};
use proscenio::scene::{Camera, FovAxis, Placement, Projection};
use proscenio::{
    CameraChoice, Component, ImportOptions, Node, NodeId, Note, Picture, Renderer, Scene, Severity, View,
};

const SIZE: [u32; 2] = [160, 100];

fn import(path: &str, options: &ImportOptions) -> Scene {
    let document = proscenio::Document::open(&proscenio::DiskTree, path).unwrap();
    let project = proscenio::Project::around(&proscenio::DiskTree, path);
    proscenio::import_with(&document, &project, options).scene
}

/// Puts an eye of 45° into a scene.
fn look(scene: &mut Scene, from: [f32; 3], at: [f32; 3]) -> NodeId {
    let (from, at) = (Vec3::from_array(from), Vec3::from_array(at));
    let back = (from - at).normalize();
    let right = Vec3::Y.cross(back).normalize();
    let place = Affine3A::from_mat3_translation(Mat3::from_cols(right, back.cross(right), back), from);
    let camera = Camera {
        projection: Projection::Perspective { fov: 45_f32.to_radians(), axis: FovAxis::Vertical },
        near: 0.1,
        far: 1000.0,
        offset: Vec2::ZERO,
        zoom: 1.0,
        current: true,
        local: None,
        follows_node: true,
        follows_plane: false,
    };
    let components = vec![Component::Camera(camera)];
    let node = Node { placement: Placement::space(place), components, ..Node::new("eye") };
    scene.add_child(scene.root, node)
}

/// The node of a sector.
fn sector(scene: &Scene, name: &str) -> NodeId {
    let found =
        scene.nodes.iter().find(|(_, node)| node.identity.kind == "SECTOR" && node.identity.key == name);
    found.unwrap().0
}

/// What is drawn of how many sectors.
fn sectors(picture: &Picture) -> Option<(usize, usize)> {
    picture.notes.iter().find_map(|note| match note {
        Note::Sectors { drawn, total, .. } => Some((*drawn, *total)),
        _ => None,
    })
}

/// Holds a picture against the one that is committed.
fn hold(name: &str, picture: &Picture) {
    let golden = format!("{}/tests/goldens/espresso3d/{name}.png", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("PROSCENIO_UPDATE").is_some() {
        std::fs::create_dir_all(std::path::Path::new(&golden).parent().unwrap()).unwrap();
        std::fs::write(&golden, picture.to_png().unwrap()).unwrap();
    }
    let before = Picture::from_encoded(&std::fs::read(&golden).unwrap()).unwrap();
    let like = compare(picture, &before).unwrap();
    println!("{name:24} {:.4} {:6.2}", like.ssim, like.all_mad);
    assert!(like.ssim >= 0.97 && like.all_mad <= 1.5, "{name}: {like:?}");
}

/// The scene as it is at a time of its animations of a name.
fn posed(scene: &Scene, animation: &str, time: f64) -> Scene {
    let mut posed = scene.clone();
    let found: Vec<_> = scene.animations.iter().filter(|(_, known)| known.name == animation).collect();
    assert!(!found.is_empty());
    for (_, animation) in found {
        let _ = pose(&mut posed, animation, time);
    }
    posed
}

fn draw(renderer: &Renderer, scene: &Scene, view: &View) -> Picture {
    renderer.draw(scene, view).unwrap()
}

#[test]
fn the_mill_turns() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = import(&support::example("espresso3d/mill/meadow.e3m"), &ImportOptions::default());
    look(&mut scene, [3.0, 2.5, 14.0], [0.5, 2.8, 0.0]);
    for (name, time) in [("mill-rest", 0.0), ("mill-turning", 1.3)] {
        hold(name, &draw(&renderer, &posed(&scene, "turn", time), &View::new(SIZE)));
    }
}

#[test]
fn the_gallery_shows_its_study_through_the_frame_alone() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = import(&support::example("espresso3d/gallery/gallery.e3m"), &ImportOptions::default());
    let hall = sector(&scene, "hall");
    look(&mut scene, [0.5, 1.6, -1.5], [0.0, 1.2, 6.0]);
    let view = View { sector: Some(hall), ..View::new(SIZE) };
    let picture = draw(&renderer, &scene, &view);
    assert_eq!(sectors(&picture), Some((3, 3)));
    hold("gallery", &picture);
    hold("gallery-overlay", &draw(&renderer, &scene, &View { overlay: true, ..view }));
    let garden = View { sector: Some(sector(&scene, "garden")), ..View::new(SIZE) };
    for (name, from, at) in [
        ("gallery-garden", [3.0, 1.8, 5.0], [0.0, 1.0, 9.5]),
        ("gallery-behind", [3.5, 1.8, 14.0], [0.0, 1.0, 9.0]),
    ] {
        let camera = CameraChoice::Node(look(&mut scene, from, at));
        hold(name, &draw(&renderer, &scene, &View { camera, ..garden.clone() }));
    }
}

/// Stains and a window of coloured glass are second and third layers, each with coordinates of its own. Each room has
/// a light, and lights the one its arch leads to.
#[test]
fn the_chapel_is_stained_and_lit() {
    let Some(renderer) = support::renderer() else { return };
    let map = support::example("espresso3d/chapel/chapel.e3m");
    let mut options = ImportOptions::default();
    let lamp = |at, brightness, sector: &str| Light {
        falloff: 7.0,
        sector: Some(sector.to_owned()),
        ..Light::white(at, brightness)
    };
    let nave = ([-0.8, 1.6, 0.6], [0.4, 1.7, 8.0], "nave", (2, 2));
    let back = ([0.5, 1.6, 5.0], [0.0, 1.6, 0.0], "nave", (1, 2));
    let crypt = ([1.2, 1.3, 12.5], [-0.6, 1.2, 6.0], "crypt", (2, 2));
    for (name, lit, (from, at, room, drawn)) in [
        ("chapel", false, nave),
        ("chapel-back", false, back),
        ("chapel-lit", true, nave),
        ("chapel-crypt", true, crypt),
    ] {
        let lamps = vec![lamp([0.0, 2.6, 3.0], 9.0, "nave"), lamp([0.0, 1.6, 11.5], 3.0, "crypt")];
        options.espresso3d.lights = if lit { lamps } else { Vec::new() };
        let mut scene = import(&map, &options);
        let camera = CameraChoice::Node(look(&mut scene, from, at));
        let picture =
            draw(&renderer, &scene, &View { camera, sector: Some(sector(&scene, room)), ..View::new(SIZE) });
        assert_eq!(sectors(&picture), Some(drawn), "{name}");
        hold(name, &picture);
    }
}

#[test]
fn examples_have_nothing_to_complain_about() {
    for name in
        ["chapel/chapel.e3m", "mill/meadow.e3m", "mill/mill.e3a", "gallery/gallery.e3m", "cellar/cellar.e3m"]
    {
        let path = support::example(&format!("espresso3d/{name}"));
        let document = proscenio::Document::open(&proscenio::DiskTree, &path).unwrap();
        let project = proscenio::Project::around(&proscenio::DiskTree, &path);
        let imported = proscenio::import(&document, &project);
        let all = document.findings().iter().chain(&imported.findings);
        let said: Vec<&str> =
            all.map(|finding| finding.code).filter(|code| *code != "espresso3d/accurate-portal").collect();
        assert!(said.is_empty(), "{name}: {said:?}");
    }
}

fn media(corpus: &std::path::Path, name: &str) -> String {
    corpus.join("e3d/espresso3d/testbed/media").join(name).to_string_lossy().into_owned()
}

/// The engine's portal test: its first room through the doorway of the second, and the other way round.
#[test]
fn portaltest_looks_as_it_did() {
    let (Some(corpus), Some(renderer)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
    let mut options = ImportOptions::default();
    options.espresso3d.stand_ins = StandIns::Known;
    let mut scene = import(&media(&corpus, "maps/portaltest.e3m"), &options);
    for (name, place, from, at, drawn) in [
        ("portaltest-in", "sector0", [0.5, 0.3, -4.0], [0.0, 0.0, 0.0], (3, 3)),
        ("portaltest-away", "sector0", [0.5, 0.3, -4.0], [0.0, 0.0, -9.0], (1, 3)),
        ("portaltest-back", "sector1", [1.0, 0.5, 4.0], [-1.0, 0.5, 0.0], (2, 3)),
    ] {
        let camera = CameraChoice::Node(look(&mut scene, from, at));
        let view = View { camera, sector: Some(sector(&scene, place)), time: 4.0, ..View::new(SIZE) };
        let picture = draw(&renderer, &scene, &view);
        assert_eq!(sectors(&picture), Some(drawn), "{name}");
        hold(name, &picture);
    }
}

/// Through the doorway and back, as the seed promises of actors.
#[test]
fn a_walk_through_portaltest_changes_the_sector() {
    let Some(corpus) = proscenio_corpus::corpus() else { return };
    let scene = import(&media(&corpus, "maps/portaltest.e3m"), &ImportOptions::default());
    let map = PortalMap::new(&scene, &scene.world_placements()).unwrap();
    let name = |walker: &Walker| map.name(walker.sector).to_owned();
    let mut walker = Walker { sector: map.find("sector0").unwrap(), position: DVec3::new(0.2, 0.1, -1.0) };
    assert_eq!(walker.step(&map, DVec3::new(0.2, 0.1, 1.0)).crossings.len(), 1);
    assert_eq!(name(&walker), "sector1");
    walker.step(&map, DVec3::new(0.2, 0.1, -1.0));
    assert_eq!(name(&walker), "sector0");
    assert!(walker.step(&map, DVec3::new(0.2, 0.1, 0.0)).crossings.is_empty());
    walker.position = DVec3::new(5.0, 0.1, -1.0);
    assert!(walker.step(&map, DVec3::new(5.0, 0.1, 1.0)).crossings.is_empty());
}

#[test]
fn lighttest_looks_as_it_did_with_the_light_of_the_engines_program() {
    let (Some(corpus), Some(renderer)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
    let mut options = ImportOptions::default();
    for (name, light) in [("lighttest-full", false), ("lighttest-lit", true)] {
        options.espresso3d.lights = if light { vec![Light::white([-5.0; 3], 150.0)] } else { Vec::new() };
        let scene = import(&media(&corpus, "maps/lighttest.e3m"), &options);
        hold(name, &draw(&renderer, &scene, &View { camera: CameraChoice::Frame, ..View::new(SIZE) }));
    }
}

/// At rest and three times of its walk, from the side, its feet on the ground.
#[test]
fn the_dwarf_walks() {
    let (Some(corpus), Some(renderer)) = (proscenio_corpus::corpus(), support::renderer()) else { return };
    let mut scene = import(&media(&corpus, "models/dwarf.e3a"), &ImportOptions::default());
    assert!(scene.nodes.iter().all(|(_, node)| node.name != "eye"));
    let animation = scene.animations.iter().next().unwrap().1.name.clone();
    look(&mut scene, [100.0, 40.0, 45.0], [0.0, 30.0, -10.0]);
    let view = View {
        background: Some(proscenio::scene::Rgba::from_stored([0.6, 0.7, 0.8, 1.0])),
        ..View::new(SIZE)
    };
    hold("dwarf-rest", &draw(&renderer, &scene, &view));
    for (name, time) in [("dwarf-walk-1", 0.5), ("dwarf-walk-2", 1.0), ("dwarf-walk-3", 3.0)] {
        hold(name, &draw(&renderer, &posed(&scene, &animation, time), &view));
    }
}

/// Reading the engine's files says what is odd about them, and nothing is an error of ours.
#[test]
fn the_engines_maps_are_read_without_errors_of_reading() {
    let Some(corpus) = proscenio_corpus::corpus() else { return };
    for name in ["maps/portaltest.e3m", "maps/lighttest.e3m", "models/dwarf.e3a"] {
        let document = proscenio::Document::open(&proscenio::DiskTree, &media(&corpus, name)).unwrap();
        assert!(document.findings().iter().all(|finding| finding.severity < Severity::Error), "{name}");
    }
}
