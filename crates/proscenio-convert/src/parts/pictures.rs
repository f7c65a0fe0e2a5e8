//! Where the pictures of materials are from the place of a written file, and copies of those that cannot be named.

use std::collections::HashSet;
use std::io::Cursor;

use image::{ImageFormat, ImageReader, RgbImage};
use proscenio_scene::{Image, Pixels};
use proscenio_vfs::path;

use super::Picture;
use crate::back::OutputFile;
use crate::back::gltf::images::encode;

/// How a written file names its pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placed {
    /// Where they are, folders above included.
    Anywhere,
    /// Where they are when that is in the file's own folder or below, and the name is one word without separators of
    /// Espresso3D and of a kind the engine reads; a copy beside the file otherwise.
    Below,
}

/// Names pictures for a file, and makes the copies.
pub(crate) struct Pictures<'a> {
    stem: String,
    folder: Option<&'a str>,
    placed: Placed,
    names: HashSet<String>,
    /// The copies made.
    pub files: Vec<OutputFile>,
}

impl<'a> Pictures<'a> {
    /// For a file `stem` in a folder, as the project sees it; `None` when nobody knows the folder.
    pub fn new(stem: &str, folder: Option<&'a str>, placed: Placed) -> Self {
        Self { stem: plain(stem), folder, placed, names: HashSet::new(), files: Vec::new() }
    }

    /// The path of a picture from the file, and why it is not what it was, when it is not.
    pub fn path(&mut self, picture: &Picture) -> (String, Option<String>) {
        if let Some(path) = self.in_place(picture) {
            return (path, None);
        }
        if picture.image.pixels == Pixels::Missing {
            return (picture.written.replace('\\', "/"), None);
        }
        let encoded = encode(&picture.image);
        let own = path::stem(path::file_name(&picture.image.name)).to_owned();
        let extension = if encoded.mime_type == "image/png" { "png" } else { "jpg" };
        let name = self.free(&own, extension);
        self.files.push(OutputFile { name: name.clone(), bytes: encoded.bytes });
        (name, encoded.loss.map(|(_, message)| message))
    }

    /// A picture of one texel, for a colour (stored values).
    pub fn color(&mut self, name: &str, color: [f64; 3]) -> String {
        let [r, g, b] = color.map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8);
        let mut bytes = Vec::new();
        // Without alpha, which the engine drops. Writing to memory cannot fail.
        let texel = RgbImage::from_pixel(1, 1, image::Rgb([r, g, b]));
        let _ = texel.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png);
        let name = self.free(name, "png");
        self.files.push(OutputFile { name: name.clone(), bytes });
        name
    }

    fn in_place(&self, picture: &Picture) -> Option<String> {
        let (found, folder) = (picture.found.as_deref()?, self.folder?);
        let relative = relative(found, folder)?;
        let fits = match self.placed {
            Placed::Anywhere => true,
            Placed::Below => {
                let kind = path::extension(&relative);
                let readable = ["png", "jpg", "jpeg", "gif", "bmp"].contains(&kind.as_str());
                readable
                    && !relative.starts_with("../")
                    && !relative.contains([' ', '\t', ',', ';', '{', '}', '#'])
            }
        };
        fits.then_some(relative)
    }

    /// A file name that begins with that of the file, so that it takes the place of nobody else's.
    fn free(&mut self, own: &str, extension: &str) -> String {
        let own = plain(own);
        let name = |number: usize| match number {
            1 => format!("{}_{own}.{extension}", self.stem),
            _ => format!("{}_{own}_{number}.{extension}", self.stem),
        };
        let mut number = 1;
        while self.names.contains(&name(number).to_lowercase()) {
            number += 1;
        }
        let name = name(number);
        self.names.insert(name.to_lowercase());
        name
    }
}

/// The colour of a picture of one texel, stored values.
pub(crate) fn single_color(image: &Image) -> Option<[f64; 3]> {
    if image.size != Some([1, 1]) {
        return None;
    }
    let texel = match &image.pixels {
        Pixels::Rgba8(texels) => [*texels.first()?, *texels.get(1)?, *texels.get(2)?],
        Pixels::Encoded(bytes) => {
            let mut reader = ImageReader::new(Cursor::new(&bytes[..]));
            if let Ok(format) = ImageFormat::from_path(&image.name) {
                reader.set_format(format);
            }
            let decoded = reader.with_guessed_format().ok()?.decode().ok()?.to_rgb8();
            decoded.get_pixel_checked(0, 0)?.0
        }
        Pixels::Painted | Pixels::Missing => return None,
    };
    Some(texel.map(|value| f64::from(value) / 255.0))
}

/// Letters and digits of a name, the rest as `_`.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' };
    let name: String = name.chars().take(64).map(plain).collect();
    if name.is_empty() { "picture".to_owned() } else { name }
}

/// The way from a folder to a file, both as the project sees them; `None` when one is counted from elsewhere.
fn relative(file: &str, folder: &str) -> Option<String> {
    let (file, folder) = (path::clean(file), path::clean(folder));
    if file.starts_with('/') != folder.starts_with('/') || folder.starts_with("..") || file.starts_with("..")
    {
        return None;
    }
    let steps = |path: &str| -> Vec<String> {
        path.split('/').filter(|step| !step.is_empty() && *step != ".").map(str::to_owned).collect()
    };
    let (file, folder) = (steps(&file), steps(&folder));
    let shared = file.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    let ups = std::iter::repeat_n("..", folder.len() - shared);
    Some(ups.chain(file[shared..].iter().map(String::as_str)).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::relative;

    #[test]
    fn ways_between_folders() {
        let way = |file, folder| relative(file, folder);
        assert_eq!(way("/a/b/c.png", "/a/b").as_deref(), Some("c.png"));
        assert_eq!(way("/a/t/c.png", "/a/b").as_deref(), Some("../t/c.png"));
        assert_eq!(way("t/c.png", "").as_deref(), Some("t/c.png"));
        assert_eq!(way("/t/c.png", "a"), None);
        assert_eq!(way("../c.png", "a"), None);
    }
}
