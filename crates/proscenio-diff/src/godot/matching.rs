//! Which sections of three files are the same thing.
//!
//! Resources are matched by `uid`, path and id; nodes by `unique_id` and path; connections by what they connect.
//! Ids of Godot 3 are counted anew at every save, so there a sub-resource is known by its content and its user
//! first.

use proscenio_godot::{Document, Section, SectionKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::{Facts, Looks, hash_of, node_hash, parents, path_hash, text};
use crate::hash::occurrence;
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

impl Entities {
    /// Those of an old and a new file as if the old one were ours and the new one theirs.
    pub fn of_theirs(self) -> Self {
        let [old, new, _] = self.of;
        Self { of: [old.clone(), old, new] }
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
    links(documents, &mut of);
    Entities { of }
}

/// Matches the sections of two files; the third is the first once more.
pub(super) fn entities_of_two(old: &Document, new: &Document) -> Entities {
    let mut count = old.sections().len() as u32;
    let first: Vec<u32> = (0..count).collect();
    let pairs = pairs(&mut Facts::new(old), &mut Facts::new(new), |_| true, |_| true, true);
    let mut entity = |back: u32| if back == FREE { next(&mut count) } else { back };
    let second = pairs.back.into_iter().map(&mut entity).collect();
    let mut of = [first, second, Vec::new()];
    links([old, new, old], &mut of);
    of[2] = of[0].clone();
    Entities { of }
}

/// Makes connections and editable instances one that name the same nodes on several sides, whatever these are
/// called there.
fn links(documents: [&Document; 3], of: &mut [Vec<u32>; 3]) {
    let mut by_key: FxHashMap<u64, u32> = FxHashMap::default();
    for (document, entities) in documents.into_iter().zip(of) {
        let is_link =
            |section: &Section<'_>| matches!(section.kind(), SectionKind::Connection | SectionKind::Editable);
        if entities.is_empty() || !document.sections().any(|section| is_link(&section)) {
            continue;
        }
        let mut nodes: FxHashMap<u64, u32> = FxHashMap::default();
        for node in document.nodes() {
            nodes.entry(node_hash(node.0)).or_insert(entities[node.0.index()]);
        }
        let mut seen = FxHashMap::default();
        for section in document.sections().filter(is_link) {
            let key = occurrence(&mut seen, link_key(section, &nodes));
            let index = section.index();
            entities[index] = *by_key.entry(key).or_insert(entities[index]);
        }
    }
}

/// What a connection or editable instance names: nodes as entities, the rest as text.
fn link_key(section: Section<'_>, nodes: &FxHashMap<u64, u32>) -> u64 {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for name in ["signal", "method"] {
        parts.push(text(section, name).unwrap_or_default().into_owned().into_bytes());
    }
    for name in ["from", "to", "path"] {
        let path = text(section, name).unwrap_or_default();
        // Inside an instance the nearest node of the file tells, and the way from there.
        let (mut near, mut rest) = (&*path, "");
        while !nodes.contains_key(&path_hash(near)) {
            let Some((above, _)) = near.rsplit_once('/') else { break };
            (near, rest) = (above, &path[above.len()..]);
        }
        match nodes.get(&path_hash(near)) {
            Some(entity) => parts.push([&entity.to_le_bytes()[..], rest.as_bytes()].concat()),
            None => parts.push(path.into_owned().into_bytes()),
        }
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    hash_of(&parts)
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
            SectionKind::ExtResource => external(&mut left, a, b, grown),
            SectionKind::SubResource => internal(&mut left, a, b, grown),
            SectionKind::Node => nodes(&mut left, a, b, grown),
            // Matched by what they connect, once it is known which nodes are which.
            SectionKind::Connection | SectionKind::Editable => {}
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

/// Nodes: those of a file that grew out of the other also under another name or another parent, when what they
/// are tells them.
fn nodes(left: &mut Left<'_>, a: &mut Facts<'_>, b: &mut Facts<'_>, grown: bool) {
    if grown {
        // Nodes of one scene that is instanced several times share the ids they have there.
        let shared = shared_ids(a.document, b.document);
        left.stage(a, b, |facts, index| unique_id(facts.section(index)?).filter(|id| !shared.contains(id)));
    }
    left.stage(a, b, |facts, index| Some(node_hash(facts.section(index)?)));
    if !grown || left.a.is_empty() || left.b.is_empty() {
        return;
    }
    let with_parent = |facts: &mut Facts<'_>, index: u32, looks: Option<u64>| {
        let parent = text(facts.section(index)?, "parent")?;
        Some(hash_of(&[parent.as_bytes(), &looks?.to_le_bytes()]))
    };
    let with_name = |facts: &mut Facts<'_>, index: u32, looks: Option<u64>| {
        let name = text(facts.section(index)?, "name")?;
        Some(hash_of(&[name.as_bytes(), &looks?.to_le_bytes()]))
    };
    left.stage(a, b, |facts, index| {
        let looks = facts.looks(index, Looks::Below);
        with_parent(facts, index, looks)
    });
    left.stage(a, b, |facts, index| {
        let looks = facts.looks(index, Looks::Below);
        with_name(facts, index, looks)
    });
    for looks in [Looks::Own, Looks::Children] {
        left.stage(a, b, |facts, index| {
            let looks = facts.looks(index, looks);
            with_parent(facts, index, looks)
        });
        left.stage(a, b, |facts, index| {
            let looks = facts.looks(index, looks);
            with_name(facts, index, looks)
        });
    }
    left.below(a, b);
}

/// Resources in other files.
fn external(left: &mut Left<'_>, a: &mut Facts<'_>, b: &mut Facts<'_>, grown: bool) {
    left.stage(a, b, |facts, index| of_attributes(facts.section(index)?, &["id", "path", "uid"]));
    left.stage(a, b, |facts, index| of_attributes(facts.section(index)?, &["id", "path"]));
    left.stage(a, b, |facts, index| {
        let uid = text(facts.section(index)?, "uid")?;
        Some(hash_of(&[uid.as_bytes()]))
    });
    left.stage(a, b, |facts, index| of_attributes(facts.section(index)?, &["path", "type"]));
    if !grown {
        // Two sides may well give one id to two files.
        return;
    }
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
        left.stage(a, b, |facts, index| {
            let (class, user) = (text(facts.section(index)?, "type")?.into_owned(), facts.chain(index)?);
            Some(hash_of(&[&user.to_le_bytes(), class.as_bytes()]))
        });
    }
}

/// Whether an id lasts from one save to the next: those with letters do, numbers are counted anew.
fn lasting_id(section: Section<'_>) -> bool {
    text(section, "id").is_some_and(|id| id.bytes().any(|byte| !byte.is_ascii_digit()))
}

fn unique_id(section: Section<'_>) -> Option<u64> {
    section.attribute("unique_id")?.integer().map(|id| id as u64)
}

/// Ids that several nodes of one file have.
fn shared_ids(a: &Document, b: &Document) -> FxHashSet<u64> {
    let mut shared = FxHashSet::default();
    for document in [a, b] {
        let mut seen = FxHashSet::default();
        shared.extend(document.nodes().filter_map(|node| unique_id(node.0)).filter(|id| !seen.insert(*id)));
    }
    shared
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

    /// Pairs nodes of one name below nodes that are a pair.
    fn below(&mut self, a: &mut Facts<'_>, b: &mut Facts<'_>) {
        let (parents_a, parents_b) = (parents(a.document), parents(b.document));
        let key =
            |parents: &FxHashMap<u32, u32>, facts: &Facts<'_>, index: u32, parent: &dyn Fn(u32) -> u32| {
                let above = parent(*parents.get(&index)?);
                let name = text(facts.section(index)?, "name")?;
                (above != FREE).then(|| hash_of(&[&above.to_le_bytes(), name.as_bytes()]))
            };
        let mut by_name: FxHashMap<u64, u32> = FxHashMap::default();
        for index in &self.a {
            if let Some(key) = key(&parents_a, a, *index, &|parent| parent) {
                by_name.entry(key).or_insert(*index);
            }
        }
        let mut taken = FxHashSet::default();
        let back = &mut self.pairs.back;
        // Parents stand in front of their children.
        self.b.retain(|index| {
            let key = key(&parents_b, b, *index, &|parent| back[parent as usize]);
            let Some(partner) = key.and_then(|key| by_name.remove(&key)) else { return true };
            back[*index as usize] = partner;
            taken.insert(partner);
            false
        });
        self.a.retain(|index| !taken.contains(index));
    }
}
