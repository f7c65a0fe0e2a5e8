//! What the person does with a file, and the picture that follows from it.

use proscenio::run::pose;
use proscenio::scene::glam::{Affine2, Affine3A, Vec2, Vec3};
use proscenio::scene::{MeshLines, Placement, Rgba};
use proscenio::{CameraChoice, Component, NodeId, OwnEye, Scene, Sight, Vfs, View};

use crate::bounds;
use crate::camera::{PlaneEye, SpaceEye};
use crate::opened::Opened;
use crate::properties::{self, Section};
use crate::timeline::Timeline;
use crate::tree::{self, TreeView};

/// The size of the engine's picture when neither the project nor the person says one.
pub const ENGINE_SIZE: [u32; 2] = [1280, 720];

/// What the person asks for on top of the file; the meaning of each is that of [`View`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Width and height of the engine's picture, pixels; `None` takes the project's.
    pub size: Option<[u32; 2]>,
    /// Which camera is looked through, when no eye of the person's own is.
    pub camera: CameraChoice,
    /// Start of random numbers.
    pub seed: u32,
    /// Whether portals hide.
    pub portals: bool,
    /// Whether doorways are outlined.
    pub doorways: bool,
    /// Whether nothing is chosen for the scene.
    pub as_engine: bool,
    /// What is shown of meshes by lines.
    pub lines: MeshLines,
    /// Whether boxes are drawn around everything.
    pub boxes: bool,
    /// Whether the pointer moves the eye over the plane, in a scene that has both.
    pub move_plane: bool,
    /// Whether lights and cameras are marked.
    pub marks: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: None,
            camera: CameraChoice::Auto,
            seed: 0,
            portals: true,
            doorways: false,
            as_engine: false,
            lines: MeshLines::default(),
            boxes: false,
            move_plane: false,
            marks: false,
        }
    }
}

/// A picture that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// What the renderer draws.
    pub view: View,
    /// Where the picture's top-left corner is in the window's area, pixels.
    pub corner: Vec2,
}

/// A file in a window.
#[derive(Debug)]
pub struct Session {
    /// The file; its scene is that of the moment.
    pub opened: Opened,
    /// Rows of the tree.
    pub tree: TreeView,
    /// The node that is looked at closely.
    pub selected: Option<NodeId>,
    /// The clock.
    pub timeline: Timeline,
    /// What the person asks for.
    pub options: Options,
    /// The person's own eye in space.
    pub space: Option<SpaceEye>,
    /// Whether that eye looks from outside, rooms being opened.
    pub outside: bool,
    /// The person's own eye over the plane.
    pub plane: Option<PlaneEye>,
    hidden: Vec<bool>,
    rest: Rest,
    generation: u64,
}

impl Session {
    /// A file as it was read.
    #[must_use]
    pub fn new(opened: Opened, options: Options, timeline: Timeline) -> Self {
        let rest = Rest::new(&opened.scene);
        let hidden = vec![false; opened.scene.nodes.len()];
        let tree = TreeView::new(&opened.scene);
        let mut session = Self {
            opened,
            tree,
            selected: None,
            timeline,
            options,
            space: None,
            outside: false,
            plane: None,
            hidden,
            rest,
            generation: 0,
        };
        session.pose();
        session
    }

    /// Takes another reading of the same file; eyes, selection, folds and what is hidden stay, by what nodes are called.
    pub fn reload(&mut self, opened: Opened) {
        let before = std::mem::replace(&mut self.opened, opened);
        let scene = &self.opened.scene;
        let again = |node: NodeId| tree::again(scene, &before.scene, node);
        self.selected = self.selected.and_then(again);
        if let CameraChoice::Node(node) = self.options.camera {
            self.options.camera = again(node).map_or(CameraChoice::Auto, CameraChoice::Node);
        }
        let mut hidden = vec![false; scene.nodes.len()];
        let was_hidden = before.scene.nodes.iter().map(|(id, _)| id).filter(|id| self.hidden[id.index()]);
        was_hidden.filter_map(again).for_each(|id| hidden[id.index()] = true);
        let mut view = TreeView::new(scene);
        view.keep(scene, &self.tree, &before.scene);
        (self.hidden, self.tree, self.rest) = (hidden, view, Rest::new(scene));
        self.pose();
    }

    /// Takes the place of a session with another file, whose pictures are not to be taken for this one's.
    pub fn follow(&mut self, before: &Self) {
        self.generation = before.generation + 1;
    }

    /// A number that is another one whenever the scene may look another way.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Puts the scene into the pose of the moment.
    pub fn pose(&mut self) {
        self.generation += 1;
        let scene = &mut self.opened.scene;
        self.rest.put_back(scene);
        for (id, speed) in self.timeline.played(scene) {
            // While it is played it is not in the scene; a pose changes nodes and bones alone.
            let animation = std::mem::take(&mut scene.animations[id]);
            // What an animation sets besides placements has no place in the picture.
            let _ = pose(scene, &animation, self.timeline.time * speed);
            scene.animations[id] = animation;
        }
        let hidden = self.hidden.iter().enumerate().filter(|(_, hidden)| **hidden);
        hidden.for_each(|(index, _)| scene.nodes[NodeId::from_index(index)].visible = false);
    }

    /// Whether the person hid a node.
    #[must_use]
    pub fn is_hidden(&self, node: NodeId) -> bool {
        self.hidden.get(node.index()) == Some(&true)
    }

    /// Hides a node, or shows it again.
    pub fn toggle_hidden(&mut self, node: NodeId) {
        if let Some(hidden) = self.hidden.get_mut(node.index()) {
            *hidden = !*hidden;
            self.pose();
        }
    }

    /// Selects a node and unfolds the tree down to it.
    pub fn select(&mut self, node: Option<NodeId>) {
        self.selected = node;
        if let Some(node) = node {
            self.tree.reveal(&self.opened.scene, node);
        }
    }

    /// What there is to know about a node: what its files say, then what the scene makes of it.
    #[must_use]
    pub fn sections(&self, files: &dyn Vfs, node: NodeId) -> Vec<Section> {
        let scene = &self.opened.scene;
        let mut sections = self.opened.library.sections(files, &scene.nodes[node]);
        sections.extend(properties::in_scene(scene, &scene.world_placements(), node));
        sections
    }

    /// Width and height of the picture the scene is made for.
    #[must_use]
    pub fn engine_size(&self) -> [u32; 2] {
        self.options.size.or(self.opened.scene.view_size).unwrap_or(ENGINE_SIZE)
    }

    /// Lets the picture be drawn anew, after [`Session::options`] changed what is drawn.
    pub fn redraw(&mut self) {
        self.generation += 1;
    }

    /// The picture for an area of a window, pixels. What lies in the plane is shown as the engine's picture, as large as
    /// it fits; a scene in space alone fills the area.
    #[must_use]
    pub fn wanted(&self, area: [u32; 2]) -> Wanted {
        let engine = self.engine_size().map(|side| side as f32);
        let engine = Vec2::from(engine);
        let whole = Vec2::new(area[0] as f32, area[1] as f32);
        let framed = self.options.camera == CameraChoice::Frame && !self.opened.has.space;
        let (size, corner, plane) = match self.plane {
            Some(eye) => (area, Vec2::ZERO, Some((engine, eye.matrix()))),
            None if !self.opened.has.plane || framed => (area, Vec2::ZERO, None),
            None => {
                let fit = PlaneEye::fitting(engine, whole);
                let size = (engine * fit.zoom).round().max(Vec2::ONE).min(whole.max(Vec2::ONE));
                let put = (fit.zoom != 1.0).then(|| (engine, Affine2::from_scale(Vec2::splat(fit.zoom))));
                ([size.x as u32, size.y as u32], ((whole - size) * 0.5).floor().max(Vec2::ZERO), put)
            }
        };
        let space = self.space.map(|eye| eye.camera());
        let own_eye =
            (space.is_some() || plane.is_some()).then_some(OwnEye { space, outside: self.outside, plane });
        let view = View {
            camera: self.options.camera,
            time: self.timeline.time,
            seed: self.options.seed,
            portals: self.options.portals,
            as_engine: self.options.as_engine,
            own_eye,
            ..View::new(size)
        };
        Wanted { view, corner }
    }

    /// Looks through a camera of the scene, or frames it, instead of through an eye of the person's own.
    pub fn look_through(&mut self, camera: CameraChoice) {
        (self.options.camera, self.space, self.plane) = (camera, None, None);
    }

    /// The person's eye in space, taken over from what was seen last.
    pub fn space_eye(&mut self, sight: &Sight) -> &mut SpaceEye {
        if self.space.is_none() {
            let scene = &self.opened.scene;
            let world = scene.world_placements();
            let all = self.opened.bounds.of(scene, &world, scene.root);
            let (low, high) = all.unwrap_or((Vec3::NEG_ONE, Vec3::ONE));
            let chosen = self.selected.and_then(|node| self.opened.bounds.of(scene, &world, node));
            let middle = chosen.map_or((low + high) * 0.5, |(low, high)| (low + high) * 0.5);
            self.outside = sight.outside;
            self.space = Some(SpaceEye::taken_over(sight, middle, (high - low).length().max(1e-3)));
        }
        // It was just put there if it was not.
        self.space.get_or_insert(SpaceEye::taken_over(sight, Vec3::ZERO, 1.0))
    }

    /// The person's eye over the plane, taken over from what was seen last in a picture that stands at a corner of the
    /// area, pixels.
    pub fn plane_eye(&mut self, sight: &Sight, corner: Vec2) -> &mut PlaneEye {
        let shown = if self.options.camera == CameraChoice::Frame { sight.plane } else { sight.screen };
        let zoom = shown.matrix2.x_axis.length();
        let zoom = if zoom.is_finite() && zoom > 0.0 { zoom } else { 1.0 };
        self.plane.get_or_insert(PlaneEye { corner: shown.translation + corner, zoom })
    }

    /// Looks at the selected node, else at everything.
    pub fn frame(&mut self, sight: &Sight, corner: Vec2, area: Vec2) {
        let root = self.selected.unwrap_or(self.opened.scene.root);
        let scene = &self.opened.scene;
        let world = scene.world_placements();
        let (flat, deep) = (bounds::flat_of(scene, &world, root), self.opened.bounds.of(scene, &world, root));
        if let Some((low, high)) = flat.filter(|_| !self.opened.has.space || deep.is_none()) {
            // From the world to the engine's picture, which the eye moves.
            let engine = sight.screen.inverse() * sight.plane;
            let corners = bounds::corners2((low, high)).map(|corner| engine.transform_point2(corner));
            if let Some((low, high)) = bounds::around(corners.into_iter()) {
                self.plane_eye(sight, corner).frame(low, high, area);
            }
        } else if let Some((low, high)) = deep {
            self.space_eye(sight).frame(low, high, area.x / area.y.max(1.0));
        }
    }
}

/// What poses change, as it was read.
#[derive(Clone, Debug, Default)]
struct Rest {
    nodes: Vec<(Placement, bool, Rgba)>,
    weights: Vec<(NodeId, Vec<Vec<f32>>)>,
    bones: Vec<Vec<Affine3A>>,
}

impl Rest {
    fn new(scene: &Scene) -> Self {
        let weights = |(id, node): (NodeId, &proscenio::Node)| {
            let all: Vec<Vec<f32>> = node.components.iter().filter_map(weights).cloned().collect();
            (!all.is_empty()).then_some((id, all))
        };
        Self {
            nodes: scene.nodes.iter().map(|(_, node)| (node.placement, node.visible, node.tint)).collect(),
            weights: scene.nodes.iter().filter_map(weights).collect(),
            bones: scene
                .skeletons
                .iter()
                .map(|(_, skeleton)| skeleton.bones.iter().map(|bone| bone.pose).collect())
                .collect(),
        }
    }

    fn put_back(&self, scene: &mut Scene) {
        for (index, (placement, visible, tint)) in self.nodes.iter().enumerate() {
            let node = &mut scene.nodes[NodeId::from_index(index)];
            (node.placement, node.visible, node.tint) = (*placement, *visible, *tint);
        }
        for (id, all) in &self.weights {
            let instances = scene.nodes[*id].components.iter_mut().filter_map(|component| match component {
                Component::Mesh(instance) => Some(&mut instance.morph_weights),
                _ => None,
            });
            instances.zip(all).for_each(|(own, rest)| own.clone_from(rest));
        }
        for (index, poses) in self.bones.iter().enumerate() {
            let skeleton = &mut scene.skeletons[proscenio::scene::SkeletonId::from_index(index)];
            skeleton.bones.iter_mut().zip(poses).for_each(|(bone, pose)| bone.pose = *pose);
        }
    }
}

fn weights(component: &Component) -> Option<&Vec<f32>> {
    match component {
        Component::Mesh(instance) => Some(&instance.morph_weights),
        _ => None,
    }
}
