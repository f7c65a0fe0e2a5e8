//! Particle systems: only names and places are in files. `FIRE` is the one of the engine's own examples; others get a
//! cross when that is asked for.

use std::sync::Arc;

use proscenio_scene::glam::{DVec3, Vec2};
use proscenio_scene::{
    BlendMode, ColorStop, Component, EffectId, Emission, EmitterScales, Filter, Flat, Image, ImageId,
    Material, Mesh, ParticleEffect, ParticleEmitter, ParticleShape, Pixels, Rgba, ShadingRule, SizeStop,
    Surface, TextureRef, Topology, UvRect,
};
use proscenio_source::Span;

use super::{Importer, StandIns, instance};

/// Seconds that a square of `FIRE` lives, its side, and how fast it rises.
const LIFE: f64 = 10.0;
const SIDE: f64 = 10.0;
const SPEED: f64 = 0.2;
/// Which of its two pictures is shown in each second of its life: they alternate every three.
const SHOWN: [u8; 10] = [0, 0, 0, 1, 1, 1, 0, 0, 0, 1];
/// The widest picture that is made of two.
const WIDEST: u32 = 1024;

impl Importer<'_> {
    /// What is drawn of a particle system; `None` when nothing is known of it.
    pub(super) fn particle_system(&mut self, name: &str, from: &Arc<str>, at: Span) -> Option<Component> {
        let effect = match self.systems.get(name) {
            Some(known) => *known,
            None => {
                let known = name == "FIRE" && self.options.stand_ins != StandIns::Nothing;
                let made = known.then(|| self.fire(from, at));
                self.systems.insert(name.to_owned(), made);
                made
            }
        };
        Some(Component::Particles(ParticleEmitter {
            name: name.to_owned(),
            effect: Some(effect?),
            local: Flat::IDENTITY,
            place: None,
            tint: Rgba::WHITE,
            alpha: 1.0,
            autoplay: true,
            seed: Some(0),
            scales: EmitterScales::ONE,
            filter: Filter::Linear,
            z: 0.0,
            visible: true,
        }))
    }

    /// One square that faces the eye, adds its light, rises and grows opaque, again and again.
    fn fire(&mut self, from: &Arc<str>, at: Span) -> EffectId {
        let [water, fire] = [&b"WATER"[..], b"FIRE"]
            .map(|alias| self.aliases.defines(alias).then(|| self.texture(alias, from, at)).flatten());
        let both = water.zip(fire).and_then(|(water, fire)| self.side_by_side(water, fire));
        let half = |number: u8| {
            let left = f32::from(number) * 0.5;
            UvRect { min: Vec2::new(left, 0.0), max: Vec2::new(left + 0.5, 1.0) }
        };
        let color = |t: f64, alpha: f32| ColorStop { t, color: [1.0, 1.0, 1.0, alpha] };
        let image = both.or(fire).or(water);
        self.scene.effects.add(ParticleEffect {
            name: "FIRE".to_owned(),
            flat: false,
            texture: image.map(|image| TextureRef { filter: Filter::Linear, ..TextureRef::new(image) }),
            frames: both.map(|_| SHOWN.map(half).to_vec()).unwrap_or_default(),
            max: 1,
            blend: BlendMode::Add,
            world_space: false,
            emission: Emission { rate: 0.0, burst: 1, duration: LIFE, looped: true },
            shape: ParticleShape::Point,
            heading: 0.0,
            direction: DVec3::Y,
            spread: 0.0,
            life: [LIFE; 2],
            speed: [SPEED; 2],
            size: [SIDE; 2],
            spin: [0.0; 2],
            gravity: DVec3::ZERO,
            damping: 0.0,
            colors: vec![color(0.0, 0.1), color(1.0, 1.0)],
            sizes: vec![SizeStop { t: 0.0, scale: 1.0 }],
            collision: None,
            trail: None,
            children: Vec::new(),
        })
    }

    /// Two pictures as the halves of one; `None` when one of them cannot be read.
    fn side_by_side(&mut self, left: ImageId, right: ImageId) -> Option<ImageId> {
        let halves = [left, right].map(|image| texels(&self.scene.images[image]));
        let [Some(left), Some(right)] = halves else { return None };
        let width = left.width().max(right.width()).min(WIDEST);
        let height = left.height().max(right.height()).min(WIDEST);
        let filter = image::imageops::FilterType::Triangle;
        let [left, right] = [left, right].map(|half| image::imageops::resize(&half, width, height, filter));
        let rows = left.as_raw().chunks_exact(width as usize * 4);
        let rows = rows.zip(right.as_raw().chunks_exact(width as usize * 4));
        let texels: Vec<u8> = rows.flat_map(|(left, right)| [left, right]).flatten().copied().collect();
        Some(self.scene.images.add(Image {
            name: "FIRE".to_owned(),
            path: None,
            size: Some([width * 2, height]),
            pixels: Pixels::Rgba8(texels.into()),
        }))
    }

    /// The cross that stands for something without a picture, when that is wanted.
    pub(super) fn marker(&mut self) -> Option<Component> {
        if self.options.stand_ins != StandIns::Marked {
            return None;
        }
        let mesh = match self.marker {
            Some(mesh) => mesh,
            None => {
                let material = self.scene.materials.add(Material {
                    name: "marker".to_owned(),
                    shading: ShadingRule::StoredUnlit,
                    base_color: Rgba::from_stored([1.0, 0.2, 0.8, 1.0]),
                    ..Material::default()
                });
                let ends = [0, 1, 2].map(|axis| {
                    [-0.5_f32, 0.5].map(|end| std::array::from_fn(|i| if i == axis { end } else { 0.0 }))
                });
                let surface = Surface {
                    topology: Topology::Lines,
                    positions: ends.concat(),
                    material: Some(material),
                    ..Surface::default()
                };
                let mesh = Mesh { name: "marker".to_owned(), surfaces: vec![surface], ..Mesh::default() };
                *self.marker.insert(self.scene.meshes.add(mesh))
            }
        };
        Some(Component::Mesh(instance(mesh)))
    }
}

fn texels(image: &Image) -> Option<image::RgbaImage> {
    match &image.pixels {
        Pixels::Encoded(bytes) => Some(image::load_from_memory(bytes).ok()?.into_rgba8()),
        Pixels::Rgba8(texels) => {
            let [width, height] = image.size?;
            image::RgbaImage::from_raw(width, height, texels.to_vec())
        }
        Pixels::Painted | Pixels::Missing => None,
    }
}
