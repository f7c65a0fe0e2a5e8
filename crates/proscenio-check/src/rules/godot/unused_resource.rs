//! Resources, of the file and of others, that nothing in the file uses.

use proscenio_godot::value::{Id, Reference};
use proscenio_godot::{Section, SectionKind};
use proscenio_source::{Finding, Safety};
use rustc_hash::{FxHashMap, FxHashSet};

use super::remove_section;
use crate::{Rule, Subject, UNUSED_RESOURCE};

pub(super) const RULE: Rule = Rule { code: &UNUSED_RESOURCE, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let document = view.document();
    let used = used(document);
    for section in document.sections() {
        let (of_file, kind) = match section.kind() {
            SectionKind::ExtResource => (false, "`[ext_resource]`"),
            SectionKind::SubResource => (true, "`[sub_resource]`"),
            _ => continue,
        };
        let Some(id) = id(section) else { continue };
        if used.contains(&(of_file, id.clone())) {
            continue;
        }
        let message = format!("nothing uses the {kind} `{}`", id.0);
        let edit = remove_section(document, section);
        // What stands in the file alone would be lost.
        let safety = if of_file { Safety::Unsafe } else { Safety::Safe };
        let finding = UNUSED_RESOURCE.finding(subject.path(), message).at(section.header_span());
        out.push(finding.fix("remove it", vec![edit], safety));
    }
}

fn id(section: Section<'_>) -> Option<Id> {
    let entry = section.attribute("id")?;
    let text = entry.text().map(std::borrow::Cow::into_owned);
    Some(Id(text.or_else(|| entry.integer().map(|number| number.to_string()))?))
}

/// The resources that the nodes, or the resource of the file, need, directly or through others: whether they
/// are the file's own, and their ids.
fn used(document: &proscenio_godot::Document) -> FxHashSet<(bool, Id)> {
    let subs: FxHashMap<Id, Section<'_>> =
        document.sub_resources().filter_map(|resource| Some((resource.id()?, resource.0))).collect();
    let root = |section: &Section<'_>| {
        !matches!(section.kind(), SectionKind::ExtResource | SectionKind::SubResource)
    };
    let mut waiting: Vec<Section<'_>> = document.sections().filter(root).collect();
    let mut used = FxHashSet::default();
    while let Some(section) = waiting.pop() {
        for entry in section.attributes().chain(section.properties()) {
            for (_, reference) in document.references_in(entry) {
                match reference {
                    Reference::Ext(id) => drop(used.insert((false, id))),
                    Reference::Sub(id) => {
                        if used.insert((true, id.clone())) {
                            waiting.extend(subs.get(&id));
                        }
                    }
                    Reference::Path { .. } => {}
                }
            }
        }
    }
    used
}
