//! Shader code of the scene: put between what calls it and what it may call.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use proscenio_scene::{Shader, ShaderId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::flat::FLAT_SHADER;
use super::held::{Held, Tally};
use super::textures::{Samplers, Textures};
use super::{FlatPass, MeshPass, sampler_entry, texture_entry};
use crate::Note;
use crate::device::Gpu;
use crate::prepare::{Slot, code_slots};

/// Pictures of a shader.
const MAPS: usize = 4;
/// Where a mesh's shader finds its pictures: the places among its surface's textures that its rule leaves free.
const MESH_MAPS: [&str; MAPS] = ["metallic_roughness", "normal", "detail0", "detail1"];

/// A module with a shader's code in it.
pub(crate) struct CodeModule {
    /// Tells it from others.
    pub(crate) number: usize,
    pub(crate) module: wgpu::ShaderModule,
    pub(crate) layout: wgpu::PipelineLayout,
}

/// Makes modules of code and keeps them.
pub(crate) struct CodePass {
    /// For meshes and for flat drawings.
    layouts: [wgpu::BindGroupLayout; 2],
    /// By all that they are made of; what the driver refuses has its words.
    known: Mutex<FxHashMap<String, Result<Arc<CodeModule>, String>>>,
}

/// A shader ready to draw with.
#[derive(Clone)]
pub(crate) struct Code {
    pub(crate) module: Arc<CodeModule>,
    pub(crate) group: wgpu::BindGroup,
}

/// The shaders of a view.
pub(crate) type Codes = FxHashMap<(ShaderId, bool), Code>;

/// What shaders are made with.
pub(crate) struct Making<'m> {
    pub(crate) gpu: &'m Gpu,
    pub(crate) meshes: &'m MeshPass,
    pub(crate) flat: &'m FlatPass,
    pub(crate) looks: (&'m Textures, &'m Samplers),
    pub(crate) time: f64,
    pub(crate) size: [u32; 2],
    pub(crate) tally: &'m Tally,
}

impl CodePass {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let numbers = wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let group = |entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("code"), entries })
        };
        let mut flat = vec![numbers];
        for map in 0..MAPS as u32 {
            flat.extend([texture_entry(1 + 2 * map, true), sampler_entry(2 + 2 * map)]);
        }
        Self { layouts: [group(&[numbers]), group(&flat)], known: Mutex::default() }
    }

    /// A shader for meshes or for flat drawings; `None` when the driver refuses it, which is said.
    pub(crate) fn code(
        &self,
        making: &Making<'_>,
        shader: &Shader,
        flat: bool,
        held: &mut Held,
        notes: &mut Vec<Note>,
    ) -> Option<Code> {
        let module = match self.module(making, shader, flat) {
            Ok(module) => module,
            Err(reason) => {
                let note = Note::BrokenShader { name: shader.name.clone(), reason };
                if !notes.contains(&note) {
                    notes.push(note);
                }
                return None;
            }
        };
        let bytes = numbers(shader, making.time, making.size);
        let usage = wgpu::BufferUsages::UNIFORM;
        let buffer = held.put(making.gpu, "code", &bytes, usage, making.tally);
        let device = &making.gpu.device;
        let (textures, samplers) = making.looks;
        let slots: [Option<Slot>; MAPS] = code_slots(shader);
        let looked_up = slots.map(|slot| samplers.get(device, slot));
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }];
        if flat {
            for (binding, (slot, sampler)) in (1..).step_by(2).zip(slots.iter().zip(&looked_up)) {
                let view = wgpu::BindingResource::TextureView(textures.get(*slot));
                entries.push(wgpu::BindGroupEntry { binding, resource: view });
                let sampler = wgpu::BindingResource::Sampler(sampler);
                entries.push(wgpu::BindGroupEntry { binding: binding + 1, resource: sampler });
            }
        }
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("code"),
            layout: &self.layouts[usize::from(flat)],
            entries: &entries,
        });
        Some(Code { module, group })
    }

    fn module(&self, making: &Making<'_>, shader: &Shader, flat: bool) -> Result<Arc<CodeModule>, String> {
        let source = if flat { flat_source(shader) } else { mesh_source(shader) };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let number = known.len();
        let make = || {
            let gpu = making.gpu;
            let group = &self.layouts[usize::from(flat)];
            let made = gpu.checked(|| {
                let device = &gpu.device;
                let module = CodeModule {
                    number,
                    module: super::shader(device, "code", &[&source]),
                    layout: if flat {
                        making.flat.code_layout(device, group)
                    } else {
                        making.meshes.code_layout(device, group)
                    },
                };
                // The driver looks at the whole only when it is to draw.
                if flat {
                    making.flat.try_code(device, &module)
                } else {
                    making.meshes.try_code(device, &module)
                }
                Ok(module)
            });
            made.map(Arc::new).map_err(|error| one_line(&error.to_string()))
        };
        match known.get(&source) {
            Some(module) => module.clone(),
            None => {
                let module = make();
                known.insert(source, module.clone());
                module
            }
        }
    }
}

/// The last words of a driver without the source around them.
fn one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    let mut told =
        lines.filter(|line| !(line.is_empty() || line.starts_with(['│', '┌', '=']) || line.contains(" │")));
    told.next_back().unwrap_or_default().to_owned()
}

/// The numbers as they lie in memory: the time and the size of the picture before them.
fn numbers(shader: &Shader, time: f64, size: [u32; 2]) -> Vec<u8> {
    let mut all: Vec<f32> = vec![time as f32, 0.0, size[0] as f32, size[1] as f32];
    for number in &shader.numbers {
        let align = match number.value.len() {
            0 | 1 => 1,
            2 => 2,
            _ => 4,
        };
        all.resize(all.len().next_multiple_of(align), 0.0);
        all.extend(number.value.iter().take(4));
    }
    all.resize(all.len().next_multiple_of(4), 0.0);
    bytemuck::cast_slice(&all).to_vec()
}

/// The type of `mu`.
fn declaration(shader: &Shader) -> String {
    let mut text = "struct Mu { time: f32, resolution: vec2f".to_owned();
    for number in &shader.numbers {
        let kind = match number.value.len() {
            0 | 1 => "f32",
            2 => "vec2f",
            3 => "vec3f",
            _ => "vec4f",
        };
        // Writing to a string cannot fail.
        let _ = write!(text, ", {}: {kind}", number.name);
    }
    text + " }\n"
}

fn mesh_source(shader: &Shader) -> String {
    let ours = [
        include_str!("../shaders/surface.wgsl"),
        include_str!("../shaders/mesh.wgsl"),
        include_str!("../shaders/cut.wgsl"),
    ]
    .concat();
    let mut text = declaration(shader) + &ours + include_str!("../shaders/code_mesh.wgsl");
    for ((name, _), place) in shader.maps.iter().zip(MESH_MAPS) {
        let _ = writeln!(
            text,
            "fn sampleMap_{name}(uv: vec2f) -> vec4f {{ return textureSampleLevel({place}_texture, {place}_sampler, uv, 0.0); }}"
        );
    }
    let _ = writeln!(text, "const MOVES = {};", shader.vertex.is_some());
    let moved = if shader.vertex.is_some() { "vertex(pos, ctx)" } else { "pos" };
    let _ = writeln!(text, "fn corner_hook(pos: vec3f, ctx: VertContext) -> vec3f {{ return {moved}; }}");
    let own = "vec4f(stuff.rgb * ctx.light + ctx.shine + ctx.emissive, stuff.a)";
    let colored = if shader.effect.is_some() { "effect(stuff, ctx)" } else { own };
    let _ = writeln!(text, "fn pixel_hook(stuff: vec4f, ctx: FragContext) -> vec4f {{ return {colored}; }}");
    with_code(&text, &ours, shader)
}

fn flat_source(shader: &Shader) -> String {
    let ours = FLAT_SHADER.concat();
    let mut text = declaration(shader) + &ours + include_str!("../shaders/code_flat.wgsl");
    for (at, (name, _)) in shader.maps.iter().take(MAPS).enumerate() {
        let (first, second) = (1 + 2 * at, 2 + 2 * at);
        let _ = writeln!(
            text,
            "@group(3) @binding({first}) var map{at}: texture_2d<f32>;\n\
             @group(3) @binding({second}) var map{at}_sampler: sampler;\n\
             fn sampleMap_{name}(uv: vec2f) -> vec4f {{ return textureSampleLevel(map{at}, map{at}_sampler, uv, 0.0); }}"
        );
    }
    if shader.effect.is_none() {
        text.push_str("fn effect(color: vec4f, uv: vec2f) -> vec4f { return color; }\n");
    }
    with_code(&text, &ours, shader)
}

/// The hooks behind what calls them. A helper that both have is there once.
fn with_code(text: &str, ours: &str, shader: &Shader) -> String {
    let mut all = apart(text, ours);
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for hook in [&shader.effect, &shader.vertex].into_iter().flatten() {
        for part in hook.split("\n\n").filter(|part| seen.insert(part)) {
            all.push_str(part);
            all.push_str("\n\n");
        }
    }
    all
}

/// Our own source with its global names out of the way of those that a scene's code may choose.
fn apart(text: &str, ours: &str) -> String {
    let words = |line: &str| -> Vec<String> {
        line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map(str::to_owned).collect()
    };
    let mut globals: FxHashSet<String> = FxHashSet::default();
    // Global declarations begin their line, behind their attributes.
    for line in ours.lines().filter(|line| !line.starts_with([' ', '/', '}'])) {
        let words = words(line);
        let named = words.iter().position(|word| matches!(word.as_str(), "fn" | "struct" | "const" | "var"));
        let Some(at) = named else { continue };
        let name = words[at + 1..].iter().find(|word| !word.is_empty() && *word != "uniform");
        // What the driver looks for by name stays.
        globals.extend(name.filter(|name| !name.starts_with("vs_") && !name.starts_with("fs_")).cloned());
    }
    let mut out = String::with_capacity(text.len() * 5 / 4);
    let mut word = String::new();
    let close = |word: &mut String, out: &mut String| {
        out.push_str(word);
        if globals.contains(word.as_str()) {
            out.push_str("_proscenio");
        }
        word.clear();
    };
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            close(&mut word, &mut out);
            out.push(c);
        }
    }
    close(&mut word, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenio_scene::ShaderNumber;

    fn shader() -> Shader {
        let number = |name: &str, value: &[f32]| ShaderNumber { name: name.into(), value: value.to_vec() };
        Shader {
            name: "a.wgsl".into(),
            effect: Some("fn unit(a: f32) -> f32 { return a; }\n\nfn effect() {}".into()),
            vertex: Some("fn unit(a: f32) -> f32 { return a; }\n\nfn vertex() {}".into()),
            numbers: vec![number("a", &[1.0]), number("b", &[2.0, 3.0, 4.0]), number("c", &[5.0])],
            maps: vec![("noise".into(), None)],
        }
    }

    #[test]
    fn numbers_lie_as_the_language_wants_them() {
        let bytes = numbers(&shader(), 9.0, [320, 224]);
        let all: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
        assert_eq!(all, [9.0, 0.0, 320.0, 224.0, 1.0, 0.0, 0.0, 0.0, 2.0, 3.0, 4.0, 5.0]);
    }

    #[test]
    fn a_scenes_names_do_not_meet_ours() {
        for source in [mesh_source(&shader()), flat_source(&shader())] {
            assert_eq!(source.matches("fn unit(").count(), 1, "that of both hooks, once");
            assert!(source.contains("fn sampleMap_noise(") && source.contains("let_through_proscenio("));
            assert!(source.contains("var<uniform> mu: Mu;"));
        }
    }
}
