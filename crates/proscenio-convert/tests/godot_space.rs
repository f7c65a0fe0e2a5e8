//! Skies, fog, shadows and pictures in space of Godot documents, as the neutral scene has them.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::{
    AlphaMode, Background, Billboard, Component, HazeRun, Light, MeshInstance, Rgba, Scene, ShadingRule,
    SkyLook, TonemapKind,
};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

fn scene(text: &str) -> Scene {
    let files = MemoryTree::from_files([("space.tscn", text)]);
    let document = Document::parse(Source::new("space.tscn", text.as_bytes().to_vec()));
    import(&document, &Project::around(&files, "space.tscn")).scene
}

fn near(got: f32, want: f32) {
    assert!((got - want).abs() < 1e-5, "{got} is not {want}");
}

const SKY: &str = r#"[gd_scene format=3]

[sub_resource type="ProceduralSkyMaterial" id="look"]
sky_top_color = Color(0.2, 0.2, 0.2, 1)
sky_energy_multiplier = 2.0
energy_multiplier = 3.0
sun_angle_max = 90.0

[sub_resource type="Sky" id="sky"]
sky_material = SubResource("look")

[sub_resource type="Environment" id="all"]
background_mode = 2
background_energy_multiplier = 0.5
sky = SubResource("sky")
ambient_light_sky_contribution = 0.25
tonemap_mode = 4
tonemap_agx_white = 8.0
fog_enabled = true
fog_mode = 1
fog_light_color = Color(1, 0, 0, 1)
fog_light_energy = 2.0
fog_depth_begin = 3.0
fog_depth_end = 30.0
adjustment_enabled = true
adjustment_contrast = 1.5

[node name="Root" type="Node3D"]

[node name="World" type="WorldEnvironment" parent="."]
environment = SubResource("all")

[node name="Sun" type="DirectionalLight3D" parent="."]
shadow_enabled = true
shadow_blur = 2.0
directional_shadow_mode = 1
directional_shadow_max_distance = 40.0
light_angular_distance = 90.0

[node name="Inner" type="DirectionalLight3D" parent="."]
sky_mode = 1
"#;

#[test]
fn a_sky_is_background_light_and_mirror() {
    let scene = scene(SKY);
    let environment = &scene.environment;
    assert_eq!(environment.background, Background::Sky);
    assert!(environment.ambient.mirrors_sky);
    near(environment.ambient.sky_share, 0.25);
    let sky = environment.sky.as_ref().unwrap();
    near(sky.energy, 0.5);
    let SkyLook::Gradient(look) = &sky.look else { panic!("{:?}", sky.look) };
    // The half's energy counts for the stored colour, the whole one for light.
    near(look.top.rgb[0], Rgba::from_stored([0.4; 4]).rgb[0] * 3.0);
    near(look.sun_angle, std::f32::consts::FRAC_PI_2);
    assert!(look.cover.is_none());
}

#[test]
fn fog_tone_and_adjustment_are_read() {
    let environment = scene(SKY).environment;
    let haze = environment.haze.unwrap();
    assert_eq!(haze.color.rgb, [2.0, 0.0, 0.0]);
    let HazeRun::Range { begin, end, curve, density } = haze.run else { panic!("{:?}", haze.run) };
    assert_eq!((begin, end, curve, density), (3.0, 30.0, 1.0, 0.01));
    assert_eq!(environment.tonemap.kind, TonemapKind::Agx);
    assert_eq!((environment.tonemap.white, environment.tonemap.contrast), (8.0, 1.25));
    let adjustment = environment.adjustment.unwrap();
    assert_eq!((adjustment.brightness, adjustment.contrast, adjustment.saturation), (1.0, 1.5, 1.0));
    assert!(environment.glow.is_none());
}

#[test]
fn suns_say_how_their_shadows_look() {
    let scene = scene(SKY);
    let lights: Vec<&Light> = scene
        .nodes
        .iter()
        .flat_map(|(_, node)| &node.components)
        .filter_map(|part| match part {
            Component::Light(light) => Some(light),
            _ => None,
        })
        .collect();
    let [sun, inner] = lights[..] else { panic!("{lights:?}") };
    assert!(sun.cast_shadow && !inner.cast_shadow);
    assert_eq!((sun.shadow.pictures, sun.shadow.distance, sun.shadow.blur), (2, 40.0, 2.0));
    assert_eq!(sun.sky_disc, Some(std::f32::consts::FRAC_PI_2));
    assert_eq!(inner.sky_disc, None, "it lights the scene alone");
}

#[test]
fn a_sprite_in_space_is_a_square() {
    let scene = scene(
        r#"[gd_scene format=3]

[sub_resource type="Gradient" id="g"]

[sub_resource type="GradientTexture2D" id="t"]
gradient = SubResource("g")
width = 40
height = 20

[node name="Root" type="Sprite3D"]
pixel_size = 0.1
billboard = 2
offset = Vector2(10, 0)
texture = SubResource("t")
"#,
    );
    let instance: &MeshInstance = scene.nodes[scene.root]
        .components
        .iter()
        .find_map(|part| match part {
            Component::Mesh(instance) => Some(instance),
            _ => None,
        })
        .unwrap();
    let surface = &scene.meshes[instance.mesh].surfaces[0];
    let material = &scene.materials[surface.material.unwrap()];
    assert_eq!(material.billboard, Some(Billboard { upright: true, keep_scale: true }));
    assert_eq!((material.shading, material.alpha), (ShadingRule::LinearUnlit, AlphaMode::Blend));
    let (low, high) = surface.bounds().unwrap();
    near(low.x, -1.0);
    near(high.x, 3.0);
    near(low.y, -1.0);
    near(high.y, 1.0);
}
