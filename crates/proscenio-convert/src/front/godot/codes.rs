//! What importing has to say, beyond what the documents' own reading and checking say.

proscenio_source::codes! {
    "godot";
    MISSING_FILE = "missing-file", Error,
        "A scene or resource that the file names is not there.",
        "correct the path or put the file there; the rest of the scene is shown without it";
    MISSING_IMAGE = "missing-image", Error,
        "A picture that the file names is not there or cannot be read.",
        "correct the path or put the picture there; a checker is drawn in its place";
    SCENE_CYCLE = "scene-cycle", Error,
        "A scene contains itself.",
        "take the instance out of one of the scenes; the engine refuses to load them";
    TOO_DEEP_INSTANCES = "too-deep-instances", Error,
        "Scenes are instanced inside each other too many times.",
        "look for a chain of instances that was not meant";
    TOO_MANY_NODES = "too-many-nodes", Error,
        "The scene with all its instances has too many nodes.",
        "look for instances that multiply; what comes after the limit is left out";
    BAD_PROPERTY = "bad-property", Warning,
        "A property has a value of the wrong type.",
        "see the class reference for the type; the default is used";
    TOO_LARGE_MESH = "too-large-mesh", Error,
        "A primitive mesh would have too many vertices.",
        "lower its segments, rings or subdivisions; it is not drawn";
    NOT_EXPANDED = "not-expanded", Warning,
        "An instanced scene of a kind that is not read yet.",
        "nothing is to be done: the node is there, without what the other file brings along";
    NOT_DRAWN = "not-drawn", Warning,
        "A resource of a kind that is not drawn yet.",
        "nothing is to be done: it is kept in the extras";
    KEPT_ASIDE = "kept-aside", Info,
        "The neutral scene has no place for a property or a kind of node; it is kept in the extras.",
        "nothing is to be done: nothing of it is lost";
}

#[cfg(test)]
mod tests {
    use super::CODES;

    #[test]
    fn no_code_is_also_one_of_reading() {
        for code in CODES {
            assert!(proscenio_godot::CODES.iter().all(|other| other.name != code.name), "{}", code.name);
            assert_eq!(CODES.iter().filter(|other| other.name == code.name).count(), 1);
        }
    }
}
