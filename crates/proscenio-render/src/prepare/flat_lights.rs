//! Lights in the plane, and what dims it.

use bytemuck::{Pod, Zeroable};
use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{
    Component, FlatAmbient, FlatLight, FlatLightBlend, FlatLightKind, FlatLit, NodeId, Rgba, Scene,
    WorldPlacements,
};

use super::flat_shadows;
use super::images::{Images, Texels};
use super::regions::Regions;
use crate::Note;

/// Lights of one view; more do not shine.
pub(crate) const MOST_FLAT_LIGHTS: usize = 16;
/// Different factors of one view.
pub(crate) const MOST_AMBIENTS: usize = 4;

/// The bit of what is seen only where lights shine.
const ONLY_WHERE_LIT: u32 = 1 << 31;

/// A light, laid out as `FlatLight` in `flat.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct FlatLightData {
    /// From pixels to its place in the picture of all lights: rows of a matrix.
    rows: [[f32; 4]; 2],
    /// Its part of that picture: least and greatest texture coordinates; all zero shines everywhere.
    window: [f32; 4],
    /// Stored values times energy; then 0 adds, 1 takes away, 2 mixes.
    color: [f32; 4],
    /// From pixels to where the light looks from: rows of a matrix; then the row of its depths, below 0 without
    /// shadows, and 0 from a point, 1 along +Y.
    looks: [[f32; 4]; 2],
    /// Stored values of its shadows.
    shadow: [f32; 4],
    /// How many places are mixed, and how far apart they are.
    soft: [f32; 4],
    /// Where it stands, pixels, and how far before the plane; of one that shines everywhere where it comes from.
    stands: [f32; 4],
}

/// The lights of a view.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatLights {
    pub(crate) lights: Vec<FlatLightData>,
    /// The first one is white.
    pub(crate) ambients: Vec<[f32; 4]>,
    /// The pictures of all lights, one below the other.
    pub(crate) picture: Option<Texels>,
    /// How far it is in each direction, a row for each light that throws shadows.
    pub(crate) depths: Vec<f32>,
    /// By light: which z and which bits it shines on.
    reach: Vec<([f32; 2], u32)>,
    ambient_reach: Vec<[f32; 2]>,
    /// By light: which of those that were found.
    of: Vec<usize>,
}

/// A light with its place on the screen.
struct Found<'s> {
    light: &'s FlatLight,
    place: Affine2,
    /// How many pixels of the screen one of the world is.
    scale: f32,
}

impl FlatLights {
    /// The lights of a view; `view` is from the world to the screen.
    pub(crate) fn gather(
        scene: &Scene,
        world: &WorldPlacements,
        regions: &Regions<'_>,
        view: impl Fn(NodeId) -> Affine2,
        picture: Vec2,
        images: &mut Images<'_>,
        notes: &mut Vec<Note>,
    ) -> Self {
        let mut lights = Self { ambients: vec![[1.0; 4]], ..Self::default() };
        let mut found = Vec::new();
        let mut left_out = 0;
        for id in regions.nodes.iter().copied() {
            for component in &scene.nodes[id].components {
                match component {
                    Component::FlatAmbient(ambient) => lights.dim(ambient),
                    Component::FlatLight(light) if light.enabled && light.energy != 0.0 => {
                        let seen = view(id);
                        let place = seen * world.flat(id).matrix();
                        let axes = seen.matrix2;
                        let scale = (axes.x_axis.length() + axes.y_axis.length()) * 0.5;
                        if !place.is_finite() || place.matrix2.determinant() == 0.0 {
                            continue;
                        }
                        if found.len() == MOST_FLAT_LIGHTS {
                            left_out += 1;
                        } else {
                            found.push(Found { light, place, scale });
                        }
                    }
                    _ => {}
                }
            }
        }
        if left_out > 0 {
            notes.push(Note::TooManyFlatLights { drawn: MOST_FLAT_LIGHTS, left_out });
        }
        lights.pack(&found, images);
        lights.look(scene, regions, &found, picture, |id| view(id) * world.flat(id).matrix());
        lights
    }

    /// Whether nothing is lit.
    pub(crate) fn is_plain(&self) -> bool {
        self.lights.is_empty() && self.ambients.len() <= 1
    }

    /// What shines on a drawing: bits of lights, from bit 16 on the number of its factor; [`ONLY_WHERE_LIT`].
    pub(crate) fn on(&self, z: f32, mask: u32, lit: FlatLit) -> u32 {
        if lit == FlatLit::Unlit {
            return 0;
        }
        let within = |reach: &[f32; 2]| (reach[0]..=reach[1]).contains(&z);
        let lights = self.reach.iter().enumerate();
        let bits = lights
            .filter(|(_, (reach, bits))| within(reach) && bits & mask != 0)
            .fold(0, |all, (number, _)| all | 1 << number);
        let ambient = self.ambient_reach.iter().position(within).map_or(0, |at| at as u32 + 1);
        bits | ambient << 16 | if lit == FlatLit::OnlyWhereLit { ONLY_WHERE_LIT } else { 0 }
    }

    /// Moves all lights on the screen.
    pub(crate) fn moved(&mut self, by: Affine2) {
        let back = by.inverse();
        for light in &mut self.lights {
            light.rows = moved_rows(light.rows, back);
            light.looks = moved_rows(light.looks, back);
            if light.window != [0.0; 4] {
                let [x, y, height, _] = light.stands;
                let at = by.transform_point2(Vec2::new(x, y));
                light.stands = [at.x, at.y, height * by.matrix2.x_axis.length(), 0.0];
            }
        }
    }

    /// Looks from all lights that throw shadows.
    fn look(
        &mut self,
        scene: &Scene,
        regions: &Regions<'_>,
        found: &[Found<'_>],
        picture: Vec2,
        place: impl Fn(NodeId) -> Affine2,
    ) {
        if !found.iter().any(|found| found.light.shadow.is_some()) {
            return;
        }
        let edges = flat_shadows::edges(scene, regions, place);
        for (light, number) in self.lights.iter_mut().zip(&self.of) {
            let Found { light: own, place, .. } = &found[*number];
            let Some(shadow) = own.shadow else { continue };
            let (into, from) = match own.kind {
                FlatLightKind::Picture { .. } => (place.inverse(), flat_shadows::From::Point),
                // Engine behaviour (Godot): it looks from beyond the picture, as wide as the picture is from corner to
                // corner.
                FlatLightKind::Everywhere => {
                    let along = place.matrix2.y_axis.normalize_or_zero();
                    let half = picture.length() * 0.5;
                    let from = picture * 0.5 - along * (half + BEYOND);
                    let across = -along.perp() * half;
                    (Affine2::from_cols(across, along, from).inverse(), flat_shadows::From::Side)
                }
            };
            let row = self.depths.len() / flat_shadows::DIRECTIONS;
            self.depths.extend(flat_shadows::depths(&edges, shadow.mask, into, from));
            light.looks = rows(into);
            light.looks[0][3] = row as f32;
            light.looks[1][3] = if from == flat_shadows::From::Point { 0.0 } else { 1.0 };
            light.shadow = shadow.color.to_stored();
            light.soft = [f32::from(shadow.taps), 1.0 + shadow.smooth.max(0.0), 0.0, 0.0];
        }
    }

    fn dim(&mut self, ambient: &FlatAmbient) {
        // The first one of a canvas counts.
        if self.ambients.len() < MOST_AMBIENTS {
            self.ambients.push(ambient.color.to_stored());
            self.ambient_reach.push(ambient.z);
        }
    }

    /// Puts the pictures of all lights into one.
    fn pack(&mut self, found: &[Found<'_>], images: &mut Images<'_>) {
        let mut shown: Vec<(proscenio_scene::ImageId, u32)> = Vec::new();
        let (mut width, mut height) = (1_u32, 0_u32);
        let mut rgba: Vec<Texels> = Vec::new();
        for light in found {
            let FlatLightKind::Picture { texture, .. } = light.light.kind else { continue };
            if shown.iter().any(|(image, _)| *image == texture.image) {
                continue;
            }
            let texels = images.whole(texture.image);
            if texels.rgba.is_empty() || texels.size[1].saturating_add(height) > MOST_ROWS {
                continue;
            }
            shown.push((texture.image, height));
            width = width.max(texels.size[0]);
            height += texels.size[1];
            rgba.push(texels.clone());
        }
        let all = Vec2::new(width as f32, height.max(1) as f32);
        for (number, Found { light, place, scale }) in found.iter().enumerate() {
            let color = stored(light.color, light.energy, light.blend);
            let (rows, window) = match light.kind {
                FlatLightKind::Everywhere => (Affine2::IDENTITY, [0.0; 4]),
                FlatLightKind::Picture { texture, middle, size } => {
                    let at = shown.iter().position(|(image, _)| *image == texture.image);
                    let Some(at) = at.filter(|_| size.min_element() > 0.0) else { continue };
                    let texels = Vec2::new(rgba[at].size[0] as f32, rgba[at].size[1] as f32);
                    let top = Vec2::new(0.0, shown[at].1 as f32);
                    // From the light's rectangle to the texels.
                    let into = Affine2::from_scale_angle_translation(
                        texels / size / all,
                        0.0,
                        (top + texels * 0.5) / all - middle * texels / size / all,
                    );
                    let (low, high) = (top / all, (top + texels) / all);
                    (into * place.inverse(), [low.x, low.y, high.x, high.y])
                }
            };
            let looks = [[0.0, 0.0, 0.0, -1.0], [0.0; 4]];
            let rows = self::rows(rows);
            let (shadow, soft) = ([0.0; 4], [0.0; 4]);
            let stands = stands(light, *place, *scale);
            self.lights.push(FlatLightData { rows, window, color, looks, shadow, soft, stands });
            self.reach.push((light.z, light.mask));
            self.of.push(number);
        }
        if height > 0 {
            let mut bytes = vec![0; 4 * width as usize * height as usize];
            for (texels, (_, top)) in rgba.iter().zip(&shown) {
                let row = 4 * texels.size[0] as usize;
                for (y, line) in texels.rgba.chunks_exact(row).enumerate() {
                    let from = 4 * width as usize * (*top as usize + y);
                    bytes[from..from + row].copy_from_slice(line);
                }
            }
            self.picture = Some(Texels { size: [width, height], rgba: bytes, checker: false });
        }
    }
}

/// Where a light stands, and how far before the plane.
fn stands(light: &FlatLight, place: Affine2, scale: f32) -> [f32; 4] {
    match light.kind {
        FlatLightKind::Everywhere => {
            let from = -place.matrix2.y_axis.normalize_or_zero();
            [from.x, from.y, light.height, 0.0]
        }
        FlatLightKind::Picture { .. } => {
            [place.translation.x, place.translation.y, light.height * scale, 0.0]
        }
    }
}

/// How far beyond the picture things still throw shadows onto it, pixels.
const BEYOND: f32 = 10_000.0;

/// Rows of the picture of all lights: what every WebGL2 driver can hold.
const MOST_ROWS: u32 = 2048;

/// Rows of a matrix that comes after another one; what else they say stays.
fn moved_rows([x, y]: [[f32; 4]; 2], by: Affine2) -> [[f32; 4]; 2] {
    let own = Affine2::from_cols(Vec2::new(x[0], y[0]), Vec2::new(x[1], y[1]), Vec2::new(x[2], y[2]));
    let mut moved = rows(own * by);
    (moved[0][3], moved[1][3]) = (x[3], y[3]);
    moved
}

fn rows(matrix: Affine2) -> [[f32; 4]; 2] {
    let (x, y, t) = (matrix.matrix2.x_axis, matrix.matrix2.y_axis, matrix.translation);
    [[x.x, y.x, t.x, 0.0], [x.y, y.y, t.y, 0.0]]
}

fn stored(color: Rgba, energy: f32, blend: FlatLightBlend) -> [f32; 4] {
    let [r, g, b, _] = color.to_stored();
    let mode = match blend {
        FlatLightBlend::Add => 0.0,
        FlatLightBlend::Subtract => 1.0,
        FlatLightBlend::Mix => 2.0,
    };
    [r * energy, g * energy, b * energy, mode]
}
