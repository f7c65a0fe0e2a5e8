//! `GradientTexture1D` (`GradientTexture`) and `GradientTexture2D`: pictures of colour runs.

use std::sync::Arc;

use glam::Vec2;
use proscenio_godot::Value;
use proscenio_scene::{Image, Pixels, Rgba};

use super::Importer;
use super::files::Place;
use super::props::Props;

/// Side of a picture at most, texels.
const MOST: u32 = 4096;

/// A run of colours.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gradient {
    /// Places and stored colours, in order.
    points: Vec<(f32, [f32; 4])>,
    /// 0 straight, 1 in steps, 2 on a curve.
    mode: i64,
    /// 0 stored values, 1 linear light, 2 Oklab.
    space: i64,
}

impl Gradient {
    /// The run of a `Gradient`.
    pub fn of(props: &Props) -> Self {
        let offsets = match props.set("offsets") {
            Some((Value::PackedFloat32Array(offsets), _)) => offsets,
            _ => vec![0.0, 1.0],
        };
        let colors = match props.set("colors") {
            Some((Value::PackedColorArray(colors), _)) => colors,
            _ => vec![[0.0, 0.0, 0.0, 1.0], [1.0; 4]],
        };
        let color = |at: usize| colors.get(at).copied().unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let mut points: Vec<(f32, [f32; 4])> =
            offsets.into_iter().enumerate().map(|(at, offset)| (offset, color(at))).collect();
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        let number = |name: &str| if props.has(name) { props.int(name) } else { 0 };
        Self { points, mode: number("interpolation_mode"), space: number("interpolation_color_space") }
    }

    /// The stored colour at a place.
    pub fn at(&self, place: f32) -> [f32; 4] {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return [0.0, 0.0, 0.0, 1.0];
        };
        let after = self.points.partition_point(|(offset, _)| *offset <= place);
        if after == 0 {
            return first.1;
        }
        let (Some(before), Some(next)) = (self.points.get(after - 1), self.points.get(after)) else {
            return last.1;
        };
        let share = (place - before.0) / (next.0 - before.0);
        let color = |at: usize| into_space(self.points[at.min(self.points.len() - 1)].1, self.space);
        let (from, to) = (color(after - 1), color(after));
        match self.mode {
            1 => before.1,
            2 => {
                let (earlier, later) = (color(after.saturating_sub(2)), color(after + 1));
                let mixed = std::array::from_fn(|channel| {
                    cubic(earlier[channel], from[channel], to[channel], later[channel], share)
                });
                out_of_space(mixed, self.space)
            }
            _ => {
                let mixed =
                    std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * share);
                out_of_space(mixed, self.space)
            }
        }
    }
}

fn cubic(before: f32, from: f32, to: f32, behind: f32, share: f32) -> f32 {
    0.5 * (from * 2.0
        + (to - before) * share
        + (2.0 * before - 5.0 * from + 4.0 * to - behind) * share * share
        + (3.0 * from - before - 3.0 * to + behind) * share * share * share)
}

fn into_space(stored: [f32; 4], space: i64) -> [f32; 4] {
    match space {
        1 => Rgba::from_stored(stored).to_linear(),
        2 => {
            let [r, g, b, alpha] = Rgba::from_stored(stored).to_linear();
            let l = (0.412_221_47 * r + 0.536_332_54 * g + 0.051_445_995 * b).cbrt();
            let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
            let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
            [
                0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
                1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
                0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
                alpha,
            ]
        }
        _ => stored,
    }
}

fn out_of_space(mixed: [f32; 4], space: i64) -> [f32; 4] {
    let stored = |[r, g, b, alpha]: [f32; 4]| Rgba::linear(r, g, b, alpha).to_stored();
    match space {
        1 => stored(mixed),
        2 => {
            let [lightness, a, b, alpha] = mixed;
            let cube = |value: f32| value * value * value;
            let l = cube(lightness + 0.396_337_78 * a + 0.215_803_76 * b);
            let m = cube(lightness - 0.105_561_346 * a - 0.063_854_17 * b);
            let s = cube(lightness - 0.089_484_18 * a - 1.291_485_5 * b);
            stored([
                4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
                -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
                -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
                alpha,
            ])
        }
        _ => mixed,
    }
}

/// How a run fills the picture of a `GradientTexture2D`.
#[derive(Clone, Copy, Debug)]
struct Fill {
    kind: i64,
    from: Vec2,
    to: Vec2,
    repeat: i64,
}

impl Fill {
    /// The place in the run for a place in the picture, 0 to 1 on both sides.
    fn place(self, at: Vec2) -> f32 {
        let way = self.to - self.from;
        if way == Vec2::ZERO {
            return 0.0;
        }
        let there = at - self.from;
        let place = match self.kind {
            1 => there.length() / way.length(),
            2 => there.abs().max_element() / way.abs().max_element(),
            // The angle from the way on, clockwise, as a share of a full turn.
            3 if there != Vec2::ZERO => (way.angle_to(there) / std::f32::consts::TAU).rem_euclid(1.0),
            3 => 0.0,
            _ => there.dot(way) / way.length_squared(),
        };
        match self.repeat {
            1 => place.rem_euclid(1.0),
            2 => {
                let round = place.abs() % 2.0;
                if round > 1.0 { 2.0 - round } else { round }
            }
            _ => place.clamp(0.0, 1.0),
        }
    }
}

impl Importer<'_> {
    /// The run of colours that a property names.
    pub(super) fn named_gradient(&mut self, props: &Props, name: &str) -> Option<Gradient> {
        let resource = self.named_resource(props, name)?;
        let own = Props::of(&resource);
        let gradient = Gradient::of(&own);
        own.consume(&["resource_name"]);
        self.keep_aside(&own, &resource);
        Some(gradient)
    }

    /// The picture of a gradient texture; nothing for other textures made by numbers.
    pub(super) fn gradient_picture(&mut self, place: &Place) -> Option<Image> {
        let props = Props::of(place);
        let flat = match props.class() {
            "GradientTexture2D" => true,
            "GradientTexture1D" | "GradientTexture" => false,
            _ => return None,
        };
        let gradient = self.named_gradient(&props, "gradient")?;
        let side = |name: &str| props.count(name).clamp(1, MOST);
        let (width, height) = if flat { (side("width"), side("height")) } else { (side("width"), 1) };
        let fill = Fill {
            kind: if flat { props.int("fill") } else { 0 },
            from: if flat { Vec2::from_array(props.vector2("fill_from")) } else { Vec2::ZERO },
            to: if flat { Vec2::from_array(props.vector2("fill_to")) } else { Vec2::X },
            repeat: if flat { props.int("repeat") } else { 0 },
        };
        if !(0..=3).contains(&fill.kind) {
            return None;
        }
        props.consume(&["resource_name", "use_hdr"]);
        self.keep_aside(&props, place);
        let share = |at: u32, side: u32| if side > 1 { at as f32 / (side - 1) as f32 } else { 0.0 };
        let texels =
            (0..height).flat_map(|y| (0..width).map(move |x| Vec2::new(share(x, width), share(y, height))));
        let bytes = |at: Vec2| {
            gradient.at(fill.place(at)).map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8)
        };
        let pixels: Vec<u8> = texels.flat_map(bytes).collect();
        Some(Image {
            name: place.name(),
            path: None,
            size: Some([width, height]),
            pixels: Pixels::Rgba8(Arc::from(pixels)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Fill, Gradient};
    use glam::Vec2;

    fn two(mode: i64, space: i64) -> Gradient {
        Gradient { points: vec![(0.25, [0.0, 0.0, 0.0, 1.0]), (0.75, [1.0, 0.5, 0.0, 1.0])], mode, space }
    }

    #[test]
    fn runs_of_all_kinds_meet_their_points() {
        for (mode, space) in [(0, 0), (0, 1), (0, 2), (2, 0), (2, 2)] {
            let run = two(mode, space);
            assert_eq!(run.at(0.0), [0.0, 0.0, 0.0, 1.0]);
            assert_eq!(run.at(1.0), [1.0, 0.5, 0.0, 1.0]);
            let near = run.at(0.7499);
            assert!(near.iter().zip([1.0, 0.5, 0.0, 1.0]).all(|(a, b)| (a - b).abs() < 4e-3), "{near:?}");
        }
        assert_eq!(two(0, 0).at(0.5), [0.5, 0.25, 0.0, 1.0]);
        assert_eq!(two(1, 0).at(0.74), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn fills_of_a_picture() {
        let fill = |kind, repeat| Fill { kind, from: Vec2::splat(0.5), to: Vec2::new(1.0, 0.5), repeat };
        assert_eq!(fill(0, 0).place(Vec2::new(0.75, 0.0)), 0.5);
        assert_eq!(fill(1, 0).place(Vec2::new(0.5, 0.75)), 0.5);
        assert_eq!(fill(2, 0).place(Vec2::new(0.75, 0.6)), 0.5);
        let round = |x: f32, y: f32| fill(3, 0).place(Vec2::new(x, y));
        let turns = [round(0.9, 0.5), round(0.5, 0.9), round(0.1, 0.5), round(0.5, 0.1), round(0.5, 0.5)];
        assert!(
            turns.iter().zip([0.0, 0.25, 0.5, 0.75, 0.0]).all(|(a, b)| (a - b).abs() < 1e-6),
            "{turns:?}"
        );
        assert_eq!(fill(0, 1).place(Vec2::new(0.25, 0.0)), 0.5);
        assert_eq!(fill(0, 2).place(Vec2::new(-0.25, 0.0)), 0.5);
    }
}
