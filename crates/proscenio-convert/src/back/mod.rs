//! The neutral scene into other formats, one module per format.

pub mod espresso3d;
pub mod gltf;
pub mod obj;

/// Something the target format could not hold, or holds otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Stable name of the kind of loss, `format/what`.
    pub code: &'static str,
    /// What it happened to: a node's path from the root, or the name of a mesh, material or picture.
    pub subject: String,
    /// What is lost and what stands in its place.
    pub message: String,
}

/// The files made, and what they could not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The file asked for first, then the files it names.
    pub files: Vec<OutputFile>,
    /// In the order they were met.
    pub losses: Vec<Loss>,
}

/// A file that a back has made. The caller writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// File name without folders.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}
