//! A finished picture put onto a window's texture.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::full::{Full, pipeline_layout};
use super::{fill, shader, texture_entry, view};
use crate::Screen;
use crate::device::Gpu;

/// Puts pictures onto textures of any format.
pub(crate) struct ShowPass {
    module: wgpu::ShaderModule,
    group_layout: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    pipelines: Mutex<FxHashMap<wgpu::TextureFormat, wgpu::RenderPipeline>>,
}

impl ShowPass {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let group_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("show"),
            entries: &[texture_entry(0, false)],
        });
        let layout = pipeline_layout(device, "show", &[Some(&group_layout)]);
        let pieces = [include_str!("../shaders/screen.wgsl"), include_str!("../shaders/show.wgsl")];
        Self { module: shader(device, "show", &pieces), group_layout, layout, pipelines: Mutex::default() }
    }

    pub(crate) fn draw(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        picture: &wgpu::Texture,
        screen: &Screen<'_>,
    ) {
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("show"),
            layout: &self.group_layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&view(picture)),
            }],
        });
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        let pipeline =
            pipelines.entry(screen.format).or_insert_with(|| self.make(&gpu.device, screen.format));
        fill(encoder, "show", screen.view, pipeline, Some(&group));
    }

    fn make(&self, device: &wgpu::Device, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
        {
            // What encodes is given what encoding makes the picture of.
            let entry = if format.is_srgb() { "fs_decoded" } else { "fs_same" };
            Full { layout: Some(&self.layout), ..Full::new("show", &self.module, entry, format) }.make(device)
        }
    }
}
