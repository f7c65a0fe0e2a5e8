//! References of a file: data inside it, or files beside it.

/// The bytes of a `data:` reference; nothing for any other.
pub(super) fn data(uri: &str) -> Option<Vec<u8>> {
    let (kind, data) = uri.strip_prefix("data:")?.split_once(',')?;
    if kind.ends_with(";base64") { base64(data) } else { Some(bytes(data)) }
}

/// The path behind `%20` and the like.
pub(super) fn decoded(uri: &str) -> String {
    String::from_utf8_lossy(&bytes(uri)).into_owned()
}

fn bytes(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let digits = (*byte == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    out
}

/// Through the notation of the engine's own byte lists, whose decoder is strict and fast.
fn base64(text: &str) -> Option<Vec<u8>> {
    if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)) {
        return None;
    }
    match proscenio_godot::value::decode(format!("PackedByteArray(\"{text}\")").as_bytes()).value {
        proscenio_godot::Value::PackedByteArray(bytes) => Some(bytes),
        _ => None,
    }
}
