//! Applying the repairs that findings offer.

use proscenio_project::{Document, Project};
use proscenio_source::{Edit, Finding, Safety, Severity, apply};

use crate::{Around, check_in};

/// Rounds of checking and repairing at most: repairs that lie beside each other take one each.
const MAX_ROUNDS: usize = 16;

/// A document after its repairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixed {
    /// The file; the very bytes it had when nothing was applied.
    pub bytes: Vec<u8>,
    /// What was repaired, in the order it was. Places are those of the file as it then was.
    pub applied: Vec<Finding>,
    /// What is still to be said of the file.
    pub left: Vec<Finding>,
}

/// Applies the repairs of all findings up to a safety, and those of what is found afterwards, until nothing
/// changes or 16 rounds are over. Of repairs that touch the same bytes, the first in the file comes first.
///
/// A round after which the file holds more errors than before is taken back.
#[must_use]
pub fn fix(document: &Document, project: Option<&Project<'_>>, safety: Safety) -> Fixed {
    let around = project.map(Around::new);
    fix_in(document, around.as_ref(), safety)
}

/// [`fix`] for one of many files of a project, which then share what is read of it.
#[must_use]
pub fn fix_in(document: &Document, around: Option<&Around<'_>>, safety: Safety) -> Fixed {
    fix_where(document, around, safety, &|_, _| {})
}

/// [`fix_in`] of the findings that are wanted: `wanted` takes others away.
#[must_use]
pub fn fix_where(
    document: &Document,
    around: Option<&Around<'_>>,
    safety: Safety,
    wanted: &dyn Fn(&Document, &mut Vec<Finding>),
) -> Fixed {
    let found = |document: &Document| {
        let mut findings = check_in(document, around);
        wanted(document, &mut findings);
        findings
    };
    let name = document.source().path();
    let mut bytes = document.source().bytes().to_vec();
    let mut left = found(document);
    let mut applied = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let (round, edits) = choose(&left, safety, name);
        if edits.is_empty() {
            break;
        }
        let Ok(next) = apply(&bytes, &edits) else { break };
        if next == bytes {
            break;
        }
        let Some(read) = Document::parse(name, next.clone()) else { break };
        let now = found(&read);
        if errors(&now) > errors(&left) {
            break;
        }
        bytes = next;
        left = now;
        applied.extend(round);
    }
    Fixed { bytes, applied, left }
}

fn errors(findings: &[Finding]) -> usize {
    findings.iter().filter(|finding| finding.severity == Severity::Error).count()
}

/// The repairs of one round, which do not touch each other, and their edits.
fn choose(findings: &[Finding], safety: Safety, name: &str) -> (Vec<Finding>, Vec<Edit>) {
    let mut wanted: Vec<&Finding> = findings
        .iter()
        .filter(|finding| {
            let safe = finding.fix.as_ref().is_some_and(|fix| fix.safety <= safety && !fix.edits.is_empty());
            safe && *finding.path == *name
        })
        .collect();
    let first = |finding: &Finding| {
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
        edits.map(|edit| (edit.span.start(), edit.span.end())).min()
    };
    wanted.sort_by_key(|finding| first(finding));
    let mut chosen = Vec::new();
    let mut edits: Vec<Edit> = Vec::new();
    // Bytes that are taken, by where they start; they do not overlap.
    let mut taken: std::collections::BTreeMap<u32, u32> = std::collections::BTreeMap::new();
    for finding in wanted {
        let Some(fix) = &finding.fix else { continue };
        let free = fix.edits.iter().all(|edit| {
            let before = taken.range(..=edit.span.start()).next_back();
            let behind = taken.range(edit.span.start()..).next();
            before.is_none_or(|(_, end)| *end <= edit.span.start())
                && behind.is_none_or(|(start, _)| *start >= edit.span.end())
                && !taken.contains_key(&edit.span.start())
        });
        if free {
            taken.extend(fix.edits.iter().map(|edit| (edit.span.start(), edit.span.end())));
            edits.extend(fix.edits.iter().cloned());
            chosen.push(finding.clone());
        }
    }
    (chosen, edits)
}
