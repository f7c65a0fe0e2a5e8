//! Fog that fills space, as the shader wants it.

use bytemuck::{Pod, Zeroable};
use proscenio_scene::glam::{Affine3A, Vec2, Vec3};
use proscenio_scene::{Component, FogShape, FogVolume, NodeId, Rgba, Scene, VolumetricFog, WorldPlacements};

use crate::Note;
use crate::camera::Eye;

/// Volumes of a picture; the number stands in `fog.wgsl` too.
const MOST_VOLUMES: usize = 32;
/// Engine behaviour (Godot 4.6): cells along the sides of a square picture, and in depth.
const CELLS: f32 = 64.0;
/// Pictures that the engine has drawn when one is looked at.
const FIRST_PICTURES: i32 = 9;
/// Slices beside each other in the picture that cells are kept in.
pub(crate) const ACROSS: u32 = 8;

/// Laid out as `Volume` in `fog.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
struct VolumeData {
    from_world: [[f32; 4]; 3],
    size: [f32; 4],
    numbers: [f32; 4],
    albedo: [f32; 4],
    emission: [f32; 4],
}

/// Laid out as `Fog` in `fog.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct FogData {
    grid: [f32; 4],
    sizes: [f32; 4],
    deep: [f32; 4],
    scattering: [f32; 4],
    emission: [f32; 4],
    settled: [f32; 4],
    around: [f32; 4],
    axes: [[f32; 4]; 4],
    counts: [u32; 4],
    volumes: [VolumeData; MOST_VOLUMES],
}

/// The fog of a view.
#[derive(Clone, Debug)]
pub(crate) struct Volume {
    pub(crate) data: FogData,
    /// Cells across, down and in depth.
    pub(crate) grid: [u32; 3],
    /// The share that each picture of the engine takes from the one before.
    kept: f32,
}

impl Volume {
    /// The fog that an eye sees; `None` when there is none, or it cannot see it.
    pub(crate) fn new(
        scene: &Scene,
        world: &WorldPlacements,
        nodes: &[NodeId],
        eye: &Eye,
        size: [u32; 2],
        notes: &mut Vec<Note>,
    ) -> Option<Self> {
        let fog = scene.environment.volumetric_fog?;
        let grid = grid(size);
        let mut data = base(&fog, grid);
        let [begin, end] = extents(eye, data.deep[0]);
        data.sizes = [begin.x, begin.y, end.x, end.y];
        let axes = [eye.world.matrix3.x_axis, eye.world.matrix3.y_axis, eye.world.matrix3.z_axis];
        for (slot, axis) in data.axes.iter_mut().zip(axes.map(Vec3::from).into_iter().chain([eye.position()]))
        {
            *slot = axis.extend(0.0).into();
        }
        let mut left_out = 0;
        for id in nodes {
            for component in &scene.nodes[*id].components {
                let Component::FogVolume(own) = component else { continue };
                let Some(volume) = volume(own, world.space(*id)) else { continue };
                match data.volumes.get_mut(data.counts[0] as usize) {
                    Some(slot) => {
                        *slot = volume;
                        data.counts[0] += 1;
                    }
                    None => left_out += 1,
                }
            }
        }
        if left_out > 0 {
            notes.push(Note::TooManyFogs { drawn: MOST_VOLUMES, left_out });
        }
        let kept = finite(fog.settling, 0.0).clamp(0.0, 0.999);
        Some(Self { data, grid, kept })
    }

    /// As in the engine's first pictures.
    pub(crate) fn unsettled(mut self) -> Self {
        self.data.settled[0] = 1.0 - self.kept.powi(FIRST_PICTURES);
        self
    }

    /// Where meshes look fog up: its length, the exponent of depths, and how many cells there are.
    pub(crate) fn lookup(&self) -> [[f32; 4]; 2] {
        let [length, spread, ..] = self.data.deep;
        [[length, 1.0 / spread, 0.0, 1.0], self.data.grid]
    }
}

fn finite(value: f32, otherwise: f32) -> f32 {
    if value.is_finite() { value } else { otherwise }
}

/// Engine behaviour (Godot 4.6): as many cells as in a square, along the longer side more of them.
fn grid([width, height]: [u32; 2]) -> [u32; 3] {
    let [width, height] = [width as f32, height as f32];
    let ratio = width / ((width + height) * 0.5).floor().max(1.0);
    let side = |cells: f32| (cells as u32).clamp(1, 128);
    [side(CELLS * ratio), side(CELLS / ratio), CELLS as u32]
}

/// What is the same everywhere.
fn base(fog: &VolumetricFog, grid: [u32; 3]) -> FogData {
    let density = finite(fog.density, 0.0).max(0.0);
    let weighed = |color: Rgba| {
        let [r, g, b] = color.rgb.map(|channel| finite(channel, 0.0) * density);
        [r, g, b, density]
    };
    let [x, y, z] = grid.map(|cells| cells as f32);
    FogData {
        grid: [x, y, z, ACROSS as f32],
        deep: [
            finite(fog.length, 64.0).max(0.01),
            finite(fog.spread, 2.0).clamp(0.1, 10.0),
            finite(fog.anisotropy, 0.0).clamp(-0.95, 0.95),
            finite(fog.ambient, 0.0),
        ],
        settled: [1.0, 0.0, 0.0, 0.0],
        around: {
            let [r, g, b] = fog.ambient_color.rgb.map(|channel| finite(channel, 0.0));
            [r, g, b, finite(fog.sky_share, 0.0).clamp(0.0, 1.0)]
        },
        scattering: weighed(fog.albedo),
        emission: [0, 1, 2, 3].map(|at| {
            if at == 3 { finite(fog.over_sky, 1.0).clamp(0.0, 1.0) } else { weighed(fog.emission)[at] }
        }),
        ..FogData::default()
    }
}

/// Half the width and height that the eye sees at its nearest distance and at another one.
fn extents(eye: &Eye, deep: f32) -> [Vec2; 2] {
    let half = Vec2::new(1.0 / eye.clip_from_eye.x_axis.x, 1.0 / eye.clip_from_eye.y_axis.y);
    if eye.flat { [half, half] } else { [(half * eye.nearest()).max(Vec2::splat(1e-3)), half * deep] }
}

fn volume(own: &FogVolume, placed: Affine3A) -> Option<VolumeData> {
    let back = placed.inverse();
    let size = own.size.abs().max(Vec3::splat(1e-3));
    let sound = back.is_finite() && size.is_finite() && own.density.is_finite();
    sound.then(|| {
        let (x, y, z, at) = (back.matrix3.x_axis, back.matrix3.y_axis, back.matrix3.z_axis, back.translation);
        let row = |row: usize| [x[row], y[row], z[row], at[row]];
        let color = |color: Rgba| {
            let [r, g, b] = color.rgb.map(|channel| finite(channel, 0.0));
            [r, g, b, 0.0]
        };
        let shape = match own.shape {
            FogShape::Ellipsoid => 0.0,
            FogShape::Cone => 1.0,
            FogShape::Cylinder => 2.0,
            FogShape::Box => 3.0,
            FogShape::World => 4.0,
        };
        VolumeData {
            from_world: [row(0), row(1), row(2)],
            size: size.extend(shape).into(),
            numbers: [
                own.density,
                finite(own.height_falloff, 0.0),
                finite(own.edge_fade, 0.1).max(0.0),
                placed.translation.y,
            ],
            albedo: color(own.albedo),
            emission: color(own.emission),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{extents, grid};
    use crate::camera::{Eye, perspective};
    use proscenio_scene::glam::{Affine3A, Vec2};

    #[test]
    fn the_longer_side_has_more_cells() {
        assert_eq!(grid([100, 100]), [64, 64, 64]);
        assert_eq!(grid([640, 360]), [81, 50, 64]);
        assert_eq!(grid([100_000, 1]), [128, 32, 64]);
    }

    #[test]
    fn fog_widens_with_the_distance() {
        let window = Vec2::new(0.2, 0.1);
        let clip_from_eye = perspective(-window, window, 0.1, 100.0);
        let eye = Eye { world: Affine3A::IDENTITY, clip_from_eye, flat: false };
        let [begin, end] = extents(&eye, 64.0);
        assert!(begin.abs_diff_eq(window, 1e-5) && end.abs_diff_eq(window * 640.0, 1e-2), "{begin} {end}");
    }
}
