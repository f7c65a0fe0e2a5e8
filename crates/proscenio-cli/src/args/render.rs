//! Flags of `render`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use proscenio::Driver;

use super::seen::{SeenArgs, parse_point};

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
    /// So many pixels to one of --size: the picture is larger, and what lies in the plane is drawn larger with it
    #[arg(long, default_value_t = 1.0, value_name = "FACTOR", value_parser = parse_scale, conflicts_with = "sheet")]
    pub scale: f64,
    /// Draw all scenes of a folder on one sheet, their names under them
    #[arg(long, value_name = "FOLDER")]
    pub sheet: Option<String>,
    /// Scenes in a row of the sheet; default: about as many as there are rows
    #[arg(long, value_name = "N", requires = "sheet", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub columns: Option<u32>,
    /// What is seen, and how the scene is read
    #[command(flatten)]
    pub seen: SeenArgs,
    /// Look at the middle of all meshes from a direction: yaw to the right of the front and pitch upwards in degrees,
    /// distance in units of the scene or auto, which shows all of them
    #[arg(long, value_name = "YAW,PITCH,DISTANCE", value_parser = parse_orbit, allow_hyphen_values = true,
          conflicts_with_all = ["camera", "frame", "eye", "look_at", "sector", "walk_to"])]
    pub orbit: Option<Orbit>,
    /// Leave out the background: where nothing is, the picture is see-through
    #[arg(long)]
    pub transparent: bool,
    /// Write an animated PNG (or GIF) of so many pictures
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub frames: Option<u32>,
    /// Pictures per second of an animation
    #[arg(long, default_value_t = 20.0, value_name = "F", value_parser = parse_fps)]
    pub fps: f64,
    /// How the eye stands, when no camera of the scene is looked through
    #[command(flatten)]
    pub eye: EyeArgs,
    /// Say how long reading, opening the graphics driver, drawing, and writing took
    #[arg(long)]
    pub timings: bool,
    /// Print what was drawn as JSON: bounds, draw calls, triangles, textures, what is missing
    #[arg(long, conflicts_with = "sheet")]
    pub json: bool,
    /// Which kind of graphics driver draws
    #[arg(long, value_enum, default_value_t = Backend::Any, value_name = "DRIVER")]
    pub backend: Backend,
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

fn parse_fov(text: &str) -> Result<f64, String> {
    let angle = text.parse().ok().filter(|angle| (1.0..=170.0).contains(angle));
    angle.ok_or_else(|| "write an angle from 1 to 170 degrees".to_owned())
}

fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.1..=16.0).contains(scale));
    scale.ok_or_else(|| "write a number from 0.1 to 16".to_owned())
}

fn parse_fps(text: &str) -> Result<f64, String> {
    let fps = text.parse().ok().filter(|fps| (0.1..=1000.0).contains(fps));
    fps.ok_or_else(|| "write a number from 0.1 to 1000".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_angles_and_rates() {
        let orbit = |distance| Ok(Orbit { yaw: -30.0, pitch: 20.5, distance });
        assert_eq!(parse_orbit("-30, 20.5,auto"), orbit(None));
        assert_eq!(parse_orbit("-30,20.5"), orbit(None));
        assert_eq!(parse_orbit("-30,20.5,4"), orbit(Some(4.0)));
        for wrong in ["", "1", "1,2,0", "1,2,far", "1,2,3,4", "nan,0,auto"] {
            assert!(parse_orbit(wrong).is_err(), "{wrong}");
        }
        assert!(parse_fov("0").is_err() && parse_fps("0").is_err() && parse_fov("60").is_ok());
        assert!(parse_scale("0").is_err() && parse_scale("nan").is_err() && parse_scale("1.5").is_ok());
    }
}
