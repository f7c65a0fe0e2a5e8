//! The finished picture.

use std::io::Cursor;

use image::{ExtendedColorType, ImageEncoder, ImageReader, codecs::png::PngEncoder};

use crate::{Note, RenderError, Stats};

/// A picture of stored (sRGB-encoded) colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// 8-bit red, green, blue, straight alpha; rows from the top, `4 · width · height` bytes.
    pub rgba: Vec<u8>,
    /// What the picture leaves out or chose by itself.
    pub notes: Vec<Note>,
    /// What drawing it cost; nothing, when it was read.
    pub stats: Stats,
}

impl Picture {
    /// A picture of 8-bit red, green, blue and straight alpha, which nothing is known of.
    #[must_use]
    pub fn new(size: [u32; 2], rgba: Vec<u8>) -> Self {
        Self { size, rgba, notes: Vec::new(), stats: Stats::default() }
    }

    /// The picture as the bytes of a PNG file.
    ///
    /// # Errors
    /// [`RenderError::Encode`] when [`Picture::rgba`] does not fit [`Picture::size`].
    pub fn to_png(&self) -> Result<Vec<u8>, RenderError> {
        let [width, height] = self.size;
        if self.rgba.len() as u64 != 4 * u64::from(width) * u64::from(height) {
            return Err(RenderError::Encode(format!("{} bytes for {width}×{height}", self.rgba.len())));
        }
        let mut bytes = Vec::new();
        PngEncoder::new(&mut bytes)
            .write_image(&self.rgba, width, height, ExtendedColorType::Rgba8)
            .map_err(|error| RenderError::Encode(error.to_string()))?;
        Ok(bytes)
    }

    /// A picture from the bytes of a PNG, JPEG, WebP, BMP or HDR file, to compare with.
    ///
    /// # Errors
    /// [`RenderError::Decode`] when the bytes are none of these or damaged.
    pub fn from_encoded(bytes: &[u8]) -> Result<Self, RenderError> {
        let fail = |reason: String| RenderError::Decode(reason);
        let reader = ImageReader::new(Cursor::new(bytes))
            .with_guessed_format()
            .map_err(|error| fail(error.to_string()))?;
        let pixels = reader.decode().map_err(|error| fail(error.to_string()))?.to_rgba8();
        Ok(Picture::new(pixels.dimensions().into(), pixels.into_raw()))
    }

    /// Red, green, blue and alpha of a pixel; `None` outside.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.size[0] || y >= self.size[1] {
            return None;
        }
        let start = 4 * (y as usize * self.size[0] as usize + x as usize);
        self.rgba.get(start..start + 4)?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Picture;

    #[test]
    fn png_comes_back() {
        let rgba = (0..24).map(|byte| byte * 10).collect();
        let picture = Picture::new([3, 2], rgba);
        let back = Picture::from_encoded(&picture.to_png().unwrap()).unwrap();
        assert_eq!(back, picture);
        assert_eq!(back.pixel(1, 1), Some([160, 170, 180, 190]));
        assert_eq!(back.pixel(3, 0), None);
    }

    #[test]
    fn a_picture_that_does_not_fit_its_size_is_refused() {
        let picture = Picture::new([3, 2], vec![0; 3]);
        assert!(picture.to_png().is_err());
        assert!(Picture::from_encoded(b"no picture").is_err());
    }
}
