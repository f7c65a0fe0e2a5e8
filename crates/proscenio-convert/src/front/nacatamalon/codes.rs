//! What importing has to say, beyond what the documents' own reading says.

proscenio_source::codes! {
    "nacatamalon";
    MISSING_ASSET = "missing-asset", Warning,
        "A component names an asset that the scene does not list.",
        "list it among the assets";
    FILE_NOT_READ = "file-not-read", Warning,
        "A file that an asset names is not there or cannot be read.",
        "paths are measured from the project's root, or from its public folder";
    SHAPE_TOO_FINE = "shape-too-fine", Warning,
        "A recipe would make more corners than are drawn.",
        "use fewer segments";
    MODEL_PIECE_MISSING = "model-piece-missing", Warning,
        "A model file has no piece of the name and number asked for.",
        "name a node of the file that has a mesh of triangles";
    GLTF_NOT_READ = "gltf-not-read", Warning,
        "A model file cannot be read.",
        "the models that show it are kept but not drawn";
    NO_SUCH_FRAME = "no-such-frame", Warning,
        "A sheet has no cell of the number or name asked for.",
        "the whole sheet is shown; frames are counted from 0";
    SECOND_CAMERA_2D = "second-camera-2d", Warning,
        "Two flat cameras in one view.",
        "keep one camera of a kind for each view";
    SECOND_CAMERA_3D = "second-camera-3d", Warning,
        "Two cameras in space in one view.",
        "keep one camera of a kind for each view";
    TOO_MANY_LIGHTS = "too-many-lights", Warning,
        "More lights than the engine lets shine.",
        "the rest is kept; remove lights or hide some of them";
    NO_MASK_SHAPE = "no-mask-shape", Warning,
        "A mask names a box that is not in the scene.",
        "what it should cut is drawn whole; give the id of a box";
    NOT_DRAWN = "not-drawn", Info,
        "A kind of thing that is kept but not drawn.",
        "it travels along in the scene's extras";
    NOT_A_PROJECT = "not-a-project", Warning,
        "The project file is no project.",
        "its settings are not used; a project says \"format\": \"nacatamalon-project\"";
}
