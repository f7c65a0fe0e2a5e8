//! Skies, fog, shadows and pictures in space of Godot documents, as the neutral scene has them.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::{
    AlphaMode, Background, Billboard, Component, HazeRun, Light, MeshInstance, Pixels, Rgba, Scene,
    ShadingRule, SkyLook, TonemapKind,
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

/// Label, lower and upper corner of its square in pixels, and its texels.
fn label<'s>(scene: &'s Scene, name: &str) -> ([f32; 4], &'s [u8]) {
    let (_, node) = scene.nodes.iter().find(|(_, node)| node.name == name).unwrap();
    let Some(Component::Mesh(instance)) = node.components.first() else { panic!("{name} shows nothing") };
    let surface = &scene.meshes[instance.mesh].surfaces[0];
    let (low, high) = surface.bounds().unwrap();
    let image = scene.materials[surface.material.unwrap()].base_texture.unwrap().image;
    let Pixels::Rgba8(texels) = &scene.images[image].pixels else { panic!("{name} has no picture") };
    ([low.x, low.y, high.x, high.y].map(|side| (side / 0.01).round()), texels)
}

/// The boxes are those of Godot 4.6.3 (`generate_triangle_mesh`, without room for outlines): 297 by 134 pixels about
/// the node; 141 by 122 to the right of it and below; 384 by 308 to the left of it and above.
#[test]
fn labels_in_space_stand_where_the_engine_puts_them() {
    let scene = scene(
        r#"[gd_scene format=3]

[node name="Root" type="Node3D"]

[node name="Plain" type="Label3D" parent="."]
pixel_size = 0.01
text = "Hello, World!
second line"
font_size = 48
outline_size = 0

[node name="Left" type="Label3D" parent="."]
pixel_size = 0.01
modulate = Color(1, 0.8, 0.2, 1)
outline_modulate = Color(0.6, 0, 0, 1)
text = "left top
AVA"
font_size = 40
outline_size = 24
horizontal_alignment = 0
vertical_alignment = 0
line_spacing = 6.0

[node name="Right" type="Label3D" parent="."]
pixel_size = 0.01
offset = Vector2(-10, 20)
text = "right bottom of many words that break"
font_size = 56
outline_size = 0
horizontal_alignment = 2
vertical_alignment = 2
uppercase = true
autowrap_mode = 2
width = 420.0

[node name="Nothing" type="Label3D" parent="."]
text = "  "
"#,
    );
    // Letters do not fill their box: they begin a few pixels inside, and the picture has room around them.
    let fits = |name: &str, want: [f32; 4], most: f32| {
        let (got, _) = label(&scene, name);
        let near = got.iter().zip(want).all(|(got, want)| (got - want).abs() <= most);
        assert!(near, "{name}: {got:?} is not about {want:?}");
    };
    fits("Plain", [-148.0, -67.0, 148.0, 67.0], 20.0);
    fits("Left", [0.0, -122.0, 141.0, 0.0], 16.0);
    fits("Right", [-394.0, 20.0, -10.0, 328.0], 22.0);
    let (_, texels) = label(&scene, "Left");
    let has = |color: [u8; 4]| texels.as_chunks::<4>().0.contains(&color);
    assert!(has([255; 4]) && has([255, 255, 255, 0]), "white, covered or not");
    // Outline and letters are surfaces of their own, so that they join what is behind them in linear light.
    let surfaces = &scene.meshes.iter().find(|(_, mesh)| mesh.surfaces.len() == 2).unwrap().1.surfaces;
    let of = |surface: usize| &scene.materials[surfaces[surface].material.unwrap()];
    assert_eq!(of(0).base_color, Rgba::from_stored([0.6, 0.0, 0.0, 1.0]));
    assert_eq!(of(1).base_color, Rgba::from_stored([1.0, 0.8, 0.2, 1.0]));
    assert_eq!([of(0).finish.priority, of(1).finish.priority], [-1, 0]);
    let (_, nothing) = scene.nodes.iter().find(|(_, node)| node.name == "Nothing").unwrap();
    assert!(nothing.components.is_empty(), "blanks show nothing");
}

#[test]
fn frames_in_space_are_squares_by_time() {
    let scene = scene(
        r#"[gd_scene format=3]

[sub_resource type="Gradient" id="g"]

[sub_resource type="GradientTexture2D" id="a"]
gradient = SubResource("g")
width = 40
height = 20

[sub_resource type="AtlasTexture" id="b"]
atlas = SubResource("a")
region = Rect2(0, 0, 10, 20)
margin = Rect2(5, 0, 10, 0)

[sub_resource type="SpriteFrames" id="f"]
animations = [{
"frames": [{
"duration": 1.0,
"texture": SubResource("a")
}, {
"duration": 1.0,
"texture": SubResource("b")
}, {
"duration": 1.0,
"texture": null
}],
"loop": true,
"name": &"run",
"speed": 2.0
}]

[node name="Root" type="AnimatedSprite3D"]
pixel_size = 0.1
shaded = true
flip_h = true
texture_filter = 0
sprite_frames = SubResource("f")
animation = &"run"
autoplay = "run"
"#,
    );
    let frames = scene.nodes[scene.root].components.iter().find_map(|part| match part {
        Component::AnimatedSprite(frames) => Some(frames),
        _ => None,
    });
    let frames = frames.unwrap();
    let surface = |time: f64| &scene.meshes[frames.mesh_at(time).unwrap().mesh].surfaces[0];
    let material = &scene.materials[surface(0.0).material.unwrap()];
    assert_eq!(material.shading, ShadingRule::LinearPbr);
    assert_eq!(material.base_texture.unwrap().filter, proscenio_scene::Filter::Nearest);
    // Turned over: the picture's right edge is at the left.
    assert_eq!(surface(0.0).uvs[0], [1.0, 1.0]);
    near(surface(0.0).bounds().unwrap().1.x, 2.0);
    // The second frame is 20 wide with its margin, and filled from 5 to 15.
    let (low, high) = surface(0.6).bounds().unwrap();
    near(low.x, -0.5);
    near(high.x, 0.5);
    near(high.y, 1.0);
    assert_eq!(surface(0.0).material, surface(0.6).material, "one picture, one material");
    assert!(frames.mesh_at(1.1).is_none(), "a frame without a picture shows nothing");
    assert!(frames.mesh_at(1.6).is_some(), "it begins again");
}

/// What a material in space has beyond metal and roughness, by the names of both generations.
#[test]
fn materials_of_both_generations_have_the_same_finish() {
    let finish = |header: &str, class: &str, lines: &str, node: [&str; 2]| {
        let text = format!(
            "[gd_scene {header}]\n\n[sub_resource type=\"{class}\" id={id}]\n{lines}\n\n\
             [sub_resource type=\"SphereMesh\" id={mesh}]\n\n[node name=\"Root\" type=\"{}\"]\n\
             mesh = SubResource( {mesh} )\n{} = SubResource( {id} )\n",
            node[0],
            node[1],
            id = if header == "format=3" { "\"m\"" } else { "1" },
            mesh = if header == "format=3" { "\"s\"" } else { "2" },
        );
        let scene = scene(&text);
        let material = scene.materials.iter().next().expect("a material").1.clone();
        (material.finish, material.alpha)
    };
    let shared = "rim_enabled = true\nrim = 0.4\nclearcoat_enabled = true\ndistance_fade_mode = 2\n\
                  detail_enabled = true\ndetail_blend_mode = 3\nuv1_triplanar = true\nrender_priority = 4\n\
                  disable_fog = false\n";
    let four = "grow = true\ngrow_amount = 0.1\nclearcoat_roughness = 0.3\nbacklight_enabled = true\n\
                backlight = Color(1, 0, 0, 1)\nproximity_fade_enabled = true\nfixed_size = true\n\
                no_depth_test = true\ndepth_draw_mode = 1\ndisable_ambient_light = true\ndiffuse_mode = 3\n\
                specular_mode = 2\nuv1_world_triplanar = true\nshading_mode = 2\n";
    let three = "params_grow = true\nparams_grow_amount = 0.1\nclearcoat_gloss = 0.7\n\
                 transmission_enabled = true\ntransmission = Color( 1, 0, 0, 1 )\n\
                 proximity_fade_enable = true\nflags_fixed_size = true\nflags_no_depth_test = true\n\
                 params_depth_draw_mode = 1\nflags_disable_ambient_light = true\nparams_diffuse_mode = 4\n\
                 params_specular_mode = 4\nflags_world_triplanar = true\nflags_vertex_lighting = true\n";
    let new = finish(
        "format=3",
        "StandardMaterial3D",
        &format!("{shared}{four}"),
        ["MeshInstance3D", "surface_material_override/0"],
    );
    let old =
        finish("format=2", "SpatialMaterial", &format!("{shared}{three}"), ["MeshInstance", "material/0"]);
    assert_eq!(new, old);
    let (finish, alpha) = new;
    assert_eq!(alpha, AlphaMode::Blend, "what fades is see-through");
    near(finish.grow, 0.1);
    near(finish.rim.unwrap().amount, 0.4);
    near(finish.rim.unwrap().tint, 0.5);
    near(finish.coat.unwrap().roughness, 0.3);
    assert_eq!(finish.backlight.unwrap().color, [1.0, 0.0, 0.0]);
    assert_eq!((finish.near_fade, finish.priority), (Some(1.0), 4));
    assert!(finish.planes[0].unwrap().world && finish.planes[1].is_none());
    assert!(finish.fixed_size && !finish.hidden_by_nearer && finish.without_ambient && finish.lit_at_corners);
    let fade = finish.far_fade.unwrap();
    assert_eq!((fade.range, fade.by), ([0.0, 10.0], proscenio_scene::FadeBy::PixelHoles));
    assert_eq!(finish.diffuse, proscenio_scene::Diffuse::Toon);
    assert_eq!(finish.highlight, proscenio_scene::Highlight::None);
}

/// Passes that lead back to where they began end.
#[test]
fn passes_in_a_ring_end() {
    let scene = scene(
        r#"[gd_scene format=3]

[sub_resource type="StandardMaterial3D" id="a"]
next_pass = SubResource("b")

[sub_resource type="StandardMaterial3D" id="b"]
next_pass = SubResource("a")

[sub_resource type="SphereMesh" id="s"]
material = SubResource("a")

[node name="Root" type="MeshInstance3D"]
mesh = SubResource("s")
sorting_offset = 2.0
sorting_use_aabb_center = false
transparency = 0.25
material_overlay = SubResource("b")
"#,
    );
    assert!(scene.materials.iter().any(|(_, material)| material.finish.next.is_some()));
    let Some(Component::Mesh(mesh)) = scene.nodes[scene.root].components.first() else { panic!("no mesh") };
    assert_eq!((mesh.nearer, mesh.sorted_by_node, mesh.fade), (2.0, true, 0.25));
    assert!(mesh.overlay.is_some());
}
