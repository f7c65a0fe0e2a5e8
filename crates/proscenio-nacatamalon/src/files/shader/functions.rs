//! Finding the functions of a shader's text, by names and braces alone.

/// A function of a shader's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function<'a> {
    pub(super) name: &'a str,
    /// The whole definition.
    pub(super) text: &'a str,
}

/// The text with every comment blanked, byte for byte as long as before.
pub(super) fn without_comments(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match &bytes[at..] {
            [b'/', b'/', ..] => memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |len| at + len),
            [b'/', b'*', ..] => block_end(bytes, at),
            _ => {
                at += 1;
                continue;
            }
        };
        out[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        at = end;
    }
    // Whole comments were blanked, so no character was cut.
    String::from_utf8(out).unwrap_or_default()
}

/// Behind a block comment; those of WGSL nest.
fn block_end(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0_usize);
    while at < bytes.len() {
        match &bytes[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                at += 2;
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The functions of a WGSL text: `fn name(`.
pub(super) fn wgsl(text: &str) -> Vec<Function<'_>> {
    let blank = without_comments(text);
    find(text, &blank, |rest, at| {
        let after = rest.strip_prefix("fn")?;
        let before = blank[..at].chars().next_back();
        let name = after.trim_start();
        let apart = after.len() != name.len() && before.is_none_or(|c| !is_name(c));
        apart.then(|| at + 2 + (after.len() - name.len()))
    })
}

/// The functions of a GLSL text: a type and a name at the start of a line.
pub(super) fn glsl(text: &str) -> Vec<Function<'_>> {
    let blank = without_comments(text);
    find(text, &blank, |rest, at| {
        let starts_line = at == 0 || blank.as_bytes()[at - 1] == b'\n';
        let kind = rest.find(|c: char| !is_name(c)).filter(|end| starts_line && *end > 0)?;
        let name = rest[kind..].trim_start_matches([' ', '\t']);
        (name.len() < rest.len() - kind).then(|| at + rest.len() - name.len())
    })
}

const fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Goes through the text outside of functions; `start` tells where a function's name stands, when one is
/// defined at a place.
fn find<'a>(text: &'a str, blank: &str, start: impl Fn(&str, usize) -> Option<usize>) -> Vec<Function<'a>> {
    let mut functions = Vec::new();
    let mut at = 0;
    while at < blank.len() {
        if !blank.is_char_boundary(at) || !is_name_start(blank, at) {
            at += 1;
            continue;
        }
        match start(&blank[at..], at).map(|name| (name, definition(blank, name))) {
            Some((name, Definition::Whole { name_end, end })) => {
                functions.push(Function { name: &text[name..name_end], text: &text[at..end] });
                at = end;
            }
            // Nothing behind an open brace stands outside of functions; going on would also take the square
            // of the text's length.
            Some((_, Definition::Open)) => break,
            Some((_, Definition::Not)) | None => {
                at += blank[at..].find(|c: char| !is_name(c)).unwrap_or(blank.len() - at).max(1);
            }
        }
    }
    functions
}

/// Whether a word starts at this byte.
fn is_name_start(blank: &str, at: usize) -> bool {
    let bytes = blank.as_bytes();
    is_name(char::from(bytes[at])) && (at == 0 || !is_name(char::from(bytes[at - 1])))
}

/// What follows a name.
enum Definition {
    /// `(…) … { … }`, ending there.
    Whole { name_end: usize, end: usize },
    /// The same without its end.
    Open,
    /// Something else.
    Not,
}

/// What follows the name at `name`.
fn definition(blank: &str, name: usize) -> Definition {
    let rest = &blank[name..];
    let name_len = rest.find(|c: char| !is_name(c)).unwrap_or(0);
    if name_len == 0 || !rest[name_len..].trim_start().starts_with('(') {
        return Definition::Not;
    }
    let mut depth = 0_usize;
    for (at, byte) in rest.bytes().enumerate().skip(name_len) {
        match byte {
            // A declaration or a call.
            b';' if depth == 0 => return Definition::Not,
            b'}' if depth == 0 => return Definition::Not,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Definition::Whole { name_end: name + name_len, end: name + at + 1 };
                }
            }
            _ => {}
        }
    }
    Definition::Open
}

#[cfg(test)]
mod tests {
    use super::{glsl, wgsl, without_comments};

    #[test]
    fn comments_become_blanks_of_the_same_length() {
        let text = "a // é }\nb /* { /* */ } */ c";
        let blank = without_comments(text);
        assert_eq!(blank.len(), text.len());
        assert_eq!(blank.split_whitespace().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(without_comments("x /* open").trim(), "x");
    }

    #[test]
    fn functions_end_with_their_last_brace() {
        let text = "struct S { a: f32 }\n// fn no() {}\nfn one(a: f32) -> f32 { if a > 0.0 { return 1.0; } /* } */ return a; }\nconst C = 1;\nfn two () { }\nfn open(";
        let found = wgsl(text);
        assert_eq!(found.iter().map(|f| f.name).collect::<Vec<_>>(), ["one", "two"]);
        assert!(found[0].text.starts_with("fn one(") && found[0].text.ends_with("return a; }"));
        assert_eq!(found[1].text, "fn two () { }");
    }

    #[test]
    fn glsl_definitions_start_their_line() {
        let text = "vec4 effect(vec4 c, vec2 uv) { return c; }\n  float no(float a) { return a; }\nfloat later(float a);\nfloat yes(float a)\n{ return no(a); }\n";
        let names: Vec<&str> = glsl(text).into_iter().map(|f| f.name).collect();
        assert_eq!(names, ["effect", "yes"]);
    }
}
