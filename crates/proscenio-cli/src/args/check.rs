//! Flags of `check`.

use clap::{Args, ValueEnum};

/// Files and folders to check.
#[derive(Args)]
pub struct CheckArgs {
    /// Files and folders; - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t = Report::Text)]
    pub format: Report,
    /// Leave out findings below this severity
    #[arg(long, value_enum, default_value_t = Least::Info, value_name = "SEVERITY")]
    pub least: Least,
    /// Codes or families that are wanted, instead of those of proscenio.toml; may be given more than once
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub select: Vec<String>,
    /// Codes or families that are not wanted, besides those of proscenio.toml
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Settings; default: proscenio.toml in the project's root or above the first path
    #[arg(long, value_name = "FILE")]
    pub config: Option<String>,
    /// Leave out the findings that stand in this file
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<String>,
    /// Write the findings into a file for --baseline
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fix", "unsafe_fixes", "diff", "watch"])]
    pub write_baseline: Option<String>,
    /// Check only files that differ from this git revision, or that git does not know
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
    /// Remember the findings in this folder, and take them from there while no file of the project changes
    #[arg(long, value_name = "DIR", conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    pub cache: Option<String>,
    /// Print how often each code was found instead of the findings
    #[arg(long)]
    pub statistics: bool,
    /// Check again whenever a file changes, until interrupted
    #[arg(long, conflicts_with_all = ["fix", "unsafe_fixes", "diff"])]
    pub watch: bool,
    /// The project's root, when no project file above a file marks it
    #[arg(long, value_name = "DIR")]
    pub root: Option<String>,
    /// Repair what can be repaired without changing what the engine sees
    #[arg(long)]
    pub fix: bool,
    /// As --fix, with repairs that change what the engine sees
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Write nothing; show how the repairs would change the files
    #[arg(long)]
    pub diff: bool,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// For people
    Text,
    /// For machines
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub's actions
    Github,
    /// JUnit's XML, one test a file
    Junit,
}

/// Severities, for choosing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Least {
    /// Everything
    Info,
    /// Warnings and errors
    Warning,
    /// Errors alone
    Error,
}
