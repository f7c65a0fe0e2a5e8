//! `proscenio show`: a scene in a window.

use anyhow::Result;

use crate::Outcome;
use crate::args::show::ShowArgs;

/// Without the window.
#[cfg(not(feature = "window"))]
pub fn run(_: &ShowArgs) -> Result<Outcome> {
    anyhow::bail!(
        "this build of proscenio has no window (cargo feature `window`)\n\
         help: draw a picture with `proscenio render FILE -o FILE.png`"
    )
}

/// Opens a window on a scene, and ends when it is closed.
#[cfg(feature = "window")]
pub fn run(args: &ShowArgs) -> Result<Outcome> {
    let file = args.file.as_deref().map(crate::input::slashes).unwrap_or_default();
    if file == "-" {
        anyhow::bail!("a window reads files alone: it looks whether they change; name one");
    }
    let here = std::env::current_dir().map(|folder| crate::input::slashes(&folder.to_string_lossy()));
    let request = proscenio_view::Request {
        file,
        here: here.unwrap_or_default(),
        root: args.seen.import.root.as_deref().map(crate::input::slashes),
        import: args.seen.import_options(),
    };
    proscenio_view::window::run(start(args, request), &proscenio::DiskTree, std::sync::Arc::new(Disk))?;
    Ok(Outcome::Fine)
}

/// What the flags say.
#[cfg(feature = "window")]
fn start(args: &ShowArgs, request: proscenio_view::Request) -> proscenio_view::window::Start {
    use proscenio::scene::MeshLines;
    use proscenio_view::session::Options;
    use proscenio_view::timeline::{Choice, Timeline};
    use proscenio_view::window::{PICTURE, Shot, Start};

    let choice = args.seen.animation.clone().map_or_else(Choice::default, Choice::Named);
    let shot = args
        .screenshot
        .as_ref()
        .map(|file| Shot { file: crate::input::slashes(&file.to_string_lossy()), after: args.after });
    let camera = if args.seen.frame { proscenio::CameraChoice::Frame } else { proscenio::CameraChoice::Auto };
    Start {
        request,
        options: Options {
            size: args.size,
            camera,
            seed: args.seen.seed,
            portals: !args.seen.all_sectors,
            doorways: args.seen.overlay,
            as_engine: args.seen.as_engine,
            // The window draws boxes over the picture, around drawings in the plane too.
            lines: MeshLines { bounds: false, ..args.seen.lines.lines() },
            boxes: args.seen.lines.bounds,
            ..Options::default()
        },
        camera: args.seen.camera.clone(),
        select: args.select.clone(),
        timeline: Timeline { time: args.seen.time, playing: args.play, choice, ..Timeline::default() },
        picture: args.size.unwrap_or(PICTURE),
        shot,
    }
}

/// When files were changed, and how long they are.
#[cfg(feature = "window")]
struct Disk;

#[cfg(feature = "window")]
impl proscenio_view::watch::Stamps for Disk {
    fn stamp(&self, path: &str) -> Option<proscenio_view::watch::Stamp> {
        let data = std::fs::metadata(path).ok()?;
        let changed = data.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some((changed.as_nanos(), data.len()))
    }
}
