//! From a graph to the WGSL of its hooks.

use std::fmt::Write as _;

use crate::files::graph::catalogue::{Input, kind};
use crate::files::graph::check::{ENDS, Wiring, analyse};
use crate::files::graph::{Graph, Node};
use crate::files::shader::{Parameter, ShaderFamily};

/// The hooks of a graph, as a text shader would define them.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiled {
    /// The WGSL of `effect` with its helpers; `None` when nothing leads to a colour.
    pub effect: Option<String>,
    /// The WGSL of `vertex` with its helpers; `None` when nothing leads to a place.
    pub vertex: Option<String>,
    /// The parameters in order.
    pub parameters: Vec<Parameter>,
}

impl Graph {
    /// The graph as WGSL. `None` for a graph that the engine refuses. Only nodes that lead to an end are in it.
    #[must_use]
    pub fn compile(&self) -> Option<Compiled> {
        let (wiring, problems) = analyse(self);
        if !problems.is_empty() {
            return None;
        }
        let hook = |set: usize| {
            let end = self.nodes.iter().position(|node| node.type_name == ENDS[set])?;
            wiring.inputs[end].values().next()?;
            Some(Hook { graph: self, wiring: &wiring, set }.text(end))
        };
        Some(Compiled { effect: hook(0), vertex: hook(1), parameters: self.parameters() })
    }
}

/// One hook being written.
struct Hook<'a> {
    graph: &'a Graph,
    wiring: &'a Wiring<'a>,
    set: usize,
}

impl Hook<'_> {
    fn text(&self, end: usize) -> String {
        let mut body = String::new();
        for at in self.wiring.order.iter().copied().filter(|at| *at != end) {
            if self.wiring.reached[self.set].contains(&at) {
                // Writing to a string cannot fail.
                let _ = writeln!(body, "    let n{at} = {};", self.value(at));
            }
        }
        let (value, lanes) = self.source(end, if self.set == 0 { "color" } else { "position" });
        let result = if self.set == 0 && lanes == 3 { format!("vec4f({value}, 1.0)") } else { value };
        let head = match (self.set, self.graph.target) {
            (0, ShaderFamily::Mesh3d) => "fn effect(surface: vec4f, ctx: FragContext) -> vec4f {",
            (0, _) => "fn effect(color: vec4f, uv: vec2f) -> vec4f {",
            _ => "fn vertex(pos: vec3f, ctx: VertContext) -> vec3f {",
        };
        format!("{}{head}\n{body}    return {result};\n}}\n", helpers(&body))
    }

    /// What an input reads, and how many numbers that is.
    fn source(&self, at: usize, input: &str) -> (String, usize) {
        if let Some((from, out)) = self.wiring.inputs[at].get(input) {
            let lane = ["x", "y", "z", "w"].contains(out);
            return if lane {
                (format!("n{from}.{out}"), 1)
            } else {
                (format!("n{from}"), self.wiring.lanes[*from])
            };
        }
        let kind = kind(&self.graph.nodes[at].type_name);
        let input = kind.and_then(|kind| kind.inputs.iter().find(|(name, _)| *name == input));
        match input {
            Some((_, Input::Number(number))) => (literal(*number), 1),
            _ => (self.uv().to_owned(), 2),
        }
    }

    fn uv(&self) -> &'static str {
        if self.graph.target == ShaderFamily::Mesh3d { "ctx.uv" } else { "uv" }
    }

    /// The inputs of a node whose result is as wide as its widest input, each as wide.
    fn wide(&self, at: usize) -> Vec<String> {
        let lanes = self.wiring.lanes[at];
        let inputs = kind(&self.graph.nodes[at].type_name).map_or(&[][..], |kind| kind.inputs);
        let widen = |(name, _): &(&str, Input)| match self.source(at, name) {
            (value, own) if own < lanes => format!("vec{lanes}f({value})"),
            (value, _) => value,
        };
        inputs.iter().map(widen).collect()
    }

    /// The inputs of a node as they are.
    fn plain(&self, at: usize) -> Vec<String> {
        let inputs = kind(&self.graph.nodes[at].type_name).map_or(&[][..], |kind| kind.inputs);
        inputs.iter().map(|(name, _)| self.source(at, name).0).collect()
    }

    fn value(&self, at: usize) -> String {
        let node = &self.graph.nodes[at];
        let name = node.type_name.as_str();
        let call = |function: &str, inputs: Vec<String>| format!("{function}({})", inputs.join(", "));
        match name {
            "add" => self.wide(at).join(" + "),
            "sub" => self.wide(at).join(" - "),
            "mul" => self.wide(at).join(" * "),
            "div" => self.wide(at).join(" / "),
            "pow" | "min" | "max" | "clamp" | "mix" | "step" | "smoothstep" => call(name, self.wide(at)),
            "mod" => {
                let [x, y] = <[String; 2]>::try_from(self.wide(at)).unwrap_or_default();
                format!("{x} - {y} * floor({x} / {y})")
            }
            "abs" | "floor" | "fract" | "sin" | "cos" | "sign" | "sqrt" | "normalize" | "length"
            | "distance" | "dot" | "cross" | "reflect" | "saturate" => call(name, self.plain(at)),
            "vec2" | "vec3" | "vec4" => call(&format!("{name}f"), self.plain(at)),
            "combine.rgba" => call("vec4f", self.plain(at)),
            "oneMinus" => format!("1.0 - {}", self.plain(at).concat()),
            "textureSample" => call("sampleTexture", self.plain(at)),
            "swizzle" => {
                // Colours and places name the same lanes, but WGSL has no mask of both.
                let lane = |c| "rgba".find(c).and_then(|at| "xyzw".chars().nth(at)).unwrap_or(c);
                let mask: String = node.text_param("mask").unwrap_or("xy").chars().map(lane).collect();
                match self.source(at, "value") {
                    // A single number has no lanes to name.
                    (value, 1) if mask.len() == 1 => value,
                    (value, 1) => format!("vec{}f({value})", mask.len()),
                    (value, _) => format!("{value}.{mask}"),
                }
            }
            "split" => self.plain(at).concat(),
            _ => self.source_or_noise(node, at),
        }
    }

    /// Nodes without arithmetic of their own.
    fn source_or_noise(&self, node: &Node, at: usize) -> String {
        let name = node.type_name.as_str();
        let place = || match self.source(at, "pos") {
            (value, 2) => format!("vec3f({value}, 0.0)"),
            (value, _) => value,
        };
        match name {
            "uv" => self.uv().to_owned(),
            "time" | "resolution" => format!("mu.{name}"),
            "surface" => {
                if self.graph.target == ShaderFamily::Mesh3d { "surface" } else { "color" }.to_owned()
            }
            "worldNormal" | "vertexNormal" => "ctx.normal".to_owned(),
            "worldPos" | "viewDir" | "light" | "emissive" | "shine" => format!("ctx.{name}"),
            "envUv" => "envUv(ctx)".to_owned(),
            "vertexPosition" => "pos".to_owned(),
            "vertexColor" => "ctx.color".to_owned(),
            "mapSample" => {
                format!(
                    "sampleMap_{}({})",
                    node.text_param("name").unwrap_or("noise"),
                    self.source(at, "uv").0
                )
            }
            "uniform" => format!("mu.{}", node.text_param("name").unwrap_or("param")),
            "simplexNoise" => format!("graphNoise({})", place()),
            "fbm" => {
                let octaves = number(node, "octaves").round().clamp(1.0, 8.0);
                format!("graphFbm({}, {octaves})", place())
            }
            "cellularNoise" => format!("graphCellular({})", place()),
            "fresnel" => {
                let power = self.source(at, "power").0;
                format!("pow(1.0 - clamp(dot(ctx.normal, ctx.viewDir), 0.0, 1.0), {power})")
            }
            "celShade" => {
                let steps = literal(number(node, "steps"));
                format!("floor({} * {steps}) / {steps}", self.source(at, "value").0)
            }
            _ => constant(node, self.wiring.lanes[at]),
        }
    }
}

/// A setting that is one number.
fn number(node: &Node, name: &str) -> f64 {
    node.numbers(name, 1).first().copied().unwrap_or(0.0)
}

fn constant(node: &Node, lanes: usize) -> String {
    let numbers: Vec<String> = node.numbers("value", lanes).into_iter().map(literal).collect();
    if lanes == 1 { numbers.concat() } else { format!("vec{lanes}f({})", numbers.join(", ")) }
}

/// A number as WGSL spells it.
fn literal(number: f64) -> String {
    let number = number.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32;
    if number < 0.0 { format!("({number:?})") } else { format!("{number:?}") }
}

/// The noise functions that a body calls.
fn helpers(body: &str) -> String {
    let mut text = String::new();
    let noise = body.contains("graphNoise(") || body.contains("graphFbm(");
    for (used, helper) in
        [(noise, NOISE), (body.contains("graphFbm("), FBM), (body.contains("graphCellular("), CELLULAR)]
    {
        if used {
            text.push_str(helper);
        }
    }
    text
}

const NOISE: &str = "\
fn graphHash(p: vec3f) -> f32 {
    let q = 17.0 * fract(p * 0.3183099 + 0.1);
    return fract(q.x * q.y * q.z * (q.x + q.y + q.z));
}

fn graphNoise(x: vec3f) -> f32 {
    let i = floor(x);
    let f = fract(x);
    let u = f * f * (3.0 - 2.0 * f);
    return mix(
        mix(
            mix(graphHash(i), graphHash(i + vec3f(1.0, 0.0, 0.0)), u.x),
            mix(graphHash(i + vec3f(0.0, 1.0, 0.0)), graphHash(i + vec3f(1.0, 1.0, 0.0)), u.x),
            u.y,
        ),
        mix(
            mix(graphHash(i + vec3f(0.0, 0.0, 1.0)), graphHash(i + vec3f(1.0, 0.0, 1.0)), u.x),
            mix(graphHash(i + vec3f(0.0, 1.0, 1.0)), graphHash(i + vec3f(1.0, 1.0, 1.0)), u.x),
            u.y,
        ),
        u.z,
    );
}

";

const FBM: &str = "\
fn graphFbm(p: vec3f, octaves: i32) -> f32 {
    var sum = 0.0;
    var share = 0.5;
    var q = p;
    for (var k = 0; k < octaves; k++) {
        sum += share * graphNoise(q);
        share *= 0.5;
        q *= 2.0;
    }
    return sum;
}

";

const CELLULAR: &str = "\
fn graphCellHash(c: vec3f) -> vec3f {
    let d = vec3f(
        dot(c, vec3f(127.1, 311.7, 74.7)),
        dot(c, vec3f(269.5, 183.3, 246.1)),
        dot(c, vec3f(113.5, 271.9, 124.6)),
    );
    return fract(sin(d) * 43758.5453);
}

fn graphCellular(p: vec3f) -> f32 {
    let i = floor(p);
    let f = fract(p);
    var nearest = 1.0;
    for (var z = -1; z <= 1; z++) {
        for (var y = -1; y <= 1; y++) {
            for (var x = -1; x <= 1; x++) {
                let o = vec3f(f32(x), f32(y), f32(z));
                nearest = min(nearest, distance(f, o + graphCellHash(i + o)));
            }
        }
    }
    return nearest;
}

";

#[cfg(test)]
mod tests {
    #[allow(clippy::approx_constant, reason = "the engine's own seven digits")]
    /// The hash of the noise, as the shader text computes it.
    fn hash(p: [f64; 3]) -> f64 {
        let [x, y, z] = p.map(|axis| 17.0 * (axis * 0.318_309_9 + 0.1).fract());
        (x * y * z * (x + y + z)).fract()
    }

    #[test]
    fn the_hash_gives_the_checked_value() {
        assert!((hash([1.0, 2.0, 3.0]) - 0.327_769_0).abs() < 1e-6, "{}", hash([1.0, 2.0, 3.0]));
        // The shader text holds the same numbers.
        assert!(super::NOISE.contains("17.0 * fract(p * 0.3183099 + 0.1)"));
        assert!(super::NOISE.contains("fract(q.x * q.y * q.z * (q.x + q.y + q.z))"));
    }
}
