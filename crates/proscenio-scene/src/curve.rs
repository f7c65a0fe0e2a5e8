//! A curve of numbers over numbers.

/// One point of a [`Curve`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurvePoint {
    /// Where it is, along and up.
    pub at: [f32; 2],
    /// Slope before it.
    pub left: f32,
    /// Slope after it.
    pub right: f32,
}

/// A curve through points, with slopes on both sides of each (Godot's `Curve`).
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// In order along the curve.
    pub points: Vec<CurvePoint>,
    /// Where [`Curve::bake`] begins and ends.
    pub domain: [f32; 2],
    /// How many values [`Curve::bake`] has.
    pub resolution: u32,
}

impl Default for Curve {
    fn default() -> Self {
        Self { points: Vec::new(), domain: [0.0, 1.0], resolution: 100 }
    }
}

/// The largest number of baked values.
const MOST_BAKED: u32 = 1 << 16;

impl Curve {
    /// The value at a place; before the first and behind the last point that of the point. 0 without points.
    #[must_use]
    pub fn sample(&self, at: f32) -> f32 {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else { return 0.0 };
        let after = self.points.partition_point(|point| point.at[0] <= at);
        if after == 0 {
            return first.at[1];
        }
        let (Some(before), Some(next)) = (self.points.get(after - 1), self.points.get(after)) else {
            return last.at[1];
        };
        let width = next.at[0] - before.at[0];
        if width.abs() < 1e-5 {
            return before.at[1];
        }
        let third = width / 3.0;
        let share = (at - before.at[0]) / width;
        let (low, high) = (before.at[1] + third * before.right, next.at[1] - third * next.left);
        bezier(before.at[1], low, high, next.at[1], share)
    }

    /// Values at even distances over the domain, the ends being those of the end points.
    #[must_use]
    pub fn bake(&self) -> Baked {
        let count = self.resolution.min(MOST_BAKED);
        let [begin, end] = self.domain;
        let value = |at: u32| match (at, self.points.first(), self.points.last()) {
            (0, Some(first), _) => first.at[1],
            (at, _, Some(last)) if at + 1 == count => last.at[1],
            _ => self.sample((end - begin) * at as f32 / (count - 1) as f32 + begin),
        };
        Baked { values: (0..count).map(value).collect(), domain: self.domain }
    }
}

/// The values of a [`Curve`] at even distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Baked {
    /// From the beginning of the domain to its end.
    pub values: Vec<f32>,
    domain: [f32; 2],
}

impl Baked {
    /// The value at a place, mixed from its neighbours; 0 without values.
    #[must_use]
    pub fn sample(&self, at: f32) -> f32 {
        let Some(last) = self.values.last() else { return 0.0 };
        let [begin, end] = self.domain;
        let place = (at - begin) / (end - begin) * (self.values.len() - 1) as f32;
        let place = if place > 0.0 { place } else { 0.0 };
        let before = place.floor() as usize;
        match (self.values.get(before), self.values.get(before.saturating_add(1))) {
            (Some(low), Some(high)) => low + (high - low) * (place - before as f32),
            _ => *last,
        }
    }
}

/// A number on a Bézier curve.
fn bezier(start: f32, first: f32, second: f32, end: f32, share: f32) -> f32 {
    let rest = 1.0 - share;
    start * (rest * rest * rest)
        + first * (rest * rest) * share * 3.0
        + second * rest * (share * share) * 3.0
        + end * (share * share * share)
}

#[cfg(test)]
mod tests {
    use super::{Curve, CurvePoint};

    fn point(x: f32, y: f32, left: f32, right: f32) -> CurvePoint {
        CurvePoint { at: [x, y], left, right }
    }

    #[test]
    fn slopes_and_ends() {
        let curve =
            Curve { points: vec![point(0.2, 1.0, 0.0, 0.0), point(0.8, 3.0, 0.0, 0.0)], ..Curve::default() };
        let at = [0.0, 0.2, 0.5, 0.8, 1.0].map(|at| curve.sample(at));
        assert_eq!([at[0], at[1], at[3], at[4]], [1.0, 1.0, 3.0, 3.0]);
        assert!((at[2] - 2.0).abs() < 1e-6);
        let baked = curve.bake();
        assert_eq!(baked.values.len(), 100);
        assert!((baked.sample(0.5) - 2.0).abs() < 1e-3);
        assert_eq!([baked.sample(-5.0), baked.sample(5.0), baked.sample(f32::NAN)], [1.0, 3.0, 1.0]);
    }

    #[test]
    fn nothing_is_nothing() {
        let none = Curve { resolution: 0, ..Curve::default() };
        assert_eq!(
            [none.sample(0.5), none.bake().sample(0.5), Curve::default().bake().sample(0.5)],
            [0.0; 3]
        );
    }
}
