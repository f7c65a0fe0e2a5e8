//! Adding and removing components.

use proscenio_source::{Span, did_you_mean};

use super::find::{self, Boxes, Found};
use super::ids::Ids;
use super::layout::{Layout, Piece, quoted};
use super::node::{about, put_in, wanted_id};
use super::target::{Owner, Target};
use super::{BAD_PLACE, EditRefusal, Edits, NO_SUCH_BOX, NOT_A_BOX, NOT_UNDERSTOOD, Options, Place, value};
use crate::model::ComponentKind;
use crate::value::Value;
use crate::{Document, parse_scene_doc};

/// A component to add.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewComponent<'n> {
    /// The box it is put on, as in a [`Target`].
    pub node: &'n str,
    /// Its type, such as `sprite`.
    pub kind: &'n str,
    /// Its id; one is made without it.
    pub id: Option<&'n str>,
    /// Its place among the components of its box.
    pub place: Place<'n>,
    /// Members and their JSON values, such as `anchor:y` and `1`.
    pub properties: &'n [(&'n str, &'n str)],
}

/// Adds a component; [`Edits::made`] is its id. What is not given has its default, so it is not written.
///
/// # Errors
/// No such box or place, an id that is taken, a value that is no JSON, damage at the place.
pub fn add_component(
    document: &Document,
    new: &NewComponent<'_>,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    let boxes = Boxes::new(document);
    let owner = boxes.find_box(new.node)?;
    let list: Vec<Value<'_>> = boxes.components(owner).collect();
    let index = place(&list, new.place)?;
    let id = wanted_id(&mut Ids::new(document, &boxes, options.seed), new.id)?;
    let mut edits = Edits { made: Some(id.clone()), ..Edits::default() };
    let text = text(document, new, &id, boxes.value(owner).span(), &mut edits)?;
    let piece = Piece::parse(&text)?;
    edits.edits.push(put_in(&Layout::new(document), boxes.value(owner), "components", index, piece.value())?);
    Ok(edits)
}

/// Removes a component, named as in a [`Target`].
///
/// # Errors
/// No such component, several, a box, damage at the place.
pub fn remove_component(
    document: &Document,
    component: &str,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    let target = Target::parse(component)?;
    if let Owner::Way(steps) = &target.owner
        && target.names.is_empty()
    {
        let boxes = Boxes::new(document);
        let found = boxes.walk(steps)?;
        if matches!(found, Found::Component(..)) {
            return value::unset(document, &target, options);
        }
    }
    let refusal = EditRefusal::new(NOT_A_BOX, format!("`{component}` is no component"));
    Err(refusal.help("write BOX/TYPE, BOX/ID or #ID"))
}

/// A component as JSON text; what there is to tell goes into `edits`.
pub(super) fn text(
    document: &Document,
    new: &NewComponent<'_>,
    id: &str,
    near: Span,
    edits: &mut Edits,
) -> Result<String, EditRefusal> {
    let part = format!("{{\"type\":{},\"id\":{}}}", quoted(new.kind), quoted(id));
    let mut draft = Piece::parse(&format!(
        "{{\"format\":\"nacatamalon-scene\",\"name\":\"draft\",\"root\":{{\"components\":[{part}]}}}}"
    ))?;
    for (name, text) in new.properties {
        let mut target = Target::id(id);
        target.names = Target::parse(&format!(":{name}"))?.names;
        let mut done = value::set(draft.document(), &target, text, &Options::default())?;
        draft = Piece::parse(&String::from_utf8_lossy(&done.bytes(draft.document())))?;
        edits.findings.extend(done.findings.drain(..).map(|told| about(document, told).at(near)));
    }
    let (scene, _) = parse_scene_doc(draft.document());
    if !scene.root().unsupported.is_empty() {
        let known = ComponentKind::read(new.kind).is_some();
        let message = if known {
            format!("a component of the type `{}` needs more than it is given here", new.kind)
        } else {
            format!("the format knows no component `{}`", new.kind)
        };
        let mut finding = NOT_UNDERSTOOD.finding(document.source().path(), message).at(near);
        let words = ComponentKind::ALL.iter().map(|kind| kind.as_str());
        finding.help = did_you_mean(new.kind, words).filter(|_| !known).or(finding.help);
        edits.findings.push(finding);
    }
    let made = draft.value().pointer("/root/components/0").unwrap_or(draft.value());
    Ok(String::from_utf8_lossy(made.bytes()).into_owned())
}

fn place(list: &[Value<'_>], place: Place<'_>) -> Result<usize, EditRefusal> {
    let find = |word: &str| {
        let is_it = |value: &Value<'_>| {
            find::id(*value).is_some_and(|id| id == word) || find::is_of_type(*value, word)
        };
        let found: Vec<usize> =
            list.iter().enumerate().filter(|(_, value)| is_it(value)).map(|(at, _)| at).collect();
        match found[..] {
            [only] => Ok(only),
            [] => Err(EditRefusal::new(NO_SUCH_BOX, format!("the box has no component `{word}`"))
                .help("name one by its id or type")),
            _ => Err(EditRefusal::new(
                super::AMBIGUOUS,
                format!("the box has {} components `{word}`", found.len()),
            )
            .help("name one by its id")),
        }
    };
    match place {
        Place::Last => Ok(list.len()),
        Place::At(at) if at <= list.len() => Ok(at),
        Place::At(at) => {
            let message = format!("the box has {} components, so no place {at}", list.len());
            Err(EditRefusal::new(BAD_PLACE, message).help(format!("choose 0 to {}", list.len())))
        }
        Place::Before(word) => find(word),
        Place::Behind(word) => find(word).map(|at| at + 1),
    }
}
