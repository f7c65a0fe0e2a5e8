//! Components: what a box is.

use compact_str::CompactString;

use crate::model::audio::{AudioListener, Music, Song, Sound};
use crate::model::base::{Site, Transform, Uniforms, uniforms, words};
use crate::model::behaviour::{Motion, Script, Store};
use crate::model::context::Context;
use crate::model::drawing::{Sprite, Text};
use crate::model::fields::Fields;
use crate::model::kept::Kept;
use crate::model::material::ModelMaterial;
use crate::model::out::Out;
use crate::model::panel::{NineSlice, Particles, Particles3d, Tilemap};
use crate::model::physics::{ParticleCollider, PhysicsBody2d, PhysicsBody3d, PhysicsWorld2d, PhysicsWorld3d};
use crate::model::scenery::{Filter, Fog, Mask, SpriteTexture};
use crate::model::shapes::Shapes;
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
    pub id: CompactString,
    /// What it is; agrees with [`Self::data`].
    pub kind: ComponentKind,
    /// Its fields.
    pub data: ComponentData,
    /// What of the component is not understood.
    pub kept: Kept,
    /// Where it stands.
    pub site: Site,
}

impl Component {
    /// A component that stands in no file.
    #[must_use]
    pub fn new(id: impl Into<CompactString>, data: ComponentData) -> Self {
        Self { id: id.into(), kind: data.kind(), data, kept: Kept::default(), site: Site::NOWHERE }
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.put("type", self.data.kind().as_str());
        out.put("id", self.id.as_str());
        self.data.write(out);
    }
}

/// The fields of a component.
#[derive(Clone, Debug, PartialEq)]
pub enum ComponentData {
    /// A picture.
    Sprite(Box<Sprite>),
    /// A picture with stretching borders.
    NineSlice(Box<NineSlice>),
    /// Text.
    Text(Box<Text>),
    /// Figures.
    Shapes(Box<Shapes>),
    /// A model.
    Mesh(Box<Mesh>),
    /// A tile map.
    Tilemap(Box<Tilemap>),
    /// Flat particles.
    Particles(Box<Particles>),
    /// Particles in 3D.
    Particles3d(Box<Particles3d>),
    /// The camera of the plane.
    Camera2d(Box<Camera2d>),
    /// The camera of the models.
    Camera3d(Box<Camera3d>),
    /// Fog.
    Fog(Box<Fog>),
    /// A light.
    Light(Box<Light>),
    /// A picture the box is drawn into.
    SpriteTexture(Box<SpriteTexture>),
    /// A cut-out.
    Mask(Box<Mask>),
    /// Effects over the box.
    Filter(Box<Filter>),
    /// A behaviour, by name.
    Script(Box<Script>),
    /// A store, by name.
    Store(Box<Store>),
    /// Values moved in time.
    Motion(Box<Motion>),
    /// A sound.
    Sound(Box<Sound>),
    /// Music in layers.
    Music(Box<Music>),
    /// A song written as notes.
    Song(Box<Song>),
    /// The ears.
    AudioListener(AudioListener),
    /// A flat body.
    PhysicsBody2d(Box<PhysicsBody2d>),
    /// A body in 3D.
    PhysicsBody3d(Box<PhysicsBody3d>),
    /// Flat gravity.
    PhysicsWorld2d(Box<PhysicsWorld2d>),
    /// Gravity in 3D.
    PhysicsWorld3d(Box<PhysicsWorld3d>),
    /// Something solid for flat particles.
    ParticleCollider2d(Box<ParticleCollider>),
    /// Something solid for particles in 3D.
    ParticleCollider3d(Box<ParticleCollider>),
}

impl ComponentData {
    /// What it is.
    #[must_use]
    pub const fn kind(&self) -> ComponentKind {
        match self {
            Self::Sprite(_) => ComponentKind::Sprite,
            Self::NineSlice(_) => ComponentKind::NineSlice,
            Self::Text(_) => ComponentKind::Text,
            Self::Shapes(_) => ComponentKind::Shapes,
            Self::Mesh(_) => ComponentKind::Mesh,
            Self::Tilemap(_) => ComponentKind::Tilemap,
            Self::Particles(_) => ComponentKind::Particles,
            Self::Particles3d(_) => ComponentKind::Particles3d,
            Self::Camera2d(_) => ComponentKind::Camera2d,
            Self::Camera3d(_) => ComponentKind::Camera3d,
            Self::Fog(_) => ComponentKind::Fog,
            Self::Light(_) => ComponentKind::Light,
            Self::SpriteTexture(_) => ComponentKind::SpriteTexture,
            Self::Mask(_) => ComponentKind::Mask,
            Self::Filter(_) => ComponentKind::Filter,
            Self::Script(_) => ComponentKind::Script,
            Self::Store(_) => ComponentKind::Store,
            Self::Motion(_) => ComponentKind::Motion,
            Self::Sound(_) => ComponentKind::Sound,
            Self::Music(_) => ComponentKind::Music,
            Self::Song(_) => ComponentKind::Song,
            Self::AudioListener(_) => ComponentKind::AudioListener,
            Self::PhysicsBody2d(_) => ComponentKind::PhysicsBody2d,
            Self::PhysicsBody3d(_) => ComponentKind::PhysicsBody3d,
            Self::PhysicsWorld2d(_) => ComponentKind::PhysicsWorld2d,
            Self::PhysicsWorld3d(_) => ComponentKind::PhysicsWorld3d,
            Self::ParticleCollider2d(_) => ComponentKind::ParticleCollider2d,
            Self::ParticleCollider3d(_) => ComponentKind::ParticleCollider3d,
        }
    }

    fn write(&self, out: &mut Out) {
        match self {
            Self::Sprite(data) => data.write(out),
            Self::NineSlice(data) => data.write(out),
            Self::Text(data) => data.write(out),
            Self::Shapes(data) => data.write(out),
            Self::Mesh(data) => data.write(out),
            Self::Tilemap(data) => data.write(out),
            Self::Particles(data) => data.write(out),
            Self::Particles3d(data) => data.write(out),
            Self::Camera2d(data) => data.write(out),
            Self::Camera3d(data) => data.write(out),
            Self::Fog(data) => data.write(out),
            Self::Light(data) => data.write(out),
            Self::SpriteTexture(data) => data.write(out),
            Self::Mask(data) => data.write(out),
            Self::Filter(data) => data.write(out),
            Self::Script(data) => data.write(out),
            Self::Store(data) => data.write(out),
            Self::Motion(data) => data.write(out),
            Self::Sound(data) => data.write(out),
            Self::Music(data) => data.write(out),
            Self::Song(data) => data.write(out),
            Self::AudioListener(data) => data.write(out),
            Self::PhysicsBody2d(data) => data.write(out),
            Self::PhysicsBody3d(data) => data.write(out),
            Self::PhysicsWorld2d(data) => data.write(out),
            Self::PhysicsWorld3d(data) => data.write(out),
            Self::ParticleCollider2d(data) => data.write(out),
            Self::ParticleCollider3d(data) => data.write(out),
        }
    }
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
    fn write(&self, out: &mut Out) {
        out.deep_place(self.place.as_ref());
        out.put("geometry", self.geometry.as_str());
        out.record("material", |out| self.material.write(out));
        out.uniforms(self.uniforms.as_ref());
        out.unless("visible", self.visible, true);
        out.opt("zIndex", self.z_index);
        out.unless("castShadow", self.cast_shadow, true);
        out.unless("alwaysDrawn", self.always_drawn, false);
        out.unless("boundsMargin", self.bounds_margin, 0.0);
    }

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

/// The fields of a component of that kind; `None` when it lacks what it cannot do without.
#[rustfmt::skip]
pub(crate) fn read_data(
    kind: ComponentKind,
    fields: &Fields<'_>,
    context: &mut Context,
) -> Option<ComponentData> {
    use ComponentData as Data;
    use ComponentKind as Kind;
    Some(match kind {
        Kind::Sprite => Data::Sprite(Box::new(Sprite::read(fields))),
        Kind::NineSlice => Data::NineSlice(Box::new(NineSlice::read(fields))),
        Kind::Text => Data::Text(Box::new(Text::read(fields))),
        Kind::Shapes => Data::Shapes(Box::new(Shapes::read(fields, context))),
        Kind::Mesh => Data::Mesh(Box::new(Mesh::read(fields))),
        Kind::Tilemap => Data::Tilemap(Box::new(Tilemap::read(fields))),
        Kind::Particles => Data::Particles(Box::new(Particles::read(fields))),
        Kind::Particles3d => Data::Particles3d(Box::new(Particles3d::read(fields))),
        Kind::Camera2d => Data::Camera2d(Box::new(Camera2d::read(fields))),
        Kind::Camera3d => Data::Camera3d(Box::new(Camera3d::read(fields))),
        Kind::Fog => Data::Fog(Box::new(Fog::read(fields))),
        Kind::Light => Data::Light(Box::new(Light::read(fields))),
        Kind::SpriteTexture => Data::SpriteTexture(Box::new(SpriteTexture::read(fields, context)?)),
        Kind::Mask => Data::Mask(Box::new(Mask::read(fields)?)),
        Kind::Filter => Data::Filter(Box::new(Filter::read(fields, context)?)),
        Kind::Script => Data::Script(Box::new(Script::read(fields)?)),
        Kind::Store => Data::Store(Box::new(Store::read(fields)?)),
        Kind::Motion => Data::Motion(Box::new(Motion::read(fields)?)),
        Kind::Sound => Data::Sound(Box::new(Sound::read(fields)?)),
        Kind::Music => Data::Music(Box::new(Music::read(fields)?)),
        Kind::Song => Data::Song(Box::new(Song::read(fields)?)),
        Kind::AudioListener => Data::AudioListener(AudioListener::read(fields)),
        Kind::PhysicsBody2d => Data::PhysicsBody2d(Box::new(PhysicsBody2d::read(fields, context)?)),
        Kind::PhysicsBody3d => Data::PhysicsBody3d(Box::new(PhysicsBody3d::read(fields, context)?)),
        Kind::PhysicsWorld2d => Data::PhysicsWorld2d(Box::new(PhysicsWorld2d::read(fields))),
        Kind::PhysicsWorld3d => Data::PhysicsWorld3d(Box::new(PhysicsWorld3d::read(fields))),
        Kind::ParticleCollider2d => Data::ParticleCollider2d(Box::new(ParticleCollider::read(fields, true)?)),
        Kind::ParticleCollider3d => Data::ParticleCollider3d(Box::new(ParticleCollider::read(fields, false)?)),
    })
}
