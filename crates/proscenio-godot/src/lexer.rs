//! Where the smallest pieces of the text end: blanks and comments, words, strings, bracketed values.
//!
//! Nothing here builds anything: each function takes the file and an offset and returns an offset. The
//! parser uses them to step over values without looking inside, and the decoder to look inside.

use memchr::{memchr, memrchr};

use crate::scan::{Block, find};

/// Section names that the engine knows. Such a name behind a `[` in the first column starts a section
/// wherever it stands, because no value of the engine can hold it.
pub(crate) const TAGS: [&[u8]; 8] = [
    b"gd_scene",
    b"gd_resource",
    b"ext_resource",
    b"sub_resource",
    b"node",
    b"resource",
    b"connection",
    b"editable",
];

/// How a string ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StringEnd {
    /// Offset behind the closing quote.
    Closed(usize),
    /// No closing quote; the string is taken to end at this offset, where the next line of the file starts.
    Lost(usize),
    /// The text ended first.
    Cut,
}

/// How a value in brackets ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NestEnd {
    /// Offset behind the bracket that closes the value.
    Closed(usize),
    /// A new property or section starts at this offset while brackets are open.
    Lost(usize),
    /// A string inside, opened at `quote`, lost its closing quote; the file goes on at `at`.
    LostString {
        /// Offset of the opening quote.
        quote: usize,
        /// Where the file goes on.
        at: usize,
    },
    /// The text ended first; inside a string when its quote is given.
    Cut(Option<usize>),
}

/// Whether a byte is blank: every control character is, as in the engine.
#[inline(always)]
pub(crate) const fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// Whether a byte may stand in an identifier.
#[inline(always)]
pub(crate) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Offset of the first byte at or after `at` that is neither blank nor in a comment.
#[inline(always)]
pub(crate) fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        if is_blank(byte) {
            at += 1;
        } else if byte == b';' {
            at = line_end(bytes, at);
        } else {
            break;
        }
    }
    at.min(bytes.len())
}

/// The same, but stops in front of a line end.
#[inline(always)]
pub(crate) fn skip_spaces(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| is_blank(*byte) && *byte != b'\n') {
        at += 1;
    }
    at
}

/// Offset behind the identifier that starts at `at`; `at` itself when none does.
#[inline(always)]
pub(crate) fn word_end(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    // Most words are shorter than two blocks, and the branch that ends a loop over bytes is cheap there.
    while bytes.get(at).is_some_and(|byte| is_word(*byte)) {
        at += 1;
    }
    at
}

/// Offset behind a bare property name: at the first blank, `=`, `"`, `;`, or at the end.
#[inline(always)]
pub(crate) fn key_end(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, |block: Block| block.below(b'!').or(block.is(b'=')).or(block.is(b'"')).or(block.is(b';')))
}

/// Offset behind a number, a colour or a bare word: everything up to a blank or a mark of punctuation.
#[inline(always)]
pub(crate) fn scalar_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        if !(is_word(byte) || matches!(byte, b'.' | b'-' | b'+' | b'#')) {
            break;
        }
        at += 1;
    }
    at
}

/// Offset of the line feed that ends the line of `at`, or the end of the text.
#[inline]
pub(crate) fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr(b'\n', bytes.get(at..).unwrap_or_default()).map_or(bytes.len(), |found| at + found)
}

/// Whether a section name the engine knows stands at `at`, followed by a blank or `]`.
pub(crate) fn known_tag(bytes: &[u8], at: usize) -> bool {
    let end = word_end(bytes, at);
    let closed = bytes.get(end).is_none_or(|byte| is_blank(*byte) || *byte == b']');
    closed && bytes.get(at..end).is_some_and(|word| TAGS.contains(&word))
}

/// Steps over a string whose opening quote stands at `quote`.
///
/// Strings may hold line ends, so one that lost its closing quote runs into the next quote of the file.
/// That quote then belongs to a line like `[node name="` or `key = "`, which is how the loss is seen.
#[inline(always)]
pub(crate) fn string_end(bytes: &[u8], quote: usize) -> StringEnd {
    let mut at = quote + 1;
    loop {
        at = find(bytes, at, |block: Block| block.is(b'"').or(block.is(b'\\')));
        match bytes.get(at) {
            Some(b'"') => break,
            Some(_) => at += 2,
            None => return StringEnd::Cut,
        }
    }
    if matches!(bytes[at - 1], b'=' | b' ')
        && let Some(lost) = lost_quote(bytes, quote, at)
    {
        return StringEnd::Lost(lost);
    }
    StringEnd::Closed(at + 1)
}

/// Decides whether the quote at `close` opens a string of its own; then gives the start of its line.
#[cold]
#[inline(never)]
fn lost_quote(bytes: &[u8], quote: usize, close: usize) -> Option<usize> {
    let start = memrchr(b'\n', &bytes[quote..close]).map(|found| quote + found + 1)?;
    let line = &bytes[start..close];
    if line.first() == Some(&b'[') {
        return (line.ends_with(b"=") && known_tag(bytes, start + 1)).then_some(start);
    }
    let key = line.strip_suffix(b"=").or_else(|| line.strip_suffix(b" = "))?;
    let plain = !key.is_empty() && !key.iter().any(|byte| is_blank(*byte) || *byte == b'\\');
    // Behind the quote that ends a string comes a blank or punctuation; behind one that opens it, text.
    let opens = bytes.get(close + 1).is_some_and(|byte| !is_blank(*byte) && !b",)]}:;".contains(byte));
    (plain && opens).then_some(start)
}

/// Steps over a value in brackets whose opening bracket stands at `open`.
#[inline(always)]
pub(crate) fn nest_end(bytes: &[u8], open: usize) -> NestEnd {
    let mut depth = 1_usize;
    let mut at = open + 1;
    // Behind the last string and the last `=`: a line that starts in front of this starts no property.
    let mut floor = open;
    loop {
        at = find(bytes, at, |block: Block| {
            let curly = block.set(0x20);
            block
                .keep(0xFE)
                .is(b'(')
                .or(curly.is(b'{'))
                .or(curly.is(b'}'))
                .or(block.is(b'"'))
                .or(block.is(b';'))
                .or(block.is(b'='))
        });
        let Some(&byte) = bytes.get(at) else { return NestEnd::Cut(None) };
        match byte {
            b'(' | b'{' => depth += 1,
            b'[' => {
                if bytes[at - 1] == b'\n' && known_tag(bytes, at + 1) {
                    return NestEnd::Lost(at);
                }
                depth += 1;
            }
            b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return NestEnd::Closed(at + 1);
                }
            }
            b'"' => match string_end(bytes, at) {
                StringEnd::Closed(end) => {
                    at = end;
                    floor = end;
                    continue;
                }
                StringEnd::Lost(next) => return NestEnd::LostString { quote: at, at: next },
                StringEnd::Cut => return NestEnd::Cut(Some(at)),
            },
            b';' => {
                at = line_end(bytes, at);
                continue;
            }
            _ => {
                if let Some(line) = assignment_line(bytes, at, floor) {
                    return NestEnd::Lost(line);
                }
                floor = at;
            }
        }
        at += 1;
    }
}

/// No value holds a bare `=`: one behind a name at the start of a line is the next property.
#[cold]
#[inline(never)]
fn assignment_line(bytes: &[u8], equals: usize, floor: usize) -> Option<usize> {
    // Looking no further back than the floor keeps a line of many `=` linear.
    let start = floor + memrchr(b'\n', &bytes[floor..equals])? + 1;
    let line = bytes[start..equals].trim_ascii();
    // A header is recognised by its bracket; anything else must be one plain name.
    let header = line.first() == Some(&b'[') && known_tag(bytes, start + 1);
    let plain = !line.iter().any(|byte| is_blank(*byte) || b"()[]{},:".contains(byte));
    (header || plain && !line.is_empty()).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::{NestEnd, StringEnd, known_tag, nest_end, skip_blank, string_end};

    #[test]
    fn comments_are_blank() {
        assert_eq!(skip_blank(b"  ; note\n\t x", 0), 11);
        assert_eq!(skip_blank(b"; to the end", 0), 12);
        assert_eq!(skip_blank(b"x", 5), 1);
    }

    #[test]
    fn strings_end_at_a_quote_that_is_not_escaped() {
        assert_eq!(string_end(br#""a\"b" c"#, 0), StringEnd::Closed(6));
        assert_eq!(string_end(br#""a\\" c"#, 0), StringEnd::Closed(5));
        assert_eq!(string_end(b"\"a\nb\"", 0), StringEnd::Closed(5));
        assert_eq!(string_end(b"\"a", 0), StringEnd::Cut);
        assert_eq!(string_end(b"\"a\\", 0), StringEnd::Cut);
        assert_eq!(string_end(br#""a\""#, 0), StringEnd::Cut);
    }

    #[test]
    fn a_lost_quote_is_seen_at_the_next_header_or_property() {
        assert_eq!(string_end(b"\"a\n\n[node name=\"B\"]", 0), StringEnd::Lost(4));
        assert_eq!(string_end(b"\"a\ntext = \"b\"", 0), StringEnd::Lost(3));
        // Text that merely looks alike stays a string.
        assert_eq!(string_end(b"\"a\n[note name=\"", 0), StringEnd::Closed(15));
        assert_eq!(string_end(b"\"a\ntext = \"\n", 0), StringEnd::Closed(11));
        assert_eq!(string_end(b"\"a = \"", 0), StringEnd::Closed(6));
    }

    #[test]
    fn brackets_nest_and_strings_and_comments_hide_them() {
        assert_eq!(nest_end(b"(1, 2) x", 0), NestEnd::Closed(6));
        assert_eq!(nest_end(b"{\"a)\": [1, {}]}", 0), NestEnd::Closed(15));
        assert_eq!(nest_end(b"[1, ; ) ]\n2]", 0), NestEnd::Closed(12));
        assert_eq!(nest_end(b"[1, 2", 0), NestEnd::Cut(None));
        assert_eq!(nest_end(b"[1, \"2", 0), NestEnd::Cut(Some(4)));
    }

    #[test]
    fn a_lost_bracket_is_seen_at_the_next_property_or_section() {
        assert_eq!(nest_end(b"(1, 2\nvisible = true\n", 0), NestEnd::Lost(6));
        assert_eq!(nest_end(b"(1, 2\n[node name=\"X\"]\n", 0), NestEnd::Lost(6));
        assert_eq!(nest_end(b"(1, 2\n[resource]\n", 0), NestEnd::Lost(6));
        assert_eq!(nest_end(b"(1 = 2)", 0), NestEnd::Closed(7));
        assert_eq!(nest_end(b"[\"\n\" = 2]", 0), NestEnd::Closed(9));
    }

    #[test]
    fn only_whole_names_are_known() {
        assert!(known_tag(b"node name", 0));
        assert!(known_tag(b"resource]", 0));
        assert!(!known_tag(b"nodes]", 0));
        assert!(!known_tag(b"node=", 0));
        assert!(!known_tag(b"", 0));
    }
}
