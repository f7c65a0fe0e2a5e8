//! Animations: values at a time, and a scene as it is then.

mod any;
mod apply;
mod choose;
mod curve;
mod moved;
mod parts;
mod sample;

pub use apply::{Posed, PropertySample, pose, pose_begun_alone, pose_scene};
pub use choose::{animations_begun, animations_named};
pub use moved::Mover;
pub use sample::{Cursor, Sampler, Value, time_in};
