//! Findings that were there before and are not told again.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use proscenio::{DiskTree, Vfs};

use super::Checked;
use crate::{Outcome, input, output};

/// Files by their path from the project's root, codes, and messages in the order of the file. Lines are left out, so
/// that findings may move.
type Baseline = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Writes everything that was found.
pub(super) fn write(file: &str, checked: &[Checked]) -> Result<Outcome> {
    let mut baseline = Baseline::new();
    let mut count = 0;
    for checked in checked.iter().filter(|checked| !checked.findings.is_empty()) {
        let codes = baseline.entry(checked.inner.clone()).or_default();
        for finding in &checked.findings {
            codes.entry(finding.code.to_owned()).or_default().push(finding.message.clone());
            count += 1;
        }
    }
    let mut bytes = serde_json::to_vec_pretty(&baseline)?;
    bytes.push(b'\n');
    DiskTree.write(&input::slashes(file), &bytes).with_context(|| format!("writing {file}"))?;
    output::note(&format!("{} in {file}", output::counted(count, "finding")));
    Ok(Outcome::Fine)
}

/// Takes away the findings that a baseline holds, each as often as it stands there.
pub(super) fn leave_out(file: &str, checked: &mut [Checked]) -> Result<()> {
    let bytes = DiskTree.read(&input::slashes(file))?;
    let mut baseline: Baseline =
        serde_json::from_slice(&bytes).with_context(|| format!("{file} is no baseline"))?;
    for checked in checked {
        let Some(codes) = baseline.get_mut(&checked.inner) else { continue };
        checked.findings.retain(|finding| {
            let Some(messages) = codes.get_mut(finding.code) else { return true };
            let known = messages.iter().position(|message| *message == finding.message);
            known.map(|at| messages.remove(at)).is_none()
        });
    }
    Ok(())
}
