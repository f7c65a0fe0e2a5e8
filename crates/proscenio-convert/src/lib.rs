//! Conversions through the neutral scene: a front reads one family's document into a
//! [`proscenio_scene::Scene`], a back writes a scene in another format. What the neutral scene or the
//! target cannot hold is reported, never dropped in silence.

pub mod back;
pub mod facts;
pub mod front;
mod images;
mod parts;
mod polygon;
mod vector;

use proscenio_source::CodeInfo;

pub use front::{ImportOptions, Imported, import, import_with};
pub use images::Images;

/// Every finding code of every reader and of every front, a table each. What backs report as lost stands
/// on the page of their format.
pub const CODES: &[&[CodeInfo]] = &[
    proscenio_godot::CODES,
    proscenio_godot::animation::CODES,
    proscenio_godot::edit::CODES,
    proscenio_project::godot::CODES,
    proscenio_godot::binary::CODES,
    proscenio_godot::versions::CODES,
    proscenio_godot::upgrade::CODES,
    proscenio_nacatamalon::CODES,
    proscenio_nacatamalon::edit::CODES,
    proscenio_nacatamalon::format::CODES,
    proscenio_nacatamalon::live::CODES,
    proscenio_nacatamalon::files::CODES,
    proscenio_espresso3d::CODES,
    proscenio_espresso3d::edit::CODES,
    front::godot::CODES,
    front::nacatamalon::CODES,
    proscenio_project::espresso3d::CODES,
    proscenio_project::refactor::CODES,
    front::espresso3d::CODES,
    front::obj::CODES,
];
