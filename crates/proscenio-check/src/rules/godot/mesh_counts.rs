//! Meshes whose bytes are not as many as their counts say.

use proscenio_godot::content::instances::{self, Layout};
use proscenio_godot::content::mesh::{decode_3, decode_4, decode_arrays};
use proscenio_godot::{Entry, Section, Value};
use proscenio_source::Finding;

use crate::{MESH_COUNTS, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &MESH_COUNTS, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(view) = subject.godot() else { return };
    let old = view.document().format().is_some_and(|format| format < 3);
    for (section, class) in view.holders() {
        let mesh = class.is_a("ArrayMesh") || class.is_a("ImporterMesh");
        if class.is_a("MultiMesh") && !old {
            out.extend(placements(section).map(|(entry, problem)| told(subject, entry, &problem)));
        }
        for entry in section.properties().filter(|_| mesh) {
            let key = entry.key();
            let problems: Vec<String> = match &*key {
                "_surfaces" if !old => surfaces(entry.value(), decode_4),
                "_data" if !old => data(entry.value()),
                key if old && is_surface(key) => decode_3(entry.value()).1,
                _ => continue,
            };
            out.extend(problems.iter().map(|problem| told(subject, entry, problem)));
        }
    }
}

fn told(subject: &Subject<'_>, entry: Entry<'_>, problem: &str) -> Finding {
    MESH_COUNTS.finding(subject.path(), problem.to_owned()).at(entry.value_span()).about(entry.key())
}

/// `surfaces/3`, and not a setting of it.
fn is_surface(key: &str) -> bool {
    key.strip_prefix("surfaces/").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

type Decode = fn(Value) -> (proscenio_godot::content::mesh::Surface, Vec<String>);

fn surfaces(value: Value, decode: Decode) -> Vec<String> {
    let surfaces = match value {
        Value::Array(items) => items,
        Value::TypedArray(array) => array.items,
        _ => return Vec::new(),
    };
    let told = |(number, surface)| -> Vec<String> {
        decode(surface).1.into_iter().map(|problem| format!("surface {number}: {problem}")).collect()
    };
    surfaces.into_iter().enumerate().flat_map(told).collect()
}

/// The surfaces of an `ImporterMesh`.
fn data(value: Value) -> Vec<String> {
    let entries = match value {
        Value::Dictionary(entries) => entries,
        Value::TypedDictionary(dictionary) => dictionary.entries,
        _ => return Vec::new(),
    };
    let held = entries.into_iter().find(|(key, _)| key.as_str() == Some("surfaces"));
    held.map(|(_, value)| surfaces(value, decode_arrays)).unwrap_or_default()
}

/// What is wrong with the numbers of a `MultiMesh`.
fn placements(section: Section<'_>) -> Option<(Entry<'_>, String)> {
    let buffer = section.property("buffer")?;
    let value = |name: &str| section.property(name).map(Entry::value);
    let flag = |name: &str| value(name).and_then(|value| value.as_bool()).unwrap_or(false);
    let flat = value("transform_format").and_then(|value| value.as_i64()).unwrap_or(0) == 0;
    let layout = Layout { flat, colors: flag("use_colors"), custom: flag("use_custom_data") };
    let claimed = value("instance_count").and_then(|value| value.as_i64()).unwrap_or(0);
    let claimed = usize::try_from(claimed).ok()?;
    let Value::PackedFloat32Array(numbers) = buffer.value() else { return None };
    let (_, problems) = instances::decode(&numbers, layout, claimed);
    let wanted = claimed.checked_mul(layout.stride())?;
    let problem = problems.into_iter().next().or_else(|| {
        let message = || format!("{claimed} instances are {wanted} numbers, and there are {}", numbers.len());
        (numbers.len() != wanted).then(message)
    })?;
    Some((buffer, problem))
}
