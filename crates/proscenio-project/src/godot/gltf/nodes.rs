//! Nodes as the importer makes them, before they are written.

use std::collections::{HashMap, HashSet};

use super::json::{Model, ModelNode};
use super::moving::Track;
use super::skeleton::Skeletons;

/// A node of the imported scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    pub name: String,
    pub class: &'static str,
    /// Rows of the basis, then the origin; nothing for none of its own.
    pub transform: Option<[f32; 12]>,
    /// The node of the file it is made of.
    pub source: Option<usize>,
    /// The skeleton it is.
    pub skeleton: Option<usize>,
    /// The bone it follows, with its number.
    pub follows: Option<(String, usize)>,
    /// Whether it has the mesh of its source.
    pub has_mesh: bool,
    pub children: Vec<usize>,
    pub parent: Option<usize>,
}

/// Where nodes are found, for tracks.
pub(super) struct Paths {
    /// Of each made node, from the root.
    paths: Vec<String>,
    /// The nodes that are made of each node of the file.
    made_of: HashMap<usize, Vec<usize>>,
}

/// All nodes; the first is the root.
pub(super) struct Nodes<'m> {
    pub model: &'m Model,
    pub skeletons: Skeletons,
    pub made: Vec<Made>,
    pub names: Vec<String>,
    /// Names of bones, by the nodes they are made of.
    pub bone_names: Vec<String>,
    skeleton_nodes: Vec<Option<usize>>,
    siblings: HashSet<(usize, String)>,
    /// How often a name was asked for, so that equal names cost no search.
    counters: HashMap<(usize, String), usize>,
}

impl<'m> Nodes<'m> {
    /// Makes the nodes of a file below a root.
    pub fn make(model: &'m Model) -> Self {
        let skeletons = Skeletons::find(model);
        let skeleton_nodes = vec![None; skeletons.bones.len()];
        let mut nodes = Self {
            names: node_names(model, &skeletons),
            bone_names: bone_names(model, &skeletons),
            model,
            skeletons,
            made: vec![Made { class: "Node3D", ..Made::default() }],
            skeleton_nodes,
            siblings: HashSet::new(),
            counters: HashMap::new(),
        };
        let mut skinned = Vec::new();
        // A list of what to do instead of recursion: files may nest deeper than a stack allows.
        let mut waiting: Vec<(usize, usize)> = model.roots.iter().rev().map(|root| (*root, 0)).collect();
        if let [(root, _)] = waiting[..]
            && model.single_root
            && nodes.skeletons.of_node[root].is_none()
        {
            let source = &model.nodes[root];
            nodes.made[0] = Made {
                class: class_of(model, source),
                transform: Some(transform(source)),
                source: Some(root),
                has_mesh: source.mesh.is_some(),
                ..Made::default()
            };
            waiting = source.children.iter().rev().map(|child| (*child, 0)).collect();
        }
        while let Some((node, parent)) = waiting.pop() {
            let made = nodes.node(node, parent, &mut skinned);
            waiting.extend(model.nodes[node].children.iter().rev().map(|child| (*child, made)));
        }
        for mesh in skinned {
            nodes.hang_from_skeleton(mesh);
        }
        nodes
    }

    /// Makes a node of the file and gives the one that its children hang from.
    fn node(&mut self, node: usize, parent: usize, skinned: &mut Vec<usize>) -> usize {
        let source = &self.model.nodes[node];
        let is_skinned = source.mesh.is_some() && self.skin_of(source).is_some();
        if let Some(skeleton) = self.skeletons.of_node[node] {
            let below = match self.skeleton_nodes[skeleton] {
                Some(made) => made,
                None => self.add(
                    parent,
                    Made {
                        name: "Skeleton3D".into(),
                        class: "Skeleton3D",
                        skeleton: Some(skeleton),
                        ..Made::default()
                    },
                ),
            };
            self.skeleton_nodes[skeleton] = Some(below);
            if source.mesh.is_some() || source.camera.is_some() || source.light.is_some() {
                let holder = if is_skinned {
                    below
                } else {
                    self.attachment(below, node, self.bone_names[node].clone())
                };
                let made = self.plain(node, holder, false);
                if is_skinned {
                    skinned.push(made);
                }
            }
            return below;
        }
        let mut parent = parent;
        if self.made[parent].skeleton.is_some() && !is_skinned {
            let bone = source.parent.unwrap_or(node);
            parent = self.attachment(parent, bone, self.names[node].clone());
        }
        if is_skinned && !source.children.is_empty() {
            let base = Made {
                name: self.names[node].clone(),
                class: "Node3D",
                transform: Some(transform(source)),
                source: Some(node),
                ..Made::default()
            };
            let base = self.add(parent, base);
            skinned.push(self.plain(node, base, false));
            return base;
        }
        let made = self.plain(node, parent, true);
        if is_skinned {
            skinned.push(made);
        }
        made
    }

    /// The path of each node from the root, and the nodes that are made of each node of the file.
    pub fn paths(&self) -> Paths {
        let mut paths = vec![String::new(); self.made.len()];
        let mut waiting = vec![(0, ".".to_owned())];
        while let Some((made, path)) = waiting.pop() {
            for child in &self.made[made].children {
                let name = &self.made[*child].name;
                let below = if made == 0 { name.clone() } else { format!("{path}/{name}") };
                waiting.push((*child, below));
            }
            paths[made] = path;
        }
        let mut made_of: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, made) in self.made.iter().enumerate() {
            made_of.entry(made.source.unwrap_or(usize::MAX)).or_default().push(index);
        }
        Paths { paths, made_of }
    }

    /// The path that a track names; nothing for what is not in the scene. `shapes` are the names of other shapes by
    /// mesh.
    pub fn track_path(&self, track: &Track, paths: &Paths, shapes: &[Vec<String>]) -> Option<String> {
        let source = self.model.nodes.get(track.node)?;
        let place = |wanted: &dyn Fn(&Made) -> bool| {
            let all = paths.made_of.get(&track.node)?;
            let made = all.iter().find(|made| wanted(&self.made[**made]))?;
            paths.paths.get(*made).map(String::as_str)
        };
        if let Some(shape) = track.shape {
            let name = shapes.get(source.mesh?)?.get(shape)?;
            return Some(format!("{}:{name}", place(&|made| made.has_mesh)?));
        }
        if let Some(skeleton) = self.skeletons.of_node[track.node] {
            let made = self.skeleton_nodes[skeleton]?;
            return Some(format!("{}:{}", paths.paths.get(made)?, self.bone_names[track.node]));
        }
        place(&|made| made.transform.is_some()).map(str::to_owned)
    }

    fn skin_of(&self, source: &ModelNode) -> Option<usize> {
        self.skeletons.of_skin.get(source.skin?).copied().flatten()
    }

    fn attachment(&mut self, skeleton: usize, bone: usize, name: String) -> usize {
        let of = self.made[skeleton].skeleton;
        let bones = of.and_then(|of| self.skeletons.bones.get(of));
        let number = bones.and_then(|bones| bones.iter().position(|other| *other == bone)).unwrap_or(0);
        let follows = Some((self.bone_names[bone].clone(), number));
        self.add(skeleton, Made { name, class: "BoneAttachment3D", follows, ..Made::default() })
    }

    /// The node itself: a mesh, a light, a camera, a body or nothing but a place.
    fn plain(&mut self, node: usize, parent: usize, placed: bool) -> usize {
        let source = &self.model.nodes[node];
        let has_mesh = source.mesh.is_some();
        let made = Made {
            name: self.names[node].clone(),
            class: class_of(self.model, source),
            transform: placed.then(|| transform(source)),
            source: Some(node),
            has_mesh,
            ..Made::default()
        };
        self.add(parent, made)
    }

    /// Hangs a node up under a name that none of its siblings has.
    pub fn add(&mut self, parent: usize, mut made: Made) -> usize {
        made.name = self.free_name(parent, &made.name, made.class);
        made.parent = Some(parent);
        self.made.push(made);
        let index = self.made.len() - 1;
        self.made[parent].children.push(index);
        index
    }

    fn free_name(&mut self, parent: usize, name: &str, class: &str) -> String {
        let name = if name.is_empty() { class } else { name };
        if self.siblings.insert((parent, name.to_owned())) {
            return name.to_owned();
        }
        // The engine counts on from a number that the name ends in.
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let start = name[base.len()..].parse::<usize>().unwrap_or(1);
        let counter = self.counters.entry((parent, base.to_owned())).or_insert(start);
        loop {
            *counter = counter.saturating_add(1);
            let tried = format!("{base}{counter}");
            if self.siblings.insert((parent, tried.clone())) {
                return tried;
            }
        }
    }

    /// A skinned mesh hangs from its skeleton and has no place of its own.
    fn hang_from_skeleton(&mut self, mesh: usize) {
        let source = self.made[mesh].source.map(|node| &self.model.nodes[node]);
        let Some(skeleton) = source.and_then(|source| self.skin_of(source)) else { return };
        let Some(holder) = self.skeleton_nodes[skeleton] else { return };
        let name = self.made[mesh].name.clone();
        if let Some(parent) = self.made[mesh].parent {
            self.made[parent].children.retain(|child| *child != mesh);
            self.siblings.remove(&(parent, name.clone()));
        }
        let name = self.free_name(holder, &name, "MeshInstance3D");
        let made = &mut self.made[mesh];
        (made.name, made.parent, made.transform) = (name, Some(holder), None);
        self.made[holder].children.push(mesh);
    }
}

fn class_of(model: &Model, node: &ModelNode) -> &'static str {
    if let Some(body) = &node.physics {
        if let Some(motion) = body["motion"]["type"].as_str() {
            return match motion {
                "static" => "StaticBody3D",
                "kinematic" => "AnimatableBody3D",
                _ => "RigidBody3D",
            };
        }
        if body.get("trigger").is_some() && node.mesh.is_none() {
            return if body["trigger"].get("shape").is_some() { "CollisionShape3D" } else { "Area3D" };
        }
        if body.get("collider").is_some() && node.mesh.is_none() {
            return "CollisionShape3D";
        }
    }
    if node.mesh.is_some() {
        return "MeshInstance3D";
    }
    if node.camera.is_some() {
        return "Camera3D";
    }
    match node.light.and_then(|light| model.lights[light]["type"].as_str()) {
        Some("directional") => "DirectionalLight3D",
        Some("spot") => "SpotLight3D",
        Some(_) => "OmniLight3D",
        None => "Node3D",
    }
}

/// Rows of the basis, then the origin.
pub(super) fn transform(node: &ModelNode) -> [f32; 12] {
    if let Some(matrix) = node.matrix {
        return matrix;
    }
    let basis = super::super::place::basis_of_quaternion(node.rotation);
    let [x, y, z] = node.scale;
    let scales = [x, y, z, x, y, z, x, y, z];
    let mut whole = [0.0; 12];
    for (place, (number, scale)) in whole.iter_mut().zip(basis.iter().zip(scales)) {
        *place = number * scale;
    }
    whole[9..].copy_from_slice(&node.position);
    whole
}

/// Names without the characters that no node name may have, each once in the file. Bones have names of
/// their own.
fn node_names(model: &Model, skeletons: &Skeletons) -> Vec<String> {
    let mut unique = Unique::default();
    let name = |(index, node): (usize, &ModelNode)| {
        let is_bone = skeletons.of_node[index].is_some();
        if is_bone && node.mesh.is_none() && node.camera.is_none() && node.light.is_none() {
            return String::new();
        }
        let fallback = match (node.mesh, node.camera, node.light) {
            (Some(_), ..) => "Mesh",
            (_, Some(_), _) => "Camera",
            (.., Some(_)) => "Light",
            _ => "Node",
        };
        let name = if node.name.is_empty() { fallback } else { &node.name };
        let name: String = name.chars().map(|c| if ".:@/\"%".contains(c) { '_' } else { c }).collect();
        unique.name(&name, "")
    };
    model.nodes.iter().enumerate().map(name).collect()
}

fn bone_names(model: &Model, skeletons: &Skeletons) -> Vec<String> {
    let mut names = vec![String::new(); model.nodes.len()];
    for bones in &skeletons.bones {
        let mut unique = Unique::default();
        for bone in bones {
            let name = model.nodes[*bone].name.replace([':', '/'], "_");
            names[*bone] = unique.name(if name.is_empty() { "bone" } else { &name }, "_");
        }
    }
    names
}

/// Names with a number behind those that were given before.
#[derive(Default)]
pub(super) struct Unique {
    given: HashSet<String>,
    counters: HashMap<String, usize>,
}

impl Unique {
    pub fn name(&mut self, name: &str, between: &str) -> String {
        if self.given.insert(name.to_owned()) {
            return name.to_owned();
        }
        let counter = self.counters.entry(name.to_owned()).or_insert(1);
        loop {
            *counter += 1;
            let tried = format!("{name}{between}{counter}");
            if self.given.insert(tried.clone()) {
                return tried;
            }
        }
    }
}
