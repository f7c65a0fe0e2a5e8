//! `TextureProgressBar`: a picture that is shown as far as a number has come.

use std::rc::Rc;

use glam::Vec2;
use proscenio_run::layout::Rect;
use proscenio_scene::{Component, FlatMesh, SliceFill, TextureRef, Wrap};

use super::super::Importer;
use super::super::props::Props;
use super::looks::{Area, Drawn, Fit, Look, Part, Shown};
use super::style::Ink;

/// A picture filled around a middle.
#[derive(Debug)]
struct Round {
    shown: Shown,
    /// Around which, shares of the picture.
    middle: Vec2,
    /// Where the shown part begins and ends, in turns clockwise from the top.
    turns: [f32; 2],
}

/// Where a ray from a middle, by turns clockwise from the top, leaves the square from 0 to 1.
fn leaves(middle: Vec2, turn: f32) -> Vec2 {
    let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
    let way = Vec2::new(sin, -cos);
    let reach = |axis: usize| {
        let room = if way[axis] > 0.0 { 1.0 - middle[axis] } else { -middle[axis] };
        if way[axis].abs() < 1e-6 { f32::INFINITY } else { room / way[axis] }
    };
    (middle + way * reach(0).min(reach(1))).clamp(Vec2::ZERO, Vec2::ONE)
}

/// The outline of a part of the square from 0 to 1, its middle first.
fn slice(middle: Vec2, [from, to]: [f32; 2]) -> Vec<Vec2> {
    let turn = |corner: Vec2| {
        let way = corner - middle;
        (way.x.atan2(-way.y) / std::f32::consts::TAU).rem_euclid(1.0)
    };
    let mut stops = vec![from, to];
    for corner in [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y] {
        let base = turn(corner);
        stops.extend((-1..=2).map(|round| base + round as f32).filter(|at| *at > from && *at < to));
    }
    stops.sort_by(f32::total_cmp);
    let mut points = vec![middle];
    points.extend(stops.into_iter().map(|stop| leaves(middle, stop)));
    points
}

impl Drawn for Round {
    fn draw(&self, rect: Rect, ink: Ink, out: &mut Vec<Component>) {
        let own = self.shown.size();
        let Some(part) = self.shown.texture.part(self.shown.picture, [Vec2::ZERO, own], [rect.at, rect.size])
        else {
            return;
        };
        let points = slice(self.middle, self.turns);
        let tint: [f32; 4] = std::array::from_fn(|channel| self.shown.color[channel] * ink.tint[channel]);
        out.push(Component::FlatMesh(FlatMesh {
            texture: Some(TextureRef {
                filter: self.shown.texture.import.filter(ink.canvas.filter),
                wrap_u: Wrap::Clamp,
                wrap_v: Wrap::Clamp,
                ..TextureRef::new(self.shown.texture.image)
            }),
            uvs: points.iter().map(|point| part.uv_min + *point * (part.uv_max - part.uv_min)).collect(),
            indices: (2..points.len() as u32).flat_map(|at| [0, at - 1, at]).collect(),
            points: points.iter().map(|point| part.position + *point * part.size).collect(),
            tint: proscenio_scene::Rgba::from_stored(tint),
            blend: ink.canvas.blend,
            z: ink.canvas.z as f32,
            ..FlatMesh::default()
        }));
    }
}

/// The part of the square from 0 to 1 that is filled along an axis: low and high corner.
fn filled(mode: i64, share: f32) -> [Vec2; 2] {
    let half = share * 0.5;
    let (low, high) = match mode {
        1 => (Vec2::new(1.0 - share, 0.0), Vec2::ONE),
        2 => (Vec2::ZERO, Vec2::new(1.0, share)),
        3 => (Vec2::new(0.0, 1.0 - share), Vec2::ONE),
        6 => (Vec2::new(0.5 - half, 0.0), Vec2::new(0.5 + half, 1.0)),
        7 => (Vec2::new(0.0, 0.5 - half), Vec2::new(1.0, 0.5 + half)),
        _ => (Vec2::ZERO, Vec2::new(share, 1.0)),
    };
    [low, high]
}

impl Importer<'_> {
    /// `TextureProgressBar`.
    pub(super) fn texture_progress(&mut self, props: &Props, look: &mut Look) -> Vec2 {
        let stretches = props.flag("nine_patch_stretch");
        let sides = ["left", "top", "right", "bottom"];
        let borders = sides.map(|side| props.number(&format!("stretch_margin_{side}")));
        let mut least = Vec2::ZERO;
        let parts = [
            ("texture_under", "tint_under"),
            ("texture_progress", "tint_progress"),
            ("texture_over", "tint_over"),
        ];
        for (name, tint) in parts {
            let Some(mut shown) = self.shown_picture(props, name, Fit::Scale) else { continue };
            shown.color = props.stored_color(tint);
            let size = shown.size();
            least = least.max(size);
            let done = name == "texture_progress";
            let share = super::ranges::share(props);
            if done && share <= 0.0 {
                continue;
            }
            let place =
                if done { Vec2::from_array(props.vector2("texture_progress_offset")) } else { Vec2::ZERO };
            let whole = if stretches { Area::WHOLE } else { Area::at(Rect { at: place, size }) };
            if stretches && borders != [0.0; 4] && !done {
                let fill = [SliceFill::Stretch; 2];
                let (texture, picture) = (shown.texture, shown.picture);
                look.add(Part::Nine { texture, picture, region: None, borders, fill }, whole);
            } else if done {
                self.progress(props, share, shown, whole, look);
            } else {
                look.add(Part::Picture(shown), whole);
            }
        }
        if stretches {
            Vec2::new(borders[0] + borders[2], borders[1] + borders[3])
        } else {
            least.max(Vec2::ONE)
        }
    }

    /// The part of the picture that shows how far it has come.
    fn progress(&mut self, props: &Props, share: f32, mut shown: Shown, whole: Area, look: &mut Look) {
        let mode = props.int("fill_mode");
        let own = shown.size();
        if matches!(mode, 4 | 5 | 8) {
            let of = |name: &str, otherwise: f32| {
                let set = if props.has(name) { props.number(name) } else { otherwise };
                if set.is_finite() { set } else { otherwise }
            };
            let begin = (of("radial_initial_angle", 0.0) / 360.0).rem_euclid(1.0);
            let wide = share * (of("radial_fill_degrees", 360.0) / 360.0).clamp(0.0, 1.0);
            let turns = match mode {
                5 => [begin - wide, begin],
                8 => [begin - wide * 0.5, begin + wide * 0.5],
                _ => [begin, begin + wide],
            };
            let offset = Vec2::from_array(props.vector2("radial_center_offset")) / own.max(Vec2::ONE);
            let middle = (Vec2::splat(0.5) + offset).clamp(Vec2::ZERO, Vec2::ONE);
            look.add(Part::Drawn(Rc::new(Round { shown, middle, turns })), whole);
            return;
        }
        let [low, high] = filled(mode, share);
        let [left, top, _, _] = shown.texture.region.unwrap_or_default();
        let from = Vec2::new(left, top) + low * own;
        let size = (high - low) * own;
        shown.texture.region = Some([from.x, from.y, size.x, size.y]);
        let mut area = whole;
        for axis in 0..2 {
            let [a, b] = [axis, axis + 2];
            let mix = |share: f32, values: [f32; 4]| values[a] + (values[b] - values[a]) * share;
            (area.shares[a], area.pixels[a]) = (mix(low[axis], whole.shares), mix(low[axis], whole.pixels));
            (area.shares[b], area.pixels[b]) = (mix(high[axis], whole.shares), mix(high[axis], whole.pixels));
        }
        look.add(Part::Picture(shown), area);
    }
}

#[cfg(test)]
mod tests {
    use super::{filled, leaves, slice};
    use glam::Vec2;

    #[test]
    fn a_part_of_a_turn_is_cut_at_the_edges() {
        let middle = Vec2::splat(0.5);
        assert!(leaves(middle, 0.25).abs_diff_eq(Vec2::new(1.0, 0.5), 1e-4));
        let quarter = slice(middle, [0.0, 0.25]);
        assert_eq!(quarter.len(), 4);
        assert!(quarter[2].abs_diff_eq(Vec2::new(1.0, 0.0), 1e-4), "{quarter:?}");
        assert_eq!(slice(middle, [-0.5, 0.5]).len(), 7);
    }

    #[test]
    fn bars_fill_from_their_side() {
        assert_eq!(filled(3, 0.25)[0], Vec2::new(0.0, 0.75));
        assert_eq!(filled(6, 0.5), [Vec2::new(0.25, 0.0), Vec2::new(0.75, 1.0)]);
    }
}
