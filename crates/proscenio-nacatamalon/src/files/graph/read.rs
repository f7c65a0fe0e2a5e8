//! Reading a graph.

use proscenio_source::Span;

use crate::Document;
use crate::files::codes;
use crate::files::graph::check::{Place, analyse};
use crate::files::graph::{Comment, Edge, Graph, KIND, Node};
use crate::files::reader::{Object, Read, Reader, found};
use crate::files::shader::ShaderFamily;
use crate::model::Json;
use crate::model::fields::finite;
use crate::value::Value;

const FIELDS: &[&str] = &["format", "kind", "target", "nodes", "edges", "comments"];

impl Graph {
    /// Reads a graph; never fails. What the engine would refuse is told and leaves [`Read::refused`] set.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let mut graph = Self::new(ShaderFamily::Sprite2d);
        let Some(mut object) = reader.content(document, KIND) else { return reader.finish(graph) };
        reader.format(&object, true);
        let target = object.get("target").and_then(|value| ShaderFamily::from_word(&value.as_str()?));
        match target.filter(|target| *target != ShaderFamily::Post) {
            Some(target) => graph.target = target,
            None => reader.refuse_member(&object, "target", "sprite2d or mesh3d"),
        }
        let mut node_spans = Vec::new();
        for value in list(&mut reader, &object, "nodes") {
            if let Some(node) = read_node(&mut reader, value) {
                graph.nodes.push(node);
                node_spans.push(value.span());
            }
        }
        let mut edge_spans = Vec::new();
        for value in list(&mut reader, &object, "edges") {
            if let Some(edge) = read_edge(&mut reader, value) {
                graph.edges.push(edge);
                edge_spans.push(value.span());
            }
        }
        if let Some(comments) = reader.list(&mut object, "comments") {
            graph.comments =
                Some(comments.into_iter().filter_map(|value| read_comment(&mut reader, value)).collect());
        }
        graph.extra = reader.rest(&object, FIELDS);
        let (_, problems) = analyse(&graph);
        for problem in problems {
            let span = match problem.place {
                Place::Node(at) => node_spans.get(at).copied(),
                Place::Edge(at) => edge_spans.get(at).copied(),
            };
            reader.refuse(problem.code, span.unwrap_or(Span::empty(0)), problem.message);
        }
        reader.finish(graph)
    }
}

fn list<'a>(reader: &mut Reader, object: &Object<'a>, name: &str) -> Vec<Value<'a>> {
    match object.get(name).filter(|value| value.is_array()) {
        Some(list) => list.elements().collect(),
        None => {
            reader.refuse_member(object, name, "an array");
            Vec::new()
        }
    }
}

fn read_node(reader: &mut Reader, value: Value<'_>) -> Option<Node> {
    let Some(own) = Object::of(value) else {
        let message = format!("expected a node {{ id, type, … }}, found {}", found(value));
        reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
        return None;
    };
    let id = reader.required_text(&own, "id");
    let type_name = reader.required_text(&own, "type");
    let pos = pair(reader, &own, "pos", [0.0; 2]);
    let params = match own.get("params").map(Json::from) {
        None => None,
        Some(Json::Object(members)) => Some(members),
        Some(_) => {
            reader.refuse_member(&own, "params", "an object");
            None
        }
    };
    let extra = reader.rest(&own, &["id", "type", "pos", "params"]);
    Some(Node { id, type_name, pos, params, extra })
}

fn read_edge(reader: &mut Reader, value: Value<'_>) -> Option<Edge> {
    let Some(own) = Object::of(value) else {
        let message = format!("expected a wire {{ from, out, to, in }}, found {}", found(value));
        reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
        return None;
    };
    let mut end = |name: &str| reader.required_text(&own, name);
    let (from, out, to, input) = (end("from"), end("out"), end("to"), end("in"));
    Some(Edge { from, out, to, input, extra: reader.rest(&own, &["from", "out", "to", "in"]) })
}

fn read_comment(reader: &mut Reader, value: Value<'_>) -> Option<Comment> {
    let Some(mut own) = Object::of(value) else {
        let message = format!("expected a comment {{ id, text, … }}, found {}", found(value));
        reader.refuse(&codes::FILE_BAD_MEMBER, value.span(), message);
        return None;
    };
    let color = reader.checked(&mut own, "color", "three numbers", |value| {
        let numbers: Vec<f64> = value.elements().map(finite).collect::<Option<_>>()?;
        <[f64; 3]>::try_from(numbers).ok()
    });
    Some(Comment {
        id: reader.text(&mut own, "id").unwrap_or_default(),
        text: reader.text(&mut own, "text").unwrap_or_default(),
        pos: pair(reader, &own, "pos", [0.0; 2]),
        size: pair(reader, &own, "size", [240.0, 160.0]),
        color,
        extra: reader.rest(&own, &["id", "text", "pos", "size", "color"]),
    })
}

/// Two numbers; the default when absent, refused when anything else.
fn pair(reader: &mut Reader, own: &Object<'_>, name: &str, default: [f64; 2]) -> [f64; 2] {
    let Some(value) = own.get(name) else { return default };
    let numbers: Option<Vec<f64>> = value.elements().map(finite).collect();
    numbers.and_then(|numbers| <[f64; 2]>::try_from(numbers).ok()).unwrap_or_else(|| {
        reader.refuse_member(own, name, "two numbers");
        default
    })
}
