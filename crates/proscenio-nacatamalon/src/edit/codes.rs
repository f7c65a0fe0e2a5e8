//! The codes of refusals and of what edits have to tell.

proscenio_source::codes! {
    "nacatamalon";
    // Reasons to refuse.
    DAMAGED = "edit-damaged", Error,
        "The file is damaged where the edit would change it.",
        "repair the file first: see `proscenio check`";
    BAD_TARGET = "edit-bad-target", Error,
        "Text that names no box, component, asset or member.",
        "write BOX:MEMBER, BOX/COMPONENT:MEMBER, @KEY:MEMBER for an asset, or :MEMBER for the file itself";
    NO_SUCH_BOX = "edit-no-such-box", Error,
        "A box or component that is not in the file.",
        "see `proscenio tree` for the boxes";
    NO_SUCH_ASSET = "edit-no-such-asset", Error,
        "An asset key that the file does not list.",
        "see `proscenio get FILE :assets` for the assets";
    NO_SUCH_MEMBER = "edit-no-such-member", Error,
        "A member or index that the value does not have.",
        "members with their default value are not written";
    AMBIGUOUS = "edit-ambiguous", Error,
        "A name that several things in the file have.",
        "name one of them by `#` and its id";
    BAD_VALUE = "edit-bad-value", Error,
        "Text that is no JSON value, or none that can stand there.",
        "write a JSON value; text stands in double quotes";
    BAD_NAME = "edit-bad-name", Error,
        "A name that a box cannot have.",
        "give it at least one letter";
    ID_TAKEN = "edit-id-taken", Error,
        "An id that something in the file has already.",
        "choose another id, or let one be made";
    IS_ROOT = "edit-is-root", Error,
        "Something that cannot be done to the root box.",
        "choose a box below the root";
    NOT_A_BOX = "edit-not-a-box", Error,
        "A component, asset or value where a box is wanted, or the other way round.",
        "see `proscenio tree` for the boxes";
    CYCLE = "edit-cycle", Error,
        "A box below itself.",
        "choose another parent";
    BAD_PLACE = "edit-bad-place", Error,
        "A place among siblings that does not exist.",
        "see `proscenio tree` for the siblings";
    // What a done edit tells.
    DANGLING_MASK = "edit-dangling-mask", Warning,
        "A mask whose shape is a box that is no longer there.",
        "give the mask another box in `by`, or remove it";
    ASSET_USED = "edit-asset-used", Warning,
        "An asset that was taken away while components still name its key.",
        "give these components another key";
    TYPE_CHANGED = "edit-type-changed", Warning,
        "A value of another type than the one it replaces.",
        "check that the member takes this type; of a wrong type it reads as its default";
    UNKNOWN_MEMBER = "edit-unknown-member", Warning,
        "A member that the format does not know.",
        "check its spelling; it is kept, but does nothing";
    NOT_UNDERSTOOD = "edit-not-understood", Warning,
        "A component that does not have what its type needs.",
        "it is kept, but does nothing until it has it";
}

#[cfg(test)]
mod tests {
    use super::CODES;

    #[test]
    fn codes_are_unique_in_the_crate() {
        for (at, code) in CODES.iter().enumerate() {
            let others = CODES[..at].iter().chain(crate::CODES);
            assert!(others.clone().all(|other| other.name != code.name), "{} twice", code.name);
            assert!(code.summary.ends_with('.'), "{}", code.name);
        }
    }
}
