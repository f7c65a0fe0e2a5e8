//! Pictures put into pictures, and masks.

use std::sync::{Mutex, PoisonError};

use bytemuck::{Pod, Zeroable};
use proscenio_scene::BlendMode;
use proscenio_scene::glam::{Affine2, Vec2};
use rustc_hash::FxHashMap;

use crate::prepare::CutData;

use super::full::{Full, pipeline_layout};
use super::{
    Onto, STORED_FORMAT, blend_state, buffer, fill, ignore_depth, one_of, shader, texture_entry,
    uniform_entry,
};

/// Laid out as `Numbers` in `compose.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct MaskNumbers {
    origin: [f32; 4],
    back_x: [f32; 4],
    back_y: [f32; 4],
    rect: [f32; 4],
    flags: [u32; 4],
}

impl MaskNumbers {
    /// A picture whose top-left corner is at a pixel.
    pub(crate) fn at(origin: [u32; 2]) -> Self {
        Self { origin: [origin[0] as f32, origin[1] as f32, 0.0, 0.0], ..Self::default() }
    }

    /// A rectangle of a placed plane.
    pub(crate) fn rect(place: Affine2, low: Vec2, high: Vec2) -> Self {
        let back = place.inverse();
        let ([a, b], [c, d]) = (back.matrix2.x_axis.to_array(), back.matrix2.y_axis.to_array());
        let [x, y] = back.translation.to_array();
        // A plane of no size has no inside.
        let sound = back.is_finite();
        Self {
            back_x: if sound { [a, c, x, 0.0] } else { [0.0, 0.0, -1.0, 0.0] },
            back_y: if sound { [b, d, y, 0.0] } else { [0.0; 4] },
            rect: if sound { [low.x, low.y, high.x, high.y] } else { [0.0; 4] },
            flags: [1, 0, 0, 0],
            ..Self::default()
        }
    }

    pub(crate) fn with(mut self, soft: bool, invert: bool, luminance: bool) -> Self {
        self.flags[1..].copy_from_slice(&[soft.into(), invert.into(), luminance.into()]);
        self
    }
}

/// Puts pictures into pictures and makes masks.
pub(crate) struct ComposePass {
    layout: wgpu::BindGroupLayout,
    module: wgpu::ShaderModule,
    /// Made when first asked for: those that put pictures onto something, and with nothing that which makes masks.
    pipelines: Mutex<FxHashMap<Option<Onto>, wgpu::RenderPipeline>>,
    /// The layout of a mask, and of what sectors are cut to, in other passes.
    pub(crate) masks: wgpu::BindGroupLayout,
}

impl ComposePass {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let pieces = [include_str!("../shaders/screen.wgsl"), include_str!("../shaders/compose.wgsl")];
        let module = shader(device, "compose", &pieces);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("compose"),
            entries: &[
                uniform_entry::<MaskNumbers>(0, wgpu::ShaderStages::FRAGMENT, false),
                texture_entry(1, false),
                texture_entry(2, false),
            ],
        });
        let masks = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("mask"),
            entries: &[
                texture_entry(0, false),
                uniform_entry::<CutData>(1, wgpu::ShaderStages::FRAGMENT, true),
            ],
        });
        Self { layout, module, pipelines: Mutex::default(), masks }
    }

    fn pipeline(&self, device: &wgpu::Device, onto: Option<Onto>) -> wgpu::RenderPipeline {
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || pipeline(device, &self.module, &self.layout, onto);
        pipelines.entry(onto).or_insert_with(make).clone()
    }

    /// A mask as other passes take it, with what sectors are cut to.
    pub(crate) fn mask_group(
        &self,
        device: &wgpu::Device,
        mask: &wgpu::TextureView,
        cuts: &wgpu::Buffer,
    ) -> wgpu::BindGroup {
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("mask"),
            layout: &self.masks,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(mask) },
                wgpu::BindGroupEntry { binding: 1, resource: one_of::<CutData>(cuts) },
            ],
        })
    }

    fn group(
        &self,
        device: &wgpu::Device,
        numbers: MaskNumbers,
        picture: &wgpu::TextureView,
        mask: &wgpu::TextureView,
    ) -> wgpu::BindGroup {
        let data = buffer(device, "compose", bytemuck::bytes_of(&numbers), wgpu::BufferUsages::UNIFORM);
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("compose"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: one_of::<MaskNumbers>(&data) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(picture) },
                wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::TextureView(mask) },
            ],
        })
    }

    /// Puts a picture over what is there.
    pub(crate) fn put(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        (origin, onto): ([u32; 2], Onto),
        picture: &wgpu::TextureView,
        mask: &wgpu::TextureView,
    ) {
        pass.set_pipeline(&self.pipeline(device, Some(onto)));
        pass.set_bind_group(0, &self.group(device, MaskNumbers::at(origin), picture, mask), &[]);
        pass.draw(0..3, 0..1);
    }

    /// Fills a picture with a mask's values under another mask.
    pub(crate) fn mask(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        numbers: MaskNumbers,
        picture: &wgpu::TextureView,
        above: &wgpu::TextureView,
    ) {
        let group = self.group(device, numbers, picture, above);
        fill(encoder, "mask", target, &self.pipeline(device, None), Some(&group));
    }
}

fn pipeline(
    device: &wgpu::Device,
    module: &wgpu::ShaderModule,
    layout: &wgpu::BindGroupLayout,
    onto: Option<Onto>,
) -> wgpu::RenderPipeline {
    let entry = match onto {
        None => "fs_mask",
        Some(onto) if onto.takes_light() => "fs_put_light",
        Some(_) => "fs_put",
    };
    let layout = pipeline_layout(device, "compose", &[Some(layout)]);
    Full {
        layout: Some(&layout),
        target: wgpu::ColorTargetState {
            format: onto.map_or(STORED_FORMAT, |onto| onto.format),
            blend: onto.map(|_| blend_state(BlendMode::Premultiplied)),
            write_mask: wgpu::ColorWrites::ALL,
        },
        depth: onto.map(|_| ignore_depth()),
        samples: onto.map(Onto::multisample).unwrap_or_default(),
        ..Full::new("compose", module, entry, STORED_FORMAT)
    }
    .make(device)
}
