//! The tree as rows of a list.

use proscenio::{NodeId, Scene};

/// Which rows are shown.
#[derive(Clone, Debug, Default)]
pub struct TreeView {
    /// By node: whether what is below it is folded away.
    folded: Vec<bool>,
    /// What names or kinds must hold, upper and lower case being the same; empty shows all.
    pub search: String,
}

/// One row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The node.
    pub node: NodeId,
    /// 0 for the root.
    pub depth: u32,
    /// Whether something is below it.
    pub parent: bool,
    /// Whether what is below it is shown.
    pub open: bool,
    /// Whether it is what is searched for, and not only above it.
    pub found: bool,
}

/// Nodes below this depth begin folded in scenes with more nodes than fit a window.
const OPEN_DEPTH: usize = 2;
const MANY: usize = 60;

impl TreeView {
    /// Of a scene: all of a small one, the upper part of a large one.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let mut depths = vec![0_usize; scene.nodes.len()];
        let many = scene.nodes.len() > MANY;
        let mut folded = vec![false; scene.nodes.len()];
        for id in scene.depth_first() {
            let depth = scene.nodes[id].parent.map_or(0, |parent| depths[parent.index()] + 1);
            depths[id.index()] = depth;
            folded[id.index()] = many && depth >= OPEN_DEPTH;
        }
        Self { folded, search: String::new() }
    }

    /// Folds or unfolds what is below a node.
    pub fn toggle(&mut self, node: NodeId) {
        if let Some(folded) = self.folded.get_mut(node.index()) {
            *folded = !*folded;
        }
    }

    /// Unfolds all above a node.
    pub fn reveal(&mut self, scene: &Scene, node: NodeId) {
        let mut at = scene.nodes.get(node).and_then(|node| node.parent);
        while let Some(above) = at {
            if let Some(folded) = self.folded.get_mut(above.index()) {
                *folded = false;
            }
            at = scene.nodes[above].parent;
        }
    }

    /// Takes over what is folded from the view of an earlier reading of the same file, by what nodes are called.
    pub fn keep(&mut self, scene: &Scene, old: &Self, before: &Scene) {
        self.search.clone_from(&old.search);
        let known: std::collections::BTreeMap<&str, bool> = before
            .nodes
            .iter()
            .map(|(id, node)| (key(node), old.folded.get(id.index()) == Some(&true)))
            .collect();
        for (id, node) in scene.nodes.iter() {
            if let (Some(folded), Some(before)) = (self.folded.get_mut(id.index()), known.get(key(node))) {
                *folded = *before;
            }
        }
    }

    /// The rows from top to bottom. While something is searched for, nothing is folded.
    #[must_use]
    pub fn rows(&self, scene: &Scene) -> Vec<Row> {
        let search = self.search.trim().to_lowercase();
        let shown = (!search.is_empty()).then(|| self.shown(scene, &search));
        let mut rows = Vec::new();
        let mut waiting = vec![(scene.root, 0)];
        while let Some((id, depth)) = waiting.pop() {
            let node = &scene.nodes[id];
            let (seen, found) =
                shown.as_ref().map_or((true, false), |(seen, found)| (seen[id.index()], found[id.index()]));
            if !seen {
                continue;
            }
            let parent = !node.children.is_empty();
            let open = parent && (shown.is_some() || self.folded.get(id.index()) != Some(&true));
            rows.push(Row { node: id, depth, parent, open, found });
            if open {
                waiting.extend(node.children.iter().rev().map(|child| (*child, depth + 1)));
            }
        }
        rows
    }

    /// By node: whether it or something below it is searched for, and whether it is itself.
    fn shown(&self, scene: &Scene, search: &str) -> (Vec<bool>, Vec<bool>) {
        let (mut seen, mut found) = (vec![false; scene.nodes.len()], vec![false; scene.nodes.len()]);
        for (id, node) in scene.nodes.iter() {
            let fits =
                node.name.to_lowercase().contains(search) || kind(node).to_lowercase().contains(search);
            if !fits {
                continue;
            }
            found[id.index()] = true;
            let mut at = Some(id);
            while let Some(above) = at.filter(|above| !seen[above.index()]) {
                seen[above.index()] = true;
                at = scene.nodes[above].parent;
            }
        }
        (seen, found)
    }
}

/// What a node is found again by.
#[must_use]
pub fn key(node: &proscenio::Node) -> &str {
    if node.identity.key.is_empty() { &node.name } else { &node.identity.key }
}

/// The family's word for what a node is; where it has none, that for the first thing it shows.
#[must_use]
pub fn kind(node: &proscenio::Node) -> &str {
    use proscenio::Component;
    if !node.identity.kind.is_empty() {
        return &node.identity.kind;
    }
    let word = |component: &'_ Component| match component {
        Component::Mesh(_) => Some("mesh"),
        Component::Sprite(_) | Component::AnimatedSprite(_) => Some("sprite"),
        Component::FlatMesh(_) => Some("polygon"),
        Component::NineSlice(_) => Some("nine-slice"),
        Component::Tiles(_) => Some("tilemap"),
        Component::Shapes(_) => Some("shapes"),
        Component::Text(_) => Some("text"),
        Component::Camera(_) | Component::Camera2d(_) => Some("camera"),
        Component::Light(_) | Component::FlatLight(_) => Some("light"),
        Component::Particles(_) | Component::Cycles(_) => Some("particles"),
        Component::Picture(_) => Some("picture"),
        Component::Mask(_) => Some("mask"),
        Component::Filter(_) => Some("filter"),
        Component::Body(_) => Some("body"),
        Component::Sound(_) | Component::Music(_) | Component::Song(_) => Some("sound"),
        Component::Motion(_) => Some("motion"),
        Component::Script(_) => Some("script"),
        _ => None,
    };
    node.components.iter().find_map(word).unwrap_or_default()
}

/// The node of a scene that is called as one of another scene was.
#[must_use]
pub fn again(scene: &Scene, before: &Scene, node: NodeId) -> Option<NodeId> {
    let old = before.nodes.get(node)?;
    let fits = |(id, new): (NodeId, &proscenio::Node)| (key(new) == key(old)).then_some(id);
    scene.nodes.iter().find_map(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio::Node;

    fn scene() -> Scene {
        let mut scene = Scene::new("s", Node::new("Level"));
        let player = scene.add_child(scene.root, Node::new("Player"));
        let mut arm = Node::new("Arm");
        arm.identity.kind = "MeshInstance3D".into();
        scene.add_child(player, arm);
        scene.add_child(scene.root, Node::new("Sun"));
        scene
    }

    fn names(view: &TreeView, scene: &Scene) -> Vec<String> {
        view.rows(scene).iter().map(|row| format!("{}{}", row.depth, scene.nodes[row.node].name)).collect()
    }

    #[test]
    fn rows_fold_and_unfold() {
        let scene = scene();
        let mut view = TreeView::new(&scene);
        assert_eq!(names(&view, &scene), ["0Level", "1Player", "2Arm", "1Sun"]);
        let player = scene.nodes[scene.root].children[0];
        view.toggle(player);
        assert_eq!(names(&view, &scene), ["0Level", "1Player", "1Sun"]);
        view.reveal(&scene, scene.nodes[player].children[0]);
        assert_eq!(names(&view, &scene).len(), 4);
    }

    #[test]
    fn a_search_shows_what_fits_and_what_is_above_it() {
        let scene = scene();
        let mut view = TreeView::new(&scene);
        view.toggle(scene.root);
        view.search = "mesh".into();
        assert_eq!(names(&view, &scene), ["0Level", "1Player", "2Arm"]);
        let found: Vec<bool> = view.rows(&scene).iter().map(|row| row.found).collect();
        assert_eq!(found, [false, false, true]);
        view.search = "nothing of that name".into();
        assert!(view.rows(&scene).is_empty());
    }

    #[test]
    fn folds_and_selections_outlive_a_new_reading() {
        let before = scene();
        let mut old = TreeView::new(&before);
        old.toggle(before.nodes[before.root].children[0]);
        let mut after = Scene::new("s", Node::new("Level"));
        after.add_child(after.root, Node::new("New"));
        let player = after.add_child(after.root, Node::new("Player"));
        after.add_child(player, Node::new("Arm"));
        let mut view = TreeView::new(&after);
        view.keep(&after, &old, &before);
        assert_eq!(names(&view, &after), ["0Level", "1New", "1Player"]);
        let was = before.nodes[before.root].children[0];
        assert_eq!(again(&after, &before, was), Some(player));
        assert_eq!(again(&after, &before, before.nodes[before.root].children[1]), None);
    }
}
