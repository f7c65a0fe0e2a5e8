//! Effects over a picture: chains of full-screen passes.

use std::sync::{Mutex, PoisonError};

use bytemuck::{Pod, Zeroable};
use proscenio_scene::{Filter, ScreenEffect, Wrap};
use rustc_hash::FxHashMap;
use wgpu::util::{DeviceExt, TextureDataOrder};

use super::full::{Full, pipeline_layout};
use super::textures::Samplers;
use super::{STORED_FORMAT, buffer, one_of, sampler_entry, shader, texture_entry, uniform_entry};
use crate::device::Gpu;

/// Laid out as `Numbers` in `effects.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Numbers {
    size: [f32; 4],
    clock: [f32; 4],
    n: [[f32; 4]; 16],
}

/// How an effect is drawn.
struct Spec {
    name: &'static str,
    /// Passes before it, each with its scale.
    passes: &'static [(&'static str, f32)],
    hook: &'static str,
    /// Names and defaults, in the order of the shader.
    numbers: &'static [(&'static str, [f32; 4])],
    /// Whether it changes colours alone, so that alpha is taken out first.
    colors: bool,
    /// Whether it looks at what it showed last.
    remembers: bool,
}

const fn one(value: f32) -> [f32; 4] {
    [value, 0.0, 0.0, 0.0]
}

const MIDDLE: [f32; 4] = [0.5, 0.5, 0.0, 0.0];
const WHITE: [f32; 4] = [1.0, 1.0, 1.0, 1.0];
const NO_PASSES: &[(&str, f32)] = &[];
const BLUR: &[(&str, f32)] = &[("pass_gauss_x", 0.5), ("pass_gauss_y", 0.5)];

const fn colors(
    name: &'static str,
    hook: &'static str,
    numbers: &'static [(&'static str, [f32; 4])],
) -> Spec {
    Spec { name, passes: NO_PASSES, hook, numbers, colors: true, remembers: false }
}

const fn moves(
    name: &'static str,
    passes: &'static [(&'static str, f32)],
    hook: &'static str,
    numbers: &'static [(&'static str, [f32; 4])],
) -> Spec {
    Spec { name, passes, hook, numbers, colors: false, remembers: false }
}

/// The built-in effects of nacatamalon with their defaults.
const SPECS: &[Spec] = &[
    colors("lut", "fx_lut", &[("amount", one(1.0))]),
    colors(
        "adjust",
        "fx_adjust",
        &[
            ("brightness", one(1.0)),
            ("contrast", one(1.0)),
            ("saturation", one(1.0)),
            ("gamma", one(1.0)),
            ("hue", one(0.0)),
            ("tint", WHITE),
        ],
    ),
    moves(
        "wave",
        NO_PASSES,
        "fx_wave",
        &[("amplitude", one(4.0)), ("frequency", one(4.0)), ("speed", one(3.0)), ("axis", one(0.0))],
    ),
    moves(
        "shockwave",
        NO_PASSES,
        "fx_shockwave",
        &[
            ("center", MIDDLE),
            ("radius", one(0.0)),
            ("amplitude", one(6.0)),
            ("wavelength", one(24.0)),
            ("brightness", one(0.15)),
        ],
    ),
    moves(
        "distort",
        NO_PASSES,
        "fx_distort",
        &[("center", MIDDLE), ("radius", one(64.0)), ("bulge", one(0.5)), ("twist", one(0.0))],
    ),
    moves("mosaic", NO_PASSES, "fx_mosaic", &[("size", one(4.0))]),
    moves("blur", BLUR, "fx_blur", &[("radius", one(4.0)), ("amount", one(1.0))]),
    moves(
        "zoomBlur",
        NO_PASSES,
        "fx_zoom_blur",
        &[("center", MIDDLE), ("strength", one(0.1)), ("samples", one(16.0))],
    ),
    moves(
        "motionBlur",
        NO_PASSES,
        "fx_motion_blur",
        &[("velocity", [8.0, 0.0, 0.0, 0.0]), ("samples", one(12.0))],
    ),
    moves(
        "tiltShift",
        BLUR,
        "fx_tilt_shift",
        &[("radius", one(5.0)), ("focus", one(0.5)), ("band", one(0.12)), ("feather", one(0.15))],
    ),
    moves(
        "bloom",
        &[("pass_bright", 0.5), ("pass_gauss_x", 0.25), ("pass_gauss_y", 0.25)],
        "fx_bloom",
        &[("radius", one(6.0)), ("threshold", one(0.6)), ("intensity", one(0.8))],
    ),
    moves(
        "godrays",
        &[("pass_rays_bright", 0.5), ("pass_rays", 0.5)],
        "fx_godrays",
        &[
            ("center", [0.5, 0.2, 0.0, 0.0]),
            ("threshold", one(0.7)),
            ("density", one(0.8)),
            ("decay", one(0.96)),
            ("intensity", one(0.6)),
        ],
    ),
    colors(
        "halftone",
        "fx_halftone",
        &[("scale", one(4.0)), ("angle", one(45.0)), ("mode", one(0.0)), ("color", one(0.0))],
    ),
    moves(
        "glitch",
        NO_PASSES,
        "fx_glitch",
        &[
            ("slices", one(12.0)),
            ("offset", one(16.0)),
            ("rgb", one(2.0)),
            ("amount", one(0.3)),
            ("rate", one(12.0)),
            ("seed", one(0.0)),
        ],
    ),
    moves(
        "rgbSplit",
        NO_PASSES,
        "fx_rgb_split",
        &[("red", [-1.0, 0.0, 0.0, 0.0]), ("green", one(0.0)), ("blue", one(1.0))],
    ),
    colors("grain", "fx_grain", &[("amount", one(0.08)), ("size", one(1.0)), ("animated", one(1.0))]),
    colors(
        "oldFilm",
        "fx_old_film",
        &[
            ("sepia", one(0.7)),
            ("noise", one(0.12)),
            ("scratches", one(0.4)),
            ("flicker", one(0.5)),
            ("vignette", one(0.4)),
        ],
    ),
    colors("palette", "fx_palette", &[("dither", one(0.03))]),
    colors("dither", "fx_dither", &[("levels", one(8.0)), ("strength", one(1.0))]),
    colors("posterize", "fx_posterize", &[("levels", one(4.0))]),
    Spec {
        name: "phosphor",
        passes: NO_PASSES,
        hook: "fx_phosphor",
        numbers: &[("persistence", one(0.6))],
        colors: false,
        remembers: true,
    },
    colors("ntsc", "fx_ntsc", &[("bleed", one(0.6)), ("crawl", one(0.3)), ("artifacts", one(0.2))]),
    Spec {
        name: "lcd",
        passes: NO_PASSES,
        hook: "fx_lcd",
        numbers: &[("grid", one(0.35)), ("ghosting", one(0.4)), ("tint", WHITE)],
        colors: false,
        remembers: true,
    },
    moves(
        "crt",
        &[("pass_five_x", 0.5), ("pass_five_y", 0.5)],
        "fx_crt",
        &[
            ("scanlines", one(0.45)),
            ("mask", one(0.0)),
            ("maskType", one(0.0)),
            ("maskScale", one(1.0)),
            ("curvature", one(0.06)),
            ("vignette", one(0.25)),
            ("sharpness", one(0.5)),
            ("beam", one(0.6)),
            ("brightness", one(1.15)),
            ("gamma", one(1.0)),
            ("halation", one(0.12)),
            ("convergence", one(0.0)),
            ("noise", one(0.0)),
            ("flicker", one(0.0)),
            ("interlace", one(0.0)),
            ("cornerRadius", one(0.03)),
        ],
    ),
    moves("outline", NO_PASSES, "fx_outline", &[("color", WHITE), ("thickness", one(1.0))]),
    moves("glow", BLUR, "fx_glow", &[("radius", one(4.0)), ("color", WHITE), ("intensity", one(1.0))]),
];

/// For the renderer's own use.
const CUT: Spec = moves("", NO_PASSES, "fx_cut", &[("origin", one(0.0))]);
const STRAIGHT: Spec = moves("", NO_PASSES, "fx_straight", &[]);

/// An effect that remembers is run for so many frames at most.
const MOST_FRAMES: f64 = 16.0;

/// Whether an effect can be drawn.
pub(crate) fn is_known(effect: &ScreenEffect) -> bool {
    effect.builtin && SPECS.iter().any(|spec| spec.name == effect.name)
}

/// How far beyond what is drawn a chain reaches, pixels.
pub(crate) fn reach(effects: &[ScreenEffect]) -> f32 {
    let number = |effect: &ScreenEffect, name: &str, default: f32| {
        effect.numbers(name).map_or(default, |[number, ..]| number).max(0.0)
    };
    let each = effects.iter().filter(|effect| effect.enabled).map(|effect| match effect.name.as_str() {
        "outline" => number(effect, "thickness", 1.0),
        "glow" | "blur" => 2.0 * number(effect, "radius", 4.0),
        _ => 0.0,
    });
    each.fold(0.0, f32::max).min(4096.0)
}

/// Draws effects.
pub(crate) struct EffectPass {
    module: wgpu::ShaderModule,
    bindings: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
    pipelines: Mutex<FxHashMap<&'static str, wgpu::RenderPipeline>>,
}

/// What an effect is run with.
pub(crate) struct EffectRun<'r> {
    pub(crate) gpu: &'r Gpu,
    pub(crate) samplers: &'r Samplers,
    /// Seconds.
    pub(crate) time: f64,
    /// Width and height of the picture, pixels.
    pub(crate) size: [u32; 2],
    /// How many of them are as wide as a pixel of the game.
    pub(crate) ratio: f32,
}

impl EffectRun<'_> {
    /// Width and height of the picture, game pixels.
    fn game(&self) -> [f32; 2] {
        self.size.map(|side| side as f32 / self.ratio)
    }
}

/// The pictures a pass looks at.
struct Looks<'l> {
    before: &'l wgpu::TextureView,
    received: &'l wgpu::TextureView,
    last: &'l wgpu::TextureView,
    table: &'l wgpu::TextureView,
}

impl EffectPass {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let pieces = [include_str!("../shaders/screen.wgsl"), include_str!("../shaders/effects.wgsl")];
        let mut entries = vec![uniform_entry::<Numbers>(0, wgpu::ShaderStages::FRAGMENT, false)];
        entries.extend([1, 2, 3, 4].map(|binding| texture_entry(binding, true)));
        entries.extend([5, 6].map(sampler_entry));
        let bindings = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("effect"),
            entries: &entries,
        });
        let layout = pipeline_layout(device, "effect", &[Some(&bindings)]);
        Self { module: shader(device, "effects", &pieces), bindings, layout, pipelines: Mutex::default() }
    }

    /// Runs effects one after the other over a picture of colours multiplied with their alpha.
    pub(crate) fn chain(
        &self,
        run: &EffectRun<'_>,
        encoder: &mut wgpu::CommandEncoder,
        picture: wgpu::Texture,
        effects: &[ScreenEffect],
    ) -> wgpu::Texture {
        let mut shown = picture;
        for effect in effects.iter().filter(|effect| effect.enabled && effect.builtin) {
            if let Some(spec) = SPECS.iter().find(|spec| spec.name == effect.name) {
                shown = self.effect(run, encoder, &shown, spec, effect);
            }
        }
        shown
    }

    /// A part of a picture by itself.
    pub(crate) fn cut(
        &self,
        run: &EffectRun<'_>,
        encoder: &mut wgpu::CommandEncoder,
        picture: &wgpu::Texture,
        origin: [u32; 2],
    ) -> wgpu::Texture {
        let effect = ScreenEffect {
            numbers: vec![("origin".to_owned(), [origin[0] as f32, origin[1] as f32, 0.0, 0.0])],
            ..ScreenEffect::new("")
        };
        self.effect(run, encoder, picture, &CUT, &effect)
    }

    /// From colours multiplied with their alpha to straight ones.
    pub(crate) fn straighten(
        &self,
        run: &EffectRun<'_>,
        encoder: &mut wgpu::CommandEncoder,
        picture: &wgpu::Texture,
    ) -> wgpu::Texture {
        self.effect(run, encoder, picture, &STRAIGHT, &ScreenEffect::new(""))
    }

    fn effect(
        &self,
        run: &EffectRun<'_>,
        encoder: &mut wgpu::CommandEncoder,
        picture: &wgpu::Texture,
        spec: &Spec,
        effect: &ScreenEffect,
    ) -> wgpu::Texture {
        let gpu = run.gpu;
        let (table, count) = table(gpu, effect);
        let table = view(&table);
        let received = view(picture);
        let black = view(&target(gpu, [1, 1]));
        let mut numbers = numbers(run, spec, effect, count);
        let mut before = received.clone();
        for (entry, scale) in spec.passes {
            // Passes are a share of the game's pixels, however many real ones there are.
            let size = run.game().map(|side| ((side * scale).round() as u32).clamp(1, gpu.max_size));
            let out = target(gpu, size);
            numbers.size[2..].copy_from_slice(&size.map(|side| side as f32));
            numbers.clock[3] = *scale;
            let looks = Looks { before: &before, received: &received, last: &black, table: &table };
            self.draw(run, encoder, entry, numbers, &looks, &view(&out));
            before = view(&out);
        }
        numbers.size[2..].copy_from_slice(&run.size.map(|side| side as f32));
        let frames = if spec.remembers { 1.0 + (run.time * 60.0).clamp(0.0, MOST_FRAMES) } else { 1.0 };
        let mut last = black;
        let mut shown = target(gpu, run.size);
        for frame in 0..frames as u32 {
            if frame > 0 {
                last = view(&shown);
                shown = target(gpu, run.size);
            }
            let looks = Looks { before: &before, received: &received, last: &last, table: &table };
            self.draw(run, encoder, spec.hook, numbers, &looks, &view(&shown));
        }
        shown
    }

    fn draw(
        &self,
        run: &EffectRun<'_>,
        encoder: &mut wgpu::CommandEncoder,
        entry: &'static str,
        numbers: Numbers,
        looks: &Looks<'_>,
        out: &wgpu::TextureView,
    ) {
        let device = &run.gpu.device;
        let data = buffer(device, "effect", bytemuck::bytes_of(&numbers), wgpu::BufferUsages::UNIFORM);
        let sampler = |filter| run.samplers.of(device, (filter, Wrap::Clamp, Wrap::Clamp));
        let (near, smooth) = (sampler(Filter::Nearest), sampler(Filter::Linear));
        let picture = |binding, view| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::TextureView(view),
        };
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("effect"),
            layout: &self.bindings,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: one_of::<Numbers>(&data) },
                picture(1, looks.before),
                picture(2, looks.received),
                picture(3, looks.last),
                picture(4, looks.table),
                wgpu::BindGroupEntry { binding: 5, resource: wgpu::BindingResource::Sampler(&near) },
                wgpu::BindGroupEntry { binding: 6, resource: wgpu::BindingResource::Sampler(&smooth) },
            ],
        });
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("effect"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: out,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&self.pipeline(device, entry));
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
    }

    fn pipeline(&self, device: &wgpu::Device, entry: &'static str) -> wgpu::RenderPipeline {
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        pipelines.entry(entry).or_insert_with(|| self.make(device, entry)).clone()
    }

    fn make(&self, device: &wgpu::Device, entry: &'static str) -> wgpu::RenderPipeline {
        Full { layout: Some(&self.layout), ..Full::new(entry, &self.module, entry, STORED_FORMAT) }
            .make(device)
    }
}

fn numbers(run: &EffectRun<'_>, spec: &Spec, effect: &ScreenEffect, count: u32) -> Numbers {
    let ([width, height], [real_width, real_height]) = (run.game(), run.size.map(|side| side as f32));
    let mut numbers = Numbers {
        size: [width, height, real_width, real_height],
        // Seconds lose their fraction in single precision after days; the shader's clock starts again daily.
        clock: [(run.time % 86_400.0) as f32, f32::from(u8::from(spec.colors)), count as f32, 0.0],
        n: [[0.0; 4]; 16],
    };
    for (slot, (name, default)) in numbers.n.iter_mut().zip(spec.numbers) {
        *slot = effect.numbers(name).unwrap_or(*default);
    }
    numbers
}

/// The colours an effect looks up, as a picture, and its side or count.
fn table(gpu: &Gpu, effect: &ScreenEffect) -> (wgpu::Texture, u32) {
    let byte = |channel: f32| (channel.clamp(0.0, 1.0) * 255.0).round() as u8;
    let texel = |[r, g, b]: [f32; 3]| [byte(r), byte(g), byte(b), 255];
    let (size, count, bytes) = if let Some(table) = &effect.table {
        let side = table.side as usize;
        // Slices of blue beside each other.
        let at = |x: usize, y: usize| (x / side) * side * side + y * side + x % side;
        let all = (0..side).flat_map(|y| (0..side * side).map(move |x| (x, y)));
        let colors = all.map(|(x, y)| table.colors.get(at(x, y)).copied().unwrap_or_default());
        ([table.side * table.side, table.side], table.side, colors.flat_map(texel).collect())
    } else if effect.palette.is_empty() {
        ([1, 1], 0, vec![255; 4])
    } else {
        let count = effect.palette.len().min(1024) as u32;
        let colors = effect.palette.iter().take(1024).copied();
        ([count, 1], count, colors.flat_map(texel).collect::<Vec<u8>>())
    };
    let descriptor = descriptor(size, wgpu::TextureUsages::TEXTURE_BINDING);
    let order = TextureDataOrder::LayerMajor;
    (gpu.device.create_texture_with_data(&gpu.queue, &descriptor, order, &bytes), count)
}

fn descriptor(size: [u32; 2], usage: wgpu::TextureUsages) -> wgpu::TextureDescriptor<'static> {
    wgpu::TextureDescriptor {
        label: Some("effect"),
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: STORED_FORMAT,
        usage,
        view_formats: &[],
    }
}

/// A picture to draw on.
pub(crate) fn target(gpu: &Gpu, size: [u32; 2]) -> wgpu::Texture {
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT
        | wgpu::TextureUsages::TEXTURE_BINDING
        | wgpu::TextureUsages::COPY_SRC;
    gpu.device.create_texture(&descriptor(size, usage))
}

pub(crate) fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

#[cfg(test)]
mod tests {
    use super::{SPECS, is_known, reach};
    use proscenio_scene::ScreenEffect;

    #[test]
    fn every_effect_has_its_own_name_and_fits_the_shader() {
        let mut names: Vec<_> = SPECS.iter().map(|spec| spec.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 26);
        let shader = include_str!("../shaders/effects.wgsl");
        for spec in SPECS {
            assert!(spec.numbers.len() <= 16, "{}", spec.name);
            let entries = spec.passes.iter().map(|(entry, _)| *entry).chain([spec.hook]);
            for entry in entries {
                assert!(shader.contains(&format!("fn {entry}(")), "{entry}");
            }
        }
        assert!(is_known(&ScreenEffect::new("crt")) && !is_known(&ScreenEffect::new("fog")));
    }

    #[test]
    fn margins_are_what_the_widest_effect_needs() {
        let glow = ScreenEffect::new("glow").with("radius", 6.0);
        let outline = ScreenEffect::new("outline").with("thickness", 3.0);
        assert_eq!(reach(&[outline.clone(), glow.clone()]), 12.0);
        assert_eq!(reach(&[outline, ScreenEffect { enabled: false, ..glow }]), 3.0);
    }
}
