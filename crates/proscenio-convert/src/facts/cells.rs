//! What stands in the cells of a grid.

use proscenio_scene::{Cell, CellContent, Cells};
use serde_json::{Map, Value, json};

/// All filled cells, in the order of the file.
pub(super) fn tell(cells: &Cells, out: &mut Map<String, Value>) {
    let told: Vec<Value> = cells.cells.iter().map(|cell| one(cell, cells.flat)).collect();
    match out.get_mut("cells") {
        // A map of several layers.
        Some(Value::Array(list)) => list.extend(told),
        _ => {
            out.insert("cells".to_owned(), json!(told));
        }
    }
}

fn one(cell: &Cell, flat: bool) -> Value {
    let (at, place) = (cell.at.to_array(), cell.place.to_array());
    let (at, place) = if flat { (json!(at[..2]), json!(place[..2])) } else { (json!(at), json!(place)) };
    match cell.content {
        CellContent::Item { item, orientation, turn } => json!({
            "cell": at,
            "item": item,
            "orientation": orientation,
            "basis_rows": super::rows(turn),
            "local": place,
        }),
        CellContent::Tile { source, atlas, alternative } => json!({
            "cell": at,
            "source": source,
            "atlas": atlas.to_array(),
            "alternative": alternative,
            "local": place,
        }),
    }
}
