//! Espresso3D maps, actors and texture sets: what has a name by its name, triangles and other nameless items as
//! sequences, fields by their word.

use proscenio_espresso3d::{Document, FileKind, Kind, NodeIndex};
use proscenio_source::{Severity, Span};
use rustc_hash::FxHashSet;

use crate::difference::{Change, ChangeKind, Comparer};
use crate::engine::Engine;
use crate::hash;
use crate::list::{Conflict, Family, Forced, Item, List, Noise, Place, Rule, Side, Sides};
use crate::marks;
use crate::normalize::{Restorer, Take};
use crate::options::Options;
use crate::sequence;

struct Espresso3d<'d> {
    documents: [&'d Document; 3],
    newline: &'static str,
}

/// Whether a file is sound enough to be merged by what it says.
pub(crate) fn is_sound(document: &Document) -> bool {
    document.findings().iter().all(|finding| finding.severity != Severity::Error)
}

/// Merges three files that are sound.
pub(crate) fn merge(documents: [&Document; 3], options: &Options) -> (Vec<u8>, Vec<Conflict>) {
    let newline = if crate::text::is_crlf(documents[1].source().bytes()) { "\r\n" } else { "\n" };
    let family = Espresso3d { documents, newline };
    let roots = Side::ALL.map(|side| {
        let tree = family.document(side).tree();
        Item { key: 0, span: tree.node(tree.root()).span(), rank: 0, part: tree.root() }
    });
    let lists = family.lists([Some(&roots[0]), Some(&roots[1]), Some(&roots[2])]);
    let mut engine = Engine::new(&family, options);
    let mut out = Vec::with_capacity(documents[1].source().len() as usize);
    engine.list(&lists, &mut out);
    (out, engine.conflicts)
}

/// What differs between two files.
pub(crate) fn diff(old: &Document, new: &Document, tolerant: bool) -> Vec<Change> {
    let family = Espresso3d { documents: [old, new, old], newline: "\n" };
    let root = |side: Side| {
        let tree = family.document(side).tree();
        Item { key: 0, span: tree.node(tree.root()).span(), rank: 0, part: tree.root() }
    };
    let [old, new, _] = family.lists([Some(&root(Side::Base)), Some(&root(Side::Ours)), None]);
    let lists = old.zip(new);
    lists.map(|(old, new)| Comparer::new(&family, tolerant).lists(&old, &new, 0)).unwrap_or_default()
}

/// The new file as the old one spells it; see [`crate::normalize()`].
pub(crate) fn normalize(old: &Document, new: &Document, take: Take) -> Vec<u8> {
    let family = Espresso3d { documents: [old, new, old], newline: "\n" };
    let root = |side: Side| {
        let tree = family.document(side).tree();
        Item { key: 0, span: tree.node(tree.root()).span(), rank: 0, part: tree.root() }
    };
    let [old, new, _] = family.lists([Some(&root(Side::Base)), Some(&root(Side::Ours)), None]);
    let bytes = family.bytes(Side::Ours);
    let Some((old, new)) = old.zip(new) else { return bytes.to_vec() };
    let mut out = bytes.get(..new.span.start() as usize).unwrap_or_default().to_vec();
    Restorer { family: &family, take }.list(&old, &new, None, &mut out, 0);
    out.extend_from_slice(bytes.get(new.span.end() as usize..).unwrap_or_default());
    out
}

/// Items whose order and number matter and that have no names.
const NAMELESS: [Kind; 5] = [Kind::Triangle, Kind::Rotate, Kind::Translate, Kind::BoneLink, Kind::List];

/// Items that hold other items.
const HOLDERS: [Kind; 15] = [
    Kind::Root,
    Kind::Sector,
    Kind::Model,
    Kind::Triangle,
    Kind::Portal,
    Kind::Actor,
    Kind::ParticleSystem,
    Kind::Bone,
    Kind::BoneGroup,
    Kind::GroupBone,
    Kind::Animation,
    Kind::Frame,
    Kind::FrameBone,
    Kind::TextureSet,
    Kind::Entry,
];

impl<'d> Espresso3d<'d> {
    fn document(&self, side: Side) -> &'d Document {
        self.documents[side.index()]
    }

    fn slice(&self, (side, item): (Side, &Item<NodeIndex>)) -> &'d [u8] {
        self.document(side).source().slice(item.span)
    }

    fn kind(&self, side: Side, item: &Item<NodeIndex>) -> Kind {
        self.document(side).tree().node(item.part).kind()
    }

    /// The words that name an item: its id, name, path or alias.
    fn name(&self, side: Side, index: NodeIndex) -> Vec<&'d [u8]> {
        let document = self.document(side);
        let named = |kind| matches!(kind, Kind::Id | Kind::Name | Kind::Path | Kind::Alias);
        let own = document.tree().node(index).kind();
        let words = document.tree().children(index).filter(|(_, node)| match own {
            // The path is what an entry says, its alias the name.
            Kind::Entry => node.kind() == Kind::Alias,
            Kind::Triangle => false,
            _ => named(node.kind()),
        });
        words.map(|(_, node)| document.source().slice(node.span())).collect()
    }

    /// What an item holds, on each side.
    fn lists(&self, items: Sides<'_, NodeIndex>) -> [Option<List<NodeIndex>>; 3] {
        let mut lists = Side::ALL.map(|side| items[side.index()].map(|item| self.list(side, item)));
        self.by_order(&mut lists);
        self.renamed(&mut lists, Side::Ours);
        self.renamed(&mut lists, Side::Theirs);
        lists
    }

    /// All that an item holds, by kind and name.
    fn list(&self, side: Side, item: &Item<NodeIndex>) -> List<NodeIndex> {
        let document = self.document(side);
        let bytes = document.source().bytes();
        let items = document.tree().children(item.part).map(|(index, node)| {
            let kind = node.kind();
            // In the line dialect a sign may end an item.
            let rest = &bytes[node.span().end() as usize..item.span.end() as usize];
            let ends = rest.iter().position(|byte| *byte != b' ').filter(|at| rest[*at] == b';');
            let end = node.span().end() + ends.map_or(0, |at| at as u32 + 1);
            let span = Span::new(node.span().start(), end);
            let tag = [kind as u8];
            let mut parts: Vec<&[u8]> = vec![&tag];
            parts.extend(self.name(side, index));
            if matches!(kind, Kind::Comment | Kind::Unknown) {
                parts.push(span.slice(bytes));
            }
            let rank = if NAMELESS.contains(&kind) { NAMELESS_RANK } else { rank(kind) };
            Item { key: hash::of(&parts), span, rank, part: index }
        });
        List { span: item.span, items: items.collect(), rule: Rule::Named }
    }

    /// Gives keys to items without a name, or with the name of a sibling, by the order in which they stand and by
    /// what they say.
    fn by_order(&self, lists: &mut [Option<List<NodeIndex>>; 3]) {
        let mut again: FxHashSet<u64> = FxHashSet::default();
        for list in lists.iter().flatten() {
            let mut seen: FxHashSet<u64> = FxHashSet::default();
            again.extend(list.items.iter().map(|item| item.key).filter(|key| !seen.insert(*key)));
        }
        let is_nameless = |item: &Item<NodeIndex>| item.rank == NAMELESS_RANK || again.contains(&item.key);
        let mut nameless = Side::ALL.map(|side| {
            let list = lists[side.index()].as_ref()?;
            let items = list.items.iter().filter(|item| is_nameless(item)).map(|item| {
                let tag = [self.kind(side, item) as u8];
                Item { key: hash::of(&[&tag, &words(self.slice((side, item)))]), ..*item }
            });
            Some(List { span: list.span, items: items.collect(), rule: list.rule })
        });
        sequence::align(&mut nameless, |side, item| self.slice((side, item)));
        for (list, nameless) in lists.iter_mut().zip(nameless) {
            let mut keys = nameless.into_iter().flat_map(|list| list.items).map(|item| item.key);
            for item in list.iter_mut().flat_map(|list| &mut list.items).filter(|item| is_nameless(item)) {
                item.key = keys.next().map_or(item.key, |key| hash::of(&[b"nameless", &key.to_le_bytes()]));
            }
        }
    }

    /// Finds the items that a side gave another name, and gives them the keys that they have in the base.
    fn renamed(&self, lists: &mut [Option<List<NodeIndex>>; 3], side: Side) {
        let [Some(base), ours, theirs] = lists else { return };
        let Some(list) = (if side == Side::Ours { ours } else { theirs }) else { return };
        let named = |(of, item): (Side, &Item<NodeIndex>)| {
            let kind = self.kind(of, item);
            let can = HOLDERS.contains(&kind) && item.rank != NAMELESS_RANK;
            can.then(|| (kind, sequence::pieces(self.slice((of, item)))))
        };
        let keys =
            |list: &List<NodeIndex>| list.items.iter().map(|item| item.key).collect::<FxHashSet<u64>>();
        let (before, after) = (keys(base), keys(list));
        let left =
            |of: Side, list: &List<NodeIndex>, other: &FxHashSet<u64>| -> Vec<(usize, (Kind, Vec<u64>))> {
                let all = list.items.iter().enumerate().filter(|(_, item)| !other.contains(&item.key));
                all.filter_map(|(at, item)| Some((at, named((of, item))?))).collect()
            };
        let (gone, new) = (left(Side::Base, base, &after), left(side, list, &before));
        for kind in HOLDERS {
            let of = |all: &[(usize, (Kind, Vec<u64>))]| -> (Vec<usize>, Vec<Vec<u64>>) {
                all.iter()
                    .filter(|(_, (other, _))| *other == kind)
                    .map(|(at, (_, looks))| (*at, looks.clone()))
                    .unzip()
            };
            let ((olds, old_looks), (news, new_looks)) = (of(&gone), of(&new));
            for (one, two) in sequence::alike(&old_looks, &new_looks) {
                list.items[news[two]].key = base.items[olds[one]].key;
            }
        }
    }
}

const NAMELESS_RANK: u32 = 3 << 20;

/// Words that name an item stand in front of what it holds.
fn rank(kind: Kind) -> u32 {
    let class = match kind {
        Kind::TextureSet | Kind::Id | Kind::Name | Kind::Parent | Kind::PortalType | Kind::Fps => 0,
        Kind::Comment => 1,
        _ => 2,
    };
    class << 20
}

/// A text without blanks, words one blank apart: what the reader sees of it.
fn words(text: &[u8]) -> Vec<u8> {
    let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.flat_map(|word| word.iter().copied().chain([b' '])).collect()
}

impl Family for Espresso3d<'_> {
    type Part = NodeIndex;

    fn bytes(&self, side: Side) -> &[u8] {
        self.document(side).source().bytes()
    }

    fn open(&self, items: Sides<'_, NodeIndex>) -> Option<[Option<List<NodeIndex>>; 3]> {
        let kinds: Vec<Kind> =
            Side::ALL.into_iter().filter_map(|side| Some(self.kind(side, items[side.index()]?))).collect();
        let kind = *kinds.first()?;
        let alike = kinds.iter().all(|other| *other == kind) && HOLDERS.contains(&kind);
        alike.then(|| self.lists(items))
    }

    fn same(&self, a: (Side, &Item<NodeIndex>), b: (Side, &Item<NodeIndex>)) -> bool {
        let text = |side: Side, item: &Item<NodeIndex>| {
            let document = self.document(side);
            (document.tree().node(item.part).kind(), words(document.source().slice(item.span)))
        };
        text(a.0, a.1) == text(b.0, b.1)
    }

    fn is_free(&self, _: &List<NodeIndex>) -> bool {
        // Engines number sectors, bones and the like as they come.
        false
    }

    fn noise(&self, _: Sides<'_, NodeIndex>) -> Option<Noise> {
        None
    }

    fn forced(&self, _: u64) -> Option<&Forced<NodeIndex>> {
        None
    }

    fn extra(&self, _: u64) -> Option<&Conflict> {
        None
    }

    fn holder(&self, _: u64) -> Option<u64> {
        None
    }

    fn unit(&self, side: Side, item: &Item<NodeIndex>) -> Option<Place> {
        let what = match self.kind(side, item) {
            Kind::Sector => "sector",
            Kind::Model => "model",
            Kind::Triangle => "triangle",
            Kind::Portal => "portal",
            Kind::Actor => "actor",
            Kind::ParticleSystem => "particle-system",
            Kind::Bone | Kind::GroupBone => "bone",
            Kind::BoneGroup => "bone-group",
            Kind::Animation => "animation",
            Kind::TextureSet => "texture-set",
            Kind::Entry => "entry",
            Kind::Comment => "comment",
            // Words and fields are parts of the item that they stand in; so are frames, because an animation
            // holds no comments.
            _ => return None,
        };
        let words: Vec<_> = self.name(side, item.part);
        let mut name = String::from_utf8_lossy(&words.join(&b' ')).into_owned();
        if name.is_empty() {
            let line = self.document(side).source().line_col(item.span.start()).line;
            name = format!("in line {line}");
        }
        Some(Place { what, name })
    }

    fn part(&self, side: Side, item: &Item<NodeIndex>) -> Option<Place> {
        let what = match self.kind(side, item) {
            Kind::Vertices => "vertices",
            Kind::Texture => "texture",
            Kind::Detail0 => "detail-0",
            Kind::Detail1 => "detail-1",
            Kind::BoneLink | Kind::BoneAttachment => "bones",
            Kind::PortalLink => "portal-link",
            Kind::Position => "position",
            Kind::Forward => "forward",
            Kind::Up => "up",
            Kind::Frame => "frame",
            Kind::FrameBone => "frame-bone",
            Kind::Rotate => "rotate",
            Kind::Translate => "translate",
            _ => "word",
        };
        let words = self.name(side, item.part);
        let name = String::from_utf8_lossy(&words.join(&b' ')).into_owned();
        Some(Place { what, name: if name.is_empty() { what.to_owned() } else { name } })
    }

    fn near(&self, a: (Side, &Item<NodeIndex>), b: (Side, &Item<NodeIndex>)) -> bool {
        let (first, second) = (self.slice(a), self.slice(b));
        let (first, second) = (words(first), words(second));
        let numbers = |text: &[u8]| -> Vec<(u32, Vec<u8>)> {
            let word = |word: &[u8]| {
                let number = std::str::from_utf8(word).ok().and_then(|word| word.parse::<f32>().ok());
                number.map_or((0, word.to_vec()), |number| (number.to_bits(), Vec::new()))
            };
            text.split(|byte| b" ,;".contains(byte)).map(word).collect()
        };
        numbers(&first) == numbers(&second)
    }

    fn is_quiet(&self, _: Side, _: &Item<NodeIndex>) -> bool {
        false
    }

    fn was(&self, old: &Item<NodeIndex>, new: &Item<NodeIndex>) -> Option<(ChangeKind, String)> {
        if !HOLDERS.contains(&self.kind(Side::Ours, new))
            || self.name(Side::Base, old.part) == self.name(Side::Ours, new.part)
        {
            return None;
        }
        let place = self.unit(Side::Base, old).or_else(|| self.part(Side::Base, old))?;
        Some((ChangeKind::Renamed, place.name))
    }

    fn is_told(&self, side: Side, item: &Item<NodeIndex>) -> bool {
        // The words of a name are told with what they name.
        matches!(self.kind(side, item), Kind::Id | Kind::Name | Kind::Alias)
    }

    fn separator(&self, before: &Item<NodeIndex>, _: &Item<NodeIndex>, gap: &[u8]) -> Option<Vec<u8>> {
        // What opens the block stands behind its words only.
        if before.class() > 0
            && let Some(opens) = memchr::memchr(b'{', gap)
        {
            return Some(gap[opens + 1..].to_vec());
        }
        let ends_line = before.rank == rank(Kind::Comment);
        (gap.is_empty() || (ends_line && !gap.contains(&b'\n'))).then(|| self.newline.into())
    }

    fn mark(&self, conflict: &Conflict, out: &mut Vec<u8>) {
        if self.documents[1].kind() == FileKind::TextureSet {
            // No comments here; but the first line of an alias counts, so theirs may stand behind ours.
            if let (Some(_), Some(theirs)) = (&conflict.ours, &conflict.theirs) {
                out.extend_from_slice(self.newline.as_bytes());
                out.extend_from_slice(theirs);
            }
            return;
        }
        marks::comments(conflict, "#", self.newline, out);
    }
}
