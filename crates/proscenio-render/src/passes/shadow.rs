//! Depth from where lights stand.

use std::sync::{Mutex, PoisonError};

use bytemuck::{Pod, Zeroable};
use proscenio_scene::Cull;
use rustc_hash::FxHashMap;

use super::full::pipeline_layout;
use super::mesh::{MeshPass, MeshUpload};
use super::{DEPTH_FORMAT, one_of, shader, uniform_bytes, uniform_entry, uniform_stride};
use crate::device::Gpu;
use crate::passes::held::{Held, Tally};
use crate::prepare::{Form, Prepared, Run, Sheet, Tile};

/// Laid out as `Clip` in `shadow.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct ClipData {
    from_world: [[f32; 4]; 4],
}

/// What a pipeline is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    cull: Cull,
    mirrored: bool,
    /// Whether there are holes.
    holes: bool,
    /// Whether depth is pushed away from the light.
    pushed: bool,
}

/// Draws pictures of depth.
pub(crate) struct ShadowPass {
    module: wgpu::ShaderModule,
    clip_layout: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    pipelines: Mutex<FxHashMap<Key, wgpu::RenderPipeline>>,
    /// Kept between pictures, by what they are for and their side.
    kept: Mutex<FxHashMap<(usize, u32), wgpu::TextureView>>,
    /// Tells nearer from farther between texels.
    pub(crate) sampler: wgpu::Sampler,
}

impl ShadowPass {
    pub(crate) fn new(device: &wgpu::Device, meshes: &MeshPass) -> Self {
        let pieces = [
            include_str!("../shaders/surface.wgsl"),
            include_str!("../shaders/holes.wgsl"),
            include_str!("../shaders/shadow.wgsl"),
        ];
        let clip_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("shadow"),
            entries: &[uniform_entry::<ClipData>(0, wgpu::ShaderStages::VERTEX, true)],
        });
        let layout = pipeline_layout(device, "shadow", &[Some(&clip_layout), Some(&meshes.surface_layout)]);
        Self {
            module: shader(device, "shadow", &pieces),
            clip_layout,
            layout,
            pipelines: Mutex::default(),
            kept: Mutex::default(),
            sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("shadow"),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                compare: Some(wgpu::CompareFunction::GreaterEqual),
                ..wgpu::SamplerDescriptor::default()
            }),
        }
    }

    /// The shared pictures of a view, to be drawn by [`ShadowPass::draw`].
    pub(crate) fn sheets(&self, device: &wgpu::Device, sheets: &[Sheet; 2]) -> [wgpu::TextureView; 2] {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        [0, 1].map(|kind| {
            let side = sheets[kind].side.max(1);
            kept.entry((kind, side)).or_insert_with(|| sheet(device, side)).clone()
        })
    }

    /// Sends where lights look from; nothing for a kind of light without pictures.
    pub(crate) fn clips(
        gpu: &Gpu,
        sheets: &[Sheet; 2],
        held: &mut [Held; 2],
        tally: &Tally,
    ) -> [Option<wgpu::Buffer>; 2] {
        let mut held = held.iter_mut();
        [0, 1].map(|kind| {
            let (sheet, held) = (&sheets[kind], held.next()?);
            let data = |tile: &Tile| ClipData { from_world: tile.clip.to_cols_array_2d() };
            let clips: Vec<ClipData> = sheet.tiles.iter().map(data).collect();
            let bytes = uniform_bytes(&gpu.device, &clips);
            let usage = wgpu::BufferUsages::UNIFORM;
            (sheet.side > 0).then(|| held.put(gpu, "shadow", &bytes, usage, tally))
        })
    }

    /// Draws all pictures of depth.
    pub(crate) fn draw(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        prepared: &Prepared<'_>,
        upload: &MeshUpload,
        (views, clips): (&[wgpu::TextureView; 2], &[Option<wgpu::Buffer>; 2]),
        tally: &Tally,
    ) {
        for ((sheet, view), clips) in prepared.shadows.sheets.iter().zip(views).zip(clips) {
            let Some(clips) = clips else { continue };
            let clips = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("shadow"),
                layout: &self.clip_layout,
                entries: &[wgpu::BindGroupEntry { binding: 0, resource: one_of::<ClipData>(clips) }],
            });
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("shadow"),
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view,
                    depth_ops: Some(wgpu::Operations {
                        load: wgpu::LoadOp::Clear(0.0),
                        store: wgpu::StoreOp::Store,
                    }),
                    stencil_ops: None,
                }),
                ..wgpu::RenderPassDescriptor::default()
            });
            let stride = uniform_stride::<ClipData>(&gpu.device);
            for (number, tile) in (0..).zip(&sheet.tiles) {
                let [x, y, size] = tile.at;
                pass.set_viewport(x as f32, y as f32, size as f32, size as f32, 0.0, 1.0);
                pass.set_scissor_rect(x, y, size, size);
                pass.set_bind_group(0, &clips, &[number * stride]);
                for run in &tile.draws {
                    self.draw_run(&gpu.device, &mut pass, prepared, upload, (*run, tile.pushed), tally);
                }
            }
        }
    }

    fn draw_run(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        prepared: &Prepared<'_>,
        upload: &MeshUpload,
        (run, pushed): (Run, bool),
        tally: &Tally,
    ) {
        let draw = &prepared.meshes.draws[run.draw];
        let material = &prepared.meshes.materials[draw.material];
        if prepared.meshes.shapes[draw.shape].form != Form::Triangles {
            return;
        }
        let cull = if pushed { Cull::Back } else { material.cull };
        let key = Key { cull, mirrored: draw.mirrored, holes: material.holes, pushed };
        pass.set_pipeline(&self.pipeline(device, key));
        upload.bind(pass, prepared, run, tally);
    }

    fn pipeline(&self, device: &wgpu::Device, key: Key) -> wgpu::RenderPipeline {
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        pipelines.entry(key).or_insert_with(|| self.make(device, key)).clone()
    }

    fn make(&self, device: &wgpu::Device, key: Key) -> wgpu::RenderPipeline {
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("shadow"),
            layout: Some(&self.layout),
            vertex: wgpu::VertexState {
                module: &self.module,
                entry_point: Some("vs_shadow"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &super::mesh::vertex_layouts(),
            },
            primitive: super::mesh::sides(key.cull, key.mirrored),
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(true),
                depth_compare: Some(wgpu::CompareFunction::Greater),
                stencil: wgpu::StencilState::default(),
                // Engine behaviour (nacatamalon); depth is reversed here.
                bias: if key.pushed {
                    wgpu::DepthBiasState { constant: -2, slope_scale: -2.0, clamp: 0.0 }
                } else {
                    wgpu::DepthBiasState::default()
                },
            }),
            multisample: wgpu::MultisampleState::default(),
            fragment: key.holes.then(|| wgpu::FragmentState {
                module: &self.module,
                entry_point: Some("fs_shadow"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

fn sheet(device: &wgpu::Device, side: u32) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("shadow"),
        size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: DEPTH_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}
