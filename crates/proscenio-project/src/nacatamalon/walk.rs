//! Following references from file to file.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use proscenio_nacatamalon::files::particles::{MAX_NESTING, Particles};
use proscenio_nacatamalon::files::{Sidecar, SidecarKind, codes};
use proscenio_nacatamalon::{Document, Value};
use proscenio_source::{Finding, Source, Span};
use proscenio_vfs::{EntryKind, path};

use super::gltf;
use crate::Project;
use crate::nacatamalon::{FileRole, FileTable, NamedFile, Whereabouts};

/// A walk over the files that a scene names.
pub(super) struct Walk<'w, 'p> {
    project: &'w Project<'p>,
    /// The scene's path as the caller names it.
    scene: String,
    /// The same, known folders included.
    start: String,
    /// The scene's name in findings.
    name: Arc<str>,
    table: FileTable,
    /// Files still to be read: their naming, and the effects that led there.
    waiting: VecDeque<(usize, Vec<String>)>,
    /// What was read, as which kind and how deep in child effects.
    read: BTreeSet<(String, &'static str, usize)>,
}

impl<'w, 'p> Walk<'w, 'p> {
    pub(super) fn new(project: &'w Project<'p>, path: &str, source: &Source) -> Self {
        Self {
            project,
            scene: path.to_owned(),
            start: project.place_of(path),
            name: Arc::clone(source.path()),
            table: FileTable::default(),
            waiting: VecDeque::new(),
            read: BTreeSet::new(),
        }
    }

    pub(super) fn finish(mut self) -> FileTable {
        while let Some((at, chain)) = self.waiting.pop_front() {
            self.follow(at, chain);
        }
        self.table
    }

    /// A reference of the scene itself. An empty one names nothing.
    pub(super) fn name(&mut self, role: FileRole, key: Option<&str>, reference: &str, span: Option<Span>) {
        if reference.is_empty() {
            return;
        }
        let place = self.place(reference, |project, scene| {
            let rooted = format!("/{}", reference.trim_start_matches('/'));
            let from_root = project.resolve(scene, &rooted);
            from_root.or_else(|| project.resolve(scene, reference))
        });
        let file = NamedFile {
            role,
            key: key.map(str::to_owned),
            reference: reference.to_owned(),
            from: self.start.clone(),
            span,
            parent: None,
            place,
            refused: false,
        };
        let name = Arc::clone(&self.name);
        self.add(file, &name, Vec::new());
    }

    /// A reference inside another file, measured from that file.
    fn name_inside(
        &mut self,
        parent: usize,
        role: FileRole,
        reference: &str,
        span: Option<Span>,
        chain: Vec<String>,
    ) {
        let Some(from) = self.table.files.get(parent).and_then(NamedFile::path).map(str::to_owned) else {
            return;
        };
        if reference.is_empty() {
            return;
        }
        let place = self.place(reference, |project, _| {
            if reference.starts_with('/') {
                return project.resolve(&from, reference);
            }
            let wanted = path::join(path::parent(&from), reference);
            (project.files().kind(&wanted) == Some(EntryKind::File)).then_some(wanted)
        });
        let name: Arc<str> = from.as_str().into();
        let file = NamedFile {
            role,
            key: None,
            reference: reference.to_owned(),
            from,
            span,
            parent: Some(parent),
            place,
            refused: false,
        };
        self.add(file, &name, chain);
    }

    fn place(&self, reference: &str, find: impl FnOnce(&Project<'p>, &str) -> Option<String>) -> Whereabouts {
        if is_elsewhere(reference) {
            return Whereabouts::Elsewhere;
        }
        find(self.project, &self.scene).map_or(Whereabouts::Missing, Whereabouts::At)
    }

    fn add(&mut self, file: NamedFile, name: &Arc<str>, chain: Vec<String>) {
        if file.place == Whereabouts::Missing {
            let message = format!("there is no file \"{}\"", file.reference);
            self.say(codes::MISSING_FILE.finding(name, message).at_maybe(file.span));
        }
        let found = file.path().is_some();
        self.table.files.push(file);
        if found {
            self.waiting.push_back((self.table.files.len() - 1, chain));
        }
    }

    fn say(&mut self, finding: Finding) {
        self.table.findings.push(finding);
    }

    /// Reads a file that was found, if it is one that names others or can be refused.
    fn follow(&mut self, at: usize, mut chain: Vec<String>) {
        let Some(file) = self.table.files.get(at) else { return };
        let (role, Some(path)) = (file.role, file.path().map(str::to_owned)) else { return };
        if role == FileRole::Model {
            return self.follow_model(at, &path);
        }
        let Some(kind) = kind(role, &path) else { return };
        if !self.read.insert((path.clone(), kind.as_str(), chain.len())) {
            let same = |file: &&NamedFile| file.path() == Some(&path) && file.role == role;
            let refused = self.table.files.iter().find(same).is_some_and(|file| file.refused);
            self.refuse(at, refused);
            return;
        }
        let Ok(bytes) = self.project.files().read(&path) else { return };
        let source = Source::new(path.as_str(), bytes);
        let document = if kind.is_text() { Document::of_text(source) } else { Document::parse(source) };
        let read = Sidecar::read(&document, kind);
        self.refuse(at, read.refused);
        if read.refused {
            self.table.findings.extend(document.findings().iter().cloned());
            self.table.findings.extend(read.findings);
            return;
        }
        let span = |pointer: &str| document.root().and_then(|root| root.pointer(pointer)).map(Value::span);
        match &read.file {
            Sidecar::Atlas(atlas) => {
                self.name_inside(at, FileRole::Texture, &atlas.texture, span("/texture"), Vec::new());
            }
            Sidecar::Tilemap(map) => {
                self.name_inside(at, FileRole::Atlas, &map.atlas, span("/atlas"), Vec::new());
            }
            Sidecar::Particles(effect) => {
                let picture = effect.texture.as_deref().unwrap_or_default();
                self.name_inside(at, FileRole::Texture, picture, span("/texture"), Vec::new());
                let atlas = effect.atlas.as_deref().unwrap_or_default();
                self.name_inside(at, FileRole::Atlas, atlas, span("/atlas"), Vec::new());
                chain.push(path);
                self.follow_children(at, effect, &document, &chain);
            }
            _ => {}
        }
    }

    fn refuse(&mut self, at: usize, refused: bool) {
        if let Some(file) = self.table.files.get_mut(at) {
            file.refused = refused;
        }
    }

    /// The child effects of an effect; `chain` are the paths of the effects above, its own last.
    fn follow_children(&mut self, at: usize, effect: &Particles, document: &Document, chain: &[String]) {
        let values = document.root().and_then(|root| root.get("children")).map(Value::elements);
        let mut values = values.into_iter().flatten();
        for child in &effect.children {
            let span = values.next().and_then(|value| value.get("src")).map(Value::span);
            let name = document.source().path();
            if chain.len() >= MAX_NESTING {
                let message = format!("effects nest three deep at most; \"{}\" is dropped", child.src);
                self.say(codes::FILE_CYCLE.finding(name, message).at_maybe(span));
                continue;
            }
            self.name_inside(at, FileRole::Particles, &child.src, span, chain.to_vec());
            let Some(added) = self.table.files.last() else { continue };
            let Some(path) = added.path().map(str::to_owned) else { continue };
            if chain.contains(&path) {
                let message = format!("\"{}\" leads back to an effect above it and is dropped", child.src);
                self.say(codes::FILE_CYCLE.finding(name, message).at_maybe(span));
                self.waiting.pop_back();
            } else if self.dimension(&path).is_some_and(|deep| deep != effect.is_deep()) {
                let message = format!("\"{}\" is not of this effect's dimension and is dropped", child.src);
                self.say(codes::CHILD_OF_OTHER_DIMENSION.finding(name, message).at_maybe(span));
                self.waiting.pop_back();
            }
        }
    }

    /// Whether an effect is deep; `None` when the file says nothing of the kind.
    fn dimension(&self, path: &str) -> Option<bool> {
        let bytes = self.project.files().read(path).ok()?;
        let read = Particles::read(&Document::parse(Source::new(path, bytes)));
        (!read.refused).then(|| read.file.is_deep())
    }

    /// The buffers and pictures of a model.
    fn follow_model(&mut self, at: usize, path: &str) {
        if !self.read.insert((path.to_owned(), "model", 0)) {
            return;
        }
        let Ok(bytes) = self.project.files().read(path) else { return };
        for (uri, span) in gltf::references(path, bytes) {
            self.name_inside(at, FileRole::ModelPart, &uri, span, Vec::new());
        }
    }
}

/// The kind of file that a role asks for; `None` for files that name nothing.
fn kind(role: FileRole, path: &str) -> Option<SidecarKind> {
    match role {
        FileRole::Atlas => Some(SidecarKind::Atlas),
        FileRole::Tilemap => Some(SidecarKind::Tilemap),
        FileRole::Particles => Some(SidecarKind::Particles),
        FileRole::Motion => Some(SidecarKind::Motion),
        FileRole::Song => Some(SidecarKind::Song),
        FileRole::FontMeasures => Some(SidecarKind::Font),
        FileRole::Palette => Some(SidecarKind::Palette),
        // The ending alone decides: everything that is no graph is text.
        FileRole::Shader if path::extension(path) == "shader" => Some(SidecarKind::Graph),
        FileRole::Shader => Some(SidecarKind::Wgsl),
        FileRole::ColourTable => (path::extension(path) == "cube").then_some(SidecarKind::Cube),
        FileRole::Texture
        | FileRole::Audio
        | FileRole::FontPicture
        | FileRole::Font
        | FileRole::Model
        | FileRole::ModelPart => None,
    }
}

/// Whether a reference names nothing of the project: an address of the web, or data in itself.
fn is_elsewhere(reference: &str) -> bool {
    reference.starts_with("data:")
        || reference.starts_with("blob:")
        || reference.starts_with("//")
        || reference.split_once("://").is_some_and(|(scheme, _)| {
            !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}
