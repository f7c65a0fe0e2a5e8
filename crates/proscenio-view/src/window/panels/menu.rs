//! The bar at the top.

use eframe::egui;
use proscenio::CameraChoice;

use crate::session::Session;
use crate::tree;
use crate::window::app::App;
use crate::window::theme;

pub fn show(app: &mut App, ui: &mut egui::Ui) {
    egui::MenuBar::new().ui(ui, |ui| {
        ui.menu_button("File", |ui| file(app, ui));
        if let Some(session) = &mut app.session {
            ui.menu_button("Camera", |ui| cameras(session, ui));
            ui.menu_button("View", |ui| view(session, ui));
        }
        if ui.button("Keys").clicked() {
            app.panels.help = !app.panels.help;
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| facts(app, ui));
    });
}

fn file(app: &mut App, ui: &mut egui::Ui) {
    let key = |ui: &mut egui::Ui, name: &str, key: &str| {
        ui.add(egui::Button::new(name).shortcut_text(key)).clicked()
    };
    ui.add_enabled_ui(app.session.is_some() || app.failed.is_some(), |ui| {
        if key(ui, "Read again", "R") {
            app.reload();
        }
    });
    ui.add_enabled_ui(app.session.is_some(), |ui| {
        if key(ui, "Write the picture as PNG", "S") {
            let context = ui.ctx().clone();
            app.save_picture(&context);
        }
    });
    ui.separator();
    if ui.button("Close").clicked() {
        ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
    }
}

fn cameras(session: &mut Session, ui: &mut egui::Ui) {
    let own = session.space.is_some() || session.plane.is_some();
    let now = session.options.camera;
    let entry = |ui: &mut egui::Ui, choice: CameraChoice, name: &str, key: &str| {
        let on = !own && now == choice;
        ui.add(egui::Button::selectable(on, name).shortcut_text(key)).clicked().then_some(choice)
    };
    let mut chosen = entry(ui, CameraChoice::Auto, "The scene's own", "0");
    chosen = entry(ui, CameraChoice::Frame, "Everything", "").or(chosen);
    if !session.opened.cameras.is_empty() {
        ui.separator();
    }
    for (number, id) in session.opened.cameras.iter().take(40).enumerate() {
        let key = if number < 9 { (number + 1).to_string() } else { String::new() };
        let name = tree::key(&session.opened.scene.nodes[*id]);
        chosen = entry(ui, CameraChoice::Node(*id), name, &key).or(chosen);
    }
    if let Some(choice) = chosen {
        session.look_through(choice);
        ui.close();
    }
}

fn view(session: &mut Session, ui: &mut egui::Ui) {
    let rooms = session.opened.map.is_some();
    let both = session.opened.has.space && session.opened.has.plane;
    let before = session.options.lines;
    let options = &mut session.options;
    ui.checkbox(&mut options.lines.wireframe, "Edges instead of faces");
    ui.checkbox(&mut options.lines.normals, "Normals");
    ui.checkbox(&mut options.boxes, "Boxes around everything");
    ui.checkbox(&mut options.marks, "Marks at lights and cameras");
    ui.checkbox(&mut options.as_engine, "As the engine: choose no camera, no light");
    if both {
        ui.checkbox(&mut options.move_plane, "The pointer moves the plane");
    }
    if before != session.options.lines {
        session.redraw();
    }
    let options = &mut session.options;
    if rooms {
        ui.separator();
        ui.checkbox(&mut options.portals, "Portals hide what is not seen through them");
        ui.checkbox(&mut options.doorways, "Outline doorways, count sectors");
        ui.add_enabled(
            session.space.is_some(),
            egui::Checkbox::new(&mut session.outside, "Open rooms towards the eye"),
        );
    }
}

/// What is shown, at the right end.
fn facts(app: &App, ui: &mut egui::Ui) {
    if app.reading {
        ui.spinner();
        ui.label(theme::faint("reading"));
    }
    let Some(session) = &app.session else { return };
    let opened = &session.opened;
    let triangles = opened.triangles;
    let mut words = vec![opened.family.clone(), counted(opened.scene.nodes.len(), "node")];
    if triangles > 0 {
        words.push(counted(triangles, "triangle"));
    }
    if !opened.scene.images.is_empty() {
        words.push(counted(opened.scene.images.len(), "picture"));
    }
    let response = ui.label(theme::faint(words.join("  ·  ")));
    let stats = &app.picture.stats;
    response.on_hover_text(format!(
        "{}, {} with shadows, {} sent\ndrawn {} times by {}",
        counted(stats.draw_calls as usize, "draw call"),
        counted(stats.triangles as usize, "triangle"),
        counted(stats.uploaded_bytes as usize, "byte"),
        app.picture.drawn,
        app.picture.adapter()
    ));
}

/// `1 node`, `2 400 nodes`.
pub fn counted(count: usize, one: &str) -> String {
    let digits = count.to_string();
    let mut spaced = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            spaced.push('\u{202f}');
        }
        spaced.push(digit);
    }
    if count == 1 { format!("1 {one}") } else { format!("{spaced} {one}s") }
}
