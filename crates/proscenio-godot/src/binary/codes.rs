//! What reading and writing binary files may have to say.

proscenio_source::codes! {
    "godot";
    BINARY_DAMAGED = "binary-damaged", Error,
        "A binary file with bytes that cannot be so.",
        "take the file from a backup or from version control, or save what could be read as text";
    BINARY_LOSS = "binary-loss", Warning,
        "Something in a binary file that text has no words for.",
        "it stays in the binary file as long as that is not written anew";
    BINARY_UNWRITABLE = "binary-unwritable", Error,
        "Something in a text file that a binary file cannot hold.",
        "change it, or keep the file as text";
}
