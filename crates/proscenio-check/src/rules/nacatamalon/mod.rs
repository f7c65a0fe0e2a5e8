//! Rules of `.scene` documents, one a file.

mod code_in_scene;
mod default_written;
mod duplicate_asset_key;
mod duplicate_id;
mod missing_asset;
mod missing_file;
mod moving_camera;
mod no_such_mask;
mod open_conflict;
mod out_of_range;
mod reserved_uniform;
mod second_cut;
mod second_shadow;
mod unknown_script;
mod unread;
mod unused_asset;
mod wrong_dimension;

use crate::Rule;

pub(super) const RULES: &[Rule] = &[
    missing_asset::RULE,
    unused_asset::RULE,
    duplicate_id::RULE,
    duplicate_asset_key::RULE,
    no_such_mask::RULE,
    second_cut::MASK,
    second_cut::FILTER,
    second_shadow::RULE,
    default_written::RULE,
    code_in_scene::RULE,
    moving_camera::RULE,
    wrong_dimension::RULE,
    unknown_script::RULE,
    missing_file::RULE,
    out_of_range::RULE,
    unread::UNKNOWN,
    unread::NOT_READ,
    reserved_uniform::RULE,
    open_conflict::RULE,
];
