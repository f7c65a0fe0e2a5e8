//! `Sprite2D` (`Sprite`), and what canvas items hand down to their children.

use glam::Vec2;
use proscenio_godot::Value;
use proscenio_scene::{BlendMode, Component, Filter, Sprite, TextureRef, Wrap};

use super::Importer;
use super::codes::NOT_DRAWN;
use super::files::{Generation, Target};
use super::material::blend;
use super::props::Props;
use super::settings::Settings;

/// Units of painting order between two canvas layers; a node's own order lies within ±4096.
const LAYER: i32 = 10_000;

/// What a canvas item hands down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Canvas {
    /// Painting order, absolute.
    pub z: i32,
    pub filter: Filter,
    pub wrap: Wrap,
    pub blend: BlendMode,
}

impl Canvas {
    /// What the project says.
    pub fn of(settings: &Settings) -> Self {
        Self {
            z: 0,
            filter: match settings.canvas_filter {
                0 => Filter::Nearest,
                2 => Filter::LinearMipmap,
                3 => Filter::NearestMipmap,
                _ => Filter::Linear,
            },
            wrap: match settings.canvas_repeat {
                1 => Wrap::Repeat,
                2 => Wrap::Mirror,
                _ => Wrap::Clamp,
            },
            blend: BlendMode::Mix,
        }
    }

    /// On a canvas layer of its own.
    pub fn on_layer(self, layer: i64) -> Self {
        // Layers are 32 bits wide in the engine, and nobody uses more than a handful.
        let layer = layer.clamp(-100_000, 100_000) as i32;
        Self { z: layer * LAYER, blend: BlendMode::Mix, ..self }
    }
}

impl Importer<'_> {
    /// What a canvas item makes of what it was handed.
    pub(super) fn canvas(&mut self, props: &Props, above: Canvas) -> Canvas {
        let own = props.int("z_index").clamp(-4096, 4096) as i32;
        let base = (above.z as f32 / LAYER as f32).round() as i32 * LAYER;
        let z = if props.flag("z_as_relative") {
            // The sum is kept within the engine's own bounds.
            base + (above.z - base + own).clamp(-4096, 4096)
        } else {
            base + own
        };
        let filter = match props.int("texture_filter") {
            1 => Filter::Nearest,
            2 => Filter::Linear,
            3 | 5 => Filter::NearestMipmap,
            4 => Filter::LinearMipmap,
            6 => Filter::Anisotropic,
            _ => above.filter,
        };
        let wrap = match props.int("texture_repeat") {
            1 => Wrap::Clamp,
            2 => Wrap::Repeat,
            3 => Wrap::Mirror,
            _ => above.wrap,
        };
        let blend = if props.flag("use_parent_material") { above.blend } else { self.canvas_blend(props) };
        Canvas { z, filter, wrap, blend }
    }

    fn canvas_blend(&mut self, props: &Props) -> BlendMode {
        let Some((value, place)) = props.set("material") else { return BlendMode::Mix };
        if value == Value::Null {
            return BlendMode::Mix;
        }
        let place = place.clone();
        let span =
            place.section().and_then(|section| section.property("material")).map(|entry| entry.value_span());
        match self.follow(&place.file, &value, span) {
            Some(Target::Resource(resource)) if resource.class() == "CanvasItemMaterial" => {
                let material = Props::of(&resource);
                let mode = blend(material.int("blend_mode"));
                material.consume(&["resource_name"]);
                self.keep_aside(&material, &resource);
                mode
            }
            Some(Target::Resource(resource)) => {
                if self.told.insert(resource.key()) {
                    let message =
                        format!("a {} is not drawn yet; the plain one stands for it", resource.class());
                    let path = place.file.document.source().path();
                    self.findings
                        .push(NOT_DRAWN.finding(path, message).at_maybe(span).about(resource.name()));
                    self.keep_resource(&resource);
                }
                BlendMode::Mix
            }
            _ => BlendMode::Mix,
        }
    }

    /// The component of a `Sprite2D` (`Sprite`); nothing without a texture, as in the engine.
    pub(super) fn sprite(&mut self, props: &Props, canvas: Canvas) -> Option<Component> {
        let texture = self.texture(props, "texture", true)?;
        let picture =
            self.scene.images[texture.image].size.map(|size| Vec2::new(size[0] as f32, size[1] as f32));
        // The size of a missing picture is nobody's knowledge.
        let picture = picture.unwrap_or(Vec2::splat(64.0));
        let [left, top, width, height] = texture.region.unwrap_or([0.0, 0.0, picture.x, picture.y]);
        let (mut start, mut size) = (Vec2::new(left, top), Vec2::new(width, height));
        let region = props.rect("region_rect");
        if props.flag("region_enabled") {
            start += Vec2::new(region[0], region[1]);
            size = Vec2::new(region[2], region[3]);
        }
        let (columns, rows) = (props.count("hframes").max(1), props.count("vframes").max(1));
        let frame = self.frame(props, columns);
        size /= Vec2::new(columns as f32, rows as f32);
        start += size * frame;
        let mut position = Vec2::from_array(props.vector2("offset"));
        if props.flag("centered") {
            position -= size * 0.5;
        }
        let (mut uv_min, mut uv_max) = (start / picture, (start + size) / picture);
        if props.flag("flip_h") {
            std::mem::swap(&mut uv_min.x, &mut uv_max.x);
        }
        if props.flag("flip_v") {
            std::mem::swap(&mut uv_min.y, &mut uv_max.y);
        }
        let (filter, wrap) = match props.generation() {
            Generation::Four => (texture.import.filter(canvas.filter), canvas.wrap),
            Generation::Three => (texture.import.old_filter(), texture.import.old_wrap()),
        };
        let mut shown = TextureRef::new(texture.image);
        (shown.filter, shown.wrap_u, shown.wrap_v) = (filter, wrap, wrap);
        Some(Component::Sprite(Sprite {
            position,
            uv_min,
            uv_max,
            uv_guard: props.flag(props.named("region_filter_clip_enabled", "region_filter_clip")),
            tint: props.color("self_modulate"),
            blend: canvas.blend,
            z: canvas.z as f32,
            behind_parent: props.flag("show_behind_parent"),
            ..Sprite::new(Some(shown), size)
        }))
    }

    /// Column and row of the frame shown; `frame_coords` and `frame` say the same.
    pub(super) fn frame(&mut self, props: &Props, columns: u32) -> Vec2 {
        if props.has("frame_coords") && !props.has("frame") {
            return Vec2::from_array(props.vector2("frame_coords"));
        }
        props.consume(&["frame_coords"]);
        let frame = props.count("frame");
        Vec2::new((frame % columns) as f32, (frame / columns) as f32)
    }
}
