//! Vertex lists as glTF allows them: finite numbers, unit normals, whole triangles.

use std::borrow::Cow;

use glam::DVec3;
use proscenio_scene::{Surface, Topology};

/// Lengths this close to 1 are left as they are, so that sound normals keep their bits.
const UNIT: f64 = 1e-4;

/// What was put right in a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Repairs {
    /// Normals or tangents without a length of 1.
    pub directions: bool,
    /// Texture coordinates or colours that are not finite.
    pub numbers: bool,
    /// Colours beyond 0 to 1.
    pub colors: bool,
    /// Indices that do not fill a last triangle or line.
    pub indices: bool,
}

/// A surface glTF can hold.
#[derive(Debug, PartialEq)]
pub(super) struct Clean<'a> {
    pub normals: Cow<'a, [[f32; 3]]>,
    pub tangents: Cow<'a, [[f32; 4]]>,
    pub uvs: Cow<'a, [[f32; 2]]>,
    pub uvs2: Cow<'a, [[f32; 2]]>,
    pub uvs3: Cow<'a, [[f32; 2]]>,
    pub colors: Cow<'a, [[f32; 4]]>,
    /// `None`: the vertices one after the other.
    pub indices: Option<Cow<'a, [u32]>>,
    pub repairs: Repairs,
}

/// The surface put right, or why nothing can be made of it.
pub(super) fn clean(surface: &Surface) -> Result<Clean<'_>, &'static str> {
    if surface.positions.is_empty() {
        return Err("it has no vertices");
    }
    if !surface.is_sound() {
        return Err("its lists differ in length or an index names no vertex");
    }
    if !surface.positions.iter().flatten().all(|value| value.is_finite()) {
        return Err("a position is not a finite number");
    }
    let mut repairs = Repairs::default();
    let (indices, cut) = whole_indices(surface).ok_or("it has not one whole triangle, line or point")?;
    repairs.indices = cut;
    let normals = mapped(&surface.normals, &mut repairs.directions, |normal| unit(normal, [0.0, 1.0, 0.0]));
    let tangents = mapped(&surface.tangents, &mut repairs.directions, unit_tangent);
    let uvs = mapped(&surface.uvs, &mut repairs.numbers, finite);
    let uvs2 = mapped(&surface.uvs2, &mut repairs.numbers, finite);
    let uvs3 = mapped(&surface.uvs3, &mut repairs.numbers, finite);
    let colors = mapped(&surface.colors, &mut repairs.colors, |color| {
        color.map(|channel| if channel >= 0.0 { channel.min(1.0) } else { 0.0 })
    });
    Ok(Clean { normals, tangents, uvs, uvs2, uvs3, colors, indices, repairs })
}

/// The indices without an unfinished end, and whether there was one; `None` when nothing is left.
fn whole_indices(surface: &Surface) -> Option<(Option<Cow<'_, [u32]>>, bool)> {
    let implied = surface.indices.is_empty();
    let count = if implied { surface.positions.len() } else { surface.indices.len() };
    let whole = match surface.topology {
        Topology::Points => count,
        Topology::Lines => count - count % 2,
        Topology::LineStrip if count == 1 => 0,
        Topology::LineStrip => count,
        Topology::Triangles => count - count % 3,
    };
    let indices = match (implied, whole == count) {
        _ if whole == 0 => return None,
        (true, true) => None,
        (true, false) => Some(Cow::Owned((0..whole as u32).collect())),
        (false, _) => Some(Cow::Borrowed(&surface.indices[..whole])),
    };
    Some((indices, whole != count))
}

fn mapped<'a, T: Copy + PartialEq>(
    values: &'a [T],
    changed: &mut bool,
    change: impl Fn(T) -> T,
) -> Cow<'a, [T]> {
    // Compared bit by bit in effect: a NaN differs from itself and is always changed.
    if values.iter().all(|value| change(*value) == *value) {
        return Cow::Borrowed(values);
    }
    *changed = true;
    Cow::Owned(values.iter().map(|value| change(*value)).collect())
}

fn finite(uv: [f32; 2]) -> [f32; 2] {
    uv.map(|value| if value.is_finite() { value } else { 0.0 })
}

fn unit(direction: [f32; 3], usual: [f32; 3]) -> [f32; 3] {
    let wide = DVec3::from_array(direction.map(f64::from));
    if (wide.length() - 1.0).abs() <= UNIT {
        return direction;
    }
    wide.try_normalize().map_or(usual, |unit| unit.to_array().map(|value| value as f32))
}

fn unit_tangent([x, y, z, sign]: [f32; 4]) -> [f32; 4] {
    let [x, y, z] = unit([x, y, z], [1.0, 0.0, 0.0]);
    [x, y, z, if sign < 0.0 { -1.0 } else { 1.0 }]
}

/// Triangles seen from the other side.
pub(super) fn flipped(indices: Option<&[u32]>, vertices: usize) -> Vec<u32> {
    let mut indices = indices.map_or_else(|| (0..vertices as u32).collect(), <[u32]>::to_vec);
    indices.chunks_exact_mut(3).for_each(|triangle| triangle.swap(1, 2));
    indices
}

#[cfg(test)]
mod tests {
    use super::{clean, flipped};
    use proscenio_scene::{Surface, Topology};
    use std::borrow::Cow;

    fn triangle() -> Surface {
        Surface { positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], ..Surface::default() }
    }

    #[test]
    fn sound_lists_are_not_touched() {
        let surface =
            Surface { normals: vec![[0.0, 0.6, 0.800_001]; 3], uvs: vec![[5.0, -1.0]; 3], ..triangle() };
        let clean = clean(&surface).unwrap();
        assert_eq!(clean.repairs, super::Repairs::default());
        assert!(matches!(clean.normals, Cow::Borrowed(_)) && clean.indices.is_none());
    }

    #[test]
    fn directions_get_their_length() {
        let surface = Surface {
            normals: vec![[0.0, 2.0, 0.0], [0.0; 3], [f32::NAN, 0.0, 0.0]],
            tangents: vec![[3.0, 0.0, 4.0, -0.5], [0.0; 4], [1.0, 0.0, 0.0, f32::NAN]],
            ..triangle()
        };
        let clean = clean(&surface).unwrap();
        assert_eq!(*clean.normals, [[0.0, 1.0, 0.0]; 3]);
        assert_eq!(*clean.tangents, [[0.6, 0.0, 0.8, -1.0], [1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0]]);
        assert!(clean.repairs.directions);
    }

    #[test]
    fn unfinished_primitives_are_cut() {
        let four = Surface { indices: vec![0, 1, 2, 0], ..triangle() };
        let cut = clean(&four).unwrap();
        assert_eq!((cut.indices.as_deref(), cut.repairs.indices), (Some([0, 1, 2].as_slice()), true));
        let lines = Surface { topology: Topology::Lines, ..triangle() };
        assert_eq!(clean(&lines).unwrap().indices.as_deref(), Some([0, 1].as_slice()));
        let strip = Surface { topology: Topology::LineStrip, indices: vec![1], ..triangle() };
        assert!(clean(&strip).is_err());
    }

    #[test]
    fn nothing_is_made_of_broken_surfaces() {
        let infinite = Surface { positions: vec![[f32::INFINITY; 3]; 3], ..Surface::default() };
        let short = Surface { uvs: vec![[0.0; 2]], ..triangle() };
        let astray = Surface { indices: vec![0, 1, 3], ..triangle() };
        for surface in [Surface::default(), infinite, short, astray] {
            assert!(clean(&surface).is_err());
        }
    }

    #[test]
    fn flipping_turns_every_triangle() {
        assert_eq!(flipped(None, 6), [0, 2, 1, 3, 5, 4]);
        assert_eq!(flipped(Some(&[7, 8, 9]), 10), [7, 9, 8]);
    }
}
