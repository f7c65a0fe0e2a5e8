//! `TileMap` and `TileSet` of Godot 3.

use std::collections::HashMap;

use glam::{IVec2, IVec3, Mat2, Vec2};
use proscenio_godot::Value;
use proscenio_godot::content::tiles::{self, OldTile};
use proscenio_scene::{Cell, CellContent, Cells, Component, Rgba, Sprite, TextureRef, UvRect};

use super::{Laid, Turns};
use crate::front::godot::Importer;
use crate::front::godot::files::Place;
use crate::front::godot::props::Props;
use crate::front::godot::sprite::Canvas;
use crate::front::godot::texture::Texture;

/// A tile of a tile set.
#[derive(Clone, Copy, Debug)]
struct Kind {
    texture: Texture,
    /// Width and height of the picture, texels.
    picture: Vec2,
    /// Corner and size in the picture; without a size the whole.
    region: [f32; 4],
    offset: Vec2,
    modulate: Rgba,
    z: f32,
    /// Width and height of a part, of tiles with parts.
    part: Option<Vec2>,
    spacing: f32,
}

/// Where cells are.
struct Grid {
    cell: Vec2,
    axes: Mat2,
    /// Where cells lie that are moved by half: 0 in odd rows, 1 in odd columns, 2 nowhere; 3 and 4 backwards.
    half: i64,
    /// What of a cell the tile's corner lies on: 0 top-left, 1 middle, 2 bottom-left.
    origin: i64,
    shift: Vec2,
}

impl Grid {
    fn new(props: &Props) -> Self {
        let cell = Vec2::from_array(props.vector2("cell_size"));
        let mode = props.int("mode");
        let axes = match (mode, props.set("cell_custom_transform")) {
            (1, _) => Mat2::from_cols(cell * 0.5, Vec2::new(-cell.x, cell.y) * 0.5),
            (2, Some((Value::Transform2D([a, b, c, d, ..]), _))) => Mat2::from_cols_array(&[a, b, c, d]),
            _ => Mat2::from_diagonal(cell),
        };
        let corners = [Vec2::ZERO, axes.x_axis, axes.y_axis, axes.x_axis + axes.y_axis];
        let shift = match mode {
            1 => Vec2::new(-cell.x * 0.5, 0.0),
            2 => corners.into_iter().fold(Vec2::ZERO, Vec2::min),
            _ => Vec2::ZERO,
        };
        Self { cell, axes, half: props.int("cell_half_offset"), origin: props.int("cell_tile_origin"), shift }
    }

    fn place(&self, at: [i16; 2]) -> Vec2 {
        let [x, y] = at.map(f32::from);
        let odd = |number: i16| if number % 2 == 0 { 0.0 } else { 0.5 };
        let half = match self.half {
            0 => self.axes.x_axis * odd(at[1]),
            1 => self.axes.y_axis * odd(at[0]),
            3 => self.axes.x_axis * -odd(at[1]),
            4 => self.axes.y_axis * -odd(at[0]),
            _ => Vec2::ZERO,
        };
        self.axes * Vec2::new(x, y) + half
    }
}

impl Importer<'_> {
    pub(super) fn old_tile_map(&mut self, props: &Props, canvas: Canvas) -> Laid {
        let mut laid = Laid::default();
        let Some((value, place)) = props.set("tile_data") else { return laid };
        let place = place.clone();
        let Value::PackedInt32Array(list) = value else { return laid };
        let (cells, problems) = tiles::old(&list, props.int("format"));
        self.tell_problems(&place, "tile_data", problems);
        let kinds = match self.named_resource(props, "tile_set") {
            Some(resource) => self.old_tile_set(&resource),
            None => HashMap::new(),
        };
        let grid = Grid::new(props);
        let mut filled = Vec::with_capacity(cells.len());
        for tile in cells {
            let place = grid.place(tile.at);
            filled.push(Cell {
                at: IVec3::new(tile.at[0].into(), tile.at[1].into(), 0),
                place: place.extend(0.0),
                content: CellContent::Tile {
                    source: tile.id as i32,
                    atlas: IVec2::from_array(tile.part.map(i32::from)),
                    alternative: bits(tile),
                },
            });
            if let Some(kind) = kinds.get(&tile.id) {
                let tint = kind.modulate.tinted(props.color("self_modulate"));
                let mut sprite = old_sprite(kind, tile, place, &grid);
                (sprite.tint, sprite.blend, sprite.z) = (tint, canvas.blend, canvas.z as f32 + kind.z);
                laid.components.push(Component::Sprite(sprite));
            }
        }
        laid.components.push(Component::Cells(Cells { flat: true, cells: filled }));
        laid
    }

    fn old_tile_set(&mut self, place: &Place) -> HashMap<u32, Kind> {
        let props = Props::of(place);
        let names: Vec<String> = match place.section() {
            Some(section) => section.properties().map(|entry| entry.key().into_owned()).collect(),
            None => Vec::new(),
        };
        let mut kinds = HashMap::new();
        for name in names {
            let Some(id) = name.strip_suffix("/texture").and_then(|id| id.parse::<u32>().ok()) else {
                continue;
            };
            let Some(texture) = self.texture(&props, &name, true) else { continue };
            let size = self.scene.images[texture.image].size;
            let picture = size.map_or(Vec2::splat(64.0), |size| Vec2::new(size[0] as f32, size[1] as f32));
            let own = |what: &str| props.set(&format!("{id}/{what}")).map(|(value, _)| value);
            let pair = |what: &str| own(what).and_then(|value| value.as_vector2()).map(Vec2::from_array);
            let number = |what: &str| own(what).and_then(|value| value.as_f64()).unwrap_or_default() as f32;
            let region = match own("region") {
                Some(Value::Rect2(region)) => region,
                _ => [0.0; 4],
            };
            // 0 one tile, 1 chosen by its neighbours, 2 an atlas.
            let parts = number("tile_mode") > 0.0;
            let part = parts.then(|| pair("autotile/tile_size").unwrap_or(Vec2::splat(64.0)));
            let tint = own("modulate").and_then(|value| value.as_color());
            kinds.insert(
                id,
                Kind {
                    texture,
                    picture,
                    region,
                    offset: pair("tex_offset").unwrap_or_default(),
                    modulate: tint.map_or(Rgba::WHITE, Rgba::from_stored),
                    z: number("z_index").clamp(-4096.0, 4096.0),
                    part,
                    spacing: number("autotile/spacing"),
                },
            );
        }
        self.findings.extend(props.take_findings());
        self.keep_resource(place);
        kinds
    }
}

/// The bits of mirroring as Godot 4 counts them.
fn bits(tile: OldTile) -> u32 {
    let bit = |there: bool, bit: u16| if there { u32::from(bit) } else { 0 };
    bit(tile.flip_h, tiles::FLIP_H) | bit(tile.flip_v, tiles::FLIP_V) | bit(tile.transpose, tiles::TRANSPOSE)
}

fn old_sprite(kind: &Kind, tile: OldTile, place: Vec2, grid: &Grid) -> Sprite {
    let [x, y, width, height] = kind.region;
    let (mut corner, mut size) = (Vec2::new(x, y), Vec2::new(width, height));
    if let Some(part) = kind.part {
        size = part;
        corner += (part + kind.spacing) * Vec2::from_array(tile.part.map(f32::from));
    } else if size == Vec2::ZERO {
        size = kind.picture;
    }
    let frame = UvRect { min: corner / kind.picture, max: (corner + size) / kind.picture };
    let turns = Turns { flip_h: tile.flip_h, flip_v: tile.flip_v, transpose: tile.transpose };
    let outer = if tile.transpose { Vec2::new(size.y, size.x) } else { size };
    let mut offset = if tile.transpose { Vec2::new(kind.offset.y, kind.offset.x) } else { kind.offset };
    // A mirrored tile keeps its place; its offset is mirrored with it.
    offset.x *= if tile.flip_h { -1.0 } else { 1.0 };
    offset.y *= if tile.flip_v { -1.0 } else { 1.0 };
    let from = (place + grid.shift).floor();
    let at = match grid.origin {
        1 => from + grid.cell * 0.5 - outer * 0.5,
        2 => from + Vec2::new(0.0, grid.cell.y - outer.y),
        _ => from,
    };
    let mut shown = TextureRef::new(kind.texture.image);
    shown.filter = kind.texture.import.old_filter();
    (shown.wrap_u, shown.wrap_v) = (kind.texture.import.old_wrap(), kind.texture.import.old_wrap());
    let mut sprite = Sprite { uv_guard: true, ..Sprite::new(Some(shown), size) };
    turns.put(&mut sprite, at + offset, &[frame]);
    sprite
}
