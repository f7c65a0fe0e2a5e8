//! Flat drawings.

use bytemuck::{Pod, Zeroable};
use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{
    BlendMode, Camera2d, Component, Flat, ImageId, NodeId, Scene, Shapes, TextureRef, UvRect, WorldPlacements,
};

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
    pub(crate) indices: Vec<u32>,
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

/// What is gathered from.
pub(crate) struct Gather<'g, 's> {
    pub(crate) scene: &'s Scene,
    pub(crate) world: &'g WorldPlacements,
    pub(crate) regions: &'g Regions<'s>,
    pub(crate) root: NodeId,
    pub(crate) flat_eye: &'g FlatEye<'g>,
    pub(crate) eye: &'g Eye,
    pub(crate) picture: Vec2,
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
        within: Within { tint: [1.0; 4], screen: false },
        region: Region::default(),
        count: Counts::default(),
        fonts: super::text::Fonts::default(),
        solids: super::cloud::solids(from),
    };
    painter.walk();
    if matches!(from.flat_eye, FlatEye::Framing) {
        painter.frame();
    }
    painter.count.note(painter.notes);
    painter.finish()
}

/// What a node passes on to those below it.
#[derive(Clone, Copy)]
pub(super) struct Within {
    /// Stored values.
    pub(super) tint: [f32; 4],
    /// Whether 2D cameras leave it alone.
    screen: bool,
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
    on_screen: Vec<bool>,
    pub(super) items: Vec<Item>,
    before: Vec<usize>,
    /// Of the node being painted.
    pub(super) within: Within,
    pub(super) region: Region,
    pub(super) count: Counts,
    pub(super) fonts: super::text::Fonts<'s>,
    pub(super) solids: [Vec<proscenio_scene::ParticleSolid>; 2],
}

/// A step of the walk, on a stack of its own so that depth costs none.
enum Step {
    Enter(NodeId, Within),
    Paint(NodeId, Within),
}

impl<'s> Painter<'_, '_, 's, '_> {
    /// A node's own drawings come before those below it, but after those that go behind.
    fn walk(&mut self) {
        let scene = self.from.scene;
        let mut steps = vec![Step::Enter(self.from.root, self.within)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(id, above) if self.from.regions.of(id).is_some() => {
                    for group in self.from.regions.begun_at(id) {
                        self.before[*group] = self.items.len();
                    }
                    let node = &scene.nodes[id];
                    // Engine behaviour (Godot): what does not follow its parent is not tinted by it either.
                    let tint = if node.top_level { [1.0; 4] } else { above.tint };
                    let within = Within {
                        tint: times(tint, node.tint.to_stored()),
                        screen: above.screen || node.screen_space,
                    };
                    let behind = |child: &&NodeId| is_behind(scene, **child);
                    let in_front = node.children.iter().rev().filter(|child| !behind(child));
                    steps.extend(in_front.map(|child| Step::Enter(*child, within)));
                    steps.push(Step::Paint(id, within));
                    let hidden = node.children.iter().rev().filter(behind);
                    steps.extend(hidden.map(|child| Step::Enter(*child, within)));
                }
                Step::Enter(..) => {}
                Step::Paint(id, within) => {
                    self.within = within;
                    self.region = self.from.regions.of(id).unwrap_or_default();
                    self.paint(id);
                }
            }
        }
    }

    fn paint(&mut self, id: NodeId) {
        let node = &self.from.scene.nodes[id];
        for component in &node.components {
            if !self.from.regions.shows(id, component) {
                continue;
            }
            if let Component::Particles(emitter) = component {
                self.particles(id, emitter);
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
            match component {
                Component::Sprite(sprite) => self.sprite(sprite, matrix),
                Component::NineSlice(slice) => self.nine_slice(slice, matrix),
                Component::Tiles(layer) => self.tiles(layer, matrix),
                Component::Shapes(shapes) => self.shapes(shapes, matrix),
                Component::Text(text) => self.text(text, matrix),
                _ => {}
            }
        }
    }

    pub(super) fn view(&self, parallax: Vec2) -> Affine2 {
        match self.from.flat_eye {
            FlatEye::Camera(eye, node) if !self.within.screen => {
                camera::flat_view(eye, *node, self.from.picture, parallax)
            }
            _ => Affine2::IDENTITY,
        }
    }

    pub(super) fn push(&mut self, pixel: Vec2, uv: Vec2, color: [f32; 4], window: [f32; 4]) -> u32 {
        self.vertices.push(FlatVertex { place: [pixel.x, pixel.y, 0.0, 1.0], uv: uv.into(), color, window });
        self.on_screen.push(self.within.screen);
        self.vertices.len() as u32 - 1
    }

    /// A corner in clip space.
    pub(super) fn push_deep(&mut self, place: [f32; 4], uv: Vec2, color: [f32; 4]) -> u32 {
        self.vertices.push(FlatVertex { place, uv: uv.into(), color, window: WHOLE });
        self.on_screen.push(true);
        self.vertices.len() as u32 - 1
    }

    pub(super) fn item(&mut self, z: f32, slot: Option<Slot>, blend: BlendMode, indices: Vec<u32>) {
        self.items.push(Item { z, slot, blend, deep: false, region: self.region, indices });
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

    /// Moves and scales all that is not fixed to the screen so that it fills the picture.
    fn frame(&mut self) {
        let world = |(vertex, on_screen): (&FlatVertex, &bool)| {
            let pixel = Vec2::new(vertex.place[0], vertex.place[1]);
            (!on_screen && pixel.is_finite()).then_some(pixel)
        };
        let all = self.vertices.iter().zip(&self.on_screen).filter_map(world);
        let Some((low, high)) = around(all) else { return };
        let view = camera::flat_framing(low, high, self.from.picture);
        for (vertex, on_screen) in self.vertices.iter_mut().zip(&self.on_screen) {
            if !on_screen {
                let pixel = view.transform_point2(Vec2::new(vertex.place[0], vertex.place[1]));
                (vertex.place[0], vertex.place[1]) = (pixel.x, pixel.y);
            }
        }
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
        Component::NineSlice(slice) => (slice.visible, slice.local, slice.parallax),
        Component::Tiles(layer) => (layer.visible, layer.local, Vec2::ONE),
        Component::Shapes(shapes) => (shapes.visible, shapes.local, shapes.parallax),
        Component::Text(text) => (text.visible, text.local, text.parallax),
        _ => return None,
    };
    visible.then_some((local, parallax))
}

pub(super) fn slot_of(texture: &TextureRef) -> Slot {
    Slot::new(texture, Reading::Numbers)
}

/// Whether a node is painted before its parent.
fn is_behind(scene: &Scene, id: NodeId) -> bool {
    let sprites = scene.nodes[id].components.iter().filter_map(|component| match component {
        Component::Sprite(sprite) => Some(sprite),
        _ => None,
    });
    sprites.into_iter().any(|sprite| sprite.behind_parent)
}

/// The window half a texel inside the shown part of a picture.
pub(super) fn guard(from: Vec2, to: Vec2, size: Vec2) -> [f32; 4] {
    let half = Vec2::splat(0.5) / size.max(Vec2::ONE);
    let low = from.min(to) + half;
    let high = low.max(from.max(to) - half);
    [low.x, low.y, high.x, high.y]
}

/// How many pixels of the picture a pixel of a drawing is, along its longer axis.
pub(super) fn scale_of(matrix: Affine2) -> f32 {
    let scale = matrix.matrix2.x_axis.length().max(matrix.matrix2.y_axis.length());
    if scale.is_finite() && scale > 1e-6 { scale } else { 1.0 }
}

pub(super) fn times(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|i| a[i] * b[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::{FlatFields, Node, Placement, Rgba, Shape, ShapeKind, Sprite, TextBox};

    fn sprite(red: f32) -> Sprite {
        let tint = Rgba::from_stored([red, 1.0, 1.0, 1.0]);
        Sprite { tint, ..Sprite::new(None, Vec2::splat(10.0)) }
    }

    fn node(sprite: Sprite) -> Node {
        let mut node = Node::new("sprite");
        node.components.push(Component::Sprite(sprite));
        node
    }

    fn drawn(scene: &Scene, eye: &FlatEye<'_>) -> (FlatDrawings, Vec<Note>) {
        let mut notes = Vec::new();
        let mut images = Images::new(scene, 2048);
        let world = scene.world_placements();
        let regions = Regions::new(scene, &world, scene.root, None, &mut notes);
        let from = Gather {
            scene,
            world: &world,
            regions: &regions,
            root: scene.root,
            flat_eye: eye,
            eye: &Eye::framing([].into_iter(), 1.0),
            picture: Vec2::new(100.0, 80.0),
            time: 0.0,
            seed: 0,
            plane: true,
        };
        let all = gather(&from, &mut images, &mut notes);
        (all, notes)
    }

    impl FlatVertex {
        fn at(&self) -> [f32; 2] {
            [self.place[0], self.place[1]]
        }
    }

    /// The red of every sprite's first corner, in painting order, in tenths.
    fn reds(drawings: &FlatDrawings) -> Vec<i32> {
        let corner = |quad: &[u32]| drawings.vertices[quad[0] as usize].color[0];
        let mut items: Vec<_> = drawings.items.iter().collect();
        items.sort_by(|a, b| a.z.total_cmp(&b.z));
        items.iter().map(|item| (corner(&item.indices) * 10.0).round() as i32).collect()
    }

    #[test]
    fn painting_goes_by_z_then_by_the_tree_with_some_behind_their_parent() {
        let mut scene = Scene::new("order", Node::new("root"));
        scene.add_child(scene.root, node(Sprite { z: 1.0, ..sprite(0.1) }));
        let parent = scene.add_child(scene.root, node(sprite(0.2)));
        scene.add_child(parent, node(sprite(0.3)));
        let back = scene.add_child(parent, node(Sprite { behind_parent: true, ..sprite(0.4) }));
        scene.add_child(back, node(sprite(0.5)));
        scene.add_child(scene.root, node(Sprite { z: -1.0, ..sprite(0.6) }));
        let (drawings, _) = drawn(&scene, &FlatEye::Identity);
        assert_eq!(reds(&drawings), [6, 4, 5, 2, 3, 1]);
    }

    #[test]
    fn tints_multiply_down_the_tree_and_hidden_nodes_hide_what_is_below() {
        let mut scene = Scene::new("tint", Node::new("root"));
        scene.nodes[scene.root].tint = Rgba::from_stored([0.5, 1.0, 1.0, 1.0]);
        let parent = scene.add_child(scene.root, node(sprite(1.0)));
        scene.nodes[parent].tint = Rgba::from_stored([0.8, 1.0, 1.0, 1.0]);
        scene.add_child(parent, node(sprite(0.5)));
        scene.add_child(parent, Node { top_level: true, ..node(sprite(0.7)) });
        let hidden = scene.add_child(scene.root, Node { visible: false, ..node(sprite(1.0)) });
        scene.add_child(hidden, node(sprite(1.0)));
        assert_eq!(reds(&drawn(&scene, &FlatEye::Identity).0), [4, 2, 7]);
    }

    #[test]
    fn cameras_leave_what_is_fixed_to_the_screen_alone() {
        let mut scene = Scene::new("camera", Node::new("root"));
        scene.add_child(scene.root, node(sprite(1.0)));
        scene.add_child(scene.root, Node { screen_space: true, ..node(sprite(0.5)) });
        let eye = Camera2d {
            position: Vec2::new(5.0, 5.0),
            rotation: 0.0,
            zoom: Vec2::splat(2.0),
            origin: Vec2::splat(0.5),
            current: true,
            follows_node: true,
        };
        let (drawings, _) = drawn(&scene, &FlatEye::Camera(&eye, Affine2::IDENTITY));
        assert_eq!(drawings.vertices[0].at(), [40.0, 30.0]);
        assert_eq!(drawings.vertices[4].at(), [0.0, 0.0]);
        let (framed, _) = drawn(&scene, &FlatEye::Framing);
        assert!(framed.vertices[0].at()[1] < 4.0 && framed.vertices[2].at()[1] > 76.0);
        assert_eq!(framed.vertices[6].at(), [10.0, 10.0]);
    }

    #[test]
    fn guarded_windows_stay_inside() {
        let [low_x, low_y, high_x, high_y] =
            guard(Vec2::new(0.5, 0.0), Vec2::new(0.25, 1.0), Vec2::splat(8.0));
        assert_eq!([low_x, low_y, high_x, high_y], [0.3125, 0.0625, 0.4375, 0.9375]);
        let tiny = guard(Vec2::ZERO, Vec2::splat(0.01), Vec2::splat(8.0));
        assert_eq!(tiny[0], tiny[2]);
    }

    #[test]
    fn texts_are_boxes_and_nonsense_is_noted() {
        let mut scene = Scene::new("text", Node::new("root"));
        let text = TextBox { font_size: 10.0, anchor: Vec2::new(0.5, 0.0), ..TextBox::new("ab\ncdef", None) };
        scene.nodes[scene.root].components.push(Component::Text(text));
        let broken = FlatFields { rotation: f32::NAN, ..FlatFields::IDENTITY };
        let lost = Node { placement: Placement::flat(Flat::Fields(broken)), ..node(sprite(1.0)) };
        scene.add_child(scene.root, lost);
        let (drawings, notes) = drawn(&scene, &FlatEye::Identity);
        assert_eq!(drawings.vertices[0].at(), [-10.0, 0.0]);
        assert_eq!(drawings.vertices[2].at(), [10.0, 20.0]);
        assert!(matches!(notes[..], [Note::NotFinite { .. }, Note::TextAsBox { texts: 1 }]));
    }

    #[test]
    fn hidden_shapes_are_not_painted() {
        let shape = |visible| Shape {
            kind: ShapeKind::Rect { position: Vec2::ZERO, size: Vec2::ONE, radii: [0.0; 4], rotation: 0.0 },
            fill: Some(Rgba::WHITE),
            stroke: None,
            visible,
        };
        let shapes = Shapes::new(vec![shape(false), shape(true)]);
        let mut scene = Scene::new("shapes", Node::new("root"));
        scene.nodes[scene.root].components.push(Component::Shapes(shapes));
        assert_eq!(drawn(&scene, &FlatEye::Identity).0.vertices.len(), 4);
    }
}
