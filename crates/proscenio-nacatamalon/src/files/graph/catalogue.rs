//! The node types of shader graphs: inputs, settings, and what comes out.

/// A type of node.
#[derive(Clone, Copy, Debug)]
pub struct NodeKind {
    /// Its name in the file.
    pub name: &'static str,
    /// Its inputs in order.
    pub inputs: &'static [(&'static str, Input)],
    /// What comes out.
    pub output: Output,
    /// Its settings that are numbers, and what they are when absent.
    pub params: &'static [(&'static str, &'static [f64])],
    /// Where it may stand.
    pub stage: Stage,
}

/// What an input reads when no wire leads to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// It must be wired.
    Wired,
    /// That number.
    Number(f64),
    /// What the `uv` node gives.
    Uv,
    /// Nothing: an end of the graph.
    Nothing,
}

/// What comes out of a node: its one output `value`, unless said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// So many numbers.
    Lanes(usize),
    /// As many as the widest input has.
    Widest,
    /// As many as the first input has.
    First,
    /// As a `uniform` node says.
    Uniform,
    /// As a `swizzle` node's mask is long.
    Mask,
    /// One number of each of the input's: outputs `x`, `y`, `z`, `w`.
    Split,
    /// Nothing: an end of the graph.
    Nothing,
}

/// Where a node may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Anywhere.
    Any,
    /// Anywhere in the shaders of models.
    Mesh,
    /// Where pixels are coloured.
    Pixel,
    /// Where pixels of models are coloured.
    MeshPixel,
    /// Where corners of models are placed.
    MeshVertex,
}

/// The node type of a name.
#[must_use]
pub fn kind(name: &str) -> Option<&'static NodeKind> {
    CATALOGUE.iter().find(|kind| kind.name == name)
}

const fn node(name: &'static str, inputs: &'static [(&'static str, Input)], output: Output) -> NodeKind {
    NodeKind { name, inputs, output, params: &[], stage: Stage::Any }
}

impl NodeKind {
    const fn params(self, params: &'static [(&'static str, &'static [f64])]) -> Self {
        Self { params, ..self }
    }

    const fn at(self, stage: Stage) -> Self {
        Self { stage, ..self }
    }
}

const ZERO: Input = Input::Number(0.0);
const ONE: Input = Input::Number(1.0);
const HALF: Input = Input::Number(0.5);
const NEED: Input = Input::Wired;

/// Every node type, in the order of the specification.
pub(super) const CATALOGUE: &[NodeKind] = &[
    node("uv", &[], Output::Lanes(2)),
    node("time", &[], Output::Lanes(1)),
    node("resolution", &[], Output::Lanes(2)),
    node("surface", &[], Output::Lanes(4)).at(Stage::Pixel),
    node("worldNormal", &[], Output::Lanes(3)).at(Stage::MeshPixel),
    node("worldPos", &[], Output::Lanes(3)).at(Stage::MeshPixel),
    node("viewDir", &[], Output::Lanes(3)).at(Stage::MeshPixel),
    node("light", &[], Output::Lanes(3)).at(Stage::MeshPixel),
    node("emissive", &[], Output::Lanes(3)).at(Stage::MeshPixel),
    node("shine", &[], Output::Lanes(3)).at(Stage::MeshPixel),
    node("envUv", &[], Output::Lanes(2)).at(Stage::MeshPixel),
    node("vertexPosition", &[], Output::Lanes(3)).at(Stage::MeshVertex),
    node("vertexNormal", &[], Output::Lanes(3)).at(Stage::MeshVertex),
    node("vertexColor", &[], Output::Lanes(4)).at(Stage::Mesh),
    node("textureSample", &[("uv", Input::Uv)], Output::Lanes(4)),
    node("mapSample", &[("uv", Input::Uv)], Output::Lanes(4)).at(Stage::Mesh),
    node("uniform", &[], Output::Uniform).params(&[("value", &[1.0])]),
    node("const.float", &[], Output::Lanes(1)).params(&[("value", &[1.0])]),
    node("const.vec2", &[], Output::Lanes(2)).params(&[("value", &[0.0, 0.0])]),
    node("const.vec3", &[], Output::Lanes(3)).params(&[("value", &[0.0, 0.0, 0.0])]),
    node("const.vec4", &[], Output::Lanes(4)).params(&[("value", &[0.0, 0.0, 0.0, 1.0])]),
    node("const.color", &[], Output::Lanes(4)).params(&[("value", &[1.0, 1.0, 1.0, 1.0])]),
    node("add", &[("a", ZERO), ("b", ZERO)], Output::Widest),
    node("sub", &[("a", ZERO), ("b", ZERO)], Output::Widest),
    node("mul", &[("a", ONE), ("b", ONE)], Output::Widest),
    node("div", &[("a", ONE), ("b", ONE)], Output::Widest),
    node("pow", &[("base", ONE), ("exp", Input::Number(2.0))], Output::Widest),
    node("min", &[("a", ZERO), ("b", ONE)], Output::Widest),
    node("max", &[("a", ZERO), ("b", ONE)], Output::Widest),
    node("mod", &[("x", ZERO), ("y", ONE)], Output::Widest),
    node("abs", &[("a", ZERO)], Output::First),
    node("floor", &[("a", ZERO)], Output::First),
    node("fract", &[("a", ZERO)], Output::First),
    node("sin", &[("a", ZERO)], Output::First),
    node("cos", &[("a", ZERO)], Output::First),
    node("sign", &[("a", ZERO)], Output::First),
    node("oneMinus", &[("a", ZERO)], Output::First),
    node("saturate", &[("a", ZERO)], Output::First),
    node("sqrt", &[("a", ONE)], Output::First),
    node("normalize", &[("a", NEED)], Output::First),
    node("length", &[("a", NEED)], Output::Lanes(1)),
    node("distance", &[("a", NEED), ("b", NEED)], Output::Lanes(1)),
    node("dot", &[("a", NEED), ("b", NEED)], Output::Lanes(1)),
    node("cross", &[("a", NEED), ("b", NEED)], Output::Lanes(3)),
    node("reflect", &[("i", NEED), ("n", NEED)], Output::First),
    node("clamp", &[("value", NEED), ("lo", ZERO), ("hi", ONE)], Output::Widest),
    node("mix", &[("a", ZERO), ("b", ONE), ("t", HALF)], Output::Widest),
    node("step", &[("edge", HALF), ("value", NEED)], Output::Widest),
    node("smoothstep", &[("edge0", ZERO), ("edge1", ONE), ("value", NEED)], Output::Widest),
    node("vec2", &[("x", ZERO), ("y", ZERO)], Output::Lanes(2)),
    node("vec3", &[("x", ZERO), ("y", ZERO), ("z", ZERO)], Output::Lanes(3)),
    node("vec4", &[("x", ZERO), ("y", ZERO), ("z", ZERO), ("w", ONE)], Output::Lanes(4)),
    node("combine.rgba", &[("rgb", NEED), ("a", ONE)], Output::Lanes(4)),
    node("swizzle", &[("value", NEED)], Output::Mask),
    node("split", &[("value", NEED)], Output::Split),
    node("simplexNoise", &[("pos", NEED)], Output::Lanes(1)),
    node("fbm", &[("pos", NEED)], Output::Lanes(1)).params(&[("octaves", &[4.0])]),
    node("cellularNoise", &[("pos", NEED)], Output::Lanes(1)),
    node("fresnel", &[("power", Input::Number(3.0))], Output::Lanes(1)).at(Stage::MeshPixel),
    node("celShade", &[("value", NEED)], Output::First).params(&[("steps", &[3.0])]).at(Stage::Mesh),
    node("output.color", &[("color", Input::Nothing)], Output::Nothing),
    node("output.position", &[("position", Input::Nothing)], Output::Nothing).at(Stage::Mesh),
];
