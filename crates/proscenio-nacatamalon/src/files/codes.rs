//! Every finding code of the files a scene names.

proscenio_source::codes! {
    "nacatamalon";
    FILE_NOT_AN_OBJECT = "file-not-an-object", Error,
        "A file whose value is no object.",
        "every JSON file of the engine is an object: { … }";
    FILE_WRONG_KIND = "file-wrong-kind", Error,
        "A file that says it is of another kind than its name or its use promises.",
        "the engine does not load it; correct \"kind\" or \"format\", or name another file";
    FILE_NEWER_FORMAT = "file-newer-format", Error,
        "A file of a newer format than the engine knows.",
        "the engine refuses it; save it from the version that uses it";
    FILE_NEWER_VERSION = "file-newer-version", Warning,
        "A file that says a newer version than the engine knows.",
        "it is read all the same; what this version does not know is kept";
    FILE_MISSING_MEMBER = "file-missing-member", Error,
        "A file without something its kind must have.",
        "the engine refuses the file and draws nothing of it; write the member";
    FILE_BAD_MEMBER = "file-bad-member", Error,
        "A member whose value the engine refuses, and the file with it.",
        "the engine draws nothing of the file; correct the value";
    FILE_DEFAULT_TAKEN = "file-default-taken", Warning,
        "A value that cannot be used, so the default counts.",
        "correct the value or remove the member";
    FILE_ENTRY_DROPPED = "file-entry-dropped", Warning,
        "An entry of a list that the engine passes over.",
        "correct it or remove it; until then it is kept and does nothing";
    FILE_UNKNOWN_MEMBERS = "file-unknown-members", Warning,
        "Members that the format does not know.",
        "they do nothing, and the engine's own tools may lose them; Proscenio writes them back";
    FILE_MORE = "file-more", Info,
        "So much is wrong with a file that the rest is not listed.",
        "repair the listed places first";
    ATLAS_UNKNOWN_FRAME = "atlas-unknown-frame", Warning,
        "A run that names a frame the atlas does not have.",
        "the run is played without it; the names are those of \"packed\"";
    ATLAS_UNKNOWN_RUN = "atlas-unknown-run", Warning,
        "A run that is followed by one the atlas does not have.",
        "the run stays on its last frame; correct \"next\"";
    TILE_BECOMES_UNKNOWN = "tile-becomes-unknown", Warning,
        "A tile that turns into one the map does not declare.",
        "a destroyed cell shows nothing; declare the tile or write 0";
    PARTICLES_NO_COLLISION = "particles-no-collision", Warning,
        "Collisions of an effect that rides with its emitter.",
        "they are ignored; set \"worldSpace\" to true or remove \"collision\"";
    PARTICLES_ATLAS = "particles-atlas", Warning,
        "An effect drawn from an atlas.",
        "releases up to 0.1.8 draw it without its picture; a \"texture\" works everywhere";
    GRAPH_UNKNOWN_NODE = "graph-unknown-node", Error,
        "A node of a shader graph whose type does not exist.",
        "the engine refuses the graph; the book lists the types";
    GRAPH_DUPLICATE_ID = "graph-duplicate-id", Error,
        "Two nodes of a shader graph with one id.",
        "the engine refuses the graph; give each node its own id";
    GRAPH_BAD_WIRE = "graph-bad-wire", Error,
        "A wire of a shader graph that joins nothing.",
        "the engine refuses the graph; a wire goes from an output to an input that exists, one per input";
    GRAPH_LOOP = "graph-loop", Error,
        "Nodes of a shader graph that feed each other in a circle.",
        "the engine refuses the graph; remove one of the wires";
    GRAPH_UNWIRED = "graph-unwired", Error,
        "A node of a shader graph without a wire it needs.",
        "the engine refuses the graph; wire the input or remove the node";
    GRAPH_WRONG_TARGET = "graph-wrong-target", Error,
        "A node that the graph's target does not have.",
        "it exists for mesh3d only; change the target or the node";
    GRAPH_BAD_TYPE = "graph-bad-type", Error,
        "A wire of a shader graph whose value does not fit its input.",
        "swizzle, split or combine the value first";
    WGSL_BAD_DIRECTIVE = "wgsl-bad-directive", Error,
        "A directive of a shader that cannot be read.",
        "the engine refuses the shader; write // @shader FAMILY or // @uniform NAME: TYPE = VALUES";
    WGSL_RESERVED_NAME = "wgsl-reserved-name", Error,
        "A parameter of a shader with a name that the engine keeps for itself.",
        "the engine refuses the shader; rename the parameter";
    WGSL_NO_HOOK = "wgsl-no-hook", Error,
        "A shader without a function that the engine calls, or with one its family does not have.",
        "a shader has a function effect; a mesh3d one may have vertex too";
    WGSL_HALVES = "wgsl-halves", Error,
        "The two languages of a shader do not define the same functions.",
        "every hook of one half must stand in the other; a GLSL half needs a WGSL half";
    MOTION_NOT_PLAYED = "motion-not-played", Warning,
        "A motion of a shape that is not understood.",
        "it is kept as it stands, but moves nothing";
    MOTION_UNKNOWN_EASE = "motion-unknown-ease", Warning,
        "A key of a motion with an easing that does not exist.",
        "the way to the next key is straight; the names are linear, hold and easeInQuad to easeInOutBounce";
    MISSING_FILE = "missing-file", Warning,
        "A file that is named and not there.",
        "correct the path; paths of a scene are measured from the project's root";
    FILE_CYCLE = "file-cycle", Warning,
        "An effect that leads back to itself, or nests deeper than three.",
        "the child effect is dropped";
    CHILD_OF_OTHER_DIMENSION = "child-of-other-dimension", Warning,
        "A flat effect fired by a deep one, or the other way round.",
        "the child effect is dropped; both must be of one kind";
}
