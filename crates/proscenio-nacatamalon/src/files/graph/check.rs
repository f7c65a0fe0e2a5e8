//! What a graph's wires mean: who feeds whom, in which order, and how many numbers flow.

use proscenio_source::CodeInfo;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::files::codes;
use crate::files::graph::catalogue::{Input, NodeKind, Output, Stage, kind};
use crate::files::graph::{Graph, Node};
use crate::files::shader::ShaderFamily;

/// Where a problem is.
pub(super) enum Place {
    Node(usize),
    Edge(usize),
}

/// Something for which the engine refuses a graph.
pub(super) struct Problem {
    pub(super) code: &'static CodeInfo,
    pub(super) place: Place,
    pub(super) message: String,
}

/// A graph's wires, followed.
#[derive(Debug, Default)]
pub(super) struct Wiring<'a> {
    /// Of each node, what its wired inputs read: a node and its output.
    pub(super) inputs: Vec<FxHashMap<&'a str, (usize, &'a str)>>,
    /// The nodes, those that feed before those that are fed.
    pub(super) order: Vec<usize>,
    /// How many numbers each node gives.
    pub(super) lanes: Vec<usize>,
    /// The nodes that colour pixels, and those that place corners.
    pub(super) reached: [FxHashSet<usize>; 2],
}

/// The ends of a graph, in the order of [`Wiring::reached`].
pub(super) const ENDS: [&str; 2] = ["output.color", "output.position"];

/// Follows a graph's wires.
pub(super) fn analyse(graph: &Graph) -> (Wiring<'_>, Vec<Problem>) {
    let mut problems = Vec::new();
    let kinds: Vec<Option<&'static NodeKind>> =
        graph.nodes.iter().map(|node| kind(&node.type_name)).collect();
    check_nodes(graph, &kinds, &mut problems);
    let mut wiring = Wiring { inputs: vec![FxHashMap::default(); graph.nodes.len()], ..Wiring::default() };
    wire(graph, &kinds, &mut wiring, &mut problems);
    sort(graph, &mut wiring, &mut problems);
    wiring.lanes = vec![0; graph.nodes.len()];
    for at in wiring.order.clone() {
        let (Some(kind), Some(node)) = (kinds[at], graph.nodes.get(at)) else { continue };
        wiring.lanes[at] = match lanes(kind, node, &wiring, at) {
            Ok(lanes) => lanes,
            Err((code, message)) => {
                problems.push(Problem { code, place: Place::Node(at), message });
                1
            }
        };
    }
    reach(graph, &mut wiring);
    check_stages(&kinds, &wiring, &mut problems);
    (wiring, problems)
}

fn check_nodes(graph: &Graph, kinds: &[Option<&'static NodeKind>], problems: &mut Vec<Problem>) {
    let (mut ids, mut ends) = (FxHashSet::default(), FxHashSet::default());
    for (at, (node, kind)) in graph.nodes.iter().zip(kinds).enumerate() {
        let mut say = |code, message| problems.push(Problem { code, place: Place::Node(at), message });
        if !ids.insert(node.id.as_str()) {
            say(&codes::GRAPH_DUPLICATE_ID, format!("the id `{}` stands there twice", node.id));
        }
        let Some(kind) = kind else {
            say(&codes::GRAPH_UNKNOWN_NODE, format!("there is no node type `{}`", node.type_name));
            continue;
        };
        if ENDS.contains(&kind.name) && !ends.insert(kind.name) {
            say(&codes::GRAPH_BAD_WIRE, format!("a graph has one {} at most", kind.name));
        }
        let for_models = matches!(kind.stage, Stage::Mesh | Stage::MeshPixel | Stage::MeshVertex);
        if for_models && graph.target == ShaderFamily::Sprite2d {
            say(&codes::GRAPH_WRONG_TARGET, format!("`{}` exists for mesh3d only", kind.name));
        }
        let name = match kind.name {
            "uniform" => node.text_param("name").unwrap_or("param"),
            "mapSample" => node.text_param("name").unwrap_or("noise"),
            _ => continue,
        };
        if kind.name == "uniform" && ["time", "resolution"].contains(&name) {
            say(&codes::WGSL_RESERVED_NAME, format!("`{name}` is the engine's own"));
        } else if !is_name(name) {
            say(&codes::FILE_BAD_MEMBER, format!("`{name}` is no name that a shader can use"));
        }
    }
}

/// Whether a shader can use the name.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn wire<'a>(
    graph: &'a Graph,
    kinds: &[Option<&'static NodeKind>],
    wiring: &mut Wiring<'a>,
    problems: &mut Vec<Problem>,
) {
    let ids: FxHashMap<&str, usize> =
        graph.nodes.iter().enumerate().rev().map(|(at, node)| (node.id.as_str(), at)).collect();
    for (at, edge) in graph.edges.iter().enumerate() {
        let mut say = |message| {
            problems.push(Problem { code: &codes::GRAPH_BAD_WIRE, place: Place::Edge(at), message })
        };
        let (Some(from), Some(to)) = (ids.get(edge.from.as_str()), ids.get(edge.to.as_str())) else {
            let unknown = if ids.contains_key(edge.from.as_str()) { &edge.to } else { &edge.from };
            say(format!("there is no node `{unknown}`"));
            continue;
        };
        // Of a node of an unknown type nothing is known that a wire could miss.
        if let Some(kind) = kinds[*from]
            && !has_output(kind, &edge.out)
        {
            say(format!("a {} node has no output `{}`", kind.name, edge.out));
            continue;
        }
        if let Some(kind) = kinds[*to]
            && !kind.inputs.iter().any(|(name, _)| *name == edge.input)
        {
            say(format!("a {} node has no input `{}`", kind.name, edge.input));
            continue;
        }
        if wiring.inputs[*to].insert(&edge.input, (*from, &edge.out)).is_some() {
            say(format!("the input `{}` of `{}` has two wires", edge.input, edge.to));
        }
    }
}

fn has_output(kind: &NodeKind, out: &str) -> bool {
    match kind.output {
        Output::Nothing => false,
        Output::Split => ["x", "y", "z", "w"].contains(&out),
        _ => out == "value",
    }
}

/// Puts the nodes in order; those in a circle, and those they feed, are left out.
fn sort(graph: &Graph, wiring: &mut Wiring<'_>, problems: &mut Vec<Problem>) {
    let mut waiting: Vec<usize> = wiring.inputs.iter().map(FxHashMap::len).collect();
    let mut fed: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
    for (to, inputs) in wiring.inputs.iter().enumerate() {
        inputs.values().for_each(|(from, _)| fed[*from].push(to));
    }
    let mut order: Vec<usize> = (0..graph.nodes.len()).filter(|at| waiting[*at] == 0).collect();
    let mut next = 0;
    while let Some(at) = order.get(next).copied() {
        next += 1;
        for to in &mut fed[at].iter().copied() {
            waiting[to] -= 1;
            if waiting[to] == 0 {
                order.push(to);
            }
        }
    }
    if order.len() < graph.nodes.len() {
        let at = waiting.iter().position(|count| *count > 0).unwrap_or(0);
        let message = format!("the node `{}` feeds itself, or is fed by a circle", graph.nodes[at].id);
        problems.push(Problem { code: &codes::GRAPH_LOOP, place: Place::Node(at), message });
    }
    wiring.order = order;
}

type Refusal = (&'static CodeInfo, String);

/// How many numbers a node gives, its inputs being known.
fn lanes(kind: &NodeKind, node: &Node, wiring: &Wiring<'_>, at: usize) -> Result<usize, Refusal> {
    let mut widths: Vec<(&str, usize)> = Vec::new();
    for (name, input) in kind.inputs {
        let width = match (wiring.inputs[at].get(name), input) {
            (Some((from, out)), _) => source_lanes(wiring, *from, out)?,
            (None, Input::Number(_)) => 1,
            (None, Input::Uv) => 2,
            (None, Input::Nothing) => continue,
            (None, Input::Wired) => {
                let message =
                    format!("the input `{name}` of the {} node `{}` has no wire", kind.name, node.id);
                return Err((&codes::GRAPH_UNWIRED, message));
            }
        };
        widths.push((name, width));
    }
    for (name, width) in &widths {
        let wanted = wanted(kind.name, name);
        if !wanted.contains(width) {
            let message = format!(
                "the input `{name}` of a {} node takes {}, not {width} numbers",
                kind.name,
                list(wanted)
            );
            return Err((&codes::GRAPH_BAD_TYPE, message));
        }
    }
    let first = widths.first().map_or(1, |(_, width)| *width);
    let widest = widths.iter().map(|(_, width)| *width).max().unwrap_or(1);
    let equal = |scalars: bool| widths.iter().all(|(_, width)| *width == widest || (scalars && *width == 1));
    let fits = match (kind.output, kind.name) {
        (Output::Widest, _) => equal(true),
        (_, "distance" | "dot" | "reflect") => equal(false),
        _ => true,
    };
    if !fits {
        let message = format!("the inputs of the {} node `{}` are of different lengths", kind.name, node.id);
        return Err((&codes::GRAPH_BAD_TYPE, message));
    }
    match kind.output {
        Output::Lanes(lanes) => Ok(lanes),
        Output::Widest => Ok(widest),
        Output::First | Output::Split => Ok(first),
        Output::Uniform => Ok(node.uniform_lanes()),
        Output::Mask => mask_lanes(node, first),
        Output::Nothing => Ok(0),
    }
}

/// How many numbers an output gives.
fn source_lanes(wiring: &Wiring<'_>, from: usize, out: &str) -> Result<usize, Refusal> {
    let lanes = wiring.lanes[from];
    match ["x", "y", "z", "w"].iter().position(|name| *name == out) {
        None => Ok(lanes),
        Some(lane) if lane < lanes => Ok(1),
        Some(_) => Err((&codes::GRAPH_BAD_WIRE, format!("a split value of {lanes} numbers has no `{out}`"))),
    }
}

fn mask_lanes(node: &Node, width: usize) -> Result<usize, Refusal> {
    let mask = node.text_param("mask").unwrap_or("xy");
    let lane = |c: char| "xyzw".find(c).or_else(|| "rgba".find(c)).is_some_and(|lane| lane < width);
    if (1..=4).contains(&mask.len()) && mask.chars().all(lane) {
        return Ok(mask.len());
    }
    Err((&codes::GRAPH_BAD_TYPE, format!("the mask `{mask}` does not fit a value of {width} numbers")))
}

/// How many numbers an input takes.
fn wanted(kind: &str, input: &str) -> &'static [usize] {
    match (kind, input) {
        ("textureSample" | "mapSample", _) => &[2],
        ("vec2" | "vec3" | "vec4" | "fresnel", _) | ("combine.rgba", "a") => &[1],
        ("combine.rgba" | "cross" | "output.position", _) => &[3],
        ("normalize" | "length" | "distance" | "dot" | "reflect" | "split", _) => &[2, 3, 4],
        ("simplexNoise" | "fbm" | "cellularNoise", _) => &[2, 3],
        ("output.color", _) => &[3, 4],
        _ => &[1, 2, 3, 4],
    }
}

fn list(lanes: &[usize]) -> String {
    lanes.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ")
}

/// Marks what leads to each end.
fn reach(graph: &Graph, wiring: &mut Wiring<'_>) {
    for (set, end) in ENDS.iter().enumerate() {
        let mut waiting: Vec<usize> =
            graph.nodes.iter().position(|node| node.type_name == *end).into_iter().collect();
        let mut reached = FxHashSet::default();
        while let Some(at) = waiting.pop() {
            if reached.insert(at) {
                waiting.extend(wiring.inputs[at].values().map(|(from, _)| *from));
            }
        }
        wiring.reached[set] = reached;
    }
}

fn check_stages(kinds: &[Option<&'static NodeKind>], wiring: &Wiring<'_>, problems: &mut Vec<Problem>) {
    for at in &wiring.order {
        let Some(kind) = kinds[*at] else { continue };
        let message = match kind.stage {
            Stage::MeshVertex if wiring.reached[0].contains(at) => {
                format!("`{}` exists where corners are placed, not where pixels are coloured", kind.name)
            }
            Stage::Pixel | Stage::MeshPixel if wiring.reached[1].contains(at) => {
                format!("`{}` exists where pixels are coloured, not where corners are placed", kind.name)
            }
            _ => continue,
        };
        problems.push(Problem { code: &codes::GRAPH_WRONG_TARGET, place: Place::Node(*at), message });
    }
}
