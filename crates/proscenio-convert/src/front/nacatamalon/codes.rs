//! What importing has to say, beyond what the documents' own reading says.

// Building a scene says these too.
pub use proscenio_nacatamalon::live::{
    MISSING_ASSET, MODEL_PIECE_MISSING, NO_SUCH_MASK, SECOND_CAMERA_2D, SECOND_CAMERA_3D, TOO_MANY_LIGHTS,
};

proscenio_source::codes! {
    "nacatamalon";
    FILE_NOT_READ = "file-not-read", Warning,
        "A file that an asset names is not there or cannot be read.",
        "paths are measured from the project's root, or from its public folder";
    SHAPE_TOO_FINE = "shape-too-fine", Warning,
        "A recipe would make more corners than are drawn.",
        "use fewer segments";
    GLTF_NOT_READ = "gltf-not-read", Warning,
        "A model file cannot be read.",
        "the models that show it are kept but not drawn";
    NO_SUCH_FRAME = "no-such-frame", Warning,
        "A sheet has no cell of the number or name asked for.",
        "the whole sheet is shown; frames are counted from 0";
    NOT_DRAWN = "not-drawn", Info,
        "A kind of thing that is kept but not drawn.",
        "it travels along in the scene's extras";
    SHADER_BROKEN = "shader-broken", Warning,
        "A shader's WGSL does not compile.",
        "what uses it is drawn by the engine's own rule; mend the code at the place that is named";
    SHADER_FAMILY = "shader-family", Warning,
        "A shader is used for something it is not written for.",
        "`// @shader sprite2d` is for sprites and texts, `// @shader mesh3d` for models; it is drawn without";
    LOST_TRACKS = "lost-tracks", Info,
        "Tracks of a motion lead to boxes that are not there.",
        "a target is empty, names of boxes below the one that plays, or # and an id";
    NOT_A_PROJECT = "not-a-project", Warning,
        "The project file is no project.",
        "its settings are not used; a project says \"format\": \"nacatamalon-project\"";
}
