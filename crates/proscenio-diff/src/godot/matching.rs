//! Which sections of three files are the same thing.
//!
//! Resources are matched by `uid`, path and id; nodes by `unique_id` and path; connections by what they connect.
//! Ids of Godot 3 are counted anew at every save, so there a sub-resource is known by its content and its user
//! first.

use proscenio_godot::{Document, Section, SectionKind};
use rustc_hash::FxHashMap;

use super::facts::{Facts, hash_of, node_hash, text};
use crate::list::Side;

/// For each side the entity of each section; one number means one thing on all sides.
#[derive(Clone, Debug)]
pub(super) struct Entities {
    of: [Vec<u32>; 3],
}

impl Entities {
    pub fn of(&self, side: Side) -> &[u32] {
        &self.of[side.index()]
    }
}

const FREE: u32 = u32::MAX;

/// Matches the sections of three files.
pub(super) fn entities(documents: [&Document; 3]) -> Entities {
    let mut facts = documents.map(Facts::new);
    let [base, ours, theirs] = &mut facts;
    let mut count = base.document.sections().len() as u32;
    let mut of = [(0..count).collect::<Vec<u32>>(), Vec::new(), Vec::new()];
    let to_ours = pairs(base, ours, |_| true, |_| true, true);
    let to_theirs = pairs(base, theirs, |_| true, |_| true, true);
    let both = pairs(
        ours,
        theirs,
        |index| to_ours.back[index as usize] == FREE,
        |index| to_theirs.back[index as usize] == FREE,
        false,
    );
    for index in 0..ours.document.sections().len() {
        let entity = to_ours.back[index];
        of[1].push(if entity == FREE { next(&mut count) } else { entity });
    }
    for index in 0..theirs.document.sections().len() {
        let (in_base, in_ours) = (to_theirs.back[index], both.back[index]);
        of[2].push(match (in_base, in_ours) {
            (FREE, FREE) => next(&mut count),
            (FREE, ours) => of[1][ours as usize],
            (base, _) => base,
        });
    }
    Entities { of }
}

fn next(count: &mut u32) -> u32 {
    *count += 1;
    *count - 1
}

/// For each section of the second file the one of the first that it is.
struct Pairs {
    back: Vec<u32>,
}

/// Matches those sections of two files that may be matched. Files of which one grew out of the other are
/// matched by content too.
fn pairs(
    a: &mut Facts<'_>,
    b: &mut Facts<'_>,
    free_a: impl Fn(u32) -> bool,
    free_b: impl Fn(u32) -> bool,
    grown: bool,
) -> Pairs {
    let mut pairs = Pairs { back: vec![FREE; b.document.sections().len()] };
    let kinds = [
        SectionKind::Scene,
        SectionKind::ResourceFile,
        SectionKind::ExtResource,
        SectionKind::SubResource,
        SectionKind::Resource,
        SectionKind::Node,
        SectionKind::Connection,
        SectionKind::Editable,
        SectionKind::Unknown,
    ];
    let (mut lists_a, mut lists_b) = (by_kind(a.document, free_a), by_kind(b.document, free_b));
    for kind in kinds {
        let mut left = Left {
            a: lists_a.remove(&kind).unwrap_or_default(),
            b: lists_b.remove(&kind).unwrap_or_default(),
            pairs: &mut pairs,
        };
        match kind {
            SectionKind::Scene | SectionKind::ResourceFile | SectionKind::Resource => {
                left.stage(a, b, |_, _| Some(0));
            }
            SectionKind::ExtResource => external(&mut left, a, b),
            SectionKind::SubResource => internal(&mut left, a, b, grown),
            SectionKind::Node => {
                left.stage(a, b, |facts, index| unique_id(facts.section(index)?));
                left.stage(a, b, |facts, index| Some(node_hash(facts.section(index)?)));
            }
            SectionKind::Connection => left.stage(a, b, |facts, index| {
                of_attributes(facts.section(index)?, &["signal", "from", "to", "method"])
            }),
            SectionKind::Editable => {
                left.stage(a, b, |facts, index| of_attributes(facts.section(index)?, &["path"]));
            }
            SectionKind::Unknown => left.stage(a, b, |facts, index| {
                let section = facts.section(index)?;
                Some(hash_of(&[facts.document.slice(section.header_span())]))
            }),
        }
    }
    pairs
}

fn by_kind(document: &Document, free: impl Fn(u32) -> bool) -> FxHashMap<SectionKind, Vec<u32>> {
    let mut lists: FxHashMap<SectionKind, Vec<u32>> = FxHashMap::default();
    for section in document.sections() {
        let index = section.index() as u32;
        if free(index) {
            lists.entry(section.kind()).or_default().push(index);
        }
    }
    lists
}

/// Resources in other files.
fn external(left: &mut Left<'_>, a: &mut Facts<'_>, b: &mut Facts<'_>) {
    left.stage(a, b, |facts, index| of_attributes(facts.section(index)?, &["id", "path", "uid"]));
    left.stage(a, b, |facts, index| of_attributes(facts.section(index)?, &["id", "path"]));
    left.stage(a, b, |facts, index| {
        let uid = text(facts.section(index)?, "uid")?;
        Some(hash_of(&[uid.as_bytes()]))
    });
    left.stage(a, b, |facts, index| of_attributes(facts.section(index)?, &["path", "type"]));
    left.stage(a, b, |facts, index| {
        let section = facts.section(index)?;
        lasting_id(section).then(|| of_attributes(section, &["id", "type"])).flatten()
    });
}

/// Resources inside the file.
fn internal(left: &mut Left<'_>, a: &mut Facts<'_>, b: &mut Facts<'_>, grown: bool) {
    let id_type_content = |facts: &mut Facts<'_>, index: u32| {
        let id = of_attributes(facts.section(index)?, &["id", "type"])?;
        Some(hash_of(&[&id.to_le_bytes(), &facts.content(index).to_le_bytes()]))
    };
    let by_user = |facts: &mut Facts<'_>, index: u32| {
        let user = facts.user(index)?;
        let class = text(facts.section(index)?, "type")?;
        Some(hash_of(&[&user.to_le_bytes(), class.as_bytes()]))
    };
    let lasting = |facts: &mut Facts<'_>, index: u32| {
        let section = facts.section(index)?;
        lasting_id(section).then(|| of_attributes(section, &["id", "type"])).flatten()
    };
    if grown {
        left.stage(a, b, lasting);
    }
    left.stage(a, b, id_type_content);
    left.stage(a, b, by_user);
    if grown {
        left.stage(a, b, |facts, index| {
            let class = text(facts.section(index)?, "type")?;
            Some(hash_of(&[class.as_bytes(), &facts.content(index).to_le_bytes()]))
        });
        left.stage(a, b, |facts, index| of_attributes(facts.section(index)?, &["id", "type"]));
    }
}

/// Whether an id lasts from one save to the next: those with letters do, numbers are counted anew.
fn lasting_id(section: Section<'_>) -> bool {
    text(section, "id").is_some_and(|id| id.bytes().any(|byte| !byte.is_ascii_digit()))
}

fn unique_id(section: Section<'_>) -> Option<u64> {
    section.attribute("unique_id")?.integer().map(|id| id as u64)
}

fn of_attributes(section: Section<'_>, names: &[&str]) -> Option<u64> {
    let mut parts = Vec::with_capacity(names.len());
    for name in names {
        parts.push(text(section, name)?);
    }
    let parts: Vec<&[u8]> = parts.iter().map(|part| part.as_bytes()).collect();
    Some(hash_of(&parts))
}

/// The sections of one kind that have no partner yet.
struct Left<'p> {
    a: Vec<u32>,
    b: Vec<u32>,
    pairs: &'p mut Pairs,
}

impl Left<'_> {
    /// Pairs what has the same key; of several with one key, in file order.
    fn stage(
        &mut self,
        a: &mut Facts<'_>,
        b: &mut Facts<'_>,
        key: impl Fn(&mut Facts<'_>, u32) -> Option<u64>,
    ) {
        if self.a.is_empty() || self.b.is_empty() {
            return;
        }
        // The first of each key, and the one of the same key behind it.
        let mut first: FxHashMap<u64, usize> = FxHashMap::default();
        let mut next = vec![usize::MAX; self.a.len()];
        for at in (0..self.a.len()).rev() {
            if let Some(key) = key(a, self.a[at]) {
                next[at] = first.insert(key, at).unwrap_or(usize::MAX);
            }
        }
        let mut taken = vec![false; self.a.len()];
        let pairs = &mut self.pairs.back;
        self.b.retain(|index| {
            let Some(key) = key(b, *index) else { return true };
            let Some(at) = first.get(&key).copied() else { return true };
            if at == usize::MAX {
                return true;
            }
            first.insert(key, next[at]);
            taken[at] = true;
            pairs[*index as usize] = self.a[at];
            false
        });
        let mut taken = taken.into_iter();
        self.a.retain(|_| !taken.next().unwrap_or(false));
    }
}
