//! What building a scene and writing it back have to say.

proscenio_source::codes! {
    "nacatamalon";
    MISSING_ASSET = "missing-asset", Warning,
        "A component names an asset that the scene does not list.",
        "list it among the assets";
    MODEL_PIECE_MISSING = "model-piece-missing", Warning,
        "A model file has no piece of the name and number asked for.",
        "name a node of the file that has a mesh of triangles";
    SECOND_CAMERA_2D = "second-camera-2d", Warning,
        "Two flat cameras in one view.",
        "keep one camera of a kind for each view";
    SECOND_CAMERA_3D = "second-camera-3d", Warning,
        "Two cameras in space in one view.",
        "keep one camera of a kind for each view";
    TOO_MANY_LIGHTS = "too-many-lights", Warning,
        "More lights than the engine lets shine.",
        "the rest is kept; remove lights or hide some of them";
    SECOND_FOG = "second-fog", Warning,
        "Two fogs in one view.",
        "keep one fog for each view";
    SECOND_LIGHT = "second-light", Warning,
        "Two lights on one box.",
        "the later one shines; put each light on a box of its own";
    SECOND_SHADOW_CASTER = "second-shadow-caster", Warning,
        "More than one light that casts shadows.",
        "the first one casts; the others only shine";
    PANEL_WITHOUT_PICTURE = "panel-without-picture", Warning,
        "A panel of nine slices without a picture.",
        "give it a texture or an atlas; it is not built without";
    SCRIPT_UNREGISTERED = "script-unregistered", Warning,
        "A behaviour that nobody registered.",
        "register it by this name before the scene is built; it is kept";
    WORLD_NOT_ROOT = "world-not-root", Warning,
        "A physics world on a box that is not the root.",
        "only the root's counts; move it there";
    BODY_NOWHERE = "body-nowhere", Warning,
        "A body on a box that has no place.",
        "give the box a transform; the body is kept but not simulated";
    PICTURE_KEY_TAKEN = "picture-key-taken", Warning,
        "A sprite-texture whose key a picture has already.",
        "give it a key of its own; the engine refuses the scene";
    RESERVED_UNIFORM = "reserved-uniform", Warning,
        "A knob with a name that the engine fills in itself.",
        "give it another name than `time` and `resolution`; the engine refuses the scene";
    NO_SUCH_MASK = "no-such-mask", Warning,
        "A mask that names a box which is not there.",
        "give it the id of a box; the box is drawn unmasked";
    RAW_GEOMETRY = "raw-geometry", Warning,
        "A model made of corners by code, which no scene file can hold.",
        "it is left out; make it from a recipe or a model file";
    CODE_EFFECT = "code-effect", Warning,
        "Something made by code, which no scene file can hold.",
        "it is left out; put it into a file and name that";
}

#[cfg(test)]
mod tests {
    use super::CODES;

    #[test]
    fn codes_are_unique_in_the_crate() {
        for (at, code) in CODES.iter().enumerate() {
            let others = CODES[..at].iter().chain(crate::CODES).chain(crate::edit::CODES);
            assert!(others.clone().all(|other| other.name != code.name), "{} twice", code.name);
            assert!(code.summary.ends_with('.'), "{}", code.name);
        }
    }
}
