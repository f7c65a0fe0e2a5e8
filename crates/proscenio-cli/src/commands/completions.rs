//! `proscenio completions` and the manual page, from the definition of the flags.

use anyhow::Result;
use clap::CommandFactory;

use crate::Outcome;
use crate::args::{Cli, CompletionsArgs};

/// Prints the completions of a shell.
pub fn run(args: &CompletionsArgs) -> Result<Outcome> {
    clap_complete::generate(args.shell, &mut Cli::command(), "proscenio", &mut std::io::stdout());
    Ok(Outcome::Fine)
}

/// Prints the manual page in roff.
pub fn man() -> Result<Outcome> {
    clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout())?;
    Ok(Outcome::Fine)
}
