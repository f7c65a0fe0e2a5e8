//! The neutral scene as pixels, with wgpu, without a window.
//!
//! ```no_run
//! # fn show(scene: &proscenio_scene::Scene) -> Result<(), proscenio_render::RenderError> {
//! let renderer = proscenio_render::Renderer::headless()?;
//! let picture = renderer.draw(scene, &proscenio_render::View::new([640, 360]))?;
//! let png = picture.to_png()?;
//! # Ok(()) }
//! ```
//!
//! Each material is shaded by the arithmetic of its engine
//! ([`ShadingRule`](proscenio_scene::ShadingRule)): in linear light, mapped to stored values at the end, or
//! on stored values throughout. What is in linear light is drawn first, into a picture of light; then come
//! the stored meshes and all flat drawings by their z. Both share one depth buffer.
//!
//! A [`Renderer`] keeps what the last picture needed on the device: textures, vertex lists, places, numbers, the surfaces
//! that are drawn on. Of the next picture only that is sent which has changed; [`Picture::stats`] tells how much. Vertex
//! lists are kept as long as the scene's table of meshes has the same
//! [`Revision`](proscenio_scene::Revision), so a clone of the scene that is posed anew for each picture costs nothing
//! but its bent surfaces. For a window, see [`Renderer::draw_onto`].
//!
//! The scene is read, never changed; files, clock and environment are not touched. Only what WebGL2 offers
//! is asked of the driver.
//!
//! # Limitations
//!
//! Skies are those of linear light; stored values do without, and have the shadow of one light, in a scene where nothing is
//! shaded in linear light. Shadows of lights that have a size are as soft as those of lights without one. Of Godot, reflection probes, global illumination, decals, ambient
//! occlusion and shader files are not drawn. A sector that is seen through more than eight accurate portals is drawn whole.
//! At most 32 lights shine, and at most 48 pictures of depth are shared by those that throw shadows. Effects from shader
//! files are not run, and effects do not see what is beyond the picture's edge. What a picture leaves out stands in its
//! [`Note`]s. In a scene that mixes both kinds of materials, see-through surfaces in linear light are painted before all
//! stored ones.

mod animated;
pub mod beside;
mod camera;
pub mod compare;
mod device;
mod error;
mod gif;
mod note;
mod overlay;
mod paint;
mod passes;
mod picture;
mod prepare;
mod screen;
mod scroll;
mod sight;
mod stats;
mod target;
mod views;

pub use animated::animated_png;
pub use camera::{CameraChoice, OwnEye};
pub use device::{Driver, rank as device_rank};
pub use error::RenderError;
pub use gif::animated_gif;
pub use note::Note;
pub use picture::Picture;
pub use screen::{Drawn, Screen};
pub use sight::Sight;
pub use stats::Stats;
/// The version whose devices and textures are taken.
pub use wgpu;

use std::sync::{Mutex, MutexGuard, PoisonError};

use proscenio_run::PortalMap;
use proscenio_scene::WorldPlacements;
use proscenio_scene::{Component, NodeId, Picture as ScenePicture, PictureSees, Rgba, Scene, ScreenEffect};

use device::Gpu;
use paint::Painting;
use passes::{
    CarryPass, CodePass, ComposePass, EffectPass, EffectRun, FlatPass, FogPass, GlowPass, Keeping, Kept,
    MeshPass, Samplers, ShadowPass, ShowPass, SkyPass, Tally, Textures, TonemapPass, white,
};
use prepare::{Images, Prepared, Seen};
use target::{Kind, Target};
use views::{painted, surrounding};

/// What is looked at, and how large.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Width and height of the picture, pixels. Flat drawings keep their size in pixels.
    pub size: [u32; 2],
    /// Which camera is looked through.
    pub camera: CameraChoice,
    /// Drawn where nothing is; `None` takes the scene's. May be see-through.
    pub background: Option<Rgba>,
    /// Seconds since the scene began: frames, tiles, particles and effects are shown as they are then.
    pub time: f64,
    /// For particles without a seed of their own.
    pub seed: u32,
    /// Whether portals hide the sectors that are not seen through them from the camera; a scene that is framed shows
    /// all.
    pub portals: bool,
    /// A node that stands in the same sector as the eye, or is it. `None`: the camera, and when that stands beside all
    /// sectors, the sector around it.
    pub sector: Option<NodeId>,
    /// Whether nothing is chosen for the scene: without a camera nothing in space is seen, and without a light nothing
    /// is lit, as in a game of its engine. At time 0 nothing has run yet: a flat camera that waits for the first step
    /// ([`proscenio_scene::Camera2d::waits`]) is not looked through.
    pub as_engine: bool,
    /// An eye of the viewer's own, in place of the cameras of the scene.
    pub own_eye: Option<OwnEye>,
    /// Whether the doorways that let sight through are outlined (fast ones yellow, accurate ones cyan), and the number of
    /// sectors drawn and of all written into the upper left corner.
    pub overlay: bool,
}

impl View {
    /// The scene's own camera and background, as it begins.
    #[must_use]
    pub const fn new(size: [u32; 2]) -> Self {
        Self {
            size,
            camera: CameraChoice::Auto,
            background: None,
            time: 0.0,
            seed: 0,
            portals: true,
            sector: None,
            as_engine: false,
            own_eye: None,
            overlay: false,
        }
    }
}

/// An open graphics device, ready to draw any number of pictures.
pub struct Renderer {
    gpu: Gpu,
    meshes: MeshPass,
    flat: FlatPass,
    codes: CodePass,
    tonemap: TonemapPass,
    glow: GlowPass,
    fog: FogPass,
    carry: CarryPass,
    compose: ComposePass,
    effects: EffectPass,
    sky: SkyPass,
    shadows: ShadowPass,
    show: ShowPass,
    samplers: Samplers,
    white: wgpu::TextureView,
    /// What stays of the last picture; held while one is drawn.
    kept: Mutex<Kept>,
}

impl Renderer {
    /// Opens the best graphics driver of the machine, in software if need be.
    ///
    /// # Errors
    /// [`RenderError::NoAdapter`] when there is none, [`RenderError::Device`] when it fails.
    pub fn headless() -> Result<Self, RenderError> {
        Self::headless_on(Driver::Any)
    }

    /// As [`Renderer::headless`], of one kind of driver.
    ///
    /// # Errors
    /// As [`Renderer::headless`].
    pub fn headless_on(driver: Driver) -> Result<Self, RenderError> {
        Self::with(Gpu::open(driver)?)
    }

    /// Draws with a device that is open already, as that of a window. It should have at least the limits that
    /// [`Renderer::limits`] gives for its adapter. `name` is what [`Renderer::adapter`] answers.
    ///
    /// # Errors
    /// [`RenderError::Device`] when the device fails.
    pub fn on_device(device: wgpu::Device, queue: wgpu::Queue, name: &str) -> Result<Self, RenderError> {
        Self::with(Gpu::of(device, queue, name.to_owned()))
    }

    /// The limits that a device of an adapter is asked for: those of WebGL2, with textures and buffers as large as it has
    /// them.
    #[must_use]
    pub fn limits(adapter: &wgpu::Adapter) -> wgpu::Limits {
        device::limits(adapter)
    }

    fn with(gpu: Gpu) -> Result<Self, RenderError> {
        let (meshes, flat, tonemap, compose, effects, sky, shadows) = gpu.checked(|| {
            let device = &gpu.device;
            let compose = ComposePass::new(device);
            let meshes = MeshPass::new(device, &compose.masks);
            let flat = FlatPass::new(device, &compose.masks);
            let (tonemap, effects) = (TonemapPass::new(device), EffectPass::new(device));
            let shadows = ShadowPass::new(device, &meshes);
            Ok((meshes, flat, tonemap, compose, effects, SkyPass::new(&gpu), shadows))
        })?;
        Ok(Self {
            white: white(&gpu),
            show: ShowPass::new(&gpu.device),
            codes: CodePass::new(&gpu.device),
            glow: GlowPass::new(&gpu.device),
            fog: FogPass::new(&gpu.device, &meshes),
            carry: CarryPass::new(&gpu.device),
            gpu,
            meshes,
            flat,
            tonemap,
            compose,
            effects,
            sky,
            shadows,
            samplers: Samplers::default(),
            kept: Mutex::default(),
        })
    }

    /// What the driver calls itself, with the kind of driver.
    #[must_use]
    pub fn adapter(&self) -> &str {
        &self.gpu.name
    }

    /// The device and its queue, for textures to draw onto.
    #[must_use]
    pub const fn device(&self) -> (&wgpu::Device, &wgpu::Queue) {
        (&self.gpu.device, &self.gpu.queue)
    }

    /// The greatest width and height of a picture, pixels.
    #[must_use]
    pub const fn max_size(&self) -> u32 {
        self.gpu.max_size
    }

    /// Draws a scene. Whatever cannot be drawn is left out and named in [`Picture::notes`].
    ///
    /// # Errors
    /// [`RenderError::Size`] for a picture without pixels or larger than [`Renderer::max_size`],
    /// [`RenderError::NotACamera`] when the view names a node without a camera, [`RenderError::TooMuch`] when
    /// the scene does not fit the driver, [`RenderError::Device`] when the driver fails.
    pub fn draw(&self, scene: &Scene, view: &View) -> Result<Picture, RenderError> {
        let map = if view.portals { PortalMap::new(scene, &scene.world_placements()) } else { None };
        self.draw_placed(scene, view, map.as_ref())
    }

    /// As [`Renderer::draw`], with a portal map that is kept between pictures, as long as neither sectors nor portals
    /// move. [`View::portals`] counts here too.
    ///
    /// # Errors
    /// As [`Renderer::draw`].
    pub fn draw_in(&self, scene: &Scene, view: &View, map: &PortalMap) -> Result<Picture, RenderError> {
        self.draw_placed(scene, view, Some(map))
    }

    /// As [`Renderer::draw`], onto a texture that is there, as that of a window: nothing is read back, and nothing is
    /// waited for. It is filled whole; [`View::size`] should be its size. [`View::overlay`] does not count here.
    ///
    /// # Errors
    /// As [`Renderer::draw`].
    pub fn draw_onto(
        &self,
        scene: &Scene,
        view: &View,
        map: Option<&PortalMap>,
        screen: &Screen<'_>,
    ) -> Result<Drawn, RenderError> {
        let ((sight, rooms), notes, stats) = self.placed(scene, view, map, |drawing| {
            let mut encoder = drawing.encoder();
            let (shown, _) = drawing.all(&mut encoder)?;
            self.show.draw(&self.gpu, &mut encoder, &shown, screen);
            self.gpu.queue.submit([encoder.finish()]);
            Ok((drawing.sight, drawing.rooms.take().unwrap_or_default()))
        })?;
        let (doorways, sectors) = (rooms.doorways, [rooms.drawn, rooms.total]);
        Ok(Drawn { notes, stats, sight, doorways, sectors })
    }

    fn draw_placed(
        &self,
        scene: &Scene,
        view: &View,
        map: Option<&PortalMap>,
    ) -> Result<Picture, RenderError> {
        let (rgba, notes, stats) = self.placed(scene, view, map, |drawing| {
            let mut encoder = drawing.encoder();
            let (shown, see_through) = drawing.all(&mut encoder)?;
            let pixels = &mut drawing.kept.pixels;
            let mut rgba = target::read(&self.gpu, encoder, &shown, see_through, pixels)?;
            if let Some(rooms) = drawing.rooms.as_ref().filter(|rooms| view.overlay && rooms.total > 0) {
                overlay::draw(&mut rgba, view.size, rooms);
            }
            Ok(rgba)
        })?;
        Ok(Picture { size: view.size, rgba, notes, stats })
    }

    /// Does the work of a picture; gives also what there is to say and what it costs.
    fn placed<T>(
        &self,
        scene: &Scene,
        view: &View,
        map: Option<&PortalMap>,
        work: impl FnOnce(&mut Drawing<'_, '_>) -> Result<T, RenderError>,
    ) -> Result<(T, Vec<Note>, Stats), RenderError> {
        let max = self.gpu.max_size;
        if view.size.iter().any(|side| *side == 0 || *side > max) {
            return Err(RenderError::Size { size: view.size, max });
        }
        let mut world = scene.world_placements();
        scroll::place(scene, &mut world, view);
        let mut kept = self.kept();
        kept.begin(scene);
        let mut drawing = Drawing {
            renderer: self,
            scene,
            world,
            view,
            map: map.filter(|_| view.portals),
            rooms: None,
            sight: Sight::default(),
            images: Images::knowing(scene, max, kept.textures.sizes()),
            textures: Textures::new(self.white.clone()),
            notes: Vec::new(),
            kept: &mut kept,
            tally: Tally::default(),
        };
        let done = self.gpu.checked(|| work(&mut drawing));
        let mut notes = std::mem::take(&mut drawing.notes);
        notes.extend(drawing.images.take_notes());
        drawing.tally.count(|stats| stats.textures = drawing.textures.count());
        let stats = drawing.tally.total();
        match done {
            Ok(done) => {
                kept.tidy();
                Ok((done, notes, stats))
            }
            Err(error) => {
                // What did not come about must not be taken for what is there.
                *kept = Kept::default();
                Err(error)
            }
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A picture put through effects, as at a time in seconds. Effects that are not known are named in
    /// [`Picture::notes`].
    ///
    /// # Errors
    /// As [`Renderer::draw`].
    pub fn apply(
        &self,
        picture: &Picture,
        effects: &[ScreenEffect],
        time: f64,
    ) -> Result<Picture, RenderError> {
        let mut scene = Scene::new("picture", proscenio_scene::Node::new("picture"));
        let [width, height] = picture.size.map(|side| side as f32);
        let image = scene.images.add(proscenio_scene::Image {
            name: "picture".to_owned(),
            path: None,
            size: Some(picture.size),
            pixels: proscenio_scene::Pixels::Rgba8(picture.rgba.clone().into()),
        });
        let texture = proscenio_scene::TextureRef {
            filter: proscenio_scene::Filter::Nearest,
            ..proscenio_scene::TextureRef::new(image)
        };
        let size = proscenio_scene::glam::Vec2::new(width, height);
        let root = scene.root;
        let sprite = proscenio_scene::Sprite::new(Some(texture), size);
        scene.nodes[root].components.push(Component::Sprite(sprite));
        scene.post = effects.to_vec();
        let clear = Some(Rgba::linear(0.0, 0.0, 0.0, 0.0));
        self.draw(&scene, &View { background: clear, time, ..View::new(picture.size) })
    }
}

/// A scene being drawn.
struct Drawing<'d, 's> {
    renderer: &'d Renderer,
    scene: &'s Scene,
    world: WorldPlacements,
    view: &'s View,
    map: Option<&'s PortalMap>,
    /// What portals hide in the view itself.
    rooms: Option<prepare::Rooms>,
    /// What the last view was seen through.
    sight: Sight,
    images: Images<'s>,
    textures: Textures,
    notes: Vec<Note>,
    kept: &'d mut Kept,
    tally: Tally,
}

impl<'s> Drawing<'_, 's> {
    fn encoder(&self) -> wgpu::CommandEncoder {
        self.renderer.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default())
    }

    /// Pictures the scene paints, then the screen: its picture, and whether its background is see-through.
    fn all(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(wgpu::Texture, bool), RenderError> {
        for (id, picture) in painted(self.scene, &self.world) {
            self.picture(id, picture)?;
        }
        let gpu = &self.renderer.gpu;
        let seen = Seen {
            root: self.scene.root,
            own: self.scene.root,
            size: self.view.size,
            camera: self.view.camera,
            own_eye: self.view.own_eye.as_ref(),
            background: self.view.background.unwrap_or(prepare::background(self.scene)),
            plane: true,
            without: None,
            sieve: None,
            painted: false,
            time: self.view.time,
            seed: self.view.seed,
            rendering: self.scene.rendering,
            portals: self.map,
            stands_in: self.view.sector,
            strict: self.view.as_engine,
        };
        let target = self.seen(encoder, &seen, None)?;
        let (time, size) = (self.view.time, self.view.size);
        let run = EffectRun {
            gpu,
            samplers: &self.renderer.samplers,
            time,
            size,
            ratio: OwnEye::pixel_ratio(self.view),
        };
        self.name_unknown();
        let effects = &self.renderer.effects;
        let shown = effects.chain(&run, encoder, target.stored().clone(), &self.scene.post);
        Ok((shown, seen.background.alpha < 1.0))
    }

    /// Effects that cannot be drawn.
    fn name_unknown(&mut self) {
        let nodes = self.scene.nodes.iter().flat_map(|(_, node)| &node.components);
        let chains = nodes.filter_map(|component| match component {
            Component::Filter(chain) if chain.enabled => Some(&chain.effects),
            _ => None,
        });
        let mut names: Vec<&str> = chains
            .flatten()
            .chain(&self.scene.post)
            .filter(|effect| effect.enabled && !passes::is_known(effect))
            .map(|effect| effect.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        self.notes.extend(names.into_iter().map(|name| Note::NoEffect { name: name.to_owned() }));
    }

    /// Draws a view, onto a target that is there or a new one.
    fn seen(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        seen: &Seen<'s>,
        onto: Option<Target>,
    ) -> Result<Target, RenderError> {
        let renderer = self.renderer;
        let gpu = &renderer.gpu;
        let known = &self.kept.shapes.known;
        let prepared =
            Prepared::new(self.scene, &self.world, seen, known, &mut self.images, &mut self.notes)?;
        for (what, bytes) in prepared.list_sizes(seen.size) {
            if bytes > gpu.max_bytes {
                return Err(RenderError::TooMuch { what, bytes, max: gpu.max_bytes });
            }
        }
        let heaven = prepared.heaven.iter().filter_map(|heaven| heaven.slot);
        let materials = prepared.meshes.materials.iter().flat_map(|m| m.slots.iter().flatten().copied());
        let batches = prepared.order.batches.iter().filter_map(|batch| batch.slot);
        let batches = batches.flat_map(|slot| {
            let [bumps, highlights] = slot.relief_slots(self.scene);
            [Some(slot), bumps, highlights].into_iter().flatten()
        });
        let shaders = prepared.order.batches.iter().filter_map(|batch| self.scene.shaders.get(batch.shader?));
        let maps = shaders.flat_map(prepare::code_slots).flatten();
        self.textures.upload(
            gpu,
            &mut self.images,
            materials.chain(batches).chain(maps).chain(heaven),
            &mut self.kept.textures,
            &self.tally,
        );
        let clear = onto.is_none();
        let (view, shapes) = self.kept.next_view();
        let kind = Kind::of(seen, prepared.light, gpu.slow(&prepared), &mut self.notes);
        let fits = |target: &Target| target.fits(kind);
        let target = onto
            .or_else(|| view.target.take().filter(fits))
            .unwrap_or_else(|| Target::new(&gpu.device, kind));
        view.target = Some(target.clone());
        let sky = renderer.sky.light(gpu, prepared.heaven.as_ref(), &self.textures, &renderer.samplers);
        let keeping = Keeping { view, shapes, tally: &self.tally };
        Painting::new(renderer, &prepared, &self.world, &self.textures, &sky, keeping, &mut self.notes)
            .paint(encoder, &target, clear);
        self.sight = Sight::of(&prepared);
        if seen.portals.is_some() {
            self.rooms = Some(prepared.regions.rooms);
        }
        Ok(target)
    }

    /// Paints a picture of the scene.
    fn picture(&mut self, id: NodeId, picture: &'s ScenePicture) -> Result<(), RenderError> {
        let gpu = &self.renderer.gpu;
        let size = picture.size.map(|side| side.clamp(1, gpu.max_size));
        let around = surrounding(self.scene, id);
        let own = Seen {
            root: id,
            own: id,
            size,
            camera: CameraChoice::Auto,
            own_eye: None,
            background: picture.background,
            plane: true,
            without: None,
            sieve: None,
            painted: !picture.needs_camera,
            time: self.view.time,
            seed: self.view.seed,
            rendering: picture.rendering,
            portals: None,
            stands_in: None,
            strict: self.view.as_engine || picture.needs_camera,
        };
        let mut encoder = self.encoder();
        let outside = match picture.sees {
            PictureSees::Below => None,
            PictureSees::Space => {
                Some(Seen { root: around, plane: false, without: Some(picture.image), ..own })
            }
            PictureSees::World => {
                Some(Seen { root: around, without: Some(picture.image), sieve: Some(picture), ..own })
            }
        };
        let below = outside.map(|seen| self.seen(&mut encoder, &seen, None)).transpose()?;
        let target = self.seen(&mut encoder, &own, below)?;
        let mut shown = target.stored().clone();
        if picture.background.alpha < 1.0 && !picture.weighted {
            let run = EffectRun { gpu, samplers: &self.renderer.samplers, time: 0.0, size, ratio: 1.0 };
            shown = self.renderer.effects.straighten(&run, &mut encoder, &shown);
        }
        gpu.queue.submit([encoder.finish()]);
        self.textures.painted(picture.image, &shown);
        Ok(())
    }
}
