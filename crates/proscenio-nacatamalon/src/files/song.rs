//! `.song`: a piece of music written as notes.
//!
//! Its shape was never published. The file is kept as it stands; what is read are its top members, its
//! voices' names and, where a voice lists objects that look like notes, those.

use crate::Document;
use crate::files::reader::{Read, Reader};
use crate::model::Json;

/// A piece of music.
#[derive(Clone, Debug, PartialEq)]
pub struct Song {
    /// The whole file.
    pub value: Json,
}

/// One note, as far as its spelling could be understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// When it starts, in the file's own unit.
    pub at: f64,
    /// How long it lasts, in the file's own unit; 0 when the file does not say.
    pub length: f64,
    /// How high it is, as the file spells it: a number or a name such as `C4`.
    pub pitch: Json,
}

impl Song {
    /// Reads a song; never fails.
    #[must_use]
    pub fn read(document: &Document) -> Read<Self> {
        let mut reader = Reader::new(document);
        let _ = reader.root(document);
        reader.finish(Self { value: document.root().map_or(Json::Null, Json::from) })
    }

    /// The file as text, four blanks per level.
    #[must_use]
    pub fn serialize(&self) -> String {
        self.value.pretty()
    }

    /// The names of the file's top members, in order.
    #[must_use]
    pub fn keys(&self) -> Vec<&str> {
        let Json::Object(members) = &self.value else { return Vec::new() };
        members.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The tempo, where the file has a number of that name.
    #[must_use]
    pub fn tempo(&self) -> Option<f64> {
        self.value.get("tempo").and_then(Json::as_f64)
    }

    /// The names of the voices: those of an object `voices`, or the `name` of each entry of an array.
    #[must_use]
    pub fn voices(&self) -> Vec<&str> {
        match self.value.get("voices") {
            Some(Json::Object(members)) => members.iter().map(|(name, _)| name.as_str()).collect(),
            Some(Json::Array(items)) => {
                items.iter().filter_map(|voice| voice.get("name")?.as_str()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The notes of a voice: the objects of its `notes` that say a pitch (`pitch` or `note`) and a start
    /// (`at`, `time`, `t` or `start`), in file order.
    #[must_use]
    pub fn notes(&self, voice: &str) -> Vec<Note> {
        let own = match self.value.get("voices") {
            Some(voices @ Json::Object(_)) => voices.get(voice),
            Some(Json::Array(items)) => {
                items.iter().find(|item| item.get("name").and_then(Json::as_str) == Some(voice))
            }
            _ => None,
        };
        let Some(Json::Array(notes)) = own.and_then(|own| own.get("notes")) else { return Vec::new() };
        notes.iter().filter_map(note).collect()
    }
}

fn note(value: &Json) -> Option<Note> {
    let first = |names: &[&str]| names.iter().find_map(|name| value.get(name));
    let at = first(&["at", "time", "t", "start"]).and_then(Json::as_f64)?;
    let length = first(&["length", "duration"]).and_then(Json::as_f64).unwrap_or(0.0);
    Some(Note { at, length, pitch: first(&["pitch", "note"])?.clone() })
}
