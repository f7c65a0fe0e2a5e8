//! Where one JSON token ends. Nothing here allocates or decodes.
//!
//! Every function takes the whole file and an offset, and answers with a later offset. Blanks and the
//! inside of strings are looked at eight bytes at a time: they are most of a scene file.

/// A string token as it stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StringToken {
    /// Behind the closing quote, or behind the last byte when there is none.
    pub end: usize,
    /// Whether the closing quote is there.
    pub closed: bool,
    /// The first escape that JSON does not know.
    pub bad_escape: Option<usize>,
    /// The first raw control character (line ends excepted: they end the string).
    pub control: Option<usize>,
}

/// Repeats a byte in all eight places of a word.
const fn repeat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Marks the zero bytes of a word by their top bit; the lowest mark is exact.
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(repeat(1)) & !word & repeat(0x80)
}

/// Marks the bytes below 0x20; the lowest mark is exact.
const fn control_bytes(word: u64) -> u64 {
    word.wrapping_sub(repeat(0x20)) & !word & repeat(0x80)
}

fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let chunk = bytes.get(at..)?.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*chunk))
}

/// The first byte from `at` that is no JSON blank.
#[inline]
pub(crate) fn blank_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
        while let Some(word) = word_at(bytes, at) {
            let others = word ^ repeat(b' ');
            if others != 0 {
                at += (others.trailing_zeros() / 8) as usize;
                break;
            }
            at += 8;
        }
    }
    at
}

/// The first byte from `at` that ends a plain run inside a string: the quote, a backslash or a control
/// character.
#[inline]
fn plain_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(word) = word_at(bytes, at) {
        let marks = zero_bytes(word ^ repeat(quote)) | zero_bytes(word ^ repeat(b'\\')) | control_bytes(word);
        if marks != 0 {
            return at + (marks.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == quote || byte == b'\\' || byte < 0x20 {
            break;
        }
        at += 1;
    }
    at
}

/// The string that starts with the quote at `at`. It ends at its closing quote, else at the end of its line.
#[inline]
pub(crate) fn string(bytes: &[u8], at: usize) -> StringToken {
    let quote = bytes[at];
    let end = plain_end(bytes, at + 1, quote);
    if bytes.get(end) == Some(&quote) {
        return StringToken { end: end + 1, closed: true, bad_escape: None, control: None };
    }
    uncommon_string(bytes, end, quote)
}

/// The rest of a string that holds an escape, a control character or no closing quote.
fn uncommon_string(bytes: &[u8], mut at: usize, quote: u8) -> StringToken {
    let mut token = StringToken { end: at, closed: false, bad_escape: None, control: None };
    loop {
        at = plain_end(bytes, at, quote);
        match bytes.get(at) {
            None | Some(b'\n' | b'\r') => {
                token.end = at;
                return token;
            }
            Some(b'\\') => {
                let (next, known) = escape(bytes, at);
                if !known {
                    token.bad_escape.get_or_insert(at);
                }
                at = next;
            }
            Some(&byte) if byte == quote => {
                token.end = at + 1;
                token.closed = true;
                return token;
            }
            Some(_) => {
                token.control.get_or_insert(at);
                at += 1;
            }
        }
    }
}

/// The offset behind the escape at `at`, and whether JSON knows it.
fn escape(bytes: &[u8], at: usize) -> (usize, bool) {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => (at + 2, true),
        Some(b'u') => {
            let digits = bytes.get(at + 2..at + 6).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
            if digits { (at + 6, true) } else { (at + 2, false) }
        }
        // A line end ends the string even behind a backslash.
        None | Some(b'\n' | b'\r') => (at + 1, false),
        Some(_) => (at + 2, false),
    }
}

fn digits_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// The number that starts at `at`: where it ends, and whether it is spelled as JSON wants.
#[inline]
pub(crate) fn number(bytes: &[u8], at: usize) -> (usize, bool) {
    let whole = at + usize::from(bytes.get(at) == Some(&b'-'));
    let mut end = digits_end(bytes, whole);
    let mut good = end > whole && (end == whole + 1 || bytes[whole] != b'0');
    if bytes.get(end) == Some(&b'.') {
        let fraction = end + 1;
        end = digits_end(bytes, fraction);
        good &= end > fraction;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = end + 1 + sign;
        end = digits_end(bytes, exponent);
        good &= end > exponent;
    }
    let rest = word_end(bytes, end);
    (rest, good && rest == end)
}

/// The end of the run of bytes from `at` that are neither blanks nor JSON's own signs.
pub(crate) fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        let comment = byte == b'/' && matches!(bytes.get(at + 1), Some(b'/' | b'*'));
        if comment || ends_word(byte) {
            break;
        }
        at += 1;
    }
    at
}

const fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'{' | b'}' | b'[' | b']' | b':' | b',' | b'"' | b'\'')
}

/// The end of the comment at `at` (`//` or `/*`), or `None` when there is no comment there.
///
/// A `/*` without its end reaches to the end of the file.
pub(crate) fn comment_end(bytes: &[u8], at: usize) -> Option<usize> {
    let body = bytes.get(at + 2..)?;
    match (bytes[at], bytes[at + 1]) {
        (b'/', b'/') => {
            Some(memchr::memchr2(b'\n', b'\r', body).map_or(bytes.len(), |length| at + 2 + length))
        }
        (b'/', b'*') => {
            Some(memchr::memmem::find(body, b"*/").map_or(bytes.len(), |length| at + 2 + length + 2))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{blank_end, comment_end, number, string, word_end};

    #[test]
    fn blanks_of_every_length_are_skipped() {
        for count in 0..40 {
            let text = [b"\n".repeat(count % 3), b" ".repeat(count), b"\t\r\n x".to_vec()].concat();
            assert_eq!(blank_end(&text, 0), text.len() - 1, "{count}");
        }
        assert_eq!(blank_end(b"   ", 0), 3);
        assert_eq!(blank_end(b"", 0), 0);
    }

    #[test]
    fn strings_end_at_their_quote_wherever_it_stands() {
        for count in 0..40 {
            let text = [b"\"".to_vec(), b"a".repeat(count), b"\" \"".to_vec()].concat();
            let token = string(&text, 0);
            assert!(token.closed);
            assert_eq!(token.end, count + 2);
        }
    }

    #[test]
    fn strings_know_their_escapes() {
        let token = string(br#""a\"b\\\u00e9" x"#, 0);
        assert_eq!((token.end, token.closed, token.bad_escape), (14, true, None));
        assert_eq!(string(br#""a\qb""#, 0).bad_escape, Some(2));
        assert_eq!(string(br#""\u12g4""#, 0).bad_escape, Some(1));
    }

    #[test]
    fn an_unclosed_string_ends_with_its_line() {
        let token = string(b"\"abc\ndef\"", 0);
        assert_eq!((token.end, token.closed), (4, false));
        let token = string(b"\"abc\\", 0);
        assert_eq!((token.end, token.closed), (5, false));
        let token = string(b"\"abc\\\nd\"", 0);
        assert_eq!((token.end, token.closed), (5, false));
    }

    #[test]
    fn a_raw_tab_is_noticed_and_the_string_goes_on() {
        let token = string(b"\"a\tb\"", 0);
        assert_eq!((token.end, token.closed, token.control), (5, true, Some(2)));
    }

    #[test]
    fn numbers_are_spelled_as_json_wants_or_not() {
        for good in ["0", "-0", "10", "1.5", "-1.25e+10", "1E5", "123456789"] {
            assert_eq!(number(good.as_bytes(), 0), (good.len(), true), "{good}");
        }
        for bad in ["01", "-", "1.", "1e", "1e+", "1.5.2", "0x10", "1_000", "-.5"] {
            assert_eq!(number(bad.as_bytes(), 0), (bad.len(), false), "{bad}");
        }
        assert_eq!(number(b"1,2", 0), (1, true));
    }

    #[test]
    fn words_and_comments() {
        assert_eq!(word_end(b"NaN,", 0), 3);
        assert_eq!(word_end(b"abc// x", 0), 3);
        assert_eq!(comment_end(b"// x\ny", 0), Some(4));
        assert_eq!(comment_end(b"/* x */y", 0), Some(7));
        assert_eq!(comment_end(b"/* x", 0), Some(4));
        assert_eq!(comment_end(b"//", 0), Some(2));
        assert_eq!(comment_end(b"/", 0), None);
        assert_eq!(comment_end(b"/x", 0), None);
    }
}
