//! The glTF back, read again with another library and with the Khronos validator.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stand at the edge: they touch files, fail by panicking and say what they skip"
)]

mod cameras;
mod corpus;
mod damage;
mod files;
mod flat;
mod godot;
mod lights;
mod materials;
mod meshes;
mod moving;
mod nodes;
mod random;
mod read;
mod rich;
mod validator;
