//! The `proscenio` command: flags, real files, output formats, exit codes, progress. All else is in the
//! libraries.
//!
//! Exit codes: 0 fine, 1 findings, 2 could not do it.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

mod args;
mod commands;
mod input;
mod output;
mod progress;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

/// Checking many files takes memory in small pieces on all threads: measured, a twentieth less time than with the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Exit code 0.
    Fine,
    /// Exit code 1.
    Findings,
}

fn main() -> ExitCode {
    quiet_drivers();
    let cli = Cli::parse();
    cli.color.write_global();
    let done = match &cli.command {
        Command::Tree(args) => commands::tree::run(args),
        Command::Info(args) => commands::info::run(args),
        Command::Project(args) => commands::project::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Verify(args) => commands::verify::run(args),
        Command::Render(args) => commands::render::run(args),
        Command::Show(args) => commands::show::run(args),
        Command::Run(args) => commands::run::run(args),
        Command::Convert(args) => commands::convert::run(args),
        Command::Upgrade(args) => commands::upgrade::run(args),
        Command::Fmt(args) => commands::fmt::run(args),
        Command::Cat(args) => commands::cat::run(args),
        Command::Schema(args) => commands::schema::run(args),
        Command::Get(args) => commands::edit::get(args),
        Command::Edit(args) => commands::edit::run(args),
        Command::Files(command) => commands::files::run(command),
        Command::Diff(args) => commands::diff::run(args),
        Command::Mergetool(args) => commands::mergetool::run(args),
        Command::Git(command) => commands::git::run(command),
        Command::Merge(args) => commands::merge::run(args),
        Command::Explain(args) => commands::explain::run(args),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man => commands::completions::man(),
    };
    match done {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::from(2)
        }
    }
}

/// Keeps a driver's window-system probe from complaining on standard error where there is no screen: Mesa's
/// choice of a device for a desktop session, which a command without windows has no use for.
#[allow(unsafe_code, reason = "the first statement of main: no other thread can read the environment yet")]
fn quiet_drivers() {
    let no_desktop = std::env::var_os("XDG_RUNTIME_DIR").is_none();
    if no_desktop && std::env::var_os("NODEVICE_SELECT").is_none() {
        // SAFETY: no thread has been started.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
