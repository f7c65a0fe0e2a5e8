//! `.shader`.

use super::{OPTIONAL_FORMAT, required};
use crate::schema::{Default, Object, Shape, field, text};

/// `.shader`.
pub static GRAPH: Object = Object::tagged(
    "kind",
    "shadergraph",
    "A material shader as a graph of nodes.",
    &[
        OPTIONAL_FORMAT,
        required("target", Shape::Word(&["sprite2d", "mesh3d"]), "What it is for."),
        required("nodes", Shape::List(&Shape::Object(&NODE)), "The nodes."),
        required("edges", Shape::List(&Shape::Object(&EDGE)), "The wires; one per input."),
        field("comments", Shape::List(&Shape::Object(&COMMENT)), "Notes for people."),
    ],
);

static NODE: Object = Object::plain(
    "graph.node",
    "A node.",
    &[
        required("id", Shape::Name, "Its identity in the graph."),
        required("type", Shape::Name, "What it does."),
        field("pos", Shape::Pair, "Where an editor shows it.").absent("the origin").unit("px").always(),
        field("params", Shape::Foreign, "Its settings, which depend on its type."),
    ],
);

static EDGE: Object = Object::plain(
    "graph.edge",
    "A wire.",
    &[
        required("from", Shape::Name, "Id of the node it comes from."),
        required("out", Shape::Name, "Which of its outputs; `value` for most."),
        required("to", Shape::Name, "Id of the node it goes to."),
        required("in", Shape::Name, "Which of its inputs."),
    ],
);

static COMMENT: Object = Object::plain(
    "graph.comment",
    "A note for people.",
    &[
        text("id", "", "Its identity.").always(),
        text("text", "", "Its words.").always(),
        field("pos", Shape::Pair, "Its top left.").absent("the origin").unit("px").always(),
        field("size", Shape::Pair, "Its size.").absent("240 by 160").unit("px").always(),
        field("color", Shape::Numbers(3, 3), "Its colour, 0 to 1.").default(Default::Nothing),
    ],
);
