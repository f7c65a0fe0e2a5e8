//! Godot documents into the neutral scene.
