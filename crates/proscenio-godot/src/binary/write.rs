//! Writing a document as a binary file.

use proscenio_source::Finding;
use rustc_hash::{FxHashMap, FxHashSet};

use super::codes::{BINARY_LOSS, BINARY_NARROWED, BINARY_UNWRITABLE};
use super::compressed::{self, Compression};
use super::emit::{Emitter, Steps, external_id};
use super::listed::{is_resource, is_wide, no_resource, order_keys};
use super::pack::{self, Said};
use super::parts::{Order, Part, arrange};
use super::read::{
    FLAG_NAMED_IDS, FLAG_REAL64, FLAG_SCRIPT_CLASS, FLAG_UIDS, LOCAL, NO_UID, RESERVED, drawn,
};
use super::{PLAIN, uid_number};
use crate::classes::{Class, ClassTable};
use crate::document::{Document, Kind};
use crate::findings;
use crate::section::{Entry, Section};
use crate::spell::Spelling;
use crate::tree::SectionKind;
use crate::value::{ElementType, Id, Reference, Value, wide};
use crate::view::{ExtResource, SubResource};

/// How a binary file is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// How to compress it; nothing for a plain file.
    pub compression: Option<Compression>,
    /// Whether numbers have their most significant byte first.
    pub big_endian: bool,
    /// The path under which the file says it was saved, such as `res://room.scn`. The engine does not
    /// read it; without one it is `local://`.
    pub path: Option<String>,
    /// Whether vectors and matrices have members of 64 bits, as builds of the engine for large worlds
    /// write them; ordinary builds of Godot 4 read such files too, in 32 bits. Without it, numbers with
    /// more digits than 32 bits hold are [`super::BINARY_NARROWED`]. Godot 3 has no such files.
    pub real64: bool,
    /// Leaves out the unique ids of the file and of what it names, as the engine does outside a project.
    pub without_uids: bool,
}

impl super::Binary {
    /// The options that write this file again in its own way.
    #[must_use]
    pub fn write_options(&self) -> WriteOptions {
        let main = self.internals().last().map(|main| main.path.clone());
        WriteOptions {
            compression: self.header().compression,
            big_endian: self.header().big_endian,
            path: main.filter(|path| !path.starts_with(LOCAL)),
            real64: self.header().real64,
            without_uids: false,
        }
    }
}

/// A document as a binary file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What a binary file cannot hold. With an error among them something of the document is missing in
    /// the file: do not put it in the place of the document.
    pub findings: Vec<Finding>,
}

/// The version that is written: the engine's, and the format.
const GODOT_4: (u32, u32, u32) = (4, 6, 6);
const GODOT_3: (u32, u32, u32) = (3, 2, 3);

/// Writes a document as the engine's binary writer does: what `format=2` says as Godot 3.2 writes it, all
/// else as Godot 4.6.
#[must_use]
pub fn write(document: &Document, options: &WriteOptions) -> Written {
    let mut writer = Writer::of(document, options.real64);
    let parts = writer.parts(options);
    let bytes = writer.file(&parts, options);
    let bytes = match options.compression {
        Some(method) => compressed::pack(method, &bytes),
        None => [PLAIN.as_slice(), &bytes].concat(),
    };
    writer.tell_untyped();
    writer.tell_narrowed();
    findings::limit(&mut writer.findings, document.source().path());
    Written { bytes, findings: writer.findings }
}

struct Writer<'d> {
    document: &'d Document,
    godot_3: bool,
    table: Option<&'static ClassTable>,
    externals: Vec<(Id, External)>,
    external_places: FxHashMap<Id, usize>,
    subs: FxHashSet<Id>,
    /// Objects that stand inside values, which binary files keep as resources.
    objects: Vec<Part>,
    findings: Vec<Finding>,
    untyped: usize,
    real64: bool,
    /// Properties that lose digits.
    narrowed: usize,
}

struct External {
    class: String,
    path: String,
    uid: Option<u64>,
}

impl<'d> Writer<'d> {
    fn of(document: &'d Document, real64: bool) -> Self {
        let format = document.format().unwrap_or(3);
        let external = |resource: ExtResource<'_>| {
            let external = External {
                class: resource.resource_type().unwrap_or_default().into_owned(),
                path: resource.path().unwrap_or_default().into_owned(),
                uid: resource.uid().and_then(|uid| uid_number(&uid)),
            };
            Some((resource.id()?, external))
        };
        let path = document.source().path();
        let mut findings: Vec<Finding> = Vec::new();
        if document.kind() == Kind::Unknown {
            findings.push(BINARY_UNWRITABLE.finding(path, "this is neither a scene nor a resource"));
        }
        findings.extend(document.clone().strict().err().unwrap_or_default());
        let externals: Vec<(Id, External)> = document.ext_resources().filter_map(external).collect();
        Self {
            document,
            godot_3: format < 3,
            table: ClassTable::of_format(format),
            external_places: externals.iter().enumerate().map(|(at, (id, _))| (id.clone(), at)).collect(),
            externals,
            subs: document.sub_resources().filter_map(SubResource::id).collect(),
            objects: Vec::new(),
            findings,
            untyped: 0,
            real64: real64 && format >= 3,
            narrowed: 0,
        }
    }

    fn unwritable(&mut self, message: String) {
        self.findings.push(BINARY_UNWRITABLE.finding(self.document.source().path(), message));
    }

    /// Everything that becomes a resource of the file, its main resource last.
    fn parts(&mut self, options: &WriteOptions) -> Vec<Part> {
        let mut parts = Vec::new();
        for section in self.document.sections().filter(|section| section.kind() == SectionKind::SubResource) {
            let resource = SubResource(section);
            let Some(id) = resource.id() else { continue };
            let class = resource.resource_type().unwrap_or_default().into_owned();
            parts.push(self.part(section, id, class));
        }
        let main = match self.document.kind() {
            Kind::Scene => self.scene(),
            _ => self.resource(),
        };
        parts.append(&mut self.objects);
        parts.push(Part { path: options.path.clone().unwrap_or(main.path), ..main });
        parts
    }

    fn part(&mut self, section: Section<'d>, id: Id, class: String) -> Part {
        let known = self.table.and_then(|table| table.class(&class));
        let mut given = Vec::new();
        for entry in section.properties() {
            let name = entry.key().into_owned();
            let value = self.decoded(entry);
            let value = match known {
                Some(known) => self.fitted(known, &name, value),
                None => value,
            };
            let value = self.storable(&class, &name, value);
            given.push((name, value));
        }
        let (properties, names) = arrange(known, given, self.godot_3);
        Part { path: format!("{LOCAL}{}", id.0), id, class, properties, names }
    }

    /// The value as an object of the class gives it back.
    fn fitted(&self, class: Class, name: &str, value: Value) -> Value {
        if value == Value::Null && !self.godot_3 && is_resource(class.name(), name) {
            return no_resource();
        }
        let fit = class.fit(name, value);
        let mut value = if self.real64 { fit } else { narrowed(class, name, fit) };
        if !self.godot_3 {
            order_keys(class.name(), &mut value);
        }
        value
    }

    fn decoded(&mut self, entry: Entry<'_>) -> Value {
        let (value, problems) = if self.real64 { entry.decode_wide() } else { entry.decode() };
        self.findings.extend(problems);
        if !self.real64 && wide::may_lose(entry.raw()) {
            self.narrowed += usize::from(wide::loses(&entry.decode_wide().0));
        }
        value
    }

    fn resource(&mut self) -> Part {
        let class = self.document.resource_type().unwrap_or_default().into_owned();
        let id = Id(format!("{class}_{}", drawn(&[self.document.source().path()])));
        let section = self.document.sections().find(|section| section.kind() == SectionKind::Resource);
        match section {
            Some(section) => self.part(section, id, class),
            None => Part {
                path: format!("{LOCAL}{}", id.0),
                id,
                class,
                properties: Vec::new(),
                names: Vec::new(),
            },
        }
    }

    fn scene(&mut self) -> Part {
        let id = Id(format!("PackedScene_{}", drawn(&[self.document.source().path()])));
        let document = self.document;
        let bundle = pack::pack(document, self.godot_3, |section, name, said| {
            let class = section.attribute("type").and_then(|entry| entry.text()).unwrap_or_default();
            let value = match said {
                Said::Entry(entry) => self.decoded(entry),
                Said::Bind(value) => value,
            };
            self.storable(&class, name, value)
        });
        let path = document.source().path();
        self.findings.extend(bundle.losses.into_iter().map(|loss| BINARY_UNWRITABLE.finding(path, loss)));
        let given = vec![("_bundled".to_owned(), bundle.value)];
        let class = self.table.and_then(|table| table.class("PackedScene"));
        let (properties, names) = arrange(class, given, self.godot_3);
        Part { path: format!("{LOCAL}{}", id.0), id, class: "PackedScene".to_owned(), properties, names }
    }

    /// The value as a binary file can hold it.
    fn storable(&mut self, class: &str, name: &str, value: Value) -> Value {
        match value {
            Value::TypedArray(array) => {
                let default = || self.table?.class(class)?.default_value(name);
                let known = matches!(default(), Some(Value::TypedArray(own)) if own.element == array.element);
                self.untyped += usize::from(!known);
                self.script_of(&array.element);
                let items = array.items.into_iter().map(|item| self.storable("", "", item)).collect();
                Value::Array(items)
            }
            Value::TypedDictionary(dictionary) => {
                self.untyped += 1;
                self.storable(class, name, Value::Dictionary(dictionary.entries))
            }
            Value::Array(items) => {
                Value::Array(items.into_iter().map(|item| self.storable("", "", item)).collect())
            }
            Value::Dictionary(entries) => {
                let entry = |(key, value)| (self.storable("", "", key), self.storable("", "", value));
                Value::Dictionary(entries.into_iter().map(entry).collect())
            }
            Value::Object(object) => self.object(*object),
            Value::NodePath(path) if !Steps::of(&path).fits() => {
                self.unwritable(format!("the path of `{name}` has more steps than can be counted"));
                Value::Null
            }
            Value::Reference(reference) => self.reference(name, *reference),
            Value::Rid(id) if u32::try_from(id).is_err() => {
                self.unwritable(format!("`{name}` is a handle with more than 32 bits"));
                Value::Null
            }
            Value::Other(constructor) if constructor.wide().is_none() => {
                self.unwritable(format!("`{name}` is a `{}`, which has no number", constructor.name));
                Value::Null
            }
            Value::Word(word) => {
                self.unwritable(format!("`{name}` is the bare word `{word}`"));
                Value::Null
            }
            value => value,
        }
    }

    /// The script that types a collection stays known to the file.
    fn script_of(&mut self, element: &ElementType) {
        if let ElementType::Script(script) = element {
            self.reference("", script.clone());
        }
    }

    fn reference(&mut self, name: &str, reference: Reference) -> Value {
        let known = match &reference {
            // Nothing where a resource could be.
            Reference::Sub(id) if id.0.is_empty() => true,
            Reference::Sub(id) => self.subs.contains(id),
            Reference::Ext(id) => self.external_places.contains_key(id),
            Reference::Path { path, uid } => {
                let external = External {
                    class: "Resource".to_owned(),
                    path: path.clone(),
                    uid: uid.as_deref().and_then(uid_number),
                };
                let id = external_id(&reference);
                if let Some(id) = id.filter(|id| !self.external_places.contains_key(id)) {
                    self.external_places.insert(id.clone(), self.externals.len());
                    self.externals.push((id, external));
                }
                true
            }
        };
        if !known {
            self.unwritable(format!("`{name}` names a resource that the file does not have"));
            return Value::Null;
        }
        Value::Reference(Box::new(reference))
    }

    /// An object inside a value, such as an input event, becomes a resource of the file.
    fn object(&mut self, object: crate::value::Object) -> Value {
        let known = self.table.and_then(|table| table.class(&object.class));
        if !known.is_some_and(|class| class.is_a("Resource")) {
            self.unwritable(format!("an object of `{}` is no resource", object.class));
            return Value::Null;
        }
        let mut given = Vec::new();
        for (name, value) in object.properties {
            let value = match known {
                Some(known) => self.fitted(known, &name, value),
                None => value,
            };
            let value = self.storable(&object.class, &name, value);
            given.push((name, value));
        }
        let (properties, names) = arrange(known, given, self.godot_3);
        let number = self.objects.len().to_string();
        let id = Id(format!("{}_{}", object.class, drawn(&[self.document.source().path(), &number])));
        let path = format!("{LOCAL}{}", id.0);
        self.objects.push(Part { path, id: id.clone(), class: object.class, properties, names });
        Value::Reference(Box::new(Reference::Sub(id)))
    }

    fn tell_narrowed(&mut self) {
        if self.narrowed > 0 {
            let message = format!(
                "{} properties have more digits than the 32 bits of a binary file hold",
                self.narrowed
            );
            self.findings.push(BINARY_NARROWED.finding(self.document.source().path(), message));
        }
    }

    fn tell_untyped(&mut self) {
        if self.untyped > 0 {
            let message = format!(
                "the types of {} collections are not kept in a binary file; the script that declares them \
                 knows them",
                self.untyped
            );
            self.findings.push(BINARY_LOSS.finding(self.document.source().path(), message));
        }
    }

    fn file(&mut self, parts: &[Part], options: &WriteOptions) -> Vec<u8> {
        let ids: Vec<Id> = self.externals.iter().map(|(id, _)| id.clone()).collect();
        let order = Order::of(parts, ids.into_iter(), self.table);
        let mut out = Emitter {
            big_endian: options.big_endian,
            godot_3: self.godot_3,
            real64: self.real64,
            ..Emitter::default()
        };
        out.strings = order.strings.iter().enumerate().map(|(at, name)| (name.clone(), at as u32)).collect();
        out.externals = order.externals.iter().enumerate().map(|(at, id)| (id.clone(), at as u32)).collect();
        let place = |(at, part): (usize, &usize)| {
            let number = parts[*part].id.0.parse().ok().filter(|_| self.godot_3);
            (parts[*part].id.clone(), number.unwrap_or(at as u32))
        };
        out.internals = order.internals.iter().enumerate().map(place).collect();
        self.header(&mut out, parts, options);
        self.tables(&mut out, &order, options);
        self.resources(&mut out, parts, &order, options);
        out.out
    }

    fn header(&self, out: &mut Emitter, parts: &[Part], options: &WriteOptions) {
        let (major, minor, format) = if self.godot_3 { GODOT_3 } else { GODOT_4 };
        let script_class = self.document.header().and_then(|header| header.attribute("script_class"));
        let script_class = script_class.and_then(|entry| entry.text()).filter(|_| !self.godot_3);
        for word in [u32::from(options.big_endian), 0, major, minor, format] {
            out.u32(word);
        }
        out.text(parts.last().map_or("", |main| &main.class));
        out.u64(0);
        if self.godot_3 {
            (0..RESERVED + 3).for_each(|_| out.u32(0));
            return;
        }
        let script = if script_class.is_some() { FLAG_SCRIPT_CLASS } else { 0 };
        let wide = if self.real64 { FLAG_REAL64 } else { 0 };
        out.u32(FLAG_NAMED_IDS | FLAG_UIDS | wide | script);
        let uid = self.document.uid().and_then(|uid| uid_number(&uid)).filter(|_| !options.without_uids);
        out.u64(uid.unwrap_or(NO_UID));
        if let Some(class) = script_class {
            out.text(&class);
        }
        (0..RESERVED).for_each(|_| out.u32(0));
    }

    fn tables(&self, out: &mut Emitter, order: &Order, options: &WriteOptions) {
        out.u32(order.strings.len() as u32);
        order.strings.iter().for_each(|string| out.text(string));
        let externals: Vec<&External> = order
            .externals
            .iter()
            .filter_map(|id| self.external_places.get(id).map(|place| &self.externals[*place].1))
            .collect();
        out.u32(externals.len() as u32);
        for external in externals {
            out.text(&external.class);
            out.text(&external.path);
            if !self.godot_3 {
                out.u64(external.uid.filter(|_| !options.without_uids).unwrap_or(NO_UID));
            }
        }
    }

    fn resources(&self, out: &mut Emitter, parts: &[Part], order: &Order, options: &WriteOptions) {
        // In a plain file the magic word stands in front of everything.
        let shift = if options.compression.is_some() { 0 } else { PLAIN.len() as u64 };
        out.u32(order.internals.len() as u32);
        let mut places = Vec::new();
        for part in &order.internals {
            out.text(&parts[*part].path);
            places.push(out.out.len());
            out.u64(0);
        }
        for (part, place) in order.internals.iter().zip(places) {
            let part = &parts[*part];
            out.set_u64(place, out.out.len() as u64 + shift);
            out.text(&part.class);
            out.u32(part.properties.len() as u32);
            for (name, value) in &part.properties {
                out.name(name);
                out.value(value);
            }
        }
        out.out.extend_from_slice(PLAIN);
    }
}

/// The number with the 32 bits in which resources keep it, as long as its text stays the same.
fn narrowed(class: Class, name: &str, value: Value) -> Value {
    match value {
        Value::Float(number) => {
            let declared = class.property(name).is_some_and(|property| property.value_type == "float");
            let made_up = class.name() == "AudioBusLayout" && name.ends_with("/volume_db");
            let single_width = (declared || made_up) && !is_wide(class.name(), name);
            Value::Float(if single_width { single(number) } else { number })
        }
        // Levels of detail of a mesh: sizes of edges beside their triangles.
        Value::Array(mut surfaces) if class.name() == "ArrayMesh" && name == "_surfaces" => {
            surfaces.iter_mut().for_each(narrow_lods);
            Value::Array(surfaces)
        }
        // Limits and points of a curve.
        Value::Array(mut items) if class.name() == "Curve" => {
            for item in &mut items {
                if let Value::Float(number) = item {
                    *number = single(*number);
                }
            }
            Value::Array(items)
        }
        value => value,
    }
}

fn narrow_lods(surface: &mut Value) {
    let Value::Dictionary(entries) = surface else { return };
    let lods = entries.iter_mut().filter(|(key, _)| key.as_str() == Some("lods"));
    for (_, lods) in lods {
        let Value::Array(items) = lods else { continue };
        for item in items {
            if let Value::Float(number) = item {
                *number = single(*number);
            }
        }
    }
}

fn single(number: f64) -> f64 {
    let single = f64::from(number as f32);
    let text = |number| Value::Float(number).spelled(Spelling::GODOT_4);
    if text(single) == text(number) { single } else { number }
}
