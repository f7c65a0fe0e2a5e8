//! Textures: a picture and how it is looked up.

use std::collections::HashMap;

use proscenio_scene::{Filter, ImageId, TextureRef, UvTransform, Wrap};

use super::json::{self, Sampler, TextureExtensions, TextureInfo, TextureTransform};
use super::writer::Writer;

/// The textures and samplers written so far.
#[derive(Default)]
pub(super) struct TextureCache {
    samplers: HashMap<Sampler, usize>,
    textures: HashMap<(ImageId, usize), usize>,
}

impl Writer<'_> {
    /// A texture as a material of the name `subject` refers to it; `None` when its picture is not in the
    /// scene.
    pub fn texture(&mut self, texture: &TextureRef, subject: &str) -> Option<TextureInfo> {
        let Some(source) = self.image(texture.image) else {
            self.lose("gltf/texture", subject, "a texture names a picture that is not in the scene");
            return None;
        };
        if texture.filter == Filter::Anisotropic {
            self.lose("gltf/filter", subject, "anisotropic filtering is left to the viewer");
        }
        let sampler = sampler(texture);
        let next = self.root.samplers.len();
        let sampler_index = *self.textures.samplers.entry(sampler).or_insert(next);
        if sampler_index == next {
            self.root.samplers.push(sampler);
        }
        let next = self.root.textures.len();
        let index = *self.textures.textures.entry((texture.image, sampler_index)).or_insert(next);
        if index == next {
            self.root.textures.push(json::Texture { sampler: sampler_index, source });
        }
        let transform = self.uv_transform(texture.transform, subject);
        let tex_coord = (texture.uv_set != 0).then_some(1);
        Some(TextureInfo { index, tex_coord, scale: None, extensions: TextureExtensions { transform } })
    }

    fn uv_transform(&mut self, transform: UvTransform, subject: &str) -> Option<TextureTransform> {
        let UvTransform { scale, offset } = transform;
        if transform == UvTransform::IDENTITY {
            return None;
        }
        if !scale.iter().chain(&offset).all(|value| value.is_finite()) {
            self.lose(
                "gltf/texture",
                subject,
                "a texture's scale or offset is no finite number and left out",
            );
            return None;
        }
        self.root.extensions_used.insert("KHR_texture_transform");
        Some(TextureTransform { offset, scale })
    }
}

fn sampler(texture: &TextureRef) -> Sampler {
    const NEAREST: u16 = 9728;
    const LINEAR: u16 = 9729;
    let (mag_filter, min_filter) = match texture.filter {
        Filter::Nearest => (NEAREST, NEAREST),
        Filter::Linear => (LINEAR, LINEAR),
        Filter::NearestMipmap => (NEAREST, 9984),
        Filter::LinearMipmap | Filter::Anisotropic => (LINEAR, 9987),
    };
    let wrap = |wrap| match wrap {
        Wrap::Repeat => 10497,
        Wrap::Clamp => 33071,
        Wrap::Mirror => 33648,
    };
    Sampler { mag_filter, min_filter, wrap_s: wrap(texture.wrap_u), wrap_t: wrap(texture.wrap_v) }
}
