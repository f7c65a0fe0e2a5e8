//! What the files themselves say of a node, with the lines it stands in.

use proscenio::espresso3d::{Item, Kind as ItemKind};
use proscenio::godot::node_path::NodePath;
use proscenio::godot::value::{Reference, Value};
use proscenio::godot_project::{GodotProject, Limits, Made, SceneTree, Setting};
use proscenio::nacatamalon::Value as Json;
use proscenio::{Document, Project, Source, Vfs, godot, nacatamalon};

use crate::properties::{Row, Section, number};

/// Longer values are cut.
const LONGEST: usize = 160;
/// Rows of one section.
const MOST: usize = 200;

/// The documents that nodes come from.
#[derive(Debug)]
pub enum Library {
    /// Godot: the scene with all that it instances.
    Godot(Box<SceneTree>),
    /// One file, which the nodes of its own tell of.
    One(Box<Document>),
    /// A file of no family.
    None,
}

impl Library {
    /// Puts together what is known of a document.
    #[must_use]
    pub(crate) fn new(document: Document, project: &Project<'_>) -> Self {
        let Document::Godot(document) = document else { return Self::One(Box::new(document)) };
        if document.kind() != godot::Kind::Scene {
            return Self::One(Box::new(Document::Godot(document)));
        }
        let project = GodotProject::new(project);
        let id = project.insert(document);
        match project.file(id) {
            Ok(file) => Self::Godot(Box::new(project.instantiate_file(&file, Limits::default()))),
            Err(_) => Self::None,
        }
    }

    /// What the files say of a node: by its key, and by where it was read.
    #[must_use]
    pub fn sections(&self, files: &dyn Vfs, node: &proscenio::Node) -> Vec<Section> {
        let place = node.origin.as_ref().map(|origin| (&*origin.path, origin.bytes));
        let read;
        let document = match (self, place) {
            (Self::Godot(tree), _) => return godot_sections(tree, &node.identity.key),
            (Self::One(document), Some((path, _))) if **document.source().path() == *path => &**document,
            (_, Some((path, _))) => match Document::open(files, path) {
                Ok(document) => {
                    read = document;
                    &read
                }
                Err(_) => return Vec::new(),
            },
            (_, None) => return Vec::new(),
        };
        let bytes = place.map_or((0, 0), |(_, bytes)| bytes);
        match document {
            Document::Godot(_) => Vec::new(),
            Document::Nacatamalon(document) => nacatamalon_sections(document, bytes),
            Document::Espresso3d(document) => {
                let root = document.item(document.tree().root());
                find_item(root, bytes)
                    .map(|item| espresso3d_section(document.source(), item))
                    .into_iter()
                    .collect()
            }
        }
    }
}

/// The properties that files set for a node; those of each file together, the nearest first.
fn godot_sections(tree: &SceneTree, key: &str) -> Vec<Section> {
    let found = tree.root().and_then(|root| tree.find(root, &NodePath::parse(key)).ok());
    let Some(node) = found else { return Vec::new() };
    let settings = tree.settings(node);
    let mut sections = Vec::new();
    for (file, section) in tree.layers(node) {
        let text = file.made() == Made::Text;
        let source = file.document().source();
        let line = |at: u32| text.then(|| source.lines().line(at));
        let mut rows = Vec::new();
        let groups = section.groups();
        if !groups.is_empty() {
            rows.push(Row {
                line: line(section.0.header_span().start()),
                ..Row::new("groups", groups.join(", "))
            });
        }
        for (name, setting) in &settings {
            if setting.file.id() == file.id() && setting.section.index() == section.0.index() {
                let value = godot_value(name, setting);
                rows.push(Row {
                    line: line(setting.entry.key_span().start()),
                    ..Row::new(name.clone(), value)
                });
            }
        }
        rows.truncate(MOST);
        let title = match section.instance() {
            Some(reference) => format!("Set here; instance of {}", referred(file.document(), &reference)),
            None => "Set in the file".to_owned(),
        };
        let place =
            Some((file.resource_path().to_string(), line(section.0.header_span().start()).unwrap_or(1)));
        sections.push(Section { title, place, rows });
    }
    sections
}

/// A value with its unit, and in the words of people where they are others.
fn godot_value(name: &str, setting: &Setting<'_>) -> String {
    let raw = setting.entry.raw();
    // Long lists are told by their length alone, without decoding them.
    if raw.len() > 16 * LONGEST {
        return format!("{}… ({} bytes)", cut(raw, LONGEST / 2), raw.len());
    }
    let value = setting.entry.value();
    let degrees = |angle: f64| number(angle.to_degrees() as f32);
    match &value {
        Value::Reference(reference) => referred(setting.section.document(), reference),
        Value::Float(angle) if name == "rotation" || name == "skew" => {
            format!("{} ({}°)", String::from_utf8_lossy(raw), degrees(*angle))
        }
        Value::Vector3(angles) if name == "rotation" => {
            let turned = angles.map(|angle| degrees(f64::from(angle))).join(", ");
            format!("{} ({turned}°)", String::from_utf8_lossy(raw))
        }
        Value::Transform3D(numbers) => {
            let at = [numbers[9], numbers[10], numbers[11]].map(number).join(", ");
            format!("{}\nat {at} m", cut(raw, LONGEST))
        }
        _ => cut(raw, LONGEST),
    }
}

/// What a reference leads to, for people.
fn referred(document: &godot::Document, reference: &Reference) -> String {
    match reference {
        Reference::Ext(id) => {
            let path = document.ext_resource(id).and_then(|resource| resource.path());
            path.map_or_else(|| format!("ExtResource({})", id.0), |path| path.into_owned())
        }
        Reference::Sub(id) => {
            let class = document.sub_resource(id).and_then(|resource| resource.resource_type());
            class.map_or_else(|| format!("SubResource({})", id.0), |class| format!("{class} ({})", id.0))
        }
        Reference::Path { path, .. } => path.clone(),
    }
}

/// The members of a box, and those of each of its components.
fn nacatamalon_sections(document: &nacatamalon::Document, (start, end): (u32, u32)) -> Vec<Section> {
    let Some(found) = document.root().and_then(|root| find_value(root, start, end)) else {
        return Vec::new();
    };
    let source = document.source();
    let place = |at: u32| Some((source.path().to_string(), source.lines().line(at)));
    let mut rows = Vec::new();
    let mut sections = Vec::new();
    for member in found.members() {
        let name = member.name();
        match &*name {
            "children" => {}
            "components" => {
                for component in member.value.elements() {
                    let kind = component.get("type").and_then(Json::as_str).unwrap_or_default();
                    let mut rows = Vec::new();
                    json_rows(source, component, "", &mut rows);
                    rows.retain(|row| row.name != "type");
                    let place = place(component.span().start());
                    sections.push(Section { title: format!("Component {kind}"), place, rows });
                }
            }
            _ => json_row(source, &name, member.key_span().start(), member.value, &mut rows),
        }
    }
    sections.insert(0, Section { title: "In the file".into(), place: place(start), rows });
    sections
}

/// The value that stands exactly at some bytes.
fn find_value(root: Json<'_>, start: u32, end: u32) -> Option<Json<'_>> {
    let mut waiting = vec![root];
    while let Some(value) = waiting.pop() {
        let span = value.span();
        if (span.start(), span.end()) == (start, end) {
            return Some(value);
        }
        if span.start() > start || span.end() < end {
            continue;
        }
        waiting.extend(value.members().map(|member| member.value));
        waiting.extend(value.elements());
    }
    None
}

fn json_rows(source: &Source, object: Json<'_>, before: &str, rows: &mut Vec<Row>) {
    for member in object.members() {
        let name = format!("{before}{}", member.name());
        json_row(source, &name, member.key_span().start(), member.value, rows);
    }
}

/// A row for a value, or one for each of its members.
fn json_row(source: &Source, name: &str, at: u32, value: Json<'_>, rows: &mut Vec<Row>) {
    if rows.len() >= MOST {
        return;
    }
    // Small objects are opened, large ones are told of.
    if value.is_object() && value.members().count() <= 12 && name.matches('.').count() < 3 {
        return json_rows(source, value, &format!("{name}."), rows);
    }
    let count = value.elements().count();
    let text = if let Some(text) = value.as_str() {
        cut(text.as_bytes(), LONGEST)
    } else if value.bytes().len() <= LONGEST {
        let text = String::from_utf8_lossy(value.bytes());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    } else if value.is_array() {
        format!("[{count} entries]")
    } else {
        format!("{{{} members}}", value.members().count())
    };
    rows.push(Row { line: Some(source.lines().line(at)), ..Row::new(name, text) });
}

/// The item that stands at some bytes.
fn find_item(root: Item<'_>, (start, end): (u32, u32)) -> Option<Item<'_>> {
    let mut waiting = vec![root];
    while let Some(item) = waiting.pop() {
        let span = item.span();
        if (span.start(), span.end()) == (start, end) && item.kind() != ItemKind::Root {
            return Some(item);
        }
        waiting.extend(
            item.children().filter(|child| child.span().start() <= start && end <= child.span().end()),
        );
    }
    None
}

/// The fields of an item, and how many it has of what there are many.
fn espresso3d_section(source: &Source, item: Item<'_>) -> Section {
    let line = |at: u32| source.lines().line(at);
    let mut rows: Vec<Row> = Vec::new();
    let mut counts: Vec<(String, usize)> = Vec::new();
    for child in item.children() {
        let name = format!("{:?}", child.kind());
        let many = child.children().next().is_some() || matches!(child.kind(), ItemKind::Triangle);
        let single = matches!(child.kind(), ItemKind::PortalLink);
        if many && !single {
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
            continue;
        }
        let span = child.span();
        let text = String::from_utf8_lossy(span.slice(source.bytes()));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A field begins with its tag, which is its name.
        let text = text.strip_prefix(&name.to_uppercase()).map_or(&*text, str::trim_start);
        rows.push(Row { line: Some(line(span.start())), ..Row::new(name, cut(text.as_bytes(), LONGEST)) });
    }
    rows.extend(counts.into_iter().map(|(name, count)| Row::new(format!("{name}s"), count.to_string())));
    rows.truncate(MOST);
    let place = Some((source.path().to_string(), line(item.span().start())));
    Section { title: "In the file".into(), place, rows }
}

/// The beginning of a long text.
fn cut(bytes: &[u8], longest: usize) -> String {
    let text = String::from_utf8_lossy(bytes);
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}
