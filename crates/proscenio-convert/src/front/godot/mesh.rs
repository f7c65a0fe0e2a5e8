//! Meshes: the nodes that show them, and the primitive ones.

use glam::Vec3;
use proscenio_godot::Value;
use proscenio_scene::{Component, Curve, MaterialId, Mesh, MeshId, MeshInstance, Surface};
use proscenio_source::Span;

use super::Importer;
use super::codes::{BAD_DATA, NOT_DRAWN, TOO_LARGE_MESH};
use super::files::{Generation, Place, Target};
use super::primitives::Raw;
use super::props::Props;
use super::shape::{LightSheet, Shape};

/// Vertices of one mesh.
const MAX_VERTICES: u64 = 4_000_000;

/// Findings about one packed property.
const MOST_PROBLEMS: usize = 20;

/// Properties of meshes that are kept and make no difference to what is seen.
const QUIET: &[&str] =
    &["lightmap_size_hint", "shadow_mesh", "resource_local_to_scene", "script", "uv2_padding"];

impl Importer<'_> {
    /// The component of a `MeshInstance3D` (`MeshInstance`).
    pub(super) fn mesh_instance(&mut self, props: &Props) -> Option<Component> {
        let mesh = self.named_mesh(props, "mesh")?;
        let names = self.scene.meshes[mesh].morphs.clone();
        let mut morph_weights: Vec<f32> = Vec::new();
        for name in names {
            let name = format!("blend_shapes/{name}");
            morph_weights.push(if props.has(&name) { props.number(&name) } else { 0.0 });
        }
        if morph_weights.iter().all(|weight| *weight == 0.0) {
            morph_weights.clear();
        }
        props.consume(&["skeleton", "skin"]);
        Some(Component::Mesh(MeshInstance {
            materials: self.instance_materials(props, mesh),
            cast_shadow: self.casts_shadow(props),
            morph_weights,
            ..self.among_others(props, mesh)
        }))
    }

    /// A mesh that stands among see-through ones as its node says, and what the node draws over it.
    pub(super) fn among_others(&mut self, props: &Props, mesh: MeshId) -> MeshInstance {
        let four = props.generation() == Generation::Four;
        MeshInstance {
            nearer: if four { props.number("sorting_offset") } else { 0.0 },
            sorted_by_node: four && !props.flag("sorting_use_aabb_center"),
            overlay: self.named_material(props, "material_overlay"),
            fade: if four { props.number("transparency").clamp(0.0, 1.0) } else { 0.0 },
            ..MeshInstance::new(mesh)
        }
    }

    /// Whether a node in space throws shadows: 0 off, 1 on, 2 both sides, 3 shadow alone.
    pub(super) fn casts_shadow(&mut self, props: &Props) -> bool {
        let cast_shadow = props.int("cast_shadow");
        if cast_shadow >= 2 {
            self.kept.add(props, "cast_shadow");
        }
        cast_shadow != 0
    }

    /// The mesh that a property names.
    pub(super) fn named_mesh(&mut self, props: &Props, name: &str) -> Option<MeshId> {
        let (value, place) = props.set(name)?;
        let place = place.clone();
        let span = place.section().and_then(|section| section.property(name)).map(|entry| entry.value_span());
        match self.follow(&place.file, &value, span)? {
            Target::Resource(resource) => self.mesh(&resource),
            Target::Path { path, .. } => {
                let message = format!("the mesh `{path}` is not read yet");
                self.findings
                    .push(NOT_DRAWN.finding(place.file.document.source().path(), message).at_maybe(span));
                self.kept.add_text(props, name, path);
                None
            }
        }
    }

    /// The materials that a node gives to the surfaces of its mesh.
    pub(super) fn instance_materials(&mut self, props: &Props, mesh: MeshId) -> Vec<Option<MaterialId>> {
        let whole = self.named_material(props, "material_override");
        let surfaces = self.scene.meshes[mesh].surfaces.len();
        let prefix = props.named("surface_material_override", "material");
        let materials: Vec<Option<MaterialId>> = (0..surfaces)
            .map(|surface| {
                let own = self.named_material(props, &format!("{prefix}/{surface}"));
                whole.or(own)
            })
            .collect();
        if materials.iter().all(Option::is_none) { Vec::new() } else { materials }
    }

    /// The material that a property names.
    pub(super) fn named_material(&mut self, props: &Props, name: &str) -> Option<MaterialId> {
        let (value, place) = props.set(name)?;
        if value == Value::Null {
            return None;
        }
        let place = place.clone();
        let span = place.section().and_then(|section| section.property(name)).map(|entry| entry.value_span());
        match self.follow(&place.file, &value, span)? {
            Target::Resource(resource) => Some(self.material(&resource)),
            Target::Path { path, class } => {
                self.tell_material(&place, span, &class, &path);
                self.kept.add_text(props, name, path);
                None
            }
        }
    }

    /// The material that a value inside a resource names.
    pub(super) fn material_of(&mut self, place: &Place, value: &Value) -> Option<MaterialId> {
        let span = place.section().map(|section| section.header_span());
        match self.follow(&place.file, value, span)? {
            Target::Resource(resource) => Some(self.material(&resource)),
            Target::Path { path, class } => {
                self.tell_material(place, span, &class, &path);
                None
            }
        }
    }

    fn tell_material(&mut self, place: &Place, span: Option<Span>, class: &str, path: &str) {
        let message = format!("the {class} `{path}` is not read yet; the surface is plain white");
        self.findings.push(NOT_DRAWN.finding(place.file.document.source().path(), message).at_maybe(span));
    }

    /// The mesh of a resource; made once.
    pub(super) fn mesh(&mut self, place: &Place) -> Option<MeshId> {
        if let Some(known) = self.meshes.get(&place.key()) {
            return *known;
        }
        // A mesh that leads back to itself is none.
        self.meshes.insert(place.key(), None);
        let props = Props::of(place);
        let made = match props.class() {
            "ArrayMesh" | "ImporterMesh" => Some(self.array_mesh(&props, place)),
            _ => self.primitive(&props, place),
        };
        let id = made.map(|mut mesh| {
            mesh.name = place.name();
            if let Some((Value::Aabb([x, y, z, width, height, depth]), _)) = props.set("custom_aabb") {
                let bounds = (Vec3::new(x, y, z), Vec3::new(width, height, depth));
                mesh.bounds = (bounds.1 != Vec3::ZERO).then_some(bounds);
            }
            props.consume(&["resource_name"]);
            mesh.extras = self.rest_of(&props);
            let loud = mesh.extras.iter().map(|(name, _)| name).filter(|name| !QUIET.contains(name));
            let loud: Vec<&str> = loud.collect();
            if !loud.is_empty() {
                self.kept.note(props.class(), place, false, loud);
            }
            self.scene.meshes.add(mesh)
        });
        if id.is_none() {
            self.keep_resource(place);
        }
        self.meshes.insert(place.key(), id);
        id
    }

    fn primitive(&mut self, props: &Props, place: &Place) -> Option<Mesh> {
        let path = place.file.document.source().path();
        let span = place.section().map(|section| section.header_span());
        let curve = self.named_curve(props, "curve");
        let Some(shape) = Shape::read(props, curve) else {
            let message = format!("{} is not drawn yet", props.class());
            self.findings.push(NOT_DRAWN.finding(path, message).at_maybe(span).about(place.name()));
            return None;
        };
        if shape.vertices() > MAX_VERTICES {
            let message = format!("more than {MAX_VERTICES} vertices; the mesh is left out");
            self.findings.push(TOO_LARGE_MESH.finding(path, message).at_maybe(span).about(place.name()));
            return None;
        }
        let mut raw: Raw = shape.build();
        if let Some(light) = LightSheet::read(props, self.settings.light_texel) {
            raw.uvs2 = shape.second_uvs(&raw, &light);
        }
        if props.flag("flip_faces") {
            raw.flip_faces();
        }
        if props.generation() == Generation::Four {
            raw.round_as_stored();
        }
        let mut surface: Surface = raw.into_surface();
        // Without one the surface shows the engine's built-in material.
        surface.material = self.named_material(props, "material");
        Some(Mesh { surfaces: vec![surface], ..Mesh::default() })
    }

    /// The curve of numbers that a property names.
    pub(super) fn named_curve(&mut self, props: &Props, name: &str) -> Option<Curve> {
        let (value, place) = props.set(name)?;
        let place = place.clone();
        let Some(Target::Resource(resource)) = self.follow(&place.file, &value, None) else { return None };
        let curve = Props::of(&resource);
        if curve.class() != "Curve" {
            return None;
        }
        let (made, problems) = super::curves::curve(&curve);
        self.tell_problems(&resource, "_data", problems);
        curve.consume(&[
            "point_count",
            "resource_name",
            "min_value",
            "max_value",
            "min_domain",
            "max_domain",
            "_limits",
        ]);
        self.keep_aside(&curve, &resource);
        Some(made)
    }

    /// Says what of a packed property could not be used.
    pub(super) fn tell_problems(&mut self, place: &Place, property: &str, problems: Vec<String>) {
        let path = place.file.document.source().path();
        let section = place.section();
        let span = section.and_then(|section| section.property(property)).map(|entry| entry.value_span());
        for problem in problems.into_iter().take(MOST_PROBLEMS) {
            let message = format!("`{property}` of {}: {problem}", place.name());
            self.findings.push(BAD_DATA.finding(path, message).at_maybe(span).about(place.name()));
        }
    }
}
