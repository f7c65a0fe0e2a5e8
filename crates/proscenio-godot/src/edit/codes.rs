//! The codes of refusals and of what edits have to tell.

use proscenio_source::Severity;

use crate::findings::Code;

macro_rules! codes {
    ($($ident:ident = $name:literal, $severity:ident, $summary:literal;)*) => {
        $(
            #[doc = $summary]
            pub const $ident: Code = Code {
                name: concat!("godot/edit-", $name),
                severity: Severity::$severity,
                summary: $summary,
            };
        )*
        /// All codes of edits, in the order of this page.
        pub const CODES: &[Code] = &[$($ident),*];
    };
}

codes! {
    // Reasons to refuse.
    DAMAGED = "damaged", Error, "The file is damaged where the edit would change it.";
    BAD_TARGET = "bad-target", Error, "Text that names no node, property or resource.";
    NO_SUCH_NODE = "no-such-node", Error, "A node that is not in the file.";
    NO_SUCH_PROPERTY = "no-such-property", Error, "A property that the file does not set.";
    NO_SUCH_MEMBER = "no-such-member", Error, "A member, key or index that the value does not have.";
    NO_SUCH_RESOURCE = "no-such-resource", Error, "A resource id that the file does not have.";
    NO_SUCH_CONNECTION = "no-such-connection", Error, "A connection that is not in the file.";
    BAD_VALUE = "bad-value", Error, "Text that is no value, or none that can stand there.";
    BAD_NAME = "bad-name", Error, "A name that a node, property or signal cannot have.";
    NAME_TAKEN = "name-taken", Error, "A sibling has the name already.";
    UNIQUE_NAME_TAKEN = "unique-name-taken", Error, "Another node has the unique name already.";
    IS_ROOT = "is-root", Error, "Something that cannot be done to the root of a scene.";
    INSIDE_INSTANCE = "inside-instance", Error, "A node that another scene brings along.";
    CYCLE = "cycle", Error, "A node below itself, or a resource that uses itself.";
    BAD_PLACE = "bad-place", Error, "A place among siblings that does not exist.";
    ALREADY_CONNECTED = "already-connected", Error, "The connection is in the file already.";
    RESOURCE_EXISTS = "resource-exists", Error, "The file names this resource already.";
    RESOURCE_USED = "resource-used", Error, "A resource that something still uses.";
    // What a done edit tells.
    DANGLING_PATH = "dangling-path", Warning, "A node path that leads nowhere after the edit.";
    UNCLEAR_PATH = "unclear-path", Warning, "A node path that could not follow the edit.";
    TYPE_CHANGED = "type-changed", Warning, "A value of another type than the one it replaces.";
    UNKNOWN_PROPERTY = "unknown-property", Warning, "A property that the class does not have.";
    UNKNOWN_SIGNAL = "unknown-signal", Warning, "A signal that the class does not have.";
    UNSEEN_NODE = "unseen-node", Info, "A node inside an instance that this file says nothing about.";
    UNIQUE_NAME_DROPPED = "unique-name-dropped", Info, "A copied node that cannot keep its unique name.";
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
