//! Models and their materials.

use glam::Affine3A;
use proscenio_nacatamalon::model::{self as doc, Component as DocComponent, Shader};
use proscenio_scene::{
    AlphaMode, Component, Cull, Extras, Identity, Material, MaterialId, MeshInstance, Node, NodeId,
    Placement, Rgba, ShadingRule, TextureRef, Wrap,
};
use proscenio_source::Span;

use super::extras::members_except;
use super::flat::rgba;
use super::{Importer, place, single};

/// Members of a mesh that the model's instance and its material say.
pub(super) const MESH_FIELDS: &[&str] =
    &["type", "id", "transform", "material", "visible", "zIndex", "castShadow"];
/// Members of a material that the model's material says.
const MATERIAL_FIELDS: &[&str] = &[
    "name",
    "tint",
    "emissive",
    "shininess",
    "alpha",
    "smooth",
    "wrap",
    "cull",
    "alphaCutoff",
    "transparent",
];

impl Importer<'_> {
    /// A model: in its box's node, or in a node of its own when it has a place of its own.
    pub(super) fn mesh(&mut self, node: NodeId, own: &doc::Mesh, component: &DocComponent) {
        let span = component.site.span;
        let Some(shape) = self.shape(&own.geometry, span) else {
            return self.other(node, component);
        };
        let material = self.material(&own.material, shape.surface.as_deref(), component);
        let instance = MeshInstance {
            mesh: shape.mesh,
            materials: vec![Some(material)],
            z: self.z(own.z_index, span),
            cast_shadow: own.cast_shadow != Some(false),
        };
        let place = own.place.as_ref().map(place::matrix);
        let target = match place.filter(|place| *place != Affine3A::IDENTITY) {
            Some(place) => {
                let name = self.scene.nodes[node].name.clone();
                let inner = Node {
                    identity: Identity {
                        key: component.id.clone(),
                        kind: component.kind.as_str().to_owned(),
                        unique_id: None,
                    },
                    placement: Placement::space(place),
                    ..Node::new(name)
                };
                self.scene.add_child(node, inner)
            }
            None => node,
        };
        self.add(target, Component::Mesh(instance));
    }

    fn material(
        &mut self,
        own: &doc::ModelMaterial,
        file: Option<&Material>,
        component: &DocComponent,
    ) -> MaterialId {
        let span = component.site.span;
        let value = self.value(component.site.value).and_then(|value| value.get("material"));
        let mut material = Material {
            name: own.shader.name.clone().unwrap_or_default(),
            extras: value.map_or_else(Extras::new, |value| members_except(value, MATERIAL_FIELDS)),
            ..Material::default()
        };
        match file {
            Some(file) => surface_of_file(&mut material, file, own),
            None => self.surface_of_document(&mut material, own, span),
        }
        let unlit = own.lighting.as_ref().is_some_and(|look| look.look == "unlit");
        let [r, g, b] = [own.specular.r, own.specular.g, own.specular.b].map(single);
        material.shading = if unlit {
            ShadingRule::StoredUnlit
        } else {
            // The model's highlight has a strength, not a colour; the colour stays in the extras.
            let specular = if file.is_some() { 0.0 } else { r.max(g).max(b) };
            ShadingRule::StoredLit { specular, shininess: single(own.shininess.max(1.0)) }
        };
        if (r, g) != (g, b) && file.is_none() {
            self.keep("colours of highlights (they shine white)", span);
        }
        material.cull = match own.cull {
            Some(doc::Cull::Front) => Cull::Front,
            Some(doc::Cull::None) => Cull::None,
            Some(doc::Cull::Back) => Cull::Back,
            None => material.cull,
        };
        self.not_drawn(own, span);
        self.scene.materials.add(material)
    }

    /// The surface as the document says it.
    fn surface_of_document(&mut self, material: &mut Material, own: &doc::ModelMaterial, span: Span) {
        let texture = |importer: &mut Self, key: Option<&str>| {
            let image = importer.picture(key.unwrap_or_default(), span)?;
            let (u, v) = own.wrap.map_or((doc::WrapMode::Repeat, doc::WrapMode::Repeat), doc::Wrap::axes);
            let filter = importer.filter(own.smooth);
            Some(TextureRef { filter, wrap_u: wrap(u), wrap_v: wrap(v), ..TextureRef::new(image) })
        };
        material.base_texture = texture(self, own.texture.as_deref());
        material.emission_texture = texture(self, own.emissive_texture.as_deref());
        material.emission_adds = false;
        let tint = rgba(own.tint);
        let alpha = tint.alpha * single(own.alpha);
        material.base_color = Rgba { alpha, ..tint };
        material.emission = rgba(own.emissive);
        material.alpha = match own.alpha_cutoff {
            Some(cutoff) => AlphaMode::Cutoff(single(cutoff)),
            None if own.transparent.unwrap_or(alpha < 1.0) => AlphaMode::Blend,
            None => AlphaMode::Opaque,
        };
    }

    /// Counts what a material says and no picture shows.
    fn not_drawn(&mut self, own: &doc::ModelMaterial, span: Span) {
        let look = own.lighting.as_ref().is_some_and(|look| look.look != "unlit");
        let things = [
            (has_code(&own.shader), "shaders"),
            (look, "looks of materials (lit plainly)"),
            (!own.steps.is_empty(), "steps of materials"),
            (own.vertex_snap.is_some(), "vertexSnap"),
            (own.affine, "affine"),
            (own.occlusion.is_some(), "occlusion"),
        ];
        for (_, what) in things.into_iter().filter(|(said, _)| *said) {
            self.keep(what, span);
        }
    }
}

/// The surface of a piece of a model file; of the document only what it says over it.
fn surface_of_file(material: &mut Material, file: &Material, own: &doc::ModelMaterial) {
    material.base_color = file.base_color;
    material.base_texture = file.base_texture;
    material.emission = file.emission;
    material.emission_texture = file.emission_texture;
    material.emission_adds = false;
    material.vertex_colors = file.vertex_colors;
    material.cull = file.cull;
    if let Some((u, v)) = own.wrap.map(doc::Wrap::axes) {
        for texture in [&mut material.base_texture, &mut material.emission_texture].into_iter().flatten() {
            (texture.wrap_u, texture.wrap_v) = (wrap(u), wrap(v));
        }
    }
    material.alpha = match (own.alpha_cutoff, own.transparent) {
        (Some(cutoff), _) => AlphaMode::Cutoff(single(cutoff)),
        (None, Some(true)) => AlphaMode::Blend,
        (None, Some(false)) if file.alpha == AlphaMode::Blend => AlphaMode::Opaque,
        (None, _) => file.alpha,
    };
}

/// Whether a material runs code of its own.
pub(super) fn has_code(shader: &Shader) -> bool {
    let hooks =
        [&shader.effect, &shader.fragment, &shader.fragment_glsl, &shader.vertex, &shader.vertex_glsl];
    hooks.into_iter().any(Option::is_some)
}

fn wrap(mode: doc::WrapMode) -> Wrap {
    match mode {
        doc::WrapMode::Repeat => Wrap::Repeat,
        doc::WrapMode::Clamp => Wrap::Clamp,
        doc::WrapMode::Mirror => Wrap::Mirror,
    }
}
