//! The order of attributes in section headers.

use super::Spelling;
use crate::tree::SectionKind;

/// The attributes of a kind of section in the order of the engine.
pub(crate) fn attribute_order(kind: SectionKind, spelling: Spelling) -> &'static [&'static str] {
    match kind {
        SectionKind::Scene | SectionKind::ResourceFile => {
            &["type", "script_class", "load_steps", "format", "uid"]
        }
        SectionKind::ExtResource => spelling.choose(&["path", "type", "id"], &["type", "uid", "path", "id"]),
        SectionKind::SubResource => &["type", "id"],
        SectionKind::Node => &[
            "name",
            "type",
            "parent",
            "parent_id_path",
            "owner",
            "owner_uid_path",
            "index",
            "unique_id",
            "node_paths",
            "groups",
            "instance_placeholder",
            "instance",
        ],
        SectionKind::Connection => {
            &["signal", "from", "to", "method", "flags", "from_uid_path", "to_uid_path", "unbinds", "binds"]
        }
        SectionKind::Editable => &["path"],
        SectionKind::Resource | SectionKind::Unknown => &[],
    }
}
