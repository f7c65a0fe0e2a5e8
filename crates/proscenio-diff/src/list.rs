//! A document as the engine of this crate sees it: lists of keyed items, each with its bytes.
//!
//! A family says what the items of its files are, what identifies them among their siblings, and what lists
//! they hold in turn. Lists are asked for when they are needed, so that a file of many nodes costs one small
//! entry for each, and only what differs on all sides is taken apart.

use proscenio_source::Span;

use crate::difference::ChangeKind;

/// Which of the three inputs of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// What both started from.
    Base,
    /// The side that is kept where both changed one thing.
    Ours,
    /// The other side.
    Theirs,
}

impl Side {
    /// All three, in the order of the arguments of a merge.
    pub(crate) const ALL: [Self; 3] = [Self::Base, Self::Ours, Self::Theirs];

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// One item of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<P> {
    /// What identifies it among its siblings, the same on every side.
    pub key: u64,
    /// Its bytes, blanks around it left out.
    pub span: Span,
    /// Where new items of both sides meet, lower ranks stand first. Items of one class have one value of
    /// `rank >> 20`, and the blanks between two of a class are alike.
    pub rank: u32,
    /// What it is, for the family.
    pub part: P,
}

impl<P> Item<P> {
    pub fn class(&self) -> u32 {
        self.rank >> 20
    }
}

/// What the order of a list means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Nothing.
    Named,
    /// Something: two sides that order it differently disagree.
    Kept,
    /// Everything: two sides that put different things in one place disagree too.
    Sequence,
}

/// Items and what stands between them.
#[derive(Clone, Debug)]
pub(crate) struct List<P> {
    /// From the opening to behind the closing of the list.
    pub span: Span,
    /// In file order.
    pub items: Vec<Item<P>>,
    pub rule: Rule,
}

impl<P> List<P> {
    /// What stands in front of the first item; the whole of an empty list.
    pub fn lead(&self) -> Span {
        let end = self.items.first().map_or(self.span.end(), |item| item.span.start());
        Span::new(self.span.start(), end)
    }

    /// What stands behind the last item.
    pub fn tail(&self) -> Span {
        let start = self.items.last().map_or(self.span.end(), |item| item.span.end());
        Span::new(start, self.span.end())
    }

    /// What stands behind the item at an index and in front of the next.
    pub fn gap(&self, behind: usize) -> Option<Span> {
        let (first, second) = (self.items.get(behind)?, self.items.get(behind + 1)?);
        Some(Span::new(first.span.end(), second.span.start()))
    }
}

/// What a family decides about an item of the outermost list before anything is merged.
#[derive(Clone, Debug)]
pub(crate) enum Forced<P> {
    /// It stays, as the side has it that has it.
    Keep,
    /// It stays as ours has it, and theirs deleted it: a conflict.
    KeepOurs,
    /// It goes, and is told with another item.
    Drop,
    /// It goes, and what theirs has of it and of all that hangs from it is told here: a conflict.
    Told(Vec<Item<P>>),
}

/// What is not worth a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noise {
    /// Ours is as good as theirs.
    Ours,
    /// Theirs is the better one.
    Theirs,
}

/// The items of one side, where the item exists.
pub(crate) type Sides<'i, P> = [Option<&'i Item<P>>; 3];

/// What a family knows about its files.
pub(crate) trait Family {
    /// What an item is.
    type Part: Copy;

    /// The whole file of a side.
    fn bytes(&self, side: Side) -> &[u8];

    /// The lists that the items hold, on each side that has the item; nothing for what is merged whole.
    fn open(&self, items: Sides<'_, Self::Part>) -> Option<[Option<List<Self::Part>>; 3]>;

    /// Whether two items mean the same, however they are written.
    fn same(&self, a: (Side, &Item<Self::Part>), b: (Side, &Item<Self::Part>)) -> bool;

    /// Whether an item that every side has differently is not worth a conflict.
    fn noise(&self, items: Sides<'_, Self::Part>) -> Option<Noise>;

    /// What is decided about an item of the outermost list.
    fn forced(&self, key: u64) -> Option<&Forced<Self::Part>>;

    /// What is to be told of an item of the outermost list beside what its merge leaves open.
    fn extra(&self, key: u64) -> Option<&Conflict>;

    /// The item of the outermost list that must stand in front of an item; asked only when a side reordered it.
    fn holder(&self, key: u64) -> Option<u64>;

    /// The name of an item that conflicts are told of as a whole, for people; nothing when it is only a part of one.
    fn unit(&self, side: Side, item: &Item<Self::Part>) -> Option<Place>;

    /// The name of an item that is only a part of a unit.
    fn part(&self, side: Side, item: &Item<Self::Part>) -> Option<Place>;

    /// Whether two items mean the same when numbers are taken as 32 bits hold them.
    fn near(&self, a: (Side, &Item<Self::Part>), b: (Side, &Item<Self::Part>)) -> bool;

    /// Whether an item means nothing, whatever it says.
    fn is_quiet(&self, side: Side, item: &Item<Self::Part>) -> bool;

    /// Of two items that a comparison takes for one: what happened to its place or name, and what it was called.
    fn was(&self, old: &Item<Self::Part>, new: &Item<Self::Part>) -> Option<(ChangeKind, String)> {
        let _ = (old, new);
        None
    }

    /// Whether a comparison tells of an item elsewhere, such as with the item it names.
    fn is_told(&self, side: Side, item: &Item<Self::Part>) -> bool {
        let _ = (side, item);
        false
    }

    /// What tells the items among which an item's order means something, and what holds them, for people; nothing when
    /// its order means nothing.
    fn ordered_with(&self, side: Side, item: &Item<Self::Part>) -> Option<(u64, String)> {
        let _ = (side, item);
        Some((0, String::new()))
    }

    /// Whether an item that one side deleted and the other left alone is something that the other one uses anew.
    fn is_needed(&self, item: &Item<Self::Part>) -> bool {
        let _ = item;
        false
    }

    /// Whether the items of a [`Rule::Named`] list may stand in any order, its comments and blanks staying where they are.
    fn is_free(&self, list: &List<Self::Part>) -> bool;

    /// Whether an item is a value that means the same only as a whole: what its items are, its type says.
    fn is_value(&self, item: &Item<Self::Part>) -> bool {
        let _ = item;
        false
    }

    /// Whether an item is merged with others that stand apart from it, even where one side left this one as it was.
    fn goes_with_others(&self, items: Sides<'_, Self::Part>) -> bool {
        let _ = items;
        false
    }

    /// Whether an item must stand as one side has it when its merge leaves anything open.
    fn stands_whole(&self, items: Sides<'_, Self::Part>) -> bool {
        let _ = items;
        false
    }

    /// The merged text of an item that every side has differently, where it cannot be put together of the sides' own
    /// bytes.
    fn rewritten(&self, items: Sides<'_, Self::Part>) -> Option<Vec<u8>> {
        let _ = items;
        None
    }

    /// What stands between two items that no side has next to each other, when the blanks at hand do not do.
    fn separator(&self, before: &Item<Self::Part>, after: &Item<Self::Part>, gap: &[u8]) -> Option<Vec<u8>>;

    /// Writes the mark of a conflict behind the item it is about.
    fn mark(&self, conflict: &Conflict, out: &mut Vec<u8>);
}

/// Where in a scene something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What kind of thing: `property`, `node`, `sector`, in the words of the family.
    pub what: &'static str,
    /// Its name for people, such as `Player:position`.
    pub name: String,
}

/// What two sides disagree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConflictKind {
    /// Both changed it, differently.
    BothChanged,
    /// Both added it, differently.
    BothAdded,
    /// Ours deleted what theirs changed or uses.
    DeletedByOurs,
    /// Theirs deleted what ours changed or uses.
    DeletedByTheirs,
    /// Both put its items in another order.
    Order,
    /// Lines of a file that is not merged by structure.
    Text,
}

/// Something that a person has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Where.
    pub place: Place,
    /// What about.
    pub kind: ConflictKind,
    /// What both started from; nothing when it is new.
    pub base: Option<Vec<u8>>,
    /// What the result has; nothing when ours deleted it.
    pub ours: Option<Vec<u8>>,
    /// What theirs would be, everything else in it merged; nothing when theirs deleted it.
    pub theirs: Option<Vec<u8>>,
}
