//! New names, and everything in the file that follows them.

use std::collections::HashSet;

use proscenio_source::{Edit, Finding};

use super::address::{Address, Which, word_of};
use super::find::{self, Found, is_kind, name_of, visit};
use super::{EditRefusal, Edits, LEFT_DANGLING, NO_SUCH_FIELD, NO_SUCH_ITEM, OTHER_FILES, TAKEN, words};
use crate::document::{Document, FileKind};
use crate::syntax::Kind;
use crate::view::{Item, Word};

/// Everything in a file that names something of it.
pub(super) struct References<'d> {
    /// Portals' links: to a sector and a portal in it.
    pub doors: Vec<[Word<'d>; 2]>,
    /// Parents, links, attachments, children and frames that name bones.
    pub bones: Vec<Word<'d>>,
    /// Attachments that name groups.
    groups: Vec<Word<'d>>,
    known_bones: HashSet<&'d [u8]>,
}

impl<'d> References<'d> {
    pub fn of(document: &'d Document) -> Self {
        let mut all =
            Self { doors: Vec::new(), bones: Vec::new(), groups: Vec::new(), known_bones: HashSet::new() };
        for portal in document.sectors().flat_map(|sector| sector.portals()) {
            if let (Some(sector), Some(portal)) = (portal.link_sector(), portal.link_portal()) {
                all.doors.push([sector, portal]);
            }
        }
        for model in document.models() {
            all.visit_model(model.item());
        }
        all
    }

    fn visit_model(&mut self, model: Item<'d>) {
        for item in model.children() {
            match item.kind() {
                Kind::Bone => {
                    self.known_bones.extend(item.word(Kind::Id).map(Word::bytes));
                    self.bones.extend(item.word(Kind::Parent));
                }
                Kind::BoneGroup => {
                    for bone in item.all(Kind::GroupBone) {
                        self.known_bones.extend(bone.word(Kind::Id).map(Word::bytes));
                        self.bones.extend(bone.all(Kind::Child).map(Item::as_word));
                    }
                }
                Kind::Triangle => {
                    for field in item.all(Kind::BoneLink).chain(item.all(Kind::BoneAttachment)) {
                        self.bones.extend(field.all(Kind::Id).map(Item::as_word));
                        self.groups.extend(field.all(Kind::Group).map(Item::as_word));
                    }
                }
                Kind::Animation => {
                    let frames = item.all(Kind::Frame).flat_map(|frame| frame.all(Kind::FrameBone));
                    self.bones.extend(frames.filter_map(|bone| bone.word(Kind::Id)));
                }
                _ => {}
            }
        }
    }

    pub fn has_bone(&self, name: &str) -> bool {
        self.known_bones.iter().any(|bone| crate::value::text(bone) == name)
    }

    pub fn bone_names(&self) -> impl Iterator<Item = std::borrow::Cow<'d, str>> + '_ {
        self.known_bones.iter().map(|bone| crate::value::text(bone))
    }

    /// The words that mean an item of a name: sectors, portals (of a sector), bones and groups.
    pub fn of_item(&self, item: Item<'d>, parent: Item<'d>) -> Vec<Word<'d>> {
        let Some(name) = name_of(item).map(Word::bytes) else { return Vec::new() };
        let is_it = |word: &Word<'d>| word.bytes() == name;
        match item.kind() {
            Kind::Sector => self.doors.iter().map(|[sector, _]| *sector).filter(is_it).collect(),
            Kind::Portal => {
                let own = name_of(parent).map(Word::bytes);
                let doors = self.doors.iter().filter(|[sector, _]| Some(sector.bytes()) == own);
                doors.map(|[_, portal]| *portal).filter(is_it).collect()
            }
            Kind::Bone | Kind::GroupBone => self.bones.iter().copied().filter(is_it).collect(),
            Kind::BoneGroup => self.groups.iter().copied().filter(is_it).collect(),
            _ => Vec::new(),
        }
    }
}

/// Gives an item another name. All that names it in the file follows.
///
/// `alias:WALL` in a map or an actor renames all uses of the alias there.
///
/// # Errors
/// When the item has no name, or the name is taken or cannot be written.
pub fn rename(document: &Document, address: &str, name: &str) -> Result<Edits, EditRefusal> {
    let parsed = Address::parse(address)?;
    if let [step] = &parsed.steps[..]
        && step.kind == Some(Kind::Alias)
        && document.kind() != FileKind::TextureSet
    {
        let Which::Name(old) = &step.which else {
            return Err(
                EditRefusal::new(NO_SUCH_ITEM, "an alias is meant by its name").help("write `alias:NAME`")
            );
        };
        return rename_alias(document, old, name);
    }
    if !parsed.names.is_empty() {
        let message = format!("`{address}` is a field, which has no name");
        return Err(EditRefusal::new(NO_SUCH_FIELD, message).help("`proscenio set` changes fields"));
    }
    rename_found(document, &find::find(document, &parsed)?, name)
}

pub(super) fn rename_found(document: &Document, found: &Found<'_>, name: &str) -> Result<Edits, EditRefusal> {
    let (item, parent) = (found.item(), found.parent());
    let Some(old) = name_of(item) else { return name_new(document, item, parent, name) };
    let word = match item.kind() {
        Kind::TextureSet => words::path(document, name)?,
        kind => words::name(document, name, kind)?,
    };
    if old.bytes() == &word[..] {
        return Ok(Edits::default());
    }
    let twins = namesakes(document, item, parent, &old.text());
    if is_unique(item.kind())
        && let Some(other) = namesakes(document, item, parent, name).first()
    {
        return Err(taken(*other, name));
    }
    let mut edits = Edits { edits: vec![Edit::replace(old.span(), word.clone())], ..Edits::default() };
    if is_unique(item.kind()) && !twins.is_empty() {
        // What names them goes on to mean the other.
        let what = word_of(item.kind());
        let message = format!("another {what} is called `{}`; what names it stays", old.text());
        edits.findings.push(finding(document, message, twins[0]));
        return Ok(edits);
    }
    let references = References::of(document).of_item(item, parent);
    edits.edits.extend(references.iter().map(|own| Edit::replace(own.span(), word.clone())));
    if matches!(item.kind(), Kind::ParticleSystem | Kind::Entry | Kind::Animation) {
        let who = match item.kind() {
            Kind::Entry => "maps and actors",
            _ => "programs",
        };
        let message = format!("{who} that use `{}` are not looked at", old.text());
        edits.findings.push(OTHER_FILES.finding(document.source().path(), message).at(old.span()));
    }
    Ok(edits)
}

/// Gives an item that lacks its name one.
fn name_new(document: &Document, item: Item<'_>, parent: Item<'_>, name: &str) -> Result<Edits, EditRefusal> {
    let fields = super::field::fields_of(item.kind());
    let field = find::name_kind(item.kind()).and_then(|kind| fields.iter().find(|field| field.kind == kind));
    let Some(field) = field else {
        let message = format!("a {} has no name", word_of(item.kind()));
        let help = "`alias:NAME` names all uses of an alias; `proscenio set` changes one";
        return Err(EditRefusal::new(NO_SUCH_FIELD, message).at(item.span()).help(help));
    };
    let word = words::name(document, name, item.kind())?;
    match namesakes(document, item, parent, name).first() {
        Some(other) if is_unique(item.kind()) => Err(taken(*other, name)),
        _ => Ok(super::value::add_word(document, item, field, &word)?.into()),
    }
}

fn finding(document: &Document, message: String, at: Item<'_>) -> Finding {
    LEFT_DANGLING.finding(document.source().path(), message).at(at.span())
}

/// Whether two items of a kind may not share a name.
pub(super) fn is_unique(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Sector
            | Kind::Portal
            | Kind::Actor
            | Kind::Bone
            | Kind::GroupBone
            | Kind::BoneGroup
            | Kind::Animation
            | Kind::Entry
    )
}

/// Other items of the kind with a name, where names must differ: sectors, animations and bones in the whole file,
/// portals and actors in their sector.
pub(super) fn namesakes<'d>(
    document: &'d Document,
    item: Item<'d>,
    parent: Item<'d>,
    name: &str,
) -> Vec<Item<'d>> {
    let mut found = same_name(document, item.kind(), parent, name);
    found.retain(|other| other.index() != item.index());
    found
}

/// Every item of a kind with a name, where a new one would stand.
pub(super) fn same_name<'d>(
    document: &'d Document,
    kind: Kind,
    parent: Item<'d>,
    name: &str,
) -> Vec<Item<'d>> {
    let whole_file = !matches!(kind, Kind::Portal | Kind::Actor | Kind::FrameBone | Kind::Frame);
    let scope = if whole_file { find::root(document) } else { parent };
    let mut found = Vec::new();
    visit(scope, &mut |other| {
        if is_kind(other, kind) && name_of(other).is_some_and(|own| own.text() == name) {
            found.push(other);
        }
    });
    found
}

#[cold]
pub(super) fn taken(other: Item<'_>, name: &str) -> EditRefusal {
    let what = word_of(other.kind());
    EditRefusal::new(TAKEN, format!("the {what} `{name}` is there already")).at(other.span()).help(TAKEN.help)
}

/// Every use of an alias in a map or an actor.
fn rename_alias(document: &Document, old: &str, name: &str) -> Result<Edits, EditRefusal> {
    let word = words::name(document, name, Kind::Alias)?;
    let uses = |name: &str| {
        let nodes = document.tree().iter().filter(|node| node.kind() == Kind::Alias).map(|node| node.span());
        let text = name.to_owned();
        nodes.filter(move |span| document.text(*span) == *text)
    };
    if old == name {
        return Ok(Edits::default());
    }
    if let Some(other) = uses(name).next() {
        let message = format!("triangles of the file use the alias `{name}` already");
        return Err(EditRefusal::new(TAKEN, message).at(other).help(TAKEN.help));
    }
    let edits: Vec<Edit> = uses(old).map(|span| Edit::replace(span, word.clone())).collect();
    if edits.is_empty() {
        let nodes = document.tree().iter().filter(|node| node.kind() == Kind::Alias);
        let known: HashSet<String> = nodes.map(|node| document.text(node.span()).into_owned()).collect();
        let near = proscenio_source::did_you_mean(old, known);
        let refusal = EditRefusal::new(NO_SUCH_ITEM, format!("no triangle uses the alias `{old}`"));
        return Err(refusal.help(NO_SUCH_ITEM.help).maybe_help(near));
    }
    let mut edits = Edits::from(edits);
    let message = format!("the texture sets must define `{name}` too");
    edits.findings.push(OTHER_FILES.finding(document.source().path(), message));
    Ok(edits)
}
