//! What `convert` is told.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Dialect;
use super::seen::ImportArgs;

/// What to convert.
#[derive(Args)]
pub struct ConvertArgs {
    /// The scene, or a folder of Godot files
    pub input: String,
    /// The file to write; its ending says the format: .glb .gltf .obj .e3m .e3a .tscn .tres .scn .res
    pub output: PathBuf,
    /// Of a folder: what its Godot files become
    #[arg(long, value_enum, value_name = "FORM")]
    pub to: Option<Form>,
    /// Compress binary files
    #[arg(long)]
    pub compress: bool,
    /// Width of the reals in binary files, 64 for builds with double precision; default: as in the input
    #[arg(long, value_enum, value_name = "BITS")]
    pub reals: Option<Reals>,
    /// The engine version that must read the file: 3.x, 4.0 to 4.6
    #[arg(long, value_name = "VERSION")]
    pub target: Option<String>,
    /// To .e3m: what becomes a sector of its own; default: one for all, or each object when there are portals
    #[arg(long, value_enum, value_name = "WHAT")]
    pub sectors: Option<SectorsOf>,
    /// To .e3m: a pair of portals where two sectors share a rectangle; walls in it are taken out
    #[arg(long)]
    pub find_portals: bool,
    /// To .e3m and .e3a: a factor on places
    #[arg(long, value_name = "FACTOR")]
    pub scale: Option<f64>,
    /// From .obj: turn faces that run against their normals
    #[arg(long)]
    pub flip: bool,
    /// To .e3m and .e3a: the spelling
    #[arg(long, value_enum, value_name = "DIALECT")]
    pub dialect: Option<Dialect>,
    /// To .obj: write portals as quads
    #[arg(long)]
    pub portals: bool,
    /// To .obj, .e3m and .e3a: the scene as it is in this animation
    #[arg(long, value_name = "NAME")]
    pub animation: Option<String>,
    /// Seconds since the animation began; default: 0
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Write what the target cannot hold to a file (.json for machines, anything else as text)
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// How the scene is read
    #[command(flatten)]
    pub import: ImportArgs,
}

/// What becomes a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SectorsOf {
    /// Each object, or each group where there are no objects
    Object,
    /// Each group
    Group,
    /// Everything together
    One,
}

impl From<SectorsOf> for proscenio::to_espresso3d::Sectors {
    fn from(sectors: SectorsOf) -> Self {
        match sectors {
            SectorsOf::Object => Self::Object,
            SectorsOf::Group => Self::Group,
            SectorsOf::One => Self::One,
        }
    }
}

impl From<Dialect> for proscenio::to_espresso3d::Dialect {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Line => Self::Line,
            Dialect::Block => Self::Block,
        }
    }
}

/// What Godot files become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// .tscn and .tres
    Text,
    /// .scn and .res
    Binary,
}

/// How wide the members of vectors and matrices are in binary files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Reals {
    /// As ordinary builds of the engine write them
    #[value(name = "32")]
    Single,
    /// As builds with double precision write them
    #[value(name = "64")]
    Double,
}
