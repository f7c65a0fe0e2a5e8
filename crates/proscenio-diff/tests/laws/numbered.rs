//! Animations and skeletons whose tracks and bones are added, deleted and changed on both sides, so that their numbers
//! shift. Facts know them by path and by name.

use proptest::prelude::*;
use proscenio_godot::{Document, Section};
use proscenio_source::{Edit, Severity, Source};

use crate::{Facts, Family, Roll, hold};

struct Numbered;

/// A track with its path and the value of its key.
#[derive(Clone)]
struct Track(String, i64);

/// A bone with its name, the one it hangs from, and where.
#[derive(Clone)]
struct Bone(String, Option<String>, i64);

#[derive(Clone)]
struct Model {
    tracks: Vec<Track>,
    bones: Vec<Bone>,
}

impl Model {
    fn new(tracks: usize, bones: usize) -> Self {
        let bone = |at: usize| {
            let above = at.checked_sub(1).map(|above| format!("b{}", above / 2));
            Bone(format!("b{at}"), above, 2000 + at as i64)
        };
        Self {
            tracks: (0..tracks).map(|at| Track(format!("T{at}:x"), 1000 + at as i64)).collect(),
            bones: (0..bones).map(bone).collect(),
        }
    }

    /// One edit; `number` is its own.
    fn edit(&mut self, (kind, first, second): Roll, number: i64) {
        let (track, bone) = (at(first, self.tracks.len()), at(first, self.bones.len()));
        match kind % 7 {
            0 if !self.tracks.is_empty() => self.tracks[track].1 = number,
            1 if !self.tracks.is_empty() => drop(self.tracks.remove(track)),
            2 => {
                let name =
                    if second % 3 == 0 { format!("Both{}:x", second % 2) } else { format!("N{number}:x") };
                self.tracks.insert(at(second, self.tracks.len() + 1), Track(name, number));
            }
            3 if !self.bones.is_empty() => self.bones[bone].2 = number,
            4 if !self.bones.is_empty() => {
                let gone = self.bones.remove(bone);
                for bone in self.bones.iter_mut().filter(|bone| bone.1.as_ref() == Some(&gone.0)) {
                    bone.1.clone_from(&gone.1);
                }
            }
            5 => {
                // Behind the one it hangs from, as the engine wants it.
                let above = self.bones.get(bone).map(|bone| bone.0.clone());
                let from = if above.is_some() { bone + 1 } else { 0 };
                let place = from + at(second, self.bones.len() + 1 - from);
                self.bones.insert(place, Bone(format!("n{number}"), above, number));
            }
            _ => {}
        }
    }

    fn text(&self) -> String {
        let track = |(at, Track(path, value)): (usize, &Track)| {
            format!(
                "tracks/{at}/type = \"value\"\ntracks/{at}/path = NodePath(\"{path}\")\ntracks/{at}/keys = {{\n\
                 \"times\": PackedFloat32Array(0),\n\"values\": [{value}]\n}}\n"
            )
        };
        let number = |name: &Option<String>| {
            let found = self.bones.iter().position(|bone| name.as_ref() == Some(&bone.0));
            found.map_or(-1, |at| at as i64)
        };
        let bone = |(at, Bone(name, above, x)): (usize, &Bone)| {
            let above = number(above);
            format!("bones/{at}/name = \"{name}\"\nbones/{at}/parent = {above}\nbones/{at}/position = {x}\n")
        };
        format!(
            "[gd_scene format=3]\n\n[sub_resource type=\"Animation\" id=\"Animation_a\"]\n{}length = 1.0\n\n\
             [node name=\"R\" type=\"Node3D\"]\n\n[node name=\"S\" type=\"Skeleton3D\" parent=\".\"]\n{}\
             metadata/a = SubResource(\"Animation_a\")\n",
            self.tracks.iter().enumerate().map(track).collect::<String>(),
            self.bones.iter().enumerate().map(bone).collect::<String>(),
        )
    }
}

fn at(roll: u32, length: usize) -> usize {
    roll as usize % length.max(1)
}

fn parse(file: &[u8]) -> Document {
    Document::parse(Source::new(Numbered::NAME, file.to_vec()))
}

/// A property of a number, as text.
fn says(section: Section<'_>, prefix: &str, number: usize, what: &str) -> Option<String> {
    let entry = section.property(&format!("{prefix}/{number}/{what}"))?;
    Some(String::from_utf8_lossy(entry.raw()).into_owned())
}

/// The numbers of a section, in their order.
fn numbers(section: Section<'_>, prefix: &str) -> Vec<usize> {
    let mut numbers: Vec<usize> = section
        .properties()
        .filter_map(|entry| entry.key().strip_prefix(prefix)?.split('/').nth(1)?.parse().ok())
        .collect();
    numbers.dedup();
    numbers
}

impl Family for Numbered {
    const NAME: &'static str = "numbers.tscn";

    fn edit(_: &[u8], _: Roll, _: i64) -> Option<Vec<Edit>> {
        None
    }

    fn facts(file: &[u8]) -> Facts {
        let (document, mut facts) = (parse(file), Facts::new());
        let mut say = |place: String, what: String| *facts.entry((place, what)).or_default() += 1;
        for section in document.sections() {
            for number in numbers(section, "tracks") {
                let Some(path) = says(section, "tracks", number, "path") else { continue };
                let keys = says(section, "tracks", number, "keys").unwrap_or_default();
                let value = keys.split(['[', ']']).nth(1).unwrap_or_default().to_owned();
                say(format!("track {path}"), value);
            }
            for number in numbers(section, "bones") {
                let Some(name) = says(section, "bones", number, "name") else { continue };
                say(format!("bone {name}"), says(section, "bones", number, "position").unwrap_or_default());
                let above = says(section, "bones", number, "parent").and_then(|above| above.parse().ok());
                if let Some(above) = above.and_then(|above| says(section, "bones", above, "name")) {
                    say(format!("bone {name} parent"), above.trim_matches('"').to_owned());
                }
            }
        }
        facts
    }

    fn is_sound(file: &[u8]) -> bool {
        let document = parse(file);
        let counted = |prefix: &str| {
            document.sections().all(|section| {
                let numbers = numbers(section, prefix);
                numbers.iter().copied().eq(0..numbers.len())
            })
        };
        let reads = document.findings().iter().all(|finding| finding.severity != Severity::Error);
        reads && counted("tracks") && counted("bones")
    }

    fn covers(conflict: &str, place: &str) -> bool {
        // A parent is told by a number.
        if place.ends_with(" parent") {
            return conflict.starts_with("S:");
        }
        let name = place.split(['"']).nth(1).unwrap_or_default();
        conflict.ends_with(&format!(":{name}"))
    }
}

proptest! {
    #![proptest_config(crate::config(1500))]

    #[test]
    fn of_tracks_and_bones(
        tracks in 0_usize..5,
        bones in 0_usize..6,
        ours in prop::collection::vec(any::<Roll>(), 1..5),
        theirs in prop::collection::vec(any::<Roll>(), 1..5),
    ) {
        let base = Model::new(tracks, bones);
        let side = |rolls: &[Roll], first: i64| {
            let mut model = base.clone();
            for (at, roll) in rolls.iter().enumerate() {
                model.edit(*roll, first + at as i64);
            }
            model.text().into_bytes()
        };
        let (ours, theirs) = (side(&ours, 7_100_000), side(&theirs, 7_200_000));
        hold::<Numbered>(base.text().as_bytes(), &ours, &theirs)?;
    }
}
