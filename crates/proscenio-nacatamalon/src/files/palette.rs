//! `.palette`: a list of colours, named by effects.

use crate::Document;
use crate::files::codes;
use crate::files::json::{Layout, Members, Out};
use crate::files::particles::parse_colour;
use crate::files::reader::{Read, Reader};
use crate::model::Colour;
use crate::model::Json;
use crate::value::Value;

/// What a palette says in `kind`; the engine does not look.
pub const KIND: &str = "palette";
/// More colours than this are not kept.
pub const MAX_COLOURS: usize = 256;

/// A list of colours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    /// For people; may be empty.
    pub name: String,
    /// The colours as `#rrggbb`, lower case; at most [`MAX_COLOURS`].
    pub colours: Vec<String>,
    /// Entries that are passed over; written back behind the others.
    pub unread: Vec<Json>,
    /// Members the format does not know.
    pub extra: Members,
}

impl Palette {
    /// Reads a palette; never fails. Bad colours are passed over.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let mut palette = Self::default();
        let Some(mut object) = reader.root(document) else { return reader.finish(palette) };
        palette.name = reader.text(&mut object, "name").unwrap_or_default();
        for value in reader.list(&mut object, "colors").unwrap_or_default() {
            match value.as_str().filter(|text| is_colour(text)) {
                Some(text) if palette.colours.len() < MAX_COLOURS => {
                    palette.colours.push(text.to_ascii_lowercase());
                }
                found => {
                    let why = if found.is_some() {
                        "a palette has 256 colours at most"
                    } else {
                        "a colour is #rrggbb"
                    };
                    reader.dropped(value, why);
                    palette.unread.push(Json::from(value));
                }
            }
        }
        if let Some(version) = object.get("format").filter(|version| version.as_f64() > Some(1.0)) {
            reader.warn(&codes::FILE_NEWER_VERSION, version.span(), "the palette's format is newer than 1");
        }
        let kind = object.get("kind").and_then(Value::as_str);
        if object.get("kind").is_some() && kind.as_deref() != Some(KIND) {
            reader.default_taken(&mut object, "kind", "\"palette\"");
        }
        palette.extra = reader.rest(&object, &["format", "kind", "name", "colors"]);
        reader.finish(palette)
    }

    /// The file as text, two blanks per level.
    #[must_use]
    pub fn serialize(&self) -> String {
        let mut colours: Vec<Json> = self.colours.iter().map(|text| Json::from(text.as_str())).collect();
        colours.extend(self.unread.iter().cloned());
        let file = Out::new()
            .put("format", 1.0)
            .put("kind", KIND)
            .put("name", &self.name)
            .put("colors", colours)
            .with(&self.extra);
        Layout { indent: 2, lines: None }.text(&file)
    }

    /// The colours as numbers, opaque.
    #[must_use]
    pub fn rgb(&self) -> Vec<Colour> {
        self.colours.iter().filter_map(|text| parse_colour(text)).collect()
    }
}

fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}
