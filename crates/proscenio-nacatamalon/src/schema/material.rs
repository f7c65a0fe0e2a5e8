//! Materials: a hook and its knobs, and on models a surface.

use super::build::{field, flag, number};
use super::scene::{KNOB, SMOOTH, TINT};
use super::{Default, Field, Object, Shape};
use crate::model::Colour;

const NULL_TEXT: Shape = Shape::Nullable(&Shape::Name);

const fn hook(name: &'static str, about: &'static str) -> Field {
    field(name, NULL_TEXT, about).default(Default::Null).always()
}

const NAME: Field = hook("name", "A name for people.");
const EFFECT: Field =
    field("effect", Shape::Nullable(&Shape::NameKey(&["shader"])), "Key of a shader; wins over code.")
        .default(Default::Null)
        .always();
const NO_EFFECT: &[(&str, &[&str])] = &[("effect", &["null"])];
const FRAGMENT: Field =
    hook("fragment", "WGSL of the fragment hook, for a material made in code.").needs(NO_EFFECT);
const FRAGMENT_GLSL: Field = hook("fragmentGlsl", "GLSL of the fragment hook.").needs(NO_EFFECT);
const VERTEX: Field = hook("vertex", "WGSL of the vertex hook.").needs(NO_EFFECT);
const VERTEX_GLSL: Field = hook("vertexGlsl", "GLSL of the vertex hook.").needs(NO_EFFECT);
const UNIFORMS: Field = field("uniforms", Shape::Nullable(&Shape::Map(&KNOB)), "The knobs as they are set.")
    .default(Default::Null)
    .always();

const WRAP_WORD: Shape = Shape::Word(&["clamp", "mirror", "repeat"]);
static WRAP_PAIR: Object = Object::plain(
    "wrap",
    "What a picture does beyond its edge, each way its own.",
    &[field("u", WRAP_WORD, "Across.").required(), field("v", WRAP_WORD, "Down.").required()],
);
static WRAP_SHAPES: [Shape; 2] = [WRAP_WORD, Shape::Object(&WRAP_PAIR)];
const WRAP: Field = field("wrap", Shape::AnyOf(&WRAP_SHAPES), "What the picture does beyond its edge.")
    .default(Default::Text("repeat"))
    .if_other();

static MAP: Object = Object::plain(
    "map",
    "A picture a shader reads by name.",
    &[field("texture", Shape::Key(&["texture"]), "Key of the picture.").required(), WRAP, SMOOTH],
);
static MAP_SHAPE: Shape = Shape::Object(&MAP);
const MAPS: Field = field("maps", Shape::Maps(&MAP_SHAPE), "Up to four pictures the shader reads by name.")
    .default(Default::EmptyObject)
    .if_other();

/// The material of something flat.
pub static FLAT: Object = Object::plain(
    "material (flat)",
    "The material of something flat: a hook and its knobs.",
    &[NAME, EFFECT, FRAGMENT, FRAGMENT_GLSL, VERTEX, VERTEX_GLSL, UNIFORMS, MAPS],
);

/// `material` of flat drawings.
pub const FLAT_MATERIAL: Field =
    field("material", Shape::Object(&FLAT), "A shader of its own.").absent("none");

static OCCLUSION: Object = Object::plain(
    "occlusion",
    "Where the light that comes from everywhere is kept out of the folds.",
    &[
        field("texture", Shape::Key(&["texture"]), "Key of the picture.").required(),
        field("strength", Shape::Within(0.0, 1.0), "How much is kept out.")
            .default(Default::Number(1.0))
            .if_other(),
        field("uv", Shape::Word(&["uv2"]), "Which picture coordinates place it.").absent("the first"),
        field("wrap", WRAP.shape, "What the picture does beyond its edge.").absent("as the colour picture"),
    ],
);

static TOON: Object = Object::tagged(
    "look",
    "toon",
    "Light in steps.",
    &[
        number("bands", 2.0, "Steps of light.").said(),
        number("shadow", 0.4, "How bright the shade is.").range(0.0, 1.0).said(),
        number("spot", 0.9, "Where the shine starts.").range(0.0, 1.0).said(),
    ],
);
static UNLIT: Object = Object::tagged("look", "unlit", "No light at all.", &[]);

static OTHER_LOOK: Object = Object::plain(
    "look",
    "A look this version does not know.",
    &[field("look", Shape::Text, "Its name.").required()],
);

/// The material of a model.
pub static MODEL: Object = Object::plain(
    "material (model)",
    "The material of a model: a hook, its knobs and a surface.",
    &[
        NAME,
        EFFECT,
        FRAGMENT,
        FRAGMENT_GLSL,
        VERTEX,
        VERTEX_GLSL,
        UNIFORMS,
        field("texture", Shape::Nullable(&Shape::Key(&["texture"])), "Key of the colour picture.")
            .default(Default::Null)
            .always(),
        TINT,
        colour("emissive", "Added to the lit colour."),
        colour("specular", "Colour of the shine."),
        number("shininess", 32.0, "Exponent of the shine.").always(),
        number("alpha", 1.0, "Opacity, multiplied with the tint's.").range(0.0, 1.0).always(),
        SMOOTH,
        WRAP,
        MAPS,
        field(
            "vertexSnap",
            Shape::AnyOf(&[Shape::True, Shape::Positive]),
            "Corners on a grid of so many rows of the screen; `true` for the game's own rows.",
        )
        .absent("off"),
        flag("affine", false, "Whether the picture is stretched without perspective."),
        field("emissiveTexture", Shape::Key(&["texture"]), "Key of the picture the glow comes through.")
            .absent("none"),
        field("occlusion", Shape::Object(&OCCLUSION), "Light kept out of the folds.").absent("none"),
        field(
            "lighting",
            Shape::AnyOf(&[Shape::Tagged(&[&TOON, &UNLIT]), Shape::Object(&OTHER_LOOK)]),
            "How it is lit.",
        )
        .absent("plainly"),
        field("steps", Shape::List(&Shape::Any), "What is done once it is lit, in order.")
            .default(Default::EmptyList)
            .if_other(),
        field("cull", Shape::Word(&["front", "back", "none"]), "The faces that are left out.")
            .absent("`back`, or what a model file says"),
        field(
            "alphaCutoff",
            Shape::Within(0.0, 1.0),
            "Alpha below which a pixel is not drawn; the rest is solid.",
        )
        .absent("the picture blends"),
        field("transparent", Shape::Bool, "Whether it is seen through, whatever its alpha.")
            .absent("only below full alpha"),
    ],
);

const fn colour(name: &'static str, about: &'static str) -> Field {
    field(name, Shape::Colour, about).default(Default::Colour(Colour::BLACK)).always()
}
