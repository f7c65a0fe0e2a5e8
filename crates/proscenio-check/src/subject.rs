//! What a rule looks at.

use std::cell::OnceCell;
use std::sync::Arc;

use proscenio_nacatamalon::files::SidecarKind;
use proscenio_nacatamalon::model::{Component, FORMAT, Node};
use proscenio_nacatamalon::{SceneDoc, Value, parse_scene_doc};
use proscenio_project::espresso3d::Textures;
use proscenio_project::nacatamalon::{FileTable, scene_files};
use proscenio_project::{Document, Project};
use proscenio_source::{Finding, Severity, Span};

use crate::around::Around;
use crate::godot::GodotView;

/// A document, the project it stands in, and what several rules need of them, made once.
pub struct Subject<'a> {
    document: &'a Document,
    around: Option<&'a Around<'a>>,
    godot: OnceCell<Option<GodotView<'a>>>,
    scene: OnceCell<Option<Scene>>,
    files: OnceCell<FileTable>,
    textures: OnceCell<Textures>,
}

/// A document read as a scene, which is worth doing once.
struct Scene {
    doc: SceneDoc,
    findings: Vec<Finding>,
    /// Whether rules look at it: it says that it is a scene, and nothing of the file is damaged.
    sound: bool,
    /// Whether it is a file of another kind to its own crate, such as a `.box` that holds a bare scene.
    sidecar: bool,
}

impl<'a> Subject<'a> {
    /// Of a document and, where it is known, its project.
    #[must_use]
    pub fn new(document: &'a Document, around: Option<&'a Around<'a>>) -> Self {
        Self {
            document,
            around,
            godot: OnceCell::new(),
            scene: OnceCell::new(),
            files: OnceCell::new(),
            textures: OnceCell::new(),
        }
    }

    /// The Godot file in its project; `None` for every other file, for one that is damaged, and without a
    /// project.
    #[must_use]
    pub fn godot(&self) -> Option<&GodotView<'a>> {
        let Document::Godot(document) = self.document else { return None };
        let read = || {
            let whole = document.findings().iter().all(|finding| finding.severity < Severity::Error);
            GodotView::of(document, self.around).filter(|_| whole)
        };
        self.godot.get_or_init(read).as_ref()
    }

    /// The document.
    #[must_use]
    pub const fn document(&self) -> &'a Document {
        self.document
    }

    /// The project, where it is known.
    #[must_use]
    pub fn project(&self) -> Option<&'a Project<'a>> {
        self.around.map(Around::project)
    }

    /// The document's name in findings.
    #[must_use]
    pub fn path(&self) -> &Arc<str> {
        self.document.source().path()
    }

    /// The nacatamalon scene; `None` for every other file, and for one that is damaged.
    #[must_use]
    pub fn scene(&self) -> Option<&SceneDoc> {
        self.read().filter(|scene| scene.sound).map(|scene| &scene.doc)
    }

    /// The Espresso3D document; `None` for a file of another family.
    #[must_use]
    pub fn espresso3d(&self) -> Option<&'a proscenio_espresso3d::Document> {
        match self.document {
            Document::Espresso3d(document) => Some(document),
            _ => None,
        }
    }

    /// The textures that an Espresso3D document can use; `None` for other files, and without a project.
    #[must_use]
    pub fn textures(&self) -> Option<&Textures> {
        let (document, project) = (self.espresso3d()?, self.project()?);
        Some(self.textures.get_or_init(|| Textures::of(document, project)))
    }

    /// What [`Document::check`] says, without reading a scene another time than the rules do.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        match self.read().filter(|scene| !scene.sidecar) {
            Some(scene) => self.document.findings().iter().chain(&scene.findings).cloned().collect(),
            None => self.document.check(),
        }
    }

    fn read(&self) -> Option<&Scene> {
        let read = || {
            let Document::Nacatamalon(document) = self.document else { return None };
            let format = document.root().and_then(|root| root.get("format"));
            let whole = document.findings().iter().all(|finding| finding.severity < Severity::Error);
            let sound = whole && format.and_then(Value::as_str).is_some_and(|format| format == FORMAT);
            let sidecar = SidecarKind::of(document).is_some();
            (sound || !sidecar).then(|| {
                let (doc, findings) = parse_scene_doc(document);
                Scene { doc, findings, sound, sidecar }
            })
        };
        self.scene.get_or_init(read).as_ref()
    }

    /// The files that the scene names, found in its project; `None` without a scene, or without a root to
    /// look from.
    #[must_use]
    pub fn files(&self) -> Option<&FileTable> {
        let (scene, project) = (self.scene()?, self.project()?);
        project.root()?;
        Some(self.files.get_or_init(|| scene_files(scene, self.path(), project)))
    }
}

/// Every component of a scene, with its box.
pub(crate) fn components(scene: &SceneDoc) -> impl Iterator<Item = (&Node, &Component)> {
    scene.nodes.iter().flat_map(|node| node.components.iter().map(move |component| (node, component)))
}

/// A component's value in the file.
pub(crate) fn value_of<'s>(scene: &'s SceneDoc, component: &Component) -> Option<Value<'s>> {
    component.site.value.map(|id| scene.document.value(id))
}

/// The place of the first string below a component that has this text; else the component's.
pub(crate) fn span_of_text(scene: &SceneDoc, component: &Component, text: &str) -> Span {
    let mut pending: Vec<Value<'_>> = value_of(scene, component).into_iter().collect();
    while let Some(value) = pending.pop() {
        if value.as_str().is_some_and(|own| own == text) {
            return value.span();
        }
        let members: Vec<_> = value.members().filter(|member| !member.is("id")).collect();
        pending.extend(members.into_iter().rev().map(|member| member.value));
        let elements: Vec<_> = value.elements().collect();
        pending.extend(elements.into_iter().rev());
    }
    component.site.span
}
