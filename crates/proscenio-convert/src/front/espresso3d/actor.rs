//! Actors: one mesh, and the skeleton and animations that travel in its extras.

use std::collections::HashMap;
use std::sync::Arc;

use proscenio_espresso3d::{Animation, Bone, Command, CommandKind, Document, Word};
use proscenio_scene::{Extra, Extras, MeshId};

use super::geometry::Gathered;
use super::{Importer, codes, counted};

/// What an actor's file holds for the scene.
#[derive(Clone, Debug)]
pub(super) struct LoadedActor {
    /// `None` when it has no triangle that can be drawn.
    pub mesh: Option<MeshId>,
    /// `skeleton` and `animations`, when there is no mesh to carry them.
    pub extras: Extras,
}

impl Importer<'_> {
    /// Adds the geometry of an actor to the scene's tables. All models of the file are one.
    pub(super) fn actor(&mut self, document: &Document, name: &str) -> LoadedActor {
        let from = Arc::clone(document.source().path());
        let mut aliases = self.aliases(document);
        let bones: Vec<Bone<'_>> = document.models().flat_map(|model| model.bones()).collect();
        let mut numbers = HashMap::new();
        for (number, bone) in bones.iter().enumerate() {
            if let Some(id) = bone.id() {
                numbers.entry(id.bytes().to_vec()).or_insert(number as i64);
            }
        }
        let mut gathered = Gathered::default();
        let triangles = document.models().flat_map(|model| model.triangles());
        let mesh = self.mesh(name, triangles, &mut aliases, &from, &numbers, &mut gathered);
        self.report_gathered(&gathered, &from);
        let animations: Vec<Extra> =
            document.models().flat_map(|model| model.animations()).map(animation).collect();
        let (first, animation_count) = (bones.first().map(|bone| bone.span()), animations.len());
        let mut extras = Extras::new();
        if !bones.is_empty() {
            extras.set("skeleton", bones.iter().map(|bone| self::bone(*bone)).collect::<Vec<_>>());
        }
        if !animations.is_empty() {
            extras.set("animations", animations);
        }
        if !extras.is_empty() {
            let (bones, animations) =
                (counted(bones.len() as u32, "bone"), counted(animation_count as u32, "animation"));
            let message = format!("{bones} and {animations} are kept in the extras");
            self.report(&codes::KEPT_ASIDE, &from, first, message);
        }
        let Some(mut mesh) = mesh else { return LoadedActor { mesh: None, extras } };
        // With the mesh they are there once, however often the actor is placed.
        for (name, value) in extras.iter() {
            mesh.extras.set(name, value.clone());
        }
        LoadedActor { mesh: Some(self.scene.meshes.add(mesh)), extras: Extras::new() }
    }
}

fn bone(bone: Bone<'_>) -> Extra {
    let mut extras = Extras::new();
    extras.set("id", word(bone.id()));
    extras.set("parent", word(bone.parent()));
    let pose = bone.pose();
    for (name, vector) in [("position", pose.position), ("forward", pose.forward), ("up", pose.up)] {
        extras.set(name, vector.map_or(Extra::Null, |vector| numbers(&vector)));
    }
    extras.into()
}

fn animation(animation: Animation<'_>) -> Extra {
    let frames = animation.frames().map(|frame| {
        let bones = frame.bones().map(|bone| {
            let mut extras = Extras::new();
            extras.set("id", word(bone.id()));
            extras.set("commands", bone.commands().map(command).collect::<Vec<_>>());
            extras.into()
        });
        let mut extras = Extras::new();
        extras.set("id", word(frame.id()));
        extras.set("bones", bones.collect::<Vec<Extra>>());
        extras.into()
    });
    let mut extras = Extras::new();
    extras.set("id", word(animation.id()));
    extras.set("fps", animation.fps());
    extras.set("frames", frames.collect::<Vec<Extra>>());
    extras.into()
}

fn command(command: Command<'_>) -> Extra {
    let mut extras = Extras::new();
    extras.set(
        "kind",
        match command.kind() {
            CommandKind::Rotate => "ROTATE",
            CommandKind::Translate => "TRANSLATE",
        },
    );
    extras.set("frames", command.frames().map_or(Extra::Null, Extra::Float));
    extras.set("amount", command.amount().map_or(Extra::Null, |amount| numbers(&amount)));
    extras.into()
}

fn word(word: Option<Word<'_>>) -> Extra {
    word.map_or(Extra::Null, |word| Extra::Text(word.text().into_owned()))
}

fn numbers(values: &[f64]) -> Extra {
    Extra::List(values.iter().map(|value| Extra::Float(*value)).collect())
}
