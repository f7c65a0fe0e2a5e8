//! The material library.

use std::collections::HashSet;
use std::fmt::Write;

use super::Options;
use crate::back::{Loss, OutputFile};
use crate::parts::{Parts, Pictures, Placed, single_color, write_number};

/// Names of the materials in the model, the text of the library, and the images made for it.
pub(super) fn write(parts: &mut Parts, options: &Options) -> (Vec<String>, String, Vec<OutputFile>) {
    let mut pictures = Pictures::new(&options.name, options.folder.as_deref(), Placed::Anywhere);
    let mut taken = HashSet::new();
    let mut used = vec![false; parts.materials.len()];
    for triangle in parts.parts.iter().flat_map(|part| &part.triangles) {
        if let Some(used) = used.get_mut(triangle.material as usize) {
            *used = true;
        }
    }
    let (mut names, mut text) = (Vec::with_capacity(used.len()), String::new());
    for (material, used) in parts.materials.iter().zip(used) {
        if !used {
            names.push(String::new());
            continue;
        }
        let name = free(&mut taken, &material.name);
        let single = material.picture.as_ref().and_then(|picture| single_color(&picture.image));
        let color = match (&material.picture, single) {
            (_, Some(single)) => single,
            (Some(_), None) => [1.0; 3],
            (None, None) => material.color,
        };
        let separator = if text.is_empty() { "" } else { "\n" };
        // Writing to a String cannot fail.
        let _ = write!(text, "{separator}newmtl {name}\nKd");
        for value in color {
            text.push(' ');
            write_number(&mut text, (value * 1e6).round() / 1e6);
        }
        text.push('\n');
        if let (Some(picture), None) = (&material.picture, single) {
            let (path, changed) = pictures.path(picture);
            let _ = writeln!(text, "map_Kd {path}");
            parts.losses.extend(changed.map(|message| Loss {
                code: "obj/picture",
                subject: material.name.clone(),
                message,
            }));
        }
        names.push(name);
    }
    (names, text, pictures.files)
}

/// A name as one word that nobody has yet.
pub(super) fn free(taken: &mut HashSet<String>, name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect();
    let plain = if plain.is_empty() { "unnamed".to_owned() } else { plain };
    let mut free = plain.clone();
    let mut number = 2;
    while !taken.insert(free.clone()) {
        free = format!("{plain}_{number}");
        number += 1;
    }
    free
}
