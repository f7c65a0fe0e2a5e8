//! Addresses: text by which a person names an item, a field, or one number.

use std::fmt;

use super::field::fields_of;
use super::{BAD_ADDRESS, EditRefusal};
use crate::syntax::Kind;

/// The words for kinds of items, as they stand in addresses.
const KINDS: &[(&str, Kind)] = &[
    ("textureset", Kind::TextureSet),
    ("sector", Kind::Sector),
    ("triangle", Kind::Triangle),
    ("portal", Kind::Portal),
    ("actor", Kind::Actor),
    ("particlesystem", Kind::ParticleSystem),
    ("light", Kind::Light),
    ("terrain", Kind::Terrain),
    ("model", Kind::Model),
    ("bone", Kind::Bone),
    ("bonegroup", Kind::BoneGroup),
    ("animation", Kind::Animation),
    ("frame", Kind::Frame),
    ("rotate", Kind::Rotate),
    ("translate", Kind::Translate),
    ("alias", Kind::Alias),
];

/// The kind that a word of an address or of `--type` says.
pub(super) fn kind_of(word: &str) -> Option<Kind> {
    KINDS.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind)
}

/// The word for a kind; bones of all spellings are bones.
pub(super) fn word_of(kind: Kind) -> &'static str {
    let kind = general(kind);
    KINDS.iter().find(|(_, own)| *own == kind).map_or("item", |(word, _)| word)
}

/// Every word for a kind.
pub(super) fn kind_words() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(word, _)| *word)
}

/// The kind that stands for a kind in addresses.
pub(super) fn general(kind: Kind) -> Kind {
    match kind {
        Kind::GroupBone | Kind::FrameBone => Kind::Bone,
        Kind::Entry => Kind::Alias,
        kind => kind,
    }
}

/// Whether items of a kind have names by which they are found.
pub(super) fn has_names(kind: Kind) -> bool {
    !matches!(kind, Kind::Triangle | Kind::Rotate | Kind::Translate)
}

/// What an edit is about.
///
/// `ITEM/ITEM…[:FIELD[:PART…]]`; nothing, or `.`, is the file itself. An item is
///
/// | written | names |
/// |---|---|
/// | `hall` | the item with this id, name or alias, of whatever kind |
/// | `portal:door` | the item of this kind with this name |
/// | `triangle[3]` | the item of this kind at this place in its parent, counted from 0 |
/// | `model` | the only item of this kind; `model:NAME` is a field of it, `model:"NAME"` an item |
///
/// Kinds are `textureset`, `sector`, `triangle`, `portal`, `actor`, `particlesystem`, `light`, `terrain`, `model`,
/// `bone`, `bonegroup`, `animation`, `frame`, `rotate`, `translate`, and `alias`: a line of a texture set, or all
/// uses of an alias in a map or an actor. The items of a model and the bones of a group need not name what they
/// stand in: `bone:Hips`, `walk/frame[2]/Hips`. A name that is a kind's word, or holds `/`, `:` or quotes, stands in
/// double quotes, `\` before quotes and `\` in it.
///
/// Fields have the names of their tags, in any letter case, and header words theirs: `ID`, `NAME`, `TYPE`, `PARENT`,
/// `FPS`, `PATH`, `FLAG`, `ALIAS`. Parts are corners (`A` to `D`), coordinates (`X Y Z`, `U V`), `ALIAS`, `SPAN`,
/// `SECTOR`, `PORTAL`, or the place of a value counted from 0: `hall/triangle[3]:TEXTURE:A:U`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The way to the item; empty for the file.
    pub steps: Vec<Step>,
    /// The field and the part of it; empty for the item itself.
    pub names: Vec<String>,
}

/// One step on the way to an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind it says, if it says one.
    pub kind: Option<Kind>,
    /// Which of them.
    pub which: Which,
}

/// Which of several items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// The one with this name.
    Name(String),
    /// The one at this place among those of its kind, counted from 0.
    At(usize),
    /// The only one; where the word is also a name, the item of that name.
    Only,
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// When a name is empty, a quote is not closed, or a place is no number.
    pub fn parse(text: &str) -> Result<Self, EditRefusal> {
        let mut address = Self::default();
        let mut rest = text;
        if rest == "." || rest.is_empty() {
            return Ok(address);
        }
        if !rest.starts_with(':') {
            loop {
                let (step, behind) = step(rest, text)?;
                address.steps.push(step);
                rest = behind;
                match rest.strip_prefix('/') {
                    Some(next) => rest = next,
                    None => break,
                }
            }
        }
        if let Some(names) = rest.strip_prefix(':') {
            address.names = names.split(':').map(str::to_owned).collect();
            if address.names.iter().any(String::is_empty) {
                return Err(bad(text, "a field has no name"));
            }
        } else if !rest.is_empty() {
            return Err(bad(text, "`/` or `:` is expected after a name"));
        }
        Ok(address)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, &self.which) {
            (None, Which::Name(name)) => f.write_str(&spelled(name)),
            (Some(kind), Which::Name(name)) => {
                let is_field = fields_of(kind).iter().any(|field| field.name == *name);
                let name = if is_field { format!("\"{name}\"") } else { spelled(name) };
                write!(f, "{}:{name}", word_of(kind))
            }
            (Some(kind), Which::At(at)) => write!(f, "{}[{at}]", word_of(kind)),
            (Some(kind), Which::Only) => f.write_str(word_of(kind)),
            (None, Which::At(at)) => write!(f, "item[{at}]"),
            (None, Which::Only) => f.write_str("."),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            if at > 0 {
                f.write_str("/")?;
            }
            step.fmt(f)?;
        }
        self.names.iter().try_for_each(|name| write!(f, ":{name}"))
    }
}

fn step<'t>(rest: &'t str, whole: &str) -> Result<(Step, &'t str), EditRefusal> {
    let (word, behind, quoted) = word(rest, whole)?;
    let kind = if quoted { None } else { kind_of(&word) };
    let Some(kind) = kind else {
        return Ok((Step { kind: None, which: Which::Name(word) }, behind));
    };
    if let Some(inner) = behind.strip_prefix('[') {
        let (digits, behind) = inner.split_once(']').ok_or_else(|| bad(whole, "`]` is missing"))?;
        let at = digits.parse().map_err(|_| bad(whole, &format!("`{digits}` is no place counted from 0")))?;
        return Ok((Step { kind: Some(kind), which: Which::At(at) }, behind));
    }
    if let Some(named) = behind.strip_prefix(':')
        && has_names(kind)
    {
        let (name, behind, quoted) = self::word(named, whole)?;
        // `model:NAME` is the name of the only model.
        let is_field = !quoted && fields_of(kind).iter().any(|field| field.name == name);
        if is_field {
            return Ok((Step { kind: Some(kind), which: Which::Only }, &rest[word.len()..]));
        }
        return Ok((Step { kind: Some(kind), which: Which::Name(name) }, behind));
    }
    Ok((Step { kind: Some(kind), which: Which::Only }, behind))
}

/// The next word, what stands behind it, and whether it stood in quotes.
fn word<'t>(rest: &'t str, whole: &str) -> Result<(String, &'t str, bool), EditRefusal> {
    if let Some(inner) = rest.strip_prefix('"') {
        let mut out = String::new();
        let mut chars = inner.char_indices();
        while let Some((at, character)) = chars.next() {
            match character {
                '"' => return Ok((out, &inner[at + 1..], true)),
                '\\' => out.extend(chars.next().map(|(_, escaped)| escaped)),
                character => out.push(character),
            }
        }
        return Err(bad(whole, "a quote is not closed"));
    }
    let end = rest.find(['/', ':']).unwrap_or(rest.len());
    // A bracket says a place only behind a kind; elsewhere it is a letter like any other.
    let bracket = rest[..end].find('[').filter(|at| kind_of(&rest[..*at]).is_some());
    let end = bracket.unwrap_or(end);
    if end == 0 {
        return Err(bad(whole, "a name is empty"));
    }
    Ok((rest[..end].to_owned(), &rest[end..], false))
}

/// A name as it stands in an address.
pub(super) fn spelled(name: &str) -> String {
    let bracket = name.split_once('[').is_some_and(|(word, _)| kind_of(word).is_some());
    let plain = !name.is_empty()
        && name != "."
        && !name.starts_with('"')
        && !name.contains(['/', ':'])
        && !bracket
        && kind_of(name).is_none();
    if plain {
        return name.to_owned();
    }
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

fn bad(text: &str, why: &str) -> EditRefusal {
    EditRefusal::new(BAD_ADDRESS, format!("`{text}` is no address: {why}")).help(BAD_ADDRESS.help)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Address, Step, Which, spelled};
    use crate::syntax::Kind;

    fn steps(text: &str) -> Vec<Step> {
        Address::parse(text).unwrap().steps
    }

    fn named(kind: Option<Kind>, name: &str) -> Step {
        Step { kind, which: Which::Name(name.into()) }
    }

    #[test]
    fn addresses_fall_into_items_and_fields() {
        assert_eq!(steps("hall/door"), [named(None, "hall"), named(None, "door")]);
        let third = Step { kind: Some(Kind::Triangle), which: Which::At(3) };
        assert_eq!(steps("sector:hall/triangle[3]"), [named(Some(Kind::Sector), "hall"), third]);
        assert_eq!(steps("bone:Hips:POSITION"), [named(Some(Kind::Bone), "Hips")]);
        assert_eq!(steps("model:x/a[1]"), [named(Some(Kind::Model), "x"), named(None, "a[1]")]);
        assert_eq!(steps(r#""bone":ID"#), [named(None, "bone")]);
        assert_eq!(steps(r#"sector:"a/\"b""#), [named(Some(Kind::Sector), "a/\"b")]);
        let only = Step { kind: Some(Kind::Rotate), which: Which::Only };
        assert_eq!(steps("walk/frame[0]/Hips/rotate:SPAN")[3], only);
        let address = Address::parse("hall/door:VERTICES:A:X").unwrap();
        assert_eq!(address.names, ["VERTICES", "A", "X"]);
        assert_eq!(address.to_string(), "hall/door:VERTICES:A:X");
        assert_eq!(Address::parse(".").unwrap(), Address::default());
    }

    #[test]
    fn what_is_unclear_is_refused() {
        for text in ["/a", "a//b", "a/", "\"a", "\"a\"b", "a:", "a::b", "triangle[x]", "triangle[1", "bone:"]
        {
            assert_eq!(Address::parse(text).unwrap_err().code.name, "espresso3d/edit-bad-address", "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_name_can_be_spelled(name in ".*") {
            prop_assert_eq!(steps(&spelled(&name)), [named(None, &name)]);
            let step = named(Some(Kind::Portal), &name);
            prop_assert_eq!(steps(&step.to_string()), [step]);
        }
    }
}
