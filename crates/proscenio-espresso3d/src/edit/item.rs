//! Adding items and taking them out.

use proscenio_source::{Edit, did_you_mean};

use super::Place;
use super::address::{Which, kind_of, kind_words, word_of};
use super::arrange::Spot;
use super::field::{self, FieldInfo};
use super::find::{self, find_parent, is_kind, name_of, named, visit};
use super::layout::Layout;
use super::rename::{References, is_unique, same_name, taken};
use super::spell::{Data, Spelled, joined};
use super::{Address, EditRefusal, Edits, LEFT_DANGLING, NEEDED, NO_PLACE, NO_SUCH_FIELD, Step, words};
use crate::document::{Document, FileKind};
use crate::syntax::Kind;
use crate::view::{Item, Word};

/// An item to add.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewItem<'a> {
    /// The address of what it stands in; `.` for the file, whose only model takes triangles, bones and animations.
    pub parent: &'a str,
    /// The word for its kind; `None` where the parent holds one kind alone.
    pub kind: Option<&'a str>,
    /// Its id; the registered name of a particle system, the alias of a triangle or of a line of a texture set, the
    /// path of a texture set.
    pub name: &'a str,
    /// Where it stands among its siblings.
    pub place: Place<'a>,
    /// Its fields and their values. Position, forward and up are `0 0 0`, `0 0 1` and `0 1 0` when they are not given,
    /// the type of a portal is `FAST`, an animation has 20 frames per second.
    pub fields: &'a [(&'a str, &'a str)],
}

/// Adds an item, in the dialect and layout of its neighbours.
///
/// # Errors
/// When the parent is not there or holds no such items, the name is taken, or a field is wrong or missing.
pub fn add(document: &Document, new: &NewItem<'_>) -> Result<Edits, EditRefusal> {
    let (parent, address) = find_parent(document, new.parent)?;
    let kind = kind_in(document, parent, new.kind)?;
    let container = container(document, parent, kind)?;
    let name = match kind {
        Kind::TextureSet => words::path(document, new.name)?,
        kind => words::name(document, new.name, kind)?,
    };
    if is_unique(kind)
        && let Some(other) = same_name(document, kind, container, new.name).first()
    {
        return Err(taken(*other, new.name));
    }
    let data = Data::like(document, kind);
    if data.is_line && matches!(kind, Kind::Bone | Kind::Animation) {
        let message = format!("the line dialect has no {}s", word_of(kind));
        return Err(
            EditRefusal::new(NO_PLACE, message).help("`proscenio fmt --dialect block` converts the file")
        );
    }
    let given = given(document, kind, new)?;
    if kind == Kind::Bone && given.parent.is_none() {
        one_root(document, new.name)?;
    }
    let spelled = given.spell(kind, name, data)?;
    let layout = Layout::of(document);
    let spot = Spot::of(document, container, kind, new.place, &layout)?;
    let edit = spot.insert(&layout, &spelled.lines(data, &spot.indent, &layout.unit));
    let made = made(parent, &address, kind, new.name, edit.span.start());
    Ok(Edits { edits: vec![edit], findings: Vec::new(), made: Some(made) })
}

/// The kind of an item that is to stand in a parent.
fn kind_in(document: &Document, parent: Item<'_>, word: Option<&str>) -> Result<Kind, EditRefusal> {
    let Some(word) = word else {
        return match (parent.kind(), document.kind()) {
            (Kind::Root, FileKind::Map) => Ok(Kind::Sector),
            (Kind::Root, FileKind::TextureSet) => Ok(Kind::Entry),
            (Kind::Animation, _) => Ok(Kind::Frame),
            (Kind::Frame, _) => Ok(Kind::FrameBone),
            _ => {
                let message = format!("{} holds items of several kinds", named(parent));
                Err(EditRefusal::new(NO_PLACE, message)
                    .help("say which with --type, such as `--type portal`"))
            }
        };
    };
    let Some(kind) = kind_of(word) else {
        let refusal = EditRefusal::new(NO_PLACE, format!("there is no kind `{word}`"));
        let kinds: Vec<&str> = kind_words().collect();
        return Err(refusal
            .help(format!("kinds are {}", kinds.join(", ")))
            .maybe_help(did_you_mean(word, kinds)));
    };
    Ok(match (kind, parent.kind()) {
        (Kind::Bone, Kind::Frame) => Kind::FrameBone,
        (Kind::Alias, _) => Kind::Entry,
        (kind, _) => kind,
    })
}

/// What an item of a kind will stand in: the parent, or the only model of the file.
fn container<'d>(document: &'d Document, parent: Item<'d>, kind: Kind) -> Result<Item<'d>, EditRefusal> {
    let in_model = matches!(kind, Kind::Triangle | Kind::Bone | Kind::Animation);
    if parent.kind() == Kind::Root && document.kind() == FileKind::Actor && in_model {
        let mut models = parent.all(Kind::Model);
        if let (Some(only), None) = (models.next(), models.next()) {
            return Ok(only);
        }
    }
    let fits = match parent.kind() {
        Kind::Root => match document.kind() {
            FileKind::Map => matches!(kind, Kind::TextureSet | Kind::Sector),
            FileKind::Actor => matches!(kind, Kind::TextureSet | Kind::Model),
            FileKind::TextureSet => kind == Kind::Entry,
        },
        Kind::Sector => matches!(kind, Kind::Triangle | Kind::Portal | Kind::Actor | Kind::ParticleSystem),
        Kind::Model => in_model,
        Kind::Animation => kind == Kind::Frame,
        Kind::Frame => kind == Kind::FrameBone,
        _ => false,
    };
    if fits {
        return Ok(parent);
    }
    let message = format!("{} holds no {}", named(parent), word_of(kind));
    let help = match kind {
        Kind::Rotate | Kind::Translate => {
            "`proscenio set FILE BONE:ROTATE 'SPAN X Y Z'` gives a bone a command"
        }
        Kind::Light | Kind::Terrain => "the word is reserved; the 0.5 engine would end the sector there",
        _ => NO_PLACE.help,
    };
    Err(EditRefusal::new(NO_PLACE, message).help(help))
}

/// A second root would make the engine lose the first.
fn one_root(document: &Document, name: &str) -> Result<(), EditRefusal> {
    let bones: Vec<_> = document.models().flat_map(|model| model.bones()).collect();
    let Some(root) = bones.iter().find(|bone| bone.parent().is_none()) else { return Ok(()) };
    let id = root.id().map(Word::text).unwrap_or_default();
    let message = format!("`{name}` would be a second root: the engine loses the first, `{id}`");
    Err(EditRefusal::new(NEEDED, message).at(root.span()).help(format!("give it a parent: PARENT={id}")))
}

/// The values that were given for a new item.
#[derive(Default)]
struct Given {
    fields: Vec<(&'static FieldInfo, Vec<Vec<u8>>)>,
    parent: Option<Vec<u8>>,
}

fn given(document: &Document, kind: Kind, new: &NewItem<'_>) -> Result<Given, EditRefusal> {
    let mut given = Given::default();
    for (name, value) in new.fields {
        let field = field::field_named(kind, name)?;
        if Some(field.kind) == find::name_kind(kind) {
            let message = format!("{} is given as the name", field.name);
            return Err(EditRefusal::new(NO_SUCH_FIELD, message).help("leave it out"));
        }
        let mut parts = words::split(value);
        // The name of a triangle is the alias of its texture; other layers need their own.
        if field.kind == Kind::Texture && parts.len() + 1 == field.slots.len() {
            parts.push(new.name);
        }
        if parts.len() != field.slots.len() {
            let (wanted, found) = (field.slots.len(), parts.len());
            let message = format!("{} takes {wanted} values, {found} are given", field.name);
            return Err(EditRefusal::new(super::BAD_VALUE, message).help(super::BAD_VALUE.help));
        }
        let checked: Result<Vec<Vec<u8>>, _> = parts
            .iter()
            .zip(field.slots)
            .map(|(part, slot)| words::checked(document, part, slot.is))
            .collect();
        let checked = checked?;
        if field.kind == Kind::Parent {
            given.parent = checked.first().cloned();
        }
        given.fields.push((field, checked));
    }
    Ok(given)
}

impl Given {
    /// The values of a field: those given, else the usual ones.
    fn values(&self, field: &FieldInfo) -> Option<Vec<Vec<u8>>> {
        let own = self.fields.iter().rev().find(|(own, _)| own.kind == field.kind);
        own.map(|(_, values)| values.clone()).or_else(|| {
            let usual = match field.kind {
                Kind::Position => "0 0 0",
                Kind::Forward => "0 0 1",
                Kind::Up => "0 1 0",
                Kind::PortalType => "FAST",
                Kind::Fps => "20",
                Kind::Flag => "NOJAR",
                _ => return None,
            };
            Some(usual.split(' ').map(|word| word.as_bytes().to_vec()).collect())
        })
    }

    /// The item as it will be written.
    fn spell(&self, kind: Kind, name: Vec<u8>, data: Data) -> Result<Spelled, EditRefusal> {
        let mut header = Vec::new();
        let mut fields = Vec::new();
        for field in field::fields_of(kind) {
            if Some(field.kind) == find::name_kind(kind) {
                header.push(name.clone());
                continue;
            }
            let Some(values) = self.values(field) else {
                if field.optional {
                    continue;
                }
                let message = format!("a {} needs {}", word_of(kind), field.name);
                return Err(EditRefusal::new(NEEDED, message)
                    .help(format!("give it with --set {}='...'", field.name)));
            };
            if field.is_word() {
                header.extend(values);
            } else {
                fields.push((field, joined(field.slots, values.iter().map(Vec::as_slice))));
            }
        }
        let tag = match kind {
            Kind::TextureSet => "TEXTURESET",
            Kind::Sector => "SECTOR",
            Kind::Model => "MODEL",
            Kind::Triangle => "TRIANGLE",
            Kind::Portal => "PORTAL",
            Kind::Actor => "ACTOR",
            Kind::ParticleSystem => "PARTICLESYSTEM",
            Kind::Bone | Kind::FrameBone => "BONE",
            Kind::Animation => "ANIMATION",
            Kind::Frame => "FRAME",
            _ => "",
        };
        let mut spelled = Spelled {
            tag,
            words: header,
            fields,
            list: Vec::new(),
            has_block: !tag.is_empty() && kind != Kind::TextureSet,
        };
        if data.is_line && !matches!(kind, Kind::TextureSet | Kind::Sector | Kind::Model) {
            self.make_list(kind, &mut spelled)?;
        }
        Ok(spelled)
    }

    /// The fields of an item as one list.
    fn make_list(&self, kind: Kind, spelled: &mut Spelled) -> Result<(), EditRefusal> {
        let in_list = |field: &FieldInfo| {
            !matches!(field.kind, Kind::Detail0 | Kind::Detail1 | Kind::BoneLink | Kind::BoneAttachment)
        };
        if let Some((field, _)) = spelled.fields.iter().find(|(field, _)| !in_list(field)) {
            let message = format!("the line dialect has no place for {}", field.name);
            return Err(
                EditRefusal::new(NO_PLACE, message).help("`proscenio fmt --dialect block` converts the file")
            );
        }
        if kind == Kind::Portal {
            // Name before type, and the link among the words.
            spelled.words.reverse();
            if let Some((_, link)) =
                self.fields.iter().rev().find(|(field, _)| field.kind == Kind::PortalLink)
            {
                spelled.words.extend(link.iter().cloned());
            }
            spelled.fields.retain(|(field, _)| field.kind != Kind::PortalLink);
        }
        let parts: Vec<&[u8]> = spelled.fields.iter().map(|(_, text)| text.as_slice()).collect();
        spelled.list = parts.join(&b", "[..]);
        Ok(())
    }
}

/// The address of a new item that stands at a place of the file.
fn made(parent: Item<'_>, address: &str, kind: Kind, name: &str, at: u32) -> String {
    let (mut place, mut same_name, mut same_both) = (0, false, false);
    visit(parent, &mut |other| {
        let same_kind = is_kind(other, kind);
        place += usize::from(same_kind && other.span().start() < at);
        if name_of(other).is_some_and(|own| own.text() == name) {
            same_name = true;
            same_both |= same_kind;
        }
    });
    let step = match super::address::has_names(kind) {
        true if !same_name => Step { kind: None, which: Which::Name(name.to_owned()) },
        true if !same_both => Step { kind: Some(kind), which: Which::Name(name.to_owned()) },
        _ => Step { kind: Some(kind), which: Which::At(place) },
    };
    if address.is_empty() { step.to_string() } else { format!("{address}/{step}") }
}

/// Takes out an item with all in it. Comments around it stay.
///
/// # Errors
/// When the address leads to nothing, to several items, or to a field.
pub fn remove(document: &Document, address: &str) -> Result<Edits, EditRefusal> {
    let parsed = Address::parse(address)?;
    if !parsed.names.is_empty() {
        let message = format!("`{address}` is a field, not an item");
        return Err(EditRefusal::new(NO_SUCH_FIELD, message).help("`proscenio unset` takes out fields"));
    }
    let found = find::find(document, &parsed)?;
    let (item, parent) = (found.item(), found.parent());
    let edit: Edit = Layout::of(document).remove(item.span());
    let mut edits = Edits::from(vec![edit]);
    let twins = name_of(item).map(|name| same_name(document, item.kind(), parent, &name.text()).len());
    if twins == Some(1) {
        let mut left = References::of(document).of_item(item, parent);
        left.retain(|word| !item.span().contains(word.span()));
        if let Some(first) = left.first() {
            let (count, what) = (left.len(), word_of(item.kind()));
            let places =
                if count == 1 { "one place names".to_owned() } else { format!("{count} places name") };
            let message = format!("{places} the {what} `{}` that is gone", named(item));
            let finding = LEFT_DANGLING.finding(document.source().path(), message);
            edits.findings.push(finding.at(first.span()));
        }
    }
    Ok(edits)
}
