//! Triangles in named parts, with numbers of 64 bits: what lies between OBJ models, Espresso3D files and the neutral
//! scene, whose numbers of 32 bits would round what both files hold exactly.
//!
//! Right-handed, +Y up, counter-clockwise fronts; V counts from the bottom, as in both formats.

mod of_e3d;
mod of_obj;
mod of_scene;
mod pictures;
#[cfg(test)]
mod tests;

use proscenio_scene::Image;

use crate::back::Loss;

pub(crate) use of_e3d::Exact;
pub(crate) use of_obj::{Choices, of_model};
pub(crate) use of_scene::{has_sectors, of_scene};
pub(crate) use pictures::{Pictures, Placed, single_color};

/// Geometry on its way from one file to another.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub materials: Vec<Material>,
    pub parts: Vec<Part>,
    pub losses: Vec<Loss>,
}

/// What stands together under a name.
#[derive(Debug, Default)]
pub(crate) struct Part {
    /// Not unique yet, any characters.
    pub name: String,
    /// The sector it is or stands in.
    pub sector: Option<String>,
    pub triangles: Vec<Triangle>,
    pub portals: Vec<Portal>,
}

/// A triangle with its corners one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Triangle {
    pub corners: [[f64; 3]; 3],
    /// V from the bottom.
    pub uvs: [[f64; 2]; 3],
    /// Into [`Parts::materials`].
    pub material: u32,
}

/// One side of a doorway.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Portal {
    pub id: String,
    /// Sector and portal on the other side.
    pub link: (String, String),
    /// In order around it.
    pub corners: [[f64; 3]; 4],
}

/// A colour or a picture.
#[derive(Clone, Debug)]
pub(crate) struct Material {
    /// Not unique yet, any characters.
    pub name: String,
    /// Stored values.
    pub color: [f64; 3],
    pub picture: Option<Picture>,
}

/// A picture of a material.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// The path as the file it is from spells it.
    pub written: String,
    /// The file, as the project sees it; `None` when there is none or nobody knows it.
    pub found: Option<String>,
    pub image: Image,
}

impl Parts {
    /// Adds what the target has no place for.
    pub fn lose(&mut self, code: &'static str, subject: impl Into<String>, message: impl Into<String>) {
        self.losses.push(Loss { code, subject: subject.into(), message: message.into() });
    }

    /// Takes out triangles without area, and says how many there were.
    pub fn drop_degenerate(&mut self) -> usize {
        let before: usize = self.parts.iter().map(|part| part.triangles.len()).sum();
        for part in &mut self.parts {
            part.triangles.retain(|triangle| !triangle.is_degenerate());
        }
        before - self.parts.iter().map(|part| part.triangles.len()).sum::<usize>()
    }
}

impl Triangle {
    /// Whether it has no area, by the measure of the family's own check.
    pub fn is_degenerate(&self) -> bool {
        let [a, b, c] = self.corners.map(proscenio_scene::glam::DVec3::from_array);
        let (p, q) = (b - a, c - a);
        let area = p.cross(q).length();
        // Not a number is no area either.
        area.is_nan() || area <= p.length() * q.length() * 1e-12
    }

    /// The same seen from the other side.
    pub fn turned(mut self) -> Self {
        self.corners.swap(1, 2);
        self.uvs.swap(1, 2);
        self
    }
}

/// A number as shortly as it reads back, without exponent, never `-0`.
pub(crate) fn write_number(out: &mut String, value: f64) {
    use std::fmt::Write;
    let value = if value == 0.0 { 0.0 } else { value };
    // Writing to a String cannot fail.
    let _ = write!(out, "{value}");
}

/// The number of 64 bits that is written like one of 32: 0.1 stays 0.1.
pub(crate) fn widen(value: f32) -> f64 {
    if value.fract() == 0.0 { value.into() } else { value.to_string().parse().unwrap_or(value.into()) }
}
