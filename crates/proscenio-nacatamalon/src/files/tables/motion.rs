//! `.motion`, `.song`, `.store` and bitmap fonts.

use super::{OPTIONAL_FORMAT, VERSION, required};
use crate::schema::{Default, Object, Shape, field, flag, number, opt_number, opt_text, text, word};

/// `.motion`, in the shape that Proscenio writes.
pub static MOTION: Object = Object::tagged(
    "kind",
    "motion",
    "Values moved in time by keys.",
    &[
        OPTIONAL_FORMAT,
        opt_number("duration", "up to the last key", "How long one run takes.")
            .unit("seconds")
            .range(0.0, f64::MAX),
        flag("loop", false, "Whether it starts again at its end."),
        field("tracks", Shape::List(&Shape::Object(&TRACK)), "What is moved.")
            .default(Default::EmptyList)
            .always(),
    ],
);

static TRACK: Object = Object::plain(
    "motion.track",
    "One property of one box, moved in time.",
    &[
        text("target", "", "The box: empty for the one that plays, names joined by `/` below it, or `#id`.")
            .always(),
        required("property", Shape::Text, "The property, such as `transform.x`."),
        required("keys", Shape::List(&Shape::Object(&KEY)), "The keys."),
    ],
);

static KEY: Object = Object::plain(
    "motion.key",
    "A value at a time.",
    &[
        required("t", Shape::Number, "When.").unit("seconds"),
        required(
            "value",
            Shape::AnyOf(&[Shape::Number, Shape::Bool, Shape::Text, Shape::List(&Shape::Number)]),
            "The value. Truths and texts jump.",
        ),
        text(
            "ease",
            "linear",
            "The way to the next key: `linear`, `hold`, `easeInQuad` to `easeInOutBounce`.",
        ),
    ],
);

/// `.song`: its shape was never published.
pub static SONG: Object = Object::plain(
    "song",
    "A piece of music written as notes; any object.",
    &[
        opt_number("tempo", "the engine's", "Beats per minute, as far as is known."),
        field("voices", Shape::Any, "The voices by name, as far as is known."),
    ],
);

/// A bitmap font's measures.
pub static FONT: Object = Object::plain(
    "bitmap font",
    "The measures of a bitmap font.",
    &[
        text("name", "", "For people."),
        required("glyphHeight", Shape::Positive, "Height of every glyph.").unit("px"),
        opt_number("tracking", "0", "Added after each glyph.").unit("px"),
        opt_number("baseline", "the glyph's height", "From the top of a glyph; not used by the layout.")
            .unit("px"),
        field("atlasWidth", Shape::Positive, "Width of the picture.").absent("the picture's own").unit("px"),
        field("atlasHeight", Shape::Positive, "Height of the picture.")
            .absent("the picture's own")
            .unit("px"),
        required("chars", Shape::List(&Shape::Object(&GLYPH)), "The glyphs."),
    ],
);

static GLYPH: Object = Object::plain(
    "font.glyph",
    "One glyph.",
    &[
        required("char", Shape::Name, "The character."),
        number("x", 0.0, "Left edge in the picture.").unit("px").always(),
        number("y", 0.0, "Top edge in the picture.").unit("px").always(),
        number("w", 0.0, "Width.").unit("px").always(),
    ],
);

/// `.store`.
pub static STORE: Object = Object::tagged(
    "format",
    "nacatamalon-store",
    "The values a game's state starts with.",
    &[
        VERSION,
        text("key", "", "The store's name; the file's name when empty.").always(),
        field(
            "fields",
            Shape::List(&Shape::Object(&ROW)),
            "The values; of two of one name the first counts.",
        )
        .default(Default::EmptyList)
        .always(),
        field("persist", Shape::Object(&PERSIST), "Where the values are kept between games.")
            .absent("nowhere"),
    ],
);

static ROW: Object = Object::plain(
    "store.row",
    "One value.",
    &[
        required("name", Shape::Name, "Its name."),
        required("type", Shape::Word(&["number", "string", "boolean", "vec2", "vec3", "color"]), "Its type."),
        field("value", Shape::Any, "The value, of the type.").absent("0, \"\", false, or black").always(),
    ],
);

static PERSIST: Object = Object::plain(
    "store.persist",
    "Where and when values are kept.",
    &[
        required("adapter", Shape::Word(&["localStorage", "indexedDb"]), "Where."),
        word("mode", &["auto", "manual"], "auto", "By itself, or when the game asks.").if_other(),
        number("throttle", 250.0, "Between two savings.").unit("ms"),
        opt_text("dbName", "`nacatamalon`", "The database."),
    ],
);
