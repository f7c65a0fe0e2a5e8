//! Bodies, sounds, motions, scripts.

use glam::{Vec2, Vec3};
use proscenio_nacatamalon::Value;
use proscenio_nacatamalon::model::{ComponentKind, FileKind};
use proscenio_scene::{
    AudioListener, Body, BodyKind, Collider, ColliderShape, Component, Extras, Motion, Music, NodeId,
    ParticleCollider, PhysicsWorld, Script, Song, Sound, SoundReach, StoreLink,
};
use proscenio_source::Span;

use super::extras::{extra, members_except};
use super::raw::Raw;
use super::{Importer, single};

impl Importer<'_> {
    /// A component that acts, with the members it says; `None` for one that lacks what it needs.
    pub(super) fn acting(
        &mut self,
        kind: ComponentKind,
        raw: Raw<'_>,
        span: Span,
    ) -> Option<(Component, &'static [&'static str])> {
        let component = match kind {
            ComponentKind::PhysicsBody2d | ComponentKind::PhysicsBody3d => {
                Component::Body(self.body(raw, kind == ComponentKind::PhysicsBody2d, span)?)
            }
            ComponentKind::PhysicsWorld2d => Component::PhysicsWorld(PhysicsWorld::Flat {
                gravity: gravity(raw, [0.0, 900.0, 0.0]).truncate(),
            }),
            ComponentKind::PhysicsWorld3d => {
                Component::PhysicsWorld(PhysicsWorld::Space { gravity: gravity(raw, [0.0, -9.81, 0.0]) })
            }
            ComponentKind::ParticleCollider2d | ComponentKind::ParticleCollider3d => {
                let flat = kind == ComponentKind::ParticleCollider2d;
                let shape = solid(raw.rec("shape")?, flat)?;
                Component::ParticleCollider(ParticleCollider {
                    shape,
                    enabled: raw.flag("enabled") != Some(false),
                })
            }
            ComponentKind::Sound => Component::Sound(self.sound(raw, span)?),
            ComponentKind::Music => Component::Music(self.music(raw, span)?),
            ComponentKind::Song => Component::Song(self.song(raw, span)?),
            ComponentKind::AudioListener => {
                Component::Listener(AudioListener { enabled: raw.flag("enabled") != Some(false) })
            }
            ComponentKind::Script => Component::Script(Script {
                name: raw.text("ref")?,
                props: raw.rec("props").map(|props| members_except(props.0, &[])).unwrap_or_default(),
            }),
            ComponentKind::Store => Component::Store(StoreLink { name: raw.text("ref")? }),
            _ => return None,
        };
        Some((component, known(kind)))
    }

    fn body(&mut self, raw: Raw<'_>, flat: bool, span: Span) -> Option<Body> {
        let own = raw.rec("collider")?;
        let collider = if flat { flat_collider(own)? } else { self.deep_collider(own, span)? };
        let bounce = raw.number("bounce").or_else(|| raw.number("restitution")).unwrap_or(0.0);
        Some(Body {
            name: raw.text("name").unwrap_or_else(|| "Body".to_owned()),
            kind: match raw.text("body").as_deref() {
                Some("dynamic") => BodyKind::Dynamic,
                Some("kinematic") => BodyKind::Kinematic,
                _ => BodyKind::Static,
            },
            collider,
            offset: raw.triple("offset").unwrap_or(Vec3::ZERO),
            bounce: single(bounce),
            friction: raw.single("friction", 0.5),
            density: raw.single("density", 1.0),
            sensor: raw.flag("sensor") == Some(true),
            // The casts saturate.
            layer: raw.number_or("layer", 0.0) as u32,
            collides_with: raw.number_or("collidesWith", 65535.0) as u32,
        })
    }

    fn deep_collider(&mut self, own: Raw<'_>, span: Span) -> Option<Collider> {
        let mut mesh = || {
            let key = own.text("geometry").filter(|key| !key.is_empty())?;
            Some(self.shape(&key, span).map(|shape| shape.mesh))
        };
        Some(match own.text("shape")?.as_str() {
            "box" => Collider::Box { size: own.triple("size").unwrap_or(Vec3::ZERO) },
            "sphere" => Collider::Sphere { radius: own.single("radius", 0.0) },
            "capsule" => {
                Collider::Capsule { radius: own.single("radius", 0.0), height: own.single("height", 0.0) }
            }
            "hull" => Collider::Hull { mesh: mesh()? },
            "mesh" => Collider::Mesh { mesh: mesh()? },
            _ => return None,
        })
    }

    /// The path of a file asset that is only named; the key itself when it is not listed.
    fn named_file(&mut self, kind: FileKind, key: &str, span: Span) -> String {
        self.file(kind, key, span).map_or_else(|| key.to_owned(), |(src, _)| src)
    }

    fn sound(&mut self, raw: Raw<'_>, span: Span) -> Option<Sound> {
        let key = raw.text("audio").filter(|key| !key.is_empty())?;
        let reach = match (raw.rec("zone").is_some(), raw.flag("spatial") == Some(true)) {
            (true, _) => SoundReach::Zone,
            (false, true) => SoundReach::Distance {
                full: raw.number("refDistance").map(single),
                silent: raw.number("maxDistance").map(single),
            },
            (false, false) => SoundReach::Everywhere,
        };
        Some(Sound {
            file: self.named_file(FileKind::Audio, &key, span),
            volume: raw.single("volume", 1.0),
            looped: raw.flag("loop") == Some(true),
            rate: raw.single("rate", 1.0),
            pan: raw.single("pan", 0.0),
            channel: raw.text("channel").unwrap_or_else(|| "sfx".to_owned()),
            autoplay: raw.flag("autoplay") == Some(true),
            reach,
            loop_part: ["loopStart", "loopEnd"].map(|name| raw.number(name).map(single)),
            extras: only(raw, &["cone", "zone", "duck"]),
        })
    }

    fn music(&mut self, raw: Raw<'_>, span: Span) -> Option<Music> {
        let mut layers = Vec::new();
        for layer in raw.list("layers").map(Raw) {
            let said = |name: &str| layer.text(name).filter(|text| !text.is_empty());
            if let (Some(name), Some(key)) = (said("name"), said("audio")) {
                let file = self.named_file(FileKind::Audio, &key, span);
                layers.push((name, file, layer.single("volume", 1.0)));
            }
        }
        (!layers.is_empty()).then(|| Music {
            layers,
            volume: raw.single("volume", 1.0),
            channel: raw.text("channel").unwrap_or_else(|| "music".to_owned()),
            autoplay: raw.flag("autoplay") == Some(true),
            extras: only(
                raw,
                &["fadeIn", "fadeOut", "loopStart", "loopEnd", "bpm", "beatsPerBar", "firstBeat"],
            ),
        })
    }

    fn song(&mut self, raw: Raw<'_>, span: Span) -> Option<Song> {
        let key = raw.text("song").filter(|key| !key.is_empty())?;
        Some(Song {
            file: self.named_file(FileKind::Song, &key, span),
            volume: raw.single("volume", 1.0),
            channel: raw.text("channel").unwrap_or_else(|| "music".to_owned()),
            autoplay: raw.flag("autoplay") == Some(true),
            extras: only(raw, &["fadeIn", "fadeOut", "voices", "pan", "tempo", "transpose"]),
        })
    }

    pub(super) fn motion(&mut self, node: NodeId, raw: Raw<'_>, span: Span) -> Option<Motion> {
        let key = raw.text("motion").filter(|key| !key.is_empty())?;
        let listed = self.file(FileKind::Motion, &key, span);
        let document = listed.as_ref().and_then(|(src, span)| self.json(src, *span));
        let motion = Motion {
            file: listed.map_or(key, |(src, _)| src),
            autoplay: raw.flag("autoplay") == Some(true),
            looped: raw.flag("loop"),
            speed: raw.single("speed", 1.0),
            content: document.as_ref().and_then(|(_, document)| document.root()).map(extra),
        };
        if let Some((_, document)) = &document {
            self.note_motion(node, document, &motion, span);
        }
        Some(motion)
    }
}

/// Members that a motion says.
pub(super) const MOTION_FIELDS: &[&str] = &["type", "id", "autoplay", "loop", "speed"];

/// Members that the model's component says, or holds in its own extras.
fn known(kind: ComponentKind) -> &'static [&'static str] {
    match kind {
        ComponentKind::PhysicsBody2d | ComponentKind::PhysicsBody3d => &[
            "type",
            "id",
            "name",
            "body",
            "collider",
            "offset",
            "bounce",
            "restitution",
            "friction",
            "density",
            "sensor",
            "layer",
            "collidesWith",
        ],
        ComponentKind::PhysicsWorld2d | ComponentKind::PhysicsWorld3d => &["type", "id", "gravity"],
        ComponentKind::ParticleCollider2d | ComponentKind::ParticleCollider3d => {
            &["type", "id", "shape", "enabled"]
        }
        ComponentKind::AudioListener => &["type", "id", "enabled"],
        // Keys of assets stay beside the component, which holds the file.
        ComponentKind::Sound => &[
            "type",
            "id",
            "volume",
            "loop",
            "rate",
            "pan",
            "channel",
            "autoplay",
            "spatial",
            "refDistance",
            "maxDistance",
            "cone",
            "zone",
            "loopStart",
            "loopEnd",
            "duck",
        ],
        ComponentKind::Music => &[
            "type",
            "id",
            "volume",
            "channel",
            "autoplay",
            "fadeIn",
            "fadeOut",
            "loopStart",
            "loopEnd",
            "bpm",
            "beatsPerBar",
            "firstBeat",
        ],
        ComponentKind::Song => &[
            "type",
            "id",
            "volume",
            "channel",
            "autoplay",
            "fadeIn",
            "fadeOut",
            "voices",
            "pan",
            "tempo",
            "transpose",
        ],
        ComponentKind::Script => &["type", "id", "ref", "props"],
        _ => &["type", "id", "ref"],
    }
}

/// Some members, as they are spelled.
fn only(raw: Raw<'_>, names: &[&str]) -> Extras {
    let mut extras = Extras::new();
    for name in names {
        if let Some(value) = raw.get(name).filter(|value| !value.is_null()) {
            extras.set(*name, extra(value));
        }
    }
    extras
}

fn gravity(raw: Raw<'_>, [x, y, z]: [f64; 3]) -> Vec3 {
    let own = raw.rec("gravity");
    let axis = |name: &str, default: f64| single(own.and_then(|own| own.number(name)).unwrap_or(default));
    Vec3::new(axis("x", x), axis("y", y), axis("z", z))
}

fn flat_collider(own: Raw<'_>) -> Option<Collider> {
    Some(match own.text("shape")?.as_str() {
        "rect" => Collider::Rect { size: Vec2::new(own.single("width", 0.0), own.single("height", 0.0)) },
        "circle" => Collider::Circle { radius: own.single("radius", 0.0) },
        "polygon" => {
            let corner = |pair: Value<'_>| {
                let mut numbers = pair.elements().map(|n| single(n.as_f64().unwrap_or(0.0)));
                Some(Vec2::new(numbers.next()?, numbers.next()?))
            };
            let points: Vec<Vec2> = own.list("vertices").filter_map(corner).collect();
            if points.len() < 3 {
                return None;
            }
            Collider::Polygon { points }
        }
        _ => return None,
    })
}

fn solid(own: Raw<'_>, flat: bool) -> Option<ColliderShape> {
    let length = |name: &str| own.single(name, 0.0).max(0.0);
    Some(match (own.text("kind")?.as_str(), flat) {
        ("rect", true) => ColliderShape::Rect { size: Vec2::new(length("width"), length("height")) },
        ("circle", true) => ColliderShape::Circle { radius: length("radius") },
        ("plane", true) => ColliderShape::FlatGround,
        ("box", false) => {
            ColliderShape::Box { size: own.triple("size").unwrap_or(Vec3::ZERO).max(Vec3::ZERO) }
        }
        ("sphere", false) => ColliderShape::Sphere { radius: length("radius") },
        ("plane", false) => ColliderShape::Ground,
        _ => return None,
    })
}
