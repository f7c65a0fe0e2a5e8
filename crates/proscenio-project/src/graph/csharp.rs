//! C# scripts: the class that a file is about, and words that may name those of others.

use proscenio_source::{Source, Span};
use proscenio_vfs::path;
use rustc_hash::FxHashSet;

use super::facts::{Facts, Word};

/// Reads the classes of a script. The one that the engine knows is named as the file; without one of that name it is
/// the first.
pub(super) fn read(facts: &mut Facts, source: &Source) {
    let bytes = source.bytes();
    let mut seen: FxHashSet<&[u8]> = FxHashSet::default();
    let mut declared: Vec<String> = Vec::new();
    let (mut class, mut member) = (false, false);
    let mut at = 0;
    while let Some(start) = next_word(bytes, &mut at, &mut member) {
        let word = bytes.get(start..at).unwrap_or_default();
        if class {
            declared.push(String::from_utf8_lossy(word).into_owned());
        }
        class = matches!(word, b"class" | b"record" | b"struct" | b"interface");
        // Behind a point stands a member of something, or a class of a space of names, which begins as classes do.
        let may_be = !member || word.first().is_some_and(u8::is_ascii_uppercase);
        if may_be && seen.insert(word) {
            let span = Span::new(start as u32, at as u32);
            let line = source.lines().line(span.start());
            facts.words.push(Word { text: String::from_utf8_lossy(word).into_owned(), span, line });
        }
        member = false;
    }
    let file = path::file_name(&facts.path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    facts.class_name = declared.iter().find(|name| *name == stem).or(declared.first()).cloned();
}

/// Goes on behind the next word outside of texts and comments, and gives its start; `member` is set where a point
/// stands in front of it.
fn next_word(bytes: &[u8], at: &mut usize, member: &mut bool) -> Option<usize> {
    while let Some(byte) = bytes.get(*at).copied() {
        let rest = bytes.get(*at..).unwrap_or_default();
        if rest.starts_with(b"//") || byte == b'#' {
            *at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        } else if rest.starts_with(b"/*") {
            *at += memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2);
        } else if rest.starts_with(b"@\"") || rest.starts_with(b"$@\"") || rest.starts_with(b"@$\"") {
            *at += memchr::memchr(b'"', rest).unwrap_or(0) + 1;
            skip_text(bytes, at, b'"', false);
        } else if byte == b'"' || byte == b'\'' {
            *at += 1;
            skip_text(bytes, at, byte, true);
        } else if is_word(byte) {
            let start = *at;
            while bytes.get(*at).copied().is_some_and(is_word) {
                *at += 1;
            }
            if !byte.is_ascii_digit() {
                return Some(start);
            }
        } else {
            *member = byte == b'.' || *member && byte.is_ascii_whitespace();
            *at += 1;
        }
    }
    None
}

/// Goes behind the quote that ends a text; one on a single line ends with that at the latest.
fn skip_text(bytes: &[u8], at: &mut usize, quote: u8, escapes: bool) {
    while let Some(byte) = bytes.get(*at).copied() {
        *at += 1;
        match byte {
            b'\\' if escapes => *at += 1,
            b'\n' if escapes => return,
            byte if byte == quote => return,
            _ => {}
        }
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::read;
    use crate::graph::Facts;

    fn facts(text: &str) -> (Option<String>, Vec<String>) {
        let mut facts = Facts { path: "code/Hero.cs".to_owned(), ..Facts::default() };
        read(&mut facts, &Source::new("code/Hero.cs", text.into()));
        (facts.class_name, facts.words.into_iter().map(|word| word.text).collect())
    }

    #[test]
    fn classes_and_words() {
        let (class, words) = facts(
            "// class Not\nusing Godot;\nclass Part { }\n[GlobalClass]\npublic partial class Hero : CharacterBody2D {\n  /* class No */ string a = \"class X \\\" Y\"; var b = @\"C:\\\"; var c = $\"{a}\";\n  Enemy e = Game.Foes.Boss; e.hide();\n}\n",
        );
        assert_eq!(class.as_deref(), Some("Hero"));
        for word in ["Part", "Hero", "CharacterBody2D", "Enemy", "Boss"] {
            assert!(words.iter().any(|own| own == word), "{word}");
        }
        for word in ["Not", "No", "X", "Y", "C", "hide"] {
            assert!(words.iter().all(|own| own != word), "{word}");
        }
        assert_eq!(facts("public record Item;").0.as_deref(), Some("Item"));
        assert_eq!(facts("\"class").0, None);
        assert_eq!(facts("/* class A").0, None);
    }
}
