//! `SubViewport` (`Viewport`): what is below it goes into a picture of its own, which textures, materials and containers
//! show.

use glam::Vec2;
use proscenio_scene::{
    Background, Component, Image, ImageId, NodeId, Picture, PictureSees, Pixels, Rendering, Rgba, Sprite,
    TextureRef,
};

use super::Importer;
use super::files::{Generation, Place};
use super::instance::BuiltTree;
use super::props::Props;
use super::settings::samples;
use super::texture::{Import, Texture};

/// Sides of a picture, pixels.
const SIDES: [f32; 2] = [1.0, 16_384.0];

/// A view of its own.
#[derive(Clone, Debug)]
pub(super) struct Viewport {
    /// The path of its node from the root.
    path: String,
    /// Once the walk has come to it.
    pub node: Option<NodeId>,
    pub image: ImageId,
    /// Pixels.
    pub size: Vec2,
    /// The control that shows it, by its number.
    pub container: Option<usize>,
    /// Whether that is as large as it, and by how much smaller its picture is.
    pub shrink: Option<f32>,
    /// Whether it has a space of its own.
    own_space: bool,
    see_through: bool,
    rendering: Rendering,
    /// Whether a camera in space is below it.
    pub has_camera: bool,
}

/// What is being read.
#[derive(Clone, Debug, Default)]
pub(super) struct At {
    /// The path of the node from the root.
    pub path: String,
    /// The view that it is in, into [`Viewports::all`].
    pub viewport: Option<usize>,
}

/// All views of the scene but the window.
#[derive(Debug, Default)]
pub(super) struct Viewports {
    pub all: Vec<Viewport>,
    pub at: At,
    /// How many textures showed one.
    pub shown: usize,
}

/// Whether a class is a view inside the window.
pub(super) fn is_viewport(class: &str) -> bool {
    matches!(class, "SubViewport" | "Viewport")
}

/// Whether a class is a control that shows the views below it.
pub(super) fn is_container(class: &str) -> bool {
    matches!(class, "SubViewportContainer" | "ViewportContainer")
}

/// The path of a child.
pub(super) fn below(above: &str, name: &str) -> String {
    if above == "." { name.to_owned() } else { format!("{above}/{name}") }
}

impl Importer<'_> {
    /// Makes the pictures of all views of a tree, whose root comes below a path, so that textures that come before
    /// them can name them.
    pub(super) fn note_viewports(&mut self, tree: &BuiltTree, above: Option<&str>) {
        let Some(root) = tree.nodes.first() else { return };
        let path = above.map_or_else(|| ".".to_owned(), |above| below(above, &root.name));
        let mut waiting = vec![(0, path)];
        while let Some((index, path)) = waiting.pop() {
            let Some(built) = tree.nodes.get(index) else { continue };
            if is_viewport(&built.class) {
                let props = Props::new(built.class.clone(), built.layers.clone());
                self.note_viewport(&props, path.clone());
            }
            let children = built.children.iter().rev();
            waiting.extend(children.map(|child| (*child, below(&path, &tree.nodes[*child].name))));
        }
    }

    fn note_viewport(&mut self, props: &Props, path: String) {
        let size = whole(Vec2::from_array(props.vector2("size")));
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        let pixels = Pixels::Painted;
        let image = self.scene.images.add(Image { name, path: None, size: Some(pixels_of(size)), pixels });
        self.viewports.all.push(Viewport {
            path,
            node: None,
            image,
            size,
            container: None,
            shrink: None,
            own_space: props.flag(props.named("own_world_3d", "own_world")),
            see_through: props.flag("transparent_bg"),
            rendering: Rendering { smooth_glow: self.settings.rendering.smooth_glow, ..rendering(props) },
            has_camera: false,
        });
    }

    /// Enters a view when the node is one; gives the view that those below it are in.
    pub(super) fn enter_viewport(
        &mut self,
        props: &Props,
        id: NodeId,
        path: &str,
        control: Option<usize>,
        around: Option<usize>,
    ) -> Option<usize> {
        if !is_viewport(props.class()) {
            return around;
        }
        let number = self.viewports.all.iter().position(|viewport| viewport.path == path)?;
        let shrink = control.and_then(|control| self.controls.stretching(control));
        let viewport = &mut self.viewports.all[number];
        viewport.node = Some(id);
        viewport.container = control;
        viewport.shrink = shrink;
        props.consume(SILENT);
        Some(number)
    }

    /// Whether what is being read stands in another space than that of the window.
    pub(super) fn in_own_space(&self) -> bool {
        let viewport = self.viewports.at.viewport.and_then(|viewport| self.viewports.all.get(viewport));
        viewport.is_some_and(|viewport| viewport.own_space)
    }

    /// The size that the views right below a container need of it, pixels.
    pub(super) fn contained(&self, path: &str, names: impl Iterator<Item = String>) -> Vec2 {
        let paths: Vec<String> = names.map(|name| below(path, &name)).collect();
        let inside = self.viewports.all.iter().filter(|viewport| paths.contains(&viewport.path));
        inside.fold(Vec2::ZERO, |least, viewport| least.max(viewport.size))
    }

    /// The picture that a `ViewportTexture` shows. Its path begins at the root of its own scene: the nearest node above
    /// the one being read from where it leads to a view.
    pub(super) fn viewport_texture(&mut self, resource: &Place) -> Option<Texture> {
        let props = Props::of(resource);
        let wanted = props.text("viewport_path");
        let mut from = self.viewports.at.path.clone();
        let image = loop {
            let path = below(if from.is_empty() { "." } else { &from }, &wanted);
            if let Some(found) = self.viewports.all.iter().find(|viewport| viewport.path == path) {
                break found.image;
            }
            match from.rsplit_once('/') {
                Some((above, _)) => from = above.to_owned(),
                None if !matches!(&*from, "" | ".") => from = ".".to_owned(),
                None => return None,
            }
        };
        self.viewports.shown += 1;
        let import = Import { mipmaps: false, smooth: true, repeat: false, fills_edges: false };
        Some(Texture::whole(image, import))
    }

    /// Gives the nodes of all views their pictures.
    pub(super) fn paint_viewports(&mut self) {
        let clear = Rgba::from_stored(self.settings.clear_color);
        for viewport in std::mem::take(&mut self.viewports.all) {
            let Some(id) = viewport.node else { continue };
            let around = match self.scene.environment.background {
                Background::Color(color) if viewport.has_camera => color,
                _ => clear,
            };
            let background = if viewport.see_through { Rgba::linear(0.0, 0.0, 0.0, 0.0) } else { around };
            let shares = viewport.has_camera && !viewport.own_space;
            let size = pixels_of(viewport.size);
            self.scene.images[viewport.image].size = Some(size);
            self.scene.nodes[id].components.push(Component::Picture(Picture {
                image: viewport.image,
                size,
                background,
                sees: if shares { PictureSees::Space } else { PictureSees::Below },
                hide: Vec::new(),
                only: Vec::new(),
                needs_camera: true,
                weighted: true,
                rendering: viewport.rendering,
            }));
        }
    }

    /// Shows the views of containers: the container's rectangle, or the view's own.
    pub(super) fn show_viewports(&mut self, shown: impl Fn(usize) -> Option<(NodeId, super::control::Ink)>) {
        for viewport in &self.viewports.all {
            let Some((node, ink)) = viewport.container.and_then(&shown) else { continue };
            let canvas = ink.canvas;
            let texture = TextureRef {
                filter: canvas.filter,
                wrap_u: canvas.wrap,
                wrap_v: canvas.wrap,
                ..TextureRef::new(viewport.image)
            };
            let size = match viewport.shrink {
                Some(_) => self.scene.nodes[node].size.unwrap_or(viewport.size),
                None => viewport.size,
            };
            self.scene.nodes[node].components.push(Component::Sprite(Sprite {
                tint: Rgba::from_stored(ink.tint),
                blend: canvas.blend,
                z: canvas.z as f32,
                ..Sprite::new(Some(texture), size)
            }));
        }
    }
}

/// Whole pixels within what can be drawn.
pub(super) fn whole(size: Vec2) -> Vec2 {
    let [low, high] = SIDES;
    size.floor().clamp(Vec2::splat(low), Vec2::splat(high))
}

/// What a view of its own says about drawing; the project's settings are those of the window alone.
fn rendering(props: &Props) -> Rendering {
    match props.generation() {
        Generation::Four => Rendering {
            space_samples: samples(props.int("msaa_3d")),
            plane_samples: samples(props.int("msaa_2d")),
            smooth_edges: props.int("screen_space_aa") == 1,
            linear_plane: props.flag("use_hdr_2d"),
            ..Rendering::default()
        },
        Generation::Three => Rendering {
            space_samples: samples(props.int("msaa")),
            smooth_edges: props.flag("fxaa"),
            ..Rendering::default()
        },
    }
}

fn pixels_of(size: Vec2) -> [u32; 2] {
    [size.x as u32, size.y as u32]
}

/// What makes no difference to a picture.
const SILENT: &[&str] = &[
    "render_target_update_mode",
    "render_target_clear_mode",
    "handle_input_locally",
    "gui_disable_input",
    "gui_embed_subwindows",
    "physics_object_picking",
    "audio_listener_enable_2d",
    "audio_listener_enable_3d",
];
