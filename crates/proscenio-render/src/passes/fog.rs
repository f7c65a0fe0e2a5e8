//! Fog that fills space.

use std::sync::{Mutex, OnceLock, PoisonError};

use proscenio_scene::{Filter, Wrap};
use rustc_hash::FxHashMap;

use super::full::{Full, pipeline_layout};
use super::mesh::SIMPLE;
use super::textures::Samplers;
use super::{
    LIGHT_FORMAT, MeshPass, MeshUpload, Onto, depth_behind, fill_groups, one_of, sampler_entry, shader,
    texture_entry, uniform_entry, view,
};
use crate::device::Gpu;
use crate::prepare::{ACROSS, FogData, Volume};

/// Fills cells with fog and light.
pub(crate) struct FogPass {
    layout: wgpu::BindGroupLayout,
    frame: wgpu::BindGroupLayout,
    /// Made when first asked for.
    module: OnceLock<wgpu::ShaderModule>,
    pipelines: Mutex<FxHashMap<(&'static str, Option<Onto>), wgpu::RenderPipeline>>,
}

/// The cells of a view: two pictures that take turns. The second has the result.
pub(crate) struct FogCells([wgpu::TextureView; 2]);

impl FogCells {
    pub(crate) fn new(device: &wgpu::Device, grid: [u32; 3]) -> Self {
        let [x, y, z] = grid;
        let size =
            wgpu::Extent3d { width: x * ACROSS, height: y * z.div_ceil(ACROSS), depth_or_array_layers: 1 };
        let surface = || {
            view(&device.create_texture(&wgpu::TextureDescriptor {
                label: Some("fog"),
                size,
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: LIGHT_FORMAT,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            }))
        };
        Self([surface(), surface()])
    }

    /// The light between the eye and each cell, and how much it hides.
    pub(crate) fn done(&self) -> &wgpu::TextureView {
        &self.0[1]
    }
}

impl FogPass {
    pub(crate) fn new(device: &wgpu::Device, meshes: &MeshPass) -> Self {
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("fog"),
            entries: &[
                uniform_entry::<FogData>(0, wgpu::ShaderStages::FRAGMENT, false),
                texture_entry(1, true),
                sampler_entry(2),
            ],
        });
        let frame = meshes.frame_layout.clone();
        Self { layout, frame, module: OnceLock::new(), pipelines: Mutex::default() }
    }

    /// Works out all cells; shadows are drawn already.
    pub(crate) fn work(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (meshes, samplers): (&MeshUpload, &Samplers),
        data: &wgpu::Buffer,
        cells: &FogCells,
    ) {
        let [first, second] = &cells.0;
        let device = &gpu.device;
        // The first looks at nothing.
        let nothing = view(&super::target(gpu, [1, 1]));
        for (entry, from, onto) in [
            ("fs_dense", &nothing, first),
            ("fs_across", first, second),
            ("fs_down", second, first),
            ("fs_sum", first, second),
        ] {
            let group = self.group(device, samplers, data, from);
            let frame = (entry == "fs_dense").then(|| meshes.frame());
            fill_groups(encoder, "fog", onto, &self.pipeline(device, entry, None), [frame, Some(&group)]);
        }
    }

    /// Draws the fog before the background, where nothing solid is.
    pub(crate) fn behind(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        (meshes, samplers): (&MeshUpload, &Samplers),
        (data, cells): (&wgpu::Buffer, &FogCells),
        onto: Onto,
    ) {
        pass.set_pipeline(&self.pipeline(device, "fs_fog_behind", Some(onto)));
        pass.set_bind_group(0, meshes.frame(), &[]);
        pass.set_bind_group(3, &self.group(device, samplers, data, cells.done()), &[]);
        pass.draw(0..3, 0..1);
    }

    fn group(
        &self,
        device: &wgpu::Device,
        samplers: &Samplers,
        data: &wgpu::Buffer,
        from: &wgpu::TextureView,
    ) -> wgpu::BindGroup {
        let sampler = samplers.of(device, (Filter::Linear, Wrap::Clamp, Wrap::Clamp));
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("fog"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: one_of::<FogData>(data) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(from) },
                wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(&sampler) },
            ],
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
        let module = self.module.get_or_init(|| {
            let own = [include_str!("../shaders/screen.wgsl"), include_str!("../shaders/fog.wgsl")];
            shader(device, "fog", &[&SIMPLE[..], &own].concat())
        });
        let lit = matches!(entry, "fs_dense" | "fs_fog_behind");
        let layout =
            pipeline_layout(device, "fog", &[lit.then_some(&self.frame), None, None, Some(&self.layout)]);
        let over = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor: wgpu::BlendFactor::OneMinusSrcAlpha,
            operation: wgpu::BlendOperation::Add,
        };
        Full {
            layout: Some(&layout),
            vertex: if onto.is_some() { "vs_fog_behind" } else { "vs_screen" },
            target: wgpu::ColorTargetState {
                format: LIGHT_FORMAT,
                blend: onto.map(|_| wgpu::BlendState { color: over, alpha: over }),
                write_mask: onto.map_or(wgpu::ColorWrites::ALL, |_| wgpu::ColorWrites::COLOR),
            },
            depth: onto.map(|_| depth_behind()),
            samples: onto.map(Onto::multisample).unwrap_or_default(),
            ..Full::new("fog", module, entry, LIGHT_FORMAT)
        }
        .make(device)
    }
}

/// The number of bytes that a view's fog is told in.
pub(crate) fn bytes(volume: &Volume) -> &[u8] {
    bytemuck::bytes_of(&volume.data)
}
