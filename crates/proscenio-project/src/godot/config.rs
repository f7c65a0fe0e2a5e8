//! Files of `[section]`s with `name=value` lines: `project.godot` and `.import` files.

use proscenio_godot::{Document, Entry, SectionKind, Value};
use proscenio_source::Source;

/// A settings file, as the engine writes for projects and imports.
#[derive(Clone, Debug)]
pub struct Config {
    document: Document,
}

impl Config {
    /// Reads a settings file; what is no setting is passed over.
    #[must_use]
    pub fn parse(name: &str, bytes: Vec<u8>) -> Self {
        Self { document: Document::parse(Source::new(name, bytes)) }
    }

    /// The file.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The value of a name in a section (`""` for the lines in front of the first section); the last of
    /// several counts.
    #[must_use]
    pub fn get(&self, section: &str, name: &str) -> Option<Value> {
        Some(self.entries(section).filter(|entry| entry.is(name)).last()?.value())
    }

    /// [`Config::get`] for text.
    #[must_use]
    pub fn text(&self, section: &str, name: &str) -> Option<String> {
        self.get(section, name)?.as_str().map(str::to_owned)
    }

    /// All lines of a section, in file order.
    pub fn entries<'c>(&'c self, section: &'c str) -> impl Iterator<Item = Entry<'c>> + 'c {
        let loose = section.is_empty().then(|| self.document.loose_properties());
        let inside = self.document.sections().filter(move |found| {
            // `[resource]` and such are no more than names here.
            found.kind() == SectionKind::of(section.as_bytes()) && found.tag() == section
        });
        loose.into_iter().flatten().chain(inside.flat_map(|section| section.properties()))
    }
}

#[cfg(test)]
mod tests {
    use super::Config;

    #[test]
    fn settings_are_found_by_section_and_name() {
        let text =
            "config_version=5\n\n[application]\n\nrun/main_scene=\"res://a.tscn\"\n\n[node]\n\na=1\na=2\n";
        let config = Config::parse("project.godot", text.into());
        assert_eq!(config.get("", "config_version").and_then(|value| value.as_i64()), Some(5));
        assert_eq!(config.text("application", "run/main_scene").as_deref(), Some("res://a.tscn"));
        assert_eq!(config.get("node", "a").and_then(|value| value.as_i64()), Some(2));
        assert_eq!(config.get("node", "run/main_scene"), None);
    }
}
