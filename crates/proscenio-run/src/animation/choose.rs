//! Which animations are meant.

use proscenio_scene::{Animation, AnimationId, Component, Scene};

/// All animations of a name, in order: each of several actors or players may have its own. `walk` names those of every
/// player, `Hero/Player:walk` those of one by its [key](proscenio_scene::Identity::key).
#[must_use]
pub fn animations_named(scene: &Scene, name: &str) -> Vec<AnimationId> {
    let named = |(id, animation): (AnimationId, &Animation)| is_named(scene, animation, name).then_some(id);
    scene.animations.iter().filter_map(named).collect()
}

fn is_named(scene: &Scene, animation: &Animation, name: &str) -> bool {
    animation.name == name
        || name.strip_suffix(&animation.name).and_then(|front| front.strip_suffix(':')).is_some_and(|front| {
            animation.player.is_some_and(|player| scene.nodes[player].identity.key == front)
        })
}

/// The animations that begin with the scene, each with the speed of its player; 1 as it is.
#[must_use]
pub fn animations_begun(scene: &Scene) -> Vec<(AnimationId, f64)> {
    let players = scene.nodes.iter().flat_map(|(_, node)| &node.components);
    let players = players.filter_map(|component| match component {
        Component::AnimationPlayer(player) => Some(player),
        _ => None,
    });
    let mut begun = Vec::new();
    for player in players {
        let Some(name) = &player.autoplay else { continue };
        let own = player.animations.iter().find(|id| scene.animations[**id].name == *name);
        begun.extend(own.map(|id| (*id, f64::from(player.speed))));
    }
    begun
}
