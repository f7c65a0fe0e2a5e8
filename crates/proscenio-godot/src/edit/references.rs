//! Every node path of a file, and what it leads to.

use memchr::memmem;
use proscenio_source::Span;
use rustc_hash::FxHashMap;

use super::model::Model;
use super::path_text::PathText;
use super::places::{Spot, Way};
use super::users::sub_sections;
use crate::document::Document;
use crate::lexer::{self, StringEnd};
use crate::nodes::NodeIndex;
use crate::section::{Entry, Section};
use crate::tree::SectionKind;
use crate::value;
use crate::view::Node;

/// What a node path is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// `parent=` of a node.
    Parent,
    /// `owner=` of a node.
    Owner,
    /// `from=` of a connection.
    From,
    /// `to=` of a connection.
    To,
    /// `path=` of an editable instance.
    Editable,
    /// A node path in a property, in an array or a dictionary of one.
    Property,
    /// The path of an animation track.
    Track,
    /// A node path written as a plain string: bones of a `Polygon2D`, filters of an animation node.
    Text,
}

/// What a node path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeadsTo {
    /// A node of this file.
    Node(NodeIndex),
    /// A node that another scene brings along, if it is there at all.
    Inside {
        /// The nearest node of this file on the way.
        instance: NodeIndex,
        /// The rest of the way.
        path: String,
    },
    /// Out of the scene.
    Outside,
    /// Nothing; the file has no such node.
    Missing,
    /// Nothing; the path is empty.
    Nothing,
    /// Nobody can know from this file alone where the path starts.
    Unknown,
}

/// A node path of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeReference {
    /// Where its text stands, quotes included.
    pub span: Span,
    /// The path, property names behind `:` included.
    pub path: String,
    /// What it is for.
    pub role: Role,
    /// The node that the path is a property of, or that uses the resource it is a property of.
    pub from: Option<NodeIndex>,
    /// What it leads to.
    pub leads_to: LeadsTo,
}

/// All node paths of a file in file order, and what they lead to. A path in a resource that several nodes
/// use occurs once for each of them (at most 16), as it may lead elsewhere from each.
///
/// Properties count from the node that has them; animation tracks from the `root_node` of the player that
/// uses the animation; paths of viewport textures, connections and headers from the root. `%Name` is
/// looked up among the nodes with unique names.
#[must_use]
pub fn references(document: &Document) -> Vec<NodeReference> {
    let model = Model::new(document);
    links(&model).into_iter().map(|link| link.resolved(&model)).collect()
}

/// A node path and where it starts.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub span: Span,
    pub text: String,
    pub role: Role,
    pub holder: Option<NodeIndex>,
    pub base: Option<Spot>,
    pub section: usize,
}

impl Link {
    /// Where the path leads.
    pub(super) fn way(&self, model: &Model<'_>) -> Option<Way> {
        model.places.walk(self.base.as_ref()?, &PathText::new(&self.text), |_, _| {})
    }

    pub(super) fn leads_to(&self, model: &Model<'_>) -> LeadsTo {
        if self.text.is_empty() {
            return LeadsTo::Nothing;
        }
        if self.base.is_none() {
            return LeadsTo::Unknown;
        }
        let Some(way) = self.way(model) else { return LeadsTo::Outside };
        if !way.sound {
            return LeadsTo::Missing;
        }
        let mut at = way.spot.place;
        let mut names: Vec<&str> = way.spot.rest.iter().rev().map(String::as_str).collect();
        while model.places.node(at).is_none() {
            names.push(model.places.name(at));
            at = model.places.parent(at);
        }
        let instance = model.places.node(at).unwrap_or(NodeIndex(0));
        if names.is_empty() {
            return LeadsTo::Node(instance);
        }
        names.reverse();
        LeadsTo::Inside { instance, path: names.join("/") }
    }

    fn resolved(self, model: &Model<'_>) -> NodeReference {
        let leads_to = self.leads_to(model);
        NodeReference { span: self.span, path: self.text, role: self.role, from: self.holder, leads_to }
    }
}

/// Users of one resource that are followed.
const MOST_HOLDERS: usize = 16;

/// All node paths of the file.
pub(super) fn links(model: &Model<'_>) -> Vec<Link> {
    let mut finder = Finder { model, holders: FxHashMap::default(), links: Vec::new() };
    finder.find_holders();
    let mut nodes = 0;
    for section in model.doc.sections() {
        match section.kind() {
            SectionKind::Node => {
                finder.node(section, NodeIndex(nodes));
                nodes += 1;
            }
            SectionKind::Connection => {
                finder.attribute(section, "from", Role::From);
                finder.attribute(section, "to", Role::To);
            }
            SectionKind::Editable => finder.attribute(section, "path", Role::Editable),
            SectionKind::SubResource | SectionKind::Resource => finder.resource(section),
            _ => {}
        }
    }
    finder.links
}

struct Finder<'m, 'd> {
    model: &'m Model<'d>,
    /// For each section of a resource the nodes that use it, directly or not.
    holders: FxHashMap<usize, Vec<NodeIndex>>,
    links: Vec<Link>,
}

impl<'d> Finder<'_, 'd> {
    fn find_holders(&mut self) {
        let uses = sub_sections(self.model.doc);
        for (at, node) in self.model.tree.nodes().iter().enumerate() {
            let mut work: Vec<usize> = uses.get(&node.node.0.index()).cloned().unwrap_or_default();
            while let Some(resource) = work.pop() {
                let holders = self.holders.entry(resource).or_default();
                let index = NodeIndex(at as u32);
                if holders.len() < MOST_HOLDERS && holders.last() != Some(&index) {
                    holders.push(index);
                    work.extend(uses.get(&resource).into_iter().flatten());
                }
            }
        }
    }

    fn attribute(&mut self, section: Section<'d>, name: &str, role: Role) {
        let Some(entry) = section.attribute(name) else { return };
        let Some(text) = entry.text() else { return };
        self.links.push(Link {
            span: entry.value_span(),
            text: text.into_owned(),
            role,
            holder: None,
            base: Some(0.into()),
            section: section.index(),
        });
    }

    fn node(&mut self, section: Section<'d>, index: NodeIndex) {
        let first = self.links.len();
        self.attribute(section, "parent", Role::Parent);
        self.attribute(section, "owner", Role::Owner);
        self.links[first..].iter_mut().for_each(|link| link.holder = Some(index));
        let model = self.model;
        let own = model.places.of_node(index).map(Spot::from);
        let is_polygon = Node(section).node_type().is_some_and(|class| class == "Polygon2D");
        for entry in section.properties() {
            if is_polygon && entry.is("bones") {
                let base = property_way(model, index, "skeleton", None);
                self.paths(section, entry, Role::Text, &[(Some(index), base)]);
            } else if entry.is("root_motion_track") {
                let base = animation_root(model, index);
                self.paths(section, entry, Role::Property, &[(Some(index), base)]);
            } else {
                self.paths(section, entry, Role::Property, &[(Some(index), own.clone())]);
            }
        }
    }

    fn resource(&mut self, section: Section<'d>) {
        let class = section.attribute("type").and_then(Entry::text).unwrap_or_default();
        let holders = self.holders.get(&section.index()).cloned().unwrap_or_default();
        let is_animation = class == "Animation";
        let mut bases: Option<Vec<(Option<NodeIndex>, Option<Spot>)>> = None;
        for entry in section.properties() {
            let is_filter = class.starts_with("AnimationNode") && entry.is("filters");
            if !is_filter && !may_hold_paths(entry.raw()) {
                continue;
            }
            let bases = bases.get_or_insert_with(|| self.bases(&class, &holders));
            let is_track = is_animation && entry.key().starts_with("tracks/");
            let role = match (is_filter, is_track) {
                (true, _) => Role::Text,
                (_, true) => Role::Track,
                _ => Role::Property,
            };
            // The keys of a track are values of what it animates, from where nobody knows.
            if is_track && !entry.key().ends_with("/path") {
                continue;
            }
            let bases = bases.clone();
            self.paths(section, entry, role, &bases);
        }
    }

    /// Where the paths of a resource start, for each node that uses it.
    fn bases(&self, class: &str, holders: &[NodeIndex]) -> Vec<(Option<NodeIndex>, Option<Spot>)> {
        let model = self.model;
        let base = |holder: &NodeIndex| -> Option<Spot> {
            match class {
                "Animation" if is_player(model.node(*holder)) => animation_root(model, *holder),
                "Animation" => None,
                "ViewportTexture" => Some(0.into()),
                "SceneReplicationConfig" => property_way(model, *holder, "root_path", Some("..")),
                class if class.starts_with("AnimationNode") => animation_root(model, *holder),
                _ => model.places.of_node(*holder).map(Spot::from),
            }
        };
        let mut bases: Vec<_> = holders.iter().map(|holder| (Some(*holder), base(holder))).collect();
        if bases.iter().any(|(_, base)| base.is_some()) {
            bases.retain(|(_, base)| base.is_some());
        } else {
            bases.truncate(1);
        }
        if bases.is_empty() {
            bases.push((None, None));
        }
        bases
    }

    fn paths(
        &mut self,
        section: Section<'d>,
        entry: Entry<'d>,
        role: Role,
        bases: &[(Option<NodeIndex>, Option<Spot>)],
    ) {
        for (span, text) in paths_in(entry.raw(), role == Role::Text) {
            for (holder, base) in bases {
                self.links.push(Link {
                    span: span.shifted(entry.value_span().start()),
                    text: text.clone(),
                    role,
                    holder: *holder,
                    base: base.clone(),
                    section: section.index(),
                });
            }
        }
    }
}

/// Whether a node plays animations, as far as its class and properties tell.
pub(super) fn is_player(node: Node<'_>) -> bool {
    if let Some(class) = node.node_type() {
        return matches!(&*class, "AnimationPlayer" | "AnimationTree" | "AnimationMixer");
    }
    has_animations(node) || node.property("root_node").is_some()
}

/// Whether a node has animations of its own.
pub(super) fn has_animations(node: Node<'_>) -> bool {
    node.0.properties().any(|entry| {
        let key = entry.key();
        key == "libraries" || key.starts_with("libraries/") || key.starts_with("anims/")
    })
}

/// Where the tracks of a player or tree start.
fn animation_root(model: &Model<'_>, index: NodeIndex) -> Option<Spot> {
    // A tree plays the animations of a player, and moves what the player would move.
    let player = property_way(model, index, "anim_player", Some(""));
    let player = player.filter(|spot| spot.rest.is_empty()).and_then(|spot| model.places.node(spot.place));
    property_way(model, player.unwrap_or(index), "root_node", Some(".."))
}

/// Where a path in a property of a node leads.
fn property_way(model: &Model<'_>, index: NodeIndex, name: &str, default: Option<&str>) -> Option<Spot> {
    let own = model.places.of_node(index)?;
    let entry = model.node(index).property(name);
    let text = match entry.map(Entry::value) {
        Some(value) => value.as_str()?.to_owned(),
        None => default?.to_owned(),
    };
    if text.is_empty() {
        return None;
    }
    let way = model.places.walk(&own.into(), &PathText::new(&text), |_, _| {})?;
    way.sound.then_some(way.spot)
}

/// Whether a value may hold node paths; quick, and never wrongly no.
fn may_hold_paths(raw: &[u8]) -> bool {
    memmem::find(raw, b"NodePath").is_some() || memmem::find(raw, b"^\"").is_some()
}

/// The node paths in a value's text: where their strings stand, counted from its start, and what they say.
/// With `strings`, plain strings count too.
pub(super) fn paths_in(raw: &[u8], strings: bool) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    if !strings && !may_hold_paths(raw) {
        return found;
    }
    let mut take = |start: usize, end: usize| {
        if let Some(text) = value::string_text(&raw[start..end]) {
            found.push((Span::new(start as u32, end as u32), text.into_owned()));
        }
    };
    let mut at = 0;
    while let Some(byte) = raw.get(at) {
        match byte {
            b'"' => {
                let StringEnd::Closed(end) = lexer::string_end(raw, at) else { break };
                let marked = at > 0 && matches!(raw[at - 1], b'^' | b'&' | b'@');
                if (strings && !marked) || (marked && raw[at - 1] == b'^') {
                    take(at, end);
                }
                at = end;
            }
            b';' => at = lexer::line_end(raw, at),
            byte if lexer::is_word(*byte) => {
                let end = lexer::word_end(raw, at);
                let open = lexer::skip_blank(raw, end);
                let quote = lexer::skip_blank(raw, open + 1);
                let is_path = &raw[at..end] == b"NodePath" && raw.get(open) == Some(&b'(');
                at = end;
                if is_path && raw.get(quote) == Some(&b'"') {
                    let StringEnd::Closed(end) = lexer::string_end(raw, quote) else { break };
                    take(quote, end);
                    at = end;
                }
            }
            _ => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::paths_in;

    #[test]
    fn paths_are_found_in_values_of_every_shape() {
        let find = |raw: &str, strings| -> Vec<String> {
            paths_in(raw.as_bytes(), strings).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(find(r#"NodePath("../A")"#, false), ["../A"]);
        assert_eq!(find(r#"^"A:b""#, false), ["A:b"]);
        let typed = r#"Array[NodePath]([NodePath("A"), NodePath( "B" )])"#;
        assert_eq!(find(typed, false), ["A", "B"]);
        let dictionary = r#"{NodePath("K"): ["NodePath(\"no\")", NodePath("V")]}"#;
        assert_eq!(find(dictionary, false), ["K", "V"]);
        assert_eq!(find(r#"["A", &"no", 1]"#, true), ["A"]);
        assert_eq!(find(r#"[1, ; NodePath("no")"#, false), [""; 0]);
    }
}
