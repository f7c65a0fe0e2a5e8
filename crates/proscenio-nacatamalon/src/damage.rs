//! What is wrong with a file as JSON, told as findings.

use proscenio_source::{Edit, Finding, Safety, Severity, Source, Span};

use crate::parser::{MAX_DEPTH, Problem, ProblemKind};

/// The findings of the parser's problems, and of bytes that are no UTF-8.
pub(crate) fn findings(source: &Source, problems: &[Problem], more: usize) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    if let Err(error) = std::str::from_utf8(source.bytes()) {
        let at = error.valid_up_to() as u32;
        let len = error.error_len().unwrap_or(1) as u32;
        findings.push(
            Finding::error("nacatamalon/json-not-utf8", source.path(), "bytes that are not UTF-8 text")
                .at(Span::new(at, at + len))
                .help("save the file as UTF-8"),
        );
    }
    findings.extend(problems.iter().map(|problem| finding(source, problem)));
    if more > 0 {
        findings.push(
            Finding::error(
                "nacatamalon/json-more",
                source.path(),
                format!("{more} further places are damaged and not listed"),
            )
            .help("repair the listed places first; is this a JSON file?"),
        );
    }
    findings
}

fn finding(source: &Source, problem: &Problem) -> Finding {
    let (code, message, help) = words(source, problem);
    let severity = if problem.kind == ProblemKind::ByteOrderMark { Severity::Info } else { Severity::Error };
    let mut finding = Finding::new(code, severity, source.path(), message).at(problem.span).help(help);
    if let Some(opened) = problem.opened {
        finding = finding.related(opened, "opened here");
    }
    repair(source, problem, finding)
}

/// Adds the repair where there is only one sensible one. The engine refuses the file as it stands, so
/// none of these changes what it sees.
fn repair(source: &Source, problem: &Problem, finding: Finding) -> Finding {
    let span = problem.span;
    match problem.kind {
        ProblemKind::ExtraComma => finding.fix("remove the comma", vec![Edit::delete(span)], Safety::Safe),
        ProblemKind::Comment => finding.fix("remove the comment", vec![Edit::delete(span)], Safety::Unsafe),
        ProblemKind::MissingComma => {
            let at = end_of_text_before(source, span.start());
            finding.fix("insert a comma", vec![Edit::insert(at, ",")], Safety::Unsafe)
        }
        ProblemKind::MissingColon => {
            let at = end_of_text_before(source, span.start());
            finding.fix("insert a colon", vec![Edit::insert(at, ":")], Safety::Unsafe)
        }
        ProblemKind::BareKey if !source.slice(span).contains(&b'\\') => finding.fix(
            "put the key in quotes",
            vec![Edit::insert(span.start(), "\""), Edit::insert(span.end(), "\"")],
            Safety::Safe,
        ),
        _ => finding,
    }
}

/// Behind the last byte before `at` that is no blank.
fn end_of_text_before(source: &Source, at: u32) -> u32 {
    let before = Span::new(0, at).slice(source.bytes());
    before.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(at, |last| last as u32 + 1)
}

/// The bytes of a span as they go into a message: short, and on one line.
fn quoted(source: &Source, span: Span) -> String {
    let text = String::from_utf8_lossy(source.slice(span)).into_owned();
    let mut short = String::new();
    for c in text.chars().take(24) {
        if c.is_control() {
            short.extend(c.escape_default());
        } else {
            short.push(c);
        }
    }
    if text.chars().nth(24).is_some() {
        short.push('…');
    }
    short
}

/// Code, message (what was found, what was expected) and help.
fn words(source: &Source, problem: &Problem) -> (&'static str, String, &'static str) {
    let found = || quoted(source, problem.span);
    match problem.kind {
        ProblemKind::Empty => (
            "nacatamalon/json-empty",
            "the file holds no JSON value".into(),
            "a scene starts with { \"format\": \"nacatamalon-scene\", … }",
        ),
        ProblemKind::ByteOrderMark => (
            "nacatamalon/json-byte-order-mark",
            "the file starts with a byte order mark".into(),
            "the engine passes over it, other JSON readers may not; save as UTF-8 without it",
        ),
        ProblemKind::AfterEnd => (
            "nacatamalon/json-after-end",
            format!("`{}` behind the end of the file's one value", found()),
            "a bracket closed too early, or two files were joined; nothing behind this place is read",
        ),
        ProblemKind::Unexpected => (
            "nacatamalon/json-unexpected",
            format!("`{}` where nothing like it can stand", found()),
            "remove it",
        ),
        ProblemKind::UnclosedBracket => unclosed_bracket(source, problem),
        ProblemKind::UnclosedString => (
            "nacatamalon/json-unclosed-string",
            "a string without its closing quote; it was taken to end with its line".into(),
            "close it with \"; a line end inside a string is written \\n",
        ),
        ProblemKind::UnclosedComment => (
            "nacatamalon/json-unclosed-comment",
            "a comment without its end".into(),
            "JSON has no comments: remove it",
        ),
        ProblemKind::TooDeep => (
            "nacatamalon/json-too-deep",
            format!("brackets nest deeper than {MAX_DEPTH}; what lies deeper was not looked into"),
            "boxes can be nested half as deep as brackets",
        ),
        _ => words_of_small_damage(source, problem),
    }
}

fn words_of_small_damage(source: &Source, problem: &Problem) -> (&'static str, String, &'static str) {
    let found = || quoted(source, problem.span);
    match problem.kind {
        ProblemKind::MissingComma => (
            "nacatamalon/json-missing-comma",
            "expected a comma in front of this".into(),
            "put a comma between two values",
        ),
        ProblemKind::ExtraComma => (
            "nacatamalon/json-extra-comma",
            "a comma with nothing behind it".into(),
            "remove it: JSON has no trailing commas",
        ),
        ProblemKind::MissingColon => (
            "nacatamalon/json-missing-colon",
            "expected a colon behind the key".into(),
            "write \"key\": value",
        ),
        ProblemKind::MissingValue => (
            "nacatamalon/json-missing-value",
            "expected a value behind the key".into(),
            "write a value or remove the key; it reads as if the key were not there",
        ),
        ProblemKind::MissingKey => (
            "nacatamalon/json-missing-key",
            format!("expected a key in quotes, found `{}`", found()),
            "write \"key\": value",
        ),
        ProblemKind::BareKey => (
            "nacatamalon/json-bare-key",
            format!("expected a key in quotes, found `{}`", found()),
            "put the key in double quotes",
        ),
        ProblemKind::SingleQuotes => (
            "nacatamalon/json-single-quotes",
            "a string in single quotes".into(),
            "write strings in double quotes",
        ),
        ProblemKind::UnknownWord => (
            "nacatamalon/json-unknown-word",
            format!("expected a value, found `{}`", found()),
            "the only words are true, false and null; text goes in double quotes",
        ),
        ProblemKind::BadNumber => (
            "nacatamalon/json-bad-number",
            format!("`{}` is not spelled as a JSON number", found()),
            "write digits, then perhaps a point and digits, then perhaps an exponent: -12.5e3",
        ),
        ProblemKind::BadEscape => (
            "nacatamalon/json-bad-escape",
            format!("`{}` is no escape", found()),
            "the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits",
        ),
        ProblemKind::ControlCharacter => (
            "nacatamalon/json-control-character",
            format!("the raw control character `{}` inside a string", found()),
            "write it as an escape, a tab as \\t",
        ),
        _ => (
            "nacatamalon/json-comment",
            "a comment; it is kept but not read".into(),
            "JSON has no comments, and the engine refuses the file: remove it",
        ),
    }
}

fn unclosed_bracket(source: &Source, problem: &Problem) -> (&'static str, String, &'static str) {
    let bracket = problem.opened.map_or(&b"["[..], |span| source.slice(span));
    let (open, close) = if bracket == b"{" { ('{', '}') } else { ('[', ']') };
    let message = if problem.span.is_empty() {
        format!("the file ends before the `{open}` is closed")
    } else {
        format!("expected `{close}`, found `{}`", quoted(source, problem.span))
    };
    ("nacatamalon/json-unclosed-bracket", message, "close every bracket with its own kind")
}

#[cfg(test)]
mod tests {
    use proscenio_source::{Severity, Source, apply};

    use crate::Document;

    fn read(text: &str) -> Document {
        Document::parse(Source::new("a.scene", text.as_bytes().to_vec()))
    }

    #[test]
    fn findings_without_end_are_counted() {
        let document = read(&format!("[{}]", ",".repeat(1000)));
        let last = document.findings().last().unwrap();
        assert_eq!(document.findings().len(), 101);
        assert_eq!(last.code, "nacatamalon/json-more");
        assert!(last.message.starts_with("900 "), "{}", last.message);
    }

    #[test]
    fn repairs_repair() {
        for (damaged, repaired) in [
            ("[1, 2,]", "[1, 2]"),
            ("[1\n 2]", "[1,\n 2]"),
            ("{\"a\" 1}", "{\"a\": 1}"),
            ("{a: 1}", "{\"a\": 1}"),
            ("[1 /* x */]", "[1 ]"),
        ] {
            let document = read(damaged);
            let [finding] = document.findings() else { panic!("{damaged}") };
            assert_eq!(finding.severity, Severity::Error);
            let fixed = apply(damaged.as_bytes(), &finding.fix.as_ref().unwrap().edits).unwrap();
            assert_eq!(String::from_utf8(fixed).unwrap(), repaired);
            assert!(read(repaired).findings().is_empty());
        }
    }
}
