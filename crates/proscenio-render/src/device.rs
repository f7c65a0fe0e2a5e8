//! The graphics device: choosing an adapter, opening it, catching what goes wrong on it.

use wgpu::{Backends, DeviceType};

use crate::RenderError;

/// Which kind of graphics driver is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// Whatever the machine has: Vulkan (or Metal, or Direct3D) before GL, hardware before software.
    #[default]
    Any,
    /// Vulkan alone.
    Vulkan,
    /// OpenGL or OpenGL ES alone.
    Gl,
}

/// Lights of a view that a processor draws with more than one sample of each pixel in space.
const MOST_LIGHTS_SAMPLED: usize = 4;

/// An open device.
pub(crate) struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    /// What the adapter calls itself.
    pub(crate) name: String,
    /// Whether the processor draws.
    pub(crate) software: bool,
    /// Greatest width and height of a picture or a texture.
    pub(crate) max_size: u32,
    /// Most bytes of one list.
    pub(crate) max_bytes: u64,
}

impl Gpu {
    /// Opens the best adapter that can be opened.
    ///
    /// # Errors
    /// [`RenderError::NoAdapter`] when there is none.
    pub(crate) fn open(driver: Driver) -> Result<Self, RenderError> {
        let first = Backends::VULKAN | Backends::METAL | Backends::DX12;
        // GL is asked only when nothing else answers: its window system libraries complain on standard error
        // where there is no screen.
        let rounds = match driver {
            Driver::Any => vec![first, Backends::GL],
            Driver::Vulkan => vec![Backends::VULKAN],
            Driver::Gl => vec![Backends::GL],
        };
        let mut reasons = Vec::new();
        for backends in rounds {
            let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
            descriptor.backends = backends;
            // Validation layers of the driver would only repeat, slowly, what wgpu checks itself.
            descriptor.flags = wgpu::InstanceFlags::empty();
            let instance = wgpu::Instance::new(descriptor);
            let mut adapters = pollster::block_on(instance.enumerate_adapters(backends));
            adapters.sort_by_key(|adapter| rank(adapter.get_info().device_type));
            for adapter in adapters {
                match pollster::block_on(Self::try_open(&adapter)) {
                    Ok(gpu) => return Ok(gpu),
                    Err(reason) => reasons.push(format!("{}: {reason}", adapter.get_info().name)),
                }
            }
        }
        Err(RenderError::NoAdapter { reasons: reasons.join("; ") })
    }

    /// A device that is open.
    pub(crate) fn of(device: wgpu::Device, queue: wgpu::Queue, name: String) -> Self {
        let limits = device.limits();
        let (max_size, max_bytes) = (limits.max_texture_dimension_2d, limits.max_buffer_size);
        Self { device, queue, name, software: false, max_size, max_bytes }
    }

    async fn try_open(adapter: &wgpu::Adapter) -> Result<Self, wgpu::RequestDeviceError> {
        let info = adapter.get_info();
        let limits = limits(adapter);
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                label: Some("proscenio"),
                required_features: wgpu::Features::empty(),
                required_limits: limits,
                ..wgpu::DeviceDescriptor::default()
            })
            .await?;
        let gpu = Self::of(device, queue, format!("{} ({})", info.name, info.backend));
        Ok(Self { software: info.device_type == DeviceType::Cpu, ..gpu })
    }

    /// Whether more than one sample of each pixel in space would take seconds.
    pub(crate) fn slow(&self, prepared: &crate::prepare::Prepared<'_>) -> bool {
        self.software && prepared.lighting.lights.len() > MOST_LIGHTS_SAMPLED
    }

    /// Does some work and gives what the driver had against it as an error instead of a panic.
    pub(crate) fn checked<T>(&self, work: impl FnOnce() -> Result<T, RenderError>) -> Result<T, RenderError> {
        let scopes = [
            self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory),
            self.device.push_error_scope(wgpu::ErrorFilter::Validation),
            self.device.push_error_scope(wgpu::ErrorFilter::Internal),
        ];
        let done = work();
        // Scopes are a stack: the last one opened is closed first.
        let mut complaint = None;
        for scope in scopes.into_iter().rev() {
            complaint = complaint.or(pollster::block_on(scope.pop()));
        }
        match complaint {
            Some(error) => Err(RenderError::Device(error.to_string())),
            None => done,
        }
    }
}

/// What is asked of an adapter.
///
/// WebGL2's limits are enough for everything drawn here; only pictures and meshes may be larger.
pub(crate) fn limits(adapter: &wgpu::Adapter) -> wgpu::Limits {
    let offered = adapter.limits();
    let least = wgpu::Limits::downlevel_webgl2_defaults();
    wgpu::Limits {
        max_buffer_size: least.max_buffer_size.max(offered.max_buffer_size),
        ..least.using_resolution(offered)
    }
}

/// The order in which devices are tried, the least first: hardware before software.
#[must_use]
pub fn rank(device: DeviceType) -> u8 {
    match device {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu => 4,
    }
}
