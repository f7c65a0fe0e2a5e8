//! What was drawn, for machines.

use proscenio::scene::glam::Vec3;
use proscenio::{Note, Picture};
use serde::Serialize;

use crate::args::render::RenderArgs;

/// What `render --json` prints.
#[derive(Serialize)]
pub struct Report {
    /// The file that was written.
    picture: String,
    /// Width and height, pixels.
    size: [u32; 2],
    /// Pictures in it.
    frames: u32,
    /// What the graphics driver calls itself.
    pub driver: String,
    /// Lower and upper corner of the box around all visible meshes, in the units of the scene.
    bounds: Option<Bounds>,
    /// Of the last picture, as are the numbers below.
    draw_calls: u32,
    /// Triangles of these calls, shadows included.
    triangles: u64,
    /// Surfaces at their places that could be seen.
    surfaces: u32,
    /// Surfaces out of sight.
    hidden_surfaces: u32,
    /// Textures that are shown.
    textures: u32,
    /// What the scene names and is not to be had, by name, each once.
    missing: Vec<Missing>,
    /// What the pictures leave out or chose by themselves, in words.
    pub notes: Vec<String>,
}

#[derive(Serialize)]
struct Bounds {
    low: [f32; 3],
    high: [f32; 3],
}

#[derive(PartialEq, Serialize)]
struct Missing {
    /// `image`, `font` or `part of a node`.
    what: &'static str,
    name: String,
}

impl Report {
    /// Before anything is drawn.
    pub fn new(args: &RenderArgs, size: [u32; 2], bounds: Option<(Vec3, Vec3)>) -> Self {
        let corners = bounds.filter(|(low, high)| low.is_finite() && high.is_finite());
        Self {
            picture: args.output.to_string_lossy().into_owned(),
            size,
            frames: args.frames.unwrap_or(1),
            driver: String::new(),
            bounds: corners.map(|(low, high)| Bounds { low: low.to_array(), high: high.to_array() }),
            draw_calls: 0,
            triangles: 0,
            surfaces: 0,
            hidden_surfaces: 0,
            textures: 0,
            missing: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Takes in what a picture says.
    pub fn drawn(&mut self, picture: &Picture) {
        let stats = picture.stats;
        (self.draw_calls, self.triangles, self.textures) =
            (stats.draw_calls, stats.triangles, stats.textures);
        (self.surfaces, self.hidden_surfaces) = (stats.surfaces, stats.hidden);
        for note in &picture.notes {
            let (what, name) = match note {
                Note::MissingImage { name, .. } | Note::UndecodableImage { name, .. } => ("image", name),
                Note::UnreadableFont { name } => ("font", name),
                Note::Dangling { name, .. } => ("part of a node", name),
                _ => continue,
            };
            let missing = Missing { what, name: name.clone() };
            if !self.missing.contains(&missing) {
                self.missing.push(missing);
            }
        }
    }
}
