//! The picture, and what is laid over it.

use eframe::egui::{self, Align2, Color32, FontId, Pos2, Rect, Sense, Stroke, pos2, vec2};
use proscenio::scene::PortalKind;
use proscenio::scene::glam::Vec2;

use crate::overlay;
use crate::session::Session;
use crate::tree;
use crate::window::app::App;
use crate::window::input::{self, Stage};
use crate::window::picture::Picture;
use crate::window::theme;

pub fn show(app: &mut App, ui: &mut egui::Ui) {
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    if let Some(session) = &mut app.session {
        let scale = ui.ctx().pixels_per_point();
        let rect = whole_pixels(rect, scale);
        let longest = app.picture.max_size();
        let area =
            [rect.width(), rect.height()].map(|side| ((side * scale).round() as u32).clamp(1, longest));
        let stage = |corner: Vec2, size: [u32; 2]| Stage {
            rect,
            scale,
            corner,
            size: Vec2::new(size[0] as f32, size[1] as f32),
        };
        if let Some(last) = &app.panels.wanted {
            let asked =
                input::take(session, &app.picture.sight, &stage(last.corner, last.view.size), &response);
            app.panels.wanted = None;
            let wanted = session.wanted(area);
            app.picture.draw(session, &wanted);
            paint(ui, session, &app.picture, &stage(wanted.corner, wanted.view.size));
            app.panels.wanted = Some(wanted);
            act(app, ui, asked);
        } else {
            let wanted = session.wanted(area);
            app.picture.draw(session, &wanted);
            paint(ui, session, &app.picture, &stage(wanted.corner, wanted.view.size));
            app.panels.wanted = Some(wanted);
        }
        app.panels.frames += 1;
    }
    messages(app, ui, rect);
}

fn act(app: &mut App, ui: &egui::Ui, asked: input::Asked) {
    if asked.reload {
        app.reload();
    }
    if asked.picture {
        let context = ui.ctx().clone();
        app.save_picture(&context);
    }
}

/// The rectangle with corners on whole pixels, so that texels are pixels.
fn whole_pixels(rect: Rect, scale: f32) -> Rect {
    let whole = |at: Pos2| pos2((at.x * scale).round() / scale, (at.y * scale).round() / scale);
    Rect::from_min_max(whole(rect.min), whole(rect.max))
}

fn paint(ui: &egui::Ui, session: &Session, picture: &Picture, stage: &Stage) {
    let painter = ui.painter_at(stage.rect);
    let Some(texture) = picture.texture() else { return };
    let all = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    let place = Rect::from_min_max(stage.point(Vec2::ZERO), stage.point(stage.size));
    painter.image(texture, place, all, Color32::WHITE);
    let painter = painter.with_clip_rect(place.intersect(stage.rect));
    let (scene, bounds, sight) = (&session.opened.scene, &session.opened.bounds, &picture.sight);
    let line = |[from, to]: overlay::Line, stroke: Stroke| {
        painter.line_segment([stage.point(from), stage.point(to)], stroke);
    };
    if session.options.boxes {
        let stroke = Stroke::new(1.0, Color32::from_rgba_unmultiplied(120, 200, 255, 110));
        overlay::everything(scene, bounds, sight, stage.size).into_iter().for_each(|edge| line(edge, stroke));
    }
    if session.options.marks {
        for (id, at, way) in overlay::marks(scene, sight, stage.size) {
            let color = theme::kind(tree::kind(&scene.nodes[id]));
            painter.circle_stroke(stage.point(at), 5.0, Stroke::new(1.5, color));
            way.into_iter().for_each(|way| line(way, Stroke::new(1.5, color)));
        }
    }
    if session.options.doorways {
        doorways(&painter, picture, stage);
    }
    if let Some(node) = session.selected {
        let edges = overlay::around(scene, bounds, sight, node, stage.size);
        edges.into_iter().for_each(|edge| line(edge, Stroke::new(1.5, theme::ACCENT)));
    }
}

fn doorways(painter: &egui::Painter, picture: &Picture, stage: &Stage) {
    for (kind, corners) in &picture.doorways {
        let color = theme::DOORWAYS[usize::from(*kind == PortalKind::Accurate)];
        let points = corners.iter().map(|corner| stage.point(*corner)).collect();
        painter.add(egui::Shape::closed_line(points, Stroke::new(1.5, color)));
    }
    let [drawn, total] = picture.sectors;
    if total > 0 {
        label(painter, stage.rect.min + vec2(10.0, 10.0), &format!("{drawn} of {total} sectors"));
    }
}

fn label(painter: &egui::Painter, at: Pos2, text: &str) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(12.0), theme::TEXT);
    let rect = Rect::from_min_size(at, galley.size() + vec2(12.0, 6.0));
    painter.rect_filled(rect, 4.0, Color32::from_black_alpha(170));
    painter.galley(at + vec2(6.0, 3.0), galley, theme::TEXT);
}

/// What goes wrong, what to do, and which keys there are.
fn messages(app: &mut App, ui: &mut egui::Ui, rect: Rect) {
    let painter = ui.painter_at(rect);
    if app.session.is_none() && app.failed.is_none() {
        let text = if app.reading { "reading…" } else { "Drop a scene file here" };
        painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(18.0), theme::FAINT);
    }
    let why = app.failed.clone().or_else(|| app.picture.failed.clone());
    if let Some(why) = why {
        let wide = (rect.width() - 60.0).clamp(100.0, 560.0);
        let red = theme::severity(proscenio::Severity::Error);
        let galley = painter.layout(why, FontId::proportional(14.0), theme::TEXT, wide);
        let top =
            if app.session.is_some() { rect.top() + 16.0 } else { rect.center().y - galley.size().y * 0.5 };
        let frame = Rect::from_min_size(
            pos2(rect.center().x - galley.size().x * 0.5 - 14.0, top),
            galley.size() + vec2(28.0, 20.0),
        );
        painter.rect_filled(frame, 6.0, Color32::from_rgb(48, 26, 26));
        painter.rect_stroke(frame, 6.0, Stroke::new(1.0, red), egui::StrokeKind::Inside);
        painter.galley(frame.min + vec2(14.0, 10.0), galley, theme::TEXT);
    }
    if ui.input(|input| !input.raw.hovered_files.is_empty()) {
        painter.rect_stroke(rect.shrink(6.0), 6.0, Stroke::new(2.0, theme::ACCENT), egui::StrokeKind::Inside);
        label(&painter, rect.center() - vec2(60.0, 10.0), "drop to open");
    }
    if app.panels.help {
        keys(app, ui);
    }
}

/// Pointer and keys.
const KEYS: [(&str, &str); 14] = [
    ("left drag", "turn about (in the plane: move)"),
    ("middle drag, Shift + left", "move beside the picture"),
    ("wheel", "nearer, towards the pointer"),
    ("right drag + W A S D, Q E", "look around and fly; Shift is faster"),
    ("click", "select what is there"),
    ("F", "frame the selected node, or everything"),
    ("H", "hide or show the selected node"),
    ("Esc", "select nothing"),
    ("0, Home", "the scene's own camera"),
    ("1 … 9", "a camera of the scene"),
    ("Space", "play, pause"),
    ("R", "read the file again"),
    ("S", "write the picture beside the file"),
    ("drop a file", "open it"),
];

fn keys(app: &mut App, ui: &egui::Ui) {
    let window = egui::Window::new("Pointer and keys").collapsible(false).resizable(false);
    window.anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).open(&mut app.panels.help).show(ui.ctx(), |ui| {
        egui::Grid::new("keys").num_columns(2).spacing([18.0, 6.0]).show(ui, |ui| {
            for (key, does) in KEYS {
                ui.label(theme::title(key));
                ui.label(theme::faint(does));
                ui.end_row();
            }
        });
    });
}
