//! The codes of refusals and of what edits have to tell.

proscenio_source::codes! {
    "espresso3d";
    // Reasons to refuse.
    DAMAGED = "edit-damaged", Error,
        "The file is damaged where the edit would change it.",
        "repair the file first: see `proscenio check`";
    BAD_ADDRESS = "edit-bad-address", Error,
        "Text that is no address of an item or field.",
        "write ITEM/ITEM:FIELD, such as `hall/door:VERTICES`, `hall/triangle[3]:TEXTURE` or `bone:Hips`";
    NO_SUCH_ITEM = "edit-no-such-item", Error,
        "An item that is not in the file.",
        "see `proscenio tree` for the items";
    NO_SUCH_FIELD = "edit-no-such-field", Error,
        "A field or a part of one that the item does not have.",
        "see `proscenio get FILE ITEM` for what is written";
    AMBIGUOUS = "edit-ambiguous", Error,
        "An address that several items of the file have.",
        "say which by its kind, `portal:door`, or by its place, `portal[0]`";
    BAD_VALUE = "edit-bad-value", Error,
        "Words that cannot stand where they should go.",
        "write as many numbers or words as the field has, with blanks or commas between";
    BAD_NAME = "edit-bad-name", Error,
        "A name that the format cannot hold.",
        "names hold no blanks, commas, semicolons or braces, do not begin with `#`, and are no word of the format";
    TAKEN = "edit-name-taken", Error,
        "A name that something of the same kind has already.",
        "choose another name";
    NEEDED = "edit-field-needed", Error,
        "Something that an item cannot be without.",
        "give it a value, or remove the whole item";
    NO_PLACE = "edit-no-place", Error,
        "Something that cannot stand where it should go.",
        "sectors hold triangles, portals, actors and particle systems; models hold triangles, bones and animations";
    // What is told.
    LEFT_DANGLING = "edit-left-dangling", Warning,
        "Something in the file still names what was removed.",
        "see `proscenio check` for the places";
    NAMES_NOTHING = "edit-names-nothing", Warning,
        "A value that names nothing of the file.",
        "add what it names, or correct it";
    OTHER_FILES = "edit-other-files", Info,
        "Other files or programs may use the old name.",
        "change it there too";
}
