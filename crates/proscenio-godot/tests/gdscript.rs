//! Scripts of real projects, and damage.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may stop at what it does not expect"
)]

use proptest::prelude::*;
use proscenio_godot::gdscript::{MemberKind, Script, TokenKind};
use proscenio_source::Source;

mod support;

/// Every `.gd` file below a folder of the corpus.
fn scripts() -> Vec<Script> {
    let Some(corpus) = support::corpus() else { return Vec::new() };
    let mut folders = vec![corpus.join("godot")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "gd") {
                let bytes = std::fs::read(&path).unwrap();
                found.push(Script::parse(Source::new(path.to_str().unwrap(), bytes)));
            }
        }
    }
    found
}

/// What lies between tokens is blank, a comment, or a backslash that carries a line on; and every line that
/// begins with `func` is a function of some class.
#[test]
fn real_scripts_are_read_whole() {
    for script in scripts() {
        let mut end = 0;
        for token in script.tokens() {
            let between = &script.source().bytes()[end..token.span.start() as usize];
            let code =
                between.split(|byte| *byte == b'\n').map(|line| line.split(|byte| *byte == b'#').next());
            let blank =
                code.flatten().all(|part| part.iter().all(|byte| b" \t\r\n\\\xEF\xBB\xBF".contains(byte)));
            assert!(blank, "{}: {:?}", script.source().path(), String::from_utf8_lossy(between));
            end = token.span.end() as usize;
        }
        let mut named = script
            .tokens()
            .windows(2)
            .filter(|pair| script.slice(pair[0].span) == b"func" && pair[1].kind == TokenKind::Word);
        let functions = script.classes().iter().flat_map(|class| &class.members);
        let functions = functions.filter(|member| member.kind == MemberKind::Func).count();
        let written = named.by_ref().count();
        assert_eq!(functions, written, "{}", script.source().path());
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in "[a-z$%\"'\\\\\n\t (){}:;@&^#./,=é]{0,80}") {
        let script = Script::parse(Source::new("a.gd", text.clone().into_bytes()));
        let ends = script.tokens().windows(2).all(|pair| pair[0].span.end() <= pair[1].span.start());
        prop_assert!(ends);
        prop_assert!(script.tokens().last().is_none_or(|last| last.span.end() as usize <= text.len()));
    }

    #[test]
    fn any_script_is_read(words in prop::collection::vec(
        prop::sample::select(vec!["func", "f", "(", ")", ":", "\n", "\t", "class", "extends", "\"a\"", "=", ",", "->",
            "@export", "export", "var", "signal", "class_name", "preload", "$A", "%B", "get_node", ".", "static", "[", ";", "->"]), 0..40)) {
        let text = words.join(" ");
        let script = Script::parse(Source::new("a.gd", text.into_bytes()));
        prop_assert!(!script.classes().is_empty());
    }
}

/// Texts that make a careless reader go over everything again and again.
#[test]
fn reading_takes_time_that_grows_with_the_text() {
    for piece in ["\"\\\"\n", "'\n", "\"\"\"\n", "class A:", "(", "$A/", "@a(", "func f(", "x;"] {
        let script = Script::parse(Source::new("a.gd", piece.repeat(100_000).into_bytes()));
        assert!(script.tokens().len() < 1_000_000, "{piece}");
    }
}
