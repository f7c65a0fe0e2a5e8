//! The built-in effects beside their formulas, worked out on the processor over a tiny picture.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::Picture;
use proscenio_scene::ScreenEffect;
use proscenio_scene::glam::{Vec2, Vec3, Vec4, Vec4Swizzles};

const SIZE: [u32; 2] = [24, 16];
const RES: Vec2 = Vec2::new(24.0, 16.0);

/// A picture with smooth runs and hard edges.
fn shown() -> Image {
    Image::filled(SIZE, |uv| {
        let p = uv * RES;
        let block: f32 = if p.x > 9.0 && p.x < 15.0 && p.y > 5.0 && p.y < 11.0 { 1.0 } else { 0.0 };
        Vec4::new(uv.x, block.max(uv.y * 0.6), if (p.y as u32).is_multiple_of(4) { 0.9 } else { 0.2 }, 1.0)
    })
}

/// Stored values in eighths of a byte's step: what a pass leaves is a picture too.
struct Image {
    size: [u32; 2],
    texels: Vec<Vec4>,
}

impl Image {
    fn filled([width, height]: [u32; 2], texel: impl Fn(Vec2) -> Vec4) -> Self {
        let size = Vec2::new(width as f32, height as f32);
        let all = (0..height).flat_map(|y| (0..width).map(move |x| Vec2::new(x as f32, y as f32)));
        let byte = |value: Vec4| (value.clamp(Vec4::ZERO, Vec4::ONE) * 255.0).round() / 255.0;
        Self { size: [width, height], texels: all.map(|at| byte(texel((at + 0.5) / size))).collect() }
    }

    /// A pass at a scale.
    fn pass(&self, scale: f32, texel: impl Fn(Vec2, Vec2) -> Vec4) -> Self {
        let size = SIZE.map(|side| ((side as f32 * scale).round() as u32).max(1));
        let of = Vec2::new(size[0] as f32, size[1] as f32);
        let made = Self::filled(size, |uv| texel(uv, of));
        assert!(!self.texels.is_empty());
        made
    }

    fn at(&self, x: f32, y: f32) -> Vec4 {
        let side = |at: f32, side: u32| at.clamp(0.0, side as f32 - 1.0) as usize;
        self.texels[side(y, self.size[1]) * self.size[0] as usize + side(x, self.size[0])]
    }

    /// The texel at a place.
    fn near(&self, uv: Vec2) -> Vec4 {
        let p = uv.clamp(Vec2::ZERO, Vec2::ONE) * Vec2::new(self.size[0] as f32, self.size[1] as f32);
        self.at(p.x.floor(), p.y.floor())
    }

    /// Texels mixed.
    fn smooth(&self, uv: Vec2) -> Vec4 {
        let size = Vec2::new(self.size[0] as f32, self.size[1] as f32);
        let p = uv.clamp(Vec2::ZERO, Vec2::ONE) * size - 0.5;
        let (low, f) = (p.floor(), p - p.floor());
        let row = |y: f32| self.at(low.x, y).lerp(self.at(low.x + 1.0, y), f.x);
        row(low.y).lerp(row(low.y + 1.0), f.y)
    }

    fn gauss(&self, axis: Vec2, scale: f32, radius: f32) -> Self {
        self.pass(scale, |uv, size| {
            let g = axis * (scale / size) * radius.max(0.0) / 3.230_769_2;
            let pair = |far: f32| self.smooth(uv + g * far) + self.smooth(uv - g * far);
            let sum = self.smooth(uv) * 0.227_027
                + pair(1.384_615_4) * 0.316_216_2
                + pair(3.230_769_2) * 0.070_270_3;
            sum.xyz().extend(1.0)
        })
    }

    fn blurred(&self, scale: f32, radius: f32) -> Self {
        self.gauss(Vec2::X, scale, radius).gauss(Vec2::Y, scale, radius)
    }
}

fn lum(c: Vec4) -> f32 {
    c.x * 0.299 + c.y * 0.587 + c.z * 0.114
}

fn smoothstep(a: f32, b: f32, x: f32) -> f32 {
    let k = ((x - a) / (b - a)).clamp(0.0, 1.0);
    k * k * (3.0 - 2.0 * k)
}

fn hash(x: f32, y: f32) -> f32 {
    let q = (Vec3::new(x, y, x) * 0.1031).fract_gl();
    let q = q + q.dot(Vec3::new(q.y, q.z, q.x) + 33.33);
    ((q.x + q.y) * q.z).fract_gl()
}

/// The fraction above the next lower whole number.
trait FractGl {
    fn fract_gl(self) -> f32;
}
impl FractGl for f32 {
    fn fract_gl(self) -> f32 {
        self - self.floor()
    }
}

fn turned(v: Vec2, angle: f32) -> Vec2 {
    Vec2::from_angle(angle).rotate(v)
}

fn screen(a: Vec4, b: Vec4) -> Vec4 {
    let b = b.clamp(Vec4::ZERO, Vec4::ONE);
    (Vec4::ONE - (Vec4::ONE - a) * (Vec4::ONE - b)).xyz().extend(a.w)
}

/// Draws an effect and holds it against a formula of the place; rounding may choose another texel here and there.
#[track_caller]
fn same(effect: ScreenEffect, time: f64, formula: impl Fn(Vec2) -> Vec4) {
    let Some(renderer) = support::renderer() else { return };
    let shown = shown();
    let rgba = shown.texels.iter().flat_map(|texel| (*texel * 255.0).to_array().map(|c| c.round() as u8));
    let picture = Picture::new(SIZE, rgba.collect());
    let name = effect.name.clone();
    let after = renderer.apply(&picture, &[effect], time).unwrap();
    let want = Image::filled(SIZE, formula);
    let mut off = 0;
    let mut worst = (0.0, String::new());
    for (got, want) in after.rgba.chunks_exact(4).zip(&want.texels) {
        let far = (0..3).map(|i| (f32::from(got[i]) - want[i] * 255.0).abs()).fold(0.0, f32::max);
        off += usize::from(far > 2.5);
        if far > worst.0 {
            worst = (far, format!("{got:?} {:?}", *want * 255.0));
        }
    }
    assert!(
        off * 50 <= want.texels.len(),
        "{name}: {off} of {} texels differ, as {worst:?}",
        want.texels.len()
    );
    let changed = after.rgba.iter().zip(&picture.rgba).any(|(a, b)| a.abs_diff(*b) > 8);
    assert!(changed, "{name} does nothing");
}

#[test]
fn places_move() {
    let i = shown();
    let wave = ScreenEffect::new("wave").with("amplitude", 3.0).with("frequency", 2.0).with("speed", 1.0);
    same(wave, 0.7, |uv| {
        let w = ((uv * RES).floor() + 0.5) / RES;
        let d = 3.0 * (std::f32::consts::TAU * 2.0 * w.y + 0.7).sin();
        i.near(uv + Vec2::new(d / RES.x, 0.0))
    });
    let shock =
        ScreenEffect::new("shockwave").with("radius", 5.0).with("wavelength", 8.0).with("amplitude", 2.0);
    same(shock, 0.0, |uv| {
        let a = uv * RES - RES * 0.5;
        let (far, k) = (a.length(), (a.length() - 5.0) / 4.0);
        if k.abs() >= 1.0 || far < 1e-4 {
            return i.near(uv);
        }
        let c = 1.0 - k.abs();
        let moved = i.near((uv * RES - a / far * 2.0 * c * (std::f32::consts::PI * k).sin()) / RES);
        (moved.xyz() * (1.0 + 0.15 * c * c)).extend(1.0)
    });
    let distort = ScreenEffect::new("distort").with("radius", 8.0).with("bulge", 0.5).with("twist", 1.0);
    same(distort, 0.0, |uv| {
        let a = uv * RES - RES * 0.5;
        let far = a.length();
        if !(1e-4..8.0).contains(&far) {
            return i.near(uv);
        }
        let t = far / 8.0;
        let way = turned(a / far, (1.0 - t) * (1.0 - t));
        i.smooth((RES * 0.5 + way * 8.0 * t.powf(1.5)) / RES)
    });
    let glitch = ScreenEffect::new("glitch").with("slices", 8.0).with("offset", 6.0).with("amount", 0.6);
    same(glitch, 0.5, |uv| {
        let turn = (0.5_f32 * 12.0).floor();
        let b = (uv.y * 8.0).floor();
        let d = if hash(b, turn) < 0.6 { (2.0 * hash(b, turn + 1.0) - 1.0) * 6.0 } else { 0.0 };
        let s = if d == 0.0 { 0.0 } else { 2.0 };
        let at = |shift: f32| i.near(uv + Vec2::new(shift / RES.x, 0.0));
        Vec4::new(at(d + s).x, at(d).y, at(d - s).z, 1.0)
    });
}

#[test]
fn blurs_take_their_mean() {
    let i = shown();
    same(ScreenEffect::new("blur").with("radius", 3.0).with("amount", 0.75), 0.0, |uv| {
        i.near(uv).lerp(shown().blurred(0.5, 3.0).smooth(uv), 0.75)
    });
    same(ScreenEffect::new("zoomBlur").with("strength", 0.4).with("samples", 6.0), 0.0, |uv| {
        let at = |n: f32| i.smooth(uv.lerp(Vec2::splat(0.5), 0.4 * n / 6.0));
        (0..6).map(|n| at(n as f32)).sum::<Vec4>() / 6.0
    });
    same(ScreenEffect::new("motionBlur").with("samples", 5.0), 0.0, |uv| {
        let at = |n: f32| i.smooth(uv + Vec2::new(8.0 / RES.x, 0.0) * (n / 4.0 - 0.5));
        (0..5).map(|n| at(n as f32)).sum::<Vec4>() / 5.0
    });
    let soft = i.blurred(0.5, 5.0);
    same(ScreenEffect::new("tiltShift"), 0.0, |uv| {
        i.near(uv).lerp(soft.smooth(uv), smoothstep(0.12, 0.27, (uv.y - 0.5).abs()))
    });
}

#[test]
fn bright_places_spill() {
    let i = shown();
    let bright = i.pass(0.5, |uv, _| {
        let c = i.smooth(uv);
        (c.xyz() * smoothstep(0.6, 0.85, c.x.max(c.y).max(c.z))).extend(1.0)
    });
    let spilled = bright.blurred(0.25, 6.0);
    same(ScreenEffect::new("bloom"), 0.0, |uv| screen(i.near(uv), spilled.smooth(uv) * 0.8));
    let bright = i.pass(0.5, |uv, _| {
        let c = i.smooth(uv);
        (c.xyz() * smoothstep(0.7, 0.9, lum(c))).extend(1.0)
    });
    let center = Vec2::new(0.5, 0.2);
    let rays = i.pass(0.5, |uv, _| {
        let step = (uv - center) * 0.8 / 32.0;
        let one = |n: i32| bright.smooth(uv - step * n as f32) * 0.96_f32.powi(n - 1);
        ((1..=32).map(one).sum::<Vec4>() / 32.0).xyz().extend(1.0)
    });
    same(ScreenEffect::new("godrays"), 0.0, |uv| screen(i.near(uv), rays.smooth(uv) * 1.2));
}

#[test]
fn print_and_noise() {
    let i = shown();
    same(ScreenEffect::new("halftone").with("mode", 1.0), 0.0, |uv| {
        let (p, l) = (uv * RES, lum(i.near(uv)));
        let hatch = |z: f32| (z / 4.0).fract_gl() < 0.25;
        let lines = [(0.8, p.x + p.y), (0.6, p.x - p.y), (0.4, p.x + p.y - 2.0), (0.2, p.x - p.y - 2.0)];
        let ink = lines.iter().any(|(least, z)| l < *least && hatch(*z));
        if ink { Vec4::W } else { Vec4::ONE }
    });
    same(ScreenEffect::new("grain").with("amount", 0.5).with("size", 2.0), 0.3, |uv| {
        let turn = (24.0_f32 * 0.3).floor();
        let cell = (uv * RES / 2.0).floor() + turn * Vec2::new(13.1, 7.7);
        (i.near(uv).xyz() + (hash(cell.x, cell.y) - 0.5) * 0.5).extend(1.0)
    });
    // On a picture of one real pixel for each of the game there are no gaps; what was shown before was black.
    same(ScreenEffect::new("lcd").with("ghosting", 0.25), 0.0, |uv| (i.near(uv).xyz() * 0.75).extend(1.0));
}

#[test]
fn a_television_smears_colours() {
    let i = shown();
    let rows =
        [Vec3::new(0.299, 0.587, 0.114), Vec3::new(0.596, -0.274, -0.322), Vec3::new(0.211, -0.523, 0.312)];
    let yiq = |c: Vec4| Vec3::new(rows[0].dot(c.xyz()), rows[1].dot(c.xyz()), rows[2].dot(c.xyz()));
    same(ScreenEffect::new("ntsc"), 0.1, |uv| {
        let aside = |px: f32| i.near(uv + Vec2::new(px / RES.x, 0.0));
        let (mut chroma, mut weights) = (Vec2::ZERO, 0.0);
        for k in -4..=4 {
            let weight = (-((k * k) as f32) / (2.0 * 1.5 * 1.5)).exp();
            let c = yiq(aside(k as f32));
            chroma += Vec2::new(c.y, c.z) * weight;
            weights += weight;
        }
        chroma /= weights;
        let (mut y, left) = (yiq(i.near(uv)).x, yiq(aside(-1.0)).x);
        let p = (uv * RES).floor();
        let angle = (p.x + p.y + 6.0) * 2.0 * std::f32::consts::PI / 3.0;
        y += 0.15 * 0.3 * chroma.length() * angle.sin();
        chroma += 0.2 * (y - left) * Vec2::new(angle.cos(), angle.sin());
        Vec4::new(
            y + 0.956 * chroma.x + 0.621 * chroma.y,
            y - 0.272 * chroma.x - 0.647 * chroma.y,
            y - 1.106 * chroma.x + 1.703 * chroma.y,
            1.0,
        )
    });
}
