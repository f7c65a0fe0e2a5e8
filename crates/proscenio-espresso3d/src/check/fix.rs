//! The repairs that findings offer.

use proscenio_source::{Edit, Finding, Safety, Span};

use super::{cross, dot, length};
use crate::document::Document;
use crate::edit;
use crate::view::Item;

/// Takes something out with its lines.
pub(super) fn without(document: &Document, span: Span) -> Edit {
    edit::removal(document, span)
}

/// Writes the tag of a field as another.
pub(super) fn respelled(field: Item<'_>, tag: &str) -> Edit {
    Edit::replace(edit::tag(field), tag)
}

/// Adds a repair that writes vectors into fields of an item; nothing when their values are not all there.
///
/// The engine makes the same of the item before and after.
pub(super) fn vectors(finding: Finding, item: Item<'_>, fields: &[(&str, [f64; 3])], title: &str) -> Finding {
    let mut edits = Vec::new();
    for (field, vector) in fields {
        let Some(spans) = edit::values(item, field) else { return finding };
        edits.extend(spans.into_iter().zip(vector).map(|(span, value)| Edit::replace(span, decimal(*value))));
    }
    finding.fix(title, edits, Safety::Safe)
}

/// A number with at most nine decimals, which is more than the floats of the engine hold.
pub(super) fn decimal(value: f64) -> String {
    let rounded = (value * 1e9).round() / 1e9;
    // No `-0`.
    format!("{}", rounded + 0.0)
}

/// What the engine makes of FORWARD and UP, both of length one, of an actor or a particle system: first +Z is turned
/// to FORWARD, then what became of +Y is turned to UP, which bends forward.
pub(super) fn axes(forward: [f64; 3], up: [f64; 3]) -> [[f64; 3]; 2] {
    let (z, y) = ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0]);
    let first = Turn::onto(z, forward, y);
    let second = Turn::onto(first.of(y), up, first.of(z));
    [second.of(first.of(z)), second.of(first.of(y))]
}

/// As [`axes`], for bones: the engine turns +Y to UP first, so that forward is kept and up is bent.
pub(super) fn bone_axes(forward: [f64; 3], up: [f64; 3]) -> [[f64; 3]; 2] {
    let (z, y) = ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0]);
    let first = Turn::onto(y, up, z);
    let second = Turn::onto(first.of(z), forward, first.of(y));
    [second.of(first.of(z)), second.of(first.of(y))]
}

/// A turn about an axis of length one.
struct Turn {
    axis: [f64; 3],
    sine: f64,
    cosine: f64,
}

impl Turn {
    /// The shortest turn of one unit vector onto another; a half turn goes about `spare`.
    fn onto(from: [f64; 3], to: [f64; 3], spare: [f64; 3]) -> Self {
        let across = cross(from, to);
        let sine = length(across);
        let small = across.iter().all(|part| part.abs() <= 1e-8);
        let axis = if small { spare } else { across.map(|part| part / sine) };
        let angle = dot(from, to).clamp(-1.0, 1.0).acos();
        Self { axis, sine: angle.sin(), cosine: angle.cos() }
    }

    fn of(&self, v: [f64; 3]) -> [f64; 3] {
        let across = cross(self.axis, v);
        let along = dot(self.axis, v) * (1.0 - self.cosine);
        [0, 1, 2].map(|at| v[at] * self.cosine + across[at] * self.sine + self.axis[at] * along)
    }
}

#[cfg(test)]
mod tests {
    use super::{axes, bone_axes, decimal, dot, length};

    /// What the 0.5 engine answered: forward and up for a FORWARD and an UP.
    #[test]
    fn axes_are_the_engines() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let table = [
            ([0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]),
            ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
            ([0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]),
            ([0.0, 0.0, 1.0], [0.0, half, half], [0.0, -half, half], [0.0, half, half]),
        ];
        for (forward, up, wanted_forward, wanted_up) in table {
            let [found_forward, found_up] = axes(forward, up);
            for (found, wanted) in [(found_forward, wanted_forward), (found_up, wanted_up)] {
                let apart = length([0, 1, 2].map(|at| found[at] - wanted[at]));
                assert!(apart < 1e-7, "{forward:?} {up:?}: {found:?}");
            }
        }
    }

    #[test]
    fn one_of_two_vectors_stays_and_both_end_at_right_angles() {
        let unit = |v: [f64; 3]| v.map(|part| part / length(v));
        for step in 1..200 {
            let at = f64::from(step);
            let forward = unit([at.sin(), (at * 0.7).cos(), (at * 1.3).sin()]);
            let up = unit([(at * 0.3).cos(), (at * 1.7).sin(), at.cos()]);
            let same = |a: [f64; 3], b: [f64; 3]| length([0, 1, 2].map(|at| a[at] - b[at])) < 1e-6;
            let [bent, kept] = axes(forward, up);
            assert!(same(kept, up) && dot(bent, kept).abs() < 1e-6, "{step}");
            let [kept, bent] = bone_axes(forward, up);
            assert!(same(kept, forward) && dot(bent, kept).abs() < 1e-6, "{step}");
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0 / 3.0, -1e-12, 2.0].map(decimal), ["0.333333333", "0", "2"]);
    }
}
