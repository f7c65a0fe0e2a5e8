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
    /// Move a file or folder, and change every file of the project that names it
    #[command(
        after_help = "Scenes, resources (binary ones too), scripts, project settings, export presets and imports follow; .uid and .import files go along, and git's index does when it knows the files. All or nothing: what was interrupted is completed by `proscenio recover`. Exit code 2 when a file would no longer be found; --force moves all the same.\n\nExamples:\n  proscenio mv art/hero.png art/player.png\n  proscenio mv levels/ scenes/levels/\n  proscenio mv hero.gd code/ --dry-run"
    )]
    Mv(MvArgs),
    /// Spell files as a git revision of them does, so that only real edits are left
    #[command(
        after_help = "Ids, uids and counts that an editor drew anew or lost, the order of sections and properties, and the spelling of equal values become those of the revision. What the files say stays. Binary files have one spelling and are left out. With --dry-run the exit code is 1 when a file would change.\n\nExamples:\n  proscenio normalize\n  proscenio normalize level.tscn --against origin/main\n  proscenio normalize scenes/ --dry-run\n  proscenio normalize --tolerance"
    )]
    Normalize(NormalizeArgs),
    /// Make a node with all below it a scene of its own, or a resource inside a file one of its own (Godot)
    #[command(
        after_help = "What is named: a node (Arm/Hand), a sub-resource (@ID), or a property that holds one (Arm/Hand:mesh). The file instances or names the new one; ids, uids, connections and node paths follow. What crosses the border is told. All or nothing, as mv.\n\nExamples:\n  proscenio extract level.tscn Player -o player.tscn\n  proscenio extract level.tscn @StandardMaterial3D_x1y2z -o steel.tres\n  proscenio extract level.tscn Floor:mesh -o floor.tres --dry-run"
    )]
    Extract(ExtractArgs),
    /// Take an instanced scene or an external resource into the file that uses it (Godot)
    #[command(
        after_help = "What is named: a node that is an instance, or an external resource by its path or @ID. What the file changes in the instance goes into its nodes. The other file stays.\n\nExamples:\n  proscenio embed level.tscn Player\n  proscenio embed level.tscn res://steel.tres\n  proscenio embed level.tscn @3_abcde --dry-run"
    )]
    Embed(EmbedArgs),
    /// Give one user of a shared resource its own copy (Godot)
    #[command(
        after_help = "Examples:\n  proscenio make-unique level.tscn Lamp:mesh\n  proscenio make-unique level.tscn Lamp:mesh:material --stdout\n  proscenio make-unique level.tscn Lamp:mesh --deep --local-to-scene"
    )]
    MakeUnique(UniqueArgs),
    /// Rename the class of a script wherever the project uses it (Godot)
    #[command(
        after_help = "Scripts, script_class of resources, and the list of classes of Godot 3 follow; texts and members of that name stay.\n\nExamples:\n  proscenio rename-class Foe Enemy\n  proscenio rename-class Foe Enemy --root game/ --dry-run"
    )]
    RenameClass(RenameClassArgs),
    /// Find files that were moved without what names them, and correct the paths
    #[command(
        after_help = "A file is found by the uid beside its path, by the content that it had in git's last commit, or by its name where only one file has it. Exit code 1 when something is not found.\n\nExamples:\n  proscenio repair game/ --dry-run\n  proscenio repair game/"
    )]
    Repair(RepairArgs),
    /// Tell what a Godot file from strangers could run, and what leads out of it
    #[command(
        after_help = "Scripts in the file and named by it, values that make objects, expressions, method tracks, calls with arguments, paths that are not allowed, and files beyond limits. Exit code 1 when there is any.\n\nExamples:\n  proscenio audit --untrusted mod.tscn\n  proscenio audit --untrusted mods/ --allow 'mods/**' --format json"
    )]
    Audit(AuditArgs),
    /// Take the scripts out of a Godot file
    #[command(
        after_help = "Scripts in the file and those that it names go, with the properties that hold them.\n\nExamples:\n  proscenio strip-scripts mod.tscn\n  proscenio strip-scripts mod.tscn --stdout > safe.tscn"
    )]
    StripScripts(StripArgs),
    /// Make one of equal resources in a Godot file
    #[command(after_help = "Examples:\n  proscenio dedup level.tscn\n  proscenio dedup level.tscn --stdout")]
    Dedup(StripArgs),
    /// Take the resources out of a Godot file that nothing in it uses
    #[command(after_help = "Examples:\n  proscenio prune level.tscn\n  proscenio prune level.tscn --stdout")]
    Prune(StripArgs),
    /// Show how many bytes the parts of a Godot file take
    #[command(
        after_help = "Examples:\n  proscenio size level.tscn\n  proscenio size level.tscn --format json --top 50"
    )]
    Size(SizeArgs),
    /// Complete a change of many files that was interrupted
    #[command(after_help = "Examples:\n  proscenio recover\n  proscenio recover game/")]
    Recover(RecoverArgs),
}

/// What to move where.
#[derive(Args)]
pub struct MvArgs {
    /// The file or folder
    pub old: String,
    /// Its new path; of a folder that is there, the file goes inside
    pub new: String,
    /// Move even where a file would no longer be found
    #[arg(long)]
    pub force: bool,
    /// How it is done
    #[command(flatten)]
    pub doing: Doing,
}

/// How a change of several files is done.
#[derive(Args)]
pub struct Doing {
    /// Write nothing; show what would be done, and how files would change
    #[arg(long)]
    pub dry_run: bool,
    /// How to print what was done
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Where the project is
    #[command(flatten)]
    pub root: Root,
}

/// What becomes a file of its own.
#[derive(Args)]
pub struct ExtractArgs {
    /// The scene or resource file
    pub file: String,
    /// A node, @ID of a sub-resource, or NODE:PROPERTY that holds one
    #[arg(value_name = "NODE|RESOURCE")]
    pub part: String,
    /// The new file: .tscn for a node, .tres for a resource
    #[arg(short, long, value_name = "FILE")]
    pub output: String,
    /// How it is done
    #[command(flatten)]
    pub doing: Doing,
}

/// What becomes a part of a file.
#[derive(Args)]
pub struct EmbedArgs {
    /// The scene or resource file
    pub file: String,
    /// A node that is an instance, or the path or @ID of an external resource
    #[arg(value_name = "NODE|RESOURCE")]
    pub part: String,
    /// How it is done
    #[command(flatten)]
    pub doing: Doing,
}

/// Who gets a resource of its own.
#[derive(Args)]
pub struct UniqueArgs {
    /// The file to write
    #[command(flatten)]
    pub file: StripArgs,
    /// The property that holds the resource
    #[arg(value_name = "NODE:PROPERTY")]
    pub target: String,
    /// Copy the resources inside it too
    #[arg(long)]
    pub deep: bool,
    /// Let each instance of the scene have its own while it runs
    #[arg(long)]
    pub local_to_scene: bool,
}

/// Whose spelling files are to keep.
#[derive(Args)]
pub struct NormalizeArgs {
    /// Files and folders; default: all that differ from the revision
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// The git revision whose spelling counts
    #[arg(long, default_value = "HEAD", value_name = "REV")]
    pub against: String,
    /// Restore numbers too that are the same to 32 bits only
    #[arg(long)]
    pub tolerance: bool,
    /// How it is done
    #[command(flatten)]
    pub doing: Doing,
}

/// Which class is called what.
#[derive(Args)]
pub struct RenameClassArgs {
    /// Its name
    pub old: String,
    /// Its new name
    pub new: String,
    /// How it is done
    #[command(flatten)]
    pub doing: Doing,
}

/// Which project to repair.
#[derive(Args)]
pub struct RepairArgs {
    /// A folder of the project
    #[arg(default_value = ".")]
    pub folder: String,
    /// How it is done
    #[command(flatten)]
    pub doing: Doing,
}

/// Files from strangers.
#[derive(Args)]
pub struct AuditArgs {
    /// Files and folders
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
    /// Trust nothing: the only way there is
    #[arg(long)]
    pub untrusted: bool,
    /// Patterns of paths that may be named, from the project's root; default: all below res://
    #[arg(long, value_name = "PATTERN")]
    pub allow: Vec<String>,
    /// Bytes that a file may have
    #[arg(long, default_value_t = 16 << 20, value_name = "BYTES")]
    pub max_bytes: u32,
    /// Sections that a file may have
    #[arg(long, default_value_t = 100_000, value_name = "COUNT")]
    pub max_sections: usize,
    /// How deep nodes and brackets may be nested
    #[arg(long, default_value_t = 128, value_name = "COUNT")]
    pub max_depth: usize,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// A file to make smaller.
#[derive(Args)]
pub struct StripArgs {
    /// The file; it is written in place
    pub file: String,
    /// Print the result instead of writing the file
    #[arg(long)]
    pub stdout: bool,
}

/// A file to measure.
#[derive(Args)]
pub struct SizeArgs {
    /// The file
    pub file: String,
    /// How many of the largest sections to list
    #[arg(long, default_value_t = 10, value_name = "COUNT")]
    pub top: usize,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Where a change was interrupted.
#[derive(Args)]
pub struct RecoverArgs {
    /// A folder of the project
    #[arg(default_value = ".")]
    pub folder: String,
    /// Where the project is
    #[command(flatten)]
    pub root: Root,
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
