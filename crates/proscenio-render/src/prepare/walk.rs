//! The walk over the nodes of a view: in which order they are painted.

use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{BlendMode, Component, FlatGroupKind, NodeId, Scene, UvRect};

use super::flat::{Join, Painter, Within, around, times};
use super::regions::{Region, is_view};

/// A step of the walk, on a stack of its own so that depth costs none.
enum Step {
    Enter(NodeId, Within),
    Paint(NodeId, Within),
    /// Paints a node's own drawings into the group of what is below it.
    Under(NodeId, Within),
    /// Puts in the group of what is below a node.
    Seal(NodeId, Within),
}

impl Painter<'_, '_, '_, '_> {
    /// A node's own drawings come before those below it, but after those that go behind.
    pub(super) fn walk(&mut self) {
        let scene = self.from.scene;
        let mut steps = vec![Step::Enter(self.from.root, self.within)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(id, above) if self.from.regions.of(id).is_some() => {
                    for group in self.from.regions.begun_at(id) {
                        self.before[*group] = self.items.len();
                    }
                    let node = &scene.nodes[id];
                    let mut within = above.of(node);
                    self.begin_copies(id, &mut within);
                    if node.y_sort {
                        let mut sorted = self.by_place(id, within);
                        sorted.reverse();
                        steps.extend(sorted);
                        continue;
                    }
                    let behind = |child: &&NodeId| is_behind(scene, **child);
                    let in_front = node.children.iter().rev().filter(|child| !behind(child));
                    let joined = self.from.regions.joined_at(id);
                    steps.extend(joined.map(|_| Step::Seal(id, within)));
                    steps.extend(in_front.map(|child| Step::Enter(*child, within)));
                    if joined.is_none() {
                        steps.push(Step::Paint(id, within));
                    }
                    let hidden = node.children.iter().rev().filter(behind);
                    steps.extend(hidden.map(|child| Step::Enter(*child, within)));
                    steps.extend(joined.map(|_| Step::Under(id, within)));
                }
                // Something below a hidden node may be shown all the same.
                Step::Enter(id, within) if !self.from.world.visible(id) && !is_view(scene, id) => {
                    let below = scene.nodes[id].children.iter().rev();
                    steps.extend(below.map(|child| Step::Enter(*child, within)));
                }
                Step::Enter(..) => {}
                Step::Paint(id, within) => {
                    self.within = within;
                    self.region = self.from.regions.of(id).unwrap_or_default();
                    let first = self.items.len();
                    self.paint(id);
                    self.copy_items(first);
                }
                Step::Under(id, within) => self.paint_under(id, within),
                Step::Seal(id, within) => self.seal(id, within),
            }
        }
    }

    fn paint_under(&mut self, id: NodeId, within: Within) {
        let Some((group, joined)) = self.from.regions.joined_at(id) else { return };
        if joined.kind == (FlatGroupKind::Clip { draw: true }) {
            self.within = within;
            let own = self.from.regions.of(id).unwrap_or_default();
            self.region = Region { group: Some(group), mask: None, ..own };
            self.paint(id);
        }
    }

    fn seal(&mut self, id: NodeId, within: Within) {
        let Some((group, joined)) = self.from.regions.joined_at(id) else { return };
        self.within = within;
        self.region = self.from.regions.of(id).unwrap_or_default();
        match joined.kind {
            FlatGroupKind::Clip { .. } => {
                self.join = Some((group, Join::Clip));
                self.paint(id);
            }
            FlatGroupKind::Whole { margin, tint } => {
                self.shader = None;
                self.join = Some((group, Join::Whole));
                let items = self.items.iter().filter(|item| item.region.group == Some(group));
                let corners =
                    items.flat_map(|item| &item.indices).map(|index| self.vertices[*index as usize]);
                let bounds = around(corners.map(|corner| Vec2::new(corner.place[0], corner.place[1])));
                if let Some((low, high)) = bounds {
                    let margin = Vec2::splat(margin.max(0.0));
                    let uv = UvRect { min: Vec2::ZERO, max: Vec2::ONE };
                    let color = times(tint.to_stored(), within.tint);
                    let corners = [low - margin, high + margin];
                    let indices = self.quad(Affine2::IDENTITY, corners, uv, color, None);
                    self.item(joined.z, None, BlendMode::Mix, indices.into());
                }
            }
        }
        self.join = None;
    }

    /// Notes where the copies of a node that repeats stand.
    fn begin_copies(&mut self, id: NodeId, within: &mut Within) {
        let Some(scroll) = crate::scroll::scroll(self.from.scene, id) else { return };
        let mut copies = scroll.copies();
        copies.retain(|copy| *copy != Vec2::ZERO);
        if copies.is_empty() {
            return;
        }
        self.within.screen = within.screen;
        let place = self.view(Vec2::ONE) * self.from.world.flat(id).matrix();
        within.repeat = Some(self.repeats.len());
        self.repeats.push(copies.into_iter().map(|copy| place.transform_vector2(copy)).collect());
    }

    /// Draws the items from a number on again where the copies stand.
    fn copy_items(&mut self, first: usize) {
        let Some(repeat) = self.within.repeat else { return };
        let made = self.items[first..].to_vec();
        let offsets = std::mem::take(&mut self.repeats[repeat]);
        for offset in &offsets {
            for item in &made {
                let (mut copy, start) = (item.clone(), self.vertices.len() as u32);
                let least = item.indices.iter().copied().min().unwrap_or_default();
                let most = item.indices.iter().copied().max().unwrap_or_default();
                for at in least as usize..=most as usize {
                    let Some(vertex) = self.vertices.get(at) else { continue };
                    let mut vertex = *vertex;
                    vertex.place[0] += offset.x;
                    vertex.place[1] += offset.y;
                    self.vertices.push(vertex);
                    self.on_screen.push(self.within.screen);
                }
                copy.indices.iter_mut().for_each(|index| *index = *index - least + start);
                self.items.push(copy);
            }
        }
        self.repeats[repeat] = offsets;
    }

    /// A node whose children are painted by their place: itself, its children and those of its children that are
    /// such nodes too, from top to bottom; at the same height in tree order.
    fn by_place(&mut self, root: NodeId, within: Within) -> Vec<Step> {
        let scene = self.from.scene;
        let mut found = Vec::new();
        let mut waiting = vec![(root, within)];
        while let Some((id, within)) = waiting.pop() {
            let height = self.from.world.flat(id).matrix().translation.y;
            if id != root && !scene.nodes[id].y_sort {
                found.push((height, Step::Enter(id, within)));
                continue;
            }
            found.push((if id == root { f32::NEG_INFINITY } else { height }, Step::Paint(id, within)));
            for child in scene.nodes[id].children.iter().rev() {
                if self.from.regions.of(*child).is_none() {
                    continue;
                }
                let node = &scene.nodes[*child];
                let inner = if node.y_sort {
                    for group in self.from.regions.begun_at(*child) {
                        self.before[*group] = self.items.len();
                    }
                    within.of(node)
                } else {
                    within
                };
                waiting.push((*child, inner));
            }
        }
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        found.into_iter().map(|(_, step)| step).collect()
    }
}

/// Whether a node is painted before its parent.
fn is_behind(scene: &Scene, id: NodeId) -> bool {
    let node = &scene.nodes[id];
    node.behind_parent
        || node.components.iter().any(|component| match component {
            Component::Sprite(sprite) => sprite.behind_parent,
            Component::AnimatedSprite(frames) => {
                frames.flat.as_ref().is_some_and(|flat| flat.look.behind_parent)
            }
            _ => false,
        })
}
