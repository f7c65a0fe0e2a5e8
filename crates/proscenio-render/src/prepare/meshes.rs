//! Meshes as vertex lists, and where each is drawn.

use bytemuck::{Pod, Zeroable};
use proscenio_run::{bend, joint_matrices, morph};
use proscenio_scene::glam::{Affine3A, Mat3A, Mat4, Vec3, Vec3A};
use proscenio_scene::{
    Billboard, Component, ImageId, MaterialId, MeshId, MeshInstance, Node, NodeId, Scene, Surface, Topology,
    WorldPlacements,
};
use rustc_hash::FxHashMap;

use super::images::Images;
use super::materials::{self, Prepared};
use super::regions::{Region, Regions};
use super::{cutaway, geometry};
use crate::Note;

/// One vertex, laid out as in `mesh.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct Vertex {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [f32; 3],
    pub(crate) tangent: [f32; 4],
    pub(crate) uv: [f32; 4],
    pub(crate) color: [f32; 4],
    pub(crate) third_uv: [f32; 2],
}

/// What a vertex list makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Points,
    Lines,
    Triangles,
}

/// A surface ready to upload.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) indices: Vec<u32>,
    pub(crate) form: Form,
    /// Lower and upper corner of its box.
    bounds: (Vec3, Vec3),
}

impl Shape {
    fn middle(&self) -> Vec3 {
        (self.bounds.0 + self.bounds.1) * 0.5
    }
}

impl Meshes {
    /// The corners of the boxes of all that is drawn, in the world.
    pub(crate) fn corners(&self) -> impl Iterator<Item = Vec3> {
        self.draws.iter().flat_map(|draw| self.corners_of(draw))
    }

    /// The corners of the box of one drawing, in the world.
    pub(crate) fn corners_of(&self, draw: &Draw) -> [Vec3; 8] {
        let (low, high) = self.shapes[draw.shape].bounds;
        std::array::from_fn(|bits| {
            let pick = |bit: u8, low: f32, high: f32| if bits >> bit & 1 == 0 { low } else { high };
            let corner = Vec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z));
            draw.placed.transform_point3(corner)
        })
    }
}

/// The placement of a node, laid out as `Object` in `mesh.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct ObjectData {
    world: [[f32; 4]; 4],
    normals: [[f32; 4]; 3],
}

/// One surface drawn at one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    /// Into [`Meshes::shapes`].
    pub(crate) shape: usize,
    /// Into [`Meshes::objects`].
    pub(crate) object: usize,
    /// Into [`Meshes::materials`].
    pub(crate) material: usize,
    pub(crate) z: f32,
    /// What lies over it.
    pub(crate) region: Region,
    /// Where it is for sorting: the middle of its box.
    pub(crate) middle: Vec3,
    /// Where its node is.
    pub(crate) placed: Affine3A,
    /// Whether its node mirrors it.
    pub(crate) mirrored: bool,
    /// Whether lights are blocked by it.
    pub(crate) casts: bool,
    /// The room whose walls it is.
    pub(crate) room: Option<Room>,
}

/// A room of a portal map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// The middle of its box, in its own space.
    pub(crate) middle: Vec3,
    pub(crate) placed: Affine3A,
}

/// All meshes of a scene.
#[derive(Default)]
pub(crate) struct Meshes {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) objects: Vec<ObjectData>,
    pub(crate) materials: Vec<Prepared>,
    /// In tree order.
    pub(crate) draws: Vec<Draw>,
}

impl Meshes {
    /// Which drawings the eye may see. The others still throw shadows.
    pub(crate) fn in_sight(&self, clip: &Mat4) -> Vec<bool> {
        self.draws.iter().map(|draw| super::shadows::sees(clip, &self.corners_of(draw))).collect()
    }

    /// Opens all rooms towards an eye that looks at them from outside.
    pub(crate) fn open_rooms(&mut self, eye: Vec3) {
        for draw in &mut self.draws {
            let Some(Room { middle, placed }) = draw.room else { continue };
            // Opened for this node alone: another one may show the same mesh as it is.
            let mut opened = self.shapes[draw.shape].clone();
            cutaway::open(&mut opened, middle, placed.inverse().transform_point3(eye));
            draw.shape = self.shapes.len();
            self.shapes.push(opened);
        }
        let shapes = &self.shapes;
        self.draws.retain(|draw| !shapes[draw.shape].indices.is_empty());
    }
}

/// Gathers the visible meshes in tree order; what several nodes share is there once.
pub(crate) fn gather<'s>(
    scene: &'s Scene,
    world: &WorldPlacements,
    regions: &Regions<'_>,
    (without, eye): (Option<ImageId>, Option<Affine3A>),
    images: &mut Images<'s>,
    notes: &mut Vec<Note>,
) -> Meshes {
    let mut gatherer = Gatherer {
        scene,
        eye,
        images,
        notes,
        meshes: Meshes::default(),
        shape_of: FxHashMap::default(),
        material_of: FxHashMap::default(),
        region: Region::default(),
        joints: None,
    };
    for id in regions.nodes.iter().copied() {
        let node = &scene.nodes[id];
        gatherer.joints = None;
        for component in &node.components {
            let Component::Mesh(instance) = component else { continue };
            let shows = without.is_some_and(|image| shows_image(scene, instance, image));
            if instance.visible && !shows && regions.shows(id, component) {
                gatherer.region = regions.of(id).unwrap_or_default();
                if node.skin.is_some() && gatherer.joints.is_none() {
                    gatherer.joints = joint_matrices(scene, world, id);
                }
                gatherer.add(id, node, instance, instance.placed(world.space(id)));
            }
        }
    }
    gatherer.meshes
}

struct Gatherer<'g, 's> {
    scene: &'s Scene,
    /// Where the eye is, when that is known beforehand.
    eye: Option<Affine3A>,
    images: &'g mut Images<'s>,
    notes: &'g mut Vec<Note>,
    meshes: Meshes,
    /// Which shape a surface became; `None` when it cannot be drawn.
    shape_of: FxHashMap<(MeshId, usize), Option<usize>>,
    material_of: FxHashMap<Option<MaterialId>, usize>,
    /// Of the node being added.
    region: Region,
    /// Where the skin of the node being added takes its vertices.
    joints: Option<Vec<Affine3A>>,
}

/// Whether a mesh shows a picture.
fn shows_image(scene: &Scene, instance: &MeshInstance, image: ImageId) -> bool {
    let surfaces = scene.meshes.get(instance.mesh).map_or(&[][..], |mesh| &mesh.surfaces);
    let named = instance.materials.iter().flatten().copied();
    let all = named.chain(surfaces.iter().filter_map(|surface| surface.material));
    all.filter_map(|id| scene.materials.get(id))
        .any(|material| material.base_texture.is_some_and(|texture| texture.image == image))
}

impl Gatherer<'_, '_> {
    fn add(&mut self, id: NodeId, node: &Node, instance: &MeshInstance, placed: Affine3A) {
        let name = || node.name.clone();
        if !placed.is_finite() {
            self.notes.push(Note::NotFinite { node: id, name: name() });
            return;
        }
        let Some(mesh) = self.scene.meshes.get(instance.mesh) else {
            self.notes.push(Note::Dangling { node: id, name: name() });
            return;
        };
        let room = cutaway::is_room(node).then(|| Room { middle: cutaway::middle(mesh), placed });
        let object = self.meshes.objects.len();
        self.meshes.objects.push(object_data(placed));
        let mut dangling = false;
        for (index, surface) in mesh.surfaces.iter().enumerate() {
            let named = instance.materials.get(index).copied().flatten().or(surface.material);
            dangling |= named.is_some_and(|named| self.scene.materials.get(named).is_none());
            let material = self.material(named);
            let tangents = self.meshes.materials[material].wants_tangents;
            let weights = &instance.morph_weights;
            let Some(shape) = self.shape((instance.mesh, index), surface, weights, tangents) else {
                continue;
            };
            let turned = self.meshes.materials[material].billboard.zip(self.eye);
            let turned = turned.map(|(billboard, eye)| facing(placed, billboard, eye));
            let (placed, object) = match turned {
                Some(turned) => {
                    self.meshes.objects.push(object_data(turned));
                    (turned, self.meshes.objects.len() - 1)
                }
                None => (placed, object),
            };
            self.meshes.draws.push(Draw {
                shape,
                object,
                material,
                z: instance.z,
                region: self.region,
                middle: placed.transform_point3(self.meshes.shapes[shape].middle()),
                placed,
                mirrored: placed.matrix3.determinant() < 0.0,
                // Engine behaviour (Godot): what is blended throws no shadow.
                casts: instance.cast_shadow && !self.meshes.materials[material].see_through,
                room,
            });
        }
        if dangling {
            self.notes.push(Note::Dangling { node: id, name: name() });
        }
    }

    fn material(&mut self, named: Option<MaterialId>) -> usize {
        let (scene, images, materials) = (self.scene, &mut *self.images, &mut self.meshes.materials);
        *self.material_of.entry(named).or_insert_with(|| {
            let known = named.and_then(|named| scene.materials.get(named));
            let mut has = |image| images.has(image);
            materials.push(match known {
                Some(material) => materials::prepare(material, &mut has),
                None => materials::unnamed(),
            });
            materials.len() - 1
        })
    }

    /// `weights` are those of the surface's other shapes.
    fn shape(
        &mut self,
        (mesh, index): (MeshId, usize),
        surface: &Surface,
        weights: &[f32],
        tangents: bool,
    ) -> Option<usize> {
        let morphed = morph(surface, weights);
        let moved = morphed.as_ref().unwrap_or(surface);
        let bent = self.joints.as_deref().and_then(|joints| bend(moved, joints));
        if let Some(bent) = bent.or(morphed) {
            // Of this node alone: another one may bend the same mesh in another way.
            let mut made = shape(&bent)?;
            if tangents {
                add_tangents(&bent, &mut made);
            }
            self.meshes.shapes.push(made);
            return Some(self.meshes.shapes.len() - 1);
        }
        let shapes = &mut self.meshes.shapes;
        if let Some(known) = self.shape_of.get(&(mesh, index)) {
            let known = (*known)?;
            if tangents {
                add_tangents(surface, &mut shapes[known]);
            }
            return Some(known);
        }
        let made = if surface.is_sound() { shape(surface) } else { None };
        // A surface without a triangle is nothing to speak of; one whose lists do not fit is.
        if !surface.is_sound() {
            let name = self.scene.meshes[mesh].name.clone();
            self.notes.push(Note::BrokenSurface { mesh, name, surface: index });
        }
        let known = made.map(|mut made| {
            if tangents {
                add_tangents(surface, &mut made);
            }
            shapes.push(made);
            shapes.len() - 1
        });
        self.shape_of.insert((mesh, index), known);
        known
    }
}

/// The lists of a surface, without what is not a number; `None` when nothing is left.
pub(crate) fn shape(surface: &Surface) -> Option<Shape> {
    let (low, high) = surface.bounds()?;
    let (form, indices) = indices(surface);
    if indices.is_empty() {
        return None;
    }
    let generated;
    let normals = if surface.normals.is_empty() {
        generated = geometry::normals(&surface.positions, &indices);
        &generated
    } else {
        &surface.normals
    };
    let uv = |list: &[[f32; 2]], i: usize| list.get(i).copied().unwrap_or_default();
    let vertex = |(i, position): (usize, &[f32; 3])| {
        let ([u, v], [u2, v2]) = (uv(&surface.uvs, i), uv(&surface.uvs2, i));
        Vertex {
            position: *position,
            normal: normals[i],
            tangent: surface.tangents.get(i).copied().unwrap_or_default(),
            uv: [u, v, u2, v2],
            color: surface.colors.get(i).copied().unwrap_or([1.0; 4]),
            third_uv: uv(&surface.uvs3, i),
        }
    };
    let vertices = surface.positions.iter().enumerate().map(vertex).collect();
    Some(Shape { vertices, indices, form, bounds: (low, high) })
}

/// The index list of whole points, lines or triangles whose corners are all numbers.
fn indices(surface: &Surface) -> (Form, Vec<u32>) {
    let all = surface.indices_or_implied();
    let (form, corners, all) = match surface.topology {
        Topology::Points => (Form::Points, 1, all),
        Topology::Lines => (Form::Lines, 2, all),
        Topology::LineStrip => {
            let pairs = all.windows(2).flat_map(|pair| [pair[0], pair[1]]).collect();
            (Form::Lines, 2, pairs)
        }
        Topology::Triangles => (Form::Triangles, 3, all),
    };
    let finite = |index: &u32| surface.positions[*index as usize].iter().all(|number| number.is_finite());
    if all.len().is_multiple_of(corners) && all.iter().all(finite) {
        return (form, all);
    }
    let whole = all.chunks_exact(corners).filter(|group| group.iter().all(finite));
    (form, whole.flatten().copied().collect())
}

fn add_tangents(surface: &Surface, shape: &mut Shape) {
    if surface.tangents.is_empty() && shape.form == Form::Triangles {
        geometry::add_tangents(&mut shape.vertices, &shape.indices);
    }
}

/// A placement turned to the eye.
///
/// Engine behaviour (Godot): to where the eye looks, not to where it stands, so that all turn alike.
fn facing(placed: Affine3A, billboard: Billboard, eye: Affine3A) -> Affine3A {
    let axes = eye.matrix3;
    let turn = if billboard.upright {
        let right = Vec3A::Y.cross(axes.z_axis).normalize_or(axes.x_axis);
        Mat3A::from_cols(right, Vec3A::Y, right.cross(Vec3A::Y))
    } else {
        axes
    };
    let scale = |axis: Vec3A| if billboard.keep_scale { axis.length() } else { 1.0 };
    let own = placed.matrix3;
    let matrix3 = Mat3A::from_cols(
        turn.x_axis * scale(own.x_axis),
        turn.y_axis * scale(own.y_axis),
        turn.z_axis * scale(own.z_axis),
    );
    Affine3A { matrix3, translation: placed.translation }
}

fn object_data(placed: Affine3A) -> ObjectData {
    let turn = placed.matrix3;
    let inverse = turn.inverse().transpose();
    // A flattened placement has no inverse; its own axes are the best there is.
    let mut normals = if inverse.is_finite() { inverse } else { turn };
    if turn.determinant() < 0.0 && !inverse.is_finite() {
        normals = Mat3A::from_cols(-normals.x_axis, -normals.y_axis, -normals.z_axis);
    }
    let column = |column: proscenio_scene::glam::Vec3A| column.extend(0.0).into();
    ObjectData {
        world: Mat4::from(placed).to_cols_array_2d(),
        normals: [column(normals.x_axis), column(normals.y_axis), column(normals.z_axis)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::{Mesh, Placement};

    fn triangle() -> Surface {
        Surface { positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], ..Surface::default() }
    }

    fn instance(mesh: MeshId) -> MeshInstance {
        MeshInstance::new(mesh)
    }

    fn all(surface: Surface, placements: &[Affine3A]) -> (Meshes, Vec<Note>) {
        let mut scene = Scene::new("meshes", Node::new("root"));
        let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
        for placed in placements {
            let mut node = Node { placement: Placement::space(*placed), ..Node::new("mesh") };
            node.components.push(Component::Mesh(instance(mesh)));
            scene.add_child(scene.root, node);
        }
        let mut notes = Vec::new();
        let mut images = Images::new(&scene, 2048);
        let world = scene.world_placements();
        let regions = Regions::new(&scene, &world, scene.root, None, &mut notes);
        let meshes = gather(&scene, &world, &regions, (None, None), &mut images, &mut notes);
        (meshes, notes)
    }

    #[test]
    fn shared_meshes_are_there_once_and_mirrored_ones_are_known() {
        let mirror = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
        let (meshes, notes) = all(triangle(), &[Affine3A::IDENTITY, mirror]);
        assert_eq!((meshes.shapes.len(), meshes.objects.len(), meshes.draws.len()), (1, 2, 2));
        assert_eq!(meshes.draws.iter().map(|draw| draw.mirrored).collect::<Vec<_>>(), [false, true]);
        assert!(notes.is_empty());
    }

    #[test]
    fn damaged_data_is_left_out_and_named() {
        let nowhere = Affine3A::from_translation(Vec3::splat(f32::NAN));
        assert!(matches!(all(triangle(), &[nowhere]).1[..], [Note::NotFinite { .. }]));
        let lost = Surface { indices: vec![0, 1, 9], ..triangle() };
        let (meshes, notes) = all(lost, &[Affine3A::IDENTITY, Affine3A::IDENTITY]);
        assert!(meshes.draws.is_empty() && matches!(notes[..], [Note::BrokenSurface { .. }]));
    }

    #[test]
    fn triangles_with_corners_that_are_no_numbers_are_dropped() {
        let mut holed = triangle();
        holed.positions.push([f32::NAN; 3]);
        holed.indices = vec![0, 1, 2, 1, 3, 2, 0];
        let (meshes, _) = all(holed, &[Affine3A::IDENTITY]);
        assert_eq!(meshes.shapes[0].indices, [0, 1, 2]);
        let strip = Surface { topology: Topology::LineStrip, ..triangle() };
        assert_eq!(indices(&strip), (Form::Lines, vec![0, 1, 1, 2]));
    }

    #[test]
    fn dangling_handles_are_noted() {
        let mut scene = Scene::new("dangling", Node::new("root"));
        let lost = instance(MeshId::from_index(4));
        scene.nodes[scene.root].components.push(Component::Mesh(lost));
        let mut notes = Vec::new();
        let mut images = Images::new(&scene, 2048);
        let world = scene.world_placements();
        let regions = Regions::new(&scene, &world, scene.root, None, &mut notes);
        gather(&scene, &world, &regions, (None, None), &mut images, &mut notes);
        assert!(matches!(notes[..], [Note::Dangling { .. }]));
    }
}
