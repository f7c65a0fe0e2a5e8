//! The digits of a floating-point number.
//!
//! Godot 4.6 prints numbers with the Grisu2 method (Florian Loitsch, "Printing Floating-Point Numbers
//! Quickly and Accurately with Integers", 2010): the digits always read back to the same number, and are
//! the fewest that do in all but about one of a thousand doubles. To be spelled like the engine's, those
//! few must be spelled with its extra digit, so the same method is used here rather than an exact one.

/// `digits * 10^exponent`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    /// At most 17 decimal digits.
    pub digits: u64,
    /// The power of ten.
    pub exponent: i32,
}

/// `significand * 2^exponent`
#[derive(Clone, Copy)]
struct Scaled {
    significand: u64,
    exponent: i32,
}

/// The shortest digits that read back as the same single-precision number, which is finite and positive.
pub(super) fn of_f32(number: f32) -> Decimal {
    let bits = number.to_bits();
    of_parts(u64::from(bits & 0x007F_FFFF), (bits >> 23) as i32, 23, 127)
}

/// The same for double precision.
pub(super) fn of_f64(number: f64) -> Decimal {
    let bits = number.to_bits();
    of_parts(bits & 0x000F_FFFF_FFFF_FFFF, (bits >> 52) as i32, 52, 1023)
}

/// The number with the stored fraction and biased exponent of a format with `fraction_bits` and `bias`.
fn of_parts(fraction: u64, biased: i32, fraction_bits: u32, bias: i32) -> Decimal {
    let hidden = 1_u64 << fraction_bits;
    let bias = bias + fraction_bits as i32;
    let value = match biased {
        0 => Scaled { significand: fraction, exponent: 1 - bias },
        _ => Scaled { significand: fraction + hidden, exponent: biased - bias },
    };
    // Halfway to the neighbours; below a power of two the lower neighbour is nearer.
    let upper = Scaled { significand: 2 * value.significand + 1, exponent: value.exponent - 1 }.normalized();
    let lower = if fraction == 0 && biased > 1 {
        Scaled { significand: 4 * value.significand - 1, exponent: value.exponent - 2 }
    } else {
        Scaled { significand: 2 * value.significand - 1, exponent: value.exponent - 1 }
    };
    let lower = Scaled {
        significand: lower.significand << (lower.exponent - upper.exponent),
        exponent: upper.exponent,
    };
    let (power, tens) = power_for(upper.exponent);
    let middle = value.normalized().times(power);
    let upper = upper.times(power);
    // One unit inwards on each side, because the products are rounded.
    let top = upper.significand - 1;
    let width = top - (lower.times(power).significand + 1);
    let decimal = generate(top, width, top - middle.significand, -upper.exponent as u32);
    Decimal { digits: decimal.digits, exponent: decimal.exponent - tens }
}

impl Scaled {
    /// The same number with the highest bit of the significand set.
    fn normalized(self) -> Self {
        let zeros = self.significand.leading_zeros();
        Self { significand: self.significand << zeros, exponent: self.exponent - zeros as i32 }
    }

    /// The upper half of the product, rounded.
    fn times(self, other: Self) -> Self {
        let product = u128::from(self.significand) * u128::from(other.significand) + (1 << 63);
        Self { significand: (product >> 64) as u64, exponent: self.exponent + other.exponent + 64 }
    }
}

/// The digits of the number nearest to `top - gap` that end first between `top - width` and `top`, all
/// in units of `2^-shift`.
fn generate(top: u64, mut width: u64, mut gap: u64, shift: u32) -> Decimal {
    let one = 1_u64 << shift;
    let mut whole = (top >> shift) as u32;
    let mut fraction = top & (one - 1);
    let mut digits = 0;
    let mut exponent = whole.checked_ilog10().map_or(1, |log| log as i32 + 1);
    let mut power = 10_u32.pow(exponent as u32 - 1);
    while exponent > 0 {
        digits = digits * 10 + u64::from(whole / power);
        whole %= power;
        exponent -= 1;
        let rest = (u64::from(whole) << shift) + fraction;
        if rest <= width {
            let unit = u64::from(power) << shift;
            return Decimal { digits: nearer(digits, gap, width, rest, unit), exponent };
        }
        power /= 10;
    }
    loop {
        fraction *= 10;
        digits = digits * 10 + (fraction >> shift);
        fraction &= one - 1;
        exponent -= 1;
        width = width.wrapping_mul(10);
        gap = gap.wrapping_mul(10);
        if fraction <= width {
            return Decimal { digits: nearer(digits, gap, width, fraction, one), exponent };
        }
    }
}

/// Counts the last digit down as long as that leads nearer to the number, which lies `gap` below the top
/// while the digits lie `rest` below it.
fn nearer(mut digits: u64, gap: u64, width: u64, mut rest: u64, unit: u64) -> u64 {
    while rest < gap && width - rest >= unit && (rest + unit < gap || gap - rest > rest + unit - gap) {
        digits -= 1;
        rest += unit;
    }
    digits
}

/// The lowest power of ten in [`SIGNIFICANDS`].
const FIRST_POWER: i32 = -300;
/// From one power to the next.
const POWER_STEP: i32 = 8;

/// A power of ten, and its exponent, that brings a number with this binary exponent to one from -60 to
/// -32, so that its whole part fits in 32 bits.
fn power_for(exponent: i32) -> (Scaled, i32) {
    let bits = -61 - exponent;
    // log10(2) is 78913 / 2^18, exactly enough for all exponents of doubles.
    let least = (bits * 78913) / (1 << 18) + i32::from(bits > 0);
    let index = (least - FIRST_POWER + POWER_STEP - 1) / POWER_STEP;
    let tens = FIRST_POWER + index * POWER_STEP;
    // log2(10) is 217706 / 2^16.
    let exponent = ((tens * 217_706) >> 16) - 63;
    (Scaled { significand: SIGNIFICANDS[index as usize], exponent }, tens)
}

/// `10^-300`, `10^-292`, … `10^324`: the first 64 bits of each, rounded.
#[rustfmt::skip]
const SIGNIFICANDS: [u64; 79] = [
    0xAB70FE17C79AC6CA, 0xFF77B1FCBEBCDC4F, 0xBE5691EF416BD60C, 0x8DD01FAD907FFC3C, 0xD3515C2831559A83,
    0x9D71AC8FADA6C9B5, 0xEA9C227723EE8BCB, 0xAECC49914078536D, 0x823C12795DB6CE57, 0xC21094364DFB5637,
    0x9096EA6F3848984F, 0xD77485CB25823AC7, 0xA086CFCD97BF97F4, 0xEF340A98172AACE5, 0xB23867FB2A35B28E,
    0x84C8D4DFD2C63F3B, 0xC5DD44271AD3CDBA, 0x936B9FCEBB25C996, 0xDBAC6C247D62A584, 0xA3AB66580D5FDAF6,
    0xF3E2F893DEC3F126, 0xB5B5ADA8AAFF80B8, 0x87625F056C7C4A8B, 0xC9BCFF6034C13053, 0x964E858C91BA2655,
    0xDFF9772470297EBD, 0xA6DFBD9FB8E5B88F, 0xF8A95FCF88747D94, 0xB94470938FA89BCF, 0x8A08F0F8BF0F156B,
    0xCDB02555653131B6, 0x993FE2C6D07B7FAC, 0xE45C10C42A2B3B06, 0xAA242499697392D3, 0xFD87B5F28300CA0E,
    0xBCE5086492111AEB, 0x8CBCCC096F5088CC, 0xD1B71758E219652C, 0x9C40000000000000, 0xE8D4A51000000000,
    0xAD78EBC5AC620000, 0x813F3978F8940984, 0xC097CE7BC90715B3, 0x8F7E32CE7BEA5C70, 0xD5D238A4ABE98068,
    0x9F4F2726179A2245, 0xED63A231D4C4FB27, 0xB0DE65388CC8ADA8, 0x83C7088E1AAB65DB, 0xC45D1DF942711D9A,
    0x924D692CA61BE758, 0xDA01EE641A708DEA, 0xA26DA3999AEF774A, 0xF209787BB47D6B85, 0xB454E4A179DD1877,
    0x865B86925B9BC5C2, 0xC83553C5C8965D3D, 0x952AB45CFA97A0B3, 0xDE469FBD99A05FE3, 0xA59BC234DB398C25,
    0xF6C69A72A3989F5C, 0xB7DCBF5354E9BECE, 0x88FCF317F22241E2, 0xCC20CE9BD35C78A5, 0x98165AF37B2153DF,
    0xE2A0B5DC971F303A, 0xA8D9D1535CE3B396, 0xFB9B7CD9A4A7443C, 0xBB764C4CA7A44410, 0x8BAB8EEFB6409C1A,
    0xD01FEF10A657842C, 0x9B10A4E5E9913129, 0xE7109BFBA19C0C9D, 0xAC2820D9623BF429, 0x80444B5E7AA7CF85,
    0xBF21E44003ACDD2D, 0x8E679C2F5E44FF8F, 0xD433179D9C8CB841, 0x9E19DB92B4E31BA9,
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Decimal, FIRST_POWER, POWER_STEP, SIGNIFICANDS, of_f32, of_f64};

    fn read(decimal: Decimal) -> String {
        format!("{}e{}", decimal.digits, decimal.exponent)
    }

    #[test]
    fn digits_of_known_numbers() {
        assert_eq!(of_f32(0.1), Decimal { digits: 1, exponent: -1 });
        assert_eq!(of_f64(0.1), Decimal { digits: 1, exponent: -1 });
        assert_eq!(of_f32(0.35999995), Decimal { digits: 35_999_995, exponent: -8 });
        assert_eq!(of_f64(100.0), Decimal { digits: 1, exponent: 2 });
        assert_eq!(of_f64(f64::MAX), Decimal { digits: 17_976_931_348_623_157, exponent: 292 });
        assert_eq!(of_f64(5e-324), Decimal { digits: 5, exponent: -324 });
        assert_eq!(of_f32(f32::MIN_POSITIVE), Decimal { digits: 11_754_944, exponent: -45 });
        // Halfway between two singles an exact method would stop one digit earlier.
        assert_eq!(of_f32(33_554_432.0 * 1_048_576.0), Decimal { digits: 35_184_372, exponent: 6 });
    }

    #[test]
    fn the_powers_are_those_of_ten() {
        for (index, significand) in SIGNIFICANDS.iter().enumerate() {
            let tens = FIRST_POWER + index as i32 * POWER_STEP;
            // The first 53 bits are those of the double that is read from the text.
            if (-300..=308).contains(&tens) {
                let double: f64 = format!("1e{tens}").parse().unwrap();
                let bits = (double.to_bits() & 0x000F_FFFF_FFFF_FFFF) | 0x0010_0000_0000_0000;
                let rounded = (significand >> 11) + (significand >> 10 & 1);
                assert_eq!(rounded, bits, "1e{tens}");
            }
        }
    }

    proptest! {
        #[test]
        fn singles_read_back(bits in 1_u32..0x7F80_0000) {
            let number = f32::from_bits(bits);
            prop_assert_eq!(read(of_f32(number)).parse::<f32>().unwrap().to_bits(), bits);
            // Nine digits tell any two singles apart; the engine's method finds the shortest nearly always.
            prop_assert!(of_f32(number).digits.to_string().len() <= 9);
        }

        #[test]
        fn doubles_read_back(bits in 1_u64..0x7FF0_0000_0000_0000) {
            let number = f64::from_bits(bits);
            prop_assert_eq!(read(of_f64(number)).parse::<f64>().unwrap().to_bits(), bits);
            prop_assert!(of_f64(number).digits.to_string().len() <= 17);
        }
    }
}
