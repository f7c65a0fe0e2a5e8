//! Flat drawings in painting order.

use bytemuck::{Pod, Zeroable};
use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{
    BlendMode, Camera2d, Component, Flat, ImageId, NodeId, Scene, Shapes, Sprite, TextBox, TextureRef,
    WorldPlacements,
};

use super::images::Images;
use super::materials::{Reading, Slot};
use super::outline::{self, Triangles};
use crate::{Note, camera};

/// One corner, laid out as in `flat.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct FlatVertex {
    /// Pixels of the picture.
    pub(crate) pixel: [f32; 2],
    pub(crate) uv: [f32; 2],
    /// Stored values.
    pub(crate) color: [f32; 4],
    /// Least and greatest texture coordinates that may be read.
    pub(crate) window: [f32; 4],
}

/// Drawings that follow each other and need nothing changed between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Batch {
    pub(crate) indices: std::ops::Range<u32>,
    pub(crate) slot: Option<Slot>,
    pub(crate) blend: BlendMode,
    pub(crate) z: i32,
}

/// All flat drawings of a scene, in painting order.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatDrawings {
    pub(crate) vertices: Vec<FlatVertex>,
    pub(crate) indices: Vec<u32>,
    pub(crate) batches: Vec<Batch>,
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

const WHOLE: [f32; 4] = [f32::MIN, f32::MIN, f32::MAX, f32::MAX];
/// Width of a letter as a share of the height of a line: about what most fonts have.
const LETTER: f32 = 0.5;

/// Gathers the visible flat drawings.
pub(crate) fn gather(
    scene: &Scene,
    world: &WorldPlacements,
    eye: &FlatEye<'_>,
    picture: Vec2,
    images: &mut Images<'_>,
    notes: &mut Vec<Note>,
) -> FlatDrawings {
    let mut painter = Painter {
        eye,
        picture,
        images,
        notes,
        vertices: Vec::new(),
        on_screen: Vec::new(),
        items: Vec::new(),
        texts: 0,
        within: Within { tint: [1.0; 4], screen: false },
    };
    painter.walk(scene, world);
    if matches!(eye, FlatEye::Framing) {
        painter.frame();
    }
    if painter.texts > 0 {
        painter.notes.push(Note::TextAsBox { texts: painter.texts });
    }
    painter.finish()
}

/// What a node passes on to those below it.
#[derive(Clone, Copy)]
struct Within {
    /// Stored values.
    tint: [f32; 4],
    /// Whether 2D cameras leave it alone.
    screen: bool,
}

/// One drawing before sorting.
struct Item {
    z: i32,
    slot: Option<Slot>,
    blend: BlendMode,
    indices: Vec<u32>,
}

struct Painter<'p, 's> {
    eye: &'p FlatEye<'p>,
    picture: Vec2,
    images: &'p mut Images<'s>,
    notes: &'p mut Vec<Note>,
    vertices: Vec<FlatVertex>,
    /// Per vertex, whether it is fixed to the screen.
    on_screen: Vec<bool>,
    items: Vec<Item>,
    texts: usize,
    /// Of the node being painted.
    within: Within,
}

/// A step of the walk, on a stack of its own so that depth costs none.
enum Step {
    Enter(NodeId, Within),
    Paint(NodeId, Within),
}

impl Painter<'_, '_> {
    /// A node's own drawings come before those below it, but after those that go behind.
    fn walk(&mut self, scene: &Scene, world: &WorldPlacements) {
        let mut steps = vec![Step::Enter(scene.root, self.within)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(id, above) if world.visible(id) => {
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
                    self.paint(scene, id, world.flat(id));
                }
            }
        }
    }

    fn paint(&mut self, scene: &Scene, id: NodeId, placed: Flat) {
        let node = &scene.nodes[id];
        for component in &node.components {
            let (local, parallax) = match component {
                Component::Sprite(sprite) => (sprite.local, sprite.parallax),
                Component::Shapes(shapes) => (shapes.local, shapes.parallax),
                Component::Text(text) => (text.local, Vec2::ONE),
                _ => continue,
            };
            let matrix = self.view(parallax) * placed.then(local).matrix();
            if !matrix.is_finite() {
                self.notes.push(Note::NotFinite { node: id, name: node.name.clone() });
                continue;
            }
            match component {
                Component::Sprite(sprite) => self.sprite(sprite, matrix),
                Component::Shapes(shapes) => self.shapes(shapes, matrix),
                Component::Text(text) => self.text(text, matrix),
                _ => {}
            }
        }
    }

    fn view(&self, parallax: Vec2) -> Affine2 {
        match self.eye {
            FlatEye::Camera(eye, node) if !self.within.screen => {
                camera::flat_view(eye, *node, self.picture, parallax)
            }
            _ => Affine2::IDENTITY,
        }
    }

    fn push(&mut self, vertex: FlatVertex) -> u32 {
        self.vertices.push(vertex);
        self.on_screen.push(self.within.screen);
        self.vertices.len() as u32 - 1
    }

    fn sprite(&mut self, sprite: &Sprite, matrix: Affine2) {
        let color = times(sprite.tint.to_stored(), self.within.tint);
        let (mut from, mut to) = (sprite.uv_min, sprite.uv_max);
        let mut window = WHOLE;
        if let Some(texture) = &sprite.texture {
            let scale = Vec2::from_array(texture.transform.scale);
            let offset = Vec2::from_array(texture.transform.offset);
            (from, to) = (from * scale + offset, to * scale + offset);
            if sprite.uv_guard {
                window = guard(from, to, self.size_of(texture.image));
            }
        }
        let first = self.vertices.len() as u32;
        for corner in [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y] {
            let pixel = matrix.transform_point2(sprite.position + corner * sprite.size);
            let uv = from + corner * (to - from);
            self.push(FlatVertex { pixel: pixel.into(), uv: uv.into(), color, window });
        }
        self.items.push(Item {
            z: sprite.z,
            slot: sprite.texture.as_ref().map(|texture: &TextureRef| Slot::new(texture, Reading::Numbers)),
            blend: sprite.blend,
            indices: [0, 1, 2, 0, 2, 3].map(|i| first + i).to_vec(),
        });
    }

    fn size_of(&mut self, image: ImageId) -> Vec2 {
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
        self.items.push(Item { z: shapes.z, slot: None, blend: BlendMode::Mix, indices });
    }

    fn triangles(&mut self, triangles: &Triangles, matrix: Affine2, color: [f32; 4]) -> Vec<u32> {
        let first = self.vertices.len() as u32;
        for point in &triangles.points {
            let pixel = matrix.transform_point2(*point).into();
            self.push(FlatVertex { pixel, uv: [0.0; 2], color, window: WHOLE });
        }
        triangles.indices.iter().map(|index| first + index).collect()
    }

    /// A box of about the size of the text, its edge one pixel wide.
    fn text(&mut self, text: &TextBox, matrix: Affine2) {
        self.texts += 1;
        let lines = text.text.split('\n').count() as f32;
        let letters = text.text.split('\n').map(|line| line.chars().count()).max().unwrap_or_default();
        let size = Vec2::new((letters as f32 * LETTER).max(LETTER), lines) * text.font_size.max(1.0);
        let edge = Vec2::splat(1.0 / scale_of(matrix));
        let low = -text.anchor * size;
        let high = low + size;
        let color = times(text.tint.to_stored(), self.within.tint);
        let faint = [color[0], color[1], color[2], color[3] * 0.15];
        let bars = [
            (low, high, faint),
            (low, Vec2::new(high.x, low.y + edge.y), color),
            (Vec2::new(low.x, high.y - edge.y), high, color),
            (low, Vec2::new(low.x + edge.x, high.y), color),
            (Vec2::new(high.x - edge.x, low.y), high, color),
        ];
        let mut indices = Vec::new();
        for (low, high, color) in bars {
            let points = vec![low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
            let bar = Triangles { points, indices: vec![0, 1, 2, 0, 2, 3] };
            indices.extend(self.triangles(&bar, matrix, color));
        }
        self.items.push(Item { z: text.z, slot: None, blend: BlendMode::Mix, indices });
    }

    /// Moves and scales all that is not fixed to the screen so that it fills the picture.
    fn frame(&mut self) {
        let world = |(vertex, on_screen): (&FlatVertex, &bool)| {
            let pixel = Vec2::from_array(vertex.pixel);
            (!on_screen && pixel.is_finite()).then_some(pixel)
        };
        let all = self.vertices.iter().zip(&self.on_screen).filter_map(world);
        let Some((low, high)) = all.fold(None, |all: Option<(Vec2, Vec2)>, p| {
            Some(all.map_or((p, p), |(low, high)| (low.min(p), high.max(p))))
        }) else {
            return;
        };
        let view = camera::flat_framing(low, high, self.picture);
        for (vertex, on_screen) in self.vertices.iter_mut().zip(&self.on_screen) {
            if !on_screen {
                vertex.pixel = view.transform_point2(vertex.pixel.into()).into();
            }
        }
    }

    /// Sorts by z, keeping the order among equals, and joins what can be drawn at once.
    fn finish(mut self) -> FlatDrawings {
        self.items.sort_by_key(|item| item.z);
        let mut drawings = FlatDrawings { vertices: self.vertices, ..FlatDrawings::default() };
        for item in self.items.iter().filter(|item| !item.indices.is_empty()) {
            let start = drawings.indices.len() as u32;
            drawings.indices.extend(&item.indices);
            let end = drawings.indices.len() as u32;
            match drawings.batches.last_mut() {
                Some(last) if last.z == item.z && last.slot == item.slot && last.blend == item.blend => {
                    last.indices.end = end;
                }
                _ => drawings.batches.push(Batch {
                    indices: start..end,
                    slot: item.slot,
                    blend: item.blend,
                    z: item.z,
                }),
            }
        }
        drawings
    }
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
fn guard(from: Vec2, to: Vec2, size: Vec2) -> [f32; 4] {
    let half = Vec2::splat(0.5) / size.max(Vec2::ONE);
    let low = from.min(to) + half;
    let high = low.max(from.max(to) - half);
    [low.x, low.y, high.x, high.y]
}

/// How many pixels of the picture a pixel of a drawing is, along its longer axis.
fn scale_of(matrix: Affine2) -> f32 {
    let scale = matrix.matrix2.x_axis.length().max(matrix.matrix2.y_axis.length());
    if scale.is_finite() && scale > 1e-6 { scale } else { 1.0 }
}

fn times(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|i| a[i] * b[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::{FlatFields, Node, Placement, Rgba, Shape, ShapeKind};

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
        let picture = Vec2::new(100.0, 80.0);
        let all = gather(scene, &scene.world_placements(), eye, picture, &mut images, &mut notes);
        (all, notes)
    }

    /// The red of every sprite's first corner, in painting order, in tenths.
    fn reds(drawings: &FlatDrawings) -> Vec<i32> {
        let corner = |quad: &[u32]| drawings.vertices[quad[0] as usize].color[0];
        drawings.indices.chunks_exact(6).map(|quad| (corner(quad) * 10.0).round() as i32).collect()
    }

    #[test]
    fn painting_goes_by_z_then_by_the_tree_with_some_behind_their_parent() {
        let mut scene = Scene::new("order", Node::new("root"));
        scene.add_child(scene.root, node(Sprite { z: 1, ..sprite(0.1) }));
        let parent = scene.add_child(scene.root, node(sprite(0.2)));
        scene.add_child(parent, node(sprite(0.3)));
        let back = scene.add_child(parent, node(Sprite { behind_parent: true, ..sprite(0.4) }));
        scene.add_child(back, node(sprite(0.5)));
        scene.add_child(scene.root, node(Sprite { z: -1, ..sprite(0.6) }));
        let (drawings, _) = drawn(&scene, &FlatEye::Identity);
        assert_eq!(reds(&drawings), [6, 4, 5, 2, 3, 1]);
        let zs: Vec<_> = drawings.batches.iter().map(|batch| batch.z).collect();
        assert_eq!(zs, [-1, 0, 1], "equals are drawn at once");
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
        assert_eq!(drawings.vertices[0].pixel, [40.0, 30.0]);
        assert_eq!(drawings.vertices[4].pixel, [0.0, 0.0]);
        let (framed, _) = drawn(&scene, &FlatEye::Framing);
        assert!(framed.vertices[0].pixel[1] < 4.0 && framed.vertices[2].pixel[1] > 76.0);
        assert_eq!(framed.vertices[6].pixel, [10.0, 10.0]);
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
        let text = TextBox {
            text: "ab\ncdef".into(),
            local: Flat::IDENTITY,
            font_size: 10.0,
            anchor: Vec2::new(0.5, 0.0),
            tint: Rgba::WHITE,
            z: 0,
            extras: proscenio_scene::Extras::new(),
        };
        scene.nodes[scene.root].components.push(Component::Text(text));
        let broken = FlatFields { rotation: f32::NAN, ..FlatFields::IDENTITY };
        let lost = Node { placement: Placement::flat(Flat::Fields(broken)), ..node(sprite(1.0)) };
        scene.add_child(scene.root, lost);
        let (drawings, notes) = drawn(&scene, &FlatEye::Identity);
        assert_eq!(drawings.vertices[0].pixel, [-10.0, 0.0]);
        assert_eq!(drawings.vertices[2].pixel, [10.0, 20.0]);
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
        let shapes = Shapes {
            local: Flat::IDENTITY,
            shapes: vec![shape(false), shape(true)],
            tint: Rgba::WHITE,
            z: 0,
            parallax: Vec2::ONE,
        };
        let mut scene = Scene::new("shapes", Node::new("root"));
        scene.nodes[scene.root].components.push(Component::Shapes(shapes));
        assert_eq!(drawn(&scene, &FlatEye::Identity).0.vertices.len(), 4);
    }
}
