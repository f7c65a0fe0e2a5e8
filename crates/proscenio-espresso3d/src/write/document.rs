//! Documents back into bytes.

use proscenio_source::{Edit, EditError, Source, apply};

use crate::document::Document;

/// The file as it was read. The document keeps its bytes, so nothing is spelled anew.
pub(crate) fn write(document: &Document) -> Vec<u8> {
    document.source().bytes().to_vec()
}

/// The document of the file after some edits.
pub(crate) fn edited(document: &Document, edits: &[Edit]) -> Result<Document, EditError> {
    let bytes = apply(document.source().bytes(), edits)?;
    let source = Source::new(document.source().path().clone(), bytes);
    Ok(Document::parse(source, document.kind()))
}
