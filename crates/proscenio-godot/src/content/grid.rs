//! `GridMap`: which item of its library stands in which cell.

use super::Problems;

/// One cell that is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Counted from the origin; each between −32768 and 32767.
    pub at: [i16; 3],
    /// The number of the item in the `MeshLibrary`.
    pub item: u16,
    /// One of 24 turns, see [`turn`].
    pub orientation: u8,
}

/// The `cells` of a map's `data`: three numbers each, the place in two and the content in one.
#[must_use]
pub fn cells(list: &[i32]) -> (Vec<Cell>, Problems) {
    let mut problems = Problems::new();
    let (whole, rest) = list.as_chunks::<3>();
    if !rest.is_empty() {
        problems.push(format!("{} numbers do not make a cell; left out", rest.len()));
    }
    let cell = |[first, second, content]: &[i32; 3]| Cell {
        at: [*first as i16, (*first >> 16) as i16, *second as i16],
        item: *content as u16,
        orientation: (*content >> 16 & 0x1F) as u8,
    };
    (whole.iter().map(cell).collect(), problems)
}

/// The numbers of [`cells`].
#[must_use]
pub fn pack(cells: &[Cell]) -> Vec<i32> {
    let number = |low: u16, high: u16| (u32::from(low) | u32::from(high) << 16) as i32;
    let one = |cell: &Cell| {
        let [x, y, z] = cell.at.map(|part| part as u16);
        [number(x, y), number(z, 0), number(cell.item, u16::from(cell.orientation))]
    };
    cells.iter().flat_map(one).collect()
}

/// The turn of an orientation: a matrix row by row, its numbers 0, 1 and −1. Numbers from 24 on are not turned.
#[must_use]
pub fn turn(orientation: u8) -> [i8; 9] {
    TURNS.get(usize::from(orientation)).copied().unwrap_or(TURNS[0])
}

/// In the engine's order.
#[rustfmt::skip]
const TURNS: [[i8; 9]; 24] = [
    [1, 0, 0, 0, 1, 0, 0, 0, 1], [0, -1, 0, 1, 0, 0, 0, 0, 1],
    [-1, 0, 0, 0, -1, 0, 0, 0, 1], [0, 1, 0, -1, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, -1, 0, 1, 0], [0, 0, 1, 1, 0, 0, 0, 1, 0],
    [-1, 0, 0, 0, 0, 1, 0, 1, 0], [0, 0, -1, -1, 0, 0, 0, 1, 0],
    [1, 0, 0, 0, -1, 0, 0, 0, -1], [0, 1, 0, 1, 0, 0, 0, 0, -1],
    [-1, 0, 0, 0, 1, 0, 0, 0, -1], [0, -1, 0, -1, 0, 0, 0, 0, -1],
    [1, 0, 0, 0, 0, 1, 0, -1, 0], [0, 0, -1, 1, 0, 0, 0, -1, 0],
    [-1, 0, 0, 0, 0, -1, 0, -1, 0], [0, 0, 1, -1, 0, 0, 0, -1, 0],
    [0, 0, 1, 0, 1, 0, -1, 0, 0], [0, -1, 0, 0, 0, 1, -1, 0, 0],
    [0, 0, -1, 0, -1, 0, -1, 0, 0], [0, 1, 0, 0, 0, -1, -1, 0, 0],
    [0, 0, 1, 0, -1, 0, 1, 0, 0], [0, 1, 0, 0, 0, 1, 1, 0, 0],
    [0, 0, -1, 0, 1, 0, 1, 0, 0], [0, -1, 0, 0, 0, -1, 1, 0, 0],
];

#[cfg(test)]
mod tests {
    use super::{TURNS, cells, pack};

    #[test]
    fn cells_come_back_as_the_same_numbers() {
        let numbers = [65535, 0, 0, 131_071, 1, 196_609, 65537, 65535, 1_376_258];
        let (found, problems) = cells(&numbers);
        assert_eq!((found[0].at, found[1].at, found[2].at), ([-1, 0, 0], [-1, 1, 1], [1, 1, -1]));
        assert_eq!((found[1].item, found[1].orientation, found[2].orientation), (1, 3, 21));
        assert_eq!((pack(&found), problems.len()), (numbers.to_vec(), 0));
        assert_eq!(cells(&[1, 2]).1.len(), 1);
    }

    #[test]
    fn every_turn_is_one_and_none_comes_twice() {
        for (at, [a, b, c, d, e, f, g, h, i]) in TURNS.into_iter().enumerate() {
            assert_eq!(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g), 1, "{at}");
        }
        let mut all = TURNS.to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 24);
    }
}
