//! A model as the neutral scene.

use std::collections::HashMap;
use std::sync::Arc;

use proscenio_project::Project;
use proscenio_scene::glam::{Affine3A, DVec3};
use proscenio_scene::{
    AlphaMode, Component, Cull, Filter, Identity, Image, Material, MaterialId, Mesh, MeshInstance, Node,
    Origin, Placement, Rgba, Scene, ShadingRule, Surface, Table, TextureRef,
};
use proscenio_source::Finding;
use proscenio_vfs::path;

use super::{Libraries, Model, ObjMaterial, Run};
use crate::polygon::triangulate;
use crate::{Images, Imported};

/// The scene of a model. Libraries and images are looked for through the project.
///
/// Findings of the model itself are not repeated.
#[must_use]
pub fn import(model: &Model, project: &Project<'_>) -> Imported {
    let name = path::stem(model.source().path()).to_owned();
    let root = Node {
        identity: Identity { key: name.clone(), kind: "OBJ".to_owned(), unique_id: None },
        origin: Some(Origin { path: Arc::clone(model.source().path()), bytes: (0, model.source().len()) }),
        placement: Placement::space(Affine3A::IDENTITY),
        ..Node::new(name.clone())
    };
    let mut scene = Scene::new(name, root);
    let libraries = Libraries::read(model, project);
    let mut builder = Builder {
        images: Images::new(project.files()),
        materials: HashMap::new(),
        findings: Vec::new(),
        libraries: &libraries,
    };
    let mut order: Vec<&str> = Vec::new();
    let mut things: HashMap<&str, Thing> = HashMap::new();
    for run in model.runs() {
        let (object, group) = model.names_of(run);
        let name = object.or(group).unwrap_or("model");
        let thing = things.entry(name).or_insert_with(|| {
            order.push(name);
            Thing { span: (run.span().start(), run.span().end()), surfaces: Vec::new() }
        });
        let material = builder.material(model.material_of(run), &mut scene);
        add(run, thing.surface(material, run.has_normals()));
    }
    for name in order {
        let Some(thing) = things.remove(name) else { continue };
        let surfaces: Vec<Surface> = thing.surfaces.into_iter().map(|(_, surface)| surface).collect();
        let mesh = scene.meshes.add(Mesh { name: name.to_owned(), surfaces, ..Mesh::default() });
        let node = Node {
            identity: Identity { key: name.to_owned(), kind: "object".to_owned(), unique_id: None },
            origin: Some(Origin { path: Arc::clone(model.source().path()), bytes: thing.span }),
            components: vec![Component::Mesh(MeshInstance::new(mesh))],
            ..Node::new(name)
        };
        scene.add_child(scene.root, node);
    }
    let mut findings = builder.findings;
    findings.splice(0..0, libraries.findings);
    Imported { scene, findings }
}

/// One object in the making.
struct Thing {
    span: (u32, u32),
    /// One per material, those with written normals apart from those without.
    surfaces: Vec<((MaterialId, bool), Surface)>,
}

impl Thing {
    fn surface(&mut self, material: MaterialId, normals: bool) -> &mut Surface {
        let key = (material, normals);
        let at = self.surfaces.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.surfaces.push((key, Surface { material: Some(material), ..Surface::default() }));
            self.surfaces.len() - 1
        });
        &mut self.surfaces[at].1
    }
}

/// Adds the faces of a run. Corners with normals are shared; faces without have corners of their own, with the
/// normal of the face. Triangles without area are left out.
fn add(run: &Run, surface: &mut Surface) {
    let mut known: HashMap<[u32; 3], u32> = HashMap::new();
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for face in run.faces() {
        let start = face.start;
        corners.clear();
        corners.extend(face.map(|corner| run.position(corner)));
        triangulate(&corners, &mut triangles);
        for triangle in &triangles {
            let [a, b, c] = triangle.map(|at| DVec3::from_array(corners[at]));
            let Some(flat) = (b - a).cross(c - a).try_normalize() else { continue };
            for at in *triangle {
                let corner = start + at;
                let index = match run.normal(corner) {
                    Some(normal) => *known.entry(run.corner_key(corner)).or_insert_with(|| {
                        let normal = DVec3::from_array(normal).try_normalize().unwrap_or(flat);
                        vertex(run, corner, normal, surface)
                    }),
                    None => vertex(run, corner, flat, surface),
                };
                surface.indices.push(index);
            }
        }
    }
}

/// Adds a vertex and gives its index.
fn vertex(run: &Run, corner: usize, normal: DVec3, surface: &mut Surface) -> u32 {
    surface.positions.push(run.position(corner).map(|value| value as f32));
    surface.normals.push(normal.as_vec3().to_array());
    let [u, v] = run.uv(corner);
    surface.uvs.push([u as f32, (1.0 - v) as f32]);
    (surface.positions.len() - 1) as u32
}

/// Makes each material once.
struct Builder<'a> {
    images: Images<'a>,
    materials: HashMap<Option<String>, MaterialId>,
    findings: Vec<Finding>,
    libraries: &'a Libraries,
}

impl Builder<'_> {
    fn material(&mut self, name: Option<&str>, scene: &mut Scene) -> MaterialId {
        let key = name.map(str::to_owned);
        if let Some(known) = self.materials.get(&key) {
            return *known;
        }
        let written = name.and_then(|name| self.libraries.get(name));
        let mut material = written.map_or_else(white, |written| self.surface(written, &mut scene.images));
        name.unwrap_or("DEFAULT").clone_into(&mut material.name);
        let id = scene.materials.add(material);
        self.materials.insert(key, id);
        id
    }

    fn surface(&mut self, written: &ObjMaterial, images: &mut Table<Image>) -> Material {
        let [r, g, b] = written.diffuse.unwrap_or([1.0; 3]).map(|value| value.clamp(0.0, 1.0) as f32);
        let mut texture = None;
        if let Some(map) = &written.map {
            let (image, problem) = self.images.load(images, map, written.found.as_deref());
            // A file that is not there is already told of.
            if let Some(problem) = problem.filter(|_| written.found.is_some()) {
                self.findings.extend(written.map_finding(&problem));
            }
            texture = Some(TextureRef { filter: Filter::LinearMipmap, ..TextureRef::new(image) });
        }
        let seen_through = written.opacity < 1.0;
        Material {
            base_color: Rgba::from_stored([r, g, b, written.opacity as f32]),
            base_texture: texture,
            roughness: written
                .shininess
                .map_or(1.0, |shininess| (2.0 / (shininess.max(0.0) + 2.0)).sqrt() as f32),
            alpha: if seen_through { AlphaMode::Blend } else { AlphaMode::Opaque },
            ..white()
        }
    }
}

fn white() -> Material {
    // Which side of a face is its front is not certain in these files.
    Material { shading: ShadingRule::LinearPbr, cull: Cull::None, ..Material::default() }
}
