//! Materials in space beyond albedo, metal and roughness: rims, coats, second layers, fades, and where a surface
//! stands among others. `BaseMaterial3D` and `SpatialMaterial`.

use glam::Vec3;
use proscenio_scene::{
    AlphaMode, Backlight, ChannelMap, Coat, Detail, DetailBlend, Diffuse, FadeBy, FarFade, Finish, Folds,
    Height, Hides, Highlight, Material, MaterialId, RimLight, Triplanar,
};

use super::Importer;
use super::files::{Generation, Place};
use super::material::channel;
use super::props::Props;

/// Passes behind one another.
const MOST_PASSES: usize = 16;

impl Importer<'_> {
    /// Fills [`Material::finish`]; the rest of the material is read already.
    pub(super) fn finish(&mut self, props: &Props, place: &Place, material: &mut Material) {
        let four = props.generation() == Generation::Four;
        let flag = |four, three| props.flag(props.named(four, three));
        let priority = props.int("render_priority").clamp(-128, 127) as i32;
        let grow = if flag("grow", "params_grow") {
            props.number(props.named("grow_amount", "params_grow_amount"))
        } else {
            0.0
        };
        material.finish = Finish {
            planes: [1, 2].map(|set| planes(props, set)),
            grow: if grow.is_finite() { grow } else { 0.0 },
            rim: props.flag("rim_enabled").then(|| RimLight {
                amount: props.number("rim"),
                tint: props.number("rim_tint"),
                texture: self.surface_texture(props, "rim_texture"),
            }),
            coat: props.flag("clearcoat_enabled").then(|| Coat {
                amount: props.number("clearcoat"),
                roughness: if four {
                    props.number("clearcoat_roughness")
                } else {
                    1.0 - props.number("clearcoat_gloss")
                },
                texture: self.surface_texture(props, "clearcoat_texture"),
            }),
            folds: self.folds(props),
            detail: self.detail(props),
            backlight: flag("backlight_enabled", "transmission_enabled").then(|| Backlight {
                color: props.color(props.named("backlight", "transmission")).rgb,
                texture: self
                    .surface_texture(props, props.named("backlight_texture", "transmission_texture")),
            }),
            height: self.height(props),
            near_fade: flag("proximity_fade_enabled", "proximity_fade_enable")
                .then(|| props.number("proximity_fade_distance")),
            far_fade: far_fade(props),
            fixed_size: flag("fixed_size", "flags_fixed_size"),
            hidden_by_nearer: !flag("no_depth_test", "flags_no_depth_test"),
            hides: match props.int(props.named("depth_draw_mode", "params_depth_draw_mode")) {
                1 => Hides::Always,
                2 => Hides::Never,
                _ => Hides::Solid,
            },
            priority,
            diffuse: diffuse(props),
            highlight: highlight(props),
            lit_at_corners: if four {
                props.int("shading_mode") == 2
            } else {
                props.flag("flags_vertex_lighting")
            },
            without_ambient: flag("disable_ambient_light", "flags_disable_ambient_light"),
            mirrors_in_darkness: four && props.flag("disable_specular_occlusion"),
            without_fog: four && props.flag("disable_fog"),
            next: self.next_pass(props, place),
        };
        settle(props, material);
    }

    /// The material of the next pass. One that leads back to itself has none.
    fn next_pass(&mut self, props: &Props, place: &Place) -> Option<MaterialId> {
        if self.passes.len() >= MOST_PASSES || !self.passes.insert(place.key()) {
            return None;
        }
        let next = self.named_material(props, "next_pass");
        self.passes.remove(&place.key());
        next
    }

    /// The picture of an `ORMMaterial3D` says in its red what folds keep; others have one of their own.
    fn folds(&mut self, props: &Props) -> Option<Folds> {
        if !props.flag("ao_enabled") {
            return None;
        }
        let (name, channel) = match props.class() {
            "ORMMaterial3D" => ("orm_texture", 0),
            _ => ("ao_texture", channel(props.int("ao_texture_channel"))),
        };
        let texture = self.surface_texture(props, name)?;
        Some(Folds { map: ChannelMap { texture, channel }, on_lights: props.number("ao_light_affect") })
    }

    fn detail(&mut self, props: &Props) -> Option<Detail> {
        props.flag("detail_enabled").then(|| Detail {
            mask: self.surface_texture(props, "detail_mask"),
            colors: self.surface_texture(props, "detail_albedo"),
            bumps: self.surface_texture(props, "detail_normal").filter(|_| props.flag("normal_enabled")),
            blend: match props.int("detail_blend_mode") {
                1 => DetailBlend::Add,
                2 => DetailBlend::Subtract,
                3 => DetailBlend::Multiply,
                _ => DetailBlend::Mix,
            },
        })
    }

    /// Engine behaviour: not with coordinates from three sides.
    fn height(&mut self, props: &Props) -> Option<Height> {
        let own = |rest: &str| format!("{}_{rest}", props.named("heightmap", "depth"));
        if !props.flag(&own("enabled")) || props.flag("uv1_triplanar") {
            return None;
        }
        let four = props.generation() == Generation::Four;
        let layers = || ["min_layers", "max_layers"].map(|name| props.count(&own(name)).clamp(1, 256));
        // Godot 3 gives the depth itself, Godot 4 hundredths of it.
        let scale = props.number(&own("scale")) * if four { 1.0 } else { 100.0 };
        Some(Height {
            texture: self.surface_texture(props, &own("texture"))?,
            scale,
            layers: props.flag(&own("deep_parallax")).then(layers),
            deep_white: if four { props.flag("heightmap_flip_texture") } else { true },
            flipped: ["flip_tangent", "flip_binormal"].map(|name| props.flag(&own(name))),
        })
    }
}

/// How a sprite or label in space joins what is behind it; `see_through` unless it is drawn without holes.
pub(super) fn standing_alpha(props: &Props, see_through: bool) -> AlphaMode {
    match props.int("alpha_cut") {
        _ if !see_through => AlphaMode::Opaque,
        1 if props.generation() == Generation::Three => AlphaMode::Cutoff(0.5),
        1 => AlphaMode::Cutoff(props.number("alpha_scissor_threshold")),
        2 => AlphaMode::BlendHiding,
        3 => AlphaMode::Holes(props.number("alpha_hash_scale")),
        _ => AlphaMode::Blend,
    }
}

/// Where a sprite or label in space stands among others.
pub(super) fn standing_finish(props: &Props, priority: &str) -> Finish {
    if props.generation() == Generation::Three {
        return Finish::default();
    }
    Finish {
        fixed_size: props.flag("fixed_size"),
        hidden_by_nearer: !props.flag("no_depth_test"),
        priority: props.int(priority).clamp(-128, 127) as i32,
        ..Finish::default()
    }
}

/// Coordinates from three sides instead of a set, 1 or 2.
fn planes(props: &Props, set: u8) -> Option<Triplanar> {
    let own = |rest: &str| format!("uv{set}_{rest}");
    props.flag(&own("triplanar")).then(|| Triplanar {
        world: match props.generation() {
            Generation::Four => props.flag(&own("world_triplanar")),
            Generation::Three => props.flag("flags_world_triplanar"),
        },
        sharpness: props.number(&own("triplanar_sharpness")),
        scale: Vec3::from_array(props.vector3(&own("scale"))),
        offset: Vec3::from_array(props.vector3(&own("offset"))),
    })
}

fn far_fade(props: &Props) -> Option<FarFade> {
    let by = match props.int("distance_fade_mode") {
        1 => FadeBy::Alpha,
        2 => FadeBy::PixelHoles,
        3 => FadeBy::NodeHoles,
        _ => return None,
    };
    let range = ["distance_fade_min_distance", "distance_fade_max_distance"].map(|name| props.number(name));
    Some(FarFade { range, by })
}

fn diffuse(props: &Props) -> Diffuse {
    let mode = props.int(props.named("diffuse_mode", "params_diffuse_mode"));
    match (mode, props.generation()) {
        (2, _) => Diffuse::Wrapped,
        (3, Generation::Four) | (4, Generation::Three) => Diffuse::Toon,
        _ => Diffuse::Plain,
    }
}

fn highlight(props: &Props) -> Highlight {
    let mode = props.int(props.named("specular_mode", "params_specular_mode"));
    match (mode, props.generation()) {
        (1, Generation::Four) | (3, Generation::Three) => Highlight::Toon,
        (2, Generation::Four) | (4, Generation::Three) => Highlight::None,
        _ => Highlight::Ggx,
    }
}

/// What makes a surface see-through although its alpha does not.
fn settle(props: &Props, material: &mut Material) {
    let finish = &material.finish;
    let fades = finish.near_fade.is_some() || finish.far_fade.is_some_and(|fade| fade.by == FadeBy::Alpha);
    if material.alpha == AlphaMode::Opaque && fades {
        material.alpha = AlphaMode::Blend;
    }
    // Godot 3 has the pass before with the rules of depth.
    let before = props.generation() == Generation::Three && props.int("params_depth_draw_mode") == 3;
    if before && material.alpha == AlphaMode::Blend {
        material.alpha = AlphaMode::BlendHiding;
    }
}
