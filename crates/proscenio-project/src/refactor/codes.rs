//! What changes of many files have to say.

proscenio_source::codes! {
    "project";
    CANNOT_MOVE = "cannot-move", Error,
        "A file or folder cannot be moved there.",
        "name a path of the project where nothing stands, without quotes and backslashes";
    LOST_REFERENCE = "lost-reference", Error,
        "A file names another one in a way that would not find it after the move.",
        "write the path from the root of the project (`res://…`), or move both together";
    FOLDER_NAMED = "folder-named", Warning,
        "A file leaves a folder that a script names, so that the script may look for it there.",
        "look at the script: it may put the file's path together while it runs";
    NODE_IN_SCRIPT = "node-in-script", Warning,
        "A script names a node that gets another name.",
        "run the command with --scripts to change it too, or change it by hand";
    MOVED_FILE = "moved-file", Warning,
        "A file that is named is not there, and what it became is not certain.",
        "correct the path; several files have its name, or none";
    NO_PART = "no-part", Error,
        "A part of a file that is not there, or that cannot become a file or come from one.",
        "name a node by its path, a resource by `@ID`, or a property that holds one: see `proscenio tree`";
    UNFINISHED = "unfinished", Error,
        "An earlier change of the project was not completed.",
        "run `proscenio recover`, which completes it";
}
