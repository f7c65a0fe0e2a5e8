//! Materials: `StandardMaterial3D`, `ORMMaterial3D`, `SpatialMaterial`.

use proscenio_scene::{
    AlphaMode, Billboard, BlendMode, ChannelMap, Cull, Extra, Filter, Material, MaterialId, NormalMap, Rgba,
    ShadingRule, TextureRef, UvTransform, Wrap,
};

use super::Importer;
use super::codes::NOT_DRAWN;
use super::files::{Generation, Place};
use super::props::Props;
use super::texture::Texture;

impl Importer<'_> {
    /// The material of a resource; made once. Kinds that are not drawn become plain white, and are told.
    pub(super) fn material(&mut self, place: &Place) -> MaterialId {
        if let Some(known) = self.materials.get(&place.key()) {
            return *known;
        }
        let props = Props::of(place);
        let views = self.viewports.shown;
        let mut material = match props.class() {
            "StandardMaterial3D" | "ORMMaterial3D" | "SpatialMaterial" => self.standard(&props, place),
            class => {
                let message = format!("{class} is not drawn yet; the surface is plain white");
                let span = place.section().map(|section| section.header_span());
                let path = place.file.document.source().path();
                self.findings.push(NOT_DRAWN.finding(path, message).at_maybe(span).about(place.name()));
                Material::default()
            }
        };
        material.name = place.name();
        props.consume(&["resource_name"]);
        let rest = self.rest_of(&props);
        for (name, value) in rest.iter() {
            material.extras.set(name, value.clone());
        }
        self.note_kept(&props, place, &rest);
        let id = self.scene.materials.add(material);
        // One that shows a view shows another one in another instance.
        if views == self.viewports.shown {
            self.materials.insert(place.key(), id);
        }
        id
    }

    fn standard(&mut self, props: &Props, place: &Place) -> Material {
        let base_texture = self.surface_texture(props, "albedo_texture");
        let mut material = Material {
            shading: shading(props),
            base_color: props.color("albedo_color"),
            base_texture,
            lambert: props.int("diffuse_mode") == 1,
            billboard: Billboard::numbered(
                props.int(props.named("billboard_mode", "params_billboard_mode")),
                props.flag(props.named("billboard_keep_scale", "params_billboard_keep_scale")),
            ),
            vertex_colors: props.flag("vertex_color_use_as_albedo"),
            metallic: props.number("metallic"),
            roughness: props.number("roughness"),
            specular: props.number("metallic_specular"),
            alpha: alpha(props),
            blend: blend(props.int(props.named("blend_mode", "params_blend_mode"))),
            cull: match props.int(props.named("cull_mode", "params_cull_mode")) {
                1 => Cull::Front,
                2 => Cull::None,
                _ => Cull::Back,
            },
            ..Material::default()
        };
        // A blend mode of its own makes a surface see-through, whatever its alpha does.
        if material.blend != BlendMode::Mix && material.alpha == AlphaMode::Opaque {
            material.alpha = AlphaMode::Blend;
        }
        if props.class() == "ORMMaterial3D" {
            // The picture says all; its numbers stand alone.
            (material.metallic, material.roughness, material.specular) = (1.0, 1.0, 0.5);
            material.metallic_roughness_texture = self.surface_texture(props, "orm_texture");
        } else {
            self.metallic_and_roughness(props, &mut material);
        }
        if props.flag("normal_enabled")
            && let Some(texture) = self.surface_texture(props, "normal_texture")
        {
            material.normal_map = Some(NormalMap { texture, scale: props.number("normal_scale") });
        }
        if props.flag("emission_enabled") {
            self.emission(props, &mut material);
        }
        self.finish(props, place, &mut material);
        material
    }

    /// One picture for both, as exporters make them, is taken as it is; others are one number each.
    fn metallic_and_roughness(&mut self, props: &Props, material: &mut Material) {
        const GREEN: i64 = 1;
        const BLUE: i64 = 2;
        let metallic = self.surface_texture(props, "metallic_texture");
        let roughness = self.surface_texture(props, "roughness_texture");
        let channels = (props.int("metallic_texture_channel"), props.int("roughness_texture_channel"));
        match (metallic, roughness) {
            (None, None) => {}
            (Some(one), Some(other)) if one.image == other.image && channels == (BLUE, GREEN) => {
                material.metallic_roughness_texture = Some(one);
            }
            (metallic, roughness) => {
                let map = |texture: Option<TextureRef>, channel: i64| {
                    texture.map(|texture| ChannelMap { texture, channel: self::channel(channel) })
                };
                material.metallic_map = map(metallic, channels.0);
                material.roughness_map = map(roughness, channels.1);
            }
        }
    }

    fn emission(&mut self, props: &Props, material: &mut Material) {
        let energy = props.number(props.named("emission_energy_multiplier", "emission_energy"));
        let color = props.color("emission");
        let bright = |color: Rgba| {
            let [r, g, b] = color.rgb.map(|channel| channel * energy);
            Rgba::linear(r, g, b, 1.0)
        };
        material.emission = bright(color);
        material.emission_texture = self.surface_texture(props, "emission_texture");
        material.emission_adds = props.int("emission_operator") == 0;
        if material.emission_texture.is_none() || !material.emission_adds {
            return;
        }
        if color.rgb == [0.0; 3] {
            // Black plus the picture is white times the picture, and so the energy counts for the picture.
            material.emission = bright(Rgba::WHITE);
            material.emission_adds = false;
        } else if energy != 1.0 {
            material.extras.set("emission_energy_multiplier", Extra::Float(f64::from(energy)));
            self.kept.add(props, "emission_energy_multiplier of the texture");
        }
    }

    /// A texture of a surface, looked up as the material says.
    pub(super) fn surface_texture(&mut self, props: &Props, name: &str) -> Option<TextureRef> {
        let texture = self.texture(props, name, false)?;
        let (filter, wrap) = match props.generation() {
            Generation::Four => (
                texture.import.filter(surface_filter(props.int("texture_filter"))),
                if props.flag("texture_repeat") { Wrap::Repeat } else { Wrap::Clamp },
            ),
            Generation::Three => (texture.import.old_filter(), texture.import.old_wrap()),
        };
        let second = match name {
            "emission_texture" => props.flag("emission_on_uv2"),
            "ao_texture" => props.flag("ao_on_uv2"),
            "detail_albedo" | "detail_normal" => props.int("detail_uv_layer") == 1,
            _ => false,
        };
        let sets = if second { ["uv2_scale", "uv2_offset"] } else { ["uv1_scale", "uv1_offset"] };
        let [scale, offset] = sets.map(|name| props.vector3(name));
        let transform = UvTransform { scale: [scale[0], scale[1]], offset: [offset[0], offset[1]] };
        let transform = self.within_region(&texture, transform);
        Some(TextureRef {
            image: texture.image,
            uv_set: u8::from(second),
            transform,
            filter,
            wrap_u: wrap,
            wrap_v: wrap,
            relief: None,
        })
    }

    /// A part of a picture is reached by moving the coordinates into it.
    fn within_region(&self, texture: &Texture, transform: UvTransform) -> UvTransform {
        let (Some([left, top, width, height]), Some(size)) =
            (texture.region, self.scene.images[texture.image].size)
        else {
            return transform;
        };
        let size = size.map(|side| side as f32);
        let (share, start) = ([width / size[0], height / size[1]], [left / size[0], top / size[1]]);
        UvTransform {
            scale: std::array::from_fn(|axis| transform.scale[axis] * share[axis]),
            offset: std::array::from_fn(|axis| transform.offset[axis] * share[axis] + start[axis]),
        }
    }
}

/// A number of a texel, as `BaseMaterial3D.TextureChannel` has them.
pub(super) fn channel(number: i64) -> u8 {
    number.clamp(0, 4) as u8
}

fn shading(props: &Props) -> ShadingRule {
    let unshaded = match props.generation() {
        Generation::Four => props.int("shading_mode") == 0,
        Generation::Three => props.flag("flags_unshaded"),
    };
    if unshaded { ShadingRule::LinearUnlit } else { ShadingRule::LinearPbr }
}

fn alpha(props: &Props) -> AlphaMode {
    match props.generation() {
        Generation::Four => {
            let threshold = props.number("alpha_scissor_threshold");
            match props.int("transparency") {
                0 => AlphaMode::Opaque,
                // Engine behaviour: with one sample per pixel a smooth edge is a later one.
                2 if props.int("alpha_antialiasing_mode") > 0 => {
                    AlphaMode::Cutoff((threshold + props.number("alpha_antialiasing_edge")).clamp(0.0, 1.0))
                }
                2 => AlphaMode::Cutoff(threshold),
                3 => AlphaMode::Holes(props.number("alpha_hash_scale")),
                4 => AlphaMode::BlendHiding,
                _ => AlphaMode::Blend,
            }
        }
        Generation::Three if props.flag("params_use_alpha_scissor") => {
            AlphaMode::Cutoff(props.number("params_alpha_scissor_threshold"))
        }
        Generation::Three if props.flag("flags_transparent") => AlphaMode::Blend,
        Generation::Three => AlphaMode::Opaque,
    }
}

/// `BlendMode` of materials in space and in the plane.
pub(super) fn blend(mode: i64) -> BlendMode {
    match mode {
        1 => BlendMode::Add,
        2 => BlendMode::Subtract,
        3 => BlendMode::Multiply,
        4 => BlendMode::Premultiplied,
        _ => BlendMode::Mix,
    }
}

/// `BaseMaterial3D.TextureFilter`.
pub(super) fn surface_filter(number: i64) -> Filter {
    match number {
        0 => Filter::Nearest,
        1 => Filter::Linear,
        2 | 4 => Filter::NearestMipmap,
        5 => Filter::Anisotropic,
        _ => Filter::LinearMipmap,
    }
}
