//! What a material in linear light has beyond metal and roughness, as the shader wants it.

use bytemuck::{Pod, Zeroable};
use proscenio_scene::{
    AlphaMode, Detail, DetailBlend, Diffuse, FadeBy, Finish, Highlight, ImageId, Material, ShadingRule,
    TextureRef, Triplanar, UvTransform,
};

use super::materials::{Reading, SLOTS, Slot};

/// What textures are for; numbers as in `rich.wgsl`.
pub(crate) const KINDS: usize = 14;
/// The first behind those of metal and roughness: rim, coat, mask, detail, its bumps, backlight, height.
const RIM: usize = 7;
const DETAIL_BUMPS: usize = 11;
const HEIGHT: usize = 13;

/// The number of a texture that is not there.
const NO_SLOT: u32 = 15;

/// The places of textures that further ones may take, when nothing else stands there.
const FREE: [usize; 5] = [7, 8, 1, 5, 6];

const HAS_RIM: u32 = 1;
const HAS_COAT: u32 = 2;
const HAS_FOLDS: u32 = 4;
const HAS_DETAIL: u32 = 8;
const HAS_BACKLIGHT: u32 = 16;
const HAS_HEIGHT: u32 = 32;
const DEEP_WHITE: u32 = 128;
const FLIPPED: [u32; 2] = [256, 512];
const FADES_NEAR: u32 = 1024;
const FADES_FAR: u32 = 2048;
const HOLES_BY_PIXEL: u32 = 4096;
const HOLES_BY_NODE: u32 = 8192;
const GRAINS: u32 = 16_384;
/// Two bits: mix, add, subtract, multiply.
const DETAIL_BLEND: u32 = 15;
const WRAPPED: u32 = 131_072;
const TOON_DIFFUSE: u32 = 262_144;
const TOON_HIGHLIGHT: u32 = 524_288;
const NO_HIGHLIGHT: u32 = 1_048_576;
const NO_AMBIENT: u32 = 2_097_152;
const NO_FOG: u32 = 4_194_304;
/// Three bits: which number of a texel counts for folds.
const FOLDS_CHANNEL: u32 = 23;
const MIRRORS_IN_DARKNESS: u32 = 67_108_864;
const LIT_AT_CORNERS: u32 = 134_217_728;

/// Laid out as `Finish` in `surface.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct FinishData {
    scale: [[f32; 4]; 2],
    offset: [[f32; 4]; 2],
    coats: [f32; 4],
    backlight: [f32; 4],
    fade: [f32; 4],
    height: [f32; 4],
    looks: [[f32; 4]; KINDS],
    which: [u32; 4],
}

/// What a material's finish becomes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PreparedFinish {
    pub(super) data: FinishData,
    /// Whether the simple shader does not do.
    pub(super) rich: bool,
    /// Whether normals need tangents.
    pub(super) bends: bool,
    /// Textures there was no room for.
    pub(super) left_out: usize,
}

/// Prepares what goes beyond; `textures` are those of the first seven kinds, and `slots` where they stand. Further ones
/// are put where there is room.
pub(super) fn prepare(
    material: &Material,
    textures: [Option<TextureRef>; 7],
    slots: &mut [Option<Slot>; SLOTS],
    has: &mut dyn FnMut(ImageId) -> bool,
) -> PreparedFinish {
    let finish = &material.finish;
    let mut made = PreparedFinish::default();
    made.data.fade[3] = finish.grow;
    if material.shading.is_stored() || !is_rich(material) {
        return made;
    }
    let (further, missing) = place(further(finish, has), slots);
    let mut kinds = [(None, NO_SLOT); KINDS];
    for (kind, texture) in textures.into_iter().enumerate() {
        kinds[kind] = (texture, if texture.is_some() { kind as u32 } else { NO_SLOT });
    }
    kinds[RIM..].copy_from_slice(&further);
    // A base that is not there is white; the checker of a missing picture stands there too.
    made.left_out = missing;
    made.rich = true;
    made.bends = kinds[DETAIL_BUMPS].1 != NO_SLOT || kinds[HEIGHT].1 != NO_SLOT;
    fill(&mut made.data, material, &kinds);
    made
}

/// Whether the simple shader does not do.
fn is_rich(material: &Material) -> bool {
    let plain = Finish {
        // What is no matter of the shader.
        grow: material.finish.grow,
        fixed_size: material.finish.fixed_size,
        hidden_by_nearer: material.finish.hidden_by_nearer,
        hides: material.finish.hides,
        priority: material.finish.priority,
        next: material.finish.next,
        ..Finish::default()
    };
    material.finish != plain || matches!(material.alpha, AlphaMode::Holes(_))
}

/// The textures from rims on, and how each is read.
fn further(
    finish: &Finish,
    has: &mut dyn FnMut(ImageId) -> bool,
) -> [(Option<TextureRef>, Reading); KINDS - RIM] {
    let detail =
        finish.detail.unwrap_or(Detail { mask: None, colors: None, bumps: None, blend: DetailBlend::Mix });
    [
        (finish.rim.and_then(|rim| rim.texture), Reading::Numbers),
        (finish.coat.and_then(|coat| coat.texture), Reading::Numbers),
        (detail.mask, Reading::Numbers),
        (detail.colors, Reading::Colors),
        (detail.bumps, Reading::Numbers),
        (finish.backlight.and_then(|light| light.texture), Reading::Numbers),
        (finish.height.map(|height| height.texture), Reading::Numbers),
    ]
    .map(|(texture, reading)| (texture.filter(|texture| has(texture.image)), reading))
}

/// Puts textures where there is room, and tells how many found none.
fn place<const N: usize>(
    textures: [(Option<TextureRef>, Reading); N],
    slots: &mut [Option<Slot>; SLOTS],
) -> ([(Option<TextureRef>, u32); N], usize) {
    let mut missing = 0;
    let placed = textures.map(|(texture, reading)| {
        let Some(texture) = texture else { return (None, NO_SLOT) };
        let slot = Some(Slot::new(&texture, reading));
        let known = slots.iter().position(|other| *other == slot);
        let free = || FREE.into_iter().find(|place| slots[*place].is_none());
        let Some(place) = known.or_else(free) else {
            missing += 1;
            return (None, NO_SLOT);
        };
        slots[place] = slot;
        (Some(texture), place as u32)
    });
    (placed, missing)
}

fn fill(data: &mut FinishData, material: &Material, kinds: &[(Option<TextureRef>, u32); KINDS]) {
    let finish = &material.finish;
    for (set, planes) in finish.planes.iter().enumerate() {
        (data.scale[set], data.offset[set]) = planes.map_or(([0.0; 4], [0.0; 4]), |planes| {
            let Triplanar { world, sharpness, scale, offset } = planes;
            // An exponent of zero would say that there are none.
            (scale.extend(sharpness.max(1e-3)).into(), offset.extend(f32::from(world)).into())
        });
    }
    let rim = finish.rim.map_or([0.0; 2], |rim| [rim.amount, rim.tint]);
    let coat = finish.coat.map_or([0.0; 2], |coat| [coat.amount, coat.roughness]);
    data.coats = [rim[0], rim[1], coat[0], coat[1]];
    let [r, g, b] = finish.backlight.map_or([0.0; 3], |light| light.color);
    data.backlight = [r, g, b, finish.folds.map_or(0.0, |folds| folds.on_lights)];
    let [gone, whole] = finish.far_fade.map_or([0.0; 2], |fade| fade.range);
    data.fade[..3].copy_from_slice(&[gone, whole, finish.near_fade.unwrap_or(0.0)]);
    let grains = if let AlphaMode::Holes(grains) = material.alpha { grains } else { 1.0 };
    data.height = finish.height.map_or([0.0, 0.0, 0.0, grains], |height| {
        let [straight, aslant] = height.layers.map_or([0.0; 2], |layers| layers.map(|count| count as f32));
        [height.scale, straight, aslant, grains]
    });
    for (kind, (texture, slot)) in kinds.iter().enumerate() {
        let UvTransform { scale, offset } =
            texture.map_or(UvTransform::IDENTITY, |texture| texture.transform);
        data.looks[kind] = [scale[0], scale[1], offset[0], offset[1]];
        data.which[kind / 8] |= slot << (kind % 8 * 4);
        data.which[2] |= u32::from(texture.is_some_and(|texture| texture.uv_set == 1)) << kind;
    }
    data.which[3] = flags(material, kinds);
}

fn flags(material: &Material, kinds: &[(Option<TextureRef>, u32); KINDS]) -> u32 {
    let finish = &material.finish;
    let lit = material.shading == ShadingRule::LinearPbr;
    let mut flags = 0;
    let mut set = |flag: u32, when: bool| flags |= if when { flag } else { 0 };
    set(HAS_RIM, finish.rim.is_some() && lit);
    set(HAS_COAT, finish.coat.is_some() && lit);
    set(HAS_FOLDS, finish.folds.is_some() && lit);
    set(HAS_DETAIL, finish.detail.is_some());
    set(HAS_BACKLIGHT, finish.backlight.is_some() && lit);
    set(FADES_NEAR, finish.near_fade.is_some());
    set(GRAINS, matches!(material.alpha, AlphaMode::Holes(_)));
    let far = |by: FadeBy| finish.far_fade.is_some_and(|fade| fade.by == by);
    set(FADES_FAR, far(FadeBy::Alpha));
    set(HOLES_BY_PIXEL, far(FadeBy::PixelHoles));
    set(HOLES_BY_NODE, far(FadeBy::NodeHoles));
    if let Some(height) = finish.height.filter(|_| kinds[HEIGHT].1 != NO_SLOT) {
        set(HAS_HEIGHT, true);
        set(DEEP_WHITE, height.deep_white);
        (0..2).for_each(|axis| set(FLIPPED[axis], height.flipped[axis]));
    }
    set(WRAPPED, finish.diffuse == Diffuse::Wrapped);
    set(TOON_DIFFUSE, finish.diffuse == Diffuse::Toon);
    set(TOON_HIGHLIGHT, finish.highlight == Highlight::Toon);
    set(NO_HIGHLIGHT, finish.highlight == Highlight::None);
    set(NO_AMBIENT, finish.without_ambient);
    set(NO_FOG, finish.without_fog);
    set(LIT_AT_CORNERS, finish.lit_at_corners && lit);
    set(MIRRORS_IN_DARKNESS, finish.mirrors_in_darkness);
    let blend = finish.detail.map_or(0, |detail| match detail.blend {
        DetailBlend::Mix => 0,
        DetailBlend::Add => 1,
        DetailBlend::Subtract => 2,
        DetailBlend::Multiply => 3,
    });
    let channel = finish.folds.map_or(0, |folds| u32::from(folds.map.channel.min(4)));
    flags | blend << DETAIL_BLEND | channel << FOLDS_CHANNEL
}

#[cfg(test)]
mod tests {
    use super::super::materials;
    use super::*;
    use proscenio_scene::{Backlight, ChannelMap, Coat, Height, NormalMap, RimLight};

    fn texture(number: u32) -> TextureRef {
        TextureRef::new(ImageId::from_index(number as usize))
    }

    /// Metallic and roughness apart, and as many further textures as there are.
    fn full(base: u32) -> Material {
        let map = |number| Some(ChannelMap { texture: texture(base + number), channel: 0 });
        Material {
            metallic_map: map(0),
            roughness_map: map(1),
            normal_map: Some(NormalMap { texture: texture(base + 2), scale: 1.0 }),
            finish: Finish {
                rim: Some(RimLight { amount: 1.0, tint: 0.5, texture: Some(texture(base + 3)) }),
                coat: Some(Coat { amount: 1.0, roughness: 0.5, texture: Some(texture(base + 4)) }),
                backlight: Some(Backlight { color: [0.0; 3], texture: Some(texture(base + 5)) }),
                height: Some(Height {
                    texture: texture(base + 6),
                    scale: 5.0,
                    layers: None,
                    deep_white: false,
                    flipped: [false; 2],
                }),
                ..Finish::default()
            },
            ..Material::default()
        }
    }

    #[test]
    fn textures_take_the_room_that_is_left_and_no_more() {
        let made = materials::prepare(&full(0), &mut |_| true);
        assert!(made.rich);
        // Two places of their own and the one of a picture for metallic and roughness.
        assert_eq!(made.left_out, 1);
        assert_eq!(made.slots.iter().flatten().count(), 6);
        let mut lighter = full(0);
        lighter.metallic_map = None;
        assert_eq!(materials::prepare(&lighter, &mut |_| true).left_out, 0);
        // The same picture looked up in the same way needs no place of its own.
        let mut shared = full(0);
        shared.finish.height = shared.finish.height.map(|height| Height { texture: texture(4), ..height });
        assert_eq!(materials::prepare(&shared, &mut |_| true).left_out, 0);
    }

    #[test]
    fn plain_materials_keep_the_simple_shader() {
        let plain = Material::default();
        assert!(!materials::prepare(&plain, &mut |_| true).rich);
        let grown = Finish { grow: 0.1, fixed_size: true, priority: 3, ..Finish::default() };
        let made = materials::prepare(&Material { finish: grown, ..plain.clone() }, &mut |_| true);
        assert!(!made.rich && made.fixed_size && made.priority == 3);
        let holes = Material { alpha: AlphaMode::Holes(1.0), ..plain };
        let made = materials::prepare(&holes, &mut |_| true);
        assert!(made.rich && !made.see_through && made.holes);
    }

    #[test]
    fn rules_of_depth_decide_who_is_among_see_through_ones() {
        let with = |finish| materials::prepare(&Material { finish, ..Material::default() }, &mut |_| true);
        let through = with(Finish { hidden_by_nearer: false, ..Finish::default() });
        assert!(through.see_through && !through.blended && !through.writes_depth && !through.tests_depth);
        let never = with(Finish { hides: proscenio_scene::Hides::Never, ..Finish::default() });
        assert!(never.see_through && !never.writes_depth && never.tests_depth);
        let before = Material { alpha: AlphaMode::BlendHiding, ..Material::default() };
        let before = materials::prepare(&before, &mut |_| true);
        assert!(before.hides_first && before.blended && !before.writes_depth);
    }

    #[test]
    fn what_is_faint_is_blended() {
        let solid = Material::default();
        let faint = materials::faint(&solid, 0.25);
        assert_eq!((faint.alpha, faint.base_color.alpha), (AlphaMode::Blend, 0.75));
        assert_eq!(materials::faint(&solid, 0.0).alpha, AlphaMode::Opaque);
    }
}
