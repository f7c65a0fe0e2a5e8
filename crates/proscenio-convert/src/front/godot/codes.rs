//! What importing has to say, beyond what the documents' own reading and checking say.

proscenio_source::codes! {
    "godot";
    MISSING_IMAGE = "missing-image", Error,
        "A picture that the file names is not there or cannot be read.",
        "correct the path or put the picture there; a checker is drawn in its place";
    BAD_PROPERTY = "bad-property", Warning,
        "A property has a value of the wrong type.",
        "see the class reference for the type; the default is used";
    TOO_LARGE_MESH = "too-large-mesh", Error,
        "A primitive mesh would have too many vertices.",
        "lower its segments, rings or subdivisions; it is not drawn";
    BAD_DATA = "bad-data", Warning,
        "Packed data of a mesh, a tile map or a curve does not fit its own description.",
        "export or save it again; what fits is used";
    NOT_DRAWN = "not-drawn", Warning,
        "A resource of a kind that is not drawn yet.",
        "nothing is to be done: it is kept in the extras";
    LOST_TRACKS = "lost-tracks", Info,
        "Tracks of an animation lead to nodes, bones or blend shapes that are not there.",
        "correct the paths of the tracks; the engine does not play them either";
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
