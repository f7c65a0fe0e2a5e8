//! The window.
//!
//! One thread draws; files are read in another. A picture is drawn again only when something changed or plays, on the
//! device of the window, and is never read back but for a screenshot.

mod app;
mod input;
mod loader;
mod panels;
mod picture;
mod shot;
mod theme;

use std::sync::Arc;

use eframe::{egui, egui_wgpu, wgpu};
use proscenio::Vfs;

use crate::watch::Stamps;

pub use app::Start;
pub use shot::Shot;

/// Width of the panels left and right of the picture, and height of the bars above and below it, points.
pub const PANELS: Sides = Sides { left: 250.0, right: 330.0, top: 34.0, bottom: 40.0 };

/// Width and height of the picture when nobody says, points.
pub const PICTURE: [u32; 2] = [1000, 640];

/// Room beside the picture, points.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// The tree.
    pub left: f32,
    /// Properties and findings.
    pub right: f32,
    /// The menu bar.
    pub top: f32,
    /// The clock.
    pub bottom: f32,
}

/// Why there is no window.
#[derive(Debug)]
pub enum WindowError {
    /// No desktop answers.
    NoDisplay(String),
    /// The window's graphics driver failed.
    Driver(String),
    /// A screenshot that was asked for could not be made.
    Shot(String),
}

impl std::fmt::Display for WindowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoDisplay(why) => write!(
                f,
                "no screen to open a window on ({why})\n\
                 help: start it inside a desktop session (DISPLAY or WAYLAND_DISPLAY is set there), draw a picture with \
                 `proscenio render FILE -o FILE.png`, or use a virtual screen: `xvfb-run proscenio show FILE`; on Debian \
                 a window needs libwayland-client0 libxkbcommon0 libxkbcommon-x11-0 libx11-6 libx11-xcb1 libxcursor1 \
                 libxi6 libxrandr2"
            ),
            Self::Driver(why) => write!(
                f,
                "the window's graphics driver failed: {why}\n\
                 help: a software driver is enough; on Debian: apt-get install mesa-vulkan-drivers libvulkan1 libegl1 \
                 libgl1-mesa-dri libgles2"
            ),
            Self::Shot(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for WindowError {}

/// Opens a window and ends when the person closes it.
///
/// # Errors
/// When there is no screen or no graphics driver, or the screenshot that was asked for could not be made.
pub fn run(start: Start, files: &'static dyn Vfs, stamps: Arc<dyn Stamps>) -> Result<(), WindowError> {
    let size = start.picture.map(|side| side as f32);
    let inner = [size[0] + PANELS.left + PANELS.right, size[1] + PANELS.top + PANELS.bottom];
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("proscenio")
        .with_title("Proscenio")
        .with_inner_size(inner)
        .with_min_inner_size([640.0, 360.0])
        .with_drag_and_drop(true)
        .with_icon(theme::icon());
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Wgpu,
        wgpu_options: drivers(),
        // The picture's own pixels are shown.
        dithering: false,
        ..eframe::NativeOptions::default()
    };
    let ending = Arc::default();
    let said = Arc::clone(&ending);
    let create: eframe::AppCreator<'_> = Box::new(move |context| {
        let app = app::App::new(context, start, files, stamps, said)?;
        Ok(Box::new(app) as Box<dyn eframe::App>)
    });
    eframe::run_native("proscenio", options, create).map_err(why)?;
    match app::Ending::take(&ending) {
        Some(reason) => Err(WindowError::Shot(reason)),
        None => Ok(()),
    }
}

fn why(error: eframe::Error) -> WindowError {
    match error {
        eframe::Error::Winit(error) => WindowError::NoDisplay(plainly(&error.to_string())),
        eframe::Error::WinitEventLoop(error) => WindowError::NoDisplay(plainly(&error.to_string())),
        other => WindowError::Driver(other.to_string()),
    }
}

/// Without the place in the window library's own source that it puts in front.
fn plainly(text: &str) -> String {
    let behind = text.split_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    behind.map_or(text, |(_, why)| why).trim_end_matches('.').to_owned()
}

/// As the renderer opens its own device.
fn drivers() -> egui_wgpu::WgpuConfiguration {
    let mut new = egui_wgpu::WgpuSetupCreateNew::without_display_handle();
    // Validation layers of the driver would only repeat, slowly, what wgpu checks itself.
    new.instance_descriptor.flags = wgpu::InstanceFlags::empty();
    new.device_descriptor = Arc::new(|adapter| wgpu::DeviceDescriptor {
        label: Some("window"),
        required_features: wgpu::Features::empty(),
        required_limits: proscenio::Renderer::limits(adapter),
        ..wgpu::DeviceDescriptor::default()
    });
    new.native_adapter_selector = Some(Arc::new(|adapters, surface| {
        let fits =
            |adapter: &&wgpu::Adapter| surface.is_none_or(|surface| adapter.is_surface_supported(surface));
        // Of equal ones Vulkan before GL.
        let order = |adapter: &&wgpu::Adapter| {
            let info = adapter.get_info();
            (proscenio::device_rank(info.device_type), info.backend == wgpu::Backend::Gl)
        };
        let best = adapters.iter().filter(fits).min_by_key(order);
        best.cloned().ok_or_else(|| "no graphics driver can draw on this screen".to_owned())
    }));
    egui_wgpu::WgpuConfiguration { wgpu_setup: new.into(), ..egui_wgpu::WgpuConfiguration::default() }
}
