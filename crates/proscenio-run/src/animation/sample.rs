//! The value of a track at a moment.

use proscenio_scene::glam::{Affine2, Affine3A, Quat};
use proscenio_scene::{Animation, Extra, Handles, Interpolation, Keys, LoopMode, Track, Values};

use super::any;
use super::curve::{self, Between};

/// What a track says at a moment.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Scalar(f32),
    /// A pair.
    Vec2([f32; 2]),
    /// A triple.
    Vec3([f32; 3]),
    /// A quadruple.
    Vec4([f32; 4]),
    /// A turn of length one.
    Quat(Quat),
    /// A list of numbers.
    List(Vec<f32>),
    /// A placement in space.
    Affine(Affine3A),
    /// A placement in the plane.
    Flat(Affine2),
    /// Anything.
    Any(Extra),
}

/// The moment of an animation's own time, 0 to its length, at which it is `time` seconds after its start.
///
/// A looping animation is at its start again when its length is over. Before the start it stands at 0; a length
/// that is no positive number makes every moment the start.
#[must_use]
pub fn time_in(length: f64, loop_mode: LoopMode, time: f64) -> f64 {
    if !(length > 0.0 && length.is_finite() && time.is_finite()) {
        return 0.0;
    }
    match loop_mode {
        LoopMode::Once => time.clamp(0.0, length),
        LoopMode::Loop => time.max(0.0).rem_euclid(length),
        LoopMode::PingPong => {
            let there_and_back = time.max(0.0).rem_euclid(2.0 * length);
            if there_and_back > length { 2.0 * length - there_and_back } else { there_and_back }
        }
    }
}

/// A track ready to be asked.
#[derive(Clone, Copy, Debug)]
pub struct Sampler<'a> {
    keys: &'a Keys,
    interpolation: Interpolation,
    wrap: Wrap,
}

/// How close to a key a time counts as the key's, for each second of it (Godot's rule).
const SAME: f64 = 1e-5;

/// Keys in 32 bits are reached a little before or after the time that is meant by them.
fn reached(time: f64) -> f64 {
    time + SAME * time.abs().max(1.0)
}

/// A [`Sampler`] that remembers where it was: times that go on from the last one need no search.
///
/// The values are those of the sampler, whatever the order of the times.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    sampler: Sampler<'a>,
    /// How many keys were reached.
    behind: usize,
}

impl Cursor<'_> {
    /// The value at a moment of the animation's own time ([`time_in`]), seconds.
    #[must_use]
    pub fn at(&mut self, time: f64) -> Value {
        self.behind = self.sampler.search_from(reached(time), self.behind);
        self.sampler.value(&self.sampler.between(time, self.behind))
    }
}

/// What keys there are beside the first and the last.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrap {
    /// None.
    No,
    /// All again, a length later.
    Around(f64),
    /// All again, backwards.
    Back(f64),
}

impl<'a> Sampler<'a> {
    /// The sampler of a track of an animation; `None` when it has no key or is not
    /// [sound](Track::is_sound).
    #[must_use]
    pub fn new(animation: &Animation, track: &'a Track) -> Option<Self> {
        if track.keys.times.is_empty() || !track.is_sound() {
            return None;
        }
        let wrap = match animation.loop_mode {
            _ if !track.wraps || animation.length <= 0.0 => Wrap::No,
            LoopMode::Once => Wrap::No,
            LoopMode::Loop => Wrap::Around(animation.length),
            LoopMode::PingPong => Wrap::Back(animation.length),
        };
        Some(Self { keys: &track.keys, interpolation: track.interpolation, wrap })
    }

    /// A reader that remembers where it was.
    #[must_use]
    pub fn cursor(self) -> Cursor<'a> {
        Cursor { sampler: self, behind: 0 }
    }

    /// The value at a moment of the animation's own time ([`time_in`]), seconds.
    ///
    /// Before the first key it is the first value, after the last the last, unless the track wraps.
    #[must_use]
    pub fn at(&self, time: f64) -> Value {
        self.value(&self.between(time, self.search(reached(time))))
    }

    fn value(&self, at: &Between) -> Value {
        match &self.keys.values {
            Values::Scalar(values) => Value::Scalar(self.scalar(values, at)),
            Values::Vec2(values) => Value::Vec2(self.numbers(values, at)),
            Values::Vec3(values) => Value::Vec3(self.numbers(values, at)),
            Values::Vec4(values) => Value::Vec4(self.numbers(values, at)),
            Values::Quat(values) => Value::Quat(self.turn(values, at)),
            Values::Lists { width, values } => {
                let width = *width as usize;
                Value::List((0..width).map(|i| self.number(values, width, i, at)).collect())
            }
            Values::Affine(values) => Value::Affine(self.affine(values, at)),
            Values::Flat(values) => Value::Flat(self.flat(values, at)),
            Values::Any(values) => Value::Any(self.any(values, at)),
            Values::Discrete(values) => {
                let nearer = self.interpolation != Interpolation::Nearest && at.weight >= 0.5;
                Value::Any(values[if nearer { at.to } else { at.from }].clone())
            }
        }
    }

    /// A key by its place in the list that goes on at both ends, with its time.
    fn key(&self, place: isize) -> (usize, f64) {
        let times = &self.keys.times;
        let count = times.len() as isize;
        let at = place.rem_euclid(count) as usize;
        let rounds = place.div_euclid(count);
        match self.wrap {
            Wrap::No => {
                let at = place.clamp(0, count - 1) as usize;
                (at, times[at])
            }
            Wrap::Around(length) => (at, times[at] + length * rounds as f64),
            Wrap::Back(length) if rounds.rem_euclid(2) == 0 => (at, times[at] + length * rounds as f64),
            Wrap::Back(length) => {
                let at = times.len() - 1 - at;
                (at, length * (rounds + 1) as f64 - times[at])
            }
        }
    }

    /// How many keys are reached.
    fn search(&self, reached: f64) -> usize {
        self.keys.times.partition_point(|key| *key <= reached)
    }

    /// As [`search`](Self::search), quick when it is as many as before or one more.
    fn search_from(&self, reached: f64, before: usize) -> usize {
        let times = self.keys.times.as_slice();
        let is = |count: usize| {
            (count == 0 || times.get(count - 1).is_some_and(|key| *key <= reached))
                && times.get(count).is_none_or(|key| *key > reached)
        };
        if is(before) {
            before
        } else if is(before + 1) {
            before + 1
        } else {
            self.search(reached)
        }
    }

    /// The keys around a moment, of which `behind` are reached.
    fn between(&self, time: f64, behind: usize) -> Between {
        let times = &self.keys.times;
        let last = times.len() - 1;
        let edge = behind == 0 || behind > last;
        if last == 0 || (edge && self.wrap == Wrap::No) {
            return Between::still(behind.saturating_sub(1));
        }
        if !edge && matches!(self.interpolation, Interpolation::Linear | Interpolation::Nearest) {
            // What most tracks are needs no neighbours.
            let (from, to) = (behind - 1, behind);
            let to_time = times[to] - times[from];
            let weight = self.eased(from, time - times[from], to_time);
            return Between { from, to, weight, to_time, ..Between::still(from) };
        }
        let place = behind as isize - 1;
        let (from, from_time) = self.key(place);
        let (to, to_time) = self.key(place + 1);
        let (pre, pre_time) = self.key(place - 1);
        let (post, post_time) = self.key(place + 2);
        let mut at = Between {
            from,
            pre,
            to,
            post,
            weight: self.eased(from, time - from_time, to_time - from_time),
            to_time: to_time - from_time,
            pre_time: pre_time - from_time,
            post_time: post_time - from_time,
        };
        if self.interpolation == Interpolation::CubicEven {
            (at.pre_time, at.to_time, at.post_time) = (-1.0, 1.0, 2.0);
        }
        at
    }

    /// How far it is from a key to the next, rounded as the engines that keep it in 32 bits.
    fn eased(&self, from: usize, passed: f64, span: f64) -> f64 {
        let straight = if span > 0.0 { (passed / span).clamp(0.0, 1.0) } else { 0.0 };
        let weight = match self.keys.eases.get(from) {
            Some(curve) if *curve != 1.0 => curve::ease(straight, f64::from(*curve)),
            _ => straight,
        };
        f64::from(weight as f32)
    }

    fn scalar(&self, values: &[f32], at: &Between) -> f32 {
        let of = |key: usize| f64::from(values[key]);
        match (self.interpolation, &self.keys.handles) {
            // A single key is not touched.
            (Interpolation::LinearAngle | Interpolation::CubicAngle, _) if values.len() == 1 => values[0],
            (Interpolation::LinearAngle, _) => {
                let to = curve::nearest_turn(of(at.from), of(at.to));
                curve::full_turn(of(at.from) + (to - of(at.from)) * at.weight)
            }
            (Interpolation::CubicAngle, _) => {
                let pre = curve::nearest_turn(of(at.from), of(at.pre));
                let to = curve::nearest_turn(of(at.from), of(at.to));
                let post = curve::nearest_turn(to, of(at.post));
                curve::full_turn(curve::cubic([pre, of(at.from), to, post], at))
            }
            (Interpolation::Bezier, Handles::Bezier { into, out_of }) => {
                curve::bezier(values[at.from], out_of[at.from], values[at.to], into[at.to], at)
            }
            _ => self.number(values, 1, 0, at),
        }
    }

    fn numbers<const N: usize>(&self, values: &[[f32; N]], at: &Between) -> [f32; N] {
        if self.interpolation == Interpolation::Linear {
            // What most tracks are is chosen once for all numbers.
            let (from, to) = (&values[at.from], &values[at.to]);
            return std::array::from_fn(|i| curve::linear(from[i], to[i], at.weight));
        }
        std::array::from_fn(|i| self.number(values.as_flattened(), N, i, at))
    }

    /// One number of a value that has several.
    fn number(&self, values: &[f32], width: usize, i: usize, at: &Between) -> f32 {
        let of = |key: usize| values[key * width + i];
        match (self.interpolation, &self.keys.handles) {
            (Interpolation::Nearest, _) => of(at.from),
            (Interpolation::Cubic | Interpolation::CubicAngle | Interpolation::CubicEven, _) => {
                curve::cubic([at.pre, at.from, at.to, at.post].map(|key| f64::from(of(key))), at) as f32
            }
            (Interpolation::Hermite, Handles::Slopes { into, out_of }) => {
                let slope = |list: &[f32], key: usize| list[key * width + i];
                curve::hermite(of(at.from), slope(out_of, at.from), of(at.to), slope(into, at.to), at)
            }
            _ => curve::linear(of(at.from), of(at.to), at.weight),
        }
    }

    fn turn(&self, values: &[[f32; 4]], at: &Between) -> Quat {
        let of = |key: usize| Quat::from_array(values[key]);
        let around = || [at.pre, at.from, at.to, at.post].map(|key| sound(of(key)));
        let turn = match self.interpolation {
            Interpolation::Nearest => of(at.from),
            Interpolation::Cubic | Interpolation::CubicAngle => curve::cubic_turn(around(), at),
            Interpolation::CubicEven => curve::cubic_turn_even(around(), at.weight as f32),
            Interpolation::Hermite => Quat::from_array(self.numbers(values, at)),
            _ => sound(of(at.from)).slerp(sound(of(at.to)), at.weight as f32),
        };
        sound(turn)
    }

    fn is_cubic(&self) -> bool {
        matches!(
            self.interpolation,
            Interpolation::Cubic | Interpolation::CubicAngle | Interpolation::CubicEven
        )
    }

    fn affine(&self, values: &[[f32; 12]], at: &Between) -> Affine3A {
        if self.interpolation == Interpolation::Nearest {
            return Affine3A::from_cols_array(&values[at.from]);
        }
        if self.is_cubic() {
            // Godot 4.6 swaps rows and columns here, at the keys too.
            let swapped = Affine3A::from_cols_array(&self.numbers(values, at));
            return Affine3A { matrix3: swapped.matrix3.transpose(), ..swapped };
        }
        let [from, to] = [at.from, at.to].map(|key| Affine3A::from_cols_array(&values[key]));
        curve::affine(from, to, at.weight as f32)
    }

    fn flat(&self, values: &[[f32; 6]], at: &Between) -> Affine2 {
        if self.interpolation == Interpolation::Nearest || self.is_cubic() {
            return Affine2::from_cols_array(&self.numbers(values, at));
        }
        let [from, to] = [at.from, at.to].map(|key| Affine2::from_cols_array(&values[key]));
        curve::flat(from, to, at.weight as f32)
    }

    fn any(&self, values: &[Extra], at: &Between) -> Extra {
        let of = |key: usize| &values[key];
        if self.interpolation == Interpolation::Nearest {
            of(at.from).clone()
        } else if self.is_cubic() {
            any::cubic([at.pre, at.from, at.to, at.post].map(of), at)
        } else {
            any::linear(of(at.from), of(at.to), at.weight)
        }
    }
}

/// A turn of length one; what cannot be made one turns nothing.
fn sound(turn: Quat) -> Quat {
    let length = turn.length();
    if length.is_finite() && length > 1e-6 { turn / length } else { Quat::IDENTITY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::Target;

    fn animation(loop_mode: LoopMode, track: Track) -> Animation {
        let tracks = vec![track];
        Animation { name: "a".into(), length: 4.0, loop_mode, tracks, ..Animation::default() }
    }

    fn track(interpolation: Interpolation, times: &[f64], values: Values) -> Track {
        Track { interpolation, ..Track::new(Target::Nowhere, times.to_vec(), values) }
    }

    fn at(animation: &Animation, time: f64) -> Value {
        Sampler::new(animation, &animation.tracks[0]).unwrap().at(time)
    }

    #[test]
    fn times_are_folded_by_the_loop_mode() {
        let fold = |mode| [-1.0, 1.0, 4.0, 5.0, 9.0].map(|time| time_in(4.0, mode, time));
        assert_eq!(fold(LoopMode::Once), [0.0, 1.0, 4.0, 4.0, 4.0]);
        assert_eq!(fold(LoopMode::Loop), [0.0, 1.0, 0.0, 1.0, 1.0]);
        assert_eq!(fold(LoopMode::PingPong), [0.0, 1.0, 4.0, 3.0, 1.0]);
        assert_eq!(time_in(0.0, LoopMode::Loop, 3.0), 0.0);
        assert_eq!(time_in(f64::NAN, LoopMode::Once, 3.0), 0.0);
    }

    #[test]
    fn between_keys_it_is_the_interpolations_value() {
        let values = || Values::Scalar(vec![0.0, 8.0, 6.0]);
        let of = |mode, time| {
            let animation = animation(LoopMode::Once, track(mode, &[1.0, 2.0, 3.0], values()));
            match at(&animation, time) {
                Value::Scalar(number) => number,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(of(Interpolation::Nearest, 1.75), 0.0);
        assert_eq!(of(Interpolation::Linear, 1.75), 6.0);
        assert_eq!((of(Interpolation::Linear, 0.0), of(Interpolation::Linear, 9.0)), (0.0, 6.0));
        // A neighbour that is not there is the end key itself, at its own time.
        assert_eq!(of(Interpolation::Cubic, 1.5), 3.625);
        assert_eq!(of(Interpolation::Cubic, 2.0), 8.0);
    }

    #[test]
    fn wrapping_tracks_run_on_into_their_first_key() {
        let values = Values::Vec2(vec![[0.0, 1.0], [4.0, 1.0]]);
        let looping = Track { wraps: true, ..track(Interpolation::Linear, &[1.0, 3.0], values) };
        let looping = animation(LoopMode::Loop, looping);
        assert_eq!(at(&looping, 3.5), Value::Vec2([3.0, 1.0]));
        assert_eq!(at(&looping, 0.5), Value::Vec2([1.0, 1.0]));
        let once = Animation { loop_mode: LoopMode::Once, ..looping };
        assert_eq!(at(&once, 3.5), Value::Vec2([4.0, 1.0]));
    }

    #[test]
    fn turns_take_the_shorter_arc_and_keep_length_one() {
        let turn = |angle: f32| Quat::from_rotation_z(angle);
        let far = -turn(1.0);
        let values = Values::Quat(vec![turn(0.0).to_array(), far.to_array()]);
        for mode in [Interpolation::Linear, Interpolation::Cubic] {
            let animation = animation(LoopMode::Once, track(mode, &[0.0, 1.0], values.clone()));
            let Value::Quat(half) = at(&animation, 0.5) else { panic!("no turn") };
            assert!(half.dot(turn(0.5)).abs() > 0.999_99, "{mode:?} {half:?}");
        }
        let broken = Values::Quat(vec![[0.0; 4], [f32::NAN; 4]]);
        let animation = animation(LoopMode::Once, track(Interpolation::Linear, &[0.0, 1.0], broken));
        assert_eq!(at(&animation, 0.3), Value::Quat(Quat::IDENTITY));
    }

    #[test]
    fn lists_and_anything_else_are_sampled_too() {
        let lists = Values::Lists { width: 2, values: vec![0.0, 1.0, 2.0, 5.0] };
        let lists = animation(LoopMode::Once, track(Interpolation::Linear, &[0.0, 2.0], lists));
        assert_eq!(at(&lists, 1.0), Value::List(vec![1.0, 3.0]));
        let words = Values::Discrete(vec![Extra::Bool(true), Extra::Bool(false)]);
        let of = |mode, time| at(&animation(LoopMode::Once, track(mode, &[0.0, 2.0], words.clone())), time);
        assert_eq!(of(Interpolation::Nearest, 1.99), Value::Any(Extra::Bool(true)));
        assert_eq!(of(Interpolation::Nearest, 2.0), Value::Any(Extra::Bool(false)));
        assert_eq!(of(Interpolation::Linear, 0.99), Value::Any(Extra::Bool(true)));
        assert_eq!(of(Interpolation::Linear, 1.0), Value::Any(Extra::Bool(false)));
    }

    #[test]
    fn there_and_back_keys_are_mirrored_at_both_ends() {
        // Asked of Godot 4.6.
        let values = Values::Scalar(vec![0.1, 2.9, -2.9, 0.4]);
        let keys = track(Interpolation::Cubic, &[0.2, 0.7, 1.3, 1.8], values);
        let track = Track { wraps: true, ..keys };
        let animation = Animation { length: 2.0, ..animation(LoopMode::PingPong, track) };
        let known = [(0.0, -0.148_888_9), (0.1, -0.086_666_7), (0.3, 0.571_919_2), (1.9, 0.62)];
        for (time, value) in known {
            let Value::Scalar(found) = at(&animation, time) else { panic!() };
            assert!((found - value).abs() < 1e-5, "{time}: {found} {value}");
        }
    }

    #[test]
    fn a_cursor_says_what_the_sampler_says() {
        let values = || Values::Vec3((0..5).map(|key| [key as f32, 1.0, (key * key) as f32]).collect());
        let jumps = [0.5, 1.0, 1.0, 2.0, 3.5];
        let times = [0.0, 0.4, 0.6, 1.0, 1.1, 3.9, 0.7, 3.0, -1.0, f64::NAN, 4.0, 0.999_999, 2.0];
        for mode in [Interpolation::Linear, Interpolation::Cubic, Interpolation::Nearest] {
            for wraps in [false, true] {
                let track = Track { wraps, ..track(mode, &jumps, values()) };
                let animation = animation(LoopMode::Loop, track);
                let sampler = Sampler::new(&animation, &animation.tracks[0]).unwrap();
                let mut cursor = sampler.cursor();
                for time in times {
                    let (own, others) = (cursor.at(time), sampler.at(time));
                    assert!(own == others || time.is_nan(), "{mode:?} {wraps} {time}: {own:?} {others:?}");
                }
            }
        }
    }

    #[test]
    fn two_keys_at_one_time_jump() {
        let values = Values::Scalar(vec![1.0, 2.0, 5.0, 6.0]);
        let jump = track(Interpolation::Linear, &[0.0, 1.0, 1.0, 2.0], values);
        let jump = animation(LoopMode::Once, jump);
        assert_eq!(at(&jump, 0.5), Value::Scalar(1.5));
        assert_eq!(at(&jump, 1.0), Value::Scalar(5.0));
    }
}
