//! Texture sets, and the materials that aliases become.

use std::collections::{HashMap, HashSet};
use std::io::Cursor;
use std::sync::Arc;

use proscenio_espresso3d::{Document, FileKind, Word};
use proscenio_project::Project;
use proscenio_scene::{
    Cull, Extras, Filter, Image, ImageId, Material, MaterialId, Pixels, ShadingRule, TextureRef,
};
use proscenio_source::{Severity, Source, Span};

use super::{Importer, codes, files};

/// Where an alias was defined.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    /// The texture set.
    set: Arc<str>,
    /// The path of the image, as written.
    image: String,
    /// Where the path stands in the set.
    span: Span,
}

/// The aliases of all texture sets. The engine keeps one table for a map and everything in it, so an actor may use
/// what only the map's set defines, and the map what only an actor's does. The first definition counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Aliases {
    by_name: HashMap<Vec<u8>, Definition>,
    /// Aliases that were asked for in a file and are not there.
    reported: HashSet<(Arc<str>, Vec<u8>)>,
}

impl Aliases {
    /// The image file of each alias that leads to one.
    pub fn files(&self, project: &Project<'_>) -> HashMap<String, String> {
        let found = self.by_name.iter().filter_map(|(alias, definition)| {
            let found = files::find(project, &definition.set, &definition.image)?;
            Some((proscenio_espresso3d::text(alias).into_owned(), found.path))
        });
        found.collect()
    }

    /// Whether a texture set defines an alias.
    pub fn defines(&self, alias: &[u8]) -> bool {
        self.by_name.contains_key(alias)
    }
}

/// The texture layers of a triangle; triangles of equal layers share a surface.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Layers {
    /// Alias of the texture.
    pub base: Option<Vec<u8>>,
    /// Aliases of the second and third layer; empty for a layer without one.
    pub details: [Option<Vec<u8>>; 2],
}

impl Importer<'_> {
    /// Reads the texture sets that a document names into the table of all.
    pub(super) fn read_sets(&mut self, document: &Document) {
        for set in document.texture_sets() {
            let Some(path) = set.path() else { continue };
            self.read_set(document, path);
        }
    }

    fn read_set(&mut self, document: &Document, reference: Word<'_>) {
        let from = document.source().path();
        let Some(found) = files::find(self.project, from, &reference.text()) else {
            let message = format!("there is no texture set `{}`", reference.text());
            return self.report(&codes::MISSING_SET, from, Some(reference.span()), message);
        };
        if found.by_name_only {
            let message = format!("`{}` is not there, `{}` is taken", reference.text(), found.path);
            self.report(&codes::FOUND_BY_NAME, from, Some(reference.span()), message);
        }
        let Some(set) = self.open(from, reference.span(), &found.path, FileKind::TextureSet) else { return };
        for entry in set.entries() {
            let Some(path) = entry.path() else { continue };
            self.aliases.by_name.entry(entry.alias().bytes().to_vec()).or_insert_with(|| Definition {
                set: Arc::clone(set.source().path()),
                image: path.text().into_owned(),
                span: path.span(),
            });
        }
    }

    /// Reads another file, and passes on what is damaged in it.
    pub(super) fn open(&mut self, from: &Arc<str>, at: Span, path: &str, kind: FileKind) -> Option<Document> {
        let bytes = match self.project.files().read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.report(&codes::UNREADABLE_FILE, from, Some(at), error.to_string());
                return None;
            }
        };
        let document = Document::parse(Source::new(path, bytes), kind);
        let damage = document.findings().iter().filter(|finding| finding.severity == Severity::Error);
        self.findings.extend(damage.cloned());
        Some(document)
    }

    /// The material of some layers, for the file that uses them first.
    pub(super) fn material(&mut self, layers: &Layers, from: &Arc<str>, at: Span) -> MaterialId {
        let texture = layers.base.as_deref().and_then(|alias| self.texture(alias, from, at));
        let key = (layers.clone(), texture);
        if let Some(known) = self.materials.get(&key) {
            return *known;
        }
        let mut material = surface(layers, texture);
        for (layer, alias) in layers.details.iter().enumerate() {
            let image = alias
                .as_deref()
                .filter(|alias| !alias.is_empty())
                .and_then(|alias| self.texture(alias, from, at));
            // The second and third coordinates are those of the layers.
            material.look.details[layer] =
                image.map(|image| TextureRef { uv_set: layer as u8 + 1, ..smooth(image) });
        }
        material.vertex_colors = !self.options.lights.is_empty();
        let id = self.scene.materials.add(material);
        self.materials.insert(key, id);
        id
    }

    pub(super) fn texture(&mut self, alias: &[u8], from: &Arc<str>, at: Span) -> Option<ImageId> {
        let Some(definition) = self.aliases.by_name.get(alias).cloned() else {
            if self.aliases.reported.insert((Arc::clone(from), alias.to_vec())) {
                let message = format!("no texture set defines `{}`", proscenio_espresso3d::text(alias));
                self.report(&codes::UNKNOWN_ALIAS, from, Some(at), message);
            }
            return None;
        };
        Some(self.image(&definition))
    }

    fn image(&mut self, definition: &Definition) -> ImageId {
        let key = (Arc::clone(&definition.set), definition.image.clone());
        if let Some(known) = self.loaded.get(&key) {
            return *known;
        }
        let id = self.load(definition);
        self.loaded.insert(key, id);
        id
    }

    fn load(&mut self, Definition { set, image, span }: &Definition) -> ImageId {
        let found = files::find(self.project, set, image);
        if let Some(found) = found.as_ref().filter(|found| found.by_name_only) {
            let message = format!("`{image}` is not there, `{}` is taken", found.path);
            self.report(&codes::FOUND_BY_NAME, set, Some(*span), message);
        }
        let path = found.as_ref().map(|found| found.path.as_str());
        let (id, problem) = self.images.load(&mut self.scene.images, image, path);
        if let Some(problem) = problem {
            let code = if path.is_some() { &codes::UNREADABLE_IMAGE } else { &codes::MISSING_IMAGE };
            self.report(code, set, Some(*span), format!("image `{image}`: {problem}"));
        }
        if drop_alpha(&mut self.scene.images[id]) {
            let message = format!("the alpha channel of `{image}` is multiplied in");
            self.report(&codes::ALPHA_DROPPED, set, Some(*span), message);
        }
        id
    }

    /// The images of a texture set that is opened on its own.
    pub(super) fn all_images(&mut self, set: &Document) {
        for entry in set.entries() {
            let Some(path) = entry.path() else { continue };
            let definition = Definition {
                set: Arc::clone(set.source().path()),
                image: path.text().into_owned(),
                span: path.span(),
            };
            self.image(&definition);
        }
    }
}

/// How the engine looks pictures up.
fn smooth(image: ImageId) -> TextureRef {
    TextureRef { filter: Filter::Linear, ..TextureRef::new(image) }
}

/// The material of some layers, the first of them alone.
fn surface(layers: &Layers, texture: Option<ImageId>) -> Material {
    let mut extras = Extras::new();
    for (name, alias) in ["detail0", "detail1"].into_iter().zip(&layers.details) {
        if let Some(alias) = alias {
            extras.set(name, proscenio_espresso3d::text(alias).into_owned());
        }
    }
    let name = layers.base.as_deref().map(proscenio_espresso3d::text).unwrap_or_default();
    Material {
        name: name.into_owned(),
        // Without lights, which only programs make, everything would be black.
        shading: ShadingRule::StoredUnlit,
        base_texture: texture.map(smooth),
        // The engine culls nothing unless its program says so; sample rooms are seen from behind.
        cull: Cull::None,
        extras,
        ..Material::default()
    }
}

/// What the engine does with an image that has an alpha channel: it is laid over black and the channel
/// dropped. Says whether there was one. Images without are left as they are.
fn drop_alpha(image: &mut Image) -> bool {
    let Pixels::Encoded(bytes) = &image.pixels else { return false };
    let Ok(reader) = image::ImageReader::new(Cursor::new(&bytes[..])).with_guessed_format() else {
        return false;
    };
    let Ok(decoder) = reader.into_decoder() else { return false };
    if !image::ImageDecoder::color_type(&decoder).has_alpha() {
        return false;
    }
    let Ok(decoded) = image::DynamicImage::from_decoder(decoder) else { return false };
    let mut texels = decoded.into_rgba8().into_raw();
    for [r, g, b, alpha] in texels.as_chunks_mut().0 {
        for channel in [r, g, b] {
            *channel = ((u16::from(*channel) * u16::from(*alpha) + 127) / 255) as u8;
        }
        *alpha = 255;
    }
    image.pixels = Pixels::Rgba8(texels.into());
    true
}

#[cfg(test)]
mod tests {
    use super::drop_alpha;
    use proscenio_scene::{Image, Pixels};
    use std::io::Cursor;

    fn png(texels: &[[u8; 4]]) -> Image {
        let mut bytes = Vec::new();
        let picture = image::RgbaImage::from_raw(texels.len() as u32, 1, texels.concat()).unwrap();
        picture.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
        Image { name: String::new(), path: None, size: Some([1, 1]), pixels: Pixels::Encoded(bytes.into()) }
    }

    /// The engine's own answer for these four texels.
    #[test]
    fn images_are_laid_over_black() {
        let mut image = png(&[[255, 128, 64, 128], [1, 2, 3, 255], [255, 255, 255, 0], [255, 0, 0, 255]]);
        assert!(drop_alpha(&mut image));
        let Pixels::Rgba8(texels) = &image.pixels else { panic!("{image:?}") };
        let expected = [[128, 64, 32, 255], [1, 2, 3, 255], [0, 0, 0, 255], [255, 0, 0, 255]];
        assert_eq!(texels[..], expected.concat());
        assert!(!drop_alpha(&mut image), "a second time there is no alpha left");
    }
}
