//! Scene files of Godot, nacatamalon and Espresso3D without their engines: open, check, convert, draw.
//!
//! ```
//! use proscenio::{Document, MemoryTree, Project, Vfs};
//!
//! let files = MemoryTree::from_files([("room.tscn", "[gd_scene format=3]\n\n[node name=\"Room\" type=\"Node3D\"]\n")]);
//! let document = Document::open(&files, "room.tscn")?;
//! assert!(document.findings().is_empty());
//! assert_eq!(document.to_bytes(), files.read("room.tscn")?);
//!
//! let imported = proscenio::import(&document, &Project::around(&files, "room.tscn"));
//! assert_eq!(imported.scene.nodes[imported.scene.root].name, "Room");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limitations
//!
//! Binary Godot files are not read yet. Scripts never run.

/// The codes of [`check`]'s rules; those of readers and fronts are [`CODES`].
pub use proscenio_check::CODES as RULE_CODES;
pub use proscenio_check::{
    Around, Fixed, GodotView, PathRule, Rule, Selection, Subject, audit, check, check_in, dedup, fits, fix,
    fix_in, fix_where, rules, settle,
};
/// The neutral scene, and OBJ models, as Espresso3D maps and actors.
pub use proscenio_convert::back::espresso3d as to_espresso3d;
/// The neutral scene, and Espresso3D files, as OBJ models.
pub use proscenio_convert::back::obj as to_obj;
pub use proscenio_convert::back::{Exported, Loss, OutputFile, gltf};
/// What a scene comes to in numbers.
pub use proscenio_convert::facts;
/// What Espresso3D's files leave open.
pub use proscenio_convert::front::espresso3d as espresso3d_import;
/// glTF models.
pub use proscenio_convert::front::gltf as gltf_model;
/// OBJ models.
pub use proscenio_convert::front::obj;
pub use proscenio_convert::{CODES, ImportOptions, Imported, import, import_with};
/// Godot projects: instancing, node paths, effective values.
pub use proscenio_project::godot as godot_project;
pub use proscenio_project::nacatamalon::{
    FileRole, FileTable, NamedFile, Whereabouts, project_files, scene_files,
};
pub use proscenio_project::{Document, Fact, FactValue, Family, Item, OpenError, Outline, Project, RootKind};
/// Who names whom among the files of a project, and changes of many of them.
pub use proscenio_project::{graph, refactor};
pub use proscenio_render::{
    CameraChoice, Drawn, Driver, Note, OwnEye, Picture, RenderError, Renderer, Screen, Sight, Stats, View,
    animated_gif, animated_png, beside, compare, device_rank, wgpu,
};
/// Scenes in time and space: animations, portals, movement, collision.
pub use proscenio_run as run;
pub use proscenio_scene::{Component, Node, NodeId, Scene};
pub use proscenio_source::{
    CodeInfo, Edit, EditRefusal, Finding, Fix, LineCol, Place, Safety, Severity, Source, Span, Style, apply,
    did_you_mean, render,
};
#[cfg(feature = "os")]
pub use proscenio_vfs::DiskTree;
/// Rules of paths.
pub use proscenio_vfs::path as paths;
pub use proscenio_vfs::{Entry, EntryKind, MemoryTree, Vfs, VfsError, ZipTree};

/// Differences and merges; their codes are [`diff::CODES`].
pub use proscenio_diff as diff;
/// Espresso3D documents.
pub use proscenio_espresso3d as espresso3d;
/// Godot documents.
pub use proscenio_godot as godot;
/// nacatamalon documents.
pub use proscenio_nacatamalon as nacatamalon;
/// The neutral scene.
pub use proscenio_scene as scene;
