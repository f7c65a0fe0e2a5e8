//! Bytes as base64 text, with the fastest code that the machine has.

use base64::DecodeError;
use base64::Engine as _;
use base64::engine::general_purpose::PAD;

/// The bytes that a text stands for.
pub(crate) fn decode(text: &[u8]) -> Result<Vec<u8>, DecodeError> {
    engine().decode(text)
}

/// Appends the text that stands for bytes.
pub(crate) fn encode(bytes: &[u8], out: &mut String) {
    engine().encode_string(bytes, out);
}

/// Looks at the processor, which costs no more than a load once that was done.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn engine() -> base64::engine::Simd {
    base64::engine::Simd::standard(PAD)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn engine() -> base64::engine::GeneralPurpose {
    base64::engine::GeneralPurpose::new(&base64::alphabet::STANDARD, PAD)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn bytes_and_texts() {
        for len in 0..200_u8 {
            let bytes: Vec<u8> = (0..len).map(|byte| byte.wrapping_mul(37)).collect();
            let mut text = String::new();
            encode(&bytes, &mut text);
            assert_eq!(text.len(), usize::from(len).div_ceil(3) * 4);
            assert_eq!(decode(text.as_bytes()).unwrap(), bytes);
        }
        assert_eq!(decode(b"AP8=").unwrap(), [0, 255]);
        for wrong in ["A", "AP8", "AP8=AP8=", "AP 8", "\u{fc}AAA"] {
            assert!(decode(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
