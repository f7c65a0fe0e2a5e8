//! Properties of the selected node, and findings.

use eframe::egui::{self, Margin, RichText};

use crate::list::FindingRow;
use crate::properties::{Row, Section};
use crate::tree;
use crate::window::app::App;
use crate::window::theme;

pub fn show(app: &mut App, ui: &mut egui::Ui) {
    let frame = theme::frame();
    let findings = egui::Panel::bottom("findings").default_size(170.0).min_size(60.0).resizable(true);
    findings.frame(frame).show(ui, |ui| self::findings(app, ui));
    egui::CentralPanel::default().frame(frame).show(ui, |ui| properties(app, ui));
}

fn properties(app: &mut App, ui: &mut egui::Ui) {
    ui.set_min_size(ui.available_size());
    let Some(session) = &app.session else { return };
    let Some(id) = session.selected else {
        ui.label(theme::title("Properties"));
        ui.label(theme::faint("Click a node in the picture or in the tree."));
        return;
    };
    let node = &session.opened.scene.nodes[id];
    ui.horizontal_wrapped(|ui| {
        let kind = tree::kind(node);
        ui.label(RichText::new(&node.name).heading().color(theme::ACCENT));
        ui.label(RichText::new(kind).color(theme::kind(kind)));
    });
    if tree::key(node) != node.name {
        ui.label(theme::faint(tree::key(node)).small());
    }
    ui.add_space(2.0);
    let fresh =
        matches!(&app.panels.sections, Some((of, node, _)) if (*of, *node) == (session.generation(), id));
    if !fresh {
        let sections = session.sections(app.files, id);
        app.panels.sections = Some((session.generation(), id, sections));
    }
    let Some((.., sections)) = &app.panels.sections else { return };
    egui::ScrollArea::vertical().id_salt("properties").auto_shrink(false).show(ui, |ui| {
        for section in sections {
            self::section(ui, section);
        }
    });
}

fn section(ui: &mut egui::Ui, section: &Section) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(theme::title(&section.title));
        if let Some((file, line)) = &section.place {
            let name = file.rsplit('/').next().unwrap_or(file);
            let place = ui.label(theme::faint(format!("{name}:{line}")).small());
            place.on_hover_text(format!("{file}, line {line}"));
        }
    });
    for row in &section.rows {
        self::row(ui, row);
    }
}

/// A name on the left, what it is on the right.
fn row(ui: &mut egui::Ui, row: &Row) {
    let width = (ui.available_width() * 0.36).min(150.0);
    ui.horizontal_top(|ui| {
        let name = egui::Label::new(theme::faint(&row.name)).truncate();
        let name = ui.allocate_ui_with_layout(
            egui::vec2(width, 16.0),
            egui::Layout::left_to_right(egui::Align::Min),
            |ui| {
                ui.set_width(width);
                ui.add(name)
            },
        );
        if let Some(line) = row.line {
            name.inner.on_hover_text(format!("{}, line {line}", row.name));
        }
        ui.add(egui::Label::new(&row.value).wrap());
    });
}

fn findings(app: &mut App, ui: &mut egui::Ui) {
    ui.set_min_size(ui.available_size());
    let Some(session) = &app.session else { return };
    let notes = &app.picture.notes;
    let found = &session.opened.findings;
    ui.horizontal(|ui| {
        ui.label(theme::title("Findings"));
        ui.label(theme::faint((found.len() + notes.len()).to_string()));
    });
    let mut chosen = None;
    egui::ScrollArea::vertical().id_salt("findings").auto_shrink(false).show(ui, |ui| {
        if found.is_empty() && notes.is_empty() {
            ui.label(theme::faint("nothing to say"));
        }
        for row in found.iter().take(500) {
            if finding(ui, row) {
                chosen = row.node;
            }
        }
        if found.len() > 500 {
            ui.label(theme::faint(format!("{} more: see `proscenio check`", found.len() - 500)));
        }
        for note in notes {
            line(ui, theme::severity(proscenio::Severity::Info), &note.to_string(), "the picture");
        }
    });
    if let (Some(node), Some(session)) = (chosen, &mut app.session) {
        session.select(Some(node));
    }
}

/// Whether it was clicked.
fn finding(ui: &mut egui::Ui, row: &FindingRow) -> bool {
    let name = row.file.rsplit('/').next().unwrap_or(&row.file);
    let place = row.place.map_or_else(|| name.to_owned(), |(line, column)| format!("{name}:{line}:{column}"));
    let response = line(ui, theme::severity(row.severity), &row.message, &format!("{place}  {}", row.code));
    let help = row.help.as_deref().unwrap_or_default();
    let response = if help.is_empty() { response } else { response.on_hover_text(format!("help: {help}")) };
    let response =
        if row.node.is_some() { response.on_hover_cursor(egui::CursorIcon::PointingHand) } else { response };
    response.clicked()
}

fn line(ui: &mut egui::Ui, color: egui::Color32, text: &str, below: &str) -> egui::Response {
    let frame = egui::Frame::new().inner_margin(Margin::symmetric(0, 3));
    let inner = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(8.0, 16.0), egui::Sense::hover());
            ui.painter().circle_filled(rect.center(), 3.5, color);
            ui.vertical(|ui| {
                ui.add(egui::Label::new(text).wrap().selectable(false));
                ui.add(egui::Label::new(theme::faint(below).small()).wrap().selectable(false));
            });
        });
    });
    inner.response.interact(egui::Sense::click())
}
