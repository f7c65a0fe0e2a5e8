//! The table of how rough surfaces reflect light from all around.

use super::full::Full;
use super::{fill, shader};

/// Cells to a side. Small: the function is smooth and the shader reads between cells.
const SIZE: u32 = 64;

/// Computes the table on the device.
pub(crate) fn table(device: &wgpu::Device, queue: &wgpu::Queue) -> wgpu::TextureView {
    let format = wgpu::TextureFormat::Rgba16Float;
    let size = format!("const SIZE: f32 = {SIZE}.0;\n");
    let pieces = [&size, include_str!("../shaders/screen.wgsl"), include_str!("../shaders/reflectance.wgsl")];
    let module = shader(device, "reflectance", &pieces);
    let pipeline = Full::new("reflectance", &module, "fs_reflectance", format).make(device);
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("reflectance"),
        size: wgpu::Extent3d { width: SIZE, height: SIZE, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    fill(&mut encoder, "reflectance", &view, &pipeline, None);
    queue.submit([encoder.finish()]);
    view
}
