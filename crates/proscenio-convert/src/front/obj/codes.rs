//! What reading OBJ models and their material libraries has to say.

proscenio_source::codes! {
    "obj";
    BAD_NUMBER = "bad-number", Error,
        "A vertex, texture coordinate or normal lacks a number or has one that cannot be read.",
        "correct the line; zeros stand in its place, so that later indices still count right";
    BAD_FACE = "bad-face", Error,
        "A face cannot be read: fewer than three corners, or a corner that is no index.",
        "write at least three corners as `v`, `v/vt`, `v//vn` or `v/vt/vn`; the face is left out";
    UNKNOWN_INDEX = "unknown-index", Error,
        "A face names a vertex that is not above it, so the face is left out.",
        "count from 1, or from -1 backwards; vertices stand before the faces that use them";
    UNKNOWN_DETAIL = "unknown-detail", Warning,
        "A face names a texture coordinate or normal that is not above it.",
        "count from 1, or from -1 backwards; the face is kept without it";
    MISSING_UV = "missing-uv", Warning,
        "Faces have no texture coordinates, or not at every corner.",
        "unwrap the model; 0 0 stands in their place";
    SKIPPED = "skipped", Warning,
        "Statements that make no triangles are skipped: points, lines, curves, surfaces, unknown words.",
        "turn curves and surfaces into polygons before exporting";
    COLOURS = "colours", Info,
        "Vertices carry colours, which are not read.",
        "paint them into a texture when they matter";
    MISSING_LIBRARY = "missing-library", Error,
        "The material library that a model names is not there.",
        "put the file beside the model; its materials are white until then";
    BAD_MATERIAL = "bad-material", Warning,
        "A line of a material library cannot be read and is left out.",
        "correct the line: colours need three numbers, maps a file name";
    UNKNOWN_MATERIAL = "unknown-material", Warning,
        "A model uses a material that no library defines.",
        "define it in the .mtl file; it is white until then";
    MISSING_MAP = "missing-map", Error,
        "The image that a material names is not there or cannot be read.",
        "correct the path, which counts from the folder of the .mtl file; a checker is drawn in its place";
    AGAINST_NORMALS = "against-normals", Warning,
        "Faces run clockwise around their normals: their front is the other side.",
        "turn them in the modelling program, or convert with --flip";
    PORTAL_OBJECT = "portal-object", Warning,
        "An object is named like a portal and makes none.",
        "name it portal_SECTOR_ID__SECTOR_ID after two sectors of the file, and give it exactly four corners";
    NOT_READ = "not-read", Error,
        "The model cannot be read.",
        "please report this with the file";
}
