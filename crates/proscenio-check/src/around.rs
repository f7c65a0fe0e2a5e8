//! A project and what checks of its files share: read once, asked from many threads.

use proscenio_godot::classes::Class;
use proscenio_project::Project;
use proscenio_project::godot::GodotProject;

/// A project with everything that was read of it for checks. Make one for all files of a project.
pub struct Around<'a> {
    project: &'a Project<'a>,
    godot: GodotProject<'a>,
    embedded_limit: u32,
}

/// Bytes of a resource inside a file that are many.
const EMBEDDED_LIMIT: u32 = 256 << 10;

impl<'a> Around<'a> {
    /// Of a project. Nothing is read yet.
    #[must_use]
    pub fn new(project: &'a Project<'a>) -> Self {
        Self {
            project,
            godot: GodotProject::new(project).with_outlined_models(),
            embedded_limit: EMBEDDED_LIMIT,
        }
    }

    /// The same with another limit, in bytes, for resources inside files; 256 KiB without.
    #[must_use]
    pub fn with_embedded_limit(mut self, bytes: u32) -> Self {
        self.embedded_limit = bytes;
        self
    }

    /// How many bytes a resource inside a file may have.
    #[must_use]
    pub const fn embedded_limit(&self) -> u32 {
        self.embedded_limit
    }

    /// The project.
    #[must_use]
    pub const fn project(&self) -> &'a Project<'a> {
        self.project
    }

    /// Its Godot side.
    #[must_use]
    pub const fn godot(&self) -> &GodotProject<'a> {
        &self.godot
    }
}

/// Properties without a number or a slash in their names that classes make up, in Godot 3 and 4: those that fresh
/// objects of Godot 4.6.3 list beyond their class, and those of the real files.
const MADE_UP: [(&str, &[&str]); 21] = [
    ("Animation", &["markers"]),
    ("AnimationNodeBlendTree", &["node_connections", "graph_offset"]),
    ("AnimationNodeStateMachine", &["states", "transitions", "graph_offset"]),
    ("AnimationPlayer", &["blend_times"]),
    ("ArrayMesh", &["blend_shape_names"]),
    ("AudioListener2D", &["current"]),
    ("AudioListener3D", &["current"]),
    ("Bone2D", &["length", "bone_angle", "auto_calculate_length_and_angle"]),
    ("FontFile", &["data", "font_name", "style_name", "font_style"]),
    ("GridMap", &["data"]),
    ("Image", &["data"]),
    ("ImageTexture", &["image", "size"]),
    ("Listener", &["current"]),
    ("OptimizedTranslation", &["bucket_table", "hash_table", "strings"]),
    ("PhysicalBone", &["bone_name"]),
    ("PhysicalBone3D", &["bone_name"]),
    ("Skeleton2D", &["modification_stack"]),
    ("Skin", &["bind_count"]),
    ("SoftBody", &["pinned_points"]),
    ("SoftBody3D", &["pinned_points"]),
    ("TileMapPattern", &["tile_data"]),
];

/// Classes that make up any names.
const OPEN: [&str; 8] = [
    "MissingNode",
    "MissingResource",
    "ShaderMaterial",
    "SkeletonModification2D",
    "Theme",
    "TileMap",
    "TileSet",
    "VisualShader",
];

/// Whether a class makes up properties, whose names no table lists: `bones/3/name`, `tracks/0/keys`.
pub(crate) fn makes_up(class: Class, name: &str) -> bool {
    let starts = |starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
    let of = |(maker, names): &(&str, &[&str])| names.contains(&name) && class.is_a(maker);
    // Names with numbers stand for as many as a count says.
    name.contains('/')
        || starts(&["_", "metadata", "theme_override_"])
        || name == "script"
        || name.bytes().any(|byte| byte.is_ascii_digit() || byte == b':')
        || OPEN.iter().any(|maker| class.is_a(maker))
        || class.name().starts_with("VisualScript")
        || MADE_UP.iter().any(of)
}
