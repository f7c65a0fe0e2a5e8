//! What readers are told and what they tell while a document is read.

use proscenio_source::{Edit, Span};

use crate::Mode;
use crate::model::fields::Fields;
use crate::model::shapes::Dropped;

/// The mode of reading, and what was met on the way.
#[derive(Default)]
pub(crate) struct Context {
    pub(crate) mode: Mode,
    pub(crate) dropped: Vec<Dropped>,
    pub(crate) old_spellings: Vec<OldSpelling>,
}

/// Uses of one word of an earlier release.
pub(crate) struct OldSpelling {
    pub(crate) old: &'static str,
    pub(crate) current: &'static str,
    pub(crate) count: usize,
    /// The first use, quotes included.
    pub(crate) span: Span,
    pub(crate) edits: Vec<Edit>,
}

impl Context {
    pub(crate) fn new(mode: Mode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// Notes a word of an earlier release that was read as a current one.
    pub(crate) fn old_word(&mut self, old: &'static str, current: &'static str, span: Option<Span>) {
        let Some(span) = span else { return };
        let edit = Edit::replace(span, format!("\"{current}\""));
        let is_it = |known: &&mut OldSpelling| known.old == old && known.current == current;
        match self.old_spellings.iter_mut().find(is_it) {
            Some(known) => {
                known.count += 1;
                known.edits.push(edit);
            }
            None => {
                self.old_spellings.push(OldSpelling { old, current, count: 1, span, edits: vec![edit] });
            }
        }
    }

    /// Under which name a member stands: the current one, or its old one where that alone stands there.
    pub(crate) fn current_name(
        &self,
        fields: &Fields<'_>,
        current: &'static str,
        old: &'static str,
    ) -> &'static str {
        if self.mode == Mode::Keep && !fields.has(current) && fields.has(old) { old } else { current }
    }

    /// Notes that a member stood under an old name, if it did.
    pub(crate) fn note_name(&mut self, fields: &Fields<'_>, name: &'static str, current: &'static str) {
        if name != current {
            self.old_word(name, current, fields.key_span(name));
        }
    }
}
