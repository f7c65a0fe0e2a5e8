//! What a node is.

use glam::{Affine3A, Vec2, Vec3};

use crate::{
    AnimatedSprite, AnimationPlayer, AudioListener, BlendMode, Body, BoneAttachment, Camera2d, Cells, Extras,
    Filter, FilterChain, Flat, FlatAmbient, FlatBone, FlatLight, FlatMesh, FlatOccluder, Fog, Mask,
    MaterialId, MeshId, Motion, Music, NineSlice, NodeId, ParticleCollider, ParticleEmitter, PathCurve,
    PhysicsWorld, Picture, Rgba, Script, Scroll, Song, Sound, SpriteRun, StoreLink, TextBox, TextureRef,
    TileLayer,
};

/// One thing a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Component {
    /// Geometry.
    Mesh(MeshInstance),
    /// A picture in the plane.
    Sprite(Sprite),
    /// A picture that goes through frames.
    AnimatedSprite(AnimatedSprite),
    /// Triangles in the plane.
    FlatMesh(FlatMesh),
    /// A picture whose borders keep their size.
    NineSlice(NineSlice),
    /// One layer of a map of tiles.
    Tiles(TileLayer),
    /// Flat shapes drawn with numbers.
    Shapes(Shapes),
    /// A text.
    Text(TextBox),
    /// An eye in space.
    Camera(Camera),
    /// An eye on the plane.
    Camera2d(Camera2d),
    /// A light in space.
    Light(Light),
    /// A light in the plane.
    FlatLight(FlatLight),
    /// What drawings in the plane are multiplied with before lights come.
    FlatAmbient(FlatAmbient),
    /// What throws shadows in the plane.
    FlatOccluder(FlatOccluder),
    /// Fog over the models of a view.
    Fog(Fog),
    /// Fog within a shape.
    FogVolume(crate::FogVolume),
    /// Particles, in the plane or in space.
    Particles(ParticleEmitter),
    /// Particles born in cycles, in the plane.
    Cycles(Box<crate::CycleEmitter>),
    /// Something solid for particles.
    ParticleCollider(ParticleCollider),
    /// What is below the node goes into a picture instead of the screen.
    Picture(Picture),
    /// What is below the node is cut out.
    Mask(Mask),
    /// What is below the node goes through effects.
    Filter(FilterChain),
    /// A solid body.
    Body(Body),
    /// The rules bodies move by.
    PhysicsWorld(PhysicsWorld),
    /// A sound.
    Sound(Sound),
    /// Music in layers.
    Music(Music),
    /// A song written as notes.
    Song(Song),
    /// The ears.
    Listener(AudioListener),
    /// Values moved in time.
    Motion(Motion),
    /// What plays animations.
    AnimationPlayer(AnimationPlayer),
    /// Stands where a bone is.
    BoneAttachment(BoneAttachment),
    /// A bone in the plane.
    FlatBone(FlatBone),
    /// A behaviour, by name.
    Script(Script),
    /// A store of values, by name.
    Store(StoreLink),
    /// A room of a portal map.
    Sector(Sector),
    /// A doorway between rooms.
    Portal(Portal),
    /// What stands in the cells of a grid, beside the meshes and sprites that draw it.
    Cells(Cells),
    /// A curve that things move along.
    Path(PathCurve),
    /// What is below the node goes with cameras in the plane by a rule of its own, and repeats.
    Scroll(Scroll),
    /// Something the model does not know, kept whole.
    Other(Other),
}

/// A mesh placed by its node.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshInstance {
    /// The geometry.
    pub mesh: MeshId,
    /// One entry per surface that has its own material here; `None` or a missing entry keeps the surface's.
    pub materials: Vec<Option<MaterialId>>,
    /// Painted before higher ones whatever the depth (nacatamalon `zIndex`); 0 for families without it.
    pub z: f32,
    /// Whether lights are blocked by it.
    pub cast_shadow: bool,
    /// Placement inside the node, for families whose components carry one; applied after the node's.
    pub place: Option<Affine3A>,
    /// How much of each of the mesh's other shapes is shown; missing ones are 0.
    pub morph_weights: Vec<f32>,
    /// A hidden one is kept.
    pub visible: bool,
    /// Four numbers of this instance that only shaders know the meaning of (Godot's `INSTANCE_CUSTOM`).
    pub custom: Option<[f32; 4]>,
    /// Among see-through ones it counts as nearer by these metres (Godot's `sorting_offset`).
    pub nearer: f32,
    /// Among see-through ones it counts where its node is, not the middle of its box.
    pub sorted_by_node: bool,
    /// Drawn once more over itself, with this material.
    pub overlay: Option<MaterialId>,
    /// How much of it is see-through beside its material: 0 to 1 (Godot's `transparency`).
    pub fade: f32,
}

impl MeshInstance {
    /// A mesh with its own materials at its node; throws shadows.
    #[must_use]
    pub const fn new(mesh: MeshId) -> Self {
        Self {
            mesh,
            materials: Vec::new(),
            z: 0.0,
            cast_shadow: true,
            place: None,
            morph_weights: Vec::new(),
            visible: true,
            custom: None,
            nearer: 0.0,
            sorted_by_node: false,
            overlay: None,
            fade: 0.0,
        }
    }

    /// Where it is in the world, its node being at `node`.
    #[must_use]
    pub fn placed(&self, node: Affine3A) -> Affine3A {
        self.place.map_or(node, |place| node * place)
    }
}

/// A rectangle that shows a part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// `None` shows white, so a rectangle of the tint.
    pub texture: Option<TextureRef>,
    /// Placement inside the node, for families whose components carry one.
    pub local: Flat,
    /// Top-left corner of the rectangle, pixels of the local placement.
    pub position: Vec2,
    /// Width and height, pixels. May be negative: the picture is mirrored about the corner.
    pub size: Vec2,
    /// Texture coordinates shown at the top-left corner.
    pub uv_min: Vec2,
    /// Texture coordinates shown at the bottom-right corner; less than [`Sprite::uv_min`] when flipped.
    pub uv_max: Vec2,
    /// Whether texture coordinates are kept half a texel inside the window, so neighbours do not bleed in.
    pub uv_guard: bool,
    /// Multiplies the stored colours.
    pub tint: Rgba,
    /// How it joins what is behind it.
    pub blend: BlendMode,
    /// Higher is painted later; equal ones in tree order.
    pub z: f32,
    /// Painted before its parent instead of after it.
    pub behind_parent: bool,
    /// How much it moves with a 2D camera, per axis: 1 with the world, 0 not at all.
    pub parallax: Vec2,
    /// A hidden one is kept.
    pub visible: bool,
    /// The shown part repeated instead of stretched.
    pub tile: Option<Tiling>,
    /// Frames shown one after the other; they take the place of [`Sprite::uv_min`] and [`Sprite::uv_max`].
    pub run: Option<SpriteRun>,
}

/// A part of a picture repeated over a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiling {
    /// Width and height of one copy, pixels of the rectangle.
    pub copy: Vec2,
    /// Where in the rectangle a copy begins, pixels from its top-left corner.
    pub offset: Vec2,
}

/// Flat shapes, painted in order: each filled, then outlined.
#[derive(Clone, Debug, PartialEq)]
pub struct Shapes {
    /// Placement inside the node.
    pub local: Flat,
    /// In painting order.
    pub shapes: Vec<Shape>,
    /// Multiplies the stored colours.
    pub tint: Rgba,
    /// Higher is painted later.
    pub z: f32,
    /// As [`Sprite::parallax`].
    pub parallax: Vec2,
    /// Hidden ones are kept.
    pub visible: bool,
}

impl Shapes {
    /// White-tinted shapes at the node.
    #[must_use]
    pub const fn new(shapes: Vec<Shape>) -> Self {
        Self { local: Flat::IDENTITY, shapes, tint: Rgba::WHITE, z: 0.0, parallax: Vec2::ONE, visible: true }
    }
}

/// One flat shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its outline, pixels.
    pub kind: ShapeKind,
    /// Colour inside; `None` is hollow.
    pub fill: Option<Rgba>,
    /// Outline; `None` has none.
    pub stroke: Option<Stroke>,
    /// Hidden shapes are kept.
    pub visible: bool,
}

/// The outline of a [`Shape`], in pixels of its [`Shapes::local`] placement.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeKind {
    /// A rectangle, turned about its centre.
    Rect {
        /// Top-left corner.
        position: Vec2,
        /// Width and height.
        size: Vec2,
        /// Corner radii: top-left, top-right, bottom-right, bottom-left.
        radii: [f32; 4],
        /// Radians, clockwise.
        rotation: f32,
    },
    /// An ellipse or a part of one.
    Ellipse {
        /// Centre.
        center: Vec2,
        /// Half width and half height.
        radii: Vec2,
        /// Radians, clockwise.
        rotation: f32,
        /// First and last angle, radians, clockwise from +X; a full turn is the whole ellipse.
        arc: (f32, f32),
        /// Number of chords over the arc; `None` is round.
        segments: Option<u32>,
    },
    /// A filled polygon (non-zero winding).
    Polygon {
        /// Corners.
        points: Vec<Vec2>,
    },
    /// A line through points; only its stroke is drawn.
    Line {
        /// Corners.
        points: Vec<Vec2>,
        /// Whether the last point joins the first.
        closed: bool,
    },
}

/// An outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Pixels.
    pub width: f32,
    /// Colour.
    pub color: Rgba,
    /// Corners, ends and alignment as the family spells them.
    pub extras: Extras,
}

/// An eye in space: looks along −Z of its node, +Y up.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// How depth becomes size.
    pub projection: Projection,
    /// Nearest distance drawn, metres.
    pub near: f32,
    /// Farthest distance drawn, metres.
    pub far: f32,
    /// Moves the eye and so the picture's window, metres to the right and up in camera space.
    pub offset: Vec2,
    /// Magnification of the picture about its middle; 1 as it is.
    pub zoom: f32,
    /// Whether the family shows this one first.
    pub current: bool,
    /// Placement inside the node, for families whose cameras carry their own; applied after the node's.
    pub local: Option<Affine3A>,
    /// Whether the node's placement moves it (Godot) or only its own does (nacatamalon).
    pub follows_node: bool,
    /// Whether it sees x and y as the view's flat camera sees x and the picture's height less y, whatever its projection
    /// says; depth stays its own.
    pub follows_plane: bool,
}

/// How a [`Camera`] sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// Far things are smaller.
    Perspective {
        /// Full opening angle along `axis`, radians.
        fov: f32,
        /// The side of the picture the angle belongs to, whatever the picture's shape.
        axis: FovAxis,
    },
    /// Far things are as large as near ones.
    Orthographic {
        /// Metres across `axis`.
        size: f32,
        /// The side of the picture the size belongs to.
        axis: FovAxis,
    },
    /// A slanted perspective.
    Frustum {
        /// Metres across `axis` on the near plane.
        size: f32,
        /// The side of the picture the size belongs to.
        axis: FovAxis,
        /// Shift of the near plane's window, metres.
        offset: Vec2,
    },
}

/// A side of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FovAxis {
    /// Its height.
    Vertical,
    /// Its width.
    Horizontal,
}

/// A light: stands at its node and shines along −Z of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// Its form.
    pub kind: LightKind,
    /// Its colour.
    pub color: Rgba,
    /// Factor on the colour, in the family's unit: a surface that faces a light of energy 1 has its own
    /// colour.
    pub energy: f32,
    /// Share that reaches every surface, lit or not, 0 to 1 (nacatamalon `ambient`); a floor under the lights,
    /// not added to them.
    pub ambient: f32,
    /// Factor on highlights; 1 as strong as the surface reflects. Godot: `light_specular` of a directional
    /// light, twice that of the others.
    pub specular: f32,
    /// Factor on its light in [`crate::VolumetricFog`] (Godot: `light_volumetric_fog_energy`).
    pub in_fog: f32,
    /// Whether it throws shadows.
    pub cast_shadow: bool,
    /// How they look; of the rules in linear light.
    pub shadow: Shadow,
    /// Half the angle of its disc in a [`Sky`](crate::Sky), radians; `None` does not show there.
    pub sky_disc: Option<f32>,
    /// Placement inside the node, for families whose lights carry their own; applied after the node's.
    pub local: Option<Affine3A>,
    /// What the family says beyond this.
    pub extras: Extras,
}

/// How shadows look; the numbers are Godot's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow {
    /// Moves the surface towards the light before it is compared, hundredths of a metre. On stored values a share of the
    /// depth of the light's picture.
    pub bias: f32,
    /// Moves it along its normal, in texels of the shadow's picture.
    pub normal_bias: f32,
    /// Factor on the softness of edges.
    pub blur: f32,
    /// 0 (none) to 1 (no light).
    pub opacity: f32,
    /// Directional: the distance where shadows end, metres. On stored values how far back the light stands.
    pub distance: f32,
    /// Directional, on stored values: side of the square before the eye that has shadows, metres.
    pub area: f32,
    /// Directional: the share of the distance from which they fade.
    pub fade_start: f32,
    /// Directional: ends of all but the last picture, as shares of the distance.
    pub splits: [f32; 3],
    /// Directional: how many pictures share the distance; 1, 2 or 4.
    pub pictures: u8,
}

impl Shadow {
    /// That of lights on stored values (nacatamalon), where only the first caster of a view throws one.
    pub const STORED: Self = Self {
        bias: 0.002,
        normal_bias: 0.0,
        blur: 0.0,
        opacity: 1.0,
        distance: 20.0,
        area: 12.0,
        fade_start: 1.0,
        splits: [0.0; 3],
        pictures: 1,
    };
}

impl Default for Shadow {
    /// That of Godot's directional lights.
    fn default() -> Self {
        Self {
            bias: 0.1,
            normal_bias: 2.0,
            blur: 1.0,
            opacity: 1.0,
            distance: 100.0,
            area: 12.0,
            fade_start: 0.8,
            splits: [0.1, 0.2, 0.5],
            pictures: 4,
        }
    }
}

/// The form of a [`Light`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LightKind {
    /// From infinitely far away.
    Directional,
    /// From a point to all sides.
    Point {
        /// Metres; beyond it there is no light.
        range: f32,
        /// How it gets weaker on the way.
        falloff: LightFalloff,
    },
    /// From a point into a cone.
    Spot {
        /// Metres.
        range: f32,
        /// How it gets weaker on the way.
        falloff: LightFalloff,
        /// Half the opening angle, radians.
        angle: f32,
        /// How it gets weaker towards the rim: Godot's `spot_angle_attenuation` when the falloff is
        /// [`LightFalloff::Power`], else nacatamalon's penumbra (0 to 1).
        rim: f32,
    },
    /// From a rectangle in the XY plane.
    Rect {
        /// Metres.
        range: f32,
        /// Width and height, metres.
        size: Vec2,
        /// How it gets weaker on the way.
        falloff: LightFalloff,
    },
    /// From everywhere.
    Ambient,
}

/// How light gets weaker with distance `d` within range `r`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LightFalloff {
    /// Godot's: `(1 − (d/r)⁴)² · d^−exponent`.
    Power {
        /// `omni_attenuation` or `spot_attenuation`.
        exponent: f32,
    },
    /// `(1 − d/r)²`, clamped.
    Quadratic,
    /// nacatamalon's: `1 − d/r`, clamped.
    Linear,
}

/// A room of a portal map; its node's children are what stands in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sector {
    /// The family's name for it.
    pub name: String,
}

/// A doorway: seen through it is another sector.
#[derive(Clone, Debug, PartialEq)]
pub struct Portal {
    /// The family's name for it.
    pub name: String,
    /// How exactly it hides.
    pub kind: PortalKind,
    /// Corners of the rectangle, in order around it, metres.
    pub corners: [Vec3; 4],
    /// The sector behind it; `None` when the file names one that is not there.
    pub sector: Option<NodeId>,
    /// The portal on the other side.
    pub portal: Option<NodeId>,
    /// The names the file gives for both, kept when they lead nowhere.
    pub link_names: (String, String),
}

/// How exactly a [`Portal`] hides what lies beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortalKind {
    /// A sector is drawn whole or not at all.
    Fast,
    /// The view is cut to the doorway.
    Accurate,
}

/// A component the model does not know.
#[derive(Clone, Debug, PartialEq)]
pub struct Other {
    /// The family's word for it.
    pub kind: String,
    /// All it says.
    pub extras: Extras,
}

impl Sprite {
    /// A whole picture with its top-left corner at the node, as large as `size` pixels.
    #[must_use]
    pub fn new(texture: Option<TextureRef>, size: Vec2) -> Self {
        Self {
            texture,
            local: Flat::IDENTITY,
            position: Vec2::ZERO,
            size,
            uv_min: Vec2::ZERO,
            uv_max: Vec2::ONE,
            uv_guard: false,
            tint: Rgba::WHITE,
            blend: BlendMode::Mix,
            z: 0.0,
            behind_parent: false,
            parallax: Vec2::ONE,
            visible: true,
            tile: None,
            run: None,
        }
    }

    /// The filter of its texture; nearest without one.
    #[must_use]
    pub fn filter(&self) -> Filter {
        self.texture.map_or(Filter::Nearest, |texture| texture.filter)
    }
}
