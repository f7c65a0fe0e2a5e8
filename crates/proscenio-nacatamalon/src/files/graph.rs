//! `.shader`: a material shader as a graph of nodes.

mod catalogue;
mod check;
mod compile;
mod read;

pub use catalogue::{Input, NodeKind, Output, Stage, kind};
pub use compile::Compiled;

use crate::files::json::{Members, Out};
use crate::files::shader::{Parameter, ParameterType, ShaderFamily};
use crate::model::Json;

/// What a graph says in `kind`.
pub const KIND: &str = "shadergraph";

/// A material shader as a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// What it is for: sprites or models.
    pub target: ShaderFamily,
    /// The nodes in file order.
    pub nodes: Vec<Node>,
    /// The wires in file order.
    pub edges: Vec<Edge>,
    /// Notes for people; `None` when the file does not have the member.
    pub comments: Option<Vec<Comment>>,
    /// Members the format does not know.
    pub extra: Members,
}

/// A node of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its identity in the graph.
    pub id: String,
    /// What it does; see [`kind`].
    pub type_name: String,
    /// Where an editor shows it, pixels.
    pub pos: [f64; 2],
    /// Its settings; `None` when the file does not have the member.
    pub params: Option<Members>,
    /// Members the format does not know.
    pub extra: Members,
}

/// A wire of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// Id of the node it comes from.
    pub from: String,
    /// Which of its outputs.
    pub out: String,
    /// Id of the node it goes to.
    pub to: String,
    /// Which of its inputs.
    pub input: String,
    /// Members the format does not know.
    pub extra: Members,
}

/// A note for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    /// Its identity.
    pub id: String,
    /// Its words.
    pub text: String,
    /// Its top left, pixels.
    pub pos: [f64; 2],
    /// Its size, pixels; 240 by 160 when absent.
    pub size: [f64; 2],
    /// Its colour, 0 to 1.
    pub color: Option<[f64; 3]>,
    /// Members the format does not know.
    pub extra: Members,
}

impl Graph {
    /// A graph of nothing.
    #[must_use]
    pub const fn new(target: ShaderFamily) -> Self {
        Self { target, nodes: Vec::new(), edges: Vec::new(), comments: None, extra: Vec::new() }
    }

    /// The file as text, four blanks per level.
    #[must_use]
    pub fn serialize(&self) -> String {
        let comments = self.comments.as_ref();
        let comments = comments.map(|list| list.iter().map(Comment::json).collect::<Vec<_>>());
        Out::new()
            .put("format", 1.0)
            .put("kind", KIND)
            .put("target", self.target.as_str())
            .put("nodes", self.nodes.iter().map(Node::json).collect::<Vec<_>>())
            .put("edges", self.edges.iter().map(Edge::json).collect::<Vec<_>>())
            .opt("comments", comments)
            .with(&self.extra)
            .pretty()
    }

    /// The parameters that its `uniform` nodes declare, in file order, one of a name.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut list: Vec<Parameter> = Vec::new();
        let mut names = rustc_hash::FxHashSet::default();
        for node in self.nodes.iter().filter(|node| node.type_name == "uniform") {
            let name = node.text_param("name").unwrap_or("param");
            if names.insert(name) {
                let lanes = node.uniform_lanes();
                let kind = ParameterType::of_lanes(lanes).unwrap_or(ParameterType::F32);
                list.push(Parameter { name: name.to_owned(), kind, value: node.numbers("value", lanes) });
            }
        }
        list
    }
}

impl Node {
    /// A setting of the node.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&Json> {
        self.params.as_ref()?.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// A setting that is a text.
    #[must_use]
    pub fn text_param(&self, name: &str) -> Option<&str> {
        match self.param(name)? {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// A setting as that many numbers: a number fills every lane, a longer list is cut, a shorter one repeats
    /// its last number. What is absent comes from the catalogue.
    #[must_use]
    pub fn numbers(&self, name: &str, lanes: usize) -> Vec<f64> {
        let default = || {
            let own = kind(&self.type_name)?.params.iter().find(|(own, _)| *own == name)?;
            Some(own.1.to_vec())
        };
        let list = self.param(name).and_then(numbers).or_else(default).unwrap_or_default();
        let last = list.last().copied().unwrap_or(0.0);
        (0..lanes).map(|at| list.get(at).copied().unwrap_or(last)).collect()
    }

    /// How many numbers a `uniform` node holds.
    pub(crate) fn uniform_lanes(&self) -> usize {
        match self.text_param("type") {
            Some("vec2" | "vec2<f32>") => 2,
            Some("vec3" | "vec3<f32>") => 3,
            Some("vec4" | "vec4<f32>") => 4,
            _ => 1,
        }
    }

    fn json(&self) -> Json {
        Out::new()
            .put("id", &self.id)
            .put("type", &self.type_name)
            .put("pos", list(&self.pos))
            .opt("params", self.params.clone().map(Json::Object))
            .with(&self.extra)
    }
}

impl Edge {
    fn json(&self) -> Json {
        Out::new()
            .put("from", &self.from)
            .put("out", &self.out)
            .put("to", &self.to)
            .put("in", &self.input)
            .with(&self.extra)
    }
}

impl Comment {
    fn json(&self) -> Json {
        Out::new()
            .put("id", &self.id)
            .put("text", &self.text)
            .put("pos", list(&self.pos))
            .put("size", list(&self.size))
            .opt("color", self.color.map(|color| list(&color)))
            .with(&self.extra)
    }
}

fn list(numbers: &[f64]) -> Json {
    Json::Array(numbers.iter().map(|number| Json::from(*number)).collect())
}

fn numbers(value: &Json) -> Option<Vec<f64>> {
    let number = |value: &Json| value.as_f64().filter(|number| number.is_finite());
    match value {
        Json::Array(items) => {
            items.iter().map(number).collect::<Option<Vec<_>>>().filter(|list| !list.is_empty())
        }
        value => number(value).map(|number| vec![number]),
    }
}
