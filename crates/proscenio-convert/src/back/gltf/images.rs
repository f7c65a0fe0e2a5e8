//! Pictures: PNG and JPEG as they are, the rest as PNG.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader, RgbaImage};
use proscenio_scene::{Extra, Image, ImageId, Pixels, Rgba};

use super::extra::object;
use super::writer::{Writer, named};
use super::{Container, OutputFile, container, json};

/// Side of the checker that stands for a missing picture, and of its squares, texels.
const CHECKER: (u32, u32) = (16, 4);

/// A picture as glTF takes it.
pub(crate) struct Encoded {
    pub mime_type: &'static str,
    pub bytes: Vec<u8>,
    /// What was changed, with the code of the loss.
    pub loss: Option<(&'static str, String)>,
}

impl Writer<'_> {
    /// The glTF image of a picture, written the first time it is asked for.
    pub fn image(&mut self, id: ImageId) -> Option<usize> {
        if let Some(index) = self.images.get(&id) {
            return Some(*index);
        }
        let image = self.scene.images.get(id)?;
        let encoded = encode(image);
        let subject = named(&image.name, "picture", id.index());
        if let Some((code, message)) = encoded.loss {
            self.lose(code, &subject, message);
        }
        let (mut buffer_view, mut uri) = (None, None);
        match self.options.container {
            Container::Glb => buffer_view = Some(self.binary.blob(&encoded.bytes)),
            Container::Gltf => {
                let name = self.image_file_name(image, encoded.mime_type);
                uri = Some(container::uri(&name));
                self.files.push(OutputFile { name, bytes: encoded.bytes });
            }
        }
        let entries = image.path.as_ref().map(|path| object([("path", Extra::from(path.as_str()))]));
        let extras = self.extras(entries.unwrap_or_default(), |_| subject);
        let (name, mime_type) = (image.name.clone(), encoded.mime_type);
        self.root.images.push(json::Image { name, uri, mime_type, buffer_view, extras });
        let index = self.root.images.len() - 1;
        self.images.insert(id, index);
        Some(index)
    }

    /// Writes pictures that nothing shows, so that they are not lost.
    pub fn write_unused_images(&mut self) {
        for (id, _) in self.scene.images.iter() {
            self.image(id);
        }
    }

    /// A file name no other file of the export has: the export's name, then the picture's.
    fn image_file_name(&mut self, image: &Image, mime_type: &str) -> String {
        let stem = container::file_stem(&self.options.name);
        let extension = if mime_type == "image/png" { "png" } else { "jpg" };
        let own = image.name.rsplit_once('.').map_or(image.name.as_str(), |(own, _)| own);
        let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' };
        let own: String = own.chars().take(64).map(plain).collect();
        let own = if own.is_empty() { "picture".to_owned() } else { own };
        let name = |number: usize| match number {
            1 => format!("{stem}.{own}.{extension}"),
            _ => format!("{stem}.{own}_{number}.{extension}"),
        };
        let mut number = 1;
        while !self.file_names.insert(name(number).to_lowercase()) {
            number += 1;
        }
        name(number)
    }
}

/// A picture as a PNG or JPEG file; a checker in the place of one that cannot be had.
pub(crate) fn encode(image: &Image) -> Encoded {
    match &image.pixels {
        Pixels::Encoded(bytes) => encode_file(image, bytes),
        Pixels::Rgba8(bytes) => {
            let texels =
                image.size.and_then(|[width, height]| RgbaImage::from_raw(width, height, bytes.to_vec()));
            match texels.filter(|texels| texels.width() > 0 && texels.height() > 0).and_then(png) {
                Some(bytes) => Encoded { mime_type: "image/png", bytes, loss: None },
                None => checker("its texels do not fit its size"),
            }
        }
        Pixels::Painted => checker("the picture is painted by the scene itself"),
        Pixels::Missing => checker("the picture is missing"),
    }
}

fn encode_file(image: &Image, bytes: &[u8]) -> Encoded {
    let mut reader = ImageReader::new(Cursor::new(bytes));
    // TGA has no signature: only the name tells it.
    let names = [image.path.as_deref(), Some(image.name.as_str())];
    if let Some(format) = names.into_iter().flatten().find_map(|name| ImageFormat::from_path(name).ok()) {
        reader.set_format(format);
    }
    let Ok(reader) = reader.with_guessed_format() else { return checker("the file cannot be read") };
    let format = reader.format();
    let kept = match format {
        Some(ImageFormat::Png) => Some("image/png"),
        Some(ImageFormat::Jpeg) => Some("image/jpeg"),
        _ => None,
    };
    if let Some(mime_type) = kept {
        return match reader.into_dimensions() {
            Ok((width, height)) if width > 0 && height > 0 => {
                Encoded { mime_type, bytes: bytes.to_vec(), loss: None }
            }
            _ => checker("the file is damaged"),
        };
    }
    match reader.decode() {
        Ok(decoded) => {
            let loss = (format == Some(ImageFormat::Hdr)).then(|| {
                (
                    "gltf/picture-range",
                    "light brighter than 1 is cut off: glTF pictures have 8 bits".to_owned(),
                )
            });
            png(texels(&decoded)).map_or_else(
                || checker("the picture cannot be written as PNG"),
                |bytes| Encoded { mime_type: "image/png", bytes, loss },
            )
        }
        Err(error) => checker(&error.to_string()),
    }
}

/// Stored 8-bit texels. Pictures of light (32-bit floats) are encoded on the way.
pub(super) fn texels(decoded: &DynamicImage) -> RgbaImage {
    if !matches!(decoded, DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_)) {
        return decoded.to_rgba8();
    }
    let light = decoded.to_rgba32f();
    RgbaImage::from_fn(light.width(), light.height(), |x, y| {
        let [r, g, b, a] = light.get_pixel(x, y).0;
        // `as` cuts to 0..255 and makes NaN 0.
        image::Rgba(Rgba::linear(r, g, b, a).to_stored().map(|value| (value * 255.0).round() as u8))
    })
}

/// The texels as a PNG file.
pub(super) fn png(texels: RgbaImage) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    texels.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).ok()?;
    Some(bytes)
}

fn checker(reason: &str) -> Encoded {
    let (side, square) = CHECKER;
    let texels = RgbaImage::from_fn(side, side, |x, y| {
        let light = (x / square + y / square).is_multiple_of(2);
        image::Rgba(if light { [255, 0, 255, 255] } else { [32, 32, 32, 255] })
    });
    let message = format!("a checker stands in its place: {reason}");
    let bytes = png(texels).unwrap_or_default();
    Encoded { mime_type: "image/png", bytes, loss: Some(("gltf/picture", message)) }
}

#[cfg(test)]
mod tests {
    use super::{encode, png};
    use image::{ImageFormat, RgbaImage};
    use proscenio_scene::{Image, Pixels};
    use std::io::Cursor;

    fn file(name: &str, bytes: Vec<u8>) -> Image {
        Image { name: name.into(), path: None, size: None, pixels: Pixels::Encoded(bytes.into()) }
    }

    #[test]
    fn png_and_jpeg_stay_as_they_are() {
        let texels = RgbaImage::from_pixel(2, 3, image::Rgba([1, 2, 3, 255]));
        let bytes = png(texels.clone()).unwrap();
        let encoded = encode(&file("a.png", bytes.clone()));
        assert_eq!((encoded.mime_type, encoded.bytes, encoded.loss), ("image/png", bytes, None));
        let mut jpeg = Vec::new();
        let rgb = image::DynamicImage::ImageRgba8(texels).to_rgb8();
        rgb.write_to(&mut Cursor::new(&mut jpeg), ImageFormat::Jpeg).unwrap();
        // The content decides, not the name.
        let encoded = encode(&file("a.png", jpeg.clone()));
        assert_eq!((encoded.mime_type, encoded.bytes), ("image/jpeg", jpeg));
    }

    #[test]
    fn other_kinds_become_png_with_the_same_texels() {
        let texels = RgbaImage::from_fn(3, 2, |x, y| image::Rgba([x as u8 * 80, y as u8 * 200, 7, 90]));
        for (name, format) in
            [("a.webp", ImageFormat::WebP), ("a.bmp", ImageFormat::Bmp), ("a.tga", ImageFormat::Tga)]
        {
            let mut bytes = Vec::new();
            texels.write_to(&mut Cursor::new(&mut bytes), format).unwrap();
            let encoded = encode(&file(name, bytes));
            assert_eq!((encoded.mime_type, &encoded.loss), ("image/png", &None), "{name}");
            assert_eq!(image::load_from_memory(&encoded.bytes).unwrap().to_rgba8(), texels, "{name}");
        }
    }

    #[test]
    fn light_is_encoded_as_pictures_are() {
        let light = image::Rgb32FImage::from_pixel(1, 1, image::Rgb([0.216, 4.0, 0.0]));
        let texel = super::texels(&image::DynamicImage::ImageRgb32F(light)).get_pixel(0, 0).0;
        assert_eq!(texel, [128, 255, 0, 255]);
    }

    #[test]
    fn what_cannot_be_had_is_a_checker() {
        let damaged = png(RgbaImage::new(2, 2)).unwrap()[..20].to_vec();
        let short =
            Image { pixels: Pixels::Rgba8(vec![0; 3].into()), size: Some([2, 2]), ..file("s", vec![]) };
        for image in [Image::missing("m", None), file("d.png", damaged), file("x", b"none".to_vec()), short] {
            let encoded = encode(&image);
            assert_eq!(encoded.loss.map(|(code, _)| code), Some("gltf/picture"), "{}", image.name);
            assert_eq!(image::load_from_memory(&encoded.bytes).unwrap().width(), 16);
        }
    }
}
