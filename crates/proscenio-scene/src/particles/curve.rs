//! Values by age: tables of 33 samples, as the engine looks them up.

use super::{ColorStop, SizeStop};

/// Samples of a curve.
const SAMPLES: usize = 33;

/// The two curves of an effect.
pub(super) struct Curves {
    colors: [[f32; 4]; SAMPLES],
    sizes: [f32; SAMPLES],
}

impl Curves {
    pub(super) fn new(colors: &[ColorStop], sizes: &[SizeStop]) -> Self {
        let colors: Vec<(f64, [f32; 4])> = colors.iter().map(|stop| (stop.t, stop.color)).collect();
        let sizes: Vec<(f64, [f32; 1])> = sizes.iter().map(|stop| (stop.t, [stop.scale])).collect();
        let at = |k: usize| k as f64 / (SAMPLES - 1) as f64;
        Self {
            colors: std::array::from_fn(|k| sample(&colors, at(k)).unwrap_or([1.0; 4])),
            sizes: std::array::from_fn(|k| sample(&sizes, at(k)).map_or(1.0, |[size]| size)),
        }
    }

    /// Colour and size at a share of the life.
    pub(super) fn at(&self, share: f64) -> ([f32; 4], f32) {
        let step = (share * (SAMPLES - 1) as f64).round().clamp(0.0, (SAMPLES - 1) as f64) as usize;
        (self.colors[step], self.sizes[step])
    }
}

/// Straight between stops; beyond the ends, the ends' values. Of two stops at one place the later counts from there.
fn sample<const N: usize>(stops: &[(f64, [f32; N])], t: f64) -> Option<[f32; N]> {
    let after = stops.partition_point(|(at, _)| *at <= t);
    let Some(next) = stops.get(after) else { return stops.last().map(|(_, value)| *value) };
    let Some(before) = after.checked_sub(1).map(|before| &stops[before]) else { return Some(next.1) };
    let share = ((t - before.0) / (next.0 - before.0)) as f32;
    Some(std::array::from_fn(|i| before.1[i] + (next.1[i] - before.1[i]) * share))
}

#[cfg(test)]
mod tests {
    use super::{Curves, sample};
    use crate::particles::{ColorStop, SizeStop};

    #[test]
    fn stops_are_joined_by_straight_lines_and_hard_edges() {
        let stops = [(0.25, [1.0]), (0.5, [3.0]), (0.5, [7.0]), (1.0, [9.0])];
        let at = |t| sample(&stops, t).unwrap()[0];
        assert_eq!([0.0, 0.25, 0.375, 0.5, 0.75, 2.0].map(at), [1.0, 1.0, 2.0, 7.0, 8.0, 9.0]);
    }

    #[test]
    fn ages_are_rounded_to_a_thirty_second() {
        let color = |t, alpha| ColorStop { t, color: [1.0, 1.0, 1.0, alpha] };
        let curves = Curves::new(&[color(0.0, 0.0), color(1.0, 1.0)], &[SizeStop { t: 0.0, scale: 2.0 }]);
        assert_eq!(curves.at(0.51).0[3], 0.5);
        assert_eq!(curves.at(0.52).0[3], 17.0 / 32.0);
        assert_eq!(curves.at(5.0), ([1.0; 4], 2.0));
    }
}
