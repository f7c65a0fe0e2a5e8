//! Findings of one file; a flood of one code becomes a sum.

use std::collections::BTreeMap;
use std::sync::Arc;

use proscenio_source::{CodeInfo, Finding, Span};

/// Findings of one code that are listed one by one.
const LISTED_PER_CODE: u32 = 100;

/// Collects findings about one file.
#[derive(Debug)]
pub(super) struct Report {
    path: Arc<str>,
    findings: Vec<Finding>,
    counts: BTreeMap<&'static str, (CodeInfo, u32)>,
}

impl Report {
    pub fn new(path: &Arc<str>) -> Self {
        Self { path: Arc::clone(path), findings: Vec::new(), counts: BTreeMap::new() }
    }

    /// Adds a finding; the message is only made when it is listed.
    pub fn push(&mut self, code: CodeInfo, span: Option<Span>, message: impl FnOnce() -> String) {
        let (_, count) = self.counts.entry(code.name).or_insert((code, 0));
        *count += 1;
        if *count <= LISTED_PER_CODE {
            self.findings.push(code.finding(&self.path, message()).at_maybe(span));
        }
    }

    /// All findings, the sums last.
    pub fn finish(mut self) -> Vec<Finding> {
        for (code, count) in self.counts.values() {
            if *count > LISTED_PER_CODE {
                let message = format!("{} further places: {}", count - LISTED_PER_CODE, code.summary);
                self.findings.push(code.finding(&self.path, message));
            }
        }
        self.findings
    }
}
