//! From a JSON document to a scene document, and what is said on the way.

use compact_str::CompactString;
use proscenio_source::{CodeInfo, Finding, Safety, Span};
use rustc_hash::FxHashSet;
use thin_vec::ThinVec;

use crate::model::asset::{self, AssetSource};
use crate::model::base::{RawMember, Site, Transform};
use crate::model::component::{Component, ComponentKind, read_data};
use crate::model::context::Context;
use crate::model::fields::{Fields, finite, unique};
use crate::model::ids::Seed;
use crate::model::json::Json;
use crate::model::kept::Kept;
use crate::model::{FORMAT, Node, NodeId, SceneDoc, Unsupported, VERSION};
use crate::schema::{self, Object};
use crate::value::{Elements, Kind, Value};
use crate::{Document, Mode, codes};

/// Makes of a JSON document what the engine would; never fails.
///
/// Where the document is no scene, the result is an empty one: no name, no assets, a root box without name.
/// The findings are those of this step alone; damage to the JSON is told in [`Document::findings`].
#[must_use]
pub fn parse_scene_doc(document: &Document) -> (SceneDoc, Vec<Finding>) {
    parse_scene_doc_as(document, Mode::Keep)
}

/// As [`parse_scene_doc`] in the mode told: in [`Mode::Engine`] words of earlier releases are not known and
/// nothing is kept that the engine would drop.
#[must_use]
pub fn parse_scene_doc_as(document: &Document, mode: Mode) -> (SceneDoc, Vec<Finding>) {
    let mut reader = Reader::new(document, mode);
    let scene = match reader.accepted() {
        Some(fields) => reader.scene(&fields),
        None => reader.empty_scene(),
    };
    (scene, reader.finish())
}

/// Further places named by one finding; a file may hold any number of them.
const MAX_RELATED: usize = 8;
/// Type names listed by one finding.
const MAX_TYPES: usize = 20;
/// Shapes that are reported one by one.
const MAX_DROPPED: usize = 100;

struct Reader<'a> {
    document: &'a Document,
    findings: Vec<Finding>,
    unknown_components: Tally,
    unknown_assets: Tally,
    context: Context,
}

/// Things of one sort, counted for one finding.
#[derive(Default)]
struct Tally {
    count: usize,
    /// Distinct type names in the order they were met; the set says which are in it.
    types: Vec<String>,
    seen: FxHashSet<String>,
    places: Vec<Span>,
}

impl Tally {
    fn add(&mut self, type_name: Option<&str>, span: Span) {
        let name = type_name.unwrap_or("(no type)");
        self.count += 1;
        if !self.seen.contains(name) {
            self.seen.insert(name.to_owned());
            self.types.push(name.to_owned());
        }
        if self.places.len() <= MAX_RELATED {
            self.places.push(span);
        }
    }
}

/// A box to be read.
struct Pending<'a> {
    value: Option<Value<'a>>,
    parent: Option<NodeId>,
    seed: Seed,
}

/// The children of a box that are still to be read.
struct Children<'a> {
    rest: std::iter::Enumerate<Elements<'a>>,
    parent: NodeId,
    /// Of the parent.
    seed: Seed,
}

const NODE_FIELDS: &[&str] = &[
    "id",
    "name",
    "transform",
    "components",
    "children",
    "data",
    "tags",
    "visible",
    "screenSpace",
    "worldOffScreen",
    "extra",
];
const SCENE_FIELDS: &[&str] = &["format", "version", "name", "assets", "root"];
pub(crate) const SET_ASIDE: &str = "unsupportedComponents";

impl<'a> Reader<'a> {
    fn new(document: &'a Document, mode: Mode) -> Self {
        Self {
            document,
            findings: Vec::new(),
            unknown_components: Tally::default(),
            unknown_assets: Tally::default(),
            context: Context::new(mode),
        }
    }

    fn warn(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// The members of the document, when it is a scene at all.
    fn accepted(&mut self) -> Option<Fields<'a>> {
        let path = self.document.source().path();
        let root = self.document.root();
        let Some(fields) = root.and_then(Fields::of) else {
            let kind = root.map_or(Kind::Damaged, Value::kind);
            let message = format!("expected a scene document, found {}", kind.describe());
            self.warn(
                codes::NOT_A_DOCUMENT.finding(path, message).at(root.map_or(Span::empty(0), Value::span)),
            );
            return None;
        };
        let format = fields.get("format");
        if format.and_then(Value::as_str).as_deref() == Some(FORMAT) {
            return Some(fields);
        }
        let found = format.map_or_else(|| "undefined".to_owned(), short_text);
        let span = format.or(root).map_or(Span::empty(0), Value::span);
        let message = format!("expected the format \"{FORMAT}\", found {found}");
        self.warn(codes::WRONG_FORMAT.finding(path, message).at(if format.is_some() {
            span
        } else {
            Span::new(span.start(), span.start() + 1)
        }));
        None
    }

    fn scene(&mut self, fields: &Fields<'a>) -> SceneDoc {
        let path = self.document.source().path();
        let version = fields.get("version").filter(|value| value.as_f64() > Some(VERSION));
        if let Some(version) = version {
            let message = format!("version {} is newer than 1", short_text(version));
            self.warn(codes::NEWER_VERSION.finding(path, message).at(version.span()));
        }
        let name = fields.str_or("name", "");
        if name.is_empty() {
            let span = fields.get("name").map_or_else(|| self.start(), Value::span);
            self.warn(codes::NO_NAME.finding(path, "the scene has no name").at(span));
        }
        let assets = fields.list("assets").unwrap_or_default();
        let assets = assets.into_iter().map(|value| self.asset(value)).collect();
        let nodes = self.nodes(fields.get("root"), &name);
        let unknown = fields.unique().into_iter().filter(|(name, _)| !SCENE_FIELDS.contains(name));
        let unknown = unknown.map(|(name, value)| raw_member(name, value)).collect();
        SceneDoc {
            document: self.document.clone(),
            version: version.and_then(finite).unwrap_or(VERSION),
            name,
            assets,
            nodes,
            unknown,
            kept: self.kept(&schema::SCENE, fields, &["assets", "root"]),
        }
    }

    fn empty_scene(&self) -> SceneDoc {
        let root = Node { name: CompactString::default(), ..self.blank_node(None, None, Seed::scene("")) };
        SceneDoc { document: self.document.clone(), ..SceneDoc::new("", root) }
    }

    /// What a table does not know of an object; unknown members of boxes and of the document itself have
    /// places of their own.
    fn kept(&self, table: &'static Object, fields: &Fields<'a>, skip: &[&str]) -> Kept {
        if self.context.mode == Mode::Engine {
            return Kept::default();
        }
        let skip: Vec<&str> =
            skip.iter().copied().filter(|name| *name == "root" || fields.list(name).is_some()).collect();
        Kept::of_known(table, fields, &skip)
    }

    /// The first byte of the document, for findings about the whole of it.
    fn start(&self) -> Span {
        let at = self.document.root().map_or(0, |root| root.span().start());
        Span::new(at, at + 1)
    }

    fn asset(&mut self, value: Value<'a>) -> asset::Asset {
        let read = asset::read(value, self.context.mode);
        if let AssetSource::Unknown { type_name, .. } = &read.asset.source {
            self.unknown_assets.add(type_name.as_deref(), value.span());
        }
        if let Some((old, current)) = read.old_spelling {
            self.context.old_word(old, current, value.get("type").map(Value::span));
        }
        read.asset
    }

    /// Reads the tree without recursion, parents before children.
    fn nodes(&mut self, root: Option<Value<'a>>, name: &str) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<Children<'a>> = Vec::new();
        let mut next = Some(Pending { value: root, parent: None, seed: Seed::scene(name) });
        loop {
            let pending = match next.take() {
                Some(pending) => pending,
                None => {
                    let Some(top) = open.last_mut() else { break };
                    let Some((index, value)) = top.rest.next() else {
                        let done = open.pop();
                        if let Some(node) = done.and_then(|done| nodes.get_mut(done.parent.index())) {
                            node.children.shrink_to_fit();
                        }
                        continue;
                    };
                    Pending { value: Some(value), parent: Some(top.parent), seed: top.seed.child(index) }
                }
            };
            let id = NodeId::new(nodes.len());
            if let Some(parent) = pending.parent {
                nodes[parent.index()].children.push(id);
            }
            let fields = pending.value.and_then(Fields::of).unwrap_or(Fields::none());
            nodes.push(self.node(&pending, &fields));
            // An array that is empty has no element to give, anything else is no list of children.
            if let Some(children) = fields.get("children") {
                let rest = children.elements().enumerate();
                open.push(Children { rest, parent: id, seed: pending.seed });
            }
        }
        nodes.shrink_to_fit();
        nodes
    }

    fn blank_node(&self, value: Option<Value<'a>>, parent: Option<NodeId>, seed: Seed) -> Node {
        Node {
            parent,
            site: value.map_or(Site { value: None, span: self.document.span() }, Site::of),
            ..Node::new(seed.id(), "Box")
        }
    }

    fn node(&mut self, pending: &Pending<'a>, fields: &Fields<'a>) -> Node {
        let mut node = self.blank_node(pending.value, pending.parent, pending.seed);
        if let Some(id) = fields.opt_short("id") {
            node.id = id;
        }
        if let Some(name) = fields.opt_short("name") {
            node.name = name;
        }
        node.transform = Transform::read(fields, "transform");
        node.data = data(fields);
        let tags = fields.list("tags").unwrap_or_default();
        node.tags = tags.into_iter().filter_map(|tag| tag.as_str().map(CompactString::from)).collect();
        node.visible = fields.opt_bool("visible");
        node.screen_space = fields.opt_bool("screenSpace");
        node.world_off_screen = fields.opt_bool("worldOffScreen");
        (node.extra, node.unsupported) = extra(fields);
        node.kept = self.kept(&schema::NODE, fields, &["components", "children"]);
        let components = fields.list("components").unwrap_or_default();
        // There is one component in nearly every box: room for more would be most of the memory.
        node.components.reserve_exact(components.len());
        for (index, value) in components.into_iter().enumerate() {
            match self.component(value, pending.seed.component(index)) {
                Some(component) => node.components.push(component),
                None => node.unsupported.push(Unsupported { value: value.into(), at: Some(index) }),
            }
        }
        node
    }

    /// A component, or `None` when it is not understood.
    fn component(&mut self, value: Value<'a>, seed: Seed) -> Option<Component> {
        let fields = Fields::of(value).unwrap_or(Fields::none());
        let word = fields.opt_str("type");
        let keep = self.context.mode == Mode::Keep;
        let known = word.as_deref().and_then(ComponentKind::read).filter(|(_, old)| keep || old.is_none());
        let data =
            known.and_then(|(kind, old)| Some((kind, old, read_data(kind, &fields, &mut self.context)?)));
        let Some((kind, old, data)) = data else {
            self.unknown_components.add(word.as_deref(), value.span());
            return None;
        };
        if let Some(old) = old {
            self.context.old_word(old, kind.as_str(), fields.get("type").map(Value::span));
        }
        let table = schema::component(kind.as_str()).filter(|_| keep);
        let kept = Kept::of(table, &fields);
        let id = fields.opt_short("id").unwrap_or_else(|| seed.id());
        Some(Component { id, kind, data, kept, site: Site::of(value) })
    }

    fn finish(mut self) -> Vec<Finding> {
        let path = self.document.source().path();
        let dropped = std::mem::take(&mut self.context.dropped);
        let more = dropped.len().saturating_sub(MAX_DROPPED);
        let dropped = dropped.into_iter().take(MAX_DROPPED).map(|shape| {
            let name = shape.type_name.map_or_else(String::new, |name| format!(" \"{name}\""));
            codes::SHAPE_DROPPED.finding(path, format!("a shape{name} {}", shape.why)).at(shape.span)
        });
        self.findings.extend(dropped);
        if more > 0 {
            let message = format!("{more} further shapes cannot be drawn and are not listed");
            self.findings.push(codes::SHAPE_DROPPED.finding(path, message));
        }
        let components = tally(&self.unknown_components, &codes::UNKNOWN_COMPONENTS, "components", path);
        let assets = tally(&self.unknown_assets, &codes::UNKNOWN_ASSETS, "assets", path);
        self.findings.extend(components);
        self.findings.extend(assets);
        for known in self.context.old_spellings {
            let message = format!(
                "\"{}\" is the earlier spelling of \"{}\" ({}×)",
                known.old, known.current, known.count
            );
            self.findings.push(codes::OLD_SPELLING.finding(path, message).at(known.span).fix(
                "write the current word",
                known.edits,
                Safety::Unsafe,
            ));
        }
        self.findings
    }
}

fn tally(tally: &Tally, code: &CodeInfo, what: &str, path: &std::sync::Arc<str>) -> Option<Finding> {
    let (first, rest) = tally.places.split_first()?;
    let listed = &tally.types[..tally.types.len().min(MAX_TYPES)];
    let more = tally.types.len() - listed.len();
    let more = if more > 0 { format!(" and {more} further types") } else { String::new() };
    let message = format!("{} {what} not understood: {}{more}", tally.count, listed.join(", "));
    let finding = code.finding(path, message).at(*first);
    Some(rest.iter().fold(finding, |finding, span| finding.related(*span, "and this")))
}

fn raw_member(name: &str, value: Value<'_>) -> RawMember {
    RawMember { name: name.to_owned(), value: value.into() }
}

/// The entries of `data`; position is their identity, so none is passed over.
fn data(fields: &Fields<'_>) -> ThinVec<Json> {
    let entry = |value: Value<'_>| value.get("value").map_or(Json::Null, Json::from);
    fields.list("data").unwrap_or_default().into_iter().map(entry).collect()
}

/// What the format does not know about a box, and the components an earlier save has set aside.
fn extra(fields: &Fields<'_>) -> (ThinVec<RawMember>, ThinVec<Unsupported>) {
    let own = fields.rec("extra").unwrap_or(Fields::none());
    let outside = fields.unique().into_iter().filter(|(name, _)| !NODE_FIELDS.contains(name));
    let mut members = unique(own.unique().into_iter().chain(outside));
    let mut set_aside = ThinVec::new();
    members.retain(|(name, value)| {
        let listed = *name == SET_ASIDE && value.elements().next().is_some();
        if listed {
            let aside = |value: Value<'_>| Unsupported { value: value.into(), at: None };
            set_aside = value.elements().map(aside).collect();
        }
        !listed
    });
    (members.into_iter().map(|(name, value)| raw_member(name, value)).collect(), set_aside)
}

/// A value as it goes into a message.
fn short_text(value: Value<'_>) -> String {
    let text = String::from_utf8_lossy(value.bytes()).into_owned();
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short.replace(['\n', '\r', '\t'], " ")
}
