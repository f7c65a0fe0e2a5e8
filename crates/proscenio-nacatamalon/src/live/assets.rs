//! The files a scene asks for, as far as building needs to know them.

/// A file that a scene asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The kind of asset: `texture`, `atlas`, `geometry`.
    pub kind: &'static str,
    /// The key it is known by.
    pub key: String,
    /// Its path from the project root; empty for a shape made from a recipe.
    pub path: String,
}

/// A piece of a model file: one list of triangles of one node, in the order of
/// the file's walk from its scene's roots.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The node's name; empty for an unnamed one.
    pub name: String,
    /// Base colour as the file has it: linear, alpha straight.
    pub base_colour: [f64; 4],
}

/// What is known of the files behind the manifest.
pub trait Assets {
    /// The pieces of a model file by its path; `None` while the file is not there.
    fn pieces(&self, _path: &str) -> Option<Vec<Piece>> {
        None
    }

    /// Whether a file is there. Of one that is not, the entry counts as if it were not listed.
    fn has(&self, _kind: &'static str, _path: &str) -> bool {
        true
    }
}

/// Every file that is listed is there, and no model has been looked into.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllThere;

impl Assets for AllThere {}

/// A linear channel as the screen has it.
pub(super) fn screen(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}
