//! Pictures of depth from where lights stand: which there are, and what each light needs of them.

use bytemuck::{Pod, Zeroable};
use proscenio_scene::glam::{Affine3A, Mat3, Mat4, Vec3, Vec4};
use proscenio_scene::{LightKind, Shadow};

use super::lights::LightData;
use super::meshes::{Meshes, Run};
use crate::camera::{Eye, perspective};

/// Pictures of depth; the number stands in `mesh.wgsl` too.
pub(crate) const MAX_TILES: usize = 48;
/// Side of the picture that all pictures of one kind of light share, texels.
const SIDE: u32 = 4096;
/// Side of a spot light's picture; a side of a point light's has half of it.
const SPOT: u32 = 1024;
/// Smallest side of a spot light's picture.
const LEAST_SPOT: u32 = 64;

/// One picture of depth as the shader wants it, laid out as `Tile` in `mesh.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct TileData {
    /// World to clip space.
    pub(crate) clip: [[f32; 4]; 4],
    /// Left, top, width and height in the shared picture, shares of its side.
    rect: [f32; 4],
}

/// A light that throws shadows.
#[derive(Clone, Debug)]
pub(crate) struct Caster {
    /// Into [`super::Lighting::lights`].
    pub(crate) light: usize,
    pub(crate) kind: LightKind,
    pub(crate) shadow: Shadow,
    pub(crate) placed: Affine3A,
}

/// One picture of depth.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    pub(crate) clip: Mat4,
    /// Left, top and side in the shared picture, texels.
    pub(crate) at: [u32; 3],
    /// Of [`Meshes::draws`].
    pub(crate) draws: Vec<Run>,
    /// Whether it is pushed away from the light, and shows no back faces.
    pub(crate) pushed: bool,
}

/// The pictures of one shared picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    /// Texels; 0 without any.
    pub(crate) side: u32,
    pub(crate) tiles: Vec<Tile>,
}

/// All pictures of depth: those of directional lights, and those of the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadows {
    pub(crate) sheets: [Sheet; 2],
}

impl Shadows {
    /// As the shader wants them: first those of directional lights.
    pub(crate) fn data(&self) -> Vec<TileData> {
        let mut data = Vec::new();
        for sheet in &self.sheets {
            let side = sheet.side.max(1) as f32;
            data.extend(sheet.tiles.iter().map(|tile| {
                let [x, y, size] = tile.at.map(|number| number as f32 / side);
                TileData { clip: tile.clip.to_cols_array_2d(), rect: [x, y, size, size] }
            }));
        }
        data
    }
}

/// Plans the pictures of all lights that throw shadows; gives also how many had no room.
pub(crate) fn plan(
    casters: &[Caster],
    lights: &mut [LightData],
    meshes: &Meshes,
    eye: &Eye,
    max_size: u32,
) -> (Shadows, usize) {
    let mut planner = Planner { shadows: Shadows::default(), meshes, eye, left_out: 0 };
    if casters.is_empty() || !meshes.draws.iter().any(|draw| draw.casts) {
        return (planner.shadows, 0);
    }
    let side = SIDE.min(max_size);
    let suns = casters.iter().filter(|caster| caster.kind == LightKind::Directional);
    planner.suns(suns, lights, side);
    let others = casters.iter().filter(|caster| caster.kind != LightKind::Directional);
    planner.others(others, lights, side);
    for tile in planner.shadows.sheets.iter_mut().flat_map(|sheet| &mut sheet.tiles) {
        tile.draws = throwing(meshes, &tile.clip);
    }
    (planner.shadows, planner.left_out)
}

/// What throws shadows in the sight of a light.
pub(super) fn throwing(meshes: &Meshes, clip: &Mat4) -> Vec<Run> {
    let seen = |index: &usize| meshes.draws[*index].casts && sees(clip, &meshes.boxes[*index]);
    meshes.runs(meshes.lined.iter().copied().filter(seen))
}

/// Whether a box may be seen: `false` when all its corners are beyond one of the planes.
pub(crate) fn sees(clip: &Mat4, corners: &[Vec3; 8]) -> bool {
    let ends = corners.map(|corner| *clip * corner.extend(1.0));
    let beyond = |outside: fn(Vec4) -> bool| ends.iter().all(|end| outside(*end));
    !(beyond(|at| at.x < -at.w)
        || beyond(|at| at.x > at.w)
        || beyond(|at| at.y < -at.w)
        || beyond(|at| at.y > at.w)
        || beyond(|at| at.z < 0.0)
        || beyond(|at| at.z > at.w))
}

struct Planner<'p> {
    shadows: Shadows,
    meshes: &'p Meshes,
    eye: &'p Eye,
    left_out: usize,
}

impl Planner<'_> {
    fn room(&self, tiles: usize) -> bool {
        self.shadows.sheets.iter().map(|sheet| sheet.tiles.len()).sum::<usize>() + tiles <= MAX_TILES
    }

    fn suns<'c>(&mut self, casters: impl Iterator<Item = &'c Caster>, lights: &mut [LightData], side: u32) {
        let mut fitting: Vec<&Caster> = Vec::new();
        let mut count = 0;
        for caster in casters {
            let tiles = usize::from(caster.shadow.pictures.clamp(1, 4));
            if self.room(count + tiles) {
                count += tiles;
                fitting.push(caster);
            } else {
                self.left_out += 1;
            }
        }
        // A square of squares.
        let across = (count as f32).sqrt().ceil().max(1.0) as u32;
        let size = side / across;
        for caster in fitting {
            let first = self.shadows.sheets[0].tiles.len();
            let (near, far) = self.reach(&caster.shadow);
            let pictures = caster.shadow.pictures.clamp(1, 4);
            let mut ends = [far; 4];
            for (end, split) in ends.iter_mut().zip(caster.shadow.splits).take(usize::from(pictures) - 1) {
                *end = near + split.clamp(0.0, 1.0) * (far - near);
            }
            let mut texels = [0.0; 4];
            let mut begin = near;
            for picture in 0..usize::from(pictures) {
                let (clip, texel) = self.slice(caster, begin, ends[picture], size);
                (texels[picture], begin) = (texel, ends[picture]);
                let at = self.shadows.sheets[0].tiles.len() as u32;
                let at = [at % across * size, at / across * size, size];
                self.shadows.sheets[0].tiles.push(Tile { clip, at, draws: Vec::new(), pushed: false });
            }
            self.shadows.sheets[0].side = side;
            let fade = far * caster.shadow.fade_start.clamp(0.0, 1.0);
            lights[caster.light].cast(&caster.shadow, first, pictures.into(), [fade, far]);
            lights[caster.light].parts(ends, texels);
        }
    }

    /// Nearest and farthest distance that shadows of a directional light are seen at.
    fn reach(&self, shadow: &Shadow) -> (f32, f32) {
        let near = self.eye.nearest().max(0.0);
        let mut far = self.eye.farthest();
        if shadow.distance > 0.0 && shadow.distance.is_finite() {
            far = far.min(shadow.distance);
        }
        (near, far.max(near + 1e-3))
    }

    /// The projection that shows a slice of what the eye sees, and the side of a texel in metres.
    ///
    /// It shows a ball around the slice and moves by whole texels, so edges do not crawl when the eye moves.
    fn slice(&self, caster: &Caster, begin: f32, end: f32, size: u32) -> (Mat4, f32) {
        let corners = self.eye.slice(begin, end);
        let middle = corners.iter().sum::<Vec3>() / 8.0;
        let radius = corners.iter().map(|corner| corner.distance(middle)).fold(1e-3, f32::max);
        let turn = upright(caster.placed);
        let back = turn.transpose();
        let texel = 2.0 * radius / size as f32;
        let seen = back * middle;
        let snapped = Vec3::new((seen.x / texel).floor() * texel, (seen.y / texel).floor() * texel, seen.z);
        // From the nearest to the light that throws a shadow to the farthest that is seen in the slice.
        let mut high = seen.z + radius;
        let all = self.meshes.draws.iter().zip(&self.meshes.boxes);
        for (_, corners) in all.filter(|(draw, _)| draw.casts) {
            for corner in corners {
                high = high.max((back * *corner).z.min(seen.z + 1e5));
            }
        }
        let low = seen.z - radius;
        let deep = (high - low).max(1e-3);
        let from_light = Mat4::from_cols(
            Vec4::new(1.0 / radius, 0.0, 0.0, 0.0),
            Vec4::new(0.0, 1.0 / radius, 0.0, 0.0),
            Vec4::new(0.0, 0.0, 1.0 / deep, 0.0),
            Vec4::new(-snapped.x / radius, -snapped.y / radius, -low / deep, 1.0),
        );
        (from_light * Mat4::from_mat3(back), texel)
    }

    fn others<'c>(&mut self, casters: impl Iterator<Item = &'c Caster>, lights: &mut [LightData], side: u32) {
        let mut fitting: Vec<(&Caster, usize)> = Vec::new();
        let mut count = 0;
        for caster in casters {
            let tiles = match caster.kind {
                LightKind::Spot { .. } => 1,
                LightKind::Point { .. } => 6,
                _ => continue,
            };
            if self.room(count + tiles) {
                count += tiles;
                fitting.push((caster, tiles));
            } else {
                self.left_out += 1;
            }
        }
        if fitting.is_empty() {
            return;
        }
        // Large ones first: then rows of one height fill the square.
        fitting.sort_by_key(|(_, tiles)| *tiles);
        let (spots, points) = fitting.iter().fold((0, 0), |(spots, points), (_, tiles)| match tiles {
            1 => (spots + 1, points),
            _ => (spots, points + *tiles as u32),
        });
        let height = |spot: u32| {
            let rows = |count: u32, size: u32| count.div_ceil(side / size) * size;
            rows(spots, spot) + rows(points, spot / 2)
        };
        let mut spot = SPOT.min(side);
        while spot > LEAST_SPOT && height(spot) > side {
            spot /= 2;
        }
        let mut shelf = Shelf { side, at: [0, 0], row: 0 };
        for (caster, tiles) in fitting {
            let first = self.shadows.sheets.iter().map(|sheet| sheet.tiles.len()).sum();
            let size = if tiles == 1 { spot } else { spot / 2 };
            for face in 0..tiles {
                let at = shelf.place(size);
                self.shadows.sheets[1].tiles.push(Tile {
                    clip: face_of(caster, face),
                    at,
                    draws: Vec::new(),
                    pushed: false,
                });
            }
            lights[caster.light].cast(&caster.shadow, first, tiles as u32, [0.0; 2]);
            let half = match caster.kind {
                LightKind::Spot { angle, .. } => angle.clamp(0.01, 1.5).tan(),
                _ => 1.0,
            };
            lights[caster.light].parts([0.0; 4], [2.0 * half / size as f32; 4]);
        }
        self.shadows.sheets[1].side = side;
    }
}

/// Rows of squares, each row as high as its first.
struct Shelf {
    side: u32,
    at: [u32; 2],
    row: u32,
}

impl Shelf {
    fn place(&mut self, size: u32) -> [u32; 3] {
        if self.at[0] + size > self.side || (self.row != 0 && self.row != size) {
            self.at = [0, self.at[1] + self.row];
        }
        self.row = size;
        let [x, y] = self.at;
        self.at[0] += size;
        [x, y, size]
    }
}

/// World to clip space for a side of a point light, or for a spot light.
fn face_of(caster: &Caster, face: usize) -> Mat4 {
    let (range, half, turn) = match caster.kind {
        LightKind::Spot { range, angle, .. } => (range, angle.clamp(0.01, 1.5).tan(), upright(caster.placed)),
        LightKind::Point { range, .. } => (range, 1.0, FACES[face % 6]),
        _ => (1.0, 1.0, Mat3::IDENTITY),
    };
    let range = if range.is_finite() { range.clamp(0.01, 1e6) } else { 1.0 };
    let near = (range * 0.002).max(0.005);
    let window = proscenio_scene::glam::Vec2::splat(half * near);
    let world = Affine3A { matrix3: turn.into(), translation: caster.placed.translation };
    perspective(-window, window, near, range * 1.01) * Mat4::from(world.inverse())
}

/// The sides of a point light: +X, −X, +Y, −Y, +Z, −Z. Each looks along −Z of its own.
const FACES: [Mat3; 6] = [
    Mat3::from_cols(Vec3::Z, Vec3::Y, Vec3::NEG_X),
    Mat3::from_cols(Vec3::NEG_Z, Vec3::Y, Vec3::X),
    Mat3::from_cols(Vec3::X, Vec3::Z, Vec3::NEG_Y),
    Mat3::from_cols(Vec3::X, Vec3::NEG_Z, Vec3::Y),
    Mat3::from_cols(Vec3::NEG_X, Vec3::Y, Vec3::NEG_Z),
    Mat3::from_cols(Vec3::X, Vec3::Y, Vec3::Z),
];

/// Unit axes at right angles.
fn upright(placed: Affine3A) -> Mat3 {
    let z = Vec3::from(placed.matrix3.z_axis).try_normalize().unwrap_or(Vec3::Z);
    let y = Vec3::from(placed.matrix3.y_axis);
    let y = (y - z * z.dot(y)).try_normalize().unwrap_or_else(|| z.any_orthonormal_vector());
    Mat3::from_cols(y.cross(z), y, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_a_point_light_look_along_the_axes() {
        let ways = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
        for (face, way) in FACES.iter().zip(ways) {
            assert_eq!(*face * Vec3::NEG_Z, way);
            assert!((face.determinant() - 1.0).abs() < 1e-6, "{way}");
        }
    }

    #[test]
    fn shelves_never_overlap_nor_leave_the_square() {
        let mut shelf = Shelf { side: 1024, at: [0, 0], row: 0 };
        let mut placed = vec![];
        for size in [512, 512, 512, 256, 256, 256, 256, 256] {
            placed.push(shelf.place(size));
        }
        for (at, one) in placed.iter().enumerate() {
            assert!(one[0] + one[2] <= 1024, "{one:?}");
            for other in &placed[at + 1..] {
                let apart =
                    |axis: usize| one[axis] + one[2] <= other[axis] || other[axis] + other[2] <= one[axis];
                assert!(apart(0) || apart(1), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn boxes_beyond_a_plane_are_not_seen() {
        let window = proscenio_scene::glam::Vec2::splat(0.1);
        let clip = perspective(-window, window, 0.1, 10.0);
        let ball = |at: Vec3| {
            std::array::from_fn(|bits| {
                let side = |bit: usize| if bits >> bit & 1 == 0 { -0.5 } else { 0.5 };
                at + Vec3::new(side(0), side(1), side(2))
            })
        };
        assert!(sees(&clip, &ball(Vec3::new(0.0, 0.0, -5.0))));
        assert!(sees(&clip, &ball(Vec3::ZERO)), "around the eye");
        for out in [Vec3::Z * 2.0, Vec3::new(9.0, 0.0, -5.0), Vec3::Z * -11.0] {
            assert!(!sees(&clip, &ball(out)), "{out}");
        }
    }
}
