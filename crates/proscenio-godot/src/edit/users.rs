//! Who uses which resource of the file.

use proscenio_source::Span;
use rustc_hash::FxHashMap;

use crate::document::Document;
use crate::section::Section;
use crate::tree::SectionKind;
use crate::value::{Id, Reference};

/// A use of a resource.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// Where the reference stands.
    pub span: Span,
    /// The section that holds it.
    pub section: usize,
    /// The section of the resource.
    pub resource: usize,
}

/// The sections of all resources, by what names them.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    ext: FxHashMap<Id, usize>,
    sub: FxHashMap<Id, usize>,
}

impl Ids {
    pub(super) fn new(document: &Document) -> Self {
        let mut ids = Self::default();
        for resource in document.ext_resources() {
            if let Some(id) = resource.id() {
                ids.ext.entry(id).or_insert(resource.0.index());
            }
        }
        for resource in document.sub_resources() {
            if let Some(id) = resource.id() {
                ids.sub.entry(id).or_insert(resource.0.index());
            }
        }
        ids
    }

    /// The section that a reference names.
    pub(super) fn section(&self, reference: &Reference) -> Option<usize> {
        match reference {
            Reference::Ext(id) => self.ext.get(id).copied(),
            Reference::Sub(id) => self.sub.get(id).copied(),
            Reference::Path { .. } => None,
        }
    }

    pub(super) fn ext(&self, id: &str) -> Option<usize> {
        self.ext.get(&Id(id.to_owned())).copied()
    }

    pub(super) fn sub(&self, id: &str) -> Option<usize> {
        self.sub.get(&Id(id.to_owned())).copied()
    }

    /// All ids, of both kinds.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.ext.keys().chain(self.sub.keys()).map(|id| id.0.as_str())
    }
}

/// All uses of resources, in file order.
pub(super) fn uses(document: &Document, ids: &Ids) -> Vec<Use> {
    let mut uses = Vec::new();
    for section in document.sections() {
        for entry in section.attributes().chain(section.properties()) {
            for (span, reference) in document.references_in(entry) {
                if let Some(resource) = ids.section(&reference) {
                    uses.push(Use { span, section: section.index(), resource });
                }
            }
        }
    }
    uses
}

/// For each section the sections of the sub-resources it uses.
pub(super) fn sub_sections(document: &Document) -> FxHashMap<usize, Vec<usize>> {
    let ids = Ids::new(document);
    let mut sections: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for found in uses(document, &ids) {
        if document.section(found.resource).map(Section::kind) == Some(SectionKind::SubResource) {
            sections.entry(found.section).or_default().push(found.resource);
        }
    }
    sections
}
