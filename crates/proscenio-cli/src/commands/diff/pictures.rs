//! Small pictures of both sides of a changed scene, for the page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proscenio::{Document, Driver, ImportOptions, Picture, Renderer, Scene, Source, View};

use crate::input;

/// Scenes drawn for one page; each costs time, and its pictures lie in the page.
pub const MOST: usize = 20;
/// No picture is wider, pixels.
const WIDEST: u32 = 480;
/// The size of a drawing when neither the scene nor its project says one. Flat scenes are drawn in their own pixels,
/// so small pictures are shrunk, not drawn small.
pub const DEFAULT_SIZE: [u32; 2] = [1280, 720];

/// One side of a changed scene.
pub enum Side {
    /// A picture of it.
    Picture {
        /// PNG bytes as a `data:` address.
        address: String,
        /// Width and height, pixels.
        size: [u32; 2],
    },
    /// Why there is none.
    None(String),
}

/// The old and the new side.
pub type Sides = [Side; 2];

/// Draws the scenes of one comparison.
pub struct Studio {
    renderer: Renderer,
    drawn: usize,
}

impl Studio {
    /// Opens the graphics driver.
    ///
    /// # Errors
    /// What the page says when there is no driver.
    pub fn open(driver: Driver) -> Result<Self, String> {
        match Renderer::headless_on(driver) {
            Ok(renderer) => Ok(Self { renderer, drawn: 0 }),
            Err(error) => Err(first_line(&error)),
        }
    }

    /// Pictures of two versions of a scene, each with the path its neighbours are looked for from; nothing when
    /// enough scenes are drawn.
    pub fn draw(&mut self, versions: [(&Source, &str); 2]) -> Option<Sides> {
        if self.drawn == MOST {
            return None;
        }
        self.drawn += 1;
        Some(versions.map(|(source, place)| self.side(source, place).unwrap_or_else(Side::None)))
    }

    fn side(&self, source: &Source, place: &str) -> Result<Side, String> {
        let scene = scene(source, place)?;
        let size = scene.view_size.unwrap_or(DEFAULT_SIZE);
        let picture = self.renderer.draw(&scene, &View::new(size)).map_err(|error| first_line(&error))?;
        if is_blank(&picture) {
            return Err("nothing to see".to_owned());
        }
        let picture = shrunk(picture);
        let png = picture.to_png().map_err(|error| first_line(&error))?;
        let address = format!("data:image/png;base64,{}", STANDARD.encode(png));
        Ok(Side::Picture { address, size: picture.size })
    }
}

/// The scene of a version, with the path its neighbours are looked for from.
///
/// # Errors
/// That it is no scene file.
pub fn scene(source: &Source, place: &str) -> Result<Scene, &'static str> {
    let document = Document::parse(place, source.bytes().to_vec()).ok_or("no scene file")?;
    let project = input::project(place, None);
    Ok(proscenio::import_with(&document, &project, &ImportOptions::default()).scene)
}

/// Help of an error stands on lines of its own.
fn first_line(error: &dyn std::error::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

/// Whether all of a picture is one color: the background.
fn is_blank(picture: &Picture) -> bool {
    let mut pixels = picture.rgba.chunks_exact(4);
    let first = pixels.next();
    pixels.all(|pixel| Some(pixel) == first)
}

/// The picture at most [`WIDEST`] pixels wide.
fn shrunk(picture: Picture) -> Picture {
    match picture.size[0].div_ceil(WIDEST) {
        0 | 1 => picture,
        step => proscenio::beside::shrunk(&picture, step),
    }
}

#[cfg(test)]
mod tests {
    use super::{Picture, is_blank, shrunk};

    fn picture(size: [u32; 2], pixel: impl Fn(u32) -> [u8; 4]) -> Picture {
        Picture::new(size, (0..size[0] * size[1]).flat_map(pixel).collect())
    }

    #[test]
    fn wide_pictures_are_means_of_squares() {
        // Columns in turn white and see-through: the color of what cannot be seen does not count.
        let wide = picture([960, 4], |at| if at % 2 == 0 { [255; 4] } else { [0; 4] });
        assert!(!is_blank(&wide));
        let small = shrunk(wide);
        assert_eq!((small.size, small.rgba.len()), ([480, 2], 480 * 2 * 4));
        assert!(small.rgba.chunks(4).all(|pixel| pixel == [255, 255, 255, 127]));
        assert!(is_blank(&small));
        // What is left over at the right is cut, and one row stays one row.
        assert_eq!(shrunk(picture([1000, 1], |_| [9; 4])).size, [333, 1]);
        assert_eq!(shrunk(picture([480, 9], |_| [9; 4])).size, [480, 9]);
    }
}
