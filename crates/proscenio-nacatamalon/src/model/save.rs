//! A scene document as text, held or saved.

use crate::Mode;
use crate::model::asset::AssetSource;
use crate::model::json::Json;
use crate::model::out::{Out, Style};
use crate::model::read::SET_ASIDE;
use crate::model::{FORMAT, Node, NodeId, SceneDoc, Unsupported, VERSION};
use crate::write;

/// The document as a scene file: defaults left out, members in the order of the format, four blanks for each
/// level and a line end at the end.
///
/// In [`Mode::Keep`] unknown assets, members and components stand where they stood; in [`Mode::Engine`] unknown
/// assets and members are left out, and unknown components stand behind the others, as the engine has it.
/// Writing what was read from the result gives the same text again.
#[must_use]
pub fn serialize(scene: &SceneDoc, mode: Mode) -> String {
    Saver { scene, mode, style: Style::Saved }.document()
}

pub(super) fn normalized(scene: &SceneDoc, mode: Mode) -> String {
    Saver { scene, mode, style: Style::Held }.document()
}

struct Saver<'a> {
    scene: &'a SceneDoc,
    mode: Mode,
    style: Style,
}

/// A box whose children are being written.
struct Open {
    node: NodeId,
    /// How many of its children are written.
    next: usize,
    /// What follows behind the children.
    rest: Vec<(String, Json)>,
}

impl Saver<'_> {
    fn keeps(&self) -> bool {
        self.mode == Mode::Keep
    }

    fn document(&self) -> String {
        let scene = self.scene;
        let version = if self.keeps() && self.style == Style::Saved { scene.version } else { VERSION };
        let mut top = Json::Object(vec![
            ("format".to_owned(), FORMAT.into()),
            ("version".to_owned(), version.into()),
            ("name".to_owned(), scene.name.as_str().into()),
            ("assets".to_owned(), self.assets()),
        ]);
        if self.keeps() {
            scene.kept.put_back(&mut top, self.style == Style::Saved);
        }
        let mut text = String::from("{");
        for (name, value) in top.members() {
            member(&mut text, 1, name);
            write::value(&mut text, value, 1);
        }
        member(&mut text, 1, "root");
        self.tree(&mut text);
        if self.keeps() {
            for unknown in &scene.unknown {
                member(&mut text, 1, &unknown.name);
                write::value(&mut text, &unknown.value, 1);
            }
        }
        write::line(&mut text, 0);
        text.push_str("}\n");
        text
    }

    fn assets(&self) -> Json {
        let entries = self.scene.assets.iter().filter_map(|asset| match &asset.source {
            AssetSource::Unknown { value, .. } => self.keeps().then(|| value.clone()),
            _ => {
                let mut entry = Out::object(self.style, |out| asset.write(out));
                if self.keeps() {
                    asset.kept.put_back(&mut entry, self.style == Style::Saved);
                }
                Some(entry)
            }
        });
        Json::Array(entries.collect())
    }

    /// Writes the tree of boxes without recursion.
    fn tree(&self, text: &mut String) {
        let mut stack = vec![self.open(text, NodeId::ROOT, 1)];
        while let Some(mut top) = stack.pop() {
            let level = 2 * stack.len() + 1;
            if let Some(child) = self.scene.node(top.node).children.get(top.next).copied() {
                text.push_str(if top.next == 0 { "[" } else { "," });
                write::line(text, level + 2);
                top.next += 1;
                stack.push(top);
                let child = self.open(text, child, level + 2);
                stack.push(child);
            } else {
                if top.next > 0 {
                    write::line(text, level + 1);
                    text.push(']');
                }
                for (name, value) in &top.rest {
                    member(text, level + 1, name);
                    write::value(text, value, level + 1);
                }
                write::line(text, level);
                text.push('}');
            }
        }
    }

    /// Writes a box up to the name of its children.
    fn open(&self, text: &mut String, id: NodeId, level: usize) -> Open {
        let node = self.scene.node(id);
        let mut own = Out::object(self.style, |out| self.node(node, out));
        if self.keeps() {
            node.kept.put_back(&mut own, self.style == Style::Saved);
        }
        let Json::Object(mut members) = own else { return Open { node: id, next: 0, rest: Vec::new() } };
        let instead = members.iter().position(|(name, _)| name == CHILDREN).map(|at| members.remove(at).1);
        let rest = members.split_off(HEAD.min(members.len()));
        text.push('{');
        for (name, value) in &members {
            member(text, level + 1, name);
            write::value(text, value, level + 1);
        }
        member(text, level + 1, CHILDREN);
        if node.children.is_empty() {
            write::value(text, &instead.unwrap_or_else(|| Json::Array(Vec::new())), level + 1);
        }
        Open { node: id, next: 0, rest }
    }

    /// Everything of a box but its children.
    fn node(&self, node: &Node, out: &mut Out) {
        out.put("id", node.id.as_str());
        out.put("name", node.name.as_str());
        match &node.transform {
            Some(place) => out.transform("transform", place),
            None => out.put("transform", Json::Null),
        }
        out.put("components", self.components(node));
        if !node.data.is_empty() {
            out.records("data", &node.data, |out, value| out.put("value", value.clone()));
        }
        if !node.tags.is_empty() {
            out.strings("tags", &node.tags);
        }
        out.unless("visible", node.visible, true);
        out.unless("screenSpace", node.screen_space, false);
        out.unless("worldOffScreen", node.world_off_screen, false);
        let extra = self.extra(node);
        if !extra.is_empty() {
            out.put("extra", Json::Object(extra));
        }
    }

    fn components(&self, node: &Node) -> Vec<Json> {
        let mut list = Vec::with_capacity(node.components.len());
        for component in &node.components {
            let mut out = Out::new(self.style);
            out.whole_lists = self.keeps() && component.kept.lies_in("layers");
            component.write(&mut out);
            let mut value = Json::Object(out.members);
            if self.keeps() {
                component.kept.put_back(&mut value, self.style == Style::Saved);
            }
            list.push(value);
        }
        if self.style == Style::Saved {
            return self.with_unsupported(list, node);
        }
        list
    }

    /// The components with those that are not understood: where they stood, or behind the others.
    fn with_unsupported(&self, list: Vec<Json>, node: &Node) -> Vec<Json> {
        let mut whole = Vec::with_capacity(list.len() + node.unsupported.len());
        let mut rest = list.into_iter();
        for unsupported in self.unsupported(node) {
            let before = unsupported.at.filter(|_| self.keeps()).unwrap_or(usize::MAX);
            whole.extend(rest.by_ref().take(before.saturating_sub(whole.len())));
            whole.push(unsupported.value.clone());
        }
        whole.extend(rest);
        whole
    }

    /// The components that are not understood: those that stood in the list first, then those set aside by an
    /// earlier save. The engine forgets the latter when it finds any of the former.
    fn unsupported<'n>(&self, node: &'n Node) -> Vec<&'n Unsupported> {
        let (found, aside): (Vec<_>, Vec<_>) = node.unsupported.iter().partition(|one| one.at.is_some());
        match self.mode {
            Mode::Engine if found.is_empty() => aside,
            Mode::Engine => found,
            Mode::Keep if self.style == Style::Saved => found.into_iter().chain(aside).collect(),
            Mode::Keep => aside.into_iter().chain(found).collect(),
        }
    }

    fn extra(&self, node: &Node) -> Vec<(String, Json)> {
        let aside = if self.style == Style::Held { self.unsupported(node) } else { Vec::new() };
        // A member of that name that is no list gives way to the list, as in the engine.
        let kept = node.extra.iter().filter(|member| aside.is_empty() || member.name != SET_ASIDE);
        let mut extra: Vec<_> = kept.map(|member| (member.name.clone(), member.value.clone())).collect();
        if !aside.is_empty() {
            let list = aside.into_iter().map(|one| one.value.clone()).collect();
            extra.push((SET_ASIDE.to_owned(), Json::Array(list)));
        }
        extra
    }
}

const CHILDREN: &str = "children";
/// Identity, name, place and components stand before the children.
const HEAD: usize = 4;

/// Starts a member on a line of its own.
fn member(text: &mut String, depth: usize, name: &str) {
    if !text.ends_with('{') {
        text.push(',');
    }
    write::line(text, depth);
    write::quote(text, name);
    text.push_str(": ");
}
