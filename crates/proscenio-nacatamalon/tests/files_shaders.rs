//! Shaders as text and as graphs.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::Read;
use proscenio_nacatamalon::files::graph::Graph;
use proscenio_nacatamalon::files::shader::{Hook, ParameterType, ShaderFamily, ShaderText, maps_used};
use proscenio_source::Source;

fn shader(text: &str) -> Read<ShaderText> {
    ShaderText::read(&Document::of_text(Source::new("a.wgsl", text.into())))
}

fn graph(text: &str) -> Read<Graph> {
    Graph::read(&Document::parse(Source::new("a.shader", text.into())))
}

fn codes<T>(read: &Read<T>) -> Vec<&str> {
    assert!(read.findings.iter().all(|finding| finding.help.is_some() && finding.span.is_some()));
    read.findings.iter().map(|finding| finding.code.strip_prefix("nacatamalon/").unwrap()).collect()
}

const WHITEN: &str = "// @shader sprite2d
// @uniform amount: f32 = 0.5
fn effect(color: vec4f, uv: vec2f) -> vec4f {
    return vec4f(mix(color.rgb, vec3f(1.0, 1.0, 1.0), mu.amount), color.a);
}
";

#[test]
fn a_shader_is_read_by_its_directives() {
    let read = shader(WHITEN);
    assert_eq!((codes(&read), read.refused), (vec![], false));
    let file = read.file;
    assert_eq!(file.family, ShaderFamily::Sprite2d);
    assert_eq!(
        (file.parameters[0].name.as_str(), file.parameters[0].value.as_slice()),
        ("amount", &[0.5][..])
    );
    assert!(file.wgsl.hook(Hook::Effect).unwrap().starts_with("fn effect("));
    assert!(file.wgsl.hook(Hook::Vertex).is_none() && file.glsl.effect.is_none());
    assert_eq!(file.serialize(), WHITEN);
}

#[test]
fn helpers_stand_in_front_of_each_hook_and_nothing_else_does() {
    let text = "// @shader mesh3d
struct Lost { a: f32 }
const LOST = 1.0;
fn half(x: f32) -> f32 { return x * 0.5; }
fn vertex(pos: vec3f, ctx: VertContext) -> vec3f { return pos * half(2.0); }
fn effect(surface: vec4f, ctx: FragContext) -> vec4f { return surface; }
";
    let file = shader(text).file;
    let vertex = file.wgsl.vertex.as_deref().unwrap();
    assert!(vertex.starts_with("fn half(") && vertex.ends_with("half(2.0); }") && !vertex.contains("Lost"));
    assert!(file.wgsl.effect.as_deref().unwrap().contains("fn half("));
}

#[test]
fn a_shader_has_two_languages() {
    let text = "// @wgsl
fn effect(color: vec4f, uv: vec2f) -> vec4f { return color; }
// @glsl
vec4 effect(vec4 color, vec2 uv) { return color; }
// @wgsl
fn late() -> f32 { return 1.0; }
";
    let read = shader(text);
    assert_eq!(codes(&read), [""; 0]);
    assert!(read.file.wgsl.effect.as_deref().unwrap().contains("fn late()"));
    assert!(read.file.glsl.effect.as_deref().unwrap().starts_with("vec4 effect"));
}

#[test]
fn a_shader_that_the_engine_refuses_says_why() {
    let hook = "fn effect(c: vec4f, uv: vec2f) -> vec4f { return c; }\n";
    let vertex = "fn vertex(p: vec3f, c: VertContext) -> vec3f { return p; }\n";
    let glsl = "// @glsl\nvec4 effect(vec4 c, vec2 uv) { return c; }\n";
    for (text, code) in [
        (format!("// @shader cloth\n{hook}"), "wgsl-bad-directive"),
        (format!("// @uniform a: f32\n{hook}"), "wgsl-bad-directive"),
        (format!("// @uniform a: f32 = 1, 2\n{hook}"), "wgsl-bad-directive"),
        (format!("// @uniform a: mat4 = 1\n{hook}"), "wgsl-bad-directive"),
        (format!("// @uniform 1a: f32 = 1\n{hook}"), "wgsl-bad-directive"),
        (format!("// @uniform time: f32 = 1\n{hook}"), "wgsl-reserved-name"),
        (format!("// @shader post\n// @uniform phase: f32 = 1\n{hook}"), "wgsl-reserved-name"),
        ("fn other() {}\n".to_owned(), "wgsl-no-hook"),
        (String::new(), "wgsl-no-hook"),
        (format!("{hook}{vertex}"), "wgsl-no-hook"),
        (glsl.to_owned(), "wgsl-halves"),
        (format!("// @shader mesh3d\n{hook}{vertex}{glsl}"), "wgsl-halves"),
    ] {
        let read = shader(&text);
        assert_eq!(codes(&read), [code], "{text}");
        assert!(read.refused);
    }
    let many: String = (0..20).map(|at| format!("// @uniform u{at}: vec4<f32> = 0, 0, 0, 0\n")).collect();
    assert_eq!(codes(&shader(&format!("// @shader post\n{many}{hook}"))), ["wgsl-bad-directive"]);
    assert_eq!(codes(&shader(&format!("{many}{hook}"))), [""; 0]);
}

#[test]
fn parameters_are_laid_out_as_the_language_wants() {
    let text = "// @uniform a: vec3<f32> = 1, 2, 3
// @uniform b: f32 = 4
// @uniform c: vec2<f32> = 5, 6
fn effect(c: vec4f, uv: vec2f) -> vec4f { return c; }
";
    let file = shader(text).file;
    let layout = file.family.layout(&file.parameters);
    let offsets: Vec<(&str, usize)> =
        layout.slots.iter().map(|slot| (slot.name.as_str(), slot.offset)).collect();
    assert_eq!(offsets, [("time", 0), ("resolution", 8), ("a", 16), ("b", 28), ("c", 32)]);
    assert_eq!(layout.size, 48);
    assert_eq!(ShaderFamily::Post.layout(&[]).size, 32);
    assert_eq!(ParameterType::of_lanes(3).map(ParameterType::lanes), Some(3));
}

#[test]
fn maps_are_found_in_the_order_of_their_use() {
    let text = "sampleMap_noise(uv) + sampleMap_b2(uv) * sampleMap_noise(uv) - sampleMap_Bad(uv) sampleMap_c( sampleMap_d( sampleMap_e(";
    assert_eq!(maps_used(text), ["noise", "b2", "c", "d"]);
}

const DIM: &str = r#"{
    "format": 1, "kind": "shadergraph", "target": "sprite2d",
    "nodes": [
        { "id": "s", "type": "surface", "pos": [0, 0] },
        { "id": "k", "type": "uniform", "pos": [0, 90], "params": { "name": "dim", "type": "f32", "value": 0.5 } },
        { "id": "m", "type": "mul", "pos": [200, 40] },
        { "id": "out_color", "type": "output.color", "pos": [420, 40] }
    ],
    "edges": [
        { "from": "s", "out": "value", "to": "m", "in": "a" },
        { "from": "k", "out": "value", "to": "m", "in": "b" },
        { "from": "m", "out": "value", "to": "out_color", "in": "color" }
    ]
}"#;

#[test]
fn a_graph_becomes_a_shader() {
    let read = graph(DIM);
    assert_eq!((codes(&read), read.refused), (vec![], false));
    let compiled = read.file.compile().unwrap();
    assert_eq!(
        compiled.effect.as_deref().unwrap(),
        "fn effect(color: vec4f, uv: vec2f) -> vec4f {\n    let n0 = color;\n    let n1 = mu.dim;\n    let n2 = n0 * vec4f(n1);\n    return n2;\n}\n"
    );
    assert_eq!((compiled.vertex, compiled.parameters[0].name.as_str()), (None, "dim"));
    let again = graph(&read.file.serialize());
    assert_eq!(again.file, read.file);
}

/// A mesh graph of nodes `a`, `b`, … whose wires are given as `from.out>to.in`.
fn mesh(nodes: &str, wires: &str) -> Read<Graph> {
    let nodes: Vec<String> = nodes
        .split_whitespace()
        .enumerate()
        .map(|(at, node)| {
            let (kind, params) = node
                .split_once('{')
                .map_or((node, String::new()), |(kind, params)| (kind, format!(",\"params\":{{{params}")));
            format!(r#"{{"id":"{}","type":"{kind}"{params}}}"#, char::from(b'a' + at as u8))
        })
        .collect();
    let wires: Vec<String> = wires
        .split_whitespace()
        .map(|wire| {
            let (from, to) = wire.split_once('>').unwrap();
            let ((from, out), (to, input)) = (from.split_once('.').unwrap(), to.split_once('.').unwrap());
            format!(r#"{{"from":"{from}","out":"{out}","to":"{to}","in":"{input}"}}"#)
        })
        .collect();
    graph(&format!(
        r#"{{"kind":"shadergraph","target":"mesh3d","nodes":[{}],"edges":[{}]}}"#,
        nodes.join(","),
        wires.join(",")
    ))
}

#[test]
fn every_kind_of_node_is_written() {
    let read = mesh(
        r#"vertexPosition split vec3 fbm{"octaves":2} mul output.position uv swizzle{"mask":"gr"} cellularNoise combine.rgba fresnel output.color worldNormal celShade const.color{"value":[0.5,2]}"#,
        "a.value>b.value b.x>c.x b.z>c.z c.value>d.pos c.value>e.a d.value>e.b e.value>f.position \
         g.value>h.value h.value>i.pos m.value>n.value n.value>j.rgb i.value>j.a j.value>l.color",
    );
    assert_eq!(codes(&read), [""; 0], "{:?}", read.findings);
    let compiled = read.file.compile().unwrap();
    insta::assert_snapshot!(format!("{}\n{}", compiled.vertex.unwrap(), compiled.effect.unwrap()));
}

#[test]
fn literals_take_the_arity_of_their_node() {
    let read = mesh(
        r#"const.vec4{"value":[0.5,2]} const.vec3{"value":7} const.vec2{"value":[1,2,3]} output.color"#,
        "a.value>d.color",
    );
    let [a, b, c, _] = &read.file.nodes[..] else { panic!("{:?}", read.file) };
    assert_eq!(a.numbers("value", 4), [0.5, 2.0, 2.0, 2.0]);
    assert_eq!(b.numbers("value", 3), [7.0; 3]);
    assert_eq!(c.numbers("value", 2), [1.0, 2.0]);
    assert!(read.file.compile().unwrap().effect.unwrap().contains("vec4f(0.5, 2.0, 2.0, 2.0)"));
}

#[test]
fn a_graph_that_the_engine_refuses_says_why() {
    for (nodes, wires, code) in [
        ("teapot", "", "graph-unknown-node"),
        ("output.color output.color", "", "graph-bad-wire"),
        ("uv", "a.value>z.in", "graph-bad-wire"),
        ("uv output.color", "a.colour>b.color", "graph-bad-wire"),
        ("uv output.color", "a.value>b.colour", "graph-bad-wire"),
        ("const.color output.color", "a.value>b.color a.value>b.color", "graph-bad-wire"),
        ("uv split add", "a.value>b.value b.z>c.a", "graph-bad-wire"),
        ("add add", "a.value>b.a b.value>a.a", "graph-loop"),
        ("add", "a.value>a.a", "graph-loop"),
        ("normalize", "", "graph-unwired"),
        ("time normalize", "a.value>b.a", "graph-bad-type"),
        ("uv worldPos add", "a.value>c.a b.value>c.b", "graph-bad-type"),
        ("uv output.color", "a.value>b.color", "graph-bad-type"),
        (r#"uv swizzle{"mask":"xyz"}"#, "a.value>b.value", "graph-bad-type"),
        ("vertexPosition output.color", "a.value>b.color", "graph-wrong-target"),
        ("worldNormal output.position", "a.value>b.position", "graph-wrong-target"),
        (r#"uniform{"name":"time"}"#, "", "wgsl-reserved-name"),
        (r#"uniform{"name":"a;b"}"#, "", "file-bad-member"),
    ] {
        let read = mesh(nodes, wires);
        assert_eq!(codes(&read), [code], "{nodes} {wires}");
        assert!(read.refused && read.file.compile().is_none());
    }
    let flat =
        graph(r#"{"kind":"shadergraph","target":"sprite2d","nodes":[{"id":"a","type":"light"}],"edges":[]}"#);
    assert_eq!(codes(&flat), ["graph-wrong-target"]);
    for text in [
        r#"{"kind":"shadergraph","target":"post","nodes":[],"edges":[]}"#,
        r#"{"kind":"shadergraph","target":"mesh3d","nodes":[{"id":"a","type":"uv","pos":[1]}],"edges":[]}"#,
        r#"{"kind":"shadergraph","target":"mesh3d","nodes":[{"id":"a","type":"uv","params":[]}],"edges":[]}"#,
        r#"{"kind":"shadergraph","target":"mesh3d","nodes":[{"type":"uv"}],"edges":[]}"#,
        r#"{"kind":"shadergraph","target":"mesh3d","nodes":[{"id":"a","type":"uv"},{"id":"a","type":"uv"}],"edges":[]}"#,
        r#"{"kind":"shadergraph","target":"mesh3d","nodes":{},"edges":[]}"#,
    ] {
        let read = graph(text);
        assert_eq!(read.findings.len(), 1, "{text} {:?}", read.findings);
        assert!(read.refused);
    }
}

#[test]
fn comments_and_unknown_members_of_a_graph_are_kept() {
    let text = r#"{"kind":"shadergraph","target":"mesh3d","nodes":[{"id":"a","type":"uv","mine":1}],"edges":[],
        "comments":[{"id":"c","text":"hi","color":[1,0,0]}],"zoom":2}"#;
    let read = graph(text);
    assert_eq!((codes(&read), read.refused), (vec!["file-unknown-members"], false));
    let written = read.file.serialize();
    for kept in ["\"mine\": 1", "\"zoom\": 2", "\"hi\"", "240"] {
        assert!(written.contains(kept), "{kept} {written}");
    }
}
