//! Making node paths follow when a node gets another name or another parent.

use proscenio_source::Span;
use rustc_hash::FxHashMap;

use super::UNCLEAR_PATH;
use super::draft::Draft;
use super::layout::property_lines;
use super::model::{Found, Model};
use super::path_text::{PathText, relative};
use super::places::{Change, PlaceId, Places, Spot, Way};
use super::references::{Link, Role, has_animations, is_player, links};
use super::set::insert_line;
use super::text::{self, Escapes, quoted};
use crate::document::Document;
use crate::value;

/// What becomes of a path's text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    /// It does not lead anywhere the change matters to.
    Same,
    /// It stays and leads where it led.
    Holds,
    /// It reads like this afterwards.
    Becomes(String),
    /// Nobody can say how it would have to read.
    Unclear,
}

/// Makes all paths of the file follow the change of one node.
pub(super) fn follow(model: &Model<'_>, draft: &mut Draft<'_>, node: Found<'_>, change: Change<'_>) {
    let after = model.places.changed(change);
    let below = model.places.below(change.place);
    let is_move = model.places.parent(change.place) != change.parent;
    let follower = Follower { before: &model.places, after, below, change, is_move };
    let own_section = node.node.0.index();
    let mut fates: FxHashMap<Span, (Fate, Role)> = FxHashMap::default();
    let mut order = Vec::new();
    for link in links(model) {
        // The parent of the node that moves is what the caller sets.
        if link.role == Role::Parent && link.section == own_section && is_move {
            continue;
        }
        let fate = follower.fate(&link);
        let known = fates.entry(link.span).or_insert_with(|| {
            order.push(link.span);
            (Fate::Same, link.role)
        });
        known.0 = joined(std::mem::replace(&mut known.0, Fate::Same), fate);
    }
    for span in order {
        let Some((fate, role)) = fates.remove(&span) else { continue };
        match fate {
            Fate::Same | Fate::Holds => {}
            Fate::Becomes(text) => put(model, draft, node, span, role, &text),
            Fate::Unclear => {
                let path = value::string_text(model.doc.slice(span)).unwrap_or_default();
                let message = format!("`{path}` could not follow: its users disagree on what it means");
                let help = "give one of them a resource of its own, or set the path by hand";
                draft.tell(UNCLEAR_PATH, span, message, help);
            }
        }
    }
    if is_move {
        write_default_paths(model, draft, node, &follower);
    }
}

/// What becomes of a text that is read from two places.
fn joined(first: Fate, second: Fate) -> Fate {
    match (first, second) {
        (Fate::Same, other) | (other, Fate::Same) => other,
        (first, second) if first == second => first,
        _ => Fate::Unclear,
    }
}

struct Follower<'m, 'd> {
    before: &'m Places<'d>,
    after: Places<'d>,
    below: Vec<bool>,
    change: Change<'m>,
    is_move: bool,
}

impl Follower<'_, '_> {
    fn fate(&self, link: &Link) -> Fate {
        let Some(base) = &link.base else { return Fate::Same };
        if link.text.is_empty() {
            return Fate::Same;
        }
        let path = PathText::new(&link.text);
        let mut touched = self.below[base.place as usize];
        // Names in the path that mean the changed node.
        let mut named = Vec::new();
        // The last `%Name`, and what it means.
        let mut unique = None;
        let way = self.before.walk(base, &path, |number, place| {
            touched |= self.below[place as usize];
            let name = path.segments[number];
            if place == self.change.place && name != ".." {
                named.push(number);
            }
            if name.starts_with('%') {
                unique = Some((number, place));
            }
        });
        let Some(way) = way else {
            return match (self.is_move, touched) {
                (_, false) => Fate::Same,
                (true, true) => self.outside(base, &path),
                (false, true) => self.renamed(&path, &named),
            };
        };
        if !touched {
            return if way.sound { Fate::Holds } else { Fate::Same };
        }
        if self.is_move
            && path.segments.join("/")
                == relative(&self.before.spot_names(base), &self.before.spot_names(&way.spot))
        {
            // What was the shortest way is the shortest way again.
            return match self.moved(base, &path, &way, unique) {
                Fate::Becomes(text) if text == link.text => Fate::Holds,
                fate => fate,
            };
        }
        let now = self.after.walk(base, &path, |_, _| {});
        if now.as_ref().is_some_and(|now| now.spot == way.spot && now.sound == way.sound) {
            return if way.sound { Fate::Holds } else { Fate::Same };
        }
        if self.is_move { self.moved(base, &path, &way, unique) } else { self.renamed(&path, &named) }
    }

    /// The same path with the node's new name.
    fn renamed(&self, path: &PathText<'_>, named: &[usize]) -> Fate {
        if named.is_empty() { Fate::Same } else { Fate::Becomes(with_name(path, named, self.change.name)) }
    }

    /// The same way out of the scene, from where the path starts now.
    fn outside(&self, base: &Spot, path: &PathText<'_>) -> Fate {
        let Some(number) = self.before.leaves_at(base, path) else { return Fate::Same };
        let depth = self.after.spot_names(base).len();
        let names: Vec<&str> =
            std::iter::repeat_n("..", depth).chain(path.segments[number..].iter().copied()).collect();
        let text = path.with_names(&names.join("/"));
        if PathText::new(&text) == *path { Fate::Same } else { Fate::Becomes(text) }
    }

    /// The way there in the changed scene.
    fn moved(&self, base: &Spot, path: &PathText<'_>, way: &Way, unique: Option<(usize, u32)>) -> Fate {
        let leads_inside = self.below[way.spot.place as usize] && !self.below[base.place as usize];
        if !way.sound && !leads_inside {
            // It led nowhere before, and that is not the change's business.
            return Fate::Same;
        }
        let target = self.after.spot_names(&way.spot);
        if let Some((number, place)) = unique {
            let top = self.after.names(place);
            if target.starts_with(&top) {
                let mut names = vec![path.segments[number]];
                names.extend(&target[top.len()..]);
                return Fate::Becomes(path.with_names(&names.join("/")));
            }
        }
        if base.rest.iter().any(|name| name.starts_with('%')) {
            return Fate::Unclear;
        }
        Fate::Becomes(path.with_names(&relative(&self.after.spot_names(base), &target)))
    }
}

/// A path with another name in some places.
fn with_name(path: &PathText<'_>, named: &[usize], name: &str) -> String {
    let mut named = named.iter().copied().peekable();
    let segments: Vec<String> = path
        .segments
        .iter()
        .enumerate()
        .map(|(number, segment)| match (named.next_if_eq(&number), segment.starts_with('%')) {
            (Some(_), true) => format!("%{name}"),
            (Some(_), false) => name.to_owned(),
            (None, _) => (*segment).to_owned(),
        })
        .collect();
    path.with_names(&segments.join("/"))
}

/// A path's text with another name for the node at a place; nothing when it does not name that.
pub(super) fn renamed_text(model: &Model<'_>, link: &Link, place: PlaceId, name: &str) -> Option<String> {
    let path = PathText::new(&link.text);
    let mut named = Vec::new();
    model.places.walk(link.base.as_ref()?, &path, |number, at| {
        if at == place && path.segments[number] != ".." {
            named.push(number);
        }
    })?;
    (!named.is_empty()).then(|| with_name(&path, &named, name))
}

/// How a path of a role is escaped in a document.
pub(super) fn escapes(document: &Document, role: Role) -> Escapes {
    match role {
        Role::From | Role::To => Escapes::of_connections(document),
        Role::Text => Escapes::Least,
        _ => Escapes::of(document),
    }
}

/// Properties whose default leads to the parent, so that a move changes what they mean.
const DEFAULT_PATHS: [(&str, &str); 6] = [
    ("AnimationPlayer", "root_node"),
    ("AnimationTree", "root_node"),
    ("AnimationMixer", "root_node"),
    ("MultiplayerSynchronizer", "root_path"),
    ("VisibleOnScreenEnabler2D", "enable_node_path"),
    ("VisibleOnScreenEnabler3D", "enable_node_path"),
];

/// The property of the node whose default is `..`, when it matters.
fn default_path(model: &Model<'_>, node: Found<'_>) -> Option<&'static str> {
    let class = node.node.node_type()?;
    let (_, property) = DEFAULT_PATHS.iter().find(|(name, _)| *name == class)?;
    let used = if is_player(node.node) {
        has_animations(node.node) && node.node.property("anim_player").is_none()
    } else {
        class != "MultiplayerSynchronizer" || node.node.property("replication_config").is_some()
    };
    (used && !(text::is_old(model.doc) && class == "AnimationTree")).then_some(*property)
}

/// Puts the new text of a path in its place.
fn put(model: &Model<'_>, draft: &mut Draft<'_>, node: Found<'_>, span: Span, role: Role, text: &str) {
    // The engine does not write a default; the line goes as a whole.
    if text == ".."
        && let Some(entry) = default_path(model, node).and_then(|name| node.node.property(name))
        && entry.value_span().contains(span)
    {
        return;
    }
    draft.replace(span, quoted(text, escapes(model.doc, role)));
}

/// Writes the default path of the moved node out, so that it leads where it led; or leaves it out again when
/// the default leads there now.
fn write_default_paths(
    model: &Model<'_>,
    draft: &mut Draft<'_>,
    node: Found<'_>,
    follower: &Follower<'_, '_>,
) {
    let Some(name) = default_path(model, node) else { return };
    if let Some(entry) = node.node.property(name) {
        let text = entry.value().as_str().map(str::to_owned).unwrap_or_default();
        let path = PathText::new(&text);
        // Blender's exporter writes `..:`, and means to.
        let way =
            model.places.walk(&node.place.into(), &path, |_, _| {}).filter(|_| path.subnames.is_empty());
        let is_default = way.is_some_and(|way| way.sound && way.spot == follower.change.parent.into());
        if is_default && !text.is_empty() {
            draft.delete(property_lines(model.doc, entry));
        }
        return;
    }
    let from = follower.after.names(node.place);
    let to = follower.after.names(model.places.parent(node.place));
    let path = quoted(&relative(&from, &to), Escapes::of(model.doc));
    insert_line(draft, node.node.0, name, &format!("NodePath({path})"));
}
