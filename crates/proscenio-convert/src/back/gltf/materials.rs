//! Materials.

use proscenio_scene::{
    AlphaMode, BlendMode, Cull, Extra, Extras, Material, MaterialId, NormalMap, Rgba, ShadingRule, TextureRef,
};

use super::components::own;
use super::json::{self, EmissiveStrength, Empty, MaterialExtensions, Pbr, Specular, TextureInfo};
use super::nodes::present;
use super::writer::{Writer, named};

impl Writer<'_> {
    /// Writes every material of the scene; their glTF indices are their table indices.
    pub fn write_materials(&mut self) {
        for (id, material) in self.scene.materials.iter() {
            let subject = named(&material.name, "material", id.index());
            let written = self.material_json(material, &subject);
            self.root.materials.push(written);
        }
    }

    /// The material of surfaces without one: the scene's grey is not glTF's white metal.
    pub fn default_material(&mut self) -> usize {
        if let Some(index) = self.default_material {
            return index;
        }
        let extras = self.extras(present([("default", Some(Extra::Bool(true)))]), |_| String::new());
        self.root.materials.push(json::Material {
            name: "default".to_owned(),
            pbr_metallic_roughness: Pbr {
                base_color_factor: Some([0.6, 0.6, 0.6, 1.0]),
                metallic_factor: 0.2,
                roughness_factor: 0.8,
                ..Pbr::default()
            },
            extras,
            ..json::Material::default()
        });
        let index = self.root.materials.len() - 1;
        self.default_material = Some(index);
        index
    }

    /// The handle, if it is one of this scene.
    pub fn known_material(&self, id: Option<MaterialId>) -> Option<MaterialId> {
        id.filter(|id| self.scene.materials.get(*id).is_some())
    }

    fn material_json(&mut self, material: &Material, subject: &str) -> json::Material {
        let unlit = matches!(material.shading, ShadingRule::LinearUnlit | ShadingRule::StoredUnlit);
        let mut extensions = MaterialExtensions::default();
        let mut pbr = self.surface(material, subject);
        if unlit {
            self.root.extensions_used.insert("KHR_materials_unlit");
            extensions.unlit = Some(Empty {});
        } else {
            extensions.specular = self.specular(material, subject);
        }
        if let ShadingRule::StoredLit { shininess, .. } = material.shading {
            self.lose(
                "gltf/shading",
                subject,
                "shaded on stored values in its family; approximated physically",
            );
            pbr.metallic_factor = 0.0;
            pbr.roughness_factor = roughness_of(shininess);
        }
        let (emissive_factor, emissive_texture, strength) = self.emission(material, subject);
        // Unlit surfaces give off nothing beside their colour; the extension would be idle.
        extensions.emissive_strength = strength.filter(|_| !unlit);
        if extensions.emissive_strength.is_some() {
            self.root.extensions_used.insert("KHR_materials_emissive_strength");
        }
        let (alpha_mode, alpha_cutoff) = self.alpha(material.alpha, material.blend, subject);
        let normal_texture = material.normal_map.and_then(|map| self.normal_map(&map, subject));
        let mut kept = material_extras(material);
        let finish = super::finish::kept(material);
        let beyond = super::finish::seen(&finish);
        if !beyond.is_empty() {
            let message = format!("glTF has no {}; kept in extras", beyond.join(", "));
            self.lose("gltf/finish", subject, message);
        }
        if !finish.is_empty() {
            kept.set("finish", Extra::Map(finish));
        }
        for (name, map) in
            [("metallic_map", material.metallic_map), ("roughness_map", material.roughness_map)]
        {
            let Some(map) = map else { continue };
            let message =
                format!("glTF has one picture for metallic and roughness; its {name} is kept in extras");
            self.lose("gltf/texture", subject, message);
            let image = self.image_name(map.texture).unwrap_or_else(|| Extra::from(""));
            let channel = Extra::Int(map.channel.into());
            kept.set(name, Extra::Map(super::extra::object([("image", image), ("channel", channel)])));
        }
        let extras = self.extras(kept, |_| subject.to_owned());
        json::Material {
            name: material.name.clone(),
            pbr_metallic_roughness: pbr,
            normal_texture,
            emissive_texture,
            emissive_factor,
            alpha_mode,
            alpha_cutoff,
            double_sided: material.cull == Cull::None,
            extensions,
            extras,
        }
    }

    fn surface(&mut self, material: &Material, subject: &str) -> Pbr {
        let base_color_texture = self.optional_texture(material.base_texture.as_ref(), subject);
        let mr_texture = self.optional_texture(material.metallic_roughness_texture.as_ref(), subject);
        Pbr {
            base_color_factor: self.color_factor(material.base_color, subject),
            base_color_texture,
            metallic_factor: self.share(material.metallic, 0.0, subject),
            roughness_factor: self.share(material.roughness, 1.0, subject),
            metallic_roughness_texture: mr_texture,
        }
    }

    fn optional_texture(&mut self, texture: Option<&TextureRef>, subject: &str) -> Option<TextureInfo> {
        texture.and_then(|texture| self.texture(texture, subject))
    }

    /// A colour with channels from 0 to 1; `None` is white.
    pub fn color_factor(&mut self, color: Rgba, subject: &str) -> Option<[f32; 4]> {
        let whole = color.to_linear();
        let cut = whole.map(|channel| if channel >= 0.0 { channel.min(1.0) } else { 0.0 });
        if cut != whole {
            self.lose("gltf/color-range", subject, "glTF colours go from 0 to 1; cut to that");
        }
        (cut != [1.0; 4]).then_some(cut)
    }

    fn share(&mut self, value: f32, usual: f32, subject: &str) -> f32 {
        let cut = if value.is_finite() { value.clamp(0.0, 1.0) } else { usual };
        if cut != value {
            self.lose("gltf/factor-range", subject, "metallic and roughness go from 0 to 1; cut to that");
        }
        cut
    }

    /// Reflection other than the 4 % of glTF. The engines reflect `16 % · specular²`.
    fn specular(&mut self, material: &Material, subject: &str) -> Option<Specular> {
        let strength = match material.shading {
            ShadingRule::StoredLit { specular, .. } => specular,
            _ => (material.specular * 2.0).powi(2),
        };
        if strength == 1.0 {
            return None;
        }
        if !(strength >= 0.0 && strength.is_finite()) {
            self.lose(
                "gltf/factor-range",
                subject,
                "its strength of reflection is impossible; the usual one is written",
            );
            return None;
        }
        self.root.extensions_used.insert("KHR_materials_specular");
        // The factor ends at 1; only the colour may go beyond.
        let specular_color_factor = (strength > 1.0).then_some([strength; 3]);
        Some(Specular { specular_factor: strength.min(1.0), specular_color_factor })
    }

    fn emission(
        &mut self,
        material: &Material,
        subject: &str,
    ) -> (Option<[f32; 3]>, Option<TextureInfo>, Option<EmissiveStrength>) {
        let texture = self.optional_texture(material.emission_texture.as_ref(), subject);
        let mut light = material.emission.rgb;
        if texture.is_some() && material.emission_adds {
            if light != [0.0; 3] {
                self.lose(
                    "gltf/emission",
                    subject,
                    "glTF multiplies the emission texture with the emission colour and cannot add them; the \
                     colour is left out, kept in extras",
                );
            }
            light = [1.0; 3];
        }
        let cut = light.map(|channel| if channel > 0.0 { channel.min(f32::MAX) } else { 0.0 });
        if cut != light {
            self.lose(
                "gltf/color-range",
                subject,
                "light given off is a finite number of 0 at least; cut to that",
            );
        }
        let most = cut.iter().fold(1.0_f32, |most, channel| most.max(*channel));
        let factor = cut.map(|channel| (channel / most).min(1.0));
        let strength = (most > 1.0).then_some(EmissiveStrength { emissive_strength: most });
        ((factor != [0.0; 3]).then_some(factor), texture, strength)
    }

    /// glTF's alpha mode and cutoff.
    pub fn alpha(
        &mut self,
        alpha: AlphaMode,
        blend: BlendMode,
        subject: &str,
    ) -> (Option<&'static str>, Option<f32>) {
        if blend != BlendMode::Mix {
            let message = format!("glTF mixes by alpha only; {blend:?} is left out, kept in extras");
            self.lose("gltf/blend", subject, message);
            return (Some("BLEND"), None);
        }
        match alpha {
            AlphaMode::Opaque => (None, None),
            AlphaMode::Blend | AlphaMode::Holes(_) | AlphaMode::BlendHiding => (Some("BLEND"), None),
            AlphaMode::Cutoff(least) => {
                (Some("MASK"), Some(if least >= 0.0 { least.min(f32::MAX) } else { 0.0 }))
            }
        }
    }

    fn normal_map(&mut self, map: &NormalMap, subject: &str) -> Option<TextureInfo> {
        let mut info = self.texture(&map.texture, subject)?;
        if !map.scale.is_finite() {
            self.lose("gltf/factor-range", subject, "the strength of its normal map is no finite number");
        } else if map.scale != 1.0 {
            info.scale = Some(map.scale);
        }
        Some(info)
    }
}

/// Roughness with a highlight about as wide as Blinn-Phong's: `α² = 2 / (shininess + 2)`, `α = roughness²`.
fn roughness_of(shininess: f32) -> f32 {
    let shininess = if shininess.is_finite() { shininess.max(0.0) } else { 0.0 };
    (2.0 / (shininess + 2.0)).powf(0.25)
}

/// What a way back needs and the fields do not say.
fn material_extras(material: &Material) -> Extras {
    let shading = match material.shading {
        ShadingRule::LinearPbr | ShadingRule::LinearUnlit => None,
        ShadingRule::StoredLit { specular, shininess } => Some(Extra::Map(super::extra::object([
            ("rule", Extra::from("stored_lit")),
            ("specular", super::extra::number(specular)),
            ("shininess", super::extra::number(shininess)),
        ]))),
        ShadingRule::StoredUnlit => {
            Some(Extra::Map(super::extra::object([("rule", Extra::from("stored_unlit"))])))
        }
    };
    let adds = material.emission_texture.is_some() && material.emission_adds;
    let unlit = matches!(material.shading, ShadingRule::LinearUnlit | ShadingRule::StoredUnlit);
    let idle = unlit && material.emission != Rgba::BLACK;
    let blend = format!("{:?}", material.blend).to_lowercase();
    present([
        ("shading", shading),
        ("blend", (material.blend != BlendMode::Mix).then_some(Extra::Text(blend))),
        ("cull", (material.cull == Cull::Front).then(|| Extra::from("front"))),
        ("emission", (adds || idle).then(|| super::extra::color(material.emission))),
        ("lambert", material.lambert.then_some(Extra::Bool(true))),
        ("billboard", material.billboard.map(|billboard| Extra::Text(format!("{billboard:?}")))),
        ("extras", own(&material.extras)),
    ])
}

#[cfg(test)]
mod tests {
    use super::roughness_of;

    #[test]
    fn sharper_highlights_are_smoother() {
        assert_eq!(roughness_of(0.0), 1.0);
        assert!((roughness_of(30.0) - 0.5).abs() < 1e-6);
        assert!(roughness_of(f32::NAN) == 1.0 && roughness_of(1e30) < 1e-6);
    }
}
