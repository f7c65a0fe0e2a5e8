//! Pieces of glTF files that recipes name.
//!
//! A file is walked from its default scene's roots, depth first, each node once; every triangle primitive of a
//! node's mesh is a piece with the node's name. A piece is decoded when it is asked for, its node's world
//! matrix baked in unless it has a skeleton. Numbers are read by us and not by the `gltf` crate, whose readers
//! trust the file.

use std::collections::HashMap;
use std::io::Cursor;

use base64::Engine as _;
use glam::{Affine3A, Mat4, Vec3, Vec3A};
use gltf::accessor::{DataType, Dimensions};
use gltf::{Accessor, Semantic, buffer, image as gltf_image};
use proscenio_scene::{
    AlphaMode, Cull, Image, ImageId, Material, Mesh, Pixels, Rgba, Surface, TextureRef, Wrap,
};
use proscenio_source::Span;
use proscenio_vfs::path;

use super::Importer;

/// A model file that has been opened.
pub(super) struct ModelFile {
    file: gltf::Document,
    /// `None` for a buffer that is not there.
    buffers: Vec<Option<Vec<u8>>>,
    /// Where the file stands; its own references are measured from it.
    found: String,
    entries: Vec<Entry>,
}

/// A piece that has not been decoded.
struct Entry {
    name: String,
    world: Affine3A,
    mesh: usize,
    primitive: usize,
    skinned: bool,
}

/// A piece: its geometry and the surface the file gives it.
pub(super) struct Piece {
    pub mesh: Mesh,
    /// Shading and what the scene says over the file are left to the caller.
    pub material: Material,
    pub skinned: bool,
}

/// More nodes than this are not walked.
const MAX_PIECES: usize = 100_000;

impl ModelFile {
    /// Opens a file and finds its pieces.
    ///
    /// # Errors
    /// When it is no glTF, or needs an extension that is not known.
    pub(super) fn open(importer: &Importer<'_>, found: &str, bytes: &[u8]) -> Result<Self, String> {
        let (file, mut blob) = checked(bytes)?;
        let load = |buffer: gltf::Buffer<'_>| match buffer.source() {
            buffer::Source::Bin => blob.take(),
            buffer::Source::Uri(uri) => data_uri(uri).or_else(|| {
                let target = importer.project.resolve(found, &percent_decoded(uri))?;
                importer.project.files().read(&target).ok()
            }),
        };
        let buffers = file.buffers().map(load).collect();
        let entries = entries(&file);
        Ok(Self { file, buffers, found: found.to_owned(), entries })
    }

    /// The first names of the pieces, for people.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// Which piece is meant: without a node's name the first, else the `occurrence`-th of that name.
    pub(super) fn find(&self, node: Option<&str>, occurrence: f64) -> Option<usize> {
        let Some(node) = node else { return (!self.entries.is_empty()).then_some(0) };
        let same = self.entries.iter().enumerate().filter(|(_, entry)| entry.name == node);
        // The cast saturates: an occurrence beyond all pieces finds none.
        same.map(|(at, _)| at).nth(occurrence as usize).filter(|_| occurrence.fract() == 0.0)
    }

    /// Decodes a piece.
    ///
    /// # Errors
    /// When its numbers are not where the file says.
    pub(super) fn piece(&self, importer: &mut Importer<'_>, at: usize, span: Span) -> Result<Piece, String> {
        let entry = &self.entries[at];
        let mesh = self.file.meshes().nth(entry.mesh).ok_or("it has no such mesh")?;
        let primitive = mesh.primitives().nth(entry.primitive).ok_or("it has no such piece")?;
        let mut surface = self.surface(&primitive)?;
        if !entry.skinned {
            bake(&mut surface, entry.world);
        }
        let mut material = self.material(importer, &primitive.material(), span);
        material.vertex_colors = !surface.colors.is_empty();
        let mesh = Mesh { name: entry.name.clone(), surfaces: vec![surface], ..Mesh::default() };
        Ok(Piece { mesh, material, skinned: entry.skinned })
    }

    fn surface(&self, primitive: &gltf::Primitive<'_>) -> Result<Surface, String> {
        let list = |semantic: Semantic| primitive.get(&semantic);
        let positions = list(Semantic::Positions).ok_or("a piece without positions")?;
        let positions: Vec<[f32; 3]> = self.vectors(&positions).ok_or("positions that cannot be read")?;
        let normals = list(Semantic::Normals).and_then(|accessor| self.vectors(&accessor));
        let uvs = list(Semantic::TexCoords(0)).and_then(|accessor| self.vectors(&accessor));
        let colors = list(Semantic::Colors(0)).and_then(|accessor| self.colours(&accessor));
        let indices = match primitive.indices() {
            Some(accessor) => self.whole_numbers(&accessor).ok_or("indices that cannot be read")?,
            None => Vec::new(),
        };
        let mut surface = Surface {
            uvs: uvs.unwrap_or_else(|| vec![[0.0, 0.0]; positions.len()]),
            normals: normals.unwrap_or_default(),
            colors: colors.unwrap_or_default(),
            positions,
            indices,
            ..Surface::default()
        };
        if !surface.is_sound() {
            return Err("lists of a piece that do not fit each other".to_owned());
        }
        if surface.normals.is_empty() {
            surface.normals = smooth_normals(&surface);
        }
        Ok(surface)
    }

    /// The bytes of each element of an accessor; `None` when they are not where the file says.
    fn elements(&self, accessor: &Accessor<'_>) -> Option<impl Iterator<Item = &[u8]>> {
        let view = accessor.view().filter(|_| accessor.sparse().is_none())?;
        let bytes = self.buffers.get(view.buffer().index())?.as_deref()?;
        let view_bytes = bytes.get(view.offset()..view.offset().checked_add(view.length())?)?;
        let bytes = view_bytes.get(accessor.offset()..)?;
        let size = accessor.size();
        let stride = view.stride().unwrap_or(size).max(1);
        let last = accessor.count().checked_sub(1)?.checked_mul(stride)?;
        bytes.get(..last.checked_add(size)?)?;
        Some((0..accessor.count()).filter_map(move |at| bytes.get(at * stride..at * stride + size)))
    }

    fn vectors<const N: usize>(&self, accessor: &Accessor<'_>) -> Option<Vec<[f32; N]>> {
        let floats = accessor.data_type() == DataType::F32 && accessor.dimensions().multiplicity() == N;
        let element = |bytes: &[u8]| std::array::from_fn(|at| float(&bytes[4 * at..]));
        floats.then(|| Some(self.elements(accessor)?.map(element).collect()))?
    }

    /// Three or four channels, as floats or as whole numbers of a share.
    fn colours(&self, accessor: &Accessor<'_>) -> Option<Vec<[f32; 4]>> {
        let channels = match accessor.dimensions() {
            Dimensions::Vec3 => 3,
            Dimensions::Vec4 => 4,
            _ => return None,
        };
        let channel = |bytes: &[u8], at: usize| match accessor.data_type() {
            DataType::U8 => f32::from(bytes[at]) / 255.0,
            DataType::U16 => f32::from(u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])) / 65535.0,
            _ => float(&bytes[4 * at..]),
        };
        matches!(accessor.data_type(), DataType::U8 | DataType::U16 | DataType::F32).then_some(())?;
        let element =
            |bytes: &[u8]| std::array::from_fn(|at| if at < channels { channel(bytes, at) } else { 1.0 });
        Some(self.elements(accessor)?.map(element).collect())
    }

    fn whole_numbers(&self, accessor: &Accessor<'_>) -> Option<Vec<u32>> {
        let scalar = accessor.dimensions() == Dimensions::Scalar;
        let number = |bytes: &[u8]| match *bytes {
            [a] => u32::from(a),
            [a, b] => u32::from(u16::from_le_bytes([a, b])),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            _ => u32::MAX,
        };
        matches!(accessor.data_type(), DataType::U8 | DataType::U16 | DataType::U32).then_some(())?;
        scalar.then(|| Some(self.elements(accessor)?.map(number).collect()))?
    }

    fn material(&self, importer: &mut Importer<'_>, own: &gltf::Material<'_>, span: Span) -> Material {
        let surface = own.pbr_metallic_roughness();
        let [r, g, b, a] = surface.base_color_factor();
        let strength = own.emissive_strength().unwrap_or(1.0);
        let [er, eg, eb] = own.emissive_factor().map(|channel| channel * strength);
        let mut texture = |info: Option<gltf::texture::Info<'_>>| {
            info.map(|info| self.texture(importer, &info.texture(), span))
        };
        Material {
            name: own.name().unwrap_or_default().to_owned(),
            base_color: Rgba::linear(r, g, b, a),
            base_texture: texture(surface.base_color_texture()),
            emission: Rgba::linear(er, eg, eb, 1.0),
            emission_texture: texture(own.emissive_texture()),
            alpha: match own.alpha_mode() {
                gltf::material::AlphaMode::Opaque => AlphaMode::Opaque,
                gltf::material::AlphaMode::Mask => AlphaMode::Cutoff(own.alpha_cutoff().unwrap_or(0.5)),
                gltf::material::AlphaMode::Blend => AlphaMode::Blend,
            },
            cull: if own.double_sided() { Cull::None } else { Cull::Back },
            ..Material::default()
        }
    }

    fn texture(&self, importer: &mut Importer<'_>, own: &gltf::Texture<'_>, span: Span) -> TextureRef {
        let wrap = |mode: gltf::texture::WrappingMode| match mode {
            gltf::texture::WrappingMode::Repeat => Wrap::Repeat,
            gltf::texture::WrappingMode::ClampToEdge => Wrap::Clamp,
            gltf::texture::WrappingMode::MirroredRepeat => Wrap::Mirror,
        };
        let image = self.image(importer, &own.source(), span);
        let (u, v) = (own.sampler().wrap_s(), own.sampler().wrap_t());
        TextureRef {
            filter: importer.filter(None),
            wrap_u: wrap(u),
            wrap_v: wrap(v),
            ..TextureRef::new(image)
        }
    }

    fn image(&self, importer: &mut Importer<'_>, own: &gltf::Image<'_>, span: Span) -> ImageId {
        let stored = match own.source() {
            gltf_image::Source::View { view, .. } => {
                let buffer = self.buffers.get(view.buffer().index()).and_then(Option::as_ref);
                let end = view.offset().checked_add(view.length());
                end.and_then(|end| buffer?.get(view.offset()..end)).map(<[u8]>::to_vec)
            }
            gltf_image::Source::Uri { uri, .. } => match data_uri(uri) {
                Some(bytes) => Some(bytes),
                None => return importer.picture_file(&percent_decoded(uri), &self.found, span),
            },
        };
        let key = (self.found.clone(), own.index());
        if let Some(image) = importer.model_images.get(&key) {
            return *image;
        }
        let name = own.name().map_or_else(|| path::stem(&self.found).to_owned(), str::to_owned);
        let picture = stored.and_then(|bytes| Some((size_of(&bytes)?, bytes)));
        let image = match picture {
            Some((size, bytes)) => {
                Image { name, path: None, size: Some(size), pixels: Pixels::Encoded(bytes.into()) }
            }
            None => {
                importer.unread(&self.found, "a picture inside it cannot be read", span);
                Image::missing(name, None)
            }
        };
        let id = importer.scene.images.add(image);
        importer.model_images.insert(key, id);
        id
    }
}

/// The file's structure and the bytes that came with it.
fn checked(bytes: &[u8]) -> Result<(gltf::Document, Option<Vec<u8>>), String> {
    let gltf::Gltf { document, blob } =
        gltf::Gltf::from_slice_without_validation(bytes).map_err(|error| error.to_string())?;
    let root = document.into_json();
    // The crate's own check looks positions up before it has checked their index.
    let indices =
        root.meshes.iter().flat_map(|mesh| &mesh.primitives).flat_map(|piece| piece.attributes.values());
    if indices.into_iter().any(|index| index.value() >= root.accessors.len()) {
        return Err("a piece names an accessor that is not there".to_owned());
    }
    let document = gltf::Document::from_json(root).map_err(|error| error.to_string())?;
    Ok((document, blob))
}

/// The pieces of a file, in the order they are counted.
fn entries(file: &gltf::Document) -> Vec<Entry> {
    let mut entries = Vec::new();
    let Some(scene) = file.default_scene().or_else(|| file.scenes().next()) else { return entries };
    let mut seen = vec![false; file.nodes().count()];
    let mut waiting: Vec<(gltf::Node<'_>, Affine3A)> =
        scene.nodes().map(|node| (node, Affine3A::IDENTITY)).collect();
    waiting.reverse();
    while let Some((node, above)) = waiting.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        let world = above * Affine3A::from_mat4(Mat4::from_cols_array_2d(&node.transform().matrix()));
        let pieces = node.mesh().into_iter().flat_map(|mesh| mesh.primitives());
        for primitive in pieces.filter(|primitive| primitive.mode() == gltf::mesh::Mode::Triangles) {
            let weighted = primitive.get(&Semantic::Weights(0)).is_some();
            entries.push(Entry {
                name: node.name().unwrap_or_default().to_owned(),
                world,
                mesh: node.mesh().map_or(0, |mesh| mesh.index()),
                primitive: primitive.index(),
                skinned: node.skin().is_some() && weighted && primitive.get(&Semantic::Joints(0)).is_some(),
            });
            if entries.len() >= MAX_PIECES {
                return entries;
            }
        }
        let first = waiting.len();
        waiting.extend(node.children().map(|child| (child, world)));
        waiting[first..].reverse();
    }
    entries
}

fn float(bytes: &[u8]) -> f32 {
    bytes.first_chunk::<4>().map_or(0.0, |bytes| f32::from_le_bytes(*bytes))
}

/// Moves the vertices by their node's matrix; normals go the same way, as in the engine.
fn bake(surface: &mut Surface, world: Affine3A) {
    for position in &mut surface.positions {
        *position = world.transform_point3(Vec3::from(*position)).to_array();
    }
    for normal in &mut surface.normals {
        *normal = world.transform_vector3(Vec3::from(*normal)).normalize_or(Vec3::Y).to_array();
    }
}

/// Normals for a piece without: the faces around a point, weighted by their size. Points closer than a
/// ten-thousandth are one.
fn smooth_normals(surface: &Surface) -> Vec<[f32; 3]> {
    let key = |position: [f32; 3]| position.map(|number| (f64::from(number) * 1e4).round() as i64);
    let mut sums: HashMap<[i64; 3], Vec3A> = HashMap::new();
    for corners in surface.indices_or_implied().chunks_exact(3) {
        let points = [0, 1, 2].map(|at| surface.positions[corners[at] as usize]);
        let [a, b, c] = points.map(Vec3A::from);
        let face = (b - a).cross(c - a);
        for point in points {
            *sums.entry(key(point)).or_default() += face;
        }
    }
    let normal = |position: &[f32; 3]| {
        sums.get(&key(*position)).map_or(Vec3A::Y, |sum| sum.normalize_or(Vec3A::Y)).to_array()
    };
    surface.positions.iter().map(normal).collect()
}

/// The bytes of a `data:` reference; `None` for any other.
fn data_uri(uri: &str) -> Option<Vec<u8>> {
    let (kind, data) = uri.strip_prefix("data:")?.split_once(',')?;
    if kind.ends_with(";base64") {
        base64::engine::general_purpose::STANDARD.decode(data).ok()
    } else {
        Some(percent_bytes(data))
    }
}

fn percent_decoded(uri: &str) -> String {
    String::from_utf8_lossy(&percent_bytes(uri)).into_owned()
}

fn percent_bytes(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    out
}

fn size_of(bytes: &[u8]) -> Option<[u32; 2]> {
    let reader = image::ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    reader.into_dimensions().ok().map(|(width, height)| [width, height])
}
