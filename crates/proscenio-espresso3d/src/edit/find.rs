//! From addresses to items, and back.

use std::borrow::Cow;

use proscenio_source::did_you_mean;

use super::address::{self, Address, Step, Which, general, spelled, word_of};
use super::{AMBIGUOUS, EditRefusal, NO_PLACE, NO_SUCH_ITEM};
use crate::document::Document;
use crate::syntax::Kind;
use crate::view::{Item, Word};

/// Meanings of an unclear address that a message lists.
const MAX_MEANINGS: usize = 4;

/// An item and what it stands in.
#[derive(Clone, Debug)]
pub(super) struct Found<'d> {
    /// From below the file down to the item. Never empty.
    path: Vec<Item<'d>>,
}

impl<'d> Found<'d> {
    /// The item.
    pub fn item(&self) -> Item<'d> {
        self.path[self.path.len() - 1]
    }

    /// What the address leads through before it: a sector, an animation, or the file.
    pub fn parent(&self) -> Item<'d> {
        match self.path.len() {
            1 => root(self.path[0].document),
            len => self.path[len - 2],
        }
    }

    /// The shortest address that leads to the item alone.
    pub fn address(&self) -> String {
        let mut out = String::new();
        let mut parent = root(self.path[0].document);
        for item in &self.path {
            if !out.is_empty() {
                out.push('/');
            }
            out += &step_to(parent, *item).to_string();
            parent = *item;
        }
        out
    }
}

/// The node of the whole file.
pub(super) fn root(document: &Document) -> Item<'_> {
    document.item(document.tree().root())
}

/// Whether a node is an item that an address can name.
pub(super) fn is_item(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::TextureSet
            | Kind::Sector
            | Kind::Model
            | Kind::Terrain
            | Kind::Light
            | Kind::Triangle
            | Kind::Portal
            | Kind::Actor
            | Kind::ParticleSystem
            | Kind::Bone
            | Kind::BoneGroup
            | Kind::GroupBone
            | Kind::Animation
            | Kind::Frame
            | Kind::FrameBone
            | Kind::Rotate
            | Kind::Translate
            | Kind::Entry
    )
}

/// Shows every item that a step from `parent` can lead to, in the order of the file: what stands in it, and in
/// the models and bone groups in it.
pub(super) fn visit<'d>(parent: Item<'d>, see: &mut dyn FnMut(Item<'d>)) {
    for child in parent.children().filter(|child| is_item(child.kind())) {
        see(child);
        if matches!(child.kind(), Kind::Model | Kind::BoneGroup) {
            visit(child, see);
        }
    }
}

/// The name of an item: its id, alias, or registered name.
pub(super) fn name_of(item: Item<'_>) -> Option<Word<'_>> {
    item.word(name_kind(item.kind())?)
}

/// The node that holds the name of an item of a kind.
pub(super) fn name_kind(kind: Kind) -> Option<Kind> {
    Some(match kind {
        Kind::TextureSet => Kind::Path,
        Kind::Model | Kind::ParticleSystem => Kind::Name,
        Kind::Entry => Kind::Alias,
        Kind::Triangle | Kind::Rotate | Kind::Translate => return None,
        _ => Kind::Id,
    })
}

fn is_named(item: Item<'_>, name: &str) -> bool {
    name_of(item).is_some_and(|own| own.text() == name)
}

/// Whether an item is of a kind, as addresses count kinds.
pub(super) fn is_kind(item: Item<'_>, kind: Kind) -> bool {
    general(item.kind()) == general(kind)
}

/// The one item that an address leads to.
pub(super) fn find<'d>(document: &'d Document, address: &Address) -> Result<Found<'d>, EditRefusal> {
    let mut found: Vec<Vec<Item<'d>>> = vec![Vec::new()];
    for (at, step) in address.steps.iter().enumerate() {
        let mut next = Vec::new();
        for path in &found {
            let parent = path.last().copied().unwrap_or_else(|| root(document));
            next.extend(follow(parent, step).into_iter().map(|item| [&path[..], &[item]].concat()));
        }
        if next.is_empty() {
            return Err(nothing(document, &found, &address.steps[at]));
        }
        found = next;
    }
    match <[_; 1]>::try_from(found) {
        Ok([path]) if path.is_empty() => {
            Err(EditRefusal::new(NO_SUCH_ITEM, "the address names the whole file")
                .help("name an item; `proscenio tree` lists them"))
        }
        Ok([path]) => Ok(Found { path }),
        Err(several) => Err(unclear(address, several.into_iter().map(|path| Found { path }))),
    }
}

/// The one item that an address leads to, or the file itself.
pub(super) fn find_parent<'d>(document: &'d Document, text: &str) -> Result<(Item<'d>, String), EditRefusal> {
    let address = Address::parse(text)?;
    if !address.names.is_empty() {
        let message = format!("`{text}` is a field, which holds no items");
        return Err(EditRefusal::new(NO_PLACE, message));
    }
    if address.steps.is_empty() {
        return Ok((root(document), String::new()));
    }
    let found = find(document, &address)?;
    Ok((found.item(), found.address()))
}

/// The items that one step leads to.
fn follow<'d>(parent: Item<'d>, step: &Step) -> Vec<Item<'d>> {
    let mut found = Vec::new();
    match (&step.which, step.kind) {
        (Which::Name(name), kind) => visit(parent, &mut |item| {
            if kind.is_none_or(|kind| is_kind(item, kind)) && is_named(item, name) {
                found.push(item);
            }
        }),
        (Which::At(at), Some(kind)) => {
            let mut left = *at;
            visit(parent, &mut |item| {
                if is_kind(item, kind) {
                    if left == 0 {
                        found.push(item);
                    }
                    left = left.wrapping_sub(1);
                }
            });
        }
        (Which::Only, Some(kind)) => {
            visit(parent, &mut |item| {
                if is_named(item, word_of(kind)) {
                    found.push(item);
                }
            });
            if found.is_empty() {
                visit(parent, &mut |item| {
                    if is_kind(item, kind) {
                        found.push(item);
                    }
                });
            }
        }
        (Which::At(_) | Which::Only, None) => {}
    }
    found
}

/// The shortest step that leads from a parent to one of its items alone.
pub(super) fn step_to(parent: Item<'_>, item: Item<'_>) -> Step {
    let kind = general(item.kind());
    let name = name_of(item).map(Word::text);
    let (mut place, mut same_name, mut same_both) = (0, 0, 0);
    visit(parent, &mut |other| {
        place += usize::from(is_kind(other, kind) && other.index() < item.index());
        if let Some(name) = &name
            && is_named(other, name)
        {
            same_name += 1;
            same_both += usize::from(is_kind(other, kind));
        }
    });
    match name {
        Some(name) if same_name == 1 => Step { kind: None, which: Which::Name(name.into_owned()) },
        Some(name) if same_both == 1 => Step { kind: Some(kind), which: Which::Name(name.into_owned()) },
        _ => Step { kind: Some(kind), which: Which::At(place) },
    }
}

#[cold]
fn unclear<'d>(address: &Address, found: impl ExactSizeIterator<Item = Found<'d>>) -> EditRefusal {
    let count = found.len();
    let found: Vec<Found<'d>> = found.take(MAX_MEANINGS).collect();
    let meanings: Vec<String> = found.iter().map(|found| format!("`{}`", found.address())).collect();
    let more = if count > MAX_MEANINGS { " or another" } else { "" };
    let message = format!("`{address}` names {count} items");
    let refusal = EditRefusal::new(AMBIGUOUS, message).help(format!("write {}{more}", meanings.join(" or ")));
    refusal.at(found[0].item().span())
}

#[cold]
fn nothing<'d>(document: &'d Document, from: &[Vec<Item<'d>>], step: &Step) -> EditRefusal {
    let parent = from.first().and_then(|path| path.last()).copied();
    let place = parent.map_or_else(|| "the file".to_owned(), |parent| format!("`{}`", named(parent)));
    let refusal = EditRefusal::new(NO_SUCH_ITEM, format!("{place} holds no `{step}`"));
    let mut count = 0;
    let mut names: Vec<Cow<'d, str>> = Vec::new();
    visit(parent.unwrap_or_else(|| root(document)), &mut |item| {
        count += usize::from(step.kind.is_some_and(|kind| is_kind(item, kind)));
        names.extend(name_of(item).map(Word::text));
    });
    let Which::Name(name) = &step.which else {
        let kind = step.kind.map_or("item", word_of);
        return refusal.help(format!("it holds {count} of the kind {kind}"));
    };
    let elsewhere = elsewhere(root(document), &mut Vec::new(), name);
    for word in address::kind_words() {
        names.push(Cow::Borrowed(word));
    }
    let near = did_you_mean(name, names);
    let near = near.map(|near| respelled(&near, step.kind));
    let elsewhere = elsewhere.map(|address| format!("did you mean `{address}`?"));
    refusal.help("`proscenio tree` lists the items").maybe_help(near).maybe_help(elsewhere)
}

/// The suggestion with the kind that was written.
fn respelled(near: &str, kind: Option<Kind>) -> String {
    match kind {
        Some(kind) => near.replacen('`', &format!("`{}:", word_of(kind)), 1),
        None => near.to_owned(),
    }
}

/// The address of an item of this name somewhere in the file: the name alone is the usual slip.
fn elsewhere<'d>(parent: Item<'d>, path: &mut Vec<Item<'d>>, name: &str) -> Option<String> {
    for child in parent.children().filter(|child| is_item(child.kind())) {
        path.push(child);
        if is_named(child, name) {
            return Some(Found { path: path.clone() }.address());
        }
        if let Some(found) = elsewhere(child, path, name) {
            return Some(found);
        }
        path.pop();
    }
    None
}

/// An item for a message.
pub(super) fn named(item: Item<'_>) -> String {
    match name_of(item) {
        Some(name) => spelled(&name.text()),
        None if item.kind() == Kind::Root => "the file".to_owned(),
        None => word_of(item.kind()).to_owned(),
    }
}
