//! The classes of a script and their members.

use proscenio_source::Span;

use super::lexer::{Token, TokenKind};
use super::text;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: Box<str>,
    /// Where it stands.
    pub span: Span,
}

/// What a class derives from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extends {
    /// A class of the engine, of another script (`class_name`) or an autoload; with `Outer.Inner` all of it.
    Class(Name),
    /// Another script by its path, without its quotes.
    File(Name),
}

/// A class: the one that a script is, or one that stands inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// `class_name` of a script, the name behind `class` of one that stands inside.
    pub name: Option<Name>,
    /// What it derives from; `RefCounted` (Godot 3: `Reference`) where nothing is said.
    pub extends: Option<Extends>,
    /// The class that it stands in, a place in [`super::Script::classes`].
    pub outer: Option<usize>,
    /// Whether the editor runs it: `@tool`, `tool`.
    pub tool: bool,
    /// What it declares, in file order.
    pub members: Vec<Member>,
}

impl Class {
    /// The member of a kind with a name.
    #[must_use]
    pub fn member(&self, kind: MemberKind, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.kind == kind && &*member.name.text == name)
    }

    /// The members that the editor shows and scenes keep values of.
    pub fn exported(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.exported.is_some())
    }
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemberKind {
    /// `func`.
    Func,
    /// `signal`.
    Signal,
    /// `var`.
    Var,
    /// `const`.
    Const,
    /// `enum` with a name.
    Enum,
    /// `class`.
    Class,
}

/// How a variable is exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The word without `@`: `export`, `export_range`, `export_storage`, …
    pub word: Box<str>,
    /// What stands in its brackets.
    pub arguments: Option<Span>,
}

/// A member of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What it is.
    pub kind: MemberKind,
    /// What it is called.
    pub name: Name,
    /// Whether `static` stands in front.
    pub is_static: bool,
    /// How the editor shows it, where it does.
    pub exported: Option<Exported>,
    /// The type of a variable or constant as it is written, or what a function gives back.
    pub type_name: Option<Span>,
    /// Names of the parameters of a function or signal; how many of them a caller must give is
    /// [`Self::required`].
    pub parameters: Vec<Name>,
    /// Parameters in front of the first that has a default.
    pub required: usize,
    /// The first token of what a variable is when nothing is said.
    pub default: Option<Span>,
}

/// Splits tokens into statements and puts those of class bodies together.
pub(super) fn classes(bytes: &[u8], tokens: &[Token]) -> Vec<Class> {
    let script = Class { name: None, extends: None, outer: None, tool: false, members: Vec::new() };
    let mut reader = Reader {
        bytes,
        classes: vec![script],
        open: vec![Body { class: 0, indent: Some(0), header: 0 }],
        marks: Vec::new(),
        one_line: 0,
    };
    for line in tokens.split(|token| token.kind == TokenKind::LineEnd) {
        if let Some(first) = line.first() {
            reader.line(line, indent(bytes, first.span.start() as usize));
        }
    }
    reader.classes
}

/// Blanks in front of the first token of a line.
fn indent(bytes: &[u8], start: usize) -> usize {
    let before = &bytes[..start];
    let before = if start <= 3 { before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(before) } else { before };
    before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// A class whose lines are being read.
struct Body {
    class: usize,
    /// The indentation of its lines; not known before the first.
    indent: Option<usize>,
    /// The indentation of the line that began it.
    header: usize,
}

struct Reader<'b> {
    bytes: &'b [u8],
    classes: Vec<Class>,
    open: Vec<Body>,
    /// Annotations that wait for their member: the word without `@` and its arguments.
    marks: Vec<(Box<str>, Option<Span>)>,
    /// How many classes of one line the current statement stands in.
    one_line: u32,
}

/// Classes inside each other in one line at most; deeper ones are not read.
const MAX_ONE_LINE: u32 = 8;

/// Words in front of `func` and `var` that say how they are called over the network (Godot 3), and `onready`.
const MARKS_OF_3: &[&[u8]] = &[
    b"onready",
    b"remote",
    b"master",
    b"puppet",
    b"slave",
    b"sync",
    b"remotesync",
    b"mastersync",
    b"puppetsync",
];

impl Reader<'_> {
    fn line(&mut self, line: &[Token], indent: usize) {
        while self.open.len() > 1 && self.open.last().is_some_and(|body| indent <= body.header) {
            self.open.pop();
        }
        let Some(body) = self.open.last_mut() else { return };
        if *body.indent.get_or_insert(indent) == indent {
            let class = body.class;
            self.statements(line, class, indent);
        }
    }

    fn statements(&mut self, line: &[Token], class: usize, indent: usize) {
        let mut depth = 0_i32;
        let ends = |token: &Token| {
            match self.bytes.get(token.span.start() as usize) {
                Some(b'(' | b'[' | b'{') if token.kind == TokenKind::Symbol => depth += 1,
                Some(b')' | b']' | b'}') if token.kind == TokenKind::Symbol => depth -= 1,
                Some(b';') if token.kind == TokenKind::Symbol => return depth == 0,
                _ => {}
            }
            false
        };
        let parts: Vec<&[Token]> = line.split(ends).collect();
        for part in parts {
            self.statement(part, class, indent);
        }
    }

    fn word(&self, token: Option<&Token>) -> &[u8] {
        token.filter(|token| token.kind == TokenKind::Word).map_or(b"", |token| token.span.slice(self.bytes))
    }

    fn is(&self, token: Option<&Token>, symbol: u8) -> bool {
        token.is_some_and(|token| token.kind == TokenKind::Symbol && token.span.slice(self.bytes) == [symbol])
    }

    fn name(&self, token: Option<&Token>) -> Option<Name> {
        let token = token.filter(|token| token.kind == TokenKind::Word)?;
        let text = String::from_utf8_lossy(token.span.slice(self.bytes)).into();
        Some(Name { text, span: token.span })
    }

    fn statement(&mut self, mut line: &[Token], class: usize, indent: usize) {
        let mut is_static = false;
        loop {
            let Some(first) = line.first() else { return };
            let word = self.word(Some(first));
            if first.kind == TokenKind::Annotation {
                let name = String::from_utf8_lossy(&first.span.slice(self.bytes)[1..]).into();
                line = self.mark(name, &line[1..], class);
            } else if word == b"export" {
                line = self.mark("export".into(), &line[1..], class);
            } else if word == b"tool" && line.len() == 1 {
                line = self.mark("tool".into(), &line[1..], class);
            } else if word == b"static" {
                is_static = true;
                line = &line[1..];
            } else if MARKS_OF_3.contains(&word) && line.len() > 1 {
                line = &line[1..];
            } else {
                break;
            }
        }
        let kind = match self.word(line.first()) {
            b"class_name" => {
                self.classes[class].name = self.name(line.get(1));
                // `class_name A extends B` is one line.
                return self.extends_in(&line[1..], class);
            }
            b"extends" => return self.extends_in(line, class),
            b"func" => MemberKind::Func,
            b"signal" => MemberKind::Signal,
            b"var" => MemberKind::Var,
            b"const" => MemberKind::Const,
            b"enum" => MemberKind::Enum,
            b"class" => MemberKind::Class,
            _ => {
                self.marks.clear();
                return;
            }
        };
        let marks = std::mem::take(&mut self.marks);
        let Some(name) = self.name(line.get(1)) else { return };
        let rest = &line[2..];
        let exported = marks.into_iter().find(|(word, _)| word.starts_with("export"));
        let exported = exported
            .filter(|(word, _)| !matches!(&**word, "export_group" | "export_subgroup" | "export_category"));
        let exported = exported.map(|(word, arguments)| Exported { word, arguments });
        let mut member = Member {
            kind,
            name,
            is_static,
            exported,
            type_name: None,
            parameters: Vec::new(),
            required: 0,
            default: None,
        };
        match kind {
            MemberKind::Func | MemberKind::Signal => self.parameters(rest, &mut member),
            MemberKind::Var | MemberKind::Const => self.typed(rest, &mut member),
            MemberKind::Class => self.inner(&member.name, rest, class, indent),
            MemberKind::Enum => {}
        }
        self.classes[class].members.push(member);
    }

    /// Takes an annotation with its arguments from the front of a line, and gives back the rest.
    fn mark<'t>(&mut self, word: Box<str>, rest: &'t [Token], class: usize) -> &'t [Token] {
        let (arguments, rest) = self.brackets(rest);
        match &*word {
            "tool" => self.classes[class].tool = true,
            // These stand for themselves and belong to no member.
            "export_group" | "export_subgroup" | "export_category" | "icon" => {}
            _ => self.marks.push((word, arguments)),
        }
        rest
    }

    /// What stands in the round brackets at the start of a line, and the rest of it.
    fn brackets<'t>(&self, line: &'t [Token]) -> (Option<Span>, &'t [Token]) {
        if !self.is(line.first(), b'(') {
            return (None, line);
        }
        let mut depth = 0_i32;
        for (at, token) in line.iter().enumerate() {
            if token.kind == TokenKind::Symbol {
                match token.span.slice(self.bytes) {
                    b"(" | b"[" | b"{" => depth += 1,
                    b")" | b"]" | b"}" => depth -= 1,
                    _ => {}
                }
            }
            if depth == 0 {
                let span = Span::new(line[0].span.end(), token.span.start());
                return (Some(span), &line[at + 1..]);
            }
        }
        (None, &[])
    }

    fn extends_in(&mut self, line: &[Token], class: usize) {
        let Some(at) = line.iter().position(|token| self.word(Some(token)) == b"extends") else { return };
        let Some(first) = line.get(at + 1) else { return };
        self.classes[class].extends = match first.kind {
            TokenKind::String => {
                let (text, inside) = text::string(first.span.slice(self.bytes));
                let start = first.span.start();
                let span = Span::new(start + inside.start as u32, start + inside.end as u32);
                Some(Extends::File(Name { text: text.into(), span }))
            }
            TokenKind::Word => {
                let parts = line[at + 1..]
                    .iter()
                    .take_while(|token| token.kind == TokenKind::Word || self.is(Some(token), b'.'));
                let span = parts.fold(first.span, |span, token| span.cover(token.span));
                let text = String::from_utf8_lossy(span.slice(self.bytes)).into();
                Some(Extends::Class(Name { text, span }))
            }
            _ => None,
        };
    }

    fn inner(&mut self, name: &Name, rest: &[Token], outer: usize, indent: usize) {
        let inner = self.classes.len();
        let name = Some(name.clone());
        self.classes.push(Class {
            name,
            extends: None,
            outer: Some(outer),
            tool: false,
            members: Vec::new(),
        });
        let colon = rest.iter().position(|token| self.is(Some(token), b':')).unwrap_or(rest.len());
        self.extends_in(&rest[..colon], inner);
        self.open.push(Body { class: inner, indent: None, header: indent });
        let body = rest.get(colon + 1..).filter(|body| !body.is_empty() && self.one_line < MAX_ONE_LINE);
        if let Some(body) = body {
            self.one_line += 1;
            self.statements(body, inner, indent + 1);
            self.one_line -= 1;
        }
    }

    fn parameters(&self, line: &[Token], member: &mut Member) {
        let (inside, rest) = self.brackets(line);
        if let Some(inside) = inside {
            let mut depth = 0_i32;
            let mut begins = true;
            let mut has_default = false;
            for token in line[1..].iter().take_while(|token| token.span.end() <= inside.end()) {
                if begins {
                    member.parameters.extend(self.name(Some(token)));
                    begins = false;
                }
                let symbol = if token.kind == TokenKind::Symbol { token.span.slice(self.bytes) } else { b"" };
                match symbol {
                    b"(" | b"[" | b"{" => depth += 1,
                    b")" | b"]" | b"}" => depth -= 1,
                    b"=" if depth == 0 && !has_default => {
                        has_default = true;
                        member.required = member.parameters.len().saturating_sub(1);
                    }
                    b"," if depth == 0 => begins = true,
                    _ => {}
                }
            }
            if !has_default {
                member.required = member.parameters.len();
            }
        }
        if self.is(rest.first(), b'-') && self.is(rest.get(1), b'>') {
            member.type_name = self.type_of(&rest[2..]);
        }
    }

    fn typed(&self, line: &[Token], member: &mut Member) {
        if self.is(line.first(), b':') {
            member.type_name = self.type_of(&line[1..]);
        }
        let equals = line.iter().position(|token| self.is(Some(token), b'='));
        member.default = equals.and_then(|at| line.get(at + 1)).map(|token| token.span);
    }

    /// A type at the start of a line: a name with its dots and what stands in square brackets.
    fn type_of(&self, line: &[Token]) -> Option<Span> {
        let mut depth = 0_i32;
        let parts = line.iter().take_while(|token| {
            match token.span.slice(self.bytes) {
                b"[" => depth += 1,
                b"]" => depth -= 1,
                b"," => return depth > 0,
                b"." => {}
                _ => return token.kind == TokenKind::Word,
            }
            depth >= 0
        });
        parts.map(|token| token.span).reduce(Span::cover)
    }
}

#[cfg(test)]
mod tests {
    use proscenio_source::Source;

    use super::{Extends, MemberKind};
    use crate::gdscript::Script;

    fn script(text: &str) -> Script {
        Script::parse(Source::new("a.gd", text.into()))
    }

    fn members(text: &str) -> Vec<String> {
        let script = script(text);
        let show = |member: &super::Member| {
            let exported = member.exported.as_ref().map_or("", |exported| &exported.word);
            let kind = member
                .type_name
                .map_or(String::new(), |span| String::from_utf8_lossy(script.slice(span)).into_owned());
            let names: Vec<&str> = member.parameters.iter().map(|name| &*name.text).collect();
            let stat = if member.is_static { "static " } else { "" };
            format!(
                "{stat}{:?} {} {exported} {kind} {}/{}",
                member.kind,
                member.name.text,
                names.join(","),
                member.required
            )
        };
        script.class().members.iter().map(show).collect()
    }

    #[test]
    fn names_and_bases() {
        let of = |text: &str| {
            let script = script(text);
            let class = script.class();
            let base = match &class.extends {
                Some(Extends::Class(name)) => format!("class {}", name.text),
                Some(Extends::File(name)) => format!("file {}", name.text),
                None => String::new(),
            };
            (class.name.as_ref().map_or(String::new(), |name| name.text.to_string()), base, class.tool)
        };
        assert_eq!(of("class_name A extends B.C\n"), ("A".into(), "class B.C".into(), false));
        assert_eq!(
            of("@tool\n@icon(\"res://a.png\") class_name A\nextends \"b.gd\"\n"),
            ("A".into(), "file b.gd".into(), true)
        );
        assert_eq!(
            of("tool\nextends Node\nclass_name A, \"res://a.png\"\n"),
            ("A".into(), "class Node".into(), true)
        );
        assert_eq!(of("\u{feff}extends Node"), ("".into(), "class Node".into(), false));
    }

    #[test]
    fn members_of_godot_4() {
        let text = "extends Node\nsignal hit(by: Node, force)\nsignal gone\n@export_group(\"a\")\n@export var a: Array[Node] = []\n\
            @export_range(0, 1) var b := 1.0:\n\tset(value):\n\t\tvar inner = 1\n\t\tb = value\n@export\nvar c: Dictionary[String, int]\n\
            static func f(x, y: int = g(1, 2), z = 3) -> void:\n\tvar l = func(q): return q\n@onready var d = $D\nenum E {A, B}\nconst F = {\n\t\"x\": 1,\n}\n\
            @rpc(\"any_peer\", \"call_local\") func net(a): pass\n";
        assert_eq!(
            members(text),
            [
                "Signal hit   by,force/2",
                "Signal gone   /0",
                "Var a export Array[Node] /0",
                "Var b export_range  /0",
                "Var c export Dictionary[String, int] /0",
                "static Func f  void x,y,z/1",
                "Var d   /0",
                "Enum E   /0",
                "Const F   /0",
                "Func net   a/1",
            ]
        );
    }

    #[test]
    fn members_of_godot_3() {
        let text = "export(int, 1, 2) var a = 1 setget set_a, get_a\nexport var b: float = 2\nexport (NodePath) onready var p\nonready var c = $C\nremote func f(): pass\nvar x; var y\n";
        assert_eq!(
            members(text),
            [
                "Var a export  /0",
                "Var b export float /0",
                "Var p export  /0",
                "Var c   /0",
                "Func f   /0",
                "Var x   /0",
                "Var y   /0"
            ]
        );
    }

    #[test]
    fn classes_inside() {
        let text = "class A:\n\textends Node\n\tvar x\n\tclass B extends A:\n\t\tfunc f():\n\t\t\tpass\n\tvar y\nclass C: var z\nvar w\n";
        let script = script(text);
        let show = |class: &super::Class| {
            let members: Vec<&str> = class.members.iter().map(|member| &*member.name.text).collect();
            format!("{:?} {}", class.outer, members.join(" "))
        };
        let shown: Vec<String> = script.classes().iter().map(show).collect();
        assert_eq!(shown, ["None A C w", "Some(0) x B y", "Some(1) f", "Some(0) z"]);
        assert!(script.class().member(MemberKind::Var, "x").is_none());
    }
}
