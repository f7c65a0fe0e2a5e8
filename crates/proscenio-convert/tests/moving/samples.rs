//! Tracks at 41 times.

use proscenio_corpus::corpus;
use proscenio_run::{Sampler, Value};
use proscenio_scene::{Animation, Extra, Scene, Track, Values};
use serde_json::Value as Json;

use crate::support::{Tally, close, facts, find, load, numbers};

/// How exactly the engine's numbers are met.
const EXACT: f64 = 1e-4;

#[test]
fn tracks_have_the_engines_values_at_every_time() {
    let Some(corpus) = corpus() else { return };
    for (folder, ending) in [("probes", "tscn"), ("probes/bin", "scn")] {
        let mut samples = Tally::default();
        let mut tracks = Tally::default();
        for probe in ["r01_animation", "r02_animation_kinds"] {
            let imported = load(&corpus.join(format!("{folder}/{probe}.{ending}")));
            for node in facts(&corpus, probe) {
                let path = node["path"].as_str().unwrap();
                let Some(animations) = node["animations"].as_object() else { continue };
                for (name, facts) in animations {
                    compare(&imported.scene, path, name, facts, &mut samples, &mut tracks);
                }
            }
        }
        tracks.finish(&format!("{folder}: tracks of r01 and r02 read"), 30);
        samples.finish(&format!("{folder}: their values at 41 times, within {EXACT}"), 1000);
    }
}

fn compare(scene: &Scene, player: &str, name: &str, facts: &Json, samples: &mut Tally, tracks: &mut Tally) {
    let player = find(scene, player).unwrap().0;
    let mut all = scene.animations.iter().map(|(_, animation)| animation);
    let animation = all.find(|one| one.name == name && one.player == Some(player));
    let Some(animation) = animation else {
        return tracks.count(false, || format!("no animation {name}"));
    };
    tracks.count((animation.length - facts["length"].as_f64().unwrap()).abs() < 1e-6, || {
        format!("{name}: length {}", animation.length)
    });
    for (number, facts) in facts["tracks"].as_array().unwrap().iter().enumerate() {
        let track = animation.tracks.get(number);
        let same = track.is_some_and(|track| track.path == facts["path"].as_str().unwrap());
        tracks.count(same, || format!("{name}: no track {}", facts["path"]));
        let (Some(track), Some(list)) = (track, facts["samples"].as_array()) else { continue };
        let sampler = Sampler::new(animation, track);
        for sample in list {
            let time = sample[0].as_f64().unwrap();
            let value = sampler.map(|sampler| sampler.at(time));
            let equal = value.as_ref().is_some_and(|value| is_equal(track, value, &sample[1]));
            samples.count(equal, || format!("{name} {} at {time}: {value:?}, not {}", track.path, sample[1]));
        }
    }
}

/// Whether a value is the engine's, which is JSON for what JSON has, else the text of the engine.
fn is_equal(track: &Track, value: &Value, fact: &Json) -> bool {
    // Objects were recorded as nothing more than that.
    if fact.as_str() == Some("<object>") {
        return matches!(value, Value::Any(Extra::Map(_)));
    }
    let floats = |numbers: &[f32]| numbers.iter().map(|number| f64::from(*number)).collect::<Vec<f64>>();
    let found = match value {
        Value::Scalar(number) => vec![f64::from(*number)],
        Value::Vec2(numbers) => floats(numbers),
        Value::Vec3(numbers) => floats(numbers),
        Value::Vec4(numbers) => floats(numbers),
        Value::Quat(turn) => floats(&turn.to_array()),
        Value::List(numbers) => floats(numbers),
        Value::Affine(place) => crate::support::rows(*place),
        Value::Flat(place) => floats(&place.to_cols_array()),
        Value::Any(Extra::Bool(yes)) => return fact.as_bool() == Some(*yes),
        Value::Any(Extra::Text(text)) => return fact.as_str() == Some(text),
        Value::Any(Extra::Int(number)) => vec![*number as f64],
        Value::Any(Extra::Float(number)) => vec![*number],
        Value::Any(Extra::List(list)) => list.iter().filter_map(number).collect(),
        Value::Any(_) => return false,
    };
    let known = match fact {
        Json::Number(number) => vec![number.as_f64().unwrap()],
        Json::Array(_) => numbers(fact),
        Json::String(text) => {
            let inside = text.find(['(', '[']).map_or("", |at| &text[at + 1..text.len() - 1]);
            inside.split(", ").filter_map(|number| number.parse().ok()).collect()
        }
        _ => return false,
    };
    // A turn and its opposite are the same.
    let opposite: Vec<f64> = found.iter().map(|number| -number).collect();
    let is_turn = matches!(track.keys.values, Values::Quat(_));
    close(&found, &known, EXACT) || (is_turn && close(&opposite, &known, EXACT))
}

fn number(value: &Extra) -> Option<f64> {
    match value {
        Extra::Int(number) => Some(*number as f64),
        Extra::Float(number) => Some(*number),
        _ => None,
    }
}

/// What an animation of Godot 3 has: paths with numbers of keys, a transform as one track.
fn counted(animation: &Animation) -> Vec<(String, usize)> {
    let mut tracks = Vec::new();
    let mut all = animation.tracks.iter();
    while let Some(track) = all.next() {
        // Place, turn and size of one track follow each other.
        if matches!(track.keys.values, Values::Quat(_)) {
            all.next();
            continue;
        }
        let behind = match track.extras.get("keys_behind_end") {
            Some(Extra::Int(behind)) => *behind as usize,
            _ => 0,
        };
        tracks.push((track.path.clone(), track.keys.times.len() + behind));
    }
    tracks
}

#[test]
fn animations_of_godot_3_have_the_engines_tracks_and_keys() {
    let Some(corpus) = corpus() else { return };
    let mut tally = Tally::default();
    let mut waiting = vec![corpus.join("godot/golden-3.2/escn")];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
                continue;
            }
            let text = path.to_string_lossy().into_owned();
            let Some(name) = text.strip_suffix(".tree.json") else { continue };
            let facts: Vec<Json> = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            let imported = load(&std::path::PathBuf::from(format!("{name}.scn")));
            for node in &facts {
                let (Some(path), Some(known)) = (node["path"].as_str(), node["animations"].as_object())
                else {
                    continue;
                };
                let player = find(&imported.scene, path).map(|(id, _)| id);
                for (animation, known) in known {
                    let all = imported.scene.animations.iter().map(|(_, one)| one);
                    let found =
                        all.filter(|one| one.player == player).find(|one| one.name == *animation).unwrap();
                    let wanted: Vec<(String, usize)> = (known["tracks"].as_array().unwrap().iter())
                        .map(|track| (track[0].as_str().unwrap().into(), track[2].as_u64().unwrap() as usize))
                        .collect();
                    let length = (found.length - known["length"].as_f64().unwrap()).abs() < 1e-4;
                    tally.count(length && counted(found) == wanted, || {
                        format!("{name} {animation}: {} {:?} {wanted:?}", found.length, counted(found))
                    });
                }
            }
        }
    }
    tally.finish("animations of .escn as Godot 3.2 saved them: length, tracks, keys", 30);
}
