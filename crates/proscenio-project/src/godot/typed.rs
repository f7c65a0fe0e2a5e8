//! Collections with the types that scripts declare: binary files do not keep them, and the engine takes them
//! from the script when it saves text.

use proscenio_godot::gdscript::{MemberKind, Script};
use proscenio_godot::spell::Spelling;
use proscenio_godot::value::{ElementType, Id, PLAIN_TYPES, Reference, TypedArray, TypedDictionary, Value};
use proscenio_godot::{Entry, Section};
use proscenio_source::{Edit, apply};

use super::file::SceneFile;
use super::project::GodotProject;
use super::scripts::Declared;

impl GodotProject<'_> {
    /// The text of a file with its untyped arrays and dictionaries typed as the scripts of their owners
    /// declare them; nothing where nothing changes. A type of a script is written where the file names the
    /// script, as binary files do that came from such a text.
    #[must_use]
    pub fn typed(&self, file: &SceneFile) -> Option<Vec<u8>> {
        let document = file.document();
        let mut edits = Vec::new();
        for section in document.sections() {
            let untyped = |entry: &Entry<'_>| matches!(entry.raw().first(), Some(b'[' | b'{'));
            if !section.properties().any(|entry| untyped(&entry)) {
                continue;
            }
            let Some(declared) = self.script_of(file, section) else { continue };
            for entry in section.properties().filter(untyped) {
                let typed = self.typed_value(file, &declared, &entry.key(), entry.value());
                edits.extend(typed.map(|value| {
                    Edit::replace(
                        entry.value_span(),
                        value.spelled(Spelling::of(document).unwrap_or(Spelling::GODOT_4)),
                    )
                }));
            }
        }
        if edits.is_empty() {
            return None;
        }
        apply(document.source().bytes(), &edits).ok()
    }

    fn script_of(&self, file: &SceneFile, section: Section<'_>) -> Option<Declared> {
        let value = section.property("script")?.value();
        let place = self.follow(file, value.as_reference()?)?.path;
        let script = self.script(&place)?;
        Some(self.declared(&place, script, file.classes()))
    }

    fn typed_value(&self, file: &SceneFile, declared: &Declared, name: &str, value: Value) -> Option<Value> {
        let (script, type_name) = declared.scripts.iter().find_map(|(_, script)| {
            let member = script.class().member(MemberKind::Var, name)?;
            Some((script, String::from_utf8_lossy(script.slice(member.type_name?)).into_owned()))
        })?;
        let (outer, inner) = type_name.trim().strip_suffix(']')?.split_once('[')?;
        let element = |name: &str| self.element(file, script, name.trim());
        match (outer.trim(), value) {
            ("Array", Value::Array(items)) => {
                // Nodes are named by their paths, and those are not of the type.
                let paths = items.iter().any(|item| matches!(item, Value::NodePath(_)));
                let element = element(inner).filter(|_| !paths || inner.trim() == "NodePath")?;
                Some(Value::TypedArray(Box::new(TypedArray { element, items })))
            }
            ("Dictionary", Value::Dictionary(entries)) => {
                let (key, value) = inner.split_once(',')?;
                let (key, value) = (element(key)?, element(value)?);
                Some(Value::TypedDictionary(Box::new(TypedDictionary { key, value, entries })))
            }
            _ => None,
        }
    }

    /// What a type of a script is called in a file; nothing for inner classes and what is not known.
    fn element(&self, file: &SceneFile, script: &Script, name: &str) -> Option<ElementType> {
        let named = |name: &str| Some(ElementType::Named(name.to_owned()));
        if PLAIN_TYPES.contains(&name) || file.classes().class(name).is_some() {
            return named(name);
        }
        if script.class().member(MemberKind::Enum, name).is_some() {
            return named("int");
        }
        if name == "Variant" {
            return named("Variant");
        }
        let place = self.names().classes.get(name)?;
        let path = self.resource_path(place);
        let resource =
            file.document().ext_resources().find(|own| own.path().is_some_and(|own| own == path))?;
        let Id(id) = resource.id()?;
        Some(ElementType::Script(Reference::Ext(Id(id))))
    }
}
