//! What is wrong with a file as JSON, told as findings.

use proscenio_source::{CodeInfo, Edit, Finding, Safety, Source, Span};

use crate::codes;
use crate::parser::{MAX_DEPTH, Problem, ProblemKind};

/// The findings of the parser's problems, and of bytes that are no UTF-8.
pub(crate) fn findings(source: &Source, problems: &[Problem], more: usize) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    if let Err(error) = std::str::from_utf8(source.bytes()) {
        let at = error.valid_up_to() as u32;
        let len = error.error_len().unwrap_or(1) as u32;
        findings.push(
            codes::JSON_NOT_UTF8
                .finding(source.path(), "bytes that are not UTF-8 text")
                .at(Span::new(at, at + len)),
        );
    }
    findings.extend(problems.iter().map(|problem| finding(source, problem)));
    if more > 0 {
        findings.push(
            codes::JSON_MORE
                .finding(source.path(), format!("{more} further places are damaged and not listed")),
        );
    }
    findings
}

fn finding(source: &Source, problem: &Problem) -> Finding {
    let (code, message) = words(source, problem);
    let mut finding = code.finding(source.path(), message).at(problem.span);
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
fn words(source: &Source, problem: &Problem) -> (&'static CodeInfo, String) {
    let found = || quoted(source, problem.span);
    match problem.kind {
        ProblemKind::Empty => (&codes::JSON_EMPTY, "the file holds no JSON value".into()),
        ProblemKind::ByteOrderMark => {
            (&codes::JSON_BYTE_ORDER_MARK, "the file starts with a byte order mark".into())
        }
        ProblemKind::AfterEnd => {
            (&codes::JSON_AFTER_END, format!("`{}` behind the end of the file's one value", found()))
        }
        ProblemKind::Unexpected => {
            (&codes::JSON_UNEXPECTED, format!("`{}` where nothing like it can stand", found()))
        }
        ProblemKind::UnclosedBracket => unclosed_bracket(source, problem),
        ProblemKind::UnclosedString => (
            &codes::JSON_UNCLOSED_STRING,
            "a string without its closing quote; it was taken to end with its line".into(),
        ),
        ProblemKind::UnclosedComment => (&codes::JSON_UNCLOSED_COMMENT, "a comment without its end".into()),
        ProblemKind::TooDeep => (
            &codes::JSON_TOO_DEEP,
            format!("brackets nest deeper than {MAX_DEPTH}; what lies deeper was not looked into"),
        ),
        _ => words_of_small_damage(source, problem),
    }
}

fn words_of_small_damage(source: &Source, problem: &Problem) -> (&'static CodeInfo, String) {
    let found = || quoted(source, problem.span);
    match problem.kind {
        ProblemKind::MissingComma => (&codes::JSON_MISSING_COMMA, "expected a comma in front of this".into()),
        ProblemKind::ExtraComma => (&codes::JSON_EXTRA_COMMA, "a comma with nothing behind it".into()),
        ProblemKind::MissingColon => (&codes::JSON_MISSING_COLON, "expected a colon behind the key".into()),
        ProblemKind::MissingValue => (&codes::JSON_MISSING_VALUE, "expected a value behind the key".into()),
        ProblemKind::MissingKey => {
            (&codes::JSON_MISSING_KEY, format!("expected a key in quotes, found `{}`", found()))
        }
        ProblemKind::BareKey => {
            (&codes::JSON_BARE_KEY, format!("expected a key in quotes, found `{}`", found()))
        }
        ProblemKind::SingleQuotes => (&codes::JSON_SINGLE_QUOTES, "a string in single quotes".into()),
        ProblemKind::UnknownWord => {
            (&codes::JSON_UNKNOWN_WORD, format!("expected a value, found `{}`", found()))
        }
        ProblemKind::BadNumber => {
            (&codes::JSON_BAD_NUMBER, format!("`{}` is not spelled as a JSON number", found()))
        }
        ProblemKind::BadEscape => (&codes::JSON_BAD_ESCAPE, format!("`{}` is no escape", found())),
        ProblemKind::ControlCharacter => (
            &codes::JSON_CONTROL_CHARACTER,
            format!("the raw control character `{}` inside a string", found()),
        ),
        _ => (&codes::JSON_COMMENT, "a comment; it is kept but not read".into()),
    }
}

fn unclosed_bracket(source: &Source, problem: &Problem) -> (&'static CodeInfo, String) {
    let bracket = problem.opened.map_or(&b"["[..], |span| source.slice(span));
    let (open, close) = if bracket == b"{" { ('{', '}') } else { ('[', ']') };
    let message = if problem.span.is_empty() {
        format!("the file ends before the `{open}` is closed")
    } else {
        format!("expected `{close}`, found `{}`", quoted(source, problem.span))
    };
    (&codes::JSON_UNCLOSED_BRACKET, message)
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
