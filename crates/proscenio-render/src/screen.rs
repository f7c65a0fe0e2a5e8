//! Drawing onto something that is there.

use proscenio_scene::PortalKind;
use proscenio_scene::glam::Vec2;

use crate::{Note, Sight, Stats};

/// A texture that a picture is drawn onto, usable as a render attachment.
#[derive(Clone, Copy, Debug)]
pub struct Screen<'a> {
    /// Filled whole.
    pub view: &'a wgpu::TextureView,
    /// Its format. One that encodes (`…Srgb`) shows the same colours as one that does not. Where the background is
    /// see-through, colours are weighted by alpha.
    pub format: wgpu::TextureFormat,
}

/// A picture that was drawn onto a [`Screen`].
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// What the picture leaves out or chose by itself.
    pub notes: Vec<Note>,
    /// What it cost.
    pub stats: Stats,
    /// What it is seen through.
    pub sight: Sight,
    /// The doorways that let sight through, pixels from the top left.
    pub doorways: Vec<(PortalKind, Vec<Vec2>)>,
    /// Sectors that are drawn, and all there are; 0 and 0 without portals or from outside.
    pub sectors: [usize; 2],
}
