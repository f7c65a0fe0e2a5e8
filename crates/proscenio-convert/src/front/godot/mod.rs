//! Godot documents into the neutral scene.
pub mod primitives;
