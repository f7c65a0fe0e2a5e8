//! Values beside the tables that describe them, and taking members out of a file.

use proscenio_nacatamalon::model::Json;
use proscenio_nacatamalon::schema::{self, Field, Object, Shape};
use proscenio_nacatamalon::{Member, SceneDoc, Value};
use proscenio_source::{Edit, Span};

/// A member that its table knows.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The object it stands in.
    pub owner: Value<'a>,
    /// The member itself.
    pub member: Member<'a>,
    /// What the format says of it.
    pub field: &'static Field,
}

/// Shows every known member of every box, component and asset of a scene, with all that lies in them. A
/// member whose value was not taken is shown as well.
pub(crate) fn scene<'s>(scene: &'s SceneDoc, see: &mut dyn FnMut(Known<'s>)) {
    for asset in &scene.assets {
        let Some(value) = asset.site.value.map(|id| scene.document.value(id)) else { continue };
        tagged(schema::ASSETS, value, see);
    }
    for node in &scene.nodes {
        let Some(value) = node.site.value.map(|id| scene.document.value(id)) else { continue };
        for known in members(&schema::NODE, value) {
            see(known);
            if !["components", "children", "extra", "data"].contains(&known.field.name) {
                inside(&known.field.shape, known.member.value, see);
            }
        }
        for component in &node.components {
            let table = schema::component(component.kind.as_str());
            let value = component.site.value.map(|id| scene.document.value(id));
            if let (Some(table), Some(value)) = (table, value) {
                object(table, value, see);
            }
        }
    }
}

/// The members of an object that its table knows; of several of one name the last, which counts.
fn members<'s>(table: &'static Object, owner: Value<'s>) -> impl Iterator<Item = Known<'s>> {
    table.fields.iter().filter_map(move |field| {
        let member = owner.members().filter(|member| member.is(field.name)).last()?;
        Some(Known { owner, member, field })
    })
}

fn object<'s>(table: &'static Object, value: Value<'s>, see: &mut dyn FnMut(Known<'s>)) {
    for known in members(table, value) {
        see(known);
        inside(&known.field.shape, known.member.value, see);
    }
}

fn tagged<'s>(tables: &'static [&'static Object], value: Value<'s>, see: &mut dyn FnMut(Known<'s>)) {
    let table = tables.iter().find(|table| {
        table
            .tag
            .is_some_and(|(tag, word)| value.get(tag).and_then(Value::as_str).is_some_and(|own| own == word))
    });
    if let Some(table) = table {
        object(table, value, see);
    }
}

/// What lies in a value. Tables nest only as deep as the format does, which bounds the recursion.
fn inside<'s>(shape: &'static Shape, value: Value<'s>, see: &mut dyn FnMut(Known<'s>)) {
    match shape {
        Shape::Object(table) if value.is_object() => object(table, value, see),
        Shape::Tagged(tables) => tagged(tables, value, see),
        Shape::Nullable(shape) => inside(shape, value, see),
        Shape::AnyOf(shapes) => {
            if let Some(shape) = shapes.iter().find(|shape| may_be(shape, value)) {
                inside(shape, value, see);
            }
        }
        Shape::List(shape) | Shape::ListOf(_, shape) => {
            value.elements().for_each(|element| inside(shape, element, see));
        }
        Shape::Map(shape) | Shape::Maps(shape) => {
            value.members().for_each(|member| inside(shape, member.value, see));
        }
        _ => {}
    }
}

/// Whether a shape with members may be meant by a value.
fn may_be(shape: &Shape, value: Value<'_>) -> bool {
    match shape {
        Shape::Object(_) => value.is_object(),
        Shape::Tagged(tables) => tables.iter().any(|table| {
            table.tag.is_some_and(|(tag, word)| {
                value.get(tag).and_then(Value::as_str).is_some_and(|own| own == word)
            })
        }),
        Shape::List(_) | Shape::ListOf(..) => value.is_array(),
        Shape::Map(_) | Shape::Maps(_) => value.is_object(),
        _ => false,
    }
}

/// Whether two values say the same, whatever the order of members.
pub(crate) fn same(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(name, value)| other.get(name).is_some_and(|own| same(value, own)))
        }
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(one, other)| same(one, other))
        }
        _ => one == other,
    }
}

/// Takes a member out of its object, with the comma that becomes too many. `None` when the name stands there
/// twice: the other one would count then.
pub(crate) fn remove_member(owner: Value<'_>, member: Member<'_>) -> Option<Edit> {
    let name = member.name();
    if owner.members().filter(|own| own.is(&name)).nth(1).is_some() {
        return None;
    }
    let parts: Vec<Span> = owner.members().map(|own| own.key_span().cover(own.value.span())).collect();
    remove_part(&parts, member.key_span().start())
}

/// The entries of the scene's manifest, in order.
pub(crate) fn manifest(scene: &SceneDoc) -> Vec<Span> {
    let list = scene.document.root().and_then(|root| root.get("assets"));
    list.into_iter().flat_map(Value::elements).map(Value::span).collect()
}

/// Takes one of the parts of a list or object out, by where it starts. The parts are in file order.
pub(crate) fn remove_part(parts: &[Span], start: u32) -> Option<Edit> {
    let at = parts.binary_search_by_key(&start, |part| part.start()).ok()?;
    let own = *parts.get(at)?;
    let before = at.checked_sub(1).and_then(|at| parts.get(at));
    Some(Edit::delete(match (parts.get(at + 1), before) {
        (Some(next), _) => Span::new(own.start(), next.start()),
        (None, Some(before)) => Span::new(before.end(), own.end()),
        (None, None) => own,
    }))
}
