//! In which order a view is drawn.

use proscenio_scene::{BlendMode, ShaderId};

use super::flat::{FlatDrawings, Item, Join};
use super::materials::Slot;
use super::meshes::{Meshes, Run};
use super::regions::Regions;
use crate::camera::Eye;

/// One entry of the order of things drawn on stored values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Of [`Meshes::draws`].
    Mesh(Run),
    /// Into [`Order::batches`].
    Flat(usize),
    /// Into [`Regions::groups`].
    Group(usize),
}

/// Drawings that follow each other and need nothing changed between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Batch {
    pub(crate) indices: std::ops::Range<u32>,
    pub(crate) slot: Option<Slot>,
    pub(crate) blend: BlendMode,
    pub(crate) deep: bool,
    /// Into [`Regions::masks`].
    pub(crate) mask: Option<usize>,
    /// Into [`Rooms::cuts`](super::Rooms::cuts).
    pub(crate) cut: usize,
    /// Code that takes the place of the rule.
    pub(crate) shader: Option<ShaderId>,
    /// The group it puts in, into [`Regions::groups`], and how.
    pub(crate) join: Option<(usize, Join)>,
}

/// A view's drawings in order.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// Solid meshes in linear light.
    pub(crate) linear: Vec<Run>,
    /// See-through ones, which come after the sky.
    pub(crate) linear_through: Vec<Run>,
    /// Meshes that the eye cannot see.
    pub(crate) hidden: u32,
    /// What is drawn into the view itself on stored values, after what is in linear light.
    pub(crate) own: Vec<Step>,
    /// How many of these come before it instead, as its background.
    pub(crate) behind: usize,
    /// What is drawn into each group.
    pub(crate) groups: Vec<Vec<Step>>,
    pub(crate) batches: Vec<Batch>,
    pub(crate) indices: Vec<u32>,
}

/// An entry before sorting: by z, then models before all else, then depth, then the tree.
#[derive(Clone, Copy)]
struct Entry {
    z: f32,
    class: u8,
    depth: f32,
    tree: (usize, u8),
    step: Step,
}

const SOLID: u8 = 0;
const SEE_THROUGH: u8 = 1;
const REST: u8 = 2;

impl Order {
    /// What is in the plane up to a z may come before everything else.
    pub(crate) fn new(
        meshes: &Meshes,
        flat: &FlatDrawings,
        regions: &Regions<'_>,
        eye: &Eye,
        plane_up_to: Option<f32>,
    ) -> Self {
        let count = regions.groups.len();
        // The view itself stands behind its groups.
        let mut entries: Vec<Vec<Entry>> = vec![Vec::new(); count + 1];
        let place = |group: Option<usize>| group.unwrap_or(count);
        let mut solid: Vec<usize> = Vec::new();
        let mut through: Vec<(i32, f32, usize)> = Vec::new();
        // The distance of the nearest solid drawing of each block.
        let mut nearest = vec![f32::INFINITY; meshes.draws.len()];
        let in_sight = meshes.in_sight(&eye.clip_from_world());
        for (index, draw) in meshes.draws.iter().enumerate().filter(|(index, _)| in_sight[*index]) {
            let material = &meshes.materials[draw.material];
            if material.stored {
                // Solid ones stay in tree order: of two at the same depth the first one stays visible.
                let far = eye.depth(draw.placed.translation.into());
                entries[place(draw.region.group)].push(Entry {
                    z: draw.z,
                    class: if material.see_through { SEE_THROUGH } else { SOLID },
                    depth: if material.see_through { -far } else { 0.0 },
                    tree: (index, 1),
                    step: Step::Mesh(Run { draw: index, count: 1 }),
                });
                continue;
            }
            // Engine behaviour (Godot): distance from the eye in a perspective, depth without one. Solid things
            // nearest first, so that hidden ones are not shaded; see-through ones by priority, then farthest first.
            let far = if eye.flat { eye.depth(draw.middle) } else { draw.middle.distance(eye.position()) };
            if material.see_through {
                through.push((material.priority, draw.nearer - far, index));
            } else {
                let nearest = &mut nearest[draw.block as usize];
                *nearest = nearest.min(far);
                solid.push(index);
            }
        }
        for (index, item) in flat.items.iter().enumerate() {
            entries[place(item.region.group)].push(Entry {
                z: item.z,
                class: REST,
                depth: 0.0,
                tree: (index, 1),
                step: Step::Flat(index),
            });
        }
        // Inner groups come after outer ones, so each is complete before it is put into the one around it.
        for group in (0..count).rev() {
            let least = entries[group].iter().map(|entry| entry.z).fold(f32::INFINITY, f32::min);
            if least.is_finite() && regions.groups[group].joined.is_none() {
                let above = place(regions.groups[group].above.group);
                let tree = (flat.before.get(group).copied().unwrap_or(usize::MAX), 0);
                let step = Step::Group(group);
                entries[above].push(Entry { z: least, class: REST, depth: 0.0, tree, step });
            }
        }
        through.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        solid.sort_by(|a, b| {
            let [a, b] = [a, b].map(|index| &meshes.draws[*index]);
            let blocks = nearest[a.block as usize].total_cmp(&nearest[b.block as usize]);
            blocks.then(a.instance.cmp(&b.instance))
        });
        let mut order = Self {
            linear: meshes.runs(solid.into_iter()),
            linear_through: meshes.runs(through.into_iter().map(|(.., index)| index)),
            hidden: in_sight.iter().filter(|seen| !**seen).count() as u32,
            ..Self::default()
        };
        let own = entries.pop().unwrap_or_default();
        for list in entries {
            let steps = order.sorted(list, &flat.items, meshes);
            order.groups.push(steps);
        }
        let is_behind = |entry: &Entry| plane_up_to.is_some_and(|most| entry.z <= most);
        let (behind, before) = own.into_iter().partition(is_behind);
        order.own = order.sorted(behind, &flat.items, meshes);
        order.behind = order.own.len();
        let before = order.sorted(before, &flat.items, meshes);
        order.own.extend(before);
        order
    }

    /// Whether something is shaded in linear light.
    pub(crate) fn lights(&self) -> bool {
        !(self.linear.is_empty() && self.linear_through.is_empty())
    }

    /// Sorts a list and joins what can be drawn at once.
    fn sorted(&mut self, mut list: Vec<Entry>, items: &[Item], meshes: &Meshes) -> Vec<Step> {
        list.sort_by(|a, b| {
            let by_depth = a.z.total_cmp(&b.z).then(a.class.cmp(&b.class)).then(a.depth.total_cmp(&b.depth));
            by_depth.then(a.tree.cmp(&b.tree))
        });
        let mut steps: Vec<Step> = Vec::with_capacity(list.len());
        for entry in list {
            if let (Step::Mesh(Run { draw, .. }), Some(Step::Mesh(run))) = (entry.step, steps.last_mut())
                && meshes.follows(*run, draw)
            {
                run.count += 1;
                continue;
            }
            let Step::Flat(index) = entry.step else {
                steps.push(entry.step);
                continue;
            };
            let item = &items[index];
            let start = self.indices.len() as u32;
            self.indices.extend(&item.indices);
            let end = self.indices.len() as u32;
            let joined = matches!(steps.last(), Some(Step::Flat(_)));
            let batch = Batch {
                indices: start..end,
                slot: item.slot,
                blend: item.blend,
                deep: item.deep,
                mask: item.region.mask,
                cut: item.region.cut,
                shader: item.shader,
                join: item.join,
            };
            match self.batches.last_mut() {
                Some(last) if joined && Batch { indices: last.indices.clone(), ..batch.clone() } == *last => {
                    last.indices.end = end;
                }
                _ => {
                    self.batches.push(batch);
                    steps.push(Step::Flat(self.batches.len() - 1));
                }
            }
        }
        steps
    }
}
