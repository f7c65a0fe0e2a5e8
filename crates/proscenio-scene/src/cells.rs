//! What stands in the cells of a grid.

use glam::{IVec2, IVec3, Mat3, Vec3};

/// The cells of a grid as the family counts them. Meshes and sprites beside it draw them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// Whether the grid lies in the plane.
    pub flat: bool,
    /// Filled ones, in the order of the file.
    pub cells: Vec<Cell>,
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Its number along each axis; in the plane the third is 0.
    pub at: IVec3,
    /// Where it is in the node: metres, in the plane pixels.
    pub place: Vec3,
    /// What stands in it.
    pub content: CellContent,
}

/// What stands in a [`Cell`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellContent {
    /// An item of a library of meshes.
    Item {
        /// Its number.
        item: u32,
        /// The family's number of its turn.
        orientation: u8,
        /// Its turn.
        turn: Mat3,
    },
    /// A tile of a tile set.
    Tile {
        /// The number of the source.
        source: i32,
        /// Column and row in the source.
        atlas: IVec2,
        /// The family's number of the alternative, with its bits of mirroring.
        alternative: u32,
    },
}
