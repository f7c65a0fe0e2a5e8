//! Images that are not there: those of a texture set, and those of the aliases that a map or an actor uses.

use proscenio_espresso3d::FileKind;
use proscenio_project::espresso3d::{MISSING_IMAGE, find};
use proscenio_source::Finding;

use super::unknown_alias::uses;
use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &MISSING_IMAGE, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let (Some(document), Some(project)) = (subject.espresso3d(), subject.project()) else { return };
    if document.kind() == FileKind::TextureSet {
        for entry in document.entries() {
            let Some(path) = entry.path() else { continue };
            if find(project, subject.path(), &path.text()).is_none() {
                let message = format!("there is no image `{}`", path.text());
                out.push(MISSING_IMAGE.finding(subject.path(), message).at(path.span()));
            }
        }
        return;
    }
    let Some(textures) = subject.textures() else { return };
    for (alias, span) in uses(document) {
        let Some(definition) = textures.get(alias) else { continue };
        if find(project, &definition.set, &definition.image).is_none() {
            let alias = proscenio_espresso3d::text(alias);
            let message =
                format!("the image of `{alias}`, `{}` of {}, is not there", definition.image, definition.set);
            out.push(MISSING_IMAGE.finding(subject.path(), message).at(span));
        }
    }
}
