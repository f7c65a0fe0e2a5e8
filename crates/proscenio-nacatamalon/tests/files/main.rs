//! The files a scene names: what is read from them, the numbers of the specification, what is refused.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod motion;
mod particles;
mod settings;
mod sheets;
mod text;

use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::Read;
use proscenio_source::{Finding, Source};

fn document(name: &str, text: &str) -> Document {
    Document::parse(Source::new(name, text.into()))
}

fn codes(findings: &[Finding]) -> Vec<&str> {
    assert!(findings.iter().all(|finding| finding.help.is_some() && finding.span.is_some()));
    findings.iter().map(|finding| finding.code.strip_prefix("nacatamalon/").unwrap()).collect()
}

fn good<T>(read: Read<T>) -> T {
    assert_eq!(codes(&read.findings), [""; 0], "{:?}", read.findings);
    assert!(!read.refused);
    read.file
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}
