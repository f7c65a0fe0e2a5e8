//! Textures and samplers.

use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use proscenio_scene::{Filter, ImageId, Wrap};
use rustc_hash::FxHashMap;
use wgpu::util::{DeviceExt, TextureDataOrder};

use super::Tally;
use crate::device::Gpu;
use crate::prepare::{Images, Reading, Slot, Texels, half, place};

/// Samplers, made when first asked for and kept.
#[derive(Default)]
pub(crate) struct Samplers {
    known: Mutex<FxHashMap<(Filter, Wrap, Wrap), wgpu::Sampler>>,
}

impl Samplers {
    /// The sampler of a slot; nearest and clamped without one.
    pub(crate) fn get(&self, device: &wgpu::Device, slot: Option<Slot>) -> wgpu::Sampler {
        let key = slot.map_or((Filter::Nearest, Wrap::Clamp, Wrap::Clamp), |slot| {
            (slot.filter, slot.wrap_u, slot.wrap_v)
        });
        self.of(device, key)
    }

    /// The sampler of a filter and what is beyond the edges.
    pub(crate) fn of(&self, device: &wgpu::Device, key: (Filter, Wrap, Wrap)) -> wgpu::Sampler {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(key).or_insert_with(|| sampler(device, key)).clone()
    }
}

fn sampler(device: &wgpu::Device, (filter, wrap_u, wrap_v): (Filter, Wrap, Wrap)) -> wgpu::Sampler {
    let smooth = !matches!(filter, Filter::Nearest | Filter::NearestMipmap);
    let near = if smooth { wgpu::FilterMode::Linear } else { wgpu::FilterMode::Nearest };
    let between = if smooth { wgpu::MipmapFilterMode::Linear } else { wgpu::MipmapFilterMode::Nearest };
    let mipmaps = !matches!(filter, Filter::Nearest | Filter::Linear);
    device.create_sampler(&wgpu::SamplerDescriptor {
        label: None,
        address_mode_u: address(wrap_u),
        address_mode_v: address(wrap_v),
        mag_filter: near,
        min_filter: near,
        mipmap_filter: between,
        lod_max_clamp: if mipmaps { 32.0 } else { 0.0 },
        // Engine behaviour (Godot): 4 samples unless the project says otherwise.
        anisotropy_clamp: if filter == Filter::Anisotropic { 4 } else { 1 },
        ..wgpu::SamplerDescriptor::default()
    })
}

fn address(wrap: Wrap) -> wgpu::AddressMode {
    match wrap {
        Wrap::Repeat => wgpu::AddressMode::Repeat,
        Wrap::Clamp => wgpu::AddressMode::ClampToEdge,
        Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
    }
}

/// Textures that stay on the device between pictures, by the bytes they were made of.
#[derive(Default)]
pub(crate) struct KeptTextures {
    all: FxHashMap<(usize, Reading, bool), KeptTexture>,
}

struct KeptTexture {
    /// Held, so that no other bytes take its place.
    _bytes: Arc<[u8]>,
    view: wgpu::TextureView,
    size: [u32; 2],
    used: bool,
}

impl KeptTextures {
    /// Sizes of all, by where their bytes are.
    pub(crate) fn sizes(&self) -> FxHashMap<usize, [u32; 2]> {
        self.all.iter().map(|((bytes, ..), kept)| (*bytes, kept.size)).collect()
    }

    /// Lets go of what the last picture did not show.
    pub(crate) fn tidy(&mut self) {
        self.all.retain(|_, kept| std::mem::take(&mut kept.used));
    }
}

/// The textures of one picture and those it shows.
pub(crate) struct Textures {
    /// By picture, reading, and whether there are smaller copies.
    views: FxHashMap<(ImageId, Reading, bool), wgpu::TextureView>,
    /// Pictures that the scene painted itself.
    painted: FxHashMap<ImageId, wgpu::Texture>,
    white: wgpu::TextureView,
}

/// A picture whose texels are numbers, without smaller copies.
pub(crate) fn numbers(gpu: &Gpu, texels: &Texels) -> wgpu::TextureView {
    texture(gpu, texels, Reading::Numbers, false)
}

/// A white texel, which stands for a texture that is not there.
pub(crate) fn white(gpu: &Gpu) -> wgpu::TextureView {
    let white = Texels { size: [1, 1], rgba: vec![255; 4], checker: false };
    texture(gpu, &white, Reading::Numbers, false)
}

impl Textures {
    /// White alone.
    pub(crate) fn new(white: wgpu::TextureView) -> Self {
        Self { views: FxHashMap::default(), painted: FxHashMap::default(), white }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u32 {
        self.views.len() as u32
    }

    /// Uploads what the slots show and is not there yet.
    pub(crate) fn upload(
        &mut self,
        gpu: &Gpu,
        images: &mut Images<'_>,
        slots: impl Iterator<Item = Slot>,
        kept: &mut KeptTextures,
        tally: &Tally,
    ) {
        let mut wanted: Vec<(ImageId, Reading, bool)> = slots.map(key).collect();
        wanted.sort_by_key(|(image, reading, mipmaps)| (*image, *reading as usize, *mipmaps));
        wanted.dedup();
        for key in wanted {
            if let Entry::Vacant(entry) = self.views.entry(key) {
                if let Some(painted) = self.painted.get(&key.0) {
                    entry.insert(as_colors(gpu, painted));
                    continue;
                }
                let known = images.source(key.0).map(|bytes| (place(bytes), key.1, key.2));
                if let Some(before) = known.and_then(|known| kept.all.get_mut(&known)) {
                    before.used = true;
                    entry.insert(before.view.clone());
                    continue;
                }
                let texels = images.whole(key.0);
                // What the scene paints itself has no texels; until it is painted it is white.
                if !texels.rgba.is_empty() {
                    let view = entry.insert(texture(gpu, texels, key.1, key.2)).clone();
                    let (size, sound) = (texels.size, !texels.checker);
                    tally.uploaded(texels.rgba.len() as u64);
                    // A picture that is shown in another way is told of each time.
                    if let Some(bytes) = images.source(key.0).filter(|_| sound) {
                        let texture = KeptTexture { _bytes: Arc::clone(bytes), view, size, used: true };
                        kept.all.insert((place(bytes), key.1, key.2), texture);
                    }
                }
                // One decoded picture at a time, not all of them.
                images.release(key.0);
            }
        }
    }

    /// A picture that was painted, for all ways of reading it.
    pub(crate) fn painted(&mut self, image: ImageId, texture: &wgpu::Texture) {
        self.painted.insert(image, texture.clone());
        for mipmaps in [false, true] {
            self.views.remove(&(image, Reading::Colors, mipmaps));
            self.views.insert((image, Reading::Numbers, mipmaps), super::view(texture));
        }
    }

    /// The texture of a slot; white without one.
    pub(crate) fn get(&self, slot: Option<Slot>) -> &wgpu::TextureView {
        slot.and_then(|slot| self.views.get(&key(slot))).unwrap_or(&self.white)
    }
}

/// A copy of a painted picture whose texels are read as stored colours.
fn as_colors(gpu: &Gpu, painted: &wgpu::Texture) -> wgpu::TextureView {
    let copy = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("painted"),
        size: painted.size(),
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8UnormSrgb,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_texture_to_texture(painted.as_image_copy(), copy.as_image_copy(), painted.size());
    gpu.queue.submit([encoder.finish()]);
    super::view(&copy)
}

fn key(slot: Slot) -> (ImageId, Reading, bool) {
    (slot.image, slot.reading, slot.wants_mipmaps())
}

fn texture(gpu: &Gpu, texels: &Texels, reading: Reading, mipmaps: bool) -> wgpu::TextureView {
    let [width, height] = texels.size;
    let levels = if mipmaps { width.max(height).ilog2() + 1 } else { 1 };
    let mut bytes = texels.rgba.clone();
    let mut last = None;
    for _ in 1..levels {
        let smaller = half(last.as_ref().unwrap_or(texels));
        bytes.extend(&smaller.rgba);
        last = Some(smaller);
    }
    let format = match reading {
        Reading::Numbers => wgpu::TextureFormat::Rgba8Unorm,
        Reading::Colors => wgpu::TextureFormat::Rgba8UnormSrgb,
    };
    let descriptor = wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    };
    let made =
        gpu.device.create_texture_with_data(&gpu.queue, &descriptor, TextureDataOrder::LayerMajor, &bytes);
    made.create_view(&wgpu::TextureViewDescriptor::default())
}
