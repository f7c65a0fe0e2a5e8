//! Packing: the `.glb` container, the `.bin` file, file names.

use super::OutputFile;
use super::json::{Buffer, Root};

const MAGIC: u32 = 0x4654_6c67;
const CHUNK_JSON: u32 = 0x4e4f_534a;
const CHUNK_BIN: u32 = 0x004e_4942;

/// One binary file; `None` when it would be larger than its 32-bit lengths can say.
pub(super) fn glb(root: &mut Root, binary: &[u8]) -> Option<Vec<u8>> {
    if !binary.is_empty() {
        root.buffers = vec![Buffer { uri: None, byte_length: binary.len() }];
    }
    let mut json = text(root, false);
    json.resize(json.len().next_multiple_of(4), b' ');
    let binary_length = binary.len().next_multiple_of(4);
    let chunks = 12 + 8 + json.len() + if binary.is_empty() { 0 } else { 8 + binary_length };
    let total = u32::try_from(chunks).ok()?;
    let mut file = Vec::with_capacity(chunks);
    for word in [MAGIC, 2, total, json.len() as u32, CHUNK_JSON] {
        file.extend(word.to_le_bytes());
    }
    file.append(&mut json);
    if !binary.is_empty() {
        file.extend((binary_length as u32).to_le_bytes());
        file.extend(CHUNK_BIN.to_le_bytes());
        file.extend_from_slice(binary);
        file.resize(chunks, 0);
    }
    Some(file)
}

/// The JSON file, and the file of its buffer when there is one.
pub(super) fn gltf(root: &mut Root, stem: &str, binary: Vec<u8>) -> Vec<OutputFile> {
    let bin_name = format!("{stem}.bin");
    root.buffers.clear();
    if !binary.is_empty() {
        root.buffers.push(Buffer { uri: Some(uri(&bin_name)), byte_length: binary.len() });
    }
    let mut files = vec![OutputFile { name: format!("{stem}.gltf"), bytes: text(root, true) }];
    if !binary.is_empty() {
        files.push(OutputFile { name: bin_name, bytes: binary });
    }
    files
}

fn text(root: &Root, pretty: bool) -> Vec<u8> {
    let written = if pretty { serde_json::to_vec_pretty(root) } else { serde_json::to_vec(root) };
    // Writing plain structs with text keys into memory cannot fail.
    let mut json = written.unwrap_or_default();
    if pretty {
        json.push(b'\n');
    }
    json
}

/// A file name without folders: path separators become `_`, nothing becomes `scene`.
pub(super) fn file_stem(name: &str) -> String {
    let stem: String = name.chars().map(|c| if is_separator(c) { '_' } else { c }).collect();
    if stem.trim_matches(['.', ' ']).is_empty() { "scene".to_owned() } else { stem }
}

fn is_separator(c: char) -> bool {
    c.is_control() || matches!(c, '/' | '\\' | ':')
}

/// A file name as a relative reference: all but unreserved characters are percent-encoded.
pub(super) fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::{Root, file_stem, glb, gltf, uri};

    #[test]
    fn names_cannot_leave_the_folder() {
        assert_eq!(file_stem("../a\\b:c"), ".._a_b_c");
        assert_eq!(file_stem(".."), "scene");
        assert_eq!(file_stem(""), "scene");
        assert_eq!(uri("Höhle 1.bin"), "H%C3%B6hle%201.bin");
    }

    #[test]
    fn chunks_are_padded_and_lengths_true() {
        let file = glb(&mut Root::default(), &[1, 2, 3, 4, 5]).unwrap();
        let word = |at: usize| u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]);
        assert_eq!((&file[..4], word(4), word(8) as usize), (b"glTF".as_slice(), 2, file.len()));
        let json_end = 20 + word(12) as usize;
        assert_eq!((json_end % 4, word(json_end), file.len() - json_end), (0, 8, 16));
        assert_eq!(file[json_end + 8..], [1, 2, 3, 4, 5, 0, 0, 0]);
    }

    #[test]
    fn an_empty_scene_has_no_buffer() {
        assert_eq!(gltf(&mut Root::default(), "a", Vec::new()).len(), 1);
        let file = glb(&mut Root::default(), &[]).unwrap();
        assert!(!String::from_utf8_lossy(&file).contains("buffers"));
    }
}
