//! Tracks of animations: one that moved a node or a bone becomes three, and those of properties follow the
//! properties.

use std::fmt::Write as _;

use proscenio_source::{Edit, Span};
use rustc_hash::FxHashSet;

use super::properties::{self, Fate};
use super::scene::Scene;
use super::values::stepped;
use super::{UPGRADE_CHECK, UPGRADE_UNKNOWN, UPGRADED, Upgrader};
use crate::classes::ClassTable;
use crate::node_path::NodePath;
use crate::section::{Entry, Section};
use crate::spell::Spelling;
use crate::value::{Value, decode};

/// Numbers of a key of a `transform` track: time, transition, place, rotation as a quaternion, scale.
const KEY: usize = 12;

/// The properties of one track.
struct Track<'d> {
    number: u32,
    entries: Vec<(String, Entry<'d>)>,
}

impl<'d> Track<'d> {
    fn get(&self, name: &str) -> Option<Entry<'d>> {
        self.entries.iter().find(|(key, _)| key == name).map(|(_, entry)| *entry)
    }

    fn path(&self) -> Option<NodePath> {
        match self.get("path")?.value() {
            Value::NodePath(text) => Some(NodePath::parse(&text)),
            _ => None,
        }
    }

    fn is(&self, kind: &str) -> bool {
        self.get("type").and_then(|entry| entry.text()).as_deref() == Some(kind)
    }
}

fn tracks(section: Section<'_>) -> Vec<Track<'_>> {
    let mut tracks: Vec<Track<'_>> = Vec::new();
    for entry in section.properties() {
        let key = entry.key();
        let mut parts = key.splitn(3, '/');
        let (Some("tracks"), Some(number), Some(name)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let Ok(number) = number.parse() else { continue };
        match tracks.last_mut().filter(|track| track.number == number) {
            Some(track) => track.entries.push((name.to_owned(), entry)),
            None => tracks.push(Track { number, entries: vec![(name.to_owned(), entry)] }),
        }
    }
    tracks
}

impl<'d> Upgrader<'d> {
    /// Upgrades the tracks of an animation; the places of the properties that are done with.
    pub(super) fn tracks(&mut self, section: Section<'d>, scene: &Scene<'d>) -> FxHashSet<Span> {
        let mut done = FxHashSet::default();
        let mut more = 0;
        for track in tracks(section) {
            let number = track.number + more;
            if track.is("transform")
                && let Some(text) = self.three(section, scene, &track, number)
            {
                more += 2;
                for (at, (_, entry)) in track.entries.iter().enumerate() {
                    done.insert(entry.span());
                    if at == 0 {
                        self.edits.push(Edit::replace(entry.span(), text.as_str()));
                    } else {
                        self.drop(*entry);
                    }
                }
                continue;
            }
            if more > 0 {
                for (name, entry) in &track.entries {
                    self.edits.push(Edit::replace(entry.key_span(), format!("tracks/{number}/{name}")));
                }
            }
            if track.is("value") {
                self.value_track(section, scene, &track, &mut done);
            }
        }
        done
    }

    /// A `transform` track as one of places, one of rotations and one of scales.
    fn three(
        &mut self,
        section: Section<'_>,
        scene: &Scene<'_>,
        track: &Track<'_>,
        number: u32,
    ) -> Option<String> {
        let first = track.entries.first()?.1.span();
        let Value::PackedFloat32Array(keys) = track.get("keys")?.value() else { return None };
        if keys.len() % KEY != 0 {
            self.tell(UPGRADE_UNKNOWN, first, "a track of transforms has no whole keys".to_owned());
            return None;
        }
        let path = track.path()?;
        let rest = match path.subnames.first() {
            None => Some(Rest::NONE),
            Some(bone) => scene.moved(section, &path).and_then(|skeleton| Rest::of(skeleton, bone)),
        };
        if rest.is_none() {
            let message = format!(
                "the keys for `{path}` are counted from the rest of a bone, which is not in this file; Godot 4 \
                 counts them from the parent"
            );
            self.tell(UPGRADE_CHECK, first, message);
        } else {
            let message = format!("the track of `{path}` is three: places, rotations and scales");
            self.tell(UPGRADED, first, message);
        }
        let rest = rest.unwrap_or(Rest::NONE);
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        for key in keys.chunks_exact(KEY) {
            let (place, turn) = rest.put([key[2], key[3], key[4]], [key[5], key[6], key[7], key[8]]);
            let (size, when) = ([key[9], key[10], key[11]], [key[0], key[1]]);
            lists[0].extend(when.into_iter().chain(place));
            lists[1].extend(when.into_iter().chain(turn));
            lists[2].extend(when.into_iter().chain(size));
        }
        let mut lines = Vec::new();
        for (more, (kind, list)) in ["position_3d", "rotation_3d", "scale_3d"].iter().zip(lists).enumerate() {
            let number = number + more as u32;
            let mut line = |name: &str, value: &Value| {
                lines.push(format!("tracks/{number}/{name} = {}", value.spelled(Spelling::GODOT_4)));
            };
            line("type", &Value::String((*kind).to_owned()));
            for (name, entry) in track.entries.iter().filter(|(name, _)| name != "type" && name != "keys") {
                line(name, &decode(entry.raw()).value);
            }
            line("keys", &Value::PackedFloat32Array(list));
        }
        Some(lines.join("\n"))
    }

    /// The property that a track sets has another name, or other values.
    fn value_track(
        &mut self,
        section: Section<'_>,
        scene: &Scene<'_>,
        track: &Track<'_>,
        done: &mut FxHashSet<Span>,
    ) {
        let (Some(mut path), Some(entry)) = (track.path(), track.get("path")) else { return };
        let class = scene.moved(section, &path).and_then(|node| node.attribute("type")?.text());
        let Some(class) = class.and_then(|name| ClassTable::godot_3().class(&name)) else { return };
        let Some((property, fate)) =
            path.subnames.first().and_then(|name| Some((name.clone(), properties::fate(class, name)?)))
        else {
            return;
        };
        let keys = track.get("keys");
        let Fate::Becomes(new, step) = fate else {
            let message = format!("`{property}` of `{}` cannot be animated in Godot 4", class.name());
            return self.tell(UPGRADE_UNKNOWN, entry.span(), message);
        };
        let stepped = keys.and_then(|keys| stepped_keys(step, keys.value()));
        let Some((keys, values)) = keys.zip(stepped).filter(|_| path.subnames.len() == 1 || step.is_same())
        else {
            let message =
                format!("the track of `{property}` would set `{new}`, which cannot hold its values");
            return self.tell(UPGRADE_UNKNOWN, entry.span(), message);
        };
        path.subnames[0].clone_from(&new);
        self.edits.push(Edit::replace(
            entry.value_span(),
            Value::NodePath(path.to_string()).spelled(Spelling::GODOT_4),
        ));
        done.insert(entry.span());
        if !step.is_same() {
            self.edits.push(Edit::replace(keys.value_span(), values.spelled(Spelling::GODOT_4)));
            done.insert(keys.span());
        }
        // The number of the track may have changed in front of these.
        self.tell(UPGRADED, entry.span(), format!("the track of `{property}` sets `{new}`"));
    }
}

/// The keys of a track with another value each.
fn stepped_keys(step: super::values::Step, keys: Value) -> Option<Value> {
    let Value::Dictionary(mut entries) = keys else { return None };
    for (key, value) in &mut entries {
        if key.as_str() != Some("values") {
            continue;
        }
        let Value::Array(items) = value else { return None };
        for item in items {
            *item = stepped(step, item.clone())?.0;
        }
    }
    Some(Value::Dictionary(entries))
}

/// Where a bone rests, from its parent: place and rotation.
struct Rest {
    rows: [[f32; 3]; 3],
    place: [f32; 3],
    turn: [f32; 4],
}

impl Rest {
    const NONE: Self = Self {
        rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        place: [0.0; 3],
        turn: [0.0, 0.0, 0.0, 1.0],
    };

    fn of(skeleton: Section<'_>, bone: &str) -> Option<Self> {
        let named = skeleton.properties().find(|entry| {
            let key = entry.key();
            key.starts_with("bones/") && key.ends_with("/name") && entry.text().as_deref() == Some(bone)
        })?;
        let mut key = named.key().trim_end_matches("name").to_owned();
        let _ = write!(key, "rest");
        let Value::Transform3D(rest) = skeleton.property(&key)?.value() else { return None };
        let rows = [0, 3, 6].map(|at| [rest[at], rest[at + 1], rest[at + 2]]);
        Some(Self { rows, place: [rest[9], rest[10], rest[11]], turn: quaternion(&rows) })
    }

    /// A place and a rotation counted from the rest, counted from the parent.
    fn put(&self, place: [f32; 3], turn: [f32; 4]) -> ([f32; 3], [f32; 4]) {
        let at = |row: usize| {
            let sum: f32 = self.rows[row].iter().zip(place).map(|(cell, member)| cell * member).sum();
            sum + self.place[row]
        };
        let ([ax, ay, az, aw], [bx, by, bz, bw]) = (self.turn, turn);
        let turned = [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by + ay * bw + az * bx - ax * bz,
            aw * bz + az * bw + ax * by - ay * bx,
            aw * bw - ax * bx - ay * by - az * bz,
        ];
        ([at(0), at(1), at(2)], turned)
    }
}

/// The rotation of a matrix without scale, given by its rows.
fn quaternion(rows: &[[f32; 3]; 3]) -> [f32; 4] {
    let trace = rows[0][0] + rows[1][1] + rows[2][2];
    if trace > 0.0 {
        let s = (trace + 1.0).sqrt() * 2.0;
        let member = |a: usize, b: usize| (rows[a][b] - rows[b][a]) / s;
        return [member(2, 1), member(0, 2), member(1, 0), s / 4.0];
    }
    // The largest member first, so that nothing small divides.
    let i = if rows[0][0] >= rows[1][1] && rows[0][0] >= rows[2][2] {
        0
    } else if rows[1][1] >= rows[2][2] {
        1
    } else {
        2
    };
    let (j, k) = ((i + 1) % 3, (i + 2) % 3);
    let s = (1.0 + rows[i][i] - rows[j][j] - rows[k][k]).max(f32::EPSILON).sqrt() * 2.0;
    let mut turn = [0.0; 4];
    turn[i] = s / 4.0;
    turn[j] = (rows[i][j] + rows[j][i]) / s;
    turn[k] = (rows[i][k] + rows[k][i]) / s;
    turn[3] = (rows[k][j] - rows[j][k]) / s;
    turn
}
