//! The files that a glTF model names: buffers and pictures.

use proscenio_nacatamalon::{Document, Value};
use proscenio_source::{Source, Span};

/// The references of a model, data in the file itself included. Whether the file is binary is told by its
/// first bytes, not by its name. None for files that are no models.
pub(crate) fn references(path: &str, bytes: Vec<u8>) -> Vec<(String, Option<Span>)> {
    let (json, binary) = if bytes.starts_with(b"glTF") {
        let Some(json) = json_chunk(&bytes) else { return Vec::new() };
        (json.to_vec(), true)
    } else {
        (bytes, false)
    };
    let document = Document::parse(Source::new(path, json));
    let Some(root) = document.root() else { return Vec::new() };
    let lists = ["buffers", "images"].into_iter().filter_map(|name| root.get(name));
    let uris = lists.flat_map(Value::elements).filter_map(|entry| entry.get("uri"));
    // A place in the text of a binary file is no place in the file.
    uris.filter_map(|uri| Some((decode(&uri.as_str()?), (!binary).then(|| uri.span())))).collect()
}

/// The JSON of a binary file of version 2.
fn json_chunk(bytes: &[u8]) -> Option<&[u8]> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let is_json = word(4)? == 2 && word(16)? == u32::from_le_bytes(*b"JSON");
    let len = usize::try_from(word(12)?).ok()?;
    is_json.then(|| bytes.get(20..20_usize.checked_add(len)?)).flatten()
}

/// A reference with its `%20` and the like undone.
fn decode(uri: &str) -> String {
    if uri.starts_with("data:") {
        return uri.to_owned();
    }
    let bytes = uri.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let hex = |at: usize| bytes.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        match (byte, hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{decode, references};

    #[test]
    fn binary_models_hold_their_text_in_the_first_chunk() {
        let json = br#"{"buffers":[{}],"images":[{"uri":"a%20b.png"}]}  "#;
        let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        bytes.extend((json.len() as u32).to_le_bytes());
        bytes.extend(b"JSON");
        bytes.extend(json);
        assert_eq!(references("a.glb", bytes.clone()), [("a b.png".to_owned(), None)]);
        bytes.truncate(30);
        assert!(references("a.glb", bytes).is_empty());
        assert!(references("a.glb", b"glTF".to_vec()).is_empty());
        let text = br#"{"buffers":[{"uri":"a.bin"},7]}"#.to_vec();
        assert_eq!(references("a.gltf", text)[0].0, "a.bin");
    }

    #[test]
    fn damaged_percent_signs_stay() {
        assert_eq!(decode("100%_%41%c3%b1%"), "100%_Añ%");
        assert_eq!(decode("data:x,%41"), "data:x,%41");
    }
}
