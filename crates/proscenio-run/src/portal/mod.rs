//! Rooms joined by portals: what is seen through them, which room a point is in, and walking from one to the next.

mod locate;
mod map;
mod seen;
mod view;
mod walk;

pub use locate::Located;
pub use map::PortalMap;
pub(crate) use map::placed;
pub use seen::{Seen, SeenSector, Window, hidden_nodes};
pub use view::ViewVolume;
pub use walk::{Crossing, Walked, Walker};
