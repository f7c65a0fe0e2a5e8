//! `Sprite3D`: a picture that stands in space, as a square with a material of its own.

use glam::{Vec2, Vec3};
use proscenio_scene::{
    AlphaMode, Billboard, Component, Cull, Material, Mesh, MeshInstance, ShadingRule, Surface, TextureRef,
    Wrap,
};

use super::Importer;
use super::files::Generation;
use super::props::Props;

impl Importer<'_> {
    /// The component of a `Sprite3D`; nothing without a texture, as in the engine.
    pub(super) fn space_sprite(&mut self, props: &Props) -> Option<Component> {
        let texture = self.texture(props, "texture", false)?;
        let picture =
            self.scene.images[texture.image].size.map(|size| Vec2::new(size[0] as f32, size[1] as f32));
        // The size of a missing picture is nobody's knowledge.
        let picture = picture.unwrap_or(Vec2::splat(64.0));
        let [left, top, width, height] = texture.region.unwrap_or([0.0, 0.0, picture.x, picture.y]);
        let (mut start, mut size) = (Vec2::new(left, top), Vec2::new(width, height));
        if props.flag("region_enabled") {
            let [x, y, width, height] = props.rect("region_rect");
            start += Vec2::new(x, y);
            size = Vec2::new(width, height);
        }
        let (columns, rows) = (props.count("hframes").max(1), props.count("vframes").max(1));
        let frame = self.frame(props, columns);
        size /= Vec2::new(columns as f32, rows as f32);
        start += size * frame;
        let filter = match props.generation() {
            Generation::Four => {
                texture.import.filter(super::material::surface_filter(props.int("texture_filter")))
            }
            Generation::Three => texture.import.old_filter(),
        };
        let shown =
            TextureRef { filter, wrap_u: Wrap::Clamp, wrap_v: Wrap::Clamp, ..TextureRef::new(texture.image) };
        let mut uvs = [start / picture, (start + size) / picture];
        if props.flag("flip_h") {
            let [low, high] = uvs.map(|uv| uv.x);
            (uvs[0].x, uvs[1].x) = (high, low);
        }
        if props.flag("flip_v") {
            let [low, high] = uvs.map(|uv| uv.y);
            (uvs[0].y, uvs[1].y) = (high, low);
        }
        let material = sprite_material(props, shown);
        let mut surface = square(props, size, uvs);
        surface.material = Some(self.scene.materials.add(material));
        let name = props.class().to_owned();
        let mesh = self.scene.meshes.add(Mesh { name, surfaces: vec![surface], ..Mesh::default() });
        let materials =
            self.named_material(props, "material_override").map_or(Vec::new(), |own| vec![Some(own)]);
        let cast_shadow = self.casts_shadow(props);
        Some(Component::Mesh(MeshInstance { materials, cast_shadow, ..MeshInstance::new(mesh) }))
    }
}

fn sprite_material(props: &Props, texture: TextureRef) -> Material {
    let four = props.generation() == Generation::Four;
    let alpha = match props.int("alpha_cut") {
        1 => AlphaMode::Cutoff(if four { props.number("alpha_scissor_threshold") } else { 0.5 }),
        _ if props.flag("transparent") => AlphaMode::Blend,
        _ => AlphaMode::Opaque,
    };
    Material {
        shading: if props.flag("shaded") { ShadingRule::LinearPbr } else { ShadingRule::LinearUnlit },
        base_color: props.color("modulate"),
        base_texture: Some(texture),
        alpha,
        cull: if props.flag("double_sided") { Cull::None } else { Cull::Back },
        // Engine behaviour: a sprite that turns to the eye keeps the size of its node.
        billboard: Billboard::numbered(props.int("billboard"), true),
        ..Material::default()
    }
}

/// The square of a sprite of a size in pixels, its picture's top upwards.
fn square(props: &Props, size: Vec2, uvs: [Vec2; 2]) -> Surface {
    let pixel = props.number("pixel_size");
    let mut low = Vec2::from_array(props.vector2("offset"));
    if props.flag("centered") {
        low -= size * 0.5;
    }
    let (low, high) = (low * pixel, (low + size) * pixel);
    let place = |x: f32, y: f32| match props.int("axis") {
        0 => Vec3::new(0.0, y, x),
        1 => Vec3::new(x, 0.0, y),
        _ => Vec3::new(x, y, 0.0),
    };
    let normal = match props.int("axis") {
        0 => Vec3::X,
        1 => Vec3::Y,
        _ => Vec3::Z,
    };
    let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)];
    let [start, end] = uvs;
    Surface {
        positions: corners.iter().map(|(x, y)| place(*x, *y).to_array()).collect(),
        normals: vec![normal.to_array(); 4],
        uvs: vec![[start.x, end.y], [end.x, end.y], [end.x, start.y], [start.x, start.y]],
        // Seen from the side its normal points to.
        indices: if props.int("axis") == 2 { vec![0, 1, 2, 0, 2, 3] } else { vec![0, 2, 1, 0, 3, 2] },
        ..Surface::default()
    }
}
