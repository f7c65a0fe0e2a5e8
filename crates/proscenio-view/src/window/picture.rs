//! The scene's picture on the window's device.

use eframe::egui_wgpu::RenderState;
use eframe::{egui, wgpu};
use proscenio::scene::glam::Vec2;
use proscenio::scene::{MeshLines, PortalKind};
use proscenio::{Note, Renderer, Scene, Screen, Sight, Stats};

use crate::session::{Session, Wanted};

/// Stored values, as the window's own drawing takes them.
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Draws the scene, and keeps the picture until something changes.
pub struct Picture {
    state: RenderState,
    renderer: Renderer,
    /// What is drawn on, and its size.
    target: Option<(wgpu::TextureView, [u32; 2])>,
    texture: Option<egui::TextureId>,
    /// The scene with its meshes as lines, and of which state of the session.
    lined: Option<(u64, MeshLines, Scene)>,
    /// What the picture shows, and of which state of the session.
    shown: Option<(Wanted, u64)>,
    /// How often the scene was drawn.
    pub drawn: u32,
    /// What it was seen through last.
    pub sight: Sight,
    /// Doorways that let sight through, pixels of the picture.
    pub doorways: Vec<(PortalKind, Vec<Vec2>)>,
    /// Sectors drawn, and all there are.
    pub sectors: [usize; 2],
    /// What it cost.
    pub stats: Stats,
    /// What the picture leaves out.
    pub notes: Vec<Note>,
    /// Why there is no picture.
    pub failed: Option<String>,
}

impl Picture {
    /// On the device of a window.
    pub fn new(state: RenderState) -> Result<Self, String> {
        let info = state.adapter.get_info();
        let name = format!("{} ({})", info.name, info.backend);
        let renderer = Renderer::on_device(state.device.clone(), state.queue.clone(), &name);
        Ok(Self {
            renderer: renderer.map_err(|error| error.to_string())?,
            state,
            target: None,
            texture: None,
            lined: None,
            shown: None,
            drawn: 0,
            sight: Sight::default(),
            doorways: Vec::new(),
            sectors: [0; 2],
            stats: Stats::default(),
            notes: Vec::new(),
            failed: None,
        })
    }

    /// What draws it.
    pub fn adapter(&self) -> &str {
        self.renderer.adapter()
    }

    /// The longest side of a picture, pixels.
    pub fn max_size(&self) -> u32 {
        self.renderer.max_size()
    }

    /// Draws what is wanted of a session, unless that is shown already.
    pub fn draw(&mut self, session: &Session, wanted: &Wanted) {
        let now = (wanted.clone(), session.generation());
        if self.shown.as_ref() == Some(&now) {
            return;
        }
        self.shown = Some(now);
        self.drawn += 1;
        self.line_up(session);
        let target = match self.target.take() {
            Some((view, size)) if size == wanted.view.size => view,
            _ => {
                let view = self.surface(wanted.view.size);
                self.put(&view);
                view
            }
        };
        let screen = Screen { view: &target, format: FORMAT };
        let scene = self.lined.as_ref().map_or(&session.opened.scene, |(.., scene)| scene);
        match self.renderer.draw_onto(scene, &wanted.view, session.opened.map.as_ref(), &screen) {
            Ok(drawn) => {
                (self.sight, self.stats) = (drawn.sight, drawn.stats);
                (self.doorways, self.sectors, self.notes) = (drawn.doorways, drawn.sectors, drawn.notes);
                self.failed = None;
            }
            Err(error) => self.failed = Some(error.to_string()),
        }
        self.target = Some((target, wanted.view.size));
    }

    /// Makes lines of the meshes where that is asked for.
    fn line_up(&mut self, session: &Session) {
        let (lines, now) = (session.options.lines, session.generation());
        if lines == MeshLines::default() {
            self.lined = None;
        } else if !matches!(&self.lined, Some((of, what, _)) if (*of, *what) == (now, lines)) {
            let mut scene = session.opened.scene.clone();
            scene.show_lines(lines);
            self.lined = Some((now, lines, scene));
        }
    }

    fn surface(&self, [width, height]: [u32; 2]) -> wgpu::TextureView {
        let texture = self.state.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("scene"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        texture.create_view(&wgpu::TextureViewDescriptor::default())
    }

    fn put(&mut self, view: &wgpu::TextureView) {
        let mut renderer = self.state.renderer.write();
        // One texel is one pixel.
        let filter = wgpu::FilterMode::Nearest;
        match self.texture {
            Some(id) => {
                renderer.update_egui_texture_from_wgpu_texture(&self.state.device, view, filter, id);
            }
            None => {
                self.texture = Some(renderer.register_native_texture(&self.state.device, view, filter));
            }
        }
    }

    /// The picture for the window's own drawing.
    pub fn texture(&self) -> Option<egui::TextureId> {
        self.texture.filter(|_| self.failed.is_none())
    }

    /// The picture as the bytes of a PNG file, drawn once more and read back.
    pub fn png(&self, session: &Session, wanted: &Wanted) -> Result<Vec<u8>, String> {
        let scene = self.lined.as_ref().map_or(&session.opened.scene, |(.., scene)| scene);
        let view = &wanted.view;
        let drawn = match &session.opened.map {
            Some(map) => self.renderer.draw_in(scene, view, map),
            None => self.renderer.draw(scene, view),
        };
        drawn.and_then(|picture| picture.to_png()).map_err(|error| error.to_string())
    }
}
