//! Outlines of the files that nacatamalon scenes name.

use proscenio_nacatamalon::Document;
use proscenio_nacatamalon::files::atlas::{Atlas, Cut};
use proscenio_nacatamalon::files::motion::Motion;
use proscenio_nacatamalon::files::particles::Particles;
use proscenio_nacatamalon::files::shader::{Hook, ShaderText};
use proscenio_nacatamalon::files::tilemap::{Order, Tilemap};
use proscenio_nacatamalon::files::{Read, Sidecar, SidecarKind};

use super::{Facts, Item, tally};

/// The items of a file that is no scene, and its kind; the scene around a reusable box is left to scenes.
pub(super) fn outline(read: &Read<Sidecar>, kind: SidecarKind) -> Vec<Item> {
    let mut items = vec![item(0, kind.as_str(), kind.as_str(), notes(&read.file))];
    match &read.file {
        Sidecar::Atlas(file) => atlas(file, &mut items),
        Sidecar::Tilemap(file) => tilemap(file, &mut items),
        Sidecar::Particles(file) => particles(file, &mut items),
        Sidecar::Motion(Motion::Known(file)) => items.extend(file.tracks.iter().map(|track| {
            let notes = vec![format!("{} keys", track.keys.len()), named("on", &track.target)];
            item(1, &track.property, "track", notes)
        })),
        Sidecar::Motion(Motion::Unknown(_)) | Sidecar::Cube(_) | Sidecar::Box(_) => {}
        Sidecar::Song(file) => {
            items.extend(file.voices().into_iter().map(|voice| {
                let notes = file.notes(voice).len();
                item(1, voice, "voice", if notes > 0 { vec![format!("{notes} notes")] } else { Vec::new() })
            }));
        }
        Sidecar::Graph(file) => {
            items.extend(file.nodes.iter().map(|node| item(1, &node.id, &node.type_name, Vec::new())));
        }
        Sidecar::Wgsl(file) => shader(file, &mut items),
        Sidecar::Font(file) => {
            items.extend(file.glyphs.iter().map(|glyph| {
                item(1, &glyph.char, "glyph", vec![format!("{} wide at {},{}", glyph.w, glyph.x, glyph.y)])
            }));
        }
        Sidecar::Palette(file) => {
            items.extend(file.colours.iter().map(|colour| item(1, colour, "colour", Vec::new())));
        }
        Sidecar::Store(file) => {
            items.extend(file.fields.iter().map(|row| item(1, &row.name, row.value.type_name(), Vec::new())));
        }
        Sidecar::Project(file) => {
            items.extend(file.actions.iter().map(|action| {
                item(1, &action.name, "action", vec![format!("{} bindings", action.bindings.len())])
            }));
            items.extend(file.post.iter().map(|entry| {
                let name = entry.builtin.as_ref().or(entry.effect.as_ref()).map_or("", String::as_str);
                item(1, name, "effect", if entry.enabled { Vec::new() } else { vec!["off".to_owned()] })
            }));
        }
        Sidecar::Pack(file) => {
            items.extend(file.files.texts.iter().map(|path| item(1, path, "file", Vec::new())));
        }
    }
    items
}

/// What there is to know about a file that is no scene.
pub(super) fn facts(document: &Document, read: &Read<Sidecar>, kind: SidecarKind, facts: &mut Facts) {
    facts.text("kind", kind.as_str());
    if read.refused {
        facts.text("refused", "the engine does not load it");
    }
    match &read.file {
        Sidecar::Atlas(file) => {
            facts.text("texture", file.texture.as_str());
            if let Cut::Packed(frames) = &file.cut {
                facts.count("frames", frames.len());
            }
            facts.names("runs", file.sequences.iter().map(|(name, _)| name.clone()));
        }
        Sidecar::Tilemap(file) => {
            facts.text("atlas", file.atlas.as_str());
            facts.text("size", format!("{} x {} cells of {} px", file.width, file.height, file.cell));
            facts.count("tiles", file.tiles.len());
            facts.names("layers", file.layers.iter().map(|layer| layer.name.clone()));
        }
        Sidecar::Particles(file) => {
            facts.text("space", if file.is_deep() { "3D" } else { "2D" });
            facts.text("texture", file.texture.as_deref().unwrap_or_default());
            facts.some("child effects", file.children.len());
        }
        Sidecar::Motion(Motion::Known(file)) => {
            facts.text("length", format!("{} s", file.length()));
            facts.count("tracks", file.tracks.len());
        }
        Sidecar::Song(file) => {
            facts.names("members", file.keys().into_iter().map(str::to_owned));
            facts.names("voices", file.voices().into_iter().map(str::to_owned));
        }
        Sidecar::Graph(file) => {
            facts.text("target", file.target.as_str());
            facts.names("nodes", tally(file.nodes.iter().map(|node| node.type_name.as_str())));
            facts.names("parameters", file.parameters().into_iter().map(|parameter| parameter.name));
        }
        Sidecar::Wgsl(file) => {
            facts.text("target", file.family.as_str());
            facts.names("parameters", file.parameters.iter().map(|parameter| parameter.name.clone()));
        }
        Sidecar::Font(file) => facts.count("glyphs", file.glyphs.len()),
        Sidecar::Palette(file) => facts.count("colours", file.colours.len()),
        Sidecar::Cube(file) => facts.count("steps", file.size),
        Sidecar::Store(file) => facts.count("values", file.fields.len()),
        Sidecar::Project(file) => {
            facts.text("name", file.name.as_str());
            facts.text("size", format!("{} x {}", file.width, file.height));
            facts.text("main scene", file.main_scene.as_str());
            facts.names("actions", file.actions.iter().map(|action| action.name.clone()));
        }
        Sidecar::Pack(file) => {
            facts.text("name", file.name.as_str());
            facts.count("files", file.files.texts.len());
            facts.names("boxes", file.boxes.texts.iter().cloned());
            facts.names("scenes", file.scenes.texts.iter().cloned());
        }
        Sidecar::Box(file) => facts.count("boxes", file.scene.nodes.len()),
        Sidecar::Motion(Motion::Unknown(_)) => {}
    }
    facts.some("values in the file", document.len());
}

fn item(depth: u32, name: &str, kind: &str, notes: Vec<String>) -> Item {
    let notes = notes.into_iter().filter(|note| !note.is_empty()).collect();
    Item { depth, name: name.to_owned(), kind: kind.to_owned(), notes, span: None }
}

fn named(word: &str, name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{word} {name}") }
}

/// What the first line says about the file.
fn notes(file: &Sidecar) -> Vec<String> {
    let text = match file {
        Sidecar::Atlas(file) => named("of", &file.texture),
        Sidecar::Tilemap(file) => named("over", &file.atlas),
        Sidecar::Particles(file) => if file.is_deep() { "3D" } else { "2D" }.to_owned(),
        Sidecar::Motion(Motion::Known(file)) => format!("{} s", file.length()),
        Sidecar::Graph(file) => file.target.as_str().to_owned(),
        Sidecar::Wgsl(file) => file.family.as_str().to_owned(),
        Sidecar::Font(file) => named("called", &file.name),
        Sidecar::Palette(file) => named("called", &file.name),
        Sidecar::Cube(file) => format!("{0} x {0} x {0}", file.size),
        Sidecar::Store(file) => named("called", &file.key),
        Sidecar::Project(file) => named("called", &file.name),
        Sidecar::Pack(file) => named("called", &file.name),
        Sidecar::Motion(Motion::Unknown(_)) | Sidecar::Song(_) | Sidecar::Box(_) => String::new(),
    };
    vec![text]
}

fn atlas(file: &Atlas, items: &mut Vec<Item>) {
    if let Cut::Packed(frames) = &file.cut {
        items.extend(frames.iter().map(|(name, frame)| {
            item(1, name, "frame", vec![format!("{} x {} at {},{}", frame.w, frame.h, frame.x, frame.y)])
        }));
    }
    items.extend(file.sequences.iter().map(|(name, run)| {
        let after = if run.looped {
            "loops".to_owned()
        } else {
            named("then", run.next.as_deref().unwrap_or_default())
        };
        item(
            1,
            name,
            "run",
            vec![format!("{} frames", run.frames.len()), format!("{} per second", run.fps), after],
        )
    }));
}

fn tilemap(file: &Tilemap, items: &mut Vec<Item>) {
    items.extend(file.layers.iter().map(|layer| {
        let order = match layer.order {
            Order::Under => "under".to_owned(),
            Order::Over => "over".to_owned(),
            Order::At(z) => format!("at {z}"),
        };
        let filled = layer.data.iter().filter(|id| **id != 0).count();
        item(1, &layer.name, "layer", vec![order, format!("{filled} tiles")])
    }));
}

fn particles(file: &Particles, items: &mut Vec<Item>) {
    items.extend(file.children.iter().map(|child| {
        let on = if child.on_death { "on death" } else { "on birth" };
        item(1, &child.src, "effect", vec![on.to_owned(), format!("{} particles", child.count)])
    }));
}

fn shader(file: &ShaderText, items: &mut Vec<Item>) {
    for (hook, name) in [(Hook::Effect, "effect"), (Hook::Vertex, "vertex")] {
        if file.wgsl.hook(hook).is_some() {
            items.push(item(1, name, "function", Vec::new()));
        }
    }
    items.extend(
        file.parameters.iter().map(|parameter| item(1, &parameter.name, parameter.kind.as_str(), Vec::new())),
    );
}
