//! Reading, setting and taking out members.

use std::borrow::Cow;

use proscenio_source::{CodeInfo, Finding, Span, did_you_mean};

use super::find::{self, Boxes, Found};
use super::known::{Known, Start};
use super::layout::{Layout, Piece, quoted};
use super::target::{Owner, Target};
use super::{
    ASSET_USED, BAD_TARGET, BAD_VALUE, DANGLING_MASK, EditRefusal, Edits, IS_ROOT, NO_SUCH_MEMBER, NOT_A_BOX,
    Options, TYPE_CHANGED, UNKNOWN_MEMBER,
};
use crate::Document;
use crate::value::{Kind, Value};

/// What [`get`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Got {
    /// The value as the file writes it.
    pub text: String,
    /// From its first byte to its last.
    pub span: Span,
}

/// Reads the text of a value.
///
/// # Errors
/// No such box, component, asset or member, or several.
pub fn get(document: &Document, target: &Target) -> Result<Got, EditRefusal> {
    let value = locate(document, target)?;
    Ok(Got { text: String::from_utf8_lossy(value.bytes()).into_owned(), span: value.span() })
}

/// Sets a value; what is missing on the way to it is made. An object goes into the place of a `null` on the
/// way. The `by` of masks follows when a box is given another id.
///
/// # Errors
/// No such box, component or asset, or several; text that is no JSON; a way through something that has no
/// members; damage at the place.
pub fn set(document: &Document, target: &Target, value: &str, _: &Options) -> Result<Edits, EditRefusal> {
    let piece = Piece::parse(value)?;
    let place = owner(document, target)?;
    let mut edits = Edits::default();
    if target.names.is_empty() && !piece.value().is_object() {
        return Err(
            EditRefusal::new(BAD_VALUE, "a box, component, asset or file is an object").help("write {…}")
        );
    }
    let layout = Layout::new(document);
    let (last, rest) = walk(place.value, &target.names)?;
    match rest.split_first() {
        None => {
            edits.edits.push(layout.replace(last, piece.value())?);
            tell_new_type(&mut edits, document, last, piece.value());
        }
        Some((name, below)) => {
            let piece = if below.is_empty() { piece } else { Piece::parse(&nested(below, value))? };
            let edit = match last.kind() {
                Kind::Array => {
                    let len = last.elements().count();
                    layout.insert_element(last, len, piece.value())?
                }
                Kind::Object => {
                    let way = &target.names[..target.names.len() - rest.len()];
                    let known = Known::at(place.owner.start(), place.value, way);
                    if let Some(known) = known.as_ref().filter(|known| !known.has(name)) {
                        let message = format!("the format knows no member `{name}` there");
                        let help = did_you_mean(name, known.names());
                        tell(&mut edits, document, &UNKNOWN_MEMBER, last.span(), message, help);
                    }
                    let at = known.map_or_else(|| last.members().count(), |known| known.place(last, name));
                    layout.insert_member(last, at, name, piece.value())?
                }
                _ => layout.replace(last, Piece::parse(&nested(rest, value))?.value())?,
            };
            edits.edits.push(edit);
        }
    }
    follow_id(&mut edits, document, &place, target, &piece_text(value))?;
    Ok(edits)
}

/// Takes out a member, an element of an array, a component, or an asset.
///
/// # Errors
/// No such thing, or several; a box, which [`super::remove_node`] removes; damage at the place.
pub fn unset(document: &Document, target: &Target, _: &Options) -> Result<Edits, EditRefusal> {
    let place = owner(document, target)?;
    let layout = Layout::new(document);
    let Some((name, way)) = target.names.split_last() else {
        return unset_owner(document, &place, &layout);
    };
    let (last, rest) = walk(place.value, way)?;
    if let Some(name) = rest.first() {
        return Err(no_such_member(last, name));
    }
    let places: Vec<usize> = match last.kind() {
        // Of several members of one name an earlier one would count again: all of them go.
        Kind::Object => {
            last.members().enumerate().filter(|(_, member)| member.is(name)).map(|(at, _)| at).collect()
        }
        Kind::Array => index(last, name).into_iter().collect(),
        _ => Vec::new(),
    };
    if places.is_empty() {
        return Err(no_such_member(last, name));
    }
    Ok(Edits { edits: layout.remove(last, &places)?, ..Edits::default() })
}

fn unset_owner(document: &Document, place: &Place<'_>, layout: &Layout<'_>) -> Result<Edits, EditRefusal> {
    let mut edits = Edits::default();
    match place.owner {
        Of::File => {
            return Err(EditRefusal::new(BAD_TARGET, "the file itself cannot be taken out").help("delete it"));
        }
        Of::Box(0) => return Err(EditRefusal::new(IS_ROOT, "the root box cannot be taken out")),
        Of::Box(_) => {
            let refusal = EditRefusal::new(NOT_A_BOX, "that is a box, not a member");
            return Err(refusal.help("`remove-node` takes a box out").at(place.value.span()));
        }
        Of::Component(owner, at) => {
            if let Some(list) = owner.get("components") {
                edits.edits = layout.remove(list, &[at])?;
            }
        }
        Of::Asset(at) => {
            let key = place.value.get("key").and_then(Value::as_str).unwrap_or_default();
            if let Some(list) = document.root().and_then(|root| root.get("assets")) {
                edits.edits = layout.remove(list, &[at])?;
            }
            tell_users(&mut edits, document, &key);
        }
    }
    Ok(edits)
}

/// What an owner is.
#[derive(Clone, Copy)]
enum Of<'d> {
    File,
    Box(usize),
    /// The box, and the component's place in it.
    Component(Value<'d>, usize),
    Asset(usize),
}

impl Of<'_> {
    fn start(self) -> Start {
        match self {
            Self::File => Start::File,
            Self::Box(_) => Start::Box,
            Self::Component(..) => Start::Component,
            Self::Asset(_) => Start::Asset,
        }
    }
}

struct Place<'d> {
    value: Value<'d>,
    owner: Of<'d>,
}

fn owner<'d>(document: &'d Document, target: &Target) -> Result<Place<'d>, EditRefusal> {
    match &target.owner {
        Owner::File => match document.root() {
            Some(value) => Ok(Place { value, owner: Of::File }),
            None => Err(EditRefusal::new(NO_SUCH_MEMBER, "the file holds no value").help("write one first")),
        },
        Owner::Asset(key) => {
            find::asset(document, key).map(|(at, value)| Place { value, owner: Of::Asset(at) })
        }
        Owner::Way(steps) => {
            let boxes = Boxes::new(document);
            let found = boxes.walk(steps)?;
            let owner = match found {
                Found::Box(at) => Of::Box(at),
                Found::Component(at, part) => Of::Component(boxes.value(at), part),
            };
            match boxes.value_of(found) {
                Some(value) => Ok(Place { value, owner }),
                None => Err(EditRefusal::new(NO_SUCH_MEMBER, "there is no such component")),
            }
        }
    }
}

/// The value that a target names.
pub(super) fn locate<'d>(document: &'d Document, target: &Target) -> Result<Value<'d>, EditRefusal> {
    let place = owner(document, target)?;
    let (value, rest) = walk(place.value, &target.names)?;
    match rest.first() {
        None => Ok(value),
        Some(name) => Err(no_such_member(value, name)),
    }
}

/// Goes down as far as there is something: gives the last value there is, and the names behind it.
///
/// # Errors
/// A name that can lead nowhere: a member of a text, an element far behind the end.
fn walk<'d, 'n>(from: Value<'d>, names: &'n [String]) -> Result<(Value<'d>, &'n [String]), EditRefusal> {
    let mut value = from;
    for (at, name) in names.iter().enumerate() {
        let next = match value.kind() {
            Kind::Object => value.get(name),
            Kind::Array => match index(value, name) {
                Some(index) => value.elements().nth(index),
                None if name == "-" || name.parse() == Ok(value.elements().count()) => None,
                None => return Err(no_such_member(value, name)),
            },
            Kind::Null => None,
            _ => return Err(no_such_member(value, name)),
        };
        match next {
            Some(next) => value = next,
            None => return Ok((value, &names[at..])),
        }
    }
    Ok((value, &[]))
}

/// The place of an element that is there.
fn index(array: Value<'_>, name: &str) -> Option<usize> {
    let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let index: usize = digits.then(|| name.parse().ok())??;
    array.elements().nth(index).map(|_| index)
}

#[cold]
fn no_such_member(value: Value<'_>, name: &str) -> EditRefusal {
    let what = value.kind().describe();
    let refusal = |message: String| EditRefusal::new(NO_SUCH_MEMBER, message).at(value.span());
    match value.kind() {
        Kind::Object => {
            let own: Vec<Cow<'_, str>> = value.members().map(crate::Member::name).collect();
            let refusal = refusal(format!("the file writes no member `{name}` there"));
            refusal.help(NO_SUCH_MEMBER.help).maybe_help(did_you_mean(name, own))
        }
        Kind::Array => {
            let count = value.elements().count();
            refusal(format!("there is no element `{name}`")).help(match count {
                0 => "the array is empty; `-` stands behind the last element".to_owned(),
                1 => "the array has one element, `0`".to_owned(),
                _ => format!("its elements are `0` to `{}`; `-` stands behind the last", count - 1),
            })
        }
        _ => refusal(format!("`{name}` cannot be in {what}")).help("set the whole value instead"),
    }
}

/// The text of a value under names that are all new.
fn nested(names: &[String], value: &str) -> String {
    let mut text = value.to_owned();
    for name in names.iter().rev() {
        text = if name == "-" || name == "0" {
            format!("[{text}]")
        } else {
            format!("{{{}: {text}}}", quoted(name))
        };
    }
    text
}

fn piece_text(value: &str) -> Option<String> {
    Piece::parse(value).ok()?.value().as_str().map(Cow::into_owned)
}

fn tell(
    edits: &mut Edits,
    document: &Document,
    code: &CodeInfo,
    at: Span,
    message: String,
    help: Option<String>,
) {
    let mut finding: Finding = code.finding(document.source().path(), message).at(at);
    finding.help = help.or(finding.help);
    edits.findings.push(finding);
}

fn tell_new_type(edits: &mut Edits, document: &Document, old: Value<'_>, new: Value<'_>) {
    let (was, is) = (old.kind(), new.kind());
    if was != is && was != Kind::Null && is != Kind::Null && was != Kind::Damaged {
        let message = format!("the value was {} and is now {}", was.describe(), is.describe());
        tell(edits, document, &TYPE_CHANGED, old.span(), message, None);
    }
}

/// Masks follow a box that is given another id.
fn follow_id(
    edits: &mut Edits,
    document: &Document,
    place: &Place<'_>,
    target: &Target,
    new: &Option<String>,
) -> Result<(), EditRefusal> {
    let (Of::Box(at), ["id"]) =
        (place.owner, &target.names.iter().map(String::as_str).collect::<Vec<_>>()[..])
    else {
        return Ok(());
    };
    let Some(old) = find::id(place.value) else { return Ok(()) };
    let boxes = Boxes::new(document);
    // Another box of the same id may be the one that is meant.
    let others =
        (0..boxes.len()).any(|other| other != at && find::id(boxes.value(other)).is_some_and(|id| id == old));
    if others || old.is_empty() {
        return Ok(());
    }
    let layout = Layout::new(document);
    for by in masks_by(&boxes, 0..boxes.len(), &old) {
        match new {
            Some(new) => edits.edits.push(layout.replace(by, Piece::parse(&quoted(new))?.value())?),
            None => {
                let message = format!("a mask still names the box `{old}`");
                tell(edits, document, &DANGLING_MASK, by.span(), message, None);
            }
        }
    }
    Ok(())
}

/// The `by` of each mask of some boxes that names a box.
pub(super) fn masks_by<'d>(boxes: &Boxes<'d>, range: std::ops::Range<usize>, id: &str) -> Vec<Value<'d>> {
    let is_mask =
        |value: &Value<'_>| value.get("type").and_then(Value::as_str).is_some_and(|word| word == "mask");
    let masks = range.flat_map(|at| boxes.components(at)).filter(is_mask);
    masks.filter_map(|mask| mask.get("by")).filter(|by| by.as_str().is_some_and(|by| by == id)).collect()
}

/// Tells of components that name the key of an asset that is gone.
fn tell_users(edits: &mut Edits, document: &Document, key: &str) {
    let boxes = Boxes::new(document);
    let mut users = 0;
    let mut first = None;
    for component in (0..boxes.len()).flat_map(|at| boxes.components(at)) {
        let mut pending = vec![component];
        let mut uses = false;
        while let Some(value) = pending.pop() {
            let members = value.members().filter(|member| !member.is("id") && !member.is("type"));
            pending.extend(value.elements().chain(members.map(|member| member.value)));
            uses |= value.as_str().is_some_and(|text| text == key);
        }
        if uses {
            users += 1;
            first = first.or(Some(component.span()));
        }
    }
    if let Some(span) = first {
        let what =
            if users == 1 { "a component names".to_owned() } else { format!("{users} components name") };
        tell(edits, document, &ASSET_USED, span, format!("{what} the asset `{key}`"), None);
    }
}
