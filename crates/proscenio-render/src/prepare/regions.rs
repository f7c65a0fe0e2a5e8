//! Which nodes a view shows, and which masks and effects lie over each.

use proscenio_scene::glam::Vec2;
use proscenio_scene::{
    Component, Extra, FilterChain, FlatGroup, FlatGroupKind, FlatRect, Mask, MaskChannel, Node, NodeId,
    Picture, Scene, WorldPlacements,
};
use rustc_hash::FxHashMap;

use super::portals::Rooms;
use crate::Note;

/// More nodes than this with effects or as shapes of masks are drawn without.
const MOST_GROUPS: usize = 64;

/// What lies over a node's drawings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Region {
    /// The picture they are drawn into; `None` is the view's own.
    pub(crate) group: Option<usize>,
    /// The innermost of the masks over them, into [`Regions::masks`].
    pub(crate) mask: Option<usize>,
    /// The doorways they are seen through, into [`Rooms::cuts`].
    pub(crate) cut: usize,
}

/// A picture that is drawn by itself first.
#[derive(Clone, Debug)]
pub(crate) struct Group<'s> {
    /// Where it is put, and under which masks.
    pub(crate) above: Region,
    /// The node it belongs to.
    pub(crate) node: NodeId,
    /// What is done to it.
    pub(crate) chain: Option<&'s FilterChain>,
    /// Whether it is only the shape of masks.
    pub(crate) unseen: bool,
    /// Put in by a drawing of its node.
    pub(crate) joined: Option<FlatGroup>,
}

/// A mask and those over it.
#[derive(Clone, Debug)]
pub(crate) struct MaskStep {
    pub(crate) above: Option<usize>,
    pub(crate) shape: MaskShape,
    pub(crate) soft: bool,
    pub(crate) invert: bool,
    pub(crate) luminance: bool,
}

/// What a mask lets through.
#[derive(Clone, Debug)]
pub(crate) enum MaskShape {
    /// A rectangle in a node's plane.
    Rect(FlatRect, NodeId),
    /// What a group shows.
    Group(usize),
    /// All: its shape is not there.
    Nothing,
}

/// Whether a node or one above it has a tag that is wanted, or one that is not.
#[derive(Clone, Copy, Debug, Default)]
struct Tagged {
    wanted: bool,
    unwanted: bool,
    /// Off a screen that shows only what is fixed to it.
    off: bool,
}

/// The nodes of a view.
#[derive(Default)]
pub(crate) struct Regions<'s> {
    of: FxHashMap<NodeId, (Region, Tagged)>,
    /// What a picture of the world leaves out.
    sieve: Option<&'s Picture>,
    /// Whether only what is fixed to the screen is drawn, which nothing in space is.
    pub(crate) screen_only: bool,
    /// In tree order.
    pub(crate) nodes: Vec<NodeId>,
    pub(crate) groups: Vec<Group<'s>>,
    /// The group that belongs to a node.
    group_of: FxHashMap<NodeId, Vec<usize>>,
    pub(crate) masks: Vec<MaskStep>,
    /// Masks whose shape is still named by its node.
    pending: Vec<usize>,
    /// What portals hide.
    pub(crate) rooms: Rooms,
}

impl<'s> Regions<'s> {
    /// The visible nodes from `root` on, without what is painted into pictures of its own. `screen_only`: those that are
    /// fixed to the screen.
    pub(crate) fn new(
        scene: &'s Scene,
        world: &WorldPlacements,
        root: NodeId,
        (sieve, screen_only): (Option<&'s Picture>, bool),
        notes: &mut Vec<Note>,
    ) -> Self {
        let mut regions = Self { sieve, screen_only, ..Self::default() };
        let shapes = shapes(scene, world, root);
        let mut left_out = 0;
        let mut waiting = vec![(root, Region::default(), Tagged { off: screen_only, ..Tagged::default() })];
        while let Some((id, above, mut tagged)) = waiting.pop() {
            let node = &scene.nodes[id];
            tagged.off &= !node.screen_space;
            if id != root && is_view(scene, id) {
                continue;
            }
            if !world.visible(id) {
                // Something below may be shown all the same.
                waiting.extend(node.children.iter().rev().map(|child| (*child, above, tagged)));
                continue;
            }
            let mut region = above;
            if let Some(shown) = shapes.get(&id) {
                left_out += usize::from(!regions.open(&mut region, id, None, !shown));
            }
            for component in &node.components {
                if let Component::Mask(mask) = component {
                    regions.mask(&mut region, id, mask);
                }
            }
            let chains = node.components.iter().filter_map(|component| match component {
                Component::Filter(chain) if chain.enabled => Some(chain),
                _ => None,
            });
            for chain in chains {
                left_out += usize::from(!regions.open(&mut region, id, Some(chain), false));
            }
            if let Some(picture) = sieve {
                tagged.wanted |= picture.only.iter().any(|word| has_tag(node, word));
                tagged.unwanted |= picture.hide.iter().any(|word| has_tag(node, word));
            }
            regions.of.insert(id, (region, tagged));
            regions.nodes.push(id);
            left_out += usize::from(!regions.join(&mut region, id, node));
            waiting.extend(node.children.iter().rev().map(|child| (*child, region, tagged)));
        }
        regions.find_shapes();
        if left_out > 0 {
            notes.push(Note::TooManyGroups { drawn: MOST_GROUPS, left_out });
        }
        regions
    }

    /// What lies over a node; `None` when the view does not show it.
    pub(crate) fn of(&self, id: NodeId) -> Option<Region> {
        let (region, _) = self.of.get(&id)?;
        Some(Region { cut: self.rooms.cut_of(id).unwrap_or_default(), ..*region })
    }

    /// Whether the view shows a drawing of a node.
    pub(crate) fn shows(&self, id: NodeId, component: &Component) -> bool {
        if self.rooms.cut_of(id).is_none() || self.of.get(&id).is_some_and(|(_, tagged)| tagged.off) {
            return false;
        }
        let (Some(picture), Some((_, tagged))) = (self.sieve, self.of.get(&id)) else { return true };
        let kind = kind(component);
        let named = |words: &[String]| words.iter().any(|word| word == kind);
        let wanted = picture.only.is_empty() || tagged.wanted || named(&picture.only);
        wanted && !tagged.unwanted && !named(&picture.hide)
    }

    /// The groups that begin at a node, outermost first.
    pub(crate) fn begun_at(&self, id: NodeId) -> &[usize] {
        self.group_of.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The group that a node's own drawing puts in.
    pub(crate) fn joined_at(&self, id: NodeId) -> Option<(usize, FlatGroup)> {
        let groups = self.begun_at(id).iter();
        groups.filter_map(|group| Some((*group, self.groups[*group].joined?))).next()
    }

    /// The region of a drawing of some painting order.
    pub(crate) fn at_z(&self, mut region: Region, z: f32) -> Region {
        while let Some(group) = region.group.map(|group| &self.groups[group]) {
            match group.joined {
                Some(joined) if joined.z != z => region = Region { cut: region.cut, ..group.above },
                _ => break,
            }
        }
        region
    }

    /// Opens the group of what is below a node; `false` when there are too many.
    fn join(&mut self, region: &mut Region, id: NodeId, node: &Node) -> bool {
        let Some(joined) = node.group else { return true };
        let clips = matches!(joined.kind, FlatGroupKind::Clip { .. });
        // Engine behaviour (Godot): there is one picture to put groups together in.
        let inside = region.group.and_then(|group| self.groups[group].joined);
        if inside.is_some_and(|outer| outer.z == joined.z) || (clips && !draws(node)) {
            return true;
        }
        let opened = self.open(region, id, None, false);
        if opened && let Some(group) = self.groups.last_mut() {
            group.joined = Some(joined);
        }
        opened
    }

    fn open(
        &mut self,
        region: &mut Region,
        node: NodeId,
        chain: Option<&'s FilterChain>,
        unseen: bool,
    ) -> bool {
        if self.groups.len() == MOST_GROUPS {
            return false;
        }
        let group = self.groups.len();
        self.groups.push(Group { above: *region, node, chain, unseen, joined: None });
        self.group_of.entry(node).or_default().push(group);
        *region = Region { group: Some(group), ..Region::default() };
        true
    }

    fn mask(&mut self, region: &mut Region, id: NodeId, mask: &Mask) {
        if !mask.enabled {
            return;
        }
        let shape = match (mask.by, mask.rect) {
            // The group is found once all nodes were visited.
            (Some(by), _) => MaskShape::Rect(FlatRect { position: Vec2::ZERO, size: Vec2::ZERO }, by),
            (None, Some(rect)) => MaskShape::Rect(rect, id),
            (None, None) => return,
        };
        self.masks.push(MaskStep {
            above: region.mask,
            shape,
            soft: mask.soft,
            invert: mask.invert,
            luminance: mask.channel == MaskChannel::Luminance && mask.by.is_some(),
        });
        region.mask = Some(self.masks.len() - 1);
        if mask.by.is_some() {
            self.pending.push(self.masks.len() - 1);
        }
    }

    /// From the nodes that are shapes to their groups; a shape that is not there cuts nothing.
    fn find_shapes(&mut self) {
        for at in std::mem::take(&mut self.pending) {
            let MaskShape::Rect(_, node) = self.masks[at].shape else { continue };
            let shape =
                |group: &usize| self.groups[*group].chain.is_none() && self.groups[*group].joined.is_none();
            let group = self.begun_at(node).iter().copied().find(shape);
            self.masks[at].shape = group.map_or(MaskShape::Nothing, MaskShape::Group);
        }
    }
}

/// What a drawing is called.
fn kind(component: &Component) -> &'static str {
    match component {
        Component::Mesh(_) => "mesh",
        Component::Sprite(_) | Component::AnimatedSprite(_) => "sprite",
        Component::FlatMesh(_) => "flat-mesh",
        Component::NineSlice(_) => "nine-slice",
        Component::Tiles(_) => "tilemap",
        Component::Shapes(_) => "shapes",
        Component::Text(_) => "text",
        Component::Particles(_) | Component::Cycles(_) => "particles",
        _ => "",
    }
}

/// Whether a node has something of its own to draw in the plane.
fn draws(node: &Node) -> bool {
    node.components.iter().any(|component| !matches!(kind(component), "" | "mesh"))
}

fn has_tag(node: &Node, word: &str) -> bool {
    let Some(Extra::List(tags)) = node.extras.get("tags") else { return false };
    tags.iter().any(|tag| matches!(tag, Extra::Text(tag) if tag == word))
}

/// Whether a node is a view of its own.
pub(crate) fn is_view(scene: &Scene, id: NodeId) -> bool {
    scene.nodes[id].components.iter().any(|component| matches!(component, Component::Picture(_)))
}

/// The nodes that are shapes of masks, and whether they are shown as well.
fn shapes(scene: &Scene, world: &WorldPlacements, root: NodeId) -> FxHashMap<NodeId, bool> {
    let mut shapes: FxHashMap<NodeId, bool> = FxHashMap::default();
    for id in scene.depth_first_from(root).filter(|id| world.visible(*id)) {
        for component in &scene.nodes[id].components {
            if let Component::Mask(Mask { by: Some(by), enabled: true, show_shape, .. }) = component {
                *shapes.entry(*by).or_default() |= show_shape;
            }
        }
    }
    shapes
}
