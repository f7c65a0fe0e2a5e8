//! Which assets a component names, in the order in which the engine lists them.

use crate::model::{AssetSource, ComponentData, FileKind, FlatMaterial, Map, Shader, Uniforms};

/// The kinds of asset that components name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// A shape, by recipe or of a model file.
    Geometry,
    /// A picture.
    Texture,
    /// A sheet cut into frames.
    Atlas,
    /// A font of either sort.
    Font,
    /// A shader.
    Shader,
    /// An effect of particles.
    Particles,
    /// A tile map.
    Tilemap,
    /// A sound file.
    Audio,
    /// A song written as notes.
    Song,
    /// Values moved in time.
    Motion,
}

impl Wanted {
    /// The kind of an entry of the manifest; `None` for one that is not understood.
    #[must_use]
    pub const fn of(source: &AssetSource) -> Option<Self> {
        Some(match source {
            AssetSource::File { kind, .. } => match kind {
                FileKind::Texture => Self::Texture,
                FileKind::Atlas => Self::Atlas,
                FileKind::Shader => Self::Shader,
                FileKind::Particles => Self::Particles,
                FileKind::Tilemap => Self::Tilemap,
                FileKind::Audio => Self::Audio,
                FileKind::Song => Self::Song,
                FileKind::Motion => Self::Motion,
            },
            AssetSource::BitmapFont { .. } | AssetSource::Font { .. } => Self::Font,
            AssetSource::Geometry(_) => Self::Geometry,
            AssetSource::Unknown { .. } => return None,
        })
    }

    /// The kind as a person says it.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Geometry => "geometry",
            Self::Texture => "texture",
            Self::Atlas => "atlas",
            Self::Font => "font",
            Self::Shader => "shader",
            Self::Particles => "particle effect",
            Self::Tilemap => "tile map",
            Self::Audio => "audio",
            Self::Song => "song",
            Self::Motion => "motion",
        }
    }
}

/// A key that a component names.
#[derive(Clone, Copy, Debug)]
pub struct Use<'c> {
    /// The kind of asset.
    pub kind: Wanted,
    /// The key; never empty.
    pub key: &'c str,
}

/// The keys that a component names; empty ones are none.
#[must_use]
pub fn uses(data: &ComponentData) -> Vec<Use<'_>> {
    let mut uses = Uses::default();
    match data {
        ComponentData::Sprite(data) => {
            uses.put(Wanted::Texture, data.texture.as_deref());
            uses.put(Wanted::Atlas, data.atlas());
            uses.flat(data.flat.material.as_deref());
        }
        ComponentData::NineSlice(data) => {
            uses.put(Wanted::Texture, data.texture.as_deref());
            uses.put(Wanted::Atlas, data.atlas.as_deref());
            uses.flat(data.flat.material.as_deref());
        }
        ComponentData::Text(data) => {
            uses.put(Wanted::Font, Some(&data.font));
            uses.flat(data.flat.material.as_deref());
        }
        ComponentData::Mesh(data) => {
            let material = &data.material;
            uses.put(Wanted::Geometry, Some(&data.geometry));
            uses.put(Wanted::Texture, material.texture.as_deref());
            uses.put(Wanted::Texture, material.emissive_texture.as_deref());
            uses.put(Wanted::Texture, material.occlusion.as_ref().map(|own| &*own.texture));
            uses.shader(&material.shader, &material.maps);
        }
        ComponentData::Tilemap(data) => {
            uses.put(Wanted::Tilemap, Some(&data.map));
            data.layers.iter().for_each(|layer| uses.flat(layer.material.as_deref()));
        }
        ComponentData::Particles(data) => uses.put(Wanted::Particles, Some(&data.emitter.effect)),
        ComponentData::Particles3d(data) => uses.put(Wanted::Particles, Some(&data.emitter.effect)),
        ComponentData::Sound(data) => uses.put(Wanted::Audio, Some(&data.audio)),
        ComponentData::Music(data) => {
            data.layers.iter().for_each(|layer| uses.put(Wanted::Audio, Some(&layer.audio)));
        }
        ComponentData::Song(data) => uses.put(Wanted::Song, Some(&data.song)),
        ComponentData::Motion(data) => uses.put(Wanted::Motion, Some(&data.motion)),
        _ => {}
    }
    uses.list
}

#[derive(Default)]
struct Uses<'c> {
    list: Vec<Use<'c>>,
}

impl<'c> Uses<'c> {
    fn put(&mut self, kind: Wanted, key: Option<&'c str>) {
        self.list.extend(key.filter(|key| !key.is_empty()).map(|key| Use { kind, key }));
    }

    fn flat(&mut self, material: Option<&'c FlatMaterial>) {
        if let Some(material) = material {
            self.shader(&material.shader, &material.maps);
        }
    }

    fn shader(&mut self, shader: &'c Shader, maps: &'c [Map]) {
        self.put(Wanted::Shader, shader.effect.as_deref());
        maps.iter().for_each(|map| self.put(Wanted::Texture, Some(&map.texture)));
    }
}

/// The knobs that a component sets, its material's first.
#[must_use]
pub fn knobs(data: &ComponentData) -> Vec<&Uniforms> {
    fn flat(material: &Option<Box<FlatMaterial>>) -> Option<&Uniforms> {
        material.as_ref().and_then(|own| own.shader.uniforms.as_ref())
    }
    let pair = match data {
        ComponentData::Sprite(data) => [flat(&data.flat.material), data.flat.uniforms.as_deref()],
        ComponentData::NineSlice(data) => [flat(&data.flat.material), data.flat.uniforms.as_deref()],
        ComponentData::Text(data) => [flat(&data.flat.material), data.flat.uniforms.as_deref()],
        ComponentData::Mesh(data) => [data.material.shader.uniforms.as_ref(), data.uniforms.as_ref()],
        ComponentData::Tilemap(data) => {
            let layers = data.layers.iter();
            return layers.flat_map(|own| [flat(&own.material), own.uniforms.as_ref()]).flatten().collect();
        }
        _ => [None, None],
    };
    pair.into_iter().flatten().collect()
}
