//! Flags of the commands around git.

use clap::{Args, Subcommand};

/// What to do in a git repository.
#[derive(Subcommand)]
pub enum Git {
    /// Let git merge and show scene files with proscenio
    #[command(
        after_help = "Writes the merge driver, the text for `git diff`, difftool and mergetool into the repository's configuration, and the endings into .gitattributes. Where the program is missing later, git's own merge does the work.\n\nExamples:\n  proscenio git install\n  proscenio git install --global"
    )]
    Install(InstallArgs),
    /// The merge driver that git calls
    #[command(hide = true)]
    MergeDriver(DriverArgs),
    /// The text that git compares
    #[command(hide = true)]
    Textconv(TextconvArgs),
}

/// Where to install.
#[derive(Args)]
pub struct InstallArgs {
    /// The repository
    #[arg(default_value = ".")]
    pub folder: String,
    /// Into the configuration of the user; .gitattributes of the repository is left alone
    #[arg(long)]
    pub global: bool,
    /// Take it out again
    #[arg(long)]
    pub uninstall: bool,
}

/// What git gives a merge driver.
#[derive(Args)]
pub struct DriverArgs {
    /// The common ancestor
    pub base: String,
    /// The current version, which is written
    pub ours: String,
    /// The other version
    pub theirs: String,
    /// The name of the file
    pub path: Option<String>,
}

/// The file to show.
#[derive(Args)]
pub struct TextconvArgs {
    /// The file
    pub file: String,
}
