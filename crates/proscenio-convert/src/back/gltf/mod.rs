//! The neutral scene as glTF 2.0.
