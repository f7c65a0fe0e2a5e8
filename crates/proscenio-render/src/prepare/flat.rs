//! Flat drawings.

use bytemuck::{Pod, Zeroable};
use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{
    BlendMode, Camera2d, Component, Flat, FlatLit, ImageId, Node, NodeId, Scene, ShaderId, Shapes,
    TextureRef, UvRect, WorldPlacements,
};

use super::flat_lights::FlatLights;
use super::images::Images;
use super::materials::{Reading, Slot};
use super::outline::{self, Triangles};
use super::regions::{Region, Regions};
use crate::camera::Eye;
use crate::{Note, camera};

/// One corner, laid out as in `flat.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct FlatVertex {
    /// Pixels of the picture and twice nothing, or in clip space.
    pub(crate) place: [f32; 4],
    pub(crate) uv: [f32; 2],
    /// Stored values.
    pub(crate) color: [f32; 4],
    /// Least and greatest texture coordinates that may be read.
    pub(crate) window: [f32; 4],
    /// What shines on it, as [`FlatLights::on`] says.
    pub(crate) lit: u32,
    /// Where the axes of its picture point, as [`super::relief::turn`] says.
    pub(crate) turn: u32,
    /// Colour and shininess of its highlights, a byte each.
    pub(crate) shine: u32,
}

/// One drawing.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) z: f32,
    pub(crate) slot: Option<Slot>,
    pub(crate) blend: BlendMode,
    /// Whether its corners are in clip space and may be hidden by meshes.
    pub(crate) deep: bool,
    pub(crate) region: Region,
    /// Code that takes the place of the rule.
    pub(crate) shader: Option<ShaderId>,
    /// The group that it puts in, and how.
    pub(crate) join: Option<(usize, Join)>,
    pub(crate) indices: Vec<u32>,
}

/// How a drawing puts a group in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Join {
    /// As strongly as it is there itself.
    Clip,
    /// Times its own colour.
    Whole,
}

/// All flat drawings of a view, in tree order.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatDrawings {
    pub(crate) vertices: Vec<FlatVertex>,
    pub(crate) items: Vec<Item>,
    /// How many items come before each group.
    pub(crate) before: Vec<usize>,
    /// Lower and upper corner of what each group draws, pixels.
    pub(crate) bounds: Vec<Option<(Vec2, Vec2)>>,
    pub(crate) lights: FlatLights,
    /// What [`FlatEye::Framing`] came to, world to screen.
    pub(crate) framed: Affine2,
}

/// What the plane is seen with.
pub(crate) enum FlatEye<'s> {
    /// The world is the screen.
    Identity,
    /// A camera and where its node is.
    Camera(&'s Camera2d, Affine2),
    /// All that moves with the world is made to fit.
    Framing,
}

pub(super) const WHOLE: [f32; 4] = [f32::MIN, f32::MIN, f32::MAX, f32::MAX];
/// More copies than this of a repeated picture are not drawn.
pub(super) const MOST_COPIES: f32 = 65_536.0;

/// The picture that cameras on the plane fill.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paper {
    /// Pixels.
    pub(crate) size: Vec2,
    /// From it to the screen.
    pub(crate) moved: Affine2,
}

impl FlatEye<'_> {
    /// World to screen for what moves by a share of the camera's way; `screen` for what does not move with it at all.
    pub(crate) fn view(&self, paper: Paper, parallax: Vec2, screen: bool) -> Affine2 {
        match self {
            FlatEye::Camera(eye, node) if !screen => {
                paper.moved * camera::flat_view(eye, *node, paper.size, parallax)
            }
            _ => paper.moved,
        }
    }
}

/// What is gathered from.
pub(crate) struct Gather<'g, 's> {
    pub(crate) scene: &'s Scene,
    pub(crate) world: &'g WorldPlacements,
    pub(crate) regions: &'g Regions<'s>,
    pub(crate) root: NodeId,
    pub(crate) flat_eye: &'g FlatEye<'g>,
    pub(crate) eye: &'g Eye,
    pub(crate) picture: Vec2,
    /// The picture that cameras on the plane fill, and where it is put.
    pub(crate) paper: Paper,
    /// Seconds since the scene began.
    pub(crate) time: f64,
    /// For particles without a seed of their own.
    pub(crate) seed: u32,
    /// Whether what is in the plane is drawn, or only particles in space.
    pub(crate) plane: bool,
}

/// Gathers the visible flat drawings.
pub(crate) fn gather(from: &Gather<'_, '_>, images: &mut Images<'_>, notes: &mut Vec<Note>) -> FlatDrawings {
    let mut painter = Painter {
        from,
        images,
        notes,
        vertices: Vec::new(),
        on_screen: Vec::new(),
        items: Vec::new(),
        before: vec![usize::MAX; from.regions.groups.len()],
        within: Within {
            tint: [1.0; 4],
            screen: false,
            view_scale: 1.0,
            light_mask: 1,
            lit: FlatLit::Lit,
            repeat: None,
        },
        repeats: Vec::new(),
        lights: FlatLights::default(),
        region: Region::default(),
        shader: None,
        turn: 0,
        join: None,
        count: Counts::default(),
        fonts: super::text::Fonts::default(),
        solids: super::cloud::solids(from),
    };
    painter.lights = if from.plane {
        let view = |id: NodeId| from.flat_eye.view(from.paper, Vec2::ONE, on_screen(from.scene, id));
        FlatLights::gather(
            from.scene,
            from.world,
            from.regions,
            view,
            from.picture,
            painter.images,
            painter.notes,
        )
    } else {
        FlatLights::default()
    };
    painter.walk();
    let framed = if matches!(from.flat_eye, FlatEye::Framing) { painter.frame() } else { Affine2::IDENTITY };
    painter.count.note(painter.notes);
    FlatDrawings { framed, ..painter.finish() }
}

/// What a node passes on to those below it.
#[derive(Clone, Copy)]
pub(super) struct Within {
    /// Stored values.
    pub(super) tint: [f32; 4],
    /// Whether 2D cameras leave it alone.
    pub(super) screen: bool,
    /// About the middle of the picture.
    view_scale: f32,
    /// Of the node itself.
    light_mask: u32,
    lit: FlatLit,
    /// Where its copies stand, into [`Painter::repeats`].
    pub(super) repeat: Option<usize>,
}

impl Within {
    /// What a node passes on.
    pub(super) fn of(self, node: &Node) -> Self {
        // Engine behaviour (Godot): what does not follow its parent is not tinted by it either.
        let tint = if node.top_level { [1.0; 4] } else { self.tint };
        Self {
            tint: times(tint, node.tint.to_stored()),
            screen: self.screen || node.screen_space,
            view_scale: self.view_scale * node.view_scale,
            light_mask: node.light_mask,
            lit: node.lit,
            repeat: self.repeat,
        }
    }
}

/// What could not be drawn as it should.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) texts: usize,
    pub(super) not_begun: usize,
    pub(super) cut: usize,
}

impl Counts {
    fn note(&self, notes: &mut Vec<Note>) {
        if self.texts > 0 {
            notes.push(Note::TextAsBox { texts: self.texts });
        }
        if self.not_begun > 0 {
            notes.push(Note::NoParticlesYet { emitters: self.not_begun });
        }
        if self.cut > 0 {
            notes.push(Note::TooManyParticles { emitters: self.cut });
        }
    }
}

pub(super) struct Painter<'p, 'g, 's, 'i> {
    pub(super) from: &'p Gather<'g, 's>,
    pub(super) images: &'p mut Images<'i>,
    pub(super) notes: &'p mut Vec<Note>,
    pub(super) vertices: Vec<FlatVertex>,
    /// Per vertex, whether it is fixed to the screen.
    pub(super) on_screen: Vec<bool>,
    pub(super) items: Vec<Item>,
    pub(super) before: Vec<usize>,
    /// Of the node being painted.
    pub(super) within: Within,
    pub(super) region: Region,
    /// Of the component being painted.
    pub(super) shader: Option<ShaderId>,
    /// Of the picture being painted, as in [`FlatVertex::turn`].
    turn: u32,
    /// The group that its drawings put in.
    pub(super) join: Option<(usize, Join)>,
    pub(super) count: Counts,
    /// Where copies of what repeats stand, pixels of the picture.
    pub(super) repeats: Vec<Vec<Vec2>>,
    lights: FlatLights,
    pub(super) fonts: super::text::Fonts<'s>,
    pub(super) solids: [Vec<proscenio_scene::ParticleSolid>; 2],
}

impl Painter<'_, '_, '_, '_> {
    pub(super) fn paint(&mut self, id: NodeId) {
        let scene = self.from.scene;
        let node = &scene.nodes[id];
        for (place, component) in node.components.iter().enumerate() {
            let shader = scene.flat_shaders.get(&(id, place)).copied();
            self.shader = shader.filter(|shader| scene.shaders.get(*shader).is_some());
            if !self.from.regions.shows(id, component) {
                continue;
            }
            if let Component::Particles(emitter) = component {
                self.particles(id, emitter);
                continue;
            }
            if let Component::Cycles(emitter) = component {
                self.cycles(id, emitter);
                continue;
            }
            let Some((local, parallax)) = plane_place(component).filter(|_| self.from.plane) else {
                continue;
            };
            let matrix = self.view(parallax) * self.from.world.flat(id).then(local).matrix();
            if !matrix.is_finite() {
                self.notes.push(Note::NotFinite { node: id, name: node.name.clone() });
                continue;
            }
            self.turn = super::relief::turn(matrix, UvRect { min: Vec2::ZERO, max: Vec2::ONE });
            match component {
                Component::Sprite(sprite) => self.sprite(sprite, matrix),
                Component::AnimatedSprite(frames) => {
                    if let Some(sprite) = frames.sprite_at(self.from.time) {
                        self.sprite(&sprite, matrix);
                    }
                }
                Component::FlatMesh(mesh) => self.flat_mesh(mesh, matrix),
                Component::NineSlice(slice) => self.nine_slice(slice, matrix),
                Component::Tiles(layer) => self.tiles(layer, matrix),
                Component::Shapes(shapes) => self.shapes(shapes, matrix),
                Component::Text(text) => self.text(text, matrix),
                _ => {}
            }
        }
    }

    pub(super) fn view(&self, parallax: Vec2) -> Affine2 {
        let seen = self.from.flat_eye.view(self.from.paper, parallax, self.within.screen);
        scaled(seen, self.within.view_scale, self.from.paper)
    }

    pub(super) fn push(&mut self, pixel: Vec2, uv: Vec2, color: [f32; 4], window: [f32; 4]) -> u32 {
        self.vertices.push(FlatVertex {
            place: [pixel.x, pixel.y, 0.0, 1.0],
            uv: uv.into(),
            color,
            window,
            lit: 0,
            turn: self.turn,
            shine: 0,
        });
        self.on_screen.push(self.within.screen);
        self.vertices.len() as u32 - 1
    }

    /// A corner in clip space.
    pub(super) fn push_deep(&mut self, place: [f32; 4], uv: Vec2, color: [f32; 4]) -> u32 {
        self.vertices.push(FlatVertex {
            place,
            uv: uv.into(),
            color,
            window: WHOLE,
            lit: 0,
            turn: 0,
            shine: 0,
        });
        self.on_screen.push(true);
        self.vertices.len() as u32 - 1
    }

    pub(super) fn item(&mut self, z: f32, slot: Option<Slot>, blend: BlendMode, indices: Vec<u32>) {
        if !self.lights.is_plain() || self.within.lit == FlatLit::OnlyWhereLit {
            let lit = self.lights.on(z, self.within.light_mask, self.within.lit);
            let (bits, shine) = super::relief::marks(self.from.scene, slot);
            for index in &indices {
                let vertex = &mut self.vertices[*index as usize];
                (vertex.lit, vertex.shine) = (lit | if lit == 0 { 0 } else { bits }, shine);
            }
        }
        let blend = if self.join.is_some() { BlendMode::Premultiplied } else { blend };
        self.items.push(Item {
            z,
            slot,
            blend,
            deep: false,
            region: self.from.regions.at_z(self.region, z),
            shader: self.shader,
            join: self.join,
            indices,
        });
    }

    /// A rectangle with a part of a picture, kept half a texel inside it when `texels` says how many there are.
    pub(super) fn quad(
        &mut self,
        matrix: Affine2,
        [low, high]: [Vec2; 2],
        uv: UvRect,
        color: [f32; 4],
        texels: Option<Vec2>,
    ) -> [u32; 6] {
        let window = texels.map_or(WHOLE, |texels| guard(uv.min, uv.max, texels));
        let first = self.vertices.len() as u32;
        self.turn = super::relief::turn(matrix, uv);
        for corner in [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y] {
            let pixel = matrix.transform_point2(low + corner * (high - low));
            self.push(pixel, uv.min + corner * (uv.max - uv.min), color, window);
        }
        [0, 1, 2, 0, 2, 3].map(|i| first + i)
    }

    pub(super) fn size_of(&mut self, image: ImageId) -> Vec2 {
        let [width, height] = self.images.get(image).size;
        Vec2::new(width as f32, height as f32)
    }

    fn shapes(&mut self, shapes: &Shapes, matrix: Affine2) {
        let scale = scale_of(matrix);
        let tint = times(shapes.tint.to_stored(), self.within.tint);
        let mut indices = Vec::new();
        for shape in shapes.shapes.iter().filter(|shape| shape.visible) {
            if let Some(fill) = shape.fill {
                let inside = outline::fill(&shape.kind, scale);
                indices.extend(self.triangles(&inside, matrix, times(fill.to_stored(), tint)));
            }
            if let Some(stroke) = &shape.stroke {
                let edge = outline::stroke(&shape.kind, stroke, scale);
                indices.extend(self.triangles(&edge, matrix, times(stroke.color.to_stored(), tint)));
            }
        }
        self.item(shapes.z, None, BlendMode::Mix, indices);
    }

    pub(super) fn triangles(&mut self, triangles: &Triangles, matrix: Affine2, color: [f32; 4]) -> Vec<u32> {
        let first = self.vertices.len() as u32;
        for point in &triangles.points {
            self.push(matrix.transform_point2(*point), Vec2::ZERO, color, WHOLE);
        }
        triangles.indices.iter().map(|index| first + index).collect()
    }

    /// Moves and scales all that is not fixed to the screen so that it fills the picture, and says how.
    fn frame(&mut self) -> Affine2 {
        let world = |(vertex, on_screen): (&FlatVertex, &bool)| {
            let pixel = Vec2::new(vertex.place[0], vertex.place[1]);
            (!on_screen && pixel.is_finite()).then_some(pixel)
        };
        let all = self.vertices.iter().zip(&self.on_screen).filter_map(world);
        let Some((low, high)) = around(all) else { return Affine2::IDENTITY };
        let view = camera::flat_framing(low, high, self.from.picture);
        self.lights.moved(view);
        for (vertex, on_screen) in self.vertices.iter_mut().zip(&self.on_screen) {
            if !on_screen {
                let pixel = view.transform_point2(Vec2::new(vertex.place[0], vertex.place[1]));
                (vertex.place[0], vertex.place[1]) = (pixel.x, pixel.y);
            }
        }
        view
    }

    fn finish(self) -> FlatDrawings {
        let picture = self.from.picture;
        let bounds = (0..self.from.regions.groups.len()).map(|group| {
            let own = self.items.iter().filter(|item| item.region.group == Some(group));
            let corner = |index: &u32| {
                let [x, y, _, w] = self.vertices[*index as usize].place;
                (x, y, w)
            };
            around(own.flat_map(|item| {
                item.indices.iter().map(corner).map(|(x, y, w)| {
                    if item.deep {
                        let clip = Vec2::new(x, -y) / w.abs().max(1e-6);
                        (clip * 0.5 + 0.5) * picture
                    } else {
                        Vec2::new(x, y)
                    }
                })
            }))
        });
        FlatDrawings {
            bounds: bounds.collect(),
            items: self.items.into_iter().filter(|item| !item.indices.is_empty()).collect(),
            vertices: self.vertices,
            before: self.before,
            lights: self.lights,
            framed: Affine2::IDENTITY,
        }
    }
}

/// Lower and upper corner of points.
pub(crate) fn around(points: impl Iterator<Item = Vec2>) -> Option<(Vec2, Vec2)> {
    points.fold(None, |all: Option<(Vec2, Vec2)>, p| {
        Some(all.map_or((p, p), |(low, high)| (low.min(p), high.max(p))))
    })
}

/// The place in its node and the parallax of what is drawn in the plane and is not hidden.
fn plane_place(component: &Component) -> Option<(Flat, Vec2)> {
    let (visible, local, parallax) = match component {
        Component::Sprite(sprite) => (sprite.visible, sprite.local, sprite.parallax),
        Component::AnimatedSprite(frames) => {
            let look = &frames.flat.as_ref()?.look;
            (look.visible, look.local, look.parallax)
        }
        Component::FlatMesh(mesh) => (mesh.visible, mesh.local, mesh.parallax),
        Component::NineSlice(slice) => (slice.visible, slice.local, slice.parallax),
        Component::Tiles(layer) => (layer.visible, layer.local, Vec2::ONE),
        Component::Shapes(shapes) => (shapes.visible, shapes.local, shapes.parallax),
        Component::Text(text) => (text.visible, text.local, text.parallax),
        _ => return None,
    };
    visible.then_some((local, parallax))
}

/// A view scaled about the middle of the picture.
fn scaled(view: Affine2, scale: f32, paper: Paper) -> Affine2 {
    if scale == 1.0 {
        return view;
    }
    let pivot = Affine2::from_translation(paper.moved.transform_point2(paper.size * 0.5));
    pivot * Affine2::from_scale(Vec2::splat(scale)) * pivot.inverse() * view
}

pub(super) fn slot_of(texture: &TextureRef) -> Slot {
    Slot::new(texture, Reading::Numbers)
}

/// Whether 2D cameras leave a node alone.
fn on_screen(scene: &Scene, id: NodeId) -> bool {
    let mut at = Some(id);
    while let Some(node) = at {
        if scene.nodes[node].screen_space {
            return true;
        }
        at = scene.nodes[node].parent;
    }
    false
}

/// The window half a texel inside the shown part of a picture.
pub(super) fn guard(from: Vec2, to: Vec2, size: Vec2) -> [f32; 4] {
    let half = Vec2::splat(0.5) / size.max(Vec2::ONE);
    let low = from.min(to) + half;
    let high = low.max(from.max(to) - half);
    [low.x, low.y, high.x, high.y]
}

/// How many pixels of the picture a pixel of a drawing is, along its longer axis.
pub(crate) fn scale_of(matrix: Affine2) -> f32 {
    let scale = matrix.matrix2.x_axis.length().max(matrix.matrix2.y_axis.length());
    if scale.is_finite() && scale > 1e-6 { scale } else { 1.0 }
}

pub(super) fn times(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|i| a[i] * b[i])
}

#[cfg(test)]
#[path = "flat_tests.rs"]
mod tests;
