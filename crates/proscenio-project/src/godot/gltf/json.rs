//! The parts of a glTF file that the importer makes nodes of.

use serde_json::Value as Json;

use super::sets::Sets;

/// Nodes of a file that are looked at.
const MAX_NODES: usize = 200_000;

/// A node as the file has it.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelNode {
    pub name: String,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub mesh: Option<usize>,
    pub skin: Option<usize>,
    pub camera: Option<usize>,
    pub light: Option<usize>,
    /// Of the mesh's other shapes; empty for those of the mesh.
    pub weights: Vec<f32>,
    /// `OMI_physics_body`.
    pub physics: Option<Json>,
    pub position: [f32; 3],
    /// x, y, z, w.
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
    /// Rows of the basis, then the origin, where the file gives a matrix.
    pub matrix: Option<[f32; 12]>,
}

/// A file, as far as nodes go. Every index in it exists.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    pub nodes: Vec<ModelNode>,
    pub roots: Vec<usize>,
    pub meshes: Vec<String>,
    /// Joints of each skin.
    pub skins: Vec<(String, Vec<usize>)>,
    pub animations: Vec<String>,
    pub cameras: Vec<Json>,
    pub lights: Vec<Json>,
    pub shapes: Vec<Json>,
    /// The first node is the root of the scene, instead of a node around all.
    pub single_root: bool,
    /// All of the file.
    pub json: Json,
}

impl Model {
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let (text, _) = chunks(bytes)?;
        let json: Json = serde_json::from_slice(text).map_err(|error| format!("no glTF: {error}"))?;
        if !json["asset"]["version"].as_str().is_some_and(|version| version.starts_with('2')) {
            return Err("no glTF of version 2".to_owned());
        }
        let mut model = Self {
            nodes: list(&json["nodes"]).iter().take(MAX_NODES).map(node).collect(),
            meshes: names(&json["meshes"]),
            animations: names(&json["animations"]),
            cameras: list(&json["cameras"]).to_vec(),
            lights: list(&json["extensions"]["KHR_lights_punctual"]["lights"]).to_vec(),
            shapes: list(&json["extensions"]["OMI_physics_shape"]["shapes"]).to_vec(),
            single_root: list(&json["extensionsUsed"]).iter().any(|name| name == "GODOT_single_root"),
            ..Self::default()
        };
        let count = model.nodes.len();
        model.skins = list(&json["skins"])
            .iter()
            .map(|skin| (text_of(&skin["name"]), indices(&skin["joints"], count)))
            .collect();
        model.hang();
        let scene = index(&json["scene"]).unwrap_or(0);
        let named = list(&json["scenes"]).get(scene).map(|scene| indices(&scene["nodes"], count));
        let tops = |model: &Self| (0..count).filter(|node| model.nodes[*node].parent.is_none()).collect();
        model.roots = named.unwrap_or_else(|| tops(&model));
        model.roots.retain(|root| model.nodes[*root].parent.is_none());
        model.roots.sort_unstable();
        model.roots.dedup();
        model.json = json;
        Ok(model)
    }

    /// Gives every node its parent; a second parent and a circle are left out.
    fn hang(&mut self) {
        // The top of the tree that each node is in so far: a child that is the top of its own parent
        // would close a circle.
        let mut tops = Sets::new(self.nodes.len());
        for parent in 0..self.nodes.len() {
            let children = std::mem::take(&mut self.nodes[parent].children);
            let mut kept = Vec::with_capacity(children.len());
            for child in children {
                let free = child < self.nodes.len() && self.nodes[child].parent.is_none();
                if free && tops.find(parent) != child {
                    self.nodes[child].parent = Some(parent);
                    tops.put(child, parent);
                    kept.push(child);
                }
            }
            self.nodes[parent].children = kept;
        }
        let (meshes, skins) = (self.meshes.len(), self.skins.len());
        let (cameras, lights) = (self.cameras.len(), self.lights.len());
        for node in &mut self.nodes {
            node.mesh = node.mesh.filter(|mesh| *mesh < meshes);
            node.skin = node.skin.filter(|skin| *skin < skins);
            node.camera = node.camera.filter(|camera| *camera < cameras);
            node.light = node.light.filter(|light| *light < lights);
        }
    }
}

/// The JSON of a file, all of a `.gltf` or the first chunk of a `.glb`, and the numbers that follow it in a `.glb`.
pub(super) fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    if bytes.is_empty() {
        return Err("the file is empty".to_owned());
    }
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes), None));
    }
    let chunk = |start: usize, kind: &[u8]| {
        let length = bytes.get(start..start.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)?;
        let inside = bytes.get(start + 8..)?.get(..length as usize)?;
        (bytes.get(start + 4..start + 8) == Some(kind)).then_some(inside)
    };
    let json = chunk(12, b"JSON").ok_or_else(|| "a cut .glb".to_owned())?;
    Ok((json, chunk(20 + json.len(), b"BIN\0")))
}

fn node(json: &Json) -> ModelNode {
    let numbers = |key: &str| -> Vec<f32> {
        list(&json[key]).iter().filter_map(Json::as_f64).map(|number| number as f32).collect()
    };
    let matrix = <[f32; 16]>::try_from(numbers("matrix")).ok().map(|columns| rows_of(&columns));
    ModelNode {
        name: text_of(&json["name"]),
        parent: None,
        // Those beyond the last node are left out when nodes are hung up.
        children: indices(&json["children"], usize::MAX),
        mesh: index(&json["mesh"]),
        skin: index(&json["skin"]),
        camera: index(&json["camera"]),
        light: index(&json["extensions"]["KHR_lights_punctual"]["light"]),
        weights: numbers("weights"),
        physics: json["extensions"].get("OMI_physics_body").cloned(),
        position: numbers("translation").try_into().unwrap_or([0.0; 3]),
        rotation: numbers("rotation").try_into().unwrap_or([0.0, 0.0, 0.0, 1.0]),
        scale: numbers("scale").try_into().unwrap_or([1.0; 3]),
        matrix,
    }
}

/// Rows of the basis, then the origin, of a matrix by columns.
pub(super) fn rows_of(m: &[f32; 16]) -> [f32; 12] {
    [m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10], m[12], m[13], m[14]]
}

pub(super) fn list(json: &Json) -> &[Json] {
    json.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn names(json: &Json) -> Vec<String> {
    list(json).iter().map(|one| text_of(&one["name"])).collect()
}

fn text_of(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

pub(super) fn index(json: &Json) -> Option<usize> {
    json.as_u64().and_then(|index| usize::try_from(index).ok())
}

fn indices(json: &Json, below: usize) -> Vec<usize> {
    list(json).iter().filter_map(index).filter(|index| *index < below).collect()
}
