//! The conformance cases about scenes that stand: building, world places, views, order, and what the engine
//! saves.
//!
//! Tests stand at the edge: they may read files and the environment, and say what they measured.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeMap;

use proscenio_corpus::nacatamalon_cases;
use proscenio_nacatamalon::live::{
    Assets, Behaviour, BuildOptions, LiveScene, PartId, Piece, Scripts, Settings, State, scene_from_doc,
    serialize_scene,
};
use proscenio_nacatamalon::model::{SceneDoc, Setting};
use proscenio_nacatamalon::{Document, Mode, parse_scene_doc_as, serialize};
use proscenio_source::{Finding, Source};
use serde_json::Value as Json;

const KINDS: [&str; 9] = [
    "engine_saved_at",
    "engine_component_order",
    "build",
    "flat",
    "deep",
    "lights",
    "view2d",
    "view3d",
    "draw_order",
];

fn cases() -> Option<Vec<Json>> {
    nacatamalon_cases().map(|bytes| serde_json::from_slice(&bytes).unwrap())
}

/// The case's document, as the engine reads it unless the case is about our own choice.
fn doc(case: &Json) -> SceneDoc {
    let text = case["input_text"].as_str().map_or_else(|| case["input"].to_string(), str::to_owned);
    let mode = if case["basis"] == "policy" { Mode::Keep } else { Mode::Engine };
    parse_scene_doc_as(&Document::parse(Source::new(label(case), text.into_bytes())), mode).0
}

fn label(case: &Json) -> String {
    format!("cases/{}.scene", case["id"].as_str().unwrap())
}

/// The models and behaviours that a case wants pretended.
struct Pretended(BTreeMap<String, Vec<Piece>>);

impl Assets for Pretended {
    fn pieces(&self, path: &str) -> Option<Vec<Piece>> {
        self.0.get(path).cloned()
    }
}

fn pretended(build: &Json) -> Pretended {
    let piece = |piece: &Json| Piece {
        name: piece["name"].as_str().unwrap().to_owned(),
        base_colour: std::array::from_fn(|at| piece["baseColor"][at].as_f64().unwrap()),
    };
    let models = build["model"].as_object().into_iter().flatten();
    let pieces = |model: &Json| model["pieces"].as_array().unwrap().iter().map(piece).collect();
    Pretended(models.map(|(path, model)| (path.clone(), pieces(model))).collect())
}

/// A behaviour with settings and nothing else.
struct Declares(Settings);

impl Behaviour for Declares {
    fn declared(&self) -> Settings {
        self.0.clone()
    }
}

fn scripts(build: &Json) -> Scripts {
    let mut scripts = Scripts::new();
    for (name, declared) in build["declared"].as_object().into_iter().flatten() {
        let setting =
            |(name, value): (&String, &Json)| (name.clone(), Setting::Number(value.as_f64().unwrap()));
        let settings: Settings = declared.as_object().unwrap().iter().map(setting).collect();
        scripts.register(name, move || Declares(settings.clone()));
    }
    scripts
}

fn built(case: &Json) -> (LiveScene, Vec<Finding>) {
    let build = &case["expect"]["build"];
    let (assets, mut scripts) = (pretended(build), scripts(build));
    let mut options =
        BuildOptions { scripts: Some(&mut scripts), assets: Some(&assets), ..BuildOptions::default() };
    scene_from_doc(&doc(case), &label(case), &mut options)
}

fn near(found: &[f64], wanted: &Json) -> Result<(), String> {
    let wanted: Vec<f64> = wanted.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect();
    let same = found.len() == wanted.len() && found.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-4);
    if same { Ok(()) } else { Err(format!("{found:?} for {wanted:?}")) }
}

fn numbers(wanted: &Json) -> [f64; 3] {
    std::array::from_fn(|at| wanted[at].as_f64().unwrap())
}

fn part(scene: &LiveScene, id: &str) -> Result<PartId, String> {
    scene.find_part(id).ok_or_else(|| format!("no component {id}"))
}

fn ids(scene: &LiveScene, parts: &[PartId]) -> Vec<String> {
    parts.iter().map(|part| scene.part(*part).unwrap().component.id.to_string()).collect()
}

fn same<A: PartialEq<B> + std::fmt::Debug, B: std::fmt::Debug>(found: A, wanted: B) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{found:?} for {wanted:?}")) }
}

fn words(list: &Json) -> Vec<String> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

fn check_build(scene: &LiveScene, findings: &[Finding], wanted: &Json) -> Result<(), String> {
    let is_built = |id: &str| {
        scene.parts().any(|(_, part)| part.component.id == id && matches!(part.state, State::Built(_)))
    };
    for (name, value) in wanted.as_object().unwrap() {
        match name.as_str() {
            "warnings" => {
                same(findings.len(), value.as_array().unwrap().len())
                    .map_err(|error| format!("{error}: {findings:?}"))?;
                for (finding, wanted) in findings.iter().zip(value.as_array().unwrap()) {
                    same(finding.code.trim_start_matches("nacatamalon/"), wanted["code"].as_str().unwrap())?;
                    let shown = format!("{}: {}", finding.path, finding.message);
                    for mention in words(&wanted["mentions"]) {
                        same(shown.contains(&mention), true)
                            .map_err(|_| format!("{mention} not in {shown}"))?;
                    }
                }
            }
            "built" => words(value).iter().try_for_each(|id| same((id, is_built(id)), (id, true)))?,
            "skipped" => words(value).iter().try_for_each(|id| same((id, is_built(id)), (id, false)))?,
            "order" => same(ids(scene, &scene.order()), words(value))?,
            "loaded" => {
                for (key, path) in value.as_object().unwrap() {
                    let found = scene.loaded().iter().find(|own| format!("{} {}", own.kind, own.key) == *key);
                    same(found.map(|own| own.path.as_str()), path.as_str())?;
                }
            }
            "pinned" => {
                for id in words(value) {
                    same(scene.is_pinned(part(scene, &id)?.owner), true)?;
                }
            }
            "pieces" => {
                for (id, wanted) in value.as_object().unwrap() {
                    let piece = scene.part(part(scene, id)?).unwrap().piece.as_ref();
                    same(piece.map(|piece| piece.name.as_str()), wanted["piece"].as_str())?;
                    if let Some(piece) = piece {
                        near(&piece.tint[..3], &wanted["tint"])?;
                    }
                }
            }
            "model" | "declared" => {}
            other => return Err(format!("unknown fact {other}")),
        }
    }
    Ok(())
}

fn check(kind: &str, case: &Json) -> Result<(), String> {
    let wanted = &case["expect"][kind];
    let (scene, findings) = built(case);
    let saved = || -> Json {
        serde_json::from_str(&serialize(&serialize_scene(&scene, Mode::Engine).0, Mode::Engine)).unwrap()
    };
    match kind {
        "build" => check_build(&scene, &findings, wanted),
        "engine_saved_at" => {
            let saved = saved();
            wanted.as_object().unwrap().iter().try_for_each(|(pointer, value)| {
                same(saved.pointer(pointer).map(numbers_alike), Some(numbers_alike(value)))
            })
        }
        "engine_component_order" => {
            let saved = saved();
            let types = saved["root"]["components"]
                .as_array()
                .unwrap()
                .iter()
                .map(|own| own["type"].as_str().unwrap());
            same(types.map(str::to_owned).collect::<Vec<_>>(), words(wanted))
        }
        "flat" => wanted.as_object().unwrap().iter().try_for_each(|(id, wanted)| {
            let place = match scene.find(id) {
                Some(own) => scene.flat_place(own),
                None => scene.flat_place_of(part(&scene, id)?),
            };
            near(&[place.x, place.y, place.rotation, place.scale_x, place.scale_y], wanted)
        }),
        "deep" => wanted.as_object().unwrap().iter().try_for_each(|(id, points)| {
            let matrix = scene.deep_place_of(part(&scene, id)?);
            points
                .as_array()
                .unwrap()
                .iter()
                .try_for_each(|own| near(&matrix.point(numbers(&own["point"])), &own["world"]))
        }),
        "lights" => {
            let lights = scene.lights(scene.root());
            same(ids(&scene, &lights.shining).len(), wanted.as_object().unwrap().len())?;
            wanted.as_object().unwrap().iter().try_for_each(|(id, wanted)| {
                let place = scene.light_place_of(part(&scene, id)?).unwrap();
                near(&[place.x, place.y, place.z], wanted)
            })
        }
        "view2d" => wanted.as_array().unwrap().iter().try_for_each(|wanted| {
            let screen = match wanted["drawable"].as_str() {
                Some(id) => scene.part_on_screen(part(&scene, id)?),
                None => scene
                    .on_screen([wanted["world"][0].as_f64().unwrap(), wanted["world"][1].as_f64().unwrap()]),
            };
            near(&screen, &wanted["screen"])
        }),
        "view3d" => wanted["points"].as_array().unwrap().iter().try_for_each(|own| {
            let size = [wanted["size"][0].as_f64().unwrap(), wanted["size"][1].as_f64().unwrap()];
            near(&scene.on_screen_3d(numbers(&own["world"]), size).unwrap(), &own["screen"])
        }),
        "draw_order" => same(ids(&scene, &scene.draw_order(scene.root())), words(wanted)),
        other => Err(format!("unknown kind {other}")),
    }
}

/// All numbers as doubles: `1` and `1.0` are one number here.
fn numbers_alike(value: &Json) -> Json {
    match value {
        Json::Number(number) => Json::from(number.as_f64()),
        Json::Array(list) => list.iter().map(numbers_alike).collect(),
        Json::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), numbers_alike(value))).collect()
        }
        other => other.clone(),
    }
}

#[test]
fn every_case_about_standing_scenes_holds() {
    let Some(cases) = cases() else { return };
    let mut scores: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut failures = Vec::new();
    for case in &cases {
        for kind in KINDS.into_iter().filter(|kind| case["expect"].get(kind).is_some()) {
            let score = scores.entry(kind).or_default();
            match check(kind, case) {
                Ok(()) => score.0 += 1,
                Err(error) => {
                    score.1 += 1;
                    failures.push(format!("{} {kind}: {error}", case["id"]));
                }
            }
        }
    }
    for (kind, (passed, failed)) in &scores {
        println!("{kind}: {passed} passed, {failed} failed");
    }
    assert_eq!(scores.len(), KINDS.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_case_is_written_back_as_it_was_built() {
    let Some(cases) = cases() else { return };
    let mut same = 0;
    for case in &cases {
        for mode in [Mode::Keep, Mode::Engine] {
            let text = case["input_text"].as_str().map_or_else(|| case["input"].to_string(), str::to_owned);
            let (doc, _) =
                parse_scene_doc_as(&Document::parse(Source::new(label(case), text.into_bytes())), mode);
            let (scene, _) = scene_from_doc(&doc, &label(case), &mut BuildOptions::default());
            let (saved, findings) = serialize_scene(&scene, Mode::Keep);
            assert!(findings.is_empty());
            assert_eq!(serialize(&saved, mode), serialize(&doc, mode), "{}", case["id"]);
            assert_eq!(saved.nodes, doc.nodes, "{}", case["id"]);
            same += 1;
        }
    }
    println!("{same} documents written back the same");
}
