//! Flat drawings.

use std::sync::{Mutex, PoisonError};

use bytemuck::{Pod, Zeroable};
use proscenio_scene::{BlendMode, Filter, Scene, Wrap};
use rustc_hash::FxHashMap;
use wgpu::util::{DeviceExt, TextureDataOrder};

use super::code::{CodeModule, Codes};
use super::full::pipeline_layout;
use super::held::{Held, Tally};
use super::textures::{Samplers, Textures, numbers};
use super::{
    Onto, STORED_FORMAT, Under, blend_state, ignore_depth, look_at_depth, one_of, sampler_entry, shader,
    texture_entry, uniform_entry,
};
use crate::device::Gpu;
use crate::prepare::{
    Batch, DIRECTIONS, FlatDrawings, FlatLightData, FlatLights, FlatVertex, Join, MOST_AMBIENTS,
    MOST_FLAT_LIGHTS, Order, Slot,
};

/// Laid out as `Screen` in `flat.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct ScreenData {
    size: [f32; 4],
    counts: [u32; 4],
    ambients: [[f32; 4]; MOST_AMBIENTS],
    lights: [FlatLightData; MOST_FLAT_LIGHTS],
}

const ATTRIBUTES: [wgpu::VertexAttribute; 7] = wgpu::vertex_attr_array![
    0 => Float32x4, 1 => Float32x2, 2 => Float32x4, 3 => Float32x4, 4 => Uint32, 5 => Uint32, 6 => Uint32
];

/// What draws the plane.
pub(super) const FLAT_SHADER: [&str; 3] = [
    include_str!("../shaders/flat.wgsl"),
    include_str!("../shaders/relief.wgsl"),
    include_str!("../shaders/cut.wgsl"),
];

/// Draws flat drawings on stored values.
pub(crate) struct FlatPass {
    module: wgpu::ShaderModule,
    screen_layout: wgpu::BindGroupLayout,
    picture_layout: wgpu::BindGroupLayout,
    masks: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    pipelines: Mutex<FxHashMap<Key, wgpu::RenderPipeline>>,
}

/// How it joins what is there, whether it looks at depth, the number of a shader's module, how it puts a group in, and
/// what is drawn on.
type Key = (BlendMode, bool, Option<usize>, Option<Join>, Onto);

/// The flat drawings of one picture on the device.
pub(crate) struct FlatUpload {
    screen: wgpu::BindGroup,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    pictures: FxHashMap<Option<Slot>, wgpu::BindGroup>,
}

impl FlatPass {
    /// `masks` is the layout of a mask's group.
    pub(crate) fn new(device: &wgpu::Device, masks: &wgpu::BindGroupLayout) -> Self {
        let screen_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("flat screen"),
            entries: &[
                uniform_entry::<ScreenData>(0, wgpu::ShaderStages::VERTEX_FRAGMENT, false),
                texture_entry(1, true),
                sampler_entry(2),
                texture_entry(3, false),
            ],
        });
        let picture_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("flat picture"),
            entries: &[
                texture_entry(0, true),
                sampler_entry(1),
                texture_entry(2, true),
                texture_entry(3, true),
            ],
        });
        let layout =
            pipeline_layout(device, "flat", &[Some(&screen_layout), Some(&picture_layout), Some(masks)]);
        let module = shader(device, "flat", &FLAT_SHADER);
        let masks = masks.clone();
        Self { module, screen_layout, picture_layout, masks, layout, pipelines: Mutex::default() }
    }

    /// Uploads all drawings; `None` when there are none.
    pub(crate) fn upload(
        &self,
        gpu: &Gpu,
        drawings: &FlatDrawings,
        order: &Order,
        (textures, samplers, scene): (&Textures, &Samplers, &Scene),
        size: [u32; 2],
        (held, tally): (&mut [Held; 3], &Tally),
    ) -> Option<FlatUpload> {
        if order.indices.is_empty() {
            return None;
        }
        let [held_screen, held_vertices, held_indices] = held;
        let device = &gpu.device;
        let screen = screen_data(&drawings.lights, size);
        let of_lights = match &drawings.lights.picture {
            Some(texels) => numbers(gpu, texels),
            None => textures.get(None).clone(),
        };
        let depths = depths_of(gpu, &drawings.lights.depths);
        let smooth = samplers.of(device, (Filter::Linear, Wrap::Clamp, Wrap::Clamp));
        let screen = bytemuck::bytes_of(&screen);
        let screen = held_screen.put(gpu, "flat screen", screen, wgpu::BufferUsages::UNIFORM, tally);
        let points = bytemuck::cast_slice(&drawings.vertices);
        let corners = bytemuck::cast_slice(&order.indices);
        let mut pictures = FxHashMap::default();
        for batch in &order.batches {
            pictures.entry(batch.slot).or_insert_with(|| {
                let [bumps, highlights] = batch
                    .slot
                    .map_or([None; 2], |slot| slot.relief_slots(scene))
                    .map(|slot| textures.get(slot));
                device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("flat picture"),
                    layout: &self.picture_layout,
                    entries: &[
                        wgpu::BindGroupEntry {
                            binding: 0,
                            resource: wgpu::BindingResource::TextureView(textures.get(batch.slot)),
                        },
                        wgpu::BindGroupEntry {
                            binding: 1,
                            resource: wgpu::BindingResource::Sampler(&samplers.get(device, batch.slot)),
                        },
                        wgpu::BindGroupEntry {
                            binding: 2,
                            resource: wgpu::BindingResource::TextureView(bumps),
                        },
                        wgpu::BindGroupEntry {
                            binding: 3,
                            resource: wgpu::BindingResource::TextureView(highlights),
                        },
                    ],
                })
            });
        }
        Some(FlatUpload {
            screen: device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("flat screen"),
                layout: &self.screen_layout,
                entries: &[
                    wgpu::BindGroupEntry { binding: 0, resource: one_of::<ScreenData>(&screen) },
                    wgpu::BindGroupEntry {
                        binding: 1,
                        resource: wgpu::BindingResource::TextureView(&of_lights),
                    },
                    wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(&smooth) },
                    wgpu::BindGroupEntry {
                        binding: 3,
                        resource: wgpu::BindingResource::TextureView(&depths),
                    },
                ],
            }),
            vertices: held_vertices.put(gpu, "flat vertices", points, wgpu::BufferUsages::VERTEX, tally),
            indices: held_indices.put(gpu, "flat indices", corners, wgpu::BufferUsages::INDEX, tally),
            pictures,
        })
    }

    /// Draws one batch.
    pub(crate) fn draw(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        upload: &FlatUpload,
        (batch, onto): (&Batch, Onto),
        (under, codes, tally): (Under<'_>, &Codes, &Tally),
    ) {
        tally.drawn(batch.indices.end - batch.indices.start, 1);
        let code = batch.shader.filter(|_| batch.join.is_none());
        let code = code.and_then(|shader| codes.get(&(shader, true)));
        pass.set_pipeline(&self.pipeline(
            device,
            (batch.blend, batch.deep, batch.join.map(|(_, join)| join), onto),
            code.map(|code| &*code.module),
        ));
        if let Some(code) = code {
            pass.set_bind_group(3, &code.group, &[]);
        }
        pass.set_bind_group(0, &upload.screen, &[]);
        pass.set_bind_group(1, upload.pictures.get(&batch.slot), &[]);
        pass.set_bind_group(2, under.mask, &[under.cut]);
        pass.set_vertex_buffer(0, upload.vertices.slice(..));
        pass.set_index_buffer(upload.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(batch.indices.clone(), 0, 0..1);
    }

    /// The layout of a pipeline that runs a shader's code.
    pub(super) fn code_layout(
        &self,
        device: &wgpu::Device,
        code: &wgpu::BindGroupLayout,
    ) -> wgpu::PipelineLayout {
        pipeline_layout(
            device,
            "code",
            &[Some(&self.screen_layout), Some(&self.picture_layout), Some(&self.masks), Some(code)],
        )
    }

    /// Makes a pipeline of a shader's code, so that the driver says what it has against it.
    pub(super) fn try_code(&self, device: &wgpu::Device, code: &CodeModule) {
        let onto = Onto { format: STORED_FORMAT, samples: 1 };
        self.pipeline(device, (BlendMode::Mix, false, None, onto), Some(code));
    }

    fn pipeline(
        &self,
        device: &wgpu::Device,
        (blend, deep, join, onto): (BlendMode, bool, Option<Join>, Onto),
        code: Option<&CodeModule>,
    ) -> wgpu::RenderPipeline {
        let key = (blend, deep, code.map(|code| code.number), join, onto);
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        pipelines.entry(key).or_insert_with(|| self.make(device, key, code)).clone()
    }

    fn make(
        &self,
        device: &wgpu::Device,
        (blend, deep, _, join, onto): Key,
        code: Option<&CodeModule>,
    ) -> wgpu::RenderPipeline {
        let (module, layout) = code.map_or((&self.module, &self.layout), |code| (&code.module, &code.layout));
        let fragment = match (code, join, blend) {
            (Some(_), ..) => "fs_code",
            (None, Some(Join::Clip), _) => "fs_clip",
            (None, Some(Join::Whole), _) => "fs_whole",
            (None, None, BlendMode::Premultiplied) => "fs_weighted",
            (None, None, _) => "fs_flat",
        };
        let constants = [("TO_LIGHT", f64::from(u8::from(onto.takes_light())))];
        let options = || wgpu::PipelineCompilationOptions {
            constants: &constants,
            ..wgpu::PipelineCompilationOptions::default()
        };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("flat"),
            layout: Some(layout),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some(if deep { "vs_deep" } else { "vs_flat" }),
                compilation_options: options(),
                buffers: &[Some(wgpu::VertexBufferLayout {
                    array_stride: size_of::<FlatVertex>() as u64,
                    step_mode: wgpu::VertexStepMode::Vertex,
                    attributes: &ATTRIBUTES,
                })],
            },
            // A mirrored drawing is still seen.
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: Some(if deep { look_at_depth() } else { ignore_depth() }),
            multisample: onto.multisample(),
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some(fragment),
                compilation_options: options(),
                targets: &[Some(wgpu::ColorTargetState {
                    format: onto.format,
                    blend: Some(blend_state(blend)),
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// How far it is from lights in all directions, a row for each light.
fn depths_of(gpu: &Gpu, depths: &[f32]) -> wgpu::TextureView {
    let rows = depths.len() / DIRECTIONS;
    let one = [0.0_f32];
    let (size, bytes): ([u32; 2], &[u8]) = if rows == 0 {
        ([1, 1], bytemuck::cast_slice(&one))
    } else {
        ([DIRECTIONS as u32, rows as u32], bytemuck::cast_slice(depths))
    };
    let descriptor = wgpu::TextureDescriptor {
        label: Some("flat shadows"),
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::R32Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    };
    let texture =
        gpu.device.create_texture_with_data(&gpu.queue, &descriptor, TextureDataOrder::LayerMajor, bytes);
    super::view(&texture)
}

fn screen_data(lights: &FlatLights, size: [u32; 2]) -> ScreenData {
    let [width, height] = size.map(|side| side as f32);
    let mut data = ScreenData {
        size: [width, height, 1.0 / width, 1.0 / height],
        counts: [lights.lights.len().min(MOST_FLAT_LIGHTS) as u32, 0, 0, 0],
        ambients: [[1.0; 4]; MOST_AMBIENTS],
        lights: [FlatLightData::default(); MOST_FLAT_LIGHTS],
    };
    for (slot, light) in data.lights.iter_mut().zip(&lights.lights) {
        *slot = *light;
    }
    for (slot, ambient) in data.ambients.iter_mut().zip(&lights.ambients) {
        *slot = *ambient;
    }
    data
}
