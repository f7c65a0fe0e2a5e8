//! The neutral scene into other formats, one module per format.

pub mod gltf;
