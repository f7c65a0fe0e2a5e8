//! Runs of pictures in a scene, for `info`.

use proscenio::scene::{FrameAnimation, FramePlayer};
use proscenio::{Component, NodeId, Scene};
use serde_json::{Value as Json, json};

use super::moving::path;
use crate::output::counted;

/// The nodes that show frames.
fn players(scene: &Scene) -> impl Iterator<Item = (NodeId, &FramePlayer)> {
    scene.depth_first().flat_map(|id| {
        scene.nodes[id].components.iter().filter_map(move |component| match component {
            Component::AnimatedSprite(frames) => Some((id, &frames.player)),
            _ => None,
        })
    })
}

fn seconds(run: &FrameAnimation) -> f64 {
    let units: f64 = run.frames.iter().map(|frame| frame.duration.max(0.0)).sum();
    if run.fps > 0.0 { units / run.fps } else { 0.0 }
}

/// A line for each animation of each node.
pub fn lines(scene: &Scene) -> Vec<String> {
    let line = |id: NodeId, player: &FramePlayer, number: usize, run: &FrameAnimation| {
        let shown = if player.current == Some(number) { ", shown" } else { "" };
        format!(
            "{}: {}: {}, {} per second, {:.3} s, {}{shown}",
            path(scene, id),
            run.name,
            counted(run.frames.len(), "frame"),
            run.fps,
            seconds(run),
            if run.looped { "loop" } else { "once" },
        )
    };
    let all = players(scene);
    all.flat_map(|(id, player)| {
        player.animations.iter().enumerate().map(move |(number, run)| line(id, player, number, run))
    })
    .collect()
}

/// The same for machines.
pub fn json(scene: &Scene) -> Vec<Json> {
    let run = |run: &FrameAnimation| {
        json!({
            "name": run.name,
            "fps": run.fps,
            "loop": run.looped,
            "seconds": seconds(run),
            "durations": run.frames.iter().map(|frame| frame.duration).collect::<Vec<_>>(),
        })
    };
    let one = |(id, player): (NodeId, &FramePlayer)| {
        let current = player.current.and_then(|at| player.animations.get(at));
        json!({
            "node": path(scene, id),
            "animation": current.map(|run| &run.name),
            "frame": player.frame,
            "playing": player.playing,
            "speed": player.speed,
            "animations": player.animations.iter().map(run).collect::<Vec<_>>(),
        })
    };
    players(scene).map(one).collect()
}
