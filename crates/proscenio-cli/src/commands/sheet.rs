//! All scenes of a folder on one sheet.

use anyhow::{Context, Result, bail};
use proscenio::beside::{put, shrunk};
use proscenio::run::{OPEN_SANS, font::Face};
use proscenio::scene::glam::{Affine2, Vec2};
use proscenio::scene::{Flat, FontKind, Rgba, TextBox};
use proscenio::{Component, DiskTree, Node, Picture, Renderer, Scene, Vfs, View};
use rayon::prelude::*;

use crate::args::render::RenderArgs;
use crate::{Outcome, input, output, progress};

/// The size of each scene when nobody says one, pixels.
const CELL: [u32; 2] = [320, 240];
/// What a project shows when it does not say, pixels.
const SCREEN: [u32; 2] = [1152, 648];
/// Scenes are drawn at most so many times as large as they are shown.
const MOST_STEPS: u32 = 8;
/// Height of a name, and what stands between two scenes, pixels.
const LABEL: u32 = 22;
const GAP: u32 = 6;
const LETTERS: f32 = 14.0;
const PAPER: [u8; 4] = [28, 28, 32, 255];
/// Where a scene could not be read.
const NOTHING: [u8; 4] = [64, 40, 40, 255];
/// Scenes read before they are drawn, for each thread.
const AHEAD: usize = 2;
/// A sheet of more pixels than this is refused: 1 GiB.
const MOST_PIXELS: u64 = 1 << 28;

/// Draws them.
pub fn run(folder: &str, args: &RenderArgs) -> Result<Outcome> {
    let files = scenes(folder)?;
    let cell = args.size.unwrap_or(CELL);
    let columns = args.columns.unwrap_or((files.len() as f64).sqrt().ceil() as u32).min(files.len() as u32);
    let mut sheet = Sheet::new(cell, columns, files.len() as u32)?;
    let renderer = Renderer::headless_on(args.backend.driver())?;
    let bar = progress::bar(files.len(), "drawing");
    let mut outcome = Outcome::Fine;
    for (chunk, names) in files.chunks(AHEAD * rayon::current_num_threads()).enumerate() {
        let first = chunk * AHEAD * rayon::current_num_threads();
        let read: Vec<Result<Scene>> = names.par_iter().map(|name| read(name, args)).collect();
        for (at, (name, scene)) in names.iter().zip(read).enumerate() {
            let picture = scene.and_then(|scene| drawn(&renderer, &scene, args, cell));
            let short = input::slashes(name);
            let short = short.strip_prefix(&format!("{}/", folder.trim_end_matches('/'))).unwrap_or(&short);
            if let Err(error) = &picture {
                output::note(&format!("{short} is not drawn: {error:#}"));
                outcome = Outcome::Findings;
            }
            let label = label(&renderer, short, cell[0])?;
            sheet.put((first + at) as u32, picture.as_ref().ok(), &label);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let output = args.output.to_string_lossy();
    DiskTree.write(&output, &sheet.picture.to_png()?).with_context(|| format!("writing {output}"))?;
    Ok(outcome)
}

/// Files below a folder that are drawn: not resources on their own.
fn scenes(folder: &str) -> Result<Vec<String>> {
    let mut files = input::scene_files(&[folder.to_owned()])?;
    files.retain(|name| !name.ends_with(".tres") && !name.ends_with(".res"));
    if files.is_empty() {
        bail!("no scene in {folder} (.tscn .escn .scn .scene .e3m .e3a)");
    }
    Ok(files)
}

fn read(name: &str, args: &RenderArgs) -> Result<Scene> {
    let document = input::open(name)?;
    let project = input::project(name, args.seen.import.root.as_deref());
    let mut scene = proscenio::import_with(&document, &project, &args.seen.import.options()).scene;
    scene.show_lines(args.seen.lines.lines());
    Ok(scene)
}

/// A scene as large as its cell, drawn larger and shrunk: drawings in the plane keep their size in pixels, so that is as
/// large as the project shows them, and edges in space get smooth.
fn drawn(renderer: &Renderer, scene: &Scene, args: &RenderArgs, cell: [u32; 2]) -> Result<Picture> {
    let wanted = if is_flat(scene) { scene.view_size.unwrap_or(SCREEN) } else { cell.map(|side| side * 2) };
    let steps = [0, 1].map(|axis: usize| wanted[axis].div_ceil(cell[axis].max(1)));
    let most = renderer.max_size() / cell[0].max(cell[1]).max(1);
    let step = steps[0].max(steps[1]).clamp(1, most.clamp(1, MOST_STEPS));
    let view = View {
        time: args.seen.time,
        seed: args.seen.seed,
        as_engine: args.seen.as_engine,
        ..View::new(cell.map(|side| side * step))
    };
    Ok(shrunk(&renderer.draw(scene, &view)?, step))
}

/// Whether a scene has drawings in the plane.
fn is_flat(scene: &Scene) -> bool {
    let mut components = scene.nodes.iter().flat_map(|(_, node)| &node.components);
    components.any(|component| {
        matches!(
            component,
            Component::Sprite(_)
                | Component::AnimatedSprite(_)
                | Component::FlatMesh(_)
                | Component::NineSlice(_)
                | Component::Tiles(_)
                | Component::Shapes(_)
                | Component::Text(_)
        )
    })
}

/// A name that fits under its scene, light on the paper.
fn label(renderer: &Renderer, name: &str, width: u32) -> Result<Picture> {
    let mut scene = Scene::new("name", Node::new("name"));
    let kind = FontKind::Vector(OPEN_SANS.into());
    let font = scene.fonts.add(proscenio::scene::Font { name: "Open Sans".to_owned(), kind });
    let text = TextBox {
        font_size: LETTERS,
        local: Flat::Matrix(Affine2::from_translation(Vec2::new(2.0, 1.0))),
        tint: Rgba::from_stored([0.9, 0.9, 0.9, 1.0]),
        ..TextBox::new(fitting(name, width as f32 - 4.0), Some(font))
    };
    let root = scene.root;
    scene.nodes[root].components.push(Component::Text(text));
    let [red, green, blue, alpha] = PAPER.map(|part| f32::from(part) / 255.0);
    let background = Some(Rgba::from_stored([red, green, blue, alpha]));
    Ok(renderer.draw(&scene, &View { background, ..View::new([width, LABEL]) })?)
}

/// A name without its beginning where it is too long.
fn fitting(name: &str, width: f32) -> String {
    let Some(face) = Face::open(OPEN_SANS).filter(|face| face.width(name, LETTERS) > width) else {
        return name.to_owned();
    };
    let starts = name.char_indices().map(|(at, _)| at);
    let shorter = starts.map(|at| format!("…{}", &name[at..]));
    shorter.into_iter().find(|name| face.width(name, LETTERS) <= width).unwrap_or_default()
}

struct Sheet {
    picture: Picture,
    cell: [u32; 2],
    columns: u32,
}

impl Sheet {
    fn new(cell: [u32; 2], columns: u32, count: u32) -> Result<Self> {
        let rows = count.div_ceil(columns.max(1));
        let [width, height] = [(cell[0], columns, 0), (cell[1], rows, LABEL)]
            .map(|(side, count, more)| u64::from(count) * u64::from(side + more + GAP) + u64::from(GAP));
        if width * height > MOST_PIXELS {
            bail!(
                "{count} scenes of {}x{} pixels make a sheet of {width}x{height}: choose a smaller --size",
                cell[0],
                cell[1]
            );
        }
        let picture = Picture::new([width as u32, height as u32], PAPER.repeat((width * height) as usize));
        Ok(Self { picture, cell, columns })
    }

    fn put(&mut self, number: u32, scene: Option<&Picture>, label: &Picture) {
        let [width, height] = self.cell;
        let (column, row) = (number % self.columns, number / self.columns);
        let (left, top) = (GAP + column * (width + GAP), GAP + row * (height + LABEL + GAP));
        let nothing = || Picture::new(self.cell, NOTHING.repeat(width as usize * height as usize));
        let shown = scene.cloned().unwrap_or_else(nothing);
        put(&mut self.picture, &shown, [left, top]);
        put(&mut self.picture, label, [left, top + height]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Picture, Sheet, fitting};

    #[test]
    fn scenes_stand_in_rows() {
        let mut sheet = Sheet::new([10, 8], 2, 3).unwrap();
        assert_eq!(sheet.picture.size, [38, 78]);
        let white = Picture::new([10, 8], vec![255; 320]);
        sheet.put(2, Some(&white), &Picture::new([10, 22], vec![9; 880]));
        assert_eq!(sheet.picture.pixel(6, 42), Some([255; 4]));
        assert_eq!(sheet.picture.pixel(6, 50), Some([9; 4]));
        assert!(Sheet::new([4000, 4000], 100, 10_000).is_err());
    }

    #[test]
    fn long_names_lose_their_beginning() {
        assert_eq!(fitting("a.tscn", 300.0), "a.tscn");
        let short = fitting("levels/of/a/very/long/name/indeed.tscn", 120.0);
        assert!(short.starts_with('…') && short.ends_with("indeed.tscn"), "{short}");
        assert_eq!(fitting("abc", 0.0), "");
    }
}
