//! What the pointer and the keys do to the picture.

use eframe::egui::{self, Key, PointerButton, Response};
use proscenio::scene::glam::{Vec2, Vec3};
use proscenio::{CameraChoice, Sight};

use crate::pick;
use crate::session::Session;

/// How much a step of the wheel comes nearer, by points of scrolling.
const WHEEL: f32 = 0.0025;

/// Where the picture is in the window.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Points.
    pub rect: egui::Rect,
    /// Pixels in a point.
    pub scale: f32,
    /// Where the scene's picture begins in the area, pixels.
    pub corner: Vec2,
    /// Its width and height, pixels.
    pub size: Vec2,
}

impl Stage {
    /// From a place in the window to a pixel of the area.
    fn pixel(&self, at: egui::Pos2) -> Vec2 {
        let at = (at - self.rect.min) * self.scale;
        Vec2::new(at.x, at.y)
    }

    /// From a pixel of the scene's picture to a place in the window.
    pub fn point(&self, pixel: Vec2) -> egui::Pos2 {
        let at = (pixel + self.corner) / self.scale;
        self.rect.min + egui::vec2(at.x, at.y)
    }
}

/// What the person wants beyond moving the eye.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Read the file again.
    pub reload: bool,
    /// Write a picture.
    pub picture: bool,
}

/// Moves eyes, picks and plays as the person wants.
pub fn take(session: &mut Session, sight: &Sight, stage: &Stage, response: &Response) -> Asked {
    let context = response.ctx.clone();
    let typing = context.egui_wants_keyboard_input();
    drag(session, sight, stage, response);
    wheel(session, sight, stage, response);
    if response.clicked_by(PointerButton::Primary)
        && let Some(at) = response.interact_pointer_pos()
    {
        let point = stage.pixel(at) - stage.corner;
        let (scene, bounds) = (&session.opened.scene, &session.opened.bounds);
        let found = pick::at(scene, bounds, sight, point, stage.size, |_| false);
        session.select(found);
    }
    // A pointer that has not moved yet is no drag; keys fly all the same.
    let held = response.is_pointer_button_down_on() && context.input(|input| input.pointer.secondary_down());
    let flying = held || response.dragged_by(PointerButton::Secondary);
    if flying {
        fly(session, sight, &context);
    }
    if typing || flying { Asked::default() } else { keys(session, sight, stage, &context) }
}

fn drag(session: &mut Session, sight: &Sight, stage: &Stage, response: &Response) {
    let moved = response.drag_delta() * stage.scale;
    let moved = Vec2::new(moved.x, moved.y);
    if moved == Vec2::ZERO {
        return;
    }
    let share = moved / stage.size.y.max(1.0);
    let shift = response.ctx.input(|input| input.modifiers.shift);
    let by = |button| response.dragged_by(button);
    if !in_space(session) {
        if by(PointerButton::Primary) || by(PointerButton::Middle) || by(PointerButton::Secondary) {
            session.plane_eye(sight, stage.corner).pan(moved);
        }
    } else if by(PointerButton::Middle) || (by(PointerButton::Primary) && shift) {
        session.space_eye(sight).pan(share);
    } else if by(PointerButton::Primary) {
        session.space_eye(sight).orbit(share);
    } else if by(PointerButton::Secondary) {
        session.space_eye(sight).look(share);
    }
}

/// Whether the eye in space is moved, and not the one over the plane.
fn in_space(session: &Session) -> bool {
    let has = session.opened.has;
    has.space && (!has.plane || !session.options.move_plane)
}

fn wheel(session: &mut Session, sight: &Sight, stage: &Stage, response: &Response) {
    let Some(pointer) = response.hover_pos() else { return };
    let (scroll, pinch) = response.ctx.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    let factor = (-scroll * WHEEL).exp() / pinch;
    if (factor - 1.0).abs() < 1e-6 {
        return;
    }
    let at = stage.pixel(pointer);
    if in_space(session) {
        let middle = (at - stage.corner) / stage.size * 2.0 - 1.0;
        let aspect = stage.size.x / stage.size.y.max(1.0);
        session.space_eye(sight).zoom(factor, Vec2::new(middle.x, -middle.y), aspect);
    } else {
        session.plane_eye(sight, stage.corner).zoom(1.0 / factor, at);
    }
}

fn fly(session: &mut Session, sight: &Sight, context: &egui::Context) {
    if !in_space(session) {
        return;
    }
    let (way, seconds, fast) = context.input(|input| {
        let axis = |ahead: Key, back: Key| {
            f32::from(u8::from(input.key_down(ahead))) - f32::from(u8::from(input.key_down(back)))
        };
        let way = Vec3::new(axis(Key::D, Key::A), axis(Key::E, Key::Q), axis(Key::W, Key::S));
        (way, input.stable_dt.min(0.1), input.modifiers.shift)
    });
    if way != Vec3::ZERO {
        session.space_eye(sight).fly(way, seconds, fast);
        context.request_repaint();
    }
}

fn keys(session: &mut Session, sight: &Sight, stage: &Stage, context: &egui::Context) -> Asked {
    const DIGITS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    let pressed = |key: Key| context.input(|input| input.key_pressed(key) && !input.modifiers.command);
    let area = Vec2::new(stage.rect.width(), stage.rect.height()) * stage.scale;
    if pressed(Key::F) {
        session.frame(sight, stage.corner, area);
    }
    if pressed(Key::Num0) || pressed(Key::Home) {
        session.look_through(CameraChoice::Auto);
    }
    for (key, camera) in DIGITS.iter().zip(session.opened.cameras.clone()) {
        if pressed(*key) {
            session.look_through(CameraChoice::Node(camera));
        }
    }
    if pressed(Key::Space) {
        session.timeline.toggle(&session.opened.scene);
    }
    if pressed(Key::Escape) {
        session.select(None);
    }
    if let Some(node) = session.selected.filter(|_| pressed(Key::H)) {
        session.toggle_hidden(node);
    }
    Asked { reload: pressed(Key::R), picture: pressed(Key::S) }
}
