//! `AnimationPlayer`s and their libraries.

use std::rc::Rc;

use proscenio_godot::Value;
use proscenio_godot::animation::Animation;
use proscenio_godot::node_path::NodePath;
use proscenio_scene::{AnimationId, AnimationPlayer, Component, NodeId};

use super::super::Importer;
use super::super::codes::NOT_DRAWN;
use super::super::files::{Generation, Place, Target};
use super::super::props::Props;
use super::lower::Made;
use super::target::Ways;
use super::{Later, Linked};

/// A player while the tree is not yet whole.
#[derive(Debug)]
pub(in super::super) struct Player {
    node: NodeId,
    root: String,
    generation: Generation,
    /// The parts of the component that need no other node.
    component: AnimationPlayer,
    /// Names with the places of their `Animation` resources.
    animations: Vec<(String, Place)>,
}

impl Importer<'_> {
    /// Notes what an `AnimationPlayer` plays.
    pub(in super::super) fn note_player(&mut self, props: &Props, node: NodeId) {
        let speed = if props.has("playback_speed") {
            props.number("playback_speed")
        } else if props.has("speed_scale") {
            props.number("speed_scale")
        } else {
            1.0
        };
        let autoplay = Some(props.text("autoplay")).filter(|name| !name.is_empty());
        let mut component = AnimationPlayer { autoplay, speed, ..AnimationPlayer::default() };
        let default_blend = props.number("playback_default_blend_time");
        if default_blend != 0.0 {
            component.blends.push((String::new(), String::new(), default_blend));
        }
        component.blends.extend(props.set("blend_times").into_iter().flat_map(|(value, _)| blends(&value)));
        for (name, value, _) in props.starting_with("next/") {
            component.next.push((name, value.as_str().unwrap_or_default().to_owned()));
        }
        let mut animations = Vec::new();
        for (name, value, place) in props.starting_with("anims/") {
            self.add_animation(&mut animations, name, &value, &place);
        }
        for (name, value, place) in props.starting_with("libraries/") {
            self.add_library(&mut animations, &name, &value, &place);
        }
        if let Some((value, place)) = props.set("libraries") {
            let place = place.clone();
            for (name, library) in value.as_dictionary().unwrap_or_default() {
                self.add_library(&mut animations, name.as_str().unwrap_or_default(), library, &place);
            }
        }
        let root = props.set("root_node").and_then(|(value, _)| value.as_str().map(str::to_owned));
        self.later.players.push(Player {
            node,
            root: root.unwrap_or_else(|| "..".to_owned()),
            generation: props.generation(),
            component,
            animations,
        });
    }

    fn add_library(&mut self, list: &mut Vec<(String, Place)>, name: &str, value: &Value, place: &Place) {
        let library = match self.follow(&place.file, value, None) {
            Some(Target::Resource(library)) => library,
            Some(Target::Path { path, .. }) => {
                let message = format!("the animations of `{path}` are not read yet");
                self.findings.push(NOT_DRAWN.finding(place.file.document.source().path(), message));
                return;
            }
            None => return,
        };
        let props = Props::of(&library);
        let prefix = if name.is_empty() { String::new() } else { format!("{name}/") };
        if let Some((data, _)) = props.set("_data") {
            for (name, value) in data.as_dictionary().unwrap_or_default() {
                let name = format!("{prefix}{}", name.as_str().unwrap_or_default());
                self.add_animation(list, name, value, &library);
            }
        }
        props.consume(&["resource_name", "resource_local_to_scene"]);
        self.keep_aside(&props, &library);
    }

    fn add_animation(&mut self, list: &mut Vec<(String, Place)>, name: String, value: &Value, place: &Place) {
        if let Some(Target::Resource(animation)) = self.follow(&place.file, value, None) {
            list.push((name, animation));
        }
    }

    /// Makes a player with its animations.
    pub(super) fn link_player(&mut self, linked: &Linked<'_>, later: &mut Later, player: Player) {
        let mut component = player.component;
        component.root = linked.find(player.node, &NodePath::parse(&player.root));
        for (name, place) in player.animations {
            let animation = self.read_animation(later, &place);
            let root = component.root;
            let ways = root.map(|root| Ways { linked, later, root, generation: player.generation });
            let Made { mut animation, lost } = self.lower(&animation, ways.as_ref(), &place);
            animation.name = name;
            animation.player = Some(player.node);
            self.tell_lost(&place, &animation.name, &lost);
            let id: AnimationId = self.scene.animations.add(animation);
            component.animations.push(id);
        }
        self.scene.nodes[player.node].components.push(Component::AnimationPlayer(component));
    }

    fn read_animation(&mut self, later: &mut Later, place: &Place) -> Rc<Animation> {
        if let Some(known) = later.read.get(&place.key()) {
            return Rc::clone(known);
        }
        let read = place.section().map(Animation::read);
        let (animation, findings) = read.unwrap_or_else(|| (Animation::default(), Vec::new()));
        self.findings.extend(findings);
        let animation = Rc::new(animation);
        later.read.insert(place.key(), Rc::clone(&animation));
        animation
    }
}

/// `blend_times`: from, to, seconds, one after the other.
fn blends(value: &Value) -> Vec<(String, String, f32)> {
    let list = value.as_array().unwrap_or_default().chunks_exact(3);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    list.map(|all| (text(&all[0]), text(&all[1]), all[2].as_f64().unwrap_or(0.0) as f32)).collect()
}
