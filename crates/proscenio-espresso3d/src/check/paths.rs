//! Paths of texture sets and images, as far as they tell without looking at files.

use super::Report;
use crate::code::Code;
use crate::document::Document;
use crate::view::Word;

/// Endings of image formats that Java's image library, and so the engine, does not read.
const UNREAD: [&str; 10] = ["tga", "dds", "pcx", "psd", "tif", "tiff", "webp", "svg", "exr", "hdr"];

/// The texture sets that a map or an actor names.
pub(super) fn texture_sets(document: &Document, report: &mut Report<'_>) {
    for path in document.texture_sets().filter_map(|set| set.path()) {
        slashes(path, report);
    }
}

/// The images that a texture set names.
pub(super) fn entries(document: &Document, report: &mut Report<'_>) {
    for path in document.entries().filter_map(|entry| entry.path()) {
        slashes(path, report);
        let text = path.text();
        let ending = text.rsplit_once('.').map_or("", |(_, ending)| ending);
        if UNREAD.iter().any(|unread| unread.eq_ignore_ascii_case(ending)) {
            report.push(Code::ImageFormat, path.span(), || format!("the engine reads no .{ending} images"));
        }
    }
}

fn slashes(path: Word<'_>, report: &mut Report<'_>) {
    if path.bytes().contains(&b'\\') {
        report.push(Code::BackslashPath, path.span(), || {
            format!("`{}` has backslashes, which separate on Windows alone", path.text())
        });
    }
}
