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
    BINARY_NARROWED = "binary-narrowed", Error,
        "Vectors of a text have more digits than a binary file of an ordinary engine holds.",
        "write a file with reals of 64 bits (`--reals 64`) for builds with double precision, or let the \
         digits go (`--reals 32`), as an ordinary engine does when it reads the text";
}
