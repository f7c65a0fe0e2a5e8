//! `.cube`: a table that maps colours to colours, in the film industry's text format.

use proscenio_source::Span;

use crate::Document;
use crate::files::codes;
use crate::files::reader::{Read, Reader};

/// A table of colours: `size` steps of red, green and blue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cube {
    /// Steps per channel, 2 to 64; 0 for a file that the engine refuses.
    pub size: usize,
    /// The colours, red fastest, then green, then blue.
    pub colours: Vec<[f64; 3]>,
}

impl Cube {
    /// Reads a table; never fails. What the engine would refuse is told and leaves [`Read::refused`] set.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::of_text(document);
        let text = String::from_utf8_lossy(document.source().bytes());
        let mut cube = Self::default();
        let mut size = None;
        for line in text.lines().map(str::trim) {
            let mut words = line.split_ascii_whitespace();
            if line.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.') {
                let numbers: Option<Vec<f64>> = words.take(3).map(|word| word.parse().ok()).collect();
                cube.colours.extend(numbers.and_then(|numbers| <[f64; 3]>::try_from(numbers).ok()));
            } else if words.next() == Some("LUT_3D_SIZE") {
                size = words.next().and_then(|word| word.parse::<usize>().ok());
            }
        }
        let start = Span::empty(0);
        match size.filter(|size| (2..=64).contains(size)) {
            None => {
                let message = "expected LUT_3D_SIZE with a number from 2 to 64";
                reader.refuse(&codes::FILE_MISSING_MEMBER, start, message);
            }
            Some(size) if cube.colours.len() != size.pow(3) => {
                let message = format!("expected {} colours, found {}", size.pow(3), cube.colours.len());
                reader.refuse(&codes::FILE_BAD_MEMBER, start, message);
            }
            Some(size) => cube.size = size,
        }
        reader.finish(cube)
    }

    /// The file as text, without the comments it may have had.
    #[must_use]
    pub fn serialize(&self) -> String {
        let mut text = format!("LUT_3D_SIZE {}\n", self.size);
        for [r, g, b] in &self.colours {
            text.push_str(&format!("{r} {g} {b}\n"));
        }
        text
    }

    /// The colour a colour becomes, between the steps in proportion; itself when there is no table.
    #[must_use]
    pub fn map(&self, colour: [f64; 3]) -> [f64; 3] {
        if self.size < 2 || self.colours.len() != self.size.pow(3) {
            return colour;
        }
        let last = self.size - 1;
        let place = colour.map(|channel| channel.clamp(0.0, 1.0) * last as f64);
        let low = place.map(|place| (place.floor() as usize).min(last - 1));
        let mut out = [0.0; 3];
        for corner in 0..8_usize {
            let mut index = [0; 3];
            let mut weight = 1.0;
            for k in 0..3 {
                let up = corner >> k & 1;
                let share = place[k] - low[k] as f64;
                index[k] = low[k] + up;
                weight *= if up == 1 { share } else { 1.0 - share };
            }
            let at = index[0] + self.size * (index[1] + self.size * index[2]);
            (0..3).for_each(|k| out[k] += weight * self.colours[at][k]);
        }
        out
    }
}
