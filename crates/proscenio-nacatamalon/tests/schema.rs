//! The JSON Schemas are schemas, and say of examples what the format says.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use proscenio_nacatamalon::schema::{ASSETS, COMPONENTS, NODE, Which, json_schema};
use proscenio_nacatamalon::{Document, Mode, parse_scene_doc, serialize};
use proscenio_source::Source;
use serde_json::{Map, Value as Json, json};

/// The part of JSON Schema 2020-12 that our schemas use; a keyword that is not listed here is a fault.
struct Checker {
    schema: Json,
}

const NOTES: &[&str] = &["$schema", "title", "description", "default", "examples", "$defs"];

impl Checker {
    fn new(which: Which) -> Self {
        Self { schema: serde_json::from_str(&json_schema(which)).unwrap() }
    }

    /// What is wrong with a value, by place.
    fn faults(&self, value: &Json) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(&self.schema, value, "", &mut faults);
        faults
    }

    fn passes(&self, schema: &Json, value: &Json) -> bool {
        let mut faults = Vec::new();
        self.check(schema, value, "", &mut faults);
        faults.is_empty()
    }

    fn check(&self, schema: &Json, value: &Json, at: &str, faults: &mut Vec<String>) {
        let Json::Object(keywords) = schema else {
            assert!(schema.is_boolean(), "{schema}");
            return;
        };
        for (keyword, wanted) in keywords {
            if !self.keyword(keywords, keyword, wanted, value, at, faults) {
                faults.push(format!("{at}: {keyword} {wanted} of {value}"));
            }
        }
    }

    fn keyword(
        &self,
        all: &Map<String, Json>,
        keyword: &str,
        wanted: &Json,
        value: &Json,
        at: &str,
        faults: &mut Vec<String>,
    ) -> bool {
        let list = || wanted.as_array().unwrap().iter();
        let number = value.as_f64();
        let count = |least: usize| (wanted.as_u64().unwrap() as usize).cmp(&least);
        match keyword {
            "$ref" => {
                let target = self.schema.pointer(wanted.as_str().unwrap().strip_prefix('#').unwrap());
                self.check(target.unwrap(), value, at, faults);
                true
            }
            "type" => match wanted.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "number" => value.is_number(),
                "integer" => number.is_some_and(|number| number.fract() == 0.0),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                other => panic!("no such type: {other}"),
            },
            "const" => value == wanted,
            "enum" => list().any(|one| one == value),
            "minimum" => number.is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => number.is_none_or(|number| number <= wanted.as_f64().unwrap()),
            "exclusiveMinimum" => number.is_none_or(|number| number > wanted.as_f64().unwrap()),
            "minLength" => value.as_str().is_none_or(|text| count(text.chars().count()).is_le()),
            "minItems" => value.as_array().is_none_or(|list| count(list.len()).is_le()),
            "maxItems" => value.as_array().is_none_or(|list| count(list.len()).is_ge()),
            "maxProperties" => value.as_object().is_none_or(|members| count(members.len()).is_ge()),
            "pattern" => value.as_str().is_none_or(|text| matches(wanted.as_str().unwrap(), text)),
            "required" => value
                .as_object()
                .is_none_or(|members| list().all(|name| members.contains_key(name.as_str().unwrap()))),
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        self.check(schema, value, &format!("{at}/{name}"), faults);
                    }
                }
                true
            }
            "additionalProperties" => {
                assert!(!all.contains_key("properties"), "not supported together");
                for (name, value) in value.as_object().into_iter().flatten() {
                    self.check(wanted, value, &format!("{at}/{name}"), faults);
                }
                true
            }
            "propertyNames" => value.as_object().is_none_or(|members| {
                members.keys().all(|name| self.passes(wanted, &Json::from(name.as_str())))
            }),
            "items" => {
                for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(wanted, value, &format!("{at}/{index}"), faults);
                }
                true
            }
            "anyOf" => list().any(|schema| self.passes(schema, value)),
            "allOf" => {
                list().for_each(|schema| self.check(schema, value, at, faults));
                true
            }
            "if" => {
                if self.passes(wanted, value) {
                    self.check(&all["then"], value, at, faults);
                }
                true
            }
            "then" => all.contains_key("if"),
            note => NOTES.contains(&note),
        }
    }
}

/// The two patterns of our schemas.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern {
        "\\S" => !text.trim().is_empty(),
        "^[a-z][A-Za-z0-9]*$" => {
            text.starts_with(|first: char| first.is_ascii_lowercase())
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        }
        other => panic!("no such pattern: {other}"),
    }
}

fn scene(assets: Json, root: Json) -> Json {
    json!({"format": "nacatamalon-scene", "version": 1, "name": "N", "assets": assets, "root": root})
}

#[test]
fn every_definition_is_used_and_every_reference_is_defined() {
    for which in Which::ALL {
        let text = json_schema(*which);
        let schema: Json = serde_json::from_str(&text).unwrap();
        let defs: BTreeSet<String> = schema["$defs"].as_object().unwrap().keys().cloned().collect();
        let used: BTreeSet<String> = text
            .split("\"$ref\": \"#/$defs/")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect();
        assert_eq!(defs, used);
        // Two definitions of one name would be one in JSON.
        assert_eq!(text.matches("\n        \"").count() - text.matches("\n        \"$").count(), defs.len());
    }
}

#[test]
fn examples_are_valid_and_wrong_values_are_not() {
    let checker = Checker::new(Which::Scene);
    let json = |value: proscenio_nacatamalon::model::Json| -> Json {
        serde_json::from_str(&value.to_string()).unwrap_or(json!(1e300))
    };
    let (mut good, mut bad) = (0, 0);
    let mut check = |table: &'static proscenio_nacatamalon::schema::Object, put: &dyn Fn(Json) -> Json| {
        for field in table.fields {
            let base = json(table.example_without(field.name));
            let with = |value: Json| {
                let mut item = base.clone();
                item[field.name] = value;
                checker.faults(&put(item))
            };
            for value in field.examples() {
                assert_eq!(with(json(value)), Vec::<String>::new(), "{} {}", table.name, field.name);
                good += 1;
            }
            for value in field.shape.wrong().into_iter().filter(|value| value.as_f64() != Some(f64::INFINITY))
            {
                let faults = with(json(value.clone()));
                assert!(!faults.is_empty(), "{} {} {value}", table.name, field.name);
                bad += 1;
            }
        }
    };
    for table in COMPONENTS {
        check(table, &|item| scene(json!([]), json!({"components": [item]})));
    }
    for table in ASSETS {
        check(table, &|item| scene(json!([item]), json!({})));
    }
    check(&NODE, &|item| scene(json!([]), json!({"children": [item]})));
    assert!(good > 400 && bad > 1500, "{good} {bad}");
}

#[test]
fn what_we_write_is_valid() {
    let checker = Checker::new(Which::Scene);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/scenes");
    for name in ["example", "flat", "deep"] {
        #[allow(clippy::disallowed_methods, reason = "tests may read their fixtures")]
        let bytes = std::fs::read(format!("{folder}/{name}.scene")).unwrap();
        let (read, _) = parse_scene_doc(&Document::parse(Source::new(name, bytes)));
        let written: Json = serde_json::from_str(&serialize(&read, Mode::Engine)).unwrap();
        assert_eq!(checker.faults(&written), Vec::<String>::new(), "{name}");
    }
    assert!(!checker.faults(&json!({"format": "lantern-map"})).is_empty());
    // Kinds and members of newer versions are no faults.
    let newer = scene(json!([]), json!({"glow": 1, "components": [{"type": "hologram", "id": "h"}]}));
    assert_eq!(checker.faults(&newer), Vec::<String>::new());
}
