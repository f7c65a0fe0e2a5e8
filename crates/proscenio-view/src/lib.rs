//! What a window shows of a scene file, and the window.
//!
//! The logic knows no window: [`open`](opened::open) reads a file, [`Session`] keeps what the person does with it (eyes,
//! selection, what is hidden, the clock), and makes of it what the renderer draws. The module `window` (feature
//! `window`) puts it on a screen.
//!
//! Files are reached through [`proscenio::Vfs`] alone; whether one changed is told by the caller
//! ([`watch::Stamps`]), and so is the time.
//!
//! # Limitations
//!
//! Nothing of a file is changed.

pub mod bounds;
pub mod camera;
pub mod documents;
pub mod list;
pub mod opened;
pub mod overlay;
pub mod pick;
pub mod properties;
pub mod session;
pub mod timeline;
pub mod tree;
pub mod watch;
#[cfg(feature = "window")]
pub mod window;

pub use opened::{Opened, Request};
pub use session::Session;
