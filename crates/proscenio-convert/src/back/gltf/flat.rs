//! Flat drawings: sprites, and what sprites and shapes share.

use std::collections::BTreeMap;

use glam::{Affine2, Vec2};
use proscenio_scene::{AlphaMode, BlendMode, Filter, Flat, ImageId, NodeId, Rgba, Sprite, TextureRef, Wrap};

use super::json::{self, Empty, MaterialExtensions, Pbr, Primitive};
use super::nodes::{Slot, tinted};
use super::transform::{self, PIXEL};
use super::writer::{Writer, node_path};

/// What tells flat materials apart.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct FlatKey {
    texture: Option<(ImageId, u8, [u32; 4], Filter, Wrap, Wrap)>,
    color: [u32; 4],
    blend: BlendMode,
}

impl FlatKey {
    fn new(texture: Option<TextureRef>, color: Rgba, blend: BlendMode) -> Self {
        let texture = texture.map(|texture| {
            let [a, b] = texture.transform.scale.map(f32::to_bits);
            let [c, d] = texture.transform.offset.map(f32::to_bits);
            let TextureRef { image, uv_set, filter, wrap_u, wrap_v, .. } = texture;
            (image, uv_set, [a, b, c, d], filter, wrap_u, wrap_v)
        });
        Self { texture, color: color.to_linear().map(f32::to_bits), blend }
    }
}

impl Writer<'_> {
    /// A sprite: a quad with an unlit material.
    pub fn write_sprite(&mut self, id: NodeId, number: usize, sprite: &Sprite) {
        self.report_parallax(id, sprite.parallax);
        let filtered = !matches!(sprite.filter(), Filter::Nearest | Filter::NearestMipmap);
        if sprite.uv_guard && filtered {
            self.lose_on(
                "gltf/uv-guard",
                id,
                "neighbours of its part of the picture may shine in at the edge",
            );
        }
        let inside = self.inside(id, sprite.local);
        let corner = |x: f32, y: f32| {
            let share = Vec2::new(x, y);
            let uv = sprite.uv_min + (sprite.uv_max - sprite.uv_min) * share;
            (inside.transform_point2(sprite.position + sprite.size * share), uv.to_array())
        };
        let corners = [corner(0.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0), corner(1.0, 0.0)];
        if !corners.iter().all(|(point, uv)| point.is_finite() && uv.iter().all(|value| value.is_finite())) {
            self.lose_on("gltf/sprite", id, "left out: its place or size is not a finite number");
            return;
        }
        let depth = self.paint.depth(id, number, 0);
        let tint = tinted(self.tints[id.index()], sprite.tint);
        let material = self.flat_material(id, sprite.texture, tint, sprite.blend);
        let mut primitive = self.flat_primitive(&corners.map(|(point, _)| point), &[0, 1, 2, 0, 2, 3], depth);
        let uvs = self.binary.attribute(&corners.map(|(_, uv)| uv));
        primitive.attributes.insert("TEXCOORD_0", uvs);
        if sprite.texture.is_some_and(|texture| texture.uv_set != 0) {
            // A sprite has one window; a second set is the same.
            primitive.attributes.insert("TEXCOORD_1", uvs);
        }
        primitive.material = Some(material);
        self.add_flat(id, vec![primitive], "sprite");
    }

    pub(super) fn report_parallax(&mut self, id: NodeId, parallax: Vec2) {
        if parallax != Vec2::ONE {
            self.lose_on(
                "gltf/parallax",
                id,
                "glTF has nothing that moves more slowly with the camera; kept in extras",
            );
        }
    }

    /// The placement of a drawing inside its node, as a matrix, by the family's rule for adding placements.
    pub(super) fn inside(&self, id: NodeId, local: Flat) -> Affine2 {
        let node = self.world.flat(id);
        if local == Flat::IDENTITY {
            return Affine2::IDENTITY;
        }
        let inside = node.matrix().inverse() * node.then(local).matrix();
        if inside.is_finite() { inside } else { local.matrix() }
    }

    /// Triangles in the plane; `points` in pixels of the node.
    pub(super) fn flat_primitive(&mut self, points: &[Vec2], indices: &[u32], depth: f32) -> Primitive {
        let metre = PIXEL as f32;
        let positions: Vec<[f32; 3]> =
            points.iter().map(|point| [point.x * metre, 0.0 - point.y * metre, depth]).collect();
        Primitive {
            attributes: BTreeMap::from([("POSITION", self.binary.positions(&positions))]),
            indices: Some(self.binary.indices(indices, points.len())),
            ..Primitive::default()
        }
    }

    /// An unlit material seen from both sides; equal ones are written once.
    pub(super) fn flat_material(
        &mut self,
        id: NodeId,
        texture: Option<TextureRef>,
        color: Rgba,
        blend: BlendMode,
    ) -> usize {
        let key = FlatKey::new(texture, color, blend);
        if let Some(index) = self.flat_materials.get(&key) {
            return *index;
        }
        let subject = node_path(self.scene, id);
        let base_color_texture = texture.and_then(|texture| self.texture(&texture, &subject));
        let base_color_factor = self.color_factor(color, &subject);
        // A picture may have see-through texels; a full colour has none.
        let opaque = texture.is_none() && color.alpha >= 1.0;
        let alpha = if opaque { AlphaMode::Opaque } else { AlphaMode::Blend };
        let (alpha_mode, _) = self.alpha(alpha, blend, &subject);
        self.root.extensions_used.insert("KHR_materials_unlit");
        let image = texture.and_then(|texture| self.scene.images.get(texture.image));
        self.root.materials.push(json::Material {
            name: image.map_or("flat", |image| image.name.as_str()).to_owned(),
            pbr_metallic_roughness: Pbr {
                base_color_factor,
                base_color_texture,
                roughness_factor: 1.0,
                ..Pbr::default()
            },
            alpha_mode,
            double_sided: true,
            extensions: MaterialExtensions { unlit: Some(Empty {}), ..MaterialExtensions::default() },
            ..json::Material::default()
        });
        let index = self.root.materials.len() - 1;
        self.flat_materials.insert(key, index);
        index
    }

    /// Puts primitives on the node, or on a helper when the node is not in the plane or has a mesh.
    pub(super) fn add_flat(&mut self, id: NodeId, primitives: Vec<Primitive>, part: &str) {
        let at = transform::flat_to_space(self.world.flat(id).matrix());
        let Some(host) = self.host(id, at, Slot::Mesh, part) else { return };
        let name = self.scene.nodes[id].name.clone();
        self.root.meshes.push(json::Mesh { name, primitives, extras: None });
        self.root.nodes[host].mesh = Some(self.root.meshes.len() - 1);
    }
}
