//! What reading a project and putting its scenes together has to say.

proscenio_source::codes! {
    "godot";
    MISSING_FILE = "missing-file", Error,
        "A scene or resource that the file names is not there.",
        "correct the path or put the file there; the rest of the scene is shown without it";
    SCENE_CYCLE = "scene-cycle", Error,
        "A scene instances itself, directly or through others.",
        "take one of the instances out; the engine refuses to load all of these scenes";
    TOO_DEEP_INSTANCES = "too-deep-instances", Error,
        "Scenes are instanced inside each other too many times.",
        "look for a chain of instances that was not meant";
    TOO_MANY_NODES = "too-many-nodes", Error,
        "A scene with all its instances has too many nodes.",
        "look for instances that multiply; what comes after the limit is left out";
    VANISHED_NODE = "vanished-node", Warning,
        "The scene changes a node that the instanced scene no longer has.",
        "rename the section to the node's new name, or remove it; the engine drops it when it saves";
    STRAY_NODE = "stray-node", Warning,
        "The parent of a node does not exist in the instanced scene.",
        "give the node another parent; the engine drops it when it saves";
    NOT_EXPANDED = "not-expanded", Warning,
        "An instanced scene of a kind that is not read, or not wholly.",
        "nothing is to be done: its root stands there, without what the other file brings along";
    BAD_MODEL = "bad-model", Error,
        "A glTF file cannot be read as one.",
        "export it again; an empty node stands in its place";
    REPEATED_UNIQUE_NAME = "repeated-unique-name", Warning,
        "Scenes that become one have nodes with the same unique name.",
        "scripts that ask for `%Name` may find the other node; rename one of them";
    RESOURCE_CIRCLE = "resource-circle", Error,
        "Resources of several files use each other in a circle, or are nested too deep.",
        "take one of the references out; it is left empty";
    STALE_UID = "stale-uid", Warning,
        "A uid belongs to no file, or to another file than the path beside it.",
        "save the file in the editor, or correct the uid";
}
