//! `MultiMeshInstance3D`, and `GridMap` with its library.

use std::collections::HashMap;
use std::rc::Rc;

use glam::{Affine3A, IVec3, Mat3, Vec3};
use proscenio_godot::Value;
use proscenio_godot::content::{grid, instances};
use proscenio_scene::{Cell, CellContent, Cells, Component, MaterialId, MeshId, MeshInstance, Rgba};

use super::Importer;
use super::files::{Generation, Place, Target};
use super::place::transform3d;
use super::props::Props;

/// Colours of instances that become materials of their own; others stay with the shared one.
const MOST_TINTS: usize = 4096;

/// The meshes of a `MeshLibrary` by number.
pub(super) type Library = HashMap<u32, Item>;

/// An item of a library.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    mesh: MeshId,
    place: Affine3A,
    cast_shadow: bool,
}

/// What a `MultiMesh` holds, in the plane or in space.
pub(super) struct Instances {
    pub mesh: Option<MeshId>,
    pub instances: Vec<instances::Instance>,
    /// How many of them, from the first, are shown.
    pub visible: usize,
}

impl Importer<'_> {
    /// The components of a `MultiMeshInstance3D` (`MultiMeshInstance`): one for each instance.
    pub(super) fn multi_mesh(&mut self, props: &Props) -> Vec<Component> {
        let Some(Instances { mesh, instances, visible }) = self.instances(props) else { return Vec::new() };
        let Some(mesh) = mesh else { return Vec::new() };
        let (materials, cast_shadow) = (self.instance_materials(props, mesh), self.casts_shadow(props));
        let whole = self.among_others(props, mesh);
        let mut tints = Tints::default();
        let mut components = Vec::with_capacity(instances.len());
        for (number, instance) in instances.into_iter().enumerate() {
            let (basis, origin) = transform3d(&instance.transform);
            let materials = match instance.color {
                Some(color) => self.tinted(&mut tints, mesh, &materials, color),
                None => materials.clone(),
            };
            components.push(Component::Mesh(MeshInstance {
                materials,
                cast_shadow,
                place: Some(Affine3A::from_mat3_translation(basis, origin)),
                visible: number < visible,
                custom: instance.custom,
                ..whole.clone()
            }));
        }
        components
    }

    /// What the `multimesh` of a node holds.
    pub(super) fn instances(&mut self, props: &Props) -> Option<Instances> {
        let resource = self.named_resource(props, "multimesh")?;
        let own = Props::of(&resource);
        let mesh = self.named_mesh(&own, "mesh");
        let (instances, problems) = placements(&own);
        self.tell_problems(&resource, "buffer", problems);
        let visible = own.set("visible_instance_count").and_then(|(value, _)| value.as_i64()).unwrap_or(-1);
        let visible = usize::try_from(visible).unwrap_or(usize::MAX);
        own.consume(&["resource_name", "custom_aabb", "physics_interpolation_quality"]);
        self.keep_aside(&own, &resource);
        Some(Instances { mesh, instances, visible })
    }

    /// The materials for an instance of a colour. It counts where the material looks at the colours of vertices, and
    /// multiplies them.
    fn tinted(
        &mut self,
        tints: &mut Tints,
        mesh: MeshId,
        materials: &[Option<MaterialId>],
        color: [f32; 4],
    ) -> Vec<Option<MaterialId>> {
        let key = color.map(f32::to_bits);
        if color == [1.0; 4] || (tints.known.len() >= MOST_TINTS && !tints.known.contains_key(&key)) {
            return materials.to_vec();
        }
        if let Some(known) = tints.known.get(&key) {
            return known.clone();
        }
        let surfaces = self.scene.meshes[mesh].surfaces.iter().enumerate();
        let shown: Vec<_> =
            surfaces.map(|(at, surface)| materials.get(at).copied().flatten().or(surface.material)).collect();
        let made: Vec<_> = shown
            .into_iter()
            .map(|id| {
                let mut material = self.scene.materials.get(id?)?.clone();
                if material.vertex_colors {
                    let stored = material.extras.get("vertex_color_is_srgb").is_some();
                    let [r, g, b, alpha] = color;
                    let tint = if stored { Rgba::from_stored(color) } else { Rgba::linear(r, g, b, alpha) };
                    let base = &mut material.base_color;
                    base.rgb = std::array::from_fn(|channel| base.rgb[channel] * tint.rgb[channel]);
                    base.alpha *= tint.alpha;
                    return Some(self.scene.materials.add(material));
                }
                id
            })
            .collect();
        tints.known.insert(key, made.clone());
        made
    }

    /// The components of a `GridMap`: one for each cell with a mesh, and the cells themselves.
    pub(super) fn grid_map(&mut self, props: &Props) -> Vec<Component> {
        let library = props.named("mesh_library", "theme");
        let library = if props.has("mesh_library") { "mesh_library" } else { library };
        let items = match self.named_resource(props, library) {
            Some(resource) => self.library(&resource),
            None => Rc::default(),
        };
        let Some((data, place)) = props.set("data") else { return Vec::new() };
        let list = data.as_dictionary().into_iter().flatten().find(|(key, _)| key.as_str() == Some("cells"));
        let list = match list.map(|(_, value)| value) {
            Some(Value::PackedInt32Array(list)) => list.as_slice(),
            _ => &[],
        };
        let (cells, problems) = grid::cells(list);
        self.tell_problems(&place.clone(), "data", problems);
        let size = Vec3::from_array(props.vector3("cell_size"));
        let scale = props.number("cell_scale");
        let middle = ["cell_center_x", "cell_center_y", "cell_center_z"];
        let offset = Vec3::from_array(middle.map(|name| if props.flag(name) { 0.5 } else { 0.0 })) * size;
        let (mut components, mut filled) = (Vec::new(), Vec::new());
        for cell in cells {
            let at = IVec3::from_array(cell.at.map(i32::from));
            let turn = Mat3::from_cols_array(&grid::turn(cell.orientation).map(f32::from)).transpose();
            let place = at.as_vec3() * size + offset;
            let (item, orientation) = (u32::from(cell.item), cell.orientation);
            filled.push(Cell { at, place, content: CellContent::Item { item, orientation, turn } });
            if let Some(item) = items.get(&item) {
                let stands = Affine3A::from_mat3_translation(turn * scale, place);
                components.push(Component::Mesh(MeshInstance {
                    cast_shadow: item.cast_shadow,
                    place: Some(stands * item.place),
                    ..MeshInstance::new(item.mesh)
                }));
            }
        }
        components.push(Component::Cells(Cells { flat: false, cells: filled }));
        components
    }

    /// The meshes of a library; read once. Shapes and navigation meshes stay in the scene's extras.
    fn library(&mut self, place: &Place) -> Rc<Library> {
        if let Some(known) = self.libraries.get(&place.key()) {
            return Rc::clone(known);
        }
        let props = Props::of(place);
        let mut items = Library::new();
        let names: Vec<String> = match place.section() {
            Some(section) => section.properties().map(|entry| entry.key().into_owned()).collect(),
            None => Vec::new(),
        };
        for name in names {
            let Some(number) = name.strip_prefix("item/").and_then(|rest| rest.strip_suffix("/mesh")) else {
                continue;
            };
            let Ok(number) = number.parse::<u32>() else { continue };
            let Some(mesh) = self.named_mesh(&props, &name) else { continue };
            let own = |what: &str| props.set(&format!("item/{number}/{what}"));
            let place = match own("mesh_transform") {
                Some((Value::Transform3D(numbers), _)) => {
                    let (basis, origin) = transform3d(&numbers);
                    Affine3A::from_mat3_translation(basis, origin)
                }
                _ => Affine3A::IDENTITY,
            };
            let cast_shadow = own("mesh_cast_shadow").and_then(|(value, _)| value.as_i64()) != Some(0);
            items.insert(number, Item { mesh, place, cast_shadow });
        }
        self.findings.extend(props.take_findings());
        self.keep_resource(place);
        let items = Rc::new(items);
        self.libraries.insert(place.key(), Rc::clone(&items));
        items
    }

    /// The resource that a property names.
    pub(super) fn named_resource(&mut self, props: &Props, name: &str) -> Option<Place> {
        let (value, place) = props.set(name)?;
        let place = place.clone();
        let span = place.section().and_then(|section| section.property(name)).map(|entry| entry.value_span());
        match self.follow(&place.file, &value, span)? {
            Target::Resource(resource) => Some(resource),
            Target::Path { .. } => None,
        }
    }
}

/// Materials by the colour that they were tinted with.
#[derive(Default)]
struct Tints {
    known: HashMap<[u32; 4], Vec<Option<MaterialId>>>,
}

/// The instances of a `MultiMesh`, and what of their numbers could not be used.
fn placements(props: &Props) -> (Vec<instances::Instance>, Vec<String>) {
    let claimed = props.count("instance_count") as usize;
    if props.generation() == Generation::Four
        && let Some((Value::PackedFloat32Array(buffer), _)) = props.set("buffer")
    {
        let layout = instances::Layout {
            flat: props.int("transform_format") == 0,
            colors: props.flag("use_colors"),
            custom: props.flag("use_custom_data"),
        };
        return instances::decode(&buffer, layout, claimed);
    }
    props.consume(&[
        "transform_format",
        "color_format",
        "custom_data_format",
        "use_colors",
        "use_custom_data",
    ]);
    let space = match props.set("transform_array") {
        Some((Value::PackedVector3Array(list), _)) => list,
        _ => Vec::new(),
    };
    let flat = match props.set("transform_2d_array") {
        Some((Value::PackedVector2Array(list), _)) => list,
        _ => Vec::new(),
    };
    let colors = |name: &str| match props.set(name) {
        Some((Value::PackedColorArray(list), _)) => list,
        _ => Vec::new(),
    };
    let mut all = instances::old(&space, &flat, &colors("color_array"), &colors("custom_data_array"));
    let there = all.len();
    all.truncate(claimed);
    let short = there < claimed;
    let problems =
        short.then(|| format!("{claimed} instances are claimed, and numbers are there for {there}"));
    (all, problems.into_iter().collect())
}
