//! From the keys of a tree to what they mean: pictures, sheets and shapes.

use std::collections::HashMap;
use std::sync::Arc;

use proscenio_nacatamalon::Value;
use proscenio_nacatamalon::files::shader::ShaderFamily;
use proscenio_nacatamalon::model::{Asset, AssetSource, ComponentKind, FileKind, Recipe, SceneDoc};
use proscenio_scene::{EffectId, Filter, FontId, Image, ImageId, Material, Mesh, MeshId};
use proscenio_source::Span;

use super::atlas::Atlas;
use super::codes;
use super::gltf_piece::{ModelFile, Piece};
use super::raw::Raw;
use super::shaders::Code;
use super::sheets::Map;
use super::{Importer, recipes};

/// More corners than this are not built for one scene.
const MAX_VERTICES: usize = 8_000_000;

/// The font the engine brings along; no asset lists it.
pub(super) const BUILT_IN_FONT: &str = "nacatamalon:arcade";

/// The manifest by key, and what has been made of it so far.
pub(super) struct Assets<'a> {
    files: HashMap<(FileKind, &'a str), &'a Asset>,
    recipes: HashMap<&'a str, (&'a Asset, &'a Recipe)>,
    /// Path and entry of vector fonts.
    pub(super) vector_fonts: HashMap<&'a str, (String, Span)>,
    /// Paths of measures and picture, and entry, of bitmap fonts.
    pub(super) bitmap_fonts: HashMap<&'a str, (String, String, Span)>,
    pub(super) fonts: HashMap<String, Option<FontId>>,
    /// Keys and sizes of pictures that the scene paints itself.
    pub(super) painted: HashMap<String, [u32; 2]>,
    pub(super) maps: HashMap<String, Option<Arc<Map>>>,
    /// By path, whether flat, filter, and how deep below the file the scene names.
    pub(super) effects: HashMap<(String, bool, Filter, usize), Option<EffectId>>,
    pictures: HashMap<String, ImageId>,
    sheets: HashMap<String, Option<Sheet>>,
    shapes: HashMap<String, Option<Shape>>,
    models: HashMap<String, Option<Arc<ModelFile>>>,
    pub(super) shaders: HashMap<(String, ShaderFamily), Option<Code>>,
    vertices: usize,
}

/// A sheet and its picture.
#[derive(Clone)]
pub(super) struct Sheet {
    pub atlas: Arc<Atlas>,
    pub image: ImageId,
}

/// A shape, and for a piece of a model file the surface its file gives it.
#[derive(Clone)]
pub(super) struct Shape {
    pub mesh: MeshId,
    pub surface: Option<Arc<Material>>,
}

impl<'a> Assets<'a> {
    pub(super) fn new(doc: &'a SceneDoc) -> Self {
        let mut files = HashMap::new();
        let (mut vector_fonts, mut bitmap_fonts) = (HashMap::new(), HashMap::new());
        let mut recipes: HashMap<&str, (&Asset, &Recipe)> = HashMap::new();
        for asset in &doc.assets {
            match &asset.source {
                // The first entry of a kind and key is the one that is loaded.
                AssetSource::File { kind, .. } => {
                    files.entry((*kind, asset.key.as_str())).or_insert(asset);
                }
                // Of shapes too, but of pieces of model files the last.
                AssetSource::Geometry(recipe @ Recipe::Gltf { .. }) => {
                    recipes.insert(&asset.key, (asset, recipe));
                }
                AssetSource::Geometry(recipe) => {
                    recipes.entry(&asset.key).or_insert((asset, recipe));
                }
                AssetSource::Font { src, .. } => {
                    vector_fonts.entry(asset.key.as_str()).or_insert((src.clone(), asset.site.span));
                }
                AssetSource::BitmapFont { json, atlas } => {
                    let paths = (json.clone(), atlas.clone(), asset.site.span);
                    bitmap_fonts.entry(asset.key.as_str()).or_insert(paths);
                }
                AssetSource::Unknown { .. } => {}
            }
        }
        let components = doc.nodes.iter().flat_map(|node| &node.components);
        let painted = components
            .filter(|component| component.kind == ComponentKind::SpriteTexture)
            .filter_map(|component| {
                let raw = Raw(doc.document.value(component.site.value?));
                let side = |name: &str| raw.number_or(name, 0.0).floor().clamp(1.0, 16384.0) as u32;
                Some((raw.text("key")?, [side("width"), side("height")]))
            })
            .collect();
        Self {
            files,
            recipes,
            vector_fonts,
            bitmap_fonts,
            fonts: HashMap::new(),
            painted,
            maps: HashMap::new(),
            effects: HashMap::new(),
            pictures: HashMap::new(),
            sheets: HashMap::new(),
            shapes: HashMap::new(),
            models: HashMap::new(),
            shaders: HashMap::new(),
            vertices: 0,
        }
    }
}

impl Importer<'_> {
    /// The picture of a texture key; `None` for no key at all. One that cannot be had is marked as missing.
    pub(super) fn picture(&mut self, key: &str, user: Span) -> Option<ImageId> {
        if key.is_empty() {
            return None;
        }
        if let Some(image) = self.assets.pictures.get(key) {
            return Some(*image);
        }
        let image = if self.assets.painted.contains_key(key) {
            self.new_painted(key)
        } else if let Some((src, span)) = self.file(FileKind::Texture, key, user) {
            self.picture_file(&src, self.path().to_string().as_str(), span)
        } else {
            self.scene.images.add(Image::missing(key, None))
        };
        self.assets.pictures.insert(key.to_owned(), image);
        Some(image)
    }

    /// The path and entry of a file asset; a missing one is told once.
    pub(super) fn file(&mut self, kind: FileKind, key: &str, user: Span) -> Option<(String, Span)> {
        let listed = self.listed(kind, key);
        if listed.is_none() {
            self.missing_asset(kind.as_str(), key, user);
        }
        listed
    }

    /// The path and entry of a file asset.
    pub(super) fn listed(&self, kind: FileKind, key: &str) -> Option<(String, Span)> {
        match self.assets.files.get(&(kind, key)) {
            Some(Asset { source: AssetSource::File { src, .. }, site, .. }) => Some((src.clone(), site.span)),
            _ => None,
        }
    }

    pub(super) fn missing_asset(&mut self, kind: &str, key: &str, user: Span) {
        let message = format!("no {kind} asset has the key \"{key}\"");
        let finding = codes::MISSING_ASSET
            .finding(self.path(), message)
            .at(user)
            .help(format!("list it: {{ \"type\": \"{kind}\", \"key\": \"{key}\", \"src\": … }}"));
        self.say_once(&format!("{kind} {key}"), finding);
    }

    /// Loads a picture that the file `from` names.
    pub(super) fn picture_file(&mut self, src: &str, from: &str, span: Span) -> ImageId {
        let found = self.project.resolve(from, src);
        let (image, problem) = self.images.load(&mut self.scene.images, src, found.as_deref());
        if let Some(problem) = problem {
            self.unread(src, &problem, span);
        }
        image
    }

    /// Says that a file could not be used.
    pub(super) fn unread(&mut self, src: &str, why: &str, span: Span) {
        let finding = codes::FILE_NOT_READ.finding(self.path(), format!("{src}: {why}")).at(span);
        self.say_once(src, finding);
    }

    /// Bytes of a file that the scene names, with its path.
    pub(super) fn read_file(&mut self, src: &str, span: Span) -> Option<(String, Vec<u8>)> {
        self.read_from(self.path().to_string().as_str(), src, span)
    }

    /// Bytes of a file that the file `from` names, with its path.
    pub(super) fn read_from(&mut self, from: &str, src: &str, span: Span) -> Option<(String, Vec<u8>)> {
        let Some(found) = self.project.resolve(from, src) else {
            self.unread(src, "there is no such file", span);
            return None;
        };
        match self.project.files().read(&found) {
            Ok(bytes) => Some((found, bytes)),
            Err(error) => {
                self.unread(src, &error.to_string(), span);
                None
            }
        }
    }

    /// The sheet of an atlas key.
    pub(super) fn sheet(&mut self, key: &str, user: Span) -> Option<Sheet> {
        if key.is_empty() {
            return None;
        }
        if let Some(sheet) = self.assets.sheets.get(key) {
            return sheet.clone();
        }
        let sheet = self.read_sheet(key, user);
        self.assets.sheets.insert(key.to_owned(), sheet.clone());
        sheet
    }

    fn read_sheet(&mut self, key: &str, user: Span) -> Option<Sheet> {
        let (src, span) = self.file(FileKind::Atlas, key, user)?;
        self.sheet_file(&src, self.path().to_string().as_str(), span)
    }

    /// The sheet of a file that the file `from` names.
    pub(super) fn sheet_file(&mut self, src: &str, from: &str, span: Span) -> Option<Sheet> {
        let (found, document) = self.json_from(from, src, span)?;
        match Atlas::read(document.root()) {
            Ok(atlas) => {
                let texture = document.root().and_then(|root| root.get("texture"));
                // The finding of a missing picture belongs to the scene's entry, the nearest place we can show.
                let image =
                    texture.map(Value::span).map(|_| self.picture_file(&atlas.texture, &found, span))?;
                Some(Sheet { atlas: Arc::new(atlas), image })
            }
            Err(why) => {
                self.unread(src, why, span);
                None
            }
        }
    }

    /// The shape of a geometry key, shared by all models that name it.
    pub(super) fn shape(&mut self, key: &str, user: Span) -> Option<Shape> {
        if key.is_empty() {
            return None;
        }
        if let Some(shape) = self.assets.shapes.get(key) {
            return shape.clone();
        }
        let shape = match self.assets.recipes.get(key).copied() {
            Some((asset, recipe)) => self.build(asset, recipe),
            None => {
                self.missing_asset("geometry", key, user);
                None
            }
        };
        self.assets.shapes.insert(key.to_owned(), shape.clone());
        shape
    }

    fn build(&mut self, asset: &Asset, recipe: &Recipe) -> Option<Shape> {
        let span = asset.site.span;
        let (mesh, piece, clamped) = match recipe {
            Recipe::Gltf { src, node, occurrence } => {
                let piece = self.piece(src, node.as_deref(), occurrence.unwrap_or(0.0), span)?;
                (piece.mesh, Some(Arc::new(piece.material)), false)
            }
            recipe => {
                let built = recipes::build(recipe)?;
                let mesh = Mesh { name: asset.key.clone(), surfaces: vec![built.surface], ..Mesh::default() };
                (mesh, None, built.clamped)
            }
        };
        let vertices: usize = mesh.surfaces.iter().map(|surface| surface.positions.len()).sum();
        let fits = self.assets.vertices + vertices <= MAX_VERTICES;
        if clamped || !fits {
            let what = if fits { "is built coarser" } else { "is not built" };
            let message = format!("the shape \"{}\" asks for too many corners and {what}", asset.key);
            self.findings.push(
                codes::SHAPE_TOO_FINE.finding(self.path(), message).at(span).help(format!(
                    "use fewer segments; a scene is drawn with at most {MAX_VERTICES} corners"
                )),
            );
        }
        if !fits {
            return None;
        }
        self.assets.vertices += vertices;
        Some(Shape { mesh: self.scene.meshes.add(mesh), surface: piece })
    }

    /// A piece of a model file.
    fn piece(&mut self, src: &str, node: Option<&str>, occurrence: f64, span: Span) -> Option<Piece> {
        let file = self.model(src, span)?;
        let Some(at) = file.find(node, occurrence) else {
            self.no_such_piece(src, node, occurrence, &file, span);
            return None;
        };
        let piece = file.piece(self, at, span).map_err(|why| self.model_not_read(src, &why, span)).ok()?;
        if piece.skinned {
            self.keep("poses of skeletons", span);
        }
        Some(piece)
    }

    fn no_such_piece(&mut self, src: &str, node: Option<&str>, at: f64, file: &ModelFile, span: Span) {
        let names: Vec<String> = file.names().take(20).map(|name| format!("\"{name}\"")).collect();
        let wanted = match node {
            Some(name) if at > 0.0 => format!("\"{name}\" (occurrence {at})"),
            Some(name) => format!("\"{name}\""),
            None => "at all".to_owned(),
        };
        let message = format!("{src} has no piece {wanted}; it has: {}", names.join(", "));
        self.findings.push(codes::MODEL_PIECE_MISSING.finding(self.path(), message).at(span));
    }

    fn model_not_read(&mut self, src: &str, why: &str, span: Span) {
        self.findings.push(codes::GLTF_NOT_READ.finding(self.path(), format!("{src}: {why}")).at(span));
    }

    fn model(&mut self, src: &str, span: Span) -> Option<Arc<ModelFile>> {
        if let Some(model) = self.assets.models.get(src) {
            return model.clone();
        }
        let model = self.read_file(src, span).and_then(|(found, bytes)| {
            let opened = ModelFile::open(self, &found, &bytes);
            opened.map_err(|why| self.model_not_read(src, &why, span)).ok().map(Arc::new)
        });
        self.assets.models.insert(src.to_owned(), model.clone());
        model
    }
}
