//! The codes of refusals and of what edits have to tell.

proscenio_source::codes! {
    "godot";
    // Reasons to refuse.
    DAMAGED = "edit-damaged", Error,
        "The file is damaged where the edit would change it.",
        "repair the file first: see `proscenio check`";
    BAD_TARGET = "edit-bad-target", Error,
        "Text that names no node, property or resource.",
        "write NODE:PROPERTY:MEMBER, or @ID for a resource";
    NO_SUCH_NODE = "edit-no-such-node", Error,
        "A node that is not in the file.",
        "see `proscenio tree` for the paths";
    NO_SUCH_PROPERTY = "edit-no-such-property", Error,
        "A property that the file does not set.",
        "see `proscenio get FILE NODE` for what the node sets";
    NO_SUCH_MEMBER = "edit-no-such-member", Error,
        "A member, key or index that the value does not have.",
        "see the value for its members";
    NO_SUCH_RESOURCE = "edit-no-such-resource", Error,
        "A resource id that the file does not have.",
        "see the file for its ids";
    NO_SUCH_CONNECTION = "edit-no-such-connection", Error,
        "A connection that is not in the file.",
        "see the file for its connections";
    BAD_VALUE = "edit-bad-value", Error,
        "Text that is no value, or none that can stand there.",
        "write a value in the engine's notation";
    BAD_NAME = "edit-bad-name", Error,
        "A name that a node, property or signal cannot have.",
        "leave out the characters . : @ / \" %";
    NAME_TAKEN = "edit-name-taken", Error,
        "A sibling has the name already.",
        "choose another name";
    UNIQUE_NAME_TAKEN = "edit-unique-name-taken", Error,
        "Another node has the unique name already.",
        "choose another name, or take the unique name from the other node";
    IS_ROOT = "edit-is-root", Error,
        "Something that cannot be done to the root of a scene.",
        "choose a node below the root";
    INSIDE_INSTANCE = "edit-inside-instance", Error,
        "A node that another scene brings along.",
        "change the scene it comes from";
    CYCLE = "edit-cycle", Error,
        "A node below itself, or a resource that uses itself.",
        "choose another parent or resource";
    BAD_PLACE = "edit-bad-place", Error,
        "A place among siblings that does not exist.",
        "see `proscenio tree` for the siblings";
    ALREADY_CONNECTED = "edit-already-connected", Error,
        "The connection is in the file already.",
        "nothing is to be done";
    RESOURCE_EXISTS = "edit-resource-exists", Error,
        "The file names this resource already.",
        "use the resource that is there";
    RESOURCE_USED = "edit-resource-used", Error,
        "A resource that something still uses.",
        "unset its users first, or say that they are to be unset";
    // What a done edit tells.
    DANGLING_PATH = "edit-dangling-path", Warning,
        "A node path that leads nowhere after the edit.",
        "correct the path, or remove it";
    UNCLEAR_PATH = "edit-unclear-path", Warning,
        "A node path that could not follow the edit.",
        "look at the path and correct it";
    TYPE_CHANGED = "edit-type-changed", Warning,
        "A value of another type than the one it replaces.",
        "check that the property takes this type";
    UNKNOWN_PROPERTY = "edit-unknown-property", Warning,
        "A property that the class does not have.",
        "check its spelling; a script may define it";
    UNKNOWN_SIGNAL = "edit-unknown-signal", Warning,
        "A signal that the class does not have.",
        "check its spelling; a script may define it";
    UNSEEN_NODE = "edit-unseen-node", Info,
        "A node inside an instance that this file says nothing about.",
        "check that the other scene has the node";
    PATH_LEAVES = "edit-path-leaves", Info,
        "A node path or connection across the border of a scene that was taken out.",
        "the scene works where it is used as before; elsewhere the path may lead nowhere";
    RESOURCE_COPIED = "edit-resource-copied", Warning,
        "A resource that two files have each for itself after the edit.",
        "take the shared resource out into a file first";
    UNIQUE_NAME_DROPPED = "edit-unique-name-dropped", Info,
        "A copied node that cannot keep its unique name.",
        "give the copy a unique name of its own";
}

#[cfg(test)]
mod tests {
    use super::CODES;

    #[test]
    fn codes_are_unique_and_of_this_family() {
        for (at, code) in CODES.iter().enumerate() {
            assert!(code.summary.ends_with('.'), "{}", code.name);
            assert!(CODES[..at].iter().all(|other| other.name != code.name), "{} twice", code.name);
        }
    }
}
