//! Materials as the shader wants them.

use std::borrow::Cow;

use bytemuck::{Pod, Zeroable};
use proscenio_scene::{
    AlphaMode, Billboard, BlendMode, ChannelMap, Cull, Filter, Hides, ImageId, Look, Material, NormalMap,
    ReliefId, Rgba, Rim, Scene, Shader, ShaderId, ShadingRule, TextureRef, UvTransform, VertexSnap, Wrap,
};

use super::finish::{self, FinishData};

/// One material, laid out as `Surface` in `mesh.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct SurfaceData {
    base: [f32; 4],
    emission: [f32; 4],
    pbr: [f32; 4],
    stored: [f32; 4],
    base_uv: [f32; 4],
    metallic_roughness_uv: [f32; 4],
    normal_uv: [f32; 4],
    emission_uv: [f32; 4],
    occlusion_uv: [f32; 4],
    toon: [f32; 4],
    rim: [f32; 4],
    highlight: [f32; 4],
    dots: [f32; 4],
    detail_uv: [[f32; 4]; 2],
    flags: [u32; 4],
    finish: FinishData,
}

/// Textures of a surface.
pub(crate) const SLOTS: usize = 9;

/// How a texture's numbers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reading {
    /// As they are.
    Numbers,
    /// As stored colours, decoded to linear light.
    Colors,
}

/// A texture as a shader looks it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slot {
    pub(crate) image: ImageId,
    pub(crate) reading: Reading,
    pub(crate) filter: Filter,
    pub(crate) wrap_u: Wrap,
    pub(crate) wrap_v: Wrap,
    /// What lights in the plane work on besides.
    pub(crate) relief: Option<ReliefId>,
}

impl Slot {
    pub(crate) fn new(texture: &TextureRef, reading: Reading) -> Self {
        let TextureRef { image, filter, wrap_u, wrap_v, relief, .. } = *texture;
        Self { image, reading, filter, wrap_u, wrap_v, relief }
    }

    /// The slots of its bumps and highlights.
    pub(crate) fn relief_slots(self, scene: &Scene) -> [Option<Self>; 2] {
        let relief = self.relief.and_then(|relief| scene.reliefs.get(relief));
        let slot = |image| Self { image, relief: None, ..self };
        [relief.map(|relief| slot(relief.normal)), relief.and_then(|relief| relief.specular).map(slot)]
    }

    /// Whether smaller copies of the picture are looked at.
    pub(crate) fn wants_mipmaps(&self) -> bool {
        !matches!(self.filter, Filter::Nearest | Filter::Linear)
    }
}

/// A material ready to draw.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub(crate) data: SurfaceData,
    /// Base colour, metallic and roughness, normal, emission, occlusion, two details; two more for what else there is.
    pub(crate) slots: [Option<Slot>; SLOTS],
    /// Whether it is shaded on stored values.
    pub(crate) stored: bool,
    /// Whether it is lit at all.
    pub(crate) lit: bool,
    /// Whether it is drawn after solid things, from the farthest to the nearest.
    pub(crate) see_through: bool,
    /// Whether it joins what is behind it.
    pub(crate) blended: bool,
    /// Whether texels with little alpha are left out.
    pub(crate) holes: bool,
    /// Whether its texels that are not see-through hide what is behind them although it is blended.
    pub(crate) hides_first: bool,
    /// Whether it hides what is behind it.
    pub(crate) writes_depth: bool,
    /// Whether what is nearer hides it.
    pub(crate) tests_depth: bool,
    /// See-through ones with higher numbers come later.
    pub(crate) priority: i32,
    /// Whether it asks for more than the simple shader has.
    pub(crate) rich: bool,
    /// Whether it asks what is behind it.
    pub(crate) looks_behind: bool,
    /// Textures there was no room for.
    pub(crate) left_out: usize,
    pub(crate) fixed_size: bool,
    pub(crate) blend: BlendMode,
    pub(crate) cull: Cull,
    pub(crate) wants_tangents: bool,
    pub(crate) billboard: Option<Billboard>,
    /// Code that takes the place of the rule.
    pub(crate) shader: Option<ShaderId>,
}

impl Prepared {
    /// Puts the pictures of a shader where its rule leaves room.
    pub(super) fn run(&mut self, shader: &Shader) {
        for (place, slot) in CODE_PLACES.into_iter().zip(code_slots(shader)) {
            self.slots[place] = slot;
        }
    }
}

/// The places among a surface's textures where a shader finds its pictures.
const CODE_PLACES: [usize; 4] = [1, 2, 5, 6];

/// The pictures of a shader.
pub(crate) fn code_slots(shader: &Shader) -> [Option<Slot>; 4] {
    let mut maps = shader.maps.iter();
    [(); 4].map(|()| {
        let (_, texture) = maps.next()?;
        texture.as_ref().map(|texture| Slot::new(texture, Reading::Numbers))
    })
}

/// A material of something that is see-through beside it: 0 not at all, 1 not there.
pub(crate) fn faint(material: &Material, fade: f32) -> Cow<'_, Material> {
    if fade <= 0.0 || material.shading.is_stored() {
        return Cow::Borrowed(material);
    }
    let mut made = material.clone();
    made.base_color.alpha *= 1.0 - fade;
    if made.alpha == AlphaMode::Opaque {
        // The alpha of an opaque one says nothing.
        made.base_color.alpha = 1.0 - fade;
        made.alpha = AlphaMode::Blend;
    }
    Cow::Owned(made)
}

/// The material of a surface that names none.
///
/// Engine behaviour (Godot 4.6): its built-in material is not the default of `StandardMaterial3D`.
pub(crate) fn unnamed() -> Prepared {
    let grey = Material {
        base_color: Rgba::linear(0.6, 0.6, 0.6, 1.0),
        roughness: 0.8,
        metallic: 0.2,
        ..Material::default()
    };
    let mut prepared = prepare(&grey, &mut |_| false);
    prepared.data.flags[0] |= LAMBERT;
    prepared
}

const HAS_VERTEX_COLORS: u32 = 1;
const HAS_METALLIC_ROUGHNESS: u32 = 4;
const HAS_NORMAL_MAP: u32 = 8;
const HAS_EMISSION_TEXTURE: u32 = 16;
const EMISSION_ADDS: u32 = 32;
const LIT: u32 = 128;
const SEE_THROUGH: u32 = 256;
const CUTOFF: u32 = 512;
const LAMBERT: u32 = 1024;
const TOON: u32 = 2048;
const RIM: u32 = 4096;
const DOTS: u32 = 8192;
const OCCLUSION: u32 = 16384;
const AFFINE: u32 = 32768;
const ROUGHNESS_MAP: u32 = 262_144;
const METALLIC_MAP: u32 = 524_288;
const DETAILS: [u32; 2] = [65_536, 131_072];

/// Prepares a material; `has` says whether a picture can be shown.
pub(crate) fn prepare(material: &Material, has: &mut dyn FnMut(ImageId) -> bool) -> Prepared {
    let stored = material.shading.is_stored();
    let colors = if stored { Reading::Numbers } else { Reading::Colors };
    let lit = matches!(material.shading, ShadingRule::LinearPbr | ShadingRule::StoredLit { .. });
    let pbr = material.shading == ShadingRule::LinearPbr;
    // A checker says "missing" as a colour; as numbers it would only be noise.
    let mut numbers = |texture: Option<TextureRef>| texture.filter(|t| pbr && has(t.image));
    let metallic_roughness = numbers(material.metallic_roughness_texture);
    let bumps = numbers(material.normal_map.map(|map| map.texture));
    let map = |map: Option<ChannelMap>| map.map(|map| map.texture);
    let (rough, metal) = (numbers(map(material.roughness_map)), numbers(map(material.metallic_map)));
    let lost_metal = (material.metallic_roughness_texture.is_some() && metallic_roughness.is_none())
        || (material.metallic_map.is_some() && metal.is_none());
    let glow = material.emission_texture.filter(|_| material.shading != ShadingRule::LinearUnlit);
    let look = &material.look;
    let folds = look.occlusion.filter(|occlusion| stored && has(occlusion.texture.image));
    let own_folds = material.finish.folds.map(|folds| folds.map.texture);
    let folds_texture = folds.map(|folds| folds.texture).or(own_folds.filter(|t| pbr && has(t.image)));
    let textures = [material.base_texture, metallic_roughness, bumps, glow, folds_texture];
    let hides_first = material.alpha == AlphaMode::BlendHiding;
    let blended = material.alpha == AlphaMode::Blend || hides_first || material.blend != BlendMode::Mix;
    let own_depth = !stored && (material.finish.hides == Hides::Never || !material.finish.hidden_by_nearer);
    // Engine behaviour (Godot): what has a rule of depth of its own is drawn among see-through things.
    let see_through = blended || own_depth;

    let details = look.details.map(|detail| detail.filter(|_| stored));
    let maps = [metallic_roughness, bumps, glow, folds.map(|folds| folds.texture), rough, metal];
    let flags =
        flags(material, lit, blended, (maps.map(|map| map.is_some()), details.map(|map| map.is_some())));
    // No rule has both: details are those of stored values, maps of linear light.
    let layers = [details[0].or(rough), details[1].or(metal)];
    let mut slots = slots(textures, layers, colors);
    let kinds = [textures[0], textures[1], textures[2], textures[3], textures[4], layers[0], layers[1]];
    let beyond = finish::prepare(material, kinds, &mut slots, has);
    Prepared {
        data: surface_data(material, (textures, layers), (flags, lost_metal), beyond.data),
        slots,
        stored,
        lit,
        see_through,
        holes: matches!(material.alpha, AlphaMode::Cutoff(_) | AlphaMode::Holes(_)) || hides_first,
        hides_first: hides_first && !stored && !own_depth,
        writes_depth: !see_through
            || (!stored && material.finish.hides == Hides::Always && material.finish.hidden_by_nearer),
        blended,
        tests_depth: stored || material.finish.hidden_by_nearer,
        priority: if stored { 0 } else { material.finish.priority },
        rich: beyond.rich,
        looks_behind: beyond.rich && material.finish.near_fade.is_some(),
        left_out: beyond.left_out,
        fixed_size: material.finish.fixed_size,
        blend: material.blend,
        cull: material.cull,
        wants_tangents: bumps.is_some() || beyond.bends,
        billboard: material.billboard,
        shader: look.shader.filter(|_| stored),
    }
}

/// What the shader has to do. `maps` says which pictures there are: metallic and roughness together, bumps, own light,
/// folds, roughness, metallic; then the two layers of details.
fn flags(material: &Material, lit: bool, blended: bool, (maps, details): ([bool; 6], [bool; 2])) -> u32 {
    let look = &material.look;
    let given = [
        HAS_METALLIC_ROUGHNESS,
        HAS_NORMAL_MAP,
        HAS_EMISSION_TEXTURE,
        OCCLUSION,
        ROUGHNESS_MAP,
        METALLIC_MAP,
    ];
    let ruled = [
        (HAS_VERTEX_COLORS, material.vertex_colors),
        (EMISSION_ADDS, material.emission_adds),
        (LIT, lit),
        (SEE_THROUGH, blended),
        (CUTOFF, matches!(material.alpha, AlphaMode::Cutoff(_))),
        (TOON, look.toon.is_some() && lit),
        (RIM, look.rim.is_some()),
        (DOTS, look.dots.is_some()),
        (AFFINE, look.affine),
        (LAMBERT, material.lambert),
    ];
    let all = given.into_iter().zip(maps).chain(DETAILS.into_iter().zip(details)).chain(ruled);
    all.filter(|(_, when)| *when).fold(0, |all, (flag, _)| all | flag)
}

/// The numbers of a surface; `layers` are the two textures of details or maps.
fn surface_data(
    material: &Material,
    (textures, layers): ([Option<TextureRef>; 5], [Option<TextureRef>; 2]),
    (flags, lost_metal): (u32, bool),
    finish: FinishData,
) -> SurfaceData {
    let (look, stored) = (&material.look, material.shading.is_stored());
    let second = |bit: usize| textures[bit].map_or(0, |t| u32::from(t.uv_set != 0) << bit);

    let uv = |texture: Option<TextureRef>| {
        let UvTransform { scale, offset } = texture.map_or(UvTransform::IDENTITY, |t| t.transform);
        [scale[0], scale[1], offset[0], offset[1]]
    };
    let number = |color: Rgba| if stored { color.to_stored() } else { color.to_linear() };
    SurfaceData {
        base: number(material.base_color),
        emission: number(material.emission),
        pbr: reflecting(material, lost_metal),
        stored: stored_numbers(material),
        base_uv: uv(textures[0]),
        metallic_roughness_uv: uv(textures[1]),
        normal_uv: uv(textures[2]),
        emission_uv: uv(textures[3]),
        occlusion_uv: uv(textures[4]),
        toon: look.toon.map_or([0.0; 4], |toon| [toon.bands, toon.shadow, toon.spot, 0.0]),
        rim: look.rim.map_or([0.0; 4], rim),
        highlight: highlight(look),
        dots: dots(look),
        detail_uv: layers.map(uv),
        flags: [
            flags,
            (0..5).map(second).fold(0, |all, bit| all | bit),
            detail_sets(layers),
            channel(material.roughness_map) | channel(material.metallic_map) << 3,
        ],
        finish,
    }
}

/// The pictures of a surface and how each is read: the base and the light of its own, then maps of numbers.
fn slots(
    textures: [Option<TextureRef>; 5],
    layers: [Option<TextureRef>; 2],
    colors: Reading,
) -> [Option<Slot>; SLOTS] {
    let [base, metallic_roughness, bumps, glow, folds] = textures;
    let slot = |texture: Option<TextureRef>, reading| texture.map(|texture| Slot::new(&texture, reading));
    [
        slot(base, colors),
        slot(metallic_roughness, Reading::Numbers),
        slot(bumps, Reading::Numbers),
        slot(glow, colors),
        slot(folds, Reading::Numbers),
        slot(layers[0], Reading::Numbers),
        slot(layers[1], Reading::Numbers),
        None,
        None,
    ]
}

/// How it reflects: metallic, roughness, specular, and how far bumps lean. The metallic of a picture that is lost says
/// nothing: taken alone it would make a mirror of what is mostly none.
fn reflecting(material: &Material, lost_metal: bool) -> [f32; 4] {
    let bumps = material.normal_map.map_or(1.0, |NormalMap { scale, .. }| scale);
    let metallic = if lost_metal { 0.0 } else { material.metallic };
    [metallic, material.roughness, material.specular, bumps]
}

/// Which number of a map counts.
fn channel(map: Option<ChannelMap>) -> u32 {
    map.map_or(0, |map| u32::from(map.channel.min(4)))
}

/// Which coordinates the details are looked up with: two bits each.
fn detail_sets(details: [Option<TextureRef>; 2]) -> u32 {
    let [first, second] = details.map(|detail| detail.map_or(0, |texture| u32::from(texture.uv_set.min(2))));
    first | second << 2
}

/// Colour times strength, and the exponent.
fn rim(rim: Rim) -> [f32; 4] {
    let [r, g, b, _] = rim.color.to_stored();
    [r * rim.strength, g * rim.strength, b * rim.strength, rim.power]
}

/// Colour of the highlight, and rows of the grid corners are put on: 0 for none, −1 for the view's.
fn highlight(look: &Look) -> [f32; 4] {
    let [r, g, b, _] = look.highlight.to_stored();
    let rows = match look.vertex_snap {
        None => 0.0,
        Some(VertexSnap::View) => -1.0,
        Some(VertexSnap::Rows(rows)) => rows.max(0.0),
    };
    [r, g, b, rows]
}

/// Side of a dot's cell, luminance without dots, and strength of the occlusion.
fn dots(look: &Look) -> [f32; 4] {
    let (scale, threshold) = look.dots.map_or((1.0, 0.0), |dots| (dots.scale, dots.threshold));
    [scale, threshold, look.occlusion.map_or(0.0, |folds| folds.strength), 0.0]
}

/// Cutoff, strength of the highlight and its exponent.
fn stored_numbers(material: &Material) -> [f32; 4] {
    let cutoff = match material.alpha {
        AlphaMode::Cutoff(least) => least,
        AlphaMode::Opaque | AlphaMode::Blend | AlphaMode::Holes(_) => 0.0,
        // Engine behaviour (Godot): in pictures of depth from where a light stands, a tenth hides.
        AlphaMode::BlendHiding => 0.1,
    };
    match material.shading {
        ShadingRule::StoredLit { specular, shininess } => [cutoff, specular, shininess, 0.0],
        _ => [cutoff, 0.0, 1.0, 0.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_rules_read_textures_as_numbers() {
        let texture = Some(TextureRef::new(ImageId::from_index(0)));
        let linear = Material { base_texture: texture, ..Material::default() };
        let stored = Material {
            shading: ShadingRule::StoredUnlit,
            base_color: Rgba::from_stored([0.5, 0.5, 0.5, 1.0]),
            ..linear.clone()
        };
        let reading = |material: &Material| prepare(material, &mut |_| true).slots[0].map(|s| s.reading);
        assert_eq!(reading(&linear), Some(Reading::Colors));
        assert_eq!(reading(&stored), Some(Reading::Numbers));
        assert!((prepare(&stored, &mut |_| true).data.base[0] - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_missing_normal_map_is_left_out() {
        let texture = TextureRef::new(ImageId::from_index(0));
        let bumpy = Material { normal_map: Some(NormalMap { texture, scale: 1.0 }), ..Material::default() };
        assert!(prepare(&bumpy, &mut |_| true).wants_tangents);
        assert!(!prepare(&bumpy, &mut |_| false).wants_tangents);
    }

    #[test]
    fn metal_of_a_lost_picture_is_none() {
        let texture = Some(TextureRef::new(ImageId::from_index(0)));
        let metal = Material { metallic: 1.0, metallic_roughness_texture: texture, ..Material::default() };
        assert_eq!(prepare(&metal, &mut |_| true).data.pbr[0], 1.0);
        assert_eq!(prepare(&metal, &mut |_| false).data.pbr[0], 0.0);
    }

    #[test]
    fn blending_surfaces_are_sorted() {
        let glow = Material { blend: BlendMode::Add, ..Material::default() };
        assert!(prepare(&glow, &mut |_| true).see_through);
        let holes = Material { alpha: AlphaMode::Cutoff(0.5), ..Material::default() };
        assert!(!prepare(&holes, &mut |_| true).see_through);
    }
}
