//! What a project and an environment of Godot say about whole pictures, as the neutral scene has it.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use proscenio_convert::front::godot::import;
use proscenio_godot::Document;
use proscenio_project::Project;
use proscenio_scene::{Component, FogShape, Rendering, Rgba, Scene};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

fn read(project: &str, text: &str) -> (Scene, Vec<String>) {
    let files = MemoryTree::from_files([("p/project.godot", project), ("p/air.tscn", text)]);
    let document = Document::parse(Source::new("p/air.tscn", text.as_bytes().to_vec()));
    let imported = import(&document, &Project::around(&files, "p/air.tscn"));
    let findings = imported.findings.iter().map(|finding| finding.message.clone()).collect();
    (imported.scene, findings)
}

const VIEWPORT: &str = "[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node3D\"]\n\n\
    [node name=\"View\" type=\"SubViewport\" parent=\".\"]\nmsaa_3d = 2\nuse_hdr_2d = true\n";

#[test]
fn the_project_says_how_the_window_is_drawn_and_each_view_for_itself() {
    let settings = "config_version=5\n\n[rendering]\n\nanti_aliasing/quality/msaa_3d=1\n\
        anti_aliasing/quality/msaa_3d.pc=3\nanti_aliasing/quality/msaa_2d=2\n\
        anti_aliasing/quality/screen_space_aa=1\nenvironment/glow/upscale_mode=0\n";
    let (scene, _) = read(settings, VIEWPORT);
    let window = Rendering {
        space_samples: 8,
        plane_samples: 4,
        smooth_edges: true,
        linear_plane: false,
        smooth_glow: false,
    };
    assert_eq!(scene.rendering, window);
    let pictures = scene.nodes.iter().flat_map(|(_, node)| &node.components);
    let own = pictures.filter_map(|part| match part {
        Component::Picture(picture) => Some(picture.rendering),
        _ => None,
    });
    let view = Rendering { space_samples: 4, linear_plane: true, smooth_glow: false, ..Rendering::default() };
    assert_eq!(own.collect::<Vec<_>>(), [view]);
    assert_eq!(read("config_version=5\n", VIEWPORT).0.rendering, Rendering::default());
    let old = "config_version=4\n\n[rendering]\n\nquality/filters/msaa=2\nquality/filters/use_fxaa=true\n";
    let before = read(old, "[gd_scene format=2]\n\n[node name=\"Root\" type=\"Spatial\"]\n").0.rendering;
    assert_eq!(before, Rendering { space_samples: 4, smooth_edges: true, ..Rendering::default() });
}

const FOG: &str = r#"[gd_scene format=3]

[sub_resource type="Environment" id="all"]
background_mode = 3
background_canvas_max_layer = 2
volumetric_fog_enabled = true
volumetric_fog_emission = Color(1, 0, 0, 1)
volumetric_fog_emission_energy = 2.0
volumetric_fog_ambient_inject = 0.5
ambient_light_energy = 0.5
volumetric_fog_temporal_reprojection_enabled = false
ssao_enabled = true

[sub_resource type="FogMaterial" id="mist"]
density = -0.5
edge_fade = 0.25

[sub_resource type="Shader" id="code"]
code = "shader_type fog;"

[sub_resource type="ShaderMaterial" id="made"]
shader = SubResource("code")

[node name="Root" type="Node3D"]

[node name="World" type="WorldEnvironment" parent="."]
environment = SubResource("all")

[node name="Lamp" type="OmniLight3D" parent="."]
light_volumetric_fog_energy = 3.0

[node name="Mist" type="FogVolume" parent="."]
shape = 1
size = Vector3(1, 2, 3)
material = SubResource("mist")

[node name="Smoke" type="FogVolume" parent="."]
material = SubResource("made")
"#;

#[test]
fn fog_fills_space_and_volumes() {
    let (scene, findings) = read("config_version=5\n", FOG);
    let fog = scene.environment.volumetric_fog.unwrap();
    assert_eq!((fog.density, fog.length, fog.spread, fog.anisotropy), (0.05, 64.0, 2.0, 0.2));
    assert_eq!(
        (fog.emission.rgb, fog.ambient, fog.sky_share, fog.settling),
        ([2.0, 0.0, 0.0], 0.25, 1.0, 0.0)
    );
    let parts = || scene.nodes.iter().flat_map(|(_, node)| &node.components);
    let volumes: Vec<_> = parts()
        .filter_map(|part| match part {
            Component::FogVolume(volume) => Some(*volume),
            _ => None,
        })
        .collect();
    let [mist] = volumes[..] else { panic!("{volumes:?}") };
    assert_eq!((mist.shape, mist.size.to_array()), (FogShape::Cone, [1.0, 2.0, 3.0]));
    assert_eq!((mist.density, mist.edge_fade, mist.albedo), (-0.5, 0.25, Rgba::WHITE));
    let in_fog = parts().find_map(|part| match part {
        Component::Light(light) => Some(light.in_fog),
        _ => None,
    });
    assert_eq!(in_fog, Some(3.0));
    let told = |text: &str| findings.iter().any(|message| message.contains(text));
    assert!(told("fog made by a ShaderMaterial is not drawn") && told("ssao_enabled"), "{findings:?}");
}

#[test]
fn a_canvas_is_the_background_up_to_its_layer_and_lights_nothing() {
    let (scene, findings) = read("config_version=5\n", FOG);
    let limit = scene.environment.plane_up_to.unwrap();
    assert!(limit > 20_000.0 && limit < 30_000.0, "{limit}");
    assert_eq!(scene.environment.ambient.color, Rgba::BLACK);
    assert!(!findings.iter().any(|message| message.contains("background")), "{findings:?}");
}
