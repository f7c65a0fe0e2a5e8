//! Meshes: surfaces become primitives.

use std::collections::{BTreeMap, HashMap};

use proscenio_scene::{
    Cull, Extra, Material, MaterialId, Mesh, MeshId, MeshInstance, NodeId, Surface, TextureRef, Topology,
};

use super::components::own;
use super::extra::number;
use super::json::{self, Primitive};
use super::nodes::{Slot, present};
use super::vertices::{Clean, Repairs, clean, flipped};
use super::writer::{Writer, named};

/// A mesh with the material of each surface, and how many joints bend it.
type Variant = (MeshId, Vec<Option<MaterialId>>, Option<usize>);

/// The meshes and surfaces written so far.
#[derive(Default)]
pub(super) struct MeshCache {
    /// `None` for meshes nothing can be drawn of.
    variants: HashMap<Variant, Option<usize>>,
    surfaces: HashMap<(MeshId, usize), Option<Stored>>,
    flipped: HashMap<(MeshId, usize), usize>,
}

/// The accessors of a surface.
#[derive(Clone)]
struct Stored {
    attributes: BTreeMap<&'static str, usize>,
    colors: Option<usize>,
    indices: Option<usize>,
    /// Coarser triangles, for the extras: the edge's length and the accessor.
    lods: Vec<(f32, usize)>,
    vertices: usize,
    topology: Topology,
}

/// Numbers for shaders, by the names that the families have for them.
const CUSTOM: [(&str, &str); 4] =
    [("CUSTOM0", "_CUSTOM0"), ("CUSTOM1", "_CUSTOM1"), ("CUSTOM2", "_CUSTOM2"), ("CUSTOM3", "_CUSTOM3")];

impl Writer<'_> {
    /// A mesh and the node it stands on.
    pub fn write_mesh_instance(&mut self, id: NodeId, instance: &MeshInstance) {
        if instance.z != 0.0 {
            self.lose_on("gltf/order", id, "glTF draws by depth, not in a set order; kept in extras");
        }
        if !instance.cast_shadow {
            self.lose_on("gltf/shadow", id, "glTF has no meshes without a shadow; kept in extras");
        }
        let Some(mesh) = self.scene.meshes.get(instance.mesh) else {
            self.lose_on("gltf/mesh", id, "its mesh is not in the scene");
            return;
        };
        let materials = self.materials_of(mesh, &instance.materials);
        let joints = self.joints_of(id, instance);
        let Some(index) = self.mesh_variant((instance.mesh, materials, joints)) else { return };
        let at = self.space_of(id, instance.place);
        let Some(host) = self.host(id, at, Slot::Mesh, "mesh") else { return };
        self.root.nodes[host].mesh = Some(index);
        if joints.is_some() {
            self.write_skin(id, host, at);
        }
        if !mesh.morphs.is_empty() {
            let mut weights = instance.morph_weights.clone();
            weights.resize(mesh.morphs.len(), 0.0);
            weights.iter_mut().filter(|weight| !weight.is_finite()).for_each(|weight| *weight = 0.0);
            if weights.iter().any(|weight| *weight != 0.0) {
                self.root.nodes[host].weights.clone_from(&weights);
            }
            self.morph_hosts.insert(id, (host, weights));
        }
    }

    /// Writes meshes that no node shows, so that they are not lost.
    pub fn write_unplaced_meshes(&mut self) {
        let mut placed = vec![false; self.scene.meshes.len()];
        self.meshes.variants.keys().for_each(|(mesh, ..)| placed[mesh.index()] = true);
        for (id, mesh) in self.scene.meshes.iter().filter(|(id, _)| !placed[id.index()]) {
            let materials = self.materials_of(mesh, &[]);
            self.mesh_variant((id, materials, None));
        }
    }

    fn materials_of(&self, mesh: &Mesh, own: &[Option<MaterialId>]) -> Vec<Option<MaterialId>> {
        let surfaces = mesh.surfaces.iter().enumerate();
        let chosen = surfaces.map(|(index, surface)| own.get(index).copied().flatten().or(surface.material));
        chosen.map(|material| self.known_material(material)).collect()
    }

    fn mesh_variant(&mut self, variant: Variant) -> Option<usize> {
        if let Some(index) = self.meshes.variants.get(&variant) {
            return *index;
        }
        let (id, materials, joints) = &variant;
        let mesh = &self.scene.meshes[*id];
        let primitives: Vec<Primitive> = materials
            .iter()
            .enumerate()
            .filter_map(|(index, material)| self.primitive(*id, index, *material, *joints))
            .collect();
        let index = (!primitives.is_empty()).then(|| {
            let subject = named(&mesh.name, "mesh", id.index());
            let names = mesh.morphs.iter().map(|name| Extra::from(name.as_str())).collect::<Vec<_>>();
            // The name under which modelling programs look for them.
            let beside = present([("targetNames", (!names.is_empty()).then_some(Extra::List(names)))]);
            let extras = self.extras_beside(present([("extras", own(&mesh.extras))]), beside, |_| subject);
            self.root.meshes.push(json::Mesh { name: mesh.name.clone(), primitives, extras });
            self.root.meshes.len() - 1
        });
        self.meshes.variants.insert(variant, index);
        index
    }

    fn primitive(
        &mut self,
        id: MeshId,
        index: usize,
        material: Option<MaterialId>,
        joints: Option<usize>,
    ) -> Option<Primitive> {
        let surface = &self.scene.meshes[id].surfaces[index];
        if !self.meshes.surfaces.contains_key(&(id, index)) {
            let stored = self.store(id, index, surface);
            self.meshes.surfaces.insert((id, index), stored);
        }
        let mut stored = self.meshes.surfaces.get(&(id, index)).cloned().flatten()?;
        let rule = material.and_then(|id| self.scene.materials.get(id));
        let material = material.map_or_else(|| self.default_material(), MaterialId::index);
        if let Some(colors) = stored.colors {
            // Colours the material does not look at must not tint it; they stay as data.
            let counts = rule.is_some_and(|rule| rule.vertex_colors);
            stored.attributes.insert(if counts { "COLOR_0" } else { "_COLOR_0" }, colors);
        }
        let inside =
            rule.is_some_and(|rule| rule.cull == Cull::Front) && stored.topology == Topology::Triangles;
        self.add_missing_uvs(&mut stored, rule.map_or(0, uv_sets));
        if let Some(joints) = joints {
            let weights = self.weights(id, index, surface, joints);
            stored.attributes.extend(weights);
        }
        let targets = self.targets(id, surface, &stored);
        let lod = |(length, accessor): &(f32, usize)| {
            let entries =
                [("edge_length", Some(number(*length))), ("indices", Some(Extra::Int(*accessor as i64)))];
            Extra::Map(present(entries))
        };
        let lods = (!stored.lods.is_empty()).then(|| Extra::List(stored.lods.iter().map(lod).collect()));
        let name = &self.scene.meshes[id].name;
        let extras = self.extras(present([("lods", lods)]), |_| named(name, "mesh", id.index()));
        Some(Primitive {
            targets,
            extras,
            indices: if inside { Some(self.flipped_indices(id, index, surface)) } else { stored.indices },
            attributes: stored.attributes,
            material: Some(material),
            mode: match stored.topology {
                Topology::Points => Some(0),
                Topology::Lines => Some(1),
                Topology::LineStrip => Some(3),
                Topology::Triangles => None,
            },
        })
    }

    /// The other shapes of a surface; all surfaces of a mesh have as many.
    fn targets(
        &mut self,
        id: MeshId,
        surface: &Surface,
        stored: &Stored,
    ) -> Vec<BTreeMap<&'static str, usize>> {
        let count = self.scene.meshes[id].morphs.len();
        let fits = |list: &[[f32; 3]]| {
            list.len() == stored.vertices && list.as_flattened().iter().all(|number| number.is_finite())
        };
        let still = vec![[0.0_f32; 3]; if count > 0 { stored.vertices } else { 0 }];
        let one = |at: usize| {
            let shape = surface.morphs.get(at);
            let list =
                |list: Option<&Vec<[f32; 3]>>| list.filter(|list| fits(list)).unwrap_or(&still).clone();
            let mut target = BTreeMap::new();
            target.insert("POSITION", self.binary.positions(&list(shape.map(|shape| &shape.positions))));
            for (name, own) in [
                ("NORMAL", shape.map(|shape| &shape.normals)),
                ("TANGENT", shape.map(|shape| &shape.tangents)),
            ] {
                if stored.attributes.contains_key(name) && own.is_some_and(|own| fits(own)) {
                    target.insert(name, self.binary.attribute(&list(own)));
                }
            }
            target
        };
        (0..count).map(one).collect()
    }

    /// A picture on a surface without coordinates shows the texel at (0, 0) all over; glTF wants that said.
    fn add_missing_uvs(&mut self, stored: &mut Stored, wanted: usize) {
        for (set, name) in ["TEXCOORD_0", "TEXCOORD_1"].into_iter().enumerate() {
            // A second set may not stand without a first.
            let needed = set < wanted || (set == 0 && stored.attributes.contains_key("TEXCOORD_1"));
            if needed && !stored.attributes.contains_key(name) {
                let zeros = self.binary.attribute(&vec![[0.0_f32; 2]; stored.vertices]);
                stored.attributes.insert(name, zeros);
            }
        }
    }

    fn flipped_indices(&mut self, id: MeshId, index: usize, surface: &Surface) -> usize {
        if let Some(accessor) = self.meshes.flipped.get(&(id, index)) {
            return *accessor;
        }
        let whole = clean(surface).ok().and_then(|clean| clean.indices);
        let vertices = surface.positions.len();
        let accessor = self.binary.indices(&flipped(whole.as_deref(), vertices), vertices);
        self.meshes.flipped.insert((id, index), accessor);
        accessor
    }

    fn store(&mut self, id: MeshId, index: usize, surface: &Surface) -> Option<Stored> {
        let name = named(&self.scene.meshes[id].name, "mesh", id.index());
        let subject = format!("{name}, surface {index}");
        let clean = match clean(surface) {
            Ok(clean) => clean,
            Err(reason) => {
                self.lose("gltf/surface", &subject, format!("left out: {reason}"));
                return None;
            }
        };
        self.report_repairs(&subject, clean.repairs);
        let mut stored = self.store_lists(surface, &clean);
        self.store_custom(surface, &mut stored, &subject);
        Some(stored)
    }

    fn store_lists(&mut self, surface: &Surface, clean: &Clean<'_>) -> Stored {
        let vertices = surface.positions.len();
        let mut attributes = BTreeMap::from([("POSITION", self.binary.positions(&surface.positions))]);
        if !clean.normals.is_empty() {
            attributes.insert("NORMAL", self.binary.attribute(&clean.normals));
        }
        if !clean.tangents.is_empty() {
            // Tangents mean nothing to glTF without normals; they stay as data.
            let name = if clean.normals.is_empty() { "_TANGENT" } else { "TANGENT" };
            attributes.insert(name, self.binary.attribute(&clean.tangents));
        }
        for (name, uvs) in [("TEXCOORD_0", &clean.uvs), ("TEXCOORD_1", &clean.uvs2)] {
            if !uvs.is_empty() {
                attributes.insert(name, self.binary.attribute(uvs));
            }
        }
        if !clean.uvs3.is_empty() {
            // No material looks at it, and a third set may not stand alone.
            attributes.insert("_TEXCOORD_2", self.binary.attribute(&clean.uvs3));
        }
        let colors = (!clean.colors.is_empty()).then(|| self.binary.attribute(&clean.colors));
        let indices = clean.indices.as_ref().map(|indices| self.binary.indices(indices, vertices));
        let lods = surface.lods.iter().filter(|lod| !lod.indices.is_empty());
        let lods = lods.map(|lod| (lod.edge_length, self.binary.indices(&lod.indices, vertices))).collect();
        Stored { attributes, colors, indices, lods, vertices, topology: surface.topology }
    }

    /// Numbers for shaders, as attributes of our own.
    fn store_custom(&mut self, surface: &Surface, stored: &mut Stored, subject: &str) {
        for list in &surface.custom {
            let known = CUSTOM.iter().find(|(name, _)| *name == list.name);
            let accessor = known.and_then(|(_, attribute)| {
                let finite = |number: &f32| if number.is_finite() { *number } else { 0.0 };
                let values: Vec<f32> = list.values.iter().map(finite).collect();
                Some((*attribute, self.binary.wide_attribute(&values, list.components)?))
            });
            match accessor {
                Some((attribute, accessor)) => {
                    stored.attributes.insert(attribute, accessor);
                }
                None => {
                    self.lose("gltf/vertex", subject, format!("the numbers `{}` are left out", list.name))
                }
            }
        }
    }

    fn report_repairs(&mut self, subject: &str, repairs: Repairs) {
        let reports = [
            (repairs.directions, "gltf/normal", "normals or tangents without a length of 1 were given one"),
            (repairs.numbers, "gltf/vertex", "texture coordinates that are no finite number were set to 0"),
            (repairs.colors, "gltf/color-range", "glTF vertex colours go from 0 to 1; cut to that"),
            (
                repairs.indices,
                "gltf/indices",
                "the indices of an unfinished last triangle or line are left out",
            ),
        ];
        for (_, code, message) in reports.into_iter().filter(|(done, ..)| *done) {
            self.lose(code, subject, message);
        }
    }
}

/// How many sets of texture coordinates a material looks at.
fn uv_sets(material: &Material) -> usize {
    let normal = material.normal_map.map(|map| map.texture);
    let all = [material.base_texture, material.metallic_roughness_texture, material.emission_texture, normal];
    let sets = all.iter().flatten().map(|texture: &TextureRef| if texture.uv_set == 0 { 1 } else { 2 });
    sets.max().unwrap_or(0)
}
