//! Holds the readers and writers of the sidecar files against the tables that describe them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::tables::FILES;
use proscenio_nacatamalon::files::{Sidecar, SidecarKind};
use proscenio_nacatamalon::schema::{Default, Field, Object, Shape, Written};
use proscenio_source::Source;
use serde_json::{Value as Json, json};

fn read(kind: SidecarKind, value: &Json) -> (Vec<String>, bool, Json) {
    let document = Document::parse(Source::new("x", value.to_string().into()));
    let read = Sidecar::read(&document, kind);
    let codes = read.findings.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect();
    (codes, read.refused, serde_json::from_str(&read.file.serialize()).unwrap())
}

/// A value of a shape that is not its field's default.
fn value(field: &Field) -> Json {
    match (field.name, field.default) {
        // These say more than a shape can.
        ("format", _) => json!(1),
        ("version", _) => json!(1),
        ("msaa", _) => json!(4),
        ("dir", _) => json!(-1),
        ("cell" | "becomes", _) => json!(1),
        ("life", _) => json!([0.5, 1.5]),
        ("type", _) if matches!(field.shape, Shape::Name) => json!("uv"),
        ("value", _) if matches!(field.shape, Shape::Any) => json!({"r": 1, "g": 0.5, "b": 0, "a": 1}),
        ("data", _) => json!([1]),
        ("colors", _) => json!(["#112233"]),
        ("color", _) if matches!(field.shape, Shape::Text) => json!("#112233"),
        ("files", _) => json!(["thing.box", "thing.scene.json"]),
        ("edges", _) => json!([]),
        ("key", _) => json!("thing"),
        ("anim", _) => json!("thing"),
        ("ease", _) => json!("hold"),
        (_, Default::Bool(default)) => json!(!default),
        _ => match (sample(&field.shape), field.range) {
            (Json::Number(number), Some((from, to))) => {
                json!(number.as_f64().unwrap().clamp(from, to.min(9.0)))
            }
            (value, _) => value,
        },
    }
}

fn sample(shape: &Shape) -> Json {
    match shape {
        Shape::Number | Shape::Positive | Shape::Integer => json!(2),
        Shape::Within(from, to) => json!((from + (to - from) / 4.0).round().clamp(*from, *to)),
        Shape::Bool | Shape::True => json!(true),
        Shape::Word(words) => json!(words.last().unwrap()),
        Shape::Text | Shape::Name | Shape::Filled | Shape::Path | Shape::OpenWord(_) => json!("thing"),
        Shape::Key(_) | Shape::NameKey(_) => json!("thing"),
        Shape::Colour => json!({"r": 0.5, "g": 0.25, "b": 0, "a": 1}),
        Shape::Point(_) => json!({"x": 1, "y": 2}),
        Shape::Triple => json!([1, 2, 3]),
        Shape::Pair => json!([1, 2]),
        Shape::Numbers(from, _) => json!(vec![0.5; *from]),
        Shape::List(inner) | Shape::ListOf(_, inner) => json!([sample(inner)]),
        Shape::Map(inner) | Shape::Maps(inner) => json!({"1": sample(inner)}),
        Shape::Object(object) => whole(object),
        Shape::Entries(object) => json!([whole(object)]),
        Shape::Tagged(objects) => whole(objects.last().unwrap()),
        Shape::AnyOf(shapes) => sample(shapes.last().unwrap()),
        Shape::Nullable(inner) => sample(inner),
        Shape::Any => json!("thing"),
        Shape::Foreign => json!({"format": "nacatamalon-scene", "name": "n", "root": {"id": "r"}}),
    }
}

/// An object with every member, none at its default.
fn whole(object: &Object) -> Json {
    let mut out = json!({});
    if let Some((tag, word)) = object.tag {
        out[tag] = json!(word);
    }
    for field in object.fields {
        out[field.name] = value(field);
    }
    // Members that exclude each other.
    for name in match object.name {
        "atlas" => &["packed"][..],
        "tilemap.tile" => &["anim"],
        _ => &[],
    } {
        out.as_object_mut().unwrap().remove(*name);
    }
    if object.name == "tilemap" {
        out["width"] = json!(1);
        out["height"] = json!(1);
    }
    out
}

/// Whether `written` says all that `said` says; numbers may be spelled anew.
fn holds(written: &Json, said: &Json) -> Result<(), String> {
    match (written, said) {
        (Json::Object(written), Json::Object(said)) => said.iter().try_for_each(|(name, said)| {
            let written = written.get(name).ok_or_else(|| format!("`{name}` is not written"))?;
            holds(written, said).map_err(|why| format!("{name}: {why}"))
        }),
        (Json::Array(written), Json::Array(said)) if written.len() == said.len() => {
            written.iter().zip(said).try_for_each(|(written, said)| holds(written, said))
        }
        (Json::Number(a), Json::Number(b)) if a.as_f64() == b.as_f64() => Ok(()),
        // One number for both ends of a range.
        (Json::Array(ends), Json::Number(b)) if ends.iter().all(|end| end.as_f64() == b.as_f64()) => Ok(()),
        _ if written == said => Ok(()),
        _ => Err(format!("{said} became {written}")),
    }
}

#[test]
fn every_member_of_the_tables_is_read_and_written() {
    for (kind, object) in FILES {
        let file = whole(object);
        let (findings, refused, written) = read(*kind, &file);
        let expected = ["particles-atlas", "particles-no-collision", "atlas-unknown-"];
        let odd: Vec<_> = findings.iter().filter(|f| !expected.iter().any(|code| f.contains(code))).collect();
        assert!(odd.is_empty() && !refused, "{}: {odd:?}\n{file:#}", object.name);
        // A heading is brought to length 1.
        let mut said = file.clone();
        if object.name == "particles3d" {
            said.as_object_mut().unwrap().remove("direction");
        }
        holds(&written, &said).unwrap_or_else(|why| panic!("{}: {why}", object.name));
    }
}

#[test]
fn members_that_the_tables_do_not_list_are_told_and_kept() {
    fn add(value: &mut Json, at: &str) -> usize {
        match value {
            Json::Object(members) => {
                let count = members.iter_mut().map(|(name, value)| add(value, name)).sum::<usize>();
                // Settings of nodes and the scene in a box belong to somebody else; in maps a name is an entry; points
                // and colours are plain numbers.
                let foreign = [
                    "params",
                    "options",
                    "box",
                    "uniforms",
                    "tiles",
                    "sequences",
                    "packed",
                    "direction",
                    "gravity",
                    "center",
                    "size",
                    "bindings",
                    "actions",
                    "background",
                    "value",
                ]
                .contains(&at);
                if foreign {
                    return count;
                }
                members.insert("mine".to_owned(), json!([1.5, "x"]));
                count + 1
            }
            Json::Array(items) if at != "bindings" && at != "actions" => {
                items.iter_mut().map(|value| add(value, "")).sum()
            }
            _ => 0,
        }
    }
    for (kind, object) in
        FILES.iter().filter(|(kind, _)| !matches!(kind, SidecarKind::Song | SidecarKind::Box))
    {
        let mut file = whole(object);
        let count = add(&mut file, "");
        let (findings, refused, written) = read(*kind, &file);
        let told = findings.iter().filter(|f| f.contains("file-unknown-members")).count();
        assert!(told == 1 && !refused, "{}: {findings:?}", object.name);
        let kept = written.to_string().matches("\"mine\"").count();
        assert_eq!(kept, count, "{}\n{file:#}\n{written:#}", object.name);
    }
}

#[test]
fn what_is_at_its_default_is_written_as_the_tables_say() {
    for (kind, object) in FILES {
        let mut file = json!({});
        if let Some((tag, word)) = object.tag {
            file[tag] = json!(word);
        }
        for field in object.fields.iter().filter(|field| field.required) {
            file[field.name] = value(field);
        }
        match object.name {
            "atlas" => file["grid"] = json!({"columns": 1, "rows": 1}),
            "tilemap" => {
                file["width"] = json!(1);
                file["height"] = json!(1);
                file["tiles"] = json!({"1": {"frame": 0}});
            }
            _ => {}
        }
        let (findings, refused, written) = read(*kind, &file);
        assert!(findings.is_empty() && !refused, "{}: {findings:?}", object.name);
        for field in object.fields {
            let is_there = written.get(field.name).is_some();
            let said = file.get(field.name).is_some();
            let wanted = field.written == Written::Always || said;
            assert_eq!(is_there, wanted, "{}.{}\n{written:#}", object.name, field.name);
            if let (Some(Json::Number(number)), Default::Number(default), false) =
                (written.get(field.name), field.default, said)
            {
                assert_eq!(number.as_f64(), Some(default), "{}.{}", object.name, field.name);
            }
        }
    }
}

#[test]
fn a_member_of_the_wrong_type_falls_back_or_is_refused_and_never_more() {
    for (kind, object) in FILES {
        for field in object.fields {
            for bad in [
                json!(null),
                json!(true),
                json!(-1),
                json!(""),
                json!("?"),
                json!([]),
                json!([[]]),
                json!({}),
                json!({"": 0}),
            ] {
                let mut file = whole(object);
                file[field.name] = bad.clone();
                let (findings, refused, written) = read(*kind, &file);
                // A value that is of no use is told about; what is not told about is written back.
                let said_nothing = findings.is_empty();
                assert!(!refused || !said_nothing, "{}.{} = {bad}", object.name, field.name);
                assert!(written.is_object());
            }
        }
    }
}
