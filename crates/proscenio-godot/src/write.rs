//! Back to bytes.
//!
//! Writing walks over the elements in file order and puts out each of them and whatever stands between
//! them, so that what comes out is what the elements say, not merely a copy of the input.

use proscenio_source::Span;

use crate::document::Document;

/// A piece of a file. The pieces of a document, in order, are the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Blanks, comments, `=`, and text that belongs nowhere.
    Between(Span),
    /// `[` and the name of a section.
    Header(Span),
    /// The name of an attribute or property.
    Key(Span),
    /// A value.
    Value(Span),
}

impl Piece {
    /// Where the piece stands.
    #[must_use]
    pub fn span(self) -> Span {
        match self {
            Self::Between(span) | Self::Header(span) | Self::Key(span) | Self::Value(span) => span,
        }
    }
}

impl Document {
    /// The file again, byte for byte: of a document that was read from a binary file, that file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        if let Some(binary) = self.binary() {
            return binary.source().bytes().to_vec();
        }
        let mut out = Vec::with_capacity(self.source().len() as usize);
        self.write(&mut out);
        out
    }

    /// Appends the text of the file, byte for byte.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut done = 0;
        self.for_each_element(|piece| {
            let span = piece.span();
            out.extend_from_slice(self.slice(Span::new(done, span.start())));
            out.extend_from_slice(self.slice(span));
            done = span.end();
        });
        out.extend_from_slice(self.slice(Span::new(done, self.source().len())));
    }

    /// The file in pieces, none of them empty.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut done = 0;
        let mut push = |piece: Piece| {
            if !piece.span().is_empty() {
                pieces.push(piece);
            }
        };
        self.for_each_element(|piece| {
            push(Piece::Between(Span::new(done, piece.span().start())));
            push(piece);
            done = piece.span().end();
        });
        push(Piece::Between(Span::new(done, self.source().len())));
        pieces
    }

    /// Calls `visit` for each header, key and value, in file order.
    fn for_each_element(&self, mut visit: impl FnMut(Piece)) {
        let visit_entries = |entries: &[crate::tree::Entry], visit: &mut dyn FnMut(Piece)| {
            for entry in entries {
                visit(Piece::Key(entry.key));
                visit(Piece::Value(entry.value));
            }
        };
        visit_entries(self.tree.loose_properties(), &mut visit);
        for (index, section) in self.tree.sections.iter().enumerate() {
            visit(Piece::Header(Span::new(section.header.start(), section.tag.end())));
            visit_entries(self.tree.attributes_of(index), &mut visit);
            visit_entries(self.tree.properties_of(index), &mut visit);
        }
    }
}
