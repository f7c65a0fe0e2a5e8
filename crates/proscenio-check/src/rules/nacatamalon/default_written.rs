//! Members that say their default where the engine itself would leave them out.

use proscenio_nacatamalon::model::Json;
use proscenio_nacatamalon::schema::{Default, Field, Shape, Written};
use proscenio_source::{Finding, Safety};

use crate::walk::{self, remove_member, same};
use crate::{DEFAULT_WRITTEN, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &DEFAULT_WRITTEN, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    walk::scene(scene, &mut |known| {
        let field = known.field;
        // What counts only beside something else, or stands under an old name too, is left alone.
        let plain = field.written == Written::IfOther && !field.required && field.needs.is_empty();
        let old = field.old_names.iter().any(|name| known.owner.get(name).is_some());
        if !plain || old || !says_default(field, &Json::from(known.member.value)) {
            return;
        }
        let message = format!("`{}` says what is so without it", field.name);
        let span = known.member.key_span().cover(known.member.value.span());
        let finding = DEFAULT_WRITTEN.finding(subject.path(), message).at(span).about(field.name);
        out.push(match remove_member(known.owner, known.member) {
            Some(edit) => finding.fix("remove the member", vec![edit], Safety::Safe),
            None => finding,
        });
    });
}

fn says_default(field: &Field, value: &Json) -> bool {
    match (field.default, &field.shape) {
        // A place may leave out what is the identity.
        (Default::Whole, Shape::Object(table)) => {
            let is_default = |(name, value): &(String, Json)| {
                table
                    .field(name)
                    .is_some_and(|field| field.default_json().is_some_and(|default| same(&default, value)))
            };
            !value.members().is_empty() && value.members().iter().all(is_default)
        }
        (Default::Nothing | Default::Null | Default::Id | Default::Same(_), _) => false,
        _ => field.default_json().is_some_and(|default| same(&default, value)),
    }
}
