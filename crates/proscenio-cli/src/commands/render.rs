//! `proscenio render`: a scene as a picture.

use anyhow::{Context, Result, bail};
use proscenio::scene::glam::{Affine3A, EulerRot, Quat};
use proscenio::scene::{Extras, Light, LightKind, Rgba};
use proscenio::{CameraChoice, Component, DiskTree, Node, NodeId, Renderer, Scene, Severity, Vfs, View};

use crate::args::RenderArgs;
use crate::{Outcome, input, output};

/// The size of a picture when neither the project nor the person says one.
const DEFAULT_SIZE: [u32; 2] = [1280, 720];

/// Draws one scene into a PNG file.
pub fn run(args: &RenderArgs) -> Result<Outcome> {
    let mut scene = load(&args.file, args.root.as_deref())?;
    if proscenio::obj::is_model(&args.file) {
        light(&mut scene);
    }
    let camera = match &args.camera {
        Some(name) => CameraChoice::Node(find_camera(&scene, name)?),
        None if args.frame => CameraChoice::Frame,
        None => CameraChoice::Auto,
    };
    let size = args.size.or(scene.view_size).unwrap_or(DEFAULT_SIZE);
    let renderer = Renderer::headless()?;
    let picture =
        renderer.draw(&scene, &View { camera, time: args.time, seed: args.seed, ..View::new(size) })?;
    for note in &picture.notes {
        output::note(&note.to_string());
    }
    let output = args.output.to_string_lossy();
    DiskTree.write(&output, &picture.to_png()?).with_context(|| format!("writing {output}"))?;
    Ok(Outcome::Fine)
}

/// The neutral scene of a file; what the import has to say goes to standard error.
pub fn load(file: &str, root: Option<&str>) -> Result<Scene> {
    if proscenio::obj::is_model(file) {
        return super::convert_model::scene(file, root);
    }
    let document = input::open(file)?;
    let imported = proscenio::import(&document, &input::project(file, root));
    for finding in imported.findings.iter().filter(|finding| finding.severity >= Severity::Warning) {
        output::warn(finding, Some(document.source()).filter(|source| *source.path() == finding.path));
    }
    Ok(imported.scene)
}

/// Models have no lights: one from above the viewer's left shoulder, and some from everywhere.
fn light(scene: &mut Scene) {
    let turn = Quat::from_euler(EulerRot::YXZ, -0.6, -0.7, 0.0);
    let light = Light {
        kind: LightKind::Directional,
        color: Rgba::WHITE,
        energy: 0.75,
        ambient: 0.0,
        specular: 0.5,
        cast_shadow: false,
        local: Some(Affine3A::from_quat(turn)),
        extras: Extras::new(),
    };
    scene.nodes[scene.root].components.push(Component::Light(light));
    scene.environment.ambient.color = Rgba::linear(0.3, 0.3, 0.3, 1.0);
}

fn find_camera(scene: &Scene, name: &str) -> Result<NodeId> {
    let cameras: Vec<(NodeId, &Node)> =
        scene.nodes.iter().filter(|(_, node)| node.components.iter().any(is_camera)).collect();
    let exact = cameras.iter().find(|(_, node)| node.identity.key == name);
    if let Some((id, _)) = exact.or_else(|| cameras.iter().find(|(_, node)| node.name == name)) {
        return Ok(*id);
    }
    let known: Vec<&str> = cameras.iter().map(|(_, node)| node.identity.key.as_str()).collect();
    if known.is_empty() {
        bail!("there is no camera {name}: the scene has none; leave --camera out to frame the whole scene");
    }
    bail!("there is no camera {name}; the scene has: {}", known.join(", "));
}

fn is_camera(component: &Component) -> bool {
    matches!(component, Component::Camera(_) | Component::Camera2d(_))
}
