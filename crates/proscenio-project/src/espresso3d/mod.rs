//! Espresso3D's files in their project: where the files are that maps, actors and texture sets name, and which
//! textures a file can use.

mod codes;
mod files;
mod textures;

pub use codes::*;
pub use files::{ActorFiles, Found, find};
pub use textures::{Definition, SetFile, Textures};
