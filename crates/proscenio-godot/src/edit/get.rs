//! Reading one thing from a file.

use proscenio_source::Span;

use super::member::{Part, Step, step};
use super::model::Model;
use super::target::{Target, no_such_property, owner, property};
use super::text::is_old;
use super::users::Ids;
use super::{EditRefusal, NO_SUCH_MEMBER, NO_SUCH_RESOURCE};
use crate::document::Document;
use crate::section::Section;

/// What [`get`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Got {
    /// The value as text: as the file writes it, or put together from components that stand apart.
    pub text: String,
    /// From its first byte to its last.
    pub span: Span,
    /// Whether the bytes of the span are the text.
    pub exact: bool,
}

/// Reads the text of a property or of a member of its value. A target without a property gives the whole
/// section of the node or resource.
///
/// # Errors
/// No such node, resource, property or member.
pub fn get(document: &Document, target: &Target) -> Result<Got, EditRefusal> {
    let model = Model::new(document);
    let ids = Ids::new(document);
    let owner = owner(&model, &ids, &target.owner)?;
    if target.names.is_empty() {
        return Ok(got(document, &Part::Whole(owner.section.span())));
    }
    let place = locate(document, &ids, owner.section, &target.names)?;
    match place.step {
        Some(Step::Part(part)) => Ok(got(document, &part)),
        Some(Step::New(gap)) => {
            let span = Span::new(gap.list.open, gap.list.close);
            let name = target.names.last().map_or("", String::as_str);
            Err(EditRefusal::new(NO_SUCH_MEMBER, format!("the value has no entry `{name}`")).at(span))
        }
        Some(Step::Resource(_)) | None => Err(no_such_property(place.section, &place.key)),
    }
}

fn got(document: &Document, part: &Part) -> Got {
    let text = |span: &Span| String::from_utf8_lossy(document.slice(*span)).into_owned();
    match part {
        Part::Whole(span) => Got { text: text(span), span: *span, exact: true },
        Part::Parts(class, spans) => {
            let arguments: Vec<String> = spans.iter().map(text).collect();
            let arguments = arguments.join(", ");
            let text = if is_old(document) {
                format!("{class}( {arguments} )")
            } else {
                format!("{class}({arguments})")
            };
            Got { text, span: part.span(), exact: false }
        }
    }
}

/// Where a target's names lead.
pub(super) struct Located<'d> {
    /// The section that has the property: the owner's, or one of a sub-resource on the way.
    pub section: Section<'d>,
    /// The property.
    pub key: String,
    /// The last step; nothing when the section does not have the property.
    pub step: Option<Step>,
    /// Whether the step is the property's whole value.
    pub whole: bool,
}

/// Follows the names of a target from a section on, through sub-resources too.
pub(super) fn locate<'d>(
    document: &'d Document,
    ids: &Ids,
    section: Section<'d>,
    names: &[String],
) -> Result<Located<'d>, EditRefusal> {
    let mut section = section;
    let mut names = names;
    // A name is used up in each round, so resources that hold each other end it too.
    loop {
        let found = property(section, names)?;
        let Some(entry) = found.entry else {
            if found.members.is_empty() {
                return Ok(Located { section, key: found.key, step: None, whole: true });
            }
            return Err(no_such_property(section, &found.key));
        };
        let mut part = Part::Whole(entry.value_span());
        let mut members = found.members;
        let mut entered = None;
        while let Some((name, rest)) = members.split_first() {
            match step(document, &part, name)? {
                Step::Part(next) => part = next,
                Step::Resource(id) => {
                    entered = Some(id);
                    break;
                }
                gap @ Step::New(_) if rest.is_empty() => {
                    return Ok(Located { section, key: found.key, step: Some(gap), whole: false });
                }
                Step::New(_) => {
                    let message = format!("the value has no entry `{name}`");
                    return Err(EditRefusal::new(NO_SUCH_MEMBER, message).at(part.span()));
                }
            }
            members = rest;
        }
        let Some(id) = entered else {
            let whole = found.members.is_empty();
            return Ok(Located { section, key: found.key, step: Some(Step::Part(part)), whole });
        };
        section = ids.sub(&id).and_then(|section| document.section(section)).ok_or_else(|| {
            EditRefusal::new(NO_SUCH_RESOURCE, format!("the file has no sub-resource `{id}`")).at(part.span())
        })?;
        names = members;
    }
}
