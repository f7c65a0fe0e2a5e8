//! What is drawn on, and reading it back.

use std::sync::mpsc;

use proscenio_scene::Rgba;

use crate::device::Gpu;
use crate::passes::{DEPTH_FORMAT, LIGHT_FORMAT, Onto, STORED_FORMAT};
use crate::prepare::Seen;
use crate::{Note, RenderError};

/// What the surfaces of a picture are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) size: [u32; 2],
    /// Whether something is shaded in linear light.
    pub(crate) light: bool,
    /// Samples of a pixel in space and in the plane.
    pub(crate) samples: [u32; 2],
    /// Whether the plane is drawn in linear light.
    pub(crate) linear_plane: bool,
}

impl Kind {
    /// For a view. All drivers that WebGL2 stands for have one and four samples. With `slow` there is one in space, since
    /// a processor that draws takes several times as long for more where many lights shine.
    pub(crate) fn of(seen: &Seen<'_>, light: bool, slow: bool, notes: &mut Vec<Note>) -> Self {
        let rendering = seen.rendering;
        let mut samples = |asked: u32, slow: bool| {
            let taken = if asked > 1 && !slow { 4 } else { 1 };
            let note = Note::OtherSamples { asked, taken };
            if asked != taken && asked > 0 && !notes.contains(&note) {
                notes.push(note);
            }
            taken
        };
        let samples = [samples(rendering.space_samples, slow), samples(rendering.plane_samples, false)];
        Self { size: seen.size, light, samples, linear_plane: rendering.linear_plane }
    }
}

/// A surface to draw on. With more than one sample there is a second one, whose mean the first is.
#[derive(Clone)]
pub(crate) struct Layer {
    /// One sample of each pixel, to be looked at.
    pub(crate) view: wgpu::TextureView,
    many: Option<wgpu::TextureView>,
    pub(crate) onto: Onto,
}

impl Layer {
    fn new(device: &wgpu::Device, size: [u32; 2], onto: Onto) -> Self {
        let usage = wgpu::TextureUsages::TEXTURE_BINDING;
        let one = surface(device, size, onto.format, 1, usage);
        Self::over(device, &one, onto)
    }

    /// Over a picture that is there.
    pub(crate) fn over(device: &wgpu::Device, picture: &wgpu::Texture, onto: Onto) -> Self {
        let size = [picture.width(), picture.height()];
        let none = wgpu::TextureUsages::empty();
        let many = || view(&surface(device, size, onto.format, onto.samples, none));
        Self { view: view(picture), many: (onto.samples > 1).then(many), onto }
    }
}

/// The surfaces of one picture.
#[derive(Clone)]
pub(crate) struct Target {
    kind: Kind,
    stored: wgpu::Texture,
    light: Option<Layer>,
    plane: Layer,
    /// For space and for the plane; one for both when they have as many samples.
    depths: [wgpu::TextureView; 2],
}

impl Target {
    /// Surfaces; with one for light when something is shaded in linear light.
    pub(crate) fn new(device: &wgpu::Device, kind: Kind) -> Self {
        let Kind { size, samples: [space, plane], .. } = kind;
        let usage = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
        let stored = surface(device, size, STORED_FORMAT, 1, usage);
        let own = depth(device, size, plane);
        Self {
            light: kind
                .light
                .then(|| Layer::new(device, size, Onto { format: LIGHT_FORMAT, samples: space })),
            plane: if kind.linear_plane {
                Layer::new(device, size, Onto { format: LIGHT_FORMAT, samples: plane })
            } else {
                Layer::over(device, &stored, Onto { format: STORED_FORMAT, samples: plane })
            },
            depths: [if space == plane { own.clone() } else { depth(device, size, space) }, own],
            stored,
            kind,
        }
    }

    /// Whether these are what [`Target::new`] would make.
    pub(crate) fn fits(&self, kind: Kind) -> bool {
        self.kind == kind
    }

    /// The surface for what is shaded in linear light, if there is one.
    pub(crate) fn light(&self) -> Option<&Layer> {
        self.light.as_ref()
    }

    /// The surface for everything else.
    pub(crate) fn plane(&self) -> &Layer {
        &self.plane
    }

    /// The picture on stored values.
    pub(crate) fn stored(&self) -> &wgpu::Texture {
        &self.stored
    }

    /// Begins drawing in linear light.
    pub(crate) fn light_pass<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        light: &Layer,
        background: Rgba,
    ) -> wgpu::RenderPass<'e> {
        begin(encoder, light, &self.depths[0], Some(clear(background.to_linear())), true)
    }

    /// Begins drawing the plane and what is shaded on stored values, over what is there when there is no background;
    /// depth is kept when there was a pass in linear light with as many samples.
    pub(crate) fn plane_pass<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        background: Option<Rgba>,
    ) -> wgpu::RenderPass<'e> {
        let linear = self.kind.linear_plane;
        let stored = |color: Rgba| if linear { color.to_linear() } else { color.to_stored() };
        let background = background.map(|background| clear(stored(background)));
        let [space, plane] = self.kind.samples;
        begin(encoder, &self.plane, &self.depths[1], background, self.light.is_none() || space != plane)
    }
}

/// Submits the work and waits for the pixels of a picture. With `weighted`, colours are weighted by what covers the
/// pixel and that is undone. `kept` is the buffer of the last time.
pub(crate) fn read(
    gpu: &Gpu,
    mut encoder: wgpu::CommandEncoder,
    picture: &wgpu::Texture,
    weighted: bool,
    kept: &mut Option<wgpu::Buffer>,
) -> Result<Vec<u8>, RenderError> {
    let [width, height] = [picture.width(), picture.height()];
    let stride = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let size = u64::from(stride) * u64::from(height);
    let before = kept.take().filter(|buffer| buffer.size() == size);
    let buffer = before.unwrap_or_else(|| {
        gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("pixels"),
            size,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        })
    });
    encoder.copy_texture_to_buffer(
        picture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(stride),
                rows_per_image: None,
            },
        },
        extent([width, height]),
    );
    gpu.queue.submit([encoder.finish()]);

    let fail = |reason: String| RenderError::Device(reason);
    let (send, receive) = mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
        // The receiver waits below unless waiting failed, and then nobody wants to know.
        let _ = send.send(mapped);
    });
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| fail(error.to_string()))?;
    let mapped = receive.recv().map_err(|error| fail(error.to_string()))?;
    mapped.map_err(|error| fail(error.to_string()))?;
    let mut rgba = Vec::with_capacity(4 * width as usize * height as usize);
    {
        let view = buffer.get_mapped_range(..).map_err(|error| fail(error.to_string()))?;
        for row in view.chunks_exact(stride as usize) {
            rgba.extend_from_slice(&row[..4 * width as usize]);
        }
    }
    buffer.unmap();
    *kept = Some(buffer);
    if weighted {
        unweigh(&mut rgba);
    }
    Ok(rgba)
}

/// A surface for depth.
pub(crate) fn depth(device: &wgpu::Device, size: [u32; 2], samples: u32) -> wgpu::TextureView {
    view(&surface(device, size, DEPTH_FORMAT, samples, wgpu::TextureUsages::empty()))
}

fn surface(
    device: &wgpu::Device,
    size: [u32; 2],
    format: wgpu::TextureFormat,
    samples: u32,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("target"),
        size: extent(size),
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
        view_formats: &[],
    })
}

fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// A picture of depth that can be looked at.
pub(crate) fn depth_to_read(device: &wgpu::Device, size: [u32; 2]) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("behind"),
        size: extent(size),
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: DEPTH_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// Begins drawing depth alone.
pub(crate) fn depth_pass<'e>(
    encoder: &'e mut wgpu::CommandEncoder,
    depth: &wgpu::TextureView,
) -> wgpu::RenderPass<'e> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("behind"),
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: depth,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store }),
            stencil_ops: None,
        }),
        ..wgpu::RenderPassDescriptor::default()
    })
}

/// Begins drawing on surfaces of their own.
pub(crate) fn pass<'e>(
    encoder: &'e mut wgpu::CommandEncoder,
    color: &Layer,
    depth: &wgpu::TextureView,
    background: Option<Rgba>,
) -> wgpu::RenderPass<'e> {
    begin(encoder, color, depth, background.map(|background| clear(background.to_stored())), true)
}

fn begin<'e>(
    encoder: &'e mut wgpu::CommandEncoder,
    color: &Layer,
    depth: &wgpu::TextureView,
    background: Option<wgpu::Color>,
    clear_depth: bool,
) -> wgpu::RenderPass<'e> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("picture"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: color.many.as_ref().unwrap_or(&color.view),
            depth_slice: None,
            resolve_target: color.many.as_ref().map(|_| &color.view),
            ops: wgpu::Operations {
                load: background.map_or(wgpu::LoadOp::Load, wgpu::LoadOp::Clear),
                store: wgpu::StoreOp::Store,
            },
        })],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: depth,
            depth_ops: Some(wgpu::Operations {
                load: if clear_depth { wgpu::LoadOp::Clear(0.0) } else { wgpu::LoadOp::Load },
                store: wgpu::StoreOp::Store,
            }),
            stencil_ops: None,
        }),
        ..wgpu::RenderPassDescriptor::default()
    })
}

fn extent([width, height]: [u32; 2]) -> wgpu::Extent3d {
    wgpu::Extent3d { width, height, depth_or_array_layers: 1 }
}

/// A background weighted by its own alpha, as everything drawn over it is.
fn clear([r, g, b, a]: [f32; 4]) -> wgpu::Color {
    let number = |value: f32| if value.is_finite() { f64::from(value) } else { 0.0 };
    let alpha = number(a).clamp(0.0, 1.0);
    wgpu::Color { r: number(r) * alpha, g: number(g) * alpha, b: number(b) * alpha, a: alpha }
}

/// From colours weighted by alpha to straight alpha.
fn unweigh(rgba: &mut [u8]) {
    for pixel in rgba.chunks_exact_mut(4) {
        let alpha = u32::from(pixel[3]);
        if alpha == 0 || alpha == 255 {
            continue;
        }
        for channel in &mut pixel[..3] {
            *channel = ((u32::from(*channel) * 255 + alpha / 2) / alpha).min(255) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unweigh;

    #[test]
    fn weighted_colours_become_straight() {
        let mut rgba = [50, 25, 0, 100, 9, 9, 9, 0, 7, 8, 9, 255];
        unweigh(&mut rgba);
        assert_eq!(rgba, [128, 64, 0, 100, 9, 9, 9, 0, 7, 8, 9, 255]);
    }
}
