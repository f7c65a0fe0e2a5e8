//! Pictures that documents name, loaded once each.

use std::collections::HashMap;
use std::io::Cursor;

use proscenio_scene::{Image, ImageId, Pixels, Table};
use proscenio_vfs::{Vfs, path};

/// Loads pictures into a scene's table and remembers which files are there already.
pub struct Images<'a> {
    files: &'a dyn Vfs,
    known: HashMap<String, ImageId>,
}

impl<'a> Images<'a> {
    /// Nothing loaded yet.
    #[must_use]
    pub fn new(files: &'a dyn Vfs) -> Self {
        Self { files, known: HashMap::new() }
    }

    /// The picture of a file, and what is wrong with it.
    ///
    /// `reference` is how the document spells it; `found` is the file it leads to, `None` when it leads
    /// nowhere. A picture that is not there or whose kind is unknown comes back as missing, with the
    /// reason, the first time it is asked for.
    pub fn load(
        &mut self,
        table: &mut Table<Image>,
        reference: &str,
        found: Option<&str>,
    ) -> (ImageId, Option<String>) {
        self.load_scaled(table, reference, found, 1.0)
    }

    /// As [`Images::load`]; a picture of lines (SVG) is made `scale` times as large as it says.
    pub fn load_scaled(
        &mut self,
        table: &mut Table<Image>,
        reference: &str,
        found: Option<&str>,
        scale: f32,
    ) -> (ImageId, Option<String>) {
        let key = found.unwrap_or(reference);
        if let Some(id) = self.known.get(key) {
            return (*id, None);
        }
        let name = path::file_name(&reference.replace('\\', "/")).to_owned();
        let (image, problem) = match self.read(found, scale) {
            Ok((size, pixels)) => {
                (Image { name, path: Some(reference.to_owned()), size: Some(size), pixels }, None)
            }
            Err(problem) => (Image::missing(name, Some(reference.to_owned())), Some(problem)),
        };
        let id = table.add(image);
        self.known.insert(key.to_owned(), id);
        (id, problem)
    }

    fn read(&self, found: Option<&str>, scale: f32) -> Result<([u32; 2], Pixels), String> {
        let file = found.ok_or("there is no such file")?;
        let bytes = self.files.read(file).map_err(|error| error.to_string())?;
        if bytes.is_empty() {
            return Err("the file is empty".to_owned());
        }
        if path::extension(file) == "svg" {
            let (size, texels) = crate::vector::texels(&bytes, scale)?;
            return Ok((size, Pixels::Rgba8(texels.into())));
        }
        Ok((size_of(file, &bytes)?, Pixels::Encoded(bytes.into())))
    }
}

/// Width and height from a picture file's header; its name decides only where its bytes do not.
pub(crate) fn size_of(file: &str, bytes: &[u8]) -> Result<[u32; 2], String> {
    let mut reader = image::ImageReader::new(Cursor::new(bytes));
    if let Ok(format) = image::ImageFormat::from_path(file) {
        reader.set_format(format);
    }
    let reader = reader.with_guessed_format().map_err(|error| error.to_string())?;
    let (width, height) = reader.into_dimensions().map_err(|error| error.to_string())?;
    Ok([width, height])
}

#[cfg(test)]
mod tests {
    use super::Images;
    use proscenio_scene::{Pixels, Table};
    use proscenio_vfs::MemoryTree;
    use std::io::Cursor;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        image::RgbaImage::new(width, height)
            .write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png)
            .unwrap();
        bytes
    }

    #[test]
    fn a_picture_is_loaded_once() {
        let files = MemoryTree::from_files([("a.png", png(3, 2))]);
        let (mut images, mut table) = (Images::new(&files), Table::default());
        let first = images.load(&mut table, "res://a.png", Some("a.png"));
        let second = images.load(&mut table, "/a.png", Some("a.png"));
        assert_eq!(first, second);
        assert_eq!((first.1, table.len(), table[first.0].size), (None, 1, Some([3, 2])));
    }

    #[test]
    fn a_missing_picture_is_kept_and_reported_once() {
        let files = MemoryTree::from_files([("b.png", "not a picture"), ("c.png", "")]);
        let (mut images, mut table) = (Images::new(&files), Table::default());
        for (reference, found) in [("a.png", None), ("b.png", Some("b.png")), ("c.png", Some("c.png"))] {
            let (id, problem) = images.load(&mut table, reference, found);
            assert!(problem.is_some(), "{reference}");
            assert_eq!(table[id].pixels, Pixels::Missing);
            assert_eq!(images.load(&mut table, reference, found), (id, None));
        }
    }
}
