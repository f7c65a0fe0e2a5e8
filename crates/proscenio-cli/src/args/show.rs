//! Flags of `show`.

use std::path::PathBuf;

use clap::Args;

use super::seen::SeenArgs;

/// What to show, and how.
#[derive(Args)]
pub struct ShowArgs {
    /// The scene; without one the window waits for a file to be dropped
    pub file: Option<String>,
    /// Width and height of the picture in the window, in pixels; default: 1000x640, and for what lies in the plane what
    /// the project says, made to fit
    #[arg(long, value_parser = super::parse_size, value_name = "WxH")]
    pub size: Option<[u32; 2]>,
    /// What is seen, and how the scene is read
    #[command(flatten)]
    pub seen: SeenArgs,
    /// Begin to play at once
    #[arg(long)]
    pub play: bool,
    /// Select this node: its path or name in the tree
    #[arg(long, value_name = "NODE")]
    pub select: Option<String>,
    /// Write a picture of the whole window and close it
    #[arg(long, value_name = "FILE.png", requires = "file")]
    pub screenshot: Option<PathBuf>,
    /// How often the scene is shown before the screenshot
    #[arg(long, default_value_t = 3, value_name = "N", requires = "screenshot")]
    pub after: u32,
}
