//! `.store`: the values a game's state starts with.

use rustc_hash::FxHashSet;

use crate::Document;
use crate::files::codes;
use crate::files::json::{Members, Out};
use crate::files::reader::{Object, Read, Reader, found};
use crate::model::Colour;
use crate::model::Json;
use crate::model::fields::finite;
use crate::value::Value;

/// What a store says in `format`.
pub const FORMAT: &str = "nacatamalon-store";

/// The values a game's state starts with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Store {
    /// The store's name; the file's name without its ending when empty.
    pub key: String,
    /// The values in file order, names without repeats.
    pub fields: Vec<Row>,
    /// Rows that are passed over; written back behind the others.
    pub unread: Vec<Json>,
    /// Where the values are kept between games; nowhere when absent.
    pub persist: Option<Persist>,
    /// Members the format does not know.
    pub extra: Members,
}

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its type and value.
    pub value: RowValue,
    /// Members the format does not know.
    pub extra: Members,
}

/// A value of a store.
#[derive(Clone, Debug, PartialEq)]
pub enum RowValue {
    /// A number.
    Number(f64),
    /// A text.
    String(String),
    /// A truth.
    Boolean(bool),
    /// x and y.
    Vec2([f64; 2]),
    /// x, y and z.
    Vec3([f64; 3]),
    /// A colour.
    Color(Colour),
}

/// Where and when values are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Persist {
    /// In `indexedDb` when `true`, else in `localStorage`.
    pub indexed_db: bool,
    /// Only when the game asks (`manual`), else by itself (`auto`, the default).
    pub manual: bool,
    /// Milliseconds between two savings, 250 by default.
    pub throttle: f64,
    /// The database, `nacatamalon` when absent.
    pub db_name: Option<String>,
    /// Members the format does not know.
    pub extra: Members,
}

const FIELDS: &[&str] = &["format", "version", "key", "fields", "persist"];
const TYPES: &str = "number, string, boolean, vec2, vec3 or color";

impl RowValue {
    /// The value a type has when the file gives none of use; `None` for words that are no type.
    #[must_use]
    pub fn quiet(type_name: &str) -> Option<Self> {
        Some(match type_name {
            "number" => Self::Number(0.0),
            "string" => Self::String(String::new()),
            "boolean" => Self::Boolean(false),
            "vec2" => Self::Vec2([0.0; 2]),
            "vec3" => Self::Vec3([0.0; 3]),
            "color" => Self::Color(Colour::BLACK),
            _ => return None,
        })
    }

    /// The type as the file spells it.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Boolean(_) => "boolean",
            Self::Vec2(_) => "vec2",
            Self::Vec3(_) => "vec3",
            Self::Color(_) => "color",
        }
    }

    fn json(&self) -> Json {
        let record = |names: &[&str], numbers: &[f64]| {
            Json::Object(
                names.iter().zip(numbers).map(|(name, n)| ((*name).to_owned(), Json::from(*n))).collect(),
            )
        };
        match self {
            Self::Number(number) => Json::from(*number),
            Self::String(text) => text.into(),
            Self::Boolean(truth) => Json::from(*truth),
            Self::Vec2(axes) => record(&["x", "y"], axes),
            Self::Vec3(axes) => record(&["x", "y", "z"], axes),
            Self::Color(c) => record(&["r", "g", "b", "a"], &[c.r, c.g, c.b, c.a]),
        }
    }
}

impl Store {
    /// Reads a store; never fails. Settings are read as far as they go: a bad value has its default.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let mut store = Self::default();
        let Some(mut object) = reader.root(document) else { return reader.finish(store) };
        let format = object.get("format");
        if format.and_then(Value::as_str).as_deref() != Some(FORMAT) {
            let said = format.map_or_else(|| "nothing".to_owned(), found);
            let span = format.map_or(object.start(), Value::span);
            let message = format!("expected the format \"{FORMAT}\", found {said}; it is read all the same");
            reader.warn(&codes::FILE_DEFAULT_TAKEN, span, message);
            if format.is_some() {
                object.set_aside("format");
            }
        }
        store.key = reader.text(&mut object, "key").unwrap_or_default();
        let mut names = FxHashSet::default();
        for value in reader.list(&mut object, "fields").unwrap_or_default() {
            if let Err(why) = store.read_row(&mut reader, &mut names, value) {
                reader.dropped(value, &why);
                store.unread.push(Json::from(value));
            }
        }
        store.persist = read_persist(&mut reader, &mut object);
        store.extra = reader.rest(&object, FIELDS);
        reader.finish(store)
    }

    fn read_row(
        &mut self,
        reader: &mut Reader,
        names: &mut FxHashSet<String>,
        value: Value<'_>,
    ) -> Result<(), String> {
        let mut row = Object::of(value).ok_or("a row is { name, type, value }")?;
        let name = row.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
        let name = name.ok_or("it has no name")?.into_owned();
        let type_name = row.get("type").and_then(Value::as_str).unwrap_or_default();
        let quiet = RowValue::quiet(&type_name).ok_or_else(|| format!("its type is none of {TYPES}"))?;
        if !names.insert(name.clone()) {
            return Err(format!("`{name}` stands there twice, and the first one counts"));
        }
        let expected = format!("a {type_name}");
        let value = reader.checked(&mut row, "value", &expected, |value| row_value(&quiet, value));
        let extra = reader.rest(&row, &["name", "type", "value"]);
        self.fields.push(Row { name, value: value.unwrap_or(quiet), extra });
        Ok(())
    }

    /// The file as text, four blanks per level.
    #[must_use]
    pub fn serialize(&self) -> String {
        let mut rows: Vec<Json> = self.fields.iter().map(Row::json).collect();
        rows.extend(self.unread.iter().cloned());
        let persist = self.persist.as_ref().map(Persist::json);
        Out::new()
            .put("format", FORMAT)
            .put("version", 1.0)
            .put("key", &self.key)
            .put("fields", rows)
            .opt("persist", persist)
            .with(&self.extra)
            .pretty()
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RowValue> {
        self.fields.iter().find(|row| row.name == name).map(|row| &row.value)
    }
}

impl Row {
    fn json(&self) -> Json {
        Out::new()
            .put("name", &self.name)
            .put("type", self.value.type_name())
            .put("value", self.value.json())
            .with(&self.extra)
    }
}

impl Persist {
    fn json(&self) -> Json {
        Out::new()
            .put("adapter", if self.indexed_db { "indexedDb" } else { "localStorage" })
            .unless("mode", if self.manual { "manual" } else { "auto" }, "auto")
            .unless("throttle", self.throttle, 250.0)
            .opt("dbName", self.db_name.as_ref())
            .with(&self.extra)
    }
}

/// A value of the type of `like`.
fn row_value(like: &RowValue, value: Value<'_>) -> Option<RowValue> {
    let axis = |name: &str| value.get(name).and_then(finite);
    Some(match like {
        RowValue::Number(_) => RowValue::Number(finite(value)?),
        RowValue::String(_) => RowValue::String(value.as_str()?.into_owned()),
        RowValue::Boolean(_) => RowValue::Boolean(value.as_bool()?),
        RowValue::Vec2(_) => RowValue::Vec2([axis("x")?, axis("y")?]),
        RowValue::Vec3(_) => RowValue::Vec3([axis("x")?, axis("y")?, axis("z")?]),
        RowValue::Color(_) => {
            let channel = |name: &str, default: f64| axis(name).unwrap_or(default).clamp(0.0, 1.0);
            let colour = || Colour {
                r: channel("r", 0.0),
                g: channel("g", 0.0),
                b: channel("b", 0.0),
                a: channel("a", 1.0),
            };
            RowValue::Color(value.is_object().then(colour)?)
        }
    })
}

fn read_persist(reader: &mut Reader, object: &mut Object<'_>) -> Option<Persist> {
    let mut own = reader.object(object, "persist")?;
    let indexed_db = match own.get("adapter").and_then(Value::as_str).as_deref() {
        Some("localStorage") => false,
        Some("indexedDb") => true,
        _ => {
            reader.default_taken(object, "persist", "localStorage or indexedDb as adapter");
            return None;
        }
    };
    let mode = |word: &str| ["auto", "manual"].contains(&word).then(|| word == "manual");
    Some(Persist {
        indexed_db,
        manual: reader.word(&mut own, "mode", "auto or manual", mode).unwrap_or(false),
        throttle: reader.num_or(&mut own, "throttle", 250.0),
        db_name: reader.text(&mut own, "dbName"),
        extra: reader.rest(&own, &["adapter", "mode", "throttle", "dbName"]),
    })
}
