//! Materials in space and what faces the viewer, pixel by pixel.
//!
//! The colours were read from pictures of these scenes that Godot 4.6.3 drew with Forward+, where they are even.

#![allow(clippy::unwrap_used, reason = "tests stand at the edge")]

mod support;

use proscenio::{Renderer, View};

/// A place in the picture, and its stored red, green and blue.
type Pixel = ([u32; 2], [u8; 3]);

/// How far a channel may be off.
const OFF: u8 = 8;

fn holds(renderer: &Renderer, name: &str, pixels: &[Pixel]) {
    let scene = support::scene(&format!("{}/tests/fixtures/space/{name}.tscn", env!("CARGO_MANIFEST_DIR")));
    let view = View { as_engine: true, ..View::new([480, 270]) };
    let picture = renderer.draw(&scene, &view).unwrap();
    assert!(picture.notes.is_empty(), "{name}: {:?}", picture.notes);
    for ([x, y], want) in pixels {
        let [r, g, b, _] = picture.pixel(*x, *y).unwrap();
        let off = [r, g, b].iter().zip(want).map(|(got, want)| got.abs_diff(*want)).max().unwrap();
        assert!(off <= OFF, "{name} at {x}, {y}: {:?} is not {want:?}", [r, g, b]);
    }
}

/// Rims, coats, light from behind, folds, and the rules of spreading and of highlights.
#[test]
fn surfaces_answer_light_as_in_the_engine() {
    let Some(renderer) = support::renderer() else { return };
    holds(&renderer, "light", LIGHT);
}

/// Coordinates from three sides, heights, second layers, growth, further passes.
#[test]
fn textures_lie_on_surfaces_as_in_the_engine() {
    let Some(renderer) = support::renderer() else { return };
    holds(&renderer, "textures", TEXTURES);
}

/// Priorities, offsets of sorting, depth that is not asked for, fixed sizes, fades.
#[test]
fn surfaces_hide_and_fade_as_in_the_engine() {
    let Some(renderer) = support::renderer() else { return };
    holds(&renderer, "order", ORDER);
}

/// Sprites along all axes, billboards, labels with outlines.
#[test]
fn what_faces_the_viewer_stands_as_in_the_engine() {
    let Some(renderer) = support::renderer() else { return };
    holds(&renderer, "facing", FACING);
}

const LIGHT: &[Pixel] = &[
    ([278, 78], [156, 148, 144]),
    ([216, 82], [159, 51, 49]),
    ([114, 92], [183, 79, 73]),
    ([374, 92], [145, 123, 102]),
    ([328, 102], [131, 105, 82]),
    ([144, 108], [164, 72, 68]),
    ([298, 112], [135, 130, 130]),
    ([358, 124], [125, 104, 85]),
    ([348, 164], [171, 167, 165]),
    ([158, 172], [100, 156, 92]),
    ([288, 174], [167, 161, 157]),
    ([320, 180], [109, 100, 95]),
    ([108, 182], [100, 156, 91]),
    ([130, 182], [151, 229, 134]),
    ([220, 184], [57, 84, 139]),
    ([370, 188], [106, 106, 106]),
];

const TEXTURES: &[Pixel] = &[
    ([110, 82], [40, 85, 217]),
    ([178, 82], [6, 35, 112]),
    ([202, 82], [237, 61, 41]),
    ([350, 82], [108, 21, 9]),
    ([260, 92], [108, 21, 9]),
    ([232, 124], [40, 86, 217]),
    ([138, 142], [51, 204, 77]),
    ([270, 160], [226, 0, 0]),
    ([158, 170], [230, 204, 51]),
    ([368, 174], [22, 60, 39]),
    ([112, 188], [230, 51, 26]),
    ([210, 188], [231, 215, 209]),
    ([270, 188], [0, 0, 0]),
    ([298, 188], [0, 0, 199]),
    ([250, 220], [63, 222, 91]),
    ([362, 226], [193, 175, 33]),
];

const ORDER: &[Pixel] = &[
    ([342, 6], [51, 204, 76]),
    ([472, 36], [51, 204, 76]),
    ([188, 58], [206, 43, 48]),
    ([58, 62], [206, 43, 48]),
    ([392, 82], [35, 149, 193]),
    ([200, 92], [39, 43, 208]),
    ([340, 110], [255, 0, 0]),
    ([312, 118], [0, 0, 255]),
    ([82, 126], [39, 43, 208]),
    ([276, 134], [51, 204, 76]),
    ([430, 164], [51, 204, 76]),
    ([120, 180], [229, 127, 51]),
    ([384, 180], [229, 127, 51]),
    ([6, 262], [102, 115, 102]),
    ([238, 262], [102, 115, 102]),
    ([366, 262], [102, 115, 102]),
];

const FACING: &[Pixel] = &[
    ([280, 20], [230, 51, 26]),
    ([6, 32], [76, 127, 76]),
    ([164, 32], [76, 127, 76]),
    ([360, 32], [76, 127, 76]),
    ([472, 32], [76, 127, 76]),
    ([100, 46], [26, 77, 204]),
    ([84, 62], [230, 51, 26]),
    ([184, 68], [230, 51, 26]),
    ([300, 70], [26, 77, 204]),
    ([408, 84], [38, 81, 207]),
    ([212, 140], [26, 77, 204]),
    ([100, 144], [26, 77, 204]),
    ([388, 154], [173, 51, 55]),
    ([156, 162], [230, 51, 26]),
    ([58, 168], [230, 51, 26]),
    ([310, 186], [25, 25, 153]),
];
