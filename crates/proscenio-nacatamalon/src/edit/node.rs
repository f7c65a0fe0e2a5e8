//! Adding, removing, renaming and moving boxes.

use proscenio_source::{Edit, Finding, Place, did_you_mean};

use super::find::{self, Boxes, Found};
use super::ids::Ids;
use super::known::Known;
use super::layout::{Layout, Piece, quoted};
use super::target::{Owner, Step, Target};
use super::{
    BAD_NAME, BAD_PLACE, CYCLE, DANGLING_MASK, EditRefusal, Edits, ID_TAKEN, IS_ROOT, NO_SUCH_BOX,
    NewComponent, Options, component, guard, value,
};
use crate::Document;
use crate::value::Value;

/// A box to add.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewNode<'n> {
    /// The box it is placed in, as in a [`Target`].
    pub parent: &'n str,
    /// Its name.
    pub name: &'n str,
    /// Its id; one is made without it.
    pub id: Option<&'n str>,
    /// Its place.
    pub place: Place<'n>,
    /// Its tags.
    pub tags: &'n [&'n str],
    /// The types of its components, each with its defaults.
    pub components: &'n [&'n str],
    /// Members and their JSON values, such as `transform:x` and `40`.
    pub properties: &'n [(&'n str, &'n str)],
}

/// Adds a box; [`Edits::made`] is its id.
///
/// # Errors
/// No such parent or place, an id that is taken, a value that is no JSON, damage at the place.
pub fn add_node(document: &Document, new: &NewNode<'_>, options: &Options) -> Result<Edits, EditRefusal> {
    check_name(new.name)?;
    let boxes = Boxes::new(document);
    let parent = boxes.find_box(new.parent)?;
    let index = place_among(&boxes, parent, new.place, None)?;
    let mut ids = Ids::new(document, &boxes, options.seed);
    let id = wanted_id(&mut ids, new.id)?;
    let mut edits = Edits::default();
    let mut components = Vec::new();
    for kind in new.components {
        let part = NewComponent { kind, ..NewComponent::default() };
        components.push(component::text(
            document,
            &part,
            &ids.fresh(),
            boxes.value(parent).span(),
            &mut edits,
        )?);
    }
    let tags: Vec<String> = new.tags.iter().map(|tag| quoted(tag)).collect();
    let tags = if tags.is_empty() { String::new() } else { format!(",\"tags\":[{}]", tags.join(",")) };
    let text = format!(
        "{{\"root\":{{\"id\":{},\"name\":{},\"transform\":null,\"components\":[{}],\"children\":[]{tags}}}}}",
        quoted(&id),
        quoted(new.name),
        components.join(","),
    );
    let mut draft = Piece::parse(&text)?;
    for (name, value) in new.properties {
        let names = Target::parse(&format!(":{name}"))?.names;
        let target = Target { owner: Owner::Way(vec![Step::Root]), names };
        let mut done = value::set(draft.document(), &target, value, options)?;
        draft = Piece::parse(&String::from_utf8_lossy(&done.bytes(draft.document())))?;
        let place = boxes.value(parent).span();
        edits.findings.extend(done.findings.drain(..).map(|told| about(document, told).at(place)));
    }
    let made = draft.value().get("root").unwrap_or(draft.value());
    edits.edits.push(put_in(&Layout::new(document), boxes.value(parent), "children", index, made)?);
    edits.made = Some(id);
    Ok(edits)
}

/// Removes a box with all that is in it.
///
/// # Errors
/// No such box, several, the root, damage at the place.
pub fn remove_node(document: &Document, node: &str, _: &Options) -> Result<Edits, EditRefusal> {
    let boxes = Boxes::new(document);
    let at = boxes.find_box(node)?;
    let list = own_list(&boxes, at, "removed")?;
    let mut edits =
        Edits { edits: Layout::new(document).remove(list, &[boxes.index(at)])?, ..Edits::default() };
    let gone = boxes.below(at);
    for other in gone.clone() {
        let Some(id) = find::id(boxes.value(other)).filter(|id| !id.is_empty()) else { continue };
        let masks = [0..gone.start, gone.end..boxes.len()].map(|range| value::masks_by(&boxes, range, &id));
        edits.findings.extend(masks.into_iter().flatten().map(|by| {
            let message = format!("a mask has the shape of the box `{id}`, which is removed");
            DANGLING_MASK.finding(document.source().path(), message).at(by.span())
        }));
    }
    Ok(edits)
}

/// Gives a box another name. Its id stays, so nothing else changes.
///
/// # Errors
/// No such box, several, an empty name, damage at the place.
pub fn rename_node(
    document: &Document,
    node: &str,
    name: &str,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    check_name(name)?;
    let boxes = Boxes::new(document);
    let at = boxes.find_box(node)?;
    let target = Target::parse(&boxes.address(Found::Box(at)))?.member("name");
    let mut edits = value::set(document, &target, &quoted(name), options)?;
    // A name of another type read as `Box`; that it is a text now is the point.
    edits.findings.clear();
    Ok(edits)
}

/// Moves a box with all that is in it to another parent, or to another place among its siblings. Its lines
/// are indented as its new neighbours are.
///
/// # Errors
/// No such box, parent or place; the root; a parent that lies in the box; damage at either place.
pub fn move_node(
    document: &Document,
    node: &str,
    parent: Option<&str>,
    place: Place<'_>,
    _: &Options,
) -> Result<Edits, EditRefusal> {
    let boxes = Boxes::new(document);
    let at = boxes.find_box(node)?;
    let list = own_list(&boxes, at, "moved")?;
    let own_parent = boxes.parent(at).unwrap_or_default();
    let parent = parent.map_or(Ok(own_parent), |parent| boxes.find_box(parent))?;
    if boxes.below(at).contains(&parent) {
        let message = format!("`{node}` cannot be placed in itself or in a box that it holds");
        return Err(EditRefusal::new(CYCLE, message).help(CYCLE.help).at(boxes.value(at).span()));
    }
    let index = place_among(&boxes, parent, place, Some(at))?;
    let own = boxes.index(at);
    let mut edits = Edits::default();
    if parent == own_parent && (index == own || index == own + 1) {
        return Ok(edits);
    }
    let layout = Layout::new(document);
    edits.edits = layout.remove(list, &[own])?;
    let value = boxes.value(at);
    edits.edits.push(match boxes.value(parent).get("children").filter(|list| list.is_array()) {
        Some(list) => layout.insert_moved(list, index, value, |text| text)?,
        None => {
            let text = String::from_utf8_lossy(&layout.as_list(value)?).into_owned();
            put_list(&layout, boxes.value(parent), "children", Piece::parse(&text)?.value())?
        }
    });
    Ok(edits)
}

pub(super) fn wanted_id(ids: &mut Ids, id: Option<&str>) -> Result<String, EditRefusal> {
    match id {
        None => Ok(ids.fresh()),
        Some(id) if ids.is_taken(id) => {
            Err(EditRefusal::new(ID_TAKEN, format!("the id `{id}` is taken")).help(ID_TAKEN.help))
        }
        Some(id) => Ok(id.to_owned()),
    }
}

/// A finding about a draft as one about the file.
pub(super) fn about(document: &Document, finding: Finding) -> Finding {
    Finding { path: document.source().path().clone(), ..finding }
}

fn check_name(name: &str) -> Result<(), EditRefusal> {
    if name.is_empty() {
        return Err(EditRefusal::new(BAD_NAME, "a box needs a name").help(BAD_NAME.help));
    }
    Ok(())
}

/// The list that a box stands in.
pub(super) fn own_list<'d>(boxes: &Boxes<'d>, at: usize, what: &str) -> Result<Value<'d>, EditRefusal> {
    let list = boxes.parent(at).and_then(|parent| boxes.value(parent).get("children"));
    list.ok_or_else(|| {
        let refusal = EditRefusal::new(IS_ROOT, format!("the root box cannot be {what}"));
        refusal.help(IS_ROOT.help).at(boxes.value(at).span())
    })
}

/// Puts an element into a list of an object, which is made when it is not there.
pub(super) fn put_in(
    layout: &Layout<'_>,
    owner: Value<'_>,
    name: &str,
    index: usize,
    piece: Value<'_>,
) -> Result<Edit, EditRefusal> {
    match owner.get(name).filter(|list| list.is_array()) {
        Some(list) => layout.insert_element(list, index, piece),
        None => {
            let text = format!("[{}]", String::from_utf8_lossy(piece.bytes()));
            put_list(layout, owner, name, Piece::parse(&text)?.value())
        }
    }
}

fn put_list(layout: &Layout<'_>, owner: Value<'_>, name: &str, list: Value<'_>) -> Result<Edit, EditRefusal> {
    if !owner.is_object() {
        let refusal =
            EditRefusal::new(super::BAD_VALUE, format!("the box is {} in the file", owner.kind().describe()));
        return Err(refusal.help("give it members first: `set` it to {}").at(owner.span()));
    }
    match owner.get(name) {
        Some(old) => layout.replace(old, list),
        None => layout.insert_member(owner, Known::of_boxes().place(owner, name), name, list),
    }
}

/// In front of which element of its parent's `children` a box goes.
fn place_among(
    boxes: &Boxes<'_>,
    parent: usize,
    place: Place<'_>,
    moved: Option<usize>,
) -> Result<usize, EditRefusal> {
    let siblings: Vec<usize> = boxes.children(parent).filter(|child| Some(*child) != moved).collect();
    let end = siblings.last().map_or(0, |last| boxes.index(*last) + 1);
    match place {
        Place::Last => Ok(boxes.children(parent).count()),
        Place::At(at) if at == siblings.len() => Ok(end),
        Place::At(at) => siblings.get(at).map(|sibling| boxes.index(*sibling)).ok_or_else(|| {
            let message = format!("there are {} siblings, so no place {at}", siblings.len());
            EditRefusal::new(BAD_PLACE, message).help(format!("choose 0 to {}", siblings.len()))
        }),
        Place::Before(name) => sibling(boxes, parent, &siblings, name).map(|found| boxes.index(found)),
        Place::Behind(name) => sibling(boxes, parent, &siblings, name).map(|found| boxes.index(found) + 1),
    }
}

fn sibling(boxes: &Boxes<'_>, parent: usize, siblings: &[usize], name: &str) -> Result<usize, EditRefusal> {
    let is_it =
        |at: &&usize| boxes.name(**at) == name || find::id(boxes.value(**at)).is_some_and(|id| id == name);
    let named: Vec<usize> = siblings.iter().filter(is_it).copied().collect();
    if let [only] = named[..] {
        return Ok(only);
    }
    match boxes.find_box(name) {
        Ok(found) if boxes.parent(found) == Some(parent) && siblings.contains(&found) => Ok(found),
        Err(refusal) if refusal.code != NO_SUCH_BOX => Err(refusal),
        _ => {
            let near = did_you_mean(name, siblings.iter().map(|at| boxes.name(*at)));
            let refusal = EditRefusal::new(BAD_PLACE, format!("there is no sibling `{name}`"));
            Err(refusal.help(BAD_PLACE.help).maybe_help(near))
        }
    }
}

/// Refuses a box in which something is damaged.
pub(super) fn whole(document: &Document, value: Value<'_>) -> Result<(), EditRefusal> {
    guard::within(document, value.span())
}
