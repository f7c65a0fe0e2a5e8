//! Scenes made by hand after small scene files, with the meshes an engine recorded for them.
//!
//! Tests stand at the edge: they may read files and the environment, print why they were skipped, and panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, dead_code)]

pub mod formulas;
pub mod probes;

use proscenio_corpus::required;
use proscenio_render::{Driver, Picture, RenderError, Renderer};
use proscenio_scene::glam::{Affine2, Affine3A, Mat3A, Vec2, Vec3, Vec3A};
use proscenio_scene::{
    Ambient, Background, Camera, Component, Environment, FovAxis, Image, ImageId, Light, LightKind, Material,
    Mesh, MeshInstance, Node, NodeId, Pixels, Placement, Projection, Rgba, Scene, Surface,
};

/// A renderer, or `None` with a printed line on a machine without a driver.
pub fn renderer_on(driver: Driver) -> Option<Renderer> {
    match Renderer::headless_on(driver) {
        Ok(renderer) => Some(renderer),
        Err(RenderError::NoAdapter { .. }) if !required("gpu") => {
            println!("skipped: no graphics driver ({driver:?})");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// A renderer of any kind.
pub fn renderer() -> Option<Renderer> {
    renderer_on(Driver::Any)
}

/// Writes a picture for looking at, when `PROSCENIO_PICTURES` names a folder.
pub fn keep(name: &str, picture: &Picture) {
    if let Ok(folder) = std::env::var("PROSCENIO_PICTURES") {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(format!("{folder}/{name}.png"), picture.to_png().unwrap()).unwrap();
    }
}

/// Stored red, green, blue.
pub fn rgb(r: f32, g: f32, b: f32) -> Rgba {
    rgba(r, g, b, 1.0)
}

/// Stored red, green, blue and alpha.
pub fn rgba(r: f32, g: f32, b: f32, a: f32) -> Rgba {
    Rgba::from_stored([r, g, b, a])
}

/// A 3D placement from rows of the basis and the origin.
#[rustfmt::skip]
pub fn place(n: [f32; 12]) -> Affine3A {
    let matrix3 = Mat3A::from_cols(
        Vec3A::new(n[0], n[3], n[6]), Vec3A::new(n[1], n[4], n[7]), Vec3A::new(n[2], n[5], n[8]),
    );
    Affine3A { matrix3, translation: Vec3A::new(n[9], n[10], n[11]) }
}

/// A placement that only moves.
pub fn moved(x: f32, y: f32, z: f32) -> Affine3A {
    Affine3A::from_translation(Vec3::new(x, y, z))
}

/// A 2D placement by position, turn, scale and skew, the way Godot composes them.
pub fn flat(position: Vec2, rotation: f32, scale: Vec2, skew: f32) -> Placement {
    let x = Vec2::from_angle(rotation) * scale.x;
    let y = Vec2::new(-(rotation + skew).sin(), (rotation + skew).cos()) * scale.y;
    let matrix = Affine2::from_cols(x, y, position);
    Placement::flat(proscenio_scene::Flat::Matrix(matrix))
}

/// A node with one component.
pub fn node(placement: Placement, component: Component) -> Node {
    Node { placement, components: vec![component], ..Node::new("node") }
}

/// A perspective camera like Godot's default.
pub fn camera() -> Camera {
    Camera {
        projection: Projection::Perspective { fov: 75_f32.to_radians(), axis: FovAxis::Vertical },
        near: 0.05,
        far: 4000.0,
        offset: Vec2::ZERO,
        zoom: 1.0,
        current: true,
        local: None,
        follows_node: true,
        follows_plane: false,
    }
}

/// A white light of energy 1.
pub fn light(kind: LightKind) -> Light {
    Light {
        kind,
        color: Rgba::WHITE,
        energy: 1.0,
        ambient: 0.0,
        specular: 1.0,
        in_fog: 1.0,
        cast_shadow: false,
        shadow: proscenio_scene::Shadow::default(),
        sky_disc: None,
        local: None,
        extras: proscenio_scene::Extras::new(),
    }
}

/// Adds a mesh instance with one material.
pub fn add_mesh(
    scene: &mut Scene,
    parent: NodeId,
    at: Affine3A,
    mesh: Mesh,
    material: Option<Material>,
) -> NodeId {
    let mesh = scene.meshes.add(mesh);
    let materials = vec![material.map(|material| scene.materials.add(material))];
    let instance = MeshInstance { materials, ..MeshInstance::new(mesh) };
    scene.add_child(parent, node(Placement::space(at), Component::Mesh(instance)))
}

/// Adds an image given as a file's bytes.
pub fn add_image(scene: &mut Scene, name: &str, bytes: Vec<u8>) -> ImageId {
    let size = Picture::from_encoded(&bytes).ok().map(|picture| picture.size);
    let pixels = Pixels::Encoded(bytes.into());
    scene.images.add(Image { name: name.to_owned(), path: None, size, pixels })
}

/// The surroundings of a Godot scene that says nothing of its own: its clear colour, which also lights it.
pub fn plain(clear: Rgba) -> Environment {
    Environment {
        background: Background::Color(clear),
        ambient: Ambient::plain(clear),
        ..Environment::default()
    }
}

/// A square in the XY plane, facing +Z, from −half to half.
pub fn square(half: f32) -> Mesh {
    let h = half;
    let surface = Surface {
        positions: vec![[-h, -h, 0.0], [h, -h, 0.0], [h, h, 0.0], [-h, h, 0.0]],
        normals: vec![[0.0, 0.0, 1.0]; 4],
        uvs: vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]],
        indices: vec![0, 1, 2, 0, 2, 3],
        ..Surface::default()
    };
    Mesh { surfaces: vec![surface], ..Mesh::default() }
}

/// A square of so many squares to a side, of two triangles each, in the plane of the floor, a metre wide.
pub fn grid(side: u32) -> Mesh {
    let corners = side + 1;
    let at = |number: u32| number as f32 / side as f32;
    let positions = (0..corners * corners).map(|corner| [at(corner % corners), 0.0, at(corner / corners)]);
    let square = |number: u32| {
        let first = number / side * corners + number % side;
        [first, first + corners, first + 1, first + 1, first + corners, first + corners + 1]
    };
    let surface = Surface {
        positions: positions.collect(),
        normals: vec![[0.0, 1.0, 0.0]; (corners * corners) as usize],
        indices: (0..side * side).flat_map(square).collect(),
        ..Surface::default()
    };
    Mesh { surfaces: vec![surface], ..Mesh::default() }
}
