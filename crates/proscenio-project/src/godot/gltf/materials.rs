//! Materials of a file as those of the engine.

use std::collections::HashSet;

use proscenio_godot::Value;
use proscenio_godot::value::{Id, Reference};
use proscenio_vfs::path;
use serde_json::Value as Json;

use super::json::{index, list};

/// Pictures that materials show, in the order they are met.
#[derive(Clone, Debug, Default)]
pub(super) struct Pictures {
    /// Those beside the model: paths in the project.
    pub paths: Vec<String>,
    /// Those inside it: numbers of images; nothing when the importer is told to leave them out.
    pub inside: Option<Vec<usize>>,
    /// Where the importer put those inside, by their numbers: paths in the project.
    pub extracted: Vec<Option<String>>,
}

impl Pictures {
    /// The number in `ExtResource("…")` of a path.
    fn id(&mut self, path: String) -> String {
        let at = self.paths.iter().position(|known| *known == path).unwrap_or_else(|| {
            self.paths.push(path);
            self.paths.len() - 1
        });
        format!("{}", at + 1)
    }

    /// What shows an image of the file; nothing when it is left out.
    fn show(&mut self, json: &Json, texture: &Json, place: &str) -> Option<Value> {
        let others = &texture["extensions"];
        let sources = [
            &texture["source"],
            &others["EXT_texture_webp"]["source"],
            &others["KHR_texture_basisu"]["source"],
        ];
        let source = sources.into_iter().find_map(index)?;
        let image = json["images"].get(source)?;
        let reference = match image["uri"].as_str().filter(|uri| !uri.starts_with("data:")) {
            Some(uri) => Reference::Ext(Id(self.id(beside(place, &super::uri::decoded(uri))))),
            None => {
                let inside = self.inside.as_mut()?;
                if let Some(path) = self.extracted.get(source).cloned().flatten() {
                    return Some(Value::Reference(Box::new(Reference::Ext(Id(self.id(path))))));
                }
                if !inside.contains(&source) {
                    inside.push(source);
                }
                Reference::Sub(Id(format!("ImageTexture_{source}")))
            }
        };
        Some(Value::Reference(Box::new(reference)))
    }
}

/// Files that the importer makes of the pictures inside a model, by the numbers of the images: beside the model, named
/// after it and the picture, or the picture's number. Nothing for those that `there` does not know.
pub(super) fn extracted(json: &Json, place: &str, there: &dyn Fn(&str) -> bool) -> Vec<Option<String>> {
    let mut used = HashSet::new();
    let images = list(&json["images"]).iter().enumerate();
    let one = |(at, image): (usize, &Json)| {
        let uri = image["uri"].as_str();
        let outside = uri.is_some_and(|uri| !uri.starts_with("data:"));
        let named = image["name"].as_str().or(uri.filter(|_| outside)).unwrap_or_default();
        let mut name = path::stem(named).replace([':', '/', '\\', '?', '*', '"', '|', '%', '<', '>'], "_");
        if name.is_empty() {
            name = at.to_string();
        }
        while !used.insert(name.clone()) {
            name = format!("{name}_{at}");
        }
        if outside {
            return None;
        }
        let ending = if image["mimeType"].as_str() == Some("image/jpeg") { "jpg" } else { "png" };
        let file = format!("{}_{name}.{ending}", path::stem(place));
        there(&file).then(|| beside(place, &file))
    };
    images.map(one).collect()
}

/// The properties of a `StandardMaterial3D`; `place` is that of the model in the project.
pub(super) fn properties(
    json: &Json,
    material: &Json,
    place: &str,
    pictures: &mut Pictures,
) -> Vec<(&'static str, Value)> {
    let mut said: Vec<(&'static str, Value)> = Vec::new();
    let surface = &material["pbrMetallicRoughness"];
    let number = |of: &Json, name: &str, default: f64| of[name].as_f64().unwrap_or(default);
    let factors = |of: &Json, default: [f64; 4]| -> [f64; 4] {
        let numbers = list(of);
        std::array::from_fn(|at| numbers.get(at).and_then(Json::as_f64).unwrap_or(default[at]))
    };
    let [r, g, b, alpha] = factors(&surface["baseColorFactor"], [1.0; 4]);
    said.push(("albedo_color", Value::Color([stored(r), stored(g), stored(b), alpha as f32])));
    said.push(("metallic", Value::Float(number(surface, "metallicFactor", 1.0))));
    said.push(("roughness", Value::Float(number(surface, "roughnessFactor", 1.0))));
    match material["alphaMode"].as_str() {
        Some("BLEND") => said.push(("transparency", Value::Int(1))),
        Some("MASK") => {
            said.push(("transparency", Value::Int(2)));
            said.push(("alpha_scissor_threshold", Value::Float(number(material, "alphaCutoff", 0.5))));
        }
        _ => {}
    }
    if material["doubleSided"].as_bool() == Some(true) {
        said.push(("cull_mode", Value::Int(2)));
    }
    if material["extensions"].get("KHR_materials_unlit").is_some() {
        said.push(("shading_mode", Value::Int(0)));
    }
    let mut picture = |of: &Json| {
        let texture = json["textures"].get(index(&of["index"])?)?;
        pictures.show(json, texture, place)
    };
    if let Some(texture) = picture(&surface["baseColorTexture"]) {
        said.push(("albedo_texture", texture));
    }
    if let Some(texture) = picture(&surface["metallicRoughnessTexture"]) {
        said.push(("metallic_texture", texture.clone()));
        said.push(("metallic_texture_channel", Value::Int(2)));
        said.push(("roughness_texture", texture));
        said.push(("roughness_texture_channel", Value::Int(1)));
    }
    if let Some(texture) = picture(&material["normalTexture"]) {
        said.push(("normal_enabled", Value::Bool(true)));
        said.push(("normal_scale", Value::Float(number(&material["normalTexture"], "scale", 1.0))));
        said.push(("normal_texture", texture));
    }
    let [r, g, b, _] = factors(&material["emissiveFactor"], [0.0; 4]);
    let glow = picture(&material["emissiveTexture"]);
    if glow.is_some() || [r, g, b].iter().any(|part| *part > 0.0) {
        let strength = &material["extensions"]["KHR_materials_emissive_strength"];
        said.push(("emission_enabled", Value::Bool(true)));
        // To the picture the importer adds nothing, whatever the factor.
        let [r, g, b] = if glow.is_some() { [0.0; 3] } else { [r, g, b].map(stored) };
        said.push(("emission", Value::Color([r, g, b, 1.0])));
        said.push(("emission_energy_multiplier", Value::Float(number(strength, "emissiveStrength", 1.0))));
        if let Some(texture) = glow {
            said.push(("emission_texture", texture));
        }
    }
    said
}

/// A linear channel as colours are stored.
pub(super) fn stored(linear: f64) -> f32 {
    let stored = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    stored as f32
}

/// The path of a file beside another one of the project.
fn beside(place: &str, uri: &str) -> String {
    let (scheme, rest) = place.strip_prefix("res://").map_or(("", place), |rest| ("res://", rest));
    format!("{scheme}{}", path::join(path::parent(rest), uri))
}
