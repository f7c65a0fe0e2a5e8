//! `Sprite2D` (`Sprite`), and what canvas items hand down to their children.

use glam::Vec2;
use proscenio_godot::Value;
use proscenio_scene::{BlendMode, Component, Filter, FlatLit, Sprite, Wrap};

use super::Importer;
use super::codes::NOT_DRAWN;
use super::files::Target;
use super::light_2d::light_mode;
use super::material::blend;
use super::props::Props;
use super::settings::Settings;

/// Units of painting order between two canvas layers; a node's own order lies within ±4096.
pub(super) const LAYER: i32 = 10_000;

/// What a canvas item hands down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Canvas {
    /// Painting order, absolute.
    pub z: i32,
    pub filter: Filter,
    pub wrap: Wrap,
    pub blend: BlendMode,
    pub lit: FlatLit,
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
            lit: FlatLit::Lit,
        }
    }

    /// The order of the middle of its layer.
    pub fn layer(self) -> f32 {
        (self.z as f32 / LAYER as f32).round() * LAYER as f32
    }

    /// On a canvas layer of its own.
    pub fn on_layer(self, layer: i64) -> Self {
        // Layers are 32 bits wide in the engine, and nobody uses more than a handful.
        let layer = layer.clamp(-100_000, 100_000) as i32;
        Self { z: layer * LAYER, blend: BlendMode::Mix, lit: FlatLit::Lit, ..self }
    }
}

/// `texture_filter` of a canvas item or texture; nothing goes by what is above.
pub(super) fn own_filter(mode: i64) -> Option<Filter> {
    Some(match mode {
        1 => Filter::Nearest,
        2 => Filter::Linear,
        3 | 5 => Filter::NearestMipmap,
        4 => Filter::LinearMipmap,
        6 => Filter::Anisotropic,
        _ => return None,
    })
}

/// `texture_repeat` of a canvas item or texture; nothing goes by what is above.
pub(super) fn own_wrap(mode: i64) -> Option<Wrap> {
    Some(match mode {
        1 => Wrap::Clamp,
        2 => Wrap::Repeat,
        3 => Wrap::Mirror,
        _ => return None,
    })
}

impl Importer<'_> {
    /// What a canvas item makes of what it was handed.
    pub(super) fn canvas(&mut self, props: &Props, above: Canvas) -> Canvas {
        let own = props.int("z_index").clamp(-4096, 4096) as i32;
        let base = above.layer() as i32;
        let z = if props.flag("z_as_relative") {
            // The sum is kept within the engine's own bounds.
            base + (above.z - base + own).clamp(-4096, 4096)
        } else {
            base + own
        };
        let filter = own_filter(props.int("texture_filter")).unwrap_or(above.filter);
        let wrap = own_wrap(props.int("texture_repeat")).unwrap_or(above.wrap);
        let (blend, lit) = if props.flag("use_parent_material") {
            (above.blend, above.lit)
        } else {
            self.canvas_material(props)
        };
        Canvas { z, filter, wrap, blend, lit }
    }

    fn canvas_material(&mut self, props: &Props) -> (BlendMode, FlatLit) {
        let plain = (BlendMode::Mix, FlatLit::Lit);
        let Some((value, place)) = props.set("material") else { return plain };
        if value == Value::Null {
            return plain;
        }
        let place = place.clone();
        let span =
            place.section().and_then(|section| section.property("material")).map(|entry| entry.value_span());
        match self.follow(&place.file, &value, span) {
            Some(Target::Resource(resource)) if resource.class() == "CanvasItemMaterial" => {
                let material = Props::of(&resource);
                let mode = (blend(material.int("blend_mode")), light_mode(material.int("light_mode")));
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
                plain
            }
            _ => plain,
        }
    }

    /// The component of a `Sprite2D` (`Sprite`); nothing without a texture, as in the engine.
    pub(super) fn sprite(&mut self, props: &Props, canvas: Canvas) -> Option<Component> {
        let texture = self.texture(props, "texture", true)?;
        let picture = self.picture_size(texture.image);
        let (mut start, mut size) = (Vec2::ZERO, texture.size(picture));
        let region = props.rect("region_rect");
        if props.flag("region_enabled") {
            start = Vec2::new(region[0], region[1]);
            size = Vec2::new(region[2], region[3]);
        }
        let (columns, rows) = (props.count("hframes").max(1), props.count("vframes").max(1));
        let frame = self.frame(props, columns);
        size /= Vec2::new(columns as f32, rows as f32);
        start += size * frame;
        let mut corner = Vec2::from_array(props.vector2("offset"));
        if props.flag("centered") {
            corner -= size * 0.5;
        }
        let part = texture.part(picture, [start, size], [Vec2::ZERO, size])?;
        let (mut position, mut uv_min, mut uv_max) = (part.position, part.uv_min, part.uv_max);
        if props.flag("flip_h") {
            position.x = size.x - position.x - part.size.x;
            std::mem::swap(&mut uv_min.x, &mut uv_max.x);
        }
        if props.flag("flip_v") {
            position.y = size.y - position.y - part.size.y;
            std::mem::swap(&mut uv_min.y, &mut uv_max.y);
        }
        Some(Component::Sprite(Sprite {
            position: corner + position,
            uv_min,
            uv_max,
            uv_guard: props.flag(props.named("region_filter_clip_enabled", "region_filter_clip")),
            tint: props.color("self_modulate"),
            blend: canvas.blend,
            z: canvas.z as f32,
            behind_parent: props.flag("show_behind_parent"),
            ..Sprite::new(Some(self.shown(&texture, props.generation(), canvas)), part.size)
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
