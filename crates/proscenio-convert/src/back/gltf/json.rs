//! The JSON part of a glTF 2.0 file, field for field; only what this back writes.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::extra::Json;

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Root {
    pub asset: Asset,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub extensions_used: BTreeSet<&'static str>,
    pub scene: usize,
    pub scenes: Vec<Scene>,
    pub nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<Mesh>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<Texture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samplers: Vec<Sampler>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<Camera>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<Skin>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<Animation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
    #[serde(skip_serializing_if = "RootExtensions::is_empty")]
    pub extensions: RootExtensions,
}

#[derive(Serialize)]
pub(super) struct Asset {
    pub version: &'static str,
    pub generator: String,
}

impl Default for Asset {
    fn default() -> Self {
        Self { version: "2.0", generator: concat!("proscenio ", env!("CARGO_PKG_VERSION")).to_owned() }
    }
}

#[derive(Default, Serialize)]
pub(super) struct RootExtensions {
    #[serde(rename = "KHR_lights_punctual", skip_serializing_if = "Option::is_none")]
    pub lights: Option<Lights>,
}

impl RootExtensions {
    fn is_empty(&self) -> bool {
        self.lights.is_none()
    }
}

#[derive(Default, Serialize)]
pub(super) struct Lights {
    pub lights: Vec<Light>,
}

#[derive(Default, Serialize)]
pub(super) struct Scene {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub nodes: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
}

#[derive(Default, Serialize)]
pub(super) struct Node {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<usize>,
    #[serde(skip_serializing_if = "NodeExtensions::is_empty")]
    pub extensions: NodeExtensions,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
}

#[derive(Default, Serialize)]
pub(super) struct NodeExtensions {
    #[serde(rename = "KHR_lights_punctual", skip_serializing_if = "Option::is_none")]
    pub light: Option<LightRef>,
    #[serde(rename = "KHR_node_visibility", skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Visibility>,
}

impl NodeExtensions {
    fn is_empty(&self) -> bool {
        self.light.is_none() && self.visibility.is_none()
    }
}

#[derive(Serialize)]
pub(super) struct LightRef {
    pub light: usize,
}

#[derive(Serialize)]
pub(super) struct Visibility {
    pub visible: bool,
}

#[derive(Serialize)]
pub(super) struct Mesh {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub primitives: Vec<Primitive>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
}

#[derive(Default, Serialize)]
pub(super) struct Primitive {
    pub attributes: BTreeMap<&'static str, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indices: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<usize>,
    /// Other shapes of the vertices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<BTreeMap<&'static str, usize>>,
    /// 0 points, 1 lines, 3 line strip; absent means triangles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
}

#[derive(Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Material {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub pbr_metallic_roughness: Pbr,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emissive_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emissive_factor: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_cutoff: Option<f32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub double_sided: bool,
    #[serde(skip_serializing_if = "MaterialExtensions::is_empty")]
    pub extensions: MaterialExtensions,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
}

#[derive(Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pbr {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_color_factor: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_color_texture: Option<TextureInfo>,
    pub metallic_factor: f32,
    pub roughness_factor: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metallic_roughness_texture: Option<TextureInfo>,
}

#[derive(Clone, Default, Serialize)]
pub(super) struct MaterialExtensions {
    #[serde(rename = "KHR_materials_unlit", skip_serializing_if = "Option::is_none")]
    pub unlit: Option<Empty>,
    #[serde(rename = "KHR_materials_emissive_strength", skip_serializing_if = "Option::is_none")]
    pub emissive_strength: Option<EmissiveStrength>,
    #[serde(rename = "KHR_materials_specular", skip_serializing_if = "Option::is_none")]
    pub specular: Option<Specular>,
}

impl MaterialExtensions {
    fn is_empty(&self) -> bool {
        self.unlit.is_none() && self.emissive_strength.is_none() && self.specular.is_none()
    }
}

#[derive(Clone, Default, Serialize)]
pub(super) struct Empty {}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EmissiveStrength {
    pub emissive_strength: f32,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Specular {
    pub specular_factor: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub specular_color_factor: Option<[f32; 3]>,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextureInfo {
    pub index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tex_coord: Option<u8>,
    /// Normal maps only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f32>,
    #[serde(skip_serializing_if = "TextureExtensions::is_empty")]
    pub extensions: TextureExtensions,
}

#[derive(Clone, Default, Serialize)]
pub(super) struct TextureExtensions {
    #[serde(rename = "KHR_texture_transform", skip_serializing_if = "Option::is_none")]
    pub transform: Option<TextureTransform>,
}

impl TextureExtensions {
    fn is_empty(&self) -> bool {
        self.transform.is_none()
    }
}

#[derive(Clone, Serialize)]
pub(super) struct TextureTransform {
    pub offset: [f32; 2],
    pub scale: [f32; 2],
}

#[derive(Serialize)]
pub(super) struct Texture {
    pub sampler: usize,
    pub source: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Image {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    pub mime_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer_view: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sampler {
    pub mag_filter: u16,
    pub min_filter: u16,
    pub wrap_s: u16,
    pub wrap_t: u16,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Lens {
    Perspective { perspective: Perspective },
    Orthographic { orthographic: Orthographic },
}

#[derive(Serialize)]
pub(super) struct Camera {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(flatten)]
    pub lens: Lens,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Perspective {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspect_ratio: Option<f32>,
    pub yfov: f32,
    pub znear: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zfar: Option<f32>,
}

#[derive(Serialize)]
pub(super) struct Orthographic {
    pub xmag: f32,
    pub ymag: f32,
    pub znear: f32,
    pub zfar: f32,
}

#[derive(Serialize)]
pub(super) struct Light {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub color: [f32; 3],
    pub intensity: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Spot {
    pub inner_cone_angle: f32,
    pub outer_cone_angle: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub buffer_view: usize,
    /// 5123 `u16`, 5125 `u32`, 5126 `f32`.
    pub component_type: u16,
    pub count: usize,
    #[serde(rename = "type")]
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub min: Vec<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub max: Vec<f32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    pub inverse_bind_matrices: usize,
    pub joints: Vec<usize>,
}

#[derive(Serialize)]
pub(super) struct Animation {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub channels: Vec<Channel>,
    pub samplers: Vec<Sampling>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Json>,
}

#[derive(Serialize)]
pub(super) struct Channel {
    pub sampler: usize,
    pub target: ChannelTarget,
}

#[derive(Serialize)]
pub(super) struct ChannelTarget {
    pub node: usize,
    /// `translation`, `rotation`, `scale` or `weights`.
    pub path: &'static str,
}

/// The curve of a channel.
#[derive(Serialize)]
pub(super) struct Sampling {
    pub input: usize,
    pub output: usize,
    /// `LINEAR`, `STEP` or `CUBICSPLINE`.
    pub interpolation: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub buffer: usize,
    pub byte_offset: usize,
    pub byte_length: usize,
    /// 34962 vertices, 34963 indices; absent for pictures and animations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u16>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    pub byte_length: usize,
}
