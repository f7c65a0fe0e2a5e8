//! The built-in effects of nacatamalon on the processor, after the formulas of its specification.

use proscenio_scene::glam::{Vec2, Vec3, Vec4, Vec4Swizzles};

/// Stored values in steps of a byte: what a pass leaves is a picture too.
pub struct Image {
    pub size: [u32; 2],
    /// The picture the effect is put over, game pixels: passes are a share of that.
    pub game: [u32; 2],
    pub texels: Vec<Vec4>,
}

impl Image {
    /// One texel for each middle of a pixel, 0 to 1 over the picture.
    pub fn filled([width, height]: [u32; 2], texel: impl Fn(Vec2) -> Vec4) -> Self {
        let size = Vec2::new(width as f32, height as f32);
        let all = (0..height).flat_map(|y| (0..width).map(move |x| Vec2::new(x as f32, y as f32)));
        let byte = |value: Vec4| (value.clamp(Vec4::ZERO, Vec4::ONE) * 255.0).round() / 255.0;
        Self {
            size: [width, height],
            game: [width, height],
            texels: all.map(|at| byte(texel((at + 0.5) / size))).collect(),
        }
    }

    /// A pass at a scale.
    pub fn pass(&self, scale: f32, texel: impl Fn(Vec2, Vec2) -> Vec4) -> Self {
        let size = self.game.map(|side| ((side as f32 * scale).round() as u32).max(1));
        let of = Vec2::new(size[0] as f32, size[1] as f32);
        Self { game: self.game, ..Self::filled(size, |uv| texel(uv, of)) }
    }

    /// A texel; beyond the edge that of the edge.
    pub fn at(&self, x: f32, y: f32) -> Vec4 {
        let side = |at: f32, side: u32| at.clamp(0.0, side as f32 - 1.0) as usize;
        self.texels[side(y, self.size[1]) * self.size[0] as usize + side(x, self.size[0])]
    }

    /// Width and height, game pixels.
    pub fn res(&self) -> Vec2 {
        Vec2::new(self.game[0] as f32, self.game[1] as f32)
    }

    /// The texel at a place.
    pub fn near(&self, uv: Vec2) -> Vec4 {
        let p = uv.clamp(Vec2::ZERO, Vec2::ONE) * Vec2::new(self.size[0] as f32, self.size[1] as f32);
        self.at(p.x.floor(), p.y.floor())
    }

    /// Texels mixed.
    pub fn smooth(&self, uv: Vec2) -> Vec4 {
        let size = Vec2::new(self.size[0] as f32, self.size[1] as f32);
        let p = uv.clamp(Vec2::ZERO, Vec2::ONE) * size - 0.5;
        let (low, f) = (p.floor(), p - p.floor());
        let row = |y: f32| self.at(low.x, y).lerp(self.at(low.x + 1.0, y), f.x);
        row(low.y).lerp(row(low.y + 1.0), f.y)
    }

    /// `Gauss(axis, scale)` of the specification.
    pub fn gauss(&self, axis: Vec2, scale: f32, radius: f32) -> Self {
        self.pass(scale, |uv, size| {
            let g = axis * (scale / size) * radius.max(0.0) / 3.230_769_2;
            let pair = |far: f32| self.smooth(uv + g * far) + self.smooth(uv - g * far);
            let sum = self.smooth(uv) * 0.227_027
                + pair(1.384_615_4) * 0.316_216_2
                + pair(3.230_769_2) * 0.070_270_3;
            sum.xyz().extend(1.0)
        })
    }

    /// Both ways.
    pub fn blurred(&self, scale: f32, radius: f32) -> Self {
        self.gauss(Vec2::X, scale, radius).gauss(Vec2::Y, scale, radius)
    }
}

pub fn lum(c: Vec4) -> f32 {
    c.x * 0.299 + c.y * 0.587 + c.z * 0.114
}

pub fn smoothstep(a: f32, b: f32, x: f32) -> f32 {
    let k = ((x - a) / (b - a)).clamp(0.0, 1.0);
    k * k * (3.0 - 2.0 * k)
}

pub fn hash(x: f32, y: f32) -> f32 {
    let q = (Vec3::new(x, y, x) * 0.1031).fract_gl();
    let q = q + q.dot(Vec3::new(q.y, q.z, q.x) + 33.33);
    ((q.x + q.y) * q.z).fract_gl()
}

/// The fraction above the next lower whole number.
pub trait FractGl {
    fn fract_gl(self) -> f32;
}
impl FractGl for f32 {
    fn fract_gl(self) -> f32 {
        self - self.floor()
    }
}

pub fn turned(v: Vec2, angle: f32) -> Vec2 {
    Vec2::from_angle(angle).rotate(v)
}

pub fn screen(a: Vec4, b: Vec4) -> Vec4 {
    let b = b.clamp(Vec4::ZERO, Vec4::ONE);
    (Vec4::ONE - (Vec4::ONE - a) * (Vec4::ONE - b)).xyz().extend(a.w)
}

/// The sixteen numbers of `crt`, in the order of the specification.
pub const CRT_NUMBERS: [&str; 16] = [
    "scanlines",
    "mask",
    "maskType",
    "maskScale",
    "curvature",
    "vignette",
    "sharpness",
    "beam",
    "brightness",
    "gamma",
    "halation",
    "convergence",
    "noise",
    "flicker",
    "interlace",
    "cornerRadius",
];

/// Their defaults.
pub const CRT_DEFAULTS: [f32; 16] =
    [0.45, 0.0, 0.0, 1.0, 0.06, 0.25, 0.5, 0.6, 1.15, 1.0, 0.12, 0.0, 0.0, 0.0, 0.0, 0.03];

/// `crt` of the specification, step by step.
pub struct Crt<'i> {
    /// The picture it is put over.
    pub shown: &'i Image,
    /// The picture blurred by 1 4 6 4 1, half as large.
    pub soft: Image,
    pub n: [f32; 16],
    pub time: f32,
    /// Width and height, real pixels.
    pub real: Vec2,
}

impl<'i> Crt<'i> {
    pub fn new(shown: &'i Image, n: [f32; 16], time: f32, real: Vec2) -> Self {
        let five = |of: &Image, axis: Vec2| {
            of.pass(0.5, |uv, size| {
                let at = |k: f32| of.smooth(uv + axis * k / size);
                (at(0.0) * 6.0 + (at(1.0) + at(-1.0)) * 4.0 + at(2.0) + at(-2.0)) / 16.0
            })
        };
        let soft = five(&five(shown, Vec2::X), Vec2::Y);
        Self { shown, soft, n, time, real }
    }

    fn light(&self, c: Vec4) -> Vec3 {
        c.xyz().max(Vec3::ZERO).powf(1.0 + 1.2 * self.n[9])
    }

    fn bent(&self, pixel: Vec2) -> (Vec2, Vec2) {
        let n = pixel / self.real * 2.0 - 1.0;
        (n, n * (1.0 + self.n[4] * n.length_squared()))
    }

    /// Below 0 inside the glass.
    fn edge(&self, pixel: Vec2) -> f32 {
        let r = 2.0 * self.n[15].clamp(0.0, 1.0);
        (self.bent(pixel).1.abs() - (1.0 - r)).max(Vec2::ZERO).length() - r
    }

    fn line(&self, x: f32, row: f32) -> Vec3 {
        let one = |x: f32| {
            let left = (x - 0.5).floor();
            let t = ((x - 0.5 - left - 0.5) * (1.0 + 8.0 * self.n[6]) + 0.5).clamp(0.0, 1.0);
            self.light(self.shown.at(left, row)).lerp(self.light(self.shown.at(left + 1.0, row)), t)
        };
        let c = self.n[11];
        if c == 0.0 { one(x) } else { Vec3::new(one(x + c).x, one(x).y, one(x - c).z) }
    }

    fn spot(&self, z: f32, c: Vec3) -> Vec3 {
        let w = c * (0.15 * self.n[7]) + 0.25;
        (Vec3::splat(-z * z) / (w * w * 2.0)).exp()
    }

    /// The beam of electrons at a place of the picture.
    fn beam(&self, at: Vec2, frame: f32) -> Vec3 {
        let mut place = at * self.shown.res();
        if self.n[14] > 0.5 && frame.rem_euclid(2.0) == 1.0 {
            place.y += 0.5;
        }
        let row = place.y.floor();
        let here = self.line(place.x, row);
        if self.shown.res().y / self.real.y > 0.7 {
            return here * (1.0 - self.n[0] * row.rem_euclid(2.0));
        }
        let v = place.y - row - 0.5;
        let next = self.line(place.x, row + if v > 0.0 { 1.0 } else { -1.0 });
        here.lerp(here * self.spot(v, here) + next * self.spot(1.0 - v.abs(), next), self.n[0])
    }

    /// The mask of stripes, slots or dots.
    fn mask(&self, pixel: Vec2) -> Vec3 {
        let cell = pixel / self.n[3].max(1.0);
        let shift = if self.n[2] == 2.0 { 1.5 * cell.y.floor().rem_euclid(2.0) } else { 0.0 };
        let column = (cell.x + shift).floor().rem_euclid(3.0) as usize;
        let mut kept = Vec3::splat(1.0 - self.n[1]);
        kept[column] = 1.0;
        let group = (cell.x / 3.0).floor().rem_euclid(2.0);
        if self.n[2] == 1.0 && (cell.y.floor() + 2.0 * group).rem_euclid(4.0) == 0.0 {
            kept *= 1.0 - self.n[1];
        }
        kept
    }

    /// The colour of a real pixel.
    pub fn at(&self, pixel: Vec2) -> Vec4 {
        let e = self.edge(pixel);
        if e > 0.0 {
            return Vec4::W;
        }
        let n = &self.n;
        let frame = (60.0 * self.time).floor();
        let (flat, bent) = self.bent(pixel);
        let at = (bent + 1.0) / 2.0;
        let mut rgb = self.beam(at, frame) * self.mask(pixel);
        rgb += self.light(self.soft.smooth(at)) * n[10];
        let roll = (at.y - 0.12 * self.time).fract_gl();
        let band = smoothstep(0.75, 1.0, roll) * (1.0 - smoothstep(0.97, 1.0, roll));
        rgb *= 1.0 - n[13] * (0.03 * hash(frame, 0.0) + 0.12 * band);
        rgb *= n[8] * (1.0 - n[5] * smoothstep(0.4, 2.0, flat.length_squared()));
        // Pixels are shaded four by four, and what changes over one is asked of the neighbour among them.
        let other = |x: f32| x + if x.floor() % 2.0 == 0.0 { 1.0 } else { -1.0 };
        let across = (self.edge(Vec2::new(other(pixel.x), pixel.y)) - e).abs();
        let down = (self.edge(Vec2::new(pixel.x, other(pixel.y))) - e).abs();
        rgb *= (-e / (across + down)).clamp(0.0, 1.0);
        let speck = pixel.floor() + Vec2::new(7.0, 13.0) * frame;
        let out = rgb.max(Vec3::ZERO).powf(1.0 / (1.0 + 1.2 * n[9]));
        (out + n[12] * (hash(speck.x, speck.y) - 0.5)).extend(1.0)
    }
}
