//! The imported scene as text.

use std::fmt::Write;

use proscenio_godot::spell::Spelling;
use proscenio_godot::value::Value;
use proscenio_vfs::path;
use serde_json::Value as Json;

use super::super::config::Config;
use super::json::Model;
use super::nodes::{Made, Nodes, Unique};

/// What an `.import` file says about nodes.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub root_type: String,
    pub root_name: String,
    /// Scale of everything below the root, or of the root itself.
    pub root_scale: f32,
    pub apply_root_scale: bool,
    pub animations: bool,
    pub suffixes: bool,
    /// Properties of nodes by their path.
    pub of_nodes: Vec<(String, Vec<(String, Value)>)>,
}

impl Settings {
    pub fn read(import: Option<&Config>) -> Self {
        let get = |name: &str| import.and_then(|import| import.get("params", name));
        let text =
            |name: &str| get(name).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
        let flag = |name: &str, default: bool| get(name).and_then(|value| value.as_bool()).unwrap_or(default);
        let scale = get("nodes/root_scale").and_then(|value| value.as_f64()).unwrap_or(1.0);
        Self {
            root_type: text("nodes/root_type"),
            root_name: text("nodes/root_name"),
            root_scale: scale as f32,
            apply_root_scale: flag("nodes/apply_root_scale", true),
            animations: flag("animation/import", true),
            suffixes: flag("nodes/use_name_suffixes", true),
            of_nodes: get("_subresources").map(|value| of_nodes(&value)).unwrap_or_default(),
        }
    }
}

/// `"nodes": {"PATH:Way/To": {"mesh_instance/layers": 2}}`
fn of_nodes(subresources: &Value) -> Vec<(String, Vec<(String, Value)>)> {
    let entries = |value: &Value| match value {
        Value::Dictionary(entries) => entries.clone(),
        _ => Vec::new(),
    };
    let nodes = entries(subresources).into_iter().find(|(key, _)| key.as_str() == Some("nodes"));
    let nodes = nodes.map(|(_, nodes)| entries(&nodes)).unwrap_or_default();
    let settings = nodes.into_iter().filter_map(|(key, value)| {
        let path = key.as_str()?.strip_prefix("PATH:")?.to_owned();
        let list =
            entries(&value).into_iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value)));
        Some((path, list.collect()))
    });
    settings.collect()
}

pub(super) fn write(model: &Model, place: &str, settings: &Settings) -> String {
    let mut nodes = Nodes::make(model);
    if settings.animations && !model.animations.is_empty() {
        nodes.add(0, Made { name: "AnimationPlayer".into(), class: "AnimationPlayer", ..Made::default() });
    }
    let stem = path::stem(place).to_owned();
    let named = if settings.root_name.is_empty() { stem } else { settings.root_name.clone() };
    nodes.made[0].name = named.replace(['.', ':', '@', '/', '"', '%'], "_");
    let mut writer = Writer { nodes: &nodes, settings, out: "[gd_scene format=3]\n".to_owned() };
    writer.resources();
    writer.all_nodes();
    writer.out
}

struct Writer<'w> {
    nodes: &'w Nodes<'w>,
    settings: &'w Settings,
    out: String,
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).spelled(Spelling::GODOT_4)
}

impl Writer<'_> {
    fn line(&mut self, name: &str, value: &Value) {
        let _ = write!(self.out, "{name} = ");
        value.spell(Spelling::GODOT_4, &mut self.out);
        self.out.push('\n');
    }

    fn resources(&mut self) {
        let model = self.nodes.model;
        for (index, name) in model.meshes.iter().enumerate() {
            self.resource("ArrayMesh", index, name);
        }
        for (index, (name, _)) in model.skins.iter().enumerate() {
            self.resource("Skin", index, name);
        }
        for (index, shape) in model.shapes.iter().enumerate() {
            self.resource(shape_class(shape), index, "");
        }
        if !self.settings.animations || model.animations.is_empty() {
            return;
        }
        for (index, name) in model.animations.iter().enumerate() {
            self.resource("Animation", index, name);
        }
        let mut unique = Unique::default();
        let names: Vec<String> = model
            .animations
            .iter()
            .map(|name| if name.is_empty() { "Animation" } else { name })
            .map(|name| unique.name(&name.replace(['/', ':', ',', '['], "_"), "_"))
            .collect();
        self.out
            .push_str("\n[sub_resource type=\"AnimationLibrary\" id=\"AnimationLibrary_0\"]\n_data = {\n");
        for (index, name) in names.iter().enumerate() {
            let end = if index + 1 < names.len() { "," } else { "" };
            let _ = writeln!(self.out, "&{}: SubResource(\"Animation_{index}\"){end}", quoted(name));
        }
        self.out.push_str("}\n");
    }

    fn resource(&mut self, class: &str, index: usize, name: &str) {
        let _ = writeln!(self.out, "\n[sub_resource type=\"{class}\" id=\"{class}_{index}\"]");
        if !name.is_empty() {
            self.line("resource_name", &Value::String(name.to_owned()));
        }
    }

    fn all_nodes(&mut self) {
        let mut waiting = vec![(0, String::new())];
        while let Some((index, parent)) = waiting.pop() {
            let made = &self.nodes.made[index];
            // A name that ends in this is not imported, nor what hangs from it.
            if self.settings.suffixes && made.name.to_ascii_lowercase().ends_with("-noimp") {
                continue;
            }
            let path = match (index, parent.as_str()) {
                (0, _) => ".".to_owned(),
                (_, ".") => made.name.clone(),
                (_, parent) => format!("{parent}/{}", made.name),
            };
            self.node(index, &parent, &path);
            waiting.extend(made.children.iter().rev().map(|child| (*child, path.clone())));
        }
    }

    fn node(&mut self, index: usize, parent: &str, path: &str) {
        let made = &self.nodes.made[index];
        let is_root = index == 0;
        let class = if is_root && !self.settings.root_type.is_empty() {
            &self.settings.root_type
        } else {
            made.class
        };
        let _ = write!(self.out, "\n[node name={} type={}", quoted(&made.name), quoted(class));
        if !is_root {
            let _ = write!(self.out, " parent={}", quoted(parent));
        }
        self.out.push_str("]\n");
        if is_root && !self.settings.apply_root_scale && self.settings.root_scale != 1.0 {
            let scale = self.settings.root_scale;
            let whole = [scale, 0.0, 0.0, 0.0, scale, 0.0, 0.0, 0.0, scale, 0.0, 0.0, 0.0];
            self.line("transform", &Value::Transform3D(Box::new(whole)));
        }
        if let Some(mut transform) = made.transform {
            self.scale_place(&mut transform);
            if transform != [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0] {
                self.line("transform", &Value::Transform3D(Box::new(transform)));
            }
        }
        if let Some((bone, number)) = &made.follows {
            self.line("bone_name", &Value::String(bone.clone()));
            self.line("bone_idx", &Value::Int(*number as i64));
        }
        if made.class == "AnimationPlayer" {
            self.out.push_str("libraries/ = SubResource(\"AnimationLibrary_0\")\n");
        }
        if let Some(skeleton) = made.skeleton {
            self.bones(skeleton);
        }
        self.content(made);
        self.import_settings(path);
    }

    fn scale_place(&self, transform: &mut [f32; 12]) {
        if self.settings.apply_root_scale {
            for number in &mut transform[9..] {
                *number *= self.settings.root_scale;
            }
        }
    }

    /// What a node shows: a mesh, a light, a camera, a shape.
    fn content(&mut self, made: &Made) {
        let model = self.nodes.model;
        let Some(source) = made.source.map(|node| &model.nodes[node]) else { return };
        if made.has_mesh
            && let Some(mesh) = source.mesh
        {
            let _ = writeln!(self.out, "mesh = SubResource(\"ArrayMesh_{mesh}\")");
            if let Some(skin) = source.skin {
                let _ =
                    writeln!(self.out, "skin = SubResource(\"Skin_{skin}\")\nskeleton = NodePath(\"..\")");
            }
        }
        if made.class == "CollisionShape3D"
            && let Some(body) = &source.physics
        {
            let holder = if body.get("collider").is_some() { &body["collider"] } else { &body["trigger"] };
            let shape = holder["shape"].as_u64().and_then(|shape| usize::try_from(shape).ok());
            if let Some((index, shape)) = shape.and_then(|index| Some((index, model.shapes.get(index)?))) {
                let _ = writeln!(self.out, "shape = SubResource(\"{}_{index}\")", shape_class(shape));
            }
        }
        if made.class.ends_with("Light3D")
            && let Some(light) = source.light
        {
            self.light(&model.lights[light], made.class);
        }
        if made.class == "Camera3D"
            && let Some(camera) = source.camera
        {
            self.camera(&model.cameras[camera]);
        }
    }

    fn number(&mut self, name: &str, number: Option<f64>) {
        if let Some(number) = number {
            self.line(name, &Value::Float(f64::from(number as f32)));
        }
    }

    fn light(&mut self, light: &Json, class: &str) {
        if let Some([Some(red), Some(green), Some(blue)]) = light["color"]
            .as_array()
            .and_then(|list| <[_; 3]>::try_from(list.iter().map(Json::as_f64).collect::<Vec<_>>()).ok())
        {
            let stored = |linear: f64| {
                if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
            };
            let color = [red, green, blue].map(|part| stored(part) as f32);
            self.line("light_color", &Value::Color([color[0], color[1], color[2], 1.0]));
        }
        self.number("light_energy", light["intensity"].as_f64());
        let range = light["range"].as_f64();
        match class {
            "OmniLight3D" => self.number("omni_range", Some(range.unwrap_or(4096.0).min(4096.0))),
            "SpotLight3D" => {
                self.number("spot_range", Some(range.unwrap_or(4096.0).min(4096.0)));
                let outer = light["spot"]["outerConeAngle"].as_f64().unwrap_or(std::f64::consts::FRAC_PI_4);
                self.number("spot_angle", Some(outer.to_degrees()));
            }
            _ => {}
        }
    }

    fn camera(&mut self, camera: &Json) {
        let perspective = &camera["perspective"];
        if perspective.is_object() {
            self.number("fov", perspective["yfov"].as_f64().map(f64::to_degrees));
            self.number("near", perspective["znear"].as_f64());
            self.number("far", perspective["zfar"].as_f64());
        } else if camera["orthographic"].is_object() {
            let flat = &camera["orthographic"];
            self.line("projection", &Value::Int(1));
            self.number("size", flat["ymag"].as_f64().map(|half| half * 2.0));
            self.number("near", flat["znear"].as_f64());
            self.number("far", flat["zfar"].as_f64());
        }
    }

    fn bones(&mut self, skeleton: usize) {
        let nodes = self.nodes;
        let bones = &nodes.skeletons.bones[skeleton];
        for (index, bone) in bones.iter().enumerate() {
            let source = &nodes.model.nodes[*bone];
            let parent = source.parent.and_then(|parent| bones.iter().position(|other| *other == parent));
            let mut rest = super::nodes::transform(source);
            self.scale_place(&mut rest);
            self.line(&format!("bones/{index}/name"), &Value::String(nodes.bone_names[*bone].clone()));
            self.line(
                &format!("bones/{index}/parent"),
                &Value::Int(parent.map_or(-1, |parent| parent as i64)),
            );
            let position = [rest[9], rest[10], rest[11]];
            self.line(&format!("bones/{index}/rest"), &Value::Transform3D(Box::new(rest)));
            self.line(&format!("bones/{index}/enabled"), &Value::Bool(true));
            self.line(&format!("bones/{index}/position"), &Value::Vector3(position));
            self.line(&format!("bones/{index}/rotation"), &Value::Quaternion(source.rotation));
            self.line(&format!("bones/{index}/scale"), &Value::Vector3(source.scale));
        }
    }

    /// What the import dock sets for a node: `mesh_instance/layers` and the like.
    fn import_settings(&mut self, path: &str) {
        let settings = self.settings;
        for (_, list) in settings.of_nodes.iter().filter(|(of, _)| of == path) {
            for (name, value) in list {
                if let Some(name) = name.strip_prefix("mesh_instance/") {
                    self.line(name, value);
                }
            }
        }
    }
}

fn shape_class(shape: &Json) -> &'static str {
    match shape["type"].as_str() {
        Some("box") => "BoxShape3D",
        Some("sphere") => "SphereShape3D",
        Some("capsule") => "CapsuleShape3D",
        Some("cylinder") => "CylinderShape3D",
        Some("convex") => "ConvexPolygonShape3D",
        _ => "ConcavePolygonShape3D",
    }
}
