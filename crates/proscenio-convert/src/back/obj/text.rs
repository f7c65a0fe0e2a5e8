//! The model.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::Options;
use super::library::free;
use crate::back::espresso3d::portals::object_name;
use crate::parts::{Parts, Triangle, write_number};

pub(super) fn write(parts: &Parts, materials: &[String], options: &Options) -> String {
    let triangles: usize = parts.parts.iter().map(|part| part.triangles.len()).sum();
    let mut out = Writer {
        text: String::with_capacity(64 + triangles * 48),
        places: HashMap::new(),
        uvs: HashMap::new(),
        material: None,
    };
    // Writing to a String cannot fail, here and below.
    let _ = writeln!(out.text, "mtllib {}.mtl", options.name);
    let mut taken = HashSet::new();
    for part in parts.parts.iter().filter(|part| !part.triangles.is_empty()) {
        let _ = writeln!(out.text, "o {}", free(&mut taken, &part.name));
        for triangle in &part.triangles {
            out.triangle(triangle, materials);
        }
    }
    if options.portals {
        out.portals(parts);
    }
    out.text
}

struct Writer {
    text: String,
    /// Numbers of what is written, by bits.
    places: HashMap<[u64; 3], u32>,
    uvs: HashMap<[u64; 2], u32>,
    material: Option<u32>,
}

impl Writer {
    fn triangle(&mut self, triangle: &Triangle, materials: &[String]) {
        let places = triangle.corners.map(|corner| self.place(corner));
        let uvs = triangle.uvs.map(|uv| {
            let count = self.uvs.len() as u32;
            let (number, new) = numbered(&mut self.uvs, uv, count);
            if new {
                list(&mut self.text, "vt", &uv);
            }
            number
        });
        if self.material != Some(triangle.material) {
            self.material = Some(triangle.material);
            let name = materials.get(triangle.material as usize).map_or("unnamed", String::as_str);
            let _ = writeln!(self.text, "usemtl {name}");
        }
        let [a, b, c] = places;
        let [s, t, u] = uvs;
        let _ = writeln!(self.text, "f {a}/{s} {b}/{t} {c}/{u}");
    }

    fn place(&mut self, corner: [f64; 3]) -> u32 {
        let count = self.places.len() as u32;
        let (number, new) = numbered(&mut self.places, corner, count);
        if new {
            list(&mut self.text, "v", &corner);
        }
        number
    }

    /// Each pair once: the side that is met first.
    fn portals(&mut self, parts: &Parts) {
        let mut done = HashSet::new();
        for part in &parts.parts {
            let sector = part.sector.as_deref().unwrap_or(&part.name);
            for portal in &part.portals {
                let own = (sector.to_owned(), portal.id.clone());
                if done.contains(&(portal.link.clone(), own.clone())) {
                    continue;
                }
                let corners = portal.corners.map(|corner| self.place(corner));
                let link = (portal.link.0.as_str(), portal.link.1.as_str());
                let name = object_name(sector, &portal.id, link);
                let _ = writeln!(self.text, "o {name}");
                let [a, b, c, d] = corners;
                let _ = writeln!(self.text, "f {a} {b} {c} {d}");
                done.insert((own, portal.link.clone()));
            }
        }
    }
}

/// The number from 1 of a list, and whether it is new. `-0` is `0`.
fn numbered<const N: usize>(known: &mut HashMap<[u64; N], u32>, values: [f64; N], count: u32) -> (u32, bool) {
    let key = values.map(|value| if value == 0.0 { 0 } else { value.to_bits() });
    let mut new = false;
    let number = *known.entry(key).or_insert_with(|| {
        new = true;
        count + 1
    });
    (number, new)
}

fn list(out: &mut String, word: &str, values: &[f64]) {
    out.push_str(word);
    for value in values {
        out.push(' ');
        write_number(out, *value);
    }
    out.push('\n');
}
