//! The parts of the window.

mod clock;
mod details;
mod menu;
mod nodes;
mod stage;

use eframe::egui;

use super::app::App;
use super::{PANELS, theme};
use crate::properties::Section;
use crate::session::Wanted;

/// What the panels keep between frames.
#[derive(Default)]
pub struct Shown {
    /// How many frames had the scene in them.
    pub frames: u32,
    /// The picture that was asked for last.
    pub wanted: Option<Wanted>,
    /// What there is to say about the selected node, and for which state of the session.
    pub(super) sections: Option<(u64, proscenio::NodeId, Vec<Section>)>,
    /// The node that the tree was scrolled to.
    pub(super) revealed: Option<proscenio::NodeId>,
    /// Whether the keys are explained.
    pub help: bool,
}

/// Everything.
pub fn all(app: &mut App, ui: &mut egui::Ui) {
    let bar = |panel: egui::Panel| panel.frame(theme::frame().inner_margin(egui::Margin::symmetric(10, 5)));
    bar(egui::Panel::top("menu").exact_size(PANELS.top)).show(ui, |ui| menu::show(app, ui));
    bar(egui::Panel::bottom("clock").exact_size(PANELS.bottom)).show(ui, |ui| clock::show(app, ui));
    let left = egui::Panel::left("nodes").default_size(PANELS.left).size_range(160.0..=520.0);
    left.frame(theme::frame()).show(ui, |ui| nodes::show(app, ui));
    let right = egui::Panel::right("details").default_size(PANELS.right).size_range(200.0..=640.0);
    right.frame(egui::Frame::new().fill(theme::PANEL)).show(ui, |ui| details::show(app, ui));
    let middle = egui::CentralPanel::default().frame(egui::Frame::new().fill(theme::STAGE));
    middle.show(ui, |ui| stage::show(app, ui));
}
