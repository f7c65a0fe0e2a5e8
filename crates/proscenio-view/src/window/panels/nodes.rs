//! The tree.

use eframe::egui::{self, Align2, FontId, Rect, Sense, Stroke, pos2, vec2};
use proscenio::NodeId;

use crate::session::Session;
use crate::tree::{self, Row};
use crate::window::app::App;
use crate::window::theme;

/// Height of a row and width of a step to the right, points.
const ROW: f32 = 21.0;
const STEP: f32 = 13.0;
/// Width of the eye at the right end, points.
const EYE: f32 = 22.0;

pub fn show(app: &mut App, ui: &mut egui::Ui) {
    ui.set_min_size(ui.available_size());
    let Some(session) = &mut app.session else {
        ui.label(theme::faint("no file"));
        return;
    };
    let search = egui::TextEdit::singleline(&mut session.tree.search).hint_text("search names and types");
    ui.add(search.desired_width(f32::INFINITY));
    ui.add_space(2.0);
    let rows = session.tree.rows(&session.opened.scene);
    if rows.is_empty() {
        ui.label(theme::faint("nothing of that name"));
        return;
    }
    let mut done = None;
    let mut area = egui::ScrollArea::vertical().auto_shrink(false);
    if session.selected != app.panels.revealed {
        app.panels.revealed = session.selected;
        let at = rows.iter().position(|row| Some(row.node) == session.selected);
        if let Some(at) = at {
            let height = ui.available_height();
            area = area.vertical_scroll_offset((at as f32 * ROW - height * 0.4).max(0.0));
        }
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    area.show_rows(ui, ROW, rows.len(), |ui, range| {
        for row in &rows[range] {
            done = self::row(session, ui, row).or(done);
        }
    });
    match done {
        Some(Done::Select(node)) => {
            session.selected = Some(node);
            app.panels.revealed = Some(node);
        }
        Some(Done::Fold(node)) => session.tree.toggle(node),
        Some(Done::Hide(node)) => session.toggle_hidden(node),
        None => {}
    }
}

/// What the person did to a row.
#[derive(Clone, Copy)]
enum Done {
    Select(NodeId),
    Fold(NodeId),
    Hide(NodeId),
}

fn row(session: &Session, ui: &mut egui::Ui, row: &Row) -> Option<Done> {
    let node = &session.opened.scene.nodes[row.node];
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    if !ui.is_rect_visible(rect) {
        return None;
    }
    let chosen = session.selected == Some(row.node);
    let painter = ui.painter_at(rect);
    let visuals = ui.visuals();
    if chosen {
        painter.rect_filled(rect, 3.0, visuals.selection.bg_fill);
    } else if response.hovered() {
        painter.rect_filled(rect, 3.0, visuals.faint_bg_color);
    }
    let left = rect.left() + 4.0 + row.depth.min(40) as f32 * STEP;
    let middle = rect.center().y;
    let fold = Rect::from_center_size(pos2(left + 5.0, middle), vec2(14.0, ROW));
    if row.parent {
        triangle(&painter, fold.center(), row.open);
    }
    let kind = tree::kind(node);
    painter.circle_filled(pos2(left + 18.0, middle), 3.0, theme::kind(kind));
    let shown = !session.is_hidden(row.node) && node.visible;
    let color = match (shown, chosen || row.found) {
        (false, _) => theme::FAINT.gamma_multiply(0.7),
        (true, true) => theme::ACCENT,
        (true, false) => theme::TEXT,
    };
    let name = if node.name.is_empty() { "(unnamed)" } else { &node.name };
    let clip = rect.with_max_x(rect.right() - EYE);
    let painter = ui.painter_at(clip);
    let text =
        painter.text(pos2(left + 27.0, middle), Align2::LEFT_CENTER, name, FontId::proportional(13.0), color);
    if kind != name {
        let at = pos2(text.right() + 7.0, middle + 0.5);
        painter.text(at, Align2::LEFT_CENTER, kind, FontId::proportional(11.0), theme::FAINT);
    }
    let eye = Rect::from_min_max(pos2(rect.right() - EYE, rect.top()), rect.max);
    let hidden = session.is_hidden(row.node);
    if response.hovered() || hidden {
        self::eye(ui, eye, hidden);
    }
    let response = response.on_hover_text_at_pointer(format!("{name}  {kind}"));
    let at = response.interact_pointer_pos().filter(|_| response.clicked())?;
    Some(if row.parent && fold.contains(at) {
        Done::Fold(row.node)
    } else if eye.contains(at) {
        Done::Hide(row.node)
    } else if response.double_clicked() && row.parent {
        Done::Fold(row.node)
    } else {
        Done::Select(row.node)
    })
}

fn triangle(painter: &egui::Painter, at: egui::Pos2, open: bool) {
    let points =
        if open { [(-4.0, -2.0), (4.0, -2.0), (0.0, 3.0)] } else { [(-2.0, -4.0), (3.0, 0.0), (-2.0, 4.0)] };
    let points = points.map(|(x, y)| at + vec2(x, y)).to_vec();
    painter.add(egui::Shape::convex_polygon(points, theme::FAINT, Stroke::NONE));
}

/// An eye, crossed out when what it stands for is hidden.
fn eye(ui: &egui::Ui, rect: Rect, hidden: bool) {
    let painter = ui.painter_at(rect);
    let (at, stroke) = (rect.center(), Stroke::new(1.2, if hidden { theme::ACCENT } else { theme::FAINT }));
    let lid = |up: f32| {
        (0..=8).map(move |step| {
            let x = step as f32 - 4.0;
            at + vec2(x * 1.5, up * (1.0 - x * x / 16.0) * 4.0)
        })
    };
    painter.line(lid(-1.0).collect(), stroke);
    painter.line(lid(1.0).collect(), stroke);
    painter.circle_filled(at, 1.8, stroke.color);
    if hidden {
        painter.line_segment([at + vec2(-5.0, 5.0), at + vec2(5.0, -5.0)], stroke);
    }
}
