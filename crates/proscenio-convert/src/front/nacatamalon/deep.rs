//! Models and their materials.

use glam::Affine3A;
use proscenio_nacatamalon::Value;
use proscenio_nacatamalon::files::shader::ShaderFamily;
use proscenio_nacatamalon::model::{self as doc, Component as DocComponent, Shader};
use proscenio_scene::{
    AlphaMode, Component, Cull, Dots, Extras, Look, Material, MaterialId, MeshInstance, NodeId, Occlusion,
    Rgba, Rim, ShadingRule, TextureRef, Toon, VertexSnap, Wrap,
};
use proscenio_source::Span;

use super::extras::members_except;
use super::flat::{rgba, z};
use super::raw::Raw;
use super::shaders::Use;
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
        let knobs = own.uniforms.as_ref();
        let material = self.material(&own.material, shape.surface.as_deref(), knobs, component);
        let place = own.place.as_ref().map(place::matrix);
        let instance = MeshInstance {
            materials: vec![Some(material)],
            z: z(own.z_index),
            cast_shadow: own.cast_shadow != Some(false),
            place: place.filter(|place| *place != Affine3A::IDENTITY),
            visible: own.visible != Some(false),
            ..MeshInstance::new(shape.mesh)
        };
        self.add(node, Component::Mesh(instance));
    }

    fn material(
        &mut self,
        own: &doc::ModelMaterial,
        file: Option<&Material>,
        knobs: Option<&doc::Uniforms>,
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
            let specular = if file.is_some() { 0.0 } else { r.max(g).max(b) };
            if specular > 0.0 {
                material.look.highlight = Rgba::from_stored([r / specular, g / specular, b / specular, 1.0]);
            }
            ShadingRule::StoredLit { specular, shininess: single(own.shininess.max(1.0)) }
        };
        let steps = value.and_then(|value| value.get("steps"));
        self.look(&mut material.look, own, steps, file.is_some(), span);
        material.cull = match own.cull {
            Some(doc::Cull::Front) => Cull::Front,
            Some(doc::Cull::None) => Cull::None,
            Some(doc::Cull::Back) => Cull::Back,
            None => material.cull,
        };
        material.look.shader = self.shader(
            &Use {
                shader: &own.shader,
                maps: &own.maps,
                own: knobs,
                smooth: own.smooth,
                family: ShaderFamily::Mesh3d,
            },
            span,
        );
        self.not_drawn(own, span);
        self.scene.materials.add(material)
    }

    /// The surface as the document says it.
    fn surface_of_document(&mut self, material: &mut Material, own: &doc::ModelMaterial, span: Span) {
        material.base_texture = self.surface_texture(own.texture.as_deref(), own.wrap, own.smooth, span);
        material.emission_texture =
            self.surface_texture(own.emissive_texture.as_deref(), own.wrap, own.smooth, span);
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

    /// What is done beyond plain light.
    fn look(
        &mut self,
        look: &mut Look,
        own: &doc::ModelMaterial,
        steps: Option<Value<'_>>,
        of_file: bool,
        span: Span,
    ) {
        if let Some(toon) = own.lighting.as_ref().filter(|lighting| lighting.look == "toon") {
            look.toon = Some(Toon {
                bands: single(toon.number("bands").unwrap_or(2.0)),
                shadow: single(toon.number("shadow").unwrap_or(0.4)),
                spot: single(toon.number("spot").unwrap_or(0.9)),
            });
        }
        look.affine = own.affine;
        look.vertex_snap = own.vertex_snap.map(|snap| match snap {
            doc::VertexSnap::On => VertexSnap::View,
            doc::VertexSnap::Rows(rows) => VertexSnap::Rows(single(rows)),
        });
        for step in steps.into_iter().flat_map(Value::elements).map(Raw) {
            let word = step.text("step").or_else(|| step.text("look")).or_else(|| step.text("type"));
            match word.or_else(|| step.text("kind")).as_deref() {
                Some("rim") => {
                    look.rim = Some(Rim {
                        color: step.colour("color", [1.0; 4]),
                        power: step.single("power", 3.0),
                        strength: step.single("strength", 1.0),
                    });
                }
                Some("mangaDots") => {
                    look.dots = Some(Dots {
                        scale: step.single("scale", 6.0),
                        threshold: step.single("threshold", 0.5),
                    });
                }
                _ => self.keep("steps of materials that are not known", span),
            }
        }
        if let Some(occlusion) = own.occlusion.as_ref().filter(|_| !of_file) {
            let wrap = occlusion.wrap.or(own.wrap);
            if let Some(texture) = self.surface_texture(Some(&occlusion.texture), wrap, own.smooth, span) {
                look.occlusion = Some(Occlusion {
                    texture: TextureRef { uv_set: u8::from(occlusion.second_uv), ..texture },
                    strength: single(occlusion.strength.unwrap_or(1.0)),
                });
            }
        }
    }

    fn surface_texture(
        &mut self,
        key: Option<&str>,
        wraps: Option<doc::Wrap>,
        smooth: Option<bool>,
        span: Span,
    ) -> Option<TextureRef> {
        let image = self.picture(key.unwrap_or_default(), span)?;
        let (u, v) = wraps.map_or((doc::WrapMode::Repeat, doc::WrapMode::Repeat), doc::Wrap::axes);
        let filter = self.filter(smooth);
        Some(TextureRef { filter, wrap_u: wrap(u), wrap_v: wrap(v), ..TextureRef::new(image) })
    }

    /// Counts what a material says and no picture shows.
    fn not_drawn(&mut self, own: &doc::ModelMaterial, span: Span) {
        let odd =
            own.lighting.as_ref().is_some_and(|look| !matches!(look.look.as_str(), "unlit" | "toon" | "lit"));
        if odd {
            self.keep("looks that are not known (lit plainly)", span);
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

pub(super) fn wrap(mode: doc::WrapMode) -> Wrap {
    match mode {
        doc::WrapMode::Repeat => Wrap::Repeat,
        doc::WrapMode::Clamp => Wrap::Clamp,
        doc::WrapMode::Mirror => Wrap::Mirror,
    }
}
