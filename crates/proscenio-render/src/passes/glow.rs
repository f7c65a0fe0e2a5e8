//! Light that bright places spill around them.

use std::sync::{Mutex, PoisonError};

use bytemuck::{Pod, Zeroable};
use proscenio_scene::{Filter, Glow, Wrap};
use rustc_hash::FxHashMap;

use super::full::{Full, pipeline_layout};
use super::textures::Samplers;
use super::{LIGHT_FORMAT, buffer, fill, one_of, sampler_entry, shader, texture_entry, uniform_entry};
use crate::device::Gpu;

/// Laid out as `Numbers` in `glow.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct Numbers {
    size: [f32; 4],
    limits: [f32; 4],
    strength: [f32; 4],
}

/// The passes of the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Work {
    Across,
    Down,
    /// Added to what is there.
    Gather,
    /// Likewise, enlarged smoothly.
    GatherSmoothly,
}

/// Spills light.
pub(crate) struct GlowPass {
    layout: wgpu::BindGroupLayout,
    /// Made when first asked for.
    module: std::sync::OnceLock<wgpu::ShaderModule>,
    pipelines: Mutex<FxHashMap<Work, wgpu::RenderPipeline>>,
}

/// What spills, beyond the glow's own numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spill<'s> {
    pub(crate) glow: &'s Glow,
    /// Factor on light before it spills.
    pub(crate) exposure: f32,
    /// Whether levels are enlarged smoothly.
    pub(crate) smooth: bool,
    pub(crate) size: [u32; 2],
}

/// The pass that works on every level at once.
struct Step<'s> {
    work: Work,
    numbers: Numbers,
    from: &'s wgpu::TextureView,
}

impl GlowPass {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("glow"),
            entries: &[
                uniform_entry::<Numbers>(0, wgpu::ShaderStages::FRAGMENT, false),
                texture_entry(1, true),
                sampler_entry(2),
            ],
        });
        Self { layout, module: std::sync::OnceLock::new(), pipelines: Mutex::default() }
    }

    /// The spilled light of a picture of light, as large as it; `None` when no level counts.
    ///
    /// Engine behaviour (Godot 4.6, Forward+): each level is half as large as the one before and blurred by seven
    /// weights across and down; what passes the threshold is decided on the first.
    pub(crate) fn spill(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        samplers: &Samplers,
        light: &wgpu::TextureView,
        spill: &Spill<'_>,
    ) -> Option<wgpu::TextureView> {
        let sides = level_sizes(spill.size);
        let weights = weights(spill.glow, sides.len());
        let last = weights.iter().rposition(|weight| *weight > 0.0)?;
        let sampler = samplers.of(&gpu.device, (Filter::Linear, Wrap::Clamp, Wrap::Clamp));
        let mut from = light.clone();
        let mut levels = Vec::new();
        for (level, size) in sides.iter().take(last + 1).enumerate() {
            let numbers = numbers(spill, *size, level == 0);
            let across = surface(gpu, *size);
            let step = Step { work: Work::Across, numbers, from: &from };
            self.fill(gpu, encoder, &sampler, &step, &across);
            let done = surface(gpu, *size);
            let step = Step { work: Work::Down, numbers, from: &across };
            self.fill(gpu, encoder, &sampler, &step, &done);
            from = done.clone();
            levels.push(done);
        }
        let all = surface(gpu, spill.size);
        self.gather(gpu, encoder, (&levels, &sides, &weights), &sampler, (spill, &all));
        Some(all)
    }

    /// Adds all levels.
    fn gather(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (levels, sides, weights): (&[wgpu::TextureView], &[[u32; 2]], &[f32]),
        sampler: &wgpu::Sampler,
        (spill, onto): (&Spill<'_>, &wgpu::TextureView),
    ) {
        let work = if spill.smooth { Work::GatherSmoothly } else { Work::Gather };
        let pipeline = self.pipeline(&gpu.device, work);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("glow"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: onto,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&pipeline);
        let [width, height] = spill.size.map(|side| side as f32);
        for ((level, size), weight) in levels.iter().zip(sides).zip(weights) {
            if *weight == 0.0 {
                continue;
            }
            let mut numbers = numbers(spill, *size, false);
            numbers.strength[0] = *weight;
            numbers.size[2..].copy_from_slice(&[width, height]);
            pass.set_bind_group(0, &self.group(gpu, sampler, &Step { work, numbers, from: level }), &[]);
            pass.draw(0..3, 0..1);
        }
    }

    fn fill(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        sampler: &wgpu::Sampler,
        step: &Step<'_>,
        onto: &wgpu::TextureView,
    ) {
        let group = self.group(gpu, sampler, step);
        fill(encoder, "glow", onto, &self.pipeline(&gpu.device, step.work), Some(&group));
    }

    fn group(&self, gpu: &Gpu, sampler: &wgpu::Sampler, step: &Step<'_>) -> wgpu::BindGroup {
        let device = &gpu.device;
        let data = buffer(device, "glow", bytemuck::bytes_of(&step.numbers), wgpu::BufferUsages::UNIFORM);
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("glow"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: one_of::<Numbers>(&data) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(step.from) },
                wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(sampler) },
            ],
        })
    }

    fn pipeline(&self, device: &wgpu::Device, work: Work) -> wgpu::RenderPipeline {
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        pipelines.entry(work).or_insert_with(|| self.make(device, work)).clone()
    }

    fn make(&self, device: &wgpu::Device, work: Work) -> wgpu::RenderPipeline {
        let pieces = [include_str!("../shaders/screen.wgsl"), include_str!("../shaders/glow.wgsl")];
        let module = self.module.get_or_init(|| shader(device, "glow", &pieces));
        let layout = pipeline_layout(device, "glow", &[Some(&self.layout)]);
        let (entry, adds) = match work {
            Work::Across => ("fs_across", false),
            Work::Down => ("fs_down", false),
            Work::Gather => ("fs_gather", true),
            Work::GatherSmoothly => ("fs_gather_smoothly", true),
        };
        let one = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor: wgpu::BlendFactor::One,
            operation: wgpu::BlendOperation::Add,
        };
        Full {
            layout: Some(&layout),
            target: wgpu::ColorTargetState {
                format: LIGHT_FORMAT,
                blend: adds.then_some(wgpu::BlendState { color: one, alpha: one }),
                write_mask: wgpu::ColorWrites::ALL,
            },
            ..Full::new("glow", module, entry, LIGHT_FORMAT)
        }
        .make(device)
    }
}

fn finite(value: f32, otherwise: f32) -> f32 {
    if value.is_finite() { value } else { otherwise }
}

/// Width and height of each level, pixels: halves, and halves of halves, rounded down.
fn level_sizes(size: [u32; 2]) -> Vec<[u32; 2]> {
    let half = |size: &[u32; 2]| Some(size.map(|side| (side / 2).max(1)));
    let mut sizes: Vec<[u32; 2]> = std::iter::successors(half(&size), half).take(7).collect();
    // One pixel is not halved again.
    let end = sizes.iter().position(|size| *size == [1, 1]).map_or(sizes.len(), |at| at + 1);
    sizes.truncate(end);
    sizes
}

/// The factors on the levels that there are.
fn weights(glow: &Glow, levels: usize) -> Vec<f32> {
    glow.levels.iter().take(levels).map(|weight| finite(*weight, 0.0).max(0.0)).collect()
}

fn numbers(spill: &Spill<'_>, size: [u32; 2], first: bool) -> Numbers {
    let glow = spill.glow;
    let threshold = finite(glow.threshold, 1.0);
    let [width, height] = size.map(|side| side as f32);
    Numbers {
        size: [width, height, width, height],
        limits: [
            threshold,
            threshold + finite(glow.scale, 2.0).max(1e-4),
            finite(glow.bloom, 0.0),
            finite(glow.cap, 12.0).max(0.0),
        ],
        strength: [
            finite(glow.strength, 1.0),
            finite(spill.exposure, 1.0),
            if first { 1.0 } else { 0.0 },
            0.0,
        ],
    }
}

/// A surface of light.
fn surface(gpu: &Gpu, [width, height]: [u32; 2]) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("glow"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: LIGHT_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    super::view(&texture)
}

#[cfg(test)]
mod tests {
    use super::level_sizes;

    #[test]
    fn levels_are_halves_rounded_down_and_end_at_one_pixel() {
        let sizes = [[320, 180], [160, 90], [80, 45], [40, 22], [20, 11], [10, 5], [5, 2]];
        assert_eq!(level_sizes([640, 360]), sizes);
        assert_eq!(level_sizes([5, 1]), [[2, 1], [1, 1]]);
        assert_eq!(level_sizes([1, 1]), [[1, 1]]);
    }
}
