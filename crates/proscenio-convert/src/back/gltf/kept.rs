//! Components glTF knows nothing of, as entries of `extras.proscenio`.

use glam::{DVec3, Vec2, Vec3};
use proscenio_scene::{
    AnimatedSprite, AnimationPlayer, Body, Cell, CellContent, Cells, Collider, ColliderShape, Component,
    EffectId, Extra, Extras, FilterChain, Flat, FlatMesh, FlatRect, Fog, FontId, FrameAnimation, Mask,
    Motion, Music, NineSlice, NodeId, ParticleEmitter, PathCurve, PhysicsWorld, Picture, Rgba, ScreenEffect,
    SheetFrame, Song, Sound, SoundReach, SpriteRun, TextBox, TileLayer, UvRect,
};

use super::components::{flat, own, point};
use super::extra::{color, number, numbers, object, rank};
use super::nodes::present;
use super::writer::Writer;

/// What a component is, for people.
pub(crate) fn what(component: &Component) -> &'static str {
    match component {
        Component::AnimatedSprite(_) => "a sprite with frames",
        Component::FlatMesh(_) => "triangles in the plane",
        Component::NineSlice(_) => "a nine-slice",
        Component::Tiles(_) => "a layer of tiles",
        Component::Particles(_) | Component::Cycles(_) => "particles",
        Component::ParticleCollider(_) => "a particle collider",
        Component::Picture(_) => "a picture the scene paints",
        Component::Mask(_) => "a mask",
        Component::Filter(_) => "a filter",
        Component::Fog(_) | Component::FogVolume(_) => "fog",
        Component::Body(_) => "a body",
        Component::PhysicsWorld(_) => "a physics world",
        Component::Sound(_) => "a sound",
        Component::Music(_) => "music",
        Component::Song(_) => "a song",
        Component::Listener(_) => "an audio listener",
        Component::Motion(_) => "a motion",
        Component::AnimationPlayer(_) => "an animation player",
        Component::BoneAttachment(_) => "a bone attachment",
        Component::FlatBone(_) => "a bone in the plane",
        Component::Script(_) => "a script",
        Component::Store(_) => "a store",
        Component::Path(_) => "a path",
        Component::FlatOccluder(_) => "what throws shadows in the plane",
        Component::Scroll(_) => "a part that scrolls",
        Component::Cells(_) => "cells of a grid",
        _ => "a component",
    }
}

fn word(text: &str) -> Extra {
    Extra::from(text)
}

/// A word of the model as the extras spell it.
fn spelled(value: impl std::fmt::Debug) -> Extra {
    Extra::Text(format!("{value:?}").to_lowercase())
}

fn off(flag: bool) -> Option<Extra> {
    (!flag).then_some(Extra::Bool(false))
}

fn on(flag: bool) -> Option<Extra> {
    flag.then_some(Extra::Bool(true))
}

fn placed(local: Flat) -> Option<Extra> {
    (local != Flat::IDENTITY).then(|| flat(local))
}

fn parallax(parallax: Vec2) -> Option<Extra> {
    (parallax != Vec2::ONE).then(|| point(parallax))
}

fn vector(value: Vec3) -> Extra {
    numbers(&value.to_array())
}

fn path(curve: &PathCurve) -> Extras {
    let point = |point: &proscenio_scene::PathPoint| {
        let parts = object([
            ("at", vector(point.at)),
            ("before", vector(point.before)),
            ("behind", vector(point.behind)),
            ("tilt", number(point.tilt)),
        ]);
        Extra::Map(parts)
    };
    present([
        ("type", Some(word("path"))),
        ("points", Some(Extra::List(curve.points.iter().map(point).collect()))),
        ("closed", on(curve.closed)),
        ("interval", Some(number(curve.interval))),
        ("upright", on(curve.upright)),
        ("flat", on(curve.flat)),
    ])
}

fn grid(cells: &Cells) -> Extras {
    let ints = |list: &[i64]| Extra::List(list.iter().map(|number| Extra::Int(*number)).collect());
    // A list for each cell, so that large maps stay small.
    let one = |cell: &Cell| {
        let [x, y, z] = cell.at.to_array().map(i64::from);
        match cell.content {
            CellContent::Item { item, orientation, .. } => ints(&[x, y, z, item.into(), orientation.into()]),
            CellContent::Tile { source, atlas, alternative } => {
                ints(&[x, y, source.into(), atlas.x.into(), atlas.y.into(), alternative.into()])
            }
        }
    };
    let columns =
        if cells.flat { "x y source atlas_x atlas_y alternative" } else { "x y z item orientation" };
    present([
        ("type", Some(word("cells"))),
        ("flat", on(cells.flat)),
        ("columns", Some(word(columns))),
        ("cells", Some(Extra::List(cells.cells.iter().map(one).collect()))),
    ])
}

fn double(value: f64) -> Extra {
    Extra::Float(value)
}

fn window(window: &UvRect) -> Extra {
    numbers(&[window.min.x, window.min.y, window.max.x, window.max.y])
}

fn rectangle(rect: FlatRect) -> Extra {
    numbers(&[rect.position.x, rect.position.y, rect.size.x, rect.size.y])
}

/// The frames of a sprite in time.
pub(super) fn run(run: &SpriteRun) -> Extra {
    let one = |run: &proscenio_scene::FrameRun| {
        Extra::Map(present([
            ("frames", Some(Extra::List(run.frames.iter().map(window).collect()))),
            ("fps", Some(double(run.fps))),
            ("loop", Some(Extra::Bool(run.looped))),
            ("next", run.next.map(|next| Extra::Int(next as i64))),
        ]))
    };
    Extra::Map(object([
        ("speed", double(run.speed)),
        ("runs", Extra::List(run.runs.iter().map(one).collect())),
    ]))
}

impl Writer<'_> {
    /// A component that is only kept.
    pub(super) fn kept(&self, component: &Component) -> Extras {
        match component {
            Component::Text(text) => self.text_box(text),
            Component::AnimatedSprite(frames) => self.frames(frames),
            Component::FlatMesh(mesh) => self.flat_mesh(mesh),
            Component::NineSlice(slice) => self.nine_slice(slice),
            Component::Tiles(layer) => self.tiles(layer),
            Component::Particles(emitter) => self.emitter(emitter),
            Component::ParticleCollider(collider) => present([
                ("type", Some(word("particle-collider"))),
                ("shape", Some(solid(&collider.shape))),
                ("enabled", off(collider.enabled)),
            ]),
            Component::Picture(picture) => self.painted(picture),
            Component::Mask(mask) => self.mask(mask),
            Component::Filter(chain) => filter(chain),
            Component::Fog(fog) => mist(fog),
            Component::Body(body) => self.body(body),
            Component::PhysicsWorld(world) => object([
                ("type", word("physics-world")),
                (
                    "gravity",
                    match world {
                        PhysicsWorld::Flat { gravity } => point(*gravity),
                        PhysicsWorld::Space { gravity } => vector(*gravity),
                    },
                ),
            ]),
            Component::Sound(sound) => noise(sound),
            Component::Music(music) => layers(music),
            Component::Song(song) => notes(song),
            Component::Listener(ears) => {
                present([("type", Some(word("listener"))), ("enabled", off(ears.enabled))])
            }
            Component::Motion(motion) => moves(motion),
            Component::AnimationPlayer(player) => self.player(player),
            Component::BoneAttachment(attachment) => present([
                ("type", Some(word("bone-attachment"))),
                ("skeleton", self.node_index(attachment.skeleton)),
                ("bone", Some(Extra::Int(attachment.bone.into()))),
                ("drives", on(attachment.drives)),
                ("external", on(attachment.external)),
            ]),
            Component::FlatBone(bone) => present([
                ("type", Some(word("flat-bone"))),
                ("rest", Some(numbers(&bone.rest.to_cols_array()))),
                ("length", bone.length.map(number)),
                ("angle", bone.angle.map(number)),
            ]),
            Component::Script(script) => present([
                ("type", Some(word("script"))),
                ("name", Some(word(&script.name))),
                ("props", own(&script.props)),
            ]),
            Component::Store(store) => object([("type", word("store")), ("name", word(&store.name))]),
            Component::Path(curve) => path(curve),
            Component::Cells(cells) => grid(cells),
            other => object([("type", word(what(other)))]),
        }
    }

    fn frames(&self, frames: &AnimatedSprite) -> Extras {
        let player = &frames.player;
        let frame = |frame: &SheetFrame| {
            Extra::Map(present([
                ("image", frame.texture.and_then(|texture| self.image_name(texture))),
                ("window", Some(window(&frame.uv))),
                ("size", Some(point(frame.size))),
                ("filled", Some(numbers(&[frame.filled.0.to_array(), frame.filled.1.to_array()].concat()))),
                ("duration", Some(double(frame.duration))),
            ]))
        };
        let run = |run: &FrameAnimation| {
            Extra::Map(object([
                ("name", word(&run.name)),
                ("fps", double(run.fps)),
                ("loop", Extra::Bool(run.looped)),
                ("frames", Extra::List(run.frames.iter().map(frame).collect())),
            ]))
        };
        let current = player.current.and_then(|at| player.animations.get(at));
        present([
            ("type", Some(word("animated-sprite"))),
            ("animations", Some(Extra::List(player.animations.iter().map(run).collect()))),
            ("animation", current.map(|run| word(&run.name))),
            ("frame", Some(Extra::Int(player.frame.into()))),
            ("progress", Some(number(player.progress))),
            ("playing", on(player.playing)),
            ("speed", Some(double(player.speed))),
        ])
    }

    fn flat_mesh(&self, mesh: &FlatMesh) -> Extras {
        let flat = |list: &[Vec2]| {
            (!list.is_empty()).then(|| numbers(&list.iter().flat_map(Vec2::to_array).collect::<Vec<_>>()))
        };
        let colors = mesh.colors.as_flattened();
        present([
            ("type", Some(word("flat-mesh"))),
            ("image", mesh.texture.and_then(|texture| self.image_name(texture))),
            ("local", placed(mesh.local)),
            ("points", flat(&mesh.points)),
            ("uvs", flat(&mesh.uvs)),
            ("colors", (!colors.is_empty()).then(|| numbers(colors))),
            (
                "indices",
                Some(Extra::List(mesh.indices.iter().map(|index| Extra::Int((*index).into())).collect())),
            ),
            ("tint", Some(color(mesh.tint))),
            ("blend", Some(spelled(mesh.blend))),
            ("z", Some(rank(mesh.z))),
            ("parallax", parallax(mesh.parallax)),
            ("visible", off(mesh.visible)),
        ])
    }

    fn node_index(&self, id: NodeId) -> Option<Extra> {
        let index = *self.node_of.get(id.index())?;
        index.map(|index| Extra::Int(index as i64))
    }

    fn player(&self, player: &AnimationPlayer) -> Extras {
        let blends = player
            .blends
            .iter()
            .map(|(from, to, seconds)| Extra::List(vec![word(from), word(to), number(*seconds)]));
        let next = player.next.iter().map(|(name, next)| Extra::List(vec![word(name), word(next)]));
        let names = player.animations.iter().filter_map(|id| self.scene.animations.get(*id));
        let some = |list: Vec<Extra>| (!list.is_empty()).then_some(Extra::List(list));
        present([
            ("type", Some(word("animation-player"))),
            ("animations", some(names.map(|animation| word(&animation.name)).collect())),
            ("root", player.root.and_then(|root| self.node_index(root))),
            ("autoplay", player.autoplay.as_deref().map(word)),
            ("speed", (player.speed != 1.0).then(|| number(player.speed))),
            ("blends", some(blends.collect())),
            ("next", some(next.collect())),
        ])
    }

    fn font_name(&self, id: FontId) -> Option<Extra> {
        self.scene.fonts.get(id).map(|font| word(&font.name))
    }

    fn effect_name(&self, id: EffectId) -> Option<Extra> {
        self.scene.effects.get(id).map(|effect| word(&effect.name))
    }

    fn text_box(&self, text: &TextBox) -> Extras {
        let said = |value: f32| (value != 0.0).then(|| number(value));
        present([
            ("type", Some(word("text"))),
            ("text", Some(word(&text.text))),
            ("local", placed(text.local)),
            ("font", text.font.and_then(|font| self.font_name(font))),
            ("font_size", Some(number(text.font_size))),
            ("align", Some(spelled(text.align))),
            ("letter_spacing", said(text.letter_spacing)),
            ("line_spacing", said(text.line_spacing)),
            ("max_width", said(text.max_width)),
            ("anchor", Some(point(text.anchor))),
            ("tint", Some(color(text.tint))),
            ("z", Some(rank(text.z))),
            ("parallax", parallax(text.parallax)),
            ("visible", off(text.visible)),
            ("extras", own(&text.extras)),
        ])
    }

    fn nine_slice(&self, slice: &NineSlice) -> Extras {
        let window = UvRect { min: slice.uv_min, max: slice.uv_max };
        present([
            ("type", Some(word("nine-slice"))),
            ("image", slice.texture.and_then(|texture| self.image_name(texture))),
            ("local", placed(slice.local)),
            ("size", Some(point(slice.size))),
            ("anchor", Some(point(slice.anchor))),
            ("source", Some(point(slice.source))),
            ("window", Some(self::window(&window))),
            ("borders", Some(numbers(&slice.borders))),
            ("fill", Some(Extra::List(slice.fill.map(spelled).into()))),
            ("tint", Some(color(slice.tint))),
            ("blend", Some(spelled(slice.blend))),
            ("z", Some(rank(slice.z))),
            ("parallax", parallax(slice.parallax)),
            ("visible", off(slice.visible)),
        ])
    }

    fn tiles(&self, layer: &TileLayer) -> Extras {
        let tile = |tile: &proscenio_scene::Tile| {
            Extra::Map(object([
                ("id", Extra::Int(tile.id.into())),
                ("frames", Extra::List(tile.frames.iter().map(window).collect())),
                ("fps", double(tile.fps)),
                ("solid", Extra::Bool(tile.solid)),
            ]))
        };
        let cells = layer.cells.iter().map(|cell| Extra::Int((*cell).into())).collect();
        present([
            ("type", Some(word("tiles"))),
            ("name", Some(word(&layer.name))),
            ("local", placed(layer.local)),
            ("image", layer.texture.and_then(|texture| self.image_name(texture))),
            ("cell", Some(number(layer.cell))),
            ("columns", Some(Extra::Int(layer.columns.into()))),
            ("cells", Some(Extra::List(cells))),
            ("tiles", Some(Extra::List(layer.tiles.iter().map(tile).collect()))),
            ("tint", Some(color(layer.tint))),
            ("z", Some(rank(layer.z))),
            ("visible", off(layer.visible)),
        ])
    }

    fn emitter(&self, emitter: &ParticleEmitter) -> Extras {
        let scales = &emitter.scales;
        present([
            ("type", Some(word("particles"))),
            ("name", Some(word(&emitter.name))),
            ("effect", emitter.effect.and_then(|effect| self.effect_name(effect))),
            ("local", placed(emitter.local)),
            ("place", emitter.place.map(|place| numbers(&place.to_cols_array()))),
            ("tint", Some(color(emitter.tint))),
            ("alpha", Some(number(emitter.alpha))),
            ("autoplay", Some(Extra::Bool(emitter.autoplay))),
            ("seed", emitter.seed.map(|seed| Extra::Int(seed.into()))),
            (
                "scales",
                Some(Extra::List([scales.rate, scales.size, scales.speed, scales.life].map(double).into())),
            ),
            ("z", Some(rank(emitter.z))),
            ("visible", off(emitter.visible)),
        ])
    }

    fn painted(&self, picture: &Picture) -> Extras {
        let words = |words: &[String]| {
            (!words.is_empty()).then(|| Extra::List(words.iter().map(|text| word(text)).collect()))
        };
        present([
            ("type", Some(word("picture"))),
            ("image", self.scene.images.get(picture.image).map(|image| word(&image.name))),
            ("size", Some(Extra::List(picture.size.map(|side| Extra::Int(side.into())).into()))),
            ("background", Some(color(picture.background))),
            ("sees", Some(spelled(picture.sees))),
            ("hide", words(&picture.hide)),
            ("only", words(&picture.only)),
        ])
    }

    fn mask(&self, mask: &Mask) -> Extras {
        present([
            ("type", Some(word("mask"))),
            ("by", mask.by.and_then(|by| self.node_index(by))),
            ("rect", mask.rect.map(rectangle)),
            ("channel", Some(spelled(mask.channel))),
            ("soft", on(mask.soft)),
            ("invert", on(mask.invert)),
            ("show_shape", on(mask.show_shape)),
            ("enabled", off(mask.enabled)),
        ])
    }

    fn body(&self, body: &Body) -> Extras {
        let mesh = |mesh: &Option<proscenio_scene::MeshId>| {
            let known = mesh.and_then(|mesh| self.scene.meshes.get(mesh));
            known.map_or(Extra::Null, |mesh| word(&mesh.name))
        };
        let collider = match &body.collider {
            Collider::Rect { size } => object([("kind", word("rect")), ("size", point(*size))]),
            Collider::Circle { radius } => object([("kind", word("circle")), ("radius", number(*radius))]),
            Collider::Polygon { points } => object([
                ("kind", word("polygon")),
                ("points", Extra::List(points.iter().map(|at| point(*at)).collect())),
            ]),
            Collider::Box { size } => object([("kind", word("box")), ("size", vector(*size))]),
            Collider::Sphere { radius } => object([("kind", word("sphere")), ("radius", number(*radius))]),
            Collider::Capsule { radius, height } => {
                object([("kind", word("capsule")), ("radius", number(*radius)), ("height", number(*height))])
            }
            Collider::Hull { mesh: of } => object([("kind", word("hull")), ("mesh", mesh(of))]),
            Collider::Mesh { mesh: of } => object([("kind", word("mesh")), ("mesh", mesh(of))]),
        };
        present([
            ("type", Some(word("body"))),
            ("name", Some(word(&body.name))),
            ("kind", Some(spelled(body.kind))),
            ("collider", Some(Extra::Map(collider))),
            ("offset", (body.offset != Vec3::ZERO).then(|| vector(body.offset))),
            ("bounce", Some(number(body.bounce))),
            ("friction", Some(number(body.friction))),
            ("density", Some(number(body.density))),
            ("sensor", on(body.sensor)),
            ("layer", Some(Extra::Int(body.layer.into()))),
            ("collides_with", Some(Extra::Int(body.collides_with.into()))),
        ])
    }
}

fn solid(shape: &ColliderShape) -> Extra {
    Extra::Map(match shape {
        ColliderShape::Rect { size } => object([("kind", word("rect")), ("size", point(*size))]),
        ColliderShape::Circle { radius } => object([("kind", word("circle")), ("radius", number(*radius))]),
        ColliderShape::Box { size } => object([("kind", word("box")), ("size", vector(*size))]),
        ColliderShape::Sphere { radius } => object([("kind", word("sphere")), ("radius", number(*radius))]),
        ColliderShape::FlatGround | ColliderShape::Ground => object([("kind", word("plane"))]),
    })
}

fn effect(effect: &ScreenEffect) -> Extra {
    let said = effect.numbers.iter().map(|(name, value)| (name.as_str(), numbers(value)));
    Extra::Map(present([
        ("name", Some(word(&effect.name))),
        ("file", on(!effect.builtin)),
        ("numbers", own(&object(said))),
        (
            "palette",
            (!effect.palette.is_empty())
                .then(|| Extra::List(effect.palette.iter().map(|rgb| numbers(rgb)).collect())),
        ),
        ("enabled", off(effect.enabled)),
    ]))
}

fn filter(chain: &FilterChain) -> Extras {
    present([
        ("type", Some(word("filter"))),
        ("effects", Some(Extra::List(chain.effects.iter().map(effect).collect()))),
        ("rect", chain.rect.map(rectangle)),
        ("padding", chain.padding.map(number)),
        ("enabled", off(chain.enabled)),
    ])
}

fn mist(fog: &Fog) -> Extras {
    present([
        ("type", Some(word("fog"))),
        ("color", Some(color(Rgba { alpha: 1.0, ..fog.color }))),
        ("distance", fog.distance.map(|distance| numbers(&distance))),
        ("height", fog.height.map(|height| numbers(&height))),
        ("enabled", off(fog.enabled)),
    ])
}

fn noise(sound: &Sound) -> Extras {
    let reach = match sound.reach {
        SoundReach::Everywhere => None,
        SoundReach::Distance { full, silent } => {
            Some(Extra::Map(present([("full", full.map(number)), ("silent", silent.map(number))])))
        }
        SoundReach::Zone => Some(word("zone")),
    };
    present([
        ("type", Some(word("sound"))),
        ("file", Some(word(&sound.file))),
        ("volume", Some(number(sound.volume))),
        ("loop", on(sound.looped)),
        ("rate", Some(number(sound.rate))),
        ("pan", Some(number(sound.pan))),
        ("channel", Some(word(&sound.channel))),
        ("autoplay", on(sound.autoplay)),
        ("reach", reach),
        ("loop_start", sound.loop_part[0].map(number)),
        ("loop_end", sound.loop_part[1].map(number)),
        ("extras", own(&sound.extras)),
    ])
}

fn layers(music: &Music) -> Extras {
    let layer = |(name, file, volume): &(String, String, f32)| {
        Extra::Map(object([("name", word(name)), ("file", word(file)), ("volume", number(*volume))]))
    };
    present([
        ("type", Some(word("music"))),
        ("layers", Some(Extra::List(music.layers.iter().map(layer).collect()))),
        ("volume", Some(number(music.volume))),
        ("channel", Some(word(&music.channel))),
        ("autoplay", on(music.autoplay)),
        ("extras", own(&music.extras)),
    ])
}

fn notes(song: &Song) -> Extras {
    present([
        ("type", Some(word("song"))),
        ("file", Some(word(&song.file))),
        ("volume", Some(number(song.volume))),
        ("channel", Some(word(&song.channel))),
        ("autoplay", on(song.autoplay)),
        ("extras", own(&song.extras)),
    ])
}

fn moves(motion: &Motion) -> Extras {
    present([
        ("type", Some(word("motion"))),
        ("file", Some(word(&motion.file))),
        ("autoplay", on(motion.autoplay)),
        ("loop", motion.looped.map(Extra::Bool)),
        ("speed", Some(number(motion.speed))),
        ("content", motion.content.clone()),
    ])
}

/// What particles do, for the scene's extras.
pub(super) fn particle_effect(effect: &proscenio_scene::ParticleEffect) -> Extra {
    let range = |range: [f64; 2]| Extra::List(range.map(double).into());
    let vector = |value: DVec3| Extra::List(value.to_array().map(double).into());
    Extra::Map(object([
        ("name", word(&effect.name)),
        ("flat", Extra::Bool(effect.flat)),
        ("max", Extra::Int(effect.max.into())),
        ("blend", spelled(effect.blend)),
        ("world_space", Extra::Bool(effect.world_space)),
        ("rate", double(effect.emission.rate)),
        ("burst", Extra::Int(effect.emission.burst.into())),
        ("duration", double(effect.emission.duration)),
        ("loop", Extra::Bool(effect.emission.looped)),
        ("heading", double(effect.heading)),
        ("direction", vector(effect.direction)),
        ("spread", double(effect.spread)),
        ("life", range(effect.life)),
        ("speed", range(effect.speed)),
        ("size", range(effect.size)),
        ("spin", range(effect.spin)),
        ("gravity", vector(effect.gravity)),
        ("damping", double(effect.damping)),
    ]))
}
