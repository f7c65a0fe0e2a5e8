//! Pictures shown one after the other, by name.

use std::sync::Arc;

use glam::Vec2;

use crate::{MeshInstance, Sprite, TextureRef, UvRect};

/// A named run of pictures, each with its own texture and time.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameAnimation {
    /// The name by which it is started.
    pub name: String,
    /// Frames per second; a frame lasts [`SheetFrame::duration`] of these. Not above 0: it stands still.
    pub fps: f64,
    /// Whether it begins again at its end; else its last frame stays.
    pub looped: bool,
    /// In order.
    pub frames: Vec<SheetFrame>,
}

/// One picture of a [`FrameAnimation`].
#[derive(Clone, Debug, PartialEq)]
pub struct SheetFrame {
    /// The picture; `None` shows nothing.
    pub texture: Option<TextureRef>,
    /// The part of it that is shown.
    pub uv: UvRect,
    /// Width and height of the frame, pixels.
    pub size: Vec2,
    /// The rectangle of the frame that the picture fills, pixels: top-left corner and size.
    pub filled: (Vec2, Vec2),
    /// How long it stays, in units of one frame.
    pub duration: f64,
}

/// Where something is in a set of [`FrameAnimation`]s.
#[derive(Clone, Debug, PartialEq)]
pub struct FramePlayer {
    /// All there are; players of one set share it.
    pub animations: Arc<[FrameAnimation]>,
    /// The one that is shown; `None` when the name it is called by is not there.
    pub current: Option<usize>,
    /// The frame it begins with.
    pub frame: u32,
    /// How much of that frame is over, 0 to 1.
    pub progress: f32,
    /// Whether it moves on by itself when the scene begins.
    pub playing: bool,
    /// Factor on the time; negative plays backwards.
    pub speed: f64,
}

/// A picture in the plane that goes through frames.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimatedSprite {
    /// Which frame is shown when.
    pub player: FramePlayer,
    /// How the frame is shown in the plane; nothing for those in space.
    pub flat: Option<FlatFrames>,
    /// The meshes that show the frames of the current animation in space; empty for those in the plane.
    pub standing: Vec<Option<MeshInstance>>,
}

/// How an [`AnimatedSprite`] shows its frames in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatFrames {
    /// Moves the frame, pixels.
    pub offset: Vec2,
    /// Whether the middle of the frame is at the node; else its top-left corner.
    pub centered: bool,
    /// Mirrored left to right, top to bottom.
    pub flip: [bool; 2],
    /// Tint, order and the like; its texture, rectangle and part come from the frame.
    pub look: Sprite,
}

impl FramePlayer {
    /// The frame shown some seconds after the start, and its number.
    #[must_use]
    pub fn frame_at(&self, time: f64) -> Option<(usize, &SheetFrame)> {
        let run = self.animations.get(self.current?)?;
        let last = run.frames.len().checked_sub(1)?;
        let begin = (self.frame as usize).min(last);
        let pace = run.fps * self.speed;
        let moved = self.playing && time > 0.0 && pace.is_finite() && pace != 0.0;
        let at = if moved { run.after(begin, self.progress, time * pace) } else { begin };
        run.frames.get(at).map(|frame| (at, frame))
    }
}

impl FrameAnimation {
    /// How long all frames stay together, in units of one frame.
    fn whole(&self) -> f64 {
        self.frames.iter().map(SheetFrame::stays).sum()
    }

    /// The frame that is shown `units` after a begin within frame `from`.
    fn after(&self, from: usize, progress: f32, units: f64) -> usize {
        let last = self.frames.len().saturating_sub(1);
        let before: f64 = self.frames.iter().take(from).map(SheetFrame::stays).sum();
        let share = f64::from(progress.clamp(0.0, 1.0));
        let own = self.frames.get(from).map_or(0.0, SheetFrame::stays);
        let mut at = before + own * share + units;
        let whole = self.whole();
        if self.looped && whole > 0.0 {
            at = at.rem_euclid(whole);
        }
        let mut end = 0.0;
        for (number, frame) in self.frames.iter().enumerate() {
            end += frame.stays();
            // The sums of steps of a running clock are a little less than their product.
            if at + 1e-9 < end {
                return number;
            }
        }
        last
    }
}

impl SheetFrame {
    fn stays(&self) -> f64 {
        if self.duration.is_finite() { self.duration.max(0.0) } else { 0.0 }
    }
}

impl AnimatedSprite {
    /// What it shows in space some seconds after the start of the scene.
    #[must_use]
    pub fn mesh_at(&self, time: f64) -> Option<&MeshInstance> {
        let (at, _) = self.player.frame_at(time)?;
        self.standing.get(at)?.as_ref()
    }

    /// What it shows in the plane some seconds after the start of the scene.
    #[must_use]
    pub fn sprite_at(&self, time: f64) -> Option<Sprite> {
        let flat = self.flat.as_ref()?;
        let (_, frame) = self.player.frame_at(time)?;
        frame.texture.as_ref()?;
        let corner = if flat.centered { frame.size * -0.5 } else { Vec2::ZERO };
        let (mut inside, size) = frame.filled;
        let UvRect { mut min, mut max } = frame.uv;
        if flat.flip[0] {
            inside.x = frame.size.x - inside.x - size.x;
            std::mem::swap(&mut min.x, &mut max.x);
        }
        if flat.flip[1] {
            inside.y = frame.size.y - inside.y - size.y;
            std::mem::swap(&mut min.y, &mut max.y);
        }
        Some(Sprite {
            texture: frame.texture,
            position: flat.offset + corner + inside,
            size,
            uv_min: min,
            uv_max: max,
            ..flat.look.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{AnimatedSprite, FlatFrames, FrameAnimation, FramePlayer, SheetFrame};
    use crate::{ImageId, Sprite, TextureRef, UvRect};
    use glam::Vec2;

    fn frame(left: f32, duration: f64) -> SheetFrame {
        SheetFrame {
            texture: Some(TextureRef::new(ImageId::from_index(0))),
            uv: UvRect { min: Vec2::new(left, 0.0), max: Vec2::new(left + 0.25, 1.0) },
            size: Vec2::new(8.0, 4.0),
            filled: (Vec2::new(1.0, 0.0), Vec2::new(4.0, 4.0)),
            duration,
        }
    }

    fn player(looped: bool) -> FramePlayer {
        let frames = vec![frame(0.0, 1.0), frame(0.25, 2.0), frame(0.5, 1.0)];
        let run = FrameAnimation { name: "run".into(), fps: 4.0, looped, frames };
        FramePlayer {
            animations: [run].into(),
            current: Some(0),
            frame: 0,
            progress: 0.0,
            playing: true,
            speed: 1.0,
        }
    }

    fn numbers(player: &FramePlayer, times: &[f64]) -> Vec<usize> {
        times.iter().map(|time| player.frame_at(*time).unwrap().0).collect()
    }

    #[test]
    fn frames_stay_as_long_as_they_say() {
        let times = [0.0, 0.24, 0.25, 0.74, 0.75, 0.99, 1.0, 1.3];
        assert_eq!(numbers(&player(true), &times), [0, 0, 1, 1, 2, 2, 0, 1]);
        assert_eq!(numbers(&player(false), &times), [0, 0, 1, 1, 2, 2, 2, 2]);
        let back = FramePlayer { speed: -1.0, ..player(true) };
        assert_eq!(numbers(&back, &[0.1, 0.3]), [2, 1]);
        let later = FramePlayer { frame: 1, progress: 0.5, ..player(false) };
        assert_eq!(numbers(&later, &[0.0, 0.24, 0.26]), [1, 1, 2]);
    }

    #[test]
    fn what_does_not_play_shows_its_frame_and_nonsense_stands_still() {
        let still = FramePlayer { playing: false, frame: 2, ..player(true) };
        assert_eq!(numbers(&still, &[0.0, 9.0]), [2, 2]);
        let beyond = FramePlayer { frame: 99, speed: f64::NAN, ..player(true) };
        assert_eq!(numbers(&beyond, &[1.0]), [2]);
        assert!(FramePlayer { current: Some(7), ..player(true) }.frame_at(0.0).is_none());
    }

    #[test]
    fn a_frame_is_mirrored_within_itself() {
        let look = Sprite::new(None, Vec2::ZERO);
        let flat = FlatFrames { offset: Vec2::X, centered: true, flip: [true, false], look };
        let shown = AnimatedSprite { player: player(true), flat: Some(flat), standing: Vec::new() }
            .sprite_at(0.0)
            .unwrap();
        // Four pixels at 1 of 8 become four at 3 of 8.
        assert_eq!((shown.position, shown.size), (Vec2::new(0.0, -2.0), Vec2::splat(4.0)));
        assert_eq!((shown.uv_min.x, shown.uv_max.x), (0.25, 0.0));
    }
}
