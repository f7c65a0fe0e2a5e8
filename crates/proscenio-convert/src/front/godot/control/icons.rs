//! Pictures of the engine's own theme, drawn anew from lines and circles.

use std::fmt::Write as _;

use glam::Vec2;
use proscenio_scene::{Image, Pixels};

use super::super::Importer;
use super::super::texture::{Import, Texture};
use super::looks::{Fit, Shown};
use super::theme::Asking;
use crate::vector;

/// A line of a width through points, with round ends.
fn line(width: f32, color: &str, points: &[(f32, f32)]) -> String {
    let mut text = format!("<polyline fill=\"none\" stroke-width=\"{width}\" stroke=\"{color}\" points=\"");
    for (x, y) in points {
        // Writing to a string does not fail.
        let _ = write!(text, "{x},{y} ");
    }
    text + "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
}

fn disc(x: f32, y: f32, radius: f32, color: &str) -> String {
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"/>")
}

fn ring(x: f32, y: f32, radius: f32, width: f32, color: &str) -> String {
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke-width=\"{width}\" stroke=\"{color}\"/>"
    )
}

/// Rectangles: left, top, width, height.
fn boxes(color: &str, all: &[[f32; 4]]) -> String {
    let one = |[x, y, w, h]: &[f32; 4]| {
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{color}\"/>")
    };
    all.iter().map(one).collect()
}

const FAINT: &str = "rgba(178,178,178,0.45)";
const HALF: &str = "rgba(224,224,224,0.65)";
const WHITE: &str = "#e0e0e0";

/// A bent arrow with its tip at the end of a line down, up, left or right of a middle.
fn bent(at: Vec2, tip: Vec2, width: f32, color: &str) -> String {
    let side = tip.perp();
    let points =
        [at - tip * 0.5 + side, at + tip * 0.5, at - tip * 0.5 - side].map(|point| (point.x, point.y));
    line(width, color, &points)
}

/// What a disc with a bent arrow on it shows.
fn turned(by: f32, light: &str) -> String {
    disc(8.0, 8.0, 6.0, light) + &bent(Vec2::splat(8.0), Vec2::new(by, 0.0), 2.0, "#565656")
}

/// The size of a picture and what is in it; nothing for names that have none.
fn drawn(name: &str) -> Option<([f32; 2], String)> {
    let shapes = match name {
        "expanded_arrow" | "arrow" | "can_fold" => bent(Vec2::new(8.0, 8.5), Vec2::new(0.0, 3.0), 2.0, FAINT),
        "folded_arrow" | "arrow_collapsed" | "folded" => {
            bent(Vec2::new(8.5, 8.0), Vec2::new(3.0, 0.0), 2.0, FAINT)
        }
        "folded_arrow_mirrored" | "arrow_collapsed_mirrored" => {
            bent(Vec2::new(7.5, 8.0), Vec2::new(-3.0, 0.0), 2.0, FAINT)
        }
        "expanded_arrow_mirrored" => bent(Vec2::new(8.0, 7.5), Vec2::new(0.0, -3.0), 2.0, FAINT),
        "option" => bent(Vec2::new(6.0, 6.0), Vec2::new(0.0, 4.0), 2.0, "rgba(178,178,178,0.85)"),
        "select_arrow" => bent(Vec2::new(6.0, 6.0), Vec2::new(0.0, 4.0), 2.0, "rgba(178,178,178,0.85)"),
        "updown" => {
            bent(Vec2::new(8.0, 3.7), Vec2::new(0.0, -3.0), 2.0, "rgba(255,255,255,0.75)")
                + &bent(Vec2::new(8.0, 12.3), Vec2::new(0.0, 3.0), 2.0, "rgba(255,255,255,0.75)")
        }
        "unchecked" => field("rgba(26,26,26,0.5)"),
        "checked" => {
            field("rgba(255,255,255,0.75)") + &line(1.9, "#1a1a1a", &[(3.9, 8.9), (5.7, 10.7), (11.0, 5.4)])
        }
        "indeterminate" => field("rgba(255,255,255,0.75)") + &boxes("#1a1a1a", &[[3.0, 7.0, 10.0, 2.0]]),
        "radio_unchecked" => disc(8.0, 8.0, 7.0, "rgba(26,26,26,0.5)"),
        "radio_checked" => disc(8.0, 8.0, 7.0, "rgba(255,255,255,0.75)") + &disc(8.0, 8.0, 4.2, "#1a1a1a"),
        "switch_off" => pill("rgba(26,26,26,0.5)") + &disc(8.0, 8.0, 5.0, "rgba(255,255,255,0.5)"),
        "switch_on" => pill("rgba(255,255,255,0.75)") + &disc(24.0, 8.0, 5.0, "#1a1a1a"),
        "switch_off_mirrored" => pill("rgba(26,26,26,0.5)") + &disc(24.0, 8.0, 5.0, "rgba(255,255,255,0.5)"),
        "switch_on_mirrored" => pill("rgba(255,255,255,0.75)") + &disc(8.0, 8.0, 5.0, "#1a1a1a"),
        "grabber" => disc(8.0, 8.0, 7.0, "rgba(255,255,255,0.75)"),
        "up" => bent(Vec2::new(8.0, 3.9), Vec2::new(0.0, -3.0), 2.0, "#fff"),
        "down" => bent(Vec2::new(8.0, 4.1), Vec2::new(0.0, 3.0), 2.0, "#fff"),
        "decrement" => turned(-3.0, "rgba(255,255,255,0.75)"),
        "increment" => turned(3.0, "rgba(255,255,255,0.75)"),
        "close" | "clear" => {
            line(2.9, "rgba(255,255,255,0.75)", &[(2.7, 2.7), (13.3, 13.3)])
                + &line(2.9, "rgba(255,255,255,0.75)", &[(13.3, 2.7), (2.7, 13.3)])
        }
        "menu" => [2.0, 8.0, 14.0].map(|y| disc(8.0, y, 2.0, "rgba(178,178,178,0.6)")).concat(),
        "tab" => {
            line(1.6, "rgba(180,180,180,0.25)", &[(0.8, 0.8), (4.0, 4.0), (0.8, 7.2)])
                + &boxes("rgba(180,180,180,0.25)", &[[6.0, 0.0, 2.0, 8.0]])
        }
        "space" => disc(4.0, 4.0, 1.5, "rgba(180,180,180,0.25)"),
        "bookmark" => "<path d=\"M1 1h14v14l-7-5-7 5z\" fill=\"#fff\"/>".to_owned(),
        "breakpoint" => disc(8.0, 8.0, 7.0, "#fff"),
        "port" => disc(5.0, 5.0, 5.0, "#fff") + &disc(5.0, 5.0, 3.2, "#cdcdcd"),
        _ => tool(name)?,
    };
    let size = match name {
        "up" | "down" => [16.0, 8.0],
        "switch_off" | "switch_on" | "switch_off_mirrored" | "switch_on_mirrored" => [32.0, 16.0],
        "tab" | "space" => [8.0, 8.0],
        "option" | "select_arrow" => [12.0, 12.0],
        "port" => [10.0, 10.0],
        _ => [16.0, 16.0],
    };
    Some((size, shapes))
}

/// What the tools of a graph show.
fn tool(name: &str) -> Option<String> {
    let round = |mark: String| disc(8.0, 8.0, 8.0, "#fff") + &mark;
    Some(match name {
        "resizer" => {
            boxes(HALF, &[[3.0, 11.0, 9.0, 2.0], [11.0, 4.0, 2.0, 7.0]]) + &disc(8.0, 8.0, 1.5, HALF)
        }
        "minimap_resizer" => {
            boxes("rgba(255,255,255,0.65)", &[[3.0, 3.0, 9.0, 2.0], [3.0, 5.0, 2.0, 7.0]])
                + &disc(7.5, 7.5, 1.5, "rgba(255,255,255,0.6)")
        }
        "zoom_out" => round(boxes("#000", &[[4.0, 7.0, 8.0, 2.0]])),
        "zoom_in" => round(boxes("#000", &[[4.0, 7.0, 8.0, 2.0], [7.0, 4.0, 2.0, 8.0]])),
        "zoom_reset" => round(boxes("#000", &[[7.5, 4.0, 2.0, 8.0], [5.5, 5.0, 2.0, 1.6]])),
        "grid_toggle" => grid_lines() + &ring(11.0, 10.5, 4.0, 1.8, WHITE) + &disc(11.0, 10.5, 1.4, WHITE),
        "snapping_toggle" => {
            let magnet =
                "<path d=\"M8 14v-4a3 3 0 0 1 6 0v4\" fill=\"none\" stroke-width=\"2\" stroke=\"#fff\"/>";
            grid_lines() + magnet
        }
        "minimap_toggle" => {
            let folds = "<path d=\"M1 1v12l4 2h6l4-2V1M5 5v10M11 3v12M1 6l4 1h6l4-1M1 10l4 1h6l4-1M8 2.5l3 0 4-2\" \
                         fill=\"none\" stroke-width=\"1.5\" stroke=\"rgba(178,178,178,0.65)\"/>";
            let pin = "<path d=\"M3 2a2 2 0 0 1 4 0c0 2-2 4-2 4s-2-2-2-4z\" fill=\"#fff\"/>";
            folds.to_owned() + pin
        }
        "layout" => {
            let frames = [[0.5, 6.5], [5.5, 6.5], [10.5, 6.5]].map(|[x, y]| {
                format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"3\" height=\"3\" fill=\"none\" stroke-width=\"1.2\" stroke=\"#fff\"/>"
                )
            });
            boxes("rgba(224,224,224,0.45)", &[[4.0, 2.0, 9.0, 2.0], [2.0, 12.0, 9.0, 2.0]])
                + &frames.concat()
                + "<path d=\"M6 0v6L2 3zM10 10v6l4-3z\" fill=\"rgba(224,224,224,0.6)\"/>"
        }
        _ => return None,
    })
}

/// The box of a mark.
fn field(color: &str) -> String {
    format!("<rect x=\"1\" y=\"1\" width=\"14\" height=\"14\" rx=\"2\" fill=\"{color}\"/>")
}

/// The track of a switch.
fn pill(color: &str) -> String {
    format!("<rect x=\"1\" y=\"1\" width=\"30\" height=\"14\" rx=\"7\" fill=\"{color}\"/>")
}

/// Two lines across and two down.
fn grid_lines() -> String {
    let faint = "rgba(178,178,178,0.65)";
    let across = [[0.0, 3.0, 14.0, 2.0], [0.0, 9.0, 5.0, 2.0], [3.0, 0.0, 2.0, 3.0], [3.0, 5.0, 2.0, 4.0]];
    boxes(faint, &across) + &boxes(faint, &[[3.0, 11.0, 2.0, 3.0], [9.0, 0.0, 2.0, 3.0]])
}

impl Importer<'_> {
    /// A picture of a theme: what themes of the scene set as `name`, else the engine's own, drawn as `own`.
    pub(super) fn theme_icon(&mut self, asking: &Asking<'_>, name: &str, own: &str) -> Option<Shown> {
        if let Some((value, place)) = asking.icon(name) {
            return self.picture_of(&value, &place);
        }
        let scale = asking.scale();
        let key = format!("{own} {scale}");
        if let Some((_, shown)) = self.controls.icons.iter().find(|(known, _)| *known == key) {
            return Some(shown.clone());
        }
        let ([width, height], shapes) = drawn(own)?;
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{shapes}</svg>"
        );
        let (size, texels) = vector::texels(svg.as_bytes(), scale).ok()?;
        let image = self.scene.images.add(Image {
            name: own.to_owned(),
            path: None,
            size: Some(size),
            pixels: Pixels::Rgba8(texels.into()),
        });
        let import = Import { mipmaps: false, smooth: true, repeat: false, fills_edges: false };
        let texture = Texture::whole(image, import);
        let picture = Vec2::new(size[0] as f32, size[1] as f32);
        let shown = Shown { texture, picture, fit: Fit::Scale, flip: [false; 2], color: [1.0; 4] };
        self.controls.icons.push((key, shown.clone()));
        Some(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn pictures_can_be_painted_at_their_size() {
        let names =
            ["expanded_arrow", "up", "tab", "port", "minimap_toggle", "layout", "grid_toggle", "menu"];
        for name in names {
            let ([width, height], shapes) = drawn(name).unwrap();
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{shapes}</svg>"
            );
            let (size, texels) = crate::vector::texels(svg.as_bytes(), 2.0).unwrap();
            assert_eq!(size, [width as u32 * 2, height as u32 * 2], "{name}");
            assert!(texels.chunks_exact(4).any(|texel| texel[3] > 20), "{name}");
        }
        assert!(drawn("nothing").is_none());
    }
}
