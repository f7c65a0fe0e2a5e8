//! Aliases that no texture set defines.
//!
//! A map can use what the sets of its actors define. Where a set or the file of an actor is not there, nobody can
//! say which aliases it would define, and nothing is said.

use std::collections::HashSet;

use proscenio_espresso3d::{Document, FileKind, Kind};
use proscenio_project::espresso3d::UNKNOWN_ALIAS;
use proscenio_source::{Finding, Span};

use crate::nearest::did_you_mean;
use crate::{Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &UNKNOWN_ALIAS, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let (Some(document), Some(textures)) = (subject.espresso3d(), subject.textures()) else { return };
    if !textures.complete || document.kind() == FileKind::TextureSet {
        return;
    }
    for (alias, span) in uses(document).into_iter().filter(|(alias, _)| textures.get(alias).is_none()) {
        let alias = proscenio_espresso3d::text(alias);
        let message = format!("no texture set that the file names defines `{alias}`");
        let mut finding = UNKNOWN_ALIAS.finding(subject.path(), message).at(span);
        let mut names: Vec<_> = textures.aliases().map(proscenio_espresso3d::text).collect();
        names.sort_unstable();
        if let Some(near) = did_you_mean(&alias, names.iter().map(|name| &**name)) {
            finding = finding.help(near);
        }
        out.push(finding);
    }
}

/// The aliases that the triangles of a file use, each with the place of its first use.
pub(super) fn uses(document: &Document) -> Vec<(&[u8], Span)> {
    let mut seen = HashSet::new();
    let nodes = document.tree().iter().filter(|node| node.kind() == Kind::Alias);
    let words = nodes.map(|node| (document.source().slice(node.span()), node.span()));
    words.filter(|(alias, _)| seen.insert(*alias)).collect()
}
