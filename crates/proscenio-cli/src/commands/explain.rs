//! `proscenio explain`: what a finding code means.

use std::io::Write;

use anyhow::{Result, bail};
use proscenio::{CODES, CodeInfo, RULE_CODES, audit, diff};

use crate::args::ExplainArgs;
use crate::{Outcome, output};

/// Prints the meaning of one code, or a line for each.
pub fn run(args: &ExplainArgs) -> Result<Outcome> {
    let mut out = output::stdout();
    let Some(wanted) = &args.code else {
        let mut codes: Vec<&CodeInfo> = all().collect();
        codes.sort_by_key(|code| code.name);
        let width = codes.iter().map(|code| code.name.len()).max().unwrap_or(0);
        for code in codes {
            writeln!(out, "{:width$}  {}", code.name, code.summary)?;
        }
        return Ok(Outcome::Fine);
    };
    let Some(code) = all().find(|code| code.name == wanted) else {
        bail!("there is no code {wanted}{}", suggestion(wanted));
    };
    writeln!(out, "{} ({})\n\n{}\n\nWhat to do: {}", code.name, code.severity, code.summary, code.help)?;
    Ok(Outcome::Fine)
}

/// Every code: of readers, of fronts, of rules and of merges.
pub(super) fn all() -> impl Iterator<Item = &'static CodeInfo> {
    CODES.iter().copied().flatten().chain(RULE_CODES).chain(audit::CODES).chain(diff::CODES)
}

/// `; did you mean X?` for the code most like the wanted one.
pub(super) fn suggestion(wanted: &str) -> String {
    let alike = |code: &&CodeInfo| (strsim::jaro_winkler(wanted, code.name) * 1000.0) as u32;
    match all().max_by_key(alike) {
        Some(code) if alike(&code) > 850 => format!("; did you mean {}?", code.name),
        _ => "; `proscenio explain` lists all".to_owned(),
    }
}
