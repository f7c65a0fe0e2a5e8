//! Two files drawn with one framing, and where the pictures differ.

use anyhow::{Context, Result, bail};
use proscenio::beside::{beside, difference};
use proscenio::scene::glam::Vec3;
use proscenio::scene::{Camera2d, Placement};
use proscenio::{CameraChoice, Component, DiskTree, Node, NodeId, Picture, Renderer, Scene, Vfs, View};
use proscenio_view::opened::{has_light, light_model};
use serde::Serialize;

use super::Pair;
use super::pictures::{DEFAULT_SIZE, scene};
use crate::args::diff::{DiffArgs, DiffFormat};
use crate::commands::orbit::{FOV, FRAMING, Placed};
use crate::{Outcome, output};

/// Black between the pictures, pixels.
const GAP: u32 = 4;

/// What `diff --pictures --format json` prints.
#[derive(Serialize)]
struct Report {
    picture: String,
    /// Width and height of each of the three pictures, pixels.
    size: [u32; 2],
    /// Which eye both are seen through.
    framing: Framing,
    pixels: u64,
    changed_pixels: u64,
    /// The greatest difference of a colour, 0 to 255.
    greatest_difference: u8,
    /// What the pictures leave out or chose by themselves.
    notes: Vec<String>,
}

/// Which eye both files are seen through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Framing {
    /// The old file's camera, and the new one has the same.
    SameCamera,
    /// The old file's camera; the new one has none, or another.
    OldCamera,
    /// The new file's camera; the old one has none.
    NewCamera,
    /// One around both.
    AroundBoth,
    /// The plane as it is.
    Plane,
}

/// Draws the one pair that the arguments name.
pub fn run(pairs: &[Pair], args: &DiffArgs) -> Result<Outcome> {
    let [pair] = pairs else {
        bail!("--pictures compares two files, not {} of folders or revisions", pairs.len())
    };
    let (Some(old), Some(new)) = (&pair.old, &pair.new) else {
        bail!("{} is on one side only: there is nothing to compare with", pair.name)
    };
    let read =
        |source, place: &str| scene(source, place).map_err(|reason| anyhow::anyhow!("{place}: {reason}"));
    let mut scenes = [read(old, &pair.places[0])?, read(new, &pair.places[1])?];
    let size = args.size.or(scenes[1].view_size).or(scenes[0].view_size).unwrap_or(DEFAULT_SIZE);
    let (framing, cameras) = frame(&mut scenes, size);
    let renderer = Renderer::headless_on(args.backend.driver())?;
    let draw = |side: usize| renderer.draw(&scenes[side], &View { camera: cameras[side], ..View::new(size) });
    let (before, after) = (draw(0)?, draw(1)?);
    let found = difference(&before, &after)?;
    let path = args.output.as_deref().unwrap_or(std::path::Path::new("")).to_string_lossy();
    let whole = beside(&[&before, &after, &found.picture], GAP);
    DiskTree.write(&path, &whole.to_png()?).with_context(|| format!("writing {path}"))?;
    let report = Report {
        picture: path.into_owned(),
        size,
        framing,
        pixels: u64::from(size[0]) * u64::from(size[1]),
        changed_pixels: found.changed,
        greatest_difference: found.greatest,
        notes: notes([&before, &after]),
    };
    print(&report, args)?;
    Ok(if found.changed == 0 { Outcome::Fine } else { Outcome::Findings })
}

fn notes(pictures: [&Picture; 2]) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for note in pictures.into_iter().flat_map(|picture| &picture.notes).map(ToString::to_string) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

fn print(report: &Report, args: &DiffArgs) -> Result<()> {
    if args.format == DiffFormat::Json {
        return output::json(report);
    }
    report.notes.iter().for_each(|note| output::note(note));
    if report.framing == Framing::OldCamera {
        output::note("both files are seen through the camera of the old one; that of the new one is another");
    }
    let Report { pixels, changed_pixels, greatest_difference, .. } = report;
    let share = 100.0 * *changed_pixels as f64 / (*pixels).max(1) as f64;
    let mut out = output::stdout();
    use std::io::Write as _;
    writeln!(
        out,
        "{changed_pixels} of {pixels} pixels differ ({share:.2} %), by at most {greatest_difference} of 255"
    )?;
    Ok(())
}

/// Puts one eye into both scenes.
fn frame(scenes: &mut [Scene; 2], size: [u32; 2]) -> (Framing, [CameraChoice; 2]) {
    let cameras = scenes.each_ref().map(in_space);
    let both = |framing, eyes: [NodeId; 2]| (framing, eyes.map(CameraChoice::Node));
    if let Some((framing, placed)) = chosen(cameras) {
        return both(framing, scenes.each_mut().map(|scene| placed.clone().add_to(scene)));
    }
    let bounds = scenes.each_ref().map(|scene| scene.bounds(&scene.world_placements()).filter(is_finite));
    let around = bounds.into_iter().flatten().reduce(|(low, high), (l, h)| (low.min(l), high.max(h)));
    if let Some(around) = around {
        if !scenes.iter().any(has_light) {
            scenes.iter_mut().for_each(light_model);
        }
        let placed = FRAMING.around(around, size[0] as f32 / size[1] as f32, FOV);
        return both(Framing::AroundBoth, scenes.each_mut().map(|scene| placed.clone().add_to(scene)));
    }
    let flat = scenes.each_ref().map(on_plane);
    let Some((framing, (camera, placement))) = chosen(flat) else {
        return (Framing::Plane, [CameraChoice::Auto; 2]);
    };
    let eyes = scenes.each_mut().map(|scene| {
        let components = vec![Component::Camera2d(camera.clone())];
        let node = Node { placement, top_level: true, components, ..Node::new("eye") };
        scene.add_child(scene.root, node)
    });
    both(framing, eyes)
}

fn is_finite((low, high): &(Vec3, Vec3)) -> bool {
    low.is_finite() && high.is_finite()
}

/// The old eye, else the new one.
fn chosen<T: PartialEq>(eyes: [Option<T>; 2]) -> Option<(Framing, T)> {
    match eyes {
        [Some(old), new] => {
            let same = new.as_ref() == Some(&old);
            Some((if same { Framing::SameCamera } else { Framing::OldCamera }, old))
        }
        [None, Some(new)] => Some((Framing::NewCamera, new)),
        [None, None] => None,
    }
}

/// The camera in space that is looked through: the current one, else the first.
fn in_space(scene: &Scene) -> Option<Placed> {
    let world = scene.world_placements();
    let cameras = scene.depth_first().flat_map(|id| {
        let components = scene.nodes[id].components.iter();
        components.filter_map(move |component| match component {
            Component::Camera(camera) => Some((id, camera)),
            _ => None,
        })
    });
    let cameras: Vec<_> = cameras.collect();
    let (id, camera) = cameras.iter().find(|(_, camera)| camera.current).or(cameras.first())?;
    Some(Placed { camera: (*camera).clone(), place: world.space(*id) })
}

/// The current camera on the plane.
fn on_plane(scene: &Scene) -> Option<(Camera2d, Placement)> {
    let world = scene.world_placements();
    scene.depth_first().find_map(|id| {
        scene.nodes[id].components.iter().find_map(|component| match component {
            Component::Camera2d(camera) if camera.current => {
                Some((camera.clone(), Placement { flat: Some(world.flat(id)), ..Placement::default() }))
            }
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{Framing, chosen};

    #[test]
    fn one_eye_is_looked_through() {
        assert_eq!(chosen([Some(1), Some(1)]), Some((Framing::SameCamera, 1)));
        assert_eq!(chosen([Some(1), Some(2)]), Some((Framing::OldCamera, 1)));
        assert_eq!(chosen([Some(1), None]), Some((Framing::OldCamera, 1)));
        assert_eq!(chosen([None, Some(2)]), Some((Framing::NewCamera, 2)));
        assert_eq!(chosen::<u8>([None, None]), None);
    }
}
