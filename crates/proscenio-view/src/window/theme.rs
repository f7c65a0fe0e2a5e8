//! Colours and sizes of the window.

use eframe::egui::{
    self, Color32, CornerRadius, FontId, Margin, Stroke, TextStyle, Theme, ThemePreference, Vec2, Visuals,
};
use proscenio::Severity;

/// Behind panels.
pub const PANEL: Color32 = Color32::from_rgb(30, 31, 36);
/// Behind the picture.
pub const STAGE: Color32 = Color32::from_rgb(20, 21, 24);
/// Text fields and lists.
pub const WELL: Color32 = Color32::from_rgb(23, 24, 28);
/// What is selected, and around it.
pub const ACCENT: Color32 = Color32::from_rgb(255, 168, 64);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(214, 216, 222);
/// Text of less weight.
pub const FAINT: Color32 = Color32::from_rgb(138, 142, 153);
/// Between parts.
pub const LINE: Color32 = Color32::from_rgb(46, 48, 55);
/// Doorways that hide whole sectors, and those that cut.
pub const DOORWAYS: [Color32; 2] = [Color32::from_rgb(255, 210, 0), Color32::from_rgb(0, 220, 255)];

/// Dark, quiet, with some air.
pub fn put(context: &egui::Context) {
    context.set_theme(ThemePreference::Dark);
    context.style_mut_of(Theme::Dark, |style| {
        let mut visuals = Visuals::dark();
        visuals.panel_fill = PANEL;
        visuals.window_fill = PANEL;
        visuals.extreme_bg_color = WELL;
        visuals.faint_bg_color = Color32::from_rgb(34, 35, 41);
        visuals.window_stroke = Stroke::new(1.0, LINE);
        visuals.selection.bg_fill = Color32::from_rgb(74, 56, 30);
        visuals.selection.stroke = Stroke::new(1.0, ACCENT);
        visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, LINE);
        visuals.widgets.noninteractive.fg_stroke = Stroke::new(1.0, TEXT);
        visuals.widgets.inactive.fg_stroke = Stroke::new(1.0, TEXT);
        visuals.widgets.inactive.weak_bg_fill = Color32::from_rgb(41, 43, 50);
        visuals.widgets.inactive.bg_fill = Color32::from_rgb(52, 54, 62);
        visuals.window_corner_radius = CornerRadius::same(6);
        visuals.menu_corner_radius = CornerRadius::same(6);
        style.visuals = visuals;
        style.spacing.item_spacing = Vec2::new(8.0, 5.0);
        style.spacing.button_padding = Vec2::new(7.0, 3.0);
        style.spacing.menu_margin = Margin::same(8);
        style.spacing.interact_size.y = 20.0;
        style.spacing.scroll.bar_width = 8.0;
        style.text_styles.insert(TextStyle::Body, FontId::proportional(13.0));
        style.text_styles.insert(TextStyle::Button, FontId::proportional(13.0));
        style.text_styles.insert(TextStyle::Small, FontId::proportional(11.0));
        style.text_styles.insert(TextStyle::Monospace, FontId::monospace(12.0));
        style.text_styles.insert(TextStyle::Heading, FontId::proportional(15.0));
    });
}

/// Around the contents of a panel.
pub fn frame() -> egui::Frame {
    egui::Frame::new().fill(PANEL).inner_margin(Margin::symmetric(10, 8))
}

/// A line of text of less weight.
pub fn faint(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).color(FAINT)
}

/// The title of a part.
pub fn title(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).strong().color(TEXT)
}

/// The colour of a finding.
pub const fn severity(severity: Severity) -> Color32 {
    match severity {
        Severity::Error => Color32::from_rgb(240, 98, 88),
        Severity::Warning => Color32::from_rgb(240, 190, 84),
        Severity::Info => Color32::from_rgb(110, 170, 240),
    }
}

/// The colour of a kind of node, by what it is about.
pub fn kind(kind: &str) -> Color32 {
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    if has(&["Light", "light", "Environment"]) {
        Color32::from_rgb(238, 205, 110)
    } else if has(&["Camera", "camera"]) {
        Color32::from_rgb(206, 150, 235)
    } else if has(&["Animation", "motion", "ANIMATION", "Skeleton", "BONE"]) {
        Color32::from_rgb(240, 140, 170)
    } else if kind.ends_with("3D") || has(&["SECTOR", "MODEL", "ACTOR", "mesh", "CSG"]) {
        Color32::from_rgb(240, 128, 112)
    } else if kind.ends_with("2D") || has(&["sprite", "Sprite", "tilemap", "TileMap"]) {
        Color32::from_rgb(125, 172, 240)
    } else if has(&[
        "Control",
        "Container",
        "Label",
        "Button",
        "Panel",
        "Rect",
        "Text",
        "text",
        "CanvasLayer",
    ]) {
        Color32::from_rgb(132, 208, 140)
    } else {
        Color32::from_rgb(170, 175, 186)
    }
}

/// A stage with its curtain: two bars and an arch.
pub fn icon() -> egui::IconData {
    const SIDE: u32 = 32;
    let mut rgba = Vec::with_capacity((SIDE * SIDE * 4) as usize);
    for y in 0..SIDE as i32 {
        for x in 0..SIDE as i32 {
            let (dx, dy) = (x - 16, y - 16);
            let opening = dx.abs() < 9 && (y > 15 || dx * dx + dy * dy < 81) && y < 27;
            let rim = (2..30).contains(&x) && (2..30).contains(&y);
            let color = match (rim, opening) {
                (false, _) => [0, 0, 0, 0],
                (true, false) => [255, 168, 64, 255],
                (true, true) => [28, 29, 34, 255],
            };
            rgba.extend_from_slice(&color);
        }
    }
    egui::IconData { rgba, width: SIDE, height: SIDE }
}
