//! Textures: picture files, and what their import settings say.

use glam::Vec2;
use proscenio_godot::{Document, Value};
use proscenio_project::godot::PICTURE;
use proscenio_scene::{Filter, FlatRelief, Image, ImageId, Pixels, ReliefId, Table, TextureRef, Wrap};
use proscenio_source::{Source, Span};

use super::Importer;
use super::codes::{MISSING_IMAGE, NOT_DRAWN};
use super::files::{File, Generation, Place, Target};
use super::props::Props;
use super::settings::Config;
use super::sprite::{Canvas, own_filter, own_wrap};
use crate::images::size_of;

/// Textures inside textures.
const MOST_DEEP: u8 = 8;

/// A picture, and the part of it that is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Texture {
    pub image: ImageId,
    /// Left, top, width, height in texels; `None` for the whole.
    pub region: Option<[f32; 4]>,
    /// Empty room around the region: where the region begins in it, and how much there is in all, texels.
    pub margin: [f32; 4],
    pub import: Import,
    /// What its own resource says of filter and repeat.
    pub looked: (Option<Filter>, Option<Wrap>),
    pub relief: Option<ReliefId>,
}

/// A rectangle and the part of a picture that fills it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub position: Vec2,
    pub size: Vec2,
    pub uv_min: Vec2,
    pub uv_max: Vec2,
}

impl Texture {
    /// All of a picture.
    pub fn whole(image: ImageId, import: Import) -> Self {
        Self { image, region: None, margin: [0.0; 4], import, looked: (None, None), relief: None }
    }

    /// How large it is drawn, the whole picture being so large, pixels.
    pub fn size(&self, picture: Vec2) -> Vec2 {
        let [_, _, more_x, more_y] = self.margin;
        self.region.map_or(picture, |[_, _, width, height]| Vec2::new(width + more_x, height + more_y))
    }

    /// What of a rectangle is filled, and with what, when `source` (corner and size, pixels of the texture) is
    /// stretched over it. Nothing beyond the region of an atlas is shown.
    pub fn part(&self, picture: Vec2, source: [Vec2; 2], target: [Vec2; 2]) -> Option<Part> {
        let [mut from, mut size] = source;
        let [mut position, mut drawn] = target;
        if let Some([left, top, width, height]) = self.region {
            let region = [Vec2::new(left, top), Vec2::new(left + width, top + height)];
            from += region[0] - Vec2::new(self.margin[0], self.margin[1]);
            let (low, high) = (from.max(region[0]), (from + size).min(region[1]));
            if !(high - low).cmpgt(Vec2::ZERO).all() {
                return None;
            }
            let scale = drawn / size;
            position += (low - from) * scale;
            (from, size) = (low, high - low);
            drawn = size * scale;
        }
        Some(Part { position, size: drawn, uv_min: from / picture, uv_max: (from + size) / picture })
    }
}

/// How the engine was told to prepare a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Import {
    /// Whether there are smaller sizes of it.
    pub mipmaps: bool,
    /// Godot 3: whether texels are mixed.
    pub smooth: bool,
    /// Godot 3: whether it repeats.
    pub repeat: bool,
    /// Whether see-through texels take the colour of the nearest that is not.
    pub fills_edges: bool,
}

impl Import {
    /// The filter that remains when there are no smaller sizes.
    pub fn filter(self, wanted: Filter) -> Filter {
        match wanted {
            Filter::NearestMipmap if !self.mipmaps => Filter::Nearest,
            Filter::LinearMipmap | Filter::Anisotropic if !self.mipmaps => Filter::Linear,
            other => other,
        }
    }

    /// Godot 3 keeps filter and repeat with the texture.
    pub fn old_filter(self) -> Filter {
        match (self.smooth, self.mipmaps) {
            (true, true) => Filter::LinearMipmap,
            (true, false) => Filter::Linear,
            (false, true) => Filter::NearestMipmap,
            (false, false) => Filter::Nearest,
        }
    }

    /// Godot 3: beyond the edge.
    pub fn old_wrap(self) -> Wrap {
        if self.repeat { Wrap::Repeat } else { Wrap::Clamp }
    }
}

impl Importer<'_> {
    /// The texture that a property names. `flat` says that it is for drawing in the plane, where the engine
    /// makes no smaller sizes unless told.
    pub(super) fn texture(&mut self, props: &Props, name: &str, flat: bool) -> Option<Texture> {
        let (value, place) = props.set(name)?;
        let place = place.clone();
        self.texture_of(&value, &place, name, flat, 0)
    }

    /// The texture that a value names.
    pub(super) fn texture_of(
        &mut self,
        value: &Value,
        place: &Place,
        name: &str,
        flat: bool,
        depth: u8,
    ) -> Option<Texture> {
        let span = place.section().and_then(|section| section.property(name)).map(|entry| entry.value_span());
        match self.follow(&place.file, value, span)? {
            Target::Path { path, .. } => Some(self.picture(&place.file, span, &path, flat)),
            Target::Resource(resource) => {
                let props = Props::of(&resource);
                let inner = match props.class() {
                    "AtlasTexture" => "atlas",
                    "CanvasTexture" => "diffuse_texture",
                    "AnimatedTexture" => "frame_0/texture",
                    _ => "",
                };
                if !inner.is_empty() && depth < MOST_DEEP {
                    let part = if inner == "atlas" {
                        self.atlas(&props, &resource, flat, depth)
                    } else {
                        let (value, _) = props.set(inner)?;
                        let own = self.texture_of(&value, &resource, inner, flat, depth + 1);
                        match props.class() {
                            "CanvasTexture" => {
                                own.map(|own| self.canvas_texture(&props, &resource, own, depth))
                            }
                            _ => own,
                        }
                    };
                    self.keep_aside(&props, &resource);
                    return part;
                }
                if let Some((value, _)) = props.set(PICTURE) {
                    return Some(self.picture_inside(&resource, &value));
                }
                if props.class() == "ViewportTexture"
                    && let Some(texture) = self.viewport_texture(&resource)
                {
                    return Some(texture);
                }
                Some(self.made_texture(&resource, place, span))
            }
        }
    }

    /// Width and height of a picture, texels. That of a missing one is nobody's knowledge.
    pub(super) fn picture_size(&self, image: ImageId) -> Vec2 {
        let size = self.scene.images.get(image).and_then(|image| image.size);
        size.map_or(Vec2::splat(64.0), |[width, height]| Vec2::new(width as f32, height as f32))
    }

    /// How a texture is shown in the plane.
    pub(super) fn shown(&self, texture: &Texture, generation: Generation, canvas: Canvas) -> TextureRef {
        let (filter, wrap) = match generation {
            Generation::Four => {
                let (filter, wrap) = texture.looked;
                (texture.import.filter(filter.unwrap_or(canvas.filter)), wrap.unwrap_or(canvas.wrap))
            }
            Generation::Three => (texture.import.old_filter(), texture.import.old_wrap()),
        };
        let relief = texture.relief;
        TextureRef { filter, wrap_u: wrap, wrap_v: wrap, relief, ..TextureRef::new(texture.image) }
    }

    /// The picture of a path that a text names.
    pub(super) fn picture_at(&mut self, file: &File, path: &str) -> Texture {
        self.picture(file, None, path, true)
    }

    /// A picture file.
    fn picture(&mut self, file: &File, span: Option<Span>, path: &str, flat: bool) -> Texture {
        let found = self.files.find(file, path);
        let scale = found.as_deref().map_or(1.0, |found| self.svg_scale(found));
        let (image, problem) = self.images.load_scaled(&mut self.scene.images, path, found.as_deref(), scale);
        if let Some(problem) = problem {
            let message = format!("`{path}`: {problem}");
            self.findings.push(MISSING_IMAGE.finding(file.document.source().path(), message).at_maybe(span));
        }
        let import = self.import_settings(found.as_deref(), flat);
        if import.fills_edges {
            self.scene.filled_edges.insert(image);
        }
        Texture::whole(image, import)
    }

    /// How much larger than it says the engine draws a picture of lines.
    fn svg_scale(&self, found: &str) -> f32 {
        if !found.to_ascii_lowercase().ends_with(".svg") {
            return 1.0;
        }
        let Some(bytes) = self.files.read(&format!("{found}.import")) else { return 1.0 };
        let document = Document::parse(Source::new("import", bytes));
        let scale = Config { document: &document }.get("params", "svg/scale");
        scale.and_then(|scale| scale.as_f64()).map_or(1.0, |scale| scale as f32)
    }

    /// A picture inside a model, whose bytes are at hand. The importer makes of it what it makes of a file used in space.
    fn picture_inside(&mut self, resource: &Place, value: &Value) -> Texture {
        let import = Import { mipmaps: true, smooth: true, repeat: true, fills_edges: true };
        let key = resource.key();
        let image = match self.made_textures.get(&key) {
            Some((image, _)) => *image,
            None => {
                let name = resource.name();
                let bytes = if let Value::PackedByteArray(bytes) = value { &bytes[..] } else { &[] };
                let image = match size_of("", bytes) {
                    Ok(size) => {
                        let pixels = Pixels::Encoded(bytes.into());
                        Image { name, path: None, size: Some(size), pixels }
                    }
                    Err(problem) => {
                        let what = if bytes.is_empty() { "it is not there" } else { &problem };
                        let message = format!("`{name}`, a picture inside the model: {what}");
                        self.findings
                            .push(MISSING_IMAGE.finding(resource.file.document.source().path(), message));
                        Image::missing(name, None)
                    }
                };
                self.scene.images.add(image)
            }
        };
        self.made_textures.insert(key, (image, true));
        self.scene.filled_edges.insert(image);
        Texture::whole(image, import)
    }

    /// A part of another texture.
    fn atlas(&mut self, props: &Props, resource: &Place, flat: bool, depth: u8) -> Option<Texture> {
        let (value, _) = props.set("atlas")?;
        let whole = self.texture_of(&value, resource, "atlas", flat, depth + 1)?;
        let region = props.rect("region");
        let offset = whole.region.unwrap_or_default();
        // A region without a size is the whole picture.
        let size = self.scene.images[whole.image].size.unwrap_or_default();
        let side = |at: usize| if region[at + 2] > 0.0 { region[at + 2] } else { size[at] as f32 };
        let region = [offset[0] + region[0], offset[1] + region[1], side(0), side(1)];
        Some(Texture { region: Some(region), margin: props.rect("margin"), ..whole })
    }

    /// What a `CanvasTexture` adds to its picture.
    fn canvas_texture(&mut self, props: &Props, resource: &Place, own: Texture, depth: u8) -> Texture {
        let mut picture = |name: &str| {
            let (value, _) = props.set(name).filter(|(value, _)| *value != Value::Null)?;
            Some(self.texture_of(&value, resource, name, true, depth + 1)?.image)
        };
        let (normal, specular) = (picture("normal_texture"), picture("specular_texture"));
        let color = props.color("specular_color");
        let shininess = props.number("specular_shininess");
        let relief =
            normal.map(|normal| self.scene.reliefs.add(FlatRelief { normal, specular, color, shininess }));
        let looked = (own_filter(props.int("texture_filter")), own_wrap(props.int("texture_repeat")));
        Texture { relief, looked, ..own }
    }

    /// A texture that is made by numbers: a run of colours or noise, else a checker stands for it.
    fn made_texture(&mut self, resource: &Place, user: &Place, span: Option<Span>) -> Texture {
        let key = resource.key();
        let (image, mipmaps) = match self.made_textures.get(&key) {
            Some(known) => *known,
            None => {
                let made = self.gradient_picture(resource).map(|picture| (picture, false));
                match made.or_else(|| self.noise_picture(resource)) {
                    Some((picture, mipmaps)) => (self.scene.images.add(picture), mipmaps),
                    None => (self.checker(resource, user, span), false),
                }
            }
        };
        self.made_textures.insert(key, (image, mipmaps));
        let import = Import { mipmaps, smooth: true, repeat: false, fills_edges: false };
        Texture::whole(image, import)
    }

    fn checker(&mut self, resource: &Place, user: &Place, span: Option<Span>) -> ImageId {
        let class = resource.class();
        let message = format!("{class} is not drawn yet; a checker stands for it");
        let path = user.file.document.source().path();
        self.findings.push(NOT_DRAWN.finding(path, message).at_maybe(span).about(resource.name()));
        self.keep_resource(resource);
        missing(&mut self.scene.images, &resource.name())
    }

    /// What `PICTURE.import` says. Without it the engine's defaults: no smaller sizes in the plane, and in
    /// space what its editor sets when it first sees the picture used there.
    fn import_settings(&mut self, found: Option<&str>, flat: bool) -> Import {
        let default = Import { mipmaps: !flat, smooth: true, repeat: !flat, fills_edges: true };
        let Some(found) = found else { return default };
        let key = (found.to_owned(), flat);
        if let Some(known) = self.imports.get(&key) {
            return *known;
        }
        let import = match self.files.read(&format!("{found}.import")) {
            None => default,
            Some(bytes) => {
                let document = Document::parse(Source::new("import", bytes));
                let config = Config { document: &document };
                let flag = |names: [&str; 2]| {
                    let set = names.iter().find_map(|name| config.get("params", name));
                    set.and_then(|value| value.as_bool())
                };
                Import {
                    mipmaps: flag(["mipmaps/generate", "flags/mipmaps"]).unwrap_or(default.mipmaps),
                    smooth: flag(["flags/filter", "flags/filter"]).unwrap_or(true),
                    repeat: flag(["flags/repeat", "flags/repeat"]).unwrap_or(default.repeat),
                    fills_edges: flag(["process/fix_alpha_border"; 2]).unwrap_or(true),
                }
            }
        };
        self.imports.insert(key, import);
        import
    }
}

fn missing(images: &mut Table<Image>, name: &str) -> ImageId {
    images.add(Image::missing(name, None))
}

#[cfg(test)]
mod tests {
    use super::{Import, Part, Texture};
    use glam::Vec2;
    use proscenio_scene::ImageId;

    #[test]
    fn an_atlas_shows_its_region_inside_its_margin() {
        let import = Import { mipmaps: false, smooth: true, repeat: false, fills_edges: false };
        let whole = Texture::whole(ImageId::from_index(0), import);
        let picture = Vec2::splat(64.0);
        let atlas = Texture { region: Some([16.0, 0.0, 16.0, 32.0]), margin: [2.0, 4.0, 4.0, 8.0], ..whole };
        assert_eq!((whole.size(picture), atlas.size(picture)), (picture, Vec2::new(20.0, 40.0)));
        let all = [Vec2::ZERO, atlas.size(picture)];
        let part = atlas.part(picture, all, [Vec2::ZERO, all[1] * 2.0]).unwrap();
        let want = Part {
            position: Vec2::new(4.0, 8.0),
            size: Vec2::new(32.0, 64.0),
            uv_min: Vec2::new(0.25, 0.0),
            uv_max: Vec2::new(0.5, 0.5),
        };
        assert_eq!(part, want);
        let beside = [Vec2::new(40.0, 0.0), Vec2::splat(8.0)];
        assert_eq!(atlas.part(picture, beside, beside), None);
    }
}
