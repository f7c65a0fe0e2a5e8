//! Flags of `render`, and those that say how a scene is read.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use proscenio::espresso3d_import::{Bones, Light, Meaning};
use proscenio::scene::MeshLines;
use proscenio::{Driver, ImportOptions};

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
#[command(after_help = "Examples:
  proscenio render level.tscn -o level.png --camera Player/Camera3D
  proscenio render chair.tscn -o chair.png --orbit 30,20,auto --transparent
  proscenio render mill.e3a -o mill.gif --animation turn --frames 40
  proscenio render level.tscn -o edges.png --wireframe --bounds --json
  proscenio render --sheet scenes/ -o sheet.png --size 240x180

Exit codes: 0 drawn, 1 a scene of a sheet could not be drawn, 2 no picture.")]
pub struct RenderArgs {
    /// The scene
    #[arg(required_unless_present = "sheet", conflicts_with = "sheet")]
    pub file: Option<String>,
    /// The picture to write; one that ends in .gif has 256 colours and may move
    #[arg(short, long, value_name = "FILE.png")]
    pub output: PathBuf,
    /// Width and height of the picture in pixels; default: what the project says, else 1280x720. Of a sheet those of each
    /// scene; default: 320x240
    #[arg(long, value_parser = super::parse_size, value_name = "WxH")]
    pub size: Option<[u32; 2]>,
    /// Draw the same view so many times as large
    #[arg(long, value_name = "F", value_parser = parse_scale, conflicts_with = "sheet")]
    pub scale: Option<f64>,
    /// Draw all scenes of a folder on one sheet, their names under them
    #[arg(long, value_name = "FOLDER")]
    pub sheet: Option<String>,
    /// Scenes in a row of the sheet; default: about as many as there are rows
    #[arg(long, value_name = "N", requires = "sheet", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub columns: Option<u32>,
    /// Draw through this camera: its path or name in the tree
    #[arg(long, value_name = "NODE", conflicts_with = "frame")]
    pub camera: Option<String>,
    /// Ignore cameras and frame the whole scene
    #[arg(long)]
    pub frame: bool,
    /// Look at the middle of all meshes from a direction: yaw to the right of the front and pitch upwards in degrees,
    /// distance in units of the scene or auto, which shows all of them
    #[arg(long, value_name = "YAW,PITCH,DISTANCE", value_parser = parse_orbit, allow_hyphen_values = true,
          conflicts_with_all = ["camera", "frame", "eye", "look_at", "sector", "walk_to"])]
    pub orbit: Option<Orbit>,
    /// Leave out the background: where nothing is, the picture is see-through
    #[arg(long)]
    pub transparent: bool,
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
    /// Write an animated PNG (or GIF) of so many pictures
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub frames: Option<u32>,
    /// Pictures per second of an animation
    #[arg(long, default_value_t = 20.0, value_name = "F", value_parser = parse_fps)]
    pub fps: f64,
    /// How the eye stands, when no camera of the scene is looked through
    #[command(flatten)]
    pub eye: EyeArgs,
    /// Outline the doorways that let sight through, count the sectors drawn, and mark what is placed without a picture
    #[arg(long)]
    pub overlay: bool,
    /// Choose nothing for the scene: without a camera nothing in space is seen, without a light nothing is lit,
    /// and players of animations play what begins with the scene
    #[arg(long)]
    pub as_engine: bool,
    /// Say how long reading, opening the graphics driver, drawing, and writing took
    #[arg(long)]
    pub timings: bool,
    /// Print what was drawn as JSON: bounds, draw calls, triangles, textures, what is missing
    #[arg(long, conflicts_with = "sheet")]
    pub json: bool,
    /// Which kind of graphics driver draws
    #[arg(long, value_enum, default_value_t = Backend::Any, value_name = "DRIVER")]
    pub backend: Backend,
    /// Draw all sectors, seen through portals or not
    #[arg(long)]
    pub all_sectors: bool,
    /// How the scene is read
    #[command(flatten)]
    pub import: ImportArgs,
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

/// Where an eye stands that circles a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orbit {
    /// Degrees from the front (+Z) to the right (+X).
    pub yaw: f64,
    /// Degrees upwards.
    pub pitch: f64,
    /// From the middle of the scene, in its units; `None` shows all of it.
    pub distance: Option<f64>,
}

/// A kind of graphics driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// The best there is
    Any,
    /// Vulkan alone
    Vulkan,
    /// OpenGL or OpenGL ES alone
    Gl,
}

impl Backend {
    /// As the libraries take it.
    pub const fn driver(self) -> Driver {
        match self {
            Self::Any => Driver::Any,
            Self::Vulkan => Driver::Vulkan,
            Self::Gl => Driver::Gl,
        }
    }
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
    /// Whether one of them is given that stands on its own: the angle alone may belong to --orbit.
    pub fn wanted(&self, orbits: bool) -> bool {
        self.eye.is_some()
            || self.look_at.is_some()
            || (self.fov.is_some() && !orbits)
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

fn parse_orbit(text: &str) -> Result<Orbit, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let angle = |text: &str| text.parse().ok().filter(|angle: &f64| angle.is_finite());
    let distance = |text: &str| match text {
        "auto" => Some(None),
        _ => text.parse().ok().filter(|distance| (1e-6..1e9).contains(distance)).map(Some),
    };
    let orbit = match parts[..] {
        [yaw, pitch] => angle(yaw).zip(angle(pitch)).zip(Some(None)),
        [yaw, pitch, far] => angle(yaw).zip(angle(pitch)).zip(distance(far)),
        _ => None,
    };
    let orbit = orbit.map(|((yaw, pitch), distance)| Orbit { yaw, pitch, distance });
    orbit.ok_or_else(|| "write YAW,PITCH,DISTANCE, such as 30,20,auto or -90,0,12.5".to_owned())
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

/// How many times as large a picture is.
fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.01..=64.0).contains(scale));
    scale.ok_or_else(|| "write a number from 0.01 to 64".to_owned())
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
        let orbit = |distance| Ok(Orbit { yaw: -30.0, pitch: 20.5, distance });
        assert_eq!(parse_orbit("-30, 20.5,auto"), orbit(None));
        assert_eq!(parse_orbit("-30,20.5"), orbit(None));
        assert_eq!(parse_orbit("-30,20.5,4"), orbit(Some(4.0)));
        for wrong in ["", "1", "1,2,0", "1,2,far", "1,2,3,4", "nan,0,auto"] {
            assert!(parse_orbit(wrong).is_err(), "{wrong}");
        }
        assert!(parse_fov("0").is_err() && parse_fps("0").is_err() && parse_fov("60").is_ok());
        assert_eq!((parse_scale("2.5"), parse_scale("0").is_err()), (Ok(2.5), true));
    }
}
