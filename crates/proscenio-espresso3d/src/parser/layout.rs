//! Where release 0.5 would not agree, because it looks at lines.

use proscenio_source::Span;

use super::{Comments, Parser, Sink};
use crate::code::Code;
use crate::lexer::{Lexer, Shape, Token};
use crate::syntax::Keyword;

impl<S: Sink> Parser<'_, '_, S> {
    /// Reports what stands on the same line, where the engine does not look any more.
    #[inline]
    pub(super) fn end_of_line(&mut self) {
        if self.cur.breaks == 0 && self.cur.shape != Shape::End && self.pending.is_empty() {
            self.problem(Code::UnseenRest, self.cur.span(), "");
        }
    }

    /// Reports a comment on the line of a tag that still wants a word: the engine takes it for that word.
    pub(super) fn no_comment(&mut self, name: &'static str) {
        if let Some(comment) = self.pending.first()
            && !self.bytes[self.last_end as usize..comment.start() as usize]
                .iter()
                .any(|byte| matches!(byte, b'\n' | b'\r'))
        {
            self.problem(Code::CommentAsWord, *comment, name);
        }
    }

    /// Reports a comment whose words the engine would run.
    pub(super) fn check_comment(&mut self, span: Span, code: Code) {
        let text = span.slice(self.bytes);
        let after_first = text.iter().position(|byte| b" \t,;".contains(byte)).unwrap_or(text.len());
        let mut lexer = Lexer::new(text, after_first as u32);
        loop {
            let token = lexer.next();
            let active = match token.shape {
                Shape::End => return,
                Shape::Open | Shape::Close => true,
                _ => Keyword::find(token.span().slice(text)).is_some(),
            };
            if active {
                return self.problem(code, span, "");
            }
        }
    }

    /// Reports values that do not stand where the engine looks for them.
    #[inline]
    pub(super) fn end_data(&mut self, tag: Token, name: &'static str) {
        if self.data.broken {
            self.problem(Code::DataLayout, tag.span(), name);
        }
        // In a triangle the words themselves are reported.
        if self.comments != Comments::SkippedLines {
            self.end_of_line();
        }
    }
}

/// Whether a comment's `#` touches its text.
pub(super) fn is_glued(comment: &[u8]) -> bool {
    comment.get(1).is_some_and(|byte| !b" \t,;".contains(byte))
}
