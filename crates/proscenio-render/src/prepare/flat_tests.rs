//! Tests of preparing what lies in the plane.

use super::*;
use proscenio_scene::{
    FlatFields, Image, NineSlice, Pixels, Placement, Rgba, Shape, ShapeKind, SliceFill, Sprite, TextBox,
    TextureRef, Tile, TileLayer, UvRect,
};

fn sprite(red: f32) -> Sprite {
    let tint = Rgba::from_stored([red, 1.0, 1.0, 1.0]);
    Sprite { tint, ..Sprite::new(None, Vec2::splat(10.0)) }
}

fn node(sprite: Sprite) -> Node {
    let mut node = Node::new("sprite");
    node.components.push(Component::Sprite(sprite));
    node
}

fn drawn(scene: &Scene, eye: &FlatEye<'_>) -> (FlatDrawings, Vec<Note>) {
    let mut notes = Vec::new();
    let mut images = Images::new(scene, 2048);
    let world = scene.world_placements();
    let regions = Regions::new(scene, &world, scene.root, (None, false), &mut notes);
    let from = Gather {
        scene,
        world: &world,
        regions: &regions,
        root: scene.root,
        flat_eye: eye,
        eye: &Eye::framing([].into_iter(), 1.0),
        picture: Vec2::new(100.0, 80.0),
        paper: Paper { size: Vec2::new(100.0, 80.0), moved: Affine2::IDENTITY },
        time: 0.0,
        seed: 0,
        plane: true,
    };
    let all = gather(&from, &mut images, &mut notes);
    (all, notes)
}

impl FlatVertex {
    fn at(&self) -> [f32; 2] {
        [self.place[0], self.place[1]]
    }
}

/// The red of every sprite's first corner, in painting order, in tenths.
fn reds(drawings: &FlatDrawings) -> Vec<i32> {
    let corner = |quad: &[u32]| drawings.vertices[quad[0] as usize].color[0];
    let mut items: Vec<_> = drawings.items.iter().collect();
    items.sort_by(|a, b| a.z.total_cmp(&b.z));
    items.iter().map(|item| (corner(&item.indices) * 10.0).round() as i32).collect()
}

#[test]
fn painting_goes_by_z_then_by_the_tree_with_some_behind_their_parent() {
    let mut scene = Scene::new("order", Node::new("root"));
    scene.add_child(scene.root, node(Sprite { z: 1.0, ..sprite(0.1) }));
    let parent = scene.add_child(scene.root, node(sprite(0.2)));
    scene.add_child(parent, node(sprite(0.3)));
    let back = scene.add_child(parent, node(Sprite { behind_parent: true, ..sprite(0.4) }));
    scene.add_child(back, node(sprite(0.5)));
    scene.add_child(scene.root, node(Sprite { z: -1.0, ..sprite(0.6) }));
    let (drawings, _) = drawn(&scene, &FlatEye::Identity);
    assert_eq!(reds(&drawings), [6, 4, 5, 2, 3, 1]);
}

#[test]
fn tints_multiply_down_the_tree_and_hidden_nodes_hide_what_is_below() {
    let mut scene = Scene::new("tint", Node::new("root"));
    scene.nodes[scene.root].tint = Rgba::from_stored([0.5, 1.0, 1.0, 1.0]);
    let parent = scene.add_child(scene.root, node(sprite(1.0)));
    scene.nodes[parent].tint = Rgba::from_stored([0.8, 1.0, 1.0, 1.0]);
    scene.add_child(parent, node(sprite(0.5)));
    scene.add_child(parent, Node { top_level: true, ..node(sprite(0.7)) });
    let hidden = scene.add_child(scene.root, Node { visible: false, ..node(sprite(1.0)) });
    scene.add_child(hidden, node(sprite(1.0)));
    assert_eq!(reds(&drawn(&scene, &FlatEye::Identity).0), [4, 2, 7]);
}

#[test]
fn cameras_leave_what_is_fixed_to_the_screen_alone() {
    let mut scene = Scene::new("camera", Node::new("root"));
    scene.add_child(scene.root, node(sprite(1.0)));
    scene.add_child(scene.root, Node { screen_space: true, ..node(sprite(0.5)) });
    let eye = Camera2d {
        position: Vec2::new(5.0, 5.0),
        rotation: 0.0,
        zoom: Vec2::splat(2.0),
        origin: Vec2::splat(0.5),
        current: true,
        follows_node: true,
        limits: None,
        ahead: Vec2::ZERO,
        apart: None,
        waits: false,
    };
    let (drawings, _) = drawn(&scene, &FlatEye::Camera(&eye, Affine2::IDENTITY));
    assert_eq!(drawings.vertices[0].at(), [40.0, 30.0]);
    assert_eq!(drawings.vertices[4].at(), [0.0, 0.0]);
    let (framed, _) = drawn(&scene, &FlatEye::Framing);
    assert!(framed.vertices[0].at()[1] < 4.0 && framed.vertices[2].at()[1] > 76.0);
    assert_eq!(framed.vertices[6].at(), [10.0, 10.0]);
}

#[test]
fn guarded_windows_stay_inside() {
    let [low_x, low_y, high_x, high_y] = guard(Vec2::new(0.5, 0.0), Vec2::new(0.25, 1.0), Vec2::splat(8.0));
    assert_eq!([low_x, low_y, high_x, high_y], [0.3125, 0.0625, 0.4375, 0.9375]);
    let tiny = guard(Vec2::ZERO, Vec2::splat(0.01), Vec2::splat(8.0));
    assert_eq!(tiny[0], tiny[2]);
}

#[test]
fn texts_are_boxes_and_nonsense_is_noted() {
    let mut scene = Scene::new("text", Node::new("root"));
    let text = TextBox { font_size: 10.0, anchor: Vec2::new(0.5, 0.0), ..TextBox::new("ab\ncdef", None) };
    scene.nodes[scene.root].components.push(Component::Text(text));
    let broken = FlatFields { rotation: f32::NAN, ..FlatFields::IDENTITY };
    let lost = Node { placement: Placement::flat(Flat::Fields(broken)), ..node(sprite(1.0)) };
    scene.add_child(scene.root, lost);
    let (drawings, notes) = drawn(&scene, &FlatEye::Identity);
    assert_eq!(drawings.vertices[0].at(), [-10.0, 0.0]);
    assert_eq!(drawings.vertices[2].at(), [10.0, 20.0]);
    assert!(matches!(notes[..], [Note::NotFinite { .. }, Note::TextAsBox { texts: 1 }]));
}

#[test]
fn hidden_shapes_are_not_painted() {
    let shape = |visible| Shape {
        kind: ShapeKind::Rect { position: Vec2::ZERO, size: Vec2::ONE, radii: [0.0; 4], rotation: 0.0 },
        fill: Some(Rgba::WHITE),
        stroke: None,
        visible,
    };
    let shapes = Shapes::new(vec![shape(false), shape(true)]);
    let mut scene = Scene::new("shapes", Node::new("root"));
    scene.nodes[scene.root].components.push(Component::Shapes(shapes));
    assert_eq!(drawn(&scene, &FlatEye::Identity).0.vertices.len(), 4);
}

#[test]
fn cameras_stay_within_their_limits() {
    let eye = Camera2d {
        position: Vec2::new(0.0, 3.0),
        rotation: 0.0,
        zoom: Vec2::splat(2.0),
        origin: Vec2::splat(0.5),
        current: true,
        follows_node: true,
        limits: Some([0.0, 0.0, 60.0, 1000.0]),
        ahead: Vec2::ZERO,
        apart: None,
        waits: false,
    };
    let picture = Vec2::new(100.0, 80.0);
    let corner = |x: f32, y: f32| {
        let view = eye.view(Affine2::from_translation(Vec2::new(x, y)), picture);
        view.inverse().transform_point2(Vec2::ZERO)
    };
    // Half of the picture is 25 by 20 pixels of the world; the offset comes afterwards.
    assert_eq!(corner(-50.0, -50.0), Vec2::new(0.0, 3.0));
    assert_eq!(corner(50.0, 100.0), Vec2::new(10.0, 83.0));
    assert_eq!(corner(28.0, 100.0), Vec2::new(3.0, 83.0));
}

#[test]
fn children_are_painted_from_top_to_bottom_where_they_are_sorted_so() {
    let at = |y: f32, red: f32| Node {
        placement: Placement::flat(Flat::Matrix(Affine2::from_translation(Vec2::new(0.0, y)))),
        ..node(sprite(red))
    };
    let mut scene = Scene::new("sorted", Node { y_sort: true, ..Node::new("root") });
    scene.add_child(scene.root, at(30.0, 0.3));
    let inner = scene.add_child(scene.root, Node { y_sort: true, ..at(10.0, 0.1) });
    scene.add_child(inner, at(30.0, 0.5));
    scene.add_child(inner, at(10.0, 0.2));
    let plain = scene.add_child(scene.root, at(35.0, 0.4));
    scene.add_child(plain, at(-30.0, 0.6));
    assert_eq!(reds(&drawn(&scene, &FlatEye::Identity).0), [1, 2, 3, 4, 6, 5]);
}

#[test]
fn lights_in_the_plane_shine_by_mask_and_height() {
    use proscenio_scene::{FlatAmbient, FlatLight, FlatLightBlend, FlatLightKind, FlatLit};
    let mut scene = Scene::new("lit", Node::new("root"));
    let light = |mask: u32| FlatLight {
        kind: FlatLightKind::Everywhere,
        color: Rgba::WHITE,
        energy: 1.0,
        height: 0.0,
        blend: FlatLightBlend::Add,
        z: [-10.0, 10.0],
        mask,
        shadow: None,
        enabled: true,
    };
    let dim = FlatAmbient { color: Rgba::BLACK, z: [0.0, 5.0] };
    let root = scene.root;
    scene.nodes[root].components.extend([
        Component::FlatLight(light(1)),
        Component::FlatLight(FlatLight { enabled: false, ..light(1) }),
        Component::FlatLight(light(2)),
        Component::FlatAmbient(dim),
    ]);
    scene.add_child(root, node(sprite(0.1)));
    scene.add_child(root, Node { light_mask: 3, ..node(Sprite { z: 7.0, ..sprite(0.2) }) });
    scene.add_child(root, Node { light_mask: 3, ..node(Sprite { z: 50.0, ..sprite(0.3) }) });
    scene.add_child(root, Node { lit: FlatLit::Unlit, ..node(sprite(0.4)) });
    let (drawings, _) = drawn(&scene, &FlatEye::Identity);
    let lit: Vec<u32> = drawings.vertices.chunks(4).map(|quad| quad[0].lit).collect();
    assert_eq!(lit, [1 | 1 << 16, 3, 0, 0]);
    assert_eq!(drawings.lights.lights.len(), 2);
}

/// A picture without a look of its own.
fn picture(scene: &mut Scene, size: [u32; 2]) -> TextureRef {
    let pixels = Pixels::Rgba8(vec![255; (size[0] * size[1] * 4) as usize].into());
    TextureRef::new(scene.images.add(Image { name: "picture".into(), path: None, size: Some(size), pixels }))
}

/// The pieces of an axis as the specification has them: from, length, first and last texel.
fn pieces(length: f32, source: f32, [a, b]: [f32; 2], fill: SliceFill) -> Vec<[f32; 4]> {
    let shrink = (source / (a + b)).min(1.0);
    let (a, b) = (a * shrink, b * shrink);
    let inner = source - a - b;
    let drawn = (length / (a + b)).min(1.0);
    let (first, last) = (a * drawn, b * drawn);
    let between = length - first - last;
    let mut all = vec![[0.0, first, 0.0, a]];
    if between > 0.0 && (fill == SliceFill::Stretch || inner <= 0.0) {
        all.push([first, between, a, a + inner]);
    } else if between > 0.0 && fill == SliceFill::Tile {
        let mut at = 0.0;
        while at < between {
            let cut = inner.min(between - at);
            all.push([first + at, cut, a, a + cut]);
            at += inner;
        }
    } else if between > 0.0 {
        let count = (between / inner).round().max(1.0);
        for copy in 0..count as u32 {
            let side = between / count;
            all.push([first + copy as f32 * side, side, a, a + inner]);
        }
    }
    all.push([length - last, last, source - b, source]);
    all.retain(|piece| piece[1] > 0.0);
    all
}

#[test]
fn panels_are_cut_into_the_pieces_of_the_specification() {
    let fills = [SliceFill::Stretch, SliceFill::Tile, SliceFill::TileFit];
    let sizes = [[44.0, 30.0], [10.0, 61.0], [17.0, 16.0]];
    // Left, top, right, bottom; the last ones are wider than the picture.
    let borders = [[8.0, 5.0, 8.0, 3.0], [0.0, 4.0, 6.0, 0.0], [20.0, 12.0, 10.0, 12.0]];
    let local = FlatFields { position: Vec2::new(7.0, 9.0), rotation: 0.5, scale: Vec2::new(2.0, -1.5) };
    for (size, border) in sizes.into_iter().zip(borders) {
        for fill in fills.into_iter().flat_map(|x| fills.map(|y| [x, y])) {
            let mut scene = Scene::new("panel", Node::new("root"));
            let texture = picture(&mut scene, [48, 24]);
            let root = scene.root;
            // The right half of a picture: 24 by 20 texels of it.
            let (uv_min, uv_max) = (Vec2::new(0.5, 0.0), Vec2::new(1.0, 20.0 / 24.0));
            scene.nodes[root].components.push(Component::NineSlice(NineSlice {
                texture: Some(texture),
                local: Flat::Fields(local),
                size: Vec2::from_array(size),
                anchor: Vec2::new(0.5, 1.0),
                source: Vec2::new(24.0, 20.0),
                uv_min,
                uv_max,
                borders: border,
                guard: true,
                fill,
                tint: Rgba::WHITE,
                blend: BlendMode::Mix,
                z: 0.0,
                parallax: Vec2::ONE,
                visible: true,
            }));
            let (drawings, _) = drawn(&scene, &FlatEye::Identity);
            let [left, top, right, bottom] = border;
            let mut corners = drawings.vertices.iter();
            for [y, height, v0, v1] in pieces(size[1], 20.0, [top, bottom], fill[1]) {
                for [x, width, u0, u1] in pieces(size[0], 24.0, [left, right], fill[0]) {
                    for corner in [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y] {
                        let got = corners.next().unwrap();
                        let from = Vec2::new(x, y) - Vec2::new(0.5 * size[0], size[1]);
                        let turned = Vec2::from_angle(0.5)
                            .rotate((from + corner * Vec2::new(width, height)) * Vec2::new(2.0, -1.5));
                        assert!(Vec2::from_array(got.at()).abs_diff_eq(turned + Vec2::new(7.0, 9.0), 1e-3));
                        let texel = Vec2::new(u0, v0) + corner * Vec2::new(u1 - u0, v1 - v0);
                        let uv = (Vec2::new(24.0, 0.0) + texel) / Vec2::new(48.0, 24.0);
                        assert!(Vec2::from_array(got.uv).abs_diff_eq(uv, 1e-5), "{fill:?} {:?} {uv}", got.uv);
                        // Half a texel inside what the piece shows.
                        let least = (24.0 + u0 + 0.5) / 48.0;
                        assert!((got.window[0] - least).abs() < 1e-5);
                    }
                }
            }
            assert!(corners.next().is_none(), "{size:?} {fill:?}");
        }
    }
}

#[test]
fn tiles_show_their_frame_half_a_texel_inside() {
    let mut scene = Scene::new("map", Node::new("root"));
    let texture = picture(&mut scene, [32, 16]);
    let frame = |x: f32| UvRect { min: Vec2::new(x / 32.0, 0.0), max: Vec2::new((x + 8.0) / 32.0, 0.5) };
    let tile = |id, frames| Tile { id, frames, fps: 4.0, solid: false };
    let layer = |tiles: Vec<Tile>| TileLayer {
        name: String::new(),
        local: Flat::Fields(FlatFields { position: Vec2::new(3.0, 1.0), ..FlatFields::IDENTITY }),
        texture: Some(texture),
        sheet: Vec2::new(32.0, 16.0),
        cell: 10.0,
        columns: 3,
        // Empty, a tile, one out of the list, one that moves.
        cells: vec![0, 1, 9, 0, 0, 2].into(),
        tiles: tiles.into(),
        tint: Rgba::from_stored([0.5, 1.0, 1.0, 1.0]),
        z: 0.0,
        visible: true,
    };
    let root = scene.root;
    let tiles = vec![tile(7, vec![frame(8.0)]), tile(8, vec![frame(0.0), frame(16.0)])];
    scene.nodes[root].components.push(Component::Tiles(layer(tiles)));
    let (drawings, _) = drawn(&scene, &FlatEye::Identity);
    let corners: Vec<_> = drawings.vertices.iter().map(|vertex| (vertex.at(), vertex.uv)).collect();
    assert_eq!(corners.len(), 8);
    assert_eq!(corners[0], ([13.0, 1.0], [8.5 / 32.0, 0.5 / 16.0]));
    assert_eq!(corners[2], ([23.0, 11.0], [15.5 / 32.0, 7.5 / 16.0]));
    assert_eq!(corners[4], ([23.0, 11.0], [0.5 / 32.0, 0.5 / 16.0]));
    assert!((drawings.vertices[0].color[0] - 0.5).abs() < 1e-5);
}

#[test]
fn flat_cameras_look_from_their_corner() {
    let camera = Camera2d {
        position: Vec2::splat(100.0),
        rotation: std::f32::consts::FRAC_PI_2,
        zoom: Vec2::splat(2.0),
        origin: Vec2::ZERO,
        current: true,
        follows_node: false,
        limits: None,
        ahead: Vec2::ZERO,
        apart: None,
        waits: false,
    };
    let at = |parallax: Vec2| {
        let mut scene = Scene::new("corner", Node::new("root"));
        let place = FlatFields { position: Vec2::new(110.0, 100.0), ..FlatFields::IDENTITY };
        let placement = Placement::flat(Flat::Fields(place));
        scene.add_child(scene.root, Node { placement, ..node(Sprite { parallax, ..sprite(1.0) }) });
        let (drawings, _) = drawn(&scene, &FlatEye::Camera(&camera, Affine2::IDENTITY));
        Vec2::from_array(drawings.vertices[0].at())
    };
    // zoom · R(−rotation) · (world − position · parallax)
    assert!(at(Vec2::ONE).abs_diff_eq(Vec2::new(0.0, -20.0), 1e-4));
    assert!(at(Vec2::new(0.5, 1.0)).abs_diff_eq(Vec2::new(0.0, -120.0), 1e-4));
}
