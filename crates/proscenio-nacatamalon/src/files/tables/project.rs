//! `project.json`, `.palette`, `pack.json` and `.box`.

use super::{FORMAT, VERSION, required};
use crate::model::Colour;
use crate::schema::{Default, Field, Object, Shape, field, flag, integer, opt_number, text, word};

const BACKGROUND: Colour = Colour { r: 15.0 / 255.0, g: 17.0 / 255.0, b: 25.0 / 255.0, a: 1.0 };

const fn side(name: &'static str, default: f64, about: &'static str) -> Field {
    field(name, Shape::Within(1.0, 16384.0), about)
        .default(Default::Number(default))
        .unit("game pixels")
        .always()
}

/// `project.json`.
pub static PROJECT: Object = Object::tagged(
    "format",
    "nacatamalon-project",
    "What is true of a whole game.",
    &[
        VERSION,
        field("name", Shape::Filled, "The game's name.").default(Default::Text("Untitled")).always(),
        side("width", 320.0, "The game's width, whole."),
        side("height", 224.0, "The game's height, whole."),
        field("background", Shape::Colour, "What the screen is cleared with.")
            .default(Default::Colour(BACKGROUND))
            .if_other(),
        flag("smooth", false, "Whether pictures are smoothed where nothing else is said."),
        field("msaa", Shape::Number, "Samples per pixel, 1 or 4.").default(Default::Number(1.0)).if_other(),
        word("renderer", &["AUTO", "WEBGPU", "WEBGL2"], "AUTO", "What draws.").if_other(),
        word("scaling", &["none", "integer", "contain", "fill"], "contain", "How the game fills its window.")
            .if_other(),
        word("keep", &["both", "height", "width", "none"], "both", "Which sides keep their size.").if_other(),
        field(
            "pixelRatio",
            Shape::AnyOf(&[Shape::Word(&["device"]), Shape::Positive]),
            "Real pixels per game pixel.",
        )
        .default(Default::Number(1.0))
        .if_other(),
        flag("pauseOnBlur", true, "Whether the game pauses when it loses the focus."),
        opt_number("seed", "a new one each time", "Seed of the game's random numbers."),
        text("mainScene", "", "The scene it starts with, by the name inside it."),
        field("actions", Shape::List(&Shape::Object(&ACTION)), "What the player can do.")
            .default(Default::EmptyList)
            .if_other(),
        word(
            "actionsPersist",
            &["none", "localStorage", "indexedDb"],
            "none",
            "Where changed bindings are kept.",
        )
        .if_other(),
        field("post", Shape::List(&Shape::Object(&POST)), "Effects over the whole screen.")
            .default(Default::EmptyList)
            .if_other(),
    ],
);

static ACTION: Object = Object::plain(
    "project.action",
    "Something the player can do.",
    &[
        required("name", Shape::Name, "Its name."),
        field("bindings", Shape::List(&Shape::Tagged(&[&KEY, &BUTTON, &AXIS])), "What triggers it.")
            .default(Default::EmptyList)
            .always(),
        field("deadzone", Shape::Within(0.0, 0.999_999), "How far an axis moves before it counts.")
            .absent("0.2"),
        field("press", Shape::Within(0.000_001, 1.0), "From where on an axis counts as pressed.")
            .absent("0.5"),
    ],
);

static KEY: Object = Object::tagged(
    "type",
    "key",
    "A key.",
    &[required(
        "key",
        Shape::Name,
        "The browser's name for it, letters in lower case, the space bar `Space`.",
    )],
);
static BUTTON: Object =
    Object::tagged("type", "button", "A button of a pad.", &[required("button", Shape::Name, "Its name.")]);
static AXIS: Object = Object::tagged(
    "type",
    "axis",
    "An axis of a pad.",
    &[
        required("axis", Shape::Name, "Its name."),
        required("dir", Shape::Within(-1.0, 1.0), "Its direction, 1 or -1."),
    ],
);

static POST: Object = Object::plain(
    "project.post",
    "One effect of a chain: a built-in one or a file.",
    &[
        field("builtin", Shape::Filled, "Key of an effect the engine brings along; wins over a file."),
        field("effect", Shape::Filled, "Path of a `.wgsl` or `.shader`.").old(&["shader"]),
        field(
            "uniforms",
            Shape::Map(&Shape::AnyOf(&[Shape::Number, Shape::Numbers(2, 4)])),
            "The effect's numbers by name.",
        ),
        field("options", Shape::Foreign, "What a built-in effect is made with."),
        field("palette", Shape::Filled, "Path of a `.palette`; wins over `lut`."),
        field("lut", Shape::Filled, "Path of a `.cube` or strip picture."),
        flag("enabled", true, "Whether it runs."),
        field("name", Shape::Name, "For people."),
    ],
)
.needing_one_of(&["builtin", "effect"]);

/// `.palette`.
pub static PALETTE: Object = Object::tagged(
    "kind",
    "palette",
    "A list of colours.",
    &[
        FORMAT,
        text("name", "", "For people.").always(),
        field("colors", Shape::List(&Shape::Text), "`#rrggbb` each, at most 256.")
            .default(Default::EmptyList)
            .always(),
    ],
);

/// `pack.json`.
pub static PACK: Object = Object::tagged(
    "format",
    "nacatamalon-pack",
    "The contents of a pack of boxes and scenes.",
    &[
        VERSION,
        text("name", "", "The pack's name.").always(),
        field("packVersion", Shape::Any, "The pack's own version."),
        field("files", Shape::List(&Shape::Text), "Every file, relative to the pack's folder.")
            .default(Default::EmptyList)
            .always(),
        field("exports", Shape::Object(&EXPORTS), "What it offers."),
        field("requires", Shape::Object(&REQUIRES), "What it needs."),
    ],
);

static EXPORTS: Object = Object::plain(
    "pack.exports",
    "What a pack offers.",
    &[
        field("boxes", Shape::List(&Shape::Text), "Names of boxes; each is a file that ends in `NAME.box`."),
        field(
            "scenes",
            Shape::List(&Shape::Text),
            "Names of scenes; each is a file that ends in `NAME.scene.json`.",
        ),
    ],
);

static REQUIRES: Object = Object::plain(
    "pack.requires",
    "What a pack needs.",
    &[field(
        "actions",
        Shape::List(&Shape::Object(&ACTION)),
        "Actions that a game gets where it lacks them.",
    )],
);

/// `.box`.
pub static BOX: Object = Object::tagged(
    "format",
    "nacatamal-box",
    "One reusable box.",
    &[
        integer("version", 2.0, "The wrapper's version; not looked at.").always(),
        required("box", Shape::Foreign, "A scene document; the box is the root's first child."),
    ],
);
