//! Members that are not known, and values that are not taken.

use proscenio_nacatamalon::model::Kept;
use proscenio_nacatamalon::schema::{self, Object, Step, Unread};
use proscenio_nacatamalon::{CONFLICTS, SceneDoc, Value};
use proscenio_source::{Finding, Span};

use crate::nearest::did_you_mean;
use crate::{Rule, Subject, UNKNOWN_MEMBER, VALUE_NOT_READ};

pub(super) const UNKNOWN: Rule = Rule { code: &UNKNOWN_MEMBER, check: unknown };
pub(super) const NOT_READ: Rule = Rule { code: &VALUE_NOT_READ, check: not_read };

/// Told of one item at most; finding the place of each takes time.
const MOST: usize = 100;

fn unknown(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    each(subject, |name, table, item, unread| {
        let member = last(&unread.path);
        // What a merge left open has a rule of its own.
        if unread.known || member == CONFLICTS {
            return;
        }
        let place = place(item, &unread.path);
        out.push(member_finding(subject, name, table, &member, place.unwrap_or(item.span())));
    });
    let Some(scene) = subject.scene() else { return };
    let own =
        scene.nodes.iter().filter_map(|node| Some((node.name.as_str(), node.site.value?, &schema::NODE)));
    let own = own.map(|(name, id, table)| (name, scene.document.value(id), table));
    let whole = scene.document.root().map(|root| ("scene", root, &schema::SCENE));
    for (name, value, table) in own.chain(whole) {
        let tag = table.tag.map(|(tag, _)| tag);
        for member in value.members() {
            let key = member.name();
            // What a merge left open has a rule of its own.
            if key != CONFLICTS && table.field(&key).is_none() && tag != Some(&*key) {
                out.push(member_finding(subject, name, Some(table), &key, member.key_span()));
            }
        }
    }
}

fn member_finding(
    subject: &Subject<'_>,
    name: &str,
    table: Option<&'static Object>,
    member: &str,
    span: Span,
) -> Finding {
    let finding = UNKNOWN_MEMBER.finding(subject.path(), format!("the format does not know `{member}`"));
    let finding = finding.at(span).about(name);
    let names = table.into_iter().flat_map(|table| table.fields).map(|field| field.name);
    match did_you_mean(member, names) {
        Some(help) => finding.help(help),
        None => finding,
    }
}

fn not_read(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    each(subject, |name, _, item, unread| {
        // A default that stands where it does not count is no harm.
        let harmless = unread.instead.as_ref() == Some(&unread.value);
        if unread.known && !harmless {
            let message = match &unread.instead {
                Some(instead) => format!("`{}` cannot be used; it reads as {instead}", last(&unread.path)),
                None => format!("`{}` cannot be used and reads as absent", last(&unread.path)),
            };
            let span = place(item, &unread.path).unwrap_or(item.span());
            out.push(VALUE_NOT_READ.finding(subject.path(), message).at(span).about(name));
        }
    });
}

/// Everything that was not taken: of which item, the table it stands in, the item's value.
fn each(subject: &Subject<'_>, mut see: impl FnMut(&str, Option<&'static Object>, Value<'_>, &Unread)) {
    let Some(scene) = subject.scene() else { return };
    let mut of = |name: &str, table: Option<&'static Object>, value: Option<Value<'_>>, kept: &Kept| {
        let Some(value) = value else { return };
        for unread in kept.values().iter().take(MOST) {
            // Deeper members stand in tables of their own.
            see(name, table.filter(|_| unread.path.len() == 1), value, unread);
        }
    };
    of("scene", Some(&schema::SCENE), scene.document.root(), &scene.kept);
    for asset in &scene.assets {
        let value = value(scene, asset.site.value);
        let word = value.and_then(|value| value.get("type")).and_then(Value::as_str);
        of(&asset.key, word.and_then(|word| schema::asset(&word)), value, &asset.kept);
    }
    for node in &scene.nodes {
        of(&node.name, Some(&schema::NODE), value(scene, node.site.value), &node.kept);
        for component in &node.components {
            let table = schema::component(component.kind.as_str());
            of(&node.name, table, value(scene, component.site.value), &component.kept);
        }
    }
}

fn value(scene: &SceneDoc, id: Option<proscenio_nacatamalon::ValueId>) -> Option<Value<'_>> {
    id.map(|id| scene.document.value(id))
}

/// The place of a value below an item: its key where it is a member.
fn place(item: Value<'_>, path: &[Step]) -> Option<Span> {
    let (end, way) = path.split_last()?;
    let owner = way.iter().try_fold(item, |value, step| match step {
        Step::Name(name) => value.get(name),
        Step::Index(index) => value.elements().nth(*index),
    })?;
    match end {
        Step::Name(name) => {
            let member = owner.members().filter(|member| member.is(name)).last()?;
            Some(member.key_span().cover(member.value.span()))
        }
        Step::Index(index) => owner.elements().nth(*index).map(Value::span),
    }
}

fn last(path: &[Step]) -> String {
    match path.last() {
        Some(Step::Name(name)) => name.clone(),
        Some(Step::Index(index)) => format!("[{index}]"),
        None => String::new(),
    }
}
