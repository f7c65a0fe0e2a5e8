//! A view of a scene as lists that can be drawn one entry after the other.

mod cloud;
mod cutaway;
mod eyes;
mod facing;
mod finish;
mod flat;
mod flat_lights;
mod flat_shadows;
mod geometry;
mod images;
mod letters;
mod lights;
mod materials;
mod meshes;
mod order;
mod outline;
mod pictures;
mod portals;
mod regions;
mod relief;
mod shadows;
mod sky;
mod stored_shadows;
mod text;
mod volume;
mod walk;

use proscenio_run::PortalMap;
use proscenio_scene::glam::{Affine2, Vec2};
use proscenio_scene::{
    Adjustment, Background, Camera, Camera2d, Component, Fog, Glow, Haze, ImageId, NodeId, Picture,
    Rendering, Rgba, Scene, Tonemap, TonemapKind, WorldPlacements,
};

pub(crate) use flat::{FlatDrawings, FlatVertex, Join, around, scale_of};
pub(crate) use flat_lights::{FlatLightData, FlatLights, MOST_AMBIENTS, MOST_FLAT_LIGHTS};
pub(crate) use flat_shadows::DIRECTIONS;
pub(crate) use images::{Images, Texels, half, place};
pub(crate) use lights::{LightData, Lighting, MAX_LIGHTS};
pub(crate) use materials::{Prepared as PreparedMaterial, Reading, SLOTS, Slot, SurfaceData, code_slots};
pub(crate) use meshes::{Form, InstanceData, KnownShapes, Meshes, Run, Shape, SurfaceId, Vertex};
pub(crate) use order::{Batch, Order, Step};
pub(crate) use portals::{CutData, Rooms};
pub(crate) use regions::{MaskShape, Regions, is_view};
pub(crate) use shadows::{MAX_TILES, Shadows, Sheet, Tile, TileData};
pub(crate) use sky::{Heaven, SkyData};
pub(crate) use volume::{ACROSS, FogData, Volume};

use eyes::{own_outside, paper, placed_eye};

use crate::camera::{Eye, OwnEye};
use crate::{CameraChoice, Note, RenderError};

/// What a view shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'s> {
    /// All from here on.
    pub(crate) root: NodeId,
    /// The node whose cameras and fog come first: the root, or a picture that sees what is around it.
    pub(crate) own: NodeId,
    pub(crate) size: [u32; 2],
    pub(crate) camera: CameraChoice,
    /// Seen with instead.
    pub(crate) own_eye: Option<&'s OwnEye>,
    pub(crate) background: Rgba,
    /// Whether what is in the plane is drawn.
    pub(crate) plane: bool,
    /// Models that show this picture are left out.
    pub(crate) without: Option<ImageId>,
    /// A picture whose words say what is left out.
    pub(crate) sieve: Option<&'s Picture>,
    /// Whether it is drawn into a picture that shows space in pixels when there is no camera.
    pub(crate) painted: bool,
    /// Seconds since the scene began.
    pub(crate) time: f64,
    pub(crate) seed: u32,
    /// How it is drawn.
    pub(crate) rendering: Rendering,
    /// What hides rooms from the eye.
    pub(crate) portals: Option<&'s PortalMap>,
    /// Stands in the eye's own room; else the camera does.
    pub(crate) stands_in: Option<NodeId>,
    /// Nothing is chosen for the scene.
    pub(crate) strict: bool,
}

/// A view ready to draw.
pub(crate) struct Prepared<'s> {
    pub(crate) scene: &'s Scene,
    pub(crate) meshes: Meshes,
    pub(crate) flat: FlatDrawings,
    pub(crate) order: Order,
    pub(crate) regions: Regions<'s>,
    pub(crate) lighting: Lighting,
    pub(crate) shadows: Shadows,
    pub(crate) fog: Option<Fog>,
    pub(crate) haze: Option<Haze>,
    pub(crate) heaven: Option<Heaven>,
    /// Fog that fills space.
    pub(crate) volume: Option<Volume>,
    pub(crate) reflection: [f32; 3],
    pub(crate) eye: Eye,
    /// World to screen in the plane.
    pub(crate) plane: PlaneViews,
    pub(crate) size: [u32; 2],
    pub(crate) time: f64,
    pub(crate) background: Rgba,
    pub(crate) tonemap: Tonemap,
    pub(crate) adjustment: Option<Adjustment>,
    pub(crate) glow: Option<Glow>,
    /// Whether what is in the plane is the background of what is in space.
    pub(crate) plane_behind: bool,
    pub(crate) rendering: Rendering,
    /// Whether there is a picture of light to be mapped.
    pub(crate) light: bool,
    /// Whether the whole scene is looked at from outside.
    pub(crate) framed: bool,
}

/// World to screen in the plane, for what moves with the camera and for what does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneViews {
    pub(crate) world: Affine2,
    /// For what cameras leave alone.
    pub(crate) screen: Affine2,
}

impl PlaneViews {
    fn new(flat_eye: &flat::FlatEye<'_>, paper: flat::Paper, framed: Affine2) -> Self {
        Self { world: framed * flat_eye.view(paper, Vec2::ONE, false), screen: paper.moved }
    }
}

impl<'s> Prepared<'s> {
    /// Prepares a view.
    ///
    /// # Errors
    /// [`RenderError::NotACamera`] when it names a node without a camera.
    pub(crate) fn new(
        scene: &'s Scene,
        world: &WorldPlacements,
        seen: &Seen<'s>,
        known: &KnownShapes,
        images: &mut Images<'s>,
        notes: &mut Vec<Note>,
    ) -> Result<Self, RenderError> {
        let picture = Vec2::new(seen.size[0] as f32, seen.size[1] as f32);
        let chosen = Chosen::new(scene, seen)?;
        let fixed = scene.world_off_screen && !seen.painted;
        let mut regions = Regions::new(scene, world, seen.root, (seen.sieve, fixed), notes);
        let paper = paper(seen, picture);
        let placed = placed_eye(world, &chosen, seen, picture);
        let outside = own_outside(seen, picture);
        // A scene that is framed is looked at from outside, its rooms opened.
        if let (Some(map), Some(eye)) = (seen.portals, &placed) {
            let own = seen.own_eye.is_some_and(|own| own.space.is_some());
            let camera = chosen.space.filter(|_| !own).map(|(node, _)| node);
            let stands_in = seen.stands_in.or(camera);
            regions.rooms = Rooms::new(scene, world, map, eye, stands_in, seen.size, notes);
        }

        let mut meshes = meshes::gather(
            scene,
            world,
            &regions,
            (seen.without, placed.or(outside).map(|eye| facing::Onlooker::of(&eye)), seen.time),
            known,
            images,
            notes,
        );
        let mut framed = placed.is_none();
        if framed && outside.is_none() && seen.strict && !chosen.frame {
            (meshes, framed) = (Meshes::default(), false);
        }
        let eye = placed.or(outside).unwrap_or_else(|| Eye::framing(meshes.corners(), picture.x / picture.y));
        if framed {
            meshes.open_rooms(eye.position());
        }
        meshes.line_up();
        let shown = !meshes.draws.is_empty();
        if shown && framed && outside.is_none() && !chosen.frame {
            notes.push(Note::NoCamera);
        }
        let wanted = wanted(&meshes, framed);
        let mut lighting = lights::gather(scene, world, &regions.nodes, Some(&eye), wanted, notes);
        let shadows = shadows_of(&mut lighting, &meshes, &eye, wanted, images.max_size(), notes);

        let own = seen.own_eye.is_some_and(|own| own.plane.is_some());
        let flat_eye = chosen.flat_eye(world, shown || own);
        let from = flat::Gather {
            scene,
            world,
            regions: &regions,
            root: seen.root,
            flat_eye: &flat_eye,
            eye: &eye,
            picture,
            paper,
            time: seen.time,
            seed: seen.seed,
            plane: seen.plane,
        };
        let flat = flat::gather(&from, images, notes);
        let plane = PlaneViews::new(&flat_eye, paper, flat.framed);

        let plane_up_to = scene.environment.plane_up_to.filter(|_| seen.own == scene.root && seen.plane);
        let order = Order::new(&meshes, &flat, &regions, &eye, plane_up_to);
        let air =
            Air::new(scene, world, &regions, seen, &eye, [chosen.space.is_some(), order.lights()], images);
        let volume =
            order.lights().then(|| Volume::new(scene, world, &regions.nodes, &eye, seen.size, notes));
        let unsettled = seen.strict && seen.time <= 0.0;
        Ok(Self {
            scene,
            volume: volume.flatten().map(|volume| if unsettled { volume.unsettled() } else { volume }),
            meshes,
            flat,
            order,
            regions,
            lighting,
            shadows,
            fog: fog(scene, seen.own).or_else(|| fog(scene, seen.root)),
            haze: air.haze,
            heaven: air.heaven,
            reflection: scene.environment.ambient.reflection.rgb,
            eye,
            plane,
            size: seen.size,
            time: seen.time,
            background: air.background,
            tonemap: scene.environment.tonemap,
            adjustment: scene.environment.adjustment,
            glow: scene.environment.glow,
            plane_behind: plane_up_to.is_some(),
            rendering: seen.rendering,
            light: air.light || plane_up_to.is_some(),
            framed,
        })
    }
}

/// Plans the shadows of what is shaded in linear light, or else those of stored values.
fn shadows_of(
    lighting: &mut Lighting,
    meshes: &Meshes,
    eye: &Eye,
    wanted: lights::Wanted,
    max_size: u32,
    notes: &mut Vec<Note>,
) -> Shadows {
    let casters = &lighting.casters;
    let (shadows, lights) = if wanted.linear {
        shadows::plan(casters, &mut lighting.lights, meshes, eye, max_size)
    } else if wanted.stored {
        let (shadows, caster) = stored_shadows::plan(casters, &mut lighting.lights, meshes, eye, max_size);
        lighting.stored_caster = caster;
        (shadows, 0)
    } else {
        (Shadows::default(), 0)
    };
    if lights > 0 {
        notes.push(Note::NoShadows { lights });
    }
    shadows
}

/// What is behind and between everything in space.
struct Air {
    heaven: Option<Heaven>,
    haze: Option<Haze>,
    background: Rgba,
    light: bool,
}

impl Air {
    /// `space` says whether there is a camera in space, and whether something is shaded in linear light.
    fn new<'s>(
        scene: &'s Scene,
        world: &WorldPlacements,
        regions: &Regions<'_>,
        seen: &Seen<'_>,
        eye: &Eye,
        space: [bool; 2],
        images: &mut Images<'s>,
    ) -> Self {
        let environment = &scene.environment;
        let [camera, shaded] = space;
        let tonemap = environment.tonemap;
        // Engine behaviour (Godot): an eye in space sees the background through the curve, meshes or not.
        let curved = tonemap.kind != TonemapKind::Linear || tonemap.exposure != 1.0;
        let mut has = |image| images.has(image);
        let heaven =
            (camera || shaded).then(|| sky::heaven(scene, world, &regions.nodes, eye, &mut has)).flatten();
        let haze = environment.haze.filter(|_| camera || shaded);
        let changed = curved
            || heaven.is_some()
            || haze.is_some()
            || environment.adjustment.is_some()
            || environment.glow.is_some();
        let light = shaded || (changed && camera);
        let background =
            if light { sky::hazy_background(environment, seen.background) } else { seen.background };
        Self { heaven, haze, background, light }
    }
}

impl Prepared<'_> {
    /// How many pixels are as wide as one that the scene measures in.
    pub(crate) fn pixel_ratio(&self) -> f32 {
        scale_of(self.plane.screen).max(1e-3)
    }

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
            ("meshes", bytes(self.meshes.instances.len(), size_of::<InstanceData>())),
            ("flat drawings", flat.max(bytes(self.order.indices.len(), 4))),
            ("pixels", u64::from(width).next_multiple_of(64) * 4 * u64::from(height)),
        ]
    }
}

/// The colour where nothing is drawn.
pub(crate) const fn background(scene: &Scene) -> Rgba {
    match scene.environment.background {
        Background::Color(background) => background,
        Background::Sky => Rgba::BLACK,
    }
}

/// Which lights the meshes of a view need.
fn wanted(meshes: &Meshes, framed: bool) -> lights::Wanted {
    let lit = |stored: bool| {
        let mut used = meshes.draws.iter().map(|draw| &meshes.materials[draw.material]);
        used.any(|material| material.lit && material.stored == stored)
    };
    lights::Wanted { linear: lit(false), stored: lit(true), framed }
}

/// Where a flat camera's node is; the origin when that is not a number.
pub(crate) fn flat_place(world: &WorldPlacements, id: NodeId) -> Affine2 {
    let place = world.flat(id).matrix();
    if place.is_finite() { place } else { Affine2::IDENTITY }
}

/// The nodes of a view, hidden ones included.
fn view_nodes(scene: &Scene, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let mut waiting = vec![root];
    std::iter::from_fn(move || {
        let node = waiting.pop()?;
        let children = scene.nodes[node].children.iter().rev();
        waiting.extend(children.filter(|child| !is_view(scene, **child)));
        Some(node)
    })
}

fn components(scene: &Scene, root: NodeId) -> impl Iterator<Item = (NodeId, &Component)> + '_ {
    view_nodes(scene, root).flat_map(|id| scene.nodes[id].components.iter().map(move |part| (id, part)))
}

/// The first fog of a view.
fn fog(scene: &Scene, root: NodeId) -> Option<Fog> {
    components(scene, root).find_map(|(_, component)| match component {
        Component::Fog(fog) => Some(*fog),
        _ => None,
    })
}

/// The cameras a view is seen with.
struct Chosen<'s> {
    space: Option<(NodeId, &'s Camera)>,
    flat: Option<(NodeId, &'s Camera2d)>,
    frame: bool,
}

impl<'s> Chosen<'s> {
    /// What looks at the plane; `shown` says whether anything stands in space.
    fn flat_eye(&self, world: &WorldPlacements, shown: bool) -> flat::FlatEye<'s> {
        match self.flat {
            Some((id, camera)) => flat::FlatEye::Camera(camera, flat_place(world, id)),
            None if self.frame && !shown => flat::FlatEye::Framing,
            None => flat::FlatEye::Identity,
        }
    }

    fn new(scene: &'s Scene, seen: &Seen<'_>) -> Result<Self, RenderError> {
        let auto = || Self {
            space: first_camera(scene, seen.own).or_else(|| first_camera(scene, seen.root)),
            flat: first_flat_camera(scene, seen.own)
                .or_else(|| first_flat_camera(scene, seen.root))
                .filter(|(_, camera)| !(camera.waits && seen.strict && seen.time <= 0.0)),
            frame: false,
        };
        match seen.camera {
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

/// The first camera of a view that says it is shown first, else the first of all.
fn first_camera(scene: &Scene, root: NodeId) -> Option<(NodeId, &Camera)> {
    let all = || {
        components(scene, root).filter_map(|(id, component)| match component {
            Component::Camera(camera) => Some((id, camera)),
            _ => None,
        })
    };
    all().find(|(_, camera)| camera.current).or_else(|| all().next())
}

/// The first flat camera of a view that says it is shown first. Without one the plane is seen as it is.
pub(crate) fn first_flat_camera(scene: &Scene, root: NodeId) -> Option<(NodeId, &Camera2d)> {
    components(scene, root)
        .filter_map(|(id, component)| match component {
            Component::Camera2d(camera) if camera.current => Some((id, camera)),
            _ => None,
        })
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::glam::{Affine3A, Vec3};
    use proscenio_scene::{
        AlphaMode, FovAxis, Material, Mesh, MeshInstance, Node, Placement, Projection, ShadingRule, Sprite,
        Surface,
    };

    fn view(scene: &Scene, camera: CameraChoice) -> (Result<Prepared<'_>, RenderError>, Vec<Note>) {
        let mut notes = Vec::new();
        let seen = Seen {
            root: scene.root,
            own: scene.root,
            size: [64, 64],
            camera,
            own_eye: None,
            background: Rgba::BLACK,
            plane: true,
            without: None,
            sieve: None,
            painted: false,
            time: 0.0,
            seed: 0,
            rendering: Rendering::default(),
            portals: None,
            stands_in: None,
            strict: false,
        };
        let mut images = Images::new(scene, 2048);
        let (world, known) = (scene.world_placements(), KnownShapes::default());
        (Prepared::new(scene, &world, &seen, &known, &mut images, &mut notes), notes)
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
            follows_plane: false,
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
            let instance = MeshInstance { materials, z: *z as f32, ..MeshInstance::new(mesh) };
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
        let prepared = view(&scene, CameraChoice::Auto).0.unwrap();
        let run = |draw| Run { draw, count: 1 };
        assert_eq!(prepared.order.linear, [run(3), run(2)]);
        assert_eq!(prepared.order.linear_through, [run(1), run(0)]);
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
            let sprite = Sprite { z: z as f32, ..Sprite::new(None, Vec2::ONE) };
            with(&mut scene, 0.0, Component::Sprite(sprite));
        }
        let prepared = view(&scene, CameraChoice::Auto).0.unwrap();
        let mesh = |draw| Step::Mesh(Run { draw, count: 1 });
        let want = [mesh(3), Step::Flat(0), mesh(2), mesh(1), mesh(0), Step::Flat(1)];
        assert_eq!(prepared.order.own, want);
    }

    #[test]
    fn the_camera_is_the_current_one_or_the_first_or_a_frame() {
        let mut scene = meshes(&[(ShadingRule::LinearPbr, AlphaMode::Opaque, 0, 0.0)]);
        let at = |scene: &Scene, choice| view(scene, choice).0.unwrap().eye.position().z;
        assert_eq!(at(&scene, CameraChoice::Auto), 10.0);
        with(&mut scene, 20.0, Component::Camera(Camera { current: true, ..eye() }));
        let third = with(&mut scene, 30.0, Component::Camera(eye()));
        assert_eq!(at(&scene, CameraChoice::Auto), 20.0);
        assert_eq!(at(&scene, CameraChoice::Node(third)), 30.0);
        assert!(at(&scene, CameraChoice::Frame) < 5.0);
        let none = view(&scene, CameraChoice::Node(scene.root)).0;
        assert!(matches!(none.err(), Some(RenderError::NotACamera { .. })));
    }

    #[test]
    fn without_a_camera_the_scene_is_framed_and_that_is_said() {
        let scene = meshes(&[(ShadingRule::LinearPbr, AlphaMode::Opaque, 0, 0.0)]);
        let mut blind = scene.clone();
        for id in scene.depth_first() {
            blind.nodes[id].components.retain(|component| !matches!(component, Component::Camera(_)));
        }
        let auto = view(&blind, CameraChoice::Auto).1;
        assert_eq!(auto, [Note::NoCamera, Note::Headlight]);
        let asked = view(&blind, CameraChoice::Frame).1;
        assert_eq!(asked, [Note::Headlight]);
    }

    #[test]
    fn the_sizes_of_lists_are_known_before_they_are_sent() {
        let mut scene = meshes(&[(ShadingRule::LinearPbr, AlphaMode::Opaque, 0, 0.0); 3]);
        with(&mut scene, 0.0, Component::Sprite(Sprite::new(None, Vec2::ONE)));
        let prepared = view(&scene, CameraChoice::Auto).0.unwrap();
        let sizes = prepared.list_sizes([65, 2]).map(|(_, bytes)| bytes);
        assert_eq!(sizes, [3 * 80, 3 * 84, 4 * 68, 128 * 4 * 2]);
    }
}
