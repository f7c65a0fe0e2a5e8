//! The clock of a window: playing, scrubbing, and which animation is shown.

use proscenio::Scene;
use proscenio::run::{animations_begun, animations_named};
use proscenio::scene::{AnimationId, LoopMode};

/// What is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Nothing: nodes stand where the file puts them. Frames, tiles and particles move all the same.
    Rest,
    /// Those animations that begin with the scene.
    #[default]
    Begun,
    /// All of this name.
    Named(String),
}

/// Seconds that are offered to scrub through when nothing says how long it takes.
const OPEN_END: f64 = 10.0;
/// Longer steps are those of a window that slept.
const LONGEST_STEP: f64 = 0.25;

/// The clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// Whether it runs.
    pub playing: bool,
    /// Seconds since the beginning.
    pub time: f64,
    /// Seconds of the scene in a second of the person's.
    pub speed: f64,
    /// Whether it begins again at the end.
    pub looping: bool,
    /// What is played.
    pub choice: Choice,
}

impl Default for Timeline {
    fn default() -> Self {
        Self { playing: false, time: 0.0, speed: 1.0, looping: true, choice: Choice::default() }
    }
}

impl Timeline {
    /// The animations that are played, each with its own speed. At the very beginning those that begin with the scene
    /// have not moved anything yet.
    #[must_use]
    pub fn played(&self, scene: &Scene) -> Vec<(AnimationId, f64)> {
        match &self.choice {
            Choice::Rest => Vec::new(),
            Choice::Begun if self.time == 0.0 => Vec::new(),
            Choice::Begun => animations_begun(scene),
            Choice::Named(name) => animations_named(scene, name).into_iter().map(|id| (id, 1.0)).collect(),
        }
    }

    /// Seconds that the slider covers: the longest of what is played, or an open end.
    #[must_use]
    pub fn length(&self, scene: &Scene) -> f64 {
        let played = match &self.choice {
            Choice::Begun => animations_begun(scene),
            _ => self.played(scene),
        };
        let long = |(id, speed): (AnimationId, f64)| {
            let animation = &scene.animations[id];
            let ways = if animation.loop_mode == LoopMode::PingPong { 2.0 } else { 1.0 };
            animation.length * ways / speed.abs().max(1e-3)
        };
        let longest = played.into_iter().map(long).filter(|length| length.is_finite()).fold(0.0, f64::max);
        if longest > 0.0 { longest } else { OPEN_END.max(self.time) }
    }

    /// Whether the slider's end is the end of something.
    #[must_use]
    pub fn ends(&self, scene: &Scene) -> bool {
        let begun = || animations_begun(scene).iter().any(|(id, _)| scene.animations[*id].length > 0.0);
        match &self.choice {
            Choice::Rest => false,
            Choice::Begun => begun(),
            Choice::Named(_) => self.played(scene).iter().any(|(id, _)| scene.animations[*id].length > 0.0),
        }
    }

    /// Lets some seconds of the person's pass; says whether the time changed.
    pub fn advance(&mut self, seconds: f64, scene: &Scene) -> bool {
        if !self.playing || !seconds.is_finite() {
            return false;
        }
        let before = self.time;
        self.time += seconds.clamp(0.0, LONGEST_STEP) * self.speed;
        if self.ends(scene) {
            let length = self.length(scene);
            if self.looping {
                self.time = self.time.rem_euclid(length);
            } else if self.time >= length || self.time < 0.0 {
                self.time = self.time.clamp(0.0, length);
                self.playing = false;
            }
        }
        self.time = self.time.max(0.0);
        self.time != before
    }

    /// Starts or stops; at the end of what does not begin again, from the beginning.
    pub fn toggle(&mut self, scene: &Scene) {
        if !self.playing && !self.looping && self.ends(scene) && self.time >= self.length(scene) {
            self.time = 0.0;
        }
        self.playing = !self.playing;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio::Node;
    use proscenio::scene::Animation;

    fn scene() -> Scene {
        let mut scene = Scene::new("s", Node::new("root"));
        scene.animations.add(Animation { name: "walk".into(), length: 2.0, ..Animation::default() });
        let loop_mode = LoopMode::PingPong;
        scene.animations.add(Animation {
            name: "sway".into(),
            length: 1.5,
            loop_mode,
            ..Animation::default()
        });
        scene
    }

    #[test]
    fn the_slider_is_as_long_as_what_is_played() {
        let scene = scene();
        let mut timeline = Timeline { choice: Choice::Named("walk".into()), ..Timeline::default() };
        assert_eq!(timeline.length(&scene), 2.0);
        timeline.choice = Choice::Named("sway".into());
        assert_eq!(timeline.length(&scene), 3.0);
        timeline.choice = Choice::Rest;
        assert_eq!((timeline.length(&scene), timeline.ends(&scene)), (OPEN_END, false));
        timeline.time = 40.0;
        assert_eq!(timeline.length(&scene), 40.0);
    }

    #[test]
    fn it_begins_again_or_stops_at_the_end() {
        let scene = scene();
        let choice = Choice::Named("walk".into());
        let mut timeline = Timeline { playing: true, time: 1.9, choice, ..Timeline::default() };
        assert!(timeline.advance(0.2, &scene));
        assert!((timeline.time - 0.1).abs() < 1e-9);
        (timeline.looping, timeline.time) = (false, 1.9);
        assert!(timeline.advance(0.2, &scene));
        assert_eq!((timeline.time, timeline.playing), (2.0, false));
        timeline.toggle(&scene);
        assert_eq!((timeline.time, timeline.playing), (0.0, true));
    }

    #[test]
    fn long_sleeps_and_odd_numbers_do_no_harm() {
        let scene = scene();
        let mut timeline = Timeline { playing: true, choice: Choice::Rest, ..Timeline::default() };
        assert!(!timeline.advance(f64::NAN, &scene));
        assert!(timeline.advance(100.0, &scene) && timeline.time == LONGEST_STEP);
        timeline.speed = -4.0;
        assert!(timeline.advance(1.0, &scene) && timeline.time == 0.0);
        assert!(!timeline.advance(1.0, &scene));
    }
}
