//! What a GDScript declares: its class name, what it extends, its functions, signals and variables. Scripts
//! of Godot 3 and 4.
//!
//! ```
//! use proscenio_godot::script::{Base, Script};
//!
//! let script = Script::parse(b"class_name Hero extends CharacterBody2D\nsignal died(how)\n\
//!     @export_range(0, 1) var speed := 0.5\nfunc _on_hit(by: Node) -> void:\n\tfunc_inside()\n");
//! assert_eq!(script.class_name.as_deref(), Some("Hero"));
//! assert_eq!(script.base, Base::Named("CharacterBody2D".to_owned()));
//! assert!(script.has_function("_on_hit") && !script.has_function("func_inside"));
//! assert_eq!((script.signals.as_slice(), script.variables[0].exported), (&["died".to_owned()][..], true));
//! ```
//!
//! # Limitations
//!
//! Only what stands at the left margin is looked at: bodies of functions and inner classes are passed over.
//! Reading never fails; a script that the engine would refuse gives what could be made out of it.

/// A script by what it declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// `class_name`.
    pub class_name: Option<String>,
    /// What it extends.
    pub base: Base,
    /// Its functions, in file order.
    pub functions: Vec<String>,
    /// Its signals, in file order.
    pub signals: Vec<String>,
    /// Its variables, in file order.
    pub variables: Vec<Variable>,
}

/// What a script extends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// Nothing is said: `RefCounted`, in Godot 3 `Reference`.
    #[default]
    Unsaid,
    /// A class of the engine or of a script, by name.
    Named(String),
    /// A script, by its path as it is written.
    Path(String),
    /// An inner class of another, `Base.Inner`.
    Inner,
}

/// A variable of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Whether the editor shows and files keep it.
    pub exported: bool,
}

impl Script {
    /// Reads the text of a script.
    #[must_use]
    pub fn parse(text: &[u8]) -> Self {
        let mut script = Self::default();
        let mut lexer = Lexer { text, at: 0 };
        if text.starts_with(b"\xEF\xBB\xBF") {
            lexer.at = 3;
        }
        // An annotation on a line of its own belongs to the next declaration.
        let mut exported = false;
        while let Some(line) = lexer.line() {
            if line.margin {
                exported = script.statement(&line.tokens, exported);
            }
        }
        script
    }

    /// Whether it has a function of its own.
    #[must_use]
    pub fn has_function(&self, name: &str) -> bool {
        self.functions.iter().any(|own| own == name)
    }

    /// Takes a statement in; whether it was annotations alone, and one of them exports.
    fn statement(&mut self, tokens: &[Token<'_>], exported: bool) -> bool {
        let mut rest = tokens;
        let mut exported = exported;
        loop {
            match rest {
                [Token::Sign(b'@'), Token::Word(name), behind @ ..] => {
                    exported |= name.starts_with("export") && !name.starts_with("export_category");
                    exported &= !matches!(*name, "export_group" | "export_subgroup");
                    rest = past_group(behind);
                }
                [Token::Word("export"), behind @ ..] => {
                    exported = true;
                    rest = past_group(behind);
                }
                [Token::Word(word), behind @ ..] if MODIFIERS.contains(word) => rest = behind,
                _ => break,
            }
        }
        match rest {
            [] => return exported,
            [Token::Word("func"), Token::Word(name), ..] => self.functions.push((*name).to_owned()),
            [Token::Word("signal"), Token::Word(name), ..] => self.signals.push((*name).to_owned()),
            [Token::Word("var"), Token::Word(name), ..] => {
                self.variables.push(Variable { name: (*name).to_owned(), exported });
            }
            [Token::Word("class_name"), Token::Word(name), behind @ ..] => {
                self.class_name = Some((*name).to_owned());
                if let [Token::Word("extends"), base @ ..] = behind {
                    self.base = base_of(base);
                }
            }
            [Token::Word("extends"), base @ ..] => self.base = base_of(base),
            _ => {}
        }
        false
    }
}

/// Words that may stand in front of a declaration.
const MODIFIERS: [&str; 11] = [
    "static",
    "onready",
    "tool",
    "remote",
    "master",
    "puppet",
    "slave",
    "sync",
    "remotesync",
    "mastersync",
    "puppetsync",
];

fn base_of(tokens: &[Token<'_>]) -> Base {
    match tokens {
        [Token::Text(path)] => Base::Path(path.clone()),
        [Token::Word(name)] => Base::Named((*name).to_owned()),
        // `class_name` may stand behind `extends` on one line.
        [Token::Word(name), Token::Word("class_name"), ..] => Base::Named((*name).to_owned()),
        _ => Base::Inner,
    }
}

/// Behind the brackets that a list of tokens begins with.
fn past_group<'t, 's>(tokens: &'t [Token<'s>]) -> &'t [Token<'s>] {
    if tokens.first() != Some(&Token::Sign(b'(')) {
        return tokens;
    }
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign(b'(') => depth += 1,
            Token::Sign(b')') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &tokens[at + 1..];
        }
    }
    &[]
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token<'s> {
    Word(&'s str),
    Text(String),
    Sign(u8),
}

/// A logical line: brackets and `\` carry on.
struct Line<'s> {
    margin: bool,
    tokens: Vec<Token<'s>>,
}

/// Tokens of one line that are kept: a declaration has said all by then.
const MOST: usize = 64;

struct Lexer<'s> {
    text: &'s [u8],
    at: usize,
}

impl<'s> Lexer<'s> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The next logical line that holds something.
    fn line(&mut self) -> Option<Line<'s>> {
        let mut line = Line { margin: true, tokens: Vec::new() };
        let mut depth = 0_usize;
        let mut start = true;
        loop {
            let Some(byte) = self.peek() else {
                return (!line.tokens.is_empty()).then_some(line);
            };
            match byte {
                b'\n' => {
                    self.at += 1;
                    if depth == 0 && !line.tokens.is_empty() {
                        return Some(line);
                    }
                    if depth == 0 {
                        (start, line.margin) = (true, true);
                    }
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    line.margin &= !start || byte == b'\r';
                    self.at += 1;
                    continue;
                }
                b'\\' => {
                    // The line goes on in the next one.
                    self.at += 1;
                    while self.peek().is_some_and(|byte| byte == b'\r') {
                        self.at += 1;
                    }
                    self.at += usize::from(self.peek() == Some(b'\n'));
                    continue;
                }
                b'#' => {
                    let rest = &self.text[self.at..];
                    self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                    continue;
                }
                _ => {}
            }
            start = false;
            let token = self.token(byte);
            match token {
                Token::Sign(b'(' | b'[' | b'{') => depth += 1,
                Token::Sign(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                // A second statement on the line.
                Token::Sign(b';') if depth == 0 && !line.tokens.is_empty() => return Some(line),
                _ => {}
            }
            if line.tokens.len() < MOST {
                line.tokens.push(token);
            }
        }
    }

    fn token(&mut self, byte: u8) -> Token<'s> {
        if byte == b'"' || byte == b'\'' {
            return Token::Text(self.string(byte, false));
        }
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| is_word(byte)).count();
        if length == 0 {
            self.at += 1;
            return Token::Sign(byte);
        }
        // `r"…"` has no escapes.
        if length == 1 && byte == b'r' && matches!(rest.get(1), Some(b'"' | b'\'')) {
            self.at += 1;
            return Token::Text(self.string(rest[1], true));
        }
        self.at += length;
        Token::Word(std::str::from_utf8(&rest[..length]).unwrap_or(""))
    }

    /// The text in quotes; three of them may hold line ends. One that is not closed ends with the file.
    fn string(&mut self, quote: u8, raw: bool) -> String {
        let long = self.text[self.at..].starts_with(&[quote; 3]);
        self.at += if long { 3 } else { 1 };
        let start = self.at;
        while let Some(byte) = self.peek() {
            if byte == b'\\' && !raw {
                self.at += 2;
                continue;
            }
            let closes = byte == quote && (!long || self.text[self.at..].starts_with(&[quote; 3]));
            // A text in single quotes of one line that is not closed: the engine refuses the script.
            if closes || (byte == b'\n' && !long && raw) {
                break;
            }
            self.at += 1;
        }
        let end = self.at.min(self.text.len());
        self.at = (end + if long { 3 } else { 1 }).min(self.text.len());
        String::from_utf8_lossy(&self.text[start.min(end)..end]).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{Base, Script};

    #[test]
    fn scripts_of_godot_3() {
        let script = Script::parse(
            b"tool\nextends \"res://base.gd\"\nclass_name Enemy, \"res://icon.png\"\n\
              export(int, 0, 10) var life = 3 setget set_life\nexport var name_of = \"func no():\"\n\
              onready var a = $A\nremotesync func hit(by):\n\tvar func_b = 1\n\tpass\nstatic func make(): return 1\n\
              signal died\nclass Inner:\n\tfunc inside(): pass\n",
        );
        assert_eq!(script.base, Base::Path("res://base.gd".to_owned()));
        assert_eq!(script.class_name.as_deref(), Some("Enemy"));
        assert_eq!(script.functions, ["hit", "make"]);
        assert_eq!(script.signals, ["died"]);
        let variables: Vec<_> = script.variables.iter().map(|it| (&*it.name, it.exported)).collect();
        assert_eq!(variables, [("life", true), ("name_of", true), ("a", false)]);
    }

    #[test]
    fn scripts_of_godot_4() {
        let script = Script::parse(
            b"@tool\r\n@icon(\"res://a.svg\")\r\nclass_name Hero\r\nextends Node.Inner\r\n\
              @export\r\nvar a: int\r\n@export_group(\"More\")\r\nvar b = [\r\nfunc_like,\r\n]\r\n\
              @export_node_path(\"A\", \"B\") var c: NodePath ; var d = 1\r\n# func no():\r\n\
              \"\"\"\r\nfunc text(): pass\r\n\"\"\"\r\n@rpc(\"any_peer\", \"call_local\") func go() -> void:\r\n\tpass\r\n\
              func over(a,\r\n\tb):\r\n\tpass\r\nvar e = func(x): return x\r\nvar f = \\\r\n  1\r\nfunc g(): pass",
        );
        assert_eq!(script.base, Base::Inner);
        assert_eq!(script.class_name.as_deref(), Some("Hero"));
        assert_eq!(script.functions, ["go", "over", "g"]);
        let variables: Vec<_> = script.variables.iter().map(|it| (&*it.name, it.exported)).collect();
        let expected = [("a", true), ("b", false), ("c", true), ("d", false), ("e", false), ("f", false)];
        assert_eq!(variables, expected);
    }

    #[test]
    fn reading_ends_whatever_the_text() {
        for text in [
            "",
            "\"",
            "\"\"\"",
            "r'",
            "func",
            "@",
            "@export(",
            "var a = (",
            "\\",
            "'\\",
            "\u{FEFF}func a(): pass",
        ] {
            let _ = Script::parse(text.as_bytes());
        }
        assert!(Script::parse("\u{FEFF}func a(): pass".as_bytes()).has_function("a"));
        assert!(Script::parse("func größe(): pass".as_bytes()).has_function("größe"));
    }
}
