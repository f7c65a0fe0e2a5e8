//! The engine's random numbers.

/// Mulberry32: a small stream of random numbers, the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mulberry32 {
    state: u32,
}

impl Mulberry32 {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u32) -> Self {
        Self { state: seed }
    }

    /// The next number, 0 to 1 without 1.
    pub fn draw(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x6D2B_79F5);
        let s = self.state;
        let mut t = (s ^ (s >> 15)).wrapping_mul(s | 1);
        t ^= t.wrapping_add((t ^ (t >> 7)).wrapping_mul(t | 61));
        f64::from(t ^ (t >> 14)) / 4_294_967_296.0
    }
}

#[cfg(test)]
mod tests {
    use super::Mulberry32;

    #[test]
    fn the_streams_are_the_engines() {
        for (seed, want) in [
            (1, [0.627_073_941, 0.002_735_721, 0.527_447_040, 0.981_050_967]),
            (12345, [0.979_728_268, 0.306_752_264, 0.484_205_422, 0.817_934_413]),
        ] {
            let mut random = Mulberry32::new(seed);
            for want in want {
                let got: f64 = random.draw();
                assert!((got - want).abs() < 1e-9, "{got} is not {want}");
            }
        }
    }
}
