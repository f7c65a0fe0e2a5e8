//! `SpriteFrames` and the nodes that show them: `AnimatedSprite2D` (`AnimatedSprite`) and `AnimatedSprite3D`.

use std::rc::Rc;
use std::sync::Arc;

use glam::Vec2;
use proscenio_godot::Value;
use proscenio_scene::{
    AnimatedSprite, Component, FlatFrames, FrameAnimation, FramePlayer, SheetFrame, Sprite, UvRect, Wrap,
};

use super::Importer;
use super::files::{Generation, Place};
use super::material::surface_filter;
use super::props::Props;
use super::sprite::Canvas;

/// Frames of one animation.
const MOST_FRAMES: usize = 65_536;

impl Importer<'_> {
    /// The component of an `AnimatedSprite2D` (`AnimatedSprite`).
    pub(super) fn animated_sprite(&mut self, props: &Props, canvas: Canvas) -> Option<Component> {
        let player = self.frame_player(props, canvas)?;
        let look = Sprite {
            tint: props.color("self_modulate"),
            blend: canvas.blend,
            z: canvas.z as f32,
            behind_parent: props.flag("show_behind_parent"),
            ..Sprite::new(None, Vec2::ZERO)
        };
        let flat = FlatFrames {
            offset: Vec2::from_array(props.vector2("offset")),
            centered: props.flag("centered"),
            flip: [props.flag("flip_h"), props.flag("flip_v")],
            look,
        };
        Some(Component::AnimatedSprite(AnimatedSprite { player, flat: Some(flat), standing: Vec::new() }))
    }

    /// The frames of an `AnimatedSprite3D`, each with a square that shows it.
    pub(super) fn animated_in_space(&mut self, props: &Props) -> Option<Component> {
        let filter = surface_filter(props.int("texture_filter"));
        let canvas = Canvas { filter, wrap: Wrap::Clamp, ..Canvas::of(&self.settings) };
        let player = self.frame_player(props, canvas)?;
        let run = player.current.and_then(|at| player.animations.get(at));
        let frames = run.map_or(&[][..], |run| &run.frames);
        let standing = self.standing_frames(props, frames);
        Some(Component::AnimatedSprite(AnimatedSprite { player, flat: None, standing }))
    }

    fn frame_player(&mut self, props: &Props, canvas: Canvas) -> Option<FramePlayer> {
        let name = props.named("sprite_frames", "frames");
        let resource = self.named_resource(props, name)?;
        let animations = self.sprite_frames(&resource, canvas);
        let wanted = props.text("animation");
        let begins = props.named("autoplay", "playing");
        let autoplay =
            if props.generation() == Generation::Four { props.text(begins) } else { String::new() };
        let playing = !autoplay.is_empty() || (begins == "playing" && props.flag(begins));
        // What plays by itself begins with its own animation.
        let shown = if autoplay.is_empty() { wanted } else { autoplay };
        Some(FramePlayer {
            current: animations.iter().position(|run| run.name == shown),
            animations,
            frame: props.count("frame"),
            progress: props.number("frame_progress"),
            playing,
            speed: f64::from(props.number("speed_scale")),
        })
    }

    /// The animations of a `SpriteFrames`. Those of nodes with the same filter share one list.
    fn sprite_frames(&mut self, place: &Place, canvas: Canvas) -> Arc<[FrameAnimation]> {
        let key = (place.key(), canvas.filter, canvas.wrap);
        if let Some(known) = self.frame_sets.get(&key) {
            return Arc::clone(known);
        }
        let props = Props::of(place);
        let mut runs = Vec::new();
        if let Some((value, place)) = props.set("animations") {
            let place = place.clone();
            for run in value.as_array().unwrap_or_default() {
                runs.extend(self.frame_animation(run, &place, &props, canvas));
            }
        }
        props.consume(&["resource_name", "frames"]);
        self.keep_aside(&props, place);
        let set: Arc<[FrameAnimation]> = runs.into();
        self.frame_sets.insert(key, Arc::clone(&set));
        set
    }

    fn frame_animation(
        &mut self,
        run: &Value,
        place: &Place,
        props: &Props,
        canvas: Canvas,
    ) -> Option<FrameAnimation> {
        let entries = run.as_dictionary()?;
        let frames = entry(entries, "frames").and_then(Value::as_array).unwrap_or_default();
        let own = Rc::clone(&place.file);
        let place = Place { file: own, section: place.section };
        let frames = frames.iter().take(MOST_FRAMES).map(|frame| {
            // Godot 3 lists the textures alone.
            let (texture, duration) = match frame.as_dictionary() {
                Some(parts) => (
                    entry(parts, "texture").unwrap_or(&Value::Null),
                    entry(parts, "duration").and_then(Value::as_f64).unwrap_or(1.0),
                ),
                None => (frame, 1.0),
            };
            self.sheet_frame(texture, &place, props, canvas, duration)
        });
        Some(FrameAnimation {
            frames: frames.collect(),
            name: entry(entries, "name").and_then(Value::as_str).unwrap_or_default().to_owned(),
            fps: entry(entries, "speed").and_then(Value::as_f64).unwrap_or(5.0),
            looped: entry(entries, "loop").and_then(Value::as_bool).unwrap_or(true),
        })
    }

    fn sheet_frame(
        &mut self,
        value: &Value,
        place: &Place,
        props: &Props,
        canvas: Canvas,
        duration: f64,
    ) -> SheetFrame {
        let whole = UvRect { min: Vec2::ZERO, max: Vec2::ONE };
        let nothing = SheetFrame {
            texture: None,
            uv: whole,
            size: Vec2::ZERO,
            filled: (Vec2::ZERO, Vec2::ZERO),
            duration,
        };
        if *value == Value::Null {
            return nothing;
        }
        let Some(texture) = self.texture_of(value, place, "animations", true, 0) else { return nothing };
        let picture = self.picture_size(texture.image);
        let size = texture.size(picture);
        let Some(part) = texture.part(picture, [Vec2::ZERO, size], [Vec2::ZERO, size]) else {
            return SheetFrame { size, ..nothing };
        };
        SheetFrame {
            texture: Some(self.shown(&texture, props.generation(), canvas)),
            uv: UvRect { min: part.uv_min, max: part.uv_max },
            size,
            filled: (part.position, part.size),
            duration,
        }
    }
}

fn entry<'v>(entries: &'v [(Value, Value)], name: &str) -> Option<&'v Value> {
    entries.iter().find(|(key, _)| key.as_str() == Some(name)).map(|(_, value)| value)
}
