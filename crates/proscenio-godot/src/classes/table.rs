//! The tables as bytes.
//!
//! `PGCT`, a byte 1, the engine's version, the list of all strings, the list of classes. Numbers have
//! seven bits in a byte, the lowest first, the high bit saying that more follow. A string is its length
//! and its bytes; elsewhere it is its number in the list, and where it may be missing that number plus
//! one, or 0.
//!
//! A class: name, number of its parent plus one or 0, 1 when abstract, length of the rest, and the rest:
//! properties (name, type, class?, usage, hint, hint text?, default?), changed defaults (name, text),
//! signals (name, count of arguments plus one or 0, arguments), methods (name), enums (name, list of
//! names and numbers, the sign in the lowest bit). Each list has its length in front.
//!
//! The chore `classes` of `xtask` writes the tables. They are part of the program, so what does not read
//! as a table reads as an empty one, and a test holds every entry against the facts.

use std::sync::OnceLock;

use super::{ClassTable, Enum, Property, Signal};

/// What a class is, apart from what it has.
pub(super) struct Head {
    pub name: &'static str,
    pub parent: Option<u32>,
    pub is_abstract: bool,
    body: &'static [u8],
}

/// What a class has.
pub(super) struct Body {
    pub properties: Vec<Property>,
    pub defaults: Vec<(&'static str, &'static str)>,
    pub signals: Vec<Signal>,
    pub methods: Vec<&'static str>,
    pub enums: Vec<Enum>,
}

const MAGIC: &[u8] = b"PGCT\x01";

/// Bits of a property's usage in Godot 4 and 3.
const STORED: [u64; 2] = [2, 1];
const SHOWN: [u64; 2] = [4, 2];

/// Reads everything but what the classes have.
pub(super) fn read(bytes: &'static [u8], godot_3: bool) -> ClassTable {
    let mut reader = Reader { bytes: bytes.strip_prefix(MAGIC).unwrap_or_default(), strings: &[] };
    let version = reader.text();
    let strings: Vec<&'static str> = (0..reader.count()).map(|_| reader.text()).collect();
    let mut reader = Reader { bytes: reader.bytes, strings: &strings };
    let heads: Vec<Head> = reader.list(|reader| Head {
        name: reader.string(),
        parent: reader.number().checked_sub(1).map(|parent| parent as u32),
        is_abstract: reader.number() == 1,
        body: reader.slice(),
    });
    // A parent that is not in the list is none.
    let count = heads.len() as u32;
    let heads: Vec<Head> = heads
        .into_iter()
        .map(|head| Head { parent: head.parent.filter(|parent| *parent < count), ..head })
        .collect();
    let by_name = heads.iter().enumerate().map(|(index, head)| (head.name, index as u32)).collect();
    let bodies = heads.iter().map(|_| OnceLock::new()).collect();
    ClassTable { version, godot_3, heads, by_name, strings, bodies }
}

/// Reads what a class has.
pub(super) fn read_body(table: &'static ClassTable, head: &Head) -> Body {
    let mut reader = Reader { bytes: head.body, strings: &table.strings };
    let engine = usize::from(table.godot_3);
    Body {
        properties: reader.list(|reader| {
            let (name, value_type, class) = (reader.string(), reader.string(), reader.maybe_string());
            let usage = reader.number();
            Property {
                name,
                value_type,
                class,
                stored: usage & STORED[engine] != 0,
                shown: usage & SHOWN[engine] != 0,
                hint: reader.number() as u32,
                hint_text: reader.maybe_string().unwrap_or_default(),
                // The engine says `null` where it knows no default.
                default: reader.maybe_string().filter(|text| *text != "null" || may_be_null(value_type)),
            }
        }),
        defaults: reader.list(|reader| (reader.string(), reader.string())),
        signals: reader.list(|reader| Signal {
            name: reader.string(),
            arguments: reader
                .number()
                .checked_sub(1)
                .map(|count| (0..count).map(|_| reader.string()).collect()),
        }),
        methods: reader.list(Reader::string),
        enums: reader.list(|reader| Enum {
            name: reader.string(),
            values: reader.list(|reader| {
                let (name, number) = (reader.string(), reader.number());
                (name, (number >> 1) as i64 ^ -((number & 1) as i64))
            }),
        }),
    }
}

fn may_be_null(value_type: &str) -> bool {
    value_type == "Object" || value_type == "Nil"
}

struct Reader<'s> {
    bytes: &'static [u8],
    strings: &'s [&'static str],
}

impl Reader<'_> {
    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let Some((first, rest)) = self.bytes.split_first() else { return 0 };
            self.bytes = rest;
            number |= u64::from(first & 0x7F) << shift;
            if first & 0x80 == 0 {
                break;
            }
        }
        number
    }

    /// The length of a list, of whose items each takes a byte at least.
    fn count(&mut self) -> usize {
        (self.number() as usize).min(self.bytes.len())
    }

    fn slice(&mut self) -> &'static [u8] {
        let len = self.count();
        let (slice, rest) = self.bytes.split_at(len);
        self.bytes = rest;
        slice
    }

    fn text(&mut self) -> &'static str {
        std::str::from_utf8(self.slice()).unwrap_or_default()
    }

    fn string(&mut self) -> &'static str {
        let index = self.number() as usize;
        self.strings.get(index).copied().unwrap_or_default()
    }

    fn maybe_string(&mut self) -> Option<&'static str> {
        let index = self.number().checked_sub(1)?;
        self.strings.get(index as usize).copied()
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.count()).map(|_| item(self)).collect()
    }
}
