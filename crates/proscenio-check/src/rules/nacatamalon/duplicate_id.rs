//! Ids that stand twice.
//!
//! A mask or filter over several boxes is repeated on each with one id, so the ids of components are compared
//! within their box alone.

use proscenio_nacatamalon::SceneDoc;
use proscenio_nacatamalon::model::Site;
use proscenio_source::{Finding, Span};
use rustc_hash::FxHashMap;

use crate::{DUPLICATE_ID, Rule, Subject};

pub(super) const RULE: Rule = Rule { code: &DUPLICATE_ID, check };

fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let Some(scene) = subject.scene() else { return };
    let mut boxes: FxHashMap<&str, Span> = FxHashMap::default();
    for node in &scene.nodes {
        let mut report = |what: &str, id: &str, at: Span, first: Span| {
            let message = format!("two {what} have the id `{id}`");
            let finding = DUPLICATE_ID.finding(subject.path(), message).at(at).about(node.name.as_str());
            out.push(finding.related(first, "the first one"));
        };
        if let Some(span) = said(scene, node.site) {
            match boxes.get(node.id.as_str()) {
                Some(first) => report("boxes", &node.id, span, *first),
                None => drop(boxes.insert(&node.id, span)),
            }
        }
        let mut own: FxHashMap<&str, Span> = FxHashMap::default();
        for component in &node.components {
            let Some(span) = said(scene, component.site) else { continue };
            match own.get(component.id.as_str()) {
                Some(first) => report("components of one box", &component.id, span, *first),
                None => drop(own.insert(&component.id, span)),
            }
        }
    }
}

/// Where the file says an id that is not empty.
fn said(scene: &SceneDoc, site: Site) -> Option<Span> {
    let id = scene.document.value(site.value?).get("id")?;
    id.as_str().filter(|id| !id.is_empty()).map(|_| id.span())
}
