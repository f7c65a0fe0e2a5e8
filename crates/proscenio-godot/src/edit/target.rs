//! Naming a node, a resource, a property, or a member of a value.

use proscenio_source::did_you_mean;

use super::advice::class_of;
use super::model::Model;
use super::users::Ids;
use super::{BAD_TARGET, EditRefusal, NO_SUCH_PROPERTY, NO_SUCH_RESOURCE};
use crate::classes::Class;
use crate::document::Kind;
use crate::nodes::NodeIndex;
use crate::section::{Entry, Section};
use crate::tree::SectionKind;

/// Names a node, a resource, a property of one, or a member of a property's value.
///
/// As text, `OWNER[:PROPERTY[:MEMBER…]]`:
///
/// - `OWNER` is the path of a node from the root (`Arm/Hand`; `.` or nothing for the root; `%Name`), or
///   `@ID` for a resource of the file. Nothing, in a resource file, is the resource it is about.
/// - `PROPERTY` is its name as the file writes it, `theme_override_colors/font_color`.
/// - `MEMBER` is a component (`x`, `origin`, `basis`, `r`, `position`, `size`), the key of a dictionary,
///   the index of an array counted from 0, or, where the value is a sub-resource, a property of that:
///   `Ball:mesh:material:albedo_color:r`.
///
/// A part with a colon or quotes inside stands in quotes: `Ball:metadata/notes:"a:b"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The node's path or `@` and the id of a resource.
    pub owner: String,
    /// The property's name, then the members.
    pub names: Vec<String>,
}

impl Target {
    /// Takes a target's text apart.
    ///
    /// # Errors
    /// A quote that is not closed.
    pub fn parse(text: &str) -> Result<Self, EditRefusal> {
        let mut parts = vec![String::new()];
        let mut characters = text.chars();
        let mut quoted = false;
        while let Some(character) = characters.next() {
            let Some(part) = parts.last_mut() else { break };
            match character {
                '"' if quoted || part.is_empty() => quoted = !quoted,
                '\\' if quoted => part.extend(characters.next()),
                ':' if !quoted => parts.push(String::new()),
                _ => part.push(character),
            }
        }
        if quoted {
            let message = format!("a quote in `{text}` is not closed");
            return Err(EditRefusal::new(BAD_TARGET, message).help("write `\"` behind the name"));
        }
        let owner = parts.remove(0);
        Ok(Self { owner, names: parts })
    }

    /// A property of a node, by the node's path.
    #[must_use]
    pub fn property(node: impl Into<String>, name: impl Into<String>) -> Self {
        Self { owner: node.into(), names: vec![name.into()] }
    }

    /// A property of a resource of the file, by its id.
    #[must_use]
    pub fn resource_property(id: &str, name: impl Into<String>) -> Self {
        Self { owner: format!("@{id}"), names: vec![name.into()] }
    }

    /// The same with one more name behind.
    #[must_use]
    pub fn member(mut self, name: impl Into<String>) -> Self {
        self.names.push(name.into());
        self
    }
}

/// Where properties stand: a section, and the node whose section it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner<'d> {
    pub section: Section<'d>,
    pub node: Option<NodeIndex>,
}

/// A property and the members that a target names behind it.
#[derive(Clone, Debug)]
pub(super) struct Property<'d, 't> {
    pub entry: Option<Entry<'d>>,
    pub key: String,
    pub members: &'t [String],
}

/// The section that a target names.
pub(super) fn owner<'d>(model: &Model<'d>, ids: &Ids, owner: &str) -> Result<Owner<'d>, EditRefusal> {
    let document = model.doc;
    if let Some(id) = owner.strip_prefix('@') {
        let section = ids.sub(id).or_else(|| ids.ext(id)).and_then(|section| document.section(section));
        return section.map(|section| Owner { section, node: None }).ok_or_else(|| no_such_resource(ids, id));
    }
    if document.kind() == Kind::Resource && matches!(owner, "" | ".") {
        let section = document.resource();
        return section
            .map(|section| Owner { section, node: None })
            .ok_or_else(|| EditRefusal::new(BAD_TARGET, "the file has no `[resource]` section"));
    }
    let found = model.find(owner)?;
    Ok(Owner { section: found.node.0, node: Some(found.index) })
}

#[cold]
pub(super) fn no_such_resource(ids: &Ids, id: &str) -> EditRefusal {
    EditRefusal::new(NO_SUCH_RESOURCE, format!("the file has no resource with the id `{id}`"))
        .maybe_help(did_you_mean(id, ids.all()))
}

/// Most names that are tried together as one property name.
const MOST_JOINED: usize = 4;

/// The property that the names of a target begin with. Names of properties may hold colons (`0:0/0` of a
/// tile set), so the longest that the section has is taken.
pub(super) fn property<'d, 't>(
    section: Section<'d>,
    names: &'t [String],
) -> Result<Property<'d, 't>, EditRefusal> {
    let Some(first) = names.first() else {
        let message = "this names no property";
        return Err(EditRefusal::new(BAD_TARGET, message).help("write `:` and the property behind the node"));
    };
    if section.kind() == SectionKind::ExtResource {
        let message = "the properties of an external resource are in its own file";
        return Err(EditRefusal::new(BAD_TARGET, message).at(section.header_span()));
    }
    for count in (1..=names.len().min(MOST_JOINED)).rev() {
        let key = names[..count].join(":");
        if let Some(entry) = section.property(&key) {
            return Ok(Property { entry: Some(entry), key, members: &names[count..] });
        }
    }
    let is_tile = first.bytes().all(|byte| byte.is_ascii_digit()) && !first.is_empty();
    let count = if is_tile { names.len().min(2) } else { 1 };
    Ok(Property { entry: None, key: names[..count].join(":"), members: &names[count..] })
}

#[cold]
pub(super) fn no_such_property(section: Section<'_>, key: &str) -> EditRefusal {
    let refusal = EditRefusal::new(NO_SUCH_PROPERTY, format!("the file does not set `{key}` here"));
    let refusal = refusal.at(section.header_span());
    let class = class_of(section.document(), section);
    if let Some(default) = class.and_then(|class| class.default(key)).filter(|default| default.len() < 80) {
        return refusal.help(format!("it has its default, `{default}`, which files leave out"));
    }
    let own = section.properties().map(|entry| entry.key().into_owned());
    let known = class.into_iter().flat_map(Class::properties).map(|property| property.name.to_owned());
    refusal
        .help("properties with their default value are not written")
        .maybe_help(did_you_mean(key, own.chain(known)))
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn targets_fall_into_owner_property_and_members() {
        let parse = |text: &str| {
            let target = Target::parse(text).unwrap();
            (target.owner, target.names.join("|"))
        };
        assert_eq!(parse("Arm/Hand"), ("Arm/Hand".into(), String::new()));
        assert_eq!(parse("Arm:transform:origin:y"), ("Arm".into(), "transform|origin|y".into()));
        assert_eq!(parse("@BoxMesh_a:size"), ("@BoxMesh_a".into(), "size".into()));
        assert_eq!(parse(":\"a:b\":\"c\\\"d\""), (String::new(), "a:b|c\"d".into()));
        assert!(Target::parse(":\"a").is_err());
        assert_eq!(Target::property("A", "b").member("c").names, ["b", "c"]);
    }
}
