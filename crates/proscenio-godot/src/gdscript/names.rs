//! Files and nodes that a script names.

use std::borrow::Cow;

use proscenio_source::Span;

use super::lexer::{Token, TokenKind};
use super::text;

/// How a script uses a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileUse {
    /// `extends "…"`.
    Extends,
    /// `preload("…")`.
    Preload,
    /// `load("…")`, also of `ResourceLoader`, and scenes that are changed to.
    Load,
    /// `@icon("…")`; in Godot 3 behind `class_name`.
    Icon,
    /// A string that begins with `res://` or `uid://` and stands somewhere else.
    Text,
}

/// A file that a script names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName {
    /// What it is named for.
    pub usage: FileUse,
    /// The path or uid: `res://…`, `uid://…`, or relative to the script.
    pub path: String,
    /// Where it stands, without the quotes.
    pub span: Span,
}

/// How a script names a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeUse {
    /// `$Path` and `$"…"`.
    Child,
    /// `%Name`.
    Unique,
    /// `get_node("…")` and its kin.
    Call,
    /// `^"…"`, `@"…"` and `NodePath("…")`, which may be a path from anywhere.
    Literal,
}

/// A node that a script names by its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeName {
    /// In which way.
    pub usage: NodeUse,
    /// The path, with `%` in front of a unique name; of a call it may be followed by `:property`.
    pub path: String,
    /// Where the path stands, without quotes and `$`; with the `%` of a unique name.
    pub span: Span,
    /// Whether the path begins at the node of the script; else at another object.
    pub own: bool,
}

/// Functions whose first argument is a path from the node that they are called of.
const NODE_CALLS: &[&[u8]] = &[b"get_node", b"get_node_or_null", b"has_node", b"get_node_and_resource"];
/// Functions whose first argument is a file.
const FILE_CALLS: &[&[u8]] = &[
    b"load",
    b"load_interactive",
    b"load_threaded_request",
    b"load_threaded_get",
    b"change_scene",
    b"change_scene_to_file",
];

pub(super) fn names(bytes: &[u8], tokens: &[Token]) -> (Vec<FileName>, Vec<NodeName>) {
    let mut found = Names { bytes, tokens, files: Vec::new(), nodes: Vec::new() };
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::String => found.string(at, *token),
            TokenKind::StringName | TokenKind::NodePath => found.literal(at, *token),
            TokenKind::Child | TokenKind::Unique => found.path(*token),
            _ => {}
        }
    }
    (found.files, found.nodes)
}

struct Names<'b> {
    bytes: &'b [u8],
    tokens: &'b [Token],
    files: Vec<FileName>,
    nodes: Vec<NodeName>,
}

impl Names<'_> {
    /// The text of the token so many places in front.
    fn before(&self, at: usize, places: usize) -> &[u8] {
        at.checked_sub(places)
            .and_then(|at| self.tokens.get(at))
            .map_or(b"", |token| token.span.slice(self.bytes))
    }

    /// The function whose first argument stands here, and whether it is called of `self`.
    fn call(&self, at: usize) -> Option<(&[u8], bool)> {
        if self.before(at, 1) != b"(" {
            return None;
        }
        let own = self.before(at, 3) != b"." || self.before(at, 4) == b"self" && self.before(at, 5) != b".";
        Some((self.before(at, 2), own))
    }

    /// The text of a string token and where it stands.
    fn inside(&self, token: Token) -> (Cow<'_, str>, Span) {
        let (text, inside) = text::string(token.span.slice(self.bytes));
        let start = token.span.start();
        (text, Span::new(start + inside.start as u32, start + inside.end as u32))
    }

    fn string(&mut self, at: usize, token: Token) {
        let (text, span) = self.inside(token);
        let marked = text.starts_with("res://") || text.starts_with("uid://");
        let usage = match self.call(at) {
            Some((b"preload", _)) => Some(FileUse::Preload),
            Some((b"@icon", _)) => Some(FileUse::Icon),
            Some((name, _)) if FILE_CALLS.contains(&name) => Some(FileUse::Load),
            Some((name, own)) if NODE_CALLS.contains(&name) => {
                let path = text.into_owned();
                return self.nodes.push(NodeName { usage: NodeUse::Call, path, span, own });
            }
            Some((b"NodePath", _)) => {
                let path = text.into_owned();
                return self.nodes.push(NodeName { usage: NodeUse::Literal, path, span, own: true });
            }
            _ if self.before(at, 1) == b"extends" => Some(FileUse::Extends),
            _ if marked && self.before(at, 1) == b"," && self.before(at, 3) == b"class_name" => {
                Some(FileUse::Icon)
            }
            _ => marked.then_some(FileUse::Text),
        };
        if let Some(usage) = usage {
            let path = text.into_owned();
            self.files.push(FileName { usage, path, span });
        }
    }

    fn literal(&mut self, at: usize, token: Token) {
        let (text, span) = self.inside(token);
        let call = self.call(at).filter(|(name, _)| NODE_CALLS.contains(name));
        let (usage, own) = match call {
            Some((_, own)) => (NodeUse::Call, own),
            None if token.kind == TokenKind::NodePath => (NodeUse::Literal, true),
            None => return,
        };
        let path = text.into_owned();
        self.nodes.push(NodeName { usage, path, span, own });
    }

    /// `$…` and `%…`.
    fn path(&mut self, token: Token) {
        let raw = token.span.slice(self.bytes);
        let dollar = usize::from(token.kind == TokenKind::Child);
        let usage = if dollar == 1 { NodeUse::Child } else { NodeUse::Unique };
        let quoted = raw.iter().position(|byte| matches!(byte, b'"' | b'\''));
        let start = token.span.start();
        let (path, span) = match quoted {
            // All of it between quotes: the usual way.
            Some(at) if at == dollar => {
                let (text, inside) = text::string(&raw[at..]);
                let shift = start + at as u32;
                (text.into_owned(), Span::new(shift + inside.start as u32, shift + inside.end as u32))
            }
            // `%"A b"`, `$%"A b"`, or parts between quotes.
            Some(_) => {
                let text = String::from_utf8_lossy(&raw[dollar..]).replace(['"', '\''], "");
                (text, Span::new(start + dollar as u32, token.span.end()))
            }
            None => {
                let text = String::from_utf8_lossy(&raw[dollar..]).into_owned();
                (text, Span::new(start + dollar as u32, token.span.end()))
            }
        };
        if !path.is_empty() {
            self.nodes.push(NodeName { usage, path, span, own: true });
        }
    }
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use crate::gdscript::Script;

    fn script(text: &str) -> Script {
        Script::parse(Source::new("a.gd", text.into()))
    }

    #[test]
    fn files() {
        let text = "@icon(\"res://i.svg\")\nextends \"base.gd\"\nconst A = preload(\"res://a.tscn\")\n\
            func f():\n\tvar x = load('uid://abc')\n\tResourceLoader.load(\"b.tres\")\n\tget_tree().change_scene_to_file(\"res://c.tscn\")\n\
            \tvar list = [\"res://d.png\", \"no\"] # \"res://comment\"\n";
        let script = script(text);
        let shown: Vec<String> = script
            .files()
            .iter()
            .map(|file| {
                assert_eq!(script.slice(file.span), file.path.as_bytes());
                format!("{:?} {}", file.usage, file.path)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "Icon res://i.svg",
                "Extends base.gd",
                "Preload res://a.tscn",
                "Load uid://abc",
                "Load b.tres",
                "Load res://c.tscn",
                "Text res://d.png"
            ]
        );
        let old = Script::parse(Source::new("b.gd", b"class_name A, \"res://i.png\"".to_vec()));
        assert_eq!(old.files()[0].usage, super::FileUse::Icon);
    }

    #[test]
    fn nodes() {
        let text = "var a = $A/B.x\nvar b = $\"A b\" \nvar c = %C\nvar d = %\"D d\"\nvar e = get_node(\"E:x\")\nvar f = other.get_node(^\"F\")\n\
            var g = self.get_node_or_null(&\"G\")\nvar h = ^\"../H\"\nvar i = NodePath(\"I\")\nvar j = 5 % k\nvar l = $%L/M\nvar m = &\"no node\"\n";
        let script = script(text);
        let shown: Vec<String> = script
            .nodes()
            .iter()
            .map(|node| {
                let raw = String::from_utf8_lossy(script.slice(node.span)).into_owned();
                format!("{:?} {} {raw} {}", node.usage, node.path, node.own)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "Child A/B A/B true",
                "Child A b A b true",
                "Unique %C %C true",
                "Unique %D d %\"D d\" true",
                "Call E:x E:x true",
                "Call F F false",
                "Call G G true",
                "Literal ../H ../H true",
                "Literal I I true",
                "Child %L/M %L/M true",
            ]
        );
    }

    #[test]
    fn words_stand_alone() {
        let script = script("var a: Ball = Ball.new() # Ball\nx.Ball\nprint(\"Ball\", Balls)\n");
        assert_eq!(script.words("Ball").count(), 2);
    }
}
