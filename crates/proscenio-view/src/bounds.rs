//! Boxes and rectangles around what nodes show.

use proscenio::run::{Bent, joint_matrices, morph};
use proscenio::scene::glam::{Affine2, Affine3A, Vec2, Vec3};
use proscenio::scene::{Flat, Mesh, MeshInstance, ShapeKind, WorldPlacements};
use proscenio::{Component, NodeId, Scene};

/// Lower and upper corner.
pub type Box3 = (Vec3, Vec3);
/// Lower and upper corner, pixels of the node.
pub type Box2 = (Vec2, Vec2);

/// The boxes of a scene's meshes, worked out once; those of meshes that bones or other shapes move, each time.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    meshes: Vec<Option<Box3>>,
}

fn join((low, high): Box3, (l, h): Box3) -> Box3 {
    (low.min(l), high.max(h))
}

/// Around points that are numbers.
fn around3(points: &[[f32; 3]]) -> Option<Box3> {
    let points = points.iter().map(|point| Vec3::from_array(*point)).filter(|point| point.is_finite());
    points.map(|point| (point, point)).reduce(join)
}

/// Around a mesh as joints and other shapes have it, in its own space; `None` when nothing moves it.
fn bent(mesh: &Mesh, joints: Option<&[Affine3A]>, weights: &[f32]) -> Option<Box3> {
    let (mut all, mut any) = (None, false);
    let mut bent = Bent::default();
    for surface in &mesh.surfaces {
        let morphed = morph(surface, weights);
        let moved = morphed.as_ref().unwrap_or(surface);
        let bends = joints.is_some_and(|joints| bent.fill(moved, joints));
        any |= bends || morphed.is_some();
        let own = around3(if bends { &bent.positions } else { &moved.positions });
        all = all.into_iter().chain(own).reduce(join);
    }
    all.filter(|_| any)
}

impl Bounds {
    /// Of a scene's meshes.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let of = |mesh: &Mesh| mesh.surfaces.iter().filter_map(|surface| surface.bounds()).reduce(join);
        Self { meshes: scene.meshes.iter().map(|(_, mesh)| of(mesh)).collect() }
    }

    /// The boxes of a node's own visible meshes as they are bent at the moment, each with its placement in the world.
    pub fn meshes<'s>(
        &'s self,
        scene: &'s Scene,
        world: &WorldPlacements,
        id: NodeId,
    ) -> impl Iterator<Item = (&'s MeshInstance, Affine3A, Box3)> + 's {
        let node = world.space(id);
        let joints = joint_matrices(scene, world, id);
        scene.nodes[id].components.iter().filter_map(move |component| match component {
            Component::Mesh(instance) if instance.visible => {
                let mesh = scene.meshes.get(instance.mesh)?;
                let moved = bent(mesh, joints.as_deref(), &instance.morph_weights);
                let at_rest = || *self.meshes.get(instance.mesh.index())?;
                Some((instance, instance.placed(node), moved.or_else(at_rest)?))
            }
            _ => None,
        })
    }

    /// The box in the world around what is shown at a node and below it; a point where it stands when that is nothing.
    /// `None` for what has no place in space.
    #[must_use]
    pub fn of(&self, scene: &Scene, world: &WorldPlacements, root: NodeId) -> Option<Box3> {
        let mut all: Option<Box3> = None;
        for id in scene.depth_first_from(root).filter(|id| world.visible(*id) || *id == root) {
            for (_, placed, bounds) in self.meshes(scene, world, id) {
                for corner in corners(bounds) {
                    let point = placed.transform_point3(corner);
                    if point.is_finite() {
                        let (low, high) = all.unwrap_or((point, point));
                        all = Some((low.min(point), high.max(point)));
                    }
                }
            }
        }
        let stands = || {
            let place = Vec3::from(world.space(root).translation);
            (scene.nodes[root].placement.space.is_some() && place.is_finite())
                .then(|| (place - 0.5, place + 0.5))
        };
        all.or_else(stands)
    }
}

/// The eight corners of a box; bit 0 of the number is x, bit 1 y, bit 2 z.
#[must_use]
pub fn corners((low, high): Box3) -> [Vec3; 8] {
    std::array::from_fn(|bits| {
        let pick = |bit: usize, a: f32, b: f32| if bits >> bit & 1 == 0 { a } else { b };
        Vec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
    })
}

/// A rectangle of the plane.
#[derive(Clone, Copy, Debug)]
pub struct FlatBox {
    /// From its pixels to those of the world.
    pub place: Affine2,
    /// Lower and upper corner.
    pub bounds: Box2,
    /// Higher is painted later.
    pub z: f32,
}

/// The rectangles of a node's own drawings, in the order they are painted.
pub fn flat<'s>(scene: &'s Scene, world: &WorldPlacements, id: NodeId) -> impl Iterator<Item = FlatBox> + 's {
    let node = world.flat(id);
    let size = scene.nodes[id].size;
    let own = scene.nodes[id].components.iter().filter_map(move |component| {
        let (local, bounds, z) = part(component)?;
        let place = node.then(local).matrix();
        (place.is_finite() && bounds.0.is_finite() && bounds.1.is_finite()).then_some(FlatBox {
            place,
            bounds,
            z,
        })
    });
    // A part of a user interface that shows nothing itself is still there.
    let control = size.map(|size| FlatBox { place: node.matrix(), bounds: (Vec2::ZERO, size), z: 0.0 });
    own.chain(control)
}

/// The rectangle of one drawing.
fn part(component: &Component) -> Option<(Flat, Box2, f32)> {
    let rect = |position: Vec2, size: Vec2| (position.min(position + size), position.max(position + size));
    let (local, bounds, z, visible) = match component {
        Component::Sprite(sprite) => {
            (sprite.local, rect(sprite.position, sprite.size), sprite.z, sprite.visible)
        }
        Component::AnimatedSprite(sprite) => {
            let flat = sprite.flat.as_ref()?;
            (flat.look.local, rect(flat.look.position, flat.look.size), flat.look.z, flat.look.visible)
        }
        Component::FlatMesh(mesh) => (mesh.local, around(mesh.points.iter().copied())?, mesh.z, mesh.visible),
        Component::NineSlice(slice) => {
            (slice.local, rect(-slice.anchor * slice.size, slice.size), slice.z, slice.visible)
        }
        Component::Tiles(layer) => {
            let rows = layer.cells.len() as u32 / layer.columns.max(1);
            let size = Vec2::new(layer.columns as f32, rows as f32) * layer.cell;
            (layer.local, (Vec2::ZERO, size), layer.z, layer.visible)
        }
        Component::Shapes(shapes) => {
            let all =
                shapes.shapes.iter().filter(|shape| shape.visible).filter_map(|shape| outline(&shape.kind));
            let whole = all.reduce(|(low, high), (l, h)| (low.min(l), high.max(h)))?;
            (shapes.local, whole, shapes.z, shapes.visible)
        }
        Component::Text(text) => {
            let lines = text.text.lines().map(|line| line.chars().count());
            let (widest, count) = (lines.clone().max().unwrap_or(0), lines.count());
            let size = if text.font_size > 0.0 { text.font_size } else { 16.0 };
            // Letters are about half as wide as high: near enough to be clicked.
            let block = Vec2::new(widest as f32 * size * 0.55, count as f32 * size * 1.3);
            (text.local, rect(-text.anchor * block, block), text.z, text.visible)
        }
        _ => return None,
    };
    visible.then_some((local, bounds, z))
}

fn outline(kind: &ShapeKind) -> Option<Box2> {
    match kind {
        ShapeKind::Rect { position, size, rotation, .. } => {
            let middle = *position + *size * 0.5;
            let turn = Vec2::from_angle(*rotation);
            let corner = |unit: Vec2| middle + turn.rotate(unit * *size * 0.5);
            around(
                [Vec2::NEG_ONE, Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)]
                    .map(corner)
                    .into_iter(),
            )
        }
        ShapeKind::Ellipse { center, radii, rotation, .. } => {
            let reach = if *rotation == 0.0 { radii.abs() } else { Vec2::splat(radii.abs().max_element()) };
            Some((*center - reach, *center + reach))
        }
        ShapeKind::Polygon { points } | ShapeKind::Line { points, .. } => around(points.iter().copied()),
    }
}

/// Lower and upper corner of points that are numbers.
pub fn around(points: impl Iterator<Item = Vec2>) -> Option<Box2> {
    points.filter(|point| point.is_finite()).fold(None, |all: Option<Box2>, point| {
        let (low, high) = all.unwrap_or((point, point));
        Some((low.min(point), high.max(point)))
    })
}

/// The four corners of a rectangle, in order around it.
#[must_use]
pub fn corners2((low, high): Box2) -> [Vec2; 4] {
    [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
}

/// The box of the world's plane around what is shown at a node and below it; `None` when nothing is.
#[must_use]
pub fn flat_of(scene: &Scene, world: &WorldPlacements, root: NodeId) -> Option<Box2> {
    let shown = scene.depth_first_from(root).filter(|id| world.visible(*id) || *id == root);
    let points = shown.flat_map(|id| {
        let boxes: Vec<FlatBox> = flat(scene, world, id).collect();
        boxes
            .into_iter()
            .flat_map(|flat| corners2(flat.bounds).map(|corner| flat.place.transform_point2(corner)))
    });
    around(points)
}
