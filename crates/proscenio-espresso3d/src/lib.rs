//! Espresso3D maps (`.e3m`), actors (`.e3a`) and texture sets (`.txt`), read without loss.
//!
//! ```
//! use proscenio_espresso3d::{Dialect, Document, FileKind};
//! use proscenio_source::Source;
//!
//! let text = "SECTOR hall\n{\n  TRIANGLE\n  {\n    VERTICES\n      0 0 0, 1 0 0, 0 1 0;\n    TEXTURE\n      0 0, 1 0, 0 1, WALL;\n  }\n}\n";
//! let document = Document::parse(Source::new("hall.e3m", text.as_bytes().to_vec()), FileKind::Map);
//! assert!(document.findings().is_empty());
//! assert_eq!(document.dialect(), Dialect::Block);
//! let sector = document.sectors().next().unwrap();
//! let triangle = sector.triangles().next().unwrap();
//! assert_eq!(triangle.vertices().unwrap()[1], [1.0, 0.0, 0.0]);
//! assert_eq!(document.write(), text.as_bytes());
//! ```
//!
//! The raw layer is [`Document::tree`]: one flat table of items, fields and words with their places. The typed
//! view over it is reached through [`Document::sectors`], [`Document::models`], [`Document::texture_sets`] and
//! [`Document::entries`]; numbers are decoded when asked for. What reading trips over is in
//! [`Document::findings`]; what a file means is judged by [`check`].
//!
//! All dialects (0.1 to 0.3, 0.5, and the transitional bones between) are read by one grammar that does not
//! look at lines. Where release 0.5 of the engine would read something else, a finding says so.
//!
//! # Limitations
//!
//! * Hexadecimal numbers, which Java accepts, are reported as damaged.
//! * `LIGHT` and `TERRAIN` are kept and mean nothing: no release gave them a meaning.
//! * Which file a placed actor's name stands for is not in a map; callers look it up.

mod check;
mod code;
mod document;
pub mod edit;
mod engine;
pub mod format;
mod lexer;
pub mod model;
mod parser;
mod problem;
mod scan;
mod syntax;
mod tree;
mod value;
mod view;
mod write;

pub use check::check;
pub use code::{CODES, Code, CodeInfo};
pub use document::{Counts, Dialect, Document, FileKind};
pub use engine::{EngineCounts, EngineView, Kept, Log, engine_view};
pub use syntax::{Keyword, Kind};
pub use tree::{Children, Node, NodeIndex, Tree};
pub use value::{number, text};
pub use view::{
    Actor, Animation, Bone, Command, CommandKind, Entry, Frame, FrameBone, Item, Layer, Model,
    ParticleSystem, Portal, PortalType, Pose, Sector, TextureSetRef, Triangle, Word,
};
pub use write::{LineEnd, Spelling, WriteOptions, Writer, Written, write_file, write_texture_set};
