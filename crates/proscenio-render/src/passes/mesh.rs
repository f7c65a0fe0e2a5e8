//! Meshes.

use std::sync::{Mutex, OnceLock, PoisonError};

use bytemuck::{Pod, Zeroable};
use proscenio_scene::{BlendMode, Cull, Filter, Fog, Haze, HazeRun, Wrap};
use rustc_hash::FxHashMap;

use super::code::{CodeModule, Codes};
use super::full::pipeline_layout;
use super::textures::{Samplers, Textures};
use super::{
    DEPTH_FORMAT, Onto, STORED_FORMAT, SkyLight, Under, blend_state, depth_entry, layers_entry, one_of,
    reflectance, sampler_entry, shader, texture_entry, uniform_entry,
};
use crate::device::Gpu;
use crate::passes::held::{Held, KeptShapes, KeptView, Lists, Tally, made_lists};
use crate::prepare::{
    Form, Heaven, InstanceData, LightData, MAX_LIGHTS, MAX_TILES, Prepared, PreparedMaterial, Run, SLOTS,
    Slot, SurfaceData, TileData, Vertex, Volume,
};

/// Laid out as `Frame` in `mesh.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct FrameData {
    clip_from_world: [[f32; 4]; 4],
    eye: [f32; 4],
    ambient_linear: [f32; 4],
    reflection_linear: [f32; 4],
    ambient_stored: [f32; 4],
    fog_color: [f32; 4],
    fog: [f32; 4],
    screen: [f32; 4],
    depth: [f32; 4],
    sky: [f32; 4],
    haze: [f32; 4],
    haze_run: [f32; 4],
    haze_height: [f32; 4],
    ahead: [f32; 4],
    cells: [[f32; 4]; 2],
    counts: [u32; 4],
    lights: [LightData; MAX_LIGHTS],
    tiles: [TileData; MAX_TILES],
}

const ATTRIBUTES: [wgpu::VertexAttribute; 6] = wgpu::vertex_attr_array![
    0 => Float32x3, 1 => Float32x3, 2 => Float32x4, 3 => Float32x4, 4 => Float32x4, 5 => Float32x2
];
const INSTANCE_ATTRIBUTES: [wgpu::VertexAttribute; 6] = wgpu::vertex_attr_array![
    6 => Float32x4, 7 => Float32x4, 8 => Float32x4, 9 => Float32x3, 10 => Float32x3, 11 => Float32x3
];

/// The simple shaders.
pub(super) const SIMPLE: [&str; 5] = [
    include_str!("../shaders/surface.wgsl"),
    include_str!("../shaders/mesh.wgsl"),
    include_str!("../shaders/linear.wgsl"),
    include_str!("../shaders/finish.wgsl"),
    include_str!("../shaders/cut.wgsl"),
];

/// What the shader that knows everything has beyond them.
const RICH: [&str; 2] = [include_str!("../shaders/rich.wgsl"), include_str!("../shaders/holes.wgsl")];

/// What a pipeline is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    stored: bool,
    /// `None` for solid things, which hide what is behind them.
    blend: Option<BlendMode>,
    cull: Cull,
    mirrored: bool,
    form: Form,
    /// Whether it hides what is behind it, and whether what is nearer hides it.
    depth: [bool; 2],
    /// What is drawn of it.
    part: Part,
    /// Whether fog fills space.
    filled: bool,
    /// Number of a shader's module.
    code: Option<usize>,
    onto: Onto,
}

/// What is drawn of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// All, with the simple shader.
    Plain,
    /// All, with the shader that knows everything.
    Rich,
    /// The depth of its texels that are not see-through.
    Depth,
    /// Its depth alone, onto a picture of depth.
    Behind,
}

/// Draws meshes.
pub(crate) struct MeshPass {
    module: wgpu::ShaderModule,
    /// Made when something first asks for it.
    rich: OnceLock<wgpu::ShaderModule>,
    pub(super) frame_layout: wgpu::BindGroupLayout,
    pub(super) surface_layout: wgpu::BindGroupLayout,
    masks: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    pipelines: Mutex<FxHashMap<Key, wgpu::RenderPipeline>>,
    reflectance: OnceLock<wgpu::TextureView>,
}

/// The meshes of one picture on the device.
pub(crate) struct MeshUpload {
    frame: wgpu::BindGroup,
    instances: wgpu::Buffer,
    surfaces: Vec<wgpu::BindGroup>,
    shapes: Vec<Lists>,
}

/// A surface on the device, and what it was made of.
#[derive(Default)]
pub(crate) struct KeptSurface {
    held: Held,
    made: Option<MadeSurface>,
}

struct MadeSurface {
    of: (wgpu::Buffer, [Option<Slot>; SLOTS], [wgpu::TextureView; SLOTS]),
    group: wgpu::BindGroup,
}

/// Where what is kept is, and what counts the rest.
pub(crate) struct Keeping<'k> {
    pub(crate) view: &'k mut KeptView,
    pub(crate) shapes: &'k mut KeptShapes,
    pub(crate) tally: &'k Tally,
}

/// Pictures that light is looked up in.
pub(crate) struct FrameLight<'a> {
    pub(crate) sky: &'a SkyLight,
    /// Depth from where lights stand: directional ones, others.
    pub(crate) depths: &'a [wgpu::TextureView; 2],
    pub(crate) compare: &'a wgpu::Sampler,
    /// Fog between the eye and what is seen; anything without one.
    pub(crate) fog: &'a wgpu::TextureView,
}

impl MeshUpload {
    /// What is the same for every mesh.
    pub(super) fn frame(&self) -> &wgpu::BindGroup {
        &self.frame
    }

    /// Binds one surface behind a pass's own first group, and draws it at all places of a run.
    pub(super) fn bind(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        prepared: &Prepared<'_>,
        run: Run,
        tally: &Tally,
    ) {
        let draw = &prepared.meshes.draws[run.draw];
        let (vertices, indices, count) = &self.shapes[draw.shape];
        pass.set_bind_group(1, &self.surfaces[draw.material], &[]);
        pass.set_vertex_buffer(0, vertices.slice(..));
        // WebGL2 cannot begin at an instance, so the list does.
        let first = u64::from(draw.instance) * size_of::<InstanceData>() as u64;
        pass.set_vertex_buffer(1, self.instances.slice(first..));
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..*count, 0, 0..run.count);
        tally.drawn(*count, run.count);
    }
}

impl MeshPass {
    /// `masks` is the layout of a mask's group.
    pub(crate) fn new(device: &wgpu::Device, masks: &wgpu::BindGroupLayout) -> Self {
        let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let group = |label, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let frame_layout = group(
            "mesh frame",
            &[
                uniform_entry::<FrameData>(0, both, false),
                texture_entry(1, true),
                sampler_entry(2),
                texture_entry(3, true),
                layers_entry(4),
                sampler_entry(5),
                depth_entry(6),
                depth_entry(7),
                wgpu::BindGroupLayoutEntry {
                    ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison),
                    ..sampler_entry(8)
                },
                texture_entry(9, true),
            ],
        );
        let mut entries = vec![uniform_entry::<SurfaceData>(0, both, false)];
        for texture in 0..SLOTS as u32 {
            entries.extend([texture_entry(1 + 2 * texture, true), sampler_entry(2 + 2 * texture)]);
        }
        let surface_layout = group("mesh surface", &entries);
        let layout =
            pipeline_layout(device, "mesh", &[Some(&frame_layout), Some(&surface_layout), Some(masks)]);
        Self {
            module: shader(device, "mesh", &SIMPLE),
            rich: OnceLock::new(),
            frame_layout,
            surface_layout,
            masks: masks.clone(),
            layout,
            pipelines: Mutex::default(),
            reflectance: OnceLock::new(),
        }
    }

    /// Sends what meshes need and is not there yet; `None` when there are none.
    pub(crate) fn upload(
        &self,
        gpu: &Gpu,
        prepared: &Prepared<'_>,
        (textures, samplers): (&Textures, &Samplers),
        air: &FrameLight<'_>,
        keeping: &mut Keeping<'_>,
    ) -> Option<MeshUpload> {
        let meshes = &prepared.meshes;
        if meshes.draws.is_empty() {
            return None;
        }
        let Keeping { view, shapes, tally } = keeping;
        let data = frame_data(prepared);
        let data = bytemuck::bytes_of(&data);
        let frame = view.mesh_frame.put(gpu, "mesh frame", data, wgpu::BufferUsages::UNIFORM, tally);
        let instances = bytemuck::cast_slice(&meshes.instances);
        view.surfaces.resize_with(meshes.materials.len(), KeptSurface::default);
        let surfaces = meshes.materials.iter().zip(&mut view.surfaces);
        let own = meshes.shapes.iter().filter(|shape| shape.source.is_none()).count();
        view.made.resize_with(own, Default::default);
        let mut made = view.made.iter_mut();
        let lists = meshes.shapes.iter().map(|shape| match shape.source {
            Some(id) => shapes.lists(gpu, shape, id, tally),
            None => made_lists(made.next().unwrap_or(&mut Default::default()), gpu, shape, tally),
        });
        Some(MeshUpload {
            shapes: lists.collect(),
            instances: view.instances.put(gpu, "places", instances, wgpu::BufferUsages::VERTEX, tally),
            surfaces: surfaces
                .map(|(material, kept)| self.surface(gpu, material, (textures, samplers), kept, tally))
                .collect(),
            frame: self.frame(gpu, prepared, (textures, samplers), air, &frame),
        })
    }

    fn frame(
        &self,
        gpu: &Gpu,
        prepared: &Prepared<'_>,
        (textures, samplers): (&Textures, &Samplers),
        air: &FrameLight<'_>,
        data: &wgpu::Buffer,
    ) -> wgpu::BindGroup {
        // Only linear light asks the table; stored values do without the work of filling it.
        let table = if !prepared.order.lights() {
            textures.get(None)
        } else {
            self.reflectance.get_or_init(|| reflectance::table(&gpu.device, &gpu.queue))
        };
        let [table, sharp, rough, suns, lamps] =
            [table, &air.sky.sharp, &air.sky.rough, &air.depths[0], &air.depths[1]]
                .map(wgpu::BindingResource::TextureView);
        let between = samplers.of(&gpu.device, BETWEEN);
        let around = samplers.of(&gpu.device, AROUND);
        let [between, around, compare] = [&between, &around, air.compare].map(wgpu::BindingResource::Sampler);
        let fog = wgpu::BindingResource::TextureView(air.fog);
        let looked_up = [table, between, sharp, rough, around, suns, lamps, compare, fog];
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: one_of::<FrameData>(data) }];
        let others = (1..).zip(looked_up);
        entries.extend(others.map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource }));
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("mesh frame"),
            layout: &self.frame_layout,
            entries: &entries,
        })
    }

    fn surface(
        &self,
        gpu: &Gpu,
        material: &PreparedMaterial,
        (textures, samplers): (&Textures, &Samplers),
        kept: &mut KeptSurface,
        tally: &Tally,
    ) -> wgpu::BindGroup {
        let device = &gpu.device;
        let data = bytemuck::bytes_of(&material.data);
        let data = kept.held.put(gpu, "mesh surface", data, wgpu::BufferUsages::UNIFORM, tally);
        let views = material.slots.map(|slot| textures.get(slot).clone());
        let of = (data, material.slots, views);
        if let Some(made) = kept.made.as_ref().filter(|made| made.of == of) {
            return made.group.clone();
        }
        let (data, _, views) = &of;
        let looked_up = material.slots.map(|slot| samplers.get(device, slot));
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: one_of::<SurfaceData>(data) }];
        for (binding, (view, sampler)) in (1..).step_by(2).zip(views.iter().zip(&looked_up)) {
            let view = wgpu::BindingResource::TextureView(view);
            entries.push(wgpu::BindGroupEntry { binding, resource: view });
            let sampler = wgpu::BindingResource::Sampler(sampler);
            entries.push(wgpu::BindGroupEntry { binding: binding + 1, resource: sampler });
        }
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("mesh surface"),
            layout: &self.surface_layout,
            entries: &entries,
        });
        kept.made = Some(MadeSurface { of, group: group.clone() });
        group
    }

    /// Draws one surface at all places of a run.
    pub(crate) fn draw(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        upload: &MeshUpload,
        prepared: &Prepared<'_>,
        (run, onto): (Run, Onto),
        (under, codes, tally): (Under<'_>, &Codes, &Tally),
    ) {
        let material = &prepared.meshes.materials[prepared.meshes.draws[run.draw].material];
        let part = if material.rich { Part::Rich } else { Part::Plain };
        self.draw_part(device, pass, upload, prepared, (run, part, onto), (under, codes, tally));
    }

    /// Draws a part of one surface at all places of a run.
    pub(crate) fn draw_part(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        upload: &MeshUpload,
        prepared: &Prepared<'_>,
        (run, part, onto): (Run, Part, Onto),
        (under, codes, tally): (Under<'_>, &Codes, &Tally),
    ) {
        let draw = &prepared.meshes.draws[run.draw];
        let material = &prepared.meshes.materials[draw.material];
        let key = Key {
            stored: material.stored,
            blend: material.blended.then_some(material.blend),
            cull: material.cull,
            mirrored: draw.mirrored,
            form: prepared.meshes.shapes[draw.shape].form,
            depth: [
                material.writes_depth || matches!(part, Part::Depth | Part::Behind),
                material.tests_depth,
            ],
            part,
            filled: prepared.volume.is_some() && !material.stored,
            code: None,
            onto,
        };
        let code = material.shader.and_then(|shader| codes.get(&(shader, false)));
        pass.set_pipeline(&self.pipeline(device, key, code.map(|code| &*code.module)));
        if let Some(code) = code {
            pass.set_bind_group(3, &code.group, &[]);
        }
        pass.set_bind_group(0, &upload.frame, &[]);
        pass.set_bind_group(2, under.mask, &[under.cut]);
        upload.bind(pass, prepared, run, tally);
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
            &[Some(&self.frame_layout), Some(&self.surface_layout), Some(&self.masks), Some(code)],
        )
    }

    /// Makes a pipeline of a shader's code, so that the driver says what it has against it.
    pub(super) fn try_code(&self, device: &wgpu::Device, code: &CodeModule) {
        let key = Key {
            stored: true,
            blend: None,
            cull: Cull::Back,
            mirrored: false,
            form: Form::Triangles,
            depth: [true, true],
            part: Part::Plain,
            filled: false,
            code: None,
            onto: Onto { format: STORED_FORMAT, samples: 1 },
        };
        self.pipeline(device, key, Some(code));
    }

    fn pipeline(&self, device: &wgpu::Device, key: Key, code: Option<&CodeModule>) -> wgpu::RenderPipeline {
        let key = Key { code: code.map(|code| code.number), ..key };
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        pipelines.entry(key).or_insert_with(|| self.make(device, key, code)).clone()
    }

    fn make(&self, device: &wgpu::Device, key: Key, code: Option<&CodeModule>) -> wgpu::RenderPipeline {
        let own = match key.part {
            Part::Rich => {
                self.rich.get_or_init(|| shader(device, "rich mesh", &[&SIMPLE[..], &RICH].concat()))
            }
            Part::Plain | Part::Depth | Part::Behind => &self.module,
        };
        let (module, layout) = code.map_or((own, &self.layout), |code| (&code.module, &code.layout));
        let (vertex, fragment) = match (key.stored, key.part) {
            _ if code.is_some() => ("vs_code", "fs_code"),
            (true, _) => ("vs_stored", "fs_stored"),
            (false, Part::Plain) => ("vs_linear", "fs_linear"),
            (false, Part::Rich) => ("vs_rich", "fs_rich"),
            (false, Part::Depth) => ("vs_linear", "fs_depth"),
            (false, Part::Behind) => ("vs_linear", "fs_behind"),
        };
        let constants: &[(&str, f64)] = if key.filled { &[("FILLED", 1.0)] } else { &[] };
        let target = |write_mask| {
            let blend = key.blend.map(blend_state);
            [Some(wgpu::ColorTargetState { format: key.onto.format, blend, write_mask })]
        };
        let (all, depth_alone) = (target(wgpu::ColorWrites::ALL), target(wgpu::ColorWrites::empty()));
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("mesh"),
            layout: Some(layout),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some(vertex),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &vertex_layouts(),
            },
            primitive: primitive(key),
            depth_stencil: Some(depth(key)),
            multisample: key.onto.multisample(),
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some(fragment),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants,
                    ..wgpu::PipelineCompilationOptions::default()
                },
                targets: match key.part {
                    Part::Behind => &[],
                    Part::Depth => &depth_alone,
                    Part::Plain | Part::Rich => &all,
                },
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// All that is the same for every mesh of a picture.
fn frame_data(prepared: &Prepared<'_>) -> FrameData {
    let lighting = &prepared.lighting;
    let depth_of = prepared.eye.clip_from_eye;
    let four = |[r, g, b]: [f32; 3]| [r, g, b, 0.0];
    let mut data = FrameData {
        clip_from_world: prepared.eye.clip_from_world().to_cols_array_2d(),
        eye: prepared.eye.position().extend(1.0).into(),
        ambient_linear: four(lighting.ambient_linear),
        reflection_linear: four(prepared.reflection),
        ambient_stored: four(lighting.ambient_stored),
        fog_color: fog_color(prepared.fog),
        fog: fog(prepared.fog),
        screen: [prepared.size[0] as f32, prepared.size[1] as f32, prepared.pixel_ratio(), 0.0],
        depth: [depth_of.z_axis.z, depth_of.w_axis.z, 0.0, 0.0],
        sky: sky(prepared.heaven.as_ref()),
        haze: prepared.haze.map_or([0.0; 4], |haze| {
            let [r, g, b] = haze.color.rgb;
            // Without a sky there is nothing behind to take light from.
            let lights = prepared.heaven.as_ref().is_some_and(|heaven| heaven.lights);
            [r, g, b, if lights { haze.sky_color } else { 0.0 }]
        }),
        haze_run: prepared.haze.map_or([0.0; 4], haze_run),
        haze_height: prepared
            .haze
            .map_or([0.0; 4], |haze| [haze.height, haze.height_density, haze.sun_scatter, 1.0]),
        ahead: prepared.eye.ahead().extend(prepared.eye.farthest()).into(),
        cells: prepared.volume.as_ref().map_or([[0.0; 4]; 2], Volume::lookup),
        counts: [
            lighting.lights.len() as u32,
            lighting.stored_caster.map_or(0, |at| at as u32 + 1),
            prepared.eye.flat.into(),
            0,
        ],
        lights: [LightData::default(); MAX_LIGHTS],
        tiles: [TileData::default(); MAX_TILES],
    };
    for (tile, planned) in data.tiles.iter_mut().zip(prepared.shadows.data()) {
        *tile = planned;
    }
    data.lights[..lighting.lights.len()].copy_from_slice(&lighting.lights);
    data
}

/// How the table of reflection is read.
const BETWEEN: (Filter, Wrap, Wrap) = (Filter::Linear, Wrap::Clamp, Wrap::Clamp);
/// How pictures of all directions are read.
const AROUND: (Filter, Wrap, Wrap) = (Filter::Linear, Wrap::Repeat, Wrap::Clamp);

/// Share of the light from everywhere, energy, and whether mirrors show it.
fn sky(heaven: Option<&Heaven>) -> [f32; 4] {
    heaven.filter(|heaven| heaven.lights).map_or([0.0; 4], |heaven| {
        let [share, energy] = heaven.share;
        [share, energy, f32::from(heaven.mirrored), 0.0]
    })
}

fn haze_run(haze: Haze) -> [f32; 4] {
    match haze.run {
        HazeRun::Exponential { density } => [density, 0.0, 0.0, 1.0],
        HazeRun::Range { begin, end, curve, density } => [density, begin, end.max(begin + 1e-4), curve],
    }
}

/// The fog's stored colour, and 1 where there is one.
fn fog_color(fog: Option<Fog>) -> [f32; 4] {
    fog.filter(|fog| fog.enabled).map_or([0.0; 4], |fog| {
        let [r, g, b, _] = fog.color.to_stored();
        [r, g, b, 1.0]
    })
}

/// Near and far, top and bottom. What is not there is where nothing gets to.
fn fog(fog: Option<Fog>) -> [f32; 4] {
    let [near, far] = fog.and_then(|fog| fog.distance).unwrap_or([1e30, 2e30]);
    let height = fog.and_then(|fog| fog.height).filter(|[top, bottom]| top > bottom);
    let [top, bottom] = height.unwrap_or([-1e30, -2e30]);
    [near, far.max(near + 1e-4), top, bottom]
}

/// Vertices, and the places they are drawn at.
pub(super) const fn vertex_layouts() -> [Option<wgpu::VertexBufferLayout<'static>>; 2] {
    [
        Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<Vertex>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &ATTRIBUTES,
        }),
        Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<InstanceData>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &INSTANCE_ATTRIBUTES,
        }),
    ]
}

fn primitive(key: Key) -> wgpu::PrimitiveState {
    wgpu::PrimitiveState {
        topology: match key.form {
            Form::Points => wgpu::PrimitiveTopology::PointList,
            Form::Lines => wgpu::PrimitiveTopology::LineList,
            Form::Triangles => wgpu::PrimitiveTopology::TriangleList,
        },
        ..sides(key.cull, key.mirrored)
    }
}

/// Which sides of triangles are drawn.
pub(super) fn sides(cull: Cull, mirrored: bool) -> wgpu::PrimitiveState {
    wgpu::PrimitiveState {
        // A mirroring placement turns triangles around on the screen, but not the side that is meant.
        front_face: if mirrored { wgpu::FrontFace::Cw } else { wgpu::FrontFace::Ccw },
        cull_mode: match cull {
            Cull::Back => Some(wgpu::Face::Back),
            Cull::Front => Some(wgpu::Face::Front),
            Cull::None => None,
        },
        ..wgpu::PrimitiveState::default()
    }
}

fn depth(key: Key) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(key.depth[0]),
        // Engine behaviour: at the same depth nacatamalon keeps the first, Godot takes the last.
        depth_compare: Some(match (key.depth[1], key.stored) {
            (false, _) => wgpu::CompareFunction::Always,
            (true, true) => wgpu::CompareFunction::Greater,
            (true, false) => wgpu::CompareFunction::GreaterEqual,
        }),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}
