//! The codes of the rules. Rules about what a reader or a live scene tells too use the codes of those.

proscenio_source::codes! {
    "nacatamalon";
    UNUSED_ASSET = "unused-asset", Warning,
        "An asset that no component names.",
        "remove it, unless code asks for it by its key";
    DUPLICATE_ID = "duplicate-id", Warning,
        "Two boxes, or two components of one box, with one id.",
        "give each its own id; what names the id means the first";
    DUPLICATE_ASSET_KEY = "duplicate-asset-key", Warning,
        "Two assets of one kind with one key.",
        "give each its own key; only one of them is used";
    SECOND_MASK = "second-mask", Warning,
        "More than one mask on a box.",
        "a box has one mask; put the other on a box around it";
    SECOND_FILTER = "second-filter", Warning,
        "More than one filter on a box.",
        "a box has one filter; give it all the effects";
    DEFAULT_WRITTEN = "default-written", Info,
        "A member that says what is so without it.",
        "remove it; the engine does not write it either";
    CODE_IN_SCENE = "code-in-scene", Warning,
        "Code of a shader copied into the scene.",
        "put it into a shader file, list that among the assets and name its key as \"effect\"";
    MOVING_CAMERA = "moving-camera", Warning,
        "A camera on a box that moves, or in one.",
        "the tree never moves a camera: move its own place, by a script";
    WRONG_DIMENSION = "wrong-dimension", Warning,
        "Something flat where depth is meant, or the other way round.",
        "use the component of the other dimension, or a box of its own";
    UNKNOWN_SCRIPT = "unknown-script", Warning,
        "A script whose name stands in no source of the project.",
        "register a behaviour by this name, or correct the name";
    OUT_OF_RANGE = "out-of-range", Warning,
        "A number beyond those that make sense.",
        "write a number of the range";
    UNKNOWN_MEMBER = "unknown-member", Info,
        "A member that the format does not know.",
        "it is kept and does nothing; is its name right?";
    VALUE_NOT_READ = "value-not-read", Info,
        "A value that cannot be used where it stands.",
        "the default counts; correct the value or remove it";
    OPEN_CONFLICT = "open-conflict", Warning,
        "What a merge left for a person to decide.",
        "settle it with `proscenio mergetool`, or edit the value and delete its entry from `proscenio-conflicts`";
}
