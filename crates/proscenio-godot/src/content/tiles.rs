//! `TileMapLayer` and `TileMap`: which tile lies in which cell, and where cells are.

use super::{Problems, rows};

/// One cell that is filled, of Godot 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Column and row, counted from the origin.
    pub at: [i16; 2],
    /// The source of the tile set; −1 is none.
    pub source: i16,
    /// The place in an atlas; of a collection of scenes 0.
    pub atlas: [u16; 2],
    /// The alternative of the tile, or the scene of a collection, with the bits [`FLIP_H`], [`FLIP_V`] and
    /// [`TRANSPOSE`].
    pub alternative: u16,
}

/// Mirrored left to right.
pub const FLIP_H: u16 = 1 << 12;
/// Mirrored top to bottom.
pub const FLIP_V: u16 = 1 << 13;
/// Rows become columns, before it is mirrored.
pub const TRANSPOSE: u16 = 1 << 14;

impl Tile {
    /// The alternative without the bits of mirroring.
    #[must_use]
    pub const fn plain_alternative(self) -> u16 {
        self.alternative & !(FLIP_H | FLIP_V | TRANSPOSE)
    }
}

/// The `tile_map_data` of a `TileMapLayer` (Godot 4.3 and later): a version of two bytes, then twelve bytes for each
/// cell.
#[must_use]
pub fn layer(data: &[u8]) -> (Vec<Tile>, Problems) {
    let mut problems = Problems::new();
    let Some((version, cells)) = data.split_first_chunk::<2>() else {
        if !data.is_empty() {
            problems.push("too short for its version; left out".to_owned());
        }
        return (Vec::new(), problems);
    };
    let version = u16::from_le_bytes(*version);
    if version > 0 {
        problems.push(format!("version {version} is newer than that of Godot 4.6; read as that"));
    }
    if cells.len() % 12 != 0 {
        problems.push(format!("{} bytes do not make a cell; left out", cells.len() % 12));
    }
    (rows(cells, 0, 12, cells.len() / 12, tile), problems)
}

/// The bytes of [`layer`].
#[must_use]
pub fn pack_layer(tiles: &[Tile]) -> Vec<u8> {
    let numbers = |tile: &Tile| {
        let ([x, y], [column, row]) = (tile.at.map(|part| part as u16), tile.atlas);
        [x, y, tile.source as u16, column, row, tile.alternative]
    };
    let cells = tiles.iter().flat_map(numbers).flat_map(u16::to_le_bytes);
    [0, 0].into_iter().chain(cells).collect()
}

/// The `layer_0/tile_data` of a `TileMap` of Godot 4: three numbers for each cell, the same bytes as in [`layer`].
#[must_use]
pub fn list(data: &[i32]) -> (Vec<Tile>, Problems) {
    let (whole, rest) = data.as_chunks::<3>();
    let cell = |numbers: &[i32; 3]| {
        let bytes = numbers.map(i32::to_le_bytes);
        tile(bytes.as_flattened().first_chunk().unwrap_or(&[0; 12]))
    };
    (whole.iter().map(cell).collect(), left_over(rest.len()))
}

fn left_over(numbers: usize) -> Problems {
    if numbers == 0 { Vec::new() } else { vec![format!("{numbers} numbers do not make a cell; left out")] }
}

fn tile(bytes: &[u8; 12]) -> Tile {
    let number = |at: usize| u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
    Tile {
        at: [number(0) as i16, number(1) as i16],
        source: number(2) as i16,
        atlas: [number(3), number(4)],
        alternative: number(5),
    }
}

/// One cell that is filled, of Godot 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldTile {
    /// Column and row.
    pub at: [i16; 2],
    /// The number of the tile in the tile set.
    pub id: u32,
    /// Mirrored left to right.
    pub flip_h: bool,
    /// Mirrored top to bottom.
    pub flip_v: bool,
    /// Rows become columns.
    pub transpose: bool,
    /// The place in a tile that is an atlas.
    pub part: [u16; 2],
}

/// The `tile_data` of a `TileMap` of Godot 3: three numbers for each cell, in `format` 0 (Godot 3.0 and before) two.
#[must_use]
pub fn old(data: &[i32], format: i64) -> (Vec<OldTile>, Problems) {
    let size = if format == 0 { 2 } else { 3 };
    let cell = |numbers: &[i32]| {
        let [place, content] = [numbers[0], numbers[1]];
        let part = numbers.get(2).copied().unwrap_or_default();
        OldTile {
            at: [place as i16, (place >> 16) as i16],
            id: content as u32 & 0x1FFF_FFFF,
            flip_h: content >> 29 & 1 != 0,
            flip_v: content >> 30 & 1 != 0,
            transpose: content < 0,
            part: [part as u16, (part >> 16) as u16],
        }
    };
    let whole = data.chunks_exact(size);
    let problems = left_over(whole.remainder().len());
    (whole.map(cell).collect(), problems)
}

/// The form of cells (`tile_shape`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Beside and below each other.
    #[default]
    Square,
    /// Rhombs; rows overlap by half.
    Isometric,
    /// Rows are moved by half a cell.
    HalfOffset,
    /// Rows overlap by a quarter.
    Hexagon,
}

/// How columns and rows of moved cells are counted (`tile_layout`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Every second row is moved by half a cell.
    #[default]
    Stacked,
    /// The other rows are.
    StackedOffset,
    /// Each row is moved half a cell further.
    StairsRight,
    /// Each column goes half a cell further down.
    StairsDown,
    /// Columns go down to the right, rows up to the right.
    DiamondRight,
    /// Columns go down to the right, rows down to the left.
    DiamondDown,
}

/// Where cells are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// Their form.
    pub shape: Shape,
    /// How they are counted.
    pub counting: Counting,
    /// Whether columns are moved instead of rows (`tile_offset_axis` 1).
    pub vertical: bool,
    /// Width and height of a cell, pixels.
    pub size: [f32; 2],
}

impl Lattice {
    /// By the numbers of a `TileSet`; numbers nobody knows count as 0.
    #[must_use]
    pub const fn new(shape: i64, layout: i64, axis: i64, size: [f32; 2]) -> Self {
        let shape = match shape {
            1 => Shape::Isometric,
            2 => Shape::HalfOffset,
            3 => Shape::Hexagon,
            _ => Shape::Square,
        };
        let counting = match layout {
            1 => Counting::StackedOffset,
            2 => Counting::StairsRight,
            3 => Counting::StairsDown,
            4 => Counting::DiamondRight,
            5 => Counting::DiamondDown,
            _ => Counting::Stacked,
        };
        Self { shape, counting, vertical: axis == 1, size }
    }

    /// The middle of a cell, pixels from the map's origin.
    #[must_use]
    pub fn middle(&self, cell: [i16; 2]) -> [f32; 2] {
        let [x, y] = cell.map(f32::from);
        let moved = self.shape != Shape::Square;
        // What is said of rows holds for columns when the axes change places.
        let [mut x, mut y] = match (moved, self.vertical) {
            (false, _) => [x, y],
            (_, false) => self.counting.moved_rows(x, y),
            (_, true) => self.counting.moved_columns(x, y),
        };
        let overlap = match self.shape {
            Shape::Isometric => 0.5,
            Shape::Hexagon => 0.75,
            Shape::Square | Shape::HalfOffset => 1.0,
        };
        *(if self.vertical { &mut x } else { &mut y }) *= overlap;
        [(x + 0.5) * self.size[0], (y + 0.5) * self.size[1]]
    }
}

impl Counting {
    fn moved_rows(self, x: f32, y: f32) -> [f32; 2] {
        let odd = y.rem_euclid(2.0);
        match self {
            Self::Stacked => [x + odd * 0.5, y],
            Self::StackedOffset => [x + (1.0 - odd) * 0.5, y],
            Self::StairsRight => [x + y / 2.0, y],
            Self::StairsDown => [x / 2.0, y * 2.0 + x],
            Self::DiamondRight => [(x + y) / 2.0, y - x],
            Self::DiamondDown => [(x - y) / 2.0, y + x],
        }
    }

    fn moved_columns(self, x: f32, y: f32) -> [f32; 2] {
        let odd = x.rem_euclid(2.0);
        match self {
            Self::Stacked => [x, y + odd * 0.5],
            Self::StackedOffset => [x, y + (1.0 - odd) * 0.5],
            Self::StairsRight => [x * 2.0 + y, y / 2.0],
            Self::StairsDown => [x, y + x / 2.0],
            Self::DiamondRight => [x + y, (y - x) / 2.0],
            Self::DiamondDown => [x - y, (y + x) / 2.0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lattice, TRANSPOSE, layer, list, old, pack_layer};

    #[test]
    fn both_forms_of_godot_4_say_the_same() {
        let bytes: Vec<u8> = vec![0, 0, 255, 255, 2, 0, 3, 0, 1, 0, 0, 0, 1, 64];
        let (tiles, problems) = layer(&bytes);
        assert_eq!((tiles[0].at, tiles[0].source, tiles[0].atlas), ([-1, 2], 3, [1, 0]));
        assert_eq!((tiles[0].alternative, tiles[0].plain_alternative()), (1 | TRANSPOSE, 1));
        assert_eq!((pack_layer(&tiles), problems.len()), (bytes.clone(), 0));
        let numbers: Vec<i32> =
            bytes[2..].as_chunks::<4>().0.iter().map(|four| i32::from_le_bytes(*four)).collect();
        assert_eq!(list(&numbers).0, tiles);
        assert_eq!(layer(&bytes[..5]).1.len(), 1);
        assert_eq!(layer(&[7]).1.len(), 1);
        assert_eq!(layer(&[9, 0]).1.len(), 1);
    }

    #[test]
    fn tiles_of_godot_3() {
        let (tiles, problems) = old(&[0x0002_FFFF, 5 | 1 << 29 | i32::MIN, 0x0003_0004, 1], 1);
        assert_eq!((tiles[0].at, tiles[0].id, tiles[0].part), ([-1, 2], 5, [4, 3]));
        assert_eq!((tiles[0].flip_h, tiles[0].flip_v, tiles[0].transpose), (true, false, true));
        assert_eq!(problems.len(), 1);
    }

    #[test]
    fn middles_of_cells() {
        let square = Lattice::new(0, 4, 1, [16.0, 8.0]);
        assert_eq!(square.middle([-1, 2]), [-8.0, 20.0]);
        let rhombs = Lattice::new(1, 5, 0, [32.0, 16.0]);
        assert_eq!(rhombs.middle([1, 0]), [32.0, 16.0]);
        let hexagons = Lattice::new(3, 0, 0, [16.0, 16.0]);
        assert_eq!(hexagons.middle([0, -1]), [16.0, -4.0]);
    }
}
