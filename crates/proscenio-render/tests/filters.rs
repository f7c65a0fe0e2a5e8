//! The built-in effects beside their formulas, worked out on the processor over a tiny picture.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::{OwnEye, Picture, View};
use proscenio_scene::glam::{Affine2, Vec2, Vec3, Vec4, Vec4Swizzles};
use proscenio_scene::{
    ColorTable, Component, Filter, Image as SceneImage, Node, Pixels, Scene, ScreenEffect, Sprite, TextureRef,
};
use support::formulas::{
    CRT_DEFAULTS, CRT_NUMBERS, Crt, FractGl, Image, hash, lum, screen, smoothstep, turned,
};

const SIZE: [u32; 2] = [24, 16];
const RES: Vec2 = Vec2::new(24.0, 16.0);

/// A picture with smooth runs and hard edges.
fn shown() -> Image {
    runs_and_edges(SIZE)
}

fn runs_and_edges(size: [u32; 2]) -> Image {
    let res = Vec2::new(size[0] as f32, size[1] as f32);
    Image::filled(size, |uv| {
        let p = uv * res;
        let block: f32 = if p.x > 9.0 && p.x < 15.0 && p.y > 5.0 && p.y < 11.0 { 1.0 } else { 0.0 };
        Vec4::new(uv.x, block.max(uv.y * 0.6), if (p.y as u32).is_multiple_of(4) { 0.9 } else { 0.2 }, 1.0)
    })
}

/// Draws an effect over a picture whose pixels are so many real ones wide.
fn drawn(shown: &Image, effect: ScreenEffect, time: f64, ratio: u32) -> Option<Picture> {
    let renderer = support::renderer()?;
    let mut scene = Scene::new("picture", Node::new("picture"));
    let rgba: Vec<u8> =
        shown.texels.iter().flat_map(|texel| (*texel * 255.0).to_array().map(|c| c.round() as u8)).collect();
    let pixels = Pixels::Rgba8(rgba.into());
    let image =
        scene.images.add(SceneImage { name: "picture".into(), path: None, size: Some(shown.size), pixels });
    let texture = TextureRef { filter: Filter::Nearest, ..TextureRef::new(image) };
    let root = scene.root;
    scene.nodes[root].components.push(Component::Sprite(Sprite::new(Some(texture), shown.res())));
    scene.post = vec![effect];
    let plane = Some((shown.res(), Affine2::from_scale(Vec2::splat(ratio as f32))));
    let own_eye = (ratio != 1).then_some(OwnEye { space: None, outside: false, plane });
    let background = Some(proscenio_scene::Rgba::linear(0.0, 0.0, 0.0, 0.0));
    let size = shown.size.map(|side| side * ratio);
    Some(renderer.draw(&scene, &View { time, own_eye, background, ..View::new(size) }).unwrap())
}

/// Draws an effect and holds it against a formula of the place; rounding may choose another texel here and there.
#[track_caller]
fn same(effect: ScreenEffect, time: f64, formula: impl Fn(Vec2) -> Vec4) {
    same_over(&shown(), effect, time, 1, formula);
}

/// As [`same`], over a picture of one's own and so many real pixels to one of the game.
#[track_caller]
fn same_over(shown: &Image, effect: ScreenEffect, time: f64, ratio: u32, formula: impl Fn(Vec2) -> Vec4) {
    let name = effect.name.clone();
    let Some(after) = drawn(shown, effect, time, ratio) else { return };
    let want = Image::filled(after.size, formula);
    let before = Image::filled(after.size, |uv| shown.near(uv));
    let (mut off, mut changed) = (0, false);
    let mut worst = (0.0, String::new());
    for ((got, want), before) in after.rgba.chunks_exact(4).zip(&want.texels).zip(&before.texels) {
        // Straight colours of next to nothing are rounded too coarsely to be compared.
        let seen = if want.w == 0.0 && got[3] < 56 { 0..0 } else { 0..4 };
        let far = seen.map(|i| (f32::from(got[i]) - want[i] * 255.0).abs()).fold(0.0, f32::max);
        off += usize::from(far > 2.5);
        changed |= (*want - *before).abs().max_element() > 0.03;
        if far > worst.0 {
            worst = (far, format!("{got:?} {:?}", *want * 255.0));
        }
    }
    assert!(
        off * 50 <= want.texels.len(),
        "{name}: {off} of {} texels differ, as {worst:?}",
        want.texels.len()
    );
    assert!(changed, "{name} does nothing");
}

/// An effect with a number of several parts.
fn many(mut effect: ScreenEffect, name: &str, value: [f32; 4]) -> ScreenEffect {
    effect.numbers.push((name.to_owned(), value));
    effect
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

#[test]
fn colours_are_worked_out_one_by_one() {
    let i = shown();
    let all = [("brightness", 0.9), ("contrast", 1.3), ("saturation", 0.6), ("gamma", 1.4), ("hue", 40.0)];
    let adjust = all.iter().fold(ScreenEffect::new("adjust"), |effect, (name, n)| effect.with(name, *n));
    same(many(adjust, "tint", [1.0, 0.8, 0.6, 0.0]), 0.0, |uv| {
        let x = i.near(uv).xyz().max(Vec3::ZERO).powf(1.0 / 1.4);
        let x = ((x - 0.5) * 1.3 + 0.5) * 0.9;
        let x = Vec3::splat(lum(x.extend(1.0))).lerp(x, 0.6);
        let axis = Vec3::ONE.normalize();
        let turn = proscenio_scene::glam::Quat::from_axis_angle(axis, 40_f32.to_radians());
        (turn * x * Vec3::new(1.0, 0.8, 0.6)).extend(1.0)
    });
    same(ScreenEffect::new("posterize"), 0.0, |uv| (i.near(uv) * 3.0).round() / 3.0);
    let rows = [[0.0, 8.0, 2.0, 10.0], [12.0, 4.0, 14.0, 6.0], [3.0, 11.0, 1.0, 9.0], [15.0, 7.0, 13.0, 5.0]];
    let table = |uv: Vec2| {
        let p = (uv * RES).floor();
        rows[p.y as usize % 4][p.x as usize % 4] / 16.0 - 0.5
    };
    same(ScreenEffect::new("dither").with("levels", 5.0).with("strength", 0.7), 0.0, |uv| {
        let x = (i.near(uv).xyz() + table(uv) * 0.7 / 4.0).clamp(Vec3::ZERO, Vec3::ONE);
        ((x * 4.0).round() / 4.0).extend(1.0)
    });
    let palette = vec![[0.0, 0.0, 0.2], [0.8, 0.2, 0.2], [0.2, 0.6, 0.8], [1.0, 1.0, 0.8], [0.8, 0.2, 0.2]];
    let effect =
        ScreenEffect { palette: palette.clone(), ..ScreenEffect::new("palette").with("dither", 0.3) };
    same(effect, 0.0, |uv| {
        let wanted = i.near(uv).xyz() + table(uv) * 0.3;
        let far = |color: &[f32; 3]| (Vec3::from_array(*color) - wanted).length_squared();
        let best = palette.iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap();
        Vec3::from_array(*best).extend(1.0)
    });
}

#[test]
fn tables_are_mixed_in_three_directions() {
    let i = shown();
    let entry =
        |r: u32, g: u32, b: u32| [(g * 2 + b) as f32 / 6.0, r as f32 / 2.0, ((r + b) % 3) as f32 / 2.0];
    let colors: Vec<[f32; 3]> = (0..27).map(|at| entry(at % 3, at / 3 % 3, at / 9)).collect();
    let table = Some(ColorTable { side: 3, colors });
    let effect = ScreenEffect { table, ..ScreenEffect::new("lut").with("amount", 0.6) };
    same(effect, 0.0, |uv| {
        let c = i.near(uv).xyz();
        let at = c * 2.0;
        let mut sum = Vec3::ZERO;
        for corner in 0..8_u32 {
            let up = [corner & 1, corner >> 1 & 1, corner >> 2];
            let cell: [f32; 3] = std::array::from_fn(|axis| at[axis].floor() + up[axis] as f32);
            let share: f32 = (0..3).map(|axis| (1.0 - (at[axis] - cell[axis]).abs()).max(0.0)).product();
            let [r, g, b] = cell.map(|side| (side as u32).min(2));
            sum += Vec3::from_array(entry(r, g, b)) * share;
        }
        c.lerp(sum, 0.6).extend(1.0)
    });
}

#[test]
fn texels_are_taken_from_elsewhere() {
    let i = shown();
    same(ScreenEffect::new("mosaic").with("size", 3.7), 0.0, |uv| {
        i.near(((uv * RES / 3.0).floor() * 3.0 + 1.5).min(RES - 0.5) / RES)
    });
    let split = many(ScreenEffect::new("rgbSplit"), "red", [-2.0, 1.0, 0.0, 0.0]);
    let split = many(split, "green", [0.0, -3.0, 0.0, 0.0]);
    same(split, 0.0, |uv| {
        let at = |x: f32, y: f32| i.near(uv + Vec2::new(x, y) / RES);
        Vec4::new(at(-2.0, 1.0).x, at(0.0, -3.0).y, at(1.0, 0.0).z, 1.0)
    });
    let wave = ScreenEffect::new("wave").with("amplitude", 3.0).with("axis", 1.0);
    same(wave, 0.4, |uv| {
        let w = ((uv * RES).floor() + 0.5) / RES;
        let d = 3.0 * (std::f32::consts::TAU * 4.0 * w.x + 1.2).sin();
        i.near(uv + Vec2::new(0.0, d / RES.y))
    });
}

#[test]
fn print_grows_its_dots_where_it_is_dark() {
    let i = shown();
    let effect = ScreenEffect::new("halftone").with("scale", 5.0).with("color", 1.0).with("angle", 30.0);
    same(effect, 0.0, |uv| {
        let angle = 30_f32.to_radians();
        let q = turned(uv * RES, -angle) / 5.0;
        let shade = i.near(turned((q.floor() + 0.5) * 5.0, angle) / RES);
        let r = 0.71 * (1.0 - lum(shade)).max(0.0).sqrt();
        let ink = 1.0 - smoothstep(r - 0.06, r + 0.06, (q - q.floor() - 0.5).length());
        Vec4::ONE.lerp(shade, ink)
    });
}

#[test]
fn old_films_have_specks_scratches_and_dark_corners() {
    let i = shown();
    // A frame with a scratch and one without.
    let scratched = |turn: &f32| hash(*turn, 2.0) < 0.4;
    let frames = (1..99).map(|turn| turn as f32);
    let with = frames.clone().find(scratched).unwrap();
    let without = frames.into_iter().find(|turn| !scratched(turn)).unwrap();
    for turn in [with, without] {
        same(ScreenEffect::new("oldFilm"), f64::from(turn + 0.5) / 24.0, |uv| {
            let c = i.near(uv);
            let mut x = c.xyz().lerp(Vec3::new(1.07, 0.74, 0.43) * lum(c), 0.7);
            let p = (uv * RES).floor() + turn * Vec2::new(5.3, 9.1);
            x += (hash(p.x, p.y) - 0.5) * 0.12;
            if hash(turn, 2.0) < 0.4 {
                let y = 8.0 * uv.y;
                let (f, at) = (y.fract_gl(), turn);
                let s = f * f * (3.0 - 2.0 * f);
                let noise = hash(y.floor(), at) + (hash(y.floor() + 1.0, at) - hash(y.floor(), at)) * s;
                let way = 24.0 * (uv.x - hash(turn, 1.0) - 0.01 * (noise - 0.5)).abs();
                x *= 0.55 + 0.45 * smoothstep(0.0, 1.0, way);
            }
            x *= 1.0 - 0.2 * 0.5 * hash(turn, 3.0);
            let around = uv * 2.0 - 1.0;
            (x * (1.0 - 0.4 * smoothstep(0.3, 1.6, around.length_squared()))).extend(1.0)
        });
    }
}

#[test]
fn blurs_of_odd_pictures_step_by_the_pixels_of_the_pass() {
    let i = runs_and_edges([25, 13]);
    let soft = i.blurred(0.5, 6.0);
    same_over(&i, ScreenEffect::new("blur").with("radius", 6.0), 0.0, 1, |uv| soft.smooth(uv));
    // With two real pixels to one of the game the pass is as large as before.
    let i = shown();
    let soft = i.blurred(0.5, 6.0);
    let twice = Image { game: SIZE, ..Image::filled(SIZE.map(|side| 2 * side), |uv| i.near(uv)) };
    let soft_twice = twice.blurred(0.5, 6.0);
    same_over(&i, ScreenEffect::new("blur").with("radius", 6.0), 0.0, 2, |uv| soft_twice.smooth(uv));
    assert_eq!(soft.size, soft_twice.size);
}

#[test]
fn lines_of_crystal_lie_between_real_pixels() {
    let i = shown();
    let lcd = ScreenEffect::new("lcd").with("ghosting", 0.0).with("grid", 0.5);
    for ratio in [2, 3_u32] {
        same_over(&i, many(lcd.clone(), "tint", [1.0, 0.5, 1.0, 0.0]), 0.0, ratio, |uv| {
            let p = (uv * RES * ratio as f32).floor();
            let first = [p.x, p.y].map(|side| (side as u32).is_multiple_of(ratio));
            let gap = if ratio == 2 { first[0] && first[1] } else { first[0] || first[1] };
            let shown = i.near(uv).xyz() * Vec3::new(1.0, 0.5, 1.0);
            (shown * if gap { 0.5 } else { 1.0 }).extend(1.0)
        });
    }
    // What was shown before stays: black, then what was mixed with black.
    same(ScreenEffect::new("lcd"), 1.0 / 60.0 + 1e-4, |uv| {
        (i.near(uv).xyz() * (1.0 - 0.4 * 0.4)).extend(1.0)
    });
}

/// `crt` with some of its numbers, beside the formula.
#[track_caller]
fn crt(changed: &[(&str, f32)], time: f64, ratio: u32) {
    let mut n = CRT_DEFAULTS;
    let mut effect = ScreenEffect::new("crt");
    for (name, value) in changed {
        n[CRT_NUMBERS.iter().position(|known| known == name).unwrap()] = *value;
        effect = effect.with(name, *value);
    }
    let i = shown();
    let real = RES * ratio as f32;
    let tube = Crt::new(&i, n, time as f32, real);
    same_over(&i, effect, time, ratio, |uv| tube.at(uv * real));
}

#[test]
fn tubes_have_lines_masks_and_bent_glass() {
    crt(&[], 0.0, 1);
    crt(&[("cornerRadius", 0.4), ("curvature", 0.2), ("vignette", 0.8)], 0.0, 1);
    for kind in [0.0, 1.0, 2.0] {
        crt(&[("mask", 0.6), ("maskType", kind), ("maskScale", 1.0)], 0.0, 1);
        crt(&[("mask", 0.6), ("maskType", kind), ("maskScale", 2.0)], 0.0, 3);
    }
    crt(&[("convergence", 0.8), ("halation", 0.5), ("gamma", 0.3)], 0.0, 1);
    crt(&[("noise", 0.3), ("flicker", 0.9), ("interlace", 1.0)], 0.35, 1);
}

#[test]
fn tubes_with_several_real_pixels_show_the_beam() {
    crt(&[], 0.0, 2);
    crt(&[("beam", 0.0), ("scanlines", 1.0), ("sharpness", 1.0)], 0.0, 4);
    crt(&[("interlace", 1.0)], 1.5 / 60.0, 4);
}

#[test]
fn the_ready_made_tubes_are_drawn() {
    // Mask types: 0 aperture, 1 slot, 2 shadow; as projects write the presets out.
    let presets: [[f32; 16]; 4] = [
        [0.45, 0.25, 1.0, 1.0, 0.08, 0.3, 0.4, 0.7, 1.25, 1.0, 0.2, 0.35, 0.04, 0.3, 0.0, 0.04],
        [0.6, 0.2, 0.0, 1.0, 0.02, 0.1, 0.85, 0.8, 1.3, 1.0, 0.06, 0.0, 0.0, 0.0, 0.0, 0.01],
        [0.5, 0.35, 2.0, 1.0, 0.12, 0.35, 0.6, 0.9, 1.35, 1.0, 0.25, 0.2, 0.02, 0.1, 0.0, 0.06],
        [0.3, 0.1, 1.0, 1.0, 0.08, 0.3, 0.1, 0.5, 1.15, 1.0, 0.3, 0.6, 0.06, 0.2, 0.0, 0.04],
    ];
    for preset in presets {
        let numbers: Vec<_> = CRT_NUMBERS.into_iter().zip(preset).collect();
        crt(&numbers, 0.75, 1);
        crt(&numbers, 0.75, 3);
    }
}

/// A disc with a soft rim over nothing, straight colours.
fn disc() -> Image {
    Image::filled(SIZE, |uv| {
        let far = (uv * RES - RES * 0.5).length();
        Vec4::new(0.8, uv.x, 0.2, ((5.0 - far) * 0.5).clamp(0.0, 1.0))
    })
}

#[test]
fn outlines_lie_within_their_thickness() {
    let i = disc();
    for thickness in [1.0, 2.5, 4.0] {
        let effect = many(ScreenEffect::new("outline"), "color", [0.2, 0.4, 1.0, 0.0]);
        same_over(&i, effect.with("thickness", thickness), 0.0, 1, |uv| {
            let p = (uv * RES).floor();
            let reach = (-4..=4).flat_map(|y| (-4..=4).map(move |x| Vec2::new(x as f32, y as f32)));
            let inside = |at: Vec2| at.cmpge(Vec2::ZERO).all() && at.cmplt(RES).all();
            let solid = |at: Vec2| inside(at) && i.at(at.x, at.y).w >= 0.5;
            let own = i.near(uv);
            let near = reach.into_iter().any(|step| step.length() <= thickness && solid(p + step));
            if own.w < 0.5 && near { Vec4::new(0.2, 0.4, 1.0, 1.0) } else { own }
        });
    }
}

#[test]
fn glow_lies_behind_what_glows() {
    let i = disc();
    let cover = Image::filled(SIZE, |uv| Vec4::splat(i.near(uv).w)).blurred(0.5, 3.0);
    let effect = many(ScreenEffect::new("glow"), "color", [1.0, 0.5, 0.0, 0.0]);
    same_over(&i, effect.with("radius", 3.0).with("intensity", 1.5), 0.0, 1, |uv| {
        let own = i.near(uv);
        let halo = (cover.smooth(uv).x * 1.5).clamp(0.0, 1.0);
        let behind = halo * (1.0 - own.w);
        let alpha = own.w + behind;
        let rgb = own.xyz() * own.w + Vec3::new(1.0, 0.5, 0.0) * behind;
        if alpha < 0.2 { Vec4::ZERO } else { (rgb / alpha).extend(alpha) }
    });
}
