//! `pack.json`: what a pack of boxes and scenes holds, and `.box`: one reusable box.

use proscenio_source::{Finding, Source, Span};

use crate::files::codes;
use crate::files::json::{Members, Out};
use crate::files::reader::{Object, Read, Reader};
use crate::model::Json;
use crate::model::{NodeId, SceneDoc};
use crate::value::Value;
use crate::{Document, parse_scene_doc};

/// What a pack says in `format`.
pub const FORMAT: &str = "nacatamalon-pack";
/// What a reusable box says in `format`.
pub const BOX_FORMAT: &str = "nacatamal-box";

/// The contents of a pack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pack {
    /// Its name.
    pub name: String,
    /// Its own version.
    pub pack_version: Option<Json>,
    /// Every file, relative to the pack's folder.
    pub files: Names,
    /// Names of the boxes it offers.
    pub boxes: Names,
    /// Names of the scenes it offers.
    pub scenes: Names,
    /// Actions it needs, as a project writes them.
    pub actions: Vec<Json>,
    /// Members of `exports` that the format does not know.
    pub exports_extra: Members,
    /// Members of `requires` that the format does not know.
    pub requires_extra: Members,
    /// Members the format does not know.
    pub extra: Members,
}

/// A list of texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// The texts in order.
    pub texts: Vec<String>,
    /// Entries that are no texts; written back behind the others.
    pub unread: Vec<Json>,
}

impl Names {
    fn read(reader: &mut Reader, object: &mut Object<'_>, name: &'static str) -> Self {
        let mut names = Self::default();
        for value in reader.list(object, name).unwrap_or_default() {
            match value.as_str() {
                Some(text) => names.texts.push(text.into_owned()),
                None => {
                    reader.dropped(value, "it is no text");
                    names.unread.push(Json::from(value));
                }
            }
        }
        names
    }

    /// `None` for an empty list.
    fn json(&self) -> Option<Json> {
        let items: Vec<Json> = self.texts.iter().map(Json::from).chain(self.unread.iter().cloned()).collect();
        (!items.is_empty()).then_some(Json::Array(items))
    }
}

const FIELDS: &[&str] = &["format", "version", "name", "packVersion", "files", "exports", "requires"];

impl Pack {
    /// Reads a pack; never fails. A file of another format is refused.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let mut pack = Self::default();
        let Some(mut object) = reader.root(document) else { return reader.finish(pack) };
        if object.get("format").and_then(Value::as_str).as_deref() != Some(FORMAT) {
            reader.refuse_member(&object, "format", &format!("\"{FORMAT}\""));
        }
        pack.name = reader.text(&mut object, "name").unwrap_or_default();
        pack.pack_version = object.get("packVersion").map(Json::from);
        pack.files = Names::read(&mut reader, &mut object, "files");
        if let Some(mut exports) = reader.object(&mut object, "exports") {
            pack.boxes = Names::read(&mut reader, &mut exports, "boxes");
            pack.scenes = Names::read(&mut reader, &mut exports, "scenes");
            pack.exports_extra = reader.rest(&exports, &["boxes", "scenes"]);
        }
        if let Some(mut requires) = reader.object(&mut object, "requires") {
            let actions = reader.list(&mut requires, "actions").unwrap_or_default();
            pack.actions = actions.into_iter().map(Json::from).collect();
            pack.requires_extra = reader.rest(&requires, &["actions"]);
        }
        pack.extra = reader.rest(&object, FIELDS);
        pack.check_exports(&mut reader, object.start());
        reader.finish(pack)
    }

    /// The file as text, four blanks per level.
    #[must_use]
    pub fn serialize(&self) -> String {
        let some = |json: Json| (json != Json::Object(Vec::new())).then_some(json);
        let exports = Out::new()
            .opt("boxes", self.boxes.json())
            .opt("scenes", self.scenes.json())
            .with(&self.exports_extra);
        let actions = (!self.actions.is_empty()).then(|| Json::Array(self.actions.clone()));
        let requires = Out::new().opt("actions", actions).with(&self.requires_extra);
        Out::new()
            .put("format", FORMAT)
            .put("version", 1.0)
            .put("name", &self.name)
            .opt("packVersion", self.pack_version.clone())
            .put("files", self.files.json().unwrap_or(Json::Array(Vec::new())))
            .opt("exports", some(exports))
            .opt("requires", some(requires))
            .with(&self.extra)
            .pretty()
    }

    /// Says which exported names have no file. Paths are sorted by their ends, because lists may be long.
    fn check_exports(&self, reader: &mut Reader, span: Span) {
        let backwards = |text: &str| text.chars().rev().collect::<String>();
        let mut paths: Vec<String> = self.files.texts.iter().map(|path| backwards(path)).collect();
        paths.sort();
        for (list, ending) in [(&self.boxes, ".box"), (&self.scenes, ".scene.json")] {
            for name in &list.texts {
                let wanted = backwards(&format!("{name}{ending}"));
                let at = paths.partition_point(|path| *path < wanted);
                if !paths.get(at).is_some_and(|path| path.starts_with(&wanted)) {
                    let message = format!("no file of the pack ends in `{name}{ending}`; it is left out");
                    reader.warn(&codes::MISSING_FILE, span, message);
                }
            }
        }
    }

    /// The file of an exported name: the first whose path ends in the name and `ending`, which is `.box` or
    /// `.scene.json`.
    #[must_use]
    pub fn find(&self, name: &str, ending: &str) -> Option<&str> {
        let is_it = |path: &&String| path.strip_suffix(ending).is_some_and(|path| path.ends_with(name));
        self.files.texts.iter().find(is_it).map(String::as_str)
    }
}

/// The path inside a pack that a path of one of its scenes means: `packs/<name>/` in front is removed, and
/// `..` does not leave the pack. Absolute paths and addresses stay as they are.
#[must_use]
pub fn inside_pack(path: &str) -> String {
    if path.starts_with('/') || path.contains("://") || path.starts_with("data:") {
        return path.to_owned();
    }
    let path = match path.strip_prefix("packs/").and_then(|rest| rest.split_once('/')) {
        Some((_, inner)) => inner,
        None => path,
    };
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    names.join("/")
}

/// One reusable box.
#[derive(Clone, Debug)]
pub struct BoxFile {
    /// The scene document around the box. It is a document of its own: its spans are measured from
    /// [`Self::offset`].
    pub scene: SceneDoc,
    /// Where the scene document starts in the file.
    pub offset: u32,
    /// Whether the file is the bare scene document, without a wrapper.
    pub bare: bool,
    /// The wrapper's version, 2 when absent.
    pub version: Option<f64>,
    /// Members of the wrapper that the format does not know.
    pub extra: Members,
}

impl BoxFile {
    /// Reads a reusable box; never fails. Spans of the findings are those of the whole file.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        Self::read_wrapped(document, "box")
    }

    /// As [`Self::read`] for the `.scene.json` of a pack, whose document stands in `scene`.
    #[must_use]
    pub fn read_scene(document: &Document) -> Read<Self> {
        Self::read_wrapped(document, "scene")
    }

    fn read_wrapped(document: &Document, member: &'static str) -> Read<Self> {
        let mut reader = Reader::new(document);
        let wrapper = document.root().and_then(Object::of);
        let inner = wrapper.as_ref().and_then(|wrapper| wrapper.get(member));
        let (scene, offset, findings) = match inner {
            Some(value) => inner_scene(document, value),
            None => {
                let (scene, findings) = parse_scene_doc(document);
                (scene, 0, findings)
            }
        };
        let (mut version, mut extra) = (None, Vec::new());
        if let (Some(mut wrapper), Some(_)) = (wrapper, inner) {
            version = reader.num(&mut wrapper, "version");
            extra = reader.rest(&wrapper, &["format", "version", member]);
        }
        let mut read = reader.finish(Self { scene, offset, bare: inner.is_none(), version, extra });
        read.findings.extend(findings);
        read
    }

    /// The box itself: the root's first child, or the root when it has none.
    #[must_use]
    pub fn top(&self) -> NodeId {
        self.scene.root().children.first().copied().unwrap_or(NodeId::ROOT)
    }

    /// The file as text, four blanks per level. The scene document stands in it as it was read.
    #[must_use]
    pub fn serialize(&self) -> String {
        let scene = self.scene.document.root().map_or(Json::Null, Json::from);
        if self.bare {
            return scene.pretty();
        }
        Out::new()
            .put("format", BOX_FORMAT)
            .put("version", self.version.unwrap_or(2.0))
            .put("box", scene)
            .with(&self.extra)
            .pretty()
    }
}

/// The scene document that a value is, with findings about the whole file.
fn inner_scene(document: &Document, value: Value<'_>) -> (SceneDoc, u32, Vec<Finding>) {
    let offset = value.span().start();
    let source = Source::new(std::sync::Arc::clone(document.source().path()), value.bytes().to_vec());
    let (scene, mut findings) = parse_scene_doc(&Document::parse(source));
    for finding in &mut findings {
        finding.span = finding.span.map(|span| span.shifted(offset));
        for related in &mut finding.related {
            related.span = related.span.shifted(offset);
        }
        if let Some(fix) = &mut finding.fix {
            for edit in &mut fix.edits {
                edit.span = edit.span.shifted(offset);
            }
        }
    }
    (scene, offset, findings)
}
