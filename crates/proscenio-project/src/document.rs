//! One file as the document of its family.

use std::borrow::Cow;
use std::fmt;

use proscenio_espresso3d::FileKind;
use proscenio_nacatamalon::files::{Sidecar, SidecarKind};
use proscenio_source::{Finding, Severity, Source};
use proscenio_vfs::{Vfs, VfsError, path};

/// The families of scene files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Godot scenes and resources: text `.tscn`, `.tres`, `.escn`, binary `.scn`, `.res`.
    Godot,
    /// nacatamalon scenes and the files they name: `.scene`, `.atlas`, `.tilemap` and the like.
    Nacatamalon,
    /// Espresso3D maps and actors: `.e3m`, `.e3a`.
    Espresso3d,
}

impl Family {
    /// The family a file name promises; `None` for names of no family.
    ///
    /// `.shader`, `.wgsl` and `.cube` are not promised, because other programs use those names too; such a
    /// file is read when it is named.
    #[must_use]
    pub fn of_path(name: &str) -> Option<Self> {
        match path::extension(name).as_str() {
            "tscn" | "tres" | "escn" | "scn" | "res" => Some(Self::Godot),
            "scene" | "atlas" | "tilemap" | "particles" | "motion" | "song" | "store" | "palette" | "box" => {
                Some(Self::Nacatamalon)
            }
            "json" if ["project.json", "pack.json"].contains(&path::file_name(name)) => {
                Some(Self::Nacatamalon)
            }
            "json" if name.ends_with(".scene.json") => Some(Self::Nacatamalon),
            "e3m" | "e3a" => Some(Self::Espresso3d),
            _ => None,
        }
    }

    /// The family a file's first bytes promise, for files whose name says nothing.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let start = start.trim_ascii_start();
        match start.first()? {
            b'[' | b';' => Some(Self::Godot),
            b'R' if proscenio_godot::binary::is_binary(bytes) => Some(Self::Godot),
            b'{' => Some(Self::Nacatamalon),
            _ => espresso3d_kind("", bytes).map(|_| Self::Espresso3d),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Godot => "Godot",
            Self::Nacatamalon => "nacatamalon",
            Self::Espresso3d => "Espresso3D",
        })
    }
}

/// One file, lossless, as the document of its family.
#[derive(Debug)]
pub enum Document {
    /// A Godot scene or resource.
    Godot(proscenio_godot::Document),
    /// A nacatamalon scene or one of the files that scenes name.
    Nacatamalon(proscenio_nacatamalon::Document),
    /// An Espresso3D map, actor or texture set.
    Espresso3d(proscenio_espresso3d::Document),
}

/// Why a file is no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The file could not be read.
    File(VfsError),
    /// Neither its name nor its first bytes are those of a family.
    UnknownFamily(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::UnknownFamily(path) => {
                write!(
                    f,
                    "{path} is no scene file of a known family (.tscn .tres .escn .scn .res .scene .e3m .e3a)"
                )
            }
        }
    }
}

impl std::error::Error for OpenError {}

impl Document {
    /// Reads a file of a tree.
    ///
    /// # Errors
    /// When the file cannot be read or is of no family. Damage inside the file is no error: it is in
    /// [`Document::findings`].
    pub fn open(files: &dyn Vfs, path: &str) -> Result<Self, OpenError> {
        let bytes = files.read(path).map_err(OpenError::File)?;
        Self::parse(path, bytes).ok_or_else(|| OpenError::UnknownFamily(path.to_owned()))
    }

    /// Reads bytes that stand under a name; `None` when neither tells a family.
    #[must_use]
    pub fn parse(name: &str, bytes: Vec<u8>) -> Option<Self> {
        let text = SidecarKind::of_name(name).filter(|kind| kind.is_text());
        if text.is_some() {
            return Some(Self::Nacatamalon(proscenio_nacatamalon::Document::of_text(Source::new(
                name, bytes,
            ))));
        }
        let kind = espresso3d_kind(name, &bytes);
        let is_set = || kind == Some(FileKind::TextureSet) && is_texture_set(&bytes);
        let family = Family::of_path(name).or_else(|| Family::of_bytes(&bytes));
        let family = family.or_else(|| is_set().then_some(Family::Espresso3d))?;
        let source = Source::new(name, bytes);
        Some(match family {
            Family::Godot => Self::Godot(proscenio_godot::Document::read(source)),
            Family::Nacatamalon => Self::Nacatamalon(proscenio_nacatamalon::Document::parse(source)),
            Family::Espresso3d => Self::Espresso3d(proscenio_espresso3d::Document::parse(source, kind?)),
        })
    }

    /// The family.
    #[must_use]
    pub fn family(&self) -> Family {
        match self {
            Self::Godot(_) => Family::Godot,
            Self::Nacatamalon(_) => Family::Nacatamalon,
            Self::Espresso3d(_) => Family::Espresso3d,
        }
    }

    /// The file as it lies on the disk. Of a binary file [`Self::source`] is the text that it says.
    #[must_use]
    pub fn file(&self) -> &Source {
        match self {
            Self::Godot(document) => document.binary().map_or(document.source(), |binary| binary.source()),
            other => other.source(),
        }
    }

    /// The text: its name and every byte. Findings and edits are about this.
    #[must_use]
    pub fn source(&self) -> &Source {
        match self {
            Self::Godot(document) => document.source(),
            Self::Nacatamalon(document) => document.source(),
            Self::Espresso3d(document) => document.source(),
        }
    }

    /// What reading the file tripped over.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        match self {
            Self::Godot(document) => document.findings(),
            Self::Nacatamalon(document) => document.findings(),
            Self::Espresso3d(document) => document.findings(),
        }
    }

    /// [`Document::findings`] and what the file, taken alone, means wrongly: references inside it, its
    /// tree, what its engine would pass over. In file order.
    #[must_use]
    pub fn check(&self) -> Vec<Finding> {
        let mut all = self.findings().to_vec();
        all.extend(match self {
            Self::Godot(document) => document.check(),
            Self::Nacatamalon(document) => {
                Sidecar::check(document).unwrap_or_else(|| proscenio_nacatamalon::parse_scene_doc(document).1)
            }
            Self::Espresso3d(document) => proscenio_espresso3d::check(document),
        });
        all.sort_by_key(|finding| finding.span.map_or(0, |span| span.start()));
        all
    }

    /// The file as it is written back: an untouched document gives its bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Godot(document) => document.to_bytes().into(),
            Self::Nacatamalon(document) => document.write().into(),
            Self::Espresso3d(document) => document.write().into(),
        }
    }
}

/// What an Espresso3D file is by its name, or by its first words when the name does not say. A texture set
/// has no words of its own, so only its name can tell.
fn espresso3d_kind(name: &str, bytes: &[u8]) -> Option<FileKind> {
    let by_words = || FileKind::detect(".txt", bytes).filter(|kind| *kind != FileKind::TextureSet);
    FileKind::detect(name, bytes).or_else(by_words)
}

/// Whether a text is laid out as a texture set: two words a line, the second with an ending as images have.
fn is_texture_set(bytes: &[u8]) -> bool {
    let set = proscenio_espresso3d::Document::parse(Source::new("", bytes.to_vec()), FileKind::TextureSet);
    let is_image = |path: &[u8]| path.iter().rev().take(5).any(|byte| *byte == b'.');
    let mut entries = set.entries().peekable();
    entries.peek().is_some()
        && set.findings().iter().all(|finding| finding.severity < Severity::Error)
        && entries.all(|entry| entry.path().is_some_and(|path| is_image(path.bytes())))
}

#[cfg(test)]
mod tests {
    use super::{Document, Family, OpenError};
    use crate::FactValue;
    use proscenio_vfs::MemoryTree;

    const SCENE: &str = "[gd_scene format=3]\n\n[node name=\"Room\" type=\"Node3D\"]\n\n[node name=\"Lamp\" type=\"OmniLight3D\" parent=\".\" groups=[\"lights\"]]\n";
    const BOXES: &str = r#"{"format":"nacatamalon-scene","version":1,"name":"A","root":{"id":"r","name":"Root","children":[{"id":"c","name":"Child","components":[{"type":"sprite","id":"s","texture":null}]}]}}"#;
    const MAP: &str = "SECTOR hall\n{\n  PORTAL FAST door\n  {\n    VERTICES\n      0 0 0, 1 0 0, 1 1 0, 0 1 0;\n    PORTALLINK\n      hall door;\n  }\n}\n";

    fn lines(name: &str, text: &str) -> Vec<String> {
        let document = Document::parse(name, text.into()).unwrap();
        let line = |item: &crate::Item| {
            format!("{} {} ({}) {}", item.depth, item.name, item.kind, item.notes.join(";"))
        };
        document.outline().items.iter().map(line).collect()
    }

    #[test]
    fn every_family_has_an_outline() {
        assert_eq!(lines("a.tscn", SCENE), ["0 Room (Node3D) ", "1 Lamp (OmniLight3D) groups lights"]);
        assert_eq!(lines("a.scene", BOXES), ["0 Root () ", "1 Child (sprite) "]);
        assert_eq!(lines("a.e3m", MAP), ["0 hall (SECTOR) 0 triangles", "1 door (PORTAL) FAST;to hall/door"]);
    }

    #[test]
    fn the_files_of_a_scene_have_outlines() {
        let atlas = r#"{"format":1,"kind":"atlas","texture":"a.png","grid":{"columns":2,"rows":1},"sequences":{"walk":{"frames":[0,1]}}}"#;
        assert_eq!(
            lines("hero.atlas", atlas),
            ["0 atlas (atlas) of a.png", "1 walk (run) 2 frames;12 per second;loops"]
        );
        assert_eq!(lines("<stdin>", atlas)[1], "1 walk (run) 2 frames;12 per second;loops");
        let wgsl = "// @uniform a: f32 = 1\nfn effect(c: vec4f, uv: vec2f) -> vec4f { return c; }\n";
        assert_eq!(
            lines("x.wgsl", wgsl),
            ["0 shader (shader) sprite2d", "1 effect (function) ", "1 a (f32) "]
        );
        let font = r#"{"glyphHeight":6,"chars":[{"char":"A","x":1,"y":2,"w":5}]}"#;
        assert_eq!(lines("pac.json", font), ["0 bitmap font (bitmap font) ", "1 A (glyph) 5 wide at 1,2"]);
        let wrapped = format!(r#"{{"format":"nacatamal-box","version":2,"box":{BOXES}}}"#);
        assert_eq!(lines("hero.box", &wrapped), ["0 Root () ", "1 Child (sprite) "]);
        let project =
            r#"{"name":"G","actions":[{"name":"jump"}],"post":[{"builtin":"crt","enabled":false}]}"#;
        assert_eq!(
            lines("p/project.json", project)[1..],
            ["1 jump (action) 0 bindings", "1 crt (effect) off"]
        );
    }

    #[test]
    fn the_files_of_a_scene_are_checked_by_their_own_rules() {
        let check = |name: &str, text: &str| -> Vec<&'static str> {
            Document::parse(name, text.into()).unwrap().check().iter().map(|finding| finding.code).collect()
        };
        assert_eq!(check("a.tilemap", "{}")[0], "nacatamalon/file-wrong-kind");
        assert_eq!(check("a.store", r#"{"format":"nacatamalon-store"}"#), [""; 0]);
        assert_eq!(check("a.wgsl", "fn effect() {}"), [""; 0]);
        assert_eq!(check("a.shader", "{}")[0], "nacatamalon/file-wrong-kind");
        assert_eq!(check("a.scene", "{}"), ["nacatamalon/wrong-format"]);
        assert!(Document::parse("a.shader", b"shader_type spatial;".to_vec()).is_none());
        assert_eq!(Family::of_path("a.wgsl"), None);
    }

    #[test]
    fn the_first_bytes_tell_a_family_when_the_name_does_not() {
        let family = |text: &str| Document::parse("<stdin>", text.into()).map(|document| document.family());
        assert_eq!(family(SCENE), Some(Family::Godot));
        assert_eq!(family(BOXES), Some(Family::Nacatamalon));
        assert_eq!(family(MAP), Some(Family::Espresso3d));
        assert_eq!(family(""), None);
    }

    #[test]
    fn facts_name_the_family_first() {
        let facts = Document::parse("a.tscn", SCENE.into()).unwrap().facts();
        assert_eq!((facts[0].label, &facts[0].value), ("family", &FactValue::Text("Godot".into())));
        let nodes = facts.iter().find(|fact| fact.label == "nodes").unwrap();
        assert_eq!(nodes.value, FactValue::Count(2));
    }

    #[test]
    fn texture_sets_are_known_by_their_lines() {
        let family =
            |text: &str| Document::parse("media/set.txt", text.into()).map(|document| document.family());
        assert_eq!(family("WALL media\\wall.png\r\nFLOOR floor.jpeg;"), Some(Family::Espresso3d));
        assert_eq!(family("Dear reader"), None);
        assert_eq!(family(""), None);
        assert_eq!(Family::of_path("media/set.txt"), None);
    }

    #[test]
    fn a_file_of_no_family_is_refused() {
        let files = MemoryTree::from_files([("a.txt", "nothing of the kind")]);
        assert_eq!(Document::open(&files, "a.txt").unwrap_err(), OpenError::UnknownFamily("a.txt".into()));
        assert!(matches!(Document::open(&files, "b.tscn"), Err(OpenError::File(_))));
    }
}
