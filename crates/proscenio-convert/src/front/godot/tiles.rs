//! `TileMapLayer` and `TileMap`: cells become sprites, or scenes of their own.
//!
//! Tiles whose frames last unequally long show each frame as often as the shortest one goes into its time.
//! Materials, collisions and navigation of tiles are kept aside.

mod old;
mod set;

use std::rc::Rc;

use glam::{Affine2, IVec2, IVec3, Mat2, Vec2};
use proscenio_godot::Value;
use proscenio_godot::content::tiles::{self, FLIP_H, FLIP_V, TRANSPOSE, Tile};
use proscenio_scene::{
    Cell, CellContent, Cells, Component, Flat, FrameRun, Rgba, Sprite, SpriteRun, TextureRef, UvRect,
};

use super::Importer;
use super::files::Place;
use super::props::Props;
use super::sprite::Canvas;
pub(super) use set::TileSet;
use set::{Atlas, Source};

/// Layers of one `TileMap`.
const MOST_LAYERS: usize = 1024;

/// A scene that stands in a cell.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// The section that names it.
    pub place: Place,
    pub scene: Value,
    /// The middle of the cell.
    pub at: Vec2,
}

/// What a map comes to.
#[derive(Default)]
pub(super) struct Laid {
    pub components: Vec<Component>,
    pub scenes: Vec<Standing>,
}

/// How a layer is painted.
#[derive(Clone, Copy)]
struct Brush {
    canvas: Canvas,
    tint: Rgba,
    z: f32,
    visible: bool,
}

impl Importer<'_> {
    /// What a `TileMapLayer` shows.
    pub(super) fn tile_layer(&mut self, props: &Props, canvas: Canvas) -> Laid {
        let mut laid = Laid::default();
        let Some((Value::PackedByteArray(data), place)) = props.set("tile_map_data") else { return laid };
        let (cells, problems) = tiles::layer(&data);
        self.tell_problems(&place.clone(), "tile_map_data", problems);
        let Some(set) = self.named_tile_set(props) else { return laid };
        let brush = Brush {
            canvas,
            tint: props.color("self_modulate"),
            z: canvas.z as f32,
            visible: props.flag("enabled"),
        };
        self.lay(&cells, &set, brush, &mut laid);
        laid
    }

    /// What a `TileMap` shows, of Godot 4 or 3.
    pub(super) fn tile_map(&mut self, props: &Props, canvas: Canvas) -> Laid {
        if props.has("tile_data") {
            return self.old_tile_map(props, canvas);
        }
        let mut laid = Laid::default();
        let Some(set) = self.named_tile_set(props) else { return laid };
        let format = props.int("format");
        for number in 0..MOST_LAYERS {
            let name = |what: &str| format!("layer_{number}/{what}");
            let keys = [
                "name",
                "enabled",
                "modulate",
                "y_sort_enabled",
                "y_sort_origin",
                "z_index",
                "navigation_enabled",
            ];
            let there = keys.iter().any(|key| props.has(&name(key)));
            let data = props.set(&name("tile_data"));
            if !there && data.is_none() {
                break;
            }
            keys.iter().for_each(|key| props.consume(&[&name(key)]));
            let Some((Value::PackedInt32Array(list), place)) = data else { continue };
            let (cells, mut problems) = tiles::list(&list);
            if format < 1 {
                problems.push(
                    "cells of an older format than the tile set's; read as if they were its own".to_owned(),
                );
            }
            self.tell_problems(&place.clone(), &name("tile_data"), problems);
            let own = |what: &str| props.set(&name(what)).map(|(value, _)| value);
            let tint =
                own("modulate").and_then(|value| value.as_color()).map_or(Rgba::WHITE, Rgba::from_stored);
            let z = own("z_index").and_then(|value| value.as_i64()).unwrap_or_default();
            let brush = Brush {
                canvas,
                tint: tint.tinted(props.color("self_modulate")),
                z: canvas.z as f32 + z.clamp(-4096, 4096) as f32,
                visible: own("enabled").and_then(|value| value.as_bool()).unwrap_or(true),
            };
            self.lay(&cells, &set, brush, &mut laid);
        }
        laid
    }

    fn lay(&mut self, cells: &[Tile], set: &TileSet, brush: Brush, laid: &mut Laid) {
        let mut filled = Vec::with_capacity(cells.len());
        for tile in cells {
            let middle = Vec2::from_array(set.lattice.middle(tile.at));
            let atlas = IVec2::from_array(tile.atlas.map(i32::from));
            filled.push(Cell {
                at: IVec3::new(tile.at[0].into(), tile.at[1].into(), 0),
                place: middle.extend(0.0),
                content: CellContent::Tile {
                    source: tile.source.into(),
                    atlas,
                    alternative: tile.alternative.into(),
                },
            });
            match set.sources.get(&i64::from(tile.source)) {
                Some(Source::Atlas(atlas)) => {
                    laid.components.extend(atlas_sprite(atlas, *tile, middle, brush).map(Component::Sprite));
                }
                Some(Source::Scenes(scenes)) => {
                    let named = scenes.get(&u32::from(tile.plain_alternative())).filter(|_| brush.visible);
                    laid.scenes.extend(named.map(|(scene, place)| Standing {
                        place: place.clone(),
                        scene: scene.clone(),
                        at: middle,
                    }));
                }
                None => {}
            }
        }
        laid.components.push(Component::Cells(Cells { flat: true, cells: filled }));
    }

    fn named_tile_set(&mut self, props: &Props) -> Option<Rc<TileSet>> {
        let resource = self.named_resource(props, "tile_set")?;
        if let Some(known) = self.tile_sets.get(&resource.key()) {
            return Some(Rc::clone(known));
        }
        let set = Rc::new(self.read_tile_set(&resource));
        self.tile_sets.insert(resource.key(), Rc::clone(&set));
        Some(set)
    }
}

/// The sprite of a tile; nothing where the atlas has no such tile.
fn atlas_sprite(atlas: &Atlas, tile: Tile, middle: Vec2, brush: Brush) -> Option<Sprite> {
    let own = atlas.tiles.get(&tile.atlas)?;
    let texture = atlas.texture?;
    let look = own.looks.get(&tile.plain_alternative())?;
    let size = atlas.size(own);
    let frames: Vec<UvRect> = own.shown().map(|frame| atlas.frame(tile.atlas, own, frame)).collect();
    let bits = tile.alternative;
    let turns = Turns {
        flip_h: look.flip_h ^ (bits & FLIP_H != 0),
        flip_v: look.flip_v ^ (bits & FLIP_V != 0),
        transpose: look.transpose ^ (bits & TRANSPOSE != 0),
    };
    let mut shown = TextureRef::new(texture.image);
    shown.filter = texture.import.filter(brush.canvas.filter);
    (shown.wrap_u, shown.wrap_v) = (brush.canvas.wrap, brush.canvas.wrap);
    let mut sprite = Sprite {
        tint: brush.tint.tinted(look.modulate),
        blend: brush.canvas.blend,
        z: brush.z + look.z,
        visible: brush.visible,
        uv_guard: true,
        ..Sprite::new(Some(shown), size)
    };
    let outer = if turns.transpose { Vec2::new(size.y, size.x) } else { size };
    turns.put(&mut sprite, middle - outer / 2.0 - look.origin, &frames);
    if frames.len() > 1 {
        let frames = frames.into_iter().map(|frame| turns.seen(frame)).collect();
        let run = FrameRun { frames, fps: own.fps(), looped: true, next: None };
        sprite.run = Some(SpriteRun { runs: [run].into(), speed: 1.0 });
    }
    Some(sprite)
}

/// Mirroring and transposing of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Turns {
    flip_h: bool,
    flip_v: bool,
    transpose: bool,
}

impl Turns {
    /// Puts the first frame with its top-left corner at a point.
    fn put(self, sprite: &mut Sprite, corner: Vec2, frames: &[UvRect]) {
        if let Some(frame) = frames.first() {
            let seen = self.seen(*frame);
            (sprite.uv_min, sprite.uv_max) = (seen.min, seen.max);
        }
        if self.transpose {
            // Columns of the sprite are rows of the picture.
            let swapped = Mat2::from_cols(Vec2::Y, Vec2::X);
            sprite.local = Flat::Matrix(Affine2::from_mat2_translation(swapped, corner));
        } else {
            sprite.position = corner;
        }
    }

    /// The frame as it is mirrored. A transposed tile is mirrored after its axes have changed places.
    fn seen(self, frame: UvRect) -> UvRect {
        let (across, down) =
            if self.transpose { (self.flip_v, self.flip_h) } else { (self.flip_h, self.flip_v) };
        let mut seen = frame;
        if across {
            std::mem::swap(&mut seen.min.x, &mut seen.max.x);
        }
        if down {
            std::mem::swap(&mut seen.min.y, &mut seen.max.y);
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::Turns;
    use glam::Vec2;
    use proscenio_scene::{Flat, Sprite, UvRect};

    #[test]
    fn a_transposed_tile_is_mirrored_after_its_axes_have_changed_places() {
        let frame = UvRect { min: Vec2::ZERO, max: Vec2::new(1.0, 2.0) };
        let turns = Turns { flip_h: true, flip_v: false, transpose: true };
        let mut sprite = Sprite::new(None, Vec2::new(4.0, 8.0));
        turns.put(&mut sprite, Vec2::new(10.0, 20.0), &[frame]);
        assert_eq!((sprite.uv_min, sprite.uv_max), (Vec2::new(0.0, 2.0), Vec2::new(1.0, 0.0)));
        let Flat::Matrix(local) = sprite.local else { panic!("{:?}", sprite.local) };
        assert_eq!(local.transform_point2(sprite.size), Vec2::new(18.0, 24.0));
    }
}
