//! The clock at the bottom.

use eframe::egui::{self, Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};

use crate::session::Session;
use crate::timeline::Choice;
use crate::window::app::App;
use crate::window::theme;

pub fn show(app: &mut App, ui: &mut egui::Ui) {
    let now = ui.input(|input| input.time);
    let said = app.said.as_ref().filter(|(until, _)| *until > now).map(|(_, what)| what.clone());
    let Some(session) = &mut app.session else { return };
    ui.horizontal_centered(|ui| {
        controls(session, ui);
        if let Some(said) = said {
            ui.label(theme::faint(said));
        }
    });
}

fn controls(session: &mut Session, ui: &mut egui::Ui) {
    let before = (session.timeline.time, session.timeline.choice.clone());
    let scene = &session.opened.scene;
    let timeline = &mut session.timeline;
    if button(ui, "Space", if timeline.playing { pause } else { play }) {
        timeline.toggle(scene);
    }
    if button(ui, "to the beginning", back) {
        timeline.time = 0.0;
    }
    let length = timeline.length(scene);
    ui.spacing_mut().slider_width = (ui.available_width() - 560.0).clamp(80.0, 700.0);
    let slider = egui::Slider::new(&mut timeline.time, 0.0..=length).show_value(false);
    if ui.add(slider).dragged() {
        timeline.playing = false;
    }
    let value = egui::DragValue::new(&mut timeline.time).range(0.0..=f64::MAX).speed(0.01).fixed_decimals(2);
    ui.add(value.suffix(" s"));
    if timeline.ends(scene) {
        ui.label(theme::faint(format!("of {length:.2} s")));
    }
    ui.separator();
    let name = match &timeline.choice {
        Choice::Rest => "at rest",
        Choice::Begun => "as the scene begins",
        Choice::Named(name) => name,
    };
    egui::ComboBox::from_id_salt("animation").selected_text(name.to_owned()).width(150.0).show_ui(ui, |ui| {
        ui.selectable_value(&mut timeline.choice, Choice::Begun, "as the scene begins");
        ui.selectable_value(&mut timeline.choice, Choice::Rest, "at rest");
        for name in &session.opened.animations {
            ui.selectable_value(&mut timeline.choice, Choice::Named(name.clone()), name);
        }
    });
    let speed = egui::DragValue::new(&mut timeline.speed).range(-8.0..=8.0).speed(0.02).max_decimals(2);
    ui.add(speed.prefix("× ")).on_hover_text("speed");
    ui.checkbox(&mut timeline.looping, "loop");
    if before != (session.timeline.time, session.timeline.choice.clone()) {
        session.pose();
    }
}

/// A button with a drawn symbol.
fn button(ui: &mut egui::Ui, does: &str, symbol: impl FnOnce(&Painter, Pos2, Color32)) -> bool {
    let response = ui.add(egui::Button::new("").min_size(vec2(30.0, 24.0))).on_hover_text(does);
    symbol(ui.painter(), response.rect.center(), ui.style().interact(&response).text_color());
    response.clicked()
}

fn play(painter: &Painter, at: Pos2, color: Color32) {
    let points = [vec2(-4.0, -6.0), vec2(6.0, 0.0), vec2(-4.0, 6.0)].map(|corner| at + corner).to_vec();
    painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
}

fn pause(painter: &Painter, at: Pos2, color: Color32) {
    for side in [-3.5, 3.5] {
        painter.rect_filled(Rect::from_center_size(at + vec2(side, 0.0), vec2(3.5, 12.0)), 1.0, color);
    }
}

fn back(painter: &Painter, at: Pos2, color: Color32) {
    painter.rect_filled(Rect::from_center_size(at + vec2(-5.0, 0.0), vec2(2.5, 11.0)), 1.0, color);
    let points = [vec2(5.0, -5.5), vec2(-3.5, 0.0), vec2(5.0, 5.5)].map(|corner| at + corner).to_vec();
    painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
}
