//! Behaviour and state.

use super::build::{field, flag, number, opt_flag};
use super::scene::ID;
use super::{Default, Object, Shape};

const SETTING: Shape = Shape::AnyOf(&[Shape::Text, Shape::Bool, Shape::Number]);

/// `script`.
pub static SCRIPT: Object = Object::tagged(
    "type",
    "script",
    "A behaviour, by name; built last on its box.",
    &[
        ID,
        field("ref", Shape::Name, "The name the behaviour is registered under.").required(),
        field("props", Shape::Map(&SETTING), "Its settings on this box: text, truth values and numbers.")
            .default(Default::EmptyObject)
            .if_other(),
    ],
);

/// `store`.
pub static STORE: Object = Object::tagged(
    "type",
    "store",
    "A link to a store. Its identity is derived from the box and the name when a running scene is saved.",
    &[ID, field("ref", Shape::Name, "The name of the store.").required()],
);

/// `motion`.
pub static MOTION: Object = Object::tagged(
    "type",
    "motion",
    "A file of values moved in time, played by this box.",
    &[
        ID,
        field("motion", Shape::NameKey(&["motion"]), "Key of the file.").required(),
        flag("autoplay", false, "Whether it starts with the scene."),
        opt_flag("loop", "what the file says", "Whether it starts over."),
        number("speed", 1.0, "How fast it runs."),
    ],
);
