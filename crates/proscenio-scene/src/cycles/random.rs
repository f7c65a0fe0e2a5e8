//! Random numbers as Godot draws them.

/// A step of the small generator that particles run on: the next number, 0 to 1; the seed moves on.
pub(super) fn draw(seed: &mut u32) -> f32 {
    let mut state = *seed as i32;
    if state == 0 {
        state = 305_420_679;
    }
    // Schrage's way to multiply by 16807 modulo 2³¹ − 1.
    let part = state / 127_773;
    state = 16_807_i32
        .wrapping_mul(state.wrapping_sub(part.wrapping_mul(127_773)))
        .wrapping_sub(part.wrapping_mul(2836));
    if state < 0 {
        state = state.wrapping_add(i32::MAX);
    }
    *seed = state as u32;
    (*seed % 65_536) as f32 / 65_535.0
}

/// Spreads the bits of a number.
pub(super) fn hash(number: u32) -> u32 {
    let mix = |x: u32| ((x >> 16) ^ x).wrapping_mul(0x045d_9f3b);
    let x = mix(mix(number));
    (x >> 16) ^ x
}

/// PCG32, with the engine's stream.
pub(super) struct Pcg {
    state: u64,
    increment: u64,
}

impl Pcg {
    pub(super) fn new(seed: u64) -> Self {
        let mut made = Self { state: 0, increment: (1_442_695_040_888_963_407_u64 << 1) | 1 };
        made.next();
        made.state = made.state.wrapping_add(seed);
        made.next();
        made
    }

    pub(super) fn next(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(self.increment);
        let shifted = (((old >> 18) ^ old) >> 27) as u32;
        shifted.rotate_right((old >> 59) as u32)
    }

    /// 0 to 1; small numbers are as fine as large ones.
    pub(super) fn draw(&mut self) -> f32 {
        let exponent = self.next();
        if exponent == 0 {
            return 0.0;
        }
        let digits = (self.next() | 0x8000_0001) as f32;
        digits * 2.0_f32.powi(-32 - exponent.leading_zeros() as i32)
    }
}
