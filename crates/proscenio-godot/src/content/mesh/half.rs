//! Numbers of sixteen bits.

/// The number that a half holds.
pub(super) fn to_f32(half: u16) -> f32 {
    let sign = u32::from(half >> 15) << 31;
    let exponent = u32::from(half >> 10) & 0x1F;
    let fraction = u32::from(half) & 0x3FF;
    match (exponent, fraction) {
        (0, _) => {
            // A fraction of 2^-24.
            let size = fraction as f32 * f32::from_bits(0x3380_0000);
            f32::from_bits(size.to_bits() | sign)
        }
        (31, _) => f32::from_bits(sign | 0x7F80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

/// The nearest half; beyond its range infinity.
pub(super) fn from_f32(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let size = bits & 0x7FFF_FFFF;
    if size > 0x7F80_0000 {
        return sign | 0x7E00;
    }
    if size >= 0x477F_F000 {
        return sign | 0x7C00;
    }
    if size < 0x3880_0000 {
        // Below the smallest normal half; in steps of 2^-24.
        let steps = (f32::from_bits(size) * 16_777_216.0).round_ties_even();
        return sign | steps as u16;
    }
    let rounded = size + 0xFFF + (size >> 13 & 1);
    sign | ((rounded - 0x3800_0000) >> 13) as u16
}

#[cfg(test)]
mod tests {
    use super::{from_f32, to_f32};

    #[test]
    fn every_half_comes_back() {
        for half in 0..=u16::MAX {
            let number = to_f32(half);
            if number.is_nan() {
                assert!(to_f32(from_f32(number)).is_nan());
            } else {
                assert_eq!(from_f32(number), half, "{number}");
            }
        }
    }

    #[test]
    fn known_numbers() {
        assert_eq!([0x3C00, 0xC000, 0x3555, 0x7BFF].map(to_f32), [1.0, -2.0, 0.333_251_95, 65504.0]);
        assert_eq!(from_f32(70000.0), 0x7C00);
        assert_eq!(from_f32(0.1), 0x2E66);
    }
}
