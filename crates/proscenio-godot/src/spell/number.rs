//! Numbers as the engines write them.

use super::Spelling;
use super::digits::{self, Decimal};

/// Appends a number that is a value of its own: always with a point or an exponent.
pub(super) fn float(out: &mut String, number: f64, spelling: Spelling) {
    let start = out.len();
    member(out, number, spelling);
    let plain = out.as_bytes()[start..].iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    if plain {
        out.push_str(".0");
    }
}

/// Appends a number inside a vector, a colour or a packed array.
pub(super) fn member(out: &mut String, number: f64, spelling: Spelling) {
    let single = number as f32;
    // A number of single precision is written with the digits that this precision needs.
    let is_single = f64::from(single) == number && single != 0.0 && single.is_finite();
    let decimal = is_single.then(|| digits::of_f32(single.abs()));
    digits_or_word(out, number, decimal, spelling);
}

/// Appends a real of 64 bits, with all the digits that these need.
pub(super) fn wide(out: &mut String, number: f64, spelling: Spelling) {
    digits_or_word(out, number, None, spelling);
}

/// Appends a number by these digits, else by those of double precision.
fn digits_or_word(out: &mut String, number: f64, decimal: Option<Decimal>, spelling: Spelling) {
    // The engine writes no negative zero.
    if number == 0.0 {
        return out.push('0');
    }
    if !number.is_finite() {
        return out.push_str(match (number.is_nan(), number > 0.0, spelling) {
            (true, ..) => "nan",
            (_, true, _) => "inf",
            (_, _, Spelling::Godot4 { base64: true }) => "-inf",
            _ => "inf_neg",
        });
    }
    if number < 0.0 {
        out.push('-');
    }
    let decimal = decimal.unwrap_or_else(|| digits::of_f64(number.abs()));
    decimal.write(out, spelling.most_digits());
}

/// Appends a single-precision member.
pub(super) fn single(out: &mut String, number: f32, spelling: Spelling) {
    member(out, f64::from(number), spelling);
}

impl Spelling {
    /// Digits in front of the point, beyond which an exponent is written.
    fn most_digits(self) -> i32 {
        match self {
            Self::Godot3 => 6,
            Self::Godot4 { .. } => 15,
        }
    }
}

impl Decimal {
    /// Appends the number in the manner of C's `%g`, with an exponent when it is less than 0.0001 or has
    /// more than `most` digits in front of the point.
    fn write(self, out: &mut String, most: i32) {
        let mut buffer = [0; 20];
        let digits = decimal(self.digits, &mut buffer);
        let len = digits.len() as i32;
        // Where the point stands, counted from the first digit.
        let point = len + self.exponent;
        if point > most || point <= -4 {
            let (first, rest) = digits.split_at(1);
            out.push_str(first);
            if !rest.is_empty() {
                out.push('.');
                out.push_str(rest);
            }
            return exponent(out, point - 1);
        }
        if point <= 0 {
            out.push_str("0.");
            (point..0).for_each(|_| out.push('0'));
            out.push_str(digits);
        } else if point >= len {
            out.push_str(digits);
            (len..point).for_each(|_| out.push('0'));
        } else {
            let (whole, fraction) = digits.split_at(point as usize);
            out.push_str(whole);
            out.push('.');
            out.push_str(fraction);
        }
    }
}

/// A sign and at least two digits.
fn exponent(out: &mut String, power: i32) {
    out.push('e');
    out.push(if power < 0 { '-' } else { '+' });
    if power.abs() < 10 {
        out.push('0');
    }
    whole(out, i64::from(power.abs()));
}

/// The number that a reader in double precision finds in the digits of a number of single precision.
pub(crate) fn shortest(single: f32) -> f64 {
    let mut text = String::new();
    member(&mut text, f64::from(single), Spelling::GODOT_4);
    text.parse().unwrap_or_default()
}

/// The fewest digits that tell a finite number. The method above may give one more.
pub(crate) fn significant_digits(number: f64) -> usize {
    let text = format!("{:e}", number.abs());
    text.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count()
}

/// Appends a whole number.
pub(super) fn whole(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    out.push_str(decimal(number.unsigned_abs(), &mut [0; 20]));
}

/// The digits of a number, in the end of `buffer`.
fn decimal(mut number: u64, buffer: &mut [u8; 20]) -> &str {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    // Digits are text.
    std::str::from_utf8(&buffer[at..]).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{float, member, whole};
    use crate::spell::Spelling;

    const GODOT_4: Spelling = Spelling::Godot4 { base64: false };
    const COMPACT: Spelling = Spelling::Godot4 { base64: true };

    fn alone(number: f64, spelling: Spelling) -> String {
        let mut out = String::new();
        float(&mut out, number, spelling);
        out
    }

    fn inside(number: f64, spelling: Spelling) -> String {
        let mut out = String::new();
        member(&mut out, number, spelling);
        out
    }

    /// As Godot 4.6.3 answers `var_to_str`.
    #[test]
    fn numbers_of_godot_4() {
        let cases = [
            (1e6, "1000000.0"),
            (67_108_864.0, "67108864.0"),
            (123_456_789.0, "123456789.0"),
            (1e14, "100000000000000.0"),
            (1e15, "1e+15"),
            (1e16, "1e+16"),
            (123_456_789_012_345_680.0, "1.2345678901234568e+17"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (0.1, "0.1"),
            (0.100_000_001_490_116_12, "0.1"),
            (-0.0, "0.0"),
            (1e-40, "1e-40"),
            (35_184_372_088_832.0, "35184372000000.0"),
            (9_007_199_254_740_992.0, "9.007199e+15"),
            (f64::MAX, "1.7976931348623157e+308"),
            (1e23, "9.999999999999999e+22"),
            (8_589_934_600.0, "8589934600.0"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "inf_neg"),
            (f64::NAN, "nan"),
        ];
        for (number, text) in cases {
            assert_eq!(alone(number, GODOT_4), text);
        }
        assert_eq!(alone(f64::NEG_INFINITY, COMPACT), "-inf");
        assert_eq!(inside(f64::NEG_INFINITY, COMPACT), "-inf");
        assert_eq!(inside(-1.0, GODOT_4), "-1");
        assert_eq!(inside(-0.0, GODOT_4), "0");
        assert_eq!(inside(1e20, GODOT_4), "1e+20");
    }

    /// As Godot 3.2.3 answers `var2str`, for numbers of at most six digits.
    #[test]
    fn numbers_of_godot_3() {
        let cases = [
            (1e6, "1e+06"),
            (999_999.0, "999999.0"),
            (1e5, "100000.0"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (0.1, "0.1"),
            (0.333_333, "0.333333"),
            (-0.0, "0.0"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "nan"),
        ];
        for (number, text) in cases {
            assert_eq!(alone(number, Spelling::Godot3), text);
        }
        // Further digits are kept, where Godot 3 would round them away.
        assert_eq!(alone(1.0 / 3.0, Spelling::Godot3), "0.3333333333333333");
        // Godot 3.2 writes `-inf.0` and cannot read it; later releases write this.
        assert_eq!(alone(f64::NEG_INFINITY, Spelling::Godot3), "inf_neg");
    }

    #[test]
    fn whole_numbers() {
        for number in [0, 7, -1, 1_234_567_890, i64::MAX, i64::MIN] {
            let mut out = String::new();
            whole(&mut out, number);
            assert_eq!(out, number.to_string());
        }
    }
}
