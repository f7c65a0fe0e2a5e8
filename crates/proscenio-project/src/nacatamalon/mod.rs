//! The files a nacatamalon scene names, followed into the files those name.

pub(crate) mod gltf;
mod walk;

use std::collections::BTreeSet;

use proscenio_nacatamalon::SceneDoc;
use proscenio_nacatamalon::files::project::ProjectFile;
use proscenio_nacatamalon::model::{Asset, AssetSource, ComponentData, FileKind, FilterEffect, Recipe};
use proscenio_source::{Finding, Source, Span};
use proscenio_vfs::path;

use crate::Project;
use walk::Walk;

/// What a file is to whatever names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileRole {
    /// A picture.
    Texture,
    /// `.atlas`.
    Atlas,
    /// `.wgsl` or `.shader`.
    Shader,
    /// `.particles`.
    Particles,
    /// `.tilemap`.
    Tilemap,
    /// A sound.
    Audio,
    /// `.song`.
    Song,
    /// `.motion`.
    Motion,
    /// The measures of a bitmap font.
    FontMeasures,
    /// The picture of a bitmap font.
    FontPicture,
    /// A vector font.
    Font,
    /// A glTF model.
    Model,
    /// A buffer or picture of a model.
    ModelPart,
    /// `.palette`.
    Palette,
    /// `.cube`, or a picture of strips.
    ColourTable,
}

/// Where a named file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// At that path of the tree of files.
    At(String),
    /// Elsewhere: an address of the web, or data written into the reference itself.
    Elsewhere,
    /// Nowhere.
    Missing,
}

/// One naming of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedFile {
    /// What it is to the one that names it.
    pub role: FileRole,
    /// The asset's key, for the files that the scene's manifest names.
    pub key: Option<String>,
    /// The reference as it is written.
    pub reference: String,
    /// Path of the file that names it.
    pub from: String,
    /// Where in that file; `None` where it cannot be told.
    pub span: Option<Span>,
    /// The naming that led there, as an index into [`FileTable::files`]; `None` for what the scene itself names.
    pub parent: Option<usize>,
    /// Where it is.
    pub place: Whereabouts,
    /// Whether it was found and the engine would refuse it.
    pub refused: bool,
}

/// Every file that a scene needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileTable {
    /// What is named, the scene's own first, then what those name, and so on. A file that several name is
    /// there once for each, and is followed once.
    pub files: Vec<NamedFile>,
    /// Missing files, dropped child effects, and what is wrong with the files that the engine refuses. Each
    /// finding names the file it is about.
    pub findings: Vec<Finding>,
}

impl FileTable {
    /// Paths of the files that are there, each once, in the order they are met.
    #[must_use]
    pub fn paths(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let found = self.files.iter().filter_map(|file| file.path());
        found.filter(|path| seen.insert(*path)).collect()
    }
}

impl NamedFile {
    /// Its path, when it was found.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match &self.place {
            Whereabouts::At(path) => Some(path),
            Whereabouts::Elsewhere | Whereabouts::Missing => None,
        }
    }
}

/// The files that a scene names: its manifest with the recipes of shapes, the maps its components show, the
/// effects of its filters; and what those files name in turn: the pictures of atlases, effects and models,
/// the atlases of maps, child effects.
///
/// `path` is where the scene stands in the project's tree. References of the scene are measured from the
/// project's root or its `public` folder, then from the scene's own folder; those inside other files from
/// the file they stand in. Nothing is read twice, so a circle of files comes to an end.
#[must_use]
pub fn scene_files(scene: &SceneDoc, path: &str, project: &Project<'_>) -> FileTable {
    let mut walk = Walk::new(project, path, scene.document.source());
    scene.assets.iter().for_each(|asset| manifest(&mut walk, scene, asset));
    for node in &scene.nodes {
        for component in &node.components {
            let span = component.site.span;
            match &component.data {
                // A key that the manifest does not list was a path in earlier releases.
                ComponentData::Tilemap(map)
                    if !map.map.is_empty() && scene.file_asset(FileKind::Tilemap, &map.map).is_none() =>
                {
                    walk.name(FileRole::Tilemap, None, &map.map, Some(span));
                }
                ComponentData::Filter(filter) => {
                    filter.effects.iter().for_each(|effect| filter_files(&mut walk, effect, span));
                }
                _ => {}
            }
        }
    }
    walk.finish()
}

/// The files that the project's own `project.json` names: its full-screen effects. An empty table where there
/// is no such file.
#[must_use]
pub fn project_files(project: &Project<'_>) -> FileTable {
    let Some((root, _)) = project.root() else { return FileTable::default() };
    let path = path::join(root, "project.json");
    let Ok(bytes) = project.files().read(&path) else { return FileTable::default() };
    let document = proscenio_nacatamalon::Document::parse(Source::new(path.as_str(), bytes));
    let file = ProjectFile::read(&document).file;
    let mut walk = Walk::new(project, &path, document.source());
    for entry in &file.post {
        let effect = entry.effect.as_deref().filter(|_| entry.builtin.is_none());
        effect_files(&mut walk, [effect, entry.palette.as_deref(), entry.lut.as_deref()], None);
    }
    walk.finish()
}

/// The files of one entry of the manifest.
fn manifest(walk: &mut Walk<'_, '_>, scene: &SceneDoc, asset: &Asset) {
    let value = asset.site.value.map(|id| scene.document.value(id));
    let span = |pointer: &str| {
        Some(value.and_then(|value| value.pointer(pointer)).map_or(asset.site.span, |value| value.span()))
    };
    let mut name = |role, reference: &str, pointer: &str| {
        walk.name(role, Some(&asset.key), reference, span(pointer));
    };
    match &asset.source {
        AssetSource::File { kind, src } => name(role(*kind), src, "/src"),
        AssetSource::BitmapFont { json, atlas } => {
            name(FileRole::FontMeasures, json, "/json");
            name(FileRole::FontPicture, atlas, "/atlas");
        }
        AssetSource::Font { src, .. } => name(FileRole::Font, src, "/src"),
        AssetSource::Geometry(Recipe::Gltf { src, .. }) => name(FileRole::Model, src, "/source/src"),
        AssetSource::Geometry(_) | AssetSource::Unknown { .. } => {}
    }
}

const fn role(kind: FileKind) -> FileRole {
    match kind {
        FileKind::Texture => FileRole::Texture,
        FileKind::Atlas => FileRole::Atlas,
        FileKind::Shader => FileRole::Shader,
        FileKind::Particles => FileRole::Particles,
        FileKind::Tilemap => FileRole::Tilemap,
        FileKind::Audio => FileRole::Audio,
        FileKind::Song => FileRole::Song,
        FileKind::Motion => FileRole::Motion,
    }
}

/// The files of a filter's effect. One that the engine brings along needs no shader of the project.
fn filter_files(walk: &mut Walk<'_, '_>, entry: &FilterEffect, span: Span) {
    let effect = entry.effect.as_deref().filter(|_| entry.builtin.is_none());
    effect_files(walk, [effect, entry.palette.as_deref(), entry.lut.as_deref()], Some(span));
}

/// A palette wins over a table of colours.
fn effect_files(walk: &mut Walk<'_, '_>, [effect, palette, lut]: [Option<&str>; 3], span: Option<Span>) {
    let lut = lut.filter(|_| palette.is_none());
    let named = [(FileRole::Shader, effect), (FileRole::Palette, palette), (FileRole::ColourTable, lut)];
    for (role, reference) in named {
        if let Some(reference) = reference {
            walk.name(role, None, reference, span);
        }
    }
}
