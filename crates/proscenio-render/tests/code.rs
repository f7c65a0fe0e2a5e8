//! Shader code of a scene: of models and of flat drawings.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod support;

use proscenio_render::{Note, Picture, Renderer, View};
use proscenio_scene::glam::{Affine3A, Vec2, Vec3};
use proscenio_scene::{
    Component, Image, LightKind, Material, Node, Pixels, Placement, Rgba, Scene, Shader, ShaderNumber,
    ShadingRule, Sprite, TextureRef,
};
use support::{add_mesh, camera, light, moved, node, plain, rgb, square};

const SIZE: [u32; 2] = [32, 32];

fn draw(renderer: &Renderer, scene: &Scene) -> Picture {
    let view = View { time: 0.25, ..View::new(SIZE) };
    renderer.draw(scene, &view).unwrap()
}

fn middle(picture: &Picture) -> [u8; 3] {
    let [r, g, b, _] = picture.pixel(16, 16).unwrap();
    [r, g, b]
}

fn near(got: [u8; 3], want: [f32; 3]) {
    let off = got.iter().zip(want).map(|(got, want)| (f32::from(*got) - want * 255.0).abs());
    assert!(off.into_iter().all(|off| off <= 1.5), "{got:?} {:?}", want.map(|part| part * 255.0));
}

fn code(effect: &str) -> Shader {
    Shader {
        name: "test.wgsl".into(),
        effect: Some(effect.into()),
        vertex: None,
        numbers: Vec::new(),
        maps: Vec::new(),
    }
}

/// One texel of a colour.
fn texel(scene: &mut Scene, rgba: [u8; 4]) -> TextureRef {
    let pixels = Pixels::Rgba8(rgba.to_vec().into());
    let image = Image { name: "texel".into(), path: None, size: Some([1, 1]), pixels };
    TextureRef::new(scene.images.add(image))
}

fn sprite(shader: impl FnOnce(&mut Scene) -> Shader) -> Scene {
    let mut scene = Scene::new("sprite", Node::new("root"));
    scene.environment = plain(Rgba::BLACK);
    let tint = rgb(0.5, 0.5, 0.5);
    let sprite = Sprite { tint, ..Sprite::new(None, Vec2::splat(64.0)) };
    let own = scene.add_child(scene.root, node(Placement::NONE, Component::Sprite(sprite)));
    let shader = shader(&mut scene);
    let shader = scene.shaders.add(shader);
    scene.flat_shaders.insert((own, 0), shader);
    scene
}

fn model(shader: Option<Shader>) -> Scene {
    let mut scene = Scene::new("model", Node::new("root"));
    scene.environment = plain(Rgba::BLACK);
    scene.environment.ambient.color = Rgba::BLACK;
    let root = scene.root;
    scene.add_child(root, node(Placement::space(moved(0.0, 0.0, 2.0)), Component::Camera(camera())));
    let ahead =
        Affine3A::from_quat(proscenio_scene::glam::Quat::from_rotation_y(std::f32::consts::FRAC_PI_3));
    scene.add_child(root, node(Placement::space(ahead), Component::Light(light(LightKind::Directional))));
    let mut material = Material {
        shading: ShadingRule::StoredLit { specular: 0.0, shininess: 1.0 },
        base_color: rgb(0.8, 0.4, 0.2),
        emission: rgb(0.1, 0.0, 0.0),
        ..Material::default()
    };
    material.look.shader = shader.map(|shader| scene.shaders.add(shader));
    add_mesh(&mut scene, root, Affine3A::IDENTITY, square(1.0), Some(material));
    scene
}

#[test]
fn a_sprite_runs_its_code() {
    let Some(renderer) = support::renderer() else { return };
    // The tinted pixel, a number, the time, and helpers with names that we use ourselves.
    let own = |_: &mut Scene| Shader {
        numbers: vec![
            ShaderNumber { name: "amount".into(), value: vec![0.5] },
            ShaderNumber { name: "tone".into(), value: vec![0.0, 0.0, 1.0] },
        ],
        ..code(
            "fn lit(c: vec3f) -> vec3f { return mix(c, mu.tone, mu.amount); }\n\n\
             fn effect(color: vec4f, uv: vec2f) -> vec4f { return vec4f(lit(color.rgb), mu.time * 4.0); }",
        )
    };
    let picture = draw(&renderer, &sprite(own));
    assert_eq!(picture.notes, []);
    near(middle(&picture), [0.25, 0.25, 0.75]);
    let size = code(
        "fn effect(color: vec4f, uv: vec2f) -> vec4f { return vec4f(uv, mu.resolution.x / 64.0, 1.0); }",
    );
    near(middle(&draw(&renderer, &sprite(|_| size))), [0.258, 0.258, 0.5]);
    let maps = |scene: &mut Scene| Shader {
        maps: vec![("noise".into(), Some(texel(scene, [255, 0, 51, 255]))), ("none".into(), None)],
        ..code(
            "fn effect(color: vec4f, uv: vec2f) -> vec4f { \
             return sampleMap_noise(uv) * sampleMap_none(uv) * sampleTexture(uv); }",
        )
    };
    near(middle(&draw(&renderer, &sprite(maps))), [1.0, 0.0, 0.2]);
}

#[test]
fn a_model_runs_its_code_with_the_light_worked_out() {
    let Some(renderer) = support::renderer() else { return };
    let plain = middle(&draw(&renderer, &model(None)));
    near(plain, [0.5, 0.2, 0.1]);
    let same = code(
        "fn effect(surface: vec4f, ctx: FragContext) -> vec4f {\n    \
         return vec4f(surface.rgb * ctx.light + ctx.shine + ctx.emissive, surface.a);\n}",
    );
    assert_eq!(middle(&draw(&renderer, &model(Some(same)))), plain);
    let looks = code(
        "fn unit(v: vec3f) -> vec3f { return v * 0.5 + 0.5; }\n\n\
         fn effect(surface: vec4f, ctx: FragContext) -> vec4f { return vec4f(unit(ctx.normal), 1.0); }",
    );
    near(middle(&draw(&renderer, &model(Some(looks)))), [0.5, 0.5, 1.0]);
    let env = code(
        "fn effect(surface: vec4f, ctx: FragContext) -> vec4f { return vec4f(envUv(ctx), ctx.viewDir.z, 1.0); }",
    );
    near(middle(&draw(&renderer, &model(Some(env)))), [0.5, 0.5, 1.0]);
}

#[test]
fn corners_move_and_their_normals_follow() {
    let Some(renderer) = support::renderer() else { return };
    // Slanted by 45 degrees about the y axis, away from the light's side or towards it.
    let slanted = |by: f32| Shader {
        effect: None,
        vertex: Some(format!(
            "fn vertex(pos: vec3f, ctx: VertContext) -> vec3f {{ return pos + vec3f(0.0, 0.0, {by:?} * pos.x); }}"
        )),
        ..code("")
    };
    let green = |by: f32| middle(&draw(&renderer, &model(Some(slanted(by)))))[1];
    // The light shines along (−sin 60°, 0, −cos 60°); the normal is (∓sin 45°, 0, cos 45°).
    let share = |by: f32| {
        let normal = Vec3::new(-by, 0.0, 1.0).normalize();
        normal.dot(Vec3::new(3_f32.sqrt() / 2.0, 0.0, 0.5)).max(0.0) * 0.4 * 255.0
    };
    for by in [-1.0, -0.25, 0.0, 0.25] {
        assert!((f32::from(green(by)) - share(by)).abs() <= 1.5, "{by}: {} {}", green(by), share(by));
    }
}

#[test]
fn code_that_the_driver_refuses_is_told_and_the_rule_draws() {
    let Some(renderer) = support::renderer() else { return };
    let broken = || code("fn effect(surface: vec4f, ctx: FragContext) -> vec4f { return nothing; }");
    let picture = draw(&renderer, &model(Some(broken())));
    let told = |picture: &Picture| match &picture.notes[..] {
        [Note::BrokenShader { name, reason }] => name == "test.wgsl" && reason.contains("nothing"),
        _ => false,
    };
    assert!(told(&picture), "{:?}", picture.notes);
    assert_eq!(middle(&picture), middle(&draw(&renderer, &model(None))));
    let flat = code("fn effect(color: vec4f, uv: vec2f) -> vec4f { return nothing; }");
    let flat = draw(&renderer, &sprite(|_| flat));
    assert!(told(&flat), "{:?}", flat.notes);
    near(middle(&flat), [0.5, 0.5, 0.5]);
}
