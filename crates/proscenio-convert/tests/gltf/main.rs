//! The glTF back, read again with another library and with the Khronos validator.

// Tests stand at the edge: they may touch files and the environment.
#![allow(clippy::disallowed_methods)]

mod cameras;
mod damage;
mod files;
mod flat;
mod lights;
mod materials;
mod meshes;
mod nodes;
mod random;
mod read;
mod rich;
mod validator;
