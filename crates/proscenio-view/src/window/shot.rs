//! Pictures of the whole window.

use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui;
use proscenio::{Picture, Vfs};

/// A picture of the window that is asked for when it is opened; the window closes afterwards.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The PNG file to write.
    pub file: String,
    /// How many times the scene is shown before.
    pub after: u32,
}

/// Where the pixels arrive.
#[derive(Clone, Default)]
pub struct Slot(Arc<Mutex<Option<Arc<egui::ColorImage>>>>);

impl Slot {
    /// Asks for the next frame's pixels.
    pub fn ask(&self, context: &egui::Context) {
        let (slot, woken) = (self.clone(), context.clone());
        context.request_screenshot(move |image| {
            *slot.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(image);
            woken.request_repaint();
        });
    }

    /// The pixels, once they are there.
    pub fn take(&self) -> Option<Arc<egui::ColorImage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Writes pixels as a PNG file.
pub fn write(image: &egui::ColorImage, file: &str, files: &dyn Vfs) -> Result<(), String> {
    let rgba = image.pixels.iter().flat_map(|pixel| pixel.to_srgba_unmultiplied()).collect();
    let size = image.size.map(|side| side as u32);
    let bytes = Picture::new(size, rgba).to_png().map_err(|error| error.to_string())?;
    files.write(file, &bytes).map_err(|error| error.to_string())
}
