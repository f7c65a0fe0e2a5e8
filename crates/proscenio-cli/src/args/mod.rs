//! Every flag of the command line, with its help.

pub mod check;
pub mod convert;
pub mod diff;
pub mod edit;
pub mod files;
pub mod git;
pub mod info;
pub mod merge;
pub mod render;
pub mod seen;
pub mod show;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub use info::{Engine, InfoArgs};

/// Opens, checks, converts and draws scene files of Godot, nacatamalon and Espresso3D without their engines.
#[derive(Parser)]
#[command(name = "proscenio", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// Colours in the output (NO_COLOR is honoured too).
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

const AFTER_HELP: &str = "\
Files: .tscn .tres .escn .scn .res (Godot), .scene (nacatamalon), .e3m .e3a (Espresso3D); - reads standard input.

Exit codes:
  0  fine
  1  findings, or files that differ
  2  could not do it (no such file, no driver to draw with, wrong flags)

Examples:
  proscenio tree level.tscn
  proscenio check project/ --format json
  proscenio render level.e3m -o level.png --size 1280x720
  proscenio convert level.scene level.glb --report losses.txt";

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Show the tree of a file: nodes, boxes, or sectors
    #[command(
        after_help = "Examples:\n  proscenio tree level.tscn\n  proscenio tree level.e3m --format json\n  proscenio tree level.tscn --expand\n  proscenio tree level.tscn --time 0.5 --animation walk\n  proscenio tree level.e3m --engine 0.5\n  git show HEAD:level.tscn | proscenio tree -"
    )]
    Tree(TreeArgs),
    /// Show what a file holds: format, counts, files it names
    #[command(
        after_help = "Examples:\n  proscenio info level.tscn\n  proscenio info level.scene --format json\n  proscenio info level.e3m --engine 0.5\n  proscenio info level.tscn --format json --vertices"
    )]
    Info(InfoArgs),
    /// Look through a Godot project: main scene, autoloads, every scene with its instances
    #[command(
        after_help = "Every scene is put together; what is missing or goes in a circle is told. Exit code 1 then.\n\nExamples:\n  proscenio project game/\n  proscenio project game/ --timings"
    )]
    Project(ProjectArgs),
    /// Report what is wrong with files, with place and help
    #[command(
        after_help = "Folders are searched for scene files. Exit code 1 when there is a warning or an error, after --fix when one is left.\n\nExamples:\n  proscenio check level.tscn\n  proscenio check project/ --format json\n  proscenio check project/ --fix\n  proscenio check level.scene --unsafe-fixes --diff\n  proscenio check . --base origin/main --format github\n  proscenio check . --format sarif > findings.sarif\n  proscenio check . --watch"
    )]
    Check(Box<check::CheckArgs>),
    /// Read files, write them in memory and compare every byte
    #[command(
        after_help = "Prints `N files, M identical`. Exit code 1 when a file differs.\n\nExamples:\n  proscenio verify project/\n  proscenio verify a.tscn b.scene c.e3m"
    )]
    Verify(PathsArgs),
    /// Draw a scene as a PNG picture
    #[command(
        after_help = "Without a camera in the file the whole scene is framed, and the command says so.\n\nExamples:\n  proscenio render level.tscn -o level.png\n  proscenio render level.tscn -o level.png --size 1920x1080 --camera Player/Camera3D\n  proscenio render level.e3m -o level.png --frame\n  proscenio render level.e3m -o hall.png --sector hall --eye 0,1.7,0 --look-at 4,1.5,8 --overlay\n  proscenio render level.e3m -o walk.png --eye 0,1.7,-4 --walk-to 0,1.7,6 --frames 60\n  proscenio render dwarf.e3a -o dwarf.png --animation walk --time 0.5\n  proscenio render dwarf.e3a -o walking.png --animation walk --frames 40 --fps 20"
    )]
    Render(Box<render::RenderArgs>),
    /// Open a window on a scene: look around, play, select, see what is wrong
    #[command(
        after_help = "The file is read again whenever it, or a file it names, changes. Dropping a file on the window opens that one.\n\nExamples:\n  proscenio show level.tscn\n  proscenio show level.tscn --camera Player/Camera3D --select Player\n  proscenio show dwarf.e3a --animation walk --play\n  proscenio show level.e3m --overlay\n  proscenio show level.tscn --size 800x600 --screenshot window.png"
    )]
    Show(Box<show::ShowArgs>),
    /// Tell where everything is at a moment of an animation
    #[command(
        after_help = "Without --animation those are played that begin with the scene, or the only one.\nScripts, state machines and AnimationTrees are not run.\n\nExamples:\n  proscenio run level.tscn --animation walk --time 0.5\n  proscenio run level.tscn --animation walk --time 0.5 --dump json\n  proscenio run actor.e3a --animation Hero/Player:walk --time 2"
    )]
    Run(RunArgs),
    /// Convert a scene to glTF, OBJ or Espresso3D, OBJ models to Espresso3D, and Godot files between text, binary and engine versions
    #[command(
        after_help = "What the target cannot hold is listed; --report writes the list to a file.\nGodot's text (.tscn .tres .escn) and binary files (.scn .res) become one another by the ending of the output; of two folders every file is converted.\n\nExamples:\n  proscenio convert level.tscn level.glb\n  proscenio convert level.e3m level.gltf --report losses.json\n  proscenio convert room.obj room.e3m --find-portals\n  proscenio convert chair.obj chair.e3a --scale 0.01\n  proscenio convert level.e3m level.obj --portals\n  proscenio convert dwarf.e3a dwarf.obj --animation walk --time 0.5\n  proscenio convert level.tscn level.scn --compress\n  proscenio convert level.scn level.tscn\n  proscenio convert project/ out/ --to binary\n  proscenio convert level.tscn old.tscn --target 4.2"
    )]
    Convert(convert::ConvertArgs),
    /// Bring Godot 3 files to Godot 4: classes, properties, values
    #[command(
        after_help = "Texts, names and paths are never touched, and scripts and shaders stay. What needs a person is reported, and makes the exit code 1.\n\nExamples:\n  proscenio upgrade --dry-run project/\n  proscenio upgrade level.tscn"
    )]
    Upgrade(UpgradeArgs),
    /// Spell files again as their engine saves them
    #[command(
        after_help = "Godot: on a file that the engine itself saved this changes nothing; comments are kept, which the engine would drop.\nnacatamalon: blanks alone change; every member keeps its place and every number its spelling.\nEspresso3D: the layout of the format's specification; words without meaning become comments. A file that would lose something is left as it is, and with --dialect the exit code is 1.\n\nExamples:\n  proscenio fmt project/\n  proscenio fmt --check project/\n  proscenio fmt --diff level.tscn\n  proscenio fmt --dialect block old.e3m\n  proscenio fmt - < level.tscn"
    )]
    Fmt(FmtArgs),
    /// Print a file, or what becomes of it when it is read
    #[command(
        after_help = "Examples:\n  proscenio cat level.scene\n  proscenio cat level.scene --normalized\n  proscenio cat level.scene --rewritten --mode engine\n  proscenio cat level.scene --normalized --findings json 2> findings.json\n  proscenio cat level.e3m --engine 0.5"
    )]
    Cat(CatArgs),
    /// Print the JSON Schema of a kind of file, for editors
    #[command(after_help = "Examples:\n  proscenio schema\n  proscenio schema scene > scene.schema.json")]
    Schema(SchemaArgs),
    /// Print a property, or a member of its value
    #[command(
        after_help = "Examples:\n  proscenio get level.tscn Player:position\n  proscenio get level.tscn Player:position:x\n  proscenio get level.tscn Player\n  proscenio get level.scene Player:transform:x\n  proscenio get level.scene player/sprite:texture\n  proscenio get level.scene @hero"
    )]
    Get(GetArgs),
    /// Commands that change files
    #[command(flatten)]
    Edit(edit::Edit),
    /// Commands about the files of a project
    #[command(flatten)]
    Files(files::Files),
    /// Merge what two sides made of a file, item by item
    #[command(
        after_help = "The result goes to standard output, or to the file that -o names. Where both sides changed one thing, ours stays and theirs stands in a comment that `check` reports: the file still loads.\nExit code 1 when there are conflicts.\n\nExamples:\n  proscenio merge base.tscn ours.tscn theirs.tscn -o merged.tscn\n  proscenio merge base.tscn ours.tscn theirs.tscn --strategy union > merged.tscn\n  proscenio merge --resolve merged.tscn --take theirs"
    )]
    Merge(merge::MergeArgs),
    /// Compare two files, folders or git revisions, item by item
    #[command(
        after_help = "What means nothing (ids, order without meaning, spelling) is left out; --all shows it. Exit code 1 when something differs.\n\nExamples:\n  proscenio diff old.tscn new.tscn\n  proscenio diff HEAD~1 HEAD --format markdown\n  proscenio diff HEAD\n  proscenio diff main:level.tscn level.tscn\n  proscenio diff before/ after/ --format json\n  proscenio diff HEAD~1 HEAD --format html > page.html"
    )]
    Diff(diff::DiffArgs),
    /// Settle the conflicts of a merge one by one
    #[command(
        after_help = "Exit code 1 when conflicts are left.\n\nExamples:\n  proscenio mergetool level.tscn\n  proscenio mergetool level.tscn --take theirs\n  git mergetool --tool=proscenio"
    )]
    Mergetool(merge::MergetoolArgs),
    /// Set up git so that it merges and shows scene files item by item
    #[command(subcommand)]
    Git(git::Git),
    /// Tell what a finding code means and what to do
    #[command(after_help = "Examples:\n  proscenio explain godot/unclosed-string\n  proscenio explain")]
    Explain(ExplainArgs),
    /// Print shell completions
    #[command(after_help = "Example:\n  proscenio completions bash > /etc/bash_completion.d/proscenio")]
    Completions(CompletionsArgs),
    /// Print the manual page
    #[command(hide = true)]
    Man,
}

/// The tree of which file, and how.
#[derive(Args)]
pub struct TreeArgs {
    /// The file, or - for standard input
    pub file: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Put in what the scene instances and inherits (Godot)
    #[arg(long)]
    pub expand: bool,
    /// The root folder of the project; default: found by project.godot
    #[arg(long, value_name = "FOLDER", requires = "expand")]
    pub project: Option<String>,
    /// With --format json: long values in full instead of their sha1
    #[arg(long, requires = "expand")]
    pub full: bool,
    /// Where everything is, this many seconds after the animations began
    #[arg(long, value_name = "SECONDS", conflicts_with = "expand")]
    pub time: Option<f64>,
    /// With --time: play this animation instead of those that begin with the scene
    #[arg(long, value_name = "NAME", requires = "time")]
    pub animation: Vec<String>,
    /// What that release of the engine keeps of the file (Espresso3D)
    #[arg(long, value_enum, value_name = "RELEASE", conflicts_with_all = ["expand", "time"])]
    pub engine: Option<Engine>,
}

/// Which moment of which scene.
#[derive(Args)]
pub struct RunArgs {
    /// The scene
    pub file: String,
    /// Play this animation; with the path of its player in front and `:` where several have one of the name. May be given more than once
    #[arg(long, value_name = "NAME")]
    pub animation: Vec<String>,
    /// Seconds since its start
    #[arg(long, default_value_t = 0.0, value_name = "SECONDS")]
    pub time: f64,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub dump: Format,
    /// The project's root, when no project file above the scene marks it
    #[arg(long, value_name = "DIR")]
    pub root: Option<String>,
}

/// A project to look through.
#[derive(Args)]
pub struct ProjectArgs {
    /// A folder with project.godot in it or above
    #[arg(default_value = ".")]
    pub folder: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Print how long reading and instancing took
    #[arg(long)]
    pub timings: bool,
}

/// Files and folders.
#[derive(Args)]
pub struct PathsArgs {
    /// Files and folders
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
}

/// What to upgrade.
#[derive(Args)]
pub struct UpgradeArgs {
    /// Text files and folders of Godot 3; they are written in place
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
    /// Write nothing; report what would change
    #[arg(long)]
    pub dry_run: bool,
    /// List every change and not only what needs a person
    #[arg(long)]
    pub all: bool,
}

/// What to format, and how.
#[derive(Args)]
pub struct FmtArgs {
    /// Files and folders; - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
    /// Write nothing; list the files that would change and exit with 1 when there are any
    #[arg(long)]
    pub check: bool,
    /// Write nothing; show how the files would change
    #[arg(long)]
    pub diff: bool,
    /// One level of indentation: a number of spaces, tab, or keep (nacatamalon; default: 4)
    #[arg(long, value_parser = parse_indent)]
    pub indent: Option<Indent>,
    /// Write scenes anew: defaults left out, members in the order of the format (nacatamalon)
    #[arg(long)]
    pub rewrite: bool,
    /// Keep the format number (Godot before 4.3 cannot read format 4)
    #[arg(long)]
    pub keep_format: bool,
    /// Leave out values equal to the default of their class
    #[arg(long)]
    pub drop_defaults: bool,
    /// Convert values to the type of their property, as the engine does with older files
    #[arg(long)]
    pub fit_types: bool,
    /// Write this dialect; default: the file's own (Espresso3D)
    #[arg(long, value_enum, value_name = "DIALECT")]
    pub dialect: Option<Dialect>,
    /// What ends a line; default: what the file has (Espresso3D)
    #[arg(long, value_enum, value_name = "END")]
    pub line_end: Option<LineEnd>,
    /// Go on where the dialect cannot hold a part of the file, or the file is damaged (Espresso3D)
    #[arg(long)]
    pub lossy: bool,
}

/// A dialect of Espresso3D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dialect {
    /// Release 0.5: every item has a block in braces
    Block,
    /// Releases 0.1 to 0.3: the values of an item are one list behind its tag
    Line,
}

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LineEnd {
    /// A line feed
    Lf,
    /// Carriage return and line feed
    Crlf,
}

/// What to print.
#[derive(Args)]
pub struct GetArgs {
    /// The file, or - for standard input
    pub file: String,
    /// NODE[:PROPERTY[:MEMBER...]], @ID[:PROPERTY] for a resource or an asset, ITEM/ITEM[:FIELD] in a map or an
    /// actor; as for `set`
    pub property: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with_all = ["effective", "origin"])]
    pub format: Format,
    /// What the value really is: other scenes and the class have their say (Godot)
    #[arg(long)]
    pub effective: bool,
    /// As --effective, with the file and line that the value comes from (Godot)
    #[arg(long)]
    pub origin: bool,
    /// The root folder of the project, for --effective and --origin; default: found by project.godot
    #[arg(long, value_name = "FOLDER")]
    pub project: Option<String>,
}

/// What to print of a file.
#[derive(Args)]
pub struct CatArgs {
    /// The file, or - for standard input
    pub file: String,
    /// The document as the engine reads it, every default filled in (nacatamalon)
    #[arg(long)]
    pub normalized: bool,
    /// One scene with everything that it instances and inherits (Godot)
    #[arg(long, conflicts_with_all = ["normalized", "rewritten"])]
    pub flatten: bool,
    /// The root folder of the project, for --flatten; default: found by project.godot
    #[arg(long, value_name = "FOLDER", requires = "flatten")]
    pub project: Option<String>,
    /// The file as it is written from that document, defaults left out (nacatamalon)
    #[arg(long, conflicts_with = "normalized")]
    pub rewritten: bool,
    /// What becomes of members, assets and components that are not known
    #[arg(long, value_enum, default_value_t = Mode::Keep, value_name = "MODE")]
    pub mode: Mode,
    /// What that release of the engine keeps of the file, and why it drops the rest (Espresso3D)
    #[arg(long, value_enum, value_name = "RELEASE", conflicts_with_all = ["normalized", "rewritten", "flatten"])]
    pub engine: Option<Engine>,
    /// How to print findings, on standard error
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub findings: Format,
}

/// Which schema to print.
#[derive(Args)]
pub struct SchemaArgs {
    /// The kind of file, such as scene; all kinds are listed without one
    pub kind: Option<String>,
}

/// The code to explain.
#[derive(Args)]
pub struct ExplainArgs {
    /// The code, as findings show it; all codes are listed without one
    pub code: Option<String>,
}

/// The shell to complete in.
#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For machines
    Json,
}

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Nothing of the user's is dropped
    Keep,
    /// What the engine itself would keep
    Engine,
}

/// One level of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indent {
    /// So many spaces
    Spaces(u8),
    /// A tab
    Tab,
    /// What the file has
    Keep,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes the choice known to everything that prints.
    pub fn write_global(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let side = |side: &str| side.parse::<u32>().ok().filter(|side| (1..=16384).contains(side));
    let sides = text.split_once(['x', 'X']).and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.ok_or_else(|| "write WIDTHxHEIGHT in pixels, such as 1280x720 (1 to 16384 each)".to_owned())
}

fn parse_indent(text: &str) -> Result<Indent, String> {
    match text {
        "tab" => Ok(Indent::Tab),
        "keep" => Ok(Indent::Keep),
        spaces => match spaces.parse() {
            Ok(count) if (0..=16).contains(&count) => Ok(Indent::Spaces(count)),
            _ => Err("write a number of spaces from 0 to 16, tab, or keep".to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Cli, parse_size};
    use clap::CommandFactory;

    #[test]
    fn the_flags_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("640x360"), Ok([640, 360]));
        for wrong in ["640", "0x10", "10x", "axb", "99999x1", "-1x5"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
