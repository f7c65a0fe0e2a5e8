//! Pictures that materials and sprites show.

use std::sync::Arc;

/// A picture. Its texels are stored (sRGB-encoded) colours unless a material reads them as numbers, as a
/// normal map does.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// For people; usually the file's name.
    pub name: String,
    /// Where it came from, as the importing family spells the path.
    pub path: Option<String>,
    /// Width and height in texels; `None` when the picture is missing or unreadable.
    pub size: Option<[u32; 2]>,
    /// The picture itself.
    pub pixels: Pixels,
}

/// The content of an [`Image`].
#[derive(Clone, Debug, PartialEq)]
pub enum Pixels {
    /// A file as it was read: PNG, JPEG, WebP, BMP, TGA or HDR. Decoded by whoever needs texels.
    Encoded(Arc<[u8]>),
    /// 8-bit red, green, blue, straight alpha; rows from the top, `4 · width · height` bytes.
    Rgba8(Arc<[u8]>),
    /// Painted by the scene itself: the [`crate::Picture`] that names it.
    Painted,
    /// Not to be had. Renderers draw a checker in its place.
    Missing,
}

impl Image {
    /// A picture that could not be had.
    #[must_use]
    pub fn missing(name: impl Into<String>, path: Option<String>) -> Self {
        Self { name: name.into(), path, size: None, pixels: Pixels::Missing }
    }
}
