//! Findings for other programs: SARIF, GitHub's annotations, JUnit.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use proscenio::{Finding, Severity, Source};
use serde_json::{Value, json};

use super::Checked;
use crate::commands::explain;
use crate::output;

/// One run in SARIF 2.1.0.
pub(super) fn sarif(checked: &[Checked]) -> Result<()> {
    let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in checked.iter().flat_map(|file| &file.findings) {
        rules.insert(finding.code, 0);
    }
    rules.values_mut().enumerate().for_each(|(at, place)| *place = at);
    let described: Vec<Value> = rules.keys().map(|code| rule(code)).collect();
    let results: Vec<Value> = checked
        .iter()
        .flat_map(|file| file.findings.iter().map(|finding| result(finding, file, &rules)))
        .collect();
    output::json(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "proscenio", "version": env!("CARGO_PKG_VERSION"), "rules": described}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn rule(code: &str) -> Value {
    let known = explain::all().find(|known| known.name == code);
    let (summary, help) = known.map_or(("", ""), |known| (known.summary, known.help));
    let level = known.map_or("warning", |known| level(known.severity));
    json!({
        "id": code,
        "shortDescription": {"text": summary},
        "help": {"text": help},
        "defaultConfiguration": {"level": level},
    })
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn result(finding: &Finding, file: &Checked, rules: &BTreeMap<&str, usize>) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(&finding.path)}});
    if let Some(span) = finding.span {
        let (from, to) = (file.source.line_col(span.start()), file.source.line_col(span.end()));
        place["region"] = json!({
            "startLine": from.line,
            "startColumn": from.column,
            "endLine": to.line,
            "endColumn": to.column,
        });
    }
    json!({
        "ruleId": finding.code,
        "ruleIndex": rules.get(finding.code),
        "level": level(finding.severity),
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
    })
}

/// A path as servers know it: those that begin at the working folder say no more than that.
fn plain(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

/// A path as a relative reference.
fn uri(path: &str) -> String {
    let path = plain(path);
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                out.push(char::from(byte))
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// One line a finding, which GitHub's runners show beside the changed lines.
pub(super) fn github(checked: &[Checked]) -> Result<()> {
    let mut out = output::stdout();
    for file in checked {
        for finding in &file.findings {
            let word = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "notice",
            };
            let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
            let place =
                place(finding, &file.source).map_or(String::new(), |(line, column, end_line, end_column)| {
                    // Columns of several lines mean nothing there.
                    let columns = if line == end_line {
                        format!(",col={column},endColumn={end_column}")
                    } else {
                        String::new()
                    };
                    format!(",line={line},endLine={end_line}{columns}")
                });
            let (path, code) = (property(plain(&finding.path)), property(finding.code));
            writeln!(out, "::{word} file={path}{place},title={code}::{}", data(&message(finding)))?;
        }
    }
    Ok(())
}

fn place(finding: &Finding, source: &Source) -> Option<(u32, u32, u32, u32)> {
    let span = finding.span?;
    let (from, to) = (source.line_col(span.start()), source.line_col(span.end()));
    Some((from.line, from.column, to.line, to.column))
}

fn message(finding: &Finding) -> String {
    let help = finding.help.as_ref().map_or(String::new(), |help| format!("\n{help}"));
    format!("{}{help}", finding.message)
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// One test case a file, which fails where a warning or an error was found.
pub(super) fn junit(checked: &[Checked]) -> Result<()> {
    let bad = |file: &Checked| file.findings.iter().any(|finding| finding.severity >= Severity::Warning);
    let failures = checked.iter().filter(|file| bad(file)).count();
    let mut out = output::stdout();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuites>\n  <testsuite name=\"proscenio check\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">",
        checked.len()
    )?;
    for file in checked {
        let name = xml(&file.name);
        if file.findings.is_empty() {
            writeln!(out, "    <testcase classname=\"proscenio\" name=\"{name}\"/>")?;
            continue;
        }
        writeln!(out, "    <testcase classname=\"proscenio\" name=\"{name}\">")?;
        for finding in &file.findings {
            let line = place(finding, &file.source)
                .map_or(String::new(), |(line, column, ..)| format!(":{line}:{column}"));
            let text = format!("{}{line}: {} [{}]", finding.path, message(finding), finding.code);
            let (message, code, text) = (xml(&finding.message), xml(finding.code), xml(&text));
            if finding.severity >= Severity::Warning {
                writeln!(out, "      <failure type=\"{code}\" message=\"{message}\">{text}</failure>")?;
            } else {
                writeln!(out, "      <system-out>{text}</system-out>")?;
            }
        }
        writeln!(out, "    </testcase>")?;
    }
    writeln!(out, "  </testsuite>\n</testsuites>")?;
    Ok(())
}

/// Text between tags and quotes; characters that XML does not have become `?`.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            char if char.is_control() || matches!(char, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            char => out.push(char),
        }
    }
    out
}
