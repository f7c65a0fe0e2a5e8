//! What shader graphs are written as is WGSL that the drawing compiler takes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::graph::Graph;
use proscenio_source::Source;

/// What the engine puts in front of a hook.
const BEFORE: &str = "
struct Mu { time: f32, resolution: vec2f, param: f32, tone: vec3f }
@group(0) @binding(0) var<uniform> mu: Mu;
struct FragContext { uv: vec2f, normal: vec3f, worldPos: vec3f, light: vec3f, shine: vec3f, emissive: vec3f,
    viewDir: vec3f, color: vec4f }
struct VertContext { normal: vec3f, uv: vec2f, color: vec4f }
fn sampleTexture(uv: vec2f) -> vec4f { return vec4f(uv, 0.0, 1.0); }
fn sampleMap_noise(uv: vec2f) -> vec4f { return vec4f(uv, 0.0, 1.0); }
fn envUv(ctx: FragContext) -> vec2f { return ctx.uv; }
";

fn check(text: &str) {
    let source = format!("{BEFORE}{text}");
    let module = naga::front::wgsl::parse_str(&source)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&source)));
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
    validator.validate(&module).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
}

/// A graph in which each node stands alone before one end; inputs that need a wire get one of `source`.
fn graph(
    target: &str,
    end: (&str, &str),
    node: &str,
    params: &str,
    wires: &[(&str, &str)],
    lanes: &str,
) -> Graph {
    let mut edges: Vec<String> = wires
        .iter()
        .map(|(from, input)| format!(r#"{{"from":"{from}","out":"value","to":"n","in":"{input}"}}"#))
        .collect();
    let out = if node == "split" { "x" } else { "value" };
    edges.push(format!(r#"{{"from":"n","out":"{out}","to":"fill","in":"{lanes}"}}"#));
    edges.push(format!(r#"{{"from":"fill","out":"value","to":"end","in":"{}"}}"#, end.1));
    // A sum with three numbers takes one number or three; a swizzle brings two or four down to three.
    let fill =
        if lanes == "value" { r#""type":"swizzle","params":{"mask":"xyx"}"# } else { r#""type":"add""# };
    if lanes != "value" {
        edges.push(r#"{"from":"v3","out":"value","to":"fill","in":"b"}"#.to_owned());
    }
    let text = format!(
        r#"{{"kind":"shadergraph","target":"{target}","nodes":[
            {{"id":"v2","type":"const.vec2"}},{{"id":"v3","type":"const.vec3"}},{{"id":"f","type":"const.float"}},
            {{"id":"n","type":"{node}","params":{{{params}}}}},{{"id":"fill",{fill}}},{{"id":"end","type":"{}"}}],
            "edges":[{}]}}"#,
        end.0,
        edges.join(","),
    );
    let read = Graph::read(&Document::parse(Source::new("a.shader", text.into())));
    assert!(!read.refused, "{node}: {:?}", read.findings);
    read.file
}

#[test]
fn every_node_type_compiles() {
    let color = ("output.color", "color");
    let position = ("output.position", "position");
    let none: &[(&str, &str)] = &[];
    // Node, settings, wires, and how its result comes to three numbers.
    for (node, params, wires, lanes) in [
        ("uv", "", none, "value"),
        ("time", "", none, "a"),
        ("resolution", "", none, "value"),
        ("surface", "", none, "value"),
        ("worldNormal", "", none, "a"),
        ("viewDir", "", none, "a"),
        ("envUv", "", none, "value"),
        ("vertexColor", "", none, "value"),
        ("textureSample", "", none, "value"),
        ("mapSample", "", none, "value"),
        ("uniform", "", none, "a"),
        ("uniform", r#""name":"tone","type":"vec3""#, none, "a"),
        ("const.float", r#""value":-1e300"#, none, "a"),
        ("const.vec2", "", none, "value"),
        ("const.color", r#""value":[-1,0.5]"#, none, "value"),
        ("add", "", &[("v3", "a")], "a"),
        ("sub", "", &[("v3", "b")], "a"),
        ("div", "", &[("v3", "a"), ("f", "b")], "a"),
        ("pow", "", &[("v3", "base")], "a"),
        ("min", "", &[("v3", "a")], "a"),
        ("mod", "", &[("v3", "x")], "a"),
        ("abs", "", &[("v3", "a")], "a"),
        ("sign", "", &[("v3", "a")], "a"),
        ("oneMinus", "", &[("v3", "a")], "a"),
        ("saturate", "", &[("v3", "a")], "a"),
        ("sqrt", "", none, "a"),
        ("normalize", "", &[("v3", "a")], "a"),
        ("length", "", &[("v2", "a")], "a"),
        ("distance", "", &[("v2", "a"), ("v2", "b")], "a"),
        ("dot", "", &[("v3", "a"), ("v3", "b")], "a"),
        ("cross", "", &[("v3", "a"), ("v3", "b")], "a"),
        ("reflect", "", &[("v3", "i"), ("v3", "n")], "a"),
        ("clamp", "", &[("v3", "value")], "a"),
        ("mix", "", &[("v3", "b")], "a"),
        ("step", "", &[("v3", "value")], "a"),
        ("smoothstep", "", &[("v3", "value")], "a"),
        ("vec2", "", none, "value"),
        ("vec3", "", &[("f", "x")], "a"),
        ("vec4", "", none, "value"),
        ("combine.rgba", "", &[("v3", "rgb")], "value"),
        ("swizzle", r#""mask":"xxx""#, &[("f", "value")], "a"),
        ("swizzle", r#""mask":"r""#, &[("f", "value")], "a"),
        ("swizzle", r#""mask":"bxg""#, &[("v3", "value")], "a"),
        ("split", "", &[("v3", "value")], "a"),
        ("simplexNoise", "", &[("v2", "pos")], "a"),
        ("fbm", r#""octaves":99"#, &[("v3", "pos")], "a"),
        ("cellularNoise", "", &[("v3", "pos")], "a"),
        ("fresnel", "", none, "a"),
        ("celShade", r#""steps":4"#, &[("v3", "value")], "a"),
    ] {
        check(&graph("mesh3d", color, node, params, wires, lanes).compile().unwrap().effect.unwrap());
    }
    for (node, lanes) in
        [("vertexPosition", "a"), ("vertexNormal", "a"), ("vertexColor", "value"), ("uv", "value")]
    {
        check(&graph("mesh3d", position, node, "", none, lanes).compile().unwrap().vertex.unwrap());
    }
    for node in ["surface", "uv", "textureSample"] {
        check(&graph("sprite2d", color, node, "", none, "value").compile().unwrap().effect.unwrap());
    }
}
