//! Flags of `show`.

use std::path::PathBuf;

use clap::Args;

use super::render::ImportArgs;

/// What to show, and how.
#[derive(Args)]
pub struct ShowArgs {
    /// The scene; without one the window waits for a file to be dropped
    pub file: Option<String>,
    /// Width and height of the picture in the window, in pixels; default: 1000x640, and for what lies in the plane what
    /// the project says, made to fit
    #[arg(long, value_parser = super::parse_size, value_name = "WxH")]
    pub size: Option<[u32; 2]>,
    /// Begin with this camera: its path or name in the tree
    #[arg(long, value_name = "NODE", conflicts_with = "frame")]
    pub camera: Option<String>,
    /// Ignore cameras and frame the whole scene
    #[arg(long)]
    pub frame: bool,
    /// Seconds since the scene and the animation began: moves frames, tiles and particles
    #[arg(long, default_value_t = 0.0, value_name = "SECONDS")]
    pub time: f64,
    /// Start of the random numbers of particles that have no seed of their own
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    pub seed: u32,
    /// Show the animations of this name
    #[arg(long, value_name = "NAME")]
    pub animation: Option<String>,
    /// Begin to play at once
    #[arg(long)]
    pub play: bool,
    /// Outline the doorways that let sight through, and count the sectors drawn
    #[arg(long)]
    pub overlay: bool,
    /// Choose nothing for the scene: without a camera nothing in space is seen, without a light nothing is lit
    #[arg(long)]
    pub as_engine: bool,
    /// Draw all sectors, seen through portals or not
    #[arg(long)]
    pub all_sectors: bool,
    /// Select this node: its path or name in the tree
    #[arg(long, value_name = "NODE")]
    pub select: Option<String>,
    /// Write a picture of the whole window and close it
    #[arg(long, value_name = "FILE.png", requires = "file")]
    pub screenshot: Option<PathBuf>,
    /// How often the scene is shown before the screenshot
    #[arg(long, default_value_t = 3, value_name = "N", requires = "screenshot")]
    pub after: u32,
    /// How the scene is read
    #[command(flatten)]
    pub import: ImportArgs,
}
