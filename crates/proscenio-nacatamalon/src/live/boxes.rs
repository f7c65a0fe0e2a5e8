//! Adding, moving and removing boxes and components of a scene that stands.

use super::{BoxId, LiveBox, LiveScene, Part, PartId, Settings, State};
use crate::model::{Component, ComponentKind, Node};

/// Where a box stands among its siblings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Behind all others.
    #[default]
    Last,
    /// With so many in front of it; behind all when there are fewer.
    At(usize),
}

impl LiveScene {
    /// Adds a box that is written with the scene. Its components come to be at once, in their order; what its
    /// `children` and `parent` say is not looked at. `None` when the parent is gone.
    pub fn add_box(&mut self, parent: BoxId, place: Place, node: Node) -> Option<BoxId> {
        self.put_box(parent, place, node, false)
    }

    /// Adds a box that belongs to the game as it runs and is not written, nor any box in it: a shot, a
    /// spark. `None` when the parent is gone.
    pub fn spawn_box(&mut self, parent: BoxId, place: Place, node: Node) -> Option<BoxId> {
        self.put_box(parent, place, node, true)
    }

    fn put_box(&mut self, parent: BoxId, place: Place, mut node: Node, spawned: bool) -> Option<BoxId> {
        self.get(parent)?;
        let components = std::mem::take(&mut node.components);
        let id = self.push_box(Some(parent), node, spawned);
        for component in components {
            let part = self.add_part(id, component)?;
            self.mark_built(part);
        }
        self.set_place(parent, id, place);
        Some(id)
    }

    /// A box behind all others of the arena, joined to no list of children.
    pub(super) fn push_box(&mut self, parent: Option<BoxId>, mut node: Node, spawned: bool) -> BoxId {
        node.children.clear();
        node.components.clear();
        let id = BoxId(self.boxes.len() as u32);
        self.boxes.push(Some(LiveBox {
            node,
            parts: Vec::new(),
            children: Vec::new(),
            parent,
            spawned,
            is_view: false,
        }));
        id
    }

    pub(super) fn set_place(&mut self, parent: BoxId, id: BoxId, place: Place) {
        if let Some(parent) = self.get_mut(parent) {
            let at = match place {
                Place::Last => parent.children.len(),
                Place::At(at) => at.min(parent.children.len()),
            };
            parent.children.insert(at, id);
        }
    }

    /// Puts a component on a box; `None` when the box is gone. It is not on the scene before
    /// [`Self::mark_built`].
    pub fn add_part(&mut self, owner: BoxId, component: Component) -> Option<PartId> {
        self.get(owner)?;
        let serial = self.next_serial();
        let part = Part {
            id: component.id.to_string(),
            component,
            state: State::Waiting,
            view: None,
            shape: None,
            piece: None,
            settings: Settings::new(),
            made_by_code: None,
            serial,
        };
        self.get_mut(owner)?.parts.push(part);
        Some(PartId { owner, serial })
    }

    /// Counts a component among those on the scene, behind all others.
    pub fn mark_built(&mut self, id: PartId) {
        let at = self.built;
        let kind = self.part(id).map(|part| part.component.kind);
        if kind == Some(ComponentKind::SpriteTexture)
            && let Some(own) = self.get_mut(id.owner)
        {
            own.is_view = true;
        }
        let view = self.view_of(id.owner);
        if let Some(part) = self.part_mut(id) {
            part.state = State::Built(at);
            part.view = part.component.kind.belongs_to_view().then_some(view);
            self.built += 1;
        }
    }

    /// Takes a component off its box; gives it back.
    pub fn remove_part(&mut self, id: PartId) -> Option<Component> {
        let own = self.get_mut(id.owner)?;
        let at = own.parts.binary_search_by_key(&id.serial, |part| part.serial).ok()?;
        let component = own.parts.remove(at).component;
        let shows = |part: &Part| {
            part.component.kind == ComponentKind::SpriteTexture && matches!(part.state, State::Built(_))
        };
        own.is_view = own.is_view && own.parts.iter().any(shows);
        Some(component)
    }

    /// Moves a box to another parent or another place. Nothing happens, and the answer is `false`, when either
    /// is gone, for the root, and for a parent that lies in the box.
    pub fn move_box(&mut self, id: BoxId, parent: BoxId, place: Place) -> bool {
        let Some(old) = self.get(id).and_then(LiveBox::parent) else { return false };
        if self.get(parent).is_none() || self.way_down(parent).any(|own| own == id) {
            return false;
        }
        if let Some(old) = self.get_mut(old) {
            old.children.retain(|child| *child != id);
        }
        self.set_place(parent, id, place);
        if let Some(own) = self.get_mut(id) {
            own.parent = Some(parent);
        }
        true
    }

    /// Removes a box with all that is in it; `false` for the root and for one that is gone. Masks of its shape
    /// have none any more.
    pub fn remove_box(&mut self, id: BoxId) -> bool {
        let Some(parent) = self.get(id).and_then(LiveBox::parent) else { return false };
        if let Some(parent) = self.get_mut(parent) {
            parent.children.retain(|child| *child != id);
        }
        let mut pending = vec![id];
        while let Some(next) = pending.pop() {
            if let Some(gone) = self.boxes.get_mut(next.0 as usize).and_then(Option::take) {
                pending.extend(gone.children);
            }
        }
        let lives: Vec<bool> = self.boxes.iter().map(Option::is_some).collect();
        for part in self.boxes.iter_mut().flatten().flat_map(|own| &mut own.parts) {
            part.shape = part.shape.filter(|shape| lives.get(shape.0 as usize) == Some(&true));
        }
        true
    }

    /// An id that nothing of the scene has: made from the seed the scene was built with.
    #[must_use]
    pub fn fresh_id(&mut self) -> String {
        loop {
            let serial = self.next_serial();
            let id = crate::edit::made_id(self.seed ^ u64::from(serial));
            if self.parts().all(|(_, part)| part.id != id) && self.find(&id).is_none() {
                return id;
            }
        }
    }
}
