//! Makes the class tables that `proscenio-godot` carries from the facts recorded about the engines.
//!
//! The layout of a table is described where it is read: `crates/proscenio-godot/src/classes/table.rs`.

// A chore stands at the edge: it reads and writes files.
#![allow(clippy::disallowed_methods)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::{Map, Value};

/// Makes both tables from the facts in `folder`.
pub fn run(folder: Option<String>) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = folder.map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let out = root.join("crates/proscenio-godot/src/classes");
    let methods = read(&folder.join("godot-4.6.3-methods.json"))?;
    write(
        &out.join("godot-4.6.bin"),
        &table(&read(&folder.join("godot-4.6.3-classes.json"))?, "4.6.3", &methods)?,
    )?;
    write(
        &out.join("godot-3.2.bin"),
        &table(&read(&folder.join("godot-3.2.3-classes.json"))?, "3.2.3", &Value::Null)?,
    )
}

fn read(path: &Path) -> Result<Value> {
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("{} is no JSON", path.display()))
}

fn write(path: &Path, table: &[u8]) -> Result<()> {
    println!("{} bytes: {}", table.len(), path.display());
    std::fs::write(path, table).with_context(|| format!("cannot write {}", path.display()))
}

/// A table of the classes of one engine version. `methods` holds methods and enums where they stand apart.
fn table(facts: &Value, version: &str, methods: &Value) -> Result<Vec<u8>> {
    let classes = facts["classes"].as_object().context("no classes")?;
    let indices: HashMap<&str, usize> =
        classes.keys().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let mut strings = Strings::default();
    let mut list = Vec::new();
    varint(&mut list, classes.len() as u64);
    for (name, class) in classes {
        strings.push(&mut list, name);
        let parent = class["inherits"].as_str().and_then(|parent| indices.get(parent));
        varint(&mut list, parent.map_or(0, |parent| *parent as u64 + 1));
        varint(&mut list, u64::from(class["abstract"].as_bool().unwrap_or(false)));
        let mut body = Vec::new();
        properties(&mut body, &mut strings, class)?;
        signals(&mut body, &mut strings, &class["signals"])?;
        names(
            &mut body,
            &mut strings,
            if methods.is_null() { &class["methods"] } else { &methods["methods"][name] },
        )?;
        enums(&mut body, &mut strings, &methods["enums"][name])?;
        varint(&mut list, body.len() as u64);
        list.extend(body);
    }
    let mut table = b"PGCT\x01".to_vec();
    text(&mut table, version);
    varint(&mut table, strings.list.len() as u64);
    strings.list.iter().for_each(|string| text(&mut table, string));
    table.extend(list);
    Ok(table)
}

/// Own properties in the engine's order, then the defaults that differ from the parent's.
fn properties(out: &mut Vec<u8>, strings: &mut Strings, class: &Value) -> Result<()> {
    let none = Vec::new();
    let own = class["properties"].as_array().unwrap_or(&none);
    // Godot 3's facts list the defaults of own and inherited properties together.
    let empty = Map::new();
    let together = class["defaults"].as_object().unwrap_or(&empty);
    let mut overrides = class["default_overrides"].as_object().unwrap_or(together).clone();
    varint(out, own.len() as u64);
    for property in own {
        let name = property["name"].as_str().context("a property without a name")?;
        strings.push(out, name);
        strings.push(out, property["type"].as_str().context("a property without a type")?);
        strings.push_maybe(out, property["class"].as_str());
        varint(out, property["usage"].as_u64().context("a property without usage")?);
        varint(out, property["hint"].as_u64().unwrap_or(0));
        strings.push_maybe(out, property["hint_string"].as_str());
        let default = property["default"].as_str().map(str::to_owned);
        let default = default.or_else(|| Some(overrides.remove(name)?.as_str()?.to_owned()));
        strings.push_maybe(out, default.as_deref());
    }
    varint(out, overrides.len() as u64);
    for (name, default) in &overrides {
        strings.push(out, name);
        strings.push(out, default.as_str().context("a default that is no text")?);
    }
    Ok(())
}

/// Signals; Godot 3's facts do not name their arguments.
fn signals(out: &mut Vec<u8>, strings: &mut Strings, list: &Value) -> Result<()> {
    let none = Vec::new();
    let list = list.as_array().unwrap_or(&none);
    varint(out, list.len() as u64);
    for signal in list {
        let name = signal.as_str().or_else(|| signal["name"].as_str()).context("a signal without a name")?;
        strings.push(out, name);
        match signal["args"].as_array() {
            None => varint(out, 0),
            Some(arguments) => {
                varint(out, arguments.len() as u64 + 1);
                for argument in arguments {
                    strings.push(out, argument.as_str().context("an argument without a name")?);
                }
            }
        }
    }
    Ok(())
}

fn names(out: &mut Vec<u8>, strings: &mut Strings, list: &Value) -> Result<()> {
    let none = Vec::new();
    let list = list.as_array().unwrap_or(&none);
    varint(out, list.len() as u64);
    for name in list {
        strings.push(out, name.as_str().context("a method without a name")?);
    }
    Ok(())
}

/// Enums, their values in numerical order.
fn enums(out: &mut Vec<u8>, strings: &mut Strings, map: &Value) -> Result<()> {
    let empty = Map::new();
    let map = map.as_object().unwrap_or(&empty);
    varint(out, map.len() as u64);
    for (name, values) in map {
        strings.push(out, name);
        let values = values.as_object().context("an enum without values")?;
        let mut values: Vec<(i64, &str)> =
            values.iter().filter_map(|(name, value)| Some((value.as_i64()?, name.as_str()))).collect();
        values.sort_unstable();
        varint(out, values.len() as u64);
        for (value, name) in values {
            strings.push(out, name);
            varint(out, ((value << 1) ^ (value >> 63)) as u64);
        }
    }
    Ok(())
}

/// All strings once, in the order of their first use.
#[derive(Default)]
struct Strings {
    list: Vec<String>,
    places: HashMap<String, usize>,
}

impl Strings {
    fn place(&mut self, string: &str) -> u64 {
        if let Some(place) = self.places.get(string) {
            return *place as u64;
        }
        self.places.insert(string.to_owned(), self.list.len());
        self.list.push(string.to_owned());
        self.list.len() as u64 - 1
    }

    fn push(&mut self, out: &mut Vec<u8>, string: &str) {
        varint(out, self.place(string));
    }

    fn push_maybe(&mut self, out: &mut Vec<u8>, string: Option<&str>) {
        varint(out, string.map_or(0, |string| self.place(string) + 1));
    }
}

fn text(out: &mut Vec<u8>, text: &str) {
    varint(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Seven bits a byte, the lowest first; the high bit says that more follow.
fn varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}
