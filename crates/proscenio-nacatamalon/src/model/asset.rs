//! `assets`: what a scene has to load, under the names its tree uses.

use crate::Mode;
use crate::model::base::{Point, Site, words};
use crate::model::fields::{Fields, finite};
use crate::model::json::Json;
use crate::model::kept::Kept;
use crate::model::out::Out;
use crate::schema;
use crate::value::Value;

words! {
    /// The assets that are one file.
    FileKind {
        /// A picture.
        Texture = "texture",
        /// A sheet cut into frames (`.atlas`).
        Atlas = "atlas",
        /// A shader (`.wgsl`, `.shader`).
        Shader = "shader",
        /// A particle effect (`.particles`).
        Particles = "particles",
        /// A tile map (`.tilemap`).
        Tilemap = "tilemap",
        /// A sound file.
        Audio = "audio",
        /// A song written as notes (`.song`).
        Song = "song",
        /// Values moved in time (`.motion`).
        Motion = "motion",
    }
}

/// One entry of the manifest.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset {
    /// The name the tree uses; empty is allowed, and keys may repeat.
    pub key: String,
    /// What to load.
    pub source: AssetSource,
    /// What of the entry is not understood.
    pub kept: Kept,
    /// Where the entry stands.
    pub site: Site,
}

/// What an asset entry loads.
#[derive(Clone, Debug, PartialEq)]
pub enum AssetSource {
    /// One file.
    File {
        /// What the file is.
        kind: FileKind,
        /// Its path from the project root; the key where the file says none.
        src: String,
    },
    /// A font drawn from a sheet.
    BitmapFont {
        /// Path of the measures; may be empty.
        json: String,
        /// Path of the sheet; may be empty.
        atlas: String,
    },
    /// A vector font.
    Font {
        /// Its path from the project root; the key where the file says none.
        src: String,
        /// Pixels per em of its glyph atlas; 48 when absent.
        size: Option<f64>,
    },
    /// A shape, by recipe.
    Geometry(Recipe),
    /// An entry the format does not know or that lacks what it needs. Kept in its place, never loaded.
    Unknown {
        /// What the entry calls itself; `None` when it does not.
        type_name: Option<String>,
        /// The entry as it is.
        value: Json,
    },
}

/// How a shape is made. A number that is absent has the engine's default. Lengths are the box's own units,
/// +y up, centred on the origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Recipe {
    /// Six quads.
    Cube {
        /// Along X, 1 when absent.
        width: Option<f64>,
        /// Along Y, 1 when absent.
        height: Option<f64>,
        /// Along Z, 1 when absent.
        depth: Option<f64>,
    },
    /// A grid in the XZ plane, facing up.
    Plane {
        /// Along X, 1 when absent.
        width: Option<f64>,
        /// Along Z, 1 when absent.
        depth: Option<f64>,
        /// Cells along X, 1 when absent.
        width_segments: Option<f64>,
        /// Cells along Z, 1 when absent.
        depth_segments: Option<f64>,
    },
    /// A disc in the XZ plane, facing up.
    Circle {
        /// 0.5 when absent.
        radius: Option<f64>,
        /// Slices, 32 when absent.
        segments: Option<f64>,
    },
    /// A sphere of rings.
    UvSphere {
        /// 0.5 when absent.
        radius: Option<f64>,
        /// Around, 32 when absent.
        segments: Option<f64>,
        /// From pole to pole, 16 when absent.
        rings: Option<f64>,
    },
    /// A sphere of even triangles.
    IcoSphere {
        /// 0.5 when absent.
        radius: Option<f64>,
        /// How often each face is split in four, 2 when absent.
        subdivisions: Option<f64>,
    },
    /// A tube with two lids, standing on Y.
    Cylinder {
        /// 0.5 when absent.
        radius: Option<f64>,
        /// 1 when absent.
        height: Option<f64>,
        /// Around, 32 when absent.
        segments: Option<f64>,
    },
    /// A cone with its lid below and its tip above.
    Cone {
        /// 0.5 when absent.
        radius: Option<f64>,
        /// 1 when absent.
        height: Option<f64>,
        /// Around, 32 when absent.
        segments: Option<f64>,
    },
    /// A ring around Y.
    Torus {
        /// From the centre to the middle of the tube, 0.5 when absent.
        radius: Option<f64>,
        /// Radius of the tube, 0.2 when absent.
        tube: Option<f64>,
        /// Around the ring, 32 when absent.
        radial_segments: Option<f64>,
        /// Around the tube, 16 when absent.
        tubular_segments: Option<f64>,
    },
    /// A profile turned around Y.
    Lathe {
        /// At least two points from bottom to top, x from the axis and not negative.
        profile: Vec<Point>,
        /// Around; not documented, 32 is used when absent.
        segments: Option<f64>,
    },
    /// One piece of a model file.
    Gltf {
        /// Path from the project root.
        src: String,
        /// The piece's node; empty for one without a name; the file's first piece when absent.
        node: Option<String>,
        /// Which of the pieces of that name, from 0 in file order.
        occurrence: Option<f64>,
    },
}

/// How an entry is to be read, and what it is called nowadays.
pub(crate) struct ReadAsset {
    pub asset: Asset,
    /// The earlier and the current word, when the entry uses the earlier one.
    pub old_spelling: Option<(&'static str, &'static str)>,
}

pub(crate) fn read(value: Value<'_>, mode: Mode) -> ReadAsset {
    let fields = Fields::of(value).unwrap_or(Fields::none());
    let type_name = fields.opt_str("type");
    let key = fields.opt_str("key");
    let (source, old_spelling) = match (type_name.as_deref(), &key) {
        (Some(type_name), Some(key)) => source(type_name, key, &fields, mode),
        _ => (None, None),
    };
    let kept = match &source {
        Some(source) if mode == Mode::Keep => Kept::of(schema::asset(source.type_name()), &fields),
        _ => Kept::default(),
    };
    let unknown = || AssetSource::Unknown { type_name, value: value.into() };
    let source = source.unwrap_or_else(unknown);
    let asset = Asset { key: key.unwrap_or_default(), source, kept, site: Site::of(value) };
    ReadAsset { asset, old_spelling }
}

type OldSpelling = Option<(&'static str, &'static str)>;

fn source(type_name: &str, key: &str, fields: &Fields<'_>, mode: Mode) -> (Option<AssetSource>, OldSpelling) {
    if let Some(kind) = FileKind::from_word(type_name) {
        return (Some(AssetSource::File { kind, src: fields.str_or("src", key) }), None);
    }
    let bitmap =
        || AssetSource::BitmapFont { json: fields.str_or("json", ""), atlas: fields.str_or("atlas", "") };
    let keep = mode == Mode::Keep;
    match type_name {
        "bitmap-font" => (Some(bitmap()), None),
        "bitmapFont" if keep => (Some(bitmap()), Some(("bitmapFont", "bitmap-font"))),
        // Before there were vector fonts, `font` was the bitmap font.
        "font" if keep && fields.has("json") && fields.has("atlas") && !fields.has("src") => {
            (Some(bitmap()), Some(("font", "bitmap-font")))
        }
        "font" => {
            let src = fields.str_or("src", key);
            (Some(AssetSource::Font { src, size: fields.opt_num("size") }), None)
        }
        "geometry" => {
            (fields.rec("source").and_then(|source| recipe(&source)).map(AssetSource::Geometry), None)
        }
        _ => (None, None),
    }
}

fn recipe(fields: &Fields<'_>) -> Option<Recipe> {
    let num = |name: &str| fields.opt_num(name);
    let kind = fields.opt_str("kind")?;
    Some(match kind.as_str() {
        "cube" => Recipe::Cube { width: num("width"), height: num("height"), depth: num("depth") },
        "plane" => Recipe::Plane {
            width: num("width"),
            depth: num("depth"),
            width_segments: num("widthSegments"),
            depth_segments: num("depthSegments"),
        },
        "circle" => Recipe::Circle { radius: num("radius"), segments: num("segments") },
        "uvSphere" => {
            Recipe::UvSphere { radius: num("radius"), segments: num("segments"), rings: num("rings") }
        }
        "icoSphere" => Recipe::IcoSphere { radius: num("radius"), subdivisions: num("subdivisions") },
        "cylinder" => {
            Recipe::Cylinder { radius: num("radius"), height: num("height"), segments: num("segments") }
        }
        "cone" => Recipe::Cone { radius: num("radius"), height: num("height"), segments: num("segments") },
        "torus" => Recipe::Torus {
            radius: num("radius"),
            tube: num("tube"),
            radial_segments: num("radialSegments"),
            tubular_segments: num("tubularSegments"),
        },
        "lathe" => Recipe::Lathe { profile: profile(fields)?, segments: num("segments") },
        "gltf" => Recipe::Gltf {
            src: fields.opt_str("src")?,
            node: fields.opt_str("node"),
            occurrence: num("occurrence").filter(|at| *at >= 0.0),
        },
        _ => return None,
    })
}

/// A lathe's profile; `None` when it is not a list of at least two points right of the axis.
fn profile(fields: &Fields<'_>) -> Option<Vec<Point>> {
    let coordinate = |own: &Fields<'_>, name: &str| own.get(name).and_then(finite);
    let point = |value: Value<'_>| {
        let own = Fields::of(value)?;
        let point = Point { x: coordinate(&own, "x")?, y: coordinate(&own, "y")? };
        (point.x >= 0.0).then_some(point)
    };
    let points: Option<Vec<Point>> = fields.list("profile")?.into_iter().map(point).collect();
    points.filter(|points| points.len() >= 2)
}

impl AssetSource {
    /// The word of the format; empty for an entry it does not know.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::File { kind, .. } => kind.as_str(),
            Self::BitmapFont { .. } => "bitmap-font",
            Self::Font { .. } => "font",
            Self::Geometry(_) => "geometry",
            Self::Unknown { .. } => "",
        }
    }
}

/// The size of a vector font's glyph atlas, pixels per em, when an entry says none.
const FONT_SIZE: f64 = 48.0;

impl Asset {
    /// An entry that stands in no file.
    #[must_use]
    pub fn new(key: impl Into<String>, source: AssetSource) -> Self {
        Self { key: key.into(), source, kept: Kept::default(), site: Site::NOWHERE }
    }

    pub(crate) fn write(&self, out: &mut Out) {
        out.put("type", self.source.type_name());
        out.put("key", self.key.as_str());
        match &self.source {
            AssetSource::File { src, .. } => out.put("src", src.as_str()),
            AssetSource::BitmapFont { json, atlas } => {
                out.put("json", json.as_str());
                out.put("atlas", atlas.as_str());
            }
            AssetSource::Font { src, size } => {
                out.put("src", src.as_str());
                out.unless("size", *size, FONT_SIZE);
            }
            AssetSource::Geometry(recipe) => out.record("source", |out| recipe.write(out)),
            AssetSource::Unknown { .. } => {}
        }
    }
}

impl Recipe {
    /// The word of the format.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Cube { .. } => "cube",
            Self::Plane { .. } => "plane",
            Self::Circle { .. } => "circle",
            Self::UvSphere { .. } => "uvSphere",
            Self::IcoSphere { .. } => "icoSphere",
            Self::Cylinder { .. } => "cylinder",
            Self::Cone { .. } => "cone",
            Self::Torus { .. } => "torus",
            Self::Lathe { .. } => "lathe",
            Self::Gltf { .. } => "gltf",
        }
    }

    fn write(&self, out: &mut Out) {
        out.put("kind", self.kind());
        let mut numbers = |list: &[(&str, Option<f64>)]| {
            for (name, number) in list {
                out.opt(name, *number);
            }
        };
        match self {
            Self::Cube { width, height, depth } => {
                numbers(&[("width", *width), ("height", *height), ("depth", *depth)]);
            }
            Self::Plane { width, depth, width_segments: ws, depth_segments: ds } => {
                numbers(&[
                    ("width", *width),
                    ("depth", *depth),
                    ("widthSegments", *ws),
                    ("depthSegments", *ds),
                ]);
            }
            Self::Circle { radius, segments } => numbers(&[("radius", *radius), ("segments", *segments)]),
            Self::UvSphere { radius, segments, rings } => {
                numbers(&[("radius", *radius), ("segments", *segments), ("rings", *rings)]);
            }
            Self::IcoSphere { radius, subdivisions } => {
                numbers(&[("radius", *radius), ("subdivisions", *subdivisions)]);
            }
            Self::Cylinder { radius, height, segments } | Self::Cone { radius, height, segments } => {
                numbers(&[("radius", *radius), ("height", *height), ("segments", *segments)]);
            }
            Self::Torus { radius, tube, radial_segments: rs, tubular_segments: ts } => {
                numbers(&[
                    ("radius", *radius),
                    ("tube", *tube),
                    ("radialSegments", *rs),
                    ("tubularSegments", *ts),
                ]);
            }
            Self::Lathe { profile, segments } => {
                out.put("profile", profile.iter().map(|point| Json::from(*point)).collect::<Vec<_>>());
                out.opt("segments", *segments);
            }
            Self::Gltf { src, node, occurrence } => {
                out.put("src", src.as_str());
                out.opt("node", node.as_deref());
                out.opt("occurrence", *occurrence);
            }
        }
    }
}
