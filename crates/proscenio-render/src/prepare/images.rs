//! Pictures as texels.

use std::io::Cursor;
use std::sync::Arc;

use image::{ImageFormat, ImageReader, imageops};
use proscenio_scene::{Image, ImageId, Pixels, Scene};
use rustc_hash::FxHashMap;

use crate::Note;

/// Side of the checker that stands for a missing picture, texels.
const CHECKER: u32 = 64;
/// Side of one of its fields.
const FIELD: u32 = 8;

/// A decoded picture: 8-bit red, green, blue, straight alpha; rows from the top.
#[derive(Clone, Debug)]
pub(crate) struct Texels {
    pub(crate) size: [u32; 2],
    pub(crate) rgba: Vec<u8>,
    /// Whether it is the checker that stands for a missing picture.
    pub(crate) checker: bool,
}

/// The pictures of a scene, decoded when first asked for.
pub(crate) struct Images<'s> {
    scene: &'s Scene,
    decoded: FxHashMap<ImageId, Texels>,
    max_size: u32,
    notes: Vec<Note>,
    /// Sizes of pictures that are on the device already, by where their bytes are.
    known: FxHashMap<usize, [u32; 2]>,
    /// How many pictures are not the scene's.
    added: usize,
}

impl<'s> Images<'s> {
    /// For textures of at most some texels to a side.
    pub(crate) fn new(scene: &'s Scene, max_size: u32) -> Self {
        Self {
            scene,
            decoded: FxHashMap::default(),
            max_size,
            notes: Vec::new(),
            known: FxHashMap::default(),
            added: 0,
        }
    }

    /// As [`Images::new`]; of pictures whose bytes are known only the size is looked at.
    pub(crate) fn knowing(scene: &'s Scene, max_size: u32, known: FxHashMap<usize, [u32; 2]>) -> Self {
        Self { known, ..Self::new(scene, max_size) }
    }

    /// The bytes of a picture that is shown as it is.
    pub(crate) fn source(&self, id: ImageId) -> Option<&'s Arc<[u8]>> {
        let changed = |note: &Note| matches!(note, Note::ShrunkImage { image, .. } if *image == id);
        source(self.scene.images.get(id)?).filter(|_| !self.notes.iter().any(changed))
    }

    /// The longest side of a texture, texels.
    pub(crate) fn max_size(&self) -> u32 {
        self.max_size
    }

    /// The texels of a picture, a checker when it is not to be had; without any once released.
    pub(crate) fn get(&mut self, id: ImageId) -> &Texels {
        self.decoded.entry(id).or_insert_with(|| {
            let Some(image) = self.scene.images.get(id) else {
                self.notes.push(Note::MissingImage { image: id, name: format!("{id:?}") });
                return checker();
            };
            let bytes = source(image).map(place);
            if let Some(size) = bytes.and_then(|bytes| self.known.get(&bytes)) {
                return Texels { size: *size, rgba: Vec::new(), checker: false };
            }
            let filled = self.scene.filled_edges.contains(&id);
            match decode(image).map(|texels| if filled { fill_edges(texels) } else { texels }) {
                Ok(texels)
                    if texels.size[0].max(texels.size[1]) > self.max_size && !texels.rgba.is_empty() =>
                {
                    let name = image.name.clone();
                    self.notes.push(Note::ShrunkImage { image: id, name, size: texels.size });
                    shrink(texels, self.max_size)
                }
                Ok(texels) => texels,
                Err(reason) => {
                    let name = image.name.clone();
                    self.notes.push(match reason {
                        None => Note::MissingImage { image: id, name },
                        Some(reason) => Note::UndecodableImage { image: id, name, reason },
                    });
                    checker()
                }
            }
        })
    }

    /// Adds a picture that is not the scene's.
    pub(crate) fn add(&mut self, texels: Texels) -> ImageId {
        let id = ImageId::from_index(self.scene.images.len() + self.added);
        self.added += 1;
        self.decoded.insert(id, texels);
        id
    }

    /// The texels of a picture, decoded again when they were let go of.
    pub(crate) fn whole(&mut self, id: ImageId) -> &Texels {
        let own = id.index() < self.scene.images.len();
        if own && self.decoded.get(&id).is_some_and(|texels| texels.rgba.is_empty()) {
            self.decoded.remove(&id);
            if let Some(bytes) = self.scene.images.get(id).and_then(source) {
                self.known.remove(&place(bytes));
            }
        }
        self.get(id)
    }

    /// Lets go of the texels of a picture that was uploaded; its size stays.
    pub(crate) fn release(&mut self, id: ImageId) {
        if let Some(texels) = self.decoded.get_mut(&id) {
            texels.rgba = Vec::new();
        }
    }

    /// Whether a picture can be shown.
    pub(crate) fn has(&mut self, id: ImageId) -> bool {
        !self.get(id).checker
    }

    /// What could not be shown.
    pub(crate) fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }
}

/// The bytes of a picture, encoded or not.
fn source(image: &Image) -> Option<&Arc<[u8]>> {
    match &image.pixels {
        Pixels::Encoded(bytes) | Pixels::Rgba8(bytes) => Some(bytes),
        Pixels::Missing | Pixels::Painted => None,
    }
}

/// Where bytes are; tells them apart from others as long as they are held.
pub(crate) fn place(bytes: &Arc<[u8]>) -> usize {
    bytes.as_ptr() as usize
}

/// Makes the longer side of a picture `max` texels long.
fn shrink(texels: Texels, max: u32) -> Texels {
    let [width, height] = texels.size;
    let scale = f64::from(max) / f64::from(width.max(height));
    let side = |side: u32| ((f64::from(side) * scale) as u32).clamp(1, max);
    let Some(buffer) = image::RgbaImage::from_raw(width, height, texels.rgba) else { return checker() };
    let small = imageops::resize(&buffer, side(width), side(height), imageops::FilterType::Triangle);
    Texels { size: small.dimensions().into(), rgba: small.into_raw(), checker: false }
}

/// `Err(None)` when missing, `Err(Some(reason))` when damaged.
fn decode(image: &Image) -> Result<Texels, Option<String>> {
    match &image.pixels {
        Pixels::Missing => Err(None),
        // Its texels are on the device; the size is all that is asked for here.
        Pixels::Painted => {
            Ok(Texels { size: image.size.unwrap_or([1, 1]), rgba: Vec::new(), checker: false })
        }
        Pixels::Rgba8(rgba) => {
            let size = image.size.unwrap_or_default();
            let want = 4 * u64::from(size[0]) * u64::from(size[1]);
            if want == 0 || rgba.len() as u64 != want {
                return Err(Some(format!("{} bytes for {}×{} texels", rgba.len(), size[0], size[1])));
            }
            Ok(Texels { size, rgba: rgba.to_vec(), checker: false })
        }
        Pixels::Encoded(bytes) => {
            let mut reader = ImageReader::new(Cursor::new(bytes))
                .with_guessed_format()
                .map_err(|e| Some(e.to_string()))?;
            if reader.format().is_none() {
                // TGA has no mark of its own: the name has to tell.
                let name = image.path.as_deref().unwrap_or(&image.name);
                if let Ok(format) = ImageFormat::from_path(name) {
                    reader.set_format(format);
                }
            }
            let mut limits = image::Limits::default();
            limits.max_alloc = Some(MOST_BYTES);
            reader.limits(limits);
            let why = |error| match error {
                image::ImageError::Limits(_) => "it takes more than a GiB".to_owned(),
                other => other.to_string(),
            };
            let pixels = reader.decode().map_err(|error| Some(why(error)))?.into_rgba8();
            if pixels.width() == 0 || pixels.height() == 0 {
                return Err(Some("no texels".to_owned()));
            }
            Ok(Texels { size: pixels.dimensions().into(), rgba: pixels.into_raw(), checker: false })
        }
    }
}

/// What decoding a picture may take: 16,384 texels to a side, which is what most drivers take, and something for the
/// decoder itself.
const MOST_BYTES: u64 = (1 << 30) + (1 << 26);

/// How far see-through texels look for a colour, texels.
const NEAR: usize = 4;
/// Texels with less alpha than this have no colour of their own.
const SEEN: u8 = 20;

/// Gives see-through texels the colour of the nearest one that is not.
///
/// Engine behaviour (Godot): so do its imported pictures (`process/fix_alpha_border`).
fn fill_edges(mut texels: Texels) -> Texels {
    let [width, height] = texels.size;
    if texels.rgba.chunks_exact(4).all(|texel| texel[3] >= SEEN) {
        return texels;
    }
    let (columns, rows) = (width as usize, height as usize);
    let seen = |at: usize| texels.rgba[4 * at + 3] >= SEEN;
    // Nearest in the row first, so that the work does not grow with the square of the distance.
    let mut beside: Vec<Option<i8>> = vec![None; columns * rows];
    for row in 0..rows {
        let start = row * columns;
        let mut last: Option<usize> = None;
        for x in 0..columns {
            last = if seen(start + x) { Some(x) } else { last };
            beside[start + x] = last.filter(|last| x - last <= NEAR).map(|last| -((x - last) as i8));
        }
        last = None;
        for x in (0..columns).rev() {
            last = if seen(start + x) { Some(x) } else { last };
            let right = last.filter(|last| last - x <= NEAR).map(|last| (last - x) as i8);
            let left = beside[start + x];
            beside[start + x] = match (left, right) {
                (Some(left), Some(right)) if right < -left => Some(right),
                (None, right) => right,
                (left, _) => left,
            };
        }
    }
    let mut filled: Vec<(usize, usize)> = Vec::new();
    for at in (0..columns * rows).filter(|at| !seen(*at)) {
        let (x, y) = (at % columns, at / columns);
        let near = y.saturating_sub(NEAR)..=(y + NEAR).min(rows - 1);
        let found = near.filter_map(|other| {
            let step = beside[other * columns + x]?;
            let far = other.abs_diff(y).pow(2) + usize::from(step.unsigned_abs()).pow(2);
            Some((far, (other * columns + x).checked_add_signed(step.into())?))
        });
        filled.extend(found.min_by_key(|(far, _)| *far).map(|(_, other)| (at, other)));
    }
    for (at, other) in filled {
        texels.rgba.copy_within(4 * other..4 * other + 3, 4 * at);
    }
    texels
}

/// Magenta and black fields.
fn checker() -> Texels {
    let field = |x: u32, y: u32| (x / FIELD + y / FIELD).is_multiple_of(2);
    let texel = |i: u32| if field(i % CHECKER, i / CHECKER) { [255, 0, 255, 255] } else { [0, 0, 0, 255] };
    let rgba = (0..CHECKER * CHECKER).flat_map(texel).collect();
    Texels { size: [CHECKER; 2], rgba, checker: true }
}

/// The next smaller copy: every texel the mean of up to four.
///
/// Engine behaviour (Godot): stored values are averaged, not light, and an odd last row or column is
/// dropped.
pub(crate) fn half(texels: &Texels) -> Texels {
    let [width, height] = texels.size.map(|side| side as usize);
    let size = texels.size.map(|side| (side / 2).max(1));
    let mut rgba = Vec::with_capacity(4 * size[0] as usize * size[1] as usize);
    for y in 0..size[1] as usize {
        let rows = [2 * y, (2 * y + 1).min(height - 1)].map(|row| &texels.rgba[4 * row * width..]);
        for x in 0..size[0] as usize {
            let columns = [2 * x, (2 * x + 1).min(width - 1)].map(|column| 4 * column);
            for channel in 0..4 {
                let at = |row: usize, column: usize| u32::from(rows[row][columns[column] + channel]);
                rgba.push(((at(0, 0) + at(0, 1) + at(1, 0) + at(1, 1) + 2) / 4) as u8);
            }
        }
    }
    Texels { size, rgba, checker: texels.checker }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::Node;

    fn scene(image: Image) -> (Scene, ImageId) {
        let mut scene = Scene::new("images", Node::new("root"));
        let id = scene.images.add(image);
        (scene, id)
    }

    fn raw(size: [u32; 2], bytes: usize) -> Image {
        let pixels = Pixels::Rgba8((0..bytes).map(|i| i as u8).collect());
        Image { name: "raw".into(), path: None, size: Some(size), pixels }
    }

    #[test]
    fn what_is_missing_or_damaged_is_a_checker_and_noted_once() {
        let damaged = Image { pixels: Pixels::Encoded([1, 2, 3][..].into()), ..raw([1, 1], 4) };
        for image in [Image::missing("gone", None), damaged, raw([2, 2], 3)] {
            let (scene, id) = scene(image);
            let mut images = Images::new(&scene, 2048);
            assert!(!images.has(id) && images.get(id).checker);
            assert_eq!(images.take_notes().len(), 1);
        }
        let (scene, _) = scene(raw([1, 1], 4));
        assert!(Images::new(&scene, 2048).get(ImageId::from_index(7)).checker);
    }

    #[test]
    fn see_through_texels_take_the_nearest_colour() {
        let mut rgba = vec![0; 4 * 7];
        rgba[..4].copy_from_slice(&[9, 8, 7, 255]);
        let filled = fill_edges(Texels { size: [7, 1], rgba, checker: false }).rgba;
        assert_eq!(filled[4 * 4..4 * 5], [9, 8, 7, 0]);
        assert_eq!(filled[4 * 5..], [0; 8], "too far away");
    }

    #[test]
    fn a_tga_file_is_told_by_its_name() {
        let mut bytes = Vec::new();
        let pixels = image::RgbaImage::from_pixel(2, 1, image::Rgba([9, 8, 7, 255]));
        pixels.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Tga).unwrap();
        let image =
            Image { pixels: Pixels::Encoded(bytes.into()), path: Some("a/b.TGA".into()), ..raw([2, 1], 0) };
        let (scene, id) = scene(image);
        assert_eq!(Images::new(&scene, 2048).get(id).rgba[..4], [9, 8, 7, 255]);
    }

    #[test]
    fn pictures_that_are_too_large_are_shrunk() {
        let (scene, id) = scene(raw([8, 2], 64));
        let mut images = Images::new(&scene, 4);
        assert_eq!(images.get(id).size, [4, 1]);
        assert!(matches!(images.take_notes()[..], [Note::ShrunkImage { size: [8, 2], .. }]));
    }

    #[test]
    fn halves_are_means() {
        let texels =
            Texels { size: [3, 1], rgba: vec![0, 0, 0, 255, 10, 20, 30, 255, 9, 9, 9, 9], checker: false };
        let half = half(&texels);
        assert_eq!((half.size, half.rgba), ([1, 1], vec![5, 10, 15, 255]));
    }
}
