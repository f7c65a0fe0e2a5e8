//! `proscenio convert` between OBJ models, Espresso3D files and whatever makes a scene.

use std::path::Path;

use anyhow::{Context, Result, bail};
use proscenio::to_espresso3d::{self, Target};
use proscenio::{Document, Exported, Project, Scene, Severity, obj, run, to_obj};

use crate::args::ConvertArgs;
use crate::commands::{convert, render};
use crate::{Outcome, input, output};

/// Whether the output is a model or a map.
pub fn wanted(args: &ConvertArgs) -> bool {
    matches!(ending(&args.output).as_str(), "obj" | "e3m" | "e3a")
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// Converts one file.
pub fn run(args: &ConvertArgs) -> Result<Outcome> {
    if args.scale.is_some_and(|scale| !scale.is_finite() || scale == 0.0) {
        bail!("--scale needs a number other than 0");
    }
    if args.time.is_some() && args.animation.is_none() {
        bail!("--time is a moment of an animation; name it with --animation");
    }
    let from_obj = obj::is_model(&args.input);
    let exported = match ending(&args.output).as_str() {
        "obj" if from_obj => bail!("{} is an OBJ model already", args.input),
        "obj" => to_model(args)?,
        _ if from_obj => from_model(args)?,
        _ => to_map(args)?,
    };
    convert::finish(args, &exported)
}

/// The project a file belongs to and the folder the output will stand in, as the project sees files.
fn places(args: &ConvertArgs) -> (Project<'static>, Option<String>) {
    let project = input::project(&args.input, args.import.root.as_deref());
    let output = input::slashes(&args.output.to_string_lossy());
    let place = project.place_of(&output);
    let folder = place.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    (project, Some(folder))
}

fn stem(args: &ConvertArgs) -> String {
    args.output.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// An OBJ model into a map or an actor.
fn from_model(args: &ConvertArgs) -> Result<Exported> {
    let model = input::model(&args.input)?;
    for finding in model.findings().iter().filter(|finding| finding.severity >= Severity::Warning) {
        output::warn(finding, Some(model.source()));
    }
    let (project, folder) = places(args);
    let (exported, findings) = to_espresso3d::from_obj(&model, &project, &espresso3d_options(args, folder));
    for finding in findings.iter().filter(|finding| finding.severity >= Severity::Warning) {
        output::warn(finding, Some(model.source()).filter(|source| *source.path() == finding.path));
    }
    Ok(exported)
}

fn espresso3d_options(args: &ConvertArgs, folder: Option<String>) -> to_espresso3d::Options {
    let target = if ending(&args.output) == "e3m" { Target::Map } else { Target::Actor };
    to_espresso3d::Options {
        folder,
        dialect: args.dialect.map(Into::into).unwrap_or_default(),
        sectors: args.sectors.map(Into::into),
        scale: args.scale.unwrap_or(1.0),
        flip: args.flip,
        find_portals: args.find_portals,
        ..to_espresso3d::Options::new(stem(args), target)
    }
}

/// A scene of any family into a map or an actor.
fn to_map(args: &ConvertArgs) -> Result<Exported> {
    let document = input::open(&args.input)?;
    if matches!(document, Document::Espresso3d(_)) && ending(Path::new(&args.input)) == ending(&args.output) {
        bail!("{} is a file of this kind already; `fmt` changes its dialect", args.input);
    }
    let scene = render::load(&args.input, args.import.root.as_deref(), &args.import.options())?;
    let (scene, _) = still(&scene, args)?;
    let (_, folder) = places(args);
    Ok(to_espresso3d::export(&scene, &espresso3d_options(args, folder)))
}

/// A scene of any family into a model.
fn to_model(args: &ConvertArgs) -> Result<Exported> {
    let document = input::open(&args.input)?;
    let scene = render::load(&args.input, args.import.root.as_deref(), &args.import.options())?;
    let (project, folder) = places(args);
    let import = args.import.options().espresso3d;
    let options = to_obj::Options { name: stem(args), folder, portals: args.portals };
    Ok(match &document {
        Document::Espresso3d(document) if args.animation.is_none() => {
            let source = to_obj::Source { document, project: &project, import: &import, bent: false };
            to_obj::export_espresso3d(&source, &scene, &options)
        }
        Document::Espresso3d(document) => {
            let (scene, _) = still(&scene, args)?;
            let source = to_obj::Source { document, project: &project, import: &import, bent: true };
            to_obj::export_espresso3d(&source, &scene, &options)
        }
        _ => to_obj::export(&still(&scene, args)?.0, &options),
    })
}

/// The scene at the moment that was asked for, bent by its bones.
fn still(scene: &Scene, args: &ConvertArgs) -> Result<(Scene, bool)> {
    let Some(name) = &args.animation else { return Ok(run::bake(scene)) };
    let mut posed = scene.clone();
    for id in super::moving::find_animations(scene, name)? {
        // What an animation sets besides placements has no place in a model.
        let _ = run::pose(&mut posed, &scene.animations[id], args.time.unwrap_or(0.0));
    }
    Ok(run::bake(&posed))
}

/// The scene of a model; what reading it has to say goes to standard error.
pub fn scene(file: &str, root: Option<&str>) -> Result<Scene> {
    let model = input::model(file).with_context(|| format!("reading {file}"))?;
    let imported = obj::import(&model, &input::project(file, root));
    for finding in model.findings().iter().chain(&imported.findings) {
        if finding.severity >= Severity::Warning {
            output::warn(finding, Some(model.source()).filter(|source| *source.path() == finding.path));
        }
    }
    Ok(imported.scene)
}
