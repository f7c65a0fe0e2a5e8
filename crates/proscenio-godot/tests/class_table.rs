//! The class tables against the facts they were made from, and against files that the engines saved.
// Tests stand at the edge: they read the corpus, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use proscenio_godot::classes::{Class, ClassTable};
use proscenio_godot::{Document, Node, Section, SectionKind, SubResource};
use serde_json::Value;

fn facts(name: &str) -> Option<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    match std::fs::read(&path) {
        Ok(text) => Some(serde_json::from_slice(&text).unwrap()),
        Err(_) => {
            let required = std::env::var("PROSCENIO_REQUIRE").is_ok_and(|names| names.contains("corpus"));
            assert!(!required, "no facts at {}", path.display());
            println!("skipped: no facts at {}", path.display());
            None
        }
    }
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().map(|list| list.iter().map(|name| name.as_str().unwrap()).collect()).unwrap_or_default()
}

/// Own properties and changed defaults of a class, as the facts have them.
fn check_properties(class: Class, facts: &Value, stored: u64) -> usize {
    let none = Vec::new();
    let listed = facts["properties"].as_array().unwrap_or(&none);
    assert_eq!(class.own_properties().len(), listed.len(), "{class:?}");
    for (own, fact) in class.own_properties().iter().zip(listed) {
        assert_eq!(
            (own.name, own.value_type),
            (fact["name"].as_str().unwrap(), fact["type"].as_str().unwrap())
        );
        assert_eq!(own.class, fact["class"].as_str(), "{class:?} {}", own.name);
        assert_eq!(own.stored, fact["usage"].as_u64().unwrap() & stored != 0, "{class:?} {}", own.name);
        assert_eq!(own.hint_text, fact["hint_string"].as_str().unwrap_or_default(), "{class:?} {}", own.name);
        let default = fact["default"].as_str().or_else(|| facts["defaults"][own.name].as_str());
        let known = default.filter(|text| *text != "null" || ["Object", "Nil"].contains(&own.value_type));
        assert_eq!(own.default, known, "{class:?} {}", own.name);
    }
    for defaults in [&facts["default_overrides"], &facts["defaults"]] {
        for (name, default) in defaults.as_object().into_iter().flatten() {
            let default = default.as_str().unwrap();
            assert!(class.default(name) == Some(default) || default == "null", "{class:?} {name}");
        }
    }
    listed.len()
}

fn check_signals(class: Class, facts: &Value) {
    let none = Vec::new();
    let listed = facts["signals"].as_array().unwrap_or(&none);
    assert_eq!(class.own_signals().len(), listed.len(), "{class:?}");
    for (own, fact) in class.own_signals().iter().zip(listed) {
        assert_eq!(own.name, fact.as_str().or_else(|| fact["name"].as_str()).unwrap());
        assert_eq!(
            own.arguments,
            fact["args"].as_array().map(|_| texts(&fact["args"])),
            "{class:?} {}",
            own.name
        );
    }
}

fn check(table: &'static ClassTable, facts: &Value, methods: &Value, stored: u64) {
    let classes = facts["classes"].as_object().unwrap();
    assert_eq!(table.classes().len(), classes.len());
    let mut properties = 0;
    for (name, fact) in classes {
        let class = table.class(name).unwrap();
        let parent = fact["inherits"].as_str().unwrap();
        assert_eq!(
            class.parent().map(Class::name),
            Some(parent).filter(|parent| classes.contains_key(*parent))
        );
        assert_eq!(class.is_abstract(), fact["abstract"].as_bool().unwrap_or(false));
        properties += check_properties(class, fact, stored);
        check_signals(class, fact);
        let listed = if methods.is_null() { &fact["methods"] } else { &methods["methods"][name] };
        assert_eq!(class.own_methods(), texts(listed), "{name}");
        let enums = methods["enums"][name].as_object();
        assert_eq!(class.own_enums().len(), enums.map_or(0, |enums| enums.len()), "{name}");
        for own in class.own_enums() {
            let values: BTreeMap<&str, i64> = own.values.iter().copied().collect();
            assert!(
                enums.unwrap()[own.name]
                    .as_object()
                    .unwrap()
                    .iter()
                    .all(|(name, value)| { values.get(name.as_str()) == value.as_i64().as_ref() })
            );
        }
    }
    println!("{table:?}: {properties} properties as in the facts");
}

#[test]
fn the_tables_hold_the_facts() {
    let (Some(four), Some(methods), Some(three)) = (
        facts("godot-4.6.3-classes.json"),
        facts("godot-4.6.3-methods.json"),
        facts("godot-3.2.3-classes.json"),
    ) else {
        return;
    };
    check(ClassTable::godot_4(), &four, &methods, 2);
    check(ClassTable::godot_3(), &three, &Value::Null, 1);
}

/// The class of a section, where the file says it.
fn class_of(table: &'static ClassTable, document: &Document, section: Section<'_>) -> Option<Class> {
    let name = match section.kind() {
        SectionKind::Node => Node(section).node_type()?,
        SectionKind::SubResource => SubResource(section).resource_type()?,
        SectionKind::Resource => document.resource_type()?,
        _ => return None,
    };
    table.class(&name)
}

/// Takes each property out and asks for its place again.
fn count_places(table: &'static ClassTable, documents: &[Document]) -> (usize, Vec<String>) {
    let (mut right, mut wrong) = (0, Vec::new());
    for document in documents {
        for section in document.sections() {
            let Some(class) = class_of(table, document, section) else { continue };
            let names: Vec<String> = section.properties().map(|entry| entry.key().into_owned()).collect();
            for (place, name) in names.iter().enumerate() {
                let listed =
                    class.property(name).is_some() || name == "script" || name.starts_with("metadata/");
                if !listed {
                    continue;
                }
                let mut others = names.clone();
                others.remove(place);
                let found = class.insert_place(&others, name);
                if found == place {
                    right += 1;
                } else {
                    let file = document.source().path();
                    wrong.push(format!("{file} {class:?} {name}: {found} instead of {place} in {names:?}"));
                }
            }
        }
    }
    (right, wrong)
}

#[test]
fn properties_are_placed_as_the_engines_place_them() {
    let Some(corpus) = support::corpus() else { return };
    let four = support::listed(&corpus, "godot/golden-4.6/same-as-engine.txt", "godot/demos-4");
    let three = support::listed(&corpus, "godot/golden-3.2/same-as-engine.txt", "godot/demos-3.2");
    for (table, documents) in [(ClassTable::godot_4(), four), (ClassTable::godot_3(), three)] {
        let (right, wrong) = count_places(table, &documents);
        println!("{table:?}: {right} properties placed as in the file, {} not", wrong.len());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
