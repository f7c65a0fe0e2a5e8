//! `MultiMesh`: many placements of one mesh.

use super::Problems;

/// One placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instance {
    /// The basis row by row, then the origin, as a `Transform3D` lists them. In the plane the third row and
    /// column are those of nothing done.
    pub transform: [f32; 12],
    /// As stored.
    pub color: Option<[f32; 4]>,
    /// Numbers for shaders.
    pub custom: Option<[f32; 4]>,
}

/// What each instance of a buffer has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Placements in the plane: eight numbers instead of twelve.
    pub flat: bool,
    /// Four numbers more.
    pub colors: bool,
    /// Four numbers more.
    pub custom: bool,
}

impl Layout {
    /// Numbers of an instance.
    #[must_use]
    pub const fn stride(self) -> usize {
        (if self.flat { 8 } else { 12 }) + 4 * (self.colors as usize + self.custom as usize)
    }
}

/// Placements without a turn.
const AT_HOME: [f32; 12] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

/// The `buffer` of Godot 4: of each instance the matrix row by row, each row with its part of the origin, then the
/// colour and the custom numbers. Instances the buffer has no numbers for are left out.
#[must_use]
pub fn decode(buffer: &[f32], layout: Layout, claimed: usize) -> (Vec<Instance>, Problems) {
    let mut problems = Problems::new();
    let stride = layout.stride();
    let there = buffer.len() / stride;
    if there < claimed {
        problems.push(format!("{claimed} instances are claimed, and numbers are there for {there}"));
    }
    let one = |part: &[f32]| {
        let mut transform = AT_HOME;
        let (columns, width) = if layout.flat { (2, 8) } else { (3, 12) };
        for (row, numbers) in part[..width].chunks_exact(4).enumerate() {
            transform[3 * row..3 * row + columns].copy_from_slice(&numbers[..columns]);
            transform[9 + row] = numbers[3];
        }
        let mut rest = part[width..].as_chunks::<4>().0.iter().copied();
        let color = if layout.colors { rest.next() } else { None };
        let custom = if layout.custom { rest.next() } else { None };
        Instance { transform, color, custom }
    };
    (buffer.chunks_exact(stride).take(claimed).map(one).collect(), problems)
}

/// The lists of Godot 3: `transform_array` (three rows and the origin) or `transform_2d_array` (two axes and the
/// origin), beside them colours and custom numbers.
#[must_use]
pub fn old(space: &[[f32; 3]], flat: &[[f32; 2]], colors: &[[f32; 4]], custom: &[[f32; 4]]) -> Vec<Instance> {
    let spatial = space.as_chunks::<4>().0.iter().map(|[a, b, c, origin]| {
        let mut transform = AT_HOME;
        for (at, part) in [a, b, c, origin].into_iter().enumerate() {
            transform[3 * at..3 * at + 3].copy_from_slice(part);
        }
        transform
    });
    let planar =
        flat.as_chunks::<3>().0.iter().map(|[x, y, origin]| {
            [x[0], y[0], 0.0, x[1], y[1], 0.0, 0.0, 0.0, 1.0, origin[0], origin[1], 0.0]
        });
    let placed = spatial.chain(planar).enumerate();
    placed
        .map(|(at, transform)| Instance {
            transform,
            color: colors.get(at).copied(),
            custom: custom.get(at).copied(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Layout, decode, old};

    #[test]
    fn rows_hold_their_part_of_the_origin() {
        let buffer = [1.0, 2.0, 3.0, 10.0, 4.0, 5.0, 6.0, 11.0, 7.0, 8.0, 9.0, 12.0, 0.5, 0.5, 0.5, 1.0];
        let layout = Layout { colors: true, ..Layout::default() };
        let (instances, problems) = decode(&buffer, layout, 2);
        assert_eq!((instances.len(), problems.len()), (1, 1));
        assert_eq!(instances[0].transform, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]);
        assert_eq!((instances[0].color, instances[0].custom), (Some([0.5, 0.5, 0.5, 1.0]), None));
    }

    #[test]
    fn placements_in_the_plane() {
        let flat = Layout { flat: true, ..Layout::default() };
        let (instances, _) = decode(&[0.0, -1.0, 0.0, 5.0, 1.0, 0.0, 0.0, 6.0], flat, 1);
        let turned = [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 5.0, 6.0, 0.0];
        assert_eq!(instances[0].transform, turned);
        let before = old(&[], &[[0.0, 1.0], [-1.0, 0.0], [5.0, 6.0]], &[[1.0; 4]], &[]);
        assert_eq!((before[0].transform, before[0].color), (turned, Some([1.0; 4])));
    }
}
