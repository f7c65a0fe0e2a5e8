//! Where items stand among each other; moving and copying them.

use proscenio_source::{Edit, Place, Span, free_name};

use super::address::{Address, word_of};
use super::find::{self, Found, find_parent, is_item, is_kind, name_of, named, step_to};
use super::layout::{Anchor, Layout};
use super::rename::{References, is_unique, namesakes, same_name, taken};
use super::{EditRefusal, Edits, NEEDED, NO_PLACE, NO_SUCH_FIELD, NO_SUCH_ITEM, words};
use crate::document::Document;
use crate::syntax::Kind;
use crate::view::{Item, Word};

/// A place between two lines.
pub(super) struct Spot {
    anchor: Anchor,
    /// Whether an empty line comes first.
    blank: bool,
    /// The indentation of what goes there.
    pub indent: String,
    /// The indentation of what follows, where that shares the line.
    follow: String,
    /// The item before, if any.
    before: Option<Span>,
}

impl Spot {
    /// The spot of a new item of a kind in a container.
    pub fn of(
        document: &Document,
        container: Item<'_>,
        kind: Kind,
        place: Place<'_>,
        layout: &Layout<'_>,
    ) -> Result<Self, EditRefusal> {
        let siblings: Vec<Item<'_>> = container.children().filter(|child| is_item(child.kind())).collect();
        let own: Vec<usize> = (0..siblings.len()).filter(|at| is_kind(siblings[*at], kind)).collect();
        // How many siblings stand before it.
        let before = match place {
            Place::At(at) if at < own.len() => own[at],
            Place::Before(step) => sibling(container, &siblings, step)?,
            Place::Behind(step) => sibling(container, &siblings, step)? + 1,
            Place::At(_) | Place::Last => match own.last() {
                Some(last) => last + 1,
                // The engine wants texture sets before what uses them.
                None if kind == Kind::TextureSet => 0,
                None => siblings.len(),
            },
        };
        let is_root = container.kind() == Kind::Root;
        let anchor = match before.checked_sub(1).map(|at| siblings[at]) {
            Some(item) => Anchor::Behind(item.span().end()),
            None if is_root => Anchor::FileStart,
            None => Anchor::Behind(layout.brace(container)?),
        };
        let anchor = match (anchor, siblings.is_empty(), document.tree().children(container.index()).last()) {
            // Behind the comments of a file that holds nothing else.
            (Anchor::FileStart, true, Some((_, last))) => Anchor::Behind(last.span().end()),
            (anchor, ..) => anchor,
        };
        let apart = |at: usize| {
            let pair = siblings.get(at).zip(siblings.get(at + 1));
            pair.is_some_and(|(a, b)| layout.is_apart(a.span().end(), b.span().start()))
        };
        let blank = match before {
            0 => false,
            1 => apart(0),
            _ => apart(before - 2),
        };
        let outer = if is_root { String::new() } else { layout.indent_at(container.span().start()) };
        let like = own.first().map(|at| siblings[*at]).or(siblings.first().copied());
        let indent = like.and_then(|like| layout.line_indent(like.span().start()));
        let indent =
            indent.unwrap_or_else(|| if is_root { String::new() } else { format!("{outer}{}", layout.unit) });
        let follow = if before == siblings.len() { outer } else { indent.clone() };
        let before = before.checked_sub(1).map(|at| siblings[at].span());
        Ok(Self { anchor, blank, indent, follow, before })
    }

    /// Puts lines there, the first with its indentation.
    pub fn insert(&self, layout: &Layout<'_>, lines: &[Vec<u8>]) -> Edit {
        layout.insert(self.anchor, lines, self.blank, &self.follow)
    }
}

/// The place of a sibling that a step names.
fn sibling(container: Item<'_>, siblings: &[Item<'_>], step: &str) -> Result<usize, EditRefusal> {
    let wanted = Address::parse(step)?;
    let is_it = |item: &Item<'_>| match &wanted.steps[..] {
        [only] => {
            let name = name_of(*item).map(Word::text);
            let full = step_to(container, *item);
            let same_name = matches!(&only.which, super::Which::Name(own) if name.as_deref() == Some(own));
            *only == full
                || (same_name && only.kind.is_none_or(|kind| is_kind(*item, kind)))
                || place_of(siblings, *item) == *only
        }
        _ => false,
    };
    let found: Vec<usize> = (0..siblings.len()).filter(|at| is_it(&siblings[*at])).collect();
    match found[..] {
        [only] if wanted.names.is_empty() => Ok(only),
        [] => {
            let names = siblings.iter().filter_map(|item| name_of(*item)).map(Word::text);
            let near = proscenio_source::did_you_mean(step, names);
            let refusal = EditRefusal::new(NO_SUCH_ITEM, format!("{} holds no `{step}`", named(container)));
            Err(refusal.help("name a sibling, such as `door` or `triangle[3]`").maybe_help(near))
        }
        _ => Err(EditRefusal::new(super::AMBIGUOUS, format!("`{step}` names several siblings"))
            .help(super::AMBIGUOUS.help)),
    }
}

/// The step that counts an item among those of its kind.
fn place_of(siblings: &[Item<'_>], item: Item<'_>) -> super::Step {
    let before = siblings.iter().take_while(|other| other.index() != item.index());
    let at = before.filter(|other| is_kind(**other, item.kind())).count();
    super::Step { kind: Some(super::address::general(item.kind())), which: super::Which::At(at) }
}

/// Moves an item to another place, or into another parent of the same kind. Links to a portal follow it into
/// another sector.
///
/// # Errors
/// When the item or the parent is not there, the parent holds no such items, or a name is taken there.
pub fn move_item(
    document: &Document,
    address: &str,
    parent: Option<&str>,
    place: Place<'_>,
) -> Result<Edits, EditRefusal> {
    let parsed = item_address(address)?;
    let found = find::find(document, &parsed)?;
    let item = found.item();
    let home = holder(document, item);
    let (target, at) = match parent {
        Some(text) => find_parent(document, text)?,
        None => (home, parent_address(&found)),
    };
    if target.kind() != home.kind() {
        let message = format!("{} holds no {}", named(target), word_of(item.kind()));
        return Err(EditRefusal::new(NO_PLACE, message).help(NO_PLACE.help));
    }
    let moves = target.index() != home.index();
    let name = name_of(item).map(Word::text);
    if let Some(name) = name.as_deref().filter(|_| moves && is_unique(item.kind()))
        && let Some(other) = namesakes(document, item, target, name).first()
    {
        return Err(taken(*other, name));
    }
    let layout = Layout::of(document);
    let spot = Spot::of(document, target, item.kind(), place, &layout)?;
    let removal = layout.removal(item.span());
    let stays = spot.before.is_some_and(|before| before == item.span());
    if !moves && (stays || previous(home, item) == spot.before) {
        return Ok(Edits::default());
    }
    let text = layout.with_end(item.span());
    let links = if moves && item.kind() == Kind::Portal {
        links_follow(document, item, home, target)
    } else {
        Vec::new()
    };
    // A portal may lead to itself.
    let (inside, outside): (Vec<Edit>, Vec<Edit>) =
        links.into_iter().partition(|link| item.span().contains(link.span));
    let piece = changed(document.source().slice(text), text.start(), &inside);
    let lines = moved_lines(&piece, &layout.indent_at(text.start()), &spot.indent);
    let mut edits = vec![spot.insert(&layout, &lines), Edit::delete(removal)];
    edits.extend(outside);
    let made = name.map(|name| super::address::spelled(&name)).filter(|_| is_unique(item.kind()));
    let made = made.map(|step| if at.is_empty() { step } else { format!("{at}/{step}") });
    Ok(Edits { edits, findings: Vec::new(), made })
}

/// The links to a portal that goes to another sector.
fn links_follow(document: &Document, portal: Item<'_>, from: Item<'_>, to: Item<'_>) -> Vec<Edit> {
    let (Some(old), Some(new), Some(id)) = (name_of(from), name_of(to), name_of(portal)) else {
        return Vec::new();
    };
    let references = References::of(document);
    let doors = references.doors.iter();
    let to_it =
        doors.filter(|[sector, portal]| sector.bytes() == old.bytes() && portal.bytes() == id.bytes());
    to_it.map(|[sector, _]| Edit::replace(sector.span(), new.bytes())).collect()
}

fn item_address(address: &str) -> Result<Address, EditRefusal> {
    let parsed = Address::parse(address)?;
    if parsed.names.is_empty() {
        return Ok(parsed);
    }
    let message = format!("`{address}` is a field, not an item");
    Err(EditRefusal::new(NO_SUCH_FIELD, message).help("name the item alone"))
}

/// What an item stands in directly: for a bone its model, whatever its address leads through.
pub(super) fn holder<'d>(document: &'d Document, item: Item<'d>) -> Item<'d> {
    let mut at = find::root(document);
    loop {
        let inner =
            at.children().find(|child| child.span().contains(item.span()) && child.index() != item.index());
        match inner.filter(|inner| inner.index() < item.index()) {
            Some(inner) => at = inner,
            None => return at,
        }
    }
}

fn parent_address(found: &Found<'_>) -> String {
    let address = found.address();
    let own = step_to(found.parent(), found.item()).to_string();
    address.strip_suffix(&own).map(|rest| rest.trim_end_matches('/').to_owned()).unwrap_or_default()
}

/// The item before an item in what holds it.
fn previous(home: Item<'_>, item: Item<'_>) -> Option<Span> {
    let before = home.children().take_while(|child| child.index() != item.index());
    before.filter(|child| is_item(child.kind())).last().map(Item::span)
}

/// The lines of an item, moved to another indentation.
fn moved_lines(piece: &[u8], old: &str, indent: &str) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    let mut rest = piece;
    loop {
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let (line, behind) = rest.split_at(end);
        let line = match line.strip_prefix(old.as_bytes()) {
            _ if lines.is_empty() => [indent.as_bytes(), line].concat(),
            Some(line) if old != indent => [indent.as_bytes(), line].concat(),
            _ => line.to_vec(),
        };
        lines.push(line);
        rest = match behind {
            [b'\r', b'\n', rest @ ..] | [_, rest @ ..] => rest,
            [] => return lines,
        };
    }
}

/// Copies an item with all in it, behind itself, with another name where names must differ: the given one, else the
/// first free one. Links inside a copied sector that led to itself lead to the copy.
///
/// # Errors
/// When the item is not there, or the name is taken or cannot be written.
pub fn duplicate(document: &Document, address: &str, name: Option<&str>) -> Result<Edits, EditRefusal> {
    let found = find::find(document, &item_address(address)?)?;
    let (item, kind) = (found.item(), found.item().kind());
    let home = holder(document, item);
    let old = name_of(item).map(Word::text);
    if matches!(kind, Kind::Bone | Kind::GroupBone) && item.word(Kind::Parent).is_none() {
        let message = "a copy of the root would be a second root, and the engine would lose the first";
        return Err(EditRefusal::new(NEEDED, message).help("add a bone with a parent instead"));
    }
    let is_taken = |name: &str| !same_name(document, kind, home, name).is_empty();
    let new = match (name, &old) {
        (Some(name), _) => Some(name.to_owned()),
        (None, Some(old)) if is_unique(kind) => Some(free_name(old, is_taken)),
        (None, _) => None,
    };
    let mut changes = Vec::new();
    if let Some(new) = &new {
        if is_unique(kind)
            && let Some(other) = same_name(document, kind, home, new).first()
        {
            return Err(taken(*other, new));
        }
        let word = match kind {
            Kind::TextureSet => words::path(document, new)?,
            kind => words::name(document, new, kind)?,
        };
        let Some(own) = name_of(item) else {
            let message = format!("a {} without a name cannot be given one", word_of(kind));
            return Err(EditRefusal::new(NO_SUCH_FIELD, message).help("leave the name out"));
        };
        changes.push(Edit::replace(own.span(), word.clone()));
        let inside = References::of(document).of_item(item, home);
        let inside = inside.into_iter().filter(|own| item.span().contains(own.span()));
        changes.extend(inside.map(|own| Edit::replace(own.span(), word.clone())));
    }
    let layout = Layout::of(document);
    let step = place_of(&home.children().filter(|child| is_item(child.kind())).collect::<Vec<_>>(), item);
    let spot = Spot::of(document, home, kind, Place::Behind(&step.to_string()), &layout)?;
    let text = layout.with_end(item.span());
    let mut lines = vec![layout.indent_at(text.start()).into_bytes()];
    lines[0].extend(changed(document.source().slice(text), text.start(), &changes));
    let edit = spot.insert(&layout, &lines);
    let at = parent_address(&found);
    let made = match new.filter(|_| is_unique(kind)) {
        Some(new) => super::address::spelled(&new),
        None => step_behind(found.parent(), item),
    };
    let made = if at.is_empty() { made } else { format!("{at}/{made}") };
    Ok(Edits { edits: vec![edit], findings: Vec::new(), made: Some(made) })
}

/// The step to what stands behind an item among those of its kind.
fn step_behind(parent: Item<'_>, item: Item<'_>) -> String {
    let mut before = 0;
    find::visit(parent, &mut |other| {
        before += usize::from(is_kind(other, item.kind()) && other.index() <= item.index());
    });
    format!("{}[{before}]", word_of(item.kind()))
}

/// A piece of the file with the changes that lie in it.
fn changed(piece: &[u8], start: u32, changes: &[Edit]) -> Vec<u8> {
    let shifted: Vec<Edit> = changes
        .iter()
        .map(|edit| {
            let span = Span::new(edit.span.start() - start, edit.span.end() - start);
            Edit::replace(span, edit.text.clone())
        })
        .collect();
    proscenio_source::apply(piece, &shifted).unwrap_or_else(|_| piece.to_vec())
}
