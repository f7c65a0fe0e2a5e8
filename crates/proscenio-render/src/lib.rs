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
//! The scene is read, never changed; files, clock and environment are not touched. Only what WebGL2 offers
//! is asked of the driver.
//!
//! # Limitations
//!
//! No shadows, fog, skies, particles or real text yet; portals hide nothing. At most 32 lights shine. What
//! a picture leaves out stands in its [`Note`]s. In a scene that mixes both kinds of materials, see-through
//! surfaces in linear light are painted before all stored ones.

mod camera;
pub mod compare;
mod device;
mod error;
mod note;
mod passes;
mod picture;
mod prepare;
mod target;

pub use device::Driver;
pub use error::RenderError;
pub use note::Note;
pub use picture::Picture;

use proscenio_scene::{NodeId, Rgba, Scene};

use device::Gpu;
use passes::{FlatPass, MeshPass, MeshUpload, Samplers, Textures, TonemapPass};
use prepare::{Prepared, Step};
use target::Target;

/// What is looked at, and how large.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Width and height of the picture, pixels. Flat drawings keep their size in pixels.
    pub size: [u32; 2],
    /// Which camera is looked through.
    pub camera: CameraChoice,
    /// Drawn where nothing is; `None` takes the scene's. May be see-through.
    pub background: Option<Rgba>,
}

impl View {
    /// The scene's own camera and background.
    #[must_use]
    pub const fn new(size: [u32; 2]) -> Self {
        Self { size, camera: CameraChoice::Auto, background: None }
    }
}

/// Which camera is looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraChoice {
    /// The first camera that is [`current`](proscenio_scene::Camera::current), else the first in space; a
    /// scene without one is framed when it has meshes. The plane is seen through its current camera, else as
    /// it is.
    #[default]
    Auto,
    /// The camera of this node, in space or on the plane; the other one as in [`CameraChoice::Auto`].
    Node(NodeId),
    /// All meshes, from the front, right and above, 45° wide; rooms are opened towards the eye. A scene
    /// without meshes: all of the plane that is not fixed to the screen.
    Frame,
}

/// An open graphics device, ready to draw any number of pictures.
pub struct Renderer {
    gpu: Gpu,
    meshes: MeshPass,
    flat: FlatPass,
    tonemap: TonemapPass,
    samplers: Samplers,
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
        let gpu = Gpu::open(driver)?;
        let (meshes, flat, tonemap) = gpu.checked(|| {
            let device = &gpu.device;
            Ok((MeshPass::new(device), FlatPass::new(device), TonemapPass::new(device)))
        })?;
        Ok(Self { gpu, meshes, flat, tonemap, samplers: Samplers::default() })
    }

    /// What the driver calls itself, with the kind of driver.
    #[must_use]
    pub fn adapter(&self) -> &str {
        &self.gpu.name
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
        let max = self.gpu.max_size;
        if view.size.iter().any(|side| *side == 0 || *side > max) {
            return Err(RenderError::Size { size: view.size, max });
        }
        let mut prepared = Prepared::new(scene, view, max)?;
        for (what, bytes) in prepared.list_sizes(view.size) {
            if bytes > self.gpu.max_bytes {
                return Err(RenderError::TooMuch { what, bytes, max: self.gpu.max_bytes });
            }
        }
        let rgba = self.gpu.checked(|| self.paint(&mut prepared, view.size))?;
        let mut notes = prepared.notes;
        notes.extend(prepared.images.take_notes());
        Ok(Picture { size: view.size, rgba, notes })
    }

    fn paint(&self, prepared: &mut Prepared<'_>, size: [u32; 2]) -> Result<Vec<u8>, RenderError> {
        let device = &self.gpu.device;
        let materials = prepared.meshes.materials.iter().flat_map(|m| m.slots.iter().flatten().copied());
        let batches = prepared.flat.batches.iter().filter_map(|batch| batch.slot);
        let textures = Textures::upload(&self.gpu, &mut prepared.images, materials.chain(batches));
        let meshes = self.meshes.upload(&self.gpu, prepared, &textures, &self.samplers);
        let flat = self.flat.upload(device, &prepared.flat, &textures, &self.samplers, size);

        let target = Target::new(device, size, prepared.light);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        if let Some(light) = target.light() {
            self.paint_light(&mut encoder, prepared, &target, light, meshes.as_ref());
        }
        {
            let mut pass = target.stored_pass(&mut encoder, prepared.background);
            if let Some(light) = target.light() {
                let upload = self.tonemap.upload(device, prepared.tonemap, light);
                self.tonemap.draw(&mut pass, &upload);
            }
            for step in &prepared.stored {
                match (step, &meshes, &flat) {
                    (Step::Mesh(index), Some(upload), _) => {
                        let draw = &prepared.meshes.draws[*index];
                        self.meshes.draw(device, &mut pass, upload, prepared, draw);
                    }
                    (Step::Flat(index), _, Some(upload)) => {
                        self.flat.draw(device, &mut pass, upload, &prepared.flat.batches[*index]);
                    }
                    _ => {}
                }
            }
        }
        target.read(&self.gpu, encoder, prepared.background.alpha < 1.0)
    }

    fn paint_light(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        prepared: &Prepared<'_>,
        target: &Target,
        light: &wgpu::TextureView,
        upload: Option<&MeshUpload>,
    ) {
        let mut pass = target.light_pass(encoder, light, prepared.background);
        let Some(upload) = upload else { return };
        for index in &prepared.linear {
            let draw = &prepared.meshes.draws[*index];
            self.meshes.draw(&self.gpu.device, &mut pass, upload, prepared, draw);
        }
    }
}
