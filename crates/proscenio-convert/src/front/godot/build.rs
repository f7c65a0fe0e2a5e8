//! The walk over the tree: one scene node per node, its components by class.

use std::rc::Rc;

use glam::{Affine2, Affine3A};
use proscenio_godot::{Section, Value};
use proscenio_scene::{Component, Extra, Flat, Identity, MeshInstance, Node, NodeId, Origin, Placement};

use super::classes::{World, world};
use super::codes::NOT_DRAWN;
use super::control::{self, Themes};
use super::files::{File, Place, Target};
use super::instance::{self, BuiltTree};
use super::moving::Linked;
use super::props::Props;
use super::sprite::Canvas;
use super::tiles::Standing;
use super::viewport::{self, At};
use super::{Importer, csg, place};

/// What a node hands down to its children.
#[derive(Clone, Debug)]
struct Above {
    /// The parent in the scene; `None` for the root.
    parent: Option<NodeId>,
    world: World,
    canvas: Canvas,
    /// The path of the parent from the root.
    path: String,
    /// Whether the parent is a solid, whose body the node belongs to.
    solid: bool,
    /// Whether it is in a window of its own, which is not shown.
    windowed: bool,
    /// The control it is in, and the themes over it.
    control: Option<usize>,
    themes: Rc<Themes>,
    /// Whether it is shown between the steps of physics.
    interpolated: bool,
    /// Whether it says itself when it is processed, or one above it does.
    runs: bool,
    /// The view that it is in.
    viewport: Option<usize>,
}

/// Scenes in cells of maps in scenes in cells.
const MOST_STANDING_DEEP: usize = 16;
/// Nodes of a scene with all that stands in cells.
const MOST_NODES: usize = 200_000;

/// Properties that say nothing about the picture on any node.
const SILENT: &[&str] = &[
    "script",
    "unique_name_in_owner",
    "__meta__",
    "_import_path",
    "editor_description",
    "process_mode",
    "callback_mode_process",
    "playback_process_mode",
    "collision_layer",
    "collision_mask",
    "cell_octant_size",
    "cell_quadrant_size",
    "rendering_quadrant_size",
    "use_in_baked_light",
];

impl Importer<'_> {
    /// What a map of tiles shows; scenes in its cells come below it.
    fn tiles(&mut self, props: &Props, id: NodeId, canvas: Canvas) {
        let laid = match props.class() {
            "TileMap" => self.tile_map(props, canvas),
            _ => self.tile_layer(props, canvas),
        };
        self.scene.nodes[id].components.extend(laid.components);
        for standing in laid.scenes {
            self.stand(&standing, id, canvas);
        }
    }

    /// Puts a scene into a cell.
    fn stand(&mut self, standing: &Standing, parent: NodeId, canvas: Canvas) {
        let Some(Target::Path { path, .. }) = self.follow(&standing.place.file, &standing.scene, None) else {
            return;
        };
        let full = self.standing.len() >= MOST_STANDING_DEEP || self.scene.nodes.len() >= MOST_NODES;
        if full || self.standing.contains(&path) {
            return;
        }
        let file = match self.files.open(&standing.place.file, &path) {
            Ok(Some(file)) => file,
            Ok(None) => return,
            Err(problem) => {
                self.tell_not_opened(&standing.place.file, None, &problem);
                return;
            }
        };
        let tree = instance::build(&mut self.files, &file, &mut self.findings);
        let first = self.scene.nodes.len();
        let above = Above {
            parent: Some(parent),
            world: World::Plane,
            canvas,
            path: self.scene.nodes[parent].identity.key.clone(),
            solid: false,
            windowed: false,
            control: None,
            themes: Rc::clone(&self.controls.themes),
            interpolated: self.settings.interpolated,
            runs: false,
            viewport: self.viewports.at.viewport,
        };
        self.note_viewports(&tree, Some(&above.path));
        self.standing.push(path);
        self.walk(&tree, above);
        self.standing.pop();
        // The cell's middle counts before the scene's own placement.
        let root = NodeId::from_index(first);
        if let Some(node) = self.scene.nodes.get(root)
            && let Some(Flat::Matrix(own)) = node.placement.flat
        {
            let placed = Affine2::from_translation(standing.at) * own;
            self.scene.nodes[root].placement = Placement::flat(Flat::Matrix(placed));
        }
    }

    /// Reads a scene file with all its instances.
    pub(super) fn scene_file(&mut self, file: &Rc<File>) {
        let tree = instance::build(&mut self.files, file, &mut self.findings);
        let connections = instance::connections(&file.document);
        for (name, value) in connections.iter() {
            self.scene.extras.set(name, value.clone());
        }
        let canvas = Canvas::of(&self.settings);
        self.controls.themes = self.project_themes(file);
        self.note_viewports(&tree, None);
        let (themes, interpolated) = (Rc::clone(&self.controls.themes), self.settings.interpolated);
        self.walk(
            &tree,
            Above {
                parent: None,
                world: World::None,
                canvas,
                path: String::new(),
                solid: false,
                windowed: false,
                control: None,
                themes,
                interpolated,
                runs: false,
                viewport: None,
            },
        );
        self.lay_out_controls();
        self.scene.follow_bones();
    }

    /// Adds the nodes of a tree.
    fn walk(&mut self, tree: &BuiltTree, above: Above) {
        // A scene in a cell is linked by itself, before the one around it.
        let outer = std::mem::take(&mut self.later);
        let mut linked = Linked::new(&tree.tree);
        let mut waiting = vec![(0, above)];
        while let Some((index, above)) = waiting.pop() {
            if index >= tree.nodes.len() {
                continue;
            }
            let below = self.node(tree, index, &above);
            if let Some(id) = below.parent {
                linked.add(tree.nodes[index].id, id);
            }
            waiting.extend(tree.nodes[index].children.iter().rev().map(|child| (*child, below.clone())));
        }
        let solids = self.later.take_solids();
        self.solid_bodies(tree, &linked, &solids);
        self.link(&linked);
        self.later = outer;
    }

    /// Adds one node and gives what its children need.
    fn node(&mut self, tree: &BuiltTree, index: usize, above: &Above) -> Above {
        let built = &tree.nodes[index];
        let props = Props::new(built.class.clone(), built.layers.clone());
        let world = if built.class.is_empty() { guess(&props) } else { world(&built.class) };
        let mut node = Node::new(built.name.clone());
        let path = match above.parent {
            None => ".".to_owned(),
            Some(_) => viewport::below(&above.path, &built.name),
        };
        self.viewports.at = At { path: path.clone(), viewport: above.viewport };
        let kind = built.class.clone();
        node.identity = Identity { key: path.clone(), kind, unique_id: built.unique_id };
        node.origin = built.layers.first().and_then(origin);
        node.extras = built.extras.clone();
        let canvas = self.place_node(&props, world, above, &mut node);
        let id = match above.parent {
            Some(parent) => self.scene.add_child(parent, node),
            None => {
                let root = self.scene.root;
                self.scene.nodes[root] = node;
                root
            }
        };
        self.later.note_rotation_order(&props, id);
        let interpolated = self.interpolated(&props, above.interpolated);
        // Where the root stands still, what runs by its own word below takes its first step all the same.
        let own = above.parent.is_some() && matches!(props.int("process_mode"), 1..=3);
        let runs = above.runs || own;
        let understood = self.components(&props, id, canvas, interpolated && !runs);
        if viewport::is_container(props.class()) {
            let children = built.children.iter().map(|child| tree.nodes[*child].name.clone());
            self.controls.contained = self.contained(&path, children);
        }
        if matches!(props.class(), "TabContainer" | "MenuBar") {
            let children = built.children.iter().map(|child| tree.nodes[*child].name.clone());
            self.controls.name_tabs(children.collect());
        }
        let (control, themes) = self.control_below(&props, id, canvas, above, world);
        let viewport = self.enter_viewport(&props, id, &path, above.control, above.viewport);
        let solid = csg::is_shape(props.class());
        if solid {
            props.consume(csg::PROPERTIES);
            if !above.solid {
                self.later.note_solid(index, id);
            }
        }
        self.keep_rest(&props, world, understood || solid, id);
        let windowed = above.windowed || control::is_window(props.class());
        Above {
            parent: Some(id),
            world,
            canvas,
            path,
            solid,
            windowed,
            control,
            themes,
            interpolated,
            runs,
            viewport,
        }
    }

    /// Whether a node is shown between the steps of physics: its own word counts where the project has them
    /// interpolated.
    fn interpolated(&self, props: &Props, above: bool) -> bool {
        match props.int("physics_interpolation_mode") {
            1 => self.settings.interpolated,
            2 => false,
            _ => above,
        }
    }

    /// The control that a node is, and the themes it hands down.
    fn control_below(
        &mut self,
        props: &Props,
        id: NodeId,
        canvas: Canvas,
        above: &Above,
        world: World,
    ) -> (Option<usize>, Rc<Themes>) {
        if control::is_window(props.class()) {
            self.scene.nodes[id].visible = false;
            return (None, Rc::clone(&above.themes));
        }
        if !control::is_control(props.class()) {
            // A plain node between them breaks the chain of controls, not that of themes.
            let themes = if world == World::None {
                Rc::clone(&above.themes)
            } else {
                Rc::clone(&self.controls.themes)
            };
            return (None, themes);
        }
        let themes = match self.named_theme(props) {
            None => Rc::clone(&above.themes),
            Some(theme) => {
                let mut themes = vec![theme];
                themes.extend(above.themes.iter().cloned());
                Rc::new(themes)
            }
        };
        let number = self.control(props, id, canvas, above.control, &themes);
        (Some(number), themes)
    }

    /// Sets where the node is and what it hands down in the plane.
    fn place_node(&mut self, props: &Props, world: World, above: &Above, node: &mut Node) -> Canvas {
        match world {
            World::Space => {
                let mut placed = place::space(props);
                if matches!(props.class(), "PathFollow3D" | "PathFollow") {
                    placed = self.follower(props, above.parent, placed);
                }
                node.placement = Placement::space(placed);
                node.visible = props.flag("visible");
                // Anything but a node in space between two of them breaks the chain.
                let own = props.flag("top_level") || props.flag("set_as_toplevel");
                node.top_level = above.parent.is_some() && (own || above.world != World::Space);
                node.unhidden = above.world != World::Space && !above.windowed;
                above.canvas
            }
            World::Plane => {
                let mut placed = place::flat(props);
                if props.class() == "PathFollow2D" {
                    placed = self.flat_follower(props, above.parent, placed);
                }
                node.placement = Placement::flat(Flat::Matrix(placed));
                node.visible = props.flag("visible");
                node.tint = props.color("modulate");
                let chained = matches!(above.world, World::Plane | World::Layer);
                node.top_level = above.parent.is_some() && (props.flag("top_level") || !chained);
                node.unhidden = !chained && !above.windowed;
                let handed = if chained { above.canvas } else { Canvas::of(&self.settings) };
                let canvas = self.canvas(props, handed);
                Self::lit(props, canvas, node);
                Self::grouped(props, canvas, node);
                node.y_sort =
                    props.class() == "YSort" || (props.has("y_sort_enabled") && props.flag("y_sort_enabled"));
                canvas
            }
            World::Layer => {
                node.placement = Placement::flat(Flat::Matrix(place::layer(props)));
                node.top_level = above.parent.is_some();
                // Layers of Godot 3 cannot be hidden.
                node.visible = !props.has("visible") || props.flag("visible");
                node.unhidden = !above.windowed;
                let follows = props.named("follow_viewport_enabled", "follow_viewport_enable");
                node.screen_space = !props.flag(follows);
                if !node.screen_space {
                    node.view_scale =
                        props.number(props.named("follow_viewport_scale", "follow_viewport_scale"));
                }
                Canvas::of(&self.settings).on_layer(props.int("layer"))
            }
            World::None => above.canvas,
        }
    }

    /// Gives a node several components at once, so that none is left to add.
    fn put(&mut self, id: NodeId, parts: impl IntoIterator<Item = Component>) -> Option<Component> {
        self.scene.nodes[id].components.extend(parts);
        None
    }

    /// What a class of the plane shows; the outer nothing for other classes.
    fn part_in_plane(
        &mut self,
        props: &Props,
        id: NodeId,
        canvas: Canvas,
        interpolated: bool,
    ) -> Option<Option<Component>> {
        Some(match props.class() {
            "TileMapLayer" | "TileMap" => {
                self.tiles(props, id, canvas);
                None
            }
            "Camera2D" => Some(self.camera_2d(props, id, interpolated)),
            "Sprite2D" | "Sprite" => self.sprite(props, canvas),
            "AnimatedSprite2D" | "AnimatedSprite" => self.animated_sprite(props, canvas),
            "LightOccluder2D" => self.flat_occluder(props),
            "PointLight2D" | "DirectionalLight2D" | "Light2D" => self.flat_light(props),
            "ParallaxBackground" => {
                self.scrolled_background(props, id);
                None
            }
            "ParallaxLayer" => self.scrolled_layer(props, id),
            "Parallax2D" => Some(Self::scrolled(props)),
            "CPUParticles2D" => self.particles_by_processor(props, canvas),
            "GPUParticles2D" | "Particles2D" => self.particles_by_device(props, canvas),
            "CanvasModulate" => Some(Self::canvas_modulate(props, canvas)),
            "Polygon2D" => self.polygon_2d(props, canvas),
            "Line2D" => self.line_2d(props, canvas),
            "MeshInstance2D" => {
                let drawn = self.flat_mesh_instance(props, canvas);
                self.put(id, drawn)
            }
            "MultiMeshInstance2D" => {
                let drawn = self.flat_multi_mesh(props, canvas);
                self.put(id, drawn)
            }
            _ => return None,
        })
    }

    /// Adds the components of a class; tells whether the class is understood.
    fn components(&mut self, props: &Props, id: NodeId, canvas: Canvas, interpolated: bool) -> bool {
        if let Some(part) = self.part_in_plane(props, id, canvas, interpolated) {
            self.scene.nodes[id].components.extend(part);
            return true;
        }
        let component = match props.class() {
            "MeshInstance3D" | "MeshInstance" => {
                self.note_skin(props, id);
                self.mesh_instance(props)
            }
            "Skeleton3D" | "Skeleton" => {
                self.skeleton(props, id);
                None
            }
            "BoneAttachment3D" | "BoneAttachment" => {
                self.note_attachment(props, id);
                None
            }
            "Bone2D" => Some(Self::flat_bone(props)),
            "AnimationPlayer" => {
                self.note_player(props, id);
                None
            }
            "DirectionalLight3D" | "OmniLight3D" | "SpotLight3D" | "DirectionalLight" | "OmniLight"
            | "SpotLight" => self.light(props),
            "FogVolume" => self.fog_volume(props),
            "Camera3D" | "Camera" => {
                if let Some(environment) = self.named_environment(props) {
                    self.environments.push((Some(id), environment));
                }
                Some(self.camera(props, id))
            }
            "MultiMeshInstance3D" | "MultiMeshInstance" => {
                let instances = self.multi_mesh(props);
                self.put(id, instances)
            }
            "GridMap" => {
                let cells = self.grid_map(props);
                self.put(id, cells)
            }
            "Path3D" | "Path" | "Path2D" => self.path(props, id),
            "PathFollow3D" | "PathFollow" | "PathFollow2D" => None,
            "Sprite3D" => self.space_sprite(props),
            "Label3D" => self.label_in_space(props),
            "AnimatedSprite3D" => self.animated_in_space(props),
            "WorldEnvironment" => {
                if let Some(environment) = self.named_environment(props) {
                    match self.in_own_space() {
                        true => self.keep_resource(&environment),
                        false => self.environments.push((None, environment)),
                    }
                }
                None
            }
            "Node" | "CanvasGroup" | "Node3D" | "Spatial" | "Marker3D" | "Position3D" | "Node2D"
            | "Marker2D" | "Position2D" | "CanvasLayer" | "Skeleton2D" | "SubViewport" | "Viewport" => None,
            class if csg::is_shape(class) || control::is_control(class) => None,
            class => {
                if !class.is_empty() {
                    self.scene.nodes[id].components.push(Self::other(class));
                }
                return false;
            }
        };
        self.scene.nodes[id].components.extend(component);
        true
    }

    /// Puts what nobody asked for into the node's extras.
    fn keep_rest(&mut self, props: &Props, world: World, understood: bool, id: NodeId) {
        let texts = self.kept.texts_of(props);
        let rest = self.rest_of(props);
        let loud = rest
            .iter()
            // Nothing resets a property.
            .filter(|(_, value)| !matches!(value, Extra::Text(text) if text == "null"))
            .map(|(name, _)| name)
            .filter(|name| !SILENT.contains(name) && !name.starts_with("metadata/"));
        let loud: Vec<&str> = loud.collect();
        // Plain nodes with nothing but scripts are no loss to a picture.
        let whole = !understood && (world != World::None || props.class().is_empty());
        if let Some(place) = props.first_layer().filter(|_| whole || (understood && !loud.is_empty())) {
            self.kept.note(props.class(), place, whole, loud);
        }
        let extras = &mut self.scene.nodes[id].extras;
        let mut properties = rest;
        for (name, text) in texts {
            properties.set(name, text);
        }
        if !properties.is_empty() {
            extras.set("properties", properties);
        }
    }

    /// Shows a resource on the root: a mesh as it is, a material on a ball.
    pub(super) fn show_resource(&mut self, place: &Place) {
        let root = self.scene.root;
        self.scene.nodes[root].placement = Placement::space(Affine3A::IDENTITY);
        self.scene.nodes[root].origin = origin(place);
        let class = place.class();
        self.scene.nodes[root].identity =
            Identity { key: ".".to_owned(), kind: class.clone(), unique_id: None };
        let mesh = if matches!(class.as_str(), "StandardMaterial3D" | "ORMMaterial3D" | "SpatialMaterial") {
            let material = self.material(place);
            let mut surface = super::primitives::SphereMesh::default().build().into_surface();
            surface.material = Some(material);
            let name = place.name();
            let mesh = proscenio_scene::Mesh { name, surfaces: vec![surface], ..Default::default() };
            Some(self.scene.meshes.add(mesh))
        } else if class.ends_with("Mesh") {
            self.mesh(place)
        } else {
            let message = format!("{class} has nothing to show");
            let span = place.section().map(|section| section.header_span());
            self.findings
                .push(NOT_DRAWN.finding(place.file.document.source().path(), message).at_maybe(span));
            self.keep_resource(place);
            None
        };
        let component = mesh.map(|mesh| Component::Mesh(MeshInstance::new(mesh)));
        self.scene.nodes[root].components.extend(component);
    }
}

/// The world of a node whose class no file at hand says, by the properties it sets.
fn guess(props: &Props) -> World {
    let is = |name: &str, wanted: fn(&Value) -> bool| {
        let layer = props.first_layer().and_then(Place::section);
        layer.and_then(|section| section.property(name)).is_some_and(|entry| wanted(&entry.value()))
    };
    if is("transform", |value| matches!(value, Value::Transform3D(_)))
        || is("position", |value| matches!(value, Value::Vector3(_)))
    {
        World::Space
    } else if is("position", |value| matches!(value, Value::Vector2(_)))
        || is("transform", |value| matches!(value, Value::Transform2D(_)))
    {
        World::Plane
    } else {
        World::None
    }
}

pub(super) fn origin(place: &Place) -> Option<Origin> {
    let span = place.section().map(Section::span)?;
    let path = std::sync::Arc::clone(place.file.document.source().path());
    Some(Origin { path, bytes: (span.start(), span.end()) })
}
