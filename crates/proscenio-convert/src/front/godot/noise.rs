//! `NoiseTexture2D` with `FastNoiseLite`: the picture that the engine makes, byte for byte where its arithmetic is the
//! same.

use std::sync::Arc;

use fastnoise_lite::{
    CellularDistanceFunction, CellularReturnType, DomainWarpType, FastNoiseLite, FractalType, NoiseType,
};
use proscenio_scene::{Image, Pixels};

use super::Importer;
use super::files::Place;
use super::gradient::Gradient;
use super::props::Props;

/// Side of a picture at most, texels.
const MOST: u32 = 4096;

/// Layers of noise that one picture may take, all texels together.
const MOST_LAYERS: f64 = 2.5e8;

/// Places farther out are not told apart by the noise's whole numbers.
const FARTHEST: f64 = 5e8;

/// A noise with what the engine does around it.
struct Noise {
    noise: FastNoiseLite,
    warp: Option<FastNoiseLite>,
    offset: [f32; 3],
}

impl Noise {
    fn at(&self, x: f32, y: f32, z: Option<f32>) -> f32 {
        let (x, y) = (x + self.offset[0], y + self.offset[1]);
        if let Some(z) = z {
            let z = z + self.offset[2];
            let (x, y, z) = self.warp.as_ref().map_or((x, y, z), |warp| warp.domain_warp_3d(x, y, z));
            return self.noise.get_noise_3d(x, y, z);
        }
        let (x, y) = self.warp.as_ref().map_or((x, y), |warp| warp.domain_warp_2d(x, y));
        self.noise.get_noise_2d(x, y)
    }

    /// The noise of a `FastNoiseLite`.
    fn of(props: &Props) -> Self {
        let mut noise = FastNoiseLite::with_seed(props.int("seed") as i32);
        noise.set_noise_type(Some(match props.int("noise_type") {
            0 => NoiseType::OpenSimplex2,
            2 => NoiseType::Cellular,
            3 => NoiseType::Perlin,
            4 => NoiseType::ValueCubic,
            5 => NoiseType::Value,
            _ => NoiseType::OpenSimplex2S,
        }));
        noise.set_frequency(Some(props.number("frequency")));
        noise.set_fractal_type(Some(match props.int("fractal_type") {
            0 => FractalType::None,
            2 => FractalType::Ridged,
            3 => FractalType::PingPong,
            _ => FractalType::FBm,
        }));
        layers(&mut noise, props, "fractal");
        noise.set_fractal_weighted_strength(Some(props.number("fractal_weighted_strength")));
        noise.set_fractal_ping_pong_strength(Some(props.number("fractal_ping_pong_strength")));
        noise.set_cellular_distance_function(Some(match props.int("cellular_distance_function") {
            1 => CellularDistanceFunction::EuclideanSq,
            2 => CellularDistanceFunction::Manhattan,
            3 => CellularDistanceFunction::Hybrid,
            _ => CellularDistanceFunction::Euclidean,
        }));
        noise.set_cellular_return_type(Some(match props.int("cellular_return_type") {
            0 => CellularReturnType::CellValue,
            2 => CellularReturnType::Distance2,
            3 => CellularReturnType::Distance2Add,
            4 => CellularReturnType::Distance2Sub,
            5 => CellularReturnType::Distance2Mul,
            6 => CellularReturnType::Distance2Div,
            _ => CellularReturnType::Distance,
        }));
        noise.set_cellular_jitter(Some(props.number("cellular_jitter")));
        Self { noise, warp: warp(props), offset: props.vector3("offset") }
    }

    /// Whether a picture of so many texels can be made in reasonable time, and its places are told apart.
    fn reaches(&self, texels: f64, side: f64) -> bool {
        let octaves = |noise: &FastNoiseLite| f64::from(noise.octaves.max(1));
        let all = octaves(&self.noise) + self.warp.as_ref().map_or(0.0, octaves);
        let moved =
            self.warp.as_ref().map_or(0.0, |warp| f64::from(warp.domain_warp_amp.abs()) * octaves(warp));
        let far = self.offset.iter().fold(side, |most, part| most.max(side + f64::from(part.abs()))) + moved;
        let sound = |noise: &FastNoiseLite| {
            let spread = f64::from(noise.lacunarity.abs()).max(1.0).powf(octaves(noise) - 1.0);
            far * f64::from(noise.frequency.abs()) * spread < FARTHEST
                && f64::from(noise.cellular_jitter_modifier.abs()) < FARTHEST
                && noise.gain.is_finite()
        };
        texels * all <= MOST_LAYERS && sound(&self.noise) && self.warp.as_ref().is_none_or(sound)
    }
}

/// Octaves, lacunarity and gain of a noise or of what warps its places.
fn layers(noise: &mut FastNoiseLite, props: &Props, prefix: &str) {
    noise.set_fractal_octaves(Some(props.count(&format!("{prefix}_octaves")).min(64) as i32));
    noise.set_fractal_lacunarity(Some(props.number(&format!("{prefix}_lacunarity"))));
    noise.set_fractal_gain(Some(props.number(&format!("{prefix}_gain"))));
}

fn warp(props: &Props) -> Option<FastNoiseLite> {
    if !props.flag("domain_warp_enabled") {
        return None;
    }
    let mut warp = FastNoiseLite::with_seed(props.int("seed") as i32);
    warp.set_domain_warp_type(Some(match props.int("domain_warp_type") {
        1 => DomainWarpType::OpenSimplex2Reduced,
        2 => DomainWarpType::BasicGrid,
        _ => DomainWarpType::OpenSimplex2,
    }));
    warp.set_domain_warp_amp(Some(props.number("domain_warp_amplitude")));
    warp.set_frequency(Some(props.number("domain_warp_frequency")));
    warp.set_fractal_type(Some(match props.int("domain_warp_fractal_type") {
        0 => FractalType::None,
        2 => FractalType::DomainWarpIndependent,
        _ => FractalType::DomainWarpProgressive,
    }));
    layers(&mut warp, props, "domain_warp_fractal");
    Some(warp)
}

/// What a `NoiseTexture2D` says beside its noise.
#[derive(Clone, Copy, Debug)]
struct Frame {
    size: [usize; 2],
    invert: bool,
    in_space: bool,
    normalize: bool,
    /// Width of the seam that is blended, as a share of the side; nothing for a picture with edges.
    skirt: Option<f32>,
}

impl Frame {
    /// How much wider and higher the noise is that a seamless picture is blended from.
    fn skirts(&self) -> [usize; 2] {
        let wide = |side: usize| ((side as f32 * self.skirt.unwrap_or_default()) as usize).max(1);
        if self.skirt.is_some() { self.size.map(wide) } else { [0, 0] }
    }

    /// One number for each texel.
    fn grey(&self, noise: &Noise) -> Vec<u8> {
        let skirts = self.skirts();
        let [width, height] = [self.size[0] + skirts[0], self.size[1] + skirts[1]];
        let layer = |z: f32| {
            let row = move |y: usize| (0..width).map(move |x| (x as f32, y as f32));
            let deep = self.in_space.then_some(z);
            (0..height).flat_map(row).map(|(x, y)| noise.at(x, y, deep)).collect::<Vec<f32>>()
        };
        let values = layer(0.0);
        let mut grey: Vec<u8> = if self.normalize {
            let mut ends = ends(&values);
            if self.skirt.is_some() && self.in_space {
                // Engine behaviour: the second layer, which is of no use in a flat picture, counts for the range.
                let second = self::ends(&layer(1.0));
                ends = (ends.0.min(second.0), ends.1.max(second.1));
            }
            let (low, high) = ends;
            let share = |value: &f32| (value - low) / (high - low) * 255.0;
            values.iter().map(|value| if high == low { 0 } else { share(value) as u8 }).collect()
        } else {
            values.iter().map(|value| (value * 127.5 + 127.5) as u8).collect()
        };
        if self.invert {
            grey.iter_mut().for_each(|value| *value = 255 - *value);
        }
        if self.skirt.is_some() { self.seamless(&grey) } else { grey }
    }

    /// Puts the quarters across, so that the edges meet, and blends what is left over (the skirt) over the seams that
    /// are in the middle then.
    fn seamless(&self, source: &[u8]) -> Vec<u8> {
        let ([width, height], skirts) = (self.size, self.skirts());
        let stride = width + skirts[0];
        let half = self.size.map(|side| side / 2);
        // The source's place for one of the picture, `beyond` into the skirt or without it.
        let read = |x: usize, y: usize, beyond: [bool; 2]| {
            let side = |at: usize, axis: usize| {
                let whole = self.size[axis] + if beyond[axis] { skirts[axis] } else { 0 };
                (at + half[axis]) % whole
            };
            source.get(side(x, 0) + side(y, 1) * stride).copied().unwrap_or_default()
        };
        // A skirt of more than half of the side goes on at the other edge.
        let far = |at: usize, axis: usize| {
            if at < half[axis] && at + self.size[axis] < half[axis] + skirts[axis] {
                at + self.size[axis]
            } else {
                at
            }
        };
        let alpha = |at: usize, axis: usize| {
            let way = at.checked_sub(half[axis]).filter(|way| *way < skirts[axis])?;
            let share = ((way as f32 / skirts[axis] as f32 - 0.1) / 0.8).clamp(0.0, 1.0);
            Some((255.0 * (1.0 - share * share * (3.0 - 2.0 * share))) as u16)
        };
        let texel = |x: usize, y: usize| {
            let (x, y) = (far(x, 0), far(y, 1));
            let plain = read(x, y, [false, false]);
            match (alpha(x, 0), alpha(y, 1)) {
                (None, None) => plain,
                (Some(across), None) => blend(plain, read(x, y, [true, false]), across),
                (None, Some(down)) => blend(plain, read(x, y, [false, true]), down),
                (Some(across), Some(down)) => {
                    let top = blend(read(x, y, [false, true]), read(x, y, [true, true]), across);
                    let bottom = blend(plain, read(x, y, [true, false]), across);
                    blend(bottom, top, down)
                }
            }
        };
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| texel(x, y)).collect()
    }
}

fn ends(values: &[f32]) -> (f32, f32) {
    values.iter().fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(*value), high.max(*value)))
}

fn blend(behind: u8, front: u8, alpha: u16) -> u8 {
    ((u32::from(alpha + 1) * u32::from(front) + u32::from(256 - alpha) * u32::from(behind)) >> 8) as u8
}

/// A grey picture through a run of colours. The engine cuts channels and does not round them.
fn colored(grey: &[u8], ramp: Option<&Gradient>) -> Vec<u8> {
    let table: Vec<[u8; 4]> = (0..=255_u8)
        .map(|value| match ramp {
            Some(ramp) => {
                let share = f32::from(value) / 255.0;
                let luminance = 0.2126 * share + 0.7152 * share + 0.0722 * share;
                ramp.at(luminance).map(|channel| (channel * 255.0) as u8)
            }
            None => [value, value, value, 255],
        })
        .collect();
    grey.iter().flat_map(|value| table[usize::from(*value)]).collect()
}

/// Red as heights, as a normal map. The picture goes on at the other edge.
fn bumps(pixels: &[u8], [width, height]: [usize; 2], strength: f32) -> Vec<u8> {
    let at = |x: usize, y: usize| {
        let red = pixels.get(4 * (y % height * width + x % width)).copied().unwrap_or_default();
        f32::from(red) / 255.0
    };
    let texel = |x: usize, y: usize| {
        let here = at(x, y);
        // Across is (1, 0, right - here), up is (0, 1, here - below).
        let (across, up) = ((at(x + 1, y) - here) * strength, (here - at(x, y + 1)) * strength);
        let length = (across * across + up * up + 1.0).sqrt();
        let [x, y, z] = [-across, -up, 1.0].map(|part| (127.5 + part / length * 127.5) as u8);
        [x, y, z, 255]
    };
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| texel(x, y)).collect()
}

impl Importer<'_> {
    /// The picture of a `NoiseTexture2D` with a `FastNoiseLite`, and whether there are smaller sizes of it; nothing for
    /// other textures made by numbers, and for what cannot be made.
    pub(super) fn noise_picture(&mut self, place: &Place) -> Option<(Image, bool)> {
        let props = Props::of(place);
        if props.class() != "NoiseTexture2D" {
            return None;
        }
        let resource = self.named_resource(&props, "noise")?;
        let own = Props::of(&resource);
        if own.class() != "FastNoiseLite" {
            return None;
        }
        let noise = Noise::of(&own);
        let side = |name: &str| props.count(name).clamp(1, MOST) as usize;
        let skirt = props.number("seamless_blend_skirt");
        let frame = Frame {
            size: [side("width"), side("height")],
            invert: props.flag("invert"),
            in_space: props.flag("in_3d_space"),
            normalize: props.flag("normalize"),
            skirt: props.flag("seamless").then(|| if skirt >= 0.0 { skirt.min(1.0) } else { 0.1 }),
        };
        let [across, down] = frame.skirts();
        let (width, height) = ((frame.size[0] + across) as f64, (frame.size[1] + down) as f64);
        if !noise.reaches(width * height, width.max(height)) {
            return None;
        }
        let ramp = self.named_gradient(&props, "color_ramp");
        own.consume(&["resource_name"]);
        self.keep_aside(&own, &resource);
        let mut pixels = colored(&frame.grey(&noise), ramp.as_ref());
        let strength = props.number("bump_strength");
        if props.flag("as_normal_map") {
            pixels = bumps(&pixels, frame.size, strength);
        }
        let mipmaps = props.flag("generate_mipmaps");
        props.consume(&["resource_name"]);
        self.keep_aside(&props, place);
        let image = Image {
            name: place.name(),
            path: None,
            size: Some(frame.size.map(|side| side as u32)),
            pixels: Pixels::Rgba8(Arc::from(pixels)),
        };
        Some((image, mipmaps))
    }
}
