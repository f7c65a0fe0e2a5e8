//! Texture sets: who names them, and what they hold.

use super::{Word, view};
use crate::syntax::Kind;

view! {
    /// A `TEXTURESET` line of a map or an actor.
    TextureSetRef
}

impl<'a> TextureSetRef<'a> {
    /// The path as written, backslashes and all. `None` when it is missing.
    #[must_use]
    pub fn path(self) -> Option<Word<'a>> {
        self.item.word(Kind::Path)
    }

    /// Whether the set lies in a JAR. The 0.5 engine reads the word and ignores it.
    #[must_use]
    pub fn in_jar(self) -> bool {
        self.item.word(Kind::Flag).is_some_and(|flag| flag.bytes().eq_ignore_ascii_case(b"JAR"))
    }
}

view! {
    /// A line of a texture set.
    Entry
}

impl<'a> Entry<'a> {
    /// The alias.
    #[must_use]
    pub fn alias(self) -> Word<'a> {
        // The parser opens an entry with its alias; an entry without one would be empty.
        self.item.word(Kind::Alias).unwrap_or_else(|| self.item.as_word())
    }

    /// The path of the image as written. `None` when it is missing.
    #[must_use]
    pub fn path(self) -> Option<Word<'a>> {
        self.item.word(Kind::Path)
    }
}
