//! `Sprite3D` and `AnimatedSprite3D`: pictures that stand in space, as squares with materials of their own.

use glam::{Vec2, Vec3};
use proscenio_scene::{
    Billboard, Component, Cull, Material, MaterialId, Mesh, MeshInstance, ShadingRule, SheetFrame, Surface,
    TextureRef, Wrap,
};

use super::Importer;
use super::files::Generation;
use super::finish::{standing_alpha, standing_finish};
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
        let uvs = turned_over(props, [start / picture, (start + size) / picture]);
        let material = self.scene.materials.add(sprite_material(props, shown));
        let square = Square { size, filled: (Vec2::ZERO, size), uvs };
        Some(Component::Mesh(self.standing(props, material, &square)))
    }

    /// The squares of the frames of an `AnimatedSprite3D`; nothing for a frame without a picture.
    ///
    /// Engine behaviour: a margin of a frame's texture moves it upwards, and turning it over leaves it where it is.
    pub(super) fn standing_frames(
        &mut self,
        props: &Props,
        frames: &[SheetFrame],
    ) -> Vec<Option<MeshInstance>> {
        let mut materials: Vec<(TextureRef, MaterialId)> = Vec::new();
        let mut standing = Vec::with_capacity(frames.len());
        for frame in frames {
            let Some(shown) = frame.texture else {
                standing.push(None);
                continue;
            };
            let known = materials.iter().find(|(texture, _)| *texture == shown).map(|(_, known)| *known);
            let material = known.unwrap_or_else(|| {
                let made = self.scene.materials.add(sprite_material(props, shown));
                materials.push((shown, made));
                made
            });
            let uvs = turned_over(props, [frame.uv.min, frame.uv.max]);
            let square = Square { size: frame.size, filled: frame.filled, uvs };
            standing.push(Some(self.standing(props, material, &square)));
        }
        standing
    }

    fn standing(&mut self, props: &Props, material: MaterialId, shape: &Square) -> MeshInstance {
        let mut surface = square(props, shape);
        surface.material = Some(material);
        let name = props.class().to_owned();
        let mesh = self.scene.meshes.add(Mesh { name, surfaces: vec![surface], ..Mesh::default() });
        let own = self.named_material(props, "material_override");
        let materials = own.map_or(Vec::new(), |own| vec![Some(own)]);
        let cast_shadow = self.casts_shadow(props);
        MeshInstance { materials, cast_shadow, ..self.among_others(props, mesh) }
    }
}

/// What a sprite shows and where.
struct Square {
    /// Of the whole frame, pixels.
    size: Vec2,
    /// What of the frame is filled: place from its lower left corner and size, pixels.
    filled: (Vec2, Vec2),
    /// Upper left and lower right.
    uvs: [Vec2; 2],
}

fn turned_over(props: &Props, [mut start, mut end]: [Vec2; 2]) -> [Vec2; 2] {
    if props.flag("flip_h") {
        std::mem::swap(&mut start.x, &mut end.x);
    }
    if props.flag("flip_v") {
        std::mem::swap(&mut start.y, &mut end.y);
    }
    [start, end]
}

fn sprite_material(props: &Props, texture: TextureRef) -> Material {
    Material {
        shading: if props.flag("shaded") { ShadingRule::LinearPbr } else { ShadingRule::LinearUnlit },
        base_color: props.color("modulate"),
        base_texture: Some(texture),
        alpha: standing_alpha(props, props.flag("transparent")),
        finish: standing_finish(props, "render_priority"),
        cull: if props.flag("double_sided") { Cull::None } else { Cull::Back },
        // Engine behaviour: a sprite that turns to the eye keeps the size of its node.
        billboard: Billboard::numbered(props.int("billboard"), true),
        ..Material::default()
    }
}

/// The square of a sprite, its picture's top upwards.
fn square(props: &Props, shape: &Square) -> Surface {
    let pixel = props.number("pixel_size");
    let mut low = Vec2::from_array(props.vector2("offset"));
    if props.flag("centered") {
        low -= shape.size * 0.5;
    }
    let (inside, size) = shape.filled;
    low += inside;
    let (low, high) = (low * pixel, (low + size) * pixel);
    let place = |x: f32, y: f32| match props.int("axis") {
        // Engine behaviour: what is seen from the side its normal points to is not mirrored.
        0 => Vec3::new(0.0, y, -x),
        1 => Vec3::new(x, 0.0, -y),
        _ => Vec3::new(x, y, 0.0),
    };
    let normal = match props.int("axis") {
        0 => Vec3::X,
        1 => Vec3::Y,
        _ => Vec3::Z,
    };
    let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)];
    let [start, end] = shape.uvs;
    Surface {
        positions: corners.iter().map(|(x, y)| place(*x, *y).to_array()).collect(),
        normals: vec![normal.to_array(); 4],
        uvs: vec![[start.x, end.y], [end.x, end.y], [end.x, start.y], [start.x, start.y]],
        indices: vec![0, 1, 2, 0, 2, 3],
        ..Surface::default()
    }
}
