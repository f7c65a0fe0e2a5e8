//! What is to be said of the files that maps, actors and texture sets name.

proscenio_source::codes! {
    "espresso3d";
    MISSING_SET = "missing-texture-set", Error,
        "The texture set that a file names is not there.",
        "correct the path or put the file there; the 0.5 engine stops loading here";
    MISSING_IMAGE = "missing-image", Error,
        "The image that a texture set names is not there.",
        "correct the path or put the image there; a checker is drawn in its place";
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
}
