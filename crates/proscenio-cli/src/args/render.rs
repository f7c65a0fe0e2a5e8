//! Flags of `render`, and those that say how a scene is read.

use std::path::PathBuf;

use clap::Args;
use proscenio::ImportOptions;
use proscenio::espresso3d_import::{Bones, Light, Meaning};

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

/// What to draw, and how.
#[derive(Args)]
pub struct RenderArgs {
    /// The scene
    pub file: String,
    /// The picture to write
    #[arg(short, long, value_name = "FILE.png")]
    pub output: PathBuf,
    /// Width and height of the picture in pixels; default: what the project says, else 1280x720
    #[arg(long, value_parser = super::parse_size, value_name = "WxH")]
    pub size: Option<[u32; 2]>,
    /// Draw through this camera: its path or name in the tree
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
    /// Play the animations of this name
    #[arg(long, value_name = "NAME")]
    pub animation: Option<String>,
    /// Write an animated PNG of so many pictures
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub frames: Option<u32>,
    /// Pictures per second of an animated PNG
    #[arg(long, default_value_t = 20.0, value_name = "F", value_parser = parse_fps)]
    pub fps: f64,
    /// How the eye stands, when no camera of the scene is looked through
    #[command(flatten)]
    pub eye: EyeArgs,
    /// Outline the doorways that let sight through, count the sectors drawn, and mark what is placed without a picture
    #[arg(long)]
    pub overlay: bool,
    /// Choose nothing for the scene: without a camera nothing in space is seen, without a light nothing is lit
    #[arg(long)]
    pub as_engine: bool,
    /// Say how long reading, opening the graphics driver, drawing, and writing took
    #[arg(long)]
    pub timings: bool,
    /// Draw all sectors, seen through portals or not
    #[arg(long)]
    pub all_sectors: bool,
    /// How the scene is read
    #[command(flatten)]
    pub import: ImportArgs,
}

/// An eye of the person's own.
#[derive(Args)]
#[group(id = "own eye", multiple = true, conflicts_with_all = ["camera", "frame"])]
pub struct EyeArgs {
    /// Look from this point; default: the middle of --sector, else the origin
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub eye: Option<[f64; 3]>,
    /// Look at this point; default: where --walk-to leads, else along +Z
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub look_at: Option<[f64; 3]>,
    /// Full opening angle of the picture's height, degrees; default: 45
    #[arg(long, value_name = "DEGREES", value_parser = parse_fov)]
    pub fov: Option<f64>,
    /// The sector the eye begins in; default: the one around it
    #[arg(long, value_name = "NAME")]
    pub sector: Option<String>,
    /// Walk to this point in a straight line, through portals from sector to sector. One picture shows the end of the
    /// walk, --frames all of it
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub walk_to: Option<[f64; 3]>,
}

impl EyeArgs {
    /// Whether one of them is given.
    pub fn wanted(&self) -> bool {
        self.eye.is_some()
            || self.look_at.is_some()
            || self.fov.is_some()
            || self.sector.is_some()
            || self.walk_to.is_some()
    }
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split(',')
        .map(|number| number.trim().parse().ok().filter(|number: &f64| number.is_finite()))
        .collect()
}

fn parse_point(text: &str) -> Result<[f64; 3], String> {
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

fn parse_fov(text: &str) -> Result<f64, String> {
    let angle = text.parse().ok().filter(|angle| (1.0..=170.0).contains(angle));
    angle.ok_or_else(|| "write an angle from 1 to 170 degrees".to_owned())
}

fn parse_fps(text: &str) -> Result<f64, String> {
    let fps = text.parse().ok().filter(|fps| (0.1..=1000.0).contains(fps));
    fps.ok_or_else(|| "write a number from 0.1 to 1000".to_owned())
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
        assert!(parse_fov("0").is_err() && parse_fps("0").is_err() && parse_fov("60").is_ok());
    }
}
