//! In which order flat drawings are painted.

use std::collections::HashMap;

use proscenio_scene::{Component, NodeId, Scene};

/// Metres between two drawings that are painted one after the other.
const STEP: f32 = 0.001;

/// The depth of each flat drawing: what is painted later stands nearer.
pub(super) struct PaintOrder {
    /// By node and number of the component: its first rank.
    ranks: HashMap<(NodeId, usize), usize>,
    count: usize,
}

impl PaintOrder {
    /// Sorted by `z`; equal ones in tree order, where a child that is behind its parent comes before it.
    pub fn of(scene: &Scene) -> Self {
        let mut drawings: Vec<_> = painted(scene).into_iter().flat_map(|id| drawings(scene, id)).collect();
        drawings.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut ranks, mut count) = (HashMap::new(), 0);
        for (_, node, component, pieces) in drawings {
            ranks.insert((node, component), count);
            count += pieces;
        }
        Self { ranks, count }
    }

    /// Depth of a piece of a drawing, metres.
    pub fn depth(&self, node: NodeId, component: usize, piece: usize) -> f32 {
        let first = self.ranks.get(&(node, component)).copied().unwrap_or_default();
        (first + piece) as f32 * STEP
    }

    /// A depth in front of all drawings, metres.
    pub fn front(&self) -> f32 {
        self.count as f32 * STEP
    }
}

/// The flat drawings of a node: `z`, node, number of the component, number of pieces.
fn drawings(scene: &Scene, id: NodeId) -> impl Iterator<Item = (f32, NodeId, usize, usize)> + '_ {
    let components = scene.nodes[id].components.iter().enumerate();
    components.filter_map(move |(index, component)| match component {
        Component::Sprite(sprite) => Some((sprite.z, id, index, 1)),
        Component::AnimatedSprite(frames) => Some((frames.flat.as_ref()?.look.z, id, index, 1)),
        // Each shape is filled, then outlined.
        Component::Shapes(shapes) => Some((shapes.z, id, index, shapes.shapes.len() * 2)),
        _ => None,
    })
}

/// All nodes in painting order, without recursion.
fn painted(scene: &Scene) -> Vec<NodeId> {
    enum Step {
        Visit(NodeId),
        Draw(NodeId),
    }
    let behind = |id: NodeId| {
        let components = &scene.nodes[id].components;
        components.iter().any(|component| matches!(component, Component::Sprite(s) if s.behind_parent))
    };
    let mut order = Vec::with_capacity(scene.nodes.len());
    let mut waiting = vec![Step::Visit(scene.root)];
    while let Some(step) = waiting.pop() {
        match step {
            Step::Draw(id) => order.push(id),
            Step::Visit(id) => {
                let children = &scene.nodes[id].children;
                // The stack gives back last what is put on it first.
                waiting.extend(children.iter().rev().filter(|id| !behind(**id)).map(|id| Step::Visit(*id)));
                waiting.push(Step::Draw(id));
                waiting.extend(children.iter().rev().filter(|id| behind(**id)).map(|id| Step::Visit(*id)));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::PaintOrder;
    use glam::Vec2;
    use proscenio_scene::{Component, Node, Scene, Sprite};

    fn sprite(name: &str, z: f32, behind_parent: bool) -> Node {
        let sprite = Sprite { z, behind_parent, ..Sprite::new(None, Vec2::ONE) };
        Node { components: vec![Component::Sprite(sprite)], ..Node::new(name) }
    }

    #[test]
    fn z_first_then_the_tree_and_some_behind_their_parent() {
        let mut scene = Scene::new("s", sprite("root", 0.0, false));
        let low = scene.add_child(scene.root, sprite("low", -1.0, false));
        let first = scene.add_child(scene.root, sprite("first", 0.0, false));
        let behind = scene.add_child(scene.root, sprite("behind", 0.0, true));
        let inner = scene.add_child(first, sprite("inner", 0.0, false));
        let high = scene.add_child(low, sprite("high", 5.0, false));
        let order = PaintOrder::of(&scene);
        let mut nodes = [scene.root, low, first, behind, inner, high];
        nodes.sort_by(|a, b| order.depth(*a, 0, 0).total_cmp(&order.depth(*b, 0, 0)));
        assert_eq!(nodes, [low, behind, scene.root, first, inner, high]);
        assert!(order.front() > order.depth(high, 0, 0));
    }
}
