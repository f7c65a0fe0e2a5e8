//! Rules about the files that Espresso3D maps, actors and texture sets name, and about conflicts left in them, one a
//! file.

mod found_by_name;
mod missing_image;
mod missing_set;
mod open_conflict;
mod unknown_actor;
mod unknown_alias;

use crate::Rule;

pub(super) const RULES: &[Rule] = &[
    missing_set::RULE,
    missing_image::RULE,
    found_by_name::RULE,
    unknown_alias::RULE,
    unknown_actor::RULE,
    open_conflict::RULE,
];
