//! Taking other files into a file: a resource as a sub-resource, the scene of an instance as own nodes.

use std::borrow::Cow;
use std::collections::BTreeSet;

use proscenio_source::{Edit, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::compose::{Part, part, used_by};
use super::draft::{Draft, edited};
use super::header::{remove_attribute, set_attribute};
use super::ids::{Generator, free_id, unique_ids};
use super::layout::{Layout, property_lines};
use super::model::{Found, Model};
use super::resource::{by_id, reference_text};
use super::text::{Escapes, is_old, quoted};
use super::users::{Ids, uses};
use super::{BAD_TARGET, EditRefusal, Edits, INSIDE_INSTANCE, Options, UNIQUE_NAME_DROPPED, guard};
use crate::document::Document;
use crate::section::Section;
use crate::spell::Spelling;
use crate::tree::SectionKind;
use crate::value::{Id, Reference, Value};
use crate::view::{ExtResource, Node};

/// Makes an external resource one inside the document, with all that its file holds. `file` is what the resource's path
/// leads to; its own paths must be such that the document can write them too. The edits' [`Edits::made`] is the new id.
///
/// # Errors
/// No such external resource; a file of another generation of the engine, or one that is no resource; a scene; damage.
pub fn embed_resource(
    document: &Document,
    id: &str,
    file: &Document,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    guard::whole(file)?;
    let mut draft = Draft::new(document, options);
    let reference = by_id(&draft, id)?;
    let own = draft.ids.section(&reference).filter(|_| matches!(reference, Reference::Ext(_)));
    let Some(own) = own else {
        return Err(EditRefusal::new(BAD_TARGET, format!("`{id}` is inside the file already")));
    };
    let Some(resource) = file.resource() else {
        return Err(EditRefusal::new(BAD_TARGET, format!("`{}` is no resource file", file.source().path())));
    };
    let class = file.resource_type().unwrap_or_default().into_owned();
    let mut guest = Guest::new(document, file)?;
    guest.meet_resources();
    let id = guest.fresh(&class);
    let all: BTreeSet<usize> = file.sections().map(Section::index).collect();
    let mut parts = guest.resources(&all);
    let header =
        format!("[sub_resource type={} id={}]", quoted(&class, Escapes::of(document)), guest.spelled(&id));
    let mut edits = guest.reference_edits(resource);
    edits.push(Edit::replace(resource.header_span(), header));
    parts.push((SectionKind::SubResource, part(file, &guest.layout, resource.index(), &mut edits).1));
    guest.put_resources(&mut draft, parts);
    let spelled = reference_text(document, &Reference::Sub(Id(id.clone())));
    for found in uses(document, &draft.ids).iter().filter(|found| found.resource == own) {
        let user = document.section(found.section);
        if user
            .is_some_and(|user| user.attribute("instance").is_some_and(|it| it.span().contains(found.span)))
        {
            return Err(EditRefusal::new(BAD_TARGET, "a node is an instance of it").at(found.span));
        }
        draft.replace(found.span, &spelled);
    }
    draft.remove_section(own);
    guest.raise_format(&mut draft);
    draft.edits.made = Some(id);
    Ok(draft.finish())
}

/// Makes the nodes of an instanced scene the document's own, one level deep: instances inside it stay instances.
/// `file` is the scene; its own paths must be such that the document can write them too. What the document changes in
/// the instance is written into the nodes.
///
/// # Errors
/// No such node; one that is no instance of a scene; a file of another generation of the engine, or without nodes;
/// damage.
pub fn embed_scene(
    document: &Document,
    path: &str,
    file: &Document,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    guard::whole(file)?;
    let model = Model::new(document);
    let found = model.find(path)?;
    if !matches!(found.node.instance(), Some(Reference::Ext(_))) {
        let message = format!("`{path}` is no instance of a scene");
        return Err(EditRefusal::new(BAD_TARGET, message).at(found.node.0.header_span()));
    }
    let Some(root) = file.nodes().next() else {
        return Err(EditRefusal::new(BAD_TARGET, format!("`{}` has no nodes", file.source().path())));
    };
    let mut draft = Draft::new(document, options);
    let mut guest = Guest::new(document, file)?;
    guest.meet_resources();
    guest.raise_format(&mut draft);
    let mut scene = Scene { guest: &guest, model: &model, found, numbers: unique_ids(document) };
    let parts = guest.resources(&scene.needed(root));
    guest.put_resources(&mut draft, parts);
    scene.root(&mut draft, root);
    scene.children(&mut draft)?;
    scene.links(&mut draft);
    draft.edits.made = Some(model.places.path(found.place));
    Ok(draft.finish())
}

/// A file that is taken into another.
struct Guest<'d> {
    document: &'d Document,
    file: &'d Document,
    layout: Layout,
    /// Ids of the file that are others in the document, of both kinds.
    ext: FxHashMap<String, String>,
    sub: FxHashMap<String, String>,
    taken: FxHashSet<String>,
    /// External resources that only the file has.
    new: Vec<usize>,
}

impl<'d> Guest<'d> {
    fn new(document: &'d Document, file: &'d Document) -> Result<Self, EditRefusal> {
        if is_old(document) != is_old(file) {
            let message = format!("`{}` is of another generation of the engine", file.source().path());
            return Err(
                EditRefusal::new(BAD_TARGET, message).help("bring both to one with `proscenio upgrade`")
            );
        }
        let ids = document.ext_resources().filter_map(ExtResource::id);
        let ids = ids.chain(document.sub_resources().filter_map(crate::view::SubResource::id));
        let taken = ids.map(|id| id.0).collect();
        let (ext, sub) = (FxHashMap::default(), FxHashMap::default());
        Ok(Self { document, file, layout: Layout::new(file), ext, sub, taken, new: Vec::new() })
    }

    /// An id that neither file has.
    fn fresh(&mut self, class: &str) -> String {
        let id = if is_old(self.document) {
            let highest = self.taken.iter().filter_map(|id| id.parse::<u64>().ok()).max();
            highest.unwrap_or(0).saturating_add(1).to_string()
        } else {
            free_id(class, &|id| self.taken.contains(id))
        };
        self.taken.insert(id.clone());
        id
    }

    fn spelled(&self, id: &str) -> String {
        if is_old(self.document) && id.parse::<u64>().is_ok() { id.to_owned() } else { format!("\"{id}\"") }
    }

    /// Gives the file's resources their ids in the document; external ones that both name are one.
    fn meet_resources(&mut self) {
        let mut known: FxHashMap<Cow<'_, str>, String> = FxHashMap::default();
        for resource in self.document.ext_resources() {
            if let (Some(path), Some(id)) = (resource.path(), resource.id()) {
                known.entry(path).or_insert(id.0);
            }
        }
        for resource in self.file.ext_resources() {
            let Some(Id(id)) = resource.id() else { continue };
            if let Some(same) = resource.path().and_then(|path| known.get(&path)) {
                self.ext.insert(id, same.clone());
                continue;
            }
            self.new.push(resource.0.index());
            let own = self.own(&id, "");
            self.ext.insert(id, own);
        }
        for resource in self.file.sub_resources() {
            let Some(Id(id)) = resource.id() else { continue };
            let class = resource.resource_type().unwrap_or_default().into_owned();
            let own = self.own(&id, &class);
            self.sub.insert(id, own);
        }
    }

    /// The id itself where it is free, else a new one.
    fn own(&mut self, id: &str, class: &str) -> String {
        if !is_old(self.document) && self.taken.insert(id.to_owned()) {
            return id.to_owned();
        }
        let stem = if class.is_empty() { id.split('_').next().unwrap_or_default() } else { class };
        self.fresh(stem)
    }

    /// The edits that give the references of a section their new ids.
    fn reference_edits(&self, section: Section<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        for entry in section.attributes().chain(section.properties()) {
            for (span, reference) in self.file.references_in(entry) {
                let named = |ids: &FxHashMap<String, String>, id: &Id| {
                    ids.get(&id.0).filter(|new| **new != id.0).cloned().map(Id)
                };
                let new = match &reference {
                    Reference::Ext(id) => named(&self.ext, id).map(Reference::Ext),
                    Reference::Sub(id) => named(&self.sub, id).map(Reference::Sub),
                    Reference::Path { .. } => None,
                };
                edits.extend(new.map(|new| Edit::replace(span, reference_text(self.document, &new))));
            }
        }
        edits
    }

    fn id_edit(&self, section: Section<'_>, ids: &FxHashMap<String, String>) -> Option<Edit> {
        let entry = section.attribute("id")?;
        let id = entry.text().map(Cow::into_owned).or_else(|| Some(entry.integer()?.to_string()))?;
        let new = ids.get(&id).filter(|new| **new != id)?;
        Some(Edit::replace(entry.value_span(), self.spelled(new)))
    }

    /// The sections of those resources of the file that are needed, external ones first.
    fn resources(&self, needed: &BTreeSet<usize>) -> Vec<Part> {
        let mut parts = Vec::new();
        let new = self.new.iter().filter(|section| needed.contains(section));
        for section in new.filter_map(|section| self.file.section(*section)) {
            let mut edits: Vec<Edit> = self.id_edit(section, &self.ext).into_iter().collect();
            parts.push(part(self.file, &self.layout, section.index(), &mut edits));
        }
        for resource in self.file.sub_resources().filter(|it| needed.contains(&it.0.index())) {
            let mut edits = self.reference_edits(resource.0);
            edits.extend(self.id_edit(resource.0, &self.sub));
            parts.push(part(self.file, &self.layout, resource.0.index(), &mut edits));
        }
        parts
    }

    /// Puts resources in front of those that the document has.
    fn put_resources(&self, draft: &mut Draft<'_>, parts: Vec<Part>) {
        use SectionKind::{ExtResource, ResourceFile, Scene, SubResource};
        let last = self
            .document
            .sections()
            .filter(|section| matches!(section.kind(), Scene | ResourceFile | ExtResource));
        let after = last.last().map(Section::index);
        for kind in [ExtResource, SubResource] {
            let own: Vec<Vec<u8>> =
                parts.iter().filter(|part| part.0 == kind).map(|part| part.1.clone()).collect();
            draft.insert_sections(after, kind, &own);
        }
    }

    /// What the file's format can hold the document's must hold too.
    fn raise_format(&self, draft: &mut Draft<'_>) {
        let (own, other) = (self.document.format(), self.file.format());
        if let (Some(entry), Some(other)) =
            (self.document.header().and_then(|header| header.attribute("format")), other)
            && own < Some(other)
        {
            draft.replace(entry.value_span(), other.to_string());
        }
    }
}

/// A scene that becomes own nodes.
struct Scene<'s, 'd> {
    guest: &'s Guest<'d>,
    model: &'s Model<'d>,
    found: Found<'d>,
    /// The numbers of all nodes, where the document's have some.
    numbers: Option<FxHashSet<i64>>,
}

impl<'d> Scene<'_, 'd> {
    /// A path of the scene as one of the document.
    fn path(&self, inner: &str) -> String {
        let own = self.model.places.path(self.found.place);
        match (own.as_str(), inner) {
            (_, ".") => own,
            (".", _) => inner.to_owned(),
            _ => format!("{own}/{inner}"),
        }
    }

    /// The nodes of the document that change one of the scene, by their paths.
    fn overrides(&self) -> FxHashMap<String, Node<'d>> {
        let model = self.model;
        let below = model.below(self.found.place).into_iter().filter(|index| *index != self.found.index);
        let over = below.filter_map(|index| {
            let node = model.node(index);
            let is_over = node.node_type().is_none() && !node.is_instance();
            model.places.of_node(index).filter(|_| is_over).map(|place| (model.places.path(place), node))
        });
        over.collect()
    }

    /// The sections of the scene's resources that something uses which the document leaves as it is.
    fn needed(&self, root: Node<'d>) -> BTreeSet<usize> {
        let file = self.guest.file;
        let ids = Ids::new(file);
        let mut over = self.overrides();
        over.insert(self.path("."), self.found.node);
        let mut used = BTreeSet::new();
        for section in file.sections().filter(|section| {
            matches!(section.kind(), SectionKind::Node | SectionKind::Connection | SectionKind::Unknown)
        }) {
            let node = Node(section);
            let changed = match (section.kind(), section.index() == root.0.index()) {
                (SectionKind::Node, true) => over.get(&self.path(".")),
                (SectionKind::Node, false) => over.get(&self.path(&inner_path(node))),
                _ => None,
            };
            let kept = section
                .properties()
                .filter(|entry| changed.is_none_or(|over| over.property(&entry.key()).is_none()));
            for entry in section.attributes().chain(kept) {
                let references = file.references_in(entry).into_iter();
                used.extend(references.filter_map(|(_, reference)| ids.section(&reference)));
            }
        }
        let inner = used_by(&uses(file, &ids), &used, file.sections().len());
        used.union(&inner).copied().collect()
    }

    /// Gives the instance the class and the properties of the scene's root.
    fn root(&self, draft: &mut Draft<'_>, root: Node<'d>) {
        let own = self.found.node;
        let mut edits: Vec<Edit> = remove_attribute(own.0, "instance").into_iter().collect();
        for name in ["type", "instance", "instance_placeholder"] {
            let Some(entry) = root.0.attribute(name) else { continue };
            let text = self.moved(root.0, entry.value_span());
            match own.0.attribute(name) {
                Some(old) => {
                    edits.retain(|edit: &Edit| !edit.span.contains(old.span()));
                    edits.push(Edit::replace(old.value_span(), text));
                }
                None => edits.push(set_attribute(own.0, name, &text)),
            }
        }
        edits.extend(self.list_edits(own, own, root));
        let mut text = edited(self.model.doc.source().bytes(), own.0.header_span(), &sorted(edits));
        self.properties(own, root, &mut text);
        draft.replace(self.block(draft, own.0), text);
        self.gain(draft, own.0);
    }

    fn block(&self, draft: &Draft<'_>, section: Section<'_>) -> Span {
        draft
            .layout
            .blocks
            .get(section.index())
            .map_or(section.span(), |block| Span::new(block.start, block.end))
    }

    /// What stands in the text of a section of the document is used as before.
    fn gain(&self, draft: &mut Draft<'_>, section: Section<'_>) {
        for entry in section.properties() {
            draft.gain(section.document().references_in(entry).into_iter().map(|(_, reference)| reference));
        }
    }

    /// A piece of the scene with the document's ids.
    fn moved(&self, section: Section<'_>, span: Span) -> String {
        let edits: Vec<Edit> =
            self.guest.reference_edits(section).into_iter().filter(|edit| span.contains(edit.span)).collect();
        let bytes = edited(self.guest.file.source().bytes(), span, &edits);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The edits that give a header the lists of both: `section` is that of one of them.
    fn list_edits(&self, section: Node<'_>, over: Node<'_>, base: Node<'_>) -> Vec<Edit> {
        let union = |mut first: Vec<String>, second: Vec<String>| {
            let new: Vec<String> = second.into_iter().filter(|name| !first.contains(name)).collect();
            first.extend(new);
            first
        };
        let mut edits = Vec::new();
        let mut paths = base.node_paths();
        // A property that the document sets anew is a node path only if it says so.
        paths.retain(|name| over.property(name).is_none());
        let paths = union(paths, over.node_paths());
        if paths != section.node_paths() {
            let value = Value::PackedStringArray(paths).spelled(self.spelling());
            edits.push(set_attribute(section.0, "node_paths", &value));
        }
        let groups = union(base.groups(), over.groups());
        if groups != section.groups() {
            let quoted = |group: &String| quoted(group, Escapes::of(self.model.doc));
            let names: Vec<String> = groups.iter().map(quoted).collect();
            edits.push(set_attribute(section.0, "groups", &format!("[{}]", names.join(", "))));
        }
        edits
    }

    /// The properties of a node of the scene, those that the document changes in their places, and what only the
    /// document sets.
    fn properties(&self, over: Node<'_>, base: Node<'_>, text: &mut Vec<u8>) {
        let document = self.model.doc;
        let newline = self.newline().as_bytes();
        let mut done = FxHashSet::default();
        for entry in base.0.properties() {
            text.extend_from_slice(newline);
            match over.property(&entry.key()) {
                Some(changed) => text.extend_from_slice(document.slice(changed.span())),
                None => text.extend_from_slice(self.moved(base.0, entry.span()).as_bytes()),
            }
            done.insert(entry.key().into_owned());
        }
        for entry in over.0.properties().filter(|entry| !done.contains(&*entry.key())) {
            text.extend_from_slice(newline);
            text.extend_from_slice(document.slice(entry.span()));
        }
    }

    fn spelling(&self) -> Spelling {
        Spelling::of(self.model.doc).unwrap_or(Spelling::GODOT_4)
    }

    fn newline(&self) -> &'static str {
        super::text::newline(self.model.doc.source().bytes())
    }

    /// The other nodes of the scene, each with what the document changes in it.
    fn children(&mut self, draft: &mut Draft<'_>) -> Result<(), EditRefusal> {
        let model = self.model;
        let mut overrides = self.overrides();
        for index in model.below(self.found.place).into_iter().filter(|index| *index != self.found.index) {
            if let Some(edit) = remove_attribute(model.section(index), "parent_id_path") {
                draft.delete(edit.span);
            }
        }
        let mut generator = Generator::new(model.doc, draft.options.seed);
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for node in self.guest.file.nodes().skip(1) {
            let Some(parent) = node.parent() else {
                let message = format!("`{}` has two roots", self.guest.file.source().path());
                return Err(EditRefusal::new(INSIDE_INSTANCE, message));
            };
            let inner = inner_path(node);
            let mut edits = self.guest.reference_edits(node.0);
            edits.extend(self.header_edits(draft, node, &parent, &mut generator));
            match overrides.remove(&self.path(&inner)) {
                Some(over) => {
                    parts.push(self.laid_over(node, over, edits));
                    draft.remove_section(over.0.index());
                    self.gain(draft, over.0);
                }
                None => parts.push(part(self.guest.file, &self.guest.layout, node.0.index(), &mut edits).1),
            }
        }
        draft.insert_sections(Some(self.found.node.0.index()), SectionKind::Node, &parts);
        Ok(())
    }

    /// A node of the scene with what the document changes in it.
    fn laid_over(&self, node: Node<'d>, over: Node<'d>, mut edits: Vec<Edit>) -> Vec<u8> {
        let header = node.0.header_span();
        edits.retain(|edit| header.contains(edit.span));
        edits.extend(self.list_edits(node, over, node));
        let mut text = edited(self.guest.file.source().bytes(), header, &sorted(edits));
        self.properties(over, node, &mut text);
        text
    }

    fn header_edits(
        &mut self,
        draft: &mut Draft<'_>,
        node: Node<'d>,
        parent: &str,
        generator: &mut Generator,
    ) -> Vec<Edit> {
        let document = self.model.doc;
        let mut edits = Vec::new();
        for (name, inner) in [("parent", Some(Cow::Borrowed(parent))), ("owner", node.owner())] {
            if let (Some(entry), Some(inner)) = (node.0.attribute(name), inner) {
                edits.push(Edit::replace(
                    entry.value_span(),
                    quoted(&self.path(&inner), Escapes::of(document)),
                ));
            }
        }
        let own = node.node_type().is_some() || node.is_instance();
        if let (Some(id), Some(entry)) = (node.unique_id().filter(|_| own), node.0.attribute("unique_id")) {
            let taken = self.numbers.get_or_insert_default();
            if !taken.insert(id) {
                edits.push(Edit::replace(entry.value_span(), generator.unique_id(taken).to_string()));
            }
        }
        let name = node.name().unwrap_or_default();
        if let Some(entry) = node.property("unique_name_in_owner")
            && node.has_unique_name()
            && self.model.places.unique(&name).is_some()
        {
            edits.push(Edit::delete(property_lines(self.guest.file, entry)));
            let message = format!("`{name}` has no unique name here, as another node has it");
            draft.tell(
                UNIQUE_NAME_DROPPED,
                self.found.node.0.header_span(),
                message,
                "rename one of the two",
            );
        }
        edits
    }

    /// Connections and editable instances of the scene; the mark that the instance itself was editable goes.
    fn links(&self, draft: &mut Draft<'_>) {
        let document = self.model.doc;
        let own = self.model.places.path(self.found.place);
        let mut known = FxHashSet::default();
        for editable in document.editable_paths() {
            let path = editable.path().unwrap_or_default();
            if path == own {
                draft.remove_section(editable.0.index());
            }
            known.insert(path.into_owned());
        }
        let moved = |section: Section<'_>, names: &[&str], escapes: Escapes| {
            let mut edits = self.guest.reference_edits(section);
            for entry in names.iter().filter_map(|name| section.attribute(name)) {
                let path = entry.text().unwrap_or_default();
                edits.push(Edit::replace(entry.value_span(), quoted(&self.path(&path), escapes)));
            }
            part(self.guest.file, &self.guest.layout, section.index(), &mut edits).1
        };
        let ends = Escapes::of_connections(document);
        let connections: Vec<Vec<u8>> =
            self.guest.file.connections().map(|it| moved(it.0, &["from", "to"], ends)).collect();
        let of_kinds = |kinds: &[SectionKind]| {
            document.sections().filter(|section| kinds.contains(&section.kind())).last().map(Section::index)
        };
        use SectionKind::{Connection, Editable, Node};
        draft.insert_sections(of_kinds(&[Node, Connection]), Connection, &connections);
        let editable: Vec<Vec<u8>> = self
            .guest
            .file
            .editable_paths()
            .filter(|it| it.path().is_some_and(|path| !known.contains(&self.path(&path))))
            .map(|it| moved(it.0, &["path"], Escapes::of(document)))
            .collect();
        draft.insert_sections(of_kinds(&[Node, Connection, Editable]), Editable, &editable);
    }
}

/// The path of a node from the root of its scene.
fn inner_path(node: Node<'_>) -> String {
    let name = node.name().unwrap_or_default();
    match node.parent().as_deref() {
        None => ".".to_owned(),
        Some(".") => name.into_owned(),
        Some(parent) => format!("{parent}/{name}"),
    }
}

/// Edits in file order; insertions at one place become one.
fn sorted(edits: Vec<Edit>) -> Vec<Edit> {
    let mut all: Vec<Edit> = Vec::new();
    for edit in edits {
        match all.iter_mut().find(|known| known.span == edit.span && edit.span.is_empty()) {
            Some(known) => known.text.extend_from_slice(&edit.text),
            None => all.push(edit),
        }
    }
    all.sort_by_key(|edit| (edit.span.start(), !edit.span.is_empty()));
    all
}
