//! Godot scenes with everything that they instance: what `tree --expand`, `get --effective` and
//! `cat --flatten` have in common.

use std::io::Write;

use anyhow::{Context, Result, bail};
use proscenio::godot::edit::{Edits, Options, Target};
use proscenio::godot::node_path::NodePath;
use proscenio::godot_project::{
    GodotProject, How, ListedNode, Made, NodeId, Origin, Placed, SceneTree, State,
};
use proscenio::{Document, Finding, Item, Outline, Project};
use serde::Serialize;
use sha1::{Digest, Sha1};

use crate::args::{Format, GetArgs, TreeArgs};
use crate::{input, output};

/// Longer values are named by their hash in JSON, as recordings of the engine name them.
const LONGEST: usize = 400;

/// Puts the scene of a file together and hands it to `use_it`; findings go to standard error.
fn with_tree<T>(
    file: &str,
    root: Option<&str>,
    use_it: impl FnOnce(&GodotProject<'_>, &SceneTree) -> Result<T>,
) -> Result<T> {
    together(file, root, |godot, tree| {
        for finding in tree.findings() {
            tell(finding, godot);
        }
        use_it(godot, tree)
    })
}

/// Puts the scene of a file together and hands it to `use_it`.
fn together<T>(
    file: &str,
    root: Option<&str>,
    use_it: impl FnOnce(&GodotProject<'_>, &SceneTree) -> Result<T>,
) -> Result<T> {
    let document = match input::open(file)? {
        Document::Godot(document) => document,
        other => bail!("{file} is a file of {}; only Godot's scenes have instances", other.family()),
    };
    let project: Project<'_> = input::project(file, root);
    let godot = GodotProject::new(&project);
    let id = godot.insert(document);
    let scene = godot.file(id).map_err(|error| anyhow::anyhow!("{file} cannot be read: {error:?}"))?;
    let tree = godot.instantiate_file(&scene, proscenio::godot_project::Limits::default());
    use_it(&godot, &tree)
}

/// Sets a property of a node that the scene has from another: the scene itself gets an override.
pub fn set(file: &str, target: &Target, value: &str, options: &Options) -> Result<Edits> {
    together(file, None, |godot, tree| {
        let root = tree.root().context("the file has no nodes")?;
        let path = NodePath { subnames: target.names.clone(), ..NodePath::parse(&target.owner) };
        let change = godot.set(tree, root, &path, value, options)?;
        if change.how == How::Resource {
            let place = godot.path_of(change.file);
            bail!(
                "{path} leads to a resource of {place}, which other scenes may use too\n  help: set it there, \
                 or give the node a resource of its own with `set-resource`"
            );
        }
        Ok(change.edits)
    })
}

/// The file that a node of a scene comes from, and its path there; nothing for nodes that are not found.
pub fn home(file: &str, node: &str) -> Option<(String, String)> {
    together(file, None, |godot, tree| {
        let root = tree.root().context("the file has no nodes")?;
        let node = tree.find(root, &NodePath::parse(node))?;
        let (home, _) = tree.layers(node).last().context("a node without a section")?;
        let owner = tree.instance_of(node, home.id()).unwrap_or(root);
        Ok((godot.path_of(home.id()), tree.path_between(owner, node).to_string()))
    })
    .ok()
}

/// Prints a finding with the text of its file, where that is text, and the places in other files.
pub fn tell(finding: &Finding, godot: &GodotProject<'_>) {
    let text_of = |path: &str| godot.load(path).ok().filter(|file| file.made() == Made::Text);
    let file = text_of(&finding.path);
    output::warn(finding, file.as_ref().map(|file| file.document().source()));
    for other in &finding.related {
        let Some(path) = other.path.as_ref().filter(|path| **path != finding.path) else { continue };
        let line = text_of(path).map(|file| file.document().source().line_col(other.span.start()).line);
        output::note(&format!("{path}:{}: {}", line.unwrap_or(1), other.message));
    }
}

/// The outline of a scene with its instances, or its nodes as JSON.
pub fn tree(args: &TreeArgs) -> Result<Option<Outline>> {
    with_tree(&args.file, args.project.as_deref(), |godot, tree| {
        if args.format == Format::Text {
            return Ok(Some(outline(tree)));
        }
        let list = godot.list(tree);
        let nodes: Vec<JsonNode<'_>> = list.iter().map(|node| JsonNode::new(node, args.full)).collect();
        output::json(&nodes)?;
        Ok(None)
    })
}

fn outline(tree: &SceneTree) -> Outline {
    let mut depths = vec![0; tree.len()];
    let item = |node: NodeId| {
        let depth = tree.parent(node).map_or(0, |parent| depths[parent.0 as usize] + 1);
        depths[node.0 as usize] = depth;
        let mut notes = Vec::new();
        match tree.state(node) {
            State::Whole => notes.extend(
                tree.scene(node)
                    .filter(|_| depth > 0)
                    .map(|file| format!("instance of {}", file.resource_path())),
            ),
            State::Placeholder => notes.push("placeholder".to_owned()),
            State::Missing => notes.push("missing".to_owned()),
        }
        if tree.has_unique_name(node) {
            notes.push("unique name".to_owned());
        }
        let groups = tree.groups(node);
        if !groups.is_empty() {
            notes.push(format!("groups {}", groups.join(" ")));
        }
        Item {
            depth,
            name: tree.name(node).into_owned(),
            kind: tree.class_name(node).into_owned(),
            notes,
            span: None,
        }
    };
    Outline { items: tree.walk().map(item).collect() }
}

/// Prints the value of a property with everything that other scenes say about it, and where it is said.
pub fn get(args: &GetArgs) -> Result<()> {
    with_tree(&args.file, args.project.as_deref(), |godot, tree| {
        let root = tree.root().context("the file has no nodes")?;
        let path = NodePath::parse(&args.property);
        if path.subnames.is_empty() {
            bail!("{} names no property; write `:` and the property behind the node", args.property);
        }
        let reached = godot.reach(tree, root, &path)?;
        let mut out = output::stdout();
        let spelled = reached.value.spelled(proscenio::godot::spell::Spelling::GODOT_4);
        if !args.origin {
            writeln!(out, "{spelled}")?;
            return Ok(());
        }
        match reached.origin {
            Origin::File { path, line: Some(line), .. } => writeln!(out, "{path}:{line}: {spelled}")?,
            Origin::File { path, .. } => writeln!(out, "{path}: {spelled}")?,
            Origin::Class(class) => writeln!(out, "default of {class}: {spelled}")?,
        }
        Ok(())
    })
}

/// The scene as one file.
pub fn flatten(file: &str, root: Option<&str>) -> Result<(String, Vec<Finding>)> {
    with_tree(file, root, |godot, tree| {
        let flat = godot.flatten(tree);
        Ok((flat.text, flat.findings))
    })
}

/// A node in the layout of the engine's recordings.
#[derive(Serialize)]
struct JsonNode<'n> {
    path: &'n str,
    name: &'n str,
    cls: &'n str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<&'n str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<&'n str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    groups: &'n [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    xform: Option<(&'static str, Vec<f64>)>,
    props: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signals: Vec<(&'n str, &'n str, &'n str, i64)>,
}

impl<'n> JsonNode<'n> {
    fn new(node: &'n ListedNode, full: bool) -> Self {
        // Adding zero makes minus zero plain.
        let numbers = |list: &[f32]| list.iter().map(|number| f64::from(*number) + 0.0).collect();
        let value = |text: &str| {
            if full || text.chars().count() <= LONGEST {
                return text.into();
            }
            let hash: String =
                Sha1::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
            format!("sha1:{hash}").into()
        };
        Self {
            path: &node.path,
            name: &node.name,
            cls: &node.class,
            scene: node.scene.as_deref(),
            owner: node.owner.as_deref(),
            groups: &node.groups,
            xform: node.place.map(|place| match place {
                Placed::Space(list) => ("3d", numbers(&list)),
                Placed::Plane(list) => ("2d", numbers(&list)),
            }),
            props: node.properties.iter().map(|(name, text)| (name.clone(), value(text))).collect(),
            signals: node.signals.iter().map(|(a, b, c, flags)| (&**a, &**b, &**c, *flags)).collect(),
        }
    }
}
