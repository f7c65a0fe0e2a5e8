//! The files of a scene: opened once each, their resources found by id.

use std::collections::HashMap;
use std::rc::Rc;

use proscenio_godot::value::{Id, Reference};
use proscenio_godot::{Document, Section, Value};
use proscenio_project::Project;
use proscenio_project::godot::{GodotProject, SceneFile};
use proscenio_source::Source;
use proscenio_vfs::path;

/// Endings of resource files, text or binary.
const RESOURCES: &[&str] =
    &["tres", "res", "mesh", "meshlib", "multimesh", "material", "tileset", "curve", "gradient"];

/// Which engine a file was written by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Generation {
    /// Godot 1 to 3: formats 1 and 2.
    Three,
    /// Godot 4: formats 3 and 4.
    Four,
}

impl Generation {
    /// One of two, by generation: names and numbers that changed with Godot 4.
    pub fn pick<T>(self, four: T, three: T) -> T {
        match self {
            Self::Four => four,
            Self::Three => three,
        }
    }
}

/// A file with its ids.
#[derive(Debug)]
pub(super) struct File {
    pub document: Document,
    pub generation: Generation,
    ext: HashMap<Id, usize>,
    sub: HashMap<Id, usize>,
}

impl File {
    pub fn new(document: Document) -> Self {
        let old = document.format().is_some_and(|format| format <= 2);
        let generation = if old { Generation::Three } else { Generation::Four };
        let ids = |list: &mut dyn Iterator<Item = (Option<Id>, usize)>| {
            list.filter_map(|(id, section)| Some((id?, section))).collect()
        };
        let ext = ids(&mut document.ext_resources().map(|resource| (resource.id(), resource.0.index())));
        let sub = ids(&mut document.sub_resources().map(|resource| (resource.id(), resource.0.index())));
        Self { document, generation, ext, sub }
    }

    /// The file's name, as it is reported.
    pub fn path(&self) -> &str {
        self.document.source().path()
    }
}

/// A section of a file that holds properties: a node or a resource.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub file: Rc<File>,
    pub section: usize,
}

impl Place {
    /// The section; `None` never happens, since places are made from sections.
    pub fn section(&self) -> Option<Section<'_>> {
        self.file.document.section(self.section)
    }

    /// What tells two places apart.
    pub fn key(&self) -> (*const File, usize) {
        (Rc::as_ptr(&self.file), self.section)
    }

    /// The class that the header names.
    pub fn class(&self) -> String {
        let Some(section) = self.section() else { return String::new() };
        let own = section.attribute("type").and_then(|entry| entry.text());
        match own {
            Some(class) => class.into_owned(),
            // `[resource]` has its class in the file's header.
            None => self.file.document.resource_type().map(|class| class.into_owned()).unwrap_or_default(),
        }
    }

    /// The name for people: `resource_name`, else the id or the file's name.
    pub fn name(&self) -> String {
        let Some(section) = self.section() else { return String::new() };
        let text = |entry: proscenio_godot::Entry<'_>| entry.text().map(|text| text.into_owned());
        let named = section.property("resource_name").and_then(text).filter(|name| !name.is_empty());
        named
            .or_else(|| section.attribute("id").map(|id| text(id).unwrap_or_else(|| raw(id))))
            .unwrap_or_else(|| path::stem(self.file.path()).to_owned())
    }
}

fn raw(entry: proscenio_godot::Entry<'_>) -> String {
    String::from_utf8_lossy(entry.raw()).into_owned()
}

/// What a reference leads to.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A resource whose properties are at hand.
    Resource(Place),
    /// Another file, as the reference spells its path, with the class it is said to have.
    Path { path: String, class: String },
}

/// Why a file could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NotOpened {
    /// How the reference spells it.
    pub path: String,
    /// In words.
    pub why: String,
}

/// All files opened so far.
pub(super) struct Files<'a> {
    project: &'a Project<'a>,
    godot: GodotProject<'a>,
    opened: HashMap<String, Option<Rc<File>>>,
    /// Those that could be opened, the first first.
    in_order: Vec<Rc<File>>,
}

impl<'a> Files<'a> {
    pub fn new(project: &'a Project<'a>) -> Self {
        Self { project, godot: GodotProject::new(project), opened: HashMap::new(), in_order: Vec::new() }
    }

    /// The project, for what it knows of scenes and uids.
    pub fn godot(&self) -> &GodotProject<'a> {
        &self.godot
    }

    /// A file that the project has read, as one of ours.
    pub fn adopt(&mut self, scene: &SceneFile) -> Rc<File> {
        let path = scene.document().source().path();
        if let Some(Some(known)) = self.opened.get(&**path) {
            return Rc::clone(known);
        }
        let start = self.in_order.iter().find(|file| file.path() == &**path);
        let file = start.map_or_else(|| Rc::new(File::new(scene.document().clone())), Rc::clone);
        if start.is_none() {
            self.in_order.push(Rc::clone(&file));
        }
        self.opened.insert(path.to_string(), Some(Rc::clone(&file)));
        file
    }

    /// Adds the file that the scene starts from.
    pub fn start(&mut self, file: &Rc<File>) {
        self.in_order.push(Rc::clone(file));
    }

    /// Every file that was opened, in order.
    pub fn all(&self) -> Vec<Rc<File>> {
        self.in_order.clone()
    }

    /// Where a path leads from a file.
    pub fn find(&self, from: &File, reference: &str) -> Option<String> {
        Some(self.godot.resolve(from.path(), reference, None)?.path)
    }

    /// The bytes of a file that [`Self::find`] found.
    pub fn read(&self, found: &str) -> Option<Vec<u8>> {
        self.project.files().read(found).ok()
    }

    /// Opens a scene or resource of the text kind. A file that cannot be opened is told once; later it is
    /// silently not there.
    pub fn open(&mut self, from: &File, reference: &str) -> Result<Option<Rc<File>>, NotOpened> {
        let not_opened = |why: String| NotOpened { path: reference.to_owned(), why };
        let found = self.find(from, reference);
        let key = found.clone().unwrap_or_else(|| reference.to_owned());
        if let Some(known) = self.opened.get(&key) {
            return Ok(known.clone());
        }
        self.opened.insert(key.clone(), None);
        let found = found.ok_or_else(|| not_opened("there is no such file".to_owned()))?;
        let bytes = self.project.files().read(&found).map_err(|error| not_opened(error.to_string()))?;
        let file = Rc::new(File::new(Document::read(Source::new(found, bytes))));
        self.opened.insert(key, Some(Rc::clone(&file)));
        self.in_order.push(Rc::clone(&file));
        Ok(Some(file))
    }

    /// Follows a reference that stands in `from`. References to nothing give nothing: the document's own
    /// check tells about ids that do not exist.
    pub fn follow(&mut self, from: &Rc<File>, value: &Value) -> Result<Option<Target>, NotOpened> {
        let Some(reference) = value.as_reference() else { return Ok(None) };
        match reference {
            Reference::Sub(id) => {
                let place =
                    from.sub.get(id).map(|section| Place { file: Rc::clone(from), section: *section });
                Ok(place.map(Target::Resource))
            }
            Reference::Ext(id) => {
                let Some(section) = from.ext.get(id).and_then(|index| from.document.section(*index)) else {
                    return Ok(None);
                };
                let text = |name: &str| section.attribute(name).and_then(|entry| entry.text());
                // A file that is named by its uid alone is reported under it.
                let mut path = text("path").or_else(|| text("uid")).unwrap_or_default().into_owned();
                // What has moved is still found by its uid.
                let moved = || self.godot.resolve(from.path(), &path, text("uid").as_deref());
                if self.find(from, &path).is_none()
                    && let Some(moved) = moved()
                {
                    path = self.godot.resource_path(&moved.path);
                }
                let class = text("type").unwrap_or_default().into_owned();
                self.enter(from, path, class)
            }
            Reference::Path { path, .. } => self.enter(from, path.clone(), String::new()),
        }
    }

    /// A resource file stands for the resource it is about.
    fn enter(&mut self, from: &File, path: String, class: String) -> Result<Option<Target>, NotOpened> {
        if !RESOURCES.contains(&path::extension(&path).as_str()) {
            return Ok(Some(Target::Path { path, class }));
        }
        let Some(file) = self.open(from, &path)? else { return Ok(None) };
        let section = file.document.resource().map(Section::index);
        Ok(section.map(|section| Target::Resource(Place { file, section })))
    }
}
