//! Flags that `render` and `show` share: what is seen, and how a scene is read.

use clap::Args;
use proscenio::ImportOptions;
use proscenio::espresso3d_import::{Bones, Light, Meaning};
use proscenio::scene::MeshLines;

/// What is seen of a scene, and when.
#[derive(Args)]
pub struct SeenArgs {
    /// Look through this camera: its path or name in the tree
    #[arg(long, value_name = "NODE", conflicts_with = "frame")]
    pub camera: Option<String>,
    /// Ignore cameras and frame the whole scene
    #[arg(long)]
    pub frame: bool,
    /// How meshes are shown
    #[command(flatten)]
    pub lines: LineArgs,
    /// Seconds since the scene and the animation began: moves frames, tiles and particles
    #[arg(long, default_value_t = 0.0, value_name = "SECONDS")]
    pub time: f64,
    /// Start of the random numbers of particles that have no seed of their own
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    pub seed: u32,
    /// Play the animations of this name
    #[arg(long, value_name = "NAME")]
    pub animation: Option<String>,
    /// Outline the doorways that let sight through, count the sectors drawn, and mark what is placed without a picture
    #[arg(long)]
    pub overlay: bool,
    /// Choose nothing for the scene: without a camera nothing in space is seen, without a light nothing is lit,
    /// and players of animations play what begins with the scene
    #[arg(long)]
    pub as_engine: bool,
    /// Draw all sectors, seen through portals or not
    #[arg(long)]
    pub all_sectors: bool,
    /// How the scene is read
    #[command(flatten)]
    pub import: ImportArgs,
}

impl SeenArgs {
    /// How the scene is read, as the libraries take it; what has no picture is marked where that is asked for.
    pub fn import_options(&self) -> ImportOptions {
        use proscenio::espresso3d_import::StandIns;
        let mut options = self.import.options();
        options.espresso3d.stand_ins = if self.overlay { StandIns::Marked } else { StandIns::Known };
        options
    }
}

/// What a scene's own files leave open.
#[derive(Args)]
pub struct ImportArgs {
    /// The project's root, when no project file above the scene marks it
    #[arg(long, value_name = "DIR")]
    pub root: Option<String>,
    /// Espresso3D: a folder with the actors that a map places by name, NAME.e3a each; may be repeated. Folders near the
    /// map are looked through afterwards
    #[arg(long, value_name = "DIR")]
    pub actors: Vec<String>,
    /// Espresso3D: play animations as release 0.5 of the engine does, instead of as their authors saw them
    #[arg(long)]
    pub engine_motion: bool,
    /// Espresso3D: a white light at a point; may be repeated. Without one everything is shown in full brightness
    #[arg(long, value_name = "X,Y,Z,BRIGHTNESS[,FALLOFF][@SECTOR]", value_parser = parse_light, allow_hyphen_values = true)]
    pub light: Vec<Light>,
}

impl ImportArgs {
    /// As the libraries take them.
    pub fn options(&self) -> ImportOptions {
        let mut options = ImportOptions::default();
        options.espresso3d.actors = self.actors.iter().map(|folder| crate::input::slashes(folder)).collect();
        options.espresso3d.lights.clone_from(&self.light);
        if self.engine_motion {
            // The engine turns bones about the points that the file gives, sound or not.
            options.espresso3d.meaning = Meaning::Engine;
            options.espresso3d.bones = Bones::AsWritten;
        }
        options
    }
}

/// Lines that meshes are shown by.
#[derive(Args)]
pub struct LineArgs {
    /// Show the edges of triangles instead of their faces
    #[arg(long)]
    pub wireframe: bool,
    /// Show a short line along each normal that meshes come with, coloured by where it points (red, green and blue rise
    /// with X, Y and Z)
    #[arg(long)]
    pub normals: bool,
    /// Show a box around each mesh, along the axes of the world
    #[arg(long)]
    pub bounds: bool,
}

impl LineArgs {
    /// As the libraries take them.
    pub const fn lines(&self) -> MeshLines {
        MeshLines { wireframe: self.wireframe, normals: self.normals, bounds: self.bounds }
    }
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split(',')
        .map(|number| number.trim().parse().ok().filter(|number: &f64| number.is_finite()))
        .collect()
}

/// A point of three numbers.
pub(super) fn parse_point(text: &str) -> Result<[f64; 3], String> {
    let point = numbers(text).and_then(|numbers| numbers.try_into().ok());
    point.ok_or_else(|| "write three numbers with commas between, such as 0,1.5,-4".to_owned())
}

fn parse_light(text: &str) -> Result<Light, String> {
    let (numbers_of, sector) =
        text.split_once('@').map_or((text, None), |(numbers, name)| (numbers, Some(name)));
    match numbers(numbers_of).as_deref() {
        Some([x, y, z, brightness, rest @ ..]) if *brightness >= 0.0 && rest.len() <= 1 => Ok(Light {
            falloff: rest.first().copied().unwrap_or(0.0),
            sector: sector.map(str::to_owned),
            ..Light::white([*x, *y, *z], *brightness)
        }),
        _ => {
            Err("write X,Y,Z,BRIGHTNESS, such as -5,-5,-5,150, or X,Y,Z,BRIGHTNESS,FALLOFF@SECTOR".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_lights() {
        assert_eq!(parse_point("0, 1.5,-4"), Ok([0.0, 1.5, -4.0]));
        for wrong in ["", "1,2", "1,2,3,4", "1,2,x", "1,2,inf"] {
            assert!(parse_point(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_light("1,2,3,150"), Ok(Light::white([1.0, 2.0, 3.0], 150.0)));
        let room = parse_light("1,2,3,9,20@hall").unwrap();
        assert_eq!((room.falloff, room.sector.as_deref()), (20.0, Some("hall")));
        for wrong in ["1,2,3", "1,2,3,-4", "1,2,3,4,5,6", "@hall"] {
            assert!(parse_light(wrong).is_err(), "{wrong}");
        }
    }
}
