//! What the sidecar files consist of, as tables: see [`crate::schema`].

mod motion;
mod particles;
mod project;
mod shader;

use crate::files::SidecarKind;
use crate::schema::{
    Default, Field, Group, Object, Shape, field, flag, integer, number, opt_flag, opt_number, opt_text, text,
};

pub use motion::{FONT, MOTION, SONG, STORE};
pub use particles::{PARTICLES_2D, PARTICLES_3D};
pub use project::{BOX, PACK, PALETTE, PROJECT};
pub use shader::GRAPH;

/// The kinds of files that are JSON and the objects they consist of. Two objects of one kind are
/// alternatives.
pub static FILES: &[(SidecarKind, &Object)] = &[
    (SidecarKind::Atlas, &ATLAS),
    (SidecarKind::Tilemap, &TILEMAP),
    (SidecarKind::Particles, &PARTICLES_2D),
    (SidecarKind::Particles, &PARTICLES_3D),
    (SidecarKind::Motion, &MOTION),
    (SidecarKind::Song, &SONG),
    (SidecarKind::Graph, &GRAPH),
    (SidecarKind::Font, &FONT),
    (SidecarKind::Palette, &PALETTE),
    (SidecarKind::Store, &STORE),
    (SidecarKind::Project, &PROJECT),
    (SidecarKind::Pack, &PACK),
    (SidecarKind::Box, &BOX),
];

/// The files as the book groups them.
pub const FILE_GROUPS: &[Group] = &[
    Group { title: "Pictures and maps", objects: &[&ATLAS, &TILEMAP, &FONT, &PALETTE] },
    Group { title: "Particle effects", objects: &[&PARTICLES_2D, &PARTICLES_3D] },
    Group { title: "Shader graphs", objects: &[&GRAPH] },
    Group { title: "Motions and songs", objects: &[&MOTION, &SONG] },
    Group { title: "Games and packs", objects: &[&PROJECT, &STORE, &PACK, &BOX] },
];

/// `format` of files whose kind stands in `kind`: 1.
const FORMAT: Field =
    field("format", Shape::Within(0.0, 1.0), "The format's number; greater ones are refused.").required();
/// The same where it may be missing.
const OPTIONAL_FORMAT: Field =
    field("format", Shape::Within(0.0, 1.0), "The format's number; greater ones are refused.")
        .default(Default::Number(1.0))
        .always();
/// `version` of settings.
const VERSION: Field = integer("version", 1.0, "The format's version; greater ones are read too.").always();

/// A frame's number or name.
const FRAME: Shape = Shape::AnyOf(&[Shape::Number, Shape::Text]);

const fn required(name: &'static str, shape: Shape, about: &'static str) -> Field {
    field(name, shape, about).required()
}

/// `.atlas`.
pub static ATLAS: Object = Object::tagged(
    "kind",
    "atlas",
    "One picture cut into frames, with named runs of them.",
    &[
        FORMAT,
        required("texture", Shape::Name, "The picture, relative to this file."),
        field("grid", Shape::Object(&GRID), "The picture cut into equal cells. Either this or `packed`.")
            .absent("`packed` cuts the picture"),
        field("packed", Shape::Map(&Shape::Object(&PACKED)), "Frames by name; their order is their number.")
            .absent("`grid` cuts the picture"),
        field("sequences", Shape::Map(&Shape::Object(&SEQUENCE)), "Runs by name.")
            .default(Default::EmptyObject)
            .if_other(),
    ],
)
.needing_one_of(&["grid", "packed"]);

static GRID: Object = Object::plain(
    "atlas.grid",
    "Equal cells, row by row.",
    &[
        opt_number("frameWidth", "from `columns`", "Width of a cell.").unit("px"),
        opt_number("frameHeight", "from `rows`", "Height of a cell.").unit("px"),
        opt_number("columns", "as many as fit", "Cells per row."),
        opt_number("rows", "as many as fit", "Rows."),
        number("margin", 0.0, "Empty pixels around the whole sheet.").unit("px"),
        number("spacing", 0.0, "Empty pixels between cells.").unit("px"),
        opt_number("count", "`columns` times `rows`", "How many cells are frames."),
    ],
);

static PACKED: Object = Object::plain(
    "atlas.packed",
    "A rectangle of the picture.",
    &[
        number("x", 0.0, "Left edge.").unit("px").always(),
        number("y", 0.0, "Top edge.").unit("px").always(),
        number("w", 0.0, "Width.").unit("px").always(),
        number("h", 0.0, "Height.").unit("px").always(),
    ],
);

static SEQUENCE: Object = Object::plain(
    "atlas.sequence",
    "A run of frames.",
    &[
        required("frames", Shape::ListOf(1, &FRAME), "Frames in order, by number or name."),
        field("fps", Shape::Positive, "Frames per second.").default(Default::Number(12.0)).if_other(),
        flag("loop", true, "Whether it starts again at its end."),
        opt_text("next", "it stays on its last frame", "The run that starts when this one ends."),
    ],
);

/// `.tilemap`.
pub static TILEMAP: Object = Object::tagged(
    "kind",
    "tilemap",
    "Layers of numbers, and what the numbers mean.",
    &[
        FORMAT,
        required("atlas", Shape::Name, "The atlas, relative to this file."),
        required("cell", Shape::Positive, "Side of a square cell, whole.").unit("px"),
        required("width", Shape::Positive, "Cells per row, whole."),
        required("height", Shape::Positive, "Rows, whole."),
        field("tiles", Shape::Map(&Shape::Object(&TILE)), "Tiles by id, a whole number from 1; 0 is empty.")
            .default(Default::EmptyObject)
            .always(),
        required("layers", Shape::ListOf(1, &Shape::Object(&LAYER)), "The layers."),
    ],
);

static TILE: Object = Object::plain(
    "tilemap.tile",
    "What one number means: exactly one of `frame` and `anim`.",
    &[
        field("frame", FRAME, "Frame of the atlas, by number or name.").absent("`anim` is shown"),
        opt_text("anim", "`frame` is shown", "Run of the atlas; it always starts again."),
        flag("solid", false, "Whether it stops what walks."),
        opt_flag("blocksBullets", "as `solid`", "Whether it stops what flies."),
        opt_number("becomes", "it cannot be destroyed", "The id it turns into, 0 for nothing."),
    ],
)
.needing_one_of(&["frame", "anim"]);

static LAYER: Object = Object::plain(
    "tilemap.layer",
    "One layer.",
    &[
        text("name", "", "How a scene names it; `layer <index>` when absent.").always(),
        field(
            "order",
            Shape::AnyOf(&[Shape::Word(&["under", "over"]), Shape::Number]),
            "Where it lies: -100, 100, or a `zIndex`.",
        )
        .default(Default::Number(0.0))
        .always(),
        required("data", Shape::List(&Shape::Number), "Ids row by row from the top left, one for each cell."),
    ],
);
