//! Tables and the typed handles into them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// A handle into the [`Table`] of `T`s of one scene. Handles are identity; names are for people.
pub struct Id<T> {
    index: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The handle of the entry at a position of its table.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        Self { index: index as u32, of: PhantomData }
    }

    /// The position in the table.
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index.cmp(&other.index)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}

/// The state of a table at a moment. Two that are equal are of tables with equal entries: of one that was not touched in
/// between, or of its clones. Two that differ say nothing.
///
/// What is made of a table's entries can be kept with the revision it was made at, and used as long as
/// [`Table::revision`] gives an equal one.
#[derive(Clone, Debug, Default)]
pub struct Revision(Arc<()>);

impl PartialEq for Revision {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
impl Eq for Revision {}

impl Revision {
    /// A new one, unless nobody holds the present one and could tell.
    fn renew(&mut self) {
        if Arc::get_mut(&mut self.0).is_none() {
            *self = Self::default();
        }
    }
}

/// Entries in the order they were added; nothing is ever taken out, so handles stay good.
#[derive(Clone, Debug)]
pub struct Table<T> {
    entries: Vec<T>,
    revision: Revision,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), revision: Revision::default() }
    }
}

impl<T: PartialEq> PartialEq for Table<T> {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl<T> Table<T> {
    /// Adds an entry and gives its handle.
    pub fn add(&mut self, entry: T) -> Id<T> {
        self.revision.renew();
        self.entries.push(entry);
        Id::from_index(self.entries.len() - 1)
    }

    /// The entry of a handle, or `None` when the handle is of another scene's table.
    #[must_use]
    pub fn get(&self, id: Id<T>) -> Option<&T> {
        self.entries.get(id.index())
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the table is at now; any way to its entries that may change them makes it another.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision.clone()
    }

    /// All handles with their entries, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Id<T>, &T)> {
        self.entries.iter().enumerate().map(|(index, entry)| (Id::from_index(index), entry))
    }
}

/// # Panics
/// When the handle is of another scene's table.
impl<T> Index<Id<T>> for Table<T> {
    type Output = T;
    fn index(&self, id: Id<T>) -> &T {
        &self.entries[id.index()]
    }
}

impl<T> IndexMut<Id<T>> for Table<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        self.revision.renew();
        &mut self.entries[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn a_revision_stays_until_something_is_touched() {
        let mut table = Table::default();
        let id = table.add(1);
        let before = table.revision();
        let mut copy = table.clone();
        assert!(table.revision() == before && copy.revision() == before);
        copy[id] = 2;
        assert!(copy.revision() != before && table.revision() == before);
        table.add(3);
        assert!(table.revision() != before);
        let empty = || Table::<i32>::default();
        assert!(empty().revision() != empty().revision() && empty() == empty());
    }
}
