//! What a binary file says, as the text that the engine would save.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::read::{Content, External, Internal};
use super::scene::{self, PERSIST, Scene, SceneConnection, SceneNode};
use crate::classes::{Class, ClassTable};
use crate::format::value_needs_format_4;
use crate::spell::{self, Spelling, escaped};
use crate::value::{Id, Reference, TypedArray, Value};

/// The text, and what of the file it could not say.
pub(super) struct Text {
    pub text: String,
    pub troubles: Vec<String>,
}

/// Spells a file as text.
pub(super) fn spell(content: &Content, budget: usize) -> Text {
    let spelling = spelling(content);
    let mut writer = Writer {
        content,
        spelling,
        classes: ClassTable::of_format(spelling.format()),
        out: String::new(),
        budget,
        troubles: Vec::new(),
    };
    writer.file();
    Text { text: writer.out, troubles: writer.troubles }
}

fn spelling(content: &Content) -> Spelling {
    if content.header.is_godot_3() {
        return Spelling::Godot3;
    }
    let unseen = unseen_images(content);
    let seen = content.internals.iter().filter(|internal| !unseen.contains(&internal.id));
    let mut values = seen.flat_map(|internal| &internal.properties);
    Spelling::Godot4 { base64: values.any(|(_, value)| value_needs_format_4(value)) }
}

/// Images of which only an `ImageTexture` knows. The engine does not look into these when it chooses the
/// format number, because that property is made up while saving.
fn unseen_images(content: &Content) -> FxHashSet<Id> {
    let mut by_texture = FxHashSet::default();
    let mut by_others = FxHashSet::default();
    for internal in &content.internals {
        for (name, value) in &internal.properties {
            let texture = internal.class == "ImageTexture" && name == "image";
            each_sub(value, &mut |id| {
                if texture { &mut by_texture } else { &mut by_others }.insert(id.clone());
            });
        }
    }
    by_texture.retain(|id| !by_others.contains(id));
    by_texture
}

/// Calls `visit` for each resource of the file that a value names.
fn each_sub(value: &Value, visit: &mut impl FnMut(&Id)) {
    if let Value::Reference(reference) = value
        && let Reference::Sub(id) = &**reference
    {
        visit(id);
    }
    for item in value.as_array().unwrap_or_default() {
        each_sub(item, visit);
    }
    for (key, value) in value.as_dictionary().unwrap_or_default() {
        each_sub(key, visit);
        each_sub(value, visit);
    }
}

/// The array with the type that its property has: binary files do not keep it.
fn typed<'v>(class: Option<Class>, name: &str, value: &'v Value) -> Cow<'v, Value> {
    if let Value::Array(items) = value
        && let Some(Value::TypedArray(default)) = class.and_then(|class| class.default_value(name))
    {
        let element = default.element;
        return Cow::Owned(Value::TypedArray(Box::new(TypedArray { element, items: items.clone() })));
    }
    Cow::Borrowed(value)
}

struct Writer<'c> {
    content: &'c Content,
    spelling: Spelling,
    classes: Option<&'static ClassTable>,
    out: String,
    budget: usize,
    troubles: Vec<String>,
}

impl Writer<'_> {
    fn file(&mut self) {
        self.header();
        for (index, external) in self.content.externals.iter().enumerate() {
            self.out.push_str(if index == 0 { "\n" } else { "" });
            self.external(external);
        }
        let Some((main, parts)) = self.content.internals.split_last() else { return };
        for part in parts {
            self.out.push_str("\n[sub_resource type=");
            self.escaped(&part.class);
            self.out.push_str(" id=");
            self.id(&part.id.0);
            self.out.push_str("]\n");
            self.properties(part);
            if !part.path.starts_with(super::read::LOCAL) {
                let message = format!(
                    "the resource `{}` is named by its path `{}`, which text cannot say",
                    part.id.0, part.path
                );
                self.troubles.push(message);
            }
        }
        if self.content.header.is_scene() {
            self.scene(main);
        } else {
            self.out.push_str("\n[resource]\n");
            self.properties(main);
        }
    }

    fn header(&mut self) {
        let header = &self.content.header;
        if header.is_scene() {
            self.out.push_str("[gd_scene");
        } else {
            self.out.push_str("[gd_resource type=");
            self.escaped(&header.class);
            if let Some(class) = &header.script_class {
                self.out.push_str(" script_class=");
                self.escaped(class);
            }
        }
        let resources = self.content.externals.len() + self.content.internals.len().saturating_sub(1);
        if self.spelling == Spelling::Godot3 && resources > 0 {
            self.out.push_str(&format!(" load_steps={}", resources + 1));
        }
        self.out.push_str(&format!(" format={}", self.spelling.format()));
        if let Some(uid) = &header.uid {
            self.out.push_str(" uid=");
            self.escaped(uid);
        }
        self.out.push_str("]\n");
    }

    fn external(&mut self, external: &External) {
        self.out.push_str("[ext_resource");
        if self.spelling == Spelling::Godot3 {
            self.attribute("path", &external.path);
            self.attribute("type", &external.class);
        } else {
            self.attribute("type", &external.class);
            if let Some(uid) = &external.uid {
                self.attribute("uid", uid);
            }
            self.attribute("path", &external.path);
        }
        self.out.push_str(" id=");
        self.id(&external.id.0);
        self.out.push_str("]\n");
    }

    fn id(&mut self, id: &str) {
        if self.spelling == Spelling::Godot3 && id.parse::<u32>().is_ok_and(|number| number.to_string() == id)
        {
            self.out.push_str(id);
        } else {
            self.escaped(id);
        }
    }

    fn escaped(&mut self, text: &str) {
        escaped(&mut self.out, text, self.spelling);
    }

    fn attribute(&mut self, name: &str, text: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push('=');
        self.escaped(text);
    }

    /// A value, unless the text has grown beyond all measure.
    fn value(&mut self, value: &Value) {
        let spelling = self.spelling;
        if self.out.len() > self.budget {
            self.troubles.push("the file repeats itself beyond all measure; values are left out".to_owned());
            return self.out.push_str("null");
        }
        value.spell(spelling, &mut self.out);
    }

    fn property(&mut self, name: &str, value: &Value) {
        let name = spell::key(name, self.spelling);
        self.out.push_str(&name);
        self.out.push_str(" = ");
        self.value(value);
        self.out.push('\n');
    }

    fn properties(&mut self, resource: &Internal) {
        let class = self.classes.and_then(|classes| classes.class(&resource.class));
        for (name, value) in &resource.properties {
            // Text does not say that a resource is missing.
            let object = || match class.and_then(|class| class.property(name)) {
                Some(property) => property.value_type == "Object",
                None => name == "script" || name.ends_with("/script"),
            };
            if *value != Value::Null || !object() {
                self.property(name, &typed(class, name, value));
            }
        }
    }

    fn scene(&mut self, main: &Internal) {
        let bundled = main.properties.iter().find(|(name, _)| name == "_bundled");
        let Some(bundled) = bundled.and_then(|(_, value)| value.as_dictionary()) else {
            return self.troubles.push("the scene has no nodes".to_owned());
        };
        let variants = scene::get(bundled, "variants").and_then(Value::as_array).unwrap_or_default();
        let scene = scene::unpack(bundled, variants, self.budget);
        self.out.push_str(if scene.nodes.is_empty() { "" } else { "\n" });
        for (index, node) in scene.nodes.iter().enumerate() {
            self.out.push_str(if index == 0 { "" } else { "\n" });
            self.node(node);
            let class = node.class.as_deref().and_then(|name| self.classes?.class(name));
            for (name, value) in &node.properties {
                self.property(name, &typed(class, name, &variants[*value]));
            }
        }
        self.connections(&scene);
        for (index, path) in scene.editable.iter().enumerate() {
            self.out.push_str(if index == 0 { "\n" } else { "" });
            self.out.push_str("[editable");
            self.attribute("path", path);
            self.out.push_str("]\n");
        }
        self.troubles.extend(scene.troubles);
        self.beside_the_scene(main);
    }

    /// Scenes in text have no place for anything but their nodes.
    fn beside_the_scene(&mut self, main: &Internal) {
        for (name, value) in &main.properties {
            let silent = name == "_bundled" || *value == Value::Null;
            if !silent {
                self.troubles.push(format!("the scene's own property `{name}` has no place in text"));
            }
        }
    }

    fn node(&mut self, node: &SceneNode) {
        self.out.push_str("[node");
        self.attribute("name", &node.name);
        if let Some(class) = &node.class {
            self.attribute("type", class);
        }
        if let Some(parent) = &node.parent {
            self.attribute("parent", parent);
        }
        self.ids("parent_id_path", &node.parent_ids);
        if let Some(owner) = &node.owner {
            self.attribute("owner", owner);
        }
        self.ids("owner_uid_path", &node.owner_ids);
        if let Some(index) = node.index {
            self.attribute("index", &index.to_string());
        }
        if let Some(id) = node.unique_id {
            self.out.push_str(&format!(" unique_id={id}"));
        }
        if !node.node_paths.is_empty() {
            self.out.push_str(" node_paths=");
            self.value(&Value::PackedStringArray(node.node_paths.clone()));
        }
        self.groups(node);
        if let Some(path) = &node.placeholder {
            self.out.push_str(" instance_placeholder=");
            self.value(&Value::String(path.clone()));
        }
        if let Some(instance) = &node.instance {
            self.out.push_str(" instance=");
            self.value(instance);
        }
        self.out.push_str("]\n");
    }

    /// Groups are sorted; Godot 3 gives each a line.
    fn groups(&mut self, node: &SceneNode) {
        if node.groups.is_empty() {
            return;
        }
        let mut groups = node.groups.clone();
        groups.sort();
        let (open, between, close) = self.spelling.choose(("[\n", "", ",\n"), ("[", ", ", ""));
        self.out.push_str(" groups=");
        self.out.push_str(open);
        for (index, group) in groups.iter().enumerate() {
            self.out.push_str(if index == 0 { "" } else { between });
            self.escaped(group);
            self.out.push_str(close);
        }
        self.out.push(']');
    }

    fn ids(&mut self, name: &str, ids: &[i32]) {
        if !ids.is_empty() {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push('=');
            self.value(&Value::PackedInt32Array(ids.to_vec()));
        }
    }

    fn connections(&mut self, scene: &Scene) {
        for (index, connection) in scene.connections.iter().enumerate() {
            self.out.push_str(if index == 0 { "\n" } else { "" });
            self.connection(connection);
        }
    }

    fn connection(&mut self, connection: &SceneConnection) {
        self.out.push_str("[connection");
        self.attribute("signal", &connection.signal);
        self.attribute("from", &connection.from);
        self.attribute("to", &connection.to);
        self.attribute("method", &connection.method);
        if connection.flags != PERSIST {
            self.out.push_str(&format!(" flags={}", connection.flags));
        }
        self.ids("from_uid_path", &connection.from_ids);
        self.ids("to_uid_path", &connection.to_ids);
        if connection.unbinds > 0 {
            self.out.push_str(&format!(" unbinds={}", connection.unbinds));
        }
        if !connection.binds.is_empty() {
            self.out.push_str(" binds= ");
            self.value(&Value::Array(connection.binds.clone()));
        }
        self.out.push_str("]\n");
    }
}
