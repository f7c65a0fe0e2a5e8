//! Drawings in the plane that are put together, and pictures with bumps under lights: small scenes whose pixels can be
//! worked out.
#![allow(clippy::unwrap_used)]

mod support;

use proscenio_render::{Picture, Renderer, View};
use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{
    Component, Flat, FlatAmbient, FlatGroup, FlatGroupKind, FlatLight, FlatLightBlend, FlatLightKind,
    FlatRelief, Image, ImageId, Node, NodeId, Pixels, Placement, Rgba, Scene, Sprite, TextureRef,
};
use support::{plain, rgb, rgba};

fn draw(renderer: &Renderer, scene: &Scene) -> Picture {
    renderer.draw(scene, &View::new([32, 32])).unwrap()
}

fn near(picture: &Picture, at: [u32; 2], want: [f32; 3]) {
    let [r, g, b, _] = picture.pixel(at[0], at[1]).unwrap();
    let off = [r, g, b].into_iter().zip(want).map(|(got, want)| (f32::from(got) - want * 255.0).abs());
    assert!(off.into_iter().all(|off| off <= 2.0), "{at:?}: {:?} is not {want:?} of 1", [r, g, b]);
}

/// A node with a rectangle of a colour.
fn patch(color: Rgba, at: [f32; 2], size: [f32; 2]) -> Node {
    let placement = Placement::flat(Flat::Matrix(Affine2::from_translation(at.into())));
    let sprite = Sprite { tint: color, ..Sprite::new(None, size.into()) };
    Node { placement, components: vec![Component::Sprite(sprite)], ..Node::new("patch") }
}

fn empty(clear: Rgba) -> Scene {
    let mut scene = Scene::new("plane", Node::new("root"));
    scene.environment = plain(clear);
    scene
}

/// A half-strong white square from 8 to 24 with a red one below it that reaches from 16 beyond it.
fn clipped(kind: FlatGroupKind) -> (Scene, NodeId) {
    let mut scene = empty(rgb(0.0, 0.0, 1.0));
    let mut owner = patch(rgba(1.0, 1.0, 1.0, 0.5), [8.0, 8.0], [16.0, 16.0]);
    owner.group = Some(FlatGroup { kind, z: 0.0 });
    let root = scene.root;
    let owner = scene.add_child(root, owner);
    scene.add_child(owner, patch(rgb(1.0, 0.0, 0.0), [8.0, 0.0], [16.0, 16.0]));
    (scene, owner)
}

#[test]
fn what_is_clipped_shows_as_strongly_as_what_clips_it() {
    let Some(renderer) = support::renderer() else { return };
    let (scene, owner) = clipped(FlatGroupKind::Clip { draw: false });
    let picture = draw(&renderer, &scene);
    near(&picture, [20, 12], [0.5, 0.0, 0.5]);
    // Its own colour does not count, and beyond it there is nothing.
    near(&picture, [12, 12], [0.0, 0.0, 1.0]);
    near(&picture, [28, 12], [0.0, 0.0, 1.0]);
    let (drawn, _) = clipped(FlatGroupKind::Clip { draw: true });
    near(&draw(&renderer, &drawn), [12, 12], [0.25, 0.25, 1.0]);
    // What has another order, or nothing to be clipped to, is not clipped.
    let mut above = scene.clone();
    let child = above.nodes[owner].children[0];
    if let Component::Sprite(sprite) = &mut above.nodes[child].components[0] {
        sprite.z = 1.0;
    }
    near(&draw(&renderer, &above), [28, 12], [1.0, 0.0, 0.0]);
    let mut bare = scene;
    bare.nodes[owner].components.clear();
    near(&draw(&renderer, &bare), [28, 12], [1.0, 0.0, 0.0]);
}

#[test]
fn a_whole_is_seen_through_as_one() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = empty(Rgba::BLACK);
    let tint = rgba(1.0, 1.0, 1.0, 0.5);
    let group = Some(FlatGroup { kind: FlatGroupKind::Whole { margin: 10.0, tint }, z: 0.0 });
    let root = scene.root;
    let placement = Placement::flat(Flat::Matrix(Affine2::IDENTITY));
    let whole = scene.add_child(root, Node { group, placement, ..Node::new("whole") });
    scene.add_child(whole, patch(rgb(1.0, 0.0, 0.0), [4.0, 4.0], [16.0, 16.0]));
    scene.add_child(whole, patch(rgb(0.0, 1.0, 0.0), [12.0, 4.0], [16.0, 16.0]));
    let picture = draw(&renderer, &scene);
    near(&picture, [8, 8], [0.5, 0.0, 0.0]);
    near(&picture, [16, 8], [0.0, 0.5, 0.0]);
    near(&picture, [30, 30], [0.0, 0.0, 0.0]);
}

fn texel(scene: &mut Scene, rgba: [u8; 4]) -> ImageId {
    let pixels = Pixels::Rgba8(rgba.to_vec().into());
    scene.images.add(Image { name: "texel".into(), path: None, size: Some([1, 1]), pixels })
}

/// A grey square that faces somewhere, lit from above (−Y) at some height.
fn lit(facing: [u8; 3], height: f32, turn: f32) -> Scene {
    let mut scene = empty(Rgba::BLACK);
    let [x, y, z] = facing;
    let (color, normal) = (texel(&mut scene, [128, 128, 128, 255]), texel(&mut scene, [x, y, z, 255]));
    let relief = FlatRelief { normal, specular: None, color: Rgba::WHITE, shininess: 1.0 };
    let relief = Some(scene.reliefs.add(relief));
    let sprite = Sprite {
        position: Vec2::splat(-16.0),
        ..Sprite::new(Some(TextureRef { relief, ..TextureRef::new(color) }), Vec2::splat(32.0))
    };
    let matrix = Affine2::from_angle_translation(turn, Vec2::splat(16.0));
    let placement = Placement::flat(Flat::Matrix(matrix));
    let root = scene.root;
    scene.add_child(
        root,
        Node { placement, components: vec![Component::Sprite(sprite)], ..Node::new("bumps") },
    );
    let light = FlatLight {
        kind: FlatLightKind::Everywhere,
        color: Rgba::WHITE,
        energy: 1.0,
        height,
        blend: FlatLightBlend::Add,
        z: [-10.0, 10.0],
        mask: 1,
        enabled: true,
        shadow: None,
    };
    let dark = FlatAmbient { color: Rgba::BLACK, z: [-10.0, 10.0] };
    scene.nodes[root].components.extend([Component::FlatLight(light), Component::FlatAmbient(dark)]);
    scene
}

#[test]
fn bumps_face_lights_and_turn_with_their_picture() {
    let Some(renderer) = support::renderer() else { return };
    let grey = 128.0 / 255.0;
    let shown = |facing, height, turn, share: f32| {
        near(&draw(&renderer, &lit(facing, height, turn)), [16, 16], [grey * share; 3]);
    };
    // Up, where the light comes from; right; straight on.
    shown([128, 255, 128], 0.0, 0.0, 1.0);
    shown([255, 128, 128], 0.0, 0.0, 0.0);
    shown([128, 128, 255], 0.0, 0.0, 0.0);
    shown([128, 128, 255], 1.0, 0.0, 1.0);
    // Right, turned to look up.
    shown([255, 128, 128], 0.0, -std::f32::consts::FRAC_PI_2, 1.0);
    shown([128, 255, 128], 0.0, -std::f32::consts::FRAC_PI_2, 0.0);
}

#[test]
fn layers_may_be_scaled_about_the_middle() {
    let Some(renderer) = support::renderer() else { return };
    let mut scene = empty(Rgba::BLACK);
    let root = scene.root;
    let layer = scene.add_child(root, Node { view_scale: 2.0, ..Node::new("layer") });
    scene.add_child(layer, patch(Rgba::WHITE, [14.0, 14.0], [4.0, 4.0]));
    let picture = draw(&renderer, &scene);
    near(&picture, [12, 12], [1.0; 3]);
    near(&picture, [19, 19], [1.0; 3]);
    near(&picture, [11, 16], [0.0; 3]);
    near(&picture, [20, 16], [0.0; 3]);
}
