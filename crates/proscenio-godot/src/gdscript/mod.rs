//! GDScript of Godot 3 and 4, as far as scenes have to do with it: the tokens of a script, what its classes are
//! called, derive from and have as members, and which files and nodes its text names.
//!
//! ```
//! use proscenio_godot::gdscript::{MemberKind, Script};
//! use proscenio_source::Source;
//!
//! let text = "class_name Ball\nextends Node3D\nsignal hit\n@export var size := 2.0\nfunc _ready():\n\t$Shape.show()\n";
//! let script = Script::parse(Source::new("ball.gd", text.into()));
//! assert_eq!(script.class().name.as_ref().map(|name| &*name.text), Some("Ball"));
//! assert!(script.class().member(MemberKind::Func, "_ready").is_some());
//! assert_eq!(script.nodes()[0].path, "Shape");
//! ```
//!
//! # Limitations
//!
//! A reader of names, no compiler: it does not say whether a script is right, and it knows no path that is put
//! together while the game runs.

mod class;
mod lexer;
mod names;
mod text;

use std::borrow::Cow;

use proscenio_source::{Source, Span};

pub use class::{Class, Exported, Extends, Member, MemberKind, Name};
pub use lexer::{Token, TokenKind, tokens};
pub use names::{FileName, FileUse, NodeName, NodeUse};

/// One `.gd` file. Reading never fails; what is damaged names less.
#[derive(Clone, Debug)]
pub struct Script {
    source: Source,
    tokens: Vec<Token>,
    classes: Vec<Class>,
    files: Vec<FileName>,
    nodes: Vec<NodeName>,
}

impl Script {
    /// Reads a script, in time that grows with its length.
    #[must_use]
    pub fn parse(source: Source) -> Self {
        let tokens = tokens(source.bytes());
        let classes = class::classes(source.bytes(), &tokens);
        let (files, nodes) = names::names(source.bytes(), &tokens);
        Self { source, tokens, classes, files, nodes }
    }

    /// The text.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// All tokens in file order.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The class that the file is.
    #[must_use]
    pub fn class(&self) -> &Class {
        &self.classes[0]
    }

    /// The class that the file is, and behind it those that stand inside, in file order.
    #[must_use]
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Files that the text names, in file order.
    #[must_use]
    pub fn files(&self) -> &[FileName] {
        &self.files
    }

    /// Nodes that the text names by a path, in file order.
    #[must_use]
    pub fn nodes(&self) -> &[NodeName] {
        &self.nodes
    }

    /// Where a word stands alone: not as a member of something (`x.word`), not in strings and comments.
    pub fn words<'s>(&'s self, word: &'s str) -> impl Iterator<Item = Span> + 's {
        let mut before: Option<Token> = None;
        self.tokens.iter().filter_map(move |token| {
            let member = before.is_some_and(|token| self.slice(token.span) == b".");
            before = Some(*token);
            let same = token.kind == TokenKind::Word && self.slice(token.span) == word.as_bytes();
            (same && !member).then_some(token.span)
        })
    }

    /// The bytes of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &[u8] {
        self.source.slice(span)
    }

    /// What a token of a string means, its quotes and escapes undone; the text itself for other tokens.
    #[must_use]
    pub fn string(&self, token: Token) -> Cow<'_, str> {
        text::string(self.slice(token.span)).0
    }
}
