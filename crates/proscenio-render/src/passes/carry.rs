//! Pictures carried from stored values into linear light and back.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::full::{Full, pipeline_layout};
use super::{Onto, STORED_FORMAT, fill, ignore_depth, shader, texture_entry};

/// Carries pictures over.
pub(crate) struct CarryPass {
    group_layout: wgpu::BindGroupLayout,
    /// Made when first asked for, by entry and what is drawn on; without that nothing has depth.
    pipelines: Mutex<FxHashMap<(&'static str, Option<Onto>), wgpu::RenderPipeline>>,
}

impl CarryPass {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let group_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("carry"),
            entries: &[texture_entry(0, false)],
        });
        Self { group_layout, pipelines: Mutex::default() }
    }

    /// Fills what is drawn on, in linear light, with a picture of stored values or of light.
    pub(crate) fn behind(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        (picture, of): (&wgpu::TextureView, Onto),
        onto: Onto,
    ) {
        let entry = if of.takes_light() { "fs_same" } else { "fs_decoded" };
        pass.set_pipeline(&self.pipeline(device, entry, Some(onto)));
        pass.set_bind_group(0, &self.group(device, picture), &[]);
        pass.draw(0..3, 0..1);
    }

    /// Fills a picture of stored values with one of light.
    pub(crate) fn finish(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        light: &wgpu::TextureView,
        stored: &wgpu::TextureView,
    ) {
        let pipeline = self.pipeline(device, "fs_encoded", None);
        fill(encoder, "carry", stored, &pipeline, Some(&self.group(device, light)));
    }

    fn group(&self, device: &wgpu::Device, picture: &wgpu::TextureView) -> wgpu::BindGroup {
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("carry"),
            layout: &self.group_layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(picture),
            }],
        })
    }

    fn pipeline(
        &self,
        device: &wgpu::Device,
        entry: &'static str,
        onto: Option<Onto>,
    ) -> wgpu::RenderPipeline {
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        pipelines.entry((entry, onto)).or_insert_with(|| self.make(device, entry, onto)).clone()
    }

    fn make(&self, device: &wgpu::Device, entry: &str, onto: Option<Onto>) -> wgpu::RenderPipeline {
        let pieces = [include_str!("../shaders/screen.wgsl"), include_str!("../shaders/carry.wgsl")];
        let module = shader(device, "carry", &pieces);
        let layout = pipeline_layout(device, "carry", &[Some(&self.group_layout)]);
        Full {
            layout: Some(&layout),
            depth: onto.map(|_| ignore_depth()),
            samples: onto.map(Onto::multisample).unwrap_or_default(),
            ..Full::new("carry", &module, entry, onto.map_or(STORED_FORMAT, |onto| onto.format))
        }
        .make(device)
    }
}
