//! `.tilemap`: layers of numbers, and what the numbers mean.

use crate::Document;
use crate::files::atlas::{FrameRef, frame_ref};
use crate::files::codes;
use crate::files::json::{Layout, Members, Out};
use crate::files::reader::{Object, Read, Reader, found};
use crate::files::sheet::Frame;
use crate::model::Json;
use crate::model::fields::finite;
use crate::value::Value;

/// What a tile map says in `kind`.
pub const KIND: &str = "tilemap";

/// A map of square cells in layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tilemap {
    /// The atlas, relative to the map's file.
    pub atlas: String,
    /// Side of a cell, whole pixels.
    pub cell: f64,
    /// Cells per row, whole.
    pub width: f64,
    /// Rows, whole.
    pub height: f64,
    /// What the numbers mean, by ascending id.
    pub tiles: Vec<Tile>,
    /// The layers in file order; never empty in a file that the engine takes.
    pub layers: Vec<Layer>,
    /// Members the format does not know.
    pub extra: Members,
}

/// What one number means.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The number, 1 or more; 0 is always the empty cell.
    pub id: u32,
    /// What is drawn.
    pub look: Look,
    /// Whether it stops what walks.
    pub solid: bool,
    /// Whether it stops what flies; as `solid` when absent.
    pub blocks_bullets: Option<bool>,
    /// The id it turns into when destroyed, 0 for nothing; absent for a tile that cannot be destroyed.
    pub becomes: Option<f64>,
    /// Members the format does not know.
    pub extra: Members,
}

/// What a tile shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// One frame of the atlas.
    Frame(FrameRef),
    /// A run of the atlas, which always starts again.
    Anim(String),
}

/// One layer of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// How a scene names it; `layer <index>` when the file does not say.
    pub name: String,
    /// Where it lies among what the scene draws.
    pub order: Order,
    /// Ids row by row from the top left; as many as the map has cells.
    pub data: Vec<u32>,
    /// Members the format does not know.
    pub extra: Members,
}

/// Where a layer lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Below the scene's things: -100.
    Under,
    /// Above them: 100.
    Over,
    /// At a number of its own; 0 when the file says nothing of use.
    At(f64),
}

impl Order {
    /// The order as the scene's `zIndex`.
    #[must_use]
    pub const fn z_index(self) -> f64 {
        match self {
            Self::Under => -100.0,
            Self::Over => 100.0,
            Self::At(z) => z,
        }
    }
}

impl Tile {
    /// Whether it stops what flies.
    #[must_use]
    pub fn stops_bullets(&self) -> bool {
        self.blocks_bullets.unwrap_or(self.solid)
    }
}

const FIELDS: &[&str] = &["format", "kind", "atlas", "cell", "width", "height", "tiles", "layers"];
const TILE_FIELDS: &[&str] = &["frame", "anim", "solid", "blocksBullets", "becomes"];
const LAYER_FIELDS: &[&str] = &["name", "order", "data"];

impl Tilemap {
    /// A new map over an atlas of `frames` frames: cells of 16 pixels, 20 by 15 of them, one empty layer
    /// `ground`, a tile for each frame.
    #[must_use]
    pub fn new(atlas: impl Into<String>, frames: u32) -> Self {
        let tile = |id: u32| Tile {
            id,
            look: Look::Frame(FrameRef::Index(f64::from(id - 1))),
            solid: false,
            blocks_bullets: None,
            becomes: None,
            extra: Vec::new(),
        };
        let ground =
            Layer { name: "ground".into(), order: Order::Under, data: vec![0; 300], extra: Vec::new() };
        Self {
            atlas: atlas.into(),
            cell: 16.0,
            width: 20.0,
            height: 15.0,
            tiles: (1..=frames).map(tile).collect(),
            layers: vec![ground],
            extra: Vec::new(),
        }
    }

    /// Reads a map; never fails. What the engine would refuse is told and leaves [`Read::refused`] set.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let Some(mut object) = reader.content(document, KIND) else {
            return reader.finish(Self { tiles: Vec::new(), layers: Vec::new(), ..Self::new("", 0) });
        };
        reader.format(&object, false);
        let atlas = reader.required_text(&object, "atlas");
        let cell = size(&mut reader, &object, "cell");
        let width = size(&mut reader, &object, "width");
        let height = size(&mut reader, &object, "height");
        let tiles = read_tiles(&mut reader, &mut object);
        let mut map = Self { atlas, cell, width, height, tiles, layers: Vec::new(), extra: Vec::new() };
        map.layers = read_layers(&mut reader, &object, &map);
        map.extra = reader.rest(&object, FIELDS);
        reader.finish(map)
    }

    /// The file as text: four blanks per level, each layer on a line of its own, defaults left out.
    #[must_use]
    pub fn serialize(&self) -> String {
        let tiles: Members = self.tiles.iter().map(|tile| (tile.id.to_string(), tile.json())).collect();
        let layers: Vec<Json> = self.layers.iter().map(Layer::json).collect();
        let file = Out::new()
            .put("format", 1.0)
            .put("kind", KIND)
            .put("atlas", &self.atlas)
            .put("cell", self.cell)
            .put("width", self.width)
            .put("height", self.height)
            .put("tiles", Json::Object(tiles))
            .put("layers", layers)
            .with(&self.extra);
        Layout { indent: 4, lines: Some("layers") }.text(&file)
    }

    /// The tile of an id; `None` for 0 and for ids that are not declared.
    #[must_use]
    pub fn tile(&self, id: u32) -> Option<&Tile> {
        self.tiles.binary_search_by_key(&id, |tile| tile.id).ok().and_then(|at| self.tiles.get(at))
    }

    /// The layer of that name; the first, when there are several.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.name == name)
    }

    /// The column and row of a point given in the map's own pixels, +y down. They may lie outside the map.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> (f64, f64) {
        ((x / self.cell).floor(), (y / self.cell).floor())
    }

    /// The id in a cell of a layer; 0 outside the map.
    #[must_use]
    pub fn id_at(&self, layer: &Layer, column: f64, row: f64) -> u32 {
        let inside = column >= 0.0 && row >= 0.0 && column < self.width && row < self.height;
        let at = row * self.width + column;
        if inside { layer.data.get(at as usize).copied().unwrap_or(0) } else { 0 }
    }

    /// Whether any layer's tile in the cell is solid.
    #[must_use]
    pub fn is_solid(&self, column: f64, row: f64) -> bool {
        self.any_tile(column, row, |tile| tile.solid)
    }

    /// Whether any layer's tile in the cell stops bullets.
    #[must_use]
    pub fn stops_bullets(&self, column: f64, row: f64) -> bool {
        self.any_tile(column, row, Tile::stops_bullets)
    }

    fn any_tile(&self, column: f64, row: f64, test: impl Fn(&Tile) -> bool) -> bool {
        self.layers.iter().filter_map(|layer| self.tile(self.id_at(layer, column, row))).any(test)
    }

    /// The layers from the lowest to the highest; those of one order as they stand in the file.
    #[must_use]
    pub fn layers_in_order(&self) -> Vec<&Layer> {
        let mut layers: Vec<&Layer> = self.layers.iter().collect();
        layers.sort_by(|a, b| a.order.z_index().total_cmp(&b.order.z_index()));
        layers
    }

    /// The part of the picture that a cell shows, as offset and scale: the frame, half a pixel smaller on
    /// every side, so that neighbours of the sheet do not bleed in.
    #[must_use]
    pub fn window(frame: &Frame) -> ([f64; 2], [f64; 2]) {
        // A pixel of the picture as a share of it.
        let pixel = [frame.uv_scale[0] / frame.w, frame.uv_scale[1] / frame.h];
        let offset = [0, 1].map(|k| frame.uv_offset[k] + pixel[k] / 2.0);
        (offset, [0, 1].map(|k| frame.uv_scale[k] - pixel[k]))
    }
}

/// A size in whole numbers. What is below 1 is refused: rounded down it would be nothing.
fn size(reader: &mut Reader, object: &Object<'_>, name: &str) -> f64 {
    let number = object.get(name).and_then(finite).filter(|number| *number >= 1.0);
    if number.is_none() {
        reader.refuse_member(object, name, "a number from 1");
    }
    number.unwrap_or(1.0).floor()
}

fn read_tiles(reader: &mut Reader, object: &mut Object<'_>) -> Vec<Tile> {
    let Some(value) = object.get("tiles") else { return Vec::new() };
    let Some(tiles) = Object::of(value) else {
        reader.default_taken(object, "tiles", "an object");
        return Vec::new();
    };
    let mut list = Vec::new();
    let mut becoming = Vec::new();
    for (name, value) in tiles.members() {
        let canonical = !name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit());
        let Some(id) = name.parse().ok().filter(|_| canonical) else {
            let message = format!("expected a whole number from 1 as a tile's id, found \"{name}\"");
            reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
            continue;
        };
        let Some(tile) = Object::of(value) else {
            let message = format!("expected an object for the tile {id}, found {}", found(value));
            reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
            continue;
        };
        let becomes = tile.get("becomes").map(Value::span);
        let Some(tile) = read_tile(reader, id, tile) else { continue };
        becoming.extend(becomes.zip(tile.becomes).map(|(span, other)| (span, id, other)));
        list.push(tile);
    }
    list.sort_by_key(|tile| tile.id);
    for (span, id, other) in becoming {
        let known =
            other == 0.0 || list.binary_search_by(|tile| f64::from(tile.id).total_cmp(&other)).is_ok();
        if !known {
            let message = format!("the tile {id} becomes {other}, which is not declared");
            reader.warn(&codes::TILE_BECOMES_UNKNOWN, span, message);
        }
    }
    list
}

fn read_tile(reader: &mut Reader, id: u32, mut tile: Object<'_>) -> Option<Tile> {
    let frame = tile.get("frame").and_then(frame_ref);
    let anim = tile.get("anim").and_then(|value| value.as_str()).map(Into::into);
    let look = match (frame, anim) {
        (Some(frame), None) => Look::Frame(frame),
        (None, Some(anim)) => Look::Anim(anim),
        (frame, _) => {
            let both = if frame.is_some() { "both" } else { "neither" };
            let message = format!("the tile {id} says {both} of `frame` and `anim`");
            reader.refuse(&codes::FILE_BAD_MEMBER, tile.span(), message);
            return None;
        }
    };
    // The other of the two, when it holds something that is neither number nor text.
    let other = if matches!(look, Look::Frame(_)) { "anim" } else { "frame" };
    if tile.get(other).is_some() {
        reader.default_taken(&mut tile, other, "nothing beside the other of `frame` and `anim`");
    }
    Some(Tile {
        id,
        look,
        solid: reader.bool(&mut tile, "solid").unwrap_or(false),
        blocks_bullets: reader.bool(&mut tile, "blocksBullets"),
        becomes: reader.num(&mut tile, "becomes").map(f64::floor),
        extra: reader.rest(&tile, TILE_FIELDS),
    })
}

fn read_layers(reader: &mut Reader, object: &Object<'_>, map: &Tilemap) -> Vec<Layer> {
    let list = object.get("layers").filter(|value| value.elements().next().is_some());
    let Some(list) = list else {
        reader.refuse_member(object, "layers", "an array of layers");
        return Vec::new();
    };
    let mut layers = Vec::new();
    for (index, value) in list.elements().enumerate() {
        match Object::of(value) {
            Some(layer) => layers.push(read_layer(reader, index, layer, map)),
            None => {
                let message = format!("expected a layer {{ name, order, data }}, found {}", found(value));
                reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
            }
        }
    }
    layers
}

fn read_layer(reader: &mut Reader, index: usize, mut layer: Object<'_>, map: &Tilemap) -> Layer {
    let name = reader.text(&mut layer, "name").unwrap_or_else(|| format!("layer {index}"));
    let order = |value: Value<'_>| match value.as_str().as_deref() {
        Some("under") => Some(Order::Under),
        Some("over") => Some(Order::Over),
        _ => finite(value).map(Order::At),
    };
    let order = reader.checked(&mut layer, "order", "under, over or a number", order);
    let order = order.unwrap_or(Order::At(0.0));
    let mut data = Vec::new();
    match layer.get("data").filter(|value| value.is_array()) {
        None => reader.refuse_member(&layer, "data", "an array of tile ids"),
        Some(list) => {
            let mut undeclared = None;
            for value in list.elements() {
                let id = finite(value).filter(|id| *id >= 0.0 && id.fract() == 0.0).map(|id| id as u32);
                let known = id.filter(|id| *id == 0 || map.tile(*id).is_some());
                if known.is_none() {
                    undeclared.get_or_insert(value);
                }
                data.push(known.unwrap_or(0));
            }
            if let Some(value) = undeclared {
                let message =
                    format!("the layer `{name}` uses the tile {}, which is not declared", found(value));
                reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
            }
            if data.len() as f64 != map.width * map.height {
                let message = format!(
                    "the layer `{name}` has {} cells, but {} times {} are {}",
                    data.len(),
                    map.width,
                    map.height,
                    map.width * map.height,
                );
                reader.refuse(&codes::FILE_BAD_MEMBER, list.span(), message);
            }
        }
    }
    Layer { name, order, data, extra: reader.rest(&layer, LAYER_FIELDS) }
}

impl Tile {
    fn json(&self) -> Json {
        let out = match &self.look {
            Look::Frame(frame) => Out::new().put("frame", frame.json()),
            Look::Anim(anim) => Out::new().put("anim", anim),
        };
        out.unless("solid", self.solid, false)
            .opt("blocksBullets", self.blocks_bullets)
            .opt("becomes", self.becomes)
            .with(&self.extra)
    }
}

impl Layer {
    fn json(&self) -> Json {
        let order = match self.order {
            Order::Under => Json::from("under"),
            Order::Over => Json::from("over"),
            Order::At(z) => Json::from(z),
        };
        let data: Vec<Json> = self.data.iter().map(|id| Json::from(f64::from(*id))).collect();
        Out::new().put("name", &self.name).put("order", order).put("data", data).with(&self.extra)
    }
}
