//! `uid://…`: unique ids as text and as the numbers that binary files hold.

const PREFIX: &str = "uid://";
/// The letters `a` to `y` and the digits `0` to `8`; the last of each is not used.
const LETTERS: u64 = 25;
const BASE: u64 = 34;

/// The text of an id, such as `uid://ct6ohra8nrexp`.
#[must_use]
pub fn uid_text(mut id: u64) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = id % BASE;
        let start = if digit < LETTERS { u64::from(b'a') } else { u64::from(b'0') - LETTERS };
        digits.push((start + digit) as u8);
        id /= BASE;
        if id == 0 {
            break;
        }
    }
    digits.reverse();
    digits.iter().fold(PREFIX.to_owned(), |mut text, digit| {
        text.push(char::from(*digit));
        text
    })
}

/// The number of a `uid://…`; nothing where the text is none. The engine keeps 63 bits.
#[must_use]
pub fn uid_number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(PREFIX).filter(|digits| !digits.is_empty())?;
    let number = digits.bytes().try_fold(0_u64, |number, byte| {
        let digit = match byte {
            b'a'..=b'y' => byte - b'a',
            b'0'..=b'8' => byte - b'0' + LETTERS as u8,
            _ => return None,
        };
        Some(number.wrapping_mul(BASE).wrapping_add(u64::from(digit)))
    })?;
    Some(number & (u64::MAX >> 1))
}

#[cfg(test)]
mod tests {
    use super::{uid_number, uid_text};

    /// As Godot 4.6.3 answers `ResourceUID.text_to_id`.
    #[test]
    fn ids_are_those_of_the_engine() {
        for (text, number) in KNOWN {
            assert_eq!(uid_number(text), Some(number));
            assert_eq!(uid_text(number), text);
        }
    }

    #[test]
    fn other_texts_are_no_ids() {
        for odd in ["", "uid://", "uid://<invalid>", "res://a", "uid://9", "uid://A", "uid://z"] {
            assert_eq!(uid_number(odd), None, "{odd}");
        }
        assert_eq!(uid_text(0), "uid://a");
    }

    const KNOWN: [(&str, u64); 2] = [
        ("uid://ct6ohra8nrexp", 6_171_288_539_755_102_629),
        ("uid://bkjd0qu2gbrox", 3_107_116_188_190_409_215),
    ];
}
