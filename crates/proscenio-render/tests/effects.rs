//! Effects over tiny pictures, masks, and groups. Skipped without a driver.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::{Note, Picture, Renderer, View};
use proscenio_scene::glam::Vec2;
use proscenio_scene::{
    ColorTable, Component, FilterChain, FlatRect, Fog, Mask, MaskChannel, Node, NodeId, Placement, Rgba,
    Scene, ScreenEffect, Sprite,
};
use support::{flat, renderer, rgb, rgba};

fn picture(size: [u32; 2], texel: impl Fn(u32, u32) -> [u8; 4]) -> Picture {
    let all = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
    Picture::new(size, all.flat_map(|(x, y)| texel(x, y)).collect())
}

fn grey(value: u8) -> [u8; 4] {
    [value, value, value, 255]
}

/// A row of shades, the left half dark.
fn shades() -> Picture {
    picture([8, 4], |x, _| [x as u8 * 30, 120, 255 - x as u8 * 30, 255])
}

fn apply(renderer: &Renderer, picture: &Picture, effect: ScreenEffect, time: f64) -> Picture {
    renderer.apply(picture, &[effect], time).unwrap()
}

#[track_caller]
fn near(got: [u8; 4], want: [f32; 4]) {
    let close = got.iter().zip(want).all(|(a, b)| (f32::from(*a) - b * 255.0).abs() <= 1.6);
    assert!(close, "{got:?} is not {:?}", want.map(|channel| channel * 255.0));
}

#[test]
fn effects_that_do_nothing_change_nothing() {
    let Some(renderer) = renderer() else { return };
    let shown = shades();
    let idle = [
        ScreenEffect::new("lut"),
        ScreenEffect::new("adjust"),
        ScreenEffect::new("wave").with("amplitude", 0.0),
        ScreenEffect::new("shockwave").with("amplitude", 0.0).with("brightness", 0.0),
        ScreenEffect::new("distort").with("radius", 0.0),
        ScreenEffect::new("mosaic").with("size", 1.0),
        ScreenEffect::new("blur").with("amount", 0.0),
        ScreenEffect::new("zoomBlur").with("strength", 0.0),
        ScreenEffect::new("motionBlur").with("velocity", 0.0),
        ScreenEffect::new("bloom").with("intensity", 0.0),
        ScreenEffect::new("godrays").with("intensity", 0.0),
        ScreenEffect::new("glitch").with("amount", 0.0),
        ScreenEffect::new("rgbSplit").with("red", 0.0).with("blue", 0.0),
        ScreenEffect::new("grain").with("amount", 0.0),
        ScreenEffect::new("palette"),
        ScreenEffect::new("phosphor"),
        ScreenEffect::new("outline"),
        ScreenEffect { enabled: false, ..ScreenEffect::new("posterize") },
    ];
    for effect in idle {
        let name = effect.name.clone();
        let after = apply(&renderer, &shown, effect, 0.0);
        let most = after.rgba.iter().zip(&shown.rgba).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        assert!(most <= 1, "{name} changes a channel by {most}");
    }
}

#[test]
fn colours_are_changed_by_the_formulas() {
    let Some(renderer) = renderer() else { return };
    let flat = picture([4, 4], |_, _| [51, 102, 204, 255]);
    let (r, g, b) = (0.2_f32, 0.4_f32, 0.8_f32);
    let lum = 0.299 * r + 0.587 * g + 0.114 * b;
    let at = |effect: ScreenEffect, time: f64| apply(&renderer, &flat, effect, time).pixel(1, 1).unwrap();
    near(at(ScreenEffect::new("adjust").with("brightness", 0.5), 0.0), [r * 0.5, g * 0.5, b * 0.5, 1.0]);
    near(at(ScreenEffect::new("adjust").with("saturation", 0.0), 0.0), [lum, lum, lum, 1.0]);
    near(at(ScreenEffect::new("adjust").with("contrast", 2.0), 0.0), [0.0, 0.3, 1.0, 1.0]);
    // A third of a turn about the grey axis hands the channels on.
    near(at(ScreenEffect::new("adjust").with("hue", 120.0), 0.0), [b, r, g, 1.0]);
    near(at(ScreenEffect::new("posterize").with("levels", 3.0), 0.0), [0.0, 0.5, 1.0, 1.0]);
    let film = ScreenEffect::new("oldFilm").with("sepia", 1.0).with("noise", 0.0).with("scratches", 0.0);
    let film = film.with("flicker", 0.0).with("vignette", 0.0);
    near(at(film, 0.0), [lum * 1.07, lum * 0.74, lum * 0.43, 1.0]);
    let two = ScreenEffect {
        palette: vec![[0.0, 0.0, 0.0], [0.0, 0.5, 1.0]],
        ..ScreenEffect::new("palette").with("dither", 0.0)
    };
    near(at(two, 0.0), [0.0, 0.5, 1.0, 1.0]);
}

#[test]
fn tables_are_looked_up_between_their_entries() {
    let Some(renderer) = renderer() else { return };
    // Red and blue exchanged.
    let corner = |i: usize| [((i >> 2) & 1) as f32, ((i >> 1) & 1) as f32, (i & 1) as f32];
    let table = ColorTable { side: 2, colors: (0..8).map(corner).collect() };
    let effect = ScreenEffect { table: Some(table), ..ScreenEffect::new("lut") };
    let flat = picture([2, 2], |_, _| [51, 102, 204, 255]);
    near(apply(&renderer, &flat, effect, 0.0).pixel(0, 0).unwrap(), [0.8, 0.4, 0.2, 1.0]);
}

#[test]
fn dithering_goes_by_its_table() {
    let Some(renderer) = renderer() else { return };
    let half = picture([4, 4], |_, _| grey(128));
    let after = apply(&renderer, &half, ScreenEffect::new("dither").with("levels", 2.0), 0.0);
    let rows = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    for (y, row) in rows.iter().enumerate() {
        for (x, value) in row.iter().enumerate() {
            let white = 128.0 / 255.0 + *value as f32 / 16.0 - 0.5 >= 0.5;
            let got = after.pixel(x as u32, y as u32).unwrap()[0];
            assert_eq!(got == 255, white, "{x} {y}: {got}");
        }
    }
}

#[test]
fn places_are_moved_by_the_formulas() {
    let Some(renderer) = renderer() else { return };
    let shown = picture([8, 8], |x, y| [x as u8 * 30, y as u8 * 30, 0, 255]);
    let blocks = apply(&renderer, &shown, ScreenEffect::new("mosaic").with("size", 4.0), 0.0);
    // The middle of a block of four lies on a corner; its lower right texel is shown.
    assert_eq!(blocks.pixel(0, 0), blocks.pixel(3, 3));
    assert_ne!(blocks.pixel(3, 3), blocks.pixel(4, 3));
    let split = apply(&renderer, &shown, ScreenEffect::new("rgbSplit").with("red", 2.0), 0.0);
    assert_eq!(split.pixel(1, 5).unwrap()[0], 90);
    assert_eq!(split.pixel(1, 5).unwrap()[1], 150);
    let wave = ScreenEffect::new("wave").with("amplitude", 2.0).with("frequency", 0.0).with("speed", 1.0);
    let moved = apply(&renderer, &shown, wave, std::f64::consts::FRAC_PI_2);
    assert_eq!(moved.pixel(2, 2).unwrap()[0], 120);
}

#[test]
fn blurs_spread_and_lose_nothing() {
    let Some(renderer) = renderer() else { return };
    let dot = picture([33, 33], |x, y| grey(if (x, y) == (16, 16) { 255 } else { 0 }));
    let after = apply(&renderer, &dot, ScreenEffect::new("blur").with("radius", 4.0), 0.0);
    let at = |x: u32, y: u32| after.pixel(x, y).unwrap()[0];
    let lit = (8..25).filter(|x| at(*x, 16) > 0).count();
    assert!(at(16, 16) < 128 && lit >= 5 && at(30, 30) == 0, "{lit}");
    let flat = picture([16, 16], |_, _| grey(90));
    assert!(
        apply(&renderer, &flat, ScreenEffect::new("blur"), 0.0)
            .rgba
            .iter()
            .all(|v| v.abs_diff(90) <= 1 || *v == 255)
    );
}

#[test]
fn screens_of_glass_keep_their_corners_black() {
    let Some(renderer) = renderer() else { return };
    let flat = picture([64, 48], |_, _| grey(200));
    let after = apply(&renderer, &flat, ScreenEffect::new("crt").with("cornerRadius", 0.2), 0.0);
    assert_eq!(after.pixel(0, 0), Some([0, 0, 0, 255]));
    // Every second row is darker by the scan lines.
    let (bright, dark) = (after.pixel(32, 24).unwrap()[0], after.pixel(32, 25).unwrap()[0]);
    assert!(bright > dark + 40, "{bright} {dark}");
    let lcd = apply(&renderer, &flat, ScreenEffect::new("lcd").with("ghosting", 0.0), 0.0);
    assert_eq!(lcd.pixel(5, 5), Some(grey(200)), "one pixel has no gap");
}

#[test]
fn noise_is_the_same_for_the_same_time_only() {
    let Some(renderer) = renderer() else { return };
    let flat = picture([16, 16], |_, _| grey(128));
    for name in ["grain", "oldFilm", "glitch", "ntsc"] {
        let at = |time| apply(&renderer, &shades(), ScreenEffect::new(name), time).rgba;
        assert_eq!(at(0.5), at(0.5), "{name}");
    }
    let grain = |time| apply(&renderer, &flat, ScreenEffect::new("grain"), time).rgba;
    assert_ne!(grain(0.0), grain(1.0));
}

#[test]
fn effects_that_are_not_known_are_named() {
    let Some(renderer) = renderer() else { return };
    let after = apply(&renderer, &shades(), ScreenEffect::new("sepiaTone"), 0.0);
    assert_eq!(after.notes, [Note::NoEffect { name: "sepiaTone".into() }]);
    assert_eq!(after.rgba, shades().rgba);
}

// ---- masks and groups ----

const SIZE: [u32; 2] = [32, 32];

fn add(scene: &mut Scene, parent: NodeId, at: [f32; 2], components: Vec<Component>) -> NodeId {
    let placement: Placement = flat(Vec2::from_array(at), 0.0, Vec2::ONE, 0.0);
    scene.add_child(parent, Node { placement, components, ..Node::new("node") })
}

fn square(size: f32, tint: Rgba) -> Component {
    let side = Vec2::splat(size);
    Component::Sprite(Sprite { position: side * -0.5, tint, ..Sprite::new(None, side) })
}

fn mask(by: Option<NodeId>, rect: Option<FlatRect>) -> Mask {
    Mask {
        by,
        rect,
        channel: MaskChannel::Alpha,
        soft: false,
        invert: false,
        show_shape: false,
        enabled: true,
    }
}

fn pixel(renderer: &Renderer, scene: &Scene, x: u32, y: u32) -> [u8; 4] {
    renderer.draw(scene, &View::new(SIZE)).unwrap().pixel(x, y).unwrap()
}

const RED: [u8; 4] = [255, 0, 0, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];

#[test]
fn masks_cut_by_rectangles_and_by_shapes() {
    let Some(renderer) = renderer() else { return };
    let stage = |change: &dyn Fn(&mut Mask), by_shape: bool, shape: f32| {
        let mut scene = Scene::new("mask", Node::new("root"));
        let root = scene.root;
        let shape = add(&mut scene, root, [16.0, 16.0], vec![square(8.0, rgba(1.0, 1.0, 1.0, shape))]);
        let rect = FlatRect { position: Vec2::splat(-4.0), size: Vec2::splat(8.0) };
        let mut mask = if by_shape { mask(Some(shape), None) } else { mask(None, Some(rect)) };
        change(&mut mask);
        let cut = vec![Component::Mask(mask), square(24.0, rgb(1.0, 0.0, 0.0))];
        add(&mut scene, root, [16.0, 16.0], cut);
        if !by_shape {
            scene.nodes[shape].visible = false;
        }
        scene
    };
    for by_shape in [false, true] {
        let plain = stage(&|_| {}, by_shape, 1.0);
        assert_eq!(pixel(&renderer, &plain, 16, 16), RED);
        assert_eq!(pixel(&renderer, &plain, 8, 16), BLACK, "outside; the shape itself is not drawn");
        let inverted = stage(&|mask| mask.invert = true, by_shape, 1.0);
        assert_eq!((pixel(&renderer, &inverted, 16, 16), pixel(&renderer, &inverted, 8, 16)), (BLACK, RED));
    }
    let faint = stage(&|_| {}, true, 0.25);
    assert_eq!(pixel(&renderer, &faint, 16, 16), BLACK, "under one half is nothing");
    let soft = stage(&|mask| mask.soft = true, true, 0.25);
    assert!(pixel(&renderer, &soft, 16, 16)[0].abs_diff(64) <= 1);
    let off = stage(&|mask| mask.enabled = false, true, 1.0);
    assert_eq!(pixel(&renderer, &off, 8, 16), RED);
}

#[test]
fn a_mask_that_is_its_own_shape_ends() {
    let Some(renderer) = renderer() else { return };
    let mut scene = Scene::new("circle", Node::new("root"));
    let root = scene.root;
    let node = add(&mut scene, root, [16.0, 16.0], vec![square(8.0, rgb(1.0, 0.0, 0.0))]);
    scene.nodes[node].components.insert(0, Component::Mask(mask(Some(node), None)));
    renderer.draw(&scene, &View::new(SIZE)).unwrap();
}

#[test]
fn outlines_are_drawn_around_what_a_node_shows() {
    let Some(renderer) = renderer() else { return };
    let mut scene = Scene::new("filter", Node::new("root"));
    let root = scene.root;
    let chain = FilterChain {
        effects: vec![ScreenEffect::new("outline").with("thickness", 2.0)],
        rect: None,
        padding: None,
        enabled: true,
    };
    let parts = vec![Component::Filter(chain), square(8.0, rgb(1.0, 0.0, 0.0))];
    add(&mut scene, root, [16.0, 16.0], parts);
    let at = |x, y| pixel(&renderer, &scene, x, y);
    assert_eq!([at(16, 16), at(10, 16), at(9, 16)], [RED, [255; 4], BLACK]);
}

#[test]
fn too_many_groups_are_drawn_without_and_that_is_said() {
    let Some(renderer) = renderer() else { return };
    let mut scene = Scene::new("many", Node::new("root"));
    let root = scene.root;
    for _ in 0..70 {
        let effects = vec![ScreenEffect::new("adjust")];
        let chain = FilterChain { effects, rect: None, padding: None, enabled: true };
        let parts = vec![Component::Filter(chain), square(4.0, rgb(1.0, 0.0, 0.0))];
        add(&mut scene, root, [16.0, 16.0], parts);
    }
    let drawn = renderer.draw(&scene, &View::new(SIZE)).unwrap();
    assert_eq!(drawn.notes, [Note::TooManyGroups { drawn: 64, left_out: 6 }]);
    assert_eq!(drawn.pixel(16, 16), Some(RED));
}

#[test]
fn fog_covers_what_is_far() {
    let Some(renderer) = renderer() else { return };
    let seen = |distance: [f32; 2]| {
        let mut scene = Scene::new("fog", Node::new("root"));
        let root = scene.root;
        let mut eye = support::camera();
        eye.projection =
            proscenio_scene::Projection::Orthographic { size: 2.0, axis: proscenio_scene::FovAxis::Vertical };
        let placement = Placement::space(support::moved(0.0, 0.0, 25.0));
        scene.add_child(
            root,
            Node { placement, components: vec![Component::Camera(eye)], ..Node::new("eye") },
        );
        let red = proscenio_scene::Material {
            shading: proscenio_scene::ShadingRule::StoredUnlit,
            base_color: rgb(1.0, 0.0, 0.0),
            ..proscenio_scene::Material::default()
        };
        // All of it is about 25 metres away.
        support::add_mesh(&mut scene, root, support::moved(0.0, 0.0, 0.0), support::square(0.5), Some(red));
        let fog = Fog { color: rgb(0.0, 0.0, 1.0), distance: Some(distance), height: None, enabled: true };
        scene.nodes[root].components.push(Component::Fog(fog));
        pixel(&renderer, &scene, 16, 16)
    };
    near(seen([10.0, 40.0]), [0.5, 0.0, 0.5, 1.0]);
    near(seen([30.0, 40.0]), [1.0, 0.0, 0.0, 1.0]);
    near(seen([1.0, 2.0]), [0.0, 0.0, 1.0, 1.0]);
}
