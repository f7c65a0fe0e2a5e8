//! Flags of the commands about the files of a project and who names whom.

use clap::{Args, Subcommand, ValueEnum};

use super::Format;

/// Commands about the files of a project.
#[derive(Subcommand)]
pub enum Files {
    /// List the files that a file names, with the line and what is missing
    #[command(
        after_help = "Exit code 1 when something is missing.\n\nExamples:\n  proscenio deps level.tscn\n  proscenio deps level.tscn --all --format json\n  proscenio deps maps/hall.e3m"
    )]
    Deps(DepsArgs),
    /// List the files that name a file or something in a folder, with the line
    #[command(
        after_help = "Exit code 1 when nothing does.\n\nExamples:\n  proscenio refs art/hero.png\n  proscenio refs levels/ --format json"
    )]
    Refs(RefsArgs),
    /// List the files that nothing needs, with reasons and how sure that is
    #[command(
        after_help = "A project starts from project.godot, export presets and extensions; from project.json and scenes; or from maps.\nExit code 1 when there are unused files.\n\nExamples:\n  proscenio unused game/\n  proscenio unused game/ --confidence high --format json"
    )]
    Unused(UnusedArgs),
    /// Show a chain of files from a root of the project to a file
    #[command(
        after_help = "Exit code 1 when no root leads there.\n\nExamples:\n  proscenio why art/hero.png"
    )]
    Why(RefsArgs),
    /// Print which files name which, as a drawing or as data
    #[command(
        after_help = "Examples:\n  proscenio graph game/ --format dot | dot -Tsvg > game.svg\n  proscenio graph game/ --format mermaid\n  proscenio graph game/ --format json"
    )]
    Graph(GraphArgs),
}

/// The project that files belong to.
#[derive(Args)]
pub struct Root {
    /// The project's root; default: the nearest folder above with project.godot or project.json, else that of git,
    /// else the working folder
    #[arg(long, value_name = "DIR")]
    pub root: Option<String>,
}

/// The files that a file names.
#[derive(Args)]
pub struct DepsArgs {
    /// The file
    pub file: String,
    /// Follow them into the files they lead to
    #[arg(long)]
    pub all: bool,
    /// How to print them
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Where the project is
    #[command(flatten)]
    pub root: Root,
}

/// A file of a project.
#[derive(Args)]
pub struct RefsArgs {
    /// The file; a folder for `refs`
    pub file: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Where the project is
    #[command(flatten)]
    pub root: Root,
}

/// The files that nothing needs.
#[derive(Args)]
pub struct UnusedArgs {
    /// A folder of the project; files below it are listed
    #[arg(default_value = ".")]
    pub folder: String,
    /// The least confidence
    #[arg(long, value_enum, default_value_t = Sure::Low, value_name = "LEVEL")]
    pub confidence: Sure,
    /// How to print them
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Where the project is
    #[command(flatten)]
    pub root: Root,
}

/// How sure it is that nothing needs a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sure {
    /// Everything
    Low,
    /// Also files that only unused files name
    Medium,
    /// Files that nothing names
    High,
}

/// A drawing of a project.
#[derive(Args)]
pub struct GraphArgs {
    /// A folder of the project
    #[arg(default_value = ".")]
    pub folder: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Drawing::Dot)]
    pub format: Drawing,
    /// Where the project is
    #[command(flatten)]
    pub root: Root,
}

/// How a graph is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Drawing {
    /// For Graphviz
    Dot,
    /// For programs: every reference with its place
    Json,
    /// For Markdown pages
    Mermaid,
}
