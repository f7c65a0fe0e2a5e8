//! The imported scene as text.

use std::collections::HashSet;
use std::fmt::Write;

use proscenio_godot::spell::Spelling;
use proscenio_godot::value::{Id, Reference, Value};
use proscenio_vfs::path;
use serde_json::Value as Json;

use super::super::config::Config;
use super::buffers::Buffers;
use super::json::{Model, ModelNode, list};
use super::materials::{self, Pictures, stored};
use super::moving::{self, Track};
use super::nodes::{Made, Nodes, Paths, Unique};
use super::surfaces;

/// What an `.import` file says about nodes.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub root_type: String,
    pub root_name: String,
    /// Scale of everything below the root, or of the root itself.
    pub root_scale: f32,
    pub apply_root_scale: bool,
    pub animations: bool,
    /// Whether pictures inside the file are imported.
    pub pictures: bool,
    /// Whether they are put beside the file.
    pub extracts: bool,
    pub suffixes: bool,
    /// Properties of nodes by their path.
    pub of_nodes: Vec<(String, Vec<(String, Value)>)>,
    /// Files that stand for materials of the model, by the materials' names.
    pub outside: Vec<(String, String)>,
    /// Animations that the import dock loops, or not, by name.
    pub loops: Vec<(String, i64)>,
}

impl Settings {
    pub fn read(import: Option<&Config>) -> Self {
        let get = |name: &str| import.and_then(|import| import.get("params", name));
        let text =
            |name: &str| get(name).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
        let flag = |name: &str, default: bool| get(name).and_then(|value| value.as_bool()).unwrap_or(default);
        let own = get("_subresources");
        let nodes = own.as_ref().map(|own| {
            let all = settings_of(own, "nodes").into_iter();
            all.filter_map(|(key, list)| Some((key.strip_prefix("PATH:")?.to_owned(), list))).collect()
        });
        let outside = own.as_ref().map(|own| {
            let all = settings_of(own, "materials").into_iter();
            all.filter_map(|(name, list)| {
                let find = |wanted: &str| list.iter().find(|(key, _)| key == wanted).map(|(_, value)| value);
                let enabled = find("use_external/enabled")?.as_bool()?;
                let path = find("use_external/path")?.as_str().filter(|path| path.starts_with("res://"))?;
                enabled.then(|| (name, path.to_owned()))
            })
            .collect()
        });
        let loops = own.as_ref().map(|own| {
            let all = settings_of(own, "animations").into_iter();
            all.filter_map(|(name, list)| {
                let (_, value) = list.iter().find(|(key, _)| key == "settings/loop_mode")?;
                Some((name, value.as_i64()?))
            })
            .collect()
        });
        let pictures = get("gltf/embedded_image_handling").and_then(|way| way.as_i64()).unwrap_or(1);
        let scale = get("nodes/root_scale").and_then(|value| value.as_f64()).unwrap_or(1.0);
        Self {
            root_type: text("nodes/root_type"),
            root_name: text("nodes/root_name"),
            root_scale: scale as f32,
            apply_root_scale: flag("nodes/apply_root_scale", true),
            animations: flag("animation/import", true),
            pictures: pictures != 0,
            extracts: pictures == 1,
            suffixes: flag("nodes/use_name_suffixes", true),
            of_nodes: nodes.unwrap_or_default(),
            outside: outside.unwrap_or_default(),
            loops: loops.unwrap_or_default(),
        }
    }
}

/// `"nodes": {"PATH:Way/To": {"mesh_instance/layers": 2}}`
fn settings_of(subresources: &Value, kind: &str) -> Vec<(String, Vec<(String, Value)>)> {
    let entries = |value: &Value| match value {
        Value::Dictionary(entries) => entries.clone(),
        _ => Vec::new(),
    };
    let of_kind = entries(subresources).into_iter().find(|(key, _)| key.as_str() == Some(kind));
    let of_kind = of_kind.map(|(_, list)| entries(&list)).unwrap_or_default();
    let settings = of_kind.into_iter().filter_map(|(key, value)| {
        let list =
            entries(&value).into_iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value)));
        Some((key.as_str()?.to_owned(), list.collect()))
    });
    settings.collect()
}

/// The text of the scene for a model at a place in the project (`res://…`).
///
/// `there` tells which files are beside it.
pub(super) fn write(
    model: &Model,
    place: &str,
    settings: &Settings,
    buffers: Buffers,
    there: &dyn Fn(&str) -> bool,
) -> String {
    let mut nodes = Nodes::make(model);
    if settings.animations && !model.animations.is_empty() {
        nodes.add(0, Made { name: "AnimationPlayer".into(), class: "AnimationPlayer", ..Made::default() });
    }
    let stem = path::stem(place).to_owned();
    let named = if settings.root_name.is_empty() { stem } else { settings.root_name.clone() };
    nodes.made[0].name = named.replace(['.', ':', '@', '/', '"', '%'], "_");
    let mut writer = Writer {
        nodes: &nodes,
        settings,
        out: "[gd_scene format=4]\n".to_owned(),
        place,
        buffers,
        shapes: Vec::new(),
    };
    let extracted =
        if settings.extracts { materials::extracted(&model.json, place, there) } else { Vec::new() };
    writer.resources(extracted);
    writer.all_nodes();
    writer.out
}

struct Writer<'w> {
    nodes: &'w Nodes<'w>,
    settings: &'w Settings,
    out: String,
    /// Of the model, in the project.
    place: &'w str,
    buffers: Buffers,
    /// The names of other shapes of each mesh.
    shapes: Vec<Vec<String>>,
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

    fn resources(&mut self, extracted: Vec<Option<String>>) {
        let model = self.nodes.model;
        self.materials(extracted);
        for (index, name) in model.meshes.iter().enumerate() {
            self.resource("ArrayMesh", index, name);
            self.mesh(index);
        }
        for (index, (name, joints)) in model.skins.iter().enumerate() {
            self.resource("Skin", index, name);
            self.binds(index, joints);
        }
        for (index, shape) in model.shapes.iter().enumerate() {
            self.resource(shape_class(shape), index, "");
        }
        if self.settings.animations && !model.animations.is_empty() {
            self.animations();
        }
    }

    /// Pictures and materials of other files, then those of the model.
    fn materials(&mut self, extracted: Vec<Option<String>>) {
        let json = &self.nodes.model.json;
        let inside = self.settings.pictures.then(Vec::new);
        let mut pictures = Pictures { inside, extracted, ..Pictures::default() };
        let colored = colored(json);
        let mut all = Vec::new();
        for (index, material) in list(&json["materials"]).iter().enumerate() {
            let name = material["name"].as_str().unwrap_or_default();
            if self.settings.outside.iter().any(|(known, _)| known == name) {
                continue;
            }
            let mut said = materials::properties(json, material, self.place, &mut pictures);
            if colored.contains(&index) {
                said.push(("vertex_color_use_as_albedo", Value::Bool(true)));
            }
            all.push((index, name, said));
        }
        for (index, path) in pictures.paths.iter().enumerate() {
            let id = index + 1;
            let _ =
                writeln!(self.out, "\n[ext_resource type=\"Texture2D\" path={} id=\"{id}\"]", quoted(path));
        }
        for index in pictures.inside.unwrap_or_default() {
            let image = &json["images"][index];
            let bytes = self.buffers.picture(json, image).unwrap_or_default();
            self.resource("ImageTexture", index, image["name"].as_str().unwrap_or_default());
            self.line(super::PICTURE, &Value::PackedByteArray(bytes));
        }
        for (index, (_, path)) in self.settings.outside.iter().enumerate() {
            let path = quoted(path);
            let _ = writeln!(self.out, "\n[ext_resource type=\"Material\" path={path} id=\"m{index}\"]");
        }
        for (index, name, said) in all {
            self.resource("StandardMaterial3D", index, name);
            for (name, value) in said {
                self.line(name, &value);
            }
        }
    }

    /// What a surface is drawn with: the model's own material, or the file that stands for it.
    fn material(&self, index: usize) -> Reference {
        let name = self.nodes.model.json["materials"][index]["name"].as_str().unwrap_or_default();
        match self.settings.outside.iter().position(|(known, _)| known == name) {
            Some(outside) => Reference::Ext(Id(format!("m{outside}"))),
            None => Reference::Sub(Id(format!("StandardMaterial3D_{index}"))),
        }
    }

    fn mesh(&mut self, index: usize) {
        let json = &self.nodes.model.json;
        let scale = self.scale();
        let mut buffers = std::mem::take(&mut self.buffers);
        let materials = |material| self.material(material);
        let packed = surfaces::pack(json, &json["meshes"][index], &mut buffers, scale, &materials);
        self.buffers = buffers;
        if !packed.shapes.is_empty() {
            self.line("_blend_shape_names", &Value::PackedStringArray(packed.shapes.clone()));
            self.line("blend_shape_mode", &Value::Int(0));
        }
        self.shapes.push(packed.shapes);
        if !packed.surfaces.is_empty() {
            self.line("_surfaces", &Value::Array(packed.surfaces));
        }
    }

    /// The bones of a skin by name, with where they are at rest, seen from the mesh.
    fn binds(&mut self, index: usize, joints: &[usize]) {
        let nodes = self.nodes;
        let json = &nodes.model.json;
        let rests = self.buffers.numbers(json, &json["skins"][index]["inverseBindMatrices"]);
        let rests = rests.and_then(|rests| rests.of::<16>()).unwrap_or_default();
        self.line("bind_count", &Value::Int(joints.len() as i64));
        for (at, joint) in joints.iter().enumerate() {
            let name = nodes.bone_names[*joint].clone();
            self.line(&format!("bind/{at}/name"), &Value::StringName(name));
            self.line(&format!("bind/{at}/bone"), &Value::Int(-1));
            let mut pose = rests.get(at).map_or(IDENTITY, super::json::rows_of);
            self.scale_place(&mut pose);
            self.line(&format!("bind/{at}/pose"), &Value::Transform3D(Box::new(pose)));
        }
    }

    fn animations(&mut self) {
        let nodes = self.nodes;
        let mut unique = Unique::default();
        let mut names = Vec::new();
        let paths = nodes.paths();
        for (index, name) in nodes.model.animations.iter().enumerate() {
            let (named, looped) = self.loops(name);
            self.resource("Animation", index, &named);
            self.animation(index, looped, &paths);
            let named = if named.is_empty() { "Animation".to_owned() } else { named };
            names.push(unique.name(&named.replace(['/', ':', ',', '['], "_"), "_"));
        }
        self.out
            .push_str("\n[sub_resource type=\"AnimationLibrary\" id=\"AnimationLibrary_0\"]\n_data = {\n");
        for (index, name) in names.iter().enumerate() {
            let end = if index + 1 < names.len() { "," } else { "" };
            let _ = writeln!(self.out, "&{}: SubResource(\"Animation_{index}\"){end}", quoted(name));
        }
        self.out.push_str("}\n");
    }

    /// The name of an animation without the ending that loops it, and its loop mode.
    fn loops(&self, name: &str) -> (String, i64) {
        let ends = ["loop", "cycle"].into_iter().find_map(|word| {
            let rest = name.strip_suffix(word)?;
            rest.strip_suffix(['-', '_', '$'])
        });
        let (named, looped) = match ends.filter(|_| self.settings.suffixes) {
            Some(rest) => (rest, 1),
            None => (name, 0),
        };
        let set = self.settings.loops.iter().find(|(known, _)| known == name || known == named);
        (named.to_owned(), set.map_or(looped, |(_, mode)| *mode))
    }

    fn animation(&mut self, index: usize, looped: i64, paths: &Paths) {
        let json = &self.nodes.model.json;
        let scale = self.scale();
        let tracks = moving::tracks(json, &json["animations"][index], &mut self.buffers, scale);
        let length = tracks.iter().filter_map(|track| track.times.last()).copied().fold(0.0, f32::max);
        self.number("length", Some(f64::from(length).max(0.001)));
        if looped != 0 {
            self.line("loop_mode", &Value::Int(looped));
        }
        let mut number = 0;
        for track in tracks {
            let Some(path) = self.nodes.track_path(&track, paths, &self.shapes) else { continue };
            self.track(number, &track, path);
            number += 1;
        }
    }

    fn track(&mut self, number: usize, track: &Track, path: String) {
        let mut line = |name: &str, value: &Value| self.line(&format!("tracks/{number}/{name}"), value);
        line("type", &Value::String(track.kind.to_owned()));
        line("imported", &Value::Bool(true));
        line("enabled", &Value::Bool(true));
        line("path", &Value::NodePath(path));
        line("interp", &Value::Int(i64::from(!track.steps)));
        line("loop_wrap", &Value::Bool(true));
        let width = track.values.len() / track.times.len().max(1);
        let rows = track.times.iter().zip(track.values.chunks_exact(width.max(1)));
        let keys = rows.flat_map(|(time, value)| [*time, 1.0].into_iter().chain(value.iter().copied()));
        line("keys", &Value::PackedFloat32Array(keys.collect()));
    }

    /// The factor of everything below the root.
    fn scale(&self) -> f32 {
        if self.settings.apply_root_scale { self.settings.root_scale } else { 1.0 }
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
            if transform != IDENTITY {
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
            self.shape_weights(source, mesh);
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

    /// How much of each other shape a mesh shows at rest.
    fn shape_weights(&mut self, source: &ModelNode, mesh: usize) {
        let own = if source.weights.is_empty() {
            let weights = list(&self.nodes.model.json["meshes"][mesh]["weights"]);
            weights.iter().map(|weight| weight.as_f64().unwrap_or(0.0) as f32).collect()
        } else {
            source.weights.clone()
        };
        let names = self.shapes.get(mesh).cloned().unwrap_or_default();
        for (name, weight) in names.iter().zip(own).filter(|(_, weight)| *weight != 0.0) {
            self.line(&format!("blend_shapes/{name}"), &Value::Float(f64::from(weight)));
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
            let color = [red, green, blue].map(stored);
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

/// A placement that changes nothing: rows of the basis, then the origin.
const IDENTITY: [f32; 12] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

/// The materials of surfaces whose vertices have colours, which they show then.
fn colored(json: &Json) -> HashSet<usize> {
    let primitives = list(&json["meshes"]).iter().flat_map(|mesh| list(&mesh["primitives"]));
    let colored = primitives.filter(|one| one["attributes"].get("COLOR_0").is_some());
    colored.filter_map(|one| super::json::index(&one["material"])).collect()
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
