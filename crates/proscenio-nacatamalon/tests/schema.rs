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

#[test]
fn what_we_write_of_the_files_of_a_scene_is_valid() {
    use proscenio_nacatamalon::files::{Sidecar, SidecarKind};
    let written = |kind: SidecarKind, text: &str| -> Json {
        let read = Sidecar::read(&Document::parse(Source::new("x", text.into())), kind);
        assert!(!read.refused, "{:?}", read.findings);
        serde_json::from_str(&read.file.serialize()).unwrap()
    };
    for (which, kind, text) in [
        (
            Which::Atlas,
            SidecarKind::Atlas,
            r#"{"format":1,"kind":"atlas","texture":"a","packed":{"f":{"w":1}},"sequences":{"r":{"frames":["f",0]}}}"#,
        ),
        (
            Which::Tilemap,
            SidecarKind::Tilemap,
            r#"{"format":1,"kind":"tilemap","atlas":"a","cell":8,"width":1,"height":1,"tiles":{"1":{"frame":0}},"layers":[{"data":[1]}]}"#,
        ),
        (
            Which::Particles2d,
            SidecarKind::Particles,
            r#"{"shape":{"kind":"circle"},"children":[{"on":"birth","src":"a"}],"trail":{}}"#,
        ),
        (
            Which::Particles3d,
            SidecarKind::Particles,
            r#"{"kind":"particles3d","shape":{"kind":"cone"},"collision":{},"bounds":{}}"#,
        ),
        (
            Which::Motion,
            SidecarKind::Motion,
            r#"{"kind":"motion","tracks":[{"property":"x","keys":[{"t":0,"value":[1,2]}]}]}"#,
        ),
        (
            Which::ShaderGraph,
            SidecarKind::Graph,
            r#"{"kind":"shadergraph","target":"mesh3d","nodes":[{"id":"a","type":"uv"}],"edges":[]}"#,
        ),
        (Which::Font, SidecarKind::Font, r#"{"glyphHeight":8,"chars":[{"char":"a"}]}"#),
        (Which::Palette, SidecarKind::Palette, r##"{"colors":["#112233"]}"##),
        (
            Which::Store,
            SidecarKind::Store,
            r#"{"format":"nacatamalon-store","fields":[{"name":"a","type":"vec2"}],"persist":{"adapter":"indexedDb"}}"#,
        ),
        (
            Which::Project,
            SidecarKind::Project,
            r#"{"actions":[{"name":"a","bindings":[{"type":"key","key":"A"}]}],"post":[{"builtin":"crt","uniforms":{"a":[1,2]}}]}"#,
        ),
        (
            Which::Pack,
            SidecarKind::Pack,
            r#"{"format":"nacatamalon-pack","files":["a.box"],"exports":{"boxes":["a"]}}"#,
        ),
        (
            Which::Box,
            SidecarKind::Box,
            r#"{"box":{"format":"nacatamalon-scene","name":"n","root":{"id":"r"}}}"#,
        ),
    ] {
        let checker = Checker::new(which);
        let file = written(kind, text);
        assert_eq!(checker.faults(&file), Vec::<String>::new(), "{which:?} {file:#}");
        assert!(!checker.faults(&json!([])).is_empty());
    }
    let two = json!({"format": 1, "kind": "atlas", "texture": "a"});
    assert!(!Checker::new(Which::Atlas).faults(&two).is_empty());
}
