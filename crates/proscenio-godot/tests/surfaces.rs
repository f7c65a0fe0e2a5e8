//! Every packed surface of the corpus becomes bytes again.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests read files, fail by panicking, and print what they counted"
)]

use std::path::{Path, PathBuf};

use proscenio_corpus::corpus;
use proscenio_godot::content::mesh::{Encoding, Surface, decode_3, decode_4, decode_4_into, encode_4};
use proscenio_godot::{Document, Value};
use proscenio_source::Source;

fn documents(folder: &Path) -> Vec<(PathBuf, Document)> {
    let endings = ["tscn", "tres", "escn", "scn", "res", "mesh", "old", "new"];
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
            if path.is_dir() {
                waiting.push(path);
            } else if ending.is_some_and(|ending| endings.contains(&ending.as_str())) {
                let bytes = std::fs::read(&path).unwrap();
                let document = Document::read(Source::new(path.to_string_lossy(), bytes));
                found.push((path, document));
            }
        }
    }
    found
}

/// Values of a property over all sections of a document.
fn values(document: &Document, wanted: impl Fn(&str) -> bool) -> Vec<Value> {
    let all = document.sections().flat_map(|section| section.properties().collect::<Vec<_>>());
    all.filter(|entry| wanted(&entry.key())).map(|entry| entry.value()).collect()
}

fn member<'v>(surface: &'v Value, name: &str) -> Option<&'v Value> {
    let entries = surface.as_dictionary()?;
    entries.iter().find(|(key, _)| key.as_str() == Some(name)).map(|(_, value)| value)
}

/// How far the attributes of two surfaces are apart; infinitely when they have not the same.
fn apart(one: &Surface, other: &Surface) -> f32 {
    let lists = |surface: &Surface| {
        [
            surface.positions.as_flattened().to_vec(),
            surface.normals.as_flattened().to_vec(),
            surface.tangents.as_flattened().to_vec(),
            surface.colors.as_flattened().to_vec(),
            surface.uvs.as_flattened().to_vec(),
            surface.uvs2.as_flattened().to_vec(),
            surface.weights.clone(),
        ]
    };
    let same = one.indices == other.indices
        && one.bones == other.bones
        && one.custom == other.custom
        && one.lods == other.lods
        && one.primitive == other.primitive;
    let (ones, others) = (lists(one), lists(other));
    if !same || ones.iter().zip(&others).any(|(a, b)| a.len() != b.len()) {
        return f32::INFINITY;
    }
    let pairs = ones.iter().flatten().zip(others.iter().flatten());
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn packed_surfaces_of_the_corpus_become_the_same_bytes() {
    let Some(corpus) = corpus() else { return };
    let (mut plain, mut compressed, mut old) = (0, 0, 0);
    // Filled again and again, so nothing of one may be left in the next.
    let mut back = Surface::default();
    for folder in ["godot", "probes"] {
        for (path, document) in documents(&corpus.join(folder)) {
            for value in values(&document, |key| key == "_surfaces") {
                for packed in value.as_array().unwrap_or_default() {
                    let format = member(packed, "format").and_then(Value::as_i64).unwrap_or_default();
                    let (surface, problems) = decode_4(packed.clone());
                    assert!(problems.is_empty(), "{}: {problems:?}", path.display());
                    let encoding = match (format >> 29 & 1, format >> 35) {
                        (1, 1) => Encoding::Compressed,
                        (_, 0) => Encoding::Old,
                        _ => Encoding::Plain,
                    };
                    let again = encode_4(&surface, encoding);
                    let problems = decode_4_into(again.clone(), &mut back);
                    assert!(problems.is_empty(), "{}: {problems:?}", path.display());
                    if encoding == Encoding::Compressed {
                        let size = surface.aabb.map_or(1.0, |aabb| aabb[3].max(aabb[4]).max(aabb[5]));
                        assert!(apart(&surface, &back) < 4e-4 * size.max(1.0), "{}", path.display());
                        compressed += 1;
                        continue;
                    }
                    for name in [
                        "format",
                        "vertex_data",
                        "attribute_data",
                        "skin_data",
                        "index_data",
                        "lods",
                        "blend_shapes",
                    ] {
                        let same = member(&again, name) == member(packed, name);
                        assert!(same, "{} {name}", path.display());
                    }
                    plain += 1;
                }
            }
            let is_old =
                |key: &str| key.strip_prefix("surfaces/").is_some_and(|rest| rest.parse::<u32>().is_ok());
            for value in values(&document, is_old) {
                let (mut surface, problems) = decode_3(value);
                assert!(problems.is_empty(), "{}: {problems:?}", path.display());
                // No direction is none that an octahedron has; the engine packs it as the third axis.
                let forward = [0.0, 0.0, 1.0];
                surface.normals.iter_mut().filter(|normal| **normal == [0.0; 3]).for_each(|n| *n = forward);
                for tangent in surface.tangents.iter_mut().filter(|tangent| tangent[..3] == [0.0; 3]) {
                    tangent[..3].copy_from_slice(&forward);
                }
                // Normals of Godot 3 are bytes, and only nearly of unit length.
                let problems = decode_4_into(encode_4(&surface, Encoding::Plain), &mut back);
                assert!(problems.is_empty(), "{}: {problems:?}", path.display());
                assert!(
                    apart(&surface, &back) < 2.0 / 127.0,
                    "{}: {}",
                    path.display(),
                    apart(&surface, &back)
                );
                old += 1;
            }
        }
    }
    println!("{plain} plain surfaces, {compressed} compressed ones, {old} of Godot 3");
    assert!(plain >= 40 && compressed >= 2 && old >= 200, "{plain} {compressed} {old}");
}
