//! What the command line prints, for people and for machines.

use std::io::{self, Write};

use anstream::AutoStream;
use proscenio::{Finding, Severity, Source, Style, render};
use serde::Serialize;

use crate::args::Format;

/// Standard output that strips colours where they do not belong.
pub fn stdout() -> AutoStream<io::StdoutLock<'static>> {
    AutoStream::auto(io::stdout().lock())
}

/// Prints a value as JSON with a final line end.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Prints why a command could not do its work, and each cause.
pub fn complain(error: &anyhow::Error) {
    anstream::eprintln!("proscenio: {error:#}");
}

/// Prints something worth knowing about work that went well.
pub fn note(text: &str) {
    anstream::eprintln!("note: {text}");
}

/// Prints a finding on standard error.
pub fn warn(finding: &Finding, source: Option<&Source>) {
    anstream::eprint!("{}", render(finding, source, Style::Coloured));
}

/// Prints the findings about one file on standard error.
pub fn findings(findings: &[Finding], source: &Source, format: Format) -> anyhow::Result<()> {
    if format == Format::Text {
        findings.iter().for_each(|finding| warn(finding, Some(source)));
        return Ok(());
    }
    let list: Vec<JsonFinding<'_>> =
        findings.iter().map(|finding| JsonFinding::new(finding, source)).collect();
    let mut out = io::stderr().lock();
    serde_json::to_writer_pretty(&mut out, &list)?;
    writeln!(out)?;
    Ok(())
}

/// Whether an error only says that nobody reads our output any more (`| head`).
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}

/// A finding as machines read it. Lines and columns count from 1, columns in characters.
#[derive(Serialize)]
pub struct JsonFinding<'a> {
    code: &'a str,
    severity: &'static str,
    message: &'a str,
    path: &'a str,
    #[serde(flatten)]
    place: Option<JsonPlace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonPlace {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    /// Byte offsets.
    start: u32,
    end: u32,
}

impl<'a> JsonFinding<'a> {
    /// A finding about a file whose text is at hand.
    pub fn new(finding: &'a Finding, source: &Source) -> Self {
        let place = finding.span.map(|span| {
            let (from, to) = (source.line_col(span.start()), source.line_col(span.end()));
            JsonPlace {
                line: from.line,
                column: from.column,
                end_line: to.line,
                end_column: to.column,
                start: span.start(),
                end: span.end(),
            }
        });
        Self {
            code: finding.code,
            severity: severity_name(finding.severity),
            message: &finding.message,
            path: &finding.path,
            place,
            subject: finding.subject.as_deref(),
            help: finding.help.as_deref(),
            fix: finding.fix.as_ref().map(|fix| fix.title.as_str()),
        }
    }
}

/// The word for a severity in machine output.
pub fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// `1 file`, `2 files`.
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
