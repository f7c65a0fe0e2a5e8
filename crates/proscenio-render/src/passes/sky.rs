//! The sky: as background, and as the light it gives.

use std::sync::{Mutex, PoisonError};

use bytemuck::{Pod, Zeroable};
use proscenio_scene::{Filter, Wrap};
use rustc_hash::FxHashMap;

use super::full::{Full, pipeline_layout};
use super::textures::{Samplers, Textures};
use super::{
    LIGHT_FORMAT, Onto, buffer, depth_behind, fill, one_of, sampler_entry, shader, texture_entry,
    uniform_entry,
};
use crate::device::Gpu;
use crate::prepare::{Heaven, SkyData, Slot};

/// Width of the picture of all directions, texels; its height is half of it.
const WIDTH: u32 = 256;
/// Smaller copies of it, the whole one included.
const COPIES: u32 = 5;
/// Width of the pictures of what rough surfaces mirror.
const ROUGH_WIDTH: u32 = 128;
/// Pictures of what surfaces mirror, the smooth one not included; the number stands in `mesh.wgsl` too.
pub(super) const ROUGH_LEVELS: u32 = 7;

/// Laid out as `Level` in `sky.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct LevelData {
    numbers: [f32; 4],
}

/// What a sky lights with: what mirrors show, and what rougher surfaces do, each layer a level.
#[derive(Clone)]
pub(crate) struct SkyLight {
    pub(crate) sharp: wgpu::TextureView,
    pub(crate) rough: wgpu::TextureView,
}

/// What the kept light was made of.
type Known = (SkyData, Option<Slot>);

/// Draws skies.
pub(crate) struct SkyPass {
    module: wgpu::ShaderModule,
    layout: wgpu::BindGroupLayout,
    pipeline_layout: wgpu::PipelineLayout,
    /// Made when first asked for, by their entry and samples.
    pipelines: Mutex<FxHashMap<(&'static str, u32), wgpu::RenderPipeline>>,
    /// The light of the last sky: frames after one another have the same.
    last: Mutex<Option<(Known, SkyLight)>>,
    /// Stands for the light of a sky that is not there.
    dark: SkyLight,
}

impl SkyPass {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let device = &gpu.device;
        let pieces = [include_str!("../shaders/screen.wgsl"), include_str!("../shaders/sky.wgsl")];
        let module = shader(device, "sky", &pieces);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("sky"),
            entries: &[
                uniform_entry::<SkyData>(0, wgpu::ShaderStages::FRAGMENT, false),
                texture_entry(1, true),
                sampler_entry(2),
                uniform_entry::<LevelData>(3, wgpu::ShaderStages::FRAGMENT, false),
            ],
        });
        let pipeline_layout = pipeline_layout(device, "sky", &[Some(&layout)]);
        let views = |texture: &wgpu::Texture| SkyLight { sharp: whole(texture), rough: layers(texture) };
        Self {
            module,
            layout,
            pipeline_layout,
            pipelines: Mutex::default(),
            last: Mutex::default(),
            dark: views(&surface(gpu, 2, 1, 1)),
        }
    }

    fn pipeline(&self, device: &wgpu::Device, entry: &'static str, onto: Onto) -> wgpu::RenderPipeline {
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        pipelines.entry((entry, onto.samples)).or_insert_with(|| self.make(device, entry, onto)).clone()
    }

    fn make(&self, device: &wgpu::Device, entry: &'static str, onto: Onto) -> wgpu::RenderPipeline {
        let background = entry == "fs_background";
        Full {
            layout: Some(&self.pipeline_layout),
            vertex: if background { "vs_background" } else { "vs_screen" },
            depth: background.then(depth_behind),
            samples: onto.multisample(),
            ..Full::new("sky", &self.module, entry, LIGHT_FORMAT)
        }
        .make(device)
    }

    /// The light of a sky, or none.
    pub(crate) fn light(
        &self,
        gpu: &Gpu,
        heaven: Option<&Heaven>,
        textures: &Textures,
        samplers: &Samplers,
    ) -> SkyLight {
        let Some(heaven) = heaven.filter(|heaven| heaven.lights) else { return self.dark.clone() };
        let known = (heaven.data.light(), heaven.slot);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match last.as_ref() {
            // A picture's texels may have changed under the same name.
            Some((before, light)) if *before == known && known.1.is_none() => light.clone(),
            _ => {
                let made = self.make_light(gpu, heaven, textures, samplers);
                *last = Some((known, made.clone()));
                made
            }
        }
    }

    fn make_light(&self, gpu: &Gpu, heaven: &Heaven, textures: &Textures, samplers: &Samplers) -> SkyLight {
        let device = &gpu.device;
        // Sent at once: what is kept must have been drawn, whatever becomes of the picture.
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let plain = Onto { format: LIGHT_FORMAT, samples: 1 };
        let pipeline = |entry| self.pipeline(device, entry, plain);
        let source = surface(gpu, WIDTH, COPIES, 1);
        let smooth = samplers.of(device, (Filter::LinearMipmap, Wrap::Repeat, Wrap::Clamp));
        for copy in 0..COPIES {
            let numbers = LevelData { numbers: [0.0, (WIDTH >> copy) as f32, 0.0, 0.0] };
            let onto = one(&source, copy, 0);
            if copy == 0 {
                let own = samplers.get(device, heaven.slot);
                let group = self.group(device, &heaven.data, textures.get(heaven.slot), &own, numbers);
                fill(&mut encoder, "sky", &onto, &pipeline("fs_around"), Some(&group));
            } else {
                let larger = one(&source, copy - 1, 0);
                let group = self.group(device, &heaven.data, &larger, &smooth, numbers);
                fill(&mut encoder, "sky", &onto, &pipeline("fs_half"), Some(&group));
            }
        }
        let rough = surface(gpu, ROUGH_WIDTH, 1, ROUGH_LEVELS);
        let all = whole(&source);
        for layer in 0..ROUGH_LEVELS {
            // Engine behaviour (Godot 4.6): the levels lie closer together where surfaces are smooth.
            let share = (layer + 1) as f32 / ROUGH_LEVELS as f32;
            let numbers = LevelData { numbers: [share * share, ROUGH_WIDTH as f32, WIDTH as f32, 0.0] };
            let group = self.group(device, &heaven.data, &all, &smooth, numbers);
            fill(&mut encoder, "sky", &one(&rough, 0, layer), &pipeline("fs_rough"), Some(&group));
        }
        gpu.queue.submit([encoder.finish()]);
        SkyLight { sharp: one(&source, 0, 0), rough: layers(&rough) }
    }

    fn group(
        &self,
        device: &wgpu::Device,
        data: &SkyData,
        picture: &wgpu::TextureView,
        sampler: &wgpu::Sampler,
        level: LevelData,
    ) -> wgpu::BindGroup {
        let uniform = |bytes: &[u8]| buffer(device, "sky", bytes, wgpu::BufferUsages::UNIFORM);
        let (data, level) = (uniform(bytemuck::bytes_of(data)), uniform(bytemuck::bytes_of(&level)));
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("sky"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: one_of::<SkyData>(&data) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(picture) },
                wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(sampler) },
                wgpu::BindGroupEntry { binding: 3, resource: one_of::<LevelData>(&level) },
            ],
        })
    }

    /// Draws the background where nothing is.
    pub(crate) fn draw(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        heaven: &Heaven,
        (textures, samplers): (&Textures, &Samplers),
        onto: Onto,
    ) {
        let level = LevelData { numbers: [0.0; 4] };
        let sampler = samplers.get(device, heaven.slot);
        let group = self.group(device, &heaven.data, textures.get(heaven.slot), &sampler, level);
        pass.set_pipeline(&self.pipeline(device, "fs_background", onto));
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn surface(gpu: &Gpu, width: u32, copies: u32, layers: u32) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("sky"),
        size: wgpu::Extent3d { width, height: width / 2, depth_or_array_layers: layers },
        mip_level_count: copies,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: LIGHT_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    })
}

fn whole(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn one(texture: &wgpu::Texture, copy: u32, layer: u32) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2),
        base_mip_level: copy,
        mip_level_count: Some(1),
        base_array_layer: layer,
        array_layer_count: Some(1),
        ..wgpu::TextureViewDescriptor::default()
    })
}

fn layers(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..wgpu::TextureViewDescriptor::default()
    })
}
