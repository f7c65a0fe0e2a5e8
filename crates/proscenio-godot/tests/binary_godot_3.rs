//! The binary files that Godot 3 made of exported scenes say what the text says.
//!
//! Not compared, with the reason:
//! - code and parameters of shaders: the files were recorded without a renderer, which alone keeps them;
//! - properties of materials that the engine lists only while the feature that they belong to is on;
//! - one colour that the exporter wrote as a number, which the engine does not take;
//! - what the engine adds with its default: the flags of animation tracks, and the mode of blend
//!   shapes, which the renderer keeps.
// Tests stand at the edge: they read the corpus, print what they skip, and may panic.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used)]

mod support;
#[path = "support/surface_3.rs"]
mod surface;

use std::path::Path;

use proscenio_godot::classes::ClassTable;
use proscenio_godot::spell::Spelling;
use proscenio_godot::value::{Id, Reference};
use proscenio_godot::{Document, Section, SectionKind, Value};
use proscenio_source::Source;

fn read(path: &Path) -> Document {
    Document::read(Source::new(&*path.to_string_lossy(), std::fs::read(path).unwrap()))
}

fn files(corpus: &Path) -> Vec<(Document, Document)> {
    let folder = corpus.join("godot/golden-3.2/escn");
    let mut files = Vec::new();
    support::collect(&folder, &["scn"], &mut files);
    files.sort();
    let pair = |file: std::path::PathBuf| {
        let inside = file.strip_prefix(&folder).unwrap().with_extension("escn");
        (read(&corpus.join("godot/escn").join(inside)), read(&file))
    };
    files.into_iter().map(pair).collect()
}

/// The engine reads an empty subname as none.
fn trim(value: &mut Value) {
    match value {
        Value::NodePath(path) => path.truncate(path.trim_end_matches(':').len()),
        Value::Array(items) => items.iter_mut().for_each(trim),
        _ => {}
    }
}

/// What a section says, by name.
fn properties(document: &Document, section: Section<'_>) -> Vec<(String, Value)> {
    let class = match section.kind() {
        SectionKind::Resource => document.resource_type(),
        _ => section.attribute("type").and_then(|entry| entry.text()),
    };
    let class = class.and_then(|class| ClassTable::godot_3().class(&class));
    let mut all: Vec<(String, Value)> = Vec::new();
    for entry in section.properties() {
        let key = entry.key().into_owned();
        let mut value = entry.value();
        trim(&mut value);
        if let Some(class) = class {
            value = class.fit(&key, value);
            if class.default_value(&key).is_some_and(|default| default == value) {
                continue;
            }
        }
        if value != Value::Null {
            all.push((key, value));
        }
    }
    all
}

/// The text of a value, keys of tracks as the packed numbers that the engine makes of them, external
/// resources by their path.
fn plain(document: &Document, key: &str, value: &Value) -> String {
    let value = match value {
        Value::Array(items) if key.ends_with("/keys") => {
            let numbers = items.iter().map(|item| item.as_f64().map(|number| number as f32));
            numbers.collect::<Option<_>>().map_or(value.clone(), Value::PackedFloat32Array)
        }
        Value::Reference(reference) => match &**reference {
            Reference::Ext(id) => return path_of(document, id),
            _ => value.clone(),
        },
        value => value.clone(),
    };
    value.spelled(Spelling::Godot3)
}

fn path_of(document: &Document, id: &Id) -> String {
    let found = document.ext_resources().find(|resource| resource.id().as_ref() == Some(id));
    found.and_then(|resource| resource.path().map(|path| path.into_owned())).unwrap_or_default()
}

/// Whether the engine could not keep it, and why is told above.
fn is_left_out(class: &str, key: &str, value: &Value) -> bool {
    let material = class == "SpatialMaterial";
    let feature = ["clearcoat", "clearcoat_gloss", "emission_energy"].contains(&key) && material;
    feature
        || (key == "albedo_color" && value.as_f64().is_some())
        || (class == "Shader" && key == "code")
        || (class == "ShaderMaterial" && key.starts_with("shader_param/"))
}

struct Counts {
    compared: usize,
    surfaces: usize,
    left_out: usize,
}

fn compare(text: &Document, binary: &Document, counts: &mut Counts) -> Vec<String> {
    let sections = |document: &Document| {
        let kinds = [SectionKind::SubResource, SectionKind::Node, SectionKind::Connection];
        let all = document.sections().enumerate();
        let wanted = all.filter(|(_, section)| kinds.contains(&section.kind()));
        wanted.map(|(index, _)| index).collect::<Vec<_>>()
    };
    let attribute = |section: Section<'_>, name: &str| {
        section.attribute(name).map(|entry| entry.value().spelled(Spelling::Godot3)).unwrap_or_default()
    };
    let mut wrong = Vec::new();
    let (old, new) = (sections(text), sections(binary));
    let key = |document: &Document, index: usize| {
        let section = document.section(index).unwrap();
        let names = ["id", "type", "name", "parent", "signal", "from", "to", "method"];
        names.map(|name| attribute(section, name)).join(" ")
    };
    // Resources that nothing uses are not saved, and others stand behind those that they use.
    for index in &old {
        let Some(found) = new.iter().find(|other| key(binary, **other) == key(text, *index)) else {
            let id = attribute(text.section(*index).unwrap(), "id");
            let uses =
                String::from_utf8_lossy(text.source().bytes()).matches(&format!("SubResource({id})")).count()
                    + String::from_utf8_lossy(text.source().bytes())
                        .matches(&format!("SubResource( {id} )"))
                        .count();
            if id.is_empty() || uses > 0 {
                wrong.push(format!("{} is not there", key(text, *index)));
            }
            continue;
        };
        let (section, other) = (text.section(*index).unwrap(), binary.section(*found).unwrap());
        let class = section.attribute("type").and_then(|entry| entry.text()).unwrap_or_default();
        let theirs = properties(binary, other);
        let ours = properties(text, section);
        for (name, value) in &ours {
            if is_left_out(&class, name, value) {
                counts.left_out += 1;
                continue;
            }
            counts.compared += 1;
            let their = theirs.iter().find(|(other, _)| other == name).map(|(_, value)| value);
            let same = match their {
                Some(their) if name.starts_with("surfaces/") => {
                    counts.surfaces += 1;
                    let (packed, format) = surface::packed(their).unwrap();
                    let ours = surface::listed(value, format).unwrap();
                    wrong.extend(surface::difference(&ours, &packed));
                    true
                }
                Some(their) => plain(text, name, value) == plain(binary, name, their),
                None => false,
            };
            if !same {
                let short =
                    |value: &Value| value.spelled(Spelling::Godot3).chars().take(120).collect::<String>();
                let their = their.map(short);
                wrong.push(format!("{} {name}: {} | {their:?}", key(text, *index), short(value)));
            }
        }
        let added = theirs.iter().filter(|(name, value)| {
            let made_up = match name.rsplit('/').next() {
                Some("loop_wrap" | "enabled") => *value == Value::Bool(true),
                Some("imported") => *value == Value::Bool(false),
                // Without a renderer there is none.
                Some("blend_shape_mode") => *value == Value::Int(0),
                _ => false,
            };
            !made_up && ours.iter().all(|(other, _)| other != name)
        });
        wrong.extend(
            added.map(|(name, value)| format!("{name} is new: {value:?}").chars().take(120).collect()),
        );
    }
    wrong
}

#[test]
fn binary_files_of_godot_3_say_what_their_text_says() {
    let Some(corpus) = support::corpus() else { return };
    let files = files(&corpus);
    assert_eq!(files.len(), 63);
    let mut counts = Counts { compared: 0, surfaces: 0, left_out: 0 };
    let mut differing = 0;
    for (text, binary) in &files {
        let wrong = compare(text, binary, &mut counts);
        if !wrong.is_empty() {
            differing += 1;
            println!("{}\n  {}", text.source().path(), wrong[..wrong.len().min(6)].join("\n  "));
        }
    }
    let Counts { compared, surfaces, left_out } = counts;
    println!("{compared} values equal, {surfaces} of them surfaces; {left_out} left out");
    assert_eq!(differing, 0);
}
