//! What a component cannot do without. One that lacks it is set aside, as if its type were not known.

use crate::model::component::ComponentKind;
use crate::model::fields::Fields;
use crate::value::Value;

/// Whether the engine understands a component of that kind with these fields.
pub(crate) fn is_met(kind: ComponentKind, fields: &Fields<'_>) -> bool {
    let text = |name: &str| fields.some_str(name).is_some();
    match kind {
        ComponentKind::SpriteTexture => {
            text("key") && fields.num("width", 0.0) >= 1.0 && fields.num("height", 0.0) >= 1.0
        }
        ComponentKind::Script | ComponentKind::Store => text("ref"),
        ComponentKind::Sound => text("audio"),
        ComponentKind::Song => text("song"),
        ComponentKind::Motion => text("motion"),
        ComponentKind::Music => any(fields, "layers", |layer| {
            layer.some_str("name").is_some() && layer.some_str("audio").is_some()
        }),
        ComponentKind::Filter => any(fields, "effects", |effect| {
            let named = |name: &str| effect.opt_str(name).is_some_and(|text| !text.trim().is_empty());
            named("builtin") || named("effect") || named("shader")
        }),
        ComponentKind::Mask => text("by") || fields.rec("rect").is_some(),
        ComponentKind::PhysicsBody2d => fields.rec("collider").is_some_and(|shape| collider_2d(&shape)),
        ComponentKind::PhysicsBody3d => fields.rec("collider").is_some_and(|shape| collider_3d(&shape)),
        ComponentKind::ParticleCollider2d => shape_is(fields, &["rect", "circle", "plane"]),
        ComponentKind::ParticleCollider3d => shape_is(fields, &["box", "sphere", "plane"]),
        _ => true,
    }
}

fn any(fields: &Fields<'_>, list: &str, usable: impl Fn(&Fields<'_>) -> bool) -> bool {
    let entries = fields.list(list).unwrap_or_default();
    entries.into_iter().filter_map(Fields::of).any(|entry| usable(&entry))
}

fn shape_is(fields: &Fields<'_>, kinds: &[&str]) -> bool {
    let kind = fields.rec("shape").and_then(|shape| shape.opt_str("kind"));
    kind.is_some_and(|kind| kinds.contains(&kind.as_str()))
}

fn collider_2d(shape: &Fields<'_>) -> bool {
    match shape.opt_str("shape").as_deref() {
        Some("rect" | "circle") => true,
        Some("polygon") => {
            let corner = |value: &Value<'_>| value.elements().count() >= 2;
            shape.list("vertices").unwrap_or_default().iter().filter(|value| corner(value)).count() >= 3
        }
        _ => false,
    }
}

fn collider_3d(shape: &Fields<'_>) -> bool {
    match shape.opt_str("shape").as_deref() {
        Some("box" | "sphere" | "capsule") => true,
        Some("hull" | "mesh") => shape.some_str("geometry").is_some(),
        _ => false,
    }
}
