//! Every code this crate reports, and the words that go with it.

proscenio_source::codes! {
    "merge";
    MERGED_AS_TEXT = "as-text", Warning,
        "A file merged line by line, because its structure cannot be trusted.",
        "look at the result; repair the named file and merge again to have it merged by what it says";
    RENAMED = "renamed", Info,
        "A node that got another name in a merge, because the other side has a sibling of that name.",
        "give it the name it should have; what names it in the file followed, scripts did not";
    BINARY_KEPT = "binary-kept", Warning,
        "A binary file that cannot be merged by what it says; ours was kept.",
        "convert all three sides to text with `proscenio convert` and merge these";
}
