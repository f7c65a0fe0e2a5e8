//! What is sent to the graphics device.

mod carry;
mod code;
mod compose;
mod effects;
mod flat;
mod fog;
mod full;
mod glow;
mod held;
mod mesh;
mod reflectance;
mod shadow;
mod show;
mod sky;
mod textures;
mod tonemap;

pub(crate) use carry::CarryPass;
pub(crate) use code::{CodePass, Codes, Making};
pub(crate) use compose::{ComposePass, MaskNumbers};
pub(crate) use effects::{EffectPass, EffectRun, is_known, reach, target, view};
pub(crate) use flat::{FlatPass, FlatUpload};
pub(crate) use fog::{FogCells, FogPass, bytes as fog_bytes};
pub(crate) use glow::{GlowPass, Spill};
pub(crate) use held::{Held, Kept, Tally};
pub(crate) use mesh::{FrameLight, Keeping, MeshPass, MeshUpload, Part};
pub(crate) use shadow::ShadowPass;
pub(crate) use show::ShowPass;
pub(crate) use sky::{SkyLight, SkyPass};
pub(crate) use textures::{Samplers, Textures, white};
pub(crate) use tonemap::{Mapping, TonemapPass};

use proscenio_scene::BlendMode;
use wgpu::util::DeviceExt;

/// Light before it is mapped to stored values.
pub(crate) const LIGHT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// Stored values.
pub(crate) const STORED_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Depth: 1 near, 0 far.
pub(crate) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// What is drawn on, as pipelines have to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Onto {
    pub(crate) format: wgpu::TextureFormat,
    /// Samples of each pixel.
    pub(crate) samples: u32,
}

impl Onto {
    fn multisample(self) -> wgpu::MultisampleState {
        wgpu::MultisampleState { count: self.samples, ..wgpu::MultisampleState::default() }
    }

    /// Whether it takes light instead of stored values.
    fn takes_light(self) -> bool {
        self.format == LIGHT_FORMAT
    }
}

/// What a drawing is seen through.
#[derive(Clone, Copy)]
pub(crate) struct Under<'a> {
    /// A mask, and all that sectors are cut to.
    pub(crate) mask: &'a wgpu::BindGroup,
    /// Where the drawing's own cut is among them, bytes.
    pub(crate) cut: u32,
}

/// Fills a picture with what a shader says of each of its pixels, whatever was there.
fn fill(
    encoder: &mut wgpu::CommandEncoder,
    label: &str,
    onto: &wgpu::TextureView,
    pipeline: &wgpu::RenderPipeline,
    group: Option<&wgpu::BindGroup>,
) {
    fill_groups(encoder, label, onto, pipeline, [group, None]);
}

/// As [`fill`], with the first group and the fourth.
fn fill_groups(
    encoder: &mut wgpu::CommandEncoder,
    label: &str,
    onto: &wgpu::TextureView,
    pipeline: &wgpu::RenderPipeline,
    groups: [Option<&wgpu::BindGroup>; 2],
) {
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: onto,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                store: wgpu::StoreOp::Store,
            },
        })],
        ..wgpu::RenderPassDescriptor::default()
    });
    pass.set_pipeline(pipeline);
    for (place, group) in [0, 3].into_iter().zip(groups) {
        if let Some(group) = group {
            pass.set_bind_group(place, group, &[]);
        }
    }
    pass.draw(0..3, 0..1);
}

/// A shader from one or more pieces of source.
fn shader(device: &wgpu::Device, label: &str, pieces: &[&str]) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(pieces.concat().into()),
    })
}

/// Depth is neither looked at nor changed.
fn ignore_depth() -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(false),
        depth_compare: Some(wgpu::CompareFunction::Always),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}

/// Where nothing solid is; depth is not changed.
fn depth_behind() -> wgpu::DepthStencilState {
    wgpu::DepthStencilState { depth_compare: Some(wgpu::CompareFunction::GreaterEqual), ..ignore_depth() }
}

/// What is nearer hides; depth is not changed.
fn look_at_depth() -> wgpu::DepthStencilState {
    wgpu::DepthStencilState { depth_compare: Some(wgpu::CompareFunction::Greater), ..ignore_depth() }
}

/// How a colour joins what is behind it. Straight alpha; coverage only grows.
fn blend_state(blend: BlendMode) -> wgpu::BlendState {
    use wgpu::{BlendComponent, BlendFactor as Factor, BlendOperation as Op};
    let part = |src_factor, dst_factor, operation| BlendComponent { src_factor, dst_factor, operation };
    let over = part(Factor::One, Factor::OneMinusSrcAlpha, Op::Add);
    let keep = part(Factor::Zero, Factor::One, Op::Add);
    let (color, alpha) = match blend {
        BlendMode::Mix => (part(Factor::SrcAlpha, Factor::OneMinusSrcAlpha, Op::Add), over),
        BlendMode::Add => (part(Factor::SrcAlpha, Factor::One, Op::Add), keep),
        BlendMode::Subtract => (part(Factor::SrcAlpha, Factor::One, Op::ReverseSubtract), keep),
        BlendMode::Multiply => (part(Factor::Dst, Factor::Zero, Op::Add), keep),
        BlendMode::Premultiplied => (over, over),
    };
    wgpu::BlendState { color, alpha }
}

fn buffer(device: &wgpu::Device, label: &str, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some(label),
        contents: bytes,
        usage,
    })
}

/// Entries of one kind as the bytes of a uniform buffer, each where a dynamic offset may point.
pub(crate) fn uniform_bytes<T: bytemuck::Pod>(device: &wgpu::Device, entries: &[T]) -> Vec<u8> {
    let stride = uniform_stride::<T>(device) as usize;
    let mut bytes = vec![0; stride * entries.len().max(1)];
    for (slot, entry) in bytes.chunks_exact_mut(stride).zip(entries) {
        slot[..size_of::<T>()].copy_from_slice(bytemuck::bytes_of(entry));
    }
    bytes
}

/// Bytes between the entries of [`uniform_bytes`].
pub(crate) fn uniform_stride<T>(device: &wgpu::Device) -> u32 {
    (size_of::<T>() as u32).next_multiple_of(device.limits().min_uniform_buffer_offset_alignment)
}

fn uniform_entry<T>(
    binding: u32,
    visibility: wgpu::ShaderStages,
    dynamic: bool,
) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: dynamic,
            min_binding_size: std::num::NonZeroU64::new(size_of::<T>() as u64),
        },
        count: None,
    }
}

fn texture_entry(binding: u32, filterable: bool) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        count: None,
    }
}

/// A texture in layers.
fn layers_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2Array,
            multisampled: false,
        },
        ..texture_entry(binding, true)
    }
}

/// A picture of depth.
fn depth_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Depth,
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        ..texture_entry(binding, true)
    }
}

fn sampler_entry(binding: u32) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
        count: None,
    }
}

/// The part of a uniform buffer that one entry takes.
fn one_of<T>(buffer: &wgpu::Buffer) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer,
        offset: 0,
        size: std::num::NonZeroU64::new(size_of::<T>() as u64),
    })
}
