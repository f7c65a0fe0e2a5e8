//! A scene as lists that can be drawn one entry after the other.

mod cutaway;
mod flat;
mod geometry;
mod images;
mod lights;
mod materials;
mod meshes;
mod outline;

use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{
    Background, Camera, Camera2d, Component, NodeId, Rgba, Scene, Tonemap, TonemapKind, WorldPlacements,
};

pub(crate) use flat::{Batch, FlatDrawings, FlatVertex};
pub(crate) use images::{Images, Texels, half};
pub(crate) use lights::{LightData, Lighting, MAX_LIGHTS};
pub(crate) use materials::{Prepared as PreparedMaterial, Reading, Slot, SurfaceData};
pub(crate) use meshes::{Draw, Form, Meshes, ObjectData, Shape, Vertex};

use crate::camera::Eye;
use crate::{CameraChoice, Note, RenderError, View};

/// One entry of the order of things drawn on stored values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Into [`Meshes::draws`].
    Mesh(usize),
    /// Into [`FlatDrawings::batches`].
    Flat(usize),
}

/// A scene ready to draw.
pub(crate) struct Prepared<'s> {
    pub(crate) meshes: Meshes,
    /// Meshes in linear light, in drawing order; into [`Meshes::draws`].
    pub(crate) linear: Vec<usize>,
    /// Everything on stored values, in drawing order, after what is in linear light.
    pub(crate) stored: Vec<Step>,
    pub(crate) flat: FlatDrawings,
    pub(crate) images: Images<'s>,
    pub(crate) lighting: Lighting,
    pub(crate) reflection: [f32; 3],
    pub(crate) eye: Eye,
    pub(crate) background: Rgba,
    pub(crate) tonemap: Tonemap,
    /// Whether there is a picture of light to be mapped.
    pub(crate) light: bool,
    pub(crate) notes: Vec<Note>,
}

impl<'s> Prepared<'s> {
    /// Prepares a scene for a picture.
    ///
    /// # Errors
    /// [`RenderError::NotACamera`] when the view names a node without a camera.
    pub(crate) fn new(scene: &'s Scene, view: &View, max_texture: u32) -> Result<Self, RenderError> {
        let world = scene.world_placements();
        let picture = Vec2::new(view.size[0] as f32, view.size[1] as f32);
        let chosen = Chosen::new(scene, view.camera)?;
        let mut notes = Vec::new();
        let mut images = Images::new(scene, max_texture);

        let mut meshes = meshes::gather(scene, &world, &mut images, &mut notes);
        let (eye, framed) = space_eye(&meshes, &world, &chosen, picture.x / picture.y);
        if framed {
            meshes.open_rooms(eye.position());
        }
        let shown = !meshes.draws.is_empty();
        if shown && framed && !chosen.frame {
            notes.push(Note::NoCamera);
        }
        let lit = |stored: bool| {
            let mut used = meshes.draws.iter().map(|draw| &meshes.materials[draw.material]);
            used.any(|material| material.lit && material.stored == stored)
        };
        let wanted = lights::Wanted { linear: lit(false), stored: lit(true), framed };
        let lighting = lights::gather(scene, &world, Some(&eye), wanted, &mut notes);

        let flat_eye = match chosen.flat {
            Some((id, camera)) => flat::FlatEye::Camera(camera, flat_place(&world, id)),
            None if chosen.frame && !shown => flat::FlatEye::Framing,
            None => flat::FlatEye::Identity,
        };
        let flat = flat::gather(scene, &world, &flat_eye, picture, &mut images, &mut notes);

        let (linear, stored) = order(&meshes, &flat, &eye);
        let Background::Color(background) = scene.environment.background;
        let tonemap = scene.environment.tonemap;
        // Engine behaviour (Godot): an eye in space sees the background through the curve, meshes or not.
        let curved = tonemap.kind != TonemapKind::Linear || tonemap.exposure != 1.0;
        let light = !linear.is_empty() || (curved && chosen.space.is_some());
        Ok(Self {
            meshes,
            linear,
            stored,
            flat,
            images,
            lighting,
            reflection: scene.environment.ambient.reflection.rgb,
            eye,
            background: view.background.unwrap_or(background),
            tonemap,
            light,
            notes,
        })
    }
}

impl Prepared<'_> {
    /// The longest list of each kind that goes to the driver, bytes.
    pub(crate) fn list_sizes(&self, [width, height]: [u32; 2]) -> [(&'static str, u64); 4] {
        let bytes = |count: usize, each: usize| count as u64 * each as u64;
        let shapes = self.meshes.shapes.iter();
        let shape = |shape: &Shape| {
            bytes(shape.vertices.len(), size_of::<Vertex>()).max(bytes(shape.indices.len(), 4))
        };
        let flat = bytes(self.flat.vertices.len(), size_of::<FlatVertex>());
        [
            ("vertices in a surface", shapes.map(shape).max().unwrap_or_default()),
            // One entry takes 256 bytes at most, the widest gap between offsets that drivers ask for.
            ("meshes", bytes(self.meshes.objects.len(), 256)),
            ("flat drawings", flat.max(bytes(self.flat.indices.len(), 4))),
            ("pixels", u64::from(width).next_multiple_of(64) * 4 * u64::from(height)),
        ]
    }
}

/// Where a flat camera's node is; the origin when that is not a number.
fn flat_place(world: &WorldPlacements, id: NodeId) -> Affine2 {
    let place = world.flat(id).matrix();
    if place.is_finite() { place } else { Affine2::IDENTITY }
}

/// The cameras a view is seen with.
struct Chosen<'s> {
    space: Option<(NodeId, &'s Camera)>,
    flat: Option<(NodeId, &'s Camera2d)>,
    frame: bool,
}

impl<'s> Chosen<'s> {
    fn new(scene: &'s Scene, choice: CameraChoice) -> Result<Self, RenderError> {
        let auto = || Self { space: first_camera(scene), flat: first_flat_camera(scene), frame: false };
        match choice {
            CameraChoice::Auto => Ok(auto()),
            CameraChoice::Frame => Ok(Self { space: None, flat: None, frame: true }),
            CameraChoice::Node(id) => {
                let node = scene.nodes.get(id);
                let components = node.map(|node| node.components.as_slice()).unwrap_or_default();
                let mut chosen = auto();
                let mut found = false;
                for component in components {
                    match component {
                        Component::Camera(camera) => (chosen.space, found) = (Some((id, camera)), true),
                        Component::Camera2d(camera) => (chosen.flat, found) = (Some((id, camera)), true),
                        _ => {}
                    }
                }
                if found {
                    return Ok(chosen);
                }
                let name = node.map(|node| node.name.clone()).unwrap_or_default();
                Err(RenderError::NotACamera { name })
            }
        }
    }
}

/// The first camera that says it is shown first, else the first of all.
fn first_camera(scene: &Scene) -> Option<(NodeId, &Camera)> {
    let all = || {
        scene.depth_first().flat_map(|id| scene.nodes[id].components.iter().map(move |c| (id, c))).filter_map(
            |(id, component)| match component {
                Component::Camera(camera) => Some((id, camera)),
                _ => None,
            },
        )
    };
    all().find(|(_, camera)| camera.current).or_else(|| all().next())
}

/// The first flat camera that says it is shown first. Without one the plane is seen as it is.
fn first_flat_camera(scene: &Scene) -> Option<(NodeId, &Camera2d)> {
    let all = scene.depth_first().flat_map(|id| scene.nodes[id].components.iter().map(move |c| (id, c)));
    all.filter_map(|(id, component)| match component {
        Component::Camera2d(camera) if camera.current => Some((id, camera)),
        _ => None,
    })
    .next()
}

/// The eye in space, and whether it is one that frames the scene.
fn space_eye(meshes: &Meshes, world: &WorldPlacements, chosen: &Chosen<'_>, aspect: f32) -> (Eye, bool) {
    match chosen.space {
        Some((id, camera)) => (Eye::of(camera, world.space(id), aspect), false),
        None => (Eye::framing(meshes.corners(), aspect), true),
    }
}

/// What is drawn in linear light, and what on stored values, each in order.
fn order(meshes: &Meshes, flat: &FlatDrawings, eye: &Eye) -> (Vec<usize>, Vec<Step>) {
    // Solid things nearest first, so that hidden ones are not shaded; see-through ones farthest first.
    let mut linear = Vec::new();
    let mut stored = Vec::new();
    for (index, draw) in meshes.draws.iter().enumerate() {
        let material = &meshes.materials[draw.material];
        if material.stored {
            // Solid ones stay in tree order: of two at the same depth the first one stays visible.
            let depth = if material.see_through { -eye.depth(draw.placed.translation.into()) } else { 0.0 };
            stored.push(((draw.z, u8::from(material.see_through)), depth, Step::Mesh(index)));
        } else {
            // Engine behaviour (Godot): distance from the eye in a perspective, depth without one.
            let far = if eye.flat { eye.depth(draw.middle) } else { draw.middle.distance(eye.position()) };
            let depth = if material.see_through { -far } else { far };
            linear.push((material.see_through, depth, index));
        }
    }
    let batches = flat.batches.iter().enumerate();
    stored.extend(batches.map(|(index, batch)| ((batch.z, 2), 0.0, Step::Flat(index))));
    linear.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    stored.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    (
        linear.into_iter().map(|(_, _, index)| index).collect(),
        stored.into_iter().map(|(_, _, step)| step).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::glam::{Affine3A, Vec3};
    use proscenio_scene::{
        AlphaMode, FovAxis, Material, Mesh, MeshInstance, Node, Placement, Projection, ShadingRule, Sprite,
        Surface,
    };

    fn view(camera: CameraChoice) -> View {
        View { camera, ..View::new([64, 64]) }
    }

    fn with(scene: &mut Scene, z: f32, component: Component) -> NodeId {
        let placement = Placement::space(Affine3A::from_translation(Vec3::Z * z));
        let mut node = Node { placement, ..Node::new("node") };
        node.components.push(component);
        scene.add_child(scene.root, node)
    }

    fn eye() -> Camera {
        Camera {
            projection: Projection::Perspective { fov: 1.0, axis: FovAxis::Vertical },
            near: 0.1,
            far: 100.0,
            offset: Vec2::ZERO,
            zoom: 1.0,
            current: false,
            local: None,
            follows_node: true,
        }
    }

    /// A scene with one triangle per material and place, seen from z = 10.
    fn meshes(of: &[(ShadingRule, AlphaMode, i32, f32)]) -> Scene {
        let mut scene = Scene::new("order", Node::new("root"));
        let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let surface = Surface { positions, ..Surface::default() };
        let mesh = scene.meshes.add(Mesh { surfaces: vec![surface], ..Mesh::default() });
        for (shading, alpha, z, depth) in of {
            let material = Material { shading: *shading, alpha: *alpha, ..Material::default() };
            let materials = vec![Some(scene.materials.add(material))];
            let instance = MeshInstance { mesh, materials, z: *z, cast_shadow: true };
            with(&mut scene, *depth, Component::Mesh(instance));
        }
        with(&mut scene, 10.0, Component::Camera(eye()));
        scene
    }

    #[test]
    fn linear_things_go_nearest_first_and_see_through_ones_farthest_first() {
        let rule = ShadingRule::LinearPbr;
        let scene = meshes(&[
            (rule, AlphaMode::Blend, 0, 1.0),
            (rule, AlphaMode::Blend, 5, -3.0),
            (rule, AlphaMode::Opaque, 0, -3.0),
            (rule, AlphaMode::Cutoff(0.5), 0, 2.0),
        ]);
        let prepared = Prepared::new(&scene, &view(CameraChoice::Auto), 2048).unwrap();
        assert_eq!(prepared.linear, [3, 2, 1, 0]);
    }

    #[test]
    fn stored_things_go_by_z_meshes_before_flat_ones() {
        let rule = ShadingRule::StoredUnlit;
        let mut scene = meshes(&[
            (rule, AlphaMode::Blend, 0, 1.0),
            (rule, AlphaMode::Blend, 0, -3.0),
            (rule, AlphaMode::Opaque, 0, -3.0),
            (rule, AlphaMode::Opaque, -1, 0.0),
        ]);
        for z in [0, -1] {
            let sprite = Sprite { z, ..Sprite::new(None, Vec2::ONE) };
            with(&mut scene, 0.0, Component::Sprite(sprite));
        }
        let prepared = Prepared::new(&scene, &view(CameraChoice::Auto), 2048).unwrap();
        let want = [Step::Mesh(3), Step::Flat(0), Step::Mesh(2), Step::Mesh(1), Step::Mesh(0), Step::Flat(1)];
        assert_eq!(prepared.stored, want);
    }

    #[test]
    fn the_camera_is_the_current_one_or_the_first_or_a_frame() {
        let mut scene = meshes(&[(ShadingRule::LinearPbr, AlphaMode::Opaque, 0, 0.0)]);
        let at = |scene: &Scene, choice| Prepared::new(scene, &view(choice), 64).unwrap().eye.position().z;
        assert_eq!(at(&scene, CameraChoice::Auto), 10.0);
        with(&mut scene, 20.0, Component::Camera(Camera { current: true, ..eye() }));
        let third = with(&mut scene, 30.0, Component::Camera(eye()));
        assert_eq!(at(&scene, CameraChoice::Auto), 20.0);
        assert_eq!(at(&scene, CameraChoice::Node(third)), 30.0);
        assert!(at(&scene, CameraChoice::Frame) < 5.0);
        let none = Prepared::new(&scene, &view(CameraChoice::Node(scene.root)), 64);
        assert!(matches!(none.err(), Some(RenderError::NotACamera { .. })));
    }

    #[test]
    fn without_a_camera_the_scene_is_framed_and_that_is_said() {
        let scene = meshes(&[(ShadingRule::LinearPbr, AlphaMode::Opaque, 0, 0.0)]);
        let mut blind = scene.clone();
        for id in scene.depth_first() {
            blind.nodes[id].components.retain(|component| !matches!(component, Component::Camera(_)));
        }
        let auto = Prepared::new(&blind, &view(CameraChoice::Auto), 64).unwrap();
        assert_eq!(auto.notes, [Note::NoCamera, Note::Headlight]);
        let asked = Prepared::new(&blind, &view(CameraChoice::Frame), 64).unwrap();
        assert_eq!(asked.notes, [Note::Headlight]);
    }

    #[test]
    fn the_sizes_of_lists_are_known_before_they_are_sent() {
        let mut scene = meshes(&[(ShadingRule::LinearPbr, AlphaMode::Opaque, 0, 0.0); 3]);
        with(&mut scene, 0.0, Component::Sprite(Sprite::new(None, Vec2::ONE)));
        let prepared = Prepared::new(&scene, &view(CameraChoice::Auto), 64).unwrap();
        let sizes = prepared.list_sizes([65, 2]).map(|(_, bytes)| bytes);
        assert_eq!(sizes, [3 * 72, 3 * 256, 4 * 48, 128 * 4 * 2]);
    }
}
