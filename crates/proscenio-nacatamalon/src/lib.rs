//! nacatamalon's `.scene` files and the files they name: every byte kept, and a typed view over them.
//!
//! Two layers. [`Document`] mirrors the file: any JSON file, lossless, with spans, key order, number spelling
//! and duplicate keys; reading never fails and [`Document::write`] gives back the bytes that were read.
//! [`model`] is the comfortable view: [`parse_scene_doc`] makes of a document what the engine would make of
//! it, with the engine's own defaults and tolerance, and tells what it had to pass over.
//!
//! On these stand [`edit`], which changes a file without touching what nobody named, [`mod@format`], which lays one
//! out, and [`live`], which builds a scene, lets code change it and writes it back.
//!
//! ```
//! use proscenio_nacatamalon::{Document, parse_scene_doc};
//! use proscenio_source::Source;
//!
//! let text = br#"{"format": "nacatamalon-scene", "version": 1, "name": "Level1",
//!     "root": {"id": "r", "transform": {"x": 40}}}"#;
//! let document = Document::parse(Source::new("level1.scene", text.to_vec()));
//! let (scene, findings) = parse_scene_doc(&document);
//! assert!(document.findings().is_empty() && findings.is_empty());
//! assert_eq!(scene.root().transform.unwrap().x, 40.0);
//! assert_eq!(document.write(), text);
//! ```
//!
//! [`files`] does the same for atlases, tile maps, particle effects, motions, songs, shaders, bitmap fonts,
//! palettes, stores, projects, packs and reusable boxes.
//!
//! # Limitations
//!
//! * Shader languages are not compiled: of a `.wgsl` the directives and hooks are checked, not the code.
//! * The engine's own shape of `.motion` and `.song` was never published: see [`files::motion`] and
//!   [`files::song`].
//! * Brackets nest at most [`MAX_DEPTH`] deep; what lies deeper is kept and reported, but not read.
//! * A lone half of a surrogate pair, which JavaScript can hold in a string, decodes to U+FFFD.

mod codes;
mod damage;
mod document;
pub mod edit;
pub mod files;
pub mod format;
mod lexer;
pub mod live;
mod mode;
pub mod model;
mod parser;
pub mod schema;
mod tree;
mod value;
mod write;

pub use codes::CODES;
pub use document::{CONFLICTS, Document};
pub use mode::Mode;
pub use model::{SceneDoc, parse_scene_doc, parse_scene_doc_as, serialize};
pub use parser::MAX_DEPTH;
pub use tree::ValueId;
pub use value::{Elements, Kind, Member, Members, Value};
