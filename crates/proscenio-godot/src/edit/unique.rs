//! A resource of its own for one of its users.

use std::collections::BTreeSet;

use proscenio_source::{Edit, Span};
use rustc_hash::FxHashMap;

use super::compose::{Part, part, used_by};
use super::draft::Draft;
use super::get::locate;
use super::header::set_attribute;
use super::ids::free_id;
use super::member::{Part as Member, Step};
use super::model::Model;
use super::resource::reference_text;
use super::target::{Target, owner};
use super::text::is_old;
use super::users::uses;
use super::{BAD_TARGET, EditRefusal, Edits, Options, guard};
use crate::document::Document;
use crate::section::Section;
use crate::tree::SectionKind;
use crate::value::{Id, Reference};

/// How far a copy goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unique {
    /// Whether the resources inside it are copied too; otherwise the copy uses the same.
    pub deep: bool,
    /// Whether each instance of the scene gets its own while it runs: `resource_local_to_scene`.
    pub local: bool,
}

/// Gives a property, or a member of its value, its own copy of the sub-resource that it holds. The edits'
/// [`Edits::made`] is the id of the copy; that of the resource itself where nothing else uses it, which then is not
/// copied.
///
/// # Errors
/// A target that holds no sub-resource of the document; a damaged file.
pub fn make_unique(
    document: &Document,
    target: &Target,
    unique: Unique,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let model = Model::new(document);
    let mut draft = Draft::new(document, options);
    let owner = owner(&model, &draft.ids, &target.owner)?;
    let located = locate(document, &draft.ids, owner.section, &target.names)?;
    let refuse = |message: &str| {
        let help = "name a property that holds a `SubResource`; `proscenio embed` brings one in";
        EditRefusal::new(BAD_TARGET, message.to_owned()).help(help)
    };
    let Some(Step::Part(Member::Whole(span))) = located.step else {
        return Err(refuse("the target has no value"));
    };
    let uses = uses(document, &draft.ids);
    let Some(held) = uses.iter().find(|found| found.span == span) else {
        return Err(refuse("the value is no resource of the file"));
    };
    let section = document.section(held.resource).filter(|held| held.kind() == SectionKind::SubResource);
    let Some(section) = section else { return Err(refuse("the resource is in a file of its own")) };
    let inner = if unique.deep {
        used_by(&uses, &BTreeSet::from([section.index()]), document.sections().len())
    } else {
        BTreeSet::new()
    };
    let shared = uses.iter().filter(|found| found.resource == section.index()).count() > 1;
    if !shared && !unique.deep {
        if let Some(edit) = local_edit(section, unique) {
            draft.replace(edit.span, edit.text);
        }
        draft.edits.made = id_of(section);
        return Ok(draft.finish());
    }
    let mut taken: BTreeSet<String> = draft.ids.all().map(str::to_owned).collect();
    let own = inner
        .iter()
        .copied()
        .filter(|at| document.section(*at).is_some_and(|it| it.kind() == SectionKind::SubResource));
    let mut ids: FxHashMap<usize, String> = FxHashMap::default();
    let copied: BTreeSet<usize> = own.chain([section.index()]).collect();
    for at in &copied {
        ids.insert(*at, fresh(document, *at, &mut taken));
    }
    let mut parts: Vec<Part> = Vec::new();
    for at in &copied {
        let Some(one) = document.section(*at) else { continue };
        let mut edits: Vec<Edit> = uses
            .iter()
            .filter(|found| found.section == *at)
            .filter_map(|found| Some((found.span, ids.get(&found.resource)?)))
            .map(|(span, id)| Edit::replace(span, reference_text(document, &Reference::Sub(Id(id.clone())))))
            .collect();
        edits.extend(ids.get(at).map(|id| set_attribute(one, "id", &spelled(document, id))));
        if one.index() == section.index() {
            edits.extend(local_edit(one, unique));
        }
        parts.push(part(document, &draft.layout, *at, &mut edits));
        draft.gain(uses.iter().filter(|found| found.section == *at).filter_map(|found| {
            let kept = !ids.contains_key(&found.resource);
            kept.then(|| reference_at(document, one, found.span)).flatten()
        }));
    }
    let parts: Vec<Vec<u8>> = parts.into_iter().map(|part| part.1).collect();
    draft.insert_sections(Some(section.index()), SectionKind::SubResource, &parts);
    let id = ids.remove(&section.index()).unwrap_or_default();
    draft.replace(span, reference_text(document, &Reference::Sub(Id(id.clone()))));
    draft.edits.made = Some(id);
    Ok(draft.finish())
}

fn reference_at(document: &Document, section: Section<'_>, span: Span) -> Option<Reference> {
    let entries = section.attributes().chain(section.properties());
    let mut all = entries.flat_map(|entry| document.references_in(entry));
    all.find(|(at, _)| *at == span).map(|(_, reference)| reference)
}

fn id_of(section: Section<'_>) -> Option<String> {
    let entry = section.attribute("id")?;
    entry.text().map(|id| id.into_owned()).or_else(|| Some(entry.integer()?.to_string()))
}

fn fresh(document: &Document, section: usize, taken: &mut BTreeSet<String>) -> String {
    let class = document.section(section).and_then(|it| it.attribute("type")?.text());
    let id = if is_old(document) {
        let highest = taken.iter().filter_map(|id| id.parse::<u64>().ok()).max();
        highest.unwrap_or(0).saturating_add(1).to_string()
    } else {
        free_id(&class.unwrap_or_default(), &|id| taken.contains(id))
    };
    taken.insert(id.clone());
    id
}

fn spelled(document: &Document, id: &str) -> String {
    if is_old(document) && id.parse::<u64>().is_ok() { id.to_owned() } else { format!("\"{id}\"") }
}

/// The line that gives each instance of the scene a resource of its own.
fn local_edit(section: Section<'_>, unique: Unique) -> Option<Edit> {
    if !unique.local {
        return None;
    }
    if let Some(entry) = section.property("resource_local_to_scene") {
        return Some(Edit::replace(entry.value_span(), "true"));
    }
    let newline = super::text::newline(section.document().source().bytes());
    let at = super::layout::line_behind(section.document(), section, None);
    Some(Edit::insert(at, format!("{newline}resource_local_to_scene = true")))
}
