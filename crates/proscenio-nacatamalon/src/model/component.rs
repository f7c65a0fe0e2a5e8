//! Components: what a box is.

use crate::model::base::{Site, Transform, Uniforms, uniforms, words};
use crate::model::drawing::{Sprite, Text};
use crate::model::fields::Fields;
use crate::model::material::ModelMaterial;
use crate::model::shapes::{Dropped, Shapes};
use crate::model::view::{Camera2d, Camera3d, Light};

words! {
    /// Every kind of component the format knows.
    ComponentKind {
        /// A picture.
        Sprite = "sprite",
        /// A picture with stretching borders.
        NineSlice = "nine-slice",
        /// Text.
        Text = "text",
        /// Figures drawn from numbers.
        Shapes = "shapes",
        /// A model.
        Mesh = "mesh",
        /// A tile map.
        Tilemap = "tilemap",
        /// Flat particles.
        Particles = "particles",
        /// Particles in 3D.
        Particles3d = "particles-3d",
        /// The camera of the plane.
        Camera2d = "camera-2d",
        /// The camera of the models.
        Camera3d = "camera-3d",
        /// Fog.
        Fog = "fog",
        /// A light.
        Light = "light",
        /// A picture the box is drawn into.
        SpriteTexture = "sprite-texture",
        /// A cut-out.
        Mask = "mask",
        /// Effects over the box.
        Filter = "filter",
        /// A behaviour, by name.
        Script = "script",
        /// A store, by name.
        Store = "store",
        /// Values moved in time.
        Motion = "motion",
        /// A sound.
        Sound = "sound",
        /// Music in layers.
        Music = "music",
        /// A song written as notes.
        Song = "song",
        /// The ears.
        AudioListener = "audio-listener",
        /// A flat body.
        PhysicsBody2d = "physics-body-2d",
        /// A body in 3D.
        PhysicsBody3d = "physics-body-3d",
        /// Flat gravity.
        PhysicsWorld2d = "physics-world-2d",
        /// Gravity in 3D.
        PhysicsWorld3d = "physics-world-3d",
        /// Something solid for flat particles.
        ParticleCollider2d = "particle-collider-2d",
        /// Something solid for particles in 3D.
        ParticleCollider3d = "particle-collider-3d",
    }
}

/// Spellings of earlier releases, and what they are called now.
const OLD_KINDS: &[(&str, ComponentKind)] = &[
    ("camera2d", ComponentKind::Camera2d),
    ("camera3d", ComponentKind::Camera3d),
    ("particles3d", ComponentKind::Particles3d),
    ("physics2d", ComponentKind::PhysicsBody2d),
    ("physics3d", ComponentKind::PhysicsBody3d),
];

impl ComponentKind {
    /// The kind a word means, and the earlier spelling when the word is one.
    pub(crate) fn read(word: &str) -> Option<(Self, Option<&'static str>)> {
        if let Some(kind) = Self::from_word(word) {
            return Some((kind, None));
        }
        OLD_KINDS.iter().find(|(old, _)| *old == word).map(|(old, kind)| (*kind, Some(*old)))
    }
}

/// One component of a box.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// Its identity; made up from its position when the file gives none.
    pub id: String,
    /// What it is.
    pub kind: ComponentKind,
    /// Its fields.
    pub data: ComponentData,
    /// Where it stands.
    pub site: Site,
}

/// The fields of a component.
#[derive(Clone, Debug, PartialEq)]
pub enum ComponentData {
    /// A picture.
    Sprite(Box<Sprite>),
    /// Text.
    Text(Box<Text>),
    /// Figures.
    Shapes(Box<Shapes>),
    /// A model.
    Mesh(Box<Mesh>),
    /// The camera of the plane.
    Camera2d(Camera2d),
    /// The camera of the models.
    Camera3d(Box<Camera3d>),
    /// A light.
    Light(Box<Light>),
    /// A kind that is recognised but not decoded field by field: ask [`Component::site`] for its value.
    Raw,
}

/// A model.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Its place in its box; the box's origin when absent.
    pub place: Option<Transform>,
    /// Key of a geometry asset; may be empty.
    pub geometry: String,
    /// Its material, whole even when the file says none.
    pub material: ModelMaterial,
    /// Knobs of the shader, set for this model.
    pub uniforms: Option<Uniforms>,
    /// Drawn unless `false`.
    pub visible: Option<bool>,
    /// Drawing order in the whole scene; 0 when absent.
    pub z_index: Option<f64>,
    /// Casts shadows unless `false`.
    pub cast_shadow: Option<bool>,
    /// Drawn even when nothing of it is on the screen.
    pub always_drawn: Option<bool>,
    /// How far it reaches beyond its shape, its own units; 0 when absent.
    pub bounds_margin: Option<f64>,
}

impl Mesh {
    fn read(fields: &Fields<'_>) -> Self {
        Self {
            place: Transform::read(fields, "transform"),
            geometry: fields.str_or("geometry", ""),
            material: ModelMaterial::read(fields),
            uniforms: uniforms(fields, "uniforms"),
            visible: fields.opt_bool("visible"),
            z_index: fields.opt_num("zIndex"),
            cast_shadow: fields.opt_bool("castShadow"),
            always_drawn: fields.opt_bool("alwaysDrawn"),
            bounds_margin: fields.opt_num("boundsMargin"),
        }
    }
}

/// The fields of a component of that kind. Figures that cannot be drawn are put into `dropped`.
pub(crate) fn read_data(
    kind: ComponentKind,
    fields: &Fields<'_>,
    dropped: &mut Vec<Dropped>,
) -> ComponentData {
    match kind {
        ComponentKind::Sprite => ComponentData::Sprite(Box::new(Sprite::read(fields))),
        ComponentKind::Text => ComponentData::Text(Box::new(Text::read(fields))),
        ComponentKind::Shapes => ComponentData::Shapes(Box::new(Shapes::read(fields, dropped))),
        ComponentKind::Mesh => ComponentData::Mesh(Box::new(Mesh::read(fields))),
        ComponentKind::Camera2d => ComponentData::Camera2d(Camera2d::read(fields)),
        ComponentKind::Camera3d => ComponentData::Camera3d(Box::new(Camera3d::read(fields))),
        ComponentKind::Light => ComponentData::Light(Box::new(Light::read(fields))),
        _ => ComponentData::Raw,
    }
}
