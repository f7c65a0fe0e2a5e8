//! Meshes as vertex lists, and where each is drawn.

use bytemuck::{Pod, Zeroable};
use proscenio_run::{bend, joint_matrices, morph};
use proscenio_scene::glam::{Affine3A, Mat3A, Mat4, Vec3};
use proscenio_scene::{
    Component, ImageId, MaterialId, MeshId, MeshInstance, Node, NodeId, Scene, Surface, Topology,
    WorldPlacements,
};
use rustc_hash::FxHashMap;

use super::facing::Onlooker;
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
    /// Empty, as the indices are, when the device has them already.
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) indices: Vec<u32>,
    /// Indices there or on the device.
    pub(crate) corners: u32,
    pub(crate) form: Form,
    /// The surface that these are the lists of; `None` when they were made for one drawing.
    pub(crate) source: Option<SurfaceId>,
    /// Whether the vertices have tangents that were worked out.
    pub(crate) tangents: bool,
    /// Lower and upper corner of its box.
    bounds: (Vec3, Vec3),
}

/// A surface of a mesh of the scene.
pub(crate) type SurfaceId = (MeshId, usize);

impl Shape {
    fn middle(&self) -> Vec3 {
        (self.bounds.0 + self.bounds.1) * 0.5
    }

    /// What is known of it once the device has its lists.
    pub(crate) fn without_lists(&self) -> Self {
        Self { vertices: Vec::new(), indices: Vec::new(), ..*self }
    }
}

impl Meshes {
    /// The corners of the boxes of all that is drawn, in the world.
    pub(crate) fn corners(&self) -> impl Iterator<Item = Vec3> {
        self.draws.iter().flat_map(|draw| self.corners_of(draw))
    }

    /// The corners of the box of one drawing, in the world.
    fn corners_of(&self, draw: &Draw) -> [Vec3; 8] {
        let (low, high) = self.shapes[draw.shape].bounds;
        std::array::from_fn(|bits| {
            let pick = |bit: u8, low: f32, high: f32| if bits >> bit & 1 == 0 { low } else { high };
            let corner = Vec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z));
            draw.placed.transform_point3(corner)
        })
    }
}

/// The placement of a drawing, laid out as `Placed` in `surface.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct InstanceData {
    /// Rows: axes, then the origin.
    world: [[f32; 4]; 3],
    /// Columns of what turns normals.
    normals: [[f32; 3]; 3],
}

/// One surface drawn at one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    /// Into [`Meshes::shapes`].
    pub(crate) shape: usize,
    /// Into [`Meshes::instances`].
    pub(crate) instance: u32,
    /// Drawings of one block differ in nothing but their place, and their instances follow one another.
    pub(crate) block: u32,
    /// Into [`Meshes::materials`].
    pub(crate) material: usize,
    pub(crate) z: f32,
    /// What lies over it.
    pub(crate) region: Region,
    /// Where it is for sorting: the middle of its box.
    pub(crate) middle: Vec3,
    /// Metres it counts as nearer for sorting.
    pub(crate) nearer: f32,
    /// Where its node is, turned to the eye where it does so.
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

/// Drawings that are drawn at once: of one block, their instances one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The first one; into [`Meshes::draws`].
    pub(crate) draw: usize,
    /// How many.
    pub(crate) count: u32,
}

/// All meshes of a scene.
#[derive(Default)]
pub(crate) struct Meshes {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) materials: Vec<Prepared>,
    /// In tree order.
    pub(crate) draws: Vec<Draw>,
    /// Where drawings are, block by block.
    pub(crate) instances: Vec<InstanceData>,
    /// Which drawing each instance is; into [`Meshes::draws`].
    pub(crate) lined: Vec<usize>,
    /// The corners of the box of each drawing, in the world.
    pub(crate) boxes: Vec<[Vec3; 8]>,
}

impl Meshes {
    /// Gives each drawing its instance: those that differ in nothing but their place stand together, in tree order.
    pub(crate) fn line_up(&mut self) {
        let key = |draw: &Draw| {
            let Region { group, mask, cut } = draw.region;
            (group, mask, cut, draw.material, draw.shape, draw.mirrored)
        };
        let mut lined: Vec<usize> = (0..self.draws.len()).collect();
        lined.sort_by_key(|index| key(&self.draws[*index]));
        let mut block = 0;
        for (instance, index) in lined.iter().enumerate() {
            if instance > 0 && key(&self.draws[lined[instance - 1]]) != key(&self.draws[*index]) {
                block += 1;
            }
            let draw = &mut self.draws[*index];
            (draw.instance, draw.block) = (instance as u32, block);
        }
        self.instances = lined.iter().map(|index| instance_data(self.draws[*index].placed)).collect();
        self.boxes = self.draws.iter().map(|draw| self.corners_of(draw)).collect();
        self.lined = lined;
    }

    /// Joins drawings that follow one another and can be drawn at once.
    pub(crate) fn runs(&self, draws: impl Iterator<Item = usize>) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for draw in draws {
            match runs.last_mut() {
                Some(run) if self.follows(*run, draw) => run.count += 1,
                _ => runs.push(Run { draw, count: 1 }),
            }
        }
        runs
    }

    /// Whether a drawing can be drawn at once with a run, at its end.
    pub(crate) fn follows(&self, run: Run, draw: usize) -> bool {
        let (first, next) = (&self.draws[run.draw], &self.draws[draw]);
        first.block == next.block && first.instance + run.count == next.instance
    }

    /// Which drawings the eye may see. The others still throw shadows.
    pub(crate) fn in_sight(&self, clip: &Mat4) -> Vec<bool> {
        self.boxes.iter().map(|corners| super::shadows::sees(clip, corners)).collect()
    }

    /// Opens all rooms towards an eye that looks at them from outside.
    pub(crate) fn open_rooms(&mut self, eye: Vec3) {
        for draw in &mut self.draws {
            let Some(Room { middle, placed }) = draw.room else { continue };
            // Opened for this node alone: another one may show the same mesh as it is.
            let mut opened = self.shapes[draw.shape].clone();
            cutaway::open(&mut opened, middle, placed.inverse().transform_point3(eye));
            opened.source = None;
            opened.corners = opened.indices.len() as u32;
            draw.shape = self.shapes.len();
            self.shapes.push(opened);
        }
        let shapes = &self.shapes;
        self.draws.retain(|draw| shapes[draw.shape].corners > 0);
    }
}

/// Shapes whose lists the device has.
pub(crate) type KnownShapes = FxHashMap<SurfaceId, Shape>;

/// Gathers the visible meshes in tree order; what several nodes share is there once.
pub(crate) fn gather<'s>(
    scene: &'s Scene,
    world: &WorldPlacements,
    regions: &Regions<'_>,
    (without, eye, time): (Option<ImageId>, Option<Onlooker>, f64),
    known: &KnownShapes,
    images: &mut Images<'s>,
    notes: &mut Vec<Note>,
) -> Meshes {
    let mut gatherer = Gatherer {
        scene,
        eye,
        known,
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
            let instance = match component {
                Component::Mesh(instance) => Some(instance),
                Component::AnimatedSprite(frames) => frames.mesh_at(time),
                _ => None,
            };
            let Some(instance) = instance else { continue };
            let shows = without.is_some_and(|image| shows_image(scene, instance, image));
            if instance.visible && !shows && !regions.screen_only && regions.shows(id, component) {
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

/// Times that one surface is drawn.
const MOST_PASSES: usize = 16;

struct Gatherer<'g, 's> {
    scene: &'s Scene,
    /// Where the eye is, when that is known beforehand.
    eye: Option<Onlooker>,
    known: &'g KnownShapes,
    images: &'g mut Images<'s>,
    notes: &'g mut Vec<Note>,
    meshes: Meshes,
    /// Which shape a surface became; `None` when it cannot be drawn.
    shape_of: FxHashMap<(MeshId, usize), Option<usize>>,
    /// By material, and how much of it is see-through beside it, in millionths.
    material_of: FxHashMap<(Option<MaterialId>, u32), usize>,
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
        let mut dangling = false;
        for (index, surface) in mesh.surfaces.iter().enumerate() {
            let named = instance.materials.get(index).copied().flatten().or(surface.material);
            for worn in self.worn(named, instance.overlay) {
                dangling |= worn.is_some_and(|named| self.scene.materials.get(named).is_none());
                self.add_surface((index, surface), worn, instance, placed, room);
            }
        }
        if dangling {
            self.notes.push(Note::Dangling { node: id, name: name() });
        }
    }

    /// A material, what is drawn after it of the same geometry, and what is drawn over all.
    fn worn(&self, named: Option<MaterialId>, overlay: Option<MaterialId>) -> Vec<Option<MaterialId>> {
        let mut worn = vec![named];
        for first in [named, overlay] {
            let mut at = if first == named { self.next(named) } else { first };
            while let Some(next) = at.filter(|next| !worn.contains(&Some(*next)) && worn.len() < MOST_PASSES)
            {
                worn.push(Some(next));
                at = self.next(at);
            }
        }
        worn
    }

    fn next(&self, named: Option<MaterialId>) -> Option<MaterialId> {
        self.scene.materials.get(named?)?.finish.next
    }

    fn add_surface(
        &mut self,
        (index, surface): (usize, &Surface),
        named: Option<MaterialId>,
        instance: &MeshInstance,
        placed: Affine3A,
        room: Option<Room>,
    ) {
        let material = self.material(named, instance.fade);
        let tangents = self.meshes.materials[material].wants_tangents;
        let wanted = (tangents, room.is_some());
        let Some(shape) = self.shape((instance.mesh, index), surface, &instance.morph_weights, wanted) else {
            return;
        };
        let look = &self.meshes.materials[material];
        let stands = self.eye.map_or(placed, |eye| eye.placed(placed, look));
        // Engine behaviour (Godot): what is blended throws no shadow. In nacatamalon it does.
        let casts = instance.cast_shadow && (look.stored || !look.see_through || look.hides_first);
        let middle = match instance.sorted_by_node {
            true => placed.translation.into(),
            // Engine behaviour (Godot): the box is that of what does not turn.
            false => placed.transform_point3(self.meshes.shapes[shape].middle()),
        };
        self.meshes.draws.push(Draw {
            shape,
            instance: 0,
            block: 0,
            material,
            z: instance.z,
            region: self.region,
            middle,
            nearer: instance.nearer,
            placed: stands,
            mirrored: stands.matrix3.determinant() < 0.0,
            casts,
            room,
        });
    }

    /// `fade` is how much of it is see-through beside it.
    fn material(&mut self, named: Option<MaterialId>, fade: f32) -> usize {
        let (scene, images, materials) = (self.scene, &mut *self.images, &mut self.meshes.materials);
        let notes = &mut *self.notes;
        let fade = if fade > 0.0 { fade.min(1.0) } else { 0.0 };
        *self.material_of.entry((named, (fade * 1e6) as u32)).or_insert_with(|| {
            let known = named.and_then(|named| scene.materials.get(named));
            let mut has = |image| images.has(image);
            materials.push(match known {
                Some(material) => {
                    let mut made = materials::prepare(&materials::faint(material, fade), &mut has);
                    if made.left_out > 0 {
                        let name = material.name.clone();
                        notes.push(Note::TooManyTextures { name, left_out: made.left_out });
                    }
                    match made.shader.and_then(|shader| scene.shaders.get(shader)) {
                        Some(shader) => made.run(shader),
                        None => made.shader = None,
                    }
                    made
                }
                None => materials::unnamed(),
            });
            materials.len() - 1
        })
    }

    /// `weights` are those of the surface's other shapes; tangents may be wanted, and walls may be taken away.
    fn shape(
        &mut self,
        (mesh, index): (MeshId, usize),
        surface: &Surface,
        weights: &[f32],
        (tangents, opened): (bool, bool),
    ) -> Option<usize> {
        let morphed = morph(surface, weights);
        let moved = morphed.as_ref().unwrap_or(surface);
        let bent = self.joints.as_deref().and_then(|joints| bend(moved, joints));
        if let Some(bent) = bent.or(morphed) {
            // Of this node alone: another one may bend the same mesh in another way.
            self.meshes.shapes.push(shape(&bent, tangents)?);
            return Some(self.meshes.shapes.len() - 1);
        }
        let shapes = &mut self.meshes.shapes;
        let source = Some((mesh, index));
        if let Some(known) = self.shape_of.get(&(mesh, index)) {
            let known = (*known)?;
            if tangents && !shapes[known].tangents {
                shapes[known] = Shape { source, ..shape(surface, tangents)? };
            }
            return Some(known);
        }
        // Walls that may be taken away are looked at one by one.
        let kept = self.known.get(&(mesh, index)).filter(|_| self.eye.is_some() || !opened);
        if let Some(kept) = kept.filter(|shape| shape.tangents || !tangents) {
            shapes.push(kept.clone());
            self.shape_of.insert((mesh, index), Some(shapes.len() - 1));
            return Some(shapes.len() - 1);
        }
        let made = if surface.is_sound() { shape(surface, tangents) } else { None };
        // A surface without a triangle is nothing to speak of; one whose lists do not fit is.
        if !surface.is_sound() {
            let name = self.scene.meshes[mesh].name.clone();
            self.notes.push(Note::BrokenSurface { mesh, name, surface: index });
        }
        let known = made.map(|made| {
            shapes.push(Shape { source, ..made });
            shapes.len() - 1
        });
        self.shape_of.insert((mesh, index), known);
        known
    }
}

/// The lists of a surface, without what is not a number, with tangents where they are wanted; `None` when nothing is left.
pub(crate) fn shape(surface: &Surface, tangents: bool) -> Option<Shape> {
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
    let mut vertices: Vec<Vertex> = surface.positions.iter().enumerate().map(vertex).collect();
    if tangents && surface.tangents.is_empty() && form == Form::Triangles {
        geometry::add_tangents(&mut vertices, &indices);
    }
    let corners = indices.len() as u32;
    Some(Shape { vertices, indices, corners, form, source: None, tangents, bounds: (low, high) })
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

fn instance_data(placed: Affine3A) -> InstanceData {
    let turn = placed.matrix3;
    let inverse = turn.inverse().transpose();
    // A flattened placement has no inverse; its own axes are the best there is.
    let mut normals = if inverse.is_finite() { inverse } else { turn };
    if turn.determinant() < 0.0 && !inverse.is_finite() {
        normals = Mat3A::from_cols(-normals.x_axis, -normals.y_axis, -normals.z_axis);
    }
    let origin = placed.translation.to_array();
    let rows = turn.transpose().to_cols_array_2d();
    InstanceData {
        world: std::array::from_fn(|row| [rows[row][0], rows[row][1], rows[row][2], origin[row]]),
        normals: normals.to_cols_array_2d(),
    }
}

#[cfg(test)]
#[path = "meshes_tests.rs"]
mod tests;
