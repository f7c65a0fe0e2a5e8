//! The textures that a map or an actor can use: those of all texture sets it names.

use std::collections::HashMap;
use std::sync::Arc;

use proscenio_espresso3d::{Document, FileKind};
use proscenio_source::{Source, Span};

use super::{ActorFiles, Found, find};
use crate::Project;

/// A texture set that a file names.
#[derive(Clone, Debug)]
pub struct SetFile {
    /// The path as written.
    pub reference: String,
    /// Where the path stands in the file that names it.
    pub span: Span,
    /// Where the set is; `None` when it is not there.
    pub found: Option<Found>,
}

/// What an alias means.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The texture set that defines it.
    pub set: Arc<str>,
    /// The path of the image, as written.
    pub image: String,
}

/// The texture sets that a document names, and the aliases they define.
///
/// The engine keeps one table of aliases for a map and everything in it: a map can use what the sets of its placed
/// actors define, as far as their files are found. The first definition of an alias counts.
#[derive(Clone, Debug, Default)]
pub struct Textures {
    /// The sets that the document itself names, in the order of the file.
    pub sets: Vec<SetFile>,
    /// Whether every set was found and read; otherwise an alias that is not here may exist.
    pub complete: bool,
    aliases: HashMap<Vec<u8>, Definition>,
}

impl Textures {
    /// Looks for the sets of a document, and reads them.
    #[must_use]
    pub fn of(document: &Document, project: &Project<'_>) -> Self {
        let mut textures = Self { complete: true, ..Self::default() };
        textures.sets = textures.read(document, project);
        let names: Vec<String> = document
            .sectors()
            .flat_map(|sector| sector.actors())
            .filter_map(|actor| actor.name())
            .map(|name| name.text().into_owned())
            .collect();
        if names.is_empty() {
            return textures;
        }
        let files = ActorFiles::near(project, document.source().path(), &[]);
        let mut paths: Vec<&str> = names.iter().filter_map(|name| files.get(name)).collect();
        paths.sort_unstable();
        paths.dedup();
        // What an unknown actor would bring along nobody can say.
        textures.complete &= names.iter().all(|name| files.get(name).is_some());
        for path in paths {
            let Some(actor) = open(project, path, FileKind::Actor) else {
                textures.complete = false;
                continue;
            };
            textures.read(&actor, project);
        }
        textures
    }

    /// What an alias means; `None` when no set defines it.
    #[must_use]
    pub fn get(&self, alias: &[u8]) -> Option<&Definition> {
        self.aliases.get(alias)
    }

    /// The names of all aliases.
    pub fn aliases(&self) -> impl Iterator<Item = &[u8]> {
        self.aliases.keys().map(Vec::as_slice)
    }

    /// Reads the sets that a document names.
    fn read(&mut self, document: &Document, project: &Project<'_>) -> Vec<SetFile> {
        let mut sets = Vec::new();
        for word in document.texture_sets().filter_map(|set| set.path()) {
            let reference = word.text().into_owned();
            let found = find(project, document.source().path(), &reference);
            let set = found.as_ref().and_then(|found| open(project, &found.path, FileKind::TextureSet));
            self.complete &= set.is_some();
            for entry in set.iter().flat_map(Document::entries) {
                let Some(image) = entry.path() else { continue };
                let path = set.as_ref().map(|set| Arc::clone(set.source().path())).unwrap_or_default();
                let image = image.text().into_owned();
                self.aliases.entry(entry.alias().bytes().to_vec()).or_insert(Definition { set: path, image });
            }
            sets.push(SetFile { reference, span: word.span(), found });
        }
        sets
    }
}

fn open(project: &Project<'_>, path: &str, kind: FileKind) -> Option<Document> {
    let bytes = project.files().read(path).ok()?;
    Some(Document::parse(Source::new(path, bytes), kind))
}
