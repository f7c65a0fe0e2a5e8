//! Conversions through the neutral scene: a front reads one family's document into a
//! [`proscenio_scene::Scene`], a back writes a scene in another format. What the neutral scene or the
//! target cannot hold is reported, never dropped in silence.

pub mod back;
pub mod front;
mod images;

pub use front::Imported;
pub use images::Images;
