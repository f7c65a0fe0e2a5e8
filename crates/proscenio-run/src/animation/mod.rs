//! Animations: values at a time, and a scene as it is then.

mod any;
mod apply;
mod curve;
mod moved;
mod parts;
mod sample;

pub use apply::{Posed, PropertySample, pose, pose_scene};
pub use moved::Mover;
pub use sample::{Cursor, Sampler, Value, time_in};
