//! The header, the tables and the resources of a binary file.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::compressed::Compression;
use super::cursor::{Cursor, Read, Stop};
use super::uid::uid_text;
use super::variant::numbered;
use crate::value::{Id, Value};

/// The first format whose node paths have no property apart.
pub(super) const FORMAT_WITHOUT_PATH_PROPERTY: u32 = 3;
/// The first format in which resources inside the file have names for ids.
pub(super) const FORMAT_NAMED: u32 = 4;
/// The newest format: that of Godot 4.3 to 4.6.
pub(super) const NEWEST_FORMAT: u32 = 6;

pub(super) const FLAG_NAMED_IDS: u32 = 1;
pub(super) const FLAG_UIDS: u32 = 2;
pub(super) const FLAG_REAL64: u32 = 4;
pub(super) const FLAG_SCRIPT_CLASS: u32 = 8;
/// Numbers in the header that are kept for later use, in files of Godot 4.
pub(super) const RESERVED: usize = 11;
/// Resources inside the file have paths that start so.
pub(super) const LOCAL: &str = "local://";
/// The bits of "no unique id".
pub(super) const NO_UID: u64 = u64::MAX;

/// What the start of a binary file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// How it is compressed; nothing for plain files.
    pub compression: Option<Compression>,
    /// Whether numbers have their most significant byte first.
    pub big_endian: bool,
    /// Whether vectors have members of 64 bits (a build of the engine for large worlds wrote the file).
    pub real64: bool,
    /// Major and minor version of the engine that wrote it.
    pub engine: (u32, u32),
    /// The version of the format: 1 to 3 for Godot 3 and older, 3 to 6 for Godot 4.
    pub format: u32,
    /// The class of the resource that the file is about; `PackedScene` for scenes.
    pub class: String,
    /// `uid://…`
    pub uid: Option<String>,
    /// The global class of the script on the resource that the file is about.
    pub script_class: Option<String>,
}

impl Header {
    /// Whether it is a scene.
    #[must_use]
    pub fn is_scene(&self) -> bool {
        self.class == "PackedScene"
    }

    /// Whether an engine before Godot 4 wrote it.
    #[must_use]
    pub fn is_godot_3(&self) -> bool {
        self.engine.0 < 4 && self.format < FORMAT_NAMED
    }
}

/// A resource in another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// Its id in the text.
    pub id: Id,
    /// Its class.
    pub class: String,
    /// Its path.
    pub path: String,
    /// `uid://…`
    pub uid: Option<String>,
}

/// A resource inside the file. The last is the one that the file is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Internal {
    /// Its id in the text.
    pub id: Id,
    /// Its path: `local://` and its id, or where it was loaded from.
    pub path: String,
    /// Its class.
    pub class: String,
    /// Its properties in the order of the file.
    pub properties: Vec<(String, Value)>,
}

/// Everything that a binary file says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Content {
    pub header: Header,
    pub externals: Vec<External>,
    pub internals: Vec<Internal>,
    pub strings: Vec<String>,
}

pub(super) struct Reader<'b> {
    pub cursor: Cursor<'b>,
    pub format: u32,
    pub strings: Vec<Cow<'b, str>>,
    pub depth: usize,
    externals: Vec<External>,
    /// Externals that stand in place, by class and path.
    in_place: FxHashMap<(String, String), usize>,
    /// Ids of the resources inside the file, and for old files the places by their numbers.
    ids: Vec<Id>,
    by_number: Option<FxHashMap<String, usize>>,
    troubles: Vec<Stop>,
    /// Bytes that may still be made of the file: names used again and again, and resources at one place
    /// read again and again, must not grow without bound.
    budget: usize,
}

/// Troubles kept of one file.
const MOST_TROUBLES: usize = 1000;

/// Reads an unpacked file: what it says as far as it can be read, and what was in the way.
pub(super) fn read(bytes: &[u8], start: usize, compression: Option<Compression>) -> (Content, Vec<Stop>) {
    let mut reader = Reader {
        cursor: Cursor { at: start, ..Cursor::new(bytes) },
        format: 0,
        strings: Vec::new(),
        depth: 0,
        externals: Vec::new(),
        in_place: FxHashMap::default(),
        ids: Vec::new(),
        by_number: None,
        troubles: Vec::new(),
        budget: budget(bytes.len()),
    };
    let mut content = Content {
        header: Header {
            compression,
            big_endian: false,
            real64: false,
            engine: (0, 0),
            format: 0,
            class: String::new(),
            uid: None,
            script_class: None,
        },
        externals: Vec::new(),
        internals: Vec::new(),
        strings: Vec::new(),
    };
    if let Err(stop) = reader.file(&mut content) {
        reader.trouble(stop);
    }
    content.externals = reader.externals;
    content.strings = reader.strings.iter().map(|s| s.to_string()).collect();
    (content, reader.troubles)
}

/// What may be made of a file of `len` bytes.
pub(super) fn budget(len: usize) -> usize {
    len.saturating_mul(32).saturating_add(16 << 20)
}

impl<'b> Reader<'b> {
    fn file(&mut self, content: &mut Content) -> Read<()> {
        let flags = self.header(&mut content.header)?;
        let count = self.cursor.count(4, "strings")?;
        for _ in 0..count {
            let string = self.cursor.text()?;
            self.strings.push(string);
        }
        self.externals_table(&content.header, flags)?;
        let table = self.internals_table(flags)?;
        for (index, (path, offset)) in table.into_iter().enumerate() {
            let id = self.ids[index].clone();
            let mut internal = Internal { id, path, class: String::new(), properties: Vec::new() };
            if let Err(stop) = self.resource(offset, &mut internal) {
                self.trouble(stop);
            }
            content.internals.push(internal);
        }
        Ok(())
    }

    /// The header from behind the magic word; its flags.
    fn header(&mut self, header: &mut Header) -> Read<u32> {
        let at = self.cursor.at;
        // Files of both orders say 0 or 1 here; only one of the readings is that.
        header.big_endian = self.cursor.u32()? != 0;
        self.cursor.big_endian = header.big_endian;
        header.real64 = self.cursor.u32()? != 0;
        header.engine = (self.cursor.u32()?, self.cursor.u32()?);
        header.format = self.cursor.u32()?;
        self.format = header.format;
        if header.format > NEWEST_FORMAT || header.engine.0 > 4 {
            let message = format!(
                "format {} of Godot {}.{} is newer than what is read here",
                header.format, header.engine.0, header.engine.1
            );
            return Err(Stop { at, message });
        }
        header.class = self.cursor.text()?.into_owned();
        // Where metadata of an import once stood.
        self.cursor.u64()?;
        let flags = self.cursor.u32()?;
        let uid = self.cursor.u64()?;
        header.real64 |= flags & FLAG_REAL64 != 0;
        self.cursor.real64 = header.real64;
        if flags & FLAG_UIDS != 0 && uid != NO_UID {
            header.uid = Some(uid_text(uid));
        }
        if flags & FLAG_SCRIPT_CLASS != 0 {
            header.script_class = Some(self.cursor.text()?.into_owned());
        }
        self.cursor.take(RESERVED * 4)?;
        Ok(flags)
    }

    fn externals_table(&mut self, header: &Header, flags: u32) -> Read<()> {
        let count = self.cursor.count(8, "external resources")?;
        for index in 0..count {
            let class = self.cursor.text()?.into_owned();
            let path = self.cursor.text()?.into_owned();
            let uid = match flags & FLAG_UIDS {
                0 => None,
                _ => Some(self.cursor.u64()?).filter(|uid| *uid != NO_UID).map(uid_text),
            };
            let id = external_id(header.is_godot_3(), index, &class, &path);
            self.externals.push(External { id, class, path, uid });
        }
        Ok(())
    }

    fn internals_table(&mut self, flags: u32) -> Read<Vec<(String, usize)>> {
        let count = self.cursor.count(12, "resources")?;
        let mut table = Vec::new();
        let mut used = FxHashSet::default();
        let named = flags & FLAG_NAMED_IDS != 0;
        let mut by_number = FxHashMap::default();
        for index in 0..count {
            let path = self.cursor.text()?.into_owned();
            let offset = self.cursor.u64()?;
            by_number.entry(path.strip_prefix(LOCAL).unwrap_or(&path).to_owned()).or_insert(index);
            let id = internal_id(&path, index, &mut used);
            self.ids.push(id);
            // Beyond the end of what can be addressed is beyond the end of the file too.
            table.push((path, usize::try_from(offset).unwrap_or(usize::MAX)));
        }
        self.by_number = (!named).then_some(by_number);
        Ok(table)
    }

    fn resource(&mut self, offset: usize, internal: &mut Internal) -> Read<()> {
        if offset > self.cursor.bytes.len() {
            let at = self.cursor.bytes.len();
            let message = format!("`{}` should stand at byte {offset}, beyond the end", internal.path);
            return Err(Stop { at, message });
        }
        self.cursor.at = offset;
        internal.class = self.cursor.text()?.into_owned();
        let count = self.cursor.count(8, "properties")?;
        let read = self.properties(count, internal);
        self.spend(self.cursor.at - offset)?;
        read
    }

    fn properties(&mut self, count: usize, internal: &mut Internal) -> Read<()> {
        for _ in 0..count {
            let name = self.name()?.into_owned();
            self.depth = 0;
            internal.properties.push((name, self.value()?));
        }
        Ok(())
    }

    /// Counts what is made of the file.
    pub fn spend(&mut self, bytes: usize) -> Read<()> {
        match self.budget.checked_sub(bytes) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => self.cursor.stop("the file repeats itself beyond all measure"),
        }
    }

    pub fn trouble(&mut self, stop: Stop) {
        if self.troubles.len() <= MOST_TROUBLES {
            self.troubles.push(stop);
        }
    }

    /// The id of an external resource that stands in place, as very old files have them.
    pub fn external_of(&mut self, class: String, path: String) -> Id {
        let next = self.externals.len();
        let index = *self.in_place.entry((class.clone(), path.clone())).or_insert(next);
        if index == next {
            let id = numbered(next + 1);
            self.externals.push(External { id, class, path, uid: None });
        }
        self.externals[index].id.clone()
    }

    pub fn external_id(&self, index: usize) -> Option<Id> {
        self.externals.get(index).map(|external| external.id.clone())
    }

    pub fn internal_id(&self, index: u32) -> Option<Id> {
        match &self.by_number {
            Some(by_number) => by_number.get(&index.to_string()).and_then(|place| self.ids.get(*place)),
            None => self.ids.get(index as usize),
        }
        .cloned()
    }
}

/// Ids of external resources are not in the file. The engine draws them at random; here they are made of
/// what they name, so that two readings of a file give one text.
pub(super) fn external_id(godot_3: bool, index: usize, class: &str, path: &str) -> Id {
    if godot_3 {
        return numbered(index + 1);
    }
    Id(format!("{}_{}", index + 1, drawn(&[class, path])))
}

/// Five letters and digits made of some texts, as the engine's ids end.
pub(super) fn drawn(texts: &[&str]) -> String {
    const ALPHABET: &[u8; 34] = b"abcdefghijklmnopqrstuvwxy012345678";
    // The FNV-1a hash.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in texts.join("\0").bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let digit = |_| {
        let digit = ALPHABET[(hash % 34) as usize];
        hash /= 34;
        char::from(digit)
    };
    (0..5).map(digit).collect()
}

/// The id that a resource's path says, made unique.
fn internal_id(path: &str, index: usize, used: &mut FxHashSet<String>) -> Id {
    let mut id = match path.strip_prefix(LOCAL) {
        Some(id) if !id.is_empty() => id.to_owned(),
        _ => format!("Resource_{}", drawn(&[path])),
    };
    if !used.insert(id.clone()) {
        // Only damaged files say an id twice.
        id = format!("{id}_{index}");
        while !used.insert(id.clone()) {
            id.push('_');
        }
    }
    Id(id)
}
