//! `TileSet`: atlases and collections of scenes.

use std::collections::{BTreeMap, HashMap};

use glam::Vec2;
use proscenio_godot::Value;
use proscenio_godot::content::tiles::Lattice;
use proscenio_scene::{Rgba, UvRect};

use crate::front::godot::Importer;
use crate::front::godot::files::Place;
use crate::front::godot::props::Props;
use crate::front::godot::texture::Texture;

/// A tile set.
#[derive(Debug)]
pub(crate) struct TileSet {
    pub lattice: Lattice,
    pub sources: HashMap<i64, Source>,
}

/// Where tiles come from.
#[derive(Debug)]
pub(crate) enum Source {
    Atlas(Atlas),
    /// By number: the reference, and the section it stands in.
    Scenes(HashMap<u32, (Value, Place)>),
}

/// A picture cut into tiles.
#[derive(Debug)]
pub(crate) struct Atlas {
    pub texture: Option<Texture>,
    /// Width and height of the picture, texels.
    picture: Vec2,
    margins: Vec2,
    separation: Vec2,
    region: Vec2,
    /// By column and row.
    pub tiles: HashMap<[u16; 2], AtlasTile>,
}

/// A tile of an atlas.
#[derive(Debug)]
pub(crate) struct AtlasTile {
    /// Columns and rows it takes.
    size: Vec2,
    /// Frames side by side; 0 for all.
    columns: u32,
    /// Columns and rows between frames.
    separation: Vec2,
    speed: f32,
    /// How long each frame lasts, seconds at speed 1.
    durations: Vec<f32>,
    /// By number of the alternative.
    pub looks: BTreeMap<u16, Look>,
}

/// An alternative of a tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub flip_h: bool,
    pub flip_v: bool,
    pub transpose: bool,
    /// What lies on the middle of the cell, pixels from the middle of the tile.
    pub origin: Vec2,
    pub modulate: Rgba,
    pub z: f32,
}

impl Default for Look {
    fn default() -> Self {
        let origin = Vec2::ZERO;
        Self { flip_h: false, flip_v: false, transpose: false, origin, modulate: Rgba::WHITE, z: 0.0 }
    }
}

impl Default for AtlasTile {
    fn default() -> Self {
        let (size, separation) = (Vec2::ONE, Vec2::ZERO);
        Self { size, columns: 0, separation, speed: 1.0, durations: vec![1.0], looks: BTreeMap::new() }
    }
}

/// Frames of one tile, and how often one is repeated to last longer.
const MOST_FRAMES: usize = 4096;
const MOST_REPEATS: f32 = 64.0;

impl Atlas {
    /// Width and height of a tile, pixels.
    pub fn size(&self, tile: &AtlasTile) -> Vec2 {
        self.region * tile.size + self.separation * (tile.size - 1.0)
    }

    /// The part of the picture that a frame shows.
    pub fn frame(&self, at: [u16; 2], tile: &AtlasTile, frame: usize) -> UvRect {
        let step = match tile.columns as usize {
            0 => Vec2::new(frame as f32, 0.0),
            columns => Vec2::new((frame % columns) as f32, (frame / columns) as f32),
        };
        let cell = Vec2::from_array(at.map(f32::from)) + (tile.size + tile.separation) * step;
        let corner = self.margins + cell * (self.region + self.separation);
        UvRect { min: corner / self.picture, max: (corner + self.size(tile)) / self.picture }
    }
}

impl AtlasTile {
    fn shortest(&self) -> f32 {
        self.durations.iter().copied().filter(|time| *time > 0.0).fold(f32::INFINITY, f32::min)
    }

    /// The frames one after the other, long ones several times.
    pub fn shown(&self) -> impl Iterator<Item = usize> {
        let shortest = self.shortest();
        let often = move |time: f32| (time / shortest).round().clamp(1.0, MOST_REPEATS) as usize;
        let repeated = self.durations.iter().enumerate();
        repeated.flat_map(move |(frame, time)| std::iter::repeat_n(frame, often(*time))).take(MOST_FRAMES)
    }

    /// Frames per second; above 0.
    pub fn fps(&self) -> f64 {
        let fps = f64::from(self.speed) / f64::from(self.shortest());
        if fps.is_finite() && fps > 0.0 { fps } else { 1.0 }
    }
}

impl Importer<'_> {
    /// Reads a tile set of Godot 4. What only physics and navigation use stays in the scene's extras.
    pub(super) fn read_tile_set(&mut self, place: &Place) -> TileSet {
        let props = Props::of(place);
        let size = props.vector2("tile_size");
        let lattice = Lattice::new(
            props.int("tile_shape"),
            props.int("tile_layout"),
            props.int("tile_offset_axis"),
            size,
        );
        let mut sources = HashMap::new();
        let named = place.section().into_iter().flat_map(|section| {
            section.properties().map(|entry| entry.key().into_owned()).collect::<Vec<_>>()
        });
        for name in named.collect::<Vec<_>>() {
            let Some(number) = name.strip_prefix("sources/").and_then(|number| number.parse().ok()) else {
                continue;
            };
            let Some(resource) = self.named_resource(&props, &name) else { continue };
            let source = match resource.class().as_str() {
                "TileSetAtlasSource" => Source::Atlas(self.atlas_source(&resource)),
                "TileSetScenesCollectionSource" => Source::Scenes(scenes(&resource)),
                _ => continue,
            };
            sources.insert(number, source);
        }
        self.findings.extend(props.take_findings());
        self.keep_resource(place);
        TileSet { lattice, sources }
    }

    fn atlas_source(&mut self, place: &Place) -> Atlas {
        let props = Props::of(place);
        let texture = self.texture(&props, "texture", true);
        let picture = texture.and_then(|texture| self.scene.images[texture.image].size);
        let picture = picture.map_or(Vec2::splat(64.0), |size| Vec2::new(size[0] as f32, size[1] as f32));
        let vector = |name: &str| Vec2::from_array(props.vector2(name));
        let mut atlas = Atlas {
            texture,
            picture,
            margins: vector("margins"),
            separation: vector("separation"),
            region: vector("texture_region_size"),
            tiles: HashMap::new(),
        };
        for entry in place.section().into_iter().flat_map(|section| section.properties().collect::<Vec<_>>())
        {
            set_tile(&mut atlas.tiles, &entry.key(), || entry.value());
        }
        self.findings.extend(props.take_findings());
        self.keep_resource(place);
        atlas
    }
}

/// Understands `X:Y/…` and `X:Y/ALTERNATIVE/…`; anything else is not about tiles.
fn set_tile(tiles: &mut HashMap<[u16; 2], AtlasTile>, key: &str, value: impl Fn() -> Value) -> Option<()> {
    let (place, rest) = key.split_once('/')?;
    let (column, row) = place.split_once(':')?;
    let tile = tiles.entry([column.parse().ok()?, row.parse().ok()?]).or_default();
    let (first, rest) = rest.split_once('/').unwrap_or((rest, ""));
    if let Ok(alternative) = first.parse::<u16>() {
        let look = tile.looks.entry(alternative).or_default();
        let flag = || value().as_bool().unwrap_or_default();
        match rest {
            "flip_h" => look.flip_h = flag(),
            "flip_v" => look.flip_v = flag(),
            "transpose" => look.transpose = flag(),
            "texture_origin" | "texture_offset" => {
                look.origin = value().as_vector2().map(Vec2::from_array).unwrap_or_default();
                // Godot 4.0 moved the picture, not its origin.
                look.origin *= if rest == "texture_offset" { -1.0 } else { 1.0 };
            }
            "modulate" => look.modulate = value().as_color().map(Rgba::from_stored).unwrap_or_default(),
            "z_index" => look.z = value().as_i64().unwrap_or_default().clamp(-4096, 4096) as f32,
            _ => {}
        }
        return Some(());
    }
    let number = || value().as_f64().unwrap_or_default() as f32;
    let pair = || value().as_vector2().map(Vec2::from_array);
    match (first, rest) {
        ("size_in_atlas", _) => tile.size = pair().unwrap_or(Vec2::ONE).max(Vec2::ONE),
        ("animation_columns", _) => tile.columns = number().max(0.0) as u32,
        ("animation_separation", _) => tile.separation = pair().unwrap_or_default(),
        ("animation_speed", _) => tile.speed = number(),
        ("animation_frames_count", _) => {
            tile.durations.resize((number().max(1.0) as usize).min(MOST_FRAMES), 1.0);
        }
        (frame, "duration") => {
            let at: usize = frame.strip_prefix("animation_frame_")?.parse().ok()?;
            if at < MOST_FRAMES && at >= tile.durations.len() {
                tile.durations.resize(at + 1, 1.0);
            }
            *tile.durations.get_mut(at)? = number();
        }
        _ => {}
    }
    Some(())
}

/// `scenes/1/scene = ExtResource("…")`
fn scenes(place: &Place) -> HashMap<u32, (Value, Place)> {
    let Some(section) = place.section() else { return HashMap::new() };
    let named = section.properties().filter_map(|entry| {
        let key = entry.key();
        let number = key.strip_prefix("scenes/")?.strip_suffix("/scene")?.parse().ok()?;
        Some((number, (entry.value(), place.clone())))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::{Atlas, set_tile};
    use glam::Vec2;
    use proscenio_godot::value::decode;
    use std::collections::HashMap;

    fn atlas(lines: &[(&str, &str)]) -> Atlas {
        let mut tiles = HashMap::new();
        for (key, text) in lines {
            set_tile(&mut tiles, key, || decode(text.as_bytes()).value);
        }
        Atlas {
            texture: None,
            picture: Vec2::new(100.0, 50.0),
            margins: Vec2::new(2.0, 3.0),
            separation: Vec2::ONE,
            region: Vec2::splat(8.0),
            tiles,
        }
    }

    #[test]
    fn frames_stand_beside_each_other_and_last_unequally() {
        let atlas = atlas(&[
            ("1:0/size_in_atlas", "Vector2i(2, 1)"),
            ("1:0/animation_columns", "2"),
            ("1:0/animation_frame_0/duration", "0.5"),
            ("1:0/animation_frame_2/duration", "1.5"),
            ("1:0/0", "0"),
            ("1:0/3/flip_h", "true"),
            ("texture", "null"),
            ("x:0/0", "0"),
        ]);
        let tile = &atlas.tiles[&[1, 0]];
        assert_eq!((atlas.tiles.len(), atlas.size(tile)), (1, Vec2::new(17.0, 8.0)));
        assert_eq!(tile.shown().collect::<Vec<_>>(), [0, 1, 1, 2, 2, 2]);
        assert_eq!(tile.fps(), 2.0);
        let frame = atlas.frame([1, 0], tile, 2);
        assert_eq!(frame.min * Vec2::new(100.0, 50.0), Vec2::new(11.0, 12.0));
        assert!(tile.looks[&3].flip_h && !tile.looks[&0].flip_h);
    }
}
