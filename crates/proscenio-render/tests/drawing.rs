//! What a driver makes of small scenes, pixel by pixel. Skipped without a driver.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::{CameraChoice, Driver, Note, Picture, RenderError, Renderer, View, compare};
use proscenio_scene::glam::{Affine3A, Vec2, Vec3};
use proscenio_scene::{
    AlphaMode, Background, BlendMode, Component, Cull, Filter, FovAxis, Image, ImageId, LightFalloff,
    LightKind, Material, Mesh, NodeId, NormalMap, Pixels, Placement, Projection, Rgba, Scene, ShadingRule,
    Shape, ShapeKind, Shapes, Sprite, Stroke, TextureRef, Topology, UvTransform, Wrap,
};
use support::{add_mesh, flat, light, moved, node, place, renderer, rgb, rgba, square};

const SIZE: [u32; 2] = [32, 32];

/// A black scene seen straight on: one metre is 16 pixels, the middle is the origin.
fn stage() -> Scene {
    let mut scene = Scene::new("stage", proscenio_scene::Node::new("root"));
    let mut eye = support::camera();
    eye.projection = Projection::Orthographic { size: 2.0, axis: FovAxis::Vertical };
    let root = scene.root;
    scene.add_child(root, node(Placement::space(moved(0.0, 0.0, 5.0)), Component::Camera(eye)));
    scene
}

/// A surface whose colour is not changed by light, on stored values.
fn plain(color: Rgba) -> Material {
    Material { shading: ShadingRule::StoredUnlit, base_color: color, ..Material::default() }
}

fn add_square(scene: &mut Scene, z: f32, half: f32, material: Material) -> NodeId {
    let root = scene.root;
    add_mesh(scene, root, moved(0.0, 0.0, z), square(half), Some(material))
}

fn add_sprite(scene: &mut Scene, at: [f32; 2], sprite: Sprite) -> NodeId {
    let root = scene.root;
    let placement = flat(Vec2::from_array(at), 0.0, Vec2::ONE, 0.0);
    scene.add_child(root, node(placement, Component::Sprite(sprite)))
}

fn tinted(size: f32, tint: Rgba) -> Sprite {
    Sprite { tint, ..Sprite::new(None, Vec2::splat(size)) }
}

/// A picture of two texels to a side.
fn texels(scene: &mut Scene, four: [[u8; 4]; 4]) -> ImageId {
    let pixels = Pixels::Rgba8(four.concat().into());
    scene.images.add(Image { name: "four".into(), path: None, size: Some([2, 2]), pixels })
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const WHITE: [u8; 4] = [255; 4];

fn draw(renderer: &Renderer, scene: &Scene) -> Picture {
    renderer.draw(scene, &View::new(SIZE)).unwrap()
}

fn middle(picture: &Picture) -> [u8; 4] {
    picture.pixel(16, 16).unwrap()
}

#[track_caller]
fn assert_near(got: [u8; 4], want: [u8; 4]) {
    let near = got.iter().zip(want).all(|(a, b)| a.abs_diff(b) <= 1);
    assert!(near, "{got:?} is not {want:?}");
}

#[test]
fn sizes_that_make_no_picture_are_refused() {
    let Some(renderer) = renderer() else { return };
    for size in [[0, 5], [5, 0], [renderer.max_size() + 1, 5]] {
        let error = renderer.draw(&stage(), &View::new(size)).err();
        assert!(matches!(error, Some(RenderError::Size { .. })), "{error:?}");
    }
    assert!(!renderer.adapter().is_empty());
}

#[test]
fn the_nearer_surface_hides_the_other_whatever_the_order() {
    let Some(renderer) = renderer() else { return };
    for flip in [false, true] {
        let mut scene = stage();
        let (near, far) = (plain(rgb(1.0, 0.0, 0.0)), plain(rgb(0.0, 1.0, 0.0)));
        let mut both = [(1.0, near), (0.0, far)];
        if flip {
            both.reverse();
        }
        for (z, material) in both {
            add_square(&mut scene, z, 0.5, material);
        }
        let picture = draw(&renderer, &scene);
        assert_eq!(middle(&picture), RED);
        assert_eq!(picture.pixel(1, 1), Some([0, 0, 0, 255]));
    }
}

#[test]
fn colours_blend_on_stored_values_or_in_linear_light() {
    let Some(renderer) = renderer() else { return };
    let half = rgba(1.0, 1.0, 1.0, 0.5);
    let over = |shading| {
        let mut scene = stage();
        let below = Material { shading, ..plain(rgb(0.0, 0.0, 0.0)) };
        add_square(&mut scene, 0.0, 0.9, below);
        let glass = Material { shading, alpha: AlphaMode::Blend, ..plain(half) };
        add_square(&mut scene, 1.0, 0.5, glass);
        middle(&draw(&renderer, &scene))
    };
    assert_near(over(ShadingRule::StoredUnlit), [128, 128, 128, 255]);
    assert_near(over(ShadingRule::LinearUnlit), [188, 188, 188, 255]);
}

#[test]
fn blend_modes_do_what_they_say_for_meshes_and_sprites() {
    let Some(renderer) = renderer() else { return };
    let (behind, paint) = (rgb(0.5, 0.25, 1.0), rgba(0.5, 0.5, 0.5, 0.5));
    let want = [
        (BlendMode::Mix, [128, 96, 191, 255]),
        (BlendMode::Add, [191, 128, 255, 255]),
        (BlendMode::Subtract, [64, 0, 191, 255]),
        (BlendMode::Multiply, [64, 32, 128, 255]),
        (BlendMode::Premultiplied, [191, 159, 255, 255]),
    ];
    for (blend, want) in want {
        let mut scene = stage();
        scene.environment.background = Background::Color(behind);
        add_square(&mut scene, 1.0, 0.5, Material { blend, alpha: AlphaMode::Blend, ..plain(paint) });
        assert_near(middle(&draw(&renderer, &scene)), want);

        let mut scene = stage();
        scene.environment.background = Background::Color(behind);
        add_sprite(&mut scene, [8.0, 8.0], Sprite { blend, ..tinted(16.0, paint) });
        assert_near(middle(&draw(&renderer, &scene)), want);
    }
}

#[test]
fn see_through_surfaces_are_painted_farthest_first() {
    let Some(renderer) = renderer() else { return };
    let mut scene = stage();
    let glass = |color| Material { alpha: AlphaMode::Blend, ..plain(color) };
    add_square(&mut scene, 1.0, 0.5, glass(rgba(1.0, 0.0, 0.0, 0.5)));
    add_square(&mut scene, 0.0, 0.5, glass(rgba(0.0, 1.0, 0.0, 1.0)));
    assert_near(middle(&draw(&renderer, &scene)), [128, 128, 0, 255]);
}

#[test]
fn the_culled_side_is_not_seen_even_when_mirrored() {
    let Some(renderer) = renderer() else { return };
    let turned = Affine3A::from_rotation_y(std::f32::consts::PI);
    let mirrored = Affine3A::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    let seen = |at, cull| {
        let mut scene = stage();
        let root = scene.root;
        add_mesh(&mut scene, root, at, square(0.5), Some(Material { cull, ..plain(Rgba::WHITE) }));
        middle(&draw(&renderer, &scene)) == WHITE
    };
    for (at, front) in [(Affine3A::IDENTITY, true), (turned, false), (mirrored, true)] {
        assert_eq!(seen(at, Cull::Back), front);
        assert_eq!(seen(at, Cull::Front), !front);
        assert!(seen(at, Cull::None));
    }
}

#[test]
fn cutoff_makes_holes() {
    let Some(renderer) = renderer() else { return };
    let mut scene = stage();
    let image = texels(&mut scene, [[255, 0, 0, 100], RED, RED, RED]);
    let texture = TextureRef { filter: Filter::Nearest, ..TextureRef::new(image) };
    let holed = Material { base_texture: Some(texture), alpha: AlphaMode::Cutoff(0.5), ..plain(Rgba::WHITE) };
    add_square(&mut scene, 0.0, 0.5, holed);
    let picture = draw(&renderer, &scene);
    assert_eq!(picture.pixel(10, 10), Some([0, 0, 0, 255]));
    assert_eq!(picture.pixel(21, 10), Some(RED));
}

#[test]
fn textures_are_looked_up_as_told() {
    let Some(renderer) = renderer() else { return };
    // Six fields wide: one picture left of the middle one and one right of it.
    let wide = UvTransform { scale: [3.0, 1.0], offset: [-1.0, 0.0] };
    let row = |filter, wrap_u| {
        let mut scene = stage();
        let image = texels(&mut scene, [RED, GREEN, RED, GREEN]);
        let texture = TextureRef { filter, wrap_u, transform: wide, ..TextureRef::new(image) };
        add_square(&mut scene, 0.0, 0.75, Material { base_texture: Some(texture), ..plain(Rgba::WHITE) });
        let picture = draw(&renderer, &scene);
        [6, 10, 14, 18, 22, 26].map(|x| picture.pixel(x, 16).unwrap())
    };
    assert_eq!(row(Filter::Nearest, Wrap::Repeat), [RED, GREEN, RED, GREEN, RED, GREEN]);
    assert_eq!(row(Filter::Nearest, Wrap::Clamp), [RED, RED, RED, GREEN, GREEN, GREEN]);
    assert_eq!(row(Filter::Nearest, Wrap::Mirror), [GREEN, RED, RED, GREEN, GREEN, RED]);
    let smooth = row(Filter::Linear, Wrap::Repeat);
    assert!(smooth.iter().all(|texel| texel[0] > 0 && texel[1] > 0), "{smooth:?}");
}

#[test]
fn small_copies_are_used_where_asked_for() {
    let Some(renderer) = renderer() else { return };
    let pixels: Vec<u8> = (0..64 * 64).flat_map(|i| [((i + i / 64) % 2 * 255) as u8; 4]).collect();
    for (filter, grey) in [
        (Filter::NearestMipmap, true),
        (Filter::LinearMipmap, true),
        (Filter::Anisotropic, true),
        (Filter::Nearest, false),
    ] {
        let mut scene = stage();
        let pixels = Pixels::Rgba8(pixels.clone().into());
        let image = Image { name: "fine".into(), path: None, size: Some([64, 64]), pixels };
        let image = scene.images.add(image);
        let texture = TextureRef { filter, ..TextureRef::new(image) };
        add_square(&mut scene, 0.0, 0.5, Material { base_texture: Some(texture), ..plain(Rgba::WHITE) });
        let [value, ..] = middle(&draw(&renderer, &scene));
        assert_eq!((100..156).contains(&value), grey, "{filter:?}: {value}");
    }
}

#[test]
fn the_second_coordinates_and_vertex_colours_are_used() {
    let Some(renderer) = renderer() else { return };
    let mut scene = stage();
    let image = texels(&mut scene, [RED, GREEN, BLUE, WHITE]);
    let texture = TextureRef { filter: Filter::Nearest, uv_set: 1, ..TextureRef::new(image) };
    let mut mesh = square(0.5);
    mesh.surfaces[0].uvs2 = vec![[0.25, 0.75]; 4];
    mesh.surfaces[0].colors = vec![rgba(0.5, 0.5, 0.5, 1.0).to_linear(); 4];
    let material = Material { base_texture: Some(texture), vertex_colors: true, ..plain(Rgba::WHITE) };
    let root = scene.root;
    add_mesh(&mut scene, root, Affine3A::IDENTITY, mesh, Some(material));
    assert_near(middle(&draw(&renderer, &scene)), [0, 0, 128, 255]);
}

#[test]
fn details_multiply_with_coordinates_of_their_own() {
    let Some(renderer) = renderer() else { return };
    let mut scene = stage();
    let image = texels(&mut scene, [RED, GREEN, BLUE, WHITE]);
    let layer = |uv_set| TextureRef { filter: Filter::Nearest, uv_set, ..TextureRef::new(image) };
    let mut mesh = square(0.5);
    let at = |x: f32, y: f32| vec![[x, y]; 4];
    // White, then white, then blue.
    (mesh.surfaces[0].uvs, mesh.surfaces[0].uvs2) = (at(0.75, 0.75), at(0.75, 0.75));
    mesh.surfaces[0].uvs3 = at(0.25, 0.75);
    let mut material =
        Material { base_texture: Some(layer(0)), ..plain(Rgba::from_stored([1.0, 1.0, 0.5, 1.0])) };
    material.look.details = [Some(layer(1)), Some(layer(2))];
    let root = scene.root;
    add_mesh(&mut scene, root, Affine3A::IDENTITY, mesh, Some(material));
    assert_near(middle(&draw(&renderer, &scene)), [0, 0, 128, 255]);
}

#[test]
fn a_missing_picture_is_a_checker_and_is_noted() {
    let Some(renderer) = renderer() else { return };
    let mut scene = stage();
    let image = scene.images.add(Image::missing("gone.png", None));
    let texture = TextureRef { filter: Filter::Nearest, ..TextureRef::new(image) };
    add_square(&mut scene, 0.0, 1.0, Material { base_texture: Some(texture), ..plain(Rgba::WHITE) });
    let picture = draw(&renderer, &scene);
    let magenta = picture.rgba.chunks_exact(4).filter(|p| **p == [255, 0, 255, 255]).count();
    assert_eq!(magenta, 16 * 32);
    assert!(matches!(&picture.notes[..], [Note::MissingImage { name, .. }] if name == "gone.png"));
}

/// A square lit by one light on stored values.
fn lit(renderer: &Renderer, material: Material, light: proscenio_scene::Light, at: Affine3A) -> [u8; 4] {
    let mut scene = stage();
    add_square(&mut scene, 0.0, 0.9, material);
    let root = scene.root;
    scene.add_child(root, node(Placement::space(at), Component::Light(light)));
    middle(&draw(renderer, &scene))
}

#[test]
fn stored_light_is_lamberts_with_a_floor() {
    let Some(renderer) = renderer() else { return };
    let shading = ShadingRule::StoredLit { specular: 0.0, shininess: 32.0 };
    let material = Material { shading, ..plain(rgb(1.0, 0.5, 0.5)) };
    let tilted = Affine3A::from_rotation_y(std::f32::consts::FRAC_PI_3);
    let sun = light(LightKind::Directional);
    assert_near(lit(&renderer, material.clone(), sun.clone(), tilted), [128, 64, 64, 255]);
    let floor = proscenio_scene::Light { ambient: 0.8, ..sun.clone() };
    assert_near(lit(&renderer, material.clone(), floor, tilted), [204, 102, 102, 255]);
    let behind = Affine3A::from_rotation_y(std::f32::consts::PI);
    assert_near(lit(&renderer, material, sun, behind), [0, 0, 0, 255]);
}

#[test]
fn stretching_a_stored_surface_does_not_bend_its_normals() {
    let Some(renderer) = renderer() else { return };
    let shading = ShadingRule::StoredLit { specular: 0.0, shininess: 1.0 };
    let mut mesh = square(0.3);
    mesh.surfaces[0].normals =
        vec![[std::f32::consts::FRAC_1_SQRT_2, 0.0, std::f32::consts::FRAC_1_SQRT_2]; 4];
    let mut scene = stage();
    let root = scene.root;
    let wide = Affine3A::from_scale(Vec3::new(3.0, 1.0, 1.0));
    add_mesh(&mut scene, root, wide, mesh, Some(Material { shading, ..plain(Rgba::WHITE) }));
    scene.add_child(root, node(Placement::NONE, Component::Light(light(LightKind::Directional))));
    assert_near(middle(&draw(&renderer, &scene)), [180, 180, 180, 255]);
}

#[test]
fn bumps_of_a_mirrored_mesh_are_mirrored() {
    let Some(renderer) = renderer() else { return };
    let got = |scale: Vec3, turn: f32| {
        let mut scene = stage();
        let image = texels(&mut scene, [[230, 128, 200, 255]; 4]);
        let map = NormalMap { texture: TextureRef::new(image), scale: 1.0 };
        let root = scene.root;
        let material = Material { normal_map: Some(map), cull: Cull::None, ..Material::default() };
        add_mesh(&mut scene, root, Affine3A::from_scale(scale), square(0.5), Some(material));
        let at = Placement::space(Affine3A::from_rotation_y(turn));
        scene.add_child(root, node(at, Component::Light(light(LightKind::Directional))));
        middle(&draw(&renderer, &scene))[0]
    };
    let mirror = Vec3::new(-1.0, 1.0, 1.0);
    assert!(got(Vec3::ONE, 1.0) > got(Vec3::ONE, -1.0) + 50);
    assert_eq!(got(mirror, -1.0), got(Vec3::ONE, 1.0));
    let upside_down = Vec3::new(1.0, -1.0, 1.0);
    assert_eq!(got(upside_down, 1.0), got(Vec3::ONE, 1.0));
}

#[test]
fn stored_highlights_are_added() {
    let Some(renderer) = renderer() else { return };
    let shading = ShadingRule::StoredLit { specular: 0.5, shininess: 8.0 };
    let material = Material { shading, emission: rgb(0.0, 0.0, 0.2), ..plain(rgb(0.0, 0.25, 0.0)) };
    // The highlight is that of the corners, where the half vector is 0.1246 away from the normal: cos⁸ · ½.
    let got = lit(&renderer, material, light(LightKind::Directional), Affine3A::IDENTITY);
    assert_near(got, [120, 184, 171, 255]);
}

#[test]
fn lights_get_weaker_by_their_family_s_rule() {
    let Some(renderer) = renderer() else { return };
    let shading = ShadingRule::StoredLit { specular: 0.0, shininess: 1.0 };
    let mut surface = square(0.03);
    surface.surfaces[0].normals = vec![[0.0, 0.0, 1.0]; 4];
    let got = |falloff| {
        let mut scene = stage();
        let root = scene.root;
        let material = Material { shading, ..plain(Rgba::WHITE) };
        let at = moved(0.02, -0.02, 0.0);
        add_mesh(&mut scene, root, at, surface.clone(), Some(material));
        let lamp = light(LightKind::Point { range: 4.0, falloff });
        let over = Placement::space(moved(0.02, -0.02, 2.0));
        scene.add_child(root, node(over, Component::Light(lamp)));
        middle(&draw(&renderer, &scene))[0]
    };
    assert_eq!(got(LightFalloff::Linear), 127);
    assert_eq!(got(LightFalloff::Quadratic), 64);
    let power = (1.0_f32 - 0.0625).powi(2) * 0.5 * 255.0;
    assert!(got(LightFalloff::Power { exponent: 1.0 }).abs_diff(power as u8) <= 1);
}

#[test]
fn spots_and_panels_shine_ahead() {
    let Some(renderer) = renderer() else { return };
    let shading = ShadingRule::StoredLit { specular: 0.0, shininess: 1.0 };
    let material = || Material { shading, ..plain(Rgba::WHITE) };
    let spot = |falloff| LightKind::Spot { range: 9.0, falloff, angle: 0.9, rim: 0.5 };
    let panel = LightKind::Rect { range: 9.0, size: Vec2::splat(1.0), falloff: LightFalloff::Linear };
    let away = moved(0.0, 0.0, 2.0) * Affine3A::from_rotation_y(std::f32::consts::PI);
    for kind in [spot(LightFalloff::Linear), spot(LightFalloff::Power { exponent: 1.0 }), panel] {
        assert!(lit(&renderer, material(), light(kind), moved(0.0, 0.0, 2.0))[0] > 60, "{kind:?}");
        assert_eq!(lit(&renderer, material(), light(kind), away)[0], 0, "{kind:?}");
    }
}

#[test]
fn emission_textures_add_or_multiply() {
    let Some(renderer) = renderer() else { return };
    let got = |emission_adds, shading| {
        let mut scene = stage();
        let image = texels(&mut scene, [[0, 128, 0, 255]; 4]);
        let glow = Material {
            shading,
            emission: rgb(0.5, 0.5, 0.0),
            emission_texture: Some(TextureRef::new(image)),
            emission_adds,
            ..plain(Rgba::BLACK)
        };
        add_square(&mut scene, 0.0, 0.9, glow);
        middle(&draw(&renderer, &scene))
    };
    assert_near(got(true, ShadingRule::StoredUnlit), [128, 255, 0, 255]);
    assert_near(got(false, ShadingRule::StoredUnlit), [0, 64, 0, 255]);
    // 0.5 stored is 0.214 in light; twice that is 0.429, stored 0.687.
    assert_near(got(true, ShadingRule::LinearPbr), [128, 175, 0, 255]);
}

#[test]
fn normal_maps_turn_the_light_without_tangents_in_the_mesh() {
    let Some(renderer) = renderer() else { return };
    let got = |texel: [u8; 4], turn: f32| {
        let mut scene = stage();
        let image = texels(&mut scene, [texel; 4]);
        let texture = TextureRef::new(image);
        let bumpy = Material { normal_map: Some(NormalMap { texture, scale: 1.0 }), ..Material::default() };
        add_square(&mut scene, 0.0, 0.9, bumpy);
        let root = scene.root;
        let at = Affine3A::from_rotation_y(turn);
        scene.add_child(root, node(Placement::space(at), Component::Light(light(LightKind::Directional))));
        middle(&draw(&renderer, &scene))[0]
    };
    // Light from the right: a normal bent to the right sees it, one bent to the left does not.
    let right = std::f32::consts::FRAC_PI_3;
    assert!(got([240, 128, 180, 255], right) > got([128, 128, 255, 255], right));
    assert!(got([16, 128, 180, 255], right) < 20);
    // Green is up.
    let up = |texel: [u8; 4]| {
        let mut scene = stage();
        let image = texels(&mut scene, [texel; 4]);
        let map = NormalMap { texture: TextureRef::new(image), scale: 1.0 };
        add_square(&mut scene, 0.0, 0.9, Material { normal_map: Some(map), ..Material::default() });
        let root = scene.root;
        let from_above = Placement::space(Affine3A::from_rotation_x(-1.0));
        scene.add_child(root, node(from_above, Component::Light(light(LightKind::Directional))));
        middle(&draw(&renderer, &scene))[0]
    };
    assert!(up([128, 240, 180, 255]) > up([128, 16, 180, 255]) + 50);
}

#[test]
fn flat_drawings_and_models_share_an_order_by_z() {
    let Some(renderer) = renderer() else { return };
    let got = |z| {
        let mut scene = stage();
        add_square(&mut scene, 0.0, 0.9, plain(rgb(1.0, 0.0, 0.0)));
        add_sprite(&mut scene, [8.0, 8.0], Sprite { z, ..tinted(16.0, rgb(0.0, 1.0, 0.0)) });
        middle(&draw(&renderer, &scene))
    };
    assert_eq!([got(-1.0), got(0.0), got(1.0)], [RED, GREEN, GREEN]);
    let mut scene = stage();
    let rule = Material { shading: ShadingRule::LinearUnlit, ..plain(rgb(1.0, 0.0, 0.0)) };
    add_square(&mut scene, 0.0, 0.9, rule);
    add_sprite(&mut scene, [8.0, 8.0], Sprite { z: -5.0, ..tinted(16.0, rgb(0.0, 1.0, 0.0)) });
    assert_eq!(middle(&draw(&renderer, &scene)), GREEN, "light comes first, then the plane");
}

#[test]
fn both_kinds_of_materials_hide_each_other() {
    let Some(renderer) = renderer() else { return };
    let got = |linear_z: f32, stored_z: f32| {
        let mut scene = stage();
        let rule = Material { shading: ShadingRule::LinearUnlit, ..plain(rgb(1.0, 0.0, 0.0)) };
        add_square(&mut scene, linear_z, 0.5, rule);
        add_square(&mut scene, stored_z, 0.5, plain(rgb(0.0, 1.0, 0.0)));
        middle(&draw(&renderer, &scene))
    };
    assert_eq!([got(1.0, 0.0), got(0.0, 1.0)], [RED, GREEN]);
}

#[test]
fn a_see_through_background_stays_see_through() {
    let Some(renderer) = renderer() else { return };
    for shading in [ShadingRule::StoredUnlit, ShadingRule::LinearUnlit] {
        let mut scene = stage();
        let glass = rgba(1.0, 0.5, 0.0, 0.5);
        add_square(&mut scene, 0.0, 0.5, Material { shading, alpha: AlphaMode::Blend, ..plain(glass) });
        let background = Some(Rgba::linear(1.0, 1.0, 1.0, 0.0));
        let view = View { background, ..View::new(SIZE) };
        let picture = renderer.draw(&scene, &view).unwrap();
        assert_eq!(picture.pixel(0, 0), Some([0, 0, 0, 0]));
        let got = middle(&picture);
        assert!(got[1].abs_diff(128) <= 2 && got[0] >= 252 && got[3].abs_diff(128) <= 1, "{got:?}");
    }
    let override_ = View { background: Some(rgb(0.2, 0.4, 0.6)), ..View::new(SIZE) };
    let picture = renderer.draw(&stage(), &override_).unwrap();
    assert_near(middle(&picture), [51, 102, 153, 255]);
}

#[test]
fn lines_and_points_are_drawn() {
    let Some(renderer) = renderer() else { return };
    for (topology, least) in [(Topology::Points, 3), (Topology::Lines, 15), (Topology::LineStrip, 30)] {
        let mut mesh = Mesh::default();
        let positions = vec![[-0.49, 0.01, 0.0], [0.51, 0.01, 0.0], [0.51, 0.99, 0.0], [0.01, -0.49, 0.0]];
        mesh.surfaces.push(proscenio_scene::Surface { topology, positions, ..Default::default() });
        let mut scene = stage();
        let root = scene.root;
        add_mesh(&mut scene, root, Affine3A::IDENTITY, mesh, Some(plain(Rgba::WHITE)));
        let drawn = draw(&renderer, &scene).rgba.chunks_exact(4).filter(|p| p[0] == 255).count();
        assert!(drawn >= least && drawn < 80, "{topology:?}: {drawn}");
    }
}

#[test]
fn shapes_are_filled_then_outlined() {
    let Some(renderer) = renderer() else { return };
    let mut scene = stage();
    let stroke = Stroke { width: 2.0, color: rgb(0.0, 1.0, 0.0), extras: proscenio_scene::Extras::new() };
    let kind = ShapeKind::Rect {
        position: Vec2::splat(8.0),
        size: Vec2::splat(16.0),
        radii: [0.0; 4],
        rotation: 0.0,
    };
    let shapes = Shapes {
        tint: Rgba::WHITE,
        local: proscenio_scene::Flat::IDENTITY,
        ..Shapes::new(vec![Shape {
            kind,
            fill: Some(rgb(1.0, 0.0, 0.0)),
            stroke: Some(stroke),
            visible: true,
        }])
    };
    scene.nodes[scene.root].components.push(Component::Shapes(shapes));
    let picture = draw(&renderer, &scene);
    let row = [6, 7, 8, 9, 16, 22, 23, 24, 25].map(|x| picture.pixel(x, 16).unwrap());
    let none = [0, 0, 0, 255];
    assert_eq!(row, [none, GREEN, GREEN, RED, RED, RED, GREEN, GREEN, none]);
}

#[test]
fn guarded_sprites_do_not_show_their_neighbours() {
    let Some(renderer) = renderer() else { return };
    let got = |uv_guard| {
        let mut scene = stage();
        let image = texels(&mut scene, [RED, GREEN, RED, GREEN]);
        let texture = TextureRef { filter: Filter::Linear, ..TextureRef::new(image) };
        let sprite =
            Sprite { uv_max: Vec2::new(0.5, 1.0), uv_guard, ..Sprite::new(Some(texture), Vec2::splat(16.0)) };
        add_sprite(&mut scene, [8.0, 8.0], sprite);
        draw(&renderer, &scene).pixel(23, 16).unwrap()
    };
    assert_eq!(got(true), RED);
    assert!(got(false)[1] > 50);
}

#[test]
fn scenes_without_a_camera_are_framed() {
    let Some(renderer) = renderer() else { return };
    let mut scene = Scene::new("blind", proscenio_scene::Node::new("root"));
    add_square(&mut scene, 40.0, 3.0, Material { cull: Cull::None, ..Material::default() });
    let picture = renderer.draw(&scene, &View::new([64, 48])).unwrap();
    assert_eq!(picture.notes, [Note::NoCamera, Note::Headlight]);
    let bright = picture.rgba.chunks_exact(4).filter(|p| p[0] > 60).count();
    assert!(bright > 500, "{bright}");

    let mut plane = Scene::new("plane", proscenio_scene::Node::new("root"));
    add_sprite(&mut plane, [1000.0, -70.0], tinted(4.0, Rgba::WHITE));
    let far = View { camera: CameraChoice::Frame, ..View::new(SIZE) };
    assert_eq!(middle(&renderer.draw(&plane, &far).unwrap()), WHITE);
    let as_it_is = draw(&renderer, &plane);
    assert!(as_it_is.notes.is_empty() && middle(&as_it_is) == [0, 0, 0, 255]);
}

#[test]
fn data_that_are_no_numbers_do_no_harm() {
    let Some(renderer) = renderer() else { return };
    let mut scene = stage();
    let bad = f32::NAN;
    let mut mesh = square(0.5);
    mesh.surfaces[0].positions[0] = [bad, f32::INFINITY, 0.0];
    mesh.surfaces[0].normals = vec![[bad; 3]; 4];
    mesh.surfaces[0].uvs[1] = [bad, 1e30];
    let root = scene.root;
    let odd = Material {
        base_color: Rgba::linear(bad, 1.0, 1.0, bad),
        roughness: bad,
        emission: Rgba::linear(f32::INFINITY, 0.0, 0.0, 1.0),
        ..Material::default()
    };
    add_mesh(&mut scene, root, moved(0.0, 0.0, 0.0), mesh.clone(), Some(odd));
    add_mesh(&mut scene, root, moved(bad, 0.0, 0.0), mesh.clone(), None);
    add_mesh(&mut scene, root, place([0.0; 12]), mesh, None);
    let lamp = proscenio_scene::Light { energy: bad, ..light(LightKind::Directional) };
    scene.add_child(root, node(Placement::space(moved(0.0, bad, 0.0)), Component::Light(lamp)));
    add_sprite(&mut scene, [bad, 0.0], tinted(bad, Rgba::WHITE));
    scene.environment.background = Background::Color(Rgba::linear(bad, bad, bad, bad));
    scene.environment.tonemap.exposure = bad;
    let picture = draw(&renderer, &scene);
    assert_eq!(picture.rgba.len(), 4 * 32 * 32);
    assert!(picture.notes.iter().any(|note| matches!(note, Note::NotFinite { .. })));
}

#[test]
fn the_same_scene_is_the_same_picture_and_drivers_agree() {
    let Some(renderer) = renderer() else { return };
    let mut scene = Scene::new("same", proscenio_scene::Node::new("root"));
    add_square(&mut scene, 0.0, 1.0, Material { cull: Cull::None, ..Material::default() });
    add_sprite(&mut scene, [3.0, 3.0], tinted(9.0, rgba(0.9, 0.2, 0.1, 0.6)));
    let view = View::new([64, 48]);
    let first = renderer.draw(&scene, &view).unwrap();
    let again = renderer.draw(&scene, &view).unwrap();
    assert!((&first.rgba, &first.notes) == (&again.rgba, &again.notes));
    let Some(other) = support::renderer_on(Driver::Gl) else { return };
    let second = other.draw(&scene, &view).unwrap();
    let like = compare::compare(&first, &second).unwrap();
    assert!(like.ssim > 0.999 && like.content_mad < 0.5, "{like:?}");
}
