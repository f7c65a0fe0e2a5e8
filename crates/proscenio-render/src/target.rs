//! What is drawn on, and reading it back.

use std::sync::mpsc;

use proscenio_scene::Rgba;

use crate::RenderError;
use crate::device::Gpu;
use crate::passes::{DEPTH_FORMAT, LIGHT_FORMAT, SAMPLES, STORED_FORMAT};

/// The surfaces of one picture.
#[derive(Clone)]
pub(crate) struct Target {
    size: [u32; 2],
    stored: wgpu::Texture,
    stored_view: wgpu::TextureView,
    depth: wgpu::TextureView,
    light: Option<wgpu::TextureView>,
}

impl Target {
    /// Surfaces of a size; with one for light when something is shaded in linear light.
    pub(crate) fn new(device: &wgpu::Device, size: [u32; 2], light: bool) -> Self {
        let surface = |format, usage| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some("target"),
                size: extent(size),
                mip_level_count: 1,
                sample_count: SAMPLES,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats: &[],
            })
        };
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let stored =
            surface(STORED_FORMAT, wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING);
        Self {
            size,
            stored_view: view(&stored),
            stored,
            depth: depth(device, size),
            light: light.then(|| view(&surface(LIGHT_FORMAT, wgpu::TextureUsages::TEXTURE_BINDING))),
        }
    }

    /// Whether these are what [`Target::new`] would make.
    pub(crate) fn fits(&self, size: [u32; 2], light: bool) -> bool {
        self.size == size && self.light.is_some() == light
    }

    /// The surface for linear light, if there is one.
    pub(crate) fn light(&self) -> Option<&wgpu::TextureView> {
        self.light.as_ref()
    }

    /// The picture on stored values.
    pub(crate) fn stored(&self) -> &wgpu::Texture {
        &self.stored
    }

    /// Begins drawing in linear light.
    pub(crate) fn light_pass<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        light: &wgpu::TextureView,
        background: Rgba,
    ) -> wgpu::RenderPass<'e> {
        begin(encoder, light, &self.depth, Some(clear(background.to_linear())), true)
    }

    /// Begins drawing on stored values, over what is there when there is no background; depth is kept when there
    /// was a pass in linear light.
    pub(crate) fn stored_pass<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        background: Option<Rgba>,
    ) -> wgpu::RenderPass<'e> {
        let background = background.map(|background| clear(background.to_stored()));
        begin(encoder, &self.stored_view, &self.depth, background, self.light.is_none())
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
pub(crate) fn depth(device: &wgpu::Device, size: [u32; 2]) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("depth"),
        size: extent(size),
        mip_level_count: 1,
        sample_count: SAMPLES,
        dimension: wgpu::TextureDimension::D2,
        format: DEPTH_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
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
    color: &wgpu::TextureView,
    depth: &wgpu::TextureView,
    background: Option<Rgba>,
) -> wgpu::RenderPass<'e> {
    begin(encoder, color, depth, background.map(|background| clear(background.to_stored())), true)
}

fn begin<'e>(
    encoder: &'e mut wgpu::CommandEncoder,
    color: &wgpu::TextureView,
    depth: &wgpu::TextureView,
    background: Option<wgpu::Color>,
    clear_depth: bool,
) -> wgpu::RenderPass<'e> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("picture"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: color,
            depth_slice: None,
            resolve_target: None,
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
