//! Naming a box, a component, an asset, or a member of one.

use std::iter::Peekable;
use std::str::Chars;

use super::{BAD_TARGET, EditRefusal};

/// One step of the way to a box or component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A name or an id; of a component, its id or its type.
    Plain(String),
    /// An id and nothing else: `#player`.
    Id(String),
    /// The root box: `.`.
    Root,
}

/// What a target starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The file itself.
    File,
    /// A box or a component, by the way to it.
    Way(Vec<Step>),
    /// An entry of the manifest, by its key.
    Asset(String),
}

/// Names a box, a component, an asset, or a member of one.
///
/// As text, `OWNER[:MEMBER[:MEMBER…]]`. `OWNER` is one of
///
/// - **a box**: `#ID`; or a way of names and ids parted by `/`. A way starts at a box by its id wherever it
///   stands, at the root by its name or as `.`, or at a child of the root: `player`, `World/Player`, `Player`,
///   `./Player/Arm`, `#player/Arm`.
/// - **a component**: a box, `/`, and the component's id or type: `player/art`, `player/sprite`, `./camera-2d`;
///   or `#ID` or the id alone.
/// - **an asset**: `@KEY`.
/// - **the file itself**: nothing: `:name`, `:assets:0:src`.
///
/// `MEMBER` is the name of a member, the index of an array's element counted from 0, or, to put something
/// behind the last element, `-`: `player:transform:x`, `player/art:anchor:y`, `@hero:src`, `player:tags:0`.
///
/// A word with `/` or `:` inside, or that starts with `#`, `@`, `.` or `"`, stands in quotes:
/// `"and/or":name`, `#"a:b"`, `player:data:0:value:"x:y"`. Where a name fits several things the target is
/// refused; `#ID` tells boxes of one name apart, and the way through the file (`:root:children:2`) always does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// What the members belong to.
    pub owner: Owner,
    /// The members, outermost first.
    pub names: Vec<String>,
}

impl Target {
    /// Takes a target's text apart.
    ///
    /// # Errors
    /// A quote that is not closed, or an empty step in a way.
    pub fn parse(text: &str) -> Result<Self, EditRefusal> {
        let mut reader = Reader { text, rest: text.chars().peekable() };
        let owner = reader.owner()?;
        let mut names = Vec::new();
        while reader.rest.next_if_eq(&':').is_some() {
            names.push(reader.word(&[':'])?.0);
        }
        Ok(Self { owner, names })
    }

    /// A box or component by its id alone.
    #[must_use]
    pub fn id(id: impl Into<String>) -> Self {
        Self { owner: Owner::Way(vec![Step::Id(id.into())]), names: Vec::new() }
    }

    /// An asset by its key.
    #[must_use]
    pub fn asset(key: impl Into<String>) -> Self {
        Self { owner: Owner::Asset(key.into()), names: Vec::new() }
    }

    /// The same with one more member behind.
    #[must_use]
    pub fn member(mut self, name: impl Into<String>) -> Self {
        self.names.push(name.into());
        self
    }
}

struct Reader<'t> {
    text: &'t str,
    rest: Peekable<Chars<'t>>,
}

impl Reader<'_> {
    fn owner(&mut self) -> Result<Owner, EditRefusal> {
        match self.rest.peek() {
            None | Some(':') => return Ok(Owner::File),
            Some('@') => {
                self.rest.next();
                return Ok(Owner::Asset(self.word(&[':'])?.0));
            }
            Some(_) => {}
        }
        let mut steps = Vec::new();
        loop {
            let by_id = self.rest.next_if_eq(&'#').is_some();
            let (word, quoted) = self.word(&[':', '/'])?;
            steps.push(match &*word {
                "" if !quoted => return Err(self.empty_step()),
                _ if by_id => Step::Id(word),
                "." if !quoted && steps.is_empty() => Step::Root,
                _ => Step::Plain(word),
            });
            if self.rest.next_if_eq(&'/').is_none() {
                return Ok(Owner::Way(steps));
            }
        }
    }

    fn empty_step(&self) -> EditRefusal {
        let refusal = EditRefusal::new(BAD_TARGET, format!("`{}` has an empty step", self.text));
        if self.text.starts_with('/') {
            refusal.help("a way starts at the root or below it, without a `/`; the root is `.`")
        } else {
            refusal.help("write BOX/BOX, or `\"\"` for an empty name")
        }
    }

    /// A word up to one of the stops, and whether it stood in quotes.
    fn word(&mut self, stops: &[char]) -> Result<(String, bool), EditRefusal> {
        let mut word = String::new();
        if self.rest.next_if_eq(&'"').is_none() {
            while let Some(character) = self.rest.next_if(|character| !stops.contains(character)) {
                word.push(character);
            }
            return Ok((word, false));
        }
        loop {
            match self.rest.next() {
                Some('"') => break,
                Some('\\') => word.extend(self.rest.next()),
                Some(character) => word.push(character),
                None => {
                    let message = format!("a quote in `{}` is not closed", self.text);
                    return Err(EditRefusal::new(BAD_TARGET, message).help("write `\"` behind the name"));
                }
            }
        }
        match self.rest.peek() {
            Some(character) if !stops.contains(character) => {
                let message = format!("`{character}` behind a closing quote in `{}`", self.text);
                Err(EditRefusal::new(BAD_TARGET, message).help("put the whole word in the quotes"))
            }
            _ => Ok((word, true)),
        }
    }
}

/// A word as it stands in a target.
pub(super) fn spelled(word: &str) -> String {
    let plain = !word.is_empty()
        && !word.starts_with(['#', '@', '.', '"'])
        && !word.contains(['/', ':'])
        && !word.chars().any(char::is_control);
    if plain {
        return word.to_owned();
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Owner, Step, Target, spelled};

    fn way(text: &str) -> Vec<Step> {
        match Target::parse(text).unwrap().owner {
            Owner::Way(steps) => steps,
            owner => panic!("{owner:?}"),
        }
    }

    fn plain(word: &str) -> Step {
        Step::Plain(word.into())
    }

    #[test]
    fn targets_fall_into_owner_and_members() {
        assert_eq!(way("World/Player"), [plain("World"), plain("Player")]);
        assert_eq!(way("#a/b"), [Step::Id("a".into()), plain("b")]);
        assert_eq!(way("./.x"), [Step::Root, plain(".x")]);
        assert_eq!(way(r##""a/b"/#"c:\"d""##), [plain("a/b"), Step::Id("c:\"d".into())]);
        assert_eq!(way(r#""""#), [plain("")]);
        let target = Target::parse(r#"player/art:uniforms:"a:b":0"#).unwrap();
        assert_eq!(target.names, ["uniforms", "a:b", "0"]);
        assert_eq!(Target::parse("@ui/hero:src").unwrap(), Target::asset("ui/hero").member("src"));
        assert_eq!(
            Target::parse(":name").unwrap(),
            Target { owner: Owner::File, names: vec!["name".into()] }
        );
        assert_eq!(Target::parse("").unwrap().owner, Owner::File);
    }

    #[test]
    fn what_is_unclear_is_refused() {
        for text in ["/a", "a//b", "a/", "\"a", "\"a\"b", "#", "a:\"b"] {
            assert_eq!(Target::parse(text).unwrap_err().code.name, "nacatamalon/edit-bad-target", "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_word_can_be_spelled(word in ".*") {
            prop_assert_eq!(way(&spelled(&word)), [plain(&word)]);
            prop_assert_eq!(way(&format!("#{}", spelled(&word))), [Step::Id(word)]);
        }
    }
}
