//! Why there is no picture.

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The machine has no graphics driver that can be used.
    #[error(
        "no graphics driver found{}\n\
         help: a software driver is enough; on Debian: apt-get install mesa-vulkan-drivers libvulkan1 \
         libegl1 libgl1-mesa-dri libgles2",
        if reasons.is_empty() { String::new() } else { format!(" that works ({reasons})") }
    )]
    NoAdapter {
        /// Why the adapters that were found could not be used; empty when none was found.
        reasons: String,
    },
    /// A width or height of zero, or more than the driver can draw.
    #[error("cannot draw a picture of {}×{} pixels: each side must be 1 to {max}", size[0], size[1])]
    Size {
        /// Width and height that were asked for.
        size: [u32; 2],
        /// The greatest width and height.
        max: u32,
    },
    /// [`CameraChoice::Node`](crate::CameraChoice::Node) names a node that has no camera.
    #[error("the node \"{name}\" has no camera")]
    NotACamera {
        /// The node's name; empty when there is no such node.
        name: String,
    },
    /// A list is longer than the driver takes.
    #[error("the scene has more {what} than the graphics driver takes: {bytes} of {max} bytes")]
    TooMuch {
        /// Of what.
        what: &'static str,
        /// Bytes the list needs.
        bytes: u64,
        /// Bytes the driver takes.
        max: u64,
    },
    /// The driver refused, ran out of memory or went away.
    #[error("the graphics driver failed: {0}")]
    Device(String),
    /// A picture could not be written as PNG.
    #[error("the picture could not be encoded: {0}")]
    Encode(String),
    /// Bytes that are no picture that can be read.
    #[error("the picture could not be read: {0}")]
    Decode(String),
}
