//! Texture sets, as the engine's image loader reads them.

use std::collections::HashSet;

use super::{Engine, Step, Stop};
use crate::code::Code;
use crate::model::{Entry, Name, TextureSet};

impl Engine<'_, '_> {
    /// Reads a texture set; what was read before the engine stops stays.
    pub(super) fn texture_set(&mut self, set: &mut TextureSet) -> Step<()> {
        let mut known = HashSet::new();
        while let Some(words) = self.lines.next() {
            let mut words = words.of_set();
            let Some(alias) = words.next() else { continue };
            let path = words.next().ok_or(Stop { at: alias.span, why: "the line holds one word" })?;
            if known.insert(alias.text) {
                set.items.push(Entry { alias: Name::new(alias.text), path: Name::new(path.text) }.into());
            } else {
                self.note(Code::EngineDrops, alias.span, "the alias is already defined");
            }
            if let Some(surplus) = words.next() {
                return Err(Stop { at: surplus.span, why: "the line holds more than two words" });
            }
        }
        Ok(())
    }
}
