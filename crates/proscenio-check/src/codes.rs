//! The codes of the rules. Rules about what a reader or a live scene tells too use the codes of those.

use proscenio_source::CodeInfo;

mod nacatamalon {
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
}

mod godot {
    proscenio_source::codes! {
        "godot";
        PATH_CASE = "path-case", Error,
            "A path whose letters differ in case from the name of the file.",
            "write the path as the file is named; it is found on some systems only";
        UID_PATH = "uid-path", Warning,
            "The uid beside a path is that of another file.",
            "the engine loads the file with the uid; correct the path, or the uid";
        MISSING_UID = "missing-uid", Info,
            "A file is named without its uid.",
            "save the scene in the editor, or add the uid: the file can then be moved";
        DUPLICATE_UID = "duplicate-uid", Warning,
            "Two files have one uid.",
            "remove the uid from the copy and save it in the editor, which draws another";
        UNUSED_RESOURCE = "unused-resource", Warning,
            "A resource of the file that nothing in it uses.",
            "remove it; the editor drops it when it saves";
        STALE_EDITABLE = "stale-editable", Warning,
            "Children are said to be editable of a node that has none from another scene.",
            "remove the line; the editor drops it when it saves";
        STALE_INDEX = "stale-index", Info,
            "A place among siblings that is not there any more.",
            "write the place that the node has; the engine puts it behind the last";
        LARGE_RESOURCE = "large-resource", Info,
            "A large resource inside a file, which is read and written with it each time.",
            "make it a file of its own with `proscenio extract`; `embedded-limit` in proscenio.toml says how large one may be";
        MESH_COUNTS = "mesh-counts", Warning,
            "A mesh or a set of placements whose numbers are not as many as it says.",
            "import or bake it anew; the engine drops the surface or reads what is not there as nothing";
        UNKNOWN_ELEMENT = "unknown-element", Warning,
            "An array or dictionary of a type that is not there.",
            "correct the type; the engine does not read the value";
        BROKEN_PATH = "broken-path", Warning,
            "A node path that leads nowhere.",
            "correct the path";
        UNKNOWN_SIGNAL = "unknown-signal", Warning,
            "A connection of a signal that neither the class nor the script of the node has.",
            "correct the name, or declare the signal in the script";
        UNKNOWN_METHOD = "unknown-method", Warning,
            "A connection to a method that neither the class nor the script of the node has.",
            "write the method, or remove the connection";
        UNKNOWN_CLASS = "unknown-class", Warning,
            "A class that the engine does not have.",
            "correct the name; the engine puts a placeholder there, or refuses the file";
        UNKNOWN_PROPERTY = "unknown-property", Warning,
            "A property that neither the class nor the script has.",
            "correct the name, or remove the line: the engine passes over it";
        WRONG_TYPE = "wrong-type", Warning,
            "A value that is not of the type of its property.",
            "write a value of the type; the engine takes the default, or another value";
        VALUE_DEFAULT = "default-written", Info,
            "A property with the value that it has anyway.",
            "remove the line; the editor drops it when it saves";
        LOAD_STEPS = "load-steps", Info,
            "The count of resources in the header is not that of the file.",
            "correct it; the engine uses it for progress bars alone";
        NOT_FINITE = "not-finite", Warning,
            "A place, a size or a rotation that is no finite number.",
            "write a number; what is computed from it is lost too";
        BAD_NODE_NAME = "bad-node-name", Warning,
            "A name with characters that names of nodes cannot have.",
            "leave out the characters . : @ / \" %";
        UNKNOWN_TRACK_PROPERTY = "unknown-track-property", Warning,
            "An animation track of a property that its node does not have.",
            "correct the path of the track; it moves nothing";
        OLD_FORMAT = "old-format", Warning,
            "A file of Godot 3 in a project of Godot 4.",
            "bring it to Godot 4 with `proscenio upgrade`";
        NEW_FORMAT = "new-format", Warning,
            "A file that the engine of the project cannot read.",
            "spell it for that engine with `proscenio convert --target`";
        RETURN_IN_TEXT = "return-in-text", Info,
            "Line ends of another system inside a text.",
            "a tool turned them; write plain line ends in the text, and set LF in `.gitattributes`";
        UNKNOWN_SCRIPT_CLASS = "unknown-script-class", Warning,
            "A script class that no script of the project declares.",
            "correct the name, or give the script its `class_name`";
    }
}

pub(crate) mod espresso3d {
    proscenio_source::codes! {
        "espresso3d";
        OPEN_CONFLICT = "open-conflict", Warning,
            "What a merge left for a person to decide.",
            "settle it with `proscenio mergetool`, or edit what stands above and delete the comment";
    }
}

pub use godot::*;
pub use nacatamalon::*;

/// Every code of the rules.
pub const CODES: &[CodeInfo] = &joined::<
    { nacatamalon::CODES.len() + godot::CODES.len() + espresso3d::CODES.len() },
>([nacatamalon::CODES, godot::CODES, espresso3d::CODES]);

const fn joined<const N: usize>(lists: [&[CodeInfo]; 3]) -> [CodeInfo; N] {
    let mut all = [lists[0][0]; N];
    let (mut at, mut list) = (0, 0);
    while list < lists.len() {
        let mut own = 0;
        while own < lists[list].len() {
            all[at] = lists[list][own];
            (at, own) = (at + 1, own + 1);
        }
        list += 1;
    }
    all
}
