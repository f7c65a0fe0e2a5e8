//! Every finding code of this crate.

proscenio_source::codes! {
    "nacatamalon";
    JSON_NOT_UTF8 = "json-not-utf8", Error,
        "Bytes that are not UTF-8 text.",
        "save the file as UTF-8";
    JSON_MORE = "json-more", Error,
        "So much is damaged that the rest is not listed.",
        "repair the listed places first; is this a JSON file?";
    JSON_EMPTY = "json-empty", Error,
        "The file holds no JSON value.",
        "a scene starts with { \"format\": \"nacatamalon-scene\", … }";
    JSON_BYTE_ORDER_MARK = "json-byte-order-mark", Info,
        "The file starts with a byte order mark.",
        "the engine passes over it, other JSON readers may not; save as UTF-8 without it";
    JSON_AFTER_END = "json-after-end", Error,
        "Something stands behind the end of the file's one value.",
        "a bracket closed too early, or two files were joined; nothing behind this place is read";
    JSON_UNEXPECTED = "json-unexpected", Error,
        "A character where nothing like it can stand.",
        "remove it";
    JSON_UNCLOSED_STRING = "json-unclosed-string", Error,
        "A string without its closing quote.",
        "close it with \"; a line end inside a string is written \\n";
    JSON_UNCLOSED_COMMENT = "json-unclosed-comment", Error,
        "A comment without its end.",
        "JSON has no comments: remove it";
    JSON_UNCLOSED_BRACKET = "json-unclosed-bracket", Error,
        "A bracket that is not closed, or closed by one of another kind.",
        "close every bracket with its own kind";
    JSON_TOO_DEEP = "json-too-deep", Error,
        "Brackets nest deeper than is read.",
        "boxes can be nested half as deep as brackets";
    JSON_MISSING_COMMA = "json-missing-comma", Error,
        "Two values without a comma between them.",
        "put a comma between two values";
    JSON_EXTRA_COMMA = "json-extra-comma", Error,
        "A comma with nothing behind it.",
        "remove it: JSON has no trailing commas";
    JSON_MISSING_COLON = "json-missing-colon", Error,
        "A key without a colon behind it.",
        "write \"key\": value";
    JSON_MISSING_VALUE = "json-missing-value", Error,
        "A key without a value.",
        "write a value or remove the key; it reads as if the key were not there";
    JSON_MISSING_KEY = "json-missing-key", Error,
        "Something that is no key where a key belongs.",
        "write \"key\": value";
    JSON_BARE_KEY = "json-bare-key", Error,
        "A key without quotes.",
        "put the key in double quotes";
    JSON_SINGLE_QUOTES = "json-single-quotes", Error,
        "A string in single quotes.",
        "write strings in double quotes";
    JSON_UNKNOWN_WORD = "json-unknown-word", Error,
        "A word that is no JSON value.",
        "the only words are true, false and null; text goes in double quotes";
    JSON_BAD_NUMBER = "json-bad-number", Error,
        "Text that is not spelled as a JSON number.",
        "write digits, then perhaps a point and digits, then perhaps an exponent: -12.5e3";
    JSON_BAD_ESCAPE = "json-bad-escape", Error,
        "A backslash in a string that starts no escape.",
        "the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits";
    JSON_CONTROL_CHARACTER = "json-control-character", Error,
        "A raw control character inside a string.",
        "write it as an escape, a tab as \\t";
    JSON_COMMENT = "json-comment", Error,
        "A comment, which JSON does not have.",
        "JSON has no comments, and the engine refuses the file: remove it";
    NOT_A_DOCUMENT = "not-a-document", Error,
        "The file's value is no object, so it is no scene.",
        "a scene is an object: { \"format\": \"nacatamalon-scene\", … }";
    WRONG_FORMAT = "wrong-format", Error,
        "The file does not say that it is a scene.",
        "the file is not read as a scene; if it is one, say so in its \"format\"";
    NEWER_VERSION = "newer-version", Warning,
        "The file says a newer version of the format.",
        "it is read all the same; what this version does not know is kept";
    NO_NAME = "no-name", Warning,
        "The scene has no name.",
        "give it a \"name\": that is what it is started by";
    SHAPE_DROPPED = "shape-dropped", Warning,
        "A shape that lacks what it needs to be drawn.",
        "it is not drawn; the other shapes are";
    UNKNOWN_COMPONENTS = "unknown-components", Warning,
        "Components of kinds that the format does not know.",
        "they are kept and written back, but do nothing";
    UNKNOWN_ASSETS = "unknown-assets", Warning,
        "Assets of kinds that the format does not know.",
        "they are kept and written back, but not loaded";
    OLD_SPELLING = "old-spelling", Info,
        "A word of an earlier release.",
        "it is read as the current word";
}
