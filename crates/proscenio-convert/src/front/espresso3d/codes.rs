//! What importing has to say, beyond what the documents' own reading and checking say.

pub use proscenio_project::espresso3d::{
    FOUND_BY_NAME, MISSING_IMAGE, MISSING_SET, UNKNOWN_ACTOR, UNKNOWN_ALIAS,
};

proscenio_source::codes! {
    "espresso3d";
    UNREADABLE_IMAGE = "unreadable-image", Error,
        "An image cannot be read.",
        "save it as PNG or BMP; a checker is drawn in its place";
    UNREADABLE_FILE = "unreadable-file", Error,
        "A texture set or an actor cannot be read.",
        "look at the file's permissions and length";
    LEFT_OUT = "left-out", Warning,
        "Items with missing or damaged values are left out of the picture.",
        "see what reading says about these places";
    DEFAULT_POSE = "default-pose", Warning,
        "A placement lacks a usable position, forward or up, and stands unturned there.",
        "complete it: the 0.5 engine drops the item";
    REPAIRED_BONES = "repaired-bones", Info,
        "Bones stand far from their corners because an exporter added offsets twice; they are drawn repaired.",
        "write the repaired positions into the file; the 0.5 engine bends the model about the wrong points";
    KEPT_ASIDE = "kept-aside", Info,
        "The neutral scene has no place for a part of the file; it is kept in the extras.",
        "nothing is to be done: nothing of it is lost";
    ALPHA_DROPPED = "alpha-dropped", Info,
        "An image has an alpha channel, which the engine multiplies in and drops.",
        "nothing is to be done: what is transparent is drawn black, as in the engine";
}
