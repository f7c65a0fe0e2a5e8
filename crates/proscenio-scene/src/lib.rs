//! The neutral scene that drawing, running and converting share: a tree of nodes with placements and
//! components, beside tables of meshes, materials, images and cameras.
//!
//! # Conventions
//!
//! * 3D: right-handed, +Y up, metres, radians, column vectors (glTF's convention). A camera and a light
//!   look along −Z of their node.
//! * 2D: +X right, +Y down, pixels, the origin at the view's top-left corner, angles clockwise.
//! * Triangles are counter-clockwise when seen from the front.
//! * Texture coordinates: (0, 0) is the picture's top-left corner.
//! * Colours are linear light, straight alpha ([`Rgba`]). Families that shade *stored* values say so on
//!   the material ([`ShadingRule`]); [`Rgba::to_stored`] gives back the numbers of their files.
//!
//! Importers convert into this and exporters back. What a family says and the model has no field for
//! travels in [`Extras`], so that a conversion can name its losses and a way back can restore them.
//!
//! # Limitations
//!
//! Bodies, sounds, songs, motions and scripts are described and not run.

mod animation;
mod attachment;
mod behaviour;
mod cells;
mod colour;
mod component;
mod curve;
mod cycles;
mod environment;
mod extras;
mod finish;
mod flat_camera;
mod flat_group;
mod flat_light;
mod flat_mesh;
mod fog_volume;
mod frames;
mod image;
mod lines;
mod material;
mod mesh;
mod node;
mod panel;
mod particles;
mod path;
mod placement;
mod region;
mod relief;
mod rendering;
mod scene;
mod scroll;
mod shader;
mod skeleton;
mod table;
mod text;
mod tiles;

pub use animation::{
    Animation, AnimationPlayer, Base, Channel, EventKind, Handles, Interpolation, Keys, LoopMode, Target,
    Track, Values,
};
pub use behaviour::{
    AudioListener, Body, BodyKind, Collider, Motion, Music, PhysicsWorld, Script, Song, Sound, SoundReach,
    StoreLink,
};
pub use cells::{Cell, CellContent, Cells};
pub use colour::Rgba;
pub use component::{
    Camera, Component, FovAxis, Light, LightFalloff, LightKind, MeshInstance, Other, Portal, PortalKind,
    Projection, Sector, Shadow, Shape, ShapeKind, Shapes, Sprite, Stroke, Tiling,
};
pub use curve::{Baked, Curve, CurvePoint};
pub use cycles::{
    CycleDice, CycleEmitter, CycleLook, CycleMotion, CycleOrder, CycleQuad, CycleRange, CycleShape,
    CycleTiming, cycle,
};
pub use environment::{
    Adjustment, Ambient, Background, Environment, Glow, GlowBlend, GradientSky, Haze, HazeRun, PanoramaSky,
    PhysicalSky, Sky, SkyLook, Tonemap, TonemapKind,
};
pub use extras::{Extra, Extras};
pub use finish::{
    Backlight, Coat, Detail, DetailBlend, Diffuse, FadeBy, FarFade, Finish, Folds, Height, Hides, Highlight,
    RimLight, Triplanar,
};
pub use flat_camera::Camera2d;
pub use flat_group::{FlatGroup, FlatGroupKind};
pub use flat_light::{
    FlatAmbient, FlatCull, FlatLight, FlatLightBlend, FlatLightKind, FlatLit, FlatOccluder, FlatShadow,
};
pub use flat_mesh::FlatMesh;
pub use fog_volume::{FogShape, FogVolume, VolumetricFog};
pub use frames::{AnimatedSprite, FlatFrames, FrameAnimation, FramePlayer, SheetFrame};
pub use image::{Image, Pixels};
pub use lines::MeshLines;
pub use material::{
    AlphaMode, Billboard, BlendMode, ChannelMap, Cull, Dots, Filter, Look, Material, NormalMap, Occlusion,
    Rim, ShadingRule, TextureRef, Toon, UvTransform, VertexSnap, Wrap,
};
pub use mesh::{Lod, Mesh, Morph, Surface, Topology, VertexNumbers};
pub use node::{Identity, Node, Origin};
pub use panel::{NineSlice, SliceFill, Span, slice_axis};
pub use particles::{
    ChildEffect, ChildTrigger, ColliderShape, ColorStop, Emission, EmitterScales, Mulberry32,
    ParticleCollider, ParticleCollision, ParticleEffect, ParticleEmitter, ParticlePlace, ParticleQuad,
    ParticleShape, ParticleSolid, ParticleTrail, SizeStop, simulate,
};
pub use path::{BakedPath, Follower, PathCurve, PathPoint, PathTurn};
pub use placement::{Flat, FlatFields, Placement};
pub use region::{
    ColorTable, FilterChain, FlatRect, Fog, Mask, MaskChannel, Picture, PictureSees, ScreenEffect,
};
pub use relief::{FlatRelief, ReliefId};
pub use rendering::Rendering;
pub use scene::{Scene, WorldPlacements};
pub use scroll::{FlatSight, Scroll, ScrollRule};
pub use shader::{Shader, ShaderId, ShaderNumber};
pub use skeleton::{
    Bone, BoneAttachment, FlatBone, Joint, JointTarget, Skeleton, Skin, SkinSpace, Trs, Weights,
};
pub use table::{Id, Revision, Table};
pub use text::{BitmapFont, Font, FontKind, Glyph, TextAlign, TextBox, TextLetter};
pub use tiles::{FrameRun, SpriteRun, Tile, TileLayer, UvRect};

pub use glam;

/// Handle of an [`Animation`].
pub type AnimationId = Id<Animation>;
/// Handle of a [`ParticleEffect`].
pub type EffectId = Id<ParticleEffect>;
/// Handle of a [`Font`].
pub type FontId = Id<Font>;
/// Handle of an [`Image`].
pub type ImageId = Id<Image>;
/// Handle of a [`Material`].
pub type MaterialId = Id<Material>;
/// Handle of a [`Mesh`].
pub type MeshId = Id<Mesh>;
/// Handle of a [`Node`].
pub type NodeId = Id<Node>;
/// Handle of a [`Skeleton`].
pub type SkeletonId = Id<Skeleton>;
