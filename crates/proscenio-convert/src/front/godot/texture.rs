//! Textures: picture files, and what their import settings say.

use proscenio_godot::{Document, Value};
use proscenio_scene::{Filter, ImageId, Table, Wrap};
use proscenio_source::{Source, Span};

use super::Importer;
use super::codes::{MISSING_IMAGE, NOT_DRAWN};
use super::files::{File, Place, Target};
use super::props::Props;
use super::settings::Config;

/// A picture, and the part of it that is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Texture {
    pub image: ImageId,
    /// Left, top, width, height in texels; `None` for the whole.
    pub region: Option<[f32; 4]>,
    pub import: Import,
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

    fn texture_of(
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
                if props.class() == "AtlasTexture" && depth < 8 {
                    let part = self.atlas(&props, &resource, flat, depth);
                    self.keep_aside(&props, &resource);
                    return part;
                }
                Some(self.made_texture(&resource, place, span))
            }
        }
    }

    /// A picture file.
    fn picture(&mut self, file: &File, span: Option<Span>, path: &str, flat: bool) -> Texture {
        let found = self.files.find(file, path);
        let (image, problem) = self.images.load(&mut self.scene.images, path, found.as_deref());
        if let Some(problem) = problem {
            let message = format!("`{path}`: {problem}");
            self.findings.push(MISSING_IMAGE.finding(file.document.source().path(), message).at_maybe(span));
        }
        let import = self.import_settings(found.as_deref(), flat);
        Texture { image, region: None, import }
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
        Some(Texture { region: Some(region), ..whole })
    }

    /// A texture that is made by numbers: a run of colours, else a checker stands for it.
    fn made_texture(&mut self, resource: &Place, user: &Place, span: Option<Span>) -> Texture {
        let key = resource.key();
        let image = match self.made_textures.get(&key) {
            Some(image) => *image,
            None => match self.gradient_picture(resource) {
                Some(picture) => self.scene.images.add(picture),
                None => self.checker(resource, user, span),
            },
        };
        self.made_textures.insert(key, image);
        Texture { image, region: None, import: Import { mipmaps: false, smooth: true, repeat: false } }
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
        let default = Import { mipmaps: !flat, smooth: true, repeat: !flat };
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
                }
            }
        };
        self.imports.insert(key, import);
        import
    }
}

fn missing(images: &mut Table<proscenio_scene::Image>, name: &str) -> ImageId {
    images.add(proscenio_scene::Image::missing(name, None))
}
