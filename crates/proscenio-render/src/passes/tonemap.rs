//! Light to stored values.

use std::sync::{Mutex, PoisonError};

use bytemuck::{Pod, Zeroable};
use proscenio_scene::{Adjustment, Filter, Glow, GlowBlend, Tonemap, TonemapKind, Wrap};
use rustc_hash::FxHashMap;

use super::full::{Full, pipeline_layout};
use super::textures::Samplers;
use super::{Onto, buffer, ignore_depth, one_of, sampler_entry, shader, texture_entry, uniform_entry};

/// Laid out as `Curve` in `tonemap.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct CurveData {
    numbers: [f32; 4],
    exposure: [f32; 4],
    adjust: [f32; 4],
    kind: [u32; 4],
    spill: [f32; 4],
}

/// Maps a picture of light to stored values.
pub(crate) struct TonemapPass {
    module: wgpu::ShaderModule,
    layout: wgpu::BindGroupLayout,
    /// Made when first asked for.
    pipelines: Mutex<FxHashMap<Onto, wgpu::RenderPipeline>>,
}

/// How light becomes a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mapping<'m> {
    pub(crate) tonemap: Tonemap,
    pub(crate) adjustment: Option<Adjustment>,
    pub(crate) light: &'m wgpu::TextureView,
    /// Spilled light, as large.
    pub(crate) spilled: Option<(&'m Glow, &'m wgpu::TextureView)>,
    /// Whether edges are smoothed.
    pub(crate) smooth: bool,
}

impl TonemapPass {
    pub(crate) fn new(device: &wgpu::Device) -> Self {
        let pieces = [include_str!("../shaders/screen.wgsl"), include_str!("../shaders/tonemap.wgsl")];
        let module = shader(device, "tonemap", &pieces);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("tonemap"),
            entries: &[
                uniform_entry::<CurveData>(0, wgpu::ShaderStages::FRAGMENT, false),
                texture_entry(1, true),
                texture_entry(2, false),
                sampler_entry(3),
            ],
        });
        Self { module, layout, pipelines: Mutex::default() }
    }

    fn pipeline(&self, device: &wgpu::Device, onto: Onto) -> wgpu::RenderPipeline {
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        pipelines.entry(onto).or_insert_with(|| self.make(device, onto)).clone()
    }

    fn make(&self, device: &wgpu::Device, onto: Onto) -> wgpu::RenderPipeline {
        let layout = pipeline_layout(device, "tonemap", &[Some(&self.layout)]);
        let constants = [("TO_LIGHT", f64::from(u8::from(onto.takes_light())))];
        Full {
            layout: Some(&layout),
            depth: Some(ignore_depth()),
            samples: onto.multisample(),
            constants: &constants,
            ..Full::new("tonemap", &self.module, "fs_tonemap", onto.format)
        }
        .make(device)
    }

    /// Maps a picture of light onto what is drawn on.
    pub(crate) fn draw(
        &self,
        device: &wgpu::Device,
        pass: &mut wgpu::RenderPass<'_>,
        samplers: &Samplers,
        mapping: &Mapping<'_>,
        onto: Onto,
    ) {
        let mut curve = CurveData { adjust: adjust(mapping.adjustment), ..curve(mapping.tonemap) };
        if let Some((glow, _)) = mapping.spilled {
            (curve.kind[1], curve.spill) = spill(glow, mapping.tonemap);
        }
        curve.kind[2] = u32::from(mapping.smooth);
        let data = buffer(device, "tonemap", bytemuck::bytes_of(&curve), wgpu::BufferUsages::UNIFORM);
        let spilled = mapping.spilled.map_or(mapping.light, |(_, spilled)| spilled);
        let sampler = samplers.of(device, (Filter::Linear, Wrap::Clamp, Wrap::Clamp));
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("tonemap"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: one_of::<CurveData>(&data) },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::TextureView(mapping.light),
                },
                wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::TextureView(spilled) },
                wgpu::BindGroupEntry { binding: 3, resource: wgpu::BindingResource::Sampler(&sampler) },
            ],
        });
        pass.set_pipeline(&self.pipeline(device, onto));
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
    }
}

/// How spilled light joins: its number in the shader, then its factor and the light that becomes white.
fn spill(glow: &Glow, tonemap: Tonemap) -> (u32, [f32; 4]) {
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    let white = match tonemap.kind {
        TonemapKind::Linear => 1.0,
        _ if tonemap.white.is_finite() => tonemap.white.max(1.0),
        _ => 1.0,
    };
    let (number, factor) = match glow.blend {
        GlowBlend::Add => (1, glow.intensity),
        GlowBlend::Screen => (2, glow.intensity),
        GlowBlend::Soft => (3, glow.intensity),
        GlowBlend::Replace => (4, glow.intensity),
        GlowBlend::Mix => (5, glow.mix),
    };
    (number, [finite(factor), white, 0.0, 0.0])
}

/// Brightness, contrast, saturation, and 1 where there are any.
fn adjust(adjustment: Option<Adjustment>) -> [f32; 4] {
    let finite = |value: f32| if value.is_finite() { value } else { 1.0 };
    adjustment.map_or([1.0, 1.0, 1.0, 0.0], |own| {
        [decoded(finite(own.brightness)), finite(own.contrast), finite(own.saturation), 1.0]
    })
}

/// A stored value as light.
fn decoded(stored: f32) -> f32 {
    if stored <= 0.040_45 { stored / 12.92 } else { ((stored + 0.055) / 1.055).powf(2.4) }
}

/// The light that AgX leaves as it is: middle grey.
const AGX_MIDDLE: f32 = 0.18;

/// Engine behaviour (Godot 4.6): the numbers each curve needs of its white point.
fn curve(tonemap: Tonemap) -> CurveData {
    let finite = |value: f32, otherwise: f32| if value.is_finite() { value } else { otherwise };
    let white = finite(tonemap.white, 1.0).max(1e-3);
    let (kind, numbers) = match tonemap.kind {
        TonemapKind::Linear => (0, [0.0; 4]),
        TonemapKind::Reinhard => (1, [white.max(1.0).powi(2), 0.0, 0.0, 0.0]),
        TonemapKind::Filmic => {
            let x = white.max(1.0) * 2.0;
            let bent = (x * (0.22 * x + 0.03) + 0.002) / (x * (0.22 * x + 0.3) + 0.06) - 0.01 / 0.3;
            (2, [bent, 0.0, 0.0, 0.0])
        }
        TonemapKind::Aces => {
            let x = white.max(1.0) * 1.8;
            let bent =
                (x * (x + 0.024_578_6) - 0.000_090_537) / (x * (0.983_729 * x + 0.432_951) + 0.238_081);
            (3, [bent, 0.0, 0.0, 0.0])
        }
        TonemapKind::Agx => (4, agx(white, finite(tonemap.contrast, 1.25).max(1e-2))),
    };
    CurveData {
        adjust: [0.0; 4],
        numbers,
        exposure: [finite(tonemap.exposure, 1.0), 0.0, 0.0, 0.0],
        kind: [kind, 0, 0, 0],
        spill: [0.0; 4],
    }
}

/// Contrast, toe, slope in the middle and reach of the shoulder, so that toe and shoulder meet smoothly.
fn agx(white: f32, contrast: f32) -> [f32; 4] {
    let power = AGX_MIDDLE.powf(contrast);
    let toe = (1.0 / AGX_MIDDLE - 1.0) * power;
    let slope = contrast * AGX_MIDDLE.powf(contrast - 1.0) * toe / (power + toe).powi(2);
    let over = white.max(1.0) - AGX_MIDDLE;
    [contrast, toe, slope, over * over / (1.0 - AGX_MIDDLE) * slope]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agx_leaves_middle_grey_and_takes_white_to_one() {
        let [contrast, toe, slope, reach] = agx(16.29, 1.25);
        let foot = |x: f32| x.powf(contrast) / (x.powf(contrast) + toe);
        assert!((foot(0.18) - 0.18).abs() < 1e-6);
        let over = 16.29 - 0.18;
        let rising = slope * over;
        let shoulder = rising * (1.0 + over / reach) / (1.0 + rising / 0.82) + 0.18;
        assert!((shoulder - 1.0).abs() < 1e-4, "{shoulder}");
    }

    #[test]
    fn nonsense_becomes_usual_numbers() {
        let odd =
            Tonemap { kind: TonemapKind::Filmic, exposure: f32::NAN, white: f32::INFINITY, ..Tonemap::NONE };
        let curve = curve(odd);
        assert_eq!(curve.exposure[0], 1.0);
        assert!(curve.numbers[0].is_finite() && curve.numbers[0] > 0.0);
    }
}
