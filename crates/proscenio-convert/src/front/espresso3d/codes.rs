//! What importing has to say, beyond what the documents' own reading and checking say.

proscenio_source::codes! {
    "espresso3d";
    MISSING_SET = "missing-texture-set", Error,
        "The texture set that a file names is not there.",
        "correct the path or put the file there; the 0.5 engine stops loading here";
    MISSING_IMAGE = "missing-image", Error,
        "The image that a texture set names is not there.",
        "correct the path or put the image there; a checker is drawn in its place";
    UNREADABLE_IMAGE = "unreadable-image", Error,
        "An image cannot be read.",
        "save it as PNG or BMP; a checker is drawn in its place";
    UNREADABLE_FILE = "unreadable-file", Error,
        "A texture set or an actor cannot be read.",
        "look at the file's permissions and length";
    FOUND_BY_NAME = "found-by-name", Warning,
        "A file is not where its path says; one of the same name beside was taken.",
        "correct the path: the 0.5 engine does not look for it";
    UNKNOWN_ALIAS = "unknown-alias", Warning,
        "A triangle uses an alias that no texture set defines.",
        "define it in the texture set; the triangle is drawn untextured";
    UNKNOWN_ACTOR = "unknown-actor", Warning,
        "A map places an actor for which there is no file.",
        "put NAME.e3a beside the map or into a folder `models` near it, or name its folder with --actors; names are registered \
         by the program";
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
