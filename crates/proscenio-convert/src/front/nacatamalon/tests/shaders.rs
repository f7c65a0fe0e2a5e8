//! Shaders: read, set, shared, and refused with the place of the mistake.

use proscenio_nacatamalon::Document;
use proscenio_project::Project;
use proscenio_scene::{Component, Scene};
use proscenio_source::Source;
use proscenio_vfs::MemoryTree;

use super::super::import;
use crate::front::Imported;

const TINT: &str = "// @shader sprite2d
// @uniform amount: f32 = 0.5
// @uniform tone: vec3<f32> = 1, 0, 0
fn half(a: f32) -> f32 {
    return a * 0.5;
}

fn effect(color: vec4f, uv: vec2f) -> vec4f {
    return vec4f(mix(color.rgb, mu.tone, half(mu.amount)), color.a) * sampleMap_noise(uv);
}
";
const GLOW: &str = "// @shader mesh3d
fn vertex(pos: vec3f, ctx: VertContext) -> vec3f {
    return pos + ctx.normal * sin(mu.time);
}
fn effect(surface: vec4f, ctx: FragContext) -> vec4f {
    return vec4f(surface.rgb * ctx.light, surface.a);
}
";
const BROKEN: &str = "// @shader sprite2d
fn effect(color: vec4f, uv: vec2f) -> vec4f {
    let a = 1.0;
    return colour * a;
}
";
const GRAPH: &str = r#"{"format": 1, "kind": "shadergraph", "target": "sprite2d",
    "nodes": [{"id": "s", "type": "surface"}, {"id": "o", "type": "output.color"}],
    "edges": [{"from": "s", "out": "value", "to": "o", "in": "color"}]}"#;

const MAP: &str = r#"{"format": 1, "kind": "tilemap", "atlas": "none.atlas", "cell": 8, "width": 1, "height": 1,
    "tiles": {}, "layers": [{"name": "ground", "data": [0]}, {"name": "trees", "data": [0]}]}"#;

fn imported(components: &str) -> Imported {
    let text = format!(
        r#"{{"format": "nacatamalon-scene", "version": 1, "assets": [
            {{"type": "shader", "key": "tint", "src": "tint.wgsl"}},
            {{"type": "shader", "key": "glow", "src": "glow.wgsl"}},
            {{"type": "shader", "key": "broken", "src": "broken.wgsl"}},
            {{"type": "shader", "key": "graph", "src": "graph.shader"}},
            {{"type": "tilemap", "key": "map", "src": "map.tilemap"}},
            {{"type": "geometry", "key": "box", "source": {{"kind": "cube"}}}}],
          "root": {{"id": "r", "name": "r", "components": [{components}]}}}}"#
    );
    let files = MemoryTree::from_files([
        ("game/project.json", r#"{"format": "nacatamalon-project"}"#),
        ("game/tint.wgsl", TINT),
        ("game/glow.wgsl", GLOW),
        ("game/broken.wgsl", BROKEN),
        ("game/graph.shader", GRAPH),
        ("game/map.tilemap", MAP),
        ("game/dot.png", ""),
    ]);
    let path = "game/scenes/a.scene";
    let document = Document::parse(Source::new(path, text.into_bytes()));
    import(&document, &Project::around(&files, path))
}

fn sprite(id: u8, material: &str) -> String {
    format!(r#"{{"type": "sprite", "id": "s{id}", "width": 8, "height": 8, "material": {material}}}"#)
}

/// Lines of all findings about shaders.
fn told(imported: &Imported) -> Vec<String> {
    let about = imported.findings.iter().filter(|finding| finding.code.contains("shader"));
    about.map(|finding| format!("{} {} {:?}", finding.code, finding.message, finding.span)).collect()
}

fn shader_of(scene: &Scene, place: usize) -> Option<&proscenio_scene::Shader> {
    let root = scene.root;
    Some(&scene.shaders[*scene.flat_shaders.get(&(root, place))?])
}

#[test]
fn numbers_of_the_drawing_win_over_those_of_the_material_and_the_file() {
    let components = [
        sprite(1, r#"{"effect": "tint"}"#),
        sprite(2, r#"{"effect": "tint", "uniforms": {"amount": 1, "tone": [0, 1, 0], "other": 3}}"#),
        r#"{"type": "sprite", "id": "s3", "material": {"effect": "tint", "uniforms": {"amount": 1}},
            "uniforms": {"amount": 0.25, "tone": 7}}"#
            .to_owned(),
        sprite(4, r#"{"effect": "tint"}"#),
        sprite(5, r#"{"effect": "graph"}"#),
    ];
    let imported = imported(&components.join(","));
    assert_eq!(told(&imported), [""; 0]);
    let scene = &imported.scene;
    let numbers = |place| {
        let shader = shader_of(scene, place).unwrap();
        shader.numbers.iter().flat_map(|number| number.value.clone()).collect::<Vec<_>>()
    };
    assert_eq!(numbers(0), [0.5, 1.0, 0.0, 0.0]);
    assert_eq!(numbers(1), [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(numbers(2), [0.25, 1.0, 0.0, 0.0]);
    assert_eq!(scene.shaders.len(), 4, "two sprites share one");
    assert_eq!(shader_of(scene, 0).unwrap().maps, [("noise".to_owned(), None)]);
    assert!(shader_of(scene, 4).unwrap().effect.as_ref().unwrap().contains("fn effect("));
}

#[test]
fn panels_and_layers_of_maps_run_theirs() {
    let components = [
        r#"{"type": "nine-slice", "id": "n", "texture": "dot.png", "width": 8, "height": 8,
            "material": {"effect": "tint"}, "uniforms": {"amount": 2}}"#,
        r#"{"type": "tilemap", "id": "t", "map": "map", "layers": [{"name": "trees",
            "material": {"effect": "tint"}, "uniforms": {"amount": 3}}]}"#,
    ];
    let imported = imported(&components.join(","));
    assert_eq!(told(&imported), [""; 0]);
    let scene = &imported.scene;
    let kinds = scene.nodes[scene.root].components.iter().map(|own| match own {
        Component::NineSlice(_) => "panel",
        Component::Tiles(_) => "layer",
        _ => "other",
    });
    assert_eq!(kinds.collect::<Vec<_>>(), ["panel", "layer", "layer"]);
    let amount = |place| shader_of(scene, place).map(|shader| shader.numbers[0].value[0]);
    assert_eq!([0, 1, 2].map(amount), [Some(2.0), None, Some(3.0)]);
}

#[test]
fn models_and_code_in_the_scene_run_too() {
    let mesh = |material: &str| {
        format!(r#"{{"type": "mesh", "id": "m", "geometry": "box", "material": {material}}}"#)
    };
    let literal = r#"{"fragment": "fn effect(color: vec4f, uv: vec2f) -> vec4f { return color * mu.dim; }",
        "uniforms": {"dim": 0.5}}"#;
    let imported = imported(&[mesh(r#"{"effect": "glow"}"#), sprite(1, literal)].join(","));
    assert_eq!(told(&imported), [""; 0]);
    let scene = &imported.scene;
    let Component::Mesh(instance) = &scene.nodes[scene.root].components[0] else { panic!() };
    let material = &scene.materials[instance.materials[0].unwrap()];
    let shader = &scene.shaders[material.look.shader.unwrap()];
    assert!(shader.vertex.is_some() && shader.effect.is_some() && shader.name == "game/glow.wgsl");
    assert_eq!(shader_of(scene, 1).unwrap().numbers[0].value, [0.5]);
}

#[test]
fn a_broken_shader_is_told_where_it_breaks_and_not_run() {
    let imported =
        imported(&[sprite(1, r#"{"effect": "broken"}"#), sprite(2, r#"{"effect": "broken"}"#)].join(","));
    let scene = &imported.scene;
    assert!(scene.shaders.is_empty() && scene.flat_shaders.is_empty());
    let [finding] = &imported.findings[..] else { panic!("{:?}", imported.findings) };
    assert_eq!((finding.code, &*finding.path), ("nacatamalon/shader-broken", "game/broken.wgsl"));
    assert!(finding.message.contains("colour"), "{}", finding.message);
    let at = BROKEN.find("colour").unwrap() as u32;
    assert_eq!(finding.span.map(|span| span.start()), Some(at));
}

#[test]
fn a_shader_for_something_else_is_told() {
    let imported = imported(&sprite(1, r#"{"effect": "glow"}"#));
    let [finding] = &imported.findings[..] else { panic!("{:?}", imported.findings) };
    assert_eq!(finding.code, "nacatamalon/shader-family");
    assert!(imported.scene.shaders.is_empty());
}
