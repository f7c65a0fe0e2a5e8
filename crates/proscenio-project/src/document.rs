//! One file as the document of its family.

use std::fmt;

use proscenio_vfs::path;

/// The families of scene files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Godot text scenes and resources: `.tscn`, `.tres`, `.escn`.
    Godot,
    /// nacatamalon scenes: `.scene`.
    Nacatamalon,
    /// Espresso3D maps and actors: `.e3m`, `.e3a`.
    Espresso3d,
}

impl Family {
    /// The family a file name promises; `None` for names of no family.
    #[must_use]
    pub fn of_path(name: &str) -> Option<Self> {
        match path::extension(name).as_str() {
            "tscn" | "tres" | "escn" => Some(Self::Godot),
            "scene" => Some(Self::Nacatamalon),
            "e3m" | "e3a" => Some(Self::Espresso3d),
            "json" if name.ends_with(".scene.json") => Some(Self::Nacatamalon),
            _ => None,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Godot => "godot",
            Self::Nacatamalon => "nacatamalon",
            Self::Espresso3d => "espresso3d",
        })
    }
}
