//! Node paths written anew for a scene in which many nodes stand elsewhere.

use proscenio_source::{Edit, Span};
use rustc_hash::FxHashMap;

use super::follow::escapes;
use super::model::Model;
use super::path_text::{PathText, relative};
use super::places::Spot;
use super::references::{Link, links};
use super::text::{Escapes, quoted};
use crate::document::Document;
use crate::nodes::NodeIndex;

/// The edits that make the node paths of a file lead where they lead, in a scene whose nodes stand elsewhere.
///
/// `moved` holds each node that has another name or another parent than in the file, with its names from the
/// root, the root's own left out. Nodes below it follow and need not be in it. Names in headers are left as they
/// are: who moves a node says so there. Left alone are also paths that lead out of the scene or nowhere, and
/// those whose users disagree on what they mean. Takes time in proportion to the file.
#[must_use]
pub fn respell_paths(document: &Document, moved: &FxHashMap<NodeIndex, Vec<String>>) -> Vec<Edit> {
    let model = Model::new(document);
    let respeller = Respeller { model: &model, moved };
    let mut texts: FxHashMap<Span, Option<String>> = FxHashMap::default();
    let mut order = Vec::new();
    for link in links(&model) {
        let Some(text) = respeller.text(&link) else { continue };
        let known = texts.entry(link.span).or_insert_with(|| {
            order.push((link.span, link.role));
            Some(text.clone())
        });
        if known.as_ref() != Some(&text) {
            *known = None;
        }
    }
    let edit = |(span, role)| {
        let text = texts.remove(&span)??;
        let same = crate::value::string_text(document.slice(span)).is_some_and(|old| old == text);
        (!same).then(|| Edit::replace(span, quoted(&text, escapes(document, role))))
    };
    order.into_iter().filter_map(edit).collect()
}

/// A name or node path in quotes, as the headers of a file are written.
#[must_use]
pub fn quoted_name(document: &Document, name: &str) -> String {
    quoted(name, Escapes::of(document))
}

struct Respeller<'m, 'd> {
    model: &'m Model<'d>,
    moved: &'m FxHashMap<NodeIndex, Vec<String>>,
}

impl Respeller<'_, '_> {
    /// How a path reads afterwards; nothing for one that leads nowhere or cannot be followed.
    fn text(&self, link: &Link) -> Option<String> {
        let base = link.base.as_ref()?;
        let path = PathText::new(&link.text);
        if path.segments.is_empty() {
            return None;
        }
        let mut renamed = Vec::new();
        let way = self.model.places.walk(base, &path, |number, place| {
            let node = self.model.places.node(place);
            let names = node.and_then(|node| self.moved.get(&node));
            if let Some(name) = names.and_then(|names| names.last())
                && path.segments[number].starts_with('%')
            {
                renamed.push((number, name));
            }
        })?;
        if !way.sound {
            return None;
        }
        if path.segments.iter().any(|name| name.starts_with('%')) {
            let mut segments: Vec<String> = path.segments.iter().map(|name| (*name).to_owned()).collect();
            for (number, name) in renamed {
                segments[number] = format!("%{name}");
            }
            return Some(path.with_names(&segments.join("/")));
        }
        let ((from, from_moved), (to, to_moved)) = (self.names(base), self.names(&way.spot));
        if !from_moved && !to_moved {
            return Some(link.text.clone());
        }
        let from: Vec<&str> = from.iter().map(String::as_str).collect();
        let to: Vec<&str> = to.iter().map(String::as_str).collect();
        Some(path.with_names(&relative(&from, &to)))
    }

    /// The names from the root down to a spot afterwards, and whether they differ from now.
    fn names(&self, spot: &Spot) -> (Vec<String>, bool) {
        let mut below: Vec<String> = spot.rest.iter().rev().cloned().collect();
        let places = &self.model.places;
        let mut at = spot.place;
        let moved = loop {
            let moved = places.node(at).and_then(|node| self.moved.get(&node));
            if moved.is_some() || at == 0 {
                break moved;
            }
            below.push(places.name(at).to_owned());
            at = places.parent(at);
        };
        let mut names = moved.cloned().unwrap_or_default();
        names.extend(below.into_iter().rev());
        (names, moved.is_some())
    }
}

#[cfg(test)]
mod tests {
    use proscenio_source::{Source, apply};
    use rustc_hash::FxHashMap;

    use super::respell_paths;
    use crate::document::Document;
    use crate::nodes::NodeIndex;

    #[test]
    fn paths_follow_many_nodes_at_once() {
        let text = "[gd_scene format=3]\n\n[node name=\"R\" type=\"Node\"]\n\n[node name=\"A\" type=\"Node\" parent=\".\"]\n\n[node name=\"B\" type=\"Node\" parent=\"A\"]\nto = NodePath(\"../../C:position\")\n\n[node name=\"C\" type=\"Node\" parent=\".\"]\nto = NodePath(\"../A/B\")\nout = NodePath(\"../Nowhere\")\nself = NodePath(\".\")\n\n[connection signal=\"x\" from=\"A/B\" to=\"C\" method=\"m\"]\n";
        let document = Document::parse(Source::new("a.tscn", text.into()));
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let moved: FxHashMap<NodeIndex, Vec<String>> =
            [(NodeIndex(1), names(&["A2"])), (NodeIndex(3), names(&["A2", "C"]))].into_iter().collect();
        let edits = respell_paths(&document, &moved);
        let after = String::from_utf8(apply(text.as_bytes(), &edits).unwrap()).unwrap();
        let expected = text
            .replace("parent=\"A\"", "parent=\"A2\"")
            .replace("../../C:position", "../C:position")
            .replace("../A/B", "../B")
            .replace("from=\"A/B\" to=\"C\"", "from=\"A2/B\" to=\"A2/C\"");
        assert_eq!(after, expected);
    }
}
